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

// The list being read: the value and type of the next enumerator without its own.
typedef struct EnumState {
    EnumDecl *e;
    ApInt next;
    Type *next_type;
    bool first;
} EnumState;

// Whether the type holds the value.
static bool fits(Cxx *cxx, const ApInt *v, bool is_signed, Type *held_by) {
    (void)cxx;
    uint32_t w = (uint32_t)ty_int_bits(held_by);
    return ty_is_unsigned(held_by) ? apint_fits_unsigned(*v, w, is_signed)
                                   : apint_fits_signed(*v, w, is_signed);
}

// An enumerator at token tok, with the next value; entered in `around` too, if that is given.
static void declare_enumerator(Parse *parse, EnumState *st, uint32_t tok, Scope *around) {
    Cxx *cxx = parse->x;
    EnumDecl *enm = st->e;
    EnumeratorDecl *enumerator_decl =
        cxx_decl_new(cxx, EnumeratorDecl, D_ENUMERATOR, parse->tok[tok].text, parse->tok[tok].pos,
                     tok, enm->inner, parse->env);
    enumerator_decl->owner = enm;
    enumerator_decl->d.access = enm->d.access;
    enumerator_decl->d.type = enm->fixed ? ty_enum(cxx, enm) : st->next_type;
    enumerator_decl->value = st->next;
    map_put(&enm->inner->names, enumerator_decl->d.name, &enumerator_decl->d);
    if (!enm->scoped && around) {
        if (around->kind == SC_CLASS && around->cls &&
            around->cls->d.name == enumerator_decl->d.name)
            CXX_DIAG(cxx, d_same_name_member, enumerator_decl->d.pos);
        cxx_declare(parse, around, &enumerator_decl->d);
        enumerator_decl->d.scope = around;
    }
    vec_push(xa(cxx), &enm->list, enumerator_decl);
}

// Behind `=`: the next value is this [dcl.enum]/5. In error it is as if none was given.
static void value_of(Parse *parse, EnumState *st) {
    Cxx *cxx = parse->x;
    EnumDecl *enm = st->e;
    Pos pos = tok_pos(parse);
    Expr *expr = cxx_parse_const_expr(parse);
    if (expr->kind == E_ERROR || (expr->flags & (EF_TYPE_DEP | EF_VALUE_DEP))) return;
    expr = xe_contextual_integral(parse, expr);
    ApInt number;
    const Type *type = ty_deref(expr->type);
    if (type->kind == TY_ENUM && type->u.enm->scoped) { // no implicit conversion [conv.integral]
        CXX_DIAG(cxx, d_enum_not_integral, pos);
        return;
    }
    if (enm->fixed) {
        Expr *c = cxx_convert(parse, expr, enm->underlying, "enumerator value");
        if (c->kind == E_ERROR || !cxx_const_int(cxx, c, &number, true)) return;
        st->next = number;
        st->next_type = enm->underlying;
        Expr *raw = cxx_rvalue(parse, expr);
        ApInt w;
        bool integral = ty_is_integral(raw->type) || ty_is_unscoped_enum(raw->type);
        if (integral && cxx_const_int(cxx, raw, &w, false) &&
            !fits(cxx, &w, !ty_is_unsigned(raw->type), enm->underlying)) {
            CXX_DIAG(cxx, d_enum_out_of_range, pos);
        }
        return;
    }
    Expr *r = cxx_rvalue(parse, expr);
    if (r->kind == E_ERROR) return;
    if (!ty_is_discrete(r->type)) {
        CXX_DIAG(cxx, d_enum_not_integral, pos);
        return;
    }
    if (!cxx_const_int(cxx, r, &number, true)) return;
    Type *t = r->type->unqual;
    if (t->kind == TY_ENUM) t = t->u.enm->fixed ? t->u.enm->underlying : ty_promote(cxx, t);
    st->next_type = t;
    st->next = apint_resize(number, (uint32_t)ty_int_bits(t), !ty_is_unsigned(t));
}

