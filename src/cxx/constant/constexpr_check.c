// SPDX-License-Identifier: Apache-2.0
// What a constexpr function must not be or hold, whether or not anything evaluates it
// [dcl.constexpr], and which types are literal [basic.types.general]/10. Of the rules on functions
// those are kept that compilers for CUDA enforce; an instance of a template that breaks one is no
// error, it only is not constant.
#include "cxx/facts/diag.h"
#include "cxx/facts/facts.h"
#include "cxx/constant/constant.h"

static Type *element(Type *t) {
    while (ty_is_array(t)) t = t->u.array.elem;
    return t;
}

// Some constructor that neither copies nor moves is constexpr. Inherited ones are taken to be.
static bool constexpr_ctor(Cxx *x, const ClassDecl *c) {
    for (const Decl *d = map_get(&c->inner->names, x->n.ctor); d; d = d->next) {
        const Decl *f = d;
        if (d->kind == D_TEMPLATE) f = &((const TemplateDecl *)d)->pattern->d;
        if (f->kind != D_FUNC) return true;
        int k = cxx_special_kind((const FuncDecl *)f);
        if (k != SP_COPY && k != SP_MOVE && f->flags & DF_CONSTEXPR) return true;
    }
    return false;
}

static bool literal(Cxx *x, Type *t, uint32_t depth);

static bool literal_class(Cxx *x, ClassDecl *c, uint32_t depth);

static bool find_literal(Cxx *x, ClassDecl *c, uint32_t depth) {
    cxx_class_specials(x, c);
    if (c->has_virtual_bases) return false;
    bool dtor = c->trivial_dtor;
    if (!dtor && x->opt.std >= 20) dtor = c->dtor && c->dtor->d.flags & DF_CONSTEXPR;
    if (!dtor) return false;
    if (c->is_closure) return x->opt.std >= 17;
    if (!c->aggregate && !constexpr_ctor(x, c)) return false;
    for (uint32_t i = 0; i < c->nbase; i++) {
        if (c->base[i].cls && !literal_class(x, c->base[i].cls, depth + 1)) return false;
    }
    bool any = false, all = true;
    for (uint32_t i = 0; i < c->fields.n; i++) {
        Type *t = c->fields.at[i]->d.type;
        bool ok = !(element(t)->quals & Q_VOLATILE) && literal(x, t, depth + 1);
        any |= ok;
        all &= ok;
    }
    return c->tag == CT_UNION ? any || !c->fields.n : all;
}

static bool literal_class(Cxx *x, ClassDecl *c, uint32_t depth) {
    if (!cxx_class_complete(x, c, c->d.pos) || c->unbound) return true; // said elsewhere
    if (c->literal) return c->literal != ANSWER_NO;
    c->literal = ANSWER_ASKED;
    bool yes = find_literal(x, c, depth);
    c->literal = c->completing ? ANSWER_NONE : yes ? ANSWER_YES : ANSWER_NO;
    return yes;
}

static bool literal(Cxx *x, Type *t, uint32_t depth) {
    t = element(t);
    if (t->kind != TY_CLASS || ty_dependent(t) || depth > x->ctx->max_depth) return true;
    return literal_class(x, t->u.cls, depth);
}

bool cxx_literal_type(Cxx *x, Type *t) {
    return literal(x, t, 0);
}

// ---- functions ---------------------------------------------------------------------------------

// Default-initialisation leaves an object of type t without a value, or a part of it.
static bool left_uninit(Cxx *x, Type *t) {
    t = element(t);
    if (t->kind == TY_ERROR || ty_is_ref(t) || ty_dependent(t)) return false;
    if (t->kind != TY_CLASS) return true;
    ClassDecl *c = t->u.cls;
    if (!cxx_class_complete(x, c, c->d.pos)) return false;
    cxx_class_specials(x, c);
    return c->trivial_default && !c->empty && !c->is_closure;
}

