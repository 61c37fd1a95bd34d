// SPDX-License-Identifier: Apache-2.0
// Checked accesses. A load or store gets a wrapper at decoding: it checks the lanes, and runs the
// plain function for those that are right. When the lanes of a full warp address consecutive
// elements of one piece of memory, they are checked as one range. Other instructions come here from
// vm_access, lane by lane.
//
// Initialisation follows compute-sanitizer (a read of a byte that nobody wrote is reported where it
// is read), with one exception: a register whose only definitions are loads and whose only uses are
// the values of stores is a copy (of a structure with padding, say). Its undefined bytes are
// remembered beside it and go to where it is stored.
#include "vm/check/race.h"

#include <stdatomic.h>

// The beginning of an event: who accessed what, and the allocation that the address is in or above.
VmEvent vm_access_event(Warp *warp, const VmInst *in, uint32_t lane, uint64_t addr, uint32_t n,
                        VmSpace sp, VmAccess kind, uint32_t checker, const char *what) {
    VmEvent event = {.checker = checker, .kind = what, .at = vm_site(warp, in, lane)};
    event.warp = warp;
    event.lane = lane;
    event.has_address = true;
    event.address = addr;
    event.size = n;
    event.space = vm_space_name(sp, addr);
    event.access = vm_access_name[kind];
    if (sp <= VSP_GLOBAL && strcmp(event.space, "global") == 0)
        vm_event_allocation(&event, vm_find(warp->grid->vm, addr));
    return event;
}

void vm_event_allocation(VmEvent *event, const VmAlloc *holder) {
    if (!holder) return;
    event->alloc = holder;
    event->base = holder->base;
    // A freed allocation has size 0, but its record knows what it was.
    event->length = holder->info ? holder->info->size : atomic_load(&holder->size);
    event->freed = !holder->adopted && !atomic_load(&holder->size);
}

// ---- wrong accesses ----------------------------------------------------------------------------

// The static variable that ends before an offset in shared memory, if there is one.
static void near_variable(const VmFunc *kernel, uint32_t off, VmEvent *out) {
    VmSharedVar v = {0};
    while (vm_shared_next(kernel, &v)) {
        // Of those before the offset the last one is nearest.
        if (!v.size || v.off + v.size > off || (out->variable && v.off < out->base)) continue;
        out->variable = v.name;
        out->base = v.off;
        out->length = v.size;
    }
}

// The allocation below the address is the nearest unless the next one is much nearer.
static void report_near(Vm *vm, VmEvent *wrong) {
    uint64_t addr = wrong->address, off = addr - wrong->base;
    uint64_t past = off < wrong->length ? 0 : off - wrong->length;
    VmAlloc *next = NULL;
    // Steps grow, as the gaps between allocations do.
    for (uint64_t step = 64; !next && step <= 1u << 16 && step < past; step *= 4) {
        VmAlloc *a = vm_find(vm, addr + step);
        if (a && a != wrong->alloc && a->base > addr && atomic_load(&a->size)) next = a;
    }
    if (next) {
        vm_event_allocation(wrong, next);
        vm_check_add(vm, wrong, "%llu bytes before the start of an allocation",
                     (unsigned long long)(next->base - addr));
    } else if (off < wrong->length) {
        vm_check_add(vm, wrong, "the access begins in an allocation and ends behind it");
    } else if (past < 1u << 24) {
        vm_check_add(vm, wrong, "%llu bytes past the end of an allocation",
                     (unsigned long long)past);
    } else {
        wrong->alloc = NULL;
        wrong->base = wrong->length = 0;
        wrong->freed = false;
        vm_check_add(vm, wrong, "no allocation is near the address");
    }
}

