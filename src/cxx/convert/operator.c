// SPDX-License-Identifier: Apache-2.0
// convert/operator.c: built-in operators [expr.unary] to [expr.comma]: which operands each accepts,
// the conversions applied to them and the result. Operands of class or enumeration type first go
// through overload resolution (convert/overload_operator.c); what is left is built in. The families
// of binary operators are rows of `rows`.
#include "cxx/facts/diag.h"
#include "cxx/lookup/lookup.h"
#include "cxx/convert/convert.h"

// The families of binary operators: which operands they take and what their result is.
typedef enum {
    OC_NONE,
    OC_ARITH,
    OC_INT,
    OC_ADD,
    OC_SUB,
    OC_SHIFT,
    OC_REL,
    OC_EQ,
    OC_CMP3,
    OC_LOGIC,
    OC_COMMA,
    OC_ASSIGN,
    OC_COMPOUND,
} OpClass;
typedef struct {
    uint8_t cls;
    uint8_t base; // of a compound assignment: its operator
} OpRow;
static const OpRow rows[OP_CO_AWAIT + 1] = {
    [OP_ADD] = {.cls = OC_ADD},
    [OP_SUB] = {.cls = OC_SUB},
    [OP_MUL] = {.cls = OC_ARITH},
    [OP_DIV] = {.cls = OC_ARITH},
    [OP_REM] = {.cls = OC_INT},
    [OP_AND] = {.cls = OC_INT},
    [OP_OR] = {.cls = OC_INT},
    [OP_XOR] = {.cls = OC_INT},
    [OP_SHL] = {.cls = OC_SHIFT},
    [OP_SHR] = {.cls = OC_SHIFT},
    [OP_EQ] = {.cls = OC_EQ},
    [OP_NE] = {.cls = OC_EQ},
    [OP_LT] = {.cls = OC_REL},
    [OP_GT] = {.cls = OC_REL},
    [OP_LE] = {.cls = OC_REL},
    [OP_GE] = {.cls = OC_REL},
    [OP_CMP3] = {.cls = OC_CMP3},
    [OP_LAND] = {.cls = OC_LOGIC},
    [OP_LOR] = {.cls = OC_LOGIC},
    [OP_COMMA] = {.cls = OC_COMMA},
    [OP_ASSIGN] = {.cls = OC_ASSIGN},
    [OP_ADD_ASSIGN] = {.cls = OC_COMPOUND, .base = OP_ADD},
    [OP_SUB_ASSIGN] = {.cls = OC_COMPOUND, .base = OP_SUB},
    [OP_MUL_ASSIGN] = {.cls = OC_COMPOUND, .base = OP_MUL},
    [OP_DIV_ASSIGN] = {.cls = OC_COMPOUND, .base = OP_DIV},
    [OP_REM_ASSIGN] = {.cls = OC_COMPOUND, .base = OP_REM},
    [OP_AND_ASSIGN] = {.cls = OC_COMPOUND, .base = OP_AND},
    [OP_OR_ASSIGN] = {.cls = OC_COMPOUND, .base = OP_OR},
    [OP_XOR_ASSIGN] = {.cls = OC_COMPOUND, .base = OP_XOR},
    [OP_SHL_ASSIGN] = {.cls = OC_COMPOUND, .base = OP_SHL},
    [OP_SHR_ASSIGN] = {.cls = OC_COMPOUND, .base = OP_SHR},
};

// Of arithmetic or unscoped enumeration type [expr.mul]/2.
static bool arith_operand(const Type *type) {
    return ty_is_arith(type) || ty_is_unscoped_enum(type);
}

// Says that the built-in operator does not take these operands (`right` NULL: of a unary one).
static Expr *bad_operands(Parse *parse, CxxOp op, Expr *left, Expr *right, Pos pos) {
    Cxx *cxx = parse->x;
    if (left->kind == E_OVERLOAD || (right && right->kind == E_OVERLOAD)) {
        Expr *o = left->kind == E_OVERLOAD ? left : right;
        CXX_DIAG(cxx, x_overload_no_target, o->pos, o->u.ovl->name);
    } else if (op == OP_ASSIGN && right->type->kind == TY_VOID) {
        CXX_DIAG(cxx, x_bad_assign, right->pos, right->type, left->type);
    } else if (right) {
        CXX_DIAG(cxx, x_no_operator, pos, xe_op_text(op), left->type, right->type);
    } else {
        CXX_DIAG(cxx, x_no_unary_operator, pos, xe_op_text(op), left->type);
    }
    return cxx_expr_error(cxx, pos);
}

// ---- GNU vectors -------------------------------------------------------------------------------

// What comparing two vectors of that type gives: integers of the elements' size, -1 for true.
static Type *vector_mask_type(Cxx *cxx, Type *compared) {
    static const TyKind by_size[] = {[1] = TY_SCHAR, [2] = TY_SHORT, [4] = TY_INT, [8] = TY_LONG};
    uint64_t size = 4;
    uint32_t align;
    ty_size_align(cxx, compared->u.array.elem, 0, &size, &align);
    return ty_vector(cxx, ty_basic(cxx, by_size[size <= 8 ? size : 4]), compared->u.array.n);
}

// `vector != 0` by elements.
static Expr *vector_mask(Parse *parse, Expr *vector, Pos pos) {
    Type *v = ty_unqual(vector->type);
    Expr *zero = cxx_expr_new(parse->x, E_ZERO, v, VC_PRVALUE, pos);
    return xe_bin(parse, E_BINARY, OP_NE, vector_mask_type(parse->x, v), VC_PRVALUE, pos, vector,
                  zero);
}

