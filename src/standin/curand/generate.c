// SPDX-License-Identifier: Apache-2.0
// cuRAND: generators and their settings, and the numbers that they make.
#include "standin/curand/curand.h"

#include <math.h>

enum { MAGIC = 0x63757264, VERSION = 10400 };

static bool is_generator(const Curand *g) {
    return g && g->magic == MAGIC;
}

// ---- numbers of words --------------------------------------------------------------------------

// (0, 1]: k 2^-n + 2^-n / 2, as lib/include/curand/uniform.h has it.
static float unit(uint32_t x) {
    return (float)x * 0x1p-32f + 0x1p-33f;
}

// As above from one word, but in steps of 2^-32 to 1: doubles of 32 bits.
static double unit_double(uint32_t x) {
    return x * 0x1p-32 + 0x1p-32;
}

// 53 bits of two words: the second one's low bits meet the first one's high ones.
static double unit_of_two(uint32_t x, uint32_t y) {
    return (double)((uint64_t)x ^ (uint64_t)y << (53 - 32)) * 0x1p-53 + 0x1p-54;
}

// MRG32k3a's numbers are 1 to 2^32 - 209.
static double mrg_unit(uint32_t x) {
    return x * 2.3283065498378288e-10;
}

// ---- what is made ------------------------------------------------------------------------------

typedef enum { BITS, BITS_64, UNIFORM, NORMAL, LOG_NORMAL, POISSON } Kind;
typedef struct {
    Curand *generator;
    Kind kind;
    bool wide; // doubles
    void *to;
    uint64_t n;
    double mean, deviation;
    double *share; // Poisson, while it runs: the distribution function, from `lowest` on
    int64_t lowest, nshares;
} Order;

// Scaled in the result's own precision: a double that is rounded at the end gives other floats.
static void put(const Order *o, uint64_t i, double normal) {
    if (o->wide) {
        double value = o->mean + o->deviation * normal;
        ((double *)o->to)[i] = o->kind == LOG_NORMAL ? exp(value) : value;
    } else {
        float value = (float)o->mean + (float)o->deviation * (float)normal;
        ((float *)o->to)[i] = o->kind == LOG_NORMAL ? expf(value) : value;
    }
}

// Two normal numbers of two uniform ones (G. Box, M. Muller, 1958).
static void put_pair(const Order *o, uint64_t i, double uniform, double turns) {
    double radius = sqrt(-2 * log(uniform)), angle = 2 * 3.14159265358979323846 * turns;
    put(o, i, radius * sin(angle));
    put(o, i + 1, radius * cos(angle));
}

// The same of two words, in single precision.
static void put_short_pair(const Order *o, uint64_t i, uint32_t x, uint32_t y) {
    const float step = 0x1p-32f * 6.2831855f;
    bool mrg = o->generator->type == CURAND_MRG32K3A;
    float uniform = mrg ? (float)mrg_unit(x) : unit(x);
    float angle = mrg ? (float)mrg_unit(y) * 6.2831855f : (float)y * step + step / 2;
    float radius = sqrtf(-2 * logf(uniform));
    put(o, i, radius * sinf(angle));
    put(o, i + 1, radius * cosf(angle));
}

// MRG32k3a's range is stretched to 32 bits: the factor is 2^32 / (2^32 - 209).
static uint32_t spread(const Curand *g, uint32_t x) {
    return g->type == CURAND_MRG32K3A ? (uint32_t)(x * 1.000000048662) : x;
}

// The distribution function in the middle 12 deviations, where all that doubles can tell lies.
static bool make_shares(Order *o) {
    double mean = o->mean, spread = 12 * sqrt(mean) + 40, sum = 0;
    o->lowest = mean > spread ? (int64_t)(mean - spread) : 0;
    o->nshares = (int64_t)(mean + spread) - o->lowest + 1;
    o->share = malloc((size_t)o->nshares * sizeof *o->share);
    for (int64_t i = 0; o->share && i < o->nshares; i++) {
        double k = (double)(o->lowest + i);
        sum += exp(k * log(mean) - mean - lgamma(k + 1));
        o->share[i] = sum;
    }
    return o->share != NULL;
}