bool vm_check_bad_global(Vm *vm, VmEvent *wrong) {
    uint64_t addr = wrong->address, off = addr - wrong->base;
    wrong->kind = addr & (wrong->size - 1) ? "misaligned" : "out-of-bounds";
    if (addr & (wrong->size - 1)) {
        vm_check_add(vm, wrong, "the address is no multiple of %u", wrong->size);
    } else if (wrong->alloc && wrong->freed && off < wrong->length) {
        wrong->kind = "use-after-free";
        // The kernel that freed it is known for memory of device code only.
        if (wrong->alloc->info && wrong->alloc->info->freed.kernel) {
            wrong->has_other = true;
            wrong->other = wrong->alloc->info->freed;
            wrong->other_access = "freed by";
        }
        vm_check_add(vm, wrong, "%llu bytes inside memory that has been freed",
                     (unsigned long long)off);
    } else if (wrong->alloc) {
        report_near(vm, wrong);
    } else if (strcmp(wrong->space, "global") == 0 && addr < 1u << 24) {
        // Shared and local addresses are below 16 MiB; global ones never are.
        wrong->kind = addr < 4096 ? "null-pointer" : "wrong-space";
        vm_check_add(vm, wrong, "%s",
                     addr < 4096 ? "access through a null pointer"
                                 : "no global address; it looks like a shared or local one");
    } else {
        return false;
    }
    return true;
}

// Says what is probably meant: the reports name the nearest thing that the address may have come
// from.
static void report_bad(Warp *warp, const VmInst *in, uint32_t lane, uint64_t addr, uint32_t n,
                       VmSpace sp, VmAccess kind) {
    Vm *vm = warp->grid->vm;
    VmEvent event = vm_access_event(warp, in, lane, addr, n, sp, kind, VM_CHECK_MEM, "");
    if (vm_check_bad_global(vm, &event)) return;
    if (sp == VSP_SHARED && addr >> 32) {
        event.kind = "wrong-space";
        vm_check_add(vm, &event, "a generic or global address is used as one of shared memory");
        return;
    }
    if (strcmp(event.space, "shared") == 0) {
        near_variable(warp->grid->kernel, (uint32_t)addr, &event);
        if (event.variable) {
            vm_check_add(vm, &event, "%u bytes past the end of shared variable %s",
                         (uint32_t)addr - (uint32_t)(event.base + event.length), event.variable);
            return;
        }
    }
    vm_check_add(vm, &event, "outside of the %s memory of the thread", event.space);
}

// Where the access goes instead: memory that nobody else sees, filled so that mistakes show.
uint8_t *vm_check_bad_access(Warp *warp, const VmInst *in, uint32_t lane, uint64_t addr, uint32_t n,
                             VmSpace sp, VmAccess kind) {
    report_bad(warp, in, lane, addr, n, sp, kind);
    uint8_t *p = warp->sink;
    if (n > VM_SINK) p = arena_alloc(&warp->block->arena, n, 64);
    memset(p, warp->grid->vm->opt.fill, n);
    return p;
}

// ---- initialisation ----------------------------------------------------------------------------

static void report_init(Warp *warp, const VmInst *in, uint32_t lane, uint64_t addr, uint32_t n,
                        VmAccess kind, uint64_t have) {
    VmEvent e = vm_access_event(warp, in, lane, addr, n, (VmSpace)in->space, kind, VM_CHECK_INIT,
                                "uninitialised-read");
    uint32_t k = n - (uint32_t)__builtin_popcountll(have);
    vm_check_add(warp->grid->vm, &e, "%u of %u bytes were never written", k, n);
}

// A peek is an access of the machine's own.
void vm_check_good_access(Warp *warp, const VmInst *in, uint32_t lane, uint64_t addr, uint32_t n,
                          VmAccess kind, const VmTarget *place) {
    if (kind == VM_PEEK) return;
    uint64_t *bits = warp->grid->checks & VM_CHECK_INIT ? vm_bits_of(warp, lane, place) : NULL;
    if (bits && kind != VM_WRITE && !vm_bits_all(bits, place->off, n)) {
        uint64_t have = vm_bits_get(bits, place->off, CU_MIN(n, 64u));
        report_init(warp, in, lane, addr, CU_MIN(n, 64u), kind, have);
    }
    if (bits && kind != VM_READ) vm_bits_set(bits, place->off, n, place->space == VSP_GLOBAL);
    if (warp->grid->race) vm_race_lane(warp, in, lane, n, kind, place);
}

