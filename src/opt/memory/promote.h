// SPDX-License-Identifier: Apache-2.0
// What memory/mem2reg.c gives to other passes.
#ifndef CUPRUM_PROMOTE_H
#define CUPRUM_PROMOTE_H

#include "opt/common/common.h"

bool opt_is_promotable(IrInst *alloca_);   // only whole loads and stores of one type
bool opt_promote(PassCtx *pc, IrFunc *fn); // all promotable allocas of the function
// The same for n allocas, all of them promotable.
void opt_promote_these(PassCtx *pc, IrFunc *fn, uint32_t n, IrInst *const *al);

#endif
