// SPDX-License-Identifier: Apache-2.0
// constant/memory.c: the objects of constant evaluation: creation, subobjects, lifetime, reading
// and writing scalars, copying.
//
// An object begins lazy: its state says that it is zero, without value, unknown or a constant, and
// its subobjects are made when one is asked for (ev_expand), those of arrays in chunks. Memory of
// dead objects is used again; their generation counts up, so that pointers to them are known to
// dangle.
#include "cxx/constant/eval_int.h"

// ---- storage -----------------------------------------------------------------------------------

// The free list for n objects: arrays of 2^k.
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

// To the free list of their size; the first one links them.
static void free_objs(Ev *ev, Obj *first, uint64_t n) {
    uint32_t k = pool_of(n);
    if (k >= EV_POOLS) return;
    first->up.parent = ev->pool[k];
    ev->pool[k] = first;
}

static void kill(Ev *ev, Obj *dying);

// Ends the lifetime of all parts and frees them; those of static objects stay.
static void kill_subs(Ev *ev, Obj *dying) {
    if (dying->flags & OF_PERM) return;
    if (dying->state == OS_CLASS) {
        for (uint32_t i = 0; i < dying->u.cls.n; i++) kill(ev, &dying->u.cls.sub[i]);
        if (dying->u.cls.n) free_objs(ev, dying->u.cls.sub, dying->u.cls.n);
    } else if (dying->state == OS_ARRAY) {
        uint64_t n = dying->u.arr.n;
        for (uint64_t c = 0; c * OBJ_CHUNK < n; c++) {
            if (!dying->u.arr.chunk[c]) continue;
            uint64_t m = CU_MIN(n - c * OBJ_CHUNK, (uint64_t)OBJ_CHUNK);
            for (uint64_t i = 0; i < m; i++) kill(ev, &dying->u.arr.chunk[c][i]);
            free_objs(ev, dying->u.arr.chunk[c], m);
        }
    } else if (dying->state == OS_UNION) {
        for (uint32_t i = 0; i < dying->u.un.n; i++) kill(ev, &dying->u.un.sub[i]);
        if (dying->u.un.n) free_objs(ev, dying->u.un.sub, dying->u.un.n);
    }
}

// Ends the object's lifetime: what points to it dangles from now on.
static void kill(Ev *ev, Obj *dying) {
    kill_subs(ev, dying);
    dying->gen++;
    dying->state = OS_DEAD;
}

// A complete object without value. Static ones and strings live as long as the unit and belong to
// no evaluation (serial 0).
Obj *ev_root(Ev *ev, Type *type, RootKind root_kind) {
    bool perm = is_any_of(root_kind, RK_STATIC, RK_STRING);
    Arena *a = perm ? &ev->x->ctx->perm : ev->arena;
    Obj *o = alloc_objs(ev, 1, perm);
    o->type = type;
    o->state = OS_INDET;
    o->flags = OF_ROOT | (perm ? OF_PERM : 0);
    o->up.root = arena_new(a, Root);
    *o->up.root = (Root){.kind = (uint8_t)root_kind, .serial = perm ? 0 : ev->serial};
    return o;
}

void ev_release(Ev *ev, Obj *obj) {
    if (!(obj->flags & OF_ROOT) || (obj->flags & OF_PERM)) return;
    kill(ev, obj);
    free_objs(ev, obj, 1);
}

void ev_reset(Ev *ev, Obj *obj, ObjState s) {
    kill_subs(ev, obj);
    memset(&obj->u, 0, sizeof obj->u);
    obj->state = (uint8_t)s;
}

Root *ev_root_of(const Obj *obj) {
    while (!(obj->flags & OF_ROOT)) obj = obj->up.parent;
    return obj->up.root;
}

ClassDecl *ev_class(const Obj *obj) {
    return obj->type->kind == TY_CLASS ? obj->type->u.cls : NULL;
}

// ---- subobjects --------------------------------------------------------------------------------

// A part of `parent`: number `index` among its bases and fields, or elements.
static void init_sub(Obj *obj, Obj *parent, uint32_t index, Type *type, uint8_t state) {
    obj->type = type;
    obj->up.parent = parent;
    obj->index = index;
    obj->state = state;
    obj->flags = parent->flags & OF_PERM;
    memset(&obj->u, 0, sizeof obj->u);
}

