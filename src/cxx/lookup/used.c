// SPDX-License-Identifier: Apache-2.0
// lookup/used.c: odr-use [basic.def.odr]: what an expression names gets code or storage, unless the
// operand is unevaluated, only part of a constant, or left to the host.
#include "cxx/facts/diag.h"
#include "cxx/facts/state.h"
#include "cxx/lookup/lookup.h"

// The function's code is needed, and what its body uses.
static void need_function(Cxx *cxx, FuncDecl *func) {
    // everything reachable that was recorded while it was not needed, without recursion
    uint32_t i = cxx->work.n;
    func->d.flags |= DF_USED;
    vec_push(&cxx->ctx->perm, &cxx->work, func);
    for (; i < cxx->work.n; i++) {
        FuncDecl *fn = cxx->work.at[i];
        for (uint32_t k = 0; k < fn->body.uses.n; k++) {
            Decl *use = fn->body.uses.at[k];
            if (use->flags & DF_USED || cxx_left_to_host(cxx, use)) continue;
            use->flags |= DF_USED;
            if (use->kind == D_FUNC)
                vec_push(&cxx->ctx->perm, &cxx->work, (FuncDecl *)use);
            else
                vec_push(&cxx->ctx->perm, &cxx->work_vars, (VarDecl *)use);
        }
        // fn->uses stay: the host phase may take back that g is needed (check/host.c)
    }
}

// The first use of an instance by what is no instance itself: there messages about it begin.
static void note_first_use(const Cxx *cxx, Decl *decl, Pos pos) {
    if (decl->kind != D_FUNC || cxx->inst_stack) return;
    FuncDecl *func = (FuncDecl *)decl;
    if (func->inst.tmpl && !func->inst.use_pos) func->inst.use_pos = pos;
}

// A use of the declaration: it is needed at once, or as soon as what is parsed is needed itself.
static void use_decl(Parse *parse, Decl *decl, Pos pos) {
    Cxx *cxx = parse->x;
    if (decl->kind == D_FUNC && cxx_instantiated_elsewhere((FuncDecl *)decl)) return;
    if (parse->uses && !parse->fn) {
        vec_push(&cxx->ctx->perm, parse->uses, decl);
        return;
    }
    // in the host phase that may be taken back
    if (decl->flags & DF_USED && !(parse->fn && cxx->decls->host.phase)) return;
    note_first_use(cxx, decl, pos);
    cxx_inst_note(cxx, decl, pos);

    FuncDecl *in = parse->fn;
    if (in && !(in->d.flags & DF_USED)) {
        vec_push(&cxx->ctx->perm, &in->body.uses, decl);
        return;
    }
    if (in && cxx->decls->host.phase) { // what host code needs is taken back, this is to stay
        vec_push(&cxx->ctx->perm, &cxx->decls->checks.late, decl);
        return;
    }
    if (decl->kind == D_FUNC) {
        if (!cxx_left_to_host(cxx, decl)) need_function(cxx, (FuncDecl *)decl);
    } else {
        decl->flags |= DF_USED;
        vec_push(&cxx->ctx->perm, &cxx->work_vars, (VarDecl *)decl);
    }
}

bool cxx_has_storage(const VarDecl *var) {
    return is_any_of(var->storage, STOR_STATIC, STOR_GLOBAL);
}

// In the initialiser of a host variable whose type is asked for before host code is looked at.
static bool host_init(const Parse *parse) {
    return parse->host_init && !parse->fn && !parse->x->decls->host.phase;
}

// Whether names in what is parsed are no uses of what they name.
static bool is_without_uses(const Parse *parse) {
    return parse->unevaluated || parse->dependent || parse->discarded;
}

// A builtin function of tiles calls what is among its template arguments: how its views are asked.
static void use_arguments(Parse *parse, const TmplArgs *args, Pos pos) {
    for (uint32_t i = 0; i < targs_count(args); i++) {
        const TmplArg *arg = &args->a[i];
        if (arg->kind != TA_VALUE || arg->val->kind != CV_LVALUE) continue;
        Decl *decl = arg->val->u.lv.base;
        if (decl_is(decl, D_FUNC)) use_decl(parse, decl, pos);
    }
}

