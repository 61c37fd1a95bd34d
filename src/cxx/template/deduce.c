// SPDX-License-Identifier: Apache-2.0
// Template argument deduction [temp.deduct]. P is a dependent type of the template's signature, A
// what it is matched with. Non-deduced contexts succeed without binding anything: whether they fit
// is found out when the signature is parsed again with the arguments bound.
//
// Parameters are recognised by depth (only one list is ever unbound at a time). The elements of a
// parameter pack are collected in Deduce.pack, at index Deduce.k of the expansion being matched.
#include "cxx/answer.h"
#include "cxx/facts/diag.h"
#include "cxx/lookup/lookup.h"
#include "cxx/constant/constant.h"
#include "cxx/convert/convert.h"
#include "cxx/template/template.h"

void tm_deduce_init(Deduce *d, Parse *p, TmplParams *ps, Env *env, DeduceFail *why) {
    *d = (Deduce){.p = p, .x = p->x, .ps = ps, .env = env, .k = -1, .why = why};
    d->a = &p->x->ctx->scratch;
    d->at = arena_array(d->a, TmplArg, ps->n);
    d->pack = arena_array(d->a, struct DedPack, ps->n);
}

static bool fail(Deduce *d, const char *why, TParmDecl *parm) {
    if (d->why && !d->why->why) {
        d->why->why = why;
        d->why->parm = parm;
    }
    return false;
}

// ---- qualifiers --------------------------------------------------------------------------------

static unsigned quals_of(const Type *t) {
    while (ty_is_array(t)) t = t->u.array.elem;
    return t->quals;
}

// t with exactly these qualifiers at the top (arrays: at their elements).
static Type *with_quals(Cxx *x, Type *t, unsigned q) {
    if (ty_is_array(t)) {
        Type *e = with_quals(x, t->u.array.elem, q);
        if (t->kind == TY_ARRAY) return ty_array(x, e, t->u.array.n);
        if (t->kind == TY_ARRAY_INC) return ty_array_inc(x, e);
        return ty_array_dep(x, e, t->u.array.size);
    }
    t = t->unqual;
    return q ? ty_qual(x, t, q) : t;
}

// ---- binding -----------------------------------------------------------------------------------

static bool same_binding(const TmplArg *a, const TmplArg *b) {
    if (a->kind == TA_VALUE && b->kind == TA_VALUE && a->val->kind == CV_INT &&
        b->val->kind == CV_INT) { // an array bound may have another type than the parameter
        return apint_i128(&a->val->u.i) == apint_i128(&b->val->u.i) ||
               apint_u128(&a->val->u.i) == apint_u128(&b->val->u.i);
    }
    return tm_arg_equal(a, b);
}

static bool bind(Deduce *d, uint32_t index, TmplArg a) {
    TParmDecl *parm = d->ps->parm[index];
    TmplArg *slot = &d->at[index];
    if (parm->pack) {
        if (d->k < 0) return true; // `T` without expansion: not deduced from
        struct DedPack *dp = &d->pack[index];
        if (dp->closed && (uint32_t)d->k >= dp->el.n)
            return fail(d, "packs differ in length", parm);
        while (dp->el.n <= (uint32_t)d->k) {
            TmplArg none = {0};
            vec_push(d->a, &dp->el, none);
        }
        dp->any = true;
        slot = &dp->el.at[d->k];
    }
    uint64_t bit = parm->pack || index >= 64 ? 0 : 1ull << index;
    if (slot->kind == TA_NONE || (d->of_bound & bit)) {
        *slot = a;
        d->of_bound = d->in_bound ? d->of_bound | bit : d->of_bound & ~bit;
        return true;
    }
    return same_binding(slot, &a) || fail(d, "deduced conflicting arguments for parameter ", parm);
}

static bool is_ours(const Deduce *d, const Type *t) {
    return d->ps && t->kind == TY_TPARM && t->u.tparm.depth == d->ps->depth &&
           t->u.tparm.index < d->ps->n;
}

// T of a forwarding reference T&&: a class template's own parameter is none [temp.deduct.call]/3.
static bool is_forwarded(const Deduce *d, const Type *t) {
    return is_ours(d, t) && !t->quals && t->u.tparm.index >= d->nclass;
}

static TParmDecl *expr_parm(const Deduce *d, const Expr *e) {
    if (e->kind == E_CAST && (e->flags & EF_IMPLICIT)) e = e->a;
    if (e->kind != E_TPARM) return NULL;
    TParmDecl *t = (TParmDecl *)e->u.decl;
    return d->ps && t->depth == d->ps->depth && t->index < d->ps->n ? d->ps->parm[t->index] : NULL;
}

// Calls f for template parameters until it says true.
typedef struct ParmVisit {
    bool (*f)(void *data, unsigned depth, unsigned index);
    void *data;
    bool deduced; // only where a parameter is deduced from [temp.deduct.type]/5
} ParmVisit;
static bool visit_args(const TmplArgs *l, const ParmVisit *v);

static bool visit_expr(const Expr *e, const ParmVisit *v) {
    if (!e) return false;
    if (e->kind == E_TPARM) {
        const TParmDecl *t = (const TParmDecl *)e->u.decl;
        return v->f(v->data, t->depth, t->index);
    }
    if (visit_expr(e->a, v) || visit_expr(e->b, v) || visit_expr(e->c, v)) {
        return true;
    }
    for (uint32_t i = 0; e->arg && i < e->n; i++) {
        if (visit_expr(e->arg[i], v)) return true;
    }
    return false;
}

// A value is deduced from the parameter alone, not from an expression with it.
static bool visit_value(const Expr *e, const ParmVisit *v) {
    if (v->deduced && e && e->kind == E_PACK) e = e->a;
    return (!v->deduced || (e && e->kind == E_TPARM)) && visit_expr(e, v);
}

static bool visit_type(const Type *t, const ParmVisit *v) {
    if (!t || !ty_dependent(t)) return false;
    switch (t->kind) {
    case TY_TPARM: return v->f(v->data, t->u.tparm.depth, t->u.tparm.index);
    case TY_PTR:
    case TY_LREF:
    case TY_RREF:
    case TY_PACK: return visit_type(t->u.ptr.to, v);
    case TY_MEMPTR: return visit_type(t->u.ptr.to, v) || visit_type(t->u.ptr.cls, v);
    case TY_ARRAY_DEP: return visit_value(t->u.array.size, v) || visit_type(t->u.array.elem, v);
    case TY_ARRAY:
    case TY_ARRAY_INC:
    case TY_VECTOR: return visit_type(t->u.array.elem, v);
    case TY_FUNC:
        for (uint32_t i = 0; i < t->u.func.nparam; i++) {
            if (visit_type(t->u.func.param[i], v)) return true;
        }
        if (t->u.func.noexcept_dep && visit_expr(t->u.func.noexcept_dep, v)) return true;
        return visit_type(t->u.func.ret, v);
    case TY_DEPNAME:
        return !v->deduced && (visit_type(t->u.depname.scope, v) ||
                               (t->u.depname.args && visit_args(t->u.depname.args, v)));
    case TY_SPEC:
        if (t->u.spec.tmpl->kind == D_TPARM) {
            const TParmDecl *tp = (const TParmDecl *)t->u.spec.tmpl;
            if (v->f(v->data, tp->depth, tp->index)) return true;
        }
        return visit_args(t->u.spec.args, v);
    case TY_DECLTYPE: return !v->deduced && visit_expr(t->u.dtype.e, v);
    case TY_TRAIT: return !v->deduced && visit_type(t->u.dtype.arg, v);
    default: return false;
    }
}

