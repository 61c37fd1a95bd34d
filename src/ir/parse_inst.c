// SPDX-License-Identifier: Apache-2.0
// The reader's instructions: one parsing function per shape, chosen by a table.
// Operand types are checked as far as making the instruction needs it; the rest is verify.c's.
#include "ir/parse_int.h"

IrInst *pa_emit(Parser *p, IrInst *i) {
    return ir_emit(&p->b, i);
}
#define emit      pa_emit
#define make      pa_make
#define label     pa_label
#define fast_math pa_fast_math

IrInst *pa_make(Parser *p, IrOp op, IrType *t, uint32_t n, IrValue *const *v) {
    IrInst *i = ir_inst_new(p->fn, op, t, n);
    for (uint32_t k = 0; k < n; k++) ir_set_op(i, k, v[k]);
    return emit(p, i);
}

static uint16_t inst_flags(Parser *p, IrOp op) {
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
            if (!(ir_ops[op].flags & rows[i].bit) || !pa_eat_word(p, rows[i].word)) continue;
            f |= rows[i].bit;
            again = true;
        }
    }
    return f & IR_INBOUNDS ? f | IR_NUSW : f;
}

uint8_t pa_fast_math(Parser *p) {
    uint8_t f = 0;
    for (bool again = true; again;) {
        again = false;
        for (int k = 0; k < 7; k++) {
            if (!pa_eat_word(p, ir_fmf_names[k])) continue;
            f |= (uint8_t)(1u << k);
            again = true;
        }
        if (pa_eat_word(p, "fast")) {
            f = IR_FMF_FAST;
            again = true;
        }
    }
    return f;
}

static bool comma(Parser *p) {
    return pa_expect(p, ',');
}

// Takes a comma unless a metadata attachment follows it.
static bool next_item(Parser *p) {
    const PaMark m = pa_mark(p);
    if (!pa_eat(p, ',')) return false;
    if (p->tok.kind != T_META) return true;
    pa_back(p, &m);
    return false;
}

static IrInst *wrong(Parser *p, const char *what) {
    pa_fail(p, "%s", what);
    return NULL;
}

// ---- operators ----

static IrInst *binary(Parser *p, IrOp op) {
    uint16_t f = inst_flags(p, op);
    uint8_t fmf = fast_math(p);
    IrValue *v[2];
    v[0] = pa_typed(p);
    if (!v[0] || !comma(p)) return NULL;
    v[1] = pa_value(p, v[0]->type);
    if (!v[1]) return NULL;
    IrInst *i = make(p, op, v[0]->type, 2, v);
    i->v.flags = f;
    i->fmf = fmf;
    return i;
}

static IrInst *unary(Parser *p, IrOp op) { // fneg, freeze
    uint8_t fmf = fast_math(p);
    IrValue *v = pa_typed(p);
    if (!v) return NULL;
    IrInst *i = make(p, op, v->type, 1, &v);
    i->fmf = fmf;
    return i;
}

static IrInst *cast(Parser *p, IrOp op) {
    uint16_t f = inst_flags(p, op);
    uint8_t fmf = fast_math(p);
    IrValue *v = pa_typed(p);
    if (!v) return NULL;
    if (!pa_eat_word(p, "to")) return wrong(p, "'to' expected");
    IrType *t = pa_type(p);
    if (!t) return NULL;
    IrInst *i = make(p, op, t, 1, &v);
    i->v.flags = f;
    i->fmf = fmf;
    return i;
}

static IrInst *cmp(Parser *p, IrOp op) {
    uint16_t f = inst_flags(p, op);
    uint8_t fmf = fast_math(p);
    int pred = -1;
    int from = op == IR_ICMP ? IR_EQ : 0, to = op == IR_ICMP ? IR_NPREDS : IR_EQ;
    for (int k = from; k < to && pred < 0; k++) {
        if (pa_eat_word(p, ir_pred_names[k])) pred = k;
    }
    if (pred < 0) return wrong(p, "predicate expected");
    IrValue *v[2];
    v[0] = pa_typed(p);
    if (!v[0] || !comma(p)) return NULL;
    v[1] = pa_value(p, v[0]->type);
    if (!v[1]) return NULL;
    IrInst *i = make(p, op, ir_ty_with_shape(p->m, p->m->ty_i1, v[0]->type), 2, v);
    i->pred = (uint8_t)pred;
    i->v.flags = f;
    i->fmf = fmf;
    return i;
}

