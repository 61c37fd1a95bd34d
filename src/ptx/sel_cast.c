// SPDX-License-Identifier: Apache-2.0
// Conversions. Bit casts between shapes go through 32-bit words.
#include "ptx/sel.h"

static PtxType float_type(SelClass c) {
    return c == SC_F16 ? PTX_F16 : c == SC_F32 ? PTX_F32 : PTX_F64;
}

static uint32_t reg_bits(SelClass c) {
    return c == SC_I16 ? 16 : c == SC_I32 ? 32 : 64;
}

static PtxType int_type(uint32_t bits, bool sign) {
    static const uint8_t t[4][2] = {
        {PTX_U8, PTX_S8}, {PTX_U16, PTX_S16}, {PTX_U32, PTX_S32}, {PTX_U64, PTX_S64}};
    return t[bits <= 8 ? 0 : bits <= 16 ? 1 : bits <= 32 ? 2 : 3][sign];
}

// ---- integers -----------------------------------------------------------------------------------

// To 128 bits: the low part resized, the high part zero or the sign.
static void to_wide(Sel *s, IrInst *i, bool sign) {
    IrValue *v = ir_op(i, 0);
    uint32_t parts = sel_parts(s->g, i->v.type)->n;
    PtxOpnd *d = sel_new(s, parts);
    SelParts *from = sel_parts(s->g, v->type);
    PtxOpnd *in = sel_opnds(s, v);
    uint32_t top = v->type->bits - (from->n - 1) * 64;
    for (uint32_t k = 0; k < from->n; k++) {
        bool last = k + 1 == from->n;
        d[k] = last ? sel_resize(s, in[k], from->at[k].cls, top, SC_I64, sign) : in[k];
        if (last && top < 64 && from->at[k].cls == SC_I64)
            d[k] = sel_narrow(s, d[k], SC_I64, top, sign);
    }
    PtxOpnd fill = ptx_o_int(0);
    if (sign) {
        fill = sel_o(sel_tmp(s, SC_I64));
        SEL_EMIT(s, shr, S64, NOTYPE, 0, fill, sel_in_reg(s, d[from->n - 1], SC_I64),
                 ptx_o_int(63));
    }
    for (uint32_t k = from->n; k < parts; k++) d[k] = fill;
    sel_set(s, i, d);
}

static void int_cast(Sel *s, IrInst *i) {
    IrValue *v = ir_op(i, 0);
    bool sign = i->v.op == IR_SEXT;
    if (sel_is_extended(s, v)) {
        sel_set(s, i, sel_opnds(s, v));
        return;
    }
    if (i->v.type->bits > 64 && i->v.op != IR_TRUNC) {
        to_wide(s, i, sign);
        return;
    }
    SelParts *from = sel_parts(s->g, v->type), *to = sel_parts(s->g, i->v.type);
    PtxOpnd *in = sel_opnds(s, v), *d = sel_new(s, to->n);
    for (uint32_t k = 0; k + 1 < to->n; k++) d[k] = in[k];
    uint32_t k = to->n - 1;
    PtxOpnd o = in[k];
    SelClass fc = from->at[k].cls, tc = to->at[k].cls;
    if (i->v.op == IR_TRUNC) {
        d[k] = sel_resize(s, o, fc, from->at[k].bits, tc, false);
    } else if (fc == tc && fc != SC_I1) { // i8 to i16: same register, the upper bits matter now
        bool stands = !sign && sel_is_clean_byte(s, v);
        d[k] = stands ? o : sel_narrow(s, o, fc, v->type->bits, sign);
    } else {
        d[k] = sel_resize(s, o, fc, v->type->bits, tc, sign);
    }
    sel_set(s, i, d);
}

// ---- floating point -----------------------------------------------------------------------------

