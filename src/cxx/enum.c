// SPDX-License-Identifier: Apache-2.0
// Enumerations [dcl.enum]. The enumerators of an unscoped enumeration are declared in its scope and
// in the scope around it; values are computed when the enumeration is completed.
#include "cxx/decl_int.h"
#include "cxx/expr_int.h"

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

static bool fits(Cxx *x, const ApInt *v, bool is_signed, Type *t) {
    (void)x;
    uint32_t w = (uint32_t)ty_int_bits(t);
    return ty_is_unsigned(t) ? apint_fits_unsigned(*v, w, is_signed)
                             : apint_fits_signed(*v, w, is_signed);
}

typedef struct EnumState {
    EnumDecl *e;
    ApInt next;
    Type *next_type;
    bool first;
} EnumState;

static void declare_enumerator(Parse *p, EnumState *st, uint32_t tok, Scope *around) {
    Cxx *x = p->x;
    EnumDecl *e = st->e;
    EnumeratorDecl *d = cxx_decl_new(x, EnumeratorDecl, D_ENUMERATOR, p->tok[tok].text,
                                     p->tok[tok].pos, tok, e->inner, p->env);
    d->owner = e;
    d->d.access = e->d.access;
    d->d.type = e->fixed ? ty_enum(x, e) : st->next_type;
    d->value = st->next;
    map_put(&e->inner->names, d->d.name, &d->d);
    if (!e->scoped && around) {
        if (around->kind == SC_CLASS && around->cls && around->cls->d.name == d->d.name)
            CXX_DIAG(x, d_same_name_member, d->d.pos);
        cxx_declare(p, around, &d->d);
        d->d.scope = around;
    }
    vec_push(xa(x), &e->list, d);
}

static void value_of(Parse *p, EnumState *st) {
    Cxx *x = p->x;
    EnumDecl *e = st->e;
    Pos pos = tok_pos(p);
    Expr *v = cxx_parse_const_expr(p);
    if (v->kind == E_ERROR || (v->flags & (EF_TYPE_DEP | EF_VALUE_DEP))) return;
    v = xe_contextual_integral(p, v);
    ApInt i;
    if (e->fixed) {
        Expr *c = cxx_convert(p, v, e->underlying, "enumerator value");
        if (c->kind == E_ERROR || !cxx_const_int(x, c, &i, true)) return;
        st->next = i;
        st->next_type = e->underlying;
        Expr *raw = cxx_rvalue(p, v);
        ApInt w;
        bool integral = ty_is_integral(raw->type) || ty_is_unscoped_enum(raw->type);
        if (integral && cxx_const_int(x, raw, &w, false) &&
            !fits(x, &w, !ty_is_unsigned(raw->type), e->underlying)) {
            CXX_DIAG(x, d_enum_out_of_range, pos);
        }
        return;
    }
    Expr *r = cxx_rvalue(p, v);
    if (r->kind == E_ERROR) return;
    if (!ty_is_integral(r->type) && r->type->kind != TY_ENUM) {
        CXX_DIAG(x, d_enum_not_integral, pos);
        return;
    }
    if (!cxx_const_int(x, r, &i, true)) return;
    Type *t = r->type->unqual;
    if (t->kind == TY_ENUM) t = t->u.enm->fixed ? t->u.enm->underlying : ty_promote(x, t);
    st->next_type = t;
    st->next = apint_resize(i, (uint32_t)ty_int_bits(t), !ty_is_unsigned(t));
}

// The next value: one more, in a wider type if it does not fit [dcl.enum]/5.
static void advance(Cxx *x, EnumState *st) {
    if (st->e->fixed) {
        st->next = apint_add(st->next, apint_from_u64(st->next.width, 1));
        return;
    }
    Type *t = st->next_type;
    bool uns = ty_is_unsigned(t);
    ApInt one = apint_from_u64(st->next.width, 1);
    bool over = uns ? apint_uadd_overflow(st->next, one) : apint_sadd_overflow(st->next, one);
    if (over) {
        static const uint8_t wider_s[] = {TY_INT, TY_LONG, TY_ULONG};
        for (size_t i = 0; i < CU_COUNT(wider_s); i++) {
            Type *w = ty_basic(x, (TyKind)wider_s[i]);
            uint32_t bits = (uint32_t)ty_int_bits(w);
            bool holds =
                bits > st->next.width || (bits == st->next.width && !uns && ty_is_unsigned(w));
            if (!holds) continue;
            st->next = apint_resize(st->next, bits, !uns);
            st->next_type = w;
            break;
        }
        one = apint_from_u64(st->next.width, 1);
    }
    st->next = apint_add(st->next, one);
}

