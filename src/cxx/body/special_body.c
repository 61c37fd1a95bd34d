// SPDX-License-Identifier: Apache-2.0
// Bodies of implicit and defaulted member functions, as ordinary trees: constructors get their
// initialisers, assignments one statement per subobject (comparisons: expr/compare.c). Destructors
// get an empty body: destroying the subobjects belongs to every destructor.
#include "cxx/facts/diag.h"
#include "cxx/convert/convert.h"
#include "cxx/elaborate/vtable.h"
#include "cxx/body/body.h"

static Stmt *stmt_new(Parse *p, StmtKind k, Expr *e) {
    Stmt *s = arena_new(pp(p), Stmt);
    s->kind = (uint8_t)k;
    s->e = e;
    s->pos = s->end = p->fn->d.pos;
    return s;
}

typedef struct Body {
    Parse *p;
    VEC(Stmt *) st;
    VEC(MemInit) in;
    Expr *from; // the parameter as an lvalue or xvalue
    Pos pos;
} Body;

static void push(Body *b, Expr *e) {
    if (e && e->kind != E_ERROR) {
        vec_push(pp(b->p), &b->st, stmt_new(b->p, S_EXPR, cxx_full_expr(b->p, e)));
    }
}

static Expr *this_object(Body *b) {
    return cxx_build_unary(b->p, OP_DEREF, xe_this(b->p, b->pos), b->pos);
}

static Expr *source(Body *b) {
    Parse *p = b->p;
    VarDecl *v = p->fn->param[0];
    Expr *e = xe_ref(p, &v->d, ty_deref(v->d.type), b->pos);
    if (v->d.type->kind == TY_RREF) e = xe_cast(p, CK_NOOP, e->type, VC_XVALUE, e);
    return e;
}

static Type *element_type(Type *t) {
    while (ty_is_array(t)) t = t->u.array.elem;
    return t;
}

// Initialises a field of array type from the same field of the source, element by element.
static Expr *copy_array(Body *b, Type *t, Expr *from) {
    Parse *p = b->p;
    Type *e = element_type(from->type);
    Expr *elem = cxx_expr_new(p->x, E_ARRAY_ELEM, e, (ValueCat)from->cat, b->pos);
    Expr *one =
        cxx_initialize(p, element_type(t)->unqual, INIT_DIRECT, &elem, 1, b->pos, "initialization");
    if (!one || one->kind == E_ERROR) return one;
    Expr *r = cxx_expr_new(p->x, E_ARRAY_COPY, t->unqual, VC_PRVALUE, b->pos);
    r->a = from;
    r->b = one;
    return r;
}

// The class can have other bases of that type.
static Expr *base_subobject(Parse *p, Expr *e, BaseSpec *b) {
    Type *t = ty_qual(p->x, b->type, e->type->quals);
    Expr *r = xe_cast(p, CK_DERIVED_TO_BASE, t, e->cat, e);
    r->u.base.path = arena_copy(pp(p), &b, sizeof b, _Alignof(BaseSpec *));
    r->u.base.npath = 1;
    return r;
}

static void copy_construct(Body *b, FuncDecl *f) {
    Parse *p = b->p;
    ClassDecl *c = f->cls;
    if (c->tag == CT_UNION) return; // trivial: copied bytewise
    for (uint32_t i = 0; i < cxx_ninit_bases(c); i++) {
        BaseSpec *bs = cxx_init_base(c, i);
        if (!bs || (bs->virtual_ && c->abstract)) continue;
        Expr *s = source(b); // its base subobject, not the whole [class.copy.ctor]/14
        Expr *arg = base_subobject(p, s, bs);
        p->base_init = true;
        Expr *e = cxx_initialize(p, bs->type, INIT_DIRECT, &arg, 1, b->pos, "initialization");
        p->base_init = false;
        if (!e || e->kind == E_ERROR) continue;
        MemInit m = {.base = bs->cls, .virtual_ = bs->virtual_, .init = cxx_full_expr(p, e)};
        vec_push(pp(p), &b->in, m);
    }
    for (uint32_t i = 0; i < c->fields.n; i++) {
        FieldDecl *m = c->fields.at[i];
        if (m->is_bitfield && !m->d.name) continue;
        Expr *arg = cxx_build_member(p, source(b), &m->d, b->pos);
        Type *t = m->d.type;
        Expr *e;
        if (arg->kind == E_ERROR) continue;
        if (ty_is_array(t))
            e = copy_array(b, t, arg);
        else if (t->kind == TY_RREF) {
            arg = xe_cast(p, CK_NOOP, arg->type, VC_XVALUE, arg);
            e = cxx_initialize(p, t, INIT_DIRECT, &arg, 1, b->pos, "initialization");
        } else {
            e = cxx_initialize(p, t, INIT_DIRECT, &arg, 1, b->pos, "initialization");
        }
        if (!e || e->kind == E_ERROR) continue;
        vec_push(pp(p), &b->in, ((MemInit){.field = m, .init = cxx_full_expr(p, e)}));
    }
}

