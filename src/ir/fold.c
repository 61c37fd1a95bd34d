// SPDX-License-Identifier: Apache-2.0
// Constant folding of operators: integers of up to 128 bits, vectors, addresses. Floating point is
// fold_float.c's, intrinsics are fold_intrin.c's.
//
// What is not folded, on purpose, so that a folded program and a run one agree bit for bit:
//  - floating-point results that are NaN (payloads differ between machines), and single-precision
//    operations that meet a subnormal (a function may flush them to zero);
//  - conversions to integer out of range (poison in LLVM, saturating in PTX);
//  - whatever is undefined behaviour (division by zero): the instruction stays where it is.
#include "ir/fold_int.h"

// ---- bits ----

// The value, zero extended; false for wider integers and whatever is no integer.
bool fold_get(const IrConst *constant, u128 *v) {
    if (constant->v.kind != IR_C_INT || constant->v.type->bits > 128) return false;
    *v = constant->v.type->bits <= 64 ? constant->bits
                                      : (u128)constant->words[1] << 64 | constant->words[0];
    return true;
}

u128 fold_mask(uint32_t bits) {
    return bits >= 128 ? ~(u128)0 : ((u128)1 << bits) - 1;
}

i128 fold_signed(u128 v, uint32_t bits) {
    return (i128)(v << (128 - bits)) >> (128 - bits);
}

IrConst *fold_put(IrType *type, u128 v) {
    uint64_t w[2] = {(uint64_t)v, (uint64_t)(v >> 64)};
    return ir_int_words(type->m, type, 2, w);
}

// ---- binary operators ----

static bool fits_signed(i128 v, uint32_t bits) {
    return fold_signed((u128)v & fold_mask(bits), bits) == v;
}

// Operations on numbers of n bits, whose result is cut to them later.
typedef struct {
    IrOp op;
    uint16_t flags;
    uint32_t n;
    u128 x, y;
    u128 result;
    bool poison; // a flag's promise is broken
} IntOp;

// Sums and products are taken in 128 bits; beyond that the builtins say whether they overflow,
// with signs and without.
static bool int_arith(IntOp *of) {
    u128 x = of->x, y = of->y, mask = fold_mask(of->n), wide;
    i128 sx = fold_signed(x, of->n), sy = fold_signed(y, of->n), s = 0;
    bool signed_over, unsigned_over;
    switch (of->op) {
    case IR_ADD:
        signed_over = __builtin_add_overflow(sx, sy, &s);
        of->result = x + y;
        // a sum that wraps is less than either operand
        unsigned_over = (of->result & mask) < x;
        break;
    case IR_SUB:
        signed_over = __builtin_sub_overflow(sx, sy, &s);
        of->result = x - y;
        unsigned_over = x < y;
        break;
    default:
        signed_over = __builtin_mul_overflow(sx, sy, &s);
        unsigned_over = __builtin_mul_overflow(x, y, &wide) || wide > mask;
        of->result = x * y;
    }
    signed_over |= !fits_signed(s, of->n);
    of->poison = ((of->flags & IR_NSW) && signed_over) || ((of->flags & IR_NUW) && unsigned_over);
    return true;
}

static bool unsigned_divide(IntOp *of) {
    if (!of->y) return false;
    u128 rest = of->x % of->y;
    of->result = of->op == IR_UDIV ? of->x / of->y : rest;
    of->poison = (of->flags & IR_EXACT) && rest;
    return true;
}

// Undefined: division by zero, and of the most negative number by -1.
static bool signed_divide(IntOp *of) {
    i128 sx = fold_signed(of->x, of->n), sy = fold_signed(of->y, of->n);
    bool quotient = of->op == IR_SDIV;
    if (!of->y) return false;
    if (sy == -1) {
        of->result = quotient ? (u128)0 - of->x : 0;
        return of->x != (u128)1 << (of->n - 1);
    }
    i128 rest = sx % sy;
    of->result = (u128)(quotient ? sx / sy : rest);
    of->poison = (of->flags & IR_EXACT) && rest;
    return true;
}

// Shifting by the width or more is poison, not undefined.
static bool shift_left(IntOp *of) {
    if (of->y >= of->n) return of->poison = true;
    uint32_t k = (uint32_t)of->y;
    of->result = of->x << k;
    u128 back = of->result & fold_mask(of->n);
    bool lost = back >> k != of->x;
    bool sign_lost = fold_signed(back, of->n) >> k != fold_signed(of->x, of->n);
    of->poison = ((of->flags & IR_NUW) && lost) || ((of->flags & IR_NSW) && sign_lost);
    return true;
}