static bool visit_arg(const TmplArg *a, const ParmVisit *v) {
    switch ((TmplArgKind)a->kind) {
    case TA_TYPE: return visit_type(a->type, v);
    case TA_EXPR: return visit_value(a->expr, v);
    case TA_PACK: return visit_args(a->pack, v);
    case TA_TEMPLATE:
        if (a->tmpl->kind == D_TPARM) {
            const TParmDecl *t = (const TParmDecl *)a->tmpl;
            return v->f(v->data, t->depth, t->index);
        }
        return false;
    default: return false;
    }
}

static bool visit_args(const TmplArgs *l, const ParmVisit *v) {
    for (uint32_t i = 0; i < l->n; i++) {
        if (visit_arg(&l->a[i], v)) return true;
    }
    return false;
}

static bool at_depth(void *data, unsigned depth, unsigned index) {
    return depth == ((const TmplParams *)data)->depth;
}

bool tm_names_params(const Type *t, const TmplParams *ps) {
    return visit_type(t, &(ParmVisit){at_depth, (void *)ps, false});
}

// Whether t mentions a parameter that was not given explicitly.
static bool visit_undeduced(void *data, unsigned depth, unsigned index) {
    Deduce *d = data;
    if (depth != d->ps->depth || index >= d->ps->n) return false;
    if (d->fixed && d->fixed[index]) return false;
    return d->ps->parm[index]->pack || index >= d->nfixed;
}

typedef struct CloseVisit {
    Deduce *d;
    uint32_t n;
    bool bad;
} CloseVisit;

static bool visit_close(void *data, unsigned depth, unsigned index) {
    CloseVisit *v = data;
    Deduce *d = v->d;
    if (depth != d->ps->depth || index >= d->ps->n || !d->ps->parm[index]->pack) return false;
    struct DedPack *dp = &d->pack[index];
    if (dp->closed && dp->el.n != v->n) v->bad = true;
    if (dp->el.n > v->n && dp->nexplicit <= v->n) v->bad = true;
    while (dp->el.n < v->n) {
        TmplArg none = {0};
        vec_push(d->a, &dp->el, none);
    }
    dp->closed = true;
    dp->any = true;
    return false;
}

static bool close_packs(Deduce *d, const TmplArg *pattern, uint32_t n) {
    CloseVisit v = {d, n, false};
    visit_arg(pattern, &(ParmVisit){visit_close, &v, false});
    return !v.bad || fail(d, "packs differ in length", NULL);
}

// ---- lists -------------------------------------------------------------------------------------

static bool deduce_arg(Deduce *d, const TmplArg *P, const TmplArg *A);

static TmplArg pattern_of(const TmplArg *a) {
    TmplArg r = *a;
    if (a->kind == TA_TYPE)
        r.type = a->type->u.ptr.to;
    else if (a->kind == TA_EXPR)
        r.expr = a->expr->a;
    return r;
}

static bool deduce_list(Deduce *d, const TmplArg *P, uint32_t np, const TmplArg *A, uint32_t na) {
    uint32_t j = 0;
    for (uint32_t i = 0; i < np; i++) {
        if (!tm_arg_is_expansion(&P[i])) {
            if (j >= na || tm_arg_is_expansion(&A[j])) {
                return fail(d, "numbers of template arguments differ", NULL);
            }
            if (!deduce_arg(d, &P[i], &A[j++])) return false;
            continue;
        }
        if (i + 1 != np) return true; // [temp.deduct.type]/9: then the whole list is not deduced
        TmplArg pattern = pattern_of(&P[i]);
        int32_t outer = d->k;
        bool ok = true;
        for (d->k = 0; j < na && ok; j++, d->k++) {
            TmplArg a = tm_arg_is_expansion(&A[j]) ? pattern_of(&A[j]) : A[j];
            ok = deduce_arg(d, &pattern, &a);
        }
        uint32_t n = (uint32_t)d->k;
        d->k = outer;
        if (!ok) return false;
        if (!close_packs(d, &pattern, n)) return false;
    }
    return j == na || fail(d, "numbers of template arguments differ", NULL);
}

static uint32_t flat_count(const TmplArgs *l) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < l->n; i++) n += l->a[i].kind == TA_PACK ? l->a[i].pack->n : 1;
    return n;
}

static TmplArg *flatten(Cxx *x, const TmplArgs *l, uint32_t *n) {
    *n = flat_count(l);
    TmplArg *at = arena_array(&x->ctx->scratch, TmplArg, *n), *o = at;
    for (uint32_t i = 0; i < l->n; i++) {
        if (l->a[i].kind != TA_PACK) {
            *o++ = l->a[i];
            continue;
        }
        for (uint32_t j = 0; j < l->a[i].pack->n; j++) *o++ = l->a[i].pack->a[j];
    }
    return at;
}

static bool aligned(const TmplArgs *P, const TmplArgs *A) {
    if (P->n != A->n) return false;
    for (uint32_t i = 0; i < P->n; i++) {
        if ((P->a[i].kind == TA_PACK) != (A->a[i].kind == TA_PACK)) return false;
        if (tm_arg_is_expansion(&P->a[i]) || tm_arg_is_expansion(&A->a[i])) return false;
    }
    return true;
}

bool tm_deduce_args(Deduce *d, const TmplArgs *P, const TmplArgs *A) {
    if (P == A && !d->order) {
        if (!P->dependent) return true;
    }
    if (aligned(P, A)) {
        for (uint32_t i = 0; i < P->n; i++) {
            const TmplArg *p = &P->a[i], *a = &A->a[i];
            bool ok = p->kind == TA_PACK
                          ? deduce_list(d, p->pack->a, p->pack->n, a->pack->a, a->pack->n)
                          : deduce_arg(d, p, a);
            if (!ok) return false;
        }
        return true;
    }
    uint32_t np, na;
    TmplArg *p = flatten(d->x, P, &np), *a = flatten(d->x, A, &na);
    return deduce_list(d, p, np, a, na);
}

// ---- types -------------------------------------------------------------------------------------

static bool deduce_value(Deduce *d, const Expr *P, const TmplArg *A) {
    TParmDecl *parm = expr_parm(d, P);
    if (!parm) {
        if (P->flags & (EF_VALUE_DEP | EF_TYPE_DEP)) return true; // not deduced from an expression
        ApInt v;
        if (A->kind == TA_VALUE) { // the argument of a parameter whose type depends on others
            if (A->val->kind != CV_INT || !cxx_const_int(d->x, (Expr *)P, &v, false)) return true;
            return apint_i128(&v) == apint_i128(&A->val->u.i) ||
                   fail(d, "template arguments differ", NULL);
        }
        return A->kind == TA_EXPR && cxx_expr_equal(P, A->expr);
    }
    if (A->kind != TA_VALUE && A->kind != TA_EXPR) {
        return fail(d, "a constant was expected", parm);
    }
    TmplArg a = *A;
    if (a.kind == TA_EXPR && a.expr->kind == E_PACK) a.expr = a.expr->a;
    if (!bind(d, parm->index, a)) return false;
    // [temp.deduct.type]/13: the type of the parameter from that of the value
    if (a.kind != TA_VALUE || d->order || !a.val || !ty_dependent(parm->d.type)) return true;
    Type *pt = parm->d.type;
    if (is_ours(d, pt) && !pt->quals && d->at[pt->u.tparm.index].kind == TA_TYPE) return true;
    return tm_deduce(d, ty_unqual(pt), ty_unqual(a.type ? a.type : a.val->type));
}

