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
static bool outside_specs(Parse *p, DeclSpec *ds) {
    cxx_begin_late_access(p);
    p->type_only = true;
    bool ok = cxx_parse_declspecs(p, ds, true);
    p->type_only = false;
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

// Argument lists of the classes around (and including) c, outermost first.
typedef struct Levels {
    TmplArgs *args[MAX_LEVELS];
    ClassDecl *cls[MAX_LEVELS];
    uint32_t n;
} Levels;

static ClassDecl *enclosing(ClassDecl *c) {
    Scope *s = cxx_decl_scope(c->tmpl ? c->tmpl->d.scope : c->d.scope);
    return s && s->kind == SC_CLASS ? s->cls : NULL;
}

static void levels_of(ClassDecl *c, Levels *l) {
    l->n = 0;
    for (; c; c = enclosing(c)) {
        if (!c->tmpl || c->explicit_spec || !c->env || l->n == MAX_LEVELS) continue;
        l->args[l->n] = c->env->args;
        l->cls[l->n++] = c;
    }
    for (uint32_t i = 0; i < l->n / 2; i++) {
        uint32_t j = l->n - 1 - i;
        TmplArgs *a = l->args[i];
        ClassDecl *k = l->cls[i];
        l->args[i] = l->args[j];
        l->cls[i] = l->cls[j];
        l->args[j] = a;
        l->cls[j] = k;
    }
}

// The arguments written behind the last template name of the qualifier.
static void read_qualifier(Cxx *x, Outside *o, Scope *s) {
    const Token *tok = x->tokens->at;
    uint32_t lt = 0;
    for (uint32_t i = o->m->qual_begin; i < o->m->order; i++) {
        if (tok[i].kind != T_LT) continue;
        uint32_t e = cxx_skip_angles(x, i, o->m->order);
        if (!e) return;
        lt = i;
        i = e - 1;
    }
    if (!lt || tok[lt - 1].kind != T_IDENT) return;
    Decl *owner = cxx_member_def_owner(x, o->m);
    if (!owner || owner->kind != D_TEMPLATE || owner->name != tok[lt - 1].text) return;
    o->qual_tmpl = (TemplateDecl *)owner;
    DiagTrap trap;
    diag_trap_push(x->ctx, &trap);
    Parse p = cxx_parse_at(x, lt, o->m->order, s, NULL);
    p.dependent = true;
    o->qual_args = cxx_parse_template_args(&p, owner);
    diag_trap_pop(x->ctx, &trap);
}

static Outside *outside_of(Cxx *x, MemberDef *m) {
    Map *done = &tm_table(x)->outside_done;
    void **slot = map_slot(done, (uintptr_t)m);
    if (*slot) return *slot;
    Outside *o = arena_new(tm_arena(x), Outside);
    *slot = o;
    o->m = m;
    Parse p = cxx_parse_at(x, m->begin, m->end, m->scope, m->scope->env);
    p.dependent = true;
    for (uint32_t depth = 0; o->n < MAX_LEVELS; depth++) {
        if (cxx_peek(&p) != T_KW_TEMPLATE || cxx_peek_n(&p, 1) != T_LT) break;
        p.at++;
        if (cxx_peek_n(&p, 1) == T_GT)
            p.at += 2;
        else
            o->ps[o->n++] = tm_parse_params(&p, depth);
    }
    o->at = p.at;
    if (o->n) read_qualifier(x, o, p.scope);
    return o;
}

// Whether the definition's qualifier means the declaration (primary or partial) that c came from.
static bool same_pattern(Cxx *x, const Outside *o, const ClassDecl *c) {
    if (!o->qual_args || !o->qual_tmpl) return true; // found out by parsing it bound
    if (o->qual_tmpl != c->tmpl) return o->qual_tmpl->d.name != c->tmpl->d.name;
    if (c->partial) return o->qual_args == c->partial->args;
    for (uint32_t i = 0; i < o->n; i++) {
        if (o->qual_args == tm_identity_args(x, o->ps[i])) return true;
    }
    return false;
}

static bool owner_fits(Cxx *x, const Outside *o, const Levels *l) {
    Decl *owner = cxx_member_def_owner(x, o->m);
    if (!owner) return o->n > 1; // a member of a member template: judged when bound
    for (uint32_t i = 0; i < l->n; i++) {
        if (owner == &l->cls[i]->tmpl->d) return true;
        TemplateDecl *t = l->cls[i]->tmpl;
        if (owner->kind == D_TEMPLATE && owner->name == t->d.name && o->n > 1) return true;
    }
    return false;
}

static Env *bind_levels(Cxx *x, const Outside *o, const Levels *l) {
    Env *env = o->m->scope->env;
    for (uint32_t i = 0; i < l->n; i++) env = tm_env(x, o->ps[i], l->args[i], env);
    return env;
}

// Candidate definitions of a member of c with `extra` template headers of its own.
static Outside *candidate(Cxx *x, MemberDef *m, const Levels *l, ClassDecl *c, uint32_t extra) {
    if (m->nheaders < l->n + extra || (m->flags & IX_SPECIALIZATION)) return NULL;
    Outside *o = outside_of(x, m);
    if (o->n != l->n + extra || !owner_fits(x, o, l)) return NULL;
    return same_pattern(x, o, l->cls[l->n - 1]) ? o : NULL;
}

static bool same_params(const Type *a, const Type *b, bool with_ret) {
    if (a->kind != TY_FUNC || b->kind != TY_FUNC) return a == b;
    const FuncType *f = &a->u.func, *g = &b->u.func;
    if (f->nparam != g->nparam || f->variadic != g->variadic || f->quals != g->quals ||
        f->ref != g->ref || (with_ret && f->ret != g->ret)) {
        return false;
    }
    for (uint32_t i = 0; i < f->nparam; i++) {
        if (f->param[i] != g->param[i]) return false;
    }
    return true;
}

// Parses the declaration of a definition; false if its type is not that of the wanted member.
static bool declares(Cxx *x, uint32_t at, uint32_t end, Scope *s, Env *env, Scope *in,
                     const FuncDecl *f, bool dependent) {
    Type *type = f->d.type;
    DiagTrap trap;
    diag_trap_push(x->ctx, &trap);
    Parse q = cxx_parse_at(x, at, end, s, env);
    q.dependent = dependent;
    q.cls = in->cls;
    DeclSpec ds = {0};
    Declarator d = {0};
    bool ok = outside_specs(&q, &ds) && cxx_parse_declarator(&q, &ds, &d, false);
    diag_trap_pop(x->ctx, &trap);
    if (!ok || d.qual != in || !d.type) return false;
    if (!same_params(d.type, type, f->kind == FK_CONV)) return false;
    return cxx_same_clause(x, d.requires_range, s, f->requires_range, f->d.scope);
}

// `template <> void A<int>::f() {...}`, or a member of an explicit specialization.
static bool explicit_member(Cxx *x, FuncDecl *f) {
    for (MemberDef *m = cxx_member_defs(x, f->d.name); m; m = m->next) {
        if (!m->is_func || (m->nheaders && !(m->flags & IX_SPECIALIZATION))) continue;
        Decl *owner = cxx_member_def_owner(x, m);
        if (owner != &f->cls->d) continue;
        Outside *o = outside_of(x, m);
        if (o->n || !declares(x, o->at, m->end, m->scope, NULL, f->cls->inner, f, false)) {
            continue;
        }
        TokRange r = {o->at, m->end};
        if (!tm_func_rebind(x, f, r, m->scope, m->scope->env)) continue;
        f->explicit_spec = true;
        f->d.flags &= ~(uint32_t)DF_TEMPLATE_INST;
        return true;
    }
    return false;
}

bool cxx_outside_function(Cxx *x, FuncDecl *f) {
    Levels l;
    levels_of(f->cls, &l);
    if ((l.n || f->cls->explicit_spec) && explicit_member(x, f)) return true;
    if (f->defined) return true;
    if (!l.n) {
        cxx_plain_member_def(x, f);
        return f->defined;
    }
    for (MemberDef *m = cxx_member_defs(x, f->d.name); m; m = m->next) {
        Outside *o = m->is_func ? candidate(x, m, &l, f->cls, 0) : NULL;
        if (!o) continue;
        Env *env = bind_levels(x, o, &l);
        Scope *s = o->ps[o->n - 1]->scope;
        if (!declares(x, o->at, m->end, s, env, f->cls->inner, f, false)) {
            continue;
        }
        TokRange r = {o->at, m->end};
        if (tm_func_rebind(x, f, r, s, env)) return true;
    }
    return false;
}

// ---- member templates --------------------------------------------------------------------------

// The parameters of a definition whose declarator invents some; `own`: besides written ones.
static TmplParams *invent(Cxx *x, Outside *o, Env *env, bool own) {
    Scope *s = o->n ? o->ps[o->n - 1]->scope : o->m->scope;
    DiagTrap trap;
    diag_trap_push(x->ctx, &trap);
    Parse q = cxx_parse_at(x, o->at, o->m->end, s, env);
    q.dependent = true;
    DeclSpec ds = {0};
    Declarator d = {0};
    bool ok = outside_specs(&q, &ds) && cxx_parse_declarator(&q, &ds, &d, false) &&
              cxx_invents_params(&q, &d);
    diag_trap_pop(x->ctx, &trap);
    if (!ok) return NULL;
    uint32_t close = cxx_skip_group(q.tok, d.params_begin, q.end) - 1;
    q.scope = s;
    return cxx_invent_params(&q, d.params_begin, close, own ? o->ps[o->n - 1] : NULL);
}

// The scopes of the definition's parameters, innermost first, with `in` around them.
static Scope *parameters_in(Cxx *x, const Outside *o, Scope *in) {
    Scope *s = in;
    for (uint32_t i = 0; i < o->n; i++) {
        Scope *level = arena_copy(tm_arena(x), o->ps[i]->scope, sizeof *s, 16);
        level->parent = s;
        s = level;
    }
    return s;
}

// Takes the definition o, whose own parameters are ps, of member template t of class `in`; false if
// it declares something else.
static bool take_template(Cxx *x, TemplateDecl *t, const Outside *o, TmplParams *ps, Env *env,
                          Scope *in) {
    const MemberDef *m = o->m;
    if (t->kind == TK_FUNC) {
        if (!cxx_same_head(x, ps, t->params) ||
            !declares(x, o->at, m->end, ps->scope, env, in, t->pattern, true)) {
            return false;
        }
        Parse q = cxx_parse_at(x, o->at, m->end, ps->scope, env);
        q.dependent = true;
        DeclSpec ds = {0};
        Declarator d = {0};
        if (!outside_specs(&q, &ds) || !cxx_parse_declarator(&q, &ds, &d, false)) return false;
        FuncDecl *f = cxx_make_func(&q, &ds, &d, in);
        if (!f || !f->defined) return false;
        cxx_func_defaults_from(f, t->pattern);
        f->d.cuda |= t->pattern->d.cuda;
        f->d.flags |= t->pattern->d.flags;
        f->kind = t->pattern->kind;
        t->pattern = f;
    } else if (t->kind == TK_CLASS && m->is_class) {
        ClassDecl tmp = {.d = {.name = t->d.name}};
        if (!cxx_scan_class_def(x, o->at, m->end, &tmp)) return false;
        t->head = tmp.head;
        t->body = tmp.body;
        t->base_clause = tmp.base_clause;
        t->tag = (ClassTag)tmp.tag;
        t->outside_scope = parameters_in(x, o, in);
    } else {
        return false;
    }
    for (uint32_t i = 0; i < ps->n; i++) {
        TParmDecl *p = ps->parm[i], *old = t->params->parm[i];
        if (!p->default_range.end && !p->default_decl) {
            p->default_decl = old->default_decl        ? old->default_decl
                              : old->default_range.end ? old
                                                       : NULL;
        }
    }
    t->params = ps;
    t->decl_range = (TokRange){o->at, m->end};
    t->env = env;
    t->defined = true;
    return true;
}

// `template <> template <class U> int A<int>::f(U) {...}`: of the instance's member template, which
// has a body in the class template too [temp.expl.spec]/16. (Of class templates see
// instance/template.c.)
static bool specialized_template(Cxx *x, TemplateDecl *t, Scope *in) {
    for (MemberDef *m = cxx_member_defs(x, t->d.name); m; m = m->next) {
        if (!m->is_func || !(m->flags & IX_SPECIALIZATION)) continue;
        if (cxx_member_def_owner(x, m) != &in->cls->d) continue;
        Outside *o = outside_of(x, m);
        if (o->n != 1 || o->ps[0]->n != t->params->n) continue;
        if (take_template(x, t, o, o->ps[0], m->scope->env, in)) return true;
    }
    return false;
}

// Takes the definition of a member template from outside: later instances are made from it.
bool cxx_outside_template(Cxx *x, TemplateDecl *t) {
    if (t->outside_found) return t->defined;
    Scope *in = cxx_decl_scope(t->d.scope);
    if (!in || in->kind != SC_CLASS) return t->defined;
    t->outside_found = true;
    if (t->kind == TK_FUNC && in->env && specialized_template(x, t, in)) return true;
    if (t->defined) return true;
    Levels l;
    levels_of(in->cls, &l);
    // an abbreviated function template may have no header of its own
    bool invented = t->params->scope->invented == t->params;
    uint32_t own = !invented || x->tokens->at[t->params->begin].kind == T_KW_TEMPLATE;
    for (MemberDef *m = cxx_member_defs(x, t->d.name); m; m = m->next) {
        if (m->is_func != (t->kind == TK_FUNC) || m->nheaders < l.n + own) continue;
        Outside *o = outside_of(x, m);
        if (o->n != l.n + own) continue;
        Env *env = l.n ? bind_levels(x, o, &l) : m->scope->env;
        if (l.n ? !owner_fits(x, o, &l) : cxx_member_def_owner(x, m) != &in->cls->d) continue;
        TmplParams *ps = invented ? invent(x, o, env, own) : o->ps[o->n - 1];
        if (!ps || ps->n != t->params->n) continue;
        if (take_template(x, t, o, ps, env, in)) return true;
    }
    return false;
}

// ---- static data members, member classes -------------------------------------------------------

typedef struct VarDef { // of a static data member, found outside of its class
    Outside *o;
    Env *env;
    Scope *s;
} VarDef;

// Takes v's initialiser from the definition m; false if it declares something else.
static bool take_var_def(Cxx *x, VarDecl *v, const MemberDef *m, const VarDef *def, Scope *in) {
    Parse q = cxx_parse_at(x, def->o->at, m->end, def->s, def->env);
    DeclSpec ds = {0};
    Declarator d = {0};
    if (!outside_specs(&q, &ds)) return false;
    while (cxx_parse_declarator(&q, &ds, &d, false)) { // a definition may have siblings
        VarDecl *n = cxx_make_var(&q, &ds, &d, d.qual ? d.qual : in);
        if (d.qual == in && d.name == v->d.name) {
            v->init_range = n->init_range;
            v->init_style = n->init_style;
            v->init_scope = d.inner_scope ? d.inner_scope : def->s;
            if (v->d.type->kind == TY_ARRAY_INC) v->d.type = n->d.type;
            v->align = CU_MAX(v->align, n->align);
            v->d.cuda |= n->d.cuda;
            v->d.env = def->env;
            v->defined = true;
            return true;
        }
        if (!cxx_accept(&q, T_COMMA)) break;
    }
    return false;
}

bool cxx_answer_var_find_def(Cxx *x, VarDecl *v) {
    if (v->def_searched || v->init_range.end) return v->defined;
    v->def_searched = true;
    Scope *in = cxx_decl_scope(v->d.scope);
    if (!in || in->kind != SC_CLASS) return v->defined;
    // one of exactly this class: plain, or a specialization of this member, wherever it stands
    for (MemberDef *m = cxx_member_defs(x, v->d.name); m; m = m->next) {
        if (m->is_func || m->is_class || cxx_member_def_owner(x, m) != &in->cls->d) continue;
        VarDef def = {outside_of(x, m), m->scope->env, m->scope};
        if (!def.o->n && take_var_def(x, v, m, &def, in)) return true;
    }
    Levels l;
    levels_of(in->cls, &l);
    for (MemberDef *m = cxx_member_defs(x, v->d.name); m && l.n; m = m->next) {
        if (m->is_func || m->is_class || cxx_member_def_owner(x, m) == &in->cls->d) continue;
        VarDef def = {.o = candidate(x, m, &l, in->cls, 0)};
        if (!def.o) continue;
        def.env = bind_levels(x, def.o, &l);
        def.s = def.o->ps[def.o->n - 1]->scope;
        if (take_var_def(x, v, m, &def, in)) return true;
    }
    return v->defined;
}

bool cxx_scan_class_def(Cxx *x, uint32_t at, uint32_t end, ClassDecl *c) {
    const Token *tok = x->tokens->at;
    uint16_t key = tok[at].kind;
    if (key != T_KW_CLASS && key != T_KW_STRUCT && key != T_KW_UNION) return false;
    c->tag = key == T_KW_CLASS ? CT_CLASS : key == T_KW_STRUCT ? CT_STRUCT : CT_UNION;
    TokRange base = {0};
    for (uint32_t i = at + 1; i < end;) {
        switch (tok[i].kind) {
        case T_LBRACE:
            c->head = (TokRange){at, i};
            c->body = (TokRange){i, cxx_skip_group(tok, i, end)};
            if (base.begin) base.end = i;
            c->base_clause = base;
            return true;
        case T_SEMI: return false;
        case T_LPAREN:
        case T_LBRACKET: i = cxx_skip_group(tok, i, end); break;
        case T_LT: {
            uint32_t e = cxx_skip_angles(x, i, end);
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
void cxx_class_find_spec(Cxx *x, ClassDecl *c) {
    Scope *in = c->d.scope;
    if (!in || in->kind != SC_CLASS || !in->env || !in->cls->tmpl) return;
    for (MemberDef *m = cxx_member_defs(x, c->d.name); m; m = m->next) {
        if (!m->is_class || !(m->flags & IX_SPECIALIZATION)) continue;
        if (cxx_member_def_owner(x, m) != &in->cls->d) continue;
        const Outside *o = outside_of(x, m);
        if (o->n || !cxx_scan_class_def(x, o->at, m->end, c)) continue;
        c->env = m->scope->env;
        c->inner = cxx_scope_new(x, SC_CLASS, in, &c->d);
        c->inner->env = c->env;
        c->explicit_spec = true;
        return;
    }
}

// Whether the last name of the definition's qualifier is the class's (`C` in A<T>::C::name).
static bool qualifier_names(Cxx *x, const MemberDef *m, const ClassDecl *c) {
    const Token *tok = x->tokens->at;
    Atom last = 0;
    for (uint32_t i = m->qual_begin; i < m->order; i++) {
        if (tok[i].kind != T_IDENT) continue;
        last = tok[i].text;
        uint32_t e = tok[i + 1].kind == T_LT ? cxx_skip_angles(x, i + 1, m->order) : 0;
        if (e) i = e - 1;
    }
    return last == c->d.name;
}

bool cxx_class_find_def(Cxx *x, ClassDecl *c) {
    if (c->defined) return true;
    Scope *in = cxx_decl_scope(c->d.scope);
    if (!in || in->kind != SC_CLASS) return false;
    Levels l;
    levels_of(in->cls, &l);
    if (!l.n) return false;
    for (MemberDef *m = cxx_member_defs(x, c->d.name); m; m = m->next) {
        Outside *o = m->is_class ? candidate(x, m, &l, in->cls, 0) : NULL;
        if (!o || !qualifier_names(x, m, in->cls)) continue;
        if (!cxx_scan_class_def(x, o->at, m->end, c)) continue;
        Env *env = bind_levels(x, o, &l);
        // names: the class's own members, then the enclosing class, then the parameters
        c->env = env;
        c->inner = cxx_scope_new(x, SC_CLASS, parameters_in(x, o, in), &c->d);
        c->inner->env = env;
        c->defined = true;
        return true;
    }
    return false;
}

// The enumerator list of the definition of `name` at token m->order.
static TokRange enum_body(Cxx *x, const MemberDef *m) {
    const Token *tok = x->tokens->at;
    for (uint32_t i = m->order + 1; i < m->end;) {
        uint32_t e = tok[i].kind == T_LT ? cxx_skip_angles(x, i, m->end) : 0;
        if (tok[i].kind == T_LBRACE) return (TokRange){i, cxx_skip_group(tok, i, m->end)};
        i = e ? e : lex_is_open(tok[i].kind) ? cxx_skip_group(tok, i, m->end) : i + 1;
    }
    return (TokRange){0};
}

static void define_enum(Cxx *x, EnumDecl *e, const MemberDef *m, Env *env, Scope *s) {
    e->body = enum_body(x, m);
    e->around = e->d.scope;
    e->d.env = env;
    e->inner->parent = s;
    e->inner->env = env;
}

// The definition of a member enumeration for a class that is read unbound.
static Outside *unbound_candidate(Cxx *x, MemberDef *m, ClassDecl *c) {
    ClassDecl *inner = NULL, *outer = NULL; // of the classes around it, those of templates
    uint32_t n = 0;
    for (; c; c = enclosing(c)) {
        if (!c->tmpl || !c->unbound) continue;
        if (!n++) inner = c;
        outer = c;
    }
    if (!n || m->nheaders < n || m->flags & IX_SPECIALIZATION) return NULL;
    Outside *o = outside_of(x, m);
    if (o->n != n || cxx_member_def_owner(x, m) != &outer->tmpl->d) return NULL;
    return !o->qual_args || o->qual_args == inner->args ? o : NULL;
}

bool cxx_enum_find_def(Cxx *x, EnumDecl *e) {
    Scope *in = cxx_decl_scope(e->d.scope);
    if (!in || in->kind != SC_CLASS) return false;
    Levels l;
    levels_of(in->cls, &l);
    for (MemberDef *m = cxx_member_defs(x, e->d.name); m && !e->body.end; m = m->next) {
        if (!m->is_class || cxx_member_def_owner(x, m) != &in->cls->d) continue;
        if (!m->nheaders)
            cxx_elaborate_def_at(x, m->name, m->begin); // the specifier merges itself
        else if (m->flags & IX_SPECIALIZATION && !outside_of(x, m)->n)
            define_enum(x, e, m, m->scope->env, in);
    }
    for (MemberDef *m = cxx_member_defs(x, e->d.name); m && !e->body.end; m = m->next) {
        if (!m->is_class || !qualifier_names(x, m, in->cls)) continue;
        Outside *o = l.n ? candidate(x, m, &l, in->cls, 0) : unbound_candidate(x, m, in->cls);
        if (!o) continue;
        Env *env = l.n ? bind_levels(x, o, &l) : m->scope->env;
        define_enum(x, e, m, env, parameters_in(x, o, in));
    }
    return e->body.end != 0;
}

// The member an entry declares.
Decl *cxx_outside_decl(Cxx *x, Scope *s, uint32_t entry) {
    IndexEntry *e = &s->index->e.at[entry];
    for (MemberDef *m = cxx_member_defs(x, e->name); m; m = m->next) {
        if (m->begin != e->begin || m->order != e->order) continue;
        Decl *owner = cxx_member_def_owner(x, m);
        if (!owner || owner->kind != D_CLASS) return NULL;
        ClassDecl *c = (ClassDecl *)owner;
        if (!cxx_class_complete(x, c, x->tokens->at[m->order].pos)) return NULL;
        cxx_elaborate_name(x, c->inner, m->name);
        for (Decl *d = map_get(&c->inner->names, m->name); d; d = d->next) {
            if (d->kind == D_FUNC && cxx_func_find_body(x, (FuncDecl *)d) &&
                ((FuncDecl *)d)->body_range.begin >= m->begin &&
                ((FuncDecl *)d)->body_range.begin < m->end) {
                return d;
            }
            if (d->kind == D_VAR && cxx_var_find_def(x, (VarDecl *)d)) return d;
        }
    }
    return NULL;
}
