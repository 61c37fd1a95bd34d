// SPDX-License-Identifier: Apache-2.0
// C++20 comparisons: the built-in operator <=> [expr.spaceship], defaulted comparison operators
// [class.compare] and the == that a defaulted <=> declares.
//
// The built-in operator is an E_BINARY of type signed char (-1, 0, 1; 2: unordered) that
// initialises the one field of the comparison category class, found in namespace std: the
// encoding of libstdc++.
//
// A defaulted comparison is judged when a call first considers it: its body is made under a trap;
// a body that cannot be made means that the function is deleted. Each subobject is compared in its
// own statement, arrays in loops; all stop at the first difference.
#include "cxx/answer.h"
#include "cxx/facts/diag.h"
#include "cxx/convert/convert.h"
#include "cxx/expr/expr.h"

// ---- categories --------------------------------------------------------------------------------

static int category_of(Parse *parse, Type *type) {
    type = ty_unqual(type);
    if (type->kind != TY_CLASS || !parse->x->std_ns ||
        type->u.cls->d.scope != parse->x->std_ns->inner)
        return 0;
    const char *n = atom_str(parse->x->ctx, type->u.cls->d.name);
    for (int c = CAT_PARTIAL; c <= CAT_STRONG; c++) {
        if (!strcmp(n, xe_category_name[c])) return c;
    }
    return 0;
}

// ---- bodies of defaulted comparisons -----------------------------------------------------------

typedef struct Cmp {
    Parse *p;
    Cxx *x;
    FuncDecl *f;
    ClassDecl *cls;
    VEC(Stmt *) st;
    Type *ret; // <=>: the result type; NULL while being deduced
    int cat;   // deduced so far
    Pos pos;
} Cmp;

static Stmt *stmt_new(Cmp *cmp, StmtKind k, Expr *expr) {
    Stmt *s = arena_new(pp(cmp->p), Stmt);
    s->kind = (uint8_t)k;
    s->e = expr;
    s->pos = s->end = cmp->pos;
    return s;
}

// Operand k: *this or a parameter.
static Expr *operand(Cmp *cmp, uint32_t k) {
    bool member = cmp->f->cls && !(cmp->f->d.flags & DF_STATIC);
    if (member && !k) return cxx_build_unary(cmp->p, OP_DEREF, xe_this(cmp->p, cmp->pos), cmp->pos);
    VarDecl *v = cmp->f->param[member ? 0 : k];
    Expr *e = xe_ref(cmp->p, &v->d, ty_deref(v->d.type), cmp->pos);
    e->type = ty_qual(cmp->x, e->type, Q_CONST);
    return e;
}

static Expr *zero(Cmp *cmp) {
    Expr *e = cxx_expr_int(cmp->x, ty_basic(cmp->x, TY_INT), 0, cmp->pos);
    e->flags |= EF_NULL_CONST;
    return e;
}

static Expr *category_const(Cmp *cmp, int value) {
    int cat = category_of(cmp->p, cmp->ret);
    if (!cat) {
        CXX_DIAG(cmp->x, d_bad_default, cmp->pos, &cmp->f->d);
        return cxx_expr_error(cmp->x, cmp->pos);
    }
    Type *s = ty_basic(cmp->x, TY_SCHAR);
    return xe_category_value(cmp->p, cmp->ret, cxx_expr_int(cmp->x, s, (uint8_t)value, cmp->pos),
                             cmp->pos);
}

static Stmt *return_if(Cmp *cmp, Expr *cond, Expr *value) {
    Stmt *s = stmt_new(cmp, S_IF, cxx_full_expr(cmp->p, cxx_to_bool(cmp->p, cond)));
    s->body = stmt_new(cmp, S_RETURN, value);
    return s;
}

static Expr *boolean(Cmp *cmp, bool v) {
    return cxx_expr_int(cmp->x, ty_basic(cmp->x, TY_BOOL), v, cmp->pos);
}

static VarDecl *local(Cmp *cmp, Type *type, Expr *init) {
    VarDecl *v = xe_local_var(cmp->p, 0, type, cmp->pos, 0);
    v->init = init;
    v->init_done = true;
    return v;
}