// A subobject starts in its parent's lazy state; that of a constant has its part of it.
static void from_const(Obj *obj, ConstVal *constant) {
    if (!constant || is_any_of(constant->kind, CV_INDET, CV_NONE)) {
        obj->state = OS_INDET;
        return;
    }
    obj->state = OS_CONST;
    obj->u.cv = constant;
    if (obj->type->kind == TY_ARRAY_INC && constant->type)
        obj->type = constant->type; // a flexible array member
}

// The type of a field as part of the object [expr.ref]/6: with the object's qualifiers, but for
// `mutable`.
static Type *member_type(Obj *obj, FieldDecl *f, Cxx *cxx) {
    Type *t = f->d.type;
    unsigned q = obj->type->quals & (Q_CONST | Q_VOLATILE);
    if (f->d.flags & DF_MUTABLE) q &= ~(unsigned)Q_CONST;
    return q && !ty_is_ref(t) ? ty_qual(cxx, t, q) : t;
}

static uint8_t field_flags(const FieldDecl *f) {
    return (uint8_t)((f->d.flags & DF_MUTABLE ? OF_MUT : 0) | (f->is_bitfield ? OF_BITS : 0));
}

// Makes the bases and fields, each in the lazy state of the class or with its part of the constant.
static void expand_class(Ev *ev, Obj *obj, ClassDecl *cls) {
    uint8_t st = obj->state;
    ConstVal *cv = st == OS_CONST ? obj->u.cv : NULL;
    uint32_t n = cls->members.nbase + cls->members.fields.n;
    Obj *sub = alloc_objs(ev, n ? n : 1, obj->flags & OF_PERM);
    for (uint32_t i = 0; i < n; i++) {
        FieldDecl *f =
            i < cls->members.nbase ? NULL : cls->members.fields.at[i - cls->members.nbase];
        Type *t = f ? member_type(obj, f, ev->x)
                    : ty_qual(ev->x, cls->members.base[i].cls->d.type, obj->type->quals & Q_CONST);
        init_sub(&sub[i], obj, i, t, st);
        sub[i].flags |= f ? field_flags(f) : OF_BASE;
        if (cv) from_const(&sub[i], i < cv->u.agg.n ? cv->u.agg.at[i] : NULL);
    }
    obj->state = OS_CLASS;
    obj->u.cls.sub = sub;
    obj->u.cls.n = n;
}

// Makes the members, all dead but the active one: that of the constant, or the first of zeroes.
static void expand_union(Ev *ev, Obj *obj, ClassDecl *cls) {
    uint8_t st = obj->state;
    ConstVal *cv = st == OS_CONST ? obj->u.cv : NULL;
    uint32_t n = cls->members.fields.n;
    Obj *sub = alloc_objs(ev, n ? n : 1, obj->flags & OF_PERM);
    for (uint32_t i = 0; i < n; i++) {
        FieldDecl *f = cls->members.fields.at[i];
        init_sub(&sub[i], obj, i, member_type(obj, f, ev->x), st == OS_UNKNOWN ? st : OS_DEAD);
        sub[i].flags |= field_flags(f);
    }
    obj->state = OS_UNION;
    obj->u.un.sub = sub;
    obj->u.un.n = n;
    obj->u.un.field = NULL;
    FieldDecl *f = cv && cv->kind == CV_UNION ? cv->u.un.field : NULL;
    if (st == OS_ZERO && n) f = cls->members.fields.at[0];
    if (!f) return;
    obj->u.un.field = f;
    sub[f->index].state = st;
    if (cv) from_const(&sub[f->index], cv->u.un.val);
}

enum { MAX_ELEMS = 1 << 26 };

