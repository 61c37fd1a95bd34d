// SPDX-License-Identifier: Apache-2.0
// multimem (PTX ISA 9.7.9.14): not yet.
#include "vm/foreign.h"

bool vm_decode_multimem(Decoder *decoder, const Foreign *foreign, VmInst *inst) {
    return false;
}
