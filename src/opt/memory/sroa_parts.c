// SPDX-License-Identifier: Apache-2.0
// A part of sroa: cuts an object into parts that no access straddles, and finds their types.
//
// Loads, stores and windows of variable accesses that overlap make a segment. A segment that all
// accesses touch as a whole becomes one value of the type they agree on; one of several sizes is
// cut into its smallest aligned pieces where that saves reading what is stored beside, else it is
// an integer from which parts are shifted out and in. What only block operations touch is cut at
// their ends and along the members of the allocated type. Everything is sorted once: n log n in the
// accesses, and no bound on their number.
#include "opt/memory/sroa.h"

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

static void sort_accesses(SroaAccess *accesses, uint32_t n,
                          SroaAccess *tmp) { // merge sort, stable
    if (n < 2) return;
    uint32_t h = n / 2, i = 0, j = h, k = 0;
    sort_accesses(accesses, h, tmp);
    sort_accesses(accesses + h, n - h, tmp);
    if (accesses[h - 1].begin <= accesses[h].begin) return;
    while (i < h && j < n)
        tmp[k++] = accesses[j].begin < accesses[i].begin ? accesses[j++] : accesses[i++];
    while (i < h) tmp[k++] = accesses[i++];
    while (j < n) tmp[k++] = accesses[j++];
    memcpy(accesses, tmp, n * sizeof *accesses);
}

static void find_segments(Cutter *cutter) {
    Arena *arena = cutter->s->a;
    SroaAccess *tmp = arena_array(arena, SroaAccess, cutter->s->acc.n);
    cutter->hard = arena_array(arena, SroaAccess, cutter->s->acc.n);
    for (uint32_t k = 0; k < cutter->s->acc.n; k++) {
        const SroaAccess *x = &cutter->s->acc.at[k];
        if (!(x->flags & SROA_BLOCK)) cutter->hard[cutter->nhard++] = *x;
    }
    sort_accesses(cutter->hard, cutter->nhard, tmp);

    for (uint32_t k = 0; k < cutter->nhard; k++) {
        const SroaAccess *x = &cutter->hard[k];
        if (!cutter->seg.n || x->begin >= vec_last(&cutter->seg).end) {
            vec_push(arena, &cutter->seg,
                     ((Segment){.begin = x->begin, .end = x->end, .first = k}));
        }
        Segment *g = &vec_last(&cutter->seg);
        g->end = CU_MAX(g->end, x->end);
        g->n++;
        g->keep |= (x->flags & (SROA_KEEP | SROA_FIXED)) != 0;
    }
}

// ---- vector accesses that others cut through ----

static bool is_uniform(const Cutter *cutter, const Segment *g) { // every access is to all of it
    for (uint32_t k = 0; k < g->n; k++) {
        const SroaAccess *x = &cutter->hard[g->first + k];
        if (x->begin != g->begin || x->end != g->end) return false;
    }
    return true;
}

static bool split_vector(Sroa *sroa, const SroaAccess *whole) {
    IrInst *inst = whole->i;
    bool load = inst->v.op == IR_LOAD;
    IrType *type = sroa_access_type(whole);
    if (type->kind != IR_TY_VECTOR || type->scalable || ir_ty_bits(type->elem) % 8) return false;
    IrBuilder builder = ir_builder_at(inst);
    uint64_t w = ir_ty_bits(type->elem) / 8;
    IrValue *agg = &ir_poison(sroa->m, type)->v;
    for (uint32_t e = 0; e < type->n; e++) {
        IrValue *p =
            ir_ptradd_c(&builder, ir_op(inst, whole->op), (int64_t)(e * w), IR_INBOUNDS | IR_NUSW);
        IrValue *at = &ir_int(sroa->m->ty_i32, e)->v;
        uint32_t al = opt_sroa_align_at(inst->align, e * w);
        if (load) {
            agg = ir_insertelement(&builder, agg, &ir_load(&builder, type->elem, p, al)->v, at);
        } else {
            ir_store(&builder, ir_extractelement(&builder, ir_op(inst, 0), at), p, al);
        }
    }
    if (load) {
        ir_replace_erase(inst, agg);
    } else {
        ir_erase(inst);
    }
    return true;
}

static bool split_vectors(Cutter *cutter) {
    bool changed = false;
    VEC_FOREACH (Segment, g, &cutter->seg) {
        if (g->keep || is_uniform(cutter, g)) continue;
        for (uint32_t k = 0; k < g->n; k++)
            changed |= split_vector(cutter->s, &cutter->hard[g->first + k]);
    }
    return changed;
}

// ---- types ----

