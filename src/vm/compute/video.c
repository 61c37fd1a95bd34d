// SPDX-License-Identifier: Apache-2.0
// Video instructions (PTX ISA 9.7.17, 9.7.18): scalar ones on bytes, halves or words, and two
// 16-bit or four 8-bit operations in a word.
#include "vm/compute/compute.h"

#include "ptx/form/op.h"
#include "ptx/form/sem.h"

// In the order of the instructions' rows.
enum { OP_ADD, OP_SUB, OP_AVRG, OP_ABSDIFF, OP_MIN, OP_MAX, OP_SET };

// Lane k of a word, extended to 32 bits.
static int32_t lane_of(uint32_t x, uint32_t k, uint32_t bits, bool sign) {
    uint32_t v = x >> (k * bits) & ((1u << bits) - 1);
    return sign ? (int32_t)(v << (32 - bits)) >> (32 - bits) : (int32_t)v;
}

// The comparisons of vset; .ge is the last.
static bool holds64(uint32_t cmp, int64_t a, int64_t b) {
    switch (cmp) {
    case PTX_CMP_EQ: return a == b;
    case PTX_CMP_NE: return a != b;
    case PTX_CMP_LT: return a < b;
    case PTX_CMP_LE: return a <= b;
    case PTX_CMP_GT: return a > b;
    default: return a >= b;
    }
}

// One lane's result before saturation. An average rounds up, away from zero for negative sums.
static int32_t lane_op(const VmInst *in, int32_t a, int32_t b) {
    switch (in->mod) {
    case OP_ADD: return a + b;
    case OP_SUB: return a - b;
    case OP_AVRG: return (a + b + (a + b >= 0)) >> 1;
    case OP_ABSDIFF: return a > b ? a - b : b - a;
    case OP_MIN: return a < b ? a : b;
    case OP_MAX: return a > b ? a : b;
    default: return holds64(in->rnd, a, b);
    }
}

// The parts that a and b name are PtxOpnd.n.
static VmSimd lanes_of(const PtxOpnd *opnd, uint32_t lanes) {
    uint32_t pick[2], mask = 0;
    for (uint32_t i = 0; i < 2; i++) {
        pick[i] = opnd[1 + i].n;
        // Without parts a names its own lanes, b its own behind those of a.
        for (uint32_t k = lanes; !opnd[1 + i].n && k-- > 0;)
            pick[i] = pick[i] << 3 | (k + i * lanes);
    }
    for (uint32_t i = 0; i < PTX_PART_COUNT(opnd[0].n); i++)
        mask |= 1u << PTX_PART_DIGIT(opnd[0].n, i);
    return (VmSimd){.on = (uint8_t)(opnd[0].n ? mask : (1u << lanes) - 1),
                    .of_a = pick[0] & 0xfff,
                    .of_b = pick[1] & 0xfff};
}

static void exec_vsimd(Warp *warp, const VmInst *in, uint32_t mask) {
    const uint32_t *a = vm_row(warp, in->a), *b = vm_row(warp, in->b), *c = vm_row(warp, in->c);
    // `on` are the lanes that are computed; the others keep c's.
    uint32_t r[VM_LANES], bits = 32u / in->n, on = in->simd.on;
    uint32_t pa = in->simd.of_a, pb = in->simd.of_b;
    // vset has no type of the result, so the operands' types come one earlier.
    bool set = in->mod == OP_SET, sd = in->type == PTX_S32;
    bool sa = (set ? in->type : in->type2) == PTX_S32,
         sb = (set ? in->type2 : in->type3) == PTX_S32;
    int32_t hi = sd ? (1 << (bits - 1)) - 1 : (1 << bits) - 1, lo = sd ? -hi - 1 : 0;
    for (uint32_t i = 0; i < VM_LANES; i++) {
        uint32_t v = 0, sum = c[i];
        for (uint32_t k = 0; k < in->n; k++) {
            uint32_t ones = ((1u << bits) - 1) << (k * bits);
            if (!(on >> k & 1)) {
                v |= c[i] & ones;
                continue;
            }
            uint32_t p = PTX_PART_DIGIT(pa, k), q = PTX_PART_DIGIT(pb, k), top = in->n - 1u;
            // A part's number counts through both words: those from `top` + 1 on are b's.
            int32_t x = lane_op(in, lane_of(p > top ? b[i] : a[i], p & top, bits, sa),
                                lane_of(q > top ? b[i] : a[i], q & top, bits, sb));
            if (in->flags & VF_SAT) x = x > hi ? hi : x < lo ? lo : x;
            v |= (uint32_t)x << (k * bits) & ones;
            sum += (uint32_t)x;
        }
        // With an accumulator the lanes' sum is the result.
        r[i] = in->flags & VF_CC ? sum : v;
    }
    vm_blend32(vm_row(warp, in->d), r, mask);
}

