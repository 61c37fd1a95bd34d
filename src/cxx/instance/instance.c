// SPDX-License-Identifier: Apache-2.0
// Instantiation [temp.inst]: class, alias and variable templates named by a template-id, signatures
// of function templates. An instance is made once per template and argument list (Map specs); its
// tokens are those of the chosen declaration, its bindings an Env. All instances of one declaration
// share the Index of its body (cxx_class_index).
//
// Errors while a class or a body is instantiated are no substitution failures: a `hard` trap is
// open there. Substitution into signatures, aliases and partial specializations is soft.
#include "cxx/answer.h"
#include "cxx/facts/diag.h"
#include "cxx/facts/state.h"
#include "cxx/lookup/lookup.h"
#include "cxx/convert/convert.h"
#include "cxx/template/template.h"
#include "cxx/decl/decl.h"
#include "cxx/instance/instance.h"
#include <stdlib.h>

// ---- classes -----------------------------------------------------------------------------------

// s is the namespace, or an inline namespace of it.
static bool in_namespace(const Scope *s, const Scope *of) {
    while (s && s != of && s->kind == SC_NAMESPACE && s->owner && s->owner->kind == D_NAMESPACE &&
           ((NamespaceDecl *)s->owner)->inline_) {
        s = s->parent;
    }
    return s == of;
}

// Every header of the definition is `template <>`.
static bool all_bound(const Cxx *x, const MemberDef *m) {
    for (uint32_t i = 0; i < m->nheaders; i++) {
        if (x->tokens->at[m->begin + 3 * i + 2].kind != T_GT) return false;
    }
    return true;
}

// Explicit and partial specializations may stand anywhere in the template's scope, or in a
// namespace around it with a qualified name.
void tm_find_specs(Cxx *x, TemplateDecl *t) {
    if (t->specs_found) return;
    t->specs_found = true;
    Scope *s = cxx_decl_scope(t->d.scope);
    if (!s) return;
    // or in those that an inline namespace is part of [namespace.def]/7
    for (Scope *o = s; o && (o->kind == SC_NAMESPACE || o->kind == SC_CLASS); o = o->parent) {
        cxx_elaborate_name(x, o, t->d.name);
        if (!in_namespace(o, o->parent)) break;
    }
    for (MemberDef *m = cxx_member_defs(x, t->d.name); m; m = m->next) {
        if (!m->nheaders || m->used) continue;
        Decl *o = cxx_member_def_owner(x, m);
        bool here = o && o->kind == D_NAMESPACE && in_namespace(s, ((NamespaceDecl *)o)->inner);
        // of a member template of a class template's instance [temp.expl.spec]/16
        bool member = o && s->kind == SC_CLASS && o == &s->cls->d && m->flags & IX_SPECIALIZATION;
        if (m->is_func && !all_bound(x, m)) member = false; // cxx_outside_template
        if (!here && !member) continue;
        m->used = true;
        Parse p = cxx_parse_at(x, m->begin + 1, m->end, m->scope, m->scope->env);
        cxx_parse_template(&p, m->scope, ACC_NONE, false);
    }
}

void cxx_answer_template_complete(Cxx *x, TemplateDecl *t) {
    tm_find_specs(x, t);
    if (!t->defined && t->d.scope->kind == SC_CLASS) cxx_outside_template(x, t);
}

static bool args_simple(const TmplArgs *l);

// Deduction from these gives back the arguments, so that no check is needed afterwards.
static bool type_simple(const Type *t) {
    if (!ty_dependent(t)) return true;
    switch (t->kind) {
    case TY_TPARM: return true;
    case TY_PTR:
    case TY_LREF:
    case TY_RREF:
    case TY_PACK: return type_simple(t->u.ptr.to);
    case TY_MEMPTR: return type_simple(t->u.ptr.to) && type_simple(t->u.ptr.cls);
    case TY_ARRAY:
    case TY_ARRAY_INC: return type_simple(t->u.array.elem);
    case TY_SPEC: return args_simple(t->u.spec.args);
    case TY_FUNC:
        for (uint32_t i = 0; i < t->u.func.nparam; i++) {
            if (!type_simple(t->u.func.param[i])) return false;
        }
        if (t->u.func.noexcept_dep && t->u.func.noexcept_dep->kind != E_TPARM) return false;
        return type_simple(t->u.func.ret);
    default: return false;
    }
}

