// SPDX-License-Identifier: Apache-2.0
// The reader's constants and references. Names may be used before they are defined: a
// global's object is made at its first mention and filled in place later; a local gets a
// placeholder whose uses are replaced.
#include "base/apfloat.h"
#include "ir/parse_int.h"

// ---- numbers ----

// Decimal or u0x/s0x digits into words; false when they do not fit.
static bool digits_to_words(const char *s, uint32_t n, uint32_t base, uint64_t *w, uint32_t nw) {
    for (uint32_t i = 0; i < n; i++) {
        uint32_t d = s[i] <= '9' ? (uint32_t)(s[i] - '0') : (uint32_t)((s[i] | 32) - 'a' + 10);
        unsigned __int128 carry = d;
        for (uint32_t k = 0; k < nw; k++) {
            carry += (unsigned __int128)w[k] * base;
            w[k] = (uint64_t)carry;
            carry >>= 64;
        }
        if (carry) return false;
    }
    return true;
}

// u0x..., s0x...: the digits' bits; s0x is negative, with the highest bit that is set as its sign.
static bool hex_to_words(const char *s, uint32_t n, bool is_signed, uint64_t *w, uint32_t nw) {
    while (n && *s == '0') {
        s++;
        n--;
    }
    if ((uint64_t)n > (uint64_t)nw * 16) return false;
    for (uint32_t i = 0; i < n; i++) {
        uint64_t d = 0;
        digits_to_words(s + n - 1 - i, 1, 16, &d, 1);
        w[i / 16] |= d << (4 * (i % 16));
    }
    if (!is_signed || !n) return true;
    uint32_t top = (n - 1) / 16;
    w[top] |= ~0ull << (63 - __builtin_clzll(w[top]));
    for (uint32_t k = top + 1; k < nw; k++) w[k] = ~0ull;
    return true;
}

// The token at hand, T_INT, as a constant of the type; it is taken.
IrConst *pa_int_const(Parser *parser, IrType *wanted) {
    enum { WORDS = 256, DIGITS = 4000 }; // of decimals, which take quadratic time
    if (wanted->kind != IR_TY_INT) {
        pa_fail(parser, "integer constant for another type");
        return NULL;
    }
    const char *s = parser->tok.s;
    uint32_t n = parser->tok.n, want = (wanted->bits + 63) / 64, nw = CU_MIN(want, (uint32_t)WORDS);
    uint64_t local[WORDS] = {0}, *w = local;
    bool neg = *s == '-', hex = *s == 'u' || *s == 's', ok;
    // digits of decimals are bounded, so that more words are needed only for hexadecimals and signs
    if (want > WORDS && (hex || neg)) {
        w = arena_array(&parser->tmp, uint64_t, want);
        nw = want;
    }
    if (hex) {
        ok = hex_to_words(s + 3, n - 3, *s == 's', w, nw);
    } else {
        uint32_t skip = neg || *s == '+';
        ok = n <= DIGITS && digits_to_words(s + skip, n - skip, 10, w, CU_MIN(nw, (uint32_t)WORDS));
    }
    // the bits above the width must be zero, but for s0x, whose sign fills them
    uint32_t top = nw == want ? wanted->bits % 64 : 0;
    if (!ok || (top && w[nw - 1] >> top && *s != 's')) {
        pa_fail(parser, "integer constant does not fit its type");
        return NULL;
    }
    bool carry = true;
    for (uint32_t k = 0; neg && k < nw; k++) {
        w[k] = ~w[k] + carry;
        carry = carry && !w[k];
    }
    pa_next(parser);
    return ir_int_words(parser->m, wanted, nw, w);
}

// At most sixteen digits.
static uint64_t hex_bits(const char *s, uint32_t n) {
    uint64_t v = 0;
    digits_to_words(s, n, 16, &v, 1);
    return v;
}

// A double (what decimal text and plain 0x... give in every format) as a constant of type t; NULL
// when that is not exact [LangRef, Simple Constants].
static IrConst *from_double(Parser *parser, IrType *wanted, ApFloat arg, uint64_t bits) {
    uint32_t flags = 0;
    u128 w;
    switch (wanted->kind) {
    case IR_TY_DOUBLE: return ir_fp_bits(parser->m, wanted, bits, 0);
    case IR_TY_PPC_FP128: return ir_fp_bits(parser->m, wanted, bits, 0); // the sum of this and 0
    case IR_TY_FLOAT:
        if (apf_is_nan(arg)) { // keep the payload
            return bits << 35
                       ? NULL
                       : ir_fp_bits(parser->m, wanted,
                                    bits >> 63 << 31 | 0x7f800000 | (bits >> 29 & 0x7fffff), 0);
        }
        w = apf_to_bits(apf_convert(arg, APF_F32, APF_RNE, &flags));
        break;
    case IR_TY_HALF: w = apf_to_bits(apf_convert(arg, APF_F16, APF_RNE, &flags)); break;
    case IR_TY_BFLOAT: w = apf_to_bits(apf_convert(arg, APF_BF16, APF_RNE, &flags)); break;
    case IR_TY_FP128: w = apf_to_bits(apf_convert(arg, APF_F128, APF_RNE, &flags)); break;
    default: w = apf_to_bits(apf_convert(arg, APF_X87, APF_RNE, &flags));
    }
    if (flags & (APF_INEXACT | APF_OVERFLOW | APF_UNDERFLOW)) return NULL;
    return ir_fp_bits(parser->m, wanted, (uint64_t)w, (uint64_t)(w >> 64));
}

