// SPDX-License-Identifier: Apache-2.0
// A part of sroa: cuts an object into parts that no access straddles, and finds their types.
//
// Loads, stores and windows of variable accesses that overlap make a segment. A segment that all
// accesses touch as a whole becomes one value of the type they agree on; one of several sizes is
// cut into its smallest aligned pieces where that saves reading what is stored beside, else it is
// an integer from which parts are shifted out and in. What only block operations touch is cut at
// their ends and along the members of the allocated type. Everything is sorted once: n log n in the
// accesses, and no bound on their number.
#include "opt/sroa.h"

#include <stdlib.h>

enum {
    MAX_GAP_LEAVES = 64, // members of a stretch that only block copies touch, else it stays memory
    MAX_PIECES = 64,     // of a segment of several sizes
    MAX_INT = 16,        // bytes of an integer that stands for a segment
};

typedef struct {
    uint64_t begin, end;
    uint32_t first, n; // its accesses, in the sorted order
    bool keep;         // stays in place
} Segment;

typedef struct {
    Sroa *s;
    SroaAccess *hard; // all but block operations, sorted by begin
    uint32_t nhard;
    VEC(Segment) seg;
    VEC(uint64_t) cut; // begins and ends of block operations, sorted
} Cutter;

// ---- sorting ----

static void sort_accesses(SroaAccess *v, uint32_t n, SroaAccess *tmp) { // merge sort, stable
    if (n < 2) return;
    uint32_t h = n / 2, i = 0, j = h, k = 0;
    sort_accesses(v, h, tmp);
    sort_accesses(v + h, n - h, tmp);
    if (v[h - 1].begin <= v[h].begin) return;
    while (i < h && j < n) tmp[k++] = v[j].begin < v[i].begin ? v[j++] : v[i++];
    while (i < h) tmp[k++] = v[i++];
    while (j < n) tmp[k++] = v[j++];
    memcpy(v, tmp, n * sizeof *v);
}

static void find_segments(Cutter *c) {
    Arena *a = c->s->a;
    SroaAccess *tmp = arena_array(a, SroaAccess, c->s->acc.n);
    c->hard = arena_array(a, SroaAccess, c->s->acc.n);
    for (uint32_t k = 0; k < c->s->acc.n; k++) {
        const SroaAccess *x = &c->s->acc.at[k];
        if (!(x->flags & SROA_BLOCK)) c->hard[c->nhard++] = *x;
    }
    sort_accesses(c->hard, c->nhard, tmp);

    for (uint32_t k = 0; k < c->nhard; k++) {
        const SroaAccess *x = &c->hard[k];
        if (!c->seg.n || x->begin >= vec_last(&c->seg).end) {
            vec_push(a, &c->seg, ((Segment){.begin = x->begin, .end = x->end, .first = k}));
        }
        Segment *g = &vec_last(&c->seg);
        g->end = CU_MAX(g->end, x->end);
        g->n++;
        g->keep |= (x->flags & (SROA_KEEP | SROA_FIXED)) != 0;
    }
}

// ---- vector accesses that others cut through ----

static bool is_uniform(const Cutter *c, const Segment *g) { // every access is to all of it
    for (uint32_t k = 0; k < g->n; k++) {
        const SroaAccess *x = &c->hard[g->first + k];
        if (x->begin != g->begin || x->end != g->end) return false;
    }
    return true;
}

static bool split_vector(Sroa *s, const SroaAccess *x) {
    IrInst *i = x->i;
    bool load = i->v.op == IR_LOAD;
    IrType *t = sroa_access_type(x);
    if (t->kind != IR_TY_VECTOR || t->scalable || ir_ty_bits(t->elem) % 8) return false;
    IrBuilder b = ir_builder_at(i);
    uint64_t w = ir_ty_bits(t->elem) / 8;
    IrValue *agg = &ir_poison(s->m, t)->v;
    for (uint32_t e = 0; e < t->n; e++) {
        IrValue *p = ir_ptradd_c(&b, ir_op(i, x->op), (int64_t)(e * w), IR_INBOUNDS | IR_NUSW);
        IrValue *at = &ir_int(s->m->ty_i32, e)->v;
        uint32_t al = opt_sroa_align_at(i->align, e * w);
        if (load) {
            agg = ir_insertelement(&b, agg, &ir_load(&b, t->elem, p, al)->v, at);
        } else {
            ir_store(&b, ir_extractelement(&b, ir_op(i, 0), at), p, al);
        }
    }
    if (load) {
        ir_replace_erase(i, agg);
    } else {
        ir_erase(i);
    }
    return true;
}

