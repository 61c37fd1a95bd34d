// SPDX-License-Identifier: Apache-2.0
// Template argument deduction [temp.deduct]. P, here `param`, is a dependent type of the template's
// signature, A, `arg`, what it is matched with. Non-deduced contexts succeed without binding
// anything: whether they fit is found out when the signature is parsed again with the arguments
// bound.
//
// Parameters are recognised by depth (only one list is ever unbound at a time). The elements of a
// parameter pack are collected in Deduce.pack, at index Deduce.k of the expansion being matched.
#include "cxx/answer.h"
#include "cxx/facts/diag.h"
#include "cxx/lookup/lookup.h"
#include "cxx/constant/constant.h"
#include "cxx/convert/convert.h"
#include "cxx/template/template.h"

void tm_deduce_init(Deduce *deduce, Parse *parse, TmplParams *ps, Env *env, DeduceFail *why) {
    *deduce = (Deduce){.p = parse, .x = parse->x, .ps = ps, .env = env, .k = -1, .why = why};
    deduce->a = &parse->x->ctx->scratch;
    deduce->at = arena_array(deduce->a, TmplArg, ps->n);
    deduce->pack = arena_array(deduce->a, struct DedPack, ps->n);
}

void tm_try_begin(DeduceTry *trial, Parse *parse, TmplParams *ps, Env *env, DeduceFail *why) {
    trial->mark = arena_mark(&parse->x->ctx->scratch);
    tm_deduce_init(&trial->deduce, parse, ps, env, why);
    diag_trap_push(parse->x->ctx, &trial->trap);
}

bool tm_try_end(DeduceTry *trial) {
    Ctx *ctx = trial->deduce.x->ctx;
    bool reported = diag_trap_pop(ctx, &trial->trap);
    arena_reset(&ctx->scratch, trial->mark);
    return !reported;
}

// False, always; the first reason is kept, with the parameter it is about (or NULL).
static bool fail(Deduce *deduce, const char *why, TParmDecl *parm) {
    if (deduce->why && !deduce->why->why) {
        deduce->why->why = why;
        deduce->why->parm = parm;
    }
    return false;
}

// ---- qualifiers --------------------------------------------------------------------------------

// The qualifiers of a type, which for an array are its elements' [basic.type.qualifier]/3.
static unsigned quals_of(const Type *type) {
    while (ty_is_array(type)) type = type->u.array.elem;
    return type->quals;
}

// The type with exactly these qualifiers at the top (arrays: at their elements).
static Type *with_quals(Cxx *cxx, Type *type, unsigned q) {
    if (ty_is_array(type)) {
        Type *e = with_quals(cxx, type->u.array.elem, q);
        if (type->kind == TY_ARRAY) return ty_array(cxx, e, type->u.array.n);
        if (type->kind == TY_ARRAY_INC) return ty_array_inc(cxx, e);
        return ty_array_dep(cxx, e, type->u.array.size);
    }
    type = type->unqual;
    return q ? ty_qual(cxx, type, q) : type;
}

// ---- binding -----------------------------------------------------------------------------------

// Whether two deductions of one parameter agree [temp.deduct.type]/2.
static bool same_binding(const TmplArg *left, const TmplArg *right) {
    if (left->kind == TA_VALUE && right->kind == TA_VALUE && left->val->kind == CV_INT &&
        right->val->kind == CV_INT) { // an array bound may have another type than the parameter
        return apint_i128(&left->val->u.i) == apint_i128(&right->val->u.i) ||
               apint_u128(&left->val->u.i) == apint_u128(&right->val->u.i);
    }
    return tm_arg_equal(left, right);
}

// Deduces parameter `index` as tmpl_arg, of a pack the element that is matched. False: it was
// deduced otherwise. What only an array's bound has given yields to what comes later, for its type
// is no part of the deduction [temp.deduct.type]/18.
static bool bind(Deduce *deduce, uint32_t index, TmplArg tmpl_arg) {
    TParmDecl *parm = deduce->ps->parm[index];
    TmplArg *slot = &deduce->at[index];
    bool open = deduce->against_expansion && tm_arg_names_pack(&tmpl_arg);
    if (open && !parm->pack) return fail(deduce, "one argument stands for a whole pack", parm);
    if (open) tmpl_arg = tm_arg_expansion(deduce->x, &tmpl_arg);
    if (parm->pack) {
        if (deduce->k < 0) return true; // `T` without expansion: not deduced from
        struct DedPack *dp = &deduce->pack[index];
        if (dp->closed && (uint32_t)deduce->k >= dp->el.n)
            return fail(deduce, "packs differ in length", parm);
        while (dp->el.n <= (uint32_t)deduce->k) {
            TmplArg none = {0};
            vec_push(deduce->a, &dp->el, none);
        }
        dp->any = true;
        slot = &dp->el.at[deduce->k];
    }
    uint64_t bit = parm->pack || index >= 64 ? 0 : 1ull << index;
    if (slot->kind == TA_NONE || (deduce->of_bound & bit)) {
        *slot = tmpl_arg;
        deduce->of_bound = deduce->in_bound ? deduce->of_bound | bit : deduce->of_bound & ~bit;
        return true;
    }
    return same_binding(slot, &tmpl_arg) ||
           fail(deduce, "deduced conflicting arguments for parameter ", parm);
}

// Whether the type is one of the parameters being deduced.
static bool is_ours(const Deduce *deduce, const Type *type) {
    return deduce->ps && type->kind == TY_TPARM && type->u.tparm.depth == deduce->ps->depth &&
           type->u.tparm.index < deduce->ps->n;
}

// T of a forwarding reference T&&: a class template's own parameter is none [temp.deduct.call]/3.
static bool is_forwarded(const Deduce *deduce, const Type *type) {
    return is_ours(deduce, type) && !type->quals && type->u.tparm.index >= deduce->nclass;
}

// The parameter being deduced that the expression is, converted at most; NULL: another expression.
static TParmDecl *expr_parm(const Deduce *deduce, const Expr *expr) {
    if (expr->kind == E_CAST && (expr->flags & EF_IMPLICIT)) expr = expr->a;
    if (expr->kind != E_TPARM) return NULL;
    TParmDecl *t = (TParmDecl *)expr->u.decl;
    return deduce->ps && t->depth == deduce->ps->depth && t->index < deduce->ps->n
               ? deduce->ps->parm[t->index]
               : NULL;
}

// Calls f for template parameters until it says true.
typedef struct ParmVisit {
    bool (*f)(void *data, unsigned depth, unsigned index);
    void *data;
    bool deduced; // only where a parameter is deduced from [temp.deduct.type]/5
} ParmVisit;
static bool visit_args(const TmplArgs *args, const ParmVisit *v);

static bool visit_expr(const Expr *expr, const ParmVisit *parm_visit) {
    if (!expr) return false;
    if (expr->kind == E_TPARM) {
        const TParmDecl *t = (const TParmDecl *)expr->u.decl;
        return parm_visit->f(parm_visit->data, t->depth, t->index);
    }
    if (visit_expr(expr->a, parm_visit) || visit_expr(expr->b, parm_visit) ||
        visit_expr(expr->c, parm_visit)) {
        return true;
    }
    for (uint32_t i = 0; expr->arg && i < expr->n; i++) {
        if (visit_expr(expr->arg[i], parm_visit)) return true;
    }
    return false;
}

