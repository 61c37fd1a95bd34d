// SPDX-License-Identifier: Apache-2.0
// Members of class templates defined outside of their class [temp.mem.func], [temp.static],
// [temp.mem.class], [temp.mem], and explicit specializations of members [temp.expl.spec].
//
// `template <class T> void A<T>::f(T) {...}` is listed by the index under `f`. When the instance
// A<int>::f needs a body, the definitions under that name whose qualifier names A's primary
// template (or the partial specialization that A<int> was made from) are parsed with their own
// parameters bound to the instance's arguments; the one whose type is the instance's is taken. Each
// definition's headers are parsed once, unbound.
#include "cxx/answer.h"
#include "cxx/facts/state.h"
#include "cxx/lookup/lookup.h"
#include "cxx/template/template.h"
#include "cxx/decl/decl.h"
#include "cxx/instance/instance.h"

enum { MAX_LEVELS = 16 };

// (Names are a member's to use here; what is not is said when the definition is checked.)
static bool outside_specs(Parse *parse, DeclSpec *ds) {
    cxx_begin_late_access(parse);
    parse->type_only = true;
    bool ok = cxx_parse_declspecs(parse, ds, true);
    parse->type_only = false;
    return ok;
}

typedef struct Outside { // a MemberDef with its headers parsed
    MemberDef *m;
    TmplParams *ps[MAX_LEVELS]; // outermost first
    uint32_t n;
    uint32_t at;         // token behind the headers
    TmplArgs *qual_args; // dependent arguments of the innermost template-id in the qualifier
    TemplateDecl *qual_tmpl;
} Outside;

// Argument lists of the classes around (and including) a class, outermost first.
typedef struct Levels {
    TmplArgs *args[MAX_LEVELS];
    ClassDecl *cls[MAX_LEVELS];
    uint32_t n;
} Levels;

// The class around, for a class template's instance that around the template; NULL: none.
static ClassDecl *enclosing(ClassDecl *cls) {
    Scope *s = cxx_decl_scope(cls->inst.tmpl ? cls->inst.tmpl->d.scope : cls->d.scope);
    return scope_class(s);
}

// Collects them from the inside and turns them round.
static void levels_of(ClassDecl *cls, Levels *levels) {
    levels->n = 0;
    for (; cls; cls = enclosing(cls)) {
        if (!cls->inst.tmpl || cls->inst.explicit_spec || !cls->env || levels->n == MAX_LEVELS)
            continue;
        levels->args[levels->n] = cls->env->args;
        levels->cls[levels->n++] = cls;
    }
    for (uint32_t i = 0; i < levels->n / 2; i++) {
        uint32_t j = levels->n - 1 - i;
        TmplArgs *a = levels->args[i];
        ClassDecl *k = levels->cls[i];
        levels->args[i] = levels->args[j];
        levels->cls[i] = levels->cls[j];
        levels->args[j] = a;
        levels->cls[j] = k;
    }
}

// The arguments written behind the last template name of the qualifier.
static void read_qualifier(Cxx *cxx, Outside *outside, Scope *scope) {
    const Token *tok = cxx->tokens->at;
    uint32_t lt = 0;
    for (uint32_t i = outside->m->qual_begin; i < outside->m->order; i++) {
        if (tok[i].kind != T_LT) continue;
        uint32_t e = cxx_skip_angles(cxx, i, outside->m->order);
        if (!e) return;
        lt = i;
        i = e - 1;
    }
    if (!lt || tok[lt - 1].kind != T_IDENT) return;
    Decl *owner = cxx_member_def_owner(cxx, outside->m);
    if (!decl_is(owner, D_TEMPLATE) || owner->name != tok[lt - 1].text) return;
    outside->qual_tmpl = (TemplateDecl *)owner;
    DiagTrap trap;
    diag_trap_push(cxx->ctx, &trap);
    Parse p = cxx_parse_at(cxx, lt, outside->m->order, scope, NULL);
    p.dependent = true;
    outside->qual_args = cxx_parse_template_args(&p, owner);
    diag_trap_pop(cxx->ctx, &trap);
}

