# SPDX-License-Identifier: Apache-2.0
# The names in the list of forms are nvcc's.
# RUN: sh test/cuda/inputs/launch_forms.sh test/cuda/inputs/launch_forms_std.txt %t nvcc
# CHECK: forms agree
# REQUIRES: <functional>
# REQUIRES: nvcc
# TIMEOUT: 120
