// SPDX-License-Identifier: Apache-2.0
// Constant expressions that LLVM has dropped since version 14 (select, comparisons, division,
// floating point, most casts, parts of aggregates) and that did not fold: instructions before their
// user, for a phi in the block that the value comes from, as LLVM's bitcode reader does it. In an
// initialiser nothing can be done: an error.
#include "ir/ir_diag.h"
#include "ir/ir_int.h"

// The expressions that LLVM 19 still has.
static const bool stays[IR_NOPS] = {
    [IR_TRUNC] = true,
    [IR_PTRTOINT] = true,
    [IR_INTTOPTR] = true,
    [IR_BITCAST] = true,
    [IR_ADDRSPACECAST] = true,
    [IR_ADD] = true,
    [IR_SUB] = true,
    [IR_MUL] = true,
    [IR_XOR] = true,
    [IR_GEP] = true,
    [IR_EXTRACTELEMENT] = true,
    [IR_INSERTELEMENT] = true,
    [IR_SHUFFLEVECTOR] = true,
};

static bool is_old(const IrConst *constant) {
    return constant->v.kind == IR_C_EXPR && !stays[constant->v.op];
}

IrConst *ir_cexpr_old(IrModule *module, IrOp op, uint16_t flags, IrType *type, uint32_t n,
                      IrConst *const *ops) {
    IrConst *c = ir_cexpr_raw(module, op, type, n, ops, flags);
    module->intern->old_exprs |= is_old(c);
    return c;
}

typedef struct {
    IrModule *m;
    Arena *a;
    Map holds; // constant -> 1 no, 2 yes
    Map here;  // constant -> its value at the place where instructions are put
} Expand;

// Whether the constant is such an expression or contains one; each constant is looked at once.
static bool holds_old(Expand *expand, const IrConst *constant) {
    if (!is_any_of(constant->v.kind, IR_C_AGG, IR_C_EXPR)) return false;
    uintptr_t known = (uintptr_t)map_get(&expand->holds, (uintptr_t)constant);
    if (known) return known == 2;
    bool r = is_old(constant);
    for (uint32_t k = 0; k < constant->n && !r; k++)
        r = holds_old(expand, constant->elem[k]); // readers limit the depth
    map_put(&expand->holds, (uintptr_t)constant, (void *)(uintptr_t)(r ? 2 : 1));
    return r;
}

static IrValue *made(Expand *expand, IrBuilder *builder, IrConst *constant);

// An aggregate: its other members as a constant, then those that are computed.
static IrValue *aggregate(Expand *expand, IrBuilder *builder, IrConst *constant) {
    IrConst **e = arena_array(expand->a, IrConst *, constant->n);
    for (uint32_t k = 0; k < constant->n; k++)
        e[k] = holds_old(expand, constant->elem[k])
                   ? ir_poison(expand->m, constant->elem[k]->v.type)
                   : constant->elem[k];
    IrValue *r = &ir_agg(expand->m, constant->v.type, constant->n, e)->v;
    for (uint32_t k = 0; k < constant->n; k++) {
        if (!holds_old(expand, constant->elem[k])) continue;
        IrValue *v = made(expand, builder, constant->elem[k]);
        r = ir_ty_is_vec(constant->v.type)
                ? ir_insertelement(builder, r, v, &ir_int(expand->m->ty_i32, k)->v)
                : ir_insert(builder, r, v, k);
    }
    return r;
}

// The mask of an expression is an operand, that of an instruction is not.
static IrValue *shuffle(IrBuilder *builder, Expand *expand, IrValue **v, const IrConst *mask) {
    uint32_t n = (uint32_t)mask->v.type->n;
    int32_t *at = arena_array(expand->a, int32_t, n);
    for (uint32_t k = 0; k < n; k++) {
        IrConst *e = ir_elem(expand->m, (IrConst *)(uintptr_t)mask, k);
        at[k] = e && e->v.kind == IR_C_INT ? (int32_t)ir_uval(e) : -1;
    }
    return ir_shufflevector(builder, v[0], v[1], n, at);
}