// 0xL..., 0xM...: sixteen digits, then the rest; fewer are the second word alone.
static IrConst *two_words(Parser *parser, IrType *wanted, const char *s, uint32_t n) {
    uint32_t first = n >= 16 ? 16 : 0;
    return ir_fp_bits(parser->m, wanted, hex_bits(s, first), hex_bits(s + first, n - first));
}

// A letter and the digits of its format.
static IrConst *fp_letter(Parser *parser, IrType *wanted, const char *s, uint32_t n) {
    switch (*s) {
    case 'L':
    case 'M': return two_words(parser, wanted, s + 1, n - 1);
    case 'K': // sign and exponent, then the significand
        return ir_fp_bits(parser->m, wanted, hex_bits(s + 5, n - 5), hex_bits(s + 1, 4));
    default: return ir_fp_bits(parser->m, wanted, hex_bits(s + 1, n - 1), 0);
    }
}

// Behind "0x": [LangRef, Simple Constants]; H, R, K, L and M say the format. NULL if it is not the
// type's.
static IrConst *fp_hex(Parser *parser, IrType *wanted, const char *s, uint32_t n) {
    static const struct {
        char letter;
        uint8_t type;        // IrTypeKind
        uint8_t least, most; // characters, the letter among them
    } formats[] = {{'H', IR_TY_HALF, 0, 5},
                   {'R', IR_TY_BFLOAT, 0, 5},
                   {'L', IR_TY_FP128, 0, 33},
                   {'M', IR_TY_PPC_FP128, 0, 33},
                   {'K', IR_TY_X86_FP80, 5, 21}};
    for (uint32_t k = 0; k < CU_COUNT(formats); k++) {
        if (formats[k].letter != *s) continue;
        bool fits = n >= formats[k].least && n <= formats[k].most;
        return wanted->kind == formats[k].type && fits ? fp_letter(parser, wanted, s, n) : NULL;
    }
    if (n > 16) return NULL;
    uint64_t bits = hex_bits(s, n);
    return from_double(parser, wanted, apf_from_bits(APF_F64, bits), bits);
}

// The token at hand, T_FP, likewise.
static IrConst *fp_const(Parser *parser, IrType *wanted) {
    const char *s = parser->tok.s;
    uint32_t n = parser->tok.n;
    IrConst *constant = NULL;
    if (!ir_ty_is_any_fp(wanted)) {
        pa_fail(parser, "floating-point constant for another type");
        return NULL;
    }
    if (n > 2 && s[0] == '0' && s[1] == 'x') {
        constant = fp_hex(parser, wanted, s + 2, n - 2);
    } else {
        ApFloat v;
        if (apf_parse(s, n, APF_F64, APF_RNE, &v, NULL)) {
            constant = from_double(parser, wanted, v, (uint64_t)apf_to_bits(v));
        }
    }
    if (!constant) {
        pa_fail(parser, "floating-point constant is invalid for its type");
        return NULL;
    }
    pa_next(parser);
    return constant;
}

static bool at_global(const Parser *parser) {
    return is_any_of(parser->tok.kind, T_GLOBAL, T_GLOBALNO);
}

static bool at_local(const Parser *parser) {
    return is_any_of(parser->tok.kind, T_LOCAL, T_LOCALNO);
}

// ---- globals ----

// At T_GLOBAL or T_GLOBALNO, which is taken. `wanted` NULL: any address space.
IrGlobal *pa_global_ref(Parser *parser, IrType *wanted) {
    IrGlobal *global;
    if (wanted && wanted->kind != IR_TY_PTR) {
        pa_fail(parser, "a global's address is a pointer");
        return NULL;
    }
    void **slot;
    Atom name = 0;
    if (parser->tok.kind == T_GLOBALNO) {
        slot = map_slot(&parser->global_no, (uint64_t)parser->tok.num + 1);
    } else {
        name = pa_name(parser);
        slot = map_slot(&parser->globals, name);
    }
    global = *slot;
    if (!global) {
        IrFunc *f = arena_new(&parser->m->arena, IrFunc); // room for whatever it turns out to be
        global = *slot = &f->g;
        global->v.kind = IR_C_VAR;
        global->v.name = name;
        global->m = parser->m;
        global->v.type = wanted;
    }
    if (!global->v.type) global->v.type = wanted;
    if (wanted && global->v.type != wanted) {
        pa_fail(parser, "global used with another address space");
        return NULL;
    }
    pa_next(parser);
    return global;
}

// ---- constants ----

typedef VEC(IrConst *) ConstVec;

// Constants with their types up to `close`, which is taken.
static bool const_list(Parser *parser, ConstVec *operands, char close) {
    while (!pa_is(parser, close)) {
        IrType *t = pa_type(parser);
        IrConst *c = t ? pa_const(parser, t) : NULL;
        if (!c) return false;
        vec_push(&parser->tmp, operands, c);
        if (!pa_eat(parser, ',')) break;
    }
    return pa_expect(parser, close);
}

