// SPDX-License-Identifier: Apache-2.0
// Host variables in device code (CUDA C++ Programming Guide, "Device Memory Space Specifiers" and
// "Const-qualified variables"): an error where the function has code for the device; where it has
// none (nothing needs it and no other unit can), the warnings #20094 to #20096. Of a constant the
// value can be used, but neither its address nor a part that is chosen at run time.
#include "cuda/cuda_int.h"
#include "cxx/constant/constant.h"

static void undefined(Cxx *cxx, VarDecl *v, Pos pos) {
    const char *name = cuda_full_name(cxx, &v->d);
    diag(cxx->ctx, CUDA_ROW(host_var), pos, name);
    if (v->d.pos) diag(cxx->ctx, CUDA_ROW(note_host_var), v->d.pos, name);
}

static bool built_in(Cxx *cxx, const VarDecl *var) { // threadIdx and the like
    static const char *const regs[] = {"threadIdx", "blockIdx", "blockDim", "gridDim", "warpSize"};
    if (!(var->d.flags & DF_EXTERN) || var->defined) return false;
    const char *s = atom_str(cxx->ctx, var->d.name);
    for (uint32_t i = 0; i < CU_COUNT(regs); i++) {
        if (strcmp(s, regs[i]) == 0) return true;
    }
    return false;
}

// A lambda without marks runs where its function does.
bool cuda_on_device(Cxx *cxx, const FuncDecl *f) {
    while (f && f->cls && f->cls->is_closure && !(f->d.cuda & (CU_HOST | CU_DEVICE)))
        f = f->lambda_of;
    return f && cuda_spaces(cxx, f) & CU_DEVICE;
}

// v lies in host memory, and the code that is parsed runs on the device.
static bool crosses(Parse *parse, const VarDecl *var) {
    enum { DEVICE_MEMORY = CU_DEVICE | CU_SHARED | CU_CONSTANT | CU_MANAGED };
    Cxx *x = parse->x;
    if (parse->unevaluated || parse->const_expr || var->storage == STOR_AUTO ||
        var->storage == STOR_PARAM)
        return false;
    if (!parse->fn && !parse->device_init) return false;
    if (x->opt.default_device || var->fn || var->tmpl_object || var->d.cuda & DEVICE_MEMORY)
        return false;
    if (parse->fn && !cuda_on_device(x, parse->fn)) return false;
    return !built_in(x, var);
}

// A use that is an error if the function has code, which may be known only at the end.
static void refuse(Parse *parse, VarDecl *v, Pos pos) {
    CudaState *st = parse->x->hooks.data;
    struct HostUse u = {parse->fn, v, pos};
    if (!parse->fn || cxx_code_unasked(parse->fn))
        undefined(parse->x, v, pos);
    else
        vec_push(&parse->x->ctx->perm, &st->host_uses, u);
}

// Of the functions whose use waits for the end: those that host code reaches. Its bodies are read
// for this only where there is one to ask for.
static void reached_by_host(Cxx *cxx, Map *reached) {
    CudaState *st = cxx->hooks.data;
    VEC(FuncDecl *) asked = {0};
    const FuncDecl *last = NULL;
    for (uint32_t i = 0; i < st->host_uses.n; i++) {
        FuncDecl *f = st->host_uses.at[i].fn;
        if (f == last || f->d.flags & DF_USED || !(cuda_spaces(cxx, f) & CU_HOST)) continue;
        vec_push(&cxx->ctx->perm, &asked, f);
        last = f;
    }
    if (asked.n) cxx_host_reaches(cxx, asked.at, asked.n, reached);
}

void cuda_finish_vars(Cxx *cxx) {
    CudaState *st = cxx->hooks.data;
    Map reached;
    map_init(&reached, &cxx->ctx->perm);
    reached_by_host(cxx, &reached);
    for (uint32_t i = 0; i < st->host_uses.n; i++) {
        struct HostUse *u = &st->host_uses.at[i];
        if (u->fn->d.flags & DF_USED || map_get(&reached, u->fn->d.id))
            undefined(cxx, u->var, u->pos);
    }
}

// v is named; what is done with it is not known yet.
void cuda_check_var_use(Parse *parse, VarDecl *v, Pos pos) {
    if (!crosses(parse, v)) return;
    if (v->d.type->quals & Q_CONST || v->d.flags & DF_CONSTEXPR || ty_is_ref(v->d.type)) return;
    refuse(parse, v, pos);
}

