// SPDX-License-Identifier: Apache-2.0
// lambda.c: lambda expressions [expr.prim.lambda]. A closure is a ClassDecl whose fields appear as
// captures are found; the call operator's body is parsed at once, in the middle of the enclosing
// function, so that captures resolve while both contexts are at hand. The expression is an
// E_INIT_LIST of the closure's fields.
//
// The body of a generic lambda is parsed per instantiation, later, when the closure is closed. Its
// implicit captures are found beforehand by looking up every identifier of the body's tokens: as
// the standard has it for names in dependent expressions, naming a variable is enough.
#include "cxx/constraint.h"
#include "cxx/expr_int.h"

typedef struct LambdaTokens {
    uint32_t params;      // '(' or 0
    uint32_t after_intro; // token behind ']' or behind explicit template parameters
    uint32_t body;        // '{'
} LambdaTokens;

struct LambdaState {
    struct LambdaState *outer;
    ClassDecl *cls;
    FuncDecl *outer_fn;
    Parse around; // the enclosing context, for capture initialisers
    char def;     // 0, '=' or '&'
    bool closed, is_mutable;
    FieldDecl *this_field;
    bool this_copied;
    Type *this_type;
    Map captured;     // VarDecl -> FieldDecl
    bool inner_if;    // a lambda in this one captures in an `if constexpr`
    Map listed;       // Atom -> Pos of the capture list's names
    VEC(Expr *) init; // per field
    Scope *scope;     // names of init-captures; parent is the enclosing scope
    LambdaTokens t;
};

static uintptr_t key_of(const void *p) {
    return (uintptr_t)p;
}

// ---- captures ----------------------------------------------------------------------------------

static FieldDecl *add_field(Parse *p, struct LambdaState *ls, Atom name, Type *t, VarDecl *of,
                            Expr *init, Pos pos) {
    Cxx *x = p->x;
    ClassDecl *c = ls->cls;
    FieldDecl *f = cxx_decl_new(x, FieldDecl, D_FIELD, name, pos, c->d.order, c->inner, p->env);
    f->d.type = t;
    f->d.access = ACC_PRIVATE;
    f->d.flags |= DF_MEMBER | DF_IMPLICIT;
    f->owner = c;
    f->index = c->fields.n;
    f->capture = of;
    f->init_done = true;
    vec_push(pa(p), &c->fields, f);
    vec_push(pa(p), &ls->init, init);
    return f;
}

static Expr *closure_object(Parse *p, struct LambdaState *ls, Pos pos) {
    Cxx *x = p->x;
    Type *t = ls->cls->d.type;
    if (!ls->is_mutable) t = ty_qual(x, t, Q_CONST);
    Expr *self = cxx_expr_new(x, E_THIS, ty_pointer(x, t), VC_PRVALUE, pos);
    self->flags |= EF_IMPLICIT;
    Expr *o = xe_un(p, E_UNARY, t, VC_LVALUE, pos, self);
    o->op = OP_DEREF;
    return o;
}

static Expr *field_value(Parse *p, struct LambdaState *ls, FieldDecl *f, Pos pos) {
    return xe_field_path(p, closure_object(p, ls, pos), f, pos);
}

static Expr *capture_in(Parse *p, struct LambdaState *ls, VarDecl *v, bool explicit_, char how,
                        Pos pos);

// The entity as the enclosing context of the lambda sees it.
static Expr *outside_value(Parse *p, struct LambdaState *ls, VarDecl *v, Pos pos) {
    Parse q = ls->around;
    q.at = p->at;
    if (ls->outer && (map_get(&ls->outer->captured, key_of(v)) || v->fn != ls->outer_fn))
        return capture_in(&q, ls->outer, v, false, 0, pos);
    if (v->d.kind == D_BINDING) {
        Expr *e = xe_dup(p, ((BindingDecl *)v)->e);
        e->pos = e->end = pos;
        return e;
    }
    v->referenced = true;
    v->named++;
    return xe_ref(p, &v->d, v->d.type, pos);
}

static Expr *capture_in(Parse *p, struct LambdaState *ls, VarDecl *v, bool explicit_, char how,
                        Pos pos) {
    Cxx *x = p->x;
    FieldDecl *f = map_get(&ls->captured, key_of(v));
    if (!f) {
        if (!explicit_) how = ls->def;
        if (!how || ls->closed) {
            CXX_DIAG(x, x_not_captured, pos, v->d.name);
            return cxx_expr_error(x, pos);
        }
        bool in_if = !explicit_ && (ls->inner_if || (p->fs && p->fs->constexpr_ifs));
        if (in_if && !ls->cls->extended.if_capture) ls->cls->extended.if_capture = pos;
        if (ls->outer) ls->outer->inner_if = in_if;
        Expr *o = outside_value(p, ls, v, pos);
        if (ls->outer) ls->outer->inner_if = false;
        if (xe_err(o)) return o;
        Parse q = ls->around;
        q.at = p->at;
        Type *t = o->type;
        Expr *init;
        if (how == '&' || t->kind == TY_FUNC) {
            t = ty_ref(x, t, false);
            init = cxx_convert(&q, o, t, NULL);
        } else if (ty_is_array(t)) {
            init = xe_array_copy(&q, t, o, pos);
        } else {
            init = cxx_initialize(&q, t, INIT_DIRECT, &o, 1, pos, NULL);
        }
        if (xe_err(init)) return init;
        f = add_field(p, ls, v->d.name, t, v, init, pos);
        map_put(&ls->captured, key_of(v), f);
    }
    return field_value(p, ls, f, pos);
}

