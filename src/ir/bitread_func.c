// SPDX-License-Identifier: Apache-2.0
// Function bodies of bitcode: one function per record code. Operand ids are relative to the number
// of values so far; a forward reference carries its type.
#include "ir/bitread_int.h"

typedef struct {
    const Rec *r;
    uint32_t at;
} In;

static uint64_t absolute(Bc *c, uint64_t rel) {
    return c->version >= 1 ? (uint32_t)(c->value.n - (uint32_t)rel) : rel;
}

static IrValue *typed(Bc *c, In *in) { // a value, with its type if it is not known yet
    uint64_t id = absolute(c, rec(in->r, in->at++));
    if (id < c->value.n) return bc_value(c, id, NULL);
    IrType *t = bc_type(c, rec(in->r, in->at++));
    return t ? bc_value(c, id, t) : NULL;
}

static IrValue *of_type(Bc *c, In *in, IrType *t) {
    return bc_value(c, absolute(c, rec(in->r, in->at++)), t);
}

static bool more(const In *in) {
    return in->at < in->r->op.n;
}

static IrInst *make(Bc *c, IrOp op, IrType *t, uint32_t n, IrValue *const *v) {
    IrInst *i = ir_inst_new(c->fn, op, t, n);
    for (uint32_t k = 0; k < n; k++) ir_set_op(i, k, v[k]);
    return ir_emit(&c->ib, i);
}

static IrBlock *block(Bc *c, uint64_t id) {
    return id < c->nblocks ? c->block[id] : bc_fail(c, "block that does not exist");
}

static uint8_t fast_math(uint64_t f) { // bitcode's bits -> ours
    if (f & 1) return IR_FMF_FAST;
    return (uint8_t)(f >> 1 & 127);
}
_Static_assert(IR_FMF_NNAN == 1 && IR_FMF_NINF == 2 && IR_FMF_NSZ == 4 && IR_FMF_ARCP == 8 &&
                   IR_FMF_CONTRACT == 16 && IR_FMF_AFN == 32 && IR_FMF_REASSOC == 64,
               "fast-math bits are bitcode's shifted by one");

static uint32_t alignment(uint64_t code, const IrType *t) { // log2 + 1
    return code && code <= 31 ? 1u << (code - 1) : t->align;
}

// ---- operators ----

static IrInst *binop(Bc *c, In *in) {
    IrValue *v[2];
    if (!(v[0] = typed(c, in)) || !(v[1] = of_type(c, in, v[0]->type))) return NULL;
    bool fp = ir_ty_is_fp(ir_ty_scalar(v[0]->type));
    uint64_t code = rec(in->r, in->at++), f = rec(in->r, in->at);
    if (code >= 13) return bc_fail(c, "unknown operator");
    IrOp op = bc_binops[fp][code];
    if (ir_ops[op].class != IRC_BINARY) return bc_fail(c, "operator on a wrong type");
    IrInst *i = make(c, op, v[0]->type, 2, v);
    uint16_t may = ir_ops[op].flags;
    if (fp) {
        i->fmf = fast_math(f);
    } else if (may & IR_NSW) {
        i->v.flags = (uint16_t)((f & 1 ? IR_NUW : 0) | (f & 2 ? IR_NSW : 0));
    } else if (f & 1) {
        i->v.flags = may & (IR_EXACT | IR_DISJOINT);
    }
    return i;
}

static IrInst *unop(Bc *c, In *in) {
    IrValue *v = typed(c, in);
    if (!v) return NULL;
    if (rec(in->r, in->at++) != 0) return bc_fail(c, "unknown operator");
    IrInst *i = make(c, IR_FNEG, v->type, 1, &v);
    i->fmf = fast_math(rec(in->r, in->at));
    return i;
}

static IrInst *freeze(Bc *c, In *in) {
    IrValue *v = typed(c, in);
    return v ? make(c, IR_FREEZE, v->type, 1, &v) : NULL;
}

