// SPDX-License-Identifier: Apache-2.0
// --check-all: members of class templates, and member templates, that are defined outside of their
// class, read with their parameters unbound like the bodies of the classes
// (check/template_check.c). In such a definition the class that its qualifier names is the current
// instantiation [temp.dep.type]/1. What it declares must be declared in the class [class.mfct]/1;
// types that depend on a parameter are taken to be the same when they may be.
#include "cxx/facts/diag.h"
#include "cxx/facts/state.h"
#include "cxx/lookup/lookup.h"
#include "cxx/decl/decl.h"
#include "cxx/instance/instance.h"
#include "cxx/check/template_check.h"

enum { MAX_HEADS = 16 };

typedef struct Heads { // the template headers of a definition, outermost first
    TmplParams *ps[MAX_HEADS];
    uint32_t n;
} Heads;

static void read_heads(Parse *p, Heads *h) {
    h->n = 0;
    while (cxx_peek(p) == T_KW_TEMPLATE && cxx_peek_n(p, 1) == T_LT && h->n < MAX_HEADS) {
        p->at++;
        h->ps[h->n] = tm_parse_params(p, h->n);
        h->n++;
    }
    p->dependent = true;
}

// Headers that belong to the classes around a member of scope s.
static uint32_t levels(const Scope *s) {
    uint32_t n = 0;
    for (; s && s->kind != SC_NAMESPACE; s = s->parent)
        n += s->kind == SC_CLASS && s->cls->tmpl && s->cls->unbound;
    return n;
}

// ---- may two signatures be the same? -----------------------------------------------------------

static bool type_differs(const Type *a, const Type *b) {
    if (a == b || a->kind == TY_ERROR || b->kind == TY_ERROR) return false;
    if (!((a->flags | b->flags) & (TF_DEPENDENT | TF_HAS_AUTO))) return true;
    bool pa = a->kind == TY_PTR || ty_is_ref(a), pb = b->kind == TY_PTR || ty_is_ref(b);
    if (pa && pb)
        return a->kind != b->kind || type_differs(a->u.ptr.to->unqual, b->u.ptr.to->unqual);
    if (a->kind == TY_TPARM && b->kind == TY_TPARM) return true;
    const Type *known = a->flags & TF_DEPENDENT ? b : a, *dep = known == a ? b : a;
    return dep->kind == TY_TPARM && !(known->flags & TF_DEPENDENT);
}

static bool signature_differs(const FuncDecl *a, const FuncDecl *b) {
    if (a->d.type->kind != TY_FUNC || b->d.type->kind != TY_FUNC) return false;
    const FuncType *f = &a->d.type->u.func, *g = &b->d.type->u.func;
    if (f->nparam != g->nparam || f->variadic != g->variadic || f->quals != g->quals ||
        f->ref != g->ref || a->kind != b->kind)
        return true;
    for (uint32_t i = 0; i < f->nparam; i++)
        if (type_differs(f->param[i], g->param[i])) return true;
    return false;
}

// ---- functions ---------------------------------------------------------------------------------

// A declaration of the class that the definition f may be of; *any: one of that name.
static FuncDecl *declared(Scope *in, const FuncDecl *f, const TmplParams *own, Decl **any) {
    FuncDecl *best = NULL;
    for (Decl *d = map_get(&in->names, f->d.name); d; d = d->next) {
        TemplateDecl *t = d->kind == D_TEMPLATE ? (TemplateDecl *)d : NULL;
        *any = d;
        FuncDecl *o = t && t->kind == TK_FUNC ? t->pattern
                      : d->kind == D_FUNC     ? (FuncDecl *)d
                                              : NULL;
        if (!o || (t != NULL) != (own != NULL) || o->is_implicit) continue;
        if (t && t->params->n != own->n) continue;
        if (o->d.type == f->d.type) return o;
        if (!signature_differs(o, f)) best = o;
    }
    return best;
}

