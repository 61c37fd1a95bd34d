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

IrConst *pa_int_const(Parser *p, IrType *t) {
    enum { WORDS = 256, DIGITS = 4000 }; // of decimals, which take quadratic time
    if (t->kind != IR_TY_INT) {
        pa_fail(p, "integer constant for another type");
        return NULL;
    }
    const char *s = p->tok.s;
    uint32_t n = p->tok.n, want = (t->bits + 63) / 64, nw = CU_MIN(want, (uint32_t)WORDS);
    uint64_t local[WORDS] = {0}, *w = local;
    bool neg = *s == '-', hex = *s == 'u' || *s == 's', ok;
    if (want > WORDS && (hex || neg)) {
        w = arena_array(&p->tmp, uint64_t, want);
        nw = want;
    }
    if (hex) {
        ok = hex_to_words(s + 3, n - 3, *s == 's', w, nw);
    } else {
        uint32_t skip = neg || *s == '+';
        ok = n <= DIGITS && digits_to_words(s + skip, n - skip, 10, w, CU_MIN(nw, (uint32_t)WORDS));
    }
    uint32_t top = nw == want ? t->bits % 64 : 0;
    if (!ok || (top && w[nw - 1] >> top && *s != 's')) {
        pa_fail(p, "integer constant does not fit its type");
        return NULL;
    }
    bool carry = true;
    for (uint32_t k = 0; neg && k < nw; k++) {
        w[k] = ~w[k] + carry;
        carry = carry && !w[k];
    }
    pa_next(p);
    return ir_int_words(p->m, t, nw, w);
}

static uint64_t hex_bits(const char *s, uint32_t n) {
    uint64_t v = 0;
    digits_to_words(s, n, 16, &v, 1);
    return v;
}

// A double (what decimal text and plain 0x... give in every format) as a constant of type t; NULL
// when that is not exact [LangRef, Simple Constants].
static IrConst *from_double(Parser *p, IrType *t, ApFloat v, uint64_t bits) {
    uint32_t flags = 0;
    u128 w;
    switch (t->kind) {
    case IR_TY_DOUBLE: return ir_fp_bits(p->m, t, bits, 0);
    case IR_TY_PPC_FP128: return ir_fp_bits(p->m, t, bits, 0); // the sum of this and 0
    case IR_TY_FLOAT:
        if (apf_is_nan(v)) { // keep the payload
            return bits << 35
                       ? NULL
                       : ir_fp_bits(p->m, t,
                                    bits >> 63 << 31 | 0x7f800000 | (bits >> 29 & 0x7fffff), 0);
        }
        w = apf_to_bits(apf_convert(v, APF_F32, APF_RNE, &flags));
        break;
    case IR_TY_HALF: w = apf_to_bits(apf_convert(v, APF_F16, APF_RNE, &flags)); break;
    case IR_TY_BFLOAT: w = apf_to_bits(apf_convert(v, APF_BF16, APF_RNE, &flags)); break;
    case IR_TY_FP128: w = apf_to_bits(apf_convert(v, APF_F128, APF_RNE, &flags)); break;
    default: w = apf_to_bits(apf_convert(v, APF_X87, APF_RNE, &flags));
    }
    if (flags & (APF_INEXACT | APF_OVERFLOW | APF_UNDERFLOW)) return NULL;
    return ir_fp_bits(p->m, t, (uint64_t)w, (uint64_t)(w >> 64));
}

// 0xL..., 0xM...: sixteen digits, then the rest; fewer are the second word alone.
static IrConst *two_words(Parser *p, IrType *t, const char *s, uint32_t n) {
    uint32_t first = n >= 16 ? 16 : 0;
    if (n > 32) return NULL;
    return ir_fp_bits(p->m, t, hex_bits(s, first), hex_bits(s + first, n - first));
}

