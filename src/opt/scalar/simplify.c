// SPDX-License-Identifier: Apache-2.0
// Simplification without new instructions: an instruction that equals a constant or one of its
// operands (or an operand's operand). The rules that rewrite are instcombine's.
//
//     %a = sub i32 %x, %y
//     %b = add i32 %a, %y           =>     %x
//     %c = icmp ult i32 %b, %b      =>     false
//
// One function for each operation, found by opcode in `rules`; it gives NULL where no rule fits.
// In the patterns above the functions X and Y are any values, C is a constant, ~X is X ^ -1.
#include "opt/scalar/scalar.h"

#include "ir/intrin_id.h"

typedef IrValue *(*BinaryRule)(IrModule *module, const IrInst *inst, IrValue *left, IrValue *right);
typedef IrValue *(*Rule)(IrModule *module, const IrInst *inst);

// ---- what operands are ----

static bool is_narrow_int(const IrType *type) {
    return ir_ty_is_word(type);
}

static bool is_not_of(const IrValue *value, const IrValue *of) {
    const IrInst *inst = ir_as_op(value, IR_XOR);
    return inst && ir_op(inst, 0) == of && ir_is_all_ones(ir_op(inst, 1));
}

// X and ~X.
static bool are_complements(const IrValue *left, const IrValue *right) {
    return is_not_of(left, right) || is_not_of(right, left);
}

// Whether `value` is the operation `op` with `operand` on one of its sides.
static bool is_op_with(const IrValue *value, IrOp op, const IrValue *operand) {
    const IrInst *inst = ir_as_op(value, op);
    return inst && (ir_op(inst, 0) == operand || ir_op(inst, 1) == operand);
}

// The other side of the operation `op` on `operand`, or NULL.
static IrValue *other_side(const IrValue *value, IrOp op, const IrValue *operand) {
    const IrInst *inst = ir_as_op(value, op);
    if (!inst) return NULL;
    if (ir_op(inst, 1) == operand) return ir_op(inst, 0);
    return ir_op(inst, 0) == operand ? ir_op(inst, 1) : NULL;
}

// X of X - subtrahend, or NULL.
static IrValue *minuend(const IrValue *value, const IrValue *subtrahend) {
    const IrInst *inst = ir_as_op(value, IR_SUB);
    return inst && ir_op(inst, 1) == subtrahend ? ir_op(inst, 0) : NULL;
}

// ---- constants ----

static IrValue *zero(IrModule *module, const IrInst *like) {
    return &ir_null(module, like->v.type)->v;
}

// The scalar in each lane of the instruction's type.
static IrValue *in_all_lanes(IrModule *module, const IrInst *like, IrConst *scalar) {
    IrType *type = like->v.type;
    return type->kind == IR_TY_VECTOR ? &ir_splat(module, type, scalar)->v : &scalar->v;
}

static IrValue *ones(IrModule *module, const IrInst *like) {
    return in_all_lanes(module, like, ir_sint(ir_ty_scalar(like->v.type), -1));
}

static IrValue *or_null(IrConst *constant) {
    return constant ? &constant->v : NULL;
}

// ---- logic ----

// (X op Y) & Y and the like: Y, where `inner` absorbs what `outer` adds; on either side.
static IrValue *absorbed(IrOp inner, IrValue *left, IrValue *right) {
    if (is_op_with(left, inner, right)) return right;
    return is_op_with(right, inner, left) ? left : NULL;
}

// X & C -> C', when all that C leaves of X is known.
static IrValue *masked(const IrInst *conjunction, IrValue *unmasked, IrValue *mask) {
    IrType *type = conjunction->v.type;
    if (mask->kind != IR_C_INT || !is_narrow_int(type)) return NULL;

    uint64_t kept = ir_uval((IrConst *)mask);
    AnBits bits = an_known_bits(unmasked);
    bool all_known = !(kept & ~(bits.zero | bits.one));
    return all_known ? &ir_int(type, bits.one & kept)->v : NULL;
}

// X & X -> X, X & 0 -> 0, X & -1 -> X, X & ~X -> 0, (X | Y) & Y -> Y.
static IrValue *and_rule(IrModule *module, const IrInst *conjunction, IrValue *left,
                         IrValue *right) {
    if (left == right) return left;
    if (ir_is_zero(right)) return right;
    if (ir_is_all_ones(right)) return left;
    if (are_complements(left, right)) return zero(module, conjunction);

    IrValue *kept = absorbed(IR_OR, left, right);
    return kept ? kept : masked(conjunction, left, right);
}

