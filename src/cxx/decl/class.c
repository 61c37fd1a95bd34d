// SPDX-License-Identifier: Apache-2.0
// Classes [class]: heads, bases, and members on demand. Completing a class means: its body is
// indexed (shared by all instances of a template) and its bases are known. Members are elaborated
// by look-ups; fields all at once when the layout is asked.
#include "cxx/facts/diag.h"
#include "cxx/facts/state.h"
#include "cxx/lookup/lookup.h"
#include "cxx/decl/decl.h"

Scope *cxx_nearest_declaring_scope(Scope *scope) {
    while (scope && is_any_of(scope->kind, SC_TPARAMS, SC_CLASS, SC_FUNC, SC_ENUM)) {
        scope = scope->parent;
    }
    return scope;
}

// A function's by their names, what has no name by the function or class: names of symbols tell
// them apart so (Itanium C++ ABI 5.1.6, <discriminator>, 5.1.7).
uint32_t cxx_type_number(Parse *parse, const Scope *around, Atom name) {
    Cxx *cxx = parse->x;
    bool local = parse->fn && around && is_any_of(around->kind, SC_BLOCK, SC_FUNC);
    bool member = scope_is(around, SC_CLASS) && !name;
    if (!local && !member) return 0;
    Map *numbers = &cxx->decls->type_numbers;
    if (!numbers->arena) map_init(numbers, xa(cxx));
    uint32_t context = local ? parse->fn->d.id : around->cls->d.id;
    void **slot = map_slot(numbers, (uint64_t)context << 32 | name);
    uintptr_t number = (uintptr_t)*slot;
    *slot = (void *)(number + 1);
    return (uint32_t)number;
}

// Of a template read unbound the class is dependent, whatever its members are.
ClassDecl *cxx_class_new(Parse *parse, Scope *home, const ClassHead *head, Atom name) {
    Cxx *cxx = parse->x;
    ClassDecl *cls =
        cxx_decl_new(cxx, ClassDecl, D_CLASS, name, head->pos, head->order, home, parse->env);
    cls->tag = (uint8_t)head->tag;
    cls->written.head = head->head;
    cls->env = parse->env;
    cls->d.linkage = LK_EXTERNAL;
    if (cxx_in_main_file(cxx, head->pos)) cls->d.flags |= DF_IN_MAIN_FILE;
    cls->written.lexical = parse->scope;
    cls->written.pack = cxx->tokens ? cxx_pack_at(cxx, head->head.begin) : 0;
    cls->written.is_local = parse->fn != NULL || (home && is_any_of(home->kind, SC_BLOCK, SC_FUNC));
    cls->unnamed_number = cxx_type_number(parse, home, name);
    Type *t = ty_class(cxx, cls);
    if (cxx->decls->unbound.reading && parse->dependent) {
        cls->members.unbound = true;
        t->flags |= TF_DEPENDENT;
    }
    return cls;
}

// The class is defined by these tokens.
static void take_head(ClassDecl *cls, const ClassHead *head) {
    cls->written.head = head->head;
    cls->written.body = head->body;
    cls->written.base_clause = head->base_clause;
    cls->written.final_ = head->final_;
    cls->written.align = CU_MAX(cls->written.align, head->align);
    if (head->packed) cls->written.packed = true;
    cls->tag = (uint8_t)head->tag;
    cls->written.defined = true;
    cls->d.pos = head->pos;
}

// The tag of a class-key.
static ClassTag tag_of(uint16_t k) {
    return k == T_KW_CLASS ? CT_CLASS : k == T_KW_UNION ? CT_UNION : CT_STRUCT;
}

