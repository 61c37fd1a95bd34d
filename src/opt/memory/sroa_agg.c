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
#include "opt/memory/sroa.h"

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
static uint32_t count_leaves(Agg *agg, IrType *type) {
    if (!ir_ty_is_agg(type)) return 1;
    void **slot = map_slot(&agg->counts, (uintptr_t)type);
    if (*slot) return (uint32_t)(uintptr_t)*slot - 1;

    uint64_t sum = 0;
    if (type->kind == IR_TY_ARRAY) {
        sum = type->n > MAX_LEAVES ? MAX_LEAVES + 1 : type->n;
        sum *= count_leaves(agg, type->elem);
    } else {
        for (uint64_t k = 0; k < type->n && sum <= MAX_LEAVES; k++)
            sum += count_leaves(agg, type->sub[k]);
    }
    sum = CU_MIN(sum, (uint64_t)MAX_LEAVES + 1);
    map_put(&agg->counts, (uintptr_t)type, (void *)(uintptr_t)(sum + 1));
    return (uint32_t)sum;
}

static void list_leaves(Arena *arena, IrType *part, Leaf at, Leaves *out) {
    if (!ir_ty_is_agg(part)) {
        at.type = part;
        vec_push(arena, out, at);
        return;
    }
    for (uint32_t k = 0; k < part->n; k++) {
        Leaf sub = {.off = at.off + ir_ty_member_offset(part, k), .n = at.n + 1};
        sub.path = arena_array(arena, uint32_t, sub.n);
        if (at.n) memcpy(sub.path, at.path, at.n * sizeof *at.path);
        sub.path[at.n] = k;
        list_leaves(arena, ir_ty_member(part, k), sub, out);
    }
}

// The leaves of a type if they are not too many; takes them off the budget.
static bool find_leaves(Agg *agg, IrType *whole, Leaves *out) {
    uint32_t n = count_leaves(agg, whole);
    if (n > MAX_LEAVES || n > agg->budget) return false;
    agg->budget -= n;
    vec_reserve(agg->s->a, out, n);
    list_leaves(agg->s->a, whole, (Leaf){0}, out);
    return true;
}

// The number of the first leaf below a path, and how many there are.
static uint32_t leaf_range(Agg *agg, IrType *whole, uint32_t n, const uint32_t *path,
                           uint32_t *count) {
    uint32_t first = 0;
    for (uint32_t k = 0; k < n; k++) {
        if (whole->kind == IR_TY_ARRAY) {
            first += path[k] * count_leaves(agg, whole->elem);
        } else {
            for (uint32_t j = 0; j < path[k]; j++) first += count_leaves(agg, whole->sub[j]);
        }
        whole = ir_ty_member(whole, path[k]);
    }
    *count = count_leaves(agg, whole);
    return first;
}

// ---- the members of a value ----

typedef struct {
    IrValue *from; // the leaf is below this value
    uint32_t done; // indices of the leaf's path that lead to `from`
} Source;

// Where each leaf of an aggregate comes from: looks through the insertvalues that built it, the
// last first. `next` skips leaves that are known already, so that each is filled once.
static Source *find_sources(Agg *agg, IrValue *aggregate, const Leaves *lv) {
    Arena *arena = agg->s->a;
    Source *src = arena_array(arena, Source, lv->n);
    uint32_t *next = arena_array(arena, uint32_t, lv->n + 1), left = lv->n;
    for (uint32_t k = 0; k <= lv->n; k++) next[k] = k;

    IrInst *inst;
    IrType *type = aggregate->type;
    while (left && agg->budget && (inst = ir_as_op(aggregate, IR_INSERTVALUE))) {
        uint32_t count, first = leaf_range(agg, type, inst->nidx, inst->idx, &count);
        agg->budget--;
        for (uint32_t k = first;; k++) {
            while (next[k] != k) k = next[k] = next[next[k]];
            if (k >= first + count || k == lv->n) break;
            src[k] = (Source){ir_op(inst, 1), inst->nidx};
            next[k] = k + 1;
            left--;
        }
        aggregate = ir_op(inst, 0);
    }
    for (uint32_t k = 0; k < lv->n; k++) {
        if (!src[k].from) src[k] = (Source){aggregate, 0};
    }
    return src;
}

