// SPDX-License-Identifier: Apache-2.0
// constant/memory.c: the objects of constant evaluation: creation, subobjects, lifetime, reading
// and writing scalars, copying.
#include "cxx/constant/eval_int.h"

// ---- storage -----------------------------------------------------------------------------------

static uint32_t pool_of(uint64_t n) {
    uint32_t k = 0;
    while ((uint64_t)1 << k < n) k++;
    return k;
}

// n objects side by side, from the free list of their size.
static Obj *alloc_objs(Ev *ev, uint64_t n, bool perm) {
    if (perm) return arena_array(&ev->x->ctx->perm, Obj, n);
    uint32_t k = pool_of(n);
    if (k < EV_POOLS && ev->pool[k]) {
        Obj *o = ev->pool[k];
        ev->pool[k] = o->up.parent;
        for (uint64_t i = 0; i < n; i++) {
            uint32_t gen = o[i].gen;
            o[i] = (Obj){.gen = gen};
        }
        return o;
    }
    Obj *o = arena_array(ev->arena, Obj, k < EV_POOLS ? (uint64_t)1 << k : n);
    return o;
}

static void free_objs(Ev *ev, Obj *o, uint64_t n) {
    uint32_t k = pool_of(n);
    if (k >= EV_POOLS) return;
    o->up.parent = ev->pool[k];
    ev->pool[k] = o;
}

static void kill(Ev *ev, Obj *o);

static void kill_subs(Ev *ev, Obj *o) {
    if (o->flags & OF_PERM) return;
    if (o->state == OS_CLASS) {
        for (uint32_t i = 0; i < o->u.cls.n; i++) kill(ev, &o->u.cls.sub[i]);
        if (o->u.cls.n) free_objs(ev, o->u.cls.sub, o->u.cls.n);
    } else if (o->state == OS_ARRAY) {
        uint64_t n = o->u.arr.n;
        for (uint64_t c = 0; c * OBJ_CHUNK < n; c++) {
            if (!o->u.arr.chunk[c]) continue;
            uint64_t m = CU_MIN(n - c * OBJ_CHUNK, (uint64_t)OBJ_CHUNK);
            for (uint64_t i = 0; i < m; i++) kill(ev, &o->u.arr.chunk[c][i]);
            free_objs(ev, o->u.arr.chunk[c], m);
        }
    } else if (o->state == OS_UNION) {
        for (uint32_t i = 0; i < o->u.un.n; i++) kill(ev, &o->u.un.sub[i]);
        if (o->u.un.n) free_objs(ev, o->u.un.sub, o->u.un.n);
    }
}

static void kill(Ev *ev, Obj *o) {
    kill_subs(ev, o);
    o->gen++;
    o->state = OS_DEAD;
}

Obj *ev_root(Ev *ev, Type *t, RootKind k) {
    bool perm = k == RK_STATIC || k == RK_STRING;
    Arena *a = perm ? &ev->x->ctx->perm : ev->arena;
    Obj *o = alloc_objs(ev, 1, perm);
    o->type = t;
    o->state = OS_INDET;
    o->flags = OF_ROOT | (perm ? OF_PERM : 0);
    o->up.root = arena_new(a, Root);
    *o->up.root = (Root){.kind = (uint8_t)k, .serial = perm ? 0 : ev->serial};
    return o;
}

void ev_release(Ev *ev, Obj *o) {
    if (!(o->flags & OF_ROOT) || (o->flags & OF_PERM)) return;
    kill(ev, o);
    free_objs(ev, o, 1);
}

void ev_reset(Ev *ev, Obj *o, ObjState s) {
    kill_subs(ev, o);
    memset(&o->u, 0, sizeof o->u);
    o->state = (uint8_t)s;
}

Root *ev_root_of(const Obj *o) {
    while (!(o->flags & OF_ROOT)) o = o->up.parent;
    return o->up.root;
}

ClassDecl *ev_class(const Obj *o) {
    return o->type->kind == TY_CLASS ? o->type->u.cls : NULL;
}

// ---- subobjects --------------------------------------------------------------------------------

