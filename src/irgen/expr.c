// SPDX-License-Identifier: Apache-2.0
// Scalar prvalues: operators, casts, short-circuit evaluation, increments, member pointers.
#include "irgen/gen.h"

// The predicate by operator and kind of operands. Unordered floats are unequal and nothing else.
static IrPred compare_pred(CxxOp op, Type *type) {
    static const uint8_t pred[][3] = {
        [OP_EQ - OP_EQ] = {IR_EQ, IR_EQ, IR_FCMP_OEQ},
        [OP_NE - OP_EQ] = {IR_NE, IR_NE, IR_FCMP_UNE},
        [OP_LT - OP_EQ] = {IR_SLT, IR_ULT, IR_FCMP_OLT},
        [OP_GT - OP_EQ] = {IR_SGT, IR_UGT, IR_FCMP_OGT},
        [OP_LE - OP_EQ] = {IR_SLE, IR_ULE, IR_FCMP_OLE},
        [OP_GE - OP_EQ] = {IR_SGE, IR_UGE, IR_FCMP_OGE},
    };
    Type *el = type->kind == TY_VECTOR ? type->u.array.elem : type;
    int k = ty_is_floating(el) ? 2 : gen_is_signed(el) && el->kind != TY_BOOL ? 0 : 1;
    // Pointers to data members are offsets, compared as they are.
    if (el->kind == TY_MEMPTR) k = 1;
    return (IrPred)pred[op - OP_EQ][k];
}

// Equal if the functions are and, unless both are null, the adjustments (Itanium 2.3).
static IrValue *memptr_equal(Fn *fn, Expr *expr) { // member function pointers: both words
    IrBuilder *b = &fn->b;
    IrType *i64 = fn->g->m->ty_i64;
    IrValue *pa = gen_addr(fn, expr->a), *pb = gen_addr(fn, expr->b);
    IrValue *fa = &ir_load(b, i64, pa, 8)->v, *fb = &ir_load(b, i64, pb, 8)->v;
    IrValue *aa = &ir_load(b, i64, ir_ptradd_c(b, pa, 8, IR_INBOUNDS), 8)->v;
    IrValue *ab = &ir_load(b, i64, ir_ptradd_c(b, pb, 8, IR_INBOUNDS), 8)->v;
    // A null pointer's second word may hold anything.
    IrValue *null = ir_cmp(b, IR_EQ, fa, &ir_int(i64, 0)->v);
    IrValue *same = ir_or(b, null, ir_cmp(b, IR_EQ, aa, ab));
    IrValue *eq = ir_and(b, ir_cmp(b, IR_EQ, fa, fb), same);
    return expr->op == OP_NE ? ir_not(b, eq) : eq;
}

// Relations of scalars, and of vectors element by element, which give masks.
static IrValue *compare(Fn *fn, Expr *operation) {
    // Pointers to member functions are two words in memory.
    if (operation->a->type->kind == TY_MEMPTR && gen_is_agg(operation->a->type))
        return memptr_equal(fn, operation);
    Type *t = ty_unqual(operation->a->type);
    IrValue *a = gen_scalar(fn, operation->a), *b = gen_scalar(fn, operation->b);
    IrValue *r = ir_cmp(&fn->b, compare_pred(operation->op, t), a, b);
    if (t->kind == TY_VECTOR) return ir_sext(&fn->b, r, gen_mem_type(fn->g, operation->type));
    return r;
}

