# SPDX-License-Identifier: Apache-2.0
# Powers next to the smallest normal number: the exponent's low part decides on which side they are.
# REQUIRES: /usr/include/mpfr.h
# RUN: %B/tools/math-check --random=1000000 pow
# CHECK-NOT: EXCEEDED
# CHECK: pow {{.*}} ulp at
