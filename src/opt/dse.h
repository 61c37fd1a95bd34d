// SPDX-License-Identifier: Apache-2.0
// The parts of dse.
#ifndef CUPRUM_OPT_DSE_H
#define CUPRUM_OPT_DSE_H

#include "opt/opt.h"

// dse_local.c: stores to local variables that nobody reads before the function ends.
bool opt_dse_local(PassCtx *pc, IrFunc *f);

#endif
