// SPDX-License-Identifier: Apache-2.0
// facts/const_intern.c: constant values: hash-consing, and template parameter objects.
#include "cxx/facts/facts.h"

static uint64_t hash_val(const ConstVal *v, uint32_t depth) {
    if (!v) return 7;
    uint64_t h = hash_mix(v->kind, (uint64_t)(uintptr_t)v->type);
    switch (v->kind) {
    case CV_INT: return hash_mix(hash_mix(h, v->u.i.w[0]), v->u.i.w[1]);
    case CV_FLOAT: {
        u128 b = apf_to_bits(v->u.f);
        return hash_mix(hash_mix(h, (uint64_t)b), (uint64_t)(b >> 64));
    }
    case CV_LVALUE:
        h = hash_mix(h, (uint64_t)(uintptr_t)v->u.lv.base ^ (uint64_t)(uintptr_t)v->u.lv.expr_base);
        return hash_mix(h, (uint64_t)v->u.lv.offset * 2 + v->u.lv.one_past);
    case CV_MEMPTR:
        return hash_mix(hash_mix(h, (uint64_t)(uintptr_t)v->u.mp.member), (uint64_t)v->u.mp.adj);
    case CV_UNION:
        h = hash_mix(h, (uint64_t)(uintptr_t)v->u.un.field);
        return depth ? hash_mix(h, hash_val(v->u.un.val, depth - 1)) : h;
    case CV_AGG:
    case CV_VECTOR:
        h = hash_mix(h, v->u.agg.total);
        for (uint32_t i = 0; depth && i < v->u.agg.n; i++)
            h = hash_mix(h, hash_val(v->u.agg.at[i], depth - 1));
        return h;
    default: return h;
    }
}

static bool same_val(const ConstVal *a, const ConstVal *b) {
    if (a == b) return true;
    if (!a || !b || a->kind != b->kind || a->type != b->type) return false;
    switch (a->kind) {
    case CV_INT: return a->u.i.width == b->u.i.width && apint_eq(a->u.i, b->u.i);
    case CV_FLOAT: return a->u.f.fmt == b->u.f.fmt && apf_same(a->u.f, b->u.f);
    case CV_LVALUE:
        return a->u.lv.base == b->u.lv.base && a->u.lv.expr_base == b->u.lv.expr_base &&
               a->u.lv.offset == b->u.lv.offset && a->u.lv.one_past == b->u.lv.one_past;
    case CV_MEMPTR: return a->u.mp.member == b->u.mp.member && a->u.mp.adj == b->u.mp.adj;
    case CV_UNION: return a->u.un.field == b->u.un.field && same_val(a->u.un.val, b->u.un.val);
    case CV_AGG:
    case CV_VECTOR:
        if (a->u.agg.n != b->u.agg.n || a->u.agg.total != b->u.agg.total) return false;
        for (uint32_t i = 0; i < a->u.agg.n; i++)
            if (!same_val(a->u.agg.at[i], b->u.agg.at[i])) return false;
        return same_val(a->u.agg.filler, b->u.agg.filler);
    default: return true;
    }
}

static bool eq_val(const void *key, const void *item) {
    return same_val(key, item);
}

typedef struct ConstTable {
    ConsSet set;
    Map objects; // of class type: ConstVal -> VarDecl
} ConstTable;

enum { HASH_DEPTH = 8 };

ConstVal *cxx_const_intern(Cxx *x, const ConstVal *v) {
    Arena *a = &x->ctx->perm;
    if (!x->consts) {
        x->consts = arena_zalloc(a, sizeof(ConstTable), _Alignof(max_align_t));
        cons_init(&((ConstTable *)x->consts)->set, a);
        map_init(&((ConstTable *)x->consts)->objects, a);
    }
    // parts first; arrays in one form, so that {} and {0, 0} are the same value
    ConstVal whole = *v;
    if (v->kind == CV_AGG || v->kind == CV_VECTOR) {
        bool fill = v->kind == CV_AGG && v->u.agg.filler && v->u.agg.total <= 4096;
        uint32_t n = fill ? (uint32_t)v->u.agg.total : v->u.agg.n;
        whole.u.agg.at = arena_array(a, ConstVal *, n + 1);
        for (uint32_t i = 0; i < n; i++) {
            ConstVal *e = i < v->u.agg.n ? v->u.agg.at[i] : v->u.agg.filler;
            whole.u.agg.at[i] = e ? cxx_const_intern(x, e) : NULL;
        }
        whole.u.agg.n = n;
        if (fill) whole.u.agg.filler = NULL;
        if (whole.u.agg.filler) whole.u.agg.filler = cxx_const_intern(x, whole.u.agg.filler);
    } else if (v->kind == CV_UNION && v->u.un.val) {
        whole.u.un.val = cxx_const_intern(x, v->u.un.val);
    }
    ConsSet *s = &((ConstTable *)x->consts)->set;
    uint64_t h = hash_val(&whole, HASH_DEPTH);
    ConstVal *r = cons_find(s, h, eq_val, &whole);
    if (r) return r;
    r = arena_copy(a, &whole, sizeof whole, _Alignof(ConstVal));
    cons_add(s, h, r);
    return r;
}

VarDecl *cxx_tmpl_object(Cxx *x, const ConstVal *val, Pos pos) {
    ConstVal *c = cxx_const_intern(x, val);
    Map *objects = &((ConstTable *)x->consts)->objects;
    VarDecl *v = map_get(objects, (uintptr_t)c);
    if (v) return v;
    Arena *a = &x->ctx->perm;
    v = arena_new(a, VarDecl);
    map_put(objects, (uintptr_t)c, v);
    Buf b;
    buf_init(&b, a);
    cxx_const_print(x, &b, c);
    v->d.kind = D_VAR;
    v->d.name = atom_cstr(x->ctx, buf_cstr(&b));
    v->d.flags = DF_CONSTEXPR | DF_IMPLICIT | DF_USED;
    v->d.linkage = LK_EXTERNAL;
    v->d.type = ty_qual(x, c->type, Q_CONST);
    v->d.pos = pos;
    v->d.id = x->next_decl_id++;
    v->d.scope = x->global;
    v->storage = STOR_GLOBAL;
    v->tmpl_object = v->defined = v->init_done = v->const_tried = true;
    v->value = c;
    v->init = cxx_expr_new(x, E_CONST, v->d.type, VC_PRVALUE, pos);
    v->init->u.val = c;
    return v;
}
