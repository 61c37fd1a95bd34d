// SPDX-License-Identifier: Apache-2.0
// The reader's instructions: one parsing function per shape, chosen by a table.
// Operand types are checked as far as making the instruction needs it; the rest is verify.c's.
#include "ir/parse_int.h"

IrInst *pa_emit(Parser *parser, IrInst *made) {
    return ir_emit(&parser->b, made);
}
#define emit      pa_emit
#define make      pa_make
#define label     pa_label
#define fast_math pa_fast_math

IrInst *pa_make(Parser *parser, IrOp op, IrType *result, uint32_t n, IrValue *const *v) {
    IrInst *i = ir_inst_new(parser->fn, op, result, n);
    for (uint32_t k = 0; k < n; k++) ir_set_op(i, k, v[k]);
    return emit(parser, i);
}

// Words that the operation may have, in any order (nuw, exact, volatile ...). inbounds includes
// nusw.
static uint16_t inst_flags(Parser *parser, IrOp op) {
    static const struct {
        const char *word;
        uint16_t bit;
    } rows[] = {{"nuw", IR_NUW},           {"nsw", IR_NSW},   {"exact", IR_EXACT},
                {"disjoint", IR_DISJOINT}, {"nneg", IR_NNEG}, {"samesign", IR_SAMESIGN},
                {"inbounds", IR_INBOUNDS}, {"nusw", IR_NUSW}, {"volatile", IR_VOLATILE},
                {"weak", IR_WEAK}};
    uint16_t f = 0;
    for (bool again = true; again;) {
        again = false;
        for (size_t i = 0; i < CU_COUNT(rows); i++) {
            if (!(ir_ops[op].flags & rows[i].bit) || !pa_eat_word(parser, rows[i].word)) continue;
            f |= rows[i].bit;
            again = true;
        }
    }
    return f & IR_INBOUNDS ? f | IR_NUSW : f;
}

// In any order; `fast` is all of them.
uint8_t pa_fast_math(Parser *parser) {
    uint8_t f = 0;
    for (bool again = true; again;) {
        again = false;
        for (int k = 0; k < 7; k++) {
            if (!pa_eat_word(parser, ir_fmf_names[k])) continue;
            f |= (uint8_t)(1u << k);
            again = true;
        }
        if (pa_eat_word(parser, "fast")) {
            f = IR_FMF_FAST;
            again = true;
        }
    }
    return f;
}

static bool comma(Parser *parser) {
    return pa_expect(parser, ',');
}

// Takes a comma unless a metadata attachment follows it.
static bool next_item(Parser *parser) {
    const PaMark m = pa_mark(parser);
    if (!pa_eat(parser, ',')) return false;
    if (parser->tok.kind != T_META) return true;
    pa_back(parser, &m);
    return false;
}

static IrInst *wrong(Parser *parser, const char *what) {
    pa_fail(parser, "%s", what);
    return NULL;
}

// ---- operators ----

// op [flags] T a, b: the second operand has the first one's type. op [flags] T a, b: the second
// operand has the first one's type.
static IrInst *binary(Parser *parser, IrOp op) {
    uint16_t f = inst_flags(parser, op);
    uint8_t fmf = fast_math(parser);
    IrValue *v[2];
    v[0] = pa_typed(parser);
    if (!v[0] || !comma(parser)) return NULL;
    v[1] = pa_value(parser, v[0]->type);
    if (!v[1]) return NULL;
    IrInst *i = make(parser, op, v[0]->type, 2, v);
    i->v.flags = f;
    i->fmf = fmf;
    return i;
}

// fneg [fast-math] T a, and freeze T a.
static IrInst *unary(Parser *parser, IrOp op) {
    uint8_t fmf = fast_math(parser);
    IrValue *v = pa_typed(parser);
    if (!v) return NULL;
    IrInst *i = make(parser, op, v->type, 1, &v);
    i->fmf = fmf;
    return i;
}

// op [flags] T a to U; what can be cast to what is verify.c's.
static IrInst *cast(Parser *parser, IrOp op) {
    uint16_t f = inst_flags(parser, op);
    uint8_t fmf = fast_math(parser);
    IrValue *v = pa_typed(parser);
    if (!v) return NULL;
    if (!pa_eat_word(parser, "to")) return wrong(parser, "'to' expected");
    IrType *t = pa_type(parser);
    if (!t) return NULL;
    IrInst *i = make(parser, op, t, 1, &v);
    i->v.flags = f;
    i->fmf = fmf;
    return i;
}

