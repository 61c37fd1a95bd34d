# SPDX-License-Identifier: Apache-2.0
# Where the value is a simple one, it is exact: of 0, of 1, and of what is so small that the value is that of 0.
# RUN: cuprum run --device-library=cuprum %S/inputs/zero.cu --print=0 buf:f32:16:zero f32:0 f32:1 f32:-1e-30
# CHECK: arg 0: 1 1 1 0.5 1 1 1 1 1 1 1 0.5 1 1 1 1
