// SPDX-License-Identifier: Apache-2.0
// convert/complex.c: GNU's `__complex__ T` (C's _Complex), as far as the headers of the host's C++
// library and device code with std::complex need it: the type, __real__ and __imag__, lists of both
// parts, and a real number where a complex one is wanted, sums and products with real numbers.
//
// A complex type is represented as a class with two members, which is how it lies in memory and is
// passed; only its mangled name differs (`C` and the part's type). Operators between two complex
// numbers are not supported; they are reported as operators that do not exist.
#include "cxx/facts/state.h"
#include "cxx/lookup/lookup.h"
#include "cxx/convert/convert.h"

Type *cxx_complex_type(Cxx *cxx, Type *part) {
    void **slot = map_slot(&cxx->decls->complex_types, part->id + 1u);
    if (*slot) return ((ClassDecl *)*slot)->d.type;
    static const char *const name[] = {"__real", "__imag"};
    Atom spelled = atom_printf(cxx->ctx, "%s _Complex", ty_basic_spelling(part->kind));
    ClassDecl *cls = cxx_decl_new(cxx, ClassDecl, D_CLASS, spelled, 0, 0, cxx->global, NULL);
    *slot = cls;
    cls->inner = cxx_scope_new(cxx, SC_CLASS, cxx->global, &cls->d);
    cls->d.linkage = LK_EXTERNAL;
    cls->complex_of = part;
    Type *type = ty_class(cxx, cls);
    for (uint32_t i = 0; i < 2; i++) {
        Atom a = atom_cstr(cxx->ctx, name[i]);
        FieldDecl *f = cxx_decl_new(cxx, FieldDecl, D_FIELD, a, 0, 0, cls->inner, NULL);
        f->d.type = part;
        f->d.access = ACC_PUBLIC;
        f->owner = cls;
        f->index = i;
        cxx_scope_add(cxx, cls->inner, &f->d);
        vec_push(&cxx->ctx->perm, &cls->fields, f);
    }
    cls->defined = cls->complete = cls->fields_done = true;
    return type;
}

Type *cxx_complex_part(const Type *type) {
    type = type->unqual;
    return type->kind == TY_CLASS ? type->u.cls->complex_of : NULL;
}

Expr *cxx_complex_member(Parse *parse, Expr *expr, uint32_t which) {
    if (expr->cat == VC_PRVALUE) expr = xe_materialize(parse, expr);
    return xe_field_path(parse, expr, ty_unqual(expr->type)->u.cls->fields.at[which], expr->pos);
}

// A complex number of two parts, which are converted.
static Expr *make(Parse *parse, Type *type, Expr *real, Expr *imag, Pos pos) {
    Type *part = cxx_complex_part(type);
    Expr *at[2] = {xe_arith_to(parse, cxx_rvalue(parse, real), part),
                   xe_arith_to(parse, cxx_rvalue(parse, imag), part)};
    if (xe_err(at[0]) || xe_err(at[1])) return cxx_expr_error(parse->x, pos);
    Expr *list = cxx_expr_new(parse->x, E_INITLIST_SYNTAX, parse->x->ty_initlist, VC_PRVALUE, pos);
    xe_args(parse, list, at, 2);
    return cxx_initialize(parse, ty_unqual(type), INIT_LIST, &list, 1, pos, NULL);
}

Expr *cxx_complex_from_real(Parse *parse, Type *type, Expr *expr) {
    return make(parse, type, expr, cxx_expr_int(parse->x, ty_basic(parse->x, TY_INT), 0, expr->pos),
                expr->pos);
}

// Named objects, whose evaluation may be repeated.
static bool repeatable(const Expr *expr) {
    while (expr->kind == E_MEMBER) expr = expr->a;
    return expr->kind == E_DECLREF || expr->kind == E_THIS || expr->kind == E_INT ||
           expr->kind == E_FLOAT || expr->kind == E_CONST ||
           (expr->kind == E_UNARY && expr->op == OP_DEREF && repeatable(expr->a));
}

Expr *cxx_complex_binary(Parse *parse, CxxOp op, Expr *expr, Expr *b, Pos pos) {
    if (xe_list(b) || xe_tdep(b)) return NULL;
    Type *ta = cxx_complex_part(expr->type), *tb = cxx_complex_part(b->type);
    bool real = ty_is_arith(ty_unqual(b->type)) || ty_is_unscoped_enum(ty_unqual(b->type));
    if (!ta || (!tb && !real)) return NULL;
    if (op == OP_ASSIGN) {
        if (tb == ta) return NULL; // as classes are
        Expr *r = NULL;
        if (real)
            r = cxx_complex_from_real(parse, expr->type, b);
        else if (repeatable(b))
            r = make(parse, expr->type, cxx_complex_member(parse, b, 0),
                     cxx_complex_member(parse, b, 1), pos);
        return r ? cxx_build_binary(parse, op, expr, r, pos) : NULL;
    }
    // a part at a time, where that needs nothing evaluated twice
    bool assign = op >= OP_ADD_ASSIGN && op <= OP_DIV_ASSIGN;
    CxxOp base = assign ? (CxxOp)(op - OP_ADD_ASSIGN + OP_ADD) : op;
    bool sum = base == OP_ADD || base == OP_SUB, scale = base == OP_MUL || base == OP_DIV;
    bool twice = tb || scale;
    if (!repeatable(expr) || (twice && !repeatable(b)) || !(sum || (scale && real))) return NULL;
    Expr *zero = cxx_complex_member(parse, expr, 1);
    Expr *re = cxx_build_binary(parse, base, cxx_complex_member(parse, expr, 0),
                                tb ? cxx_complex_member(parse, b, 0) : b, pos);
    Expr *im = twice ? cxx_build_binary(parse, base, cxx_complex_member(parse, expr, 1),
                                        tb ? cxx_complex_member(parse, b, 1) : b, pos)
                     : zero;
    if (xe_err(re) || xe_err(im)) return cxx_expr_error(parse->x, pos);
    Type *t = assign ? expr->type : cxx_complex_type(parse->x, ty_unqual(re->type));
    Expr *r = make(parse, t, re, im, pos);
    return assign ? cxx_build_binary(parse, OP_ASSIGN, expr, r, pos) : r;
}