// X | X -> X, X | 0 -> X, X | -1 -> -1, X | ~X -> -1, (X & Y) | Y -> Y.
static IrValue *or_rule(IrModule *module, const IrInst *disjunction, IrValue *left,
                        IrValue *right) {
    if (left == right) return left;
    if (ir_is_zero(right)) return left;
    if (ir_is_all_ones(right)) return right;
    if (are_complements(left, right)) return ones(module, disjunction);
    return absorbed(IR_AND, left, right);
}

// X ^ X -> 0, X ^ 0 -> X, X ^ ~X -> -1, (X ^ Y) ^ Y -> X.
static IrValue *xor_rule(IrModule *module, const IrInst *exclusive, IrValue *left, IrValue *right) {
    if (left == right) return zero(module, exclusive);
    if (ir_is_zero(right)) return left;
    if (are_complements(left, right)) return ones(module, exclusive);
    return other_side(left, IR_XOR, right);
}

// ---- arithmetic ----

// X + 0 -> X, (X - Y) + Y -> X, X + (Y - X) -> Y.
static IrValue *add_rule(IrModule *module, const IrInst *sum, IrValue *left, IrValue *right) {
    if (ir_is_zero(right)) return left;
    IrValue *rest = minuend(left, right);
    return rest ? rest : minuend(right, left);
}

// X - X -> 0, X - 0 -> X, (X + Y) - Y -> X, (X + Y) - X -> Y.
static IrValue *sub_rule(IrModule *module, const IrInst *difference, IrValue *left,
                         IrValue *right) {
    if (left == right) return zero(module, difference);
    if (ir_is_zero(right)) return left;
    return other_side(left, IR_ADD, right);
}

// X * 0 -> 0, X * 1 -> X.
static IrValue *mul_rule(IrModule *module, const IrInst *product, IrValue *left, IrValue *right) {
    if (ir_is_zero(right)) return right;
    return ir_is_int(right, 1) ? left : NULL;
}

// A divisor of 1. An i1 is left alone: its 1 is -1 to signed operations.
static bool is_unit(const IrValue *divisor) {
    return ir_is_int(divisor, 1) && divisor->type->bits > 1;
}

// X / 1 -> X, X / X -> 1. A divisor of 0 has no defined result [LangRef, "udiv", "sdiv"].
static IrValue *div_rule(IrModule *module, const IrInst *quotient, IrValue *left, IrValue *right) {
    if (is_unit(right)) return left;
    return left == right ? &ir_int(ir_ty_scalar(quotient->v.type), 1)->v : NULL;
}

// X % X -> 0, X % 1 -> 0.
static IrValue *rem_rule(IrModule *module, const IrInst *remainder, IrValue *left, IrValue *right) {
    return left == right || is_unit(right) ? zero(module, remainder) : NULL;
}

// X << 0 -> X, 0 << X -> 0; the same of shifts to the right.
static IrValue *shift_rule(IrModule *module, const IrInst *shift, IrValue *left, IrValue *right) {
    return ir_is_zero(right) || ir_is_zero(left) ? left : NULL;
}

// Whether all bits that X >>u C leaves of X are known to be 0.
static bool is_shifted_out(const IrValue *value, const IrValue *amount) {
    const IrType *type = value->type;
    if (amount->kind != IR_C_INT || !is_narrow_int(type)) return false;
    uint64_t by = ir_uval((const IrConst *)amount);
    return by < type->bits && an_umax(an_known_bits(value), type->bits) >> by == 0;
}

// X >>u C -> 0, when nothing of X is set from bit C on.
static IrValue *lshr_rule(IrModule *module, const IrInst *shift, IrValue *left, IrValue *right) {
    if (is_shifted_out(left, right)) return zero(module, shift);
    return shift_rule(module, shift, left, right);
}

// -1 >>s X -> -1.
static IrValue *ashr_rule(IrModule *module, const IrInst *shift, IrValue *left, IrValue *right) {
    if (ir_is_all_ones(left)) return left;
    return shift_rule(module, shift, left, right);
}

