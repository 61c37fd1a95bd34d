// SPDX-License-Identifier: Apache-2.0
// Operations element by element. Arithmetic is exact and rounded once (base/apfloat.h), but for
// functions like exp, which the host's library computes in double precision.
#include "tile/eval/eval_int.h"

#include <math.h>

// 0 also where the row has no such attribute, so that one Element serves all functions.
static uint64_t attr_bits(const TileOp *op, const char *name) {
    const TileAttr *attr = tile_attr(op, name);
    return attr ? attr->bits : 0;
}

uint64_t te_prepare(const TileOp *op, Element *described) {
    const TileType *type = op->operand[0]->type;
    *described = (Element){
        .from = tile_element(type),
        .to = tile_element(op->result[0]->type),
        .rounding = attr_bits(op, "rounding_mode") + attr_bits(op, "rounding"),
        .signedness = attr_bits(op, "signedness"),
        .predicate = attr_bits(op, "comparison_predicate"),
        .ordering = attr_bits(op, "comparison_ordering"),
        .flush = tile_attr(op, "flush_to_zero") != NULL,
        .propagate = tile_attr(op, "propagate_nan") != NULL,
        .saturating = tile_attr(op, "saturating") != NULL,
    };
    described->bits = te_width(described->from);
    if (op->code == TILE_O_OFFSET)
        described->size = (te_width((TileTypeKind)type->sub->sub->kind) + 7) / 8;
    if (op->noperand > 1) described->second = tile_element(op->operand[1]->type);
    uint32_t width = te_width(described->to);
    return width ? te_mask(width) : UINT64_MAX;
}

// What does not depend on the element is looked up once, before the loop over them.
bool te_elements(Eval *e, const TileOp *source, ElementFn *compute) {
    Element element;
    uint64_t mask = te_prepare(source, &element);
    const uint64_t *x[3] = {NULL, NULL, NULL};
    for (uint32_t i = 0; i < source->noperand && i < 3; i++) x[i] = te_operand(e, source, i);
    uint64_t *to = te_result(e, source, 0), n = te_nwords(source->result[0]->type);
    for (uint64_t i = 0; i < n; i++) {
        uint64_t in[3] = {x[0][i], x[1] ? x[1][i] : 0, x[2] ? x[2][i] : 0};
        to[i] = compute(&element, in) & mask;
    }
    return true;
}

// ---- floating point ----------------------------------------------------------------------------

// The row's rounding mode, as base/apfloat.h names it.
static ApfRound round_of(const Element *e) {
    switch (e->rounding) {
    case TILE_ROUND_ZERO: return APF_RTZ;
    case TILE_ROUND_DOWN: return APF_RDN;
    case TILE_ROUND_UP: return APF_RUP;
    case TILE_ROUND_AWAY: return APF_RNA;
    default: return APF_RNE; // approximations are no worse
    }
}

// Flushing is of what goes in and of what comes out: denormals become zeros of their sign.
static ApFloat in(const Element *e, uint64_t bits) {
    ApFloat value = te_float(e->from, bits);
    return e->flush ? apf_flush(value) : value;
}

static uint64_t out(const Element *e, ApFloat value) {
    return (uint64_t)apf_to_bits(e->flush ? apf_flush(value) : value);
}

// Where the host's arithmetic is the operation's own: floats, to the nearest, nothing flushed. A
// NaN is left to what makes the one that all have.
static bool on_host(const Element *e, const uint64_t *x, float *a, float *b) {
    if (e->from != TILE_T_F32 || e->flush || round_of(e) != APF_RNE) return false;
    uint32_t left = (uint32_t)x[0], right = (uint32_t)x[1];
    memcpy(a, &left, 4);
    memcpy(b, &right, 4);
    return true;
}

static bool host_bits(float value, uint64_t *bits) {
    uint32_t low;
    memcpy(&low, &value, 4);
    *bits = low;
    return !isnan(value);
}

uint64_t el_addf(const Element *e, const uint64_t *x) {
    float a, b;
    uint64_t bits;
    if (on_host(e, x, &a, &b) && host_bits(a + b, &bits)) return bits;
    return out(e, apf_add(in(e, x[0]), in(e, x[1]), round_of(e), NULL));
}
uint64_t el_subf(const Element *e, const uint64_t *x) {
    float a, b;
    uint64_t bits;
    if (on_host(e, x, &a, &b) && host_bits(a - b, &bits)) return bits;
    return out(e, apf_sub(in(e, x[0]), in(e, x[1]), round_of(e), NULL));
}
uint64_t el_mulf(const Element *e, const uint64_t *x) {
    float a, b;
    uint64_t bits;
    if (on_host(e, x, &a, &b) && host_bits(a * b, &bits)) return bits;
    return out(e, apf_mul(in(e, x[0]), in(e, x[1]), round_of(e), NULL));
}
uint64_t el_divf(const Element *e, const uint64_t *x) {
    float a, b;
    uint64_t bits;
    if (on_host(e, x, &a, &b) && host_bits(a / b, &bits)) return bits;
    return out(e, apf_div(in(e, x[0]), in(e, x[1]), round_of(e), NULL));
}
uint64_t el_fma(const Element *e, const uint64_t *x) {
    return out(e, apf_fma(in(e, x[0]), in(e, x[1]), in(e, x[2]), round_of(e), NULL));
}
uint64_t el_sqrt(const Element *e, const uint64_t *x) {
    return out(e, apf_sqrt(in(e, x[0]), round_of(e), NULL));
}