static IrInst *cast(Bc *c, In *in) {
    IrValue *v = typed(c, in);
    IrType *t = v ? bc_type(c, rec(in->r, in->at++)) : NULL;
    if (!t) return NULL;
    uint64_t op = rec(in->r, in->at++), f = rec(in->r, in->at);
    if (op >= 13) return bc_fail(c, "unknown cast");
    IrInst *i = make(c, bc_casts[op], t, 1, &v);
    if ((op == 1 || op == 5) && (f & 1)) i->v.flags = IR_NNEG;
    if (op == 0) i->v.flags = (uint16_t)((f & 1 ? IR_NUW : 0) | (f & 2 ? IR_NSW : 0));
    return i;
}

static IrInst *compare(Bc *c, In *in) {
    static const uint8_t icmp[] = {IR_EQ,  IR_NE,  IR_UGT, IR_UGE, IR_ULT,
                                   IR_ULE, IR_SGT, IR_SGE, IR_SLT, IR_SLE};
    IrValue *v[2];
    if (!(v[0] = typed(c, in)) || !(v[1] = of_type(c, in, v[0]->type))) return NULL;
    uint64_t p = rec(in->r, in->at++);
    bool fp = p < 16;
    if (!fp && (p < 32 || p > 41)) return bc_fail(c, "unknown predicate");
    IrType *t = ir_ty_with_shape(c->m, c->m->ty_i1, v[0]->type);
    IrInst *i = make(c, fp ? IR_FCMP : IR_ICMP, t, 2, v);
    i->pred = fp ? (uint8_t)p : icmp[p - 32];
    if (fp) i->fmf = fast_math(rec(in->r, in->at));
    return i;
}

static IrInst *select(Bc *c, In *in) {
    IrValue *v[3];
    if (!(v[1] = typed(c, in)) || !(v[2] = of_type(c, in, v[1]->type)) || !(v[0] = typed(c, in))) {
        return NULL;
    }
    IrInst *i = make(c, IR_SELECT, v[1]->type, 3, v);
    i->fmf = fast_math(rec(in->r, in->at));
    return i;
}

// ---- vectors and aggregates ----

static IrInst *extractelement(Bc *c, In *in) {
    IrValue *v[2];
    if (!(v[0] = typed(c, in)) || !(v[1] = typed(c, in))) return NULL;
    if (!ir_ty_is_vec(v[0]->type)) return bc_fail(c, "vector expected");
    return make(c, IR_EXTRACTELEMENT, v[0]->type->elem, 2, v);
}

static IrInst *insertelement(Bc *c, In *in) {
    IrValue *v[3];
    if (!(v[0] = typed(c, in))) return NULL;
    if (!ir_ty_is_vec(v[0]->type)) return bc_fail(c, "vector expected");
    if (!(v[1] = of_type(c, in, v[0]->type->elem)) || !(v[2] = typed(c, in))) return NULL;
    return make(c, IR_INSERTELEMENT, v[0]->type, 3, v);
}

static IrInst *shuffle(Bc *c, In *in) {
    IrValue *v[3];
    if (!(v[0] = typed(c, in)) || !(v[1] = of_type(c, in, v[0]->type)) || !(v[2] = typed(c, in))) {
        return NULL;
    }
    if (!ir_ty_is_vec(v[0]->type) || !ir_ty_is_vec(v[2]->type) || !ir_is_const(v[2])) {
        return bc_fail(c, "bad shuffle");
    }
    uint32_t n = (uint32_t)v[2]->type->n;
    IrInst *i = make(c, IR_SHUFFLEVECTOR, ir_ty_vector(c->m, v[0]->type->elem, n), 2, v);
    i->nidx = n;
    i->mask = arena_array(c->fn->arena, int32_t, n);
    for (uint32_t k = 0; k < n; k++) {
        IrConst *e = ir_elem(c->m, (IrConst *)v[2], k);
        i->mask[k] = e && e->v.kind == IR_C_INT ? (int32_t)ir_uval(e) : -1;
    }
    return i;
}

