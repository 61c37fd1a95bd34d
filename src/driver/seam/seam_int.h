// SPDX-License-Identifier: Apache-2.0
// Private header of the seam.
#ifndef CUPRUM_DRIVER_SEAM_INT_H
#define CUPRUM_DRIVER_SEAM_INT_H

#include "driver/driver.h"
#include "driver/seam/seam.h"

#include <elf.h>

// ---- object.c -----------------------------------------------------------------------------------

typedef struct SeamObject {
    const char *path;
    char *bytes; // changed in place, and written at the end
    size_t n;
    const Elf64_Shdr *section;
    uint32_t nsection;
    const Elf64_Sym *symbol;
    uint32_t nsymbol;
    const uint32_t *far; // of symbols in sections with great numbers: these
    size_t nfar;
    const char *names; // of symbols
    size_t nnames;
    uint32_t *relocated; // by section: the one with its relocations, or 0
    uint32_t *hint;      // by section: the relocation found last
    Map functions;       // by section and value: the symbol, plus one
} SeamObject;

// Reads an object. False after a diagnostic.
bool seam_open(Ctx *ctx, const char *path, SeamObject *object);
const char *seam_symbol_name(const SeamObject *object, uint32_t symbol);
// The symbol of that name, or 0.
uint32_t seam_find_symbol(const SeamObject *object, const char *name);
// The bytes at a symbol's place, `size` of them; NULL: it has none, or fewer.
const char *seam_bytes(const SeamObject *object, const Elf64_Sym *symbol, size_t size);
// The relocation of the word `offset` bytes behind the symbol, or NULL.
Elf64_Rela *seam_relocation(SeamObject *object, const Elf64_Sym *symbol, uint64_t offset);
// The function that a word so relocated holds the address of: its symbol, or 0.
uint32_t seam_function(const SeamObject *object, const Elf64_Rela *relocation);
// The text that it holds the address of, or NULL.
const char *seam_text(const SeamObject *object, const Elf64_Rela *relocation);
// Whether anything refers to the function but itself, and data whose symbol is `own`.
bool seam_is_used(const SeamObject *object, uint32_t function, const Elf64_Sym *own);
// Writes the changed bytes to the file. False after a diagnostic.
bool seam_write(Ctx *ctx, const SeamObject *object);

// ---- table.c ------------------------------------------------------------------------------------

typedef struct SeamLayout { // of a parameter or variable in device code
    uint64_t size, align;
    const char *type, *name; // name: of a variable
} SeamLayout;

typedef struct SeamPlace {
    const char *file, *line;
} SeamPlace;

typedef struct SeamName {
    const char *symbol;
    uint32_t abi; // of compilers with this value of __cuprum_abi or a greater one, up to the next
} SeamName;

typedef struct SeamKernel {
    const char *symbol, *name;
    VEC(SeamName) hosts; // that its stub may have
    VEC(SeamLayout) params;
} SeamKernel;

typedef struct SeamDeclared { // a kernel in the host's text
    const char *name;
    SeamPlace at;
    bool is_template;
} SeamDeclared;

typedef struct SeamLambda { // in the host's text
    const char *place;      // FILE:LINE:COLUMN, as clang's signatures have it
    const char *lambda;     // FILE:LINE:ORDINAL, as names of kernels have it
} SeamLambda;

typedef struct SeamLost { // host code that was not understood
    SeamPlace at;
    const char *text;
} SeamLost;

typedef struct SeamTable {
    VEC(SeamKernel) kernels;
    VEC(SeamLayout) variables;
    VEC(SeamDeclared) declared;
    VEC(SeamLost) lost;
    VEC(SeamLambda) lambdas;
} SeamTable;

// `abi`: of the compiler; names that other compilers give are left out.
void seam_read_table(Ctx *ctx, const char *text, size_t size, uint32_t abi, SeamTable *table);

// ---- match.c ------------------------------------------------------------------------------------

enum { SEAM_NONE = UINT32_MAX };

typedef struct SeamStub { // a kernel in the object
    const Elf64_Sym *record;
    const Elf64_Rela *address; // of its address in the record
    uint32_t function;         // its symbol
    const char *name;
    const char *signature; // clang's, or NULL
    uint32_t number;       // of the kernel in the host's text
    const uint64_t *layout;
    uint32_t kernel; // of the table, or SEAM_NONE
} SeamStub;
typedef VEC(SeamStub) SeamStubs;

// Finds the stubs and the kernel of each.
// False after a diagnostic: a stub's record is not as it should be.
bool seam_match(Ctx *ctx, SeamObject *object, const SeamTable *table, SeamStubs *stubs);

// ---- match_clang.c ------------------------------------------------------------------------------

// The kernels of those stubs that have none yet, by clang's signatures.
void seam_match_clang(Ctx *ctx, const SeamTable *table, SeamStubs *stubs);

#endif
