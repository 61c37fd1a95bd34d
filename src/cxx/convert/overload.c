// SPDX-License-Identifier: Apache-2.0
// convert/overload.c: overload resolution [over.match]: candidates with their conversion sequences,
// the ranking of viable ones [over.match.best], and the address of an overloaded function
// [over.over]. Explanations are in overload_note.c, operators in convert/overload_operator.c.
#include "cxx/facts/diag.h"
#include "cxx/facts/state.h"
#include "cxx/lookup/lookup.h"
#include "cxx/convert/convert.h"

// The sequence of the implied object argument for member function func [over.match.funcs].
void xe_object_ics(Parse *parse, Expr *object, FuncDecl *func, Ics *ics) {
    Cxx *cxx = parse->x;
    *ics = (Ics){.rank = ICS_EXACT};
    if (!object || (func->d.flags & DF_STATIC) || !func->cls || xe_tdep(object)) return;
    const FuncType *ft = &func->d.type->u.func;
    Type *cls = func->cls->d.type, *from = object->type;
    uint32_t quals = ft->quals & ~Q_RESTRICT;
    if (func->kind == FK_DTOR) quals |= xe_quals(from); // any object can be destroyed [class.dtor]
    Type *param = ty_qual(cxx, cls, quals);
    ics->from = from;
    ics->ref_bind = true;
    ics->rvalue_bind = ft->ref == REF_RVALUE;
    ics->any_object = ft->ref == REF_NONE;
    ics->to = ty_ref(cxx, param, ft->ref == REF_RVALUE);
    bool bad = (xe_quals(from) & ~xe_quals(param) & (Q_CONST | Q_VOLATILE)) != 0;
    if (ft->ref == REF_RVALUE && object->cat == VC_LVALUE) bad = true;
    // as a reference to const, not volatile, binds to an rvalue
    bool const_ref = (ft->quals & (Q_CONST | Q_VOLATILE)) == Q_CONST;
    if (ft->ref == REF_LVALUE && object->cat != VC_LVALUE && !const_ref) bad = true;
    Type *a = ty_unqual(from);
    if (a->kind != TY_CLASS) {
        bad = true;
    } else if (a->u.cls != func->cls) {
        if (!xe_reference_related(parse, cls, a)) bad = true;
        ics->rank = ICS_CONVERSION;
        ics->second = CK_DERIVED_TO_BASE;
        ics->to_base = true;
    }
    if (bad) ics->rank = ICS_BAD;
}

// Whether the object is no argument among others.
static bool is_member_fn(const FuncDecl *func) {
    return func->cls && func->kind != FK_CTOR && !func->explicit_object;
}

// [over.best.ics]/4: a class list-initialised by `{{...}}` is not made by a user conversion first
// and copied then.
static bool nested_copy(const Cands *cs, const FuncDecl *func, uint32_t i, Expr **arg,
                        uint32_t narg) {
    if (!cs->from_list || i || narg != 1 || !xe_list(arg[0]) || func->kind != FK_CTOR) return false;
    const Type *t = ty_deref(func->d.type->u.func.param[0])->unqual;
    return t->kind == TY_CLASS && t->u.cls == func->cls;
}

// Whether a list is no more than an expression in braces, which may convert without a constructor.
static bool braced_expression(const Expr *list) {
    bool designated = list->u.init && list->u.init->designator;
    return list->n == 1 && !xe_list(list->arg[0]) && !designated;
}

// [over.match.copy]/1.2: a constructor of the class that one argument initialises directly, whose
// parameter refers to the class: explicit conversion functions of the argument count.
static bool takes_own_class(const Cands *cs, const Type *param) {
    if (!cs->direct_of || !ty_is_ref(param)) return false;
    return ty_unqual(param->u.ptr.to) == ty_unqual(cs->direct_of->d.type);
}

