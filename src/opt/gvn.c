// SPDX-License-Identifier: Apache-2.0
// gvn: common subexpressions, loads and what branches tell, over the dominator tree; dse: stores
// that are overwritten before anyone reads.
//
//     %a = add i32 %x, %y                        %a = add i32 %x, %y
//     store i32 %a, ptr %p                       store i32 %a, ptr %p
//     %v = load i32, ptr %p               =>
//     %b = add i32 %x, %y
//     %c = mul i32 %v, %b                        %c = mul i32 %a, %a
//
// Values: a hash table of pure operations; an entry serves where it dominates. Blocks are visited
// in preorder of the dominator tree, so that one visit finds everything but cycles of phis. Memory:
// each block keeps the list of locations whose value is known at its end (at most KNOWN, the oldest
// are forgotten), as (base, constant offset, type) -> value. Instructions that may write take out
// what they may change (alias.c: barriers, fences, ordered atomics and unknown calls take all that
// other threads reach). A block begins with its immediate dominator's list less what the blocks on
// the ways between may change; more than WALK such instructions, and it begins empty. Loads that
// are volatile or ordered are neither replaced nor remembered.
#include "opt/opt.h"

enum { KNOWN = 64, WALK = 600, CHAIN = 16 };

typedef struct {
    IrValue *base;
    int64_t off;
    IrType *type;
    IrValue *ptr, *value;
    bool invariant;
} Known;
typedef struct {
    uint32_t n;
    Known at[KNOWN]; // a list that is kept is cut off after n
} Memory;
typedef struct Entry Entry;
struct Entry {
    IrInst *i;
    uint64_t hash;
    Entry *next;
};
typedef struct {
    PassCtx *pc;
    IrFunc *f;
    IrModule *m;
    const AnDom *dom;
    const AnCfg *cfg;
    Entry **bucket;
    uint32_t mask;
    const Memory **out; // by block id: at the block's end; NULL: nothing
    uint32_t *seen;     // by block id: stamp of the walk that met it
    uint32_t stamp;
    VEC(IrBlock *) walk;
    Atom invariant;
    bool changed;
    Memory now; // where the visit stands; last, for it need not be cleared
} Gvn;

// ---- values ----

static bool is_pure(const IrInst *i) {
    switch (ir_ops[i->v.op].class) {
    case IRC_UNARY:
    case IRC_BINARY:
    case IRC_CAST:
    case IRC_CMP:
    case IRC_VEC:
    case IRC_AGG: return true;
    default: break;
    }
    if (i->v.op == IR_GEP || i->v.op == IR_SELECT) return true;
    if (i->v.op != IR_CALL || i->v.type->kind == IR_TY_VOID || ir_has_effect(i)) return false;
    return !ir_is_convergent(i) && ir_call_memory(i) == IR_MEM_NONE &&
           ir_callee(i)->kind == IR_C_FUNC;
}

static uint64_t value_hash(const IrValue *v) { // by contents, not by address: runs must be alike
    if (v->kind <= IR_V_INST) return v->id * 2 + 1;
    if (v->kind == IR_C_INT) return ir_uval((const IrConst *)v) * 2 + 7919;
    return v->kind;
}

static uint64_t hash_of(const IrInst *i) {
    uint64_t h = i->v.op * 0x9E3779B97F4A7C15ull + i->pred * 31 + i->nops + i->v.type->bits * 131;
    bool comm = (ir_ops[i->v.op].props & IRP_COMM) != 0;
    for (uint32_t k = 0; k < i->nops; k++) {
        uint64_t o = value_hash(ir_op(i, k)) * 0xD6E8FEB86659FD93ull;
        h = comm ? h + (o ^ o >> 29) : (h ^ o) * 0x9E3779B97F4A7C15ull;
    }
    return h ^ h >> 31;
}

static bool same(const IrInst *a, const IrInst *b) {
    if (a->v.op != b->v.op || a->v.type != b->v.type || a->nops != b->nops || a->pred != b->pred ||
        a->nidx != b->nidx) {
        return false;
    }
    if (a->nidx ? memcmp(a->idx, b->idx, a->nidx * sizeof *a->idx) != 0 : a->aty != b->aty) {
        return false;
    }
    if (a->v.op == IR_CALL &&
        (a->call->cc != b->call->cc || a->call->attrs.fn != b->call->attrs.fn)) {
        return false;
    }
    if ((ir_ops[a->v.op].props & IRP_COMM) && ir_op(a, 0) == ir_op(b, 1) &&
        ir_op(a, 1) == ir_op(b, 0)) {
        return true;
    }
    for (uint32_t k = 0; k < a->nops; k++) {
        if (ir_op(a, k) != ir_op(b, k)) return false;
    }
    return true;
}

static void replace(Gvn *g, IrInst *i, IrValue *by) {
    ir_replace_erase(i, by);
    g->changed = true;
}