// The number for which the distribution function first exceeds u.
static uint32_t poisson(const Order *o, double u) {
    int64_t low = 0, high = o->nshares - 1;
    while (low < high) {
        int64_t middle = (low + high) / 2;
        if (o->share[middle] >= u)
            high = middle;
        else
            low = middle + 1;
    }
    return (uint32_t)(o->lowest + low);
}

// One number of one word.
static void put_word(const Order *o, uint64_t i, uint32_t x) {
    const Curand *g = o->generator;
    bool mrg = g->type == CURAND_MRG32K3A;
    double uniform = mrg ? mrg_unit(x) : x * 0x1p-32 + 0x1p-33;
    switch (o->kind) {
    case BITS: ((uint32_t *)o->to)[i] = spread(g, x); break;
    case UNIFORM:
        if (o->wide)
            ((double *)o->to)[i] = mrg ? uniform : unit_double(x);
        else
            ((float *)o->to)[i] = mrg ? (float)uniform : unit(x);
        break;
    case POISSON: ((uint32_t *)o->to)[i] = poisson(o, uniform); break;
    default: put(o, i, curand_inverse_normal(uniform)); break;
    }
}

// ---- each kind of generator --------------------------------------------------------------------

// XORWOW and MRG32k3a: the generators in turn, each as many words as a number or a pair takes.
static void make_in_turn(const Order *o) {
    Curand *g = o->generator;
    bool mrg = g->type == CURAND_MRG32K3A;
    bool pairs = o->kind == NORMAL || o->kind == LOG_NORMAL;
    for (uint64_t i = 0; i < o->n; i += pairs ? 2 : 1) {
        int64_t at = g->first;
        g->first = (g->first + 1) % g->count;
        uint32_t a = curand_word(g, at);
        if (!pairs && (mrg || !o->wide || o->kind != UNIFORM)) {
            put_word(o, i, a);
            continue;
        }
        uint32_t b = curand_word(g, at);
        if (!pairs) {
            ((double *)o->to)[i] = unit_of_two(a, b);
        } else if (!o->wide) {
            put_short_pair(o, i, a, b);
        } else if (mrg) {
            put_pair(o, i, mrg_unit(a), mrg_unit(b));
        } else {
            uint32_t c = curand_word(g, at), d = curand_word(g, at);
            put_pair(o, i, unit_of_two(a, b), unit_of_two(c, d));
        }
    }
}

// Philox: fours in turn. Doubles take two fours of one generator.
static void make_philox_wide(const Order *o) {
    Curand *g = o->generator;
    for (uint64_t i = 0; i < o->n; i += 4) {
        double number[4];
        for (int half = 0; half < 2; half++) {
            uint32_t w[4];
            curand_block(g, g->first, w);
            number[2 * half] = unit_of_two(w[0], w[1]);
            number[2 * half + 1] = unit_of_two(w[2], w[3]);
        }
        g->first = (g->first + 1) % g->count;
        for (uint64_t k = 0; k < 4 && i + k < o->n; k++) {
            if (o->kind == UNIFORM)
                ((double *)o->to)[i + k] = number[k];
            else if (k % 2 == 0)
                put_pair(o, i + k, number[k], number[k + 1]);
        }
    }
}