// A base clause is one only if a body follows: `struct A : 3` is a bit-field's type.
bool cxx_parse_class_head(Parse *parse, ClassHead *head, QualName *written) {
    Cxx *cxx = parse->x;
    memset(head, 0, sizeof *head);
    memset(written, 0, sizeof *written);
    head->tag = tag_of(cxx_peek(parse));
    head->head.begin = head->order = parse->at;
    head->pos = tok_pos(parse);
    parse->at++;
    head->attrs = cxx_parse_attributes(parse, NULL);
    if (is_any_of(cxx_peek(parse), T_IDENT, T_COLCOL)) {
        head->has_name = true;
        head->pos = tok_pos(parse);
        head->order = parse->at;
        uint16_t n = cxx_peek_n(parse, 1);
        if (cxx_peek(parse) == T_IDENT && !is_any_of(n, T_COLCOL, T_LT)) {
            written->name = parse->tok[parse->at].text;
            written->pos = head->pos;
            written->order = parse->at++;
        } else {
            if (!cxx_parse_qual_name(parse, written)) return false;
            head->order = written->order;
            head->pos = parse->tok[written->order].pos;
        }
    }
    if (cxx_at_attribute(parse))
        head->attrs = cxx_attrs_merge(cxx, head->attrs, cxx_parse_attributes(parse, NULL));
    if (cxx_peek(parse) == T_IDENT && parse->tok[parse->at].text == cxx->n.final_ &&
        is_any_of(cxx_peek_n(parse, 1), T_LBRACE, T_COLON)) {
        head->final_ = true;
        parse->at++;
    }
    head->head.end = parse->at;
    if (cxx_peek(parse) == T_COLON) {
        // only a base clause is followed by a body; a bit-field's width is not
        uint32_t i = cxx_skip_bases(cxx, parse->at + 1, parse->end);
        if (i < parse->end && parse->tok[i].kind == T_LBRACE) {
            head->base_clause = (TokRange){parse->at + 1, i};
            parse->at = i;
        }
    }
    if (cxx_peek(parse) == T_LBRACE) {
        head->is_def = true;
        head->body.begin = parse->at;
        parse->at = cxx_skip_group(parse->tok, parse->at, parse->end);
        head->body.end = parse->at;
        // Attributes behind the body belong to the class (GNU), memory spaces to what is declared.
        if (cxx_peek(parse) == T_KW_ATTRIBUTE) {
            AttrSet *behind = cxx_parse_attributes(parse, NULL);
            head->space_behind = behind->cuda;
            behind->cuda = 0;
            head->attrs = cxx_attrs_merge(cxx, head->attrs, behind);
        }
    }
    if (head->attrs) {
        head->align = head->attrs->align;
        if (head->attrs->packed) head->packed = true;
    }
    return true;
}

// ---- class specifiers --------------------------------------------------------------------------

// The class that a qualified name or a template-id names; ty_error after a diagnostic.
static Type *class_from_name(Parse *parse, const ClassHead *head, QualName *written) {
    Cxx *cxx = parse->x;
    if (written->dep || written->is_template_id) {
        const Decl *t = written->found.n ? written->found.at[0] : NULL;
        if (decl_is_template(t, TK_ALIAS))
            CXX_DIAG(cxx, d_typedef_tag, head->pos, t->name); // [dcl.type.elab]/2
        written->typename_ = true;
        Type *named = cxx_name_type(parse, written);
        if (!named && t && cxx_in_main_file(cxx, head->pos))
            CXX_DIAG(cxx, tmpl_not_class_template, head->pos, t->name);
        return named;
    }
    if (!written->found.n) {
        if (scope_is(written->scope, SC_CLASS))
            cxx_say_no_member(parse, head->pos, written->scope, written->name);
        else
            cxx_say_undefined(parse, head->pos, written->name);
        return cxx->ty_error;
    }
    if (cxx_types_ambiguous(cxx, &written->found))
        CXX_DIAG(cxx, x_ambiguous_name, head->pos, written->name);
    for (uint32_t i = 0; i < written->found.n; i++) {
        if (written->found.at[i]->kind == D_CLASS) return written->found.at[i]->type;
    }
    Type *type = cxx_name_type(parse, written);
    if (!type || type->kind != TY_CTAD) return type;
    CXX_DIAG(cxx, d_template_needs_args, head->pos, type->u.spec.tmpl);
    return cxx->ty_error;
}

// A class that the scope itself declares before token `limit`, perhaps by a typedef of its own
// name.
static ClassDecl *local_class_named(Cxx *cxx, Scope *home, Atom name, uint32_t limit) {
    cxx_elaborate_before(cxx, home, name, limit, false);
    for (Decl *d = map_get(&home->names, name); d; d = d->next) {
        if (d->kind == D_CLASS) return (ClassDecl *)d;
        if (d->kind == D_TYPEDEF && d->type->kind == TY_CLASS && d->type->u.cls->d.name == name) {
            return d->type->u.cls;
        }
    }
    return NULL;
}

// A new class, entered in the scope.
static ClassDecl *new_named(Parse *parse, Scope *home, const ClassHead *h, Atom name,
                            uint8_t access) {
    ClassDecl *c = cxx_class_new(parse, home, h, name);
    c->d.access = access;
    if (home->kind == SC_CLASS) c->d.flags |= DF_MEMBER;
    cxx_declare(parse, home, &c->d);
    c->d.scope = home;
    return c;
}

