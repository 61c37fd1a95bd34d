// SPDX-License-Identifier: Apache-2.0
// expr/literal.c: literals [lex.literal] as typed constants, user-defined literals [over.literal],
// and the predefined function-name strings.
#include "cxx/facts/diag.h"
#include "cxx/lookup/lookup.h"
#include "cxx/convert/convert.h"
#include "cxx/expr/expr.h"

// ---- user-defined literals ---------------------------------------------------------------------

static Atom literal_op_name(Cxx *cxx, Atom suffix) {
    return atom_printf(cxx->ctx, "operator\"\"%s", atom_str(cxx->ctx, suffix));
}

static bool has_literal_op(Parse *parse, Atom suffix) {
    Lookup lookup = {0};
    return cxx_lookup(parse, literal_op_name(parse->x, suffix), 0, &lookup) && lookup.n;
}

// The operator template with these arguments that is called without operands; NULL: none.
static Expr *call_template_op(Parse *parse, const Lookup *lookup, const TmplArg *arg, uint32_t n,
                              Pos pos) {
    Cands cands = {0};
    CandQuery query = {.targs = cxx_targs(parse->x, arg, n)};
    xe_add_cands(parse, &cands, lookup->at, lookup->n, &query);
    xe_choose(parse, &cands);
    if (cands.best < 0) return NULL;
    return xe_call_chosen(parse, &cands.c.at[cands.best], NULL, NULL, 0, pos, 0);
}

// A character as a template argument.
static TmplArg char_arg(Cxx *cxx, Type *type, uint64_t value) {
    ConstVal val = {.kind = CV_INT, .type = type};
    val.u.i = apint_from_u64((uint32_t)ty_int_bits(type), value);
    return (TmplArg){.kind = TA_VALUE, .type = type, .val = cxx_const_intern(cxx, &val)};
}

// A string literal operator template [lex.ext]/5, or GNU's `template <class C, C...>`; NULL: none.
static Expr *call_string_template(Parse *parse, const Lookup *lookup, Expr *string, Pos pos) {
    Cxx *cxx = parse->x;
    if (cxx->opt.std >= 20) {
        TmplArg whole = {.kind = TA_EXPR, .type = string->type, .expr = string};
        Expr *call = call_template_op(parse, lookup, &whole, 1, pos);
        if (call) return call;
    }
    uint32_t n = string->u.str.n, width;
    Type *type = ty_unqual(string->type->u.array.elem);
    width = (uint32_t)ty_int_bits(type) / 8;
    TmplArg *arg = arena_array(pa(parse), TmplArg, n + 1);
    arg[0] = (TmplArg){.kind = TA_TYPE, .type = type};
    for (uint32_t i = 0; i < n; i++) {
        uint64_t value = 0;
        memcpy(&value, string->u.str.s + (size_t)i * width, width);
        arg[i + 1] = char_arg(cxx, type, value);
    }
    return call_template_op(parse, lookup, arg, n + 1, pos);
}

// A number's spelling for a raw literal operator, then for a literal operator template
// [lex.ext]/3, /4; NULL: there is neither.
static Expr *call_raw_op(Parse *parse, const Lookup *lookup, const Token *raw, uint32_t n,
                         Pos pos) {
    Cxx *cxx = parse->x;
    const char *s = atom_str(cxx->ctx, raw->text);
    Type *type = ty_basic(cxx, TY_CHAR);
    Expr *string = cxx_expr_new(cxx, E_STRING, cxx->ty_error, VC_LVALUE, pos);
    string->u.str.s = arena_strndup(pa(parse), s, n);
    string->u.str.n = n;
    string->type = ty_array(cxx, ty_qual(cxx, type, Q_CONST), n + 1);
    Cands cands = {0};
    CandQuery query = {.arg = &string, .n = 1, .no_user = true};
    xe_add_cands(parse, &cands, lookup->at, lookup->n, &query);
    xe_choose(parse, &cands);
    if (cands.best >= 0)
        return xe_call_chosen(parse, &cands.c.at[cands.best], NULL, &string, 1, pos, 0);
    TmplArg *arg = arena_array(pa(parse), TmplArg, n);
    for (uint32_t i = 0; i < n; i++) arg[i] = char_arg(cxx, type, (uint8_t)s[i]);
    return call_template_op(parse, lookup, arg, n, pos);
}

