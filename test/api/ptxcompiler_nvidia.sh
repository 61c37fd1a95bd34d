#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# NVIDIA's libnvptxcompiler gives the answers that test/api/ptxcompiler.sh keeps.
# REQUIRES: cc, /usr/local/cuda/lib64/libnvptxcompiler_static.a
# RUN: cc -w -std=gnu11 -o %t.exe %S/inputs/ptxcompiler_client.c /usr/local/cuda/lib64/libnvptxcompiler_static.a \
# RUN: -lpthread -lm -ldl && %t.exe >%t.out && diff %S/inputs/ptxcompiler_calls.out %t.out && tail -n 1 %t.out
# CHECK: 243 calls
