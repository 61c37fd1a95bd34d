// SPDX-License-Identifier: Apache-2.0
// Bodies of implicit and defaulted member functions, as ordinary trees: constructors get their
// initialisers, assignments one statement per subobject (comparisons: expr/compare.c). Destructors
// get an empty body: destroying the subobjects belongs to every destructor.
#include "cxx/facts/diag.h"
#include "cxx/convert/convert.h"
#include "cxx/elaborate/vtable.h"
#include "cxx/body/body.h"

static Stmt *stmt_new(Parse *parse, StmtKind k, Expr *effect) {
    Stmt *s = arena_new(pp(parse), Stmt);
    s->kind = (uint8_t)k;
    s->e = effect;
    s->pos = s->end = parse->fn->d.pos;
    return s;
}

// A body being made.
typedef struct Body {
    Parse *p;
    VEC(Stmt *) st;
    VEC(MemInit) in;
    Expr *from; // the parameter as an lvalue or xvalue
    Pos pos;
} Body;

// One more statement; what is in error was reported, and is left out.
static void push(Body *b, Expr *effect) {
    if (effect && effect->kind != E_ERROR) {
        vec_push(pp(b->p), &b->st, stmt_new(b->p, S_EXPR, cxx_full_expr(b->p, effect)));
    }
}

// *this.
static Expr *this_object(Body *b) {
    return cxx_build_unary(b->p, OP_DEREF, xe_this(b->p, b->pos), b->pos);
}

// The parameter as it is copied from: of a move an xvalue.
static Expr *source(Body *b) {
    Parse *p = b->p;
    VarDecl *v = p->fn->param[0];
    Expr *e = xe_ref(p, &v->d, ty_deref(v->d.type), b->pos);
    if (v->d.type->kind == TY_RREF) e = xe_cast(p, CK_NOOP, e->type, VC_XVALUE, e);
    return e;
}

// Initialises a field of array type from the same field of the source, element by element.
static Expr *copy_array(Body *body, Type *target, Expr *from) {
    Parse *p = body->p;
    Type *e = ty_element(from->type);
    Expr *elem = cxx_expr_new(p->x, E_ARRAY_ELEM, e, (ValueCat)from->cat, body->pos);
    Expr *one = cxx_initialize(p, ty_element(target)->unqual, INIT_DIRECT, &elem, 1, body->pos,
                               "initialization");
    if (!one || one->kind == E_ERROR) return one;
    Expr *r = cxx_expr_new(p->x, E_ARRAY_COPY, target->unqual, VC_PRVALUE, body->pos);
    r->a = from;
    r->b = one;
    return r;
}

// The class can have other bases of that type.
static Expr *base_subobject(Parse *parse, Expr *object, BaseSpec *b) {
    Type *t = ty_qual(parse->x, b->type, object->type->quals);
    Expr *r = xe_cast(parse, CK_DERIVED_TO_BASE, t, object->cat, object);
    r->u.base.path = arena_copy(pp(parse), &b, sizeof b, _Alignof(BaseSpec *));
    r->u.base.npath = 1;
    return r;
}

