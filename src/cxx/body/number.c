// SPDX-License-Identifier: Apache-2.0
// body/number.c: warnings about numbers that cannot be meant, as nvcc gives them: operations on
// constants without a result (#39, #61, #62, #63, #179), implicit conversions that change a
// constant (#68, #69, #173), comparisons that are always true or false (#186, #514). One walk folds
// integers from the leaves; constant variables are literals by now. What a constant condition
// leaves out is not evaluated, and so not warned of, but its conversions are made.
#include "cxx/facts/diag.h"
#include "cxx/constant/constant.h"
#include "cxx/convert/convert.h"
#include "cxx/body/body.h"

// What is known of an expression's value.
typedef struct Known {
    bool is;
    bool bits; // written or computed as a pattern of bits: its sign says nothing
    ApInt v;
} Known;
typedef struct Numbers {
    Cxx *x;
    uint32_t dead; // not evaluated: in so many operands
} Numbers;

static Known fold(Numbers *numbers, const Expr *folded);
static void walk_stmt(Numbers *numbers, const Stmt *walked);

// Nothing is said of what a macro of a system header wrote: EOF, UINT_MAX.
#define warn(w, id, pos)                                                                           \
    do {                                                                                           \
        if (!(w)->dead && !cxx_of_system_macro((w)->x, pos)) CXX_DIAG((w)->x, id, pos);            \
    } while (0)

static Known unknown(void) {
    return (Known){.is = false};
}

static bool is_signed(const Type *type) {
    return !ty_is_unsigned(type);
}

static bool is_int(const Expr *expr) { // of a width that is known
    return xe_integral_or_enum(ty_unqual(expr->type)) && !xe_vdep(expr);
}

// ---- conversions -------------------------------------------------------------------------------

// A constant that an implicit conversion changes; the bits that are kept may be meant as such.
static void check_change(Numbers *numbers, const Expr *from, Type *to, Known known) {
    Type *type = ty_unqual(to);
    uint32_t bits = (uint32_t)ty_int_bits(type);
    bool s = is_signed(from->type);
    bool fits = is_signed(type) ? apint_fits_signed(known.v, bits, s)
                                : apint_fits_unsigned(known.v, bits, s);
    if (fits) return;
    if (cxx_of_system_macro(numbers->x, from->pos)) return; // UINT_MAX is (__INT_MAX__ * 2U + 1U)
    bool kept = is_signed(type) ? apint_fits_unsigned(known.v, bits, s)
                                : apint_fits_signed(known.v, bits, s);
    if (!kept)
        warn(numbers, w_truncated, xe_first_pos(from));
    else if (!known.bits)
        warn(numbers, w_sign_changed, xe_first_pos(from));
}

// A constant or constant variable, or arithmetic on literals.
static const ConstVal *known_float(Numbers *numbers, const Expr *operand) {
    const Expr *leaf = operand;
    bool read =
        operand->kind == E_CAST && operand->op == CK_LVAL_TO_RVAL && operand->a->kind == E_DECLREF;
    if (read && decl_is(operand->a->u.decl, D_VAR))
        return cxx_var_fold(numbers->x, (VarDecl *)operand->a->u.decl);
    while (is_any_of(leaf->kind, E_CAST, E_UNARY, E_BINARY)) leaf = leaf->a;
    if (!is_any_of(leaf->kind, E_FLOAT, E_CONST) || xe_vdep(operand)) return NULL;
    return cxx_const_eval(numbers->x, (Expr *)operand, false);
}

// What is behind the point may go, but nothing negative is unsigned.
static void check_float(Numbers *numbers, const Expr *from, Type *to) {
    const ConstVal *c = known_float(numbers, from);
    if (!c || c->kind != CV_FLOAT || apf_is_nan(c->u.f) || c->u.f.cat == APC_INF) return;
    Type *t = ty_unqual(to);
    uint32_t flags = 0;
    apf_to_int(c->u.f, (uint32_t)ty_int_bits(t), is_signed(t), APF_RTZ, &flags);
    bool below = !is_signed(t) && c->u.f.sign && !apf_is_zero(c->u.f);
    if (flags & APF_INVALID || below) warn(numbers, w_float_does_not_fit, xe_first_pos(from));
}