static IrInst *member(Bc *c, In *in, bool insert) {
    IrValue *v[2];
    if (!(v[0] = typed(c, in)) || (insert && !(v[1] = typed(c, in)))) return NULL;
    IrInst *i = make(c, insert ? IR_INSERTVALUE : IR_EXTRACTVALUE, v[0]->type, insert ? 2 : 1, v);
    IrType *t = v[0]->type;
    i->nidx = in->r->op.n - in->at;
    i->idx = arena_array(c->fn->arena, uint32_t, i->nidx);
    for (uint32_t k = 0; k < i->nidx; k++) {
        uint64_t x = rec(in->r, in->at++);
        t = ir_ty_is_agg(t) ? ir_ty_member(t, x) : NULL;
        if (!t) return bc_fail(c, "member that does not exist");
        i->idx[k] = (uint32_t)x;
    }
    if (!i->nidx || (insert && v[1]->type != t)) return bc_fail(c, "member of a wrong type");
    if (!insert) i->v.type = t;
    return i;
}

static IrInst *extractvalue(Bc *c, In *in) {
    return member(c, in, false);
}

static IrInst *insertvalue(Bc *c, In *in) {
    return member(c, in, true);
}

// ---- control flow ----

static IrInst *ret(Bc *c, In *in) {
    if (!more(in)) return make(c, IR_RET, c->m->ty_void, 0, NULL);
    IrValue *v = typed(c, in);
    return v ? make(c, IR_RET, c->m->ty_void, 1, &v) : NULL;
}

static IrInst *br(Bc *c, In *in) {
    IrValue *v[3];
    IrBlock *t = block(c, rec(in->r, 0));
    if (!t) return NULL;
    if (in->r->op.n == 1) {
        v[0] = &t->v;
        return make(c, IR_BR, c->m->ty_void, 1, v);
    }
    IrBlock *f = block(c, rec(in->r, 1));
    in->at = 2;
    v[0] = f ? of_type(c, in, c->m->ty_i1) : NULL;
    if (!v[0]) return NULL;
    v[1] = &t->v;
    v[2] = &f->v;
    return make(c, IR_BR, c->m->ty_void, 3, v);
}

static IrInst *switch_(Bc *c, In *in) {
    IrType *t = bc_type(c, rec(in->r, in->at++));
    IrValue *v[2];
    if (!t || !(v[0] = of_type(c, in, t))) return NULL;
    IrBlock *d = block(c, rec(in->r, in->at++));
    if (!d) return NULL;
    v[1] = &d->v;
    IrInst *i = make(c, IR_SWITCH, c->m->ty_void, 2, v);
    for (; in->at + 1 < in->r->op.n; in->at += 2) {
        IrConst *x = bc_const(c, rec(in->r, in->at));
        IrBlock *bb = block(c, rec(in->r, in->at + 1));
        if (!x || !bb) return NULL;
        ir_switch_add(i, x, bb);
    }
    return i;
}

static IrInst *unreachable(Bc *c, In *in) {
    return make(c, IR_UNREACHABLE, c->m->ty_void, 0, NULL);
}

static IrInst *phi(Bc *c, In *in) {
    IrType *t = bc_type(c, rec(in->r, in->at++));
    if (!t) return NULL;
    IrInst *i = make(c, IR_PHI, t, 0, NULL);
    for (; in->at + 1 < in->r->op.n; in->at += 2) {
        uint64_t rel = rec(in->r, in->at);
        uint64_t id = c->version >= 1 ? (uint32_t)(c->value.n - (uint32_t)rec_signed(rel)) : rel;
        IrValue *v = bc_value(c, id, t);
        IrBlock *bb = block(c, rec(in->r, in->at + 1));
        if (!v || !bb) return NULL;
        ir_phi_add(i, v, bb);
    }
    if (more(in)) i->fmf = fast_math(rec(in->r, in->at));
    return i;
}

// ---- memory ----

