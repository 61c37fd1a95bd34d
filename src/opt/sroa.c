// SPDX-License-Identifier: Apache-2.0
// sroa: scalar replacement of aggregates. An alloca whose address only goes to loads, stores and
// block copies at constant offsets is cut into partitions that no access straddles; each becomes an
// alloca of its own, of the type it is accessed as, and mem2reg turns those into values.
//
// Steps, repeated because promoting one variable (`this`, a reference) may free another:
//  1. loads and stores of whole aggregates become those of their members;
//  2. accesses through a choice of two local variables go to both (sroa_select.c);
//  3. every alloca is cut (partitions: unions of overlapping loads and stores; what only block
//     copies touch is cut along the members of the allocated type);
//  4. promotion.
// A partition accessed at several offsets or sizes is an integer if it is no wider than 8 bytes
// (parts are shifted out and in), else it stays memory.
#include "opt/promote.h"

enum { MAX_LEAVES = 64, MAX_ACCESSES = 4096, MAX_ROUNDS = 8 };

typedef struct {
    uint64_t off, size;
    IrInst *i;
    uint32_t op;     // which operand is the address: memcpy's 0 or 1
    bool splittable; // memset, memcpy, memmove
} Access;

typedef struct {
    uint64_t begin, end;
    IrType *type; // NULL: stays memory
    IrInst *mem;  // the new alloca
    uint32_t align;
} Part;

typedef struct {
    PassCtx *pc;
    IrFunc *f;
    IrModule *m;
    Arena *a;
    IrInst *al;
    VEC(Access) acc;
    VEC(IrInst *) drop; // address computations and markers that go away with the alloca
    VEC(IrInst *) self; // copies of a part to itself
    VEC(Part) part;
} Sroa;

// ---- step 1: whole aggregates ----

typedef struct {
    uint64_t off;
    IrType *type;
    uint32_t idx[8], n;
} Leaf;
typedef VEC(Leaf) Leaves;

static bool find_leaves(Arena *a, IrType *t, Leaf at, Leaves *out) {
    if (!ir_ty_is_agg(t)) {
        if (out->n == MAX_LEAVES) return false;
        at.type = t;
        vec_push(a, out, at);
        return true;
    }
    if (at.n == CU_COUNT(at.idx) || t->n > MAX_LEAVES) return false;
    for (uint32_t k = 0; k < t->n; k++) {
        Leaf sub = at;
        sub.idx[sub.n++] = k;
        sub.off += ir_ty_member_offset(t, k);
        if (!find_leaves(a, ir_ty_member(t, k), sub, out)) return false;
    }
    return true;
}

static uint32_t align_at(uint32_t align, uint64_t off) {
    return off ? CU_MIN(align, (uint32_t)(off & (0 - off) & 0xffffffff ? off & (0 - off) : align))
               : align;
}

static bool is_plain(const IrInst *i) {
    return !(i->v.flags & IR_VOLATILE) && !i->order;
}

static bool split_load(Sroa *s, IrInst *i) {
    Leaves lv = {0};
    if (!find_leaves(s->a, i->v.type, (Leaf){0}, &lv)) return false;
    IrBuilder b = ir_builder_at(i);
    IrValue *agg = &ir_poison(s->m, i->v.type)->v;
    for (uint32_t k = 0; k < lv.n; k++) {
        IrValue *p = ir_ptradd_c(&b, ir_op(i, 0), (int64_t)lv.at[k].off, IR_INBOUNDS | IR_NUSW);
        IrInst *x = ir_load(&b, lv.at[k].type, p, align_at(i->align, lv.at[k].off));
        agg = ir_insertvalue(&b, agg, &x->v, lv.at[k].n, lv.at[k].idx);
    }
    ir_replace_erase(i, agg);
    return true;
}