// A value is deduced from the parameter alone, not from an expression with it.
static bool visit_value(const Expr *expr, const ParmVisit *v) {
    if (v->deduced && expr && expr->kind == E_PACK) expr = expr->a;
    return (!v->deduced || (expr && expr->kind == E_TPARM)) && visit_expr(expr, v);
}

// A template template parameter.
static bool visit_template(const Decl *tmpl, const ParmVisit *parm_visit) {
    if (tmpl->kind != D_TPARM) return false;
    const TParmDecl *parm = (const TParmDecl *)tmpl;
    return parm_visit->f(parm_visit->data, parm->depth, parm->index);
}

static bool visit_type(const Type *type, const ParmVisit *parm_visit);

// The types that a type is written of.
static bool visit_parts(const Type *type, const ParmVisit *parm_visit) {
    const Type *part;
    for (uint32_t i = 0; (part = ty_part(type, i)); i++) {
        if (visit_type(part, parm_visit)) return true;
    }
    return false;
}

// Every parameter in the type; with v->deduced none in a non-deduced context [temp.deduct.type]/5.
static bool visit_type(const Type *type, const ParmVisit *parm_visit) {
    if (!type || !ty_dependent(type)) return false;
    switch (type->kind) {
    case TY_TPARM: return parm_visit->f(parm_visit->data, type->u.tparm.depth, type->u.tparm.index);
    case TY_DEPNAME:
        return !parm_visit->deduced &&
               (visit_type(type->u.depname.scope, parm_visit) ||
                (type->u.depname.args && visit_args(type->u.depname.args, parm_visit)));
    case TY_SPEC:
        return visit_template(type->u.spec.tmpl, parm_visit) ||
               visit_args(type->u.spec.args, parm_visit);
    case TY_DECLTYPE: return !parm_visit->deduced && visit_expr(type->u.dtype.e, parm_visit);
    case TY_TRAIT: return !parm_visit->deduced && visit_type(type->u.dtype.arg, parm_visit);
    case TY_ARRAY_DEP:
        if (visit_value(type->u.array.size, parm_visit)) return true;
        break;
    case TY_FUNC:
        if (visit_expr(type->u.func.noexcept_dep, parm_visit)) return true;
        break;
    default: break;
    }
    return visit_parts(type, parm_visit);
}

static bool visit_arg(const TmplArg *tmpl_arg, const ParmVisit *parm_visit) {
    switch ((TmplArgKind)tmpl_arg->kind) {
    case TA_TYPE: return visit_type(tmpl_arg->type, parm_visit);
    case TA_EXPR: return visit_value(tmpl_arg->expr, parm_visit);
    case TA_PACK: return visit_args(tmpl_arg->pack, parm_visit);
    case TA_TEMPLATE: return visit_template(tmpl_arg->tmpl, parm_visit);
    default: return false;
    }
}

static bool visit_args(const TmplArgs *args, const ParmVisit *v) {
    for (uint32_t i = 0; i < args->n; i++) {
        if (visit_arg(&args->a[i], v)) return true;
    }
    return false;
}

static bool at_depth(void *data, unsigned depth, unsigned index) {
    return depth == ((const TmplParams *)data)->depth;
}

bool tm_names_params(const Type *type, const TmplParams *ps) {
    return visit_type(type, &(ParmVisit){at_depth, (void *)ps, false});
}

// Says of a parameter (for ParmVisit) that it was not given explicitly.
static bool visit_undeduced(void *data, unsigned depth, unsigned index) {
    Deduce *d = data;
    if (depth != d->ps->depth || index >= d->ps->n) return false;
    if (d->fixed && d->fixed[index]) return false;
    return d->ps->parm[index]->pack || index >= d->nfixed;
}

// The packs in the pattern of an expansion that has matched n arguments.
typedef struct CloseVisit {
    Deduce *d;
    uint32_t n;
    bool bad;
} CloseVisit;

// The pack has n elements now, some of them perhaps not deduced; never stops the visit. Lengths
// that were known and differ make it bad, unless explicit arguments may be followed by more.
static bool visit_close(void *data, unsigned depth, unsigned index) {
    CloseVisit *close_visit = data;
    Deduce *deduce = close_visit->d;
    if (depth != deduce->ps->depth || index >= deduce->ps->n || !deduce->ps->parm[index]->pack)
        return false;
    struct DedPack *dp = &deduce->pack[index];
    if (dp->closed && dp->el.n != close_visit->n) close_visit->bad = true;
    if (dp->el.n > close_visit->n && dp->nexplicit <= close_visit->n) close_visit->bad = true;
    while (dp->el.n < close_visit->n) {
        TmplArg none = {0};
        vec_push(deduce->a, &dp->el, none);
    }
    dp->closed = true;
    dp->any = true;
    return false;
}

// All packs that the pattern of an expansion names have as many elements as the expansion had.
static bool close_packs(Deduce *deduce, const TmplArg *pattern, uint32_t n) {
    CloseVisit v = {deduce, n, false};
    visit_arg(pattern, &(ParmVisit){visit_close, &v, false});
    return !v.bad || fail(deduce, "packs differ in length", NULL);
}

// ---- lists -------------------------------------------------------------------------------------

static bool deduce_arg(Deduce *deduce, const TmplArg *param, const TmplArg *arg);

// What an expansion expands; other arguments as they are.
static TmplArg pattern_of(const TmplArg *tmpl_arg) {
    TmplArg r = *tmpl_arg;
    if (tmpl_arg->kind == TA_TYPE)
        r.type = tmpl_arg->type->u.ptr.to;
    else if (tmpl_arg->kind == TA_EXPR)
        r.expr = tmpl_arg->expr->a;
    return r;
}

// Matches np arguments of P with na of A, one by one; an expansion at the end takes the rest
// [temp.deduct.type]/9.
static bool deduce_list(Deduce *deduce, const TmplArg *param, uint32_t np, const TmplArg *arg,
                        uint32_t na) {
    uint32_t j = 0;
    for (uint32_t i = 0; i < np; i++) {
        if (!tm_arg_is_expansion(&param[i])) {
            if (j >= na || tm_arg_is_expansion(&arg[j])) {
                return fail(deduce, "numbers of template arguments differ", NULL);
            }
            if (!deduce_arg(deduce, &param[i], &arg[j++])) return false;
            continue;
        }
        if (i + 1 != np) return true; // [temp.deduct.type]/9: then the whole list is not deduced
        TmplArg pattern = pattern_of(&param[i]);
        int32_t outer = deduce->k;
        bool outer_against = deduce->against_expansion, ok = true;
        for (deduce->k = 0; j < na && ok; j++, deduce->k++) {
            deduce->against_expansion = tm_arg_is_expansion(&arg[j]);
            TmplArg a = deduce->against_expansion ? pattern_of(&arg[j]) : arg[j];
            ok = deduce_arg(deduce, &pattern, &a);
        }
        uint32_t n = (uint32_t)deduce->k;
        deduce->k = outer;
        deduce->against_expansion = outer_against;
        if (!ok) return false;
        if (!close_packs(deduce, &pattern, n)) return false;
    }
    return j == na || fail(deduce, "numbers of template arguments differ", NULL);
}

// The number of arguments once packs are spread out.
static uint32_t flat_count(const TmplArgs *args) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < args->n; i++) n += args->a[i].kind == TA_PACK ? args->a[i].pack->n : 1;
    return n;
}

