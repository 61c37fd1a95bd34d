// SPDX-License-Identifier: Apache-2.0
// MT19937 (M. Matsumoto, T. Nishimura, "Mersenne twister", ACM TOMACS 8, 1998), initialised as its
// authors do since 2002: one sequence.
#include "standin/curand/curand.h"

enum { N = 624, M = 397 };
typedef struct {
    uint32_t word[N];
    int at;
} State;

// All 624 words by the recurrence: the top bit of one word and the rest of the next one are
// multiplied by the matrix A, whose last row is 9908b0df (the paper's equation 2.1).
static void renew(State *state) {
    uint32_t *w = state->word;
    for (int k = 0; k < N; k++) {
        uint32_t y = (w[k] & 0x80000000u) | (w[(k + 1) % N] & 0x7fffffffu);
        w[k] = w[(k + M) % N] ^ (y >> 1) ^ (y & 1 ? 0x9908b0dfu : 0);
    }
    state->at = 0;
}

// Tempered: the paper's equations 2.2 to 2.5, with its parameters of table II.
static uint32_t next(State *state) {
    if (state->at == N) renew(state);
    uint32_t y = state->word[state->at++];
    y ^= y >> 11;
    y ^= y << 7 & 0x9d2c5680u;
    y ^= y << 15 & 0xefc60000u;
    return y ^ y >> 18;
}

// The authors' init_genrand takes 32 bits, so the seed is folded. There are no offsets.
bool curand_mersenne_prepare(Curand *g) {
    State *state = calloc(1, sizeof *state);
    if (!state) return false;
    state->word[0] = (uint32_t)(g->seed ^ g->seed >> 32);
    for (int i = 1; i < N; i++) {
        uint32_t last = state->word[i - 1];
        state->word[i] = 1812433253u * (last ^ last >> 30) + (uint32_t)i;
    }
    state->at = N;
    g->count = 1;
    g->states = state;
    return true;
}

uint32_t curand_mersenne_word(Curand *g) {
    return next(g->states);
}
