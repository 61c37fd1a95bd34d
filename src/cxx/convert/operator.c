// SPDX-License-Identifier: Apache-2.0
// convert/operator.c: built-in operators [expr.unary] to [expr.comma]: which operands each accepts,
// the conversions applied to them and the result. Operands of class or enumeration type first go
// through overload resolution (convert/overload_operator.c); what is left is built in. The families
// of binary operators are rows of `rows`.
#include "cxx/facts/diag.h"
#include "cxx/lookup/lookup.h"
#include "cxx/convert/convert.h"

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

bool xe_integral_or_enum(const Type *t) {
    return ty_is_integral(t) || ty_is_unscoped_enum(t);
}

static bool arith_operand(const Type *t) {
    return ty_is_arith(t) || ty_is_unscoped_enum(t);
}

static Expr *bad_operands(Parse *p, CxxOp op, Expr *a, Expr *b, Pos pos) {
    Cxx *x = p->x;
    if (a->kind == E_OVERLOAD || (b && b->kind == E_OVERLOAD)) {
        Expr *o = a->kind == E_OVERLOAD ? a : b;
        CXX_DIAG(x, x_overload_no_target, o->pos, o->u.ovl->name);
    } else if (op == OP_ASSIGN && b->type->kind == TY_VOID) {
        CXX_DIAG(x, x_bad_assign, b->pos, b->type, a->type);
    } else if (b) {
        CXX_DIAG(x, x_no_operator, pos, xe_op_text(op), a->type, b->type);
    } else {
        CXX_DIAG(x, x_no_unary_operator, pos, xe_op_text(op), a->type);
    }
    return cxx_expr_error(x, pos);
}

// ---- GNU vectors -------------------------------------------------------------------------------

Expr *xe_to_vector(Parse *p, Expr *e, Type *v) {
    e = cxx_rvalue(p, e);
    if (ty_unqual(e->type) == v) return e;
    if (!arith_operand(e->type)) return NULL;
    e = xe_arith_to(p, e, ty_unqual(v->u.array.elem));
    return xe_cast(p, CK_SPLAT, v, VC_PRVALUE, e);
}

static Type *vector_mask_type(Cxx *x, Type *v) {
    static const TyKind by_size[] = {[1] = TY_SCHAR, [2] = TY_SHORT, [4] = TY_INT, [8] = TY_LONG};
    uint64_t size = 4;
    uint32_t align;
    ty_size_align(x, v->u.array.elem, 0, &size, &align);
    return ty_vector(x, ty_basic(x, by_size[size <= 8 ? size : 4]), v->u.array.n);
}

static Expr *vector_mask(Parse *p, Expr *e, Pos pos) {
    Type *v = ty_unqual(e->type);
    Expr *zero = cxx_expr_new(p->x, E_ZERO, v, VC_PRVALUE, pos);
    return xe_bin(p, E_BINARY, OP_NE, vector_mask_type(p->x, v), VC_PRVALUE, pos, e, zero);
}

// GNU: `a && b` and `a || b` with vectors are masks; b is evaluated always if a is a vector.
static Expr *vector_logic(Parse *p, CxxOp op, Expr *a, Expr *b, Pos pos) {
    bool va = a->type->kind == TY_VECTOR, vb = b->type->kind == TY_VECTOR;
    Expr *l = cxx_rvalue(p, a), *r = cxx_rvalue(p, b);
    if (va && !vb) r = xe_to_vector(p, b, ty_unqual(a->type));
    if (!r || (!va && !arith_operand(l->type))) return bad_operands(p, op, a, b, pos);
    r = vector_mask(p, r, pos);
    if (!va) {
        Expr *all = cxx_expr_new(p->x, E_ZERO, r->type, VC_PRVALUE, pos);
        if (op == OP_LOR) all = cxx_build_unary(p, OP_BITNOT, all, pos);
        return op == OP_LAND ? xe_build_cond(p, l, r, all, pos) : xe_build_cond(p, l, all, r, pos);
    }
    l = vector_mask(p, l, pos);
    if (l->type != r->type) return bad_operands(p, op, a, b, pos);
    CxxOp bits = op == OP_LAND ? OP_AND : OP_OR;
    return xe_bin(p, E_BINARY, bits, l->type, VC_PRVALUE, pos, l, r);
}