static void init_sub(Obj *s, Obj *parent, uint32_t index, Type *t, uint8_t state) {
    s->type = t;
    s->up.parent = parent;
    s->index = index;
    s->state = state;
    s->flags = parent->flags & OF_PERM;
    memset(&s->u, 0, sizeof s->u);
}

// A subobject starts in its parent's lazy state; that of a constant has its part of it.
static void from_const(Obj *s, ConstVal *c) {
    if (!c || c->kind == CV_INDET || c->kind == CV_NONE) {
        s->state = OS_INDET;
        return;
    }
    s->state = OS_CONST;
    s->u.cv = c;
    if (s->type->kind == TY_ARRAY_INC && c->type) s->type = c->type; // a flexible array member
}

static Type *member_type(Obj *o, FieldDecl *f, Cxx *x) {
    Type *t = f->d.type;
    unsigned q = o->type->quals & (Q_CONST | Q_VOLATILE);
    if (f->d.flags & DF_MUTABLE) q &= ~(unsigned)Q_CONST;
    return q && !ty_is_ref(t) ? ty_qual(x, t, q) : t;
}

static uint8_t field_flags(const FieldDecl *f) {
    return (uint8_t)((f->d.flags & DF_MUTABLE ? OF_MUT : 0) | (f->is_bitfield ? OF_BITS : 0));
}

static void expand_class(Ev *ev, Obj *o, ClassDecl *c) {
    uint8_t st = o->state;
    ConstVal *cv = st == OS_CONST ? o->u.cv : NULL;
    uint32_t n = c->nbase + c->fields.n;
    Obj *sub = alloc_objs(ev, n ? n : 1, o->flags & OF_PERM);
    for (uint32_t i = 0; i < n; i++) {
        FieldDecl *f = i < c->nbase ? NULL : c->fields.at[i - c->nbase];
        Type *t = f ? member_type(o, f, ev->x)
                    : ty_qual(ev->x, c->base[i].cls->d.type, o->type->quals & Q_CONST);
        init_sub(&sub[i], o, i, t, st);
        sub[i].flags |= f ? field_flags(f) : OF_BASE;
        if (cv) from_const(&sub[i], i < cv->u.agg.n ? cv->u.agg.at[i] : NULL);
    }
    o->state = OS_CLASS;
    o->u.cls.sub = sub;
    o->u.cls.n = n;
}

static void expand_union(Ev *ev, Obj *o, ClassDecl *c) {
    uint8_t st = o->state;
    ConstVal *cv = st == OS_CONST ? o->u.cv : NULL;
    uint32_t n = c->fields.n;
    Obj *sub = alloc_objs(ev, n ? n : 1, o->flags & OF_PERM);
    for (uint32_t i = 0; i < n; i++) {
        FieldDecl *f = c->fields.at[i];
        init_sub(&sub[i], o, i, member_type(o, f, ev->x), st == OS_UNKNOWN ? st : OS_DEAD);
        sub[i].flags |= field_flags(f);
    }
    o->state = OS_UNION;
    o->u.un.sub = sub;
    o->u.un.n = n;
    o->u.un.field = NULL;
    FieldDecl *f = cv && cv->kind == CV_UNION ? cv->u.un.field : NULL;
    if (st == OS_ZERO && n) f = c->fields.at[0];
    if (!f) return;
    o->u.un.field = f;
    sub[f->index].state = st;
    if (cv) from_const(&sub[f->index], cv->u.un.val);
}

enum { MAX_ELEMS = 1 << 26 };

static void expand_array(Ev *ev, Obj *o, Pos pos) {
    uint8_t st = o->state;
    ConstVal *cv = st == OS_CONST ? o->u.cv : NULL;
    uint64_t n = o->type->kind == TY_ARRAY || o->type->kind == TY_VECTOR ? o->type->u.array.n : 0;
    if (n > MAX_ELEMS) EV_FAIL(ev, pos, const_too_large, o->type);
    uint64_t nc = (n + OBJ_CHUNK - 1) / OBJ_CHUNK;
    Arena *a = o->flags & OF_PERM ? &ev->x->ctx->perm : ev->arena;
    memset(&o->u, 0, sizeof o->u);
    o->state = OS_ARRAY;
    o->u.arr.chunk = arena_array(a, Obj *, nc ? nc : 1);
    o->u.arr.n = n;
    o->u.arr.fill = st;
    o->u.arr.cv = cv;
}