// The member of an aggregate built by insertvalue, without making an instruction where possible.
static IrValue *member(IrBuilder *b, IrValue *agg, const Leaf *l) {
    for (int depth = 0; depth < 256; depth++) {
        IrInst *i = ir_as_op(agg, IR_INSERTVALUE);
        if (!i) break;
        uint32_t n = CU_MIN(i->nidx, l->n);
        if (memcmp(i->idx, l->idx, n * sizeof(uint32_t)) != 0) {
            agg = ir_op(i, 0);
        } else if (i->nidx == l->n) {
            return ir_op(i, 1);
        } else {
            break;
        }
    }
    return ir_extractvalue(b, agg, l->n, l->idx);
}

static bool split_store(Sroa *s, IrInst *i) {
    Leaves lv = {0};
    IrValue *v = ir_op(i, 0);
    if (!find_leaves(s->a, v->type, (Leaf){0}, &lv)) return false;
    IrBuilder b = ir_builder_at(i);
    for (uint32_t k = 0; k < lv.n; k++) {
        IrValue *x = member(&b, v, &lv.at[k]);
        IrValue *p = ir_ptradd_c(&b, ir_op(i, 1), (int64_t)lv.at[k].off, IR_INBOUNDS | IR_NUSW);
        ir_store(&b, x, p, align_at(i->align, lv.at[k].off));
    }
    ir_erase(i);
    return true;
}

// Everywhere in the function: members are easier to follow for all passes.
static bool split_aggregates(Sroa *s) {
    bool changed = false;
    IR_FOREACH_BLOCK(bb, s->f) {
        IR_FOREACH_INST_SAFE(i, bb) {
            if (i->v.op == IR_LOAD && ir_ty_is_agg(i->v.type) && is_plain(i)) {
                changed |= split_load(s, i);
            } else if (i->v.op == IR_STORE && ir_ty_is_agg(ir_op(i, 0)->type) && is_plain(i)) {
                changed |= split_store(s, i);
            }
        }
    }
    // extractvalue of what insertvalue put there
    IR_FOREACH_BLOCK(bb, s->f) {
        IR_FOREACH_INST_SAFE(i, bb) {
            if (i->v.op != IR_EXTRACTVALUE || i->nidx > 8) continue;
            Leaf l = {.n = i->nidx};
            memcpy(l.idx, i->idx, i->nidx * sizeof(uint32_t));
            IrBuilder b = ir_builder_at(i);
            IrInst *from = ir_as_op(ir_op(i, 0), IR_INSERTVALUE);
            if (!from) continue;
            IrValue *x = member(&b, ir_op(i, 0), &l);
            IrInst *same = ir_as_op(x, IR_EXTRACTVALUE);
            if (same && same == i->prev && ir_op(same, 0) == ir_op(i, 0)) {
                ir_erase(same); // nothing gained
                continue;
            }
            ir_replace_erase(i, x);
            changed = true;
        }
    }
    return changed;
}

// ---- step 2: accesses ----

static bool add_access(Sroa *s, uint64_t off, uint64_t size, IrInst *i, uint32_t op, bool split) {
    uint64_t total = s->al->aty->size;
    if (off > total || size > total - off || s->acc.n >= MAX_ACCESSES) return false;
    if (size) vec_push(s->a, &s->acc, ((Access){off, size, i, op, split}));
    return size != 0 || split;
}

// `d = c` in a function called with one variable for both (CUTLASS's accumulators).
static bool copies_to_itself(IrInst *i) {
    AnLoc to = {ir_op(i, 0), 1}, from = {ir_op(i, 1), 1};
    return an_alias(to, from) == AN_MUST_ALIAS;
}