// <=>: -1, 0, 1, and 2 for unordered (cxx/convert/operator.c).
static IrValue *three_way(Fn *fn, Expr *operation) {
    IrBuilder *builder = &fn->b;
    IrType *i8 = fn->g->m->ty_i8;
    Type *type = ty_unqual(operation->a->type);
    IrValue *l = gen_scalar(fn, operation->a), *r = gen_scalar(fn, operation->b);
    IrValue *lt = ir_cmp(builder, compare_pred(OP_LT, type), l, r);
    IrValue *eq = ir_cmp(builder, compare_pred(OP_EQ, type), l, r);
    IrValue *greater = &ir_int(i8, 1)->v;
    if (ty_is_floating(type)) {
        IrValue *gt = ir_cmp(builder, compare_pred(OP_GT, type), l, r);
        greater = ir_select(builder, gt, greater, &ir_int(i8, 2)->v);
    }
    // 0xff is -1.
    IrValue *v = ir_select(builder, lt, &ir_int(i8, 0xff)->v, greater);
    return ir_select(builder, eq, &ir_int(i8, 0)->v, v);
}

// The difference in elements; it is exact by the language's rule [expr.add]/5.
static IrValue *pointer_diff(Fn *fn, Expr *operation) {
    IrBuilder *b = &fn->b;
    IrType *i64 = fn->g->m->ty_i64;
    Type *to = operation->a->type->u.ptr.to;
    IrValue *p = ir_ptrtoint(b, gen_scalar(fn, operation->a), i64);
    IrValue *q = ir_ptrtoint(b, gen_scalar(fn, operation->b), i64);
    IrValue *d = ir_sub(b, p, q);
    uint64_t size = is_any_of(to->kind, TY_VOID, TY_FUNC) ? 1 : gen_size(fn->g, to);
    if (size <= 1) return d;
    return ir_bin(b, IR_SDIV, IR_EXACT, d, &ir_int(i64, size)->v);
}

// && and ||: a phi over the two ways. Where the first operand decides, `end` has one edge for each
// place that it branched at.
static IrValue *logical(Fn *fn, Expr *operation) {
    IrModule *module = fn->g->m;
    bool is_and = operation->op == OP_LAND;
    IrBlock *rhs = gen_block(fn, is_and ? "land.rhs" : "lor.rhs");
    IrBlock *end = gen_block(fn, is_and ? "land.end" : "lor.end");
    gen_cond(fn, operation->a, is_and ? rhs : end, is_and ? end : rhs);
    gen_at(fn, rhs);
    fn->cond_depth++;
    IrValue *value = gen_scalar(fn, operation->b);
    fn->cond_depth--;
    IrBlock *from = fn->b.bb;
    gen_goto(fn, end);
    gen_at(fn, end);
    // Where the second operand did not decide, the first one did.
    IrInst *phi = ir_phi(&fn->b, module->ty_i1, 2);
    IR_FOREACH_PRED(u, end) {
        IrBlock *p = u->user->block;
        ir_phi_add(phi, p == from ? value : is_and ? &ir_false(module)->v : &ir_true(module)->v, p);
    }
    return &phi->v;
}

// Operators by kind. Pointers have arithmetic of their own.
static IrValue *binary(Fn *fn, Expr *operation) {
    switch (operation->op) {
    case OP_LAND:
    case OP_LOR: return logical(fn, operation);
    case OP_COMMA: gen_void(fn, operation->a); return gen_scalar(fn, operation->b);
    case OP_EQ:
    case OP_NE:
    case OP_LT:
    case OP_GT:
    case OP_LE:
    case OP_GE: return compare(fn, operation);
    case OP_CMP3: return three_way(fn, operation);
    case OP_ADD:
    case OP_SUB: {
        bool pa = operation->a->type->kind == TY_PTR, pb = operation->b->type->kind == TY_PTR;
        if (pa && pb) return pointer_diff(fn, operation);
        if (pa || pb) {
            IrValue *a = gen_scalar(fn, operation->a), *b = gen_scalar(fn, operation->b);
            Expr *pe = pa ? operation->a : operation->b, *ie = pa ? operation->b : operation->a;
            // The index may stand on either side of the +.
            return gen_pointer_add(fn, (CxxOp)operation->op, pe->type, pa ? a : b, pa ? b : a,
                                   gen_is_signed(ie->type));
        }
        break;
    }
    default: break;
    }
    IrValue *a = gen_scalar(fn, operation->a), *b = gen_scalar(fn, operation->b);
    return gen_arith(fn, (CxxOp)operation->op, operation->type, a, b);
}

