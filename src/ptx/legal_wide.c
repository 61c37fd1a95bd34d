// SPDX-License-Identifier: Apache-2.0
// Integers beyond 64 bits. Selection has add, subtract, multiply, shifts, logic and comparison of
// two words; here are division (a helper function that the module carries with it), conversions
// from and to floating point, widths between 64 and 128, and memory accesses of odd sizes.
#include "ptx/legal.h"

// Restoring division, one bit a step: q and r of unsigned 128-bit integers in a struct.
static IrFunc *divide_helper(Legal *l) {
    IrModule *m = l->m;
    Ctx *ctx = m->ctx;
    Atom name = atom_cstr(ctx, "__cuprum_udivrem128");
    IrGlobal *known = ir_find(m, name);
    if (known) return (IrFunc *)known;
    IrType *t = ir_ty_int(m, 128), *pair = ir_ty_struct(m, 2, (IrType *[]){t, t}, false);
    IrFunc *f =
        ir_func_new(m, name, ir_ty_func(m, pair, 2, (IrType *[]){t, t}, false), IR_INTERNAL);
    IrBlock *entry = ir_block_new(f, atom_cstr(ctx, "entry")),
            *loop = ir_block_new(f, atom_cstr(ctx, "loop"));
    IrBlock *end = ir_block_new(f, atom_cstr(ctx, "end"));
    IrBuilder b = ir_builder(f, entry);
    IrValue *zero = &ir_int(t, 0)->v, *one = &ir_int(t, 1)->v, *d = &f->arg[1]->v;
    ir_br(&b, loop);
    ir_at_end(&b, loop);
    IrInst *n = ir_phi(&b, t, 2), *q = ir_phi(&b, t, 2), *r = ir_phi(&b, t, 2),
           *k = ir_phi(&b, m->ty_i32, 2);
    ir_phi_add(n, &f->arg[0]->v, entry);
    ir_phi_add(q, zero, entry);
    ir_phi_add(r, zero, entry);
    ir_phi_add(k, &ir_int(m->ty_i32, 0)->v, entry);
    IrValue *top = ir_lshr(&b, &n->v, &ir_int(t, 127)->v), *out = ir_cmp(&b, IR_SLT, &r->v, zero);
    IrValue *r2 = ir_or(&b, ir_shl(&b, &r->v, one), top);
    IrValue *fits = ir_or(&b, out, ir_cmp(&b, IR_UGE, r2, d)); // a bit shifted out: larger than d
    IrValue *r3 = ir_select(&b, fits, ir_sub(&b, r2, d), r2);
    IrValue *q2 = ir_or(&b, ir_shl(&b, &q->v, one), ir_zext(&b, fits, t));
    IrValue *k2 = ir_add(&b, &k->v, &ir_int(m->ty_i32, 1)->v);
    ir_phi_add(n, ir_shl(&b, &n->v, one), loop);
    ir_phi_add(q, q2, loop);
    ir_phi_add(r, r3, loop);
    ir_phi_add(k, k2, loop);
    ir_condbr(&b, ir_cmp(&b, IR_EQ, k2, &ir_int(m->ty_i32, 128)->v), end, loop);
    ir_at_end(&b, end);
    ir_ret(&b, ir_insert(&b, ir_insert(&b, &ir_undef(m, pair)->v, q2, 0), r3, 1));
    return f;
}