static IrConst *fp_hex(Parser *p, IrType *t, const char *s, uint32_t n) { // behind "0x"
    switch (*s) {
    case 'H':
        return t->kind == IR_TY_HALF && n <= 5 ? ir_fp_bits(p->m, t, hex_bits(s + 1, n - 1), 0)
                                               : NULL;
    case 'R':
        return t->kind == IR_TY_BFLOAT && n <= 5 ? ir_fp_bits(p->m, t, hex_bits(s + 1, n - 1), 0)
                                                 : NULL;
    case 'L': return t->kind == IR_TY_FP128 ? two_words(p, t, s + 1, n - 1) : NULL;
    case 'M': return t->kind == IR_TY_PPC_FP128 ? two_words(p, t, s + 1, n - 1) : NULL;
    case 'K': // sign and exponent, then the significand
        if (t->kind != IR_TY_X86_FP80 || n < 5 || n > 21) return NULL;
        return ir_fp_bits(p->m, t, hex_bits(s + 5, n - 5), hex_bits(s + 1, 4));
    default: break;
    }
    if (n > 16) return NULL;
    uint64_t bits = hex_bits(s, n);
    return from_double(p, t, apf_from_bits(APF_F64, bits), bits);
}

static IrConst *fp_const(Parser *p, IrType *t) {
    const char *s = p->tok.s;
    uint32_t n = p->tok.n;
    IrConst *c = NULL;
    if (!ir_ty_is_any_fp(t)) {
        pa_fail(p, "floating-point constant for another type");
        return NULL;
    }
    if (n > 2 && s[0] == '0' && s[1] == 'x') {
        c = fp_hex(p, t, s + 2, n - 2);
    } else {
        ApFloat v;
        if (apf_parse(s, n, APF_F64, APF_RNE, &v, NULL)) {
            c = from_double(p, t, v, (uint64_t)apf_to_bits(v));
        }
    }
    if (!c) {
        pa_fail(p, "floating-point constant is invalid for its type");
        return NULL;
    }
    pa_next(p);
    return c;
}

// ---- globals ----

IrGlobal *pa_global_ref(Parser *p, IrType *t) { // at T_GLOBAL or T_GLOBALNO; taken
    IrGlobal *g;
    if (t && t->kind != IR_TY_PTR) {
        pa_fail(p, "a global's address is a pointer");
        return NULL;
    }
    void **slot;
    Atom name = 0;
    if (p->tok.kind == T_GLOBALNO) {
        slot = map_slot(&p->global_no, (uint64_t)p->tok.num + 1);
    } else {
        name = pa_name(p);
        slot = map_slot(&p->globals, name);
    }
    g = *slot;
    if (!g) {
        IrFunc *f = arena_new(&p->m->arena, IrFunc); // room for whatever it turns out to be
        g = *slot = &f->g;
        g->v.kind = IR_C_VAR;
        g->v.name = name;
        g->m = p->m;
        g->v.type = t;
    }
    if (!g->v.type) g->v.type = t;
    if (t && g->v.type != t) {
        pa_fail(p, "global used with another address space");
        return NULL;
    }
    pa_next(p);
    return g;
}

// ---- constants ----

typedef VEC(IrConst *) ConstVec;

static bool const_list(Parser *p, ConstVec *v, char close) {
    while (!pa_is(p, close)) {
        IrType *t = pa_type(p);
        IrConst *c = t ? pa_const(p, t) : NULL;
        if (!c) return false;
        vec_push(&p->tmp, v, c);
        if (!pa_eat(p, ',')) break;
    }
    return pa_expect(p, close);
}

static IrConst *aggregate(Parser *p, IrType *t, char close) {
    ConstVec v = {0};
    bool packed = false;
    if (close == '>' && pa_eat(p, '{')) {
        packed = true;
        close = '}';
    }
    if (!const_list(p, &v, close)) return NULL;
    if (packed && !pa_expect(p, '>')) return NULL;
    IrTypeKind k = close == ']' ? IR_TY_ARRAY : close == '>' ? IR_TY_VECTOR : IR_TY_STRUCT;
    bool ok = t->kind == k && t->n == v.n && (k != IR_TY_STRUCT || t->packed == packed);
    for (uint32_t i = 0; ok && i < v.n; i++) ok = v.at[i]->v.type == ir_ty_member(t, i);
    if (!ok) {
        pa_fail(p, "constant does not have the type of its context");
        return NULL;
    }
    return ir_agg(p->m, t, v.n, v.at);
}

static IrConst *string_const(Parser *p, IrType *t) {
    Atom a = pa_string(p);
    uint32_t n = atom_len(p->ctx, a);
    if (p->failed) return NULL;
    if (t->kind != IR_TY_ARRAY || !ir_ty_is_i(t->elem, 8) || t->n != n) {
        pa_fail(p, "string constant does not have the type of its context");
        return NULL;
    }
    return ir_data(p->m, t, atom_str(p->ctx, a), n);
}

