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
static Atom component_before(const Parse *parse, uint32_t at, uint32_t order) {
    if (order < at + 2 || parse->tok[order - 1].kind != T_COLCOL) return 0;
    if (parse->tok[order - 2].kind == T_IDENT) return parse->tok[order - 2].text;
    for (uint32_t i = at; i + 1 < order; i++) {
        if (parse->tok[i].kind != T_IDENT || parse->tok[i + 1].kind != T_LT) continue;
        uint32_t e = cxx_skip_angles(parse->x, i + 1, order);
        if (e == order - 1) return parse->tok[i].text;
        if (e) i = e - 1;
    }
    return 0;
}

// Whether some conversion function that was found converts to the named type; a template may.
static bool gives(const QualName *qual_name) {
    if (ty_dependent(qual_name->conv_type)) return true;
    for (uint32_t i = 0; i < qual_name->found.n; i++) {
        const Decl *decl = qual_name->found.at[i];
        if (decl->kind != D_FUNC || decl->type->kind != TY_FUNC) return true;
        if (decl->type->u.func.ret == qual_name->conv_type || ty_dependent(decl->type)) return true;
    }
    return false;
}

// All that a using-declaration of a class names is accessible there [namespace.udecl]/17.
static void check_used_access(Parse *parse, const QualName *used) {
    for (uint32_t i = 0; i < used->found.n; i++) {
        Decl *decl = used->found.at[i];
        if (cxx_access_ok(parse, decl, used->scope->cls)) continue;
        CXX_DIAG(parse->x, d_inaccessible, used->pos, decl);
        cxx_note_declared(parse->x, decl);
        return;
    }
}

