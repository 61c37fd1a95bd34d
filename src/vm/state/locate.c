// SPDX-License-Identifier: Apache-2.0
// From an address to memory: which space it lies in, and whose memory that is.
#include "vm/state/state.h"

#include <stdatomic.h>

// The space's name in messages; of a generic address that of its window.
const char *vm_space_name(VmSpace sp, uint64_t addr) {
    switch (sp) {
    case VSP_SHARED: return "shared";
    case VSP_LOCAL:
    case VSP_FRAME: return "local";
    case VSP_PARAM: return "param";
    default:
        switch (VM_WINDOW(addr)) {
        case VM_WINDOW(VM_SHARED_BASE): return "shared";
        case VM_WINDOW(VM_LOCAL_BASE): return "local";
        case VM_WINDOW(VM_PARAM_BASE): return "param";
        default: return "global";
        }
    }
}

// An offset in shared memory: that of the block, or with a rank in its upper bits that of another
// block of the cluster. Valid are the kernel's own variables (shared_valid has a bit for each byte
// where they leave gaps) and dynamic memory.
static bool locate_shared(Warp *warp, uint64_t off, uint32_t n, VmTarget *out) {
    Block *block = warp->block;
    uint32_t rank = (uint32_t)(off >> VM_RANK_SHIFT), first = block->rank & ~1u;
    if (rank || (warp->fn->pairs && block->rank != first)) { // shared::cluster
        uint32_t to = rank >= VM_RANK_FIRST ? rank - VM_RANK_FIRST : rank ? block->rank : first;
        if (to >= block->cluster->n) return false;
        block = block->cluster->block[to];
        off &= (1u << VM_RANK_SHIFT) - 1;
        if (!block) return false;
    }
    Grid *g = warp->grid;
    *out = (VmTarget){.space = VSP_SHARED, .block = block, .off = off, .host = block->shared + off};
    if (vm_within(off, n, g->shared_begin, g->static_end))
        return !g->kernel->shared_valid || vm_bits_all(g->kernel->shared_valid, off, n);
    return vm_within(off, n, g->dynamic_off, g->dynamic_end);
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

// Finds the memory of one access: aligned, and inside of one variable's space as a whole. False: a
// fault, which the caller reports, and *target says nothing. Generic addresses name their space by
// a window (state/state.h).
bool vm_locate(Warp *warp, uint32_t lane, uint64_t addr, uint32_t n, VmSpace sp, VmTarget *out) {
    uint64_t off = addr;
    VmSpace where = sp;
    if (addr & (n - 1)) return false;
    if (sp == VSP_GENERIC) {
        off = addr & 0xffffffff;
        switch (VM_WINDOW(addr)) {
        case VM_WINDOW(VM_SHARED_BASE): where = VSP_SHARED; break;
        case VM_WINDOW(VM_LOCAL_BASE): where = VSP_LOCAL; break;
        case VM_WINDOW(VM_PARAM_BASE): where = VSP_PARAM; break;
        default: where = VSP_GLOBAL; break;
        }
    }
    switch (where) {
    case VSP_SHARED: return locate_shared(warp, off, n, out);
    case VSP_FRAME:
    case VSP_LOCAL:
        if (where == VSP_FRAME) off += warp->frame->lbase[lane];
        *out = (VmTarget){.space = VSP_LOCAL, .off = off, .host = warp->local[lane] + off};
        return vm_within(off, n, VM_LOCAL_OFF, warp->frame->lend[lane]);
    case VSP_PARAM:
        *out = (VmTarget){.space = VSP_PARAM, .off = off, .host = warp->grid->params + off};
        return vm_within(off, n, 0, warp->grid->kernel->param_size);
    // The host's address is that of the allocation's data, wherever the host put them.
    default: {
        VmAlloc *al = vm_recent_alloc(warp, addr);
        uint64_t size = al ? atomic_load_explicit(&al->size, memory_order_relaxed) : 0;
        if (!al || addr - al->base >= size || size - (addr - al->base) < n) return false;
        warp->al = al;
        off = addr - al->base;
        *out = (VmTarget){.space = VSP_GLOBAL, .alloc = al, .off = off, .host = al->host + off};
        return true;
    }
    }
}

uint32_t vm_padded_load(Warp *warp, uint32_t lane, uint64_t addr, uint32_t n, VmSpace sp,
                        VmTarget *out) {
    uint64_t end = 0;
    if (addr & (n - 1) || n > VM_TAIL || !vm_locate(warp, lane, addr, 1, sp, out)) return 0;
    if (out->space == VSP_GLOBAL && out->alloc->align >= n) {
        end = atomic_load_explicit(&out->alloc->size, memory_order_relaxed);
    } else if (out->space == VSP_PARAM) {
        end = warp->grid->kernel->param_size;
        // A variable of shared memory is padded only if its own alignment covers the access.
    } else if (out->space == VSP_SHARED) {
        VmSharedVar v = {0};
        while (!end && vm_shared_next(warp->grid->kernel, &v)) {
            if (out->off - v.off < v.size && v.align >= n) end = (uint64_t)v.off + v.size;
        }
    }
    return end > out->off ? (uint32_t)CU_MIN(end - out->off, (uint64_t)n) : 0;
}
