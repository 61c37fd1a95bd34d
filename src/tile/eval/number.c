// SPDX-License-Identifier: Apache-2.0
// Numbers: an element's bits and its value.
#include "tile/eval/eval_int.h"

#include <math.h>

// f8E5M3FNU is unsigned and unknown to base: its values are exact in f32.
ApFloat te_float(TileTypeKind kind, uint64_t bits) {
    if (kind == TILE_T_TF32) bits >>= TF32_LOW;
    if (kind != TILE_T_E5M3) return apf_from_bits((ApfFormat)tile_type_row[kind].format, bits);
    if (bits == 0xff) return apf_nan(APF_F32);
    uint64_t exp = bits >> 3, sig = exp ? (bits & 7) | 8 : bits & 7;
    return apf_scaled(APF_F32, false, sig, (int64_t)(exp ? exp : 1) - 18, APF_RNE, NULL);
}

uint64_t te_float_bits(TileTypeKind kind, ApFloat value, ApfRound round) {
    ApFloat to = apf_convert(value, (ApfFormat)tile_type_row[kind].format, round, NULL);
    return (uint64_t)apf_to_bits(to) << (kind == TILE_T_TF32 ? TF32_LOW : 0);
}

uint64_t tile_element_bits(const TileAttr *dense, uint64_t i) {
    bool low = dense->type->sub->kind == TILE_T_TF32;
    return tile_dense_bits(dense, i) << (low ? TF32_LOW : 0);
}

// Exact but for formats wider than a double, of which there are none.
double te_double(TileTypeKind kind, uint64_t bits) {
    double d;
    float f;
    uint32_t low = (uint32_t)bits;
    if (kind == TILE_T_F64) return memcpy(&d, &bits, 8), d;
    // A tf32 is a float with zeros behind it, a bf16 its upper half.
    if (kind == TILE_T_BF16) low <<= 16;
    bool plain = is_any_of(kind, TILE_T_F32, TILE_T_TF32, TILE_T_BF16);
    if (plain) return memcpy(&f, &low, 4), f;
    // The exponents of f16 and f32 are 112 apart, of small numbers, too.
    uint32_t exponent = low >> 10 & 31;
    if (kind == TILE_T_F16 && exponent != 31) {
        low = (low & 0x7fff) << 13 | (low & 0x8000) << 16;
        return memcpy(&f, &low, 4), (double)f * 0x1p112;
    }
    return apf_to_f64(apf_convert(te_float(kind, bits), APF_F64, APF_RNE, NULL));
}

// Rounded to nearest even.
uint64_t te_from_double(TileTypeKind kind, double value) {
    uint64_t bits = 0;
    float f = (float)value;
    if (kind == TILE_T_F64) return memcpy(&bits, &value, 8), bits;
    // One NaN for all, as the machine has.
    if (kind == TILE_T_F32 && !isnan(value)) return memcpy(&bits, &f, 4), bits;
    return te_float_bits(kind, apf_f64(value), APF_RNE);
}
