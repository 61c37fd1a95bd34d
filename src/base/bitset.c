// SPDX-License-Identifier: Apache-2.0
// Dense bit sets of a fixed size.
#include "base/base.h"

static uint32_t words(const BitSet *s) {
    return (s->nbits + 63) / 64;
}

void bitset_init(BitSet *s, Arena *a, uint32_t nbits) {
    s->nbits = nbits;
    s->w = arena_array(a, uint64_t, words(s) + 1);
}

void bitset_clear(BitSet *s) {
    memset(s->w, 0, words(s) * sizeof(uint64_t));
}

void bitset_copy(BitSet *d, const BitSet *s) {
    memcpy(d->w, s->w, words(s) * sizeof(uint64_t));
}

bool bitset_or(BitSet *d, const BitSet *s) {
    uint64_t changed = 0;
    for (uint32_t i = 0, n = words(s); i < n; i++) {
        uint64_t v = d->w[i] | s->w[i];
        changed |= v ^ d->w[i];
        d->w[i] = v;
    }
    return changed != 0;
}

bool bitset_and(BitSet *d, const BitSet *s) {
    uint64_t changed = 0;
    for (uint32_t i = 0, n = words(s); i < n; i++) {
        uint64_t v = d->w[i] & s->w[i];
        changed |= v ^ d->w[i];
        d->w[i] = v;
    }
    return changed != 0;
}

bool bitset_andnot(BitSet *d, const BitSet *s) {
    uint64_t changed = 0;
    for (uint32_t i = 0, n = words(s); i < n; i++) {
        uint64_t v = d->w[i] & ~s->w[i];
        changed |= v ^ d->w[i];
        d->w[i] = v;
    }
    return changed != 0;
}

bool bitset_equal(const BitSet *a, const BitSet *b) {
    return a->nbits == b->nbits && memcmp(a->w, b->w, words(a) * sizeof(uint64_t)) == 0;
}

uint32_t bitset_count(const BitSet *s) {
    uint32_t n = 0;
    for (uint32_t i = 0, e = words(s); i < e; i++) n += (uint32_t)__builtin_popcountll(s->w[i]);
    return n;
}

uint32_t bitset_next(const BitSet *s, uint32_t from) {
    uint32_t n = words(s), i = from >> 6;
    if (i >= n) return UINT32_MAX;
    uint64_t w = s->w[i] >> (from & 63) << (from & 63);
    while (!w) {
        if (++i >= n) return UINT32_MAX;
        w = s->w[i];
    }
    return i * 64 + (uint32_t)__builtin_ctzll(w);
}
