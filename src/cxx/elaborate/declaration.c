// SPDX-License-Identifier: Apache-2.0
// Declarations in namespaces and classes [dcl.dcl] [class.mem]: one index entry at a time. Each
// function ends behind the declaration's ';' or '}', whatever errors it met.
#include "cxx/facts/diag.h"
#include "cxx/facts/state.h"
#include "cxx/lookup/lookup.h"
#include "cxx/decl/decl.h"
#include "cxx/instance/instance.h"
#include "cxx/elaborate/elaborate.h"

// ---- using, aliases, static_assert -------------------------------------------------------------

// The name in the component in front of the last one, at `order`, of the qualified name at `at`.
static Atom component_before(const Parse *p, uint32_t at, uint32_t order) {
    if (order < at + 2 || p->tok[order - 1].kind != T_COLCOL) return 0;
    if (p->tok[order - 2].kind == T_IDENT) return p->tok[order - 2].text;
    for (uint32_t i = at; i + 1 < order; i++) {
        if (p->tok[i].kind != T_IDENT || p->tok[i + 1].kind != T_LT) continue;
        uint32_t e = cxx_skip_angles(p->x, i + 1, order);
        if (e == order - 1) return p->tok[i].text;
        if (e) i = e - 1;
    }
    return 0;
}

static Decl *using_one(Parse *p, Scope *s, Access acc) {
    Cxx *x = p->x;
    QualName q;
    uint32_t at = p->at;
    Pos pos = tok_pos(p);
    if (!cxx_parse_qual_name(p, &q)) return NULL;
    if (!q.qualified) {
        CXX_DIAG(x, d_using_unqualified, pos);
        return NULL;
    }
    UsingDecl *u = cxx_decl_new(x, UsingDecl, D_USING, q.name, pos, q.order, s, p->env);
    u->d.access = (uint8_t)acc;
    u->from = q.scope;
    u->dep_scope = q.dep;
    u->typename_ = p->tok[at].kind == T_KW_TYPENAME;
    if (q.dep) { // only in a dependent context: a type when it says so
        if (u->typename_) {
            TypedefDecl *t =
                cxx_decl_new(x, TypedefDecl, D_TYPEDEF, q.name, pos, q.order, s, p->env);
            t->d.type = ty_depname(x, q.dep, q.name, NULL);
            return cxx_declare(p, s, &t->d);
        }
        if (!x->decls->unbound || q.dep->kind == TY_ERROR) return NULL;
        // some member, of which only the name is known; or the constructors
        if (at + 2 < p->at && p->tok[p->at - 3].text == q.name) return NULL;
        const Token *before = &p->tok[q.order - 2];
        if (before->kind == T_GT || before->kind == T_GTGT) {
            Decl *t = q.dep->kind == TY_SPEC ? q.dep->u.spec.tmpl : NULL;
            if (t && t->name == q.name) return NULL;
        }
        if (!cxx_check_using(p, s, u, &q.found)) return NULL;
        u->d.access = ACC_PUBLIC;
        cxx_scope_add(x, s, &u->d);
        return &u->d;
    }
    if (q.dtor_type || q.name == x->n.dtor) { // [namespace.udecl]/4
        CXX_DIAG(x, d_using_destructor, pos);
        return NULL;
    }
    if (s->kind == SC_CLASS && q.scope->kind == SC_CLASS) {
        ClassDecl *b = q.scope->cls;
        bool own = b == s->cls; // no base, whatever the dependent bases are
        if (own ||
            (!s->cls->unbound_bases && !cxx_class_has_base(x, s->cls, b))) { // [namespace.udecl]/3
            CXX_DIAG(x, d_using_not_base, pos);
            return NULL;
        }
        u->base = b;
        bool ctor = q.name == b->d.name || q.name == x->n.ctor;
        // through an alias or a template parameter: the last two names are the same
        if (!ctor) ctor = component_before(p, at, q.order) == q.name;
        bool direct = !ctor || !u->base;
        for (uint32_t i = 0; !direct && i < s->cls->nbase; i++)
            direct = s->cls->base[i].cls == u->base;
        if (!direct && !p->env && !s->cls->unbound_bases) { // [namespace.udecl]/3
            CXX_DIAG(x, d_using_not_direct, pos, u->base->d.type, s->cls->d.type);
            return NULL;
        }
        if (ctor) {
            u->d.name = x->n.ctor;
            cxx_scope_add(x, s, &u->d);
            return &u->d;
        }
    } else if (s->kind == SC_CLASS && q.scope->kind == SC_NAMESPACE) {
        CXX_DIAG(x, d_using_not_base, pos);
        return NULL;
    }
    bool assign = u->base && q.name == cxx_op_atom(x, OP_ASSIGN); // every class has one
    if (assign) cxx_class_specials(x, u->base);
    if (!q.found.n && !assign) {
        cxx_say_no_member(p, q.pos, q.scope, q.name);
        return NULL;
    }
    if (q.is_template_id || (q.found.n && q.found.at[0]->kind == D_NAMESPACE)) {
        CXX_DIAG(x, d_using_entity, pos); // [namespace.udecl]/5, /6
        return NULL;
    }
    if (!cxx_check_using(p, s, u, &q.found)) return NULL;
    cxx_scope_add(x, s, &u->d);
    return &u->d;
}

