// SPDX-License-Identifier: Apache-2.0
// Sobol's sequences: direction numbers of dimensions, and the numbers of a sequence in Gray code's
// order (I. Antonov, V. Saleev, 1979).
//
// A dimension has a primitive polynomial over GF(2), in their order by degree and coefficients, and
// first direction numbers m[i], odd and less than 2^i; the polynomial's recurrence gives the others
// (P. Bratley, B. Fox, "Algorithm 659", 1988). The first dimensions have the numbers of S. Joe,
// F. Kuo, "Constructing Sobol sequences with better two-dimensional projections", SIAM J. Sci.
// Comput. 30 (2008), table new-joe-kuo-6 (sobol.def); those after them odd numbers of ours, which
// make sequences of the same kind but not NVIDIA's.
#include "standin/curand/curand.h"

#include <pthread.h>

enum { MAX_DEGREE = 18 };

// m[1], m[2], ... of each dimension from the second on, zeros behind its polynomial's degree.
static const uint16_t known[][9] = {
#define DIMENSION(...) {__VA_ARGS__},
#include "standin/curand/sobol.def"
#undef DIMENSION
};

bool curand_is_quasi(const Curand *g) {
    return g->type >= CURAND_QUASI_DEFAULT;
}

bool curand_is_64(const Curand *g) {
    return g->type == CURAND_SOBOL64 || g->type == CURAND_SCRAMBLED_SOBOL64;
}

bool curand_is_scrambled(const Curand *g) {
    return g->type == CURAND_SCRAMBLED_SOBOL32 || g->type == CURAND_SCRAMBLED_SOBOL64;
}

// A hash of two numbers (the finaliser of splitmix64; Vigna, 2015).
static uint64_t mixed(uint64_t a, uint64_t b) {
    uint64_t x = a * 0x9e3779b97f4a7c15ull + b * 0xbf58476d1ce4e5b9ull + 1;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9ull;
    x = (x ^ x >> 27) * 0x94d049bb133111ebull;
    return x ^ x >> 31;
}

// ---- primitive polynomials ---------------------------------------------------------------------

// The product of a and b modulo a polynomial of the degree.
static uint32_t times(uint32_t a, uint32_t b, uint32_t polynomial, int degree) {
    uint32_t product = 0;
    for (; b; b >>= 1) {
        if (b & 1) product ^= a;
        a <<= 1;
        if (a >> degree & 1) a ^= polynomial;
    }
    return product;
}

// x^n modulo the polynomial. Of degree 1, x itself is reduced already: it is 1 modulo x + 1.
static uint32_t power(uint32_t n, uint32_t polynomial, int degree) {
    uint32_t result = 1, x = degree == 1 ? polynomial & 1 : 2;
    for (; n; n >>= 1) {
        if (n & 1) result = times(result, x, polynomial, degree);
        x = times(x, x, polynomial, degree);
    }
    return result;
}

typedef struct { // one of the list, and the prime factors of 2^degree - 1
    uint32_t bits, prime[MAX_DEGREE];
    int degree, primes;
} Polynomial;

// Trial division will do: 2^degree - 1 is below 2^18.
static void set_degree(Polynomial *p, int degree) {
    uint32_t rest = (1u << degree) - 1;
    p->degree = degree;
    p->primes = 0;
    for (uint32_t prime = 2; rest > 1; prime++) {
        if (rest % prime) continue;
        p->prime[p->primes++] = prime;
        while (rest % prime == 0) rest /= prime;
    }
}

// x has the order 2^degree - 1: its power is 1, and no power by a proper divisor.
static bool is_primitive(const Polynomial *p) {
    uint32_t order = (1u << p->degree) - 1;
    if (power(order, p->bits, p->degree) != 1) return false;
    for (int i = 0; i < p->primes; i++)
        if (power(order / p->prime[i], p->bits, p->degree) == 1) return false;
    return true;
}

// To the next polynomial in the list. The last coefficient is always 1, so bits grow by 2.
static void go_on(Polynomial *p) {
    do {
        p->bits += 2;
        if (p->bits >> (p->degree + 1)) set_degree(p, p->degree + 1);
    } while (!is_primitive(p));
}

// ---- direction numbers -------------------------------------------------------------------------

// All 64 of a dimension, from its first ones (which stand in the row, in the upper bits).
static void extend(uint64_t *row, uint32_t polynomial, int degree) {
    for (int i = degree; i < 64; i++) {
        row[i] = row[i - degree] ^ row[i - degree] >> degree;
        for (int k = 1; k < degree; k++)
            if (polynomial >> (degree - k) & 1) row[i] ^= row[i - k];
    }
}

// m[i + 1], odd and below 2^(i + 1): of the table, or of the hash behind its end.
static uint64_t first_number(unsigned dimension, int i) {
    size_t row = dimension - 1;
    if (row < sizeof known / sizeof *known) return known[row][i];
    return (mixed(dimension, (uint64_t)i) & ((2ull << i) - 1)) | 1;
}

