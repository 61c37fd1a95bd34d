// SPDX-License-Identifier: Apache-2.0
// jump-threading: where the way by which a block is reached decides the way it is left, that edge
// goes past its test.
//
//     a: ...; br label %j                           a: ...; br label %j.a
//     b: ...; br label %j                           b: ...; br label %j
//     j: %f = phi i1 [ true, %a ], [ %g, %b ]   =>  j.a: %y = add ...; br label %yes
//        %x = add ...                               j: %x = add ...
//        br i1 %f, label %yes, label %no               br i1 %g, label %yes, label %no
//
// A block with one way in that decides its test is left by one way.
//
// The test may be computed from phis in the block, and may be known because the edge comes from a
// branch on the same condition, or because an address that is compared with null was accessed. The
// block is copied once for each target; its values that are used elsewhere go through a variable
// that mem2reg makes phis of at the end.
//
// Refused: blocks of more instructions than a knob says, convergent or not to be duplicated, loop
// headers (an edge past one would be a second way in), targets that are headers (one latch stays),
// and wherever between the block and the place where all its ways meet again something convergent
// stands: threads that met in the block would run it apart.
#include "opt/common/common.h"
#include "opt/memory/promote.h"

enum { DEPTH = 5, WAY = 32, USES = 16, ROUNDS = 12, MAX_PREDS = 64, REGION = 64 };

typedef struct {
    PassCtx *pc;
    IrFunc *f;
    IrModule *m;
    const AnDom *pdom;      // made before the round's first change; NULL: not yet
    BitSet header, touched; // by block id, of the round
    uint32_t nids;
    uint32_t budget; // copies that may still be made
    AnBlockVec region;
    bool any_slot;
} Threading;

static bool in_round(const Threading *threading, const IrBlock *bb) {
    return bb->v.id < threading->nids && !bitset_has(&threading->touched, bb->v.id);
}

static bool is_header(const Threading *threading, const IrBlock *bb) {
    return bb->v.id < threading->nids && bitset_has(&threading->header, bb->v.id);
}

// ---- what is known on an edge ----

// The one case of the switch that leads to the block; NULL: there are several, or none.
static IrConst *only_case(const IrInst *inst, const IrBlock *to) {
    IrConst *only = NULL;
    for (uint32_t k = 2; k < inst->nops; k += 2) {
        if (ir_op(inst, k + 1) != &to->v) continue;
        if (only) return NULL;
        only = ir_as_cint(ir_op(inst, k));
    }
    return only;
}

// The branch at the end of `from` says what the value asked for is on its edge to `to`.
static IrConst *by_branch(Threading *threading, const IrValue *asked, const IrBlock *from,
                          const IrBlock *to) {
    const IrInst *inst = ir_term(from);
    bool by_case = inst->v.op == IR_SWITCH && ir_op(inst, 0) == asked;
    if (by_case && ir_succ(inst, 0) != to) return only_case(inst, to);
    if (!ir_is_two_way(inst)) return NULL;
    bool taken = ir_succ(inst, 0) == to;
    if (ir_op(inst, 0) == asked) return taken ? ir_true(threading->m) : ir_false(threading->m);
    const IrInst *c = ir_as_op(ir_op(inst, 0), IR_ICMP);
    bool equal = c && c->pred == (taken ? IR_EQ : IR_NE) && ir_op(c, 0) == asked;
    return equal ? ir_as_cint(ir_op(c, 1)) : NULL;
}

// What `from` was reached by holds on its edges too.
static IrConst *on_edge(Threading *threading, const IrValue *asked, const IrBlock *from,
                        const IrBlock *to) {
    for (int depth = 0; from && depth < WAY; depth++) {
        IrConst *c = by_branch(threading, asked, from, to);
        if (c) return c;
        const IrInst *own = ir_as_inst(asked);
        if (own && own->block == from) return NULL; // not known before
        to = from;
        from = ir_single_pred(from);
    }
    return NULL;
}