// Signs are bits: NaNs keep their payload.
uint64_t el_absf(const Element *e, const uint64_t *x) {
    return x[0] & te_mask(e->bits - 1);
}
uint64_t el_negf(const Element *e, const uint64_t *x) {
    return x[0] ^ 1ull << (e->bits - 1);
}

// To whole numbers, in the same format.
uint64_t el_ceil(const Element *e, const uint64_t *x) {
    return out(e, apf_round_int(in(e, x[0]), APF_RUP, NULL));
}
uint64_t el_floor(const Element *e, const uint64_t *x) {
    return out(e, apf_round_int(in(e, x[0]), APF_RDN, NULL));
}

// Without propagate_nan a NaN gives way to the other operand.
uint64_t el_maxf(const Element *e, const uint64_t *x) {
    float left, right; // two different numbers
    if (on_host(e, x, &left, &right) && (left < right || left > right)) return x[left < right];
    ApFloat a = in(e, x[0]), b = in(e, x[1]);
    return out(e, e->propagate ? apf_maximum(a, b) : apf_max_num(a, b));
}
uint64_t el_minf(const Element *e, const uint64_t *x) {
    float left, right;
    if (on_host(e, x, &left, &right) && (left < right || left > right)) return x[left > right];
    ApFloat a = in(e, x[0]), b = in(e, x[1]);
    return out(e, e->propagate ? apf_minimum(a, b) : apf_min_num(a, b));
}

// The sign is that of the dividend, as in C.
uint64_t el_remf(const Element *e, const uint64_t *x) {
    return te_from_double(e->to, fmod(te_double(e->from, x[0]), te_double(e->from, x[1])));
}

#define FUNCTION(name, expression)                                                                 \
    uint64_t el_##name(const Element *e, const uint64_t *x) {                                      \
        double a = te_double(e->from, (uint64_t)apf_to_bits(in(e, x[0])));                         \
        return out(e, te_float(e->to, te_from_double(e->to, expression)));                         \
    }
FUNCTION(cos, cos(a))
FUNCTION(cosh, cosh(a))
FUNCTION(exp, exp(a))
FUNCTION(exp2, exp2(a))
FUNCTION(log, log(a))
FUNCTION(log2, log2(a))
FUNCTION(rsqrt, 1 / sqrt(a))
FUNCTION(sin, sin(a))
FUNCTION(sinh, sinh(a))
FUNCTION(tan, tan(a))
FUNCTION(tanh, tanh(a))
FUNCTION(pow, pow(a, te_double(e->from, x[1])))
FUNCTION(atan2, atan2(a, te_double(e->from, x[1])))
FUNCTION(fpowi, pow(a, (double)te_signed(x[1], tile_bits(e->second))))

// equal, not_equal, less_than, less_than_or_equal, greater_than, greater_than_or_equal
static bool holds(uint64_t predicate, int order) {
    switch (predicate) {
    case 0: return order == 0;
    case 1: return order != 0;
    case 2: return order < 0;
    case 3: return order <= 0;
    case 4: return order > 0;
    default: return order >= 0;
    }
}

// Zeros of both signs are equal; with a NaN only unordered comparisons hold.
uint64_t el_cmpf(const Element *e, const uint64_t *x) {
    double a = te_double(e->from, x[0]), b = te_double(e->from, x[1]);
    if (isnan(a) || isnan(b)) return !e->ordering; // an unordered comparison holds
    return holds(e->predicate, a < b ? -1 : a > b);
}

// ---- integers ----------------------------------------------------------------------------------

// -1, 0 or 1, by the operation's signedness.
static int compare(const Element *e, uint64_t a, uint64_t b) {
    if (!e->signedness) return a < b ? -1 : a > b;
    int64_t left = te_signed(a, e->bits), right = te_signed(b, e->bits);
    return left < right ? -1 : left > right;
}

uint64_t el_addi(const Element *e, const uint64_t *x) {
    return x[0] + x[1];
}
uint64_t el_subi(const Element *e, const uint64_t *x) {
    return x[0] - x[1];
}
uint64_t el_muli(const Element *e, const uint64_t *x) {
    return x[0] * x[1];
}

