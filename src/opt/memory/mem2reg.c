// SPDX-License-Identifier: Apache-2.0
// mem2reg: an alloca that is only loaded and stored whole, as one type, becomes values. Phis go to
// the iterated dominance frontier of the stores, cut down to where the variable is live in (pruned
// SSA); one walk over the dominator tree renames all variables at once.
//
// A load before any store gives undef, as LLVM says. An alloca in one block, or with one store that
// dominates all loads, needs no phis: the general way handles both at little cost, because the
// frontier is computed only for variables that are live into some block.
#include "opt/memory/promote.h"

#include "ir/intrin_id.h"

typedef struct {
    IrInst *alloca_;
    IrType *type;
    IrValue *value; // at the current point of the walk
} Var;

typedef struct {
    IrInst *phi;
    uint32_t var, next; // next phi of the same block + 1
} PhiOf;

typedef struct {
    uint32_t var;
    IrValue *old;
} Undo;

typedef struct {
    PassCtx *pc;
    IrFunc *f;
    Arena *a;
    const AnDom *dom;
    VEC(Var) var;
    uint32_t *var_of; // by value id of the alloca: number + 1
    uint32_t nvalues;
    VEC(PhiOf) phis;
    uint32_t *phi_head; // by block id: index + 1 into phis
    VEC(Undo) undo;
} M2r;

static bool is_marker(const IrInst *inst) { // lifetime markers do not count as uses
    return ir_is_lifetime(ir_intrin_of(inst));
}

// The type all loads and stores agree on, or NULL.
static IrType *promotable_type(IrInst *al) {
    IrType *type = NULL;
    if (!ir_is_int(ir_op(al, 0), 1)) return NULL;
    IR_FOREACH_USE(u, &al->v) {
        IrInst *i = u->user;
        if (i->v.op == IR_LOAD || (i->v.op == IR_STORE && u == &i->op[1])) {
            if ((i->v.flags & IR_VOLATILE) || i->order) return NULL;
            IrType *x = i->v.op == IR_LOAD ? i->v.type : ir_op(i, 0)->type;
            if (type && type != x) return NULL;
            if (x->store_size > al->aty->size) return NULL;
            type = x;
        } else if (!is_marker(i)) {
            return NULL;
        }
    }
    return type ? type : al->aty;
}

bool opt_is_promotable(IrInst *al) {
    return promotable_type(al) != NULL;
}

static int32_t var_of(const M2r *m2r, const IrValue *address) {
    return address->kind == IR_V_INST && address->id < m2r->nvalues
               ? (int32_t)m2r->var_of[address->id] - 1
               : -1;
}

// ---- debug records ----

// Only a value that is the whole variable, or the variable's address (a reference), says all.
static IrValue *recorded_value(M2r *m2r, const Var *var, const IrRecord *record, IrValue *stored) {
    enum { FRAGMENT = 0x1000, DEREF = 0x06 };
    uint64_t op[4];
    const IrMd *expr = ir_record_expression(m2r->pc->m, record);
    uint32_t n = ir_expression_ops(m2r->pc->m, expr, CU_COUNT(op), op);
    bool plain = n == 0 || op[0] == FRAGMENT || (op[0] == DEREF && (n == 1 || op[1] == FRAGMENT));
    bool whole = var->type->store_size == var->alloca_->aty->size;
    return plain && whole ? stored : &ir_poison(m2r->pc->m, stored->type)->v;
}

// Few variables share an alloca (a structured binding's); of hostile many not all get every value.
enum { MAX_DECLARED = 100 };

// The variable whose place was the alloca has this value from here on.
static void record_value(M2r *m2r, const Var *var, IrInst *at, IrValue *stored) {
    IrRecordUse *use = ir_record_uses(m2r->f, &var->alloca_->v);
    for (uint32_t n = 0; use && n < MAX_DECLARED; use = use->next, n++) {
        const IrRecord *r = use->record;
        if (r->kind != IR_RECORD_DECLARE || r->n != 1) continue;
        ir_record_new(at->block, at, IR_RECORD_VALUE, recorded_value(m2r, var, r, stored), r->var,
                      ir_record_expression(m2r->pc->m, r), r->loc);
    }
}