// Scrambled: each number's bits by a lower triangular matrix of ones and chance.
static void scramble(uint64_t *row, unsigned dimension) {
    uint64_t matrix[64];
    for (int bit = 0; bit < 64; bit++) {
        // bits from the top; what decides bit i is bit i and those above it
        uint64_t above = bit ? ~0ull << (64 - bit) : 0;
        matrix[bit] = (mixed(dimension + 100000u, (uint64_t)bit) & above) | 1ull << (63 - bit);
    }
    for (int i = 0; i < 64; i++) {
        uint64_t result = 0;
        for (int bit = 0; bit < 64; bit++)
            result = result << 1 | (uint64_t)__builtin_parityll(row[i] & matrix[bit]);
        row[i] = result;
    }
}

// Dimension 0 is van der Corput's sequence, without a polynomial; each other takes the next one.
uint64_t *curand_directions(unsigned n, bool scrambled) {
    uint64_t *rows = malloc((size_t)n * 64 * sizeof *rows);
    Polynomial p = {.bits = 3}; // x + 1
    set_degree(&p, 1);
    for (unsigned d = 0; rows && d < n; d++) {
        uint64_t *row = rows + d * 64;
        if (d == 0) {
            for (int i = 0; i < 64; i++) row[i] = 1ull << (63 - i);
        } else {
            if (d > 1) go_on(&p);
            for (int i = 0; i < p.degree; i++) row[i] = first_number(d, i) << (63 - i);
            extend(row, p.bits, p.degree);
        }
        if (scrambled) scramble(row, d);
    }
    return rows;
}

uint64_t curand_scramble(unsigned dimension) {
    return mixed(dimension, 7777);
}

// The index's Gray code chooses the direction numbers, so that a number can be had out of turn.
uint64_t curand_sobol(const Curand *g, unsigned dimension, uint64_t index) {
    const uint64_t *row = (const uint64_t *)g->states + dimension * 64;
    uint64_t gray = index ^ index >> 1, x = curand_is_scrambled(g) ? curand_scramble(dimension) : 0;
    for (int bit = 0; gray; bit++, gray >>= 1)
        if (gray & 1) x ^= row[bit];
    return x;
}

// ---- tables for programs, made when one is asked for --------------------------------------------

// Rows of dimensions: 64 direction numbers of 64 bits, 32 of 32 bits, and a constant to xor with.
static struct {
    pthread_mutex_t lock;
    uint64_t *wide[2]; // plain, scrambled
    uint32_t *narrow[2];
    uint64_t *constant;
    uint32_t *short_constant;
} tables = {.lock = PTHREAD_MUTEX_INITIALIZER};

// With the lock held.
static void make_tables(int which) {
    size_t n = CURAND_MAX_DIMENSIONS;
    if (tables.wide[which]) return;
    uint64_t *wide = curand_directions((unsigned)n, which);
    uint32_t *narrow = malloc(n * 32 * sizeof *narrow);
    if (!tables.constant) tables.constant = malloc(n * sizeof *tables.constant);
    if (!tables.short_constant) tables.short_constant = malloc(n * sizeof *tables.short_constant);
    if (!wide || !narrow || !tables.constant || !tables.short_constant) {
        free(wide);
        free(narrow);
        return;
    }
    for (size_t d = 0; d < n; d++) {
        for (int i = 0; i < 32; i++)
            narrow[d * 32 + (size_t)i] = (uint32_t)(wide[d * 64 + (size_t)i] >> 32);
        tables.constant[d] = curand_scramble((unsigned)d);
        tables.short_constant[d] = (uint32_t)(tables.constant[d] >> 32);
    }
    tables.wide[which] = wide;
    tables.narrow[which] = narrow;
}

enum { VECTORS_32 = 101, SCRAMBLED_32, VECTORS_64, SCRAMBLED_64 }; // curandDirectionVectorSet_t

// Tables live as long as the library: programs keep the pointers. After a lack of memory the next
// call tries again.
static int get(const void **to, int which, void **table) {
    pthread_mutex_lock(&tables.lock);
    make_tables(which);
    *to = *table;
    pthread_mutex_unlock(&tables.lock);
    return *to ? CURAND_SUCCESS : CURAND_ALLOCATION_FAILED;
}

CURAND_FUNCTION(curandGetDirectionVectors32, const void **vectors, int set) {
    if (!vectors || (set != VECTORS_32 && set != SCRAMBLED_32)) return CURAND_OUT_OF_RANGE;
    int which = set == SCRAMBLED_32;
    return get(vectors, which, (void **)&tables.narrow[which]);
}

CURAND_FUNCTION(curandGetDirectionVectors64, const void **vectors, int set) {
    if (!vectors || (set != VECTORS_64 && set != SCRAMBLED_64)) return CURAND_OUT_OF_RANGE;
    int which = set == SCRAMBLED_64;
    return get(vectors, which, (void **)&tables.wide[which]);
}

CURAND_FUNCTION(curandGetScrambleConstants32, const void **constants) {
    return constants ? get(constants, 1, (void **)&tables.short_constant) : CURAND_OUT_OF_RANGE;
}

CURAND_FUNCTION(curandGetScrambleConstants64, const void **constants) {
    return constants ? get(constants, 1, (void **)&tables.constant) : CURAND_OUT_OF_RANGE;
}