// A variable that can be used in constant expressions gets its value now.
static void force_static(Ev *ev, Obj *o, Pos pos) {
    Root *r = o->up.root;
    if (r->kind != RK_STATIC || !r->var || r->var->kind != D_VAR || o->state != OS_UNKNOWN) return;
    VarDecl *v = (VarDecl *)r->var;
    Type *t = v->d.type;
    Type *e = t;
    while (ty_is_array(e)) e = e->u.array.elem;
    bool usable = (v->d.flags & DF_CONSTEXPR) || ty_is_ref(t) ||
                  ((ty_is_integral(e) || e->kind == TY_ENUM) && e == t && (e->quals & Q_CONST) &&
                   !(e->quals & Q_VOLATILE));
    if (!usable && t->kind == TY_CLASS && (t->quals & Q_CONST) && (v->d.flags & DF_STATIC)) {
        cxx_var_find(ev->x, v); // `constexpr` may stand at the definition outside of the class
        usable = (v->d.flags & DF_CONSTEXPR) != 0;
    }
    ConstVal *c = usable ? cxx_var_const(ev->x, v) : ev->fold ? cxx_var_fold(ev->x, v) : NULL;
    if (!c) return;
    if (o->type->kind == TY_ARRAY_INC && v->d.type->kind == TY_ARRAY) o->type = v->d.type;
    o->u.cv = c;
    o->state = OS_CONST;
    (void)pos;
}

static void force(Ev *ev, Obj *o, Pos pos) {
    if ((o->flags & OF_ROOT) && o->state == OS_UNKNOWN) force_static(ev, o, pos);
}

void ev_expand(Ev *ev, Obj *o, Pos pos) {
    force(ev, o, pos);
    if (o->state >= OS_VAL) return;
    if (ty_is_array(o->type) || o->type->kind == TY_VECTOR) {
        expand_array(ev, o, pos);
        return;
    }
    ClassDecl *c = ev_class(o);
    if (!c) return;
    if (!cxx_class_layout(ev->x, c, pos)) {
        ev->silent = true;
        EV_FAIL(ev, pos, const_unsupported, NULL);
    }
    if (c->tag == CT_UNION)
        expand_union(ev, o, c);
    else
        expand_class(ev, o, c);
}

// The subobjects of a union member that has just become active begin without value.
static void revive(Obj *o) {
    if (o->state == OS_DEAD) {
        o->state = OS_INDET;
    } else if (o->state == OS_CLASS) {
        for (uint32_t i = 0; i < o->u.cls.n; i++) revive(&o->u.cls.sub[i]);
    } else if (o->state == OS_ARRAY) {
        if (o->u.arr.fill == OS_DEAD) o->u.arr.fill = OS_INDET;
        for (uint64_t i = 0; i < o->u.arr.n; i++) {
            if (o->u.arr.chunk[i / OBJ_CHUNK])
                revive(&o->u.arr.chunk[i / OBJ_CHUNK][i % OBJ_CHUNK]);
            else
                i |= OBJ_CHUNK - 1;
        }
    }
}

void ev_activate(Ev *ev, Obj *o, FieldDecl *f) {
    if (o->u.un.field == f) return;
    if (o->u.un.field) kill(ev, ev_active(o));
    o->u.un.field = f;
    revive(ev_active(o));
}

void ev_activate_path(Ev *ev, Obj *o) {
    for (; !(o->flags & OF_ROOT); o = o->up.parent) {
        Obj *p = o->up.parent;
        if (p->state != OS_UNION) continue;
        ev_activate(ev, p, ev_class(p)->fields.at[o->index]);
    }
}

Obj *ev_field(Ev *ev, Obj *o, FieldDecl *f, Pos pos) {
    if (o->state < OS_VAL) ev_expand(ev, o, pos);
    if (o->state == OS_UNION && f->index < o->u.un.n) return &o->u.un.sub[f->index];
    ClassDecl *c = ev_class(o);
    uint32_t i = c ? c->nbase + f->index : 0;
    if (o->state != OS_CLASS || f->owner != c || i >= o->u.cls.n)
        EV_FAIL(ev, pos, const_wrong_type, o->type);
    return &o->u.cls.sub[i];
}