static bool is_not_promoted(const void *data, const IrRecord *record) {
    const IrValue *place = record->n == 1 ? record->use[0].value : NULL;
    return record->kind != IR_RECORD_DECLARE || !place || var_of(data, place) < 0;
}

// Nothing is declared to be in an alloca that is gone.
static void remove_declarations(M2r *m2r) {
    bool any = false;
    for (uint32_t k = 0; k < m2r->var.n; k++) any = any || m2r->var.at[k].alloca_->v.recorded;
    if (!any) return;
    IR_FOREACH_BLOCK(bb, m2r->f) {
        IR_FOREACH_INST(i, bb) ir_records_keep(i, is_not_promoted, m2r);
    }
}

// ---- placing phis ----

typedef struct {
    AnBlockVec def, use; // blocks that store; blocks that load before any store
} VarBlocks;

static void find_blocks(M2r *m2r, VarBlocks *vb) {
    uint32_t n = m2r->var.n;
    uint32_t *stored_in =
        arena_array(m2r->a, uint32_t, n); // block number + 1 of the last store seen
    uint32_t *used_in = arena_array(m2r->a, uint32_t, n);
    uint32_t number = 0;
    IR_FOREACH_BLOCK(bb, m2r->f) {
        number++;
        IR_FOREACH_INST(i, bb) {
            if (i->v.op == IR_LOAD) {
                int32_t k = var_of(m2r, ir_op(i, 0));
                if (k < 0 || stored_in[k] == number || used_in[k] == number) continue;
                used_in[k] = number;
                vec_push(m2r->a, &vb[k].use, bb);
            } else if (i->v.op == IR_STORE) {
                int32_t k = var_of(m2r, ir_op(i, 1));
                if (k < 0 || stored_in[k] == number) continue;
                stored_in[k] = number;
                vec_push(m2r->a, &vb[k].def, bb);
            }
        }
    }
}

// Blocks into which the variable's value is live: backwards from the uses, not through definitions.
static void live_in(M2r *m2r, const VarBlocks *vb, BitSet *live, BitSet *defs, AnBlockVec *work) {
    bitset_clear(live);
    bitset_clear(defs);
    for (uint32_t k = 0; k < vb->def.n; k++) bitset_add(defs, vb->def.at[k]->v.id);
    work->n = 0;
    for (uint32_t k = 0; k < vb->use.n; k++) {
        bitset_add(live, vb->use.at[k]->v.id);
        vec_push(m2r->a, work, vb->use.at[k]);
    }
    while (work->n) {
        IrBlock *bb = vec_pop(work);
        IR_FOREACH_PRED(u, bb) {
            IrBlock *p = u->user->block;
            if (bitset_has(defs, p->v.id) || bitset_has(live, p->v.id)) continue;
            bitset_add(live, p->v.id);
            vec_push(m2r->a, work, p);
        }
    }
}

// No definitions meet: there is none, or one whose block strictly dominates every use.
static bool needs_no_phi(const M2r *m2r, const VarBlocks *vb) {
    if (!vb->def.n || !vb->use.n) return true;
    if (vb->def.n > 1) return false;
    const IrBlock *def = vb->def.at[0];
    for (uint32_t k = 0; k < vb->use.n; k++) {
        if (vb->use.at[k] == def || !an_dominates(m2r->dom, def, vb->use.at[k])) return false;
    }
    return true;
}

