// SPDX-License-Identifier: Apache-2.0
// Private to the rules over declarations and calls (rules*.c).
#ifndef CUPRUM_CUDA_RULES_H
#define CUPRUM_CUDA_RULES_H

#include "cuda/cuda_int.h"

// The declaration breaks a rule whose text takes no arguments.
static inline void report_if(Cxx *cxx, bool broken, const DiagRow *row, Pos pos) {
    if (broken) diag(cxx->ctx, row, pos);
}

// Whether it is a member of a class.
static inline bool is_in_class(const Decl *decl) {
    return scope_is(decl->scope, SC_CLASS);
}

// Rules about what headers have are left to who wrote them.
static inline bool is_in_main_file(const Decl *decl) {
    return decl->flags & DF_IN_MAIN_FILE;
}

typedef struct {
    unsigned bits;
    const char *word;
} MarkWord;

// Marks (rules_mark.c).
// The word of the first row that a mark is in; the last row's if none is.
const char *cuda_word_of(const MarkWord *words, uint32_t n, unsigned cuda);
// "__host__", "__host__ __device__", as messages name where a function runs.
const char *cuda_exec_space(Cxx *cxx, const FuncDecl *func);
// Warns of the first of the marks that the declaration has, where they mean nothing.
void cuda_warn_ignored(Cxx *cxx, const Decl *decl, unsigned bits);

// Kernels (rules_kernel.c).
void cuda_check_kernel(Cxx *cxx, FuncDecl *func);
void cuda_check_kernel_packs(Cxx *cxx, const TmplParams *params);
void cuda_ask_for_bounds(Cxx *cxx, const FuncDecl *func);
void cuda_check_bounds(Cxx *cxx, FuncDecl *func);

// Variables (rules_variable.c).
void cuda_check_var(Cxx *cxx, VarDecl *var);
void cuda_check_inline(Cxx *cxx, const Decl *decl);
void cuda_check_member(Parse *parse, const Decl *decl);

#endif
