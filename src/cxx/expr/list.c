// SPDX-License-Identifier: Apache-2.0
// expr/list.c: expressions in commas: the comma operator, initializer-clauses, lists of arguments
// and of elements, with their packs expanded.
#include "cxx/lookup/lookup.h"
#include "cxx/convert/convert.h"
#include "cxx/expr/expr.h"

Expr *cxx_parse_expr(Parse *parse) {
    Expr *a = cxx_parse_assign_expr(parse);
    while (cxx_peek(parse) == T_COMMA) {
        if (cxx_peek_n(parse, 1) == T_ELLIPSIS) return a;
        Pos pos = xe_pos(parse);
        parse->at++;
        Expr *b = cxx_parse_assign_expr(parse);
        a = xe_limited(parse, cxx_build_binary(parse, OP_COMMA, a, b, pos));
    }
    return a;
}

Expr *cxx_parse_init_clause(Parse *parse) {
    if (cxx_peek(parse) == T_LBRACE) return xe_parse_init_list(parse);
    return cxx_parse_assign_expr(parse);
}

// The pattern of an expansion to nothing.
static void skip_empty_expansion(Parse *parse, PackLoop *l) {
    DiagTrap t;
    diag_trap_push(parse->x->ctx, &t);
    cxx_parse_init_clause(parse);
    diag_trap_pop(parse->x->ctx, &t);
    cxx_pack_next(parse, l);
}

// Elements up to (not including) `close`, packs expanded.
bool cxx_parse_expr_list(Parse *parse, uint16_t close, Expr ***out, uint32_t *n) {
    VEC(Expr *) v = {0};
    bool old_targs = parse->in_targs, ok = true;
    parse->in_targs = false;
    if (cxx_peek(parse) != close) {
        do {
            if (cxx_peek(parse) == close) break; // trailing comma of a braced list
            PackLoop pack_loop;
            cxx_pack_begin(parse, &pack_loop);
            if (cxx_pack_empty(parse, &pack_loop)) {
                skip_empty_expansion(parse, &pack_loop);
                continue;
            }
            bool more;
            do {
                Expr *e = cxx_parse_init_clause(parse);
                more = cxx_pack_next(parse, &pack_loop);
                if (!pack_loop.keep) continue;
                if (xe_err(e)) ok = false;
                if (pack_loop.dependent) { // an expansion of packs that are not bound
                    Expr *x = xe_dep(parse, E_PACK, e->pos);
                    x->a = e;
                    e = x;
                }
                vec_push(pa(parse), &v, e);
            } while (more);
            if (!ok && cxx_peek(parse) != T_COMMA && cxx_peek(parse) != close) break;
        } while (xe_accept(parse, T_COMMA));
    }
    parse->in_targs = old_targs;
    *out = v.at;
    *n = v.n;
    return ok;
}
