// SPDX-License-Identifier: Apache-2.0
// Declarators [dcl.decl]. A declarator is read outside-in by token position: at a parenthesised
// inner declarator the suffixes behind it are applied to the type first, then the inner part is
// parsed with the result. Behind a qualified name everything is looked up in the named class
// [basic.lookup.unqual]/8.
#include "cxx/facts/diag.h"
#include "cxx/facts/state.h"
#include "cxx/lookup/lookup.h"
#include "cxx/constant/constant.h"
#include "cxx/convert/lambda.h"
#include "cxx/expr/expr.h"
#include "cxx/decl/decl.h"

typedef enum { DM_NAMED, DM_ABSTRACT, DM_EITHER } DeclaratorMode; // the last: of parameters

typedef struct Dtor {
    Parse *p;
    const DeclSpec *ds;
    Declarator *d;
    DeclaratorMode mode;
    Scope *outer;      // p->scope before a qualified name changed it
    bool simple_paren; // the next outer suffix belongs to the name: `int (f)(int)`
} Dtor;

// ---- pointers and references -------------------------------------------------------------------

// At `A::B<C>::*`: yes.
static bool at_memptr(const Parse *p) {
    uint32_t i = p->at;
    if (i < p->end && p->tok[i].kind == T_COLCOL) i++;
    bool any = false;
    for (;;) {
        if (i < p->end && p->tok[i].kind == T_KW_TEMPLATE) i++;
        if (i >= p->end || p->tok[i].kind != T_IDENT) break;
        i++;
        if (i < p->end && p->tok[i].kind == T_LT) {
            uint32_t e = cxx_skip_angles(p->x, i, p->end);
            if (!e) return false;
            i = e;
        }
        if (i >= p->end || p->tok[i].kind != T_COLCOL) return false;
        i++;
        any = true;
    }
    return any && i < p->end && p->tok[i].kind == T_STAR;
}

static unsigned cv_quals(Parse *p) {
    unsigned q = 0;
    for (;; p->at++) {
        switch (cxx_peek(p)) {
        case T_KW_CONST: q |= Q_CONST; break;
        case T_KW_VOLATILE: q |= Q_VOLATILE; break;
        case T_KW_RESTRICT: q |= Q_RESTRICT; break;
        default:
            if (cxx_at_attribute(p) && cxx_peek(p) != T_KW_ALIGNAS && cxx_peek(p) != T_LBRACKET) {
                cxx_parse_attributes(p, NULL);
                p->at--;
                break;
            }
            return q;
        }
    }
}

// The class of `A::*` at p->at; consumes up to behind the '*'.
static Type *memptr_class(Parse *p) {
    Cxx *x = p->x;
    Scope *s = NULL;
    Type *t = NULL;
    Pos pos = tok_pos(p);
    if (cxx_accept(p, T_COLCOL)) s = x->global;
    while (cxx_peek(p) == T_IDENT || cxx_peek(p) == T_KW_TEMPLATE) {
        uint32_t i = p->at + (cxx_peek(p) == T_KW_TEMPLATE) + 1;
        if (p->tok[i].kind == T_LT) i = cxx_skip_angles(x, i, p->end);
        bool last = i + 1 < p->end && p->tok[i + 1].kind == T_STAR;
        // everything up to the `::` before the star, as one type name
        if (!last && s == NULL && t == NULL) {
            uint32_t e = i;
            while (!(p->tok[e].kind == T_COLCOL && p->tok[e + 1].kind == T_STAR)) e++;
            uint32_t end = p->end;
            p->end = e;
            QualName q;
            if (cxx_parse_qual_name(p, &q)) {
                q.typename_ = true;
                t = cxx_name_type(p, &q);
            }
            p->end = end;
            p->at = e;
            break;
        }
        uint32_t end = p->end;
        p->end = i;
        QualName q;
        if (cxx_parse_qual_name(p, &q)) {
            if (s) cxx_lookup_in(p, s, q.name, 0, &q.found);
            t = cxx_name_type(p, &q);
        }
        p->end = end;
        p->at = i;
        break;
    }
    cxx_accept(p, T_COLCOL);
    p->at++; // '*'
    if (!t) {
        CXX_DIAG(x, d_expected_class, pos);
        return x->ty_error;
    }
    return t;
}

static bool bad_pointee(Parse *p, Type *t, Pos pos, bool ref) {
    if (ty_is_ref(t) && !ref) {
        CXX_DIAG(p->x, d_pointer_to_ref, pos);
        return true;
    }
    if (t->kind == TY_VOID && ref) {
        CXX_DIAG(p->x, d_ref_to_void, pos);
        return true;
    }
    if (t->kind == TY_FUNC && (t->u.func.quals || t->u.func.ref)) { // [dcl.fct]/6
        CXX_DIAG(p->x, d_qualified_func, pos, t);
        return true;
    }
    return false;
}

