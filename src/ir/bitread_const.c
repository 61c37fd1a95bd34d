// SPDX-License-Identifier: Apache-2.0
// Constants of bitcode. A constant may refer to later ones, so records are kept and made when asked
// for.
#include "ir/bitread_int.h"

bool bc_constants(Bc *c) {
    BlockMark m;
    Rec r = {0};
    IrType *t = c->m->ty_i32;
    int k;
    if (!bits_enter(&c->b, 11, &m)) return false;
    while ((k = bits_next(&c->b, &r)) != BITS_END) {
        if (k == BITS_BLOCK) {
            bits_skip(&c->b);
            continue;
        }
        if (r.code == CST_SETTYPE) {
            t = bc_type(c, rec(&r, 0));
            if (!t) return false;
            continue;
        }
        BcValue v = {.type = t, .pending = true, .rec = r};
        v.rec.op.at = arena_copy(c->a, r.op.at, r.op.n * sizeof(uint64_t), 8);
        v.rec.op.cap = r.op.n;
        vec_push(c->a, &c->value, v);
    }
    bits_leave(&c->b, &m);
    return !c->b.error;
}

static IrConst *aggregate(Bc *c, IrType *t, const Rec *r) {
    if (r->op.n != t->n || (!ir_ty_is_agg(t) && !ir_ty_is_vec(t))) {
        return bc_fail(c, "aggregate constant of a wrong type");
    }
    IrConst **e = arena_array(c->a, IrConst *, r->op.n);
    for (uint32_t i = 0; i < r->op.n; i++) {
        e[i] = bc_const(c, r->op.at[i]);
        if (!e[i]) return NULL;
        if (e[i]->v.type != ir_ty_member(t, i)) return bc_fail(c, "member of a wrong type");
    }
    return ir_agg(c->m, t, r->op.n, e);
}

static IrConst *data(Bc *c, IrType *t, const Rec *r, bool bytes, bool nul) {
    uint32_t n = r->op.n + nul;
    if ((t->kind != IR_TY_ARRAY && t->kind != IR_TY_VECTOR) || t->n != n) {
        return bc_fail(c, "constant data of a wrong type");
    }
    uint32_t w = t->elem->bits / 8;
    bool plain = ir_ty_is_int(t->elem) || ir_ty_is_fp(t->elem);
    if (!plain || (w != 1 && w != 2 && w != 4 && w != 8) || (bytes && w != 1)) {
        return bc_fail(c, "constant data of a wrong type");
    }
    uint8_t *p = arena_alloc(c->a, (size_t)n * w + 8, 8);
    for (uint32_t i = 0; i < n; i++) {
        uint64_t v = rec(r, i);
        memcpy(p + (size_t)i * w, &v, w);
    }
    return ir_data(c->m, t, p, (size_t)n * w);
}

static IrConst *gep(Bc *c, const Rec *r) {
    uint32_t at = 0;
    uint16_t flags = 0;
    IrType *src = NULL;
    IrConst *v[16];
    uint32_t n = 0;
    if (r->code == CST_GEP_OLD || r->code == CST_INBOUNDS_GEP) {
        if (r->op.n % 2) src = bc_type(c, rec(r, at++));
        if (r->code == CST_INBOUNDS_GEP) flags = IR_INBOUNDS | IR_NUSW;
    } else {
        src = bc_type(c, rec(r, at++));
        uint64_t f = rec(r, at++);
        if (f & 1) flags |= IR_INBOUNDS | IR_NUSW;
        if (r->code != CST_GEP_INRANGE_OLD && (f & 4)) flags |= IR_NUW;
        if (r->code == CST_GEP_INRANGE) return bc_fail(c, "inrange address constant");
    }
    for (; at + 1 < r->op.n && n < 16; at += 2) {
        v[n] = bc_const(c, rec(r, at + 1));
        if (!v[n++]) return NULL;
    }
    if (!src || !src->sized || n < 1 || v[0]->v.type->kind != IR_TY_PTR) {
        return bc_fail(c, "bad address constant");
    }
    for (uint32_t i = 1; i < n; i++) {
        if (v[i]->v.type->kind != IR_TY_INT) return bc_fail(c, "bad index of an address constant");
    }
    return ir_cgep(c->m, src, v[0], n - 1, v + 1, flags);
}

static IrValue *inline_asm(Bc *c, IrType *t, const Rec *r) {
    uint32_t at = 0;
    if (r->code == CST_INLINEASM) t = bc_type(c, rec(r, at++));
    uint64_t flags = rec(r, at++), n = rec(r, at++);
    if (n > r->op.n || at + n >= r->op.n) return bc_fail(c, "bad inline asm");
    char *text = arena_alloc(c->a, n + 1, 1);
    for (uint64_t i = 0; i < n; i++) text[i] = (char)rec(r, at++);
    uint64_t k = rec(r, at++);
    if (k > r->op.n - at) return bc_fail(c, "bad inline asm");
    char *cons = arena_alloc(c->a, k + 1, 1);
    for (uint64_t i = 0; i < k; i++) cons[i] = (char)rec(r, at++);
    if (!t) return NULL;
    IrAsm *a =
        ir_asm(c->m, t, atom_intern(c->ctx, text, n), atom_intern(c->ctx, cons, k), flags & 1);
    a->align_stack = flags & 2;
    return &a->v;
}

