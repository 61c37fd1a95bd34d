// SPDX-License-Identifier: Apache-2.0
// The address of an overloaded function [over.over]: of a set, the one function that its target's
// type means, or that is alone.
#include "cxx/facts/diag.h"
#include "cxx/facts/state.h"
#include "cxx/lookup/lookup.h"
#include "cxx/convert/convert.h"

// The function type that the type of a target means [over.over]/1; NULL: none.
static Type *function_target(Type *type) {
    if (!type) return NULL;
    type = ty_unqual(ty_deref(type));
    if (is_any_of(type->kind, TY_PTR, TY_MEMPTR)) type = type->u.ptr.to;
    return type->kind == TY_FUNC ? type : NULL;
}

bool cxx_same_but_noexcept(Cxx *cxx, Type *have, Type *want) {
    if (have == want) return true;
    if (have->kind != TY_FUNC || !have->u.func.noexcept_) return false;
    FuncType f = have->u.func;
    f.noexcept_ = false;
    return ty_func(cxx, &f) == want;
}

// ---- the function as an expression -------------------------------------------------------------

// [expr.const]: only constant expressions and what is unevaluated may name a consteval function
// without calling it.
static bool may_name_immediate(Parse *parse) {
    return parse->const_expr || parse->unevaluated || cxx_in_immediate(parse);
}

// What the program says by naming the function: it is used, and must be accessible. False after a
// diagnostic that makes it none.
static bool say_named(Parse *parse, const Expr *ovl, FuncDecl *func, bool member) {
    Cxx *cxx = parse->x;
    if (func->d.flags & DF_CONSTEVAL && !may_name_immediate(parse)) {
        CXX_DIAG(cxx, x_consteval_address, ovl->pos, &func->d);
        return false;
    }
    ClassDecl *naming = ovl->u.ovl->naming;
    if (naming && !cxx_access_object_ok(parse, &func->d, naming, member ? naming : NULL)) {
        CXX_DIAG(cxx, x_inaccessible, ovl->pos, &func->d);
        cxx_note_declared(cxx, &func->d);
    }
    cxx_mark_used(parse, &func->d, ovl->pos);
    return true;
}

static Expr *address_of(Parse *parse, Type *pointer, Expr *function) {
    Expr *address = xe_un(parse, E_UNARY, pointer, VC_PRVALUE, function->pos, function);
    address->op = OP_ADDR;
    return address;
}

// The function, or its address where the set stood behind `&`. A member has one only as `&C::f`
// [expr.unary.op]/4.
static Expr *function_value(Parse *parse, Expr *ovl, FuncDecl *func, bool report) {
    Cxx *cxx = parse->x;
    bool known = report ? cxx_func_deduced(parse, func, ovl->pos) : cxx_func_signature(cxx, func);
    if (!known) return NULL;
    bool member = func->cls && !(func->d.flags & DF_STATIC);
    if (report && !say_named(parse, ovl, func, member)) return NULL;

    Expr *expr = xe_ref(parse, &func->d, func->d.type, ovl->pos);
    expr->end = ovl->end;
    bool address = ovl->op == OP_ADDR;
    if (!member) return address ? address_of(parse, ty_pointer(cxx, func->d.type), expr) : expr;

    if (!address || !(ovl->pad & XP_QUALIFIED)) {
        if (report) CXX_DIAG(cxx, x_member_function_not_called, ovl->pos, &func->d);
        return NULL;
    }
    return address_of(parse, ty_memptr(cxx, func->cls->d.type, func->d.type), expr);
}

// ---- the choice ---------------------------------------------------------------------------------

// Of the functions that are no templates, and of instances, the best so far, and how many are as
// good as that one.
typedef struct {
    Parse *parse;
    const Expr *ovl; // E_OVERLOAD
    Type *want;      // NULL: any type
    FuncDecl *plain, *inst;
    TemplateDecl *inst_of;
    uint32_t nplain, ninst;
} Choice;

