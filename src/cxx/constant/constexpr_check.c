// SPDX-License-Identifier: Apache-2.0
// What a constexpr function must not be or hold, whether or not anything evaluates it
// [dcl.constexpr], and which types are literal [basic.types.general]/10. Of the rules on functions
// those are kept that compilers for CUDA enforce; an instance of a template that breaks one is no
// error, it only is not constant.
#include "cxx/facts/diag.h"
#include "cxx/facts/facts.h"
#include "cxx/constant/constant.h"

static Type *element(Type *type) {
    while (ty_is_array(type)) type = type->u.array.elem;
    return type;
}

// Some constructor that neither copies nor moves is constexpr. Inherited ones are taken to be.
static bool constexpr_ctor(Cxx *cxx, const ClassDecl *cls) {
    for (const Decl *d = map_get(&cls->inner->names, cxx->n.ctor); d; d = d->next) {
        const Decl *f = d;
        if (d->kind == D_TEMPLATE) f = &((const TemplateDecl *)d)->pattern->d;
        if (f->kind != D_FUNC) return true;
        int k = cxx_special_kind((const FuncDecl *)f);
        if (k != SP_COPY && k != SP_MOVE && f->flags & DF_CONSTEXPR) return true;
    }
    return false;
}

static bool literal(Cxx *cxx, Type *type, uint32_t depth);

static bool literal_class(Cxx *cxx, ClassDecl *cls, uint32_t depth);

// [basic.types.general]/10.5: a constexpr destructor, an aggregate or a constexpr constructor, and
// literal, non-volatile members; of a union one of these is enough.
static bool find_literal(Cxx *cxx, ClassDecl *cls, uint32_t depth) {
    cxx_class_specials(cxx, cls);
    if (cls->has_virtual_bases) return false;
    bool dtor = cls->trivial_dtor;
    if (!dtor && cxx->opt.std >= 20) dtor = cls->dtor && cls->dtor->d.flags & DF_CONSTEXPR;
    if (!dtor) return false;
    if (cls->is_closure) return cxx->opt.std >= 17;
    if (!cls->aggregate && !constexpr_ctor(cxx, cls)) return false;
    for (uint32_t i = 0; i < cls->nbase; i++) {
        if (cls->base[i].cls && !literal_class(cxx, cls->base[i].cls, depth + 1)) return false;
    }
    bool any = false, all = true;
    for (uint32_t i = 0; i < cls->fields.n; i++) {
        Type *t = cls->fields.at[i]->d.type;
        bool ok = !(element(t)->quals & Q_VOLATILE) && literal(cxx, t, depth + 1);
        any |= ok;
        all &= ok;
    }
    return cls->tag == CT_UNION ? any || !cls->fields.n : all;
}

// find_literal, asked once; while it is asked, and of what is not known, it is yes.
static bool literal_class(Cxx *cxx, ClassDecl *cls, uint32_t depth) {
    if (!cxx_class_complete(cxx, cls, cls->d.pos) || cls->unbound) return true; // said elsewhere
    if (cls->literal) return cls->literal != ANSWER_NO;
    cls->literal = ANSWER_ASKED;
    bool yes = find_literal(cxx, cls, depth);
    cls->literal = yes ? ANSWER_YES : ANSWER_NO;
    if (cls->completing) cls->literal = ANSWER_NONE; // may be another when it is complete
    return yes;
}

static bool literal(Cxx *cxx, Type *type, uint32_t depth) {
    type = element(type);
    if (type->kind != TY_CLASS || ty_dependent(type) || depth > cxx->ctx->max_depth) return true;
    return literal_class(cxx, type->u.cls, depth);
}

bool cxx_literal_type(Cxx *cxx, Type *type) {
    return literal(cxx, type, 0);
}

// ---- functions ---------------------------------------------------------------------------------

// Default-initialisation leaves an object of type `type` without a value, or a part of it.
static bool left_uninit(Cxx *cxx, Type *type) {
    type = element(type);
    if (type->kind == TY_ERROR || ty_is_ref(type) || ty_dependent(type)) return false;
    if (type->kind != TY_CLASS) return true;
    ClassDecl *c = type->u.cls;
    if (!cxx_class_complete(cxx, c, c->d.pos)) return false;
    cxx_class_specials(cxx, c);
    return c->trivial_default && !c->empty && !c->is_closure;
}

