#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# libnvJitLink links LTO IR: across the files a call is inlined and its argument known.
# REQUIRES: cc, nvcc, %B/lib/cuprum/libnvJitLink.so, %B/gen/glibc
# RUN: mkdir -p %t.d && cc -w -std=gnu11 -o %t.exe test/api/inputs/jitlink.c -ldl && \
# RUN: printf 'extern "C" __device__ int g(int); extern "C" __global__ void k(int *p) { *p = g(20); }' >%t.d/a.cu && \
# RUN: printf 'extern "C" __device__ int g(int x) { return 2 * x + 2; }' >%t.d/b.cu && \
# RUN: for f in a b; do cuprum nvcc -dlto -arch=lto_90 -rdc=true -ltoir -o %t.d/$f.ltoir %t.d/$f.cu; done && \
# RUN: SHOW=1 PTX_RESULT=1 %t.exe %B/lib/cuprum/libnvJitLink.so files %t.d/a.ltoir %t.d/b.ltoir
# CHECK: complete 0
# CHECK: Ptx 0 there
# CHECK-NOT: .func
# CHECK: .visible .entry k
# CHECK: st.global{{.*}}42
