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

// A candidate whose template arguments were deduced.
typedef struct GuideCand {
    Type *type;   // the class it yields
    Type **param; // concrete parameter types
    uint32_t nparam;
    bool guide, variadic, copy, ctor_template;
    FuncDecl *fn;       // the guide or constructor, NULL of the copy candidate
    TemplateDecl *tmpl; // of a guide template, or standing for a constructor: for ordering
    Ics *ics;
} GuideCand;

// A deduction under way.
typedef struct Ctad {
    Parse *p;
    Cxx *x;
    TemplateDecl *t;
    TemplateDecl *alias; // deduced through, or NULL
    TmplArgs *rhs;       // its arguments for t, in terms of its own parameters
    Expr **arg;
    uint32_t n;
    bool only_initlist, has_ctor;
    bool copy, list; // `= init`; the arguments are a braced list
    VEC(GuideCand) c;
} Ctad;

// Whether the alias names the class for some arguments of its own.
static bool alias_fits(Ctad *ctad, ClassDecl *cls) {
    if (!ctad->alias) return true;
    if (cls->inst.tmpl != ctad->t) return false;
    Cxx *cxx = ctad->x;
    DeduceTry trial;
    DeduceFail why = {0};
    TmplParams *ps = ctad->alias->params;
    tm_try_begin(&trial, ctad->p, ps, ctad->alias->env, &why);
    TmplArgs *args = NULL;
    if (tm_deduce_args(&trial.deduce, ctad->rhs, cls->inst.args))
        args = tm_deduce_finish(&trial.deduce, true, 0);
    bool ok = args && tm_params_satisfied(cxx, ps, tm_env(cxx, ps, args, ctad->alias->env), 0);
    return tm_try_end(&trial) && ok;
}

// Ranks the arguments' conversions; false: one does not convert, so it is no viable candidate.
static bool rank(Ctad *ctad, GuideCand *guide_cand) {
    guide_cand->ics = arena_array(tm_arena(ctad->x), Ics, ctad->n);
    for (uint32_t i = 0; i < ctad->n; i++) {
        if (i >= guide_cand->nparam) {
            if (!guide_cand->variadic) return false;
            guide_cand->ics[i].rank = ICS_ELLIPSIS;
            continue;
        }
        cxx_ics(ctad->p, ctad->arg[i], guide_cand->param[i], true, false, &guide_cand->ics[i]);
        if (guide_cand->ics[i].rank == ICS_BAD) return false;
    }
    return true;
}

// An initializer-list constructor or guide [dcl.init.list]/2.
static bool takes_list(Ctad *ctad, const FuncDecl *func) {
    const FuncType *t = &func->d.type->u.func;
    Type *elem;
    return t->nparam && func->min_args <= 1 &&
           xe_is_initializer_list(ctad->p, ty_unqual(ty_deref(t->param[0])), &elem);
}

// Adds a function with concrete parameters. type: the class it yields, NULL: its result. tmpl: what
// it was made from, for partial ordering.
static void add_function(Ctad *ctad, FuncDecl *func, bool guide, TemplateDecl *tmpl, Type *type,
                         bool ctor_template) {
    const FuncType *func_type = &func->d.type->u.func;
    if (ctad->n < func->min_args || (ctad->n > func_type->nparam && !func_type->variadic)) return;
    if (ctad->only_initlist && !takes_list(ctad, func)) return;
    if (guide && func->written.explicit_ && ctad->copy && !ctad->list)
        return; // [over.match.class.deduct]/5
    if (!cxx_func_satisfied(ctad->x, func)) return;
    GuideCand k = {.ctor_template = ctor_template,
                   .fn = func,
                   .type = type ? type : func_type->ret,
                   .param = func_type->param,
                   .nparam = func_type->nparam,
                   .guide = guide,
                   .variadic = func_type->variadic,
                   .tmpl = tmpl};
    if (k.type->kind != TY_CLASS || !alias_fits(ctad, k.type->u.cls)) return;
    if (rank(ctad, &k)) vec_push(tm_arena(ctad->x), &ctad->c, k);
}