// One using-declarator [namespace.udecl]. Gives the declaration made, NULL after a diagnostic, or
// where nothing can be said of a dependent scope. A base's constructors are entered under the name
// of constructors: they are inherited.
static Decl *using_one(Parse *parse, Scope *home, Access acc) {
    Cxx *cxx = parse->x;
    QualName qual_name;
    uint32_t at = parse->at;
    Pos pos = tok_pos(parse);
    if (!cxx_parse_qual_name(parse, &qual_name)) return NULL;
    if (!qual_name.qualified) {
        CXX_DIAG(cxx, d_using_unqualified, pos);
        return NULL;
    }
    UsingDecl *using_decl = cxx_decl_new(cxx, UsingDecl, D_USING, qual_name.name, pos,
                                         qual_name.order, home, parse->env);
    using_decl->d.access = (uint8_t)acc;
    using_decl->from = qual_name.scope;
    using_decl->dep_scope = qual_name.dep;
    using_decl->typename_ = parse->tok[at].kind == T_KW_TYPENAME;
    bool block = is_any_of(home->kind, SC_BLOCK, SC_FUNC);
    bool of_class = qual_name.dep ? cxx->opt.std < 20 && !using_decl->typename_
                                  : scope_is(qual_name.scope, SC_CLASS);
    bool enumerator = qual_name.found.n && qual_name.found.at[0]->kind == D_ENUMERATOR;
    if (block && of_class && !enumerator && !parse->env && cxx_in_main_file(cxx, pos)) {
        CXX_DIAG(cxx, d_using_of_class, pos); // [namespace.udecl]/8
        return NULL;
    }
    if (qual_name.dep) { // only in a dependent context: a type when it says so
        if (using_decl->typename_) {
            TypedefDecl *t = cxx_decl_new(cxx, TypedefDecl, D_TYPEDEF, qual_name.name, pos,
                                          qual_name.order, home, parse->env);
            t->d.type = ty_depname(cxx, qual_name.dep, qual_name.name, NULL);
            return cxx_declare(parse, home, &t->d);
        }
        if (!cxx->decls->unbound.reading || qual_name.dep->kind == TY_ERROR) return NULL;
        // some member, of which only the name is known; or the constructors
        if (at + 2 < parse->at && parse->tok[parse->at - 3].text == qual_name.name) return NULL;
        const Token *before = &parse->tok[qual_name.order - 2];
        if (is_any_of(before->kind, T_GT, T_GTGT)) {
            Decl *t = qual_name.dep->kind == TY_SPEC ? qual_name.dep->u.spec.tmpl : NULL;
            if (t && t->name == qual_name.name) return NULL;
        }
        if (!cxx_check_using(parse, home, using_decl, &qual_name.found)) return NULL;
        using_decl->d.access = ACC_PUBLIC;
        cxx_scope_add(cxx, home, &using_decl->d);
        return &using_decl->d;
    }
    if (qual_name.dtor_type || qual_name.name == cxx->n.dtor) { // [namespace.udecl]/4
        CXX_DIAG(cxx, d_using_destructor, pos);
        return NULL;
    }
    if (home->kind == SC_CLASS && qual_name.scope->kind == SC_CLASS) {
        ClassDecl *cls = qual_name.scope->cls;
        bool own = cls == home->cls; // no base, whatever the dependent bases are
        if (own || (!home->cls->members.unbound_bases &&
                    !cxx_class_has_base(cxx, home->cls, cls))) { // [namespace.udecl]/3
            CXX_DIAG(cxx, d_using_not_base, pos);
            return NULL;
        }
        using_decl->base = cls;
        bool ctor = qual_name.name == cls->d.name || qual_name.name == cxx->n.ctor;
        // through an alias or a template parameter: the last two names are the same
        if (!ctor) ctor = component_before(parse, at, qual_name.order) == qual_name.name;
        bool direct = !ctor || !using_decl->base;
        for (uint32_t i = 0; !direct && i < home->cls->members.nbase; i++)
            direct = home->cls->members.base[i].cls == using_decl->base;
        if (!direct && !parse->env && !home->cls->members.unbound_bases) { // [namespace.udecl]/3
            CXX_DIAG(cxx, d_using_not_direct, pos, using_decl->base->d.type, home->cls->d.type);
            return NULL;
        }
        if (ctor) {
            using_decl->d.name = cxx->n.ctor;
            cxx_scope_add(cxx, home, &using_decl->d);
            return &using_decl->d;
        }
    } else if (home->kind == SC_CLASS && qual_name.scope->kind == SC_NAMESPACE) {
        CXX_DIAG(cxx, d_using_not_base, pos);
        return NULL;
    }
    bool assign =
        using_decl->base && qual_name.name == cxx_op_atom(cxx, OP_ASSIGN); // every class has one
    if (assign) cxx_class_specials(cxx, using_decl->base);
    if (qual_name.conv_type && qual_name.found.n && !gives(&qual_name) && cxx->opt.check_all) {
        cxx_say_no_member(parse, qual_name.pos, qual_name.scope, qual_name.name);
        return NULL;
    }
    if (using_decl->base && qual_name.found.n && !qual_name.found.ambiguous)
        check_used_access(parse, &qual_name);
    if (!qual_name.found.n && !assign) {
        cxx_say_no_member(parse, qual_name.pos, qual_name.scope, qual_name.name);
        return NULL;
    }
    if (qual_name.is_template_id ||
        (qual_name.found.n && qual_name.found.at[0]->kind == D_NAMESPACE)) {
        CXX_DIAG(cxx, d_using_entity, pos); // [namespace.udecl]/5, /6
        return NULL;
    }
    if (qual_name.found.ambiguous && cxx_in_main_file(cxx, pos) && cxx->opt.check_all) {
        CXX_DIAG(cxx, x_ambiguous_name, qual_name.pos, qual_name.name);
        return NULL;
    }
    if (!cxx_check_using(parse, home, using_decl, &qual_name.found)) return NULL;
    cxx_scope_add(cxx, home, &using_decl->d);
    return &using_decl->d;
}