static Decl *alias_declaration(Parse *p, Scope *s, Access acc) {
    Cxx *x = p->x;
    uint32_t name = p->at++;
    cxx_parse_attributes(p, NULL);
    p->at++; // =
    TypedefDecl *t = cxx_decl_new(x, TypedefDecl, D_TYPEDEF, p->tok[name].text, p->tok[name].pos,
                                  name, s, p->env);
    t->d.access = (uint8_t)acc;
    DeclSpec ds;
    t->d.type = cxx_parse_defining_type_id(p, &ds);
    if (p->at >= p->end && p->tok[p->at].kind != T_SEMI) cxx_expect(p, T_SEMI, ";");
    if (t->d.type->flags & TF_HAS_AUTO) {
        CXX_DIAG(x, d_auto_not_allowed, t->d.pos);
        t->d.type = x->ty_error;
    }
    if (t->d.type->kind == TY_CLASS && !t->d.type->u.cls->d.name &&
        !t->d.type->u.cls->typedef_name) {
        t->d.type->u.cls->typedef_name = &t->d;
    }
    EnumDecl *e = ds.enum_defined;
    if (e && !e->d.name && !e->typedef_name && t->d.type == e->d.type) e->typedef_name = &t->d;
    return cxx_declare(p, s, &t->d);
}

static void using_enum(Parse *p, Scope *s, Access acc) {
    Cxx *x = p->x;
    p->at++; // enum
    QualName q;
    Pos pos = tok_pos(p);
    Type *t = cxx_parse_qual_name(p, &q) ? cxx_name_type(p, &q) : NULL;
    if (t && t->kind == TY_ENUM && cxx_enum_complete(x, t->u.enm) && !t->u.enm->complete) {
        CXX_DIAG(x, d_incomplete_type, pos, t); // [enum.udecl]/1
        return;
    }
    if (!t || t->kind != TY_ENUM || !cxx_enum_complete(x, t->u.enm)) {
        if (t && t->kind != TY_ERROR)
            CXX_DIAG(x, d_not_enum, pos, t);
        else if (!t && q.name && !q.dep && !q.found.n)
            cxx_say_undefined(p, pos, q.name);
        return;
    }
    EnumDecl *e = t->u.enm;
    for (uint32_t i = 0; i < e->list.n; i++) {
        UsingDecl *u =
            cxx_decl_new(x, UsingDecl, D_USING, e->list.at[i]->d.name, pos, p->at, s, p->env);
        u->from = e->inner;
        u->d.access = (uint8_t)acc;
        cxx_scope_add(x, s, &u->d);
    }
}

Decl *cxx_parse_using(Parse *p, Scope *s, Access acc) {
    p->at++;
    Decl *d = NULL;
    if (cxx_peek(p) == T_KW_NAMESPACE) {
        p->at++;
        uint32_t end = p->at;
        while (end < p->end && p->tok[end].kind != T_SEMI) end++;
        cxx_using_directive(p->x, s, p->at, end);
        p->at = end;
    } else if (cxx_peek(p) == T_KW_ENUM) {
        using_enum(p, s, acc);
    } else if (cxx_peek(p) == T_IDENT &&
               (cxx_peek_n(p, 1) == T_ASSIGN || cxx_peek_n(p, 1) == T_KW_ATTRIBUTE ||
                cxx_peek_n(p, 1) == T_LBRACKET)) {
        d = alias_declaration(p, s, acc);
    } else {
        do {
            PackLoop l;
            cxx_pack_begin(p, &l);
            do {
                d = using_one(p, s, acc);
            } while (cxx_pack_next(p, &l));
        } while (cxx_accept(p, T_COMMA));
    }
    cxx_end_declaration(p);
    return d;
}

