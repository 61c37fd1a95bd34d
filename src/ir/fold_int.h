// SPDX-License-Identifier: Apache-2.0
// Private to fold*.c: constants as machine numbers.
#ifndef CUPRUM_FOLD_INT_H
#define CUPRUM_FOLD_INT_H

#include "base/apint.h"
#include "ir/ir_int.h"

bool fold_get(const IrConst *constant,
              u128 *v); // an integer constant of up to 128 bits, zero extended
u128 fold_mask(uint32_t bits);
i128 fold_signed(u128 v, uint32_t bits);
IrConst *fold_put(IrType *type, u128 v);              // truncates
bool fold_get_fp(const IrConst *constant, double *v); // half, bfloat, float, double: exact
IrConst *fold_put_fp(IrModule *module, IrType *wanted,
                     double v); // NULL for what is left to the machine

// fold_nvvm.c: NVVM's arithmetic, exact in PTX; NULL for any other intrinsic
IrConst *fold_nvvm(IrModule *module, IrIntrin id, IrType *result, uint32_t n, IrConst *const *arg);

// fold_quad.c: where a type is fp128
IrConst *fold_quad_bin(IrModule *module, IrOp op, IrConst *constant, IrConst *y);
IrConst *fold_quad_cmp(IrModule *module, IrPred p, IrConst *constant, IrConst *y);
IrConst *fold_quad_cast(IrModule *module, IrOp op, IrConst *constant, IrType *target);

#endif
