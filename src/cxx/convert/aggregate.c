// SPDX-License-Identifier: Apache-2.0
// convert/aggregate.c: aggregate initialisation with brace elision and designators [dcl.init.aggr],
// character arrays from string literals, std::initializer_list objects, braced-list syntax, and
// the conversion sequences of lists [over.ics.list].
#include "cxx/facts/diag.h"
#include "cxx/convert/convert.h"

// ---- strings -----------------------------------------------------------------------------------

static bool char_type(const Type *t) {
    return t->kind == TY_CHAR || t->kind == TY_SCHAR || t->kind == TY_UCHAR || t->kind == TY_CHAR8;
}

bool xe_string_init(Parse *p, Type *arr, Expr *e) {
    if (e->kind != E_STRING || !ty_is_array(arr)) return false;
    Type *a = ty_unqual(arr->u.array.elem), *b = ty_unqual(e->type->u.array.elem);
    return a == b || (char_type(a) && char_type(b));
}

Expr *xe_init_string_array(Parse *p, Type *arr, Expr *e) {
    Cxx *x = p->x;
    uint64_t len = (uint64_t)e->u.str.n + 1;
    if (arr->kind == TY_ARRAY_INC) arr = ty_array(x, arr->u.array.elem, len);
    if (arr->u.array.n < len) {
        CXX_DIAG(x, x_string_too_long, e->pos);
        return cxx_expr_error(x, e->pos);
    }
    Expr *r = xe_dup(p, e);
    r->type = arr;
    r->cat = VC_PRVALUE;
    return r;
}

// ---- std::initializer_list --------------------------------------------------------------------

bool xe_is_initializer_list(Parse *p, Type *t, Type **elem) {
    Cxx *x = p->x;
    t = ty_unqual(t);
    if (t->kind == TY_SPEC) {
        if (t->u.spec.tmpl->name != x->n.initializer_list) return false;
        *elem = t;
        return true;
    }
    if (t->kind != TY_CLASS || !t->u.cls->tmpl || t->u.cls->d.name != x->n.initializer_list)
        return false;
    Scope *s = t->u.cls->tmpl->d.scope;
    if (!x->std_ns || !s || (s->owner != &x->std_ns->d && s->parent != x->std_ns->inner))
        return false;
    if (!t->u.cls->args || !t->u.cls->args->n) return false;
    *elem = t->u.cls->args->a[0].type;
    return true;
}

static void init_of(Parse *p, Expr *e, uint32_t n) {
    e->u.init = arena_zalloc(pa(p), sizeof *e->u.init, _Alignof(max_align_t));
    e->u.init->field = arena_array(pa(p), FieldDecl *, n + 1);
    e->u.init->base = arena_array(pa(p), BaseSpec *, n + 1);
}

Expr *xe_build_initializer_list(Parse *p, Type *to, Type *elem, Expr *list) {
    Cxx *x = p->x;
    Pos pos = list->pos;
    ClassDecl *c = ty_unqual(to)->u.cls;
    if (!cxx_class_layout(x, c, pos) || c->fields.n < 2) {
        CXX_DIAG(x, x_bad_initializer_list, pos);
        return cxx_expr_error(x, pos);
    }
    Type *arr = ty_array(x, ty_qual(x, elem, Q_CONST), list->n);
    Expr *a = xe_init_aggregate(p, arr, list, pos);
    if (xe_err(a)) return a;
    Expr *t = xe_materialize(p, a);
    Expr *ptr = xe_cast(p, CK_ARRAY_TO_PTR, ty_pointer(x, arr->u.array.elem), VC_PRVALUE, t);
    Expr *e = cxx_expr_new(x, E_INIT_LIST, to, VC_PRVALUE, pos);
    Expr *arg[2] = {ptr, NULL};
    Type *second = c->fields.at[1]->d.type;
    Expr *len = cxx_expr_int(x, second->kind == TY_PTR ? x->ty_size_t : second, list->n, pos);
    arg[1] = second->kind == TY_PTR
                 ? xe_bin(p, E_BINARY, OP_ADD, ptr->type, VC_PRVALUE, pos, xe_dup(p, ptr), len)
                 : len;
    xe_args(p, e, arg, 2);
    init_of(p, e, 2);
    e->u.init->field[0] = c->fields.at[0];
    e->u.init->field[1] = c->fields.at[1];
    return e;
}