// to = from for arrays: a loop over the outermost bound, nested for further ones.
static Stmt *assign_array(Body *b, Expr *to, Expr *from) {
    Parse *p = b->p;
    Cxx *x = p->x;
    VarDecl *i = xe_local_var(p, 0, x->ty_size_t, b->pos, 0);
    i->init = cxx_expr_int(x, x->ty_size_t, 0, b->pos);
    i->init_done = true;
    Stmt *decl = stmt_new(p, S_DECL, NULL);
    decl->u.decl.var = arena_array(pp(p), VarDecl *, 1);
    decl->u.decl.var[0] = i;
    decl->u.decl.n = 1;
    Stmt *loop = stmt_new(p, S_FOR, NULL);
    loop->init = decl;
    uint64_t n = to->type->u.array.n;
    loop->e = cxx_build_binary(p, OP_LT, xe_ref(p, &i->d, i->d.type, b->pos),
                               cxx_expr_int(x, x->ty_size_t, n, b->pos), b->pos);
    loop->inc = cxx_build_unary(p, OP_PREINC, xe_ref(p, &i->d, i->d.type, b->pos), b->pos);
    Expr *side[2];
    for (int k = 0; k < 2; k++) {
        Expr *base = k ? from : to;
        Expr *s =
            cxx_expr_new(x, E_SUBSCRIPT, base->type->u.array.elem, (ValueCat)base->cat, b->pos);
        s->a = base;
        s->b = cxx_rvalue(p, xe_ref(p, &i->d, i->d.type, b->pos));
        side[k] = s;
    }
    if (ty_is_array(side[0]->type)) {
        loop->body = assign_array(b, side[0], side[1]);
    } else {
        Expr *e = cxx_build_binary(p, OP_ASSIGN, side[0], side[1], b->pos);
        loop->body = stmt_new(p, S_EXPR, cxx_full_expr(p, e));
    }
    return loop;
}

static void assign_members(Body *b, FuncDecl *f) {
    Parse *p = b->p;
    Cxx *x = p->x;
    ClassDecl *c = f->cls;
    if (c->tag == CT_UNION) { // bytewise
        Expr *e = cxx_expr_new(x, E_ASSIGN, ty_class(x, c), VC_LVALUE, b->pos);
        e->op = OP_ASSIGN;
        e->a = this_object(b);
        e->b = xe_cast(p, CK_LVAL_TO_RVAL, ty_class(x, c), VC_PRVALUE, source(b));
        e->u.ty = ty_class(x, c);
        push(b, e);
    }
    for (uint32_t i = 0; i < c->nbase; i++) {
        Expr *to = base_subobject(p, this_object(b), &c->base[i]);
        Expr *from = base_subobject(p, source(b), &c->base[i]);
        p->base_assign = true;
        push(b, cxx_build_binary(p, OP_ASSIGN, to, from, b->pos));
        p->base_assign = false;
    }
    for (uint32_t i = 0; i < c->fields.n && c->tag != CT_UNION; i++) {
        FieldDecl *m = c->fields.at[i];
        if (m->is_bitfield && !m->d.name) continue;
        Expr *to = cxx_build_member(p, this_object(b), &m->d, b->pos);
        Expr *from = cxx_build_member(p, source(b), &m->d, b->pos);
        if (to->kind == E_ERROR || from->kind == E_ERROR) continue;
        if (to->type->kind == TY_ARRAY) {
            vec_push(pp(p), &b->st, assign_array(b, to, from));
        } else {
            push(b, cxx_build_binary(p, OP_ASSIGN, to, from, b->pos));
        }
    }
    vec_push(pp(p), &b->st, stmt_new(p, S_RETURN, this_object(b)));
}

