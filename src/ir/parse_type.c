// SPDX-License-Identifier: Apache-2.0
// The reader's types. Pointers of the typed dialects (`i32*`) lose what they point to; what it was
// stays at hand (Parser.pointee) for attributes that left their type out (`i32* byval`).
#include "ir/parse_int.h"

static IrType *fail(Parser *p, const char *why) {
    pa_fail(p, "%s", why);
    return NULL;
}

static IrType *int_type(Parser *p) {
    const char *s = p->tok.s;
    uint32_t bits = 0;
    for (uint32_t i = 1; i < p->tok.n; i++) {
        if (s[i] < '0' || s[i] > '9') return fail(p, "type expected");
        if (bits <= 1u << 23) bits = bits * 10 + (uint32_t)(s[i] - '0');
    }
    if (bits == 0 || bits > 1u << 23) return fail(p, "bad integer type");
    pa_next(p);
    return ir_ty_int(p->m, bits);
}

static IrType *word_type(Parser *p) {
    IrModule *m = p->m;
    const struct {
        const char *name;
        IrType *type;
    } rows[] = {
        {"void", m->ty_void},     {"float", m->ty_float}, {"double", m->ty_double},
        {"half", m->ty_half},     {"label", m->ty_label}, {"metadata", m->ty_metadata},
        {"bfloat", m->ty_bfloat}, {"fp128", m->ty_fp128},
    };
    static const struct {
        const char *name;
        uint8_t kind;
    } other[] = {{"x86_fp80", IR_TY_X86_FP80},
                 {"ppc_fp128", IR_TY_PPC_FP128},
                 {"x86_amx", IR_TY_X86_AMX},
                 {"token", IR_TY_TOKEN}};
    const char *s = p->tok.s;
    if (p->tok.n > 1 && s[0] == 'i' && s[1] >= '0' && s[1] <= '9') return int_type(p);
    for (size_t i = 0; i < CU_COUNT(rows); i++) {
        if (pa_eat_word(p, rows[i].name)) return rows[i].type;
    }
    for (size_t i = 0; i < CU_COUNT(other); i++) {
        if (pa_eat_word(p, other[i].name)) return ir_ty_other(m, other[i].kind);
    }
    if (pa_eat_word(p, "x86_mmx")) return ir_ty_vector(m, m->ty_i64, 1); // as LLVM 20 reads it
    return fail(p, "type expected");
}

typedef VEC(IrType *) TypeVec;

static IrType *target_type(Parser *p) { // target("name", types, numbers), behind the word
    TypeVec v = {0};
    VEC(uint32_t) ints = {0};
    if (!pa_expect(p, '(')) return NULL;
    Atom name = pa_string(p);
    while (!p->failed && pa_eat(p, ',')) {
        if (p->tok.kind == T_INT) {
            uint32_t n;
            if (!pa_u32(p, &n)) return NULL;
            vec_push(&p->tmp, &ints, n);
        } else if (ints.n) {
            return fail(p, "number expected: types come before numbers");
        } else {
            IrType *t = pa_type_void(p);
            if (!t) return NULL;
            vec_push(&p->tmp, &v, t);
        }
    }
    if (p->failed || !pa_expect(p, ')')) return NULL;
    const char *s = atom_str(p->ctx, name);
    bool count = strcmp(s, "aarch64.svcount") == 0, tuple = strcmp(s, "riscv.vector.tuple") == 0;
    if (count && (v.n || ints.n)) {
        return fail(p, "target type aarch64.svcount should have no parameters");
    }
    if (tuple && (v.n != 1 || ints.n != 1)) {
        return fail(p, "target type riscv.vector.tuple should have one type and one number");
    }
    return ir_ty_target(p->m, name, v.n, v.at, ints.n, ints.at);
}

static bool can_be_element(const IrType *t) { // of a struct or array
    return t->kind != IR_TY_VOID && t->kind != IR_TY_LABEL && t->kind != IR_TY_METADATA &&
           t->kind != IR_TY_FUNC && t->kind != IR_TY_TOKEN;
}