// What the expression computes, at the builder's place; its operands first.
static IrValue *instruction(Expand *expand, IrBuilder *builder, IrConst *constant) {
    IrValue **v = arena_array(expand->a, IrValue *, constant->n);
    uint32_t *idx = arena_array(expand->a, uint32_t, constant->n);
    IrOp op = (IrOp)constant->v.op;
    for (uint32_t k = 0; k < constant->n; k++) v[k] = made(expand, builder, constant->elem[k]);
    switch (op) {
    case IR_SELECT: return ir_select(builder, v[0], v[1], v[2]);
    case IR_ICMP:
    case IR_FCMP: return ir_cmp(builder, (IrPred)constant->v.flags, v[0], v[1]);
    case IR_FNEG: return ir_fneg(builder, v[0]);
    case IR_GEP:
        return ir_gep(builder, constant->aty, v[0], constant->n - 1, v + 1, constant->v.flags);
    case IR_EXTRACTELEMENT: return ir_extractelement(builder, v[0], v[1]);
    case IR_INSERTELEMENT: return ir_insertelement(builder, v[0], v[1], v[2]);
    case IR_SHUFFLEVECTOR: return shuffle(builder, expand, v, constant->elem[2]);
    case IR_EXTRACTVALUE:
    case IR_INSERTVALUE: {
        // the indices are operands of the expression, and numbers in the instruction
        uint32_t first = op == IR_EXTRACTVALUE ? 1 : 2;
        for (uint32_t k = first; k < constant->n; k++)
            idx[k - first] = (uint32_t)ir_uval(constant->elem[k]);
        return first == 1 ? ir_extractvalue(builder, v[0], constant->n - 1, idx)
                          : ir_insertvalue(builder, v[0], v[1], constant->n - 2, idx);
    }
    default:
        return ir_ops[op].class == IRC_CAST
                   ? ir_cast(builder, op, constant->v.flags, v[0], constant->v.type)
                   : ir_bin(builder, op, constant->v.flags, v[0], v[1]);
    }
}

// The value of a constant: itself, or what computes it. Equal ones are computed once for each
// place.
static IrValue *made(Expand *expand, IrBuilder *builder, IrConst *constant) {
    if (!holds_old(expand, constant)) return &constant->v;
    IrValue *v = map_get(&expand->here, (uintptr_t)constant);
    if (v) return v;
    v = constant->v.kind == IR_C_AGG ? aggregate(expand, builder, constant)
                                     : instruction(expand, builder, constant);
    map_put(&expand->here, (uintptr_t)constant, v);
    return v;
}

// Nothing of another place may be used: `here` begins anew.
static IrValue *made_before(Expand *expand, IrInst *inst, IrConst *constant) {
    IrBuilder b = ir_builder_at(inst);
    map_init(&expand->here, expand->a);
    return made(expand, &b, constant);
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

// Blocks are put between, so that the phi's entries change while they are walked: from the start
// each time.
static void expand_phi(Expand *expand, IrInst *phi) {
    for (uint32_t k = 0; k < ir_phi_n(phi); k++) {
        IrConst *c = ir_as_const(ir_phi_value(phi, k));
        if (!c || !holds_old(expand, c)) continue;
        IrBlock *from = ir_phi_block(phi, k), *at = on_edge(from, phi->block);
        IrValue *v = made_before(expand, ir_term(at), c);
        for (uint32_t j = 0; j < ir_phi_n(phi); j++) { // edges may have become fewer
            if (ir_phi_block(phi, j) == at) ir_set_op(phi, 2 * j, v);
        }
        k = UINT32_MAX; // from the start
    }
}

// New instructions stand before the one at hand, so that they are not met again.
static void expand_func(Expand *expand, IrFunc *fn) {
    IR_FOREACH_BLOCK(bb, fn) {
        IR_FOREACH_INST_SAFE(i, bb) {
            if (i->v.op == IR_PHI) {
                expand_phi(expand, i);
                continue;
            }
            for (uint32_t k = 0; k < i->nops; k++) {
                IrConst *c = ir_as_const(ir_op(i, k));
                if (!c || !holds_old(expand, c)) continue;
                ir_set_op(i, k, made_before(expand, i, c));
            }
        }
    }
}

// False, after a diagnostic, if the global's constant cannot be made.
static bool good_global(Expand *expand, const IrGlobal *global, const IrConst *constant) {
    if (!constant || !holds_old(expand, constant)) return true;
    Ctx *ctx = expand->m->ctx;
    diag(ctx, DIAG_OF(ir, ir_old_expr), 0, atom_str(ctx, global->v.name));
    return false;
}

// Nothing to do unless a reader met such an expression in the module.
void ir_expand_old_func(IrFunc *fn) {
    Arena a;
    if (!fn->g.m->intern->old_exprs) return;
    arena_init(&a, fn->g.m->ctx, "ir-expand");
    Expand x = {.m = fn->g.m, .a = &a};
    map_init(&x.holds, &a);
    expand_func(&x, fn);
    arena_free(&a);
}

// Every global is looked at, so that all mistakes are told at once.
bool ir_expand_old(IrModule *module) {
    Arena arena;
    bool ok = true;
    if (!module->intern->old_exprs) return true;
    arena_init(&arena, module->ctx, "ir-expand");
    Expand expand = {.m = module, .a = &arena};
    map_init(&expand.holds, &arena);
    for (uint32_t k = 0; k < module->vars.n; k++)
        ok &= good_global(&expand, module->vars.at[k], module->vars.at[k]->init);
    for (uint32_t k = 0; k < module->aliases.n; k++)
        ok &= good_global(&expand, module->aliases.at[k], module->aliases.at[k]->init);
    IR_FOREACH_FUNC(f, module) {
        ok &= good_global(&expand, &f->g, f->prefix);
        ok &= good_global(&expand, &f->g, f->prologue);
        ok &= good_global(&expand, &f->g, f->personality);
        expand_func(&expand, f);
    }
    arena_free(&arena);
    return ok;
}
