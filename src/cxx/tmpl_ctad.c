// SPDX-License-Identifier: Apache-2.0
// Class template argument deduction [over.match.class.deduct]: from written deduction guides, from
// the constructors of the primary template and the copy candidate. The constructors' dependent
// signatures come from the instance of the template on its own parameters, A<T>, which is made for
// this purpose only. Candidates are ranked by the conversions of the arguments, then written guides
// before implicit ones, then by partial ordering; constructor templates take part with their own
// parameters deduced after the class's.
#include "cxx/constraint.h"

typedef struct Cand {
    Type *type;   // the class it yields
    Type **param; // concrete parameter types
    uint32_t nparam;
    bool guide, variadic;
    TemplateDecl *tmpl; // of a guide template
    Ics *ics;
} Cand;

typedef struct Ctad {
    Parse *p;
    Cxx *x;
    TemplateDecl *t;
    Expr **arg;
    uint32_t n;
    VEC(Cand) c;
} Ctad;

static bool rank(Ctad *c, Cand *k) {
    k->ics = arena_array(tm_arena(c->x), Ics, c->n);
    for (uint32_t i = 0; i < c->n; i++) {
        if (i >= k->nparam) {
            if (!k->variadic) return false;
            k->ics[i].rank = ICS_ELLIPSIS;
            continue;
        }
        cxx_ics(c->p, c->arg[i], k->param[i], true, false, &k->ics[i]);
        if (k->ics[i].rank == ICS_BAD) return false;
    }
    return true;
}

static void add(Ctad *c, Cand k) {
    if (rank(c, &k)) vec_push(tm_arena(c->x), &c->c, k);
}

static void add_function(Ctad *c, FuncDecl *f, bool guide, TemplateDecl *tmpl, Type *type) {
    const FuncType *t = &f->d.type->u.func;
    if (c->n < f->min_args || (c->n > t->nparam && !t->variadic)) return;
    Cand k = {.type = type ? type : t->ret,
              .param = t->param,
              .nparam = t->nparam,
              .guide = guide,
              .variadic = t->variadic,
              .tmpl = tmpl};
    if (k.type->kind == TY_CLASS) add(c, k);
}

static void add_guides(Ctad *c) {
    Scope *s = cxx_decl_scope(c->t->d.scope);
    Atom name = cxx_guide_atom(c->x, c->t->d.name);
    Lookup l = {0};
    if (!s || !cxx_lookup_in(c->p, s, name, 0, &l)) return;
    for (uint32_t i = 0; i < l.n; i++) {
        Decl *d = l.at[i];
        if (d->kind == D_FUNC) {
            add_function(c, (FuncDecl *)d, true, NULL, NULL);
        } else if (d->kind == D_TEMPLATE) {
            DeduceFail why = {0};
            FuncDecl *f = cxx_deduce_call(c->p, (TemplateDecl *)d, NULL, c->arg, c->n, &why);
            if (f) add_function(c, f, true, (TemplateDecl *)d, NULL);
        }
    }
}

// A constructor of A<T>: deduce T, then rank the same constructor of the instance.
static void add_ctor(Ctad *c, FuncDecl *f) {
    if (f->d.type->kind != TY_FUNC || f->deleted) return;
    TmplArgs *args = tm_deduce_ctor(c->p, c->t, f, c->arg, c->n);
    if (!args || args->dependent) return;
    Env *env = tm_env(c->x, c->t->params, args, c->t->env);
    if (!tm_params_satisfied(c->x, c->t->params, env, 0)) return;
    ClassDecl *k = tm_class_instance(c->x, c->t, args);
    HardCtx h;
    tm_hard_begin(c->x, &h);
    bool ok = cxx_class_complete(c->x, k, f->d.pos);
    if (ok) cxx_elaborate_name(c->x, k->inner, c->x->n.ctor);
    tm_hard_end(c->x, &h);
    if (!ok) return;
    for (Decl *d = map_get(&k->inner->names, c->x->n.ctor); d; d = d->next) {
        if (d->kind == D_FUNC && d->order == f->d.order) {
            add_function(c, (FuncDecl *)d, false, NULL, k->d.type);
        }
    }
}

static void add_ctors(Ctad *c) {
    if (!c->t->defined) return;
    ClassDecl *k = tm_class_instance(c->x, c->t, tm_identity_args(c->x, c->t->params));
    DiagTrap trap;
    diag_trap_push(c->x->ctx, &trap);
    if (cxx_class_complete(c->x, k, c->t->d.pos)) {
        cxx_elaborate_name(c->x, k->inner, c->x->n.ctor);
        for (Decl *d = map_get(&k->inner->names, c->x->n.ctor); d; d = d->next) {
            if (d->kind == D_FUNC && !((FuncDecl *)d)->is_implicit) add_ctor(c, (FuncDecl *)d);
        }
    }
    diag_trap_pop(c->x->ctx, &trap);
}

// <0: a is better.
static int better(Ctad *c, const Cand *a, const Cand *b) {
    int r = 0;
    for (uint32_t i = 0; i < c->n; i++) {
        int k = cxx_ics_compare(c->p, &a->ics[i], &b->ics[i]);
        if (k && r && (k < 0) != (r < 0)) return 0;
        if (k) r = k;
    }
    if (r) return r;
    if (a->guide != b->guide) return a->guide ? -1 : 1;
    if (a->tmpl && b->tmpl) return -cxx_more_specialized(c->x, a->tmpl, b->tmpl, c->n);
    if (a->guide && !a->tmpl != !b->tmpl) return a->tmpl ? 1 : -1;
    return 0;
}

Type *cxx_deduce_class(Parse *p, Decl *tmpl, Expr **arg, uint32_t n, Pos pos) {
    Cxx *x = p->x;
    if (tmpl->kind != D_TEMPLATE || ((TemplateDecl *)tmpl)->kind != TK_CLASS) return x->ty_error;
    Ctad c = {.p = p, .x = x, .t = (TemplateDecl *)tmpl, .arg = arg, .n = n};
    for (uint32_t i = 0; i < n; i++) {
        if (arg[i]->flags & EF_TYPE_DEP) return x->ty_dependent;
        if (arg[i]->kind == E_ERROR) return x->ty_error;
    }
    if (n == 1 && arg[0]->kind == E_INITLIST_SYNTAX) {
        c.arg = arg[0]->arg;
        c.n = arg[0]->n;
    }
    tm_find_specs(x, c.t);
    // the copy candidate
    if (c.n == 1 && c.arg[0]->type->kind == TY_CLASS && c.arg[0]->type->u.cls->tmpl == c.t) {
        return ty_unqual(c.arg[0]->type);
    }
    add_guides(&c);
    add_ctors(&c);
    Cand *best = NULL;
    bool ambiguous = false;
    for (uint32_t i = 0; i < c.c.n; i++) {
        Cand *k = &c.c.at[i];
        int r = best ? better(&c, k, best) : -1;
        if (r < 0)
            best = k, ambiguous = false;
        else if (r == 0)
            ambiguous = true;
    }
    if (!best && !c.n) { // every parameter has a default argument
        TmplArgs *args = tm_check_args(p, tmpl, c.t->params, c.t->env, NULL, 0, pos);
        return args ? tm_class_instance(x, c.t, args)->d.type : x->ty_error;
    }
    if (!best) {
        CXX_DIAG(x, tmpl_ctad, pos, tmpl);
        return x->ty_error;
    }
    if (ambiguous) {
        CXX_DIAG(x, tmpl_ctad_ambiguous, pos, tmpl);
        return x->ty_error;
    }
    return best->type;
}