static IrConst *evaluate(Threading *threading, IrValue *asked, IrBlock *bb, IrBlock *from,
                         int depth);

static bool decides(const IrInst *inst, const IrValue *operand) { // an and, an or alone
    if (inst->v.op == IR_AND) return ir_is_zero(operand);
    return inst->v.op == IR_OR && ir_is_all_ones(operand);
}

static IrConst *fold(Threading *threading, const IrInst *operation, IrBlock *bb, IrBlock *from,
                     int depth) {
    IrConst *constant = evaluate(threading, ir_op(operation, 0), bb, from, depth + 1);
    if (operation->v.op == IR_SELECT) {
        if (!constant || constant->v.kind != IR_C_INT) return NULL;
        return evaluate(threading, ir_op(operation, ir_is_zero(&constant->v) ? 2 : 1), bb, from,
                        depth + 1);
    }
    if (operation->nops == 1)
        return constant
                   ? ir_fold_cast(threading->m, (IrOp)operation->v.op, constant, operation->v.type)
                   : NULL;

    IrConst *y = evaluate(threading, ir_op(operation, 1), bb, from, depth + 1);
    IrConst *one = constant && constant->v.kind == IR_C_INT ? constant : y;
    if (one && decides(operation, &one->v)) return one;
    if (!constant || !y) return NULL;
    if (operation->v.op == IR_ICMP)
        return ir_fold_cmp(threading->m, (IrPred)operation->pred, constant, y);
    return ir_fold_bin(threading->m, (IrOp)operation->v.op, operation->v.flags, constant, y);
}

static bool can_fold(const IrInst *inst) { // integers
    uint8_t class = ir_ops[inst->v.op].class;
    bool computes = is_any_of(class, IRC_BINARY, IRC_CAST);
    bool chooses = is_any_of(inst->v.op, IR_ICMP, IR_SELECT);
    return (computes || chooses) && ir_ty_is_int(ir_op(inst, 0)->type);
}

// Whoever comes from the block has accessed memory at this address.
static bool was_accessed(const IrValue *address, const IrBlock *from) {
    uint32_t left = USES;
    IR_FOREACH_USE(use, address) {
        if (!left--) return false;
        if (!opt_proves_no_null(use->user, address)) continue;
        const IrBlock *above = from;
        for (int depth = 0; above && depth < DEPTH; depth++, above = ir_single_pred(above)) {
            if (above == use->user->block) return true;
        }
    }
    return false;
}

// What a comparison of an address with null says for those that come from the block; NULL.
static IrConst *null_test(Threading *threading, const IrInst *comparison, const IrBlock *bb,
                          const IrBlock *from) {
    IrValue *address = ir_op(comparison, 0);
    if (ir_op(comparison, 1)->kind != IR_C_NULL || !ir_pred_is_equality((IrPred)comparison->pred))
        return NULL;
    const IrInst *phi = ir_as_op(address, IR_PHI);
    if (phi && phi->block == bb) address = ir_phi_value(phi, (uint32_t)ir_phi_find(phi, from));
    bool null = address->kind == IR_C_NULL;
    if (!null && !an_is_nonzero(address) && !was_accessed(address, from)) return NULL;
    return ir_int(threading->m->ty_i1, null == (comparison->pred == IR_EQ));
}

