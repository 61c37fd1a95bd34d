// SPDX-License-Identifier: Apache-2.0
// Values as parts: types flattened, constants materialised, narrow integers extended.
#include "analysis/analysis.h"
#include "ptx/sel.h"

#include "ptx/ptx_int.h"

void sel_error(Sel *s, const char *what) {
    diag(s->ctx, &ptx_diag_rows[PTXD_sel_unsupported], s->fn->g.pos, what,
         atom_str(s->ctx, s->fn->g.v.name));
}

// ---- types --------------------------------------------------------------------------------------

static SelClass int_class(uint32_t bits) {
    return bits == 1 ? SC_I1 : bits <= 16 ? SC_I16 : bits <= 32 ? SC_I32 : SC_I64;
}

typedef VEC(SelPart) PartVec;

static void flatten(SelModule *g, IrType *t, uint64_t off, PartVec *v) {
    Arena *a = g->a;
    static const uint8_t fp[] = {[IR_TY_HALF] = SC_F16,
                                 [IR_TY_BFLOAT] = SC_BF16,
                                 [IR_TY_FLOAT] = SC_F32,
                                 [IR_TY_DOUBLE] = SC_F64};
    if (v->n > SEL_MAX_PARTS) return;
    switch (t->kind) {
    case IR_TY_INT:
        for (uint32_t done = 0; done < t->bits; done += 64) {
            uint16_t bits = (uint16_t)CU_MIN(t->bits - done, 64u);
            if (t->bits > 64) bits = 64;
            vec_push(a, v, ((SelPart){(uint8_t)int_class(bits), bits, off + done / 8}));
        }
        break;
    case IR_TY_PTR:
        vec_push(a, v, ((SelPart){(uint8_t)int_class(t->bits), (uint16_t)t->bits, off}));
        break;
    case IR_TY_HALF:
    case IR_TY_BFLOAT:
    case IR_TY_FLOAT:
    case IR_TY_DOUBLE: vec_push(a, v, ((SelPart){fp[t->kind], (uint16_t)t->bits, off})); break;
    case IR_TY_FP128: // held as bits; legal_fp128.c has the arithmetic
        vec_push(a, v, ((SelPart){SC_I64, 64, off}));
        vec_push(a, v, ((SelPart){SC_I64, 64, off + 8}));
        break;
    case IR_TY_ARRAY:
    case IR_TY_VECTOR:
    case IR_TY_STRUCT:
        for (uint64_t i = 0; i < t->n && v->n <= SEL_MAX_PARTS; i++) {
            flatten(g, ir_ty_member(t, i), off + ir_ty_member_offset(t, i), v);
        }
        break;
    default: break;
    }
}

SelParts *sel_parts(SelModule *g, IrType *t) {
    void **slot = map_slot(&g->parts, (uintptr_t)t);
    if (*slot) return *slot;
    PartVec v = {0};
    flatten(g, t, 0, &v);
    if (v.n > SEL_MAX_PARTS) {
        diag(g->ctx, &ptx_diag_rows[PTXD_sel_parts], 0, (unsigned)SEL_MAX_PARTS);
        v.n = SEL_MAX_PARTS;
    }
    SelParts *p = arena_new(g->a, SelParts);
    *p = (SelParts){v.at, v.n};
    map_put(&g->parts, (uintptr_t)t, p);
    return p;
}

SelClass sel_class(Sel *s, IrType *t) {
    SelParts *p = sel_parts(s->g, t);
    return p->n ? p->at[0].cls : SC_I32;
}

PtxType sel_reg_type(SelClass c) {
    static const uint8_t t[SC_COUNT] = {
        [SC_I1] = PTX_PRED, [SC_I16] = PTX_B16,  [SC_I32] = PTX_B32, [SC_I64] = PTX_B64,
        [SC_F16] = PTX_B16, [SC_BF16] = PTX_B16, [SC_F32] = PTX_F32, [SC_F64] = PTX_F64};
    return t[c];
}