// A variable of an enclosing function (or an init-capture) named in a lambda body. NULL: it needs
// no capture here.
Expr *xe_capture_var(Parse *p, VarDecl *v, Pos pos) {
    struct LambdaState *ls = p->lambda;
    if (!ls) return NULL;
    if (p->fn && v->fn == p->fn) return NULL;
    if (p->fn && p->fn->cls != ls->cls) return NULL; // a local class in the body
    bool reference = v->d.kind == D_VAR && ty_is_ref(v->d.type) && (v->d.flags & DF_CONSTEXPR);
    if (reference && !map_get(&ls->captured, key_of(v)) && cxx_var_const(p->x, v))
        return NULL; // usable in constant expressions: no odr-use [basic.def.odr]/5
    return capture_in(p, ls, v, false, 0, pos);
}

static Expr *this_in(Parse *p, struct LambdaState *ls, bool explicit_, bool copy, Pos pos) {
    Cxx *x = p->x;
    if (!ls->this_field) {
        if ((!explicit_ && !ls->def) || ls->closed) {
            CXX_DIAG(x, x_this_not_captured, pos);
            return cxx_expr_error(x, pos);
        }
        Parse q = ls->around;
        q.at = p->at;
        Expr *o = xe_this(&q, pos);
        if (!o) CXX_DIAG(x, x_this_outside, pos);
        if (!o || xe_err(o)) return o;
        if (copy) {
            Expr *obj = cxx_build_unary(&q, OP_DEREF, o, pos);
            Type *t = ty_unqual(obj->type);
            Expr *init = cxx_initialize(&q, t, INIT_DIRECT, &obj, 1, pos, NULL);
            if (xe_err(init)) return init;
            ls->this_field = add_field(p, ls, 0, t, NULL, init, pos);
            ls->this_copied = true;
        } else {
            ls->this_field = add_field(p, ls, 0, o->type, NULL, o, pos);
        }
        ls->cls->this_capture = ls->this_field;
    }
    Expr *m = field_value(p, ls, ls->this_field, pos);
    if (ls->this_copied) {
        Expr *e = xe_un(p, E_UNARY, ty_pointer(x, m->type), VC_PRVALUE, pos, m);
        e->op = OP_ADDR;
        return e;
    }
    return xe_cast(p, CK_LVAL_TO_RVAL, ty_unqual(m->type), VC_PRVALUE, m);
}

// `this` in a lambda body; NULL when p is not in the body (a member function of a local class).
Expr *xe_capture_this(Parse *p, Pos pos) {
    struct LambdaState *ls = p->lambda;
    if (!ls || (p->fn && p->fn->cls != ls->cls)) return NULL;
    return this_in(p, ls, false, false, pos);
}

bool xe_this_uncaptured(const Parse *p) {
    const struct LambdaState *ls = p->lambda;
    if (!ls || p->unevaluated || (p->fn && p->fn->cls != ls->cls)) return false;
    bool never = !ls->def && !ls->this_field;
    for (; ls && !never; ls = ls->outer)
        if (ls->this_field) return false;
    return true;
}

// ---- the capture list --------------------------------------------------------------------------

static void init_capture(Parse *p, struct LambdaState *ls, Atom name, bool by_ref, Pos pos,
                         uint32_t order) {
    Cxx *x = p->x;
    InitStyle style = INIT_COPY;
    Expr **arg = NULL, *one;
    uint32_t n = 1;
    bool ok = true;
    if (xe_accept(p, T_ASSIGN)) {
        one = cxx_parse_init_clause(p);
        arg = &one;
    } else if (cxx_peek(p) == T_LBRACE) {
        one = xe_parse_init_list(p);
        arg = &one;
        style = INIT_LIST;
    } else {
        uint32_t behind = cxx_skip_group(p->tok, p->at++, p->end);
        ok = cxx_parse_expr_list(p, T_RPAREN, &arg, &n);
        p->at = behind;
        style = INIT_DIRECT;
    }
    Type *t = ty_basic(x, TY_AUTO);
    if (by_ref) t = ty_ref(x, t, false);
    VarDecl *v = cxx_decl_new(x, VarDecl, D_VAR, name, pos, order, ls->scope, p->env);
    v->d.type = t;
    v->fn = ls->outer_fn;
    v->capture_of = v; // marks an init-capture
    v->init_done = v->defined = true;
    Expr *init = ok ? cxx_init_var(p, v, style, arg, n) : NULL;
    if (!init || xe_err(init)) {
        v->d.flags |= DF_INVALID;
    } else {
        FieldDecl *f = add_field(p, ls, name, v->d.type, v, init, pos);
        map_put(&ls->captured, key_of(v), f);
    }
    cxx_scope_add(x, ls->scope, &v->d);
}

static void capture_decl(Parse *p, struct LambdaState *ls, Decl *d, bool by_ref, Pos pos) {
    Cxx *x = p->x;
    if (p->dependent && d->kind == D_VAR) return;
    if (d->kind == D_PACK) {
        PackDecl *pk = (PackDecl *)d;
        for (uint32_t i = 0; i < pk->n; i++) capture_decl(p, ls, pk->elem[i], by_ref, pos);
        return;
    }
    VarDecl *v = (VarDecl *)d;
    if (d->kind != D_VAR && d->kind != D_BINDING) {
        CXX_DIAG(x, x_bad_capture, pos, d->name);
        return;
    }
    if (v->storage == STOR_STATIC || v->storage == STOR_GLOBAL) {
        if (d->kind == D_VAR) CXX_DIAG(x, x_bad_capture, pos, d->name);
        return;
    }
    capture_in(p, ls, v, true, by_ref ? '&' : '=', pos);
}

// The name stands in the capture list [expr.prim.lambda.capture]/2: once, and not as the default
// captures it anyway.
static void list_name(Parse *p, struct LambdaState *ls, Atom name, bool init, bool by_ref,
                      Pos pos) {
    void **slot = map_slot(&ls->listed, name);
    if (*slot)
        CXX_DIAG(p->x, x_captured_twice, pos, name);
    else if (!init && ls->def && (ls->def == '&') == by_ref)
        CXX_DIAG(p->x, x_capture_is_default, pos, name);
    *slot = ls;
}