static bool reuse(Gvn *g, IrInst *i) {
    uint64_t h = hash_of(i);
    Entry **b = &g->bucket[h & g->mask];
    uint32_t left = CHAIN;
    for (Entry *e = *b; e; e = e->next) {
        if (e->hash != h) continue;
        if (!left--) break;
        // (of one block, what has been visited stands in front)
        if (!same(e->i, i) || !an_dominates(g->dom, e->i->block, i->block)) continue;
        // it must promise no more than both did
        e->i->v.flags &= i->v.flags;
        e->i->fmf &= i->fmf;
        replace(g, i, &e->i->v);
        return true;
    }
    Entry *e = arena_new(g->pc->tmp, Entry);
    *e = (Entry){i, h, *b};
    *b = e;
    return false;
}

// ---- memory ----

static void clobber(Memory *m, const IrInst *by) {
    uint32_t n = 0;
    for (uint32_t k = 0; k < m->n; k++) {
        Known *e = &m->at[k];
        bool keep = e->invariant || !(an_modref(by, (AnLoc){e->ptr, e->type->store_size}) & AN_MOD);
        if (keep) m->at[n++] = *e;
    }
    m->n = n;
}

static void remember(Memory *m, Known e) {
    if (m->n == KNOWN) {
        memmove(m->at, m->at + 1, sizeof(Known) * (KNOWN - 1));
        m->n--;
    }
    m->at[m->n++] = e;
}

static Known location(IrValue *ptr, IrType *t) {
    Known k = {.ptr = ptr, .type = t};
    k.base = ir_strip_ptr(ptr, &k.off);
    return k;
}

static bool is_simple(const IrType *t) { // reinterpreted by a bitcast
    return (ir_ty_is_int(t) && t->bits >= 16 && t->bits % 8 == 0) || ir_ty_is_fp(t) ||
           (ir_ty_is_vec(t) && ir_ty_bits(t) % 32 == 0 && !ir_ty_is_ptr(t->elem));
}

static IrValue *known_value(const Memory *m, const Known *want, IrInst *at) {
    for (uint32_t k = m->n; k-- > 0;) {
        const Known *e = &m->at[k];
        if (e->base != want->base || e->off != want->off) continue;
        if (e->type == want->type) return e->value;
        if (!at || !is_simple(e->type) || !is_simple(want->type) ||
            ir_ty_bits(e->type) != ir_ty_bits(want->type)) {
            continue;
        }
        IrBuilder b = ir_builder_at(at);
        return ir_bitcast(&b, e->value, want->type);
    }
    return NULL;
}

static bool is_plain(const IrInst *i) {
    return !(i->v.flags & IR_VOLATILE) && i->order == IR_NOT_ATOMIC;
}

static void load(Gvn *g, Memory *m, IrInst *i) {
    Known k = location(ir_op(i, 0), i->v.type);
    IrValue *v = known_value(m, &k, i);
    if (v) {
        replace(g, i, v);
        return;
    }
    k.value = &i->v;
    k.invariant = ir_get_md(i, g->invariant) || an_is_constant_memory(k.ptr);
    remember(m, k);
}

static void store(Gvn *g, Memory *m, IrInst *i) {
    Known k = location(ir_op(i, 1), ir_op(i, 0)->type);
    k.value = ir_op(i, 0);
    if (known_value(m, &k, NULL) == k.value) { // it is there already
        ir_erase(i);
        g->changed = true;
        return;
    }
    clobber(m, i);
    remember(m, k);
}

// What the blocks between bb's immediate dominator and bb may change goes from the list.
static void clobber_between(Gvn *g, Memory *m, IrBlock *bb, const IrBlock *idom) {
    uint32_t left = WALK;
    g->stamp++;
    g->walk.n = 0;
    vec_push(g->pc->tmp, &g->walk, bb); // its predecessors; itself only on a way back to it
    for (bool first = true; g->walk.n && m->n; first = false) {
        IrBlock *b = vec_pop(&g->walk);
        if (!first) {
            IR_FOREACH_INST(i, b) {
                if (!left--) {
                    m->n = 0;
                    return;
                }
                if (ir_may_write(i)) clobber(m, i);
            }
        }
        if (b == bb && !first) continue;
        IR_FOREACH_PRED(u, b) {
            IrBlock *p = u->user->block;
            if (p == idom || !an_reachable(g->cfg, p) || g->seen[p->v.id] == g->stamp) continue;
            g->seen[p->v.id] = g->stamp;
            vec_push(g->pc->tmp, &g->walk, p);
        }
    }
}

static size_t memory_size(const Memory *m) {
    return offsetof(Memory, at) + m->n * sizeof *m->at;
}

static Memory *memory_at(Gvn *g, IrBlock *bb) {
    Memory *m = &g->now;
    IrBlock *idom = g->dom->idom[bb->v.id];
    const Memory *from = idom ? g->out[idom->v.id] : NULL;
    m->n = 0;
    if (!from) return m;
    memcpy(m, from, memory_size(from));
    // the dominator's list holds at its end, whichever way it was entered
    if (ir_single_pred(bb) != idom) clobber_between(g, m, bb, idom);
    return m;
}

