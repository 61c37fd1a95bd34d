// SPDX-License-Identifier: Apache-2.0
// load-store-vectorizer: neighbouring loads, and stores, of a block become vector accesses where
// the address is known to be aligned (ptxas does not do this for global memory).
//
//     %a = load float, ptr addrspace(1) %p, align 16
//     %q = getelementptr i8, ptr addrspace(1) %p, i64 4          %v = load <2 x float>, ptr ... %p
//     %b = load float, ptr addrspace(1) %q, align 4        =>    %a = extractelement %v, 0
//                                                                %b = extractelement %v, 1
//
// Accesses with one base and constant offsets form an open group. Loads go up to the first of them:
// anything that may write to what the group's base points to closes it, but a store to other bytes
// at the base keeps out only loads of those. Stores go down to the last: anything that may read or
// write their bytes, or may not come back, closes it. A closed group is sorted
// by offset and cut into runs of 4 and 2 elements, 16 bytes at most. What one access says about its
// alignment holds for its neighbours at their distance. Volatile and ordered accesses stay.
//
// A local variable is aligned to 16 bytes where its accesses are wider for it. Neighbouring stores
// of small constants become stores of larger ones first, four bytes each:
//
//     store i8 0, ptr %p, align 16
//     store i8 0, ptr %p + 1          =>    store <4 x i32> zeroinitializer, ptr %p, align 16
//     ... %p + 15
#include "opt/common/common.h"

enum { GROUPS = 16, MEMBERS = 64, MAX_BYTES = 16, STORED = 16 };

typedef struct {
    IrInst *i;
    int64_t off;
    uint32_t order; // place in the block
    uint32_t align; // of its address, once the group is closed
} Access;
typedef struct {
    int64_t begin, end;
} Range;
typedef struct {
    IrValue *base;
    IrType *as; // pointer type
    uint32_t size;
    bool store, open;
    uint32_t n, nstored;
    Access at[MEMBERS];
    Range stored[STORED]; // bytes at the base that stores behind the first load have written
} Group;
typedef struct {
    PassCtx *pc;
    IrModule *m;
    Group *group; // GROUPS
    uint32_t next;
    bool any_open; // of the block's groups
    Atom invariant;
    bool changed;
} Wide;

static IrValue *pointer(const IrInst *inst) {
    return ir_op(inst, inst->v.op == IR_STORE);
}

static IrType *access_type(const IrInst *inst) {
    return inst->v.op == IR_STORE ? ir_op(inst, 0)->type : inst->v.type;
}

static bool is_element(const IrType *type) {
    uint32_t bits = type->bits;
    bool power = bits >= 8 && bits <= 64 && !(bits & (bits - 1));
    return power && (ir_ty_is_int(type) || ir_ty_is_fp(type));
}

static bool is_candidate(const IrInst *inst) {
    if (!ir_is_load_or_store(inst)) return false;
    return ir_is_plain(inst) && is_element(access_type(inst));
}

// Base and offset within the pointer's own space.
static IrValue *base_of(IrValue *value, int64_t *off) {
    IrValue *strip = ir_strip_ptr(value, off);
    if (ir_is_const(value) && strip->type == value->type) return strip;
    *off = 0;
    for (int k = 0; k < 64; k++) {
        IrInst *g = ir_as_op(value, IR_GEP);
        int64_t o;
        if (!g || ir_op(g, 0)->type != value->type || !ir_gep_const_offset(g, &o)) break;
        *off = (int64_t)((uint64_t)*off + (uint64_t)o);
        value = ir_op(g, 0);
    }
    return value;
}

// ---- one run ----

static void close_group(Wide *wide, Group *group);

static uint64_t alignment_at(const Group *group, int64_t start) {
    uint64_t best = 1;
    for (uint32_t k = 0; k < group->n; k++) {
        uint64_t al = group->at[k].align;
        uint64_t dist = (uint64_t)group->at[k].off - (uint64_t)start;
        if (dist) al = CU_MIN(al, dist & (0 - dist));
        best = CU_MAX(best, al);
    }
    return best;
}

static const Access *extreme(const Access *a, uint32_t n, bool last) {
    const Access *r = a;
    for (uint32_t k = 1; k < n; k++) {
        if ((a[k].order > r->order) == last) r = &a[k];
    }
    return r;
}

