// SPDX-License-Identifier: Apache-2.0
// body/capture.c: what a lambda captures [expr.prim.lambda.capture]: by its list, by being named
// in the body while that is parsed, and, of a generic lambda, by the identifiers of the body's
// tokens.
#include "cxx/facts/diag.h"
#include "cxx/lookup/lookup.h"
#include "cxx/constant/constant.h"
#include "cxx/convert/lambda.h"
#include "cxx/expr/expr.h"
#include "cxx/body/body.h"

// ---- the capture list --------------------------------------------------------------------------

// A capture with an initialiser is a variable of its own [expr.prim.lambda.capture]/6: at `=`, `(`
// or `{` behind its name. Its field and its name in the lambda's scope are made.
static void init_capture(Parse *parse, struct LambdaState *ls, Atom name, bool by_ref, Pos pos,
                         uint32_t order) {
    Cxx *cxx = parse->x;
    InitStyle style = INIT_COPY;
    Expr **arg = NULL, *one;
    uint32_t n = 1;
    bool ok = true;
    if (xe_accept(parse, T_ASSIGN)) {
        one = cxx_parse_init_clause(parse);
        arg = &one;
    } else if (cxx_peek(parse) == T_LBRACE) {
        one = xe_parse_init_list(parse);
        arg = &one;
        style = INIT_LIST;
    } else {
        uint32_t behind = cxx_skip_group(parse->tok, parse->at++, parse->end);
        ok = cxx_parse_expr_list(parse, T_RPAREN, &arg, &n);
        parse->at = behind;
        style = INIT_DIRECT;
    }
    Type *type = ty_basic(cxx, TY_AUTO);
    if (by_ref) type = ty_ref(cxx, type, false);
    VarDecl *var = cxx_decl_new(cxx, VarDecl, D_VAR, name, pos, order, ls->scope, parse->env);
    var->d.type = type;
    var->fn = ls->outer_fn;
    var->capture_of = var; // marks an init-capture
    var->init_done = var->defined = true;
    Expr *init = ok ? cxx_init_var(parse, var, style, arg, n) : NULL;
    if (!init || xe_err(init)) {
        var->d.flags |= DF_INVALID;
    } else {
        FieldDecl *f = xe_capture_field(parse, ls, name, var->d.type, var, init, pos);
        map_put(&ls->captured, xe_capture_key(var), f);
    }
    cxx_scope_add(cxx, ls->scope, &var->d);
}

// What a listed name means is captured: a variable with automatic storage, or all elements of a
// pack.
static void capture_decl(Parse *parse, struct LambdaState *ls, Decl *decl, bool by_ref, Pos pos) {
    Cxx *cxx = parse->x;
    if (parse->dependent && decl->kind == D_VAR) return;
    if (decl->kind == D_PACK) {
        PackDecl *pk = (PackDecl *)decl;
        for (uint32_t i = 0; i < pk->n; i++) capture_decl(parse, ls, pk->elem[i], by_ref, pos);
        return;
    }
    VarDecl *v = (VarDecl *)decl;
    if (!is_any_of(decl->kind, D_VAR, D_BINDING)) {
        CXX_DIAG(cxx, x_bad_capture, pos, decl->name);
        return;
    }
    if (is_any_of(v->storage, STOR_STATIC, STOR_GLOBAL)) {
        if (decl->kind == D_VAR) CXX_DIAG(cxx, x_bad_capture, pos, decl->name);
        return;
    }
    xe_capture_in(parse, ls, v, true, by_ref ? '&' : '=', pos);
}

// The name stands in the capture list [expr.prim.lambda.capture]/2: once, and not as the default
// captures it anyway.
static void list_name(Parse *parse, struct LambdaState *ls, Atom name, bool init, bool by_ref,
                      Pos pos) {
    void **slot = map_slot(&ls->listed, name);
    if (*slot)
        CXX_DIAG(parse->x, x_captured_twice, pos, name);
    else if (!init && ls->def && (ls->def == '&') == by_ref)
        CXX_DIAG(parse->x, x_capture_is_default, pos, name);
    *slot = ls;
}