// The definition with its headers parsed, made once per definition.
static Outside *outside_of(Cxx *cxx, MemberDef *member_def) {
    Map *done = &tm_table(cxx)->outside_done;
    void **slot = map_slot(done, (uintptr_t)member_def);
    if (*slot) return *slot;
    Outside *outside = arena_new(tm_arena(cxx), Outside);
    *slot = outside;
    outside->m = member_def;
    Parse parse = cxx_parse_at(cxx, member_def->begin, member_def->end, member_def->scope,
                               member_def->scope->env);
    parse.dependent = true;
    bool defining = cxx->decls->unbound.defining; // of a member: it may name all that the class may
    cxx->decls->unbound.defining = true;
    for (uint32_t depth = 0; outside->n < MAX_LEVELS; depth++) {
        if (cxx_peek(&parse) != T_KW_TEMPLATE || cxx_peek_n(&parse, 1) != T_LT) break;
        parse.at++;
        if (cxx_peek_n(&parse, 1) == T_GT) {
            parse.at += 2;
            continue;
        }
        outside->ps[outside->n] = tm_parse_params(&parse, depth);
        outside->n++;
    }
    cxx->decls->unbound.defining = defining;
    outside->at = parse.at;
    if (outside->n) read_qualifier(cxx, outside, parse.scope);
    return outside;
}

// Whether the definition's qualifier means the declaration (primary or partial) that cls came from.
static bool same_pattern(Cxx *cxx, const Outside *outside, const ClassDecl *cls) {
    if (!outside->qual_args || !outside->qual_tmpl) return true; // found out by parsing it bound
    if (outside->qual_tmpl != cls->inst.tmpl)
        return outside->qual_tmpl->d.name != cls->inst.tmpl->d.name;
    if (cls->inst.partial) return outside->qual_args == cls->inst.partial->args;
    for (uint32_t i = 0; i < outside->n; i++) {
        if (outside->qual_args == tm_identity_args(cxx, outside->ps[i])) return true;
    }
    return false;
}

// Whether the class that the qualifier names can be one of these.
static bool owner_fits(Cxx *cxx, const Outside *outside, const Levels *levels) {
    Decl *owner = cxx_member_def_owner(cxx, outside->m);
    if (!owner) return outside->n > 1; // a member of a member template: judged when bound
    for (uint32_t i = 0; i < levels->n; i++) {
        if (owner == &levels->cls[i]->inst.tmpl->d) return true;
        TemplateDecl *t = levels->cls[i]->inst.tmpl;
        if (owner->kind == D_TEMPLATE && owner->name == t->d.name && outside->n > 1) return true;
    }
    return false;
}

// The parameters of each header bound to the arguments of the class it belongs to.
static Env *bind_levels(Cxx *cxx, const Outside *o, const Levels *l) {
    Env *env = o->m->scope->env;
    for (uint32_t i = 0; i < l->n; i++) env = tm_env(cxx, o->ps[i], l->args[i], env);
    return env;
}

// Whether the header of the definition has the constraints of the declaration (primary or partial)
// that cls came from: those alone may tell two of them apart [temp.spec.partial.general].
static bool same_constraints(Cxx *cxx, const TmplParams *ps, const ClassDecl *cls) {
    const TmplParams *own = cls->inst.partial ? cls->inst.partial->params : cls->inst.tmpl->params;
    if (!tm_constrained(ps) && !tm_constrained(own)) return true;
    return cxx_same_head(cxx, ps, own);
}

// Candidate definitions of a member of cls with `extra` template headers of its own.
static Outside *candidate(Cxx *cxx, MemberDef *m, const Levels *l, ClassDecl *cls, uint32_t extra) {
    if (m->nheaders < l->n + extra || (m->flags & IX_SPECIALIZATION)) return NULL;
    Outside *o = outside_of(cxx, m);
    if (o->n != l->n + extra || !owner_fits(cxx, o, l)) return NULL;
    const ClassDecl *own = l->cls[l->n - 1];
    return same_pattern(cxx, o, own) && same_constraints(cxx, o->ps[l->n - 1], own) ? o : NULL;
}

// Whether two function types agree in all but exceptions and, unless with_ret, the result.
static bool same_params(const Type *left, const Type *right, bool with_ret) {
    if (left->kind != TY_FUNC || right->kind != TY_FUNC) return left == right;
    const FuncType *f = &left->u.func, *g = &right->u.func;
    if (f->nparam != g->nparam || f->variadic != g->variadic || f->quals != g->quals ||
        f->ref != g->ref || (with_ret && f->ret != g->ret)) {
        return false;
    }
    for (uint32_t i = 0; i < f->nparam; i++) {
        if (f->param[i] != g->param[i]) return false;
    }
    return true;
}

