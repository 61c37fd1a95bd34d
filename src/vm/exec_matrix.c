// SPDX-License-Identifier: Apache-2.0
// Matrix instructions (PTX ISA 9.7.14).
#include "vm/float.h"

bool vm_decode_matrix(Decoder *d, const PtxInst *in, const PtxOpnd *o, VmInst *v) {
    return false;
}