static void widen_loads(Wide *wide, Group *group, Access *access, uint32_t n, uint32_t align) {
    IrInst *first = extreme(access, n, false)->i;
    IrBuilder builder = ir_builder_at(first);
    IrType *elem = access_type(access[0].i);
    IrValue *p = ir_ptradd_c(&builder, group->base, access[0].off, 0);
    IrInst *v = ir_load(&builder, ir_ty_vector(wide->m, elem, n), p, align);
    bool invariant = true;
    for (uint32_t k = 0; k < n; k++) invariant &= ir_get_md(access[k].i, wide->invariant) != NULL;
    if (invariant) ir_set_md(v, wide->invariant, ir_get_md(first, wide->invariant));
    for (uint32_t k = 0; k < n; k++) {
        IrValue *x = ir_extractelement(&builder, &v->v, &ir_int(wide->m->ty_i32, k)->v);
        ir_replace_uses(&access[k].i->v, ir_bitcast(&builder, x, access[k].i->v.type));
    }
    for (uint32_t k = 0; k < n; k++) ir_erase(access[k].i);
}

static void widen_stores(Wide *wide, Group *group, Access *access, uint32_t n, uint32_t align) {
    IrBuilder b = ir_builder_at(extreme(access, n, true)->i);
    IrType *elem = access_type(access[0].i), *t = ir_ty_vector(wide->m, elem, n);
    IrValue *v = &ir_poison(wide->m, t)->v;
    for (uint32_t k = 0; k < n; k++) {
        IrValue *x = ir_bitcast(&b, ir_op(access[k].i, 0), elem);
        v = ir_insertelement(&b, v, x, &ir_int(wide->m->ty_i32, k)->v);
    }
    ir_store(&b, v, ir_ptradd_c(&b, group->base, access[0].off, 0), align);
    for (uint32_t k = 0; k < n; k++) ir_erase(access[k].i);
}

static void sort(Group *group) { // insertion: mostly in order already, MEMBERS at most
    for (uint32_t k = 1; k < group->n; k++) {
        Access x = group->at[k];
        uint32_t j = k;
        for (; j && group->at[j - 1].off > x.off; j--) group->at[j] = group->at[j - 1];
        group->at[j] = x;
    }
}

// The local variable that a group's base is, of a size that is known.
static IrInst *local_variable(const Group *group) {
    IrValue *v = group->base;
    IrInst *cast = ir_as_op(v, IR_ADDRSPACECAST);
    if (cast) v = ir_op(cast, 0);
    IrInst *slot = ir_as_op(v, IR_ALLOCA);
    return slot && ir_as_cint(ir_op(slot, 0)) && slot->block == slot->block->fn->first ? slot
                                                                                       : NULL;
}

// Whether n accesses after k there is one that takes the bytes which follow the n before it.
static bool follows(const Group *group, uint32_t k, uint32_t n) {
    if (k + n >= group->n) return false;
    return group->at[k + n].off == group->at[k].off + (int64_t)n * group->size;
}

// Accesses next to each other that begin where a vector may begin: the variable is made to lie so.
static void align_variable(const Group *group) {
    IrInst *slot = local_variable(group);
    if (!slot || slot->align >= MAX_BYTES) return;
    for (uint32_t k = 0; k + 1 < group->n; k++) {
        uint32_t n = 1;
        while (n * group->size < MAX_BYTES && follows(group, k, n)) n++;
        while (n & (n - 1)) n--;
        uint32_t bytes = n * group->size;
        bool begins = ((uint64_t)group->at[k].off & (bytes - 1)) == 0;
        if (n > 1 && begins) slot->align = CU_MAX(slot->align, bytes);
    }
}

enum { CONSTANT_BYTES = 4 };

static bool constant_bits(const IrValue *value, uint64_t *bits) {
    *bits = 0;
    if (is_any_of(value->kind, IR_C_ZERO, IR_C_NULL) || ir_is_undef(value)) return true;
    if (!is_any_of(value->kind, IR_C_INT, IR_C_FP)) return false;
    *bits = ir_words((const IrConst *)value)[0];
    return value->type->bits <= 64;
}

// How many stores from k on make one of CONSTANT_BYTES; 0: none. Their bits, low address low.
static uint32_t constant_run(const Group *group, uint32_t k, uint64_t *all) {
    uint32_t n = CONSTANT_BYTES / group->size;
    if (k + n > group->n) return 0;
    *all = 0;
    for (uint32_t j = 0; j < n; j++) {
        uint64_t bits;
        if (group->at[k + j].off != group->at[k].off + (int64_t)j * group->size) return 0;
        if (!constant_bits(ir_op(group->at[k + j].i, 0), &bits)) return 0;
        *all |= (bits & ((1ull << group->size * 8) - 1)) << j * group->size * 8;
    }
    return n;
}

