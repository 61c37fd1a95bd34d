// SPDX-License-Identifier: Apache-2.0
// body/warn.c: warnings about a parsed function body, with nvcc's numbers: variables that nothing
// names (#177) or reads (#550), the end of a function that should have returned a value (#940). Of
// functions outside of system headers; of instances no more than #177 for a variable that the
// template never names, with a type that does not depend: what one instance discards another may
// use.
#include "cxx/facts/diag.h"
#include "cxx/facts/state.h"
#include "cxx/constant/constant.h"
#include "cxx/body/body.h"

// ---- can control reach the end? ----------------------------------------------------------------

typedef struct Flow {
    bool breaks, continues; // met in the innermost loop
    uint32_t depth;
} Flow;

static bool falls(const Stmt *stmt, Flow *flow);

// A condition that is a constant: 1 true, 0 false, -1 unknown.
static int known(Cxx *cxx, const Expr *condition) {
    if (!condition) return 1;
    if (condition->kind == E_CLEANUPS) condition = condition->a;
    const Expr *number = condition->kind == E_CAST ? condition->a : condition;
    bool value;
    if (number->kind != E_INT) return -1;
    return cxx_const_bool(cxx, (Expr *)condition, &value) ? value : -1;
}

static bool never_returns(const FuncDecl *func) {
    GnuBuiltin builtin = cxx_gnu_builtin(func);
    return func->code.noreturn || is_any_of(builtin, GB_unreachable, GB_trap, GB_abort);
}

// What stands around an expression whose value is thrown away.
static bool wraps_statement(const Expr *expr) {
    return expr->kind == E_CLEANUPS || (expr->kind == E_CAST && expr->op == CK_VOID);
}

// Calls of functions that do not return end a path.
static bool ends_path(const Expr *expr) {
    while (expr && wraps_statement(expr)) expr = expr->a;
    if (!expr) return false;
    if (expr->kind == E_THROW) return true;
    if (!is_any_of(expr->kind, E_CALL, E_BUILTIN)) return false;
    const Decl *callee = expr->u.decl;
    return decl_is(callee, D_FUNC) && never_returns((const FuncDecl *)callee);
}

// A loop ends by its condition, which is true for ever if it is 1, or by a break.
static bool loop_falls(const Stmt *stmt, int cond, const Flow *outer) {
    Flow flow = {.depth = outer->depth + 1};
    falls(stmt->body, &flow);
    return cond != 1 || flow.breaks;
}

// Whether control can leave the statement at its end; unknown means yes only where nothing else is
// possible: a label may be reached from anywhere, so what holds one or a switch counts as not
// falling through.
static bool falls(const Stmt *stmt, Flow *flow) {
    if (!stmt) return true;
    if (flow->depth > 200) return false;
    switch ((StmtKind)stmt->kind) {
    case S_COMPOUND:
        for (uint32_t i = 0; i < stmt->u.list.n; i++) {
            if (!falls(stmt->u.list.at[i], flow)) return false;
        }
        return true;
    case S_EXPR: return !ends_path(stmt->e);
    case S_IF_CONSTEVAL:
    case S_IF: {
        flow->depth++;
        bool then = falls(stmt->body, flow), els = falls(stmt->els, flow);
        flow->depth--;
        return then || els;
    }
    case S_BREAK: flow->breaks = true; return false;
    case S_WHILE:
    case S_FOR: return loop_falls(stmt, stmt->e ? -1 : stmt->kind == S_FOR ? 1 : -1, flow);
    case S_CONTINUE: flow->continues = true; return false;
    case S_DO: {
        Flow in = {.depth = flow->depth + 1};
        bool end = falls(stmt->body, &in);
        return end || in.breaks || in.continues;
    }
    case S_RANGE_FOR:
    case S_DECL:
    case S_NULL: return true;
    default: return false; // return, goto, switch, labels, asm, errors
    }
}

static bool endless(Cxx *cxx, const Stmt *body) { // `while (1)`, `for (;;)` at the end of the body
    while (body && body->kind == S_COMPOUND && body->u.list.n)
        body = body->u.list.at[body->u.list.n - 1];
    if (!body) return false;
    bool loop = is_any_of(body->kind, S_WHILE, S_FOR, S_DO);
    return loop && known(cxx, body->e) == 1;
}

// Whether the function's body must return a value. main returns 0 by itself [basic.start.main]/5.
static bool must_return(const Cxx *cxx, const FuncDecl *func) {
    if (func->d.type->kind != TY_FUNC || is_any_of(func->kind, FK_CTOR, FK_DTOR)) return false;
    if (func->code.noreturn || func->body.coroutine) return false;
    bool is_main = func->d.name == cxx->n.main && func->d.scope == cxx->global;
    const Type *result = func->d.type->u.func.ret;
    bool unknown = result->kind == TY_ERROR || result->flags & TF_HAS_AUTO;
    return !is_main && !unknown && result->kind != TY_VOID;
}