Type *cxx_parse_ptr_operators(Parse *p, Type *t) {
    Cxx *x = p->x;
    for (;;) {
        Pos pos = tok_pos(p);
        if (cxx_at_attribute(p) && cxx_peek(p) == T_KW_ATTRIBUTE) {
            AttrSet *a = cxx_parse_attributes(p, NULL);
            t = cxx_apply_type_attrs(p, t, a, pos);
            continue;
        }
        switch (cxx_peek(p)) {
        case T_STAR: {
            p->at++;
            if (bad_pointee(p, t, pos, false)) t = x->ty_error;
            t = ty_pointer(x, t);
            while (cxx_at_attribute(p) && cxx_peek(p) == T_LBRACKET) cxx_parse_attributes(p, NULL);
            unsigned q = cv_quals(p);
            t = ty_qual(x, t, q);
            continue;
        }
        case T_AMP:
        case T_AMPAMP: {
            bool rv = cxx_peek(p) == T_AMPAMP;
            p->at++;
            if (bad_pointee(p, t, pos, true)) t = x->ty_error;
            t = ty_ref(x, t, rv);
            cv_quals(p);
            continue;
        }
        case T_IDENT:
        case T_COLCOL: {
            if (!at_memptr(p)) return t;
            Type *c = memptr_class(p);
            if (c->kind == TY_ERROR)
                t = c;
            else if (c->kind != TY_CLASS && !ty_dependent(c)) {
                CXX_DIAG(x, d_expected_class, pos);
                t = x->ty_error;
            } else if (t->kind == TY_VOID) { // [dcl.mptr]/3
                CXX_DIAG(x, d_ptr_to_member_of, pos, t);
                t = x->ty_error;
            } else if (t->kind == TY_FUNC || !bad_pointee(p, t, pos, false)) {
                t = ty_memptr(x, c, t);
            }
            while (cxx_at_attribute(p) && cxx_peek(p) == T_LBRACKET) cxx_parse_attributes(p, NULL);
            t = ty_qual(x, t, cv_quals(p));
            continue;
        }
        default: return t;
        }
    }
}

// ---- parameters --------------------------------------------------------------------------------

// Skips a default argument up to ',' or ')' at this level.
static void skip_default_arg(Parse *p) {
    while (p->at < p->end) {
        switch (cxx_peek(p)) {
        case T_COMMA:
        case T_RPAREN:
        case T_EOF: return;
        case T_LPAREN:
        case T_LBRACE:
        case T_LBRACKET: p->at = cxx_skip_group(p->tok, p->at, p->end); break;
        case T_LT: {
            // a template argument list, if the name before it can be a template's
            Atom a = p->tok[p->at - 1].text;
            bool known = p->tok[p->at - 1].kind == T_IDENT &&
                         (p->tok[p->at - 2].kind == T_KW_TEMPLATE ||
                          (a < p->x->decls->natoms && p->x->decls->is_template[a]));
            uint32_t e = known ? cxx_skip_angles(p->x, p->at, p->end) : 0;
            p->at = e ? e : p->at + 1;
            break;
        }
        default: p->at++;
        }
    }
}

static Type *adjust_param(Cxx *x, Type *t) {
    if (ty_is_array(t)) return ty_pointer(x, t->u.array.elem);
    if (t->kind == TY_FUNC) return ty_pointer(x, t);
    return t;
}

typedef struct Params {
    VEC(VarDecl *) v;
    VEC(Type *) type;
    bool variadic;
    Scope *scope;
    uint32_t number; // parameters so far
} Params;

static VarDecl *make_param(Parse *p, Params *ps, const DeclSpec *ds, const Declarator *d,
                           TokRange def) {
    Cxx *x = p->x;
    VarDecl *v = cxx_decl_new(x, VarDecl, D_VAR, d->name, d->pos, d->order, ps->scope, p->env);
    v->storage = STOR_PARAM;
    v->defined = true;
    v->d.type = adjust_param(x, d->type);
    v->d.cuda = ds->cuda;
    v->d.attrs = cxx_attrs_merge(x, ds->attrs, d->attrs);
    if (v->d.attrs) v->d.cuda |= v->d.attrs->cuda;
    v->index = ps->v.n;
    v->default_arg = def;
    v->align = v->d.attrs ? v->d.attrs->align : 0;
    if (v->d.type->kind == TY_VOID && !ty_dependent(v->d.type)) {
        CXX_DIAG(x, d_void_param, d->pos);
        v->d.type = x->ty_error;
    }
    return v;
}

// One parameter (or one element of a parameter pack). False: nothing declared (error).
static bool parse_param(Parse *p, DeclSpec *ds, Declarator *d, TokRange *def) {
    Pos pos = tok_pos(p);
    *def = (TokRange){0};
    if (!cxx_parse_declspecs(p, ds, false) || !ds->type) {
        bool named = cxx_unknown_type(p);
        if (!named) CXX_DIAG(p->x, d_expected_type, pos);
        ds->type = p->x->ty_error;
        if (!named) {
            skip_default_arg(p);
            memset(d, 0, sizeof *d);
            d->type = ds->type;
            d->pos = pos;
            return true;
        }
    }
    cxx_refuse_definition(p, ds); // [dcl.fct]/17
    bool word = ds->flags & (DF_STATIC | DF_EXTERN | DF_MUTABLE | DF_CONSTEXPR | DF_INLINE) ||
                ds->is_typedef || ds->is_thread || ds->is_virtual || ds->is_friend;
    if (word) CXX_DIAG(p->x, d_storage_here, pos); // [dcl.stc]/1, [dcl.fct]/3
    const Type *t = ty_unqual(ds->type);
    if (t->kind == TY_CTAD) { // no placeholder here [dcl.type.class.deduct]
        CXX_DIAG(p->x, d_template_needs_args, pos, t->u.spec.tmpl);
        ds->type = p->x->ty_error;
    }
    if (!cxx_parse_declarator(p, ds, d, true)) skip_default_arg(p);
    if (ds->type->kind == TY_ERROR && cxx_peek(p) != T_ASSIGN) skip_default_arg(p); // said enough
    if (cxx_accept(p, T_ASSIGN)) {
        def->begin = p->at;
        skip_default_arg(p);
        def->end = p->at;
    }
    return true;
}