// ---- floating point ----

static bool is_minus_zero(const IrValue *value) {
    if (value->kind != IR_C_FP || value->type->bits > 64) return false;
    uint64_t sign = 1ull << (value->type->bits - 1);
    return ((const IrConst *)value)->bits == sign;
}

static bool is_fp_one(const IrValue *value) {
    return value->kind == IR_C_FP &&
           (const IrConst *)value == ir_fp(value->type->m, value->type, 1.0);
}

// Whether an identity holds though it is not computed. In a function that flushes subnormals X * 1
// may change an X of single precision: there it must be allowed (afn).
static bool may_skip_flush(const IrInst *inst) {
    bool single = ir_ty_scalar(inst->v.type)->kind == IR_TY_FLOAT;
    return !single || (inst->fmf & IR_FMF_AFN);
}

static bool ignores_sign_of_zero(const IrInst *inst) {
    return (inst->fmf & IR_FMF_NSZ) != 0;
}

// An integer as a float or double: finite, no subnormal, never -0; and not negative if it has no
// sign.
static bool is_from_integer(const IrValue *value, bool has_sign) {
    const IrInst *made = ir_as_op(value, IR_UITOFP);
    if (has_sign && !made) made = ir_as_op(value, IR_SITOFP);
    if (!made || ir_ty_scalar(ir_op(made, 0)->type)->bits > 64) return false;
    return is_any_of(ir_ty_scalar(value->type)->kind, IR_TY_FLOAT, IR_TY_DOUBLE);
}

// Identities that hold bit for bit, but for signalling NaNs, which LLVM's semantics ignore.

// X + -0 -> X; X + 0 turns -0 into 0 (nsz: which does not matter; an integer is none).
static IrValue *fadd_rule(IrModule *module, const IrInst *sum, IrValue *left, IrValue *right) {
    if (is_from_integer(left, true) && ir_is_zero(right)) return left;
    if (!may_skip_flush(sum)) return NULL;
    bool adds_nothing = is_minus_zero(right) || (ignores_sign_of_zero(sum) && ir_is_zero(right));
    return adds_nothing ? left : NULL;
}

// X - 0 -> X; X - -0 turns -0 into 0 (nsz: which does not matter).
static IrValue *fsub_rule(IrModule *module, const IrInst *difference, IrValue *left,
                          IrValue *right) {
    if (!may_skip_flush(difference)) return NULL;
    bool takes_nothing =
        ir_is_zero(right) || (ignores_sign_of_zero(difference) && is_minus_zero(right));
    return takes_nothing ? left : NULL;
}

// X * 1 -> X, X / 1 -> X; N * 0 -> 0 for an integer without a sign.
static IrValue *fmul_rule(IrModule *module, const IrInst *operation, IrValue *left,
                          IrValue *right) {
    bool nothing = operation->v.op == IR_FMUL && ir_is_zero(right);
    if (nothing && is_from_integer(left, false)) return right;
    return may_skip_flush(operation) && is_fp_one(right) ? left : NULL;
}

// ---- operations on two operands ----

static const BinaryRule binary_rules[IR_NOPS] = {
    [IR_AND] = and_rule,   [IR_OR] = or_rule,     [IR_XOR] = xor_rule,   [IR_ADD] = add_rule,
    [IR_SUB] = sub_rule,   [IR_MUL] = mul_rule,   [IR_UDIV] = div_rule,  [IR_SDIV] = div_rule,
    [IR_UREM] = rem_rule,  [IR_SREM] = rem_rule,  [IR_SHL] = shift_rule, [IR_LSHR] = lshr_rule,
    [IR_ASHR] = ashr_rule, [IR_FADD] = fadd_rule, [IR_FSUB] = fsub_rule, [IR_FMUL] = fmul_rule,
    [IR_FDIV] = fmul_rule};