static bool args_simple(const TmplArgs *l) {
    for (uint32_t i = 0; i < l->n; i++) {
        const TmplArg *a = &l->a[i];
        if (a->kind == TA_TYPE && !type_simple(a->type)) return false;
        if (a->kind == TA_PACK && !args_simple(a->pack)) return false;
        if (a->kind == TA_EXPR) {
            const Expr *e = a->expr->kind == E_PACK ? a->expr->a : a->expr;
            if (e->kind != E_TPARM) return false;
        }
    }
    return true;
}

// Whether the arguments as written may hide a substitution that can fail: an alias template that
// ignores its arguments (void_t) leaves nothing of them in the dependent form [CWG 1558].
static bool written_simple(Cxx *x, TokRange r) {
    for (uint32_t i = r.begin; i < r.end; i++) {
        switch (x->tokens->at[i].kind) {
        case T_KW_TYPENAME:
        case T_KW_DECLTYPE:
        case T_KW_SIZEOF:
        case T_KW_NOEXCEPT: return false;
        case T_IDENT:
            if (x->tokens->at[i + 1].kind == T_LT && cxx_names_alias(x, x->tokens->at[i].text)) {
                return false;
            }
            break;
        default: break;
        }
    }
    return true;
}

// The arguments of a partial specialization's parameters if it matches, else NULL.
static TmplArgs *match_partial(Cxx *x, TemplateDecl *t, PartialSpec *ps, TmplArgs *args, Pos pos) {
    Parse p = cxx_parse_at(x, ps->decl_range.begin, ps->decl_range.end, ps->params->scope, ps->env);
    ArenaMark mark = arena_mark(&x->ctx->scratch);
    Deduce d;
    DeduceFail why = {0};
    tm_deduce_init(&d, &p, ps->params, ps->env, &why);
    DiagTrap trap;
    diag_trap_push(x->ctx, &trap);
    TmplArgs *got = NULL;
    if (tm_deduce_args(&d, ps->args, args)) got = tm_deduce_finish(&d, false, pos);
    TokRange r = ps->decl_range; // of a variable's specialization: the whole declaration
    if (t->kind == TK_VAR) {
        r.begin = ps->order + 1;
        uint32_t e = cxx_skip_angles(x, r.begin, r.end);
        if (e) r.end = e;
    }
    if (got && !(args_simple(ps->args) && written_simple(x, r))) {
        Env *e = tm_env(x, ps->params, got, ps->env);
        Parse q = cxx_parse_at(x, r.begin, r.end, ps->params->scope, e);
        if (cxx_parse_template_args(&q, &t->d) != args) got = NULL;
    }
    if (got && tm_constrained(ps->params) &&
        !tm_params_satisfied(x, ps->params, tm_env(x, ps->params, got, ps->env), 0)) {
        got = NULL;
    }
    if (diag_trap_pop(x->ctx, &trap)) got = NULL;
    arena_reset(&x->ctx->scratch, mark);
    return got;
}