// GNU: `a && b` and `a || b` with vectors are masks; the right one is evaluated always if the left
// is a vector.
static Expr *vector_logic(Parse *parse, CxxOp op, Expr *left, Expr *right, Pos pos) {
    bool va = left->type->kind == TY_VECTOR, vb = right->type->kind == TY_VECTOR;
    Expr *l = cxx_rvalue(parse, left), *r = cxx_rvalue(parse, right);
    if (va && !vb) r = xe_to_vector(parse, right, ty_unqual(left->type));
    if (!r || (!va && !arith_operand(l->type))) return bad_operands(parse, op, left, right, pos);
    r = vector_mask(parse, r, pos);
    if (!va) {
        Expr *all = cxx_expr_new(parse->x, E_ZERO, r->type, VC_PRVALUE, pos);
        if (op == OP_LOR) all = cxx_build_unary(parse, OP_BITNOT, all, pos);
        l = cxx_to_bool(parse, l);
        if (xe_err(l)) return l;
        return op == OP_LAND ? xe_cond_node(parse, l, r, all, r->type, VC_PRVALUE, pos)
                             : xe_cond_node(parse, l, all, r, r->type, VC_PRVALUE, pos);
    }
    l = vector_mask(parse, l, pos);
    if (l->type != r->type) return bad_operands(parse, op, left, right, pos);
    CxxOp bits = op == OP_LAND ? OP_AND : OP_OR;
    return xe_bin(parse, E_BINARY, bits, l->type, VC_PRVALUE, pos, l, r);
}

// Element by element; a scalar operand stands for a vector of it.
static Expr *vector_binary(Parse *parse, CxxOp op, OpClass op_class, Expr *left, Expr *right,
                           Pos pos) {
    if (op_class == OC_LOGIC) return vector_logic(parse, op, left, right, pos);
    Type *v = ty_unqual(left->type->kind == TY_VECTOR ? left->type : right->type);
    Expr *l = xe_to_vector(parse, left, v), *r = xe_to_vector(parse, right, v);
    bool ints = is_any_of(op_class, OC_INT, OC_SHIFT);
    if (!l || !r || (ints && ty_is_floating(v->u.array.elem)))
        return bad_operands(parse, op, left, right, pos);
    Type *t = is_any_of(op_class, OC_REL, OC_EQ) ? vector_mask_type(parse->x, v) : v;
    return xe_bin(parse, E_BINARY, op, t, VC_PRVALUE, pos, l, r);
}

// ---- binary operators --------------------------------------------------------------------------

// Both operands converted to their common type [expr.arith.conv]; result NULL: the result has it.
static Expr *arith_binary(Parse *parse, CxxOp op, Expr *left, Expr *right, Pos pos, Type *result) {
    Type *t = ty_usual_arith(parse->x, xe_arith_type(parse, left), xe_arith_type(parse, right));
    Expr *l = xe_arith_to(parse, left, t), *r = xe_arith_to(parse, right, t);
    return xe_bin(parse, E_BINARY, op, result ? result : t, VC_PRVALUE, pos, l, r);
}

// Whether pointers of that type can be added to: what they point to has a size.
static bool object_pointer(Parse *parse, Type *pointer, Pos pos) {
    if (pointer->kind != TY_PTR) return false;
    Type *to = pointer->u.ptr.to;
    if (is_any_of(to->kind, TY_VOID, TY_FUNC)) { // GNU: size 1
        cxx_extension(parse->x, pos, "arithmetic on a pointer to void or to a function");
        if (!diag_trapped(parse->x->ctx)) return true;
        return CXX_DIAG(parse->x, x_incomplete_type, pos, to);
    }
    return ty_complete(parse->x, to, pos, true);
}

// What is added to a pointer or shifts: promoted, whatever the other operand is.
static Expr *index_operand(Parse *parse, Expr *operand) {
    operand = cxx_rvalue(parse, operand);
    if (xe_err(operand)) return operand;
    return xe_arith_to(parse, operand, ty_promote(parse->x, xe_arith_type(parse, operand)));
}

// + and - with a pointer [expr.add].
static Expr *additive(Parse *parse, CxxOp op, Expr *left, Expr *right, Pos pos) {
    Cxx *cxx = parse->x;
    Type *ta = ty_decay(cxx, left->type), *tb = ty_decay(cxx, right->type);
    bool ia = xe_integral_or_enum(ta), ib = xe_integral_or_enum(tb);
    if (op == OP_ADD && ia && tb->kind == TY_PTR) {
        Expr *t = left;
        left = right;
        right = t;
        Type *tt = ta;
        ta = tb;
        tb = tt;
        ib = true;
    }
    if (ta->kind == TY_PTR && ib) {
        if (!object_pointer(parse, ta, pos)) return cxx_expr_error(cxx, pos);
        right = index_operand(parse, right);
        return xe_bin(parse, E_BINARY, op, ta, VC_PRVALUE, pos, cxx_rvalue(parse, left), right);
    }
    if (op == OP_SUB && ty_both(ta, tb, TY_PTR)) {
        Type *u = ty_unqual(ta->u.ptr.to), *v = ty_unqual(tb->u.ptr.to);
        Type *c = xe_composite_pointer(parse, left, right);
        if (u != v && !c) return bad_operands(parse, op, left, right, pos);
        if (!object_pointer(parse, ta, pos)) return cxx_expr_error(cxx, pos);
        right = cxx_rvalue(parse, right);
        left = cxx_rvalue(parse, left);
        return xe_bin(parse, E_BINARY, op, cxx->ty_ptrdiff_t, VC_PRVALUE, pos, left, right);
    }
    return bad_operands(parse, op, left, right, pos);
}