static bool call_access(Sroa *s, IrInst *i, uint32_t op, uint64_t off) {
    uint32_t id = ir_intrin_of(i);
    if (id == IR_I_lifetime_start || id == IR_I_lifetime_end) {
        vec_push(s->a, &s->drop, i);
        return true;
    }
    bool copy = id == IR_I_memcpy || id == IR_I_memmove;
    if (!copy && id != IR_I_memset) return false;
    const IrConst *n = ir_as_cint(ir_op(i, 2));
    if (!n || !ir_fits_u64(n) || !ir_is_zero(ir_op(i, 3))) return false;
    if (copy && an_underlying(ir_op(i, 0)) == an_underlying(ir_op(i, 1))) {
        if (!copies_to_itself(i)) return false;
        if (op == 0) vec_push(s->a, &s->self, i); // met once more as operand 1
        return true;
    }
    if (ir_uval(n) == 0) {
        vec_push(s->a, &s->drop, i);
        return true;
    }
    return add_access(s, off, ir_uval(n), i, op, true);
}

typedef struct {
    IrValue *v;
    uint64_t off;
} Place;

// All uses of the address; false when it escapes or is used in a way we do not follow.
static bool collect(Sroa *s) {
    VEC(Place) work = {0};
    s->acc.n = s->drop.n = s->self.n = s->part.n = 0;
    vec_push(s->a, &work, ((Place){&s->al->v, 0}));
    while (work.n) {
        Place p = vec_pop(&work);
        IR_FOREACH_USE(u, p.v) {
            IrInst *i = u->user;
            int64_t o;
            bool ok = false;
            switch (i->v.op) {
            case IR_LOAD:
                ok = is_plain(i) && !ir_ty_is_agg(i->v.type) &&
                     add_access(s, p.off, i->v.type->store_size, i, 0, false);
                break;
            case IR_STORE:
                ok = u == &i->op[1] && is_plain(i) && !ir_ty_is_agg(ir_op(i, 0)->type) &&
                     add_access(s, p.off, ir_op(i, 0)->type->store_size, i, 1, false);
                break;
            case IR_CALL: ok = call_access(s, i, ir_use_index(u), p.off); break;
            case IR_GEP:
            case IR_BITCAST:
            case IR_ADDRSPACECAST:
                o = 0;
                ok = i->v.op != IR_GEP || ir_gep_const_offset(i, &o);
                vec_push(s->a, &work, ((Place){&i->v, p.off + (uint64_t)o}));
                vec_push(s->a, &s->drop, i);
                break;
            default: break;
            }
            if (!ok) return false;
        }
    }
    return true;
}

// A vector access that others cut through is done element by element.
static bool split_vectors(Sroa *s) {
    bool changed = false;
    for (uint32_t k = 0; k < s->acc.n; k++) {
        Access *x = &s->acc.at[k];
        if (x->splittable) continue;
        IrType *t = x->i->v.op == IR_LOAD ? x->i->v.type : ir_op(x->i, 0)->type;
        if (t->kind != IR_TY_VECTOR || ir_ty_bits(t->elem) % 8 || t->n > 16) continue;
        bool cut = false;
        for (uint32_t j = 0; j < s->acc.n && !cut; j++) {
            Access *y = &s->acc.at[j];
            bool overlap = x->off < y->off + y->size && y->off < x->off + x->size;
            cut = overlap && !y->splittable && (y->off != x->off || y->size != x->size);
        }
        if (!cut) continue;
        IrBuilder b = ir_builder_at(x->i);
        uint64_t w = ir_ty_bits(t->elem) / 8;
        IrValue *agg = &ir_poison(s->m, t)->v;
        for (uint32_t e = 0; e < t->n; e++) {
            IrValue *p =
                ir_ptradd_c(&b, ir_op(x->i, x->op), (int64_t)(e * w), IR_INBOUNDS | IR_NUSW);
            IrValue *at = &ir_int(s->m->ty_i32, e)->v;
            uint32_t al = align_at(x->i->align, e * w);
            if (x->i->v.op == IR_LOAD) {
                agg = ir_insertelement(&b, agg, &ir_load(&b, t->elem, p, al)->v, at);
            } else {
                ir_store(&b, ir_extractelement(&b, ir_op(x->i, 0), at), p, al);
            }
        }
        if (x->i->v.op == IR_LOAD) {
            ir_replace_erase(x->i, agg);
        } else {
            ir_erase(x->i);
        }
        changed = true;
    }
    return changed;
}