Expr *xe_init_vector(Parse *p, Type *to, Expr *list) {
    Cxx *x = p->x;
    Type *v = ty_unqual(to), *elem = ty_unqual(v->u.array.elem);
    uint64_t n = v->u.array.n;
    if (list->n > n) {
        CXX_DIAG(x, x_too_many_initializers, list->pos);
        return cxx_expr_error(x, list->pos);
    }
    Expr **arg = arena_array(pa(p), Expr *, n);
    for (uint64_t i = 0; i < n; i++) {
        arg[i] = i < list->n ? cxx_convert(p, list->arg[i], elem, NULL)
                             : cxx_expr_new(x, E_ZERO, elem, VC_PRVALUE, list->pos);
        if (xe_err(arg[i])) return arg[i];
    }
    Expr *e = cxx_expr_new(x, E_VECTOR_INIT, v, VC_PRVALUE, list->pos);
    return xe_args(p, e, arg, (uint32_t)n);
}

// ---- aggregates --------------------------------------------------------------------------------

static Expr *agg(Parse *p, Type *t, Expr *list, uint32_t *i, bool braced, Pos pos);

static bool is_aggregate(Parse *p, Type *t) {
    t = ty_unqual(t);
    if (ty_is_array(t)) return true;
    if (t->kind != TY_CLASS || !cxx_class_complete(p->x, t->u.cls, 0)) return false;
    cxx_class_specials(p->x, t->u.cls);
    return t->u.cls->aggregate;
}

// The initialiser of one subobject of type t from the list at *i; consumes what it takes.
static Expr *sub_object(Parse *p, Type *t, Expr *list, uint32_t *i) {
    Expr *e = list->arg[*i];
    if (xe_err(e)) {
        ++*i;
        return e;
    }
    if (xe_list(e)) {
        ++*i;
        return cxx_initialize(p, t, INIT_COPY_LIST, &e, 1, e->pos, NULL);
    }
    Type *u = ty_unqual(t);
    bool paren = list->flags & EF_PAREN; // no braces to be elided
    if (ty_is_array(u)) {
        if (xe_string_init(p, u, e)) {
            ++*i;
            return xe_init_string_array(p, u, e);
        }
        if (paren) {
            CXX_DIAG(p->x, x_array_init, e->pos);
            return cxx_expr_error(p->x, e->pos);
        }
        Expr *r = agg(p, t, list, i, false, e->pos);
        return r;
    }
    if (u->kind == TY_CLASS && !paren && is_aggregate(p, u) && e->kind != E_OVERLOAD) {
        bool same = e->type->kind == TY_CLASS && xe_reference_related(p, u, e->type);
        if (!same) {
            Ics o;
            cxx_ics(p, e, u, true, false, &o);
            if (o.rank == ICS_BAD) return agg(p, t, list, i, false, e->pos);
        }
    }
    ++*i;
    if (e->kind != E_OVERLOAD && ty_is_scalar(u) && ty_is_scalar(e->type) &&
        !(list->flags & EF_PAREN))
        xe_check_narrowing(p, e, u);
    Expr *r = cxx_convert(p, e, t, NULL);
    return r;
}

