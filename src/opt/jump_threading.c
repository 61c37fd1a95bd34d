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
// The test may be computed from phis in the block, and may be known because the edge comes from a
// branch on the same condition. The block is copied once for each target; its values that are used
// elsewhere go through a variable that mem2reg makes phis of at the end.
//
// Refused: blocks of more than COST instructions, convergent or not to be duplicated, loop headers
// (an edge past one would be a second way in), targets that are headers (one latch stays), and
// wherever between the block and the place where all its ways meet again something convergent
// stands: threads that met in the block would run it apart.
#include "opt/opt.h"
#include "opt/promote.h"

enum { COST = 6, DEPTH = 5, ROUNDS = 4, MAX_PREDS = 64, REGION = 64 };

typedef struct {
    PassCtx *pc;
    IrFunc *f;
    IrModule *m;
    const AnDom *pdom;
    BitSet header, touched; // by block id, of the round
    uint32_t nids;
    uint32_t budget; // copies that may still be made
    AnBlockVec region;
    bool any_slot;
} Threading;

static bool in_round(const Threading *s, const IrBlock *bb) {
    return bb->v.id < s->nids && !bitset_has(&s->touched, bb->v.id);
}

static bool is_header(const Threading *s, const IrBlock *bb) {
    return bb->v.id < s->nids && bitset_has(&s->header, bb->v.id);
}

// ---- what is known on an edge ----

// The branch at the end of `from` says what v is on its edge to `to`.
static IrConst *by_branch(Threading *s, const IrValue *v, const IrBlock *from, const IrBlock *to) {
    const IrInst *t = ir_term(from);
    if (t->v.op == IR_SWITCH && ir_op(t, 0) == v && ir_succ(t, 0) != to) {
        IrConst *only = NULL;
        for (uint32_t k = 2; k < t->nops; k += 2) {
            if (ir_op(t, k + 1) != &to->v) continue;
            if (only) return NULL;
            only = ir_as_cint(ir_op(t, k));
        }
        return only;
    }
    if (t->v.op != IR_BR || t->nops != 3 || ir_succ(t, 0) == ir_succ(t, 1)) return NULL;
    bool taken = ir_succ(t, 0) == to;
    if (ir_op(t, 0) == v) return taken ? ir_true(s->m) : ir_false(s->m);
    const IrInst *c = ir_as_op(ir_op(t, 0), IR_ICMP);
    bool equal = c && c->pred == (taken ? IR_EQ : IR_NE) && ir_op(c, 0) == v;
    return equal ? ir_as_cint(ir_op(c, 1)) : NULL;
}

// What `from` was reached by holds on its edges too.
static IrConst *on_edge(Threading *s, const IrValue *v, const IrBlock *from, const IrBlock *to) {
    for (int depth = 0; from && depth < DEPTH; depth++) {
        IrConst *c = by_branch(s, v, from, to);
        if (c) return c;
        const IrInst *own = ir_as_inst(v);
        if (own && own->block == from) return NULL; // not known before
        to = from;
        from = ir_single_pred(from);
    }
    return NULL;
}

static IrConst *evaluate(Threading *s, IrValue *v, IrBlock *bb, IrBlock *from, int depth);

static IrConst *fold(Threading *s, const IrInst *i, IrBlock *bb, IrBlock *from, int depth) {
    IrConst *x = evaluate(s, ir_op(i, 0), bb, from, depth + 1);
    if (i->v.op == IR_SELECT) {
        if (!x || x->v.kind != IR_C_INT) return NULL;
        return evaluate(s, ir_op(i, ir_is_zero(&x->v) ? 2 : 1), bb, from, depth + 1);
    }
    if (i->nops == 1) return x ? ir_fold_cast(s->m, (IrOp)i->v.op, x, i->v.type) : NULL;

    IrConst *y = evaluate(s, ir_op(i, 1), bb, from, depth + 1);
    if (i->v.op == IR_AND || i->v.op == IR_OR) { // one may decide
        IrConst *one = x && x->v.kind == IR_C_INT ? x : y;
        bool zero = one && ir_is_zero(&one->v), ones = one && ir_is_all_ones(&one->v);
        if (i->v.op == IR_AND ? zero : ones) return one;
    }
    if (!x || !y) return NULL;
    if (i->v.op == IR_ICMP) return ir_fold_cmp(s->m, (IrPred)i->pred, x, y);
    return ir_fold_bin(s->m, (IrOp)i->v.op, i->v.flags, x, y);
}

