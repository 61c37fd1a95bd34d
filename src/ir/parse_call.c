// SPDX-License-Identifier: Apache-2.0
// The reader's calls (call, invoke, callbr) with their bundles, and the instructions of exception
// handling. Calls of debug intrinsics are read and dropped: variables are not kept.
#include "ir/parse_int.h"

static IrInst *wrong(Parser *parser, const char *what) {
    pa_fail(parser, "%s", what);
    return NULL;
}

static const struct {
    const char *word;
    uint32_t cc;
} cc_rows[] = {
#define CC(word, cc) {word, cc},
#include "ir/cc.def"
};

// Spelt as a word, as cc10, or as cc 10.
uint32_t pa_cc(Parser *parser) {
    // no convention is one of these; most functions have none
    bool word = parser->tok.kind == T_WORD && parser->tok.n > 1;
    bool integer = word && parser->tok.s[0] == 'i' && parser->tok.s[1] <= '9';
    bool maybe = word && !integer && !pa_is_word(parser, "void") && !pa_is_word(parser, "ptr");
    for (size_t i = 0; maybe && i < CU_COUNT(cc_rows); i++) {
        if (pa_eat_word(parser, cc_rows[i].word)) return cc_rows[i].cc;
    }
    uint64_t v = 0;
    if (maybe && parser->tok.n > 2 && parser->tok.s[0] == 'c' && parser->tok.s[1] == 'c') { // cc10
        for (uint32_t i = 2; i < parser->tok.n && v < 10000; i++) {
            if (parser->tok.s[i] < '0' || parser->tok.s[i] > '9') return 0;
            v = v * 10 + (uint64_t)(parser->tok.s[i] - '0');
        }
        if (v > 1023) pa_fail(parser, "calling convention is too large");
        pa_next(parser);
    } else if (maybe && pa_eat_word(parser, "cc"))
        pa_u64(parser, &v, 1023);
    return (uint32_t)v;
}

// ---- calls ----

typedef VEC(IrValue *) ValueVec;

typedef struct {
    IrOp op;
    IrCall *call;
    IrType *fty;
    bool full; // the type was written as a function type
    IrValue *callee;
    VEC(IrType *) pointee; // of arguments that are typed pointers, else NULL
    ValueVec arg, extra;   // extra: bundles' operands, then successors
    VEC(IrBundle) bundle;
} CallParts;

// musttail forwards "..." of the function around it: it must stand there then, and only then.
static bool ellipsis(Parser *parser, const CallParts *parts) {
    bool forwards = parser->tail == IR_MUSTTAIL && parser->fn->g.vty->vararg;
    if (pa_is(parser, '.')) {
        if (parser->tail != IR_MUSTTAIL || !parts->full) {
            return pa_fail(parser,
                           "unexpected ellipsis in the arguments of a call that is not musttail");
        }
        if (!forwards) {
            return pa_fail(parser,
                           "unexpected ellipsis in a musttail call in a non-varargs function");
        }
        pa_next(parser);
        return true;
    }
    if (!forwards || !pa_is(parser, ')')) return true;
    return pa_fail(parser, "'...' expected at the end of a musttail call in a varargs function");
}

// Arguments in parentheses with their attributes. Types are checked against a written function
// type; else they make it.
static bool call_args(Parser *parser, CallParts *parts) {
    if (!pa_expect(parser, '(')) return false;
    while (!pa_is(parser, ')') && !pa_is(parser, '.')) {
        IrType *type = pa_type(parser);
        if (parts->callee->kind == IR_V_ASM)
            vec_push(&parser->tmp, &parts->pointee, parser->pointee);
        if (!type || !pa_attrs(parser, &parts->call->attrs, NULL, (int)parts->arg.n, false))
            return false;
        parser->local_md_ok = true;
        IrValue *x = pa_value(parser, type);
        parser->local_md_ok = false;
        if (!x) return false;
        bool fixed = parts->full && parts->arg.n < parts->fty->n;
        if (fixed && parts->fty->sub[parts->arg.n] != type)
            return pa_fail(parser, "argument of another type than the parameter");
        vec_push(&parser->tmp, &parts->arg, x);
        if (!pa_eat(parser, ',')) break;
        if (pa_is(parser, ')')) return pa_fail(parser, "type expected");
    }
    return ellipsis(parser, parts) && pa_expect(parser, ')');
}

