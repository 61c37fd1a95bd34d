// SPDX-License-Identifier: Apache-2.0
// Judges a function's results where they are made, and keeps what cannot be judged there for the host. sieve.c
// compiles it behind measure.h, arguments.h and near.cu, with
//   NARGS, HOW, NEAR_IS_EXACT   a row's columns; WIDE: a row of functions64.def
//   result_of(x, y, z, w)       what the library says, a Number
//   near_of(x, y, z, w)         what is nearly right, a Wide number

// What a thread knows; its results so far, with the largest error. (sieve.c has the same.)
struct Slot {
    Bits judged, not_nearest;
    Bits left[LISTS]; // to the host
    double error, got, arg[MAX_ARGS];
};
struct Entry {
    double arg[MAX_ARGS], got;
};

// Why the host must judge.
enum { JUDGED, SPECIAL, MIDDLE };

// ---- errors -------------------------------------------------------------------------------------

#if WIDE
static __device__ bool is_none(Wide r) { return quad_isnan(r); }
static __device__ bool is_infinite(Wide r) { return quad_isinf(r); }
static __device__ bool is_negative(Wide r) { return quad_is_negative(r); }
static __device__ Wide magnitude(Wide r) { return quad_fabs(r); }
static __device__ bool number_is_negative(double x) { return bits_of_double(x) >> 63 != 0; }
static __device__ double in_units(Wide difference, int unit) { return (double)__nv_fp128_ldexp(difference, -unit); }
static __device__ int exponent_of(Wide r) { return quad_exponent(r); }
enum { DIGITS = 52, LEAST = -1022, GREATEST = 1023 };
#define BEYOND 0x1.fffffffffffff8p1023Q // from here on infinity is the nearest
#define END    0x1p1024Q
#define MARGIN 0x1p-20 // more than the error of near_of
#else
static __device__ bool is_none(Wide r) { return r != r; }
static __device__ bool is_infinite(Wide r) { return r - r != 0 && r == r; }
static __device__ bool is_negative(Wide r) { return bits_of_double(r) >> 63 != 0; }
static __device__ Wide magnitude(Wide r) { return r < 0 ? -r : r; }
static __device__ bool number_is_negative(float x) { return bits_of_float(x) >> 31 != 0; }
static __device__ double in_units(Wide difference, int unit) { return difference * power_of_two(-unit); }
static __device__ int exponent_of(Wide r) { return (int)(bits_of_double(r) >> 52 & 0x7ff) - 1023; }
enum { DIGITS = 23, LEAST = -126, GREATEST = 127 };
#define BEYOND (0x1p128 - 0x1p103)
#define END    0x1p128
#define MARGIN 0x1p-25
#endif

// Of the binade of r, in which subnormals share the lowest normal one's.
static __device__ int unit_of(Wide r) {
    int e = exponent_of(r);
    return (e < LEAST ? LEAST : e > GREATEST ? GREATEST : e) - DIGITS;
}

static __device__ int error_of(Wide r, Number got, double first, double *error) {
    *error = 0;
    if (is_none(r) || got != got) return is_none(r) && got != got ? JUDGED : SPECIAL;
    bool infinite = got - got != 0;
    bool same_sign = is_negative(r) == number_is_negative(got);
    if (is_infinite(r) || (infinite && magnitude(r) >= BEYOND)) return infinite && same_sign ? JUDGED : SPECIAL;
    Wide given = !infinite ? (Wide)got : number_is_negative(got) ? -END : END;
    Wide difference = magnitude(given - r);
    if (in_millionths(HOW)) {
        *error = (double)(difference * 1000000);
        return infinite ? SPECIAL : JUDGED;
    }
    if (r == 0) return got == 0 && same_sign ? JUDGED : SPECIAL;
    int unit = unit_of(r);
    double e = in_units(difference, unit);
    *error = has_least_unit(HOW, first) && unit < -37 ? (double)(difference / 5e-12) : e;
    // between two numbers, where near_of cannot tell which one is the nearest
    bool middle = *error > 0.5 - MARGIN && *error < 0.5 + MARGIN;
    return middle && !(NEAR_IS_EXACT && *error == 0.5) ? MIDDLE : JUDGED;
}

// ---- the kernel ---------------------------------------------------------------------------------

static __device__ void arguments(Number *arg, Bits index, Bits stride) {
#if WIDE
    double_arguments(arg, NARGS, index);
#else
    float_arguments(arg, NARGS, index, stride);
#endif
}

static __device__ bool excepted(const Number *arg) {
#if WIDE
    return excepted_double(HOW, arg[0], arg[1]);
#else
    return excepted_float(HOW, arg[0]);
#endif
}

// A full list is not even counted on: each thread knows how many it had for it.
static __device__ void enlist(Entry *list, Bits *listed, Bits capacity, const Number *arg, Number got) {
    if (*(volatile Bits *)listed >= capacity) return;
    Bits at = atomicAdd(listed, 1ull);
    if (at >= capacity) return;
    for (int k = 0; k < MAX_ARGS; k++) list[at].arg[k] = arg[k];
    list[at].got = got;
}

// The lists are one behind the other.
extern "C" __global__ void k(Slot *slots, Entry *list, Bits *listed, Bits capacity, Bits first, Bits end, Bits stride) {
    Bits thread = (Bits)blockIdx.x * blockDim.x + threadIdx.x, threads = (Bits)gridDim.x * blockDim.x;
    Slot slot = slots[thread];
    for (Bits i = first + thread; i < end; i += threads) {
        Number arg[MAX_ARGS] = {0, 0, 0, 0};
        arguments(arg, i, stride);
        if (excepted(arg)) continue;
        Number got = result_of(arg[0], arg[1], arg[2], arg[3]);
        double error;
        slot.judged++;
        int why = error_of(near_of(arg[0], arg[1], arg[2], arg[3]), got, arg[0], &error);
        if (why != JUDGED) {
            int to = why - 1;
            slot.left[to]++;
            enlist(list + to * capacity, listed + to, capacity, arg, got);
            continue;
        }
        slot.not_nearest += error > 0.5;
        if (error <= slot.error) continue;
        slot.error = error;
        slot.got = got;
        for (int k = 0; k < MAX_ARGS; k++) slot.arg[k] = arg[k];
    }
    slots[thread] = slot;
}