static void one_capture(Parse *p, struct LambdaState *ls) {
    Cxx *x = p->x;
    Pos pos = xe_pos(p);
    if (cxx_peek(p) == T_KW_THIS) {
        p->at++;
        this_in(p, ls, true, false, pos);
        return;
    }
    if (cxx_peek(p) == T_STAR && cxx_peek_n(p, 1) == T_KW_THIS) {
        p->at += 2;
        this_in(p, ls, true, true, pos);
        return;
    }
    bool by_ref = xe_accept(p, T_AMP);
    bool pack_init = xe_accept(p, T_ELLIPSIS);
    if (cxx_peek(p) != T_IDENT) {
        CXX_DIAG(x, x_expected_token, xe_pos(p), "identifier");
        return;
    }
    Atom name = p->tok[p->at].text;
    uint32_t order = p->at++;
    uint16_t k = cxx_peek(p);
    bool init = k == T_ASSIGN || k == T_LPAREN || k == T_LBRACE;
    list_name(p, ls, name, init, by_ref, pos);
    if (init) {
        if (!pack_init) {
            init_capture(p, ls, name, by_ref, pos, order);
            return;
        }
        // ...xs = pattern: one field per element
        VEC(Decl *) elem = {0};
        uint32_t from = p->at;
        PackLoop l;
        cxx_pack_begin(p, &l);
        bool more;
        do {
            p->at = from;
            uint32_t fields = ls->cls->fields.n;
            init_capture(p, ls, 0, by_ref, pos, order);
            l.ellipsis = true;
            more = cxx_pack_next(p, &l);
            if (l.keep && ls->cls->fields.n > fields)
                vec_push(pa(p), &elem, &ls->cls->fields.at[fields]->capture->d);
            else if (!l.keep && ls->cls->fields.n > fields)
                ls->cls->fields.n = ls->init.n = fields;
        } while (more);
        PackDecl *pk = cxx_decl_new(x, PackDecl, D_PACK, name, pos, order, ls->scope, p->env);
        if (l.dependent) pk->d.type = ty_pack(x, x->ty_dependent);
        pk->elem = elem.at;
        pk->n = elem.n;
        cxx_scope_add(x, ls->scope, &pk->d);
        return;
    }
    bool expanded = xe_accept(p, T_ELLIPSIS);
    Lookup l = {0};
    if (!cxx_lookup(p, name, 0, &l) || !l.n) {
        cxx_say_undefined(p, pos, name);
        return;
    }
    Decl *d = l.at[0];
    bool unbound = d->type && d->type->kind == TY_PACK; // [temp.res]: read without arguments
    if (!unbound)
        capture_decl(p, ls, d, by_ref, pos);
    else if (!expanded)
        cxx_pack_note(p, d, -1);
}

static void capture_list(Parse *p, struct LambdaState *ls, uint32_t close) {
    uint16_t k = cxx_peek(p), k1 = cxx_peek_n(p, 1);
    if (k == T_ASSIGN || (k == T_AMP && (k1 == T_COMMA || k1 == T_RBRACKET))) {
        ls->def = k == T_ASSIGN ? '=' : '&';
        p->at++;
        xe_accept(p, T_COMMA);
    }
    bool old = p->in_targs;
    p->in_targs = false;
    while (p->at < close) {
        uint32_t before = p->at;
        one_capture(p, ls);
        if (!xe_accept(p, T_COMMA) || p->at == before) break;
    }
    p->in_targs = old;
    if (p->at != close) {
        CXX_DIAG(p->x, x_expected_token, xe_pos(p), "]");
        p->at = close;
    }
    p->at++;
}

// ---- invented template parameters --------------------------------------------------------------

static bool auto_is_pack(const Parse *p, uint32_t i) {
    for (i++; i < p->end; i++) {
        uint16_t k = p->tok[i].kind;
        if (k == T_ELLIPSIS) return true;
        if (k != T_AMP && k != T_AMPAMP && k != T_STAR && k != T_KW_CONST && k != T_KW_VOLATILE &&
            k != T_KW_RESTRICT)
            return false;
    }
    return false;
}

static uint32_t scope_depth(const Scope *s) {
    for (; s; s = s->parent) {
        if (s->kind != SC_TPARAMS) continue;
        MAP_FOREACH (e, &s->names) return ((TParmDecl *)e->val)->depth + 1u;
    }
    return 0;
}

// The type-constraint in front of `auto` at token i, if there is one.
static TokRange constraint_before(const Parse *p, uint32_t i, uint32_t open) {
    uint32_t at = i - 1;
    if (p->tok[at].kind == T_GT || p->tok[at].kind == T_GTGT) {
        int depth = 0;
        for (; at > open; at--) {
            uint16_t k = p->tok[at].kind;
            if (lex_is_close(k)) at = p->tok[at].match;
            if (k == T_GT) depth++;
            if (k == T_GTGT) depth += 2;
            if (k == T_LT && !--depth) break;
        }
        at--;
    }
    if (at <= open || p->tok[at].kind != T_IDENT || !cxx_names_concept(p->x, p->tok[at].text))
        return (TokRange){0};
    while (p->tok[at - 1].kind == T_COLCOL) at -= p->tok[at - 2].kind == T_IDENT ? 2 : 1;
    return (TokRange){at, i};
}

