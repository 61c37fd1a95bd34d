#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# NVIDIA's ptxas takes and refuses what the table of test/unit/test_ptx_checked.c says.
# REQUIRES: python3, /usr/local/cuda/bin/ptxas
# TIMEOUT: 120
# RUN: python3 %S/inputs/checked_nvidia.py /usr/local/cuda/bin/ptxas %S/inputs/checked.txt %S/inputs/checked_head.ptx %t.ptx
# CHECK: True 0