// A member without initialiser: its default member initialiser or {}.
static Expr *missing_field(Parse *p, FieldDecl *f, Pos pos) {
    Cxx *x = p->x;
    if (f->init_range.begin != f->init_range.end || f->init) {
        Expr *e = cxx_field_init(p, f, xe_pos(p));
        return e ? e : cxx_expr_error(x, pos);
    }
    if (ty_is_ref(f->d.type)) {
        CXX_DIAG(x, x_ref_member_uninit, pos, &f->d);
        return cxx_expr_error(x, pos);
    }
    Expr *l = cxx_expr_new(x, E_INITLIST_SYNTAX, x->ty_initlist, VC_PRVALUE, pos);
    return cxx_initialize(p, f->d.type, INIT_COPY_LIST, &l, 1, pos, NULL);
}

static bool unnamed_bitfield(const FieldDecl *f) {
    return f->is_bitfield && !f->d.name;
}

static uint32_t find_designated(ClassDecl *c, Atom name, uint32_t from) {
    for (uint32_t k = from; k < c->fields.n; k++) {
        FieldDecl *f = c->fields.at[k];
        if (f->d.name == name) return k;
        if (f->anonymous && f->d.type->kind == TY_CLASS &&
            find_designated(f->d.type->u.cls, name, 0) != UINT32_MAX)
            return k;
    }
    return UINT32_MAX;
}

static Expr *agg_union(Parse *p, Type *t, Expr *list, uint32_t *i, Pos pos) {
    Cxx *x = p->x;
    ClassDecl *c = ty_unqual(t)->u.cls;
    Atom want =
        list->u.init && list->u.init->designator && *i < list->n ? list->u.init->designator[*i] : 0;
    uint32_t k = 0;
    if (want) {
        k = find_designated(c, want, 0);
    } else {
        while (k < c->fields.n && unnamed_bitfield(c->fields.at[k])) k++;
        if (*i >= list->n) // a default member initialiser wins over the first member
            for (uint32_t m = 0; m < c->fields.n; m++)
                if (c->fields.at[m]->init_range.begin != c->fields.at[m]->init_range.end) k = m;
    }
    if (k >= c->fields.n) {
        if (want) {
            CXX_DIAG(x, x_no_member, pos, t, want);
            return cxx_expr_error(x, pos);
        }
        return cxx_expr_new(x, E_ZERO, t, VC_PRVALUE, pos);
    }
    FieldDecl *f = c->fields.at[k];
    Expr *a = *i < list->n ? sub_object(p, f->d.type, list, i) : missing_field(p, f, pos);
    if (xe_err(a)) return a;
    Expr *e = cxx_expr_new(x, E_INIT_LIST, t, VC_PRVALUE, pos);
    xe_args(p, e, &a, 1);
    init_of(p, e, 1);
    e->u.init->field[0] = f;
    return e;
}

// Designated initialisation of an anonymous union or struct member: `.x = 1` inside of it.
static Expr *designated_sub(Parse *p, FieldDecl *f, Expr *list, uint32_t *i) {
    Expr *l = cxx_expr_new(p->x, E_INITLIST_SYNTAX, p->x->ty_initlist, VC_PRVALUE, list->pos);
    xe_args(p, l, &list->arg[*i], 1);
    if (!f->anonymous) { // what it holds is not designated by this list's names
        uint32_t k = 0;
        ++*i;
        return sub_object(p, f->d.type, l, &k);
    }
    l->u.init = arena_zalloc(pa(p), sizeof *l->u.init, _Alignof(max_align_t));
    l->u.init->designator = arena_array(pa(p), Atom, 1);
    l->u.init->designator[0] = list->u.init->designator[*i];
    ++*i;
    uint32_t k = 0;
    return agg(p, f->d.type, l, &k, true, list->pos);
}

enum { MAX_PARTS = 1 << 18 }; // classes in classes, which can be 2^n at n levels