// Operands of <=>: no narrowing, no bool with another type, no enumeration with a floating type
// [expr.spaceship]/3, /4.
static bool three_way_operands(Parse *parse, Expr *left, Expr *right, Type *ta, Type *tb) {
    Expr *side[2] = {left, right};
    Type *type[2] = {ta, tb};
    if ((ta->kind == TY_BOOL) != (tb->kind == TY_BOOL)) return false;
    for (int i = 0; i < 2; i++) {
        if (type[i]->kind == TY_ENUM && type[i] != type[1 - i] && ty_is_floating(type[1 - i]))
            return false;
    }
    Type *c = ty_usual_arith(parse->x, xe_arith_type(parse, left), xe_arith_type(parse, right));
    for (int i = 0; i < 2; i++) {
        bool to_float = ty_is_floating(c) && !ty_is_floating(type[i]);
        if (!to_float && xe_is_narrowing(parse, side[i], c)) return false;
    }
    return true;
}

// `p < 0`: a pointer and an integer constant that is null.
static bool is_pointer_and_zero(Parse *parse, const Expr *left, const Expr *right) {
    bool zero = right->type->kind == TY_NULLPTR ||
                (ty_is_integral(right->type) && xe_null_const(parse, right));
    return left->type->kind == TY_PTR && zero;
}

// <, ==, <=> and their like [expr.rel], [expr.eq], [expr.spaceship] on arithmetic operands,
// enumerations and pointers.
static Expr *comparison(Parse *parse, CxxOp op, OpClass op_class, Expr *left, Expr *right,
                        Pos pos) {
    if (op_class == OC_REL && parse->x->opt.check_all && // [expr.rel]/1
        (is_pointer_and_zero(parse, left, right) || is_pointer_and_zero(parse, right, left)))
        return bad_operands(parse, op, left, right, pos);
    Cxx *cxx = parse->x;
    Type *ta = ty_decay(cxx, left->type), *tb = ty_decay(cxx, right->type);
    Type *res = ty_basic(cxx, TY_BOOL), *common = NULL;
    bool fl = ty_is_floating(ta) || ty_is_floating(tb);
    if (ta->kind == TY_ENUM && ta == tb) { // scoped enumerations compare with themselves
        Type *u = ta->u.enm->underlying ? ta->u.enm->underlying : ty_basic(cxx, TY_INT);
        Type *t = ty_promote(cxx, u);
        Expr *l = xe_arith_to(parse, left, t), *r = xe_arith_to(parse, right, t);
        if (op_class == OC_CMP3) return xe_three_way(parse, l, r, false, pos);
        return xe_bin(parse, E_BINARY, op, res, VC_PRVALUE, pos, l, r);
    }
    if (arith_operand(ta) && arith_operand(tb)) {
        if (op_class == OC_CMP3) {
            if (!three_way_operands(parse, left, right, ta, tb))
                return bad_operands(parse, op, left, right, pos);
            Type *t = ty_usual_arith(cxx, xe_arith_type(parse, left), xe_arith_type(parse, right));
            right = xe_arith_to(parse, right, t);
            return xe_three_way(parse, xe_arith_to(parse, left, t), right, fl, pos);
        }
        return arith_binary(parse, op, left, right, pos, res);
    }

    // pointers, member pointers and null pointers as their composite type
    bool ptrs = ta->kind == TY_PTR || tb->kind == TY_PTR;
    if (ptrs || op_class == OC_EQ) common = xe_composite_pointer(parse, left, right);
    if (!common && ptrs && (xe_integral_or_enum(ta) || xe_integral_or_enum(tb)))
        return bad_operands(parse, op, left, right, pos);
    if (!common) {
        if (ty_both(ta, tb, TY_PTR)) {
            CXX_DIAG(cxx, x_incompatible_operands, pos, ta, tb);
            return cxx_expr_error(cxx, pos);
        }
        return bad_operands(parse, op, left, right, pos);
    }
    bool null = xe_null_const(parse, left) || xe_null_const(parse, right);
    if (null && op_class == OC_REL && cxx->opt.check_all) // [expr.rel]/3
        return bad_operands(parse, op, left, right, pos);
    bool object = common->kind == TY_PTR && common->u.ptr.to->kind != TY_FUNC;
    if (op_class == OC_CMP3 && !object) return bad_operands(parse, op, left, right, pos);
    if (common->kind == TY_NULLPTR) {
        // nullptr == nullptr: true; the operands have no effect worth keeping but side effects
        Type *vp = ty_pointer(cxx, ty_basic(cxx, TY_VOID));
        common = vp;
    }
    Expr *l = cxx_convert(parse, left, common, NULL), *r = cxx_convert(parse, right, common, NULL);
    if (op_class == OC_CMP3) return xe_three_way(parse, l, r, false, pos);
    return xe_bin(parse, E_BINARY, op, res, VC_PRVALUE, pos, l, r);
}

// << and >>: each operand is promoted alone, the result has the left one's type [expr.shift]/1.
static Expr *shift(Parse *parse, CxxOp op, Expr *left, Expr *right, Pos pos) {
    if (!xe_integral_or_enum(ty_unqual(left->type)) || !xe_integral_or_enum(ty_unqual(right->type)))
        return bad_operands(parse, op, left, right, pos);
    Expr *l = index_operand(parse, left), *r = index_operand(parse, right);
    return xe_bin(parse, E_BINARY, op, l->type, VC_PRVALUE, pos, l, r);
}

// Says so of a braced list or a type where a value is needed.
static bool has_no_value(Parse *parse, Expr *operand) {
    if (xe_list(operand)) {
        CXX_DIAG(parse->x, x_unexpected_list, operand->pos);
        return true;
    }
    if (operand->kind == E_TYPE) {
        CXX_DIAG(parse->x, x_type_not_allowed, operand->pos);
        return true;
    }
    return false;
}

