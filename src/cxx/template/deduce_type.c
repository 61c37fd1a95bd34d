// SPDX-License-Identifier: Apache-2.0
// Deduction from a type: the address of a function template [temp.deduct.funcaddr], a conversion
// function template [temp.deduct.conv], a declaration that names an instance [temp.deduct.decl].
#include "cxx/answer.h"
#include "cxx/facts/state.h"
#include "cxx/template/template.h"

// A function pointer conversion may take `noexcept` away [temp.deduct.conv]/4.
static Type *noexcept_like(Cxx *cxx, Type *param, Type *arg) {
    bool ptr = param->kind == TY_PTR && arg->kind == TY_PTR;
    if (!ptr && (param->kind != TY_MEMPTR || arg->kind != TY_MEMPTR)) return arg;
    const Type *p = param->u.ptr.to, *a = arg->u.ptr.to;
    if (p->kind != TY_FUNC || a->kind != TY_FUNC || !p->u.func.noexcept_) return arg;
    FuncType f = a->u.func;
    f.noexcept_ = true;
    Type *t = ty_func(cxx, &f);
    return ptr ? ty_pointer(cxx, t) : ty_memptr(cxx, arg->u.ptr.cls, t);
}

// P is a conversion function's result, A the type wanted [temp.deduct.conv]/1-4.
static bool deduce_conversion(Deduce *deduce, Type *param, Type *arg) {
    if (ty_is_ref(arg) && ty_is_ref(param)) {
        param = param->u.ptr.to;
        arg = arg->u.ptr.to;
    } else {
        bool ref = ty_is_ref(arg);
        arg = ty_deref(arg);
        param = ty_deref(param);
        if (!ref) {
            if (!ty_is_ref(param))
                param = ty_is_array(param) || param->kind == TY_FUNC ? ty_decay(deduce->x, param)
                                                                     : param;
            param = ty_unqual(param);
        }
        arg = ty_unqual(arg);
    }
    unsigned q = xe_quals(param) & ~xe_quals(arg);
    if (q) arg = ty_qual(deduce->x, arg, q);
    return tm_deduce_from(deduce, param, noexcept_like(deduce->x, param, arg));
}

// The instance must have the wanted type exactly, `noexcept` included [temp.deduct.funcaddr].
FuncDecl *cxx_answer_deduce_type(Parse *parse, TemplateDecl *tmpl, TmplArgs *explicit_, Type *want,
                                 DeduceFail *why) {
    FuncDecl *func = tmpl->pattern;
    if (!cxx_is_typed(func)) return NULL;
    DeduceTry trial;
    Deduce *deduce = &trial.deduce;
    tm_try_begin(&trial, parse, tmpl->params, tmpl->env, why);
    deduce->call = true;
    FuncDecl *fn = NULL;
    Pos pos = tm_deduce_place(parse);
    bool ok = tm_take_explicit(deduce, explicit_, pos);
    if (ok && func->kind == FK_CONV && want->kind != TY_FUNC) {
        ok = deduce_conversion(deduce, func->d.type->u.func.ret, want);
    } else if (ok && want->kind == TY_FUNC) {
        FuncType a = want->u.func;
        a.noexcept_ = true; // matched without regard to exceptions
        deduce->whole_function = true;
        ok = tm_deduce_function(deduce, &func->d.type->u.func, &a);
    } else {
        ok = false;
    }
    if (ok) fn = tm_instantiate_deduced(deduce, tmpl, true, pos);
    if (fn && want->kind == TY_FUNC) {
        FuncType a = fn->d.type->u.func;
        a.noexcept_ = want->u.func.noexcept_;
        bool placeholder = a.ret->flags & TF_HAS_AUTO;
        if (placeholder) a.ret = want->u.func.ret;
        if (ty_func(parse->x, &a) != want->unqual) fn = NULL;
    }
    return tm_try_end(&trial) ? fn : NULL;
}