// The form [ "tag"(i32 1, ptr %p), ... ].
static bool bundles(Parser *parser, CallParts *parts) {
    if (!pa_eat(parser, '[')) return true;
    if (pa_is(parser, ']')) return pa_fail(parser, "operand bundle expected");
    do {
        IrBundle bundle = {.tag = pa_string(parser), .first = parts->extra.n};
        if (parser->failed || !pa_expect(parser, '(')) return false;
        while (!pa_is(parser, ')')) {
            IrValue *v = pa_typed(parser);
            if (!v) return false;
            vec_push(&parser->tmp, &parts->extra, v);
            if (!pa_eat(parser, ',')) break;
        }
        bundle.n = parts->extra.n - bundle.first;
        vec_push(&parser->tmp, &parts->bundle, bundle);
        if (!pa_expect(parser, ')')) return false;
    } while (pa_eat(parser, ','));
    return pa_expect(parser, ']');
}

// label %x as one of the call's extra operands.
static bool successor(Parser *parser, CallParts *c) {
    IrBlock *bb = pa_label(parser);
    if (bb) vec_push(&parser->tmp, &c->extra, &bb->v);
    return bb != NULL;
}

// invoke: to label %x unwind label %y; callbr: to label %x [label %y, ...].
static bool successors(Parser *parser, CallParts *parts) {
    if (parts->op == IR_CALL) return true;
    if (!pa_eat_word(parser, "to")) return pa_fail(parser, "'to' expected");
    uint32_t before = parts->extra.n;
    if (!successor(parser, parts)) return false;
    if (parts->op == IR_INVOKE) {
        if (!pa_eat_word(parser, "unwind")) return pa_fail(parser, "'unwind' expected");
        return successor(parser, parts);
    }
    if (!pa_expect(parser, '[')) return false;
    while (!pa_is(parser, ']')) {
        if (!successor(parser, parts)) return false;
        if (!pa_eat(parser, ',')) break;
    }
    parts->call->nsucc = parts->extra.n - before;
    return pa_expect(parser, ']');
}

// The function type of a call that writes only its result, from its arguments.
static IrType *type_of_args(Parser *parser, IrType *ret, const ValueVec *arg) {
    IrType **t = arena_array(&parser->tmp, IrType *, arg->n);
    for (uint32_t k = 0; k < arg->n; k++) t[k] = arg->at[k]->type;
    return ir_ty_func(parser->m, ret, arg->n, t, false);
}

// Such calls become debug records, which the statement makes when it knows the location.
static bool is_dbg_call(const IrValue *callee, Ctx *ctx) {
    return callee->kind >= IR_C_VAR && strncmp(atom_str(ctx, callee->name), "llvm.dbg.", 9) == 0;
}

// What an indirect operand ("=*m") points to was said by its type in the typed-pointer dialects.
// Constraints are walked beside the arguments: outputs that are no memory have none.
static void asm_pointees(Parser *parser, CallParts *parts) {
    const char *s = atom_str(parser->ctx, ((const IrAsm *)parts->callee)->constraints);
    for (uint32_t arg = 0; *s && arg < parts->pointee.n;) {
        bool out = *s == '=', indirect = s[out] == '*';
        IrAttrList *l = &parts->call->attrs;
        if (indirect && parts->pointee.at[arg]) {
            const IrAttrSet *set = ir_attrs_get(l, (int)arg);
            IrType *t = parts->pointee.at[arg];
            ir_attrs_set(parser->m, l, (int)arg,
                         ir_attr_add_type(parser->m, set, IR_ATTR_ELEMENTTYPE, t));
        }
        if (indirect || (!out && *s != '~' && *s != '!')) arg++;
        while (*s && *s != ',') s++;
        if (*s) s++;
    }
}

