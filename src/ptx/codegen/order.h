// SPDX-License-Identifier: Apache-2.0
// order.h: private to codegen: a function's code among that of the others.
#ifndef CUPRUM_PTX_CODEGEN_ORDER_H
#define CUPRUM_PTX_CODEGEN_ORDER_H

#include "ptx/select/select.h"

// Gives the code of f its numbers. Called in the order of functions, on one thread.
void sel_settle(SelModule *sel_module, PtxFunc *fn, const SelLater *put_off);

#endif
