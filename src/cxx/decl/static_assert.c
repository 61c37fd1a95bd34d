// SPDX-License-Identifier: Apache-2.0
// static_assert [dcl.pre]/6, at namespace scope, in classes and in blocks.
#include "cxx/facts/diag.h"
#include "cxx/facts/state.h"
#include "cxx/constant/constant.h"
#include "cxx/convert/convert.h"
#include "cxx/expr/expr.h"
#include "cxx/decl/decl.h"

// The semicolon that ends a declaration.
void cxx_end_declaration(Parse *parse) {
    if (cxx_accept(parse, T_SEMI) || parse->at >= parse->end) return;
    cxx_expect(parse, T_SEMI, ";");
    cxx_skip_to_semi(parse);
}

void cxx_parse_static_assert(Parse *parse) {
    Cxx *cxx = parse->x;
    Pos pos = tok_pos(parse);
    parse->at++;
    if (!cxx_expect(parse, T_LPAREN, "(")) {
        cxx_end_declaration(parse);
        return;
    }
    uint32_t end = cxx_skip_group(parse->tok, parse->at - 1, parse->end);
    Expr *expr = cxx_parse_const_expr(parse);
    bool dep = expr->flags & (EF_TYPE_DEP | EF_VALUE_DEP);
    if (cxx_peek(parse) == T_COMMA && cxx_peek_n(parse, 1) != T_STRING)
        CXX_DIAG(cxx, x_expected_string, parse->tok[parse->at + 1].pos);
    if (expr->kind != E_ERROR && !dep) {
        bool v = true;
        Expr *b = cxx_to_bool(parse, expr);
        if (b->kind != E_ERROR) {
            ApInt i;
            if (cxx_const_int(cxx, b, &i, !cxx->decls->unbound.reading))
                v = !apint_is_zero(&i);
            else if (cxx->decls->unbound.reading)
                CXX_DIAG(cxx, d_static_assert_value, pos);
        }
        if (!v) {
            const Scope *scope = parse->scope;
            bool of_class = scope_is(scope, SC_CLASS) && !diag_silent(cxx->ctx);
            if (of_class && !diag_trapped(cxx->ctx)) scope->cls->members.refused = true;
            const char *msg = NULL;
            LexString s = {0};
            if (cxx_accept(parse, T_COMMA) && cxx_peek(parse) == T_STRING) {
                uint32_t n = 0;
                while (cxx_peek_n(parse, n) == T_STRING) n++;
                if (lex_string(cxx->ctx, &parse->tok[parse->at], n, &s) && s.unit == 1)
                    msg = s.data;
            }
            if (msg)
                CXX_DIAG(cxx, d_static_assert_msg, pos, msg);
            else
                CXX_DIAG(cxx, d_static_assert_failed, pos);
        }
    }
    parse->at = end;
    cxx_end_declaration(parse);
}

void cxx_static_assert_at(Cxx *cxx, uint32_t begin, uint32_t end, Scope *scope, Env *env) {
    Parse p = cxx_parse_at(cxx, begin, end, scope, env);
    while (cxx_at_attribute(&p)) cxx_parse_attributes(&p, NULL);
    cxx_parse_static_assert(&p);
}
