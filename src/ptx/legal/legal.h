// SPDX-License-Identifier: Apache-2.0
// legal.h: IR that selection does not take, rewritten as IR that it does.
#ifndef CUPRUM_PTX_LEGAL_LEGAL_H
#define CUPRUM_PTX_LEGAL_LEGAL_H

#include "ptx/select/select.h"

// Rewrites a function until selection takes all of it.
void ptx_legalize(SelModule *sel_module, IrFunc *fn);

#endif
