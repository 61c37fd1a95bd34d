#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# What NVIDIA's management library says of the virtual GPU.
# REQUIRES: cc, %B/lib/cuprum/libcudart.so.13
# RUN: cc -w -std=gnu11 -o %t.exe test/exec/inputs/nvml.c -ldl && cuprum exec --memory=1024 --gpu=sm_89 %t.exe
# CHECK: init 0
# CHECK: count 0 1
# CHECK: index 1: 2
# CHECK: index 0: 0
# CHECK: name 0 Cuprum virtual GPU sm_89
# CHECK: short 7
# CHECK: no device 2
# CHECK: uuid 0 40
# CHECK: by uuid 0
# CHECK: by number 0
# CHECK: by other 6
# CHECK: memory 0 1024 0
# CHECK: use 0 0 0
# CHECK: capability 0 8.9
# CHECK: pci 0 00000000:01:00.0 0000:01:00.0 1
# CHECK: clock 0 2520
# CHECK: clock 9: 2
# CHECK: version 0 13050
# CHECK: Not Found
# CHECK: temperature 3
# CHECK: set mode 4
# CHECK: architecture 0 8
# CHECK: processors 0 1
# CHECK: process 0 1 1
# CHECK: field 0 3
# CHECK: events 0 10 0
# CHECK: again 0 0 0 0 1
# RUN[TRACE]: cuprum exec --trace %t.exe
# TRACE: cuprum exec: nvmlDeviceGetHandleByIndex_v2: Invalid Argument