// The arguments with packs spread out, *n of them, in scratch memory.
static TmplArg *flatten(Cxx *cxx, const TmplArgs *args, uint32_t *n) {
    *n = flat_count(args);
    TmplArg *at = arena_array(&cxx->ctx->scratch, TmplArg, *n), *o = at;
    for (uint32_t i = 0; i < args->n; i++) {
        if (args->a[i].kind != TA_PACK) {
            *o++ = args->a[i];
            continue;
        }
        for (uint32_t j = 0; j < args->a[i].pack->n; j++) *o++ = args->a[i].pack->a[j];
    }
    return at;
}

// Whether two complete lists match parameter for parameter, packs with packs: the common case,
// which needs no flat copies.
static bool aligned(const TmplArgs *param, const TmplArgs *arg) {
    if (param->n != arg->n) return false;
    for (uint32_t i = 0; i < param->n; i++) {
        if ((param->a[i].kind == TA_PACK) != (arg->a[i].kind == TA_PACK)) return false;
        if (tm_arg_is_expansion(&param->a[i]) || tm_arg_is_expansion(&arg->a[i])) return false;
    }
    return true;
}

bool tm_deduce_args(Deduce *deduce, const TmplArgs *param, const TmplArgs *arg) {
    if (param == arg && !deduce->order) {
        if (!param->dependent) return true;
    }
    // [temp.deduct.type]/9: with an expansion that is not the last argument the whole list is a
    // non-deduced context
    if (param->has_pack_expansion && tm_expansion_inside(param, true)) return true;
    if (aligned(param, arg)) {
        for (uint32_t i = 0; i < param->n; i++) {
            const TmplArg *p = &param->a[i], *a = &arg->a[i];
            bool ok = p->kind == TA_PACK
                          ? deduce_list(deduce, p->pack->a, p->pack->n, a->pack->a, a->pack->n)
                          : deduce_arg(deduce, p, a);
            if (!ok) return false;
        }
        return true;
    }
    uint32_t np, na;
    TmplArg *p = flatten(deduce->x, param, &np), *a = flatten(deduce->x, arg, &na);
    return deduce_list(deduce, p, np, a, na);
}

// ---- types -------------------------------------------------------------------------------------

// From a value argument P (an expression) and one of A [temp.deduct.type]/17. Constants are
// compared as numbers: their types may differ.
static bool deduce_value(Deduce *deduce, const Expr *expr, const TmplArg *tmpl_arg) {
    TParmDecl *parm = expr_parm(deduce, expr);
    if (!parm) {
        if (expr->flags & (EF_VALUE_DEP | EF_TYPE_DEP))
            return true; // not deduced from an expression
        ApInt v;
        if (tmpl_arg->kind ==
            TA_VALUE) { // the argument of a parameter whose type depends on others
            if (tmpl_arg->val->kind != CV_INT || !cxx_const_int(deduce->x, (Expr *)expr, &v, false))
                return true;
            return apint_i128(&v) == apint_i128(&tmpl_arg->val->u.i) ||
                   fail(deduce, "template arguments differ", NULL);
        }
        return tmpl_arg->kind == TA_EXPR && cxx_expr_equal(expr, tmpl_arg->expr);
    }
    if (!is_any_of(tmpl_arg->kind, TA_VALUE, TA_EXPR)) {
        return fail(deduce, "a constant was expected", parm);
    }
    TmplArg a = *tmpl_arg;
    if (a.kind == TA_EXPR && a.expr->kind == E_PACK) a.expr = a.expr->a;
    if (!bind(deduce, parm->index, a)) return false;
    // [temp.deduct.type]/13: the type of the parameter from that of the value
    if (a.kind != TA_VALUE || deduce->order || !a.val || !ty_dependent(parm->d.type)) return true;
    Type *pt = parm->d.type;
    if (is_ours(deduce, pt) && !pt->quals && deduce->at[pt->u.tparm.index].kind == TA_TYPE)
        return true;
    return tm_deduce(deduce, ty_unqual(pt), ty_unqual(a.type ? a.type : a.val->type));
}

// [temp.deduct.type]/17: whether the parameter that is deduced has another type than the one that
// A's template has in its place.
static bool value_type_differs(Deduce *deduce, const Expr *expr, const TmplArg *A) {
    const TParmDecl *parm = expr_parm(deduce, expr);
    if (!parm || !parm->d.type || A->kind != TA_VALUE || !A->type || deduce->order ||
        deduce->partial)
        return false;
    if (parm->index < deduce->nfixed) return false; // given explicitly
    enum { OPEN = TF_DEPENDENT | TF_HAS_AUTO };
    if ((parm->d.type->flags | A->type->flags) & OPEN || parm->d.type->kind == TY_ERROR)
        return false;
    return ty_unqual(parm->d.type) != ty_unqual(A->type);
}

// From one template argument, P's against A's.
static bool deduce_arg(Deduce *deduce, const TmplArg *param, const TmplArg *arg) {
    switch ((TmplArgKind)param->kind) {
    case TA_TYPE:
        if (arg->kind != TA_TYPE) return fail(deduce, "a type was expected", NULL);
        return tm_deduce(deduce, param->type, arg->type);
    case TA_EXPR:
        if (value_type_differs(deduce, param->expr, arg))
            return fail(deduce, "the type of a template argument differs", NULL);
        return deduce_value(deduce, param->expr, arg);
    case TA_VALUE:
        return (arg->kind == TA_VALUE && same_binding(param, arg)) ||
               fail(deduce, "template arguments differ", NULL);
    case TA_TEMPLATE: {
        if (arg->kind != TA_TEMPLATE) return fail(deduce, "a template was expected", NULL);
        TParmDecl *t = (TParmDecl *)param->tmpl;
        if (t->d.kind == D_TPARM && t->depth == deduce->ps->depth && t->index < deduce->ps->n) {
            if (!tm_template_fits(arg->tmpl, deduce->ps->parm[t->index]->tparams))
                return fail(deduce, "the template's parameters differ", NULL);
            return bind(deduce, t->index, *arg);
        }
        return tm_arg_equal(param, arg) || fail(deduce, "template arguments differ", NULL);
    }
    case TA_PACK:
        if (arg->kind != TA_PACK) return false;
        return deduce_list(deduce, param->pack->a, param->pack->n, arg->pack->a, arg->pack->n);
    default: return false;
    }
}

// P is a parameter itself, cv T: T is A without these qualifiers, which A must have.
static bool deduce_parm(Deduce *deduce, Type *param, Type *arg) {
    unsigned pq = param->quals, aq = quals_of(arg);
    if (arg->kind == TY_FUNC && deduce->call) pq = 0; // const T & takes a function; const T is none
    if (pq & ~aq)
        return fail(deduce, "qualifiers are lost", deduce->ps->parm[param->u.tparm.index]);
    TmplArg a = {.kind = TA_TYPE, .type = pq ? with_quals(deduce->x, arg, aq & ~pq) : arg};
    return bind(deduce, param->u.tparm.index, a);
}

// What a function type has of parameter type A, given that the parameter was declared as `known`: a
// function's type keeps neither top-level qualifiers nor arrays [dcl.fct]/5.
static Type *before_decay(Deduce *deduce, const TmplArg *known, Type *type) {
    bool same = known->kind == TA_TYPE && ty_unqual(ty_decay(deduce->x, known->type)) == type;
    return same ? known->type : type;
}

