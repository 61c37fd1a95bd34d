// SPDX-License-Identifier: Apache-2.0
// Video instructions (PTX ISA 9.7.17, 9.7.18): scalar ones on bytes, halves or words, and two
// 16-bit or four 8-bit operations in a word (these without selectors).
#include "vm/vm_int.h"

enum { OP_ADD, OP_SUB, OP_AVRG, OP_ABSDIFF, OP_MIN, OP_MAX, OP_SET };

static int32_t lane_of(uint32_t x, uint32_t k, uint32_t bits, bool sign) {
    uint32_t v = x >> (k * bits) & ((1u << bits) - 1);
    return sign ? (int32_t)(v << (32 - bits)) >> (32 - bits) : (int32_t)v;
}

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

static void exec_vsimd(Warp *w, const VmInst *in, uint32_t mask) {
    const uint32_t *a = vm_row(w, in->a), *b = vm_row(w, in->b), *c = vm_row(w, in->c);
    uint32_t r[VM_LANES], bits = 32u / in->n;
    bool set = in->mod == OP_SET, sd = in->type == PTX_S32;
    bool sa = (set ? in->type : in->type2) == PTX_S32,
         sb = (set ? in->type2 : in->type3) == PTX_S32;
    int32_t hi = sd ? (1 << (bits - 1)) - 1 : (1 << bits) - 1, lo = sd ? -hi - 1 : 0;
    for (uint32_t i = 0; i < VM_LANES; i++) {
        uint32_t v = 0, sum = c[i];
        for (uint32_t k = 0; k < in->n; k++) {
            int32_t x = lane_op(in, lane_of(a[i], k, bits, sa), lane_of(b[i], k, bits, sb));
            if (in->flags & VF_SAT) x = x > hi ? hi : x < lo ? lo : x;
            v |= ((uint32_t)x & ((1u << bits) - 1)) << (k * bits);
            sum += (uint32_t)x;
        }
        r[i] = in->flags & VF_CC ? sum : v;
    }
    vm_blend32(vm_row(w, in->d), r, mask);
}

// ---- scalar ------------------------------------------------------------------------------------

enum { V_ADD, V_SUB, V_ABSDIFF, V_MIN, V_MAX, V_SHL, V_SHR, V_MAD, V_SET };
enum { SEL_WORD = 0, SEL_BYTE = 1, SEL_HALF = 5 }; // PtxOpnd.n: b0 is 1, h0 is 5

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

static int64_t clamp_part(int64_t x, uint32_t sel, bool sign) {
    uint32_t bits = sel >= SEL_HALF ? 16 : sel ? 8 : 32;
    int64_t hi = (1ll << (bits - sign)) - 1, lo = sign ? -hi - 1 : 0;
    return x > hi ? hi : x < lo ? lo : x;
}

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
        return in->mod == V_SHL ? (int64_t)((uint64_t)a << b) : a >> b;
    default: return in->rnd <= PTX_CMP_GE ? holds64(in->rnd, a, b) : holds64(in->rnd - 4, a, b);
    }
}

// vmad: exact up to 66 bits, so 128 are enough
static uint32_t scalar_mad(const VmInst *in, int64_t a, int64_t b, uint32_t c) {
    bool sign = in->type == PTX_S32;
    __int128 t = (__int128)a * b +
                 (in->type2 == PTX_S32 || in->type3 == PTX_S32 ? (int32_t)c : (__int128)c) +
                 (in->flags & VF_HI ? 1 : 0);
    t >>= in->rnd == PTX_VSCALE_S7 ? 7 : in->rnd == PTX_VSCALE_S15 ? 15 : 0;
    __int128 hi = sign ? INT32_MAX : (__int128)UINT32_MAX, lo = sign ? INT32_MIN : 0;
    if (in->flags & VF_SAT) t = t > hi ? hi : t < lo ? lo : t;
    return (uint32_t)t;
}

