// SPDX-License-Identifier: Apache-2.0
// A part of sroa: all uses of a local object, with the bytes that each may touch.
//
// A *place* is a value that is an address in the object. Its offset is a constant, or lies in
// lo .. hi and is equal to `off` modulo `stride`: an access in an array of records touches the same
// bytes of every record, so that the other members of the records can leave:
//
//     %e = getelementptr inbounds { i32, ptr }, ptr %r, i64 %i     stride 16, lo 0, hi 48 - 16
//     %v = load i32, ptr %e                                        bytes 0..4, 16..20, 32..36
//
// What is collected: accesses; address computations and lifetime markers (they go away with the
// object); accesses outside of the object, which are undefined and dropped as LLVM drops them;
// comparisons and differences of addresses, which are known; stores of an address into the object
// itself, which are harmless where nothing reads them. Refused: everything else that the
// address goes to (calls, stores of the address itself, integers), because it may come back.
#include "opt/sroa.h"

enum { MAX_WINDOWS = 1 << 12 }; // of one object; beyond, one window that covers them

typedef struct {
    IrValue *v;
    uint64_t off, stride; // stride 0: off is the offset
    int64_t lo, hi;
} Place;

typedef struct {
    Sroa *s;
    VEC(Place) place;
    SroaInsts merges; // phis and selects among the places
    Map seen;         // merges
    uint32_t windows;
    bool address; // is compared: the object must stay
} Walk;

// Vectors of a length that is not known here, and types of targets, are no bytes that can be taken
// apart or cast.
static bool has_known_bytes(const IrType *t) {
    if (t->kind == IR_TY_ARRAY) return has_known_bytes(t->elem);
    if (t->kind != IR_TY_STRUCT) return !t->scalable && t->kind != IR_TY_TARGET;
    for (uint64_t k = 0; k < t->n; k++) {
        if (!has_known_bytes(t->sub[k])) return false;
    }
    return true;
}

uint64_t opt_sroa_object_size(const IrInst *al) {
    const IrConst *n = ir_as_cint(ir_op(al, 0));
    if (!n || !ir_fits_u64(n) || !al->aty->sized || !has_known_bytes(al->aty)) return 0;
    uint64_t size;
    if (__builtin_mul_overflow(al->aty->size, ir_uval(n), &size)) return 0;
    return size <= INT64_MAX / 4 ? size : 0;
}

// ---- accesses ----

static void add(Walk *w, uint64_t begin, uint64_t end, IrInst *i, uint32_t op, uint32_t flags) {
    vec_push(w->s->a, &w->s->acc, ((SroaAccess){begin, end, i, op, flags}));
}

// The bytes that an access of `size` bytes at a place that is not constant may touch.
static void add_windows(Walk *w, const Place *p, uint64_t size, IrInst *i, uint32_t op,
                        uint32_t flags) {
    int64_t total = (int64_t)w->s->size;
    int64_t lo = CU_MAX(p->lo, 0), hi = CU_MIN(p->hi, total - (int64_t)CU_MIN(size, w->s->size));
    flags |= SROA_KEEP;
    if (lo > hi || size > w->s->size) { // never in bounds, or of unknown length
        add(w, 0, w->s->size, i, op, flags);
        return;
    }
    uint64_t stride = p->stride;
    __int128 rest = ((__int128)(int64_t)p->off - lo) % (__int128)stride;
    uint64_t first = (uint64_t)lo + (uint64_t)(rest < 0 ? rest + (__int128)stride : rest);
    bool dense = stride <= size || first > (uint64_t)hi;
    uint64_t count = dense ? 0 : ((uint64_t)hi - first) / stride + 1;
    if (dense || count > MAX_WINDOWS - w->windows) {
        add(w, (uint64_t)lo, (uint64_t)hi + size, i, op, flags);
        return;
    }
    w->windows += (uint32_t)count;
    for (uint64_t k = 0; k < count; k++) {
        uint64_t at = first + k * stride;
        add(w, at, at + size, i, op, flags);
    }
}

