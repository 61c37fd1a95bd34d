// SPDX-License-Identifier: Apache-2.0
// gvn: common subexpressions, loads and what branches tell, along the edges that can be taken.
//
//     %a = add i32 %x, %y                        %a = add i32 %x, %y
//     store i32 %a, ptr %p                       store i32 %a, ptr %p
//     %v = load i32, ptr %p               =>
//     %b = add i32 %x, %y
//     %c = mul i32 %v, %b                        %c = mul i32 %a, %a
//
//     t: store i32 1, ptr %p                     t: store i32 1, ptr %p
//     f: store i32 2, ptr %p              =>     f: store i32 2, ptr %p
//     j: %v = load i32, ptr %p                   j: %v = phi i32 [ 1, %t ], [ 2, %f ]
//
// Values: a hash table of pure operations; an entry serves where it dominates. Blocks are visited
// in reverse postorder. An edge whose condition has become a constant is not taken, and a block
// that only such edges lead to is not visited: what it would write changes nothing behind it.
//
// Memory: each block keeps the list of locations whose value is known at its end (at most KNOWN,
// the oldest are forgotten; within a block up to IN_BLOCK, as long as looking through them all
// takes no longer than the function is), as (base, constant offset, type) -> value. Instructions
// that may write take out what they may change (alias.c: barriers, fences, ordered atomics and
// unknown calls take all that other threads reach). Where edges meet, what all lists know is known;
// a phi of the values is made when a load asks. A loop's header begins with its immediate
// dominator's list less what the blocks on the ways between may change; more than WALK such
// instructions, and it begins empty. Loads that are volatile or ordered are neither replaced nor
// remembered.
#include "opt/common/same_value.h"
#include "opt/memory/memory.h"
#include "opt/scalar/scalar.h"

enum { KNOWN = 64, IN_BLOCK = 1024, SPARE = 32, WALK = 600, CHAIN = 16, JOINS = 32 };

typedef struct Join Join;
typedef struct {
    IrValue *base;
    int64_t off;
    IrType *type;
    IrValue *ptr;
    IrValue *value; // NULL: what `join` makes
    Join *join;
    bool invariant;
} Known;

// A location whose values meet in a block, until a load asks for the phi.
struct Join {
    IrBlock *bb;
    IrInst *phi;
    uint32_t depth; // of joins of joins
    uint32_t npreds;
    IrBlock **pred;
    Known *known; // what each predecessor has; type NULL: its edge is not taken
};
typedef struct {
    uint32_t n;
    Known at[IN_BLOCK]; // a list that is kept is cut off after n
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
    const Memory **out;   // by block id: at the block's end; NULL: nothing
    BitSet visited, dead; // by block id
    uint32_t *seen;       // by block id: stamp of the walk that met it
    uint32_t stamp;
    VEC(IrBlock *) walk;
    Atom invariant;
    bool changed;
    uint64_t spare; // entries of long lists that may still be looked at
    Memory now;     // where the visit stands; last, for it need not be cleared
} Gvn;

// ---- values ----

static bool is_pure(const IrInst *inst) {
    static const bool computes[] = {
        [IRC_UNARY] = true, [IRC_BINARY] = true, [IRC_CAST] = true,  [IRC_CMP] = true,
        [IRC_VEC] = true,   [IRC_AGG] = true,    [IRC_OTHER] = false};
    if (computes[ir_ops[inst->v.op].class]) return true;
    if (is_any_of(inst->v.op, IR_GEP, IR_SELECT)) return true;
    bool gives = inst->v.op == IR_CALL && inst->v.type->kind != IR_TY_VOID;
    if (!gives || ir_has_effect(inst) || ir_is_convergent(inst)) return false;
    bool known = ir_callee(inst)->kind == IR_C_FUNC || ir_call_computes(inst);
    return known && ir_call_memory(inst) == IR_MEM_NONE;
}

static void replace(Gvn *gvn, IrInst *old, IrValue *by) {
    ir_replace_erase(old, by);
    gvn->changed = true;
}