TmplParams *cxx_invent_params(Parse *p, uint32_t open, uint32_t close, TmplParams *written) {
    Cxx *x = p->x;
    VEC(TParmDecl *) v = {0};
    for (uint32_t i = 0; written && i < written->n; i++) vec_push(pa(p), &v, written->parm[i]);
    uint32_t had = v.n;
    TmplParams *ps = arena_new(pa(p), TmplParams);
    if (written) *ps = *written;
    for (uint32_t i = open + 1; i < close; i++) {
        uint16_t k = p->tok[i].kind;
        if (k == T_LBRACE || k == T_LBRACKET ||
            (k == T_LPAREN && p->tok[i - 1].kind == T_KW_DECLTYPE)) {
            i = p->tok[i].match;
            continue;
        }
        if (k != T_KW_AUTO) continue;
        if (!ps->scope) {
            ps->depth = scope_depth(p->scope);
            ps->scope = cxx_scope_new(x, SC_TPARAMS, p->scope, NULL);
            ps->scope->env = p->env;
            ps->begin = open;
            ps->end = open;
        }
        TParmDecl *d = cxx_decl_new(x, TParmDecl, D_TPARM, 0, p->tok[i].pos, i, ps->scope, p->env);
        d->kind = TA_TYPE;
        d->pack = auto_is_pack(p, i);
        d->depth = (uint16_t)ps->depth;
        d->index = (uint16_t)v.n;
        d->constraint = constraint_before(p, i, open);
        if (d->constraint.end) ps->constrained = true;
        vec_push(pa(p), &v, d);
    }
    if (v.n == had) return NULL;
    ps->parm = v.at;
    ps->n = v.n;
    for (uint32_t i = 0; i < v.n; i++) v.at[i]->list = ps;
    ps->scope->invented = ps;
    return ps;
}

TParmDecl *cxx_invented_parm(Parse *p, uint32_t token) {
    for (Scope *s = p->scope; s && s->kind != SC_NAMESPACE; s = s->parent) {
        if (s->kind != SC_TPARAMS || !s->invented) continue;
        TmplParams *ps = s->invented;
        for (uint32_t i = ps->n; i-- > 0 && !ps->parm[i]->d.name;)
            if (ps->parm[i]->d.order == token) return ps->parm[i];
    }
    return NULL;
}

// ---- the call operator -------------------------------------------------------------------------

// [expr.prim.lambda.capture]/5: no parameter has the name of a capture.
static void check_param_names(Parse *q, struct LambdaState *ls, const Scope *params) {
    if (!params || !ls->listed.n) return;
    MAP_FOREACH (e, &params->names) {
        const Decl *v = e->val;
        if (map_get(&ls->listed, v->name)) CXX_DIAG(q->x, x_param_is_captured, v->pos, v->name);
    }
}

// [expr.prim.lambda.general]: each specifier once, none behind noexcept or [[attributes]].
static void check_lambda_specifiers(const Parse *q) {
    uint32_t seen = 0;
    bool late = false;
    for (uint32_t i = q->at; i < q->end; i++) {
        uint16_t k = q->tok[i].kind;
        uint32_t bit = k == T_KW_MUTABLE     ? 1
                       : k == T_KW_CONSTEXPR ? 2
                       : k == T_KW_CONSTEVAL ? 4
                                             : 0;
        if (k == T_KW_STATIC || (bit && (late || seen & bit))) { // static: C++23
            CXX_DIAG(q->x, d_specifier_here, q->tok[i].pos, atom_str(q->x->ctx, q->tok[i].text));
            return;
        }
        seen |= bit;
        if (k == T_KW_NOEXCEPT || k == T_KW_THROW) {
            late = true;
            if (q->tok[i + 1].kind == T_LPAREN) i = q->tok[i + 1].match;
        } else if (k == T_LBRACKET && q->tok[i + 1].kind == T_LBRACKET) {
            late = true;
            i = q->tok[i].match;
        } else if (!bit) {
            return;
        }
    }
}