static bool shift_right(IntOp *of) {
    if (of->y >= of->n) return of->poison = true;
    uint32_t k = (uint32_t)of->y;
    of->result = of->op == IR_LSHR ? of->x >> k : (u128)(fold_signed(of->x, of->n) >> k);
    of->poison = (of->flags & IR_EXACT) && (of->x & (((u128)1 << k) - 1));
    return true;
}

static bool int_and(IntOp *of) {
    of->result = of->x & of->y;
    return true;
}

// A bit that both have breaks the promise of a disjoint or.
static bool int_or(IntOp *of) {
    of->result = of->x | of->y;
    of->poison = (of->flags & IR_DISJOINT) && (of->x & of->y);
    return true;
}

static bool int_xor(IntOp *of) {
    of->result = of->x ^ of->y;
    return true;
}

// NULL for undefined behaviour and wide integers.
static IrConst *bin_int(IrOp op, uint16_t flags, IrConst *left, IrConst *right) {
    typedef bool Compute(IntOp *); // false: undefined behaviour
    static Compute *const computes[IR_NOPS] = {
        [IR_ADD] = int_arith,        [IR_SUB] = int_arith,      [IR_MUL] = int_arith,
        [IR_UDIV] = unsigned_divide, [IR_SDIV] = signed_divide, [IR_UREM] = unsigned_divide,
        [IR_SREM] = signed_divide,   [IR_SHL] = shift_left,     [IR_LSHR] = shift_right,
        [IR_ASHR] = shift_right,     [IR_AND] = int_and,        [IR_OR] = int_or,
        [IR_XOR] = int_xor};
    IrType *type = left->v.type;
    IntOp of = {.op = op, .flags = flags, .n = type->bits};
    if (!fold_get(left, &of.x) || !fold_get(right, &of.y)) return NULL;
    if (!computes[op] || !computes[op](&of)) return NULL;
    return of.poison ? ir_poison(type->m, type) : fold_put(type, of.result);
}

// A shift by the width or more is poison.
static bool in_width(IrOp op, const IrConst *by) {
    u128 n;
    bool shifts = (ir_ops[op].props & IRP_SHIFT) != 0;
    return !shifts || (fold_get(by, &n) && n < by->v.type->bits);
}

static bool is_poison(const IrConst *constant) {
    return constant->v.kind == IR_C_POISON;
}

static bool is_undef(const IrConst *constant) { // and not poison
    return constant->v.kind == IR_C_UNDEF;
}

static IrConst *bin_undef(IrModule *module, IrOp op, IrConst *left, IrConst *right) {
    IrType *type = left->v.type;
    switch (op) {
    case IR_ADD:
    case IR_SUB:
    case IR_XOR: return ir_undef(module, type);
    case IR_AND: return ir_null(module, type); // bits that are masked out must be zero
    case IR_OR:
        return is_undef(left) ? right : left; // it may have been zero
    // a shift fills in zeros, a product of an even number is even: zero is possible in any case
    case IR_SHL:
    case IR_LSHR:
    case IR_ASHR:
    case IR_MUL: {
        bool first = is_undef(left) && right->v.kind == IR_C_INT;
        return first && in_width(op, right) ? ir_null(module, type) : NULL;
    }
    default: return NULL;
    }
}

// What undef gives is what LLVM's InstSimplify says: some value that fits all uses of the result.
static IrConst *bin_scalar(IrModule *module, IrOp op, uint16_t flags, IrConst *left,
                           IrConst *right) {
    IrType *type = left->v.type;
    if (is_poison(left) || is_poison(right)) return ir_poison(module, type);
    if (is_undef(left) || is_undef(right)) return bin_undef(module, op, left, right);
    if (type->kind == IR_TY_INT) return bin_int(op, flags, left, right);
    return ir_ty_is_fp(type) ? fold_float_bin(module, op, left, right) : NULL;
}

// ---- lanes ----

enum { MAX_LANES = 64 };

// What is folded, lane by lane where it is of vectors.
typedef struct {
    IrModule *module;
    IrOp op;
    uint16_t flags;
    IrPred pred;
} Fold;
typedef IrConst *FoldLane(const Fold *fold, IrConst *left, IrConst *right, IrType *type);

