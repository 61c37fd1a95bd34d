#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# NVIDIA's ptxas of CUDA 13.5 takes and refuses what the table of forms of PTX 9.1 to 9.5 says. It is found as `ptxas-13.5` on the
# PATH (doc/testing.md).
# REQUIRES: python3, ptxas-13.5
# TIMEOUT: 200
# RUN: python3 %S/inputs/newer_nvidia.py ptxas-13.5 %S/inputs/newer.txt %S/inputs/newer_head.ptx %t.ptx
# CHECK: True 0
