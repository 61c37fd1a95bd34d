// SPDX-License-Identifier: Apache-2.0
// Constant expressions that LLVM has dropped since version 14 (select, comparisons, division,
// floating point, most casts, parts of aggregates) and that did not fold: instructions before their
// user, for a phi in the block that the value comes from, as LLVM's bitcode reader does it. In an
// initialiser nothing can be done: an error.
#include "ir/ir_diag.h"
#include "ir/ir_int.h"

static bool is_old(const IrConst *c) {
    if (c->v.kind != IR_C_EXPR) return false;
    switch (c->v.op) {
    case IR_TRUNC:
    case IR_PTRTOINT:
    case IR_INTTOPTR:
    case IR_BITCAST:
    case IR_ADDRSPACECAST:
    case IR_ADD:
    case IR_SUB:
    case IR_MUL:
    case IR_XOR:
    case IR_GEP:
    case IR_EXTRACTELEMENT:
    case IR_INSERTELEMENT:
    case IR_SHUFFLEVECTOR: return false;
    default: return true;
    }
}

IrConst *ir_cexpr_old(IrModule *m, IrOp op, uint16_t flags, IrType *t, uint32_t n,
                      IrConst *const *ops) {
    IrConst *c = ir_cexpr_raw(m, op, t, n, ops, flags);
    m->intern->old_exprs |= is_old(c);
    return c;
}

typedef struct {
    IrModule *m;
    Arena *a;
    Map holds; // constant -> 1 no, 2 yes
    Map here;  // constant -> its value at the place where instructions are put
} Expand;

static bool holds_old(Expand *x, const IrConst *c) {
    if (c->v.kind != IR_C_AGG && c->v.kind != IR_C_EXPR) return false;
    uintptr_t known = (uintptr_t)map_get(&x->holds, (uintptr_t)c);
    if (known) return known == 2;
    bool r = is_old(c);
    for (uint32_t k = 0; k < c->n && !r; k++)
        r = holds_old(x, c->elem[k]); // readers limit the depth
    map_put(&x->holds, (uintptr_t)c, (void *)(uintptr_t)(r ? 2 : 1));
    return r;
}

static IrValue *made(Expand *x, IrBuilder *b, IrConst *c);

// An aggregate: its other members as a constant, then those that are computed.
static IrValue *aggregate(Expand *x, IrBuilder *b, IrConst *c) {
    IrConst **e = arena_array(x->a, IrConst *, c->n);
    for (uint32_t k = 0; k < c->n; k++)
        e[k] = holds_old(x, c->elem[k]) ? ir_poison(x->m, c->elem[k]->v.type) : c->elem[k];
    IrValue *r = &ir_agg(x->m, c->v.type, c->n, e)->v;
    for (uint32_t k = 0; k < c->n; k++) {
        if (!holds_old(x, c->elem[k])) continue;
        IrValue *v = made(x, b, c->elem[k]);
        r = ir_ty_is_vec(c->v.type) ? ir_insertelement(b, r, v, &ir_int(x->m->ty_i32, k)->v)
                                    : ir_insert(b, r, v, k);
    }
    return r;
}

static IrValue *shuffle(IrBuilder *b, Expand *x, IrValue **v, const IrConst *mask) {
    uint32_t n = (uint32_t)mask->v.type->n;
    int32_t *at = arena_array(x->a, int32_t, n);
    for (uint32_t k = 0; k < n; k++) {
        IrConst *e = ir_elem(x->m, (IrConst *)(uintptr_t)mask, k);
        at[k] = e && e->v.kind == IR_C_INT ? (int32_t)ir_uval(e) : -1;
    }
    return ir_shufflevector(b, v[0], v[1], n, at);
}

static IrValue *instruction(Expand *x, IrBuilder *b, IrConst *c) {
    IrValue **v = arena_array(x->a, IrValue *, c->n);
    uint32_t *idx = arena_array(x->a, uint32_t, c->n);
    IrOp op = (IrOp)c->v.op;
    for (uint32_t k = 0; k < c->n; k++) v[k] = made(x, b, c->elem[k]);
    switch (op) {
    case IR_SELECT: return ir_select(b, v[0], v[1], v[2]);
    case IR_ICMP:
    case IR_FCMP: return ir_cmp(b, (IrPred)c->v.flags, v[0], v[1]);
    case IR_FNEG: return ir_fneg(b, v[0]);
    case IR_GEP: return ir_gep(b, c->aty, v[0], c->n - 1, v + 1, c->v.flags);
    case IR_EXTRACTELEMENT: return ir_extractelement(b, v[0], v[1]);
    case IR_INSERTELEMENT: return ir_insertelement(b, v[0], v[1], v[2]);
    case IR_SHUFFLEVECTOR: return shuffle(b, x, v, c->elem[2]);
    case IR_EXTRACTVALUE:
    case IR_INSERTVALUE: {
        uint32_t first = op == IR_EXTRACTVALUE ? 1 : 2;
        for (uint32_t k = first; k < c->n; k++) idx[k - first] = (uint32_t)ir_uval(c->elem[k]);
        return first == 1 ? ir_extractvalue(b, v[0], c->n - 1, idx)
                          : ir_insertvalue(b, v[0], v[1], c->n - 2, idx);
    }
    default:
        return ir_ops[op].class == IRC_CAST ? ir_cast(b, op, c->v.flags, v[0], c->v.type)
                                            : ir_bin(b, op, c->v.flags, v[0], v[1]);
    }
}

