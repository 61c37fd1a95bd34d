// SPDX-License-Identifier: Apache-2.0
// Host variables in device code (CUDA C++ Programming Guide, "Device Memory Space Specifiers" and
// "Const-qualified variables"): an error where the function has code for the device; where it has
// none (nothing needs it and no other unit can), the warnings #20094 to #20096. Of a constant the
// value can be used, but neither its address nor a part that is chosen at run time.
#include "cuda/cuda_int.h"
#include "cxx/constant/constant.h"

static void undefined(Cxx *x, VarDecl *v, Pos pos) {
    const char *name = cuda_full_name(x, &v->d);
    diag(x->ctx, CUDA_ROW(host_var), pos, name);
    if (v->d.pos) diag(x->ctx, CUDA_ROW(note_host_var), v->d.pos, name);
}

static bool built_in(Cxx *x, const VarDecl *v) { // threadIdx and the like
    static const char *const regs[] = {"threadIdx", "blockIdx", "blockDim", "gridDim", "warpSize"};
    if (!(v->d.flags & DF_EXTERN) || v->defined) return false;
    const char *s = atom_str(x->ctx, v->d.name);
    for (uint32_t i = 0; i < CU_COUNT(regs); i++) {
        if (strcmp(s, regs[i]) == 0) return true;
    }
    return false;
}

// A lambda without marks runs where its function does.
bool cuda_on_device(Cxx *x, const FuncDecl *f) {
    while (f && f->cls && f->cls->is_closure && !(f->d.cuda & (CU_HOST | CU_DEVICE)))
        f = f->lambda_of;
    return f && cuda_spaces(x, f) & CU_DEVICE;
}

// v lies in host memory, and the code that is parsed runs on the device.
static bool crosses(Parse *p, const VarDecl *v) {
    enum { DEVICE_MEMORY = CU_DEVICE | CU_SHARED | CU_CONSTANT | CU_MANAGED };
    Cxx *x = p->x;
    if (p->unevaluated || p->const_expr || v->storage == STOR_AUTO || v->storage == STOR_PARAM)
        return false;
    if (!p->fn && !p->device_init) return false;
    if (x->opt.default_device || v->fn || v->tmpl_object || v->d.cuda & DEVICE_MEMORY) return false;
    if (p->fn && !cuda_on_device(x, p->fn)) return false;
    return !built_in(x, v);
}

// A use that is an error if the function has code, which may be known only at the end.
static void refuse(Parse *p, VarDecl *v, Pos pos) {
    CudaState *st = p->x->hooks.data;
    struct HostUse u = {p->fn, v, pos};
    if (!p->fn || cxx_code_unasked(p->fn))
        undefined(p->x, v, pos);
    else
        vec_push(&p->x->ctx->perm, &st->host_uses, u);
}

// Of the functions whose use waits for the end: those that host code reaches. Its bodies are read
// for this only where there is one to ask for.
static void reached_by_host(Cxx *x, Map *reached) {
    CudaState *st = x->hooks.data;
    VEC(FuncDecl *) asked = {0};
    const FuncDecl *last = NULL;
    for (uint32_t i = 0; i < st->host_uses.n; i++) {
        FuncDecl *f = st->host_uses.at[i].fn;
        if (f == last || f->d.flags & DF_USED || !(cuda_spaces(x, f) & CU_HOST)) continue;
        vec_push(&x->ctx->perm, &asked, f);
        last = f;
    }
    if (asked.n) cxx_host_reaches(x, asked.at, asked.n, reached);
}

void cuda_finish_vars(Cxx *x) {
    CudaState *st = x->hooks.data;
    Map reached;
    map_init(&reached, &x->ctx->perm);
    reached_by_host(x, &reached);
    for (uint32_t i = 0; i < st->host_uses.n; i++) {
        struct HostUse *u = &st->host_uses.at[i];
        if (u->fn->d.flags & DF_USED || map_get(&reached, u->fn->d.id))
            undefined(x, u->var, u->pos);
    }
}

