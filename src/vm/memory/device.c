// SPDX-License-Identifier: Apache-2.0
// Device memory as it comes and goes, and as the host reads and writes it. Addresses only grow and
// are never used again; between two allocations lie at least 256 bytes of nothing (with the mem
// checker, as much as the allocation has, so that large strides past an end meet nobody). A freed
// entry keeps its place with size 0. state/find.c finds an allocation by its address.
#include "vm/memory/memory.h"

#include <stdatomic.h>

// Small blocks come from free lists by powers of two, larger ones are arenas of their own.
static uint32_t size_class(uint64_t size) {
    uint32_t k = 5;
    while ((1ull << k) < size) k++;
    return k;
}

// Host bytes behind an allocation: its own and a tail, and a bit for each when initialisation is
// watched.
static uint64_t host_size(const Vm *vm, uint64_t size) {
    size = CU_ALIGN(size + VM_TAIL, 8ull);
    return vm->opt.checks & VM_CHECK_INIT ? size + VM_BIT_WORDS(size) * 8 : size;
}

// Host memory for an allocation. Free blocks of a class keep the list in their first bytes.
static uint8_t *host_block(Vm *vm, VmAlloc *owner, uint64_t size) {
    arena_init(&owner->arena, vm->ctx, "device memory");
    if (size > VM_SMALL) return arena_alloc(&owner->arena, size + 64, 64);
    void **head = &vm->small[size_class(size)];
    uint8_t *p = *head;
    if (!p) return arena_alloc(&vm->ctx->perm, 1ull << size_class(size), 64);
    memcpy(head, p, sizeof(void *));
    return p;
}

// It has the pattern that shows up reads before writes.
static uint8_t *host_alloc(Vm *vm, VmAlloc *owner, uint64_t size) {
    uint64_t whole = host_size(vm, size), filled = size + VM_TAIL;
    owner->mapped = whole;
    uint8_t *p = vm_map_large(vm, filled, &owner->mapped);
    if (p) return p;
    owner->mapped = 0;
    p = host_block(vm, owner, whole);
    memset(p, vm->opt.fill, filled);
    return p;
}

// Back to its list, or to the system.
static void host_free(Vm *vm, VmAlloc *owner, uint64_t size) {
    if (vm->verifying) { // module/verify.c: a run after this one has the allocation again
        vec_push(&vm->ctx->perm, &vm->deferred, ((VmDeferred){.alloc = owner, .size = size}));
        return;
    }
    vm_release_host(vm, owner, size);
}

void vm_release_host(Vm *vm, VmAlloc *freed, uint64_t size) {
    if (!size) return;
    size = host_size(vm, size);
    if (freed->mapped) {
        vm_unmap_large(freed->host, freed->mapped);
        freed->mapped = 0;
    } else if (size > VM_SMALL) {
        arena_free(&freed->arena);
    } else {
        void **head = &vm->small[size_class(size)];
        memcpy(freed->host, head, sizeof(void *));
        *head = freed->host;
    }
    freed->host = NULL;
    freed->init = NULL;
}

// What checkers keep: who made it, which bytes have a value (none at first).
static void start_checks(Vm *vm, VmAlloc *made, uint64_t size, const VmSite *by) {
    made->info = arena_new(&vm->ctx->perm, VmAllocInfo);
    made->info->size = size;
    if (by) made->info->made = *by;
    if (!(vm->opt.checks & VM_CHECK_INIT)) return;
    size = CU_ALIGN(size + VM_TAIL, 8ull);
    made->init = (uint64_t *)(void *)(made->host + size);
    atomic_store(&made->whole, false);
    if (!made->mapped) memset(made->init, 0, VM_BIT_WORDS(size) * 8);
}

// Nothing lies there: accesses past an end are found.
static uint64_t gap_after(const Vm *vm, uint64_t size) {
    if (!(vm->opt.checks & VM_CHECK_MEM)) return 256;
    return CU_MIN(CU_MAX(size, 4096ull), 1ull << 24);
}

// Device memory of `size` bytes; 0: there is no room. `by`: the place of a malloc in device code.
uint64_t vm_alloc_kind(Vm *vm, uint64_t size, VmAllocKind kind, const VmSite *by) {
    return vm_alloc_aligned(vm, size, 1, kind, by);
}

