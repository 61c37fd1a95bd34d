// SPDX-License-Identifier: Apache-2.0
// The engine of the lowering of builtin device functions: most rows of src/cuda/builtin.def name an
// intrinsic or a library function; the rest have a handler (lower.def).
#include "irgen/lower.h"
#include "irgen/irgen_diag.h"

#include <stdlib.h>

// "i1 0" or "i1 0@2": a constant appended, or inserted before argument 2.
static void append_constants(Lower *lower, const char *spec) {
    if (!spec || spec[0] != 'i') return;
    char *end;
    uint32_t bits = (uint32_t)strtoul(spec + 1, &end, 10);
    uint64_t v = strtoull(end, &end, 10);
    uint32_t at = *end == '@' ? (uint32_t)strtoul(end + 1, NULL, 10) : lower->n;
    for (uint32_t i = lower->n; i > at; i--) lower->arg[i] = lower->arg[i - 1];
    lower->arg[at] = &ir_int(ir_ty_int(lower->m, bits), v)->v;
    lower->n++;
}

// ---- the kinds of rows --------------------------------------------------------------------------

static IrValue *row_intrinsic(Lower *lower) {
    const char *spec;
    Atom name = lower_intrinsic_name(lower, lower->row->detail, &spec);
    append_constants(lower, spec);
    return lower_call_named(lower, name, lower->ret, lower->n, lower->arg);
}

// "name" or "name|fast": the second with -use_fast_math.
static IrValue *row_runtime(Lower *lower) {
    const char *d = lower->row->detail, *bar = strchr(d, '|');
    if (bar && lower->opt->fp.fast_math) {
        const CudaBuiltin *fast = cuda_builtin_find(bar + 1);
        if (!fast) lower_no_lowering(lower, d);
        lower->row = fast;
        return lower_builtin(lower);
    }
    if (bar) d = atom_str(lower->ctx, atom_intern(lower->ctx, d, (size_t)(bar - d)));
    IrType *p[LOWER_MAX_ARGS];
    for (uint32_t i = 0; i < lower->n; i++) p[i] = lower->arg[i]->type;
    IrFunc *f = lower_runtime(lower->m, d, lower->ret, lower->n, p);
    f->g.pos = f->g.pos ? f->g.pos : lower->pos;
    return &ir_call_fn(lower->b, f, lower->n, lower->arg)->v;
}

// CUDA's atomic functions are relaxed (PTX: .relaxed is the default of atom).
static IrValue *row_atomic(Lower *lower) {
    const char *dot = strchr(lower->row->detail, '.');
    size_t n = (size_t)(dot - lower->row->detail);
    IrRmwOp op = IR_RMW_XCHG;
    for (uint32_t i = 0; i < IR_RMW_NOPS; i++) {
        if (strlen(ir_rmw_names[i]) == n && memcmp(ir_rmw_names[i], lower->row->detail, n) == 0)
            op = i;
    }
    return &ir_atomicrmw(lower->b, op, lower->arg[0], lower->arg[1], IR_MONOTONIC,
                         lower_scope(dot + 1))
                ->v;
}

// The old value alone: CUDA's functions do not say whether they stored.
static IrValue *row_cas(Lower *lower) {
    IrInst *x = ir_cmpxchg(lower->b, lower->arg[0], lower->arg[1], lower->arg[2], IR_MONOTONIC,
                           IR_MONOTONIC, lower_scope(lower->row->detail));
    return ir_extract(lower->b, &x->v, 0);
}

static const struct {
    const char *name;
    IrValue *(*fn)(Lower *c);
} handlers[] = {
#define LOWER(name) {#name, lower_##name},
#include "irgen/lower.def"
#undef LOWER
};

// By the first word of the detail.
static IrValue *row_handler(Lower *lower) {
    const char *d = lower->row->detail;
    const char *dot = strchr(d, '.');
    size_t n = dot ? (size_t)(dot - d) : strlen(d);
    lower->tail = dot ? dot + 1 : "";
    for (uint32_t i = 0; i < CU_COUNT(handlers); i++) {
        if (strlen(handlers[i].name) == n && memcmp(handlers[i].name, d, n) == 0)
            return handlers[i].fn(lower);
    }
    lower_no_lowering(lower, d);
}

// The value of a call of a builtin function, by its row; NULL for void.
IrValue *lower_builtin(Lower *lower) {
    static IrValue *(*const row[])(Lower *) = {
        [BI_INTR] = row_intrinsic, [BI_LIBD] = row_runtime, [BI_RUN] = row_runtime,
        [BI_ATOM] = row_atomic,    [BI_CAS] = row_cas,      [BI_FN] = row_handler};
    IrValue *r = row[lower->row->lowering](lower);
    return lower->ret->kind == IR_TY_VOID ? NULL : r;
}