// The vector of the type that the lanes of `left`, and of `right` unless it is NULL, give; if one
// does not fold nothing does.
static IrConst *fold_lanes(const Fold *fold, FoldLane *one_lane, IrConst *left, IrConst *right,
                           IrType *result) {
    IrConst *lane[MAX_LANES];
    if (result->n > MAX_LANES) return NULL;
    for (uint32_t i = 0; i < result->n; i++) {
        IrConst *a = ir_elem(fold->module, left, i);
        IrConst *b = right ? ir_elem(fold->module, right, i) : a;
        lane[i] = a && b ? one_lane(fold, a, b, result->elem) : NULL;
        if (!lane[i]) return NULL;
    }
    return ir_agg(fold->module, result, (uint32_t)result->n, lane);
}

static IrConst *bin_lane(const Fold *fold, IrConst *left, IrConst *right, IrType *result) {
    return bin_scalar(fold->module, fold->op, fold->flags, left, right);
}

IrConst *ir_fold_bin(IrModule *module, IrOp op, uint16_t flags, IrConst *left, IrConst *right) {
    IrType *t = left->v.type;
    if (t->kind != IR_TY_VECTOR) return bin_scalar(module, op, flags, left, right);
    Fold fold = {.module = module, .op = op, .flags = flags};
    return fold_lanes(&fold, bin_lane, left, right, t);
}

// ---- casts ----

// The bits of a constant as bytes; false if it has no plain bits. The first n bytes; vectors by
// their elements, which must be of whole bytes.
static bool const_bytes(IrModule *module, IrConst *constant, uint8_t *out, uint64_t n) {
    if (is_any_of(constant->v.kind, IR_C_INT, IR_C_FP)) {
        memcpy(out, ir_words(constant), n);
        return true;
    }
    if (constant->v.type->kind != IR_TY_VECTOR || ir_ty_bits(constant->v.type->elem) % 8)
        return false;
    uint64_t k = ir_ty_bits(constant->v.type->elem) / 8;
    for (uint64_t i = 0; i < constant->v.type->n; i++) {
        IrConst *e = ir_elem(module, constant, i);
        if (!e || !const_bytes(module, e, out + i * k, k)) return false;
    }
    return true;
}

// The constant of a type that bytes are; NULL for types without plain bits.
static IrConst *from_bytes(IrModule *module, const uint8_t *p, IrType *wanted) {
    uint64_t w[16] = {0};
    if (wanted->kind == IR_TY_INT || ir_ty_is_fp(wanted)) {
        memcpy(w, p, ir_ty_bits(wanted) / 8);
        return wanted->kind == IR_TY_INT ? ir_int_words(module, wanted, 16, w)
                                         : ir_fp_bits(module, wanted, w[0], w[1]);
    }
    IrConst *lane[MAX_LANES];
    if (wanted->kind != IR_TY_VECTOR || wanted->n > MAX_LANES || ir_ty_bits(wanted->elem) % 8)
        return NULL;
    uint64_t k = ir_ty_bits(wanted->elem) / 8;
    for (uint64_t i = 0; i < wanted->n; i++) {
        lane[i] = from_bytes(module, p + i * k, wanted->elem);
        if (!lane[i]) return NULL;
    }
    return ir_agg(module, wanted, (uint32_t)wanted->n, lane);
}

// Through bytes, whatever the lanes are. Pointers have no bits here.
static IrConst *fold_bitcast(IrModule *module, IrConst *constant, IrType *target) {
    uint8_t bytes[128] = {0};
    uint64_t n = ir_ty_bits(target);
    if (constant->v.type == target) return constant;
    if (ir_is_zero(&constant->v) && target->kind != IR_TY_PTR) return ir_null(module, target);
    if (n % 8 || n > sizeof bytes * 8 || ir_ty_bits(constant->v.type) != n) return NULL;
    if (!const_bytes(module, constant, bytes, n / 8)) return NULL;
    return from_bytes(module, bytes, target);
}