static bool deduce_arg(Deduce *d, const TmplArg *P, const TmplArg *A) {
    switch ((TmplArgKind)P->kind) {
    case TA_TYPE:
        if (A->kind != TA_TYPE) return fail(d, "a type was expected", NULL);
        return tm_deduce(d, P->type, A->type);
    case TA_EXPR: return deduce_value(d, P->expr, A);
    case TA_VALUE:
        return (A->kind == TA_VALUE && same_binding(P, A)) ||
               fail(d, "template arguments differ", NULL);
    case TA_TEMPLATE: {
        if (A->kind != TA_TEMPLATE) return fail(d, "a template was expected", NULL);
        TParmDecl *t = (TParmDecl *)P->tmpl;
        if (t->d.kind == D_TPARM && t->depth == d->ps->depth && t->index < d->ps->n) {
            if (!tm_template_fits(A->tmpl, d->ps->parm[t->index]->tparams))
                return fail(d, "the template's parameters differ", NULL);
            return bind(d, t->index, *A);
        }
        return tm_arg_equal(P, A) || fail(d, "template arguments differ", NULL);
    }
    case TA_PACK:
        if (A->kind != TA_PACK) return false;
        return deduce_list(d, P->pack->a, P->pack->n, A->pack->a, A->pack->n);
    default: return false;
    }
}

static bool deduce_parm(Deduce *d, Type *P, Type *A) {
    unsigned pq = P->quals, aq = quals_of(A);
    if (A->kind == TY_FUNC && d->call) pq = 0; // const T & takes a function; const T is none
    if (pq & ~aq) return fail(d, "qualifiers are lost", d->ps->parm[P->u.tparm.index]);
    TmplArg a = {.kind = TA_TYPE, .type = pq ? with_quals(d->x, A, aq & ~pq) : A};
    return bind(d, P->u.tparm.index, a);
}

// What a function type has of parameter type A, given that the parameter was declared as `known`: a
// function's type keeps neither top-level qualifiers nor arrays [dcl.fct]/5.
static Type *before_decay(Deduce *d, const TmplArg *known, Type *A) {
    bool same = known->kind == TA_TYPE && ty_unqual(ty_decay(d->x, known->type)) == A;
    return same ? known->type : A;
}

// The parameters of A, with those that explicit arguments give as these are: k<const int> of
// `void k(T)` is a void (int).
static void undo_decay(Deduce *d, const FuncType *P, TmplArg *a, uint32_t na) {
    for (uint32_t i = 0; i < P->nparam && i < na; i++) {
        Type *t = P->param[i];
        bool pack = t->kind == TY_PACK;
        if (pack) t = t->u.ptr.to;
        if (!is_ours(d, t)) continue;
        uint32_t index = t->u.tparm.index;
        if (!pack) {
            if (index < d->nfixed) a[i].type = before_decay(d, &d->at[index], a[i].type);
            continue;
        }
        const struct DedPack *dp = &d->pack[index];
        for (uint32_t k = 0; k < dp->nexplicit && i + k < na; k++)
            a[i + k].type = before_decay(d, &dp->el.at[k], a[i + k].type);
    }
}

static bool deduce_function(Deduce *d, const FuncType *P, const FuncType *A) {
    if (P->noexcept_dep && !d->order) { // [temp.deduct.type]/8: noexcept(i)
        ConstVal v = {.kind = CV_INT, .type = ty_basic(d->x, TY_BOOL)};
        v.u.i = apint_from_u64((uint32_t)ty_int_bits(v.type), A->noexcept_);
        TmplArg a = {.kind = TA_VALUE, .type = v.type, .val = cxx_const_intern(d->x, &v)};
        if (!deduce_value(d, P->noexcept_dep, &a)) return false;
    }
    if (P->variadic != A->variadic || P->quals != A->quals || P->ref != A->ref ||
        (P->noexcept_ && !A->noexcept_)) {
        return fail(d, "function types differ", NULL);
    }
    if (P->noexcept_ != A->noexcept_ && !d->call && !P->noexcept_dep)
        return fail(d, "function types differ", NULL);
    bool ret_auto = !d->autos && (P->ret->flags | A->ret->flags) & TF_HAS_AUTO;
    if (!ret_auto && !tm_deduce(d, P->ret, A->ret)) return false;
    TmplArg *p = arena_array(d->a, TmplArg, P->nparam);
    TmplArg *a = arena_array(d->a, TmplArg, A->nparam);
    for (uint32_t i = 0; i < P->nparam; i++) p[i] = (TmplArg){.kind = TA_TYPE, .type = P->param[i]};
    for (uint32_t i = 0; i < A->nparam; i++) a[i] = (TmplArg){.kind = TA_TYPE, .type = A->param[i]};
    if (d->ps) undo_decay(d, P, a, A->nparam);
    return deduce_list(d, p, P->nparam, a, A->nparam);
}

// The arguments of A for a template template parameter applied to np arguments: defaults of A's
// template may be left out [temp.arg.template].
static bool deduce_ttp(Deduce *d, Type *P, Decl *tmpl, TmplArgs *args) {
    TParmDecl *t = (TParmDecl *)P->u.spec.tmpl;
    if (t->depth != d->ps->depth) return tmpl == &t->d;
    TmplArg a = {.kind = TA_TEMPLATE, .tmpl = tmpl};
    // t may be another template's, equal types are one
    if (!tm_template_fits(tmpl, d->ps->parm[t->index]->tparams))
        return fail(d, "the template's parameters differ", NULL);
    if (!bind(d, t->index, a)) return false;
    uint32_t np, na;
    TmplArg *p = flatten(d->x, P->u.spec.args, &np), *q = flatten(d->x, args, &na);
    bool expansion = np && tm_arg_is_expansion(&p[np - 1]);
    TmplParams *ps = tm_params_of(tmpl);
    if (!expansion && na > np && ps && np < ps->n && ps->parm[np]->default_range.end) na = np;
    return deduce_list(d, p, np, q, na);
}

static bool deduce_spec(Deduce *d, Type *P, Type *A) {
    Decl *tmpl = NULL;
    TmplArgs *args = NULL;
    if (A->kind == TY_CLASS && A->u.cls->tmpl) {
        tmpl = &A->u.cls->tmpl->d;
        args = A->u.cls->args;
    } else if (A->kind == TY_SPEC) {
        tmpl = A->u.spec.tmpl;
        args = A->u.spec.args;
    }
    if (!tmpl) return fail(d, "no class template instance", NULL);
    if (P->u.spec.tmpl->kind == D_TPARM) return deduce_ttp(d, P, tmpl, args);
    if (P->u.spec.tmpl != tmpl) return fail(d, "instances of different templates", NULL);
    return tm_deduce_args(d, P->u.spec.args, args);
}