static IrConst *wide_int(Bc *c, IrType *t, const Rec *r) {
    uint64_t *w = arena_array(c->a, uint64_t, r->op.n);
    if (t->kind != IR_TY_INT) return bc_fail(c, "integer constant of a wrong type");
    for (uint32_t i = 0; i < r->op.n; i++) w[i] = (uint64_t)rec_signed(r->op.at[i]);
    return ir_int_words(c->m, t, r->op.n, w);
}

static IrConst *cexpr(Bc *c, IrType *t, const Rec *r) {
    IrConst *v[2];
    uint32_t n = r->code == CST_CAST ? 1 : 2;
    uint64_t op = rec(r, 0);
    for (uint32_t i = 0; i < n; i++) {
        v[i] = bc_const(c, rec(r, n == 1 ? 2 : i + 1));
        if (!v[i]) return NULL;
    }
    if (op >= 13) return bc_fail(c, "bad constant expression");
    if (n == 1) {
        IrConst *x = ir_ccast(c->m, bc_casts[op], v[0], t);
        return x ? x : bc_fail(c, "bad constant cast");
    }
    IrConst *x = ir_cexpr(c->m, bc_binops[ir_ty_is_fp(ir_ty_scalar(t))][op], 0, t, NULL, 2, v);
    return x ? x : bc_fail(c, "constant expression that LLVM 19 does not have");
}

static IrValue *make(Bc *c, IrType *t, const Rec *r) {
    IrConst *x = NULL;
    if (!t->sized && t->kind != IR_TY_FUNC && r->code != CST_INLINEASM) {
        return bc_fail(c, "constant of a type without size");
    }
    switch (r->code) {
    case CST_NULL: x = ir_null(c->m, t); break;
    case CST_UNDEF: x = ir_undef(c->m, t); break;
    case CST_POISON: x = ir_poison(c->m, t); break;
    case CST_INTEGER:
        if (t->kind != IR_TY_INT) return bc_fail(c, "integer constant of a wrong type");
        x = ir_sint(t, rec_signed(rec(r, 0)));
        break;
    case CST_WIDE_INTEGER: x = wide_int(c, t, r); break;
    case CST_FLOAT:
        if (!ir_ty_is_fp(t)) return bc_fail(c, "floating-point constant of a wrong type");
        x = ir_fp_bits(c->m, t, rec(r, 0), rec(r, 1));
        break;
    case CST_AGGREGATE: x = aggregate(c, t, r); break;
    case CST_STRING: x = data(c, t, r, true, false); break;
    case CST_CSTRING: x = data(c, t, r, true, true); break;
    case CST_DATA: x = data(c, t, r, false, false); break;
    case CST_BINOP:
    case CST_CAST: x = cexpr(c, t, r); break;
    case CST_GEP_OLD:
    case CST_INBOUNDS_GEP:
    case CST_GEP_INRANGE_OLD:
    case CST_GEP_INRANGE:
    case CST_GEP: x = gep(c, r); break;
    case CST_INLINEASM_OLD:
    case CST_INLINEASM_OLD2:
    case CST_INLINEASM_OLD3:
    case CST_INLINEASM: return inline_asm(c, t, r);
    default: return bc_fail(c, "unknown kind of constant");
    }
    return x ? &x->v : NULL;
}

// The value of an id outside of functions, made if need be.
static IrValue *settle(Bc *c, uint64_t id) {
    if (id >= c->value.n) return bc_fail(c, "value that does not exist");
    BcValue *v = &c->value.at[id];
    if (!v->pending) return v->value;
    if (v->busy || ++c->depth > 500) return bc_fail(c, "constant contains itself");
    v->busy = true;
    Rec r = v->rec;
    IrValue *x = make(c, v->type, &r);
    v = &c->value.at[id];
    v->busy = false;
    v->pending = false;
    v->value = x;
    c->depth--;
    return x;
}

IrConst *bc_const(Bc *c, uint64_t id) {
    IrValue *v = settle(c, id);
    if (v && !ir_is_const(v)) return bc_fail(c, "constant expected");
    return (IrConst *)v;
}

IrValue *bc_value(Bc *c, uint64_t id, IrType *t) {
    if (id < c->value.n) {
        IrValue *v = settle(c, id);
        if (v && t && v->type != t) return bc_fail(c, "value of another type than expected");
        return v;
    }
    if (!t || id > UINT32_MAX || t->kind == IR_TY_VOID) return bc_fail(c, "forward reference");
    void **slot = map_slot(&c->fwd, id + 1);
    if (!*slot) *slot = ir_inst_new(c->fn, IR_FREEZE, t, 0);
    IrValue *v = &((IrInst *)*slot)->v;
    return v->type == t ? v : bc_fail(c, "forward reference of two types");
}
