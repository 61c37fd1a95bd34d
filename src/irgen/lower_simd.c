// SPDX-License-Identifier: Apache-2.0
// SIMD within a word (CUDA Math API, "SIMD Intrinsics"): two lanes of 16 or four of 8 bits in 32.
// Bit tricks on whole words: H is the mask of the lanes' top bits; conditions are words with the
// answer in each lane's top bit. (H. S. Warren, Hacker's Delight, 2-18.) What PTX has an
// instruction for is that instruction.
#include "irgen/lower.h"

#include "base/feature.h"

#include <stdio.h>

typedef struct Simd {
    Lower *c;
    IrBuilder *b;
    uint32_t bits, top; // of a lane; H
} Simd;
// The names below are those of the operations on words; every function treats all lanes at once.
typedef IrValue V;

static V *word(Simd *simd, uint32_t v) {
    return &lower_i32(simd->c, v)->v;
}
static V *vand(Simd *simd, V *a, V *b) {
    return ir_and(simd->b, a, b);
}
static V *vor(Simd *simd, V *a, V *b) {
    return ir_or(simd->b, a, b);
}
static V *vxor(Simd *simd, V *a, V *b) {
    return ir_xor(simd->b, a, b);
}
static V *vnot(Simd *simd, V *a) {
    return ir_not(simd->b, a);
}
// Only the lanes' top bits, and all but these.
static V *tops(Simd *simd, V *a) {
    return vand(simd, a, word(simd, simd->top));
}
static V *lows(Simd *simd, V *a) {
    return vand(simd, a, word(simd, ~simd->top));
}
// A logical shift of the whole word: bits cross from one lane into the next, which callers mask.
static V *down(Simd *simd, V *a, uint32_t n) {
    return ir_lshr(simd->b, a, word(simd, n));
}
static V *flip(Simd *simd, V *a) { // signed order as unsigned order
    return vxor(simd, a, word(simd, simd->top));
}
// A lane's top bit spread over the lane.
static V *spread(Simd *simd, V *top) {
    return ir_mul(simd->b, down(simd, top, simd->bits - 1), word(simd, (1u << simd->bits) - 1));
}
// In each lane a where the top bit is set, b elsewhere.
static V *pick(Simd *simd, V *top, V *a, V *b) {
    V *m = spread(simd, top);
    V *else_b = vand(simd, b, vnot(simd, m));
    return vor(simd, vand(simd, a, m), else_b);
}

// Carries stop below the top bits, which are added without carry.
static V *add(Simd *simd, V *a, V *b) {
    V *top = tops(simd, vxor(simd, a, b)), *low = lows(simd, b);
    return vxor(simd, ir_add(simd->b, lows(simd, a), low), top);
}
// A set top bit in each lane keeps borrows from leaving it.
static V *sub(Simd *simd, V *a, V *b) {
    V *low = lows(simd, b);
    V *d = ir_sub(simd->b, vor(simd, a, word(simd, simd->top)), low);
    return vxor(simd, d, tops(simd, vxor(simd, a, vnot(simd, b))));
}
static V *ltu(Simd *simd, V *a, V *b) { // the borrow of a - b
    V *d = sub(simd, a, b);
    V *alike = vand(simd, vnot(simd, vxor(simd, a, b)), d);
    return tops(simd, vor(simd, vand(simd, vnot(simd, a), b), alike));
}
static V *lts(Simd *simd, V *a, V *b) {
    b = flip(simd, b);
    return ltu(simd, flip(simd, a), b);
}
static V *ne(Simd *simd, V *a, V *b) {
    // Adding 0x7f.. to the low bits carries into the top bit unless they are all zero.
    V *x = vxor(simd, a, b);
    return tops(simd, vor(simd, ir_add(simd->b, lows(simd, x), word(simd, ~simd->top)), x));
}
static V *neg(Simd *simd, V *a) {
    return sub(simd, word(simd, 0), a);
}
static V *abs_(Simd *simd, V *a) {
    V *negative = neg(simd, a);
    return pick(simd, tops(simd, a), negative, a);
}
// Signed saturation: overflow gives 0x7f.. or 0x80.. by the sign of a.
static V *clamp(Simd *simd, V *over, V *a, V *r) {
    V *limit = add(simd, word(simd, ~simd->top), down(simd, tops(simd, a), simd->bits - 1));
    return pick(simd, tops(simd, over), limit, r);
}

// ---- the operations -----------------------------------------------------------------------------