// Makes room for the chunks of elements, which ev_elem fills.
static void expand_array(Ev *ev, Obj *obj, Pos pos) {
    uint8_t st = obj->state;
    ConstVal *cv = st == OS_CONST ? obj->u.cv : NULL;
    uint64_t n = is_any_of(obj->type->kind, TY_ARRAY, TY_VECTOR) ? obj->type->u.array.n : 0;
    if (n > MAX_ELEMS) EV_FAIL(ev, pos, const_too_large, obj->type);
    uint64_t nc = (n + OBJ_CHUNK - 1) / OBJ_CHUNK;
    Arena *a = obj->flags & OF_PERM ? &ev->x->ctx->perm : ev->arena;
    memset(&obj->u, 0, sizeof obj->u);
    obj->state = OS_ARRAY;
    obj->u.arr.chunk = arena_array(a, Obj *, nc ? nc : 1);
    obj->u.arr.n = n;
    obj->u.arr.fill = st;
    obj->u.arr.cv = cv;
}

// A variable that can be used in constant expressions gets its value now.
static void force_static(Ev *ev, Obj *obj, Pos pos) {
    Root *root = obj->up.root;
    if (root->kind != RK_STATIC || !decl_is(root->var, D_VAR) || obj->state != OS_UNKNOWN) return;
    VarDecl *var = (VarDecl *)root->var;
    Type *type = var->d.type;
    Type *e = type;
    while (ty_is_array(e)) e = e->u.array.elem;
    bool number = ty_is_discrete(e) && e == type;
    bool constant = (e->quals & (Q_CONST | Q_VOLATILE)) == Q_CONST;
    bool usable = (var->d.flags & DF_CONSTEXPR) || ty_is_ref(type) || (number && constant);
    bool const_class = type->kind == TY_CLASS && (type->quals & Q_CONST);
    if (!usable && const_class && (var->d.flags & DF_STATIC)) {
        cxx_var_find(ev->x, var); // `constexpr` may stand at the definition outside of the class
        usable = (var->d.flags & DF_CONSTEXPR) != 0;
    }
    ConstVal *c = NULL;
    if (usable) c = cxx_var_const(ev->x, var);
    if (!usable && ev->fold) c = cxx_var_fold(ev->x, var);
    if (!c) return;
    if (obj->type->kind == TY_ARRAY_INC && var->d.type->kind == TY_ARRAY) obj->type = var->d.type;
    obj->u.cv = c;
    obj->state = OS_CONST;
    (void)pos;
}

static void force(Ev *ev, Obj *obj, Pos pos) {
    if ((obj->flags & OF_ROOT) && obj->state == OS_UNKNOWN) force_static(ev, obj, pos);
}

// Makes the parts of a lazy object, so that its state is OS_VAL or beyond; scalars stay as they
// are.
void ev_expand(Ev *ev, Obj *obj, Pos pos) {
    force(ev, obj, pos);
    if (obj->state >= OS_VAL) return;
    if (ty_is_array(obj->type) || obj->type->kind == TY_VECTOR) {
        expand_array(ev, obj, pos);
        return;
    }
    ClassDecl *c = ev_class(obj);
    if (!c) return;
    if (!cxx_class_layout(ev->x, c, pos)) {
        ev->silent = true;
        EV_FAIL(ev, pos, const_unsupported, NULL);
    }
    if (c->tag == CT_UNION)
        expand_union(ev, obj, c);
    else
        expand_class(ev, obj, c);
}

// The subobjects of a union member that has just become active begin without value.
static void revive(Obj *obj) {
    if (obj->state == OS_DEAD) {
        obj->state = OS_INDET;
    } else if (obj->state == OS_CLASS) {
        for (uint32_t i = 0; i < obj->u.cls.n; i++) revive(&obj->u.cls.sub[i]);
    } else if (obj->state == OS_ARRAY) {
        if (obj->u.arr.fill == OS_DEAD) obj->u.arr.fill = OS_INDET;
        for (uint64_t i = 0; i < obj->u.arr.n; i++) {
            if (obj->u.arr.chunk[i / OBJ_CHUNK])
                revive(&obj->u.arr.chunk[i / OBJ_CHUNK][i % OBJ_CHUNK]);
            else
                i |= OBJ_CHUNK - 1;
        }
    }
}

// Makes f the active member of a union [class.union]/5; what the one before held is dead.
void ev_activate(Ev *ev, Obj *obj, FieldDecl *f) {
    if (obj->u.un.field == f) return;
    if (obj->u.un.field) kill(ev, ev_active(obj));
    obj->u.un.field = f;
    revive(ev_active(obj));
}