// The parameters of A, with those that explicit arguments give as these are: k<const int> of
// `void k(T)` is a void (int).
static void undo_decay(Deduce *deduce, const FuncType *func_type, TmplArg *tmpl_arg, uint32_t na) {
    for (uint32_t i = 0; i < func_type->nparam && i < na; i++) {
        Type *type = func_type->param[i];
        bool pack = type->kind == TY_PACK;
        if (pack) type = type->u.ptr.to;
        if (!is_ours(deduce, type)) continue;
        uint32_t index = type->u.tparm.index;
        if (!pack) {
            if (index < deduce->nfixed)
                tmpl_arg[i].type = before_decay(deduce, &deduce->at[index], tmpl_arg[i].type);
            continue;
        }
        const struct DedPack *dp = &deduce->pack[index];
        for (uint32_t k = 0; k < dp->nexplicit && i + k < na; k++)
            tmpl_arg[i + k].type = before_decay(deduce, &dp->el.at[k], tmpl_arg[i + k].type);
    }
}

// From a function type, part by part [temp.deduct.type]/8. Results that are to be deduced from the
// body are not compared.
bool tm_deduce_function(Deduce *deduce, const FuncType *param, const FuncType *arg) {
    if (param->noexcept_dep && !deduce->order) { // [temp.deduct.type]/8: noexcept(i)
        ConstVal v = {.kind = CV_INT, .type = ty_basic(deduce->x, TY_BOOL)};
        v.u.i = apint_from_u64((uint32_t)ty_int_bits(v.type), arg->noexcept_);
        TmplArg a = {.kind = TA_VALUE, .type = v.type, .val = cxx_const_intern(deduce->x, &v)};
        if (!deduce_value(deduce, param->noexcept_dep, &a)) return false;
    }
    if (param->variadic != arg->variadic || param->quals != arg->quals || param->ref != arg->ref ||
        (param->noexcept_ && !arg->noexcept_)) {
        return fail(deduce, "function types differ", NULL);
    }
    if (param->noexcept_ != arg->noexcept_ && !deduce->call && !param->noexcept_dep)
        return fail(deduce, "function types differ", NULL);
    bool ret_auto = !deduce->autos && (param->ret->flags | arg->ret->flags) & TF_HAS_AUTO;
    bool whole = deduce->whole_function;
    deduce->whole_function = false; // only of the parameters
    bool fits = ret_auto || tm_deduce(deduce, param->ret, arg->ret);
    deduce->whole_function = whole;
    if (!fits) return false;
    TmplArg *p = arena_array(deduce->a, TmplArg, param->nparam);
    TmplArg *a = arena_array(deduce->a, TmplArg, arg->nparam);
    for (uint32_t i = 0; i < param->nparam; i++)
        p[i] = (TmplArg){.kind = TA_TYPE, .type = param->param[i]};
    for (uint32_t i = 0; i < arg->nparam; i++)
        a[i] = (TmplArg){.kind = TA_TYPE, .type = arg->param[i]};
    if (deduce->ps) undo_decay(deduce, param, a, arg->nparam);
    return deduce_list(deduce, p, param->nparam, a, arg->nparam);
}

// The arguments of A for a template template parameter applied to np arguments: defaults of A's
// template may be left out [temp.arg.template].
static bool deduce_ttp(Deduce *deduce, Type *type, Decl *tmpl, TmplArgs *args) {
    TParmDecl *tparm_decl = (TParmDecl *)type->u.spec.tmpl;
    if (tparm_decl->depth != deduce->ps->depth) return tmpl == &tparm_decl->d;
    TmplArg tmpl_arg = {.kind = TA_TEMPLATE, .tmpl = tmpl};
    // tparm_decl may be another template's: equal types are one
    if (!tm_template_fits(tmpl, deduce->ps->parm[tparm_decl->index]->tparams))
        return fail(deduce, "the template's parameters differ", NULL);
    if (!bind(deduce, tparm_decl->index, tmpl_arg)) return false;
    if (tm_expansion_inside(type->u.spec.args, true)) return true; // as in tm_deduce_args
    uint32_t np, na;
    TmplArg *p = flatten(deduce->x, type->u.spec.args, &np), *q = flatten(deduce->x, args, &na);
    bool expansion = np && tm_arg_is_expansion(&p[np - 1]);
    TmplParams *ps = tm_params_of(tmpl);
    if (!expansion && na > np && ps && np < ps->n && ps->parm[np]->default_range.end) na = np;
    return deduce_list(deduce, p, np, q, na);
}

// P is `S<...>`, A an instance of the same template [temp.deduct.type]/8, or S a parameter.
static bool deduce_spec(Deduce *deduce, Type *param, Type *arg) {
    Decl *tmpl = NULL;
    TmplArgs *args = NULL;
    if (arg->kind == TY_CLASS && arg->u.cls->inst.tmpl) {
        tmpl = &arg->u.cls->inst.tmpl->d;
        args = arg->u.cls->inst.args;
    } else if (arg->kind == TY_SPEC) {
        tmpl = arg->u.spec.tmpl;
        args = arg->u.spec.args;
    }
    if (!tmpl) return fail(deduce, "no class template instance", NULL);
    if (param->u.spec.tmpl->kind == D_TPARM) return deduce_ttp(deduce, param, tmpl, args);
    if (param->u.spec.tmpl != tmpl) return fail(deduce, "instances of different templates", NULL);
    return tm_deduce_args(deduce, param->u.spec.args, args);
}

// From an array: the element type first, then the bound.
static bool deduce_array(Deduce *deduce, Type *param, Type *arg) {
    if (!ty_is_array(arg)) return fail(deduce, "not an array", NULL);
    if (param->kind == TY_ARRAY_INC && arg->kind != TY_ARRAY_INC)
        return fail(deduce, "array bounds", NULL);
    if (param->kind == TY_ARRAY && (arg->kind != TY_ARRAY || arg->u.array.n != param->u.array.n)) {
        return fail(deduce, "array bounds", NULL);
    }
    if (param->kind == TY_ARRAY_DEP) {
        TmplArg tmpl_arg;
        if (arg->kind == TY_ARRAY) {
            ConstVal v = {.kind = CV_INT, .type = deduce->x->ty_size_t};
            v.u.i = apint_from_u64(64, arg->u.array.n);
            tmpl_arg =
                (TmplArg){.kind = TA_VALUE, .type = v.type, .val = cxx_const_intern(deduce->x, &v)};
        } else if (arg->kind == TY_ARRAY_DEP) {
            tmpl_arg =
                (TmplArg){.kind = TA_EXPR, .type = deduce->x->ty_size_t, .expr = arg->u.array.size};
        } else {
            return fail(deduce, "array bounds", NULL);
        }
        // The bound's type is any integral type [temp.deduct.type]/18: what else gives one counts.
        if (!tm_deduce(deduce, param->u.array.elem, arg->u.array.elem)) return false;
        deduce->in_bound = true;
        bool ok = deduce_value(deduce, param->u.array.size, &tmpl_arg);
        deduce->in_bound = false;
        return ok;
    }
    return tm_deduce(deduce, param->u.array.elem, arg->u.array.elem);
}

// [temp.deduct.type]/10: of the function itself whose address is taken, or that is declared, a
// parameter that is a forwarding reference takes an lvalue reference as T.
static bool forwards_lvalue(const Deduce *deduce, const Type *param, const Type *arg) {
    return deduce->whole_function && deduce->depth == 1 && param->kind == TY_RREF &&
           arg->kind == TY_LREF && is_forwarded(deduce, param->u.ptr.to);
}

