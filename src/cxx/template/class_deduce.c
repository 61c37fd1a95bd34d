// SPDX-License-Identifier: Apache-2.0
// Class template argument deduction [over.match.class.deduct]: from written deduction guides, from
// the constructors of the primary template, from the elements of an aggregate, and the copy
// candidate. The constructors' dependent signatures come from the instance of the template on its
// own parameters, A<T>, which is made for this purpose only; what they deduce is ranked by the same
// constructor of the instance found. Candidates are ranked by the conversions of the arguments,
// then written guides before implicit ones, then by partial ordering; constructor templates have
// their own parameters deduced after the class's. In list-initialisation initializer-list
// constructors come first, unless the one element is a specialization itself. An aggregate's
// elements are tried when nothing else fits.
//
// Through an alias template [over.match.class.deduct]/3: arguments that the alias fixes are bound
// from the start, and the class found must be one that the alias can name.
#include "cxx/facts/diag.h"
#include "cxx/lookup/lookup.h"
#include "cxx/convert/convert.h"
#include "cxx/template/template.h"

typedef struct GuideCand {
    Type *type;   // the class it yields
    Type **param; // concrete parameter types
    uint32_t nparam;
    bool guide, variadic, copy, ctor_template;
    FuncDecl *fn;       // the guide or constructor, NULL of the copy candidate
    TemplateDecl *tmpl; // of a guide template, or standing for a constructor: for ordering
    Ics *ics;
} GuideCand;

typedef struct Ctad {
    Parse *p;
    Cxx *x;
    TemplateDecl *t;
    TemplateDecl *alias; // deduced through, or NULL
    TmplArgs *rhs;       // its arguments for t, in terms of its own parameters
    Expr **arg;
    uint32_t n;
    bool only_initlist, has_ctor;
    VEC(GuideCand) c;
} Ctad;

// Whether the alias names the class for some arguments of its own.
static bool alias_fits(Ctad *c, ClassDecl *k) {
    if (!c->alias) return true;
    if (k->tmpl != c->t) return false;
    Cxx *x = c->x;
    ArenaMark mark = arena_mark(&x->ctx->scratch);
    Deduce d;
    DeduceFail why = {0};
    TmplParams *ps = c->alias->params;
    tm_deduce_init(&d, c->p, ps, c->alias->env, &why);
    DiagTrap trap;
    diag_trap_push(x->ctx, &trap);
    TmplArgs *args = NULL;
    if (tm_deduce_args(&d, c->rhs, k->args)) args = tm_deduce_finish(&d, true, 0);
    bool ok = args && tm_params_satisfied(x, ps, tm_env(x, ps, args, c->alias->env), 0);
    if (diag_trap_pop(x->ctx, &trap)) ok = false;
    arena_reset(&x->ctx->scratch, mark);
    return ok;
}