// The underlying type of an enumeration without one: gcc takes unsigned int, int, unsigned long,
// long, the first that holds all values.
static Type *choose_underlying(Cxx *x, EnumDecl *e) {
    static const uint8_t order[] = {TY_UINT, TY_INT, TY_ULONG, TY_LONG};
    for (size_t i = 0; i < CU_COUNT(order); i++) {
        Type *t = ty_basic(x, (TyKind)order[i]);
        bool ok = true;
        for (uint32_t k = 0; k < e->list.n && ok; k++) {
            EnumeratorDecl *d = e->list.at[k];
            ok = fits(x, &d->value, !ty_is_unsigned(d->d.type), t);
        }
        if (ok) return t;
    }
    return ty_basic(x, TY_LONG);
}

// The values of an enumeration whose type is not fixed are those of the smallest bit-field that
// holds all enumerators [dcl.enum]/8.
void cxx_enum_values(Cxx *x, EnumDecl *e, int *bits, bool *uns) {
    if (!cxx_enum_complete(x, e) || !e->list.n) return;
    uint32_t n = 1;
    bool neg = false;
    for (uint32_t i = 0; i < e->list.n; i++) {
        const ApInt *v = &e->list.at[i]->value;
        bool below = !ty_is_unsigned(e->underlying) && apint_is_neg(v);
        neg |= below;
        uint32_t need = below ? apint_bits_signed(*v) - 1 : apint_bits_unsigned(*v);
        n = CU_MAX(n, need);
    }
    *bits = (int)n + neg;
    *uns = !neg;
}

bool cxx_enum_complete(Cxx *x, EnumDecl *e) {
    if (e->complete) return true;
    if (e->completing) return e->fixed;
    if (!e->body.end) { // its definition may stand later
        if (e->d.name && e->d.scope &&
            (e->d.scope->kind == SC_NAMESPACE || e->d.scope->kind == SC_CLASS)) {
            cxx_elaborate_name(x, e->d.scope, e->d.name);
        }
        if (!e->body.end) cxx_enum_find_def(x, e);
        if (!e->body.end) return e->fixed;
        if (e->complete) return true;
    }
    e->completing = true;
    Scope *around = e->scoped ? NULL : e->around;
    Parse p = cxx_parse_at(x, e->body.begin + 1, e->body.end - 1, e->inner, e->d.env);
    EnumState st = {.e = e, .first = true};
    st.next_type = e->fixed ? e->underlying : ty_basic(x, TY_INT);
    st.next = apint_from_u64((uint32_t)ty_int_bits(st.next_type), 0);
    while (cxx_peek(&p) == T_IDENT) {
        uint32_t name = p.at++;
        AttrSet *attrs = NULL;
        while (cxx_at_attribute(&p))
            attrs = cxx_attrs_merge(x, attrs, cxx_parse_attributes(&p, NULL));
        if (!st.first) advance(x, &st);
        if (cxx_accept(&p, T_ASSIGN)) value_of(&p, &st);
        st.first = false;
        if (e->fixed && !fits(x, &st.next, !ty_is_unsigned(st.next_type), e->underlying)) {
            CXX_DIAG(x, d_enum_out_of_range, p.tok[name].pos);
        }
        declare_enumerator(&p, &st, name, around);
        if (attrs && e->list.n) e->list.at[e->list.n - 1]->d.attrs = attrs;
        if (!cxx_accept(&p, T_COMMA)) break;
    }
    if (p.at < p.end) CXX_DIAG(x, d_expected_token, tok_pos(&p), "}");
    if (!e->fixed) e->underlying = choose_underlying(x, e);
    uint32_t bits = (uint32_t)ty_int_bits(e->underlying);
    for (uint32_t i = 0; i < e->list.n; i++) { // outside, enumerators have the enumeration's type
        EnumeratorDecl *d = e->list.at[i];
        if (!e->fixed) d->value = apint_resize(d->value, bits, !ty_is_unsigned(d->d.type));
        d->d.type = ty_enum(x, e);
    }
    e->completing = false;
    e->complete = true;
    return true;
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