// Parses the declaration of a definition, its specifiers into `specs`; false if its type is not
// that of the wanted member.
static bool declares(Cxx *cxx, TokRange text, Scope *scope, Env *env, Scope *in,
                     const FuncDecl *func, bool dependent, DeclSpec *specs) {
    Type *type = func->d.type;
    DiagTrap trap;
    diag_trap_push(cxx->ctx, &trap);
    Parse q = cxx_parse_at(cxx, text.begin, text.end, scope, env);
    q.dependent = dependent;
    q.cls = in->cls;
    Declarator d = {0};
    bool ok = outside_specs(&q, specs) && cxx_parse_declarator(&q, specs, &d, false);
    diag_trap_pop(cxx->ctx, &trap);
    if (!ok || d.qual != in || !d.type) return false;
    if (!same_params(d.type, type, func->kind == FK_CONV)) return false;
    return cxx_same_clause(cxx, d.requires_range, scope, func->written.requires, func->d.scope);
}

// `template <> void A<int>::f() {...}`, or a member of an explicit specialization.
static bool explicit_member(Cxx *cxx, FuncDecl *func) {
    for (MemberDef *member_def = cxx_member_defs(cxx, func->d.name); member_def;
         member_def = member_def->next) {
        if (!member_def->is_func ||
            (member_def->nheaders && !(member_def->flags & IX_SPECIALIZATION)))
            continue;
        Decl *owner = cxx_member_def_owner(cxx, member_def);
        if (owner != &func->cls->d) continue;
        Outside *o = outside_of(cxx, member_def);
        TokRange r = {o->at, member_def->end};
        Scope *scope = member_def->scope;
        DeclSpec specs = {0};
        if (o->n || !declares(cxx, r, scope, NULL, func->cls->inner, func, false, &specs)) continue;
        if (!tm_func_rebind(cxx, func, r, scope, scope->env)) continue;
        func->inst.explicit_spec = true;
        func->d.flags &= ~(uint32_t)DF_TEMPLATE_INST;
        // [temp.expl.spec]/13: inline only if it says so itself
        const uint32_t own = DF_INLINE | DF_CONSTEXPR;
        if (member_def->flags & IX_SPECIALIZATION)
            func->d.flags = (func->d.flags & ~own) | (specs.flags & own);
        return true;
    }
    return false;
}

// A specialization of exactly this member goes before a definition for all instances.
bool cxx_outside_function(Cxx *cxx, FuncDecl *func) {
    Levels levels;
    levels_of(func->cls, &levels);
    if ((levels.n || func->cls->inst.explicit_spec) && explicit_member(cxx, func)) return true;
    if (func->body.defined) return true;
    if (!levels.n) {
        cxx_plain_member_def(cxx, func);
        return func->body.defined;
    }
    for (MemberDef *m = cxx_member_defs(cxx, func->d.name); m; m = m->next) {
        Outside *o = m->is_func ? candidate(cxx, m, &levels, func->cls, 0) : NULL;
        if (!o) continue;
        Env *env = bind_levels(cxx, o, &levels);
        Scope *s = o->ps[o->n - 1]->scope;
        TokRange r = {o->at, m->end};
        DeclSpec specs = {0};
        if (!declares(cxx, r, s, env, func->cls->inner, func, false, &specs)) continue;
        if (tm_func_rebind(cxx, func, r, s, env)) return true;
    }
    return false;
}

// ---- member templates --------------------------------------------------------------------------

// The parameters of a definition whose declarator invents some; `own`: besides written ones.
static TmplParams *invent(Cxx *cxx, Outside *outside, Env *env, bool own) {
    Scope *scope = outside->n ? outside->ps[outside->n - 1]->scope : outside->m->scope;
    DiagTrap trap;
    diag_trap_push(cxx->ctx, &trap);
    Parse parse = cxx_parse_at(cxx, outside->at, outside->m->end, scope, env);
    parse.dependent = true;
    DeclSpec ds = {0};
    Declarator d = {0};
    bool ok = outside_specs(&parse, &ds) && cxx_parse_declarator(&parse, &ds, &d, false) &&
              cxx_invents_params(&parse, &d);
    diag_trap_pop(cxx->ctx, &trap);
    if (!ok) return NULL;
    uint32_t close = cxx_skip_group(parse.tok, d.params_begin, parse.end) - 1;
    parse.scope = scope;
    return cxx_invent_params(&parse, d.params_begin, close,
                             own ? outside->ps[outside->n - 1] : NULL);
}