Obj *ev_base(Ev *ev, Obj *o, uint32_t i, Pos pos) {
    if (o->state < OS_VAL) ev_expand(ev, o, pos);
    if (o->state != OS_CLASS || i >= o->u.cls.n) EV_FAIL(ev, pos, const_wrong_type, o->type);
    return &o->u.cls.sub[i];
}

uint64_t ev_count(const Obj *o) {
    if (o->state == OS_ARRAY) return o->u.arr.n;
    return o->type->kind == TY_ARRAY || o->type->kind == TY_VECTOR ? o->type->u.array.n : 0;
}

static void string_elem(Obj *s, const Obj *o, uint64_t i) {
    uint32_t w = (uint32_t)ty_int_bits(s->type), bytes = w / 8;
    uint64_t v = 0;
    if (i < o->u.arr.nstr) memcpy(&v, o->u.arr.str + i * bytes, bytes);
    s->state = OS_VAL;
    s->u.v = ev_int(apint_from_u64(w, v));
}

Obj *ev_elem(Ev *ev, Obj *o, uint64_t i, Pos pos) {
    if (o->state < OS_VAL) ev_expand(ev, o, pos);
    if (o->state != OS_ARRAY || i >= o->u.arr.n) EV_FAIL(ev, pos, const_out_of_bounds, NULL);
    uint64_t c = i / OBJ_CHUNK;
    Obj **chunk = &o->u.arr.chunk[c];
    if (!*chunk) {
        uint64_t n = CU_MIN(o->u.arr.n - c * OBJ_CHUNK, (uint64_t)OBJ_CHUNK);
        *chunk = alloc_objs(ev, n, o->flags & OF_PERM);
        for (uint64_t k = 0; k < n; k++) {
            Obj *s = &(*chunk)[k];
            uint64_t at = c * OBJ_CHUNK + k;
            init_sub(s, o, (uint32_t)at, o->type->u.array.elem, o->u.arr.fill);
            ConstVal *cv = o->u.arr.cv;
            if (o->u.arr.str)
                string_elem(s, o, at);
            else if (cv)
                from_const(s, at < cv->u.agg.n ? cv->u.agg.at[at] : cv->u.agg.filler);
        }
    }
    return &(*chunk)[i % OBJ_CHUNK];
}

void ev_set_string(Ev *ev, Obj *o, Expr *s) {
    ev_reset(ev, o, OS_ZERO);
    expand_array(ev, o, s->pos);
    o->u.arr.str = s->u.str.s ? s->u.str.s : "";
    o->u.arr.nstr = s->u.str.n;
}

// ---- statics -----------------------------------------------------------------------------------

Obj *ev_static(Ev *ev, VarDecl *v) {
    for (Ev *k = ev; k; k = k->outer)
        if (k->var == v && k->var_obj) return k->var_obj;
    void **slot = map_slot(&ev_state(ev->x)->statics, (uintptr_t)v);
    if (*slot) return *slot;
    Obj *o = ev_root(ev, v->d.type, RK_STATIC);
    o->up.root->var = &v->d;
    o->state = OS_UNKNOWN;
    *slot = o;
    return o;
}

Obj *ev_string(Ev *ev, Expr *e) {
    void **slot = map_slot(&ev_state(ev->x)->strings, (uintptr_t)e);
    if (*slot) return *slot;
    Obj *o = ev_root(ev, e->type, RK_STRING);
    o->up.root->expr = e;
    ev_set_string(ev, o, e);
    *slot = o;
    return o;
}

// ---- access ------------------------------------------------------------------------------------

static const void *name_of(const Obj *o) {
    Root *r = ev_root_of(o);
    return r->var && r->var->name ? r->var : NULL;
}

void ev_check_live(Ev *ev, Ptr p, Pos pos) {
    if (p.fn) return;
    if (!p.o) EV_FAIL(ev, pos, const_null_deref, NULL);
    if (p.o->gen != p.gen) EV_FAIL(ev, pos, const_dangling, NULL);
    if (p.past) EV_FAIL(ev, pos, const_past_end, NULL);
}