static Expr *call_literal_op(Parse *parse, Atom suffix, Expr **arg, uint32_t n, Pos pos,
                             const Token *raw, uint32_t raw_len) {
    Cxx *cxx = parse->x;
    Atom name = literal_op_name(cxx, suffix);
    Lookup lookup = {0};
    if (!cxx_lookup(parse, name, 0, &lookup) || !lookup.n) {
        CXX_DIAG(cxx, x_no_literal_operator, pos, suffix);
        return cxx_expr_error(cxx, pos);
    }
    Cands cs = {0};
    Decl **set = lookup.at;
    uint32_t nset = lookup.n;
    if (raw) { // numbers: only the operator with just this parameter type [lex.ext]/3, /4
        set = arena_array(pa(parse), Decl *, lookup.n);
        nset = 0;
        for (uint32_t i = 0; i < lookup.n; i++) {
            FuncDecl *f = decl_func(lookup.at[i]);
            if (f && f->nparam == 1 && f->d.type->u.func.param[0] == arg[0]->type)
                set[nset++] = lookup.at[i];
        }
    }
    xe_add_cands(parse, &cs, set, nset, &(CandQuery){.arg = arg, .n = n});
    xe_choose(parse, &cs);
    if (cs.best >= 0) return xe_call_chosen(parse, &cs.c.at[cs.best], NULL, arg, n, pos, 0);
    Expr *call = raw      ? call_raw_op(parse, &lookup, raw, raw_len, pos)
                 : n == 2 ? call_string_template(parse, &lookup, arg[0], pos)
                          : NULL;
    return call ? call : xe_report_cands(parse, &cs, name, NULL, arg, n, pos);
}

// ---- numbers -----------------------------------------------------------------------------------

// The first type of the list in [tab:lex.icon.type] that holds the value.
static Type *int_type(Parse *parse, const LexNumber *number) {
    static const TyKind order[] = {TY_INT,   TY_UINT,   TY_LONG,   TY_ULONG,
                                   TY_LLONG, TY_ULLONG, TY_INT128, TY_UINT128};
    Cxx *cxx = parse->x;
    uint32_t from = number->suffix & LEX_IS_LL ? 4 : number->suffix & (LEX_IS_L | LEX_IS_Z) ? 2 : 0;
    bool uns = number->suffix & LEX_IS_U;
    for (uint32_t i = from; i < CU_COUNT(order); i++) {
        bool u = i & 1;
        if (uns != u && (uns || number->base == 10)) continue;
        Type *t = ty_basic(cxx, order[i]);
        uint32_t bits = (uint32_t)ty_int_bits(t) - (u ? 0 : 1);
        u128 v = (u128)number->hi << 64 | number->lo;
        if (bits >= 128 || !(v >> bits)) return t;
    }
    return ty_basic(cxx, number->hi ? TY_UINT128 : TY_ULLONG);
}

// The literal 0 is a null pointer constant, whatever its type [conv.ptr]/1.
static Expr *integer(Parse *parse, const LexNumber *number, Pos pos) {
    Cxx *x = parse->x;
    Type *t = int_type(parse, number);
    Expr *e = cxx_expr_new(x, E_INT, t, VC_PRVALUE, pos);
    e->u.i = apint_from_u128((uint32_t)ty_int_bits(t), (u128)number->hi << 64 | number->lo);
    if (apint_is_zero(&e->u.i)) e->flags |= EF_NULL_CONST;
    if (number->base != 10) e->pad |= XP_BITS;
    return e;
}

ApfFormat xe_float_format(const Type *type) {
    switch (type->kind) {
    case TY_HALF: return APF_F16;
    case TY_BF16: return APF_BF16;
    case TY_FLOAT: return APF_F32;
    case TY_FLOAT128: return APF_F128;
    default: return APF_F64; // long double is 64-bit in device arithmetic
    }
}

// Rounded to its type.
static Expr *floating(Parse *parse, const LexNumber *number, Pos pos) {
    static const uint8_t kind[] = {
        [LEX_FS_NONE] = TY_DOUBLE,   [LEX_FS_F] = TY_FLOAT,     [LEX_FS_L] = TY_LDOUBLE,
        [LEX_FS_F16] = TY_HALF,      [LEX_FS_F32] = TY_FLOAT,   [LEX_FS_F64] = TY_DOUBLE,
        [LEX_FS_F128] = TY_FLOAT128, [LEX_FS_F32X] = TY_DOUBLE, [LEX_FS_F64X] = TY_LDOUBLE,
        [LEX_FS_BF16] = TY_BF16,     [LEX_FS_W] = TY_LDOUBLE,   [LEX_FS_DEC] = TY_DOUBLE};
    Type *t = ty_basic(parse->x, (TyKind)kind[number->suffix]);
    Expr *e = cxx_expr_new(parse->x, E_FLOAT, t, VC_PRVALUE, pos);
    uint32_t flags = 0;
    if (!apf_parse(number->digits, strlen(number->digits), xe_float_format(t), APF_RNE, &e->u.f,
                   &flags)) {
        CXX_DIAG(parse->x, x_bad_float_literal, pos);
        return cxx_expr_error(parse->x, pos);
    }
    if (flags & APF_OVERFLOW) CXX_DIAG(parse->x, x_float_out_of_range, pos);
    return e;
}