static bool scalar_access(Walk *w, const Place *p, IrInst *i, uint32_t op, IrType *t,
                          uint32_t flags) {
    Sroa *s = w->s;
    uint64_t size = t->store_size;
    if (!has_known_bytes(t)) return false;
    if (ir_ty_is_agg(t)) flags |= SROA_FIXED; // too large for sroa_agg.c
    if (!ir_is_plain(i)) flags |= SROA_FIXED | SROA_READ | SROA_WRITE;
    if (p->stride) {
        add_windows(w, p, size, i, op, flags);
        return true;
    }
    if (p->off <= s->size && size <= s->size - p->off) {
        add(w, p->off, p->off + size, i, op, flags);
        return true;
    }
    if (flags & SROA_FIXED) return false;
    // A load that begins inside may be a widened one of which only the first bytes are used.
    bool partly = p->off < s->size && i->v.op == IR_LOAD;
    if (partly) {
        add(w, p->off, s->size, i, op, flags | SROA_KEEP);
    } else {
        vec_push(s->a, &s->dead, i);
    }
    return true;
}

static bool block_access(Walk *w, const Place *p, IrInst *i, uint32_t op) {
    Sroa *s = w->s;
    const IrConst *n = ir_as_cint(ir_op(i, 2));
    bool copy = ir_intrin_of(i) != IR_I_memset;
    uint32_t flags = op == 0 ? SROA_WRITE : SROA_READ;
    if (op > 1 || !ir_is_zero(ir_op(i, 3))) return false;
    if (!n || !ir_fits_u64(n)) { // of run-time size: from here to the end, at most
        Place any = *p;
        if (!p->stride) any = (Place){p->v, p->off, 1, (int64_t)p->off, (int64_t)p->off};
        uint64_t from = any.lo > 0 ? (uint64_t)any.lo : 0;
        add(w, CU_MIN(from, s->size), s->size, i, op, flags | SROA_KEEP);
        return true;
    }
    uint64_t size = ir_uval(n);
    bool inside = copy && an_underlying(ir_op(i, 0)) == an_underlying(ir_op(i, 1));
    if (p->stride) {
        add_windows(w, p, size, i, op, flags);
        return true;
    }
    bool outside = p->off >= s->size;
    if (size == 0 || outside) {
        vec_push(s->a, &s->dead, i);
        return true;
    }
    uint64_t end = size > s->size - p->off ? s->size : p->off + size;
    if (inside) { // the other end is a place of the object, too
        int64_t o[2];
        bool fixed = ir_strip_ptr(ir_op(i, 0), &o[0]) == &s->al->v &&
                     ir_strip_ptr(ir_op(i, 1), &o[1]) == &s->al->v;
        if (fixed) {
            if (op == 0) vec_push(s->a, o[0] == o[1] ? &s->dead : &s->moves, i);
        } else {
            add(w, p->off, end, i, op, flags | SROA_KEEP);
        }
        return true;
    }
    add(w, p->off, end, i, op, flags | SROA_BLOCK);
    return true;
}

// The callee gets a copy of what a `byval` argument points to.
static bool byval_access(Walk *w, const Place *p, IrInst *i, uint32_t op) {
    if (op >= ir_call_nargs(i)) return false;
    IrType *t = ir_attr_type(ir_attrs_get(&i->call->attrs, (int)op), IR_ATTR_BYVAL);
    if (!t || !t->sized) return false;
    if (p->stride) {
        add_windows(w, p, t->size, i, op, SROA_READ);
        return true;
    }
    if (p->off > w->s->size || t->size > w->s->size - p->off) return false;
    add(w, p->off, p->off + t->size, i, op, SROA_READ | SROA_KEEP);
    return true;
}

static bool call_access(Walk *w, const Place *p, IrInst *i, uint32_t op) {
    switch (ir_intrin_of(i)) {
    case IR_I_lifetime_start:
    case IR_I_lifetime_end: vec_push(w->s->a, &w->s->drop, i); return true;
    case IR_I_memcpy:
    case IR_I_memmove:
    case IR_I_memset: return block_access(w, p, i, op);
    default: return byval_access(w, p, i, op);
    }
}

// ---- addresses ----

static uint64_t gcd(uint64_t a, uint64_t b) {
    while (b) {
        uint64_t r = a % b;
        a = b;
        b = r;
    }
    return a;
}

static int64_t saturate(__int128 x) {
    const int64_t most = INT64_MAX / 2;
    return x > most ? most : x < -most ? -most : (int64_t)x;
}