static bool fits(const Choice *choice, const FuncDecl *func) {
    return !choice->want || cxx_same_but_noexcept(choice->parse->x, func->d.type, choice->want);
}

// [over.over]/2: of the type that is wanted, and its constraints hold; of such, the more
// constrained.
static void consider_function(Choice *choice, FuncDecl *func) {
    Cxx *cxx = choice->parse->x;
    if (!cxx_func_satisfied(cxx, func)) return;
    bool undeduced =
        choice->want && func->d.type != choice->want && func->d.type->flags & TF_HAS_AUTO;
    if (undeduced) cxx_func_signature(cxx, func); // its body tells what it gives
    if (!fits(choice, func)) return;

    if (choice->plain && choice->plain != func) {
        int order = cxx_more_constrained_func(cxx, func, choice->plain);
        if (order < 0) return;
        if (order > 0) choice->nplain = 0;
    }
    choice->nplain += choice->plain != func;
    choice->plain = func;
}

// [over.over]/3: the instance that deduction gives for the type, or the arguments alone; of such,
// that of the more specialized template. A template without either means nobody knows how many.
static void consider_template(Choice *choice, TemplateDecl *tmpl) {
    Cxx *cxx = choice->parse->x;
    TmplArgs *targs = choice->ovl->u.ovl->targs;
    DeduceFail why = {0};
    if (!choice->want && !targs) {
        choice->ninst += 2;
        return;
    }
    FuncDecl *func = choice->want ? cxx_deduce_type(choice->parse, tmpl, targs, choice->want, &why)
                                  : cxx_deduce_explicit(choice->parse, tmpl, targs);
    if (!func) return;
    bool other = !fits(choice, func) && cxx_func_signature(cxx, func) && !fits(choice, func);
    if (other) return;

    if (choice->inst && func != choice->inst) {
        int order = cxx_more_specialized(cxx, tmpl, choice->inst_of, UINT32_MAX);
        if (order < 0) return;
        if (order > 0) choice->ninst = 0;
    }
    choice->ninst++;
    choice->inst = func;
    choice->inst_of = tmpl;
}

// [over.over]/4: a function that is no template drives instances out.
static FuncDecl *only_one(const Choice *choice) {
    if (choice->nplain) return choice->nplain == 1 ? choice->plain : NULL;
    return choice->ninst == 1 ? choice->inst : NULL;
}

static void say_none(const Choice *choice, Pos pos) {
    Cxx *cxx = choice->parse->x;
    Atom name = choice->ovl->u.ovl->name;
    if (!choice->ovl->u.ovl->n)
        cxx_say_undefined(choice->parse, pos, name);
    else if (choice->ovl->u.ovl->n == 1 && choice->ninst > 1)
        CXX_DIAG(cxx, x_ambiguous_template, pos, name);
    else if (choice->nplain > 1 || choice->ninst > 1)
        CXX_DIAG(cxx, x_ambiguous_address, pos, name);
    else if (choice->want)
        CXX_DIAG(cxx, x_no_address_match, pos, name, choice->want);
    else
        CXX_DIAG(cxx, x_overload_no_target, pos, name);
}

Expr *cxx_resolve_address(Parse *parse, Expr *ovl, Type *target, bool report) {
    if (ovl->kind != E_OVERLOAD) return ovl;
    Choice choice = {.parse = parse, .ovl = ovl, .want = function_target(target)};
    for (uint32_t i = 0; i < ovl->u.ovl->n; i++) {
        Decl *decl = ovl->u.ovl->set[i];
        if (decl->kind == D_FUNC && !ovl->u.ovl->targs)
            consider_function(&choice, (FuncDecl *)decl);
        else if (decl->kind == D_TEMPLATE)
            consider_template(&choice, (TemplateDecl *)decl);
    }

    FuncDecl *func = only_one(&choice);
    if (func) return function_value(parse, ovl, func, report);
    if (report) say_none(&choice, ovl->pos);
    return NULL;
}
