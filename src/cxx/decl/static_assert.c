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

// Whether the condition is false. Where it has no value that is reported here: why, or, of a
// template that is read unbound, that alone.
static bool is_refuted(Parse *parse, Expr *condition, Pos pos) {
    Cxx *cxx = parse->x;
    Expr *truth = cxx_to_bool(parse, condition);
    if (truth->kind == E_ERROR) return false;
    ApInt value;
    bool reading = cxx->decls->unbound.reading;
    if (cxx_const_int(cxx, truth, &value, !reading)) return apint_is_zero(&value);
    if (reading) CXX_DIAG(cxx, d_static_assert_value, pos);
    return false;
}

// At what follows the condition: `, "message"` or nothing.
static void report_refuted(Parse *parse, Pos pos) {
    Cxx *cxx = parse->x;
    LexString message = {0};
    uint32_t n = 0;
    if (cxx_accept(parse, T_COMMA))
        while (cxx_peek_n(parse, n) == T_STRING) n++;
    bool told = n && lex_string(cxx->ctx, &parse->tok[parse->at], n, &message);
    if (told && message.unit == 1)
        CXX_DIAG(cxx, d_static_assert_msg, pos, message.data);
    else
        CXX_DIAG(cxx, d_static_assert_failed, pos);
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
    if (expr->kind != E_ERROR && !dep && is_refuted(parse, expr, pos)) {
        // errors in members of a class that was refused anyway say nothing new
        ClassDecl *cls = scope_class(parse->scope);
        bool said = !diag_silent(cxx->ctx) && !diag_trapped(cxx->ctx);
        if (cls && said) cls->members.refused = true;
        report_refuted(parse, pos);
    }
    parse->at = end;
    cxx_end_declaration(parse);
}

void cxx_static_assert_at(Cxx *cxx, uint32_t begin, uint32_t end, Scope *scope, Env *env) {
    Parse p = cxx_parse_at(cxx, begin, end, scope, env);
    while (cxx_at_attribute(&p)) cxx_parse_attributes(&p, NULL);
    cxx_parse_static_assert(&p);
}