// ---- loads and stores --------------------------------------------------------------------------

// Lane i's address in a row of registers of 32 or 64 bits.
static uint64_t address(const VmInst *in, const void *row, uint32_t i) {
    return (in->flags & VF_ADDR64 ? ((const uint64_t *)row)[i] : ((const uint32_t *)row)[i]) +
           (uint64_t)in->access.offset;
}

static uint32_t element_size(const VmInst *in) {
    return ptx_type_bits((PtxType)in->type) / 8;
}

// The row with the bits of element k, when its register is only copied.
// Rows are listed for instructions that have any.
static uint16_t *copy_row(const Warp *warp, const VmInst *in, uint32_t k) {
    uint32_t copies = in->access.copies;
    VmRef r = copies ? warp->fn->list.at[copies + k] : REF_NONE;
    return r == REF_NONE ? NULL : vm_row(warp, r);
}

// `other` is a lane of the same store, whose value counts, or 32: what is in memory.
bool vm_check_same_value(Warp *warp, const VmInst *in, uint32_t lane, const uint8_t *host,
                         uint32_t other) {
    if (in->stored) {
        uint8_t row[16], other_row[16];
        in->stored(warp, in, lane, row);
        if (other < 32) in->stored(warp, in, other, other_row);
        return memcmp(row, other < 32 ? other_row : host, sizeof row) == 0;
    }
    if (in->fn != vm_checked_store) return false;
    uint32_t es = element_size(in);
    // Only stores have their value in registers at this point.
    const VmRef *list = warp->fn->list.at + in->list;
    const uint8_t *size = warp->fn->list_size.at + in->list;
    for (uint32_t k = 0; k < in->n; k++) {
        const uint8_t *v = (const uint8_t *)vm_row(warp, list[k]) + ((size_t)lane << size[k]);
        const uint8_t *o = (const uint8_t *)vm_row(warp, list[k]) + ((size_t)other % 32 << size[k]);
        if (memcmp(v, other < 32 ? o : host + k * es, es) != 0) return false;
    }
    return true;
}

// One lane's elements: reads check or copy the bits of definedness, writes set them.
static void init_lane(Warp *warp, const VmInst *in, uint32_t lane, uint64_t addr, VmAccess kind,
                      const VmTarget *place) {
    uint64_t *bits = vm_bits_of(warp, lane, place);
    uint32_t es = element_size(in);
    bool bad = false;
    for (uint32_t k = 0; k < in->n; k++) {
        uint16_t *copy = copy_row(warp, in, k);
        uint64_t off = place->off + k * es, all = (1ull << es) - 1;
        if (kind == VM_WRITE) {
            if (bits)
                vm_bits_put(bits, off, es, copy ? copy[lane] : all, place->space == VSP_GLOBAL);
            continue;
        }
        // Bits beyond the element are set, so that wider uses see them as defined.
        uint64_t have = bits ? vm_bits_get(bits, off, es) : all;
        if (copy) copy[lane] = (uint16_t)(have | ~all);
        bad |= have != all && !copy;
    }
    if (bad && !(in->flags & VF_QUIET)) {
        uint32_t n = es * in->n;
        report_init(warp, in, lane, addr, n, kind, vm_bits_get(bits, place->off, n));
    }
}