static IrInst *alloca_(Bc *c, In *in) {
    uint64_t al = rec(in->r, 3);
    IrType *t = bc_type(c, rec(in->r, 0));
    IrValue *n = t ? bc_value(c, rec(in->r, 2), NULL) : NULL;
    if (!n) return NULL;
    if (!(al & 64) && t->kind == IR_TY_PTR) return bc_fail(c, "alloca of the oldest form");
    if (!t->sized) return bc_fail(c, "allocated type has no size");
    IrInst *i = make(c, IR_ALLOCA, ir_ty_ptr(c->m, (uint32_t)rec(in->r, 4)), 1, &n);
    i->aty = t;
    i->align = alignment((al & 31) | (al >> 8 << 5), t);
    return i;
}

static uint8_t scope(uint64_t id) { // 0 single thread, 1 system; others are read as system
    return id == 0 ? IR_SCOPE_THREAD : IR_SCOPE_SYSTEM;
}

static IrInst *load(Bc *c, In *in, bool atomic) {
    IrValue *p = typed(c, in);
    if (!p) return NULL;
    IrType *t = bc_type(c, rec(in->r, in->at++));
    if (!t || !t->sized) return bc_fail(c, "loaded type has no size");
    IrInst *i = make(c, IR_LOAD, t, 1, &p);
    i->align = alignment(rec(in->r, in->at++), t);
    if (rec(in->r, in->at++)) i->v.flags = IR_VOLATILE;
    if (atomic) {
        i->order = (uint8_t)CU_MIN(rec(in->r, in->at++), 6u);
        i->scope = scope(rec(in->r, in->at));
    }
    return i;
}

static IrInst *plain_load(Bc *c, In *in) {
    return load(c, in, false);
}

static IrInst *atomic_load(Bc *c, In *in) {
    return load(c, in, true);
}

static IrInst *store(Bc *c, In *in, bool atomic) {
    IrValue *v[2];
    if (!(v[1] = typed(c, in)) || !(v[0] = typed(c, in))) return NULL;
    if (!v[0]->type->sized) return bc_fail(c, "stored type has no size");
    IrInst *i = make(c, IR_STORE, c->m->ty_void, 2, v);
    i->align = alignment(rec(in->r, in->at++), v[0]->type);
    if (rec(in->r, in->at++)) i->v.flags = IR_VOLATILE;
    if (atomic) {
        i->order = (uint8_t)CU_MIN(rec(in->r, in->at++), 6u);
        i->scope = scope(rec(in->r, in->at));
    }
    return i;
}

static IrInst *plain_store(Bc *c, In *in) {
    return store(c, in, false);
}

static IrInst *atomic_store(Bc *c, In *in) {
    return store(c, in, true);
}

static IrInst *gep(Bc *c, In *in) {
    uint64_t f = rec(in->r, in->at++);
    IrType *src = bc_type(c, rec(in->r, in->at++));
    VEC(IrValue *) v = {0};
    while (src && more(in)) {
        IrValue *x = typed(c, in);
        if (!x) return NULL;
        vec_push(c->a, &v, x);
    }
    if (!src || !v.n) return bc_fail(c, "bad address computation");
    IrType *t = v.at[0]->type;
    for (uint32_t k = 1; k < v.n && t->kind == IR_TY_PTR; k++) {
        t = ir_ty_with_shape(c->m, t, v.at[k]->type);
    }
    IrInst *i = make(c, IR_GEP, t, v.n, v.at);
    i->aty = src;
    i->v.flags = (uint16_t)((f & 1 ? IR_INBOUNDS | IR_NUSW : 0) | (f & 2 ? IR_NUSW : 0) |
                            (f & 4 ? IR_NUW : 0));
    return i;
}

static IrInst *fence(Bc *c, In *in) {
    IrInst *i = make(c, IR_FENCE, c->m->ty_void, 0, NULL);
    i->order = (uint8_t)CU_MIN(rec(in->r, 0), 6u);
    i->scope = scope(rec(in->r, 1));
    return i;
}