bool cxx_invents_params(const Parse *p, const Declarator *d) {
    if (p->x->opt.std < 20 || !d->is_function) return false;
    for (uint32_t i = 0; i < d->nparam; i++) {
        const Type *t = d->param[i]->d.type;
        if (!(t->flags & TF_HAS_AUTO)) continue;
        while (t->kind == TY_PTR || ty_is_ref(t) || t->kind == TY_PACK) t = t->u.ptr.to;
        if (t->kind == TY_AUTO) return true;
    }
    return false;
}

static void add_param(Parse *p, Params *ps, VarDecl *v, bool dependent_pack) {
    Cxx *x = p->x;
    Type *t = v->d.type;
    if (dependent_pack) t = v->d.type = ty_pack(x, t);
    vec_push(xa(x), &ps->v, v);
    vec_push(xa(x), &ps->type, t->kind == TY_PACK ? ty_pack(x, t->u.ptr.to->unqual) : t->unqual);
}

// `(V)` with a typedef V of void is no parameter [dcl.fct]/4, if the type does not depend.
static bool only_void(const Parse *p, const Params *ps, const Declarator *d) {
    bool only = !ps->v.n && !d->name && cxx_peek(p) == T_RPAREN && !p->env;
    return only && d->type->kind == TY_VOID && !d->type->quals && !ty_dependent(d->type);
}

// A parameter declaration; a pack yields one parameter per element and a PackDecl for its name.
static void parse_param_or_pack(Parse *p, Params *ps) {
    Cxx *x = p->x;
    PackLoop l;
    VEC(Decl *) elem = {0};
    DeclSpec ds;
    Declarator d;
    TokRange def;
    bool is_pack = false;
    cxx_pack_begin(p, &l);
    for (;;) {
        if (!parse_param(p, &ds, &d, &def)) break;
        bool expands = cxx_pack_any(&l) || ty_dependent(d.type) || d.type->flags & TF_HAS_AUTO;
        if (d.pack && !expands) { // `int...`: C variadic [dcl.fct]/4
            ps->variadic = true;
            d.pack = false;
        }
        l.ellipsis = d.pack;
        is_pack |= d.pack;
        bool again = cxx_pack_next(p, &l);
        if (l.keep && !is_pack && !def.end && only_void(p, ps, &d)) return;
        if (l.keep) {
            VarDecl *v = make_param(p, ps, &ds, &d, def);
            v->is_pack_elem = is_pack;
            add_param(p, ps, v, l.dependent && is_pack);
            if (is_pack)
                vec_push(xa(x), &elem, &v->d);
            else if (v->d.name)
                cxx_declare(p, ps->scope, &v->d);
        }
        if (!again) break;
    }
    if (is_pack && d.name) {
        PackDecl *pk = cxx_decl_new(x, PackDecl, D_PACK, d.name, d.pos, d.order, ps->scope, p->env);
        pk->elem = elem.at;
        pk->n = elem.n;
        pk->d.type = l.dependent && elem.n ? elem.at[0]->type : NULL;
        if (l.dependent) pk->n = 0;
        cxx_scope_add(x, ps->scope, &pk->d);
    }
}

// At '(': parameters. The new scope's parent is the current one.
static void parse_params(Parse *p, Params *ps) {
    Cxx *x = p->x;
    memset(ps, 0, sizeof *ps);
    ps->scope = cxx_scope_new(x, SC_FUNC, p->scope, NULL);
    ps->scope->env = p->env;
    Scope *outer = p->scope;
    bool targs = p->in_targs, only = p->type_only;
    p->in_targs = false;
    if (outer && cxx_decl_scope(outer) && cxx_decl_scope(outer)->kind == SC_CLASS)
        p->type_only = true; // a member's, or behind a qualified name
    p->scope = ps->scope;
    p->at++;
    if (cxx_peek(p) == T_KW_VOID && cxx_peek_n(p, 1) == T_RPAREN) p->at++;
    while (cxx_peek(p) != T_RPAREN && cxx_peek(p) != T_EOF) {
        if (cxx_accept(p, T_ELLIPSIS)) {
            ps->variadic = true;
            break;
        }
        uint32_t at = p->at;
        parse_param_or_pack(p, ps);
        if (cxx_accept(p, T_ELLIPSIS)) {
            ps->variadic = true;
            break;
        }
        if (!cxx_accept(p, T_COMMA)) break;
        if (p->at == at) break;
    }
    if (!cxx_accept(p, T_RPAREN)) {
        cxx_expect(p, T_RPAREN, ")");
        while (cxx_peek(p) != T_RPAREN && cxx_peek(p) != T_EOF) {
            p->at = lex_is_open(cxx_peek(p)) ? cxx_skip_group(p->tok, p->at, p->end) : p->at + 1;
        }
        cxx_accept(p, T_RPAREN);
    }
    p->scope = outer;
    p->in_targs = targs;
    p->type_only = only;
}

