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

static int category_of(Parse *p, Type *t) {
    t = ty_unqual(t);
    if (t->kind != TY_CLASS || !p->x->std_ns || t->u.cls->d.scope != p->x->std_ns->inner) return 0;
    const char *n = atom_str(p->x->ctx, t->u.cls->d.name);
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

static Stmt *stmt_new(Cmp *c, StmtKind k, Expr *e) {
    Stmt *s = arena_new(pp(c->p), Stmt);
    s->kind = (uint8_t)k;
    s->e = e;
    s->pos = s->end = c->pos;
    return s;
}

// Operand k: *this or a parameter.
static Expr *operand(Cmp *c, uint32_t k) {
    bool member = c->f->cls && !(c->f->d.flags & DF_STATIC);
    if (member && !k) return cxx_build_unary(c->p, OP_DEREF, xe_this(c->p, c->pos), c->pos);
    VarDecl *v = c->f->param[member ? 0 : k];
    Expr *e = xe_ref(c->p, &v->d, ty_deref(v->d.type), c->pos);
    e->type = ty_qual(c->x, e->type, Q_CONST);
    return e;
}

static Expr *zero(Cmp *c) {
    Expr *e = cxx_expr_int(c->x, ty_basic(c->x, TY_INT), 0, c->pos);
    e->flags |= EF_NULL_CONST;
    return e;
}

static Expr *category_const(Cmp *c, int value) {
    int cat = category_of(c->p, c->ret);
    if (!cat) {
        CXX_DIAG(c->x, d_bad_default, c->pos, &c->f->d);
        return cxx_expr_error(c->x, c->pos);
    }
    Type *s = ty_basic(c->x, TY_SCHAR);
    return xe_category_value(c->p, c->ret, cxx_expr_int(c->x, s, (uint8_t)value, c->pos), c->pos);
}

static Stmt *return_if(Cmp *c, Expr *cond, Expr *value) {
    Stmt *s = stmt_new(c, S_IF, cxx_full_expr(c->p, cxx_to_bool(c->p, cond)));
    s->body = stmt_new(c, S_RETURN, value);
    return s;
}

static Expr *boolean(Cmp *c, bool v) {
    return cxx_expr_int(c->x, ty_basic(c->x, TY_BOOL), v, c->pos);
}

static VarDecl *local(Cmp *c, Type *t, Expr *init) {
    VarDecl *v = xe_local_var(c->p, 0, t, c->pos, 0);
    v->init = init;
    v->init_done = true;
    return v;
}

static Stmt *declare(Cmp *c, VarDecl *v) {
    Stmt *s = stmt_new(c, S_DECL, NULL);
    s->u.decl.var = arena_array(pp(c->p), VarDecl *, 1);
    s->u.decl.var[0] = v;
    s->u.decl.n = 1;
    return s;
}

static Stmt *block(Cmp *c, Stmt **at, uint32_t n) {
    Stmt *s = stmt_new(c, S_COMPOUND, NULL);
    s->u.list.at = arena_copy(pp(c->p), at, sizeof *at * n, _Alignof(Stmt *));
    s->u.list.n = n;
    return s;
}

// Whether l op r can be formed and is usable.
static Expr *try_binary(Cmp *c, CxxOp op, Expr *l, Expr *r) {
    DiagTrap trap;
    diag_trap_push(c->x->ctx, &trap);
    Expr *e = cxx_build_binary(c->p, op, l, r, c->pos);
    return diag_trap_pop(c->x->ctx, &trap) || xe_err(e) ? NULL : e;
}

// [class.spaceship]/1: the synthesized three-way comparison for a given category.
static Stmt *synthesized(Cmp *c, Expr *l, Expr *r) {
    Expr *eq = cxx_build_binary(c->p, OP_EQ, l, r, c->pos);
    Expr *lt = cxx_build_binary(c->p, OP_LT, l, r, c->pos);
    if (xe_err(eq) || xe_err(lt)) return NULL;
    int cat = category_of(c->p, c->ret);
    Stmt *less = return_if(c, lt, category_const(c, -1)), *other;
    if (cat == CAT_PARTIAL) {
        Expr *gt = cxx_build_binary(c->p, OP_LT, r, l, c->pos);
        if (xe_err(gt)) return NULL;
        Stmt *two[2] = {return_if(c, gt, category_const(c, 1)),
                        stmt_new(c, S_RETURN, category_const(c, 2))};
        other = block(c, two, 2);
    } else {
        other = stmt_new(c, S_RETURN, category_const(c, 1));
    }
    Stmt *in[2] = {less, other};
    Stmt *s = stmt_new(
        c, S_IF, cxx_full_expr(c->p, cxx_to_bool(c->p, cxx_build_unary(c->p, OP_NOT, eq, c->pos))));
    s->body = block(c, in, 2);
    return s;
}

// { auto v = l <=> r; if (v != 0) return v; }
static Stmt *three_way(Cmp *c, Expr *l, Expr *r) {
    Parse *p = c->p;
    Expr *e = try_binary(c, OP_CMP3, l, r);
    if (!e && c->ret) return synthesized(c, l, r);
    if (!e) e = cxx_build_binary(p, OP_CMP3, l, r, c->pos); // for its diagnostics
    if (xe_err(e)) return NULL;
    if (!c->ret) {
        int cat = category_of(p, e->type);
        if (!cat) {
            CXX_DIAG(c->x, d_bad_default, c->pos, &c->f->d);
            return NULL;
        }
        if (cat < c->cat) c->cat = cat;
        return NULL;
    }
    Type *t = ty_unqual(c->ret);
    e = cxx_initialize(p, t, INIT_COPY, &e, 1, c->pos, "return");
    if (!e || xe_err(e)) return NULL;
    VarDecl *v = local(c, t, cxx_full_expr(p, e));
    Expr *ne = cxx_build_binary(p, OP_NE, xe_ref(p, &v->d, t, c->pos), zero(c), c->pos);
    Expr *res = xe_ref(p, &v->d, t, c->pos);
    res = cxx_initialize(p, t, INIT_COPY, &res, 1, c->pos, "return");
    if (xe_err(ne) || !res) return NULL;
    Stmt *two[2] = {declare(c, v), return_if(c, ne, res)};
    return block(c, two, 2);
}

static Stmt *compare_one(Cmp *c, Expr *l, Expr *r) {
    if (l->type->kind == TY_ARRAY) { // for (size_t i = 0; i < n; ++i) compare_one(l[i], r[i])
        Parse *p = c->p;
        VarDecl *i = local(c, c->x->ty_size_t, cxx_expr_int(c->x, c->x->ty_size_t, 0, c->pos));
        Stmt *loop = stmt_new(c, S_FOR, NULL);
        loop->init = declare(c, i);
        loop->e = cxx_build_binary(p, OP_LT, xe_ref(p, &i->d, i->d.type, c->pos),
                                   cxx_expr_int(c->x, c->x->ty_size_t, l->type->u.array.n, c->pos),
                                   c->pos);
        loop->inc = cxx_build_unary(p, OP_PREINC, xe_ref(p, &i->d, i->d.type, c->pos), c->pos);
        Expr *side[2] = {l, r};
        for (int k = 0; k < 2; k++) {
            Expr *s =
                cxx_expr_new(c->x, E_SUBSCRIPT, side[k]->type->u.array.elem, VC_LVALUE, c->pos);
            s->a = side[k];
            s->b = cxx_rvalue(p, xe_ref(p, &i->d, i->d.type, c->pos));
            side[k] = s;
        }
        loop->body = compare_one(c, side[0], side[1]);
        return loop->body ? loop : NULL;
    }
    if (c->f->op == OP_CMP3) return three_way(c, l, r);
    Expr *e = cxx_build_binary(c->p, OP_EQ, l, r, c->pos);
    if (xe_err(e)) return NULL;
    e = cxx_to_bool(c->p, e);
    if (xe_err(e)) return NULL;
    return return_if(c, cxx_build_unary(c->p, OP_NOT, e, c->pos), boolean(c, false));
}

static bool compare_subobjects(Cmp *c) {
    Parse *p = c->p;
    ClassDecl *k = c->cls;
    bool plain = k->tag != CT_UNION || !k->fields.n;
    for (uint32_t i = 0; plain && i < k->nbase + k->fields.n; i++) {
        Expr *l = operand(c, 0), *r = operand(c, 1);
        if (i < k->nbase) {
            Type *t = ty_qual(c->x, k->base[i].type, Q_CONST);
            l = xe_derived_to_base(p, l, t, c->pos);
            r = xe_derived_to_base(p, r, t, c->pos);
        } else {
            FieldDecl *m = k->fields.at[i - k->nbase];
            if (m->is_bitfield && !m->d.name) continue;
            if (ty_is_ref(m->d.type) || m->anonymous) {
                plain = false;
                break;
            }
            l = cxx_build_member(p, l, &m->d, c->pos);
            r = cxx_build_member(p, r, &m->d, c->pos);
        }
        if (xe_err(l) || xe_err(r)) return false;
        Stmt *s = compare_one(c, l, r);
        if (s) vec_push(pp(p), &c->st, s);
    }
    if (!plain) CXX_DIAG(c->x, d_bad_default, c->pos, &c->f->d);
    return plain;
}

// The body of ==, <=>, or of another operator by way of these.
static void compare_body(Cmp *c) {
    Parse *p = c->p;
    FuncDecl *f = c->f;
    if (f->op != OP_EQ && f->op != OP_CMP3) { // [class.compare.secondary]
        bool ne = f->op == OP_NE;
        Expr *e = cxx_build_binary(p, ne ? OP_EQ : OP_CMP3, operand(c, 0), operand(c, 1), c->pos);
        if (!xe_err(e))
            e = ne ? cxx_build_unary(p, OP_NOT, e, c->pos)
                   : cxx_build_binary(p, (CxxOp)f->op, e, zero(c), c->pos);
        if (!xe_err(e)) vec_push(pp(p), &c->st, stmt_new(c, S_RETURN, cxx_to_bool(p, e)));
        return;
    }
    if (f->op == OP_CMP3 && (f->d.type->u.func.ret->flags & TF_HAS_AUTO)) {
        c->cat = CAT_STRONG;
        if (!compare_subobjects(c)) return; // which deduces
        c->st.n = 0;
        c->ret = xe_category_type(p, c->cat, c->pos);
        if (!c->ret) return;
        FuncType ft = f->d.type->u.func;
        ft.ret = c->ret;
        f->d.type = ty_func(c->x, &ft);
        f->ret_deduced = true;
    } else {
        c->ret = f->d.type->u.func.ret;
    }
    if (!compare_subobjects(c)) return;
    Expr *last = f->op == OP_EQ ? boolean(c, true) : category_const(c, 0);
    vec_push(pp(p), &c->st, stmt_new(c, S_RETURN, last));
}

// The class whose comparison f is, by its parameters [class.compare.default]/1; NULL: none.
static ClassDecl *compared_class(const FuncDecl *f) {
    const FuncType *t = &f->d.type->u.func;
    bool member = f->cls && !(f->d.flags & DF_STATIC);
    if (t->nparam != (member ? 1 : 2)) return NULL;
    Type *a = t->param[0], *u = ty_deref(a);
    if (u->kind != TY_CLASS || a->kind == TY_RREF) return NULL;
    if (a->kind == TY_LREF && u->quals != Q_CONST) return NULL;
    if (!member && t->param[1] != a) return NULL;
    if (member && (u->u.cls != f->cls || t->quals != Q_CONST)) return NULL;
    bool ok = f->op == OP_CMP3 || t->ret->kind == TY_BOOL;
    return ok ? u->u.cls : NULL;
}

bool cxx_comparison_form(const FuncDecl *f) {
    return compared_class(f) != NULL;
}

// Decides whether defaulted comparison f is deleted and what it returns, and makes its body.
void cxx_answer_compare_prepare(Cxx *x, FuncDecl *f) {
    if (f->body_done || f->elaborating || f->deleted) return;
    f->elaborating = true;
    if (!(f->d.cuda & (CU_HOST | CU_DEVICE))) f->d.cuda |= CU_HOST | CU_DEVICE;
    f->d.flags |= DF_CONSTEXPR | DF_INLINE;
    DiagTrap trap;
    diag_trap_push(x->ctx, &trap);
    Cmp c = {.x = x, .f = f, .pos = f->d.pos, .cls = compared_class(f)};
    if (c.cls && cxx_class_complete(x, c.cls, f->d.pos)) {
        cxx_class_specials(x, c.cls);
        cxx_class_layout(x, c.cls, f->d.pos);
        Parse p = cxx_parse_in_class(x, c.cls);
        p.this_type = f->cls ? ty_qual(x, ty_class(x, c.cls), Q_CONST) : NULL;
        p.fn = f;
        if (f->param_scope) p.scope = f->param_scope;
        c.p = &p;
        compare_body(&c);
    } else {
        trap.errors++;
    }
    uint32_t errors = diag_trap_pop(x->ctx, &trap);
    f->body = cxx_body_of(x, f, c.st.at, c.st.n);
    f->elaborating = false;
    f->body_done = true;
    f->deleted = errors != 0;
    if (errors && (f->d.type->u.func.ret->flags & TF_HAS_AUTO)) {
        FuncType ft = f->d.type->u.func;
        ft.ret = ty_basic(x, TY_VOID);
        f->d.type = ty_func(x, &ft);
    }
}