// At a multiple of `align`, a power of two. The table's new entry is complete before anybody can
// find it.
uint64_t vm_alloc_aligned(Vm *vm, uint64_t size, uint64_t align, VmAllocKind kind,
                          const VmSite *by) {
    enum { MAX_ALIGN = 1 << 30 }; // addresses are not to run out
    if (align & (align - 1) || align > MAX_ALIGN || !align) return 0;
    bool heap = kind == VM_ALLOC_HEAP;
    if (size == 0) size = 1;
    uint64_t addr = 0;
    pthread_mutex_lock(&vm->lock);
    jmp_buf unwind, *outer = vm->ctx->unwind;
    uint64_t limit = heap ? vm->opt.heap_limit : vm->opt.memory_limit;
    uint64_t used = heap ? vm->heap_used : vm->used;
    uint32_t n = atomic_load(&vm->nalloc);
    // Limits: of one allocation, of all together, of the table.
    if (size > 1ull << 40 || (limit && size > limit - CU_MIN(used, limit)) ||
        n >= VM_ALLOC_CHUNK * VM_ALLOC_CHUNKS) {
        pthread_mutex_unlock(&vm->lock);
        return 0;
    }
    if (setjmp(unwind) == 0) {
        vm->ctx->unwind = &unwind;
        if (n % VM_ALLOC_CHUNK == 0) {
            VmAlloc *c = arena_array(&vm->ctx->perm, VmAlloc, VM_ALLOC_CHUNK);
            atomic_store_explicit(&vm->chunk[n / VM_ALLOC_CHUNK], c, memory_order_release);
        }
        VmAlloc *a = vm_alloc_at(vm, n);
        a->host = host_alloc(vm, a, size);
        a->kind = (uint8_t)kind;
        if (vm->check) start_checks(vm, a, size, by);
        a->base = addr = CU_ALIGN(vm->next_addr, align);
        atomic_store(&a->size, size);
        vm->next_addr = addr + CU_ALIGN(size + gap_after(vm, size), 512ull);
        *(heap ? &vm->heap_used : &vm->used) += size;
        atomic_store_explicit(&vm->nalloc, n + 1, memory_order_release);
    }
    vm->ctx->unwind = outer;
    pthread_mutex_unlock(&vm->lock);
    return addr;
}

uint64_t vm_alloc_at_multiple(Vm *vm, uint64_t size, uint64_t of) {
    return vm_alloc_aligned(vm, size, of, VM_ALLOC_HOST, NULL);
}

uint64_t vm_alloc(Vm *vm, uint64_t size) {
    return vm_alloc_kind(vm, size, VM_ALLOC_HOST, NULL);
}

// The bytes of an allocation are at `host` from now on, with room for a wide load behind them,
// which somebody else owns and writes: nothing is known any more of what has a value.
void vm_move(Vm *vm, uint64_t addr, void *host) {
    VmAlloc *alloc = vm_find(vm, addr);
    if (!alloc || alloc->base != addr || alloc->adopted || alloc->moved) return;
    pthread_mutex_lock(&vm->lock);
    uint64_t size = atomic_load(&alloc->size);
    memcpy(host, alloc->host, size);
    host_free(vm, alloc, size);
    alloc->host = host;
    alloc->moved = true;
    pthread_mutex_unlock(&vm->lock);
}

// Frees what begins at `addr`. False: nothing does, it is free already, or the other side (host,
// device) made it. `by`: who freed it, NULL: the host.
bool vm_dealloc_by(Vm *vm, uint64_t addr, const VmSite *by) {
    VmAlloc *alloc = vm_find(vm, addr);
    if (!alloc || alloc->base != addr || alloc->adopted ||
        (by != NULL) != (alloc->kind == VM_ALLOC_HEAP))
        return false;
    if (!by && vm->check) vm_check_unused(vm, alloc);
    pthread_mutex_lock(&vm->lock);
    uint64_t size = atomic_exchange(&alloc->size, 0);
    if (size) {
        if (alloc->info && by) alloc->info->freed = *by;
        *(alloc->kind == VM_ALLOC_HEAP ? &vm->heap_used : &vm->used) -= size;
        if (!alloc->moved) host_free(vm, alloc, size);
    }
    pthread_mutex_unlock(&vm->lock);
    return size != 0;
}

// For the host, with a finding where it is wrong.
bool vm_dealloc(Vm *vm, uint64_t addr) {
    if (vm_dealloc_by(vm, addr, NULL)) return true;
    const VmAlloc *a = vm->check ? vm_find(vm, addr) : NULL;
    if (vm->check) {
        bool again = a && a->base == addr && !atomic_load(&a->size);
        vm_host_finding(vm, again ? "double-free" : "invalid-free", addr, NULL,
                        again ? "the host frees memory that is free already"
                              : "the host frees an address that is not the start of an allocation");
    }
    return false;
}

bool vm_was_freed(Vm *vm, uint64_t addr) {
    VmAlloc *a = vm_find(vm, addr);
    return a && a->base == addr && !a->adopted && !atomic_load(&a->size);
}

// The allocation that holds the address; false: none does.
bool vm_range(Vm *vm, uint64_t addr, VmRange *out) {
    VmAlloc *a = vm_find(vm, addr);
    uint64_t size = a ? atomic_load(&a->size) : 0;
    if (!size || addr - a->base >= size) return false;
    *out = (VmRange){.base = a->base, .size = size, .owned = !a->adopted};
    return true;
}

// ---- adopted host memory -----------------------------------------------------------------------