Decl *cxx_parse_ns_alias(Parse *p, Scope *s) {
    Cxx *x = p->x;
    uint32_t name = p->at + 1;
    p->at += 3; // namespace X =
    UsingDecl *u = cxx_decl_new(x, UsingDecl, D_NS_ALIAS, p->tok[name].text, p->tok[name].pos, name,
                                s, p->env);
    Scope *ns = cxx_accept(p, T_COLCOL) ? x->global : NULL;
    while (cxx_peek(p) == T_IDENT) {
        Lookup l;
        Atom a = p->tok[p->at].text;
        if (ns)
            cxx_lookup_in(p, ns, a, LU_NS_ONLY, &l);
        else
            cxx_lookup(p, a, LU_NS_ONLY, &l);
        if (!l.n || l.at[0]->kind != D_NAMESPACE) {
            CXX_DIAG(x, d_not_namespace, tok_pos(p), a);
            cxx_skip_to_semi(p);
            return NULL;
        }
        u->target = l.at[0];
        ns = ((NamespaceDecl *)l.at[0])->inner;
        p->at++;
        if (!cxx_accept(p, T_COLCOL)) break;
    }
    cxx_end_declaration(p);
    if (!u->target) return NULL;
    for (Decl *o = map_get(&s->names, u->d.name); o; o = o->next) {
        if (o->kind == D_NS_ALIAS && ((UsingDecl *)o)->target == u->target) return o;
        if (o == u->target) return o;
        CXX_DIAG(x, d_already_declared, u->d.pos, u->d.name); // [namespace.alias]/3
        cxx_note_declared(x, o);
        return NULL;
    }
    cxx_scope_add(x, s, &u->d);
    return &u->d;
}

// ---- simple declarations -----------------------------------------------------------------------

static Decl *declare_typedef(Parse *p, const DeclSpec *ds, const Declarator *d, Scope *s,
                             Access acc) {
    Cxx *x = p->x;
    TypedefDecl *t = cxx_decl_new(x, TypedefDecl, D_TYPEDEF, d->name, d->pos, d->order, s, p->env);
    t->d.access = (uint8_t)acc;
    t->d.type = d->type;
    if (d->qual || d->dep_qual) CXX_DIAG(x, d_qualified_here, d->pos); // [dcl.typedef]/1
    if (d->op || d->fkind != FK_NORMAL || d->targs) CXX_DIAG(x, d_operator_variable, d->pos);
    for (uint32_t i = 0; i < d->nparam; i++) {
        if (d->param[i]->default_arg.end) CXX_DIAG(x, d_default_here, d->param[i]->d.pos);
    }
    uint32_t al = ds->align;
    if (d->attrs && d->attrs->align > al) al = d->attrs->align;
    if (t->d.type->flags & TF_HAS_AUTO) {
        CXX_DIAG(x, d_auto_not_allowed, d->pos);
        t->d.type = x->ty_error;
    }
    // the first declarator that names the class itself, not an array of it or a pointer to it
    const Type *whole = t->d.type;
    if (ds->cls_defined && !ds->cls_defined->d.name && !ds->cls_defined->typedef_name &&
        whole == ds->cls_defined->d.type) { // [dcl.typedef]/9
        ds->cls_defined->typedef_name = &t->d;
        // an alignment on the typedef of an unnamed class is the class's own
        if (al > ds->cls_defined->attr_align) ds->cls_defined->attr_align = al;
    }
    if (ds->enum_defined && !ds->enum_defined->d.name && !ds->enum_defined->typedef_name &&
        whole == ds->enum_defined->d.type)
        ds->enum_defined->typedef_name = &t->d;
    t->d.cuda = ds->cuda;
    if (t->d.cuda && cxx_in_main_file(x, d->pos) && x->hooks.check_decl)
        x->hooks.check_decl(p, &t->d);
    return cxx_declare(p, s, &t->d);
}

static void check_decl(Parse *p, Decl *d) {
    if (d && p->x->hooks.check_decl) p->x->hooks.check_decl(p, d);
}

// `ns::absent x;`: with no type before it, the qualified name was meant as the type.
static bool qualified_no_type(Parse *p, const DeclSpec *ds, const Declarator *d) {
    Cxx *x = p->x;
    if (ds->type || !d->qual || !d->name) return false;
    Lookup l;
    if (cxx_lookup_in(p, d->qual, d->name, 0, &l))
        CXX_DIAG(x, d_not_a_type, d->pos, d->name);
    else
        cxx_say_no_member(p, d->pos, d->qual, d->name);
    cxx_skip_to_semi(p);
    return true;
}

