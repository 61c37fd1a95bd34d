// SPDX-License-Identifier: Apache-2.0
// Signatures [over.load]: whether two functions are the same entity, and a result type that the
// body says, deduced when it is first asked for.
#include "cxx/facts/diag.h"
#include "cxx/facts/facts.h"

// The template parameter that the name means in a signature's scope; NULL: it means another thing.
static const TParmDecl *find_tparm(const Scope *scope, Atom name) {
    for (; scope_is_inner(scope); scope = scope->parent) {
        if (scope->kind != SC_TPARAMS) continue;
        const Decl *d = map_get(&scope->names, name);
        if (decl_is(d, D_TPARM)) return (const TParmDecl *)d;
    }
    return NULL;
}

// The same tokens but for names of template parameters [temp.over.link]/5.
bool cxx_same_clause(Cxx *cxx, TokRange tok_range, const Scope *sa, TokRange b, const Scope *sb) {
    if (tok_range.end - tok_range.begin != b.end - b.begin) return false;
    if (tok_range.begin == b.begin) return true;
    const Token *tok = cxx->tokens->at;
    for (uint32_t i = 0; i < tok_range.end - tok_range.begin; i++) {
        const Token *s = &tok[tok_range.begin + i], *t = &tok[b.begin + i];
        if (s->kind != t->kind) return false;
        const TParmDecl *p = s->kind == T_IDENT ? find_tparm(sa, s->text) : NULL;
        const TParmDecl *q = p ? find_tparm(sb, t->text) : NULL;
        bool same = s->text == t->text;
        if (p && q) same = p->depth == q->depth && p->index == q->index;
        if (!same) return false;
    }
    return true;
}

bool cxx_func_signature(Cxx *cxx, FuncDecl *func) {
    if (!cxx_returns_auto(func)) return true;
    if (ty_dependent(func->d.type)) return true;
    if (func->body.elaborating) return func->ret_deduced;
    if (!cxx_func_body(cxx, func)) return false;
    return !(func->d.type->u.func.ret->flags & TF_HAS_AUTO);
}

bool cxx_func_deduced(Parse *parse, FuncDecl *func, Pos pos) {
    if (cxx_func_signature(parse->x, func)) return true;
    bool unknown = func->body.elaborating || !func->body.defined; // [dcl.spec.auto]/11
    if (unknown && !(func->d.flags & DF_INVALID))
        CXX_DIAG(parse->x, x_auto_before_deduced, pos, func->d.name);
    return false;
}

bool cxx_same_params(const FuncDecl *func, const FuncDecl *fn) {
    const FuncType *f = &func->d.type->u.func, *g = &fn->d.type->u.func;
    if (f->nparam != g->nparam) return false;
    for (uint32_t i = 0; i < f->nparam; i++) {
        if (f->param[i] != g->param[i]) return false;
    }
    return true;
}

bool cxx_same_signature(Cxx *cxx, const FuncDecl *func, const FuncDecl *fn) {
    if (!ty_both(func->d.type, fn->d.type, TY_FUNC)) return func->d.type == fn->d.type;
    const FuncType *f = &func->d.type->u.func, *g = &fn->d.type->u.func;
    if (f->nparam != g->nparam || f->variadic != g->variadic) return false;
    if (f->quals != g->quals || f->ref != g->ref) return false;
    if (func->kind == FK_CONV && f->ret != g->ret) return false;
    if (!cxx_same_params(func, fn)) return false;
    return cxx_same_clause(cxx, func->written.requires, func->d.scope, fn->written.requires,
                           fn->d.scope);
}

bool tm_params_match(TmplParams *left, TmplParams *right) {
    if (left == right) return true;
    if (!left || !right || left->n != right->n) return false;
    for (uint32_t i = 0; i < left->n; i++) {
        TParmDecl *s = left->parm[i], *t = right->parm[i];
        if (s->kind != t->kind || s->pack != t->pack) return false;
        if (s->kind == TA_VALUE && s->d.type != t->d.type) return false;
        if (s->kind == TA_TEMPLATE && !tm_params_match(s->tparams, t->tparams)) return false;
    }
    return true;
}