// The integer that v is in bb when it was reached from `from`, or NULL.
static IrConst *evaluate(Threading *s, IrValue *v, IrBlock *bb, IrBlock *from, int depth) {
    if (v->kind == IR_C_INT) return ir_as_cint(v);
    const IrInst *i = ir_as_inst(v);
    if (ir_is_const(v) || depth > DEPTH || v->type->kind != IR_TY_INT) return NULL;
    if (i && i->block == bb && i->v.op == IR_PHI) {
        IrValue *in = ir_phi_value(i, (uint32_t)ir_phi_find(i, from));
        if (in->kind == IR_C_INT) return ir_as_cint(in);
        return ir_is_const(in) ? NULL : on_edge(s, in, from, bb);
    }
    if (i && i->block == bb) {
        uint8_t class = ir_ops[i->v.op].class;
        bool folds =
            class == IRC_BINARY || class == IRC_CAST || i->v.op == IR_ICMP || i->v.op == IR_SELECT;
        if (!folds || !ir_ty_is_int(ir_op(i, 0)->type)) return NULL;
        IrConst *c = fold(s, i, bb, from, depth);
        return c && c->v.kind == IR_C_INT ? c : NULL;
    }
    return on_edge(s, v, from, bb);
}

static IrBlock *target_of(Threading *s, IrBlock *bb, IrBlock *from) {
    IrInst *t = ir_term(bb);
    IrConst *c = evaluate(s, ir_op(t, 0), bb, from, 0);
    if (!c) return NULL;
    if (t->v.op == IR_BR) return ir_succ(t, ir_is_zero(&c->v));
    for (uint32_t k = 2; k < t->nops; k += 2) {
        if (ir_op(t, k) == &c->v) return (IrBlock *)ir_op(t, k + 1);
    }
    return ir_succ(t, 0);
}

// ---- where it may be ----