PtxType sel_bits_type(SelClass c) {
    static const uint8_t t[SC_COUNT] = {
        [SC_I1] = PTX_PRED, [SC_I16] = PTX_B16,  [SC_I32] = PTX_B32, [SC_I64] = PTX_B64,
        [SC_F16] = PTX_B16, [SC_BF16] = PTX_B16, [SC_F32] = PTX_B32, [SC_F64] = PTX_B64};
    return t[c];
}

static PtxType mov_type(SelClass c) {
    static const uint8_t t[SC_COUNT] = {
        [SC_I1] = PTX_PRED, [SC_I16] = PTX_U16,  [SC_I32] = PTX_U32, [SC_I64] = PTX_U64,
        [SC_F16] = PTX_B16, [SC_BF16] = PTX_B16, [SC_F32] = PTX_F32, [SC_F64] = PTX_F64};
    return t[c];
}

PtxReg sel_tmp(Sel *s, SelClass c) {
    return ptx_newreg(s->f, sel_reg_type(c));
}

PtxOpnd *sel_new(Sel *s, uint32_t n) {
    return arena_array(s->a, PtxOpnd, n ? n : 1);
}

// Where a value's parts are kept. Instructions made for constant expressions have ids beyond those
// the function began with.
PtxOpnd **sel_slot(Sel *s, const IrValue *v) {
    if (v->id >= s->nval) {
        uint32_t n = CU_MAX(v->id + 1, s->nval * 2 + 64);
        PtxOpnd **val = arena_array(s->a, PtxOpnd *, n);
        if (s->nval) memcpy(val, s->val, s->nval * sizeof *val);
        s->val = val;
        s->nval = n;
    }
    return &s->val[v->id];
}

PtxOpnd *sel_def(Sel *s, IrInst *i) {
    SelParts *p = sel_parts(s->g, i->v.type);
    PtxOpnd **slot = sel_slot(s, &i->v);
    if (*slot) return *slot;
    PtxOpnd *o = sel_new(s, p->n);
    for (uint32_t k = 0; k < p->n; k++) o[k] = sel_o(sel_tmp(s, p->at[k].cls));
    return *slot = o;
}

void sel_set(Sel *s, IrInst *i, PtxOpnd *parts) {
    *sel_slot(s, &i->v) = parts;
}

// ---- constants ----------------------------------------------------------------------------------

PtxOpnd sel_in_reg(Sel *s, PtxOpnd o, SelClass c) {
    if (o.kind == PTXO_REG && !o.flags) return o;
    PtxOpnd d = sel_o(sel_tmp(s, c));
    if (c == SC_I1 && o.kind == PTXO_REG)
        SEL_EMIT(s, not, PRED, NOTYPE, 0, d, sel_o(o.id));
    else
        ptx_emit_(s->f, PTXI_mov, mov_type(c), PTX_NOTYPE, 0, d, o);
    return d;
}

PtxOpnd sel_kept_in_reg(Sel *s, IrValue *v, PtxOpnd o, SelClass c) {
    if (!ir_is_const(v) || o.kind == PTXO_REG || o.kind == PTXO_SYM) return sel_in_reg(s, o, c);
    void **kept = map_slot(&s->kept_immediates, (uintptr_t)v);
    if (!*kept) {
        PtxOpnd *reg = sel_new(s, 1);
        *reg = sel_in_reg(s, o, c);
        *kept = reg;
    }
    return *(PtxOpnd *)*kept;
}

// An immediate of a part's class. 16-bit floats and predicates have none in PTX: registers.
PtxOpnd sel_const_part(Sel *s, SelPart p, uint64_t bits) {
    switch (p.cls) {
    case SC_F32: return ptx_o_f32((uint32_t)bits);
    case SC_F64: return ptx_o_f64(bits);
    case SC_F16:
    case SC_BF16: return sel_in_reg(s, ptx_o_int((int64_t)bits), p.cls);
    case SC_I1: return sel_in_reg(s, ptx_o_int(bits & 1), SC_I1);
    default: break;
    }
    uint32_t w = p.bits;
    int64_t v = w >= 64 ? (int64_t)bits : (int64_t)(bits << (64 - w)) >> (64 - w);
    return ptx_o_int(v);
}

static PtxOpnd *const_opnds(Sel *s, IrConst *c);

