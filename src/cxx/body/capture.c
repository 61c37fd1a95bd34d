// SPDX-License-Identifier: Apache-2.0
// body/capture.c: the capture list of a lambda [expr.prim.lambda.capture]. What is captured because
// the body names it: convert/capture.c, and capture_names.c where the body is not parsed.
#include "cxx/facts/diag.h"
#include "cxx/lookup/lookup.h"
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
    if (xe_lost(init)) {
        var->d.flags |= DF_INVALID;
    } else {
        FieldDecl *f = xe_capture_field(parse, ls, name, var->d.type, var, init, pos);
        map_put(&ls->captured, xe_capture_key(var), f);
    }
    cxx_scope_add(cxx, ls->scope, &var->d);
}

// What a listed name means is captured: a variable with automatic storage, or all elements of a
// pack.
static void capture_decl(Parse *parse, struct LambdaState *ls, Decl *captured, bool by_ref,
                         Pos pos) {
    Cxx *cxx = parse->x;
    if (parse->dependent && captured->kind == D_VAR) return;
    if (captured->kind == D_PACK) {
        PackDecl *pk = (PackDecl *)captured;
        for (uint32_t i = 0; i < pk->n; i++) capture_decl(parse, ls, pk->elem[i], by_ref, pos);
        return;
    }
    VarDecl *v = (VarDecl *)captured;
    if (!is_any_of(captured->kind, D_VAR, D_BINDING)) {
        CXX_DIAG(cxx, x_bad_capture, pos, captured->name);
        return;
    }
    if (is_any_of(v->storage, STOR_STATIC, STOR_GLOBAL)) {
        if (captured->kind == D_VAR) CXX_DIAG(cxx, x_bad_capture, pos, captured->name);
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
