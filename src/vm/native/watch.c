// SPDX-License-Identifier: Apache-2.0
// Checked accesses of native code. Where lanes go is known to be memory of the program's;
// here the checkers of initialisation and of races see them. They note what is right. Whatever is
// not, or is not known to be, is the machine's: its function looks at each lane and reports
// (check/access.c).
#include "vm/native/native.h"
#include "vm/check/race.h"

typedef struct {
    Warp *warp;
    const VmInst *in;
    VmTarget target; // of the first place
    uint64_t *bits;  // of initialisation, or NULL
    uint32_t first;  // lane
    uint32_t mask;
    uint32_t bytes; // of a lane's elements together
    bool read, race;
} Watched;

static uint32_t element_bytes(const VmInst *in) {
    return ptx_type_bits((PtxType)in->type) / 8;
}

// ---- initialisation ----------------------------------------------------------------------------

// A register that is only copied has its bytes' bits beside it: all are set, or become so.
static bool copies_are_whole(const Watched *watched, uint32_t mask) {
    const VmInst *in = watched->in;
    const uint16_t all = (uint16_t)((1u << element_bytes(in)) - 1);
    for (uint32_t k = 0; in->access.copies && k < in->n; k++) {
        VmRef ref = watched->warp->fn->list.at[in->access.copies + k];
        if (ref == REF_NONE) continue;
        uint16_t *row = (uint16_t *)vm_row(watched->warp, ref) + watched->first;
        VM_EACH(i, mask) {
            if (watched->read) row[i] = UINT16_MAX;
            if ((row[i] & all) != all) return false;
        }
    }
    return true;
}

// Of n bytes from the target's offset and `more` on. A write makes it so.
static bool is_written(const Watched *watched, uint64_t more, uint32_t n) {
    uint64_t *bits = watched->bits, off = watched->target.off + more;
    if (!bits) return true;
    if (watched->read) return vm_bits_all(bits, off, n);
    vm_bits_set(bits, off, n, watched->target.space == VSP_GLOBAL);
    return true;
}

// ---- places ------------------------------------------------------------------------------------

// The lane's words are `more` bytes from the target on.
static bool race_of_lane(const Watched *watched, uint32_t lane, uint64_t more) {
    VmTarget target = watched->target;
    target.off += more;
    target.host += more;
    if (watched->bytes % 4) { // a store's value, which may matter, is not in the machine's rows
        if (watched->read)
            vm_race_lane(watched->warp, watched->in, watched->first + lane, watched->bytes, VM_READ,
                         &target);
        return watched->read;
    }
    return vm_race_word(watched->warp, watched->in, watched->first + lane, watched->bytes,
                        watched->read, &target);
}

// All lanes read it: the checker remembers two.
static bool watch_one(const Watched *watched) {
    uint32_t last = 31 - (uint32_t)__builtin_clz(watched->mask);
    uint32_t others = watched->mask & ~(1u << last);
    uint32_t other = others ? 31 - (uint32_t)__builtin_clz(others) : last;
    if (!is_written(watched, 0, watched->bytes)) return false;
    if (!watched->race) return true;
    if (watched->bytes % 4)
        return race_of_lane(watched, last, 0) && (other == last || race_of_lane(watched, other, 0));
    const uint32_t lanes[] = {watched->first + last, watched->first + other};
    return vm_race_one(watched->warp, watched->in, lanes, watched->bytes, &watched->target);
}

// Eight lanes, one behind the other.
static bool watch_eight(const Watched *watched) {
    bool words = watched->mask == 0xff && watched->bytes % 4 == 0;
    if (words) {
        return is_written(watched, 0, watched->bytes * JIT_PIECE) &&
               (!watched->race || vm_race_row(watched->warp, watched->in, watched->first,
                                              watched->bytes, watched->read, &watched->target));
    }
    VM_EACH(i, watched->mask) {
        if (!is_written(watched, i * watched->bytes, watched->bytes)) return false;
        if (watched->race && !race_of_lane(watched, i, i * watched->bytes)) return false;
    }
    return true;
}

static bool watch_row(const Watched *watched) {
    Watched piece = *watched;
    for (uint32_t left = watched->mask; left; left >>= JIT_PIECE) {
        piece.mask = left & 0xff;
        if (piece.mask && !watch_eight(&piece)) return false;
        piece.first += JIT_PIECE;
        piece.target.off += JIT_PIECE * piece.bytes;
        piece.target.host += JIT_PIECE * piece.bytes;
    }
    return true;
}

// Of lanes that read, those whose lines are not open to them.
static uint32_t closed_lanes(const Watched *watched, const uint32_t *offset) {
    const Warp *warp = watched->warp;
    const VmTarget *target = &watched->target;
    if (!watched->race || !watched->read) return watched->mask;
    bool is_global = target->space == VSP_GLOBAL;
    const uint32_t *open =
        is_global ? vm_race_open(watched->warp, target->alloc) : warp->block->race->open;
    uint32_t stamp = warp->block->race->stamp, closed = 0;
    VM_EACH(i, watched->mask) {
        uint32_t as =
            __atomic_load_n(&open[(target->off + offset[i]) / RACE_LINE], __ATOMIC_RELAXED);
        bool opens = is_any_of(as, RACE_OPEN, stamp, stamp + 1 + warp->id);
        closed |= (uint32_t)!opens << i;
    }
    return closed;
}

static bool watch_each(const Watched *watched, const uint32_t *offset) {
    uint32_t closed = closed_lanes(watched, offset);
    VM_EACH(i, closed) {
        if (!is_written(watched, offset[i], watched->bytes)) return false;
    }
    VM_EACH(k, watched->race ? closed : 0) {
        if (!race_of_lane(watched, k, offset[k])) return false;
    }
    return true;
}

// ---- the access --------------------------------------------------------------------------------

static VmTarget target_of(const JitState *state, Block *block, const JitCache *cache,
                          const uint8_t *host) {
    const VmAlloc *alloc = cache->owner;
    VmTarget target = {.host = (uint8_t *)host};
    if (alloc) {
        target.space = VSP_GLOBAL;
        target.alloc = (VmAlloc *)alloc;
        target.off = (uint64_t)(uintptr_t)host - cache->host - alloc->base;
    } else {
        target.space = VSP_SHARED;
        target.block = block;
        target.off = (uint64_t)(host - state->shared);
    }
    return target;
}

uint32_t vm_native_watch(JitState *state, uint32_t pc, uint32_t cache, const uint8_t *host,
                         uint32_t mask, JitPlaces places) {
    Warp *warp = state->lanes->warp;
    const VmInst *in = &warp->fn->code[pc];
    Watched watched = {.warp = warp, .in = in, .first = state->lanes->lane8, .mask = mask};
    watched.target = target_of(state, warp->block, jit_cache(state, cache), host);
    watched.bytes = element_bytes(in) * in->n;
    watched.read = in->fn == vm_checked_load;
    watched.race = warp->race;
    // Warps whose lanes have synchronised apart are the machine's.
    if (watched.race && !warp->race->uniform) return 0;
    if (warp->grid->checks & VM_CHECK_INIT) {
        if (!copies_are_whole(&watched, mask)) return 0;
        watched.bits = vm_bits_of(warp, 0, &watched.target);
    }
    switch (places) {
    case JIT_AT_ONE: return watch_one(&watched);
    case JIT_IN_ROW: return watch_row(&watched);
    default: return watch_each(&watched, state->offset);
    }
}
