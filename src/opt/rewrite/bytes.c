// SPDX-License-Identifier: Apache-2.0
// Bytes of one value that shifts, masks and ors put together in the opposite order are a byte swap
// (bytes.def; the contract is in rewrite.h):
//
//     x >> 24 | (x >> 8 & 0xff00) | (x << 8 & 0xff0000) | x << 24    =>   llvm.bswap(x)
//
// Each operation is followed with where its bytes come from: one of the source's, or a zero. Only
// whole trees are looked at, from the or that no other or reads; what has other uses stays and
// makes the swap no cheaper, so that at least one or must go.
#include "opt/rewrite.h"

enum { BYTES = 8, DEEP = 8, ZERO = -1, UNKNOWN = -2 };

typedef struct {
    IrValue *source; // NULL: not met yet
    uint32_t n;      // bytes
    uint32_t left;   // operations that may still be looked at
} Swap;

typedef struct {
    int8_t at[BYTES]; // byte of the source, ZERO or UNKNOWN
} Bytes;

static Bytes all(int8_t what) {
    Bytes r;
    memset(r.at, what, sizeof r.at);
    return r;
}

static Bytes of_source(Swap *s, IrValue *v) {
    Bytes r = all(UNKNOWN);
    if (!s->source) s->source = v;
    for (uint32_t k = 0; k < s->n && v == s->source; k++) r.at[k] = (int8_t)k;
    return r;
}

// By so many bytes up, if positive, else down; zeros come in.
static Bytes moved(const Swap *s, Bytes x, int32_t by) {
    Bytes r = all(ZERO);
    for (int32_t k = 0; k < (int32_t)s->n; k++) {
        int32_t from = k - by;
        if (from >= 0 && from < (int32_t)s->n) r.at[k] = x.at[from];
    }
    return r;
}

static Bytes masked(const Swap *s, Bytes x, uint64_t mask) {
    for (uint32_t k = 0; k < s->n; k++) {
        uint64_t part = mask >> 8 * k & 0xff;
        if (part == 0)
            x.at[k] = ZERO;
        else if (part != 0xff && x.at[k] != ZERO)
            x.at[k] = UNKNOWN;
    }
    return x;
}

static Bytes joined(const Swap *s, Bytes x, Bytes y) {
    for (uint32_t k = 0; k < s->n; k++) {
        if (x.at[k] == ZERO)
            x.at[k] = y.at[k];
        else if (y.at[k] != ZERO && y.at[k] != x.at[k])
            x.at[k] = UNKNOWN;
    }
    return x;
}

static Bytes bytes_of(Swap *s, IrValue *v, uint32_t depth) {
    IrInst *i = ir_as_inst(v);
    if (!i || depth == DEEP || !s->left) return of_source(s, v);
    s->left--;
    if (i->v.op == IR_OR) {
        Bytes x = bytes_of(s, ir_op(i, 0), depth + 1);
        return joined(s, x, bytes_of(s, ir_op(i, 1), depth + 1));
    }
    bool constant = i->nops == 2 && rw_arg_c(v, 1);
    if (constant && i->v.op == IR_AND)
        return masked(s, bytes_of(s, ir_op(i, 0), depth + 1), rw_u(rw_arg(v, 1)));
    bool shift = constant && (i->v.op == IR_SHL || i->v.op == IR_LSHR);
    if (!shift || rw_u(rw_arg(v, 1)) % 8 || rw_u(rw_arg(v, 1)) >= 8 * s->n) return of_source(s, v);
    int32_t by = (int32_t)rw_u(rw_arg(v, 1)) / 8;
    return moved(s, bytes_of(s, ir_op(i, 0), depth + 1), i->v.op == IR_SHL ? by : -by);
}

static bool is_part_of_or(const IrValue *v) {
    IR_FOREACH_USE(u, v) {
        if (u->user->v.op == IR_OR) return true;
    }
    return false;
}

static IrValue *or_swap(Rw *r, IrInst *i, IrValue *x, IrValue *y) {
    uint32_t bits = i->v.type->kind == IR_TY_INT ? i->v.type->bits : 0;
    bool fits = bits == 32 || bits == 64 || (bits == 16 && r->any_width);
    if (!fits || is_part_of_or(&i->v) || (!ir_one_use(x) && !ir_one_use(y))) return NULL;
    Swap s = {.n = bits / 8, .left = 4 * BYTES};
    Bytes b = bytes_of(&s, &i->v, 0);
    for (uint32_t k = 0; k < s.n; k++) {
        if (b.at[k] != (int8_t)(s.n - 1 - k)) return NULL;
    }
    return IR_CALL(&r->b, IR_I_bswap, NULL, s.source);
}

#define ROW(...) RW_ROW(__VA_ARGS__)
static const RwRow rows[] = {
#include "opt/rewrite/bytes.def"
};
const RwTable opt_rw_bytes = {rows, CU_COUNT(rows)};