static IrInst *cmpxchg(Bc *c, In *in) {
    IrValue *v[3];
    if (!(v[0] = typed(c, in)) || !(v[1] = typed(c, in)) || !(v[2] = of_type(c, in, v[1]->type))) {
        return NULL;
    }
    IrType *pair[2] = {v[1]->type, c->m->ty_i1};
    IrInst *i = make(c, IR_CMPXCHG, ir_ty_struct(c->m, 2, pair, false), 3, v);
    if (rec(in->r, in->at++)) i->v.flags |= IR_VOLATILE;
    i->order = (uint8_t)CU_MIN(rec(in->r, in->at++), 6u);
    i->scope = scope(rec(in->r, in->at++));
    i->order2 = (uint8_t)CU_MIN(rec(in->r, in->at++), 6u);
    if (rec(in->r, in->at++)) i->v.flags |= IR_WEAK;
    i->align = (uint32_t)v[1]->type->store_size;
    if (more(in)) i->align = alignment(rec(in->r, in->at), v[1]->type);
    return i;
}

static IrInst *atomicrmw(Bc *c, In *in) {
    IrValue *v[2];
    if (!(v[0] = typed(c, in)) || !(v[1] = typed(c, in))) return NULL;
    uint64_t op = rec(in->r, in->at++);
    if (op >= IR_RMW_NOPS) return bc_fail(c, "unknown atomic operation");
    IrInst *i = make(c, IR_ATOMICRMW, v[1]->type, 2, v);
    i->pred = (uint8_t)op;
    if (rec(in->r, in->at++)) i->v.flags = IR_VOLATILE;
    i->order = (uint8_t)CU_MIN(rec(in->r, in->at++), 6u);
    i->scope = scope(rec(in->r, in->at++));
    i->align = (uint32_t)v[1]->type->store_size;
    if (more(in)) i->align = alignment(rec(in->r, in->at), v[1]->type);
    return i;
}

// ---- calls ----

// NULL without an error: the call has metadata operands (debug variables) and is dropped.
static IrInst *call(Bc *c, In *in) {
    uint64_t attrs = rec(in->r, in->at++), cc = rec(in->r, in->at++), fmf = 0;
    IrType *fty = NULL;
    if (cc >> 17 & 1) fmf = rec(in->r, in->at++);
    if (cc >> 15 & 1) fty = bc_type(c, rec(in->r, in->at++));
    IrValue *callee = typed(c, in);
    if (!callee) return NULL;
    IrFunc *f = ir_as_func(callee);
    if (!fty && f) fty = f->g.vty;
    if (!fty || fty->kind != IR_TY_FUNC) return bc_fail(c, "call without function type");
    for (uint64_t k = 0; k < fty->n; k++) {
        if (fty->sub[k]->kind == IR_TY_METADATA) return NULL;
    }
    VEC(IrValue *) v = {0};
    for (uint64_t k = 0; k < fty->n; k++) {
        IrValue *x = of_type(c, in, fty->sub[k]);
        if (!x) return NULL;
        vec_push(c->a, &v, x);
    }
    while (fty->vararg && more(in)) {
        IrValue *x = typed(c, in);
        if (!x) return NULL;
        vec_push(c->a, &v, x);
    }
    vec_push(c->a, &v, callee);
    if (callee->kind == IR_V_ASM) callee->type = fty;
    IrInst *i = make(c, IR_CALL, fty->elem, v.n, v.at);
    i->aty = fty;
    i->call = arena_new(c->fn->arena, IrCall);
    i->call->cc = (uint32_t)(cc >> 1 & 0x3ff);
    i->fmf = fast_math(fmf);
    i->v.flags = (uint16_t)((cc & 1 ? IR_TAIL : 0) | (cc >> 14 & 1 ? IR_MUSTTAIL : 0));
    if (attrs && attrs <= c->lists.n) i->call->attrs = c->lists.at[attrs - 1];
    return i;
}

