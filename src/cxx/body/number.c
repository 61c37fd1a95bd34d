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

typedef struct Known {
    bool is;
    bool bits; // written or computed as a pattern of bits: its sign says nothing
    ApInt v;
} Known;
typedef struct Numbers {
    Cxx *x;
    uint32_t dead; // not evaluated: in so many operands
} Numbers;

static Known fold(Numbers *w, const Expr *e);
static void walk_stmt(Numbers *w, const Stmt *s);

// Nothing is said of what a macro of a system header wrote: EOF, UINT_MAX.
#define warn(w, id, pos)                                                                           \
    do {                                                                                           \
        if (!(w)->dead && !cxx_of_system_macro((w)->x, pos)) CXX_DIAG((w)->x, id, pos);            \
    } while (0)

static Known unknown(void) {
    return (Known){.is = false};
}

static bool is_signed(const Type *t) {
    return !ty_is_unsigned(t);
}

static bool is_int(const Expr *e) { // of a width that is known
    return xe_integral_or_enum(ty_unqual(e->type)) && !xe_vdep(e);
}

// ---- conversions -------------------------------------------------------------------------------

// A constant that an implicit conversion changes; the bits that are kept may be meant as such.
static void check_change(Numbers *w, const Expr *from, Type *to, Known k) {
    Type *t = ty_unqual(to);
    uint32_t bits = (uint32_t)ty_int_bits(t);
    bool s = is_signed(from->type);
    bool fits = is_signed(t) ? apint_fits_signed(k.v, bits, s) : apint_fits_unsigned(k.v, bits, s);
    if (fits) return;
    if (cxx_of_system_macro(w->x, from->pos)) return; // UINT_MAX is (__INT_MAX__ * 2U + 1U)
    bool kept = is_signed(t) ? apint_fits_unsigned(k.v, bits, s) : apint_fits_signed(k.v, bits, s);
    if (!kept)
        warn(w, w_truncated, xe_first_pos(from));
    else if (!k.bits)
        warn(w, w_sign_changed, xe_first_pos(from));
}

// A constant or constant variable, or arithmetic on literals.
static const ConstVal *known_float(Numbers *w, const Expr *e) {
    const Expr *leaf = e;
    bool read = e->kind == E_CAST && e->op == CK_LVAL_TO_RVAL && e->a->kind == E_DECLREF;
    if (read && e->a->u.decl && e->a->u.decl->kind == D_VAR)
        return cxx_var_fold(w->x, (VarDecl *)e->a->u.decl);
    while (leaf->kind == E_CAST || leaf->kind == E_UNARY || leaf->kind == E_BINARY) leaf = leaf->a;
    if ((leaf->kind != E_FLOAT && leaf->kind != E_CONST) || xe_vdep(e)) return NULL;
    return cxx_const_eval(w->x, (Expr *)e, false);
}

// What is behind the point may go, but nothing negative is unsigned.
static void check_float(Numbers *w, const Expr *from, Type *to) {
    const ConstVal *c = known_float(w, from);
    if (!c || c->kind != CV_FLOAT || apf_is_nan(c->u.f) || c->u.f.cat == APC_INF) return;
    Type *t = ty_unqual(to);
    uint32_t flags = 0;
    apf_to_int(c->u.f, (uint32_t)ty_int_bits(t), is_signed(t), APF_RTZ, &flags);
    bool below = !is_signed(t) && c->u.f.sign && !apf_is_zero(c->u.f);
    if (flags & APF_INVALID || below) warn(w, w_float_does_not_fit, xe_first_pos(from));
}

static Known fold_cast(Numbers *w, const Expr *e) {
    Known k = fold(w, e->a);
    Type *t = ty_unqual(e->type);
    switch ((CastKind)e->op) {
    case CK_INT:
        if (!k.is || !is_int(e) || !is_int(e->a)) return unknown();
        if (e->flags & EF_IMPLICIT) check_change(w, e->a, t, k);
        k.v = apint_resize(k.v, (uint32_t)ty_int_bits(t), is_signed(e->a->type));
        return k;
    case CK_TO_BOOL_INT:
        if (!k.is) return k;
        return (Known){true, false, apint_from_u64(8, !apint_is_zero(&k.v))};
    case CK_FLOAT_TO_INT:
        if (is_int(e)) check_float(w, e->a, t);
        return unknown();
    case CK_NOOP: return e->cat == VC_PRVALUE && is_int(e) && is_int(e->a) ? k : unknown();
    default: return unknown();
    }
}