static uint16_t expr_flags(Parser *p) {
    uint16_t f = 0;
    for (;;) {
        if (pa_eat_word(p, "inbounds")) {
            f |= IR_INBOUNDS | IR_NUSW;
        } else if (pa_eat_word(p, "nuw")) {
            f |= IR_NUW;
        } else if (pa_eat_word(p, "nsw")) {
            f |= IR_NSW;
        } else if (pa_eat_word(p, "nusw")) {
            f |= IR_NUSW;
        } else if (pa_eat_word(p, "exact")) {
            f |= IR_EXACT;
        } else if (pa_eat_word(p, "inrange")) { // only a hint for the linker
            if (!pa_eat(p, '(')) continue;
            IrConst *lo = p->tok.kind == T_INT ? pa_int_const(p, p->m->ty_i64) : NULL;
            if (!lo || !pa_expect(p, ',')) return pa_fail(p, "integer expected");
            IrConst *hi = p->tok.kind == T_INT ? pa_int_const(p, p->m->ty_i64) : NULL;
            if (!hi) return pa_fail(p, "integer expected");
            if (ir_sval(lo) >= ir_sval(hi)) {
                return pa_fail(p, "the end of inrange must be larger than its start");
            }
            pa_expect(p, ')');
        } else {
            return f;
        }
    }
}

// Whether a gep of constants is well formed; vectors may stand for the base and the indices.
static bool gep_type_ok(IrType *src, const ConstVec *v) {
    IrType *t = src;
    const IrType *shape = NULL;
    if (!src->sized || v->n == 0 || ir_ty_scalar(v->at[0]->v.type)->kind != IR_TY_PTR) return false;
    for (uint32_t i = 0; i < v->n; i++) {
        IrConst *c = v->at[i];
        if (c->v.type->kind == IR_TY_VECTOR) {
            if (shape && (shape->n != c->v.type->n || shape->scalable != c->v.type->scalable)) {
                return false;
            }
            shape = c->v.type;
        }
        if (i == 0) continue;
        if (ir_ty_scalar(c->v.type)->kind != IR_TY_INT) return false;
        if (i == 1) continue;
        bool is_struct = t->kind == IR_TY_STRUCT;
        if (is_struct && c->v.type->kind == IR_TY_VECTOR) c = ir_splat_value(src->m, c);
        if (is_struct && ir_ty_scalar(v->at[i]->v.type)->bits != 32) return false;
        if (is_struct && (!c || c->v.kind != IR_C_INT || !ir_fits_u64(c))) return false;
        t = is_struct                                           ? ir_ty_member(t, ir_uval(c))
            : t->kind == IR_TY_ARRAY || t->kind == IR_TY_VECTOR ? t->elem
                                                                : NULL;
        if (!t) return false;
    }
    return true;
}

