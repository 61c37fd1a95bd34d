// SPDX-License-Identifier: Apache-2.0
// Calls of builtin functions, by the compiler's own table (src/cuda/builtin*.def): every row that
// is a function of numbers.
#include "gen_cuda.h"

#include "cuda/cuda.h"

#include <fnmatch.h>
#include <string.h>

// Rows of numbers that expressions do not call: they are no functions of their operands, or take
// part in what a warp does together (cuda_warp.def has those), or are not known to both compilers.
static const char *const not_called[] = {
#define NOT_CALLED(pattern, reason) pattern,
#include "cuda_not_called.def"
#undef NOT_CALLED
};

static bool is_called(const CudaBuiltin *row, uint32_t sm) {
    if (row->min_sm > sm || strspn(row->sig, "bchstiulmxyfdo") != strlen(row->sig)) return false;
    if (!row->sig[1]) return false; // a clock, an identity
    for (size_t i = 0; i < sizeof not_called / sizeof *not_called; i++) {
        if (fnmatch(not_called[i], row->name, 0) == 0) return false;
    }
    return true;
}

bool cuda_builtin_call(Cuda *cuda, char letter, int depth) {
    // rows of the type are sought from a random place on
    uint32_t from = cuda_pick(cuda, cuda_nbuiltins);
    for (uint32_t i = 0; i < cuda_nbuiltins; i++) {
        const CudaBuiltin *row = &cuda_builtins[(from + i) % cuda_nbuiltins];
        char result = row->sig[0] == 'l' ? 'x' : row->sig[0] == 'm' ? 'y' : row->sig[0];
        if (result != letter || !is_called(row, cuda->sm)) continue;
        coverage_made(cuda->coverage, "builtin", row->name);
        text_put(&cuda->text, "(%s)%s(", cuda_type_name(letter), row->name);
        for (uint32_t k = 1; row->sig[k]; k++) {
            if (k > 1) text_put(&cuda->text, ", ");
            // a NaN's sign and payload are nobody's business
            bool real = row->sig[k] == 'f' || row->sig[k] == 'd';
            if (real) text_put(&cuda->text, "plain(");
            cuda_expression(cuda, row->sig[k], depth - 1);
            if (real) text_put(&cuda->text, ")");
        }
        text_put(&cuda->text, ")");
        return true;
    }
    return false;
}
