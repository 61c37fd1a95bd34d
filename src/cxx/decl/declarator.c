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

// One declarator being read.
typedef struct Dtor {
    Parse *p;
    const DeclSpec *ds;
    Declarator *d;
    DeclaratorMode mode;
    Scope *outer; // p->scope before a qualified name changed it
} Dtor;

// ---- pointers and references -------------------------------------------------------------------

// At `A::B<C>::*`: yes.
static bool at_memptr(const Parse *parse) {
    uint32_t i = parse->at;
    if (i < parse->end && parse->tok[i].kind == T_COLCOL) i++;
    bool any = false;
    for (;;) {
        if (i < parse->end && parse->tok[i].kind == T_KW_TEMPLATE) i++;
        if (i >= parse->end || parse->tok[i].kind != T_IDENT) break;
        i++;
        if (i < parse->end && parse->tok[i].kind == T_LT) {
            uint32_t e = cxx_skip_angles(parse->x, i, parse->end);
            if (!e) return false;
            i = e;
        }
        if (i >= parse->end || parse->tok[i].kind != T_COLCOL) return false;
        i++;
        any = true;
    }
    return any && i < parse->end && parse->tok[i].kind == T_STAR;
}

// Attributes in GNU's spelling or CUDA's words among pointer operators and qualifiers: what is no
// property of a type is the declaration's, as in `T &__attribute__((device)) f()`, and joins
// *declared, unless that is NULL.
static AttrSet *attributes_within(Parse *parse, AttrSet **declared) {
    AttrSet *read = cxx_parse_attributes(parse, NULL);
    if (!declared || !read) return read;
    AttrSet *rest = arena_new(pp(parse), AttrSet);
    *rest = *read;
    rest->mode = 0;
    rest->vector_size = 0;
    *declared = cxx_attrs_merge(parse->x, *declared, rest);
    return read;
}

// The qualifiers at parse->at, in any order, and attributes among them.
static unsigned cv_quals(Parse *parse, AttrSet **declared) {
    unsigned q = 0;
    for (;; parse->at++) {
        switch (cxx_peek(parse)) {
        case T_KW_CONST: q |= Q_CONST; break;
        case T_KW_VOLATILE: q |= Q_VOLATILE; break;
        case T_KW_RESTRICT: q |= Q_RESTRICT; break;
        default:
            if (cxx_at_attribute(parse) && !is_any_of(cxx_peek(parse), T_KW_ALIGNAS, T_LBRACKET)) {
                attributes_within(parse, declared);
                parse->at--;
                break;
            }
            return q;
        }
    }
}

// The class of `A::*` at parse->at; consumes up to behind the '*'.
static Type *memptr_class(Parse *parse) {
    Cxx *cxx = parse->x;
    Scope *scope = NULL;
    Type *type = NULL;
    Pos pos = tok_pos(parse);
    if (cxx_accept(parse, T_COLCOL)) scope = cxx->global;
    while (is_any_of(cxx_peek(parse), T_IDENT, T_KW_TEMPLATE)) {
        uint32_t i = parse->at + (cxx_peek(parse) == T_KW_TEMPLATE) + 1;
        if (parse->tok[i].kind == T_LT) i = cxx_skip_angles(cxx, i, parse->end);
        bool last = i + 1 < parse->end && parse->tok[i + 1].kind == T_STAR;
        // everything up to the `::` before the star, as one type name
        if (!last && scope == NULL && type == NULL) {
            uint32_t e = i;
            while (!(parse->tok[e].kind == T_COLCOL && parse->tok[e + 1].kind == T_STAR)) e++;
            uint32_t end = parse->end;
            parse->end = e;
            QualName q;
            if (cxx_parse_qual_name(parse, &q)) {
                q.typename_ = true;
                type = cxx_name_type(parse, &q);
            }
            parse->end = end;
            parse->at = e;
            break;
        }
        uint32_t end = parse->end;
        parse->end = i;
        QualName q;
        if (cxx_parse_qual_name(parse, &q)) {
            if (scope) cxx_lookup_in(parse, scope, q.name, 0, &q.found);
            type = cxx_name_type(parse, &q);
        }
        parse->end = end;
        parse->at = i;
        break;
    }
    cxx_accept(parse, T_COLCOL);
    parse->at++; // '*'
    if (!type) {
        CXX_DIAG(cxx, d_expected_class, pos);
        return cxx->ty_error;
    }
    return type;
}

// What no pointer (or reference) points to: a reference, void, a function type with qualifiers.
// True after a diagnostic.
static bool bad_pointee(Parse *parse, Type *pointee, Pos pos, bool ref) {
    if (ty_is_ref(pointee) && !ref) {
        CXX_DIAG(parse->x, d_pointer_to_ref, pos);
        return true;
    }
    if (pointee->kind == TY_VOID && ref) {
        CXX_DIAG(parse->x, d_ref_to_void, pos);
        return true;
    }
    if (pointee->kind == TY_FUNC && (pointee->u.func.quals || pointee->u.func.ref)) { // [dcl.fct]/6
        CXX_DIAG(parse->x, d_qualified_func, pos, pointee);
        return true;
    }
    return false;
}