// The value behind a conversion, which is judged when it is implicit.
static Known fold_cast(Numbers *numbers, const Expr *cast) {
    Known known = fold(numbers, cast->a);
    Type *type = ty_unqual(cast->type);
    switch ((CastKind)cast->op) {
    case CK_INT:
        if (!known.is || !is_int(cast) || !is_int(cast->a)) return unknown();
        if (cast->flags & EF_IMPLICIT) check_change(numbers, cast->a, type, known);
        known.bits &= (cast->flags & EF_IMPLICIT) != 0; // (int)~0L is a number again
        known.v = apint_resize(known.v, (uint32_t)ty_int_bits(type), is_signed(cast->a->type));
        return known;
    case CK_TO_BOOL_INT:
        if (!known.is) return known;
        return (Known){true, false, apint_from_u64(8, !apint_is_zero(&known.v))};
    case CK_FLOAT_TO_INT:
        if (is_int(cast)) check_float(numbers, cast->a, type);
        return unknown();
    case CK_NOOP:
        return cast->cat == VC_PRVALUE && is_int(cast) && is_int(cast->a) ? known : unknown();
    default: return unknown();
    }
}

// ---- operations --------------------------------------------------------------------------------

// Likewise of an operator; the least number has no negative.
static Known fold_unary(Numbers *numbers, const Expr *operation) {
    Known known = fold(numbers, operation->a);
    if (!known.is || !is_int(operation) || !is_int(operation->a)) return unknown();
    switch ((CxxOp)operation->op) {
    case OP_PLUS: return known;
    case OP_MINUS: {
        ApInt least = apint_smin_value(known.v.width);
        if (is_signed(operation->type) && apint_eq(known.v, least))
            warn(numbers, w_out_of_range, operation->pos);
        return (Known){true, false, apint_neg(known.v)};
    }
    case OP_BITNOT: return (Known){true, true, apint_not(known.v)};
    case OP_NOT: return (Known){true, false, apint_from_u64(8, apint_is_zero(&known.v))};
    default: return unknown();
    }
}

// Shifted by a number below the width; else there is no value.
static Known shifted(CxxOp op, ApInt number, ApInt by, bool has_sign) {
    if (apint_u64(&by) >= number.width) return unknown();
    uint32_t count = (uint32_t)apint_u64(&by);
    if (op == OP_SHL) return (Known){true, false, apint_shl(number, count)};
    ApInt result = has_sign ? apint_ashr(number, count) : apint_lshr(number, count);
    return (Known){true, false, result};
}

static bool was_unsigned(const Expr *expr) { // before it was promoted
    while (xe_implicit_cast(expr) && expr->op == CK_INT) expr = expr->a;
    const Type *t = ty_unqual(expr->type);
    if (t->kind == TY_ENUM) return t->u.enm->fixed && !t->u.enm->scoped && ty_is_unsigned(t);
    return t->kind != TY_BOOL && ty_is_integral(t) && ty_is_unsigned(t);
}

// An unsigned number compared with zero, or with what is below zero in the type of the comparison:
// one side is known.
static void check_comparison(Numbers *numbers, const Expr *comparison, Known left, Known right) {
    if (left.is == right.is) return;
    const Expr *number = left.is ? comparison->b : comparison->a;
    const Expr *constant = left.is ? comparison->a : comparison->b;
    const ApInt *value = left.is ? &left.v : &right.v;
    bool below =
        left.is ? is_any_of(comparison->op, OP_GT, OP_LE) : is_any_of(comparison->op, OP_LT, OP_GE);
    if (!was_unsigned(number)) return;
    if (below && apint_is_zero(value))
        warn(numbers, w_unsigned_and_zero, comparison->pos);
    else if (is_signed(constant->type) && apint_is_neg(value))
        warn(numbers, w_unsigned_and_negative, comparison->pos);
}

// left: the type that is shifted, in `x <<= n` that of x.
static void check_shift(Numbers *numbers, const Type *left, const Expr *count, Known n) {
    if (!n.is || !ty_is_integral(left)) return;
    uint32_t bits = left->kind == TY_BOOL ? 8 : (uint32_t)ty_int_bits(left);
    if (is_signed(count->type) && apint_is_neg(&n.v))
        warn(numbers, w_shift_negative, xe_first_pos(count));
    else if (apint_u64(&n.v) >= bits)
        warn(numbers, w_shift_large, xe_first_pos(count));
}