// The scopes of the definition's parameters, innermost first, with `in` around them.
static Scope *parameters_in(Cxx *cxx, const Outside *outside, Scope *in) {
    Scope *s = in;
    for (uint32_t i = 0; i < outside->n; i++) {
        Scope *level = arena_copy(tm_arena(cxx), outside->ps[i]->scope, sizeof *s, 16);
        level->parent = s;
        s = level;
    }
    return s;
}

static bool same_kinds(const TmplParams *left, const TmplParams *right) {
    for (uint32_t i = 0; i < left->n && i < right->n; i++) {
        if (left->parm[i]->kind != right->parm[i]->kind) return false;
    }
    return true;
}

// Takes the definition `outside`, whose own parameters are ps, of member template tmpl of class
// `in`; false if it declares something else.
static bool take_template(Cxx *cxx, TemplateDecl *tmpl, const Outside *outside, TmplParams *ps,
                          Env *env, Scope *in) {
    const MemberDef *member_def = outside->m;
    if (tmpl->kind == TK_FUNC) {
        TokRange text = {outside->at, member_def->end};
        DeclSpec specs = {0};
        if (!same_kinds(ps, tmpl->params) || !cxx_same_head(cxx, ps, tmpl->params) ||
            !declares(cxx, text, ps->scope, env, in, tmpl->pattern, true, &specs)) {
            return false;
        }
        Parse parse = cxx_parse_at(cxx, outside->at, member_def->end, ps->scope, env);
        parse.dependent = true;
        DeclSpec ds = {0};
        Declarator d = {0};
        if (!outside_specs(&parse, &ds) || !cxx_parse_declarator(&parse, &ds, &d, false))
            return false;
        FuncDecl *f = cxx_make_func(&parse, &ds, &d, in);
        if (!f || !f->body.defined) return false;
        cxx_func_defaults_from(f, tmpl->pattern);
        f->d.cuda |= tmpl->pattern->d.cuda;
        f->d.flags |= tmpl->pattern->d.flags;
        f->kind = tmpl->pattern->kind;
        tmpl->pattern = f;
    } else if (tmpl->kind == TK_CLASS && member_def->is_class) {
        ClassDecl tmp = {.d = {.name = tmpl->d.name}};
        if (!cxx_scan_class_def(cxx, outside->at, member_def->end, &tmp)) return false;
        tmpl->head = tmp.written.head;
        tmpl->body = tmp.written.body;
        tmpl->base_clause = tmp.written.base_clause;
        tmpl->tag = (ClassTag)tmp.tag;
        tmpl->outside_scope = parameters_in(cxx, outside, in);
    } else {
        return false;
    }

    // Default arguments stand in the class, where the template was declared first.
    for (uint32_t i = 0; i < ps->n; i++) {
        TParmDecl *p = ps->parm[i], *old = tmpl->params->parm[i];
        if (!p->default_range.end && !p->default_decl) {
            p->default_decl = old->default_decl        ? old->default_decl
                              : old->default_range.end ? old
                                                       : NULL;
        }
    }
    tmpl->params = ps;
    tmpl->decl_range = (TokRange){outside->at, member_def->end};
    tmpl->env = env;
    tmpl->defined = true;
    return true;
}

// `template <> template <class U> int A<int>::f(U) {...}`: of the instance's member template, which
// has a body in the class template too [temp.expl.spec]/16. (Of class templates see
// instance/template.c.)
static bool specialized_template(Cxx *cxx, TemplateDecl *tmpl, Scope *in) {
    for (MemberDef *m = cxx_member_defs(cxx, tmpl->d.name); m; m = m->next) {
        if (!m->is_func || !(m->flags & IX_SPECIALIZATION)) continue;
        if (cxx_member_def_owner(cxx, m) != &in->cls->d) continue;
        Outside *o = outside_of(cxx, m);
        if (o->n != 1 || o->ps[0]->n != tmpl->params->n) continue;
        if (take_template(cxx, tmpl, o, o->ps[0], m->scope->env, in)) return true;
    }
    return false;
}

