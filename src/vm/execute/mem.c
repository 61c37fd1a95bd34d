// SPDX-License-Identifier: Apache-2.0
// Loads, stores, address conversions, stack memory (PTX ISA 9.7.9). Every lane's address is
// checked; the common case is one compare with the allocation that the warp hit last.
#include "vm/execute/execute.h"
#include "vm/check/race.h"
#include "ptx/form/op.h"
#include "ptx/form/sem.h"

#include <stdatomic.h>

// ---- addresses
// -----------------------------------------------------------------------------------

// The common cases of vm_locate in line, most likely first; whatever they do not cover goes the
// slow way.
static inline uint8_t *resolve(Warp *warp, const VmInst *in, uint32_t lane, uint64_t addr,
                               uint32_t n, VmAccess kind) {
    VmAlloc *al = warp->al;
    if (in->space <= VSP_GLOBAL) {
        uint64_t off = addr - al->base,
                 size = atomic_load_explicit(&al->size, memory_order_relaxed);
        if (CU_LIKELY(off < size && size - off >= n && !(addr & (n - 1)))) return al->host + off;
    } else if (in->space == VSP_SHARED && !warp->fn->pairs) {
        const Grid *g = warp->grid;
        if (CU_LIKELY(vm_within(addr, n, VM_SHARED_OFF, g->static_end) && !(addr & (n - 1))))
            return warp->block->shared + addr;
        if (vm_within(addr, n, g->dynamic_off, g->dynamic_end) && !(addr & (n - 1)))
            return warp->block->shared + addr;
    } else if (in->space == VSP_FRAME) {
        uint64_t off = addr + warp->frame->lbase[lane];
        if (CU_LIKELY(vm_within(off, n, VM_LOCAL_OFF, warp->frame->lend[lane]) &&
                      !(addr & (n - 1))))
            return warp->local[lane] + off;
    } else if (in->space == VSP_LOCAL) {
        if (CU_LIKELY(vm_within(addr, n, VM_LOCAL_OFF, warp->frame->lend[lane]) &&
                      !(addr & (n - 1))))
            return warp->local[lane] + addr;
    }
    return vm_plain_access(warp, in, lane, addr, n, kind);
}

// An address is a register of 32 or 64 bits and a displacement.
static inline uint64_t lane_addr(const VmInst *in, const void *row, uint32_t i) {
    return (in->flags & VF_ADDR64 ? ((const uint64_t *)row)[i] : ((const uint32_t *)row)[i]) +
           (uint64_t)in->access.offset;
}

// ---- loads and stores --------------------------------------------------------------------------

// Memory that the lanes of an instruction most likely address, as one piece.
typedef struct {
    uint64_t base, size;
    uint8_t *host;
} Region;

// Static or dynamic shared memory, whichever holds the offset.
static inline Region shared_region(const Warp *warp, const Grid *grid, uint64_t off) {
    uint8_t *host = warp->block->shared;
    // what the block's own addresses have above their offset
    uint64_t own = warp->fn->pairs ? (uint64_t)VM_RANK_OWN << VM_RANK_SHIFT : 0;
    if (off - own - grid->dynamic_off < grid->dynamic_end - grid->dynamic_off)
        return (Region){own + grid->dynamic_off, grid->dynamic_end - grid->dynamic_off,
                        host + grid->dynamic_off};
    return (Region){own + VM_SHARED_OFF, grid->static_end - VM_SHARED_OFF, host + VM_SHARED_OFF};
}

// Whole allocations and the block's shared memory, which generic addresses reach as well: the one
// that holds the address of a lane. None (size 0): the slow path finds out.
static inline Region region_of(Warp *warp, const VmInst *in, uint64_t addr) {
    const Grid *grid = warp->grid;
    if (in->space <= VSP_GLOBAL) {
        VmAlloc *al = warp->al;
        uint64_t size = atomic_load_explicit(&al->size, memory_order_relaxed);
        if (CU_LIKELY(addr - al->base < size)) return (Region){al->base, size, al->host};
        if (in->space == VSP_GENERIC && addr >> 32 == VM_WINDOW(VM_SHARED_BASE)) {
            uint64_t off = (uint32_t)addr;
            Region r = shared_region(warp, grid, off);
            r.base += VM_SHARED_BASE;
            return r;
        }

        // Not the allocation of the last access: look for it, but not in the windows of other
        // spaces.
        if (addr < VM_WINDOWS_END || !(al = vm_recent_alloc(warp, addr))) return (Region){0};
        warp->al = al;
        return (Region){al->base, atomic_load_explicit(&al->size, memory_order_relaxed), al->host};
    }
    return in->space == VSP_SHARED ? shared_region(warp, grid, addr) : (Region){0};
}

// The lane that decides which region the others are tried in: the lowest active one.
static inline uint64_t first_addr(const VmInst *in, const void *row, uint32_t mask) {
    return lane_addr(in, row, (uint32_t)__builtin_ctz(mask));
}

