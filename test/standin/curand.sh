#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The numbers of our generators are those of NVIDIA's host generators, which need no GPU: raw numbers and uniform ones bit
# for bit, doubles of all distributions of XORWOW, MRG32k3a and Philox too; with offsets and in two calls.
# REQUIRES: gcc, /usr/local/cuda/lib64/libcurand.so.10, /usr/local/cuda/include/curand.h, %B/lib/cuprum/libcurand.so.10
# TIMEOUT: 120
# RUN: gcc -O1 -I/usr/local/cuda/include -o %t.exe test/standin/inputs/curand.c -L/usr/local/cuda/lib64 -lcurand && \
# RUN: LD_LIBRARY_PATH=/usr/local/cuda/lib64 %t.exe >%t.theirs && cuprum exec %t.exe >%t.ours && diff %t.theirs %t.ours && \
# RUN: wc -l <%t.ours
# CHECK: {{^[4-9][0-9]$}}
