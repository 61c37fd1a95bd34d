// SPDX-License-Identifier: Apache-2.0
// f16 and bf16 arithmetic, scalar and packed (PTX ISA 9.7.4), and the conversion between double
// and the narrow formats. Sums and products are computed in double with the sum rounded to odd, so
// that the second rounding to the narrow format is the only one that shows.
#include "vm/compute/float.h"

#include "ptx/form/sem.h"

#include <math.h>

const VmFormat vm_fmt_f16 = {5, 10, true, false, false}, vm_fmt_bf16 = {8, 7, true, false, false},
               vm_fmt_tf32 = {8, 10, true, false, false}, vm_fmt_f32 = {8, 23, true, false, false},
               vm_fmt_e4m3 = {4, 3, false, true, false}, vm_fmt_e5m2 = {5, 2, true, false, false},
               vm_fmt_e2m3 = {2, 3, false, false, true}, vm_fmt_e3m2 = {3, 2, false, false, true},
               vm_fmt_e2m1 = {2, 1, false, false, true}, vm_fmt_ue5m3 = {5, 3, false, true, false};

// What a number beyond the format's largest becomes: infinity, NaN (e4m3), or the largest, by the
// rounding's direction.
static uint32_t overflow(const VmFormat *format, uint32_t sign, uint32_t rnd, bool saturate) {
    uint32_t top = ((1u << format->ebits) - 1) << format->mbits; // infinity, where there is one
    uint32_t largest = format->finite    ? (1u << (format->ebits + format->mbits)) - 1
                       : format->nan_top ? (top | ((1u << format->mbits) - 1)) - 1
                                         : top - 1;
    bool inward = rnd == PTX_RND_RZ || (rnd == PTX_RND_RM && !sign) || (rnd == PTX_RND_RP && sign);
    uint32_t s = sign << (format->ebits + format->mbits);
    if (saturate || inward || format->finite) return s | largest;
    return s | (format->nan_top ? largest + 1 : top);
}

// x rounded to the format, which has subnormals. Exact but for the one rounding.
uint32_t vm_pack(double x, const VmFormat *to, uint32_t rnd, bool saturate) {
    uint64_t b;
    memcpy(&b, &x, 8);
    uint32_t sign = (uint32_t)(b >> 63), s = sign << (to->ebits + to->mbits);
    int bias = (1 << (to->ebits - 1)) - 1, emax = to->nan_top ? bias + 1 : bias;
    if (x != x && to->finite) return (1u << (to->ebits + to->mbits)) - 1; // PTX: the largest value
    if (x != x) return (1u << (to->ebits + to->mbits)) - 1;
    // Infinities overflow, whatever the rounding.
    if (x - x != 0) return overflow(to, sign, saturate ? PTX_RND_RZ : PTX_RND_RN, saturate);
    if (x == 0) return s;
    int e;
    double m = frexp(fabs(x), &e); // m in [0.5, 1)
    int exp = e - 1;
    // Of subnormals fewer fraction bits are kept: the exponent cannot go below its least.
    int keep = exp < 1 - bias ? to->mbits + (exp - (1 - bias)) : to->mbits;
    double scaled = ldexp(m, 1 + keep), t = floor(scaled), rest = scaled - t; // exact
    bool up;
    switch (rnd) {
    case PTX_RND_RZ: up = false; break;
    case PTX_RND_RM: up = sign && rest > 0; break;
    case PTX_RND_RP: up = !sign && rest > 0; break;
    case PTX_RND_RNA: up = rest >= 0.5; break;
    default: up = rest > 0.5 || (rest == 0.5 && fmod(t, 2.0) == 1.0); break;
    }

    // The fraction may carry into the exponent, which is right.
    uint64_t frac = (uint64_t)t + up; // with the hidden bit when normal
    uint64_t code = exp < 1 - bias ? frac : frac + ((uint64_t)(exp + bias - 1) << to->mbits);
    uint64_t limit = to->finite    ? (uint64_t)1 << (to->ebits + to->mbits)
                     : to->nan_top ? ((((uint64_t)1 << (to->ebits + to->mbits))) - 1)
                                   : ((uint64_t)(emax + bias + 1) << to->mbits);
    if (code >= limit) return overflow(to, sign, rnd, saturate);
    return s | (uint32_t)code;
}

// The value of a code, exactly.
double vm_unpack(uint32_t bits, const VmFormat *from) {
    uint32_t m = bits & ((1u << from->mbits) - 1),
             e = bits >> from->mbits & ((1u << from->ebits) - 1);
    int bias = (1 << (from->ebits - 1)) - 1;
    double r;
    if (e == (1u << from->ebits) - 1 && from->inf) {
        r = m ? (double)__builtin_nan("") : (double)__builtin_inf();
    } else if (from->nan_top && !(~bits & ((1u << (from->ebits + from->mbits)) - 1))) {
        r = __builtin_nan("");
    } else if (e == 0) {
        r = ldexp((double)m, 1 - bias - from->mbits);
    } else {
        r = ldexp((double)(m | 1u << from->mbits), (int)e - bias - from->mbits);
    }
    return bits >> (from->ebits + from->mbits) & 1 ? -r : r;
}