// [expr.const]/5.9: a mutable member may have changed since the constant object was made.
static void check_mutable(Ev *ev, const Obj *o, Pos pos) {
    bool mut = false;
    for (; !(o->flags & OF_ROOT); o = o->up.parent) mut |= (o->flags & OF_MUT) != 0;
    if (mut && o->up.root->serial != ev->serial) EV_FAIL(ev, pos, const_mutable, NULL);
}

// Nothing of the class is read when it is copied: it and all of its parts are empty.
static bool has_no_value(const Type *t, uint32_t depth) {
    while (ty_is_array(t)) t = t->u.array.elem;
    if (t->kind != TY_CLASS || depth > 64) return false;
    const ClassDecl *c = t->u.cls;
    if (c->tag == CT_UNION) return c->fields.n == 0;
    for (uint32_t i = 0; i < c->nbase; i++) {
        if (!c->base[i].cls || !has_no_value(c->base[i].cls->d.type, depth + 1)) return false;
    }
    for (uint32_t i = 0; i < c->fields.n; i++) {
        const FieldDecl *f = c->fields.at[i];
        bool unnamed = f->is_bitfield && !f->d.name;
        if (!unnamed && !has_no_value(f->d.type, depth + 1)) return false;
    }
    return true;
}

static bool similar(const Type *a, const Type *b) {
    if (a == b || a->unqual == b->unqual) return true;
    if (a->kind != b->kind) return false;
    if (a->kind == TY_PTR) return similar(a->u.ptr.to, b->u.ptr.to);
    if (a->kind == TY_MEMPTR)
        return a->u.ptr.cls->unqual == b->u.ptr.cls->unqual && similar(a->u.ptr.to, b->u.ptr.to);
    if (ty_is_array(a)) return similar(a->u.array.elem, b->u.array.elem);
    return false;
}

static int int_class(const Type *t) { // signed and unsigned of one width alias [basic.lval]
    return ty_is_integral(t) && t->kind != TY_BOOL ? ty_int_bits(t) : -1;
}

static void unknown(Ev *ev, Obj *o, Pos pos) {
    const void *n = name_of(o);
    if (n && (((const Decl *)n)->flags & DF_INVALID)) ev->silent = true;
    if (n) EV_FAIL(ev, pos, const_read_variable, n);
    EV_FAIL(ev, pos, const_run_time, NULL);
}

Val ev_load(Ev *ev, Ptr p, Type *t, Pos pos) {
    ev_check_live(ev, p, pos);
    Obj *o = p.o;
    if (!o) EV_FAIL(ev, pos, const_run_time, NULL);
    force(ev, o, pos);
    if (!similar(o->type, t) && (int_class(o->type) < 0 || int_class(o->type) != int_class(t)))
        EV_FAIL(ev, pos, const_wrong_type, o->type);
    bool has = o->state == OS_VAL || o->state == OS_CONST || o->state == OS_ZERO;
    if (has && t->quals & Q_VOLATILE) EV_FAIL(ev, pos, const_volatile, NULL);
    switch ((ObjState)o->state) {
    case OS_VAL: return o->u.v;
    case OS_ZERO: return ev_zero(ev, o->type);
    case OS_CONST: {
        check_mutable(ev, o, pos);
        Val v = ev_from_const(ev, o->u.cv, pos);
        o->state = OS_VAL;
        o->u.v = v;
        return v;
    }
    case OS_INDET: {
        const void *n = name_of(o);
        if (n) EV_FAIL(ev, pos, const_uninit_var, n);
        EV_FAIL(ev, pos, const_uninit, NULL);
    }
    case OS_UNKNOWN: unknown(ev, o, pos); break;
    case OS_DEAD: EV_FAIL(ev, pos, const_inactive_member, NULL);
    default: break;
    }
    EV_FAIL(ev, pos, const_wrong_type, o->type);
}