// The written guides of the template's name [over.match.class.deduct]/1.3, templates deduced.
static void add_guides(Ctad *ctad) {
    Scope *scope = cxx_decl_scope(ctad->t->d.scope);
    Atom name = cxx_guide_atom(ctad->x, ctad->t->d.name);
    Lookup lookup = {0};
    // in a template's body those count that stand before the point of instantiation
    unsigned all = ctad->p->poi == UINT32_MAX ? LU_ALL : 0;
    if (!scope || !cxx_lookup_in(ctad->p, scope, name, all, &lookup)) return;
    for (uint32_t i = 0; i < lookup.n; i++) {
        Decl *d = lookup.at[i];
        if (d->kind == D_FUNC) {
            add_function(ctad, (FuncDecl *)d, true, NULL, NULL, false);
        } else if (d->kind == D_TEMPLATE) {
            DeduceFail why = {0};
            FuncDecl *f =
                cxx_deduce_call(ctad->p, (TemplateDecl *)d, NULL, ctad->arg, ctad->n, &why);
            if (f) add_function(ctad, f, true, (TemplateDecl *)d, NULL, false);
        }
    }
}

// The complete instance for deduced arguments; NULL if its constraints do not hold.
static ClassDecl *instance(Ctad *ctad, TmplArgs *args, Pos pos) {
    if (!args || args->dependent) return NULL;
    Env *env = tm_env(ctad->x, ctad->t->params, args, ctad->t->env);
    if (!tm_params_satisfied(ctad->x, ctad->t->params, env, 0)) return NULL;
    ClassDecl *k = tm_class_instance(ctad->x, ctad->t, args);
    HardCtx h;
    bool candidate = !k->members.complete || k->inst.candidate;
    tm_hard_begin(ctad->x, &h);
    bool ok = cxx_class_complete(ctad->x, k, pos);
    if (ok) cxx_elaborate_name(ctad->x, k->inner, ctad->x->n.ctor);
    tm_hard_end(ctad->x, &h);
    k->inst.candidate = candidate; // its static_asserts hold if it is chosen
    return ok ? k : NULL;
}

// The constructors as the primary template declares them for the arguments of an instance, which
// may not have been meant for it: then its bases make no sense, and nobody asked for them. NULL:
// there are none.
static ClassDecl *declaring(Ctad *ctad, ClassDecl *cls) {
    ClassDecl *primary = tm_class_of_primary(ctad->x, cls);
    if (primary == cls) return cls;
    DiagTrap trap;
    diag_trap_push(ctad->x->ctx, &trap);
    trap.silent = true;
    primary->inst.candidate = true;
    bool ok = cxx_class_complete(ctad->x, primary, ctad->t->d.pos);
    if (ok) cxx_elaborate_name(ctad->x, primary->inner, ctad->x->n.ctor);
    diag_trap_pop(ctad->x->ctx, &trap);
    return ok ? primary : NULL;
}

// The class's parameters, and behind them copies of a constructor template's own ones.
static TmplParams *joined_params(Ctad *ctad, TmplParams *own) {
    TmplParams *ps = arena_new(tm_arena(ctad->x), TmplParams), *cls = ctad->t->params;
    *ps = *cls;
    ps->n = cls->n + own->n;
    ps->parm = arena_array(tm_arena(ctad->x), TParmDecl *, ps->n);
    for (uint32_t i = 0; i < cls->n; i++) ps->parm[i] = cls->parm[i];
    for (uint32_t i = 0; i < own->n; i++) {
        TParmDecl *t = arena_copy(tm_arena(ctad->x), own->parm[i], sizeof *t, _Alignof(TParmDecl));
        t->depth = (uint16_t)cls->depth;
        t->index = (uint16_t)(cls->n + i);
        t->list = ps;
        ps->parm[cls->n + i] = t;
    }
    return ps;
}

// The instance on the template's own parameters, A<T>.
static ClassDecl *own_instance(Ctad *ctad) {
    return tm_class_instance(ctad->x, ctad->t, tm_identity_args(ctad->x, ctad->t->params));
}