// From the left: each applies to the type so far. What cannot be pointed to makes an error type.
Type *cxx_parse_ptr_operators(Parse *parse, Type *type, AttrSet **declared) {
    Cxx *cxx = parse->x;
    bool reference = false; // one was declared here
    for (;;) {
        Pos pos = tok_pos(parse);
        if (cxx_at_attribute(parse) && cxx_peek(parse) == T_KW_ATTRIBUTE) {
            AttrSet *read = attributes_within(parse, declared);
            type = cxx_apply_type_attrs(parse, type, read, pos);
            continue;
        }
        switch (cxx_peek(parse)) {
        case T_STAR: {
            parse->at++;
            if (bad_pointee(parse, type, pos, false)) type = cxx->ty_error;
            type = ty_pointer(cxx, type);
            while (cxx_at_attribute(parse) && cxx_peek(parse) == T_LBRACKET)
                cxx_parse_attributes(parse, NULL);
            unsigned q = cv_quals(parse, declared);
            type = ty_qual(cxx, type, q);
            continue;
        }
        case T_AMP:
        case T_AMPAMP: {
            bool rv = cxx_peek(parse) == T_AMPAMP;
            parse->at++;
            if (bad_pointee(parse, type, pos, true)) type = cxx->ty_error;
            if (reference) CXX_DIAG(cxx, d_ref_to_ref, pos); // [dcl.ref]/5
            type = ty_ref(cxx, type, rv);
            reference = true;
            if (cv_quals(parse, declared) & (Q_CONST | Q_VOLATILE)) // /1
                CXX_DIAG(cxx, d_ref_quals, pos);
            continue;
        }
        case T_IDENT:
        case T_COLCOL: {
            if (!at_memptr(parse)) return type;
            Type *c = memptr_class(parse);
            if (c->kind == TY_ERROR)
                type = c;
            else if (c->kind != TY_CLASS && !ty_dependent(c)) {
                CXX_DIAG(cxx, d_expected_class, pos);
                type = cxx->ty_error;
            } else if (type->kind == TY_VOID) { // [dcl.mptr]/3
                CXX_DIAG(cxx, d_ptr_to_member_of, pos, type);
                type = cxx->ty_error;
            } else if (type->kind == TY_FUNC || !bad_pointee(parse, type, pos, false)) {
                type = ty_memptr(cxx, c, type);
            }
            while (cxx_at_attribute(parse) && cxx_peek(parse) == T_LBRACKET)
                cxx_parse_attributes(parse, NULL);
            type = ty_qual(cxx, type, cv_quals(parse, declared));
            continue;
        }
        default: return type;
        }
    }
}

// ---- parameters --------------------------------------------------------------------------------

// Skips a default argument up to ',' or ')' at this level.
static void skip_default_arg(Parse *parse) {
    while (parse->at < parse->end) {
        switch (cxx_peek(parse)) {
        case T_COMMA:
        case T_RPAREN:
        case T_EOF: return;
        case T_LPAREN:
        case T_LBRACE:
        case T_LBRACKET: parse->at = cxx_skip_operand(parse->x, parse->at, parse->end); break;
        case T_LT: {
            // a template argument list, if the name before it can be a template's
            Atom a = parse->tok[parse->at - 1].text;
            bool known =
                parse->tok[parse->at - 1].kind == T_IDENT &&
                (parse->tok[parse->at - 2].kind == T_KW_TEMPLATE ||
                 (a < parse->x->decls->index.natoms && parse->x->decls->index.is_template[a]));
            uint32_t e = known ? cxx_skip_angles(parse->x, parse->at, parse->end) : 0;
            parse->at = e ? e : parse->at + 1;
            break;
        }
        default: parse->at++;
        }
    }
}

// [dcl.fct]/5: a parameter of array or function type is a pointer.
static Type *adjust_param(Cxx *cxx, Type *written) {
    if (ty_is_array(written)) return ty_pointer(cxx, written->u.array.elem);
    if (written->kind == TY_FUNC) return ty_pointer(cxx, written);
    return written;
}

// A parameter list being read: packs are expanded in it, element by element.
typedef struct Params {
    VEC(VarDecl *) v;
    VEC(Type *) type;
    bool variadic, explicit_object;
    Scope *scope;
    uint32_t number; // parameters so far
} Params;

// The parameter that a declarator makes, not entered in any scope. def: its default argument.
static VarDecl *make_param(Parse *parse, Params *ps, const DeclSpec *ds,
                           const Declarator *declarator, TokRange def) {
    Cxx *cxx = parse->x;
    VarDecl *var = cxx_decl_new(cxx, VarDecl, D_VAR, declarator->name, declarator->pos,
                                declarator->order, ps->scope, parse->env);
    var->storage = STOR_PARAM;
    var->defined = true;
    var->d.type = adjust_param(cxx, declarator->type);
    var->d.cuda = ds->cuda;
    cxx_note_written(cxx, &var->d, ds->written);
    var->d.attrs = cxx_attrs_merge(cxx, ds->attrs, declarator->attrs);
    if (var->d.attrs) var->d.cuda |= var->d.attrs->cuda;
    var->index = ps->v.n;
    var->default_arg = def;
    var->align = var->d.attrs ? var->d.attrs->align : 0;
    const Type *written = declarator->type;
    if (written->kind == TY_FUNC && (written->u.func.quals || written->u.func.ref)) // [dcl.fct]/6
        CXX_DIAG(cxx, d_qualified_func, declarator->pos, written);
    if (var->d.type->kind == TY_VOID && !ty_dependent(var->d.type)) {
        CXX_DIAG(cxx, d_void_param, declarator->pos);
        var->d.type = cxx->ty_error;
    }
    return var;
}

// One parameter (or one element of a parameter pack). False: nothing declared (error).
static bool parse_param(Parse *parse, DeclSpec *ds, Declarator *written, TokRange *def) {
    Pos pos = tok_pos(parse);
    *def = (TokRange){0};
    if (!cxx_parse_declspecs(parse, ds, false) || !ds->type) {
        bool named = cxx_unknown_type(parse);
        if (!named) CXX_DIAG(parse->x, d_expected_type, pos);
        ds->type = parse->x->ty_error;
        if (!named) {
            skip_default_arg(parse);
            memset(written, 0, sizeof *written);
            written->type = ds->type;
            written->pos = pos;
            return true;
        }
    }
    cxx_refuse_definition(parse, ds); // [dcl.fct]/17
    static const uint8_t refused[] = {SW_STATIC,       SW_EXTERN,  SW_MUTABLE,
                                      SW_CONSTEXPR,    SW_INLINE,  SW_TYPEDEF,
                                      SW_THREAD_LOCAL, SW_VIRTUAL, SW_FRIEND};
    if (cxx_first_word(ds, refused, CU_COUNT(refused)))
        CXX_DIAG(parse->x, d_storage_here, pos); // [dcl.stc]/1, [dcl.fct]/3
    const Type *type = ty_unqual(ds->type);
    if (type->kind == TY_CTAD) { // no placeholder here [dcl.type.class.deduct]
        CXX_DIAG(parse->x, d_template_needs_args, pos, type->u.spec.tmpl);
        ds->type = parse->x->ty_error;
    }
    if (!cxx_parse_declarator(parse, ds, written, true)) skip_default_arg(parse);
    if (ds->type->kind == TY_ERROR && cxx_peek(parse) != T_ASSIGN)
        skip_default_arg(parse); // said enough
    if (written->op || written->fkind != FK_NORMAL)
        CXX_DIAG(parse->x, d_operator_variable, written->pos);
    if (cxx_accept(parse, T_ASSIGN)) {
        def->begin = parse->at;
        skip_default_arg(parse);
        def->end = parse->at;
    }
    return true;
}

