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
#include "opt/memory/sroa.h"

#include "ir/intrin_id.h"

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
static bool has_known_bytes(const IrType *type) {
    if (type->kind == IR_TY_ARRAY) return has_known_bytes(type->elem);
    if (type->kind != IR_TY_STRUCT) return !type->scalable && type->kind != IR_TY_TARGET;
    for (uint64_t k = 0; k < type->n; k++) {
        if (!has_known_bytes(type->sub[k])) return false;
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

static void add(Walk *walk, uint64_t begin, uint64_t end, IrInst *user, uint32_t op,
                uint32_t flags) {
    vec_push(walk->s->a, &walk->s->acc, ((SroaAccess){begin, end, user, op, flags}));
}

// The bytes that an access of `size` bytes at a place that is not constant may touch.
static void add_windows(Walk *walk, const Place *place, uint64_t size, IrInst *user, uint32_t op,
                        uint32_t flags) {
    int64_t total = (int64_t)walk->s->size;
    int64_t lo = CU_MAX(place->lo, 0),
            hi = CU_MIN(place->hi, total - (int64_t)CU_MIN(size, walk->s->size));
    flags |= SROA_KEEP;
    if (lo > hi || size > walk->s->size) { // never in bounds, or of unknown length
        add(walk, 0, walk->s->size, user, op, flags);
        return;
    }
    uint64_t stride = place->stride;
    __int128 rest = ((__int128)(int64_t)place->off - lo) % (__int128)stride;
    uint64_t first = (uint64_t)lo + (uint64_t)(rest < 0 ? rest + (__int128)stride : rest);
    bool dense = stride <= size || first > (uint64_t)hi;
    uint64_t count = dense ? 0 : ((uint64_t)hi - first) / stride + 1;
    if (dense || count > MAX_WINDOWS - walk->windows) {
        add(walk, (uint64_t)lo, (uint64_t)hi + size, user, op, flags);
        return;
    }
    walk->windows += (uint32_t)count;
    for (uint64_t k = 0; k < count; k++) {
        uint64_t at = first + k * stride;
        add(walk, at, at + size, user, op, flags);
    }
}

static bool scalar_access(Walk *walk, const Place *place, IrInst *user, uint32_t op, IrType *type,
                          uint32_t flags) {
    Sroa *sroa = walk->s;
    uint64_t size = type->store_size;
    if (!has_known_bytes(type)) return false;
    if (ir_ty_is_agg(type)) flags |= SROA_FIXED; // too large for memory/sroa_agg.c
    if (!ir_is_plain(user)) flags |= SROA_FIXED | SROA_READ | SROA_WRITE;
    if (place->stride) {
        add_windows(walk, place, size, user, op, flags);
        return true;
    }
    if (place->off <= sroa->size && size <= sroa->size - place->off) {
        add(walk, place->off, place->off + size, user, op, flags);
        return true;
    }
    if (flags & SROA_FIXED) return false;
    // A load that begins inside may be a widened one of which only the first bytes are used.
    bool partly = place->off < sroa->size && user->v.op == IR_LOAD;
    if (partly) {
        add(walk, place->off, sroa->size, user, op, flags | SROA_KEEP);
        if (ir_ty_is_int(type)) vec_push(sroa->a, &sroa->over, user);
    } else {
        vec_push(sroa->a, &sroa->dead, user);
    }
    return true;
}

static bool block_access(Walk *walk, const Place *place, IrInst *call, uint32_t op) {
    Sroa *sroa = walk->s;
    const IrConst *constant = ir_as_cint(ir_op(call, 2));
    bool copy = ir_intrin_of(call) != IR_I_memset;
    uint32_t flags = op == 0 ? SROA_WRITE : SROA_READ;
    if (op > 1 || !ir_is_zero(ir_op(call, 3))) return false;
    if (!constant || !ir_fits_u64(constant)) { // of run-time size: from here to the end, at most
        Place any = *place;
        if (!place->stride)
            any = (Place){place->v, place->off, 1, (int64_t)place->off, (int64_t)place->off};
        uint64_t from = any.lo > 0 ? (uint64_t)any.lo : 0;
        add(walk, CU_MIN(from, sroa->size), sroa->size, call, op, flags | SROA_KEEP);
        return true;
    }
    uint64_t size = ir_uval(constant);
    bool inside = copy && an_underlying(ir_op(call, 0)) == an_underlying(ir_op(call, 1));
    if (place->stride) {
        add_windows(walk, place, size, call, op, flags);
        return true;
    }
    bool outside = place->off >= sroa->size;
    if (size == 0 || outside) {
        vec_push(sroa->a, &sroa->dead, call);
        return true;
    }
    uint64_t end = size > sroa->size - place->off ? sroa->size : place->off + size;
    if (inside) { // the other end is a place of the object, too
        int64_t o[2];
        bool fixed = ir_strip_ptr(ir_op(call, 0), &o[0]) == &sroa->al->v &&
                     ir_strip_ptr(ir_op(call, 1), &o[1]) == &sroa->al->v;
        if (fixed) {
            if (op == 0) vec_push(sroa->a, o[0] == o[1] ? &sroa->dead : &sroa->moves, call);
        } else {
            add(walk, place->off, end, call, op, flags | SROA_KEEP);
        }
        return true;
    }
    add(walk, place->off, end, call, op, flags | SROA_BLOCK);
    return true;
}

// The callee gets a copy of what a `byval` argument points to.
static bool byval_access(Walk *walk, const Place *place, IrInst *call, uint32_t op) {
    if (op >= ir_call_nargs(call)) return false;
    IrType *t = ir_attr_type(ir_attrs_get(&call->call->attrs, (int)op), IR_ATTR_BYVAL);
    if (!t || !t->sized) return false;
    if (place->stride) {
        add_windows(walk, place, t->size, call, op, SROA_READ);
        return true;
    }
    if (place->off > walk->s->size || t->size > walk->s->size - place->off) return false;
    add(walk, place->off, place->off + t->size, call, op, SROA_READ | SROA_KEEP);
    return true;
}

static bool call_access(Walk *walk, const Place *place, IrInst *call, uint32_t op) {
    uint32_t id = ir_intrin_of(call);
    if (ir_is_block_write(id)) return block_access(walk, place, call, op);
    if (!ir_is_lifetime(id)) return byval_access(walk, place, call, op);
    vec_push(walk->s->a, &walk->s->drop, call);
    return true;
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
static void add_index(Place *place, const IrValue *idx, uint64_t stride) {
    if (stride == 0) return;
    place->stride = gcd(stride, place->stride);
    AnBits bits = ir_ty_is_word(idx->type) ? an_known_bits(idx) : (AnBits){0, 0};
    bool positive = ir_ty_is_word(idx->type) && bits.zero >> (idx->type->bits - 1) & 1;
    if (!positive) {
        place->lo = INT64_MIN / 2;
        place->hi = INT64_MAX / 2;
        return;
    }
    place->lo = saturate((__int128)place->lo + (__int128)an_umin(bits) * stride);
    place->hi = saturate((__int128)place->hi + (__int128)an_umax(bits, idx->type->bits) * stride);
}

static bool gep_place(const Place *base, const IrInst *gep, Place *moved) {
    IrType *type = gep->aty;
    *moved = *base;
    moved->v = (IrValue *)(uintptr_t)&gep->v;
    bool unknown = false;
    if (gep->v.type->kind != IR_TY_PTR) return false;
    for (uint32_t k = 1; k < gep->nops; k++) {
        const IrValue *idx = ir_op(gep, k);
        const IrConst *constant = ir_as_cint(idx);
        uint64_t step, n = constant && ir_fits_i64(constant) ? (uint64_t)ir_sval(constant) : 0;
        if (k > 1 && type->kind == IR_TY_STRUCT) {
            step = type->offset[n];
            type = type->sub[n];
        } else {
            if (k > 1) type = type->elem;
            step = n * type->size;
            if (constant && !ir_fits_i64(constant)) return false;
            if (!constant) {
                add_index(moved, idx, type->size);
                unknown = true;
                continue;
            }
        }
        moved->off += step;
        moved->lo = saturate((__int128)moved->lo + (int64_t)step);
        moved->hi = saturate((__int128)moved->hi + (int64_t)step);
    }
    // without `inbounds` the product may wrap around: only powers of two divide 2^64
    bool wraps = unknown && !(gep->v.flags & IR_INBOUNDS) && moved->hi >= INT64_MAX / 2;
    if (wraps) moved->stride &= 0 - moved->stride;
    if (!moved->stride) moved->lo = moved->hi = (int64_t)moved->off;
    return true;
}

static void push(Walk *walk, Place p) {
    vec_push(walk->s->a, &walk->place, p);
}

// A phi or select of addresses: allowed when they all are of this object (looked at in the end).
static void merge(Walk *walk, IrInst *choice) {
    void **slot = map_slot(&walk->seen, choice->v.id);
    if (*slot) return;
    *slot = choice;
    vec_push(walk->s->a, &walk->merges, choice);
    push(walk, (Place){&choice->v, 0, 1, INT64_MIN / 2, INT64_MAX / 2});
}

// Are operands from, from + step, ... addresses of this object, or of none?
static bool are_places(const Map *in, const IrInst *user, uint32_t from, uint32_t step) {
    for (uint32_t k = from; k < user->nops; k += step) {
        IrValue *v = ir_op(user, k);
        bool none = ir_is_undef(v) || (v->kind == IR_C_NULL && user->v.op == IR_ICMP);
        if (!none && !map_get(in, (uintptr_t)v)) return false;
    }
    return true;
}

// Looks at phis, selects and comparisons of addresses. False when one is of another object, too.
static bool stays_inside(Walk *walk) {
    Sroa *sroa = walk->s;
    if (!walk->merges.n && !sroa->folds.n) return true;
    Map in;
    map_init(&in, sroa->a);
    for (uint32_t k = 0; k < walk->place.n; k++) {
        map_put(&in, (uintptr_t)walk->place.at[k].v, walk->place.at[k].v);
    }
    for (uint32_t k = 0; k < walk->merges.n; k++) {
        const IrInst *i = walk->merges.at[k];
        bool phi = i->v.op == IR_PHI;
        if (!are_places(&in, i, phi ? 0 : 1, phi ? 2 : 1)) return false;
    }
    for (uint32_t k = 0; k < sroa->folds.n; k++) {
        const IrInst *i = sroa->folds.at[k];
        sroa->compared |= i->v.op == IR_ICMP && !are_places(&in, i, 0, 1);
    }
    return true;
}

static bool is_difference(const Sroa *sroa,
                          IrInst *number) { // ptrtoint whose every use is a difference
    IR_FOREACH_USE(u, &number->v) {
        IrInst *d = u->user;
        int64_t off;
        if (d->v.op != IR_SUB) return false;
        for (uint32_t k = 0; k < 2; k++) {
            IrInst *x = ir_as_op(ir_op(d, k), IR_PTRTOINT);
            if (!x || ir_strip_ptr(ir_op(x, 0), &off) != &sroa->al->v) return false;
        }
    }
    return true;
}

static bool follow(Walk *walk, const Place *place, IrUse *use) {
    Sroa *sroa = walk->s;
    IrInst *inst = use->user;
    Place q = *place;
    q.v = &inst->v;
    if (is_any_of(inst->v.op, IR_ATOMICRMW, IR_CMPXCHG))
        return use == &inst->op[0] &&
               scalar_access(walk, place, inst, 0, ir_op(inst, 1)->type, SROA_FIXED);
    switch (inst->v.op) {
    case IR_LOAD: return scalar_access(walk, place, inst, 0, inst->v.type, SROA_READ);
    case IR_STORE:
        if (use == &inst->op[0]) {
            vec_push(sroa->a, &sroa->own, inst);
            return an_underlying(ir_op(inst, 1)) == &sroa->al->v && ir_is_plain(inst);
        }
        return scalar_access(walk, place, inst, 1, ir_op(inst, 0)->type, SROA_WRITE);
    case IR_CALL: return call_access(walk, place, inst, ir_use_index(use));
    case IR_GEP:
        if (use != &inst->op[0] || !gep_place(place, inst, &q)) return false;
        break;
    case IR_ADDRSPACECAST: sroa->cast = true; break;
    case IR_BITCAST:
    case IR_FREEZE: break;
    case IR_PHI:
    case IR_SELECT:
        if (inst->v.type->kind != IR_TY_PTR) return false;
        merge(walk, inst);
        return true;
    case IR_ICMP:
        vec_push(sroa->a, &sroa->folds, inst);
        walk->address = true;
        return true;
    case IR_PTRTOINT:
        if (place->stride || !is_difference(sroa, inst)) return false;
        vec_push(sroa->a, &sroa->folds, inst);
        return true;
    default: return false;
    }
    push(walk, q);
    if (!q.stride) vec_push(sroa->a, &sroa->drop, inst);
    return true;
}

// A copy both of whose ends were taken for places of different objects (the walk from an address to
// its object is bounded).
static bool is_met_twice(Walk *walk) {
    Map met;
    map_init(&met, walk->s->a);
    VEC_FOREACH (SroaAccess, x, &walk->s->acc) {
        if (!(x->flags & SROA_BLOCK) || ir_intrin_of(x->i) == IR_I_memset) continue;
        void **slot = map_slot(&met, x->i->v.id);
        if (*slot) return true;
        *slot = x->i;
    }
    return false;
}

bool opt_sroa_collect(Sroa *sroa) {
    Walk walk = {.s = sroa};
    sroa->acc.n = sroa->drop.n = sroa->dead.n = sroa->over.n = sroa->folds.n = sroa->moves.n =
        sroa->own.n = sroa->part.n = 0;
    sroa->compared = sroa->cast = false;
    map_init(&walk.seen, sroa->a);
    push(&walk, (Place){.v = &sroa->al->v});
    for (uint32_t k = 0; k < walk.place.n; k++) {
        Place p = walk.place.at[k];
        IR_FOREACH_USE(u, p.v) {
            if (!follow(&walk, &p, u)) return false;
        }
    }
    sroa->kept = walk.address || walk.merges.n > 0;
    return stays_inside(&walk) && !is_met_twice(&walk);
}

// ---- what needs no parts ----

// The constant offset of an address in the object.
static bool offset_in(const Sroa *sroa, IrValue *address, int64_t *off) {
    return ir_strip_ptr(address, off) == &sroa->al->v && *off >= 0 && (uint64_t)*off <= sroa->size;
}

// Certainly the address of something else, and inside it: another local object, a variable, or what
// the caller passed, which cannot know this object.
static bool is_other_object(const Sroa *sroa, IrValue *other) {
    int64_t off;
    IrValue *base = ir_strip_ptr(other, &off);
    IrInst *al = ir_as_op(base, IR_ALLOCA);
    if (al) return al != sroa->al && off >= 0 && (uint64_t)off < opt_sroa_object_size(al);
    IrGlobal *g = ir_as_var(base);
    if (g) return g->vty->sized && off >= 0 && (uint64_t)off < g->vty->size;
    IrArg *a = ir_as_arg(base);
    return a && off == 0 && !ir_attr_has(ir_attrs_get(&a->fn->attrs, (int)a->index), IR_ATTR_BYVAL);
}

// The result of a comparison with an address of the object, -1 when it is not known.
static int compare(const Sroa *sroa, const IrInst *comparison) {
    IrValue *left = ir_op(comparison, 0), *right = ir_op(comparison, 1);
    bool equality = ir_pred_is_equality(comparison->pred);
    int64_t a, b;
    bool left_inside = offset_in(sroa, left, &a), right_inside = offset_in(sroa, right, &b);
    if (left_inside &&
        right_inside) { // an object does not wrap around: its addresses are ordered as its offsets
        if (ir_pred_is_signed(comparison->pred)) return -1;
        IrConst *c = ir_fold_cmp(sroa->m, comparison->pred, ir_int(sroa->m->ty_i64, (uint64_t)a),
                                 ir_int(sroa->m->ty_i64, (uint64_t)b));
        return c ? (int)ir_uval(c) : -1;
    }
    if (!equality || (!left_inside && !right_inside)) return -1;
    if (right_inside) {
        IrValue *t = left;
        left = right;
        right = t;
        a = b;
    }
    if ((uint64_t)a >= sroa->size) return -1; // one past the end may be anything's address
    bool null = right->kind == IR_C_NULL && right->type->as == IR_AS_GENERIC;
    return null || is_other_object(sroa, right) ? comparison->pred == IR_NE : -1;
}

static bool fold(Sroa *sroa, IrInst *known) {
    if (known->v.op == IR_ICMP) {
        if (known->v.type->kind != IR_TY_INT) return false;
        int r = compare(sroa, known);
        if (r < 0) return false;
        ir_replace_erase(known, &ir_int(sroa->m->ty_i1, (uint64_t)r)->v);
        return true;
    }
    IR_FOREACH_USE_SAFE(u, &known->v) { // a ptrtoint: differences
        IrInst *d = u->user;
        int64_t off[2];
        if (d->v.op != IR_SUB) continue;
        for (uint32_t k = 0; k < 2; k++) {
            ir_strip_ptr(ir_op(ir_as_inst(ir_op(d, k)), 0), &off[k]);
        }
        uint64_t diff = (uint64_t)off[0] - (uint64_t)off[1];
        ir_replace_erase(d, &ir_int(d->v.type, diff)->v);
        return fold(sroa, known), true; // the list has changed
    }
    sroa_erase_dead(&known->v);
    return true;
}

// Copies from one place of the object to another go through an object of their own, which is cut
// as both ends are.
static void split_move(Sroa *sroa, IrInst *move) {
    IrBuilder builder = ir_builder_at(sroa->al);
    IrType *type = ir_ty_array(sroa->m, sroa->m->ty_i8, ir_uval(ir_as_cint(ir_op(move, 2))));
    builder.name = sroa->al->v.name;
    IrInst *mid = ir_alloca_n(&builder, type, &ir_int(sroa->m->ty_i32, 1)->v, sroa->al->align,
                              sroa->al->v.type->as);
    IrAttrList attrs = move->call->attrs;
    builder = ir_builder_at(move);
    for (uint32_t k = 0; k < 2; k++) {
        IrValue *arg[4] = {k ? ir_op(move, 0) : &mid->v, k ? &mid->v : ir_op(move, 1),
                           ir_op(move, 2), ir_op(move, 3)};
        IrInst *c = ir_as_inst(ir_call_intrin(&builder, IR_I_memcpy, NULL, 4, arg));
        ir_attrs_set(sroa->m, &c->call->attrs, k ? 0 : 1, ir_attrs_get(&attrs, k ? 0 : 1));
        ir_attrs_set(sroa->m, &c->call->attrs, k ? 1 : 0,
                     ir_attr_add_int(sroa->m, NULL, IR_ATTR_ALIGN, mid->align));
    }
    ir_erase(move);
    vec_push(sroa->a, &sroa->todo, mid);
}

// What lies outside of the object is whatever we say.
//
//     %v = load i32, %l (of one byte)      =>      %b = load i8, %l; %v = zext i8 %b to i32
static bool load_inside(Sroa *sroa, IrInst *load) {
    int64_t off;
    if (ir_strip_ptr(ir_op(load, 0), &off) != &sroa->al->v) return false;
    uint64_t inside = sroa->size - (uint64_t)off;
    if (inside & (inside - 1)) return false;
    IrBuilder builder = ir_builder_at(load);
    IrType *type = ir_ty_int(sroa->m, (uint32_t)inside * 8);
    IrInst *bytes = ir_load(&builder, type, ir_op(load, 0), load->align);
    ir_replace_erase(load, ir_zext(&builder, &bytes->v, load->v.type));
    return true;
}

bool opt_sroa_clean(Sroa *sroa) {
    bool changed = false;
    for (uint32_t k = 0; k < sroa->dead.n; k++) {
        IrInst *i = sroa->dead.at[k];
        if (sroa_is_erased(i)) continue; // both ends of a copy
        if (i->v.type->kind == IR_TY_VOID) {
            ir_erase(i);
        } else {
            ir_replace_erase(i, &ir_poison(sroa->m, i->v.type)->v);
        }
        changed = true;
    }
    for (uint32_t k = 0; k < sroa->folds.n; k++) {
        if (!sroa_is_erased(sroa->folds.at[k])) changed |= fold(sroa, sroa->folds.at[k]);
    }
    for (uint32_t k = 0; k < sroa->over.n; k++) changed |= load_inside(sroa, sroa->over.at[k]);
    for (uint32_t k = 0; k < sroa->moves.n; k++) split_move(sroa, sroa->moves.at[k]);
    return changed || sroa->moves.n;
}
