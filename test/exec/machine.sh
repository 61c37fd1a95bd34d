#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The kernels of bench/machine at small sizes leave what the same algorithms in C leave: in native code, interpreted, under the
# checkers, on two jobs, and compiled without optimization.
# REQUIRES: cc, %B/lib/cuprum/libcuda.so.1
# RUN[MAKE]: cuprum -arch=sm_90 --no-toolkit bench/machine/kernels.cu -o %t.ptx
# RUN[MAKE]: cuprum -arch=sm_90 --no-toolkit -O0 bench/machine/kernels.cu -o %t.0.ptx
# RUN[MAKE]: d=bench/machine && cc -std=gnu11 -O2 -Ilib/include $d/main.c $d/cases.c $d/plain.c $d/device_cuda.c -o %t.exe -ldl -lm
# RUN: cuprum exec --jit=on %t.exe --small cuda %t.ptx
# RUN: cuprum exec --jit=off %t.exe --small cuda %t.ptx
# RUN: cuprum exec --check %t.exe --small cuda %t.ptx
# RUN: cuprum exec --jit=on --jobs=2 %t.exe --small cuda %t.ptx
# RUN: cuprum exec --jit=on %t.exe --small cuda %t.0.ptx
# CHECK: saxpy {{.*}} agrees
# CHECK-NEXT: stencil {{.*}} agrees
# CHECK-NEXT: nbody {{.*}} agrees
# CHECK-NEXT: mandelbrot {{.*}} agrees
# CHECK-NEXT: matmul_tiled {{.*}} agrees
# CHECK-NEXT: matmul_registers {{.*}} agrees
# CHECK-NEXT: reduction {{.*}} agrees
# CHECK-NEXT: histogram {{.*}} agrees
# CHECK-NEXT: sort {{.*}} agrees
# CHECK-NEXT: spmv {{.*}} agrees
# CHECK-NEXT: blackscholes {{.*}} agrees
# CHECK-NEXT: convolution {{.*}} agrees
# CHECK-NEXT: empty {{.*}} agrees