static Expr *vector_binary(Parse *p, CxxOp op, OpClass c, Expr *a, Expr *b, Pos pos) {
    if (c == OC_LOGIC) return vector_logic(p, op, a, b, pos);
    Type *v = ty_unqual(a->type->kind == TY_VECTOR ? a->type : b->type);
    Expr *l = xe_to_vector(p, a, v), *r = xe_to_vector(p, b, v);
    if (!l || !r || (ty_is_floating(v->u.array.elem) && (c == OC_INT || c == OC_SHIFT)))
        return bad_operands(p, op, a, b, pos);
    Type *t = c == OC_REL || c == OC_EQ ? vector_mask_type(p->x, v) : v;
    return xe_bin(p, E_BINARY, op, t, VC_PRVALUE, pos, l, r);
}

// ---- binary operators --------------------------------------------------------------------------

static Expr *arith_binary(Parse *p, CxxOp op, Expr *a, Expr *b, Pos pos, Type *result) {
    Type *t = ty_usual_arith(p->x, xe_arith_type(p, a), xe_arith_type(p, b));
    Expr *l = xe_arith_to(p, a, t), *r = xe_arith_to(p, b, t);
    return xe_bin(p, E_BINARY, op, result ? result : t, VC_PRVALUE, pos, l, r);
}

static bool object_pointer(Parse *p, Type *t, Pos pos) {
    if (t->kind != TY_PTR) return false;
    Type *to = t->u.ptr.to;
    if (to->kind == TY_VOID || to->kind == TY_FUNC) { // GNU: size 1
        if (!diag_trapped(p->x->ctx)) return true;
        return CXX_DIAG(p->x, x_incomplete_type, pos, to);
    }
    return ty_complete(p->x, to, pos, true);
}

static Expr *index_operand(Parse *p, Expr *e) {
    e = cxx_rvalue(p, e);
    if (xe_err(e)) return e;
    return xe_arith_to(p, e, ty_promote(p->x, xe_arith_type(p, e)));
}

static Expr *additive(Parse *p, CxxOp op, Expr *a, Expr *b, Pos pos) {
    Cxx *x = p->x;
    Type *ta = ty_decay(x, a->type), *tb = ty_decay(x, b->type);
    bool ia = xe_integral_or_enum(ta), ib = xe_integral_or_enum(tb);
    if (op == OP_ADD && ia && tb->kind == TY_PTR) {
        Expr *t = a;
        a = b;
        b = t;
        Type *tt = ta;
        ta = tb;
        tb = tt;
        ib = true;
    }
    if (ta->kind == TY_PTR && ib) {
        if (!object_pointer(p, ta, pos)) return cxx_expr_error(x, pos);
        return xe_bin(p, E_BINARY, op, ta, VC_PRVALUE, pos, cxx_rvalue(p, a), index_operand(p, b));
    }
    if (op == OP_SUB && ta->kind == TY_PTR && tb->kind == TY_PTR) {
        Type *u = ty_unqual(ta->u.ptr.to), *v = ty_unqual(tb->u.ptr.to);
        Type *c = xe_composite_pointer(p, a, b);
        if (u != v && !c) return bad_operands(p, op, a, b, pos);
        if (!object_pointer(p, ta, pos)) return cxx_expr_error(x, pos);
        return xe_bin(p, E_BINARY, op, x->ty_ptrdiff_t, VC_PRVALUE, pos, cxx_rvalue(p, a),
                      cxx_rvalue(p, b));
    }
    return bad_operands(p, op, a, b, pos);
}

// Operands of <=>: no narrowing, no bool with another type, no enumeration with a floating type
// [expr.spaceship]/3, /4.
static bool three_way_operands(Parse *p, Expr *a, Expr *b, Type *ta, Type *tb) {
    Expr *side[2] = {a, b};
    Type *t[2] = {ta, tb};
    if ((ta->kind == TY_BOOL) != (tb->kind == TY_BOOL)) return false;
    for (int i = 0; i < 2; i++) {
        if (t[i]->kind == TY_ENUM && t[i] != t[1 - i] && ty_is_floating(t[1 - i])) return false;
    }
    Type *c = ty_usual_arith(p->x, xe_arith_type(p, a), xe_arith_type(p, b));
    for (int i = 0; i < 2; i++) {
        bool to_float = ty_is_floating(c) && !ty_is_floating(t[i]);
        if (!to_float && xe_is_narrowing(p, side[i], c)) return false;
    }
    return true;
}

