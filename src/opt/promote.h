// SPDX-License-Identifier: Apache-2.0
// What sroa.c takes from mem2reg.c and sroa_select.c.
#ifndef CUPRUM_PROMOTE_H
#define CUPRUM_PROMOTE_H

#include "opt/opt.h"

bool opt_is_promotable(IrInst *alloca_);       // only whole loads and stores of one type
bool opt_promote(PassCtx *pc, IrFunc *f);      // all promotable allocas of the function
bool opt_sroa_selects(PassCtx *pc, IrFunc *f); // accesses through a choice of two local variables

#endif
