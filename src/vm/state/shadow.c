// SPDX-License-Identifier: Apache-2.0
// The init checker's shadow: a bit for each byte of device, shared and local memory, set when the
// byte has been written. Device memory is shared between workers, so its bits are set atomically
// (and only when they are not set yet: the common case is a read).
#include "vm/state/state.h"

// n ones at the low end.
static uint64_t ones(uint64_t n) {
    return n >= 64 ? ~0ull : (1ull << n) - 1;
}

// Up to 64 bits, which may lie in two words.
uint64_t vm_bits_get(const uint64_t *bits, uint64_t off, uint32_t n) {
    const uint64_t *p = bits + off / 64;
    uint32_t s = off % 64;
    uint64_t v = __atomic_load_n(p, __ATOMIC_RELAXED) >> s;
    if (s + n > 64) v |= __atomic_load_n(p + 1, __ATOMIC_RELAXED) << (64 - s);
    return v & ones(n);
}

// Read first: mostly the bits are set, and an atomic write would make other workers' caches reload.
static void or_word(uint64_t *p, uint64_t v, bool shared) {
    if ((__atomic_load_n(p, __ATOMIC_RELAXED) & v) == v) return;
    if (shared) {
        __atomic_fetch_or(p, v, __ATOMIC_RELAXED);
    } else {
        *p |= v;
    }
}

// A range may be long: whole words at a time.
void vm_bits_set(uint64_t *bits, uint64_t off, uint64_t n, bool shared) {
    uint64_t *p = bits + off / 64;
    uint32_t s = off % 64;
    while (n) {
        uint64_t k = CU_MIN(n, 64ull - s);
        or_word(p++, ones(k) << s, shared);
        n -= k;
        s = 0;
    }
}

// Bits that go are rare (copies of undefined bytes), so there is no look before.
static void and_word(uint64_t *p, uint64_t v, bool shared) {
    if (shared) {
        __atomic_fetch_and(p, v, __ATOMIC_RELAXED);
    } else {
        *p &= v;
    }
}

// Clearing is for local memory and new blocks, which no other worker sees.
void vm_bits_clear(uint64_t *bits, uint64_t off, uint64_t n) {
    uint64_t *p = bits + off / 64;
    uint32_t s = off % 64;
    while (n) {
        uint64_t k = CU_MIN(n, 64ull - s);
        *p++ &= ~(ones(k) << s);
        n -= k;
        s = 0;
    }
}

bool vm_bits_all(const uint64_t *bits, uint64_t off, uint64_t n) {
    const uint64_t *p = bits + off / 64;
    uint32_t s = off % 64;
    while (n) {
        uint64_t k = CU_MIN(n, 64ull - s), want = ones(k) << s;
        if ((__atomic_load_n(p++, __ATOMIC_RELAXED) & want) != want) return false;
        n -= k;
        s = 0;
    }
    return true;
}

void vm_bits_put(uint64_t *bits, uint64_t off, uint32_t n, uint64_t v, bool shared) {
    uint64_t m = ones(n);
    v &= m;
    if (v == m) {
        vm_bits_set(bits, off, n, shared);
        return;
    }
    uint64_t *p = bits + off / 64;
    uint32_t s = off % 64;
    // Bits that are already right must not change for a moment: others may read them.
    and_word(p, ~((m & ~v) << s), shared);
    or_word(p, v << s, shared);
    if (s + n > 64) {
        and_word(p + 1, ~((m & ~v) >> (64 - s)), shared);
        or_word(p + 1, v >> (64 - s), shared);
    }
}

uint64_t *vm_bits_of(const Warp *warp, uint32_t lane, const VmTarget *t) {
    switch (t->space) {
    case VSP_SHARED: return t->block->init;
    // Without the checker of initialisation a warp has none.
    case VSP_LOCAL: return warp->local_init ? warp->local_init[lane] : NULL;
    case VSP_GLOBAL: return t->alloc->init;
    default: return NULL;
    }
}

// Variables of a function are undefined at every call.
void vm_shadow_frame(Warp *warp, uint32_t lane, uint32_t begin, uint32_t end) {
    if (warp->local_init && end > begin) vm_bits_clear(warp->local_init[lane], begin, end - begin);
}

// Copies definedness along with bytes: parameters of calls.
void vm_shadow_copy(Warp *warp, uint32_t lane, uint32_t to, uint32_t from, uint32_t n) {
    if (!warp->local_init) return;
    uint64_t *bits = warp->local_init[lane];
    for (uint32_t k = 0; k < n; k += 64) {
        uint32_t part = CU_MIN(n - k, 64u);
        vm_bits_put(bits, to + k, part, vm_bits_get(bits, from + k, part), false);
    }
}

// Shared memory begins undefined; the part that the system reserves does not.
void vm_shadow_block(Block *block) {
    if (!block->init) return;
    const Grid *g = block->grid;
    memset(block->init, 0, VM_BIT_WORDS((uint64_t)g->dynamic_off + g->l->shared) * 8);
    vm_bits_set(block->init, 0, VM_SHARED_OFF, false);
}
