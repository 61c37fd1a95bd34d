#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# libnvptxcompiler, static and shared: 243 calls whose answers are kept as NVIDIA's library gives them (ptxcompiler_calls.out
# is made by the client linked with NVIDIA's; ptxcompiler_nvidia.sh compares where it is installed):
# that of CUDA 13.0, which knows versions up to 9.0.
# REQUIRES: cc, %B/lib/cuprum/libnvptxcompiler_static.a, %B/gen/glibc
# RUN: cc -w -std=gnu11 -o %t.exe %S/inputs/ptxcompiler_client.c %B/lib/cuprum/libnvptxcompiler_static.a -lpthread -lm && \
# RUN: %t.exe >%t.out && sed -i "s/ 9\.1 9\.2 9\.3 9\.4 9\.5//" %t.out && diff %S/inputs/ptxcompiler_calls.out %t.out && tail -n 1 %t.out
# CHECK: 243 calls
# RUN: cc -w -std=gnu11 -o %t.exe %S/inputs/ptxcompiler_client.c %B/lib/cuprum/libnvptxcompiler.so -Wl,-rpath,%B/lib/cuprum && \
# RUN: %t.exe >%t.out && sed -i "s/ 9\.1 9\.2 9\.3 9\.4 9\.5//" %t.out && diff %S/inputs/ptxcompiler_calls.out %t.out && tail -n 1 %t.out