// All lanes, in one range [target->off, target->off + n). False: they must be looked at one by one.
// A copied register with undefined bytes makes it a matter of single lanes.
static bool init_range(Warp *warp, const VmInst *in, uint32_t n, VmAccess kind,
                       const VmTarget *place) {
    uint64_t *bits = vm_bits_of(warp, 0, place);
    for (uint32_t k = 0; in->access.copies && k < in->n; k++) {
        uint16_t *copy = copy_row(warp, in, k), all = (uint16_t)((1u << element_size(in)) - 1);
        for (uint32_t i = 0; copy && i < VM_LANES; i++) {
            if (kind == VM_WRITE && (copy[i] & all) != all) return false;
            if (kind == VM_READ) copy[i] = UINT16_MAX;
        }
    }
    if (!bits) return true;
    if (kind == VM_READ) return vm_bits_all(bits, place->off, n);
    vm_bits_set(bits, place->off, n, place->space == VSP_GLOBAL);
    return true;
}

// Full warp, consecutive elements, one piece of memory: true when all is well or reported.
static bool check_range(Warp *warp, const VmInst *in, const uint64_t *addr, uint32_t bytes,
                        VmAccess kind) {
    uint32_t checks = warp->grid->checks, n = bytes * VM_LANES;
    uint64_t differ = addr[0] & (bytes - 1);
    // All addresses differ from the first one as they should, and it is aligned.
    for (uint32_t i = 1; i < VM_LANES; i++) differ |= addr[i] ^ (addr[0] + (uint64_t)i * bytes);
    if (differ) return false;
    VmTarget target, end;
    if (!vm_locate(warp, 0, addr[0], bytes, (VmSpace)in->space, &target)) return false;
    if (!is_any_of(target.space, VSP_GLOBAL, VSP_SHARED)) return false;
    if (target.space == VSP_GLOBAL) {
        uint64_t size = atomic_load_explicit(&target.alloc->size, memory_order_relaxed);
        if (size < target.off || size - target.off < n) return false;
    } else {
        // The first and the last lane decide: windows of blocks in a cluster lie apart.
        if (!vm_locate(warp, 31, addr[31], bytes, (VmSpace)in->space, &end)) return false;
        if (end.off - target.off != n - bytes) return false;
        const uint64_t *valid = warp->grid->kernel->shared_valid;
        // Of static shared memory only the variables are valid, not what is between them.
        if (valid && end.off < warp->grid->static_end && !vm_bits_all(valid, target.off, n))
            return false;
    }
    if (checks & VM_CHECK_INIT && !init_range(warp, in, n, kind, &target)) return false;
    if (warp->grid->race) vm_race_range(warp, in, bytes, kind, &target);
    return true;
}

// Lanes that address shared memory of their own block, all of them rightly: true when they have
// been checked. Lanes that read what two lanes before them read are left out.
static bool check_shared(Warp *warp, const VmInst *in, uint32_t mask, const uint64_t *addr,
                         uint32_t bytes, VmAccess kind) {
    const Grid *grid = warp->grid;
    const uint64_t *bits = warp->block->init;
    uint32_t off[VM_LANES], before = 0, same = 0;
    uint64_t bad = 0, all = (1ull << bytes) - 1;
    // In clusters an address may be another block's.
    if (grid->clusters || bytes < 4 || in->access.copies) return false;
    const uint64_t *valid = grid->kernel->shared_valid;
    uint64_t end = grid->dynamic_end, gap = grid->static_end, dynamic = grid->dynamic_off;
    VM_EACH(i, mask) {
        uint64_t a = addr[i];
        off[i] = (uint32_t)a;
        bad |= (a & (bytes - 1)) | (uint64_t)(a < VM_SHARED_OFF) | (uint64_t)(a + bytes > end) |
               (uint64_t)(a > end); // the sum may wrap around
        // Between static and dynamic memory there is a gap.
        bad |= (uint64_t)(a + bytes > gap && a < dynamic);
    }
    if (bad) return false;
    if (valid) {
        VM_EACH(h, mask) {
            bad |= off[h] < gap && (valid[off[h] / 64] >> off[h] % 64 & all) != all;
        }
        if (bad) return false;
    }
    if (kind == VM_READ) {
        VM_EACH(k, mask) {
            // The checker of races remembers two readers of a word.
            bool again = before && off[k] == off[31 - (uint32_t)__builtin_clz(before)];
            if (again && same) {
                mask &= ~(1u << k);
            } else {
                same = again;
                before |= 1u << k;
            }
        }
    }
    if (bits && kind == VM_READ) {
        VM_EACH(j, mask) {
            if ((bits[off[j] / 64] >> off[j] % 64 & all) != all) return false;
        }
    } else if (bits) {
        VM_EACH(j, mask)((uint64_t *)bits)[off[j] / 64] |= all << off[j] % 64;
    }
    if (warp->race) vm_race_shared(warp, in, mask, off, bytes, kind);
    return true;
}