// icmp [samesign] pred T a, b, or fcmp [fast-math] pred T a, b.
static IrInst *cmp(Parser *parser, IrOp op) {
    uint16_t f = inst_flags(parser, op);
    uint8_t fmf = fast_math(parser);
    int pred = -1;
    int from = op == IR_ICMP ? IR_EQ : 0, to = op == IR_ICMP ? IR_NPREDS : IR_EQ;
    for (int k = from; k < to && pred < 0; k++) {
        if (pa_eat_word(parser, ir_pred_names[k])) pred = k;
    }
    if (pred < 0) return wrong(parser, "predicate expected");
    IrValue *v[2];
    v[0] = pa_typed(parser);
    if (!v[0] || !comma(parser)) return NULL;
    v[1] = pa_value(parser, v[0]->type);
    if (!v[1]) return NULL;
    IrInst *i = make(parser, op, ir_ty_with_shape(parser->m, parser->m->ty_i1, v[0]->type), 2, v);
    i->pred = (uint8_t)pred;
    i->v.flags = f;
    i->fmf = fmf;
    return i;
}

// select [fast-math] C c, T a, T b.
static IrInst *select(Parser *parser, IrOp op) {
    uint8_t fmf = fast_math(parser);
    IrValue *v[3];
    for (int k = 0; k < 3; k++) {
        if (k && !comma(parser)) return NULL;
        v[k] = pa_typed(parser);
        if (!v[k]) return NULL;
    }
    IrInst *i = make(parser, op, v[1]->type, 3, v);
    i->fmf = fmf;
    return i;
}

// ---- control flow ----

// ret void, or ret T a.
static IrInst *ret(Parser *parser, IrOp op) {
    IrType *t = pa_type_void(parser);
    if (!t) return NULL;
    if (t->kind == IR_TY_VOID) return make(parser, op, parser->m->ty_void, 0, NULL);
    IrValue *v = pa_value(parser, t);
    return v ? make(parser, op, parser->m->ty_void, 1, &v) : NULL;
}

IrBlock *pa_label(Parser *parser) {
    if (!pa_eat_word(parser, "label")) {
        pa_fail(parser, "label expected");
        return NULL;
    }
    return pa_block_ref(parser);
}

// br label %x, or br i1 c, label %x, label %y.
static IrInst *br(Parser *parser, IrOp op) {
    IrValue *value[3];
    if (pa_is_word(parser, "label")) {
        IrBlock *bb = label(parser);
        if (!bb) return NULL;
        value[0] = &bb->v;
        return make(parser, op, parser->m->ty_void, 1, value);
    }
    value[0] = pa_typed(parser);
    for (int k = 1; k < 3; k++) {
        if (!value[k - 1] || !comma(parser)) return NULL;
        IrBlock *bb = label(parser);
        if (!bb) return NULL;
        value[k] = &bb->v;
    }
    return make(parser, op, parser->m->ty_void, 3, value);
}

// switch T a, label %default [ T 1, label %x ... ]; there are no commas between the cases.
static IrInst *switch_(Parser *parser, IrOp op) {
    IrValue *value[2];
    value[0] = pa_typed(parser);
    if (!value[0] || !comma(parser)) return NULL;
    IrBlock *block = label(parser);
    if (!block || !pa_expect(parser, '[')) return NULL;
    value[1] = &block->v;
    IrInst *inst = make(parser, op, parser->m->ty_void, 2, value);
    while (!pa_is(parser, ']')) {
        IrType *t = pa_type(parser);
        IrConst *c = t ? pa_const(parser, t) : NULL;
        if (!c || !comma(parser)) return NULL;
        IrBlock *bb = label(parser);
        if (!bb) return NULL;
        ir_switch_add(inst, c, bb);
    }
    pa_next(parser);
    return inst;
}