// Prefix operators; those that name an object are loads of its place.
static IrValue *unary(Fn *fn, Expr *operation) {
    IrBuilder *builder = &fn->b;
    switch (operation->op) {
    case OP_PLUS: return gen_scalar(fn, operation->a);
    case OP_MINUS: {
        IrValue *v = gen_scalar(fn, operation->a);
        Type *el =
            operation->type->kind == TY_VECTOR ? operation->type->u.array.elem : operation->type;
        if (ty_is_floating(el)) return ir_fneg(builder, v);
        // The least value's negation overflows, which is undefined.
        uint16_t nsw = gen_is_signed(el) ? IR_NSW : 0;
        return ir_bin(builder, IR_SUB, nsw, &ir_null(fn->g->m, v->type)->v, v);
    }
    case OP_NOT: return ir_not(builder, gen_scalar(fn, operation->a));
    case OP_BITNOT: return ir_not(builder, gen_scalar(fn, operation->a));
    case OP_ADDR:
        if (operation->type->kind == TY_MEMPTR) { // &Class::member
            ConstVal v = {
                .kind = CV_MEMPTR, .type = operation->type, .u.mp = {operation->a->u.decl, 0}};
            return &gen_const(fn->g, &v, operation->type)->v;
        }
        return gen_addr(fn, operation->a);
    case OP_POSTINC:
    case OP_POSTDEC: return gen_step(fn, operation, &(Place){0});
    case OP_DEREF:
    case OP_PREINC:
    case OP_PREDEC: return gen_load(fn, gen_place(fn, operation));
    default:
        gen_error(fn, operation->pos, "this operator");
        return &ir_undef(fn->g->m, fn->g->m->ty_i32)->v;
    }
}

// A vector as the condition: both operands are there, each element is chosen.
static IrValue *choose_elements(Fn *fn, Expr *choice) {
    IrValue *c = gen_scalar(fn, choice->a), *t = gen_scalar(fn, choice->b),
            *f = gen_scalar(fn, choice->c);
    return ir_select(&fn->b, ir_cmp(&fn->b, IR_NE, c, &ir_null(fn->g->m, c->type)->v), t, f);
}

// Both arms meet in a phi; the arm that does not come back (throw) has no edge.
static IrValue *conditional(Fn *fn, Expr *choice) {
    if (choice->a->type->kind == TY_VECTOR) return choose_elements(fn, choice);
    IrBlock *bb = gen_block(fn, "cond.true"), *block = gen_block(fn, "cond.false");
    IrBlock *end = gen_block(fn, "cond.end");
    IrValue *value[2];
    IrBlock *from[2];
    IrValue *common = NULL;
    // a is evaluated once, both as the condition and as the value.
    if (!choice->b) { // GNU a ?: c
        common = gen_scalar(fn, choice->a);
        ir_condbr(&fn->b, gen_bool_of(fn, common, choice->a->type), bb, block);
    } else {
        gen_cond(fn, choice->a, bb, block);
    }
    fn->cond_depth++;
    for (int i = 0; i < 2; i++) {
        gen_at(fn, i ? block : bb);
        value[i] = i == 0 && common ? common : gen_scalar(fn, i ? choice->c : choice->b);
        from[i] = gen_reachable(fn) ? fn->b.bb : NULL;
        gen_goto(fn, end);
    }
    fn->cond_depth--;
    gen_at(fn, end);
    if (choice->type->kind == TY_VOID) return NULL;
    IrInst *phi = ir_phi(&fn->b, gen_value_type(fn->g, choice->type), 2);
    for (int i = 0; i < 2; i++) {
        if (!value[i]) value[i] = &ir_undef(fn->g->m, phi->v.type)->v; // throw
        if (from[i]) ir_phi_add(phi, value[i], from[i]);
    }
    return &phi->v;
}