// Behind the opening character; every member must have the type that `wanted` says.
static IrConst *aggregate(Parser *parser, IrType *wanted, char close) {
    ConstVec operands = {0};
    bool packed = false;
    if (close == '>' && pa_eat(parser, '{')) {
        packed = true;
        close = '}';
    }
    if (!const_list(parser, &operands, close)) return NULL;
    if (packed && !pa_expect(parser, '>')) return NULL;
    IrTypeKind k = IR_TY_STRUCT;
    if (close == ']') k = IR_TY_ARRAY;
    if (close == '>') k = IR_TY_VECTOR;
    bool ok = wanted->kind == k && wanted->n == operands.n &&
              (k != IR_TY_STRUCT || wanted->packed == packed);
    for (uint32_t i = 0; ok && i < operands.n; i++)
        ok = operands.at[i]->v.type == ir_ty_member(wanted, i);
    if (!ok) {
        pa_fail(parser, "constant does not have the type of its context");
        return NULL;
    }
    return ir_agg(parser->m, wanted, operands.n, operands.at);
}

// c"...": behind the c.
static IrConst *string_const(Parser *parser, IrType *wanted) {
    Atom a = pa_string(parser);
    uint32_t n = atom_len(parser->ctx, a);
    if (parser->failed) return NULL;
    if (wanted->kind != IR_TY_ARRAY || !ir_ty_is_i(wanted->elem, 8) || wanted->n != n) {
        pa_fail(parser, "string constant does not have the type of its context");
        return NULL;
    }
    return ir_data(parser->m, wanted, atom_str(parser->ctx, a), n);
}

// inrange(-8, 16), at '(': only a hint for the linker, checked and left out.
static bool in_range(Parser *parser) {
    IrType *type = parser->m->ty_i64;
    pa_next(parser);
    IrConst *low = parser->tok.kind == T_INT ? pa_int_const(parser, type) : NULL;
    if (!low || !pa_expect(parser, ',')) return pa_fail(parser, "integer expected");
    IrConst *high = parser->tok.kind == T_INT ? pa_int_const(parser, type) : NULL;
    if (!high) return pa_fail(parser, "integer expected");
    if (ir_sval(low) >= ir_sval(high))
        return pa_fail(parser, "the end of inrange must be larger than its start");
    return pa_expect(parser, ')');
}

// Flags of constant expressions, in any order. After an error parser->failed is set.
static uint16_t expr_flags(Parser *parser) {
    static const char *const words[] = {"inbounds", "nuw", "nsw", "nusw", "exact"};
    static const uint16_t bits[] = {IR_INBOUNDS | IR_NUSW, IR_NUW, IR_NSW, IR_NUSW, IR_EXACT};
    uint16_t flags = 0;
    for (;;) {
        int k = pa_word_of(parser, CU_COUNT(words), words);
        if (k >= 0) {
            flags |= bits[k];
            continue;
        }
        if (!pa_eat_word(parser, "inrange")) return flags;
        if (pa_is(parser, '(') && !in_range(parser)) return 0;
    }
}

// Vectors among the operands are of one length.
static bool vectors_agree(const ConstVec *operands) {
    const IrType *shape = NULL;
    for (uint32_t i = 0; i < operands->n; i++) {
        const IrType *type = operands->at[i]->v.type;
        if (type->kind != IR_TY_VECTOR) continue;
        bool agrees = !shape || (shape->n == type->n && shape->scalable == type->scalable);
        if (!agrees) return false;
        shape = type;
    }
    return true;
}

// The member or element that an index leads to; NULL: there is none. Members are chosen by
// constants of 32 bits, which may be splats.
static IrType *stepped_into(IrType *type, IrConst *index) {
    if (is_any_of(type->kind, IR_TY_ARRAY, IR_TY_VECTOR)) return type->elem;
    bool short_index = ir_ty_scalar(index->v.type)->bits == 32;
    if (type->kind != IR_TY_STRUCT || !short_index) return NULL;
    if (index->v.type->kind == IR_TY_VECTOR) index = ir_splat_value(type->m, index);
    bool known = index && index->v.kind == IR_C_INT && ir_fits_u64(index);
    return known ? ir_ty_member(type, ir_uval(index)) : NULL;
}

// Whether a gep of constants is well formed; vectors may stand for the base and the indices. As
// gep_walk in parse_inst.c, on constants.
static bool gep_type_ok(IrType *src, const ConstVec *operands) {
    bool from_address =
        operands->n && ir_ty_is_ptr(ir_ty_scalar(operands->at[0]->v.type)) && src->sized;
    if (!from_address || !vectors_agree(operands)) return false;
    IrType *type = src;
    for (uint32_t i = 1; i < operands->n; i++) {
        IrConst *index = operands->at[i];
        if (!ir_ty_is_int(ir_ty_scalar(index->v.type))) return false;
        if (i > 1) type = stepped_into(type, index); // the first steps over whole objects
        if (!type) return false;
    }
    return true;
}

static bool is_known_index(const IrConst *index, const IrType *of) {
    return index->v.kind == IR_C_INT && ir_fits_u64(index) && !of->scalable;
}

