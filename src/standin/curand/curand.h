// SPDX-License-Identifier: Apache-2.0
// Private to src/standin/curand: generators.
//
// The order of results is that of NVIDIA's library where it is documented or can be observed on its
// host generators (test/standin/curand.sh compares them where NVIDIA's library is installed):
// XORWOW, MRG32k3a, Philox, Sobol. (Not the same: Philox's doubles and normal numbers where four
// numbers were begun before.) MTGP32 and MT19937 are one MT19937 sequence here, Poisson
// numbers are made by the inverse of their distribution, scrambled direction numbers are ours:
// their numbers are not NVIDIA's.
#ifndef CUPRUM_STANDIN_CURAND_H
#define CUPRUM_STANDIN_CURAND_H

#include "standin/standin.h"

enum { // curandStatus_t
    CURAND_SUCCESS = 0,
    CURAND_NOT_INITIALIZED = 101,
    CURAND_ALLOCATION_FAILED = 102,
    CURAND_TYPE_ERROR = 103,
    CURAND_OUT_OF_RANGE = 104,
    CURAND_LENGTH_NOT_MULTIPLE = 105,
    CURAND_LAUNCH_FAILURE = 201,
    CURAND_INTERNAL_ERROR = 999,
};
enum { // curandRngType_t
    CURAND_PSEUDO_DEFAULT = 100,
    CURAND_XORWOW = 101,
    CURAND_MRG32K3A = 121,
    CURAND_MTGP32 = 141,
    CURAND_MT19937 = 142,
    CURAND_PHILOX = 161,
    CURAND_QUASI_DEFAULT = 200,
    CURAND_SOBOL32 = 201,
    CURAND_SCRAMBLED_SOBOL32 = 202,
    CURAND_SOBOL64 = 203,
    CURAND_SCRAMBLED_SOBOL64 = 204,
};
enum { CURAND_ORDERING_DEFAULT = 101, CURAND_ORDERING_LEGACY = 103 };
enum { CURAND_MAX_DIMENSIONS = 20000 };

// A generator is many of its kind, which give their numbers in turn: `count` of them, of which
// `first` is the next. Philox: numbers in fours, `slot` of the next one's four are given out.
typedef struct {
    StandinShared shared; // with work that a graph holds
    uint32_t magic;
    int type, ordering;
    bool host;
    void *stream;
    uint64_t seed, offset;
    unsigned dimensions;
    bool ready; // the states are those of seed and offset
    int64_t count, first;
    int slot;
    void *states;
    uint64_t index; // of Sobol's sequence
} Curand;

// One of Sobol's sequences.
bool curand_is_quasi(const Curand *generator);
// Whose numbers have 64 bits.
bool curand_is_64(const Curand *generator);
// With scrambled direction numbers.
bool curand_is_scrambled(const Curand *generator);

// ---- pseudo-random words (xorwow.c, mrg32k3a.c, mersenne.c, philox.c) ---------------------------

// Makes the states for seed and offset; false: no memory.
bool curand_prepare(Curand *generator);
// The next word of generator i of them; of MRG32k3a, its number before it is spread.
uint32_t curand_word(Curand *generator, int64_t i);
// Philox: the next four words of generator i.
void curand_block(Curand *generator, int64_t i, uint32_t word[4]);

// The same of each kind.
bool curand_xorwow_prepare(Curand *generator);
uint32_t curand_xorwow_word(Curand *generator, int64_t i);
bool curand_mrg_prepare(Curand *generator);
uint32_t curand_mrg_word(Curand *generator, int64_t i);
bool curand_mersenne_prepare(Curand *generator);
uint32_t curand_mersenne_word(Curand *generator);
bool curand_philox_prepare(Curand *generator);

// ---- Sobol's sequences (sobol.c) ----------------------------------------------------------------

// Direction numbers of n dimensions, in rows of 64; NULL: no memory.
uint64_t *curand_directions(unsigned n, bool scrambled);
uint64_t curand_scramble(unsigned dimension); // what is xored to every number of a dimension
// Number `index` of a dimension, in the upper bits of 64.
uint64_t curand_sobol(const Curand *generator, unsigned dimension, uint64_t index);

// ---- distributions (normal.c) -------------------------------------------------------------------

// The number below which a normal one lies with this probability.
double curand_inverse_normal(double uniform);

#define CURAND_FUNCTION(name, ...)                                                                 \
    STANDIN_PUBLIC int name(__VA_ARGS__);                                                          \
    int name(__VA_ARGS__)

#endif