static bool expand_division(Legal *l, IrInst *i) {
    bool div = i->v.op == IR_UDIV || i->v.op == IR_SDIV,
         sign = i->v.op == IR_SDIV || i->v.op == IR_SREM;
    if (!div && i->v.op != IR_UREM && i->v.op != IR_SREM) return false;
    if (!ir_ty_is_int(i->v.type) || i->v.type->bits <= 64) return false;
    IrType *t = i->v.type, *w = ir_ty_int(l->m, 128);
    if (t->bits > 128) return false;
    IrBuilder b = ir_builder_at(i);
    IrValue *x = ir_int_resize(&b, ir_op(i, 0), w, sign),
            *y = ir_int_resize(&b, ir_op(i, 1), w, sign);
    IrValue *zero = &ir_int(w, 0)->v, *nx = NULL, *ny = NULL;
    if (sign) {
        nx = ir_cmp(&b, IR_SLT, x, zero);
        ny = ir_cmp(&b, IR_SLT, y, zero);
        x = ir_select(&b, nx, ir_neg(&b, x), x);
        y = ir_select(&b, ny, ir_neg(&b, y), y);
    }
    IrFunc *h = divide_helper(l);
    IrValue *a[2] = {x, y};
    IrValue *r = ir_extract(&b, &ir_call_fn(&b, h, 2, a)->v, div ? 0 : 1);
    if (sign) r = ir_select(&b, div ? ir_xor(&b, nx, ny) : nx, ir_neg(&b, r), r);
    ir_replace_erase(i, ir_int_resize(&b, r, t, sign));
    return true;
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
    IrType *t = ir_op(i, 0)->type, *w = ir_ty_int(l->m, 128), *h = l->m->ty_i64, *ft = i->v.type;
    if (!ir_ty_is_int(t) || t->bits <= 64 || t->bits > 128) return false;
    if (ft->kind == IR_TY_FP128) return false;
    IrBuilder b = ir_builder_at(i);
    IrType *work = ft->kind == IR_TY_DOUBLE ? ft : l->m->ty_float;
    IrValue *x = ir_int_resize(&b, ir_op(i, 0), w, sign), *neg = NULL, *no = &ir_false(l->m)->v;
    if (sign) {
        neg = ir_cmp(&b, IR_SLT, x, legal_zero(l, w));
        x = ir_select(&b, neg, ir_neg(&b, x), x);
    }
    IrValue *n = IR_CALL(&b, IR_I_ctlz, NULL, x, no);
    n = ir_select(&b, ir_cmp(&b, IR_EQ, n, legal_num(w, 128)), legal_zero(l, w), n);
    IrValue *top = ir_shl(&b, x, n);
    IrValue *lead = ir_trunc(&b, ir_lshr(&b, top, legal_num(w, 64)), h),
            *rest = ir_trunc(&b, top, h);
    lead = ir_or(&b, lead, ir_zext(&b, ir_cmp(&b, IR_NE, rest, legal_zero(l, h)), h));
    if (ft->bits == 16) {
        IrValue *few = ir_lshr(&b, lead, legal_i64(l, 48));
        IrValue *low = ir_and(&b, lead, legal_i64(l, (1ull << 48) - 1));
        IrValue *sticky = ir_zext(&b, ir_cmp(&b, IR_NE, low, legal_zero(l, h)), h);
        lead = ir_shl(&b, ir_or(&b, few, sticky), legal_i64(l, 48));
    }
    IrValue *e = ir_sub(&b, legal_i64(l, 64), ir_trunc(&b, n, h));
    IrValue *f = ir_uitofp(&b, lead, work);
    f = ir_fmul(&b, f, power_of_two(l, &b, work, e));
    if (neg) f = ir_select(&b, neg, ir_fneg(&b, f), f);
    ir_replace_erase(i, ft == work ? f : ir_fptrunc(&b, f, ft));
    return true;
}

// The high word is the number over 2^64 cut off, the low one what remains: both exact.
static bool expand_from_float(Legal *l, IrInst *i) {
    bool sign = i->v.op == IR_FPTOSI;
    IrType *t = i->v.type, *w = ir_ty_int(l->m, 128), *h = l->m->ty_i64;
    if ((!sign && i->v.op != IR_FPTOUI) || !ir_ty_is_int(t) || t->bits <= 64 || t->bits > 128)
        return false;
    IrType *ft = ir_op(i, 0)->type;
    if (ft->kind == IR_TY_FP128) return false;
    IrBuilder b = ir_builder_at(i);
    IrType *work = ft->kind == IR_TY_DOUBLE ? ft : l->m->ty_float;
    IrValue *f = ft == work ? ir_op(i, 0) : ir_fpext(&b, ir_op(i, 0), work), *neg = NULL;
    if (sign) {
        neg = ir_cmp(&b, IR_FCMP_OLT, f, &ir_fp(l->m, work, 0)->v);
        f = IR_CALL(&b, IR_I_fabs, NULL, f);
    }
    IrValue *hi = ir_fptoui(&b, ir_fmul(&b, f, &ir_fp(l->m, work, 0x1p-64)->v), h);
    IrValue *part = ir_fmul(&b, ir_uitofp(&b, hi, work), &ir_fp(l->m, work, 0x1p64)->v);
    IrValue *lo = ir_fptoui(&b, ir_fsub(&b, f, part), h);
    IrValue *r = ir_or(&b, ir_shl(&b, ir_zext(&b, hi, w), legal_num(w, 64)), ir_zext(&b, lo, w));
    if (neg) r = ir_select(&b, neg, ir_neg(&b, r), r);
    ir_replace_erase(i, ir_int_resize(&b, r, t, sign));
    return true;
}

