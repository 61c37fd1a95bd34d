// SPDX-License-Identifier: Apache-2.0
// A part of sroa: loads, stores, phis and selects of whole aggregates become those of their
// members, and extractvalue finds what insertvalue put in.
//
//     %v = load { i32, float }, ptr %p     =>    %a = load i32, ptr %p
//     %r = extractvalue %v, 1                    %q = getelementptr i8, ptr %p, i64 4
//                                                %r = load float, ptr %q
//
// A *leaf* is a member that is no aggregate, reached by a path of indices of any length. Each
// rewrite is linear in the leaves of the type and the length of the insertvalue chain it looks
// through; all together are held to a budget that grows with the function. Refused: volatile and
// atomic accesses, and aggregates of more than MAX_LEAVES leaves (a block copy is better for them).
#include "opt/sroa.h"

enum { MAX_LEAVES = 1 << 14 };

typedef struct {
    Sroa *s;
    Map counts;          // leaves by type
    uint64_t budget;     // steps left
    VEC(IrValue *) idle; // what may have lost its last use
} Agg;

typedef struct {
    IrType *type;
    uint64_t off;
    uint32_t *path, n;
} Leaf;
typedef VEC(Leaf) Leaves;

// How many leaves the type has; more than MAX_LEAVES count as MAX_LEAVES + 1.
static uint32_t count_leaves(Agg *g, IrType *t) {
    if (!ir_ty_is_agg(t)) return 1;
    void **slot = map_slot(&g->counts, (uintptr_t)t);
    if (*slot) return (uint32_t)(uintptr_t)*slot - 1;

    uint64_t sum = 0;
    if (t->kind == IR_TY_ARRAY) {
        sum = t->n > MAX_LEAVES ? MAX_LEAVES + 1 : t->n;
        sum *= count_leaves(g, t->elem);
    } else {
        for (uint64_t k = 0; k < t->n && sum <= MAX_LEAVES; k++) sum += count_leaves(g, t->sub[k]);
    }
    sum = CU_MIN(sum, (uint64_t)MAX_LEAVES + 1);
    map_put(&g->counts, (uintptr_t)t, (void *)(uintptr_t)(sum + 1));
    return (uint32_t)sum;
}

static void list_leaves(Arena *a, IrType *t, Leaf at, Leaves *out) {
    if (!ir_ty_is_agg(t)) {
        at.type = t;
        vec_push(a, out, at);
        return;
    }
    for (uint32_t k = 0; k < t->n; k++) {
        Leaf sub = {.off = at.off + ir_ty_member_offset(t, k), .n = at.n + 1};
        sub.path = arena_array(a, uint32_t, sub.n);
        if (at.n) memcpy(sub.path, at.path, at.n * sizeof *at.path);
        sub.path[at.n] = k;
        list_leaves(a, ir_ty_member(t, k), sub, out);
    }
}

// The leaves of a type if they are not too many; takes them off the budget.
static bool find_leaves(Agg *g, IrType *t, Leaves *out) {
    uint32_t n = count_leaves(g, t);
    if (n > MAX_LEAVES || n > g->budget) return false;
    g->budget -= n;
    vec_reserve(g->s->a, out, n);
    list_leaves(g->s->a, t, (Leaf){0}, out);
    return true;
}

// The number of the first leaf below a path, and how many there are.
static uint32_t leaf_range(Agg *g, IrType *t, uint32_t n, const uint32_t *path, uint32_t *count) {
    uint32_t first = 0;
    for (uint32_t k = 0; k < n; k++) {
        if (t->kind == IR_TY_ARRAY) {
            first += path[k] * count_leaves(g, t->elem);
        } else {
            for (uint32_t j = 0; j < path[k]; j++) first += count_leaves(g, t->sub[j]);
        }
        t = ir_ty_member(t, path[k]);
    }
    *count = count_leaves(g, t);
    return first;
}

// ---- the members of a value ----

typedef struct {
    IrValue *from; // the leaf is below this value
    uint32_t done; // indices of the leaf's path that lead to `from`
} Source;