static IrConst *extracted(Parser *parser, IrConst **operand) {
    IrConst *of = operand[0], *index = operand[1];
    IrType *type = of->v.type;
    if (!ir_ty_is_int(index->v.type)) return NULL;
    bool known = is_known_index(index, type);
    IrConst *e = known ? ir_elem(parser->m, of, ir_uval(index)) : NULL;
    return e ? e : ir_cexpr_raw(parser->m, IR_EXTRACTELEMENT, type->elem, 2, operand, 0);
}

static IrConst *inserted(Parser *parser, IrConst **operand) {
    IrModule *module = parser->m;
    IrConst *into = operand[0], *index = operand[2];
    IrType *type = into->v.type;
    if (!ir_ty_is_int(index->v.type) || operand[1]->v.type != type->elem) return NULL;
    bool inside = is_known_index(index, type) && ir_uval(index) < type->n;
    if (!inside || !ir_elem(module, into, 0))
        return ir_cexpr_raw(module, IR_INSERTELEMENT, type, 3, operand, 0);
    IrConst **e = arena_array(&parser->tmp, IrConst *, type->n);
    for (uint64_t i = 0; i < type->n; i++)
        e[i] = i == ir_uval(index) ? operand[1] : ir_elem(module, into, i);
    return ir_agg(module, type, (uint32_t)type->n, e);
}

// Element by element, where they are known.
static IrConst *shuffled(Parser *parser, IrConst **operand) {
    IrModule *module = parser->m;
    IrConst *one = operand[0], *other = operand[1], *mask = operand[2];
    IrType *type = one->v.type;
    if (other->v.type != type || mask->v.type->kind != IR_TY_VECTOR) return NULL;
    uint64_t n = mask->v.type->n;
    IrType *to = ir_ty_with_shape(module, type->elem, mask->v.type);
    bool known = !type->scalable && ir_elem(module, one, 0) && ir_elem(module, other, 0);
    if (!known) return ir_cexpr_raw(module, IR_SHUFFLEVECTOR, to, 3, operand, 0);
    IrConst **e = arena_array(&parser->tmp, IrConst *, n);
    for (uint64_t i = 0; i < n; i++) {
        IrConst *k = ir_elem(module, mask, i);
        if (!k) return NULL;
        bool chosen = k->v.kind == IR_C_INT;
        uint64_t at = chosen ? ir_uval(k) : 0;
        if (at >= 2 * type->n) return NULL;
        IrConst *from = at < type->n ? one : other;
        e[i] = chosen ? ir_elem(module, from, at % type->n) : ir_poison(module, type->elem);
    }
    return ir_agg(module, to, (uint32_t)n, e);
}

// Vector operations on constants; what has no plain result stays an expression. NULL where the
// operands do not fit the operation.
static IrConst *vector_expr(Parser *parser, IrOp op, const ConstVec *operands) {
    uint32_t want = op == IR_EXTRACTELEMENT ? 2 : 3;
    if (operands->at[0]->v.type->kind != IR_TY_VECTOR || operands->n != want) return NULL;
    switch (op) {
    case IR_EXTRACTELEMENT: return extracted(parser, operands->at);
    case IR_INSERTELEMENT: return inserted(parser, operands->at);
    default: return shuffled(parser, operands->at);
    }
}

// Expressions that LLVM no longer has: what does not come to a constant becomes instructions
// (upgrade_expr.c). NULL where the operands do not fit.
static IrConst *old_expr(Parser *parser, IrOp op, int pred, const ConstVec *operands) {
    IrConst *const *c = operands->at;
    IrType *type = operands->n > 1 ? c[1]->v.type : NULL, *ct = c[0]->v.type;
    switch (op) {
    case IR_SELECT: {
        if (operands->n != 3 || type != c[2]->v.type || !ir_ty_is_i(ir_ty_scalar(ct), 1))
            return NULL;
        bool shape = ct->kind != IR_TY_VECTOR || (type->kind == IR_TY_VECTOR && type->n == ct->n &&
                                                  type->scalable == ct->scalable);
        if (!shape) return NULL;
        // known already: no expression is left
        if (c[0]->v.kind == IR_C_INT) return c[0]->bits ? c[1] : c[2];
        return c[1] == c[2] ? c[1] : ir_cexpr_old(parser->m, op, 0, type, 3, c);
    }
    case IR_ICMP:
    case IR_FCMP: {
        if (operands->n != 2 || ct != type || pred < 0) return NULL;
        IrType *e = ir_ty_scalar(type);
        bool integers = is_any_of(e->kind, IR_TY_INT, IR_TY_PTR);
        if (op == IR_ICMP ? !integers : !ir_ty_is_fp(e)) return NULL;
        IrConst *f = ir_fold_cmp(parser->m, (IrPred)pred, c[0], c[1]);
        IrType *to = ir_ty_with_shape(parser->m, parser->m->ty_i1, type);
        return f ? f : ir_cexpr_old(parser->m, op, (uint16_t)pred, to, 2, c);
    }
    case IR_FNEG:
        if (operands->n != 1 || !ir_ty_is_fp(ir_ty_scalar(ct))) return NULL;
        return ir_cexpr_old(parser->m, op, 0, ct, 1, c);
    default: return NULL;
    }
}