// The host address of lane 0 when the 32 lanes address consecutive elements inside the region.
static inline uint8_t *span_of(const VmInst *in, const void *row, uint32_t size, Region region) {
    uint64_t first, differ = 0;
    if (in->flags & VF_ADDR64) {
        const uint64_t *a = row;
        first = a[0];
        // Two of the differences tell most rows that are no span.
        if (a[31] - first != 31 * size || a[1] - first != size) return NULL;
        for (uint32_t i = 2; i < 31; i++) differ |= a[i] - first - i * size;
    } else {
        const uint32_t *a = row;
        uint32_t f = a[0], x = 0;
        if (a[31] - f != 31 * size || a[1] - f != size) return NULL;
        for (uint32_t i = 2; i < 31; i++) x |= a[i] - f - i * size;
        first = f;
        differ = x;
    }

    // The displacement moves all; the first address must be aligned, and both ends lie inside.
    first += (uint64_t)in->access.offset;
    if (differ || first & (size - 1)) return NULL;
    uint64_t off = first - region.base, n = 32 * size;
    return off < region.size && region.size - off >= n ? region.host + off : NULL;
}

// The host address that the row's addresses are offsets from (modulo 2^32 or 2^64), when all lanes
// address aligned elements inside the region; else 0. Offsets and what they leave of the region
// are all without a sign.
static inline uintptr_t base_inside(const VmInst *in, const void *row, uint32_t size,
                                    Region region) {
    // Offsets tell what is aligned where the region is (registered memory of the host's begins
    // anywhere).
    if (region.size < size || region.base & (size - 1)) return 0;

    // The tests are of sums over all lanes: a sign bit in any `off` or `left` is one outside.
    uint64_t start = region.base - (uint64_t)in->access.offset, last = region.size - size;
    if (in->flags & VF_ADDR64) {
        const uint64_t *a = row;
        uint64_t off = 0, left = 0;
        for (uint32_t i = 0; i < VM_LANES; i++) {
            off |= a[i] - start;
            left |= last - (a[i] - start);
        }
        bool ok = !((off | left) >> 63) && !(off & (size - 1));
        return ok ? (uintptr_t)region.host - start : 0;
    }

    // 32-bit addresses wrap around in 32 bits; a region of 2^30 bytes at most keeps signs
    // meaningful.
    if (in->access.offset < 0) return 0; // the sum could go below 0
    const uint32_t *a = row;
    uint32_t off = 0, left = 0, s = (uint32_t)start, l = (uint32_t)last;
    for (uint32_t i = 0; i < VM_LANES; i++) {
        off |= a[i] - s;
        left |= l - (a[i] - s);
    }
    bool ok = last < 1u << 30 && !((off | left) >> 31) && !(off & (size - 1));
    return ok ? (uintptr_t)region.host - start : 0;
}

// Copies whole 64-byte pieces. Other host threads may access the simulated memory at the same time,
// so the compiler must not see a plain access here; 16 aligned bytes are one access on x86-64, 8
// (with LSE2 16) on Arm.
static inline void copy_span(void *to, const void *from, uint32_t n) {
#if defined(__x86_64__)
    for (uint32_t i = 0; i < n; i += 64) {
        __asm__ volatile("movups (%1), %%xmm0\n\tmovups 16(%1), %%xmm1\n\t"
                         "movups 32(%1), %%xmm2\n\tmovups 48(%1), %%xmm3\n\t"
                         "movups %%xmm0, (%0)\n\tmovups %%xmm1, 16(%0)\n\t"
                         "movups %%xmm2, 32(%0)\n\tmovups %%xmm3, 48(%0)"
                         :
                         : "r"((char *)to + i), "r"((const char *)from + i)
                         : "xmm0", "xmm1", "xmm2", "xmm3", "memory");
    }
#elif defined(__aarch64__)
    for (uint32_t i = 0; i < n; i += 64) {
        __asm__ volatile("ldp q0, q1, [%1]\n\tldp q2, q3, [%1, 32]\n\t"
                         "stp q0, q1, [%0]\n\tstp q2, q3, [%0, 32]"
                         :
                         : "r"((char *)to + i), "r"((const char *)from + i)
                         : "v0", "v1", "v2", "v3", "memory");
    }
#else
    for (uint32_t i = 0; i < n; i += 4) {
        uint32_t v = __atomic_load_n((const uint32_t *)from + i / 4, __ATOMIC_RELAXED);
        __atomic_store_n((uint32_t *)to + i / 4, v, __ATOMIC_RELAXED);
    }
#endif
}

// A constant address outside of local memory: one access for all lanes.
static inline bool same_address(const VmInst *in) {
    return in->a >> 30 == REF_CONST && !is_any_of(in->space, VSP_FRAME, VSP_LOCAL, VSP_GENERIC);
}

