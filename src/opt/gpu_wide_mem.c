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
#include "opt/opt.h"

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
    Atom invariant;
    bool changed;
} Wide;

static IrValue *pointer(const IrInst *i) {
    return ir_op(i, i->v.op == IR_STORE);
}

static IrType *access_type(const IrInst *i) {
    return i->v.op == IR_STORE ? ir_op(i, 0)->type : i->v.type;
}

static bool is_element(const IrType *t) {
    bool i = ir_ty_is_int(t) && (t->bits == 8 || t->bits == 16 || t->bits == 32 || t->bits == 64);
    return i || t->kind == IR_TY_HALF || t->kind == IR_TY_BFLOAT || t->kind == IR_TY_FLOAT ||
           t->kind == IR_TY_DOUBLE;
}

static bool is_candidate(const IrInst *i) {
    if (i->v.op != IR_LOAD && i->v.op != IR_STORE) return false;
    return ir_is_plain(i) && is_element(access_type(i));
}

// Base and offset within the pointer's own space.
static IrValue *base_of(IrValue *p, int64_t *off) {
    IrValue *strip = ir_strip_ptr(p, off);
    if (ir_is_const(p) && strip->type == p->type) return strip;
    *off = 0;
    for (int k = 0; k < 64; k++) {
        IrInst *g = ir_as_op(p, IR_GEP);
        int64_t o;
        if (!g || ir_op(g, 0)->type != p->type || !ir_gep_const_offset(g, &o)) break;
        *off = (int64_t)((uint64_t)*off + (uint64_t)o);
        p = ir_op(g, 0);
    }
    return p;
}

// ---- one run ----

static void close_group(Wide *w, Group *g);