bool cxx_invents_params(const Parse *parse, const Declarator *declared) {
    if (parse->x->opt.std < 14 || !declared->is_function) return false; // before C++20: GNU
    for (uint32_t i = 0; i < declared->nparam; i++) {
        const Type *t = declared->param[i]->d.type;
        if (!(t->flags & TF_HAS_AUTO)) continue;
        while (ty_refers(t) || t->kind == TY_PACK) t = t->u.ptr.to;
        if (t->kind == TY_AUTO) return true;
    }
    return false;
}

// Enters a parameter in the list; the function's type has it without top-level qualifiers
// [dcl.fct]/5.
static void add_param(Parse *parse, Params *ps, VarDecl *v, bool dependent_pack) {
    Cxx *x = parse->x;
    Type *t = v->d.type;
    if (dependent_pack) t = v->d.type = ty_pack(x, t);
    vec_push(xa(x), &ps->v, v);
    vec_push(xa(x), &ps->type, t->kind == TY_PACK ? ty_pack(x, t->u.ptr.to->unqual) : t->unqual);
}

// `(V)` with a typedef V of void is no parameter [dcl.fct]/4, if the type does not depend.
static bool only_void(const Parse *parse, const Params *ps, const Declarator *d) {
    bool only = !ps->v.n && !d->name && cxx_peek(parse) == T_RPAREN && !parse->env;
    return only && d->type->kind == TY_VOID && !d->type->quals && !ty_dependent(d->type);
}

// A parameter declaration; a pack yields one parameter per element and a PackDecl for its name.
static void parse_param_or_pack(Parse *parse, Params *ps) {
    Cxx *cxx = parse->x;
    PackLoop pack_loop;
    VEC(Decl *) elem = {0};
    DeclSpec ds;
    Declarator declarator;
    TokRange def;
    bool is_pack = false;
    cxx_pack_begin(parse, &pack_loop);
    for (;;) {
        if (!parse_param(parse, &ds, &declarator, &def)) break;
        bool expands = cxx_pack_any(&pack_loop) || ty_dependent(declarator.type) ||
                       declarator.type->flags & TF_HAS_AUTO;
        if (declarator.pack && !expands) { // `int...`: C variadic [dcl.fct]/4
            ps->variadic = true;
            declarator.pack = false;
        }
        pack_loop.ellipsis = declarator.pack;
        is_pack |= declarator.pack;
        bool again = cxx_pack_next(parse, &pack_loop);
        if (pack_loop.keep && !is_pack && !def.end && only_void(parse, ps, &declarator)) return;
        if (pack_loop.keep) {
            VarDecl *v = make_param(parse, ps, &ds, &declarator, def);
            v->is_pack_elem = is_pack;
            add_param(parse, ps, v, pack_loop.dependent && is_pack);
            if (is_pack)
                vec_push(xa(cxx), &elem, &v->d);
            else if (v->d.name)
                cxx_declare(parse, ps->scope, &v->d);
        }
        if (!again) break;
    }
    if (is_pack && declarator.name) {
        PackDecl *pk = cxx_decl_new(cxx, PackDecl, D_PACK, declarator.name, declarator.pos,
                                    declarator.order, ps->scope, parse->env);
        pk->elem = elem.at;
        pk->n = elem.n;
        pk->d.type = pack_loop.dependent && elem.n ? elem.at[0]->type : NULL;
        if (pack_loop.dependent) pk->n = 0;
        cxx_scope_add(cxx, ps->scope, &pk->d);
    }
}

// `this` in front of the first parameter [dcl.fct]/6; whose it may be is judged where the function
// is made.
static void explicit_object(Parse *parse, Params *ps) {
    if (cxx_peek(parse) != T_KW_THIS) return;
    if (parse->x->opt.std < 23) CXX_DIAG(parse->x, d_explicit_object_std, tok_pos(parse));
    parse->at++;
    ps->explicit_object = true;
}

// At '(': parameters. The new scope's parent is the current one.
static void parse_params(Parse *parse, Params *ps) {
    Cxx *cxx = parse->x;
    *ps = (Params){0};
    ps->scope = cxx_scope_new(cxx, SC_FUNC, parse->scope, NULL);
    ps->scope->env = parse->env;
    Scope *outer = parse->scope;
    bool targs = parse->in_targs, only = parse->type_only;
    parse->in_targs = false;
    if (outer && scope_is(cxx_decl_scope(outer), SC_CLASS))
        parse->type_only = true; // a member's, or behind a qualified name
    parse->scope = ps->scope;
    parse->at++;
    if (cxx_peek(parse) == T_KW_VOID && cxx_peek_n(parse, 1) == T_RPAREN) parse->at++;
    explicit_object(parse, ps);
    while (!is_any_of(cxx_peek(parse), T_RPAREN, T_EOF)) {
        if (cxx_accept(parse, T_ELLIPSIS)) {
            ps->variadic = true;
            break;
        }
        uint32_t at = parse->at;
        parse_param_or_pack(parse, ps);
        if (cxx_accept(parse, T_ELLIPSIS)) {
            ps->variadic = true;
            break;
        }
        if (!cxx_accept(parse, T_COMMA)) break;
        if (parse->at == at) break;
    }
    if (!cxx_accept(parse, T_RPAREN)) {
        cxx_expect(parse, T_RPAREN, ")");
        while (!is_any_of(cxx_peek(parse), T_RPAREN, T_EOF)) {
            parse->at = lex_is_open(cxx_peek(parse))
                            ? cxx_skip_group(parse->tok, parse->at, parse->end)
                            : parse->at + 1;
        }
        cxx_accept(parse, T_RPAREN);
    }
    parse->scope = outer;
    parse->in_targs = targs;
    parse->type_only = only;
}