// ---- scalar ------------------------------------------------------------------------------------

enum { V_ADD, V_SUB, V_ABSDIFF, V_MIN, V_MAX, V_SHL, V_SHR, V_MAD, V_SET };
enum { SEL_WORD = 0, SEL_BYTE = 1, SEL_HALF = 5 }; // of the part: b0 is 1, h0 is 5
enum { NEG_PRODUCT = 1, NEG_ADDEND = 2 };          // of vmad, in byte 3 of imm

// The part that an operand names.
static uint32_t selector(const PtxOpnd *o) {
    if (o->kind != PTXO_REG || !o->n) return SEL_WORD;
    return (o->n & PTX_PART_HALVES ? SEL_HALF : SEL_BYTE) + PTX_PART_DIGIT(o->n, 0);
}

// A part of a word, or all of it, extended to 64 bits.
static int64_t part(uint32_t x, uint32_t sel, bool sign) {
    uint32_t bits = 32;
    if (sel >= SEL_HALF) {
        x = x >> 16 * (sel - SEL_HALF) & 0xffff;
        bits = 16;
    } else if (sel) {
        x = x >> 8 * (sel - SEL_BYTE) & 0xff;
        bits = 8;
    }
    return sign ? (int64_t)((uint64_t)x << (64 - bits)) >> (64 - bits) : (int64_t)x;
}

// .sat clamps to the part of the result, not to the word.
static int64_t clamp_part(int64_t x, uint32_t sel, bool sign) {
    uint32_t bits = sel >= SEL_HALF ? 16 : sel ? 8 : 32;
    int64_t hi = (1ll << (bits - sign)) - 1, lo = sign ? -hi - 1 : 0;
    return x > hi ? hi : x < lo ? lo : x;
}

// The result replaces its part of c.
static uint32_t merge(uint32_t x, uint32_t c, uint32_t sel) {
    uint32_t width = sel >= SEL_HALF ? 16 : 8, at = sel >= SEL_HALF ? sel - SEL_HALF : sel - 1;
    uint32_t m = ((1u << width) - 1) << width * at;
    return (c & ~m) | (x << width * at & m);
}

static int64_t scalar_op(const VmInst *in, int64_t a, int64_t b) {
    switch (in->mod) {
    case V_ADD: return a + b;
    case V_SUB: return a - b;
    case V_ABSDIFF: return a > b ? a - b : b - a;
    case V_MIN: return a < b ? a : b;
    case V_MAX: return a > b ? a : b;
    case V_SHL:
    case V_SHR:
        b = in->flags & VF_WRAP ? b & 31 : b > 32 || b < 0 ? 32 : b;
        if (in->mod == V_SHR) return a >> b;
        // from 63 bits on the word is 0; what .sat makes of them needs a number above all others
        if (a >= 0 && (uint64_t)a << b > INT64_MAX) return INT64_MAX - UINT32_MAX;
        return (int64_t)((uint64_t)a << b);
    // Unsigned comparisons have the numbers behind those of signed ones, and operands here are
    // exact.
    default: return in->rnd <= PTX_CMP_GE ? holds64(in->rnd, a, b) : holds64(in->rnd - 4, a, b);
    }
}

// vmad: exact up to 66 bits, so 128 are enough. It is signed when an operand is, or is negated; a
// negated one is its complement plus the one that .po adds by itself.
static uint32_t scalar_mad(const VmInst *in, int64_t a, int64_t b, uint32_t c) {
    uint32_t neg = in->scalar.negated;
    bool sign = in->type2 == PTX_S32 || in->type3 == PTX_S32 || neg;
    __int128 t = (__int128)a * b, add = sign ? (int32_t)c : (__int128)c;
    if (neg & NEG_PRODUCT) {
        t = -t + add;
    } else if (neg & NEG_ADDEND) {
        t -= add;
    } else {
        t += add + (in->flags & VF_HI ? 1 : 0);
    }
    t >>= in->rnd == PTX_VSCALE_S7 ? 7 : in->rnd == PTX_VSCALE_S15 ? 15 : 0;
    __int128 hi = sign ? INT32_MAX : (__int128)UINT32_MAX, lo = sign ? INT32_MIN : 0;
    if (in->flags & VF_SAT) t = t > hi ? hi : t < lo ? lo : t;
    return (uint32_t)t;
}

