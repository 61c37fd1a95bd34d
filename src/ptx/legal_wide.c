// SPDX-License-Identifier: Apache-2.0
// Integers beyond 64 bits. Selection has add, subtract, multiply, shifts, logic and comparison of
// whole 64-bit parts, division is legal_divide.c's; here are conversions from and to floating
// point, widths that are no multiple of 64, switches, and memory accesses of odd sizes.
#include "ptx/legal.h"

static bool is_wide(const IrType *t) {
    return t->kind == IR_TY_INT && t->bits > 64;
}

IrType *legal_wide_type(Legal *l, const IrType *t) { // with whole parts, two at least
    return ir_ty_int(l->m, CU_MAX((t->bits + 63) / 64 * 64, 128u));
}

// ---- conversions --------------------------------------------------------------------------------

static IrValue *power_of_two(Legal *l, IrBuilder *b, IrType *ft, IrValue *e) { // 2^e, e is i64
    bool d = ft->kind == IR_TY_DOUBLE;
    IrValue *bits =
        ir_shl(b, ir_add(b, e, legal_i64(l, d ? 1023 : 127)), legal_i64(l, d ? 52 : 23));
    return ir_bitcast(b, d ? bits : ir_trunc(b, bits, l->m->ty_i32), ft);
}

// The 64 (16 for bfloat, so that float holds them) leading bits, the lowest of which also says
// whether anything follows, are rounded once by the hardware; a power of two makes up the rest.
static bool expand_to_float(Legal *l, IrInst *i) {
    bool sign = i->v.op == IR_SITOFP;
    if (!sign && i->v.op != IR_UITOFP) return false;
    IrType *t = ir_op(i, 0)->type, *h = l->m->ty_i64, *ft = i->v.type;
    if (!is_wide(t) || ft->kind == IR_TY_FP128) return false;
    IrType *w = legal_wide_type(l, t), *rt = ir_ty_int(l->m, w->bits - 64);
    IrBuilder b = ir_builder_at(i);
    IrType *work = ft->kind == IR_TY_DOUBLE ? ft : l->m->ty_float;
    IrValue *x = ir_int_resize(&b, ir_op(i, 0), w, sign), *neg = NULL, *no = &ir_false(l->m)->v;
    if (sign) {
        neg = ir_cmp(&b, IR_SLT, x, legal_zero(l, w));
        x = ir_select(&b, neg, ir_neg(&b, x), x);
    }
    IrValue *n = IR_CALL(&b, IR_I_ctlz, NULL, x, no);
    n = ir_select(&b, ir_cmp(&b, IR_EQ, n, legal_num(w, w->bits)), legal_zero(l, w), n);
    IrValue *top = ir_shl(&b, x, n);
    IrValue *lead = ir_trunc(&b, ir_lshr(&b, top, legal_num(w, w->bits - 64)), h),
            *rest = ir_trunc(&b, top, rt);
    lead = ir_or(&b, lead, ir_zext(&b, ir_cmp(&b, IR_NE, rest, legal_zero(l, rt)), h));
    if (ft->bits == 16) {
        IrValue *few = ir_lshr(&b, lead, legal_i64(l, 48));
        IrValue *low = ir_and(&b, lead, legal_i64(l, (1ull << 48) - 1));
        IrValue *sticky = ir_zext(&b, ir_cmp(&b, IR_NE, low, legal_zero(l, h)), h);
        lead = ir_shl(&b, ir_or(&b, few, sticky), legal_i64(l, 48));
    }
    IrValue *e = ir_sub(&b, legal_i64(l, w->bits - 64), ir_trunc(&b, n, h));
    uint32_t most = work == ft && ft->kind == IR_TY_DOUBLE ? 1023 : 127;
    if (w->bits - 64 > most) // beyond the largest power it is infinity all the same
        e = IR_CALL(&b, IR_I_smin, NULL, e, legal_i64(l, most));
    IrValue *f = ir_uitofp(&b, lead, work);
    f = ir_fmul(&b, f, power_of_two(l, &b, work, e));
    if (neg) f = ir_select(&b, neg, ir_fneg(&b, f), f);
    ir_replace_erase(i, ft == work ? f : ir_fptrunc(&b, f, ft));
    return true;
}