void xe_add_cand_fn(Parse *parse, Cands *cs, FuncDecl *func, TemplateDecl *tmpl, Decl *as,
                    Expr *object, Expr **arg, uint32_t narg, bool allow_user) {
    Cand cand = {.fn = func, .tmpl = tmpl, .decl = as, .bad_arg = -1, .viable = true};
    const FuncType *ft = &func->d.type->u.func;
    cand.has_object = is_member_fn(func);
    cand.nics = narg + cand.has_object;
    if ((narg > ft->nparam && !ft->variadic) || narg < func->min_args) {
        cand.viable = false;
        cand.nics = 0;
        vec_push(xe_scratch(parse), &cs->c, cand);
        return;
    }
    if (func->written.requires.end && !tmpl && !cxx_func_satisfied(parse->x, func)) {
        cand.viable = false;
        cand.nics = 0;
        cand.bad_arg = -3;
        cand.why = diag_trapped(parse->x->ctx) ? "" : cxx_why_func(parse->x, func);
        vec_push(xe_scratch(parse), &cs->c, cand);
        return;
    }

    Ics few[16]; // most candidates are not viable, and nobody asks for their sequences
    cand.ics = cand.nics <= CU_COUNT(few) ? few : arena_array(xe_scratch(parse), Ics, cand.nics);
    memset(cand.ics, 0, cand.nics * sizeof *cand.ics);
    uint32_t k = 0;
    if (cand.has_object) {
        xe_object_ics(parse, object, func, &cand.ics[k]);
        if (cand.ics[k].rank == ICS_BAD) {
            cand.viable = false;
            cand.bad_arg = -3;
            cand.why = "the object argument does not bind to the function's this";
        }
        k++;
    }
    for (uint32_t i = 0; i < narg && cand.viable; i++, k++) {
        if (i >= ft->nparam) {
            cand.ics[k] = (Ics){.rank = ICS_ELLIPSIS, .from = arg[i]->type};
            if (xe_list(arg[i])) {
                cand.viable = false;
                cand.bad_arg = -3;
                cand.why = "a braced initializer list cannot match the ellipsis";
            }
            cand.via_ellipsis = true;
            continue;
        }
        bool copy = takes_own_class(cs, ft->param[i]);
        bool nested = nested_copy(cs, func, i, arg, narg);
        if (nested && !braced_expression(arg[i])) // (and {{{...}}} takes no exponential time)
            cand.ics[k].rank = ICS_BAD;
        else
            cxx_ics(parse, arg[i], ft->param[i], allow_user, copy, &cand.ics[k]);
        if (cand.ics[k].rank == ICS_USER && nested) cand.ics[k].rank = ICS_BAD;
        if (cand.ics[k].rank == ICS_BAD) {
            cand.viable = false;
            cand.bad_arg = (int)i;
        }
    }

    // what is kept stands in the scratch arena
    if (!cand.viable) {
        cand.ics = NULL;
        cand.nics = 0;
    } else if (cand.ics == few) {
        cand.ics = cand.nics
                       ? arena_copy(xe_scratch(parse), few, cand.nics * sizeof *few, _Alignof(Ics))
                       : NULL;
    }
    vec_push(xe_scratch(parse), &cs->c, cand);
}

// The instance that deduction gives for the arguments [temp.deduct.call], or why there is none.
static void add_template(Parse *parse, Cands *cs, TemplateDecl *tmpl, Decl *as, TmplArgs *targs,
                         Expr *object, Expr **arg, uint32_t narg, bool allow_user,
                         bool allow_explicit) {
    DeduceFail why = {0};
    FuncDecl *func = cxx_deduce_call(parse, tmpl, targs, arg, narg, &why);
    if (!func) {
        Cand c = {.tmpl = tmpl,
                  .decl = as,
                  .bad_arg = -2,
                  .why = why.why,
                  .targs = targs,
                  .parm = why.parm,
                  .has_object = object != NULL};
        vec_push(xe_scratch(parse), &cs->c, c);
        return;
    }
    if (func->written.explicit_ && !allow_explicit) return;
    xe_add_cand_fn(parse, cs, func, tmpl, as, object, arg, narg, allow_user);
}

// Whether the candidates are members of several classes: some came by a using-declaration.
static bool has_several_classes(const Cands *cs) {
    const ClassDecl *first = NULL;
    for (uint32_t i = 0; i < cs->c.n; i++) {
        const FuncDecl *f = cs->c.at[i].fn;
        if (!f || !is_member_fn(f)) continue;
        if (first && f->cls != first) return true;
        first = f->cls;
    }
    return false;
}

// [over.match.funcs]/5: what a using-declaration brought counts as a member of the object's class,
// whose object binds as it is.
static void as_own_member(Parse *parse, Cand *cand, const Expr *object) {
    cand->ics[0].rank = ICS_EXACT;
    cand->ics[0].second = CK_NOOP;
    cand->ics[0].to_base = false;
    Type *to = cand->ics[0].to;
    if (!to || !ty_is_ref(to)) return;
    Type *self = ty_qual(parse->x, ty_unqual(object->type), xe_quals(to->u.ptr.to));
    cand->ics[0].to = ty_ref(parse->x, self, to->kind == TY_RREF);
}

static bool has_explicit_object(const Decl *decl) {
    if (decl->kind == D_TEMPLATE && ((const TemplateDecl *)decl)->pattern)
        decl = &((const TemplateDecl *)decl)->pattern->d;
    return decl->kind == D_FUNC && ((const FuncDecl *)decl)->explicit_object;
}

Expr **xe_with_object(Parse *parse, Expr *object, Expr **arg, uint32_t n) {
    Expr **all = arena_array(pa(parse), Expr *, n + 1);
    all[0] = object;
    if (n) memcpy(all + 1, arg, n * sizeof *arg);
    return all;
}