static bool may_copy(const IrBlock *bb) {
    uint32_t n = 0;
    IR_FOREACH_INST(i, bb) {
        if (ir_is_term(i)) return i->v.op == IR_SWITCH || (i->v.op == IR_BR && i->nops == 3);
        if (i->v.op == IR_PHI) continue;
        if (i->v.op == IR_ALLOCA || ir_is_convergent(i) || !ir_can_duplicate(i)) return false;
        if (i->v.type->kind == IR_TY_TOKEN || ++n > COST) return false;
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
static bool may_part(Threading *s, IrBlock *bb) {
    IrBlock *meet = s->pdom->idom[bb->v.id];
    s->region.n = 0;
    vec_push(s->pc->tmp, &s->region, bb);
    for (uint32_t k = 0; k < s->region.n; k++) {
        IrInst *t = ir_term(s->region.at[k]);
        for (uint32_t e = 0; e < ir_nsucc(t); e++) {
            IrBlock *to = ir_succ(t, e);
            bool seen = to == meet;
            for (uint32_t j = 0; j < s->region.n && !seen; j++) seen = s->region.at[j] == to;
            if (seen) continue;
            if (s->region.n == REGION || !in_round(s, to) || has_convergent(to)) return false;
            vec_push(s->pc->tmp, &s->region, to);
        }
    }
    return !meet || in_round(s, meet);
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
static void demote(Threading *s, IrInst *i) {
    IrInst *slot = NULL;
    for (IrUse *u = i->v.uses, *next; u; u = next) {
        next = u->next;
        if (!leaves(u, i->block)) continue;
        if (!slot) slot = ir_entry_alloca(s->f, i->v.type, 0, 0);
        IrInst *user = u->user, *before = user;
        uint32_t index = ir_use_index(u);
        IrValue *v = NULL;
        if (user->v.op == IR_PHI) { // several edges from one block bring the same value
            IrBlock *from = ir_phi_block(user, index / 2);
            v = loaded_before(user, from, &i->v);
            before = ir_term(from);
        }
        if (!v) {
            IrBuilder b = ir_builder_at(before);
            v = &ir_load(&b, i->v.type, &slot->v, 0)->v;
        }
        ir_set_op(user, index, v);
    }
    if (!slot) return;
    s->any_slot = true;
    IrInst *after = i->v.op == IR_PHI ? ir_first_non_phi(i->block) : i->next;
    IrBuilder b = ir_builder_at(after);
    ir_store(&b, &i->v, &slot->v, 0);
}

typedef struct {
    IrBlock *bb, *to, *copy;
    uint32_t n;
    IrBlock *from[MAX_PREDS];
    Map copied; // value of bb -> its copy
} Job;

static IrValue *mapped(Job *j, IrValue *v) {
    IrValue *c = map_get(&j->copied, (uintptr_t)v);
    return c ? c : v;
}

static void copy_phi(Job *j, IrBuilder *b, const IrInst *i) {
    IrInst *c = ir_phi(b, i->v.type, j->n);
    c->fmf = i->fmf;
    c->v.name = i->v.name;
    for (uint32_t k = 0; k < j->n; k++) {
        ir_phi_add(c, ir_phi_value(i, (uint32_t)ir_phi_find(i, j->from[k])), j->from[k]);
    }
    map_put(&j->copied, (uintptr_t)&i->v, &c->v);
}

static void copy_block(Threading *s, Job *j) {
    IrBuilder b = ir_builder(s->f, j->copy);
    IR_FOREACH_INST(i, j->bb) {
        if (ir_is_term(i)) break;
        if (i->v.op == IR_PHI) {
            copy_phi(j, &b, i);
            continue;
        }
        IrInst *c = ir_inst_clone(s->f, i);
        for (uint32_t k = 0; k < c->nops; k++) ir_set_op(c, k, mapped(j, ir_op(c, k)));
        c->v.name = i->v.name;
        ir_insert_at_end(c, j->copy);
        map_put(&j->copied, (uintptr_t)&i->v, &c->v);
    }
    b.dbg = ir_term(j->bb)->dbg;
    ir_br(&b, j->to);
}

static void lead_past(Threading *s, Job *j) {
    IR_FOREACH_INST_SAFE(i, j->bb) {
        if (!ir_is_term(i) && i->v.type->kind != IR_TY_VOID) demote(s, i);
    }
    map_init(&j->copied, s->pc->tmp);
    j->copy = ir_block_new(s->f, j->bb->v.name);
    ir_block_move_after(j->copy, j->bb);
    copy_block(s, j);
    for (IrInst *i = j->to->first; i->v.op == IR_PHI; i = i->next) {
        IrValue *v = ir_phi_value(i, (uint32_t)ir_phi_find(i, j->bb));
        ir_phi_add(i, mapped(j, v), j->copy);
    }
    for (uint32_t k = 0; k < j->n; k++) {
        IrInst *t = ir_term(j->from[k]);
        for (uint32_t e = 0; e < ir_nsucc(t); e++) {
            if (ir_succ(t, e) == j->bb) ir_set_succ(t, e, j->copy);
        }
        ir_phi_remove_edge(j->bb, j->from[k]);
    }
}

// ---- the pass ----

static bool has_one_edge(const IrInst *term, const IrBlock *to) {
    uint32_t n = 0;
    for (uint32_t k = 0; k < ir_nsucc(term); k++) n += ir_succ(term, k) == to;
    return n == 1 && term->v.op != IR_INDIRECTBR;
}

// The first target that some ways lead to, and those ways.
static bool find_job(Threading *s, IrBlock *bb, Job *j) {
    uint32_t preds = MAX_PREDS;
    *j = (Job){.bb = bb};
    IR_FOREACH_PRED(u, bb) {
        IrBlock *from = u->user->block;
        if (!preds--) break;
        if (from == bb || !has_one_edge(u->user, bb)) continue;
        IrBlock *to = target_of(s, bb, from);
        if (!to || to == bb || (j->to && j->to != to) || is_header(s, to)) continue;
        j->to = to;
        j->from[j->n++] = from;
    }
    return j->to != NULL;
}

static bool thread_block(Threading *s, IrBlock *bb, Job *j) {
    bool candidate = in_round(s, bb) && !is_header(s, bb) && bb != s->f->first && may_copy(bb) &&
                     !ir_single_pred(bb);
    if (!candidate || !find_job(s, bb, j) || !may_part(s, bb)) return false;
    for (; s->budget; s->budget--) {
        lead_past(s, j);
        bitset_add(&s->touched, bb->v.id);
        if (!find_job(s, bb, j)) break; // another target
    }
    return true;
}

static bool round_of(Threading *s) {
    const AnLoops *ls = an_loops(s->pc->an);
    s->pdom = an_pdom(s->pc->an);
    s->nids = s->f->nblockids;
    bitset_init(&s->header, s->pc->tmp, s->nids);
    bitset_init(&s->touched, s->pc->tmp, s->nids);
    for (uint32_t k = 0; k < ls->all.n; k++) bitset_add(&s->header, ls->all.at[k]->header->v.id);
    Job *j = arena_alloc(s->pc->tmp, sizeof *j, _Alignof(Job));
    bool changed = false;
    for (IrBlock *bb = s->f->first, *next; bb && s->budget; bb = next) {
        next = bb->next;
        changed |= thread_block(s, bb, j);
    }
    if (!changed) return false;
    opt_remove_unreachable(s->f, s->pc->tmp);
    an_changed(s->pc->an, AN_CHANGED_ALL);
    return true;
}

bool opt_jump_threading(PassCtx *pc, IrFunc *f) {
    Threading s = {.pc = pc, .f = f, .m = f->g.m, .budget = 16};
    bool changed = opt_remove_unreachable(f, pc->tmp);
    if (changed) an_changed(pc->an, AN_CHANGED_ALL);
    IR_FOREACH_BLOCK(bb, f) s.budget++;
    for (int k = 0; k < ROUNDS && round_of(&s); k++) changed = true;
    if (s.any_slot) opt_promote(pc, f);
    return changed;
}