// Takes the definition of a member template from outside: later instances are made from it.
bool cxx_outside_template(Cxx *cxx, TemplateDecl *tmpl) {
    if (tmpl->outside_found) return tmpl->defined;
    Scope *in = cxx_decl_scope(tmpl->d.scope);
    if (!scope_is(in, SC_CLASS)) return tmpl->defined;
    tmpl->outside_found = true;
    if (tmpl->kind == TK_FUNC && in->env && specialized_template(cxx, tmpl, in)) return true;
    if (tmpl->defined) return true;
    Levels levels;
    levels_of(in->cls, &levels);
    // an abbreviated function template may have no header of its own
    bool invented = tmpl->params->scope->invented == tmpl->params;
    uint32_t own = !invented || cxx->tokens->at[tmpl->params->begin].kind == T_KW_TEMPLATE;
    for (MemberDef *m = cxx_member_defs(cxx, tmpl->d.name); m; m = m->next) {
        if (m->is_func != (tmpl->kind == TK_FUNC) || m->nheaders < levels.n + own) continue;
        Outside *o = outside_of(cxx, m);
        if (o->n != levels.n + own) continue;
        Env *env = levels.n ? bind_levels(cxx, o, &levels) : m->scope->env;
        // Of a template's member, or of a plain class's.
        if (levels.n ? !owner_fits(cxx, o, &levels) : cxx_member_def_owner(cxx, m) != &in->cls->d)
            continue;
        TmplParams *ps = invented ? invent(cxx, o, env, own) : o->ps[o->n - 1];
        if (!ps || ps->n != tmpl->params->n) continue;
        if (take_template(cxx, tmpl, o, ps, env, in)) return true;
    }
    return false;
}

// ---- static data members, member classes -------------------------------------------------------

typedef struct VarDef { // of a static data member, found outside of its class
    Outside *o;
    Env *env;
    Scope *s;
} VarDef;

// Takes var's initialiser from the definition m; false if it declares something else.
static bool take_var_def(Cxx *cxx, VarDecl *var, const MemberDef *member_def, const VarDef *def,
                         Scope *in) {
    Parse parse = cxx_parse_at(cxx, def->o->at, member_def->end, def->s, def->env);
    DeclSpec ds = {0};
    Declarator declarator = {0};
    if (!outside_specs(&parse, &ds)) return false;
    while (
        cxx_parse_declarator(&parse, &ds, &declarator, false)) { // a definition may have siblings
        VarDecl *n = cxx_make_var(&parse, &ds, &declarator, declarator.qual ? declarator.qual : in);
        if (declarator.qual == in && declarator.name == var->d.name) {
            var->init_range = n->init_range;
            var->init_style = n->init_style;
            var->init_scope = declarator.inner_scope ? declarator.inner_scope : def->s;
            if (var->d.type->kind == TY_ARRAY_INC) var->d.type = n->d.type;
            var->align = CU_MAX(var->align, n->align);
            var->d.cuda |= n->d.cuda;
            var->d.env = def->env;
            var->defined = true;
            return true;
        }
        if (!cxx_accept(&parse, T_COMMA)) break;
    }
    return false;
}

bool cxx_answer_var_find_def(Cxx *cxx, VarDecl *var) {
    if (var->def_searched || var->init_range.end) return var->defined;
    var->def_searched = true;
    Scope *in = cxx_decl_scope(var->d.scope);
    if (!scope_is(in, SC_CLASS)) return var->defined;
    // one of exactly this class: plain, or a specialization of this member, wherever it stands
    for (MemberDef *m = cxx_member_defs(cxx, var->d.name); m; m = m->next) {
        if (m->is_func || m->is_class || cxx_member_def_owner(cxx, m) != &in->cls->d) continue;
        VarDef def = {outside_of(cxx, m), m->scope->env, m->scope};
        if (!def.o->n && take_var_def(cxx, var, m, &def, in)) return true;
    }
    Levels levels;
    levels_of(in->cls, &levels);
    for (MemberDef *m = cxx_member_defs(cxx, var->d.name); m && levels.n; m = m->next) {
        if (m->is_func || m->is_class || cxx_member_def_owner(cxx, m) == &in->cls->d) continue;
        VarDef def = {.o = candidate(cxx, m, &levels, in->cls, 0)};
        if (!def.o) continue;
        def.env = bind_levels(cxx, def.o, &levels);
        def.s = def.o->ps[def.o->n - 1]->scope;
        if (take_var_def(cxx, var, m, &def, in)) return true;
    }
    return var->defined;
}