// Words come in fours; a call that ends inside of a four leaves `slot` at the next one, and the
// generator's counter is set back, so that the same four is made again.
static void make_philox(const Order *o) {
    Curand *g = o->generator;
    bool pairs = o->kind == NORMAL || o->kind == LOG_NORMAL;
    // pairs begin with a four
    if ((pairs || o->wide) && g->slot) {
        g->slot = 0;
        g->first = (g->first + 1) % g->count;
    }
    if (o->wide) {
        make_philox_wide(o);
        return;
    }
    for (uint64_t i = 0; i < o->n;) {
        uint32_t w[4];
        int64_t at = g->first;
        curand_block(g, at, w);
        for (; g->slot < 4 && i < o->n; i += pairs ? 2 : 1, g->slot += pairs ? 2 : 1) {
            if (pairs)
                put_short_pair(o, i, w[g->slot], w[g->slot + 1]);
            else
                put_word(o, i, w[g->slot]);
        }
        if (g->slot < 4) {
            ((uint64_t *)g->states)[at]--; // the rest of this four is still to come
            return;
        }
        g->slot = 0;
        g->first = (g->first + 1) % g->count;
    }
}

// There is one sequence only.
static void make_one_by_one(const Order *o) {
    for (uint64_t i = 0; i < o->n; i++) put_word(o, i, curand_word(o->generator, 0));
}

// A dimension after the other; the points go on in the next call.
static void make_quasi(const Order *o) {
    Curand *g = o->generator;
    uint64_t points = o->n / g->dimensions;
    for (uint64_t i = 0; i < o->n; i++) {
        uint64_t x = curand_sobol(g, (unsigned)(i / points), g->index + i % points);
        if (o->kind == BITS_64)
            ((uint64_t *)o->to)[i] = x;
        else if (o->wide && curand_is_64(g) && o->kind == UNIFORM)
            ((double *)o->to)[i] = (double)(x >> 11) * 0x1p-53 + 0x1p-54;
        else if (o->wide && curand_is_64(g))
            put(o, i, curand_inverse_normal((double)(x >> 11) * 0x1p-53 + 0x1p-54));
        else
            put_word(o, i, (uint32_t)(x >> 32));
    }
    g->index += points;
}

// Each kind has its own order of numbers (the head of curand.h).
static void run_order(const Order *o) {
    const Curand *g = o->generator;
    if (curand_is_quasi(g))
        make_quasi(o);
    else if (g->type == CURAND_PHILOX)
        make_philox(o);
    else if (g->type == CURAND_XORWOW || g->type == CURAND_MRG32K3A)
        make_in_turn(o);
    else
        make_one_by_one(o);
}

// Runs in the stream, on a copy of the order: a graph runs the same arguments again. The generator
// itself moves on; its states are made anew if a setting has changed since.
static void work(StandinRun *run, void *arguments) {
    Order o = *(Order *)arguments;
    size_t size = o.wide || o.kind == BITS_64 ? 8 : 4;
    int host = o.generator->host ? STANDIN_HOST : 0;
    o.to = standin_array(run, o.to, (int64_t)o.n, size, STANDIN_OUT | host);
    if (!o.to) return;
    // a graph's node may run with other dimensions than it was captured with
    if (curand_is_quasi(o.generator) && o.n % o.generator->dimensions)
        standin_fail(run, "the length is no multiple of the dimensions");
    else if (!curand_prepare(o.generator) || (o.kind == POISSON && !make_shares(&o)))
        standin_fail(run, "no memory");
    else
        run_order(&o);
    free(o.share);
}

// Box and Muller's method gives two numbers, so their count must be even; a quasi-random generator
// fills whole points. States are made early, so that the caller hears of missing memory.
static int make(Order o, const char *api) {
    Curand *g = o.generator;
    if (!is_generator(g)) return CURAND_NOT_INITIALIZED;
    bool pairs =
        (o.kind == NORMAL || o.kind == LOG_NORMAL) &&
        (g->type == CURAND_XORWOW || g->type == CURAND_MRG32K3A || g->type == CURAND_PHILOX);
    if (o.n > INT64_MAX) return CURAND_OUT_OF_RANGE;
    if (curand_is_64(g) ? o.kind == BITS : o.kind == BITS_64) return CURAND_TYPE_ERROR;
    if (pairs && o.n % 2) return CURAND_LENGTH_NOT_MULTIPLE;
    if (curand_is_quasi(g) && o.n % g->dimensions) return CURAND_LENGTH_NOT_MULTIPLE;
    if (!curand_is_64(g) && o.kind == BITS_64) return CURAND_TYPE_ERROR;
    if (!curand_prepare(g)) return CURAND_ALLOCATION_FAILED;
    switch (standin_issue_sharing(g->stream, api, work, &o, sizeof o, &g->shared, NULL)) {
    case STANDIN_OK: return CURAND_SUCCESS;
    case STANDIN_NO_MEMORY: return CURAND_ALLOCATION_FAILED;
    default: return CURAND_LAUNCH_FAILURE;
    }
}

