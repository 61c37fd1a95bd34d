// SPDX-License-Identifier: Apache-2.0
#include "gen_ir_int.h"
void make_nvvm(Gen *gen) {
    (void)gen;
}