void ev_activate_path(Ev *ev, Obj *inner) {
    for (; !(inner->flags & OF_ROOT); inner = inner->up.parent) {
        Obj *p = inner->up.parent;
        if (p->state != OS_UNION) continue;
        ev_activate(ev, p, ev_class(p)->members.fields.at[inner->index]);
    }
}

// The part of the object that the field is; fails where the object is of another class.
Obj *ev_field(Ev *ev, Obj *whole, FieldDecl *field, Pos pos) {
    if (whole->state < OS_VAL) ev_expand(ev, whole, pos);
    if (whole->state == OS_UNION && field->index < whole->u.un.n)
        return &whole->u.un.sub[field->index];
    ClassDecl *c = ev_class(whole);
    uint32_t i = c ? c->members.nbase + field->index : 0;
    if (whole->state != OS_CLASS || field->owner != c || i >= whole->u.cls.n)
        EV_FAIL(ev, pos, const_wrong_type, whole->type);
    return &whole->u.cls.sub[i];
}

Obj *ev_base(Ev *ev, Obj *whole, uint32_t i, Pos pos) {
    if (whole->state < OS_VAL) ev_expand(ev, whole, pos);
    if (whole->state != OS_CLASS || i >= whole->u.cls.n)
        EV_FAIL(ev, pos, const_wrong_type, whole->type);
    return &whole->u.cls.sub[i];
}

uint64_t ev_count(const Obj *obj) {
    if (obj->state == OS_ARRAY) return obj->u.arr.n;
    return is_any_of(obj->type->kind, TY_ARRAY, TY_VECTOR) ? obj->type->u.array.n : 0;
}

// Element i of an array that a string literal initialised; zeros behind its end.
uint64_t ev_letter(const Obj *array, uint64_t i) {
    uint32_t bytes = (uint32_t)ty_int_bits(array->type->u.array.elem) / 8;
    uint64_t letter = 0;
    if (i < array->u.arr.nstr) memcpy(&letter, array->u.arr.str + i * bytes, bytes);
    return letter;
}

static void string_elem(Obj *element, const Obj *array, uint64_t i) {
    element->state = OS_VAL;
    element->u.v =
        ev_int(apint_from_u64((uint32_t)ty_int_bits(element->type), ev_letter(array, i)));
}

// Element i; makes the chunk of elements that it lies in.
Obj *ev_elem(Ev *ev, Obj *whole, uint64_t i, Pos pos) {
    if (whole->state < OS_VAL) ev_expand(ev, whole, pos);
    if (whole->state != OS_ARRAY || i >= whole->u.arr.n)
        EV_FAIL(ev, pos, const_out_of_bounds, NULL);
    uint64_t c = i / OBJ_CHUNK;
    Obj **chunk = &whole->u.arr.chunk[c];
    if (!*chunk) {
        uint64_t n = CU_MIN(whole->u.arr.n - c * OBJ_CHUNK, (uint64_t)OBJ_CHUNK);
        *chunk = alloc_objs(ev, n, whole->flags & OF_PERM);
        for (uint64_t k = 0; k < n; k++) {
            Obj *s = &(*chunk)[k];
            uint64_t at = c * OBJ_CHUNK + k;
            init_sub(s, whole, (uint32_t)at, whole->type->u.array.elem, whole->u.arr.fill);
            ConstVal *cv = whole->u.arr.cv;
            if (whole->u.arr.str)
                string_elem(s, whole, at);
            else if (cv)
                from_const(s, at < cv->u.agg.n ? cv->u.agg.at[at] : cv->u.agg.filler);
        }
    }
    return &(*chunk)[i % OBJ_CHUNK];
}

void ev_set_string(Ev *ev, Obj *target, Expr *literal) {
    ev_reset(ev, target, OS_ZERO);
    expand_array(ev, target, literal->pos);
    target->u.arr.str = literal->u.str.s ? literal->u.str.s : "";
    target->u.arr.nstr = literal->u.str.n;
}

// ---- statics -----------------------------------------------------------------------------------