static bool deduce_array(Deduce *d, Type *P, Type *A) {
    if (!ty_is_array(A)) return fail(d, "not an array", NULL);
    if (P->kind == TY_ARRAY_INC && A->kind != TY_ARRAY_INC) return fail(d, "array bounds", NULL);
    if (P->kind == TY_ARRAY && (A->kind != TY_ARRAY || A->u.array.n != P->u.array.n)) {
        return fail(d, "array bounds", NULL);
    }
    if (P->kind == TY_ARRAY_DEP) {
        TmplArg a;
        if (A->kind == TY_ARRAY) {
            ConstVal v = {.kind = CV_INT, .type = d->x->ty_size_t};
            v.u.i = apint_from_u64(64, A->u.array.n);
            a = (TmplArg){.kind = TA_VALUE, .type = v.type, .val = cxx_const_intern(d->x, &v)};
        } else if (A->kind == TY_ARRAY_DEP) {
            a = (TmplArg){.kind = TA_EXPR, .type = d->x->ty_size_t, .expr = A->u.array.size};
        } else {
            return fail(d, "array bounds", NULL);
        }
        // The bound's type is any integral type [temp.deduct.type]/18: what else gives one counts.
        if (!tm_deduce(d, P->u.array.elem, A->u.array.elem)) return false;
        d->in_bound = true;
        bool ok = deduce_value(d, P->u.array.size, &a);
        d->in_bound = false;
        return ok;
    }
    return tm_deduce(d, P->u.array.elem, A->u.array.elem);
}

static bool deduce_compound(Deduce *d, Type *P, Type *A) {
    switch (P->kind) {
    case TY_PTR:
    case TY_LREF:
    case TY_RREF:
        if (A->kind != P->kind) return fail(d, "types differ", NULL);
        return tm_deduce(d, P->u.ptr.to, A->u.ptr.to);
    case TY_MEMPTR:
        if (A->kind != TY_MEMPTR) return fail(d, "not a pointer to member", NULL);
        return tm_deduce(d, P->u.ptr.cls, A->u.ptr.cls) && tm_deduce(d, P->u.ptr.to, A->u.ptr.to);
    case TY_ARRAY:
    case TY_ARRAY_INC:
    case TY_ARRAY_DEP: return deduce_array(d, P, A);
    case TY_VECTOR:
        if (A->kind != TY_VECTOR || A->u.array.n != P->u.array.n) {
            return fail(d, "types differ", NULL);
        }
        return tm_deduce(d, P->u.array.elem, A->u.array.elem);
    case TY_FUNC:
        if (A->kind != TY_FUNC) return fail(d, "not a function type", NULL);
        return deduce_function(d, &P->u.func, &A->u.func);
    case TY_SPEC: return deduce_spec(d, P, A);
    default: return true; // non-deduced contexts
    }
}

bool tm_deduce(Deduce *d, Type *P, Type *A) {
    if (A->kind == TY_ERROR || P->kind == TY_ERROR) return false;
    if (P->kind == TY_AUTO && d->autos) {
        if (P->quals & ~quals_of(A)) return fail(d, "qualifiers are lost", NULL);
        A = P->quals ? with_quals(d->x, A, quals_of(A) & ~P->quals) : A;
        if (d->auto_type && d->auto_type != A) return fail(d, "different types for auto", NULL);
        d->auto_type = A;
        return true;
    }
    if (!ty_dependent(P) && !(d->autos && (P->flags & TF_HAS_AUTO))) {
        return P == A || fail(d, "types differ", NULL);
    }
    if (is_ours(d, P)) return deduce_parm(d, P, A);
    if (P->kind == TY_TPARM) {
        return P == A || (d->nclass && !d->order) || fail(d, "types differ", NULL);
    }
    if (P->kind == TY_DEPNAME || P->kind == TY_DECLTYPE || P->kind == TY_TRAIT) return true;
    if (P->quals != A->quals && !ty_is_array(P)) return fail(d, "qualifiers differ", NULL);
    if (d->depth > d->x->ctx->max_depth) return fail(d, "types are nested too deeply", NULL);
    d->depth++;
    bool ok = deduce_compound(d, P, A);
    d->depth--;
    return ok;
}

// ---- the result --------------------------------------------------------------------------------

static bool finish_pack(Deduce *d, TParmDecl *parm, Env *e, TmplArg *out, Pos pos) {
    struct DedPack *dp = &d->pack[parm->index];
    int32_t index = d->p->pack_index;
    bool ok = true;
    for (uint32_t i = 0; i < dp->el.n && ok; i++) {
        TmplArg raw = dp->el.at[i];
        if (raw.kind == TA_NONE) {
            ok = fail(d, "couldn't deduce an element of template parameter pack ", parm);
        } else if (parm->kind == TA_VALUE && !d->order && !tm_arg_is_expansion(&raw)) {
            d->p->pack_index = (int32_t)i;
            ok = tm_convert_arg(d->p, parm, e, &raw, &dp->el.at[i], pos);
        }
    }
    // an empty pack's parameter has a type, too, which may not make sense
    bool typed = parm->kind == TA_VALUE && !d->order && parm->d.type &&
                 ty_dependent(parm->d.type) && !(parm->d.type->flags & TF_HAS_PACK);
    if (ok && typed && !dp->el.n) {
        const Type *t = tm_parm_type(d->p, parm, e);
        ok = t && t->kind != TY_ERROR;
    }
    d->p->pack_index = index;
    if (!ok) return false;
    *out = (TmplArg){.kind = TA_PACK, .pack = cxx_targs(d->x, dp->el.at, dp->el.n)};
    return true;
}

// Arguments being gathered. An environment over them is only made when tokens will be parsed in it:
// it may live on in what is parsed.
static TmplArgs *gather(Deduce *d, bool defaults, Env **e) {
    TmplParams *ps = d->ps;
    bool parse = false;
    for (uint32_t i = 0; i < ps->n && !parse; i++) {
        TParmDecl *parm = ps->parm[i];
        parse = (parm->kind == TA_VALUE && ty_dependent(parm->d.type)) ||
                (defaults && !parm->pack && d->at[i].kind == TA_NONE);
    }
    Arena *a = parse ? tm_arena(d->x) : d->a;
    TmplArgs *full = arena_zalloc(a, sizeof *full + sizeof *full->a * ps->n, 16);
    *e = parse ? tm_env(d->x, ps, full, d->env) : NULL;
    return full;
}