// Branches on a condition without making its value first: &&, || and ! become edges. Nothing where
// the condition does not come back.
void gen_cond(Fn *fn, Expr *condition, IrBlock *if_true, IrBlock *if_false) {
    if (condition->kind == E_BINARY && is_any_of(condition->op, OP_LAND, OP_LOR)) {
        IrBlock *rhs = gen_block(fn, condition->op == OP_LAND ? "land.rhs" : "lor.rhs");
        gen_cond(fn, condition->a, condition->op == OP_LAND ? rhs : if_true,
                 condition->op == OP_LAND ? if_false : rhs);
        gen_at(fn, rhs);
        fn->cond_depth++;
        gen_cond(fn, condition->b, if_true, if_false);
        fn->cond_depth--;
        return;
    }
    if (xe_is(condition, E_UNARY, OP_NOT)) {
        gen_cond(fn, condition->a, if_false, if_true);
        return;
    }
    IrValue *v = gen_bool_of(fn, gen_scalar(fn, condition), condition->type);
    if (!gen_reachable(fn)) return;
    bool no_fold = fn->b.no_fold;
    fn->b.no_fold |= fn->g->debug != NULL; // a debugger sees the variables of dead branches
    ir_condbr(&fn->b, v, if_true, if_false);
    fn->b.no_fold = no_fold;
}

// GNU ({ ...; value; }): the last expression's value, computed before the temporaries end.
static IrValue *stmt_expr(Fn *fn, Expr *block) {
    Stmt *stmt = block->u.stmt;
    Cleanup *cleanup = fn->cleanups;
    IrValue *value = NULL;
    uint32_t n = stmt->u.list.n;
    for (uint32_t i = 0; i < n; i++) {
        Stmt *k = stmt->u.list.at[i];
        bool last = i + 1 == n && k->kind == S_EXPR && block->type->kind != TY_VOID;
        // The value is needed even if the statements before never come back.
        if (last && !gen_reachable(fn)) gen_at(fn, gen_block(fn, "dead"));
        if (last && !gen_is_agg(block->type))
            value = gen_scalar(fn, k->e);
        else
            gen_stmt(fn, k);
    }
    gen_pop_cleanups(fn, cleanup);
    if (!gen_reachable(fn)) gen_at(fn, gen_block(fn, "dead")); // the expression around it goes on
    return value;
}

// A vector from its elements; those that are missing are zero.
static IrValue *vector_init(Fn *fn, Expr *list) {
    IrValue *r = &ir_null(fn->g->m, gen_mem_type(fn->g, list->type))->v;
    for (uint32_t i = 0; i < list->n; i++) {
        IrValue *x = gen_scalar(fn, list->arg[i]);
        r = ir_insertelement(&fn->b, r, x, &ir_int(fn->g->m->ty_i32, i)->v);
    }
    return r;
}

static IrValue *scalar_init_list(Fn *fn, Expr *expr) { // int{x}
    if (expr->type->kind == TY_VECTOR) return vector_init(fn, expr);
    if (expr->n == 1) return gen_scalar(fn, expr->arg[0]);
    return gen_const_value(fn, ir_null(fn->g->m, gen_mem_type(fn->g, expr->type)), expr->type);
}

// ---- casts ----

// A null pointer to a data member (-1) stays null [conv.mem].
static IrValue *memptr_adjust(Fn *fn, Expr *conversion) {
    int64_t off = gen_memptr_offset(conversion);
    IrValue *v = gen_scalar(fn, conversion->a);
    if (!off) return v;
    IrValue *sum = ir_add(&fn->b, v, &ir_sint(v->type, off)->v);
    IrValue *null = ir_cmp(&fn->b, IR_EQ, v, &ir_sint(v->type, -1)->v);
    return ir_select(&fn->b, null, v, sum);
}