// Tokens only: nothing is looked up.
bool cxx_scan_class_def(Cxx *cxx, uint32_t at, uint32_t end, ClassDecl *cls) {
    const Token *tok = cxx->tokens->at;
    uint16_t key = tok[at].kind;
    if (!is_any_of(key, T_KW_CLASS, T_KW_STRUCT, T_KW_UNION)) return false;
    cls->tag = key == T_KW_CLASS ? CT_CLASS : key == T_KW_STRUCT ? CT_STRUCT : CT_UNION;
    TokRange base = {0};
    for (uint32_t i = at + 1; i < end;) {
        switch (tok[i].kind) {
        case T_LBRACE:
            cls->written.head = (TokRange){at, i};
            cls->written.body = (TokRange){i, cxx_skip_group(tok, i, end)};
            if (base.begin) base.end = i;
            cls->written.base_clause = base;
            return true;
        case T_SEMI: return false;
        case T_LPAREN:
        case T_LBRACKET: i = cxx_skip_group(tok, i, end); break;
        case T_LT: {
            uint32_t e = cxx_skip_angles(cxx, i, end);
            i = e ? e : i + 1;
            break;
        }
        case T_COLON:
            i++;
            if (!base.begin) base.begin = i;
            break;
        default: i++;
        }
    }
    return false;
}

// `template <> struct A<int>::B {...}`: of the instance's member class, which has a body in the
// class template too [temp.expl.spec]/16.
void cxx_class_find_spec(Cxx *cxx, ClassDecl *cls) {
    Scope *in = cls->d.scope;
    if (!scope_is(in, SC_CLASS) || !in->env || !in->cls->inst.tmpl) return;
    for (MemberDef *m = cxx_member_defs(cxx, cls->d.name); m; m = m->next) {
        if (!m->is_class || !(m->flags & IX_SPECIALIZATION)) continue;
        if (cxx_member_def_owner(cxx, m) != &in->cls->d) continue;
        const Outside *o = outside_of(cxx, m);
        if (o->n || !cxx_scan_class_def(cxx, o->at, m->end, cls)) continue;
        cls->env = m->scope->env;
        cls->inner = cxx_scope_new(cxx, SC_CLASS, in, &cls->d);
        cls->inner->env = cls->env;
        cls->inst.explicit_spec = true;
        return;
    }
}

// Whether the last name of the definition's qualifier is the class's (`C` in A<T>::C::name).
static bool qualifier_names(Cxx *cxx, const MemberDef *member_def, const ClassDecl *cls) {
    const Token *tok = cxx->tokens->at;
    Atom last = 0;
    for (uint32_t i = member_def->qual_begin; i < member_def->order; i++) {
        if (tok[i].kind != T_IDENT) continue;
        last = tok[i].text;
        uint32_t e = tok[i + 1].kind == T_LT ? cxx_skip_angles(cxx, i + 1, member_def->order) : 0;
        if (e) i = e - 1;
    }
    return last == cls->d.name;
}

// Only of a class template's member; other definitions elaborate by themselves.
bool cxx_class_find_def(Cxx *cxx, ClassDecl *cls) {
    if (cls->written.defined) return true;
    Scope *in = cxx_decl_scope(cls->d.scope);
    if (!scope_is(in, SC_CLASS)) return false;
    Levels levels;
    levels_of(in->cls, &levels);
    if (!levels.n) return false;
    for (MemberDef *member_def = cxx_member_defs(cxx, cls->d.name); member_def;
         member_def = member_def->next) {
        Outside *o = member_def->is_class ? candidate(cxx, member_def, &levels, in->cls, 0) : NULL;
        if (!o || !qualifier_names(cxx, member_def, in->cls)) continue;
        if (!cxx_scan_class_def(cxx, o->at, member_def->end, cls)) continue;
        Env *env = bind_levels(cxx, o, &levels);
        // names: the class's own members, then the enclosing class, then the parameters
        cls->env = env;
        cls->inner = cxx_scope_new(cxx, SC_CLASS, parameters_in(cxx, o, in), &cls->d);
        cls->inner->env = env;
        cls->written.defined = true;
        return true;
    }
    return false;
}

