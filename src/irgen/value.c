// SPDX-License-Identifier: Apache-2.0
// Operations on values: arithmetic in C++'s types, constants as values. Nothing here evaluates an
// expression.
#include "irgen/gen.h"

#include "ir/intrin_id.h"

void gen_error(Fn *fn, Pos pos, const char *what) {
    diag(fn->g->ctx, GEN_ROW(gen_unsupported), pos, what);
}

// What the host runs and device code may call (constexpr functions) ends there, as nvcc's code
// does.
void gen_throw(Fn *fn, Expr *thrown) {
    const FuncDecl *f = fn->fd;
    bool device = !f || f->d.cuda & (CU_DEVICE | CU_GLOBAL) || fn->g->x->opt.default_device ||
                  cxx_is_of_closure(f);
    if (device) {
        gen_error(fn, thrown->pos, "exception handling");
        return;
    }
    ir_call_intrin(&fn->b, IR_I_trap, NULL, 0, NULL);
    ir_unreachable(&fn->b);
    gen_at(fn, gen_block(fn, "after.throw"));
}

// A constant is in memory form; a bool's value has one bit.
IrValue *gen_const_value(Fn *fn, IrConst *constant, Type *t) {
    if (ty_unqual(t)->kind != TY_BOOL) return &constant->v;
    return ir_trunc(&fn->b, &constant->v, fn->g->m->ty_i1);
}

// The instruction by kind of operand. Bitwise operators and shifts are none for floats.
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

// p + i or p - i, `i` with its sign; of pointers to void and functions in bytes (GNU).
IrValue *gen_pointer_add(Fn *fn, CxxOp op, Type *type, IrValue *pointer, IrValue *index,
                         bool sign) {
    IrBuilder *b = &fn->b;
    Type *to = type->u.ptr.to;
    index = ir_int_resize(b, index, fn->g->m->ty_i64, sign);
    if (op == OP_SUB) index = ir_neg(b, index);
    bool bytes = is_any_of(to->kind, TY_VOID, TY_FUNC); // GNU: size 1
    IrType *el = bytes ? fn->g->m->ty_i8 : gen_mem_type(fn->g, to);
    return ir_gep1(b, el, pointer, index, IR_INBOUNDS);
}

// Both operands have type `type`; a NULL second operand stands for one (increments of pointers).
// Overflow of signed integers is undefined, so it may be used (nsw) from int on.
IrValue *gen_arith(Fn *fn, CxxOp op, Type *type, IrValue *left, IrValue *right) {
    type = ty_unqual(type);
    if (type->kind == TY_PTR) {
        IrValue *i = right ? right : &ir_int(fn->g->m->ty_i64, 1)->v;
        return gen_pointer_add(fn, op, type, left, i, true);
    }
    if (type->kind == TY_BOOL) { // only bitwise compound assignments and increments come here
        if (op == OP_ADD) return &ir_true(fn->g->m)->v;
    }
    Type *el = type->kind == TY_VECTOR ? type->u.array.elem : type;
    const ArithRow *r = &arith_rows[op];
    if (ty_is_floating(el)) return ir_bin(&fn->b, (IrOp)r->f, 0, left, right);
    bool sign = gen_is_signed(el);
    // The right operand of a shift has a type of its own; counts beyond the width are undefined, so
    // its upper bits do not matter.
    if (is_any_of(op, OP_SHL, OP_SHR)) right = ir_int_resize(&fn->b, right, left->type, false);
    uint16_t flags = sign && r->nsw && ty_int_bits(el) >= 32 ? IR_NSW : 0;
    return ir_bin(&fn->b, (IrOp)(sign ? r->i : r->u), flags, left, right);
}
