// SPDX-License-Identifier: Apache-2.0
// facts/const_intern.c: constant values: hash-consing, and template parameter objects.
#include "cxx/facts/facts.h"

// By what same_val compares; below some depth parts do not count.
static uint64_t hash_val(const ConstVal *constant, uint32_t depth) {
    if (!constant) return 7;
    uint64_t h = hash_mix(constant->kind, (uint64_t)(uintptr_t)constant->type);
    switch (constant->kind) {
    case CV_INT: return hash_mix(hash_mix(h, constant->u.i.w[0]), constant->u.i.w[1]);
    case CV_FLOAT: {
        u128 b = apf_to_bits(constant->u.f);
        return hash_mix(hash_mix(h, (uint64_t)b), (uint64_t)(b >> 64));
    }
    case CV_LVALUE:
        h = hash_mix(h, (uint64_t)(uintptr_t)constant->u.lv.base ^
                            (uint64_t)(uintptr_t)constant->u.lv.expr_base);
        return hash_mix(h, (uint64_t)constant->u.lv.offset * 2 + constant->u.lv.one_past);
    case CV_MEMPTR:
        return hash_mix(hash_mix(h, (uint64_t)(uintptr_t)constant->u.mp.member),
                        (uint64_t)constant->u.mp.adj);
    case CV_UNION:
        h = hash_mix(h, (uint64_t)(uintptr_t)constant->u.un.field);
        return depth ? hash_mix(h, hash_val(constant->u.un.val, depth - 1)) : h;
    case CV_AGG:
    case CV_VECTOR:
        h = hash_mix(h, constant->u.agg.total);
        for (uint32_t i = 0; depth && i < constant->u.agg.n; i++)
            h = hash_mix(h, hash_val(constant->u.agg.at[i], depth - 1));
        return h;
    default: return h;
    }
}

// Template-argument-equivalent [temp.type]/2.
static bool same_val(const ConstVal *constant, const ConstVal *b) {
    if (constant == b) return true;
    if (!constant || !b || constant->kind != b->kind || constant->type != b->type) return false;
    switch (constant->kind) {
    case CV_INT: return constant->u.i.width == b->u.i.width && apint_eq(constant->u.i, b->u.i);
    case CV_FLOAT: return constant->u.f.fmt == b->u.f.fmt && apf_same(constant->u.f, b->u.f);
    case CV_LVALUE:
        return constant->u.lv.base == b->u.lv.base &&
               constant->u.lv.expr_base == b->u.lv.expr_base &&
               constant->u.lv.offset == b->u.lv.offset &&
               constant->u.lv.one_past == b->u.lv.one_past;
    case CV_MEMPTR:
        return constant->u.mp.member == b->u.mp.member && constant->u.mp.adj == b->u.mp.adj;
    case CV_UNION:
        return constant->u.un.field == b->u.un.field && same_val(constant->u.un.val, b->u.un.val);
    case CV_AGG:
    case CV_VECTOR:
        if (constant->u.agg.n != b->u.agg.n || constant->u.agg.total != b->u.agg.total)
            return false;
        for (uint32_t i = 0; i < constant->u.agg.n; i++)
            if (!same_val(constant->u.agg.at[i], b->u.agg.at[i])) return false;
        return same_val(constant->u.agg.filler, b->u.agg.filler);
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

ConstVal *cxx_const_intern(Cxx *cxx, const ConstVal *constant) {
    Arena *arena = &cxx->ctx->perm;
    if (!cxx->consts) {
        cxx->consts = arena_zalloc(arena, sizeof(ConstTable), _Alignof(max_align_t));
        cons_init(&((ConstTable *)cxx->consts)->set, arena);
        map_init(&((ConstTable *)cxx->consts)->objects, arena);
    }
    // parts first; arrays in one form, so that {} and {0, 0} are the same value
    ConstVal whole = *constant;
    if (is_any_of(constant->kind, CV_AGG, CV_VECTOR)) {
        bool fill =
            constant->kind == CV_AGG && constant->u.agg.filler && constant->u.agg.total <= 4096;
        uint32_t n = fill ? (uint32_t)constant->u.agg.total : constant->u.agg.n;
        whole.u.agg.at = arena_array(arena, ConstVal *, n + 1);
        for (uint32_t i = 0; i < n; i++) {
            ConstVal *e = i < constant->u.agg.n ? constant->u.agg.at[i] : constant->u.agg.filler;
            whole.u.agg.at[i] = e ? cxx_const_intern(cxx, e) : NULL;
        }
        whole.u.agg.n = n;
        if (fill) whole.u.agg.filler = NULL;
        if (whole.u.agg.filler) whole.u.agg.filler = cxx_const_intern(cxx, whole.u.agg.filler);
    } else if (constant->kind == CV_UNION && constant->u.un.val) {
        whole.u.un.val = cxx_const_intern(cxx, constant->u.un.val);
    }
    ConsSet *s = &((ConstTable *)cxx->consts)->set;
    uint64_t h = hash_val(&whole, HASH_DEPTH);
    ConstVal *r = cons_find(s, h, eq_val, &whole);
    if (r) return r;
    r = arena_copy(arena, &whole, sizeof whole, _Alignof(ConstVal));
    cons_add(s, h, r);
    return r;
}

VarDecl *cxx_tmpl_object(Cxx *cxx, const ConstVal *val, Pos pos) {
    ConstVal *constant = cxx_const_intern(cxx, val);
    Map *objects = &((ConstTable *)cxx->consts)->objects;
    VarDecl *var = map_get(objects, (uintptr_t)constant);
    if (var) return var;
    Arena *arena = &cxx->ctx->perm;
    var = arena_new(arena, VarDecl);
    map_put(objects, (uintptr_t)constant, var);
    Buf out;
    buf_init(&out, arena);
    cxx_const_print(cxx, &out, constant);
    var->d.kind = D_VAR;
    var->d.name = atom_cstr(cxx->ctx, buf_cstr(&out));
    var->d.flags = DF_CONSTEXPR | DF_IMPLICIT | DF_USED;
    var->d.linkage = LK_EXTERNAL;
    var->d.type = ty_qual(cxx, constant->type, Q_CONST);
    var->d.pos = pos;
    var->d.id = cxx_decl_id(cxx);
    var->d.scope = cxx->global;
    var->storage = STOR_GLOBAL;
    var->tmpl_object = var->defined = var->init_done = var->const_tried = true;
    var->value = constant;
    var->init = cxx_expr_new(cxx, E_CONST, var->d.type, VC_PRVALUE, pos);
    var->init->u.val = constant;
    return var;
}