// The integer that the value is in bb when it was reached from `from`, or NULL.
static IrConst *evaluate(Threading *threading, IrValue *asked, IrBlock *bb, IrBlock *from,
                         int depth) {
    if (asked->kind == IR_C_INT) return ir_as_cint(asked);
    const IrInst *inst = ir_as_inst(asked);
    if (ir_is_const(asked) || depth > DEPTH || asked->type->kind != IR_TY_INT) return NULL;
    bool here = inst && inst->block == bb;
    if (here && inst->v.op == IR_PHI) {
        IrValue *in = ir_phi_value(inst, (uint32_t)ir_phi_find(inst, from));
        if (in->kind == IR_C_INT) return ir_as_cint(in);
        return ir_is_const(in) ? NULL : on_edge(threading, in, from, bb);
    }
    if (here && inst->v.op == IR_ICMP && ir_ty_is_ptr(ir_op(inst, 0)->type))
        return null_test(threading, inst, bb, from);
    if (here) {
        if (!can_fold(inst)) return NULL;
        IrConst *c = fold(threading, inst, bb, from, depth);
        return c && c->v.kind == IR_C_INT ? c : NULL;
    }
    return on_edge(threading, asked, from, bb);
}

static IrBlock *target_of(Threading *threading, IrBlock *bb, IrBlock *from) {
    IrInst *t = ir_term(bb);
    IrConst *c = evaluate(threading, ir_op(t, 0), bb, from, 0);
    if (!c) return NULL;
    if (t->v.op == IR_BR) return ir_succ(t, ir_is_zero(&c->v));
    for (uint32_t k = 2; k < t->nops; k += 2) {
        if (ir_op(t, k) == &c->v) return (IrBlock *)ir_op(t, k + 1);
    }
    return ir_succ(t, 0);
}

// ---- where it may be ----

static bool may_copy(const Threading *threading, const IrBlock *bb) {
    int64_t n = 0, most = opt_knob(threading->pc, jump_threading, threshold);
    IR_FOREACH_INST(i, bb) {
        if (ir_is_term(i)) return i->v.op == IR_SWITCH || ir_is_cond_br(i);
        if (i->v.op == IR_PHI) continue;
        if (i->v.op == IR_ALLOCA || ir_is_convergent(i) || !ir_can_duplicate(i)) return false;
        if (i->v.type->kind == IR_TY_TOKEN || ++n > most) return false;
    }
    return false;
}

static bool has_convergent(const IrBlock *bb) {
    IR_FOREACH_INST(i, bb) {
        if (ir_is_convergent(i)) return true;
    }
    return false;
}

// Nothing convergent from bb to where its ways meet again.
static bool may_part(Threading *threading, IrBlock *bb) {
    if (!threading->pdom) threading->pdom = an_pdom(threading->pc->an);
    IrBlock *meet = threading->pdom->idom[bb->v.id];
    threading->region.n = 0;
    vec_push(threading->pc->tmp, &threading->region, bb);
    for (uint32_t k = 0; k < threading->region.n; k++) {
        IrInst *t = ir_term(threading->region.at[k]);
        for (uint32_t e = 0; e < ir_nsucc(t); e++) {
            IrBlock *to = ir_succ(t, e);
            bool seen = to == meet;
            for (uint32_t j = 0; j < threading->region.n && !seen; j++)
                seen = threading->region.at[j] == to;
            if (seen) continue;
            if (threading->region.n == REGION || !in_round(threading, to) || has_convergent(to))
                return false;
            vec_push(threading->pc->tmp, &threading->region, to);
        }
    }
    return !meet || in_round(threading, meet);
}

// ---- the copy ----

// Used past bb's end; a phi of a successor gets the copy's value with the copy's edge.
static bool leaves(const IrUse *use, const IrBlock *bb) {
    if (use->user->v.op != IR_PHI) return use->user->block != bb;
    return ir_phi_block(use->user, ir_use_index(use) / 2) != bb;
}

static IrValue *loaded_before(const IrInst *phi, const IrBlock *from, const IrValue *but) {
    for (uint32_t k = 0; k < ir_phi_n(phi); k++) {
        if (ir_phi_block(phi, k) == from && ir_phi_value(phi, k) != but)
            return ir_phi_value(phi, k);
    }
    return NULL;
}

