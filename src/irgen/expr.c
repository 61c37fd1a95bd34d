// SPDX-License-Identifier: Apache-2.0
// Scalar prvalues: operators, short-circuit evaluation, increments, member pointers.
#include "irgen/gen.h"

void gen_error(Fn *fn, Pos pos, const char *what) {
    diag(fn->g->ctx, GEN_ROW(gen_unsupported), pos, what);
}

// What the host runs and device code may call (constexpr functions) ends there, as nvcc's code
// does.
void gen_throw(Fn *fn, Expr *e) {
    const FuncDecl *f = fn->fd;
    bool device = !f || f->d.cuda & (CU_DEVICE | CU_GLOBAL) || fn->g->x->opt.default_device ||
                  (f->cls && f->cls->is_closure);
    if (device) {
        gen_error(fn, e->pos, "exception handling");
        return;
    }
    ir_call_intrin(&fn->b, IR_I_trap, NULL, 0, NULL);
    ir_unreachable(&fn->b);
    gen_at(fn, gen_block(fn, "after.throw"));
}

void gen_hidden_error(Gen *g, Pos pos) {
    if (!diag_error_count(g->ctx)) diag(g->ctx, GEN_ROW(gen_hidden), pos);
}

IrValue *gen_const_value(Fn *fn, IrConst *c, Type *t) {
    if (ty_unqual(t)->kind != TY_BOOL) return &c->v;
    return ir_trunc(&fn->b, &c->v, fn->g->m->ty_i1);
}

typedef struct ArithRow {
    uint8_t i, u, f; // IrOp for signed, unsigned, floating operands; 0: not defined
    bool nsw;
} ArithRow;
static const ArithRow arith_rows[] = {
    [OP_ADD] = {IR_ADD, IR_ADD, IR_FADD, true},
    [OP_SUB] = {IR_SUB, IR_SUB, IR_FSUB, true},
    [OP_MUL] = {IR_MUL, IR_MUL, IR_FMUL, true},
    [OP_DIV] = {IR_SDIV, IR_UDIV, IR_FDIV, false},
    [OP_REM] = {IR_SREM, IR_UREM, IR_FREM, false},
    [OP_AND] = {IR_AND, IR_AND, 0, false},
    [OP_OR] = {IR_OR, IR_OR, 0, false},
    [OP_XOR] = {IR_XOR, IR_XOR, 0, false},
    [OP_SHL] = {IR_SHL, IR_SHL, 0, false},
    [OP_SHR] = {IR_ASHR, IR_LSHR, 0, false},
};

static IrValue *pointer_add(Fn *fn, CxxOp op, Type *t, IrValue *p, IrValue *i, bool sign) {
    IrBuilder *b = &fn->b;
    Type *to = t->u.ptr.to;
    i = ir_int_resize(b, i, fn->g->m->ty_i64, sign);
    if (op == OP_SUB) i = ir_neg(b, i);
    bool bytes = to->kind == TY_VOID || to->kind == TY_FUNC; // GNU: size 1
    IrType *el = bytes ? fn->g->m->ty_i8 : gen_mem_type(fn->g, to);
    return ir_gep1(b, el, p, i, IR_INBOUNDS);
}

// Both operands have type t; a NULL second operand stands for one (increments of pointers).
IrValue *gen_arith(Fn *fn, CxxOp op, Type *t, IrValue *a, IrValue *b) {
    t = ty_unqual(t);
    if (t->kind == TY_PTR) {
        IrValue *i = b ? b : &ir_int(fn->g->m->ty_i64, 1)->v;
        return pointer_add(fn, op, t, a, i, true);
    }
    if (t->kind == TY_BOOL) { // only bitwise compound assignments and increments come here
        if (op == OP_ADD) return &ir_true(fn->g->m)->v;
    }
    Type *el = t->kind == TY_VECTOR ? t->u.array.elem : t;
    const ArithRow *r = &arith_rows[op];
    if (ty_is_floating(el)) return ir_bin(&fn->b, (IrOp)r->f, 0, a, b);
    bool sign = gen_is_signed(el);
    if (op == OP_SHL || op == OP_SHR) b = ir_int_resize(&fn->b, b, a->type, false);
    uint16_t flags = sign && r->nsw && ty_int_bits(el) >= 32 ? IR_NSW : 0;
    return ir_bin(&fn->b, (IrOp)(sign ? r->i : r->u), flags, a, b);
}

