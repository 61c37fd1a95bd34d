#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# ptxas of CUDA 13.5 (doc/testing.md) takes the text of the intrinsics of PTX 9.1, and what asm statements make of newer versions.
# REQUIRES: ptxas-13.5
# RUN: cuprum test/ptx/family_newer.ll -arch=sm_120a -o %t.ptx && ptxas-13.5 -arch=sm_120a %t.ptx -o /dev/null && echo intrinsics
# CHECK: intrinsics
# RUN[B]: cuprum test/driver/inputs/newer_asm.cu --no-toolkit -arch=sm_107f -o %t.ptx && ptxas-13.5 -arch=sm_107f %t.ptx -o /dev/null && echo asm
# B: asm