Scope *cxx_parse_requires_params(Parse *parse) {
    Params ps;
    parse->type_only = true;
    parse_params(parse, &ps);
    parse->type_only = false;
    return ps.scope;
}

// ---- suffixes ----------------------------------------------------------------------------------

// noexcept(e) of a function type, at '(', with its parameters in scope.
static void noexcept_of_type(Parse *parse, FuncType *signature, Scope *params) {
    bool uneval = parse->unevaluated, targs = parse->in_targs;
    Scope *outer = parse->scope;
    parse->scope = params;
    parse->unevaluated = true;
    parse->in_targs = false;
    parse->at++;
    Expr *expr = cxx_parse_const_expr(parse);
    parse->scope = outer;
    parse->unevaluated = uneval;
    parse->in_targs = targs;
    if (expr->kind == E_ERROR) return;
    if (expr->flags & (EF_TYPE_DEP | EF_VALUE_DEP)) {
        signature->noexcept_dep = expr;
        return;
    }
    expr = cxx_to_bool(parse, expr);
    bool v = false;
    if (expr->kind != E_ERROR && cxx_const_bool(parse->x, expr, &v)) signature->noexcept_ = v;
}

// At the parentheses of `throw(type, ...)`, which C++17 has no more.
static void dynamic_exceptions(Parse *parse) {
    Cxx *cxx = parse->x;
    if (cxx->opt.std >= 17) {
        CXX_DIAG(cxx, d_dynamic_exceptions, parse->tok[parse->at - 1].pos);
        return;
    }
    if (!cxx->opt.check_all) return;
    uint32_t end = cxx_skip_group(parse->tok, parse->at, parse->end);
    Parse types = *parse;
    types.at++;
    types.end = end - 1;
    if (cxx_accept(&types, T_ELLIPSIS)) return;
    for (uint32_t before = 0; types.at < types.end && before != types.at;) {
        before = types.at;
        PackLoop pack_loop;
        cxx_pack_begin(&types, &pack_loop);
        do cxx_parse_type_id(&types);
        while (cxx_pack_next(&types, &pack_loop));
        cxx_accept(&types, T_COMMA);
    }
}

// At `noexcept` or `throw`. A function's own specification stays tokens, for it is needed later, if
// ever [except.spec]/13; that of a type, where there is no declarator to keep it, is evaluated.
static void parse_noexcept(Parse *parse, Declarator *declared, FuncType *signature, Scope *params) {
    if (cxx_accept(parse, T_KW_THROW)) {
        if (cxx_peek(parse) != T_LPAREN) return;
        signature->noexcept_ = cxx_peek_n(parse, 1) == T_RPAREN;
        if (!signature->noexcept_) dynamic_exceptions(parse);
        parse->at = cxx_skip_group(parse->tok, parse->at, parse->end);
        return;
    }
    parse->at++;
    if (cxx_peek(parse) != T_LPAREN) {
        signature->noexcept_ = true;
        return;
    }
    uint32_t end = cxx_skip_group(parse->tok, parse->at, parse->end);
    if (end == parse->at + 3 && parse->tok[parse->at + 1].kind == T_KW_TRUE)
        signature->noexcept_ = true;
    else if (!declared)
        noexcept_of_type(parse, signature, params);
    if (declared) declared->noexcept_range = (TokRange){parse->at + 1, end - 1};
    parse->at = end;
}

// A trailing return type, with the parameters in scope and `this` usable.
static Type *trailing_return(Parse *parse, Scope *params, unsigned quals) {
    Scope *outer = parse->scope;
    Type *this_type = parse->this_type;
    parse->scope = params;
    for (Scope *s = params->parent; s; s = s->parent) {
        if (s->kind == SC_CLASS) {
            parse->this_type = ty_qual(parse->x, ty_class(parse->x, s->cls), quals);
            break;
        }
        if (s->kind == SC_NAMESPACE) break;
    }
    Type *t = cxx_parse_type_id(parse);
    parse->scope = outer;
    parse->this_type = this_type;
    return t;
}

