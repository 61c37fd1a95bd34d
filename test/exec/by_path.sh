#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# A library that is opened by its path is ours where we have one of its name.
# REQUIRES: cc, %B/lib/cuprum/libcuprum-redirect.so
# RUN: cc -o %t.exe test/exec/inputs/opened.c -ldl && mkdir -p %t.d && printf 'int other;' >%t.c && \
# RUN: cc -shared -fPIC -o %t.d/libother.so.1 %t.c && cp %t.d/libother.so.1 %t.d/libnvidia-ml.so.1 && \
# RUN: cuprum exec %t.exe %t.d/libnvidia-ml.so.1 %t.d/libother.so.1 libcuda.so.1 libcuda.so ./libnone.so
# CHECK: libnvidia-ml.so.1 is {{.*}}/lib/cuprum/libcudart.so.13
# CHECK: libother.so.1 is {{.*}}.d/libother.so.1
# CHECK: libcuda.so.1 is {{.*}}/lib/cuprum/libcudart.so.13
# CHECK: libcuda.so is {{.*}}/lib/cuprum/libcudart.so.13
# CHECK: ./libnone.so is not there