static void float_to_int(Sel *s, IrInst *i, bool sign) {
    IrValue *v = ir_op(i, 0);
    if (i->v.type->bits > 64) {
        sel_error(s, "a conversion between floating point and 128-bit integers");
        sel_def(s, i);
        return;
    }
    SelClass fc = sel_class(s, v->type), tc = sel_class(s, i->v.type);
    PtxOpnd x = sel_use(s, v);
    if (fc == SC_BF16) {
        x = sel_f_to_f(s, x, fc, SC_F32);
        fc = SC_F32;
    }
    SelClass rc = tc == SC_I1 ? SC_I16 : tc;
    PtxOpnd d = sel_o(sel_tmp(s, rc));
    uint64_t m = ptx_mods(RND, RZI) | (s->ftz && fc == SC_F32 ? ptx_mods(FTZ, FTZ) : 0);
    ptx_emit_(s->f, PTXI_cvt, int_type(reg_bits(rc), sign), float_type(fc), m, d, x);
    PtxOpnd *out = sel_new(s, 1);
    out[0] = tc == SC_I1 ? sel_resize(s, d, rc, 16, SC_I1, false) : d;
    sel_set(s, i, out);
}

// Rounded once: before sm_90, which has the conversion, by way of a float.
static PtxOpnd int_to_bf16(Sel *s, PtxOpnd x, SelClass from, bool sign) {
    uint8_t type = int_type(reg_bits(from), sign);
    PtxOpnd f = sel_o(sel_tmp(s, SC_F32)), back, inexact;

    if (s->g->sm >= 90) {
        PtxOpnd d = sel_o(sel_tmp(s, SC_BF16));
        ptx_emit_(s->f, PTXI_cvt_bf16, PTX_BF16, type, ptx_mods(RND, RN), d, x);
        return d;
    }
    ptx_emit_(s->f, PTXI_cvt, PTX_F32, type, ptx_mods(RND, RZ), f, x);
    if (reg_bits(from) > 16) { // a float holds the others
        back = sel_o(sel_tmp(s, from));
        inexact = sel_o(sel_tmp(s, SC_I1));
        ptx_emit_(s->f, PTXI_cvt, type, PTX_F32, ptx_mods(RND, RZI), back, f);
        ptx_emit_(s->f, PTXI_setp, type, PTX_NOTYPE, ptx_mods(CMP, NE), inexact, back, x);
        f = sel_odd_float(s, f, inexact);
    }
    return sel_f_to_f(s, f, SC_F32, SC_BF16);
}

static void int_to_float(Sel *s, IrInst *i, bool sign) {
    IrValue *v = ir_op(i, 0);
    if (v->type->bits > 64) {
        sel_error(s, "a conversion between floating point and 128-bit integers");
        sel_def(s, i);
        return;
    }
    SelClass fc = sel_class(s, v->type), tc = sel_class(s, i->v.type);
    PtxOpnd x = sel_ext(s, v, sign);
    if (fc == SC_I1) fc = SC_I16;
    x = sel_in_reg(s, x, fc);
    PtxOpnd *out = sel_new(s, 1);
    if (tc == SC_BF16) {
        out[0] = int_to_bf16(s, x, fc, sign);
    } else {
        out[0] = sel_o(sel_tmp(s, tc));
        ptx_emit_(s->f, PTXI_cvt, float_type(tc), int_type(reg_bits(fc), sign), ptx_mods(RND, RN),
                  out[0], x);
    }
    sel_set(s, i, out);
}

static void float_cast(Sel *s, IrInst *i) {
    PtxOpnd *d = sel_new(s, 1);
    d[0] = sel_f_to_f(s, sel_in_reg(s, sel_use(s, ir_op(i, 0)), sel_class(s, ir_op(i, 0)->type)),
                      sel_class(s, ir_op(i, 0)->type), sel_class(s, i->v.type));
    sel_set(s, i, d);
}

// ---- bit casts ----------------------------------------------------------------------------------