// Declarations of a function with C linkage in several namespaces are one function [dcl.link]/6.
static bool declared_before(const Cands *cs, const FuncDecl *func) {
    for (uint32_t i = 0; i < cs->c.n; i++) {
        const FuncDecl *other = cs->c.at[i].fn;
        bool same = other && other->d.linkage == LK_C && other->d.name == func->d.name;
        if (same && !other->cls && !func->cls && other->d.type == func->d.type) return true;
    }
    return false;
}

void xe_add_cands(Parse *parse, Cands *cs, Decl **set, uint32_t n, TmplArgs *targs, Expr *object,
                  Expr **arg, uint32_t narg, bool allow_user, bool allow_explicit) {
    vec_reserve(xe_scratch(parse), &cs->c, cs->c.n + n);
    for (uint32_t i = 0; i < n; i++) {
        Decl *d = set[i];
        if (d->flags & DF_INVALID) continue;
        if (object && has_explicit_object(d)) { // which is the first argument then
            Expr **all = xe_with_object(parse, object, arg, narg);
            uint32_t before = cs->c.n;
            xe_add_cands(parse, cs, &d, 1, targs, NULL, all, narg + 1, allow_user, allow_explicit);
            for (uint32_t k = before; k < cs->c.n; k++) { // reports know the written arguments
                if (cs->c.at[k].bad_arg < 0) continue;
                cs->c.at[k].bad_arg = -3;
                cs->c.at[k].why = "the object or an argument does not convert to its parameter";
            }
            continue;
        }
        if (d->kind == D_TEMPLATE && ((TemplateDecl *)d)->kind == TK_FUNC) {
            add_template(parse, cs, (TemplateDecl *)d, d, targs, object, arg, narg, allow_user,
                         allow_explicit);
        } else if (d->kind == D_FUNC && !targs) {
            FuncDecl *f = (FuncDecl *)d;
            if (f->d.linkage == LK_C && declared_before(cs, f)) continue;
            if ((f->written.explicit_ && !allow_explicit) || f->no_candidate) continue;
            xe_add_cand_fn(parse, cs, f, NULL, d, object, arg, narg, allow_user);
        }
    }
    if (!object || !has_several_classes(cs)) return;
    for (uint32_t i = 0; i < cs->c.n; i++) {
        Cand *cand = &cs->c.at[i];
        if (cand->viable && cand->has_object && cand->nics) as_own_member(parse, cand, object);
    }
}

// ---- ranking -----------------------------------------------------------------------------------

static uint32_t params_used(const Cand *c) {
    return c->nics - (c->has_object ? 1u : 0u);
}

static bool derives(Parse *parse, ClassDecl *cls, ClassDecl *b) {
    BaseSpec **path;
    uint32_t n;
    bool amb;
    return cls && b && cls != b && cxx_class_derived_from(parse->x, cls, b, &path, &n, &amb);
}

// a is better than b [over.match.best]/2.
static bool better(Parse *parse, const Cand *cand, const Cand *b) {
    bool won = false;
    uint32_t n = CU_MIN(cand->nics, b->nics);
    // a static member among non-static ones: compare from the last argument
    for (uint32_t i = 0; i < n; i++) {
        const Ics *ia = &cand->ics[cand->reversed ? cand->nics - 1 - i : i];
        const Ics *ib = &b->ics[b->reversed ? b->nics - 1 - i : i];
        int c = cxx_ics_compare(parse, ia, ib);
        if (c > 0) return false;
        if (c < 0) won = true;
    }
    if (won) return true;

    // equal sequences: a function beats a built-in candidate, one that is no template an instance,
    // the more specialized template, the more constrained function
    if (!cand->fn != !b->fn) return cand->fn != NULL;
    if (!cand->fn) return false;
    if (!cand->tmpl != !b->tmpl) return !cand->tmpl;
    if (cand->tmpl && b->tmpl && cand->tmpl != b->tmpl) {
        int c = cxx_more_specialized(parse->x, cand->tmpl, b->tmpl, params_used(cand));
        if (c) return c > 0;
    }
    if (cxx_same_params(cand->fn, b->fn)) { // both templates, or neither
        int c = cand->tmpl ? 0 : cxx_more_constrained_func(parse->x, cand->fn, b->fn);
        if (!c && parse->x->hooks.prefer) c = parse->x->hooks.prefer(parse, cand->fn, b->fn);
        if (c) return c > 0;
    }
    if (cand->fn->kind == FK_CTOR && b->fn->kind == FK_CTOR && cand->fn->cls != b->fn->cls)
        return derives(parse, cand->fn->cls, b->fn->cls); // not inherited beats inherited
    if (cand->rewritten != b->rewritten) return !cand->rewritten;
    if (cand->reversed != b->reversed) return !cand->reversed;
    // a guide that was written beats one of a constructor
    bool guides = cand->fn->kind == FK_GUIDE && b->fn->kind == FK_GUIDE;
    return guides && b->fn->is_implicit && !cand->fn->is_implicit;
}

