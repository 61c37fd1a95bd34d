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

Type *cxx_complex_type(Cxx *x, Type *part) {
    void **slot = map_slot(&x->decls->complex_types, part->id + 1u);
    if (*slot) return ((ClassDecl *)*slot)->d.type;
    static const char *const name[] = {"__real", "__imag"};
    Atom spelled = atom_printf(x->ctx, "%s _Complex", ty_basic_spelling(part->kind));
    ClassDecl *c = cxx_decl_new(x, ClassDecl, D_CLASS, spelled, 0, 0, x->global, NULL);
    *slot = c;
    c->inner = cxx_scope_new(x, SC_CLASS, x->global, &c->d);
    c->d.linkage = LK_EXTERNAL;
    c->complex_of = part;
    Type *t = ty_class(x, c);
    for (uint32_t i = 0; i < 2; i++) {
        Atom a = atom_cstr(x->ctx, name[i]);
        FieldDecl *f = cxx_decl_new(x, FieldDecl, D_FIELD, a, 0, 0, c->inner, NULL);
        f->d.type = part;
        f->d.access = ACC_PUBLIC;
        f->owner = c;
        f->index = i;
        cxx_scope_add(x, c->inner, &f->d);
        vec_push(&x->ctx->perm, &c->fields, f);
    }
    c->defined = c->complete = c->fields_done = true;
    return t;
}

Type *cxx_complex_part(const Type *t) {
    t = t->unqual;
    return t->kind == TY_CLASS ? t->u.cls->complex_of : NULL;
}

Expr *cxx_complex_member(Parse *p, Expr *e, uint32_t which) {
    if (e->cat == VC_PRVALUE) e = xe_materialize(p, e);
    return xe_field_path(p, e, ty_unqual(e->type)->u.cls->fields.at[which], e->pos);
}

// A complex number of two parts, which are converted.
static Expr *make(Parse *p, Type *t, Expr *real, Expr *imag, Pos pos) {
    Type *part = cxx_complex_part(t);
    Expr *at[2] = {xe_arith_to(p, cxx_rvalue(p, real), part),
                   xe_arith_to(p, cxx_rvalue(p, imag), part)};
    if (xe_err(at[0]) || xe_err(at[1])) return cxx_expr_error(p->x, pos);
    Expr *list = cxx_expr_new(p->x, E_INITLIST_SYNTAX, p->x->ty_initlist, VC_PRVALUE, pos);
    xe_args(p, list, at, 2);
    return cxx_initialize(p, ty_unqual(t), INIT_LIST, &list, 1, pos, NULL);
}

Expr *cxx_complex_from_real(Parse *p, Type *t, Expr *e) {
    return make(p, t, e, cxx_expr_int(p->x, ty_basic(p->x, TY_INT), 0, e->pos), e->pos);
}

// Named objects, whose evaluation may be repeated.
static bool repeatable(const Expr *e) {
    while (e->kind == E_MEMBER) e = e->a;
    return e->kind == E_DECLREF || e->kind == E_THIS || e->kind == E_INT || e->kind == E_FLOAT ||
           e->kind == E_CONST || (e->kind == E_UNARY && e->op == OP_DEREF && repeatable(e->a));
}

Expr *cxx_complex_binary(Parse *p, CxxOp op, Expr *a, Expr *b, Pos pos) {
    if (xe_list(b) || xe_tdep(b)) return NULL;
    Type *ta = cxx_complex_part(a->type), *tb = cxx_complex_part(b->type);
    bool real = ty_is_arith(ty_unqual(b->type)) || ty_is_unscoped_enum(ty_unqual(b->type));
    if (!ta || (!tb && !real)) return NULL;
    if (op == OP_ASSIGN) {
        if (tb == ta) return NULL; // as classes are
        Expr *r = NULL;
        if (real)
            r = cxx_complex_from_real(p, a->type, b);
        else if (repeatable(b))
            r = make(p, a->type, cxx_complex_member(p, b, 0), cxx_complex_member(p, b, 1), pos);
        return r ? cxx_build_binary(p, op, a, r, pos) : NULL;
    }
    // a part at a time, where that needs nothing evaluated twice
    bool assign = op >= OP_ADD_ASSIGN && op <= OP_DIV_ASSIGN;
    CxxOp base = assign ? (CxxOp)(op - OP_ADD_ASSIGN + OP_ADD) : op;
    bool sum = base == OP_ADD || base == OP_SUB, scale = base == OP_MUL || base == OP_DIV;
    bool twice = tb || scale;
    if (!repeatable(a) || (twice && !repeatable(b)) || !(sum || (scale && real))) return NULL;
    Expr *zero = cxx_complex_member(p, a, 1);
    Expr *re = cxx_build_binary(p, base, cxx_complex_member(p, a, 0),
                                tb ? cxx_complex_member(p, b, 0) : b, pos);
    Expr *im = twice ? cxx_build_binary(p, base, cxx_complex_member(p, a, 1),
                                        tb ? cxx_complex_member(p, b, 1) : b, pos)
                     : zero;
    if (xe_err(re) || xe_err(im)) return cxx_expr_error(p->x, pos);
    Type *t = assign ? a->type : cxx_complex_type(p->x, ty_unqual(re->type));
    Expr *r = make(p, t, re, im, pos);
    return assign ? cxx_build_binary(p, OP_ASSIGN, a, r, pos) : r;
}