// A value of bb that is used elsewhere becomes a variable: copies of bb will set it too.
static void demote(Threading *threading, IrInst *demoted) {
    IrInst *slot = NULL;
    for (IrUse *use = demoted->v.uses, *next; use; use = next) {
        next = use->next;
        if (!leaves(use, demoted->block)) continue;
        if (!slot) slot = ir_entry_alloca(threading->f, demoted->v.type, 0, 0);
        IrInst *user = use->user, *before = user;
        uint32_t index = ir_use_index(use);
        IrValue *value = NULL;
        if (user->v.op == IR_PHI) { // several edges from one block bring the same value
            IrBlock *from = ir_phi_block(user, index / 2);
            value = loaded_before(user, from, &demoted->v);
            before = ir_term(from);
        }
        if (!value) {
            IrBuilder b = ir_builder_at(before);
            value = &ir_load(&b, demoted->v.type, &slot->v, 0)->v;
        }
        ir_set_op(user, index, value);
    }
    if (!slot) return;
    threading->any_slot = true;
    IrInst *after = demoted->v.op == IR_PHI ? ir_first_non_phi(demoted->block) : demoted->next;
    IrBuilder b = ir_builder_at(after);
    ir_store(&b, &demoted->v, &slot->v, 0);
}

typedef struct {
    IrBlock *bb, *to, *copy;
    uint32_t n;
    IrBlock *from[MAX_PREDS];
    Map copied; // value of bb -> its copy
} Job;

static IrValue *mapped(Job *job, IrValue *original) {
    IrValue *c = map_get(&job->copied, (uintptr_t)original);
    return c ? c : original;
}

static IrValue *recorded_copy(void *data, IrValue *original) {
    return mapped(data, original);
}

static void copy_phi(Job *job, IrBuilder *builder, const IrInst *phi) {
    IrInst *c = ir_phi(builder, phi->v.type, job->n);
    c->fmf = phi->fmf;
    c->v.name = phi->v.name;
    for (uint32_t k = 0; k < job->n; k++) {
        ir_phi_add(c, ir_phi_value(phi, (uint32_t)ir_phi_find(phi, job->from[k])), job->from[k]);
    }
    map_put(&job->copied, (uintptr_t)&phi->v, &c->v);
}

static void copy_block(Threading *threading, Job *job) {
    IrBuilder builder = ir_builder(threading->f, job->copy);
    IR_FOREACH_INST(i, job->bb) {
        if (ir_is_term(i)) break;
        if (i->v.op == IR_PHI) {
            copy_phi(job, &builder, i);
            continue;
        }
        IrInst *c = ir_inst_clone(threading->f, i);
        for (uint32_t k = 0; k < c->nops; k++) ir_set_op(c, k, mapped(job, ir_op(c, k)));
        c->v.name = i->v.name;
        ir_insert_at_end(c, job->copy);
        ir_records_copy(job->copy, c, i->records, recorded_copy, job);
        map_put(&job->copied, (uintptr_t)&i->v, &c->v);
    }
    builder.dbg = ir_term(job->bb)->dbg;
    ir_records_copy(job->copy, NULL, ir_term(job->bb)->records, recorded_copy, job);
    ir_br(&builder, job->to);
}

static void lead_past(Threading *threading, Job *job) {
    IR_FOREACH_INST_SAFE(i, job->bb) {
        if (!ir_is_term(i) && i->v.type->kind != IR_TY_VOID) demote(threading, i);
    }
    map_init(&job->copied, threading->pc->tmp);
    job->copy = ir_block_new(threading->f, job->bb->v.name);
    ir_block_move_after(job->copy, job->bb);
    copy_block(threading, job);
    IR_FOREACH_PHI(i, job->to) {
        IrValue *v = ir_phi_value(i, (uint32_t)ir_phi_find(i, job->bb));
        ir_phi_add(i, mapped(job, v), job->copy);
    }
    for (uint32_t k = 0; k < job->n; k++) {
        IrInst *t = ir_term(job->from[k]);
        for (uint32_t e = 0; e < ir_nsucc(t); e++) {
            if (ir_succ(t, e) == job->bb) ir_set_succ(t, e, job->copy);
        }
        ir_phi_remove_edge(job->bb, job->from[k]);
    }
}