// The lanes one by one: declares their addresses' pointer p.
#define EACH_LANE(T, n, kind)                                                                      \
    VM_EACH(i, mask) {                                                                             \
        uint64_t addr = lane_addr(in, a, i), off = addr - r.base, size = (n) * sizeof(T);          \
        bool hit = off < r.size && r.size - off >= size && !(addr & (size - 1));                   \
        T *p = CU_LIKELY(hit) ? (T *)(void *)(r.host + off)                                        \
                              : (T *)(void *)resolve(w, in, i, addr, (uint32_t)size, kind);

// All lanes when base_inside said so.
#define ALL_LANES(T, all, action)                                                                  \
    if (in->flags & VF_ADDR64) {                                                                   \
        for (uint32_t i = 0; i < VM_LANES; i++) {                                                  \
            T *p = (T *)((all) + ((const uint64_t *)a)[i]);                                        \
            action;                                                                                \
        }                                                                                          \
    } else {                                                                                       \
        for (uint32_t i = 0; i < VM_LANES; i++) {                                                  \
            T *p = (T *)((all) + ((const uint32_t *)a)[i]);                                        \
            action;                                                                                \
        }                                                                                          \
    }

#define GET(p) __atomic_load_n((p), __ATOMIC_RELAXED)

// T: of memory, with its sign; D: of the register's lanes. Equal ones may be copied as a span.
#define LOAD(T, D, name)                                                                           \
    static void name(Warp *w, const VmInst *in, uint32_t mask) {                                   \
        const void *a = vm_row(w, in->a);                                                          \
        D *d = vm_row(w, in->d);                                                                   \
        Region r = region_of(w, in, first_addr(in, a, mask));                                      \
        if (mask == VM_FULL) {                                                                     \
            const uint8_t *span = sizeof(T) == sizeof(D) ? span_of(in, a, sizeof(T), r) : NULL;    \
            if (span) {                                                                            \
                copy_span(d, span, 32 * sizeof(T));                                                \
                return;                                                                            \
            }                                                                                      \
            uintptr_t all = base_inside(in, a, sizeof(T), r);                                      \
            if (all) {                                                                             \
                ALL_LANES(const T, all, d[i] = (D)GET(p))                                          \
                return;                                                                            \
            }                                                                                      \
        }                                                                                          \
        if (same_address(in)) {                                                                    \
            uint32_t l = (uint32_t)__builtin_ctz(mask);                                            \
            T v = GET((T *)(void *)resolve(w, in, l, lane_addr(in, a, l), sizeof(T), VM_READ));    \
            VM_EACH(i, mask) d[i] = (D)v;                                                          \
            return;                                                                                \
        }                                                                                          \
        EACH_LANE(T, 1, VM_READ)                                                                   \
        d[i] = (D)GET(p);                                                                          \
    }                                                                                              \
    }
LOAD(uint32_t, uint32_t, ld_32)
LOAD(uint64_t, uint64_t, ld_64)
LOAD(uint8_t, uint16_t, ld_u8_16)
LOAD(int8_t, uint16_t, ld_s8_16)
LOAD(uint16_t, uint16_t, ld_16_16)
LOAD(uint8_t, uint32_t, ld_u8_32)
LOAD(int8_t, uint32_t, ld_s8_32)
LOAD(uint16_t, uint32_t, ld_u16_32)
LOAD(int16_t, uint32_t, ld_s16_32)

// T: of memory; D: of the register's lanes, which may be wider.
#define STORE(T, D, name)                                                                          \
    static void name(Warp *w, const VmInst *in, uint32_t mask) {                                   \
        const void *a = vm_row(w, in->a);                                                          \
        const D *s = vm_row(w, in->b);                                                             \
        Region r = region_of(w, in, first_addr(in, a, mask));                                      \
        if (mask == VM_FULL && sizeof(T) == sizeof(D)) {                                           \
            uint8_t *span = span_of(in, a, sizeof(T), r);                                          \
            if (span) {                                                                            \
                copy_span(span, s, 32 * sizeof(T));                                                \
                return;                                                                            \
            }                                                                                      \
        }                                                                                          \
        EACH_LANE(T, 1, VM_WRITE)                                                                  \
        __atomic_store_n(p, (T)s[i], __ATOMIC_RELAXED);                                            \
    }                                                                                              \
    }
STORE(uint32_t, uint32_t, st_32)
STORE(uint64_t, uint64_t, st_64)
STORE(uint8_t, uint16_t, st_8_16)
STORE(uint16_t, uint16_t, st_16_16)
STORE(uint8_t, uint32_t, st_8_32)
STORE(uint16_t, uint32_t, st_16_32)

// One to eight bytes at once: PTX promises that scalar accesses do not tear.
static inline uint64_t load_bytes(const uint8_t *p, uint32_t n) {
    switch (n) {
    case 1: return __atomic_load_n(p, __ATOMIC_RELAXED);
    case 2: return __atomic_load_n((const uint16_t *)(const void *)p, __ATOMIC_RELAXED);
    case 4: return __atomic_load_n((const uint32_t *)(const void *)p, __ATOMIC_RELAXED);
    default: return __atomic_load_n((const uint64_t *)(const void *)p, __ATOMIC_RELAXED);
    }
}

static inline void store_bytes(uint8_t *p, uint64_t v, uint32_t n) {
    switch (n) {
    case 1: __atomic_store_n(p, (uint8_t)v, __ATOMIC_RELAXED); break;
    case 2: __atomic_store_n((uint16_t *)(void *)p, (uint16_t)v, __ATOMIC_RELAXED); break;
    case 4: __atomic_store_n((uint32_t *)(void *)p, (uint32_t)v, __ATOMIC_RELAXED); break;
    default: __atomic_store_n((uint64_t *)(void *)p, v, __ATOMIC_RELAXED); break;
    }
}

// Sixteen bytes at once, where the processor has such an access (x86-64 with AVX, Arm with LSE2).
typedef uint64_t Sixteen __attribute__((vector_size(16)));