// ---- partitions ----

static void sort_accesses(Access *v, uint32_t n, Access *tmp) { // merge sort by offset, stable
    if (n < 2) return;
    uint32_t h = n / 2, i = 0, j = h, k = 0;
    sort_accesses(v, h, tmp);
    sort_accesses(v + h, n - h, tmp);
    while (i < h && j < n) tmp[k++] = v[j].off < v[i].off ? v[j++] : v[i++];
    while (i < h) tmp[k++] = v[i++];
    while (j < n) tmp[k++] = v[j++];
    memcpy(v, tmp, n * sizeof *v);
}

static void add_part(Sroa *s, uint64_t begin, uint64_t end, IrType *t) {
    vec_push(s->a, &s->part, ((Part){.begin = begin, .end = end, .type = t}));
}

// Are the members of [begin, begin + bytes) all of type t?
static bool run_of(const Leaves *lv, uint64_t begin, uint64_t bytes, const IrType *t) {
    uint64_t n = 0;
    for (uint32_t k = 0; k < lv->n; k++) {
        uint64_t off = lv->at[k].off;
        n += off >= begin && off < begin + bytes && lv->at[k].type == t;
    }
    return n * t->store_size == bytes;
}

// Covers [begin, end), which only block copies touch, along the members of the type.
static void gap_parts(Sroa *s, uint64_t begin, uint64_t end, const Leaves *lv) {
    while (begin < end) {
        uint64_t next = end;
        IrType *t = NULL;
        for (uint32_t k = 0; k < lv->n; k++) {
            const Leaf *l = &lv->at[k];
            if (l->off == begin && l->off + l->type->store_size <= end) {
                t = l->type;
                next = begin + t->store_size;
                break;
            }
            if (l->off > begin) { // padding up to the next member
                next = CU_MIN(next, l->off);
                break;
            }
        }
        for (uint64_t w = 8; t && w > t->store_size; w /= 2) { // small numbers move together
            if (t->store_size > 2 || begin % w || begin + w > end || !run_of(lv, begin, w, t)) {
                continue;
            }
            t = ir_ty_int(s->m, (uint32_t)w * 8);
            next = begin + w;
        }
        uint64_t len = next - begin;
        if (!t && (len == 1 || len == 2 || len == 4 || len == 8)) {
            t = ir_ty_int(s->m, (uint32_t)len * 8);
        }
        add_part(s, begin, next, t);
        begin = next;
    }
}

static IrType *access_type(const Access *x) {
    return x->i->v.op == IR_LOAD ? x->i->v.type : ir_op(x->i, 0)->type;
}

// The type of a partition whose loads and stores are at[0 .. n-1].
static IrType *choose_type(Sroa *s, uint64_t begin, uint64_t end, const Access *at, uint32_t n) {
    IrType *t = NULL;
    bool uniform = true, same = true;
    for (uint32_t k = 0; k < n; k++) {
        if (at[k].splittable) continue;
        IrType *x = access_type(&at[k]);
        uniform = uniform && at[k].off == begin && at[k].size == end - begin;
        same = same && (!t || t == x);
        if (!t || x->kind == IR_TY_PTR) t = x;
    }
    if (uniform && same) return t;
    bool whole_bytes = uniform && ir_ty_bits(t) == (end - begin) * 8;
    if (whole_bytes) return t;
    uint64_t len = end - begin;
    return len == 1 || len == 2 || len == 4 || len == 8 ? ir_ty_int(s->m, (uint32_t)len * 8) : NULL;
}

