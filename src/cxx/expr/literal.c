// SPDX-License-Identifier: Apache-2.0
// expr/literal.c: literals [lex.literal] as typed constants, user-defined literals [over.literal],
// and the predefined function-name strings.
#include "cxx/facts/diag.h"
#include "cxx/lookup/lookup.h"
#include "cxx/convert/convert.h"
#include "cxx/expr/expr.h"

// ---- user-defined literals ---------------------------------------------------------------------

static Expr *call_literal_op(Parse *p, Atom suffix, Expr **arg, uint32_t n, Pos pos,
                             const Token *raw, uint32_t raw_len) {
    Cxx *x = p->x;
    Atom name = atom_printf(x->ctx, "operator\"\"%s", atom_str(x->ctx, suffix));
    Lookup l = {0};
    if (!cxx_lookup(p, name, 0, &l) || !l.n) {
        CXX_DIAG(x, x_no_literal_operator, pos, suffix);
        return cxx_expr_error(x, pos);
    }
    Cands cs = {0};
    Decl **set = l.at;
    uint32_t nset = l.n;
    if (raw) { // numbers: only the operator with just this parameter type [lex.ext]/3, /4
        set = arena_array(pa(p), Decl *, l.n);
        nset = 0;
        for (uint32_t i = 0; i < l.n; i++) {
            FuncDecl *f = xe_func_of(l.at[i]);
            if (f && f->nparam == 1 && f->d.type->u.func.param[0] == arg[0]->type)
                set[nset++] = l.at[i];
        }
    }
    xe_add_cands(p, &cs, set, nset, NULL, NULL, arg, n, true, true);
    xe_choose(p, &cs);
    if (cs.best >= 0) return xe_call_chosen(p, &cs.c.at[cs.best], NULL, arg, n, pos, 0);
    if (!raw && n == 2 && x->opt.std >= 20) { // a string literal operator template [lex.ext]/5
        TmplArg ta = {.kind = TA_EXPR, .type = arg[0]->type, .expr = arg[0]};
        Cands c2 = {0};
        xe_add_cands(p, &c2, l.at, l.n, cxx_targs(x, &ta, 1), NULL, NULL, 0, false, true);
        xe_choose(p, &c2);
        if (c2.best >= 0) return xe_call_chosen(p, &c2.c.at[c2.best], NULL, NULL, 0, pos, 0);
    }
    if (raw) {
        const char *s = atom_str(x->ctx, raw->text);
        // raw literal operator, then literal operator template
        Expr *str = cxx_expr_new(x, E_STRING, x->ty_error, VC_LVALUE, pos);
        str->u.str.s = arena_strndup(pa(p), s, raw_len);
        str->u.str.n = raw_len;
        str->type = ty_array(x, ty_qual(x, ty_basic(x, TY_CHAR), Q_CONST), raw_len + 1);
        Cands c2 = {0};
        xe_add_cands(p, &c2, l.at, l.n, NULL, NULL, &str, 1, false, true);
        xe_choose(p, &c2);
        if (c2.best >= 0) return xe_call_chosen(p, &c2.c.at[c2.best], NULL, &str, 1, pos, 0);
        TmplArg *ta = arena_array(pa(p), TmplArg, raw_len);
        for (uint32_t i = 0; i < raw_len; i++) {
            ConstVal v = {.kind = CV_INT, .type = ty_basic(x, TY_CHAR)};
            v.u.i = apint_from_u64(8, (uint8_t)s[i]);
            ta[i] = (TmplArg){.kind = TA_VALUE, .type = v.type, .val = cxx_const_intern(x, &v)};
        }
        TmplArgs *targs = cxx_targs(x, ta, raw_len);
        Cands c3 = {0};
        xe_add_cands(p, &c3, l.at, l.n, targs, NULL, NULL, 0, false, true);
        xe_choose(p, &c3);
        if (c3.best >= 0) return xe_call_chosen(p, &c3.c.at[c3.best], NULL, NULL, 0, pos, 0);
    }
    return xe_report_cands(p, &cs, name, NULL, arg, n, pos);
}

// ---- numbers -----------------------------------------------------------------------------------