// A register's bits as a register of another class of the same size.
static PtxOpnd move_class(Sel *s, PtxOpnd o, SelClass from, SelClass to) {
    // a 16-bit float is no immediate
    if (o.kind == PTXO_INT && (to == SC_F16 || to == SC_BF16)) return sel_in_reg(s, o, to);
    if (sel_reg_type(from) == sel_reg_type(to)) return o;
    if (o.kind == PTXO_INT && to == SC_F32) return ptx_o_f32((uint32_t)o.val);
    if (o.kind == PTXO_INT && to == SC_F64) return ptx_o_f64((uint64_t)o.val);
    if (o.kind == PTXO_F32) return ptx_o_int((int32_t)o.val);
    if (o.kind == PTXO_F64) return ptx_o_int(o.val);
    PtxOpnd d = sel_o(sel_tmp(s, to));
    ptx_emit_(s->f, PTXI_mov, sel_bits_type(to), PTX_NOTYPE, 0, d, o);
    return d;
}

static void split64(Sel *s, PtxOpnd o, PtxOpnd *lo, PtxOpnd *hi) {
    *lo = sel_o(sel_tmp(s, SC_I32));
    *hi = sel_o(sel_tmp(s, SC_I32));
    SEL_EMIT(s, mov_unpack, B64, NOTYPE, 0, ptx_o_list(s->f, PTXO_VEC, 2, (PtxOpnd[]){*lo, *hi}),
             sel_in_reg(s, o, SC_I64));
}

static PtxOpnd join(Sel *s, PtxOpnd lo, PtxOpnd hi, SelClass half, SelClass whole) {
    PtxOpnd d = sel_o(sel_tmp(s, whole));
    PtxOpnd v = ptx_o_list(s->f, PTXO_VEC, 2,
                           (PtxOpnd[]){sel_in_reg(s, lo, half), sel_in_reg(s, hi, half)});
    ptx_emit_(s->f, PTXI_mov_pack, sel_bits_type(whole), PTX_NOTYPE, 0, d, v);
    return d;
}

// Bits of the value's part k: of an integer beyond 64 bits the last part has the rest only.
static uint32_t part_width(const IrType *t, const SelParts *p, uint32_t k) {
    const IrType *scalar = ir_ty_is_vec(t) ? t->elem : t;
    if (scalar->kind != IR_TY_INT || scalar->bits <= 64) return p->at[k].bits;
    uint32_t done = k % ((scalar->bits + 63) / 64) * 64;
    return CU_MIN(scalar->bits - done, 64u);
}

// Words of 32 bits that are filled, or read, from the lowest bit on.
typedef struct Words {
    PtxOpnd *at;
    uint32_t n, bit;
} Words;

static PtxOpnd shifted(Sel *s, uint32_t op, PtxType t, PtxOpnd x, uint32_t by) {
    PtxOpnd d = sel_o(sel_tmp(s, SC_I32));
    ptx_emit_(s->f, op, t, PTX_NOTYPE, 0, d, sel_in_reg(s, x, SC_I32), ptx_o_int(by));
    return d;
}

static PtxOpnd either(Sel *s, PtxOpnd x, PtxOpnd y) {
    PtxOpnd d = sel_o(sel_tmp(s, SC_I32));
    SEL_EMIT(s, or, B32, NOTYPE, 0, d, sel_in_reg(s, x, SC_I32), sel_in_reg(s, y, SC_I32));
    return d;
}

static void put_bits(Sel *s, Words *w, PtxOpnd x, uint32_t bits) { // none above them
    uint32_t room = 32 - w->bit;
    PtxOpnd low = w->bit ? shifted(s, PTXI_shl, PTX_B32, x, w->bit) : x;
    w->at[w->n] = w->bit ? either(s, w->at[w->n], low) : low;
    if (bits > room) w->at[w->n + 1] = shifted(s, PTXI_shr, PTX_U32, x, room);
    w->n += bits >= room;
    w->bit = (w->bit + bits) % 32;
}

static PtxOpnd get_bits(Sel *s, Words *w, uint32_t bits) { // what is above them is not specified
    uint32_t room = 32 - w->bit;
    PtxOpnd x = w->bit ? shifted(s, PTXI_shr, PTX_U32, w->at[w->n], w->bit) : w->at[w->n];
    if (bits > room) x = either(s, x, shifted(s, PTXI_shl, PTX_B32, w->at[w->n + 1], room));
    w->n += bits >= room;
    w->bit = (w->bit + bits) % 32;
    return x;
}

