// SPDX-License-Identifier: Apache-2.0
// Elements of the types that cudaDataType names, as complex doubles, and back.
#include "standin/standin.h"

#include <math.h>

// Types of 4 bits (CUDA_R_4I and the like) are not known: their elements have no addresses.
size_t standin_type_size(int type) {
    switch (type) {
    case CUDA_R_8I:
    case CUDA_R_8U:
    case CUDA_R_8F_E4M3:
    case CUDA_R_8F_E5M2: return 1;
    case CUDA_R_16F:
    case CUDA_R_16BF: return 2;
    case CUDA_R_32F:
    case CUDA_R_32I:
    case CUDA_C_16F:
    case CUDA_C_16BF: return 4;
    case CUDA_R_64F:
    case CUDA_R_64I:
    case CUDA_C_32F: return 8;
    case CUDA_C_64F: return 16;
    default: return 0;
    }
}

bool standin_type_is_complex(int type) {
    return type == CUDA_C_16F || type == CUDA_C_16BF || type == CUDA_C_32F || type == CUDA_C_64F;
}

// ---- floats of 16 bits and less -----------------------------------------------------------------

typedef struct {             // IEEE formats (but for e4m3, which has no infinity)
    int fraction, bias, top; // bits; exponent's bias; the largest exponent of a number, unbiased
    bool infinity;
} Format;
// IEEE 754's binary16, Google's bfloat16, and the two formats of the OCP 8-bit Floating Point
// Specification (OFP8).
static const Format half = {10, 15, 15, true}, bfloat = {7, 127, 127, true},
                    e4m3 = {3, 7, 8, false}, e5m2 = {2, 15, 15, true};

// Exact, as a double holds every number of the formats. Without infinities the top exponent has
// numbers, too, and only the fraction of all ones is NaN.
static double decode(const Format *format, int bits_of_all, uint32_t bits) {
    int width = bits_of_all - 1 - format->fraction;
    uint32_t exponent = bits >> format->fraction & ((1u << width) - 1);
    uint32_t fraction = bits & ((1u << format->fraction) - 1);
    double sign = bits >> (bits_of_all - 1) ? -1.0 : 1.0;
    uint32_t all = (1u << width) - 1;
    if (exponent == all && format->infinity) return fraction ? NAN : sign * INFINITY;
    if (exponent == all && fraction == (1u << format->fraction) - 1) return NAN;
    // a subnormal number: no hidden one, and the exponent of the smallest normal one
    if (!exponent) return sign * ldexp(fraction, 1 - format->bias - format->fraction);
    return sign * ldexp(fraction + (double)(1u << format->fraction),
                        (int)exponent - format->bias - format->fraction);
}

// To nearest, ties to even.
// Beyond the largest number comes infinity, or NaN where the format has none: nothing saturates.
static uint32_t encode(const Format *format, int bits_of_all, double value) {
    int width = bits_of_all - 1 - format->fraction;
    uint32_t sign = signbit(value) ? 1u << (bits_of_all - 1) : 0;
    uint32_t all = ((1u << width) - 1) << format->fraction;
    uint32_t nan = sign | all | ((1u << format->fraction) - 1);
    double size = fabs(value);
    if (isnan(value)) return nan;
    int exponent = 0;
    frexp(size, &exponent);
    // the step between neighbours: that of the subnormal numbers at least
    int lowest = 1 - format->bias;
    int step = (exponent - 1 < lowest ? lowest : exponent - 1) - format->fraction;
    double rounded = isinf(size) ? size : ldexp(nearbyint(ldexp(size, -step)), step);
    double largest = ldexp(2.0 - ldexp(1.0, -format->fraction), format->top);
    // of e4m3 the largest fraction is NaN's
    if (!format->infinity) largest = ldexp(2.0 - ldexp(2.0, -format->fraction), format->top);
    if (rounded > largest) return format->infinity ? sign | all : nan;
    // subnormal: the fraction counts in units of the smallest number, and the exponent's bits are 0
    if (rounded < ldexp(1.0, lowest))
        return sign | (uint32_t)ldexp(rounded, format->fraction - lowest);
    frexp(rounded, &exponent);
    double fraction = ldexp(rounded, format->fraction - (exponent - 1));
    return sign | ((uint32_t)(exponent - 1 + format->bias) << format->fraction) |
           ((uint32_t)fraction & ((1u << format->fraction) - 1));
}