// ---- assignment --------------------------------------------------------------------------------

// Why `a`, of const type, cannot be changed: what in it is declared const.
static void note_const(Parse *parse, const Expr *changed) {
    Cxx *cxx = parse->x;
    for (;; changed = changed->a) {
        if (is_any_of(changed->kind, E_CAST, E_SUBSCRIPT)) continue;
        if (changed->kind != E_MEMBER) break;
        const FieldDecl *f = (const FieldDecl *)changed->u.decl;
        if (f->capture && !(f->d.type->quals & Q_CONST)) {
            CXX_DIAG(cxx, x_note_const_capture, f->capture->d.pos, f->capture->d.name);
            return;
        }
        if (f->d.type->quals & Q_CONST || ty_is_ref(f->d.type)) {
            CXX_DIAG(cxx, x_note_const, f->d.pos, &f->d);
            return;
        }
    }
    while (xe_is(changed, E_UNARY, OP_DEREF) && (changed->a->kind == E_CAST)) changed = changed->a;
    if (xe_is(changed, E_UNARY, OP_DEREF)) changed = changed->a;
    while (is_any_of(changed->kind, E_CAST, E_SUBSCRIPT, E_BINARY)) changed = changed->a;
    if (changed->kind == E_THIS && parse->fn)
        CXX_DIAG(cxx, x_note_const_this, parse->fn->d.pos);
    else if (changed->kind == E_DECLREF && changed->u.decl->pos)
        CXX_DIAG(cxx, x_note_const, changed->u.decl->pos, changed->u.decl);
}

// A __constant__ variable named in device code: nvcc looks at plain names only.
static const Decl *constant_memory(const Parse *parse, const Expr *changed) {
    if (changed->kind != E_DECLREF || changed->u.decl->kind != D_VAR || !parse->fn) return NULL;
    unsigned in = parse->fn->d.cuda & (CU_DEVICE | CU_GLOBAL);
    const Decl *var = changed->u.decl;
    return in && (var->cuda & CU_CONSTANT) && !ty_is_ref(var->type) ? var : NULL;
}

// The object that the expression names an element or a member of.
static const Expr *whole_object(const Expr *expr) {
    for (;;) {
        bool decays = expr->kind == E_CAST && ty_is_array(expr->a->type);
        if (expr->kind == E_SUBSCRIPT || decays)
            expr = expr->a;
        else if (expr->kind == E_MEMBER && expr->a && expr->a->cat == VC_LVALUE)
            expr = expr->a;
        else
            return expr;
    }
}

bool xe_check_modifiable(Parse *parse, Expr *changed, Pos pos) {
    Cxx *cxx = parse->x;
    Type *type = changed->type;
    bool object = type->kind != TY_FUNC && !ty_is_array(type);
    if (changed->kind == E_OVERLOAD || changed->cat != VC_LVALUE || !object) {
        if (changed->cat == VC_XVALUE && type->kind == TY_CLASS) return true;
        CXX_DIAG(cxx, x_not_modifiable, pos);
        return false;
    }
    if (xe_quals(type) & Q_CONST) {
        CXX_DIAG(cxx, x_not_modifiable, pos);
        if (diag_live(cxx->ctx)) note_const(parse, changed);
        return false;
    }
    const Decl *constant = constant_memory(parse, changed);
    const Decl *part = constant ? NULL : constant_memory(parse, whole_object(changed));
    if (part) {
        CXX_DIAG(cxx, x_constant_store, pos);
        CXX_DIAG(cxx, x_note_constant_memory, part->pos, part);
    }
    if (constant) {
        CXX_DIAG(cxx, x_not_modifiable, pos);
        CXX_DIAG(cxx, x_note_constant_memory, constant->pos, constant);
        return false;
    }
    return ty_complete(cxx, type, pos, true);
}

// `=` where no operator= was found [expr.ass]/2.
static Expr *simple_assign(Parse *parse, Expr *left, Expr *right, Pos pos) {
    if (!xe_check_modifiable(parse, left, left->pos)) return cxx_expr_error(parse->x, pos);
    Expr *r;
    if (xe_list(right)) {
        Expr *one[1] = {right};
        r = cxx_initialize(parse, ty_unqual(left->type), INIT_COPY_LIST, one, 1, right->pos,
                           "assign");
    } else {
        r = cxx_convert(parse, right, ty_unqual(left->type), "assign");
    }
    if (xe_err(r)) return r;
    Expr *e = xe_bin(parse, E_ASSIGN, OP_ASSIGN, left->type, VC_LVALUE, pos, left, r);
    e->u.ty = ty_unqual(left->type);
    e->flags |= left->flags & EF_BITFIELD;
    return e;
}