// #940
static void check_return(Parse *parse, const FuncDecl *func, const Stmt *body) {
    if (!must_return(parse->x, func)) return;
    Flow flow = {0};
    if (!falls(body, &flow) || endless(parse->x, body)) return;
    CXX_DIAG(parse->x, w_missing_return, body->end ? body->end : body->pos, &func->d);
}

// ---- variables ---------------------------------------------------------------------------------

// Whether some part of the value was never set.
static bool has_indeterminate(const ConstVal *c) {
    if (!c || c->kind == CV_INDET) return c != NULL;
    if (c->kind != CV_AGG) return false;
    for (uint32_t i = 0; i < c->u.agg.n; i++) {
        if (has_indeterminate(c->u.agg.at[i])) return true;
    }
    return has_indeterminate(c->u.agg.filler);
}

// Whether its initialisation or its end does something that the variable may be there for.
bool xe_has_effects(Cxx *cxx, VarDecl *var) {
    Type *type = var->d.type;
    if (xe_quals(type) & Q_VOLATILE) return true;
    while (ty_is_array(type)) type = type->u.array.elem;
    if (type->kind == TY_CLASS) {
        if (type->u.cls->closure.is) return false;
        cxx_class_specials(cxx, type->u.cls);
        if (!type->u.cls->special.trivial_dtor) return true;
    }
    if (!var->init || !xe_init_effect(var->init)) return false;
    const ConstVal *c = ty_is_ref(type) ? NULL : cxx_const_eval_init(cxx, var, var->init, false);
    return !c || has_indeterminate(c);
}

// Whether the program says that it may be left unused.
static bool may_be_unused(const Decl *decl) {
    return decl->attrs && decl->attrs->maybe_unused;
}

// Whether the token is the variable's name, and no range follows it.
static bool is_named_at(const Token *token, const Decl *sought) {
    bool ranges = token[1].kind == T_COLON; // of a range-based for
    return !ranges && token->kind == T_IDENT && token->text == sought->name;
}

// A variable that was declared with a name in the source, and not to be left alone.
static bool is_written(const Parse *parse, const VarDecl *var) {
    const Decl *decl = &var->d;
    bool placed = decl->pos && decl->order;
    if (!decl->name || !placed || decl->kind != D_VAR) return false;
    if (decl->flags & (DF_INVALID | DF_IMPLICIT | DF_EXTERN)) return false;
    if (var->capture_of || var->is_pack_elem || may_be_unused(decl)) return false;
    return is_named_at(&parse->tok[decl->order], decl);
}

// Set, by `=` alone, and never read.
static bool is_only_set(Cxx *cxx, VarDecl *var) {
    const Type *type = var->d.type;
    if (diag_error_count(cxx->ctx)) return false; // a use may have been in error
    bool set = var->named && var->named == var->set;
    if (!set || ty_is_ref(type) || type->quals & Q_VOLATILE) return false;

    while (ty_is_array(type)) type = type->u.array.elem;
    if (type->quals & Q_VOLATILE) return false;
    return type->kind != TY_CLASS || !xe_has_effects(cxx, var);
}

// Whether nothing names it, and it is not there for what its initialiser or its end does.
static bool is_unused(Cxx *cxx, VarDecl *var) {
    bool used = var->referenced || var->d.flags & DF_USED;
    return !used && !xe_has_effects(cxx, var);
}

// #177 and #550 for the variables, #550 for the parameters.
static void check_locals(Parse *parse, const FuncDecl *func) {
    for (uint32_t i = 0; i < func->body.locals.n; i++) {
        VarDecl *var = func->body.locals.at[i];
        if (!is_written(parse, var)) continue;
        if (is_only_set(parse->x, var))
            CXX_DIAG(parse->x, w_set_unused, var->d.pos, var->d.name);
        else if (is_unused(parse->x, var))
            CXX_DIAG(parse->x, w_unused_variable, var->d.pos, atom_str(parse->x->ctx, var->d.name));
    }
    for (uint32_t i = 0; i < func->nparam; i++) {
        VarDecl *param = func->param[i];
        bool judged = param && is_written(parse, param);
        if (judged && is_only_set(parse->x, param))
            CXX_DIAG(parse->x, w_parm_set_unused, param->d.pos, param->d.name);
    }
}