static Expr *comparison(Parse *p, CxxOp op, OpClass c, Expr *a, Expr *b, Pos pos) {
    Cxx *x = p->x;
    Type *ta = ty_decay(x, a->type), *tb = ty_decay(x, b->type);
    Type *res = ty_basic(x, TY_BOOL), *common = NULL;
    bool fl = ty_is_floating(ta) || ty_is_floating(tb);
    if (ta->kind == TY_ENUM && ta == tb) { // scoped enumerations compare with themselves
        Type *u = ta->u.enm->underlying ? ta->u.enm->underlying : ty_basic(x, TY_INT);
        Type *t = ty_promote(x, u);
        Expr *l = xe_arith_to(p, a, t), *r = xe_arith_to(p, b, t);
        if (c == OC_CMP3) return xe_three_way(p, l, r, false, pos);
        return xe_bin(p, E_BINARY, op, res, VC_PRVALUE, pos, l, r);
    }
    if (arith_operand(ta) && arith_operand(tb)) {
        if (c == OC_CMP3) {
            if (!three_way_operands(p, a, b, ta, tb)) return bad_operands(p, op, a, b, pos);
            Type *t = ty_usual_arith(x, xe_arith_type(p, a), xe_arith_type(p, b));
            return xe_three_way(p, xe_arith_to(p, a, t), xe_arith_to(p, b, t), fl, pos);
        }
        return arith_binary(p, op, a, b, pos, res);
    }
    bool ptrs = ta->kind == TY_PTR || tb->kind == TY_PTR;
    if (ptrs || c == OC_EQ) common = xe_composite_pointer(p, a, b);
    if (!common && ptrs && (xe_integral_or_enum(ta) || xe_integral_or_enum(tb)))
        return bad_operands(p, op, a, b, pos);
    if (!common) {
        if (ta->kind == TY_PTR && tb->kind == TY_PTR) {
            CXX_DIAG(x, x_incompatible_operands, pos, ta, tb);
            return cxx_expr_error(x, pos);
        }
        return bad_operands(p, op, a, b, pos);
    }
    bool object = common->kind == TY_PTR && common->u.ptr.to->kind != TY_FUNC;
    if (c == OC_CMP3 && !object) return bad_operands(p, op, a, b, pos);
    if (common->kind == TY_NULLPTR) {
        // nullptr == nullptr: true; the operands have no effect worth keeping but side effects
        Type *vp = ty_pointer(x, ty_basic(x, TY_VOID));
        common = vp;
    }
    Expr *l = cxx_convert(p, a, common, NULL), *r = cxx_convert(p, b, common, NULL);
    if (c == OC_CMP3) return xe_three_way(p, l, r, false, pos);
    return xe_bin(p, E_BINARY, op, res, VC_PRVALUE, pos, l, r);
}

static Expr *shift(Parse *p, CxxOp op, Expr *a, Expr *b, Pos pos) {
    if (!xe_integral_or_enum(ty_unqual(a->type)) || !xe_integral_or_enum(ty_unqual(b->type)))
        return bad_operands(p, op, a, b, pos);
    Expr *l = index_operand(p, a), *r = index_operand(p, b);
    return xe_bin(p, E_BINARY, op, l->type, VC_PRVALUE, pos, l, r);
}

static bool has_no_value(Parse *p, Expr *a) {
    if (xe_list(a)) {
        CXX_DIAG(p->x, x_unexpected_list, a->pos);
        return true;
    }
    if (a->kind == E_TYPE) {
        CXX_DIAG(p->x, x_type_not_allowed, a->pos);
        return true;
    }
    return false;
}

// ---- assignment --------------------------------------------------------------------------------

// Why `a`, of const type, cannot be changed: what in it is declared const.
static void note_const(Parse *p, const Expr *a) {
    Cxx *x = p->x;
    for (;; a = a->a) {
        if (a->kind == E_CAST || a->kind == E_SUBSCRIPT) continue;
        if (a->kind != E_MEMBER) break;
        const FieldDecl *f = (const FieldDecl *)a->u.decl;
        if (f->capture && !(f->d.type->quals & Q_CONST)) {
            CXX_DIAG(x, x_note_const_capture, f->capture->d.pos, f->capture->d.name);
            return;
        }
        if (f->d.type->quals & Q_CONST || ty_is_ref(f->d.type)) {
            CXX_DIAG(x, x_note_const, f->d.pos, &f->d);
            return;
        }
    }
    while (a->kind == E_UNARY && a->op == OP_DEREF && (a->a->kind == E_CAST)) a = a->a;
    if (a->kind == E_UNARY && a->op == OP_DEREF) a = a->a;
    while (a->kind == E_CAST || a->kind == E_SUBSCRIPT || a->kind == E_BINARY) a = a->a;
    if (a->kind == E_THIS && p->fn)
        CXX_DIAG(x, x_note_const_this, p->fn->d.pos);
    else if (a->kind == E_DECLREF && a->u.decl->pos)
        CXX_DIAG(x, x_note_const, a->u.decl->pos, a->u.decl);
}