// The injected class name in a constructor's parameter is the template with its own parameters
// [temp.local]/1, from which arguments are deduced; the specialization whose primary template's
// instance `own` is.
static Type *respell(Ctad *ctad, const ClassDecl *own, Type *type, int depth) {
    Cxx *cxx = ctad->x;
    if (depth > 32) return type;
    if (ty_refers(type)) {
        Type *to = respell(ctad, own, type->u.ptr.to, depth + 1);
        if (to == type->u.ptr.to) return type;
        return type->kind == TY_PTR ? ty_qual(cxx, ty_pointer(cxx, to), type->quals)
                                    : ty_ref(cxx, to, type->kind == TY_RREF);
    }
    if (type->kind != TY_CLASS || !type->u.cls->inst.tmpl || !type->u.cls->inst.args) return type;
    if (type->u.cls == own && own->inst.specialized)
        return ty_qual(cxx, own->inst.specialized->d.type, type->quals);
    const TmplArgs *args = type->u.cls->inst.args;
    TmplArg *a = arena_array(tm_arena(cxx), TmplArg, args->n);
    bool changed = type->u.cls == own;
    for (uint32_t i = 0; i < args->n; i++) {
        a[i] = args->a[i];
        if (a[i].kind == TA_TYPE && type->u.cls != own)
            a[i].type = respell(ctad, own, a[i].type, depth + 1);
        changed |= a[i].kind == TA_TYPE && a[i].type != args->a[i].type;
    }
    return changed
               ? ty_qual(cxx, ty_spec(cxx, &type->u.cls->inst.tmpl->d, cxx_targs(cxx, a, args->n)),
                         type->quals)
               : type;
}

// The constructor with its class's injected name spelled out in its parameters; a copy where that
// changes anything.
static FuncDecl *respelled(Ctad *ctad, const ClassDecl *own, FuncDecl *func) {
    const FuncType *ft = &func->d.type->u.func;
    FuncType to = *ft;
    to.param = arena_array(tm_arena(ctad->x), Type *, ft->nparam);
    bool changed = false;
    for (uint32_t i = 0; i < ft->nparam; i++) {
        to.param[i] = respell(ctad, own, ft->param[i], 0);
        changed |= to.param[i] != ft->param[i];
    }
    if (!changed) return func;
    FuncDecl *g = arena_copy(tm_arena(ctad->x), func, sizeof *func, _Alignof(FuncDecl));
    g->d.type = ty_func(ctad->x, &to);
    return g;
}

// The constructor as a function template over the class's parameters and, of a template, its own,
// for partial ordering. A constructor template is instantiated on the copies of its parameters, so
// that all stand in one list.
static TemplateDecl *as_template(Ctad *ctad, FuncDecl *func, TemplateDecl *own) {
    if (own && own->guide) return own->guide;
    TemplateDecl *tmpl = arena_new(tm_arena(ctad->x), TemplateDecl);
    tmpl->d = ctad->t->d;
    tmpl->kind = TK_FUNC;
    tmpl->params = ctad->t->params;
    tmpl->env = ctad->t->env;
    tmpl->pattern = respelled(ctad, own_instance(ctad), func);
    tmpl->decl_range = func->written.declaration;
    tmpl->norm_done = true;
    if (!own) return tmpl;
    own->guide = tmpl;
    TmplParams *ps = joined_params(ctad, own->params);
    TmplArg *a = arena_array(tm_arena(ctad->x), TmplArg, own->params->n);
    for (uint32_t i = 0; i < own->params->n; i++)
        a[i] = tm_identity_arg(ctad->x, ps->parm[ctad->t->params->n + i]);
    FuncDecl *g = cxx_func_instantiate(ctad->x, own, cxx_targs(ctad->x, a, own->params->n),
                                       UINT32_MAX, func->d.pos);
    if (!cxx_is_typed(g)) return tmpl;
    tmpl->params = ps;
    tmpl->pattern = respelled(ctad, own_instance(ctad), g);
    return tmpl;
}

// A constructor (template) of A<T>: deduce T, then rank the same one of the instance, which is the
// primary template's even where the arguments have a specialization.
static void add_ctor(Ctad *ctad, Decl *ctor) {
    bool tmpl = ctor->kind == D_TEMPLATE;
    FuncDecl *func = tmpl ? ((TemplateDecl *)ctor)->pattern : (FuncDecl *)ctor;
    if (!cxx_is_typed(func) || func->written.deleted) return;
    if (ctad->only_initlist && !takes_list(ctad, func)) return;
    TemplateDecl *guide = as_template(ctad, func, tmpl ? (TemplateDecl *)ctor : NULL);
    TmplArgs *args = tm_deduce_ctor(ctad->p, ctad->t, guide->params, guide->pattern, ctad->arg,
                                    ctad->n, ctad->rhs);
    ClassDecl *cls = instance(ctad, args, func->d.pos);
    ClassDecl *primary = cls ? declaring(ctad, cls) : NULL;
    if (!primary) return;
    for (Decl *d = map_get(&primary->inner->names, ctad->x->n.ctor); d; d = d->next) {
        if (d->kind != ctor->kind || d->order != ctor->order) continue;
        FuncDecl *g = (FuncDecl *)d;
        DeduceFail why = {0};
        if (tmpl) g = cxx_deduce_call(ctad->p, (TemplateDecl *)d, NULL, ctad->arg, ctad->n, &why);
        if (!g) continue;
        TemplateDecl *written = as_template(ctad, func, tmpl ? (TemplateDecl *)ctor : NULL);
        FuncDecl *declared = primary == cls ? g : respelled(ctad, primary, g);
        add_function(ctad, declared, false, written, cls->d.type, tmpl);
    }
}

