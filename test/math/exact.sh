# SPDX-License-Identifier: Apache-2.0
# A slice of all floats (the whole: make math-check): no function's error is larger than NVIDIA documents.
# REQUIRES: /usr/include/mpfr.h
# TIMEOUT: 300
# RUN: %B/tools/math-check --stride=60013 --random=50000
# CHECK-NOT: EXCEEDED
# CHECK: expf {{.*}} ulp at
# CHECK-NOT: EXCEEDED