static void place_phis(M2r *m2r, VarBlocks *vb) {
    BitSet live, defs;
    AnBlockVec work = {0};
    AnIdf *idf = an_idf_new(m2r->dom, m2r->a);
    bitset_init(&live, m2r->a, m2r->f->nblockids);
    bitset_init(&defs, m2r->a, m2r->f->nblockids);
    for (uint32_t k = 0; k < m2r->var.n; k++) {
        if (needs_no_phi(m2r, &vb[k])) continue;
        live_in(m2r, &vb[k], &live, &defs, &work);
        const AnBlockVec *where = an_idf(idf, vb[k].def.n, vb[k].def.at, &live);
        for (uint32_t j = 0; j < where->n; j++) {
            IrBuilder b = ir_builder(m2r->f, where->at[j]);
            uint32_t *head = &m2r->phi_head[where->at[j]->v.id];
            if (*head) b.before = m2r->phis.at[*head - 1].phi->next;
            b.name = m2r->var.at[k].alloca_->v.name;
            IrInst *phi = ir_phi(&b, m2r->var.at[k].type, 2);
            if (m2r->var.at[k].alloca_->v.recorded)
                record_value(m2r, &m2r->var.at[k], ir_first_non_phi(where->at[j]), &phi->v);
            vec_push(m2r->a, &m2r->phis, ((PhiOf){phi, k, *head}));
            *head = m2r->phis.n;
        }
    }
}

// ---- renaming ----

static IrValue *current(M2r *m2r, uint32_t k) {
    Var *v = &m2r->var.at[k];
    return v->value ? v->value : &ir_undef(m2r->pc->m, v->type)->v;
}

static void set(M2r *m2r, uint32_t k, IrValue *stored) {
    vec_push(m2r->a, &m2r->undo, ((Undo){k, m2r->var.at[k].value}));
    m2r->var.at[k].value = stored;
}

static void rename_block(M2r *m2r, IrBlock *bb) {
    for (uint32_t p = m2r->phi_head[bb->v.id]; p; p = m2r->phis.at[p - 1].next) {
        set(m2r, m2r->phis.at[p - 1].var, &m2r->phis.at[p - 1].phi->v);
    }
    IR_FOREACH_INST_SAFE(i, bb) {
        if (i->v.op == IR_LOAD) {
            int32_t k = var_of(m2r, ir_op(i, 0));
            if (k >= 0) ir_replace_erase(i, current(m2r, (uint32_t)k));
        } else if (i->v.op == IR_STORE) {
            int32_t k = var_of(m2r, ir_op(i, 1));
            if (k < 0) continue;
            IrValue *x = ir_op(i, 0);
            if (x->kind == IR_V_INST && !x->name) x->name = m2r->var.at[k].alloca_->v.name;
            set(m2r, (uint32_t)k, x);
            if (m2r->var.at[k].alloca_->v.recorded) record_value(m2r, &m2r->var.at[k], i, x);
            ir_erase(i);
        }
    }
    IrInst *t = ir_term(bb);
    for (uint32_t e = 0; e < ir_nsucc(t); e++) {
        IrBlock *to = ir_succ(t, e);
        for (uint32_t p = m2r->phi_head[to->v.id]; p; p = m2r->phis.at[p - 1].next) {
            ir_phi_add(m2r->phis.at[p - 1].phi, current(m2r, m2r->phis.at[p - 1].var), bb);
        }
    }
}

static void rename_all(M2r *m2r) {
    const AnDom *dom = m2r->dom;
    typedef struct {
        IrBlock *bb;
        uint32_t undo; // length before the block
    } Frame;
    VEC(Frame) stack = {0};
    IrBlock *bb = m2r->f->first;
    while (bb) {
        vec_push(m2r->a, &stack, ((Frame){bb, m2r->undo.n}));
        rename_block(m2r, bb);
        IrBlock *next = dom->first_child[bb->v.id];
        while (!next && stack.n) { // leave blocks until one has a sibling
            Frame fr = vec_pop(&stack);
            while (m2r->undo.n > fr.undo) {
                Undo u = vec_pop(&m2r->undo);
                m2r->var.at[u.var].value = u.old;
            }
            if (stack.n) next = dom->next_sibling[fr.bb->v.id];
        }
        bb = next;
    }
}

