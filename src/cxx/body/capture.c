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
        FieldDecl *f = xe_capture_field(p, ls, name, v->d.type, v, init, pos);
        map_put(&ls->captured, xe_capture_key(v), f);
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
    xe_capture_in(p, ls, v, true, by_ref ? '&' : '=', pos);
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
        xe_capture_this_in(p, ls, true, false, pos);
        return;
    }
    if (cxx_peek(p) == T_STAR && cxx_peek_n(p, 1) == T_KW_THIS) {
        p->at += 2;
        xe_capture_this_in(p, ls, true, true, pos);
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

void xe_capture_list(Parse *p, struct LambdaState *ls, uint32_t close) {
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

// ---- generic lambdas: captures by name ---------------------------------------------------------

static bool ends_operand(uint16_t k) {
    return k == T_IDENT || k == T_NUMBER || k == T_RPAREN || k == T_RBRACKET || k == T_KW_THIS;
}

// address: it stands behind `&`, which uses the variable whatever its value [basic.def.odr]/5.
static bool needs_capture(Parse *p, struct LambdaState *ls, Decl *d, bool address) {
    if (d->kind != D_VAR && d->kind != D_BINDING) return false;
    VarDecl *v = (VarDecl *)d;
    if (v->storage == STOR_STATIC || v->storage == STOR_GLOBAL) return false;
    if (map_get(&ls->captured, xe_capture_key(v))) return false;
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

void xe_capture_by_names(Parse *p, struct LambdaState *ls, uint32_t body) {
    Cxx *x = p->x;
    uint32_t end = p->tok[body].match, at = p->at;
    Map seen;
    map_init(&seen, pa(p));
    Parse q = ls->around;
    q.at = body;
    q.unevaluated = false;
    for (uint32_t i = body + 1; i < end; i++) {
        const Token *t = &p->tok[i];
        if (t->kind == T_KW_THIS && ls->this_type) xe_capture_this_in(p, ls, false, false, t->pos);
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
                    xe_capture_in(p, ls, (VarDecl *)pk->elem[k], false, 0, t->pos);
        } else if (needs_capture(p, ls, d, address)) {
            xe_capture_in(p, ls, (VarDecl *)d, false, 0, t->pos);
        } else if (ls->this_type && !ls->this_field && needs_this(&l)) {
            xe_capture_this_in(p, ls, false, false, t->pos);
        }
    }
    p->at = at;
}