static Expr *agg_class(Parse *p, Type *t, Expr *list, uint32_t *i, Pos pos) {
    Cxx *x = p->x;
    ClassDecl *c = ty_unqual(t)->u.cls;
    if (!cxx_class_layout(x, c, pos)) return cxx_expr_error(x, pos);
    if (c->tag == CT_UNION) return agg_union(p, t, list, i, pos);
    if (c->nparts > MAX_PARTS) {
        CXX_DIAG(x, x_too_many_parts, pos, t);
        return cxx_expr_error(x, pos);
    }
    uint32_t total = c->nbase + c->fields.n, k = 0;
    Expr **arg = arena_array(pa(p), Expr *, total + 1);
    Expr *e = cxx_expr_new(x, E_INIT_LIST, t, VC_PRVALUE, pos);
    init_of(p, e, total);
    Atom *des = list->u.init ? list->u.init->designator : NULL;
    bool ok = true;
    for (uint32_t b = 0; b < c->nbase; b++, k++) {
        Expr *empty = cxx_expr_new(x, E_INITLIST_SYNTAX, x->ty_initlist, VC_PRVALUE, pos);
        arg[k] = *i < list->n && !des
                     ? sub_object(p, c->base[b].type, list, i)
                     : cxx_initialize(p, c->base[b].type, INIT_COPY_LIST, &empty, 1, pos, NULL);
        e->u.init->base[k] = &c->base[b];
        ok &= !xe_err(arg[k]);
    }
    for (uint32_t m = 0; m < c->fields.n && ok; m++) {
        FieldDecl *f = c->fields.at[m];
        if (unnamed_bitfield(f)) continue;
        bool have = *i < list->n;
        if (have && des) have = find_designated(c, des[*i], m) == m;
        if (have && f->d.type->kind == TY_ARRAY_INC) break; // flexible array member
        if (f->d.type->kind == TY_ARRAY_INC) continue;
        arg[k] = have ? (des ? designated_sub(p, f, list, i) : sub_object(p, f->d.type, list, i))
                      : missing_field(p, f, pos);
        e->u.init->field[k] = f;
        ok &= !xe_err(arg[k]);
        k++;
    }
    if (!ok) return cxx_expr_error(x, pos);
    return xe_args(p, e, arg, k);
}

static Expr *agg_array(Parse *p, Type *t, Expr *list, uint32_t *i, bool braced, Pos pos) {
    Cxx *x = p->x;
    Type *elem = t->u.array.elem;
    uint64_t bound = t->kind == TY_ARRAY ? t->u.array.n : UINT64_MAX;
    VEC(Expr *) v = {0};
    bool ok = true;
    while (*i < list->n && v.n < bound && ok) {
        uint32_t before = *i;
        Expr *e = sub_object(p, elem, list, i);
        if (*i == before && t->kind != TY_ARRAY && ty_is_array(elem)) break; // int a[][0]
        ok &= !xe_err(e);
        vec_push(pa(p), &v, e);
    }
    if (!ok) return cxx_expr_error(x, pos);
    if (t->kind != TY_ARRAY) t = ty_array(x, elem, v.n);
    Expr *r = cxx_expr_new(x, E_INIT_LIST, t, VC_PRVALUE, pos);
    xe_args(p, r, v.at, v.n);
    r->u.init = arena_zalloc(pa(p), sizeof *r->u.init, _Alignof(max_align_t));
    r->u.init->total = t->u.array.n;
    if (v.n < t->u.array.n) {
        Expr *empty = cxx_expr_new(x, E_INITLIST_SYNTAX, x->ty_initlist, VC_PRVALUE, pos);
        Expr *f = cxx_initialize(p, elem, INIT_COPY_LIST, &empty, 1, pos, NULL);
        if (xe_err(f)) return f;
        r->u.init->filler = f;
        xe_inherit(r, f);
    }
    return r;
}

