// SPDX-License-Identifier: Apache-2.0
// Host code that was not understood where no token leads to a kernel [design, decision 2]. An
// instance of a library's template launches what its arguments bring: a closure, a function object,
// a kernel's address. What failed in such an instance may have been on the way to them, so it is
// lost as if it had stood where they are.
#include "cxx/facts/state.h"
#include "cxx/check/host_int.h"

enum { DEEP = 32, NO_HIT = UINT32_MAX }; // of types in types

static uint32_t type_hit(const HostNames *names, Type *used, int depth);

// The first hit that a constant's address leads to.
static uint32_t value_hit(const HostNames *names, const ConstVal *value) {
    const Decl *decl = NULL;
    if (value && value->kind == CV_LVALUE) decl = value->u.lv.base;
    if (value && value->kind == CV_MEMPTR) decl = value->u.mp.member;
    if (!decl) return NO_HIT;
    bool leads = decl->cuda & CU_GLOBAL || cxx_host_named(names, decl->name);
    return leads ? decl->order : NO_HIT;
}

// The first hit among the arguments, at any depth of packs.
static uint32_t args_hit(const HostNames *names, const TmplArgs *given, int depth) {
    uint32_t hit = NO_HIT;
    for (uint32_t i = 0; i < targs_count(given) && depth < DEEP && hit == NO_HIT; i++) {
        const TmplArg *arg = &given->a[i];
        switch (arg->kind) {
        case TA_TYPE: hit = type_hit(names, arg->type, depth + 1); break;
        case TA_VALUE: hit = value_hit(names, arg->val); break;
        case TA_PACK: hit = args_hit(names, arg->pack, depth + 1); break;
        case TA_TEMPLATE:
            if (cxx_host_named(names, arg->tmpl->name)) hit = arg->tmpl->order;
            break;
        default: break;
        }
    }
    return hit;
}

// In the body of the class, else where its name leads to a kernel, in what it captured, and in its
// arguments.
static uint32_t class_hit(const HostNames *names, ClassDecl *cls, int depth) {
    bool closure = cls->closure.is, alone = closure || cls->written.is_local;
    TokRange body = cls->written.body;
    if (closure && cls->closure.call_op) body = cls->closure.call_op->body.range;
    bool leads = alone || cxx_host_named(names, cls->d.name);
    uint32_t hit = leads ? cxx_host_first_hit(names, body.begin, body.end) : NO_HIT;
    if (hit == NO_HIT && leads && !alone) hit = cls->d.order;
    for (uint32_t i = 0; closure && hit == NO_HIT && i < cls->members.fields.n; i++)
        hit = type_hit(names, cls->members.fields.at[i]->d.type, depth + 1);
    return hit == NO_HIT ? args_hit(names, cls->inst.args, depth + 1) : hit;
}

// Through pointers, references and arrays to what they are made of.
static uint32_t type_hit(const HostNames *names, Type *used, int depth) {
    used = ty_innermost(used);
    if (depth > DEEP) return NO_HIT;
    if (used->kind == TY_CLASS) return class_hit(names, used->u.cls, depth);
    if (used->kind == TY_MEMPTR) return type_hit(names, used->u.ptr.cls, depth + 1);
    uint32_t hit = NO_HIT;
    Type *part; // of a function
    for (uint32_t i = 0; hit == NO_HIT && (part = ty_part(used, i)); i++)
        hit = type_hit(names, part, depth + 1);
    return hit;
}

// Of the classes around the scope.
static uint32_t scope_hit(const HostNames *names, const Scope *inner) {
    uint32_t hit = NO_HIT;
    for (; inner && hit == NO_HIT; inner = inner->parent) {
        if (inner->kind == SC_CLASS) hit = args_hit(names, inner->cls->inst.args, 0);
    }
    return hit;
}

// Of a parameter of the function that is named in the stretch.
static uint32_t parameter_hit(const HostNames *names, const FuncDecl *func, uint32_t begin,
                              uint32_t end) {
    const Token *tok = names->x->tokens->at;
    for (uint32_t i = 0; i < func->nparam; i++) {
        const VarDecl *parm = func->param ? func->param[i] : NULL;
        uint32_t hit = parm && parm->d.name ? type_hit(names, parm->d.type, 0) : NO_HIT;
        for (uint32_t t = begin; hit != NO_HIT && t < end; t++) {
            if (tok[t].kind == T_IDENT && tok[t].text == parm->d.name) return hit;
        }
    }
    return NO_HIT;
}

// Of the function's own arguments, those of its class, of the function around a closure, of its
// parameters.
static uint32_t function_hit(const HostNames *names, const HostBlind *blind) {
    uint32_t hit = parameter_hit(names, blind->fn, blind->begin, blind->end);
    for (const FuncDecl *func = blind->fn; func && hit == NO_HIT; func = func->lambda_of) {
        hit = args_hit(names, func->inst.args, 0);
        for (const ClassDecl *cls = func->cls; cls && hit == NO_HIT;) {
            hit = args_hit(names, cls->inst.args, 0);
            const Scope *around = cls->d.scope;
            cls = scope_class(around);
        }
        if (!cxx_is_of_closure(func)) break;
    }
    return hit;
}

void cxx_host_judge_blind(HostNames *names) {
    for (uint32_t i = 0; i < names->blind.n; i++) {
        const HostBlind *blind = &names->blind.at[i];
        uint32_t hit = blind->fn ? function_hit(names, blind) : NO_HIT;
        if (hit == NO_HIT && blind->var) hit = args_hit(names, blind->var->args, 0);
        if (hit == NO_HIT) hit = scope_hit(names, blind->scope);
        if (hit == NO_HIT) continue;
        HostLoss loss = {.token = hit, .begin = hit, .cause = blind->cause, .text = blind->text};
        cxx_host_lose(names, loss);
    }
}