// ---- operations --------------------------------------------------------------------------------

static Known fold_unary(Numbers *w, const Expr *e) {
    Known k = fold(w, e->a);
    if (!k.is || !is_int(e) || !is_int(e->a)) return unknown();
    switch ((CxxOp)e->op) {
    case OP_PLUS: return k;
    case OP_MINUS: {
        ApInt least = apint_smin_value(k.v.width);
        if (is_signed(e->type) && apint_eq(k.v, least)) warn(w, w_out_of_range, e->pos);
        return (Known){true, false, apint_neg(k.v)};
    }
    case OP_BITNOT: return (Known){true, true, apint_not(k.v)};
    case OP_NOT: return (Known){true, false, apint_from_u64(8, apint_is_zero(&k.v))};
    default: return unknown();
    }
}

// The result in the operands' type; *over: it has no room there, which matters if it is signed.
static bool arithmetic(CxxOp op, ApInt a, ApInt b, bool s, ApInt *r, bool *over) {
    bool least = s && apint_eq(a, apint_smin_value(a.width)) && b.width == a.width &&
                 apint_eq(b, apint_umax_value(b.width)); // the least number / -1
    switch (op) {
    case OP_ADD:
        *over = s && apint_sadd_overflow(a, b);
        *r = apint_add(a, b);
        return true;
    case OP_SUB:
        *over = s && apint_ssub_overflow(a, b);
        *r = apint_sub(a, b);
        return true;
    case OP_MUL:
        *over = s && apint_smul_overflow(a, b);
        *r = apint_mul(a, b);
        return true;
    case OP_DIV:
    case OP_REM:
        if (apint_is_zero(&b)) return false;
        *over = least;
        if (op == OP_DIV)
            *r = s ? apint_sdiv(a, b) : apint_udiv(a, b);
        else
            *r = s ? apint_srem(a, b) : apint_urem(a, b);
        return true;
    case OP_SHL:
    case OP_SHR:
        if (apint_u64(&b) >= a.width) return false;
        *r = op == OP_SHL ? apint_shl(a, (uint32_t)apint_u64(&b))
             : s          ? apint_ashr(a, (uint32_t)apint_u64(&b))
                          : apint_lshr(a, (uint32_t)apint_u64(&b));
        return true;
    case OP_AND: *r = apint_and(a, b); return true;
    case OP_OR: *r = apint_or(a, b); return true;
    case OP_XOR: *r = apint_xor(a, b); return true;
    default: return false;
    }
}

static bool compare(CxxOp op, int order) {
    switch (op) {
    case OP_EQ: return order == 0;
    case OP_NE: return order != 0;
    case OP_LT: return order < 0;
    case OP_GT: return order > 0;
    case OP_LE: return order <= 0;
    default: return order >= 0;
    }
}

static bool was_unsigned(const Expr *e) { // before it was promoted
    while (e->kind == E_CAST && e->flags & EF_IMPLICIT && e->op == CK_INT) e = e->a;
    const Type *t = ty_unqual(e->type);
    if (t->kind == TY_ENUM) return t->u.enm->fixed && !t->u.enm->scoped && ty_is_unsigned(t);
    return t->kind != TY_BOOL && ty_is_integral(t) && ty_is_unsigned(t);
}

// An unsigned number compared with zero, or with what is below zero in the type of the comparison.
static void check_comparison(Numbers *w, const Expr *e, Known a, Known b) {
    if (a.is == b.is) return;
    const Expr *x = a.is ? e->b : e->a, *c = a.is ? e->a : e->b;
    const ApInt *v = a.is ? &a.v : &b.v;
    bool below = a.is ? e->op == OP_GT || e->op == OP_LE : e->op == OP_LT || e->op == OP_GE;
    if (!was_unsigned(x)) return;
    if (below && apint_is_zero(v))
        warn(w, w_unsigned_and_zero, e->pos);
    else if (is_signed(c->type) && apint_is_neg(v))
        warn(w, w_unsigned_and_negative, e->pos);
}