// The next value: one more, in a wider type if it does not fit [dcl.enum]/5.
static void advance(Cxx *cxx, EnumState *st) {
    if (st->e->fixed) {
        st->next = apint_add(st->next, apint_from_u64(st->next.width, 1));
        return;
    }
    Type *type = st->next_type;
    bool uns = ty_is_unsigned(type);
    ApInt one = apint_from_u64(st->next.width, 1);
    bool over = uns ? apint_uadd_overflow(st->next, one) : apint_sadd_overflow(st->next, one);
    if (over) {
        static const uint8_t wider_s[] = {TY_INT, TY_LONG, TY_ULONG};
        for (size_t i = 0; i < CU_COUNT(wider_s); i++) {
            Type *w = ty_basic(cxx, (TyKind)wider_s[i]);
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
static Type *choose_underlying(Cxx *cxx, EnumDecl *enm) {
    static const uint8_t order[] = {TY_UINT, TY_INT, TY_ULONG, TY_LONG};
    for (size_t i = 0; i < CU_COUNT(order); i++) {
        Type *t = ty_basic(cxx, (TyKind)order[i]);
        bool ok = true;
        for (uint32_t k = 0; k < enm->list.n && ok; k++) {
            EnumeratorDecl *d = enm->list.at[k];
            ok = fits(cxx, &d->value, !ty_is_unsigned(d->d.type), t);
        }
        if (ok) return t;
    }
    return ty_basic(cxx, TY_LONG);
}

// Enumerators see those in front of them, which have the type of their values until the list ends
// [dcl.enum]/5.
bool cxx_answer_enum_complete(Cxx *cxx, EnumDecl *enm) {
    if (enm->completing) return enm->fixed;
    if (!enm->body.end) { // its definition may stand later
        if (enm->d.name && enm->d.scope && is_any_of(enm->d.scope->kind, SC_NAMESPACE, SC_CLASS)) {
            cxx_elaborate_name(cxx, enm->d.scope, enm->d.name);
        }
        if (!enm->body.end) cxx_enum_find_def(cxx, enm);
        if (!enm->body.end) return enm->fixed;
        if (enm->complete) return true;
    }
    enm->completing = true;
    Scope *around = enm->scoped ? NULL : enm->around;
    Parse parse = cxx_parse_at(cxx, enm->body.begin + 1, enm->body.end - 1, enm->inner, enm->d.env);
    parse.dependent |= enm->unbound;
    EnumState st = {.e = enm, .first = true};
    st.next_type = enm->fixed ? enm->underlying : ty_basic(cxx, TY_INT);
    st.next = apint_from_u64((uint32_t)ty_int_bits(st.next_type), 0);
    while (cxx_peek(&parse) == T_IDENT) {
        uint32_t name = parse.at++;
        AttrSet *attrs = NULL;
        while (cxx_at_attribute(&parse))
            attrs = cxx_attrs_merge(cxx, attrs, cxx_parse_attributes(&parse, NULL));
        if (!st.first) advance(cxx, &st);
        if (cxx_accept(&parse, T_ASSIGN)) value_of(&parse, &st);
        st.first = false;
        if (enm->fixed && !fits(cxx, &st.next, !ty_is_unsigned(st.next_type), enm->underlying)) {
            CXX_DIAG(cxx, d_enum_out_of_range, parse.tok[name].pos);
        }
        declare_enumerator(&parse, &st, name, around);
        if (attrs && enm->list.n) enm->list.at[enm->list.n - 1]->d.attrs = attrs;
        if (!cxx_accept(&parse, T_COMMA)) break;
    }
    if (parse.at < parse.end) CXX_DIAG(cxx, d_expected_token, tok_pos(&parse), "}");
    if (!enm->fixed) enm->underlying = choose_underlying(cxx, enm);
    uint32_t bits = (uint32_t)ty_int_bits(enm->underlying);
    for (uint32_t i = 0; i < enm->list.n; i++) { // outside, enumerators have the enumeration's type
        EnumeratorDecl *d = enm->list.at[i];
        if (!enm->fixed) d->value = apint_resize(d->value, bits, !ty_is_unsigned(d->d.type));
        d->d.type = ty_enum(cxx, enm);
    }
    enm->completing = false;
    enm->complete = true;
    return true;
}
