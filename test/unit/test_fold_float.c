// SPDX-License-Identifier: Apache-2.0
// Folded floating point against the host's own: float and double by its operators, half and bfloat
// by the exact result in double, of which the folded one must be the nearest. What is left to the
// machine gives no constant.
#include "ir/ir.h"
#include "unit.h"
#include "ir/intrin_id.h"

#include <math.h>
#include <stdlib.h>

enum { ROUNDS = 20000 };

static double host_result(IrOp op, double left, double right) {
    switch (op) {
    case IR_FADD: return left + right;
    case IR_FSUB: return left - right;
    case IR_FMUL: return left * right;
    case IR_FDIV: return left / right;
    default: return fmod(left, right);
    }
}

static float host_single(IrOp op, float left, float right) {
    switch (op) {
    case IR_FADD: return left + right;
    case IR_FSUB: return left - right;
    case IR_FMUL: return left * right;
    case IR_FDIV: return left / right;
    default: return fmodf(left, right);
    }
}

static float single_of(uint64_t bits) {
    uint32_t low = (uint32_t)bits;
    float value;
    memcpy(&value, &low, sizeof value);
    return value;
}

static double double_of(uint64_t bits) {
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

// Zeros, infinities and numbers of near magnitude are more frequent than in random bits.
static uint64_t some_bits(uint64_t *seed, uint32_t digits, uint32_t exponent_bits) {
    uint64_t random = unit_random(seed), top = (1ull << exponent_bits) - 1;
    uint64_t sign = random >> 63 << (digits + exponent_bits);
    uint64_t fraction = unit_random(seed) & ((1ull << digits) - 1);
    switch (random % 8) {
    case 0: return sign;
    case 1: return sign | top << digits;
    case 2:
    case 3: return sign | (unit_random(seed) & top) << digits | fraction;
    default: return sign | (top / 2 + random / 8 % 20 - 10) << digits | fraction;
    }
}

static bool flushes(float value) {
    return value != 0 && fabsf(value) < 0x1p-126f;
}

static void singles_and_doubles(IrModule *m) {
    static const IrOp ops[] = {IR_FADD, IR_FSUB, IR_FMUL, IR_FDIV, IR_FREM};
    uint64_t seed = 7;
    for (int i = 0; i < ROUNDS; i++) {
        IrOp op = ops[i % CU_COUNT(ops)];
        uint64_t a = some_bits(&seed, 23, 8), b = some_bits(&seed, 23, 8);
        float single = host_single(op, single_of(a), single_of(b));
        IrConst *got = ir_fold_bin(m, op, 0, ir_fp_bits(m, m->ty_float, a, 0),
                                   ir_fp_bits(m, m->ty_float, b, 0));
        bool left_alone = isnan(single_of(a)) || isnan(single_of(b)) || isnan(single) ||
                          flushes(single_of(a)) || flushes(single_of(b)) || flushes(single);
        CHECK(left_alone ? !got : got == ir_fp(m, m->ty_float, (double)single));

        a = some_bits(&seed, 52, 11), b = some_bits(&seed, 52, 11);
        double wide = host_result(op, double_of(a), double_of(b)), folded;
        got = ir_fold_bin(m, op, 0, ir_fp_bits(m, m->ty_double, a, 0),
                          ir_fp_bits(m, m->ty_double, b, 0));
        CHECK(isnan(wide) == !got);
        if (!got) continue;
        memcpy(&folded, &got->bits, sizeof folded);
        CHECK(folded == wide && signbit(folded) == signbit(wide));
    }
}

// The value of bits with so many digits below the point; an infinity is the number that would
// stand there.
static double small_value(uint64_t bits, int digits, int exponent_bits) {
    int exponent = (int)(bits >> digits) & ((1 << exponent_bits) - 1);
    double fraction = (double)(bits & ((1ull << digits) - 1));
    double magnitude = fraction + (exponent ? ldexp(1, digits) : 0);
    int least = 2 - (1 << (exponent_bits - 1)) - digits;
    double value = ldexp(magnitude, least + (exponent ? exponent - 1 : 0));
    return bits >> (digits + exponent_bits) ? -value : value;
}

// Sums, differences and products of half and bfloat are exact in double but for bfloats that lie
// far apart, which are not drawn.
static void smalls(IrModule *m, IrType *type, int digits, int exponent_bits) {
    static const IrOp ops[] = {IR_FADD, IR_FSUB, IR_FMUL};
    uint64_t seed = 8, infinity = ((1ull << exponent_bits) - 1) << digits;
    uint64_t magnitude = (1ull << (digits + exponent_bits)) - 1;
    for (int i = 0; i < ROUNDS; i++) {
        uint64_t a = some_bits(&seed, (uint32_t)digits, (uint32_t)exponent_bits);
        uint64_t b = some_bits(&seed, (uint32_t)digits, (uint32_t)exponent_bits);
        bool finite = (a & magnitude) < infinity && (b & magnitude) < infinity;
        bool apart = llabs((int64_t)(a & magnitude) - (int64_t)(b & magnitude)) >> digits > 40;
        if (!finite || (exponent_bits == 8 && apart)) continue;

        IrOp op = ops[i % CU_COUNT(ops)];
        double exact = host_result(op, small_value(a, digits, exponent_bits),
                                   small_value(b, digits, exponent_bits));
        IrConst *got = ir_fold_bin(m, op, 0, ir_fp_bits(m, type, a, 0), ir_fp_bits(m, type, b, 0));
        CHECK(got != NULL);
        if (!got) continue;
        uint64_t bits = got->bits;
        double off = fabs(small_value(bits, digits, exponent_bits) - exact);
        CHECK(!exact || (uint64_t)!!signbit(exact) == bits >> (digits + exponent_bits));
        // ties go to the even one
        for (uint64_t k = 0; k < 2; k++) {
            uint64_t other = k ? bits + 1 : bits - 1;
            bool exists = k ? (bits & magnitude) < infinity : (bits & magnitude) > 0;
            if (!exists) continue;
            double its = fabs(small_value(other, digits, exponent_bits) - exact);
            CHECK(off < its || (off == its && !(bits & 1)));
        }
    }
}

static IrConst *cast(IrModule *m, IrOp op, IrConst *from, IrType *to) {
    return ir_fold_cast(m, op, from, to);
}

// What would be another number if it were rounded to double first, and widths above 64.
static void rounded_once(IrModule *m) {
    IrConst *above_middle = ir_int(m->ty_i64, (0x9aull << 55) + (1ull << 54) + 1);
    CHECK(cast(m, IR_UITOFP, above_middle, m->ty_bfloat)->bits == 0x5e9b);
    CHECK(cast(m, IR_SITOFP, above_middle, m->ty_half)->bits == 0x7c00);
    IrConst *wide = ir_int_words(m, m->ty_i128, 2, (uint64_t[]){1, 1ull << 52});
    CHECK(cast(m, IR_UITOFP, wide, m->ty_double) == ir_fp(m, m->ty_double, 0x1p116));
    CHECK(cast(m, IR_FPTOUI, ir_fp(m, m->ty_double, 0x1p100), m->ty_i128) ==
          ir_int_words(m, m->ty_i128, 2, (uint64_t[]){0, 1ull << 36}));
    CHECK(!cast(m, IR_FPTOSI, ir_fp(m, m->ty_float, 0x1p127), m->ty_i128));
    CHECK(cast(m, IR_FPTOSI, ir_fp(m, m->ty_float, -0x1p127), m->ty_i128) != NULL);

    // 1.5 * (1 + 2^-10) is the middle of two halves, of which the sum takes the lower one
    IrConst *fma[] = {ir_fp(m, m->ty_half, 1.5), ir_fp_bits(m, m->ty_half, 0x3c01, 0),
                      ir_fp(m, m->ty_half, -0x1p-24)};
    IrConst *sum = ir_fold_intrin(m, IR_I_fma, m->ty_half, 3, fma);
    CHECK(sum && sum->bits == 0x3e01);
}

static IrConst *of_one(IrModule *m, IrIntrin id, double value) {
    return ir_fold_intrin(m, id, m->ty_double, 1, (IrConst *[]){ir_fp(m, m->ty_double, value)});
}

static void intrinsics(IrModule *m) {
    static const struct {
        IrIntrin id;
        double (*host)(double);
    } rows[] = {{IR_I_floor, floor}, {IR_I_ceil, ceil},   {IR_I_trunc, trunc}, {IR_I_rint, rint},
                {IR_I_round, round}, {IR_I_fabs, fabs},   {IR_I_sqrt, sqrt}};
    uint64_t seed = 9;
    for (int i = 0; i < ROUNDS / 10; i++) {
        double value = (double)(int64_t)unit_random(&seed) * ldexp(1, -60);
        if (i % 4 == 0) value = rint(value * 2) / 2; // halves: where the modes differ
        for (uint32_t k = 0; k < CU_COUNT(rows); k++) {
            double wanted = rows[k].host(value);
            IrConst *got = of_one(m, rows[k].id, value);
            CHECK(isnan(wanted) ? !got : got == ir_fp(m, m->ty_double, wanted));
        }
    }
    IrConst *zeros[] = {ir_fp(m, m->ty_float, 0.0), ir_fp(m, m->ty_float, -0.0)};
    CHECK(!ir_fold_intrin(m, IR_I_minnum, m->ty_float, 2, zeros));
    CHECK(ir_fold_intrin(m, IR_I_copysign, m->ty_float, 2, zeros) == zeros[1]);
    IrConst *subnormal[] = {ir_fp(m, m->ty_float, 0x1p-130)};
    CHECK(!ir_fold_intrin(m, IR_I_fabs, m->ty_float, 1, subnormal));
}

static void comparisons(IrModule *m) {
    IrConst *one = ir_fp(m, m->ty_half, 1), *nan = ir_fp(m, m->ty_half, NAN);
    IrConst *less = ir_fp(m, m->ty_half, -INFINITY);
    CHECK(ir_fold_cmp(m, IR_FCMP_OLT, less, one) == ir_true(m));
    CHECK(ir_fold_cmp(m, IR_FCMP_UNO, nan, one) == ir_true(m));
    CHECK(ir_fold_cmp(m, IR_FCMP_OGE, nan, one) == ir_false(m));
    CHECK(ir_fold_cmp(m, IR_FCMP_OEQ, ir_fp(m, m->ty_half, 0.0), ir_fp(m, m->ty_half, -0.0)) ==
          ir_true(m));
    IrConst *subnormal = ir_fp(m, m->ty_float, 0x1p-130);
    CHECK(!ir_fold_cmp(m, IR_FCMP_OEQ, subnormal, ir_fp(m, m->ty_float, 0)));
    CHECK(ir_fold_cmp(m, IR_FCMP_TRUE, subnormal, subnormal) == ir_true(m));
}

int main(void) {
    Ctx ctx;
    ctx_init(&ctx);
    IrModule *m = ir_module_new(&ctx, atom_cstr(&ctx, "t"));
    singles_and_doubles(m);
    smalls(m, m->ty_half, 10, 5);
    smalls(m, m->ty_bfloat, 7, 8);
    rounded_once(m);
    intrinsics(m);
    comparisons(m);
    ctx_free(&ctx);
    return UNIT_END();
}
