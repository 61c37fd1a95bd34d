#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# libnvJitLink: what its functions return, alike in NVIDIA's library where there is one; what it links.
# REQUIRES: cc, %B/lib/cuprum/libnvJitLink.so, %B/gen/glibc
# RUN: cc -w -std=gnu11 -o %t.exe test/api/inputs/jitlink.c -ldl && SHOW=1 %t.exe %B/lib/cuprum/libnvJitLink.so same_link
# CHECK: add 0 0
# CHECK: add 0
# CHECK: complete 0
# CHECK: log 0:
# CHECK: Cubin 0 there
# CHECK: get 0
# CHECK: .target sm_80
# CHECK: .visible .entry k
# CHECK: own$part1 = 2
# CHECK: .weak .func w
# CHECK: .visible .func
# CHECK-NOT: .weak
# CHECK: destroy 0
# RUN[STRONG]: SHOW=1 %t.exe %B/lib/cuprum/libnvJitLink.so same_strong
# STRONG: complete 0
# STRONG-NOT: .extern
# STRONG-NOT: .weak
# STRONG: .visible .func w()
# STRONG-NEXT: ;
# STRONG: .visible .entry k()
# STRONG: .visible .func w()
# STRONG: %strong
# RUN[TWICE]: %t.exe %B/lib/cuprum/libnvJitLink.so twice
# TWICE: complete 6
# TWICE: error   : Multiple definition of 'v' in 'two', first defined in 'one'
# TWICE: error   : Multiple definition of 'g' in 'two', first defined in 'one'
# TWICE: Cubin 6 none
# RUN[SAY]: %t.exe %B/lib/cuprum/libnvJitLink.so say
# SAY: complete 0
# SAY: warning : -Xptxas=-v has no effect: the result is PTX, which the driver assembles
# SAY: info    : {{[0-9]+}} bytes of PTX in 'weak'
# SAY: ptxas application ptx input, line 6; error   : unknown PTX instruction 'foo'
# SAY: ERROR NVJITLINK_ERROR_PTX_COMPILE: JIT the PTX (bad.ptx)
# SAY: ERROR 1: bad input: does not match type NVJITLINK_INPUT_FATBIN: g
# RUN[UNDEFINED]: %t.exe %B/lib/cuprum/libnvJitLink.so same_undefined
# UNDEFINED: complete 6
# UNDEFINED: error   : Undefined reference to 'g' in 'kernel'
# UNDEFINED: error   : Undefined reference to 'v' in 'kernel'
# RUN[ARGUMENTS]: %t.exe %B/lib/cuprum/libnvJitLink.so same_arguments | tr '\n' ';'
# ARGUMENTS: 10;10;10;10;10;10;10;create 0;6;3;10;0;6;0 0;
# RUN[WRONG]: %t.exe %B/lib/cuprum/libnvJitLink.so same_wrong_input | tr '\n' ';'
# WRONG: 8 12;12;12;12;12;12;12;12;3;5;4;
# RUN[LINES]: mkdir -p %t.d && printf 'extern __device__ int g(int);\n__global__ void k(int *p) {\n  *p = g(*p);\n}\n' >%t.d/a.cu && \
# RUN[LINES]: printf '__device__ inline int h(int x) {\n  return x * 3;\n}\n__device__ int g(int x) {\n  return h(x);\n}\n' >%t.d/b.cu && \
# RUN[LINES]: for f in a b; do cuprum %t.d/$f.cu -lineinfo -rdc=true -o %t.d/$f.ptx; done && \
# RUN[LINES]: SHOW=1 %t.exe %B/lib/cuprum/libnvJitLink.so files %t.d/a.ptx %t.d/b.ptx
# LINES: complete 0
# LINES: .loc{{.*}}1 3 3
# LINES: .file{{.*}}1 "{{.*}}a.cu"
# LINES: .loc 2 2 3
# LINES-NOT: function_name
# LINES: .file 2 "{{.*}}b.cu"