// Poison in, poison out [LangRef, "Poison Values"], but a division by poison is undefined and
// stays.
static IrValue *binary_rule(IrModule *module, const IrInst *operation) {
    IrValue *left = ir_op(operation, 0), *right = ir_op(operation, 1);
    uint32_t props = ir_ops[operation->v.op].props;

    bool has_poison = left->kind == IR_C_POISON || right->kind == IR_C_POISON;
    if (has_poison) return props & IRP_TRAPS ? NULL : &ir_poison(module, operation->v.type)->v;

    // the rules look for constants on the right
    bool exchange = (props & IRP_COMM) && ir_is_const(left) && !ir_is_const(right);
    BinaryRule rule = binary_rules[operation->v.op];
    if (!rule) return NULL;
    return exchange ? rule(module, operation, right, left) : rule(module, operation, left, right);
}

// ---- select ----

// Whether an undefined arm may be taken for the other one: that one must not be worse than it.
static bool may_become(const IrValue *arm, const IrValue *other) {
    return ir_is_undef(arm) && (arm->kind == IR_C_POISON || an_not_poison(other));
}

// X == Y ? X : Y -> Y, X != Y ? X : Y -> X; the arms may be exchanged.
static IrValue *select_of_equals(const IrValue *cond, IrValue *on_true, IrValue *on_false) {
    const IrInst *test = ir_as_op(cond, IR_ICMP);
    if (!test || !ir_pred_is_equality(test->pred) || !ir_ty_is_int(on_true->type)) return NULL;

    const IrValue *left = ir_op(test, 0), *right = ir_op(test, 1);
    bool same = left == on_true && right == on_false;
    bool exchanged = left == on_false && right == on_true;
    if (!same && !exchanged) return NULL;
    return test->pred == IR_EQ ? on_false : on_true;
}

// b ? X : X -> X, true ? X : Y -> X, b ? X : poison -> X, b ? true : false -> b.
static IrValue *select_rule(IrModule *module, const IrInst *choice) {
    IrValue *cond = ir_op(choice, 0), *on_true = ir_op(choice, 1), *on_false = ir_op(choice, 2);
    if (on_true == on_false) return on_true;
    if (cond->kind == IR_C_INT) return ir_is_zero(cond) ? on_false : on_true;

    if (may_become(on_true, on_false)) return on_false;
    if (may_become(on_false, on_true)) return on_true;

    bool is_condition = ir_is_int(on_true, 1) && ir_is_zero(on_false);
    if (is_condition && ir_ty_is_i(choice->v.type, 1)) return cond;
    return select_of_equals(cond, on_true, on_false);
}

// ---- comparison ----

typedef enum { NEVER, ALWAYS, OPEN } Answer;

static Answer opposite(Answer answer) {
    static const Answer of[] = {[NEVER] = ALWAYS, [ALWAYS] = NEVER, [OPEN] = OPEN};
    return of[answer];
}

// What is known of an operand: its bits, and what it is at least and at most as an unsigned number.
typedef struct {
    AnBits bits;
    uint64_t least, most;
} Known;

static Known known_of(AnBits bits, uint32_t width) {
    return (Known){bits, bits.one, an_umax(bits, width)};
}

static bool is_one_number(const Known *known) {
    return known->least == known->most;
}

// A bit that differs decides, and else only two numbers that are known.
static Answer known_equal(const Known *left, const Known *right) {
    bool differ = (left->bits.one & right->bits.zero) || (left->bits.zero & right->bits.one);
    if (differ) return NEVER;
    bool alike = is_one_number(left) && is_one_number(right) && left->least == right->least;
    return alike ? ALWAYS : OPEN;
}

// left u< right
static Answer known_below(const Known *left, const Known *right) {
    if (left->least >= right->most) return NEVER;
    return left->most < right->least ? ALWAYS : OPEN;
}

// How the other predicates are asked by known_equal and known_below: X u> Y is Y u< X, X u>= Y is
// not X u< Y.
static const struct {
    Answer (*ask)(const Known *left, const Known *right);
    bool exchanged, negated, is_signed;
} questions[IR_NPREDS] = {
    [IR_EQ] = {known_equal, false, false, false},  [IR_NE] = {known_equal, false, true, false},
    [IR_ULT] = {known_below, false, false, false}, [IR_UGE] = {known_below, false, true, false},
    [IR_UGT] = {known_below, true, false, false},  [IR_ULE] = {known_below, true, true, false},
    [IR_SLT] = {known_below, false, false, true},  [IR_SGE] = {known_below, false, true, true},
    [IR_SGT] = {known_below, true, false, true},   [IR_SLE] = {known_below, true, true, true}};

