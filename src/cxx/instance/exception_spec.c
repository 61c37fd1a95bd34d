// SPDX-License-Identifier: Apache-2.0
// Exception specifications of templates and members of templates that are declared again
// [except.spec]/4: every declaration has the same one. Those of other functions are values and are
// compared in decl/check.c; here the operands may depend on parameters, so expressions are compared
// [temp.over.link]/5.
#include "cxx/facts/diag.h"
#include "cxx/facts/state.h"
#include "cxx/lookup/lookup.h"
#include "cxx/constant/constant.h"
#include "cxx/convert/convert.h"
#include "cxx/expr/expr.h"
#include "cxx/instance/instance.h"

// What a declaration says of exceptions: an expression that depends on a parameter, else a value.
typedef struct Specification {
    const Expr *depends;
    bool none; // may throw nothing
} Specification;

// Reads the operand of `noexcept` with the parameters unbound; false: there is an error in it,
// which is said when somebody asks for its value.
static bool read_specification(Cxx *cxx, FuncDecl *func, Specification *spec) {
    *spec = (Specification){.none = func->d.type->u.func.noexcept_};
    TokRange range = func->written.noexcept_;
    if (!range.end || spec->none) return true;
    Parse parse = cxx_parse_at(cxx, range.begin, range.end,
                               func->param_scope ? func->param_scope : func->d.scope, func->d.env);
    parse.fn = func;
    parse.dependent = parse.unevaluated = parse.complete_ctx = true;
    if (func->cls) parse.cls = func->cls;
    if (func->cls && !(func->d.flags & DF_STATIC))
        parse.this_type = ty_qual(cxx, ty_class(cxx, func->cls), func->d.type->u.func.quals);
    DiagTrap trap;
    diag_trap_push(cxx->ctx, &trap);
    Expr *expr = cxx_parse_const_expr(&parse);
    bool depends = expr->flags & (EF_TYPE_DEP | EF_VALUE_DEP);
    if (!depends && expr->kind != E_ERROR) expr = cxx_to_bool(&parse, expr);
    bool known = depends || (expr->kind != E_ERROR && cxx_const_bool(cxx, expr, &spec->none));
    known = known && parse.at == parse.end;
    if (depends) spec->depends = expr;
    return !diag_trap_pop(cxx->ctx, &trap) && known;
}

void cxx_check_exceptions_again(Cxx *cxx, FuncDecl *old, FuncDecl *func) {
    if (!ty_both(old->d.type, func->d.type, TY_FUNC) || func->kind == FK_DTOR ||
        func->written.defaulted || old->written.defaulted)
        return;
    Specification before, now;
    if (!read_specification(cxx, old, &before) || !read_specification(cxx, func, &now)) return;
    bool same = before.none == now.none && !before.depends == !now.depends;
    if (before.depends && now.depends) same = cxx_expr_equal(before.depends, now.depends);
    if (!same) CXX_DIAG(cxx, d_noexcept_differs, func->d.pos, &func->d);
}