// At the name of `using name = type;`. An unnamed class or enumeration defined in it gets this name
// for linkage purposes [dcl.typedef]/9.
static Decl *alias_declaration(Parse *parse, Scope *home, Access acc) {
    Cxx *cxx = parse->x;
    uint32_t name = parse->at++;
    const AttrSet *attrs = cxx_parse_attributes(parse, NULL);
    parse->at++; // =
    TypedefDecl *typedef_decl = cxx_decl_new(cxx, TypedefDecl, D_TYPEDEF, parse->tok[name].text,
                                             parse->tok[name].pos, name, home, parse->env);
    typedef_decl->d.access = (uint8_t)acc;
    DeclSpec ds;
    typedef_decl->d.type = cxx_parse_defining_type_id(parse, &ds);
    cxx_note_written(cxx, &typedef_decl->d, ds.written);
    typedef_decl->align = attrs ? attrs->align : 0;
    if (!typedef_decl->align)
        typedef_decl->align = cxx_typedef_align(ds.aligned, typedef_decl->d.type);
    if (parse->at >= parse->end && parse->tok[parse->at].kind != T_SEMI)
        cxx_expect(parse, T_SEMI, ";");
    if (typedef_decl->d.type->flags & TF_HAS_AUTO) {
        CXX_DIAG(cxx, d_auto_not_allowed, typedef_decl->d.pos);
        typedef_decl->d.type = cxx->ty_error;
    }
    if (typedef_decl->d.type->kind == TY_CLASS && !typedef_decl->d.type->u.cls->d.name &&
        !typedef_decl->d.type->u.cls->typedef_name) {
        typedef_decl->d.type->u.cls->typedef_name = &typedef_decl->d;
    }
    EnumDecl *e = ds.enum_defined;
    if (e && !e->d.name && !e->typedef_name && typedef_decl->d.type == e->d.type)
        e->typedef_name = &typedef_decl->d;
    return cxx_declare(parse, home, &typedef_decl->d);
}

// At `enum` of a using-enum-declaration [enum.udecl]: one using-declaration for each enumerator.
static void using_enum(Parse *parse, Scope *home, Access acc) {
    Cxx *cxx = parse->x;
    parse->at++; // enum
    QualName qual_name;
    Pos pos = tok_pos(parse);
    Type *type = cxx_parse_qual_name(parse, &qual_name) ? cxx_name_type(parse, &qual_name) : NULL;
    if (type && type->kind == TY_ENUM && cxx_enum_complete(cxx, type->u.enm) &&
        !type->u.enm->complete) {
        CXX_DIAG(cxx, d_incomplete_type, pos, type); // [enum.udecl]/1
        return;
    }
    if (!type || type->kind != TY_ENUM || !cxx_enum_complete(cxx, type->u.enm)) {
        if (!ty_lost(type))
            CXX_DIAG(cxx, d_not_enum, pos, type);
        else if (!type && qual_name.name && !qual_name.dep && !qual_name.found.n)
            cxx_say_undefined(parse, pos, qual_name.name);
        return;
    }
    EnumDecl *e = type->u.enm;
    for (uint32_t i = 0; i < e->list.n; i++) {
        UsingDecl *u = cxx_decl_new(cxx, UsingDecl, D_USING, e->list.at[i]->d.name, pos, parse->at,
                                    home, parse->env);
        u->from = e->inner;
        u->d.access = (uint8_t)acc;
        cxx_scope_add(cxx, home, &u->d);
    }
}

// Declarators of a using-declaration may expand packs [namespace.udecl]/1.
Decl *cxx_parse_using(Parse *parse, Scope *home, Access acc) {
    parse->at++;
    Decl *decl = NULL;
    if (cxx_peek(parse) == T_KW_NAMESPACE) {
        parse->at++;
        uint32_t end = parse->at;
        while (end < parse->end && parse->tok[end].kind != T_SEMI) end++;
        cxx_using_directive(parse->x, home, parse->at, end);
        parse->at = end;
    } else if (cxx_peek(parse) == T_KW_ENUM) {
        using_enum(parse, home, acc);
    } else if (cxx_peek(parse) == T_IDENT &&
               is_any_of(cxx_peek_n(parse, 1), T_ASSIGN, T_KW_ATTRIBUTE, T_LBRACKET)) {
        decl = alias_declaration(parse, home, acc);
    } else {
        do {
            PackLoop l;
            cxx_pack_begin(parse, &l);
            do {
                decl = using_one(parse, home, acc);
            } while (cxx_pack_next(parse, &l));
        } while (cxx_accept(parse, T_COMMA));
    }
    cxx_end_declaration(parse);
    return decl;
}