static void check_again(Cxx *x, const FuncDecl *old, FuncDecl *f) {
    for (uint32_t i = 0; i < f->nparam; i++) { // [dcl.fct.default]/6
        if (!f->param[i]->default_arg.end) continue;
        CXX_DIAG(x, d_default_outside, f->param[i]->d.pos);
        break;
    }
    const Type *a = old->d.type->u.func.ret, *b = f->d.type->u.func.ret;
    if (f->kind == FK_NORMAL && type_differs(a, b) && !((a->flags | b->flags) & TF_HAS_AUTO)) {
        CXX_DIAG(x, d_incompatible_redeclaration, f->d.pos, &old->d);
        cxx_note_declared(x, &old->d);
    }
    bool same = old->d.type == f->d.type && !old->requires_range.end;
    if (same && old->defined && f->defined && old->body_range.begin != f->body_range.begin) {
        CXX_DIAG(x, d_already_defined, f->d.pos, &old->d);
        cxx_note_declared(x, &old->d);
    }
}

// Headers in front of a member of scope `in`: one for each class template around it, and its own.
static bool heads_fit(Cxx *x, const Heads *h, const Scope *in, Pos pos) {
    uint32_t n = levels(in);
    if (h->n == n || h->n == n + 1) return true;
    return CXX_DIAG(x, d_template_headers, pos);
}

static FuncDecl *check_function(Parse *p, const DeclSpec *ds, Declarator *d, const Heads *h) {
    Cxx *x = p->x;
    if (cxx_invents_params(p, d) || !heads_fit(x, h, d->qual, d->pos)) return NULL;
    FuncDecl *f = cxx_make_func(p, ds, d, d->qual);
    if (!f || f->d.type->kind != TY_FUNC) return NULL;
    const TmplParams *own = h->n > levels(d->qual) ? h->ps[h->n - 1] : NULL;
    cxx_elaborate_name(x, d->qual, d->name);
    if (f->kind == FK_CTOR || f->kind == FK_DTOR) cxx_class_specials(x, d->qual->cls);
    Decl *any = NULL;
    FuncDecl *old = declared(d->qual, f, own, &any);
    if (!old) {
        if (any && (any->kind == D_FUNC || any->kind == D_TEMPLATE))
            CXX_DIAG(x, d_no_matching_member, d->pos, &f->d, &d->qual->cls->d);
        else
            cxx_say_no_member(p, d->pos, d->qual, d->name);
        return NULL;
    }
    check_again(x, old, f);
    f->d.flags |= old->d.flags & (DF_STATIC | DF_CONSTEXPR | DF_CONSTEVAL);
    f->d.cuda |= old->d.cuda;
    f->is_virtual = old->is_virtual;
    return f;
}

// ---- static data members -----------------------------------------------------------------------

static VarDecl *check_variable(Parse *p, const DeclSpec *ds, Declarator *d, const Heads *h) {
    Cxx *x = p->x;
    if (!heads_fit(x, h, d->qual, d->pos)) return NULL;
    VarDecl *v = cxx_make_var(p, ds, d, d->qual);
    cxx_elaborate_name(x, d->qual, d->name);
    const Decl *old = map_get(&d->qual->names, d->name);
    if (!old) {
        cxx_say_no_member(p, d->pos, d->qual, d->name);
        return NULL;
    }
    const Type *t = old->kind == D_TEMPLATE ? ((const TemplateDecl *)old)->d.type : old->type;
    bool variable = old->kind == D_VAR || old->kind == D_TEMPLATE;
    bool array = t && (ty_is_array(t) || ty_is_array(v->d.type));
    if (!variable || (t && !array && type_differs(t->unqual, v->d.type->unqual))) {
        CXX_DIAG(x, d_incompatible_redeclaration, d->pos, old);
        cxx_note_declared(x, old);
        return NULL;
    }
    return v;
}

// ---- member classes ----------------------------------------------------------------------------

static void define_member(Cxx *x, ClassDecl *c, const ClassDecl *def, const Heads *h, Scope *in) {
    c->head = def->head;
    c->body = def->body;
    c->base_clause = def->base_clause;
    c->tag = def->tag;
    c->defined = true;
    c->complete = c->roots_seen = false;
    h->ps[0]->scope->parent = in; // names: of the headers, then of the enclosing class
    c->lexical = h->ps[h->n - 1]->scope;
    c->inner = cxx_scope_new(x, SC_CLASS, c->lexical, &c->d);
    tc_members(x, c);
}