// Overflow: the operands have one sign and the result has the other.
static V *op_addss(Simd *simd, V *a, V *b) {
    V *r = add(simd, a, b);
    V *turned = vxor(simd, a, r);
    return clamp(simd, vand(simd, vnot(simd, vxor(simd, a, b)), turned), a, r);
}
// Overflow: the signs of the operands differ, and the result has not that of a.
static V *op_subss(Simd *simd, V *a, V *b) {
    V *r = sub(simd, a, b);
    V *turned = vxor(simd, a, r);
    return clamp(simd, vand(simd, vxor(simd, a, b), turned), a, r);
}
// A lane that carries out becomes all ones.
static V *op_addus(Simd *simd, V *a, V *b) {
    V *r = add(simd, a, b);
    V *lost = vnot(simd, r);
    lost = vand(simd, vor(simd, a, b), lost);
    V *carry = vor(simd, vand(simd, a, b), lost);
    return vor(simd, r, spread(simd, tops(simd, carry)));
}
// A lane that borrows becomes zero.
static V *op_subus(Simd *simd, V *a, V *b) {
    V *kept = vnot(simd, spread(simd, ltu(simd, a, b)));
    return vand(simd, sub(simd, a, b), kept);
}
// a + b is twice the common bits and once the others: no carry is needed.
static V *op_haddu(Simd *simd, V *a, V *b) {
    V *half = lows(simd, down(simd, vxor(simd, a, b), 1));
    return add(simd, vand(simd, a, b), half);
}
// The same from above, so that halves round up.
static V *op_avgu(Simd *simd, V *a, V *b) {
    V *half = lows(simd, down(simd, vxor(simd, a, b), 1));
    return sub(simd, vor(simd, a, b), half);
}
// Rounded away from zero: down, then one more where the sum is odd and not negative.
static V *op_avgs(Simd *simd, V *a, V *b) {
    V *above = flip(simd, b);
    V *r = flip(simd, op_haddu(simd, flip(simd, a), above));
    V *positive = vnot(simd, down(simd, r, simd->bits - 1));
    V *odd = vand(simd, vxor(simd, a, b), positive);
    return ir_add(simd->b, r, vand(simd, odd, word(simd, simd->top >> (simd->bits - 1))));
}
static V *op_maxu(Simd *simd, V *a, V *b) {
    return pick(simd, ltu(simd, a, b), b, a);
}
static V *op_maxs(Simd *simd, V *a, V *b) {
    return pick(simd, lts(simd, a, b), b, a);
}
static V *op_minu(Simd *simd, V *a, V *b) {
    return pick(simd, ltu(simd, a, b), a, b);
}
static V *op_mins(Simd *simd, V *a, V *b) {
    return pick(simd, lts(simd, a, b), a, b);
}
static V *op_diffu(Simd *simd, V *a, V *b) {
    V *down_to = sub(simd, a, b), *up_to = sub(simd, b, a);
    return pick(simd, ltu(simd, a, b), up_to, down_to);
}
static V *op_diffs(Simd *simd, V *a, V *b) {
    V *down_to = sub(simd, a, b), *up_to = sub(simd, b, a);
    return pick(simd, lts(simd, a, b), up_to, down_to);
}
// The lanes' sum, unsigned: four bytes or two halves cannot overflow 32 bits.
static V *sum(Simd *simd, V *a) {
    V *r = NULL;
    for (uint32_t k = 0; k < 32; k += simd->bits) {
        V *lane = vand(simd, down(simd, a, k), word(simd, (1u << simd->bits) - 1));
        r = r ? ir_add(simd->b, r, lane) : lane;
    }
    return r;
}
static V *op_sadu(Simd *simd, V *a, V *b) {
    return sum(simd, op_diffu(simd, a, b));
}
static V *op_sads(Simd *simd, V *a, V *b) {
    return sum(simd, op_diffs(simd, a, b));
}
// Operations of one operand ignore the second.
static V *op_neg(Simd *simd, V *a, V *b) {
    (void)b;
    return neg(simd, a);
}
static V *op_negss(Simd *simd, V *a, V *b) {
    (void)b;
    return op_subss(simd, word(simd, 0), a);
}
static V *op_abs(Simd *simd, V *a, V *b) {
    (void)b;
    return abs_(simd, a);
}
static V *op_absss(Simd *simd, V *a, V *b) { // the least value becomes the greatest
    (void)b;
    V *is_least = vnot(simd, ne(simd, a, word(simd, simd->top)));
    V *least = vand(simd, tops(simd, a), is_least);
    return pick(simd, least, word(simd, ~simd->top), abs_(simd, a));
}

// vabsdiff4 has a third operand, which its .add form adds to; it is zero here.
static const struct {
    const char *name;
    V *(*fn)(Simd *s, V *a, V *b);
    const char *ptx[2]; // of 16 bits, on targets that have int16x2; of 8 bits
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
static V *compare(Simd *simd, const char *p, V *a, V *b) {
    // The negation of a comparison flips the lanes' top bits.
    V *all = word(simd, simd->top);
    if (p[0] == 'e') return vxor(simd, ne(simd, a, b), all);
    if (p[0] == 'n') return ne(simd, a, b);
    V *(*less)(Simd *, V *, V *) = p[2] == 's' ? lts : ltu;
    bool swap = strncmp(p, "gt", 2) == 0 || strncmp(p, "le", 2) == 0;
    V *r = swap ? less(simd, b, a) : less(simd, a, b);
    return p[1] == 'e' ? vxor(simd, r, all) : r;
}

// tail: lane bits, operation: "16.add", "8.cmp.ltu", "8.set.eq"
IrValue *lower_simd(Lower *lower) {
    bool wide = lower->tail[0] == '1';
    Simd simd = {lower, lower->b, wide ? 16 : 8, wide ? 0x80008000u : 0x80808080u};
    const char *op = lower_word(lower, 1);
    V *a = lower->arg[0], *b = lower->n > 1 ? lower->arg[1] : NULL;
    // cmp gives lanes of all ones, set gives lanes of one.
    if (strcmp(op, "cmp") == 0) return spread(&simd, compare(&simd, lower_word(lower, 2), a, b));
    if (strcmp(op, "set") == 0)
        return down(&simd, compare(&simd, lower_word(lower, 2), a, b), simd.bits - 1);
    for (uint32_t i = 0; i < CU_COUNT(ops); i++) {
        if (strcmp(ops[i].name, op) != 0) continue;
        const char *ptx = ops[i].ptx[!wide];
        bool native = ptx && (!wide || target_has(lower->opt->target, SMF_int16x2));
        if (native)
            return lower_asm(lower, lower->ret, ptx, wide ? "=r,r,r" : "=r,r,r,r", wide ? 2 : 3,
                             (V *[]){a, b, word(&simd, 0)}, false);
        return ops[i].fn(&simd, a, b);
    }
    cu_ice(lower->ctx, __FILE__, __LINE__, "an unknown operation on lanes");
}