static uint64_t alignment_at(const Group *g, int64_t start) {
    uint64_t best = 1;
    for (uint32_t k = 0; k < g->n; k++) {
        uint64_t al = g->at[k].align;
        uint64_t dist = (uint64_t)g->at[k].off - (uint64_t)start;
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

static void widen_loads(Wide *w, Group *g, Access *a, uint32_t n, uint32_t align) {
    IrInst *first = extreme(a, n, false)->i;
    IrBuilder b = ir_builder_at(first);
    IrType *elem = access_type(a[0].i);
    IrValue *p = ir_ptradd_c(&b, g->base, a[0].off, 0);
    IrInst *v = ir_load(&b, ir_ty_vector(w->m, elem, n), p, align);
    bool invariant = true;
    for (uint32_t k = 0; k < n; k++) invariant &= ir_get_md(a[k].i, w->invariant) != NULL;
    if (invariant) ir_set_md(v, w->invariant, ir_get_md(first, w->invariant));
    for (uint32_t k = 0; k < n; k++) {
        IrValue *x = ir_extractelement(&b, &v->v, &ir_int(w->m->ty_i32, k)->v);
        ir_replace_uses(&a[k].i->v, ir_bitcast(&b, x, a[k].i->v.type));
    }
    for (uint32_t k = 0; k < n; k++) ir_erase(a[k].i);
}

static void widen_stores(Wide *w, Group *g, Access *a, uint32_t n, uint32_t align) {
    IrBuilder b = ir_builder_at(extreme(a, n, true)->i);
    IrType *elem = access_type(a[0].i), *t = ir_ty_vector(w->m, elem, n);
    IrValue *v = &ir_poison(w->m, t)->v;
    for (uint32_t k = 0; k < n; k++) {
        IrValue *x = ir_bitcast(&b, ir_op(a[k].i, 0), elem);
        v = ir_insertelement(&b, v, x, &ir_int(w->m->ty_i32, k)->v);
    }
    ir_store(&b, v, ir_ptradd_c(&b, g->base, a[0].off, 0), align);
    for (uint32_t k = 0; k < n; k++) ir_erase(a[k].i);
}

static void sort(Group *g) { // insertion: mostly in order already, MEMBERS at most
    for (uint32_t k = 1; k < g->n; k++) {
        Access x = g->at[k];
        uint32_t j = k;
        for (; j && g->at[j - 1].off > x.off; j--) g->at[j] = g->at[j - 1];
        g->at[j] = x;
    }
}

// The local variable that a group's base is, of a size that is known.
static IrInst *local_variable(const Group *g) {
    IrValue *v = g->base;
    IrInst *cast = ir_as_op(v, IR_ADDRSPACECAST);
    if (cast) v = ir_op(cast, 0);
    IrInst *slot = ir_as_op(v, IR_ALLOCA);
    return slot && ir_as_cint(ir_op(slot, 0)) && slot->block == slot->block->fn->first ? slot
                                                                                       : NULL;
}

// Accesses next to each other that begin where a vector may begin: the variable is made to lie so.
static void align_variable(const Group *g) {
    IrInst *slot = local_variable(g);
    if (!slot || slot->align >= MAX_BYTES) return;
    for (uint32_t k = 0; k + 1 < g->n; k++) {
        uint32_t n = 1;
        while (k + n < g->n && n * g->size < MAX_BYTES &&
               g->at[k + n].off == g->at[k].off + (int64_t)n * g->size) {
            n++;
        }
        while (n & (n - 1)) n--;
        uint32_t bytes = n * g->size;
        bool begins = ((uint64_t)g->at[k].off & (bytes - 1)) == 0;
        if (n > 1 && begins) slot->align = CU_MAX(slot->align, bytes);
    }
}

enum { CONSTANT_BYTES = 4 };

static bool constant_bits(const IrValue *v, uint64_t *bits) {
    *bits = 0;
    if (v->kind == IR_C_ZERO || v->kind == IR_C_NULL || ir_is_undef(v)) return true;
    if (v->kind != IR_C_INT && v->kind != IR_C_FP) return false;
    *bits = ir_words((const IrConst *)v)[0];
    return v->type->bits <= 64;
}

// How many stores from k on make one of CONSTANT_BYTES; 0: none. Their bits, low address low.
static uint32_t constant_run(const Group *g, uint32_t k, uint64_t *all) {
    uint32_t n = CONSTANT_BYTES / g->size;
    if (k + n > g->n) return 0;
    *all = 0;
    for (uint32_t j = 0; j < n; j++) {
        uint64_t bits;
        if (g->at[k + j].off != g->at[k].off + (int64_t)j * g->size) return 0;
        if (!constant_bits(ir_op(g->at[k + j].i, 0), &bits)) return 0;
        *all |= (bits & ((1ull << g->size * 8) - 1)) << j * g->size * 8;
    }
    return n;
}

// Puts stores of larger constants in the place of runs of small ones; they are a group of their
// own, which is made of vectors next.
static void join_constants(Wide *w, Group *g) {
    if (!g->store || g->size >= CONSTANT_BYTES) return;
    Group *joined = arena_alloc(w->pc->tmp, sizeof *joined, _Alignof(Group));
    *joined = (Group){.base = g->base, .as = g->as, .size = CONSTANT_BYTES, .store = true};
    joined->open = true;
    uint64_t align[MEMBERS]; // while all members are there
    for (uint32_t k = 0; k < g->n; k++) align[k] = alignment_at(g, g->at[k].off);
    uint32_t kept = 0;
    for (uint32_t k = 0; k < g->n;) {
        uint64_t bits;
        uint32_t n = align[k] >= CONSTANT_BYTES ? constant_run(g, k, &bits) : 0;
        if (!n) {
            g->at[kept++] = g->at[k++];
            continue;
        }
        const Access *last = extreme(&g->at[k], n, true);
        IrBuilder b = ir_builder_at(last->i);
        IrValue *p = ir_ptradd_c(&b, g->base, g->at[k].off, 0);
        IrInst *i =
            ir_store(&b, &ir_int(w->m->ty_i32, bits)->v, p, (uint32_t)CU_MIN(align[k], 16u));
        joined->at[joined->n++] = (Access){i, g->at[k].off, last->order, 0};
        for (uint32_t j = 0; j < n; j++) ir_erase(g->at[k + j].i);
        k += n;
        w->changed = true;
    }
    g->n = kept;
    if (joined->n) close_group(w, joined);
}

static void widen(Wide *w, Group *g) {
    uint64_t align[MEMBERS];
    sort(g);
    align_variable(g);
    for (uint32_t k = 0; k < g->n; k++) {
        IrInst *i = g->at[k].i;
        g->at[k].align = CU_MAX(i->align, an_alignment(pointer(i)));
    }
    join_constants(w, g);
    for (uint32_t k = 0; k < g->n; k++) align[k] = alignment_at(g, g->at[k].off);
    for (uint32_t k = 0; k + 1 < g->n;) {
        uint32_t run = 1, n;
        while (k + run < g->n && run < 4 &&
               g->at[k + run].off == g->at[k].off + (int64_t)run * g->size) {
            run++;
        }
        for (n = run >= 4 ? 4 : run >= 2 ? 2 : 1; n > 1; n /= 2) {
            if (n * g->size <= MAX_BYTES && align[k] >= n * g->size) break;
        }
        if (n > 1) {
            uint32_t al = (uint32_t)CU_MIN(align[k], 1u << 16);
            if (g->store) widen_stores(w, g, &g->at[k], n, al);
            if (!g->store) widen_loads(w, g, &g->at[k], n, al);
            w->changed = true;
        }
        k += n;
    }
}

// Stores that have gone down past the first load of an open group keep out later loads of their
// bytes: those cannot go up to it any more.
static void keep_loads_behind(Wide *w, const Group *stores) {
    uint32_t last = extreme(stores->at, stores->n, true)->order;
    for (uint32_t k = 0; k < GROUPS; k++) {
        Group *g = &w->group[k];
        if (!g->open || g->store || !g->n || g->base != stores->base) continue;
        if (extreme(g->at, g->n, false)->order > last) continue;

        if (g->nstored + stores->n > STORED) {
            close_group(w, g);
            continue;
        }
        for (uint32_t m = 0; m < stores->n; m++) {
            int64_t off = stores->at[m].off;
            g->stored[g->nstored++] = (Range){off, off + (int64_t)stores->size};
        }
    }
}

static void close_group(Wide *w, Group *g) {
    if (g->open && g->n > 1) {
        if (g->store) keep_loads_behind(w, g);
        widen(w, g);
    }
    g->open = false;
    g->n = g->nstored = 0;
}

// ---- groups ----

static bool overlaps(const Group *g, Range r) {
    for (uint32_t k = 0; k < g->n; k++) {
        if (r.begin < g->at[k].off + (int64_t)g->size && g->at[k].off < r.end) return true;
    }
    for (uint32_t k = 0; k < g->nstored; k++) {
        if (r.begin < g->stored[k].end && g->stored[k].begin < r.end) return true;
    }
    return false;
}

static Group *group_for(Wide *w, IrValue *base, IrType *ptr, uint32_t size, bool store) {
    for (uint32_t k = 0; k < GROUPS; k++) {
        Group *g = &w->group[k];
        if (g->open && g->base == base && g->as == ptr && g->size == size && g->store == store) {
            return g;
        }
    }
    Group *g = &w->group[w->next++ % GROUPS];
    close_group(w, g);
    g->base = base, g->as = ptr, g->size = size, g->store = store;
    g->open = true;
    g->n = g->nstored = 0;
    return g;
}

// Whether i is a plain access at constant bytes of the group's base, and which.
static bool is_at_base(const Group *g, const IrInst *i, Range *r) {
    if (!is_candidate(i) || base_of(pointer(i), &r->begin) != g->base) return false;
    r->end = r->begin + (int64_t)access_type(i)->store_size;
    return true;
}

// What an access to constant bytes of the group's base does to it. False: it must be closed.
static bool passes(Group *g, const IrInst *i, Range r) {
    if (g->store) return !overlaps(g, r); // the stores before it go down past it
    if (i->v.op == IR_LOAD) return true;
    if (g->nstored == STORED) return false;
    g->stored[g->nstored++] = r; // loads of these bytes behind it cannot go up past it
    return true;
}

// What i does closes the groups that it may disturb.
static void disturb(Wide *w, const IrInst *i, const Group *own) {
    bool reads = ir_may_read(i), writes = ir_may_write(i);
    bool leaves = i->v.op == IR_CALL && ir_has_effect(i);
    if (!reads && !writes && !leaves) return;
    for (uint32_t k = 0; k < GROUPS; k++) {
        Group *g = &w->group[k];
        if (!g->open || g == own) continue;
        if (!g->store && !writes) continue; // what only reads, or leaves, disturbs no loads
        Range range;
        if (is_at_base(g, i, &range)) {
            if (!passes(g, i, range)) close_group(w, g);
            continue;
        }
        uint32_t r = an_modref(i, (AnLoc){g->base, AN_UNKNOWN_SIZE});
        if ((r & AN_MOD) || (g->store && ((r & AN_REF) || leaves))) close_group(w, g);
    }
}

static void visit(Wide *w, IrInst *i, uint32_t order) {
    int64_t off;
    if (!is_candidate(i)) {
        disturb(w, i, NULL);
        return;
    }
    IrValue *base = base_of(pointer(i), &off);
    uint32_t size = (uint32_t)access_type(i)->store_size;
    bool store = i->v.op == IR_STORE;
    Group *g = group_for(w, base, pointer(i)->type, size, store);
    disturb(w, i, g); // what is closed there may keep i out of its own group
    if (g->n == MEMBERS || overlaps(g, (Range){off, off + (int64_t)size})) close_group(w, g);
    g->open = true;
    g->at[g->n++] = (Access){i, off, order, 0};
}

bool opt_load_store_vectorizer(PassCtx *pc, IrFunc *f) {
    Wide w = {.pc = pc, .m = f->g.m, .invariant = atom_cstr(pc->ctx, "invariant.load")};
    w.group = arena_alloc(pc->tmp, sizeof(Group) * GROUPS, _Alignof(Group));
    for (uint32_t k = 0; k < GROUPS; k++) { // the members need no clearing
        w.group[k].open = false;
        w.group[k].n = 0;
    }
    IR_FOREACH_BLOCK(bb, f) {
        uint32_t order = 0;
        IR_FOREACH_INST_SAFE(i, bb) visit(&w, i, order++);
        for (uint32_t k = 0; k < GROUPS; k++) close_group(&w, &w.group[k]);
    }
    return w.changed;
}