// A __constant__ variable named in device code: nvcc looks at plain names only.
static const Decl *constant_memory(const Parse *p, const Expr *a) {
    if (a->kind != E_DECLREF || a->u.decl->kind != D_VAR || !p->fn) return NULL;
    unsigned in = p->fn->d.cuda & (CU_DEVICE | CU_GLOBAL);
    return in && a->u.decl->cuda & CU_CONSTANT && !ty_is_ref(a->u.decl->type) ? a->u.decl : NULL;
}

bool xe_check_modifiable(Parse *p, Expr *a, Pos pos) {
    Cxx *x = p->x;
    Type *t = a->type;
    if (a->kind == E_OVERLOAD || a->cat != VC_LVALUE || t->kind == TY_FUNC || ty_is_array(t)) {
        if (a->cat == VC_XVALUE && t->kind == TY_CLASS) return true;
        CXX_DIAG(x, x_not_modifiable, pos);
        return false;
    }
    if (xe_quals(t) & Q_CONST) {
        CXX_DIAG(x, x_not_modifiable, pos);
        if (diag_live(x->ctx)) note_const(p, a);
        return false;
    }
    const Decl *constant = constant_memory(p, a);
    if (constant) {
        CXX_DIAG(x, x_not_modifiable, pos);
        CXX_DIAG(x, x_note_constant_memory, constant->pos, constant);
        return false;
    }
    return ty_complete(x, t, pos, true);
}

static Expr *simple_assign(Parse *p, Expr *a, Expr *b, Pos pos) {
    if (!xe_check_modifiable(p, a, a->pos)) return cxx_expr_error(p->x, pos);
    Expr *r;
    if (xe_list(b)) {
        Expr *one[1] = {b};
        r = cxx_initialize(p, ty_unqual(a->type), INIT_COPY_LIST, one, 1, b->pos, "assign");
    } else {
        r = cxx_convert(p, b, ty_unqual(a->type), "assign");
    }
    if (xe_err(r)) return r;
    Expr *e = xe_bin(p, E_ASSIGN, OP_ASSIGN, a->type, VC_LVALUE, pos, a, r);
    e->u.ty = ty_unqual(a->type);
    e->flags |= a->flags & EF_BITFIELD;
    return e;
}

static Expr *compound_assign(Parse *p, CxxOp op, Expr *a, Expr *b, Pos pos) {
    Cxx *x = p->x;
    CxxOp base = (CxxOp)rows[op].base;
    OpClass c = (OpClass)rows[base].cls;
    if (!xe_check_modifiable(p, a, a->pos)) return cxx_expr_error(x, pos);
    Type *ta = ty_unqual(a->type), *tb = ty_decay(x, b->type), *comp;
    Expr *r;
    if (ta->kind == TY_VECTOR) {
        r = xe_to_vector(p, b, ta);
        if (!r) return bad_operands(p, op, a, b, pos);
        comp = ta;
    } else if (ta->kind == TY_PTR && (base == OP_ADD || base == OP_SUB) &&
               xe_integral_or_enum(tb)) {
        if (!object_pointer(p, ta, pos)) return cxx_expr_error(x, pos);
        r = index_operand(p, b);
        comp = r->type;
    } else if (ty_is_arith(ta) && arith_operand(tb)) {
        bool ints = ty_is_integral(ta) && xe_integral_or_enum(tb);
        if ((c == OC_INT || c == OC_SHIFT) && !ints) return bad_operands(p, op, a, b, pos);
        Type *la = xe_arith_type(p, a);
        comp = c == OC_SHIFT ? ty_promote(x, la) : ty_usual_arith(x, la, xe_arith_type(p, b));
        r = c == OC_SHIFT ? index_operand(p, b) : xe_arith_to(p, b, comp);
    } else {
        return bad_operands(p, op, a, b, pos);
    }
    if (xe_err(r)) return r;
    Expr *e = xe_bin(p, E_ASSIGN, op, a->type, VC_LVALUE, pos, a, r);
    e->u.ty = comp;
    e->flags |= a->flags & EF_BITFIELD;
    return e;
}