// One declaration, or one member template of several instances of its class.
static bool same_declaration(const Cand *a, const Cand *b) {
    if (a->fn && a->fn == b->fn) return true;
    return a->tmpl && b->tmpl && a->tmpl->d.order == b->tmpl->d.order;
}

void xe_choose(Parse *parse, Cands *cs) {
    cs->best = -1;
    cs->rival = -1;
    for (uint32_t i = 0; i < cs->c.n; i++) {
        if (!cs->c.at[i].viable) continue;
        if (cs->best < 0 || better(parse, &cs->c.at[i], &cs->c.at[cs->best])) cs->best = (int)i;
    }
    if (cs->best < 0) return;
    Cand *cand = &cs->c.at[cs->best];
    for (uint32_t i = 0; i < cs->c.n; i++) {
        Cand *c = &cs->c.at[i];
        if ((int)i == cs->best || !c->viable) continue;
        if (c->fn && c->fn == cand->fn && c->reversed == cand->reversed) continue; // found twice
        // an operator== that is ambiguous with itself reversed: the operands as written (clang,
        // gcc)
        if (c->reversed != cand->reversed && same_declaration(c, cand)) {
            if (cand->reversed && !better(parse, cand, c)) {
                cs->best = (int)i;
                cand = c;
            }
            continue;
        }
        if (!better(parse, cand, c)) {
            cs->rival = cs->best;
            cs->best = -2;
            // remember one of the others for the message
            if (cs->rival == (int)i) continue;
            return;
        }
    }
}

// ---- constructors and conversion functions -----------------------------------------------------

// [dcl.init.list]/2: an initializer-list constructor.
static bool takes_initializer_list(Parse *parse, FuncDecl *func) {
    const FuncType *ft = &func->d.type->u.func;
    Type *elem;
    if (!ft->nparam || func->min_args > 1) return false;
    Type *t = ty_unqual(ty_deref(ft->param[0]));
    return xe_is_initializer_list(parse, t, &elem);
}

// [over.match.funcs]/8: constructors inherited from a base do not include its copy and move
// constructors.
static bool inherited_copy(FuncDecl *func, ClassDecl *cls) {
    if (func->cls == cls) return false;
    const FuncType *ft = &func->d.type->u.func;
    if (ft->nparam < 1 || func->min_args > 1) return false;
    Type *t = ty_unqual(ty_deref(ft->param[0]));
    return t->kind == TY_CLASS && (t->u.cls == func->cls || t->u.cls == cls);
}

// Adds the constructors of c as candidates and chooses. Returns cs->best.
int xe_pick_ctor(Parse *parse, ClassDecl *cls, Expr **arg, uint32_t n, bool allow_explicit,
                 bool allow_user, bool only_initlist, Cands *cs) {
    Cxx *cxx = parse->x;
    cs->best = -1;
    if (!cxx_class_complete(cxx, cls, 0)) return -1;
    if (allow_explicit && allow_user && n == 1) cs->direct_of = cls;
    Lookup lookup;
    xe_ctors(parse, cls, &lookup);
    for (uint32_t i = 0; i < lookup.n; i++) {
        Decl *d = lookup.at[i];
        FuncDecl *f = d->kind == D_TEMPLATE ? ((TemplateDecl *)d)->pattern : xe_func_of(d);
        if (!f || !f->d.type || f->d.type->kind != TY_FUNC) continue;
        if (only_initlist && !takes_initializer_list(parse, f)) continue;
        if (inherited_copy(f, cls)) continue;
        uint32_t before = cs->c.n;
        xe_add_cands(parse, cs, &d, 1, NULL, NULL, arg, n, allow_user, allow_explicit);
        if (cs->c.n > before && cs->c.at[before].fn && inherited_copy(cs->c.at[before].fn, cls))
            cs->c.n = before;
    }
    xe_choose(parse, cs);
    return cs->best;
}

static bool has_decl(const Lookup *l, const Decl *decl) {
    for (uint32_t i = 0; i < l->n; i++)
        if (l->at[i] == decl) return true;
    return false;
}

typedef VEC(ClassDecl *) Classes;

// cls and its bases, each once, derived classes first.
static void add_classes(Parse *parse, ClassDecl *cls, Classes *out, uint32_t visit,
                        uint32_t depth) {
    Cxx *x = parse->x;
    if (!cxx_class_visit(cls, visit) || depth > x->ctx->max_depth || !cxx_class_complete(x, cls, 0))
        return;
    vec_push(pa(parse), out, cls);
    for (uint32_t i = 0; i < cls->members.nbase; i++)
        if (cls->members.base[i].cls)
            add_classes(parse, cls->members.base[i].cls, out, visit, depth + 1);
}

