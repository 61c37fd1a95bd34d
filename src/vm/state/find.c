// SPDX-License-Identifier: Apache-2.0
// Device memory by its addresses: a binary search over an append-only table, so that running blocks
// need no lock. Host memory that was adopted has a table of its own, in which entries come and go
// between kernels. memory/device.c fills both.
#include "vm/state/state.h"

#include <stdatomic.h>

// The i-th allocation; the chunk is there before the counter says so.
static VmAlloc *entry(Vm *vm, uint32_t i) {
    return &atomic_load_explicit(&vm->chunk[i / VM_ALLOC_CHUNK],
                                 memory_order_acquire)[i % VM_ALLOC_CHUNK];
}

// The number of adopted ranges that begin at or before addr.
uint32_t vm_adopted_before(const Vm *vm, uint64_t addr) {
    uint32_t lo = 0, hi = vm->adopted.n;
    while (lo < hi) {
        uint32_t mid = lo + (hi - lo) / 2;
        if (vm->adopted.at[mid]->base <= addr) {
            lo = mid + 1;
        } else {
            hi = mid;
        }
    }
    return lo;
}

VmAlloc *vm_alloc_at(const Vm *vm, uint32_t i) {
    return entry((Vm *)vm, i);
}

// The allocation that begins at or before the address: the caller looks whether it holds it. NULL:
// there is none. Running blocks call this without a lock.
VmAlloc *vm_find(Vm *vm, uint64_t addr) {
    if (CU_UNLIKELY(vm->adopted.n)) {
        uint32_t k = vm_adopted_before(vm, addr);
        VmAlloc *a = k ? vm->adopted.at[k - 1] : NULL;
        if (a && addr - a->base < atomic_load_explicit(&a->size, memory_order_relaxed)) return a;
    }
    uint32_t lo = 0, hi = atomic_load_explicit(&vm->nalloc, memory_order_acquire);
    while (lo < hi) { // the last entry whose base is at most addr
        uint32_t mid = lo + (hi - lo) / 2;
        if (entry(vm, mid)->base <= addr) {
            lo = mid + 1;
        } else {
            hi = mid;
        }
    }
    return lo ? entry(vm, lo - 1) : NULL;
}

void *vm_host(Vm *vm, uint64_t addr, uint64_t n) {
    VmAlloc *a = vm_find(vm, addr);
    if (!a) return NULL;
    uint64_t off = addr - a->base, size = atomic_load(&a->size);
    if (off > size || n > size - off || !size) return NULL;
    return a->host + off;
}

bool vm_never_written(Vm *vm, uint64_t addr, uint64_t n) {
    const VmAlloc *a = vm_find(vm, addr);
    if (!vm_host(vm, addr, n) || !a->init) return false;
    for (uint64_t i = 0; i < n; i += 64) {
        if (vm_bits_get(a->init, addr - a->base + i, (uint32_t)CU_MIN(n - i, 64ull))) return false;
    }
    return n != 0;
}