// P is dependent and no parameter: its structure must be A's.
static bool deduce_compound(Deduce *deduce, Type *param, Type *arg) {
    switch (param->kind) {
    case TY_PTR:
    case TY_LREF:
    case TY_RREF:
        if (forwards_lvalue(deduce, param, arg)) return deduce_parm(deduce, param->u.ptr.to, arg);
        if (arg->kind != param->kind) return fail(deduce, "types differ", NULL);
        return tm_deduce(deduce, param->u.ptr.to, arg->u.ptr.to);
    case TY_MEMPTR:
        if (arg->kind != TY_MEMPTR) return fail(deduce, "not a pointer to member", NULL);
        return tm_deduce(deduce, param->u.ptr.cls, arg->u.ptr.cls) &&
               tm_deduce(deduce, param->u.ptr.to, arg->u.ptr.to);
    case TY_ARRAY:
    case TY_ARRAY_INC:
    case TY_ARRAY_DEP: return deduce_array(deduce, param, arg);
    case TY_VECTOR:
        if (arg->kind != TY_VECTOR || arg->u.array.n != param->u.array.n) {
            return fail(deduce, "types differ", NULL);
        }
        return tm_deduce(deduce, param->u.array.elem, arg->u.array.elem);
    case TY_FUNC:
        if (arg->kind != TY_FUNC) return fail(deduce, "not a function type", NULL);
        return tm_deduce_function(deduce, &param->u.func, &arg->u.func);
    case TY_SPEC: return deduce_spec(deduce, param, arg);
    default: return true; // non-deduced contexts
    }
}

// A parameter takes A, the same type needs nothing, a non-deduced context fits anything; else the
// structure decides, with equal qualifiers.
bool tm_deduce(Deduce *deduce, Type *param, Type *arg) {
    if (arg->kind == TY_ERROR || param->kind == TY_ERROR) return false;
    if (param->kind == TY_AUTO && deduce->autos) {
        if (param->quals & ~quals_of(arg)) return fail(deduce, "qualifiers are lost", NULL);
        arg = param->quals ? with_quals(deduce->x, arg, quals_of(arg) & ~param->quals) : arg;
        if (deduce->auto_type && deduce->auto_type != arg)
            return fail(deduce, "different types for auto", NULL);
        deduce->auto_type = arg;
        return true;
    }
    if (!ty_dependent(param) && !(deduce->autos && (param->flags & TF_HAS_AUTO))) {
        return param == arg || fail(deduce, "types differ", NULL);
    }
    if (is_ours(deduce, param)) return deduce_parm(deduce, param, arg);
    if (param->kind == TY_TPARM) {
        return param == arg || (deduce->nclass && !deduce->order) ||
               fail(deduce, "types differ", NULL);
    }
    if (is_any_of(param->kind, TY_DEPNAME, TY_DECLTYPE, TY_TRAIT)) return true;
    if (param->quals != arg->quals && !ty_is_array(param))
        return fail(deduce, "qualifiers differ", NULL);
    if (deduce->depth > deduce->x->ctx->max_depth)
        return fail(deduce, "types are nested too deeply", NULL);
    deduce->depth++;
    bool ok = deduce_compound(deduce, param, arg);
    deduce->depth--;
    return ok;
}

// ---- the result --------------------------------------------------------------------------------

// The elements of a pack as one argument; every element must have been deduced, and values fit the
// parameter's type, which may differ from element to element.
static bool finish_pack(Deduce *deduce, TParmDecl *parm, Env *env, TmplArg *out, Pos pos) {
    struct DedPack *dp = &deduce->pack[parm->index];
    int32_t index = deduce->p->pack_index;
    bool ok = true;
    for (uint32_t i = 0; i < dp->el.n && ok; i++) {
        TmplArg raw = dp->el.at[i];
        if (raw.kind == TA_NONE) {
            ok = fail(deduce, "couldn't deduce an element of template parameter pack ", parm);
        } else if (parm->kind == TA_VALUE && !deduce->order && !tm_arg_is_expansion(&raw)) {
            deduce->p->pack_index = (int32_t)i;
            ok = tm_convert_arg(deduce->p, parm, env, &raw, &dp->el.at[i], pos);
        }
    }
    // an empty pack's parameter has a type, too, which may not make sense
    bool typed = parm->kind == TA_VALUE && !deduce->order && parm->d.type &&
                 ty_dependent(parm->d.type) && !(parm->d.type->flags & TF_HAS_PACK);
    if (ok && typed && !dp->el.n) {
        const Type *t = tm_parm_type(deduce->p, parm, env);
        ok = !ty_lost(t);
    }
    deduce->p->pack_index = index;
    if (!ok) return false;
    *out = (TmplArg){.kind = TA_PACK, .pack = cxx_targs(deduce->x, dp->el.at, dp->el.n)};
    return true;
}

// Arguments being gathered. An environment over them is only made when tokens will be parsed in it:
// it may live on in what is parsed.
static TmplArgs *gather(Deduce *deduce, bool defaults, Env **e) {
    TmplParams *ps = deduce->ps;
    bool parse = false;
    for (uint32_t i = 0; i < ps->n && !parse; i++) {
        TParmDecl *parm = ps->parm[i];
        parse = (parm->kind == TA_VALUE &&
                 (ty_dependent(parm->d.type) || ty_auto_depends(parm->d.type))) ||
                (defaults && !parm->pack && deduce->at[i].kind == TA_NONE);
    }
    Arena *a = parse ? tm_arena(deduce->x) : deduce->a;
    TmplArgs *full = arena_zalloc(a, sizeof *full + sizeof *full->a * ps->n, 16);
    *e = parse ? tm_env(deduce->x, ps, full, deduce->env) : NULL;
    return full;
}

TmplArgs *tm_deduce_finish(Deduce *deduce, bool defaults, Pos pos) {
    TmplParams *ps = deduce->ps;
    Env *env;
    TmplArgs *full = gather(deduce, defaults, &env);
    // defaults may refer to parameters behind them that were deduced
    full->n = ps->n;
    for (uint32_t i = 0; i < ps->n; i++) {
        if (!ps->parm[i]->pack && ps->parm[i]->kind != TA_VALUE) full->a[i] = deduce->at[i];
    }
    for (uint32_t i = 0; i < ps->n; i++) {
        TParmDecl *parm = ps->parm[i];
        TmplArg *out = &full->a[i];
        if (parm->pack) {
            if (!finish_pack(deduce, parm, env, out, pos)) return NULL;
        } else if (deduce->at[i].kind == TA_NONE) {
            if (!defaults || !tm_default_arg(deduce->p, parm, env, out, pos)) {
                fail(deduce, "couldn't deduce template parameter ", parm);
                return NULL;
            }
            if (out->kind == TA_NONE) {
                fail(deduce, "substitution failed in the default argument of template parameter ",
                     parm);
                return NULL;
            }
        } else if (parm->kind == TA_VALUE && !deduce->order) {
            if (!tm_convert_arg(deduce->p, parm, env, &deduce->at[i], out, pos)) {
                fail(deduce, "the deduced value does not fit parameter ", parm);
                return NULL;
            }
        } else {
            *out = deduce->at[i];
        }
    }
    return cxx_written_targs(deduce->x, ps, full->a, ps->n);
}