static SelClass int_class_of(SelClass c) {
    return c == SC_F16 || c == SC_BF16 ? SC_I16 : c == SC_F32 ? SC_I32 : c == SC_F64 ? SC_I64 : c;
}

static void to_words(Sel *s, IrType *t, SelParts *p, const PtxOpnd *in, Words *w) {
    for (uint32_t k = 0; k < p->n; k++) {
        SelClass c = p->at[k].cls, ic = int_class_of(c);
        uint32_t bits = part_width(t, p, k);
        PtxOpnd x = c == SC_I1 ? in[k] : move_class(s, in[k], c, ic);
        if (x.kind == PTXO_INT && bits < 64) x.val &= (int64_t)((1ull << bits) - 1);
        if (ic == SC_I64) {
            PtxOpnd lo, hi;
            split64(s, bits < 64 ? sel_narrow(s, x, ic, bits, false) : x, &lo, &hi);
            put_bits(s, w, lo, CU_MIN(bits, 32u));
            if (bits > 32) put_bits(s, w, hi, bits - 32);
            continue;
        }
        if (x.kind != PTXO_INT) {
            if (c != SC_I1) x = sel_narrow(s, sel_in_reg(s, x, ic), ic, bits, false);
            x = sel_resize(s, x, ic, c == SC_I1 ? 1 : reg_bits(ic), SC_I32, false);
        }
        put_bits(s, w, x, bits);
    }
}

static void from_words(Sel *s, IrType *t, Words *w, SelParts *p, PtxOpnd *out) {
    for (uint32_t k = 0; k < p->n; k++) {
        SelClass c = p->at[k].cls, ic = int_class_of(c);
        uint32_t bits = part_width(t, p, k);
        PtxOpnd lo = get_bits(s, w, CU_MIN(bits, 32u));
        if (ic == SC_I64) {
            PtxOpnd hi = bits > 32 ? get_bits(s, w, bits - 32) : ptx_o_int(0);
            out[k] = move_class(s, join(s, lo, hi, SC_I32, SC_I64), SC_I64, c);
        } else {
            PtxOpnd x = sel_resize(s, sel_in_reg(s, lo, SC_I32), SC_I32, 32, ic, false);
            out[k] = c == SC_I1 ? x : move_class(s, x, ic, c);
        }
    }
}

void sel_bitcast_parts(Sel *s, IrType *from, const PtxOpnd *in, IrType *to, PtxOpnd *out) {
    SelParts *a = sel_parts(s->g, from), *b = sel_parts(s->g, to);
    bool same = a->n == b->n;
    for (uint32_t k = 0; k < a->n && same; k++)
        same = part_width(from, a, k) == part_width(to, b, k);
    if (same) {
        for (uint32_t k = 0; k < a->n; k++)
            out[k] = move_class(s, in[k], a->at[k].cls, b->at[k].cls);
        return;
    }
    if (a->n == 2 && b->n == 1 && a->at[0].bits == 16 && b->at[0].bits == 32) {
        out[0] = move_class(s, join(s, in[0], in[1], SC_I16, SC_I32), SC_I32, b->at[0].cls);
        return;
    }
    bool halves = b->n == 2 && b->at[0].bits == 16 && b->at[1].bits == 16;
    if (a->n == 1 && a->at[0].bits == 32 && halves && in[0].kind == PTXO_REG) {
        PtxOpnd word = move_class(s, in[0], a->at[0].cls, SC_I32);
        PtxOpnd half[2];
        for (uint32_t k = 0; k < 2; k++) half[k] = sel_o(sel_tmp(s, SC_I16));
        SEL_EMIT(s, mov_unpack, B32, NOTYPE, 0, ptx_o_list(s->f, PTXO_VEC, 2, half), word);
        for (uint32_t k = 0; k < 2; k++) out[k] = move_class(s, half[k], SC_I16, b->at[k].cls);
        return;
    }
    Words w = {.at = sel_new(s, 2 * CU_MAX(a->n, b->n) + 2)}; // no part is wider than two words
    to_words(s, from, a, in, &w);
    w.n = w.bit = 0;
    from_words(s, to, &w, b, out);
}