// At '(': the function type with result `ret` that parameters, qualifiers, exception specification
// and trailing return type make. of_name: the parameters belong to what is declared (else to a
// pointer to function or the like); then the declarator gets them. ty_error after a diagnostic.
static Type *function_suffix(Dtor *dtor, Type *ret, bool of_name) {
    Parse *parse = dtor->p;
    Params ps;
    Pos pos = tok_pos(parse);
    uint32_t at = parse->at;
    parse_params(parse, &ps);
    FuncType func_type = {
        .ret = ret, .param = ps.type.at, .nparam = ps.type.n, .variadic = ps.variadic};
    Declarator *declarator =
        of_name || dtor->mode == DM_ABSTRACT ? dtor->d : NULL; // (lambdas are abstract)
    unsigned quals = cv_quals(parse, declarator ? &declarator->attrs : NULL);
    func_type.quals = (uint8_t)(quals & (Q_CONST | Q_VOLATILE));
    if (cxx_accept(parse, T_AMP))
        func_type.ref = REF_LVALUE;
    else if (cxx_accept(parse, T_AMPAMP))
        func_type.ref = REF_RVALUE;
    for (;;) {
        if (is_any_of(cxx_peek(parse), T_KW_NOEXCEPT, T_KW_THROW)) {
            parse_noexcept(parse, dtor->mode == DM_ABSTRACT ? NULL : declarator, &func_type,
                           ps.scope);
        } else if (cxx_at_attribute(parse) && declarator) {
            declarator->attrs =
                cxx_attrs_merge(parse->x, declarator->attrs, cxx_parse_attributes(parse, NULL));
        } else {
            break;
        }
    }

    // [dcl.fct]/2: a trailing return type needs plain `auto` in front.
    if (cxx_peek(parse) == T_ARROW) {
        if (ret && !is_any_of(ret->kind, TY_AUTO, TY_ERROR) && dtor->ds && dtor->ds->type)
            CXX_DIAG(parse->x, d_trailing_auto, tok_pos(parse));
        if (of_name && dtor->d->fkind == FK_CONV)
            CXX_DIAG(parse->x, d_trailing_auto, tok_pos(parse));
        uint32_t b = ++parse->at;
        func_type.ret = trailing_return(parse, ps.scope, func_type.quals);
        if (declarator) {
            declarator->has_trailing_ret = true;
            declarator->trailing_range = (TokRange){b, parse->at};
        }
    }
    if (declarator) {
        declarator->is_function = true;
        declarator->param = ps.v.at;
        declarator->nparam = ps.v.n;
        declarator->param_scope = ps.scope;
        declarator->params_begin = at;
        declarator->explicit_object = ps.explicit_object;
        if (cxx_peek(parse) == T_KW_REQUIRES) {
            declarator->requires_range.begin = parse->at + 1;
            parse->at = declarator->requires_range.end =
                cxx_skip_constraint(parse->x, parse->at + 1, parse->end);
        }
    }
    for (uint32_t i = 0; !declarator && i < ps.v.n;
         i++) { // of a pointer to function [dcl.spec.auto]/2
        const Type *t = ps.v.at[i]->d.type;
        bool abstract = dtor->mode == DM_ABSTRACT; // a template argument: said there
        if (!abstract && t->flags & TF_HAS_AUTO && t->kind != TY_CTAD) {
            CXX_DIAG(parse->x, d_auto_not_allowed, ps.v.at[i]->d.pos);
            return parse->x->ty_error;
        }
    }
    for (uint32_t i = 0; !declarator && i < ps.v.n; i++) { // [dcl.fct.default]/3
        if (ps.v.at[i]->default_arg.end && cxx_in_main_file(parse->x, pos))
            CXX_DIAG(parse->x, d_default_here, ps.v.at[i]->d.pos);
    }
    if (func_type.ret->kind == TY_FUNC ||
        (ty_is_array(func_type.ret) && !ty_dependent(func_type.ret))) {
        CXX_DIAG(parse->x, d_bad_return_type, pos, func_type.ret);
        func_type.ret = parse->x->ty_error;
    }
    if (func_type.ret->kind == TY_ERROR) { // keep the shape: the call is still understood
        return ty_func(parse->x, &func_type);
    }
    return ty_func(parse->x, &func_type);
}

// An array of variable length (GNU, of host code) is read for its type alone: as an array of some
// length, with room for what initialises it.
enum { VARIABLE_BOUND = 1024 };

// Reads a bound. False: *dep holds a value-dependent one, or there was an error. may_vary: one that
// is no constant is taken for VARIABLE_BOUND.
static bool const_size(Parse *parse, uint64_t *out, Expr **dep, const char *what, bool may_vary) {
    Pos pos = tok_pos(parse);
    bool targs = parse->in_targs;
    parse->in_targs = false;
    Expr *expr = cxx_parse_const_expr(parse);
    parse->in_targs = targs;
    *dep = NULL;
    if (expr->kind == E_ERROR) return false;
    if (expr->flags & (EF_TYPE_DEP | EF_VALUE_DEP)) {
        *dep = expr;
        return false;
    }
    if (ty_is_floating(expr->type)) return CXX_DIAG(parse->x, x_array_bound_type, pos, expr->type);
    Expr *c = cxx_convert(parse, expr, parse->x->ty_size_t, what); // [dcl.array]/1
    if (c->kind == E_ERROR) return false;
    expr = xe_contextual_integral(parse, expr);
    ApInt number;
    if (may_vary && !cxx_const_int(parse->x, expr, &number, false)) {
        *out = VARIABLE_BOUND;
        return true;
    }
    if (!cxx_const_int(parse->x, expr, &number, true)) return false;
    if (!ty_is_unsigned(expr->type) && apint_is_neg(&number)) {
        return CXX_DIAG(parse->x, d_negative_size, pos);
    }
    *out = apint_u64(&number);
    return true;
}

// A constant array bound. False: *dep holds a value-dependent one, or an error was reported.
bool cxx_const_size(Parse *parse, uint64_t *out, Expr **dep, const char *what) {
    return const_size(parse, out, dep, what, false);
}

// More than half of the address space; asked here where that decides whether a substitution works.
static bool too_large(Parse *parse, Type *elem, uint64_t n, Pos pos) {
    uint64_t size;
    uint32_t align;
    if (n <= UINT32_MAX || !diag_trapped(parse->x->ctx) || !ty_is_scalar(elem) ||
        !ty_size_align(parse->x, elem, pos, &size, &align) || n <= INT64_MAX / (size ? size : 1))
        return false;
    CXX_DIAG(parse->x, d_array_too_large, pos);
    return true;
}

// At '[': arrays of `elem`, all bounds that follow each other. The first bound is the outermost, so
// the type is built from the last one. ty_error after a diagnostic.
static Type *array_suffix(Dtor *dtor, Type *elem) {
    Parse *parse = dtor->p;
    Cxx *cxx = parse->x;
    Pos pos = tok_pos(parse);
    uint32_t end = cxx_skip_group(parse->tok, parse->at, parse->end);
    parse->at++;
    uint64_t n = 0;
    Expr *dep = NULL;
    bool empty = cxx_peek(parse) == T_RBRACKET, ok = true;
    if (!empty) ok = const_size(parse, &n, &dep, "array bound", cxx_in_host_code(parse));
    if (!dep && ok && cxx_peek(parse) != T_RBRACKET) ok = cxx_expect(parse, T_RBRACKET, "]");
    parse->at = end;
    while (cxx_at_attribute(parse) && cxx_peek(parse) == T_LBRACKET) {
        AttrSet *of_type = cxx_parse_attributes(parse, NULL); // which a typedef names
        if (dtor->ds && dtor->ds->is_typedef)
            dtor->d->attrs = cxx_attrs_merge(cxx, dtor->d->attrs, of_type);
    }
    // the element type: what further suffixes make of the base
    Type *type = cxx_peek(parse) == T_LBRACKET ? array_suffix(dtor, elem) : elem;
    if (type->kind == TY_ERROR) return type;
    if (ty_is_ref(type) || is_any_of(type->kind, TY_FUNC, TY_VOID) ||
        (type->kind == TY_ARRAY_INC && !ty_dependent(type))) {
        CXX_DIAG(cxx, d_bad_array_element, pos, type);
        return cxx->ty_error;
    }
    if (empty) return ty_array_inc(cxx, type);
    if (dep) return ty_array_dep(cxx, type, dep);
    if (ok && too_large(parse, type, n, pos)) return cxx->ty_error;
    bool meant = parse->env || parse->dependent || parse->extension;
    if (ok && !n && !meant) cxx_extension(cxx, pos, "an array of size zero");
    return ok ? ty_array(cxx, type, n) : cxx->ty_error;
}