// Extensions of undef are zero, since some bits of the result are known to be equal or zero.
static IrConst *cast_scalar(IrModule *module, IrOp op, IrConst *constant, IrType *target) {
    u128 v;
    if (constant->v.kind == IR_C_POISON) return ir_poison(module, target);
    if (constant->v.kind == IR_C_UNDEF) {
        bool extends = is_any_of(op, IR_ZEXT, IR_SEXT, IR_UITOFP, IR_SITOFP);
        return extends ? ir_null(module, target) : ir_undef(module, target);
    }
    switch (op) {
    case IR_TRUNC:
    case IR_ZEXT: return fold_get(constant, &v) && target->bits <= 128 ? fold_put(target, v) : NULL;
    case IR_SEXT:
        if (!fold_get(constant, &v) || target->bits > 128) return NULL;
        return fold_put(target, (u128)fold_signed(v, constant->v.type->bits));
    case IR_PTRTOINT: return constant->v.kind == IR_C_NULL ? ir_int(target, 0) : NULL;
    case IR_INTTOPTR: return ir_is_zero(&constant->v) ? ir_null(module, target) : NULL;
    default: return fold_float_cast(module, op, constant, target);
    }
}

static IrConst *cast_lane(const Fold *fold, IrConst *left, IrConst *right, IrType *target) {
    return cast_scalar(fold->module, fold->op, left, target);
}

// Casts keep the number of lanes, except bitcast.
IrConst *ir_fold_cast(IrModule *module, IrOp op, IrConst *constant, IrType *target) {
    if (op == IR_BITCAST) {
        bool changes_undef = ir_is_undef(&constant->v) && constant->v.type != target;
        return changes_undef ? NULL : fold_bitcast(module, constant, target);
    }
    if (target->kind != IR_TY_VECTOR) return cast_scalar(module, op, constant, target);
    Fold fold = {.module = module, .op = op};
    return fold_lanes(&fold, cast_lane, constant, NULL, target);
}

// ---- comparisons ----

enum { EQUAL = 1, GREATER = 2, LESS = 4 };

// Whether a relation holds between numbers of n bits.
static bool int_pred(IrPred pred, u128 a, u128 b, uint32_t n) {
    static const uint8_t accepts[IR_NPREDS] = {
        [IR_EQ] = EQUAL, [IR_NE] = GREATER | LESS, [IR_UGT] = GREATER, [IR_UGE] = EQUAL | GREATER,
        [IR_ULT] = LESS, [IR_ULE] = EQUAL | LESS,  [IR_SGT] = GREATER, [IR_SGE] = EQUAL | GREATER,
        [IR_SLT] = LESS, [IR_SLE] = EQUAL | LESS};
    bool is_signed = ir_pred_is_signed(pred);
    bool greater = is_signed ? fold_signed(a, n) > fold_signed(b, n) : a > b;
    uint32_t relation = greater ? GREATER : LESS;
    if (a == b) relation = EQUAL;
    return accepts[pred] & relation;
}

// A pointer constant as base and offset.
static IrConst *base_offset(IrConst *constant, int64_t *off) {
    *off = 0;
    bool moves = constant->v.kind == IR_C_EXPR && constant->v.op == IR_GEP && constant->n == 2;
    bool by_bytes = moves && ir_ty_is_i(constant->aty, 8);
    if (!by_bytes || constant->elem[1]->v.kind != IR_C_INT) return constant;
    *off = ir_sval(constant->elem[1]);
    return constant->elem[0];
}

static bool is_object(const IrConst *constant) { // a symbol with an address of its own, not null
    if (!is_any_of(constant->v.kind, IR_C_VAR, IR_C_FUNC)) return false;
    const IrGlobal *g = (const IrGlobal *)constant;
    if (g->linkage == IR_EXTERN_WEAK || g->unnamed_addr) return false;
    return constant->v.kind == IR_C_FUNC || g->vty->size > 0;
}

// Two different objects are never at one address; how they are ordered is not known.
static IrConst *cmp_ptr(IrModule *module, IrPred pred, IrConst *left, IrConst *right) {
    int64_t a, b;
    IrConst *bx = base_offset(left, &a), *by = base_offset(right, &b);
    if (!ir_pred_is_equality(pred))
        return left == right ? ir_int(module->ty_i1, int_pred(pred, 0, 0, 64)) : NULL;
    if (bx == by) return ir_int(module->ty_i1, (a == b) == (pred == IR_EQ));
    if (a || b) return NULL;
    bool ox = is_object(bx), oy = is_object(by);
    bool object_and_null = (ox && by->v.kind == IR_C_NULL) || (oy && bx->v.kind == IR_C_NULL);
    // address 0 of a space other than the generic one may be an object
    bool generic = left->v.type->as == 0;
    bool differ = (ox && oy) || (generic && object_and_null);
    return differ ? ir_int(module->ty_i1, pred == IR_NE) : NULL;
}

