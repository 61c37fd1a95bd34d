// SPDX-License-Identifier: Apache-2.0
// Conversions. Bit casts between shapes go through 32-bit words.
#include "ptx/select/select.h"

#include "base/feature.h"
#include "ptx/form/op.h"

// Classes as types, and their bits.
static PtxType float_type(SelClass c) {
    return c == SC_F16 ? PTX_F16 : c == SC_F32 ? PTX_F32 : PTX_F64;
}

static uint32_t reg_bits(SelClass c) {
    return c == SC_I16 ? 16 : c == SC_I32 ? 32 : 64;
}

// The narrowest type of so many bits.
static PtxType int_type(uint32_t bits, bool sign) {
    static const uint8_t t[4][2] = {
        {PTX_U8, PTX_S8}, {PTX_U16, PTX_S16}, {PTX_U32, PTX_S32}, {PTX_U64, PTX_S64}};
    return t[bits <= 8 ? 0 : bits <= 16 ? 1 : bits <= 32 ? 2 : 3][sign];
}

// ---- integers -----------------------------------------------------------------------------------

// To 128 bits: the low part resized, the high part zero or the sign.
static void to_wide(Sel *sel, IrInst *cast, bool sign) {
    IrValue *value = ir_op(cast, 0);
    uint32_t parts = sel_parts(sel->g, cast->v.type)->n;
    PtxOpnd *opnd = sel_new(sel, parts);
    SelParts *from = sel_parts(sel->g, value->type);
    PtxOpnd *in = sel_opnds(sel, value);
    // Bits of the last part: the type's width may be no multiple of 64.
    uint32_t top = value->type->bits - (from->n - 1) * 64;
    for (uint32_t k = 0; k < from->n; k++) {
        bool last = k + 1 == from->n;
        opnd[k] = last ? sel_resize(sel, in[k], from->at[k].cls, top, SC_I64, sign) : in[k];
        if (last && top < 64 && from->at[k].cls == SC_I64)
            opnd[k] = sel_narrow(sel, opnd[k], SC_I64, top, sign);
    }
    PtxOpnd fill = ptx_o_int(0);
    if (sign) {
        fill = sel_o(sel_tmp(sel, SC_I64));
        SEL_EMIT(sel, shr, S64, NOTYPE, 0, fill, sel_in_reg(sel, opnd[from->n - 1], SC_I64),
                 ptx_o_int(63));
    }
    for (uint32_t k = from->n; k < parts; k++) opnd[k] = fill;
    sel_set(sel, cast, opnd);
}

// trunc, zext, sext between any widths. A load that extends (select/narrow.c) has the result
// already.
static void int_cast(Sel *sel, IrInst *cast) {
    IrValue *value = ir_op(cast, 0);
    bool sign = cast->v.op == IR_SEXT;
    if (sel_is_extended(sel, value)) {
        sel_set(sel, cast, sel_opnds(sel, value));
        return;
    }
    if (cast->v.type->bits > 64 && cast->v.op != IR_TRUNC) {
        to_wide(sel, cast, sign);
        return;
    }
    SelParts *from = sel_parts(sel->g, value->type), *to = sel_parts(sel->g, cast->v.type);
    PtxOpnd *in = sel_opnds(sel, value), *opnd = sel_new(sel, to->n);
    // The parts below the last are the same.
    for (uint32_t k = 0; k + 1 < to->n; k++) opnd[k] = in[k];
    uint32_t k = to->n - 1;
    PtxOpnd operand = in[k];
    SelClass fc = from->at[k].cls, tc = to->at[k].cls;
    if (cast->v.op == IR_TRUNC) {
        opnd[k] = sel_resize(sel, operand, fc, from->at[k].bits, tc, false);
    } else if (fc == tc && fc != SC_I1) { // i8 to i16: same register, the upper bits matter now
        bool stands = !sign && sel_is_clean_byte(sel, value);
        opnd[k] = stands ? operand : sel_narrow(sel, operand, fc, value->type->bits, sign);
    } else {
        opnd[k] = sel_resize(sel, operand, fc, value->type->bits, tc, sign);
    }
    sel_set(sel, cast, opnd);
}

// ---- floating point -----------------------------------------------------------------------------