// Code that is never reached is not walked: its loads become undef. Predecessors that are not
// reached must still appear in the phis.
static void finish_unreachable(M2r *m2r) {
    IR_FOREACH_BLOCK(bb, m2r->f) {
        if (bb->v.id < m2r->dom->nids && m2r->dom->in[bb->v.id]) continue;
        IR_FOREACH_INST_SAFE(i, bb) {
            if (i->v.op == IR_LOAD && var_of(m2r, ir_op(i, 0)) >= 0) {
                ir_replace_erase(i, &ir_undef(m2r->pc->m, i->v.type)->v);
            } else if (i->v.op == IR_STORE && var_of(m2r, ir_op(i, 1)) >= 0) {
                ir_erase(i);
            }
        }
        IrInst *t = ir_term(bb);
        for (uint32_t e = 0; e < ir_nsucc(t); e++) {
            IrBlock *to = ir_succ(t, e);
            if (to->v.id >= m2r->dom->nids) continue;
            for (uint32_t p = m2r->phi_head[to->v.id]; p; p = m2r->phis.at[p - 1].next) {
                IrInst *phi = m2r->phis.at[p - 1].phi;
                ir_phi_add(phi, &ir_undef(m2r->pc->m, phi->v.type)->v, bb);
            }
        }
    }
}

// The one value that a phi can have, or NULL.
static IrValue *only_value(const IrInst *phi) {
    IrValue *one = NULL;
    for (uint32_t j = 0; j < ir_phi_n(phi); j++) {
        IrValue *x = ir_phi_value(phi, j);
        if (x == &phi->v || x == one) continue;
        if (one) return NULL;
        one = x;
    }
    return one;
}

// A phi whose values are all one value (or itself) is that value; then phis that use it may be.
static void simplify_phis(M2r *m2r) {
    VEC(IrInst *) work = {0};
    for (uint32_t k = m2r->phis.n; k-- > 0;) vec_push(m2r->a, &work, m2r->phis.at[k].phi);
    while (work.n) {
        IrInst *phi = vec_pop(&work);
        bool erased = !phi->nops || !ir_op(phi, 0);
        IrValue *one = erased ? NULL : only_value(phi);
        if (!one) continue;
        IR_FOREACH_USE(u, &phi->v) {
            if (u->user->v.op == IR_PHI && u->user != phi) vec_push(m2r->a, &work, u->user);
        }
        ir_replace_erase(phi, one);
    }
}

void opt_promote_these(PassCtx *pc, IrFunc *fn, uint32_t n, IrInst *const *al) {
    M2r m2r = {.pc = pc, .f = fn, .a = pc->tmp, .nvalues = fn->nvalues};
    ArenaMark mark = arena_mark(pc->tmp); // sroa comes here once a round
    m2r.var_of = arena_array(m2r.a, uint32_t, fn->nvalues);
    for (uint32_t k = 0; k < n; k++) {
        vec_push(m2r.a, &m2r.var, ((Var){al[k], promotable_type(al[k]), NULL}));
        m2r.var_of[al[k]->v.id] = m2r.var.n;
    }
    m2r.dom = an_dom(pc->an);
    m2r.phi_head = arena_array(m2r.a, uint32_t, fn->nblockids);
    VarBlocks *vb = arena_array(m2r.a, VarBlocks, m2r.var.n);
    find_blocks(&m2r, vb);
    place_phis(&m2r, vb);
    rename_all(&m2r);
    finish_unreachable(&m2r);
    simplify_phis(&m2r);
    remove_declarations(&m2r);
    for (uint32_t k = 0; k < m2r.var.n; k++) {
        IrInst *i = m2r.var.at[k].alloca_;
        IR_FOREACH_USE_SAFE(u, &i->v) ir_erase(u->user); // markers
        ir_erase(i);
    }
    arena_reset(pc->tmp, mark);
}

bool opt_promote(PassCtx *pc, IrFunc *fn) {
    VEC(IrInst *) good = {0};
    IR_FOREACH_BLOCK(bb, fn) {
        IR_FOREACH_INST(i, bb) {
            if (i->v.op == IR_ALLOCA && opt_is_promotable(i)) vec_push(pc->tmp, &good, i);
        }
    }
    if (good.n) opt_promote_these(pc, fn, good.n, good.at);
    return good.n > 0;
}

OPT_FUNC_PASS(mem2reg);
bool opt_mem2reg(PassCtx *pc, IrFunc *fn) {
    return opt_promote(pc, fn);
}