// left: the type that is shifted, in `x <<= n` that of x.
static void check_shift(Numbers *w, const Type *left, const Expr *count, Known n) {
    if (!n.is || !ty_is_integral(left)) return;
    uint32_t bits = left->kind == TY_BOOL ? 8 : (uint32_t)ty_int_bits(left);
    if (is_signed(count->type) && apint_is_neg(&n.v))
        warn(w, w_shift_negative, xe_first_pos(count));
    else if (apint_u64(&n.v) >= bits)
        warn(w, w_shift_large, xe_first_pos(count));
}

// Right operands that no operation of the kind takes. left: the operand, or the type of `x op= n`.
static void check_operand(Numbers *w, CxxOp op, const Type *left, const Expr *right, Known n) {
    switch (op) {
    case OP_DIV:
    case OP_DIV_ASSIGN:
    case OP_REM:
    case OP_REM_ASSIGN: {
        bool rem = op == OP_REM || op == OP_REM_ASSIGN;
        if (!n.is || !apint_is_zero(&n.v) || (!rem && !ty_is_integral(left))) return;
        if (rem)
            warn(w, w_remainder_by_zero, xe_first_pos(right));
        else
            warn(w, w_divided_by_zero, xe_first_pos(right));
        return;
    }
    case OP_SHL:
    case OP_SHR:
    case OP_SHL_ASSIGN:
    case OP_SHR_ASSIGN: check_shift(w, left, right, n); return;
    default: return;
    }
}

static Known fold_logical(Numbers *w, const Expr *e) {
    Known a = fold(w, e->a);
    bool first = a.is && !apint_is_zero(&a.v), decided = a.is && first == (e->op == OP_LOR);
    w->dead += decided;
    Known b = fold(w, e->b);
    w->dead -= decided;
    if (decided) return (Known){true, false, apint_from_u64(8, first)};
    if (!a.is || !b.is) return unknown();
    return (Known){true, false, apint_from_u64(8, !apint_is_zero(&b.v))};
}

static Known fold_binary(Numbers *w, const Expr *e) {
    CxxOp op = (CxxOp)e->op;
    if (op == OP_LAND || op == OP_LOR) return fold_logical(w, e);
    Known a = fold(w, e->a), b = fold(w, e->b);
    if (!is_int(e->b)) return unknown();
    check_operand(w, op, ty_unqual(e->a->type), e->b, b);
    if (!is_int(e->a)) return unknown();
    bool s = is_signed(e->a->type), compares = op >= OP_EQ && op <= OP_GE;
    if (compares) check_comparison(w, e, a, b);
    if (!a.is || !b.is) return unknown();
    if (compares) {
        bool r = a.v.width == b.v.width && compare(op, apint_cmp(a.v, b.v, s));
        return (Known){a.v.width == b.v.width, false, apint_from_u64(8, r)};
    }
    Known r = {.bits = op == OP_AND || op == OP_OR || op == OP_XOR};
    bool over = false, shift = op == OP_SHL || op == OP_SHR;
    if (!shift && a.v.width != b.v.width) return unknown();
    r.is = arithmetic(op, a.v, b.v, s, &r.v, &over);
    if (over) warn(w, w_out_of_range, e->pos);
    return r;
}

// Both operands are converted, though only one is evaluated.
static Known fold_arm(Numbers *w, const Expr *e, bool dead) {
    bool converted = dead && e->kind == E_CAST && e->flags & EF_IMPLICIT && e->op == CK_INT;
    if (converted) {
        w->dead++;
        Known k = fold(w, e->a);
        w->dead--;
        if (k.is && is_int(e) && is_int(e->a)) check_change(w, e->a, e->type, k);
        return unknown();
    }
    w->dead += dead;
    Known k = fold(w, e);
    w->dead -= dead;
    return k;
}