// The instruction, in its block: arguments, bundles' operands, successors, callee.
static IrInst *make_call(Parser *parser, CallParts *parts) {
    uint32_t n = parts->arg.n, extra = parts->extra.n;
    IrInst *inst = ir_inst_new(parser->fn, parts->op, parts->fty->elem, n + extra + 1);
    for (uint32_t k = 0; k < n; k++) ir_set_op(inst, k, parts->arg.at[k]);
    for (uint32_t k = 0; k < extra; k++) ir_set_op(inst, n + k, parts->extra.at[k]);
    ir_set_op(inst, n + extra, parts->callee);
    parts->call->nextra = extra;
    parts->call->nbundles = parts->bundle.n;
    for (uint32_t k = 0; k < parts->bundle.n; k++) parts->bundle.at[k].first += n;
    if (parts->bundle.n) {
        parts->call->bundle =
            arena_copy(parser->fn->arena, parts->bundle.at, parts->bundle.n * sizeof(IrBundle), 8);
    }
    inst->aty = parts->fty;
    inst->call = parts->call;
    return pa_emit(parser, inst);
}

// llvm.dbg.declare, .value and .assign (whose value is what counts here) have the value or place,
// the variable and the expression first.
static void note_record(Parser *parser, const CallParts *parts) {
    static const char *const names[] = {"llvm.dbg.declare", "llvm.dbg.value", "llvm.dbg.assign"};
    const char *name = atom_str(parser->ctx, parts->callee->name);
    for (uint32_t k = 0; k < CU_COUNT(names); k++) {
        if (strcmp(name, names[k]) != 0 || parts->arg.n < 3) continue;
        parser->record_kind = k ? IR_RECORD_VALUE : IR_RECORD_DECLARE;
        for (uint32_t i = 0; i < 3; i++) {
            const IrValue *arg = parts->arg.at[i];
            parser->record[i] = arg->kind == IR_V_MD ? ((const IrMdValue *)arg)->md : NULL;
        }
    }
}

// The type that a symbol is called with, for intrinsics without declaration.
static void note_call(Parser *parser, const CallParts *c) {
    IrGlobal *g = ir_as_global(c->callee);
    if (!g || g->vty) return;
    void **slot = map_slot(&parser->call_types, (uintptr_t)g);
    if (!*slot) *slot = c->fty;
}

// Completes the function type and checks the number of arguments.
static bool call_type(Parser *parser, CallParts *parts, const char *at) {
    if (!parts->full) parts->fty = type_of_args(parser, parts->fty, &parts->arg);
    uint32_t n = parts->arg.n;
    if (parts->callee->kind == IR_V_ASM) parts->callee->type = parts->fty;
    if (n < parts->fty->n)
        return pa_fail_at(parser, at, "not enough parameters specified for call");
    if (n > parts->fty->n && !parts->fty->vararg) {
        return pa_fail_at(parser, at, "too many arguments specified");
    }
    IrTypeKind k = parts->fty->elem->kind;
    bool bad = is_any_of(k, IR_TY_FUNC, IR_TY_LABEL, IR_TY_METADATA);
    return !bad || pa_fail_at(parser, at, "invalid result type of a call");
}