// Parses parameters, specifiers and the trailing result at q (at `(` or behind the introducer);
// the function has no body yet.
static FuncDecl *call_operator(Parse *q, struct LambdaState *ls) {
    Cxx *x = q->x;
    ClassDecl *c = ls->cls;
    FuncType ft = {.ret = ty_basic(x, TY_AUTO)};
    FuncDecl *f = cxx_decl_new(x, FuncDecl, D_FUNC, cxx_op_atom(x, OP_CALL), c->d.pos, c->d.order,
                               c->inner, q->env);
    DeclSpec ds = {.type = ft.ret};
    Declarator d = {0};
    cxx_parse_attributes(q, &ds);
    f->decl_range.begin = q->at;
    if (cxx_peek(q) == T_LPAREN) {
        uint32_t close = q->tok[q->at].match, end = q->end;
        q->end = close + 1;
        bool ok = cxx_parse_abstract_declarator(q, &ds, &d);
        q->end = end;
        q->at = close + 1;
        if (!ok || !d.is_function) return NULL;
        ft.param = d.type->u.func.param;
        ft.nparam = d.type->u.func.nparam;
        ft.variadic = d.type->u.func.variadic;
        check_param_names(q, ls, d.param_scope);
    }
    Scope *old = q->scope;
    if (d.param_scope) q->scope = d.param_scope;
    check_lambda_specifiers(q);
    for (;;) {
        uint16_t k = cxx_peek(q);
        if (k == T_KW_MUTABLE) {
            ls->is_mutable = true;
            q->at++;
        } else if (k == T_KW_CONSTEXPR || k == T_KW_STATIC) {
            q->at++;
        } else if (k == T_KW_CONSTEVAL) {
            f->d.flags |= DF_CONSTEVAL;
            q->at++;
        } else if (k == T_KW_NOEXCEPT) {
            q->at++;
            if (cxx_peek(q) == T_LPAREN) {
                uint32_t close = q->tok[q->at].match;
                f->noexcept_range = (TokRange){q->at + 1, close};
                if (q->dependent) { // for the packs in it
                    q->at++;
                    cxx_parse_const_expr(q);
                }
                q->at = close + 1;
            } else {
                ft.noexcept_ = true;
            }
        } else if (k == T_KW_THROW && cxx_peek_n(q, 1) == T_LPAREN) {
            ft.noexcept_ = true;
            q->at = q->tok[q->at + 1].match + 1;
        } else if (cxx_at_attribute(q)) {
            cxx_parse_attributes(q, &ds);
        } else {
            break;
        }
    }
    bool trailing = xe_accept(q, T_ARROW);
    if (trailing) ft.ret = cxx_parse_type_id(q);
    if (cxx_peek(q) == T_KW_REQUIRES) {
        f->requires_range.begin = q->at + 1;
        q->at = f->requires_range.end = cxx_skip_constraint(x, q->at + 1, q->end);
    }
    q->scope = old;
    ft.quals = ls->is_mutable ? 0 : Q_CONST;
    f->d.type = ty_func(x, &ft);
    f->d.access = ACC_PUBLIC;
    f->d.linkage = LK_INTERNAL;
    f->d.flags |= DF_MEMBER | DF_CONSTEXPR | DF_INLINE;
    f->d.attrs = ds.attrs;
    f->d.cuda = c->d.cuda = ds.cuda;
    unsigned around = ls->outer_fn ? ls->outer_fn->d.cuda : 0;
    bool host = !around || around & CU_HOST;
    if (ds.cuda & CU_DEVICE && ls->outer_fn && host) {
        c->extended.number = ++ls->outer_fn->nextended;
        c->extended.mutable_ = ls->is_mutable;
        c->extended.trailing = trailing;
    }
    if (!f->d.cuda && ls->outer_fn)
        f->d.cuda = ls->outer_fn->d.cuda & CU_GLOBAL ? CU_DEVICE : ls->outer_fn->d.cuda;
    f->noinline = ds.noinline;
    f->forceinline = ds.forceinline;
    f->op = OP_CALL;
    f->cls = c;
    f->defined = true;
    f->lambda_of = ls->outer_fn;
    f->param = d.param;
    f->nparam = d.nparam;
    while (f->min_args < d.nparam && !d.param[f->min_args]->default_arg.end &&
           !(d.param[f->min_args]->d.type->kind == TY_PACK))
        f->min_args++;
    f->param_scope = d.param_scope ? d.param_scope : cxx_scope_new(x, SC_FUNC, ls->scope, &f->d);
    if (!d.param_scope && q->scope != ls->scope) f->param_scope->parent = q->scope;
    f->param_scope->fn = f;
    f->param_scope->owner = &f->d;
    f->param_scope->env = q->env;
    for (uint32_t i = 0; i < d.nparam; i++) d.param[i]->fn = f;
    f->body_env = q->env;
    f->body_scope = f->param_scope->parent;
    f->decl_range.end = q->at;
    if (cxx_peek(q) == T_LBRACE) {
        f->body_range = (TokRange){q->at, q->tok[q->at].match + 1};
        f->decl_range.end = f->body_range.end;
    }
    return f;
}

// The call operator of a generic lambda with its parameters bound by env.
FuncDecl *cxx_lambda_call_op(Cxx *x, ClassDecl *c, Scope *s, Env *env) {
    struct LambdaState *ls = c->lambda;
    if (!ls) return NULL;
    Parse q = cxx_parse_at(x, ls->t.after_intro, ls->around.end, s, env);
    q.this_type = ls->this_type;
    q.lambda = ls;
    q.pack_index = ls->around.pack_index;
    if (q.pack_index >= 0) cxx_pack_ignore(&q);
    return call_operator(&q, ls);
}

// Called when the body of a closure's call operator is about to be parsed out of its place.
void xe_lambda_context(Parse *p) {
    FuncDecl *f = p->fn;
    if (!f || !f->cls || !f->cls->is_closure || !f->cls->lambda) return;
    if (p->lambda && p->lambda->cls == f->cls) return;
    p->lambda = f->cls->lambda;
    p->this_type = p->lambda->this_type;
    p->cls = p->lambda->around.cls;
    p->pack_index = p->lambda->around.pack_index; // it may stand in a pattern
    if (p->pack_index >= 0) cxx_pack_ignore(p);
}

// ---- generic lambdas: captures by name ---------------------------------------------------------

static bool ends_operand(uint16_t k) {
    return k == T_IDENT || k == T_NUMBER || k == T_RPAREN || k == T_RBRACKET || k == T_KW_THIS;
}

// address: it stands behind `&`, which uses the variable whatever its value [basic.def.odr]/5.
static bool needs_capture(Parse *p, struct LambdaState *ls, Decl *d, bool address) {
    if (d->kind != D_VAR && d->kind != D_BINDING) return false;
    VarDecl *v = (VarDecl *)d;
    if (v->storage == STOR_STATIC || v->storage == STOR_GLOBAL) return false;
    if (map_get(&ls->captured, key_of(v))) return false;
    if (v->capture_of != v && !v->fn) return false;
    if (v->d.kind == D_VAR && ty_is_ref(v->d.type) && (v->d.flags & DF_CONSTEXPR)) return false;
    if (!address && v->d.kind == D_VAR && (xe_quals(v->d.type) & Q_CONST) &&
        !ty_is_ref(v->d.type) && ty_is_scalar(ty_unqual(v->d.type)) && cxx_var_const(p->x, v))
        return false;
    return true;
}

// A name of a nonstatic member (of a set of overloads one is enough) stands for a member of *this.
static bool needs_this(const Lookup *l) {
    for (uint32_t i = 0; i < l->n; i++) {
        Decl *d = l->at[i];
        if (d->kind == D_FIELD) return true;
        if (d->kind == D_TEMPLATE && ((TemplateDecl *)d)->kind == TK_FUNC)
            d = &((TemplateDecl *)d)->pattern->d;
        if (d->kind == D_FUNC && d->flags & DF_MEMBER && !(d->flags & DF_STATIC)) return true;
    }
    return false;
}

