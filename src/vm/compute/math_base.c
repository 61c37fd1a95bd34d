// SPDX-License-Identifier: Apache-2.0
// Approximations for any host.
#define VM_V(name) name##_base
#include "vm/compute/math.inc"
