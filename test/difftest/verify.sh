# SPDX-License-Identifier: Apache-2.0
# A slice of the random programs, each launch in native code and by the interpreter (--jit=verify): they agree.
# RUN: %B/tools/difftest --verify --count=60 --seed=500 --time=15 --reduce=1 --keep=%B/difftest-verify
# REQUIRES: /usr/local/cuda/nvvm/libdevice/libdevice.10.bc
# TIMEOUT: 120
# CHECK-NOT: DIFFERENCE
# CHECK: {{[1-9][0-9]*}} programs, 0 differences