static bool reuse(Gvn *gvn, IrInst *later) {
    uint64_t h = opt_value_hash(later);
    Entry **b = &gvn->bucket[h & gvn->mask];
    uint32_t left = CHAIN;
    for (Entry *e = *b; e; e = e->next) {
        if (e->hash != h) continue;
        if (!left--) break;
        // (of one block, what has been visited stands in front)
        if (!opt_same_value(e->i, later) || !an_dominates(gvn->dom, e->i->block, later->block))
            continue;
        // it must promise no more than both did
        e->i->v.flags &= later->v.flags;
        e->i->fmf &= later->fmf;
        ir_md_stands_for(e->i, later);
        replace(gvn, later, &e->i->v);
        return true;
    }
    Entry *e = arena_alloc(gvn->pc->tmp, sizeof(Entry), _Alignof(Entry));
    *e = (Entry){later, h, *b};
    *b = e;
    return false;
}

// ---- memory ----

static void pay(Gvn *gvn, uint32_t looked_at) {
    gvn->spare -= CU_MIN(gvn->spare, (uint64_t)looked_at);
}

static void clobber(Gvn *gvn, Memory *memory, const IrInst *by) {
    uint32_t n = 0;
    if (memory->n > KNOWN) pay(gvn, memory->n - KNOWN);
    for (uint32_t k = 0; k < memory->n; k++) {
        Known *e = &memory->at[k];
        bool keep = e->invariant || !(an_modref(by, (AnLoc){e->ptr, e->type->store_size}) & AN_MOD);
        if (keep) memory->at[n++] = *e;
    }
    memory->n = n;
}

static bool overlap(const Known *a, const Known *b) { // of one base
    if (a->off > b->off) return overlap(b, a);
    return (uint64_t)b->off - (uint64_t)a->off < a->type->store_size;
}

// What a store may do to entries of one base and size: that does not depend on their offsets, if
// the base is not the store's own and not both are geps, which alias.c compares.
typedef struct {
    const IrValue *base;
    const IrType *pointer;
    uint64_t size;
    bool keeps;
} Answer;
typedef struct {
    uint32_t next;
    Answer at[4];
} Answers;

static bool survives(const IrInst *store, const Known *to, const Known *e, Answers *known) {
    AnLoc loc = {e->ptr, e->type->store_size};
    bool by_offset = ir_as_op(e->base, IR_GEP) && ir_as_op(to->base, IR_GEP);
    for (uint32_t k = 0; k < CU_COUNT(known->at) && !by_offset; k++) {
        const Answer *x = &known->at[k];
        if (x->base == e->base && x->pointer == e->ptr->type && x->size == loc.size)
            return x->keeps;
    }
    bool keeps = !(an_modref(store, loc) & AN_MOD);
    if (!by_offset)
        known->at[known->next++ % CU_COUNT(known->at)] =
            (Answer){e->base, e->ptr->type, loc.size, keeps};
    return keeps;
}

// What a plain store to `to` may change. Most of a long list has few bases: offsets decide for the
// store's own, and one alias query, which walks both addresses, for each of the others.
static void clobber_by_store(Gvn *gvn, Memory *memory, const IrInst *by, const Known *to) {
    Answers known = {0};
    uint32_t n = 0;
    if (memory->n > KNOWN)
        pay(gvn, (memory->n - KNOWN) / 16); // comparing is cheaper than asking for aliases
    for (uint32_t k = 0; k < memory->n; k++) {
        const Known *e = &memory->at[k];
        bool own = e->base == to->base;
        bool keep = e->invariant || (own ? !overlap(e, to) : survives(by, to, e, &known));
        if (!keep) continue;
        if (n != k) memory->at[n] = *e;
        n++;
    }
    memory->n = n;
}

// All but the newest entries are forgotten.
static void forget(Memory *m, uint32_t keep) {
    if (m->n <= keep) return;
    memmove(m->at, m->at + m->n - keep, sizeof(Known) * keep);
    m->n = keep;
}

static void remember(Gvn *gvn, Memory *m, Known e) {
    // forgetting moves the list: half of what is too much at once
    if (m->n >= IN_BLOCK) forget(m, IN_BLOCK / 2);
    if (m->n >= KNOWN && !gvn->spare) forget(m, KNOWN - 1);
    m->at[m->n++] = e;
}

static Known location(IrValue *ptr, IrType *type) {
    Known k = {.ptr = ptr, .type = type};
    k.base = ir_strip_ptr(ptr, &k.off);
    return k;
}

