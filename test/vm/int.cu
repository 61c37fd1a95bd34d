// SPDX-License-Identifier: Apache-2.0
// Integer instructions: the same function run by the VM (nvcc's PTX) and by the host must give the same results.
// REQUIRES: nvcc, g++
// RUN: g++ -x c++ -O1 -ffp-contract=off -frounding-math -w -I%S/inputs %s -o %t.host -lm && %t.host 1000
// RUN: nvcc -I%S/inputs -ptx -arch=sm_75 %s -o %t.ptx && cuprum run %t.ptx --grid=8 --block=128 --hash buf:u32:1016:rand:7 buf:u64:70000:zero i32:1000
// RUN: nvcc -I%S/inputs -ptx -arch=sm_100 %s -o %t.ptx && cuprum run %t.ptx --grid=8 --block=128 --hash buf:u32:1016:rand:7 buf:u64:70000:zero i32:1000
// CHECK: arg 1: 70000 x u64 fnv1a64 8dd23a44fa3158fc
#include "common.h"
#ifndef __CUDACC__
static u32 __umulhi(u32 a,u32 b){return (u64)a*b>>32;} static s32 __mulhi(s32 a,s32 b){return (s64)a*b>>32;}
static u64 __umul64hi(u64 a,u64 b){return (unsigned __int128)a*b>>64;} static s64 __mul64hi(s64 a,s64 b){return (__int128)a*b>>64;}
static int __popc(u32 x){return __builtin_popcount(x);} static int __popcll(u64 x){return __builtin_popcountll(x);}
static int __clz(u32 x){return x?__builtin_clz(x):32;} static int __clzll(u64 x){return x?__builtin_clzll(x):64;}
static int __ffs(u32 x){return __builtin_ffs(x);} static int __ffsll(u64 x){return __builtin_ffsll(x);}
static u32 __brev(u32 x){u32 r=0;for(int i=0;i<32;i++)r|=(x>>i&1)<<(31-i);return r;} static u64 __brevll(u64 x){u64 r=0;for(int i=0;i<64;i++)r|=(x>>i&1)<<(63-i);return r;}
static u32 __byte_perm(u32 x,u32 y,u32 s){u64 v=(u64)y<<32|x;u32 r=0;for(int i=0;i<4;i++)r|=(u32)(v>>(8*(s>>(4*i)&7))&255)<<(8*i);return r;}
static u32 __funnelshift_l(u32 lo,u32 hi,u32 n){return (((u64)hi<<32|lo)<<(n&31))>>32;} static u32 __funnelshift_rc(u32 lo,u32 hi,u32 n){return ((u64)hi<<32|lo)>>(n>32?32:n);}
static int __mul24(int a,int b){return (s32)((s64)((a<<8)>>8)*((b<<8)>>8));} static u32 __umul24(u32 a,u32 b){return (a&0xffffff)*(b&0xffffff);}
static u32 __sad(int a,int b,u32 c){return c+(a>b?(u32)a-(u32)b:(u32)b-(u32)a);} static u32 __usad(u32 a,u32 b,u32 c){return c+(a>b?a-b:b-a);}
static int __dp4a(int a,int b,int c){for(int i=0;i<4;i++)c+=(int)(int8_t)(a>>(8*i))*(int8_t)(b>>(8*i));return c;} static u32 __dp4a(u32 a,u32 b,u32 c){for(int i=0;i<4;i++)c+=(a>>(8*i)&255)*(b>>(8*i)&255);return c;}
static int __rhadd(int a,int b){return (int)(((s64)a+b+1)>>1);} static u32 __uhadd(u32 a,u32 b){return ((u64)a+b)>>1;}
template<class T> static T min(T a,T b){return a<b?a:b;} template<class T> static T max(T a,T b){return a>b?a:b;}
static u32 asm_bfe(u32 a,u32 p,u32 l){ if(l==0)return 0; if(p>31) return 0; u32 r=a>>p; return l>=32?r:r&((1u<<l)-1);} 
#else
__device__ u32 asm_bfe(u32 a,u32 p,u32 l){u32 r; asm("bfe.u32 %0,%1,%2,%3;":"=r"(r):"r"(a),"r"(p),"r"(l)); return r;}
#endif
DEV void f(int i, const u32 *in, u64 *o) {
  u32 a=in[i], b=in[i+1], c=in[i+2]; s32 sa=a, sb=b; u64 A=(u64)a<<32|b, B=(u64)c<<32|in[i+3]; s64 SA=A,SB=B; u32 sh=c&63; u16 h=a, g=b; s16 sh1=a, sg=b;
  int k=0; u32 nz=(b>>(c&31))|1; s32 snz=(s32)(b)>>(c&31); if(!snz) snz=3; u64 NZ=(B>>(a&63))|1; s64 SNZ=SB>>(a&63); if(!SNZ)SNZ=-3;
  o[k++]=a+b; o[k++]=a*b; o[k++]=a/nz; o[k++]=a%nz; o[k++]=(u32)(sa/snz); o[k++]=(u32)(sa%snz); o[k++]=A/NZ; o[k++]=A%NZ; o[k++]=SA/SNZ; o[k++]=SA%SNZ;
  o[k++]=__umulhi(a,b); o[k++]=(u32)__mulhi(sa,sb); o[k++]=__umul64hi(A,B); o[k++]=__mul64hi(SA,SB); o[k++]=A*B; o[k++]=(u64)a*b; o[k++]=(s64)sa*sb;
  o[k++]=__popc(a); o[k++]=__popcll(A); o[k++]=__clz(a>>(c&31)); o[k++]=__clzll(A>>(c&63)); o[k++]=__ffs(a<<(c&31)); o[k++]=__ffsll(A<<(c&63)); o[k++]=__brev(a); o[k++]=__brevll(A);
  o[k++]=__byte_perm(a,b,c&0x7777); o[k++]=__funnelshift_l(a,b,c); o[k++]=__funnelshift_rc(a,b,c&63); o[k++]=(u32)__mul24(sa,sb); o[k++]=__umul24(a,b);
  o[k++]=__sad(sa,sb,c); o[k++]=__usad(a,b,c); o[k++]=(u32)__dp4a(sa,sb,(int)c); o[k++]=__dp4a(a,b,c); o[k++]=(u32)__rhadd(sa,sb); o[k++]=__uhadd(a,b);
  o[k++]=min(a,b); o[k++]=(u32)max(sa,sb); o[k++]=min(A,B); o[k++]=max(SA,SB); o[k++]=a<<(c&31); o[k++]=a>>(c&31); o[k++]=(u32)(sa>>(c&31)); o[k++]=A<<sh; o[k++]=A>>sh; o[k++]=SA>>sh;
  o[k++]=(u16)(h*g); o[k++]=(u16)(h/(g|1)); o[k++]=(u16)(sh1/(sg|1)); o[k++]=(u16)(sh1>>(c&15)); o[k++]=h<g; o[k++]=sh1<sg; o[k++]=(a<b)+2*(sa<sb)+4*(A<B)+8*(SA<SB);
  o[k++]=(a&b)|(~a&c); o[k++]=a^b^c; o[k++]=A^B; o[k++]=~(A|B); o[k++]=asm_bfe(a,b&63,c&63); o[k++]=(a==b)?c:a; o[k++]=sa<0?-sa:sa; o[k++]=(u64)(SA<0?-SA:SA);
  unsigned __int128 P=((unsigned __int128)A<<64|B), Q=((unsigned __int128)(c|1)); unsigned __int128 R=P/Q, T=P%((unsigned __int128)NZ<<(c&31)|7), U=P*P+Q; o[k++]=(u64)R; o[k++]=(u64)(R>>64); o[k++]=(u64)T; o[k++]=(u64)(T>>64); o[k++]=(u64)U; o[k++]=(u64)(U>>64);
  u64 acc=0; for(u32 j=0;j<(c&15);j++){ if((a>>j)&1) acc+=A>>j; else if((b>>j)&1) { acc^=B<<j; if (acc&4) continue; acc++; } else acc*=3; if (acc%11==10) break; } o[k++]=acc;
  switch(a%7){case 0:acc+=1;break;case 1:acc*=5;case 2:acc^=9;break;case 3:acc<<=2;break;case 4:acc=~acc;break;case 5:acc-=77;default:acc+=b;} o[k++]=acc;
}
MAIN(f, 70)