// a + b in double, rounded to odd: exact for any later rounding to at most 51 bits
static double add_odd(double a, double b) {
    double s = a + b, t = s - a, err = (a - (s - t)) + (b - t);
    if (err != 0 && s - s == 0) {
        uint64_t u;
        memcpy(&u, &s, 8);
        if (!(u & 1)) u += (err > 0) == (s > 0) ? 1 : -1ull;
        memcpy(&s, &u, 8);
    }
    return s;
}

// Subnormals of f16 become zero of their sign.
static double flush16(double x, bool ftz) {
    return ftz && fabs(x) < 0x1p-14 ? copysign(0.0, x) : x;
}

// One operation on halves, by the instruction's meaning.
static uint16_t half1(const VmInst *in, uint16_t ha, uint16_t hb, uint16_t hc, bool bf) {
    bool ftz = in->flags & VF_FTZ && !bf;
    double a = flush16((double)vm_half_get(ha, bf), ftz),
           b = flush16((double)vm_half_get(hb, bf), ftz);
    double c = flush16((double)vm_half_get(hc, bf), ftz), v;
    switch (in->mod) {
    case PTX_SEM_FADD: v = add_odd(a, b); break;
    case PTX_SEM_FSUB: v = add_odd(a, -b); break;
    case PTX_SEM_FMUL: v = a * b; break;
    case PTX_SEM_FMAOOB: // what lies outside of a tensor makes the result 0
        if ((ha & 0x7fff) == 0x7fff || (hb & 0x7fff) == 0x7fff) return 0;
        __attribute__((fallthrough));
    case PTX_SEM_FMA: v = add_odd(a * b, c); break;
    case PTX_SEM_FMIN:
    case PTX_SEM_FMAX: {
        if (in->flags & VF_NAN && (a != a || b != b)) return 0x7fff;
        uint16_t sign = (ha ^ hb) & 0x8000;
        if (in->flags & VF_XORSIGN) {
            a = fabs(a);
            b = fabs(b);
        }
        float r =
            in->mod == PTX_SEM_FMIN ? vm_fmin((float)a, (float)b) : vm_fmax((float)a, (float)b);
        uint16_t h = vm_half_put((double)r, bf, PTX_RND_RN);
        return in->flags & VF_XORSIGN && r == r ? (uint16_t)((h & 0x7fff) | sign) : h;
    }
    case PTX_SEM_FABS: v = fabs(a); break;
    default: v = -a; break;
    }
    // Saturation to [0, 1], then what becomes of NaNs and negative numbers.
    if (in->flags & VF_SAT) v = v > 0 ? (v < 1 ? v : 1.0) : 0.0; // NaN becomes 0
    if (v != v) return 0x7fff;
    if (in->flags & VF_RELU && v < 0) v = 0;
    uint16_t h = vm_half_put(v, bf, in->rnd ? in->rnd : PTX_RND_RN);
    if (ftz && !(h & 0x7c00)) h &= 0x8000;
    return h;
}

// Packed types have two elements in a lane.
static void half_op(Warp *warp, const VmInst *in, uint32_t mask) {
    bool bf = is_any_of(in->type, PTX_BF16, PTX_BF16X2);
    uint32_t n = is_any_of(in->type, PTX_F16X2, PTX_BF16X2) ? 2 : 1;
    const uint16_t *a = vm_row(warp, in->a), *b = in->b == REF_NONE ? a : vm_row(warp, in->b);
    const uint16_t *c = in->c == REF_NONE ? a : vm_row(warp, in->c);
    uint16_t *d = vm_row(warp, in->d);
    VM_EACH(i, mask) {
        for (uint32_t k = i * n; k < (i + 1) * n; k++) d[k] = half1(in, a[k], b[k], c[k], bf);
    }
}

// Ordered comparisons are false with a NaN, unordered ones (u) true.
static bool compare(uint32_t cmp, double a, double b) {
    bool un = a != a || b != b;
    switch (cmp) {
    case PTX_CMP_EQ: return a == b;
    case PTX_CMP_NE: return !un && a != b;
    case PTX_CMP_LT: return a < b;
    case PTX_CMP_LE: return a <= b;
    case PTX_CMP_GT: return a > b;
    case PTX_CMP_GE: return a >= b;
    case PTX_CMP_EQU: return un || a == b;
    case PTX_CMP_NEU: return un || a != b;
    case PTX_CMP_LTU: return un || a < b;
    case PTX_CMP_LEU: return un || a <= b;
    case PTX_CMP_GTU: return un || a > b;
    case PTX_CMP_GEU: return un || a >= b;
    case PTX_CMP_NUM: return !un;
    default: return un;
    }
}

static bool compare_half(const VmInst *in, uint16_t a, uint16_t b, bool bf) {
    bool ftz = in->flags & VF_FTZ && !bf;
    return compare(in->n, flush16((double)vm_half_get(a, bf), ftz),
                   flush16((double)vm_half_get(b, bf), ftz));
}

