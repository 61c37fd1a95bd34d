// SPDX-License-Identifier: Apache-2.0
// Dense bit sets of a fixed size.
#include "base/base.h"

static uint32_t words(const BitSet *set) {
    return (set->nbits + 63) / 64;
}

void bitset_init(BitSet *set, Arena *arena, uint32_t nbits) {
    set->nbits = nbits;
    set->w = arena_array(arena, uint64_t, words(set) + 1);
}

void bitset_clear(BitSet *set) {
    memset(set->w, 0, words(set) * sizeof(uint64_t));
}

void bitset_copy(BitSet *to, const BitSet *from) {
    memcpy(to->w, from->w, words(from) * sizeof(uint64_t));
}

// Returns whether anything was new: data-flow loops end when nothing is.
bool bitset_or(BitSet *widened, const BitSet *added) {
    uint64_t changed = 0;
    for (uint32_t i = 0, n = words(added); i < n; i++) {
        uint64_t v = widened->w[i] | added->w[i];
        changed |= v ^ widened->w[i];
        widened->w[i] = v;
    }
    return changed != 0;
}

// See bitset_or.
bool bitset_and(BitSet *narrowed, const BitSet *kept) {
    uint64_t changed = 0;
    for (uint32_t i = 0, n = words(kept); i < n; i++) {
        uint64_t v = narrowed->w[i] & kept->w[i];
        changed |= v ^ narrowed->w[i];
        narrowed->w[i] = v;
    }
    return changed != 0;
}

// Removes the members of `removed`; see bitset_or.
bool bitset_andnot(BitSet *narrowed, const BitSet *removed) {
    uint64_t changed = 0;
    for (uint32_t i = 0, n = words(removed); i < n; i++) {
        uint64_t v = narrowed->w[i] & ~removed->w[i];
        changed |= v ^ narrowed->w[i];
        narrowed->w[i] = v;
    }
    return changed != 0;
}

bool bitset_equal(const BitSet *left, const BitSet *right) {
    return left->nbits == right->nbits &&
           memcmp(left->w, right->w, words(left) * sizeof(uint64_t)) == 0;
}

// Whole words at a time: bits behind nbits are never set.
uint32_t bitset_count(const BitSet *set) {
    uint32_t n = 0;
    for (uint32_t i = 0, e = words(set); i < e; i++) n += (uint32_t)__builtin_popcountll(set->w[i]);
    return n;
}

// The two shifts clear the bits below `from`.
uint32_t bitset_next(const BitSet *set, uint32_t from) {
    uint32_t n = words(set), i = from >> 6;
    if (i >= n) return UINT32_MAX;
    uint64_t w = set->w[i] >> (from & 63) << (from & 63);
    while (!w) {
        if (++i >= n) return UINT32_MAX;
        w = set->w[i];
    }
    return i * 64 + (uint32_t)__builtin_ctzll(w);
}
