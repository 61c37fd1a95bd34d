// SPDX-License-Identifier: Apache-2.0
// What a template's parameter list and a partial specialization's arguments must be
// [temp.param], [temp.spec.partial.general]. Checked for the main file and with --check-all: the
// headers of others were checked by others.
#include "cxx/facts/diag.h"
#include "cxx/template/template.h"

enum { MAX_MARKED = 64 }; // parameters of a list that are followed

// Parameters of a list that can be deduced from arguments, as a set of bits.
typedef struct Marks {
    const TmplParams *ps;
    uint64_t seen;
} Marks;

static void mark_args(Marks *marks, const TmplArgs *args);

static void mark_parm(Marks *marks, uint32_t depth, uint32_t index) {
    if (depth == marks->ps->depth && index < MAX_MARKED) marks->seen |= 1ull << index;
}

static void mark_type(Marks *marks, const Type *type);

// What a pack or an implicit conversion is of.
static const Expr *plain_expr(const Expr *expr) {
    while (expr) {
        bool converted = expr->kind == E_CAST && expr->flags & EF_IMPLICIT;
        if (expr->kind != E_PACK && !converted) break;
        expr = expr->a;
    }
    return expr;
}

// A value argument deduces the parameter that it is, and that parameter's type.
static void mark_expr(Marks *marks, const Expr *expr) {
    expr = plain_expr(expr);
    if (!expr || expr->kind != E_TPARM) return;
    const TParmDecl *parm = (const TParmDecl *)expr->u.decl;
    mark_parm(marks, parm->depth, parm->index);
    if (parm->d.type) mark_type(marks, parm->d.type); // [temp.deduct.type]/17
}

// [temp.deduct.type]/8: forms from which a parameter can be deduced.
static void mark_type(Marks *marks, const Type *type) {
    if (type->kind == TY_TPARM) mark_parm(marks, type->u.tparm.depth, type->u.tparm.index);
    if (type->kind == TY_ARRAY_DEP) mark_expr(marks, type->u.array.size);
    if (type->kind == TY_FUNC) mark_expr(marks, type->u.func.noexcept_dep);
    if (type->kind == TY_SPEC) {
        if (type->u.spec.tmpl->kind == D_TPARM) {
            const TParmDecl *d = (const TParmDecl *)type->u.spec.tmpl;
            mark_parm(marks, d->depth, d->index);
        }
        mark_args(marks, type->u.spec.args);
    }
    const Type *part;
    for (uint32_t i = 0; (part = ty_part(type, i)); i++) mark_type(marks, part);
}

// The same of each argument of a list.
static void mark_args(Marks *marks, const TmplArgs *args) {
    for (uint32_t i = 0; i < args->n; i++) {
        const TmplArg *arg = &args->a[i];
        if (arg->kind == TA_PACK) mark_args(marks, arg->pack);
        if (arg->kind == TA_TYPE) mark_type(marks, arg->type);
        if (arg->kind == TA_TEMPLATE && arg->tmpl->kind == D_TPARM) {
            const TParmDecl *parm = (const TParmDecl *)arg->tmpl;
            mark_parm(marks, parm->depth, parm->index);
        }
        if (arg->kind == TA_EXPR) mark_expr(marks, arg->expr);
    }
}

bool tm_expansion_inside(const TmplArgs *args, bool last) {
    for (uint32_t i = 0; i < args->n; i++) {
        const TmplArg *arg = &args->a[i];
        bool end = last && i + 1 == args->n;
        bool pack = arg->kind == TA_PACK;
        if (pack && tm_expansion_inside(arg->pack, end)) return true;
        if (!pack && !end && tm_arg_is_expansion(arg)) return true;
    }
    return false;
}

// Headers of others were judged by others.
static bool judged(Cxx *cxx, Pos pos) {
    return cxx->opt.check_all || cxx_in_main_file(cxx, pos);
}

// A constant, rather than a parameter's name or what is deduced from it.
static bool is_specialized(const TmplArg *tmpl_arg) {
    if (tmpl_arg->kind == TA_VALUE) return true;
    if (tmpl_arg->kind != TA_EXPR) return false;
    const Expr *expr = plain_expr(tmpl_arg->expr);
    bool value = expr && expr->kind != E_TPARM;
    return value && !(expr->flags & (EF_VALUE_DEP | EF_TYPE_DEP));
}

// The parameter that a type is, points to, or has as the number of its elements; NULL: none.
static const TParmDecl *parameter_in(const Type *type) {
    while (ty_refers(type)) type = type->u.ptr.to;
    if (type->kind == TY_TPARM) return type->u.tparm.decl;
    bool counted = type->kind == TY_ARRAY_DEP && type->u.array.size->kind == E_TPARM;
    return counted ? (const TParmDecl *)type->u.array.size->u.decl : NULL;
}