Decl *cxx_parse_ns_alias(Parse *parse, Scope *home) {
    Cxx *cxx = parse->x;
    uint32_t name = parse->at + 1;
    parse->at += 3; // namespace X =
    UsingDecl *using_decl = cxx_decl_new(cxx, UsingDecl, D_NS_ALIAS, parse->tok[name].text,
                                         parse->tok[name].pos, name, home, parse->env);

    // The namespace's name, component by component.
    Scope *ns = cxx_accept(parse, T_COLCOL) ? cxx->global : NULL;
    while (cxx_peek(parse) == T_IDENT) {
        Lookup lookup;
        Atom atom = parse->tok[parse->at].text;
        if (ns)
            cxx_lookup_in(parse, ns, atom, LU_NS_ONLY, &lookup);
        else
            cxx_lookup(parse, atom, LU_NS_ONLY, &lookup);
        if (!lookup.n || lookup.at[0]->kind != D_NAMESPACE) {
            CXX_DIAG(cxx, d_not_namespace, tok_pos(parse), atom);
            cxx_skip_to_semi(parse);
            return NULL;
        }
        using_decl->target = lookup.at[0];
        ns = ((NamespaceDecl *)lookup.at[0])->inner;
        parse->at++;
        if (!cxx_accept(parse, T_COLCOL)) break;
    }
    cxx_end_declaration(parse);
    if (!using_decl->target) return NULL;

    // The same alias may be declared again, no other entity.
    for (Decl *o = map_get(&home->names, using_decl->d.name); o; o = o->next) {
        if (o->kind == D_NS_ALIAS && ((UsingDecl *)o)->target == using_decl->target) return o;
        if (o == using_decl->target) return o;
        CXX_DIAG(cxx, d_already_declared, using_decl->d.pos,
                 using_decl->d.name); // [namespace.alias]/3
        cxx_note_declared(cxx, o);
        return NULL;
    }
    cxx_scope_add(cxx, home, &using_decl->d);
    return &using_decl->d;
}

// ---- simple declarations -----------------------------------------------------------------------

// The name a typedef declares, entered in its scope. The first that names an unnamed class or
// enumeration of its specifiers names it for linkage purposes [dcl.typedef]/9.
static Decl *declare_typedef(Parse *parse, const DeclSpec *ds, const Declarator *alias, Scope *home,
                             Access acc) {
    Cxx *cxx = parse->x;
    TypedefDecl *typedef_decl = cxx_decl_new(cxx, TypedefDecl, D_TYPEDEF, alias->name, alias->pos,
                                             alias->order, home, parse->env);
    typedef_decl->d.access = (uint8_t)acc;
    typedef_decl->d.type = alias->type;
    cxx_note_written(cxx, &typedef_decl->d, ds->written);
    if (alias->qual || alias->dep_qual)
        CXX_DIAG(cxx, d_qualified_here, alias->pos); // [dcl.typedef]/1
    if (alias->op || alias->fkind != FK_NORMAL || alias->targs)
        CXX_DIAG(cxx, d_operator_variable, alias->pos);
    for (uint32_t i = 0; i < alias->nparam; i++) {
        if (alias->param[i]->default_arg.end) CXX_DIAG(cxx, d_default_here, alias->param[i]->d.pos);
    }
    typedef_decl->align = cxx_typedef_asks(ds, alias);
    if (typedef_decl->d.type->flags & TF_HAS_AUTO) {
        CXX_DIAG(cxx, d_auto_not_allowed, alias->pos);
        typedef_decl->d.type = cxx->ty_error;
    }
    // the first declarator that names the class itself, not an array of it or a pointer to it
    const Type *whole = typedef_decl->d.type;
    if (ds->cls_defined && cxx_is_nameless(ds->cls_defined) &&
        whole == ds->cls_defined->d.type) { // [dcl.typedef]/9
        ds->cls_defined->typedef_name = &typedef_decl->d;
        // an alignment on the typedef of an unnamed class is the class's own
        ds->cls_defined->written.align =
            CU_MAX(ds->cls_defined->written.align, typedef_decl->align);
    }
    if (ds->enum_defined && !ds->enum_defined->d.name && !ds->enum_defined->typedef_name &&
        whole == ds->enum_defined->d.type)
        ds->enum_defined->typedef_name = &typedef_decl->d;
    typedef_decl->d.cuda = ds->cuda;
    if (typedef_decl->d.cuda && cxx_in_main_file(cxx, alias->pos) && cxx->hooks.check_decl)
        cxx->hooks.check_decl(parse, &typedef_decl->d);
    return cxx_declare(parse, home, &typedef_decl->d);
}