static bool type_list(Parser *p, TypeVec *v, char close, bool *vararg) {
    while (!pa_is(p, close)) {
        if (vararg && pa_eat(p, '.')) {
            *vararg = true;
            break;
        }
        const char *at = p->tok_at;
        IrType *t = pa_type(p);
        if (!t) return false;
        if (vararg ? t->kind == IR_TY_FUNC || t->kind == IR_TY_LABEL : !can_be_element(t)) {
            return pa_fail_at(p, at,
                              vararg ? "invalid type of a function's argument"
                                     : "invalid element type of a struct");
        }
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
    bool scalable = false;
    if (close == '>' && pa_is(p, '{')) return struct_type(p, true);
    if (close == '>' && pa_eat_word(p, "vscale")) {
        scalable = true;
        if (!pa_eat_word(p, "x")) return fail(p, "'x' expected");
    }
    if (!pa_u64(p, &n, close == '>' ? 1u << 20 : UINT64_MAX)) return NULL;
    if (!pa_eat_word(p, "x")) return fail(p, "'x' expected");
    IrType *e = pa_type(p);
    if (!e || !pa_expect(p, close)) return NULL;
    if (close == ']') {
        if (!can_be_element(e) || e->kind == IR_TY_X86_AMX) {
            return fail(p, "invalid element type of an array");
        }
        return ir_ty_array(p->m, e, n);
    }
    bool ok = e->kind == IR_TY_INT || ir_ty_is_any_fp(e) || e->kind == IR_TY_PTR;
    if (n == 0 || !ok) return fail(p, "bad vector type");
    return scalable ? ir_ty_scalable(p->m, e, n) : ir_ty_vector(p->m, e, n);
}

static IrType *named_type(Parser *p) {
    Atom name = p->tok.kind == T_LOCALNO ? atom_printf(p->ctx, "%u", p->tok.num) : pa_name(p);
    IrType *t = map_get(&p->alias_types, name);
    if (!t) t = ir_ty_find(p->m, name);
    if (!t) {
        t = ir_ty_named(p->m, name);
        map_put(&p->used_types, name, (void *)(uintptr_t)p->tok_at);
    }
    pa_next(p);
    return t;
}

static IrType *base_type(Parser *p) {
    if (pa_eat_word(p, "ptr")) {
        uint32_t as = 0;
        if (pa_is_word(p, "addrspace") && !pa_addrspace(p, &as)) return NULL;
        if (pa_is(p, '*')) return fail(p, "ptr* is invalid, use ptr instead");
        return ir_ty_ptr(p->m, as);
    }
    if (p->tok.kind == T_LOCAL || p->tok.kind == T_LOCALNO) return named_type(p);
    if (pa_is(p, '{')) return struct_type(p, false);
    if (pa_eat(p, '[')) return sequence_type(p, ']');
    if (pa_eat(p, '<')) return sequence_type(p, '>');
    if (p->tok.kind != T_WORD) return fail(p, "type expected");
    if (pa_eat_word(p, "target")) return target_type(p);
    return word_type(p);
}

static bool can_be_pointed_to(const IrType *t) {
    return t->kind != IR_TY_VOID && t->kind != IR_TY_LABEL && t->kind != IR_TY_METADATA &&
           t->kind != IR_TY_TOKEN;
}

static IrType *function_type(Parser *p, IrType *ret) { // at '('
    TypeVec v = {0};
    bool vararg = false;
    if (ret->kind == IR_TY_FUNC || ret->kind == IR_TY_LABEL || ret->kind == IR_TY_METADATA) {
        return fail(p, "invalid result type of a function");
    }
    pa_next(p);
    if (!type_list(p, &v, ')', &vararg)) return NULL;
    return ir_ty_func(p->m, ret, v.n, v.at, vararg);
}

// Pointers of the typed dialect and function types come behind the base type.
IrType *pa_type_void(Parser *p) {
    IrType *pointee = NULL;
    if (!pa_enter(p)) return NULL;
    IrType *t = base_type(p);
    while (t && !p->failed) {
        bool space = pa_is_word(p, "addrspace");
        if (space || pa_is(p, '*')) {
            uint32_t as = 0;
            if (!can_be_pointed_to(t)) return fail(p, "pointer to what has no address");
            if (space && !pa_addrspace(p, &as)) return NULL;
            if (!pa_expect(p, '*')) return NULL;
            pointee = t;
            p->typed_pointers = true;
            t = ir_ty_ptr(p->m, as);
        } else if (pa_is(p, '(')) {
            t = function_type(p, t);
            pointee = NULL;
        } else {
            break;
        }
    }
    pa_leave(p);
    p->pointee = pointee;
    return p->failed ? NULL : t;
}

IrType *pa_type(Parser *p) {
    IrType *t = pa_type_void(p);
    if (t && t->kind == IR_TY_VOID) return fail(p, "void is no type for a value");
    return t;
}