// A variable in the body [dcl.constexpr]/3: of literal type, not static, before C++20 with a value.
static void check_local(Cxx *cxx, VarDecl *var) {
    bool error = (var->d.flags & DF_INVALID) || var->d.type->kind == TY_ERROR;
    if (error || !var->d.name || var->capture_of) return;
    if (var->d.cuda & CU_SHARED) return; // judged by src/cuda
    if (var->storage == STOR_STATIC)
        CXX_DIAG(cxx, d_constexpr_static, var->d.pos, var->d.name);
    else if (!literal(cxx, var->d.type, 0))
        CXX_DIAG(cxx, d_constexpr_local, var->d.pos, var->d.name, var->d.type);
    else if (cxx->opt.std < 20 && var->init_style == INIT_NONE && left_uninit(cxx, var->d.type))
        CXX_DIAG(cxx, d_constexpr_uninit, var->d.pos, var->d.name);
}

// The constructor that expr calls, which is no constexpr one; or NULL.
static FuncDecl *plain_ctor(const Expr *expr) {
    while (expr && (expr->kind == E_CLEANUPS || expr->kind == E_ZERO_CONSTRUCT)) expr = expr->a;
    const Decl *called = expr && expr->kind == E_CONSTRUCT ? expr->u.decl : NULL;
    if (!called || called->kind != D_FUNC) return NULL;
    FuncDecl *f = (FuncDecl *)expr->u.decl;
    bool written = !f->is_implicit && !f->defaulted && !f->inherited;
    bool instance = f->tmpl || f->d.env;
    return written && !instance && !(f->d.flags & DF_CONSTEXPR) ? f : NULL;
}

// A constructor [dcl.constexpr]/4: what it calls is constexpr, and before C++20 every member gets a
// value.
static void check_ctor(Cxx *cxx, FuncDecl *func) {
    const ClassDecl *cls = func->cls;
    for (uint32_t i = 0; i < func->ninit; i++) {
        FuncDecl *called = plain_ctor(func->inits[i].init);
        if (!called) continue;
        CXX_DIAG(cxx, d_constexpr_ctor_calls, func->d.pos, called);
        return;
    }
    bool delegates = func->ninit == 1 && !func->inits[0].field && !func->inits[0].base;
    if (cxx->opt.std >= 20 || delegates || cls->tag == CT_UNION || func->inherited) return;
    for (uint32_t i = 0, k = 0; i < cls->fields.n; i++) { // the initialisers are in the same order
        const FieldDecl *m = cls->fields.at[i];
        while (k < func->ninit && (!func->inits[k].field || func->inits[k].field->owner != cls))
            k++;
        bool has = k < func->ninit && func->inits[k].field == m;
        k += has;
        if (has || m->anonymous || (m->is_bitfield && !m->d.name)) continue;
        if (!left_uninit(cxx, m->d.type)) continue;
        CXX_DIAG(cxx, d_constexpr_ctor_init, func->d.pos, m->d.name);
        return;
    }
}

// Whether the function is the program's own constexpr function, no instance of anything, and where
// it is to be judged.
static bool is_judged(const Cxx *cxx, const FuncDecl *func) {
    unsigned made = DF_IMPLICIT | DF_TEMPLATE_INST | DF_INVALID;
    if (!(func->d.flags & DF_CONSTEXPR) || (func->d.flags & made)) return false;
    if (func->is_implicit || func->defaulted || func->tmpl || func->d.env) return false;
    if (func->cls && (func->cls->is_closure || func->cls->env)) return false;
    return cxx->opt.check_all || (func->d.flags & DF_IN_MAIN_FILE);
}

// `{}` of a function with a result, which C++11 does not have.
static bool has_empty_body(const FuncDecl *func) {
    const Stmt *body = func->body;
    bool value = func->kind == FK_NORMAL && func->d.type->u.func.ret->kind != TY_VOID;
    return value && body && body->kind == S_COMPOUND && !body->u.list.n;
}

// Its body was read without errors.
void cxx_check_constexpr(Cxx *cxx, FuncDecl *func) {
    if (!is_judged(cxx, func)) return;
    bool structor = func->kind == FK_CTOR || func->kind == FK_DTOR;
    if (structor && func->cls && func->cls->has_virtual_bases) {
        CXX_DIAG(cxx, d_constexpr_virtual_base, func->d.pos, func->cls->d.type);
        return;
    }
    for (uint32_t i = 0; i < func->nparam; i++) {
        VarDecl *v = func->param[i];
        if (literal(cxx, v->d.type, 0)) continue;
        CXX_DIAG(cxx, d_constexpr_param, v->d.pos, v->d.type);
        return;
    }
    Type *r = func->d.type->u.func.ret;
    if (func->kind == FK_NORMAL && !literal(cxx, r, 0))
        CXX_DIAG(cxx, d_constexpr_result, func->d.pos, r);
    if (cxx->opt.std < 14 && has_empty_body(func)) CXX_DIAG(cxx, d_constexpr_empty, func->d.pos);
    for (uint32_t i = 0; i < func->locals.n; i++) check_local(cxx, func->locals.at[i]);
    if (func->kind == FK_CTOR) check_ctor(cxx, func);
}
