// SPDX-License-Identifier: Apache-2.0
// convert/complex.c: GNU's complex numbers (C's _Complex): arithmetic types of two parts.
//
// Inside, a complex type is a class with two members, which is how it lies in memory, is passed and
// is evaluated; to the language it is arithmetic: standard conversions lead to it, the operators
// are built in, its mangled name is `C` and the part's type. What an operator means is written as a
// tree over the parts; an operand that must not be evaluated twice is kept in a variable of a
// statement expression. Products and quotients follow the plain formulas, with no special cases for
// NaN.
#include "cxx/answer.h"
#include "cxx/facts/diag.h"
#include "cxx/facts/state.h"
#include "cxx/lookup/lookup.h"
#include "cxx/convert/convert.h"

// ---- the type ----------------------------------------------------------------------------------

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
        vec_push(&cxx->ctx->perm, &cls->members.fields, f);
    }
    cls->written.defined = cls->members.complete = cls->members.fields_known = true;
    return type;
}

// The type of one part of a value; NULL: it is no number.
static Type *part_of(const Type *type) {
    Type *part = cxx_complex_part(type);
    if (part) return part;
    type = type->unqual;
    return ty_is_arith(type) || ty_is_unscoped_enum(type) ? (Type *)type : NULL;
}

Type *cxx_complex_common(Parse *parse, const Expr *a, const Expr *b) {
    Type *pa = part_of(a->type), *pb = part_of(b->type);
    bool any = cxx_complex_part(a->type) || cxx_complex_part(b->type);
    if (!any || !pa || !pb) return NULL;
    return cxx_complex_type(parse->x, ty_usual_arith(parse->x, pa, pb));
}

// ---- parts -------------------------------------------------------------------------------------

Expr *cxx_complex_member(Parse *parse, Expr *number, uint32_t which) {
    if (number->cat == VC_PRVALUE) number = xe_materialize(parse, number);
    return xe_field_path(parse, number, ty_unqual(number->type)->u.cls->members.fields.at[which],
                         number->pos);
}

// A complex number of two parts, which are converted; no imaginary part: 0.
static Expr *make(Parse *parse, Type *complex, Expr *real, Expr *imag, Pos pos) {
    Cxx *cxx = parse->x;
    if (!imag) imag = cxx_expr_int(cxx, ty_basic(cxx, TY_INT), 0, pos);
    Type *part = cxx_complex_part(complex);
    Expr *at[2] = {xe_arith_to(parse, cxx_rvalue(parse, real), part),
                   xe_arith_to(parse, cxx_rvalue(parse, imag), part)};
    if (xe_err(at[0]) || xe_err(at[1])) return cxx_expr_error(cxx, pos);
    Expr *list = cxx_expr_new(cxx, E_INITLIST_SYNTAX, cxx->ty_initlist, VC_PRVALUE, pos);
    xe_args(parse, list, at, 2);
    return cxx_initialize(parse, ty_unqual(complex), INIT_LIST, &list, 1, pos, NULL);
}

Expr *cxx_complex_make(Parse *parse, Expr *real, Expr *imag, Pos pos) {
    return make(parse, cxx_complex_type(parse->x, ty_unqual(imag->type)), real, imag, pos);
}

// ---- operands ----------------------------------------------------------------------------------

// What an operator's tree is made of: declarations of the operands' values, then the tree itself.
typedef struct Steps {
    Parse *p;
    Pos pos;
    VEC(Stmt *) list;
} Steps;

typedef struct Operand {
    Expr *part[2]; // the second is NULL of a real number
} Operand;

// Named objects, whose evaluation may be repeated.
static bool repeatable(const Expr *expr) {
    while (expr->kind == E_MEMBER) expr = expr->a;
    if (expr->type->quals & Q_VOLATILE) return false;
    return is_any_of(expr->kind, E_DECLREF, E_THIS, E_INT, E_FLOAT, E_CONST) ||
           (xe_is(expr, E_UNARY, OP_DEREF) && repeatable(expr->a));
}

// The operand as something that may be named several times: its value, or by_reference the object
// itself.
static Expr *keep(Steps *steps, Expr *operand, bool by_reference) {
    Parse *parse = steps->p;
    if (repeatable(operand) || parse->unevaluated) return operand;
    Type *type = by_reference ? operand->type : ty_unqual(operand->type);
    VarDecl *var = xe_local_var(
        parse, 0, by_reference ? ty_ref(parse->x, type, operand->cat != VC_LVALUE) : type,
        steps->pos, parse->at);
    var->init_style = INIT_COPY;
    var->init = cxx_init_var(parse, var, INIT_COPY, &operand, 1);
    if (xe_err(var->init)) return var->init;
    vec_push(pa(parse), &steps->list, xe_decl_stmt(parse, &var, 1, steps->pos));
    return xe_ref(parse, &var->d, type, steps->pos);
}