// v is named; what is done with it is not known yet.
void cuda_check_var_use(Parse *p, VarDecl *v, Pos pos) {
    if (!crosses(p, v)) return;
    if (v->d.type->quals & Q_CONST || v->d.flags & DF_CONSTEXPR || ty_is_ref(v->d.type)) return;
    refuse(p, v, pos);
}

// What the body of p->fn does with v. ACCESS_CONST: a constant is used as an object.
void cuda_check_access(Parse *p, VarDecl *v, Pos pos, VarAccess how) {
    if (!crosses(p, v) || ty_is_ref(v->d.type)) return;
    if (how == ACCESS_CONST) {
        refuse(p, v, pos);
        return;
    }
    if (cxx_code_unasked(p->fn)) return; // an error
    const DiagRow *row = how == ACCESS_READ    ? CUDA_ROW(host_read)
                         : how == ACCESS_WRITE ? CUDA_ROW(host_written)
                                               : CUDA_ROW(host_address);
    const char *kind = v->d.flags & DF_MEMBER ? "member" : "variable";
    diag(p->x->ctx, row, pos, kind, cuda_full_name(p->x, &v->d));
}

// ---- other rules of bodies ---------------------------------------------------------------------

void cuda_check_pragma(Parse *p, PragmaFault what, Pos pos) {
    if (!p->fn || p->fn->tmpl || p->fn->d.env || !cuda_on_device(p->x, p->fn)) return;
    diag(p->x->ctx, what == PRAGMA_UNKNOWN ? CUDA_ROW(pragma_unknown) : CUDA_ROW(unroll_no_loop),
         pos);
}

// An "empty" constructor (CUDA C++ Programming Guide, "Device Memory Space Specifiers"): nothing in
// its body and initializers, no virtual functions or bases, and the same for its bases and members.
// Variables in device memory may have one that is not constexpr.
bool cuda_constructs_nothing(Cxx *x, const Expr *e, uint32_t depth) {
    while (e->kind == E_CLEANUPS) e = e->a;
    if (e->kind == E_INIT_LIST && ty_is_array(e->type) && !e->n && e->u.init->filler)
        return cuda_constructs_nothing(x, e->u.init->filler, depth + 1);
    if (e->kind != E_CONSTRUCT || e->n || depth > x->ctx->max_depth) return false;
    FuncDecl *f = (FuncDecl *)e->u.decl;
    if (!f->cls || f->cls->polymorphic || f->cls->has_virtual_bases) return false;
    if (f->body_range.end > f->body_range.begin + 2 || !cxx_func_body(x, f)) return false;
    if (!f->body || f->body->kind != S_COMPOUND || f->body->u.list.n) return false;
    for (uint32_t i = 0; i < f->ninit; i++) {
        const Expr *init = f->inits[i].init;
        if (init && !cuda_constructs_nothing(x, init, depth + 1)) return false;
    }
    return true;
}

static Type *element(Type *t) {
    while (ty_is_array(t)) t = t->u.array.elem;
    return t;
}

// Likewise an "empty" destructor; one that was declared only may do anything, and so, for nvcc, may
// that of an instance of a template.
static bool destroys_nothing(Cxx *x, Type *t, uint32_t depth) {
    t = element(t);
    FuncDecl *f = t->kind == TY_CLASS ? cxx_find_dtor(x, t) : NULL;
    if (!f) return true;
    if (f->is_virtual || depth > x->ctx->max_depth) return false;
    bool written = !f->is_implicit && !f->defaulted;
    if (written && (!f->defined || f->d.env || f->body_range.end > f->body_range.begin + 2))
        return false;
    ClassDecl *c = t->u.cls;
    for (uint32_t i = 0; i < c->nbase; i++) {
        if (!destroys_nothing(x, c->base[i].type, depth + 1)) return false;
    }
    for (uint32_t i = 0; i < c->fields.n; i++) {
        if (!destroys_nothing(x, c->fields.at[i]->d.type, depth + 1)) return false;
    }
    return true;
}

