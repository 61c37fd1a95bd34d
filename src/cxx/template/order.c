// SPDX-License-Identifier: Apache-2.0
// Partial ordering of function templates [temp.func.order] and of partial specializations
// [temp.spec.partial.order]: a is at least as specialized as b if b's parameters can be deduced
// from a's, a's own parameters standing for unique types (which unbound parameters are).
#include "cxx/answer.h"
#include "cxx/template/template.h"

typedef struct Ordered { // one parameter pair: reference kinds and qualifiers break ties
    Type *type;
    bool lref, ref;
    unsigned quals;
    bool pack;
} Ordered;

// A parameter as partial ordering compares it [temp.deduct.partial]/5-7: without reference and
// qualifiers.
static Ordered ordered(Cxx *cxx, Type *type) {
    Ordered o = {.pack = type->kind == TY_PACK};
    if (o.pack) type = type->u.ptr.to;
    o.ref = ty_is_ref(type);
    o.lref = type->kind == TY_LREF;
    if (o.ref) type = type->u.ptr.to;
    o.quals = type->quals;
    o.type = ty_unqual(type);
    return o;
}

// Whether b's parameters are deduced from a's, over the first n ones; UINT32_MAX: the whole type.
static bool deduces(Cxx *cxx, TemplateDecl *tmpl, TemplateDecl *b, uint32_t n, bool *trailing) {
    Parse parse =
        cxx_parse_at(cxx, b->decl_range.begin, b->decl_range.end, b->params->scope, b->env);
    Deduce deduce;
    DeduceFail why = {0};
    tm_deduce_init(&deduce, &parse, b->params, b->env, &why);
    deduce.order = true;
    const FuncType *func_type = &tmpl->pattern->d.type->u.func, *P = &b->pattern->d.type->u.func;
    uint32_t na = CU_MIN(func_type->nparam, n), np = CU_MIN(P->nparam, n), i = 0;
    for (uint32_t j = 0; j < np; j++) {
        Ordered op = ordered(cxx, P->param[j]);
        if (op.pack) {
            *trailing = true;
            for (deduce.k = 0; i < na; i++, deduce.k++) {
                if (!tm_deduce(&deduce, op.type, ordered(cxx, func_type->param[i]).type))
                    return false;
            }
            deduce.k = -1;
            break;
        }
        if (i >= na) return n != UINT32_MAX; // the rest has default arguments
        Ordered oa = ordered(cxx, func_type->param[i++]);
        if (oa.pack || !tm_deduce(&deduce, op.type, oa.type)) return false;
    }
    if (n == UINT32_MAX && i < na) return false;
    if (tmpl->pattern->kind == FK_CONV || n == UINT32_MAX) {
        if (!tm_deduce(&deduce, P->ret, func_type->ret)) return false;
    }
    return true;
}

// The same in scratch memory of its own.
static bool at_least(Cxx *cxx, TemplateDecl *a, TemplateDecl *b, uint32_t n, bool *trailing) {
    ArenaMark m = arena_mark(&cxx->ctx->scratch);
    bool r = deduces(cxx, a, b, n, trailing);
    arena_reset(&cxx->ctx->scratch, m);
    return r;
}

// [temp.deduct.partial]/9: both fit, then references and qualifiers of the parameters decide.
static int tie_break(Cxx *cxx, const FuncType *left, const FuncType *right, uint32_t n) {
    bool a_worse = false, b_worse = false;
    uint32_t m = CU_MIN(CU_MIN(left->nparam, right->nparam), n);
    for (uint32_t i = 0; i < m; i++) {
        Ordered a = ordered(cxx, left->param[i]), b = ordered(cxx, right->param[i]);
        if (!a.ref || !b.ref) continue;
        if (a.lref && !b.lref)
            b_worse = true;
        else if (b.lref && !a.lref)
            a_worse = true;
        else if ((a.quals & b.quals) == b.quals && a.quals != b.quals)
            b_worse = true;
        else if ((a.quals & b.quals) == a.quals && a.quals != b.quals)
            a_worse = true;
    }
    return cu_order(b_worse, a_worse);
}

// Whether the list has a parameter pack.
static bool has_pack(const TmplParams *ps) {
    for (uint32_t i = 0; i < ps->n; i++) {
        if (ps->parm[i]->pack) return true;
    }
    return false;
}

// Deduction both ways decides; then, where both fit, references, packs and constraints
// [temp.func.order]/6.
int cxx_answer_more_specialized(Cxx *cxx, TemplateDecl *tmpl, TemplateDecl *b,
                                uint32_t ncall_args) {
    if (tmpl == b || !tmpl->pattern || !b->pattern) return 0;
    bool a_pack = false, b_pack = false; // the template has a pack that took part
    bool ab = at_least(cxx, tmpl, b, ncall_args, &b_pack);
    bool ba = at_least(cxx, b, tmpl, ncall_args, &a_pack);
    if (ab != ba) return cu_order(ab, ba);
    if (!ab) return 0;
    const FuncType *func_type = &tmpl->pattern->d.type->u.func, *B = &b->pattern->d.type->u.func;
    int r = tie_break(cxx, func_type, B, ncall_args);
    if (r) return r;
    // [temp.deduct.partial]/11: no trailing pack is more specialized
    bool at = func_type->nparam && func_type->param[func_type->nparam - 1]->kind == TY_PACK;
    bool bt = B->nparam && B->param[B->nparam - 1]->kind == TY_PACK;
    if (at != bt) return cu_order(bt, at);
    // EDG: nor is one whose parameters have a pack against one that has none (f<int>() of
    // template <class...> void f() and template <class> void f()).
    at = has_pack(tmpl->params), bt = has_pack(b->params);
    if (at != bt) return cu_order(bt, at);
    // [temp.func.order]/6.2.2: equivalent lists and the same parameters, then the constraints
    if (!tm_params_match(tmpl->params, b->params)) return 0;
    for (uint32_t i = 0; i < ncall_args && (i < func_type->nparam || i < B->nparam); i++) {
        if (i >= func_type->nparam || i >= B->nparam || func_type->param[i] != B->param[i])
            return 0;
    }
    return cxx_more_constrained(cxx, tmpl, b);
}

TmplArgs *tm_partial_from(Cxx *cxx, const PartialSpec *from, PartialSpec *to) {
    Parse p =
        cxx_parse_at(cxx, to->decl_range.begin, to->decl_range.end, to->params->scope, to->env);
    ArenaMark mark = arena_mark(&cxx->ctx->scratch);
    Deduce d;
    DeduceFail why = {0};
    tm_deduce_init(&d, &p, to->params, to->env, &why);
    d.order = true;
    TmplArgs *got = NULL;
    if (tm_deduce_args(&d, to->args, from->args)) got = tm_deduce_finish(&d, false, 0);
    arena_reset(&cxx->ctx->scratch, mark);
    return got;
}
