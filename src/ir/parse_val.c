// SPDX-License-Identifier: Apache-2.0
// The reader's types, constants and references. Names may be used before they are defined: a
// global's object is made at its first mention and filled in place later; a local gets a
// placeholder whose uses are replaced.
#include "base/apfloat.h"
#include "ir/parse_int.h"

// ---- types ----

static IrType *word_type(Parser *p) {
    IrModule *m = p->m;
    const struct {
        const char *name;
        IrType *type;
    } rows[] = {
        {"void", m->ty_void},   {"half", m->ty_half},         {"bfloat", m->ty_bfloat},
        {"float", m->ty_float}, {"double", m->ty_double},     {"fp128", m->ty_fp128},
        {"label", m->ty_label}, {"metadata", m->ty_metadata},
    };
    for (size_t i = 0; i < CU_COUNT(rows); i++) {
        if (pa_eat_word(p, rows[i].name)) return rows[i].type;
    }
    const char *s = p->tok.s;
    if (p->tok.n > 1 && s[0] == 'i' && s[1] >= '0' && s[1] <= '9') {
        uint32_t bits = 0;
        for (uint32_t i = 1; i < p->tok.n; i++) {
            if (s[i] < '0' || s[i] > '9' || bits > 1u << 23) bits = 1u << 24;
            bits = bits * 10 + (uint32_t)(s[i] - '0');
        }
        if (bits == 0 || bits > 1u << 23) {
            pa_fail(p, "bad integer type");
            return NULL;
        }
        pa_next(p);
        return ir_ty_int(m, bits);
    }
    pa_fail(p, "type expected");
    return NULL;
}

static bool address_space(Parser *p, uint32_t *as) { // after the word addrspace
    uint64_t v;
    if (!pa_expect(p, '(') || !pa_u64(p, &v, (1u << 24) - 1) || !pa_expect(p, ')')) return false;
    *as = (uint32_t)v;
    return true;
}

typedef VEC(IrType *) TypeVec;

static bool type_list(Parser *p, TypeVec *v, char close, bool *vararg) {
    while (!pa_is(p, close)) {
        if (vararg && pa_eat(p, '.')) {
            *vararg = true;
            break;
        }
        IrType *t = pa_type(p);
        if (!t) return false;
        vec_push(&p->tmp, v, t);
        if (!pa_eat(p, ',')) break;
    }
    return pa_expect(p, close);
}

static IrType *struct_type(Parser *p, bool packed) { // at '{'
    TypeVec v = {0};
    pa_next(p);
    if (!type_list(p, &v, '}', NULL)) return NULL;
    if (packed && !pa_expect(p, '>')) return NULL;
    return ir_ty_struct(p->m, v.n, v.at, packed);
}

static IrType *sequence_type(Parser *p, char close) { // behind '[' or '<'
    uint64_t n;
    if (close == '>' && pa_is(p, '{')) return struct_type(p, true);
    if (!pa_u64(p, &n, close == '>' ? 1u << 20 : UINT64_MAX)) return NULL;
    if (!pa_eat_word(p, "x")) {
        pa_fail(p, "'x' expected");
        return NULL;
    }
    IrType *e = pa_type(p);
    if (!e || !pa_expect(p, close)) return NULL;
    if (close == ']') return ir_ty_array(p->m, e, n);
    if (n == 0 || !(e->kind == IR_TY_INT || ir_ty_is_fp(e) || e->kind == IR_TY_PTR)) {
        pa_fail(p, "bad vector type");
        return NULL;
    }
    return ir_ty_vector(p->m, e, n);
}

static IrType *named_type(Parser *p) {
    Atom name = p->tok.kind == T_LOCALNO ? atom_printf(p->ctx, "%u", p->tok.num) : pa_name(p);
    pa_next(p);
    IrType *t = ir_ty_find(p->m, name);
    return t ? t : ir_ty_named(p->m, name);
}

