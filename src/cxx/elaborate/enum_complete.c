// SPDX-License-Identifier: Apache-2.0
// Completing an enumeration [dcl.enum]: its enumerators, their values and types, and the underlying
// type when it is not fixed.
#include "cxx/answer.h"
#include "cxx/facts/diag.h"
#include "cxx/lookup/lookup.h"
#include "cxx/constant/constant.h"
#include "cxx/convert/convert.h"
#include "cxx/expr/expr.h"
#include "cxx/decl/decl.h"
#include "cxx/instance/instance.h"

typedef struct EnumState {
    EnumDecl *e;
    ApInt next;
    Type *next_type;
    bool first;
} EnumState;

static bool fits(Cxx *x, const ApInt *v, bool is_signed, Type *t) {
    (void)x;
    uint32_t w = (uint32_t)ty_int_bits(t);
    return ty_is_unsigned(t) ? apint_fits_unsigned(*v, w, is_signed)
                             : apint_fits_signed(*v, w, is_signed);
}

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

bool cxx_answer_enum_complete(Cxx *x, EnumDecl *e) {
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
