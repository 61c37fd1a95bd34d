// SPDX-License-Identifier: Apache-2.0
// The reader's calls (call, invoke, callbr) with their bundles, and the instructions of exception
// handling. Calls of debug intrinsics are read and dropped: variables are not kept.
#include "ir/parse_int.h"

static IrInst *wrong(Parser *p, const char *what) {
    pa_fail(p, "%s", what);
    return NULL;
}

static const struct {
    const char *word;
    uint32_t cc;
} cc_rows[] = {
#define CC(word, cc) {word, cc},
#include "ir/cc.def"
};

const char *ir_cc_name(uint32_t cc) {
    for (size_t i = 0; i < CU_COUNT(cc_rows); i++) {
        if (cc_rows[i].cc == cc) return cc_rows[i].word;
    }
    return NULL;
}

uint32_t pa_cc(Parser *p) {
    // no convention is one of these; most functions have none
    bool maybe = p->tok.kind == T_WORD && p->tok.n > 1 && !pa_is_word(p, "void") &&
                 !pa_is_word(p, "ptr") && !(p->tok.s[0] == 'i' && p->tok.s[1] <= '9');
    for (size_t i = 0; maybe && i < CU_COUNT(cc_rows); i++) {
        if (pa_eat_word(p, cc_rows[i].word)) return cc_rows[i].cc;
    }
    uint64_t v = 0;
    if (maybe && p->tok.n > 2 && p->tok.s[0] == 'c' && p->tok.s[1] == 'c') { // cc10
        for (uint32_t i = 2; i < p->tok.n && v < 10000; i++) {
            if (p->tok.s[i] < '0' || p->tok.s[i] > '9') return 0;
            v = v * 10 + (uint64_t)(p->tok.s[i] - '0');
        }
        if (v > 1023) pa_fail(p, "calling convention is too large");
        pa_next(p);
    } else if (maybe && pa_eat_word(p, "cc"))
        pa_u64(p, &v, 1023);
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

static bool ellipsis(Parser *p, const CallParts *c) { // musttail forwards "..."
    bool forwards = p->tail == IR_MUSTTAIL && p->fn->g.vty->vararg;
    if (pa_is(p, '.')) {
        if (p->tail != IR_MUSTTAIL || !c->full) {
            return pa_fail(p,
                           "unexpected ellipsis in the arguments of a call that is not musttail");
        }
        if (!forwards) {
            return pa_fail(p, "unexpected ellipsis in a musttail call in a non-varargs function");
        }
        pa_next(p);
        return true;
    }
    if (!forwards || !pa_is(p, ')')) return true;
    return pa_fail(p, "'...' expected at the end of a musttail call in a varargs function");
}

static bool call_args(Parser *p, CallParts *c) {
    if (!pa_expect(p, '(')) return false;
    while (!pa_is(p, ')') && !pa_is(p, '.')) {
        IrType *t = pa_type(p);
        if (c->callee->kind == IR_V_ASM) vec_push(&p->tmp, &c->pointee, p->pointee);
        if (!t || !pa_attrs(p, &c->call->attrs, NULL, (int)c->arg.n, false)) return false;
        p->local_md_ok = true;
        IrValue *x = pa_value(p, t);
        p->local_md_ok = false;
        if (!x) return false;
        if (c->full && c->arg.n < c->fty->n && c->fty->sub[c->arg.n] != t) {
            return pa_fail(p, "argument of another type than the parameter");
        }
        vec_push(&p->tmp, &c->arg, x);
        if (!pa_eat(p, ',')) break;
        if (pa_is(p, ')')) return pa_fail(p, "type expected");
    }
    return ellipsis(p, c) && pa_expect(p, ')');
}

static bool bundles(Parser *p, CallParts *c) { // [ "tag"(i32 1, ptr %p), ... ]
    if (!pa_eat(p, '[')) return true;
    if (pa_is(p, ']')) return pa_fail(p, "operand bundle expected");
    do {
        IrBundle b = {.tag = pa_string(p), .first = c->extra.n};
        if (p->failed || !pa_expect(p, '(')) return false;
        while (!pa_is(p, ')')) {
            IrValue *v = pa_typed(p);
            if (!v) return false;
            vec_push(&p->tmp, &c->extra, v);
            if (!pa_eat(p, ',')) break;
        }
        b.n = c->extra.n - b.first;
        vec_push(&p->tmp, &c->bundle, b);
        if (!pa_expect(p, ')')) return false;
    } while (pa_eat(p, ','));
    return pa_expect(p, ']');
}

static bool successor(Parser *p, CallParts *c) {
    IrBlock *bb = pa_label(p);
    if (bb) vec_push(&p->tmp, &c->extra, &bb->v);
    return bb != NULL;
}

static bool successors(Parser *p, CallParts *c) {
    if (c->op == IR_CALL) return true;
    if (!pa_eat_word(p, "to")) return pa_fail(p, "'to' expected");
    uint32_t before = c->extra.n;
    if (!successor(p, c)) return false;
    if (c->op == IR_INVOKE) {
        if (!pa_eat_word(p, "unwind")) return pa_fail(p, "'unwind' expected");
        return successor(p, c);
    }
    if (!pa_expect(p, '[')) return false;
    while (!pa_is(p, ']')) {
        if (!successor(p, c)) return false;
        if (!pa_eat(p, ',')) break;
    }
    c->call->nsucc = c->extra.n - before;
    return pa_expect(p, ']');
}

// The function type of a call that writes only its result, from its arguments.
static IrType *type_of_args(Parser *p, IrType *ret, const ValueVec *arg) {
    IrType **t = arena_array(&p->tmp, IrType *, arg->n);
    for (uint32_t k = 0; k < arg->n; k++) t[k] = arg->at[k]->type;
    return ir_ty_func(p->m, ret, arg->n, t, false);
}

static bool is_dbg_call(const IrValue *callee, Ctx *ctx) {
    return callee->kind >= IR_C_VAR && strncmp(atom_str(ctx, callee->name), "llvm.dbg.", 9) == 0;
}

// What an indirect operand ("=*m") points to was said by its type in the typed-pointer dialects.
static void asm_pointees(Parser *p, CallParts *c) {
    const char *s = atom_str(p->ctx, ((const IrAsm *)c->callee)->constraints);
    for (uint32_t arg = 0; *s && arg < c->pointee.n;) {
        bool out = *s == '=', indirect = s[out] == '*';
        IrAttrList *l = &c->call->attrs;
        if (indirect && c->pointee.at[arg]) {
            const IrAttrSet *set = ir_attrs_get(l, (int)arg);
            IrType *t = c->pointee.at[arg];
            ir_attrs_set(p->m, l, (int)arg, ir_attr_add_type(p->m, set, IR_ATTR_ELEMENTTYPE, t));
        }
        if (indirect || (!out && *s != '~' && *s != '!')) arg++;
        while (*s && *s != ',') s++;
        if (*s) s++;
    }
}

static IrInst *make_call(Parser *p, CallParts *c) {
    uint32_t n = c->arg.n, extra = c->extra.n;
    IrInst *i = ir_inst_new(p->fn, c->op, c->fty->elem, n + extra + 1);
    for (uint32_t k = 0; k < n; k++) ir_set_op(i, k, c->arg.at[k]);
    for (uint32_t k = 0; k < extra; k++) ir_set_op(i, n + k, c->extra.at[k]);
    ir_set_op(i, n + extra, c->callee);
    c->call->nextra = extra;
    c->call->nbundles = c->bundle.n;
    for (uint32_t k = 0; k < c->bundle.n; k++) c->bundle.at[k].first += n;
    if (c->bundle.n) {
        c->call->bundle = arena_copy(p->fn->arena, c->bundle.at, c->bundle.n * sizeof(IrBundle), 8);
    }
    i->aty = c->fty;
    i->call = c->call;
    return pa_emit(p, i);
}

// The type that a symbol is called with, for intrinsics without declaration.
static void note_call(Parser *p, const CallParts *c) {
    IrGlobal *g = ir_as_global(c->callee);
    if (!g || g->vty) return;
    void **slot = map_slot(&p->call_types, (uintptr_t)g);
    if (!*slot) *slot = c->fty;
}

static bool call_type(Parser *p, CallParts *c, const char *at) {
    if (!c->full) c->fty = type_of_args(p, c->fty, &c->arg);
    uint32_t n = c->arg.n;
    if (c->callee->kind == IR_V_ASM) c->callee->type = c->fty;
    if (n < c->fty->n) return pa_fail_at(p, at, "not enough parameters specified for call");
    if (n > c->fty->n && !c->fty->vararg) {
        return pa_fail_at(p, at, "too many arguments specified");
    }
    IrTypeKind k = c->fty->elem->kind;
    bool bad = k == IR_TY_FUNC || k == IR_TY_LABEL || k == IR_TY_METADATA;
    return !bad || pa_fail_at(p, at, "invalid result type of a call");
}

IrInst *pa_call(Parser *p, IrOp op) {
    CallParts c = {.op = op};
    uint8_t fmf = pa_fast_math(p);
    uint32_t as = p->layout.program_as;
    c.call = arena_new(p->fn->arena, IrCall);
    c.call->cc = pa_cc(p);
    if (!pa_attrs(p, &c.call->attrs, NULL, IR_AT_RET, false)) return NULL;
    if (pa_is_word(p, "addrspace") && !pa_addrspace(p, &as)) return NULL;
    c.fty = pa_type_void(p);
    if (!c.fty) return NULL;
    c.full = c.fty->kind == IR_TY_FUNC;
    const char *at = p->tok_at;
    // an asm's type is known only after its arguments: made with a stand-in, then given its own
    IrType *t = c.full ? c.fty : ir_ty_func(p->m, c.fty, 0, NULL, false);
    c.callee = pa_value(p, pa_is_word(p, "asm") ? t : ir_ty_ptr(p->m, as));
    if (!c.callee) return NULL;
    if (!call_args(p, &c) || !pa_attrs(p, &c.call->attrs, NULL, IR_AT_FN, false)) return NULL;
    if (!bundles(p, &c) || !successors(p, &c) || !call_type(p, &c, at)) return NULL;
    if (is_dbg_call(c.callee, p->ctx)) {
        p->dbg_calls = true;
        if (p->dbg_records) {
            pa_fail_at(p, at, "debug intrinsic in a module with debug records");
            return NULL;
        }
        note_call(p, &c);
        return NULL;
    }
    IrType *e = ir_ty_scalar(c.fty->elem);
    while (e->kind == IR_TY_ARRAY) e = ir_ty_scalar(e->elem);
    if (fmf && !ir_ty_is_any_fp(e)) {
        pa_fail_at(p, at, "fast-math flags on a call that gives no floating-point value");
        return NULL;
    }
    note_call(p, &c);
    if (c.callee->kind == IR_V_ASM) asm_pointees(p, &c);
    IrInst *i = make_call(p, &c);
    i->fmf = fmf;
    return i;
}

// ---- exception handling ----

IrInst *pa_landingpad(Parser *p, IrOp op) { // landingpad T cleanup catch ptr @x filter [...] ...
    ValueVec v = {0};
    VEC(uint32_t) kind = {0};
    IrType *t = pa_type(p);
    if (!t) return NULL;
    bool cleanup = pa_eat_word(p, "cleanup");
    for (;;) {
        bool filter = pa_is_word(p, "filter");
        if (!filter && !pa_is_word(p, "catch")) break;
        pa_next(p);
        const char *at = p->tok_at;
        IrValue *x = pa_typed(p);
        if (!x) return NULL;
        if (filter != (x->type->kind == IR_TY_ARRAY)) {
            pa_fail_at(p, at, "a filter is an array, a catch none");
            return NULL;
        }
        if (!ir_is_const(x)) {
            pa_fail_at(p, at, "clause is no constant");
            return NULL;
        }
        vec_push(&p->tmp, &v, x);
        vec_push(&p->tmp, &kind, filter);
    }
    IrInst *i = pa_make(p, op, t, v.n, v.at);
    i->pred = cleanup;
    i->nidx = v.n;
    i->idx = arena_copy(p->fn->arena, kind.at, v.n * sizeof(uint32_t), _Alignof(uint32_t));
    return i;
}

IrInst *pa_resume(Parser *p, IrOp op) {
    IrValue *v = pa_typed(p);
    return v ? pa_make(p, op, p->m->ty_void, 1, &v) : NULL;
}

static IrValue *pad(Parser *p, bool none_ok) { // none or %pad
    bool local = p->tok.kind == T_LOCAL || p->tok.kind == T_LOCALNO;
    if (!local && !(none_ok && pa_is_word(p, "none"))) {
        pa_fail(p, "scope value expected");
        return NULL;
    }
    return pa_value(p, ir_ty_other(p->m, IR_TY_TOKEN));
}

IrInst *pa_funclet(Parser *p, IrOp op) { // catchpad within %cs [ptr @x, i32 0]
    ValueVec v = {0};
    if (!pa_eat_word(p, "within")) return wrong(p, "'within' expected");
    IrValue *parent = pad(p, op == IR_CLEANUPPAD);
    if (!parent || !pa_expect(p, '[')) return NULL;
    vec_push(&p->tmp, &v, parent);
    while (!pa_is(p, ']')) {
        p->local_md_ok = true;
        IrValue *x = pa_typed(p);
        p->local_md_ok = false;
        if (!x) return NULL;
        vec_push(&p->tmp, &v, x);
        if (!pa_eat(p, ',')) break;
    }
    if (!pa_expect(p, ']')) return NULL;
    return pa_make(p, op, ir_ty_other(p->m, IR_TY_TOKEN), v.n, v.at);
}

static bool unwind_dest(Parser *p, IrBlock **bb) { // unwind to caller | unwind label %x
    *bb = NULL;
    if (!pa_eat_word(p, "unwind")) return pa_fail(p, "'unwind' expected");
    if (pa_eat_word(p, "to")) {
        return pa_eat_word(p, "caller") || pa_fail(p, "'caller' expected");
    }
    *bb = pa_label(p);
    return *bb != NULL;
}

IrInst *pa_catchswitch(Parser *p, IrOp op) { // catchswitch within none [label %h] unwind to caller
    ValueVec v = {0};
    IrBlock *bb;
    if (!pa_eat_word(p, "within")) return wrong(p, "'within' expected");
    IrValue *parent = pad(p, true);
    if (!parent || !pa_expect(p, '[')) return NULL;
    vec_push(&p->tmp, &v, parent);
    do {
        bb = pa_label(p);
        if (!bb) return NULL;
        vec_push(&p->tmp, &v, &bb->v);
    } while (pa_eat(p, ','));
    if (!pa_expect(p, ']') || !unwind_dest(p, &bb)) return NULL;
    if (bb) vec_push(&p->tmp, &v, &bb->v);
    IrInst *i = pa_make(p, op, ir_ty_other(p->m, IR_TY_TOKEN), v.n, v.at);
    i->pred = bb != NULL;
    return i;
}

IrInst *pa_catchret(Parser *p, IrOp op) { // catchret from %pad to label %bb
    if (!pa_eat_word(p, "from")) return wrong(p, "'from' expected");
    IrValue *v[2] = {pad(p, false), NULL};
    if (!v[0]) return NULL;
    if (!pa_eat_word(p, "to")) return wrong(p, "'to' expected");
    IrBlock *bb = pa_label(p);
    if (!bb) return NULL;
    v[1] = &bb->v;
    return pa_make(p, op, p->m->ty_void, 2, v);
}

IrInst *pa_cleanupret(Parser *p, IrOp op) { // cleanupret from %pad unwind to caller
    if (!pa_eat_word(p, "from")) return wrong(p, "'from' expected");
    IrValue *v[2] = {pad(p, false), NULL};
    IrBlock *bb;
    if (!v[0] || !unwind_dest(p, &bb)) return NULL;
    v[1] = bb ? &bb->v : NULL;
    return pa_make(p, op, p->m->ty_void, bb ? 2 : 1, v);
}