// Of a vector type (GNU's) each element by itself.
static IrValue *vector_convert(Fn *fn, Expr *conversion) {
    IrValue *v = gen_scalar(fn, conversion->a);
    Type *from = conversion->a->type->u.array.elem, *to = conversion->type->u.array.elem;
    IrValue *r = &ir_undef(fn->g->m, gen_mem_type(fn->g, conversion->type))->v;
    for (uint64_t i = 0; i < conversion->type->u.array.n; i++) {
        IrValue *k = &ir_int(fn->g->m->ty_i32, i)->v;
        IrValue *x = gen_convert(fn, ir_extractelement(&fn->b, v, k), from, to);
        r = ir_insertelement(&fn->b, r, x, k);
    }
    return r;
}

// A scalar in each element.
static IrValue *splat(Fn *fn, Expr *conversion) {
    IrValue *x = gen_scalar(fn, conversion->a);
    IrValue *r = &ir_undef(fn->g->m, gen_mem_type(fn->g, conversion->type))->v;
    for (uint64_t i = 0; i < conversion->type->u.array.n; i++) {
        r = ir_insertelement(&fn->b, r, x, &ir_int(fn->g->m->ty_i32, i)->v);
    }
    return r;
}

// The bits of a value as another type: in a register where both have the same kind of bits, else by
// way of memory.
static IrValue *value_bitcast(Fn *fn, Expr *conversion) {
    IrType *t = gen_mem_type(fn->g, conversion->type);
    if (!gen_is_agg(conversion->a->type) && conversion->a->cat == VC_PRVALUE) {
        IrValue *v = gen_scalar(fn, conversion->a);
        bool plain = v->type->kind != IR_TY_PTR && t->kind != IR_TY_PTR;
        if (plain && v->type != fn->g->m->ty_i1) return ir_bitcast(&fn->b, v, t);
    }
    Place p = gen_place(fn, conversion->a);
    p.type = conversion->type;
    // The source may be less aligned than the new type is.
    p.align = CU_MIN(p.align, gen_align(fn->g, conversion->type));
    return gen_load(fn, p);
}