static IrInst *select(Parser *p, IrOp op) {
    uint8_t fmf = fast_math(p);
    IrValue *v[3];
    for (int k = 0; k < 3; k++) {
        if (k && !comma(p)) return NULL;
        v[k] = pa_typed(p);
        if (!v[k]) return NULL;
    }
    IrInst *i = make(p, op, v[1]->type, 3, v);
    i->fmf = fmf;
    return i;
}

// ---- control flow ----

static IrInst *ret(Parser *p, IrOp op) {
    IrType *t = pa_type_void(p);
    if (!t) return NULL;
    if (t->kind == IR_TY_VOID) return make(p, op, p->m->ty_void, 0, NULL);
    IrValue *v = pa_value(p, t);
    return v ? make(p, op, p->m->ty_void, 1, &v) : NULL;
}

IrBlock *pa_label(Parser *p) {
    if (!pa_eat_word(p, "label")) {
        pa_fail(p, "label expected");
        return NULL;
    }
    return pa_block_ref(p);
}

static IrInst *br(Parser *p, IrOp op) {
    IrValue *v[3];
    if (pa_is_word(p, "label")) {
        IrBlock *bb = label(p);
        if (!bb) return NULL;
        v[0] = &bb->v;
        return make(p, op, p->m->ty_void, 1, v);
    }
    v[0] = pa_typed(p);
    for (int k = 1; k < 3; k++) {
        if (!v[k - 1] || !comma(p)) return NULL;
        IrBlock *bb = label(p);
        if (!bb) return NULL;
        v[k] = &bb->v;
    }
    return make(p, op, p->m->ty_void, 3, v);
}

static IrInst *switch_(Parser *p, IrOp op) {
    IrValue *v[2];
    v[0] = pa_typed(p);
    if (!v[0] || !comma(p)) return NULL;
    IrBlock *d = label(p);
    if (!d || !pa_expect(p, '[')) return NULL;
    v[1] = &d->v;
    IrInst *i = make(p, op, p->m->ty_void, 2, v);
    while (!pa_is(p, ']')) {
        IrType *t = pa_type(p);
        IrConst *c = t ? pa_const(p, t) : NULL;
        if (!c || !comma(p)) return NULL;
        IrBlock *bb = label(p);
        if (!bb) return NULL;
        ir_switch_add(i, c, bb);
    }
    pa_next(p);
    return i;
}

static IrInst *indirectbr(Parser *p, IrOp op) {
    IrValue *v = pa_typed(p);
    if (!v || !comma(p) || !pa_expect(p, '[')) return NULL;
    IrInst *i = make(p, op, p->m->ty_void, 1, &v);
    while (!pa_is(p, ']')) {
        IrBlock *bb = label(p);
        if (!bb) return NULL;
        ir_add_op(i, &bb->v);
        if (!pa_eat(p, ',')) break;
    }
    return pa_expect(p, ']') ? i : NULL;
}

static IrInst *unreachable(Parser *p, IrOp op) {
    return make(p, op, p->m->ty_void, 0, NULL);
}

static IrInst *phi(Parser *p, IrOp op) {
    uint8_t fmf = fast_math(p);
    IrType *t = pa_type(p);
    if (!t) return NULL;
    if (t->kind == IR_TY_FUNC || t->kind == IR_TY_LABEL || t->kind == IR_TY_METADATA) {
        return wrong(p, "phi node must have first class type");
    }
    IrInst *i = ir_inst_new(p->fn, op, t, 0);
    i->fmf = fmf;
    emit(p, i);
    if (!pa_is(p, '[')) return i; // in a block without predecessors
    do {
        if (!pa_expect(p, '[')) return NULL;
        IrValue *v = pa_value(p, t);
        if (!v || !comma(p)) return NULL;
        IrBlock *bb = pa_block_ref(p);
        if (!bb || !pa_expect(p, ']')) return NULL;
        ir_phi_add(i, v, bb);
    } while (next_item(p));
    return i;
}