// Where each leaf of an aggregate comes from: looks through the insertvalues that built it, the
// last first. `next` skips leaves that are known already, so that each is filled once.
static Source *find_sources(Agg *g, IrValue *v, const Leaves *lv) {
    Arena *a = g->s->a;
    Source *src = arena_array(a, Source, lv->n);
    uint32_t *next = arena_array(a, uint32_t, lv->n + 1), left = lv->n;
    for (uint32_t k = 0; k <= lv->n; k++) next[k] = k;

    IrInst *i;
    IrType *type = v->type;
    while (left && g->budget && (i = ir_as_op(v, IR_INSERTVALUE))) {
        uint32_t count, first = leaf_range(g, type, i->nidx, i->idx, &count);
        g->budget--;
        for (uint32_t k = first;; k++) {
            while (next[k] != k) k = next[k] = next[next[k]];
            if (k >= first + count || k == lv->n) break;
            src[k] = (Source){ir_op(i, 1), i->nidx};
            next[k] = k + 1;
            left--;
        }
        v = ir_op(i, 0);
    }
    for (uint32_t k = 0; k < lv->n; k++) {
        if (!src[k].from) src[k] = (Source){v, 0};
    }
    return src;
}

static IrValue *leaf_value(IrBuilder *b, const Source *x, const Leaf *l) {
    if (x->done == l->n) return x->from;
    return ir_extractvalue(b, x->from, l->n - x->done, l->path + x->done);
}

static IrValue *put_together(IrBuilder *b, IrType *t, const Leaves *lv, IrValue *const *x) {
    IrValue *agg = &ir_poison(b->m, t)->v;
    for (uint32_t k = 0; k < lv->n; k++) {
        agg = ir_insertvalue(b, agg, x[k], lv->at[k].n, lv->at[k].path);
    }
    return agg;
}

static void may_be_idle(Agg *g, IrValue *v) {
    vec_push(g->s->a, &g->idle, v);
}

// ---- instructions ----

static bool split_load(Agg *g, IrInst *i) {
    Leaves lv = {0};
    if (!find_leaves(g, i->v.type, &lv)) return false;
    IrBuilder b = ir_builder_at(i);
    IrValue **x = arena_array(g->s->a, IrValue *, lv.n);
    for (uint32_t k = 0; k < lv.n; k++) {
        const Leaf *l = &lv.at[k];
        IrValue *p = ir_ptradd_c(&b, ir_op(i, 0), (int64_t)l->off, IR_INBOUNDS | IR_NUSW);
        x[k] = &ir_load(&b, l->type, p, opt_sroa_align_at(i->align, l->off))->v;
    }
    ir_replace_erase(i, put_together(&b, i->v.type, &lv, x));
    return true;
}

static bool split_store(Agg *g, IrInst *i) {
    Leaves lv = {0};
    IrValue *v = ir_op(i, 0);
    if (!find_leaves(g, v->type, &lv)) return false;
    IrBuilder b = ir_builder_at(i);
    Source *src = find_sources(g, v, &lv);
    for (uint32_t k = 0; k < lv.n; k++) {
        const Leaf *l = &lv.at[k];
        IrValue *x = leaf_value(&b, &src[k], l);
        IrValue *p = ir_ptradd_c(&b, ir_op(i, 1), (int64_t)l->off, IR_INBOUNDS | IR_NUSW);
        ir_store(&b, x, p, opt_sroa_align_at(i->align, l->off));
    }
    ir_erase(i);
    may_be_idle(g, v);
    return true;
}

static bool split_phi(Agg *g, IrInst *i) {
    Leaves lv = {0};
    Arena *a = g->s->a;
    if (!find_leaves(g, i->v.type, &lv)) return false;
    IrInst **phi = arena_array(a, IrInst *, lv.n);
    IrValue **x = arena_array(a, IrValue *, lv.n);
    for (uint32_t k = 0; k < lv.n; k++) {
        IrBuilder b = ir_builder_at(i);
        b.name = i->v.name;
        phi[k] = ir_phi(&b, lv.at[k].type, ir_phi_n(i));
        x[k] = &phi[k]->v;
    }

    // one block that comes twice must bring the same values both times
    Map by_block;
    map_init(&by_block, a);
    for (uint32_t j = 0; j < ir_phi_n(i); j++) {
        IrBlock *from = ir_phi_block(i, j);
        uint32_t before = (uint32_t)(uintptr_t)map_get(&by_block, (uintptr_t)from);
        if (!before) map_put(&by_block, (uintptr_t)from, (void *)(uintptr_t)(j + 1));
        IrBuilder b = ir_builder_at(ir_term(from));
        Source *src = before ? NULL : find_sources(g, ir_phi_value(i, j), &lv);
        for (uint32_t k = 0; k < lv.n; k++) {
            IrValue *v =
                before ? ir_phi_value(phi[k], before - 1) : leaf_value(&b, &src[k], &lv.at[k]);
            ir_phi_add(phi[k], v, from);
        }
        may_be_idle(g, ir_phi_value(i, j));
    }
    IrBuilder b = ir_builder_at(ir_first_non_phi(i->block));
    ir_replace_erase(i, put_together(&b, i->v.type, &lv, x));
    return true;
}

