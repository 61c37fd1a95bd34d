// SPDX-License-Identifier: Apache-2.0
// Regions: the values of an integer that satisfy a comparison with a constant, as an interval that
// may go round (rewrite/rewrite.h). What two comparisons or a comparison behind a monotonic
// function come to is computed on regions, and a region is tested by one comparison, after an
// addition at most.
#include "opt/rewrite/rewrite.h"

typedef unsigned __int128 u128;

static u128 whole(uint32_t n) {
    return (u128)1 << n;
}

static RwRegion make(uint64_t lo, u128 len, uint32_t n) {
    if (!len) return (RwRegion){.n = n};
    if (len == whole(n)) return (RwRegion){.n = n, .full = true};
    return (RwRegion){.lo = lo & rw_mask(n), .len = (uint64_t)len, .n = n};
}

static u128 length(RwRegion r) {
    return r.full ? whole(r.n) : r.len;
}

RwRegion opt_region_between(uint64_t lo, uint64_t hi,
                            uint32_t n) { // both ends within, may go round
    return make(lo, (u128)((hi - lo) & rw_mask(n)) + 1, n);
}

RwRegion opt_region_of(IrPred pred, uint64_t c, uint32_t n) {
    uint64_t max = rw_mask(n), smin = max / 2 + 1,
             from = c - smin; // signed: counted from the smallest
    from &= max;
    const struct {
        uint64_t from;
        u128 length;
    } held[IR_NPREDS] = {
        [IR_EQ] = {c, 1},
        [IR_NE] = {c + 1, whole(n) - 1},
        [IR_ULT] = {0, c},
        [IR_ULE] = {0, (u128)c + 1},
        [IR_UGT] = {c + 1, max - c},
        [IR_UGE] = {c, (u128)(max - c) + 1},
        [IR_SLT] = {smin, from},
        [IR_SLE] = {smin, (u128)from + 1},
        [IR_SGT] = {c + 1, max - from},
        [IR_SGE] = {c, (u128)(max - from) + 1},
    };
    return make(held[pred].from, held[pred].length, n);
}

bool opt_region_has(RwRegion r, uint64_t v) {
    return r.full || ((v - r.lo) & rw_mask(r.n)) < r.len;
}

RwRegion opt_region_moved(RwRegion r, uint64_t by) {
    r.lo = (r.lo + by) & rw_mask(r.n);
    return r;
}

RwRegion opt_region_not(RwRegion r) {
    return make(r.lo + r.len, whole(r.n) - length(r), r.n);
}

bool opt_region_and(RwRegion a, RwRegion b, RwRegion *out) {
    if (a.full || b.full) {
        *out = a.full ? b : a;
        return true;
    }
    // counted from a's beginning: a is [0, la), b [s, s + lb) and goes round if that passes the end
    u128 la = a.len, s = (b.lo - a.lo) & rw_mask(a.n), end = s + b.len;
    if (end <= whole(a.n)) {
        u128 hi = CU_MIN(la, end);
        *out = make(a.lo + (uint64_t)s, s < hi ? hi - s : 0, a.n);
        return true;
    }
    end -= whole(a.n);
    if (s < la) return false; // both its ends lie in a: two pieces
    *out = make(a.lo, CU_MIN(end, la), a.n);
    return true;
}

bool opt_region_or(RwRegion a, RwRegion b, RwRegion *out) {
    RwRegion r;
    if (!opt_region_and(opt_region_not(a), opt_region_not(b), &r)) return false;
    *out = opt_region_not(r);
    return true;
}

bool opt_region_is_plain(RwRegion r) {
    uint64_t max = rw_mask(r.n), smin = max / 2 + 1, end = (r.lo + r.len) & max;
    bool constant = r.full || !r.len, one = r.len == 1 || length(r) == whole(r.n) - 1;
    return constant || one || r.lo == 0 || end == 0 || r.lo == smin || end == smin;
}

IrValue *opt_region_test(Rw *rw, IrValue *tested, RwRegion wanted) {
    IrBuilder *builder = &rw->b;
    IrType *t = tested->type;
    uint64_t max = rw_mask(wanted.n), smin = max / 2 + 1, end = (wanted.lo + wanted.len) & max;
    if (wanted.full || !wanted.len) return &ir_int(rw->m->ty_i1, wanted.full)->v;
    if (wanted.len == 1) return ir_cmp(builder, IR_EQ, tested, rw_int(t, wanted.lo));
    if (length(wanted) == whole(wanted.n) - 1)
        return ir_cmp(builder, IR_NE, tested, rw_int(t, end));
    if (wanted.lo == 0) return ir_cmp(builder, IR_ULT, tested, rw_int(t, end));
    if (end == 0) return ir_cmp(builder, IR_UGT, tested, rw_int(t, wanted.lo - 1));
    if (wanted.lo == smin) return ir_cmp(builder, IR_SLT, tested, rw_int(t, end));
    if (end == smin) return ir_cmp(builder, IR_SGT, tested, rw_int(t, wanted.lo - 1));
    return ir_cmp(builder, IR_ULT, ir_add(builder, tested, rw_int(t, 0 - wanted.lo)),
                  rw_int(t, wanted.len));
}
