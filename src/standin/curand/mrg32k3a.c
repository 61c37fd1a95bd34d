// SPDX-License-Identifier: Apache-2.0
// MRG32k3a (P. L'Ecuyer, 1999; lib/include/curand/mrg32k3a.h has it for kernels): 81920 generators
// (4096 in the legacy order), 2^76 numbers apart. Jumps are powers of matrices of three rows.
#include "standin/curand/curand.h"

enum { GENERATORS = 81920, LEGACY_GENERATORS = 4096, SUBSEQUENCE = 76 };
// 2^32 - 209 and 2^32 - 22853, of the two recurrences.
static const uint64_t modulus[2] = {4294967087u, 4294944443u};
typedef struct {
    uint32_t s[2][3]; // of each recurrence, the oldest number first
} State;
typedef struct {
    uint64_t a[2][3][3];
} Matrix;

// x[n] = 1403580 x[n - 2] - 810728 x[n - 3], y[n] = 527612 y[n - 1] - 1370589 y[n - 3].
static void set_step(Matrix *m) {
    const Matrix step = {{{{0, 1, 0}, {0, 0, 1}, {4294967087u - 810728, 1403580, 0}},
                          {{0, 1, 0}, {0, 0, 1}, {4294944443u - 1370589, 0, 527612}}}};
    *m = step;
}

// Products stay below 2^64 as both factors are below 2^32; each is reduced before it is added.
static void square(Matrix *m) {
    const Matrix old = *m;
    for (int r = 0; r < 2; r++) {
        for (int i = 0; i < 3; i++) {
            for (int j = 0; j < 3; j++) {
                uint64_t sum = 0;
                for (int k = 0; k < 3; k++)
                    sum = (sum + old.a[r][i][k] * old.a[r][k][j] % modulus[r]) % modulus[r];
                m->a[r][i][j] = sum;
            }
        }
    }
}

// As square, for a state.
static void apply(const Matrix *m, State *state) {
    const State old = *state;
    for (int r = 0; r < 2; r++) {
        for (int i = 0; i < 3; i++) {
            uint64_t sum = 0;
            for (int k = 0; k < 3; k++)
                sum = (sum + m->a[r][i][k] * old.s[r][k] % modulus[r]) % modulus[r];
            state->s[r][i] = (uint32_t)sum;
        }
    }
}

// n numbers further, by the binary digits of n: one matrix for all the states.
static void skip(State *state, int64_t count, uint64_t n) {
    Matrix power;
    set_step(&power);
    for (; n; n >>= 1) {
        for (int64_t i = 0; n & 1 && i < count; i++) apply(&power, &state[i]);
        square(&power);
    }
}

// The seed's halves, mixed, times L'Ecuyer's initial value.
static State seeded(uint64_t seed) {
    const uint64_t initial = 12345;
    State s = {{{initial, initial, initial}, {initial, initial, initial}}};
    if (!seed) return s;
    uint64_t low = (uint32_t)seed ^ 0x55555555u, high = (uint32_t)(seed >> 32) ^ 0xaaaaaaaau;
    s.s[0][0] = s.s[0][2] = (uint32_t)(low * initial % modulus[0]);
    s.s[0][1] = (uint32_t)(high * initial % modulus[0]);
    s.s[1][0] = s.s[1][2] = (uint32_t)(high * initial % modulus[1]);
    s.s[1][1] = (uint32_t)(low * initial % modulus[1]);
    return s;
}

// The offset is split among the generators as they take turns: each skips its whole rounds, and
// those before `first` one number more.
bool curand_mrg_prepare(Curand *g) {
    Matrix subsequence;
    int64_t count = g->ordering == CURAND_ORDERING_LEGACY ? LEGACY_GENERATORS : GENERATORS;
    State *state = calloc((size_t)count, sizeof *state);
    if (!state) return false;
    set_step(&subsequence);
    for (int i = 0; i < SUBSEQUENCE; i++) square(&subsequence);
    State s = seeded(g->seed);
    for (int64_t i = 0; i < count; i++) {
        state[i] = s;
        apply(&subsequence, &s);
    }
    g->count = count;
    g->first = (int64_t)(g->offset % (uint64_t)count);
    skip(state, count, g->offset / (uint64_t)count);
    skip(state, g->first, 1);
    g->states = state;
    return true;
}

// One step of both recurrences. Where a coefficient is negative, m - s stands for -s. The
// difference is 1 to m: 0 becomes m, as L'Ecuyer has it.
uint32_t curand_mrg_word(Curand *g, int64_t i) {
    State *state = (State *)g->states + i;
    uint64_t x =
        (1403580ull * state->s[0][1] + 810728ull * (modulus[0] - state->s[0][0])) % modulus[0];
    uint64_t y =
        (527612ull * state->s[1][2] + 1370589ull * (modulus[1] - state->s[1][0])) % modulus[1];
    for (int r = 0; r < 2; r++) {
        state->s[r][0] = state->s[r][1];
        state->s[r][1] = state->s[r][2];
    }
    state->s[0][2] = (uint32_t)x;
    state->s[1][2] = (uint32_t)y;
    return (uint32_t)(x > y ? x - y : x + modulus[0] - y);
}