// What the body of parse->fn does with v. ACCESS_CONST: a constant is used as an object.
void cuda_check_access(Parse *parse, VarDecl *var, Pos pos, VarAccess how) {
    if (!crosses(parse, var) || ty_is_ref(var->d.type)) return;
    if (how == ACCESS_CONST) {
        refuse(parse, var, pos);
        return;
    }
    if (cxx_code_unasked(parse->fn)) return; // an error
    const DiagRow *row = how == ACCESS_READ    ? CUDA_ROW(host_read)
                         : how == ACCESS_WRITE ? CUDA_ROW(host_written)
                                               : CUDA_ROW(host_address);
    const char *kind = var->d.flags & DF_MEMBER ? "member" : "variable";
    diag(parse->x->ctx, row, pos, kind, cuda_full_name(parse->x, &var->d));
}

// ---- other rules of bodies ---------------------------------------------------------------------

void cuda_check_pragma(Parse *parse, PragmaFault what, Pos pos) {
    if (!parse->fn || parse->fn->tmpl || parse->fn->d.env || !cuda_on_device(parse->x, parse->fn))
        return;
    diag(parse->x->ctx,
         what == PRAGMA_UNKNOWN ? CUDA_ROW(pragma_unknown) : CUDA_ROW(unroll_no_loop), pos);
}

// An "empty" constructor (CUDA C++ Programming Guide, "Device Memory Space Specifiers"): nothing in
// its body and initializers, no virtual functions or bases, and the same for its bases and members.
// Variables in device memory may have one that is not constexpr.
bool cuda_constructs_nothing(Cxx *cxx, const Expr *expr, uint32_t depth) {
    while (expr->kind == E_CLEANUPS) expr = expr->a;
    if (expr->kind == E_INIT_LIST && ty_is_array(expr->type) && !expr->n && expr->u.init->filler)
        return cuda_constructs_nothing(cxx, expr->u.init->filler, depth + 1);
    if (expr->kind != E_CONSTRUCT || expr->n || depth > cxx->ctx->max_depth) return false;
    FuncDecl *f = (FuncDecl *)expr->u.decl;
    if (!f->cls || f->cls->polymorphic || f->cls->has_virtual_bases) return false;
    if (f->body_range.end > f->body_range.begin + 2 || !cxx_func_body(cxx, f)) return false;
    if (!f->body || f->body->kind != S_COMPOUND || f->body->u.list.n) return false;
    for (uint32_t i = 0; i < f->ninit; i++) {
        const Expr *init = f->inits[i].init;
        if (init && !cuda_constructs_nothing(cxx, init, depth + 1)) return false;
    }
    return true;
}

static Type *element(Type *t) {
    while (ty_is_array(t)) t = t->u.array.elem;
    return t;
}

// Likewise an "empty" destructor; one that was declared only may do anything, and so, for nvcc, may
// that of an instance of a template.
static bool destroys_nothing(Cxx *cxx, Type *type, uint32_t depth) {
    type = element(type);
    FuncDecl *func = type->kind == TY_CLASS ? cxx_find_dtor(cxx, type) : NULL;
    if (!func) return true;
    if (func->is_virtual || depth > cxx->ctx->max_depth) return false;
    bool written = !func->is_implicit && !func->defaulted;
    if (written &&
        (!func->defined || func->d.env || func->body_range.end > func->body_range.begin + 2))
        return false;
    ClassDecl *c = type->u.cls;
    for (uint32_t i = 0; i < c->nbase; i++) {
        if (!destroys_nothing(cxx, c->base[i].type, depth + 1)) return false;
    }
    for (uint32_t i = 0; i < c->fields.n; i++) {
        if (!destroys_nothing(cxx, c->fields.at[i]->d.type, depth + 1)) return false;
    }
    return true;
}