// One declarator of a declaration; p->at stops at ',' or ';' or behind a body.
static Decl *declare_one(Parse *p, DeclSpec *ds, Declarator *d, Scope *s, Access acc) {
    Cxx *x = p->x;
    Decl *made;
    if (ds->is_friend && s->kind != SC_CLASS) { // [dcl.friend]
        CXX_DIAG(x, d_specifier_here, ds->pos, "friend");
        ds->is_friend = false;
    }
    if (ds->is_typedef) return declare_typedef(p, ds, d, s, acc);
    bool func = d->type->kind == TY_FUNC;
    if (func) {
        cxx_refuse_definition(p, ds); // [dcl.fct]/17: `struct S {} f();`
        Scope *in = d->qual && !ds->is_friend ? d->qual : s;
        FuncDecl *f = cxx_make_func(p, ds, d, in);
        f->d.access = (uint8_t)acc;
        if (f->kind == FK_GUIDE) {
            cxx_check_guide(p, f, ds, d, in, acc);
            if (d->qual) return NULL;
            f->d.name = cxx_guide_atom(x, f->d.name);
            f->d.type = d->type;
        } else if (!ds->type && f->kind == FK_NORMAL) {
            CXX_DIAG(x, d_no_type, d->pos);
        }
        if (ds->is_friend)
            made = cxx_declare_friend(p, s, &f->d, d);
        else if (d->qual)
            made = cxx_declare_outside(p, &f->d);
        else
            made = cxx_declare(p, s, &f->d);
        check_decl(p, made);
        return made;
    }
    if (qualified_no_type(p, ds, d)) return NULL;
    if (s->kind == SC_CLASS && !(ds->flags & DF_STATIC) && !ds->is_friend) {
        FieldDecl *f = cxx_make_field(p, ds, d, s, acc);
        if (ds->flags & DF_CONSTEXPR) CXX_DIAG(x, d_constexpr_field, d->pos);
        made = f->d.name ? cxx_declare(p, s, &f->d) : &f->d;
    } else {
        VarDecl *v = cxx_make_var(p, ds, d, d->qual ? d->qual : s);
        v->d.access = (uint8_t)acc;
        made = d->qual ? cxx_declare_outside(p, &v->d) : cxx_declare(p, s, &v->d);
    }
    check_decl(p, made);
    return made;
}

// `int : 3;`
static void unnamed_bitfield(Parse *p, DeclSpec *ds, Scope *s, Access acc) {
    Declarator d = {.type = ds->type, .pos = tok_pos(p), .order = p->at};
    if (!d.type) { // C(int a), : a(a) {}
        CXX_DIAG(p->x, d_no_type, d.pos);
        cxx_skip_to_semi(p);
        return;
    }
    if (ds->flags & DF_STATIC) CXX_DIAG(p->x, d_specifier_here, d.pos, "static"); // [class.bit]/2
    cxx_make_field(p, ds, &d, s, acc);
}

// A structured binding in a namespace: parsed again from its specifiers, which must be few
// [dcl.pre]/8.
static Decl *namespace_binding(Parse *p, const DeclSpec *ds, const Scope *s, uint32_t begin) {
    const char *bad = ds->flags & DF_CONSTEVAL   ? "consteval"
                      : ds->flags & DF_CONSTINIT ? "constinit"
                      : ds->flags & DF_EXTERN    ? "extern"
                      : ds->flags & DF_INLINE    ? "inline"
                      : ds->is_typedef           ? "typedef"
                      : ds->is_friend            ? "friend"
                      : ds->cuda & CU_DEVICE     ? "__device__"
                      : ds->cuda & CU_CONSTANT   ? "__constant__"
                      : ds->cuda & CU_MANAGED    ? "__managed__"
                      : ds->cuda & CU_SHARED     ? "__shared__"
                                                 : NULL;
    if (bad) CXX_DIAG(p->x, x_binding_specifier, tok_pos(p), bad);
    if (s->kind != SC_NAMESPACE) {
        CXX_DIAG(p->x, d_binding_here, tok_pos(p));
        cxx_skip_to_semi(p);
        return NULL;
    }
    cxx_namespace_binding(p, begin);
    cxx_end_declaration(p);
    return NULL;
}