// Towards zero (rzi). Out of range is poison in LLVM: what PTX gives, the nearest limit, will do.
// bf16 goes by way of its float.
static void float_to_int(Sel *sel, IrInst *cast, bool sign) {
    IrValue *value = ir_op(cast, 0);
    if (cast->v.type->bits > 64) {
        sel_error(sel, "a conversion between floating point and 128-bit integers");
        sel_def(sel, cast);
        return;
    }
    SelClass fc = sel_class(sel, value->type), tc = sel_class(sel, cast->v.type);
    PtxOpnd opnd = sel_use(sel, value);
    if (fc == SC_BF16) {
        opnd = sel_f_to_f(sel, opnd, fc, SC_F32);
        fc = SC_F32;
    }
    SelClass rc = tc == SC_I1 ? SC_I16 : tc;
    PtxOpnd d = sel_o(sel_tmp(sel, rc));
    uint64_t m = ptx_mods(RND, RZI) | (sel->ftz && fc == SC_F32 ? ptx_mods(FTZ, FTZ) : 0);
    ptx_emit_(sel->f, PTXI_cvt, int_type(reg_bits(rc), sign), float_type(fc), m, d, opnd);
    PtxOpnd *out = sel_new(sel, 1);
    out[0] = tc == SC_I1 ? sel_resize(sel, d, rc, 16, SC_I1, false) : d;
    sel_set(sel, cast, out);
}

// Rounded once: without the conversion itself, by way of a float.
static PtxOpnd int_to_bf16(Sel *sel, PtxOpnd opnd, SelClass from, bool sign) {
    uint8_t type = int_type(reg_bits(from), sign);
    PtxOpnd operand = sel_o(sel_tmp(sel, SC_F32)), back, inexact;

    if (sel_has(sel->g, SMF_cvt_bf16_all)) {
        PtxOpnd d = sel_o(sel_tmp(sel, SC_BF16));
        ptx_emit_(sel->f, PTXI_cvt_bf16, PTX_BF16, type, ptx_mods(RND, RN), d, opnd);
        return d;
    }
    ptx_emit_(sel->f, PTXI_cvt, PTX_F32, type, ptx_mods(RND, RZ), operand, opnd);
    if (reg_bits(from) > 16) { // a float holds the others
        back = sel_o(sel_tmp(sel, from));
        inexact = sel_o(sel_tmp(sel, SC_I1));
        ptx_emit_(sel->f, PTXI_cvt, type, PTX_F32, ptx_mods(RND, RZI), back, operand);
        ptx_emit_(sel->f, PTXI_setp, type, PTX_NOTYPE, ptx_mods(CMP, NE), inexact, back, opnd);
        operand = sel_odd_float(sel, operand, inexact);
    }
    return sel_f_to_f(sel, operand, SC_F32, SC_BF16);
}

// To nearest. Predicates are 0 and 1 or, with a sign, -1.
static void int_to_float(Sel *sel, IrInst *cast, bool sign) {
    IrValue *value = ir_op(cast, 0);
    if (value->type->bits > 64) {
        sel_error(sel, "a conversion between floating point and 128-bit integers");
        sel_def(sel, cast);
        return;
    }
    SelClass fc = sel_class(sel, value->type), tc = sel_class(sel, cast->v.type);
    PtxOpnd opnd = sel_ext(sel, value, sign);
    if (fc == SC_I1) fc = SC_I16;
    opnd = sel_in_reg(sel, opnd, fc);
    PtxOpnd *out = sel_new(sel, 1);
    if (tc == SC_BF16) {
        out[0] = int_to_bf16(sel, opnd, fc, sign);
    } else {
        out[0] = sel_o(sel_tmp(sel, tc));
        ptx_emit_(sel->f, PTXI_cvt, float_type(tc), int_type(reg_bits(fc), sign), ptx_mods(RND, RN),
                  out[0], opnd);
    }
    sel_set(sel, cast, out);
}

// fpext and fptrunc.
static void float_cast(Sel *sel, IrInst *cast) {
    PtxOpnd *d = sel_new(sel, 1);
    d[0] = sel_f_to_f(
        sel, sel_in_reg(sel, sel_use(sel, ir_op(cast, 0)), sel_class(sel, ir_op(cast, 0)->type)),
        sel_class(sel, ir_op(cast, 0)->type), sel_class(sel, cast->v.type));
    sel_set(sel, cast, d);
}

// ---- bit casts ----------------------------------------------------------------------------------

