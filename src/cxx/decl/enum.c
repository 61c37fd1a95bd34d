// SPDX-License-Identifier: Apache-2.0
// Enumerations [dcl.enum]. The enumerators of an unscoped enumeration are declared in its scope and
// in the scope around it; values are computed when the enumeration is completed.
#include "cxx/facts/diag.h"
#include "cxx/facts/state.h"
#include "cxx/lookup/lookup.h"
#include "cxx/decl/decl.h"

static EnumDecl *find_enum(Cxx *cxx, Scope *home, Atom name, uint32_t limit) {
    cxx_elaborate_before(cxx, home, name, limit, false);
    for (Decl *d = map_get(&home->names, name); d; d = d->next) {
        if (d->kind == D_ENUM) return (EnumDecl *)d;
    }
    return NULL;
}

static EnumDecl *new_enum(Parse *parse, Scope *home, Atom name, Pos pos, uint32_t order) {
    Cxx *x = parse->x;
    EnumDecl *e = cxx_decl_new(x, EnumDecl, D_ENUM, name, pos, order, home, parse->env);
    e->inner = cxx_scope_new(x, SC_ENUM, home, &e->d);
    ty_enum(x, e);
    e->number = cxx_type_number(parse, home, name);
    e->d.access = cxx_entry_access(home, order);
    if (name) cxx_declare(parse, home, &e->d);
    e->d.scope = home;
    e->unbound = x->decls->unbound.reading && parse->dependent;
    return e;
}

// `: type` behind the name, unless it is a bit-field's width.
static Type *enum_base(Parse *parse) {
    if (cxx_peek(parse) != T_COLON) return NULL;
    uint32_t at = parse->at++;
    if (is_any_of(cxx_peek(parse), T_NUMBER, T_LPAREN)) {
        parse->at = at;
        return NULL;
    }
    DeclSpec b;
    Pos pos = tok_pos(parse);
    if (!cxx_parse_declspecs(parse, &b, false) || !b.type) return NULL;
    Type *t = b.type->unqual;
    if (!ty_is_integral(t) && !ty_dependent(t)) {
        if (t->kind != TY_ERROR) CXX_DIAG(parse->x, d_enum_bad_base, pos);
        t = ty_basic(parse->x, TY_INT);
    }
    return t;
}

// The body stays tokens, unless the enumeration is unscoped: its enumerators are names of the scope
// around [dcl.enum]/11.
bool cxx_parse_enum_specifier(Parse *parse, DeclSpec *ds) {
    Cxx *cxx = parse->x;
    uint32_t begin = parse->at++;
    bool scoped = cxx_accept(parse, T_KW_CLASS) || cxx_accept(parse, T_KW_STRUCT);
    AttrSet *attrs = cxx_parse_attributes(parse, NULL);
    QualName qual_name = {0};
    Pos pos = tok_pos(parse);
    uint32_t order = begin;
    // `enum A<int>::E e;`: behind the arguments of a template goes a qualified name on
    uint32_t behind = cxx_peek(parse) == T_IDENT && cxx_peek_n(parse, 1) == T_LT
                          ? cxx_skip_angles(cxx, parse->at + 1, parse->end)
                          : 0;
    bool template_id = behind && behind < parse->end && parse->tok[behind].kind == T_COLCOL;
    if (cxx_peek(parse) == T_IDENT && cxx_peek_n(parse, 1) != T_COLCOL && !template_id) {
        order = parse->at;
        qual_name.name = parse->tok[parse->at++].text;
    } else if (is_any_of(cxx_peek(parse), T_IDENT, T_COLCOL)) {
        if (!cxx_parse_qual_name(parse, &qual_name)) {
            ds->type = cxx->ty_error;
            return false;
        }
        order = qual_name.order;
    }
    while (cxx_at_attribute(parse))
        attrs = cxx_attrs_merge(cxx, attrs, cxx_parse_attributes(parse, NULL));
    Scope *scope = cxx_decl_scope(parse->scope);
    Type *base = enum_base(parse);
    bool def = cxx_peek(parse) == T_LBRACE, opaque = cxx_peek(parse) == T_SEMI && (base || scoped);
    EnumDecl *enm = NULL;
    if (!def && !opaque) { // elaborated-type-specifier
        if (qual_name.name && !qual_name.qualified)
            cxx_lookup(parse, qual_name.name, LU_TYPE_ONLY, &qual_name.found);
        for (uint32_t i = 0; i < qual_name.found.n && !enm; i++) {
            Type *t = qual_name.found.at[i]->type;
            if (t && t->kind == TY_ENUM) enm = t->u.enm;
        }
        if (!enm && qual_name.found.n)
            CXX_DIAG(cxx, d_tag_differs, pos, qual_name.name);
        else if (!enm)
            cxx_say_undefined(parse, pos, qual_name.name);
        ds->type = enm ? ty_enum(cxx, enm) : cxx->ty_error;
        return enm != NULL;
    }
    if (qual_name.qualified) {
        for (uint32_t i = 0; i < qual_name.found.n && !enm; i++) {
            if (qual_name.found.at[i]->kind == D_ENUM) enm = (EnumDecl *)qual_name.found.at[i];
        }
    } else if (qual_name.name) {
        enm = find_enum(cxx, scope, qual_name.name, order);
    }
    if (scoped && !qual_name.name) CXX_DIAG(cxx, d_enum_needs_name, pos);
    if (qual_name.dep && def) // [dcl.enum]/1: declared in a known scope
        CXX_DIAG(cxx, d_not_class_or_namespace_name, pos, qual_name.name);
    if (qual_name.qualified && qual_name.scope == scope)
        CXX_DIAG(cxx, d_qualified_here, pos); // [dcl.enum]/1
    if (qual_name.qualified && qual_name.scope && qual_name.scope != scope && !enm) {
        if (qual_name.found.n)
            CXX_DIAG(cxx, d_tag_differs, pos, qual_name.name);
        else
            cxx_say_no_member(parse, pos, qual_name.scope, qual_name.name);
        qual_name.name = 0;
    }
    if (!enm) enm = new_enum(parse, scope, qual_name.name, pos, order);
    if (enm->d.order != order && enm->fixed && base && !ty_dependent(base) &&
        base != enm->underlying)
        CXX_DIAG(cxx, d_enum_base_differs, pos, &enm->d);
    enm->scoped |= scoped;
    if (base || scoped) {
        enm->fixed = true;
        enm->underlying = base ? base : ty_basic(cxx, TY_INT);
    }
    enm->d.attrs = attrs;
    if (def) {
        if (enm->body.end && enm->body.begin != parse->at)
            CXX_DIAG(cxx, d_already_declared, pos, qual_name.name, "type name");
        enm->body.begin = parse->at;
        parse->at = cxx_skip_group(parse->tok, parse->at, parse->end);
        enm->body.end = parse->at;
        enm->around = enm->d.scope;
        if (attrs && attrs->packed) enm->fixed = false;
        if (!enm->scoped) cxx_enum_complete(cxx, enm);
        // memory spaces belong to what is declared
        while (cxx_peek(parse) == T_KW_ATTRIBUTE)
            ds->cuda |= cxx_parse_attributes(parse, NULL)->cuda;
    }
    ds->enum_defined = def ? enm : NULL;
    ds->type = ty_enum(cxx, enm);
    return true;
}