// [dcl.type.elab]/2, /3: what follows a class key names a class, and a union one that is a union.
static void check_tag(Parse *parse, const ClassHead *head, const Decl *found, Atom name) {
    Cxx *cxx = parse->x;
    if (!cxx->opt.check_all && !cxx_in_main_file(cxx, head->pos)) return;
    if (found->kind == D_CLASS) {
        const ClassDecl *c = (const ClassDecl *)found;
        bool other = (c->tag == CT_UNION) != (head->tag == CT_UNION);
        if (other && (c->written.defined || c->d.order != head->order))
            CXX_DIAG(cxx, d_union_tag, head->pos, found);
    } else if (is_any_of(found->kind, D_TYPEDEF, D_TPARM)) {
        bool named = found->kind == D_TYPEDEF && found->type->kind == TY_CLASS &&
                     found->type->u.cls->d.name == name;
        if (!named && !(found->type && found->type->kind == TY_ERROR))
            CXX_DIAG(cxx, d_typedef_tag, head->pos, name);
    } else if (decl_is_template(found, TK_ALIAS)) {
        CXX_DIAG(cxx, d_typedef_tag, head->pos, name);
    } else if (found->kind == D_ENUM) {
        CXX_DIAG(cxx, d_tag_differs, head->pos, name);
    }
}

// `struct A::B;` and `struct A<int>;` declare nothing [dcl.type.elab]/1, [temp.expl.spec]/1.
static void check_qualified_alone(Parse *parse, const DeclSpec *ds, const ClassHead *head,
                                  const QualName *written) {
    Cxx *cxx = parse->x;
    uint32_t key = head->head.begin;
    bool inst = key > 0 && parse->tok[key - 1].kind == T_KW_TEMPLATE;
    if (cxx_peek(parse) != T_SEMI || ds->is_friend || inst || parse->dependent || parse->env)
        return;
    if (!cxx->opt.check_all && !cxx_in_main_file(cxx, head->pos)) return;
    uint16_t before = key > 0 ? parse->tok[key - 1].kind : T_SEMI; // not in a type-id
    if (!is_any_of(before, T_SEMI, T_RBRACE, T_LBRACE)) return;
    if (written->is_template_id)
        CXX_DIAG(cxx, d_spec_needs_header, head->pos);
    else
        CXX_DIAG(cxx, d_qualified_here, head->pos);
}

// The class a definition `struct A::B {` defines.
static ClassDecl *qualified_definition(Parse *parse, const ClassHead *head, QualName *written) {
    for (uint32_t i = 0; i < written->found.n; i++) {
        if (written->found.at[i]->kind == D_CLASS) return (ClassDecl *)written->found.at[i];
    }
    if (scope_is(written->scope, SC_NAMESPACE)) {
        return new_named(parse, written->scope, head, written->name, ACC_NONE);
    }
    cxx_say_undefined(parse, head->pos, written->name);
    return NULL;
}

// A class that only friend declarations named so far is declared, at token `order`.
static void unhide(ClassDecl *cls, uint32_t order) {
    if (!(cls->d.flags & DF_FRIEND_ONLY)) return;
    cls->d.flags &= ~(uint32_t)DF_FRIEND_ONLY;
    cls->d.order = order;
}

// An unnamed class of a function is mangled by it.
static void number_unnamed(Parse *parse, ClassDecl *cls) {
    if (parse->fn) cls->closure.context = &parse->fn->d;
}

// [class.access.spec]/5: a member class that is declared again has the access it had.
static void check_access_again(Parse *parse, const Scope *home, const ClassDecl *cls,
                               const ClassHead *head) {
    if (home->kind != SC_CLASS || !parse->x->opt.check_all) return;
    uint8_t access = cxx_entry_access((Scope *)home, head->order);
    if (access && cls->d.access && access != cls->d.access)
        CXX_DIAG(parse->x, d_access_differs, head->pos, &cls->d);
}