// Right operands that no operation of the kind takes. left: the operand, or the type of `x op= n`.
static void check_operand(Numbers *numbers, CxxOp op, const Type *left, const Expr *right,
                          Known known) {
    switch (op) {
    case OP_DIV:
    case OP_DIV_ASSIGN:
    case OP_REM:
    case OP_REM_ASSIGN: {
        bool rem = is_any_of(op, OP_REM, OP_REM_ASSIGN);
        if (!known.is || !apint_is_zero(&known.v) || (!rem && !ty_is_integral(left))) return;
        if (rem)
            warn(numbers, w_remainder_by_zero, xe_first_pos(right));
        else
            warn(numbers, w_divided_by_zero, xe_first_pos(right));
        return;
    }
    case OP_SHL:
    case OP_SHR:
    case OP_SHL_ASSIGN:
    case OP_SHR_ASSIGN: check_shift(numbers, left, right, known); return;
    default: return;
    }
}

// && and ||: where the first operand decides, the second is not evaluated.
static Known fold_logical(Numbers *numbers, const Expr *operation) {
    Known a = fold(numbers, operation->a);
    bool first = a.is && !apint_is_zero(&a.v), decided = a.is && first == (operation->op == OP_LOR);
    numbers->dead += decided;
    Known b = fold(numbers, operation->b);
    numbers->dead -= decided;
    if (decided) return (Known){true, false, apint_from_u64(8, first)};
    if (!a.is || !b.is) return unknown();
    return (Known){true, false, apint_from_u64(8, !apint_is_zero(&b.v))};
}

// Both operands are known integers.
static Known compute(Numbers *numbers, const Expr *operation, Known left, Known right) {
    CxxOp op = (CxxOp)operation->op;
    bool has_sign = is_signed(operation->a->type), alike = left.v.width == right.v.width;
    if (op >= OP_EQ && op <= OP_GE) {
        ApfCmp order = cxx_order(alike ? apint_cmp(left.v, right.v, has_sign) : 0);
        return (Known){alike, false, apint_from_u64(8, cxx_relation_holds(op, order))};
    }
    if (is_any_of(op, OP_SHL, OP_SHR)) return shifted(op, left.v, right.v, has_sign);
    if (!alike) return unknown();

    CxxIntResult result = cxx_int_arith(op, has_sign, left.v, right.v);
    if (result.is == CXX_INT_OVERFLOW) warn(numbers, w_out_of_range, operation->pos);
    bool known = is_any_of(result.is, CXX_INT_VALUE, CXX_INT_OVERFLOW);
    return (Known){known, is_any_of(op, OP_AND, OP_OR, OP_XOR), result.value};
}

// Judges the operands, then computes where both are known.
static Known fold_binary(Numbers *numbers, const Expr *operation) {
    CxxOp op = (CxxOp)operation->op;
    if (is_any_of(op, OP_LAND, OP_LOR)) return fold_logical(numbers, operation);
    Known left = fold(numbers, operation->a), right = fold(numbers, operation->b);
    if (!is_int(operation->b)) return unknown();
    check_operand(numbers, op, ty_unqual(operation->a->type), operation->b, right);
    if (!is_int(operation->a)) return unknown();
    if (op >= OP_EQ && op <= OP_GE) check_comparison(numbers, operation, left, right);
    return left.is && right.is ? compute(numbers, operation, left, right) : unknown();
}

// Both operands are converted, though only one is evaluated.
static Known fold_arm(Numbers *numbers, const Expr *arm, bool dead) {
    bool converted = dead && xe_implicit_cast(arm) && arm->op == CK_INT;
    if (converted) {
        numbers->dead++;
        Known k = fold(numbers, arm->a);
        numbers->dead--;
        if (k.is && is_int(arm) && is_int(arm->a)) check_change(numbers, arm->a, arm->type, k);
        return unknown();
    }
    numbers->dead += dead;
    Known k = fold(numbers, arm);
    numbers->dead -= dead;
    return k;
}