static void make_parts(Sroa *s) {
    Leaves lv = {0};
    if (!find_leaves(s->a, s->al->aty, (Leaf){0}, &lv)) lv.n = 0;
    Access *tmp = arena_array(s->a, Access, s->acc.n);
    sort_accesses(s->acc.at, s->acc.n, tmp);
    uint64_t copied = 0; // up to here block copies touch memory that has no partition yet
    uint64_t done = 0;
    uint32_t k = 0;
    while (k < s->acc.n) {
        if (s->acc.at[k].splittable) {
            const Access *x = &s->acc.at[k++];
            uint64_t from = CU_MAX(x->off, done);
            if (from > copied) { // a new stretch
                if (copied > done) gap_parts(s, done, copied, &lv);
                done = from;
            }
            copied = CU_MAX(copied, x->off + x->size);
            if (copied < done) copied = done;
            continue;
        }
        uint64_t begin = s->acc.at[k].off, end = begin + s->acc.at[k].size;
        uint32_t first = k;
        for (k++; k < s->acc.n; k++) {
            const Access *x = &s->acc.at[k];
            if (x->off >= end) break;
            if (!x->splittable) {
                end = CU_MAX(end, x->off + x->size);
            } else {
                copied = CU_MAX(copied, x->off + x->size);
            }
        }
        uint64_t gap_end = CU_MIN(begin, CU_MAX(copied, done));
        if (gap_end > done && copied > done) gap_parts(s, done, gap_end, &lv);
        add_part(s, begin, end, choose_type(s, begin, end, &s->acc.at[first], k - first));
        done = end;
        if (copied < done) copied = done;
    }
    if (copied > done) gap_parts(s, done, copied, &lv);
}

// ---- rewriting ----

static IrType *int_of(Sroa *s, uint64_t bytes) {
    return ir_ty_int(s->m, (uint32_t)bytes * 8);
}

// For a vector of pointers the vector of integers as wide, else the type: bits are not cast to
// pointers.
static IrType *without_pointers(Sroa *s, IrType *t) {
    if (t->kind != IR_TY_VECTOR || t->elem->kind != IR_TY_PTR) return t;
    return ir_ty_with_shape(s->m, int_of(s, t->elem->store_size), t);
}

// The same bytes as another type of equal store size.
static IrValue *convert(Sroa *s, IrBuilder *b, IrValue *v, IrType *t) {
    IrType *f = v->type;
    if (f == t) return v;
    IrType *from_ints = without_pointers(s, f), *to_ints = without_pointers(s, t);
    if (from_ints != f) return convert(s, b, ir_ptrtoint(b, v, from_ints), t);
    if (to_ints != t) return ir_inttoptr(b, convert(s, b, v, to_ints), t);

    IrType *raw = int_of(s, t->store_size);
    if (f->kind == IR_TY_PTR) {
        v = ir_ptrtoint(b, v, raw);
    } else {
        bool other = f->kind != IR_TY_INT, to_other = t->kind != IR_TY_PTR && t->kind != IR_TY_INT;
        if (other && to_other && ir_ty_bits(f) == ir_ty_bits(t)) return ir_bitcast(b, v, t);
        if (other) v = ir_bitcast(b, v, ir_ty_int(s->m, (uint32_t)ir_ty_bits(f)));
        if (v->type->bits < raw->bits) v = ir_zext(b, v, raw);
    }
    if (t->kind == IR_TY_PTR) return ir_inttoptr(b, v, t);
    // a vector of i1 may have fewer bits than its bytes
    IrType *bits = ir_ty_int(s->m, (uint32_t)ir_ty_bits(t));
    if (bits->bits < raw->bits) v = ir_trunc(b, v, bits);
    return t->kind == IR_TY_INT ? v : ir_bitcast(b, v, t);
}

static bool whole_bits(const IrType *t) { // no bits of its bytes are padding
    return ir_ty_bits(t) == t->store_size * 8;
}

static IrValue *part_address(IrBuilder *b, const Part *p, uint64_t off) {
    return ir_ptradd_c(b, &p->mem->v, (int64_t)off, IR_INBOUNDS | IR_NUSW);
}