// One element of the list: `this`, `*this`, a name, or an init-capture, with their packs.
static void one_capture(Parse *parse, struct LambdaState *ls) {
    Cxx *cxx = parse->x;
    Pos pos = xe_pos(parse);
    if (cxx_peek(parse) == T_KW_THIS) {
        parse->at++;
        xe_capture_this_in(parse, ls, true, false, pos);
        return;
    }
    if (cxx_peek(parse) == T_STAR && cxx_peek_n(parse, 1) == T_KW_THIS) {
        parse->at += 2;
        xe_capture_this_in(parse, ls, true, true, pos);
        return;
    }
    bool by_ref = xe_accept(parse, T_AMP);
    bool pack_init = xe_accept(parse, T_ELLIPSIS);
    if (cxx_peek(parse) != T_IDENT) {
        CXX_DIAG(cxx, x_expected_token, xe_pos(parse), "identifier");
        return;
    }
    Atom name = parse->tok[parse->at].text;
    uint32_t order = parse->at++;
    uint16_t k = cxx_peek(parse);
    bool init = is_any_of(k, T_ASSIGN, T_LPAREN, T_LBRACE);
    list_name(parse, ls, name, init, by_ref, pos);
    if (!init && ls->around.site && !ls->around.fn && cxx->opt.check_all)
        CXX_DIAG(cxx, d_default_local, pos, name); // [expr.prim.lambda.capture]/9
    if (init) {
        if (!pack_init) {
            init_capture(parse, ls, name, by_ref, pos, order);
            return;
        }
        // ...xs = pattern: one field per element
        VEC(Decl *) elem = {0};
        uint32_t from = parse->at;
        PackLoop pack_loop;
        cxx_pack_begin(parse, &pack_loop);
        bool more;
        do {
            parse->at = from;
            uint32_t fields = ls->cls->members.fields.n;
            init_capture(parse, ls, 0, by_ref, pos, order);
            pack_loop.ellipsis = true;
            more = cxx_pack_next(parse, &pack_loop);
            if (pack_loop.keep && ls->cls->members.fields.n > fields)
                vec_push(pa(parse), &elem, &ls->cls->members.fields.at[fields]->capture->d);
            else if (!pack_loop.keep && ls->cls->members.fields.n > fields)
                ls->cls->members.fields.n = ls->init.n = fields;
        } while (more);
        PackDecl *pk = cxx_decl_new(cxx, PackDecl, D_PACK, name, pos, order, ls->scope, parse->env);
        if (pack_loop.dependent) pk->d.type = ty_pack(cxx, cxx->ty_dependent);
        pk->elem = elem.at;
        pk->n = elem.n;
        cxx_scope_add(cxx, ls->scope, &pk->d);
        return;
    }
    bool expanded = xe_accept(parse, T_ELLIPSIS);
    Lookup lookup = {0};
    if (!cxx_lookup(parse, name, 0, &lookup) || !lookup.n) {
        cxx_say_undefined(parse, pos, name);
        return;
    }
    Decl *d = lookup.at[0];
    bool unbound = d->type && d->type->kind == TY_PACK; // [temp.res]: read without arguments
    if (!unbound)
        capture_decl(parse, ls, d, by_ref, pos);
    else if (!expanded)
        cxx_pack_note(parse, d, -1);
}

// `=` or `&` alone in front is the default [expr.prim.lambda.capture]/1.
void xe_capture_list(Parse *parse, struct LambdaState *ls, uint32_t close) {
    uint16_t k = cxx_peek(parse), k1 = cxx_peek_n(parse, 1);
    if (k == T_ASSIGN || (k == T_AMP && is_any_of(k1, T_COMMA, T_RBRACKET))) {
        ls->def = k == T_ASSIGN ? '=' : '&';
        parse->at++;
        xe_accept(parse, T_COMMA);
    }
    bool old = parse->in_targs;
    parse->in_targs = false;
    while (parse->at < close) {
        uint32_t before = parse->at;
        one_capture(parse, ls);
        if (!xe_accept(parse, T_COMMA) || parse->at == before) break;
    }
    parse->in_targs = old;
    if (parse->at != close) {
        CXX_DIAG(parse->x, x_expected_token, xe_pos(parse), "]");
        parse->at = close;
    }
    parse->at++;
}

// ---- generic lambdas: captures by name ---------------------------------------------------------

// Whether a token can end an operand: then `&` behind it is binary.
static bool ends_operand(uint16_t k) {
    return is_any_of(k, T_IDENT, T_NUMBER, T_RPAREN, T_RBRACKET, T_KW_THIS);
}

