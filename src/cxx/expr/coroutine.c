// SPDX-License-Identifier: Apache-2.0
// expr/coroutine.c: coroutines [dcl.fct.def.coroutine], [expr.await], [expr.yield] in host code. No
// code is made of them: what they call is looked up and checked, and the expressions get their
// types.
#include "cxx/facts/diag.h"
#include "cxx/facts/state.h"
#include "cxx/lookup/lookup.h"
#include "cxx/convert/convert.h"
#include "cxx/convert/lambda.h"
#include "cxx/expr/expr.h"
#include "cxx/demand.h"

// std::name<args>, complete; NULL: there is no such class.
static Type *std_class(Parse *parse, const char *name, const TmplArg *args, uint32_t n, Pos pos) {
    Cxx *cxx = parse->x;
    Lookup l = {0};
    Atom atom = atom_cstr(cxx->ctx, name);
    bool found = cxx->std_ns && cxx_lookup_in(parse, cxx->std_ns->inner, atom, LU_ALL, &l) && l.n;
    if (!found || l.at[0]->kind != D_TEMPLATE) return NULL;
    Type *t = cxx_template_id_type(parse, l.at[0], cxx_targs(cxx, args, n), pos);
    return ty_is_class(t) && ty_complete(cxx, t, pos, false) ? t : NULL;
}

// object.name(arg...). NULL: it has no such member, which is said if it is `required`.
static Expr *call_member(Parse *parse, Expr *object, const char *name, Expr **arg, uint32_t n,
                         bool required, Pos pos) {
    Cxx *cxx = parse->x;
    Atom atom = atom_cstr(cxx->ctx, name);
    Lookup l = {0};
    Type *type = ty_unqual(object->type);
    bool found = type->kind == TY_CLASS && ty_complete(cxx, type, pos, required) &&
                 cxx_lookup_member(parse, type->u.cls, atom, 0, &l) && l.n;
    if (!found) {
        if (required) CXX_DIAG(cxx, x_coroutine_member, pos, type, atom);
        return NULL;
    }
    Expr *callee = xe_overload_expr(parse, &l, NULL, object, atom, pos);
    return cxx_build_call(parse, callee, arg, n, pos);
}

// ---- the promise -------------------------------------------------------------------------------

// std::coroutine_traits<result, object, parameters...>::promise_type [dcl.fct.def.coroutine]/3.
static Type *promise_type(Parse *parse, Pos pos) {
    Cxx *cxx = parse->x;
    const FuncDecl *f = parse->fn;
    VEC(TmplArg) args = {0};
    vec_push(pa(parse), &args, ((TmplArg){.kind = TA_TYPE, .type = parse->fs->ret}));
    bool member = f->cls && !(f->d.flags & DF_STATIC);
    if (member) {
        Type *self = ty_qual(cxx, ty_class(cxx, f->cls), f->d.type->u.func.quals);
        self = ty_ref(cxx, self, f->d.type->u.func.ref == REF_RVALUE);
        vec_push(pa(parse), &args, ((TmplArg){.kind = TA_TYPE, .type = self}));
    }
    for (uint32_t i = 0; i < f->nparam; i++)
        vec_push(pa(parse), &args, ((TmplArg){.kind = TA_TYPE, .type = f->param[i]->d.type}));
    Type *traits = std_class(parse, "coroutine_traits", args.at, args.n, pos);
    if (!traits) {
        CXX_DIAG(cxx, x_coroutine_traits, pos);
        return NULL;
    }
    Lookup l = {0};
    Atom name = atom_cstr(cxx->ctx, "promise_type");
    bool found = cxx_lookup_member(parse, traits->u.cls, name, 0, &l) && l.n && l.at[0]->type;
    if (found) return l.at[0]->type;
    CXX_DIAG(cxx, x_no_member, pos, traits, name);
    return NULL;
}

// Makes the function that is parsed a coroutine. NULL: it cannot be one, or depends; what is wrong
// is said once.
static Expr *promise(Parse *parse, Pos pos) {
    Cxx *cxx = parse->x;
    struct FnState *fs = parse->fs;
    if (!fs->coroutine) {
        fs->coroutine = pos;
        parse->fn->body.coroutine = true;
        if (parse->dependent) return NULL;
        if (fs->ret_auto) {
            CXX_DIAG(cxx, x_coroutine_auto, pos);
            return NULL;
        }
        if (ty_lost(fs->ret)) return NULL;
        Type *type = promise_type(parse, pos);
        if (ty_lost(type)) return NULL;
        fs->promise = xe_local_var(parse, 0, type, pos, parse->at);
    }
    return fs->promise ? xe_ref(parse, &fs->promise->d, fs->promise->d.type, pos) : NULL;
}

void cxx_finish_coroutine(Parse *parse) {
    static const char *const required[] = {"initial_suspend", "final_suspend",
                                           "unhandled_exception", "get_return_object"};
    struct FnState *fs = parse->fs;
    if (!fs->coroutine || !fs->promise || parse->dependent) return;
    for (uint32_t i = 0; i < CU_COUNT(required); i++) {
        Expr *call = call_member(parse, promise(parse, fs->coroutine), required[i], NULL, 0, true,
                                 fs->coroutine);
        // [dcl.fct.def.coroutine]/15
        bool final = strcmp(required[i], "final_suspend") == 0 && !xe_lost(call);
        if (final && xe_can_throw(parse->x, call))
            CXX_DIAG(parse->x, x_final_suspend, fs->coroutine);
    }
    if (fs->returns) CXX_DIAG(parse->x, x_coroutine_return, fs->returns);
}

// Whether the word may stand here: in the body of a function that only the host runs.
static bool is_allowed(Parse *parse, Atom word, Pos pos) {
    if (parse->fs && parse->fn && !parse->unevaluated && cxx_in_host_code(parse)) return true;
    CXX_DIAG(parse->x, x_unsupported_expr, pos, word);
    return false;
}

