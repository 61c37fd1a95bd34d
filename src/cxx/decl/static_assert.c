// SPDX-License-Identifier: Apache-2.0
// static_assert [dcl.pre]/6, at namespace scope, in classes and in blocks.
#include "cxx/facts/diag.h"
#include "cxx/facts/state.h"
#include "cxx/constant/constant.h"
#include "cxx/convert/convert.h"
#include "cxx/expr/expr.h"
#include "cxx/decl/decl.h"

// The semicolon that ends a declaration.
void cxx_end_declaration(Parse *p) {
    if (cxx_accept(p, T_SEMI) || p->at >= p->end) return;
    cxx_expect(p, T_SEMI, ";");
    cxx_skip_to_semi(p);
}

void cxx_parse_static_assert(Parse *p) {
    Cxx *x = p->x;
    Pos pos = tok_pos(p);
    p->at++;
    if (!cxx_expect(p, T_LPAREN, "(")) {
        cxx_end_declaration(p);
        return;
    }
    uint32_t end = cxx_skip_group(p->tok, p->at - 1, p->end);
    Expr *e = cxx_parse_const_expr(p);
    bool dep = e->flags & (EF_TYPE_DEP | EF_VALUE_DEP);
    if (cxx_peek(p) == T_COMMA && cxx_peek_n(p, 1) != T_STRING)
        CXX_DIAG(x, x_expected_string, p->tok[p->at + 1].pos);
    if (e->kind != E_ERROR && !dep) {
        bool v = true;
        Expr *b = cxx_to_bool(p, e);
        if (b->kind != E_ERROR) {
            ApInt i;
            if (cxx_const_int(x, b, &i, !x->decls->unbound))
                v = !apint_is_zero(&i);
            else if (x->decls->unbound)
                CXX_DIAG(x, d_static_assert_value, pos);
        }
        if (!v) {
            const char *msg = NULL;
            LexString s = {0};
            if (cxx_accept(p, T_COMMA) && cxx_peek(p) == T_STRING) {
                uint32_t n = 0;
                while (cxx_peek_n(p, n) == T_STRING) n++;
                if (lex_string(x->ctx, &p->tok[p->at], n, &s) && s.unit == 1) msg = s.data;
            }
            if (msg)
                CXX_DIAG(x, d_static_assert_msg, pos, msg);
            else
                CXX_DIAG(x, d_static_assert_failed, pos);
        }
    }
    p->at = end;
    cxx_end_declaration(p);
}

void cxx_static_assert_at(Cxx *x, uint32_t begin, uint32_t end, Scope *s, Env *env) {
    Parse p = cxx_parse_at(x, begin, end, s, env);
    while (cxx_at_attribute(&p)) cxx_parse_attributes(&p, NULL);
    cxx_parse_static_assert(&p);
}