// The class's own conversion functions, but for those that a derived class hides.
static void add_conversions(Parse *parse, ClassDecl *cls, Lookup *out) {
    Cxx *cxx = parse->x;
    Lookup lookup = {0};
    cxx_lookup_in(parse, cls->inner, cxx->n.conv, LU_LOCAL | LU_ALL, &lookup);
    for (uint32_t i = 0; i < lookup.n; i++) {
        Decl *decl = lookup.at[i];
        if (decl->kind == D_FUNC && !cxx_func_satisfied(cxx, (FuncDecl *)decl)) continue;
        bool hidden = has_decl(out, decl);
        if (decl->kind == D_FUNC) { // hidden by one to the same type in a derived class
            for (uint32_t k = 0; k < out->n && !hidden; k++) {
                Decl *o = out->at[k];
                if (o->kind == D_FUNC && ((FuncDecl *)o)->cls != cls && o->type && decl->type &&
                    o->type->u.func.ret == decl->type->u.func.ret)
                    hidden |= cxx_class_has_base(cxx, ((FuncDecl *)o)->cls, cls);
            }
        }
        if (hidden) continue;
        Decl **v = arena_array(pa(parse), Decl *, out->n + 1);
        if (out->n) memcpy(v, out->at, out->n * sizeof *v);
        v[out->n++] = decl;
        out->at = v;
    }
}

void xe_conv_functions(Parse *parse, ClassDecl *cls, Lookup *out) {
    if (!cls->memo.conversions) {
        Lookup found = {0};
        Classes all = {0};
        add_classes(parse, cls, &all, cxx_visit_begin(parse->x), 0);
        for (uint32_t i = 0; i < all.n; i++) add_conversions(parse, all.at[i], &found);
        if (!cxx_class_complete(parse->x, cls, 0)) {
            *out = found;
            return;
        }
        cls->memo.conversions = arena_new(pa(parse), Lookup);
        *cls->memo.conversions = found;
    }
    *out = *cls->memo.conversions;
}

void xe_ctors(Parse *parse, ClassDecl *cls, Lookup *out) {
    if (!cls->memo.ctors_found) {
        Lookup found = {0};
        cxx_class_specials(parse->x, cls);
        cxx_lookup_member(parse, cls, parse->x->n.ctor, LU_ALL, &found);
        if (!cls->special.found) { // (of a class that has itself as a member)
            *out = found;
            return;
        }
        cls->memo.ctors_found = arena_new(pa(parse), Lookup);
        *cls->memo.ctors_found = found;
    }
    *out = *cls->memo.ctors_found;
}

// ---- [over.over] -------------------------------------------------------------------------------

// The function type that the type of a target means [over.over]/1; NULL: none.
static Type *function_target(Type *type) {
    if (!type) return NULL;
    type = ty_unqual(ty_deref(type));
    if (is_any_of(type->kind, TY_PTR, TY_MEMPTR)) type = type->u.ptr.to;
    return type->kind == TY_FUNC ? type : NULL;
}

bool cxx_same_but_noexcept(Cxx *cxx, Type *type, Type *want) {
    if (type == want) return true;
    if (type->kind != TY_FUNC || !type->u.func.noexcept_) return false;
    FuncType f = type->u.func;
    f.noexcept_ = false;
    return ty_func(cxx, &f) == want;
}

static Expr *function_value(Parse *parse, Expr *ovl, FuncDecl *func, bool report) {
    Cxx *cxx = parse->x;
    if (report ? !cxx_func_deduced(parse, func, ovl->pos) : !cxx_func_signature(cxx, func))
        return NULL;
    Expr *expr;
    bool member = func->cls && !(func->d.flags & DF_STATIC);
    bool immediate = parse->const_expr || parse->unevaluated || cxx_in_immediate(parse);
    if (report && (func->d.flags & DF_CONSTEVAL) && !immediate) {
        CXX_DIAG(cxx, x_consteval_address, ovl->pos, &func->d);
        return NULL;
    }
    ClassDecl *naming = report ? ovl->u.ovl->naming : NULL;
    if (naming && !cxx_access_object_ok(parse, &func->d, naming, member ? naming : NULL)) {
        CXX_DIAG(cxx, x_inaccessible, ovl->pos, &func->d);
        cxx_note_declared(cxx, &func->d);
    }
    if (report) cxx_mark_used(parse, &func->d, ovl->pos);
    expr = xe_ref(parse, &func->d, func->d.type, ovl->pos);
    expr->end = ovl->end;
    if (member) {
        if (ovl->op != OP_ADDR || !(ovl->pad & XP_QUALIFIED)) {
            if (report) CXX_DIAG(cxx, x_member_function_not_called, ovl->pos, &func->d);
            return NULL;
        }
        Type *t = ty_memptr(cxx, func->cls->d.type, func->d.type);
        Expr *e = xe_un(parse, E_UNARY, t, VC_PRVALUE, ovl->pos, expr);
        e->op = OP_ADDR;
        return e;
    }
    if (ovl->op != OP_ADDR) return expr;
    Expr *e = xe_un(parse, E_UNARY, ty_pointer(cxx, func->d.type), VC_PRVALUE, ovl->pos, expr);
    e->op = OP_ADDR;
    return e;
}

