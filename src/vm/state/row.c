// SPDX-License-Identifier: Apache-2.0
// Rows of registers of any lane size as 64-bit numbers, for what is not worth a loop of its own.
#include "vm/state/state.h"

// Writes lanes of a row of any width; of 16-byte lanes the upper half becomes 0.
void vm_store_row(Warp *warp, VmRef ref, uint32_t size, const uint64_t *r, uint32_t mask) {
    uint8_t *p = vm_row(warp, ref);
    uint32_t lane[VM_LANES];
    switch (size) {
    case 1: VM_EACH(i, mask)((uint16_t *)(void *)p)[i] = (uint16_t)r[i]; break;
    case 2:
        for (int i = 0; i < VM_LANES; i++) lane[i] = (uint32_t)r[i];
        vm_blend32((uint32_t *)(void *)p, lane, mask);
        break;
    case 3: vm_blend64((uint64_t *)(void *)p, r, mask); break;
    case 4:
        VM_EACH(i, mask) {
            ((uint64_t *)(void *)p)[2 * i] = r[i];
            ((uint64_t *)(void *)p)[2 * i + 1] = 0;
        }
        break;
    default: break;
    }
}

// All lanes of a row as 64-bit numbers, zero extended; of 16-byte lanes the low half.
void vm_load_row(const Warp *warp, VmRef ref, uint32_t size, uint64_t *r) {
    const uint8_t *p = vm_row(warp, ref);
    for (int i = 0; i < VM_LANES; i++) {
        switch (size) {
        case 1: r[i] = ((const uint16_t *)(const void *)p)[i]; break;
        case 2: r[i] = ((const uint32_t *)(const void *)p)[i]; break;
        case 3: r[i] = ((const uint64_t *)(const void *)p)[i]; break;
        default: r[i] = ((const uint64_t *)(const void *)p)[2 * i]; break;
        }
    }
}