// [temp.spec.partial.general]/9.1: the type of an argument that is a constant may not depend on a
// parameter of the specialization.
static bool check_value_types(Cxx *cxx, const TemplateDecl *tmpl, const TmplParams *ps,
                              const TmplArgs *args, Pos pos) {
    for (uint32_t i = 0; i < args->n && i < tmpl->params->n; i++) {
        const Type *type = tmpl->params->parm[i]->d.type;
        if (!type || tmpl->params->parm[i]->pack || !is_specialized(&args->a[i])) continue;

        const TParmDecl *parm = parameter_in(type);
        bool earlier = parm && parm->index < i && parm->depth == ps->depth;
        if (!earlier) continue;
        const TmplArg *of = &args->a[parm->index];
        if (tm_arg_dependent(of) && of->kind != TA_PACK) return CXX_DIAG(cxx, tmpl_value_type, pos);
    }
    return true;
}

// Whether no parameter says more of its type than the primary template's does (`auto *` instead of
// `auto`, a constraint).
static bool same_placeholders(const TmplParams *primary, const TmplParams *ps) {
    for (uint32_t i = 0; i < ps->n && i < primary->n; i++) {
        const Type *type = ps->parm[i]->d.type, *of = primary->parm[i]->d.type;
        bool values = ps->parm[i]->kind == TA_VALUE && type && of;
        if (values && type->flags & TF_HAS_AUTO && type != of) return false;
    }
    return true;
}

// Whether an argument that is expanded stands for a parameter that is no pack.
static bool expands_into_parameter(const TmplParams *params, const TmplArgs *args) {
    for (uint32_t i = 0; i < args->n && i < params->n; i++) {
        if (!params->parm[i]->pack && tm_arg_is_expansion(&args->a[i])) return true;
    }
    return false;
}

// Every parameter is deduced from the arguments, for none can be given
// [temp.spec.partial.match]/3.
static void check_deduced(Cxx *cxx, const TmplParams *ps, const TmplArgs *args) {
    Marks marks = {.ps = ps};
    mark_args(&marks, args);
    for (uint32_t i = 0; i < ps->n; i++) {
        TParmDecl *parm = ps->parm[i];
        if (parm->default_range.end) CXX_DIAG(cxx, tmpl_partial_default, parm->d.pos);
        bool deduced = i >= MAX_MARKED || marks.seen >> i & 1;
        if (!deduced && !(parm->d.flags & DF_INVALID))
            CXX_DIAG(cxx, tmpl_not_deducible, parm->d.pos, &parm->d);
    }
}

// More specialized than the primary template, so far as the arguments differ
// [temp.spec.partial.general]/9.
void tm_check_partial(Cxx *cxx, TemplateDecl *tmpl, TmplParams *ps, const TmplArgs *args, Pos pos) {
    if (!judged(cxx, pos)) return;
    bool same = args == tm_identity_args(cxx, ps) && !tm_constrained(ps);
    if (same && same_placeholders(tmpl->params, ps)) {
        CXX_DIAG(cxx, tmpl_partial_same, pos, tmpl);
        return;
    }
    if (tm_expansion_inside(args, true)) {
        CXX_DIAG(cxx, tmpl_pack_arg_last, pos);
        return;
    }

    if (cxx->opt.check_all && expands_into_parameter(tmpl->params, args)) {
        CXX_DIAG(cxx, tmpl_partial_expansion, pos, tmpl);
        return;
    }
    if (!check_value_types(cxx, tmpl, ps, args, pos)) return;

    check_deduced(cxx, ps, args);
}

// Of a primary class, variable or alias template.
void tm_check_primary(Cxx *cxx, const TmplParams *ps) {
    if (!ps || !ps->n || !judged(cxx, ps->parm[0]->d.pos)) return;

    // [temp.param]/14: a pack is the last one, and behind a default all have one.
    bool defaults = false;
    for (uint32_t i = 0; i < ps->n; i++) {
        TParmDecl *parm = ps->parm[i];
        if (parm->pack && !parm->expands && i + 1 < ps->n) {
            CXX_DIAG(cxx, tmpl_pack_last, parm->d.pos);
            return;
        }
        if (parm->default_range.end || parm->default_decl)
            defaults = true;
        else if (defaults && !parm->pack)
            CXX_DIAG(cxx, tmpl_default_missing, parm->d.pos);
    }
}
