// SPDX-License-Identifier: Apache-2.0
// memory.h: local variables that become values, and stores.
#ifndef CUPRUM_OPT_MEMORY_MEMORY_H
#define CUPRUM_OPT_MEMORY_MEMORY_H

#include "opt/memory/promote.h"

// The store, which writes what it read, makes a vector of 16 bytes whole with others near it.
bool opt_makes_vector_whole(const IrInst *store);

#endif