static PtxOpnd symbol_address(Sel *s, IrGlobal *v) {
    PtxOpnd sym = ptx_o_sym(sel_ref(s, v), 0);
    uint32_t as = v->v.type->as;
    SelClass c = v->v.type->bits == 32 ? SC_I32 : SC_I64;
    if (as == IR_AS_GENERIC && v->v.kind != IR_C_FUNC) { // a variable declared in the generic space
        PtxOpnd g = sel_in_reg(s, sym, SC_I64), d = sel_o(sel_tmp(s, SC_I64));
        SEL_EMIT(s, cvta, U64, NOTYPE, ptx_mods(SPACE, GLOBAL), d, g);
        return d;
    }
    return sel_in_reg(s, sym, c);
}

// Constant expressions are evaluated where they are used.
static PtxOpnd *expr_opnds(Sel *s, IrConst *c) {
    // Selected like an instruction that stands here; it never enters a block.
    bool shuffle = c->v.op == IR_SHUFFLEVECTOR;
    uint32_t n = shuffle ? 2 : c->n;
    IrInst *i = ir_inst_new(s->fn, (IrOp)c->v.op, c->v.type, n);
    for (uint32_t k = 0; k < n; k++) ir_set_op(i, k, &c->elem[k]->v);
    if (shuffle) { // an instruction has its mask as numbers
        i->nidx = (uint32_t)c->v.type->n;
        i->mask = arena_array(s->a, int32_t, i->nidx);
        for (uint32_t k = 0; k < i->nidx; k++) {
            IrConst *e = ir_elem(s->g->m, c->elem[2], k);
            i->mask[k] = e && e->v.kind == IR_C_INT ? (int32_t)ir_uval(e) : -1;
        }
    }
    i->v.flags = c->v.flags;
    if (c->v.op == IR_GEP) i->aty = c->aty;
    return sel_inst_value(s, i);
}

static PtxOpnd *agg_opnds(Sel *s, IrConst *c) {
    SelParts *p = sel_parts(s->g, c->v.type);
    PtxOpnd *o = sel_new(s, p->n);
    uint32_t k = 0;
    for (uint64_t i = 0; i < c->v.type->n && k < p->n; i++) {
        IrConst *e = ir_elem(s->g->m, c, i);
        SelParts *ep = sel_parts(s->g, ir_ty_member(c->v.type, i));
        PtxOpnd *eo = const_opnds(s, e);
        for (uint32_t j = 0; j < ep->n && k < p->n; j++) o[k++] = eo[j];
    }
    return o;
}

// Constants that take instructions are computed once: within a block, and addresses of shared
// variables, which are plain numbers, at the function's start.
static PtxOpnd *kept_constant(Sel *s, IrConst *c) {
    IrGlobal *g = ir_as_global(&ir_unwrapped(c)->v);
    bool shared = g && g->v.kind == IR_C_VAR && g->v.type->as == IR_AS_SHARED;
    Map *kept = shared ? &s->kept_shared : &s->kept;
    PtxOpnd *o = map_get(kept, (uintptr_t)c);
    if (o) return o;
    uint32_t first = s->f->inst.n;
    if (c->v.kind == IR_C_EXPR) {
        o = expr_opnds(s, c);
    } else { // target_check.c leaves functions wrapped in words about linking
        o = sel_new(s, 1);
        o[0] = symbol_address(s, (IrGlobal *)ir_unwrapped(c));
    }
    map_put(kept, (uintptr_t)c, o);
    for (uint32_t k = first; shared && k < s->f->inst.n; k++)
        vec_push(s->a, &s->prologue, s->f->inst.at[k]);
    if (shared) s->f->inst.n = first;
    return o;
}

static PtxOpnd *const_opnds(Sel *s, IrConst *c) {
    SelParts *p = sel_parts(s->g, c->v.type);
    PtxOpnd *o;
    switch (c->v.kind) {
    case IR_C_INT:
    case IR_C_FP: {
        const uint64_t *w = ir_words(c);
        o = sel_new(s, p->n);
        for (uint32_t k = 0; k < p->n; k++) o[k] = sel_const_part(s, p->at[k], w[k]);
        return o;
    }
    case IR_C_NULL:
    case IR_C_ZERO:
    case IR_C_UNDEF:
    case IR_C_POISON:
        o = sel_new(s, p->n);
        for (uint32_t k = 0; k < p->n; k++) o[k] = sel_const_part(s, p->at[k], 0);
        return o;
    case IR_C_DATA:
    case IR_C_AGG: return agg_opnds(s, c);
    default: return kept_constant(s, c);
    }
}

