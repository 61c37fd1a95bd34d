// SPDX-License-Identifier: Apache-2.0
// Device memory: allocations are found by address with a binary search over an append-only table,
// so that running blocks need no lock. Addresses only grow and are never used again; between two
// allocations lie at least 256 bytes of nothing (with the mem checker, as much as the allocation
// has, so that large strides past an end meet nobody). A freed entry keeps its place with size 0.
// Host memory that was adopted has a table of its own, in which entries come and go between
// kernels.
#include "vm/race.h"

#include <stdatomic.h>
#include <unistd.h>

// The i-th allocation; the chunk is there before the counter says so.
static VmAlloc *entry(Vm *vm, uint32_t i) {
    return &atomic_load_explicit(&vm->chunk[i / VM_ALLOC_CHUNK],
                                 memory_order_acquire)[i % VM_ALLOC_CHUNK];
}

// The number of adopted ranges that begin at or before addr.
static uint32_t adopted_before(const Vm *vm, uint64_t addr) {
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
        uint32_t k = adopted_before(vm, addr);
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
static uint8_t *host_block(Vm *vm, VmAlloc *alloc, uint64_t size) {
    arena_init(&alloc->arena, vm->ctx, "device memory");
    if (size > VM_SMALL) return arena_alloc(&alloc->arena, size + 64, 64);
    void **head = &vm->small[size_class(size)];
    uint8_t *p = *head;
    if (!p) return arena_alloc(&vm->ctx->perm, 1ull << size_class(size), 64);
    memcpy(head, p, sizeof(void *));
    return p;
}

// It has the pattern that shows up reads before writes.
static uint8_t *host_alloc(Vm *vm, VmAlloc *alloc, uint64_t size) {
    uint64_t whole = host_size(vm, size), filled = size + VM_TAIL;
    alloc->mapped = whole;
    uint8_t *p = vm_map_large(vm, filled, &alloc->mapped);
    if (p) return p;
    alloc->mapped = 0;
    p = host_block(vm, alloc, whole);
    memset(p, vm->opt.fill, filled);
    return p;
}

// Back to its list, or to the system.
static void host_free(Vm *vm, VmAlloc *alloc, uint64_t size) {
    if (vm->verifying) { // verify.c: a run after this one has the allocation again
        vec_push(&vm->ctx->perm, &vm->deferred, ((VmDeferred){.alloc = alloc, .size = size}));
        return;
    }
    vm_release_host(vm, alloc, size);
}

void vm_release_host(Vm *vm, VmAlloc *alloc, uint64_t size) {
    if (!size) return;
    size = host_size(vm, size);
    if (alloc->mapped) {
        vm_unmap_large(alloc->host, alloc->mapped);
        alloc->mapped = 0;
    } else if (size > VM_SMALL) {
        arena_free(&alloc->arena);
    } else {
        void **head = &vm->small[size_class(size)];
        memcpy(alloc->host, head, sizeof(void *));
        *head = alloc->host;
    }
    alloc->host = NULL;
    alloc->init = NULL;
}

// What checkers keep: who made it, which bytes have a value (none at first).
static void start_checks(Vm *vm, VmAlloc *alloc, uint64_t size, const VmSite *by) {
    alloc->info = arena_new(&vm->ctx->perm, VmAllocInfo);
    alloc->info->size = size;
    if (by) alloc->info->made = *by;
    if (!(vm->opt.checks & VM_CHECK_INIT)) return;
    size = CU_ALIGN(size + VM_TAIL, 8ull);
    alloc->init = (uint64_t *)(void *)(alloc->host + size);
    atomic_store(&alloc->whole, false);
    if (!alloc->mapped) memset(alloc->init, 0, VM_BIT_WORDS(size) * 8);
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
        VmAlloc *a = entry(vm, n);
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
bool vm_range(Vm *vm, uint64_t addr, VmRange *range) {
    VmAlloc *a = vm_find(vm, addr);
    uint64_t size = a ? atomic_load(&a->size) : 0;
    if (!size || addr - a->base >= size) return false;
    *range = (VmRange){.base = a->base, .size = size, .owned = !a->adopted};
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
    uint32_t k = adopted_before(vm, base), n = vm->adopted.n;
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
    uint32_t k = adopted_before(vm, base);
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

// Bytes for the host, which must lie in one allocation; a write counts as initialisation.
static uint8_t *view(Vm *vm, uint64_t addr, uint64_t n, bool write) {
    VmAlloc *a = vm_find(vm, addr);
    if (!a) return NULL;
    uint64_t off = addr - a->base, size = atomic_load(&a->size);
    if (off > size || n > size - off || !size) return NULL;
    if (write && a->init) vm_bits_set(a->init, off, n, true);
    return a->host + off;
}

void *vm_host(Vm *vm, uint64_t addr, uint64_t n) {
    return view(vm, addr, n, false);
}

void vm_initialised(Vm *vm, uint64_t addr, uint64_t n) {
    view(vm, addr, n, true);
}

void vm_copied(Vm *vm, uint64_t to, uint64_t from, uint64_t n) {
    VmAlloc *source = vm_find(vm, from), *target = vm_find(vm, to);
    if (!view(vm, from, n, false) || !view(vm, to, n, false) || !source->init || !target->init) {
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

bool vm_never_written(Vm *vm, uint64_t addr, uint64_t n) {
    const VmAlloc *a = vm_find(vm, addr);
    if (!view(vm, addr, n, false) || !a->init) return false;
    for (uint64_t i = 0; i < n; i += 64) {
        if (vm_bits_get(a->init, addr - a->base + i, (uint32_t)CU_MIN(n - i, 64ull))) return false;
    }
    return n != 0;
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
    void *p = view(vm, addr, n, true);
    if (p && n) memcpy(p, src, n);
    return p || !n;
}

bool vm_read(Vm *vm, uint64_t addr, void *dst, uint64_t n) {
    void *p = view(vm, addr, n, false);
    if (p && n) memcpy(dst, p, n);
    return p || !n;
}

void vm_limit_instructions(Vm *vm, uint64_t max) {
    vm->opt.max_instructions = max;
}

void vm_raise_limits(Vm *vm, uint64_t stack, uint64_t heap) {
    vm->opt.stack_limit = CU_MAX(vm->opt.stack_limit, stack);
    vm->opt.heap_limit = CU_MAX(vm->opt.heap_limit, heap);
}

// A machine without modules. Options that are 0 get their defaults: all processors, one
// multiprocessor, 512 KiB of stack, 64 MiB of heap.
Vm *vm_new(Ctx *ctx, const VmOptions *options) {
    Vm *vm = arena_new(&ctx->perm, Vm);
    vm->ctx = ctx;
    if (options) vm->opt = *options;
    vm->has_avx2 = vm_has_avx2();
    vm->has_avx512 = vm_has_avx512() && !options->no_avx512;
    vm->native = vm->opt.native && !vm_why_not_native(&vm->opt);
    if (!vm->opt.jobs) {
        long n = sysconf(_SC_NPROCESSORS_ONLN);
        vm->opt.jobs = n > 0 ? (uint32_t)n : 1;
    }
    if (!vm->opt.sms) vm->opt.sms = 1;
    if (!vm->opt.stack_limit) vm->opt.stack_limit = 512 << 10;
    if (!vm->opt.heap_limit) vm->opt.heap_limit = 64 << 20;
    pthread_mutex_init(&vm->lock, NULL);
    pthread_mutex_init(&vm->verify_lock, NULL);
    buf_init(&vm->difference_text, &ctx->perm);
    vm->first_addr = vm->opt.memory_base ? vm->opt.memory_base : VM_HEAP_BASE;
    vm->next_addr = vm->first_addr;
    if (vm->opt.checks) vm_check_init(vm);
    if (vm->opt.checks & VM_CHECK_RACE) vm->race_pool = vm_race_pool(&ctx->perm);
    return vm;
}

// Frees what is not of the context's own memory.
void vm_free(Vm *vm) {
    if (!vm) return;
    vm_free_native(vm);
    vm_race_free_pool(vm->race_pool);
    vm_check_free(vm);
    for (uint32_t i = 0, n = atomic_load(&vm->nalloc); i < n; i++) {
        VmAlloc *a = entry(vm, i);
        if (!atomic_load(&a->size)) continue;
        if (a->mapped) vm_unmap_large(a->host, a->mapped);
        arena_free(&a->arena);
    }
    pthread_mutex_destroy(&vm->lock);
    pthread_mutex_destroy(&vm->verify_lock);
}