// Makes host memory the device's at its own address. False: it overlaps something, or addresses
// that mean other spaces.
bool vm_adopt(Vm *vm, void *host, uint64_t size) {
    uint64_t base = (uint64_t)(uintptr_t)host, end = base + size;
    if (!size || end < base || (end > VM_LOCAL_BASE && base < VM_WINDOWS_END)) return false;
    if (end > vm->first_addr && base < vm->next_addr) return false;
    bool ok = false;
    pthread_mutex_lock(&vm->lock);
    jmp_buf unwind, *outer = vm->ctx->unwind;
    uint32_t k = vm_adopted_before(vm, base), n = vm->adopted.n;
    const VmAlloc *before = k ? vm->adopted.at[k - 1] : NULL;
    bool meets =
        (before && base - before->base < before->size) || (k < n && vm->adopted.at[k]->base < end);
    if (!meets && setjmp(unwind) == 0) {
        vm->ctx->unwind = &unwind;
        vec_reserve(&vm->ctx->perm, &vm->adopted, n + 1);
        VmAlloc *a = arena_new(&vm->ctx->perm, VmAlloc);
        *a = (VmAlloc){.base = base, .size = size, .host = host, .adopted = true};
        memmove(vm->adopted.at + k + 1, vm->adopted.at + k, (n - k) * sizeof *vm->adopted.at);
        vm->adopted.at[k] = a;
        vm->adopted.n++;
        ok = true;
    }
    vm->ctx->unwind = outer;
    pthread_mutex_unlock(&vm->lock);
    return ok;
}

// The memory is the host's alone again; false: it does not begin an adopted range.
bool vm_disown(Vm *vm, void *host) {
    pthread_mutex_lock(&vm->lock);
    uint64_t base = (uint64_t)(uintptr_t)host;
    uint32_t k = vm_adopted_before(vm, base);
    bool found = k && vm->adopted.at[k - 1]->base == base;
    if (found) {
        atomic_store(&vm->adopted.at[k - 1]->size, 0);
        for (; k < vm->adopted.n; k++) vm->adopted.at[k - 1] = vm->adopted.at[k];
        vm->adopted.n--;
    }
    pthread_mutex_unlock(&vm->lock);
    return found;
}

bool vm_multicast(Vm *vm, uint64_t addr, uint64_t size, uint32_t n, const uint64_t *members) {
    uint32_t i = 0;
    while (i < vm->multicast.n && vm->multicast.at[i].base != addr) i++;
    if (!n && i < vm->multicast.n) vm->multicast.at[i] = vm->multicast.at[--vm->multicast.n];
    if (!n || n > VM_MULTICAST || i < vm->multicast.n) return !n;
    VmMulticast object = {.base = addr, .size = size, .n = n};
    memcpy(object.member, members, n * sizeof *members);
    vec_push(&vm->ctx->perm, &vm->multicast, object);
    return true;
}

// ---- access from the host ----------------------------------------------------------------------

// Bytes for the host to write, which count as initialised from here on.
static uint8_t *view_to_write(Vm *vm, uint64_t addr, uint64_t n) {
    uint8_t *host = vm_host(vm, addr, n);
    const VmAlloc *a = host ? vm_find(vm, addr) : NULL;
    if (a && a->init) vm_bits_set(a->init, addr - a->base, n, true);
    return host;
}

void vm_initialised(Vm *vm, uint64_t addr, uint64_t n) {
    view_to_write(vm, addr, n);
}

void vm_copied(Vm *vm, uint64_t to, uint64_t from, uint64_t n) {
    VmAlloc *source = vm_find(vm, from), *target = vm_find(vm, to);
    if (!vm_host(vm, from, n) || !vm_host(vm, to, n) || !source->init || !target->init) {
        vm_initialised(vm, to, n);
        return;
    }
    uint64_t s = from - source->base, t = to - target->base;
    atomic_store(&target->whole, false);
    for (uint64_t i = 0; i < n; i += 64) {
        uint32_t k = (uint32_t)CU_MIN(n - i, 64ull);
        vm_bits_put(target->init, t + i, k, vm_bits_get(source->init, s + i, k), true);
    }
}

// (Only checkers look at names and idleness.)
void vm_name_allocation(Vm *vm, uint64_t addr, const char *text) {
    VmAlloc *a = vm_find(vm, addr);
    if (!a || !a->info) return;
    a->info->name = arena_strndup(&vm->ctx->perm, text, strlen(text));
}

void vm_idle_allocation(Vm *vm, uint64_t addr, bool idle) {
    VmAlloc *a = vm_find(vm, addr);
    if (a && a->info) a->info->idle = idle;
}

// False: it is not all device memory.
bool vm_write(Vm *vm, uint64_t addr, const void *src, uint64_t n) {
    void *p = view_to_write(vm, addr, n);
    if (p && n) memcpy(p, src, n);
    return p || !n;
}

bool vm_read(Vm *vm, uint64_t addr, void *dst, uint64_t n) {
    void *p = vm_host(vm, addr, n);
    if (p && n) memcpy(dst, p, n);
    return p || !n;
}
