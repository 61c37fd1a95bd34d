#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# libnvfatbin: 450 calls whose answers, and what is in the fat binaries, are kept as NVIDIA's library gives them
# (fatbin_calls.out is made by the client on NVIDIA's; fatbin_nvidia.sh compares where it is installed).
# REQUIRES: cc, %B/lib/cuprum/libnvfatbin.so, %B/gen/glibc
# RUN: cc -w -std=gnu11 -o %t.exe test/api/inputs/fatbin_client.c -ldl && %t.exe %B/lib/cuprum/libnvfatbin.so >%t.out; \
# RUN: diff -a test/api/inputs/fatbin_calls.out %t.out && tail -n 1 %t.out
# CHECK: 450 calls
