// SPDX-License-Identifier: Apache-2.0
// An access of the program: where it goes, whether it is right, what the checkers say about it, and
// what a wrong one is called. Plain loads and stores have the common cases of this in line
// (execute/mem.c).
#include "vm/memory/memory.h"

#include <stdatomic.h>

// Ends the warp with the message that says most: misaligned, freed, close to an allocation, or no
// place at all.
static CU_NORETURN void bad_access(Warp *warp, const VmInst *in, uint32_t lane, uint64_t addr,
                                   uint32_t n, VmSpace sp, VmAccess kind) {
    static const char *const names[] = {"load", "store", "atomic access", "access"};
    const char *what = names[kind];
    VmAlloc *al = sp <= VSP_GLOBAL ? vm_find(warp->grid->vm, addr) : NULL;
    if (addr & (n - 1)) {
        vm_fault(warp, in, lane, VM_ERR_MISALIGNED, addr, "misaligned %s %s of %u bytes",
                 vm_space_name(sp, addr), what, n);
    }
    if (al && !atomic_load(&al->size)) {
        vm_fault(warp, in, lane, VM_ERR_ADDRESS, addr, "global %s of %u bytes in freed memory",
                 what, n);
    }
    // Up to a megabyte behind an allocation the access was most likely meant for it.
    if (al && addr - al->base < atomic_load(&al->size) + (1u << 20)) {
        vm_fault(warp, in, lane, VM_ERR_ADDRESS, addr,
                 "global %s of %u bytes out of bounds: %llu bytes past the start of an allocation "
                 "of %llu",
                 what, n, (unsigned long long)(addr - al->base),
                 (unsigned long long)atomic_load(&al->size));
    }
    vm_fault(warp, in, lane, VM_ERR_ADDRESS, addr, "%s %s of %u bytes out of bounds",
             vm_space_name(sp, addr), what, n);
}

// The host address of a lane's access, checked as the grid asks; a bad one does not return, unless
// the memory checker goes on with memory of its own.
uint8_t *vm_access(Warp *warp, const VmInst *in, uint32_t lane, uint64_t addr, uint32_t n,
                   VmSpace sp, VmAccess kind) {
    VmTarget target;
    bool ok = vm_locate(warp, lane, addr, n, sp, &target);
    if (CU_UNLIKELY(warp->grid->checks)) {
        if (ok) {
            if (CU_UNLIKELY(warp->watch != NULL))
                vm_watch_access(warp, in, lane, addr, n, kind, &target);
            vm_check_good_access(warp, in, lane, addr, n, kind, &target);
        } else if (warp->grid->checks & VM_CHECK_MEM) {
            return vm_check_bad_access(warp, in, lane, addr, n, sp, kind);
        }
    }
    if (!ok) bad_access(warp, in, lane, addr, n, sp, kind);
    return target.host;
}

// Without the checkers: of plain loads and stores, which ask them before (vm_check_wrap).
uint8_t *vm_plain_access(Warp *warp, const VmInst *in, uint32_t lane, uint64_t addr, uint32_t n,
                         VmAccess kind) {
    VmTarget t;
    if (vm_locate(warp, lane, addr, n, (VmSpace)in->space, &t)) return t.host;
    if (kind == VM_READ && vm_padded_load(warp, lane, addr, n, (VmSpace)in->space, &t))
        return t.host;
    bad_access(warp, in, lane, addr, n, (VmSpace)in->space, kind);
}