static bool split_vectors(Cutter *c) {
    bool changed = false;
    VEC_FOREACH (Segment, g, &c->seg) {
        if (g->keep || is_uniform(c, g)) continue;
        for (uint32_t k = 0; k < g->n; k++) changed |= split_vector(c->s, &c->hard[g->first + k]);
    }
    return changed;
}

// ---- types ----

static IrType *int_of(Sroa *s, uint64_t bytes) {
    return ir_ty_int(s->m, (uint32_t)bytes * 8);
}

static bool is_int_size(uint64_t n) {
    return n && n <= MAX_INT && !(n & (n - 1));
}

static bool whole_bits(const IrType *t) { // no bits of its bytes are padding
    return ir_ty_bits(t) == t->store_size * 8;
}

static void add_part(Sroa *s, uint64_t begin, uint64_t end, IrType *t, uint32_t flags) {
    vec_push(s->a, &s->part, ((SroaPart){.begin = begin, .end = end, .type = t, .flags = flags}));
}

// The type of the accesses to exactly [begin, end), a pointer's before others; NULL if they differ
// and none of them has all the bits, or there are none.
static IrType *common_type(const Cutter *c, const Segment *g, uint64_t begin, uint64_t end) {
    IrType *t = NULL;
    bool same = true;
    for (uint32_t k = 0; k < g->n; k++) {
        const SroaAccess *x = &c->hard[g->first + k];
        if (x->begin != begin || x->end != end) continue;
        IrType *y = sroa_access_type(x);
        same = same && (!t || t == y);
        if (!t || y->kind == IR_TY_PTR || !whole_bits(t)) t = y;
    }
    return t && (same || whole_bits(t)) ? t : NULL;
}

// The largest power of two of bytes at whose multiples every access begins and ends.
static uint64_t piece_size(const Cutter *c, const Segment *g) {
    uint64_t low = 8;
    for (uint32_t k = 0; k < g->n; k++) {
        const SroaAccess *x = &c->hard[g->first + k];
        low |= (x->begin - g->begin) | (x->end - g->begin);
    }
    return low & (0 - low);
}

// A segment of accesses of several sizes. Pieces are good when small ones are stored: nothing needs
// to be read and masked. But bytes taken out of and put into wide values are best done there.
static void mixed_segment(Cutter *c, const Segment *g, uint32_t flags) {
    uint64_t len = g->end - g->begin, piece = piece_size(c, g);
    bool wide_store = false, small_store = false;
    for (uint32_t k = 0; k < g->n; k++) {
        const SroaAccess *x = &c->hard[g->first + k];
        if (!(x->flags & SROA_WRITE)) continue;
        wide_store |= x->end - x->begin > piece;
        small_store |= x->end - x->begin < len;
    }
    bool few = piece < len && len / piece <= MAX_PIECES;
    bool in_pieces = few && small_store && (piece > 1 || !wide_store);
    if (!in_pieces && is_int_size(len)) {
        add_part(c->s, g->begin, g->end, int_of(c->s, len), flags);
    } else if (few) {
        for (uint64_t at = g->begin; at < g->end; at += piece) {
            IrType *t = common_type(c, g, at, at + piece);
            if (!t || !whole_bits(t)) t = int_of(c->s, piece);
            add_part(c->s, at, at + piece, t, flags);
        }
    } else {
        add_part(c->s, g->begin, g->end, NULL, flags);
    }
}

static void segment_parts(Cutter *c, const Segment *g) {
    uint32_t flags = 0;
    for (uint32_t k = 0; k < g->n; k++) flags |= c->hard[g->first + k].flags;
    if (g->keep) {
        add_part(c->s, g->begin, g->end, NULL, flags | SROA_KEEP);
        return;
    }
    if (!is_uniform(c, g)) {
        mixed_segment(c, g, flags);
        return;
    }
    IrType *t = common_type(c, g, g->begin, g->end);
    uint64_t len = g->end - g->begin;
    if (!t && is_int_size(len)) t = int_of(c->s, len);
    add_part(c->s, g->begin, g->end, t, flags);
}

// ---- what only block operations touch ----

// The member without members of its own that contains byte off of the object, and where it begins;
// NULL between members.
static IrType *leaf_at(const Sroa *s, uint64_t off, uint64_t *begin) {
    IrType *t = s->al->aty;
    uint64_t base = off / t->size * t->size;
    while (ir_ty_is_agg(t)) {
        if (t->n == 0) return NULL;
        uint64_t k = ir_ty_member_at(t, off - base);
        base += ir_ty_member_offset(t, k);
        t = ir_ty_member(t, k);
        if (off < base || off - base >= t->size) return NULL;
    }
    *begin = base;
    return off - base < t->store_size ? t : NULL;
}

