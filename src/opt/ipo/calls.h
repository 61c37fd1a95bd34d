// SPDX-License-Identifier: Apache-2.0
// Functions all of whose calls are known, for the passes that look at arguments between functions.
#ifndef CUPRUM_OPT_IPO_CALLS_H
#define CUPRUM_OPT_IPO_CALLS_H

#include "opt/common/common.h"

typedef VEC(IrInst *) IpoCallVec;
typedef struct {
    IrFunc *fn;
    IpoCallVec calls; // none: nobody calls it
} IpoFunc;
typedef struct {
    uint32_t n;
    IpoFunc *at; // callers before their callees
} IpoFuncs;

// Internal definitions that are called directly only, with their own type and without operand
// bundles, that are no kernels, not variadic, and may be optimised.
IpoFuncs opt_known_functions(IrModule *module, Arena *arena);
// Whether its parameters must stay as they are: a call in it must be a tail call, which takes the
// same ones, or has metadata operands, which may name them.
bool opt_keeps_parameters(const IrFunc *fn);

#endif