// ---- explicit arguments ------------------------------------------------------------------------

// The explicit arguments from *next on that the i-th parameter, a pack, takes.
static bool take_explicit_pack(Deduce *deduce, TParmDecl *parm, uint32_t i, Env *env,
                               const TmplArgs *ex, uint32_t *next, Pos pos) {
    struct DedPack *pack = &deduce->pack[i];
    int32_t index = deduce->p->pack_index;
    for (uint32_t end = *next + tm_pack_takes(parm, ex->a, *next, ex->n); *next < end; ++*next) {
        const TmplArg *given = &ex->a[*next];
        TmplArg arg = *given; // an expansion stays one
        deduce->p->pack_index = (int32_t)pack->el.n;
        bool ok =
            tm_arg_is_expansion(given) || tm_convert_arg(deduce->p, parm, env, given, &arg, pos);
        deduce->p->pack_index = index;
        if (!ok) return false;
        vec_push(deduce->a, &pack->el, arg);
        pack->any = true;
    }
    pack->nexplicit = pack->el.n;
    return true;
}

// Explicit arguments [temp.arg.explicit] bind the parameters in front, each converted as those
// before it say; a pack they end in may get more by deduction. ex may be NULL.
bool tm_take_explicit(Deduce *deduce, const TmplArgs *ex, Pos pos) {
    if (!ex) return true;
    TmplParams *ps = deduce->ps;
    Env *env;
    TmplArgs *full = gather(deduce, false, &env);
    full->n = ps->n;
    uint32_t next = 0;
    for (uint32_t i = 0; i < ps->n && next < ex->n; i++) {
        TParmDecl *parm = ps->parm[i];
        bool ok = parm->pack
                      ? take_explicit_pack(deduce, parm, i, env, ex, &next, pos)
                      : tm_convert_arg(deduce->p, parm, env, &ex->a[next++], &deduce->at[i], pos);
        if (!ok) return fail(deduce, "the explicit argument does not fit parameter ", parm);
        if (parm->pack) continue;
        full->a[i] = deduce->at[i];
        deduce->nfixed = i + 1;
    }
    return next == ex->n || fail(deduce, "too many explicit template arguments", NULL);
}

// ---- calls [temp.deduct.call] ------------------------------------------------------------------

// Adds to A the qualifiers that a qualification conversion may add, level by level.
static Type *add_quals_like(Deduce *deduce, Type *param, Type *arg) {
    if (param->kind != TY_PTR || arg->kind != TY_PTR) return arg;
    Type *to = add_quals_like(deduce, param->u.ptr.to, arg->u.ptr.to);
    unsigned q = quals_of(param->u.ptr.to) & ~quals_of(to);
    if (q && to->kind != TY_FUNC) to = ty_qual(deduce->x, to, q);
    Type *r = ty_pointer(deduce->x, to);
    return arg->quals ? ty_qual(deduce->x, r, arg->quals) : r;
}

// Whether two deductions gave the same arguments: then two bases are no ambiguity.
static bool same_deduced(const TmplParams *ps, const TmplArg *left, const struct DedPack *ap,
                         const TmplArg *right, const struct DedPack *bp) {
    for (uint32_t i = 0; i < ps->n; i++) {
        bool pack = ps->parm[i]->pack;
        if (pack && ap[i].el.n != bp[i].el.n) return false;
        if (!pack && !tm_arg_equal(&left[i], &right[i])) return false;
        for (uint32_t k = 0; pack && k < ap[i].el.n; k++) {
            if (!tm_arg_equal(&ap[i].el.at[k], &bp[i].el.at[k])) return false;
        }
    }
    return true;
}

// A deduction that goes on from here and may fail without a trace.
static Deduce trial_of(const Deduce *deduce, DeduceFail *why) {
    TmplParams *ps = deduce->ps;
    Deduce trial = *deduce;
    trial.why = why;
    trial.at = arena_copy(deduce->a, deduce->at, sizeof *deduce->at * ps->n, 16);
    trial.pack = arena_array(deduce->a, struct DedPack, ps->n);
    for (uint32_t k = 0; k < ps->n; k++) {
        trial.pack[k] = deduce->pack[k];
        if (!deduce->pack[k].el.n) continue;
        trial.pack[k].el.at = arena_copy(deduce->a, deduce->pack[k].el.at,
                                         sizeof(TmplArg) * deduce->pack[k].el.n, 16);
        trial.pack[k].el.cap = deduce->pack[k].el.n;
    }
    return trial;
}

// Where P is `S<...>` (or points to it), a base class of A may fit.
static bool deduce_bases(Deduce *deduce, Type *type, ClassDecl *cls, TmplArg **found,
                         struct DedPack **packs, uint32_t *nfound, uint32_t visit, uint32_t depth) {
    if (depth > 200 || !cxx_class_complete(deduce->x, cls, 0)) return true;
    for (uint32_t i = 0; i < cls->members.nbase; i++) {
        ClassDecl *b = cls->members.base[i].cls;
        if (!b || !cxx_class_visit(b, visit)) continue;
        DeduceFail why = {0};
        Deduce t = trial_of(deduce, &why);
        if (deduce_spec(&t, type, b->d.type)) {
            if (!*nfound || !same_deduced(deduce->ps, *found, *packs, t.at, t.pack)) ++*nfound;
            *found = t.at;
            *packs = t.pack;
            continue; // bases of a match do not count [temp.deduct.call]/4.3
        }
        deduce_bases(deduce, type, b, found, packs, nfound, visit, depth + 1);
    }
    return true;
}

static bool has_bases(Cxx *cxx, ClassDecl *cls) {
    return cxx_class_complete(cxx, cls, 0) && cls->members.nbase;
}

// P is S<...>, A a class: itself, else one of its bases [temp.deduct.call]/4.3, /5. S may be a
// template parameter that is given, and a base an instance of A's own template.
static bool deduce_class(Deduce *deduce, Type *param, Type *arg) {
    ClassDecl *cls = arg->u.cls;
    const Decl *wanted = param->u.spec.tmpl;
    bool itself = cls->inst.tmpl && (wanted == &cls->inst.tmpl->d || wanted->kind == D_TPARM);
    if (itself) {
        DeduceFail why = {0};
        Deduce first = trial_of(deduce, &why);
        if (deduce_spec(&first, param, arg)) {
            deduce->at = first.at;
            deduce->pack = first.pack;
            return true;
        }
        if (!has_bases(deduce->x, cls)) return deduce_spec(deduce, param, arg); // says why
    }
    TmplArg *found = NULL;
    struct DedPack *packs = NULL;
    uint32_t n = 0;
    deduce_bases(deduce, param, cls, &found, &packs, &n, cxx_visit_begin(deduce->x), 0);
    if (!n && itself) return deduce_spec(deduce, param, arg);
    if (n != 1)
        return fail(deduce, n ? "several base classes match" : "the argument's type does not match",
                    NULL);
    deduce->at = found;
    deduce->pack = packs;
    return true;
}