// undef compares as it likes: left to instcombine.
static IrConst *cmp_scalar(IrModule *module, IrPred pred, IrConst *left, IrConst *right) {
    u128 a, b;
    if (is_poison(left) || is_poison(right)) return ir_poison(module, module->ty_i1);
    if (is_undef(left) || is_undef(right)) return NULL;
    switch (left->v.type->kind) {
    case IR_TY_INT:
        if (!fold_get(left, &a) || !fold_get(right, &b)) return NULL;
        return ir_int(module->ty_i1, int_pred(pred, a, b, left->v.type->bits));
    case IR_TY_PTR: return cmp_ptr(module, pred, left, right);
    default: return ir_ty_is_fp(left->v.type) ? fold_float_cmp(module, pred, left, right) : NULL;
    }
}

static IrConst *cmp_lane(const Fold *fold, IrConst *left, IrConst *right, IrType *result) {
    return cmp_scalar(fold->module, fold->pred, left, right);
}

IrConst *ir_fold_cmp(IrModule *module, IrPred pred, IrConst *left, IrConst *right) {
    IrType *t = left->v.type;
    if (t->kind != IR_TY_VECTOR) return cmp_scalar(module, pred, left, right);
    Fold fold = {.module = module, .pred = pred};
    return fold_lanes(&fold, cmp_lane, left, right, ir_ty_with_shape(module, module->ty_i1, t));
}

// ---- whole instructions ----

// `agg` with the member that n indices lead to replaced.
static IrConst *insert_value(IrModule *module, IrConst *agg, IrConst *constant, const uint32_t *idx,
                             uint32_t n) {
    if (!n) return constant;
    IrType *t = agg->v.type;
    if (t->n > MAX_LANES) return NULL;
    IrConst *e[MAX_LANES];
    for (uint32_t k = 0; k < t->n; k++) {
        e[k] = ir_elem(module, agg, k);
        if (!e[k]) return NULL;
    }
    e[*idx] = insert_value(module, e[*idx], constant, idx + 1, n - 1);
    return e[*idx] ? ir_agg(module, t, (uint32_t)t->n, e) : NULL;
}

// -1 in the mask is poison.
static IrConst *shuffle(IrModule *module, const IrInst *source, IrConst *left, IrConst *right) {
    IrConst *e[MAX_LANES];
    uint64_t n = left->v.type->n;
    if (source->nidx > MAX_LANES) return NULL;
    for (uint32_t k = 0; k < source->nidx; k++) {
        int32_t s = source->mask[k];
        if (s < 0)
            e[k] = ir_poison(module, left->v.type->elem);
        else if ((uint64_t)s < n)
            e[k] = ir_elem(module, left, (uint64_t)s);
        else
            e[k] = ir_elem(module, right, (uint64_t)s - n);
        if (!e[k]) return NULL;
    }
    return ir_agg(module, source->v.type, source->nidx, e);
}

// The sign bit, of NaN and subnormals too: fneg is no arithmetic.
static IrConst *negate_lane(const Fold *fold, IrConst *left, IrConst *right, IrType *result) {
    if (ir_is_undef(&left->v)) return left;
    if (left->v.kind != IR_C_FP) return NULL;
    if (result->bits == 128)
        return ir_fp_bits(fold->module, result, left->words[0], left->words[1] ^ 1ull << 63);
    return ir_fp_bits(fold->module, result, left->bits ^ 1ull << (result->bits - 1), 0);
}

static IrConst *negate(IrModule *module, IrConst *constant) {
    IrType *type = constant->v.type;
    Fold fold = {.module = module};
    bool lanes = type->kind == IR_TY_VECTOR && !ir_is_undef(&constant->v);
    if (!lanes) return negate_lane(&fold, constant, constant, type);
    return fold_lanes(&fold, negate_lane, constant, NULL, type);
}