static Operand parts(Steps *steps, Expr *operand) {
    Parse *parse = steps->p;
    if (!cxx_complex_part(operand->type)) return (Operand){{operand, NULL}};
    return (Operand){
        {cxx_complex_member(parse, operand, 0), cxx_complex_member(parse, operand, 1)}};
}

// The value of the tree behind the declarations, which a statement expression holds.
static Expr *finish(Steps *steps, Expr *value) {
    Parse *parse = steps->p;
    if (!steps->list.n || xe_err(value)) return value;
    Stmt *last = xe_stmt(parse, S_EXPR, steps->pos);
    last->e = value;
    vec_push(pa(parse), &steps->list, last);
    Stmt *block = xe_stmt(parse, S_COMPOUND, steps->pos);
    block->u.list.at = steps->list.at;
    block->u.list.n = steps->list.n;
    Expr *e = cxx_expr_new(parse->x, E_STMT, ty_unqual(value->type), VC_PRVALUE, steps->pos);
    e->u.stmt = block;
    e->height = value->height + 1;
    e->end = xe_prev_pos(parse);
    return e;
}

static Expr *op2(Steps *steps, CxxOp op, Expr *a, Expr *b) {
    return cxx_build_binary(steps->p, op, a, b, steps->pos);
}

static Expr *negated(Steps *steps, Expr *a) {
    return cxx_build_unary(steps->p, OP_MINUS, a, steps->pos);
}

// ---- arithmetic --------------------------------------------------------------------------------

// [0] and [1] become the parts of a + b or a - b.
static void sum(Steps *steps, CxxOp op, const Operand *a, const Operand *b, Expr **out) {
    Expr *of_a = a->part[1], *of_b = b->part[1];
    out[0] = op2(steps, op, a->part[0], b->part[0]);
    if (of_a && of_b)
        out[1] = op2(steps, op, of_a, of_b);
    else if (of_a)
        out[1] = of_a;
    else
        out[1] = op == OP_SUB ? negated(steps, of_b) : of_b;
}

// (a + bi)(c + di) = (ac - bd) + (ad + bc)i
static void product(Steps *steps, const Operand *a, const Operand *b, Expr **out) {
    Expr *ar = a->part[0], *ai = a->part[1], *br = b->part[0], *bi = b->part[1];
    out[0] = op2(steps, OP_MUL, ar, br);
    if (ai && bi) {
        out[0] = op2(steps, OP_SUB, out[0], op2(steps, OP_MUL, ai, bi));
        Expr *crossed = op2(steps, OP_MUL, ai, br);
        out[1] = op2(steps, OP_ADD, op2(steps, OP_MUL, ar, bi), crossed);
    } else {
        out[1] = ai ? op2(steps, OP_MUL, ai, br) : op2(steps, OP_MUL, ar, bi);
    }
}

// By c + di: times c - di, over cc + dd. By a real number each part is divided.
static void quotient(Steps *steps, const Operand *a, const Operand *b, Expr **out) {
    Expr *ar = a->part[0], *ai = a->part[1], *br = b->part[0], *bi = b->part[1];
    if (!bi) {
        out[0] = op2(steps, OP_DIV, ar, br);
        out[1] = op2(steps, OP_DIV, ai, br);
        return;
    }
    Expr *square = op2(steps, OP_MUL, bi, bi);
    Expr *norm = op2(steps, OP_ADD, op2(steps, OP_MUL, br, br), square);
    norm = xe_err(norm) ? norm : keep(steps, norm, false);
    Expr *re = op2(steps, OP_MUL, ar, br), *im = op2(steps, OP_MUL, ar, bi);
    if (ai) re = op2(steps, OP_ADD, re, op2(steps, OP_MUL, ai, bi));
    im = ai ? op2(steps, OP_SUB, op2(steps, OP_MUL, ai, br), im) : negated(steps, im);
    out[0] = op2(steps, OP_DIV, re, norm);
    out[1] = op2(steps, OP_DIV, im, norm);
}