// The constant of an expression whose parts have been read; NULL where they do not fit.
static IrConst *make_expr(Parser *parser, IrOp op, uint16_t flags, IrType *src, IrType *to,
                          int pred, const ConstVec *operands) {
    IrConst *constant = NULL;
    switch (ir_ops[op].class) {
    case IRC_CAST:
        if (operands->n != 1 || !ir_cast_valid(op, operands->at[0]->v.type, to)) return NULL;
        constant = ir_cexpr(parser->m, op, flags, to, NULL, 1, operands->at);
        return constant ? constant : ir_cexpr_old(parser->m, op, flags, to, 1, operands->at);
    case IRC_BINARY:
        if (operands->n != 2 || operands->at[0]->v.type != operands->at[1]->v.type) return NULL;
        if (!ir_op_takes(op, operands->at[0]->v.type)) return NULL;
        constant = ir_cexpr(parser->m, op, flags, operands->at[0]->v.type, NULL, 2, operands->at);
        return constant
                   ? constant
                   : ir_cexpr_old(parser->m, op, flags, operands->at[0]->v.type, 2, operands->at);
    case IRC_VEC: return vector_expr(parser, op, operands);
    default: break;
    }
    if (op == IR_GEP)
        return gep_type_ok(src, operands)
                   ? ir_cexpr(parser->m, op, flags, to, src, operands->n, operands->at)
                   : NULL;
    return old_expr(parser, op, pred, operands);
}

// extractvalue (T c, 1, 2), insertvalue (T c, U v, 1, 2): the rest of the list.
static IrConst *member_expr(Parser *parser, IrOp op, ConstVec *operands) {
    IrType *type = operands->at[0]->v.type, *of_type = type;
    uint32_t first = op == IR_EXTRACTVALUE ? 1 : 2;
    if (operands->n != first) return NULL;
    do {
        IrConst *k = parser->tok.kind == T_INT ? pa_int_const(parser, parser->m->ty_i32) : NULL;
        if (!k) return NULL;
        of_type = ir_ty_is_agg(of_type) ? ir_ty_member(of_type, ir_uval(k)) : NULL;
        if (!of_type) return NULL;
        vec_push(&parser->tmp, operands, k);
    } while (pa_eat(parser, ','));
    if (first == 2 && operands->at[1]->v.type != of_type) return NULL;
    if (first == 2) return ir_cexpr_old(parser->m, op, 0, type, operands->n, operands->at);
    IrConst *c = operands->at[0];
    for (uint32_t k = first; c && k < operands->n; k++)
        c = ir_elem(parser->m, c, ir_uval(operands->at[k]));
    return c ? c : ir_cexpr_old(parser->m, op, 0, of_type, operands->n, operands->at);
}

// The expression if it has the type that its place wants (NULL: any), else an error at its
// beginning.
static IrConst *expr_of(Parser *parser, IrConst *constant, const IrType *wanted, const char *at) {
    if (constant && (!wanted || constant->v.type == wanted)) return constant;
    pa_fail_at(parser, at,
               constant ? "constant expression of another type" : "bad constant expression");
    return NULL;
}

// At the opcode: op [flags] [predicate] ([T,] constants [to U]).
static IrConst *expr(Parser *parser, IrType *wanted, IrOp op) {
    ConstVec operands = {0};
    IrType *src = NULL, *to = wanted;
    int pred = -1;
    const char *at = parser->tok_at;
    pa_next(parser);
    uint16_t flags = expr_flags(parser);
    if (parser->failed) return NULL;
    if (op == IR_ICMP) {
        pred = pa_word_of(parser, IR_NPREDS - IR_EQ, ir_pred_names + IR_EQ);
        if (pred >= 0) pred += IR_EQ;
    } else if (op == IR_FCMP) {
        pred = pa_word_of(parser, IR_EQ, ir_pred_names);
    }
    if (!pa_expect(parser, '(')) return NULL;
    if (op == IR_GEP) {
        src = pa_type(parser);
        if (!src || !pa_expect(parser, ',')) return NULL;
    }
    do {
        if (op == IR_GEP) expr_flags(parser); // old place of inrange
        IrType *et = parser->failed ? NULL : pa_type(parser);
        IrConst *c = et ? pa_const(parser, et) : NULL;
        if (!c) return NULL;
        vec_push(&parser->tmp, &operands, c);
        bool member = op == IR_EXTRACTVALUE || (op == IR_INSERTVALUE && operands.n == 2);
        if (!member) continue;
        if (!pa_expect(parser, ',')) return NULL;
        c = member_expr(parser, op, &operands);
        if (c && !pa_expect(parser, ')')) return NULL;
        return expr_of(parser, c, wanted, at);
    } while (pa_eat(parser, ','));
    if (ir_ops[op].class == IRC_CAST) {
        if (!pa_eat_word(parser, "to")) {
            pa_fail(parser, "'to' expected");
            return NULL;
        }
        to = pa_type(parser);
        if (!to) return NULL;
    }
    if (!pa_expect(parser, ')')) return NULL;
    return expr_of(parser, make_expr(parser, op, flags, src, to, pred, &operands), wanted, at);
}

// ---- constants that name code ----

