// SPDX-License-Identifier: Apache-2.0
// SIMD within a word (CUDA Math API, "SIMD Intrinsics"): two lanes of 16 or four of 8 bits in 32.
// Bit tricks on whole words: H is the mask of the lanes' top bits; conditions are words with the
// answer in each lane's top bit. (H. S. Warren, Hacker's Delight, 2-18.) What PTX has an
// instruction for is that instruction.
#include "irgen/lower.h"

#include <stdio.h>

typedef struct Simd {
    Lower *c;
    IrBuilder *b;
    uint32_t bits, top; // of a lane; H
} Simd;
typedef IrValue V;

static V *word(Simd *s, uint32_t v) {
    return &lower_i32(s->c, v)->v;
}
static V *vand(Simd *s, V *a, V *b) {
    return ir_and(s->b, a, b);
}
static V *vor(Simd *s, V *a, V *b) {
    return ir_or(s->b, a, b);
}
static V *vxor(Simd *s, V *a, V *b) {
    return ir_xor(s->b, a, b);
}
static V *vnot(Simd *s, V *a) {
    return ir_not(s->b, a);
}
static V *tops(Simd *s, V *a) {
    return vand(s, a, word(s, s->top));
}
static V *lows(Simd *s, V *a) {
    return vand(s, a, word(s, ~s->top));
}
static V *down(Simd *s, V *a, uint32_t n) {
    return ir_lshr(s->b, a, word(s, n));
}
static V *flip(Simd *s, V *a) { // signed order as unsigned order
    return vxor(s, a, word(s, s->top));
}
// A lane's top bit spread over the lane.
static V *spread(Simd *s, V *top) {
    return ir_mul(s->b, down(s, top, s->bits - 1), word(s, (1u << s->bits) - 1));
}
static V *pick(Simd *s, V *top, V *a, V *b) {
    V *m = spread(s, top);
    return vor(s, vand(s, a, m), vand(s, b, vnot(s, m)));
}

static V *add(Simd *s, V *a, V *b) {
    return vxor(s, ir_add(s->b, lows(s, a), lows(s, b)), tops(s, vxor(s, a, b)));
}
static V *sub(Simd *s, V *a, V *b) {
    V *d = ir_sub(s->b, vor(s, a, word(s, s->top)), lows(s, b));
    return vxor(s, d, tops(s, vxor(s, a, vnot(s, b))));
}
static V *ltu(Simd *s, V *a, V *b) { // the borrow of a - b
    V *d = sub(s, a, b);
    return tops(s, vor(s, vand(s, vnot(s, a), b), vand(s, vnot(s, vxor(s, a, b)), d)));
}
static V *lts(Simd *s, V *a, V *b) {
    return ltu(s, flip(s, a), flip(s, b));
}
static V *ne(Simd *s, V *a, V *b) {
    V *x = vxor(s, a, b);
    return tops(s, vor(s, ir_add(s->b, lows(s, x), word(s, ~s->top)), x));
}
static V *neg(Simd *s, V *a) {
    return sub(s, word(s, 0), a);
}
static V *abs_(Simd *s, V *a) {
    return pick(s, tops(s, a), neg(s, a), a);
}
// Signed saturation: overflow gives 0x7f.. or 0x80.. by the sign of a.
static V *clamp(Simd *s, V *over, V *a, V *r) {
    V *limit = add(s, word(s, ~s->top), down(s, tops(s, a), s->bits - 1));
    return pick(s, tops(s, over), limit, r);
}

// ---- the operations -----------------------------------------------------------------------------

static V *op_addss(Simd *s, V *a, V *b) {
    V *r = add(s, a, b);
    return clamp(s, vand(s, vnot(s, vxor(s, a, b)), vxor(s, a, r)), a, r);
}
static V *op_subss(Simd *s, V *a, V *b) {
    V *r = sub(s, a, b);
    return clamp(s, vand(s, vxor(s, a, b), vxor(s, a, r)), a, r);
}
static V *op_addus(Simd *s, V *a, V *b) {
    V *r = add(s, a, b);
    V *carry = vor(s, vand(s, a, b), vand(s, vor(s, a, b), vnot(s, r)));
    return vor(s, r, spread(s, tops(s, carry)));
}
static V *op_subus(Simd *s, V *a, V *b) {
    return vand(s, sub(s, a, b), vnot(s, spread(s, ltu(s, a, b))));
}
static V *op_haddu(Simd *s, V *a, V *b) {
    return add(s, vand(s, a, b), lows(s, down(s, vxor(s, a, b), 1)));
}
static V *op_avgu(Simd *s, V *a, V *b) {
    return sub(s, vor(s, a, b), lows(s, down(s, vxor(s, a, b), 1)));
}
// Rounded away from zero: down, then one more where the sum is odd and not negative.
static V *op_avgs(Simd *s, V *a, V *b) {
    V *r = flip(s, op_haddu(s, flip(s, a), flip(s, b)));
    V *odd = vand(s, vxor(s, a, b), vnot(s, down(s, r, s->bits - 1)));
    return ir_add(s->b, r, vand(s, odd, word(s, s->top >> (s->bits - 1))));
}
static V *op_maxu(Simd *s, V *a, V *b) {
    return pick(s, ltu(s, a, b), b, a);
}
static V *op_maxs(Simd *s, V *a, V *b) {
    return pick(s, lts(s, a, b), b, a);
}
static V *op_minu(Simd *s, V *a, V *b) {
    return pick(s, ltu(s, a, b), a, b);
}
static V *op_mins(Simd *s, V *a, V *b) {
    return pick(s, lts(s, a, b), a, b);
}
static V *op_diffu(Simd *s, V *a, V *b) {
    return pick(s, ltu(s, a, b), sub(s, b, a), sub(s, a, b));
}
static V *op_diffs(Simd *s, V *a, V *b) {
    return pick(s, lts(s, a, b), sub(s, b, a), sub(s, a, b));
}
static V *sum(Simd *s, V *a) {
    V *r = NULL;
    for (uint32_t k = 0; k < 32; k += s->bits) {
        V *lane = vand(s, down(s, a, k), word(s, (1u << s->bits) - 1));
        r = r ? ir_add(s->b, r, lane) : lane;
    }
    return r;
}
static V *op_sadu(Simd *s, V *a, V *b) {
    return sum(s, op_diffu(s, a, b));
}
static V *op_sads(Simd *s, V *a, V *b) {
    return sum(s, op_diffs(s, a, b));
}
static V *op_neg(Simd *s, V *a, V *b) {
    (void)b;
    return neg(s, a);
}
static V *op_negss(Simd *s, V *a, V *b) {
    (void)b;
    return op_subss(s, word(s, 0), a);
}
static V *op_abs(Simd *s, V *a, V *b) {
    (void)b;
    return abs_(s, a);
}
static V *op_absss(Simd *s, V *a, V *b) { // the least value becomes the greatest
    (void)b;
    V *least = vand(s, tops(s, a), vnot(s, ne(s, a, word(s, s->top))));
    return pick(s, least, word(s, ~s->top), abs_(s, a));
}