// ---- entry points ------------------------------------------------------------------------------

static Expr *logic(Parse *p, CxxOp op, Expr *a, Expr *b, Pos pos) {
    if (a->type->kind == TY_VECTOR || b->type->kind == TY_VECTOR)
        return bad_operands(p, op, a, b, pos);
    Expr *l = cxx_to_bool(p, a), *r = cxx_to_bool(p, b);
    if (xe_err(l)) return l;
    if (xe_err(r)) return r;
    return xe_bin(p, E_BINARY, op, ty_basic(p->x, TY_BOOL), VC_PRVALUE, pos, l, r);
}

static Expr *comma(Parse *p, Expr *a, Expr *b, Pos pos) {
    if (b->kind == E_OVERLOAD) b = cxx_rvalue(p, b);
    if (a->kind == E_OVERLOAD) a = cxx_rvalue(p, a);
    if (a->cat == VC_PRVALUE && a->type->kind == TY_CLASS) a = xe_materialize(p, a);
    Expr *e = xe_bin(p, E_BINARY, OP_COMMA, b->type, (ValueCat)b->cat, pos, a, b);
    e->flags |= b->flags & EF_BITFIELD;
    return e;
}

static Expr *dependent_binary(Parse *p, CxxOp op, Expr *a, Expr *b, Pos pos) {
    OpClass c = (OpClass)rows[op].cls;
    ExprKind k = c == OC_ASSIGN || c == OC_COMPOUND ? E_ASSIGN : E_BINARY;
    Expr *e = xe_dep(p, k, pos);
    e->op = (uint8_t)op;
    e->a = a;
    e->b = b;
    xe_inherit(e, a);
    xe_inherit(e, b);
    return e;
}

// The variable that the glvalue e is (a member or element of) is set, not read.
void xe_note_set(const Expr *e) {
    for (;;) {
        if (e->kind == E_MEMBER || (e->kind == E_SUBSCRIPT && ty_is_array(e->a->type)) ||
            (e->kind == E_CAST && e->op == CK_DERIVED_TO_BASE && e->cat != VC_PRVALUE))
            e = e->a;
        else
            break;
    }
    if (e->kind == E_DECLREF && e->u.decl->kind == D_VAR) ((VarDecl *)e->u.decl)->set++;
}

static void note_class_set(const Expr *a, const Expr *r) {
    if (xe_err(r) || r->kind != E_CALL || !r->u.decl || r->u.decl->kind != D_FUNC) return;
    if (((const FuncDecl *)r->u.decl)->is_implicit) xe_note_set(a);
}