// Initialisers of a copy or move constructor: bases, then members [class.copy.ctor]/14.
static void copy_construct(Body *body, FuncDecl *func) {
    Parse *parse = body->p;
    ClassDecl *cls = func->cls;
    if (cls->tag == CT_UNION) return; // trivial: copied bytewise
    for (uint32_t i = 0; i < cxx_ninit_bases(cls); i++) {
        BaseSpec *bs = cxx_init_base(cls, i);
        if (!bs || (bs->virtual_ && cls->table.abstract)) continue;
        Expr *s = source(body); // its base subobject, not the whole [class.copy.ctor]/14
        Expr *arg = base_subobject(parse, s, bs);
        parse->base_init = true;
        Expr *e =
            cxx_initialize(parse, bs->type, INIT_DIRECT, &arg, 1, body->pos, "initialization");
        parse->base_init = false;
        if (!e || e->kind == E_ERROR) continue;
        MemInit m = {.base = bs->cls, .virtual_ = bs->virtual_, .init = cxx_full_expr(parse, e)};
        vec_push(pp(parse), &body->in, m);
    }
    for (uint32_t i = 0; i < cls->members.fields.n; i++) {
        FieldDecl *field_decl = cls->members.fields.at[i];
        if (cxx_is_padding(field_decl)) continue;
        Expr *arg = cxx_build_member(parse, source(body), &field_decl->d, body->pos);
        Type *type = field_decl->d.type;
        Expr *expr;
        if (arg->kind == E_ERROR) continue;
        if (ty_is_array(type))
            expr = copy_array(body, type, arg);
        else if (type->kind == TY_RREF) {
            arg = xe_cast(parse, CK_NOOP, arg->type, VC_XVALUE, arg);
            expr = cxx_initialize(parse, type, INIT_DIRECT, &arg, 1, body->pos, "initialization");
        } else {
            expr = cxx_initialize(parse, type, INIT_DIRECT, &arg, 1, body->pos, "initialization");
        }
        if (!expr || expr->kind == E_ERROR) continue;
        vec_push(pp(parse), &body->in,
                 ((MemInit){.field = field_decl, .init = cxx_full_expr(parse, expr)}));
    }
}

// to = from for arrays: a loop over the outermost bound, nested for further ones.
static Stmt *assign_array(Body *body, Expr *to, Expr *from) {
    Parse *parse = body->p;
    Cxx *cxx = parse->x;
    VarDecl *var = xe_local_var(parse, 0, cxx->ty_size_t, body->pos, 0);
    var->init = cxx_expr_int(cxx, cxx->ty_size_t, 0, body->pos);
    var->init_done = true;
    Stmt *decl = stmt_new(parse, S_DECL, NULL);
    decl->u.decl.var = arena_array(pp(parse), VarDecl *, 1);
    decl->u.decl.var[0] = var;
    decl->u.decl.n = 1;
    Stmt *loop = stmt_new(parse, S_FOR, NULL);
    loop->init = decl;
    uint64_t n = to->type->u.array.n;
    Expr *count = cxx_expr_int(cxx, cxx->ty_size_t, n, body->pos);
    Expr *index = xe_ref(parse, &var->d, var->d.type, body->pos);
    loop->e = cxx_build_binary(parse, OP_LT, index, count, body->pos);
    loop->inc = cxx_build_unary(parse, OP_PREINC, xe_ref(parse, &var->d, var->d.type, body->pos),
                                body->pos);
    Expr *side[2];
    for (int k = 0; k < 2; k++) {
        Expr *base = k ? from : to;
        Expr *s = cxx_expr_new(cxx, E_SUBSCRIPT, base->type->u.array.elem, (ValueCat)base->cat,
                               body->pos);
        s->a = base;
        s->b = cxx_rvalue(parse, xe_ref(parse, &var->d, var->d.type, body->pos));
        side[k] = s;
    }
    if (ty_is_array(side[0]->type)) {
        loop->body = assign_array(body, side[0], side[1]);
    } else {
        Expr *e = cxx_build_binary(parse, OP_ASSIGN, side[0], side[1], body->pos);
        loop->body = stmt_new(parse, S_EXPR, cxx_full_expr(parse, e));
    }
    return loop;
}

