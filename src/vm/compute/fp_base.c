// SPDX-License-Identifier: Apache-2.0
// Floating-point instructions for any host.
#if !defined(__clang__)
#pragma GCC optimize("O3")
#endif
#define VM_V(name) name##_base
#include "vm/compute/fp.inc"