// What CUDA says against the declaration (the hook of cuda/).
static void check_decl(Parse *parse, Decl *made) {
    if (made && parse->x->hooks.check_decl) parse->x->hooks.check_decl(parse, made);
}

// `ns::absent x;`: with no type before it, the qualified name was meant as the type.
static bool qualified_no_type(Parse *parse, const DeclSpec *ds, const Declarator *written) {
    Cxx *x = parse->x;
    if (ds->type || !written->qual || !written->name) return false;
    Lookup l;
    if (cxx_lookup_in(parse, written->qual, written->name, 0, &l))
        CXX_DIAG(x, d_not_a_type, written->pos, written->name);
    else
        cxx_say_no_member(parse, written->pos, written->qual, written->name);
    cxx_skip_to_semi(parse);
    return true;
}

// One declarator of a declaration; parse->at stops at ',' or ';' or behind a body.
static Decl *declare_one(Parse *parse, DeclSpec *ds, Declarator *written, Scope *home, Access acc) {
    Cxx *cxx = parse->x;
    Decl *made;
    if (ds->is_friend && home->kind != SC_CLASS) { // [dcl.friend]
        CXX_DIAG(cxx, d_specifier_here, ds->pos, "friend");
        ds->is_friend = false;
    }
    if (ds->is_typedef) return declare_typedef(parse, ds, written, home, acc);
    // (without a type it may be an access declaration of C++98)
    bool typed = ds->type || written->fkind != FK_NORMAL;
    bool qualified = typed && (written->qual || written->dep_qual);
    if (qualified && home->kind == SC_CLASS && !ds->is_friend) { // [dcl.meaning]/1
        CXX_DIAG(cxx, d_qualified_here, written->pos);
        return NULL;
    }
    bool func = written->type->kind == TY_FUNC;
    if (func) {
        cxx_refuse_definition(parse, ds); // [dcl.fct]/17: `struct S {} f();`
        Scope *in = written->qual && !ds->is_friend ? written->qual : home;
        FuncDecl *fn = cxx_make_func(parse, ds, written, in);
        fn->d.access = (uint8_t)acc;
        if (fn->kind == FK_GUIDE) {
            cxx_check_guide(parse, fn, ds, written, in, acc);
            if (written->qual) return NULL;
            fn->d.name = cxx_guide_atom(cxx, fn->d.name);
            fn->d.type = written->type;
        } else if (!ds->type && fn->kind == FK_NORMAL) {
            CXX_DIAG(cxx, d_no_type, written->pos);
        }
        if (ds->is_friend)
            made = cxx_declare_friend(parse, home, &fn->d, written);
        else if (written->qual)
            made = cxx_declare_outside(parse, &fn->d);
        else
            made = cxx_declare(parse, home, &fn->d);
        check_decl(parse, made);
        return made;
    }
    if (qualified_no_type(parse, ds, written)) return NULL;
    if (home->kind == SC_CLASS && !(ds->flags & DF_STATIC) && !ds->is_friend) {
        FieldDecl *f = cxx_make_field(parse, ds, written, home, acc);
        if (ds->flags & DF_CONSTEXPR) CXX_DIAG(cxx, d_constexpr_field, written->pos);
        made = f->d.name ? cxx_declare(parse, home, &f->d) : &f->d;
    } else {
        VarDecl *v = cxx_make_var(parse, ds, written, written->qual ? written->qual : home);
        v->d.access = (uint8_t)acc;
        made = written->qual ? cxx_declare_outside(parse, &v->d) : cxx_declare(parse, home, &v->d);
    }
    check_decl(parse, made);
    return made;
}

// `int : 3;`
static void unnamed_bitfield(Parse *parse, DeclSpec *ds, Scope *home, Access acc) {
    Declarator d = {.type = ds->type, .pos = tok_pos(parse), .order = parse->at};
    if (!d.type) { // C(int a), : a(a) {}
        CXX_DIAG(parse->x, d_no_type, d.pos);
        cxx_skip_to_semi(parse);
        return;
    }
    static const uint8_t refused[] = {SW_STATIC, SW_FRIEND}; // [class.bit]/2, [class.friend]/3
    cxx_refuse_words(parse, ds, refused, CU_COUNT(refused), d.pos);
    cxx_make_field(parse, ds, &d, home, acc);
}

