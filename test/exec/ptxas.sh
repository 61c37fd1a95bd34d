#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# `cuprum ptxas` in the place of NVIDIA's: what it makes is loaded by the driver, as XLA and Triton do; it is the first
# ptxas of the PATH under `cuprum exec`, and what Triton is told to use.
# REQUIRES: cc, %B/lib/cuprum/libcuda.so.1
# RUN: cuprum ptxas -v --gpu-name=sm_75 %S/inputs/load_cubin.ptx -o %t.cubin && cc -w -o %t.exe %S/inputs/load_cubin.c -ldl && \
# RUN: cuprum exec %t.exe %t.cubin
# CHECK: load 0
# CHECK: launch 0
# CHECK: value 42
# CHECK: ptxas info    : 0 bytes gmem
# CHECK-NEXT: ptxas info    : Compiling entry function 'k' for 'sm_75'
# CHECK-NEXT: ptxas info    : Function properties for k
# CHECK-NEXT: 0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
# CHECK-NEXT: ptxas info    : Used 1 virtual registers (none are allocated: the result is PTX), used 0 barriers
# RUN[FOUND]: cuprum exec sh -c 'command -v ptxas; echo $TRITON_PTXAS_PATH; ptxas --version'
# FOUND: lib/cuprum/bin/ptxas
# FOUND-NEXT: lib/cuprum/bin/ptxas
# FOUND: Cuda compilation tools, release 13.0, V13.0.88
# RUN[KEPT]: TRITON_PTXAS_PATH=/mine cuprum exec sh -c 'echo $TRITON_PTXAS_PATH; echo $TRITON_PTXAS_BLACKWELL_PATH'
# KEPT: /mine
# KEPT-NEXT: lib/cuprum/bin/ptxas
# One that a program starts by its path, as XLA does, is ours too; but for a step of nvcc's.
# RUN[PATH]: mkdir -p %t.d && cp %t.exe %t.d/ptxas && cuprum exec sh -c '%t.d/ptxas --version' | head -1
# PATH: ptxas: Cuprum
# RUN[STEP]: mkdir -p %t.d && cp %t.exe %t.d/ptxas && _HERE_=/bin _THERE_=/bin cuprum exec sh -c '%t.d/ptxas %t.cubin'
# STEP: value 42
# RUN[ENTRY]: cuprum ptxas -arch=sm_75 -e k %S/inputs/load_cubin.ptx -o %t.e && cuprum exec %t.exe %t.e && \
# RUN[ENTRY]: cuprum exec %t.exe %t.e other
# EXIT[ENTRY]: 1
# ENTRY: value 42
# ENTRY: load 0
# ENTRY: function 500
# RUN[LIMIT]: cuprum ptxas -arch=sm_75 -maxntid=32 %S/inputs/load_cubin.ptx -o %t.l && cuprum exec %t.exe %t.l k 32; \
# RUN[LIMIT]: cuprum exec %t.exe %t.l k 64
# LIMIT: launch 0
# LIMIT: value 42
# LIMIT: launch 1
# RUN[LINK]: cuprum ptxas -arch=sm_75 -c %S/inputs/load_cubin.ptx -o %t.c && cuprum exec %t.exe %t.c k 1 link | tr '\n' ';'
# LINK: create 0;add 0;complete 0;create 0;add 0;complete 0;load 0;function 0;launch 0;value 42;
