// SPDX-License-Identifier: Apache-2.0
// 128-bit arithmetic: carry chains, division: the same function run by the VM (nvcc's PTX) and by the host must give the same results.
// REQUIRES: nvcc, g++
// RUN: g++ -x c++ -O1 -ffp-contract=off -frounding-math -w -I%S/inputs %s -o %t.host -lm && %t.host 1000
// RUN: nvcc -I%S/inputs -ptx -arch=sm_75 %s -o %t.ptx && cuprum run %t.ptx --grid=8 --block=128 --hash buf:u32:1016:rand:7 buf:u64:12000:zero i32:1000
// RUN: nvcc -I%S/inputs -ptx -arch=sm_100 %s -o %t.ptx && cuprum run %t.ptx --grid=8 --block=128 --hash buf:u32:1016:rand:7 buf:u64:12000:zero i32:1000
// CHECK: arg 1: 12000 x u64 fnv1a64 a0d06e85858832e6
#include "common.h"
DEV void f(int i, const u32 *in, u64 *o) { u64 A=(u64)in[i]<<32|in[i+1],B=(u64)in[i+2]<<32|in[i+3]; unsigned __int128 P=((unsigned __int128)A<<64|B), Q=in[i+2]|1, U=P*P, V=P+((unsigned __int128)B<<64|A), W=P-((unsigned __int128)B<<64|A); int k=0;
 o[k++]=(u64)P; o[k++]=P>>64; o[k++]=U; o[k++]=U>>64; o[k++]=V; o[k++]=V>>64; o[k++]=W; o[k++]=W>>64; unsigned __int128 D=P/Q, R=P%Q; o[k++]=D; o[k++]=D>>64; o[k++]=R; o[k++]=R>>64; }
MAIN(f, 12)