PtxOpnd *sel_opnds(Sel *s, IrValue *v) {
    if (ir_is_const(v)) return const_opnds(s, (IrConst *)v);
    PtxOpnd *o = *sel_slot(s, v);
    if (!o) { // a value of an unreachable predecessor, or one folded into its users but needed
              // whole
        IrInst *i = ir_as_inst(v);
        if (i && sel_is_folded(s, v)) return sel_inst_value(s, i);
        SelParts *p = sel_parts(s->g, v->type);
        o = sel_new(s, p->n);
        for (uint32_t k = 0; k < p->n; k++) o[k] = sel_o(sel_tmp(s, p->at[k].cls));
        *sel_slot(s, v) = o;
    }
    return o;
}

PtxOpnd sel_use(Sel *s, IrValue *v) {
    return sel_opnds(s, v)[0];
}

PtxReg sel_reg(Sel *s, IrValue *v) {
    return sel_in_reg(s, sel_use(s, v), sel_class(s, v->type)).id;
}

// ---- widths -------------------------------------------------------------------------------------

static PtxType int_type(uint32_t bits, bool sign) {
    if (bits <= 8) return sign ? PTX_S8 : PTX_U8;
    if (bits <= 16) return sign ? PTX_S16 : PTX_U16;
    if (bits <= 32) return sign ? PTX_S32 : PTX_U32;
    return sign ? PTX_S64 : PTX_U64;
}

static uint32_t class_bits(SelClass c) {
    return c == SC_I16 ? 16 : c == SC_I32 ? 32 : 64;
}

static PtxOpnd narrow_constant(PtxOpnd o, uint32_t bits, bool sign) {
    if (bits >= 64) return o;
    uint64_t v = (uint64_t)o.val << (64 - bits);
    o.val = sign ? (int64_t)v >> (64 - bits) : (int64_t)(v >> (64 - bits));
    return o;
}

// Clears or sign-fills the bits above `bits` in a register of class c.
PtxOpnd sel_narrow(Sel *s, PtxOpnd o, SelClass c, uint32_t bits, bool sign) {
    uint32_t w = class_bits(c);
    if (o.kind == PTXO_INT) return narrow_constant(o, bits, sign);
    if (bits == w) return o;
    PtxOpnd d = sel_o(sel_tmp(s, c));
    if (!sign) {
        ptx_emit_(s->f, PTXI_and, sel_bits_type(c), PTX_NOTYPE, 0, d, sel_in_reg(s, o, c),
                  ptx_o_int((int64_t)((1ull << bits) - 1)));
        return d;
    }
    if (bits == 8 || bits == 16 || bits == 32) {
        ptx_emit_(s->f, PTXI_cvt, int_type(w, true), int_type(bits, true), 0, d,
                  sel_in_reg(s, o, c));
        return d;
    }
    PtxOpnd t = sel_o(sel_tmp(s, c));
    ptx_emit_(s->f, PTXI_shl, sel_bits_type(c), PTX_NOTYPE, 0, t, sel_in_reg(s, o, c),
              ptx_o_int(w - bits));
    ptx_emit_(s->f, PTXI_shr, int_type(w, true), PTX_NOTYPE, 0, d, t, ptx_o_int(w - bits));
    return d;
}

enum { CLEAN_DEPTH = 4 };