// The one function of a set meant by a target type (NULL: none, the set must name one function).
// NULL, after a diagnostic if `report`, when there is none or more than one.
Expr *cxx_resolve_address(Parse *parse, Expr *ovl, Type *target, bool report) {
    Cxx *cxx = parse->x;
    if (ovl->kind != E_OVERLOAD) return ovl;
    Type *want = function_target(target);
    FuncDecl *plain = NULL, *inst = NULL;
    TemplateDecl *inst_of = NULL;
    uint32_t nplain = 0, ninst = 0;
    for (uint32_t i = 0; i < ovl->u.ovl->n; i++) {
        Decl *decl = ovl->u.ovl->set[i];
        DeduceFail why = {0};
        if (decl->kind == D_FUNC && !ovl->u.ovl->targs) {
            FuncDecl *func = (FuncDecl *)decl;
            if (!cxx_func_satisfied(cxx, func)) continue;
            if (want && decl->type != want && (decl->type->flags & TF_HAS_AUTO))
                cxx_func_signature(cxx, func);
            if (want && !cxx_same_but_noexcept(cxx, decl->type, want)) continue;
            if (plain && plain != func) {
                int c = cxx_more_constrained_func(cxx, func, plain);
                if (c < 0) continue;
                if (c > 0) nplain = 0;
            }
            if (plain != func) nplain++;
            plain = func;
        } else if (decl->kind == D_TEMPLATE) {
            TemplateDecl *tmpl = (TemplateDecl *)decl;
            if (!want && !ovl->u.ovl->targs) {
                ninst += 2;
                continue;
            }
            FuncDecl *fn = want ? cxx_deduce_type(parse, tmpl, ovl->u.ovl->targs, want, &why)
                                : cxx_deduce_explicit(parse, tmpl, ovl->u.ovl->targs);
            if (!fn) continue;
            if (want && !cxx_same_but_noexcept(cxx, fn->d.type, want) &&
                cxx_func_signature(cxx, fn) && !cxx_same_but_noexcept(cxx, fn->d.type, want))
                continue;
            if (inst && fn != inst) {
                int c = cxx_more_specialized(cxx, tmpl, inst_of, UINT32_MAX);
                if (c < 0) continue;
                if (c > 0) ninst = 0;
            }
            ninst++;
            inst = fn;
            inst_of = tmpl;
        }
    }
    FuncDecl *f = nplain == 1 ? plain : !nplain && ninst == 1 ? inst : NULL;
    if (f) return function_value(parse, ovl, f, report);
    if (report) {
        if (!ovl->u.ovl->n)
            cxx_say_undefined(parse, ovl->pos, ovl->u.ovl->name);
        else if (ovl->u.ovl->n == 1 && ninst > 1)
            CXX_DIAG(cxx, x_ambiguous_template, ovl->pos, ovl->u.ovl->name);
        else if (nplain > 1 || ninst > 1)
            CXX_DIAG(cxx, x_ambiguous_address, ovl->pos, ovl->u.ovl->name);
        else if (want)
            CXX_DIAG(cxx, x_no_address_match, ovl->pos, ovl->u.ovl->name, want);
        else
            CXX_DIAG(cxx, x_overload_no_target, ovl->pos, ovl->u.ovl->name);
    }
    return NULL;
}

enum { MAX_NOTES = 8, MAX_LIBRARY_NOTES = 4 };

const char *cxx_why_func(Cxx *cxx, FuncDecl *func) {
    struct TmplTable *t = tm_table(cxx);
    const char *why = NULL, **old = t->why;
    t->why = &why;
    cxx_func_satisfied(cxx, func);
    t->why = old;
    return why ? why : "a constraint is not satisfied";
}

// ---- what is said when none is chosen ----------------------------------------------------------
//
// Each candidate that lost gets a note saying why: arity, the argument that does not convert, or
// what deduction failed on.

static const char *arg_types(Parse *parse, Expr *object, Expr **arg, uint32_t n) {
    Buf out;
    buf_init(&out, pa(parse));
    buf_putc(&out, '(');
    for (uint32_t i = 0; i < n && i < 12; i++) {
        if (i) buf_puts(&out, ", ");
        if (xe_list(arg[i]))
            buf_puts(&out, "{...}");
        else if (arg[i]->kind == E_OVERLOAD)
            buf_puts(&out, "<unknown-type>");
        else
            ty_print(parse->x, &out, arg[i]->type);
    }
    if (n > 12) buf_puts(&out, ", ...");
    buf_putc(&out, ')');
    if (object && !xe_err(object)) {
        buf_puts(&out, "; object type is: ");
        ty_print(parse->x, &out, object->type);
    }
    return buf_cstr(&out);
}