Expr *cxx_build_binary(Parse *p, CxxOp op, Expr *a, Expr *b, Pos pos) {
    Cxx *x = p->x;
    OpClass c = (OpClass)rows[op].cls;
    if (xe_err(a)) return a;
    if (xe_err(b)) return b;
    if (has_no_value(p, a) || (xe_list(b) && c != OC_ASSIGN && c != OC_COMPOUND) ||
        b->kind == E_TYPE) {
        if (!has_no_value(p, a)) has_no_value(p, b);
        return cxx_expr_error(x, pos);
    }
    if (xe_tdep(a) || xe_tdep(b)) return dependent_binary(p, op, a, b, pos);
    if (xe_bound_function(p, a) || xe_bound_function(p, b)) return cxx_expr_error(x, pos);
    if (xe_has_overloads(a) || xe_has_overloads(b)) {
        bool tried = false;
        Expr *r = a->type->kind == TY_CLASS ? cxx_complex_binary(p, op, a, b, pos) : NULL;
        if (r) return r;
        r = xe_operator_overload(p, op, a, b, pos, &tried);
        if (r && c == OC_ASSIGN) note_class_set(a, r);
        if (r) return r;
    }
    if (xe_list(b) && c == OC_COMPOUND) {
        has_no_value(p, b);
        return cxx_expr_error(x, pos);
    }
    if (a->type->kind == TY_VOID || b->type->kind == TY_VOID) {
        if (c == OC_COMMA) return comma(p, a, b, pos);
        return bad_operands(p, op, a, b, pos);
    }
    if (c == OC_EQ || c == OC_REL || c == OC_CMP3) { // the address of a function [over.over]
        Expr *l = cxx_resolve_address(p, a, b->kind == E_OVERLOAD ? NULL : b->type, false);
        Expr *r = l ? cxx_resolve_address(p, b, l->type, false) : NULL;
        if (!l || !r) return bad_operands(p, op, a, b, pos);
        // once more, now as uses
        Type *of_b = b->kind == E_OVERLOAD ? NULL : b->type;
        a = cxx_resolve_address(p, a, of_b, true);
        b = cxx_resolve_address(p, b, l->type, true);
        if (!a || !b) return cxx_expr_error(x, pos);
    }
    bool vec = (a->type->kind == TY_VECTOR || b->type->kind == TY_VECTOR) && c != OC_ASSIGN &&
               c != OC_COMPOUND && c != OC_COMMA;
    if (vec) return vector_binary(p, op, c, a, b, pos);
    switch (c) {
    case OC_COMMA: return comma(p, a, b, pos);
    case OC_LOGIC: return logic(p, op, a, b, pos);
    case OC_ASSIGN: xe_note_set(a); return simple_assign(p, a, b, pos);
    case OC_COMPOUND: return compound_assign(p, op, a, b, pos);
    case OC_REL:
    case OC_EQ:
    case OC_CMP3: return comparison(p, op, c, a, b, pos);
    case OC_SHIFT: return shift(p, op, a, b, pos);
    default: break;
    }
    Type *ta = ty_unqual(a->type), *tb = ty_unqual(b->type);
    bool ints = xe_integral_or_enum(ta) && xe_integral_or_enum(tb);
    if (arith_operand(ta) && arith_operand(tb) && (c != OC_INT || ints))
        return arith_binary(p, op, a, b, pos, NULL);
    if (c == OC_ADD || c == OC_SUB) return additive(p, op, a, b, pos);
    return bad_operands(p, op, a, b, pos);
}

static Expr *incdec(Parse *p, CxxOp op, Expr *a, Pos pos) {
    Cxx *x = p->x;
    Type *t = ty_unqual(a->type);
    if (!xe_check_modifiable(p, a, pos)) return cxx_expr_error(x, pos);
    if (t->kind == TY_PTR) {
        if (!object_pointer(p, t, pos)) return cxx_expr_error(x, pos);
    } else if (!ty_is_arith(t) && t->kind != TY_VECTOR) {
        return bad_operands(p, op, a, NULL, pos);
    }
    if (t->kind == TY_BOOL && (op == OP_PREDEC || op == OP_POSTDEC || x->opt.std >= 17))
        return bad_operands(p, op, a, NULL, pos);
    bool post = op == OP_POSTINC || op == OP_POSTDEC;
    Expr *e = xe_un(p, E_UNARY, post ? t : a->type, post ? VC_PRVALUE : VC_LVALUE, pos, a);
    e->op = (uint8_t)op;
    return e;
}

static Expr *address_of(Parse *p, Expr *a, Pos pos) {
    Cxx *x = p->x;
    if (a->kind == E_OVERLOAD) {
        Expr *o = xe_dup(p, a);
        o->op = OP_ADDR; // the address of whatever is chosen
        o->pos = pos;
        return o;
    }
    if (a->kind == E_DECLREF && (a->pad & XP_QUALIFIED) && !(a->flags & EF_PAREN) &&
        a->u.decl->kind == D_FIELD) {
        FieldDecl *f = (FieldDecl *)a->u.decl;
        ClassDecl *c = f->owner; // of an anonymous union: a member of the class around it
        while (c->anon_member) c = c->anon_member->owner;
        if (ty_is_ref(f->d.type)) { // [dcl.mptr]/3
            CXX_DIAG(x, d_ptr_to_member_of, pos, f->d.type);
            return cxx_expr_error(x, pos);
        }
        Type *t = ty_memptr(x, ty_unqual(c->d.type), f->d.type);
        Expr *e = xe_un(p, E_UNARY, t, VC_PRVALUE, pos, a);
        e->op = OP_ADDR;
        return e;
    }
    if (a->cat != VC_LVALUE) {
        CXX_DIAG(x, x_address_needs_lvalue, pos);
        return cxx_expr_error(x, pos);
    }
    if (a->flags & EF_BITFIELD) {
        CXX_DIAG(x, x_address_of_bitfield, pos);
        return cxx_expr_error(x, pos);
    }
    Expr *e = xe_un(p, E_UNARY, ty_pointer(x, a->type), VC_PRVALUE, pos, a);
    e->op = OP_ADDR;
    return e;
}

