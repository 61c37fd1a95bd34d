// SPDX-License-Identifier: Apache-2.0
// Enumerations [dcl.enum]. The enumerators of an unscoped enumeration are declared in its scope and
// in the scope around it; values are computed when the enumeration is completed.
#include "cxx/facts/diag.h"
#include "cxx/lookup/lookup.h"
#include "cxx/decl/decl.h"

static EnumDecl *find_enum(Cxx *x, Scope *s, Atom name, uint32_t limit) {
    cxx_elaborate_before(x, s, name, limit, false);
    for (Decl *d = map_get(&s->names, name); d; d = d->next) {
        if (d->kind == D_ENUM) return (EnumDecl *)d;
    }
    return NULL;
}

static EnumDecl *new_enum(Parse *p, Scope *s, Atom name, Pos pos, uint32_t order) {
    Cxx *x = p->x;
    EnumDecl *e = cxx_decl_new(x, EnumDecl, D_ENUM, name, pos, order, s, p->env);
    e->inner = cxx_scope_new(x, SC_ENUM, s, &e->d);
    ty_enum(x, e);
    e->d.access = cxx_entry_access(s, order);
    if (name) cxx_declare(p, s, &e->d);
    e->d.scope = s;
    return e;
}

// `: type` behind the name, unless it is a bit-field's width.
static Type *enum_base(Parse *p) {
    if (cxx_peek(p) != T_COLON) return NULL;
    uint32_t at = p->at++;
    if (cxx_peek(p) == T_NUMBER || cxx_peek(p) == T_LPAREN) {
        p->at = at;
        return NULL;
    }
    DeclSpec b;
    Pos pos = tok_pos(p);
    if (!cxx_parse_declspecs(p, &b, false) || !b.type) return NULL;
    Type *t = b.type->unqual;
    if (!ty_is_integral(t) && !ty_dependent(t)) {
        if (t->kind != TY_ERROR) CXX_DIAG(p->x, d_enum_bad_base, pos);
        t = ty_basic(p->x, TY_INT);
    }
    return t;
}

bool cxx_parse_enum_specifier(Parse *p, DeclSpec *ds) {
    Cxx *x = p->x;
    uint32_t begin = p->at++;
    bool scoped = cxx_accept(p, T_KW_CLASS) || cxx_accept(p, T_KW_STRUCT);
    AttrSet *attrs = cxx_parse_attributes(p, NULL);
    QualName q = {0};
    Pos pos = tok_pos(p);
    uint32_t order = begin;
    if (cxx_peek(p) == T_IDENT && cxx_peek_n(p, 1) != T_COLCOL) {
        order = p->at;
        q.name = p->tok[p->at++].text;
    } else if (cxx_peek(p) == T_IDENT || cxx_peek(p) == T_COLCOL) {
        if (!cxx_parse_qual_name(p, &q)) {
            ds->type = x->ty_error;
            return false;
        }
        order = q.order;
    }
    while (cxx_at_attribute(p)) attrs = cxx_attrs_merge(x, attrs, cxx_parse_attributes(p, NULL));
    Scope *s = cxx_decl_scope(p->scope);
    Type *base = enum_base(p);
    bool def = cxx_peek(p) == T_LBRACE, opaque = cxx_peek(p) == T_SEMI && (base || scoped);
    EnumDecl *e = NULL;
    if (!def && !opaque) { // elaborated-type-specifier
        if (q.name && !q.qualified) cxx_lookup(p, q.name, LU_TYPE_ONLY, &q.found);
        for (uint32_t i = 0; i < q.found.n && !e; i++) {
            Type *t = q.found.at[i]->type;
            if (t && t->kind == TY_ENUM) e = t->u.enm;
        }
        if (!e && q.found.n)
            CXX_DIAG(x, d_tag_differs, pos, q.name);
        else if (!e)
            cxx_say_undefined(p, pos, q.name);
        ds->type = e ? ty_enum(x, e) : x->ty_error;
        return e != NULL;
    }
    if (q.qualified) {
        for (uint32_t i = 0; i < q.found.n && !e; i++) {
            if (q.found.at[i]->kind == D_ENUM) e = (EnumDecl *)q.found.at[i];
        }
    } else if (q.name) {
        e = find_enum(x, s, q.name, order);
    }
    if (scoped && !q.name) CXX_DIAG(x, d_enum_needs_name, pos);
    if (q.qualified && q.scope == s) CXX_DIAG(x, d_qualified_here, pos); // [dcl.enum]/1
    if (q.qualified && q.scope && q.scope != s && !e) {
        if (q.found.n)
            CXX_DIAG(x, d_tag_differs, pos, q.name);
        else
            cxx_say_no_member(p, pos, q.scope, q.name);
        q.name = 0;
    }
    if (!e) e = new_enum(p, s, q.name, pos, order);
    if (e->d.order != order && e->fixed && base && !ty_dependent(base) && base != e->underlying)
        CXX_DIAG(x, d_enum_base_differs, pos, &e->d);
    e->scoped |= scoped;
    if (base || scoped) {
        e->fixed = true;
        e->underlying = base ? base : ty_basic(x, TY_INT);
    }
    e->d.attrs = attrs;
    if (def) {
        if (e->body.end && e->body.begin != p->at)
            CXX_DIAG(x, d_already_declared, pos, q.name, "type name");
        e->body.begin = p->at;
        p->at = cxx_skip_group(p->tok, p->at, p->end);
        e->body.end = p->at;
        e->around = e->d.scope;
        if (attrs && attrs->packed) e->fixed = false;
        if (!e->scoped) cxx_enum_complete(x, e);
        while (cxx_peek(p) == T_KW_ATTRIBUTE) cxx_parse_attributes(p, NULL);
    }
    ds->enum_defined = def ? e : NULL;
    ds->type = ty_enum(x, e);
    return true;
}