static Known fold_cond(Numbers *w, const Expr *e) {
    Known c = fold(w, e->a);
    bool yes = c.is && !apint_is_zero(&c.v), no = c.is && !yes;
    Known b = e->b ? fold_arm(w, e->b, no) : unknown();
    Known d = e->c ? fold_arm(w, e->c, yes) : unknown();
    return yes ? b : no ? d : unknown();
}

// ---- the walk ----------------------------------------------------------------------------------

static void walk_parts(Numbers *w, const Expr *e) {
    if (e->a) fold(w, e->a);
    if (e->b) fold(w, e->b);
    if (e->c) fold(w, e->c);
    for (uint32_t i = 0; i < e->n; i++) {
        if (e->arg && e->arg[i]) fold(w, e->arg[i]);
    }
}

static Known fold(Numbers *w, const Expr *e) {
    switch ((ExprKind)e->kind) {
    case E_INT: return (Known){is_int(e), e->pad & XP_BITS, e->u.i};
    case E_CONST:
        if (e->u.val && e->u.val->kind == CV_INT) return (Known){is_int(e), false, e->u.val->u.i};
        return unknown();
    case E_FLOAT:
    case E_STRING:
    case E_DECLREF: return unknown();
    case E_CAST: return fold_cast(w, e);
    case E_UNARY: return fold_unary(w, e);
    case E_BINARY: return fold_binary(w, e);
    case E_COND: return fold_cond(w, e);
    case E_CLEANUPS: return fold(w, e->a);
    case E_ASSIGN: {
        fold(w, e->a);
        Known b = fold(w, e->b);
        if (is_int(e->b)) check_operand(w, (CxxOp)e->op, ty_unqual(e->a->type), e->b, b);
        return unknown();
    }
    case E_STMT: walk_stmt(w, e->u.stmt); return unknown();
    default: walk_parts(w, e); return unknown();
    }
}

static void walk_asm(Numbers *w, const AsmData *a) {
    for (uint32_t i = 0; i < a->nout; i++) fold(w, a->out[i].e);
    for (uint32_t i = 0; i < a->nin; i++) fold(w, a->in[i].e);
}

static void walk_stmt(Numbers *w, const Stmt *s) {
    switch ((StmtKind)s->kind) {
    case S_COMPOUND:
        for (uint32_t i = 0; i < s->u.list.n; i++) walk_stmt(w, s->u.list.at[i]);
        return;
    case S_DECL:
        for (uint32_t i = 0; i < s->u.decl.n; i++) {
            if (s->u.decl.var[i]->init) fold(w, s->u.decl.var[i]->init);
        }
        return;
    case S_RANGE_FOR:
        if (s->u.range && s->u.range->range && s->u.range->range->init)
            fold(w, s->u.range->range->init);
        break;
    case S_ASM: walk_asm(w, s->u.asm_); return;
    case S_ERROR: return;
    default: break;
    }
    if (s->init) walk_stmt(w, s->init);
    if (s->kind != S_RANGE_FOR && s->e && !xe_err(s->e)) fold(w, s->e);
    if (s->kind == S_FOR && s->inc) fold(w, s->inc);
    if (s->body) walk_stmt(w, s->body);
    if (s->els) walk_stmt(w, s->els);
}

void xe_warn_numbers(Parse *p, const FuncDecl *f, const Stmt *body) {
    Numbers w = {.x = p->x};
    for (uint32_t i = 0; i < f->ninit; i++) {
        if (f->inits[i].init) fold(&w, f->inits[i].init);
    }
    walk_stmt(&w, body);
}

void xe_warn_number(Parse *p, const Expr *e) {
    Cxx *x = p->x;
    if (!e || xe_err(e) || xe_vdep(e) || diag_silent(x->ctx) || diag_trapped(x->ctx)) return;
    if (cxx_in_system_header(x, e->pos) && !cxx_in_main_file(x, e->pos)) return;
    Numbers w = {.x = x};
    fold(&w, e);
}
