// SPDX-License-Identifier: Apache-2.0
// Philox4x32-10 (J. Salmon and others, SC'11; lib/include/curand/philox.h has it for kernels):
// 65536 generators give four numbers each in turn. Generator i is sequence i of the seed. And the
// choice between the kinds of pseudo-random generators.
#include "standin/curand/curand.h"

enum { GENERATORS = 65536, ROUNDS = 10, WORDS = 4 };

// A state is the number of fours that a generator has given, the low half of Philox's counter.
bool curand_philox_prepare(Curand *g) {
    uint64_t *counter = calloc(GENERATORS, sizeof *counter);
    if (!counter) return false;
    uint64_t blocks = g->offset / WORDS;
    g->first = (int64_t)(blocks % GENERATORS);
    g->slot = (int)(g->offset % WORDS);
    for (int64_t i = 0; i < GENERATORS; i++) counter[i] = blocks / GENERATORS + (i < g->first);
    g->count = GENERATORS;
    g->states = counter;
    return true;
}

// The counter's high half is the generator's number, the key is the seed. The key goes on by Weyl
// sequences (golden ratio, root of 3 less 1) from round to round, as the paper has it.
void curand_block(Curand *g, int64_t i, uint32_t word[4]) {
    uint64_t *counter = (uint64_t *)g->states + i;
    uint32_t c[WORDS] = {(uint32_t)*counter, (uint32_t)(*counter >> 32), (uint32_t)i, 0};
    uint32_t key[2] = {(uint32_t)g->seed, (uint32_t)(g->seed >> 32)};
    for (int round = 0; round < ROUNDS; round++) {
        uint64_t p = 0xD2511F53ull * c[0], q = 0xCD9E8D57ull * c[2];
        uint32_t next[WORDS] = {(uint32_t)(q >> 32) ^ c[1] ^ key[0], (uint32_t)q,
                                (uint32_t)(p >> 32) ^ c[3] ^ key[1], (uint32_t)p};
        memcpy(c, next, sizeof c);
        key[0] += 0x9E3779B9u;
        key[1] += 0xBB67AE85u;
    }
    ++*counter;
    memcpy(word, c, sizeof c);
}

// ---- all kinds ---------------------------------------------------------------------------------

// Nothing happens while the states are those of the settings; setters clear `ready`.
bool curand_prepare(Curand *g) {
    if (g->ready) return true;
    free(g->states);
    g->states = NULL;
    g->first = g->slot = 0;
    g->index = g->offset;
    switch (g->type) {
    case CURAND_XORWOW: g->ready = curand_xorwow_prepare(g); break;
    case CURAND_MRG32K3A: g->ready = curand_mrg_prepare(g); break;
    case CURAND_PHILOX: g->ready = curand_philox_prepare(g); break;
    case CURAND_MTGP32:
    case CURAND_MT19937: g->ready = curand_mersenne_prepare(g); break;
    default:
        g->states = curand_directions(g->dimensions, curand_is_scrambled(g));
        g->ready = g->states != NULL;
        break;
    }
    return g->ready;
}

uint32_t curand_word(Curand *g, int64_t i) {
    switch (g->type) {
    case CURAND_XORWOW: return curand_xorwow_word(g, i);
    case CURAND_MRG32K3A: return curand_mrg_word(g, i);
    default: return curand_mersenne_word(g);
    }
}