// ---- memory ----

// ", align 8", ", addrspace(5)": what may follow; a metadata attachment ends it. The comma before
// an attachment is taken: the caller expects that.
static bool trailer(Parser *p, uint32_t *align, uint32_t *as) {
    bool spaced = false, aligned = false;
    while (pa_is(p, ',')) {
        const PaMark m = pa_mark(p);
        pa_next(p);
        if (pa_is_word(p, "align")) {
            if (spaced || aligned) return pa_fail(p, "metadata attachment expected");
            pa_next(p);
            if (!pa_align(p, align)) return false;
            aligned = true;
        } else if (as && pa_is_word(p, "addrspace")) {
            if (spaced) return pa_fail(p, "metadata attachment expected");
            if (!pa_addrspace(p, as)) return false;
            spaced = true;
        } else {
            pa_back(p, &m);
            return true;
        }
    }
    return true;
}

static IrInst *alloca_(Parser *p, IrOp op) {
    bool inalloca = pa_eat_word(p, "inalloca"), swifterror = pa_eat_word(p, "swifterror");
    IrType *t = pa_type(p);
    if (!t) return NULL;
    if (!t->sized) return wrong(p, "allocated type has no size");
    IrValue *n = &ir_int(p->m->ty_i32, 1)->v;
    uint32_t align = 0, as = p->layout.alloca_as;
    if (pa_is(p, ',')) { // a count, or already the trailer
        const PaMark m = pa_mark(p);
        pa_next(p);
        if (p->tok.kind == T_META || pa_is_word(p, "align") || pa_is_word(p, "addrspace")) {
            pa_back(p, &m);
        } else {
            n = pa_typed(p);
            if (!n) return NULL;
        }
    }
    if (!trailer(p, &align, &as)) return NULL;
    IrInst *i = make(p, op, ir_ty_ptr(p->m, as), 1, &n);
    i->aty = t;
    i->align = align ? align : t->align;
    i->pred = (uint8_t)(inalloca | swifterror << 1);
    return i;
}

static uint8_t ordering(Parser *p) {
    static const char *const names[] = {"unordered", "monotonic", "acquire",
                                        "release",   "acq_rel",   "seq_cst"};
    for (uint8_t i = 0; i < 6; i++) {
        if (pa_eat_word(p, names[i])) return (uint8_t)(i + 1);
    }
    pa_fail(p, "memory ordering expected");
    return 0;
}

static uint8_t scope(Parser *p) {
    if (!pa_eat_word(p, "syncscope")) return 0;
    if (!pa_expect(p, '(')) return 0;
    Atom name = pa_string(p);
    if (p->failed || !pa_expect(p, ')')) return 0;
    int s = ir_scope(p->m, name);
    if (s < 0) pa_fail(p, "too many synchronisation scopes");
    return (uint8_t)s;
}

static IrInst *load(Parser *p, IrOp op) {
    bool atomic = pa_eat_word(p, "atomic");
    uint16_t f = inst_flags(p, op);
    IrType *t = pa_type(p);
    if (!t || !comma(p)) return NULL;
    IrValue *v = pa_typed(p);
    if (!v) return NULL;
    if (!t->sized) return wrong(p, "loaded type has no size");
    IrInst *i = make(p, op, t, 1, &v);
    i->v.flags = f;
    if (atomic) {
        i->scope = scope(p);
        i->order = ordering(p);
    }
    i->align = t->align;
    return trailer(p, &i->align, NULL) ? i : NULL;
}