static IrType *base_type(Parser *p) {
    if (p->tok.kind == T_LOCAL || p->tok.kind == T_LOCALNO) return named_type(p);
    if (pa_is(p, '{')) return struct_type(p, false);
    if (pa_eat(p, '[')) return sequence_type(p, ']');
    if (pa_eat(p, '<')) return sequence_type(p, '>');
    if (pa_eat_word(p, "ptr")) {
        uint32_t as = 0;
        if (pa_eat_word(p, "addrspace") && !address_space(p, &as)) return NULL;
        return ir_ty_ptr(p->m, as);
    }
    if (p->tok.kind != T_WORD) {
        pa_fail(p, "type expected");
        return NULL;
    }
    return word_type(p);
}

// Pointers of the typed dialect and function types come behind the base type.
IrType *pa_type_void(Parser *p) {
    if (!pa_enter(p)) return NULL;
    IrType *t = base_type(p);
    while (t && !p->failed) {
        if (pa_eat(p, '*')) {
            t = ir_ty_ptr(p->m, 0);
        } else if (pa_is_word(p, "addrspace")) {
            uint32_t as = 0;
            pa_next(p);
            if (!address_space(p, &as) || !pa_expect(p, '*')) return NULL;
            t = ir_ty_ptr(p->m, as);
        } else if (pa_is(p, '(')) {
            TypeVec v = {0};
            bool vararg = false;
            pa_next(p);
            if (!type_list(p, &v, ')', &vararg)) return NULL;
            t = ir_ty_func(p->m, t, v.n, v.at, vararg);
        } else {
            break;
        }
    }
    pa_leave(p);
    return p->failed ? NULL : t;
}

IrType *pa_type(Parser *p) {
    IrType *t = pa_type_void(p);
    if (t && t->kind == IR_TY_VOID) {
        pa_fail(p, "void is no type for a value");
        return NULL;
    }
    return t;
}

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

IrConst *pa_int_const(Parser *p, IrType *t) {
    if (t->kind != IR_TY_INT) {
        pa_fail(p, "integer constant for another type");
        return NULL;
    }
    const char *s = p->tok.s;
    uint32_t n = p->tok.n, nw = (t->bits + 63) / 64;
    if (n > 4000 || nw > 64) {
        pa_fail(p, "integer constant too wide");
        return NULL;
    }
    uint64_t w[64] = {0};
    bool neg = *s == '-', hex = *s == 'u' || *s == 's';
    uint32_t skip = hex ? 3 : neg || *s == '+';
    if (!digits_to_words(s + skip, n - skip, hex ? 16 : 10, w, nw)) {
        pa_fail(p, "integer constant does not fit its type");
        return NULL;
    }
    uint32_t top = t->bits % 64;
    if (top && w[nw - 1] >> top) {
        pa_fail(p, "integer constant does not fit its type");
        return NULL;
    }
    if (neg) {
        bool carry = true;
        for (uint32_t k = 0; k < nw; k++) {
            w[k] = ~w[k] + carry;
            carry = carry && !w[k];
        }
    }
    pa_next(p);
    return ir_int_words(p->m, t, nw, w);
}

static uint64_t hex_bits(const char *s, uint32_t n) {
    uint64_t v = 0;
    digits_to_words(s, n, 16, &v, 1);
    return v;
}

