// SPDX-License-Identifier: Apache-2.0
// From which lane each lane reads in a shuffle (PTX ISA 9.7.9.6): asked when one is executed, and
// when native code is made of one whose operands are constants.
#include "vm/state/state.h"

// Where each lane reads, and whether that is in its segment; if not it reads itself. Segments are
// by c: its upper bits clear those of the lane, its lower ones bound it. Compiled for each mode.
static inline __attribute__((always_inline)) void find_sources(uint32_t mode, const uint32_t *b,
                                                               const uint32_t *c, uint32_t *source,
                                                               uint32_t *inside) {
    for (uint32_t i = 0; i < VM_LANES; i++) {
        uint32_t distance = b[i] & 31, clamp = c[i] & 31, segment = c[i] >> 8 & 31;
        uint32_t bound = (i & segment) | (clamp & ~segment);
        uint32_t from = mode == PTX_SHFL_UP     ? i - distance
                        : mode == PTX_SHFL_DOWN ? i + distance
                        : mode == PTX_SHFL_BFLY ? i ^ distance
                                                : (i & segment) | (distance & ~segment);
        inside[i] = mode == PTX_SHFL_UP ? (int32_t)from >= (int32_t)bound : from <= bound;
        source[i] = (inside[i] ? from : i) & 31;
    }
}

uint32_t vm_shuffle_sources(uint32_t mode, const uint32_t *b, const uint32_t *c, uint32_t *source) {
    uint32_t inside[VM_LANES], bits = 0;
    switch (mode) {
    case PTX_SHFL_UP: find_sources(PTX_SHFL_UP, b, c, source, inside); break;
    case PTX_SHFL_DOWN: find_sources(PTX_SHFL_DOWN, b, c, source, inside); break;
    case PTX_SHFL_BFLY: find_sources(PTX_SHFL_BFLY, b, c, source, inside); break;
    default: find_sources(PTX_SHFL_IDX, b, c, source, inside); break;
    }
    for (uint32_t i = 0; i < VM_LANES; i++) bits |= inside[i] << i;
    return bits;
}