// The object of a variable with static storage; of one that is being evaluated, by this evaluation
// or one around it, the object that is being made.
Obj *ev_static(Ev *ev, VarDecl *var) {
    for (Ev *k = ev; k; k = k->outer)
        if (k->var == var && k->var_obj) return k->var_obj;
    void **slot = map_slot(&ev_state(ev->x)->statics, (uintptr_t)var);
    if (*slot) return *slot;
    Obj *o = ev_root(ev, var->d.type, RK_STATIC);
    o->up.root->var = &var->d;
    o->state = OS_UNKNOWN;
    *slot = o;
    return o;
}

// The object of a string literal: one for each of its places.
Obj *ev_string(Ev *ev, Expr *literal) {
    void **slot = map_slot(&ev_state(ev->x)->strings, (uintptr_t)literal);
    if (*slot) return *slot;
    Obj *o = ev_root(ev, literal->type, RK_STRING);
    o->up.root->expr = literal;
    ev_set_string(ev, o, literal);
    *slot = o;
    return o;
}

// ---- access ------------------------------------------------------------------------------------

// The variable to name in a message, or NULL.
static const void *name_of(const Obj *obj) {
    Root *r = ev_root_of(obj);
    return r->var && r->var->name ? r->var : NULL;
}

// Fails for a null pointer, one that dangles, and one past the end; functions are alive.
void ev_check_live(Ev *ev, Ptr p, Pos pos) {
    if (p.fn) return;
    if (!p.o) EV_FAIL(ev, pos, const_null_deref, NULL);
    if (p.o->gen != p.gen) EV_FAIL(ev, pos, const_dangling, NULL);
    if (p.past) EV_FAIL(ev, pos, const_past_end, NULL);
}

// [expr.const]/5.9: a mutable member may have changed since the constant object was made.
static void check_mutable(Ev *ev, const Obj *source, Pos pos) {
    bool mut = false;
    for (; !(source->flags & OF_ROOT); source = source->up.parent)
        mut |= (source->flags & OF_MUT) != 0;
    if (mut && source->up.root->serial != ev->serial) EV_FAIL(ev, pos, const_mutable, NULL);
}

// Nothing of the class is read when it is copied: it and all of its parts are empty.
static bool has_no_value(const Type *type, uint32_t depth) {
    while (ty_is_array(type)) type = type->u.array.elem;
    if (type->kind != TY_CLASS || depth > 64) return false;
    const ClassDecl *cls = type->u.cls;
    if (cls->tag == CT_UNION) return cls->members.fields.n == 0;
    for (uint32_t i = 0; i < cls->members.nbase; i++) {
        if (!cls->members.base[i].cls || !has_no_value(cls->members.base[i].cls->d.type, depth + 1))
            return false;
    }
    for (uint32_t i = 0; i < cls->members.fields.n; i++) {
        const FieldDecl *f = cls->members.fields.at[i];
        bool unnamed = f->is_bitfield && !f->d.name;
        if (!unnamed && !has_no_value(f->d.type, depth + 1)) return false;
    }
    return true;
}

// [conv.qual]/2: the qualifiers of the levels do not matter.
static bool similar(const Type *left, const Type *right) {
    if (left == right || left->unqual == right->unqual) return true;
    if (left->kind != right->kind) return false;
    if (left->kind == TY_PTR) return similar(left->u.ptr.to, right->u.ptr.to);
    if (left->kind == TY_MEMPTR)
        return left->u.ptr.cls->unqual == right->u.ptr.cls->unqual &&
               similar(left->u.ptr.to, right->u.ptr.to);
    if (ty_is_array(left)) return similar(left->u.array.elem, right->u.array.elem);
    return false;
}

static int int_class(const Type *type) { // signed and unsigned of one width alias [basic.lval]
    return ty_is_integral(type) && type->kind != TY_BOOL ? ty_int_bits(type) : -1;
}

// Fails for an object whose value is not known, naming the variable; of one in error silently.
static void unknown(Ev *ev, Obj *asked, Pos pos) {
    const void *n = name_of(asked);
    if (n && (((const Decl *)n)->flags & DF_INVALID)) ev->silent = true;
    if (n) EV_FAIL(ev, pos, const_read_variable, n);
    EV_FAIL(ev, pos, const_run_time, NULL);
}

