// SPDX-License-Identifier: Apache-2.0
// The reader's types. Pointers of the typed dialects (`i32*`) lose what they point to; what it was
// stays at hand (Parser.pointee) for attributes that left their type out (`i32* byval`).
#include "ir/parse_int.h"

static IrType *fail(Parser *parser, const char *why) {
    pa_fail(parser, "%s", why);
    return NULL;
}

// iN, at the word. The number stops growing beyond the limit, so that it cannot overflow.
static IrType *int_type(Parser *parser) {
    const char *s = parser->tok.s;
    uint32_t bits = 0;
    for (uint32_t i = 1; i < parser->tok.n; i++) {
        if (s[i] < '0' || s[i] > '9') return fail(parser, "type expected");
        if (bits <= 1u << 23) bits = bits * 10 + (uint32_t)(s[i] - '0');
    }
    if (bits == 0 || bits > 1u << 23) return fail(parser, "bad integer type");
    pa_next(parser);
    return ir_ty_int(parser->m, bits);
}

// Types that are one word.
static IrType *word_type(Parser *parser) {
    IrModule *module = parser->m;
    const struct {
        const char *name;
        IrType *type;
    } rows[] = {
        {"void", module->ty_void},     {"float", module->ty_float},
        {"double", module->ty_double}, {"half", module->ty_half},
        {"label", module->ty_label},   {"metadata", module->ty_metadata},
        {"bfloat", module->ty_bfloat}, {"fp128", module->ty_fp128},
    };
    static const struct {
        const char *name;
        uint8_t kind;
    } other[] = {{"x86_fp80", IR_TY_X86_FP80},
                 {"ppc_fp128", IR_TY_PPC_FP128},
                 {"x86_amx", IR_TY_X86_AMX},
                 {"token", IR_TY_TOKEN}};
    const char *s = parser->tok.s;
    if (parser->tok.n > 1 && s[0] == 'i' && s[1] >= '0' && s[1] <= '9') return int_type(parser);
    for (size_t i = 0; i < CU_COUNT(rows); i++) {
        if (pa_eat_word(parser, rows[i].name)) return rows[i].type;
    }
    for (size_t i = 0; i < CU_COUNT(other); i++) {
        if (pa_eat_word(parser, other[i].name)) return ir_ty_other(module, other[i].kind);
    }
    if (pa_eat_word(parser, "x86_mmx"))
        return ir_ty_vector(module, module->ty_i64, 1); // as LLVM 20 reads it
    return fail(parser, "type expected");
}

typedef VEC(IrType *) TypeVec;

// Behind the word: ("name", types, numbers). LLVM knows what two of the names take.
static IrType *target_type(Parser *parser) {
    TypeVec types = {0};
    VEC(uint32_t) ints = {0};
    if (!pa_expect(parser, '(')) return NULL;
    Atom name = pa_string(parser);
    while (!parser->failed && pa_eat(parser, ',')) {
        if (parser->tok.kind == T_INT) {
            uint32_t n;
            if (!pa_u32(parser, &n)) return NULL;
            vec_push(&parser->tmp, &ints, n);
        } else if (ints.n) {
            return fail(parser, "number expected: types come before numbers");
        } else {
            IrType *t = pa_type_void(parser);
            if (!t) return NULL;
            vec_push(&parser->tmp, &types, t);
        }
    }
    if (parser->failed || !pa_expect(parser, ')')) return NULL;
    const char *s = atom_str(parser->ctx, name);
    bool count = strcmp(s, "aarch64.svcount") == 0, tuple = strcmp(s, "riscv.vector.tuple") == 0;
    if (count && (types.n || ints.n)) {
        return fail(parser, "target type aarch64.svcount should have no parameters");
    }
    if (tuple && (types.n != 1 || ints.n != 1)) {
        return fail(parser, "target type riscv.vector.tuple should have one type and one number");
    }
    return ir_ty_target(parser->m, name, types.n, types.at, ints.n, ints.at);
}

// Whether there are structures or arrays of the type.
static bool can_be_element(const IrType *type) {
    static const bool never[IR_TY_TARGET + 1] = {[IR_TY_VOID] = true,
                                                 [IR_TY_LABEL] = true,
                                                 [IR_TY_METADATA] = true,
                                                 [IR_TY_FUNC] = true,
                                                 [IR_TY_TOKEN] = true};
    return !never[type->kind];
}

// Types up to `close`, which is taken: parameters if `vararg` is there, else members.
static bool type_list(Parser *parser, TypeVec *types, char close, bool *vararg) {
    while (!pa_is(parser, close)) {
        if (vararg && pa_eat(parser, '.')) {
            *vararg = true;
            break;
        }
        const char *at = parser->tok_at;
        IrType *t = pa_type(parser);
        if (!t) return false;
        bool no_argument = is_any_of(t->kind, IR_TY_FUNC, IR_TY_LABEL);
        if (vararg && no_argument)
            return pa_fail_at(parser, at, "invalid type of a function's argument");
        if (!vararg && !can_be_element(t))
            return pa_fail_at(parser, at, "invalid element type of a struct");
        vec_push(&parser->tmp, types, t);
        if (!pa_eat(parser, ',')) break;
    }
    return pa_expect(parser, close);
}

