// SPDX-License-Identifier: Apache-2.0
// The host table: what the device code of a unit has that its host's half knows, as lines of words
// between tabs. The driver compares it with what the host's compiler made (driver/seam).
//
//   kernel  SYMBOL NAME             a kernel of the device code
//   name    SYMBOL ABI              what a host's compiler calls its stub whose __cuprum_abi is
//   this
//                                   one or greater, up to the next
//   param   SIZE ALIGN TYPE         its parameters, in order
//   var     SIZE ALIGN TYPE NAME    the variables with a layout, in the registration's order
//   lost    FILE LINE TEXT          what was not understood in host code
//   stub    FILE LINE NAME KIND     a kernel in the host's text (host_text.c), in order; KIND is
//                                   "template" or "function"
#define _GNU_SOURCE // memmem
#include "cuda/cuda_int.h"
#include "cuda/host_table.h"

#include <stdio.h>

static void put_layout(Cxx *cxx, Type *passed, Pos pos, Buf *table) {
    uint64_t size = 8; // a reference is a pointer
    uint32_t align = 8;
    if (!ty_is_ref(passed)) ty_size_align(cxx, passed, pos, &size, &align);
    char words[48];
    snprintf(words, sizeof words, "%llu\t%u", (unsigned long long)size, align);
    buf_putc(table, '\t');
    buf_puts(table, words);

    Buf name;
    buf_init(&name, &cxx->ctx->perm);
    ty_print(cxx, &name, passed);
    cuda_table_word(table, buf_cstr(&name));
}

// A mark in the place of a name that only clang knows, or before one with a number: the lambda's
// place (driver/seam).
static void mark_lambda(void *data, const ClassDecl *closure, bool numbered, Buf *name) {
    Cxx *cxx = data;
    CudaLambdaPlace at;
    if (!cuda_lambda_place(cxx->ctx, cxx->tokens->at, closure->closure.introducer, &at)) return;
    buf_printf(name, "%c%s:%u:%u%c", numbered ? HOST_NOTE_BEGIN : HOST_MARK_BEGIN,
               atom_str(cxx->ctx, at.file), at.line, at.ordinal,
               numbered ? HOST_NOTE_END : HOST_MARK_END);
}

// Versions of which each names something in another way than the one before.
typedef struct Naming {
    uint32_t version; // of the compiler
    const char *abi;  // from this value of __cuprum_abi on (cuprum_build.h)
} Naming;
static const Naming gcc_namings[] = {{12, "0"}, {14, "1018"}, {15, "1020"}};
static const Naming clang_namings[] = {{14, "0"}, {19, "15"}};

static void put_name(Cxx *cxx, FuncDecl *kernel, const CxxHostNaming *naming, const char *abi,
                     Buf *table) {
    buf_puts(table, "name");
    cuda_table_word(table, atom_str(cxx->ctx, cxx_mangle_host(cxx, kernel, naming)));
    cuda_table_word(table, abi);
    buf_putc(table, '\n');
}

// Whether a template is static depends on how it is declared: both names may be the stub's. Names
// of two versions must not be mixed: the one's for a kernel may be the other's for another.
static void put_names(Cxx *cxx, FuncDecl *kernel, const CxxHostNaming *asked, Buf *table) {
    const Naming *namings = asked->clang ? clang_namings : gcc_namings;
    uint32_t count = asked->clang ? CU_COUNT(clang_namings) : CU_COUNT(gcc_namings);
    for (uint32_t i = 0; i < 2 * count; i++) {
        CxxHostNaming naming = {.clang = asked->clang,
                                .version = namings[i / 2].version,
                                .static_template = i % 2,
                                .put_closure = mark_lambda,
                                .data = cxx};
        put_name(cxx, kernel, &naming, namings[i / 2].abi, table);
    }
}

static void put_kernel(Cxx *cxx, FuncDecl *kernel, const CxxHostNaming *asked, Buf *table) {
    buf_puts(table, "kernel");
    cuda_table_word(table, atom_str(cxx->ctx, cxx_mangle(cxx, &kernel->d)));
    cuda_table_word(table, cuda_full_name(cxx, &kernel->d));
    buf_putc(table, '\n');
    put_names(cxx, kernel, asked, table);
    for (uint32_t i = 0; i < kernel->d.type->u.func.nparam; i++) {
        buf_puts(table, "param");
        put_layout(cxx, kernel->d.type->u.func.param[i], kernel->d.pos, table);
        buf_putc(table, '\n');
    }
}

bool cuda_has_layout(const VarDecl *var) {
    return var->d.type->kind != TY_ARRAY_INC;
}

static void put_variable(Cxx *cxx, VarDecl *var, Buf *table) {
    buf_puts(table, "var");
    put_layout(cxx, var->d.type, var->d.pos, table);
    cuda_table_word(table, cuda_full_name(cxx, &var->d));
    buf_putc(table, '\n');
}

bool cuda_table_tells_places(const Buf *table) {
    static const char *const rows[] = {"\nlost\t", "\ncapture\t"};
    if (!table->n) return false;
    bool tells = memchr(table->at, HOST_MARK_BEGIN, table->n) ||
                 memchr(table->at, HOST_NOTE_BEGIN, table->n);
    for (uint32_t i = 0; i < CU_COUNT(rows); i++)
        tells |= memmem(table->at, table->n, rows[i], strlen(rows[i])) != NULL;
    return tells;
}

static void put_missed(Cxx *cxx, Buf *table) {
    Pos pos;
    const char *text;
    for (uint32_t i = 0; cxx_host_missed(cxx, i, &pos, &text); i++) {
        buf_puts(table, "lost");
        cuda_table_place(cxx->ctx, table, pos);
        cuda_table_word(table, text);
        buf_putc(table, '\n');
    }
}

void cuda_write_host_table(Cxx *cxx, CudaRegistration *registration) {
    Buf *table = &registration->table;
    put_missed(cxx, table);
    for (uint32_t i = 0; i < cxx->work.n; i++) {
        FuncDecl *func = cxx->work.at[i];
        if (cuda_is_registered(&func->d)) put_kernel(cxx, func, &registration->naming, table);
    }
    for (uint32_t i = 0; i < cxx->work_vars.n; i++) {
        VarDecl *var = cxx->work_vars.at[i];
        if (cuda_is_registered(&var->d) && var->defined && cuda_has_layout(var))
            put_variable(cxx, var, table);
    }
    cuda_write_captures(cxx, table);
}
