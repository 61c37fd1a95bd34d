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

// Whether the scope is the namespace `of`, or an inline namespace of it.
static bool in_namespace(const Scope *scope, const Scope *of) {
    while (scope && scope != of && scope->kind == SC_NAMESPACE &&
           decl_is(scope->owner, D_NAMESPACE) && ((NamespaceDecl *)scope->owner)->inline_) {
        scope = scope->parent;
    }
    return scope == of;
}

// Every header of the definition is `template <>`.
static bool all_bound(const Cxx *cxx, const MemberDef *m) {
    for (uint32_t i = 0; i < m->nheaders; i++) {
        if (cxx->tokens->at[m->begin + 3 * i + 2].kind != T_GT) return false;
    }
    return true;
}

// Explicit and partial specializations may stand anywhere in the template's scope, or in a
// namespace around it with a qualified name.
void tm_find_specs(Cxx *cxx, TemplateDecl *tmpl) {
    if (tmpl->specs_found) return;
    tmpl->specs_found = true;
    Scope *scope = cxx_decl_scope(tmpl->d.scope);
    if (!scope) return;
    // or in those that an inline namespace is part of [namespace.def]/7
    for (Scope *o = scope; o && is_any_of(o->kind, SC_NAMESPACE, SC_CLASS); o = o->parent) {
        cxx_elaborate_name(cxx, o, tmpl->d.name);
        if (!in_namespace(o, o->parent)) break;
    }
    for (MemberDef *member_def = cxx_member_defs(cxx, tmpl->d.name); member_def;
         member_def = member_def->next) {
        if (!member_def->nheaders || member_def->used) continue;
        Decl *o = cxx_member_def_owner(cxx, member_def);
        bool here = decl_is(o, D_NAMESPACE) && in_namespace(scope, ((NamespaceDecl *)o)->inner);
        // of a member template of a class template's instance [temp.expl.spec]/16
        bool member = o && scope->kind == SC_CLASS && o == &scope->cls->d &&
                      member_def->flags & IX_SPECIALIZATION;
        if (member_def->is_func && !all_bound(cxx, member_def))
            member = false; // cxx_outside_template
        if (!here && !member) continue;
        member_def->used = true;
        Parse p = cxx_parse_at(cxx, member_def->begin + 1, member_def->end, member_def->scope,
                               member_def->scope->env);
        cxx_parse_template(&p, member_def->scope, ACC_NONE, false);
    }
}

void cxx_answer_template_complete(Cxx *cxx, TemplateDecl *t) {
    tm_find_specs(cxx, t);
    if (!t->defined && t->d.scope->kind == SC_CLASS) cxx_outside_template(cxx, t);
}

static bool args_simple(const TmplArgs *args);

// Deduction from these gives back the arguments, so that no check is needed afterwards.
static bool type_simple(const Type *type) {
    if (!ty_dependent(type) || type->kind == TY_TPARM) return true;
    if (type->kind == TY_SPEC) return args_simple(type->u.spec.args);
    if (!ty_part(type, 0) || is_any_of(type->kind, TY_ARRAY_DEP, TY_VECTOR)) return false;
    const Expr *noexcept_ = type->kind == TY_FUNC ? type->u.func.noexcept_dep : NULL;
    if (noexcept_ && noexcept_->kind != E_TPARM) return false;
    Type *part;
    for (uint32_t i = 0; (part = ty_part(type, i)); i++) {
        if (!type_simple(part)) return false;
    }
    return true;
}