static IrType *int_of(Sroa *sroa, uint64_t bytes) {
    return ir_ty_int(sroa->m, (uint32_t)bytes * 8);
}

static bool is_int_size(uint64_t n) {
    return n && n <= MAX_INT && !(n & (n - 1));
}

static bool whole_bits(const IrType *type) { // no bits of its bytes are padding
    return ir_ty_bits(type) == type->store_size * 8;
}

static void add_part(Sroa *sroa, uint64_t begin, uint64_t end, IrType *type, uint32_t flags) {
    vec_push(sroa->a, &sroa->part,
             ((SroaPart){.begin = begin, .end = end, .type = type, .flags = flags}));
}

// The type of the accesses to exactly [begin, end), a pointer's before others; NULL if they differ
// and none of them has all the bits, or there are none.
static IrType *common_type(const Cutter *cutter, const Segment *segment, uint64_t begin,
                           uint64_t end) {
    IrType *t = NULL;
    bool same = true;
    for (uint32_t k = 0; k < segment->n; k++) {
        const SroaAccess *x = &cutter->hard[segment->first + k];
        if (x->begin != begin || x->end != end) continue;
        IrType *y = sroa_access_type(x);
        same = same && (!t || t == y);
        if (!t || y->kind == IR_TY_PTR || !whole_bits(t)) t = y;
    }
    return t && (same || whole_bits(t)) ? t : NULL;
}

// The largest power of two of bytes at whose multiples every access begins and ends.
static uint64_t piece_size(const Cutter *cutter, const Segment *g) {
    uint64_t low = 8;
    for (uint32_t k = 0; k < g->n; k++) {
        const SroaAccess *x = &cutter->hard[g->first + k];
        low |= (x->begin - g->begin) | (x->end - g->begin);
    }
    return low & (0 - low);
}

// A segment of accesses of several sizes. Pieces are good when small ones are stored: nothing needs
// to be read and masked. But bytes taken out of and put into wide values are best done there.
static void mixed_segment(Cutter *cutter, const Segment *segment, uint32_t flags) {
    uint64_t len = segment->end - segment->begin, piece = piece_size(cutter, segment);
    bool wide_store = false, small_store = false;
    for (uint32_t k = 0; k < segment->n; k++) {
        const SroaAccess *x = &cutter->hard[segment->first + k];
        if (!(x->flags & SROA_WRITE)) continue;
        wide_store |= x->end - x->begin > piece;
        small_store |= x->end - x->begin < len;
    }
    bool few = piece < len && len / piece <= MAX_PIECES;
    bool in_pieces = few && small_store && (piece > 1 || !wide_store);
    if (!in_pieces && is_int_size(len)) {
        add_part(cutter->s, segment->begin, segment->end, int_of(cutter->s, len), flags);
    } else if (few) {
        for (uint64_t at = segment->begin; at < segment->end; at += piece) {
            IrType *t = common_type(cutter, segment, at, at + piece);
            if (!t || !whole_bits(t)) t = int_of(cutter->s, piece);
            add_part(cutter->s, at, at + piece, t, flags);
        }
    } else {
        add_part(cutter->s, segment->begin, segment->end, NULL, flags);
    }
}

static void segment_parts(Cutter *cutter, const Segment *segment) {
    uint32_t flags = 0;
    for (uint32_t k = 0; k < segment->n; k++) flags |= cutter->hard[segment->first + k].flags;
    if (segment->keep) {
        add_part(cutter->s, segment->begin, segment->end, NULL, flags | SROA_KEEP);
        return;
    }
    if (!is_uniform(cutter, segment)) {
        mixed_segment(cutter, segment, flags);
        return;
    }
    IrType *t = common_type(cutter, segment, segment->begin, segment->end);
    uint64_t len = segment->end - segment->begin;
    if (!t && is_int_size(len)) t = int_of(cutter->s, len);
    add_part(cutter->s, segment->begin, segment->end, t, flags);
}

// ---- what only block operations touch ----

// The member without members of its own that contains byte off of the object, and where it begins;
// NULL between members.
static IrType *leaf_at(const Sroa *sroa, uint64_t off, uint64_t *begin) {
    IrType *type = sroa->al->aty;
    uint64_t base = off / type->size * type->size;
    while (ir_ty_is_agg(type)) {
        if (type->n == 0) return NULL;
        uint64_t k = ir_ty_member_at(type, off - base);
        base += ir_ty_member_offset(type, k);
        type = ir_ty_member(type, k);
        if (off < base || off - base >= type->size) return NULL;
    }
    *begin = base;
    return off - base < type->store_size ? type : NULL;
}