static bool split_select(Agg *g, IrInst *i) {
    Leaves lv = {0};
    if (!find_leaves(g, i->v.type, &lv)) return false;
    IrBuilder b = ir_builder_at(i);
    Source *yes = find_sources(g, ir_op(i, 1), &lv), *no = find_sources(g, ir_op(i, 2), &lv);
    IrValue **x = arena_array(g->s->a, IrValue *, lv.n), *c = ir_op(i, 0);
    for (uint32_t k = 0; k < lv.n; k++) {
        IrValue *t = leaf_value(&b, &yes[k], &lv.at[k]), *f = leaf_value(&b, &no[k], &lv.at[k]);
        x[k] = ir_select(&b, c, t, f);
    }
    IrValue *was[2] = {ir_op(i, 1), ir_op(i, 2)};
    ir_replace_erase(i, put_together(&b, i->v.type, &lv, x));
    for (uint32_t k = 0; k < 2; k++) may_be_idle(g, was[k]);
    return true;
}

// extractvalue of what insertvalue put there, however far up the chain.
static bool look_through(Agg *g, IrInst *i) {
    IrValue *v = ir_op(i, 0);
    const uint32_t *path = i->idx;
    uint32_t n = i->nidx;
    IrInst *from;
    while (n && g->budget && (from = ir_as_op(v, IR_INSERTVALUE))) {
        uint32_t common = CU_MIN(from->nidx, n);
        g->budget--;
        if (memcmp(from->idx, path, common * sizeof *path) != 0) {
            v = ir_op(from, 0);
        } else if (from->nidx <= n) {
            v = ir_op(from, 1);
            path += from->nidx;
            n -= from->nidx;
        } else {
            break; // a part of the result was put in
        }
    }
    IrValue *was = ir_op(i, 0);
    if (v == was) return false;
    IrBuilder b = ir_builder_at(i);
    ir_replace_erase(i, n ? ir_extractvalue(&b, v, n, path) : v);
    may_be_idle(g, was);
    return true;
}

static bool is_aggregate_op(const IrInst *i) {
    switch (i->v.op) {
    case IR_LOAD:
    case IR_PHI:
    case IR_SELECT: return ir_ty_is_agg(i->v.type) && (i->v.op != IR_LOAD || ir_is_plain(i));
    case IR_STORE: return ir_ty_is_agg(ir_op(i, 0)->type) && ir_is_plain(i);
    case IR_EXTRACTVALUE: return true;
    default: return false;
    }
}

static bool split(Agg *g, IrInst *i) {
    switch (i->v.op) {
    case IR_LOAD: return split_load(g, i);
    case IR_STORE: return split_store(g, i);
    case IR_PHI: return split_phi(g, i);
    case IR_SELECT: return split_select(g, i);
    default: return false;
    }
}

bool opt_sroa_aggregates(Sroa *s) {
    Agg g = {.s = s};
    SroaInsts work = {0}, extracts = {0};
    uint64_t ninsts = 0;
    IR_FOREACH_BLOCK(bb, s->f) {
        IR_FOREACH_INST(i, bb) {
            ninsts++;
            if (!is_aggregate_op(i)) continue;
            if (i->v.op == IR_EXTRACTVALUE) {
                vec_push(s->a, &extracts, i);
            } else {
                vec_push(s->a, &work, i);
            }
        }
    }
    if (!work.n && !extracts.n) return false;
    map_init(&g.counts, s->a);
    g.budget = 64 * ninsts + (1 << 16);

    bool changed = false;
    for (uint32_t k = 0; k < work.n; k++) changed |= split(&g, work.at[k]);
    if (changed) { // more extractvalues now
        extracts.n = 0;
        IR_FOREACH_BLOCK(bb, s->f) {
            IR_FOREACH_INST(i, bb) {
                if (i->v.op == IR_EXTRACTVALUE) vec_push(s->a, &extracts, i);
            }
        }
    }
    for (uint32_t k = 0; k < extracts.n; k++) changed |= look_through(&g, extracts.at[k]);
    for (uint32_t k = g.idle.n; k-- > 0;) sroa_erase_dead(g.idle.at[k]);
    return changed;
}