static bool is_simple(const IrType *type) { // reinterpreted by a bitcast
    if (ir_ty_is_int(type)) return type->bits >= 16 && type->bits % 8 == 0;
    if (ir_ty_is_vec(type)) return ir_ty_bits(type) % 32 == 0 && !ir_ty_is_ptr(type->elem);
    return ir_ty_is_fp(type);
}

static IrValue *value_of(Gvn *gvn, Known *e);

static IrInst *make_phi(Gvn *gvn, Join *join) {
    IrBuilder builder = ir_builder_at(join->bb->first);
    IrType *type = NULL;
    for (uint32_t k = 0; k < join->npreds; k++) {
        if (join->known[k].type) type = join->known[k].type;
    }
    join->phi = ir_phi(&builder, type, join->npreds);
    for (uint32_t k = 0; k < join->npreds; k++) {
        Known *e = &join->known[k];
        IrValue *v = e->type ? value_of(gvn, e) : &ir_poison(gvn->m, type)->v;
        if (ir_as_op(v, IR_LOAD)) ir_md_stands_for((IrInst *)v, NULL);
        ir_phi_add(join->phi, v, join->pred[k]);
    }
    gvn->changed = true;
    return join->phi;
}

static IrValue *value_of(Gvn *gvn, Known *e) {
    if (e->value) return e->value;
    IrInst *phi = e->join->phi ? e->join->phi : make_phi(gvn, e->join);
    return e->value = &phi->v;
}

// `at`: where a bitcast may be made and a phi for it, or NULL: only a value that is there.
static IrValue *known_value(Gvn *gvn, Memory *memory, const Known *want, IrInst *at) {
    for (uint32_t k = memory->n; k-- > 0;) {
        Known *e = &memory->at[k];
        if (e->base != want->base || e->off != want->off) continue;
        if (e->type == want->type) return at ? value_of(gvn, e) : e->value;
        bool alike = ir_ty_bits(e->type) == ir_ty_bits(want->type);
        if (!at || !alike || !is_simple(e->type) || !is_simple(want->type)) continue;
        IrBuilder b = ir_builder_at(at);
        IrValue *other = value_of(gvn, e);
        if (ir_as_op(other, IR_LOAD)) ir_md_stands_for((IrInst *)other, NULL);
        return ir_bitcast(&b, other, want->type);
    }
    return NULL;
}

static void load(Gvn *gvn, Memory *memory, IrInst *reader) {
    Known k = location(ir_op(reader, 0), reader->v.type);
    if (memory->n > KNOWN)
        pay(gvn, (memory->n - KNOWN) / 16); // comparing is cheaper than asking for aliases
    IrValue *v = known_value(gvn, memory, &k, reader);
    if (v) {
        IrInst *earlier = ir_as_op(v, IR_LOAD);
        if (earlier) ir_md_stands_for(earlier, reader);
        replace(gvn, reader, v);
        return;
    }
    k.value = &reader->v;
    k.invariant = ir_get_md(reader, gvn->invariant) || an_is_constant_memory(k.ptr);
    remember(gvn, memory, k);
}

static void store(Gvn *gvn, Memory *memory, IrInst *writer) {
    Known k = location(ir_op(writer, 1), ir_op(writer, 0)->type);
    k.value = ir_op(writer, 0);
    bool there = known_value(gvn, memory, &k, NULL) == k.value;
    if (there && !opt_makes_vector_whole(writer)) {
        ir_erase(writer);
        gvn->changed = true;
        return;
    }
    clobber_by_store(gvn, memory, writer, &k);
    remember(gvn, memory, k);
}

// ---- edges -------------------------------------------------------------------------------------

// Whether the branch can go to `to`, as far as its condition is known.
static bool may_go(const IrInst *term, const IrBlock *to) {
    bool decided = ir_is_cond_br(term) || term->v.op == IR_SWITCH;
    const IrConst *c = decided ? ir_as_cint(ir_op(term, 0)) : NULL;
    if (!c) return true;
    if (term->v.op == IR_BR) return ir_succ(term, ir_is_zero(&c->v) ? 1 : 0) == to;
    for (uint32_t k = 2; k < term->nops; k += 2) {
        if (ir_op(term, k) == &c->v) return ir_succ(term, k / 2) == to;
    }
    return ir_succ(term, 0) == to;
}