// a op b of two values that may be repeated, at least one of them complex.
static Expr *arithmetic(Steps *steps, CxxOp op, Expr *a, Expr *b) {
    Parse *parse = steps->p;
    Type *type = cxx_complex_common(parse, a, b);
    Operand left = parts(steps, a), right = parts(steps, b);
    Expr *out[2];
    switch (op) {
    case OP_MUL: product(steps, &left, &right, out); break;
    case OP_DIV: quotient(steps, &left, &right, out); break;
    default: sum(steps, op, &left, &right, out); break;
    }
    if (xe_err(out[0]) || xe_err(out[1])) return cxx_expr_error(parse->x, steps->pos);
    return make(parse, type, out[0], out[1], steps->pos);
}

// a == b: both parts are equal; a real number's imaginary part is 0.
static Expr *equality(Steps *steps, CxxOp op, Expr *a, Expr *b) {
    Parse *parse = steps->p;
    Operand left = parts(steps, a), right = parts(steps, b);
    Expr *zero = cxx_expr_int(parse->x, ty_basic(parse->x, TY_INT), 0, steps->pos);
    Expr *re = op2(steps, OP_EQ, left.part[0], right.part[0]);
    Expr *im =
        op2(steps, OP_EQ, left.part[1] ? left.part[1] : zero, right.part[1] ? right.part[1] : zero);
    if (xe_err(re) || xe_err(im)) return cxx_expr_error(parse->x, steps->pos);
    Expr *both = op2(steps, OP_LAND, re, im);
    return op == OP_EQ ? both : cxx_build_unary(parse, OP_NOT, both, steps->pos);
}

// ---- conversions -------------------------------------------------------------------------------

Expr *cxx_answer_complex_convert(Parse *parse, Type *target, Expr *source) {
    bool is_volatile = source->type->quals & Q_VOLATILE; // which no constructor copies
    if (source->type->unqual == target->unqual && !is_volatile) return source;
    Steps steps = {.p = parse, .pos = source->pos};
    Expr *value = keep(&steps, source, is_volatile);
    if (xe_err(value)) return value;
    Operand from = parts(&steps, value);
    if (cxx_complex_part(target))
        return finish(&steps, make(parse, target, from.part[0], from.part[1], source->pos));
    Expr *is[2]; // to bool
    for (uint32_t i = 0; i < 2; i++) is[i] = cxx_to_bool(parse, from.part[i]);
    if (xe_err(is[0]) || xe_err(is[1])) return cxx_expr_error(parse->x, source->pos);
    return finish(&steps, op2(&steps, OP_LOR, is[0], is[1]));
}

// ---- operators ---------------------------------------------------------------------------------

// An operand that is complex, by itself and not as what a class converts to.
static bool is_complex(const Expr *expr) {
    return !xe_list(expr) && cxx_complex_part(expr->type);
}

// `a = b` by the class's own assignment; a volatile object gets its parts one by one.
static Expr *assign(Parse *parse, Expr *a, Expr *b, Pos pos) {
    b = cxx_convert(parse, b, ty_unqual(a->type), "assign");
    if (xe_err(b)) return b;
    if (!(a->type->quals & Q_VOLATILE)) {
        bool tried = false;
        Expr *r = xe_operator_overload(parse, OP_ASSIGN, a, b, pos, &tried);
        return r ? r : cxx_expr_error(parse->x, pos);
    }
    Steps steps = {.p = parse, .pos = pos};
    Expr *to = keep(&steps, a, true), *value = keep(&steps, b, false);
    if (xe_err(to) || xe_err(value)) return cxx_expr_error(parse->x, pos);
    Operand left = parts(&steps, to), right = parts(&steps, value);
    Expr *re = op2(&steps, OP_ASSIGN, left.part[0], cxx_rvalue(parse, right.part[0]));
    Expr *im = op2(&steps, OP_ASSIGN, left.part[1], cxx_rvalue(parse, right.part[1]));
    if (xe_err(re) || xe_err(im)) return cxx_expr_error(parse->x, pos);
    return finish(&steps, op2(&steps, OP_COMMA, op2(&steps, OP_COMMA, re, im), value));
}

// `a op= b`. To a real object the real part of the sum would go: no such conversion is implicit.
static Expr *compound(Parse *parse, CxxOp op, Expr *a, Expr *b, Pos pos) {
    if (!is_complex(a)) {
        CXX_DIAG(parse->x, x_bad_assign, pos, b->type, a->type);
        return cxx_expr_error(parse->x, pos);
    }
    Steps steps = {.p = parse, .pos = pos};
    Expr *to = keep(&steps, a, true), *value = keep(&steps, b, false);
    if (xe_err(to) || xe_err(value)) return cxx_expr_error(parse->x, pos);
    Expr *r = arithmetic(&steps, op, to, value);
    if (xe_err(r)) return r;
    r = cxx_complex_convert(parse, ty_unqual(a->type), r);
    return finish(&steps, assign(parse, to, r, pos));
}