// The constructors of the primary template, declared in A<T>. Implicit ones are none: the copy
// candidate stands for them.
static void add_ctors(Ctad *ctad) {
    if (!ctad->t->defined) return;
    ClassDecl *cls = own_instance(ctad);
    DiagTrap trap;
    diag_trap_push(ctad->x->ctx, &trap);
    if (cxx_class_complete(ctad->x, cls, ctad->t->d.pos)) {
        cxx_elaborate_name(ctad->x, cls->inner, ctad->x->n.ctor);
        for (Decl *d = map_get(&cls->inner->names, ctad->x->n.ctor); d; d = d->next) {
            if (d->kind == D_TEMPLATE || (d->kind == D_FUNC && !((FuncDecl *)d)->is_implicit)) {
                ctad->has_ctor = true;
                add_ctor(ctad, d);
            }
        }
    }
    diag_trap_pop(ctad->x->ctx, &trap);
}

// The copy deduction candidate A(A<T>) -> A<T> [over.match.class.deduct]/1.2. Whether it fits.
static bool add_copy(Ctad *ctad) {
    Cxx *cxx = ctad->x;
    if (ctad->n != 1 || (ctad->only_initlist && ctad->t->d.name != cxx->n.initializer_list))
        return false;
    Type **param = arena_array(tm_arena(cxx), Type *, 1);
    param[0] = ty_spec(cxx, &ctad->t->d, tm_identity_args(cxx, ctad->t->params));
    FuncType ft = {.ret = ty_basic(cxx, TY_VOID), .param = param, .nparam = 1};
    FuncDecl *func = arena_new(tm_arena(cxx), FuncDecl);
    func->d.type = ty_func(cxx, &ft);
    func->min_args = 1;
    TmplArgs *args =
        tm_deduce_ctor(ctad->p, ctad->t, ctad->t->params, func, ctad->arg, 1, ctad->rhs);
    ClassDecl *cls = instance(ctad, args, ctad->t->d.pos);
    if (!cls || !alias_fits(ctad, cls)) return false;
    Type **own = arena_array(tm_arena(cxx), Type *, 1);
    own[0] = cls->d.type;
    GuideCand g = {.type = cls->d.type,
                   .param = own,
                   .nparam = 1,
                   .copy = true,
                   .tmpl = as_template(ctad, func, NULL)};
    if (!rank(ctad, &g)) return false;
    vec_push(tm_arena(cxx), &ctad->c, g);
    return true;
}

// ---- aggregates --------------------------------------------------------------------------------

// The bases as written, expansions as TY_PACK.
static void base_types(Ctad *ctad, ClassDecl *cls, Type **out, uint32_t *n, uint32_t max) {
    TokRange tok_range = ctad->t->base_clause;
    if (tok_range.begin >= tok_range.end) return;
    Parse parse =
        cxx_parse_at(ctad->x, tok_range.begin, tok_range.end, ctad->t->params->scope, cls->env);
    parse.dependent = parse.type_only = true;
    do {
        while (is_any_of(cxx_peek(&parse), T_KW_PUBLIC, T_KW_VIRTUAL)) parse.at++;
        PackLoop pack_loop;
        cxx_pack_begin(&parse, &pack_loop);
        QualName q;
        Type *t = NULL;
        if (cxx_parse_qual_name(&parse, &q)) {
            q.typename_ = true;
            t = cxx_name_type(&parse, &q);
        }
        cxx_pack_next(&parse, &pack_loop);
        if (!t || *n >= max) return;
        out[(*n)++] = pack_loop.dependent ? ty_pack(ctad->x, t) : t;
    } while (cxx_accept(&parse, T_COMMA));
}