// ---- expressions -------------------------------------------------------------------------------

// The operator co_await of the operand's class or namespace; NULL: it is awaited itself.
static Expr *by_operator(Parse *parse, Expr *operand, Pos pos) {
    if (operand->type->kind != TY_CLASS) return NULL;
    bool tried = false;
    DiagTrap trap;
    diag_trap_push(parse->x->ctx, &trap);
    Expr *r = xe_operator_overload(parse, OP_CO_AWAIT, operand, NULL, pos, &tried);
    bool failed = diag_trap_pop(parse->x->ctx, &trap);
    return failed || xe_lost(r) ? NULL : r;
}

// What co_await of the operand gives [expr.await]/3.
static Expr *await(Parse *parse, Expr *operand, Pos pos) {
    Cxx *cxx = parse->x;
    Expr *awaiter = by_operator(parse, operand, pos);
    if (!awaiter) awaiter = operand;
    if (awaiter->cat == VC_PRVALUE) awaiter = xe_materialize(parse, awaiter);
    if (xe_err(awaiter)) return awaiter;
    TmplArg arg = {.kind = TA_TYPE, .type = parse->fs->promise->d.type};
    Type *type = std_class(parse, "coroutine_handle", &arg, 1, pos);
    if (!type) {
        CXX_DIAG(cxx, x_coroutine_traits, pos);
        return cxx_expr_error(cxx, pos);
    }
    Expr *ready = call_member(parse, awaiter, "await_ready", NULL, 0, true, pos);
    if (ready) ready = cxx_to_bool(parse, ready);
    if (xe_lost(ready)) return cxx_expr_error(cxx, pos);
    Expr *handle = cxx_value_init(parse, type, pos);
    Expr *suspend = call_member(parse, awaiter, "await_suspend", &handle, 1, true, pos);
    if (xe_lost(suspend)) return cxx_expr_error(cxx, pos);
    Expr *resume = call_member(parse, awaiter, "await_resume", NULL, 0, true, pos);
    return resume ? resume : cxx_expr_error(cxx, pos);
}

// What a word of coroutines means for its function, once its operand has been read (NULL: it has
// none): it must be allowed here and makes the function a coroutine. Gives the promise object, or
// NULL; then *instead is what the whole expression is, an error or dependent.
static Expr *promise_for(Parse *parse, Atom word, Expr *operand, Pos pos, Expr **instead) {
    *instead = operand;
    if (xe_err(operand)) return NULL;
    *instead = cxx_expr_error(parse->x, pos);
    if (!is_allowed(parse, word, pos)) return NULL;

    Expr *object = promise(parse, pos);
    bool dependent = parse->dependent || (operand && xe_tdep(operand));
    if (!dependent) return object;
    *instead = xe_dep(parse, E_DEP_NAME, pos);
    return NULL;
}

Expr *xe_parse_await(Parse *parse) {
    Pos pos = xe_pos(parse);
    Atom word = parse->tok[parse->at++].text;
    Expr *operand = cxx_parse_cast_expr(parse);
    Expr *instead, *object = promise_for(parse, word, operand, pos, &instead);
    if (!object) return instead;

    Expr *transformed = call_member(parse, object, "await_transform", &operand, 1, false, pos);
    if (transformed) operand = transformed;
    return xe_err(operand) ? operand : await(parse, operand, pos);
}

Expr *xe_parse_yield(Parse *parse) {
    Pos pos = xe_pos(parse);
    Atom word = parse->tok[parse->at++].text;
    Expr *operand = cxx_parse_init_clause(parse);
    Expr *instead, *object = promise_for(parse, word, operand, pos, &instead);
    if (!object) return instead;

    Expr *awaited = call_member(parse, object, "yield_value", &operand, 1, true, pos);
    if (xe_lost(awaited)) return cxx_expr_error(parse->x, pos);
    return await(parse, awaited, pos);
}

// The call of return_value with a local variable as an rvalue [class.copy.elision]/3; NULL: it is
// none, or that does not fit.
static Expr *return_moved(Parse *parse, Expr *object, Expr *value, Pos pos) {
    bool variable = value->kind == E_DECLREF && value->u.decl->kind == D_VAR;
    const VarDecl *var = variable ? (const VarDecl *)value->u.decl : NULL;
    bool local = var && var->fn == parse->fn && is_any_of(var->storage, STOR_AUTO, STOR_PARAM);
    if (!local || var->d.type->kind == TY_LREF) return NULL;
    Expr *moved = xe_dup(parse, value);
    moved->cat = VC_XVALUE;
    DiagTrap trap;
    diag_trap_push(parse->x->ctx, &trap);
    Expr *call = call_member(parse, object, "return_value", &moved, 1, true, pos);
    bool failed = diag_trap_pop(parse->x->ctx, &trap);
    return failed || xe_lost(call) ? NULL : call;
}

Expr *xe_parse_co_return(Parse *parse) {
    Pos pos = xe_pos(parse);
    Atom word = parse->tok[parse->at++].text;
    Expr *value = cxx_peek(parse) == T_SEMI ? NULL : cxx_parse_init_clause(parse);
    Expr *instead, *object = promise_for(parse, word, value, pos, &instead);
    if (!object) return instead;

    bool nothing = !value || (!xe_list(value) && value->type->kind == TY_VOID);
    Expr *call = nothing ? NULL : return_moved(parse, object, value, pos);
    if (call) return call;
    call = nothing ? call_member(parse, object, "return_void", NULL, 0, true, pos)
                   : call_member(parse, object, "return_value", &value, 1, true, pos);
    return call ? call : cxx_expr_error(parse->x, pos);
}