// A register's bits as a register of another class of the same size.
static PtxOpnd move_class(Sel *sel, PtxOpnd opnd, SelClass from, SelClass to) {
    // a 16-bit float is no immediate
    if (opnd.kind == PTXO_INT && is_any_of(to, SC_F16, SC_BF16)) return sel_in_reg(sel, opnd, to);

    // Registers of one PTX type hold either: no move. Constants change their spelling.
    if (sel_reg_type(from) == sel_reg_type(to)) return opnd;
    if (opnd.kind == PTXO_INT && to == SC_F32) return ptx_o_f32((uint32_t)opnd.val);
    if (opnd.kind == PTXO_INT && to == SC_F64) return ptx_o_f64((uint64_t)opnd.val);
    if (opnd.kind == PTXO_F32) return ptx_o_int((int32_t)opnd.val);
    if (opnd.kind == PTXO_F64) return ptx_o_int(opnd.val);
    PtxOpnd d = sel_o(sel_tmp(sel, to));
    ptx_emit_(sel->f, PTXI_mov, sel_bits_type(to), PTX_NOTYPE, 0, d, opnd);
    return d;
}

// A 64-bit register as two of 32, and the other way around for any two halves.
static void split64(Sel *sel, PtxOpnd o, PtxOpnd *lo, PtxOpnd *hi) {
    *lo = sel_o(sel_tmp(sel, SC_I32));
    *hi = sel_o(sel_tmp(sel, SC_I32));
    SEL_EMIT(sel, mov_unpack, B64, NOTYPE, 0,
             ptx_o_list(sel->f, PTXO_VEC, 2, (PtxOpnd[]){*lo, *hi}), sel_in_reg(sel, o, SC_I64));
}

static PtxOpnd join(Sel *sel, PtxOpnd lo, PtxOpnd hi, SelClass half, SelClass whole) {
    PtxOpnd d = sel_o(sel_tmp(sel, whole));
    PtxOpnd v = ptx_o_list(sel->f, PTXO_VEC, 2,
                           (PtxOpnd[]){sel_in_reg(sel, lo, half), sel_in_reg(sel, hi, half)});
    ptx_emit_(sel->f, PTXI_mov_pack, sel_bits_type(whole), PTX_NOTYPE, 0, d, v);
    return d;
}

// Bits of the value's part k: of an integer beyond 64 bits the last part has the rest only.
static uint32_t part_width(const IrType *type, const SelParts *p, uint32_t k) {
    const IrType *scalar = ir_ty_is_vec(type) ? type->elem : type;
    if (scalar->kind != IR_TY_INT || scalar->bits <= 64) return p->at[k].bits;
    uint32_t done = k % ((scalar->bits + 63) / 64) * 64;
    return CU_MIN(scalar->bits - done, 64u);
}

// Words of 32 bits that are filled, or read, from the lowest bit on.
typedef struct Words {
    PtxOpnd *at;
    uint32_t n, bit;
} Words;

// x shifted by a constant number of bits; and x or y.
static PtxOpnd shifted(Sel *sel, uint32_t op, PtxType t, PtxOpnd x, uint32_t by) {
    PtxOpnd d = sel_o(sel_tmp(sel, SC_I32));
    ptx_emit_(sel->f, op, t, PTX_NOTYPE, 0, d, sel_in_reg(sel, x, SC_I32), ptx_o_int(by));
    return d;
}

static PtxOpnd either(Sel *sel, PtxOpnd x, PtxOpnd y) {
    PtxOpnd d = sel_o(sel_tmp(sel, SC_I32));
    SEL_EMIT(sel, or, B32, NOTYPE, 0, d, sel_in_reg(sel, x, SC_I32), sel_in_reg(sel, y, SC_I32));
    return d;
}

// `bits` bits of x into the words, where the last call ended; at most 32.
static void put_bits(Sel *sel, Words *w, PtxOpnd x, uint32_t bits) { // none above them
    uint32_t room = 32 - w->bit;
    PtxOpnd low = w->bit ? shifted(sel, PTXI_shl, PTX_B32, x, w->bit) : x;
    w->at[w->n] = w->bit ? either(sel, w->at[w->n], low) : low;
    if (bits > room) w->at[w->n + 1] = shifted(sel, PTXI_shr, PTX_U32, x, room);
    w->n += bits >= room;
    w->bit = (w->bit + bits) % 32;
}

// And out of them again.
static PtxOpnd get_bits(Sel *sel, Words *w, uint32_t bits) { // what is above them is not specified
    uint32_t room = 32 - w->bit;
    PtxOpnd x = w->bit ? shifted(sel, PTXI_shr, PTX_U32, w->at[w->n], w->bit) : w->at[w->n];
    if (bits > room) x = either(sel, x, shifted(sel, PTXI_shl, PTX_B32, w->at[w->n + 1], room));
    w->n += bits >= room;
    w->bit = (w->bit + bits) % 32;
    return x;
}