// The elements' types of the dependent instance that ctad->n arguments initialise, in order.
static uint32_t element_types(Ctad *ctad, ClassDecl *cls, Type **out, uint32_t max,
                              Atom *designator) {
    uint32_t n = 0;
    base_types(ctad, cls, out, &n, max);
    cxx_collect_fields(ctad->x, cls);
    if (designator) n = 0;
    for (uint32_t i = 0; i < cls->members.fields.n && n < max && n < ctad->n; i++) {
        FieldDecl *field_decl = cls->members.fields.at[i];
        if (cxx_is_padding(field_decl)) continue;
        if (designator && field_decl->d.name != designator[n]) continue;
        Type *t = field_decl->d.type;
        bool elide =
            t->kind == TY_ARRAY && !xe_list(ctad->arg[n]) && ctad->arg[n]->kind != E_STRING;
        if (ty_is_array(t) && ctad->arg[n]->kind == E_STRING) // [over.match.class.deduct]/1.8.2
            t = ty_ref(ctad->x, ty_qual(ctad->x, t, Q_CONST), false);
        if (!elide) {
            out[n++] = t;
            continue;
        }
        for (uint64_t j = 0; j < t->u.array.n && n < max && n < ctad->n; j++)
            out[n++] = t->u.array.elem;
    }
    return n;
}

// [over.match.class.deduct]/1.8
static Type *from_elements(Ctad *ctad, Expr *list) {
    Cxx *cxx = ctad->x;
    enum { MAX_ELEMENTS = 256 };
    if (!ctad->t->defined || ctad->has_ctor || cxx->opt.std < 20 || !ctad->n ||
        ctad->n > MAX_ELEMENTS)
        return NULL;
    Type *type[MAX_ELEMENTS];
    DiagTrap trap;
    diag_trap_push(cxx->ctx, &trap);
    trap.silent = true; // members of A<T> may not make sense
    ClassDecl *cls = own_instance(ctad);
    TmplArgs *args = NULL;
    if (cxx_class_complete(cxx, cls, ctad->t->d.pos)) {
        Atom *des = list && list->u.init ? list->u.init->designator : NULL;
        uint32_t n = element_types(ctad, cls, type, MAX_ELEMENTS, des);
        bool pack = n && type[n - 1]->kind == TY_PACK;
        if (n > ctad->n && !pack) n = ctad->n;
        FuncType ft = {.ret = ty_basic(cxx, TY_VOID), .param = type, .nparam = n};
        FuncDecl f = {.d.type = ty_func(cxx, &ft)};
        if (n >= ctad->n || pack)
            args = tm_deduce_ctor(ctad->p, ctad->t, ctad->t->params, &f, ctad->arg, ctad->n,
                                  ctad->rhs);
    }
    diag_trap_pop(cxx->ctx, &trap);
    ClassDecl *got = instance(ctad, args, ctad->t->d.pos);
    if (!got) return NULL;
    cxx_class_specials(cxx, got);
    return got->special.aggregate && alias_fits(ctad, got) ? got->d.type : NULL;
}

// ---- choice ------------------------------------------------------------------------------------

// <0: a is better.
static int better(Ctad *ctad, const GuideCand *left, const GuideCand *right) {
    int r = 0;
    for (uint32_t i = 0; i < ctad->n; i++) {
        int k = cxx_ics_compare(ctad->p, &left->ics[i], &right->ics[i]);
        if (k && r && (k < 0) != (r < 0)) return 0;
        if (k) r = k;
    }
    if (r) return r;
    if (left->guide && right->guide && !left->tmpl != !right->tmpl)
        return cu_order(left->tmpl != NULL, right->tmpl != NULL);
    if (left->tmpl && right->tmpl) {
        r = -cxx_more_specialized(ctad->x, left->tmpl, right->tmpl, ctad->n);
        if (r) return r;
    }
    // what stands for constructors has no constraints of its own: those of the instance's decide
    if (left->fn && right->fn && !left->guide && !right->guide &&
        cxx_same_params(left->fn, right->fn)) {
        r = -cxx_more_constrained_func(ctad->x, left->fn, right->fn);
        if (r) return r;
    }
    if (left->guide != right->guide) return cu_prefer(left->guide, right->guide);
    if (left->copy != right->copy) return cu_prefer(left->copy, right->copy);
    if (left->ctor_template != right->ctor_template)
        return cu_order(left->ctor_template, right->ctor_template);
    return 0;
}

// The best candidate so far, NULL if there is none.
static GuideCand *choose(Ctad *ctad, bool *ambiguous) {
    GuideCand *best = NULL;
    *ambiguous = false;
    for (uint32_t i = 0; i < ctad->c.n; i++) {
        if (!best || better(ctad, &ctad->c.at[i], best) < 0) best = &ctad->c.at[i];
    }
    for (uint32_t i = 0; best && i < ctad->c.n; i++) {
        GuideCand *k = &ctad->c.at[i];
        if (k != best && better(ctad, best, k) >= 0) *ambiguous = true;
    }
    return best;
}