// At a definition: the class it defines, declared here if it was not. NULL after a diagnostic.
static ClassDecl *define_class(Parse *parse, const ClassHead *head, QualName *written,
                               DeclSpec *ds) {
    Cxx *cxx = parse->x;
    Scope *scope = cxx_decl_scope(parse->scope);
    ClassDecl *cls = NULL;
    if (scope->kind == SC_FUNC && scope->parent)
        scope = parse->scope; // class in a parameter list: its own scope
    if (!head->has_name) {
        cls = cxx_class_new(parse, scope, head, 0);
        cls->d.access = cxx_entry_access(scope, head->order);
        number_unnamed(parse, cls);
    } else if (written->qualified) {
        bool here = !written->scope || cxx_scope_encloses(scope, written->scope);
        if (!here && cxx_in_main_file(cxx, head->pos)) // [class.pre]/4
            CXX_DIAG(cxx, d_spec_scope, head->pos, written->name);
        if (written->scope == scope && scope->kind == SC_CLASS) // struct A { struct A::B {}; }
            CXX_DIAG(cxx, d_qualified_here, head->pos);
        cls = qualified_definition(parse, head, written);
    } else {
        cls = local_class_named(cxx, scope, written->name, head->order);
        if (cls) check_access_again(parse, scope, cls, head);
        if (!cls)
            cls =
                new_named(parse, scope, head, written->name, cxx_entry_access(scope, head->order));
    }
    if (!cls) return NULL;
    if (ds && ds->is_friend) CXX_DIAG(cxx, d_type_defined_here, head->pos); // [class.friend]/2
    if (cls->written.defined && cls->written.body.begin != head->body.begin) {
        CXX_DIAG(cxx, d_class_redefined, head->pos, &cls->d);
        cxx_note_declared(cxx, &cls->d);
        return cls;
    }
    if (!cls->written.defined) {
        take_head(cls, head);
        unhide(cls, head->order);
        cls->d.attrs = cxx_attrs_merge(cxx, cls->d.attrs, head->attrs);
        cls->written.lexical = written->qualified ? cls->d.scope : parse->scope;
        cls->env = parse->env;
        if (cls->members.complete)
            cls->members.complete = false; // an incomplete class asked about earlier
    }
    if (ds) ds->cls_defined = cls;
    return cls;
}

// Whether `other` is a namespace around the one that the scope is in.
static bool outer_namespace(Scope *scope, const Scope *other) {
    const Scope *own = cxx_namespace_of(scope);
    return scope_is(other, SC_NAMESPACE) && other != own && cxx_scope_encloses(other, own);
}

// Without a body the class is looked up, but `struct A;` declares it in this scope, and a name that
// is not found in the nearest block or namespace [basic.scope.pdecl]/7.
bool cxx_parse_class_specifier(Parse *parse, DeclSpec *ds) {
    Cxx *cxx = parse->x;
    ClassHead class_head;
    QualName qual_name;
    uint16_t before = parse->at ? parse->tok[parse->at - 1].kind : T_EOF;
    if (!cxx_parse_class_head(parse, &class_head, &qual_name)) {
        ds->type = cxx->ty_error;
        return false;
    }

    // A definition, a name of another scope, a declaration, or a use of a class that is looked up
    // [dcl.type.elab]/2.
    if (class_head.is_def) {
        ClassDecl *c = define_class(parse, &class_head, &qual_name, ds);
        ds->cuda |= class_head.space_behind;
        ds->type = c ? ty_class(cxx, c) : cxx->ty_error;
        // a class of a block is completed at once: its names must not see what follows
        if (c && c->written.is_local) {
            bool ok = cxx_class_complete(cxx, c, class_head.pos);
            if (ok) cxx_finish_class(cxx, c);
        }
        return c != NULL;
    }
    if (!class_head.has_name) {
        CXX_DIAG(cxx, d_expected_token, tok_pos(parse), "identifier");
        ds->type = cxx->ty_error;
        return false;
    }
    if (qual_name.qualified || qual_name.is_template_id) {
        Type *t = class_from_name(parse, &class_head, &qual_name);
        ds->type = t ? t : cxx->ty_error;
        uint64_t errors = diag_errors_seen(cxx->ctx);
        bool plain = qual_name.qualified && !qual_name.is_template_id;
        bool alias = qual_name.found.n == 1 && qual_name.found.at[0]->kind == D_TEMPLATE;
        if (qual_name.found.n == 1 && (plain || alias))
            check_tag(parse, &class_head, qual_name.found.at[0], qual_name.name);
        if (errors == diag_errors_seen(cxx->ctx))
            check_qualified_alone(parse, ds, &class_head, &qual_name);
        return true;
    }
    Scope *scope = cxx_decl_scope(parse->scope);
    // `struct A;`, but not the type in `new struct A;` or `operator struct A;`
    bool in_type = is_any_of(before, T_KW_NEW, T_KW_OPERATOR);
    bool declares = cxx_peek(parse) == T_SEMI && !ds->is_friend && !in_type;
    if (declares) { // struct A;
        ClassDecl *c = local_class_named(cxx, scope, qual_name.name, class_head.order);
        if (c) check_tag(parse, &class_head, &c->d, qual_name.name);
        if (!c)
            c = new_named(parse, scope, &class_head, qual_name.name,
                          cxx_entry_access(scope, class_head.order));
        unhide(c, class_head.order);
        c->d.attrs = cxx_attrs_merge(cxx, c->d.attrs, class_head.attrs);
        ds->type = ty_class(cxx, c);
        return true;
    }
    Lookup lookup;
    cxx_lookup(parse, qual_name.name, LU_TYPE_ONLY, &lookup);
    if (cxx_types_ambiguous(cxx, &lookup))
        CXX_DIAG(cxx, x_ambiguous_name, class_head.pos, qual_name.name);
    Type *type = NULL;
    for (uint32_t i = 0; i < lookup.n && !type; i++) {
        if (is_any_of(lookup.at[i]->kind, D_CLASS, D_ENUM, D_TYPEDEF)) {
            type = lookup.at[i]->type;
            check_tag(parse, &class_head, lookup.at[i], qual_name.name);
        }
    }
    // a friend that is not declared in the innermost namespace is a new class of it
    // [namespace.memdef]/3
    bool befriends = ds->is_friend && cxx_peek(parse) == T_SEMI && ty_is_class(type);
    if (befriends && outer_namespace(parse->scope, type->u.cls->d.scope)) type = NULL, lookup.n = 0;
    if (!type && lookup.n && lookup.at[0]->kind == D_TPARM) {
        check_tag(parse, &class_head, lookup.at[0], qual_name.name);
        ds->type = cxx->ty_error;
        return true;
    }
    if (!type) { // declares it in the nearest block or namespace
        scope = cxx_nearest_declaring_scope(parse->scope);
        ClassDecl *c = local_class_named(cxx, scope, qual_name.name, class_head.order);
        if (!c) {
            c = new_named(parse, scope, &class_head, qual_name.name, ACC_NONE);
            c->written.lexical = scope;
            if (ds->is_friend) c->d.flags |= DF_FRIEND_ONLY;
        } else if (!ds->is_friend) {
            unhide(c, class_head.order);
        }
        type = ty_class(cxx, c);
    }
    ds->type = type;
    return true;
}