static Expr *compound_assign(Parse *parse, CxxOp op, Expr *left, Expr *right, Pos pos) {
    Cxx *cxx = parse->x;
    CxxOp base = (CxxOp)rows[op].base;
    OpClass op_class = (OpClass)rows[base].cls;
    if (!xe_check_modifiable(parse, left, left->pos)) return cxx_expr_error(cxx, pos);
    Type *ta = ty_unqual(left->type), *tb = ty_decay(cxx, right->type), *comp;
    Expr *r;
    if (ta->kind == TY_VECTOR) {
        r = xe_to_vector(parse, right, ta);
        if (!r) return bad_operands(parse, op, left, right, pos);
        comp = ta;
    } else if (ta->kind == TY_PTR && is_any_of(base, OP_ADD, OP_SUB) && xe_integral_or_enum(tb)) {
        if (!object_pointer(parse, ta, pos)) return cxx_expr_error(cxx, pos);
        r = index_operand(parse, right);
        comp = r->type;
    } else if (ty_is_arith(ta) && arith_operand(tb)) {
        bool ints = ty_is_integral(ta) && xe_integral_or_enum(tb);
        if (is_any_of(op_class, OC_INT, OC_SHIFT) && !ints)
            return bad_operands(parse, op, left, right, pos);
        Type *la = xe_arith_type(parse, left);
        comp = op_class == OC_SHIFT ? ty_promote(cxx, la)
                                    : ty_usual_arith(cxx, la, xe_arith_type(parse, right));
        r = op_class == OC_SHIFT ? index_operand(parse, right) : xe_arith_to(parse, right, comp);
    } else {
        return bad_operands(parse, op, left, right, pos);
    }
    if (xe_err(r)) return r;
    Expr *e = xe_bin(parse, E_ASSIGN, op, left->type, VC_LVALUE, pos, left, r);
    e->u.ty = comp;
    e->flags |= left->flags & EF_BITFIELD;
    return e;
}

// ---- entry points ------------------------------------------------------------------------------

// && and || on bool [expr.log.and], [expr.log.or].
static Expr *logic(Parse *parse, CxxOp op, Expr *left, Expr *right, Pos pos) {
    if (left->type->kind == TY_VECTOR || right->type->kind == TY_VECTOR)
        return bad_operands(parse, op, left, right, pos);
    Expr *l = cxx_to_bool(parse, left), *r = cxx_to_bool(parse, right);
    if (xe_err(l)) return l;
    if (xe_err(r)) return r;
    return xe_bin(parse, E_BINARY, op, ty_basic(parse->x, TY_BOOL), VC_PRVALUE, pos, l, r);
}

// The value, category and bit-field are the right operand's [expr.comma].
static Expr *comma(Parse *parse, Expr *left, Expr *right, Pos pos) {
    if (right->kind == E_OVERLOAD && right->op != OP_ADDR) { // a function stays an lvalue
        Expr *function = cxx_resolve_address(parse, right, NULL, false);
        if (!xe_lost(function)) right = cxx_resolve_address(parse, right, NULL, true);
    }
    if (right->kind == E_OVERLOAD) right = cxx_rvalue(parse, right);
    if (left->kind == E_OVERLOAD) left = cxx_rvalue(parse, left);
    if (left->cat == VC_PRVALUE && left->type->kind == TY_CLASS) left = xe_materialize(parse, left);
    Expr *e =
        xe_bin(parse, E_BINARY, OP_COMMA, right->type, (ValueCat)right->cat, pos, left, right);
    e->flags |= right->flags & EF_BITFIELD;
    return e;
}

// An operator with an operand whose type depends: what it means the instance says.
static Expr *dependent_binary(Parse *parse, CxxOp op, Expr *left, Expr *right, Pos pos) {
    OpClass c = (OpClass)rows[op].cls;
    ExprKind k = is_any_of(c, OC_ASSIGN, OC_COMPOUND) ? E_ASSIGN : E_BINARY;
    Expr *e = xe_dep(parse, k, pos);
    e->op = (uint8_t)op;
    e->a = left;
    e->b = right;
    xe_inherit(e, left);
    xe_inherit(e, right);
    return e;
}

// Whether the expression names a part of the object that its operand does.
static bool names_part(const Expr *expr) {
    switch (expr->kind) {
    case E_MEMBER: return true;
    case E_SUBSCRIPT: return ty_is_array(expr->a->type);
    case E_CAST: return expr->op == CK_DERIVED_TO_BASE && expr->cat != VC_PRVALUE;
    default: return false;
    }
}

// The variable that the glvalue expr is (a member or element of) is set, not read.
void xe_note_set(const Expr *expr) {
    while (names_part(expr)) expr = expr->a;
    if (expr->kind == E_DECLREF && expr->u.decl->kind == D_VAR) ((VarDecl *)expr->u.decl)->set++;
}

// Likewise where an implicit operator= sets it, by that call.
static void note_class_set(const Expr *target, const Expr *call) {
    if (xe_err(call) || call->kind != E_CALL || !decl_is(call->u.decl, D_FUNC)) return;
    if (((const FuncDecl *)call->u.decl)->is_implicit) xe_note_set(target);
}

// Operands that are addresses of functions, each resolved by the other's type [over.over]; false
// after a diagnostic (*error: what to return).
static bool resolve_compared(Parse *parse, CxxOp op, Expr **left, Expr **right, Pos pos,
                             Expr **error) {
    Type *of_b = (*right)->kind == E_OVERLOAD ? NULL : (*right)->type;
    Expr *l = cxx_resolve_address(parse, *left, of_b, false);
    Expr *r = l ? cxx_resolve_address(parse, *right, l->type, false) : NULL;
    if (!l || !r) {
        *error = bad_operands(parse, op, *left, *right, pos);
        return false;
    }
    // once more, now as uses
    *left = cxx_resolve_address(parse, *left, of_b, true);
    *right = cxx_resolve_address(parse, *right, l->type, true);
    if (*left && *right) return true;
    *error = cxx_expr_error(parse->x, pos);
    return false;
}

// The operator as what is declared gives it, or NULL.
static Expr *overloaded_binary(Parse *parse, CxxOp op, Expr *left, Expr *right, Pos pos) {
    Expr *r = cxx_complex_binary(parse, op, left, right, pos);
    if (r) return r;
    if (!xe_has_overloads(left) && !xe_has_overloads(right)) return NULL;
    bool tried = false;
    r = xe_operator_overload(parse, op, left, right, pos, &tried);
    if (r && op == OP_ASSIGN) note_class_set(left, r);
    return r;
}