// Parameters or bounds behind a name, or behind what stands in for one; `type` unchanged where
// there are none, as at the initialiser `(...)` of a variable.
static Type *suffixes(Dtor *dtor, Type *type, bool of_name) {
    Parse *parse = dtor->p;
    switch (cxx_peek(parse)) {
    case T_LPAREN:
        // T name(init) of a variable: only parameters make a function; a parameter has no (init)
        if (of_name && dtor->mode != DM_EITHER && !cxx_params_follow(parse, dtor->ds, dtor->d))
            return type;
        return function_suffix(dtor, type, of_name);
    case T_LBRACKET:
        if (cxx_peek_n(parse, 1) == T_LBRACKET) return type;
        return array_suffix(dtor, type);
    default: return type;
    }
}

// What can end a parameter in a list that ends at `end`, at parse->at.
static bool ends_param(const Parse *parse, uint32_t end) {
    uint16_t next = parse->at >= end ? T_RPAREN : cxx_peek(parse);
    return is_any_of(next, T_COMMA, T_RPAREN, T_ASSIGN, T_ELLIPSIS);
}

// The first of a list may be a parameter or an expression, `U(y)`; so may those behind it?
static bool rest_are_params(Parse *parse, uint32_t end) {
    const Token *token = parse->tok;
    while (parse->at < end && token[parse->at].kind == T_COMMA) {
        parse->at++;
        if (cxx_peek(parse) == T_ELLIPSIS) return true;
        if (!cxx_starts_param(parse)) return false;
        DeclSpec decl_spec = {0};
        Declarator declarator = {0};
        uint32_t i = parse->at;
        if (cxx_parse_declspecs(parse, &decl_spec, false) && !ty_lost(decl_spec.type)) {
            if (!cxx_parse_declarator(parse, &decl_spec, &declarator, true) ||
                !ends_param(parse, end))
                return false;
            i = parse->at;
        }
        while (i < end && token[i].kind != T_COMMA) { // a default argument
            uint32_t e = token[i].kind == T_LT ? cxx_skip_angles(parse->x, i, end) : 0;
            i = e ? e : lex_is_open(token[i].kind) ? cxx_skip_operand(parse->x, i, end) : i + 1;
        }
        parse->at = i;
    }
    return true;
}

// [dcl.ambig.res]: at the '(' behind a declared name: parameters, or an initialiser? In namespaces
// and classes and blocks alike the answer is by the first tokens inside.
bool cxx_params_follow(Parse *parse, const DeclSpec *ds, const Declarator *declared) {
    if (!ds->type || declared->fkind != FK_NORMAL || declared->op)
        return true; // constructors, operators
    uint16_t k = cxx_peek_n(parse, 1);
    if (is_any_of(k, T_RPAREN, T_ELLIPSIS)) return true;
    // an object parameter; `this` as a value has an operator behind it
    uint16_t next = cxx_peek_n(parse, 2);
    if (k == T_KW_THIS && (lex_is_word(next) || next == T_COLCOL)) return true;
    if (ds->is_typedef || ds->is_friend || ds->is_virtual) return true;
    if (ds->type->kind == TY_VOID) return true; // no variable: say what is wrong in there
    if (k == T_IDENT && cxx_peek_n(parse, 2) == T_IDENT) return true; // `unknown_t name`
    uint32_t at = parse->at++;
    bool only = parse->type_only;
    Scope *in = cxx_decl_scope(parse->scope);
    if (scope_is(in, SC_CLASS)) parse->type_only = true;
    bool r = cxx_starts_param(parse);
    parse->type_only = only;
    if (!r && is_any_of(cxx_peek(parse), T_IDENT, T_COLCOL, T_KW_CONST)) {
        r = cxx_starts_declaration(parse); // T (&a)[N]
    }
    if (!r && is_any_of(cxx_peek(parse), T_IDENT, T_COLCOL)) {
        // T x(A::B) with B unknown: report it as a parameter in a class or namespace
        r = false;
    } else if (r && cxx_peek(parse) != T_RPAREN) {
        // `T x(U(y))` and `T x(int())` are functions by the rule; `T x(U(y), 1)` is not
        uint32_t end = cxx_skip_group(parse->tok, at, parse->end) - 1;
        DiagTrap trap;
        diag_trap_push(parse->x->ctx, &trap);
        Parse save = *parse;
        cxx_pack_ignore(parse); // looking ahead notes no packs
        DeclSpec decl_spec;
        Declarator dd;
        Scope *sc = parse->scope;
        parse->scope = cxx_scope_new(parse->x, SC_FUNC, sc, NULL);
        if (cxx_parse_declspecs(parse, &decl_spec, false) && !ty_lost(decl_spec.type)) {
            if (cxx_parse_declarator(parse, &decl_spec, &dd, true)) {
                r = ends_param(parse, end);
                if (r && parse->tok[parse->at - 1].kind == T_RPAREN)
                    r = rest_are_params(parse, end);
            } else {
                r = false;
            }
        }
        *parse = save;
        parse->scope = sc;
        uint32_t err = diag_trap_pop(parse->x->ctx, &trap);
        if (err) r = false;
    }
    parse->at = at;
    return r;
}

// ---- names -------------------------------------------------------------------------------------