Val ev_load(Ev *ev, Ptr ptr, Type *wanted, Pos pos) {
    ev_check_live(ev, ptr, pos);
    Obj *obj = ptr.o;
    if (!obj) EV_FAIL(ev, pos, const_run_time, NULL);
    force(ev, obj, pos);
    int width = int_class(obj->type);
    bool alias = width >= 0 && width == int_class(wanted);
    if (!alias && !similar(obj->type, wanted)) EV_FAIL(ev, pos, const_wrong_type, obj->type);
    bool has = is_any_of(obj->state, OS_VAL, OS_CONST, OS_ZERO);
    if (has && wanted->quals & Q_VOLATILE) EV_FAIL(ev, pos, const_volatile, NULL);
    switch ((ObjState)obj->state) {
    case OS_VAL: return obj->u.v;
    case OS_ZERO: return ev_zero(ev, obj->type);
    case OS_CONST: {
        check_mutable(ev, obj, pos);
        Val v = ev_from_const(ev, obj->u.cv, pos);
        obj->state = OS_VAL;
        obj->u.v = v;
        return v;
    }
    case OS_INDET: {
        const void *n = name_of(obj);
        if (n) EV_FAIL(ev, pos, const_uninit_var, n);
        EV_FAIL(ev, pos, const_uninit, NULL);
    }
    case OS_UNKNOWN: unknown(ev, obj, pos); break;
    case OS_DEAD: EV_FAIL(ev, pos, const_inactive_member, NULL);
    default: break;
    }
    EV_FAIL(ev, pos, const_wrong_type, obj->type);
}

static bool const_member(Obj *obj) {
    if (obj->flags & (OF_ROOT | OF_CTOR) || obj->up.parent->type->kind != TY_CLASS) return false;
    ClassDecl *c = ev_class(obj->up.parent);
    uint32_t base = obj->up.parent->state == OS_UNION ? 0 : c->members.nbase;
    if (obj->index < base || obj->index - base >= c->members.fields.n) return false;
    const Type *t = c->members.fields.at[obj->index - base]->d.type;
    while (ty_is_array(t)) t = t->u.array.elem;
    return t->quals & Q_CONST;
}