static void bit_cast(Sel *s, IrInst *i) {
    PtxOpnd *out = sel_new(s, sel_parts(s->g, i->v.type)->n);
    sel_bitcast_parts(s, ir_op(i, 0)->type, sel_opnds(s, ir_op(i, 0)), i->v.type, out);
    sel_set(s, i, out);
}

// ---- pointers -----------------------------------------------------------------------------------

static void pointer_int(Sel *s, IrInst *i) { // zero extended or truncated [LangRef: ptrtoint]
    IrType *from = ir_op(i, 0)->type;
    PtxOpnd *d = sel_new(s, sel_parts(s->g, i->v.type)->n);
    SelParts *to = sel_parts(s->g, i->v.type);
    PtxOpnd v = sel_use(s, ir_op(i, 0));
    d[0] = sel_resize(s, v, sel_class(s, from), from->bits, to->at[0].cls, false);
    for (uint32_t k = 1; k < to->n; k++) d[k] = ptx_o_int(0);
    sel_set(s, i, d);
}

static void space_cast(Sel *s, IrInst *i) {
    IrType *from = ir_op(i, 0)->type, *to = i->v.type;
    PtxOpnd *d = sel_new(s, 1);
    if (sel_is_param_cast(i)) {
        uint32_t var = s->param_var[ir_as_arg(ir_op(i, 0))->index];
        d[0] = sel_o(sel_tmp(s, SC_I64));
        SEL_EMIT(s, mov, B64, NOTYPE, 0, d[0], ptx_o_local(var, 0));
        sel_set(s, i, d);
        return;
    }
    if (to->as == IR_AS_LOCAL && sel_local_address(s, ir_op(i, 0), &d[0])) {
        sel_set(s, i, d);
        return;
    }
    PtxOpnd v = sel_use(s, ir_op(i, 0));
    IrConst *null = ir_as_const(ir_op(i, 0));
    if (null && (null->v.kind == IR_C_NULL || ir_is_undef(&null->v))) {
        d[0] = ptx_o_int(0);
        sel_set(s, i, d);
        return;
    }
    if (from->as == IR_AS_GENERIC) {
        PtxOpnd w = sel_o(sel_tmp(s, SC_I64));
        SEL_EMIT(s, cvta_to, U64, NOTYPE, ptx_mod_of(SPACE, sel_space_mod(to->as)), w,
                 sel_in_reg(s, v, SC_I64));
        d[0] = to->bits == 32 ? sel_resize(s, w, SC_I64, 64, SC_I32, false) : w;
    } else if (to->as == IR_AS_GENERIC) {
        PtxOpnd w = from->bits == 32
                        ? sel_resize(s, sel_in_reg(s, v, SC_I32), SC_I32, 32, SC_I64, false)
                        : sel_in_reg(s, v, SC_I64);
        d[0] = sel_o(sel_tmp(s, SC_I64));
        SEL_EMIT(s, cvta, U64, NOTYPE, ptx_mod_of(SPACE, sel_space_mod(from->as)), d[0], w);
    } else {
        d[0] = sel_resize(s, v, sel_class(s, from), from->bits, sel_class(s, to), false);
    }
    sel_set(s, i, d);
}

void sel_cast(Sel *s, IrInst *i) {
    if (i->v.op == IR_BITCAST) {
        bit_cast(s, i);
        return;
    }
    if (ir_ty_is_vec(i->v.type)) {
        sel_vector_op(s, i);
        return;
    }
    switch (i->v.op) {
    case IR_TRUNC:
    case IR_ZEXT:
    case IR_SEXT: int_cast(s, i); break;
    case IR_FPTRUNC:
    case IR_FPEXT: float_cast(s, i); break;
    case IR_FPTOUI:
    case IR_FPTOSI: float_to_int(s, i, i->v.op == IR_FPTOSI); break;
    case IR_UITOFP:
    case IR_SITOFP: int_to_float(s, i, i->v.op == IR_SITOFP); break;
    case IR_ADDRSPACECAST: space_cast(s, i); break;
    default: pointer_int(s, i);
    }
}