// Is the register's part above a byte zero already? ld.u8 writes all of it (PTX ISA 9.4.1).
static bool is_clean(const Sel *s, const IrValue *v, uint32_t depth) {
    const IrInst *i = ir_as_inst(v);
    if (!i || depth == CLEAN_DEPTH || sel_is_folded(s, v)) return false;
    switch (i->v.op) {
    case IR_LOAD: return !sel_is_extended(s, v);
    case IR_EXTRACTELEMENT: {
        const IrInst *from = ir_as_op(ir_op(i, 0), IR_LOAD);
        return from && ir_as_cint(ir_op(i, 1)) && !sel_is_folded(s, &from->v);
    }
    case IR_TRUNC: {
        const IrValue *x = ir_op(i, 0);
        return x->type->bits <= 64 && !(~an_known_bits(x).zero & 0xff00);
    }
    case IR_AND: return is_clean(s, ir_op(i, 0), depth + 1) || is_clean(s, ir_op(i, 1), depth + 1);
    case IR_OR:
    case IR_XOR: return is_clean(s, ir_op(i, 0), depth + 1) && is_clean(s, ir_op(i, 1), depth + 1);
    case IR_SELECT:
        return is_clean(s, ir_op(i, 1), depth + 1) && is_clean(s, ir_op(i, 2), depth + 1);
    default: return false;
    }
}

bool sel_is_clean_byte(const Sel *s, const IrValue *v) {
    return ir_ty_is_i(v->type, 8) && is_clean(s, v, 0);
}

PtxOpnd sel_ext(Sel *s, IrValue *v, bool sign) {
    IrConst *c = ir_as_cint(v);
    if (c && v->type->bits > 1 && v->type->bits <= 64) {
        return ptx_o_int(sign || v->type->bits == 64 ? ir_sval(c) : (int64_t)ir_uval(c));
    }
    uint32_t bits = v->type->bits;
    SelClass k = sel_class(s, v->type);
    if (k == SC_I1) return sel_resize(s, sel_use(s, v), SC_I1, 1, SC_I16, sign);
    if (!sign && sel_is_clean_byte(s, v)) return sel_use(s, v);
    return sel_narrow(s, sel_use(s, v), k, bits, sign);
}

// A value of `bits` bits in class `from` as one of class `to`: extended when wider, else truncated.
PtxOpnd sel_resize(Sel *s, PtxOpnd o, SelClass from, uint32_t bits, SelClass to, bool sign) {
    if (o.kind == PTXO_INT && from != SC_I1) { // an immediate has no register that would cut it
        if (to == SC_I1) return narrow_constant(o, 1, false);
        bool cut = class_bits(to) < class_bits(from);
        return narrow_constant(o, CU_MIN(bits, class_bits(to)), sign || cut);
    }
    if (from == SC_I1 && to == SC_I1) return o;
    if (from == SC_I1) {
        PtxOpnd d = sel_o(sel_tmp(s, to));
        ptx_emit_(s->f, PTXI_selp, sel_bits_type(to), PTX_NOTYPE, 0, d, ptx_o_int(sign ? -1 : 1),
                  ptx_o_int(0), sel_in_reg(s, o, SC_I1));
        return d;
    }
    if (to == SC_I1) {
        PtxOpnd t = sel_o(sel_tmp(s, from)), d = sel_o(sel_tmp(s, SC_I1));
        ptx_emit_(s->f, PTXI_and, sel_bits_type(from), PTX_NOTYPE, 0, t, o, ptx_o_int(1));
        ptx_emit_(s->f, PTXI_setp, sel_bits_type(from), PTX_NOTYPE, ptx_mods(CMP, NE), d, t,
                  ptx_o_int(0));
        return d;
    }
    uint32_t fw = class_bits(from), tw = class_bits(to);
    if (tw <= fw) { // truncation: bits above the result's width need not be right
        if (tw == fw) return o;
        // there and back again
        bool whole = from == SC_I64 && to == SC_I32 && o.kind == PTXO_REG;
        uintptr_t known = whole ? (uintptr_t)map_get(&s->extended, o.id) : 0;
        if (known) return sel_o((PtxReg)(known - 1));
        PtxOpnd d = sel_o(sel_tmp(s, to));
        ptx_emit_(s->f, PTXI_cvt, int_type(tw, false), int_type(fw, false), 0, d, o);
        return d;
    }
    if (bits != 8 && bits != fw) {
        o = sel_narrow(s, o, from, bits, sign);
        bits = fw;
    }
    PtxOpnd d = sel_o(sel_tmp(s, to));
    ptx_emit_(s->f, PTXI_cvt, int_type(tw, sign), int_type(bits, sign), 0, d, o);
    return d;
}