static IrPred compare_pred(CxxOp op, Type *t) {
    static const uint8_t pred[][3] = {
        [OP_EQ - OP_EQ] = {IR_EQ, IR_EQ, IR_FCMP_OEQ},
        [OP_NE - OP_EQ] = {IR_NE, IR_NE, IR_FCMP_UNE},
        [OP_LT - OP_EQ] = {IR_SLT, IR_ULT, IR_FCMP_OLT},
        [OP_GT - OP_EQ] = {IR_SGT, IR_UGT, IR_FCMP_OGT},
        [OP_LE - OP_EQ] = {IR_SLE, IR_ULE, IR_FCMP_OLE},
        [OP_GE - OP_EQ] = {IR_SGE, IR_UGE, IR_FCMP_OGE},
    };
    Type *el = t->kind == TY_VECTOR ? t->u.array.elem : t;
    int k = ty_is_floating(el) ? 2 : gen_is_signed(el) && el->kind != TY_BOOL ? 0 : 1;
    if (el->kind == TY_MEMPTR) k = 1;
    return (IrPred)pred[op - OP_EQ][k];
}

static IrValue *memptr_equal(Fn *fn, Expr *e) { // member function pointers: both words
    IrBuilder *b = &fn->b;
    IrType *i64 = fn->g->m->ty_i64;
    IrValue *pa = gen_addr(fn, e->a), *pb = gen_addr(fn, e->b);
    IrValue *fa = &ir_load(b, i64, pa, 8)->v, *fb = &ir_load(b, i64, pb, 8)->v;
    IrValue *aa = &ir_load(b, i64, ir_ptradd_c(b, pa, 8, IR_INBOUNDS), 8)->v;
    IrValue *ab = &ir_load(b, i64, ir_ptradd_c(b, pb, 8, IR_INBOUNDS), 8)->v;
    IrValue *null = ir_cmp(b, IR_EQ, fa, &ir_int(i64, 0)->v);
    IrValue *same = ir_or(b, null, ir_cmp(b, IR_EQ, aa, ab));
    IrValue *eq = ir_and(b, ir_cmp(b, IR_EQ, fa, fb), same);
    return e->op == OP_NE ? ir_not(b, eq) : eq;
}

static IrValue *compare(Fn *fn, Expr *e) {
    if (e->a->type->kind == TY_MEMPTR && gen_is_agg(e->a->type)) return memptr_equal(fn, e);
    Type *t = ty_unqual(e->a->type);
    IrValue *a = gen_scalar(fn, e->a), *b = gen_scalar(fn, e->b);
    IrValue *r = ir_cmp(&fn->b, compare_pred(e->op, t), a, b);
    if (t->kind == TY_VECTOR) return ir_sext(&fn->b, r, gen_mem_type(fn->g, e->type));
    return r;
}

// <=>: -1, 0, 1, and 2 for unordered (cxx/convert/operator.c).
static IrValue *three_way(Fn *fn, Expr *e) {
    IrBuilder *b = &fn->b;
    IrType *i8 = fn->g->m->ty_i8;
    Type *t = ty_unqual(e->a->type);
    IrValue *l = gen_scalar(fn, e->a), *r = gen_scalar(fn, e->b);
    IrValue *lt = ir_cmp(b, compare_pred(OP_LT, t), l, r);
    IrValue *eq = ir_cmp(b, compare_pred(OP_EQ, t), l, r);
    IrValue *greater = &ir_int(i8, 1)->v;
    if (ty_is_floating(t)) {
        IrValue *gt = ir_cmp(b, compare_pred(OP_GT, t), l, r);
        greater = ir_select(b, gt, greater, &ir_int(i8, 2)->v);
    }
    IrValue *v = ir_select(b, lt, &ir_int(i8, 0xff)->v, greater);
    return ir_select(b, eq, &ir_int(i8, 0)->v, v);
}

static IrValue *pointer_diff(Fn *fn, Expr *e) {
    IrBuilder *b = &fn->b;
    IrType *i64 = fn->g->m->ty_i64;
    Type *to = e->a->type->u.ptr.to;
    IrValue *p = ir_ptrtoint(b, gen_scalar(fn, e->a), i64);
    IrValue *q = ir_ptrtoint(b, gen_scalar(fn, e->b), i64);
    IrValue *d = ir_sub(b, p, q);
    uint64_t size = to->kind == TY_VOID || to->kind == TY_FUNC ? 1 : gen_size(fn->g, to);
    if (size <= 1) return d;
    return ir_bin(b, IR_SDIV, IR_EXACT, d, &ir_int(i64, size)->v);
}