Expr *cxx_build_binary(Parse *parse, CxxOp op, Expr *left, Expr *right, Pos pos) {
    Cxx *cxx = parse->x;
    OpClass op_class = (OpClass)rows[op].cls;
    if (xe_err(left)) return left;
    if (xe_err(right)) return right;
    bool assigns = is_any_of(op_class, OC_ASSIGN, OC_COMPOUND);
    if (has_no_value(parse, left)) return cxx_expr_error(cxx, pos);
    if ((!assigns || right->kind == E_TYPE) && has_no_value(parse, right))
        return cxx_expr_error(cxx, pos);
    if (xe_tdep(left) || xe_tdep(right)) return dependent_binary(parse, op, left, right, pos);
    if (xe_bound_function(parse, left) || xe_bound_function(parse, right))
        return cxx_expr_error(cxx, pos);
    Expr *overloaded = overloaded_binary(parse, op, left, right, pos);
    if (overloaded) return overloaded;

    // the built-in operator
    if (xe_list(right) && op_class == OC_COMPOUND) {
        has_no_value(parse, right);
        return cxx_expr_error(cxx, pos);
    }
    if (left->type->kind == TY_VOID || right->type->kind == TY_VOID) {
        if (op_class == OC_COMMA) return comma(parse, left, right, pos);
        return bad_operands(parse, op, left, right, pos);
    }
    bool compares = is_any_of(op_class, OC_EQ, OC_REL, OC_CMP3);
    Expr *error;
    if (compares && !resolve_compared(parse, op, &left, &right, pos, &error)) return error;
    bool vector = left->type->kind == TY_VECTOR || right->type->kind == TY_VECTOR;
    if (vector && !assigns && op_class != OC_COMMA)
        return vector_binary(parse, op, op_class, left, right, pos);
    switch (op_class) {
    case OC_COMMA: return comma(parse, left, right, pos);
    case OC_LOGIC: return logic(parse, op, left, right, pos);
    case OC_ASSIGN: xe_note_set(left); return simple_assign(parse, left, right, pos);
    case OC_COMPOUND: return compound_assign(parse, op, left, right, pos);
    case OC_REL:
    case OC_EQ:
    case OC_CMP3: return comparison(parse, op, op_class, left, right, pos);
    case OC_SHIFT: return shift(parse, op, left, right, pos);
    default: break;
    }
    Type *ta = ty_unqual(left->type), *tb = ty_unqual(right->type);
    bool ints = xe_integral_or_enum(ta) && xe_integral_or_enum(tb);
    if (arith_operand(ta) && arith_operand(tb) && (op_class != OC_INT || ints))
        return arith_binary(parse, op, left, right, pos, NULL);
    if (is_any_of(op_class, OC_ADD, OC_SUB)) return additive(parse, op, left, right, pos);
    return bad_operands(parse, op, left, right, pos);
}

// ++ and -- [expr.pre.incr], [expr.post.incr]; of bool only ++, before C++17.
static Expr *incdec(Parse *parse, CxxOp op, Expr *operand, Pos pos) {
    Cxx *cxx = parse->x;
    Type *type = ty_unqual(operand->type);
    if (!xe_check_modifiable(parse, operand, pos)) return cxx_expr_error(cxx, pos);
    if (type->kind == TY_PTR) {
        if (!object_pointer(parse, type, pos)) return cxx_expr_error(cxx, pos);
    } else if (!ty_is_arith(type) && type->kind != TY_VECTOR) {
        return bad_operands(parse, op, operand, NULL, pos);
    }
    if (type->kind == TY_BOOL && (is_any_of(op, OP_PREDEC, OP_POSTDEC) || cxx->opt.std >= 17))
        return bad_operands(parse, op, operand, NULL, pos);
    bool post = is_any_of(op, OP_POSTINC, OP_POSTDEC);
    Expr *e = xe_un(parse, E_UNARY, post ? type : operand->type, post ? VC_PRVALUE : VC_LVALUE, pos,
                    operand);
    e->op = (uint8_t)op;
    return e;
}

// `&C::member` of a non-static data member, as it is written: without parentheses
// [expr.unary.op]/4.
static bool is_member_address(const Expr *expr) {
    bool qualified = expr->kind == E_DECLREF && (expr->pad & XP_QUALIFIED);
    return qualified && !(expr->flags & EF_PAREN) && expr->u.decl->kind == D_FIELD;
}

// & where it is not overloaded [expr.unary.op]/3; of an overload set it stays open whose address.
static Expr *address_of(Parse *parse, Expr *operand, Pos pos) {
    Cxx *cxx = parse->x;
    if (operand->kind == E_OVERLOAD) {
        Expr *o = xe_dup(parse, operand);
        o->op = OP_ADDR; // the address of whatever is chosen
        o->pos = pos;
        return o;
    }
    if (is_member_address(operand)) {
        FieldDecl *field_decl = (FieldDecl *)operand->u.decl;
        ClassDecl *c = field_decl->owner; // of an anonymous union: a member of the class around it
        while (c->members.anon_member) c = c->members.anon_member->owner;
        if (ty_is_ref(field_decl->d.type)) { // [dcl.mptr]/3
            CXX_DIAG(cxx, d_ptr_to_member_of, pos, field_decl->d.type);
            return cxx_expr_error(cxx, pos);
        }
        Type *t = ty_memptr(cxx, ty_unqual(c->d.type), field_decl->d.type);
        Expr *e = xe_un(parse, E_UNARY, t, VC_PRVALUE, pos, operand);
        e->op = OP_ADDR;
        return e;
    }
    if (operand->cat != VC_LVALUE) {
        CXX_DIAG(cxx, x_address_needs_lvalue, pos);
        return cxx_expr_error(cxx, pos);
    }
    if (operand->flags & EF_BITFIELD) {
        CXX_DIAG(cxx, x_address_of_bitfield, pos);
        return cxx_expr_error(cxx, pos);
    }
    Expr *e = xe_un(parse, E_UNARY, ty_pointer(cxx, operand->type), VC_PRVALUE, pos, operand);
    e->op = OP_ADDR;
    return e;
}

