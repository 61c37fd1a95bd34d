// SPDX-License-Identifier: Apache-2.0
// Private to fold*.c: constants as numbers.
#ifndef CUPRUM_FOLD_INT_H
#define CUPRUM_FOLD_INT_H

#include "base/apfloat.h"
#include "ir/ir_int.h"

bool fold_get(const IrConst *constant,
              u128 *v); // an integer constant of up to 128 bits, zero extended
u128 fold_mask(uint32_t bits);
i128 fold_signed(u128 v, uint32_t bits);
IrConst *fold_put(IrType *type, u128 v); // truncates

// fold_nvvm.c: NVVM's arithmetic, exact in PTX; NULL for any other intrinsic
IrConst *fold_nvvm(IrModule *module, IrIntrin id, IrType *result, uint32_t n, IrConst *const *arg);

// fold_float.c: operators of floating point; NULL for what is left to the machine (fold.c's head)
IrConst *fold_float_bin(IrModule *module, IrOp op, IrConst *left, IrConst *right);
IrConst *fold_float_cmp(IrModule *module, IrPred pred, IrConst *left, IrConst *right);
IrConst *fold_float_cast(IrModule *module, IrOp op, IrConst *constant, IrType *target);
// An operand's number; false for what is no number, and for single subnormals.
bool fold_get_float(const IrConst *constant, ApFloat *value);
// A result, in the type's own format; NULL for NaN and single subnormals.
IrConst *fold_put_float(IrModule *module, IrType *wanted, ApFloat value);

#endif
