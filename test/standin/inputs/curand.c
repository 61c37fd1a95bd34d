// SPDX-License-Identifier: Apache-2.0
// Prints a checksum of what host generators make, for test/standin/curand.sh.
#include <curand.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 180000, SECOND = 9000 };
static uint64_t out[N];

static uint64_t checksum(size_t bytes) {
    const unsigned char *p = (const unsigned char *)out;
    uint64_t sum = 14695981039346656037ull;
    for (size_t i = 0; i < bytes; i++) sum = (sum ^ p[i]) * 1099511628211ull;
    return sum;
}

enum { RAW, RAW_64, UNIFORM, UNIFORM_DOUBLE, NORMAL, NORMAL_DOUBLE, LOG_NORMAL_DOUBLE };

static int make(curandGenerator_t g, int kind, size_t n) {
    switch (kind) {
    case RAW: return curandGenerate(g, (unsigned *)out, n);
    case RAW_64: return curandGenerateLongLong(g, (unsigned long long *)out, n);
    case UNIFORM: return curandGenerateUniform(g, (float *)out, n);
    case UNIFORM_DOUBLE: return curandGenerateUniformDouble(g, (double *)out, n);
    case NORMAL: return curandGenerateNormal(g, (float *)out, n, 1.5f, 2);
    case NORMAL_DOUBLE: return curandGenerateNormalDouble(g, (double *)out, n, 1.5, 2);
    default: return curandGenerateLogNormalDouble(g, (double *)out, n, 0.5, 0.7);
    }
}

static void show(int type, int kind, int ordering, unsigned long long offset) {
    curandGenerator_t g;
    size_t size = kind == RAW || kind == UNIFORM || kind == NORMAL ? 4 : 8;
    int errors = curandCreateGeneratorHost(&g, type);
    if (ordering) errors += curandSetGeneratorOrdering(g, ordering);
    if (type < CURAND_RNG_QUASI_DEFAULT)
        errors += curandSetPseudoRandomGeneratorSeed(g, 0x123456789abcull + offset);
    else
        errors += curandSetQuasiRandomGeneratorDimensions(g, 3);
    if (offset) errors += curandSetGeneratorOffset(g, offset);
    errors += make(g, kind, N);
    printf("%d kind %d ordering %d offset %llu: %d %016llx", type, kind, ordering, offset, errors,
           (unsigned long long)checksum(N * size));
    errors = make(g, kind, SECOND);
    printf(" %d %016llx\n", errors, (unsigned long long)checksum(SECOND * size));
    curandDestroyGenerator(g);
}

int main(void) {
    static const int pseudo[] = {CURAND_RNG_PSEUDO_XORWOW, CURAND_RNG_PSEUDO_MRG32K3A,
                                 CURAND_RNG_PSEUDO_PHILOX4_32_10};
    for (int i = 0; i < 3; i++) {
        for (int kind = RAW; kind <= LOG_NORMAL_DOUBLE; kind++) {
            show(pseudo[i], kind, 0, 0);
            // the offset is one of whole groups of four
            if (kind != RAW_64) show(pseudo[i], kind, 0, 12345678904ull);
        }
    }
    show(CURAND_RNG_PSEUDO_MRG32K3A, RAW, CURAND_ORDERING_PSEUDO_LEGACY, 7);
    for (int kind = RAW; kind <= UNIFORM_DOUBLE; kind++) {
        show(CURAND_RNG_QUASI_SOBOL32, kind, 0, 77);
        show(CURAND_RNG_QUASI_SOBOL64, kind, 0, 77);
    }
    return 0;
}
