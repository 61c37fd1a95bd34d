// SPDX-License-Identifier: Apache-2.0
// How many lanes the functions of compute/alu.inc and compute/fp.inc compute: a warp's, or the
// eight of native code (ROW_LANES is 8), whose results are no rows: all lanes are written.
#ifndef CUPRUM_VM_ROW_LANES_H
#define CUPRUM_VM_ROW_LANES_H

#include "vm/compute/compute.h"

#ifndef ROW_LANES
#define ROW_LANES VM_LANES
#endif

#define PUT(bits)                                                                                  \
    static inline void put##bits(void *to, const void *from, uint32_t mask) {                      \
        if (ROW_LANES == VM_LANES)                                                                 \
            vm_blend##bits(to, from, mask);                                                        \
        else                                                                                       \
            memcpy(to, from, ROW_LANES *bits / 8);                                                 \
    }
PUT(16)
PUT(32)
PUT(64)
#undef PUT

#endif