static bool const_member(Obj *o) {
    if (o->flags & (OF_ROOT | OF_CTOR) || o->up.parent->type->kind != TY_CLASS) return false;
    ClassDecl *c = ev_class(o->up.parent);
    uint32_t base = o->up.parent->state == OS_UNION ? 0 : c->nbase;
    if (o->index < base || o->index - base >= c->fields.n) return false;
    const Type *t = c->fields.at[o->index - base]->d.type;
    while (ty_is_array(t)) t = t->u.array.elem;
    return t->quals & Q_CONST;
}

void ev_check_write(Ev *ev, Obj *o, Pos pos) {
    Type *bad = NULL; // a const object on the way that is not under construction
    Type *own =
        NULL; // a member declared const: it is so once it is initialised, whatever runs around it
    bool mut = false;
    for (Obj *k = o;; k = k->up.parent) {
        mut |= (k->flags & OF_MUT) != 0;
        if ((k->type->quals & Q_CONST) && !mut) bad = k->type;
        if (k->flags & OF_CTOR) bad = NULL;
        if (!mut && const_member(k)) own = k->type;
        if (!(k->flags & OF_ROOT)) continue;
        Root *r = k->up.root;
        if (r->serial != ev->serial) {
            if (r->var && r->var->name) EV_FAIL(ev, pos, const_modify_outside, r->var);
            EV_FAIL(ev, pos, const_modify_other, NULL);
        }
        break;
    }
    if (bad || own) EV_FAIL(ev, pos, const_modify_const, bad ? bad : own);
}

void ev_init_val(Ev *ev, Obj *o, Val v) {
    if ((o->flags & OF_BITS) && v.kind == VK_INT && !(o->flags & OF_ROOT)) {
        ClassDecl *c = ev_class(o->up.parent);
        uint32_t k = o->up.parent->state == OS_UNION ? o->index : o->index - c->nbase;
        uint32_t w = c->fields.at[k]->bit_width, full = v.u.i.width;
        if (w && w < full)
            v.u.i = apint_resize(apint_zext(v.u.i, w), full, !ty_is_unsigned(o->type));
    }
    o->state = OS_VAL;
    o->u.v = v;
}

// Assigning to a member of a union makes it active [class.union]/5.
void ev_store(Ev *ev, Ptr p, Val v, Pos pos) {
    ev_check_live(ev, p, pos);
    if (!p.o) EV_FAIL(ev, pos, const_run_time, NULL);
    ev_check_write(ev, p.o, pos);
    if (p.o->state == OS_DEAD) ev_activate_path(ev, p.o);
    ev_init_val(ev, p.o, v);
}

static void copy_array(Ev *ev, Obj *to, Obj *from, Pos pos) {
    if (to->state < OS_VAL) ev_expand(ev, to, pos);
    uint64_t n = CU_MIN(from->u.arr.n, to->u.arr.n);
    for (uint64_t c = 0; c * OBJ_CHUNK < n; c++) {
        if (!from->u.arr.chunk[c] && !to->u.arr.chunk[c]) continue;
        for (uint64_t i = c * OBJ_CHUNK; i < n && i < (c + 1) * OBJ_CHUNK; i++)
            ev_copy(ev, ev_elem(ev, to, i, pos), ev_elem(ev, from, i, pos), pos);
    }
    to->u.arr.fill = from->u.arr.fill;
    to->u.arr.str = from->u.arr.str;
    to->u.arr.nstr = from->u.arr.nstr;
    to->u.arr.cv = from->u.arr.cv;
}