// ---- any type ----------------------------------------------------------------------------------

// The real element `index` of an array of real numbers.
// Integers of 64 bits are rounded to a double. 0 for a type that is not known.
static double load_real(int type, const void *array, int64_t index) {
    switch (type) {
    case CUDA_R_32F: return ((const float *)array)[index];
    case CUDA_R_64F: return ((const double *)array)[index];
    case CUDA_R_16F: return decode(&half, 16, ((const uint16_t *)array)[index]);
    case CUDA_R_16BF: return decode(&bfloat, 16, ((const uint16_t *)array)[index]);
    case CUDA_R_8F_E4M3: return decode(&e4m3, 8, ((const uint8_t *)array)[index]);
    case CUDA_R_8F_E5M2: return decode(&e5m2, 8, ((const uint8_t *)array)[index]);
    case CUDA_R_8I: return ((const int8_t *)array)[index];
    case CUDA_R_8U: return ((const uint8_t *)array)[index];
    case CUDA_R_32I: return ((const int32_t *)array)[index];
    case CUDA_R_64I: return (double)((const int64_t *)array)[index];
    default: return 0;
    }
}

// Integers: nearest, at the type's ends.
static double within(double value, double low, double high) {
    double whole = nearbyint(value);
    return whole < low ? low : whole > high ? high : whole;
}

// Every type rounds to nearest; of integers of 64 bits the value must fit.
static void store_real(int type, void *array, int64_t index, double value) {
    switch (type) {
    case CUDA_R_32F: ((float *)array)[index] = (float)value; break;
    case CUDA_R_64F: ((double *)array)[index] = value; break;
    case CUDA_R_16F: ((uint16_t *)array)[index] = (uint16_t)encode(&half, 16, value); break;
    case CUDA_R_16BF: ((uint16_t *)array)[index] = (uint16_t)encode(&bfloat, 16, value); break;
    case CUDA_R_8F_E4M3: ((uint8_t *)array)[index] = (uint8_t)encode(&e4m3, 8, value); break;
    case CUDA_R_8F_E5M2: ((uint8_t *)array)[index] = (uint8_t)encode(&e5m2, 8, value); break;
    case CUDA_R_8I: ((int8_t *)array)[index] = (int8_t)within(value, -128, 127); break;
    case CUDA_R_8U: ((uint8_t *)array)[index] = (uint8_t)within(value, 0, 255); break;
    case CUDA_R_32I:
        ((int32_t *)array)[index] = (int32_t)within(value, INT32_MIN, INT32_MAX);
        break;
    case CUDA_R_64I: ((int64_t *)array)[index] = (int64_t)value; break;
    default: break;
    }
}

// The real type of a complex one's parts.
static int part_type(int type) {
    switch (type) {
    case CUDA_C_16F: return CUDA_R_16F;
    case CUDA_C_16BF: return CUDA_R_16BF;
    case CUDA_C_32F: return CUDA_R_32F;
    default: return CUDA_R_64F;
    }
}

// The parts are set one by one: a sum with I would turn infinities into NaN.
StandinComplex standin_load(int type, const void *array, int64_t index) {
    if (!standin_type_is_complex(type)) return load_real(type, array, index);
    int part = part_type(type);
    StandinComplex value;
    __real__ value = load_real(part, array, 2 * index);
    __imag__ value = load_real(part, array, 2 * index + 1);
    return value;
}

void standin_store(int type, void *array, int64_t index, StandinComplex value) {
    if (!standin_type_is_complex(type)) {
        store_real(type, array, index, __real__ value);
        return;
    }
    store_real(part_type(type), array, 2 * index, __real__ value);
    store_real(part_type(type), array, 2 * index + 1, __imag__ value);
}