// A structured binding in a namespace: parsed again from its specifiers, which must be few
// [dcl.pre]/8.
static Decl *namespace_binding(Parse *parse, const DeclSpec *ds, const Scope *home,
                               uint32_t begin) {
    static const uint8_t refused[] = {SW_CONSTEVAL, SW_CONSTINIT, SW_EXTERN, SW_INLINE,
                                      SW_TYPEDEF,   SW_FRIEND,    SW_DEVICE, SW_CONSTANT,
                                      SW_MANAGED,   SW_SHARED};
    const char *bad = cxx_first_word(ds, refused, CU_COUNT(refused));
    if (bad) CXX_DIAG(parse->x, x_binding_specifier, tok_pos(parse), bad);
    if (home->kind != SC_NAMESPACE) {
        CXX_DIAG(parse->x, d_binding_here, tok_pos(parse));
        cxx_skip_to_semi(parse);
        return NULL;
    }
    cxx_namespace_binding(parse, begin);
    cxx_end_declaration(parse);
    return NULL;
}

static bool deduces_result(const Declarator *declarator) {
    const Type *type = declarator->type;
    return type->kind == TY_FUNC && type->u.func.ret->flags & TF_HAS_AUTO;
}

// The declarators behind the specifiers that began at token `begin`, up to behind the ';' or the
// body of a function. Gives the last declaration. An abbreviated function template begins again at
// `begin`: its parameters are a template's.
static Decl *declarators(Parse *parse, DeclSpec *ds, Scope *home, Access acc, uint32_t begin) {
    Cxx *cxx = parse->x;
    Decl *last = NULL;
    bool first = true;
    for (;;) {
        Declarator declarator;
        if (cxx_peek(parse) == T_COLON && home->kind == SC_CLASS) {
            unnamed_bitfield(parse, ds, home, acc);
        } else {
            bool parsed = cxx_parse_declarator(parse, ds, &declarator, false);
            struct LateAccess *late = cxx_take_late_access(parse);
            if (!parsed) {
                cxx_end_late_access(parse, late, NULL, NULL);
                cxx_skip_to_semi(parse);
                return last;
            }
            if (declarator.is_function && cxx_invents_params(parse, &declarator)) {
                last = cxx_parse_abbreviated(parse, begin, home, acc, declarator.params_begin);
                if (parse->tok[parse->at - 1].kind == T_RBRACE && cxx_peek(parse) != T_SEMI)
                    return last;
                break;
            }
            bool listed = !first || cxx_peek(parse) == T_COMMA;
            if (listed && cxx->opt.check_all && deduces_result(&declarator)) // [dcl.spec.auto]/8
                CXX_DIAG(cxx, d_auto_function_list, declarator.pos);
            if (!cxx_function_by_parameter(parse, ds, &declarator, begin))
                last = declare_one(parse, ds, &declarator, home, acc);
            cxx_end_late_access(parse, late, last, declarator.qual);
            if (parse->at > 0 && parse->tok[parse->at - 1].kind == T_RBRACE &&
                declarator.type->kind == TY_FUNC && cxx_peek(parse) != T_SEMI) {
                return last; // a body ends the declaration
            }
        }
        if (!cxx_accept(parse, T_COMMA)) break;
        first = false;
    }
    cxx_end_declaration(parse);
    return last;
}

// Specifiers that need a declarator, `inline struct A;` [dcl.type.elab], [dcl.spec].
static void check_alone(Parse *parse, const DeclSpec *ds, const Scope *home) {
    bool cls = ds->type && is_any_of(ds->type->kind, TY_CLASS, TY_ENUM);
    if (!cls || parse->env || !cxx_in_main_file(parse->x, ds->pos)) return;
    // a class alone can be a friend, where there is a class to befriend it
    static const uint8_t refused[] = {SW_VIRTUAL,   SW_EXPLICIT, SW_INLINE,       SW_CONSTEVAL,
                                      SW_CONSTEXPR, SW_MUTABLE,  SW_THREAD_LOCAL, SW_FRIEND};
    uint32_t n = CU_COUNT(refused) - (home->kind == SC_CLASS);
    const char *word = cxx_first_word(ds, refused, n);
    if (word) CXX_DIAG(parse->x, d_specifier_here, ds->pos, word);
    if (ds->cuda && (ds->cls_defined || ds->enum_defined))
        CXX_DIAG(parse->x, w_attribute_alone, ds->pos);
}