static void capture_by_names(Parse *p, struct LambdaState *ls, uint32_t body) {
    Cxx *x = p->x;
    uint32_t end = p->tok[body].match, at = p->at;
    Map seen;
    map_init(&seen, pa(p));
    Parse q = ls->around;
    q.at = body;
    q.unevaluated = false;
    for (uint32_t i = body + 1; i < end; i++) {
        const Token *t = &p->tok[i];
        if (t->kind == T_KW_THIS && ls->this_type) this_in(p, ls, false, false, t->pos);
        if (t->kind != T_IDENT) continue;
        uint16_t prev = p->tok[i - 1].kind;
        if (prev == T_DOT || prev == T_ARROW || prev == T_COLCOL || p->tok[i + 1].kind == T_COLCOL)
            continue;
        bool address = prev == T_AMP && !ends_operand(p->tok[i - 2].kind);
        void **slot = map_slot(&seen, t->text | (address ? 1ull << 32 : 0));
        if (*slot) continue;
        *slot = x;
        Lookup l = {0};
        q.scope = ls->around.scope;
        if (!cxx_lookup(&q, t->text, 0, &l) || !l.n) continue;
        Decl *d = l.at[0];
        if (d->kind == D_PACK) {
            PackDecl *pk = (PackDecl *)d;
            for (uint32_t k = 0; k < pk->n; k++)
                if (needs_capture(p, ls, pk->elem[k], address))
                    capture_in(p, ls, (VarDecl *)pk->elem[k], false, 0, t->pos);
        } else if (needs_capture(p, ls, d, address)) {
            capture_in(p, ls, (VarDecl *)d, false, 0, t->pos);
        } else if (ls->this_type && !ls->this_field && needs_this(&l)) {
            this_in(p, ls, false, false, t->pos);
        }
    }
    p->at = at;
}

// ---- conversion to pointer to function ---------------------------------------------------------

static FuncDecl *member_of(Parse *p, ClassDecl *c, Atom name, Type *t, FuncDecl *op) {
    FuncDecl *f =
        cxx_decl_new(p->x, FuncDecl, D_FUNC, name, c->d.pos, c->d.order, c->inner, p->env);
    f->d.type = t;
    f->d.access = ACC_PUBLIC;
    f->d.linkage = LK_INTERNAL;
    f->d.cuda = op->d.cuda;
    f->d.flags |= DF_MEMBER | DF_IMPLICIT | DF_INLINE | DF_CONSTEXPR;
    f->cls = c;
    f->defined = true;
    f->is_implicit = true;
    f->lambda_of = op->lambda_of;
    return f;
}

static Atom invoke_atom(Cxx *x) {
    return atom_cstr(x->ctx, "__invoke");
}

// The type of the functions that pointers of the conversion point to.
static Type *invoke_type(Cxx *x, const FuncDecl *op) {
    FuncType ft = op->d.type->u.func;
    ft.quals = 0;
    return ty_func(x, &ft);
}

static FuncDecl *make_invoke(Parse *p, ClassDecl *c, FuncDecl *op) {
    Cxx *x = p->x;
    FuncDecl *inv = member_of(p, c, invoke_atom(x), invoke_type(x, op), op);
    inv->d.flags |= DF_STATIC;
    inv->nparam = inv->min_args = op->nparam;
    inv->param = op->nparam ? arena_array(pa(p), VarDecl *, op->nparam) : NULL;
    for (uint32_t i = 0; i < op->nparam; i++) {
        VarDecl *v = inv->param[i] = arena_copy(pa(p), op->param[i], sizeof *v, _Alignof(VarDecl));
        v->fn = inv;
        v->d.id = x->next_decl_id++;
        v->default_arg = (TokRange){0};
    }
    return inv;
}

static FuncDecl *make_conversion(Parse *p, ClassDecl *c, FuncDecl *op) {
    Cxx *x = p->x;
    FuncType cf = {.ret = ty_pointer(x, invoke_type(x, op)), .quals = Q_CONST, .noexcept_ = true};
    FuncDecl *conv = member_of(p, c, x->n.conv, ty_func(x, &cf), op);
    conv->kind = FK_CONV;
    return conv;
}

static TemplateDecl *operator_template(ClassDecl *c) {
    Decl *d = map_get(&c->inner->names, c->call_op->d.name);
    return d && d->kind == D_TEMPLATE ? (TemplateDecl *)d : NULL;
}

static void add_template(Cxx *x, ClassDecl *c, const TemplateDecl *op, FuncDecl *pattern) {
    TemplateDecl *t = arena_copy(&x->ctx->perm, op, sizeof *t, _Alignof(TemplateDecl));
    t->d.id = x->next_decl_id++;
    t->d.name = pattern->d.name;
    t->d.type = pattern->d.type;
    t->d.next = NULL;
    t->pattern = pattern;
    map_init(&t->specs, &x->ctx->perm);
    cxx_scope_add(x, c->inner, &t->d);
}

// operator R(*)(params)() const, which gives the address of a static function calling the lambda.
// Of a generic lambda both are templates with the call operator's parameters
// [expr.prim.lambda.closure]/9.
static void add_conversion(Parse *p, ClassDecl *c, FuncDecl *op, bool generic) {
    Cxx *x = p->x;
    TemplateDecl *t = generic ? operator_template(c) : NULL;
    if (t) {
        add_template(x, c, t, make_invoke(p, c, op));
        add_template(x, c, t, make_conversion(p, c, op));
        return;
    }
    if (generic || ty_dependent(op->d.type) || op->d.type->u.func.ret->flags & TF_HAS_AUTO) return;
    cxx_scope_add(x, c->inner, &make_invoke(p, c, op)->d);
    cxx_scope_add(x, c->inner, &make_conversion(p, c, op)->d);
}