static IrInst *store(Parser *p, IrOp op) {
    bool atomic = pa_eat_word(p, "atomic");
    uint16_t f = inst_flags(p, op);
    IrValue *v[2];
    v[0] = pa_typed(p);
    if (!v[0] || !comma(p)) return NULL;
    v[1] = pa_typed(p);
    if (!v[1]) return NULL;
    if (!v[0]->type->sized) return wrong(p, "stored type has no size");
    IrInst *i = make(p, op, p->m->ty_void, 2, v);
    i->v.flags = f;
    if (atomic) {
        i->scope = scope(p);
        i->order = ordering(p);
    }
    i->align = v[0]->type->align;
    return trailer(p, &i->align, NULL) ? i : NULL;
}

static bool gep_walk(IrType *t, uint32_t n, IrValue *const *v) { // are the indices possible
    for (uint32_t k = 1; k < n; k++) {
        if (ir_ty_scalar(v[k]->type)->kind != IR_TY_INT) return false;
        if (k == 1) continue;
        uint64_t at = 0;
        if (t->kind == IR_TY_STRUCT) {
            const IrConst *c = ir_as_const(v[k]);
            if (ir_ty_scalar(v[k]->type)->bits != 32 || v[k]->type->scalable) return false;
            if (c && c->v.type->kind == IR_TY_VECTOR) c = ir_splat_value(t->m, (IrConst *)v[k]);
            if (!c || c->v.kind != IR_C_INT || !ir_fits_u64(c)) return false;
            at = ir_uval(c);
        } else if (!t->n) { // zero-length arrays may be indexed
            t = t->kind == IR_TY_ARRAY ? t->elem : NULL;
            if (!t) return false;
            continue;
        }
        t = ir_ty_member(t, at);
        if (!t) return false;
    }
    return true;
}

static IrInst *gep(Parser *p, IrOp op) {
    uint16_t f = inst_flags(p, op);
    VEC(IrValue *) v = {0};
    IrType *src = pa_type(p);
    if (!src) return NULL;
    if (!src->sized) return wrong(p, "type has no size");
    while (next_item(p)) {
        IrValue *x = pa_typed(p);
        if (!x) return NULL;
        vec_push(&p->tmp, &v, x);
    }
    if (!v.n || ir_ty_scalar(v.at[0]->type)->kind != IR_TY_PTR || !gep_walk(src, v.n, v.at)) {
        return wrong(p, "bad getelementptr");
    }
    IrType *t = v.at[0]->type;
    for (uint32_t k = 1; k < v.n && t->kind == IR_TY_PTR; k++) {
        t = ir_ty_with_shape(p->m, t, v.at[k]->type);
    }
    IrInst *i = make(p, op, t, v.n, v.at);
    i->aty = src;
    i->v.flags = f;
    return i;
}

static IrInst *fence(Parser *p, IrOp op) {
    IrInst *i = make(p, op, p->m->ty_void, 0, NULL);
    i->scope = scope(p);
    i->order = ordering(p);
    return i;
}

static IrInst *cmpxchg(Parser *p, IrOp op) {
    uint16_t f = inst_flags(p, op);
    IrValue *v[3];
    for (int k = 0; k < 3; k++) {
        if (k && !comma(p)) return NULL;
        v[k] = pa_typed(p);
        if (!v[k]) return NULL;
    }
    IrType *pair[2] = {v[1]->type, p->m->ty_i1};
    IrInst *i = make(p, op, ir_ty_struct(p->m, 2, pair, false), 3, v);
    i->v.flags = f;
    i->scope = scope(p);
    i->order = ordering(p);
    i->order2 = ordering(p);
    i->align = (uint32_t)v[1]->type->store_size;
    return trailer(p, &i->align, NULL) ? i : NULL;
}

static IrInst *atomicrmw(Parser *p, IrOp op) {
    uint16_t f = inst_flags(p, op);
    int rmw = -1;
    for (int k = 0; k < IR_RMW_NOPS && rmw < 0; k++) {
        if (pa_eat_word(p, ir_rmw_names[k])) rmw = k;
    }
    if (rmw < 0) return wrong(p, "atomic operation expected");
    IrValue *v[2];
    v[0] = pa_typed(p);
    if (!v[0] || !comma(p)) return NULL;
    v[1] = pa_typed(p);
    if (!v[1]) return NULL;
    IrInst *i = make(p, op, v[1]->type, 2, v);
    i->pred = (uint8_t)rmw;
    i->v.flags = f;
    i->scope = scope(p);
    i->order = ordering(p);
    i->align = (uint32_t)v[1]->type->store_size;
    return trailer(p, &i->align, NULL) ? i : NULL;
}

