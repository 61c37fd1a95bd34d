// SPDX-License-Identifier: Apache-2.0
// Overload resolution [over.match]: candidates with their conversion sequences, the ranking of
// viable ones [over.match.best], constructors and conversion functions as candidates. The address
// of an overloaded function is in overload_address.c, operators in overload_operator.c, what is
// said when none is chosen in overload_note.c.
#include "cxx/facts/diag.h"
#include "cxx/facts/state.h"
#include "cxx/lookup/lookup.h"
#include "cxx/convert/convert.h"

// ---- the implied object ------------------------------------------------------------------------

// [over.match.funcs]/5: whether the object is an lvalue or rvalue that the function's `&&` or `&`
// refuses. As a reference to const, not volatile, binds to an rvalue, so does `const &`.
static bool refuses_category(const FuncType *type, const Expr *object) {
    bool lvalue = object->cat == VC_LVALUE;
    if (type->ref == REF_RVALUE) return lvalue;
    bool const_ref = (type->quals & (Q_CONST | Q_VOLATILE)) == Q_CONST;
    return type->ref == REF_LVALUE && !lvalue && !const_ref;
}

// Whether the object is const or volatile where the parameter is not.
static bool drops_qualifiers(const Type *from, const Type *param) {
    return xe_quals(from) & ~xe_quals(param) & (Q_CONST | Q_VOLATILE);
}

// A static member takes any object and looks at none; of a dependent one nothing is known.
static bool ignores_object(const FuncDecl *func, const Expr *object) {
    return !object || func->d.flags & DF_STATIC || !func->cls || xe_tdep(object);
}

// [over.match.funcs]/4: the parameter is a reference to the function's class, with its qualifiers.
void xe_object_ics(Parse *parse, Expr *object, FuncDecl *func, Ics *sequence) {
    Cxx *cxx = parse->x;
    *sequence = (Ics){.rank = ICS_EXACT};
    if (ignores_object(func, object)) return;

    const FuncType *type = &func->d.type->u.func;
    Type *cls = func->cls->d.type, *from = object->type;
    uint32_t quals = type->quals & ~Q_RESTRICT;
    if (func->kind == FK_DTOR) quals |= xe_quals(from); // any object can be destroyed [class.dtor]
    Type *param = ty_qual(cxx, cls, quals);
    sequence->from = from;
    sequence->ref_bind = true;
    sequence->rvalue_bind = type->ref == REF_RVALUE;
    sequence->any_object = type->ref == REF_NONE;
    sequence->to = ty_ref(cxx, param, type->ref == REF_RVALUE);

    bool bad = drops_qualifiers(from, param) || refuses_category(type, object);
    Type *given = ty_unqual(from);
    if (given->kind != TY_CLASS) {
        bad = true;
    } else if (given->u.cls != func->cls) { // an object of a derived class
        bad |= !xe_reference_related(parse, cls, given);
        sequence->rank = ICS_CONVERSION;
        sequence->second = CK_DERIVED_TO_BASE;
        sequence->to_base = true;
    }
    if (bad) sequence->rank = ICS_BAD;
}

// ---- candidates --------------------------------------------------------------------------------

// Whether the object is no argument among others.
static bool is_member_fn(const FuncDecl *func) {
    return func->cls && func->kind != FK_CTOR && !func->explicit_object;
}

