// SPDX-License-Identifier: Apache-2.0
// Intrinsics by name, IR_I_fshl, and rows of families, IR_I_F_fma_h: the numbers of intrin.def's
// and intrin_family.def's rows (tools/gen/ids.c), for files that name one. How many there are
// stands in ids/intrin_count.h.
#ifndef CUPRUM_INTRIN_ID_H
#define CUPRUM_INTRIN_ID_H

#include "ir/ir.h"

enum {
#include "ids/intrin.h"
};

// Kinds of an IrIntrin: marks of lifetimes; copies of bytes; these and memset.
static inline bool ir_is_lifetime(uint32_t id) {
    return is_any_of(id, IR_I_lifetime_start, IR_I_lifetime_end);
}
static inline bool ir_is_block_copy(uint32_t id) {
    return is_any_of(id, IR_I_memcpy, IR_I_memmove);
}
static inline bool ir_is_block_write(uint32_t id) {
    return ir_is_block_copy(id) || id == IR_I_memset;
}

#endif