// Adds idx * stride, idx not constant, to a place.
static void add_index(Place *p, const IrValue *idx, uint64_t stride) {
    if (stride == 0) return;
    p->stride = gcd(stride, p->stride);
    AnBits k =
        idx->type->kind == IR_TY_INT && idx->type->bits <= 64 ? an_known_bits(idx) : (AnBits){0, 0};
    bool positive = idx->type->kind == IR_TY_INT && idx->type->bits <= 64 &&
                    k.zero >> (idx->type->bits - 1) & 1;
    if (!positive) {
        p->lo = INT64_MIN / 2;
        p->hi = INT64_MAX / 2;
        return;
    }
    p->lo = saturate((__int128)p->lo + (__int128)an_umin(k) * stride);
    p->hi = saturate((__int128)p->hi + (__int128)an_umax(k, idx->type->bits) * stride);
}

static bool gep_place(const Place *p, const IrInst *g, Place *q) {
    IrType *t = g->aty;
    *q = *p;
    q->v = (IrValue *)(uintptr_t)&g->v;
    bool unknown = false;
    if (g->v.type->kind != IR_TY_PTR) return false;
    for (uint32_t k = 1; k < g->nops; k++) {
        const IrValue *idx = ir_op(g, k);
        const IrConst *c = ir_as_cint(idx);
        uint64_t step, n = c && ir_fits_i64(c) ? (uint64_t)ir_sval(c) : 0;
        if (k > 1 && t->kind == IR_TY_STRUCT) {
            step = t->offset[n];
            t = t->sub[n];
        } else {
            if (k > 1) t = t->elem;
            step = n * t->size;
            if (c && !ir_fits_i64(c)) return false;
            if (!c) {
                add_index(q, idx, t->size);
                unknown = true;
                continue;
            }
        }
        q->off += step;
        q->lo = saturate((__int128)q->lo + (int64_t)step);
        q->hi = saturate((__int128)q->hi + (int64_t)step);
    }
    // without `inbounds` the product may wrap around: only powers of two divide 2^64
    bool wraps = unknown && !(g->v.flags & IR_INBOUNDS) && q->hi >= INT64_MAX / 2;
    if (wraps) q->stride &= 0 - q->stride;
    if (!q->stride) q->lo = q->hi = (int64_t)q->off;
    return true;
}

static void push(Walk *w, Place p) {
    vec_push(w->s->a, &w->place, p);
}

// A phi or select of addresses: allowed when they all are of this object (looked at in the end).
static void merge(Walk *w, IrInst *i) {
    void **slot = map_slot(&w->seen, i->v.id);
    if (*slot) return;
    *slot = i;
    vec_push(w->s->a, &w->merges, i);
    push(w, (Place){&i->v, 0, 1, INT64_MIN / 2, INT64_MAX / 2});
}

// Are operands from, from + step, ... addresses of this object, or of none?
static bool are_places(const Map *in, const IrInst *i, uint32_t from, uint32_t step) {
    for (uint32_t k = from; k < i->nops; k += step) {
        IrValue *v = ir_op(i, k);
        bool none = ir_is_undef(v) || (v->kind == IR_C_NULL && i->v.op == IR_ICMP);
        if (!none && !map_get(in, (uintptr_t)v)) return false;
    }
    return true;
}

// Looks at phis, selects and comparisons of addresses. False when one is of another object, too.
static bool stays_inside(Walk *w) {
    Sroa *s = w->s;
    if (!w->merges.n && !s->folds.n) return true;
    Map in;
    map_init(&in, s->a);
    for (uint32_t k = 0; k < w->place.n; k++) {
        map_put(&in, (uintptr_t)w->place.at[k].v, w->place.at[k].v);
    }
    for (uint32_t k = 0; k < w->merges.n; k++) {
        const IrInst *i = w->merges.at[k];
        bool phi = i->v.op == IR_PHI;
        if (!are_places(&in, i, phi ? 0 : 1, phi ? 2 : 1)) return false;
    }
    for (uint32_t k = 0; k < s->folds.n; k++) {
        const IrInst *i = s->folds.at[k];
        s->compared |= i->v.op == IR_ICMP && !are_places(&in, i, 0, 1);
    }
    return true;
}