PartialSpec *tm_choose_partial(Cxx *x, TemplateDecl *t, TmplArgs *args, Pos pos, TmplArgs **bound) {
    PartialSpec *best = NULL, *rival = NULL;
    for (uint32_t i = 0; i < t->partial.n; i++) {
        PartialSpec *ps = t->partial.at[i];
        TmplArgs *got = match_partial(x, t, ps, args, pos);
        if (!got) continue;
        int order = best ? tm_order_partial(x, ps, best) : -1;
        if (order < 0) {
            best = ps;
            *bound = got;
            rival = NULL;
        } else if (order == 0) {
            rival = ps;
        }
    }
    if (rival && tm_order_partial(x, best, rival) >= 0) {
        CXX_DIAG(x, tmpl_partial_ambiguous, pos, t);
        CXX_DIAG(x, tmpl_note_could_be, best->pos);
        CXX_DIAG(x, tmpl_note_could_be, rival->pos);
    }
    return best;
}

// Attributes of the head and behind the body, `final`, #pragma pack: per instance, for they may
// depend on the parameters.
static void class_attributes(Cxx *x, ClassDecl *c, Scope *s, Env *env) {
    Parse p = cxx_parse_at(x, c->head.begin + 1, c->head.end, s, env);
    AttrSet *a = NULL;
    if (cxx_at_attribute(&p)) a = cxx_parse_attributes(&p, NULL);
    const Token *t = x->tokens->at;
    if (c->head.end > c->head.begin + 2) {
        const Token *last = &t[c->head.end - 1];
        if (c->base_clause.end) last = &t[c->base_clause.begin - 2];
        c->final_ =
            last->kind == T_IDENT && last->text == x->n.final_ && last - 1 != &t[c->head.begin];
    }
    if (t[c->body.end].kind == T_KW_ATTRIBUTE) {
        Parse q = cxx_parse_at(x, c->body.end, x->tokens->n - 1, s, env);
        a = cxx_attrs_merge(x, a, cxx_parse_attributes(&q, NULL));
    }
    c->pack = cxx_pack_at(x, c->head.begin);
    c->lexical = s;
    if (!a) return;
    c->d.attrs = a;
    c->attr_align = a->align;
    if (a->packed) c->packed = true;
}

static int by_begin(const void *a, const void *b) {
    Pos s = ((const PosRange *)a)->begin, t = ((const PosRange *)b)->begin;
    return s < t ? -1 : s > t;
}

// Namespaces are indexed as a whole before anything is asked of their templates.
static void list_templates(Cxx *x) {
    struct DeclState *s = x->decls;
    for (uint32_t n = 0; n < s->namespaces.n; n++) {
        const Index *ix = s->namespaces.at[n]->index;
        for (uint32_t i = 0; ix && i < ix->e.n; i++) {
            const IndexEntry *e = &ix->e.at[i];
            if (!(e->flags & IX_TEMPLATE) || e->end <= e->begin) continue;
            PosRange r = {x->tokens->at[e->begin].pos, x->tokens->at[e->end - 1].pos};
            if (cxx_in_main_file(x, r.begin)) vec_push(tm_arena(x), &s->templates, r);
        }
    }
    if (s->templates.n) qsort(s->templates.at, s->templates.n, sizeof(PosRange), by_begin);
    s->templates_listed = true;
}