// [fast-math] [convention] [attributes] type callee(arguments) [attributes] [bundles] [successors].
IrInst *pa_call(Parser *parser, IrOp op) {
    CallParts parts = {.op = op};
    uint8_t fmf = pa_fast_math(parser);
    uint32_t as = parser->layout.program_as;
    parts.call = arena_new(parser->fn->arena, IrCall);
    parts.call->cc = pa_cc(parser);
    if (!pa_attrs(parser, &parts.call->attrs, NULL, IR_AT_RET, false)) return NULL;
    if (pa_is_word(parser, "addrspace") && !pa_addrspace(parser, &as)) return NULL;
    parts.fty = pa_type_void(parser);
    if (!parts.fty) return NULL;
    parts.full = parts.fty->kind == IR_TY_FUNC;
    const char *at = parser->tok_at;
    // an asm's type is known only after its arguments: made with a stand-in, then given its own
    IrType *type = parts.full ? parts.fty : ir_ty_func(parser->m, parts.fty, 0, NULL, false);
    parts.callee = pa_value(parser, pa_is_word(parser, "asm") ? type : ir_ty_ptr(parser->m, as));
    if (!parts.callee) return NULL;
    parser->local_md_kept = is_dbg_call(parts.callee, parser->ctx);
    bool args = call_args(parser, &parts);
    parser->local_md_kept = false;
    if (!args || !pa_attrs(parser, &parts.call->attrs, NULL, IR_AT_FN, false)) return NULL;
    if (!bundles(parser, &parts) || !successors(parser, &parts) || !call_type(parser, &parts, at))
        return NULL;
    if (is_dbg_call(parts.callee, parser->ctx)) {
        parser->dbg_calls = true;
        if (parser->dbg_records) {
            pa_fail_at(parser, at, "debug intrinsic in a module with debug records");
            return NULL;
        }
        note_call(parser, &parts);
        note_record(parser, &parts);
        return NULL;
    }
    IrType *of_type = ir_ty_scalar(parts.fty->elem);
    while (of_type->kind == IR_TY_ARRAY) of_type = ir_ty_scalar(of_type->elem);
    if (fmf && !ir_ty_is_any_fp(of_type)) {
        pa_fail_at(parser, at, "fast-math flags on a call that gives no floating-point value");
        return NULL;
    }
    note_call(parser, &parts);
    if (parts.callee->kind == IR_V_ASM) asm_pointees(parser, &parts);
    IrInst *i = make_call(parser, &parts);
    i->fmf = fmf;
    return i;
}

// ---- exception handling ----

// landingpad T cleanup catch ptr @x filter [...] ...: clauses are operands, their kinds indices.
IrInst *pa_landingpad(Parser *parser, IrOp op) {
    ValueVec values = {0};
    VEC(uint32_t) kind = {0};
    IrType *type = pa_type(parser);
    if (!type) return NULL;
    bool cleanup = pa_eat_word(parser, "cleanup");
    for (;;) {
        bool filter = pa_is_word(parser, "filter");
        if (!filter && !pa_is_word(parser, "catch")) break;
        pa_next(parser);
        const char *at = parser->tok_at;
        IrValue *value = pa_typed(parser);
        if (!value) return NULL;
        // LLVM tells clauses apart by their types: the word must agree
        if (filter != (value->type->kind == IR_TY_ARRAY)) {
            pa_fail_at(parser, at, "a filter is an array, a catch none");
            return NULL;
        }
        if (!ir_is_const(value)) {
            pa_fail_at(parser, at, "clause is no constant");
            return NULL;
        }
        vec_push(&parser->tmp, &values, value);
        vec_push(&parser->tmp, &kind, filter);
    }
    IrInst *i = pa_make(parser, op, type, values.n, values.at);
    i->pred = cleanup;
    i->nidx = values.n;
    i->idx =
        arena_copy(parser->fn->arena, kind.at, values.n * sizeof(uint32_t), _Alignof(uint32_t));
    return i;
}

IrInst *pa_resume(Parser *parser, IrOp op) {
    IrValue *v = pa_typed(parser);
    return v ? pa_make(parser, op, parser->m->ty_void, 1, &v) : NULL;
}