// Statements of an assignment: bases, then members in their order [class.copy.assign]/12.
static void assign_members(Body *body, FuncDecl *func) {
    Parse *parse = body->p;
    Cxx *cxx = parse->x;
    ClassDecl *cls = func->cls;
    if (cls->tag == CT_UNION) { // bytewise
        Expr *e = cxx_expr_new(cxx, E_ASSIGN, ty_class(cxx, cls), VC_LVALUE, body->pos);
        e->op = OP_ASSIGN;
        e->a = this_object(body);
        e->b = xe_cast(parse, CK_LVAL_TO_RVAL, ty_class(cxx, cls), VC_PRVALUE, source(body));
        e->u.ty = ty_class(cxx, cls);
        push(body, e);
    }
    for (uint32_t i = 0; i < cls->members.nbase; i++) {
        Expr *to = base_subobject(parse, this_object(body), &cls->members.base[i]);
        Expr *from = base_subobject(parse, source(body), &cls->members.base[i]);
        parse->base_assign = true;
        push(body, cxx_build_binary(parse, OP_ASSIGN, to, from, body->pos));
        parse->base_assign = false;
    }
    for (uint32_t i = 0; i < cls->members.fields.n && cls->tag != CT_UNION; i++) {
        FieldDecl *m = cls->members.fields.at[i];
        if (cxx_is_padding(m)) continue;
        Expr *to = cxx_build_member(parse, this_object(body), &m->d, body->pos);
        Expr *from = cxx_build_member(parse, source(body), &m->d, body->pos);
        if (to->kind == E_ERROR || from->kind == E_ERROR) continue;
        if (to->type->kind == TY_ARRAY) {
            vec_push(pp(parse), &body->st, assign_array(body, to, from));
        } else {
            push(body, cxx_build_binary(parse, OP_ASSIGN, to, from, body->pos));
        }
    }
    vec_push(pp(parse), &body->st, stmt_new(parse, S_RETURN, this_object(body)));
}

// Forwards the parameters to the base's constructor [class.inhctor.init].
Expr *cxx_inherited_init(Parse *parse, FuncDecl *func) {
    Expr **arg = arena_array(pp(parse), Expr *, func->nparam + 1);
    for (uint32_t i = 0; i < func->nparam; i++) {
        VarDecl *v = func->param[i];
        arg[i] = xe_ref(parse, &v->d, ty_deref(v->d.type), func->d.pos);
        if (v->d.type->kind != TY_LREF) {
            arg[i] = xe_cast(parse, CK_NOOP, arg[i]->type, VC_XVALUE, arg[i]);
        }
    }
    return cxx_build_ctor_call(parse, ty_class(parse->x, func->inherited->cls), arg, func->nparam,
                               INIT_DIRECT, func->d.pos);
}

// The place of parsing is the class: access and names are its own.
void cxx_synthesize_body(Cxx *cxx, FuncDecl *func) {
    ClassDecl *cls = func->cls;
    Body body = {.pos = func->d.pos};
    Parse parse;
    if (cls) {
        cxx_class_specials(cxx, cls);
        cxx_class_layout(cxx, cls, func->d.pos);
        parse = cxx_parse_in_class(cxx, cls);
        parse.this_type = ty_qual(cxx, ty_class(cxx, cls), func->d.type->u.func.quals);
    } else { // a comparison that a friend declares; it looks up where it was defaulted
        uint32_t at = func->written.declaration.end;
        parse = cxx_parse_at(cxx, at, at, func->param_scope, func->body.env);
        parse.poi = UINT32_MAX;
    }
    parse.fn = func;
    if (func->param_scope) parse.scope = func->param_scope;
    body.p = &parse;
    if (func->inherited) {
        cxx_ctor_inits(&parse, func, (TokRange){0});
    } else {
        switch (cxx_special_kind(func)) {
        case SP_DEFAULT: cxx_ctor_inits(&parse, func, (TokRange){0}); break;
        case SP_COPY:
        case SP_MOVE: copy_construct(&body, func); break;
        case SP_COPY_ASSIGN:
        case SP_MOVE_ASSIGN: assign_members(&body, func); break;
        default:
            if (func->op && func->kind == FK_NORMAL)
                CXX_DIAG(cxx, d_bad_default, func->d.pos, &func->d);
            break;
        }
    }
    if (body.in.n) {
        func->body.inits = body.in.at;
        func->body.ninit = body.in.n;
    }
    func->body.tree = cxx_body_of(cxx, func, body.st.at, body.st.n);
}