static Stmt *declare(Cmp *cmp, VarDecl *v) {
    Stmt *s = stmt_new(cmp, S_DECL, NULL);
    s->u.decl.var = arena_array(pp(cmp->p), VarDecl *, 1);
    s->u.decl.var[0] = v;
    s->u.decl.n = 1;
    return s;
}

static Stmt *block(Cmp *cmp, Stmt **at, uint32_t n) {
    Stmt *s = stmt_new(cmp, S_COMPOUND, NULL);
    s->u.list.at = arena_copy(pp(cmp->p), at, sizeof *at * n, _Alignof(Stmt *));
    s->u.list.n = n;
    return s;
}

// Whether left op right can be formed and is usable.
static Expr *try_binary(Cmp *cmp, CxxOp op, Expr *left, Expr *right) {
    DiagTrap trap;
    diag_trap_push(cmp->x->ctx, &trap);
    Expr *e = cxx_build_binary(cmp->p, op, left, right, cmp->pos);
    return diag_trap_pop(cmp->x->ctx, &trap) || xe_err(e) ? NULL : e;
}

// [class.spaceship]/1: the synthesized three-way comparison for a given category.
static Stmt *synthesized(Cmp *cmp, Expr *left, Expr *right) {
    Expr *eq = cxx_build_binary(cmp->p, OP_EQ, left, right, cmp->pos);
    Expr *lt = cxx_build_binary(cmp->p, OP_LT, left, right, cmp->pos);
    if (xe_err(eq) || xe_err(lt)) return NULL;
    int cat = category_of(cmp->p, cmp->ret);
    Stmt *less = return_if(cmp, lt, category_const(cmp, -1)), *other;
    if (cat == CAT_PARTIAL) {
        Expr *gt = cxx_build_binary(cmp->p, OP_LT, right, left, cmp->pos);
        if (xe_err(gt)) return NULL;
        Stmt *two[2] = {return_if(cmp, gt, category_const(cmp, 1)),
                        stmt_new(cmp, S_RETURN, category_const(cmp, 2))};
        other = block(cmp, two, 2);
    } else {
        other = stmt_new(cmp, S_RETURN, category_const(cmp, 1));
    }
    Stmt *in[2] = {less, other};
    Stmt *s = stmt_new(
        cmp, S_IF,
        cxx_full_expr(cmp->p, cxx_to_bool(cmp->p, cxx_build_unary(cmp->p, OP_NOT, eq, cmp->pos))));
    s->body = block(cmp, in, 2);
    return s;
}

// { auto v = l <=> r; if (v != 0) return v; }
static Stmt *three_way(Cmp *cmp, Expr *left, Expr *right) {
    Parse *parse = cmp->p;
    Expr *e = try_binary(cmp, OP_CMP3, left, right);
    if (!e && cmp->ret) return synthesized(cmp, left, right);
    if (!e) e = cxx_build_binary(parse, OP_CMP3, left, right, cmp->pos); // for its diagnostics
    if (xe_err(e)) return NULL;
    if (!cmp->ret) {
        int cat = category_of(parse, e->type);
        if (!cat) {
            CXX_DIAG(cmp->x, d_bad_default, cmp->pos, &cmp->f->d);
            return NULL;
        }
        if (cat < cmp->cat) cmp->cat = cat;
        return NULL;
    }
    Type *t = ty_unqual(cmp->ret);
    e = cxx_initialize(parse, t, INIT_COPY, &e, 1, cmp->pos, "return");
    if (xe_lost(e)) return NULL;
    VarDecl *v = local(cmp, t, cxx_full_expr(parse, e));
    Expr *none = zero(cmp);
    Expr *ne = cxx_build_binary(parse, OP_NE, xe_ref(parse, &v->d, t, cmp->pos), none, cmp->pos);
    Expr *res = xe_ref(parse, &v->d, t, cmp->pos);
    res = cxx_initialize(parse, t, INIT_COPY, &res, 1, cmp->pos, "return");
    if (xe_err(ne) || !res) return NULL;
    Stmt *two[2] = {declare(cmp, v), return_if(cmp, ne, res)};
    return block(cmp, two, 2);
}

