# SPDX-License-Identifier: Apache-2.0
# Every form of launching or naming a kernel that the list has makes the kernels that it says.
# RUN: sh test/cuda/inputs/launch_forms.sh test/cuda/inputs/launch_forms_std.txt %t
# CHECK: forms agree
# REQUIRES: <functional>
# TIMEOUT: 120
