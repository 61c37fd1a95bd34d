# SPDX-License-Identifier: Apache-2.0
# A slice of the random programs, the same in every run as far as the time goes (doc/testing.md,
# "Random programs"): no differences, and none of what the generators name is unknown.
# RUN: %B/tools/difftest --count=200 --seed=100 --time=40 --reduce=1 --keep=%B/difftest-slice
# REQUIRES: /usr/local/cuda/nvvm/libdevice/libdevice.10.bc
# TIMEOUT: 200
# CHECK: judges: NVRTC {{yes|no}}, libNVVM {{yes|no}}, LLVM 19 {{yes|no}}
# CHECK-NOT: DIFFERENCE
# CHECK-NOT: names of no table
# CHECK: {{[1-9][0-9]*}} programs, 0 differences