// Puts stores of larger constants in the place of runs of small ones; they are a group of their
// own, which is made of vectors next.
static void join_constants(Wide *wide, Group *group) {
    if (!group->store || group->size >= CONSTANT_BYTES) return;
    Group *joined = arena_alloc(wide->pc->tmp, sizeof *joined, _Alignof(Group));
    *joined = (Group){.base = group->base, .as = group->as, .size = CONSTANT_BYTES, .store = true};
    joined->open = true;
    uint64_t align[MEMBERS]; // while all members are there
    for (uint32_t k = 0; k < group->n; k++) align[k] = alignment_at(group, group->at[k].off);
    uint32_t kept = 0;
    for (uint32_t k = 0; k < group->n;) {
        uint64_t bits;
        uint32_t n = align[k] >= CONSTANT_BYTES ? constant_run(group, k, &bits) : 0;
        if (!n) {
            group->at[kept++] = group->at[k++];
            continue;
        }
        const Access *last = extreme(&group->at[k], n, true);
        IrBuilder b = ir_builder_at(last->i);
        IrValue *p = ir_ptradd_c(&b, group->base, group->at[k].off, 0);
        IrInst *i =
            ir_store(&b, &ir_int(wide->m->ty_i32, bits)->v, p, (uint32_t)CU_MIN(align[k], 16u));
        joined->at[joined->n++] = (Access){i, group->at[k].off, last->order, 0};
        for (uint32_t j = 0; j < n; j++) ir_erase(group->at[k + j].i);
        k += n;
        wide->changed = true;
    }
    group->n = kept;
    if (joined->n) close_group(wide, joined);
}

// Of a base, and of what is a constant number of bytes from it.
typedef struct {
    const IrValue *base;
    uint32_t align;
} BaseAlignment;

// The members of a group mostly have the same base: it is looked at once.
static uint32_t alignment_of(const IrValue *value, BaseAlignment *known) {
    const IrInst *gep = ir_as_op(value, IR_GEP);
    int64_t off = 0;
    bool by_bytes = gep && gep->nops == 2 && ir_ty_is_i(gep->aty, 8);
    if (by_bytes && ir_gep_const_offset(gep, &off)) value = ir_op(gep, 0);
    if (known->base != value) *known = (BaseAlignment){value, an_alignment(value)};
    uint64_t low_bit = (uint64_t)off & (0 - (uint64_t)off);
    return off ? (uint32_t)CU_MIN(low_bit, (uint64_t)known->align) : known->align;
}

static void widen(Wide *wide, Group *group) {
    uint64_t align[MEMBERS];
    sort(group);
    align_variable(group);
    BaseAlignment known = {0};
    for (uint32_t k = 0; k < group->n; k++) {
        IrInst *i = group->at[k].i;
        group->at[k].align = CU_MAX(i->align, alignment_of(pointer(i), &known));
    }
    join_constants(wide, group);
    for (uint32_t k = 0; k < group->n; k++) align[k] = alignment_at(group, group->at[k].off);
    for (uint32_t k = 0; k + 1 < group->n;) {
        uint32_t run = 1, n;
        while (run < 4 && follows(group, k, run)) run++;
        for (n = run == 3 ? 2 : run; n > 1; n /= 2) {
            if (n * group->size <= MAX_BYTES && align[k] >= n * group->size) break;
        }
        if (n > 1) {
            uint32_t al = (uint32_t)CU_MIN(align[k], 1u << 16);
            if (group->store) widen_stores(wide, group, &group->at[k], n, al);
            if (!group->store) widen_loads(wide, group, &group->at[k], n, al);
            wide->changed = true;
        }
        k += n;
    }
}

// Stores that have gone down past the first load of an open group keep out later loads of their
// bytes: those cannot go up to it any more.
static void keep_loads_behind(Wide *wide, const Group *stores) {
    uint32_t last = extreme(stores->at, stores->n, true)->order;
    for (uint32_t k = 0; k < GROUPS; k++) {
        Group *group = &wide->group[k];
        if (!group->open || group->store || !group->n || group->base != stores->base) continue;
        if (extreme(group->at, group->n, false)->order > last) continue;

        if (group->nstored + stores->n > STORED) {
            close_group(wide, group);
            continue;
        }
        for (uint32_t m = 0; m < stores->n; m++) {
            int64_t off = stores->at[m].off;
            group->stored[group->nstored++] = (Range){off, off + (int64_t)stores->size};
        }
    }
}