// Whether a position of the main file is in a template of a namespace, or a member of one.
static bool in_template(Cxx *x, Pos pos) {
    struct DeclState *s = x->decls;
    if (!s->templates_listed) list_templates(x);
    uint32_t lo = 0, hi = s->templates.n; // those before lo begin at or before pos
    while (lo < hi) {
        uint32_t mid = lo + (hi - lo) / 2;
        if (s->templates.at[mid].begin <= pos)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo && pos <= s->templates.at[lo - 1].end;
}

// [temp.expl.spec]/7: a specialization declared behind a use that would have instantiated the
// template. Uses inside of templates are not judged: they may be instantiated later.
void tm_check_spec_order(Cxx *x, Decl *d, Pos use) {
    SrcLoc a, b;
    if (!use || !cxx_in_main_file(x, use)) return; // headers: not worth the asking
    if (!source_resolve(x->ctx, use, &a) || !source_resolve(x->ctx, d->pos, &b)) return;
    if (a.file != b.file || a.macro || b.macro) return;
    if (a.line > b.line || (a.line == b.line && a.col >= b.col)) return;
    if (in_template(x, use)) return;
    HardCtx h;
    tm_hard_begin(x, &h);
    CXX_DIAG(x, tmpl_spec_behind_use, d->pos, d);
    tm_hard_end(x, &h);
}

bool cxx_class_instantiate(Cxx *x, ClassDecl *c, Pos pos) {
    if (c->defined) return true;
    TemplateDecl *t = c->tmpl;
    if (!t) return false;
    tm_find_specs(x, t);
    if (c->defined) return true;
    if (c->explicit_spec) return false;
    if (t->origin) { // a member template of a class template's instance
        cxx_outside_template(x, t);
    }
    TmplArgs *bound = NULL;
    if (c->choosing) return false;
    c->choosing = true;
    PartialSpec *ps = tm_choose_partial(x, t, c->args, pos, &bound);
    c->choosing = false;
    Env *env;
    Scope *parent;
    if (ps) {
        if (!ps->body.end) return false;
        c->head = ps->head;
        c->body = ps->body;
        c->base_clause = ps->base_clause;
        c->tag = (uint8_t)ps->tag;
        env = tm_env(x, ps->params, bound, ps->env);
        parent = ps->params->scope;
    } else {
        if (!t->defined && t->d.scope->kind == SC_CLASS) cxx_outside_template(x, t);
        if (!t->defined) return false;
        c->head = t->head;
        c->body = t->body;
        c->base_clause = t->base_clause;
        c->tag = (uint8_t)t->tag;
        env = tm_env(x, t->params, c->args, t->env);
        parent = tm_class_scope(t);
    }
    c->partial = ps;
    c->env = env;
    c->inner = cxx_scope_new(x, SC_CLASS, parent, &c->d);
    c->inner->env = env;
    c->defined = true;
    class_attributes(x, c, parent, env);
    return true;
}

// ---- template-ids ------------------------------------------------------------------------------

static Type *alias_type(Parse *p, TemplateDecl *t, TmplArgs *args, Pos pos) {
    Cxx *x = p->x;
    if (args->n != t->params->n) return ty_spec(x, &t->d, args); // expansion into fixed parameters
    for (uint32_t i = 0; i < args->n; i++) {
        if ((args->a[i].kind == TA_PACK) != t->params->parm[i]->pack) {
            return ty_spec(x, &t->d, args);
        }
    }
    uint64_t key = (uint64_t)t->d.id << 32 | args->id;
    Type *r = map_get(&tm_table(x)->aliases, key);
    if (r) return r;
    struct InstFrame f;
    if (!tm_push(x, &f, IF_ALIAS, &t->d, args, pos)) return x->ty_error;
    if (tm_constrained(t->params) && !cxx_check_template_id(p, t, args, pos)) {
        tm_pop(x);
        return x->ty_error;
    }
    Env *e = tm_env(x, t->params, args, t->env);
    Parse q = tm_parse_for(p, t->decl_range.begin, t->decl_range.end, t->params->scope, e);
    uint64_t errors = diag_errors_seen(x->ctx);
    r = cxx_parse_type_id(&q);
    tm_pop(x);
    if (!r) r = x->ty_error;
    if (r->kind != TY_ERROR && errors == diag_errors_seen(x->ctx)) {
        map_put(&tm_table(x)->aliases, key, r);
    }
    return r;
}

// The class that check/template_check.c made of the template's (or a partial specialization's) own
// body.
static ClassDecl *unbound_class(const TemplateDecl *t, const TmplArgs *args) {
    bool primary = t->unbound_cls && t->unbound_cls->args == args;
    ClassDecl *k = primary ? t->unbound_cls : NULL;
    for (uint32_t i = 0; i < t->partial.n; i++) {
        if (t->partial.at[i]->args != args) continue;
        if (k) return NULL; // told apart by their constraints
        k = t->partial.at[i]->unbound_cls;
    }
    return k;
}

Type *cxx_answer_template_id_type(Parse *p, Decl *tmpl, TmplArgs *args, Pos pos) {
    Cxx *x = p->x;
    if (!args) return x->ty_error;
    if (tmpl->kind == D_TPARM) return ty_spec(x, tmpl, args);
    if (tmpl->kind != D_TEMPLATE) return x->ty_error;
    TemplateDecl *t = (TemplateDecl *)tmpl;
    if (t->kind == TK_ALIAS) return alias_type(p, t, args, pos);
    if (t->kind != TK_CLASS) return x->ty_error;
    bool unbound = t->d.scope && t->d.scope->kind == SC_CLASS && t->d.scope->cls->unbound;
    for (Scope *s = x->decls->unbound ? p->scope : NULL; s; s = s->parent) {
        if (s->kind == SC_CLASS && s->cls->tmpl == t && s->cls->args == args)
            return ty_class(x, s->cls); // the current instantiation [temp.dep.type]
    }
    if (x->decls->defining) {
        ClassDecl *k = unbound_class(t, args);
        if (k) return ty_class(x, k);
    }
    if (args->dependent || unbound) return ty_spec(x, tmpl, args);
    if (tm_constrained(t->params) && !map_get(&t->specs, (uintptr_t)args) &&
        !cxx_check_template_id(p, t, args, pos)) {
        return x->ty_error;
    }
    return tm_class_instance(x, t, args)->d.type;
}

VarDecl *cxx_answer_var_template(Parse *p, TemplateDecl *t, TmplArgs *args, Pos pos) {
    Cxx *x = p->x;
    if (!args || args->dependent) return NULL;
    tm_find_specs(x, t);
    VarDecl *v = map_get(&t->specs, (uintptr_t)args);
    if (v) return v;
    if (tm_constrained(t->params) && !cxx_check_template_id(p, t, args, pos)) return NULL;
    TmplArgs *bound = NULL;
    PartialSpec *ps = tm_choose_partial(x, t, args, pos, &bound);
    TmplParams *params = ps ? ps->params : t->params;
    TokRange range = ps ? ps->decl_range : t->decl_range;
    Env *e = tm_env(x, params, ps ? bound : args, ps ? ps->env : t->env);
    struct InstFrame f;
    if (!tm_push(x, &f, IF_VAR, &t->d, args, pos)) return NULL;
    Parse q = tm_parse_for(p, range.begin, range.end, params->scope, e);
    DeclSpec ds = {0};
    Declarator d = {0};
    if (cxx_parse_declspecs(&q, &ds, false) && cxx_parse_declarator(&q, &ds, &d, false)) {
        v = cxx_make_var(&q, &ds, &d, t->d.scope);
    }
    tm_pop(x);
    if (!v) return NULL;
    v->tmpl = t;
    v->args = args;
    v->d.env = e;
    v->d.access = t->d.access;
    v->d.flags |= DF_TEMPLATE_INST | (t->d.flags & DF_MEMBER);
    v->d.cuda |= t->d.cuda;
    v->d.scope = t->d.scope;
    v->init_scope = params->scope;
    map_put(&t->specs, (uintptr_t)args, v);
    return v;
}

// ---- functions ---------------------------------------------------------------------------------

// The declaration in tokens `range` as an instance; NULL after (trapped) diagnostics.
static FuncDecl *make_instance(Cxx *x, TokRange range, Scope *s, Env *env, Scope *owner,
                               uint32_t poi) {
    Parse q = cxx_parse_at(x, range.begin, range.end, s, env);
    q.poi = CU_MAX(q.at, poi);
    q.checked_signature = true;
    DeclSpec ds = {0};
    Declarator d = {0};
    if (owner->kind == SC_CLASS) q.cls = owner->cls; // a member's result may name private types
    q.type_only = true;
    bool ok = cxx_parse_declspecs(&q, &ds, true);
    q.type_only = false;
    if (!ok || !cxx_parse_declarator(&q, &ds, &d, false) || !d.is_function) return NULL;
    FuncDecl *f = cxx_make_func(&q, &ds, &d, owner);
    if (!f || f->d.type->kind != TY_FUNC || f->d.type->u.func.ret->kind == TY_ERROR) return NULL;
    for (uint32_t i = 0; i < f->d.type->u.func.nparam; i++) {
        if (f->d.type->u.func.param[i]->kind == TY_ERROR) return NULL;
    }
    f->decl_range = range;
    f->body_env = env;
    f->d.env = env;
    return f;
}

// [temp.deduct]/5: constraints are checked before the signature is instantiated; a trailing clause
// that names parameters needs these first.
static bool early_constraints(Cxx *x, TemplateDecl *t, Env *env, uint32_t poi, Pos pos) {
    if (!tm_params_satisfied(x, t->params, env, poi)) {
        const char *why = diag_trap_keeps(x->ctx) ? cxx_why_params(x, t->params, env) : "";
        return CXX_DIAG(x, tmpl_constraints, pos, &t->d, why);
    }
    FuncDecl *f = t->pattern;
    if (!f->requires_range.end || env->args->dependent || !cxx_trailing_early(x, f)) return true;
    Parse p = cxx_trailing_parse(x, f);
    p.env = env;
    if (cxx_constraint_satisfied(&p, f->requires_range)) return true;
    const char *why = "", **old = tm_table(x)->why;
    if (diag_trap_keeps(x->ctx)) {
        const char *text = NULL;
        tm_table(x)->why = &text;
        cxx_constraint_satisfied(&p, f->requires_range);
        tm_table(x)->why = old;
        if (text) why = text;
    }
    return CXX_DIAG(x, tmpl_constraints, pos, &t->d, why);
}

static bool late_constraints(Cxx *x, TemplateDecl *t, FuncDecl *f, TmplArgs *args, Pos pos) {
    if (args->dependent || cxx_trailing_early(x, t->pattern)) return true;
    if (cxx_func_satisfied(x, f)) return true;
    const char *why = diag_trap_keeps(x->ctx) ? cxx_why_func(x, f) : "";
    return CXX_DIAG(x, tmpl_constraints, pos, &t->d, why);
}

static FuncDecl *instance_of(Cxx *x, TemplateDecl *t, Env *env, Scope *owner, uint32_t poi,
                             Pos pos) {
    bool lambda = owner->kind == SC_CLASS && owner->cls->is_closure;
    if (lambda && t->pattern->is_implicit)
        return cxx_lambda_conversion(x, owner->cls, t->pattern, env->args, poi, pos);
    if (lambda) return cxx_lambda_call_op(x, owner->cls, t->params->scope, env);
    return make_instance(x, t->decl_range, t->params->scope, env, owner, poi);
}

// Values of TemplateDecl.specs that are no function, odd ones: instances that cannot be made at a
// point of instantiation or before it. One that stands later may see more declarations.
static void *failed_at(uint32_t poi) {
    return (void *)((uintptr_t)poi << 1 | 1);
}

#define BUSY ((void *)UINTPTR_MAX) // is being made

FuncDecl *cxx_answer_func_instantiate(Cxx *x, TemplateDecl *t, TmplArgs *args, uint32_t poi,
                                      Pos pos) {
    void **slot = map_slot(&t->specs, (uintptr_t)args);
    uintptr_t was = (uintptr_t)*slot;
    if (was && !(was & 1)) return *slot;
    bool known = was && was >> 1 >= poi;
    if (*slot == BUSY || (known && !diag_trap_keeps(x->ctx))) return NULL;
    struct InstFrame fr;
    if (!tm_push(x, &fr, IF_FUNC_SIG, &t->d, args, pos)) return NULL;
    *slot = BUSY;
    DiagTrap trap;
    diag_trap_push_keep(x->ctx, &trap);
    Env *env = tm_env(x, t->params, args, t->env);
    Scope *owner = t->d.scope;
    FuncDecl *f =
        early_constraints(x, t, env, poi, pos) ? instance_of(x, t, env, owner, poi, pos) : NULL;
    if (f && f->requires_range.end && !late_constraints(x, t, f, args, pos)) f = NULL;
    if (diag_trap_pop(x->ctx, &trap)) f = NULL;
    tm_pop(x);
    map_put(&t->specs, (uintptr_t)args,
            f ? (void *)f : failed_at(CU_MAX(poi, (uint32_t)(was >> 1))));
    if (!f) return NULL;
    f->tmpl = t;
    f->args = args;
    f->dep_type = t->pattern->d.type;
    f->d.name = t->pattern->d.name;
    f->d.scope = owner;
    f->d.access = t->d.access;
    f->d.linkage = t->d.linkage;
    f->d.cuda |= t->pattern->d.cuda;
    f->d.flags |=
        DF_TEMPLATE_INST | (t->pattern->d.flags & (DF_MEMBER | DF_STATIC | DF_INLINE |
                                                   DF_CONSTEXPR | DF_DEPRECATED | DF_IN_MAIN_FILE));
    f->kind = t->pattern->kind;
    f->cls = owner->kind == SC_CLASS ? owner->cls : NULL;
    cxx_func_defaults_from(f, t->pattern);
    cxx_inst_note(x, &f->d, pos);
    tm_table(x)->instances++;
    return f;
}

bool tm_func_rebind(Cxx *x, FuncDecl *f, TokRange range, Scope *s, Env *env) {
    FuncDecl *n = make_instance(x, range, s, env, f->d.scope, UINT32_MAX);
    if (!n) return false;
    cxx_func_defaults_from(n, f);
    f->param = n->param;
    f->param_scope = n->param_scope;
    if (f->param_scope) {
        f->param_scope->fn = f;
        if (f->param_scope->owner == &n->d) f->param_scope->owner = &f->d;
    }
    for (uint32_t i = 0; i < n->nparam; i++) n->param[i]->fn = f;
    f->decl_range = range;
    f->requires_range = n->requires_range;
    f->body_range = n->body_range;
    f->init_range = n->init_range;
    f->defined = n->defined;
    f->defaulted |= n->defaulted;
    f->deleted |= n->deleted;
    f->body_env = env;
    f->body_scope = n->body_scope;
    f->d.cuda |= n->d.cuda;
    f->d.flags |= n->d.flags & (DF_INLINE | DF_CONSTEXPR);
    f->noinline |= n->noinline;
    f->forceinline |= n->forceinline;
    if (!f->bounds) f->bounds = n->bounds;
    return n->defined;
}

bool cxx_func_find_body(Cxx *x, FuncDecl *f) {
    if (f->body_searched || f->body_done) return f->defined;
    f->body_searched = true;
    TemplateDecl *t = f->tmpl;
    if (t && f->explicit_spec) tm_check_spec_order(x, &f->d, f->use_pos);
    if (t && !f->explicit_spec) {
        tm_find_specs(x, t);
        if (f->explicit_spec) tm_check_spec_order(x, &f->d, f->use_pos);
        if (f->explicit_spec) return f->defined;
        cxx_outside_template(x, t);
        if (t->pattern->defined && t->decl_range.begin != f->decl_range.begin) {
            Env *env = tm_env(x, t->params, f->args, t->env);
            return tm_func_rebind(x, f, t->decl_range, t->params->scope, env);
        }
        return f->defined;
    }
    bool instance = f->cls && f->cls->env; // a member of one may be specialized explicitly
    if (f->cls && !f->is_implicit && (!f->defined || instance)) return cxx_outside_function(x, f);
    return f->defined;
}