// The first type of the list in [tab:lex.icon.type] that holds the value.
static Type *int_type(Parse *p, const LexNumber *n) {
    static const TyKind order[] = {TY_INT,   TY_UINT,   TY_LONG,   TY_ULONG,
                                   TY_LLONG, TY_ULLONG, TY_INT128, TY_UINT128};
    Cxx *x = p->x;
    uint32_t from = n->suffix & LEX_IS_LL ? 4 : n->suffix & (LEX_IS_L | LEX_IS_Z) ? 2 : 0;
    bool uns = n->suffix & LEX_IS_U;
    for (uint32_t i = from; i < CU_COUNT(order); i++) {
        bool u = i & 1;
        if (uns != u && (uns || n->base == 10)) continue;
        Type *t = ty_basic(x, order[i]);
        uint32_t bits = (uint32_t)ty_int_bits(t) - (u ? 0 : 1);
        u128 v = (u128)n->hi << 64 | n->lo;
        if (bits >= 128 || !(v >> bits)) return t;
    }
    return ty_basic(x, n->hi ? TY_UINT128 : TY_ULLONG);
}

static Expr *integer(Parse *p, const LexNumber *n, Pos pos) {
    Cxx *x = p->x;
    Type *t = int_type(p, n);
    Expr *e = cxx_expr_new(x, E_INT, t, VC_PRVALUE, pos);
    e->u.i = apint_from_u128((uint32_t)ty_int_bits(t), (u128)n->hi << 64 | n->lo);
    if (apint_is_zero(&e->u.i)) e->flags |= EF_NULL_CONST;
    if (n->base != 10) e->pad |= XP_BITS;
    return e;
}

ApfFormat xe_float_format(const Type *t) {
    switch (t->kind) {
    case TY_HALF: return APF_F16;
    case TY_BF16: return APF_BF16;
    case TY_FLOAT: return APF_F32;
    case TY_FLOAT128: return APF_F128;
    default: return APF_F64; // long double is 64-bit in device arithmetic
    }
}

static Expr *floating(Parse *p, const LexNumber *n, Pos pos) {
    static const uint8_t kind[] = {
        [LEX_FS_NONE] = TY_DOUBLE,   [LEX_FS_F] = TY_FLOAT,     [LEX_FS_L] = TY_LDOUBLE,
        [LEX_FS_F16] = TY_HALF,      [LEX_FS_F32] = TY_FLOAT,   [LEX_FS_F64] = TY_DOUBLE,
        [LEX_FS_F128] = TY_FLOAT128, [LEX_FS_F32X] = TY_DOUBLE, [LEX_FS_F64X] = TY_LDOUBLE,
        [LEX_FS_BF16] = TY_BF16,     [LEX_FS_W] = TY_LDOUBLE,   [LEX_FS_DEC] = TY_DOUBLE};
    Type *t = ty_basic(p->x, (TyKind)kind[n->suffix]);
    Expr *e = cxx_expr_new(p->x, E_FLOAT, t, VC_PRVALUE, pos);
    uint32_t flags = 0;
    if (!apf_parse(n->digits, strlen(n->digits), xe_float_format(t), APF_RNE, &e->u.f, &flags)) {
        CXX_DIAG(p->x, x_bad_float_literal, pos);
        return cxx_expr_error(p->x, pos);
    }
    if (flags & APF_OVERFLOW) CXX_DIAG(p->x, x_float_out_of_range, pos);
    return e;
}

static Expr *number(Parse *p) {
    Cxx *x = p->x;
    const Token *t = &p->tok[p->at];
    Pos pos = t->pos;
    LexNumber n;
    p->at++;
    if (!lex_number(x->ctx, t, &n)) return cxx_expr_error(x, pos);
    if (!n.ud_suffix) return n.is_float ? floating(p, &n, pos) : integer(p, &n, pos);
    LexNumber plain = n;
    plain.suffix = n.is_float ? LEX_FS_L : LEX_IS_U | LEX_IS_LL;
    plain.base = 10;
    Expr *v = n.is_float ? floating(p, &plain, pos) : integer(p, &plain, pos);
    if (xe_err(v)) return v;
    return call_literal_op(p, n.ud_suffix, &v, 1, pos, t, n.raw_len);
}

// ---- characters and strings --------------------------------------------------------------------

static Type *char_kind(Parse *p, uint8_t enc) {
    static const uint8_t kind[] = {[LEX_ENC_CHAR] = TY_CHAR,
                                   [LEX_ENC_WIDE] = TY_WCHAR,
                                   [LEX_ENC_UTF8] = TY_CHAR8,
                                   [LEX_ENC_UTF16] = TY_CHAR16,
                                   [LEX_ENC_UTF32] = TY_CHAR32};
    if (enc == LEX_ENC_UTF8 && p->x->opt.std < 20) return ty_basic(p->x, TY_CHAR);
    return ty_basic(p->x, (TyKind)kind[enc]);
}