static inline Sixteen load_16(const uint8_t *p) {
    Sixteen v;
#if defined(__x86_64__)
    __asm__ volatile("movups %1, %0" : "=x"(v) : "m"(*(const uint8_t(*)[16])p));
#elif defined(__aarch64__)
    __asm__ volatile("ldr %q0, %1" : "=w"(v) : "Q"(*(const uint8_t(*)[16])p));
#else
    v = (Sixteen){load_bytes(p, 8), load_bytes(p + 8, 8)};
#endif
    return v;
}

static inline void store_16(uint8_t *p, Sixteen v) {
#if defined(__x86_64__)
    __asm__ volatile("movups %1, %0" : "=m"(*(uint8_t(*)[16])p) : "x"(v));
#elif defined(__aarch64__)
    __asm__ volatile("str %q1, %0" : "=Q"(*(uint8_t(*)[16])p) : "w"(v));
#else
    store_bytes(p, v[0], 8);
    store_bytes(p + 8, v[1], 8);
#endif
}

// A vector of at most sixteen bytes is one access. PTX leaves that open, but GPUs have it so, and
// programs count on it: CUB's scans put a state and a value into one vector, which other blocks
// read without a lock.
static inline void load_whole(const uint8_t *p, uint32_t n, uint8_t *to) {
    for (uint32_t i = 0; i + 16 <= n; i += 16) {
        Sixteen v = load_16(p + i);
        memcpy(to + i, &v, sizeof v);
    }
    if (n >= 16) return;
    uint64_t v = load_bytes(p, n);
    memcpy(to, &v, sizeof v);
}

static inline void store_whole(uint8_t *p, uint32_t n, const uint8_t *from) {
    for (uint32_t i = 0; i + 16 <= n; i += 16) {
        Sixteen v;
        memcpy(&v, from + i, sizeof v);
        store_16(p + i, v);
    }
    if (n >= 16) return;
    uint64_t v;
    memcpy(&v, from, sizeof v);
    store_bytes(p, v, n);
}

// Vectors of 2 or 4 words in registers of the same size.
#define LOAD_VECTOR(T, n, name)                                                                    \
    static void name(Warp *w, const VmInst *in, uint32_t mask) {                                   \
        const void *a = vm_row(w, in->a);                                                          \
        const VmRef *list = w->fn->list.at + in->list;                                             \
        T *d[n], v[n];                                                                             \
        for (uint32_t k = 0; k < (n); k++) d[k] = vm_row(w, list[k]);                              \
        Region r = region_of(w, in, first_addr(in, a, mask));                                      \
        uintptr_t all = mask == VM_FULL ? base_inside(in, a, (n) * sizeof(T), r) : 0;              \
        if (all) {                                                                                 \
            ALL_LANES(const T, all, load_whole((const uint8_t *)p, sizeof v, (uint8_t *)v);        \
                      for (uint32_t k = 0; k < (n); k++) d[k][i] = v[k])                           \
            return;                                                                                \
        }                                                                                          \
        EACH_LANE(T, n, VM_READ)                                                                   \
        load_whole((const uint8_t *)p, sizeof v, (uint8_t *)v);                                    \
        for (uint32_t k = 0; k < (n); k++) d[k][i] = v[k];                                         \
    }                                                                                              \
    }
LOAD_VECTOR(uint32_t, 2, ld_32_2)
LOAD_VECTOR(uint32_t, 4, ld_32_4)
LOAD_VECTOR(uint64_t, 2, ld_64_2)

#define STORE_VECTOR(T, n, name)                                                                   \
    static void name(Warp *w, const VmInst *in, uint32_t mask) {                                   \
        const void *a = vm_row(w, in->a);                                                          \
        const VmRef *list = w->fn->list.at + in->list;                                             \
        const T *s[n];                                                                             \
        T v[n];                                                                                    \
        for (uint32_t k = 0; k < (n); k++) s[k] = vm_row(w, list[k]);                              \
        Region r = region_of(w, in, first_addr(in, a, mask));                                      \
        EACH_LANE(T, n, VM_WRITE)                                                                  \
        for (uint32_t k = 0; k < (n); k++) v[k] = s[k][i];                                         \
        store_whole((uint8_t *)p, sizeof v, (const uint8_t *)v);                                   \
    }                                                                                              \
    }
STORE_VECTOR(uint32_t, 2, st_32_2)
STORE_VECTOR(uint32_t, 4, st_32_4)
STORE_VECTOR(uint64_t, 2, st_64_2)

// A lane's value of a row with lanes of 2^size bytes; of 16-byte lanes the low half.
static inline uint64_t row_get(const uint8_t *row, uint32_t size, uint32_t i) {
    uint64_t v = 0;
    memcpy(&v, row + ((size_t)i << size), 1u << CU_MIN(size, 3u));
    return v;
}
static inline void row_put(uint8_t *row, uint32_t size, uint32_t i, uint64_t v) {
    memcpy(row + ((size_t)i << size), &v, 1u << CU_MIN(size, 3u));
}