// ---- the pass ----

static bool has_one_edge(const IrInst *term, const IrBlock *to) {
    uint32_t n = 0;
    for (uint32_t k = 0; k < ir_nsucc(term); k++) n += ir_succ(term, k) == to;
    return n == 1 && term->v.op != IR_INDIRECTBR;
}

// The first target that some ways lead to, and those ways.
static bool find_job(Threading *threading, IrBlock *bb, Job *job) {
    uint32_t preds = MAX_PREDS;
    *job = (Job){.bb = bb};
    IR_FOREACH_PRED(u, bb) {
        IrBlock *from = u->user->block;
        if (!preds--) break;
        if (from == bb || !has_one_edge(u->user, bb)) continue;
        IrBlock *to = target_of(threading, bb, from);
        if (!to || to == bb || (job->to && job->to != to) || is_header(threading, to)) continue;
        job->to = to;
        job->from[job->n++] = from;
    }
    return job->to != NULL;
}

// The only way into the block decides how it is left.
static bool leave_one_way(Threading *threading, IrBlock *bb, IrBlock *from) {
    IrInst *term = ir_term(bb);
    bool asks = in_round(threading, bb) && (ir_is_two_way(term) || term->v.op == IR_SWITCH);
    IrBlock *to = asks ? target_of(threading, bb, from) : NULL;
    if (!to) return false;
    uint32_t way = 0;
    while (ir_succ(term, way) != to) way++;
    opt_fold_term(term, way);
    bitset_add(&threading->touched, bb->v.id);
    return true;
}

static bool thread_block(Threading *threading, IrBlock *bb, Job *job) {
    IrBlock *from = ir_single_pred(bb);
    if (from) return leave_one_way(threading, bb, from);
    bool candidate = in_round(threading, bb) && !is_header(threading, bb) &&
                     bb != threading->f->first && may_copy(threading, bb);
    if (!candidate || !find_job(threading, bb, job) || !may_part(threading, bb)) return false;
    for (; threading->budget; threading->budget--) {
        lead_past(threading, job);
        bitset_add(&threading->touched, bb->v.id);
        if (!find_job(threading, bb, job)) break; // another target
    }
    return true;
}

static bool round_of(Threading *threading) {
    const AnLoops *ls = an_loops(threading->pc->an);
    threading->pdom = NULL;
    threading->nids = threading->f->nblockids;
    bitset_init(&threading->header, threading->pc->tmp, threading->nids);
    bitset_init(&threading->touched, threading->pc->tmp, threading->nids);
    for (uint32_t k = 0; k < ls->all.n; k++)
        bitset_add(&threading->header, ls->all.at[k]->header->v.id);
    Job *j = arena_alloc(threading->pc->tmp, sizeof *j, _Alignof(Job));
    bool changed = false;
    for (IrBlock *bb = threading->f->first, *next; bb && threading->budget; bb = next) {
        next = bb->next;
        changed |= thread_block(threading, bb, j);
    }
    if (!changed) return false;
    opt_remove_unreachable(threading->f, threading->pc->tmp);
    an_changed(threading->pc->an, AN_CHANGED_ALL);
    return true;
}

OPT_FUNC_PASS(jump_threading);
bool opt_jump_threading(PassCtx *pc, IrFunc *fn) {
    Threading s = {.pc = pc, .f = fn, .m = fn->g.m, .budget = 16};
    bool changed = opt_drop_unreachable(pc->an, pc->tmp);
    IR_FOREACH_BLOCK(bb, fn) s.budget++;
    for (int k = 0; k < ROUNDS && round_of(&s); k++) changed = true;
    if (s.any_slot) opt_promote(pc, fn);
    return changed;
}
