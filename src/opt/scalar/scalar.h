// SPDX-License-Identifier: Apache-2.0
// scalar.h: values of one function: what simplifies without making a new one, and how early a value
// is known.
#ifndef CUPRUM_OPT_SCALAR_SCALAR_H
#define CUPRUM_OPT_SCALAR_SCALAR_H

#include "opt/common/common.h"

// ---- scalar/simplify.c --------------------------------------------------------------------------

// What an instruction is equal to without making a new one (x + 0 is x, a constant, an operand), or
// NULL. Looks at operands only.
IrValue *opt_simplify(IrModule *module, const IrInst *inst);

// ---- scalar/fold_library.c ----------------------------------------------------------------------

// The value of a call of the device math library with constants, or NULL.
IrConst *opt_fold_library(IrModule *module, const IrInst *call);
bool opt_is_foldable(const IrFunc *fn); // is it one of the functions that fold?
// Whether the function of that name, without __nv_, folds to what the host computes, which may
// differ from the device's in the last place.
bool opt_folds_as_hosts_do(const char *name);

// ---- scalar/ranks.c: how early a value is known -------------------------------------------------

typedef struct {
    uint64_t *of; // by value id
    uint32_t n;
} OptRanks;
OptRanks opt_ranks(PassCtx *pc, const IrFunc *fn); // in pc->tmp
// 0: a constant, or made after the ranks.
static inline uint64_t opt_rank(const OptRanks *r, const IrValue *value) {
    return (ir_as_inst(value) || ir_as_arg(value)) && value->id < r->n ? r->of[value->id] : 0;
}

#endif