// A load of which some bytes alone count. False: one of them lies outside of all memory.
// `used` has a bit for each byte that the program needs.
static bool check_used(Warp *warp, const VmInst *in, uint32_t lane, uint64_t addr, uint32_t used) {
    uint32_t es = element_size(in), bytes = es * in->n;
    uint64_t have = ~(uint64_t)used; // what is not used may be undefined
    if (addr & (bytes - 1)) return false;
    for (uint32_t i = 0; i < bytes;) {
        uint32_t n = 0;
        VmTarget target, first;
        for (; i + n < bytes && used >> (i + n) & 1; n++) {
            // Pieces that are used may lie in different allocations.
            if (!vm_locate(warp, lane, addr + i + n, 1, (VmSpace)in->space, &target)) return false;
            if (!n) first = target;
        }
        if (n) {
            const uint64_t *bits =
                warp->grid->checks & VM_CHECK_INIT ? vm_bits_of(warp, lane, &first) : NULL;
            have |= (bits ? vm_bits_get(bits, first.off, n) : (1ull << n) - 1) << i;
            if (warp->grid->race) vm_race_lane(warp, in, lane, n, VM_READ, &first);
        }
        i += n + 1;
    }
    bool bad = false;
    for (uint32_t k = 0; k < in->n; k++) {
        uint16_t *copy = copy_row(warp, in, k), all = (uint16_t)((1u << es) - 1);
        uint16_t part = (uint16_t)(have >> k * es) & all;
        if (copy) copy[lane] = part | (uint16_t)~all;
        bad |= part != all && !copy;
    }
    if (bad && !(in->flags & VF_QUIET))
        report_init(warp, in, lane, addr, bytes, VM_READ, have & ((1ull << bytes) - 1));
    return true;
}

// A lane reads what two lanes before it have read, rightly: there is nothing new to check. (The
// checker of races remembers two readers of a word.) The addresses of local memory are each lane's
// own.
static bool reads_again(const VmInst *in, const uint64_t *addr, uint32_t mask, uint32_t good,
                        uint32_t lane) {
    bool local = is_any_of(in->space, VSP_LOCAL, VSP_FRAME) ||
                 (in->space == VSP_GENERIC && VM_WINDOW(addr[lane]) == VM_WINDOW(VM_LOCAL_BASE));
    uint32_t two = lane < 2 ? 0 : 3u << (lane - 2);
    return two && !local && (mask & good & two) == two && addr[lane] == addr[lane - 1] &&
           addr[lane] == addr[lane - 2];
}