// && and ||: a phi over the two ways.
static IrValue *logical(Fn *fn, Expr *e) {
    IrModule *m = fn->g->m;
    bool is_and = e->op == OP_LAND;
    IrBlock *rhs = gen_block(fn, is_and ? "land.rhs" : "lor.rhs");
    IrBlock *end = gen_block(fn, is_and ? "land.end" : "lor.end");
    gen_cond(fn, e->a, is_and ? rhs : end, is_and ? end : rhs);
    gen_at(fn, rhs);
    fn->cond_depth++;
    IrValue *v = gen_scalar(fn, e->b);
    fn->cond_depth--;
    IrBlock *from = fn->b.bb;
    gen_goto(fn, end);
    gen_at(fn, end);
    IrInst *phi = ir_phi(&fn->b, m->ty_i1, 2);
    IR_FOREACH_PRED(u, end) {
        IrBlock *p = u->user->block;
        ir_phi_add(phi, p == from ? v : is_and ? &ir_false(m)->v : &ir_true(m)->v, p);
    }
    return &phi->v;
}

static IrValue *binary(Fn *fn, Expr *e) {
    switch (e->op) {
    case OP_LAND:
    case OP_LOR: return logical(fn, e);
    case OP_COMMA: gen_void(fn, e->a); return gen_scalar(fn, e->b);
    case OP_EQ:
    case OP_NE:
    case OP_LT:
    case OP_GT:
    case OP_LE:
    case OP_GE: return compare(fn, e);
    case OP_CMP3: return three_way(fn, e);
    case OP_ADD:
    case OP_SUB: {
        bool pa = e->a->type->kind == TY_PTR, pb = e->b->type->kind == TY_PTR;
        if (pa && pb) return pointer_diff(fn, e);
        if (pa || pb) {
            IrValue *a = gen_scalar(fn, e->a), *b = gen_scalar(fn, e->b);
            Expr *pe = pa ? e->a : e->b, *ie = pa ? e->b : e->a;
            return pointer_add(fn, (CxxOp)e->op, pe->type, pa ? a : b, pa ? b : a,
                               gen_is_signed(ie->type));
        }
        break;
    }
    default: break;
    }
    IrValue *a = gen_scalar(fn, e->a), *b = gen_scalar(fn, e->b);
    return gen_arith(fn, (CxxOp)e->op, e->type, a, b);
}

static IrValue *unary(Fn *fn, Expr *e) {
    IrBuilder *b = &fn->b;
    switch (e->op) {
    case OP_PLUS: return gen_scalar(fn, e->a);
    case OP_MINUS: {
        IrValue *v = gen_scalar(fn, e->a);
        Type *el = e->type->kind == TY_VECTOR ? e->type->u.array.elem : e->type;
        if (ty_is_floating(el)) return ir_fneg(b, v);
        uint16_t nsw = gen_is_signed(el) ? IR_NSW : 0;
        return ir_bin(b, IR_SUB, nsw, &ir_null(fn->g->m, v->type)->v, v);
    }
    case OP_NOT: return ir_not(b, gen_scalar(fn, e->a));
    case OP_BITNOT: return ir_not(b, gen_scalar(fn, e->a));
    case OP_ADDR:
        if (e->type->kind == TY_MEMPTR) { // &Class::member
            ConstVal v = {.kind = CV_MEMPTR, .type = e->type, .u.mp = {e->a->u.decl, 0}};
            return &gen_const(fn->g, &v, e->type)->v;
        }
        return gen_addr(fn, e->a);
    case OP_POSTINC:
    case OP_POSTDEC: return gen_step(fn, e, &(Place){0});
    case OP_DEREF:
    case OP_PREINC:
    case OP_PREDEC: return gen_load(fn, gen_place(fn, e));
    default:
        gen_error(fn, e->pos, "this operator");
        return &ir_undef(fn->g->m, fn->g->m->ty_i32)->v;
    }
}

// A vector as the condition: both operands are there, each element is chosen.
static IrValue *choose_elements(Fn *fn, Expr *e) {
    IrValue *c = gen_scalar(fn, e->a), *t = gen_scalar(fn, e->b), *f = gen_scalar(fn, e->c);
    return ir_select(&fn->b, ir_cmp(&fn->b, IR_NE, c, &ir_null(fn->g->m, c->type)->v), t, f);
}