// Vector operations on constants; what has no plain result stays an expression.
static IrConst *vector_expr(Parser *p, IrOp op, const ConstVec *v) {
    IrModule *m = p->m;
    IrConst *x = v->at[0], *last = v->at[v->n - 1];
    IrType *t = x->v.type;
    if (t->kind != IR_TY_VECTOR || (t->scalable && op == IR_SHUFFLEVECTOR && v->n != 3))
        return NULL;
    if (op == IR_EXTRACTELEMENT) {
        if (v->n != 2 || last->v.type->kind != IR_TY_INT) return NULL;
        IrConst *e = last->v.kind == IR_C_INT && ir_fits_u64(last) && !t->scalable
                         ? ir_elem(m, x, ir_uval(last))
                         : NULL;
        return e ? e : ir_cexpr_raw(m, op, t->elem, v->n, v->at, 0);
    }
    if (op == IR_INSERTELEMENT) {
        if (v->n != 3 || last->v.type->kind != IR_TY_INT || v->at[1]->v.type != t->elem)
            return NULL;
        bool plain = last->v.kind == IR_C_INT && ir_fits_u64(last) && ir_uval(last) < t->n;
        if (!plain || t->scalable || !ir_elem(m, x, 0))
            return ir_cexpr_raw(m, op, t, v->n, v->at, 0);
        IrConst **e = arena_array(&p->tmp, IrConst *, t->n);
        for (uint64_t i = 0; i < t->n; i++) e[i] = i == ir_uval(last) ? v->at[1] : ir_elem(m, x, i);
        return ir_agg(m, t, (uint32_t)t->n, e);
    }
    if (v->n != 3 || v->at[1]->v.type != t || last->v.type->kind != IR_TY_VECTOR) return NULL;
    uint64_t n = last->v.type->n;
    IrType *to = ir_ty_with_shape(m, t->elem, last->v.type);
    if (t->scalable || !ir_elem(m, x, 0) || !ir_elem(m, v->at[1], 0)) {
        return ir_cexpr_raw(m, op, to, v->n, v->at, 0);
    }
    IrConst **e = arena_array(&p->tmp, IrConst *, n);
    for (uint64_t i = 0; i < n; i++) {
        IrConst *k = ir_elem(m, last, i);
        if (!k) return NULL;
        uint64_t at = k->v.kind == IR_C_INT ? ir_uval(k) : UINT64_MAX;
        e[i] = at == UINT64_MAX ? ir_poison(m, t->elem)
                                : ir_elem(m, at < t->n ? x : v->at[1], at % t->n);
        if (k->v.kind == IR_C_INT && at >= 2 * t->n) return NULL;
    }
    return ir_agg(m, to, (uint32_t)n, e);
}

// Expressions that LLVM no longer has: what does not come to a constant becomes instructions
// (upgrade_expr.c).
static IrConst *old_expr(Parser *p, IrOp op, int pred, const ConstVec *v) {
    IrConst *const *c = v->at;
    IrType *t = v->n > 1 ? c[1]->v.type : NULL, *ct = c[0]->v.type;
    switch (op) {
    case IR_SELECT: {
        if (v->n != 3 || t != c[2]->v.type || !ir_ty_is_i(ir_ty_scalar(ct), 1)) return NULL;
        bool shape = ct->kind != IR_TY_VECTOR ||
                     (t->kind == IR_TY_VECTOR && t->n == ct->n && t->scalable == ct->scalable);
        if (!shape) return NULL;
        if (c[0]->v.kind == IR_C_INT) return c[0]->bits ? c[1] : c[2];
        return c[1] == c[2] ? c[1] : ir_cexpr_old(p->m, op, 0, t, 3, c);
    }
    case IR_ICMP:
    case IR_FCMP: {
        if (v->n != 2 || ct != t || pred < 0) return NULL;
        IrType *e = ir_ty_scalar(t);
        if (op == IR_ICMP ? e->kind != IR_TY_INT && e->kind != IR_TY_PTR : !ir_ty_is_fp(e))
            return NULL;
        IrConst *f = ir_fold_cmp(p->m, (IrPred)pred, c[0], c[1]);
        IrType *to = ir_ty_with_shape(p->m, p->m->ty_i1, t);
        return f ? f : ir_cexpr_old(p->m, op, (uint16_t)pred, to, 2, c);
    }
    case IR_FNEG:
        if (v->n != 1 || !ir_ty_is_fp(ir_ty_scalar(ct))) return NULL;
        return ir_cexpr_old(p->m, op, 0, ct, 1, c);
    default: return NULL;
    }
}

static IrConst *make_expr(Parser *p, IrOp op, uint16_t flags, IrType *src, IrType *to, int pred,
                          const ConstVec *v) {
    IrConst *c = NULL;
    switch (ir_ops[op].class) {
    case IRC_CAST:
        if (v->n != 1 || !ir_cast_valid(op, v->at[0]->v.type, to)) return NULL;
        c = ir_cexpr(p->m, op, flags, to, NULL, 1, v->at);
        return c ? c : ir_cexpr_old(p->m, op, flags, to, 1, v->at);
    case IRC_BINARY:
        if (v->n != 2 || v->at[0]->v.type != v->at[1]->v.type) return NULL;
        if (!ir_op_takes(op, v->at[0]->v.type)) return NULL;
        c = ir_cexpr(p->m, op, flags, v->at[0]->v.type, NULL, 2, v->at);
        return c ? c : ir_cexpr_old(p->m, op, flags, v->at[0]->v.type, 2, v->at);
    case IRC_VEC: return vector_expr(p, op, v);
    default: break;
    }
    if (op == IR_GEP)
        return gep_type_ok(src, v) ? ir_cexpr(p->m, op, flags, to, src, v->n, v->at) : NULL;
    return old_expr(p, op, pred, v);
}

