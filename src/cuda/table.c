// SPDX-License-Identifier: Apache-2.0
// The table of builtin device functions, apart from the front end so that programs that only read
// IR can have it alone.
#include "cuda/cuda.h"

#define BI(name, sig, lowering, detail, sm)                                                        \
    _Static_assert(sizeof #name <= 44 && sizeof(sig) <= 12 && sizeof(detail) <= 41,                \
                   "the texts fit");
#include "cuda/builtin.def"
#include "cuda/builtin_atomic.def"
#include "cuda/builtin_mma.def"
#include "cuda/builtin_nvvm.def"
#undef BI

const CudaBuiltin cuda_builtins[] = {
#define BI(name, sig, lowering, detail, sm) {#name, sig, BI_##lowering, detail, sm},
#include "cuda/builtin.def"
#include "cuda/builtin_atomic.def"
#include "cuda/builtin_mma.def"
#include "cuda/builtin_nvvm.def"
#undef BI
};
const uint32_t cuda_nbuiltins = CU_COUNT(cuda_builtins);

static const uint16_t slots[] = {
#include "builtin_slots.h"
};

const CudaBuiltin *cuda_builtin_find(const char *name) {
    uint32_t at = atom_hash(name, strlen(name)) % CU_COUNT(slots);
    for (; slots[at]; at = (at + 1) % CU_COUNT(slots)) {
        const CudaBuiltin *row = &cuda_builtins[slots[at] - 1];
        if (strcmp(row->name, name) == 0) return row;
    }
    return NULL;
}