// The enumerator list of the definition of `name` at token member_def->order.
static TokRange enum_body(Cxx *cxx, const MemberDef *member_def) {
    const Token *tok = cxx->tokens->at;
    for (uint32_t i = member_def->order + 1; i < member_def->end;) {
        uint32_t e = tok[i].kind == T_LT ? cxx_skip_angles(cxx, i, member_def->end) : 0;
        if (tok[i].kind == T_LBRACE) return (TokRange){i, cxx_skip_group(tok, i, member_def->end)};
        i = e ? e : lex_is_open(tok[i].kind) ? cxx_skip_group(tok, i, member_def->end) : i + 1;
    }
    return (TokRange){0};
}

// The enumeration has this definition's body, read in `scope` with env.
static void define_enum(Cxx *cxx, EnumDecl *e, const MemberDef *m, Env *env, Scope *scope) {
    e->body = enum_body(cxx, m);
    e->around = e->d.scope;
    e->d.env = env;
    e->inner->parent = scope;
    e->inner->env = env;
}

// The definition of a member enumeration for a class that is read unbound.
static Outside *unbound_candidate(Cxx *cxx, MemberDef *member_def, ClassDecl *cls) {
    ClassDecl *inner = NULL, *outer = NULL; // of the classes around it, those of templates
    uint32_t n = 0;
    for (; cls; cls = enclosing(cls)) {
        if (!cls->inst.tmpl || !cls->members.unbound) continue;
        if (!n++) inner = cls;
        outer = cls;
    }
    if (!n || member_def->nheaders < n || member_def->flags & IX_SPECIALIZATION) return NULL;
    Outside *o = outside_of(cxx, member_def);
    if (o->n != n || cxx_member_def_owner(cxx, member_def) != &outer->inst.tmpl->d) return NULL;
    return !o->qual_args || o->qual_args == inner->inst.args ? o : NULL;
}

bool cxx_enum_find_def(Cxx *cxx, EnumDecl *enm) {
    Scope *in = cxx_decl_scope(enm->d.scope);
    if (!scope_is(in, SC_CLASS)) return false;
    Levels levels;
    levels_of(in->cls, &levels);
    for (MemberDef *m = cxx_member_defs(cxx, enm->d.name); m && !enm->body.end; m = m->next) {
        if (!m->is_class || cxx_member_def_owner(cxx, m) != &in->cls->d) continue;
        if (!m->nheaders)
            cxx_elaborate_def_at(cxx, m->name, m->begin); // the specifier merges itself
        else if (m->flags & IX_SPECIALIZATION && !outside_of(cxx, m)->n)
            define_enum(cxx, enm, m, m->scope->env, in);
    }
    for (MemberDef *m = cxx_member_defs(cxx, enm->d.name); m && !enm->body.end; m = m->next) {
        if (!m->is_class || !qualifier_names(cxx, m, in->cls)) continue;
        Outside *o =
            levels.n ? candidate(cxx, m, &levels, in->cls, 0) : unbound_candidate(cxx, m, in->cls);
        if (!o) continue;
        Env *env = levels.n ? bind_levels(cxx, o, &levels) : m->scope->env;
        define_enum(cxx, enm, m, env, parameters_in(cxx, o, in));
    }
    return enm->body.end != 0;
}

// The member an entry declares.
Decl *cxx_outside_decl(Cxx *cxx, Scope *scope, uint32_t entry) {
    IndexEntry *index_entry = &scope->index->e.at[entry];
    for (MemberDef *member_def = cxx_member_defs(cxx, index_entry->name); member_def;
         member_def = member_def->next) {
        if (member_def->begin != index_entry->begin || member_def->order != index_entry->order)
            continue;
        Decl *owner = cxx_member_def_owner(cxx, member_def);
        if (!decl_is(owner, D_CLASS)) return NULL;
        ClassDecl *cls = (ClassDecl *)owner;
        if (!cxx_class_complete(cxx, cls, cxx->tokens->at[member_def->order].pos)) return NULL;
        cxx_elaborate_name(cxx, cls->inner, member_def->name);
        for (Decl *d = map_get(&cls->inner->names, member_def->name); d; d = d->next) {
            if (d->kind == D_FUNC && cxx_func_find_body(cxx, (FuncDecl *)d) &&
                ((FuncDecl *)d)->body.range.begin >= member_def->begin &&
                ((FuncDecl *)d)->body.range.begin < member_def->end) {
                return d;
            }
            if (d->kind == D_VAR && cxx_var_find_def(cxx, (VarDecl *)d)) return d;
        }
    }
    return NULL;
}
