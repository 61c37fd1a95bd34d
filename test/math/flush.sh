# SPDX-License-Identifier: Apache-2.0
# With -ftz=true no function depends on a subnormal number: arguments that are none, results that are none. (remquo's quotient
# does, where y is hardly normal: its remainder is subnormal.)
# REQUIRES: /usr/include/mpfr.h
# TIMEOUT: 300
# RUN: %B/tools/math-check --ftz --stride=400009 --random=10000 | grep -v '^remquof_quotient'
# CHECK-NOT: EXCEEDED
# CHECK: expf {{.*}} ulp at
# CHECK-NOT: EXCEEDED