// ---- completion --------------------------------------------------------------------------------

bool cxx_has_headers(const Cxx *cxx, const IndexEntry *entry) {
    uint32_t n = 0;
    for (uint32_t i = entry->begin; i < entry->order; i++)
        n += cxx->tokens->at[i].kind == T_KW_TEMPLATE;
    return n > 1;
}

// An instance has the declarations of all members, used or not [temp.inst]/3.
static void declare_members(Cxx *cxx, ClassDecl *cls) {
    Scope *scope = cls->inner;
    for (uint32_t i = 0; i < scope->index->e.n; i++) {
        const IndexEntry *e = &scope->index->e.at[i];
        if (e->form == IXF_OUT_OF_CLASS || (e->flags & IX_FRIEND && cxx_has_headers(cxx, e)))
            continue;
        cxx_scope_grow(cxx, scope);
        if (!scope->state[i]) cxx_elaborate_entry(cxx, scope, i);
    }
    cxx_class_layout(cxx, cls, cls->d.pos);
}

// What is checked once per class that code needs: static_asserts of its body, and in the main file
// that using-declarations of an instance name members of its bases [namespace.udecl]/3.
void cxx_finish_class(Cxx *cxx, ClassDecl *cls) {
    if (cls->memo.finished || cls->inst.candidate || !cls->members.complete || !cls->inner ||
        !cls->inner->index)
        return;
    cls->memo.finished = true;
    Index *ix = cls->inner->index;
    bool named = cls->env && cxx_in_main_file(cxx, cls->d.pos);
    for (uint32_t i = 0; i < ix->e.n; i++) {
        IndexEntry e = ix->e.at[i];
        if (e.form == IXF_USING && named && !cls->inner->state[i])
            cxx_elaborate_entry(cxx, cls->inner, i);
        if (e.form != IXF_STATIC_ASSERT || e.group != i) continue;
        CxxInst inst; // for the backtrace
        if (!cxx_inst_push(cxx, &inst, &cls->d, cls->d.pos)) return;
        cxx_static_assert_at(cxx, e.begin, e.end, cls->inner, cls->inner->env);
        cxx_inst_pop(cxx, &inst);
    }
    if (cls->written.is_local) {
        cxx_elaborate_all(cxx, cls->inner);
        vec_push(xa(cxx), &cxx->decls->checks.local_classes, cls);
    } else if (named && cxx->opt.check_all && !cls->members.unbound && !cls->members.tried) {
        declare_members(cxx, cls);
    }
}
