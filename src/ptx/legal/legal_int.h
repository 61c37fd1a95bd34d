// SPDX-License-Identifier: Apache-2.0
// Private to this floor: IR that selection does not take, rewritten as IR that it does.
// An expansion returns true when it replaced the instruction; what it put in its place is looked at
// again, so expansions may use each other.
#ifndef CUPRUM_PTX_LEGAL_LEGAL_INT_H
#define CUPRUM_PTX_LEGAL_LEGAL_INT_H

#include "ptx/legal/legal.h"

typedef struct Legal {
    SelModule *g;
    IrFunc *f;
    IrModule *m;
    bool ftz; // as Sel.ftz
} Legal;

// Constants: a 64-bit integer, a number of a type, its zero.
static inline IrValue *legal_i64(Legal *legal, uint64_t v) {
    return &ir_int(legal->m->ty_i64, v)->v;
}
static inline IrValue *legal_num(IrType *type, uint64_t v) { // also splats
    return &ir_int(type, v)->v;
}
static inline IrValue *legal_zero(Legal *legal, IrType *type) {
    return &ir_null(legal->m, type)->v;
}

// The helper function of that name, a declaration at first (*made). An error if the module has
// something else of that name.
IrFunc *legal_helper(Legal *legal, Atom name, IrType *fty, bool *made);
bool legal_memory(Legal *legal, IrInst *call, uint32_t id);   // legal/mem.c: block copies, va_*
bool legal_overflow(Legal *legal, IrInst *call, uint32_t id); // legal/int.c
bool legal_integer(Legal *legal, IrInst *call, uint32_t id);
bool legal_wide(Legal *legal, IrInst *inst);               // legal/wide.c: integers beyond 64 bits
bool legal_divide(Legal *legal, IrInst *division);         // legal/divide.c: division of such
IrType *legal_wide_type(Legal *legal, const IrType *type); // of whole 64-bit parts
IrValue *legal_part(Legal *legal, IrBuilder *builder, IrValue *wide, uint32_t k); // 64 bits of it
IrValue *legal_join(Legal *legal, IrBuilder *builder, IrType *type, uint32_t n, IrValue **part);
bool legal_masked(Legal *legal, IrInst *call, uint32_t id);      // legal/masked.c
bool legal_vp(Legal *legal, IrInst *call, uint32_t id);          // legal/vp.c: vector predication
bool legal_constrained(Legal *legal, IrInst *call, uint32_t id); // legal/constrained.c
bool legal_fp128(Legal *legal, IrInst *inst);                    // legal/fp128.c
bool legal_fp128_call(Legal *legal, IrInst *inst, uint32_t id);
bool legal_rmw(Legal *legal, IrInst *atomic); // legal/atomic.c
bool legal_cmpxchg(Legal *legal, IrInst *exchange);
bool legal_access128(Legal *legal, IrInst *access);
bool legal_nvvm(Legal *legal, IrInst *call, uint32_t id);  // legal/nvvm.c: NVVM's that are plain IR
bool legal_rsqrt(Legal *legal, IrInst *quotient);          // legal/float.c
bool legal_float(Legal *legal, IrInst *call, uint32_t id); // legal/float.c
bool legal_vector(Legal *legal, IrInst *call,
                  uint32_t id); // legal/vec.c: element by element, reductions
bool legal_gep(Legal *legal, IrInst *step);
bool legal_vararg(Legal *legal, IrInst *inst, uint32_t id); // legal/vararg.c
// C without prototypes calls variadic functions plainly: those calls, once, before the others.
void legal_unprototyped(Legal *legal);
#endif