static IrValue *conditional(Fn *fn, Expr *e) {
    if (e->a->type->kind == TY_VECTOR) return choose_elements(fn, e);
    IrBlock *t = gen_block(fn, "cond.true"), *f = gen_block(fn, "cond.false");
    IrBlock *end = gen_block(fn, "cond.end");
    IrValue *r[2];
    IrBlock *from[2];
    IrValue *common = NULL;
    if (!e->b) { // GNU a ?: c
        common = gen_scalar(fn, e->a);
        ir_condbr(&fn->b, gen_bool_of(fn, common, e->a->type), t, f);
    } else {
        gen_cond(fn, e->a, t, f);
    }
    fn->cond_depth++;
    for (int i = 0; i < 2; i++) {
        gen_at(fn, i ? f : t);
        r[i] = i == 0 && common ? common : gen_scalar(fn, i ? e->c : e->b);
        from[i] = gen_reachable(fn) ? fn->b.bb : NULL;
        gen_goto(fn, end);
    }
    fn->cond_depth--;
    gen_at(fn, end);
    if (e->type->kind == TY_VOID) return NULL;
    IrInst *phi = ir_phi(&fn->b, gen_value_type(fn->g, e->type), 2);
    for (int i = 0; i < 2; i++) {
        if (!r[i]) r[i] = &ir_undef(fn->g->m, phi->v.type)->v; // throw
        if (from[i]) ir_phi_add(phi, r[i], from[i]);
    }
    return &phi->v;
}

void gen_cond(Fn *fn, Expr *e, IrBlock *t, IrBlock *f) {
    if (e->kind == E_BINARY && (e->op == OP_LAND || e->op == OP_LOR)) {
        IrBlock *rhs = gen_block(fn, e->op == OP_LAND ? "land.rhs" : "lor.rhs");
        gen_cond(fn, e->a, e->op == OP_LAND ? rhs : t, e->op == OP_LAND ? f : rhs);
        gen_at(fn, rhs);
        fn->cond_depth++;
        gen_cond(fn, e->b, t, f);
        fn->cond_depth--;
        return;
    }
    if (e->kind == E_UNARY && e->op == OP_NOT) {
        gen_cond(fn, e->a, f, t);
        return;
    }
    IrValue *v = gen_bool_of(fn, gen_scalar(fn, e), e->type);
    if (gen_reachable(fn)) ir_condbr(&fn->b, v, t, f);
}

static IrValue *stmt_expr(Fn *fn, Expr *e) {
    Stmt *s = e->u.stmt;
    Cleanup *c = fn->cleanups;
    IrValue *r = NULL;
    uint32_t n = s->u.list.n;
    for (uint32_t i = 0; i < n; i++) {
        Stmt *k = s->u.list.at[i];
        bool last = i + 1 == n && k->kind == S_EXPR && e->type->kind != TY_VOID;
        if (last && !gen_reachable(fn)) gen_at(fn, gen_block(fn, "dead"));
        if (last && !gen_is_agg(e->type))
            r = gen_scalar(fn, k->e);
        else
            gen_stmt(fn, k);
    }
    gen_pop_cleanups(fn, c);
    if (!gen_reachable(fn)) gen_at(fn, gen_block(fn, "dead")); // the expression around it goes on
    return r;
}

static IrValue *vector_init(Fn *fn, Expr *e) {
    IrValue *r = &ir_null(fn->g->m, gen_mem_type(fn->g, e->type))->v;
    for (uint32_t i = 0; i < e->n; i++) {
        IrValue *x = gen_scalar(fn, e->arg[i]);
        r = ir_insertelement(&fn->b, r, x, &ir_int(fn->g->m->ty_i32, i)->v);
    }
    return r;
}

static IrValue *scalar_init_list(Fn *fn, Expr *e) { // int{x}
    if (e->type->kind == TY_VECTOR) return vector_init(fn, e);
    if (e->n == 1) return gen_scalar(fn, e->arg[0]);
    return gen_const_value(fn, ir_null(fn->g->m, gen_mem_type(fn->g, e->type)), e->type);
}