static IrValue *part_load(Sroa *s, IrBuilder *b, const Part *p, uint64_t off, IrType *t) {
    if (!p->type) {
        return &ir_load(b, t, part_address(b, p, off), align_at(p->align, off))->v;
    }
    IrValue *v = &ir_load(b, p->type, &p->mem->v, p->align)->v;
    if (off == 0 && t->store_size == p->end - p->begin) return convert(s, b, v, t);
    v = convert(s, b, v, int_of(s, p->end - p->begin));
    if (off) v = ir_lshr(b, v, &ir_int(v->type, off * 8)->v);
    v = ir_trunc(b, v, int_of(s, t->store_size));
    return convert(s, b, v, t);
}

// All ones but for `n` bytes from `off` on. A partition is as wide as its widest access: a vector
// may be of any number of words.
static IrValue *mask_beside(Sroa *s, IrType *raw, uint64_t off, uint64_t n) {
    uint32_t words = (raw->bits + 63) / 64;
    uint64_t *word = arena_array(s->a, uint64_t, words);
    memset(word, 0, words * sizeof *word);

    for (uint64_t k = 0; k < raw->bits / 8; k++)
        if (k < off || k >= off + n) word[k / 8] |= UINT64_C(0xff) << k % 8 * 8;
    return &ir_int_words(s->m, raw, words, word)->v;
}

static void part_store(Sroa *s, IrBuilder *b, const Part *p, uint64_t off, IrValue *v) {
    IrType *t = v->type;
    if (!p->type) {
        ir_store(b, v, part_address(b, p, off), align_at(p->align, off));
        return;
    }
    if (off == 0 && t->store_size == p->end - p->begin) {
        ir_store(b, convert(s, b, v, p->type), &p->mem->v, p->align);
        return;
    }
    IrType *raw = int_of(s, p->end - p->begin);
    IrValue *old = &ir_load(b, p->type, &p->mem->v, p->align)->v;
    old = convert(s, b, old, raw);
    old = ir_and(b, old, mask_beside(s, raw, off, t->store_size));
    v = ir_zext(b, convert(s, b, v, int_of(s, t->store_size)), raw);
    if (off) v = ir_shl(b, v, &ir_int(raw, off * 8)->v);
    v = ir_bin(b, IR_OR, IR_DISJOINT, old, v);
    ir_store(b, convert(s, b, v, p->type), &p->mem->v, p->align);
}

static Part *part_of(Sroa *s, uint64_t off) { // the partition that contains off
    uint32_t lo = 0, hi = s->part.n;
    while (hi - lo > 1) {
        uint32_t mid = (lo + hi) / 2;
        if (s->part.at[mid].begin <= off) {
            lo = mid;
        } else {
            hi = mid;
        }
    }
    return &s->part.at[lo];
}

// A byte repeated over a type's bytes.
static IrValue *repeat_byte(Sroa *s, IrBuilder *b, IrValue *byte, IrType *t) {
    if (ir_is_zero(byte)) return &ir_null(s->m, t)->v;
    IrType *raw = int_of(s, t->store_size);
    uint64_t ones = 0x0101010101010101ull;
    IrValue *v;
    if (t->store_size <= 8) {
        v = ir_mul(b, ir_zext(b, byte, raw), &ir_int(raw, ones)->v);
    } else {
        IrType *vec = ir_ty_vector(s->m, s->m->ty_i8, t->store_size);
        v = &ir_poison(s->m, vec)->v;
        for (uint64_t k = 0; k < t->store_size; k++) {
            v = ir_insertelement(b, v, byte, &ir_int(s->m->ty_i32, k)->v);
        }
        v = ir_bitcast(b, v, raw);
    }
    return convert(s, b, v, t);
}

