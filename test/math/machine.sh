# SPDX-License-Identifier: Apache-2.0
# The library, compiled and run on the virtual machine, gives the bits that its sources give on the host.
# REQUIRES: /usr/include/mpfr.h
# TIMEOUT: 300
# RUN: %B/tools/math-check --same --stride=400009 --random=10000
# CHECK-NOT: on the host
# CHECK: expf: the same
# CHECK-NOT: on the host