static Expr *deref(Parse *p, Expr *a, Pos pos) {
    Cxx *x = p->x;
    Expr *r = cxx_rvalue(p, a);
    if (xe_err(r)) return r;
    if (r->type->kind != TY_PTR) {
        CXX_DIAG(x, x_deref_needs_pointer, pos, a->type);
        return cxx_expr_error(x, pos);
    }
    Type *to = r->type->u.ptr.to;
    if (to->kind == TY_FUNC && r->kind == E_CAST && r->op == CK_FUNC_TO_PTR) return r->a;
    Expr *e = xe_un(p, E_UNARY, to, VC_LVALUE, pos, r);
    e->op = OP_DEREF;
    return e;
}

static Expr *arith_unary(Parse *p, CxxOp op, Expr *a, Pos pos) {
    Cxx *x = p->x;
    Expr *r = cxx_rvalue(p, a);
    if (xe_err(r)) return r;
    Type *t = ty_unqual(r->type);
    bool ok = op == OP_BITNOT ? xe_integral_or_enum(t) : arith_operand(t);
    if (t->kind == TY_VECTOR) {
        ok = op != OP_BITNOT || !ty_is_floating(t->u.array.elem);
    } else if (op == OP_PLUS && t->kind == TY_PTR) {
        ok = true;
    } else if (ok && !ty_is_floating(t)) {
        t = ty_promote(x, xe_arith_type(p, r));
        r = xe_arith_to(p, r, t);
    }
    if (!ok) return bad_operands(p, op, a, NULL, pos);
    Expr *e = xe_un(p, E_UNARY, t, VC_PRVALUE, pos, r);
    e->op = (uint8_t)op;
    return e;
}

Expr *cxx_build_unary(Parse *p, CxxOp op, Expr *a, Pos pos) {
    if (xe_err(a)) return a;
    if (has_no_value(p, a)) return cxx_expr_error(p->x, pos);
    if (xe_tdep(a)) {
        Expr *e = xe_dep(p, E_UNARY, pos);
        e->op = (uint8_t)op;
        e->a = a;
        xe_inherit(e, a);
        return e;
    }
    bool member_addr = op == OP_ADDR && (a->pad & XP_QUALIFIED) && !(a->flags & EF_PAREN);
    if (xe_has_overloads(a) && !member_addr) {
        bool tried = false;
        Expr *r = xe_operator_overload(p, op, a, NULL, pos, &tried);
        if (r) return r;
    }
    switch (op) {
    case OP_ADDR: return address_of(p, a, pos);
    case OP_DEREF: return deref(p, a, pos);
    case OP_NOT: {
        if (a->type->kind == TY_VECTOR) {
            Expr *v = xe_un(p, E_UNARY, vector_mask_type(p->x, ty_unqual(a->type)), VC_PRVALUE, pos,
                            cxx_rvalue(p, a));
            v->op = OP_NOT;
            return v;
        }
        Expr *b = cxx_to_bool(p, a);
        if (xe_err(b)) return b;
        Expr *e = xe_un(p, E_UNARY, ty_basic(p->x, TY_BOOL), VC_PRVALUE, pos, b);
        e->op = OP_NOT;
        return e;
    }
    case OP_PREINC:
    case OP_PREDEC:
    case OP_POSTINC:
    case OP_POSTDEC: return incdec(p, op, a, pos);
    default: return arith_unary(p, op, a, pos);
    }
}

