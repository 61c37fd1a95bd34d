#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The same client's cases on NVIDIA's libnvJitLink and ours.
# REQUIRES: cc, %B/lib/cuprum/libnvJitLink.so, /usr/local/cuda/lib64/libnvJitLink.so.13, %B/gen/glibc
# RUN: cc -w -std=gnu11 -o %t.exe test/api/inputs/jitlink.c -ldl; \
# RUN: for c in same_arguments same_options same_link same_undefined same_wrong_input same_strong; do \
# RUN:   %t.exe /usr/local/cuda/lib64/libnvJitLink.so.13 $c >%t.theirs 2>/dev/null; %t.exe %B/lib/cuprum/libnvJitLink.so $c >%t.ours; \
# RUN:   cmp %t.theirs %t.ours && echo $c is the same; done
# CHECK: same_arguments is the same
# CHECK: same_options is the same
# CHECK: same_link is the same
# CHECK: same_undefined is the same
# CHECK: same_wrong_input is the same
# CHECK: same_strong is the same