static IrConst *fp_const(Parser *p, IrType *t) {
    const char *s = p->tok.s;
    uint32_t n = p->tok.n;
    IrConst *c = NULL;
    if (!ir_ty_is_fp(t)) {
        pa_fail(p, "floating-point constant for another type");
        return NULL;
    }
    if (n < 3 || s[0] != '0' || s[1] != 'x') {
        ApFloat v; // decimal text is a double in every format [LangRef, Simple Constants]
        if (apf_parse(s, n, APF_F64, APF_RNE, &v, NULL)) c = ir_fp(p->m, t, apf_to_f64(v));
    } else if (s[2] == 'H' && t->kind == IR_TY_HALF) {
        c = ir_fp_bits(p->m, t, hex_bits(s + 3, n - 3), 0);
    } else if (s[2] == 'R' && t->kind == IR_TY_BFLOAT) {
        c = ir_fp_bits(p->m, t, hex_bits(s + 3, n - 3), 0);
    } else if (s[2] == 'L' && t->kind == IR_TY_FP128 && n == 35) {
        c = ir_fp_bits(p->m, t, hex_bits(s + 3, 16), hex_bits(s + 19, 16));
    } else if (s[2] <= 'F' || s[2] >= 'a') {
        uint64_t bits = hex_bits(s + 2, n - 2);
        double d;
        memcpy(&d, &bits, 8);
        if (d != d && t->kind == IR_TY_FLOAT) { // NaN: keep the payload
            c = ir_fp_bits(p->m, t, bits >> 63 << 31 | 0x7f800000 | (bits >> 29 & 0x7fffff), 0);
        } else {
            c = ir_fp(p->m, t, d);
        }
    }
    if (!c) {
        pa_fail(p, "bad floating-point constant");
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

static int find_op(const Parser *p) {
    for (int i = 0; i < IR_NOPS; i++) {
        if (pa_is_word(p, ir_ops[i].name)) return i;
    }
    return -1;
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
        } else if (pa_eat_word(p, "inrange")) { // only a hint for the linker
            if (!pa_eat(p, '(')) continue;
            while (!pa_is(p, ')') && !p->failed && p->tok.kind != T_EOF) pa_next(p);
            pa_expect(p, ')');
        } else {
            return f;
        }
    }
}

static bool gep_type_ok(IrType *src, const ConstVec *v) {
    IrType *t = src;
    if (!src->sized || v->n == 0 || v->at[0]->v.type->kind != IR_TY_PTR) return false;
    for (uint32_t i = 1; i < v->n; i++) {
        const IrConst *c = v->at[i];
        if (c->v.type->kind != IR_TY_INT) return false;
        if (i == 1) continue;
        bool is_struct = t->kind == IR_TY_STRUCT;
        if (is_struct && (c->v.kind != IR_C_INT || !ir_fits_u64(c))) return false;
        t = is_struct                                           ? ir_ty_member(t, ir_uval(c))
            : t->kind == IR_TY_ARRAY || t->kind == IR_TY_VECTOR ? t->elem
                                                                : NULL;
        if (!t) return false;
    }
    return true;
}

static IrConst *expr(Parser *p, IrType *t, int op) {
    ConstVec v = {0};
    IrType *src = NULL, *to = t;
    pa_next(p);
    uint16_t flags = expr_flags(p);
    if (!pa_expect(p, '(')) return NULL;
    if (op == IR_GEP) {
        src = pa_type(p);
        if (!src || !pa_expect(p, ',')) return NULL;
    }
    do {
        if (op == IR_GEP) expr_flags(p); // old place of inrange
        IrType *et = pa_type(p);
        IrConst *c = et ? pa_const(p, et) : NULL;
        if (!c) return NULL;
        vec_push(&p->tmp, &v, c);
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
    bool ok = ir_ops[op].class == IRC_CAST ? v.n == 1
              : op == IR_GEP               ? gep_type_ok(src, &v)
                                           : v.n == 2 && v.at[0]->v.type == v.at[1]->v.type;
    IrConst *c = NULL;
    if (ok && (ir_ops[op].class == IRC_CAST || ir_ops[op].class == IRC_BINARY || op == IR_GEP)) {
        c = ir_cexpr(p->m, (IrOp)op, flags, to, src, v.n, v.at);
    }
    if (!c || c->v.type != t) {
        pa_fail(p, "bad constant expression");
        return NULL;
    }
    return c;
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
    bool value = t->sized || t->kind == IR_TY_STRUCT;
    if (value && pa_eat_word(p, "zeroinitializer")) return ir_null(m, t);
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
    int op = find_op(p);
    if (op >= 0) return expr(p, t, op);
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
    bool side = false, stack = false, intel = false;
    pa_next(p);
    for (;;) {
        if (pa_eat_word(p, "sideeffect")) {
            side = true;
        } else if (pa_eat_word(p, "alignstack")) {
            stack = true;
        } else if (pa_eat_word(p, "inteldialect")) {
            intel = true;
        } else if (!pa_eat_word(p, "unwind")) {
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