// The block that a blockaddress means. Blocks of functions read later are made here and found again
// by the body (parse.c); of functions read before, numbers are gone. The name of the block is at
// hand and taken.
static IrBlock *addressed_block(Parser *parser, IrGlobal *owner) {
    bool numbered = parser->tok.kind == T_LOCALNO;
    if (!numbered && parser->tok.kind != T_LOCAL) {
        pa_fail(parser, "name of a block expected");
        return NULL;
    }
    if (parser->fn && &parser->fn->g == owner) return pa_block_ref(parser);
    Atom name = numbered ? 0 : pa_name(parser);
    uint32_t no = parser->tok.num;
    if (owner->vty) { // read before
        Map *names = map_get(&parser->block_names, (uintptr_t)owner);
        if (!names) {
            names = arena_new(&parser->tmp, Map);
            map_init(names, &parser->tmp);
            map_put(&parser->block_names, (uintptr_t)owner, names);
            IR_FOREACH_BLOCK(bb, (IrFunc *)owner) map_put(names, bb->v.name, bb);
        }
        IrBlock *bb = numbered || !name ? NULL : map_get(names, name);
        if (!bb) {
            pa_fail(parser, numbered ? "a numbered block of a function read before"
                                     : "the function has no such block");
            return NULL;
        }
        pa_next(parser);
        return bb;
    }
    void **slot = map_slot(&parser->block_refs, (uintptr_t)owner);
    if (!*slot) *slot = arena_new(&parser->tmp, PendingBlocks);
    PendingBlocks *list = *slot;
    VEC_FOREACH (PendingBlock, b, list) {
        if (b->name != name || (numbered && b->no != no)) continue;
        pa_next(parser);
        return b->block;
    }
    PendingBlock b = {.name = name, .no = no, .at = parser->tok_at};
    b.block = arena_new(&parser->m->arena, IrBlock);
    b.block->v.kind = IR_V_BLOCK;
    b.block->v.type = parser->m->ty_label;
    b.block->v.name = name;
    vec_push(&parser->tmp, list, b);
    pa_next(parser);
    return b.block;
}

// blockaddress(@f, %bb), at the word.
static IrConst *block_address(Parser *parser, IrType *wanted) {
    pa_next(parser);
    if (!pa_expect(parser, '(')) return NULL;
    if (!at_global(parser)) {
        pa_fail(parser, "name of a function expected in blockaddress");
        return NULL;
    }
    IrGlobal *g = pa_global_ref(parser, wanted);
    if (!g || !pa_expect(parser, ',')) return NULL;
    bool has_body = g->v.kind == IR_C_FUNC && ((IrFunc *)g)->first;
    bool at_hand = parser->fn && g == &parser->fn->g;
    if (g->vty && !has_body && !at_hand) {
        pa_fail(parser, "blockaddress of what is no function with a body");
        return NULL;
    }
    IrBlock *bb = addressed_block(parser, g);
    if (!bb || !pa_expect(parser, ')')) return NULL;
    return ir_block_address(parser->m, (IrFunc *)g, bb);
}

// dso_local_equivalent @f, no_cfi @f
static IrConst *wrapped_global(Parser *parser, IrType *wanted, IrValueKind kind) {
    pa_next(parser);
    if (!at_global(parser)) {
        pa_fail(parser, "name of a global expected");
        return NULL;
    }
    const char *at = parser->tok_at;
    IrConst *g = (IrConst *)pa_global_ref(parser, wanted);
    if (!g) return NULL;
    if (kind == IR_C_DSO_LOCAL)
        vec_push(&parser->tmp, &parser->must_be_code, ((CodeRef){(IrGlobal *)g, at}));
    return ir_wrapped(parser->m, kind, wanted, 1, &g);
}

static bool is_int_of(const IrConst *constant, uint32_t bits) {
    return constant->v.kind == IR_C_INT && constant->v.type->bits == bits;
}

// Why these are no operands of ptrauth, or NULL.
static const char *ptrauth_fault(const ConstVec *operands, const IrType *wanted) {
    IrConst *const *c = operands->at;
    uint32_t n = operands->n;
    if (n < 2 || n > 4) return "ptrauth has a pointer, a key and up to two discriminators";
    if (!ir_ty_is_ptr(c[0]->v.type)) return "ptrauth base pointer must be a pointer";
    if (!is_int_of(c[1], 32)) return "ptrauth key must be an i32 constant";
    if (n > 2 && !is_int_of(c[2], 64))
        return "ptrauth integer discriminator must be an i64 constant";
    if (n > 3 && !ir_ty_is_ptr(c[3]->v.type))
        return "ptrauth address discriminator must be a pointer";
    return c[0]->v.type == wanted ? NULL : "constant expression of another type";
}

// ptrauth (ptr @g, i32 key[, i64 discriminator[, ptr address]]), at the word.
static IrConst *ptrauth(Parser *parser, IrType *wanted) {
    ConstVec operands = {0};
    pa_next(parser);
    const char *at = parser->tok_at;
    if (!pa_expect(parser, '(') || !const_list(parser, &operands, ')')) return NULL;
    const char *why = ptrauth_fault(&operands, wanted);
    if (why) {
        pa_fail_at(parser, at, "%s", why);
        return NULL;
    }
    IrConst *e[4] = {operands.at[0], operands.at[1],
                     operands.n > 2 ? operands.at[2] : ir_int(parser->m->ty_i64, 0),
                     operands.n > 3 ? operands.at[3] : ir_null(parser->m, parser->m->ty_ptr)};
    return ir_wrapped(parser->m, IR_C_PTRAUTH, wanted, 4, e);
}