TmplArgs *tm_deduce_finish(Deduce *d, bool defaults, Pos pos) {
    TmplParams *ps = d->ps;
    Env *e;
    TmplArgs *full = gather(d, defaults, &e);
    // defaults may refer to parameters behind them that were deduced
    full->n = ps->n;
    for (uint32_t i = 0; i < ps->n; i++) {
        if (!ps->parm[i]->pack && ps->parm[i]->kind != TA_VALUE) full->a[i] = d->at[i];
    }
    for (uint32_t i = 0; i < ps->n; i++) {
        TParmDecl *parm = ps->parm[i];
        TmplArg *out = &full->a[i];
        if (parm->pack) {
            if (!finish_pack(d, parm, e, out, pos)) return NULL;
        } else if (d->at[i].kind == TA_NONE) {
            if (!defaults || !tm_default_arg(d->p, parm, e, out, pos)) {
                fail(d, "couldn't deduce template parameter ", parm);
                return NULL;
            }
            if (out->kind == TA_NONE) {
                fail(d, "substitution failed in the default argument of template parameter ", parm);
                return NULL;
            }
        } else if (parm->kind == TA_VALUE && !d->order) {
            if (!tm_convert_arg(d->p, parm, e, &d->at[i], out, pos)) {
                fail(d, "the deduced value does not fit parameter ", parm);
                return NULL;
            }
        } else {
            *out = d->at[i];
        }
    }
    return cxx_targs(d->x, full->a, ps->n);
}

// ---- explicit arguments ------------------------------------------------------------------------

static bool take_explicit(Deduce *d, const TmplArgs *ex, Pos pos) {
    if (!ex) return true;
    TmplParams *ps = d->ps;
    Env *e;
    TmplArgs *full = gather(d, false, &e);
    full->n = ps->n;
    uint32_t j = 0;
    for (uint32_t i = 0; i < ps->n && j < ex->n; i++) {
        TParmDecl *parm = ps->parm[i];
        if (!parm->pack) {
            if (!tm_convert_arg(d->p, parm, e, &ex->a[j++], &d->at[i], pos)) {
                return fail(d, "the explicit argument does not fit parameter ", parm);
            }
            full->a[i] = d->at[i];
            d->nfixed = i + 1;
            continue;
        }
        struct DedPack *dp = &d->pack[i];
        int32_t index = d->p->pack_index;
        for (uint32_t end = j + tm_pack_takes(parm, ex->a, j, ex->n); j < end; j++) {
            TmplArg a;
            d->p->pack_index = (int32_t)dp->el.n;
            bool ok =
                tm_arg_is_expansion(&ex->a[j]) || tm_convert_arg(d->p, parm, e, &ex->a[j], &a, pos);
            d->p->pack_index = index;
            if (!ok) return fail(d, "the explicit argument does not fit parameter ", parm);
            vec_push(d->a, &dp->el, a);
            dp->any = true;
        }
        dp->nexplicit = dp->el.n;
    }
    return j == ex->n || fail(d, "too many explicit template arguments", NULL);
}

// ---- calls [temp.deduct.call] ------------------------------------------------------------------

// Adds to A the qualifiers that a qualification conversion may add, level by level.
static Type *add_quals_like(Deduce *d, Type *P, Type *A) {
    if (P->kind != TY_PTR || A->kind != TY_PTR) return A;
    Type *to = add_quals_like(d, P->u.ptr.to, A->u.ptr.to);
    unsigned q = quals_of(P->u.ptr.to) & ~quals_of(to);
    if (q && to->kind != TY_FUNC) to = ty_qual(d->x, to, q);
    Type *r = ty_pointer(d->x, to);
    return A->quals ? ty_qual(d->x, r, A->quals) : r;
}

static bool same_deduced(const TmplParams *ps, const TmplArg *a, const struct DedPack *ap,
                         const TmplArg *b, const struct DedPack *bp) {
    for (uint32_t i = 0; i < ps->n; i++) {
        bool pack = ps->parm[i]->pack;
        if (pack && ap[i].el.n != bp[i].el.n) return false;
        if (!pack && !tm_arg_equal(&a[i], &b[i])) return false;
        for (uint32_t k = 0; pack && k < ap[i].el.n; k++) {
            if (!tm_arg_equal(&ap[i].el.at[k], &bp[i].el.at[k])) return false;
        }
    }
    return true;
}

// Where P is `S<...>` (or points to it), a base class of A may fit.
static bool deduce_bases(Deduce *d, Type *P, ClassDecl *c, TmplArg **found, struct DedPack **packs,
                         uint32_t *nfound, uint32_t visit, uint32_t depth) {
    if (depth > 200 || !cxx_class_complete(d->x, c, 0)) return true;
    TmplParams *ps = d->ps;
    for (uint32_t i = 0; i < c->nbase; i++) {
        ClassDecl *b = c->base[i].cls;
        if (!b || !cxx_class_visit(b, visit)) continue;
        Deduce t = *d;
        DeduceFail why = {0};
        t.why = &why;
        t.at = arena_copy(d->a, d->at, sizeof *d->at * ps->n, 16);
        t.pack = arena_array(d->a, struct DedPack, ps->n);
        for (uint32_t k = 0; k < ps->n; k++) {
            t.pack[k] = d->pack[k];
            if (!d->pack[k].el.n) continue;
            t.pack[k].el.at =
                arena_copy(d->a, d->pack[k].el.at, sizeof(TmplArg) * d->pack[k].el.n, 16);
            t.pack[k].el.cap = d->pack[k].el.n;
        }
        if (deduce_spec(&t, P, b->d.type)) {
            if (!*nfound || !same_deduced(ps, *found, *packs, t.at, t.pack)) ++*nfound;
            *found = t.at;
            *packs = t.pack;
            continue; // bases of a match do not count [temp.deduct.call]/4.3
        }
        deduce_bases(d, P, b, found, packs, nfound, visit, depth + 1);
    }
    return true;
}

static bool deduce_class(Deduce *d, Type *P, Type *A) {
    ClassDecl *c = A->u.cls;
    if (c->tmpl && (P->u.spec.tmpl == &c->tmpl->d)) {
        DeduceFail *why = d->why;
        if (deduce_spec(d, P, A)) return true;
        if (why && why->why && !c->nbase) return false;
        return false;
    }
    if (P->u.spec.tmpl->kind == D_TPARM && c->tmpl) return deduce_spec(d, P, A);
    TmplArg *found = NULL;
    struct DedPack *packs = NULL;
    uint32_t n = 0;
    deduce_bases(d, P, c, &found, &packs, &n, cxx_visit_begin(d->x), 0);
    if (n != 1)
        return fail(d, n ? "several base classes match" : "the argument's type does not match",
                    NULL);
    d->at = found;
    d->pack = packs;
    return true;
}

static bool deduce_from(Deduce *d, Type *P, Type *A) {
    if (P->kind == TY_SPEC && A->kind == TY_CLASS && !(P->quals & ~A->quals)) {
        return deduce_class(d, P, A);
    }
    if (P->kind == TY_PTR && A->kind == TY_PTR) {
        A = add_quals_like(d, P, A);
        Type *pt = P->u.ptr.to, *at = A->u.ptr.to;
        if (pt->kind == TY_SPEC && at->kind == TY_CLASS && pt->quals == at->quals) {
            return deduce_class(d, pt, at);
        }
        if (pt->kind == TY_FUNC && at->kind == TY_FUNC) {
            return deduce_function(d, &pt->u.func, &at->u.func);
        }
        P = P->quals ? P->unqual : P;
        A = A->quals ? A->unqual : A;
    }
    return tm_deduce(d, P, A);
}

static bool deduce_expr(Deduce *d, Type *P, Expr *e);

static bool is_std_initializer_list(Cxx *x, Decl *t) {
    return t->name == x->n.initializer_list && x->std_ns && t->scope &&
           cxx_namespace_of(t->scope)->owner && cxx_namespace_of(t->scope)->owner->name == x->n.std;
}