static Stmt *compare_one(Cmp *cmp, Expr *left, Expr *right) {
    if (left->type->kind == TY_ARRAY) { // for (size_t i = 0; i < n; ++i) compare_one(l[i], r[i])
        Parse *parse = cmp->p;
        VarDecl *var =
            local(cmp, cmp->x->ty_size_t, cxx_expr_int(cmp->x, cmp->x->ty_size_t, 0, cmp->pos));
        Stmt *loop = stmt_new(cmp, S_FOR, NULL);
        loop->init = declare(cmp, var);
        Expr *count = cxx_expr_int(cmp->x, cmp->x->ty_size_t, left->type->u.array.n, cmp->pos);
        Expr *index = xe_ref(parse, &var->d, var->d.type, cmp->pos);
        loop->e = cxx_build_binary(parse, OP_LT, index, count, cmp->pos);
        loop->inc = cxx_build_unary(parse, OP_PREINC, xe_ref(parse, &var->d, var->d.type, cmp->pos),
                                    cmp->pos);
        Expr *side[2] = {left, right};
        for (int k = 0; k < 2; k++) {
            Expr *s =
                cxx_expr_new(cmp->x, E_SUBSCRIPT, side[k]->type->u.array.elem, VC_LVALUE, cmp->pos);
            s->a = side[k];
            s->b = cxx_rvalue(parse, xe_ref(parse, &var->d, var->d.type, cmp->pos));
            side[k] = s;
        }
        loop->body = compare_one(cmp, side[0], side[1]);
        return loop->body ? loop : NULL;
    }
    if (cmp->f->op == OP_CMP3) return three_way(cmp, left, right);
    Expr *e = cxx_build_binary(cmp->p, OP_EQ, left, right, cmp->pos);
    if (xe_err(e)) return NULL;
    e = cxx_to_bool(cmp->p, e);
    if (xe_err(e)) return NULL;
    Expr *result = boolean(cmp, false);
    return return_if(cmp, cxx_build_unary(cmp->p, OP_NOT, e, cmp->pos), result);
}

static bool compare_subobjects(Cmp *cmp) {
    Parse *parse = cmp->p;
    ClassDecl *cls = cmp->cls;
    bool plain = cls->tag != CT_UNION || !cls->members.fields.n;
    for (uint32_t i = 0; plain && i < cls->members.nbase + cls->members.fields.n; i++) {
        Expr *expr = operand(cmp, 0), *r = operand(cmp, 1);
        if (i < cls->members.nbase) {
            Type *t = ty_qual(cmp->x, cls->members.base[i].type, Q_CONST);
            expr = xe_derived_to_base(parse, expr, t, cmp->pos);
            r = xe_derived_to_base(parse, r, t, cmp->pos);
        } else {
            FieldDecl *m = cls->members.fields.at[i - cls->members.nbase];
            if (cxx_is_padding(m)) continue;
            bool flexible = ty_is_array(m->d.type) && m->d.type->kind != TY_ARRAY;
            if (ty_is_ref(m->d.type) || m->anonymous || flexible) {
                plain = false;
                break;
            }
            expr = cxx_build_member(parse, expr, &m->d, cmp->pos);
            r = cxx_build_member(parse, r, &m->d, cmp->pos);
        }
        if (xe_err(expr) || xe_err(r)) return false;
        Stmt *s = compare_one(cmp, expr, r);
        if (s) vec_push(pp(parse), &cmp->st, s);
    }
    if (!plain) CXX_DIAG(cmp->x, d_bad_default, cmp->pos, &cmp->f->d);
    return plain;
}