// Copies the template parameter scopes between p->scope and its namespace or class on top of the
// class `in`: names in the rest of a member's definition are looked up there. Of a friend, those of
// the class that it stands in too.
static Scope *rebase(Cxx *cxx, Scope *from, Scope *in, bool friend_) {
    if (friend_ && scope_is(from, SC_CLASS)) return rebase(cxx, from->parent, in, friend_);
    if (!scope_is(from, SC_TPARAMS)) return in;
    Scope *s = arena_copy(xa(cxx), from, sizeof *from, _Alignof(Scope));
    s->parent = rebase(cxx, from->parent, in, friend_);
    return s;
}

// Whether the name just read, without a type in front, is the constructor of the class around.
static bool constructor_name(Dtor *dtor) {
    const Scope *s = cxx_decl_scope(dtor->p->scope);
    if (dtor->ds->type || !scope_is(s, SC_CLASS) || dtor->d->name != s->cls->d.name) return false;
    dtor->d->name = dtor->p->x->n.ctor;
    dtor->d->fkind = FK_CTOR;
    return true;
}

// What the name of a member names (`C::operator Private`) is checked as part of the member
// [class.access.general]/6.
static bool declared_name(Parse *parse, QualName *read) {
    struct LateAccess *outer = parse->late;
    cxx_begin_late_access(parse);
    bool ok = cxx_parse_declared_name(parse, read);
    struct LateAccess *l = cxx_take_late_access(parse);
    parse->late = outer;
    cxx_end_late_access(parse, l, NULL, read->scope);
    return ok;
}

// The declarator's name, with its qualifier. Names behind a qualified one are looked up in its
// scope: parse->scope is changed to that. False after a diagnostic.
static bool declarator_name(Dtor *dtor) {
    Parse *parse = dtor->p;
    Cxx *cxx = parse->x;
    Declarator *declarator = dtor->d;
    declarator->pos = tok_pos(parse);
    declarator->order = parse->at;
    uint16_t k = cxx_peek(parse), k1 = cxx_peek_n(parse, 1);
    if (k == T_IDENT && !is_any_of(k1, T_COLCOL, T_LT)) {
        declarator->name = parse->tok[parse->at++].text;
        constructor_name(dtor);
        return true;
    }
    if (k == T_IDENT && k1 == T_LT) { // f<int> of a specialization, or a name before '<'
        uint32_t e = cxx_skip_angles(cxx, parse->at + 1, parse->end);
        if (!e || parse->tok[e].kind != T_COLCOL) {
            QualName q;
            if (!cxx_parse_declared_name(parse, &q)) return false;
            declarator->name = q.name;
            if (!constructor_name(dtor)) declarator->targs = q.targs;
            return true;
        }
    }
    QualName qual_name;
    if (!declared_name(parse, &qual_name)) return false;
    declarator->name = qual_name.name;
    declarator->targs = qual_name.targs;
    declarator->op = qual_name.op;
    declarator->order = qual_name.order;
    declarator->conv_type = qual_name.conv_type;
    declarator->qual = qual_name.scope;
    declarator->dep_qual = qual_name.dep;
    if (qual_name.name == cxx->n.dtor) {
        declarator->fkind = FK_DTOR;
        const Scope *s = qual_name.qualified ? NULL : cxx_decl_scope(parse->scope);
        const Token *name = &parse->tok[qual_name.order];
        bool member = scope_is(s, SC_CLASS), named = name->kind == T_IDENT;
        bool other = member && named && name->text != s->cls->d.name && !dtor->ds->is_friend;
        const Type *said = qual_name.dtor_type;
        bool instance = member && s->cls->members.unbound && ty_is_class(said) &&
                        said->u.cls != s->cls && !ty_dependent(said) && !dtor->ds->is_friend;
        if (other || instance || (s && !member))
            CXX_DIAG(cxx, d_destructor_name, qual_name.pos);      // [class.dtor]/1
        if (s && !member && named) declarator->name = name->text; // so that two are not the same
        const Scope *of =
            qual_name.scope && qual_name.scope->kind == SC_CLASS ? qual_name.scope : NULL;
        if (qual_name.qualified && of && named && name->text != of->cls->d.name)
            CXX_DIAG(cxx, d_destructor_name, qual_name.pos);
    } else if (qual_name.conv_type)
        declarator->fkind = FK_CONV;
    else if (strncmp(atom_str(cxx->ctx, qual_name.name), "operator\"\"", 10) == 0)
        declarator->fkind = FK_LITERAL_OP;
    else if (qual_name.qualified && scope_is(qual_name.scope, SC_CLASS) &&
             qual_name.name == qual_name.scope->cls->d.name && !dtor->ds->type) {
        declarator->name = cxx->n.ctor;
        declarator->fkind = FK_CTOR;
    }
    if (qual_name.qualified && qual_name.scope)
        parse->scope = rebase(cxx, dtor->outer, qual_name.scope, dtor->ds->is_friend);
    return true;
}

// Whether a declarator-id can begin here.
static bool name_starts(const Parse *parse) {
    return is_any_of(cxx_peek(parse), T_IDENT, T_COLCOL, T_TILDE, T_KW_OPERATOR);
}

// At '(': does it hold an inner declarator, rather than parameters?
static bool nested_follows(Dtor *dtor) {
    Parse *parse = dtor->p;
    uint16_t k = cxx_peek_n(parse, 1);
    if (dtor->mode == DM_NAMED) return true;
    if (is_any_of(k, T_STAR, T_AMP, T_AMPAMP)) return true;
    if (is_any_of(k, T_RPAREN, T_ELLIPSIS)) return false;
    parse->at++;
    bool memptr = at_memptr(parse);
    bool attr = cxx_at_attribute(parse);
    bool type = !memptr && (cxx_starts_type_id(parse) || cxx_at_attribute(parse));
    bool paren = is_any_of(cxx_peek(parse), T_LPAREN, T_LBRACKET);
    bool name = cxx_peek(parse) == T_IDENT;
    parse->at--;
    if (memptr || (attr && cxx_peek_n(parse, 1) == T_KW_ATTRIBUTE)) return true;
    if (type) return false;
    return paren || (name && dtor->mode == DM_EITHER);
}