// a[b] [expr.sub]
Expr *xe_build_subscript(Parse *p, Expr *a, Expr *b, Pos pos) {
    Cxx *x = p->x;
    if (xe_err(a)) return a;
    if (xe_err(b)) return b;
    if (xe_tdep(a) || xe_tdep(b)) {
        Expr *e = xe_dep(p, E_SUBSCRIPT, pos);
        e->a = a;
        e->b = b;
        xe_inherit(e, a);
        xe_inherit(e, b);
        return e;
    }
    if (a->type->kind == TY_CLASS || xe_list(b)) {
        bool tried = false;
        Expr *r = xe_operator_overload(p, OP_SUBSCRIPT, a, b, pos, &tried);
        if (r) return r;
        return bad_operands(p, OP_SUBSCRIPT, a, b, pos);
    }
    if (xe_integral_or_enum(ty_unqual(a->type)) && !xe_integral_or_enum(ty_unqual(b->type))) {
        Expr *t = a;
        a = b;
        b = t;
    }
    if (b->type->kind == TY_CLASS) { // a conversion function to an integer
        Ics o;
        cxx_ics(p, b, x->ty_ptrdiff_t, true, false, &o);
        if (o.rank == ICS_USER && !o.ambiguous) {
            Type *r = ty_unqual(ty_deref(o.user->d.type->u.func.ret));
            b = cxx_convert(p, b, xe_integral_or_enum(r) ? r : x->ty_ptrdiff_t, NULL);
        }
    }
    if (!xe_integral_or_enum(ty_unqual(b->type))) {
        CXX_DIAG(x, x_array_bound_type, b->pos, b->type);
        return cxx_expr_error(x, pos);
    }
    Type *t = a->type;
    Type *elem;
    ValueCat cat = VC_LVALUE;
    if (ty_is_array(t)) {
        elem = t->u.array.elem;
        if (a->cat == VC_PRVALUE) a = xe_materialize(p, a);
        if (a->cat == VC_XVALUE) cat = VC_XVALUE;
    } else if (t->kind == TY_VECTOR) {
        elem = ty_qual(x, t->u.array.elem, t->quals);
        if (a->cat == VC_PRVALUE) a = xe_materialize(p, a);
    } else {
        a = cxx_rvalue(p, a);
        if (xe_err(a)) return a;
        if (a->type->kind != TY_PTR) {
            CXX_DIAG(x, x_subscript_needs_pointer, pos, a->type);
            return cxx_expr_error(x, pos);
        }
        elem = a->type->u.ptr.to;
        if (!object_pointer(p, a->type, pos)) return cxx_expr_error(x, pos);
    }
    return xe_bin(p, E_SUBSCRIPT, OP_SUBSCRIPT, elem, cat, pos, a, index_operand(p, b));
}

// ---- three-way comparison [expr.spaceship] ----------------------------------------------------

const char *const xe_category_name[] = {"", "partial_ordering", "weak_ordering", "strong_ordering"};

Type *xe_category_type(Parse *p, int cat, Pos pos) {
    Cxx *x = p->x;
    Lookup l = {0};
    Atom a = atom_cstr(x->ctx, xe_category_name[cat]);
    if (x->std_ns && cxx_lookup_in(p, x->std_ns->inner, a, LU_TYPE_ONLY | LU_ALL, &l) && l.n &&
        l.at[0]->type)
        return l.at[0]->type;
    CXX_DIAG(x, x_no_compare_header, pos, xe_category_name[cat]);
    return NULL;
}

// An object of a category class around a value of its field.
Expr *xe_category_value(Parse *p, Type *t, Expr *v, Pos pos) {
    Cxx *x = p->x;
    ClassDecl *c = t->u.cls;
    bool ok = t->kind == TY_CLASS && cxx_class_complete(x, c, pos);
    if (ok) cxx_class_specials(x, c);
    if (!ok || c->fields.n != 1 || c->nbase || !ty_is_integral(c->fields.at[0]->d.type)) {
        CXX_DIAG(x, x_no_compare_header, pos, atom_str(x->ctx, c->d.name));
        return cxx_expr_error(x, pos);
    }
    Expr *e = cxx_expr_new(x, E_INIT_LIST, ty_unqual(t), VC_PRVALUE, pos);
    e->u.init = arena_zalloc(pa(p), sizeof *e->u.init, _Alignof(max_align_t));
    e->u.init->field = c->fields.at;
    e->u.init->base = arena_array(pa(p), BaseSpec *, 1);
    Expr *f = xe_arith_to(p, v, c->fields.at[0]->d.type);
    xe_args(p, e, &f, 1);
    return e;
}

// The built-in operator's result for operands already converted; floating: may be unordered.
Expr *xe_three_way(Parse *p, Expr *a, Expr *b, bool floating, Pos pos) {
    Type *t = xe_category_type(p, floating ? CAT_PARTIAL : CAT_STRONG, pos);
    if (!t) return cxx_expr_error(p->x, pos);
    Expr *v = xe_bin(p, E_BINARY, OP_CMP3, ty_basic(p->x, TY_SCHAR), VC_PRVALUE, pos, a, b);
    return xe_category_value(p, t, v, pos);
}