Scope *cxx_parse_requires_params(Parse *p) {
    Params ps;
    p->type_only = true;
    parse_params(p, &ps);
    p->type_only = false;
    return ps.scope;
}

// ---- suffixes ----------------------------------------------------------------------------------

// noexcept(e) of a function type, at '(', with its parameters in scope.
static void noexcept_of_type(Parse *p, FuncType *f, Scope *params) {
    bool uneval = p->unevaluated, targs = p->in_targs;
    Scope *outer = p->scope;
    p->scope = params;
    p->unevaluated = true;
    p->in_targs = false;
    p->at++;
    Expr *e = cxx_parse_const_expr(p);
    p->scope = outer;
    p->unevaluated = uneval;
    p->in_targs = targs;
    if (e->kind == E_ERROR) return;
    if (e->flags & (EF_TYPE_DEP | EF_VALUE_DEP)) {
        f->noexcept_dep = e;
        return;
    }
    e = cxx_to_bool(p, e);
    bool v = false;
    if (e->kind != E_ERROR && cxx_const_bool(p->x, e, &v)) f->noexcept_ = v;
}

static void parse_noexcept(Parse *p, Declarator *d, FuncType *f, Scope *params) {
    if (cxx_accept(p, T_KW_THROW)) {
        if (cxx_peek(p) != T_LPAREN) return;
        f->noexcept_ = cxx_peek_n(p, 1) == T_RPAREN;
        p->at = cxx_skip_group(p->tok, p->at, p->end);
        return;
    }
    p->at++;
    if (cxx_peek(p) != T_LPAREN) {
        f->noexcept_ = true;
        return;
    }
    uint32_t end = cxx_skip_group(p->tok, p->at, p->end);
    if (end == p->at + 3 && p->tok[p->at + 1].kind == T_KW_TRUE)
        f->noexcept_ = true;
    else if (!d)
        noexcept_of_type(p, f, params);
    if (d) d->noexcept_range = (TokRange){p->at + 1, end - 1};
    p->at = end;
}

// A trailing return type, with the parameters in scope and `this` usable.
static Type *trailing_return(Parse *p, Scope *params, unsigned quals) {
    Scope *outer = p->scope;
    Type *this_type = p->this_type;
    p->scope = params;
    for (Scope *s = params->parent; s; s = s->parent) {
        if (s->kind == SC_CLASS) {
            p->this_type = ty_qual(p->x, ty_class(p->x, s->cls), quals);
            break;
        }
        if (s->kind == SC_NAMESPACE) break;
    }
    Type *t = cxx_parse_type_id(p);
    p->scope = outer;
    p->this_type = this_type;
    return t;
}

static Type *function_suffix(Dtor *c, Type *ret, bool of_name) {
    Parse *p = c->p;
    Params ps;
    Pos pos = tok_pos(p);
    uint32_t at = p->at;
    parse_params(p, &ps);
    FuncType f = {.ret = ret, .param = ps.type.at, .nparam = ps.type.n, .variadic = ps.variadic};
    f.quals = (uint8_t)(cv_quals(p) & (Q_CONST | Q_VOLATILE));
    if (cxx_accept(p, T_AMP))
        f.ref = REF_LVALUE;
    else if (cxx_accept(p, T_AMPAMP))
        f.ref = REF_RVALUE;
    Declarator *d = of_name || c->mode == DM_ABSTRACT ? c->d : NULL; // (lambdas are abstract)
    for (;;) {
        if (cxx_peek(p) == T_KW_NOEXCEPT || cxx_peek(p) == T_KW_THROW) {
            parse_noexcept(p, c->mode == DM_ABSTRACT ? NULL : d, &f, ps.scope);
        } else if (cxx_at_attribute(p) && d) {
            d->attrs = cxx_attrs_merge(p->x, d->attrs, cxx_parse_attributes(p, NULL));
        } else {
            break;
        }
    }
    if (cxx_peek(p) == T_ARROW) {
        if (ret && ret->kind != TY_AUTO && ret->kind != TY_ERROR && of_name && c->ds && c->ds->type)
            CXX_DIAG(p->x, d_trailing_auto, tok_pos(p));
        if (of_name && c->d->fkind == FK_CONV) CXX_DIAG(p->x, d_trailing_auto, tok_pos(p));
        uint32_t b = ++p->at;
        f.ret = trailing_return(p, ps.scope, f.quals);
        if (d) {
            d->has_trailing_ret = true;
            d->trailing_range = (TokRange){b, p->at};
        }
    }
    if (d) {
        d->is_function = true;
        d->param = ps.v.at;
        d->nparam = ps.v.n;
        d->param_scope = ps.scope;
        d->params_begin = at;
        if (cxx_peek(p) == T_KW_REQUIRES) {
            d->requires_range.begin = p->at + 1;
            p->at = d->requires_range.end = cxx_skip_constraint(p->x, p->at + 1, p->end);
        }
    }
    for (uint32_t i = 0; !d && i < ps.v.n; i++) { // of a pointer to function [dcl.spec.auto]/2
        const Type *t = ps.v.at[i]->d.type;
        bool abstract = c->mode == DM_ABSTRACT; // a template argument: said there
        if (!abstract && t->flags & TF_HAS_AUTO && t->kind != TY_CTAD) {
            CXX_DIAG(p->x, d_auto_not_allowed, ps.v.at[i]->d.pos);
            return p->x->ty_error;
        }
    }
    for (uint32_t i = 0; !d && i < ps.v.n; i++) { // [dcl.fct.default]/3
        if (ps.v.at[i]->default_arg.end && cxx_in_main_file(p->x, pos))
            CXX_DIAG(p->x, d_default_here, ps.v.at[i]->d.pos);
    }
    if (f.ret->kind == TY_FUNC || (ty_is_array(f.ret) && !ty_dependent(f.ret))) {
        CXX_DIAG(p->x, d_bad_return_type, pos, f.ret);
        f.ret = p->x->ty_error;
    }
    if (f.ret->kind == TY_ERROR) { // keep the shape: the call is still understood
        return ty_func(p->x, &f);
    }
    return ty_func(p->x, &f);
}

