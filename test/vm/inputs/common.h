// SPDX-License-Identifier: Apache-2.0
// Shared by int.cu, fp.cu, int128.cu: f() for every element, on the device or (compiled by g++) on the host.
#include <stdint.h>
typedef uint32_t u32; typedef uint64_t u64; typedef int32_t s32; typedef int64_t s64; typedef uint16_t u16; typedef int16_t s16;
#ifdef __CUDACC__
#define DEV __device__ __forceinline__
#define MAIN(f, NW) extern "C" __global__ void k(const u32 *in, u64 *out, int n) { int i = blockIdx.x*blockDim.x+threadIdx.x; if (i < n) f(i, in, out + i*NW); }
#else
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>
#include <fenv.h>
#define DEV static
#define __host__
#define MAIN(f, NW) int main(int c, char **v) { int n = atoi(v[1]); u32 *in = (u32*)malloc(4*n+64); u64 *out=(u64*)calloc(n*NW,8); \
 u64 s = 7; for (int i=0;i<n+16;i++) { u64 z = s += 0x9e3779b97f4a7c15u; z=(z^z>>30)*0xbf58476d1ce4e5b9u; z=(z^z>>27)*0x94d049bb133111ebu; in[i]=(u32)(z^z>>31); } \
 for (int i=0;i<n;i++) f(i,in,out+i*NW); if (c>2) { for (int i=0;i<n*NW;i++) printf(" %llu", (unsigned long long)out[i]); printf("\n"); return 0; } \
 u64 h=0xcbf29ce484222325u; for (long b=0;b<(long)n*NW*8;b++) h=(h^((unsigned char*)out)[b])*0x100000001b3u; printf("arg 1: %d x u64 fnv1a64 %016llx\n", n*NW, (unsigned long long)h); }
#endif