static Decl *declarators(Parse *p, DeclSpec *ds, Scope *s, Access acc, uint32_t begin) {
    Decl *last = NULL;
    for (;;) {
        Declarator d;
        if (cxx_peek(p) == T_COLON && s->kind == SC_CLASS) {
            unnamed_bitfield(p, ds, s, acc);
        } else {
            bool parsed = cxx_parse_declarator(p, ds, &d, false);
            struct LateAccess *late = cxx_take_late_access(p);
            if (!parsed) {
                cxx_end_late_access(p, late, NULL, NULL);
                cxx_skip_to_semi(p);
                return last;
            }
            if (d.is_function && cxx_invents_params(p, &d)) {
                last = cxx_parse_abbreviated(p, begin, s, acc, d.params_begin);
                if (p->tok[p->at - 1].kind == T_RBRACE && cxx_peek(p) != T_SEMI) return last;
                break;
            }
            last = declare_one(p, ds, &d, s, acc);
            cxx_end_late_access(p, late, last, d.qual);
            if (p->at > 0 && p->tok[p->at - 1].kind == T_RBRACE && d.type->kind == TY_FUNC &&
                cxx_peek(p) != T_SEMI) {
                return last; // a body ends the declaration
            }
        }
        if (!cxx_accept(p, T_COMMA)) break;
    }
    cxx_end_declaration(p);
    return last;
}

// Specifiers that need a declarator, `inline struct A;` [dcl.type.elab], [dcl.spec].
static void check_alone(Parse *p, const DeclSpec *ds, const Scope *s) {
    bool cls = ds->type && (ds->type->kind == TY_CLASS || ds->type->kind == TY_ENUM);
    if (!cls || p->env || !cxx_in_main_file(p->x, ds->pos)) return;
    const char *w = ds->is_virtual                         ? "virtual"
                    : ds->is_explicit                      ? "explicit"
                    : ds->flags & DF_INLINE                ? "inline"
                    : ds->flags & DF_CONSTEVAL             ? "consteval"
                    : ds->flags & DF_CONSTEXPR             ? "constexpr"
                    : ds->flags & DF_MUTABLE               ? "mutable"
                    : ds->is_thread                        ? "thread_local"
                    : ds->is_friend && s->kind != SC_CLASS ? "friend"
                                                           : NULL;
    if (w) CXX_DIAG(p->x, d_specifier_here, ds->pos, w);
    if (ds->cuda && (ds->cls_defined || ds->enum_defined))
        CXX_DIAG(p->x, w_attribute_alone, ds->pos);
}

// At `A(...) ->` in a class.
static bool guide_follows(const Parse *p) {
    uint32_t e = cxx_skip_group(p->tok, p->at + 1, p->end);
    return e < p->end && p->tok[e].kind == T_ARROW;
}

static bool binding_follows(const Parse *p) {
    uint16_t k = cxx_peek(p);
    return k == T_LBRACKET || ((k == T_AMP || k == T_AMPAMP) && cxx_peek_n(p, 1) == T_LBRACKET);
}