// Whether an implicit constructor gives values to some parts of the object (a table pointer,
// default member initialisers) and leaves others: it is no constant initialisation before C++20.
static bool sets_in_part(const Expr *expr) {
    while (expr->kind == E_CLEANUPS) expr = expr->a;
    if (expr->kind == E_INIT_LIST && ty_is_array(expr->type) && !expr->n && expr->u.init->filler)
        return sets_in_part(expr->u.init->filler);
    if (expr->kind != E_CONSTRUCT || expr->n || expr->type->kind != TY_CLASS) return false;
    const FuncDecl *f = (const FuncDecl *)expr->u.decl;
    const ClassDecl *c = expr->type->u.cls;
    if (!(f->is_implicit || f->defaulted) || c->tag == CT_UNION) return false;
    bool some = c->polymorphic, left = false;
    for (uint32_t i = 0; i < c->fields.n; i++) {
        const FieldDecl *m = c->fields.at[i];
        some |= m->init_range.end != 0;
        left |= !m->init_range.end && m->d.name && ty_is_scalar(element(m->d.type));
    }
    return some && left;
}

// The address of a managed variable, or of a part of one, is known when the program runs.
static bool has_managed(const ConstVal *constant, uint32_t depth) {
    if (!constant || depth > 64) return false;
    switch (constant->kind) {
    case CV_LVALUE: return constant->u.lv.base && constant->u.lv.base->cuda & CU_MANAGED;
    case CV_UNION: return has_managed(constant->u.un.val, depth + 1);
    case CV_AGG:
        for (uint32_t i = 0; i < constant->u.agg.n; i++) {
            if (has_managed(constant->u.agg.at[i], depth + 1)) return true;
        }
        return has_managed(constant->u.agg.filler, depth + 1);
    default: return false;
    }
}

bool cuda_dynamic_init(Cxx *cxx, VarDecl *v) {
    if (!destroys_nothing(cxx, v->d.type, 0)) return true;
    if (!v->init) return false;
    const ConstVal *c = cxx_var_const(cxx, v);
    if (!c) c = cxx_const_eval_init(cxx, v, v->init, false);
    if (c) return has_managed(c, 0) || (v->init_style == INIT_NONE && sets_in_part(v->init));
    return !cuda_constructs_nothing(cxx, v->init, 0);
}

// Whether a constructor of a template's instance is written for the object or a part of it. Where
// an ordinary function stands, nvcc has not read its body, so that it is not empty; one that is
// constexpr has been read.
static bool runs_instance(Cxx *cxx, const Expr *expr, uint32_t depth) {
    while (expr->kind == E_CLEANUPS) expr = expr->a;
    if (expr->kind == E_INIT_LIST && ty_is_array(expr->type) && !expr->n && expr->u.init->filler)
        return runs_instance(cxx, expr->u.init->filler, depth + 1);
    if (expr->kind != E_CONSTRUCT || depth > cxx->ctx->max_depth) return false;
    FuncDecl *f = (FuncDecl *)expr->u.decl;
    bool written = !f->is_implicit && !f->defaulted && !(f->d.flags & DF_CONSTEXPR);
    if (written && (f->d.env || f->tmpl)) return true;
    if (!cxx_func_body(cxx, f)) return false;
    for (uint32_t i = 0; i < f->ninit; i++) {
        const Expr *init = f->inits[i].init;
        if (init && runs_instance(cxx, init, depth + 1)) return true;
    }
    return false;
}

// Static variables of functions; what namespaces have is asked for when it is written.
void cuda_check_local(Parse *parse, VarDecl *v) {
    Cxx *x = parse->x;
    if (v->d.flags & (DF_EXTERN | DF_INVALID) || ty_is_ref(v->d.type)) return;
    if (!(v->d.cuda & CU_SHARED) || element(v->d.type)->kind != TY_CLASS) return;
    bool ordinary = parse->fn && !parse->fn->tmpl && !parse->fn->d.env;
    if (cuda_dynamic_init(x, v) || (ordinary && v->init && runs_instance(x, v->init, 0)))
        diag(x->ctx, CUDA_ROW(dynamic_shared), v->d.pos);
}

void cuda_check_type(Parse *parse, Type *t, Decl *d, Pos pos) {
    if (d && d->kind == D_VAR && d->cuda & CU_MANAGED)
        diag(parse->x->ctx, CUDA_ROW(managed_decltype), pos);
    if (t && t->kind == TY_LDOUBLE && parse->fn && cuda_on_device(parse->x, parse->fn))
        diag(parse->x->ctx, CUDA_ROW(long_double), pos);
}