// * on a pointer [expr.unary.op]/1; of a function that decayed it is the function again.
static Expr *deref(Parse *parse, Expr *operand, Pos pos) {
    Cxx *cxx = parse->x;
    Expr *r = cxx_rvalue(parse, operand);
    if (xe_err(r)) return r;
    if (r->type->kind != TY_PTR) {
        CXX_DIAG(cxx, x_deref_needs_pointer, pos, operand->type);
        return cxx_expr_error(cxx, pos);
    }
    Type *to = r->type->u.ptr.to;
    if (to->kind == TY_VOID) { // [expr.unary.op]/1
        CXX_DIAG(cxx, x_deref_void, pos);
        return cxx_expr_error(cxx, pos);
    }
    if (to->kind == TY_FUNC && r->kind == E_CAST && r->op == CK_FUNC_TO_PTR) return r->a;
    Expr *e = xe_un(parse, E_UNARY, to, VC_LVALUE, pos, r);
    e->op = OP_DEREF;
    return e;
}

// +, - and ~ [expr.unary.op]/7 to /10; + also takes a pointer.
static Expr *arith_unary(Parse *parse, CxxOp op, Expr *operand, Pos pos) {
    Cxx *cxx = parse->x;
    Expr *r = cxx_rvalue(parse, operand);
    if (xe_err(r)) return r;
    Type *type = ty_unqual(r->type);
    bool ok = op == OP_BITNOT ? xe_integral_or_enum(type) : arith_operand(type);
    if (type->kind == TY_VECTOR) {
        ok = op != OP_BITNOT || !ty_is_floating(type->u.array.elem);
    } else if (op == OP_PLUS && type->kind == TY_PTR) {
        ok = true;
    } else if (ok && !ty_is_floating(type)) {
        type = ty_promote(cxx, xe_arith_type(parse, r));
        r = xe_arith_to(parse, r, type);
    }
    if (!ok) return bad_operands(parse, op, operand, NULL, pos);
    Expr *e = xe_un(parse, E_UNARY, type, VC_PRVALUE, pos, r);
    e->op = (uint8_t)op;
    return e;
}

Expr *cxx_build_unary(Parse *parse, CxxOp op, Expr *operand, Pos pos) {
    if (xe_err(operand)) return operand;
    if (has_no_value(parse, operand)) return cxx_expr_error(parse->x, pos);
    if (xe_tdep(operand)) {
        Expr *e = xe_dep(parse, E_UNARY, pos);
        e->op = (uint8_t)op;
        e->a = operand;
        xe_inherit(e, operand);
        return e;
    }
    Expr *complex = cxx_complex_unary(parse, op, operand, pos);
    if (complex) return complex;
    // &C::f makes a pointer to member, whatever operators there are
    bool member_addr =
        op == OP_ADDR && (operand->pad & XP_QUALIFIED) && !(operand->flags & EF_PAREN);
    if (xe_has_overloads(operand) && !member_addr) {
        bool tried = false;
        Expr *r = xe_operator_overload(parse, op, operand, NULL, pos, &tried);
        if (r) return r;
    }
    switch (op) {
    case OP_ADDR: return address_of(parse, operand, pos);
    case OP_DEREF: return deref(parse, operand, pos);
    case OP_NOT: {
        if (operand->type->kind == TY_VECTOR) {
            Type *mask = vector_mask_type(parse->x, ty_unqual(operand->type));
            Expr *v = xe_un(parse, E_UNARY, mask, VC_PRVALUE, pos, cxx_rvalue(parse, operand));
            v->op = OP_NOT;
            return v;
        }
        Expr *b = cxx_to_bool(parse, operand);
        if (xe_err(b)) return b;
        Expr *e = xe_un(parse, E_UNARY, ty_basic(parse->x, TY_BOOL), VC_PRVALUE, pos, b);
        e->op = OP_NOT;
        return e;
    }
    case OP_PREINC:
    case OP_PREDEC:
    case OP_POSTINC:
    case OP_POSTDEC: return incdec(parse, op, operand, pos);
    default: return arith_unary(parse, op, operand, pos);
    }
}