// ---- entry points: numbers ---------------------------------------------------------------------

CURAND_FUNCTION(curandGenerate, Curand *generator, void *to, size_t n) {
    return make((Order){.generator = generator, .kind = BITS, .to = to, .n = n}, __func__);
}

CURAND_FUNCTION(curandGenerateLongLong, Curand *generator, void *to, size_t n) {
    return make((Order){.generator = generator, .kind = BITS_64, .to = to, .n = n}, __func__);
}

CURAND_FUNCTION(curandGenerateUniform, Curand *generator, void *to, size_t n) {
    return make((Order){.generator = generator, .kind = UNIFORM, .to = to, .n = n}, __func__);
}

CURAND_FUNCTION(curandGenerateUniformDouble, Curand *generator, void *to, size_t n) {
    return make((Order){.generator = generator, .kind = UNIFORM, .wide = true, .to = to, .n = n},
                __func__);
}

CURAND_FUNCTION(curandGenerateNormal, Curand *generator, void *to, size_t n, float mean,
                float deviation) {
    return make((Order){generator, NORMAL, false, to, n, mean, deviation, NULL, 0, 0}, __func__);
}

CURAND_FUNCTION(curandGenerateNormalDouble, Curand *generator, void *to, size_t n, double mean,
                double deviation) {
    return make((Order){generator, NORMAL, true, to, n, mean, deviation, NULL, 0, 0}, __func__);
}

CURAND_FUNCTION(curandGenerateLogNormal, Curand *generator, void *to, size_t n, float mean,
                float deviation) {
    return make((Order){generator, LOG_NORMAL, false, to, n, mean, deviation, NULL, 0, 0},
                __func__);
}

CURAND_FUNCTION(curandGenerateLogNormalDouble, Curand *generator, void *to, size_t n, double mean,
                double deviation) {
    return make((Order){generator, LOG_NORMAL, true, to, n, mean, deviation, NULL, 0, 0}, __func__);
}

// The results have 32 bits: a mean near 2^32 would not leave room for what lies above it.
CURAND_FUNCTION(curandGeneratePoisson, Curand *generator, void *to, size_t n, double mean) {
    if (!(mean > 0) || mean > 4e9) return CURAND_OUT_OF_RANGE;
    return make((Order){.generator = generator, .kind = POISSON, .to = to, .n = n, .mean = mean},
                __func__);
}

CURAND_FUNCTION(curandGenerateSeeds, Curand *generator) {
    if (!is_generator(generator)) return CURAND_NOT_INITIALIZED;
    return curand_prepare(generator) ? CURAND_SUCCESS : CURAND_ALLOCATION_FAILED;
}

// ---- entry points: generators ------------------------------------------------------------------

// Neither the program nor a graph has it any more.
static void end(StandinShared *shared) {
    Curand *generator = (Curand *)shared;
    free(generator->states);
    free(generator);
}