// The body of ==, <=>, or of another operator by way of these.
static void compare_body(Cmp *cmp) {
    Parse *parse = cmp->p;
    FuncDecl *func = cmp->f;
    if (!is_any_of(func->op, OP_EQ, OP_CMP3)) { // [class.compare.secondary]
        bool ne = func->op == OP_NE;
        Expr *right = operand(cmp, 1);
        Expr *e = cxx_build_binary(parse, ne ? OP_EQ : OP_CMP3, operand(cmp, 0), right, cmp->pos);
        if (!xe_err(e))
            e = ne ? cxx_build_unary(parse, OP_NOT, e, cmp->pos)
                   : cxx_build_binary(parse, (CxxOp)func->op, e, zero(cmp), cmp->pos);
        if (!xe_err(e))
            vec_push(pp(parse), &cmp->st, stmt_new(cmp, S_RETURN, cxx_to_bool(parse, e)));
        return;
    }
    if (func->op == OP_CMP3 && (func->d.type->u.func.ret->flags & TF_HAS_AUTO)) {
        cmp->cat = CAT_STRONG;
        if (!compare_subobjects(cmp)) return; // which deduces
        cmp->st.n = 0;
        cmp->ret = xe_category_type(parse, cmp->cat, cmp->pos);
        if (!cmp->ret) return;
        FuncType ft = func->d.type->u.func;
        ft.ret = cmp->ret;
        func->d.type = ty_func(cmp->x, &ft);
        func->ret_deduced = true;
    } else {
        cmp->ret = func->d.type->u.func.ret;
    }
    if (!compare_subobjects(cmp)) return;
    Expr *last = func->op == OP_EQ ? boolean(cmp, true) : category_const(cmp, 0);
    vec_push(pp(parse), &cmp->st, stmt_new(cmp, S_RETURN, last));
}

// The class whose comparison func is, by its parameters [class.compare.default]/1; NULL: none.
static ClassDecl *compared_class(const FuncDecl *func) {
    const FuncType *t = &func->d.type->u.func;
    bool member = func->cls && !(func->d.flags & DF_STATIC);
    if (t->nparam != (member ? 1 : 2)) return NULL;
    Type *a = t->param[0], *u = ty_deref(a);
    if (u->kind != TY_CLASS || a->kind == TY_RREF) return NULL;
    if (a->kind == TY_LREF && u->quals != Q_CONST) return NULL;
    if (!member && t->param[1] != a) return NULL;
    if (member && (u->u.cls != func->cls || t->quals != Q_CONST || a == u)) return NULL;
    bool ok = func->op == OP_CMP3 || t->ret->kind == TY_BOOL;
    return ok ? u->u.cls : NULL;
}

bool cxx_comparison_form(const FuncDecl *func) {
    return compared_class(func) != NULL;
}

// Decides whether defaulted comparison f is deleted and what it returns, and makes its body.
void cxx_answer_compare_prepare(Cxx *cxx, FuncDecl *func) {
    if (func->body.done || func->body.elaborating || func->written.deleted) return;
    func->body.elaborating = true;
    if (!(func->d.cuda & (CU_HOST | CU_DEVICE))) func->d.cuda |= CU_HOST | CU_DEVICE;
    func->d.flags |= DF_CONSTEXPR | DF_INLINE;
    DiagTrap trap;
    diag_trap_push(cxx->ctx, &trap);
    Cmp cmp = {.x = cxx, .f = func, .pos = func->d.pos, .cls = compared_class(func)};
    if (cmp.cls && cxx_class_complete(cxx, cmp.cls, func->d.pos)) {
        cxx_class_specials(cxx, cmp.cls);
        cxx_class_layout(cxx, cmp.cls, func->d.pos);
        Parse p = cxx_parse_in_class(cxx, cmp.cls);
        p.this_type = func->cls ? ty_qual(cxx, ty_class(cxx, cmp.cls), Q_CONST) : NULL;
        p.fn = func;
        if (func->param_scope) p.scope = func->param_scope;
        cmp.p = &p;
        compare_body(&cmp);
    } else {
        trap.errors++;
    }
    uint32_t errors = diag_trap_pop(cxx->ctx, &trap);
    func->body.tree = cxx_body_of(cxx, func, cmp.st.at, cmp.st.n);
    func->body.elaborating = false;
    func->body.done = true;
    func->written.deleted = errors != 0;
    if (errors && (func->d.type->u.func.ret->flags & TF_HAS_AUTO)) {
        FuncType ft = func->d.type->u.func;
        ft.ret = ty_basic(cxx, TY_VOID);
        func->d.type = ty_func(cxx, &ft);
    }
}