// The high word is the number over 2^64 cut off, the low one what remains: both exact.
static IrValue *magnitude_of_two(Legal *l, IrBuilder *b, IrValue *f, IrType *w) {
    IrType *h = l->m->ty_i64, *work = f->type;
    IrValue *hi = ir_fptoui(b, ir_fmul(b, f, &ir_fp(l->m, work, 0x1p-64)->v), h);
    IrValue *part = ir_fmul(b, ir_uitofp(b, hi, work), &ir_fp(l->m, work, 0x1p64)->v);
    IrValue *lo = ir_fptoui(b, ir_fsub(b, f, part), h);
    return ir_or(b, ir_shl(b, ir_zext(b, hi, w), legal_num(w, 64)), ir_zext(b, lo, w));
}

// The significand of a double (or of an fp128), shifted by its exponent.
static IrValue *magnitude(Legal *l, IrBuilder *b, IrValue *f, IrType *w) {
    bool quad = f->type->kind == IR_TY_FP128;
    if (!quad) f = ir_fpext(b, f, l->m->ty_double);
    IrType *h = quad ? l->m->ty_i128 : l->m->ty_i64;
    uint32_t mant = quad ? 112 : 52, max = quad ? 0x7fff : 0x7ff, point = mant + max / 2;
    IrValue *bits = ir_bitcast(b, f, h), *one = ir_shl(b, legal_num(h, 1), legal_num(h, mant));
    IrValue *e = ir_and(b, ir_lshr(b, bits, legal_num(h, mant)), legal_num(h, max));
    IrValue *m = ir_or(b, ir_and(b, bits, ir_sub(b, one, legal_num(h, 1))), one);
    IrValue *up = ir_sub(b, e, legal_num(h, point)), *down = ir_sub(b, legal_num(h, point), e);
    IrValue *left = IR_CALL(b, IR_I_smax, NULL, up, legal_zero(l, h));
    IrValue *right = IR_CALL(b, IR_I_smax, NULL, down, legal_zero(l, h));
    right = IR_CALL(b, IR_I_smin, NULL, right, legal_num(h, h->bits - 1));
    m = ir_int_resize(b, ir_lshr(b, m, right), w, false);
    return ir_shl(b, m, ir_int_resize(b, left, w, false));
}

static bool expand_from_float(Legal *l, IrInst *i) {
    bool sign = i->v.op == IR_FPTOSI;
    IrType *t = i->v.type;
    if ((!sign && i->v.op != IR_FPTOUI) || !is_wide(t)) return false;
    IrType *ft = ir_op(i, 0)->type, *w = legal_wide_type(l, t);
    IrBuilder b = ir_builder_at(i);
    bool quad = ft->kind == IR_TY_FP128;
    if (quad && t->bits <= 128) return false; // legal_fp128.c
    IrType *work = ft->kind == IR_TY_DOUBLE || quad ? ft : l->m->ty_float;
    IrValue *f = ft == work ? ir_op(i, 0) : ir_fpext(&b, ir_op(i, 0), work), *neg = NULL;
    if (sign) {
        neg = ir_cmp(&b, IR_FCMP_OLT, f, legal_zero(l, work));
        f = IR_CALL(&b, IR_I_fabs, NULL, f);
    }
    IrValue *r = w->bits == 128 ? magnitude_of_two(l, &b, f, w) : magnitude(l, &b, f, w);
    if (neg) r = ir_select(&b, neg, ir_neg(&b, r), r);
    ir_replace_erase(i, ir_int_resize(&b, r, t, sign));
    return true;
}

// ---- widths that are no multiple of 64 ----------------------------------------------------------