Expr *cxx_complex_binary(Parse *parse, CxxOp op, Expr *a, Expr *b, Pos pos) {
    Cxx *cxx = parse->x;
    if (is_any_of(op, OP_COMMA, OP_LAND, OP_LOR)) return NULL;
    if (xe_list(a) || (!is_complex(a) && !is_complex(b))) return NULL;
    if (op == OP_ASSIGN && is_complex(a)) return assign(parse, a, b, pos);
    if (xe_list(b) || op == OP_ASSIGN) return NULL;
    bool numbers = part_of(a->type) && part_of(b->type);
    bool other_class = a->type->kind == TY_CLASS && b->type->kind == TY_CLASS && !numbers;
    if (other_class) return NULL; // which may have the operator
    bool assigns = op >= OP_ADD_ASSIGN && op <= OP_DIV_ASSIGN;
    CxxOp base = assigns ? (CxxOp)(op - OP_ADD_ASSIGN + OP_ADD) : op;
    bool known = op_among(base, OP_SET(ADD) | OP_SET(SUB) | OP_SET(MUL) | OP_SET(DIV)) ||
                 is_any_of(op, OP_EQ, OP_NE);
    if (!numbers || !known) {
        if (ty_unqual(a->type)->kind == TY_CLASS && !is_complex(a)) return NULL;
        if (ty_unqual(b->type)->kind == TY_CLASS && !is_complex(b)) return NULL;
        CXX_DIAG(cxx, x_no_operator, pos, xe_op_text(op), a->type, b->type);
        return cxx_expr_error(cxx, pos);
    }
    if (assigns) return compound(parse, base, a, b, pos);
    Steps steps = {.p = parse, .pos = pos};
    Expr *left = keep(&steps, a, false), *right = keep(&steps, b, false);
    if (xe_err(left) || xe_err(right)) return cxx_expr_error(cxx, pos);
    if (is_any_of(op, OP_EQ, OP_NE)) return finish(&steps, equality(&steps, op, left, right));
    return finish(&steps, arithmetic(&steps, op, left, right));
}

// `++` and `--` change the real part; of the postfix forms the value is the old one.
static Expr *step(Parse *parse, CxxOp op, Expr *operand, Pos pos) {
    Steps steps = {.p = parse, .pos = pos};
    Expr *to = keep(&steps, operand, true);
    if (xe_err(to)) return to;
    bool post = is_any_of(op, OP_POSTINC, OP_POSTDEC);
    if (post) {
        Expr *old = cxx_build_unary(parse, OP_PLUS, to, pos);
        if (!xe_err(old)) old = keep(&steps, old, false);
        Expr *re = cxx_build_unary(parse, op, cxx_complex_member(parse, to, 0), pos);
        if (xe_err(old) || xe_err(re)) return cxx_expr_error(parse->x, pos);
        return finish(&steps, op2(&steps, OP_COMMA, re, old));
    }
    Expr *re = cxx_build_unary(parse, op, cxx_complex_member(parse, to, 0), pos);
    return xe_err(re) ? re : finish(&steps, op2(&steps, OP_COMMA, re, to));
}

Expr *cxx_complex_unary(Parse *parse, CxxOp op, Expr *operand, Pos pos) {
    if (!is_complex(operand) || is_any_of(op, OP_ADDR, OP_NOT)) return NULL;
    if (op_among(op, OP_STEPS)) return step(parse, op, operand, pos);
    if (!op_among(op, OP_SET(PLUS) | OP_SET(MINUS) | OP_SET(BITNOT))) return NULL;
    Steps steps = {.p = parse, .pos = pos};
    Expr *value = keep(&steps, operand, false);
    if (xe_err(value)) return value;
    Operand of = parts(&steps, value);
    Expr *re = op == OP_MINUS ? negated(&steps, of.part[0]) : of.part[0];
    Expr *im = op == OP_PLUS ? of.part[1] : negated(&steps, of.part[1]); // ~ is the conjugate
    if (xe_err(re) || xe_err(im)) return cxx_expr_error(parse->x, pos);
    return finish(&steps, make(parse, ty_unqual(operand->type), re, im, pos));
}