static bool is_visited(const Gvn *gvn, const IrBlock *bb) {
    return bitset_has(&gvn->visited, bb->v.id);
}

static bool is_live_edge(const Gvn *gvn, const IrInst *term, const IrBlock *to) {
    const IrBlock *from = term->block;
    if (!an_reachable(gvn->cfg, from) || bitset_has(&gvn->dead, from->v.id)) return false;
    return !is_visited(gvn, from) || may_go(term, to);
}

// Whether something leads here; a loop's way back does if nothing is known of it yet.
static bool is_live(const Gvn *gvn, const IrBlock *bb) {
    if (bb == gvn->f->first) return true;
    IR_FOREACH_PRED(edge, bb) {
        if (is_live_edge(gvn, edge->user, bb)) return true;
    }
    return false;
}

// ---- memory at the beginning of a block --------------------------------------------------------

// What the blocks between bb's immediate dominator and bb may change goes from the list.
static void clobber_between(Gvn *gvn, Memory *memory, IrBlock *bb, const IrBlock *idom) {
    uint32_t left = WALK;
    gvn->stamp++;
    gvn->walk.n = 0;
    vec_push(gvn->pc->tmp, &gvn->walk, bb); // its predecessors; itself only on a way back to it
    for (bool first = true; gvn->walk.n && memory->n; first = false) {
        IrBlock *block = vec_pop(&gvn->walk);
        if (!first) {
            IR_FOREACH_INST(i, block) {
                if (!left--) {
                    memory->n = 0;
                    return;
                }
                if (ir_may_write(i)) clobber(gvn, memory, i);
            }
        }
        if (block == bb && !first) continue;
        IR_FOREACH_PRED(u, block) {
            IrBlock *p = u->user->block;
            if (p == idom || !is_live_edge(gvn, u->user, block) || gvn->seen[p->v.id] == gvn->stamp)
                continue;
            gvn->seen[p->v.id] = gvn->stamp;
            vec_push(gvn->pc->tmp, &gvn->walk, p);
        }
    }
}

static size_t memory_size(const Memory *m) {
    return offsetof(Memory, at) + m->n * sizeof *m->at;
}

static void begin_with(Memory *m, const Memory *from) {
    m->n = 0;
    if (from) memcpy(m, from, memory_size(from));
}

static bool is_location(const Known *e, const Known *like) {
    return e->base == like->base && e->off == like->off && e->type == like->type;
}

// The newest entry for the location.
static const Known *find_known(const Memory *m, const Known *like) {
    for (uint32_t k = m ? m->n : 0; k-- > 0;) {
        if (is_location(&m->at[k], like)) return &m->at[k];
    }
    return NULL;
}

static bool same_known(const Known *a, const Known *b) {
    return a->value ? a->value == b->value : !b->value && a->join == b->join;
}

// Whether what e knows is there in all of bb without a phi.
static bool reaches(const Gvn *gvn, const Known *e, const IrBlock *bb) {
    const IrInst *def = ir_as_inst(e->value);
    if (e->value) return !def || an_dominates(gvn->dom, def->block, bb);
    return an_dominates(gvn->dom, e->join->bb, bb);
}

// The ways into a block: each predecessor, and whether its edge can be taken.
typedef struct {
    uint32_t n, live;
    IrBlock **pred;
    const Memory **out; // NULL where not taken
    bool *taken;
    bool loop; // one has not been visited
} Ways;

static Ways ways_into(Gvn *gvn, IrBlock *bb) {
    Ways ways = {.n = ir_npreds(bb)};
    uint32_t k = 0;
    Arena *arena = gvn->pc->tmp;
    ways.pred = arena_alloc(arena, ways.n * sizeof *ways.pred, _Alignof(IrBlock *));
    ways.out = arena_alloc(arena, ways.n * sizeof *ways.out, _Alignof(Memory *));
    ways.taken = arena_alloc(arena, ways.n, 1);
    IR_FOREACH_PRED(edge, bb) {
        IrBlock *from = edge->user->block;
        ways.pred[k] = from;
        ways.taken[k] = is_live_edge(gvn, edge->user, bb);
        ways.loop |= ways.taken[k] && !is_visited(gvn, from);
        ways.live += ways.taken[k];
        ways.out[k] = ways.taken[k] ? gvn->out[from->v.id] : NULL;
        k++;
    }
    return ways;
}