static void copy_memory(Sroa *s, IrBuilder *b, IrInst *call, IrValue *dst, uint32_t da,
                        IrValue *src, uint32_t sa, uint64_t n) {
    IrValue *arg[4] = {dst, src, &ir_int(ir_op(call, 2)->type, n)->v, &ir_false(s->m)->v};
    IrInst *c = ir_as_inst(ir_call_intrin(b, ir_intrin_of(call), NULL, 4, arg));
    IrAttrList *l = &c->call->attrs;
    ir_attrs_set(s->m, l, 0, ir_attr_add_int(s->m, NULL, IR_ATTR_ALIGN, da));
    ir_attrs_set(s->m, l, 1, ir_attr_add_int(s->m, NULL, IR_ATTR_ALIGN, sa));
}

static void set_memory(Sroa *s, IrBuilder *b, IrInst *call, const Part *p, uint64_t off,
                       uint64_t n) {
    IrValue *arg[4] = {part_address(b, p, off), ir_op(call, 1), &ir_int(ir_op(call, 2)->type, n)->v,
                       &ir_false(s->m)->v};
    IrInst *c = ir_as_inst(ir_call_intrin(b, IR_I_memset, NULL, 4, arg));
    uint32_t al = align_at(p->align, off);
    ir_attrs_set(s->m, &c->call->attrs, 0, ir_attr_add_int(s->m, NULL, IR_ATTR_ALIGN, al));
}

static uint32_t arg_align(const IrInst *c, uint32_t k) {
    uint64_t al = ir_attr_int(ir_attrs_get(&c->call->attrs, (int)k), IR_ATTR_ALIGN, 1);
    return (uint32_t)CU_MAX(al, an_alignment(ir_op(c, k)));
}

// One piece of a block operation: bytes [off, off + n) of partition p, `at` bytes into the
// operation.
static void rewrite_piece(Sroa *s, IrBuilder *b, const Access *x, const Part *p, uint64_t off,
                          uint64_t n, uint64_t at) {
    IrInst *c = x->i;
    bool set = ir_intrin_of(c) == IR_I_memset;
    bool whole = off == 0 && n == p->end - p->begin;
    bool value = p->type && (whole || n == 1 || n == 2 || n == 4 || n == 8);
    IrType *t = whole && p->type ? p->type : int_of(s, n);
    if (set) {
        if (value && whole_bits(t)) {
            part_store(s, b, p, off, repeat_byte(s, b, ir_op(c, 1), t));
        } else {
            set_memory(s, b, c, p, off, n);
        }
        return;
    }
    uint32_t other_op = 1 - x->op;
    uint32_t oa = align_at(arg_align(c, other_op), at);
    IrValue *other = ir_ptradd_c(b, ir_op(c, other_op), (int64_t)at, IR_INBOUNDS | IR_NUSW);
    if (value) {
        if (x->op == 0) {
            part_store(s, b, p, off, &ir_load(b, t, other, oa)->v);
        } else {
            ir_store(b, part_load(s, b, p, off, t), other, oa);
        }
        return;
    }
    IrValue *mine = part_address(b, p, off);
    uint32_t ma = align_at(p->align, off);
    if (x->op == 0) {
        copy_memory(s, b, c, mine, ma, other, oa, n);
    } else {
        copy_memory(s, b, c, other, oa, mine, ma, n);
    }
}

static void rewrite(Sroa *s, const Access *x) {
    IrBuilder b = ir_builder_at(x->i);
    if (!x->splittable) {
        const Part *p = part_of(s, x->off);
        if (x->i->v.op == IR_LOAD) {
            ir_replace_erase(x->i, part_load(s, &b, p, x->off - p->begin, x->i->v.type));
        } else {
            part_store(s, &b, p, x->off - p->begin, ir_op(x->i, 0));
            ir_erase(x->i);
        }
        return;
    }
    uint64_t off = x->off, end = x->off + x->size;
    while (off < end) {
        const Part *p = part_of(s, off);
        uint64_t stop = CU_MIN(end, p->end), in = off - p->begin, n = stop - off;
        bool whole = in == 0 && stop == p->end;
        if (p->type && !whole) { // powers of two
            while (n & (n - 1)) n &= n - 1;
            if (n > 8) n = 8;
        }
        rewrite_piece(s, &b, x, p, in, n, off - x->off);
        off += n;
    }
    ir_erase(x->i);
}

