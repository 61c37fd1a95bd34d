// SPDX-License-Identifier: Apache-2.0
// Sobol's quasi-random sequences (Bratley, Fox, "Algorithm 659", 1988) in the order of the Gray
// code (Antonov, Saleev, 1979), of 32 and 64 bits; scrambled ones begin at the scramble constant.
// The direction vectors are the caller's. A part of curand_kernel.h.
#ifndef CUPRUM_RANDOM_SOBOL_H
#define CUPRUM_RANDOM_SOBOL_H

typedef unsigned int curandDirectionVectors32_t[32];
typedef unsigned long long curandDirectionVectors64_t[64];

#define __CUPRUM_SOBOL(NAME, WORD, BITS, VECTORS)                                                  \
    struct NAME {                                                                                  \
        WORD i, x, c;                                                                              \
        WORD direction_vectors[BITS];                                                              \
    };                                                                                             \
    typedef struct NAME NAME##_t;                                                                  \
    /* the numbers i and i + n of the Gray code differ in these vectors */                         \
    QUALIFIERS void skipahead(WORD n, NAME##_t *state) {                                           \
        WORD gray = (state->i ^ (state->i >> 1)) ^ ((state->i + n) ^ ((state->i + n) >> 1));       \
        for (unsigned int k = 0; k < BITS; k++) {                                                  \
            if (gray >> k & 1) state->x ^= state->direction_vectors[k];                            \
        }                                                                                          \
        state->i += n;                                                                             \
    }                                                                                              \
    QUALIFIERS void __cuprum_sobol_init(const WORD *vectors, WORD c, WORD offset,                  \
                                        NAME##_t *state) {                                         \
        state->i = 0;                                                                              \
        for (unsigned int k = 0; k < BITS; k++) state->direction_vectors[k] = vectors[k];          \
        state->c = state->x = c;                                                                   \
        skipahead(offset, state);                                                                  \
    }                                                                                              \
    QUALIFIERS WORD curand(NAME##_t *state) {                                                      \
        WORD x = state->x;                                                                         \
        unsigned int zero = __ffsll((long long)~(unsigned long long)state->i);                     \
        if (zero && zero <= BITS) state->x ^= state->direction_vectors[zero - 1];                  \
        state->i++;                                                                                \
        return x;                                                                                  \
    }

__CUPRUM_SOBOL(curandStateSobol32, unsigned int, 32, curandDirectionVectors32_t)
__CUPRUM_SOBOL(curandStateScrambledSobol32, unsigned int, 32, curandDirectionVectors32_t)
__CUPRUM_SOBOL(curandStateSobol64, unsigned long long, 64, curandDirectionVectors64_t)
__CUPRUM_SOBOL(curandStateScrambledSobol64, unsigned long long, 64, curandDirectionVectors64_t)
#undef __CUPRUM_SOBOL

QUALIFIERS void curand_init(curandDirectionVectors32_t vectors, unsigned int offset,
                            curandStateSobol32_t *state) {
    __cuprum_sobol_init(vectors, 0u, offset, state);
}
QUALIFIERS void curand_init(curandDirectionVectors64_t vectors, unsigned long long offset,
                            curandStateSobol64_t *state) {
    __cuprum_sobol_init(vectors, 0ull, offset, state);
}
QUALIFIERS void curand_init(curandDirectionVectors32_t vectors, unsigned int c, unsigned int offset,
                            curandStateScrambledSobol32_t *state) {
    __cuprum_sobol_init(vectors, c, offset, state);
}
QUALIFIERS void curand_init(curandDirectionVectors64_t vectors, unsigned long long c,
                            unsigned long long offset, curandStateScrambledSobol64_t *state) {
    __cuprum_sobol_init(vectors, c, offset, state);
}

QUALIFIERS float __cuprum_uniform(unsigned long long x) {
    return __cuprum_uniform((unsigned int)(x >> 32));
}
QUALIFIERS double __cuprum_uniform_double(unsigned long long x) {
    return (x >> 11) * CURAND_2POW53_INV_DOUBLE + (CURAND_2POW53_INV_DOUBLE / 2.0);
}
#define __CUPRUM_SOBOL(NAME)                                                                       \
    QUALIFIERS float curand_uniform(NAME *state) {                                                 \
        return __cuprum_uniform(curand(state));                                                    \
    }                                                                                              \
    QUALIFIERS double curand_uniform_double(NAME *state) {                                         \
        return __cuprum_uniform_double(curand(state));                                             \
    }
__CUPRUM_SOBOL(curandStateSobol32_t)
__CUPRUM_SOBOL(curandStateScrambledSobol32_t)
__CUPRUM_SOBOL(curandStateSobol64_t)
__CUPRUM_SOBOL(curandStateScrambledSobol64_t)
#undef __CUPRUM_SOBOL

#endif