// indirectbr ptr a, [ label %x, ... ].
static IrInst *indirectbr(Parser *parser, IrOp op) {
    IrValue *v = pa_typed(parser);
    if (!v || !comma(parser) || !pa_expect(parser, '[')) return NULL;
    IrInst *i = make(parser, op, parser->m->ty_void, 1, &v);
    while (!pa_is(parser, ']')) {
        IrBlock *bb = label(parser);
        if (!bb) return NULL;
        ir_add_op(i, &bb->v);
        if (!pa_eat(parser, ',')) break;
    }
    return pa_expect(parser, ']') ? i : NULL;
}

static IrInst *unreachable(Parser *parser, IrOp op) {
    return make(parser, op, parser->m->ty_void, 0, NULL);
}

// phi [fast-math] T [ a, %x ], ... The instruction is in its block before its values are read: they
// may name it.
static IrInst *phi(Parser *parser, IrOp op) {
    uint8_t fmf = fast_math(parser);
    IrType *type = pa_type(parser);
    if (!type) return NULL;
    if (is_any_of(type->kind, IR_TY_FUNC, IR_TY_LABEL, IR_TY_METADATA)) {
        return wrong(parser, "phi node must have first class type");
    }
    IrInst *inst = ir_inst_new(parser->fn, op, type, 0);
    inst->fmf = fmf;
    emit(parser, inst);
    if (!pa_is(parser, '[')) return inst; // in a block without predecessors
    do {
        if (!pa_expect(parser, '[')) return NULL;
        IrValue *v = pa_value(parser, type);
        if (!v || !comma(parser)) return NULL;
        IrBlock *bb = pa_block_ref(parser);
        if (!bb || !pa_expect(parser, ']')) return NULL;
        ir_phi_add(inst, v, bb);
    } while (next_item(parser));
    return inst;
}

// ---- memory ----

// ", align 8", ", addrspace(5)": what may follow; a metadata attachment ends it. The comma before
// an attachment is taken: the caller expects that. `align` and `as` keep what they hold if nothing
// is said. With `as` NULL no address space may follow.
static bool trailer(Parser *parser, uint32_t *align, uint32_t *as) {
    bool spaced = false, aligned = false;
    while (pa_is(parser, ',')) {
        const PaMark m = pa_mark(parser);
        pa_next(parser);
        if (pa_is_word(parser, "align")) {
            if (spaced || aligned) return pa_fail(parser, "metadata attachment expected");
            pa_next(parser);
            if (!pa_align(parser, align)) return false;
            aligned = true;
        } else if (as && pa_is_word(parser, "addrspace")) {
            if (spaced) return pa_fail(parser, "metadata attachment expected");
            if (!pa_addrspace(parser, as)) return false;
            spaced = true;
        } else {
            pa_back(parser, &m);
            return true;
        }
    }
    return true;
}

// alloca [inalloca] [swifterror] T [, U n] [, align a] [, addrspace(s)].
static IrInst *alloca_(Parser *parser, IrOp op) {
    bool inalloca = pa_eat_word(parser, "inalloca"), swifterror = pa_eat_word(parser, "swifterror");
    IrType *type = pa_type(parser);
    if (!type) return NULL;
    if (!type->sized) return wrong(parser, "allocated type has no size");
    IrValue *value = &ir_int(parser->m->ty_i32, 1)->v;
    uint32_t align = 0, as = parser->layout.alloca_as;
    if (pa_is(parser, ',')) { // a count, or already the trailer
        const PaMark m = pa_mark(parser);
        pa_next(parser);
        bool no_count = parser->tok.kind == T_META || pa_is_word(parser, "align") ||
                        pa_is_word(parser, "addrspace");
        if (no_count) {
            pa_back(parser, &m);
        } else {
            value = pa_typed(parser);
            if (!value) return NULL;
        }
    }
    if (!trailer(parser, &align, &as)) return NULL;
    IrInst *i = make(parser, op, ir_ty_ptr(parser->m, as), 1, &value);
    i->aty = type;
    i->align = align ? align : type->align;
    i->pred = (uint8_t)(inalloca | swifterror << 1);
    return i;
}

// One of LLVM's words; 0 after an error.
static uint8_t ordering(Parser *parser) {
    static const char *const names[] = {"unordered", "monotonic", "acquire",
                                        "release",   "acq_rel",   "seq_cst"};
    for (uint8_t i = 0; i < 6; i++) {
        if (pa_eat_word(parser, names[i])) return (uint8_t)(i + 1);
    }
    pa_fail(parser, "memory ordering expected");
    return 0;
}

