// SPDX-License-Identifier: Apache-2.0
// decode.h: a function of the reader's to the machine's compact form.
#ifndef CUPRUM_VM_DECODE_DECODE_H
#define CUPRUM_VM_DECODE_DECODE_H

#include "vm/state/state.h"

// Decodes a function's body, once. False when it is too large: it cannot be executed then.
bool vm_decode(Vm *vm, VmFunc *fn);

#endif