// The class template behind an alias template, its right side kept; NULL if it names none.
static TemplateDecl *through_alias(Ctad *ctad, TemplateDecl *alias) {
    Cxx *cxx = ctad->x;
    Parse parse = tm_parse_for(ctad->p, alias->decl_range.begin, alias->decl_range.end,
                               alias->params->scope, alias->env);
    parse.dependent = true;
    DiagTrap trap;
    diag_trap_push(cxx->ctx, &trap);
    Type *t = cxx_parse_type_id(&parse);
    diag_trap_pop(cxx->ctx, &trap);
    ctad->alias = alias;
    if (t->kind == TY_SPEC && t->u.spec.tmpl->kind == D_TEMPLATE) {
        ctad->rhs = t->u.spec.args;
        return (TemplateDecl *)t->u.spec.tmpl;
    }
    if (t->kind != TY_CLASS || !t->u.cls->inst.tmpl) return NULL;
    ctad->rhs = t->u.cls->inst.args;
    return t->u.cls->inst.tmpl;
}

// Candidates are tried in the order of [over.match.class.deduct]/1 and [over.match.list]: of a
// braced list the initializer-list constructors alone first, then all, then the elements of an
// aggregate.
Type *cxx_deduce_class(Parse *parse, Decl *tmpl, Expr **arg, uint32_t n, Pos pos) {
    Cxx *cxx = parse->x;
    for (uint32_t i = 0; i < n; i++) {
        if (arg[i]->flags & EF_TYPE_DEP) return cxx->ty_dependent;
        if (arg[i]->kind == E_ERROR) return cxx->ty_error;
    }
    Ctad ctad = {.p = parse, .x = cxx, .t = (TemplateDecl *)tmpl, .arg = arg, .n = n};
    if (tmpl->kind == D_TEMPLATE && ctad.t->kind == TK_ALIAS) ctad.t = through_alias(&ctad, ctad.t);
    if (tmpl->kind != D_TEMPLATE || !ctad.t || ctad.t->kind != TK_CLASS) {
        if (tmpl->kind == D_TEMPLATE) CXX_DIAG(cxx, tmpl_ctad, pos, tmpl);
        return cxx->ty_error;
    }
    Expr *list = n == 1 && arg[0]->kind == E_INITLIST_SYNTAX ? arg[0] : NULL;
    ctad.copy = parse->copy_init;
    ctad.list = list && !(list->flags & EF_PAREN);
    if (list) {
        ctad.arg = list->arg;
        ctad.n = list->n;
    }
    cxx_template_complete(cxx, ctad.t);
    bool ambiguous = false;
    GuideCand *best = NULL;
    bool copy = add_copy(&ctad);
    if (list && !(list->flags & EF_PAREN) && list->n && !copy &&
        !(list->u.init && list->u.init->designator)) {
        ctad.arg = &list;
        ctad.n = 1;
        ctad.only_initlist = true;
        add_copy(&ctad);
        add_guides(&ctad);
        add_ctors(&ctad);
        best = choose(&ctad, &ambiguous);
        ctad.arg = list->arg;
        ctad.n = list->n;
        ctad.only_initlist = false;
    }
    if (!best) {
        add_guides(&ctad);
        add_ctors(&ctad);
        best = choose(&ctad, &ambiguous);
    }
    if (!best) {
        Type *t = from_elements(&ctad, list);
        if (t) return t;
    }
    if (!best && !ctad.n && !ctad.alias) { // every parameter has a default argument
        TmplArgs *args =
            tm_check_args(parse, &ctad.t->d, ctad.t->params, ctad.t->env, NULL, 0, pos);
        return args ? tm_class_instance(cxx, ctad.t, args)->d.type : cxx->ty_error;
    }
    if (!best || ambiguous) {
        if (best)
            CXX_DIAG(cxx, tmpl_ctad_ambiguous, pos, tmpl);
        else
            CXX_DIAG(cxx, tmpl_ctad, pos, tmpl);
        return cxx->ty_error;
    }
    if (ctad.copy && ctad.list && best->guide && best->fn->written.explicit_) {
        CXX_DIAG(cxx, tmpl_ctad_explicit, pos, &best->fn->d);
        return cxx->ty_error;
    }
    return best->type;
}