static IrConst *truth(Parser *parser, IrType *wanted, bool value) {
    pa_next(parser);
    if (ir_ty_is_i(wanted, 1)) return ir_int(wanted, value);
    pa_fail(parser, "i1 constant for another type");
    return NULL;
}

// splat (T constant), behind the word.
static IrConst *splat(Parser *parser, IrType *wanted) {
    if (!pa_expect(parser, '(')) return NULL;
    IrType *et = pa_type(parser);
    IrConst *c = et ? pa_const(parser, et) : NULL;
    if (!c || !pa_expect(parser, ')')) return NULL;
    if (et == wanted->elem) return ir_splat(parser->m, wanted, c);
    pa_fail(parser, "splat of another type");
    return NULL;
}

static IrConst *no_cfi(Parser *parser, IrType *wanted) {
    return wrapped_global(parser, wanted, IR_C_NO_CFI);
}

static IrConst *dso_local_equivalent(Parser *parser, IrType *wanted) {
    return wrapped_global(parser, wanted, IR_C_DSO_LOCAL);
}

// Pointers that begin with a word of their own, which is at hand; *taken: it is one of them.
static IrConst *word_pointer(Parser *parser, IrType *wanted, bool *taken) {
    static const struct {
        const char *word;
        IrConst *(*read)(Parser *, IrType *);
    } rows[] = {{"blockaddress", block_address},
                {"dso_local_equivalent", dso_local_equivalent},
                {"no_cfi", no_cfi},
                {"ptrauth", ptrauth}};
    for (uint32_t k = 0; k < CU_COUNT(rows); k++) {
        *taken = pa_is_word(parser, rows[k].word);
        if (*taken) return rows[k].read(parser, wanted);
    }
    return NULL;
}

// Constants that begin with a word.
static IrConst *word_const(Parser *parser, IrType *wanted) {
    IrModule *module = parser->m;
    bool is_true = pa_is_word(parser, "true");
    if (is_true || pa_is_word(parser, "false")) return truth(parser, wanted, is_true);
    if (pa_eat_word(parser, "null")) {
        if (wanted->kind == IR_TY_PTR) return ir_null(module, wanted);
        pa_fail(parser, "null is a pointer");
        return NULL;
    }
    // the types that have undef, poison and zeroinitializer
    bool other = is_any_of(wanted->kind, IR_TY_TARGET, IR_TY_TOKEN);
    bool value = wanted->sized || is_any_of(wanted->kind, IR_TY_STRUCT, IR_TY_ARRAY) || other;
    if (value && wanted->kind != IR_TY_TOKEN && pa_eat_word(parser, "zeroinitializer")) {
        bool no_zero = wanted->kind == IR_TY_TARGET && !wanted->sized &&
                       strcmp(atom_str(parser->ctx, wanted->name), "aarch64.svcount") != 0;
        if (!no_zero) return ir_null(module, wanted);
        pa_fail(parser, "invalid type for null constant");
        return NULL;
    }
    if (wanted->kind == IR_TY_TOKEN && pa_eat_word(parser, "none")) return ir_null(module, wanted);
    if (value && pa_eat_word(parser, "undef")) return ir_undef(module, wanted);
    if (value && pa_eat_word(parser, "poison")) return ir_poison(module, wanted);
    if (pa_is_word(parser, "c")) {
        pa_next(parser);
        return string_const(parser, wanted);
    }
    if (wanted->kind == IR_TY_VECTOR && pa_eat_word(parser, "splat")) return splat(parser, wanted);
    bool taken = false;
    IrConst *pointer = wanted->kind == IR_TY_PTR ? word_pointer(parser, wanted, &taken) : NULL;
    if (taken) return pointer;
    int op = pa_word_in(parser, &parser->ops);
    if (pa_is_word(parser, "ptrtoaddr")) op = IR_PTRTOINT;
    if (op >= 0) return expr(parser, wanted, (IrOp)op);
    pa_fail(parser, "constant expected");
    return NULL;
}

// By the first token.
IrConst *pa_const(Parser *parser, IrType *wanted) {
    if (!pa_enter(parser)) return NULL;
    IrConst *constant = NULL;
    switch (parser->tok.kind) {
    case T_INT: constant = pa_int_const(parser, wanted); break;
    case T_FP: constant = fp_const(parser, wanted); break;
    case T_GLOBAL:
    case T_GLOBALNO: constant = (IrConst *)pa_global_ref(parser, wanted); break;
    case T_WORD: constant = word_const(parser, wanted); break;
    case T_PUNCT: {
        char o = parser->tok.punct;
        if (is_any_of(o, '[', '{', '<')) {
            pa_next(parser);
            char close = o == '[' ? ']' : '>';
            constant = aggregate(parser, wanted, o == '{' ? '}' : close);
            break;
        }
    } // fall through
    default: pa_fail(parser, "constant expected");
    }
    pa_leave(parser);
    return constant;
}

// ---- locals ----

