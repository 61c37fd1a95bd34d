// SPDX-License-Identifier: Apache-2.0
// XORWOW (G. Marsaglia, "Xorshift RNGs", 2003, p. 5; lib/include/curand/xorwow.h has it for
// kernels): 4096 generators, 2^67 numbers apart, give a number each in turn. A step is linear over
// GF(2) but for the Weyl sequence: jumps are powers of its matrix.
#include "standin/curand/curand.h"

#include <pthread.h>

enum { GENERATORS = 4096, WORDS = 5, BITS = 160, WEYL_STEP = 362437, SEQUENCE = 67 };
typedef struct {
    uint32_t v[WORDS], weyl;
} State;
typedef struct { // columns: what becomes of each bit
    uint32_t column[BITS][WORDS];
} Matrix;

// Marsaglia's xorshift of five words, without the Weyl sequence that is added to its results.
static void step(uint32_t v[WORDS]) {
    uint32_t t = v[0] ^ (v[0] >> 2), last = v[4];
    memmove(v, v + 1, (WORDS - 1) * sizeof *v);
    v[4] = (last ^ (last << 4)) ^ (t ^ (t << 1));
}

// v becomes m v over GF(2): the sum of the columns of its bits that are set.
static void apply(const Matrix *m, uint32_t v[WORDS]) {
    uint32_t sum[WORDS] = {0};
    for (int bit = 0; bit < BITS; bit++) {
        if (!(v[bit / 32] >> bit % 32 & 1)) continue;
        for (int i = 0; i < WORDS; i++) sum[i] ^= m->column[bit][i];
    }
    memcpy(v, sum, sizeof sum);
}

// A linear step's columns are what it makes of the unit vectors.
static void set_step(Matrix *m) {
    memset(m, 0, sizeof *m);
    for (int bit = 0; bit < BITS; bit++) {
        m->column[bit][bit / 32] = 1u << bit % 32;
        step(m->column[bit]);
    }
}

// The columns of m m are m applied to those of m.
static void square(Matrix *m) {
    Matrix old = *m;
    for (int bit = 0; bit < BITS; bit++) apply(&old, m->column[bit]);
}

// The step of 2^67 numbers, made once.
static Matrix sequence;
static void make_sequence(void) {
    set_step(&sequence);
    for (int i = 0; i < SEQUENCE; i++) square(&sequence);
}

// n numbers further, all states that are given.
static void skip(State *state, int64_t count, uint64_t n) {
    Matrix power;
    set_step(&power);
    for (uint64_t rest = n; rest; rest >>= 1) {
        for (int64_t i = 0; rest & 1 && i < count; i++) apply(&power, state[i].v);
        square(&power);
    }
    for (int64_t i = 0; i < count; i++) state[i].weyl += WEYL_STEP * (uint32_t)n;
}

// Seeding is curand_init's (lib/include/curand/xorwow.h). The offset counts the numbers of all
// generators: each skips its whole rounds, and those before `first` one number more.
bool curand_xorwow_prepare(Curand *g) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, make_sequence);
    State *state = calloc(GENERATORS, sizeof *state);
    if (!state) return false;
    uint32_t low = ((uint32_t)g->seed ^ 0xaad26b49u) * 1099087573u;
    uint32_t high = ((uint32_t)(g->seed >> 32) ^ 0xf7dcefddu) * 2591861531u;
    State s = {
        {123456789u + low, 362436069u ^ low, 521288629u + high, 88675123u ^ high, 5783321u + low},
        6615241u + high + low};
    for (int i = 0; i < GENERATORS; i++) {
        state[i] = s;
        // the Weyl sequence has the period 2^32, so 2^67 steps leave it as it is
        apply(&sequence, s.v);
    }
    g->first = (int64_t)(g->offset % GENERATORS);
    if (g->offset / GENERATORS) skip(state, GENERATORS, g->offset / GENERATORS);
    if (g->first) skip(state, g->first, 1);
    g->count = GENERATORS;
    g->states = state;
    return true;
}

uint32_t curand_xorwow_word(Curand *g, int64_t i) {
    State *state = (State *)g->states + i;
    step(state->v);
    state->weyl += WEYL_STEP;
    return state->v[4] + state->weyl;
}