static IrValue *leaf_value(IrBuilder *builder, const Source *x, const Leaf *l) {
    if (x->done == l->n) return x->from;
    return ir_extractvalue(builder, x->from, l->n - x->done, l->path + x->done);
}

static IrValue *put_together(IrBuilder *builder, IrType *whole, const Leaves *lv,
                             IrValue *const *x) {
    IrValue *agg = &ir_poison(builder->m, whole)->v;
    for (uint32_t k = 0; k < lv->n; k++) {
        agg = ir_insertvalue(builder, agg, x[k], lv->at[k].n, lv->at[k].path);
    }
    return agg;
}

static void may_be_idle(Agg *agg, IrValue *taken_apart) {
    vec_push(agg->s->a, &agg->idle, taken_apart);
}

// ---- instructions ----

static bool split_load(Agg *agg, IrInst *load) {
    Leaves lv = {0};
    if (!find_leaves(agg, load->v.type, &lv)) return false;
    IrBuilder b = ir_builder_at(load);
    IrValue **x = arena_array(agg->s->a, IrValue *, lv.n);
    for (uint32_t k = 0; k < lv.n; k++) {
        const Leaf *l = &lv.at[k];
        IrValue *p = ir_ptradd_c(&b, ir_op(load, 0), (int64_t)l->off, IR_INBOUNDS | IR_NUSW);
        x[k] = &ir_load(&b, l->type, p, opt_sroa_align_at(load->align, l->off))->v;
    }
    ir_replace_erase(load, put_together(&b, load->v.type, &lv, x));
    return true;
}

static bool split_store(Agg *agg, IrInst *store) {
    Leaves lv = {0};
    IrValue *value = ir_op(store, 0);
    if (!find_leaves(agg, value->type, &lv)) return false;
    IrBuilder builder = ir_builder_at(store);
    Source *src = find_sources(agg, value, &lv);
    for (uint32_t k = 0; k < lv.n; k++) {
        const Leaf *l = &lv.at[k];
        IrValue *x = leaf_value(&builder, &src[k], l);
        IrValue *p = ir_ptradd_c(&builder, ir_op(store, 1), (int64_t)l->off, IR_INBOUNDS | IR_NUSW);
        ir_store(&builder, x, p, opt_sroa_align_at(store->align, l->off));
    }
    ir_erase(store);
    may_be_idle(agg, value);
    return true;
}

static bool split_phi(Agg *agg, IrInst *whole) {
    Leaves lv = {0};
    Arena *arena = agg->s->a;
    if (!find_leaves(agg, whole->v.type, &lv)) return false;
    IrInst **phi = arena_array(arena, IrInst *, lv.n);
    IrValue **x = arena_array(arena, IrValue *, lv.n);
    for (uint32_t k = 0; k < lv.n; k++) {
        IrBuilder b = ir_builder_at(whole);
        b.name = whole->v.name;
        phi[k] = ir_phi(&b, lv.at[k].type, ir_phi_n(whole));
        x[k] = &phi[k]->v;
    }

    // one block that comes twice must bring the same values both times
    Map by_block;
    map_init(&by_block, arena);
    for (uint32_t j = 0; j < ir_phi_n(whole); j++) {
        IrBlock *from = ir_phi_block(whole, j);
        uint32_t before = (uint32_t)(uintptr_t)map_get(&by_block, (uintptr_t)from);
        if (!before) map_put(&by_block, (uintptr_t)from, (void *)(uintptr_t)(j + 1));
        IrBuilder b = ir_builder_at(ir_term(from));
        Source *src = before ? NULL : find_sources(agg, ir_phi_value(whole, j), &lv);
        for (uint32_t k = 0; k < lv.n; k++) {
            IrValue *v =
                before ? ir_phi_value(phi[k], before - 1) : leaf_value(&b, &src[k], &lv.at[k]);
            ir_phi_add(phi[k], v, from);
        }
        may_be_idle(agg, ir_phi_value(whole, j));
    }
    IrBuilder b = ir_builder_at(ir_first_non_phi(whole->block));
    ir_replace_erase(whole, put_together(&b, whole->v.type, &lv, x));
    return true;
}