// extractvalue (T c, 1, 2), insertvalue (T c, U v, 1, 2): the rest of the list.
static IrConst *member_expr(Parser *p, IrOp op, ConstVec *v) {
    IrType *t = v->at[0]->v.type, *m = t;
    uint32_t first = op == IR_EXTRACTVALUE ? 1 : 2;
    if (v->n != first) return NULL;
    do {
        IrConst *k = p->tok.kind == T_INT ? pa_int_const(p, p->m->ty_i32) : NULL;
        if (!k) return NULL;
        m = ir_ty_is_agg(m) ? ir_ty_member(m, ir_uval(k)) : NULL;
        if (!m) return NULL;
        vec_push(&p->tmp, v, k);
    } while (pa_eat(p, ','));
    if (first == 2 && v->at[1]->v.type != m) return NULL;
    if (first == 2) return ir_cexpr_old(p->m, op, 0, t, v->n, v->at);
    IrConst *c = v->at[0];
    for (uint32_t k = first; c && k < v->n; k++) c = ir_elem(p->m, c, ir_uval(v->at[k]));
    return c ? c : ir_cexpr_old(p->m, op, 0, m, v->n, v->at);
}

static IrConst *expr_of(Parser *p, IrConst *c, const IrType *t, const char *at) {
    if (c && (!t || c->v.type == t)) return c;
    pa_fail_at(p, at, c ? "constant expression of another type" : "bad constant expression");
    return NULL;
}

static IrConst *expr(Parser *p, IrType *t, IrOp op) {
    ConstVec v = {0};
    IrType *src = NULL, *to = t;
    int pred = -1;
    const char *at = p->tok_at;
    pa_next(p);
    uint16_t flags = expr_flags(p);
    if (p->failed) return NULL;
    if (op == IR_ICMP) {
        pred = pa_word_of(p, IR_NPREDS - IR_EQ, ir_pred_names + IR_EQ);
        if (pred >= 0) pred += IR_EQ;
    } else if (op == IR_FCMP) {
        pred = pa_word_of(p, IR_EQ, ir_pred_names);
    }
    if (!pa_expect(p, '(')) return NULL;
    if (op == IR_GEP) {
        src = pa_type(p);
        if (!src || !pa_expect(p, ',')) return NULL;
    }
    do {
        if (op == IR_GEP) expr_flags(p); // old place of inrange
        IrType *et = p->failed ? NULL : pa_type(p);
        IrConst *c = et ? pa_const(p, et) : NULL;
        if (!c) return NULL;
        vec_push(&p->tmp, &v, c);
        bool member = op == IR_EXTRACTVALUE || (op == IR_INSERTVALUE && v.n == 2);
        if (!member) continue;
        if (!pa_expect(p, ',')) return NULL;
        c = member_expr(p, op, &v);
        if (c && !pa_expect(p, ')')) return NULL;
        return expr_of(p, c, t, at);
    } while (pa_eat(p, ','));
    if (ir_ops[op].class == IRC_CAST) {
        if (!pa_eat_word(p, "to")) {
            pa_fail(p, "'to' expected");
            return NULL;
        }
        to = pa_type(p);
        if (!to) return NULL;
    }
    if (!pa_expect(p, ')')) return NULL;
    return expr_of(p, make_expr(p, op, flags, src, to, pred, &v), t, at);
}

// ---- constants that name code ----

