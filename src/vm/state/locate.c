// SPDX-License-Identifier: Apache-2.0
// From an address to memory: which space it lies in, and whose memory that is.
#include "vm/state/state.h"

#include <stdatomic.h>

// The space that a generic address means, by its window (state/state.h).
static VmSpace space_of_window(uint64_t addr) {
    switch (VM_WINDOW(addr)) {
    case VM_WINDOW(VM_SHARED_BASE): return VSP_SHARED;
    case VM_WINDOW(VM_LOCAL_BASE): return VSP_LOCAL;
    case VM_WINDOW(VM_PARAM_BASE): return VSP_PARAM;
    default: return VSP_GLOBAL;
    }
}

// The space's name in messages; of a generic address that of its window.
const char *vm_space_name(VmSpace sp, uint64_t addr) {
    bool windows = is_any_of(sp, VSP_GENERIC, VSP_GLOBAL);
    switch (windows ? space_of_window(addr) : sp) {
    case VSP_SHARED: return "shared";
    case VSP_LOCAL:
    case VSP_FRAME: return "local";
    case VSP_PARAM: return "param";
    default: return "global";
    }
}

// An offset in shared memory: that of the block, or with a rank in its upper bits that of another
// block of the cluster. Valid are the kernel's own variables (shared_valid has a bit for each byte
// where they leave gaps) and dynamic memory.
static bool locate_shared(Warp *warp, uint64_t off, uint32_t n, VmTarget *place) {
    Block *block = warp->block;
    uint32_t rank = (uint32_t)(off >> VM_RANK_SHIFT);
    uint32_t of_pair = block->rank & ~1u; // the first of two blocks that work together
    bool is_other = warp->fn->pairs && block->rank != of_pair;
    if (rank || is_other) { // shared::cluster
        uint32_t owner = of_pair;
        if (rank) owner = rank >= VM_RANK_FIRST ? rank - VM_RANK_FIRST : block->rank;
        if (owner >= block->cluster->n) return false;
        block = block->cluster->block[owner];
        off &= (1u << VM_RANK_SHIFT) - 1;
        if (!block) return false;
    }
    Grid *g = warp->grid;
    *place =
        (VmTarget){.space = VSP_SHARED, .block = block, .off = off, .host = block->shared + off};
    if (vm_within(off, n, g->shared_begin, g->static_end))
        return !g->kernel->shared_valid || vm_bits_all(g->kernel->shared_valid, off, n);
    return vm_within(off, n, g->dynamic_off, g->dynamic_end);
}

static bool is_parameter(const VmFunc *kernel, uint64_t off, uint32_t n) {
    const uint64_t *valid = kernel->param_valid;
    return vm_within(off, n, 0, kernel->param_end) && (!valid || vm_bits_all(valid, off, n));
}

// The allocation that holds the address, by what the warp hit last; NULL: none. Its size may change
// while this runs (a host thread frees): it is read once, atomically.
VmAlloc *vm_recent_alloc(Warp *warp, uint64_t addr) {
    for (uint32_t k = 0; k < CU_COUNT(warp->recent); k++) {
        VmAlloc *al = warp->recent[k];
        if (al && addr - al->base < atomic_load_explicit(&al->size, memory_order_relaxed))
            return al;
    }
    VmAlloc *al = vm_find(warp->grid->vm, addr);
    if (al) warp->recent[warp->next_recent++ % CU_COUNT(warp->recent)] = al;
    return al;
}

// In an allocation, as a whole. The host's address is that of its data, wherever the host put them.
static bool locate_global(Warp *warp, uint64_t addr, uint32_t n, VmTarget *place) {
    VmAlloc *al = vm_recent_alloc(warp, addr);
    if (!al) return false;
    uint64_t size = atomic_load_explicit(&al->size, memory_order_relaxed), off = addr - al->base;
    if (off >= size || size - off < n) return false;
    warp->al = al;
    *place = (VmTarget){.space = VSP_GLOBAL, .alloc = al, .off = off, .host = al->host + off};
    return true;
}

// Finds the memory of one access: aligned, and inside of one variable's space as a whole. False: a
// fault, which the caller reports, and *place says nothing.
bool vm_locate(Warp *warp, uint32_t lane, uint64_t addr, uint32_t n, VmSpace sp, VmTarget *place) {
    bool generic = sp == VSP_GENERIC;
    VmSpace where = generic ? space_of_window(addr) : sp;
    uint64_t off = generic ? addr & 0xffffffff : addr; // in the window
    if (addr & (n - 1)) return false;
    switch (where) {
    case VSP_SHARED: return locate_shared(warp, off, n, place);
    case VSP_FRAME:
    case VSP_LOCAL:
        if (where == VSP_FRAME) off += warp->frame->lbase[lane];
        *place = (VmTarget){.space = VSP_LOCAL, .off = off, .host = warp->local[lane] + off};
        return vm_within(off, n, VM_LOCAL_OFF, warp->frame->lend[lane]);
    case VSP_PARAM:
        *place = (VmTarget){.space = VSP_PARAM, .off = off, .host = warp->grid->params + off};
        return is_parameter(warp->grid->kernel, off, n);
    default: return locate_global(warp, addr, n, place);
    }
}

// Of the parameter in which the offset lies.
static uint64_t parameter_end(const VmFunc *kernel, uint64_t off) {
    for (uint32_t i = 0; i < kernel->arg.n; i++) {
        const VmVar *place = &kernel->var[kernel->arg.at[i]];
        if (off - place->off < place->size) return (uint64_t)place->off + place->size;
    }
    return 0;
}

// Where the variable or the parameter ends in which the place lies, if a load of n bytes may end in
// the padding behind them: only where the variable's own alignment covers it. 0: it may not.
static uint64_t padded_end(Warp *warp, const VmTarget *place, uint32_t n) {
    VmSharedVar var = {0};
    switch (place->space) {
    case VSP_GLOBAL:
        if (place->alloc->align < n) return 0;
        return atomic_load_explicit(&place->alloc->size, memory_order_relaxed);
    case VSP_PARAM: return parameter_end(warp->grid->kernel, place->off);
    case VSP_SHARED:
        while (vm_shared_next(warp->grid->kernel, &var)) {
            bool inside = place->off - var.off < var.size;
            if (inside && var.align >= n) return (uint64_t)var.off + var.size;
        }
        return 0;
    default: return 0;
    }
}

uint32_t vm_padded_load(Warp *warp, uint32_t lane, uint64_t addr, uint32_t n, VmSpace sp,
                        VmTarget *place) {
    if (addr & (n - 1) || n > VM_TAIL || !vm_locate(warp, lane, addr, 1, sp, place)) return 0;
    uint64_t end = padded_end(warp, place, n);
    return end > place->off ? (uint32_t)CU_MIN(end - place->off, (uint64_t)n) : 0;
}