// ---- aggregates and vectors ----

static bool indices(Parser *p, IrInst *i, IrType **t) { // ", 0, 1"
    VEC(uint32_t) v = {0};
    while (next_item(p)) {
        uint64_t k;
        if (!pa_u64(p, &k, UINT32_MAX)) return false;
        *t = ir_ty_is_agg(*t) ? ir_ty_member(*t, k) : NULL;
        if (!*t) return pa_fail(p, "index out of range");
        vec_push(&p->tmp, &v, (uint32_t)k);
    }
    if (!v.n) return pa_fail(p, "index expected");
    i->nidx = v.n;
    i->idx = arena_copy(p->fn->arena, v.at, v.n * sizeof(uint32_t), _Alignof(uint32_t));
    return true;
}

static IrInst *extractvalue(Parser *p, IrOp op) {
    IrValue *v = pa_typed(p);
    if (!v) return NULL;
    IrInst *i = make(p, op, v->type, 1, &v);
    IrType *t = v->type;
    if (!indices(p, i, &t)) return NULL;
    i->v.type = t;
    return i;
}

static IrInst *insertvalue(Parser *p, IrOp op) {
    IrValue *v[2];
    v[0] = pa_typed(p);
    if (!v[0] || !comma(p)) return NULL;
    v[1] = pa_typed(p);
    if (!v[1]) return NULL;
    IrInst *i = make(p, op, v[0]->type, 2, v);
    IrType *t = v[0]->type;
    if (!indices(p, i, &t)) return NULL;
    return t == v[1]->type ? i : wrong(p, "member of another type");
}

static IrInst *element(Parser *p, IrOp op) { // extractelement, insertelement
    IrValue *v[3];
    uint32_t n = op == IR_EXTRACTELEMENT ? 2 : 3;
    for (uint32_t k = 0; k < n; k++) {
        if (k && !comma(p)) return NULL;
        v[k] = pa_typed(p);
        if (!v[k]) return NULL;
    }
    if (v[0]->type->kind != IR_TY_VECTOR) return wrong(p, "vector expected");
    return make(p, op, n == 2 ? v[0]->type->elem : v[0]->type, n, v);
}

static IrInst *shuffle(Parser *p, IrOp op) {
    IrValue *v[3];
    for (int k = 0; k < 3; k++) {
        if (k && !comma(p)) return NULL;
        v[k] = pa_typed(p);
        if (!v[k]) return NULL;
    }
    if (v[0]->type->kind != IR_TY_VECTOR || v[2]->type->kind != IR_TY_VECTOR ||
        !ir_is_const(v[2])) {
        return wrong(p, "bad shufflevector");
    }
    uint32_t n = (uint32_t)v[2]->type->n;
    IrInst *i = make(p, op, ir_ty_with_shape(p->m, v[0]->type->elem, v[2]->type), 2, v);
    i->nidx = n;
    i->mask = arena_array(p->fn->arena, int32_t, n);
    for (uint32_t k = 0; k < n; k++) {
        IrConst *c = ir_elem(p->m, (IrConst *)v[2], k);
        if (!c) return wrong(p, "bad shuffle mask");
        i->mask[k] = c->v.kind == IR_C_INT ? (int32_t)ir_uval(c) : -1;
    }
    return i;
}

static IrInst *va_arg_(Parser *p, IrOp op) {
    IrValue *v = pa_typed(p);
    if (!v || !comma(p)) return NULL;
    IrType *t = pa_type(p);
    return t ? make(p, op, t, 1, &v) : NULL;
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

PaInstFn pa_inst_fn(IrOp op) {
    PaInstFn fn = shape[op];
    return fn ? fn : ir_ops[op].class == IRC_CAST ? cast : binary;
}