// A cast whose result is a scalar; NULL for void.
static IrValue *cast(Fn *fn, Expr *conversion) {
    Gen *gen = fn->g;
    IrBuilder *builder = &fn->b;
    IrType *type = gen_value_type(gen, conversion->type);
    switch ((CastKind)conversion->op) {

    // Special registers (threadIdx.x) and constants are read where they stand, without memory.
    case CK_LVAL_TO_RVAL: {
        if (conversion->a->kind == E_MEMBER && conversion->a->a->kind == E_DECLREF &&
            conversion->a->a->u.decl->kind == D_VAR) {
            IrValue *s = gen_sreg(fn, (VarDecl *)conversion->a->a->u.decl,
                                  (FieldDecl *)conversion->a->u.decl);
            if (s) return s;
        }
        if (conversion->a->kind == E_DECLREF && conversion->a->u.decl->kind == D_VAR) {
            VarDecl *v = (VarDecl *)conversion->a->u.decl;
            IrValue *s = gen_sreg(fn, v, NULL);
            if (s) return s;
            // A local one has been initialised at run time; its memory counts.
            if (v->value && !map_get(&fn->local, (uintptr_t)v) && !ty_is_ref(v->d.type)) {
                return gen_const_value(fn, gen_const(gen, v->value, conversion->type),
                                       conversion->type);
            }
        }
        return gen_load(fn, gen_place(fn, conversion->a));
    }
    case CK_ARRAY_TO_PTR:
    case CK_FUNC_TO_PTR: return gen_addr(fn, conversion->a);
    case CK_INT:
    case CK_TO_BOOL_INT:
    case CK_TO_BOOL_FLOAT:
    case CK_TO_BOOL_PTR:
    case CK_INT_TO_FLOAT:
    case CK_FLOAT_TO_INT:
    case CK_FLOAT:
        return gen_convert(fn, gen_scalar(fn, conversion->a), conversion->a->type,
                           conversion->type);
    // A null pointer to a method has a null first word (Itanium C++ ABI 2.3).
    case CK_TO_BOOL_MEMPTR:
        if (gen_is_agg(conversion->a->type)) {
            Place p = gen_place(fn, conversion->a);
            return gen_bool_of(fn, &ir_load(builder, gen->m->ty_i64, p.addr, 8)->v, NULL);
        }
        return gen_bool_of(fn, gen_scalar(fn, conversion->a), conversion->a->type);
    // The operand may have effects.
    case CK_NULL_TO_PTR: gen_void(fn, conversion->a); return &ir_null(gen->m, type)->v;
    case CK_NULL_TO_MEMPTR: gen_void(fn, conversion->a); return &ir_sint(type, -1)->v;
    case CK_PTR_TO_INT:
        return ir_int_resize(builder,
                             ir_ptrtoint(builder, gen_scalar(fn, conversion->a), gen->m->ty_i64),
                             type, false);
    // Integers are extended by their own sign [expr.reinterpret.cast]/5.
    case CK_INT_TO_PTR: {
        IrValue *v = gen_scalar(fn, conversion->a);
        return ir_inttoptr(
            builder, ir_int_resize(builder, v, gen->m->ty_i64, gen_is_signed(conversion->a->type)),
            type);
    }
    case CK_DERIVED_TO_BASE:
    case CK_BASE_TO_DERIVED:
        return gen_base_adjust(fn, gen_scalar(fn, conversion->a),
                               conversion->a->type->u.ptr.to->u.cls,
                               &(BaseConv){conversion->u.base.path, conversion->u.base.npath,
                                           conversion->op == CK_DERIVED_TO_BASE, true});
    case CK_MEMPTR_CONV: return memptr_adjust(fn, conversion);
    case CK_VOID: gen_void(fn, conversion->a); return NULL;
    case CK_SPLAT: return splat(fn, conversion);
    case CK_VECTOR: return vector_convert(fn, conversion);
    case CK_VALUE_BITCAST: return value_bitcast(fn, conversion);
    // An lvalue under another type.
    case CK_LVAL_BITCAST: return gen_load(fn, gen_place(fn, conversion));
    case CK_NOOP:
    case CK_BITCAST:
    // Conversions that change nothing, and those of a user's function, whose call is the operand.
    case CK_COMPLEX:
    case CK_USER: {
        IrValue *v = gen_scalar(fn, conversion->a);
        if (!v || v->type == type) return v;
        return gen_convert(fn, v, conversion->a->type, conversion->type);
    }
    }
    gen_error(fn, conversion->pos, "this conversion");
    return &ir_undef(gen->m, type)->v;
}

// ---- all kinds ----