// Covers [begin, end). Small numbers move together, as far as they are of one type; bytes between
// members by the largest powers of two that fit.
static void gap_parts(Sroa *s, uint64_t begin, uint64_t end) {
    uint32_t mark = s->part.n;
    for (uint64_t at = begin; at < end;) {
        if (s->part.n - mark == MAX_GAP_LEAVES) {
            s->part.n = mark;
            add_part(s, begin, end, NULL, 0);
            return;
        }
        uint64_t from = 0, n = 8;
        IrType *t = leaf_at(s, at, &from);
        bool whole = t && from == at && at + t->store_size <= end;
        if (whole && t->store_size > 2) {
            add_part(s, at, at + t->store_size, t, 0);
            at += t->store_size;
            continue;
        }
        for (;; n /= 2) {
            if (at % n || at + n > end) continue;
            uint64_t one = 0;
            bool alike = true;
            for (uint64_t k = 1; k < n && alike; k++) {
                alike = leaf_at(s, at + k, &one) == t;
            }
            if (alike) break;
        }
        bool single = whole && n == t->store_size;
        add_part(s, at, at + n, single ? t : int_of(s, n), 0);
        at += n;
    }
}

static int by_value(const void *x, const void *y) {
    uint64_t a = *(const uint64_t *)x, b = *(const uint64_t *)y;
    return a < b ? -1 : a > b;
}

static void find_cuts(Cutter *c) {
    Arena *a = c->s->a;
    VEC_FOREACH (SroaAccess, x, &c->s->acc) {
        if (!(x->flags & SROA_BLOCK)) continue;
        vec_push(a, &c->cut, x->begin);
        vec_push(a, &c->cut, x->end);
    }
    if (c->cut.n) qsort(c->cut.at, c->cut.n, sizeof *c->cut.at, by_value);
}

// ---- all together ----

// Emits segments and, between them, the stretches between cuts; those that no block operation
// touches get no flags and are taken away again.
static void lay_out(Cutter *c) {
    Sroa *s = c->s;
    uint64_t at = 0;
    uint32_t k = 0;
    for (uint32_t g = 0; g <= c->seg.n; g++) {
        uint64_t stop = g < c->seg.n ? c->seg.at[g].begin : s->size;
        while (at < stop) {
            while (k < c->cut.n && c->cut.at[k] <= at) k++;
            if (k == c->cut.n) break;
            uint64_t end = CU_MIN(stop, c->cut.at[k]);
            if (k > 0) gap_parts(s, at, end); // before the first there is nothing
            at = end;
        }
        if (g == c->seg.n) break;
        segment_parts(c, &c->seg.at[g]);
        at = c->seg.at[g].end;
    }
}

static void mark_blocks(Sroa *s) {
    if (!s->part.n) return;
    VEC_FOREACH (SroaAccess, x, &s->acc) {
        if (!(x->flags & SROA_BLOCK)) continue;
        SroaPart *p = opt_sroa_part_of(s, x->begin), *last = s->part.at + s->part.n;
        for (; p < last && p->begin < x->end; p++) {
            if (p->end > x->begin) p->flags |= x->flags;
        }
    }
}

SroaPart *opt_sroa_part_of(const Sroa *s, uint64_t off) {
    uint32_t lo = 0, hi = s->part.n;
    while (hi - lo > 1) {
        uint32_t mid = lo + (hi - lo) / 2;
        if (s->part.at[mid].begin <= off) {
            lo = mid;
        } else {
            hi = mid;
        }
    }
    return &s->part.at[lo];
}

bool opt_sroa_make_parts(Sroa *s) {
    Cutter c = {.s = s};
    s->part.n = 0;
    find_segments(&c);
    if (split_vectors(&c)) return true;
    find_cuts(&c);
    lay_out(&c);
    mark_blocks(s);

    uint32_t n = 0;
    VEC_FOREACH (SroaPart, p, &s->part) {
        if (!p->flags) continue; // between block operations
        // a bool cannot hold what a copy brings into the rest of its byte
        bool copied = (p->flags & SROA_BLOCK) != 0;
        if (copied && p->type && !whole_bits(p->type)) {
            uint64_t len = p->end - p->begin;
            p->type = is_int_size(len) ? int_of(s, len) : NULL;
        }
        s->part.at[n++] = *p;
    }
    s->part.n = n;
    return false;
}