// The block that a blockaddress means. Blocks of functions read later are made here and found
// again by the body (parse.c); of functions read before, numbers are gone.
static IrBlock *addressed_block(Parser *p, IrGlobal *g) {
    bool numbered = p->tok.kind == T_LOCALNO;
    if (!numbered && p->tok.kind != T_LOCAL) {
        pa_fail(p, "name of a block expected");
        return NULL;
    }
    if (p->fn && &p->fn->g == g) return pa_block_ref(p);
    Atom name = numbered ? 0 : pa_name(p);
    uint32_t no = p->tok.num;
    if (g->vty) { // read before
        Map *names = map_get(&p->block_names, (uintptr_t)g);
        if (!names) {
            names = arena_new(&p->tmp, Map);
            map_init(names, &p->tmp);
            map_put(&p->block_names, (uintptr_t)g, names);
            IR_FOREACH_BLOCK(bb, (IrFunc *)g) map_put(names, bb->v.name, bb);
        }
        IrBlock *bb = numbered || !name ? NULL : map_get(names, name);
        if (!bb) {
            pa_fail(p, numbered ? "a numbered block of a function read before"
                                : "the function has no such block");
            return NULL;
        }
        pa_next(p);
        return bb;
    }
    void **slot = map_slot(&p->block_refs, (uintptr_t)g);
    if (!*slot) *slot = arena_new(&p->tmp, PendingBlocks);
    PendingBlocks *list = *slot;
    VEC_FOREACH (PendingBlock, b, list) {
        if (b->name != name || (numbered && b->no != no)) continue;
        pa_next(p);
        return b->block;
    }
    PendingBlock b = {.name = name, .no = no, .at = p->tok_at};
    b.block = arena_new(&p->m->arena, IrBlock);
    b.block->v.kind = IR_V_BLOCK;
    b.block->v.type = p->m->ty_label;
    b.block->v.name = name;
    vec_push(&p->tmp, list, b);
    pa_next(p);
    return b.block;
}

static IrConst *block_address(Parser *p, IrType *t) { // blockaddress(@f, %bb)
    pa_next(p);
    if (!pa_expect(p, '(')) return NULL;
    if (p->tok.kind != T_GLOBAL && p->tok.kind != T_GLOBALNO) {
        pa_fail(p, "name of a function expected in blockaddress");
        return NULL;
    }
    IrGlobal *g = pa_global_ref(p, t);
    if (!g || !pa_expect(p, ',')) return NULL;
    if (g->vty && (g->v.kind != IR_C_FUNC || !((IrFunc *)g)->first) && !(p->fn && g == &p->fn->g)) {
        pa_fail(p, "blockaddress of what is no function with a body");
        return NULL;
    }
    IrBlock *bb = addressed_block(p, g);
    if (!bb || !pa_expect(p, ')')) return NULL;
    return ir_block_address(p->m, (IrFunc *)g, bb);
}

// dso_local_equivalent @f, no_cfi @f
static IrConst *wrapped_global(Parser *p, IrType *t, IrValueKind kind) {
    pa_next(p);
    if (p->tok.kind != T_GLOBAL && p->tok.kind != T_GLOBALNO) {
        pa_fail(p, "name of a global expected");
        return NULL;
    }
    const char *at = p->tok_at;
    IrConst *g = (IrConst *)pa_global_ref(p, t);
    if (!g) return NULL;
    if (kind == IR_C_DSO_LOCAL) vec_push(&p->tmp, &p->must_be_code, ((CodeRef){(IrGlobal *)g, at}));
    return ir_wrapped(p->m, kind, t, 1, &g);
}

static IrConst *ptrauth(Parser *p, IrType *t) { // ptrauth (ptr @g, i32 k[, i64 d[, ptr a]])
    ConstVec v = {0};
    pa_next(p);
    const char *at = p->tok_at;
    if (!pa_expect(p, '(') || !const_list(p, &v, ')')) return NULL;
    const char *why = NULL;
    if (v.n < 2 || v.n > 4)
        why = "ptrauth has a pointer, a key and up to two discriminators";
    else if (v.at[0]->v.type->kind != IR_TY_PTR)
        why = "ptrauth base pointer must be a pointer";
    else if (v.at[1]->v.kind != IR_C_INT || v.at[1]->v.type->bits != 32)
        why = "ptrauth key must be an i32 constant";
    else if (v.n > 2 && (v.at[2]->v.kind != IR_C_INT || v.at[2]->v.type->bits != 64))
        why = "ptrauth integer discriminator must be an i64 constant";
    else if (v.n > 3 && v.at[3]->v.type->kind != IR_TY_PTR)
        why = "ptrauth address discriminator must be a pointer";
    else if (v.at[0]->v.type != t)
        why = "constant expression of another type";
    if (why) {
        pa_fail_at(p, at, "%s", why);
        return NULL;
    }
    IrConst *e[4] = {v.at[0], v.at[1], v.n > 2 ? v.at[2] : ir_int(p->m->ty_i64, 0),
                     v.n > 3 ? v.at[3] : ir_null(p->m, p->m->ty_ptr)};
    return ir_wrapped(p->m, IR_C_PTRAUTH, t, 4, e);
}