// A name of a function.
static void use_function(Parse *parse, FuncDecl *func, Pos pos) {
    Cxx *cxx = parse->x;
    if (func->written.deleted) {
        CXX_DIAG(cxx, x_deleted_function, pos, &func->d);
        CXX_DIAG(cxx, x_note_declared_here, func->d.pos, &func->d);
        return;
    }
    xe_use_deprecated(parse, &func->d, pos);
    if (is_without_uses(parse)) return;
    if (host_init(parse) && !(func->d.cuda & CU_GLOBAL)) return;

    // looking ahead reports nothing: the arguments are to be parsed again (memo)
    bool on_host = !(func->d.cuda & CU_DEVICE);
    if (parse->const_expr && on_host && diag_trapped(cxx->ctx)) tm_table(cxx)->unrepeatable++;
    // the spaces hold in constant expressions too, as nvcc has it
    if (cxx->hooks.check_call) cxx->hooks.check_call(parse, func, pos);

    bool no_code = parse->const_expr || func->d.flags & DF_CONSTEVAL; // [expr.const]/13
    bool pure = func->pure && func->kind != FK_DTOR;
    if (no_code || pure) return;
    use_decl(parse, &func->d, pos);
    if (func->d.cuda & CU_TILE_BUILTIN) use_arguments(parse, func->inst.args, pos);
}

// A name of a variable.
static void use_variable(Parse *parse, VarDecl *var, Pos pos) {
    Cxx *cxx = parse->x;
    var->referenced = true;
    if (is_without_uses(parse) || parse->const_expr) return;
    if (host_init(parse) || !cxx_has_storage(var)) return;
    // the definition outside of the class says in which memory space a static member lies
    if (var->d.flags & DF_MEMBER && !var->defined) cxx_var_find_def(cxx, var);
    if (cxx->hooks.check_var_use) cxx->hooks.check_var_use(parse, var, pos);
    use_decl(parse, &var->d, pos);
}

// odr-use of a function or variable: it gets code or storage, unless the operand is unevaluated
// or only part of a constant.
void cxx_mark_used(Parse *parse, Decl *decl, Pos pos) {
    if (!decl || decl->flags & DF_INVALID) return;
    if (decl->kind == D_FUNC) use_function(parse, (FuncDecl *)decl, pos);
    if (decl->kind == D_VAR) use_variable(parse, (VarDecl *)decl, pos);
}

void cxx_use_again(Parse *parse, const UseList *uses, Pos pos) {
    if (is_without_uses(parse) || parse->const_expr) return;
    for (uint32_t i = 0; i < uses->n; i++) {
        if (!host_init(parse) || uses->at[i]->cuda & CU_GLOBAL) use_decl(parse, uses->at[i], pos);
    }
}

bool cxx_instantiated_elsewhere(const FuncDecl *func) {
    if (func->inst.explicit_inst || func->inst.explicit_spec) return false;
    if (func->d.flags & (DF_INLINE | DF_CONSTEXPR)) return false;
    if (func->inst.extern_inst || func->inst.tmpl) return func->inst.extern_inst;

    // a member goes with the classes around it
    const Scope *scope = func->d.scope;
    for (; scope_is(scope, SC_CLASS); scope = scope->cls->d.scope) {
        if (scope->cls->inst.explicit_inst || scope->cls->inst.explicit_spec) return false;
        if (scope->cls->inst.extern_inst) return true;
    }
    return false;
}

bool cxx_left_to_host(Cxx *cxx, Decl *decl) {
    if (!cxx_host_only(cxx, decl)) return false;
    void **slot = map_slot(&cxx->decls->host.used, decl->id);
    if (!*slot) vec_push(xa(cxx), &cxx->decls->host.uses, (FuncDecl *)decl);
    *slot = decl;
    return true;
}