static bool split_select(Agg *agg, IrInst *choice) {
    Leaves lv = {0};
    if (!find_leaves(agg, choice->v.type, &lv)) return false;
    IrBuilder builder = ir_builder_at(choice);
    Source *yes = find_sources(agg, ir_op(choice, 1), &lv),
           *no = find_sources(agg, ir_op(choice, 2), &lv);
    IrValue **x = arena_array(agg->s->a, IrValue *, lv.n), *c = ir_op(choice, 0);
    for (uint32_t k = 0; k < lv.n; k++) {
        IrValue *t = leaf_value(&builder, &yes[k], &lv.at[k]),
                *f = leaf_value(&builder, &no[k], &lv.at[k]);
        x[k] = ir_select(&builder, c, t, f);
    }
    IrValue *was[2] = {ir_op(choice, 1), ir_op(choice, 2)};
    ir_replace_erase(choice, put_together(&builder, choice->v.type, &lv, x));
    for (uint32_t k = 0; k < 2; k++) may_be_idle(agg, was[k]);
    return true;
}

// extractvalue of what insertvalue put there, however far up the chain.
static bool look_through(Agg *agg, IrInst *extract) {
    IrValue *value = ir_op(extract, 0);
    const uint32_t *path = extract->idx;
    uint32_t n = extract->nidx;
    IrInst *from;
    while (n && agg->budget && (from = ir_as_op(value, IR_INSERTVALUE))) {
        uint32_t common = CU_MIN(from->nidx, n);
        agg->budget--;
        if (memcmp(from->idx, path, common * sizeof *path) != 0) {
            value = ir_op(from, 0);
        } else if (from->nidx <= n) {
            value = ir_op(from, 1);
            path += from->nidx;
            n -= from->nidx;
        } else {
            break; // a part of the result was put in
        }
    }
    IrValue *was = ir_op(extract, 0);
    if (value == was) return false;
    IrBuilder b = ir_builder_at(extract);
    ir_replace_erase(extract, n ? ir_extractvalue(&b, value, n, path) : value);
    may_be_idle(agg, was);
    return true;
}

static bool is_aggregate_op(const IrInst *inst) {
    switch (inst->v.op) {
    case IR_LOAD:
    case IR_PHI:
    case IR_SELECT:
        return ir_ty_is_agg(inst->v.type) && (inst->v.op != IR_LOAD || ir_is_plain(inst));
    case IR_STORE: return ir_ty_is_agg(ir_op(inst, 0)->type) && ir_is_plain(inst);
    case IR_EXTRACTVALUE: return true;
    default: return false;
    }
}

static bool split(Agg *agg, IrInst *whole) {
    typedef bool Splitter(Agg *, IrInst *);
    static Splitter *const splitters[IR_NOPS] = {[IR_LOAD] = split_load,
                                                 [IR_STORE] = split_store,
                                                 [IR_PHI] = split_phi,
                                                 [IR_SELECT] = split_select};
    Splitter *splitter = splitters[whole->v.op];
    return splitter && splitter(agg, whole);
}

bool opt_sroa_aggregates(Sroa *sroa) {
    Agg agg = {.s = sroa};
    SroaInsts work = {0}, extracts = {0};
    uint64_t ninsts = 0;
    IR_FOREACH_BLOCK(bb, sroa->f) {
        IR_FOREACH_INST(i, bb) {
            ninsts++;
            if (i->v.op == IR_ALLOCA) vec_push(sroa->a, &sroa->late, i);
            if (!is_aggregate_op(i)) continue;
            if (i->v.op == IR_EXTRACTVALUE) {
                vec_push(sroa->a, &extracts, i);
            } else {
                vec_push(sroa->a, &work, i);
            }
        }
    }
    if (!work.n && !extracts.n) return false;
    map_init(&agg.counts, sroa->a);
    agg.budget = 64 * ninsts + (1 << 16);

    bool changed = false;
    for (uint32_t k = 0; k < work.n; k++) changed |= split(&agg, work.at[k]);
    if (changed) { // more extractvalues now
        extracts.n = 0;
        IR_FOREACH_BLOCK(bb, sroa->f) {
            IR_FOREACH_INST(i, bb) {
                if (i->v.op == IR_EXTRACTVALUE) vec_push(sroa->a, &extracts, i);
            }
        }
    }
    for (uint32_t k = 0; k < extracts.n; k++) changed |= look_through(&agg, extracts.at[k]);
    for (uint32_t k = agg.idle.n; k-- > 0;) sroa_erase_dead(agg.idle.at[k]);
    return changed;
}