// The same of a list of arguments.
static bool args_simple(const TmplArgs *args) {
    if (args->has_pack_expansion && tm_expansion_inside(args, true)) return false; // not deduced
    for (uint32_t i = 0; i < args->n; i++) {
        const TmplArg *a = &args->a[i];
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
static bool written_simple(Cxx *cxx, TokRange tok_range) {
    for (uint32_t i = tok_range.begin; i < tok_range.end; i++) {
        switch (cxx->tokens->at[i].kind) {
        case T_KW_TYPENAME:
        case T_KW_DECLTYPE:
        case T_KW_SIZEOF:
        case T_KW_NOEXCEPT: return false;
        case T_IDENT:
            if (cxx->tokens->at[i + 1].kind == T_LT &&
                cxx_names_alias(cxx, cxx->tokens->at[i].text)) {
                return false;
            }
            break;
        default: break;
        }
    }
    return true;
}

// Where the arguments are written. What stands behind them, a class's bases or a variable's
// initialiser, is no part of the specialization's signature.
static TokRange written_args(Cxx *cxx, const TemplateDecl *tmpl, const PartialSpec *ps) {
    TokRange range = ps->decl_range;
    if (tmpl->kind == TK_VAR) range.begin = ps->order + 1;
    uint32_t end = cxx_skip_angles(cxx, range.begin, range.end);
    if (end) range.end = end;
    return range;
}

// Whether ps is at least as specialized as b: b's arguments can become those of ps. What nothing is
// deduced from must come out the same, too [temp.deduct.type]/1.
static bool as_specialized(Cxx *cxx, TemplateDecl *tmpl, const PartialSpec *ps, PartialSpec *b) {
    TmplArgs *got = tm_partial_from(cxx, ps, b);
    TokRange range = written_args(cxx, tmpl, b);
    if (!got || (args_simple(b->args) && written_simple(cxx, range))) return got != NULL;
    Parse parse = cxx_parse_at(cxx, range.begin, range.end, b->params->scope,
                               tm_env(cxx, b->params, got, b->env));
    parse.dependent = true;
    DiagTrap trap;
    diag_trap_push(cxx->ctx, &trap);
    const TmplArgs *args = cxx_parse_template_args(&parse, &tmpl->d);
    bool failed = diag_trap_pop(cxx->ctx, &trap);
    return failed || args == ps->args;
}

// < 0: a is more specialized, > 0: b, 0: neither [temp.spec.partial.order].
static int order_partials(Cxx *cxx, TemplateDecl *tmpl, PartialSpec *a, PartialSpec *b) {
    bool ab = as_specialized(cxx, tmpl, a, b), ba = as_specialized(cxx, tmpl, b, a);
    if (ab != ba) return cu_prefer(ab, ba);
    return ab ? -cxx_more_constrained_partial(cxx, a, b) : 0;
}

// The arguments of a partial specialization's parameters if it matches, else NULL.
static TmplArgs *match_partial(Cxx *cxx, TemplateDecl *tmpl, PartialSpec *ps, TmplArgs *args,
                               Pos pos) {
    Parse parse =
        cxx_parse_at(cxx, ps->decl_range.begin, ps->decl_range.end, ps->params->scope, ps->env);
    ArenaMark mark = arena_mark(&cxx->ctx->scratch);
    Deduce deduce;
    DeduceFail why = {0};
    tm_deduce_init(&deduce, &parse, ps->params, ps->env, &why);
    DiagTrap trap;
    diag_trap_push(cxx->ctx, &trap);
    TmplArgs *got = NULL;
    deduce.partial = true;
    if (tm_deduce_args(&deduce, ps->args, args)) got = tm_deduce_finish(&deduce, false, pos);
    TokRange tok_range = written_args(cxx, tmpl, ps);
    if (got && !(args_simple(ps->args) && written_simple(cxx, tok_range))) {
        Env *e = tm_env(cxx, ps->params, got, ps->env);
        Parse q = cxx_parse_at(cxx, tok_range.begin, tok_range.end, ps->params->scope, e);
        if (cxx_parse_template_args(&q, &tmpl->d) != args) got = NULL;
    }
    if (got && tm_constrained(ps->params) &&
        !tm_params_satisfied(cxx, ps->params, tm_env(cxx, ps->params, got, ps->env), 0)) {
        got = NULL;
    }
    if (diag_trap_pop(cxx->ctx, &trap)) got = NULL;
    arena_reset(&cxx->ctx->scratch, mark);
    return got;
}

// The most specialized of those that match; two that nothing orders are ambiguous
// [temp.spec.partial.match]/1.
PartialSpec *tm_choose_partial(Cxx *cxx, TemplateDecl *tmpl, TmplArgs *args, Pos pos,
                               TmplArgs **bound) {
    PartialSpec *best = NULL, *rival = NULL;
    for (uint32_t i = 0; i < tmpl->partial.n; i++) {
        PartialSpec *ps = tmpl->partial.at[i];
        TmplArgs *got = match_partial(cxx, tmpl, ps, args, pos);
        if (!got) continue;
        int order = best ? order_partials(cxx, tmpl, ps, best) : -1;
        if (order < 0) {
            best = ps;
            *bound = got;
            rival = NULL;
        } else if (order == 0) {
            rival = ps;
        }
    }
    if (rival && order_partials(cxx, tmpl, best, rival) >= 0) {
        CXX_DIAG(cxx, tmpl_partial_ambiguous, pos, tmpl);
        CXX_DIAG(cxx, tmpl_note_could_be, best->pos);
        CXX_DIAG(cxx, tmpl_note_could_be, rival->pos);
    }
    return best;
}

// Attributes of the head and behind the body, `final`, #pragma pack: per instance, for they may
// depend on the parameters.
static void class_attributes(Cxx *cxx, ClassDecl *cls, Scope *scope, Env *env) {
    Parse parse = cxx_parse_at(cxx, cls->written.head.begin + 1, cls->written.head.end, scope, env);
    AttrSet *attr_set = NULL;
    if (cxx_at_attribute(&parse)) attr_set = cxx_parse_attributes(&parse, NULL);
    const Token *token = cxx->tokens->at;
    if (cls->written.head.end > cls->written.head.begin + 2) {
        const Token *last = &token[cls->written.head.end - 1];
        if (cls->written.base_clause.end) last = &token[cls->written.base_clause.begin - 2];
        cls->written.final_ = last->kind == T_IDENT && last->text == cxx->n.final_ &&
                              last - 1 != &token[cls->written.head.begin];
    }
    if (token[cls->written.body.end].kind == T_KW_ATTRIBUTE) {
        Parse q = cxx_parse_at(cxx, cls->written.body.end, cxx->tokens->n - 1, scope, env);
        attr_set = cxx_attrs_merge(cxx, attr_set, cxx_parse_attributes(&q, NULL));
    }
    cls->written.pack = cxx_pack_at(cxx, cls->written.head.begin);
    cls->written.lexical = scope;
    if (!attr_set) return;
    cls->d.attrs = attr_set;
    cls->written.align = attr_set->align;
    if (attr_set->packed) cls->written.packed = true;
}

// Orders ranges by where they begin, for qsort.
static int by_begin(const void *a, const void *b) {
    Pos s = ((const PosRange *)a)->begin, t = ((const PosRange *)b)->begin;
    return cu_order(s, t);
}

// Namespaces are indexed as a whole before anything is asked of their templates.
static void list_templates(Cxx *cxx) {
    struct DeclState *decl_state = cxx->decls;
    for (uint32_t n = 0; n < decl_state->index.namespaces.n; n++) {
        const Index *ix = decl_state->index.namespaces.at[n]->index;
        for (uint32_t i = 0; ix && i < ix->e.n; i++) {
            const IndexEntry *e = &ix->e.at[i];
            if (!(e->flags & IX_TEMPLATE) || e->end <= e->begin) continue;
            PosRange r = {cxx->tokens->at[e->begin].pos, cxx->tokens->at[e->end - 1].pos};
            if (cxx_in_main_file(cxx, r.begin))
                vec_push(tm_arena(cxx), &decl_state->index.templates, r);
        }
    }
    if (decl_state->index.templates.n)
        qsort(decl_state->index.templates.at, decl_state->index.templates.n, sizeof(PosRange),
              by_begin);
    decl_state->index.templates_listed = true;
}

// Whether a position of the main file is in a template of a namespace, or a member of one.
static bool in_template(Cxx *cxx, Pos pos) {
    struct DeclState *decl_state = cxx->decls;
    if (!decl_state->index.templates_listed) list_templates(cxx);
    uint32_t n = vec_up_to(&decl_state->index.templates, begin, pos);
    return n && pos <= decl_state->index.templates.at[n - 1].end;
}

// [temp.expl.spec]/7: a specialization declared behind a use that would have instantiated the
// template. Uses inside of templates are not judged: they may be instantiated later.
void tm_check_spec_order(Cxx *cxx, Decl *decl, Pos use) {
    SrcLoc a, b;
    if (!use || !cxx_in_main_file(cxx, use)) return; // headers: not worth the asking
    if (!source_resolve(cxx->ctx, use, &a) || !source_resolve(cxx->ctx, decl->pos, &b)) return;
    if (a.file != b.file || a.macro || b.macro) return;
    if (a.line > b.line || (a.line == b.line && a.col >= b.col)) return;
    if (in_template(cxx, use)) return;
    HardCtx h;
    tm_hard_begin(cxx, &h);
    CXX_DIAG(cxx, tmpl_spec_behind_use, decl->pos, decl);
    tm_hard_end(cxx, &h);
}

// Makes what the class consists of known; its members stay tokens. False: it has no definition
// (yet).
bool cxx_class_instantiate(Cxx *cxx, ClassDecl *cls, Pos pos) {
    if (cls->written.defined) return true;
    TemplateDecl *tmpl = cls->inst.tmpl;
    if (!tmpl) return false;
    tm_find_specs(cxx, tmpl);
    if (cls->written.defined) return true;

    // From here on an implicit instance: its tokens are the primary template's or those of the
    // partial specialization that fits best.
    if (cls->inst.explicit_spec) return false;
    if (tmpl->origin) { // a member template of a class template's instance
        cxx_outside_template(cxx, tmpl);
    }
    TmplArgs *bound = NULL;
    if (cls->inst.choosing) return false;
    cls->inst.choosing = true;
    bool primary = cls->inst.specialized != NULL;
    PartialSpec *ps = primary ? NULL : tm_choose_partial(cxx, tmpl, cls->inst.args, pos, &bound);
    cls->inst.choosing = false;
    Env *env;
    Scope *parent;
    if (ps) {
        if (!ps->body.end) return false;
        cls->written.head = ps->head;
        cls->written.body = ps->body;
        cls->written.base_clause = ps->base_clause;
        cls->tag = (uint8_t)ps->tag;
        env = tm_env(cxx, ps->params, bound, ps->env);
        parent = ps->params->scope;
    } else {
        if (!tmpl->defined && tmpl->d.scope->kind == SC_CLASS) cxx_outside_template(cxx, tmpl);
        if (!tmpl->defined) return false;
        cls->written.head = tmpl->head;
        cls->written.body = tmpl->body;
        cls->written.base_clause = tmpl->base_clause;
        cls->tag = (uint8_t)tmpl->tag;
        env = tm_env(cxx, tmpl->params, cls->inst.args, tmpl->env);
        parent = tm_class_scope(tmpl);
    }
    cls->inst.partial = ps;
    cls->env = env;
    cls->inner = cxx_scope_new(cxx, SC_CLASS, parent, &cls->d);
    cls->inner->env = env;
    cls->written.defined = true;
    class_attributes(cxx, cls, parent, env);
    return true;
}

// ---- template-ids ------------------------------------------------------------------------------

// What the alias means for these arguments, made once [temp.alias]/2. Arguments whose packs do not
// line up with the parameters leave it as a dependent template-id.
static Type *alias_type(Parse *parse, TemplateDecl *tmpl, TmplArgs *args, Pos pos) {
    Cxx *cxx = parse->x;
    if (args->n != tmpl->params->n)
        return ty_spec(cxx, &tmpl->d, args); // expansion into fixed parameters
    for (uint32_t i = 0; i < args->n; i++) {
        if ((args->a[i].kind == TA_PACK) != tmpl->params->parm[i]->pack) {
            return ty_spec(cxx, &tmpl->d, args);
        }
    }
    uint64_t key = (uint64_t)tmpl->d.id << 32 | args->id;
    Type *type = map_get(&tm_table(cxx)->aliases, key);
    if (type) return type;
    struct InstFrame inst_frame;
    if (!tm_push(cxx, &inst_frame, IF_ALIAS, &tmpl->d, args, pos)) return cxx->ty_error;
    if (tm_constrained(tmpl->params) && !cxx_check_template_id(parse, tmpl, args, pos)) {
        tm_pop(cxx);
        return cxx->ty_error;
    }
    Env *e = tm_env(cxx, tmpl->params, args, tmpl->env);
    Parse q =
        tm_parse_for(parse, tmpl->decl_range.begin, tmpl->decl_range.end, tmpl->params->scope, e);
    uint64_t errors = diag_errors_seen(cxx->ctx);
    type = cxx_parse_type_id(&q);
    tm_pop(cxx);
    if (!type) type = cxx->ty_error;
    if (type->kind != TY_ERROR && errors == diag_errors_seen(cxx->ctx)) {
        map_put(&tm_table(cxx)->aliases, key, type);
        cxx_note_alias(cxx, tmpl, args, type, q.written);
    }
    return type;
}

// The class that check/template_check.c made of the template's (or a partial specialization's) own
// body.
static ClassDecl *unbound_class(const TemplateDecl *tmpl, const TmplArgs *args) {
    bool primary = tmpl->unbound_cls && tmpl->unbound_cls->inst.args == args;
    ClassDecl *k = primary ? tmpl->unbound_cls : NULL;
    for (uint32_t i = 0; i < tmpl->partial.n; i++) {
        if (tmpl->partial.at[i]->args != args) continue;
        if (k) return NULL; // told apart by their constraints
        k = tmpl->partial.at[i]->unbound_cls;
    }
    return k;
}

// While templates are read unbound a template-id may be the current instantiation
// [temp.dep.type]/1, whose members are known.
Type *cxx_answer_template_id_type(Parse *parse, Decl *tmpl, TmplArgs *args, Pos pos) {
    Cxx *cxx = parse->x;
    if (!args) return cxx->ty_error;
    if (tmpl->kind == D_TPARM) return ty_spec(cxx, tmpl, args);
    if (tmpl->kind != D_TEMPLATE) return cxx->ty_error;
    TemplateDecl *t = (TemplateDecl *)tmpl;
    if (t->kind == TK_ALIAS) return alias_type(parse, t, args, pos);
    if (t->kind != TK_CLASS) return cxx->ty_error;
    bool unbound = scope_is(t->d.scope, SC_CLASS) && t->d.scope->cls->members.unbound;
    for (Scope *s = cxx->decls->unbound.reading ? parse->scope : NULL; s; s = s->parent) {
        if (s->kind == SC_CLASS && s->cls->inst.tmpl == t && s->cls->inst.args == args)
            return ty_class(cxx, s->cls); // the current instantiation [temp.dep.type]
    }
    if (cxx->decls->unbound.defining) {
        ClassDecl *k = unbound_class(t, args);
        if (k) return ty_class(cxx, k);
    }
    if (args->dependent || unbound) return ty_spec(cxx, tmpl, args);
    if (tm_constrained(t->params) && !map_get(&t->specs, (uintptr_t)args) &&
        !cxx_check_template_id(parse, t, args, pos)) {
        return cxx->ty_error;
    }
    return tm_class_instance(cxx, t, args)->d.type;
}

// The declaration of the template or partial specialization, parsed with its parameters bound.
VarDecl *cxx_answer_var_template(Parse *parse, TemplateDecl *tmpl, TmplArgs *args, Pos pos) {
    Cxx *cxx = parse->x;
    if (!args || args->dependent) return NULL;
    tm_find_specs(cxx, tmpl);
    VarDecl *var = map_get(&tmpl->specs, (uintptr_t)args);
    if (var) return var;
    if (tm_constrained(tmpl->params) && !cxx_check_template_id(parse, tmpl, args, pos)) return NULL;
    TmplArgs *bound = NULL;
    PartialSpec *ps = tm_choose_partial(cxx, tmpl, args, pos, &bound);
    TmplParams *params = ps ? ps->params : tmpl->params;
    TokRange range = ps ? ps->decl_range : tmpl->decl_range;
    Env *env = tm_env(cxx, params, ps ? bound : args, ps ? ps->env : tmpl->env);
    struct InstFrame inst_frame;
    if (!tm_push(cxx, &inst_frame, IF_VAR, &tmpl->d, args, pos)) return NULL;
    Parse q = tm_parse_for(parse, range.begin, range.end, params->scope, env);
    DeclSpec ds = {0};
    Declarator declarator = {0};
    if (cxx_parse_declspecs(&q, &ds, false) && cxx_parse_declarator(&q, &ds, &declarator, false)) {
        var = cxx_make_var(&q, &ds, &declarator, tmpl->d.scope);
    }
    tm_pop(cxx);
    if (!var) return NULL;

    // What the instance has of its template, and where its initialiser is looked up.
    var->tmpl = tmpl;
    var->args = args;
    var->d.env = env;
    var->d.access = tmpl->d.access;
    var->d.flags |= DF_TEMPLATE_INST | (tmpl->d.flags & DF_MEMBER);
    var->d.cuda |= tmpl->d.cuda;
    var->d.scope = tmpl->d.scope;
    var->init_scope = params->scope;
    map_put(&tmpl->specs, (uintptr_t)args, var);
    return var;
}

// ---- functions ---------------------------------------------------------------------------------

// The declaration in tokens `range` as an instance; NULL after (trapped) diagnostics.
static FuncDecl *make_instance(Cxx *cxx, TokRange range, Scope *scope, Env *env, Scope *owner,
                               uint32_t poi) {
    Parse parse = cxx_parse_at(cxx, range.begin, range.end, scope, env);
    parse.poi = CU_MAX(parse.at, poi);
    parse.checked_signature = true;
    DeclSpec ds = {0};
    Declarator declarator = {0};
    if (owner->kind == SC_CLASS) parse.cls = owner->cls; // a member's result may name private types
    parse.type_only = true;
    bool ok = cxx_parse_declspecs(&parse, &ds, true);
    parse.type_only = false;
    if (!ok || !cxx_parse_declarator(&parse, &ds, &declarator, false) || !declarator.is_function)
        return NULL;
    FuncDecl *f = cxx_make_func(&parse, &ds, &declarator, owner);
    if (!cxx_is_typed(f) || f->d.type->u.func.ret->kind == TY_ERROR) return NULL;
    for (uint32_t i = 0; i < f->d.type->u.func.nparam; i++) {
        if (f->d.type->u.func.param[i]->kind == TY_ERROR) return NULL;
    }
    f->written.declaration = range;
    f->body.env = env;
    f->d.env = env;
    return f;
}

// [temp.deduct]/5: constraints are checked before the signature is instantiated; a trailing clause
// that names parameters needs these first.
static bool early_constraints(Cxx *cxx, TemplateDecl *tmpl, Env *env, uint32_t poi, Pos pos) {
    if (!tm_params_satisfied(cxx, tmpl->params, env, poi)) {
        const char *why = diag_trap_keeps(cxx->ctx) ? cxx_why_params(cxx, tmpl->params, env) : "";
        return CXX_DIAG(cxx, tmpl_constraints, pos, &tmpl->d, why);
    }
    FuncDecl *func = tmpl->pattern;
    if (!func->written.requires.end || env->args->dependent || !cxx_trailing_early(cxx, func))
        return true;
    Parse parse = cxx_trailing_parse(cxx, func);
    parse.env = env;
    if (cxx_constraint_satisfied(&parse, func->written.requires)) return true;
    const char *why = "", **old = tm_table(cxx)->why;
    if (diag_trap_keeps(cxx->ctx)) {
        const char *text = NULL;
        tm_table(cxx)->why = &text;
        cxx_constraint_satisfied(&parse, func->written.requires);
        tm_table(cxx)->why = old;
        if (text) why = text;
    }
    return CXX_DIAG(cxx, tmpl_constraints, pos, &tmpl->d, why);
}

// The trailing requires-clause, where it names parameters of the function.
static bool late_constraints(Cxx *cxx, TemplateDecl *t, FuncDecl *func, TmplArgs *args, Pos pos) {
    if (args->dependent || cxx_trailing_early(cxx, t->pattern)) return true;
    if (cxx_func_satisfied(cxx, func)) return true;
    const char *why = diag_trap_keeps(cxx->ctx) ? cxx_why_func(cxx, func) : "";
    return CXX_DIAG(cxx, tmpl_constraints, pos, &t->d, why);
}

// The declaration of an instance: of a closure's operator or conversion, or of ordinary tokens.
static FuncDecl *instance_of(Cxx *cxx, TemplateDecl *t, Env *env, Scope *owner, uint32_t poi,
                             Pos pos) {
    bool lambda = owner->kind == SC_CLASS && owner->cls->closure.is;
    if (lambda && t->pattern->is_implicit)
        return cxx_lambda_conversion(cxx, owner->cls, t->pattern, env->args, poi, pos);
    if (lambda) return cxx_lambda_call_op(cxx, owner->cls, t->params->scope, env);
    return make_instance(cxx, t->decl_range, t->params->scope, env, owner, poi);
}

// Values of TemplateDecl.specs that are no function, odd ones: instances that cannot be made at a
// point of instantiation or before it. One that stands later may see more declarations.
static void *failed_at(uint32_t poi) {
    return (void *)((uintptr_t)poi << 1 | 1);
}

#define BUSY ((void *)UINTPTR_MAX) // is being made

// Makes the declaration, whose body waits until it is needed. NULL: substitution fails. What has
// failed is remembered with its point of instantiation, for more may be declared behind it.
FuncDecl *cxx_answer_func_instantiate(Cxx *cxx, TemplateDecl *tmpl, TmplArgs *args, uint32_t poi,
                                      Pos pos) {
    void **slot = map_slot(&tmpl->specs, (uintptr_t)args);
    uintptr_t was = (uintptr_t)*slot;
    if (was && !(was & 1)) return *slot;
    bool known = was && was >> 1 >= poi;
    if (*slot == BUSY || (known && !diag_trap_keeps(cxx->ctx))) return NULL;
    struct InstFrame fr;
    if (!tm_push(cxx, &fr, IF_FUNC_SIG, &tmpl->d, args, pos)) return NULL;
    *slot = BUSY;
    DiagTrap trap;
    diag_trap_push_keep(cxx->ctx, &trap);
    Env *env = tm_env(cxx, tmpl->params, args, tmpl->env);
    Scope *owner = tmpl->d.scope;
    FuncDecl *func = early_constraints(cxx, tmpl, env, poi, pos)
                         ? instance_of(cxx, tmpl, env, owner, poi, pos)
                         : NULL;
    if (func && func->written.requires.end && !late_constraints(cxx, tmpl, func, args, pos))
        func = NULL;
    if (diag_trap_pop(cxx->ctx, &trap)) func = NULL;
    tm_pop(cxx);
    map_put(&tmpl->specs, (uintptr_t)args,
            func ? (void *)func : failed_at(CU_MAX(poi, (uint32_t)(was >> 1))));
    if (!func) return NULL;

    // What the instance has of its pattern, beside what its own tokens said.
    func->inst.tmpl = tmpl;
    func->inst.args = args;
    func->inst.dependent_type = tmpl->pattern->d.type;
    func->d.name = tmpl->pattern->d.name;
    func->d.scope = owner;
    func->d.access = tmpl->d.access;
    func->d.linkage = tmpl->d.linkage;
    func->d.cuda |= tmpl->pattern->d.cuda;
    func->d.flags |= DF_TEMPLATE_INST |
                     (tmpl->pattern->d.flags & (DF_MEMBER | DF_STATIC | DF_INLINE | DF_CONSTEXPR |
                                                DF_DEPRECATED | DF_IN_MAIN_FILE));
    func->kind = tmpl->pattern->kind;
    func->cls = owner->kind == SC_CLASS ? owner->cls : NULL;
    cxx_func_defaults_from(func, tmpl->pattern);
    cxx_inst_note(cxx, &func->d, pos);
    tm_table(cxx)->instances++;
    return func;
}

// The instance stays the same declaration: who refers to it gets the new body.
bool tm_func_rebind(Cxx *cxx, FuncDecl *func, TokRange range, Scope *scope, Env *env) {
    FuncDecl *fn = make_instance(cxx, range, scope, env, func->d.scope, UINT32_MAX);
    if (!fn) return false;
    cxx_func_defaults_from(fn, func);
    func->param = fn->param;
    func->param_scope = fn->param_scope;
    if (func->param_scope) {
        func->param_scope->fn = func;
        if (func->param_scope->owner == &fn->d) func->param_scope->owner = &func->d;
    }
    for (uint32_t i = 0; i < fn->nparam; i++) fn->param[i]->fn = func;
    func->written.declaration = range;
    func->written.requires = fn->written.requires;
    func->body.range = fn->body.range;
    func->body.init_range = fn->body.init_range;
    func->body.defined = fn->body.defined;
    func->written.defaulted |= fn->written.defaulted;
    func->written.deleted |= fn->written.deleted;
    func->body.env = env;
    func->body.scope = fn->body.scope;
    func->d.cuda |= fn->d.cuda;
    func->d.flags |= fn->d.flags & (DF_INLINE | DF_CONSTEXPR);
    func->code.noinline |= fn->code.noinline;
    func->code.forceinline |= fn->code.forceinline;
    if (!func->code.bounds) func->code.bounds = fn->code.bounds;
    return fn->body.defined;
}

// An explicit specialization has its own; a template's instance that of the last declaration read;
// a member's definition may stand outside of its class.
bool cxx_func_find_body(Cxx *cxx, FuncDecl *func) {
    if (func->body.searched || func->body.done) return func->body.defined;
    func->body.searched = true;
    TemplateDecl *tmpl = func->inst.tmpl;
    if (tmpl && func->inst.explicit_spec) tm_check_spec_order(cxx, &func->d, func->inst.use_pos);
    if (tmpl && !func->inst.explicit_spec) {
        tm_find_specs(cxx, tmpl);
        if (func->inst.explicit_spec) tm_check_spec_order(cxx, &func->d, func->inst.use_pos);
        if (func->inst.explicit_spec) return func->body.defined;
        cxx_outside_template(cxx, tmpl);
        if (tmpl->pattern->body.defined &&
            tmpl->decl_range.begin != func->written.declaration.begin) {
            Env *env = tm_env(cxx, tmpl->params, func->inst.args, tmpl->env);
            return tm_func_rebind(cxx, func, tmpl->decl_range, tmpl->params->scope, env);
        }
        return func->body.defined;
    }
    bool instance = func->cls && func->cls->env; // a member of one may be specialized explicitly
    if (func->cls && !func->is_implicit && (!func->body.defined || instance))
        return cxx_outside_function(cxx, func);
    return func->body.defined;
}