// Any type and vector. Elements wider than 8 bytes are two words.
static void ld_any(Warp *warp, const VmInst *in, uint32_t mask) {
    uint32_t bits = ptx_type_bits((PtxType)in->type), es = bits / 8, n = in->n;
    bool sign = ptx_types[in->type].kind == 's';
    const void *a = vm_row(warp, in->a);
    const VmRef *list = warp->fn->list.at + in->list;
    const uint8_t *size = warp->fn->list_size.at + in->list;
    VM_EACH(l, mask) {
        _Alignas(16) uint8_t whole[VM_TAIL];
        const uint8_t *element = whole;
        load_whole(resolve(warp, in, l, lane_addr(in, a, l), es * n, VM_READ), es * n, whole);
        for (uint32_t k = 0; k < n; k++, element += es) {
            uint8_t *d = vm_row(warp, list[k]);
            uint64_t v = load_bytes(element, CU_MIN(es, 8u));
            // Narrow values are extended to their register, by sign or with zeros (PTX ISA 9.4.1).
            if (sign && bits < 64) v = (uint64_t)((int64_t)(v << (64 - bits)) >> (64 - bits));
            row_put(d, size[k], l, v);
            // Registers of 16 bytes: the upper half is memory's, or zeros.
            if (size[k] == 4) {
                uint64_t hi = es == 16 ? load_bytes(element + 8, 8) : 0;
                memcpy(d + l * 16 + 8, &hi, 8);
            }
        }
    }

    // What the other thread wrote before its release is seen from here on.
    if (in->flags & VF_ACQUIRE) atomic_thread_fence(memory_order_acquire);
}

// A load of which only some bytes are used: the others may lie anywhere. Inside of one allocation
// it is whole, too.
static void ld_masked(Warp *warp, const VmInst *in, uint32_t mask) {
    uint32_t used = in->access.used, es = ptx_type_bits((PtxType)in->type) / 8, n = es * in->n;
    const void *a = vm_row(warp, in->a);
    const VmRef *list = warp->fn->list.at + in->list;
    const uint8_t *size = warp->fn->list_size.at + in->list;
    Region region = region_of(warp, in, first_addr(in, a, mask));
    VM_EACH(l, mask) {
        uint8_t v[VM_TAIL] = {0};
        uint64_t addr = lane_addr(in, a, l), off = addr - region.base;
        if (addr & (n - 1)) resolve(warp, in, l, addr, n, VM_READ); // a fault
        if (off < region.size && region.size - off >= n)
            load_whole(region.host + off, n, v);
        else
            VM_EACH(i, used) v[i] = load_bytes(resolve(warp, in, l, addr + i, 1, VM_READ), 1);
        for (uint32_t k = 0; k < in->n; k++) {
            uint8_t *d = (uint8_t *)vm_row(warp, list[k]) + ((size_t)l << size[k]);
            // The upper bytes of a wider register: copies of the sign.
            bool sign = ptx_types[in->type].kind == 's' && v[(k + 1) * es - 1] >> 7;
            memset(d, sign ? 255 : 0, 1u << size[k]);
            memcpy(d, v + k * es, CU_MIN(es, 1u << size[k]));
        }
    }
}

// Registers may be wider than what is stored: the low part.
static void st_any(Warp *warp, const VmInst *in, uint32_t mask) {
    uint32_t es = ptx_type_bits((PtxType)in->type) / 8, n = in->n;
    const void *a = vm_row(warp, in->a);
    const VmRef *list = warp->fn->list.at + in->list;
    const uint8_t *size = warp->fn->list_size.at + in->list;

    // What this thread wrote before is seen before the store.
    if (in->flags & VF_RELEASE) atomic_thread_fence(memory_order_release);
    VM_EACH(i, mask) {
        _Alignas(16) uint8_t whole[VM_TAIL] = {0};
        uint8_t *element = whole;
        for (uint32_t k = 0; k < n; k++, element += es) {
            const uint8_t *s = vm_row(warp, list[k]);
            store_bytes(element, row_get(s, size[k], i), CU_MIN(es, 8u));
            if (es == 16) store_bytes(element + 8, row_get(s + 8, 4, i), 8);
        }
        store_whole(resolve(warp, in, i, lane_addr(in, a, i), es * n, VM_WRITE), es * n, whole);
    }
}

// The class for statistics and models: the space, as far as it is known without the address.
static VmClass class_of_space(uint32_t sp) {
    switch (sp) {
    case VSP_SHARED: return VM_CLS_SHARED;
    case VSP_LOCAL:
    case VSP_FRAME: return VM_CLS_LOCAL;
    case VSP_PARAM: return VM_CLS_PARAM;
    default: return VM_CLS_GLOBAL;
    }
}

// The function for an element of `bits` bits in a register of 2^have bytes, or the general one.
static VmFn *fast_scalar(VmFn *any, uint32_t bits, bool sign, uint32_t have, bool load) {
    switch (bits << 8 | have) {
    case 8 << 8 | 1: return !load ? st_8_16 : sign ? ld_s8_16 : ld_u8_16;
    case 8 << 8 | 2: return !load ? st_8_32 : sign ? ld_s8_32 : ld_u8_32;
    case 16 << 8 | 1: return load ? ld_16_16 : st_16_16;
    case 16 << 8 | 2: return !load ? st_16_32 : sign ? ld_s16_32 : ld_u16_32;
    case 32 << 8 | 2: return load ? ld_32 : st_32;
    case 64 << 8 | 3: return load ? ld_64 : st_64;
    default: return any;
    }
}