// The integer class of the same size.
static SelClass int_class_of(SelClass c) {
    return is_any_of(c, SC_F16, SC_BF16) ? SC_I16 : c == SC_F32 ? SC_I32 : c == SC_F64 ? SC_I64 : c;
}

// All parts into the words, each without the bits above its width.
static void to_words(Sel *sel, IrType *type, SelParts *parts, const PtxOpnd *in, Words *to) {
    for (uint32_t k = 0; k < parts->n; k++) {
        SelClass class = parts->at[k].cls, ic = int_class_of(class);
        uint32_t bits = part_width(type, parts, k);
        PtxOpnd opnd = class == SC_I1 ? in[k] : move_class(sel, in[k], class, ic);
        if (opnd.kind == PTXO_INT && bits < 64) opnd.val &= (int64_t)((1ull << bits) - 1);
        if (ic == SC_I64) {
            // Two words; odd widths end within the second.
            PtxOpnd lo, hi;
            split64(sel, bits < 64 ? sel_narrow(sel, opnd, ic, bits, false) : opnd, &lo, &hi);
            put_bits(sel, to, lo, CU_MIN(bits, 32u));
            if (bits > 32) put_bits(sel, to, hi, bits - 32);
            continue;
        }
        if (opnd.kind != PTXO_INT) {
            if (class != SC_I1) opnd = sel_narrow(sel, sel_in_reg(sel, opnd, ic), ic, bits, false);
            opnd = sel_resize(sel, opnd, ic, class == SC_I1 ? 1 : reg_bits(ic), SC_I32, false);
        }
        put_bits(sel, to, opnd, bits);
    }
}

// And all parts out of the words.
static void from_words(Sel *sel, IrType *type, Words *from, SelParts *parts, PtxOpnd *out) {
    for (uint32_t k = 0; k < parts->n; k++) {
        SelClass c = parts->at[k].cls, ic = int_class_of(c);
        uint32_t bits = part_width(type, parts, k);
        PtxOpnd lo = get_bits(sel, from, CU_MIN(bits, 32u));
        if (ic == SC_I64) {
            PtxOpnd hi = bits > 32 ? get_bits(sel, from, bits - 32) : ptx_o_int(0);
            out[k] = move_class(sel, join(sel, lo, hi, SC_I32, SC_I64), SC_I64, c);
        } else {
            PtxOpnd x = sel_resize(sel, sel_in_reg(sel, lo, SC_I32), SC_I32, 32, ic, false);
            out[k] = c == SC_I1 ? x : move_class(sel, x, ic, c);
        }
    }
}

// A bit cast by the shape of both types: parts of equal sizes move one by one; two halves and a
// word have instructions of their own; anything else goes by way of words, which is rare.
void sel_bitcast_parts(Sel *sel, IrType *from, const PtxOpnd *in, IrType *to, PtxOpnd *out) {
    SelParts *parts = sel_parts(sel->g, from), *b = sel_parts(sel->g, to);
    bool same = parts->n == b->n;
    for (uint32_t k = 0; k < parts->n && same; k++)
        same = part_width(from, parts, k) == part_width(to, b, k);
    if (same) {
        for (uint32_t k = 0; k < parts->n; k++)
            out[k] = move_class(sel, in[k], parts->at[k].cls, b->at[k].cls);
        return;
    }
    if (parts->n == 2 && b->n == 1 && parts->at[0].bits == 16 && b->at[0].bits == 32) {
        out[0] = move_class(sel, join(sel, in[0], in[1], SC_I16, SC_I32), SC_I32, b->at[0].cls);
        return;
    }
    bool halves = b->n == 2 && b->at[0].bits == 16 && b->at[1].bits == 16;
    if (parts->n == 1 && parts->at[0].bits == 32 && halves && in[0].kind == PTXO_REG) {
        PtxOpnd word = move_class(sel, in[0], parts->at[0].cls, SC_I32);
        PtxOpnd half[2];
        for (uint32_t k = 0; k < 2; k++) half[k] = sel_o(sel_tmp(sel, SC_I16));
        SEL_EMIT(sel, mov_unpack, B32, NOTYPE, 0, ptx_o_list(sel->f, PTXO_VEC, 2, half), word);
        for (uint32_t k = 0; k < 2; k++) out[k] = move_class(sel, half[k], SC_I16, b->at[k].cls);
        return;
    }
    Words w = {.at =
                   sel_new(sel, 2 * CU_MAX(parts->n, b->n) + 2)}; // no part is wider than two words
    to_words(sel, from, parts, in, &w);
    w.n = w.bit = 0;
    from_words(sel, to, &w, b, out);
}