// `none` or the name of a pad.
static IrValue *pad(Parser *parser, bool none_ok) {
    bool local = is_any_of(parser->tok.kind, T_LOCAL, T_LOCALNO);
    if (!local && !(none_ok && pa_is_word(parser, "none"))) {
        pa_fail(parser, "scope value expected");
        return NULL;
    }
    return pa_value(parser, ir_ty_other(parser->m, IR_TY_TOKEN));
}

// catchpad within %cs [ptr @x, i32 0], and cleanuppad likewise.
IrInst *pa_funclet(Parser *parser, IrOp op) {
    ValueVec values = {0};
    if (!pa_eat_word(parser, "within")) return wrong(parser, "'within' expected");
    IrValue *parent = pad(parser, op == IR_CLEANUPPAD);
    if (!parent || !pa_expect(parser, '[')) return NULL;
    vec_push(&parser->tmp, &values, parent);
    while (!pa_is(parser, ']')) {
        parser->local_md_ok = true;
        IrValue *x = pa_typed(parser);
        parser->local_md_ok = false;
        if (!x) return NULL;
        vec_push(&parser->tmp, &values, x);
        if (!pa_eat(parser, ',')) break;
    }
    if (!pa_expect(parser, ']')) return NULL;
    return pa_make(parser, op, ir_ty_other(parser->m, IR_TY_TOKEN), values.n, values.at);
}

// unwind to caller, where *bb is NULL, or unwind label %x.
static bool unwind_dest(Parser *parser, IrBlock **bb) {
    *bb = NULL;
    if (!pa_eat_word(parser, "unwind")) return pa_fail(parser, "'unwind' expected");
    if (pa_eat_word(parser, "to")) {
        return pa_eat_word(parser, "caller") || pa_fail(parser, "'caller' expected");
    }
    *bb = pa_label(parser);
    return *bb != NULL;
}

// catchswitch within none [label %h, ...] unwind to caller.
IrInst *pa_catchswitch(Parser *parser, IrOp op) {
    ValueVec values = {0};
    IrBlock *bb;
    if (!pa_eat_word(parser, "within")) return wrong(parser, "'within' expected");
    IrValue *parent = pad(parser, true);
    if (!parent || !pa_expect(parser, '[')) return NULL;
    vec_push(&parser->tmp, &values, parent);
    do {
        bb = pa_label(parser);
        if (!bb) return NULL;
        vec_push(&parser->tmp, &values, &bb->v);
    } while (pa_eat(parser, ','));
    if (!pa_expect(parser, ']') || !unwind_dest(parser, &bb)) return NULL;
    if (bb) vec_push(&parser->tmp, &values, &bb->v);
    IrInst *i = pa_make(parser, op, ir_ty_other(parser->m, IR_TY_TOKEN), values.n, values.at);
    i->pred = bb != NULL;
    return i;
}

// catchret from %pad to label %bb.
IrInst *pa_catchret(Parser *parser, IrOp op) {
    if (!pa_eat_word(parser, "from")) return wrong(parser, "'from' expected");
    IrValue *v[2] = {pad(parser, false), NULL};
    if (!v[0]) return NULL;
    if (!pa_eat_word(parser, "to")) return wrong(parser, "'to' expected");
    IrBlock *bb = pa_label(parser);
    if (!bb) return NULL;
    v[1] = &bb->v;
    return pa_make(parser, op, parser->m->ty_void, 2, v);
}

// cleanupret from %pad unwind to caller.
IrInst *pa_cleanupret(Parser *parser, IrOp op) {
    if (!pa_eat_word(parser, "from")) return wrong(parser, "'from' expected");
    IrValue *v[2] = {pad(parser, false), NULL};
    IrBlock *bb;
    if (!v[0] || !unwind_dest(parser, &bb)) return NULL;
    v[1] = bb ? &bb->v : NULL;
    return pa_make(parser, op, parser->m->ty_void, bb ? 2 : 1, v);
}