static Decl *simple_declaration(Parse *p, Scope *s, Access acc) {
    DeclSpec ds;
    uint32_t at = p->at;
    Cxx *x = p->x;
    p->type_only = true;
    if (s->kind == SC_NAMESPACE) cxx_begin_late_access(p);
    bool ok = cxx_parse_declspecs(p, &ds, true);
    p->type_only = false;
    bool binding = ok && ds.has_auto && binding_follows(p);
    bool declarator = ok && ds.type && cxx_peek(p) != T_SEMI && !binding;
    if (ok && !ds.type) // what was read are names of the declarator, which is read again
        cxx_take_late_access(p);
    else if (!declarator)
        cxx_end_late_access(p, cxx_take_late_access(p), NULL, NULL);
    if (!ok) {
        CXX_DIAG(x, d_expected_declaration, tok_pos(p));
        cxx_skip_to_semi(p);
        return NULL;
    }
    if (cxx_peek(p) == T_SEMI) {
        const ClassDecl *c = ds.cls_defined;
        bool global = s->kind == SC_NAMESPACE && c && !c->d.name && c->tag == CT_UNION;
        Decl *anonymous = global ? cxx_anonymous_global(p, &ds, s) : NULL;
        p->at++;
        check_alone(p, &ds, s);
        if (anonymous) return anonymous;
        if (s->kind == SC_CLASS && ds.cls_defined && !ds.cls_defined->d.name && !ds.is_friend) {
            cxx_anonymous_member(p, &ds, s, acc);
            return ds.cls_defined->anon_member ? &ds.cls_defined->anon_member->d : NULL;
        }
        if (ds.is_friend && s->kind == SC_CLASS && ds.type && ds.type->kind == TY_CLASS) {
            vec_push(pp(p), &s->cls->friends, ds.type->u.cls);
        }
        if (ds.type && ds.type->kind == TY_CLASS) return &ds.type->u.cls->d;
        if (ds.type && ds.type->kind == TY_ENUM) return &ds.type->u.enm->d;
        return NULL;
    }
    if (!ds.type) { // constructors, destructors, conversions, guides; else something is unknown
        uint16_t k = cxx_peek(p);
        bool special = k == T_TILDE || k == T_KW_OPERATOR;
        if (k == T_IDENT || k == T_COLCOL) {
            uint16_t n = cxx_peek_n(p, 1);
            bool ctor =
                s->kind == SC_CLASS && n == T_LPAREN && p->tok[p->at].text == s->cls->d.name;
            special = ctor || n == T_COLCOL || n == T_LT || k == T_COLCOL ||
                      (n == T_LPAREN && (s->kind == SC_NAMESPACE || guide_follows(p)));
            bool type = n == T_IDENT || n == T_STAR || n == T_AMP || n == T_AMPAMP;
            if (!special && type && cxx_unknown_type(p)) {
                ds.type = x->ty_error;
                special = true;
            } else if (!special) {
                CXX_DIAG(x, d_no_type, tok_pos(p));
            }
        }
        if (!special && k != T_IDENT && k != T_COLCOL) {
            CXX_DIAG(x, d_expected_declaration, tok_pos(p));
        }
        if (!special) {
            p->at = p->at > at ? p->at : at + 1;
            cxx_skip_to_semi(p);
            return NULL;
        }
    }
    if (binding) return namespace_binding(p, &ds, s, at);
    return declarators(p, &ds, s, acc, at);
}

Decl *cxx_parse_declaration(Parse *p, Scope *s, Access acc) {
    Cxx *x = p->x;
    while (cxx_peek(p) == T_KW_EXTENSION) p->at++;
    uint32_t begin = p->at;
    if (cxx_peek(p) == T_KW_EXTENSION && p->at + 1 < p->end) p->at++;
    switch (cxx_peek(p)) {
    case T_SEMI: p->at++; return NULL;
    case T_PRAGMA: p->at++; return NULL;
    case T_KW_USING: return cxx_parse_using(p, s, acc);
    case T_KW_STATIC_ASSERT: cxx_parse_static_assert(p); return NULL;
    case T_KW_NAMESPACE: return cxx_parse_ns_alias(p, s);
    case T_KW_ASM: cxx_skip_to_semi(p); return NULL;
    case T_KW_TEMPLATE:
        if (cxx_peek_n(p, 1) != T_LT) {
            cxx_explicit_instantiation(p, s);
            return NULL;
        }
        p->at++;
        return cxx_parse_template(p, s, acc, false);
    case T_KW_INLINE: // GNU: `inline template class A<int>;` and `static` instantiate less
    case T_KW_STATIC:
        if (cxx_peek_n(p, 1) == T_KW_TEMPLATE) {
            cxx_skip_to_semi(p);
            return NULL;
        }
        break;
    case T_KW_FRIEND:
        if (cxx_peek_n(p, 1) == T_KW_TEMPLATE && cxx_peek_n(p, 2) == T_LT) {
            p->at += 2;
            return cxx_parse_template(p, s, acc, true);
        }
        break;
    case T_KW_EXTERN:
        if (cxx_peek_n(p, 1) == T_KW_TEMPLATE) {
            p->at++;
            cxx_explicit_instantiation(p, s);
            return NULL;
        }
        break;
    case T_LBRACKET: // [[attributes]] in front of using, static_assert ...
        if (cxx_peek_n(p, 1) == T_LBRACKET) {
            uint32_t e = cxx_skip_group(p->tok, p->at, p->end);
            uint16_t k = e < p->end ? p->tok[e].kind : T_EOF;
            if (k == T_KW_USING || k == T_KW_STATIC_ASSERT || k == T_KW_NAMESPACE || k == T_SEMI) {
                p->at = e;
                return cxx_parse_declaration(p, s, acc);
            }
        }
        break;
    default: break;
    }
    Decl *d = simple_declaration(p, s, acc);
    if (p->at == begin) p->at++;
    (void)x;
    return d;
}