static Expr *agg(Parse *p, Type *t, Expr *list, uint32_t *i, bool braced, Pos pos) {
    Type *u = ty_unqual(t);
    if (!xe_depth(p, pos)) {
        p->depth--;
        return cxx_expr_error(p->x, pos);
    }
    uint32_t before = *i;
    Expr *e =
        ty_is_array(u) ? agg_array(p, t, list, i, braced, pos) : agg_class(p, t, list, i, pos);
    p->depth--;
    if (!braced && !xe_err(e)) {
        e->flags |= EF_BRACE_ELIDED;
        if (*i == before && *i < list->n && !ty_is_array(u)) {
            // an empty class took nothing: its initialiser does not convert
            xe_no_conversion(p, list->arg[*i], t, NULL, list->arg[*i]->pos);
            ++*i;
            return cxx_expr_error(p->x, pos);
        }
    }
    return e;
}

// A member that stands before the one initialised last, or none.
static void wrong_designator(Parse *p, Type *t, Pos pos, Atom name) {
    if (t->kind == TY_CLASS &&
        find_designated(ty_unqual(t)->u.cls, name, 0) < ty_unqual(t)->u.cls->fields.n)
        CXX_DIAG(p->x, x_designator_order, pos, name);
    else
        CXX_DIAG(p->x, x_no_member, pos, t, name);
}

// The elements of the flexible array member of t, which e initialises up to there.
static Expr *flexible_elements(Parse *p, Type *t, Expr *e, Expr *list, uint32_t *i) {
    const ClassDecl *c = ty_unqual(t)->u.cls;
    FieldDecl *f = c->fields.n && c->tag != CT_UNION ? c->fields.at[c->fields.n - 1] : NULL;
    const Atom *des = list->u.init ? list->u.init->designator : NULL;
    if (!f || f->d.type->kind != TY_ARRAY_INC || (des && des[*i] != f->d.name)) return e;
    Expr *last = des ? designated_sub(p, f, list, i) : sub_object(p, f->d.type, list, i);
    if (xe_err(last)) return last;
    Expr **arg = arena_array(pa(p), Expr *, e->n + 1);
    if (e->n) memcpy(arg, e->arg, e->n * sizeof *arg);
    arg[e->n] = last;
    e->u.init->field[e->n] = f;
    return xe_args(p, e, arg, e->n + 1);
}

Expr *xe_init_aggregate(Parse *p, Type *t, Expr *list, Pos pos) {
    uint32_t i = 0;
    bool flexible = p->flexible_init;
    p->flexible_init = false;
    Expr *e = agg(p, t, list, &i, true, pos);
    if (flexible && !xe_err(e) && i < list->n && e->kind == E_INIT_LIST)
        e = flexible_elements(p, t, e, list, &i);
    if (!xe_err(e) && i < list->n) {
        Atom *des = list->u.init ? list->u.init->designator : NULL;
        if (des)
            wrong_designator(p, t, list->arg[i]->pos, des[i]);
        else
            CXX_DIAG(p->x, x_too_many_initializers, list->arg[i]->pos);
        return cxx_expr_error(p->x, pos);
    }
    return e;
}

// ---- conversion sequences of lists [over.ics.list] --------------------------------------------

static bool trial_init(Parse *p, Type *to, Expr *list) {
    Parse q = *p;
    q.unevaluated = true;
    DiagTrap t = {0};
    diag_trap_push(p->x->ctx, &t);
    Expr *e = xe_init_aggregate(&q, to, list, list->pos);
    uint32_t errs = diag_trap_pop(p->x->ctx, &t);
    return !errs && !xe_err(e);
}

static bool worst_element(Parse *p, Expr *list, Type *elem, Ics *o) {
    o->rank = ICS_EXACT;
    for (uint32_t i = 0; i < list->n; i++) {
        Ics e;
        cxx_ics(p, list->arg[i], elem, true, false, &e);
        if (e.rank == ICS_BAD) return false;
        if (e.rank > o->rank) {
            Type *to = o->to;
            *o = e;
            o->to = to;
        }
    }
    o->list_init = true;
    return true;
}