// A vector of conditions selects lane by lane.
static IrConst *fold_select(IrModule *module, IrConst *condition, IrConst *if_true,
                            IrConst *if_false) {
    if (if_true == if_false) return if_true;
    if (condition->v.kind == IR_C_INT) return ir_is_zero(&condition->v) ? if_false : if_true;
    if (condition->v.kind == IR_C_POISON) return ir_poison(module, if_true->v.type);
    IrConst *e[MAX_LANES];
    uint64_t n = condition->v.type->kind == IR_TY_VECTOR ? condition->v.type->n : 0;
    if (!n || n > MAX_LANES) return NULL;
    for (uint32_t k = 0; k < n; k++) {
        IrConst *ck = ir_elem(module, condition, k);
        if (!ck || ck->v.kind != IR_C_INT) return NULL;
        e[k] = ir_elem(module, ir_is_zero(&ck->v) ? if_false : if_true, k);
        if (!e[k]) return NULL;
    }
    return ir_agg(module, if_true->v.type, (uint32_t)n, e);
}

enum { MOST_OPERANDS = 8 }; // more are not worth it

// All operands are constants.
static CU_COLD IrConst *fold_constants(IrModule *module, const IrInst *folded) {
    IrConst *op[MOST_OPERANDS];
    for (uint32_t k = 0; k < folded->nops; k++) op[k] = (IrConst *)ir_op(folded, k);
    switch (ir_ops[folded->v.op].class) {
    case IRC_BINARY: return ir_fold_bin(module, folded->v.op, folded->v.flags, op[0], op[1]);
    case IRC_CAST: return ir_ccast(module, folded->v.op, op[0], folded->v.type);
    case IRC_CMP: return ir_fold_cmp(module, folded->pred, op[0], op[1]);
    default: break;
    }
    switch (folded->v.op) {
    case IR_FNEG: return negate(module, op[0]);
    case IR_GEP:
        return ir_cgep(module, folded->aty, op[0], folded->nops - 1, op + 1, folded->v.flags);
    case IR_SELECT: return fold_select(module, op[0], op[1], op[2]);
    case IR_EXTRACTVALUE:
        for (uint32_t k = 0; k < folded->nidx && op[0]; k++)
            op[0] = ir_elem(module, op[0], folded->idx[k]);
        return op[0];
    case IR_INSERTVALUE: return insert_value(module, op[0], op[1], folded->idx, folded->nidx);
    case IR_EXTRACTELEMENT:
        if (op[1]->v.kind != IR_C_INT || !ir_fits_u64(op[1])) return NULL;
        return ir_elem(module, op[0], ir_uval(op[1]));
    case IR_INSERTELEMENT: {
        if (op[2]->v.kind != IR_C_INT || ir_uval(op[2]) >= folded->v.type->n) return NULL;
        uint32_t at = (uint32_t)ir_uval(op[2]);
        return insert_value(module, op[0], op[1], &at, 1);
    }
    case IR_SHUFFLEVECTOR: return shuffle(module, folded, op[0], op[1]);
    case IR_FREEZE: return ir_freeze_const(module, op[0]);
    case IR_CALL:
        if (!ir_intrin_of(folded)) return NULL;
        return ir_fold_intrin(module, ir_intrin_of(folded), folded->v.type, folded->nops - 1, op);
    default: return NULL;
    }
}

// The operands must be constants, all of them. The instruction need not be in a block.
IrConst *ir_fold_inst(IrModule *module, const IrInst *folded) {
    for (uint32_t k = 0; k < folded->nops; k++) {
        if (!ir_is_const(ir_op(folded, k))) return NULL;
    }
    if (folded->nops > MOST_OPERANDS || folded->nops == 0 || folded->v.op == IR_PHI) return NULL;
    return fold_constants(module, folded);
}

// Parts that are undefined inside aggregates and expressions are not looked for: NULL.
IrConst *ir_freeze_const(IrModule *module, IrConst *constant) {
    if (ir_is_undef(&constant->v)) return ir_null(module, constant->v.type);
    return is_any_of(constant->v.kind, IR_C_AGG, IR_C_EXPR) ? NULL : constant;
}

// ---- memory ----

// A scalar at offset `off` of one: all of it, or nothing.
static IrConst *load_scalar(IrModule *module, IrConst *constant, uint64_t off, IrType *loaded) {
    bool whole = off == 0 && ir_ty_bits(constant->v.type) == ir_ty_bits(loaded);
    if (!whole || ir_ty_is_ptr(constant->v.type) || ir_ty_is_ptr(loaded)) return NULL;
    return ir_fold_cast(module, IR_BITCAST, constant, loaded);
}