// ---- branches ----

static void replace_below(Gvn *g, IrValue *v, IrValue *by, const IrBlock *top) {
    uint32_t left = 64;
    IR_FOREACH_USE_SAFE(u, v) {
        if (!left--) return;
        const IrBlock *at = u->user->block;
        if (u->user->v.op == IR_PHI) at = ir_phi_block(u->user, ir_use_index(u) / 2);
        if (!an_reachable(g->cfg, at) || !an_dominates(g->dom, top, at)) continue;
        ir_set_op(u->user, ir_use_index(u), by);
        g->changed = true;
    }
}

// On the edge into bb the condition is known, and with it what it compares for equality.
static void use_condition(Gvn *g, IrBlock *bb) {
    IrBlock *p = ir_single_pred(bb);
    IrInst *t = p ? ir_term(p) : NULL;
    if (!t || t->v.op != IR_BR || t->nops != 3 || !an_reachable(g->cfg, p)) return;
    bool taken = ir_succ(t, 0) == bb;
    IrValue *c = ir_op(t, 0);
    if (ir_is_const(c) || c->kind > IR_V_INST) return;
    replace_below(g, c, &(taken ? ir_true(g->m) : ir_false(g->m))->v, bb);
    IrInst *k = ir_as_op(c, IR_ICMP);
    if (k && k->pred == (taken ? IR_EQ : IR_NE) && ir_as_cint(ir_op(k, 1)) &&
        !ir_is_const(ir_op(k, 0))) {
        replace_below(g, ir_op(k, 0), ir_op(k, 1), bb);
    }
}

static void visit_block(Gvn *g, IrBlock *bb) {
    use_condition(g, bb);
    Memory *m = memory_at(g, bb);
    IR_FOREACH_INST_SAFE(i, bb) {
        IrValue *v = i->v.uses ? opt_simplify(g->m, i) : NULL;
        if (v && !ir_has_effect(i)) {
            replace(g, i, v);
        } else if (i->v.op == IR_LOAD && is_plain(i)) {
            load(g, m, i);
        } else if (i->v.op == IR_STORE && is_plain(i)) {
            store(g, m, i);
        } else if (is_pure(i)) {
            reuse(g, i);
        } else if (ir_may_write(i)) {
            clobber(m, i);
        }
    }
    if (m->n) g->out[bb->v.id] = arena_copy(g->pc->tmp, m, memory_size(m), _Alignof(Memory));
}

bool opt_gvn(PassCtx *pc, IrFunc *f) {
    Gvn g;
    memset(&g, 0, offsetof(Gvn, now));
    g.pc = pc;
    g.f = f;
    g.m = f->g.m;
    g.dom = an_dom(pc->an);
    g.cfg = an_cfg(pc->an);
    uint32_t n = 64;
    while (n < f->nvalues) n *= 2;
    g.bucket = arena_array(pc->tmp, Entry *, n);
    g.mask = n - 1;
    g.out = arena_array(pc->tmp, const Memory *, f->nblockids);
    g.seen = arena_array(pc->tmp, uint32_t, f->nblockids);
    g.invariant = atom_cstr(pc->ctx, "invariant.load");
    for (uint32_t k = 0; k < g.dom->n; k++) visit_block(&g, g.dom->preorder[k]);
    return g.changed;
}

// ---- dse ----

// Backwards through a block: locations that are certainly written again before anyone reads them.
bool opt_dse(PassCtx *pc, IrFunc *f) {
    bool changed = false;
    enum { MAX = 32 };
    IR_FOREACH_BLOCK(bb, f) {
        AnLoc dead[MAX];
        uint32_t n = 0;
        for (IrInst *i = bb->last, *prev; i; i = prev) {
            prev = i->prev;
            AnLoc l = an_loc(i);
            bool plain_store = i->v.op == IR_STORE && is_plain(i);
            bool over = false;
            for (uint32_t k = 0; plain_store && k < n && !over; k++) {
                over = l.size <= dead[k].size &&
                       an_alias((AnLoc){l.ptr, dead[k].size}, dead[k]) == AN_MUST_ALIAS;
            }
            if (over) { // what computed the value is left to dce
                ir_erase(i);
                changed = true;
                continue;
            }
            uint32_t kept = 0;
            if (ir_may_read(i) || ir_has_effect(i)) {
                for (uint32_t k = 0; k < n; k++) {
                    uint32_t r = plain_store ? 0 : an_modref(i, dead[k]);
                    // code that may not come back leaves memory to be seen
                    bool leaves = i->v.op == IR_CALL && !ir_intrin_of(i) &&
                                  !an_is_local_object(an_underlying(dead[k].ptr));
                    if (!(r & AN_REF) && !leaves) dead[kept++] = dead[k];
                }
                n = kept;
            }
            if (plain_store && n < MAX) dead[n++] = l;
        }
    }
    return changed;
}