// An array of variable length (GNU, of host code) is read for its type alone: as an array of some
// length, with room for what initialises it.
enum { VARIABLE_BOUND = 1024 };

static bool bound_may_vary(const Parse *p) {
    const FuncDecl *f = p->fn;
    const struct LambdaState *l = p->lambda;
    // a lambda may run where its function does
    for (; l && f && f->cls && f->cls->is_closure && !(f->d.cuda & CU_DEVICE); l = l->outer)
        f = l->outer_fn;
    return f && cxx_host_only(p->x, &f->d);
}

static bool const_size(Parse *p, uint64_t *out, Expr **dep, const char *what, bool may_vary) {
    Pos pos = tok_pos(p);
    bool targs = p->in_targs;
    p->in_targs = false;
    Expr *e = cxx_parse_const_expr(p);
    p->in_targs = targs;
    *dep = NULL;
    if (e->kind == E_ERROR) return false;
    if (e->flags & (EF_TYPE_DEP | EF_VALUE_DEP)) {
        *dep = e;
        return false;
    }
    if (ty_is_floating(e->type)) return CXX_DIAG(p->x, x_array_bound_type, pos, e->type);
    Expr *c = cxx_convert(p, e, p->x->ty_size_t, what); // [dcl.array]/1
    if (c->kind == E_ERROR) return false;
    e = xe_contextual_integral(p, e);
    ApInt v;
    if (may_vary && !cxx_const_int(p->x, e, &v, false)) {
        *out = VARIABLE_BOUND;
        return true;
    }
    if (!cxx_const_int(p->x, e, &v, true)) return false;
    if (!ty_is_unsigned(e->type) && apint_is_neg(&v)) {
        return CXX_DIAG(p->x, d_negative_size, pos);
    }
    *out = apint_u64(&v);
    return true;
}

// A constant array bound. False: *dep holds a value-dependent one, or an error was reported.
bool cxx_const_size(Parse *p, uint64_t *out, Expr **dep, const char *what) {
    return const_size(p, out, dep, what, false);
}

// More than half of the address space; asked here where that decides whether a substitution works.
static bool too_large(Parse *p, Type *elem, uint64_t n, Pos pos) {
    uint64_t size;
    uint32_t align;
    if (n <= UINT32_MAX || !diag_trapped(p->x->ctx) || !ty_is_scalar(elem) ||
        !ty_size_align(p->x, elem, pos, &size, &align) || n <= INT64_MAX / (size ? size : 1))
        return false;
    CXX_DIAG(p->x, d_array_too_large, pos);
    return true;
}

static Type *array_suffix(Dtor *c, Type *elem) {
    Parse *p = c->p;
    Cxx *x = p->x;
    Pos pos = tok_pos(p);
    uint32_t end = cxx_skip_group(p->tok, p->at, p->end);
    p->at++;
    uint64_t n = 0;
    Expr *dep = NULL;
    bool empty = cxx_peek(p) == T_RBRACKET, ok = true;
    if (!empty) ok = const_size(p, &n, &dep, "array bound", bound_may_vary(p));
    if (!dep && ok && cxx_peek(p) != T_RBRACKET) ok = cxx_expect(p, T_RBRACKET, "]");
    p->at = end;
    while (cxx_at_attribute(p) && cxx_peek(p) == T_LBRACKET) cxx_parse_attributes(p, NULL);
    // the element type: what further suffixes make of the base
    Type *t = cxx_peek(p) == T_LBRACKET ? array_suffix(c, elem) : elem;
    if (t->kind == TY_ERROR) return t;
    if (ty_is_ref(t) || t->kind == TY_FUNC || t->kind == TY_VOID ||
        (t->kind == TY_ARRAY_INC && !ty_dependent(t))) {
        CXX_DIAG(x, d_bad_array_element, pos, t);
        return x->ty_error;
    }
    if (empty) return ty_array_inc(x, t);
    if (dep) return ty_array_dep(x, t, dep);
    if (ok && too_large(p, t, n, pos)) return x->ty_error;
    return ok ? ty_array(x, t, n) : x->ty_error;
}