// Whether the bytes of plain data from `off` on are a value of the type, be it across elements.
static bool is_in_data(const IrConst *constant, uint64_t off, const IrType *loaded) {
    bool plain = loaded->kind == IR_TY_INT || ir_ty_is_fp(loaded) || ir_ty_is_vec(loaded);
    bool whole_bytes = plain && ir_ty_bits(loaded) % 8 == 0;
    return whole_bytes && constant->v.kind == IR_C_DATA &&
           off + ir_ty_bits(loaded) / 8 <= constant->n;
}

// Walks down into the member at the offset until the type fits. A load across the elements of plain
// data takes its bytes.
IrConst *ir_fold_load(IrModule *module, IrConst *constant, uint64_t off, IrType *loaded) {
    for (int depth = 0; constant && depth < 64; depth++) {
        IrType *ct = constant->v.type;
        if (off == 0 && ct == loaded) return constant;
        if (ir_is_undef(&constant->v)) return ir_undef(module, loaded);
        if (constant->v.kind == IR_C_ZERO && off + loaded->store_size <= ct->size)
            return ir_null(module, loaded);
        if (!ir_ty_is_agg(ct) && ct->kind != IR_TY_VECTOR)
            return load_scalar(module, constant, off, loaded);
        if (!ct->n || off >= ct->size) return NULL;
        uint64_t k = ir_ty_member_at(ct, off), at = ir_ty_member_offset(ct, k);
        if (k >= ct->n) return NULL;
        if (is_in_data(constant, off, loaded))
            return from_bytes(module, constant->data + off, loaded);
        constant = ir_elem(module, constant, k);
        off -= at;
    }
    return NULL;
}

// Bytes; wraps as addresses do. Indices are within their types, which the verifier has checked.
static bool path_offset(const IrInst *inst, int64_t *off) {
    IrType *type = inst->aty;
    uint64_t sum = 0;
    for (uint32_t k = 1; k < inst->nops; k++) {
        const IrConst *constant = ir_as_cint(ir_op(inst, k));
        if (!constant || !ir_fits_i64(constant)) return false;
        uint64_t v = (uint64_t)ir_sval(constant);
        if (k == 1) {
            sum += v * type->size;
        } else if (type->kind == IR_TY_STRUCT) {
            sum += type->offset[v];
            type = type->sub[v];
        } else {
            sum += v * type->elem->size;
            type = type->elem;
        }
    }
    *off = (int64_t)sum;
    return true;
}

// Most have one index.
bool ir_gep_const_offset(const IrInst *inst, int64_t *off) {
    if (inst->nops < 2) return path_offset(inst, off);
    const IrConst *first = ir_as_cint(ir_op(inst, 1));
    if (!first) return false;
    if (inst->nops > 2 || first->v.type->bits > 64) return path_offset(inst, off);
    *off = (int64_t)((uint64_t)ir_sval(first) * inst->aty->size);
    return true;
}

// One step towards the object that a pointer points into, and the bytes that it skips; NULL: there
// is none.
static IrValue *step_down(IrValue *value, int64_t *bytes) {
    IrInst *inst = ir_as_inst(value);
    IrConst *constant = ir_as_const(value);
    bool is_expr = value->kind == IR_C_EXPR;
    if (!inst && !constant) return NULL;
    switch (inst || is_expr ? value->op : IR_NOPS) {
    case IR_GEP:
        if (inst) return ir_gep_const_offset(inst, bytes) ? ir_op(inst, 0) : NULL;
        constant = base_offset(constant, bytes);
        return &constant->v == value ? NULL : &constant->v;
    case IR_ADDRSPACECAST: return inst ? ir_op(inst, 0) : &constant->elem[0]->v;
    case IR_BITCAST: return inst ? ir_op(inst, 0) : NULL;
    default: break;
    }
    bool wrapped = is_any_of(value->kind, IR_C_NO_CFI, IR_C_DSO_LOCAL);
    return wrapped ? &ir_unwrapped(constant)->v : NULL;
}

// The pointer that is left, and the bytes from it to `value`. Constant expressions are looked
// through as instructions are.
IrValue *ir_strip_ptr(IrValue *value, int64_t *off) {
    *off = 0;
    // unreachable code may have a pointer that is made of itself
    for (int depth = 0; depth < 256; depth++) {
        int64_t more = 0;
        IrValue *below = step_down(value, &more);
        if (!below) break;
        *off = (int64_t)((uint64_t)*off + (uint64_t)more);
        value = below;
    }
    return value;
}