// The value of an expression that is no class and no array, NULL for void. Glvalues are read. After
// an error something undefined, so that code around it stays whole.
IrValue *gen_scalar(Fn *fn, Expr *expr) {
    Gen *gen = fn->g;
    // the front end limits Expr.height: this is for what no height counts
    if (++fn->depth > 2 * gen->ctx->max_chain) cu_fatal(gen->ctx, "expression nested too deeply");
    IrValue *value = NULL;
    // Constants are folded by the front end, and no code of their operands is made.
    IrConst *constant = expr->cat == VC_PRVALUE ? gen_const_expr(gen, expr) : NULL;
    if (constant) {
        value = gen_const_value(fn, constant, expr->type);
    } else {
        switch (expr->kind) {
        case E_UNARY: value = unary(fn, expr); break;
        case E_BINARY: value = binary(fn, expr); break;
        case E_COND: value = conditional(fn, expr); break;
        case E_CAST: value = cast(fn, expr); break;
        case E_CALL:
        case E_MEMPTR_CALL: value = gen_call(fn, expr, NULL); break;
        case E_BUILTIN: value = gen_builtin(fn, (FuncDecl *)expr->u.decl, expr, NULL); break;
        case E_THIS: value = fn->this_; break;
        case E_CLEANUPS: {
            Cleanup *outer = fn->cleanups;
            value = gen_scalar(fn, expr->a);
            gen_pop_cleanups(fn, outer);
            break;
        }
        case E_STMT: value = stmt_expr(fn, expr); break;
        case E_NEW: value = gen_new(fn, expr); break;
        case E_DELETE: gen_delete(fn, expr); break;
        case E_PSEUDO_DTOR: gen_void(fn, expr->a); break;
        case E_VECTOR_INIT: value = vector_init(fn, expr); break;
        case E_INIT_LIST: value = scalar_init_list(fn, expr); break;
        case E_OPAQUE: value = gen_scalar(fn, expr->a); break;
        case E_ERROR:
            gen_hidden_error(fn->g, expr->pos);
            value = &ir_undef(gen->m, gen->m->ty_i32)->v;
            break;
        case E_THROW: gen_throw(fn, expr); break;
        case E_VA_ARG: value = gen_va_arg(fn, expr); break;
        case E_TYPEID: gen_error(fn, expr->pos, "typeid"); break;
        case E_DYNAMIC_CAST: gen_error(fn, expr->pos, "dynamic_cast"); break;
        case E_LAUNCH: gen_launch(fn, expr); break;
        default:
            if (expr->cat != VC_PRVALUE)
                value = gen_load(fn, gen_place(fn, expr));
            else
                gen_error(fn, expr->pos, "this expression");
        }
    }
    fn->depth--;
    if (!value && expr->type->kind != TY_VOID)
        value = &ir_undef(gen->m, gen_value_type(gen, expr->type))->v;
    return value;
}

// Evaluates for side effects. A discarded glvalue is not read unless volatile [expr.context].
void gen_void(Fn *fn, Expr *expr) {
    if (!gen_reachable(fn)) return;
    if (expr->kind == E_CLEANUPS) {
        Cleanup *outer = fn->cleanups;
        gen_void(fn, expr->a);
        gen_pop_cleanups(fn, outer);
    } else if (expr->kind == E_CAST && expr->op == CK_VOID) {
        gen_void(fn, expr->a);
    } else if (xe_is(expr, E_BINARY, OP_COMMA)) {
        gen_void(fn, expr->a);
        gen_void(fn, expr->b);

        // Of a choice between objects neither is read.
    } else if (expr->kind == E_COND && expr->b &&
               (gen_is_agg(expr->type) || expr->cat != VC_PRVALUE)) {
        IrBlock *bb = gen_block(fn, "cond.true"), *block = gen_block(fn, "cond.false");
        IrBlock *end = gen_block(fn, "cond.end");
        gen_cond(fn, expr->a, bb, block);
        fn->cond_depth++;
        for (int i = 0; i < 2; i++) {
            gen_at(fn, i ? block : bb);
            gen_void(fn, i ? expr->c : expr->b);
            gen_goto(fn, end);
        }
        fn->cond_depth--;
        gen_at(fn, end);
    } else if (expr->kind == E_DECLREF && !(expr->type->quals & Q_VOLATILE)) {
        return; // it may name a constant that has no storage
    } else if (expr->cat != VC_PRVALUE) {
        // An object: its place is computed for the effects, but it is read only if it is volatile.
        Place p = gen_place(fn, expr);
        bool read =
            (p.type->quals & Q_VOLATILE) && !gen_is_agg(p.type) && cxx_is_read_when_discarded(expr);
        if (read) gen_load(fn, p);

        // A temporary that nobody uses is made and destroyed all the same.
    } else if (gen_is_agg(expr->type)) {
        Place p = gen_temp(fn, expr->type);
        gen_agg(fn, expr, p);
        if (cxx_find_dtor(fn->g->x, expr->type)) gen_push_cleanup(fn, p.addr, expr->type);
    } else {
        gen_scalar(fn, expr);
    }
}