// syncscope("name"), or nothing, which is the system's.
static uint8_t scope(Parser *parser) {
    if (!pa_eat_word(parser, "syncscope")) return 0;
    if (!pa_expect(parser, '(')) return 0;
    Atom name = pa_string(parser);
    if (parser->failed || !pa_expect(parser, ')')) return 0;
    int s = ir_scope(parser->m, name);
    if (s < 0) pa_fail(parser, "too many synchronisation scopes");
    return (uint8_t)s;
}

// load [atomic] [volatile] T, ptr p [scope order] [, align a].
static IrInst *load(Parser *parser, IrOp op) {
    bool atomic = pa_eat_word(parser, "atomic");
    uint16_t f = inst_flags(parser, op);
    IrType *type = pa_type(parser);
    if (!type || !comma(parser)) return NULL;
    IrValue *value = pa_typed(parser);
    if (!value) return NULL;
    if (!type->sized) return wrong(parser, "loaded type has no size");
    IrInst *i = make(parser, op, type, 1, &value);
    i->v.flags = f;
    if (atomic) {
        i->scope = scope(parser);
        i->order = ordering(parser);
    }
    i->align = type->align;
    return trailer(parser, &i->align, NULL) ? i : NULL;
}

// store [atomic] [volatile] T a, ptr p [scope order] [, align a].
static IrInst *store(Parser *parser, IrOp op) {
    bool atomic = pa_eat_word(parser, "atomic");
    uint16_t f = inst_flags(parser, op);
    IrValue *value[2];
    value[0] = pa_typed(parser);
    if (!value[0] || !comma(parser)) return NULL;
    value[1] = pa_typed(parser);
    if (!value[1]) return NULL;
    if (!value[0]->type->sized) return wrong(parser, "stored type has no size");
    IrInst *i = make(parser, op, parser->m->ty_void, 2, value);
    i->v.flags = f;
    if (atomic) {
        i->scope = scope(parser);
        i->order = ordering(parser);
    }
    i->align = value[0]->type->align;
    return trailer(parser, &i->align, NULL) ? i : NULL;
}

// Whether the indices v[1..] lead to something in `type`: the first steps over whole objects, those
// of structures are constants of 32 bits, or vectors of equal ones.
static bool gep_walk(IrType *type, uint32_t n, IrValue *const *v) {
    for (uint32_t k = 1; k < n; k++) {
        if (ir_ty_scalar(v[k]->type)->kind != IR_TY_INT) return false;
        if (k == 1) continue;
        uint64_t at = 0;
        if (type->kind == IR_TY_STRUCT) {
            const IrConst *c = ir_as_const(v[k]);
            if (ir_ty_scalar(v[k]->type)->bits != 32 || v[k]->type->scalable) return false;
            if (c && c->v.type->kind == IR_TY_VECTOR) c = ir_splat_value(type->m, (IrConst *)v[k]);
            if (!c || c->v.kind != IR_C_INT || !ir_fits_u64(c)) return false;
            at = ir_uval(c);
        } else if (!type->n) { // zero-length arrays may be indexed
            type = type->kind == IR_TY_ARRAY ? type->elem : NULL;
            if (!type) return false;
            continue;
        }
        type = ir_ty_member(type, at);
        if (!type) return false;
    }
    return true;
}

// getelementptr [flags] T, ptr p, index, ...
static IrInst *gep(Parser *parser, IrOp op) {
    uint16_t f = inst_flags(parser, op);
    VEC(IrValue *) v = {0};
    IrType *src = pa_type(parser);
    if (!src) return NULL;
    if (!src->sized) return wrong(parser, "type has no size");
    while (next_item(parser)) {
        IrValue *x = pa_typed(parser);
        if (!x) return NULL;
        vec_push(&parser->tmp, &v, x);
    }
    bool base = v.n && ir_ty_scalar(v.at[0]->type)->kind == IR_TY_PTR;
    if (!base || !gep_walk(src, v.n, v.at)) return wrong(parser, "bad getelementptr");

    IrType *t = v.at[0]->type;
    // a vector anywhere makes a vector of addresses
    for (uint32_t k = 1; k < v.n && t->kind == IR_TY_PTR; k++) {
        t = ir_ty_with_shape(parser->m, t, v.at[k]->type);
    }
    IrInst *i = make(parser, op, t, v.n, v.at);
    i->aty = src;
    i->v.flags = f;
    return i;
}

