#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# NVIDIA's libnvfatbin gives the answers that test/api/fatbin.sh keeps.
# REQUIRES: cc, /usr/local/cuda/lib64/libnvfatbin.so.13
# RUN: cc -w -std=gnu11 -o %t.exe test/api/inputs/fatbin_client.c -ldl && %t.exe /usr/local/cuda/lib64/libnvfatbin.so.13 >%t.out; \
# RUN: diff -a test/api/inputs/fatbin_calls.out %t.out && tail -n 1 %t.out
# CHECK: 450 calls
