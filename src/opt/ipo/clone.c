// SPDX-License-Identifier: Apache-2.0
// Copies of bodies for the inliner: only what the arguments leave. Constants fold on the way, a
// branch on one has a single target, and blocks that are then not reached are never made:
//
//     define @f(i1 %c, i32 %n)                   copied for f(true, 3):
//       br i1 %c, label %a, label %b               br label %a
//     a:                                         a:
//       %x = mul i32 %n, 5                         (15)
//       ret i32 %x                                 ret i32 15
//     b:
//       call @expensive()
//
// The source is only read (its use lists too), so that several callers may copy it at a time.
#include "opt/scalar/scalar.h"
#include "opt/ipo/ipo.h"

typedef struct {
    IrFunc *dst;
    const IrFunc *src;
    IrCloneMap *map;
    Arena *tmp;
    IrBlock **only;      // by the source's block id: the one target of a branch that folded
    VEC(IrBlock *) work; // of the source, reached and not yet copied
    VEC(IrInst *) phi;   // of the source
} Cloner;

static IrBlock *block_copy(Cloner *cloner, IrBlock *bb) {
    IrBlock **to = &cloner->map->block[bb->v.id];
    if (*to) return *to;
    *to = ir_block_new(cloner->dst, bb->v.name);
    vec_push(cloner->tmp, &cloner->work, bb);
    return *to;
}

static IrValue *copy_of(Cloner *cloner, IrValue *original) {
    if (!original) return NULL;
    if (original->kind == IR_V_BLOCK) return &block_copy(cloner, (IrBlock *)original)->v;
    if (!is_any_of(original->kind, IR_V_INST, IR_V_ARG)) return original;
    return cloner->map->value[original->id];
}

// What a terminator goes to when its condition is known here.
static IrBlock *only_target(Cloner *cloner, const IrInst *term) {
    bool conditional = term->v.op == IR_BR && ir_nsucc(term) == 2;
    if (!conditional && term->v.op != IR_SWITCH) return NULL;
    const IrConst *known = ir_as_cint(copy_of(cloner, ir_op(term, 0)));
    return known ? ir_succ(term, ir_way_on(term, known)) : NULL;
}

static IrValue *recorded_copy(void *data, IrValue *original) {
    return copy_of(data, original);
}

static void copy_records(Cloner *cloner, const IrInst *from, IrBlock *into) {
    ir_records_copy(into, NULL, from->records, recorded_copy, cloner);
}

static void copy_branch(Cloner *cloner, const IrInst *term, IrBlock *target, IrBlock *into) {
    IrBuilder b = ir_builder(cloner->dst, into);
    b.dbg = term->dbg;
    ir_br(&b, block_copy(cloner, target));
    cloner->only[term->block->v.id] = target;
}

// Copies an instruction whose operands have been copied; one that is a value by now is dropped.
static void copy_inst(Cloner *cloner, const IrInst *original, IrBlock *into) {
    ArenaMark mark = arena_mark(cloner->dst->arena);
    uint32_t id = cloner->dst->nvalues;
    IrInst *copy = ir_inst_clone_bare(cloner->dst, original);
    bool became_const = false;
    for (uint32_t k = 0; k < original->nops; k++) {
        IrValue *old = ir_op(original, k), *v = copy_of(cloner, old);
        became_const = became_const || (v != old && v && ir_is_const(v));
        ir_set_op(copy, k, v);
    }
    ir_insert_at_end(copy, into);
    IrValue *value =
        became_const && !ir_has_effect(copy) ? opt_simplify(cloner->dst->g.m, copy) : NULL;
    cloner->map->value[original->v.id] = value ? value : &copy->v;
    if (!value) return;
    ir_erase(copy);
    cloner->dst->nvalues = id;
    arena_reset(cloner->dst->arena, mark);
}

static void copy_block(Cloner *cloner, IrBlock *bb) {
    IrBlock *into = cloner->map->block[bb->v.id];
    IR_FOREACH_INST(i, bb) {
        IrBlock *target = ir_is_term(i) ? only_target(cloner, i) : NULL;
        copy_records(cloner, i, into);
        if (target) {
            copy_branch(cloner, i, target, into);
        } else if (i->v.op == IR_PHI) { // its operands may come later
            IrInst *copy = ir_inst_clone_bare(cloner->dst, i);
            copy->nops = 0;
            ir_insert_at_end(copy, into);
            cloner->map->value[i->v.id] = &copy->v;
            vec_push(cloner->tmp, &cloner->phi, i);
        } else {
            copy_inst(cloner, i, into);
        }
    }
}

static void fill_phi(Cloner *cloner, IrInst *phi) {
    IrInst *copy = (IrInst *)cloner->map->value[phi->v.id];
    IrBlock *last = NULL;
    for (uint32_t k = 0; k < ir_phi_n(phi); k++) {
        IrBlock *from = ir_phi_block(phi, k), *only = cloner->only[from->v.id];
        if (!cloner->map->block[from->v.id] || (only && (only != phi->block || last == from)))
            continue;
        if (only) last = from;
        ir_phi_add(copy, copy_of(cloner, ir_phi_value(phi, k)), cloner->map->block[from->v.id]);
    }
}

// Of a phi that has lost edges one value may be left.
static void settle_phi(Cloner *cloner, IrInst *phi) {
    IrInst *copy = (IrInst *)cloner->map->value[phi->v.id];
    if (ir_phi_n(copy) != 1 || ir_phi_n(phi) == 1) return;
    IrValue *value = ir_phi_value(copy, 0);
    if (value == &copy->v) value = &ir_poison(cloner->dst->g.m, copy->v.type)->v;
    cloner->map->value[phi->v.id] = value;
    ir_replace_erase(copy, value);
}

IrBlock *opt_clone_for_call(IrFunc *dst, const IrFunc *src, IrCloneMap *map, Arena *tmp) {
    Cloner cloner = {.dst = dst, .src = src, .map = map, .tmp = tmp};
    cloner.only = arena_array(tmp, IrBlock *, src->nblockids + 1);
    IrBlock *entry = block_copy(&cloner, src->first);
    // depth first: what dominates a block is copied before it
    while (cloner.work.n) copy_block(&cloner, vec_pop(&cloner.work));
    for (uint32_t k = 0; k < cloner.phi.n; k++) fill_phi(&cloner, cloner.phi.at[k]);
    for (uint32_t k = 0; k < cloner.phi.n; k++) settle_phi(&cloner, cloner.phi.at[k]);

    // the order of the source
    IR_FOREACH_BLOCK(bb, src) {
        IrBlock *copy = map->block[bb->v.id];
        if (copy) ir_block_move_after(copy, dst->last);
    }
    return entry;
}