static bool deduce_init_list(Deduce *d, Type *P, Expr *e) {
    P = ty_deref(P);
    Type *elem = NULL;
    if (P->kind == TY_SPEC && is_std_initializer_list(d->x, P->u.spec.tmpl) &&
        P->u.spec.args->n == 1 && P->u.spec.args->a[0].kind == TA_TYPE) {
        elem = P->u.spec.args->a[0].type;
    } else if (P->kind == TY_ARRAY_DEP || P->kind == TY_ARRAY) {
        elem = P->u.array.elem;
    } else if (P->kind == TY_AUTO && d->autos) {
        return fail(d, "a braced list has no type", NULL);
    } else {
        return true; // not deduced from
    }
    for (uint32_t i = 0; i < e->n; i++) {
        if (!deduce_expr(d, elem, e->arg[i])) return false;
    }
    if (P->kind == TY_ARRAY_DEP && e->n) {
        ConstVal v = {.kind = CV_INT, .type = d->x->ty_size_t};
        v.u.i = apint_from_u64(64, e->n);
        TmplArg a = {.kind = TA_VALUE, .type = v.type, .val = cxx_const_intern(d->x, &v)};
        return deduce_value(d, P->u.array.size, &a);
    }
    return true;
}

// What f, one of the functions named by e, is as an argument for P: a reference takes the function
// itself, all else its address, which of a nonstatic member is a pointer to member.
static Type *address_type(Cxx *x, FuncDecl *f, Type *P, bool ref, const Expr *e) {
    if (ref && e->op != OP_ADDR && P->kind == TY_TPARM) return f->d.type;
    if (f->cls && !(f->d.flags & DF_STATIC)) return ty_memptr(x, f->cls->d.type, f->d.type);
    return P->kind == TY_FUNC ? f->d.type : ty_pointer(x, f->d.type);
}

// An overload set as argument [temp.deduct.call]/6: if exactly one member fits, it is used;
// function templates in the set make the parameter non-deduced.
static bool deduce_overload(Deduce *d, Type *P, Expr *e) {
    if (e->kind == E_UNARY && e->op == OP_ADDR) e = e->a;
    if (e->kind != E_OVERLOAD) return true;
    bool ref = ty_is_ref(P);
    bool forwarding = P->kind == TY_RREF && is_forwarded(d, P->u.ptr.to);
    P = ty_deref(P);
    FuncDecl *only = NULL;
    uint32_t fits = 0;
    for (uint32_t i = 0; i < e->u.ovl->n; i++) {
        Decl *o = e->u.ovl->set[i];
        FuncDecl *f = NULL;
        if (o->kind == D_TEMPLATE) {
            if (!e->u.ovl->targs) return true;
            f = cxx_deduce_explicit(d->p, (TemplateDecl *)o, e->u.ovl->targs);
            if (!f) continue;
        } else if (o->kind == D_FUNC) {
            f = (FuncDecl *)o;
        }
        if (!f) continue;
        if (is_ours(d, P->kind == TY_PTR ? P->u.ptr.to : P)) {
            only = f;
            fits++;
            continue;
        }
        Deduce t = *d;
        DeduceFail why = {0};
        t.why = &why;
        t.at = arena_copy(d->a, d->at, sizeof *d->at * d->ps->n, 16);
        t.pack = arena_array(d->a, struct DedPack, d->ps->n);
        if (deduce_from(&t, P, address_type(d->x, f, P, ref, e))) {
            only = f;
            fits++;
        }
    }
    if (fits > 1) return true;
    if (!fits) return fail(d, "no overloaded function matches", NULL);
    Type *A = address_type(d->x, only, P, ref, e);
    if (A->kind == TY_FUNC && forwarding) A = ty_ref(d->x, A, false);
    if (P->quals) P = ty_unqual(P); // const does nothing to a function, and converts a pointer
    return deduce_from(d, P, A);
}

static bool deduce_expr(Deduce *d, Type *P, Expr *e) {
    Cxx *x = d->x;
    if (d->ps && !visit_type(P, &(ParmVisit){visit_undeduced, d, true}))
        return true; // conversions are allowed then
    if (e->kind == E_INITLIST_SYNTAX) return deduce_init_list(d, P, e);
    if (e->type->kind == TY_OVERLOAD) return deduce_overload(d, P, e);
    if (e->flags & EF_TYPE_DEP) return true;
    Type *A = e->type;
    if (A->kind == TY_ERROR) return false;
    bool ref = ty_is_ref(P);
    if (ref) {
        Type *to = P->u.ptr.to;
        bool forwarding = P->kind == TY_RREF &&
                          (is_forwarded(d, to) || (d->autos && to->kind == TY_AUTO && !to->quals));
        if (forwarding && e->cat == VC_LVALUE) {
            TmplArg a = {.kind = TA_TYPE, .type = ty_ref(x, A, false)};
            if (d->autos) return d->auto_type = a.type, true;
            return bind(d, to->u.tparm.index, a);
        }
        P = to;
        unsigned q = quals_of(P) & ~quals_of(A);
        if (q && A->kind != TY_FUNC) A = ty_qual(x, A, q);
    } else {
        A = ty_decay(x, A);
        P = ty_unqual(P);
        A = ty_unqual(A);
    }
    return deduce_from(d, P, A);
}

static uint32_t required_args(const FuncDecl *f) {
    uint32_t n = 0;
    const FuncType *t = &f->d.type->u.func;
    for (uint32_t i = 0; i < t->nparam; i++) {
        if (t->param[i]->kind == TY_PACK) continue;
        if (i < f->nparam && f->param && f->param[i]->default_arg.end) break;
        n++;
    }
    return n;
}

// An argument that does not convert to a parameter of a fixed class type makes the
// template no candidate before its signature is instantiated (CWG 1391).
static bool fixed_fits(Deduce *d, Type *P, Expr *e) {
    Type *to = ty_unqual(ty_deref(P));
    bool judged = !ty_dependent(P) && to->kind == TY_CLASS && ty_unqual(e->type) != to;
    if (!judged || e->kind == E_INITLIST_SYNTAX || e->flags & EF_TYPE_DEP) return true;
    Ics ics = {0};
    cxx_ics(d->p, e, P, !d->p->in_user_conv, false, &ics); // [over.best.ics]/4
    return ics.rank != ICS_BAD || fail(d, "an argument does not convert", NULL);
}

