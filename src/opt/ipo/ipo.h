// SPDX-License-Identifier: Apache-2.0
// ipo.h: passes that look at several functions.
#ifndef CUPRUM_OPT_IPO_IPO_H
#define CUPRUM_OPT_IPO_IPO_H

#include "opt/ipo/calls.h"

// The body of `src` behind dst's, as it is for a call (ipo/clone.c): map->value holds the
// arguments. Only what is reached with them is copied; the entry's copy comes first.
IrBlock *opt_clone_for_call(IrFunc *dst, const IrFunc *src, IrCloneMap *map, Arena *tmp);

#endif