// The suffix of `1i`, `1.0if` and `1.0il`, which <complex> has literal operators for; 0: another
// one.
static Atom standard_imaginary(Cxx *cxx, const Token *token) {
    static const char *const suffixes[] = {"i", "if", "il"};
    const AtomInfo *text = atom_info(cxx->ctx, token->text);
    for (uint32_t i = 0; i < CU_COUNT(suffixes); i++) {
        size_t n = strlen(suffixes[i]);
        if (text->len <= n || strcmp(text->s + text->len - n, suffixes[i]) != 0) continue;
        char before = text->s[text->len - n - 1];
        if (before == '.' || (before >= '0' && before <= '9'))
            return atom_cstr(cxx->ctx, suffixes[i]);
    }
    return 0;
}

// A literal with GNU's suffix i or j, unless a literal operator of that name is declared: a complex
// number.
static Expr *imaginary(Parse *parse, const Token *token, const LexNumber *number) {
    Cxx *cxx = parse->x;
    Pos pos = token->pos;
    Atom suffix = standard_imaginary(cxx, token);
    if (suffix && has_literal_op(parse, suffix)) {
        LexNumber plain = *number;
        plain.suffix = number->is_float ? LEX_FS_L : LEX_IS_U | LEX_IS_LL;
        Expr *v = number->is_float ? floating(parse, &plain, pos) : integer(parse, &plain, pos);
        uint32_t raw = atom_info(cxx->ctx, token->text)->len - atom_info(cxx->ctx, suffix)->len;
        return xe_err(v) ? v : call_literal_op(parse, suffix, &v, 1, pos, token, raw);
    }
    Expr *v = number->is_float ? floating(parse, number, pos) : integer(parse, number, pos);
    if (xe_err(v)) return v;
    return cxx_complex_make(parse, cxx_expr_int(cxx, ty_basic(cxx, TY_INT), 0, pos), v, pos);
}

static Expr *number(Parse *parse) {
    Cxx *cxx = parse->x;
    const Token *token = &parse->tok[parse->at];
    Pos pos = token->pos;
    LexNumber n;
    parse->at++;
    if (!lex_number(cxx->ctx, token, &n)) return cxx_expr_error(cxx, pos);
    if (n.imaginary) return imaginary(parse, token, &n);
    if (!n.ud_suffix) return n.is_float ? floating(parse, &n, pos) : integer(parse, &n, pos);
    LexNumber plain = n;
    plain.suffix = n.is_float ? LEX_FS_L : LEX_IS_U | LEX_IS_LL;
    plain.base = 10;
    Expr *v = n.is_float ? floating(parse, &plain, pos) : integer(parse, &plain, pos);
    if (xe_err(v)) return v;
    return call_literal_op(parse, n.ud_suffix, &v, 1, pos, token, n.raw_len);
}

// ---- characters and strings --------------------------------------------------------------------

// The type of a character or string element by its prefix [lex.ccon], [lex.string].
static Type *char_kind(Parse *parse, uint8_t enc) {
    static const uint8_t kind[] = {[LEX_ENC_CHAR] = TY_CHAR,
                                   [LEX_ENC_WIDE] = TY_WCHAR,
                                   [LEX_ENC_UTF8] = TY_CHAR8,
                                   [LEX_ENC_UTF16] = TY_CHAR16,
                                   [LEX_ENC_UTF32] = TY_CHAR32};
    if (enc == LEX_ENC_UTF8 && parse->x->opt.std < 20) return ty_basic(parse->x, TY_CHAR);
    return ty_basic(parse->x, (TyKind)kind[enc]);
}