// A vector of whole words; elements that go nowhere (sinks) or are extended take the general
// function.
static VmFn *fast_vector(VmFn *any, uint32_t bits, uint32_t n, const uint8_t *have, bool load) {
    for (uint32_t k = 0; k < n; k++) {
        if (1u << have[k] != bits / 8) return any; // sinks, too
    }
    switch (bits << 8 | n) {
    case 32 << 8 | 2: return load ? ld_32_2 : st_32_2;
    case 32 << 8 | 4: return load ? ld_32_4 : st_32_4;
    case 64 << 8 | 2: return load ? ld_64_2 : st_64_2;
    default: return any;
    }
}

// ld and st in all their forms: address, elements, order, then the fastest function that does them.
static bool decode_ldst(Decoder *decoder, const PtxInst *in, const PtxOpnd *operands,
                        VmInst *decoded, bool load) {

    // ld.global.nc has no space of its own and no order.
    uint32_t space = in->op == PTXI_ld_nc ? PTX_SPACE_GLOBAL : ptx_mod(in, SPACE),
             vec = ptx_mod(in, VEC);
    uint32_t sem = is_any_of(in->op, PTXI_ld_nc, PTXI_ldu) ? 0 : ptx_mod(in, SEM);
    uint32_t bits = ptx_type_bits((PtxType)in->type[0]);
    uint32_t size = bits <= 16 ? 1 : bits <= 32 ? 2 : bits <= 64 ? 3 : 4;
    if (!vm_decode_address(decoder, &operands[load ? 1 : 0], space, decoded)) return false;
    const PtxOpnd *value = &operands[load ? 0 : 1];

    // Vectors: 1, 2, 4 or 8 elements.
    decoded->n = (uint8_t)(vec ? 1u << vec : 1);
    decoded->cls = (uint8_t)class_of_space(decoded->space);
    // Fences around the access make the order; where only the block looks at it the checker of
    // races must know.
    if (sem == PTX_SEM_ACQUIRE) decoded->flags |= VF_ACQUIRE;
    if (sem == PTX_SEM_RELEASE) decoded->flags |= VF_RELEASE;
    if (sem && ptx_mod(in, SCOPE) == PTX_SCOPE_CTA) decoded->flags |= VF_BLOCK_SCOPE;
    if (sem && sem != PTX_SEM_WEAK) decoded->flags |= VF_STRONG;
    decoded->list = vm_push_elements(decoder, value, size, load);

    // Fast functions know no order and no partial loads.
    decoded->fn = load ? ld_any : st_any;
    if (decoded->n == 1 && !(decoded->flags & (VF_ACQUIRE | VF_RELEASE))) {
        decoded->d = decoded->b = decoder->fn->list.at[decoded->list];
        decoded->fn = fast_scalar(decoded->fn, bits, ptx_types[in->type[0]].kind == 's',
                                  decoder->fn->list_size.at[decoded->list], load);
    } else if (!(decoded->flags & (VF_ACQUIRE | VF_RELEASE))) {
        decoded->fn = fast_vector(decoded->fn, bits, decoded->n,
                                  &decoder->fn->list_size.at[decoded->list], load);
    }

    // .pragma "used_bytes_mask": bytes that nobody uses may lie outside.
    uint32_t bytes = bits / 8 * decoded->n, all = (uint32_t)((1ull << CU_MIN(bytes, 32u)) - 1);
    if (load && (decoder->used_bytes & all) != all && bytes <= VM_TAIL) {
        decoded->access.used = decoder->used_bytes & all;
        decoded->fn = ld_masked;
    }
    // Checks ask before the access, in a function of their own around this one.
    if (decoder->scan) vm_check_wrap(decoder, in, operands, decoded, load);
    return true;
}

// ---- address conversions -----------------------------------------------------------------------

// What cvta adds to an address of the space; global addresses are generic as they are.
static uint64_t window_of(const Decoder *decoder, uint32_t space) {
    switch (vm_space_of_mod(decoder, space)) {
    case VSP_SHARED: return VM_SHARED_BASE;
    case VSP_LOCAL: return VM_LOCAL_BASE;
    case VSP_PARAM: return VM_PARAM_BASE;
    default: return 0;
    }
}

// To generic the window is added, from generic subtracted.
static void exec_cvta(Warp *warp, const VmInst *in, uint32_t mask) {
    uint64_t r[VM_LANES];
    vm_load_row(warp, in->a, in->asize, r);
    for (int i = 0; i < VM_LANES; i++) r[i] += (uint64_t)in->window;
    vm_store_row(warp, in->d, in->dsize, r, mask);
}

