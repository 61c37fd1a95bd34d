// SPDX-License-Identifier: Apache-2.0
// Signatures [over.load]: whether two functions are the same entity, and a result type that the
// body says, deduced when it is first asked for.
#include "cxx/facts/diag.h"
#include "cxx/facts/facts.h"

static const TParmDecl *find_tparm(const Scope *s, Atom name) {
    for (; s && s->kind != SC_NAMESPACE; s = s->parent) {
        if (s->kind != SC_TPARAMS) continue;
        const Decl *d = map_get(&s->names, name);
        if (d && d->kind == D_TPARM) return (const TParmDecl *)d;
    }
    return NULL;
}

// The same tokens but for names of template parameters [temp.over.link]/5.
bool cxx_same_clause(Cxx *x, TokRange a, const Scope *sa, TokRange b, const Scope *sb) {
    if (a.end - a.begin != b.end - b.begin) return false;
    if (a.begin == b.begin) return true;
    const Token *tok = x->tokens->at;
    for (uint32_t i = 0; i < a.end - a.begin; i++) {
        const Token *s = &tok[a.begin + i], *t = &tok[b.begin + i];
        if (s->kind != t->kind) return false;
        const TParmDecl *p = s->kind == T_IDENT ? find_tparm(sa, s->text) : NULL;
        const TParmDecl *q = p ? find_tparm(sb, t->text) : NULL;
        if (p && q ? p->depth != q->depth || p->index != q->index : s->text != t->text) {
            return false;
        }
    }
    return true;
}

bool cxx_func_signature(Cxx *x, FuncDecl *f) {
    if (f->d.type->kind != TY_FUNC || !(f->d.type->u.func.ret->flags & TF_HAS_AUTO)) return true;
    if (ty_dependent(f->d.type)) return true;
    if (f->elaborating) return f->ret_deduced;
    if (!cxx_func_body(x, f)) return false;
    return !(f->d.type->u.func.ret->flags & TF_HAS_AUTO);
}

bool cxx_func_deduced(Parse *p, FuncDecl *f, Pos pos) {
    if (cxx_func_signature(p->x, f)) return true;
    if ((f->elaborating || !f->defined) && !(f->d.flags & DF_INVALID)) // [dcl.spec.auto]/11
        CXX_DIAG(p->x, x_auto_before_deduced, pos, f->d.name);
    return false;
}

bool cxx_same_params(const FuncDecl *a, const FuncDecl *b) {
    const FuncType *f = &a->d.type->u.func, *g = &b->d.type->u.func;
    if (f->nparam != g->nparam) return false;
    for (uint32_t i = 0; i < f->nparam; i++) {
        if (f->param[i] != g->param[i]) return false;
    }
    return true;
}

bool cxx_same_signature(Cxx *x, const FuncDecl *a, const FuncDecl *b) {
    if (a->d.type->kind != TY_FUNC || b->d.type->kind != TY_FUNC) return a->d.type == b->d.type;
    const FuncType *f = &a->d.type->u.func, *g = &b->d.type->u.func;
    if (f->nparam != g->nparam || f->variadic != g->variadic || f->quals != g->quals ||
        f->ref != g->ref) {
        return false;
    }
    if (a->kind == FK_CONV && f->ret != g->ret) return false;
    if (!cxx_same_params(a, b)) return false;
    return cxx_same_clause(x, a->requires_range, a->d.scope, b->requires_range, b->d.scope);
}

bool tm_params_match(TmplParams *a, TmplParams *b) {
    if (a == b) return true;
    if (!a || !b || a->n != b->n) return false;
    for (uint32_t i = 0; i < a->n; i++) {
        TParmDecl *s = a->parm[i], *t = b->parm[i];
        if (s->kind != t->kind || s->pack != t->pack) return false;
        if (s->kind == TA_VALUE && s->d.type != t->d.type) return false;
        if (s->kind == TA_TEMPLATE && !tm_params_match(s->tparams, t->tparams)) return false;
    }
    return true;
}