// ?: has the value of the arm that its condition chooses.
static Known fold_cond(Numbers *numbers, const Expr *choice) {
    Known c = fold(numbers, choice->a);
    bool yes = c.is && !apint_is_zero(&c.v), no = c.is && !yes;
    Known b = choice->b ? fold_arm(numbers, choice->b, no) : unknown();
    Known d = choice->c ? fold_arm(numbers, choice->c, yes) : unknown();
    return yes ? b : no ? d : unknown();
}

// ---- the walk ----------------------------------------------------------------------------------

// All operands of what is not folded.
static void walk_parts(Numbers *numbers, const Expr *whole) {
    for (uint32_t i = 0; i < xe_noperands(whole); i++) {
        const Expr *part = xe_operand(whole, i);
        if (part) fold(numbers, part);
    }
}

// The walk: gives the value if it is known, with warnings on the way. Recursive like the
// expression, whose nesting the parser has bounded.
static Known fold(Numbers *numbers, const Expr *folded) {
    switch ((ExprKind)folded->kind) {
    case E_INT: return (Known){is_int(folded), folded->pad & XP_BITS, folded->u.i};
    case E_CONST:
        if (folded->u.val && folded->u.val->kind == CV_INT)
            return (Known){is_int(folded), false, folded->u.val->u.i};
        return unknown();
    case E_FLOAT:
    case E_STRING:
    case E_DECLREF: return unknown();
    case E_CAST: return fold_cast(numbers, folded);
    case E_UNARY: return fold_unary(numbers, folded);
    case E_BINARY: return fold_binary(numbers, folded);
    case E_COND: return fold_cond(numbers, folded);
    case E_CLEANUPS: return fold(numbers, folded->a);
    case E_ASSIGN: {
        fold(numbers, folded->a);
        Known b = fold(numbers, folded->b);
        if (is_int(folded->b))
            check_operand(numbers, (CxxOp)folded->op, ty_unqual(folded->a->type), folded->b, b);
        return unknown();
    }
    case E_STMT: walk_stmt(numbers, folded->u.stmt); return unknown();
    default: walk_parts(numbers, folded); return unknown();
    }
}

static void walk_asm(Numbers *numbers, const AsmData *a) {
    for (uint32_t i = 0; i < a->nout; i++) fold(numbers, a->out[i].e);
    for (uint32_t i = 0; i < a->nin; i++) fold(numbers, a->in[i].e);
}

static void walk_stmt(Numbers *numbers, const Stmt *walked) {
    switch ((StmtKind)walked->kind) {
    case S_COMPOUND:
        for (uint32_t i = 0; i < walked->u.list.n; i++) walk_stmt(numbers, walked->u.list.at[i]);
        return;
    case S_DECL:
        for (uint32_t i = 0; i < walked->u.decl.n; i++) {
            if (walked->u.decl.var[i]->init) fold(numbers, walked->u.decl.var[i]->init);
        }
        return;
    case S_RANGE_FOR:
        if (walked->u.range && walked->u.range->range && walked->u.range->range->init)
            fold(numbers, walked->u.range->range->init);
        break;
    case S_ASM: walk_asm(numbers, walked->u.asm_); return;
    case S_ERROR: return;
    default: break;
    }
    if (walked->init) walk_stmt(numbers, walked->init);
    if (walked->kind != S_RANGE_FOR && !xe_lost(walked->e)) fold(numbers, walked->e);
    if (walked->kind == S_FOR && walked->inc) fold(numbers, walked->inc);
    if (walked->body) walk_stmt(numbers, walked->body);
    if (walked->els) walk_stmt(numbers, walked->els);
}

void xe_warn_numbers(Parse *parse, const FuncDecl *func, const Stmt *body) {
    Numbers w = {.x = parse->x};
    for (uint32_t i = 0; i < func->body.ninit; i++) {
        if (func->body.inits[i].init) fold(&w, func->body.inits[i].init);
    }
    walk_stmt(&w, body);
}

void xe_warn_number(Parse *parse, const Expr *judged) {
    Cxx *x = parse->x;
    if (xe_lost(judged) || xe_vdep(judged) || diag_silent(x->ctx) || diag_trapped(x->ctx)) return;
    if (cxx_in_system_header(x, judged->pos) && !cxx_in_main_file(x, judged->pos)) return;
    Numbers w = {.x = x};
    fold(&w, judged);
}