static void bit_cast(Sel *sel, IrInst *cast) {
    PtxOpnd *out = sel_new(sel, sel_parts(sel->g, cast->v.type)->n);
    sel_bitcast_parts(sel, ir_op(cast, 0)->type, sel_opnds(sel, ir_op(cast, 0)), cast->v.type, out);
    sel_set(sel, cast, out);
}

// ---- pointers -----------------------------------------------------------------------------------

static void pointer_int(Sel *sel, IrInst *cast) { // zero extended or truncated [LangRef: ptrtoint]
    IrType *from = ir_op(cast, 0)->type;
    PtxOpnd *d = sel_new(sel, sel_parts(sel->g, cast->v.type)->n);
    SelParts *to = sel_parts(sel->g, cast->v.type);
    PtxOpnd v = sel_use(sel, ir_op(cast, 0));
    d[0] = sel_resize(sel, v, sel_class(sel, from), from->bits, to->at[0].cls, false);
    for (uint32_t k = 1; k < to->n; k++) d[k] = ptx_o_int(0);
    sel_set(sel, cast, d);
}

static void space_cast(Sel *sel, IrInst *cast) {
    IrType *from = ir_op(cast, 0)->type, *to = cast->v.type;
    PtxOpnd *opnd = sel_new(sel, 1);
    if (sel_is_param_cast(cast)) {
        uint32_t var = sel->param_var[ir_as_arg(ir_op(cast, 0))->index];
        opnd[0] = sel_o(sel_tmp(sel, SC_I64));
        SEL_EMIT(sel, mov, B64, NOTYPE, 0, opnd[0], ptx_o_local(var, 0));
        sel_set(sel, cast, opnd);
        return;
    }
    if (to->as == IR_AS_LOCAL && sel_local_address(sel, ir_op(cast, 0), &opnd[0])) {
        sel_set(sel, cast, opnd);
        return;
    }
    PtxOpnd operand = sel_use(sel, ir_op(cast, 0));
    IrConst *null = ir_as_const(ir_op(cast, 0));
    if (null && (null->v.kind == IR_C_NULL || ir_is_undef(&null->v))) {
        opnd[0] = ptx_o_int(0);
        sel_set(sel, cast, opnd);
        return;
    }
    if (from->as == IR_AS_GENERIC) {
        PtxOpnd w = sel_o(sel_tmp(sel, SC_I64));
        SEL_EMIT(sel, cvta_to, U64, NOTYPE, ptx_mod_of(SPACE, sel_space_mod(to->as)), w,
                 sel_in_reg(sel, operand, SC_I64));
        opnd[0] = to->bits == 32 ? sel_resize(sel, w, SC_I64, 64, SC_I32, false) : w;
    } else if (to->as == IR_AS_GENERIC) {
        PtxOpnd w = from->bits == 32 ? sel_resize(sel, sel_in_reg(sel, operand, SC_I32), SC_I32, 32,
                                                  SC_I64, false)
                                     : sel_in_reg(sel, operand, SC_I64);
        opnd[0] = sel_o(sel_tmp(sel, SC_I64));
        SEL_EMIT(sel, cvta, U64, NOTYPE, ptx_mod_of(SPACE, sel_space_mod(from->as)), opnd[0], w);
    } else {
        opnd[0] =
            sel_resize(sel, operand, sel_class(sel, from), from->bits, sel_class(sel, to), false);
    }
    sel_set(sel, cast, opnd);
}

void sel_cast(Sel *sel, IrInst *cast) {
    if (cast->v.op == IR_BITCAST) {
        bit_cast(sel, cast);
        return;
    }
    if (ir_ty_is_vec(cast->v.type)) {
        sel_vector_op(sel, cast);
        return;
    }
    switch (cast->v.op) {
    case IR_TRUNC:
    case IR_ZEXT:
    case IR_SEXT: int_cast(sel, cast); break;
    case IR_FPTRUNC:
    case IR_FPEXT: float_cast(sel, cast); break;
    case IR_FPTOUI:
    case IR_FPTOSI: float_to_int(sel, cast, cast->v.op == IR_FPTOSI); break;
    case IR_UITOFP:
    case IR_SITOFP: int_to_float(sel, cast, cast->v.op == IR_SITOFP); break;
    case IR_ADDRSPACECAST: space_cast(sel, cast); break;
    default: pointer_int(sel, cast);
    }
}