void ev_check_write(Ev *ev, Obj *target, Pos pos) {
    Type *bad = NULL; // a const object on the way that is not under construction
    Type *own =
        NULL; // a member declared const: it is so once it is initialised, whatever runs around it
    bool mut = false;
    for (Obj *k = target;; k = k->up.parent) {
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

void ev_init_val(Ev *ev, Obj *target, Val val) {
    if ((target->flags & OF_BITS) && val.kind == VK_INT && !(target->flags & OF_ROOT)) {
        ClassDecl *c = ev_class(target->up.parent);
        uint32_t k =
            target->up.parent->state == OS_UNION ? target->index : target->index - c->members.nbase;
        uint32_t w = c->members.fields.at[k]->bit_width, full = val.u.i.width;
        if (w && w < full)
            val.u.i = apint_resize(apint_zext(val.u.i, w), full, !ty_is_unsigned(target->type));
    }
    target->state = OS_VAL;
    target->u.v = val;
}

// Whether another member of a union around the object is active, which no constant expression
// changes before C++20.
static bool changes_member(Obj *obj) {
    for (; !(obj->flags & OF_ROOT); obj = obj->up.parent) {
        const Obj *in = obj->up.parent;
        if (in->state == OS_UNION && in->u.un.field && in->u.un.field->index != obj->index)
            return true;
    }
    return false;
}

// Assigning to a member of a union makes it active [class.union]/5.
void ev_store(Ev *ev, Ptr p, Val v, Pos pos) {
    ev_check_live(ev, p, pos);
    if (!p.o) EV_FAIL(ev, pos, const_run_time, NULL);
    ev_check_write(ev, p.o, pos);
    if (p.o->state == OS_DEAD) {
        if (ev->x->opt.std < 20 && changes_member(p.o))
            EV_FAIL(ev, pos, const_inactive_member, NULL);
        ev_activate_path(ev, p.o);
    }
    ev_init_val(ev, p.o, v);
}

static void copy_array(Ev *ev, Obj *to, Obj *from, Pos pos) {
    if (to->state < OS_VAL) ev_expand(ev, to, pos);
    uint64_t n = CU_MIN(from->u.arr.n, to->u.arr.n);
    for (uint64_t c = 0; c * OBJ_CHUNK < n; c++) {
        if (!from->u.arr.chunk[c] && !to->u.arr.chunk[c]) continue;
        for (uint64_t i = c * OBJ_CHUNK; i < n && i < (c + 1) * OBJ_CHUNK; i++) {
            Obj *source = ev_elem(ev, from, i, pos);
            ev_copy(ev, ev_elem(ev, to, i, pos), source, pos);
        }
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
    // pointers to parts of `to` stay valid: it is not replaced by one constant
    if (from->state < OS_UNKNOWN || from->state == OS_CONST)
        if (is_any_of(to->state, OS_CLASS, OS_ARRAY)) ev_expand(ev, from, pos);
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

Obj *ev_member(Ev *ev, Obj *whole, FieldDecl *f, Pos pos) {
    ClassDecl *c = ev_class(whole);
    if (f->owner != c && f->owner->members.anon_member)
        whole = ev_member(ev, whole, f->owner->members.anon_member, pos);
    return ev_field(ev, whole, f, pos);
}

// ---- pointers ----------------------------------------------------------------------------------

static bool in_array(const Obj *obj) {
    return !(obj->flags & OF_ROOT) && obj->up.parent->state == OS_ARRAY;
}

Ptr ev_index(Ev *ev, Ptr ptr, ApInt number, bool is_unsigned, bool minus, Pos pos) {
    i128 k = is_unsigned ? (i128)apint_u128(&number) : apint_i128(&number);
    if (minus) k = -k;
    if (!k) return ptr;
    if (ptr.fn || !ptr.o) EV_FAIL(ev, pos, const_null_arith, NULL);
    if (ptr.o->gen != ptr.gen) EV_FAIL(ev, pos, const_dangling, NULL);
    if (!in_array(ptr.o)) { // as an array of one element
        i128 at = (i128)ptr.past + k;
        if (at < 0 || at > 1) EV_FAIL(ev, pos, const_out_of_bounds, NULL);
        ptr.past = at == 1;
        return ptr;
    }
    Obj *a = ptr.o->up.parent;
    i128 at = (i128)ptr.o->index + ptr.past + k;
    if (at < 0 || at > (i128)a->u.arr.n) EV_FAIL(ev, pos, const_out_of_bounds, NULL);
    bool past = at == (i128)a->u.arr.n;
    Ptr r = ev_at(ev_elem(ev, a, (uint64_t)at - past, pos));
    r.past = past;
    return r;
}

// The base or derived object of class cls that the pointer means [expr.static.cast]/11: down to a
// base by the path of bases, up while the object is a base itself.
Ptr ev_to_class(Ev *ev, Ptr ptr, ClassDecl *cls, Pos pos) {
    if (!ptr.o) return ptr;
    Obj *obj = ptr.o;
    if (obj->gen != ptr.gen) EV_FAIL(ev, pos, const_dangling, NULL);
    for (;;) {
        ClassDecl *k = ev_class(obj);
        if (!k) EV_FAIL(ev, pos, const_wrong_type, obj->type);
        BaseSpec **path;
        uint32_t n;
        bool ambiguous;
        if (k == cls || cxx_class_derived_from(ev->x, k, cls, &path, &n, &ambiguous)) {
            if (k != cls && ptr.past) EV_FAIL(ev, pos, const_past_end, NULL);
            for (uint32_t i = 0; k != cls && i < n; i++) {
                ClassDecl *d = ev_class(obj);
                if (path[i]->virtual_) EV_FAIL(ev, pos, const_virtual_base, d->d.type);
                obj = ev_base(ev, obj, (uint32_t)(path[i] - d->members.base), pos);
            }
            Ptr r = ev_at(obj);
            r.past = ptr.past && k == cls;
            return r;
        }
        if (!(obj->flags & OF_BASE)) EV_FAIL(ev, pos, const_not_derived, cls->d.type);
        obj = obj->up.parent;
    }
}