// At `A(...) ->` in a class.
static bool guide_follows(const Parse *parse) {
    uint32_t e = cxx_skip_group(parse->tok, parse->at + 1, parse->end);
    return e < parse->end && parse->tok[e].kind == T_ARROW;
}

// At `[` of a structured binding, behind its `&` if there is one.
static bool binding_follows(const Parse *parse) {
    uint16_t k = cxx_peek(parse);
    return k == T_LBRACKET || (is_any_of(k, T_AMP, T_AMPAMP) && cxx_peek_n(parse, 1) == T_LBRACKET);
}

// At a name without a type in front: whether it can be what is declared without one, the name of a
// constructor or guide, or one with a qualifier or template arguments.
static bool names_special(const Parse *parse, const Scope *home) {
    uint16_t k = cxx_peek(parse), next = cxx_peek_n(parse, 1);
    if (k == T_COLCOL || is_any_of(next, T_COLCOL, T_LT)) return true;
    if (next != T_LPAREN) return false;
    if (home->kind == SC_NAMESPACE || guide_follows(parse)) return true;
    return home->kind == SC_CLASS && parse->tok[parse->at].text == home->cls->d.name;
}

// Behind specifiers without a type: whether a declarator follows. Constructors, destructors,
// conversions and guides need no type; an unknown name that stands for one makes it an error type.
// False after a diagnostic.
static bool named_without_type(Parse *parse, DeclSpec *ds, const Scope *home) {
    Cxx *cxx = parse->x;
    uint16_t k = cxx_peek(parse), next = cxx_peek_n(parse, 1);
    uint32_t inner = k == T_LPAREN ? cxx_name_in_parens(cxx, parse->at, parse->end) : 0;
    uint16_t first = inner ? parse->tok[inner].kind : k; // `(operator T)()`
    if (is_any_of(first, T_TILDE, T_KW_OPERATOR)) return true;
    if (!is_any_of(k, T_IDENT, T_COLCOL))
        return CXX_DIAG(cxx, d_expected_declaration, tok_pos(parse));
    if (names_special(parse, home)) return true;
    bool like_type = is_any_of(next, T_IDENT, T_STAR, T_AMP, T_AMPAMP);
    if (like_type && cxx_unknown_type(parse)) {
        ds->type = cxx->ty_error;
        return true;
    }
    return CXX_DIAG(cxx, d_no_type, tok_pos(parse));
}

// A declaration that begins with specifiers [dcl.pre], up to behind its end. What is accessible in
// it is judged when what it declares is known [class.access.general]/6.
static Decl *simple_declaration(Parse *parse, Scope *home, Access acc) {
    DeclSpec ds;
    uint32_t at = parse->at;
    Cxx *cxx = parse->x;
    parse->type_only = true;
    if (home->kind == SC_NAMESPACE) cxx_begin_late_access(parse);
    bool ok = cxx_parse_declspecs(parse, &ds, true);
    parse->type_only = false;
    bool binding = ok && ds.has_auto && binding_follows(parse);
    bool declarator = ok && ds.type && cxx_peek(parse) != T_SEMI && !binding;
    if (ok && !ds.type) // what was read are names of the declarator, which is read again
        cxx_take_late_access(parse);
    else if (!declarator)
        cxx_end_late_access(parse, cxx_take_late_access(parse), NULL, NULL);
    if (!ok) {
        CXX_DIAG(cxx, d_expected_declaration, tok_pos(parse));
        cxx_skip_to_semi(parse);
        return NULL;
    }

    // No declarator: a class or enumeration, an anonymous union, or nothing.
    if (cxx_peek(parse) == T_SEMI) {
        const ClassDecl *cls = ds.cls_defined;
        bool global = home->kind == SC_NAMESPACE && cls && !cls->d.name && cls->tag == CT_UNION;
        Decl *anonymous = global ? cxx_anonymous_global(parse, &ds, home) : NULL;
        parse->at++;
        check_alone(parse, &ds, home);
        if (anonymous) return anonymous;
        if (home->kind == SC_CLASS && ds.cls_defined && !ds.cls_defined->d.name && !ds.is_friend) {
            cxx_anonymous_member(parse, &ds, home, acc);
            return ds.cls_defined->members.anon_member ? &ds.cls_defined->members.anon_member->d
                                                       : NULL;
        }
        if (ds.is_friend && home->kind == SC_CLASS && ty_is_class(ds.type)) {
            vec_push(pp(parse), &home->cls->members.friends, ds.type->u.cls);
        }
        if (ty_is_class(ds.type)) return &ds.type->u.cls->d;
        if (ds.type && ds.type->kind == TY_ENUM) return &ds.type->u.enm->d;
        return NULL;
    }
    if (!ds.type && !named_without_type(parse, &ds, home)) {
        parse->at = parse->at > at ? parse->at : at + 1;
        cxx_skip_to_semi(parse);
        return NULL;
    }
    if (binding) return namespace_binding(parse, &ds, home, at);
    return declarators(parse, &ds, home, acc, at);
}