// The two defaults are XORWOW and Sobol's 32-bit sequence. A host generator differs only in where
// its results go.
static int create(Curand **generator, int type, bool host) {
    if (type == CURAND_PSEUDO_DEFAULT) type = CURAND_XORWOW;
    if (type == CURAND_QUASI_DEFAULT) type = CURAND_SOBOL32;
    bool known = type == CURAND_XORWOW || type == CURAND_MRG32K3A || type == CURAND_MTGP32 ||
                 type == CURAND_MT19937 || type == CURAND_PHILOX ||
                 (type >= CURAND_SOBOL32 && type <= CURAND_SCRAMBLED_SOBOL64);
    if (!generator || !known) return CURAND_TYPE_ERROR;
    *generator = calloc(1, sizeof **generator);
    if (!*generator) return CURAND_ALLOCATION_FAILED;
    **generator = (Curand){.magic = MAGIC,
                           .type = type,
                           .host = host,
                           .dimensions = 1,
                           .ordering = CURAND_ORDERING_DEFAULT};
    standin_share(&(*generator)->shared, end);
    return CURAND_SUCCESS;
}

CURAND_FUNCTION(curandCreateGenerator, Curand **generator, int type) {
    return create(generator, type, false);
}

CURAND_FUNCTION(curandCreateGeneratorHost, Curand **generator, int type) {
    return create(generator, type, true);
}

CURAND_FUNCTION(curandDestroyGenerator, Curand *generator) {
    if (!is_generator(generator)) return CURAND_NOT_INITIALIZED;
    generator->magic = 0;
    standin_release(&generator->shared);
    return CURAND_SUCCESS;
}

CURAND_FUNCTION(curandSetStream, Curand *generator, void *stream) {
    if (!is_generator(generator)) return CURAND_NOT_INITIALIZED;
    generator->stream = stream;
    return CURAND_SUCCESS;
}

CURAND_FUNCTION(curandSetPseudoRandomGeneratorSeed, Curand *generator, unsigned long long seed) {
    if (!is_generator(generator)) return CURAND_NOT_INITIALIZED;
    if (curand_is_quasi(generator)) return CURAND_TYPE_ERROR;
    generator->seed = seed;
    generator->ready = false;
    return CURAND_SUCCESS;
}

CURAND_FUNCTION(curandSetGeneratorOffset, Curand *generator, unsigned long long offset) {
    if (!is_generator(generator)) return CURAND_NOT_INITIALIZED;
    // of Mersenne's twisters only: there is no jump
    if (generator->type == CURAND_MTGP32 || generator->type == CURAND_MT19937)
        return CURAND_TYPE_ERROR;
    generator->offset = offset;
    generator->ready = false;
    return CURAND_SUCCESS;
}

// curandOrdering_t: 100 to 104 are pseudo-random, 201 is the only quasi-random one.
CURAND_FUNCTION(curandSetGeneratorOrdering, Curand *generator, int ordering) {
    if (!is_generator(generator)) return CURAND_NOT_INITIALIZED;
    bool quasi = curand_is_quasi(generator);
    if (quasi ? ordering != 201 : ordering < 100 || ordering > 104) return CURAND_OUT_OF_RANGE;
    generator->ordering = ordering;
    generator->ready = false;
    return CURAND_SUCCESS;
}

// The sequence starts again: direction numbers of all dimensions are made at the next use.
CURAND_FUNCTION(curandSetQuasiRandomGeneratorDimensions, Curand *generator, unsigned dimensions) {
    if (!is_generator(generator)) return CURAND_NOT_INITIALIZED;
    if (!curand_is_quasi(generator)) return CURAND_TYPE_ERROR;
    if (!dimensions || dimensions > CURAND_MAX_DIMENSIONS) return CURAND_OUT_OF_RANGE;
    generator->dimensions = dimensions;
    generator->ready = false;
    return CURAND_SUCCESS;
}

CURAND_FUNCTION(curandGetVersion, int *version) {
    if (!version) return CURAND_OUT_OF_RANGE;
    *version = VERSION;
    return CURAND_SUCCESS;
}

CURAND_FUNCTION(curandGetProperty, int which, int *value) {
    if (!value || which < 0 || which > 2) return CURAND_OUT_OF_RANGE;
    *value = which == 0 ? VERSION / 1000 : which == 1 ? VERSION / 100 % 10 : VERSION % 100;
    return CURAND_SUCCESS;
}