// With a third predicate, by and, or, xor.
static uint32_t combine(uint32_t op, uint32_t m, uint32_t c) {
    return op == PTX_BOOL_AND ? m & c : op == PTX_BOOL_OR ? m | c : op == PTX_BOOL_XOR ? m ^ c : m;
}

// setp: packed types set p by the low and q by the high half
static void setp_half(Warp *warp, const VmInst *in, uint32_t mask) {
    bool bf = is_any_of(in->type, PTX_BF16, PTX_BF16X2);
    uint32_t n = is_any_of(in->type, PTX_F16X2, PTX_BF16X2) ? 2 : 1, m[2] = {0, 0};
    const uint16_t *a = vm_row(warp, in->a), *b = vm_row(warp, in->b);
    VM_EACH(i, mask) {
        for (uint32_t k = 0; k < n; k++)
            m[k] |= (uint32_t)compare_half(in, a[i * n + k], b[i * n + k], bf) << i;
    }
    if (n == 1) m[1] = ~m[0];
    uint32_t c = in->mod ? vm_get_pred(warp, in, in->c) : 0;
    vm_set_pred(vm_row(warp, in->d), combine(in->mod, m[0], c), mask);
    if (in->flags & VF_PAIR) vm_set_pred(vm_row(warp, in->e), combine(in->mod, m[1], c), mask);
}

// set: all ones, or 1.0 of the result's type.
static void set_half(Warp *warp, const VmInst *in, uint32_t mask) {
    bool bf = is_any_of(in->type2, PTX_BF16, PTX_BF16X2);
    uint32_t n = is_any_of(in->type2, PTX_F16X2, PTX_BF16X2) ? 2 : 1;
    const uint16_t *a = vm_row(warp, in->a), *b = vm_row(warp, in->b);
    uint64_t r[VM_LANES] = {0};
    bool is_float = ptx_types[in->type].kind == 'f' || ptx_types[in->type].kind == 'x';
    bool bf_out = is_any_of(in->type, PTX_BF16, PTX_BF16X2);
    uint64_t one = !is_float ? ~0ull : bf_out ? 0x3f80 : 0x3c00;
    uint32_t c = in->mod ? vm_get_pred(warp, in, in->c) : 0;
    VM_EACH(i, mask) {
        for (uint32_t k = 0; k < n; k++) {
            uint32_t m = compare_half(in, a[i * n + k], b[i * n + k], bf);
            if (combine(in->mod, m, c >> i & 1)) r[i] |= (n == 2 ? one & 0xffff : one) << (16 * k);
        }
    }
    vm_store_row(warp, in->d, in->dsize, r, mask);
}

// The function for an instruction on halves; NULL: it is none.
VmFn *vm_select_half(const PtxInst *in, VmInst *decoded) {
    uint32_t sem = ptx_rows[in->op].sem, t = in->type[0];
    bool half = is_any_of(t, PTX_F16, PTX_BF16, PTX_F16X2, PTX_BF16X2);
    if (sem == PTX_SEM_SET) {
        uint32_t u = in->type[1];
        decoded->n = (uint8_t)ptx_mod(in, CMP);
        decoded->mod = (uint8_t)ptx_mod(in, BOOL);
        return is_any_of(u, PTX_F16, PTX_BF16, PTX_F16X2, PTX_BF16X2) ? set_half : NULL;
    }
    if (!half) return NULL;
    decoded->mod = (uint8_t)sem;
    switch (sem) {
    case PTX_SEM_FADD:
    case PTX_SEM_FSUB:
    case PTX_SEM_FMUL:
    case PTX_SEM_FMA:
    case PTX_SEM_FMAOOB:
    case PTX_SEM_FMIN:
    case PTX_SEM_FMAX:
    case PTX_SEM_FABS:
    case PTX_SEM_FNEG: return half_op;
    case PTX_SEM_SETP:
        decoded->mod = (uint8_t)ptx_mod(in, BOOL);
        decoded->n = (uint8_t)ptx_mod(in, CMP);
        return setp_half;
    default: return NULL;
    }
}

// The value as a float, exactly.
static void widen(Warp *warp, const VmInst *in, uint32_t mask) {
    const uint16_t *a = vm_row(warp, in->a);
    float *d = vm_row(warp, in->d);
    VM_EACH(i, mask) d[i] = vm_half_get(a[i], in->type == PTX_BF16);
}

// A half operand as a row of floats, for instructions that take both.
VmRef vm_widened(Decoder *decoder, const PtxOpnd *o, uint32_t type) {
    VmInst v = {.fn = widen, .cls = VM_CLS_FP, .guard = REF_NONE, .type = (uint8_t)type};
    v.a = vm_operand(decoder, o, 1);
    v.d = vm_temp_row(decoder, 2);
    v.asize = 1;
    v.dsize = 2;
    v.own = VM_OWN_READS_A | VM_OWN_WRITES_D;
    v.line = decoder->cur->pos;
    vm_push(decoder, &v);
    return v.d;
}