// An instance of these templates; the result is deduced from the call operator's body.
FuncDecl *cxx_lambda_conversion(Cxx *x, ClassDecl *c, const FuncDecl *pattern, TmplArgs *args,
                                uint32_t poi, Pos pos) {
    TemplateDecl *t = operator_template(c);
    FuncDecl *op = t ? cxx_func_instantiate(x, t, args, poi, pos) : NULL;
    if (!op || !cxx_func_signature(x, op) || op->d.type->u.func.ret->flags & TF_HAS_AUTO)
        return NULL;
    Parse p = cxx_parse_at(x, c->d.order, c->d.order, c->inner, op->body_env);
    return pattern->kind == FK_CONV ? make_conversion(&p, c, op) : make_invoke(&p, c, op);
}

static Stmt *one_return(Parse *p, Expr *e, bool is_void, Pos pos) {
    Stmt *s = xe_stmt(p, is_void ? S_EXPR : S_RETURN, pos);
    s->e = e;
    Stmt *b = xe_stmt(p, S_COMPOUND, pos);
    b->u.list.at = arena_copy(pa(p), &s, sizeof s, _Alignof(Stmt *));
    b->u.list.n = 1;
    return b;
}

// Synthesizes the bodies of a captureless closure's conversion function and of its invoker.
bool cxx_lambda_body(Cxx *x, FuncDecl *f) {
    ClassDecl *c = f->cls;
    if (!c || !c->is_closure || !f->is_implicit || f->kind == FK_CTOR || f->kind == FK_DTOR ||
        f->op)
        return false;
    Parse p = cxx_parse_at(x, c->d.order, c->d.order, c->inner, c->d.env);
    p.fn = f;
    Pos pos = f->d.pos;
    if (f->kind == FK_CONV) {
        Lookup l = {0};
        cxx_lookup_in(&p, c->inner, invoke_atom(x), LU_LOCAL | LU_ALL, &l);
        if (!l.n) return false;
        Decl *d = l.at[0];
        if (d->kind == D_TEMPLATE)
            d = (Decl *)cxx_func_instantiate(x, (TemplateDecl *)d, f->args, UINT32_MAX, pos);
        if (!d) return false;
        Expr *e = cxx_build_declref(&p, d, pos);
        f->body = one_return(&p, cxx_build_unary(&p, OP_ADDR, e, pos), false, pos);
    } else {
        Expr *obj = xe_materialize(&p, cxx_expr_new(x, E_ZERO, c->d.type, VC_PRVALUE, pos));
        Expr **arg = arena_array(&x->ctx->perm, Expr *, f->nparam + 1);
        for (uint32_t i = 0; i < f->nparam; i++) {
            VarDecl *v = f->param[i];
            arg[i] = xe_ref(&p, &v->d, v->d.type, pos);
            if (v->d.type->kind != TY_LREF) arg[i]->cat = VC_XVALUE;
        }
        FuncDecl *op = c->call_op;
        if (f->args) op = cxx_func_instantiate(x, operator_template(c), f->args, UINT32_MAX, pos);
        Expr *e = xe_call_function(&p, op, obj, arg, f->nparam, pos, 0);
        if (xe_err(e)) return false;
        f->body = one_return(&p, cxx_full_expr(&p, e), e->type->kind == TY_VOID, pos);
    }
    f->body_done = true;
    return true;
}

// ---- the expression ----------------------------------------------------------------------------

static uint32_t next_number(Parse *p, struct LambdaState *ls, Type *sig) {
    struct ExprState *st = xe_state(p->x);
    if (!st->closures.arena) map_init(&st->closures, pa(p));
    Decl *ctx = ls->outer_fn ? &ls->outer_fn->d : ls->cls->mangle_context;
    FuncType ft = sig->u.func; // discriminated by parameters only
    ft.ret = ty_basic(p->x, TY_VOID);
    uint64_t key = (uint64_t)(ctx ? ctx->id + 1 : 0) << 32 | ty_func(p->x, &ft)->id;
    void **slot = map_slot(&st->closures, key);
    uintptr_t n = (uintptr_t)*slot;
    *slot = (void *)(n + 1);
    return (uint32_t)n;
}

static ClassDecl *new_closure(Parse *p, struct LambdaState *ls, Pos pos) {
    Cxx *x = p->x;
    ClassDecl *c = cxx_decl_new(x, ClassDecl, D_CLASS, 0, pos, p->at, p->scope, p->env);
    c->inner = cxx_scope_new(x, SC_CLASS, p->scope, &c->d);
    c->inner->cls = c;
    c->inner->env = p->env;
    c->env = p->env;
    c->tag = CT_CLASS;
    c->is_closure = c->defined = c->complete = true;
    c->is_local = p->fn != NULL;
    c->d.type = ty_class(x, c);
    c->mangle_context = p->fn ? &p->fn->d : NULL;
    c->lambda = ls;
    return c;
}

static void generic_operator(Parse *q, struct LambdaState *ls, TmplParams *written) {
    Cxx *x = q->x;
    ClassDecl *c = ls->cls;
    uint32_t open = ls->t.params;
    bool dependent = q->dependent;
    TmplParams *ps = open ? cxx_invent_params(q, open, q->tok[open].match, written) : NULL;
    if (!ps) ps = written;
    if (ps) { // none: what looked like a placeholder is in a broken parameter list
        q->scope = ps->scope;
        q->dependent = true;
    }
    FuncDecl *f = call_operator(q, ls);
    q->dependent = dependent;
    if (!f || !ps) return;
    TemplateDecl *t = cxx_decl_new(x, TemplateDecl, D_TEMPLATE, f->d.name, f->d.pos, f->d.order,
                                   c->inner, q->env);
    t->kind = TK_FUNC;
    t->params = ps;
    t->decl_range = f->decl_range;
    t->pattern = f;
    t->env = q->env;
    t->defined = true;
    t->d.type = f->d.type;
    t->d.access = ACC_PUBLIC;
    t->d.flags |= DF_MEMBER;
    t->d.linkage = LK_INTERNAL;
    map_init(&t->specs, pa(q));
    c->call_op = f;
    cxx_scope_add(x, c->inner, &t->d);
    if (ls->def && f->body_range.end && !x->decls->unbound)
        capture_by_names(q, ls, f->body_range.begin);
    ls->closed = true;
}