static IrInst *fence(Parser *parser, IrOp op) {
    IrInst *i = make(parser, op, parser->m->ty_void, 0, NULL);
    i->scope = scope(parser);
    i->order = ordering(parser);
    return i;
}

// cmpxchg [weak] [volatile] ptr p, T expected, T new [scope] order order [, align a].
static IrInst *cmpxchg(Parser *parser, IrOp op) {
    uint16_t f = inst_flags(parser, op);
    IrValue *value[3];
    for (int k = 0; k < 3; k++) {
        if (k && !comma(parser)) return NULL;
        value[k] = pa_typed(parser);
        if (!value[k]) return NULL;
    }
    IrType *pair[2] = {value[1]->type, parser->m->ty_i1};
    IrInst *i = make(parser, op, ir_ty_struct(parser->m, 2, pair, false), 3, value);
    i->v.flags = f;
    i->scope = scope(parser);
    i->order = ordering(parser);
    i->order2 = ordering(parser);
    i->align = (uint32_t)value[1]->type->store_size;
    return trailer(parser, &i->align, NULL) ? i : NULL;
}

// atomicrmw [volatile] op ptr p, T a [scope] order [, align a].
static IrInst *atomicrmw(Parser *parser, IrOp op) {
    uint16_t f = inst_flags(parser, op);
    int rmw = -1;
    for (int k = 0; k < IR_RMW_NOPS && rmw < 0; k++) {
        if (pa_eat_word(parser, ir_rmw_names[k])) rmw = k;
    }
    if (rmw < 0) return wrong(parser, "atomic operation expected");
    IrValue *value[2];
    value[0] = pa_typed(parser);
    if (!value[0] || !comma(parser)) return NULL;
    value[1] = pa_typed(parser);
    if (!value[1]) return NULL;
    IrInst *i = make(parser, op, value[1]->type, 2, value);
    i->pred = (uint8_t)rmw;
    i->v.flags = f;
    i->scope = scope(parser);
    i->order = ordering(parser);
    i->align = (uint32_t)value[1]->type->store_size;
    return trailer(parser, &i->align, NULL) ? i : NULL;
}

// ---- aggregates and vectors ----

// Numbers behind commas, which lead from *t to a member: *t is that member's type then.
static bool indices(Parser *parser, IrInst *user, IrType **t) {
    VEC(uint32_t) v = {0};
    while (next_item(parser)) {
        uint64_t k;
        if (!pa_u64(parser, &k, UINT32_MAX)) return false;
        *t = ir_ty_is_agg(*t) ? ir_ty_member(*t, k) : NULL;
        if (!*t) return pa_fail(parser, "index out of range");
        vec_push(&parser->tmp, &v, (uint32_t)k);
    }
    if (!v.n) return pa_fail(parser, "index expected");
    user->nidx = v.n;
    user->idx = arena_copy(parser->fn->arena, v.at, v.n * sizeof(uint32_t), _Alignof(uint32_t));
    return true;
}

// extractvalue T a, 0, 1. Its type is known once the indices are read.
static IrInst *extractvalue(Parser *parser, IrOp op) {
    IrValue *v = pa_typed(parser);
    if (!v) return NULL;
    IrInst *i = make(parser, op, v->type, 1, &v);
    IrType *t = v->type;
    if (!indices(parser, i, &t)) return NULL;
    i->v.type = t;
    return i;
}

// insertvalue T a, U b, 0, 1.
static IrInst *insertvalue(Parser *parser, IrOp op) {
    IrValue *v[2];
    v[0] = pa_typed(parser);
    if (!v[0] || !comma(parser)) return NULL;
    v[1] = pa_typed(parser);
    if (!v[1]) return NULL;
    IrInst *i = make(parser, op, v[0]->type, 2, v);
    IrType *t = v[0]->type;
    if (!indices(parser, i, &t)) return NULL;
    return t == v[1]->type ? i : wrong(parser, "member of another type");
}