typedef IrInst *(*InstFn)(Bc *, In *);
static const InstFn codes[] = {
    [2] = binop,         [3] = cast,         [6] = extractelement,
    [7] = insertelement, [8] = shuffle,      [10] = ret,
    [11] = br,           [12] = switch_,     [15] = unreachable,
    [16] = phi,          [19] = alloca_,     [20] = plain_load,
    [26] = extractvalue, [27] = insertvalue, [28] = compare,
    [29] = select,       [34] = call,        [36] = fence,
    [41] = atomic_load,  [43] = gep,         [44] = plain_store,
    [45] = atomic_store, [46] = cmpxchg,     [56] = unop,
    [58] = freeze,       [59] = atomicrmw,   [9] = compare,
};

// ---- the block ----

static bool define(Bc *c, IrValue *v) { // the next value id is v's
    uint32_t id = c->value.n;
    vec_push(c->a, &c->value, ((BcValue){.value = v, .type = v->type}));
    IrInst *ph = map_get(&c->fwd, (uint64_t)id + 1);
    if (!ph) return true;
    if (ph->v.type != v->type) return bc_fail(c, "forward reference of another type") != NULL;
    ir_replace_uses(&ph->v, v);
    map_put(&c->fwd, (uint64_t)id + 1, NULL);
    return true;
}

static bool declare_blocks(Bc *c, uint64_t n) {
    if (n == 0 || n > c->b.end || c->nblocks) return bc_fail(c, "bad number of blocks") != NULL;
    c->block = arena_array(c->a, IrBlock *, n);
    c->nblocks = (uint32_t)n;
    for (uint64_t i = 0; i < n; i++) c->block[i] = ir_block_new(c->fn, 0);
    c->ib = ir_builder(c->fn, c->block[0]);
    return true;
}

static bool instruction(Bc *c, const Rec *r) {
    if (r->code == 1) return declare_blocks(c, rec(r, 0));
    if (r->code == 33 || r->code == 35 || r->code == 60 || (r->code >= 61 && r->code <= 65)) {
        return true; // positions, users of block addresses, debug records
    }
    InstFn fn = r->code < CU_COUNT(codes) ? codes[r->code] : NULL;
    if (!fn) return bc_fail(c, "unsupported instruction") != NULL;
    if (c->cur >= c->nblocks) return bc_fail(c, "instruction behind the last block") != NULL;
    In in = {r, 0};
    IrInst *i = fn(c, &in);
    if (!i) return !c->b.error;
    if (i->v.op == IR_BITCAST && i->v.type == ir_op(i, 0)->type) { // of the typed dialect
        IrValue *same = ir_op(i, 0);
        ir_erase(i);
        return define(c, same);
    }
    if (i->v.type->kind != IR_TY_VOID && !define(c, &i->v)) return false;
    if (ir_is_term(i) && ++c->cur < c->nblocks) ir_at_end(&c->ib, c->block[c->cur]);
    return true;
}

bool bc_function(Bc *c) {
    BlockMark m;
    Rec r = {0};
    int k;
    if (c->nbodies >= c->bodies.n) return bc_fail(c, "body of no function") != NULL;
    if (!bits_enter(&c->b, 12, &m)) return false;
    uint32_t nglobal = c->value.n;
    c->fn = c->bodies.at[c->nbodies++];
    c->nblocks = c->cur = 0;
    map_init(&c->fwd, c->a);
    for (uint32_t i = 0; i < c->fn->nargs; i++) define(c, &c->fn->arg[i]->v);
    while ((k = bits_next(&c->b, &r)) != BITS_END) {
        if (k == BITS_BLOCK && r.code == 11) {
            if (!bc_constants(c)) return false;
        } else if (k == BITS_BLOCK) {
            bits_skip(&c->b); // names, metadata, use-list orders
        } else if (!instruction(c, &r)) {
            return false;
        }
    }
    if (c->b.error) return false;
    if (c->cur != c->nblocks || !c->nblocks) return bc_fail(c, "unfinished function") != NULL;
    MAP_FOREACH (e, &c->fwd) {
        if (e->val) return bc_fail(c, "value that is never defined") != NULL;
    }
    c->value.n = nglobal;
    ir_func_renumber(c->fn);
    c->fn = NULL;
    bits_leave(&c->b, &m);
    return true;
}