static bool rank(Ctad *c, GuideCand *k) {
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

static bool takes_list(Ctad *c, const FuncDecl *f) {
    const FuncType *t = &f->d.type->u.func;
    Type *elem;
    return t->nparam && f->min_args <= 1 &&
           xe_is_initializer_list(c->p, ty_unqual(ty_deref(t->param[0])), &elem);
}

static void add_function(Ctad *c, FuncDecl *f, bool guide, TemplateDecl *tmpl, Type *type,
                         bool ctor_template) {
    const FuncType *t = &f->d.type->u.func;
    if (c->n < f->min_args || (c->n > t->nparam && !t->variadic)) return;
    if (c->only_initlist && !takes_list(c, f)) return;
    if (!cxx_func_satisfied(c->x, f)) return;
    GuideCand k = {.ctor_template = ctor_template,
                   .fn = f,
                   .type = type ? type : t->ret,
                   .param = t->param,
                   .nparam = t->nparam,
                   .guide = guide,
                   .variadic = t->variadic,
                   .tmpl = tmpl};
    if (k.type->kind != TY_CLASS || !alias_fits(c, k.type->u.cls)) return;
    if (rank(c, &k)) vec_push(tm_arena(c->x), &c->c, k);
}

static void add_guides(Ctad *c) {
    Scope *s = cxx_decl_scope(c->t->d.scope);
    Atom name = cxx_guide_atom(c->x, c->t->d.name);
    Lookup l = {0};
    // in a template's body those count that stand before the point of instantiation
    unsigned all = c->p->poi == UINT32_MAX ? LU_ALL : 0;
    if (!s || !cxx_lookup_in(c->p, s, name, all, &l)) return;
    for (uint32_t i = 0; i < l.n; i++) {
        Decl *d = l.at[i];
        if (d->kind == D_FUNC) {
            add_function(c, (FuncDecl *)d, true, NULL, NULL, false);
        } else if (d->kind == D_TEMPLATE) {
            DeduceFail why = {0};
            FuncDecl *f = cxx_deduce_call(c->p, (TemplateDecl *)d, NULL, c->arg, c->n, &why);
            if (f) add_function(c, f, true, (TemplateDecl *)d, NULL, false);
        }
    }
}

// The complete instance for deduced arguments; NULL if its constraints do not hold.
static ClassDecl *instance(Ctad *c, TmplArgs *args, Pos pos) {
    if (!args || args->dependent) return NULL;
    Env *env = tm_env(c->x, c->t->params, args, c->t->env);
    if (!tm_params_satisfied(c->x, c->t->params, env, 0)) return NULL;
    ClassDecl *k = tm_class_instance(c->x, c->t, args);
    HardCtx h;
    bool candidate = !k->complete || k->candidate;
    tm_hard_begin(c->x, &h);
    bool ok = cxx_class_complete(c->x, k, pos);
    if (ok) cxx_elaborate_name(c->x, k->inner, c->x->n.ctor);
    tm_hard_end(c->x, &h);
    k->candidate = candidate; // its static_asserts hold if it is chosen
    return ok ? k : NULL;
}

// The class's parameters, and behind them copies of a constructor template's own ones.
static TmplParams *joined_params(Ctad *c, TmplParams *own) {
    TmplParams *ps = arena_new(tm_arena(c->x), TmplParams), *cls = c->t->params;
    *ps = *cls;
    ps->n = cls->n + own->n;
    ps->parm = arena_array(tm_arena(c->x), TParmDecl *, ps->n);
    for (uint32_t i = 0; i < cls->n; i++) ps->parm[i] = cls->parm[i];
    for (uint32_t i = 0; i < own->n; i++) {
        TParmDecl *t = arena_copy(tm_arena(c->x), own->parm[i], sizeof *t, _Alignof(TParmDecl));
        t->depth = (uint16_t)cls->depth;
        t->index = (uint16_t)(cls->n + i);
        t->list = ps;
        ps->parm[cls->n + i] = t;
    }
    return ps;
}

static ClassDecl *own_instance(Ctad *c) {
    return tm_class_instance(c->x, c->t, tm_identity_args(c->x, c->t->params));
}

// The injected class name in a constructor's parameter is the template with its own parameters
// [temp.local]/1, from which arguments are deduced.
static Type *respell(Ctad *c, const ClassDecl *own, Type *t, int depth) {
    Cxx *x = c->x;
    if (depth > 32) return t;
    if (t->kind == TY_PTR || ty_is_ref(t)) {
        Type *to = respell(c, own, t->u.ptr.to, depth + 1);
        if (to == t->u.ptr.to) return t;
        return t->kind == TY_PTR ? ty_qual(x, ty_pointer(x, to), t->quals)
                                 : ty_ref(x, to, t->kind == TY_RREF);
    }
    if (t->kind != TY_CLASS || !t->u.cls->tmpl || !t->u.cls->args) return t;
    const TmplArgs *l = t->u.cls->args;
    TmplArg *a = arena_array(tm_arena(x), TmplArg, l->n);
    bool changed = t->u.cls == own;
    for (uint32_t i = 0; i < l->n; i++) {
        a[i] = l->a[i];
        if (a[i].kind == TA_TYPE && t->u.cls != own)
            a[i].type = respell(c, own, a[i].type, depth + 1);
        changed |= a[i].kind == TA_TYPE && a[i].type != l->a[i].type;
    }
    return changed ? ty_qual(x, ty_spec(x, &t->u.cls->tmpl->d, cxx_targs(x, a, l->n)), t->quals)
                   : t;
}

static FuncDecl *respelled(Ctad *c, FuncDecl *f) {
    const FuncType *ft = &f->d.type->u.func;
    FuncType to = *ft;
    to.param = arena_array(tm_arena(c->x), Type *, ft->nparam);
    bool changed = false;
    ClassDecl *own = own_instance(c);
    for (uint32_t i = 0; i < ft->nparam; i++) {
        to.param[i] = respell(c, own, ft->param[i], 0);
        changed |= to.param[i] != ft->param[i];
    }
    if (!changed) return f;
    FuncDecl *g = arena_copy(tm_arena(c->x), f, sizeof *f, _Alignof(FuncDecl));
    g->d.type = ty_func(c->x, &to);
    return g;
}

// The constructor as a function template over the class's parameters and, of a template, its own,
// for partial ordering. A constructor template is instantiated on the copies of its parameters, so
// that all stand in one list.
static TemplateDecl *as_template(Ctad *c, FuncDecl *f, TemplateDecl *own) {
    if (own && own->guide) return own->guide;
    TemplateDecl *t = arena_new(tm_arena(c->x), TemplateDecl);
    t->d = c->t->d;
    t->kind = TK_FUNC;
    t->params = c->t->params;
    t->env = c->t->env;
    t->pattern = respelled(c, f);
    t->decl_range = f->decl_range;
    t->norm_done = true;
    if (!own) return t;
    own->guide = t;
    TmplParams *ps = joined_params(c, own->params);
    TmplArg *a = arena_array(tm_arena(c->x), TmplArg, own->params->n);
    for (uint32_t i = 0; i < own->params->n; i++)
        a[i] = tm_identity_arg(c->x, ps->parm[c->t->params->n + i]);
    FuncDecl *g =
        cxx_func_instantiate(c->x, own, cxx_targs(c->x, a, own->params->n), UINT32_MAX, f->d.pos);
    if (!g || g->d.type->kind != TY_FUNC) return t;
    t->params = ps;
    t->pattern = respelled(c, g);
    return t;
}

// A constructor (template) of A<T>: deduce T, then rank the same one of the instance.
static void add_ctor(Ctad *c, Decl *ctor) {
    bool tmpl = ctor->kind == D_TEMPLATE;
    FuncDecl *f = tmpl ? ((TemplateDecl *)ctor)->pattern : (FuncDecl *)ctor;
    if (!f || f->d.type->kind != TY_FUNC || f->deleted) return;
    if (c->only_initlist && !takes_list(c, f)) return;
    TemplateDecl *guide = as_template(c, f, tmpl ? (TemplateDecl *)ctor : NULL);
    TmplArgs *args =
        tm_deduce_ctor(c->p, c->t, guide->params, guide->pattern, c->arg, c->n, c->rhs);
    ClassDecl *k = instance(c, args, f->d.pos);
    if (!k) return;
    for (Decl *d = map_get(&k->inner->names, c->x->n.ctor); d; d = d->next) {
        if (d->kind != ctor->kind || d->order != ctor->order) continue;
        FuncDecl *g = (FuncDecl *)d;
        DeduceFail why = {0};
        if (tmpl) g = cxx_deduce_call(c->p, (TemplateDecl *)d, NULL, c->arg, c->n, &why);
        if (g)
            add_function(c, g, false, as_template(c, f, tmpl ? (TemplateDecl *)ctor : NULL),
                         k->d.type, tmpl);
    }
}

static void add_ctors(Ctad *c) {
    if (!c->t->defined) return;
    ClassDecl *k = own_instance(c);
    DiagTrap trap;
    diag_trap_push(c->x->ctx, &trap);
    if (cxx_class_complete(c->x, k, c->t->d.pos)) {
        cxx_elaborate_name(c->x, k->inner, c->x->n.ctor);
        for (Decl *d = map_get(&k->inner->names, c->x->n.ctor); d; d = d->next) {
            if (d->kind == D_TEMPLATE || (d->kind == D_FUNC && !((FuncDecl *)d)->is_implicit)) {
                c->has_ctor = true;
                add_ctor(c, d);
            }
        }
    }
    diag_trap_pop(c->x->ctx, &trap);
}

// The copy deduction candidate A(A<T>) -> A<T> [over.match.class.deduct]/1.2. Whether it fits.
static bool add_copy(Ctad *c) {
    Cxx *x = c->x;
    if (c->n != 1 || (c->only_initlist && c->t->d.name != x->n.initializer_list)) return false;
    Type **param = arena_array(tm_arena(x), Type *, 1);
    param[0] = ty_spec(x, &c->t->d, tm_identity_args(x, c->t->params));
    FuncType ft = {.ret = ty_basic(x, TY_VOID), .param = param, .nparam = 1};
    FuncDecl *f = arena_new(tm_arena(x), FuncDecl);
    f->d.type = ty_func(x, &ft);
    f->min_args = 1;
    TmplArgs *args = tm_deduce_ctor(c->p, c->t, c->t->params, f, c->arg, 1, c->rhs);
    ClassDecl *k = instance(c, args, c->t->d.pos);
    if (!k || !alias_fits(c, k)) return false;
    Type **own = arena_array(tm_arena(x), Type *, 1);
    own[0] = k->d.type;
    GuideCand g = {.type = k->d.type,
                   .param = own,
                   .nparam = 1,
                   .copy = true,
                   .tmpl = as_template(c, f, NULL)};
    if (!rank(c, &g)) return false;
    vec_push(tm_arena(x), &c->c, g);
    return true;
}

// ---- aggregates --------------------------------------------------------------------------------

// The bases as written, expansions as TY_PACK.
static void base_types(Ctad *c, ClassDecl *k, Type **out, uint32_t *n, uint32_t max) {
    TokRange r = c->t->base_clause;
    if (r.begin >= r.end) return;
    Parse p = cxx_parse_at(c->x, r.begin, r.end, c->t->params->scope, k->env);
    p.dependent = p.type_only = true;
    do {
        while (cxx_peek(&p) == T_KW_PUBLIC || cxx_peek(&p) == T_KW_VIRTUAL) p.at++;
        PackLoop l;
        cxx_pack_begin(&p, &l);
        QualName q;
        Type *t = NULL;
        if (cxx_parse_qual_name(&p, &q)) {
            q.typename_ = true;
            t = cxx_name_type(&p, &q);
        }
        cxx_pack_next(&p, &l);
        if (!t || *n >= max) return;
        out[(*n)++] = l.dependent ? ty_pack(c->x, t) : t;
    } while (cxx_accept(&p, T_COMMA));
}

// The elements' types of the dependent instance that c->n arguments initialise, in order.
static uint32_t element_types(Ctad *c, ClassDecl *k, Type **out, uint32_t max, Atom *designator) {
    uint32_t n = 0;
    base_types(c, k, out, &n, max);
    cxx_collect_fields(c->x, k);
    if (designator) n = 0;
    for (uint32_t i = 0; i < k->fields.n && n < max && n < c->n; i++) {
        FieldDecl *f = k->fields.at[i];
        if (f->is_bitfield && !f->d.name) continue;
        if (designator && f->d.name != designator[n]) continue;
        Type *t = f->d.type;
        bool elide = t->kind == TY_ARRAY && !xe_list(c->arg[n]) && c->arg[n]->kind != E_STRING;
        if (ty_is_array(t) && c->arg[n]->kind == E_STRING) // [over.match.class.deduct]/1.8.2
            t = ty_ref(c->x, ty_qual(c->x, t, Q_CONST), false);
        if (!elide) {
            out[n++] = t;
            continue;
        }
        for (uint64_t j = 0; j < t->u.array.n && n < max && n < c->n; j++)
            out[n++] = t->u.array.elem;
    }
    return n;
}

// [over.match.class.deduct]/1.8
static Type *from_elements(Ctad *c, Expr *list) {
    Cxx *x = c->x;
    enum { MAX_ELEMENTS = 256 };
    if (!c->t->defined || c->has_ctor || x->opt.std < 20 || !c->n || c->n > MAX_ELEMENTS)
        return NULL;
    Type *type[MAX_ELEMENTS];
    DiagTrap trap;
    diag_trap_push(x->ctx, &trap);
    trap.silent = true; // members of A<T> may not make sense
    ClassDecl *k = own_instance(c);
    TmplArgs *args = NULL;
    if (cxx_class_complete(x, k, c->t->d.pos)) {
        Atom *des = list && list->u.init ? list->u.init->designator : NULL;
        uint32_t n = element_types(c, k, type, MAX_ELEMENTS, des);
        bool pack = n && type[n - 1]->kind == TY_PACK;
        if (n > c->n && !pack) n = c->n;
        FuncType ft = {.ret = ty_basic(x, TY_VOID), .param = type, .nparam = n};
        FuncDecl f = {.d.type = ty_func(x, &ft)};
        if (n >= c->n || pack)
            args = tm_deduce_ctor(c->p, c->t, c->t->params, &f, c->arg, c->n, c->rhs);
    }
    diag_trap_pop(x->ctx, &trap);
    ClassDecl *got = instance(c, args, c->t->d.pos);
    if (!got) return NULL;
    cxx_class_specials(x, got);
    return got->aggregate && alias_fits(c, got) ? got->d.type : NULL;
}

// ---- choice ------------------------------------------------------------------------------------

// <0: a is better.
static int better(Ctad *c, const GuideCand *a, const GuideCand *b) {
    int r = 0;
    for (uint32_t i = 0; i < c->n; i++) {
        int k = cxx_ics_compare(c->p, &a->ics[i], &b->ics[i]);
        if (k && r && (k < 0) != (r < 0)) return 0;
        if (k) r = k;
    }
    if (r) return r;
    if (a->guide && b->guide && !a->tmpl != !b->tmpl) return a->tmpl ? 1 : -1;
    if (a->tmpl && b->tmpl) {
        r = -cxx_more_specialized(c->x, a->tmpl, b->tmpl, c->n);
        if (r) return r;
    }
    // what stands for constructors has no constraints of its own: those of the instance's decide
    if (a->fn && b->fn && !a->guide && !b->guide && cxx_same_params(a->fn, b->fn)) {
        r = -cxx_more_constrained_func(c->x, a->fn, b->fn);
        if (r) return r;
    }
    if (a->guide != b->guide) return a->guide ? -1 : 1;
    if (a->copy != b->copy) return a->copy ? -1 : 1;
    if (a->ctor_template != b->ctor_template) return a->ctor_template ? 1 : -1;
    return 0;
}

// The best candidate so far, NULL if there is none.
static GuideCand *choose(Ctad *c, bool *ambiguous) {
    GuideCand *best = NULL;
    *ambiguous = false;
    for (uint32_t i = 0; i < c->c.n; i++) {
        if (!best || better(c, &c->c.at[i], best) < 0) best = &c->c.at[i];
    }
    for (uint32_t i = 0; best && i < c->c.n; i++) {
        GuideCand *k = &c->c.at[i];
        if (k != best && better(c, best, k) >= 0) *ambiguous = true;
    }
    return best;
}

// The class template behind an alias template, its right side kept; NULL if it names none.
static TemplateDecl *through_alias(Ctad *c, TemplateDecl *alias) {
    Cxx *x = c->x;
    Parse q = tm_parse_for(c->p, alias->decl_range.begin, alias->decl_range.end,
                           alias->params->scope, alias->env);
    q.dependent = true;
    DiagTrap trap;
    diag_trap_push(x->ctx, &trap);
    Type *t = cxx_parse_type_id(&q);
    diag_trap_pop(x->ctx, &trap);
    c->alias = alias;
    if (t->kind == TY_SPEC && t->u.spec.tmpl->kind == D_TEMPLATE) {
        c->rhs = t->u.spec.args;
        return (TemplateDecl *)t->u.spec.tmpl;
    }
    if (t->kind != TY_CLASS || !t->u.cls->tmpl) return NULL;
    c->rhs = t->u.cls->args;
    return t->u.cls->tmpl;
}

Type *cxx_deduce_class(Parse *p, Decl *tmpl, Expr **arg, uint32_t n, Pos pos) {
    Cxx *x = p->x;
    for (uint32_t i = 0; i < n; i++) {
        if (arg[i]->flags & EF_TYPE_DEP) return x->ty_dependent;
        if (arg[i]->kind == E_ERROR) return x->ty_error;
    }
    Ctad c = {.p = p, .x = x, .t = (TemplateDecl *)tmpl, .arg = arg, .n = n};
    if (tmpl->kind == D_TEMPLATE && c.t->kind == TK_ALIAS) c.t = through_alias(&c, c.t);
    if (tmpl->kind != D_TEMPLATE || !c.t || c.t->kind != TK_CLASS) {
        if (tmpl->kind == D_TEMPLATE) CXX_DIAG(x, tmpl_ctad, pos, tmpl);
        return x->ty_error;
    }
    Expr *list = n == 1 && arg[0]->kind == E_INITLIST_SYNTAX ? arg[0] : NULL;
    if (list) {
        c.arg = list->arg;
        c.n = list->n;
    }
    cxx_template_complete(x, c.t);
    bool ambiguous = false;
    GuideCand *best = NULL;
    bool copy = add_copy(&c);
    if (list && !(list->flags & EF_PAREN) && list->n && !copy &&
        !(list->u.init && list->u.init->designator)) {
        c.arg = &list;
        c.n = 1;
        c.only_initlist = true;
        add_copy(&c);
        add_guides(&c);
        add_ctors(&c);
        best = choose(&c, &ambiguous);
        c.arg = list->arg;
        c.n = list->n;
        c.only_initlist = false;
    }
    if (!best) {
        add_guides(&c);
        add_ctors(&c);
        best = choose(&c, &ambiguous);
    }
    if (!best) {
        Type *t = from_elements(&c, list);
        if (t) return t;
    }
    if (!best && !c.n && !c.alias) { // every parameter has a default argument
        TmplArgs *args = tm_check_args(p, &c.t->d, c.t->params, c.t->env, NULL, 0, pos);
        return args ? tm_class_instance(x, c.t, args)->d.type : x->ty_error;
    }
    if (!best || ambiguous) {
        if (best)
            CXX_DIAG(x, tmpl_ctad_ambiguous, pos, tmpl);
        else
            CXX_DIAG(x, tmpl_ctad, pos, tmpl);
        return x->ty_error;
    }
    return best->type;
}