static void plain_operator(Parse *q, struct LambdaState *ls) {
    Cxx *x = q->x;
    ClassDecl *c = ls->cls;
    FuncDecl *f = call_operator(q, ls);
    if (!f) return;
    c->call_op = f;
    cxx_scope_add(x, c->inner, &f->d);
    if (!f->body_range.end) return;
    f->elaborating = true;
    Parse b = *q;
    b.at = f->body_range.begin;
    b.fn = f;
    b.scope = f->param_scope;
    b.fs = NULL;
    DiagTrap trap;
    cxx_hard_context(x, &trap);
    f->body = cxx_parse_func_body(&b);
    if (diag_trap_pop(x->ctx, &trap) && trap.silent) f->host_errors = true;
    f->elaborating = false;
    f->body_done = true;
    vec_push(pa(q), &x->decls->local_classes, c);
}

// The body of a generic lambda in a template that is read unbound.
static void check_generic_body(Parse *q, FuncDecl *f) {
    Parse b = *q;
    q->lambda->closed = false;
    b.at = f->body_range.begin;
    b.fn = f;
    b.scope = f->param_scope;
    b.fs = NULL;
    b.dependent = true;
    cxx_parse_func_body(&b);
    q->lambda->closed = true;
}

static Expr *give_up(Parse *p, uint32_t intro, Pos pos) {
    // to behind the body, if there is one
    p->at = p->tok[intro].match + 1;
    while (p->at < p->end) {
        uint16_t k = cxx_peek(p);
        if (k == T_LBRACE) {
            p->at = p->tok[p->at].match + 1;
            break;
        }
        if (k == T_SEMI || lex_is_close(k)) break;
        p->at = lex_is_open(k) ? p->tok[p->at].match + 1 : p->at + 1;
    }
    return cxx_expr_error(p->x, pos);
}

// At '['.
Expr *cxx_lambda(Parse *p) {
    Cxx *x = p->x;
    Pos pos = xe_pos(p);
    uint32_t intro = p->at, close = p->tok[intro].match;
    if (p->dependent &&
        !x->decls->unbound) { // in a signature with unbound parameters: a type of its own
        give_up(p, intro, pos);
        return xe_dep(p, E_DEP_NAME, pos);
    }
    if (!xe_depth(p, pos)) {
        p->depth--;
        return give_up(p, intro, pos);
    }
    if (p->unevaluated && x->opt.std < 20) CXX_DIAG(x, x_lambda_unevaluated, pos);
    struct LambdaState *ls = arena_new(pa(p), struct LambdaState);
    ls->outer = p->lambda && (!p->fn || p->fn->cls == p->lambda->cls) ? p->lambda : NULL;
    ls->outer_fn = p->fn;
    ls->this_type = p->this_type;
    ls->around = *p;
    ls->around.unevaluated = false;
    map_init(&ls->captured, pa(p));
    map_init(&ls->listed, pa(p));
    ls->cls = new_closure(p, ls, pos);
    ls->scope = cxx_scope_new(x, SC_BLOCK, p->scope, NULL);
    ls->scope->env = p->env;
    ls->scope->fn = p->fn;
    p->at++;
    capture_list(p, ls, close);
    Parse q = *p;
    q.lambda = ls;
    q.scope = ls->scope;
    q.in_targs = q.half_gtgt = q.undestroyed = false;
    TmplParams *written = NULL;
    if (cxx_peek(&q) == T_LT) {
        Pos pos = tok_pos(&q);
        written = tm_parse_params(&q, scope_depth(q.scope));
        if (!written->n) CXX_DIAG(x, x_lambda_no_tparams, pos); // [expr.prim.lambda.general]/5
    }
    ls->t.after_intro = q.at;
    uint32_t at = q.at; // attributes may stand in front of the parameters
    while (at < q.end && (cxx_at_attribute(&q))) cxx_parse_attributes(&q, NULL);
    if (cxx_peek(&q) == T_LPAREN) ls->t.params = q.at;
    q.at = at;
    bool generic = written != NULL;
    for (uint32_t i = ls->t.params; i && i < q.tok[ls->t.params].match && !generic; i++)
        if (q.tok[i].kind == T_KW_AUTO) generic = true;
    if (generic)
        generic_operator(&q, ls, written);
    else
        plain_operator(&q, ls);
    FuncDecl *f = ls->cls->call_op;
    p->depth--;
    if (!f || !f->body_range.end) {
        if (f) CXX_DIAG(x, x_expected_token, q.tok[CU_MIN(q.at, q.end)].pos, "{");
        return give_up(p, intro, pos);
    }
    p->at = f->body_range.end;
    ls->closed = true;
    if (p->dependent) {
        if (generic) check_generic_body(&q, f);
        return xe_dep(p, E_DEP_NAME, pos);
    }
    ls->cls->unnamed_number = next_number(p, ls, f->d.type);
    if (!ls->cls->fields.n && !ls->def) add_conversion(p, ls->cls, f, generic);
    if (x->hooks.check_lambda) x->hooks.check_lambda(p, ls->cls);
    cxx_class_layout(x, ls->cls, pos);
    Expr *e = cxx_expr_new(x, E_INIT_LIST, ls->cls->d.type, VC_PRVALUE, pos);
    e->u.init = arena_zalloc(pa(p), sizeof *e->u.init, _Alignof(max_align_t));
    e->u.init->field = ls->cls->fields.at;
    e->u.init->base = arena_array(pa(p), BaseSpec *, ls->cls->fields.n + 1);
    xe_args(p, e, ls->init.at, ls->init.n);
    e->end = xe_prev_pos(p);
    return e;
}