// The upper half of the product of unsigned integers.
uint64_t el_mulhii(const Element *e, const uint64_t *x) {
    return (uint64_t)((unsigned __int128)x[0] * x[1] >> e->bits);
}
uint64_t el_negi(const Element *e, const uint64_t *x) {
    return 0 - x[0];
}

// Of the least number it is that number again.
uint64_t el_absi(const Element *e, const uint64_t *x) {
    return te_signed(x[0], e->bits) < 0 ? 0 - x[0] : x[0];
}
uint64_t el_andi(const Element *e, const uint64_t *x) {
    return x[0] & x[1];
}
uint64_t el_ori(const Element *e, const uint64_t *x) {
    return x[0] | x[1];
}
uint64_t el_xori(const Element *e, const uint64_t *x) {
    return x[0] ^ x[1];
}
uint64_t el_maxi(const Element *e, const uint64_t *x) {
    return compare(e, x[0], x[1]) > 0 ? x[0] : x[1];
}
uint64_t el_mini(const Element *e, const uint64_t *x) {
    return compare(e, x[0], x[1]) < 0 ? x[0] : x[1];
}
uint64_t el_cmpi(const Element *e, const uint64_t *x) {
    return holds(e->predicate, compare(e, x[0], x[1]));
}
// More than the width moves all bits out.
uint64_t el_shli(const Element *e, const uint64_t *x) {
    return x[1] < e->bits ? x[0] << x[1] : 0;
}

// Arithmetic shifts by too much leave the sign.
uint64_t el_shri(const Element *e, const uint64_t *x) {
    if (!e->signedness) return x[1] < e->bits ? x[0] >> x[1] : 0;
    return (uint64_t)(te_signed(x[0], e->bits) >> CU_MIN(x[1], e->bits - 1));
}

// Division by zero is undefined; the machine gives all ones.
uint64_t el_divi(const Element *e, const uint64_t *x) {
    if (!x[1]) return UINT64_MAX;
    if (!e->signedness) return x[0] / x[1] + (e->rounding == TILE_ROUND_UP && x[0] % x[1]);
    __int128 a = te_signed(x[0], e->bits), b = te_signed(x[1], e->bits), q = a / b, r = a % b;
    if (r && e->rounding == TILE_ROUND_UP && (r > 0) == (b > 0)) q++;
    if (r && e->rounding == TILE_ROUND_DOWN && (r > 0) != (b > 0)) q--;
    return (uint64_t)q;
}

// The sign is that of the dividend.
uint64_t el_remi(const Element *e, const uint64_t *x) {
    if (!x[1]) return x[0];
    if (!e->signedness) return x[0] % x[1];
    return (uint64_t)((__int128)te_signed(x[0], e->bits) % te_signed(x[1], e->bits));
}

// ---- conversions -------------------------------------------------------------------------------

// Bits as they are: reshapes, casts of pointers, and what only promises something.
uint64_t el_same(const Element *e, const uint64_t *x) {
    return x[0];
}

// Which of the other two, by one bit.
uint64_t el_select(const Element *e, const uint64_t *x) {
    return x[0] & 1 ? x[1] : x[2];
}
uint64_t el_exti(const Element *e, const uint64_t *x) {
    return e->signedness ? (uint64_t)te_signed(x[0], e->bits) : x[0];
}

// In elements of the pointee, not in bytes.
uint64_t el_offset(const Element *e, const uint64_t *x) {
    return x[0] + (uint64_t)te_signed(x[1], tile_bits(e->second)) * e->size;
}

// To the 8-bit formats what is too large becomes the largest.
uint64_t el_ftof(const Element *e, const uint64_t *x) {
    ApFloat value = te_float(e->from, x[0]);
    ApfFormat format = (ApfFormat)tile_type_row[e->to].format;
    bool small = tile_bits(e->to) <= 8;
    if (!small) return te_float_bits(e->to, value, round_of(e));
    return (uint64_t)apf_to_bits(apf_convert_sat(value, format, round_of(e), NULL));
}

// Toward zero; what does not fit becomes the nearest end of the range, NaN zero. To one bit it is a
// question: all but zeros become 1, as NVIDIA's compiler has it.
uint64_t el_ftoi(const Element *e, const uint64_t *x) {
    if (e->to == TILE_T_I1) return !apf_is_zero(te_float(e->from, x[0]));
    ApInt i = apf_to_int(te_float(e->from, x[0]), tile_bits(e->to), e->signedness, APF_RTZ, NULL);
    return apint_u64(&i);
}

// Rounded to nearest even where the format has too few digits.
uint64_t el_itof(const Element *e, const uint64_t *x) {
    ApfFormat format = (ApfFormat)tile_type_row[e->to].format;
    bool minus = e->signedness && te_signed(x[0], e->bits) < 0;
    u128 size = minus ? 0 - (uint64_t)te_signed(x[0], e->bits) : x[0];
    if (!size) return 0;
    return (uint64_t)apf_to_bits(apf_scaled(format, minus, size, 0, APF_RNE, NULL));
}