// What is known on all ways of the location that `like` knows on one of them. `found` has room for
// an entry a way.
static bool meet(Gvn *gvn, const Ways *ways, IrBlock *bb, const Known *like, const Known **found,
                 Known *out) {
    bool same = true;
    uint32_t depth = 0;
    for (uint32_t k = 0; k < ways->n; k++) {
        found[k] = NULL;
        if (!ways->taken[k]) continue;
        const Known *e = found[k] = find_known(ways->out[k], like);
        if (!e) return false;
        same = same && same_known(e, like);
        if (!e->value) depth = CU_MAX(depth, e->join->depth);
    }
    *out = *like;
    if (same && reaches(gvn, like, bb)) return true;
    if (depth >= JOINS || like->type->kind == IR_TY_TOKEN) return false;

    Known *known = arena_array(gvn->pc->tmp, Known, ways->n);
    for (uint32_t k = 0; k < ways->n; k++) {
        if (found[k]) known[k] = *found[k];
    }
    Join *join = arena_new(gvn->pc->tmp, Join);
    *join =
        (Join){.bb = bb, .depth = depth + 1, .npreds = ways->n, .pred = ways->pred, .known = known};
    out->value = NULL;
    out->join = join;
    return true;
}

static Memory *memory_at(Gvn *gvn, IrBlock *bb) {
    Memory *memory = &gvn->now;
    IrBlock *idom = gvn->dom->idom[bb->v.id];
    memory->n = 0;
    if (!idom) return memory;
    if (ir_single_pred(bb) == idom) {
        begin_with(memory, gvn->out[idom->v.id]);
        return memory;
    }
    Ways ways = ways_into(gvn, bb);
    if (ways.loop) {
        // the dominator's list holds at its end, whichever way it was entered
        begin_with(memory, gvn->out[idom->v.id]);
        clobber_between(gvn, memory, bb, idom);
        return memory;
    }
    const Memory *shortest = NULL;
    for (uint32_t k = 0; k < ways.n; k++) {
        if (!ways.taken[k]) continue;
        if (!ways.out[k]) return memory;
        if (!shortest || ways.out[k]->n < shortest->n) shortest = ways.out[k];
    }
    const Known **found = arena_array(gvn->pc->tmp, const Known *, ways.n);
    for (uint32_t k = 0; shortest && k < shortest->n; k++) {
        if (meet(gvn, &ways, bb, &shortest->at[k], found, &memory->at[memory->n])) memory->n++;
    }
    return memory;
}

// ---- branches ----

static void replace_below(Gvn *gvn, IrValue *replaced, IrValue *by, const IrBlock *top) {
    uint32_t left = 64;
    IR_FOREACH_USE_SAFE(u, replaced) {
        if (!left--) return;
        const IrBlock *at = u->user->block;
        if (u->user->v.op == IR_PHI) at = ir_phi_block(u->user, ir_use_index(u) / 2);
        if (!an_reachable(gvn->cfg, at) || !an_dominates(gvn->dom, top, at)) continue;
        ir_set_op(u->user, ir_use_index(u), by);
        gvn->changed = true;
    }
}

// On the edge into bb the condition is known, and with it what it compares for equality.
static void use_condition(Gvn *gvn, IrBlock *bb) {
    IrBlock *block = ir_single_pred(bb);
    IrInst *inst = block ? ir_term(block) : NULL;
    if (!inst || !ir_is_cond_br(inst) || !an_reachable(gvn->cfg, block)) return;
    bool taken = ir_succ(inst, 0) == bb;
    IrValue *c = ir_op(inst, 0);
    if (ir_is_const(c) || c->kind > IR_V_INST) return;
    // the branch itself is no use below
    if (!ir_one_use(c)) replace_below(gvn, c, &(taken ? ir_true(gvn->m) : ir_false(gvn->m))->v, bb);
    IrInst *k = ir_as_op(c, IR_ICMP);
    if (k && k->pred == (taken ? IR_EQ : IR_NE) && ir_as_cint(ir_op(k, 1)) &&
        !ir_is_const(ir_op(k, 0))) {
        replace_below(gvn, ir_op(k, 0), ir_op(k, 1), bb);
    }
}