// Forwards the parameters to the base's constructor [class.inhctor.init].
Expr *cxx_inherited_init(Parse *p, FuncDecl *f) {
    Expr **arg = arena_array(pp(p), Expr *, f->nparam + 1);
    for (uint32_t i = 0; i < f->nparam; i++) {
        VarDecl *v = f->param[i];
        arg[i] = xe_ref(p, &v->d, ty_deref(v->d.type), f->d.pos);
        if (v->d.type->kind != TY_LREF) {
            arg[i] = xe_cast(p, CK_NOOP, arg[i]->type, VC_XVALUE, arg[i]);
        }
    }
    return cxx_build_ctor_call(p, ty_class(p->x, f->inherited->cls), arg, f->nparam, INIT_DIRECT,
                               f->d.pos);
}

void cxx_synthesize_body(Cxx *x, FuncDecl *f) {
    ClassDecl *c = f->cls;
    Body b = {.pos = f->d.pos};
    Parse p;
    if (c) {
        cxx_class_specials(x, c);
        cxx_class_layout(x, c, f->d.pos);
        p = cxx_parse_in_class(x, c);
        p.this_type = ty_qual(x, ty_class(x, c), f->d.type->u.func.quals);
    } else {
        uint32_t at = f->decl_range.end;
        p = cxx_parse_at(x, at, at, f->param_scope, f->body_env);
        p.poi = UINT32_MAX;
    }
    p.fn = f;
    if (f->param_scope) p.scope = f->param_scope;
    b.p = &p;
    if (f->inherited) {
        cxx_ctor_inits(&p, f, (TokRange){0});
    } else {
        switch (cxx_special_kind(f)) {
        case SP_DEFAULT: cxx_ctor_inits(&p, f, (TokRange){0}); break;
        case SP_COPY:
        case SP_MOVE: copy_construct(&b, f); break;
        case SP_COPY_ASSIGN:
        case SP_MOVE_ASSIGN: assign_members(&b, f); break;
        default:
            if (f->op && f->kind == FK_NORMAL) CXX_DIAG(x, d_bad_default, f->d.pos, &f->d);
            break;
        }
    }
    if (b.in.n) {
        f->inits = b.in.at;
        f->ninit = b.in.n;
    }
    f->body = cxx_body_of(x, f, b.st.at, b.st.n);
}

// noexcept of a defaulted function [except.spec]/11: no subobject's function may throw.
bool cxx_special_noexcept(Cxx *x, FuncDecl *f) {
    ClassDecl *c = f->cls;
    int k = cxx_special_kind(f);
    if (!c || k == SP_NONE) return false;
    cxx_class_specials(x, c);
    uint32_t nb = cxx_ninit_bases(c); // the direct virtual bases twice, which is no matter
    for (uint32_t i = 0; i < nb + c->fields.n; i++) {
        Type *t = i >= nb           ? element_type(c->fields.at[i - nb]->d.type)
                  : i < c->vbases.n ? c->vbases.at[i].type
                                    : c->base[i - c->vbases.n].type;
        if (t->kind != TY_CLASS) continue;
        ClassDecl *m = t->u.cls;
        cxx_class_specials(x, m);
        FuncDecl *g = NULL, *copy = NULL;
        if (k == SP_DTOR) g = m->dtor;
        Atom name = k <= SP_MOVE ? x->n.ctor : cxx_op_atom(x, OP_ASSIGN);
        for (Decl *o = k == SP_DTOR ? NULL : map_get(&m->inner->names, name); o; o = o->next) {
            if (o->kind != D_FUNC) continue;
            int ok = cxx_special_kind((FuncDecl *)o);
            if (ok == k) g = (FuncDecl *)o;
            if ((k == SP_MOVE && ok == SP_COPY) || (k == SP_MOVE_ASSIGN && ok == SP_COPY_ASSIGN)) {
                copy = (FuncDecl *)o;
            }
        }
        if (!g) g = copy;
        if (g && !cxx_func_noexcept(x, g)) return false;
    }
    return true;
}