static bool class_list_ics(Parse *p, Expr *list, Type *to, Ics *o) {
    Type *u = ty_unqual(to), *elem;
    ClassDecl *c = u->u.cls;
    if (!cxx_class_complete(p->x, c, 0)) return false;
    cxx_class_specials(p->x, c);
    bool single = list->n == 1 && !xe_list(list->arg[0]) && list->arg[0]->kind != E_OVERLOAD;
    if (single && list->arg[0]->type->kind == TY_CLASS &&
        xe_reference_related(p, u, list->arg[0]->type) && !(list->u.init)) {
        cxx_ics(p, list->arg[0], to, false, false, o);
        o->list_init = true;
        return o->rank != ICS_BAD;
    }
    if (xe_is_initializer_list(p, u, &elem)) return worst_element(p, list, elem, o);
    if (c->aggregate) {
        if (!trial_init(p, to, list)) return false;
        o->rank = ICS_USER;
        return true;
    }
    Cands cs = {.best = -1};
    if (list->n) xe_pick_ctor(p, c, &list, 1, true, false, true, &cs);
    if (cs.best == -1) {
        cs = (Cands){.from_list = true};
        xe_pick_ctor(p, c, list->arg, list->n, true, !single, false, &cs);
        if (cs.best == -1 && single) {
            cs = (Cands){0};
            xe_pick_ctor(p, c, list->arg, list->n, true, true, false, &cs);
        }
    }
    if (cs.best == -1) return false;
    o->rank = ICS_USER;
    o->ambiguous = cs.best == -2;
    if (cs.best >= 0) o->user = cs.c.at[cs.best].fn;
    o->by_explicit = o->user && o->user->explicit_;
    return true;
}

bool xe_list_ics(Parse *p, Expr *list, Type *to, Ics *o) {
    *o = (Ics){.rank = ICS_EXACT, .from = list->type, .to = to, .list_init = true};
    Type *t = ty_deref(to), *u = ty_unqual(t);
    if (list->u.init && list->u.init->designator) { // [over.ics.list]/2
        if (u->kind != TY_CLASS || !cxx_class_complete(p->x, u->u.cls, 0)) return false;
        cxx_class_specials(p->x, u->u.cls);
        if (!u->u.cls->aggregate) return false;
    }
    if (ty_is_ref(to)) {
        bool single = list->n == 1 && !xe_list(list->arg[0]) && list->arg[0]->kind != E_OVERLOAD;
        if (single && xe_reference_related(p, t, list->arg[0]->type)) {
            cxx_ics(p, list->arg[0], to, true, false, o);
            o->list_init = true;
            return o->rank != ICS_BAD;
        }
        if (to->kind == TY_LREF && !(xe_quals(t) & Q_CONST)) return false;
    }
    bool ok;
    if (ty_is_array(u)) {
        if (list->n == 1 && xe_string_init(p, u, list->arg[0]))
            ok = list->arg[0]->u.str.n < u->u.array.n || u->kind == TY_ARRAY_INC;
        else
            ok = (u->kind != TY_ARRAY || list->n <= u->u.array.n) &&
                 worst_element(p, list, u->u.array.elem, o);
    } else if (u->kind == TY_CLASS) {
        ok = class_list_ics(p, list, u, o);
    } else if (u->kind == TY_VECTOR) {
        ok = list->n <= u->u.array.n;
    } else if (list->n == 0) {
        ok = true;
    } else if (list->n == 1 && !xe_list(list->arg[0])) {
        cxx_ics(p, list->arg[0], u, true, false, o);
        ok = o->rank != ICS_BAD;
    } else {
        ok = list->n == 1 && list->arg[0]->n == 0;
    }
    o->to = to;
    o->list_init = true;
    o->list_n = list->n;
    if (ty_is_ref(to)) {
        o->ref_bind = o->binds_temp = true;
        o->rvalue_bind = to->kind == TY_RREF;
    }
    return ok;
}