// Matches an argument's adjusted type: where P = A fails, what a conversion would mend is allowed
// [temp.deduct.call]/4.
bool tm_deduce_from(Deduce *deduce, Type *param, Type *arg) {
    if (param->kind == TY_SPEC && arg->kind == TY_CLASS && !(param->quals & ~arg->quals)) {
        return deduce_class(deduce, param, arg);
    }
    if (param->kind == TY_PTR && arg->kind == TY_PTR) {
        arg = add_quals_like(deduce, param, arg);
        Type *pt = param->u.ptr.to, *at = arg->u.ptr.to;
        if (pt->kind == TY_SPEC && at->kind == TY_CLASS && pt->quals == at->quals) {
            return deduce_class(deduce, pt, at);
        }
        if (pt->kind == TY_FUNC && at->kind == TY_FUNC) {
            return tm_deduce_function(deduce, &pt->u.func, &at->u.func);
        }
        param = param->quals ? param->unqual : param;
        arg = arg->quals ? arg->unqual : arg;
    }
    return tm_deduce(deduce, param, arg);
}

// Whether it is std::initializer_list, or one of an inline namespace of std.
static bool is_std_initializer_list(Cxx *cxx, Decl *decl) {
    return decl->name == cxx->n.initializer_list && cxx->std_ns && decl->scope &&
           cxx_namespace_of(decl->scope)->owner &&
           cxx_namespace_of(decl->scope)->owner->name == cxx->n.std;
}

// A braced list as argument [temp.deduct.call]/1: element by element for an initializer_list or an
// array, else the parameter is not deduced from it.
static bool deduce_init_list(Deduce *deduce, Type *type, Expr *expr) {
    type = ty_deref(type);
    Type *elem = NULL;
    if (type->kind == TY_SPEC && is_std_initializer_list(deduce->x, type->u.spec.tmpl) &&
        type->u.spec.args->n == 1 && type->u.spec.args->a[0].kind == TA_TYPE) {
        elem = type->u.spec.args->a[0].type;
    } else if (is_any_of(type->kind, TY_ARRAY_DEP, TY_ARRAY)) {
        elem = type->u.array.elem;
    } else if (type->kind == TY_AUTO && deduce->autos) {
        return fail(deduce, "a braced list has no type", NULL);
    } else {
        return true; // not deduced from
    }
    for (uint32_t i = 0; i < expr->n; i++) {
        if (!tm_deduce_expr(deduce, elem, expr->arg[i])) return false;
    }
    if (type->kind == TY_ARRAY_DEP && expr->n) {
        ConstVal v = {.kind = CV_INT, .type = deduce->x->ty_size_t};
        v.u.i = apint_from_u64(64, expr->n);
        TmplArg a = {.kind = TA_VALUE, .type = v.type, .val = cxx_const_intern(deduce->x, &v)};
        return deduce_value(deduce, type->u.array.size, &a);
    }
    return true;
}

// What func, one of the functions named by expr, is as an argument for P: a reference takes the
// function itself, all else its address, which of a nonstatic member is a pointer to member.
static Type *address_type(Cxx *cxx, FuncDecl *func, Type *type, bool ref, const Expr *expr) {
    if (ref && expr->op != OP_ADDR && type->kind == TY_TPARM) return func->d.type;
    if (func->cls && !(func->d.flags & DF_STATIC))
        return ty_memptr(cxx, func->cls->d.type, func->d.type);
    return type->kind == TY_FUNC ? func->d.type : ty_pointer(cxx, func->d.type);
}

// An overload set as argument [temp.deduct.call]/6: if exactly one member fits, it is used;
// function templates in the set make the parameter non-deduced.
static bool deduce_overload(Deduce *deduce, Type *type, Expr *expr) {
    if (xe_is(expr, E_UNARY, OP_ADDR)) expr = expr->a;
    if (expr->kind != E_OVERLOAD) return true;
    bool ref = ty_is_ref(type);
    bool forwarding = type->kind == TY_RREF && is_forwarded(deduce, type->u.ptr.to);
    type = ty_deref(type);
    FuncDecl *only = NULL;
    uint32_t fits = 0;
    for (uint32_t i = 0; i < expr->u.ovl->n; i++) {
        Decl *decl = expr->u.ovl->set[i];
        FuncDecl *func = NULL;
        if (decl->kind == D_TEMPLATE) {
            if (!expr->u.ovl->targs) return true;
            func = cxx_deduce_explicit(deduce->p, (TemplateDecl *)decl, expr->u.ovl->targs);
            if (!func) continue;
        } else if (decl->kind == D_FUNC && !expr->u.ovl->targs) { // f<4> names templates only
            func = (FuncDecl *)decl;
        }
        if (!func) continue;
        if (cxx_returns_auto(func)) cxx_func_signature(deduce->x, func);
        if (is_ours(deduce, type->kind == TY_PTR ? type->u.ptr.to : type)) {
            only = func;
            fits++;
            continue;
        }
        Deduce t = *deduce;
        DeduceFail why = {0};
        t.why = &why;
        t.at = arena_copy(deduce->a, deduce->at, sizeof *deduce->at * deduce->ps->n, 16);
        t.pack = arena_array(deduce->a, struct DedPack, deduce->ps->n);
        if (tm_deduce_from(&t, type, address_type(deduce->x, func, type, ref, expr))) {
            only = func;
            fits++;
        }
    }
    if (fits > 1) return true;
    if (!fits) return fail(deduce, "no overloaded function matches", NULL);
    Type *A = address_type(deduce->x, only, type, ref, expr);
    if (A->kind == TY_FUNC && forwarding) A = ty_ref(deduce->x, A, false);
    if (type->quals)
        type = ty_unqual(type); // const does nothing to a function, and converts a pointer
    return tm_deduce_from(deduce, type, A);
}

// [temp.deduct.call]/2-3: a reference keeps the argument's type, a value parameter decays it; a
// forwarding reference is deduced as an lvalue reference from an lvalue.
bool tm_deduce_expr(Deduce *deduce, Type *type, Expr *expr) {
    Cxx *cxx = deduce->x;
    if (deduce->ps && !visit_type(type, &(ParmVisit){visit_undeduced, deduce, true}))
        return true; // conversions are allowed then
    if (expr->kind == E_INITLIST_SYNTAX) return deduce_init_list(deduce, type, expr);
    if (expr->type->kind == TY_OVERLOAD) return deduce_overload(deduce, type, expr);
    if (expr->flags & EF_TYPE_DEP) return true;
    Type *A = expr->type;
    if (A->kind == TY_ERROR) return false;
    bool ref = ty_is_ref(type);
    if (ref) {
        Type *to = type->u.ptr.to;
        bool forwarding =
            type->kind == TY_RREF &&
            (is_forwarded(deduce, to) || (deduce->autos && to->kind == TY_AUTO && !to->quals));
        if (forwarding && expr->cat == VC_LVALUE) {
            TmplArg a = {.kind = TA_TYPE, .type = ty_ref(cxx, A, false)};
            if (deduce->autos) return deduce->auto_type = a.type, true;
            return bind(deduce, to->u.tparm.index, a);
        }
        type = to;
        unsigned q = quals_of(type) & ~quals_of(A);
        if (q && A->kind != TY_FUNC) A = ty_qual(cxx, A, q);
    } else {
        A = ty_decay(cxx, A);
        type = ty_unqual(type);
        A = ty_unqual(A);
    }
    return tm_deduce_from(deduce, type, A);
}

// How many arguments a call must give: parameters without default in front, packs none.
static uint32_t required_args(const FuncDecl *func) {
    uint32_t n = 0;
    const FuncType *t = &func->d.type->u.func;
    for (uint32_t i = 0; i < t->nparam; i++) {
        if (t->param[i]->kind == TY_PACK) continue;
        if (i < func->nparam && func->param && func->param[i]->default_arg.end) break;
        n++;
    }
    return n;
}