static Type *suffixes(Dtor *c, Type *t, bool of_name) {
    Parse *p = c->p;
    switch (cxx_peek(p)) {
    case T_LPAREN:
        // T name(init) of a variable: only parameters make a function; a parameter has no (init)
        if (of_name && c->mode != DM_EITHER && !cxx_params_follow(p, c->ds, c->d)) return t;
        return function_suffix(c, t, of_name);
    case T_LBRACKET:
        if (cxx_peek_n(p, 1) == T_LBRACKET) return t;
        return array_suffix(c, t);
    default: return t;
    }
}

// What can end a parameter in a list that ends at `end`, at p->at.
static bool ends_param(const Parse *p, uint32_t end) {
    uint16_t next = p->at >= end ? T_RPAREN : cxx_peek(p);
    return next == T_COMMA || next == T_RPAREN || next == T_ASSIGN || next == T_ELLIPSIS;
}

// The first of a list may be a parameter or an expression, `U(y)`; so may those behind it?
static bool rest_are_params(Parse *p, uint32_t end) {
    const Token *t = p->tok;
    while (p->at < end && t[p->at].kind == T_COMMA) {
        p->at++;
        if (cxx_peek(p) == T_ELLIPSIS) return true;
        if (!cxx_starts_param(p)) return false;
        DeclSpec s = {0};
        Declarator d = {0};
        uint32_t i = p->at;
        if (cxx_parse_declspecs(p, &s, false) && s.type && s.type->kind != TY_ERROR) {
            if (!cxx_parse_declarator(p, &s, &d, true) || !ends_param(p, end)) return false;
            i = p->at;
        }
        while (i < end && t[i].kind != T_COMMA) { // a default argument
            uint32_t e = t[i].kind == T_LT ? cxx_skip_angles(p->x, i, end) : 0;
            i = e ? e : lex_is_open(t[i].kind) ? cxx_skip_group(t, i, end) : i + 1;
        }
        p->at = i;
    }
    return true;
}

// [dcl.ambig.res]: at the '(' behind a declared name: parameters, or an initialiser? In namespaces
// and classes and blocks alike the answer is by the first tokens inside.
bool cxx_params_follow(Parse *p, const DeclSpec *ds, const Declarator *d) {
    if (!ds->type || d->fkind != FK_NORMAL || d->op) return true; // constructors, operators
    uint16_t k = cxx_peek_n(p, 1);
    if (k == T_RPAREN || k == T_ELLIPSIS) return true;
    if (ds->is_typedef || ds->is_friend || ds->is_virtual) return true;
    if (ds->type->kind == TY_VOID) return true; // no variable: say what is wrong in there
    if (k == T_IDENT && cxx_peek_n(p, 2) == T_IDENT) return true; // `unknown_t name`
    uint32_t at = p->at++;
    bool only = p->type_only;
    Scope *in = cxx_decl_scope(p->scope);
    if (in && in->kind == SC_CLASS) p->type_only = true;
    bool r = cxx_starts_param(p);
    p->type_only = only;
    if (!r && (cxx_peek(p) == T_IDENT || cxx_peek(p) == T_COLCOL || cxx_peek(p) == T_KW_CONST)) {
        r = cxx_starts_declaration(p); // T (&a)[N]
    }
    if (!r && (cxx_peek(p) == T_IDENT || cxx_peek(p) == T_COLCOL)) {
        // T x(A::B) with B unknown: report it as a parameter in a class or namespace
        r = false;
    } else if (r && cxx_peek(p) != T_RPAREN) {
        // `T x(U(y))` and `T x(int())` are functions by the rule; `T x(U(y), 1)` is not
        uint32_t end = cxx_skip_group(p->tok, at, p->end) - 1;
        DiagTrap trap;
        diag_trap_push(p->x->ctx, &trap);
        Parse save = *p;
        cxx_pack_ignore(p); // looking ahead notes no packs
        DeclSpec s;
        Declarator dd;
        Scope *sc = p->scope;
        p->scope = cxx_scope_new(p->x, SC_FUNC, sc, NULL);
        if (cxx_parse_declspecs(p, &s, false) && s.type && s.type->kind != TY_ERROR) {
            if (cxx_parse_declarator(p, &s, &dd, true)) {
                r = ends_param(p, end);
                if (r && p->tok[p->at - 1].kind == T_RPAREN) r = rest_are_params(p, end);
            } else {
                r = false;
            }
        }
        *p = save;
        p->scope = sc;
        uint32_t err = diag_trap_pop(p->x->ctx, &trap);
        if (err) r = false;
    }
    p->at = at;
    return r;
}

// ---- names -------------------------------------------------------------------------------------