// [over.best.ics]/4: a class list-initialised by `{{...}}` is not made by a user conversion first
// and copied then.
static bool nested_copy(const Cands *cs, const FuncDecl *func, const CandQuery *asked) {
    bool one_list = asked->n == 1 && xe_list(asked->arg[0]);
    if (!cs->from_list || !one_list || func->kind != FK_CTOR) return false;
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

// A candidate that is not viable for a reason of its own, which notes tell.
static void refuse(Cand *cand, const char *why) {
    cand->viable = false;
    cand->bad_arg = BAD_OTHER;
    cand->why = why;
}

// [over.match.viable]/2, /3: as many parameters as arguments, or an ellipsis or defaults for the
// rest; and the constraints hold. (Those of an instance were checked when it was deduced.)
static bool may_be_viable(Parse *parse, Cand *candidate, uint32_t narg) {
    FuncDecl *func = candidate->fn;
    const FuncType *type = &func->d.type->u.func;
    bool too_many = narg > type->nparam && !type->variadic;
    if (too_many || narg < func->min_args) {
        candidate->viable = false;
        return false;
    }
    if (func->written.requires.end && !candidate->tmpl && !cxx_func_satisfied(parse->x, func)) {
        refuse(candidate, diag_trapped(parse->x->ctx) ? "" : cxx_why_func(parse->x, func));
        return false;
    }
    return true;
}

// [over.ics.ellipsis]: an argument behind the last parameter. A list has no type to pass.
static void pass_by_ellipsis(Cand *cand, const Expr *arg, Ics *sequence) {
    *sequence = (Ics){.rank = ICS_ELLIPSIS, .from = arg->type};
    if (xe_list(arg)) refuse(cand, "a braced initializer list cannot match the ellipsis");
    cand->via_ellipsis = true;
}

// The sequences of the object and the arguments, until one is none.
static void find_sequences(Parse *parse, const Cands *cs, Cand *candidate, const CandQuery *asked) {
    FuncDecl *func = candidate->fn;
    const FuncType *type = &func->d.type->u.func;
    Ics *ics = candidate->ics;
    if (candidate->has_object) {
        xe_object_ics(parse, asked->object, func, ics);
        if (ics->rank == ICS_BAD)
            refuse(candidate, "the object argument does not bind to the function's this");
        ics++;
    }

    for (uint32_t i = 0; i < asked->n && candidate->viable; i++, ics++) {
        Expr *arg = asked->arg[i];
        if (i >= type->nparam) {
            pass_by_ellipsis(candidate, arg, ics);
            continue;
        }
        bool copy = takes_own_class(cs, type->param[i]);
        bool nested = nested_copy(cs, func, asked);
        if (nested && !braced_expression(arg)) // (and {{{...}}} takes no exponential time)
            ics->rank = ICS_BAD;
        else
            cxx_ics(parse, arg, type->param[i], !asked->no_user, copy, ics);

        if (ics->rank == ICS_USER && nested) ics->rank = ICS_BAD;
        if (ics->rank == ICS_BAD) {
            candidate->viable = false;
            candidate->bad_arg = (int)i;
        }
    }
}

// Most candidates are not viable, and nobody asks for the sequences of those: they are found on the
// stack, and only what is kept is copied to the scratch arena.
void xe_add_cand_fn(Parse *parse, Cands *cs, FuncDecl *func, TemplateDecl *tmpl, Decl *as,
                    const CandQuery *asked) {
    enum { FEW = 16 };
    Arena *scratch = xe_scratch(parse);
    Cand cand = {.fn = func, .tmpl = tmpl, .decl = as, .bad_arg = BAD_ARITY, .viable = true};
    cand.has_object = is_member_fn(func);
    Ics few[FEW];
    if (may_be_viable(parse, &cand, asked->n)) {
        cand.nics = asked->n + cand.has_object;
        cand.ics = cand.nics <= FEW ? few : arena_array(scratch, Ics, cand.nics);
        memset(cand.ics, 0, cand.nics * sizeof *cand.ics);
        find_sequences(parse, cs, &cand, asked);
    }

    if (!cand.viable) cand.nics = 0;
    if (!cand.nics)
        cand.ics = NULL;
    else if (cand.ics == few)
        cand.ics = arena_copy(scratch, few, cand.nics * sizeof *few, _Alignof(Ics));
    vec_push(scratch, &cs->c, cand);
}

// The instance that deduction gives for the arguments [temp.deduct.call], or why there is none.
static void add_template(Parse *parse, Cands *cs, TemplateDecl *tmpl, const CandQuery *asked) {
    DeduceFail why = {0};
    FuncDecl *func = cxx_deduce_call(parse, tmpl, asked->targs, asked->arg, asked->n, &why);
    if (!func) {
        Cand c = {.tmpl = tmpl,
                  .decl = &tmpl->d,
                  .bad_arg = BAD_DEDUCTION,
                  .why = why.why,
                  .targs = asked->targs,
                  .parm = why.parm,
                  .has_object = asked->object != NULL};
        vec_push(xe_scratch(parse), &cs->c, c);
        return;
    }
    if (func->written.explicit_ && asked->no_explicit) return;
    xe_add_cand_fn(parse, cs, func, tmpl, &tmpl->d, asked);
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
static void as_own_member(Parse *parse, Cand *candidate, const Expr *object) {
    candidate->ics[0].rank = ICS_EXACT;
    candidate->ics[0].second = CK_NOOP;
    candidate->ics[0].to_base = false;
    Type *to = candidate->ics[0].to;
    if (!to || !ty_is_ref(to)) return;
    Type *self = ty_qual(parse->x, ty_unqual(object->type), xe_quals(to->u.ptr.to));
    candidate->ics[0].to = ty_ref(parse->x, self, to->kind == TY_RREF);
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

// A function with an explicit object parameter [over.match.funcs]/3: the object is its first
// argument. Reports know the written arguments, so that none is named.
static void add_explicit_object(Parse *parse, Cands *cs, Decl *function, const CandQuery *asked) {
    CandQuery all = *asked;
    all.arg = xe_with_object(parse, asked->object, asked->arg, asked->n);
    all.n++;
    all.object = NULL;
    uint32_t before = cs->c.n;
    xe_add_cands(parse, cs, &function, 1, &all);
    for (uint32_t i = before; i < cs->c.n; i++) {
        Cand *cand = &cs->c.at[i];
        if (cand->bad_arg >= 0)
            refuse(cand, "the object or an argument does not convert to its parameter");
    }
}

// Whether a function that is no template takes part: once, and not where it is explicit and must
// not be.
static bool takes_part(const Cands *cs, const FuncDecl *func, const CandQuery *asked) {
    if (func->d.linkage == LK_C && declared_before(cs, func)) return false;
    if (func->written.explicit_ && asked->no_explicit) return false;
    return !func->no_candidate;
}

// Does one candidate of those behind `from` win against all that would need a user-defined
// conversion? To it the one argument needs none, and the object binds as it is.
static bool is_decided(Parse *parse, const Cands *cs, uint32_t from) {
    Cands some = {.c = {cs->c.at + from, cs->c.n - from, 0}};
    xe_choose(parse, &some);
    if (some.best < 0) return false;
    const Cand *best = &some.c.at[some.best];
    if (!best->nics || best->ics[best->nics - 1].rank >= ICS_USER) return false;
    if (!best->has_object) return true;

    const Ics *object = &best->ics[0];
    bool whole = object->rank == ICS_EXACT && object->any_object && object->to;
    return whole && xe_quals(object->to->u.ptr.to) == xe_quals(object->from);
}

// Looks once more at the candidates behind `from` that an argument does not convert to.
static void convert_by_user(Parse *parse, Cands *cs, uint32_t from, const CandQuery *asked) {
    for (uint32_t i = from, n = cs->c.n; i < n; i++) {
        const Cand *cand = &cs->c.at[i];
        if (cand->viable || cand->bad_arg < 0 || cand->tmpl) continue;
        xe_add_cand_fn(parse, cs, cand->fn, NULL, cand->decl, asked);
        cs->c.at[i] = vec_pop(&cs->c);
    }
}

// One declaration of a set. `plain`: the asked with which functions that are no templates are
// tried.
static void add_declaration(Parse *parse, Cands *cs, Decl *decl, const CandQuery *asked,
                            const CandQuery *plain) {
    if (decl->flags & DF_INVALID) return;
    bool function_template = decl->kind == D_TEMPLATE && ((TemplateDecl *)decl)->kind == TK_FUNC;
    if (asked->object && has_explicit_object(decl)) {
        add_explicit_object(parse, cs, decl, asked);
    } else if (function_template) {
        add_template(parse, cs, (TemplateDecl *)decl, asked);
    } else if (decl->kind == D_FUNC && !asked->targs) { // `f<...>` names templates only
        FuncDecl *func = (FuncDecl *)decl;
        if (takes_part(cs, func, plain)) xe_add_cand_fn(parse, cs, func, NULL, decl, plain);
    }
}

// User-defined conversions are the long way to know that a candidate loses: where there is one
// argument they wait until no other candidate has won.
void xe_add_cands(Parse *parse, Cands *cs, Decl **set, uint32_t n, const CandQuery *asked) {
    uint32_t from = cs->c.n;
    bool wait = !asked->no_user && asked->n == 1 && n > 1;
    CandQuery plain = *asked;
    plain.no_user |= wait;
    vec_reserve(xe_scratch(parse), &cs->c, cs->c.n + n);
    for (uint32_t i = 0; i < n; i++) add_declaration(parse, cs, set[i], asked, &plain);
    if (wait && !is_decided(parse, cs, from)) convert_by_user(parse, cs, from, asked);

    if (!asked->object || !has_several_classes(cs)) return;
    for (uint32_t i = 0; i < cs->c.n; i++) {
        Cand *cand = &cs->c.at[i];
        bool bound = cand->viable && cand->has_object && cand->nics;
        if (bound) as_own_member(parse, cand, asked->object);
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

// The i-th sequence in the order of the operands, which a reversed candidate has exchanged.
static const Ics *sequence(const Cand *cand, uint32_t i) {
    return &cand->ics[cand->reversed ? cand->nics - 1 - i : i];
}

// [over.match.best]/2.1: 1: no sequence of a is worse, and one is better; -1: one is worse; 0: they
// are equally good. (A static member has one too, for an object that it ignores.)
static int compare_sequences(Parse *parse, const Cand *a, const Cand *b) {
    int won = 0;
    uint32_t n = CU_MIN(a->nics, b->nics);
    for (uint32_t i = 0; i < n; i++) {
        int order = cxx_ics_compare(parse, sequence(a, i), sequence(b, i));
        if (order > 0) return -1;
        if (order < 0) won = 1;
    }
    return won;
}

// [over.match.best]/2.5, /2.6: the more specialized template, the more constrained function; then
// what module cuda prefers. Above 0: a, below: b.
static int compare_specialization(Parse *parse, const Cand *a, const Cand *b) {
    Cxx *cxx = parse->x;
    if (a->tmpl && b->tmpl && a->tmpl != b->tmpl) {
        int order = cxx_more_specialized(cxx, a->tmpl, b->tmpl, params_used(a));
        if (order) return order;
    }
    if (!cxx_same_params(a->fn, b->fn)) return 0;

    int order = a->tmpl ? 0 : cxx_more_constrained_func(cxx, a->fn, b->fn); // neither is a template
    if (!order && cxx->hooks.prefer) order = cxx->hooks.prefer(parse, a->fn, b->fn);
    return order;
}

// [over.match.best]: a guide that was written beats one of a constructor.
static bool is_written_guide(const FuncDecl *func, const FuncDecl *other) {
    bool guides = func->kind == FK_GUIDE && other->kind == FK_GUIDE;
    return guides && other->is_implicit && !func->is_implicit;
}

// a is better than b [over.match.best]/2: by the first of its rules that tells them apart.
static bool better(Parse *parse, const Cand *a, const Cand *b) {
    int order = compare_sequences(parse, a, b);
    if (order) return order > 0;

    // a function beats a built-in candidate, one that is no template an instance
    if (!a->fn != !b->fn) return a->fn != NULL;
    if (!a->fn) return false;
    if (!a->tmpl != !b->tmpl) return !a->tmpl;

    order = compare_specialization(parse, a, b);
    if (order) return order > 0;

    // a constructor that is not inherited beats one that is; what is as written, what is rewritten
    const FuncDecl *func = a->fn, *other = b->fn;
    bool constructors = func->kind == FK_CTOR && other->kind == FK_CTOR;
    if (constructors && func->cls != other->cls) return derives(parse, func->cls, other->cls);
    if (a->rewritten != b->rewritten) return !a->rewritten;
    if (a->reversed != b->reversed) return !a->reversed;
    return is_written_guide(func, other);
}

// One declaration, or one member template of several instances of its class.
static bool same_declaration(const Cand *a, const Cand *b) {
    if (a->fn && a->fn == b->fn) return true;
    return a->tmpl && b->tmpl && a->tmpl->d.order == b->tmpl->d.order;
}

// The candidate that beats all that it is compared with, in their order; -1: none is viable.
static int strongest(Parse *parse, const Cands *cs) {
    int best = BEST_NONE;
    for (uint32_t i = 0; i < cs->c.n; i++) {
        const Cand *cand = &cs->c.at[i];
        if (!cand->viable) continue;
        if (best < 0 || better(parse, cand, &cs->c.at[best])) best = (int)i;
    }
    return best;
}

static bool is_found_twice(const Cand *a, const Cand *b) {
    return a->fn && a->fn == b->fn && a->reversed == b->reversed;
}

// The strongest must beat each of the others: what it did not meet, or what beats in a circle,
// makes the call ambiguous.
void xe_choose(Parse *parse, Cands *cs) {
    cs->best = strongest(parse, cs);
    cs->rival = -1;
    if (cs->best < 0) return;

    const Cand *best = &cs->c.at[cs->best];
    for (uint32_t i = 0; i < cs->c.n; i++) {
        const Cand *cand = &cs->c.at[i];
        if ((int)i == cs->best || !cand->viable || is_found_twice(cand, best)) continue;

        // an operator== that is ambiguous with itself reversed: the operands as written (clang,
        // gcc)
        if (cand->reversed != best->reversed && same_declaration(cand, best)) {
            if (best->reversed && !better(parse, best, cand)) {
                cs->best = (int)i;
                best = cand;
            }
            continue;
        }

        if (!better(parse, best, cand)) {
            cs->rival = cs->best; // one of them, for the message
            cs->best = BEST_AMBIGUOUS;
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
static bool inherited_copy(const FuncDecl *func, const ClassDecl *cls) {
    if (!func || func->cls == cls) return false;
    const FuncType *type = &func->d.type->u.func;
    if (!type->nparam || func->min_args > 1) return false;
    const Type *first = ty_unqual(ty_deref(type->param[0]));
    return first->kind == TY_CLASS && (first->u.cls == func->cls || first->u.cls == cls);
}

// The constructor, or a template's pattern of one; NULL where it is in error.
static FuncDecl *constructor_of(Decl *decl) {
    FuncDecl *func = decl->kind == D_TEMPLATE ? ((TemplateDecl *)decl)->pattern : decl_func(decl);
    bool known = func && func->d.type && func->d.type->kind == TY_FUNC;
    return known ? func : NULL;
}

// The candidates of `found`, and the best of them.
static void choose_ctor(Parse *parse, ClassDecl *cls, const Lookup *found, const CandQuery *asked,
                        Cands *cs) {
    cs->c.n = 0;
    for (uint32_t i = 0; i < found->n; i++) {
        Decl *decl = found->at[i];
        FuncDecl *func = constructor_of(decl);
        if (!func || inherited_copy(func, cls)) continue;
        if (asked->only_initlist && !takes_initializer_list(parse, func)) continue;

        uint32_t before = cs->c.n;
        xe_add_cands(parse, cs, &decl, 1, asked);
        bool copies = cs->c.n > before && inherited_copy(cs->c.at[before].fn, cls);
        if (copies) cs->c.n = before; // which only deduction could tell
    }
    xe_choose(parse, cs);
}

// Is there a best candidate whose argument has a standard conversion? An ellipsis is worse than any
// conversion.
static bool is_converted_plainly(const Cands *cs) {
    if (cs->best < 0) return false;
    const Cand *best = &cs->c.at[cs->best];
    return best->nics && best->ics[0].rank < ICS_USER;
}

int xe_pick_ctor(Parse *parse, ClassDecl *cls, const CandQuery *asked, Cands *cs) {
    cs->best = BEST_NONE;
    if (!cxx_class_complete(parse->x, cls, 0)) return BEST_NONE;
    bool converts_one = asked->n == 1 && !asked->no_user;
    if (converts_one && !asked->no_explicit) cs->direct_of = cls;

    // Where the one argument needs no user-defined conversion, what needs one is not the best: a
    // class of numbers has a row of conversions, and each would be tried for each constructor.
    Lookup lookup;
    xe_ctors(parse, cls, &lookup);
    if (converts_one) {
        CandQuery plain = *asked;
        plain.no_user = true;
        choose_ctor(parse, cls, &lookup, &plain, cs);
        if (is_converted_plainly(cs)) return cs->best;
    }
    choose_ctor(parse, cls, &lookup, asked, cs);
    return cs->best;
}

static bool has_decl(const Lookup *l, const Decl *sought) {
    for (uint32_t i = 0; i < l->n; i++)
        if (l->at[i] == sought) return true;
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

// [class.conv.fct]: whether a conversion function of a derived class converts to the same type.
static bool is_hidden(Cxx *cxx, const Lookup *found, const FuncDecl *func) {
    if (!func->d.type) return false;
    for (uint32_t i = 0; i < found->n; i++) {
        const FuncDecl *other = (const FuncDecl *)found->at[i];
        if (other->d.kind != D_FUNC || other->cls == func->cls || !other->d.type) continue;
        bool same = other->d.type->u.func.ret == func->d.type->u.func.ret;
        if (same && cxx_class_has_base(cxx, other->cls, func->cls)) return true;
    }
    return false;
}

// The class's own conversion functions, but for those that a derived class hides.
static void add_conversions(Parse *parse, ClassDecl *cls, Lookup *out) {
    Cxx *cxx = parse->x;
    Lookup lookup = {0};
    cxx_lookup_in(parse, cls->inner, cxx->n.conv, LU_LOCAL | LU_ALL, &lookup);
    for (uint32_t i = 0; i < lookup.n; i++) {
        Decl *decl = lookup.at[i];
        if (has_decl(out, decl)) continue;
        if (decl->kind == D_FUNC) {
            FuncDecl *func = (FuncDecl *)decl;
            if (!cxx_func_satisfied(cxx, func) || is_hidden(cxx, out, func)) continue;
        }
        Decl **all = arena_array(pa(parse), Decl *, out->n + 1);
        if (out->n) memcpy(all, out->at, out->n * sizeof *all);
        all[out->n++] = decl;
        out->at = all;
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