// Covers [begin, end). Small numbers move together, as far as they are of one type; bytes between
// members by the largest powers of two that fit.
static void gap_parts(Sroa *sroa, uint64_t begin, uint64_t end) {
    uint32_t mark = sroa->part.n;
    for (uint64_t at = begin; at < end;) {
        if (sroa->part.n - mark == MAX_GAP_LEAVES) {
            sroa->part.n = mark;
            add_part(sroa, begin, end, NULL, 0);
            return;
        }
        uint64_t from = 0, n = 8;
        IrType *type = leaf_at(sroa, at, &from);
        bool whole = type && from == at && at + type->store_size <= end;
        if (whole && type->store_size > 2) {
            add_part(sroa, at, at + type->store_size, type, 0);
            at += type->store_size;
            continue;
        }
        for (;; n /= 2) {
            if (at % n || at + n > end) continue;
            uint64_t one = 0;
            bool alike = true;
            for (uint64_t k = 1; k < n && alike; k++) {
                alike = leaf_at(sroa, at + k, &one) == type;
            }
            if (alike) break;
        }
        bool single = whole && n == type->store_size;
        add_part(sroa, at, at + n, single ? type : int_of(sroa, n), 0);
        at += n;
    }
}

static int by_value(const void *x, const void *y) {
    uint64_t a = *(const uint64_t *)x, b = *(const uint64_t *)y;
    return a < b ? -1 : a > b;
}

static void find_cuts(Cutter *cutter) {
    Arena *a = cutter->s->a;
    VEC_FOREACH (SroaAccess, x, &cutter->s->acc) {
        if (!(x->flags & SROA_BLOCK)) continue;
        vec_push(a, &cutter->cut, x->begin);
        vec_push(a, &cutter->cut, x->end);
    }
    if (cutter->cut.n) qsort(cutter->cut.at, cutter->cut.n, sizeof *cutter->cut.at, by_value);
}

// ---- all together ----

// Emits segments and, between them, the stretches between cuts; those that no block operation
// touches get no flags and are taken away again.
static void lay_out(Cutter *cutter) {
    Sroa *sroa = cutter->s;
    uint64_t at = 0;
    uint32_t k = 0;
    for (uint32_t g = 0; g <= cutter->seg.n; g++) {
        uint64_t stop = g < cutter->seg.n ? cutter->seg.at[g].begin : sroa->size;
        while (at < stop) {
            while (k < cutter->cut.n && cutter->cut.at[k] <= at) k++;
            if (k == cutter->cut.n) break;
            uint64_t end = CU_MIN(stop, cutter->cut.at[k]);
            if (k > 0) gap_parts(sroa, at, end); // before the first there is nothing
            at = end;
        }
        if (g == cutter->seg.n) break;
        segment_parts(cutter, &cutter->seg.at[g]);
        at = cutter->seg.at[g].end;
    }
}

static void mark_blocks(Sroa *sroa) {
    if (!sroa->part.n) return;
    VEC_FOREACH (SroaAccess, x, &sroa->acc) {
        if (!(x->flags & SROA_BLOCK)) continue;
        SroaPart *p = opt_sroa_part_of(sroa, x->begin), *last = sroa->part.at + sroa->part.n;
        for (; p < last && p->begin < x->end; p++) {
            if (p->end > x->begin) p->flags |= x->flags;
        }
    }
}

SroaPart *opt_sroa_part_of(const Sroa *sroa, uint64_t off) {
    uint32_t lo = 0, hi = sroa->part.n;
    while (hi - lo > 1) {
        uint32_t mid = lo + (hi - lo) / 2;
        if (sroa->part.at[mid].begin <= off) {
            lo = mid;
        } else {
            hi = mid;
        }
    }
    return &sroa->part.at[lo];
}

bool opt_sroa_make_parts(Sroa *sroa) {
    Cutter cutter = {.s = sroa};
    sroa->part.n = 0;
    find_segments(&cutter);
    if (split_vectors(&cutter)) return true;
    find_cuts(&cutter);
    lay_out(&cutter);
    mark_blocks(sroa);

    uint32_t n = 0;
    VEC_FOREACH (SroaPart, p, &sroa->part) {
        if (!p->flags) continue; // between block operations
        // a bool cannot hold what a copy brings into the rest of its byte
        bool copied = (p->flags & SROA_BLOCK) != 0;
        if (copied && p->type && !whole_bits(p->type)) {
            uint64_t len = p->end - p->begin;
            p->type = is_int_size(len) ? int_of(sroa, len) : NULL;
        }
        sroa->part.at[n++] = *p;
    }
    sroa->part.n = n;
    return false;
}