static IrConst *word_const(Parser *p, IrType *t) {
    IrModule *m = p->m;
    bool is_true = pa_is_word(p, "true");
    if (is_true || pa_is_word(p, "false")) {
        pa_next(p);
        if (!ir_ty_is_i(t, 1)) {
            pa_fail(p, "i1 constant for another type");
            return NULL;
        }
        return ir_int(t, is_true);
    }
    if (pa_eat_word(p, "null")) {
        if (t->kind == IR_TY_PTR) return ir_null(m, t);
        pa_fail(p, "null is a pointer");
        return NULL;
    }
    bool other = t->kind == IR_TY_TARGET || t->kind == IR_TY_TOKEN;
    bool value = t->sized || t->kind == IR_TY_STRUCT || t->kind == IR_TY_ARRAY || other;
    if (value && t->kind != IR_TY_TOKEN && pa_eat_word(p, "zeroinitializer")) {
        bool no_zero = t->kind == IR_TY_TARGET && !t->sized &&
                       strcmp(atom_str(p->ctx, t->name), "aarch64.svcount") != 0;
        if (!no_zero) return ir_null(m, t);
        pa_fail(p, "invalid type for null constant");
        return NULL;
    }
    if (t->kind == IR_TY_TOKEN && pa_eat_word(p, "none")) return ir_null(m, t);
    if (value && pa_eat_word(p, "undef")) return ir_undef(m, t);
    if (value && pa_eat_word(p, "poison")) return ir_poison(m, t);
    if (pa_is_word(p, "c")) {
        pa_next(p);
        return string_const(p, t);
    }
    if (t->kind == IR_TY_VECTOR && pa_eat_word(p, "splat")) {
        if (!pa_expect(p, '(')) return NULL;
        IrType *et = pa_type(p);
        IrConst *c = et ? pa_const(p, et) : NULL;
        if (!c || !pa_expect(p, ')')) return NULL;
        if (et == t->elem) return ir_splat(m, t, c);
        pa_fail(p, "splat of another type");
        return NULL;
    }
    if (t->kind == IR_TY_PTR) {
        if (pa_is_word(p, "blockaddress")) return block_address(p, t);
        if (pa_is_word(p, "dso_local_equivalent")) return wrapped_global(p, t, IR_C_DSO_LOCAL);
        if (pa_is_word(p, "no_cfi")) return wrapped_global(p, t, IR_C_NO_CFI);
        if (pa_is_word(p, "ptrauth")) return ptrauth(p, t);
    }
    int op = pa_word_in(p, &p->ops);
    if (pa_is_word(p, "ptrtoaddr")) op = IR_PTRTOINT;
    if (op >= 0) return expr(p, t, (IrOp)op);
    pa_fail(p, "constant expected");
    return NULL;
}

IrConst *pa_const(Parser *p, IrType *t) {
    if (!pa_enter(p)) return NULL;
    IrConst *c = NULL;
    switch (p->tok.kind) {
    case T_INT: c = pa_int_const(p, t); break;
    case T_FP: c = fp_const(p, t); break;
    case T_GLOBAL:
    case T_GLOBALNO: c = (IrConst *)pa_global_ref(p, t); break;
    case T_WORD: c = word_const(p, t); break;
    case T_PUNCT: {
        char o = p->tok.punct;
        if (o == '[' || o == '{' || o == '<') {
            pa_next(p);
            c = aggregate(p, t, o == '[' ? ']' : o == '{' ? '}' : '>');
            break;
        }
    } // fall through
    default: pa_fail(p, "constant expected");
    }
    pa_leave(p);
    return c;
}

// ---- locals ----

static void **local_slot(Parser *p) {
    if (p->tok.kind == T_LOCALNO) return map_slot(&p->local_no, (uint64_t)p->tok.num + 1);
    return map_slot(&p->local, pa_name(p));
}

