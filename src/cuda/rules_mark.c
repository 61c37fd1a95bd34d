// SPDX-License-Identifier: Apache-2.0
// The marks of declarations (__device__, __shared__ ...): what messages call them, and the warning
// where one means nothing.
#include "cuda/rules.h"

// The word of the first row that a mark is in; the last row's if none is.
const char *cuda_word_of(const MarkWord *words, uint32_t n, unsigned cuda) {
    uint32_t i = 0;
    while (i + 1 < n && !(cuda & words[i].bits)) i++;
    return words[i].word;
}

const char *cuda_exec_space(Cxx *cxx, const FuncDecl *func) {
    static const char *const names[2][2] = {{"__host__", "__device__"},
                                            {"__host__", "__host__ __device__"}};
    bool host = func->d.cuda & CU_HOST, device = func->d.cuda & CU_DEVICE;
    bool unmarked = !host && !device;
    return names[host][device || (unmarked && cxx->opt.default_device)];
}

// Whether the declaration is judged wherever it stands; of functions and variables that are not
// local, only those of the main file are.
static bool is_local_or_ours(const Decl *decl) {
    bool local = decl->kind == D_VAR && ((const VarDecl *)decl)->fn;
    bool own = is_any_of(decl->kind, D_FUNC, D_VAR) && !local;
    return !own || is_in_main_file(decl);
}

// Warns of the first of the marks that the declaration has.
void cuda_warn_ignored(Cxx *cxx, const Decl *decl, unsigned bits) {
    static const MarkWord words[] = {{CU_HOST, "host"},
                                     {CU_DEVICE, "device"},
                                     {CU_GLOBAL, "global"},
                                     {CU_SHARED, "shared"},
                                     {CU_CONSTANT, "constant"},
                                     {CU_MANAGED, "managed"},
                                     {0, NULL}};
    const char *word = cuda_word_of(words, CU_COUNT(words), decl->cuda & bits);
    if (word && is_local_or_ours(decl)) diag(cxx->ctx, CUDA_ROW(space_ignored), decl->pos, word);
}