static bool deduce_params(Deduce *d, FuncDecl *f, Expr **arg, uint32_t n) {
    const FuncType *t = &f->d.type->u.func;
    uint32_t j = 0;
    for (uint32_t i = 0; i < t->nparam; i++) {
        Type *P = t->param[i];
        if (P->kind != TY_PACK) {
            if (j < n && !(fixed_fits(d, P, arg[j]) && deduce_expr(d, P, arg[j]))) return false;
            j++;
            continue;
        }
        P = P->u.ptr.to;
        uint32_t end = n;
        if (i + 1 < t->nparam) { // not last: as many elements as were given explicitly
            end = j;
            for (uint32_t k = 0; k < d->ps->n; k++) {
                if (d->ps->parm[k]->pack) end = CU_MIN(n, CU_MAX(end, j + d->pack[k].nexplicit));
            }
            j = end;
            continue;
        }
        int32_t outer = d->k;
        for (d->k = 0; j < end; j++, d->k++) {
            bool given = true; // explicitly given elements convert
            for (uint32_t k = 0; k < d->ps->n; k++) {
                if (d->ps->parm[k]->pack && d->pack[k].nexplicit <= (uint32_t)d->k) given = false;
            }
            if (!given && !deduce_expr(d, P, arg[j])) {
                d->k = outer;
                return false;
            }
        }
        uint32_t len = (uint32_t)d->k;
        d->k = outer;
        TmplArg pattern = {.kind = TA_TYPE, .type = P};
        if (!close_packs(d, &pattern, len)) return false;
    }
    return true;
}

static FuncDecl *instantiate_deduced(Deduce *d, TemplateDecl *t, bool defaults, Pos pos) {
    TmplArgs *args = tm_deduce_finish(d, defaults, pos);
    if (!args) return NULL;
    FuncDecl *f = cxx_func_instantiate(d->x, t, args, CU_MAX(d->p->poi, d->p->at), pos);
    if (!f) fail(d, "substitution failed", NULL);
    return f;
}

static Pos here(const Parse *p) {
    uint32_t at = p->at < p->end ? p->at : p->end ? p->end - 1 : 0;
    return p->tok[at].pos;
}

FuncDecl *cxx_answer_deduce_call(Parse *p, TemplateDecl *t, TmplArgs *explicit_, Expr **arg,
                                 uint32_t n, DeduceFail *why) {
    FuncDecl *f = t->pattern;
    if (!f || f->d.type->kind != TY_FUNC) return NULL;
    const FuncType *ft = &f->d.type->u.func;
    bool pack = ft->nparam && ft->param[ft->nparam - 1]->kind == TY_PACK;
    for (uint32_t i = 0; i < ft->nparam; i++) pack |= ft->param[i]->kind == TY_PACK;
    bool many = n > ft->nparam && !pack && !ft->variadic;
    if (many || n < required_args(f)) {
        if (why && !why->why) why->why = many ? "too many arguments" : "too few arguments";
        return NULL;
    }
    ArenaMark mark = arena_mark(&p->x->ctx->scratch);
    Deduce d;
    tm_deduce_init(&d, p, t->params, t->env, why);
    d.call = true;
    DiagTrap trap;
    diag_trap_push(p->x->ctx, &trap);
    trap.keep = why && why->explain;
    FuncDecl *r = NULL;
    Pos pos = here(p);
    if (take_explicit(&d, explicit_, pos) && deduce_params(&d, f, arg, n)) {
        r = instantiate_deduced(&d, t, true, pos);
    }
    if (diag_trap_pop(p->x->ctx, &trap)) r = NULL;
    if (trap.text) why->text = trap.text;
    arena_reset(&p->x->ctx->scratch, mark);
    return r;
}

// Deduces a class template's arguments from a call of a constructor of A<T> (see
// template/class_deduce.c), of which `list` are the parameters: the class's and, of a constructor
// template, behind them its own. fixed: arguments, of which those that do not depend on anything
// are bound beforehand; or NULL.
TmplArgs *tm_deduce_ctor(Parse *p, TemplateDecl *t, TmplParams *list, FuncDecl *f, Expr **arg,
                         uint32_t n, const TmplArgs *fixed) {
    const FuncType *ft = &f->d.type->u.func;
    bool pack = false;
    for (uint32_t i = 0; i < ft->nparam; i++) pack |= ft->param[i]->kind == TY_PACK;
    if ((n > ft->nparam && !pack && !ft->variadic) || n < required_args(f)) return NULL;
    ArenaMark mark = arena_mark(&p->x->ctx->scratch);
    Deduce d;
    DeduceFail why = {0};
    tm_deduce_init(&d, p, list, t->env, &why);
    d.call = true;
    d.nclass = t->params->n;
    if (fixed && fixed->n == t->params->n) {
        d.fixed = arena_array(d.a, bool, list->n);
        for (uint32_t i = 0; i < fixed->n; i++) {
            if (tm_arg_dependent(&fixed->a[i]) || fixed->a[i].kind == TA_PACK) continue;
            d.fixed[i] = true;
            d.at[i] = fixed->a[i];
        }
    }
    DiagTrap trap;
    diag_trap_push(p->x->ctx, &trap);
    TmplArgs *r = NULL;
    if (deduce_params(&d, f, arg, n)) {
        d.ps = t->params;
        r = tm_deduce_finish(&d, true, here(p));
    }
    if (diag_trap_pop(p->x->ctx, &trap)) r = NULL;
    arena_reset(&p->x->ctx->scratch, mark);
    return r;
}

FuncDecl *cxx_answer_deduce_explicit(Parse *p, TemplateDecl *t, TmplArgs *explicit_) {
    ArenaMark mark = arena_mark(&p->x->ctx->scratch);
    Deduce d;
    DeduceFail why = {0};
    if (!t->pattern) return NULL;
    tm_deduce_init(&d, p, t->params, t->env, &why);
    DiagTrap trap;
    diag_trap_push(p->x->ctx, &trap);
    Pos pos = here(p);
    FuncDecl *r = take_explicit(&d, explicit_, pos) ? instantiate_deduced(&d, t, true, pos) : NULL;
    if (diag_trap_pop(p->x->ctx, &trap)) r = NULL;
    arena_reset(&p->x->ctx->scratch, mark);
    return r;
}

// ---- from a type [temp.deduct.funcaddr], [temp.deduct.conv], [temp.deduct.decl] ----------------

// A function pointer conversion may take `noexcept` away [temp.deduct.conv]/4.
static Type *noexcept_like(Cxx *x, Type *P, Type *A) {
    bool ptr = P->kind == TY_PTR && A->kind == TY_PTR;
    if (!ptr && (P->kind != TY_MEMPTR || A->kind != TY_MEMPTR)) return A;
    const Type *p = P->u.ptr.to, *a = A->u.ptr.to;
    if (p->kind != TY_FUNC || a->kind != TY_FUNC || !p->u.func.noexcept_) return A;
    FuncType f = a->u.func;
    f.noexcept_ = true;
    Type *t = ty_func(x, &f);
    return ptr ? ty_pointer(x, t) : ty_memptr(x, A->u.ptr.cls, t);
}

static bool deduce_conversion(Deduce *d, Type *P, Type *A) {
    if (ty_is_ref(A) && ty_is_ref(P)) {
        P = P->u.ptr.to;
        A = A->u.ptr.to;
    } else {
        bool ref = ty_is_ref(A);
        A = ty_deref(A);
        P = ty_deref(P);
        if (!ref) {
            if (!ty_is_ref(P)) P = ty_is_array(P) || P->kind == TY_FUNC ? ty_decay(d->x, P) : P;
            P = ty_unqual(P);
        }
        A = ty_unqual(A);
    }
    unsigned q = quals_of(P) & ~quals_of(A);
    if (q) A = ty_qual(d->x, A, q);
    return deduce_from(d, P, noexcept_like(d->x, P, A));
}