// Operations that look at the bits above the width work on the extended value.
static bool expand_between(Legal *l, IrInst *i) {
    if (!i->nops || !is_wide(ir_op(i, 0)->type) || ir_op(i, 0)->type->bits % 64 == 0) return false;
    IrType *w = legal_wide_type(l, ir_op(i, 0)->type);
    IrBuilder b = ir_builder_at(i);
    if (i->v.op == IR_ICMP) {
        bool sign = ir_pred_is_signed((IrPred)i->pred);
        IrValue *x = ir_int_resize(&b, ir_op(i, 0), w, sign),
                *y = ir_int_resize(&b, ir_op(i, 1), w, sign);
        ir_replace_erase(i, ir_cmp(&b, (IrPred)i->pred, x, y));
        return true;
    }
    if (i->v.op != IR_LSHR && i->v.op != IR_ASHR) return false;
    bool sign = i->v.op == IR_ASHR;
    IrValue *x = ir_int_resize(&b, ir_op(i, 0), w, sign),
            *n = ir_int_resize(&b, ir_op(i, 1), w, false);
    ir_replace_erase(i, ir_trunc(&b, ir_bin(&b, (IrOp)i->v.op, 0, x, n), i->v.type));
    return true;
}

// ---- switches -----------------------------------------------------------------------------------

// The phis of `to` get for the edge from `now` what they have for the one from `was`.
static void copy_edge(IrBlock *to, IrBlock *was, IrBlock *now) {
    for (IrInst *p = to->first; p && p->v.op == IR_PHI; p = p->next)
        ir_phi_add(p, ir_phi_value(p, (uint32_t)ir_phi_find(p, was)), now);
}

// On wide integers: comparisons one after the other, each in a block of its own. What is behind the
// switch in the list of blocks comes later in the walk, the new blocks too.
static bool expand_switch(Legal *l, IrInst *i) {
    if (i->v.op != IR_SWITCH || !is_wide(ir_op(i, 0)->type)) return false;
    uint32_t n = (i->nops - 2) / 2;
    IrBlock *bb = i->block, *at = bb, *dflt = (IrBlock *)ir_op(i, 1);
    IrValue *v = ir_op(i, 0);
    IrBuilder b = ir_builder_at(i);
    IrBlock **to = arena_array(&l->g->ctx->scratch, IrBlock *, n + 1);
    for (uint32_t k = 0; k < n; k++) {
        to[k] = (IrBlock *)ir_op(i, 3 + 2 * k);
        bool last = k + 1 == n;
        IrBlock *next = last ? dflt : ir_block_new(l->f, atom_cstr(l->m->ctx, "case"));
        if (k) copy_edge(to[k], bb, at);
        if (last && k) copy_edge(dflt, bb, at);
        ir_condbr(&b, ir_cmp(&b, IR_EQ, v, ir_op(i, 2 + 2 * k)), to[k], next);
        at = next;
        if (!last) ir_at_end(&b, at);
    }
    for (uint32_t k = 1; k < n; k++) ir_phi_remove_edge(to[k], bb);
    if (n > 1) ir_phi_remove_edge(dflt, bb);
    if (!n) ir_br(&b, dflt);
    ir_erase(i);
    return true;
}

// ---- memory accesses of odd sizes ---------------------------------------------------------------

static bool power_size(uint64_t n) {
    return n && !(n & (n - 1));
}

static uint32_t low_bit(uint64_t n) {
    return (uint32_t)(n & (0 - n));
}

// An integer beyond 64 bits as a vector of its parts, and back.
static IrValue *parts_of(Legal *l, IrBuilder *b, IrValue *v) {
    return ir_bitcast(b, v, ir_ty_vector(l->m, l->m->ty_i64, v->type->bits / 64));
}

IrValue *legal_part(Legal *l, IrBuilder *b, IrValue *v, uint32_t k) { // of whole parts
    if (v->type->bits == 64) return v;
    return ir_extractelement(b, parts_of(l, b, v), legal_num(l->m->ty_i32, k));
}

IrValue *legal_join(Legal *l, IrBuilder *b, IrType *t, uint32_t n, IrValue **part) {
    if (n == 1) return part[0];
    IrValue *v = &ir_undef(l->m, ir_ty_vector(l->m, l->m->ty_i64, n))->v;
    for (uint32_t k = 0; k < n; k++)
        v = ir_insertelement(b, v, part[k], legal_num(l->m->ty_i32, k));
    return ir_bitcast(b, v, t);
}