static void close_group(Wide *wide, Group *group) {
    if (group->open && group->n > 1) {
        if (group->store) keep_loads_behind(wide, group);
        widen(wide, group);
    }
    group->open = false;
    group->n = group->nstored = 0;
}

// ---- groups ----

static bool overlaps(const Group *group, Range range) {
    for (uint32_t k = 0; k < group->n; k++) {
        if (range.begin < group->at[k].off + (int64_t)group->size && group->at[k].off < range.end)
            return true;
    }
    for (uint32_t k = 0; k < group->nstored; k++) {
        if (range.begin < group->stored[k].end && group->stored[k].begin < range.end) return true;
    }
    return false;
}

static Group *group_for(Wide *wide, IrValue *base, IrType *ptr, uint32_t size, bool store) {
    for (uint32_t k = 0; k < GROUPS; k++) {
        Group *g = &wide->group[k];
        if (g->open && g->base == base && g->as == ptr && g->size == size && g->store == store) {
            return g;
        }
    }
    Group *g = &wide->group[wide->next++ % GROUPS];
    close_group(wide, g);
    wide->any_open = true;
    g->base = base, g->as = ptr, g->size = size, g->store = store;
    g->open = true;
    g->n = g->nstored = 0;
    return g;
}

// Whether it is a plain access at constant bytes of the group's base, and which.
static bool is_at_base(const Group *group, const IrInst *access, Range *r) {
    if (!is_candidate(access) || base_of(pointer(access), &r->begin) != group->base) return false;
    r->end = r->begin + (int64_t)access_type(access)->store_size;
    return true;
}

// What an access to constant bytes of the group's base does to it. False: it must be closed.
static bool passes(Group *group, const IrInst *access, Range r) {
    if (group->store) return !overlaps(group, r); // the stores before it go down past it
    if (access->v.op == IR_LOAD) return true;
    if (group->nstored == STORED) return false;
    group->stored[group->nstored++] = r; // loads of these bytes behind it cannot go up past it
    return true;
}

// What the disturber does closes the groups that it may disturb.
static void disturb(Wide *wide, const IrInst *disturber, const Group *own) {
    if (!wide->any_open) return;
    bool reads = ir_may_read(disturber), writes = ir_may_write(disturber);
    bool leaves = disturber->v.op == IR_CALL && ir_has_effect(disturber);
    if (!reads && !writes && !leaves) return;
    for (uint32_t k = 0; k < GROUPS; k++) {
        Group *g = &wide->group[k];
        if (!g->open || g == own) continue;
        if (!g->store && !writes) continue; // what only reads, or leaves, disturbs no loads
        Range range;
        if (is_at_base(g, disturber, &range)) {
            if (!passes(g, disturber, range)) close_group(wide, g);
            continue;
        }
        uint32_t r = an_modref(disturber, (AnLoc){g->base, AN_UNKNOWN_SIZE});
        if ((r & AN_MOD) || (g->store && ((r & AN_REF) || leaves))) close_group(wide, g);
    }
}

static void visit(Wide *wide, IrInst *inst, uint32_t order) {
    int64_t off;
    if (!is_candidate(inst)) {
        disturb(wide, inst, NULL);
        return;
    }
    IrValue *base = base_of(pointer(inst), &off);
    uint32_t size = (uint32_t)access_type(inst)->store_size;
    bool store = inst->v.op == IR_STORE;
    Group *g = group_for(wide, base, pointer(inst)->type, size, store);
    disturb(wide, inst, g); // what is closed there may keep i out of its own group
    if (g->n == MEMBERS || overlaps(g, (Range){off, off + (int64_t)size})) close_group(wide, g);
    g->open = true;
    g->at[g->n++] = (Access){inst, off, order, 0};
}

OPT_FUNC_PASS(load_store_vectorizer);
bool opt_load_store_vectorizer(PassCtx *pc, IrFunc *fn) {
    Wide wide = {.pc = pc, .m = fn->g.m, .invariant = atom_cstr(pc->ctx, "invariant.load")};
    wide.group = arena_alloc(pc->tmp, sizeof(Group) * GROUPS, _Alignof(Group));
    for (uint32_t k = 0; k < GROUPS; k++) { // the members need no clearing
        wide.group[k].open = false;
        wide.group[k].n = 0;
    }
    IR_FOREACH_BLOCK(bb, fn) {
        uint32_t order = 0;
        IR_FOREACH_INST_SAFE(i, bb) visit(&wide, i, order++);
        for (uint32_t k = 0; wide.any_open && k < GROUPS; k++) close_group(&wide, &wide.group[k]);
        wide.any_open = false;
    }
    return wide.changed;
}