// Structured bindings of which none is named: the first stands for all.
static void check_bindings(Parse *parse) {
    const struct FnState *fs = parse->fs;
    if (diag_error_count(parse->x->ctx)) return; // a use may have been in error
    for (uint32_t i = 0, next; i < fs->bindings.n; i = next) {
        const VarDecl *first = &fs->bindings.at[i]->v, *of = first->capture_of;
        bool named = of->storage != STOR_AUTO || may_be_unused(&of->d);
        for (next = i; next < fs->bindings.n; next++) {
            const VarDecl *v = &fs->bindings.at[next]->v;
            if (v->capture_of != of) break;
            named |= v->referenced || v->d.flags & DF_INVALID;
        }
        if (!named) CXX_DIAG(parse->x, w_unused_binding, first->d.pos, first->d.name);
    }
}

// ---- variables of instances --------------------------------------------------------------------

// Whether the tokens up to the next semicolon have a name.
static bool has_name_behind(const Parse *parse, uint32_t at) {
    for (; at < parse->end && parse->tok[at].kind != T_SEMI; at++) {
        if (parse->tok[at].kind == T_IDENT) return true;
    }
    return false;
}

// Whether the declaration in front of var's name spells a type without names, or `auto` with an
// initialiser without names.
static bool spells_plain_type(const Parse *parse, const VarDecl *var) {
    bool is_auto = false;
    for (uint32_t i = var->d.order; i-- > 0;) {
        uint16_t kind = parse->tok[i].kind;
        if (is_any_of(kind, T_SEMI, T_LBRACE, T_RBRACE, T_LPAREN)) break;
        is_auto |= kind == T_KW_AUTO;
        bool plain = kind != T_KW_DECLTYPE && (lex_is_keyword(kind) || kind == T_STAR);
        if (!plain) return false;
    }

    uint32_t behind = var->d.order + 1;
    const Token *next = &parse->tok[behind];
    bool unsized = next[0].kind == T_LBRACKET && next[1].kind == T_RBRACKET;
    return !unsized && !(is_auto && has_name_behind(parse, behind));
}

// The names in the tokens of a body -> how often, as a number.
static void count_names(const Parse *parse, TokRange body, Map *names) {
    map_init(names, &parse->x->ctx->scratch);
    for (uint32_t i = body.begin; i < body.end; i++) {
        if (parse->tok[i].kind != T_IDENT) continue;
        void **n = map_slot(names, parse->tok[i].text);
        *n = (void *)((uintptr_t)*n + 1);
    }
}

// #177 in an instance, see above: names of the body are counted once, and only if some variable is
// in question.
static void check_instance_locals(Parse *parse, const FuncDecl *func) {
    ArenaMark mark = arena_mark(&parse->x->ctx->scratch);
    Map names;
    bool counted = false;
    for (uint32_t i = 0; i < func->body.locals.n; i++) {
        VarDecl *var = func->body.locals.at[i];
        if (!is_written(parse, var) || !is_unused(parse->x, var)) continue;
        if (!spells_plain_type(parse, var)) continue;
        if (!counted) count_names(parse, func->body.range, &names);
        counted = true;

        TokRange body = func->body.range;
        bool inside = var->d.order >= body.begin && var->d.order < body.end;
        bool named_again = (uintptr_t)map_get(&names, var->d.name) > inside;
        if (!named_again)
            CXX_DIAG(parse->x, w_unused_variable, var->d.pos, atom_str(parse->x->ctx, var->d.name));
    }
    arena_reset(&parse->x->ctx->scratch, mark);
}

// Warnings of a body in error, or of one whose braces were guessed, would follow from the error.
void xe_warn_body(Parse *parse, const FuncDecl *func, const Stmt *body) {
    if (!func || parse->dependent || parse->x->tokens->repaired) return;
    if (diag_silent(parse->x->ctx)) { // host code: only the hooks listen
        bool listen = parse->x->opt.host_rules && cxx_in_main_file(parse->x, func->d.pos);
        if (listen && diag_error_count(parse->x->ctx) == parse->fs->errors)
            xe_warn_values(parse, func, body);
        return;
    }
    bool closure = cxx_is_of_closure(func);
    if (!(func->d.flags & DF_IN_MAIN_FILE) && cxx_in_system_header(parse->x, body->pos)) return;
    if (diag_error_count(parse->x->ctx) == parse->fs->errors) {
        xe_warn_numbers(parse, func, body);
        xe_warn_reach(parse, body);
        xe_warn_values(parse, func, body);
    }
    if (func->inst.tmpl || func->d.env || func->body.env) {
        check_instance_locals(parse, func);
        return;
    }
    if (!closure || !parse->fs->ret_auto) check_return(parse, func, body);
    check_locals(parse, func);
    check_bindings(parse);
}