static void define_template(Cxx *x, TemplateDecl *t, const ClassDecl *def, const Heads *h,
                            Scope *in) {
    TmplParams *ps = h->ps[h->n - 1];
    if (t->kind != TK_CLASS || t->defined || t->params->n != ps->n) return;
    t->params = ps;
    t->head = def->head;
    t->body = def->body;
    t->base_clause = def->base_clause;
    t->tag = (ClassTag)def->tag;
    t->defined = true;
    h->ps[0]->scope->parent = in;
    tc_class_template(x, t);
}

static void check_class(Parse *p, const MemberDef *m, const Heads *h) {
    Cxx *x = p->x;
    ClassDecl def = {.d = {.name = m->name}};
    if (!cxx_scan_class_def(x, p->at, m->end, &def)) return;
    p->at++;
    cxx_parse_attributes(p, NULL);
    QualName q;
    TmplCheck c;
    tc_begin(x, &c, false);
    x->decls->defining = true;
    bool ok = cxx_parse_qual_name(p, &q) && q.scope && q.scope->kind == SC_CLASS;
    x->decls->defining = false;
    if (ok && !q.is_template_id) ok = heads_fit(x, h, q.scope, q.pos);
    bool none = ok && !q.found.n;
    if (none) cxx_say_no_member(p, q.pos, q.scope, q.name);
    tc_end(x, &c);
    if (!ok || none || q.is_template_id || !q.scope->cls->unbound) return;
    Decl *d = q.found.at[0];
    if (d->kind == D_CLASS && d->scope == q.scope && !((ClassDecl *)d)->body.end)
        define_member(x, (ClassDecl *)d, &def, h, q.scope);
    else if (d->kind == D_TEMPLATE)
        define_template(x, (TemplateDecl *)d, &def, h, q.scope);
}

// `T::` or `T::name::` of a type parameter T: no class that can have a member defined.
static bool of_parameter(const Type *t) {
    while (t->kind == TY_DEPNAME) t = t->u.depname.scope;
    return t->kind == TY_TPARM;
}

// Whether what the definition's name is qualified by was read unbound, or can be no class.
static bool known_owner(Parse p, const MemberDef *m) {
    DiagTrap trap;
    QualName q;
    p.at = m->qual_begin;
    diag_trap_push(p.x->ctx, &trap);
    p.x->decls->defining = true;
    bool ok = cxx_parse_qual_name(&p, &q);
    p.x->decls->defining = false;
    diag_trap_pop(p.x->ctx, &trap);
    if (!ok || !q.dep) return true;
    return of_parameter(q.dep);
}

// ---- one definition ----------------------------------------------------------------------------

static void check_definition(Cxx *x, const MemberDef *m) {
    Parse p = cxx_parse_at(x, m->begin, m->end, m->scope, m->scope->env);
    Heads h;
    TmplCheck c;
    tc_begin(x, &c, false);
    x->decls->defining = true;
    read_heads(&p, &h);
    x->decls->defining = false;
    tc_end(x, &c);
    if (!h.n || h.n == MAX_HEADS || !known_owner(p, m)) return;
    if (m->is_class) {
        check_class(&p, m, &h);
        return;
    }
    DeclSpec ds = {0};
    Declarator d = {0};
    FuncDecl *f = NULL;
    VarDecl *v = NULL;
    tc_begin(x, &c, false);
    x->decls->defining = p.type_only = true;
    bool ok = cxx_parse_declspecs(&p, &ds, true);
    p.type_only = false;
    ok = ok && cxx_parse_declarator(&p, &ds, &d, false);
    x->decls->defining = false;
    const Type *dep = ok ? d.dep_qual : NULL;
    if (dep && of_parameter(dep)) // template <class T> void T::f()
        CXX_DIAG(x, d_not_class_or_namespace_name, d.pos, d.name);
    bool member = ok && d.qual && d.qual->kind == SC_CLASS && !ds.is_friend && !d.targs;
    if (member && d.is_function)
        f = check_function(&p, &ds, &d, &h);
    else if (member && !d.op && d.fkind == FK_NORMAL)
        v = check_variable(&p, &ds, &d, &h);
    tc_end(x, &c);
    tc_function(x, f);
    if (!v || !v->init_style) return;
    tc_begin(x, &c, true);
    cxx_var_init(x, v);
    tc_end(x, &c);
}

