// SPDX-License-Identifier: Apache-2.0
// Approximations for any host.
#define VM_V(name) name##_base
#include "vm/exec_math.inc"