static Expr *character(Parse *p) {
    Cxx *x = p->x;
    const Token *t = &p->tok[p->at];
    LexChar c;
    p->at++;
    if (!lex_char(x->ctx, t, &c)) return cxx_expr_error(x, t->pos);
    Type *ty = c.multi ? ty_basic(x, TY_INT) : char_kind(p, c.enc);
    Expr *e = cxx_expr_int(x, ty, (uint64_t)c.value, t->pos);
    if (!c.ud_suffix) return e;
    return call_literal_op(p, c.ud_suffix, &e, 1, t->pos, NULL, 0);
}

Expr *xe_parse_string(Parse *p) {
    Cxx *x = p->x;
    Pos pos = xe_pos(p);
    uint32_t n = 0;
    while (cxx_peek_n(p, n) == T_STRING) n++;
    LexString s;
    const Token *t = &p->tok[p->at];
    p->at += n;
    if (!lex_string(x->ctx, t, n, &s)) return cxx_expr_error(x, pos);
    Type *elem = char_kind(p, s.enc);
    Expr *e = cxx_expr_new(x, E_STRING, ty_array(x, ty_qual(x, elem, Q_CONST), (uint64_t)s.n + 1),
                           VC_LVALUE, pos);
    e->u.str.s = s.data;
    e->u.str.n = s.n;
    e->end = xe_prev_pos(p);
    if (!s.ud_suffix) return e;
    Expr *arg[2] = {e, cxx_expr_int(x, x->ty_size_t, s.n, pos)};
    return call_literal_op(p, s.ud_suffix, arg, 2, pos, NULL, 0);
}

// ---- __func__ and kin --------------------------------------------------------------------------

Expr *xe_predefined(Parse *p, Atom name, Pos pos) {
    Cxx *x = p->x;
    Buf b;
    buf_init(&b, pa(p));
    if (strcmp(atom_str(x->ctx, name), "__PRETTY_FUNCTION__") == 0)
        cxx_func_pretty(x, &b, p->fn);
    else
        buf_puts(&b, cxx_func_name(x, p->fn));
    Expr *e = cxx_expr_new(x, E_STRING, x->ty_error, VC_LVALUE, pos);
    e->u.str.s = buf_cstr(&b);
    e->u.str.n = (uint32_t)b.n;
    e->type = ty_array(x, ty_qual(x, ty_basic(x, TY_CHAR), Q_CONST), (uint64_t)e->u.str.n + 1);
    return e;
}

Expr *xe_parse_literal(Parse *p) {
    Cxx *x = p->x;
    Pos pos = xe_pos(p);
    switch (cxx_peek(p)) {
    case T_NUMBER: return number(p);
    case T_CHAR: return character(p);
    case T_STRING: return xe_parse_string(p);
    case T_KW_TRUE:
    case T_KW_FALSE: {
        bool v = cxx_peek(p) == T_KW_TRUE;
        p->at++;
        return cxx_expr_int(x, ty_basic(x, TY_BOOL), v, pos);
    }
    default: break;
    }
    if (xe_is_lit(p, p->at, "__null")) { // GNU: an integer null pointer constant of pointer width
        p->at++;
        Expr *e = cxx_expr_int(x, ty_basic(x, TY_LONG), 0, pos);
        e->flags |= EF_NULL_CONST;
        return e;
    }
    p->at++;
    return cxx_expr_new(x, E_NULLPTR, ty_basic(x, TY_NULLPTR), VC_PRVALUE, pos);
}

Expr *cxx_parse_complex_part(Parse *p) {
    Cxx *x = p->x;
    Pos pos = xe_pos(p);
    uint32_t which = cxx_peek(p) == T_KW_IMAG;
    p->at++;
    Expr *e = xe_parse_unary(p);
    if (xe_err(e)) return e;
    if (xe_tdep(e)) return xe_dep(p, E_UNARY, pos);
    if (cxx_complex_part(e->type)) return cxx_complex_member(p, e, which);
    if (!ty_is_arith(ty_unqual(e->type))) {
        CXX_DIAG(x, x_complex_operand, pos, e->type);
        return cxx_expr_error(x, pos);
    }
    e = cxx_rvalue(p, e);
    if (!which || xe_err(e)) return e;
    return xe_arith_to(p, cxx_expr_int(x, ty_basic(x, TY_INT), 0, pos), e->type);
}