// a[b] [expr.sub]
Expr *xe_build_subscript(Parse *parse, Expr *object, Expr *index, Pos pos) {
    Cxx *cxx = parse->x;
    if (xe_err(object)) return object;
    if (xe_err(index)) return index;
    if (xe_tdep(object) || xe_tdep(index)) {
        Expr *e = xe_dep(parse, E_SUBSCRIPT, pos);
        e->a = object;
        e->b = index;
        xe_inherit(e, object);
        xe_inherit(e, index);
        return e;
    }

    // operator[] of a class; nothing else takes a list
    if (object->type->kind == TY_CLASS || xe_list(index)) {
        bool tried = false;
        Expr *r = xe_operator_overload(parse, OP_SUBSCRIPT, object, index, pos, &tried);
        if (r) return r;
        return bad_operands(parse, OP_SUBSCRIPT, object, index, pos);
    }

    // `index[array]` is `array[index]` [expr.sub]/1
    if (xe_integral_or_enum(ty_unqual(object->type)) &&
        !xe_integral_or_enum(ty_unqual(index->type))) {
        Expr *t = object;
        object = index;
        index = t;
    }
    if (index->type->kind == TY_CLASS) { // a conversion function to an integer
        Ics o;
        cxx_ics(parse, index, cxx->ty_ptrdiff_t, true, false, &o);
        if (o.rank == ICS_USER && !o.ambiguous) {
            Type *r = ty_unqual(ty_deref(o.user->d.type->u.func.ret));
            index = cxx_convert(parse, index, xe_integral_or_enum(r) ? r : cxx->ty_ptrdiff_t, NULL);
        }
    }
    if (!xe_integral_or_enum(ty_unqual(index->type))) {
        CXX_DIAG(cxx, x_array_bound_type, index->pos, index->type);
        return cxx_expr_error(cxx, pos);
    }

    // the element, of an array by its category
    Type *type = object->type;
    Type *elem;
    ValueCat cat = VC_LVALUE;
    if (ty_is_array(type)) {
        elem = type->u.array.elem;
        if (elem->kind == TY_CLASS && !ty_complete(cxx, elem, pos, true))
            return cxx_expr_error(cxx, pos);
        if (object->cat == VC_PRVALUE) object = xe_materialize(parse, object);
        if (object->cat == VC_XVALUE) cat = VC_XVALUE;
    } else if (type->kind == TY_VECTOR) {
        elem = ty_qual(cxx, type->u.array.elem, type->quals);
        if (object->cat == VC_PRVALUE) object = xe_materialize(parse, object);
    } else {
        object = cxx_rvalue(parse, object);
        if (xe_err(object)) return object;
        if (object->type->kind != TY_PTR) {
            CXX_DIAG(cxx, x_subscript_needs_pointer, pos, object->type);
            return cxx_expr_error(cxx, pos);
        }
        elem = object->type->u.ptr.to;
        if (!object_pointer(parse, object->type, pos)) return cxx_expr_error(cxx, pos);
    }
    return xe_bin(parse, E_SUBSCRIPT, OP_SUBSCRIPT, elem, cat, pos, object,
                  index_operand(parse, index));
}

// ---- three-way comparison [expr.spaceship] ----------------------------------------------------

const char *const xe_category_name[] = {"", "partial_ordering", "weak_ordering", "strong_ordering"};

Type *xe_category_type(Parse *parse, int cat, Pos pos) {
    Cxx *x = parse->x;
    Lookup l = {0};
    Atom a = atom_cstr(x->ctx, xe_category_name[cat]);
    bool found =
        x->std_ns && cxx_lookup_in(parse, x->std_ns->inner, a, LU_TYPE_ONLY | LU_ALL, &l) && l.n;
    if (found && l.at[0]->type) return l.at[0]->type;
    CXX_DIAG(x, x_no_compare_header, pos, xe_category_name[cat]);
    return NULL;
}

// An object of a category class around a value of its field.
Expr *xe_category_value(Parse *parse, Type *category, Expr *number, Pos pos) {
    Cxx *cxx = parse->x;
    ClassDecl *cls = category->u.cls;
    bool ok = category->kind == TY_CLASS && cxx_class_complete(cxx, cls, pos);
    if (ok) cxx_class_specials(cxx, cls);
    if (!ok || cls->members.fields.n != 1 || cls->members.nbase ||
        !ty_is_integral(cls->members.fields.at[0]->d.type)) {
        CXX_DIAG(cxx, x_no_compare_header, pos, atom_str(cxx->ctx, cls->d.name));
        return cxx_expr_error(cxx, pos);
    }
    Expr *e = cxx_expr_new(cxx, E_INIT_LIST, ty_unqual(category), VC_PRVALUE, pos);
    e->u.init = arena_zalloc(pa(parse), sizeof *e->u.init, _Alignof(max_align_t));
    e->u.init->field = cls->members.fields.at;
    e->u.init->base = arena_array(pa(parse), BaseSpec *, 1);
    Expr *f = xe_arith_to(parse, number, cls->members.fields.at[0]->d.type);
    xe_args(parse, e, &f, 1);
    return e;
}

// The built-in operator's result for operands already converted; floating: may be unordered.
Expr *xe_three_way(Parse *parse, Expr *left, Expr *right, bool floating, Pos pos) {
    Type *t = xe_category_type(parse, floating ? CAT_PARTIAL : CAT_STRONG, pos);
    if (!t) return cxx_expr_error(parse->x, pos);
    Expr *v = xe_bin(parse, E_BINARY, OP_CMP3, ty_basic(parse->x, TY_SCHAR), VC_PRVALUE, pos, left,
                     right);
    return xe_category_value(parse, t, v, pos);
}

Expr *xe_build_subscripts(Parse *parse, Expr *object, Expr **arg, uint32_t n, Pos pos) {
    Cxx *cxx = parse->x;
    if (xe_err(object)) return object;
    bool dep = xe_tdep(object);
    for (uint32_t i = 0; i < n; i++) {
        if (xe_err(arg[i])) return arg[i];
        dep |= xe_tdep(arg[i]) || arg[i]->kind == E_PACK;
    }
    if (dep) return xe_dep_call(parse, object, arg, n, pos);
    if (n == 1) return xe_build_subscript(parse, object, arg[0], pos);
    if (object->type->kind == TY_CLASS)
        return xe_call_object(parse, object, OP_SUBSCRIPT, arg, n, pos);
    if (!n) {
        CXX_DIAG(cxx, x_expected_expr, pos);
        return cxx_expr_error(cxx, pos);
    }
    // of what is no class the commas are operators, as before
    Expr *index = arg[0];
    for (uint32_t i = 1; i < n; i++)
        index = cxx_build_binary(parse, OP_COMMA, index, arg[i], arg[i]->pos);
    return xe_build_subscript(parse, object, index, pos);
}
