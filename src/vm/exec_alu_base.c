// SPDX-License-Identifier: Apache-2.0
// Integer instructions for any host.
#pragma GCC optimize("O3")
#define VM_V(name) name##_base
#include "vm/exec_alu.inc"