static const struct {
    const char *name;
    V *(*fn)(Simd *s, V *a, V *b);
    const char *ptx[2]; // of 16 bits from sm_90 on; of 8 bits
} ops[] = {
    {"add", add, {"add.u16x2 $0, $1, $2;", NULL}},
    {"sub", sub, {NULL, NULL}},
    {"addss", op_addss, {NULL, NULL}},
    {"subss", op_subss, {NULL, NULL}},
    {"addus", op_addus, {NULL, NULL}},
    {"subus", op_subus, {NULL, NULL}},
    {"haddu", op_haddu, {NULL, NULL}},
    {"avgu", op_avgu, {NULL, NULL}},
    {"avgs", op_avgs, {NULL, NULL}},
    {"maxu", op_maxu, {"max.u16x2 $0, $1, $2;", NULL}},
    {"maxs", op_maxs, {"max.s16x2 $0, $1, $2;", NULL}},
    {"minu", op_minu, {"min.u16x2 $0, $1, $2;", NULL}},
    {"mins", op_mins, {"min.s16x2 $0, $1, $2;", NULL}},
    {"absdiffu", op_diffu, {NULL, "vabsdiff4.u32.u32.u32 $0, $1, $2, $3;"}},
    {"absdiffs", op_diffs, {NULL, "vabsdiff4.u32.s32.s32 $0, $1, $2, $3;"}},
    {"sadu", op_sadu, {NULL, "vabsdiff4.u32.u32.u32.add $0, $1, $2, $3;"}},
    {"sads", op_sads, {NULL, "vabsdiff4.u32.s32.s32.add $0, $1, $2, $3;"}},
    {"neg", op_neg, {NULL, NULL}},
    {"negss", op_negss, {NULL, NULL}},
    {"abs", op_abs, {NULL, NULL}},
    {"absss", op_absss, {NULL, NULL}},
};

// Comparisons: the word behind "cmp" or "set": eq, ne, or two letters and the sign.
static V *compare(Simd *s, const char *p, V *a, V *b) {
    V *all = word(s, s->top);
    if (p[0] == 'e') return vxor(s, ne(s, a, b), all);
    if (p[0] == 'n') return ne(s, a, b);
    V *(*less)(Simd *, V *, V *) = p[2] == 's' ? lts : ltu;
    bool swap = strncmp(p, "gt", 2) == 0 || strncmp(p, "le", 2) == 0;
    V *r = swap ? less(s, b, a) : less(s, a, b);
    return p[1] == 'e' ? vxor(s, r, all) : r;
}

// tail: lane bits, operation: "16.add", "8.cmp.ltu", "8.set.eq"
IrValue *lower_simd(Lower *c) {
    bool wide = c->tail[0] == '1';
    Simd s = {c, c->b, wide ? 16 : 8, wide ? 0x80008000u : 0x80808080u};
    const char *op = lower_word(c, 1);
    V *a = c->arg[0], *b = c->n > 1 ? c->arg[1] : NULL;
    if (strcmp(op, "cmp") == 0) return spread(&s, compare(&s, lower_word(c, 2), a, b));
    if (strcmp(op, "set") == 0) return down(&s, compare(&s, lower_word(c, 2), a, b), s.bits - 1);
    for (uint32_t i = 0; i < CU_COUNT(ops); i++) {
        if (strcmp(ops[i].name, op) != 0) continue;
        const char *ptx = ops[i].ptx[!wide];
        if (ptx && (!wide || c->opt->sm >= 90))
            return lower_asm(c, c->ret, ptx, wide ? "=r,r,r" : "=r,r,r,r", wide ? 2 : 3,
                             (V *[]){a, b, word(&s, 0)}, false);
        return ops[i].fn(&s, a, b);
    }
    cu_ice(c->ctx, __FILE__, __LINE__, "an unknown operation on lanes");
}