// At '{'. A packed one ends with '>' too.
static IrType *struct_type(Parser *parser, bool packed) {
    TypeVec v = {0};
    pa_next(parser);
    if (!type_list(parser, &v, '}', NULL)) return NULL;
    if (packed && !pa_expect(parser, '>')) return NULL;
    return ir_ty_struct(parser->m, v.n, v.at, packed);
}

// Behind '[' or '<', which `close` tells: [n x T], <n x T>, <vscale x n x T>, or a packed
// structure.
static IrType *sequence_type(Parser *parser, char close) {
    uint64_t n;
    bool scalable = false;
    if (close == '>' && pa_is(parser, '{')) return struct_type(parser, true);
    if (close == '>' && pa_eat_word(parser, "vscale")) {
        scalable = true;
        if (!pa_eat_word(parser, "x")) return fail(parser, "'x' expected");
    }
    if (!pa_u64(parser, &n, close == '>' ? 1u << 20 : UINT64_MAX)) return NULL;
    if (!pa_eat_word(parser, "x")) return fail(parser, "'x' expected");
    IrType *type = pa_type(parser);
    if (!type || !pa_expect(parser, close)) return NULL;
    if (close == ']') {
        if (!can_be_element(type) || type->kind == IR_TY_X86_AMX) {
            return fail(parser, "invalid element type of an array");
        }
        return ir_ty_array(parser->m, type, n);
    }
    bool ok = type->kind == IR_TY_INT || ir_ty_is_any_fp(type) || type->kind == IR_TY_PTR;
    if (n == 0 || !ok) return fail(parser, "bad vector type");
    return scalable ? ir_ty_scalable(parser->m, type, n) : ir_ty_vector(parser->m, type, n);
}

// At the name. A structure that is not defined yet is opaque until its line is read; where it was
// met is remembered for the error if there is none.
static IrType *named_type(Parser *parser) {
    Atom name = parser->tok.kind == T_LOCALNO ? atom_printf(parser->ctx, "%u", parser->tok.num)
                                              : pa_name(parser);
    IrType *t = map_get(&parser->alias_types, name);
    if (!t) t = ir_ty_find(parser->m, name);
    if (!t) {
        t = ir_ty_named(parser->m, name);
        map_put(&parser->used_types, name, (void *)(uintptr_t)parser->tok_at);
    }
    pa_next(parser);
    return t;
}

// A type without what may stand behind it.
static IrType *base_type(Parser *parser) {
    if (pa_eat_word(parser, "ptr")) {
        uint32_t as = 0;
        if (pa_is_word(parser, "addrspace") && !pa_addrspace(parser, &as)) return NULL;
        if (pa_is(parser, '*')) return fail(parser, "ptr* is invalid, use ptr instead");
        return ir_ty_ptr(parser->m, as);
    }
    if (is_any_of(parser->tok.kind, T_LOCAL, T_LOCALNO)) return named_type(parser);
    if (pa_is(parser, '{')) return struct_type(parser, false);
    if (pa_eat(parser, '[')) return sequence_type(parser, ']');
    if (pa_eat(parser, '<')) return sequence_type(parser, '>');
    if (parser->tok.kind != T_WORD) return fail(parser, "type expected");
    if (pa_eat_word(parser, "target")) return target_type(parser);
    return word_type(parser);
}

static bool can_be_pointed_to(const IrType *type) {
    return type->kind == IR_TY_FUNC || can_be_element(type);
}

// At '(': the parameters of a function type with this result.
static IrType *function_type(Parser *parser, IrType *ret) {
    TypeVec v = {0};
    bool vararg = false;
    if (is_any_of(ret->kind, IR_TY_FUNC, IR_TY_LABEL, IR_TY_METADATA)) {
        return fail(parser, "invalid result type of a function");
    }
    pa_next(parser);
    if (!type_list(parser, &v, ')', &vararg)) return NULL;
    return ir_ty_func(parser->m, ret, v.n, v.at, vararg);
}

// Pointers of the typed dialect and function types come behind the base type. What the last pointer
// of the typed dialect points at stays in parser->pointee.
IrType *pa_type_void(Parser *parser) {
    IrType *pointee = NULL;
    if (!pa_enter(parser)) return NULL;
    IrType *type = base_type(parser);
    while (type && !parser->failed) {
        bool space = pa_is_word(parser, "addrspace");
        if (space || pa_is(parser, '*')) {
            uint32_t as = 0;
            if (!can_be_pointed_to(type)) return fail(parser, "pointer to what has no address");
            if (space && !pa_addrspace(parser, &as)) return NULL;
            if (!pa_expect(parser, '*')) return NULL;
            pointee = type;
            parser->typed_pointers = true;
            type = ir_ty_ptr(parser->m, as);
        } else if (pa_is(parser, '(')) {
            type = function_type(parser, type);
            pointee = NULL;
        } else {
            break;
        }
    }
    pa_leave(parser);
    parser->pointee = pointee;
    return parser->failed ? NULL : type;
}

IrType *pa_type(Parser *parser) {
    IrType *t = pa_type_void(parser);
    if (t && t->kind == IR_TY_VOID) return fail(parser, "void is no type for a value");
    return t;
}