// What deduction failed on; the error that made a substitution fail is found by doing it again.
static const char *deduction_failure(Parse *parse, const Cand *cand, Expr **arg, uint32_t narg) {
    const char *why = cand->why ? cand->why : "deduction failed";
    DeduceFail again = {.explain = true};
    if (diag_trapped(parse->x->ctx)) return why; // nobody will see the note
    size_t n = strlen(why);
    if (why[n - 1] == ' ' && cand->parm && cand->parm->d.name)
        why = arena_printf(pa(parse), "%s\"%s\"", why, atom_str(parse->x->ctx, cand->parm->d.name));
    else if (why[n - 1] == ' ')
        why = arena_strndup(pa(parse), why, n - 1);
    if (!cand->reversed) cxx_deduce_call(parse, cand->tmpl, cand->targs, arg, narg, &again);
    return again.text ? arena_printf(pa(parse), "%s: %s", why, again.text) : why;
}

static void explain_one(Parse *parse, const Cand *cand, Expr *object, Expr **arg, uint32_t narg) {
    Cxx *cxx = parse->x;
    Decl *decl = cand->decl ? cand->decl : cand->fn ? &cand->fn->d : NULL;
    if (!decl) return;
    // operands of an operator: the first is the object of a member
    uint32_t skip = cand->has_object && !object && narg;
    if (cand->viable) {
        CXX_DIAG(cxx, x_note_candidate, decl->pos, decl);
    } else if (cand->bad_arg == -2) {
        CXX_DIAG(cxx, x_note_candidate_deduction, decl->pos, decl,
                 deduction_failure(parse, cand, skip ? arg + skip : arg, narg - skip));
    } else if (cand->bad_arg == -3) {
        CXX_DIAG(cxx, x_note_candidate_because, decl->pos, decl, cand->why);
    } else if (cand->bad_arg < 0) {
        int min = (int)cand->fn->min_args, max = (int)cand->fn->d.type->u.func.nparam;
        bool few = (int)narg < min, exact = min == max && !cand->fn->d.type->u.func.variadic;
        CXX_DIAG(cxx, x_note_candidate_arity, decl->pos, decl,
                 exact ? "exactly"
                 : few ? "at least"
                       : "at most",
                 few ? min : max, (int)narg);
    } else {
        Expr *a = arg[cand->bad_arg];
        Type *to = cand->fn->d.type->u.func.param[cand->bad_arg];
        if (xe_list(a) || a->kind == E_OVERLOAD)
            CXX_DIAG(cxx, x_note_candidate_arg_list, decl->pos, decl, cand->bad_arg + 1, to);
        else
            CXX_DIAG(cxx, x_note_candidate_arg, decl->pos, decl, cand->bad_arg + 1, a->type, to);
    }
}

// An ambiguity through conversion functions of operands: those are what competes.
static void explain_conversions(Parse *parse, const Cands *cs) {
    VEC(const FuncDecl *) said = {0};
    for (uint32_t i = 0; i < cs->c.n; i++) {
        const Cand *cand = &cs->c.at[i];
        for (uint32_t k = 0; cand->viable && !cand->fn && k < cand->nics; k++) {
            const FuncDecl *user = cand->ics[k].user;
            bool known = !user;
            for (uint32_t s = 0; s < said.n; s++) known |= said.at[s] == user;
            if (known || said.n == MAX_NOTES) continue;
            vec_push(pa(parse), &said, user);
            CXX_DIAG(parse->x, x_note_conversion, user->d.pos, &user->d);
        }
    }
}

// Where the candidate stands in the notes: the program's own first, then those of system headers,
// then what was implicit; of operators that headers have for other types nothing is said.
typedef enum { CAND_OWN, CAND_LIBRARY, CAND_IMPLICIT, CAND_UNSAID } CandOrder;

// Whether no parameter has the class of an argument.
static bool is_for_others(const Cand *cand, Expr **arg, uint32_t n) {
    if (!cand->fn || cand->bad_arg == -2) return true; // a template that does not fit
    const FuncType *type = &cand->fn->d.type->u.func;
    for (uint32_t i = 0; i < type->nparam; i++) {
        const Type *param = ty_unqual(ty_deref(type->param[i]));
        for (uint32_t k = 0; k < n; k++) {
            if (ty_unqual(ty_deref(arg[k]->type)) == param && param->kind == TY_CLASS) return false;
        }
    }
    return true;
}