// The trivial copy of a value. Subobjects of `to` that exist stay the same objects.
void ev_copy(Ev *ev, Obj *to, Obj *from, Pos pos) {
    if (to == from) return;
    ev_enter(ev, pos);
    ev_step(ev, pos);
    force(ev, from, pos);
    if (from->state < OS_UNKNOWN || from->state == OS_CONST)
        if (to->state == OS_CLASS || to->state == OS_ARRAY) ev_expand(ev, from, pos);
    switch ((ObjState)from->state) {
    case OS_INDET:
    case OS_ZERO: ev_reset(ev, to, (ObjState)from->state); break;
    case OS_CONST: {
        ConstVal *c = from->u.cv;
        check_mutable(ev, from, pos);
        if (ev_root_of(from)->serial != ev->serial && cxx_has_mutable(from->type))
            EV_FAIL(ev, pos, const_mutable, NULL);
        ev_reset(ev, to, OS_CONST);
        to->u.cv = c;
        break;
    }
    case OS_VAL: ev_init_val(ev, to, from->u.v); break;
    case OS_CLASS:
        if (to->state < OS_VAL) ev_expand(ev, to, pos);
        for (uint32_t i = 0; i < from->u.cls.n && i < to->u.cls.n; i++)
            ev_copy(ev, &to->u.cls.sub[i], &from->u.cls.sub[i], pos);
        break;
    case OS_ARRAY: copy_array(ev, to, from, pos); break;
    case OS_UNION:
        if (to->state < OS_VAL) ev_expand(ev, to, pos);
        if (from->u.un.field) {
            ev_activate(ev, to, from->u.un.field);
            ev_copy(ev, ev_active(to), ev_active(from), pos);
        }
        break;
    case OS_UNKNOWN:
        if (!has_no_value(from->type, 0)) unknown(ev, from, pos);
        ev_reset(ev, to, OS_ZERO);
        break;
    case OS_DEAD: EV_FAIL(ev, pos, const_dangling, NULL);
    }
    ev->depth--;
}

Obj *ev_member(Ev *ev, Obj *o, FieldDecl *f, Pos pos) {
    ClassDecl *c = ev_class(o);
    if (f->owner != c && f->owner->anon_member) o = ev_member(ev, o, f->owner->anon_member, pos);
    return ev_field(ev, o, f, pos);
}

// ---- pointers ----------------------------------------------------------------------------------

static bool in_array(const Obj *o) {
    return !(o->flags & OF_ROOT) && o->up.parent->state == OS_ARRAY;
}

Ptr ev_index(Ev *ev, Ptr p, ApInt n, bool is_unsigned, bool minus, Pos pos) {
    i128 k = is_unsigned ? (i128)apint_u128(&n) : apint_i128(&n);
    if (minus) k = -k;
    if (!k) return p;
    if (p.fn || !p.o) EV_FAIL(ev, pos, const_null_arith, NULL);
    if (p.o->gen != p.gen) EV_FAIL(ev, pos, const_dangling, NULL);
    if (!in_array(p.o)) { // as an array of one element
        i128 at = (i128)p.past + k;
        if (at < 0 || at > 1) EV_FAIL(ev, pos, const_out_of_bounds, NULL);
        p.past = at == 1;
        return p;
    }
    Obj *a = p.o->up.parent;
    i128 at = (i128)p.o->index + p.past + k;
    if (at < 0 || at > (i128)a->u.arr.n) EV_FAIL(ev, pos, const_out_of_bounds, NULL);
    bool past = at == (i128)a->u.arr.n;
    Ptr r = ev_at(ev_elem(ev, a, (uint64_t)at - past, pos));
    r.past = past;
    return r;
}

Ptr ev_to_class(Ev *ev, Ptr p, ClassDecl *c, Pos pos) {
    if (!p.o) return p;
    Obj *o = p.o;
    if (o->gen != p.gen) EV_FAIL(ev, pos, const_dangling, NULL);
    for (;;) {
        ClassDecl *k = ev_class(o);
        if (!k) EV_FAIL(ev, pos, const_wrong_type, o->type);
        BaseSpec **path;
        uint32_t n;
        bool ambiguous;
        if (k == c || cxx_class_derived_from(ev->x, k, c, &path, &n, &ambiguous)) {
            if (k != c && p.past) EV_FAIL(ev, pos, const_past_end, NULL);
            for (uint32_t i = 0; k != c && i < n; i++) {
                ClassDecl *d = ev_class(o);
                if (path[i]->virtual_) EV_FAIL(ev, pos, const_virtual_base, d->d.type);
                o = ev_base(ev, o, (uint32_t)(path[i] - d->base), pos);
            }
            Ptr r = ev_at(o);
            r.past = p.past && k == c;
            return r;
        }
        if (!(o->flags & OF_BASE)) EV_FAIL(ev, pos, const_not_derived, c->d.type);
        o = o->up.parent;
    }
}
