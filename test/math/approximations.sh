# SPDX-License-Identifier: Apache-2.0
# With the machine's approximations as far off as a GPU's no function's error is larger than NVIDIA documents, or than
# NVIDIA's library has on one; and where the value is a power of two it is exact all the same.
# REQUIRES: /usr/include/mpfr.h
# TIMEOUT: 300
# RUN: for m in low high random; do %B/tools/math-check --group=f --stride=60013 --random=50000 --approximations=$m; done
# CHECK-NOT: EXCEEDED
# CHECK: expf {{.*}} ulp at
# CHECK-NOT: EXCEEDED