// address: it stands behind `&`, which uses the variable whatever its value [basic.def.odr]/5.
static bool needs_capture(Parse *parse, struct LambdaState *ls, Decl *decl, bool address) {
    if (!is_any_of(decl->kind, D_VAR, D_BINDING)) return false;
    VarDecl *v = (VarDecl *)decl;
    if (is_any_of(v->storage, STOR_STATIC, STOR_GLOBAL)) return false;
    if (map_get(&ls->captured, xe_capture_key(v))) return false;
    if (v->capture_of != v && !v->fn) return false;
    if (v->d.kind == D_VAR && ty_is_ref(v->d.type) && (v->d.flags & DF_CONSTEXPR)) return false;
    if (!address && v->d.kind == D_VAR && (xe_quals(v->d.type) & Q_CONST) &&
        !ty_is_ref(v->d.type) && ty_is_scalar(ty_unqual(v->d.type)) && cxx_var_const(parse->x, v))
        return false;
    return true;
}

// A name of a nonstatic member (of a set of overloads one is enough) stands for a member of *this.
static bool needs_this(const Lookup *lookup) {
    for (uint32_t i = 0; i < lookup->n; i++) {
        Decl *d = lookup->at[i];
        if (d->kind == D_FIELD) return true;
        if (d->kind == D_TEMPLATE && ((TemplateDecl *)d)->kind == TK_FUNC)
            d = &((TemplateDecl *)d)->pattern->d;
        if (d->kind == D_FUNC && d->flags & DF_MEMBER && !(d->flags & DF_STATIC)) return true;
    }
    return false;
}

// Whether `C::name` at token `at` may be a nonstatic member of the object, no pointer to one.
static bool names_own_member(Parse *parse, const struct LambdaState *ls, uint32_t at) {
    const Token *tok = parse->tok;
    uint32_t begin = at - 1;
    while (begin > 1 && tok[begin].kind == T_COLCOL && tok[begin - 1].kind == T_IDENT) begin -= 2;
    if (is_any_of(tok[begin].kind, T_AMP, T_DOT, T_ARROW)) return false;
    Lookup outer = {0}, lookup = {0}; // `std::move` is none
    if (!cxx_lookup(parse, tok[begin + 1].text, LU_SCOPE_ONLY, &outer) || !outer.n) return false;
    if (is_any_of(outer.at[0]->kind, D_NAMESPACE, D_NS_ALIAS)) return false;
    Type *type = ls->this_type->kind == TY_PTR ? ls->this_type->u.ptr.to : ls->this_type;
    type = ty_unqual(type);
    return type->kind == TY_CLASS &&
           cxx_lookup_member(parse, type->u.cls, tok[at].text, 0, &lookup) && needs_this(&lookup);
}

// By tokens, once per name: the body is parsed only when the operator is instantiated, but the
// closure has its fields before. What is captured in excess costs a field, as in other compilers.
void xe_capture_by_names(Parse *parse, struct LambdaState *ls, uint32_t body) {
    Cxx *cxx = parse->x;
    uint32_t end = parse->tok[body].match, at = parse->at;
    Map seen;
    map_init(&seen, pa(parse));
    Parse q = ls->around;
    q.at = body;
    q.unevaluated = false;
    for (uint32_t i = body + 1; i < end; i++) {
        const Token *token = &parse->tok[i];
        if (token->kind == T_KW_THIS && ls->this_type)
            xe_capture_this_in(parse, ls, false, false, token->pos);
        if (token->kind != T_IDENT) continue;
        uint16_t prev = parse->tok[i - 1].kind;
        if (prev == T_COLCOL && ls->this_type && !ls->this_field && names_own_member(&q, ls, i))
            xe_capture_this_in(parse, ls, false, false, token->pos);
        if (is_any_of(prev, T_DOT, T_ARROW, T_COLCOL) || parse->tok[i + 1].kind == T_COLCOL)
            continue;
        bool address = prev == T_AMP && !ends_operand(parse->tok[i - 2].kind);
        void **slot = map_slot(&seen, token->text | (address ? 1ull << 32 : 0));
        if (*slot) continue;
        *slot = cxx;
        Lookup lookup = {0};
        q.scope = ls->around.scope;
        if (!cxx_lookup(&q, token->text, 0, &lookup) || !lookup.n) continue;
        Decl *decl = lookup.at[0];
        if (decl->kind == D_PACK) {
            PackDecl *pk = (PackDecl *)decl;
            for (uint32_t k = 0; k < pk->n; k++)
                if (needs_capture(parse, ls, pk->elem[k], address))
                    xe_capture_in(parse, ls, (VarDecl *)pk->elem[k], false, 0, token->pos);
        } else if (needs_capture(parse, ls, decl, address)) {
            xe_capture_in(parse, ls, (VarDecl *)decl, false, 0, token->pos);
        } else if (ls->this_type && !ls->this_field && needs_this(&lookup)) {
            xe_capture_this_in(parse, ls, false, false, token->pos);
        }
    }
    parse->at = at;
}