// ---- explicit specializations of members [temp.expl.spec]/4 ------------------------------------

// `template <> void A<int>::f(...)`: whether the class has such a member.
static bool specializes(Parse *p, ClassDecl *c, const Declarator *d) {
    if (d->type->kind != TY_FUNC || d->type->u.func.ret->flags & TF_HAS_AUTO) return true;
    const Type *r = d->type->u.func.ret;
    for (Decl *o = map_get(&c->inner->names, d->name); o; o = o->next) {
        DeduceFail why = {0};
        if (o->kind == D_USING) return true;
        if (o->kind == D_TEMPLATE && ((TemplateDecl *)o)->kind == TK_FUNC &&
            cxx_deduce_type(p, (TemplateDecl *)o, d->targs, d->type, &why))
            return true;
        if (o->kind != D_FUNC || o->type->kind != TY_FUNC) continue;
        const FuncDecl *f = (const FuncDecl *)o;
        const FuncType *a = &o->type->u.func, *b = &d->type->u.func;
        bool same = a->nparam == b->nparam && a->quals == b->quals && a->ref == b->ref;
        for (uint32_t i = 0; i < a->nparam && same; i++) same = a->param[i] == b->param[i];
        if (same && (f->kind != FK_NORMAL || a->ret == r)) return true;
    }
    return false;
}

// [temp.expl.spec]/2: it stands in a scope that encloses what it specializes.
static bool encloses(Cxx *x, const MemberDef *m, const Decl *owner) {
    const Scope *s = owner->kind == D_NAMESPACE ? ((const NamespaceDecl *)owner)->inner : NULL;
    if (owner->kind == D_TEMPLATE) s = owner->scope;
    if (owner->kind == D_CLASS) {
        const ClassDecl *c = (const ClassDecl *)owner;
        s = c->tmpl ? c->tmpl->d.scope : c->d.scope;
    }
    if (!s || cxx_scope_encloses(m->scope, s)) return true;
    return CXX_DIAG(x, d_spec_scope, x->tokens->at[m->order].pos, m->name);
}

static void check_member_spec(Cxx *x, MemberDef *m) {
    Decl *owner = cxx_member_def_owner(x, m);
    if (!owner || !encloses(x, m, owner) || !m->is_func) return;
    ClassDecl *c = owner->kind == D_CLASS ? (ClassDecl *)owner : NULL;
    if (!c || c->unbound || !c->tmpl || c->explicit_spec) return;
    uint32_t at = m->begin;
    const Token *t = x->tokens->at;
    while (t[at].kind == T_KW_TEMPLATE) { // only `template <>`
        if (t[at + 1].kind != T_LT || t[at + 2].kind != T_GT) return;
        at += 3;
    }
    TmplCheck k;
    tc_begin(x, &k, false);
    Parse p = cxx_parse_at(x, at, m->end, m->scope, m->scope->env);
    DeclSpec ds = {0};
    Declarator d = {0};
    cxx_begin_late_access(&p); // specializations may name all [temp.spec.general]/6
    bool ok = cxx_parse_declspecs(&p, &ds, true) && cxx_parse_declarator(&p, &ds, &d, false) &&
              d.qual == c->inner && d.fkind == FK_NORMAL && d.is_function;
    if (ok) cxx_elaborate_name(x, c->inner, d.name);
    if (ok && !specializes(&p, c, &d)) CXX_DIAG(x, tmpl_no_match, d.pos, d.name);
    tc_end(x, &k);
}

void tc_outside(Cxx *x) {
    for (uint32_t i = 0; i < x->decls->all_member_defs.n; i++) {
        MemberDef *m = x->decls->all_member_defs.at[i];
        if (!m->nheaders || m->flags & IX_FRIEND) continue;
        if (!cxx_in_main_file(x, x->tokens->at[m->begin].pos)) continue;
        if (m->flags & IX_SPECIALIZATION)
            check_member_spec(x, m);
        else
            check_definition(x, m);
    }
}