// A phi is what all edges that are taken bring, if that is one thing and there.
static IrValue *phi_value(const Gvn *gvn, const IrInst *phi) {
    IrValue *only = NULL;
    for (uint32_t k = 0; k < ir_phi_n(phi); k++) {
        IrValue *v = ir_phi_value(phi, k);
        if (v == &phi->v || !is_live_edge(gvn, ir_term(ir_phi_block(phi, k)), phi->block)) continue;
        if (only && only != v) return NULL;
        only = v;
    }
    const IrInst *def = only ? ir_as_inst(only) : NULL;
    return def && !an_dominates_inst(gvn->dom, def, phi) ? NULL : only;
}

// Whether two entries say the same, member by member: their padding is not set.
static bool is_same_entry(const Known *a, const Known *b) {
    if (!is_location(a, b) || a->ptr != b->ptr) return false;
    return a->value == b->value && a->join == b->join && a->invariant == b->invariant;
}

static bool is_same_memory(const Memory *a, const Memory *b) {
    if (a->n != b->n) return false;
    for (uint32_t k = 0; k < a->n; k++) {
        if (!is_same_entry(&a->at[k], &b->at[k])) return false;
    }
    return true;
}

// Keeps what is known at the end of the block; often that is what its dominator's end knows.
static void keep_memory(Gvn *gvn, const IrBlock *bb) {
    const Memory *memory = &gvn->now;
    if (!memory->n) return;

    const IrBlock *idom = gvn->dom->idom[bb->v.id];
    const Memory *before = idom ? gvn->out[idom->v.id] : NULL;
    if (!before || !is_same_memory(before, memory)) {
        before = arena_copy(gvn->pc->tmp, memory, memory_size(memory), _Alignof(Memory));
    }
    gvn->out[bb->v.id] = before;
}

// What instcombine has looked at, and nothing has changed since, is as simple as it gets.
static bool may_simplify(const IrInst *inst) {
    return inst->v.uses && (!inst->settled || inst->v.op == IR_CALL);
}

static void visit_block(Gvn *gvn, IrBlock *bb) {
    bitset_add(&gvn->visited, bb->v.id);
    if (!is_live(gvn, bb)) {
        bitset_add(&gvn->dead, bb->v.id);
        return;
    }
    use_condition(gvn, bb);
    Memory *memory = memory_at(gvn, bb);
    IR_FOREACH_INST_SAFE(i, bb) {
        IrValue *value = may_simplify(i) ? opt_simplify(gvn->m, i) : NULL;
        if (!value && i->v.op == IR_PHI) value = phi_value(gvn, i);
        if (value && !ir_has_effect(i)) {
            replace(gvn, i, value);
        } else if (i->v.op == IR_LOAD && ir_is_plain(i)) {
            load(gvn, memory, i);
        } else if (i->v.op == IR_STORE && ir_is_plain(i)) {
            store(gvn, memory, i);
        } else if (is_pure(i)) {
            reuse(gvn, i);
        } else if (ir_may_write(i)) {
            clobber(gvn, memory, i);
        }
    }
    forget(memory, KNOWN);
    keep_memory(gvn, bb);
}

OPT_FUNC_PASS(gvn);
bool opt_gvn(PassCtx *pc, IrFunc *fn) {
    Gvn gvn;
    memset(&gvn, 0, offsetof(Gvn, now));
    gvn.pc = pc;
    gvn.f = fn;
    gvn.m = fn->g.m;
    gvn.dom = an_dom(pc->an);
    gvn.cfg = an_cfg(pc->an);
    gvn.spare = (uint64_t)fn->nvalues * SPARE;
    uint32_t n = 64;
    while (n < fn->nvalues) n *= 2;
    gvn.bucket = arena_array(pc->tmp, Entry *, n);
    gvn.mask = n - 1;
    gvn.out = arena_array(pc->tmp, const Memory *, fn->nblockids);
    gvn.seen = arena_array(pc->tmp, uint32_t, fn->nblockids);
    gvn.invariant = atom_cstr(pc->ctx, "invariant.load");
    bitset_init(&gvn.visited, pc->tmp, fn->nblockids);
    bitset_init(&gvn.dead, pc->tmp, fn->nblockids);
    for (uint32_t k = 0; k < gvn.cfg->n; k++) visit_block(&gvn, gvn.cfg->rpo[k]);
    return gvn.changed;
}