// Copies the template parameter scopes between p->scope and its namespace or class on top of the
// class `in`: names in the rest of a member's definition are looked up there. Of a friend, those of
// the class that it stands in too.
static Scope *rebase(Cxx *x, Scope *from, Scope *in, bool friend_) {
    if (friend_ && from && from->kind == SC_CLASS) return rebase(x, from->parent, in, friend_);
    if (!from || from->kind != SC_TPARAMS) return in;
    Scope *s = arena_copy(xa(x), from, sizeof *from, _Alignof(Scope));
    s->parent = rebase(x, from->parent, in, friend_);
    return s;
}

// Whether the name just read, without a type in front, is the constructor of the class around.
static bool constructor_name(Dtor *c) {
    const Scope *s = cxx_decl_scope(c->p->scope);
    if (c->ds->type || !s || s->kind != SC_CLASS || c->d->name != s->cls->d.name) return false;
    c->d->name = c->p->x->n.ctor;
    c->d->fkind = FK_CTOR;
    return true;
}

// What the name of a member names (`C::operator Private`) is checked as part of the member
// [class.access.general]/6.
static bool declared_name(Parse *p, QualName *q) {
    struct LateAccess *outer = p->late;
    cxx_begin_late_access(p);
    bool ok = cxx_parse_declared_name(p, q);
    struct LateAccess *l = cxx_take_late_access(p);
    p->late = outer;
    cxx_end_late_access(p, l, NULL, q->scope);
    return ok;
}

static bool declarator_name(Dtor *c) {
    Parse *p = c->p;
    Cxx *x = p->x;
    Declarator *d = c->d;
    d->pos = tok_pos(p);
    d->order = p->at;
    uint16_t k = cxx_peek(p), k1 = cxx_peek_n(p, 1);
    if (k == T_IDENT && k1 != T_COLCOL && k1 != T_LT) {
        d->name = p->tok[p->at++].text;
        constructor_name(c);
        return true;
    }
    if (k == T_IDENT && k1 == T_LT) { // f<int> of a specialization, or a name before '<'
        uint32_t e = cxx_skip_angles(x, p->at + 1, p->end);
        if (!e || p->tok[e].kind != T_COLCOL) {
            QualName q;
            if (!cxx_parse_declared_name(p, &q)) return false;
            d->name = q.name;
            if (!constructor_name(c)) d->targs = q.targs;
            return true;
        }
    }
    QualName q;
    if (!declared_name(p, &q)) return false;
    d->name = q.name;
    d->targs = q.targs;
    d->op = q.op;
    d->order = q.order;
    d->conv_type = q.conv_type;
    d->qual = q.scope;
    d->dep_qual = q.dep;
    if (q.name == x->n.dtor) {
        d->fkind = FK_DTOR;
        const Scope *s = q.qualified ? NULL : cxx_decl_scope(p->scope);
        const Token *name = &p->tok[q.order];
        bool member = s && s->kind == SC_CLASS, named = name->kind == T_IDENT;
        bool other = member && named && name->text != s->cls->d.name && !c->ds->is_friend;
        if (other || (s && !member)) CXX_DIAG(x, d_destructor_name, q.pos); // [class.dtor]/1
        if (s && !member && named) d->name = name->text; // so that two are not the same
    } else if (q.conv_type)
        d->fkind = FK_CONV;
    else if (strncmp(atom_str(x->ctx, q.name), "operator\"\"", 10) == 0)
        d->fkind = FK_LITERAL_OP;
    else if (q.qualified && q.scope && q.scope->kind == SC_CLASS &&
             q.name == q.scope->cls->d.name && !c->ds->type) {
        d->name = x->n.ctor;
        d->fkind = FK_CTOR;
    }
    if (q.qualified && q.scope) p->scope = rebase(x, c->outer, q.scope, c->ds->is_friend);
    return true;
}

static bool name_starts(const Parse *p) {
    switch (cxx_peek(p)) {
    case T_IDENT:
    case T_COLCOL:
    case T_TILDE:
    case T_KW_OPERATOR: return true;
    default: return false;
    }
}

// At '(': does it hold an inner declarator, rather than parameters?
static bool nested_follows(Dtor *c) {
    Parse *p = c->p;
    uint16_t k = cxx_peek_n(p, 1);
    if (c->mode == DM_NAMED) return true;
    if (k == T_STAR || k == T_AMP || k == T_AMPAMP) return true;
    if (k == T_RPAREN || k == T_ELLIPSIS) return false;
    p->at++;
    bool memptr = at_memptr(p);
    bool attr = cxx_at_attribute(p);
    bool type = !memptr && (cxx_starts_type_id(p) || cxx_at_attribute(p));
    bool paren = cxx_peek(p) == T_LPAREN || cxx_peek(p) == T_LBRACKET;
    bool name = cxx_peek(p) == T_IDENT;
    p->at--;
    if (memptr || (attr && cxx_peek_n(p, 1) == T_KW_ATTRIBUTE)) return true;
    if (type) return false;
    return paren || (name && c->mode == DM_EITHER);
}