// imm: selectors of a, b, d in bytes; n: PTX_VOP_*
static void exec_vscalar(Warp *w, const VmInst *in, uint32_t mask) {
    const uint32_t *a = vm_row(w, in->a), *b = vm_row(w, in->b);
    const uint32_t *c = in->c == REF_NONE ? NULL : vm_row(w, in->c);
    uint32_t r[VM_LANES], ds = in->imm >> 16 & 255;
    bool set = in->mod == V_SET, sign = !set && in->type == PTX_S32;
    bool sa = (set ? in->type : in->type2) == PTX_S32,
         sb = (set ? in->type2 : in->type3) == PTX_S32;
    for (uint32_t i = 0; i < VM_LANES; i++) {
        int64_t x = part(a[i], in->imm & 255, sa), y = part(b[i], in->imm >> 8 & 255, sb);
        if (in->mod == V_MAD) {
            r[i] = scalar_mad(in, x, y, c[i]);
            continue;
        }
        int64_t t = scalar_op(in, x, y);
        if (in->flags & VF_SAT) t = clamp_part(t, ds, sign);
        uint32_t v = (uint32_t)t;
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
    vm_blend32(vm_row(w, in->d), r, mask);
}

static bool decode_scalar(Decoder *d, const PtxInst *in, const PtxOpnd *o, VmInst *v) {
    v->mod = (uint8_t)(in->op - PTXI_vadd);
    v->fn = exec_vscalar;
    uint32_t sel[3] = {o[1].n, o[2].n, o[0].n};
    for (uint32_t i = 0; i < 3; i++) {
        if (sel[i] > SEL_HALF + 1) return false;
        v->imm |= (int64_t)sel[i] << 8 * i;
    }
    if (v->mod == V_SET) {
        v->rnd = (uint8_t)ptx_mod(in, CMP);
    } else if (ptx_mod(in, SAT)) {
        v->flags |= VF_SAT;
    }
    if (v->mod == V_MAD) {
        v->rnd = (uint8_t)ptx_mod(in, VSCALE);
        if (ptx_mod(in, VPO)) v->flags |= VF_HI;
    } else {
        v->n = (uint8_t)ptx_mod(in, VOP);
    }
    if ((v->mod == V_SHL || v->mod == V_SHR) && ptx_mod(in, WRAP2) == PTX_WRAP2_WRAP)
        v->flags |= VF_WRAP;
    int64_t keep = v->imm;
    bool ok = vm_fill_operands(d, in, o, v);
    v->imm = keep;
    return ok && (in->nopnd > 3) == (v->n || sel[2] || v->mod == V_MAD) && !(v->n && sel[2]);
}

bool vm_decode_video(Decoder *d, const PtxInst *in, const PtxOpnd *o, VmInst *v);
bool vm_decode_video(Decoder *d, const PtxInst *in, const PtxOpnd *o, VmInst *v) {
    if (ptx_rows[in->op].sem == PTX_SEM_VSCALAR) return decode_scalar(d, in, o, v);
    if (ptx_rows[in->op].sem != PTX_SEM_VSIMD) return false;
    for (uint32_t i = 0; i < in->nopnd; i++) {
        if (o[i].n) {
            d->why = "a selector of a SIMD video instruction";
            return false;
        }
    }
    // rows: vadd2 vadd4 vsub2 ... vset4
    uint32_t k = in->op - PTXI_vadd2;
    v->mod = (uint8_t)(k / 2);
    v->n = k % 2 ? 4 : 2;
    if (v->mod != OP_SET && ptx_mod(in, SAT)) v->flags |= VF_SAT;
    if (ptx_mod(in, VACC)) v->flags |= VF_CC;
    if (v->mod == OP_SET) v->rnd = (uint8_t)ptx_mod(in, CMP);
    v->fn = exec_vsimd;
    return vm_fill_operands(d, in, o, v);
}
