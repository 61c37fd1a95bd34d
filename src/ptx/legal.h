// SPDX-License-Identifier: Apache-2.0
// Private to the files legal*.c: IR that selection does not take, rewritten as IR that it does.
// An expansion returns true when it replaced the instruction; what it put in its place is looked at
// again, so expansions may use each other.
#ifndef CUPRUM_PTX_LEGAL_H
#define CUPRUM_PTX_LEGAL_H

#include "ptx/sel.h"

typedef struct Legal {
    SelModule *g;
    IrFunc *f;
    IrModule *m;
    bool ftz; // as Sel.ftz
} Legal;

static inline IrValue *legal_i64(Legal *l, uint64_t v) {
    return &ir_int(l->m->ty_i64, v)->v;
}
static inline IrValue *legal_num(IrType *t, uint64_t v) { // also splats
    return &ir_int(t, v)->v;
}
static inline IrValue *legal_zero(Legal *l, IrType *t) {
    return &ir_null(l->m, t)->v;
}

// The helper function of that name, a declaration at first (*made). An error if the module has
// something else of that name.
IrFunc *legal_helper(Legal *l, Atom name, IrType *fty, bool *made);
bool legal_memory(Legal *l, IrInst *i, uint32_t id);   // legal_mem.c: block copies, va_*
bool legal_overflow(Legal *l, IrInst *i, uint32_t id); // legal_int.c
bool legal_integer(Legal *l, IrInst *i, uint32_t id);
bool legal_wide(Legal *l, IrInst *i);               // legal_wide.c: integers beyond 64 bits
bool legal_divide(Legal *l, IrInst *i);             // legal_divide.c: division of such
IrType *legal_wide_type(Legal *l, const IrType *t); // of whole 64-bit parts
IrValue *legal_part(Legal *l, IrBuilder *b, IrValue *v, uint32_t k); // 64 bits of v
IrValue *legal_join(Legal *l, IrBuilder *b, IrType *t, uint32_t n, IrValue **part);
bool legal_masked(Legal *l, IrInst *i, uint32_t id);      // legal_masked.c
bool legal_vp(Legal *l, IrInst *i, uint32_t id);          // legal_vp.c: vector predication
bool legal_constrained(Legal *l, IrInst *i, uint32_t id); // legal_constrained.c
bool legal_fp128(Legal *l, IrInst *i);                    // legal_fp128.c
bool legal_fp128_call(Legal *l, IrInst *i, uint32_t id);
bool legal_rmw(Legal *l, IrInst *i); // legal_atomic.c
bool legal_cmpxchg(Legal *l, IrInst *i);
bool legal_access128(Legal *l, IrInst *i);
bool legal_nvvm(Legal *l, IrInst *i, uint32_t id);   // legal_nvvm.c: NVVM's that are plain IR
bool legal_rsqrt(Legal *l, IrInst *i);               // legal_float.c
bool legal_float(Legal *l, IrInst *i, uint32_t id);  // legal_float.c
bool legal_vector(Legal *l, IrInst *i, uint32_t id); // legal_vec.c: element by element, reductions
bool legal_gep(Legal *l, IrInst *i);
bool legal_vararg(Legal *l, IrInst *i, uint32_t id); // legal_vararg.c
// C without prototypes calls variadic functions plainly: those calls, once, before the others.
void legal_unprototyped(Legal *l);
#endif
