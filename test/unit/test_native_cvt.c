// SPDX-License-Identifier: Apache-2.0
// test_vm_cvt.c in native code.
#define UNIT_NATIVE true
#include "test_vm_cvt.c"