static CandOrder cand_order(Cxx *cxx, const Cands *cs, const Cand *cand, Expr **arg, uint32_t n) {
    const Decl *decl = cand->decl ? cand->decl : cand->fn ? &cand->fn->d : NULL;
    if (!decl || (cs->best == -2 && !cand->viable)) return CAND_UNSAID;
    if (decl->flags & DF_IMPLICIT) return CAND_IMPLICIT;
    if (cxx_in_main_file(cxx, decl->pos)) return CAND_OWN;
    bool is_operator = strncmp(atom_str(cxx->ctx, decl->name), "operator", 8) == 0;
    bool misfit = !cand->viable && cand->bad_arg != -3 && !cand->has_object;
    if (is_operator && misfit && is_for_others(cand, arg, n)) return CAND_UNSAID;
    if (!cxx_in_system_header(cxx, decl->pos)) return CAND_OWN;
    return CAND_LIBRARY;
}

void xe_explain(Parse *parse, Cands *cs, Expr *object, Expr **arg, uint32_t narg) {
    uint32_t shown = 0, hidden = 0;
    for (CandOrder order = CAND_OWN; order < CAND_UNSAID; order++) {
        for (uint32_t i = 0; i < cs->c.n; i++) {
            if (cand_order(parse->x, cs, &cs->c.at[i], arg, narg) != order) continue;
            bool room = shown < (order == CAND_LIBRARY ? MAX_LIBRARY_NOTES : MAX_NOTES);
            if (room) explain_one(parse, &cs->c.at[i], object, arg, narg);
            shown += room;
            hidden += !room;
        }
    }
    if (hidden) CXX_DIAG(parse->x, x_note_more_candidates, 0, hidden);
    if (cs->best == -2) explain_conversions(parse, cs);
}

// The argument behind the last parameter, or the parenthesis where more arguments should stand.
void xe_wrong_arity(Parse *parse, Expr **arg, uint32_t narg, uint32_t nparam, Pos pos) {
    bool closed = parse->at && parse->tok[parse->at - 1].kind == T_RPAREN;
    if (narg > nparam)
        CXX_DIAG(parse->x, x_too_many_arguments, arg[nparam]->pos ? arg[nparam]->pos : pos);
    else
        CXX_DIAG(parse->x, x_too_few_arguments, closed ? xe_prev_pos(parse) : pos);
}

static Expr *report_single(Parse *parse, Cand *cand, Expr **arg, uint32_t narg, Pos pos) {
    Cxx *cxx = parse->x;
    FuncDecl *func = cand->fn;
    if (cand->bad_arg == -1) {
        xe_wrong_arity(parse, arg, narg, narg < func->min_args ? narg : func->nparam, pos);
        CXX_DIAG(cxx, x_note_declared_here, func->d.pos, &func->d);
    } else if (cand->bad_arg >= 0) {
        Expr *a = arg[cand->bad_arg];
        xe_no_conversion(parse, a, func->d.type->u.func.param[cand->bad_arg], "argument", a->pos);
        CXX_DIAG(cxx, x_note_declared_here, func->d.pos, &func->d);
    } else if (cand->bad_arg == -3 && cand->via_ellipsis) {
        uint32_t i = func->d.type->u.func.nparam;
        while (i + 1 < narg && !xe_list(arg[i])) i++;
        CXX_DIAG(cxx, x_unexpected_list, arg[i]->pos);
    } else {
        CXX_DIAG(cxx, x_object_quals, pos, &func->d);
        if (!(func->d.type->u.func.quals & Q_CONST))
            CXX_DIAG(cxx, x_note_not_const, func->d.pos, func->d.name);
    }
    return cxx_expr_error(cxx, pos);
}

Expr *xe_report_cands(Parse *parse, Cands *cs, Atom name, Expr *object, Expr **arg, uint32_t narg,
                      Pos pos) {
    Cxx *cxx = parse->x;
    for (uint32_t i = 0; i < narg; i++)
        if (xe_err(arg[i])) return cxx_expr_error(cxx, pos);
    bool unsatisfied = cs->c.n == 1 && cs->c.at[0].bad_arg == -3 && cs->c.at[0].fn &&
                       cs->c.at[0].fn->inst.constraint_state;
    if (cs->best != -2 && cs->c.n == 1 && cs->c.at[0].fn && !cs->c.at[0].tmpl && !unsatisfied)
        return report_single(parse, &cs->c.at[0], arg, narg, pos);
    const char *types = arg_types(parse, object, arg, narg);
    if (cs->best == -2)
        CXX_DIAG(cxx, x_ambiguous_call, pos, name, types);
    else if (cs->c.n == 1 && !unsatisfied)
        CXX_DIAG(cxx, x_no_template_instance, pos, name, types);
    else if (cs->c.n && cs->c.at[0].fn && cs->c.at[0].fn->kind == FK_CTOR)
        CXX_DIAG(cxx, x_no_constructor, pos, name, types);
    else
        CXX_DIAG(cxx, x_no_instance, pos, name, types);
    xe_explain(parse, cs, object, arg, narg);
    return cxx_expr_error(cxx, pos);
}