// X s< 0 and X s>= 0, where the sign of X is known.
static Answer known_sign(IrPred pred, const Known *left, uint64_t sign) {
    bool is_known = (left->bits.zero | left->bits.one) & sign;
    bool asks_sign = is_any_of(pred, IR_SLT, IR_SGE);
    if (!is_known || !asks_sign) return OPEN;

    Answer is_negative = left->bits.one & sign ? ALWAYS : NEVER;
    return pred == IR_SLT ? is_negative : opposite(is_negative);
}

// A comparison of integers of up to 64 bits by the bits that are known of them.
static Answer compare_known(IrPred pred, const IrValue *left, const IrValue *right) {
    uint32_t width = left->type->bits;
    uint64_t sign = 1ull << (width - 1);

    // the cheap one first: most often a constant, or a parameter, of which nothing is known
    AnBits right_bits = an_known_bits(right);
    if (!(right_bits.zero | right_bits.one)) return OPEN;
    Known of_left = known_of(an_known_bits(left), width), of_right = known_of(right_bits, width);

    // two numbers that are not negative are ordered as unsigned ones
    bool not_negative = of_left.bits.zero & of_right.bits.zero & sign;
    if (questions[pred].is_signed && !not_negative) {
        return ir_is_zero(right) ? known_sign(pred, &of_left, sign) : OPEN;
    }

    bool exchanged = questions[pred].exchanged;
    const Known *first = exchanged ? &of_right : &of_left;
    const Known *second = exchanged ? &of_left : &of_right;
    Answer answer = questions[pred].ask(first, second);
    return questions[pred].negated ? opposite(answer) : answer;
}

// Whether X p X holds: the predicates that say "or equal", and equality.
static bool holds_of_equals(IrPred pred) {
    static const bool holds[IR_NPREDS] = {
        [IR_EQ] = true, [IR_ULE] = true, [IR_UGE] = true, [IR_SLE] = true, [IR_SGE] = true};
    return holds[pred];
}

// X p X -> true or false, &object == null -> false; and what known bits tell.
static IrValue *icmp_rule(IrModule *module, const IrInst *comparison) {
    IrValue *left = ir_op(comparison, 0), *right = ir_op(comparison, 1);
    IrPred pred = comparison->pred;
    if (left == right) {
        return in_all_lanes(module, comparison, ir_int(module->ty_i1, holds_of_equals(pred)));
    }

    bool asks_null = left->type->kind == IR_TY_PTR && right->kind == IR_C_NULL;
    if (asks_null && ir_pred_is_equality(pred)) {
        return an_is_nonzero(left) ? &ir_int(module->ty_i1, pred == IR_NE)->v : NULL;
    }

    if (!is_narrow_int(left->type)) return NULL;
    Answer answer = compare_known(pred, left, right);
    return answer == OPEN ? NULL : &ir_int(module->ty_i1, answer == ALWAYS)->v;
}

// ---- phi ----

//     %p = phi i32 [ %x, %a ], [ %p, %b ]   =>   %x
//
// The one value that comes in. What dominates all predecessors dominates the phi's block, except
// where it is of that block itself: then it is the value of a loop's previous round.
static IrValue *phi_rule(IrModule *module, const IrInst *phi) {
    IrValue *only = NULL;
    for (uint32_t k = 0; k < ir_phi_n(phi); k++) {
        IrValue *incoming = ir_phi_value(phi, k);
        if (incoming == &phi->v || incoming == only) continue;
        if (only) return NULL;
        only = incoming;
    }

    const IrInst *def = only ? ir_as_inst(only) : NULL;
    bool previous_round = def && def->block == phi->block && ir_phi_n(phi) > 1;
    return previous_round ? NULL : only;
}

// ---- casts ----

// Pairs of casts that give back what they began with.
static const struct {
    IrOp outer, inner;
} round_trips[] = {{IR_TRUNC, IR_ZEXT},        {IR_TRUNC, IR_SEXT},
                   {IR_BITCAST, IR_BITCAST},   {IR_FPTRUNC, IR_FPEXT},
                   {IR_INTTOPTR, IR_PTRTOINT}, {IR_ADDRSPACECAST, IR_ADDRSPACECAST}};

