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

// A line ends a row and a tab a word: a name that has them is shown without.
void cuda_table_word(Buf *table, const char *word) {
    if (table->n && table->at[table->n - 1] != '\n') buf_putc(table, '\t');
    for (; *word; word++) buf_putc(table, is_any_of(*word, '\t', '\n') ? ' ' : *word);
}

void cuda_table_place(Ctx *ctx, Buf *table, Pos pos) {
    SrcLoc at;
    bool known = source_resolve(ctx, pos, &at);
    char line[16];
    snprintf(line, sizeof line, "%u", known ? at.line : 0);
    cuda_table_word(table, known ? atom_str(ctx, at.file) : "");
    cuda_table_word(table, line);
}

static void put_layout(Cxx *cxx, Type *type, Pos pos, Buf *table) {
    uint64_t size = 8; // a reference is a pointer
    uint32_t align = 8;
    if (!ty_is_ref(type)) ty_size_align(cxx, type, pos, &size, &align);
    char words[48];
    snprintf(words, sizeof words, "%llu\t%u", (unsigned long long)size, align);
    buf_putc(table, '\t');
    buf_puts(table, words);

    Buf name;
    buf_init(&name, &cxx->ctx->perm);
    ty_print(cxx, &name, type);
    cuda_table_word(table, buf_cstr(&name));
}

// A mark in the place of a number that only clang knows: the lambda's place (driver/seam).
static void put_place(Cxx *cxx, const ClassDecl *closure, char begin, char end, Buf *name) {
    CudaLambdaPlace at;
    if (!cuda_lambda_place(cxx->ctx, cxx->tokens->at, closure->closure.introducer, &at)) return;
    buf_printf(name, "%c%s:%u:%u%c", begin, atom_str(cxx->ctx, at.file), at.line, at.ordinal, end);
}

static void mark_lambda(void *data, const ClassDecl *closure, Buf *name) {
    put_place(data, closure, 1, 2, name);
}

// In front of a name that clang's ABI gives, where another lambda around has a mark.
static void note_lambda(void *data, const ClassDecl *closure, Buf *name) {
    put_place(data, closure, 3, 4, name);
}

// Versions of which each names something in another way than the one before.
typedef struct Naming {
    uint32_t version; // of the compiler
    const char *abi;  // from this value of __cuprum_abi on (cuprum_build.h)
} Naming;
static const Naming gcc_namings[] = {{12, "0"}, {13, "1018"}, {14, "1019"}, {15, "1020"}};
static const Naming clang_namings[] = {{14, "0"}, {17, "15"}, {19, "18"}};

static void put_name(Cxx *cxx, FuncDecl *kernel, const CxxHostNaming *naming, const char *abi,
                     Buf *table) {
    Atom name = cxx_mangle_host(cxx, kernel, naming);
    if (strchr(atom_str(cxx->ctx, name), 1)) {
        CxxHostNaming noting = *naming;
        noting.note_closure = note_lambda;
        name = cxx_mangle_host(cxx, kernel, &noting);
    }
    buf_puts(table, "name");
    cuda_table_word(table, atom_str(cxx->ctx, name));
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
    static const char lost[] = "\nlost\t";
    if (!table->n) return false;
    return memchr(table->at, '\1', table->n) || memmem(table->at, table->n, lost, sizeof lost - 1);
}

void cuda_write_host_table(Cxx *cxx, CudaRegistration *registration) {
    Buf *table = &registration->table;
    for (uint32_t i = 0; i < cxx->work.n; i++) {
        FuncDecl *func = cxx->work.at[i];
        if (cuda_is_registered(&func->d)) put_kernel(cxx, func, &registration->naming, table);
    }
    for (uint32_t i = 0; i < cxx->work_vars.n; i++) {
        VarDecl *var = cxx->work_vars.at[i];
        if (cuda_is_registered(&var->d) && var->defined && cuda_has_layout(var))
            put_variable(cxx, var, table);
    }
}