static bool is_difference(const Sroa *s, IrInst *i) { // ptrtoint whose every use is a difference
    IR_FOREACH_USE(u, &i->v) {
        IrInst *d = u->user;
        int64_t off;
        if (d->v.op != IR_SUB) return false;
        for (uint32_t k = 0; k < 2; k++) {
            IrInst *x = ir_as_op(ir_op(d, k), IR_PTRTOINT);
            if (!x || ir_strip_ptr(ir_op(x, 0), &off) != &s->al->v) return false;
        }
    }
    return true;
}

static bool follow(Walk *w, const Place *p, IrUse *u) {
    Sroa *s = w->s;
    IrInst *i = u->user;
    Place q = *p;
    q.v = &i->v;
    switch (i->v.op) {
    case IR_LOAD: return scalar_access(w, p, i, 0, i->v.type, SROA_READ);
    case IR_STORE:
        if (u == &i->op[0]) {
            vec_push(s->a, &s->own, i);
            return an_underlying(ir_op(i, 1)) == &s->al->v && ir_is_plain(i);
        }
        return scalar_access(w, p, i, 1, ir_op(i, 0)->type, SROA_WRITE);
    case IR_ATOMICRMW:
    case IR_CMPXCHG:
        return u == &i->op[0] && scalar_access(w, p, i, 0, ir_op(i, 1)->type, SROA_FIXED);
    case IR_CALL: return call_access(w, p, i, ir_use_index(u));
    case IR_GEP:
        if (u != &i->op[0] || !gep_place(p, i, &q)) return false;
        break;
    case IR_ADDRSPACECAST: s->cast = true; break;
    case IR_BITCAST:
    case IR_FREEZE: break;
    case IR_PHI:
    case IR_SELECT:
        if (i->v.type->kind != IR_TY_PTR) return false;
        merge(w, i);
        return true;
    case IR_ICMP:
        vec_push(s->a, &s->folds, i);
        w->address = true;
        return true;
    case IR_PTRTOINT:
        if (p->stride || !is_difference(s, i)) return false;
        vec_push(s->a, &s->folds, i);
        return true;
    default: return false;
    }
    push(w, q);
    if (!q.stride) vec_push(s->a, &s->drop, i);
    return true;
}

// A copy both of whose ends were taken for places of different objects (the walk from an address to
// its object is bounded).
static bool is_met_twice(Walk *w) {
    Map met;
    map_init(&met, w->s->a);
    VEC_FOREACH (SroaAccess, x, &w->s->acc) {
        if (!(x->flags & SROA_BLOCK) || ir_intrin_of(x->i) == IR_I_memset) continue;
        void **slot = map_slot(&met, x->i->v.id);
        if (*slot) return true;
        *slot = x->i;
    }
    return false;
}

bool opt_sroa_collect(Sroa *s) {
    Walk w = {.s = s};
    s->acc.n = s->drop.n = s->dead.n = s->folds.n = s->moves.n = s->own.n = s->part.n = 0;
    s->compared = s->cast = false;
    map_init(&w.seen, s->a);
    push(&w, (Place){.v = &s->al->v});
    for (uint32_t k = 0; k < w.place.n; k++) {
        Place p = w.place.at[k];
        IR_FOREACH_USE(u, p.v) {
            if (!follow(&w, &p, u)) return false;
        }
    }
    s->kept = w.address || w.merges.n > 0;
    return stays_inside(&w) && !is_met_twice(&w);
}

// ---- what needs no parts ----

// The constant offset of an address in the object.
static bool offset_in(const Sroa *s, IrValue *p, int64_t *off) {
    return ir_strip_ptr(p, off) == &s->al->v && *off >= 0 && (uint64_t)*off <= s->size;
}

// Certainly the address of something else, and inside it: another local object, a variable, or what
// the caller passed, which cannot know this object.
static bool is_other_object(const Sroa *s, IrValue *p) {
    int64_t off;
    IrValue *base = ir_strip_ptr(p, &off);
    IrInst *al = ir_as_op(base, IR_ALLOCA);
    if (al) return al != s->al && off >= 0 && (uint64_t)off < opt_sroa_object_size(al);
    IrGlobal *g = ir_as_var(base);
    if (g) return g->vty->sized && off >= 0 && (uint64_t)off < g->vty->size;
    IrArg *a = ir_as_arg(base);
    return a && off == 0 && !ir_attr_has(ir_attrs_get(&a->fn->attrs, (int)a->index), IR_ATTR_BYVAL);
}