static bool is_round_trip(IrOp outer, IrOp inner) {
    for (uint32_t k = 0; k < CU_COUNT(round_trips); k++) {
        if (round_trips[k].outer == outer && round_trips[k].inner == inner) return true;
    }
    return false;
}

//     %a = zext i8 %x to i32
//     %b = trunc i32 %a to i8       =>     %x
static IrValue *cast_rule(IrModule *module, const IrInst *outer) {
    IrValue *value = ir_op(outer, 0);
    if (outer->v.op == IR_BITCAST && value->type == outer->v.type) return value;

    const IrInst *inner = ir_as_inst(value);
    if (!inner || !is_round_trip(outer->v.op, inner->v.op)) return NULL;
    IrValue *source = ir_op(inner, 0);
    if (source->type != outer->v.type) return NULL;

    // an integer that is narrower than the pointer has lost a part of it
    if (outer->v.op == IR_INTTOPTR && value->type->bits < source->type->bits) return NULL;
    return source;
}

// ---- parts of aggregates and vectors ----

// The member of a constant aggregate; NULL: it cannot be said.
static IrValue *constant_member(const IrInst *extract, IrValue *aggregate) {
    IrConst *member = (IrConst *)aggregate;
    for (uint32_t k = 0; k < extract->nidx && member; k++) {
        member = ir_elem(extract->v.type->m, member, extract->idx[k]);
    }
    return or_null(member);
}

//     %a = insertvalue { i32, i32 } %s, i32 %x, 0
//     %b = insertvalue { i32, i32 } %a, i32 %y, 1
//     %c = extractvalue { i32, i32 } %b, 0         =>   %x
static IrValue *extract_value_rule(IrModule *module, const IrInst *extract) {
    enum { DEPTH = 64 };
    IrValue *aggregate = ir_op(extract, 0);
    for (int depth = 0; depth < DEPTH; depth++) {
        const IrInst *insert = ir_as_op(aggregate, IR_INSERTVALUE);
        if (!insert) return NULL;

        // One path that begins the other names a part of the same member, or of what holds it.
        uint32_t n = CU_MIN(insert->nidx, extract->nidx);
        bool elsewhere = memcmp(insert->idx, extract->idx, n * sizeof *extract->idx) != 0;
        if (!elsewhere) return insert->nidx == extract->nidx ? ir_op(insert, 1) : NULL;

        aggregate = ir_op(insert, 0);
        if (ir_is_const(aggregate)) return constant_member(extract, aggregate);
    }
    return NULL;
}

//     %a = insertelement <2 x i32> %v, i32 %x, i32 0
//     %b = insertelement <2 x i32> %a, i32 %y, i32 1
//     %c = extractelement <2 x i32> %b, i32 0      =>   %x
static IrValue *extract_element_rule(IrModule *module, const IrInst *extract) {
    enum { DEPTH = 32 };
    const IrConst *lane = ir_as_cint(ir_op(extract, 1));
    if (!lane) return NULL;

    IrValue *vector = ir_op(extract, 0);
    for (int depth = 0; depth < DEPTH; depth++) {
        const IrInst *insert = ir_as_op(vector, IR_INSERTELEMENT);
        const IrConst *set = insert ? ir_as_cint(ir_op(insert, 2)) : NULL;
        if (!set) return NULL;
        if (ir_uval(set) == ir_uval(lane)) return ir_op(insert, 1);

        vector = ir_op(insert, 0);
        if (ir_is_const(vector)) {
            return or_null(ir_elem(extract->v.type->m, (IrConst *)vector, ir_uval(lane)));
        }
    }
    return NULL;
}

// ---- calls ----

// expect, ssa.copy and the like say something of their operand, and are it.
static IrValue *first_operand(const IrInst *inst) {
    return ir_op(inst, 0);
}

// min(X, X) -> X.
static IrValue *minmax_rule(const IrInst *call) {
    return ir_op(call, 0) == ir_op(call, 1) ? ir_op(call, 0) : NULL;
}

// isspacep of an address whose space is known.
static IrValue *isspacep_rule(IrModule *module, const IrInst *call) {
    int known = opt_isspacep(ir_intrin_of(call), an_space(ir_op(call, 0)));
    return known < 0 ? NULL : &ir_int(module->ty_i1, (uint64_t)known)->v;
}