// isspacep (9.7.9.19): .shared is .shared::cta; the window of kernel parameters lies in .global.
static void exec_isspacep(Warp *warp, const VmInst *in, uint32_t mask) {
    uint64_t r[VM_LANES];
    uint32_t p = 0;
    vm_load_row(warp, in->a, in->asize, r);
    for (uint32_t i = 0; i < VM_LANES; i++) {
        uint32_t win = VM_WINDOW(r[i]);
        bool hit;
        if (in->window) {
            hit = win == VM_WINDOW((uint64_t)in->window);
            // The own block's shared memory has no rank in its address.
            if (hit && is_any_of(in->mod, PTX_SPACE_SHARED_CTA, PTX_SPACE_SHARED))
                hit = (uint32_t)r[i] >> VM_RANK_SHIFT <= VM_RANK_OWN;

            // .global and .const share one range of addresses: the allocation says which it is.
        } else {
            hit = win != VM_WINDOW(VM_SHARED_BASE) && win != VM_WINDOW(VM_LOCAL_BASE);
            const VmAlloc *al = hit ? vm_find(warp->grid->vm, r[i]) : NULL;
            bool constant = al && al->constant;
            hit &= constant == (in->mod == PTX_SPACE_CONST);
        }
        p |= (uint32_t)hit << i;
    }
    vm_set_pred(vm_row(warp, in->d), p, mask);
}

// mapa: the address of the same shared variable in the block of rank b
static void exec_mapa(Warp *warp, const VmInst *in, uint32_t mask) {
    uint64_t r[VM_LANES], rank[VM_LANES];
    vm_load_row(warp, in->a, in->asize, r);
    vm_load_row(warp, in->b, 2, rank);

    // The rank goes above the offset; the window stays what it was.
    uint64_t m = (1ull << VM_RANK_SHIFT) - 1;
    for (int i = 0; i < VM_LANES; i++) {
        r[i] = (r[i] & ~0xff000000ull & (~0ull << 32 | m)) | (rank[i] + VM_RANK_FIRST)
                                                                 << VM_RANK_SHIFT;
    }
    vm_store_row(warp, in->d, in->dsize, r, mask);
}

// The rank in the address, or that of the block itself.
static void exec_getctarank(Warp *warp, const VmInst *in, uint32_t mask) {
    uint64_t r[VM_LANES];
    vm_load_row(warp, in->a, in->asize, r);
    for (int i = 0; i < VM_LANES; i++) {
        uint32_t rank = (uint32_t)r[i] >> VM_RANK_SHIFT, own = warp->block->rank;
        bool first = !rank && warp->fn->pairs; // of the pair
        r[i] = rank >= VM_RANK_FIRST ? rank - VM_RANK_FIRST : first ? own & ~1u : own;
    }
    vm_store_row(warp, in->d, in->dsize, r, mask);
}

// ---- stack -------------------------------------------------------------------------------------

// stacksave, stackrestore and alloca (PTX ISA 9.7.20): the end of the lane's frame moves.
static void exec_stack(Warp *warp, const VmInst *in, uint32_t mask) {
    uint64_t r[VM_LANES], n[VM_LANES];
    if (in->mod == PTX_SEM_STACKSAVE) {
        for (int i = 0; i < VM_LANES; i++) r[i] = warp->frame->lend[i];
        vm_store_row(warp, in->d, in->dsize, r, mask);
        return;
    }
    vm_load_row(warp, in->a, in->asize, n);
    uint32_t align = in->imm > 8 ? (uint32_t)in->imm : 8;
    VM_EACH(i, mask) {
        if (in->mod == PTX_SEM_STACKRESTORE) {
            warp->frame->lend[i] = (uint32_t)n[i];
            continue;
        }

        // Each lane has a stack of its own, whose memory is made when it is first needed.
        uint64_t at = CU_ALIGN((uint64_t)warp->frame->lend[i], (uint64_t)align);
        if (n[i] > 1u << 30) vm_fault(warp, in, i, VM_ERR_STACK, 0, "stack overflow in alloca");
        vm_local_reserve(warp, in, i, (uint32_t)(at + n[i]));
        warp->frame->lend[i] = (uint32_t)(at + n[i]);
        // What was there before is not initialised any more, for the checkers.
        vm_shadow_frame(warp, i, (uint32_t)at, (uint32_t)(at + n[i]));
        r[i] = at;
    }
    if (in->mod == PTX_SEM_ALLOCA) vm_store_row(warp, in->d, in->dsize, r, mask);
}

// ---- cp.async ----------------------------------------------------------------------------------

// A lane's n bytes in the region, or wherever they are.
static uint8_t *in_region(Warp *warp, const VmInst *in, uint32_t lane, uint64_t addr, uint32_t n,
                          const Region *r, VmSpace sp, VmAccess kind) {
    uint64_t off = addr - r->base;
    bool hit = off < r->size && r->size - off >= n && !(addr & (n - 1)) && !warp->grid->checks;
    return hit ? r->host + off : vm_access(warp, in, lane, addr, n, sp, kind);
}

// cp.async [dst], [src], size {, src-size or ignore-src}: the copy is done at once.

