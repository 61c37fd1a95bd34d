// SPDX-License-Identifier: Apache-2.0
// Private header of the lowering of builtin device functions (lower*.c): rows of
// src/cuda/builtin.def to IR, from IR operands alone. Two callers: builtin.c for calls in C++, and
// lower_module.c for calls of declarations in IR. Nothing here knows of the front end.
#ifndef CUPRUM_IRGEN_LOWER_H
#define CUPRUM_IRGEN_LOWER_H

#include "cuda/cuda.h"
#include "ir/ir.h"
#include "irgen/irgen.h"

enum { LOWER_MAX_ARGS = 16 };

// What a function of type-dependent meaning (the row's signature is "v.") is called for.
typedef enum { LOWER_INT, LOWER_UINT, LOWER_FLOAT } LowerClass;

typedef struct Lower {
    Ctx *ctx;
    IrModule *m;
    IrBuilder *b;
    const IrGenOptions *opt;
    const CudaBuiltin *row;
    Pos pos;
    const char *tail; // what stands behind the handler's name in `detail`: "redux.add" gives "add"
    IrValue *arg[LOWER_MAX_ARGS]; // class arguments: their address
    uint32_t n;
    IrType *ret;      // void when the result is a class
    IrValue *ret_mem; // where a result of class type is to be stored, or NULL
    // the object type of texture, surface and generic atomic functions
    uint32_t elem_n, elem_bits;
    LowerClass elem_class;
    bool no_return; // set by handlers: what follows cannot be reached
} Lower;

// Lowers one call (row, arguments and result set). NULL: the result is void, or a diagnostic was
// reported.
IrValue *lower_builtin(Lower *lower);

// ---- lower_call.c: for the handlers ----
// A row that names nothing: a defect of ours.
CU_NORETURN void lower_no_lowering(Lower *lower, const char *what);
// The name with its marks replaced ("%z", "@"); what stands behind ':' is given apart.
Atom lower_intrinsic_name(Lower *lower, const char *detail, const char **appended);
// A call of an intrinsic by name and types.
IrValue *lower_call_named(Lower *lower, Atom name, IrType *ret, uint32_t n, IrValue **arg);
IrConst *lower_i32(Lower *lower, uint32_t v);
// A call of the intrinsic of that name ("%z" in it: ".ftz" or nothing).
IrValue *lower_intr(Lower *lower, const char *name, IrType *ret, uint32_t n, IrValue **arg);
IrValue *lower_intrf(Lower *lower, IrType *ret, uint32_t n, IrValue **arg, const char *format, ...)
    CU_PRINTF(5, 6);
// The function of that name, declared if it is not there.
IrFunc *lower_runtime(IrModule *module, const char *name, IrType *ret, uint32_t n,
                      IrType *const *param);
// Inline PTX. `effect`: keeps it though nothing uses it.
IrValue *lower_asm(Lower *lower, IrType *ret, const char *text, const char *constraints, uint32_t n,
                   IrValue **arg, bool effect);
// The k-th word of the tail, words parted by dots: "redux.sync.add". Empty behind the last.
const char *lower_word(Lower *lower, uint32_t k);
// A constant argument; a diagnostic and 0 if it is none.
uint64_t lower_constant(Lower *lower, uint32_t k);
IrScope lower_scope(const char *s);
// printf over evaluated, promoted arguments (the format first).
IrValue *lower_printf(Lower *lower, IrValue *format, uint32_t n, IrValue **arg);

// ---- lower_tex.c ----
// A call of __nv_tex_surf_handler: its string, the arguments behind it, the object's type. False:
// it is none of ours.
bool lower_texture_function(Lower *lower, const char *name);

// ---- lower_nvatomic.c ----
// A generic atomic function by what stands behind "__nv_atomic_"; elem_bits and elem_class are set.
IrValue *lower_nv_atomic_typed(Lower *lower, const char *op);

// ---- the handlers, by name ----
#define LOWER(name) IrValue *lower_##name(Lower *c);
#include "irgen/lower.def"
#undef LOWER

#endif