// extractelement <n x T> a, I k, and insertelement <n x T> a, T b, I k.
static IrInst *element(Parser *parser, IrOp op) {
    IrValue *v[3];
    uint32_t n = op == IR_EXTRACTELEMENT ? 2 : 3;
    for (uint32_t k = 0; k < n; k++) {
        if (k && !comma(parser)) return NULL;
        v[k] = pa_typed(parser);
        if (!v[k]) return NULL;
    }
    if (v[0]->type->kind != IR_TY_VECTOR) return wrong(parser, "vector expected");
    return make(parser, op, n == 2 ? v[0]->type->elem : v[0]->type, n, v);
}

// shufflevector <n x T> a, <n x T> b, <m x i32> mask: the mask is a constant and becomes i->mask,
// -1 for what is undefined in it.
static IrInst *shuffle(Parser *parser, IrOp op) {
    IrValue *value[3];
    for (int k = 0; k < 3; k++) {
        if (k && !comma(parser)) return NULL;
        value[k] = pa_typed(parser);
        if (!value[k]) return NULL;
    }
    if (value[0]->type->kind != IR_TY_VECTOR || value[2]->type->kind != IR_TY_VECTOR ||
        !ir_is_const(value[2])) {
        return wrong(parser, "bad shufflevector");
    }
    uint32_t n = (uint32_t)value[2]->type->n;
    IrInst *i = make(parser, op, ir_ty_with_shape(parser->m, value[0]->type->elem, value[2]->type),
                     2, value);
    i->nidx = n;
    i->mask = arena_array(parser->fn->arena, int32_t, n);
    for (uint32_t k = 0; k < n; k++) {
        IrConst *c = ir_elem(parser->m, (IrConst *)value[2], k);
        if (!c) return wrong(parser, "bad shuffle mask");
        i->mask[k] = c->v.kind == IR_C_INT ? (int32_t)ir_uval(c) : -1;
    }
    return i;
}

// va_arg ptr list, T.
static IrInst *va_arg_(Parser *parser, IrOp op) {
    IrValue *v = pa_typed(parser);
    if (!v || !comma(parser)) return NULL;
    IrType *t = pa_type(parser);
    return t ? make(parser, op, t, 1, &v) : NULL;
}

static const PaInstFn shape[IR_NOPS] = {
    [IR_RET] = ret,
    [IR_BR] = br,
    [IR_SWITCH] = switch_,
    [IR_INDIRECTBR] = indirectbr,
    [IR_UNREACHABLE] = unreachable,
    [IR_FNEG] = unary,
    [IR_FREEZE] = unary,
    [IR_ALLOCA] = alloca_,
    [IR_LOAD] = load,
    [IR_STORE] = store,
    [IR_GEP] = gep,
    [IR_FENCE] = fence,
    [IR_CMPXCHG] = cmpxchg,
    [IR_ATOMICRMW] = atomicrmw,
    [IR_ICMP] = cmp,
    [IR_FCMP] = cmp,
    [IR_PHI] = phi,
    [IR_SELECT] = select,
    [IR_CALL] = pa_call,
    [IR_INVOKE] = pa_call,
    [IR_CALLBR] = pa_call,
    [IR_LANDINGPAD] = pa_landingpad,
    [IR_RESUME] = pa_resume,
    [IR_CATCHPAD] = pa_funclet,
    [IR_CLEANUPPAD] = pa_funclet,
    [IR_CATCHSWITCH] = pa_catchswitch,
    [IR_CATCHRET] = pa_catchret,
    [IR_CLEANUPRET] = pa_cleanupret,
    [IR_VA_ARG] = va_arg_,
    [IR_EXTRACTELEMENT] = element,
    [IR_INSERTELEMENT] = element,
    [IR_SHUFFLEVECTOR] = shuffle,
    [IR_EXTRACTVALUE] = extractvalue,
    [IR_INSERTVALUE] = insertvalue,
};

// Casts and binary operations share a function each.
PaInstFn pa_inst_fn(IrOp op) {
    PaInstFn fn = shape[op];
    if (fn) return fn;
    return ir_ops[op].class == IRC_CAST ? cast : binary;
}