static Type *parse_inner(Dtor *c, Type *t) {
    Parse *p = c->p;
    t = cxx_parse_ptr_operators(p, t);
    if (cxx_peek(p) == T_ELLIPSIS && c->mode == DM_EITHER) {
        // T... name, or an abstract pack `T...`; behind a type-id it expands the type-id's packs
        p->at++;
        c->d->pack = true;
    }
    if (cxx_peek(p) == T_LPAREN && nested_follows(c)) {
        if (!cxx_deeper(p, tok_pos(p))) return p->x->ty_error;
        uint32_t open = p->at, close = cxx_skip_group(p->tok, open, p->end);
        bool simple = close == open + 3 && p->tok[open + 1].kind == T_IDENT;
        Scope *scope = p->scope;
        if (simple && c->mode != DM_ABSTRACT) { // (name)
            p->at = open + 1;
            uint32_t end = p->end;
            p->end = close - 1;
            if (!declarator_name(c)) t = p->x->ty_error;
            p->end = end;
            p->at = close;
            t = suffixes(c, t, true);
        } else {
            // a qualified name inside decides where the parameters behind are looked up; rare
            p->at = close;
            t = suffixes(c, t, false);
            uint32_t after = p->at, end = p->end;
            p->at = open + 1;
            p->end = close - 1;
            p->scope = scope;
            t = parse_inner(c, t);
            if (p->at != p->end && t->kind != TY_ERROR) {
                CXX_DIAG(p->x, d_expected_token, tok_pos(p), ")");
            }
            p->end = end;
            p->at = after;
        }
        p->depth--;
        return t;
    }
    if (c->mode != DM_ABSTRACT && name_starts(p) && !c->d->name) {
        if (!declarator_name(c)) return p->x->ty_error;
        while (cxx_at_attribute(p) && cxx_peek(p) == T_LBRACKET) {
            c->d->attrs = cxx_attrs_merge(p->x, c->d->attrs, cxx_parse_attributes(p, NULL));
        }
        return suffixes(c, t, true);
    }
    return suffixes(c, t, false);
}

// asm labels, attributes, virt-specifiers behind the declarator.
static void trailing_parts(Dtor *c) {
    Parse *p = c->p;
    Declarator *d = c->d;
    for (;;) {
        if (cxx_peek(p) == T_KW_ASM && cxx_peek_n(p, 1) == T_LPAREN && d->name) {
            LexString s;
            if (cxx_peek_n(p, 2) == T_STRING && lex_string(p->x->ctx, &p->tok[p->at + 2], 1, &s)) {
                d->asm_label = atom_intern(p->x->ctx, s.data, s.n);
            }
            p->at = cxx_skip_group(p->tok, p->at + 1, p->end);
        } else if (cxx_at_attribute(p) && !(cxx_peek(p) == T_IDENT && !d->name)) {
            Pos pos = tok_pos(p);
            AttrSet *a = cxx_parse_attributes(p, NULL);
            d->attrs = cxx_attrs_merge(p->x, d->attrs, a);
            d->type = cxx_apply_type_attrs(p, d->type, a, pos);
        } else if (cxx_peek(p) == T_IDENT && d->is_function &&
                   (p->tok[p->at].text == p->x->n.override_ ||
                    p->tok[p->at].text == p->x->n.final_)) {
            if (p->tok[p->at].text == p->x->n.override_)
                d->override_ = true;
            else
                d->final_ = true;
            p->at++;
        } else if (cxx_peek(p) == T_KW_REQUIRES && d->is_function && !d->requires_range.end) {
            d->requires_range.begin = p->at + 1;
            p->at = d->requires_range.end = cxx_skip_constraint(p->x, p->at + 1, p->end);
        } else {
            return;
        }
    }
}

static bool parse(Parse *p, const DeclSpec *ds, Declarator *d, DeclaratorMode mode) {
    memset(d, 0, sizeof *d);
    d->pos = tok_pos(p);
    d->order = p->at;
    Dtor c = {.p = p, .ds = ds, .d = d, .mode = mode, .outer = p->scope};
    if (!cxx_deeper(p, d->pos)) return false;
    Type *base = ds->type ? ds->type : ty_basic(p->x, TY_VOID);
    // the name of a conversion function or constructor comes before its type is known
    d->type = parse_inner(&c, base);
    p->depth--;
    if (d->conv_type && d->type->kind == TY_FUNC) {
        FuncType f = d->type->u.func;
        f.ret = d->conv_type;
        d->type = ty_func(p->x, &f);
    }
    trailing_parts(&c);
    if (mode == DM_NAMED && !d->name && d->type->kind != TY_ERROR) {
        if (!cxx_at_lost_end(p)) CXX_DIAG(p->x, d_expected_declarator, tok_pos(p));
        p->scope = c.outer;
        return false;
    }
    // the caller continues (initialiser, body) in the scope of a qualified name
    d->inner_scope = p->scope;
    p->scope = c.outer;
    return d->name || mode != DM_NAMED;
}

bool cxx_parse_declarator(Parse *p, const DeclSpec *ds, Declarator *d, bool allow_abstract) {
    return parse(p, ds, d, allow_abstract ? DM_EITHER : DM_NAMED);
}

bool cxx_parse_abstract_declarator(Parse *p, const DeclSpec *ds, Declarator *d) {
    return parse(p, ds, d, DM_ABSTRACT);
}