static void check_local(Cxx *x, VarDecl *v) {
    if (!v->d.name || v->d.flags & DF_INVALID || v->capture_of || v->d.type->kind == TY_ERROR)
        return;
    if (v->d.cuda & CU_SHARED) return; // judged by src/cuda
    if (v->storage == STOR_STATIC)
        CXX_DIAG(x, d_constexpr_static, v->d.pos, v->d.name);
    else if (!literal(x, v->d.type, 0))
        CXX_DIAG(x, d_constexpr_local, v->d.pos, v->d.name, v->d.type);
    else if (x->opt.std < 20 && v->init_style == INIT_NONE && left_uninit(x, v->d.type))
        CXX_DIAG(x, d_constexpr_uninit, v->d.pos, v->d.name);
}

// The constructor that e calls, which is no constexpr one; or NULL.
static FuncDecl *plain_ctor(const Expr *e) {
    while (e && (e->kind == E_CLEANUPS || e->kind == E_ZERO_CONSTRUCT)) e = e->a;
    if (!e || e->kind != E_CONSTRUCT || !e->u.decl || e->u.decl->kind != D_FUNC) return NULL;
    FuncDecl *f = (FuncDecl *)e->u.decl;
    bool plain = !(f->d.flags & DF_CONSTEXPR) && !f->is_implicit && !f->defaulted && !f->inherited;
    return plain && !f->tmpl && !f->d.env ? f : NULL;
}

static void check_ctor(Cxx *x, FuncDecl *f) {
    const ClassDecl *c = f->cls;
    for (uint32_t i = 0; i < f->ninit; i++) {
        FuncDecl *called = plain_ctor(f->inits[i].init);
        if (!called) continue;
        CXX_DIAG(x, d_constexpr_ctor_calls, f->d.pos, called);
        return;
    }
    bool delegates = f->ninit == 1 && !f->inits[0].field && !f->inits[0].base;
    if (x->opt.std >= 20 || delegates || c->tag == CT_UNION || f->inherited) return;
    for (uint32_t i = 0, k = 0; i < c->fields.n; i++) { // the initialisers are in the same order
        const FieldDecl *m = c->fields.at[i];
        while (k < f->ninit && (!f->inits[k].field || f->inits[k].field->owner != c)) k++;
        bool has = k < f->ninit && f->inits[k].field == m;
        k += has;
        if (has || m->anonymous || (m->is_bitfield && !m->d.name)) continue;
        if (!left_uninit(x, m->d.type)) continue;
        CXX_DIAG(x, d_constexpr_ctor_init, f->d.pos, m->d.name);
        return;
    }
}

// Its body was read without errors.
void cxx_check_constexpr(Cxx *x, FuncDecl *f) {
    unsigned made = DF_IMPLICIT | DF_TEMPLATE_INST | DF_INVALID;
    if (!(f->d.flags & DF_CONSTEXPR) || f->d.flags & made || f->is_implicit || f->defaulted) return;
    if (f->tmpl || f->d.env || (f->cls && (f->cls->is_closure || f->cls->env))) return;
    if (!x->opt.check_all && !(f->d.flags & DF_IN_MAIN_FILE)) return;
    if (f->cls && f->cls->has_virtual_bases && (f->kind == FK_CTOR || f->kind == FK_DTOR)) {
        CXX_DIAG(x, d_constexpr_virtual_base, f->d.pos, f->cls->d.type);
        return;
    }
    for (uint32_t i = 0; i < f->nparam; i++) {
        VarDecl *v = f->param[i];
        if (literal(x, v->d.type, 0)) continue;
        CXX_DIAG(x, d_constexpr_param, v->d.pos, v->d.type);
        return;
    }
    Type *r = f->d.type->u.func.ret;
    if (f->kind == FK_NORMAL && !literal(x, r, 0)) CXX_DIAG(x, d_constexpr_result, f->d.pos, r);
    if (f->kind == FK_NORMAL && x->opt.std < 14 && r->kind != TY_VOID && f->body &&
        f->body->kind == S_COMPOUND && !f->body->u.list.n)
        CXX_DIAG(x, d_constexpr_empty, f->d.pos);
    for (uint32_t i = 0; i < f->locals.n; i++) check_local(x, f->locals.at[i]);
    if (f->kind == FK_CTOR) check_ctor(x, f);
}