// `bytes` (8 at most) of memory in pieces of powers of two; of a value of 64 bits or less.
static IrValue *access_pieces(Legal *l, IrBuilder *b, IrInst *i, IrValue *v, uint64_t from,
                              uint64_t bytes) {
    IrValue *p = ir_op(i, v ? 1 : 0), *sum = NULL;
    IrType *full = v ? v->type : ir_ty_int(l->m, bytes <= 4 ? (uint32_t)bytes * 8 : 64);
    for (uint64_t off = 0; off < bytes;) {
        uint32_t n = 8;
        while (n > bytes - off) n /= 2;
        IrType *piece = ir_ty_int(l->m, n * 8);
        IrValue *at = from + off ? ir_ptradd_c(b, p, (int64_t)(from + off), IR_INBOUNDS) : p;
        uint32_t align = CU_MIN(n, low_bit((from + off) | CU_MAX(i->align, 1u)));
        if (v) {
            IrValue *x = off ? ir_lshr(b, v, legal_num(full, off * 8)) : v;
            ir_store(b, ir_trunc(b, x, piece), at, align)->v.flags = i->v.flags;
        } else {
            IrInst *ld = ir_load(b, piece, at, align);
            ld->v.flags = i->v.flags;
            IrValue *x = ir_zext(b, &ld->v, full);
            if (off) x = ir_shl(b, x, legal_num(full, off * 8));
            sum = sum ? ir_or(b, sum, x) : x;
        }
        off += n;
    }
    return sum;
}

// An integer whose bytes are no power of two (i24, i48, i129 ...) must not touch its neighbours:
// pieces from the largest that fits. A store also clears the bits between the width and its bytes.
static bool expand_odd_access(Legal *l, IrInst *i) {
    bool store = i->v.op == IR_STORE;
    if (!store && i->v.op != IR_LOAD) return false;
    IrType *t = store ? ir_op(i, 0)->type : i->v.type;
    if (t->kind != IR_TY_INT || t->bits == 1 || t->bits % 64 == 0) return false;
    uint64_t bytes = t->store_size;
    if (power_size(bytes) && bytes <= 8 && (t->bits % 8 == 0 || !store)) return false;
    IrBuilder b = ir_builder_at(i);
    if (power_size(bytes) && bytes <= 8) {
        IrValue *v = ir_zext(&b, ir_op(i, 0), ir_ty_int(l->m, (uint32_t)bytes * 8));
        IrInst *st = ir_store(&b, v, ir_op(i, 1), i->align);
        st->order = i->order;
        st->scope = i->scope;
        st->v.flags = i->v.flags;
        ir_erase(i);
        return true;
    }
    uint32_t n = (uint32_t)(bytes + 7) / 8;
    IrType *w = ir_ty_int(l->m, bytes <= 4 ? (uint32_t)bytes * 8 : n * 64);
    IrValue **part = arena_array(&l->g->ctx->scratch, IrValue *, n);
    IrValue *v = store ? ir_zext(&b, ir_op(i, 0), w) : NULL;
    for (uint32_t k = 0; k < n; k++) {
        uint64_t size = CU_MIN(bytes - 8ull * k, (uint64_t)8);
        IrValue *x = !store ? NULL : n == 1 ? v : legal_part(l, &b, v, k);
        x = access_pieces(l, &b, i, x, 8ull * k, size);
        if (!store) part[k] = n == 1 ? x : ir_zext(&b, x, l->m->ty_i64);
    }
    if (store)
        ir_erase(i);
    else
        ir_replace_erase(i, ir_trunc(&b, legal_join(l, &b, w, n, part), t));
    return true;
}