// What is no intrinsic may be a function of the device math library.
static IrValue *library_rule(IrModule *module, const IrInst *call) {
    return or_null(opt_fold_library(module, call));
}

static IrValue *call_rule(IrModule *module, const IrInst *call) {
    uint32_t id = ir_intrin_of(call);
    if (id == IR_I_NONE) return library_rule(module, call);
    if (is_any_of(id, IR_I_expect, IR_I_expect_with_probability, IR_I_ssa_copy,
                  IR_I_launder_invariant_group, IR_I_strip_invariant_group))
        return first_operand(call);
    if (is_any_of(id, IR_I_nvvm_isspacep_const, IR_I_nvvm_isspacep_global, IR_I_nvvm_isspacep_local,
                  IR_I_nvvm_isspacep_shared, IR_I_nvvm_isspacep_shared_cluster))
        return isspacep_rule(module, call);
    bool chooses =
        is_any_of(id, IR_I_smin, IR_I_smax, IR_I_umin, IR_I_umax, IR_I_minnum, IR_I_maxnum);
    return chooses ? minmax_rule(call) : NULL;
}

// ---- the rest ----

// freeze X -> X, where X is not poison.
static IrValue *freeze_rule(IrModule *module, const IrInst *freeze) {
    return an_not_poison(ir_op(freeze, 0)) ? ir_op(freeze, 0) : NULL;
}

// getelementptr X, 0, 0 -> X, unless it makes a vector of addresses of one.
static IrValue *gep_rule(IrModule *module, const IrInst *address) {
    if (address->v.type != ir_op(address, 0)->type) return NULL;
    for (uint32_t k = 1; k < address->nops; k++) {
        if (!ir_is_zero(ir_op(address, k))) return NULL;
    }
    return ir_op(address, 0);
}

// - -X -> X.
static IrValue *fneg_rule(IrModule *module, const IrInst *outer) {
    const IrInst *inner = ir_as_op(ir_op(outer, 0), IR_FNEG);
    return inner ? ir_op(inner, 0) : NULL;
}

// By opcode; binary operations and casts have one rule for their class.
static const Rule rules[IR_NOPS] = {
#define OP(id, ...)
#define BINOP(id, ...) [IR_##id] = binary_rule,
#define CAST(id, ...)  [IR_##id] = cast_rule,
#include "ir/op.def"
#undef BINOP
#undef CAST
    [IR_SELECT] = select_rule, [IR_ICMP] = icmp_rule,
    [IR_PHI] = phi_rule,       [IR_EXTRACTVALUE] = extract_value_rule,
    [IR_CALL] = call_rule,     [IR_EXTRACTELEMENT] = extract_element_rule,
    [IR_GEP] = gep_rule,       [IR_FREEZE] = freeze_rule,
    [IR_FNEG] = fneg_rule};

IrValue *opt_simplify(IrModule *module, const IrInst *inst) {
    IrConst *constant = ir_fold_inst(module, inst);
    if (constant) return &constant->v;

    Rule rule = rules[inst->v.op];
    IrValue *value = rule ? rule(module, inst) : NULL;
    if (!value || value == &inst->v) return NULL;
    // a scalar where a vector is wanted
    return value->type == inst->v.type ? value : NULL;
}

// Once through the reachable code; unreachable code may use itself in odd ways. `again`: uses
// before what was replaced, those of phis, may now be simpler too.
static bool simplify_all(PassCtx *pc, const AnCfg *cfg, bool *again) {
    bool changed = false;
    for (uint32_t b = 0; b < cfg->n; b++) {
        IR_FOREACH_INST_SAFE(inst, cfg->rpo[b]) {
            if (!inst->v.uses) continue;
            IrValue *value = opt_simplify(pc->m, inst);
            if (!value) continue;

            ir_replace_uses(&inst->v, value);
            if (!ir_has_effect(inst)) ir_erase(inst);
            *again |= value->kind != IR_V_INST;
            changed = true;
        }
    }
    return changed;
}

OPT_FUNC_PASS(instsimplify);
bool opt_instsimplify(PassCtx *pc, IrFunc *fn) {
    const AnCfg *cfg = an_cfg(pc->an);
    bool changed = false;
    for (bool again = true; again;) {
        again = false;
        changed |= simplify_all(pc, cfg, &again);
    }
    return changed;
}