// The result of a comparison with an address of the object, -1 when it is not known.
static int compare(const Sroa *s, const IrInst *i) {
    IrValue *x = ir_op(i, 0), *y = ir_op(i, 1);
    bool equality = i->pred == IR_EQ || i->pred == IR_NE;
    int64_t a, b;
    bool in_x = offset_in(s, x, &a), in_y = offset_in(s, y, &b);
    if (in_x && in_y) { // an object does not wrap around: its addresses are ordered as its offsets
        if (ir_pred_is_signed(i->pred)) return -1;
        IrConst *c = ir_fold_cmp(s->m, i->pred, ir_int(s->m->ty_i64, (uint64_t)a),
                                 ir_int(s->m->ty_i64, (uint64_t)b));
        return c ? (int)ir_uval(c) : -1;
    }
    if (!equality || (!in_x && !in_y)) return -1;
    if (in_y) {
        IrValue *t = x;
        x = y;
        y = t;
        a = b;
    }
    if ((uint64_t)a >= s->size) return -1; // one past the end may be anything's address
    bool null = y->kind == IR_C_NULL && y->type->as == IR_AS_GENERIC;
    return null || is_other_object(s, y) ? i->pred == IR_NE : -1;
}

static bool fold(Sroa *s, IrInst *i) {
    if (i->v.op == IR_ICMP) {
        if (i->v.type->kind != IR_TY_INT) return false;
        int r = compare(s, i);
        if (r < 0) return false;
        ir_replace_erase(i, &ir_int(s->m->ty_i1, (uint64_t)r)->v);
        return true;
    }
    IR_FOREACH_USE_SAFE(u, &i->v) { // a ptrtoint: differences
        IrInst *d = u->user;
        int64_t off[2];
        if (d->v.op != IR_SUB) continue;
        for (uint32_t k = 0; k < 2; k++) {
            ir_strip_ptr(ir_op(ir_as_inst(ir_op(d, k)), 0), &off[k]);
        }
        uint64_t diff = (uint64_t)off[0] - (uint64_t)off[1];
        ir_replace_erase(d, &ir_int(d->v.type, diff)->v);
        return fold(s, i), true; // the list has changed
    }
    sroa_erase_dead(&i->v);
    return true;
}

// Copies from one place of the object to another go through an object of their own, which is cut
// as both ends are.
static void split_move(Sroa *s, IrInst *i) {
    IrBuilder b = ir_builder_at(s->al);
    IrType *t = ir_ty_array(s->m, s->m->ty_i8, ir_uval(ir_as_cint(ir_op(i, 2))));
    b.name = s->al->v.name;
    IrInst *mid = ir_alloca_n(&b, t, &ir_int(s->m->ty_i32, 1)->v, s->al->align, s->al->v.type->as);
    IrAttrList attrs = i->call->attrs;
    b = ir_builder_at(i);
    for (uint32_t k = 0; k < 2; k++) {
        IrValue *arg[4] = {k ? ir_op(i, 0) : &mid->v, k ? &mid->v : ir_op(i, 1), ir_op(i, 2),
                           ir_op(i, 3)};
        IrInst *c = ir_as_inst(ir_call_intrin(&b, IR_I_memcpy, NULL, 4, arg));
        ir_attrs_set(s->m, &c->call->attrs, k ? 0 : 1, ir_attrs_get(&attrs, k ? 0 : 1));
        ir_attrs_set(s->m, &c->call->attrs, k ? 1 : 0,
                     ir_attr_add_int(s->m, NULL, IR_ATTR_ALIGN, mid->align));
    }
    ir_erase(i);
    vec_push(s->a, &s->todo, mid);
}

bool opt_sroa_clean(Sroa *s) {
    bool changed = false;
    for (uint32_t k = 0; k < s->dead.n; k++) {
        IrInst *i = s->dead.at[k];
        if (sroa_is_erased(i)) continue; // both ends of a copy
        if (i->v.type->kind == IR_TY_VOID) {
            ir_erase(i);
        } else {
            ir_replace_erase(i, &ir_poison(s->m, i->v.type)->v);
        }
        changed = true;
    }
    for (uint32_t k = 0; k < s->folds.n; k++) {
        if (!sroa_is_erased(s->folds.at[k])) changed |= fold(s, s->folds.at[k]);
    }
    for (uint32_t k = 0; k < s->moves.n; k++) split_move(s, s->moves.at[k]);
    return changed || s->moves.n;
}
