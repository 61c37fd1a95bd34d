// SPDX-License-Identifier: Apache-2.0
// The table of builtin device functions, apart from the front end so that programs that only read
// IR can have it alone.
#include "cuda/cuda.h"

const CudaBuiltin cuda_builtins[] = {
#define BI(name, sig, lowering, detail, sm) {#name, sig, BI_##lowering, detail, sm},
#include "cuda/builtin.def"
#include "cuda/builtin_atomic.def"
#include "cuda/builtin_mma.def"
#include "cuda/builtin_nvvm.def"
#undef BI
};
const uint32_t cuda_nbuiltins = CU_COUNT(cuda_builtins);

const CudaBuiltin *cuda_builtin_find(const char *name) {
    for (uint32_t i = 0; i < cuda_nbuiltins; i++) {
        if (strcmp(cuda_builtins[i].name, name) == 0) return &cuda_builtins[i];
    }
    return NULL;
}