// Returns the lanes whose access is right.
static uint32_t check_lanes(Warp *warp, const VmInst *in, uint32_t mask, VmAccess kind) {
    uint32_t bytes = element_size(in) * in->n, good = mask;
    uint64_t addr[VM_LANES];
    const void *row = vm_row(warp, in->a);
    VM_EACH(i, mask) addr[i] = address(in, row, i);
    bool some = kind == VM_READ && in->access.used;
    if (!some && mask == VM_FULL && check_range(warp, in, addr, bytes, kind)) return mask;
    if (!some && in->space == VSP_SHARED && check_shared(warp, in, mask, addr, bytes, kind))
        return mask;
    uint32_t checks = warp->grid->checks;
    bool alike = kind == VM_READ && !in->access.copies;
    VM_EACH(i, mask) {
        VmTarget target;
        if (alike && reads_again(in, addr, mask, good, i)) continue;
        bool whole = !some && vm_locate(warp, i, addr[i], bytes, (VmSpace)in->space, &target);
        uint32_t used = in->access.used;
        // A load of padding at the end of an allocation is right if the rest of it is not used.
        if (!whole && !some && kind == VM_READ) {
            uint32_t inside = vm_padded_load(warp, i, addr[i], bytes, (VmSpace)in->space, &target);
            used = (uint32_t)((1ull << inside) - 1);
        }
        if (!whole && kind == VM_READ && used && check_used(warp, in, i, addr[i], used)) continue;
        if (!whole) {
            if (!(checks & VM_CHECK_MEM)) continue; // the plain function makes it a fault
            report_bad(warp, in, i, addr[i], bytes, (VmSpace)in->space, kind);
            good &= ~(1u << i);
            continue;
        }
        if (checks & VM_CHECK_INIT) init_lane(warp, in, i, addr[i], kind, &target);
        if (warp->grid->race) vm_race_lane(warp, in, i, bytes, kind, &target);
    }
    return good;
}

// Volatile and stronger accesses order threads: a read after it has happened, a write before.
static void strong_lanes(Warp *warp, const VmInst *in, uint32_t mask, bool read) {
    const void *row = vm_row(warp, in->a);
    VM_EACH(i, mask) {
        uint64_t addr = address(in, row, i);
        if (read)
            vm_race_acquire_at(warp, in, i, addr, (VmSpace)in->space);
        else
            vm_race_release_at(warp, in, i, addr, (VmSpace)in->space);
    }
}

// While it is seen whether the warp waits: right accesses alone.
static void watch_lanes(Warp *warp, const VmInst *in, uint32_t mask, VmAccess kind) {
    uint32_t bytes = element_size(in) * in->n;
    const void *row = vm_row(warp, in->a);
    VM_EACH(i, mask) {
        VmTarget t;
        uint64_t addr = address(in, row, i);
        if (vm_locate(warp, i, addr, bytes, (VmSpace)in->space, &t))
            vm_watch_access(warp, in, i, addr, bytes, kind, &t);
    }
}

void vm_checked_load(Warp *warp, const VmInst *in, uint32_t mask) {
    if (CU_UNLIKELY(warp->watch != NULL)) watch_lanes(warp, in, mask, VM_READ);
    uint32_t good = check_lanes(warp, in, mask, VM_READ), bad = mask & ~good;
    const VmRef *list = warp->fn->list.at + in->list;
    const uint8_t *size = warp->fn->list_size.at + in->list;
    for (uint32_t k = 0; bad && k < in->n; k++) {
        // Registers of lanes that are wrong get the fill as well.
        uint8_t *d = vm_row(warp, list[k]);
        VM_EACH(i, bad) memset(d + ((size_t)i << size[k]), warp->grid->vm->opt.fill, 1u << size[k]);
    }
    if (good) in->finish(warp, in, good);
    if (in->flags & VF_STRONG && warp->grid->race) strong_lanes(warp, in, good, true);
}

// The store must not be seen before its release.
void vm_checked_store(Warp *warp, const VmInst *in, uint32_t mask) {
    if (CU_UNLIKELY(warp->watch != NULL)) watch_lanes(warp, in, mask, VM_WRITE);
    if (CU_UNLIKELY(in->flags & VF_BEHIND)) vm_sync_behind(warp, in, mask);
    uint32_t good = check_lanes(warp, in, mask, VM_WRITE);
    if (in->flags & VF_STRONG && warp->grid->race) strong_lanes(warp, in, good, false);
    if (good) in->finish(warp, in, good);
}