IrValue *gen_scalar(Fn *fn, Expr *e) {
    Gen *g = fn->g;
    // the front end limits Expr.height: this is for what no height counts
    if (++fn->depth > 2 * g->ctx->max_chain) cu_fatal(g->ctx, "expression nested too deeply");
    IrValue *r = NULL;
    IrConst *c = e->cat == VC_PRVALUE ? gen_const_expr(g, e) : NULL;
    if (c) {
        r = gen_const_value(fn, c, e->type);
    } else {
        switch (e->kind) {
        case E_UNARY: r = unary(fn, e); break;
        case E_BINARY: r = binary(fn, e); break;
        case E_COND: r = conditional(fn, e); break;
        case E_CAST: r = gen_cast(fn, e); break;
        case E_CALL:
        case E_MEMPTR_CALL: r = gen_call(fn, e, NULL); break;
        case E_BUILTIN: r = gen_builtin(fn, (FuncDecl *)e->u.decl, e, NULL); break;
        case E_THIS: r = fn->this_; break;
        case E_CLEANUPS: {
            Cleanup *outer = fn->cleanups;
            r = gen_scalar(fn, e->a);
            gen_pop_cleanups(fn, outer);
            break;
        }
        case E_STMT: r = stmt_expr(fn, e); break;
        case E_NEW: r = gen_new(fn, e); break;
        case E_DELETE: gen_delete(fn, e); break;
        case E_PSEUDO_DTOR: gen_void(fn, e->a); break;
        case E_VECTOR_INIT: r = vector_init(fn, e); break;
        case E_INIT_LIST: r = scalar_init_list(fn, e); break;
        case E_OPAQUE: r = gen_scalar(fn, e->a); break;
        case E_ERROR:
            gen_hidden_error(fn->g, e->pos);
            r = &ir_undef(g->m, g->m->ty_i32)->v;
            break;
        case E_THROW: gen_throw(fn, e); break;
        case E_VA_ARG: r = gen_va_arg(fn, e); break;
        case E_TYPEID: gen_error(fn, e->pos, "typeid"); break;
        case E_DYNAMIC_CAST: gen_error(fn, e->pos, "dynamic_cast"); break;
        case E_LAUNCH: gen_launch(fn, e); break;
        default:
            if (e->cat != VC_PRVALUE)
                r = gen_load(fn, gen_place(fn, e));
            else
                gen_error(fn, e->pos, "this expression");
        }
    }
    fn->depth--;
    if (!r && e->type->kind != TY_VOID) r = &ir_undef(g->m, gen_value_type(g, e->type))->v;
    return r;
}

// Evaluates for side effects. A discarded glvalue is not read unless volatile [expr.context].
void gen_void(Fn *fn, Expr *e) {
    if (!gen_reachable(fn)) return;
    if (e->kind == E_CLEANUPS) {
        Cleanup *outer = fn->cleanups;
        gen_void(fn, e->a);
        gen_pop_cleanups(fn, outer);
    } else if (e->kind == E_CAST && e->op == CK_VOID) {
        gen_void(fn, e->a);
    } else if (e->kind == E_BINARY && e->op == OP_COMMA) {
        gen_void(fn, e->a);
        gen_void(fn, e->b);
    } else if (e->kind == E_COND && e->b && (gen_is_agg(e->type) || e->cat != VC_PRVALUE)) {
        IrBlock *t = gen_block(fn, "cond.true"), *f = gen_block(fn, "cond.false");
        IrBlock *end = gen_block(fn, "cond.end");
        gen_cond(fn, e->a, t, f);
        fn->cond_depth++;
        for (int i = 0; i < 2; i++) {
            gen_at(fn, i ? f : t);
            gen_void(fn, i ? e->c : e->b);
            gen_goto(fn, end);
        }
        fn->cond_depth--;
        gen_at(fn, end);
    } else if (e->kind == E_DECLREF && !(e->type->quals & Q_VOLATILE)) {
        return; // it may name a constant that has no storage
    } else if (e->cat != VC_PRVALUE) {
        Place p = gen_place(fn, e);
        bool read =
            (p.type->quals & Q_VOLATILE) && !gen_is_agg(p.type) && cxx_is_read_when_discarded(e);
        if (read) gen_load(fn, p);
    } else if (gen_is_agg(e->type)) {
        Place p = gen_temp(fn, e->type);
        gen_agg(fn, e, p);
        if (cxx_find_dtor(fn->g->x, e->type)) gen_push_cleanup(fn, p.addr, e->type);
    } else {
        gen_scalar(fn, e);
    }
}