static IrValue *made(Expand *x, IrBuilder *b, IrConst *c) {
    if (!holds_old(x, c)) return &c->v;
    IrValue *v = map_get(&x->here, (uintptr_t)c);
    if (v) return v;
    v = c->v.kind == IR_C_AGG ? aggregate(x, b, c) : instruction(x, b, c);
    map_put(&x->here, (uintptr_t)c, v);
    return v;
}

static IrValue *made_before(Expand *x, IrInst *i, IrConst *c) {
    IrBuilder b = ir_builder_at(i);
    map_init(&x->here, x->a);
    return made(x, &b, c);
}

// Where a value for the edge from `from` to bb is computed: at the end of `from` if it goes nowhere
// else, or in a block of the edge's own (the expression may trap).
static IrBlock *on_edge(IrBlock *from, IrBlock *bb) {
    IrInst *term = ir_term(from);
    uint32_t n = ir_nsucc(term), edges = 0;
    if (n == 1) return from;
    IrBlock *mid = ir_block_new(bb->fn, 0);
    for (uint32_t k = 0; k < n; k++) {
        if (ir_succ(term, k) != bb) continue;
        ir_set_succ(term, k, mid);
        edges++;
    }
    for (; edges > 1; edges--) ir_phi_remove_edge(bb, from);
    ir_phi_replace_pred(bb, from, mid);
    IrBuilder b = ir_builder(bb->fn, mid);
    ir_br(&b, bb);
    return mid;
}

static void expand_phi(Expand *x, IrInst *phi) {
    for (uint32_t k = 0; k < ir_phi_n(phi); k++) {
        IrConst *c = ir_as_const(ir_phi_value(phi, k));
        if (!c || !holds_old(x, c)) continue;
        IrBlock *from = ir_phi_block(phi, k), *at = on_edge(from, phi->block);
        IrValue *v = made_before(x, ir_term(at), c);
        for (uint32_t j = 0; j < ir_phi_n(phi); j++) { // edges may have become fewer
            if (ir_phi_block(phi, j) == at) ir_set_op(phi, 2 * j, v);
        }
        k = UINT32_MAX; // from the start
    }
}

static void expand_func(Expand *x, IrFunc *f) {
    IR_FOREACH_BLOCK(bb, f) {
        IR_FOREACH_INST_SAFE(i, bb) {
            if (i->v.op == IR_PHI) {
                expand_phi(x, i);
                continue;
            }
            for (uint32_t k = 0; k < i->nops; k++) {
                IrConst *c = ir_as_const(ir_op(i, k));
                if (!c || !holds_old(x, c)) continue;
                ir_set_op(i, k, made_before(x, i, c));
            }
        }
    }
}

static bool good_global(Expand *x, const IrGlobal *g, const IrConst *c) {
    if (!c || !holds_old(x, c)) return true;
    Ctx *ctx = x->m->ctx;
    diag(ctx, &ir_diag_rows[D_ir_old_expr], 0, atom_str(ctx, g->v.name));
    return false;
}

void ir_expand_old_func(IrFunc *f) {
    Arena a;
    if (!f->g.m->intern->old_exprs) return;
    arena_init(&a, f->g.m->ctx, "ir-expand");
    Expand x = {.m = f->g.m, .a = &a};
    map_init(&x.holds, &a);
    expand_func(&x, f);
    arena_free(&a);
}

bool ir_expand_old(IrModule *m) {
    Arena a;
    bool ok = true;
    if (!m->intern->old_exprs) return true;
    arena_init(&a, m->ctx, "ir-expand");
    Expand x = {.m = m, .a = &a};
    map_init(&x.holds, &a);
    for (uint32_t k = 0; k < m->vars.n; k++)
        ok &= good_global(&x, m->vars.at[k], m->vars.at[k]->init);
    for (uint32_t k = 0; k < m->aliases.n; k++)
        ok &= good_global(&x, m->aliases.at[k], m->aliases.at[k]->init);
    IR_FOREACH_FUNC(f, m) {
        ok &= good_global(&x, &f->g, f->prefix);
        ok &= good_global(&x, &f->g, f->prologue);
        ok &= good_global(&x, &f->g, f->personality);
        expand_func(&x, f);
    }
    arena_free(&a);
    return ok;
}
