#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# A few of Csmith's random programs, as kernels and on the host. More: tools/run_csmith.sh
# RUN: B=%B tools/run_csmith.sh 1 6
# REQUIRES: csmith, g++
# TIMEOUT: 120
# CHECK: {{[1-6]}} programs agree, 0 do not