// The first token tells declarations of their own syntax from simple ones.
Decl *cxx_parse_declaration(Parse *parse, Scope *home, Access acc) {
    Cxx *cxx = parse->x;
    while (cxx_peek(parse) == T_KW_EXTENSION) parse->at++;
    uint32_t begin = parse->at;
    if (cxx_peek(parse) == T_KW_EXTENSION && parse->at + 1 < parse->end) parse->at++;
    if (home->kind == SC_CLASS && cxx_access_declaration(cxx, parse->at, parse->end)) {
        Decl *decl = using_one(parse, home, acc);
        cxx_end_declaration(parse);
        return decl;
    }
    switch (cxx_peek(parse)) {
    case T_SEMI: parse->at++; return NULL;
    case T_PRAGMA: parse->at++; return NULL;
    case T_KW_USING: return cxx_parse_using(parse, home, acc);
    case T_KW_STATIC_ASSERT: cxx_parse_static_assert(parse); return NULL;
    case T_KW_NAMESPACE: return cxx_parse_ns_alias(parse, home);
    case T_KW_ASM: cxx_skip_to_semi(parse); return NULL;
    case T_KW_TEMPLATE:
        if (cxx_peek_n(parse, 1) != T_LT) {
            cxx_explicit_instantiation(parse, home);
            return NULL;
        }
        parse->at++;
        return cxx_parse_template(parse, home, acc, false);
    case T_KW_INLINE: // GNU: `inline template class A<int>;` and `static` instantiate less
    case T_KW_STATIC:
        if (cxx_peek_n(parse, 1) == T_KW_TEMPLATE) {
            const char *word = cxx_peek(parse) == T_KW_INLINE ? "inline" : "static";
            if (cxx_peek_n(parse, 2) == T_LT) CXX_DIAG(cxx, d_specifier_here, tok_pos(parse), word);
            cxx_skip_to_semi(parse);
            return NULL;
        }
        break;
    case T_KW_FRIEND:
        if (cxx_peek_n(parse, 1) == T_KW_TEMPLATE && cxx_peek_n(parse, 2) == T_LT) {
            parse->at += 2;
            return cxx_parse_template(parse, home, acc, true);
        }
        break;
    case T_KW_EXTERN:
        if (cxx_peek_n(parse, 1) == T_KW_TEMPLATE) {
            parse->at++;
            cxx_explicit_instantiation(parse, home);
            return NULL;
        }
        break;
    case T_LBRACKET: // [[attributes]] in front of using, static_assert ...
        if (cxx_peek_n(parse, 1) == T_LBRACKET) {
            uint32_t e = cxx_skip_group(parse->tok, parse->at, parse->end);
            uint16_t k = e < parse->end ? parse->tok[e].kind : T_EOF;
            if (is_any_of(k, T_KW_USING, T_KW_STATIC_ASSERT, T_KW_NAMESPACE, T_SEMI)) {
                parse->at = e;
                return cxx_parse_declaration(parse, home, acc);
            }
        }
        break;
    default: break;
    }
    parse->extension = begin && parse->tok[begin - 1].kind == T_KW_EXTENSION;
    Decl *d = simple_declaration(parse, home, acc);
    parse->extension = false;
    if (parse->at == begin) parse->at++;
    (void)cxx;
    return d;
}
