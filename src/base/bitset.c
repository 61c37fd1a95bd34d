// SPDX-License-Identifier: Apache-2.0
// Dense bit sets of a fixed size.
#include "base/base.h"

static uint32_t words(const BitSet *bit_set) {
    return (bit_set->nbits + 63) / 64;
}

void bitset_init(BitSet *bit_set, Arena *arena, uint32_t nbits) {
    bit_set->nbits = nbits;
    bit_set->w = arena_array(arena, uint64_t, words(bit_set) + 1);
}

void bitset_clear(BitSet *bit_set) {
    memset(bit_set->w, 0, words(bit_set) * sizeof(uint64_t));
}

void bitset_copy(BitSet *bit_set, const BitSet *s) {
    memcpy(bit_set->w, s->w, words(s) * sizeof(uint64_t));
}

// Returns whether anything was new: data-flow loops end when nothing is.
bool bitset_or(BitSet *bit_set, const BitSet *s) {
    uint64_t changed = 0;
    for (uint32_t i = 0, n = words(s); i < n; i++) {
        uint64_t v = bit_set->w[i] | s->w[i];
        changed |= v ^ bit_set->w[i];
        bit_set->w[i] = v;
    }
    return changed != 0;
}

// See bitset_or.
bool bitset_and(BitSet *bit_set, const BitSet *s) {
    uint64_t changed = 0;
    for (uint32_t i = 0, n = words(s); i < n; i++) {
        uint64_t v = bit_set->w[i] & s->w[i];
        changed |= v ^ bit_set->w[i];
        bit_set->w[i] = v;
    }
    return changed != 0;
}

// Removes the members of s; see bitset_or.
bool bitset_andnot(BitSet *bit_set, const BitSet *s) {
    uint64_t changed = 0;
    for (uint32_t i = 0, n = words(s); i < n; i++) {
        uint64_t v = bit_set->w[i] & ~s->w[i];
        changed |= v ^ bit_set->w[i];
        bit_set->w[i] = v;
    }
    return changed != 0;
}

bool bitset_equal(const BitSet *bit_set, const BitSet *b) {
    return bit_set->nbits == b->nbits &&
           memcmp(bit_set->w, b->w, words(bit_set) * sizeof(uint64_t)) == 0;
}

// Whole words at a time: bits behind nbits are never set.
uint32_t bitset_count(const BitSet *bit_set) {
    uint32_t n = 0;
    for (uint32_t i = 0, e = words(bit_set); i < e; i++)
        n += (uint32_t)__builtin_popcountll(bit_set->w[i]);
    return n;
}

// The two shifts clear the bits below `from`.
uint32_t bitset_next(const BitSet *bit_set, uint32_t from) {
    uint32_t n = words(bit_set), i = from >> 6;
    if (i >= n) return UINT32_MAX;
    uint64_t w = bit_set->w[i] >> (from & 63) << (from & 63);
    while (!w) {
        if (++i >= n) return UINT32_MAX;
        w = bit_set->w[i];
    }
    return i * 64 + (uint32_t)__builtin_ctzll(w);
}