// The declarator at parse->at without what stands behind it as a whole, applied to `type`: pointer
// operators, then a name or a nested declarator, with suffixes.
static Type *parse_inner(Dtor *dtor, Type *type) {
    Parse *parse = dtor->p;
    type = cxx_parse_ptr_operators(parse, type, &dtor->d->attrs);
    if (cxx_peek(parse) == T_ELLIPSIS && dtor->mode == DM_EITHER) {
        // T... name, or an abstract pack `T...`; behind a type-id it expands the type-id's packs
        parse->at++;
        dtor->d->pack = true;
    }
    if (cxx_peek(parse) == T_LPAREN && nested_follows(dtor)) {
        if (!cxx_deeper(parse, tok_pos(parse))) return parse->x->ty_error;
        uint32_t open = parse->at, close = cxx_skip_group(parse->tok, open, parse->end);
        uint32_t name = cxx_name_in_parens(parse->x, open, parse->end);
        Scope *scope = parse->scope;
        if (name && dtor->mode != DM_ABSTRACT) {
            parse->at = name;
            uint32_t end = parse->end;
            parse->end = close - 1;
            if (!declarator_name(dtor)) type = parse->x->ty_error;
            parse->end = end;
            parse->at = close;
            type = suffixes(dtor, type, true);
        } else {
            // a qualified name inside decides where the parameters behind are looked up; rare
            parse->at = close;
            type = suffixes(dtor, type, false);
            uint32_t after = parse->at, end = parse->end;
            parse->at = open + 1;
            parse->end = close - 1;
            parse->scope = scope;
            type = parse_inner(dtor, type);
            if (parse->at != parse->end && type->kind != TY_ERROR) {
                CXX_DIAG(parse->x, d_expected_token, tok_pos(parse), ")");
            }
            parse->end = end;
            parse->at = after;
        }
        parse->depth--;
        return type;
    }
    if (dtor->mode != DM_ABSTRACT && name_starts(parse) && !dtor->d->name) {
        if (!declarator_name(dtor)) return parse->x->ty_error;
        while (cxx_at_attribute(parse) && cxx_peek(parse) == T_LBRACKET) {
            dtor->d->attrs =
                cxx_attrs_merge(parse->x, dtor->d->attrs, cxx_parse_attributes(parse, NULL));
        }
        return suffixes(dtor, type, true);
    }
    return suffixes(dtor, type, false);
}

// asm labels, attributes, virt-specifiers behind the declarator.
static void trailing_parts(Dtor *dtor) {
    Parse *parse = dtor->p;
    Declarator *declarator = dtor->d;
    // in any order, as gcc takes them
    for (;;) {
        if (cxx_peek(parse) == T_KW_ASM && cxx_peek_n(parse, 1) == T_LPAREN && declarator->name) {
            LexString s;
            if (cxx_peek_n(parse, 2) == T_STRING &&
                lex_string(parse->x->ctx, &parse->tok[parse->at + 2], 1, &s)) {
                declarator->asm_label = atom_intern(parse->x->ctx, s.data, s.n);
            }
            parse->at = cxx_skip_group(parse->tok, parse->at + 1, parse->end);
        } else if (cxx_at_attribute(parse) && !(cxx_peek(parse) == T_IDENT && !declarator->name)) {
            Pos pos = tok_pos(parse);
            AttrSet *a = cxx_parse_attributes(parse, NULL);
            declarator->attrs = cxx_attrs_merge(parse->x, declarator->attrs, a);
            declarator->type = cxx_apply_type_attrs(parse, declarator->type, a, pos);
        } else if (cxx_peek(parse) == T_IDENT && declarator->is_function &&
                   (parse->tok[parse->at].text == parse->x->n.override_ ||
                    parse->tok[parse->at].text == parse->x->n.final_)) {
            if (parse->tok[parse->at].text == parse->x->n.override_)
                declarator->override_ = true;
            else
                declarator->final_ = true;
            parse->at++;
        } else if (cxx_peek(parse) == T_KW_REQUIRES && declarator->is_function &&
                   !declarator->requires_range.end) {
            declarator->requires_range.begin = parse->at + 1;
            parse->at = declarator->requires_range.end =
                cxx_skip_constraint(parse->x, parse->at + 1, parse->end);
        } else {
            return;
        }
    }
}

// Reads one declarator; false after a diagnostic. The scope is the caller's again; declarator->
// inner_scope is that of a qualified name.
static bool parse(Parse *p, const DeclSpec *ds, Declarator *declarator, DeclaratorMode mode) {
    memset(declarator, 0, sizeof *declarator);
    declarator->pos = tok_pos(p);
    declarator->order = p->at;
    Dtor dtor = {.p = p, .ds = ds, .d = declarator, .mode = mode, .outer = p->scope};
    if (!cxx_deeper(p, declarator->pos)) return false;
    Type *base = ds->type ? ds->type : ty_basic(p->x, TY_VOID);
    // the name of a conversion function or constructor comes before its type is known
    declarator->type = parse_inner(&dtor, base);
    p->depth--;
    if (declarator->conv_type && declarator->type->kind == TY_FUNC) {
        FuncType f = declarator->type->u.func;
        f.ret = declarator->conv_type;
        declarator->type = ty_func(p->x, &f);
    }
    trailing_parts(&dtor);
    if (mode == DM_NAMED && !declarator->name && declarator->type->kind != TY_ERROR) {
        if (!cxx_at_lost_end(p)) CXX_DIAG(p->x, d_expected_declarator, tok_pos(p));
        p->scope = dtor.outer;
        return false;
    }
    // the caller continues (initialiser, body) in the scope of a qualified name
    declarator->inner_scope = p->scope;
    p->scope = dtor.outer;
    return declarator->name || mode != DM_NAMED;
}

bool cxx_parse_declarator(Parse *p, const DeclSpec *ds, Declarator *d, bool allow_abstract) {
    return parse(p, ds, d, allow_abstract ? DM_EITHER : DM_NAMED);
}

bool cxx_parse_abstract_declarator(Parse *p, const DeclSpec *ds, Declarator *d) {
    return parse(p, ds, d, DM_ABSTRACT);
}