// An argument that does not convert to a parameter of a fixed class type makes the
// template no candidate before its signature is instantiated (CWG 1391).
static bool fixed_fits(Deduce *deduce, Type *type, Expr *expr) {
    Type *to = ty_unqual(ty_deref(type));
    bool judged = !ty_dependent(type) && to->kind == TY_CLASS && ty_unqual(expr->type) != to;
    if (!judged || expr->kind == E_INITLIST_SYNTAX || expr->flags & EF_TYPE_DEP) return true;
    Ics ics = {0};
    cxx_ics(deduce->p, expr, type, !deduce->p->in_user_conv, false, &ics); // [over.best.ics]/4
    return ics.rank != ICS_BAD || fail(deduce, "an argument does not convert", NULL);
}

// From the arguments of a call, parameter by parameter [temp.deduct.call]/1. A pack in the middle
// is not deduced: it has its explicit elements.
static bool deduce_params(Deduce *deduce, FuncDecl *func, Expr **arg, uint32_t n) {
    const FuncType *func_type = &func->d.type->u.func;
    uint32_t j = 0;
    for (uint32_t i = 0; i < func_type->nparam; i++) {
        Type *type = func_type->param[i];
        if (type->kind != TY_PACK) {
            if (j < n &&
                !(fixed_fits(deduce, type, arg[j]) && tm_deduce_expr(deduce, type, arg[j])))
                return false;
            j++;
            continue;
        }
        type = type->u.ptr.to;
        uint32_t end = n;
        if (i + 1 < func_type->nparam) { // not last: as many elements as were given explicitly
            end = j;
            for (uint32_t k = 0; k < deduce->ps->n; k++) {
                if (deduce->ps->parm[k]->pack)
                    end = CU_MIN(n, CU_MAX(end, j + deduce->pack[k].nexplicit));
            }
            j = end;
            continue;
        }
        int32_t outer = deduce->k;
        for (deduce->k = 0; j < end; j++, deduce->k++) {
            bool given = true; // explicitly given elements convert
            for (uint32_t k = 0; k < deduce->ps->n; k++) {
                if (deduce->ps->parm[k]->pack && deduce->pack[k].nexplicit <= (uint32_t)deduce->k)
                    given = false;
            }
            if (!given && !tm_deduce_expr(deduce, type, arg[j])) {
                deduce->k = outer;
                return false;
            }
        }
        uint32_t len = (uint32_t)deduce->k;
        deduce->k = outer;
        TmplArg pattern = {.kind = TA_TYPE, .type = type};
        if (!close_packs(deduce, &pattern, len)) return false;
    }
    return true;
}

// The instance's declaration; NULL if an argument lacks or the signature is ill-formed (SFINAE).
FuncDecl *tm_instantiate_deduced(Deduce *deduce, TemplateDecl *t, bool defaults, Pos pos) {
    TmplArgs *args = tm_deduce_finish(deduce, defaults, pos);
    if (!args) return NULL;
    FuncDecl *f =
        cxx_func_instantiate(deduce->x, t, args, CU_MAX(deduce->p->poi, deduce->p->at), pos);
    if (!f) fail(deduce, "substitution failed", NULL);
    return f;
}

// The token being read, or the last one.
Pos tm_deduce_place(const Parse *parse) {
    uint32_t at = parse->at < parse->end ? parse->at : parse->end ? parse->end - 1 : 0;
    return parse->tok[at].pos;
}

// The number of arguments decides before anything is deduced [temp.deduct.call], for it costs
// nothing. Diagnostics are trapped: they make the template no candidate.
FuncDecl *cxx_answer_deduce_call(Parse *parse, TemplateDecl *tmpl, TmplArgs *explicit_, Expr **arg,
                                 uint32_t n, DeduceFail *why) {
    FuncDecl *func = tmpl->pattern;
    if (!cxx_is_typed(func)) return NULL;
    const FuncType *ft = &func->d.type->u.func;
    bool pack = ft->nparam && ft->param[ft->nparam - 1]->kind == TY_PACK;
    for (uint32_t i = 0; i < ft->nparam; i++) pack |= ft->param[i]->kind == TY_PACK;
    bool many = n > ft->nparam && !pack && !ft->variadic;
    if (many || n < required_args(func)) {
        if (why && !why->why) why->why = many ? "too many arguments" : "too few arguments";
        return NULL;
    }
    DeduceTry trial;
    Deduce *deduce = &trial.deduce;
    tm_try_begin(&trial, parse, tmpl->params, tmpl->env, why);
    deduce->call = true;
    trial.trap.keep = why && why->explain;
    FuncDecl *instance = NULL;
    Pos pos = tm_deduce_place(parse);
    if (tm_take_explicit(deduce, explicit_, pos) && deduce_params(deduce, func, arg, n)) {
        instance = tm_instantiate_deduced(deduce, tmpl, true, pos);
    }
    if (!tm_try_end(&trial)) instance = NULL;
    if (trial.trap.text) why->text = trial.trap.text;
    return instance;
}

// Deduces a class template's arguments from a call of a constructor of A<T> (see
// template/class_deduce.c), of which `list` are the parameters: the class's and, of a constructor
// template, behind them its own. fixed: arguments, of which those that do not depend on anything
// are bound beforehand; or NULL.
TmplArgs *tm_deduce_ctor(Parse *parse, TemplateDecl *tmpl, TmplParams *list, FuncDecl *func,
                         Expr **arg, uint32_t n, const TmplArgs *fixed) {
    const FuncType *ft = &func->d.type->u.func;
    bool pack = false;
    for (uint32_t i = 0; i < ft->nparam; i++) pack |= ft->param[i]->kind == TY_PACK;
    if ((n > ft->nparam && !pack && !ft->variadic) || n < required_args(func)) return NULL;
    DeduceTry trial;
    Deduce *deduce = &trial.deduce;
    DeduceFail why = {0};
    tm_try_begin(&trial, parse, list, tmpl->env, &why);
    deduce->call = true;
    deduce->nclass = tmpl->params->n;
    if (fixed && fixed->n == tmpl->params->n) {
        deduce->fixed = arena_array(deduce->a, bool, list->n);
        for (uint32_t i = 0; i < fixed->n; i++) {
            if (tm_arg_dependent(&fixed->a[i]) || fixed->a[i].kind == TA_PACK) continue;
            deduce->fixed[i] = true;
            deduce->at[i] = fixed->a[i];
        }
    }

    TmplArgs *args = NULL;
    if (deduce_params(deduce, func, arg, n)) {
        deduce->ps = tmpl->params;
        args = tm_deduce_finish(deduce, true, tm_deduce_place(parse));
    }
    return tm_try_end(&trial) ? args : NULL;
}

FuncDecl *cxx_answer_deduce_explicit(Parse *parse, TemplateDecl *tmpl, TmplArgs *explicit_) {
    if (!tmpl->pattern) return NULL;
    DeduceTry trial;
    DeduceFail why = {0};
    tm_try_begin(&trial, parse, tmpl->params, tmpl->env, &why);
    Pos pos = tm_deduce_place(parse);
    FuncDecl *instance = tm_take_explicit(&trial.deduce, explicit_, pos)
                             ? tm_instantiate_deduced(&trial.deduce, tmpl, true, pos)
                             : NULL;
    return tm_try_end(&trial) ? instance : NULL;
}