// How many bytes come from the source; the rest of `n` are zeros.
static void exec_cpasync(Warp *warp, const VmInst *in, uint32_t mask) {
    const void *a = vm_row(warp, in->a), *s = vm_row(warp, in->b);
    uint64_t have[VM_LANES], displacement = (uint64_t)(int64_t)in->copy.of_source;
    uint32_t n = in->n;
    for (int i = 0; i < VM_LANES; i++) have[i] = n;
    if (in->c != REF_NONE && in->copy.sized) vm_load_row(warp, in->c, 2, have);
    if (in->c != REF_NONE && !in->copy.sized) {
        uint32_t p = vm_get_pred(warp, in, in->c);
        for (int i = 0; i < VM_LANES; i++) have[i] = p >> i & 1 ? 0 : n;
    }

    // All lanes most likely copy between the regions of the first.
    uint32_t first = (uint32_t)__builtin_ctz(mask);
    Region to = region_of(warp, in, lane_addr(in, a, first));
    Region from = region_of(warp, &(VmInst){.space = VSP_GLOBAL},
                            row_get(s, in->asize, first) + displacement);
    VM_EACH(i, mask) {
        uint64_t at = lane_addr(in, a, i);
        if (warp->race) vm_race_group_copy(warp, i, false);
        uint8_t *dst = in_region(warp, in, i, at, n, &to, VSP_SHARED, VM_WRITE);
        uint8_t buf[16] = {0};
        uint32_t k = (uint32_t)CU_MIN(have[i], (uint64_t)n);
        uint64_t addr = row_get(s, in->asize, i) + displacement;
        if (k) memcpy(buf, in_region(warp, in, i, addr, n, &from, VSP_GLOBAL, VM_READ), k);
        memcpy(dst, buf, n);
        if (warp->race) vm_race_group_copied(warp);
    }
}

// Both addresses must fit one instruction: the destination is its address, of the source the
// register goes into `b`, the displacement into `copy`.
static bool decode_cpasync(Decoder *decoder, const PtxInst *in, const PtxOpnd *operands,
                           VmInst *decoded) {
    VmInst src = {0};
    if (!vm_decode_address(decoder, &operands[1], PTX_SPACE_GLOBAL, &src)) return false;
    if (!vm_decode_address(decoder, &operands[0], PTX_SPACE_SHARED, decoded)) return false;
    decoded->b = src.a;
    decoded->asize = src.asize;
    // a symbol's address does not fit there: fold it into the constant row
    if (operands[1].kind == PTXO_MSYM) {
        decoded->b = vm_const_row(decoder, (uint64_t)src.access.offset, 3);
        src.access.offset = 0;
    }
    if (src.access.offset != (int32_t)src.access.offset) {
        decoder->why = "cp.async with this offset";
        return false;
    }
    decoded->copy.of_source = (int32_t)src.access.offset;
    decoded->n = (uint8_t)operands[2].val;
    decoded->cls = VM_CLS_GLOBAL;
    decoded->fn = exec_cpasync;
    decoded->copy.sized = true;
    // the fourth operand is the source size, a predicate (ignore-src) or, with the hint, a policy
    if (in->nopnd > 3 && !(in->nopnd == 4 && ptx_mod(in, L2HINT))) {
        bool pred = operands[3].kind == PTXO_REG && decoder->fn->reg[operands[3].id].size == 0;
        decoded->c = vm_operand(decoder, &operands[3], 2);
        decoded->copy.sized = !pred;
        if (operands[3].flags & PTXOF_NOT) decoded->flags |= VF_PRED_NOT;
    }
    return decoded->n == 4 || decoded->n == 8 || decoded->n == 16;
}

bool vm_decode_atomic(Decoder *decoder, const PtxInst *in, const PtxOpnd *opnd, VmInst *inst);

// Instructions of memory, by their meaning; false: it is none of them.
bool vm_decode_mem(Decoder *decoder, const PtxInst *in, const PtxOpnd *operands, VmInst *decoded) {
    uint32_t sem = ptx_rows[in->op].sem;
    switch (sem) {
    case PTX_SEM_LD: return decode_ldst(decoder, in, operands, decoded, true);
    case PTX_SEM_ST: return decode_ldst(decoder, in, operands, decoded, false);
    case PTX_SEM_ATOM:
    case PTX_SEM_RED: return vm_decode_atomic(decoder, in, operands, decoded);
    case PTX_SEM_CVTA:
    case PTX_SEM_CVTATO:
        decoded->fn = exec_cvta;
        decoded->cls = VM_CLS_MOVE;
        if (!vm_fill_operands(decoder, in, operands, decoded)) return false;
        decoded->window = (int64_t)window_of(decoder, ptx_mod(in, SPACE));
        if (sem == PTX_SEM_CVTATO) decoded->window = -decoded->window;
        return true;
    case PTX_SEM_ISSPACEP:
        decoded->fn = exec_isspacep;
        decoded->mod = (uint8_t)ptx_mod(in, SPACE);
        if (!vm_fill_operands(decoder, in, operands, decoded)) return false;
        decoded->window = (int64_t)window_of(decoder, ptx_mod(in, SPACE));
        return true;
    case PTX_SEM_MAPA:
        decoded->fn = exec_mapa;
        return vm_fill_operands(decoder, in, operands, decoded);
    case PTX_SEM_GETCTARANK:
        decoded->fn = exec_getctarank;
        return vm_fill_operands(decoder, in, operands, decoded);
    case PTX_SEM_STACKSAVE:
    case PTX_SEM_STACKRESTORE:
    case PTX_SEM_ALLOCA:
        decoded->fn = exec_stack;
        decoded->mod = (uint8_t)sem;
        return vm_fill_operands(decoder, in, operands, decoded);
    case PTX_SEM_CPASYNC: return decode_cpasync(decoder, in, operands, decoded);
    default: return false;
    }
}