FuncDecl *cxx_answer_deduce_type(Parse *p, TemplateDecl *t, TmplArgs *explicit_, Type *want,
                                 DeduceFail *why) {
    FuncDecl *f = t->pattern;
    if (!f || f->d.type->kind != TY_FUNC) return NULL;
    ArenaMark mark = arena_mark(&p->x->ctx->scratch);
    Deduce d;
    tm_deduce_init(&d, p, t->params, t->env, why);
    d.call = true;
    DiagTrap trap;
    diag_trap_push(p->x->ctx, &trap);
    FuncDecl *r = NULL;
    Pos pos = here(p);
    bool ok = take_explicit(&d, explicit_, pos);
    if (ok && f->kind == FK_CONV && want->kind != TY_FUNC) {
        ok = deduce_conversion(&d, f->d.type->u.func.ret, want);
    } else if (ok && want->kind == TY_FUNC) {
        FuncType a = want->u.func;
        a.noexcept_ = true; // matched without regard to exceptions
        ok = deduce_function(&d, &f->d.type->u.func, &a);
    } else {
        ok = false;
    }
    if (ok) r = instantiate_deduced(&d, t, true, pos);
    if (r && want->kind == TY_FUNC) {
        FuncType a = r->d.type->u.func;
        a.noexcept_ = want->u.func.noexcept_;
        bool placeholder = a.ret->flags & TF_HAS_AUTO;
        if (placeholder) a.ret = want->u.func.ret;
        if (ty_func(p->x, &a) != want->unqual) r = NULL;
    }
    if (diag_trap_pop(p->x->ctx, &trap)) r = NULL;
    arena_reset(&p->x->ctx->scratch, mark);
    return r;
}

// ---- placeholders [dcl.type.auto.deduct] -------------------------------------------------------

static Type *replace_auto(Cxx *x, Type *t, Type *with) {
    if (!(t->flags & TF_HAS_AUTO)) return t;
    switch (t->kind) {
    case TY_AUTO:
    case TY_DECLTYPE_AUTO: return t->quals ? ty_qual(x, with, t->quals) : with;
    case TY_PTR: {
        Type *r = ty_pointer(x, replace_auto(x, t->u.ptr.to, with));
        return t->quals ? ty_qual(x, r, t->quals) : r;
    }
    case TY_LREF:
    case TY_RREF: return ty_ref(x, replace_auto(x, t->u.ptr.to, with), t->kind == TY_RREF);
    case TY_MEMPTR: {
        Type *r = ty_memptr(x, t->u.ptr.cls, replace_auto(x, t->u.ptr.to, with));
        return t->quals ? ty_qual(x, r, t->quals) : r;
    }
    case TY_ARRAY: return ty_array(x, replace_auto(x, t->u.array.elem, with), t->u.array.n);
    case TY_ARRAY_INC: return ty_array_inc(x, replace_auto(x, t->u.array.elem, with));
    case TY_FUNC: {
        FuncType f = t->u.func;
        f.ret = replace_auto(x, f.ret, with);
        f.param = arena_array(tm_arena(x), Type *, f.nparam);
        for (uint32_t i = 0; i < f.nparam; i++) {
            f.param[i] = replace_auto(x, t->u.func.param[i], with);
        }
        return ty_func(x, &f);
    }
    default: return t;
    }
}

Type *cxx_replace_auto(Cxx *x, Type *t, Type *with) {
    return replace_auto(x, t, with);
}

static Type *decltype_auto(Cxx *x, Expr *e) {
    bool id = !(e->flags & EF_PAREN) && (e->kind == E_DECLREF || e->kind == E_MEMBER);
    if (id && e->u.decl && e->u.decl->type) return e->u.decl->type;
    if (e->cat == VC_LVALUE) return ty_ref(x, e->type, false);
    if (e->cat == VC_XVALUE) return ty_ref(x, e->type, true);
    return e->type;
}

// std::initializer_list<T> of a braced list with elements of one type.
static Type *list_type(Parse *p, Expr *e, Pos pos) {
    Cxx *x = p->x;
    Lookup l = {0};
    if (!x->std_ns || !e->n || !cxx_lookup_in(p, x->std_ns->inner, x->n.initializer_list, 0, &l) ||
        l.at[0]->kind != D_TEMPLATE) {
        return NULL;
    }
    Type *t = NULL;
    for (uint32_t i = 0; i < e->n; i++) {
        Expr *el = e->arg[i];
        if (el->type->kind == TY_OVERLOAD) el = cxx_resolve_address(p, el, NULL, false);
        if (!el || el->kind == E_ERROR || xe_list(el)) return NULL;
        Type *u = ty_unqual(ty_decay(x, el->type));
        if (t && t != u) return NULL;
        t = u;
    }
    TmplArg a = {.kind = TA_TYPE, .type = t};
    return cxx_template_id_type(p, l.at[0], cxx_targs(x, &a, 1), pos);
}

// *hole: what the placeholder itself stands for.
static Type *deduce_auto(Parse *p, Type *declared, Expr *init, Pos pos, Type **hole) {
    Cxx *x = p->x;
    if (!init || init->kind == E_ERROR || init->type->kind == TY_ERROR) return x->ty_error;
    if (init->flags & EF_TYPE_DEP) return x->ty_dependent;
    if (init->type->kind == TY_OVERLOAD) {
        Expr *r = cxx_resolve_address(p, init, NULL, true);
        if (!r || r->kind == E_ERROR) return x->ty_error;
        r->flags |= init->flags & EF_PAREN;
        init = r;
    }
    if (declared->kind == TY_DECLTYPE_AUTO) return *hole = decltype_auto(x, init);
    if (declared->kind == TY_CTAD) {
        Type *t = cxx_deduce_class(p, declared->u.spec.tmpl, &init, 1, pos);
        return declared->quals ? ty_qual(x, t, declared->quals) : t;
    }
    if (init->kind == E_INITLIST_SYNTAX) {
        Type *t = list_type(p, init, pos);
        Type *to = ty_deref(declared);
        if (!t || to->kind != TY_AUTO) {
            CXX_DIAG(x, tmpl_auto_list, pos);
            return x->ty_error;
        }
        *hole = t;
        return replace_auto(x, declared, t);
    }
    DeduceFail why = {0};
    Deduce d = {.p = p, .x = x, .k = -1, .why = &why, .autos = true, .call = true};
    d.a = &x->ctx->scratch;
    ArenaMark mark = arena_mark(d.a);
    bool ok = deduce_expr(&d, declared, init) && d.auto_type;
    arena_reset(d.a, mark);
    if (!ok) {
        CXX_DIAG(x, tmpl_auto_deduce, pos, declared, init->type);
        return x->ty_error;
    }
    // `auto` as a function's result may be void; variables are refused by their declaration
    *hole = d.auto_type;
    return replace_auto(x, declared, d.auto_type);
}

Type *cxx_answer_deduce_auto(Parse *p, Type *declared, Expr *init, Pos pos) {
    if (!(declared->flags & TF_HAS_AUTO)) return declared;
    if (init && xe_bound_function(p, init)) return p->x->ty_error;
    Type *hole = NULL, *t = deduce_auto(p, declared, init, pos, &hole);
    return !hole || cxx_auto_satisfied(p, declared, hole, pos) ? t : p->x->ty_error;
}
