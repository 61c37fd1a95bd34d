// SPDX-License-Identifier: Apache-2.0
// When two instructions compute one value.
#ifndef CUPRUM_OPT_SAME_VALUE_H
#define CUPRUM_OPT_SAME_VALUE_H

#include "opt/common/common.h"

// By contents, not by addresses: equal for instructions that opt_same_value finds the same.
uint64_t opt_value_hash(const IrInst *inst);
// Same operation, type and operands, those of commutative ones in any order. Flags and attachments
// may differ: what stands for both must promise no more than both did. Not for what reads memory.
bool opt_same_value(const IrInst *one, const IrInst *other);

#endif
