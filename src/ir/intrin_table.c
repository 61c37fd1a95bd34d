// SPDX-License-Identifier: Apache-2.0
// The rows of intrinsics (intrin.def, and a family's as one row), which all of src/ir may ask.
#include "base/target.h"
#include "base/feature.h"
#include "ir/ir_int.h"
#include "ir/intrin_id.h"

#include "ids/intrin_count.h"

#define INTRIN(id, text, signature, ...)                                                           \
    _Static_assert(sizeof(text) <= 108 && sizeof(signature) <= 28, "the texts fit");
#include "ir/intrin.def"
const IrIntrinRow ir_intrins[IR_NINTRINS] = {
#define INTRIN(id, text, signature, ...)                                                           \
    [IR_I_##id] = {.name = text, .sig = signature, __VA_ARGS__},
#include "ir/intrin.def"
#define ITEM(set, name, ptx, sm, version)
#define FAMILY(id, pattern, p, imm, sm, version, form)                                             \
    [IR_I_F_##id] = {.name = "llvm.nvvm." pattern,                                                 \
                     .props = p,                                                                   \
                     .immarg = imm,                                                                \
                     .min_sm = sm,                                                                 \
                     .min_ptx = version},
#include "ir/intrin_family.def"
};