// Whether an implicit constructor gives values to some parts of the object (a table pointer,
// default member initialisers) and leaves others: it is no constant initialisation before C++20.
static bool sets_in_part(const Expr *e) {
    while (e->kind == E_CLEANUPS) e = e->a;
    if (e->kind == E_INIT_LIST && ty_is_array(e->type) && !e->n && e->u.init->filler)
        return sets_in_part(e->u.init->filler);
    if (e->kind != E_CONSTRUCT || e->n || e->type->kind != TY_CLASS) return false;
    const FuncDecl *f = (const FuncDecl *)e->u.decl;
    const ClassDecl *c = e->type->u.cls;
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
static bool has_managed(const ConstVal *c, uint32_t depth) {
    if (!c || depth > 64) return false;
    switch (c->kind) {
    case CV_LVALUE: return c->u.lv.base && c->u.lv.base->cuda & CU_MANAGED;
    case CV_UNION: return has_managed(c->u.un.val, depth + 1);
    case CV_AGG:
        for (uint32_t i = 0; i < c->u.agg.n; i++) {
            if (has_managed(c->u.agg.at[i], depth + 1)) return true;
        }
        return has_managed(c->u.agg.filler, depth + 1);
    default: return false;
    }
}

bool cuda_dynamic_init(Cxx *x, VarDecl *v) {
    if (!destroys_nothing(x, v->d.type, 0)) return true;
    if (!v->init) return false;
    const ConstVal *c = cxx_var_const(x, v);
    if (!c) c = cxx_const_eval_init(x, v, v->init, false);
    if (c) return has_managed(c, 0) || (v->init_style == INIT_NONE && sets_in_part(v->init));
    return !cuda_constructs_nothing(x, v->init, 0);
}

// Whether a constructor of a template's instance is written for the object or a part of it. Where
// an ordinary function stands, nvcc has not read its body, so that it is not empty; one that is
// constexpr has been read.
static bool runs_instance(Cxx *x, const Expr *e, uint32_t depth) {
    while (e->kind == E_CLEANUPS) e = e->a;
    if (e->kind == E_INIT_LIST && ty_is_array(e->type) && !e->n && e->u.init->filler)
        return runs_instance(x, e->u.init->filler, depth + 1);
    if (e->kind != E_CONSTRUCT || depth > x->ctx->max_depth) return false;
    FuncDecl *f = (FuncDecl *)e->u.decl;
    bool written = !f->is_implicit && !f->defaulted && !(f->d.flags & DF_CONSTEXPR);
    if (written && (f->d.env || f->tmpl)) return true;
    if (!cxx_func_body(x, f)) return false;
    for (uint32_t i = 0; i < f->ninit; i++) {
        const Expr *init = f->inits[i].init;
        if (init && runs_instance(x, init, depth + 1)) return true;
    }
    return false;
}

// Static variables of functions; what namespaces have is asked for when it is written.
void cuda_check_local(Parse *p, VarDecl *v) {
    Cxx *x = p->x;
    if (v->d.flags & (DF_EXTERN | DF_INVALID) || ty_is_ref(v->d.type)) return;
    if (!(v->d.cuda & CU_SHARED) || element(v->d.type)->kind != TY_CLASS) return;
    bool ordinary = p->fn && !p->fn->tmpl && !p->fn->d.env;
    if (cuda_dynamic_init(x, v) || (ordinary && v->init && runs_instance(x, v->init, 0)))
        diag(x->ctx, CUDA_ROW(dynamic_shared), v->d.pos);
}

void cuda_check_type(Parse *p, Type *t, Decl *d, Pos pos) {
    if (d && d->kind == D_VAR && d->cuda & CU_MANAGED)
        diag(p->x->ctx, CUDA_ROW(managed_decltype), pos);
    if (t && t->kind == TY_LDOUBLE && p->fn && cuda_on_device(p->x, p->fn))
        diag(p->x->ctx, CUDA_ROW(long_double), pos);
}