// Member by member; what each is, is looked at in its turn.
static void expand_members(Legal *l, IrBuilder *b, IrInst *i, IrType *t) {
    bool store = i->v.op == IR_STORE;
    IrValue *p = ir_op(i, store ? 1 : 0), *sum = store ? NULL : &ir_undef(l->m, t)->v;
    for (uint32_t k = 0; k < t->n; k++) {
        uint64_t off = ir_ty_member_offset(t, k);
        IrValue *at = off ? ir_ptradd_c(b, p, (int64_t)off, IR_INBOUNDS) : p;
        uint32_t align = low_bit(off | CU_MAX(i->align, 1u));
        if (store) {
            ir_store(b, ir_extract(b, ir_op(i, 0), k), at, align)->v.flags = i->v.flags;
        } else {
            IrInst *ld = ir_load(b, ir_ty_member(t, k), at, align);
            ld->v.flags = i->v.flags;
            sum = ir_insert(b, sum, &ld->v, k);
        }
    }
    if (store)
        ir_erase(i);
    else
        ir_replace_erase(i, sum);
}

// Lanes that are no whole registers (sel_packed.c): memory has the integer of all bits.
static bool expand_packed_access(Legal *l, IrInst *i) {
    bool store = i->v.op == IR_STORE;
    if (!store && i->v.op != IR_LOAD) return false;
    IrType *t = store ? ir_op(i, 0)->type : i->v.type;
    IrBuilder b = ir_builder_at(i);
    if (!sel_is_packed(t)) {
        if (!ir_ty_is_agg(t) || t->n > SEL_MAX_PARTS || !sel_holds_packed(t)) return false;
        expand_members(l, &b, i, t);
        return true;
    }
    IrType *bits = ir_ty_int(l->m, (uint32_t)ir_ty_bits(t));
    if (store) {
        IrValue *v = ir_bitcast(&b, ir_op(i, 0), bits);
        ir_store(&b, v, ir_op(i, 1), i->align)->v.flags = i->v.flags;
        ir_erase(i);
    } else {
        IrInst *ld = ir_load(&b, bits, ir_op(i, 0), i->align);
        ld->v.flags = i->v.flags;
        ir_replace_erase(i, ir_bitcast(&b, &ld->v, t));
    }
    return true;
}

// ---- vectors ------------------------------------------------------------------------------------

static bool needs_scalar(const IrType *t) {
    return ir_ty_is_vec(t) && (is_wide(t->elem) || t->elem->kind == IR_TY_FP128);
}

// Operations on vectors of elements that are expanded one by one.
static bool expand_vector(Legal *l, IrInst *i) {
    uint8_t cls = ir_ops[i->v.op].class;
    if (cls != IRC_UNARY && cls != IRC_BINARY && cls != IRC_CAST && cls != IRC_CMP) return false;
    IrType *t = i->v.type, *from = ir_op(i, 0)->type;
    if (!ir_ty_is_vec(t) || i->v.op == IR_BITCAST || i->v.op == IR_FREEZE) return false;
    if (!needs_scalar(t) && !needs_scalar(from)) return false;
    IrBuilder b = ir_builder_at(i);
    b.fmf = i->fmf;
    IrValue *r = &ir_undef(l->m, t)->v;
    for (uint64_t k = 0; k < t->n; k++) {
        IrValue *at = legal_num(l->m->ty_i32, k), *e;
        IrValue *x = ir_extractelement(&b, ir_op(i, 0), at),
                *y = i->nops > 1 ? ir_extractelement(&b, ir_op(i, 1), at) : NULL;
        if (cls == IRC_CMP)
            e = ir_cmp(&b, (IrPred)i->pred, x, y);
        else if (cls == IRC_UNARY)
            e = ir_fneg(&b, x);
        else if (cls == IRC_CAST)
            e = ir_cast(&b, (IrOp)i->v.op, i->v.flags, x, t->elem);
        else
            e = ir_bin(&b, (IrOp)i->v.op, i->v.flags, x, y);
        r = ir_insertelement(&b, r, e, at);
    }
    ir_replace_erase(i, r);
    return true;
}

bool legal_wide(Legal *l, IrInst *i) {
    return expand_vector(l, i) || legal_divide(l, i) || expand_to_float(l, i) ||
           expand_from_float(l, i) || expand_between(l, i) || expand_packed_access(l, i) ||
           expand_odd_access(l, i) || expand_switch(l, i);
}