// ---- widths between 64 and 128 ------------------------------------------------------------------

static bool in_between(const IrType *t) {
    return t->kind == IR_TY_INT && t->bits > 64 && t->bits < 128;
}

// Operations that look at the bits above the width work on the extended value.
static bool expand_between(Legal *l, IrInst *i) {
    if (!i->nops || !in_between(ir_op(i, 0)->type)) return false;
    IrType *w = ir_ty_int(l->m, 128);
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

// ---- memory accesses of odd sizes ---------------------------------------------------------------

static bool power_size(uint64_t n) {
    return n && !(n & (n - 1));
}

static uint32_t low_bit(uint64_t n) {
    return (uint32_t)(n & (0 - n));
}

// An integer whose bytes are not a power of two (i24, i48 ...) must not touch its neighbours:
// pieces from the largest that fits. A store also clears the bits between the width and its bytes.
static bool expand_odd_access(Legal *l, IrInst *i) {
    bool store = i->v.op == IR_STORE;
    if (!store && i->v.op != IR_LOAD) return false;
    IrType *t = store ? ir_op(i, 0)->type : i->v.type;
    if (t->kind != IR_TY_INT || t->bits > 128 || t->bits == 1) return false;
    uint64_t bytes = t->store_size;
    bool whole = t->bits % 8 == 0;
    if (power_size(bytes) && (whole || !store)) return false;
    IrBuilder b = ir_builder_at(i);
    IrType *full = ir_ty_int(l->m, (uint32_t)bytes * 8);
    IrValue *p = ir_op(i, store ? 1 : 0), *sum = store ? ir_zext(&b, ir_op(i, 0), full) : NULL;
    if (power_size(bytes)) {
        IrInst *st = ir_store(&b, sum, p, i->align);
        st->order = i->order;
        st->scope = i->scope;
        st->v.flags = i->v.flags;
        ir_erase(i);
        return true;
    }
    uint64_t off = 0;
    while (off < bytes) {
        uint32_t n = 8;
        while (n > bytes - off) n /= 2;
        IrType *piece = ir_ty_int(l->m, n * 8);
        IrValue *at = off ? ir_ptradd_c(&b, p, (int64_t)off, IR_INBOUNDS) : p;
        uint32_t align = CU_MIN(n, low_bit(off | CU_MAX(i->align, 1u)));
        if (store) {
            IrValue *v = off ? ir_lshr(&b, sum, legal_num(full, off * 8)) : sum;
            ir_store(&b, ir_trunc(&b, v, piece), at, align)->v.flags = i->v.flags;
        } else {
            IrInst *ld = ir_load(&b, piece, at, align);
            ld->v.flags = i->v.flags;
            IrValue *v = ir_zext(&b, &ld->v, full);
            if (off) v = ir_shl(&b, v, legal_num(full, off * 8));
            sum = sum ? ir_or(&b, sum, v) : v;
        }
        off += n;
    }
    if (store)
        ir_erase(i);
    else
        ir_replace_erase(i, ir_trunc(&b, sum, t));
    return true;
}

bool legal_wide(Legal *l, IrInst *i) {
    return expand_division(l, i) || expand_to_float(l, i) || expand_from_float(l, i) ||
           expand_between(l, i) || expand_odd_access(l, i);
}
