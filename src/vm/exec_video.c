// SPDX-License-Identifier: Apache-2.0
// SIMD video instructions (PTX ISA 9.7.18): two 16-bit or four 8-bit operations in a word.
#include "vm/vm_int.h"

enum { OP_ADD, OP_SUB, OP_AVRG, OP_ABSDIFF, OP_MIN, OP_MAX, OP_SET };

static int32_t lane_of(uint32_t x, uint32_t k, uint32_t bits, bool sign) {
    uint32_t v = x >> (k * bits) & ((1u << bits) - 1);
    return sign ? (int32_t)(v << (32 - bits)) >> (32 - bits) : (int32_t)v;
}

static bool holds(uint32_t cmp, int32_t a, int32_t b) {
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
    default: return holds(in->rnd, a, b);
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

bool vm_decode_video(Decoder *d, const PtxInst *in, const PtxOpnd *o, VmInst *v);
bool vm_decode_video(Decoder *d, const PtxInst *in, const PtxOpnd *o, VmInst *v) {
    if (ptx_rows[in->op].sem != PTX_SEM_VSIMD) return false;
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