IrValue *pa_local_ref(Parser *p, IrType *t) {
    if (!p->fn) {
        pa_fail(p, "local name outside of a function");
        return NULL;
    }
    void **slot = local_slot(p);
    IrValue *v = *slot;
    if (!v) { // a placeholder of the wanted type; used only as an operand
        IrInst *i = ir_inst_new(p->fn, IR_FREEZE, t, 0);
        v = *slot = &i->v;
        map_put(&p->fwd, (uintptr_t)v, (void *)(uintptr_t)p->tok_at);
    }
    if (v->type != t) {
        pa_fail(p, "value used with another type than it has");
        return NULL;
    }
    pa_next(p);
    return v;
}

bool pa_define_local(Parser *p, Atom name, bool numbered, uint32_t no, IrValue *v) {
    void **slot = numbered ? map_slot(&p->local_no, (uint64_t)no + 1) : map_slot(&p->local, name);
    IrValue *old = *slot;
    if (old) {
        if (!map_get(&p->fwd, (uintptr_t)old)) return pa_fail(p, "name defined twice");
        if (old->type != v->type) return pa_fail(p, "defined with another type than it was used");
        ir_replace_uses(old, v);
        map_put(&p->fwd, (uintptr_t)old, NULL);
    }
    *slot = v;
    if (!numbered) v->name = name;
    return true;
}

IrBlock *pa_block_ref(Parser *p) { // at the block's local name
    if (p->tok.kind != T_LOCAL && p->tok.kind != T_LOCALNO) {
        pa_fail(p, "block expected");
        return NULL;
    }
    void **slot = local_slot(p);
    IrValue *v = *slot;
    if (!v) {
        IrBlock *bb = ir_block_new(p->fn, p->tok.kind == T_LOCAL ? pa_name(p) : 0);
        v = *slot = &bb->v;
        map_put(&p->fwd, (uintptr_t)v, (void *)(uintptr_t)p->tok_at);
        p->undefined_blocks++;
    }
    if (v->kind != IR_V_BLOCK) {
        pa_fail(p, "not a block");
        return NULL;
    }
    pa_next(p);
    return (IrBlock *)v;
}

static IrValue *asm_value(Parser *p, IrType *t) { // t: function type
    bool side = false, stack = false, intel = false, unwind = false;
    pa_next(p);
    for (;;) {
        if (pa_eat_word(p, "sideeffect")) {
            side = true;
        } else if (pa_eat_word(p, "alignstack")) {
            stack = true;
        } else if (pa_eat_word(p, "inteldialect")) {
            intel = true;
        } else if (pa_eat_word(p, "unwind")) {
            unwind = true;
        } else {
            break;
        }
    }
    Atom text = pa_string(p);
    if (!pa_expect(p, ',')) return NULL;
    Atom cons = pa_string(p);
    if (p->failed || t->kind != IR_TY_FUNC) {
        pa_fail(p, "inline asm outside of a call");
        return NULL;
    }
    IrAsm *a = ir_asm(p->m, t, text, cons, side);
    a->align_stack = stack;
    a->intel = intel;
    a->unwind = unwind;
    return &a->v;
}

IrValue *pa_value(Parser *p, IrType *t) {
    if (t->kind == IR_TY_METADATA) {
        IrMd *md = pa_md(p);
        return p->failed ? NULL : &ir_md_as_value(p->m, md)->v;
    }
    if (t->kind == IR_TY_LABEL) {
        IrBlock *bb = pa_block_ref(p);
        return bb ? &bb->v : NULL;
    }
    if (p->tok.kind == T_LOCAL || p->tok.kind == T_LOCALNO) return pa_local_ref(p, t);
    if (pa_is_word(p, "asm")) return asm_value(p, t);
    IrConst *c = pa_const(p, t);
    return c ? &c->v : NULL;
}

IrValue *pa_typed(Parser *p) {
    IrType *t = pa_type(p);
    return t ? pa_value(p, t) : NULL;
}

IrConst *pa_aliasee(Parser *p) { // type and constant, or an expression that says its type
    static const uint8_t exprs[] = {IR_BITCAST, IR_GEP, IR_ADDRSPACECAST, IR_INTTOPTR};
    int op = pa_word_in(p, &p->ops);
    for (size_t i = 0; op >= 0 && i < CU_COUNT(exprs); i++) {
        if (exprs[i] == op) return expr(p, NULL, (IrOp)op);
    }
    IrType *t = pa_type(p);
    return t ? pa_const(p, t) : NULL;
}
