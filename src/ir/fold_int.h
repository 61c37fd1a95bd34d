// SPDX-License-Identifier: Apache-2.0
// Private to fold*.c: constants as machine numbers.
#ifndef CUPRUM_FOLD_INT_H
#define CUPRUM_FOLD_INT_H

#include "base/apint.h"
#include "ir/ir_int.h"

bool fold_get(const IrConst *c, u128 *v); // an integer constant of up to 128 bits, zero extended
u128 fold_mask(uint32_t bits);
i128 fold_signed(u128 v, uint32_t bits);
IrConst *fold_put(IrType *t, u128 v);                   // truncates
bool fold_get_fp(const IrConst *c, double *v);          // half, bfloat, float, double: exact
IrConst *fold_put_fp(IrModule *m, IrType *t, double v); // NULL for what is left to the machine

// fold_nvvm.c: NVVM's arithmetic, exact in PTX; NULL for any other intrinsic
IrConst *fold_nvvm(IrModule *m, IrIntrin id, IrType *t, uint32_t n, IrConst *const *arg);

// fold_quad.c: where a type is fp128
IrConst *fold_quad_bin(IrModule *m, IrOp op, IrConst *x, IrConst *y);
IrConst *fold_quad_cmp(IrModule *m, IrPred p, IrConst *x, IrConst *y);
IrConst *fold_quad_cast(IrModule *m, IrOp op, IrConst *x, IrType *t);

#endif