// A character literal; of several characters an int, as GNU C++ has it.
static Expr *character(Parse *parse) {
    Cxx *x = parse->x;
    const Token *t = &parse->tok[parse->at];
    LexChar c;
    parse->at++;
    if (!lex_char(x->ctx, t, &c)) return cxx_expr_error(x, t->pos);
    Type *ty = c.multi ? ty_basic(x, TY_INT) : char_kind(parse, c.enc);
    Expr *e = cxx_expr_int(x, ty, (uint64_t)c.value, t->pos);
    if (!c.ud_suffix) return e;
    return call_literal_op(parse, c.ud_suffix, &e, 1, t->pos, NULL, 0);
}

Expr *xe_parse_string(Parse *parse) {
    Cxx *cxx = parse->x;
    Pos pos = xe_pos(parse);
    uint32_t n = 0;
    while (cxx_peek_n(parse, n) == T_STRING) n++;
    LexString string;
    const Token *token = &parse->tok[parse->at];
    parse->at += n;
    if (!lex_string(cxx->ctx, token, n, &string)) return cxx_expr_error(cxx, pos);
    Type *elem = char_kind(parse, string.enc);
    Expr *e = cxx_expr_new(cxx, E_STRING,
                           ty_array(cxx, ty_qual(cxx, elem, Q_CONST), (uint64_t)string.n + 1),
                           VC_LVALUE, pos);
    e->u.str.s = string.data;
    e->u.str.n = string.n;
    e->end = xe_prev_pos(parse);
    if (!string.ud_suffix) return e;
    Expr *arg[2] = {e, cxx_expr_int(cxx, cxx->ty_size_t, string.n, pos)};
    return call_literal_op(parse, string.ud_suffix, arg, 2, pos, NULL, 0);
}

// ---- __func__ and kin --------------------------------------------------------------------------

Expr *xe_predefined(Parse *parse, Atom name, Pos pos) {
    Cxx *cxx = parse->x;
    Buf out;
    buf_init(&out, pa(parse));
    if (strcmp(atom_str(cxx->ctx, name), "__PRETTY_FUNCTION__") == 0)
        cxx_func_pretty(cxx, &out, parse->fn);
    else
        buf_puts(&out, cxx_func_name(cxx, parse->fn));
    Expr *e = cxx_expr_new(cxx, E_STRING, cxx->ty_error, VC_LVALUE, pos);
    e->u.str.s = buf_cstr(&out);
    e->u.str.n = (uint32_t)out.n;
    e->type =
        ty_array(cxx, ty_qual(cxx, ty_basic(cxx, TY_CHAR), Q_CONST), (uint64_t)e->u.str.n + 1);
    return e;
}

Expr *xe_parse_literal(Parse *parse) {
    Cxx *cxx = parse->x;
    Pos pos = xe_pos(parse);
    switch (cxx_peek(parse)) {
    case T_NUMBER: return number(parse);
    case T_CHAR: return character(parse);
    case T_STRING: return xe_parse_string(parse);
    case T_KW_TRUE:
    case T_KW_FALSE: {
        bool v = cxx_peek(parse) == T_KW_TRUE;
        parse->at++;
        return cxx_expr_int(cxx, ty_basic(cxx, TY_BOOL), v, pos);
    }
    default: break;
    }
    if (xe_is_lit(parse, parse->at,
                  "__null")) { // GNU: an integer null pointer constant of pointer width
        parse->at++;
        Expr *e = cxx_expr_int(cxx, ty_basic(cxx, TY_LONG), 0, pos);
        e->flags |= EF_NULL_CONST;
        return e;
    }
    parse->at++;
    return cxx_expr_new(cxx, E_NULLPTR, ty_basic(cxx, TY_NULLPTR), VC_PRVALUE, pos);
}

Expr *cxx_parse_complex_part(Parse *parse) {
    Cxx *cxx = parse->x;
    Pos pos = xe_pos(parse);
    uint32_t which = cxx_peek(parse) == T_KW_IMAG;
    parse->at++;
    Expr *expr = cxx_parse_cast_expr(parse);
    if (xe_err(expr)) return expr;
    if (xe_tdep(expr)) return xe_dep(parse, E_UNARY, pos);
    if (cxx_complex_part(expr->type)) return cxx_complex_member(parse, expr, which);
    if (!ty_is_arith(ty_unqual(expr->type))) {
        CXX_DIAG(cxx, x_complex_operand, pos, expr->type);
        return cxx_expr_error(cxx, pos);
    }
    expr = cxx_rvalue(parse, expr);
    if (!which || xe_err(expr)) return expr;
    return xe_arith_to(parse, cxx_expr_int(cxx, ty_basic(cxx, TY_INT), 0, pos), expr->type);
}