// Is there anything to gain: more than one partition, or one that becomes promotable.
static bool worthwhile(const Sroa *s) {
    if (!s->part.n) return true; // only written markers: the alloca goes away
    uint32_t values = 0;
    for (uint32_t k = 0; k < s->part.n; k++) values += s->part.at[k].type != NULL;
    return values > 0 || s->part.n > 1;
}

// A partition in which a bool is the type but a copy moves part of its byte cannot hold it.
static void fix_types(Sroa *s) {
    for (uint32_t k = 0; k < s->part.n; k++) {
        Part *p = &s->part.at[k];
        if (!p->type || whole_bits(p->type)) continue;
        bool copied = false;
        for (uint32_t j = 0; j < s->acc.n && !copied; j++) {
            const Access *x = &s->acc.at[j];
            copied = x->splittable && x->off < p->end && p->begin < x->off + x->size;
        }
        if (copied) {
            uint64_t n = p->end - p->begin;
            bool ok = n == 1 || n == 2 || n == 4 || n == 8;
            p->type = ok ? int_of(s, n) : NULL;
        }
    }
}

static bool split_alloca(Sroa *s, IrInst *al) {
    s->al = al;
    if (!ir_is_int(ir_op(al, 0), 1) || al->aty->size == 0) return false;
    if (opt_is_promotable(al) && !ir_ty_is_agg(al->aty)) return false;
    if (!collect(s)) return false;
    bool changed = s->self.n > 0;
    for (uint32_t k = 0; k < s->self.n; k++) ir_erase(s->self.at[k]);
    bool split = split_vectors(s);
    changed |= split;
    if (split && !collect(s)) return true;
    make_parts(s);
    fix_types(s);
    if (!worthwhile(s)) return changed;
    if (s->part.n == 1 && s->part.at[0].type && opt_is_promotable(al)) return changed;
    for (uint32_t k = 0; k < s->part.n; k++) {
        Part *p = &s->part.at[k];
        IrBuilder b = ir_builder_at(al);
        IrType *t = p->type ? p->type : ir_ty_array(s->m, s->m->ty_i8, p->end - p->begin);
        b.name = al->v.name;
        p->align = CU_MAX(align_at(al->align, p->begin), p->type ? p->type->align : 1);
        p->mem = ir_alloca_n(&b, t, ir_op(al, 0), p->align, al->v.type->as);
    }
    for (uint32_t k = 0; k < s->acc.n; k++) rewrite(s, &s->acc.at[k]);
    for (uint32_t k = s->drop.n; k-- > 0;) {
        IrInst *d = s->drop.at[k];
        if (d->v.uses) continue; // cannot be: all its users are gone
        ir_erase(d);
    }
    ir_erase(al);
    return true;
}

bool opt_sroa(PassCtx *pc, IrFunc *f) {
    Sroa s = {.pc = pc, .f = f, .m = f->g.m, .a = pc->tmp};
    bool changed = split_aggregates(&s);
    for (int round = 0; round < MAX_ROUNDS; round++) {
        bool again = false;
        VEC(IrInst *) allocas = {0};
        IR_FOREACH_BLOCK(bb, f) {
            IR_FOREACH_INST(i, bb) {
                if (i->v.op == IR_ALLOCA) vec_push(s.a, &allocas, i);
            }
        }
        if (!allocas.n) break;
        again |= opt_sroa_selects(pc, f);
        for (uint32_t k = 0; k < allocas.n; k++) again |= split_alloca(&s, allocas.at[k]);
        again |= opt_promote(pc, f);
        changed |= again;
        if (!again) break;
    }
    if (opt_remarks_on(pc)) opt_sroa_explain(pc, f);
    return changed;
}
