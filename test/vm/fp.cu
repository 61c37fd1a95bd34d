// SPDX-License-Identifier: Apache-2.0
// Floating-point instructions with all roundings, conversions: the same function run by the VM (nvcc's PTX) and by the host must give the same results.
// REQUIRES: nvcc, g++
// RUN: g++ -x c++ -O1 -ffp-contract=off -frounding-math -w -I%S/inputs %s -o %t.host -lm && %t.host 1000
// RUN: nvcc -I%S/inputs -ptx -arch=sm_75 %s -o %t.ptx && cuprum run %t.ptx --grid=8 --block=128 --hash buf:u32:1016:rand:7 buf:u64:76000:zero i32:1000
// RUN: nvcc -I%S/inputs -ptx -arch=sm_100 %s -o %t.ptx && cuprum run %t.ptx --grid=8 --block=128 --hash buf:u32:1016:rand:7 buf:u64:76000:zero i32:1000
// CHECK: arg 1: 76000 x u64 fnv1a64 956a257f138186e9
#include "common.h"
#ifndef __CUDACC__
static u32 fb(float f){u32 b;memcpy(&b,&f,4);return f!=f?0x7fffffff:b;} static float bf(u32 b){float f;memcpy(&f,&b,4);return f;}
static u64 db(double f){u64 b;memcpy(&b,&f,8);return f!=f?0x7ff8000000000000:b;} static double bd(u64 b){double f;memcpy(&f,&b,8);return f;}
template<class T> static T rnd(int m, T(*op)(T,T,T), T a,T b,T c){ volatile T x=a,y=b,z=c; fesetround(m); volatile T r=op(x,y,z); fesetround(FE_TONEAREST); return r; }
template<class T> T oadd(T a,T b,T c){volatile T x=a; return x+b;} template<class T> T omul(T a,T b,T c){volatile T x=a;return x*b;} template<class T> T odiv(T a,T b,T c){volatile T x=a;return x/b;}
template<class T> T osqrt(T a,T b,T c){volatile T x=a;return sqrt(x);} float ofma(float a,float b,float c){volatile float x=a;return fmaf(x,b,c);} double ofma(double a,double b,double c){volatile double x=a;return fma(x,b,c);}
#define R(n,op,M) static float __f##n(float a,float b=0,float c=0){return rnd<float>(M,op,a,b,c);} static double __d##n(double a,double b=0,double c=0){return rnd<double>(M,op,a,b,c);}
#define R4(n,op) R(n##_rn,op,FE_TONEAREST) R(n##_rz,op,FE_TOWARDZERO) R(n##_ru,op,FE_UPWARD) R(n##_rd,op,FE_DOWNWARD)
R4(add,oadd) R4(mul,omul) R4(div,odiv) R4(sqrt,osqrt) R4(ma,ofma)
#define __fmaf_rz __fma_rz
#define __fmaf_ru __fma_ru
#define __fmaf_rd __fma_rd
#define __fma_rz(a,b,c) FM<__typeof__(a)>::z(a,b,c)
#define __fma_ru(a,b,c) FM<__typeof__(a)>::u(a,b,c)
#define __fma_rd(a,b,c) FM<__typeof__(a)>::d(a,b,c)
template<class T> struct FM{static T z(T a,T b,T c){return rnd<T>(FE_TOWARDZERO,ofma,a,b,c);} static T u(T a,T b,T c){return rnd<T>(FE_UPWARD,ofma,a,b,c);} static T d(T a,T b,T c){return rnd<T>(FE_DOWNWARD,ofma,a,b,c);}};
static float __saturatef(float x){return x>0?(x<1?x:1):0;}
template<class I,class S> static I clampi(S x){ if(x!=x) return sizeof(I)==8||sizeof(S)==8?(I)((u64)1<<(sizeof(I)*8-1)):0; double lo=(I)-1<0?-ldexp(1,sizeof(I)*8-1):0, hi=ldexp(1,sizeof(I)*8-((I)-1<0)); if(x<lo)return (I)-1<0?(I)((u64)1<<(sizeof(I)*8-1)):0; if(x>=hi)return (I)-1<0?(I)~((u64)1<<(sizeof(I)*8-1)):(I)~0ull; return (I)x;}
#define CV(n,S,I) static I __##n##_rz(S x){return clampi<I,S>(trunc(x));} static I __##n##_ru(S x){return clampi<I,S>(ceil(x));} static I __##n##_rn(S x){return clampi<I,S>(nearbyint(x));} static I __##n##_rd(S x){return clampi<I,S>(floor(x));}
CV(float2int,float,s32) CV(float2uint,float,u32) CV(float2ll,float,s64) CV(float2ull,float,u64) CV(double2int,double,s32) CV(double2uint,double,u32) CV(double2ll,double,s64) CV(double2ull,double,u64)
#define IC(n,I,D) static D __##n##_rz(I v){volatile I x=v;fesetround(FE_TOWARDZERO);volatile D r=x;fesetround(0);return r;} static D __##n##_ru(I v){volatile I x=v;fesetround(FE_UPWARD);volatile D r=x;fesetround(0);return r;} static D __##n##_rd(I v){volatile I x=v;fesetround(FE_DOWNWARD);volatile D r=x;fesetround(0);return r;}
IC(int2float,s32,float) IC(ll2float,s64,float) IC(ll2double,s64,double) IC(double2float,double,float) 
static float ull2f_ru(u64 v){ long double x=v; volatile long double y=x; fesetround(FE_UPWARD); volatile float r=y; fesetround(0); return r;}
#define __ull2float_ru ull2f_ru
#else
__device__ u32 fb(float f){return f!=f?0x7fffffff:__float_as_uint(f);} __device__ float bf(u32 b){return __uint_as_float(b);} __device__ u64 db(double f){return f!=f?0x7ff8000000000000:(u64)__double_as_longlong(f);} __device__ double bd(u64 b){return __longlong_as_double(b);}
#endif
DEV void f(int i, const u32 *in, u64 *o) {
  u32 m=in[i+3]; float a=bf(in[i]), b=bf(in[i+1]), c=bf(in[i+2]); if (m&1) { a=bf((in[i]&0x807fffff)|0x3f800000|((m&0xf0)<<19)); b=bf((in[i+1]&0x807fffff)|0x40000000); c=bf((in[i+2]&0x807fffff)|0x3e800000|((m&0xf00)<<15)); }
  if ((m&0xff000000)==0) a=bf(in[i]|0x7fc00000); if ((m&0xff0000)==0) b=bf(in[i]&0x80000000);
  double A=bd((u64)in[i]<<32|in[i+4]), B=bd((u64)in[i+1]<<32|in[i+5]), C=bd((u64)in[i+2]<<32|in[i+6]); if (m&2) { A=a*1.1; B=b/3.0; C=c*0.7; }
  if (a!=a) a=bf(0x7fc00000); if (b!=b) b=bf(0x7fc00000); if (A!=A) A=bd(0x7ff8000000000000); if (B!=B) B=bd(0x7ff8000000000000);
  int k=0;
  o[k++]=fb(__fadd_rn(a,b)); o[k++]=fb(__fadd_rz(a,b)); o[k++]=fb(__fadd_ru(a,b)); o[k++]=fb(__fadd_rd(a,b));
  o[k++]=fb(__fmul_rn(a,b)); o[k++]=fb(__fmul_rz(a,b)); o[k++]=fb(__fmul_ru(a,b)); o[k++]=fb(__fmul_rd(a,b));
  o[k++]=fb(__fdiv_rn(a,b)); o[k++]=fb(__fdiv_rz(a,b)); o[k++]=fb(__fdiv_ru(a,b)); o[k++]=fb(__fdiv_rd(a,b));
  o[k++]=fb(__fsqrt_rn(a)); o[k++]=fb(__fsqrt_rz(a)); o[k++]=fb(__fsqrt_ru(a)); o[k++]=fb(__fsqrt_rd(a));
  o[k++]=fb(fmaf(a,b,c)); o[k++]=fb(__fmaf_rz(a,b,c)); o[k++]=fb(__fmaf_ru(a,b,c)); o[k++]=fb(__fmaf_rd(a,b,c));
  o[k++]=db(__dadd_rn(A,B)); o[k++]=db(__dadd_rz(A,B)); o[k++]=db(__dmul_ru(A,B)); o[k++]=db(__ddiv_rd(A,B)); o[k++]=db(__ddiv_rn(A,B)); o[k++]=db(__dsqrt_rn(A)); o[k++]=db(fma(A,B,C)); o[k++]=db(__fma_rz(A,B,C));o[k++]=db(__fma_rd(A,B,C));
  o[k++]=fb(fminf(a,b)); o[k++]=fb(fmaxf(a,b)); o[k++]=db(fmin(A,B)); o[k++]=db(fmax(A,B)); o[k++]=fb(fabsf(a)); o[k++]=fb(-b); o[k++]=fb(copysignf(a,b)); o[k++]=fb(__saturatef(a));
  o[k++]=(a<b)+2*(a<=b)+4*(a==b)+8*(a!=b)+16*(a>b)+32*(a>=b)+64*!(a<b)+128*!(a>=b)+256*(a!=a);
  o[k++]=(A<B)+2*(A<=B)+4*(A==B)+8*(A!=B)+16*(A>B)+32*(A>=B)+64*!(A<B)+128*!(A>=B)+256*(A!=A);
  o[k++]=(u32)__float2int_rz(a); o[k++]=(u32)__float2int_rn(a); o[k++]=(u32)__float2int_ru(a); o[k++]=__float2uint_rd(a); o[k++]=__float2ll_rz(a); o[k++]=__float2ull_rn(a);
  o[k++]=(u32)__double2int_rn(A); o[k++]=__double2uint_rz(A); o[k++]=__double2ll_rd(A); o[k++]=__double2ull_ru(A);
  s32 sa=in[i]; s64 SA=(u64)in[i]<<32|in[i+1]; u64 UA=SA; o[k++]=fb((float)sa); o[k++]=fb((float)in[i]); o[k++]=fb((float)SA); o[k++]=fb((float)UA); o[k++]=db((double)SA); o[k++]=db((double)UA); o[k++]=db((double)sa);
  o[k++]=fb(__int2float_rz(sa)); o[k++]=fb(__int2float_ru(sa)); o[k++]=fb(__ll2float_rd(SA)); o[k++]=db(__ll2double_rz(SA)); o[k++]=db(__ll2double_ru(SA)); o[k++]=fb((float)A); o[k++]=fb(__double2float_rz(A)); o[k++]=fb(__double2float_ru(A)); o[k++]=db((double)a);
  o[k++]=fb(floorf(a)); o[k++]=fb(ceilf(b)); o[k++]=fb(truncf(a)); o[k++]=fb(rintf(b)); o[k++]=db(floor(A)); o[k++]=db(rint(A)); o[k++]=fb(roundf(a));
}
MAIN(f, 76)