// n: PTX_VOP_*
static void exec_vscalar(Warp *warp, const VmInst *in, uint32_t mask) {
    const uint32_t *a = vm_row(warp, in->a), *b = vm_row(warp, in->b);
    // The third operand is there with a second operation or a part of the result only.
    const uint32_t *c = in->c == REF_NONE ? NULL : vm_row(warp, in->c);
    uint32_t r[VM_LANES], ds = in->scalar.of_d;
    bool set = in->mod == V_SET, sign = !set && in->type == PTX_S32;
    bool sa = (set ? in->type : in->type2) == PTX_S32,
         sb = (set ? in->type2 : in->type3) == PTX_S32;
    for (uint32_t i = 0; i < VM_LANES; i++) {
        int64_t x = part(a[i], in->scalar.of_a, sa), y = part(b[i], in->scalar.of_b, sb);
        if (in->mod == V_MAD) {
            r[i] = scalar_mad(in, x, y, c[i]);
            continue;
        }
        int64_t t = scalar_op(in, x, y);
        if (in->flags & VF_SAT) t = clamp_part(t, ds, sign);
        uint32_t v = (uint32_t)t;
        // With a part of the result the second operation is the merge.
        if (ds) {
            v = merge(v, c[i], ds);
        } else if (in->n == PTX_VOP_ADD) {
            v += c[i];
        } else if (in->n) {
            bool less = sign ? (int32_t)v < (int32_t)c[i] : v < c[i];
            v = (in->n == PTX_VOP_MIN) == less ? v : c[i];
        }
        r[i] = v;
    }
    vm_blend32(vm_row(warp, in->d), r, mask);
}

static bool decode_scalar(Decoder *decoder, const PtxInst *in, const PtxOpnd *operands,
                          VmInst *decoded) {
    decoded->mod = (uint8_t)(in->op - PTXI_vadd);
    decoded->fn = exec_vscalar;
    VmScalar parts = {.of_a = (uint8_t)selector(&operands[1]),
                      .of_b = (uint8_t)selector(&operands[2]),
                      .of_d = (uint8_t)selector(&operands[0])};
    if (decoded->mod == V_SET) {
        decoded->rnd = (uint8_t)ptx_mod(in, CMP);
    } else if (ptx_mod(in, SAT)) {
        decoded->flags |= VF_SAT;
    }
    if (decoded->mod == V_MAD) {
        decoded->rnd = (uint8_t)ptx_mod(in, VSCALE);
        if (ptx_mod(in, VPO)) decoded->flags |= VF_HI;
        bool na = operands[1].flags & PTXOF_NEG, nb = operands[2].flags & PTXOF_NEG;
        bool nc = in->nopnd > 3 && operands[3].flags & PTXOF_NEG;
        // Only one of product, addend and .po may change the sum.
        if (((na || nb) && nc) || ((na || nb || nc) && decoded->flags & VF_HI)) return false;
        // Two negations cancel.
        parts.negated = na != nb ? NEG_PRODUCT : nc ? NEG_ADDEND : 0;
    } else {
        decoded->n = (uint8_t)ptx_mod(in, VOP);
    }
    if (is_any_of(decoded->mod, V_SHL, V_SHR) && ptx_mod(in, WRAP2) == PTX_WRAP2_WRAP)
        decoded->flags |= VF_WRAP;
    bool ok = vm_fill_operands(decoder, in, operands, decoded);
    decoded->scalar = parts;
    // The third operand is required or forbidden by the form.
    return ok && (in->nopnd > 3) == (decoded->n || parts.of_d || decoded->mod == V_MAD) &&
           !(decoded->n && parts.of_d);
}

bool vm_decode_video(Decoder *decoder, const PtxInst *in, const PtxOpnd *operands, VmInst *decoded);
bool vm_decode_video(Decoder *decoder, const PtxInst *in, const PtxOpnd *operands,
                     VmInst *decoded) {
    if (ptx_rows[in->op].sem == PTX_SEM_VSCALAR)
        return decode_scalar(decoder, in, operands, decoded);
    if (ptx_rows[in->op].sem != PTX_SEM_VSIMD) return false;
    // rows: vadd2 vadd4 vsub2 ... vset4
    uint32_t k = in->op - PTXI_vadd2;
    decoded->mod = (uint8_t)(k / 2);
    decoded->n = k % 2 ? 4 : 2;
    if (decoded->mod != OP_SET && ptx_mod(in, SAT)) decoded->flags |= VF_SAT;
    if (ptx_mod(in, VACC)) decoded->flags |= VF_CC;
    if (decoded->mod == OP_SET) decoded->rnd = (uint8_t)ptx_mod(in, CMP);
    decoded->fn = exec_vsimd;
    bool ok = vm_fill_operands(decoder, in, operands, decoded);
    decoded->simd = lanes_of(operands, decoded->n);
    return ok;
}
