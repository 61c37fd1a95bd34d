// SPDX-License-Identifier: Apache-2.0
// The local memory of a lane, which lasts as long as the block's memory.
#include "vm/memory/memory.h"

// Local memory of a lane grows by doubling, up to the stack's limit.
void vm_local_reserve(Warp *warp, const VmInst *in, uint32_t lane, uint32_t bytes) {
    if (bytes <= warp->local_cap[lane]) return;
    if (bytes > warp->grid->vm->opt.stack_limit) {
        vm_fault(warp, in, lane, VM_ERR_STACK, 0,
                 "stack overflow: more than %llu bytes of local memory",
                 (unsigned long long)warp->grid->vm->opt.stack_limit);
    }
    uint32_t cap = CU_MAX(warp->local_cap[lane] * 2, CU_ALIGN(bytes, 512u));
    uint8_t *p = arena_alloc(&warp->block->arena, cap, 64);
    uint32_t old = warp->local_cap[lane];
    if (old) memcpy(p, warp->local[lane], old);
    // New memory has the pattern of memory without a value.
    memset(p + old, warp->grid->vm->opt.fill, cap - old);
    if (warp->local_init) {
        uint64_t *bits = arena_array(&warp->block->arena, uint64_t, VM_BIT_WORDS(cap));
        if (old) memcpy(bits, warp->local_init[lane], VM_BIT_WORDS(old) * 8);
        warp->local_init[lane] = bits;
    }
    warp->local[lane] = p;
    warp->local_cap[lane] = cap;
}