// Where the local name at hand is kept.
static void **local_slot(Parser *parser) {
    if (parser->tok.kind == T_LOCALNO)
        return map_slot(&parser->local_no, (uint64_t)parser->tok.num + 1);
    return map_slot(&parser->local, pa_name(parser));
}

// An instruction without operands stands for a value that is not defined yet.
IrValue *pa_local_ref(Parser *parser, IrType *wanted) {
    if (!parser->fn) {
        pa_fail(parser, "local name outside of a function");
        return NULL;
    }
    void **slot = local_slot(parser);
    IrValue *value = *slot;
    if (!value) { // a placeholder of the wanted type; used only as an operand
        IrInst *i = ir_inst_new(parser->fn, IR_FREEZE, wanted, 0);
        i->block = parser->fn->last; // any of the function: records ask whose it is
        value = *slot = &i->v;
        map_put(&parser->fwd, (uintptr_t)value, (void *)(uintptr_t)parser->tok_at);
    }
    if (value->type != wanted) {
        pa_fail(parser, "value used with another type than it has");
        return NULL;
    }
    pa_next(parser);
    return value;
}

// Uses of the placeholder move to the value.
bool pa_define_local(Parser *parser, Atom name, bool numbered, uint32_t no, IrValue *defined) {
    void **slot =
        numbered ? map_slot(&parser->local_no, (uint64_t)no + 1) : map_slot(&parser->local, name);
    IrValue *old = *slot;
    if (old) {
        if (!map_get(&parser->fwd, (uintptr_t)old)) return pa_fail(parser, "name defined twice");
        if (old->type != defined->type)
            return pa_fail(parser, "defined with another type than it was used");
        ir_replace_uses(old, defined);
        map_put(&parser->fwd, (uintptr_t)old, NULL);
    }
    *slot = defined;
    if (!numbered) defined->name = name;
    return true;
}

// At the block's local name; a block that is not there yet is made, and moved to its place later.
IrBlock *pa_block_ref(Parser *parser) {
    if (!at_local(parser)) {
        pa_fail(parser, "block expected");
        return NULL;
    }
    void **slot = local_slot(parser);
    IrValue *value = *slot;
    if (!value) {
        IrBlock *bb = ir_block_new(parser->fn, parser->tok.kind == T_LOCAL ? pa_name(parser) : 0);
        value = *slot = &bb->v;
        map_put(&parser->fwd, (uintptr_t)value, (void *)(uintptr_t)parser->tok_at);
        parser->undefined_blocks++;
    }
    if (value->kind != IR_V_BLOCK) {
        pa_fail(parser, "not a block");
        return NULL;
    }
    pa_next(parser);
    return (IrBlock *)value;
}

// At the word: asm [sideeffect] [alignstack] [inteldialect] [unwind] "text", "constraints".
// `wanted` is the function type.
static IrValue *asm_value(Parser *parser, IrType *wanted) {
    enum { SIDE_EFFECT, ALIGN_STACK, INTEL_DIALECT, UNWIND, MARKS };
    static const char *const words[MARKS] = {"sideeffect", "alignstack", "inteldialect", "unwind"};
    bool said[MARKS] = {false};
    pa_next(parser);
    for (int k; (k = pa_word_of(parser, MARKS, words)) >= 0;) said[k] = true;
    Atom text = pa_string(parser);
    if (!pa_expect(parser, ',')) return NULL;
    Atom cons = pa_string(parser);
    if (parser->failed || wanted->kind != IR_TY_FUNC) {
        pa_fail(parser, "inline asm outside of a call");
        return NULL;
    }
    IrAsm *a = ir_asm(parser->m, wanted, text, cons, said[SIDE_EFFECT]);
    a->align_stack = said[ALIGN_STACK];
    a->intel = said[INTEL_DIALECT];
    a->unwind = said[UNWIND];
    return &a->v;
}

// By the type, then the first token.
IrValue *pa_value(Parser *parser, IrType *wanted) {
    if (wanted->kind == IR_TY_METADATA) {
        IrMd *md = pa_md(parser);
        return parser->failed ? NULL : &ir_md_as_value(parser->m, md)->v;
    }
    if (wanted->kind == IR_TY_LABEL) {
        IrBlock *bb = pa_block_ref(parser);
        return bb ? &bb->v : NULL;
    }
    if (at_local(parser)) return pa_local_ref(parser, wanted);
    if (pa_is_word(parser, "asm")) return asm_value(parser, wanted);
    IrConst *c = pa_const(parser, wanted);
    return c ? &c->v : NULL;
}

IrValue *pa_typed(Parser *parser) {
    IrType *t = pa_type(parser);
    return t ? pa_value(parser, t) : NULL;
}

// Type and constant, or an expression, which says its type.
IrConst *pa_aliasee(Parser *parser) {
    static const uint8_t exprs[] = {IR_BITCAST, IR_GEP, IR_ADDRSPACECAST, IR_INTTOPTR};
    int op = pa_word_in(parser, &parser->ops);
    for (size_t i = 0; op >= 0 && i < CU_COUNT(exprs); i++) {
        if (exprs[i] == op) return expr(parser, NULL, (IrOp)op);
    }
    IrType *t = pa_type(parser);
    return t ? pa_const(parser, t) : NULL;
}
