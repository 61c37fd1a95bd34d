// SPDX-License-Identifier: Apache-2.0
// convert/conversion.c: implicit conversion sequences [over.best.ics], standard conversions [conv],
// reference binding [dcl.init.ref], user conversions [over.match.copy], [over.match.conv],
// [over.match.ref], and their ranking [over.ics.rank].
//
// A sequence is first computed (cxx_ics, no tree is built, nothing is reported), later perhaps
// applied (cxx_apply_ics). Class types: a sequence from a class to itself or a base is a standard
// conversion; the constructor that does the copy is chosen when it is applied.
#include "cxx/facts/state.h"
#include "cxx/convert/convert.h"

Ics *xe_ics_new(Parse *parse) {
    return arena_new(pa(parse), Ics);
}

// ---- standard conversions ----------------------------------------------------------------------

static Type *func_without_noexcept(Cxx *cxx, Type *function) {
    if (function->kind != TY_FUNC || !function->u.func.noexcept_) return function;
    FuncType ft = function->u.func;
    ft.noexcept_ = false;
    return ty_func(cxx, &ft);
}

// One step down the levels of two multi-level pointer types [conv.qual]/1; false at the end, or
// where the levels are no two pointers, nor two pointers to members of one class.
static bool step_down(Type **a, Type **b) {
    Type *type = *a, *t = *b;
    bool same_members = ty_both(type, t, TY_MEMPTR) && type->u.ptr.cls == t->u.ptr.cls;
    if (!ty_both(type, t, TY_PTR) && !same_members) return false;
    *a = type->u.ptr.to;
    *b = t->u.ptr.to;
    return true;
}

// Strips the array levels that both types have, and the qualifiers, which arrays carry on the
// element. False where their bounds differ [conv.qual]/3; to_unknown: `T[N]` may stand for `T[]`
// in either type, else only in the first (C++20).
static bool strip_arrays(Type **a, Type **b, bool to_unknown) {
    *a = ty_unqual(*a);
    *b = ty_unqual(*b);
    while (ty_is_array(*a) && ty_is_array(*b)) {
        bool kinds = (*a)->kind == (*b)->kind || (*b)->kind == TY_ARRAY_INC || to_unknown;
        bool bounds = !ty_both(*a, *b, TY_ARRAY) || (*a)->u.array.n == (*b)->u.array.n;
        if (!kinds || !bounds) return false;
        *a = ty_unqual((*a)->u.array.elem);
        *b = ty_unqual((*b)->u.array.elem);
    }
    return true;
}

bool xe_qual_conv(Parse *parse, Type *from, Type *to, bool *adjusted) {
    Cxx *cxx = parse->x;
    *adjusted = false;
    bool all_const = true; // levels of `to` above the current one, the top excluded
    bool top = true;
    for (;;) {
        unsigned qf = top ? 0 : xe_quals(from), qt = top ? 0 : xe_quals(to);
        if (qf != qt) {
            bool drops = qf & ~qt;
            if (drops || !all_const) return false;
            *adjusted = true;
        }
        if (!top && !(qt & Q_CONST)) all_const = false;

        Type *type = from, *t = to;
        if (!strip_arrays(&type, &t, false)) return false;
        if (type == t) return true;
        if (ty_both(type, t, TY_FUNC)) { // [conv.fctptr]
            *adjusted = func_without_noexcept(cxx, type) == t;
            return *adjusted;
        }

        if (!step_down(&type, &t)) return false;
        from = type;
        to = t;
        top = false;
    }
}

static bool arith_or_enum(const Type *type) {
    return ty_is_arith(type) || ty_is_unscoped_enum(type);
}

CastKind xe_number_cast(const Type *from, const Type *to) {
    bool floating = ty_is_floating(to);
    if (ty_is_floating(from)) return floating ? CK_FLOAT : CK_FLOAT_TO_INT;
    return floating ? CK_INT_TO_FLOAT : CK_INT;
}

static CastKind arith_kind(const Type *from, const Type *to) {
    if (to->kind != TY_BOOL) return xe_number_cast(from, to);
    return ty_is_floating(from) ? CK_TO_BOOL_FLOAT : CK_TO_BOOL_INT;
}

// The second conversion of a standard sequence [over.ics.scs] and its rank; true, for callers that
// return whether there is one.
static bool set_second(Ics *o, IcsRank rank, CastKind ck) {
    o->rank = (uint8_t)rank;
    o->second = ck;
    return true;
}

// [conv.prom]: an integer, or an enumeration to what its values or its fixed underlying type
// promote to, or to that type itself.
static bool is_int_promotion(Parse *parse, Type *from, Type *to) {
    bool integers = !ty_is_floating(from) && !ty_is_floating(to) && to->kind != TY_BOOL;
    if (!integers) return false;
    bool fixed = from->kind == TY_ENUM && from->u.enm->fixed;
    return ty_promote(parse->x, from) == to || (fixed && from->u.enm->underlying == to);
}

// Promotions [conv.prom], [conv.fpprom] and conversions [conv.integral] to [conv.bool] between
// arithmetic types, from an unscoped enumeration, too.
static bool arith_conv(Parse *parse, Type *from, Type *to, Ics *sequence) {
    if (from->kind == TY_FLOAT && to->kind == TY_DOUBLE)
        return set_second(sequence, ICS_PROMOTION, CK_FLOAT);
    if (is_int_promotion(parse, from, to)) return set_second(sequence, ICS_PROMOTION, CK_INT);
    return set_second(sequence, ICS_CONVERSION, arith_kind(from, to));
}

// Derived-to-base distance of classes, 0 if cls is not properly derived from b.
static uint32_t base_distance(Parse *parse, ClassDecl *cls, ClassDecl *b) {
    BaseSpec **path;
    uint32_t n = 0;
    bool amb = false;
    if (cls == b || !cxx_class_complete(parse->x, cls, 0)) return 0;
    if (!cxx_class_derived_from(parse->x, cls, b, &path, &n, &amb)) return 0;
    return n ? n : 1;
}

// The type is std::nullptr_t, or the expression, which may be NULL, a null pointer constant.
static bool is_null(Parse *parse, const Expr *source, const Type *from) {
    return from->kind == TY_NULLPTR || (source && xe_null_const(parse, source));
}

// To a pointer [conv.ptr], [conv.qual], [conv.fctptr]; `source` as in xe_std_conv.
static bool pointer_conv(Parse *parse, const Expr *source, Type *from, Type *to, Ics *sequence) {
    bool adj;
    if (is_null(parse, source, from)) return set_second(sequence, ICS_CONVERSION, CK_NULL_TO_PTR);
    if (from->kind != TY_PTR) return false;
    if (xe_qual_conv(parse, from, to, &adj)) {
        sequence->qual_adj = adj;
        return set_second(sequence, ICS_EXACT, CK_NOOP);
    }

    // to void * and to a base's pointer, neither of which drops a qualifier
    Type *f = from->u.ptr.to, *w = to->u.ptr.to;
    unsigned lost = xe_quals(f) & ~xe_quals(w);
    if (w->kind == TY_VOID && f->kind != TY_FUNC && !lost) {
        sequence->base_dist = DIST_VOID;
        sequence->added_quals = (uint8_t)(xe_quals(w) & ~xe_quals(f));
        return set_second(sequence, ICS_CONVERSION, CK_BITCAST);
    }
    if (ty_both(f, w, TY_CLASS) && !lost) {
        uint32_t d = base_distance(parse, f->u.cls, w->u.cls);
        if (d) {
            sequence->base_dist = d;
            sequence->to_base = true;
            sequence->added_quals = (uint8_t)(xe_quals(w) & ~xe_quals(f));
            return set_second(sequence, ICS_CONVERSION, CK_DERIVED_TO_BASE);
        }
    }

    // string literal to char*: deprecated, accepted in GNU mode as the worst conversion
    bool literal = source && source->kind == E_STRING;
    bool plain = is_any_of(w->kind, TY_CHAR, TY_WCHAR) || !parse->x->opt.check_all;
    if (literal && plain && !xe_quals(w) && ty_unqual(f) == w) {
        sequence->base_dist = DIST_STRING;
        return set_second(sequence, ICS_CONVERSION, CK_NOOP);
    }
    return false;
}

// To a pointer to member [conv.mem], [conv.qual]: a base's member is one of the derived class.
static bool memptr_conv(Parse *parse, const Expr *source, Type *from, Type *to, Ics *sequence) {
    bool adj;
    if (is_null(parse, source, from))
        return set_second(sequence, ICS_CONVERSION, CK_NULL_TO_MEMPTR);
    if (from->kind != TY_MEMPTR) return false;
    if (xe_qual_conv(parse, from, to, &adj)) {
        sequence->qual_adj = adj;
        return set_second(sequence, ICS_EXACT, CK_NOOP);
    }
    Type *fc = from->u.ptr.cls, *tc = to->u.ptr.cls;
    if (!ty_both(fc, tc, TY_CLASS)) return false;
    Type *same = ty_memptr(parse->x, fc, to->u.ptr.to);
    if (same != from && !xe_qual_conv(parse, from, same, &adj)) return false;
    uint32_t d = base_distance(parse, tc->u.cls, fc->u.cls);
    if (!d) return false;
    sequence->base_dist = d;
    return set_second(sequence, ICS_CONVERSION, CK_MEMPTR_CONV);
}

// To a complex number: as its parts convert, from a real one it is a conversion.
static bool to_complex(Parse *parse, Type *type, Type *to, Ics *sequence) {
    Type *from = cxx_complex_part(type);
    if (!from && !arith_or_enum(type)) return false;
    if (from)
        arith_conv(parse, from, to->u.cls->complex_of, sequence);
    else
        sequence->rank = ICS_CONVERSION;
    sequence->second = CK_COMPLEX;
    return true;
}

bool xe_std_conv(Parse *parse, const Expr *source, Type *from, bool glvalue, Type *to,
                 Ics *sequence) {
    Cxx *cxx = parse->x;
    to = ty_unqual(to);
    sequence->from = from;
    sequence->to = to;
    sequence->rank = ICS_EXACT;
    sequence->first = sequence->second = CK_NOOP;

    // the lvalue transformation [over.ics.scs]/2
    Type *type = from;
    if (ty_is_array(from)) {
        if (!ty_is_array(to)) {
            sequence->first = CK_ARRAY_TO_PTR;
            type = ty_pointer(cxx, from->u.array.elem);
        }
    } else if (from->kind == TY_FUNC) {
        sequence->first = CK_FUNC_TO_PTR;
        type = ty_pointer(cxx, from);
    } else {
        if (glvalue && from->kind != TY_CLASS) sequence->first = CK_LVAL_TO_RVAL;
        type = ty_unqual(from);
    }
    if (type == to) return true;

    // the promotion or conversion
    switch (to->kind) {
    case TY_PTR: return pointer_conv(parse, source, type, to, sequence);
    case TY_MEMPTR: return memptr_conv(parse, source, type, to, sequence);
    case TY_NULLPTR:
        return source && xe_null_const(parse, source) &&
               set_second(sequence, ICS_CONVERSION, CK_NULL_TO_PTR);
    case TY_CLASS:
        if (to->u.cls->complex_of) return to_complex(parse, type, to, sequence);
        if (type->kind == TY_CLASS) {
            uint32_t d = base_distance(parse, type->u.cls, to->u.cls);
            if (!d) return false;
            sequence->base_dist = d;
            sequence->to_base = true;
            return set_second(sequence, ICS_CONVERSION, CK_DERIVED_TO_BASE);
        }
        return false;
    case TY_BOOL:
        if (cxx_complex_part(type)) return set_second(sequence, ICS_CONVERSION, CK_COMPLEX);
        if (type->kind == TY_PTR) {
            sequence->ptr_to_bool = true;
            return set_second(sequence, ICS_CONVERSION, CK_TO_BOOL_PTR);
        }
        if (type->kind == TY_MEMPTR) {
            sequence->ptr_to_bool = true;
            return set_second(sequence, ICS_CONVERSION, CK_TO_BOOL_MEMPTR);
        }
        break;
    default: break;
    }
    if (arith_or_enum(type) && ty_is_arith(to)) return arith_conv(parse, type, to, sequence);
    return false;
}

// ---- references --------------------------------------------------------------------------------

// [conv.qual]/2: the same but for the qualifiers of all levels.
static bool similar_types(Type *left, Type *right) {
    for (;;) {
        if (!strip_arrays(&left, &right, true)) return false;
        if (left == right) return true;
        if (!step_down(&left, &right)) return false;
    }
}

bool xe_reference_related(Parse *parse, Type *t1, Type *t2) {
    Type *u1 = ty_unqual(t1), *u2 = ty_unqual(t2);
    if (similar_types(u1, u2)) return true;
    if (ty_both(u1, u2, TY_CLASS)) return base_distance(parse, u2->u.cls, u1->u.cls) != 0;
    if (ty_both(u1, u2, TY_FUNC)) return func_without_noexcept(parse->x, u2) == u1;
    return false;
}

bool xe_reference_compatible(Parse *parse, Type *to, Type *from) {
    if (!xe_reference_related(parse, to, from)) return false;
    if (ty_unqual(to)->kind == TY_FUNC) return true;
    if (xe_quals(from) & ~xe_quals(to)) return false;
    Type *u1 = ty_unqual(to), *u2 = ty_unqual(from);
    if (ty_both(u1, u2, TY_CLASS)) return true;
    bool adj;
    // "pointer to T2" must convert to "pointer to T1" by a standard conversion
    return xe_qual_conv(parse, ty_pointer(parse->x, from), ty_pointer(parse->x, to), &adj);
}

// A reference to `referred` binds directly to what has the type `from`: an identity, or the
// conversion to a base [over.ics.ref]/1.
static void direct_bind(Parse *parse, Ics *sequence, Type *referred, Type *from) {
    sequence->rank = ICS_EXACT;
    sequence->second = CK_NOOP;
    Type *a = ty_unqual(referred), *b = ty_unqual(from);
    if (a != b && ty_both(a, b, TY_CLASS)) {
        sequence->base_dist = base_distance(parse, b->u.cls, a->u.cls);
        sequence->to_base = true;
        sequence->rank = ICS_CONVERSION;
        sequence->second = CK_DERIVED_TO_BASE;
    } else if (a != b) {
        sequence->qual_adj = true;
    }
}

static bool user_conv(Parse *parse, Expr *source, Type *to, int mode, bool allow_explicit,
                      Ics *out);
// What a user-defined conversion is wanted for: an object, an lvalue that a reference binds to, or
// an rvalue (or function) that it does.
enum { UC_OBJECT, UC_LREF, UC_RREF };

// [dcl.init.ref]/5.3.1: an xvalue, a class or array prvalue, or a function lvalue, to which a
// reference to const or an rvalue reference binds directly.
static bool binds_as_rvalue(const Expr *expr) {
    const Type *type = expr->type;
    switch (expr->cat) {
    case VC_XVALUE: return true;
    case VC_LVALUE: return type->kind == TY_FUNC;
    default: return ty_has_parts(type);
    }
}

// The sequence that binds a reference of type `to` [over.ics.ref], in the order of
// [dcl.init.ref]/5.
static void ref_ics(Parse *parse, Expr *source, Type *to, bool allow_user, bool allow_explicit,
                    Ics *sequence) {
    Type *type = to->u.ptr.to, *from = source->type;
    bool rref = to->kind == TY_RREF, is_func = from->kind == TY_FUNC;
    sequence->ref_bind = true;
    sequence->from = from;
    bool related = xe_reference_related(parse, type, from);
    bool compatible = related && xe_reference_compatible(parse, type, from);
    if (!rref && source->cat == VC_LVALUE && compatible) {
        direct_bind(parse, sequence, type, from);
        return;
    }
    bool cls = from->kind == TY_CLASS;
    if (!rref && cls && !related && allow_user &&
        user_conv(parse, source, to, UC_LREF, allow_explicit, sequence))
        return;
    bool const_ref = (xe_quals(type) & (Q_CONST | Q_VOLATILE)) == Q_CONST;
    if (!rref && !const_ref) {
        sequence->rank = ICS_BAD;
        return;
    }
    if (compatible && binds_as_rvalue(source)) {
        direct_bind(parse, sequence, type, from);
        sequence->rvalue_bind = rref && !is_func;
        sequence->binds_temp = source->cat == VC_PRVALUE;
        return;
    }
    if (cls && !related && allow_user &&
        user_conv(parse, source, to, UC_RREF, allow_explicit, sequence)) {
        sequence->rvalue_bind = rref;
        return;
    }

    // a temporary of type `type`, copy-initialised; not where the types are related and it would
    // hide a lost qualifier or that T&& is bound to an lvalue [dcl.init.ref]/5.4.4
    bool drops = xe_quals(from) & ~xe_quals(type);
    if (related && (drops || (rref && source->cat == VC_LVALUE))) {
        sequence->rank = ICS_BAD;
        return;
    }
    Ics in = {0};
    cxx_ics(parse, source, ty_unqual(type), allow_user, false, &in);
    *sequence = in;
    // what a conversion function gave binds directly, and an lvalue not to T&& [dcl.init.ref]/5.4.1
    if (rref && in.rank == ICS_USER && in.user && in.user->kind == FK_CONV) {
        Type *r = in.user->d.type->u.func.ret;
        if (r->kind == TY_LREF && xe_reference_related(parse, type, r->u.ptr.to))
            sequence->rank = ICS_BAD;
    }
    sequence->ref_bind = true;
    sequence->binds_temp = true;
    sequence->rvalue_bind = rref;
}

// ---- user-defined conversions ------------------------------------------------------------------

typedef struct UserPick {
    FuncDecl *fn;
    TemplateDecl *tmpl;
    Ics before, after;
    bool ctor;
} UserPick;
typedef VEC(UserPick) UserPicks;

// Whether an argument can be converted by cls's constructors only to cls from cls and what derives
// from it: no constructor but copies and moves takes one argument. Most classes are such, and most
// candidates of an overloaded name are ruled out by it.
static bool only_copies(Parse *parse, ClassDecl *cls) {
    enum { UNKNOWN, NO, YES };
    if (cls->memo.only_copies) return cls->memo.only_copies == YES;
    Lookup lookup;
    xe_ctors(parse, cls, &lookup);
    bool yes = true;
    for (uint32_t i = 0; i < lookup.n && yes; i++) {
        const FuncDecl *f = lookup.at[i]->kind == D_FUNC ? (FuncDecl *)lookup.at[i] : NULL;
        yes = f && f->cls == cls && f->d.type && f->d.type->kind == TY_FUNC;
        if (!yes || f->min_args > 1) continue;
        const FuncType *ft = &f->d.type->u.func;
        yes = ft->nparam ? ty_unqual(ty_deref(ft->param[0])) == ty_unqual(cls->d.type)
                         : !ft->variadic;
    }
    cls->memo.only_copies = yes ? YES : NO;
    return yes;
}

// The converting constructors of cls [over.match.copy]/1.1.
static void add_ctors(Parse *parse, Expr *source, ClassDecl *cls, bool allow_explicit,
                      UserPicks *out) {
    bool other_class = !xe_list(source) && source->type->kind == TY_CLASS &&
                       !xe_reference_related(parse, cls->d.type, source->type);
    if (other_class && only_copies(parse, cls)) return;
    Cands cs = {0};
    bool before = parse->in_user_conv;
    parse->in_user_conv = true;
    CandQuery query = {.arg = &source, .n = 1, .no_user = true, .no_explicit = !allow_explicit};
    xe_pick_ctor(parse, cls, &query, &cs);
    parse->in_user_conv = before;
    for (uint32_t i = 0; i < cs.c.n; i++) {
        Cand *k = &cs.c.at[i];
        if (!k->viable) continue;
        UserPick u = {.fn = k->fn, .tmpl = k->tmpl, .before = k->ics[0], .ctor = true};
        u.after.rank = ICS_EXACT;
        u.after.from = u.after.to = cls->d.type;
        vec_push(xe_scratch(parse), out, u);
    }
}

// The category of a call whose function returns that type [expr.call]/14.
static ValueCat result_category(const Type *ret) {
    if (ret->kind == TY_LREF) return VC_LVALUE;
    if (ret->kind != TY_RREF) return VC_PRVALUE;
    return ret->u.ptr.to->kind == TY_FUNC ? VC_LVALUE : VC_XVALUE;
}

// Whether what a conversion function of result `result` gives suits the target; sets the second
// standard sequence.
static bool conv_result_ok(Parse *parse, Type *result, Type *to, int mode, Ics *after) {
    Type *obj = ty_deref(result);
    ValueCat cat = result_category(result);
    if (mode == UC_OBJECT) return xe_std_conv(parse, NULL, obj, cat != VC_PRVALUE, to, after);
    Type *t = to->u.ptr.to;
    if (mode == UC_LREF && cat != VC_LVALUE) return false;
    // const T& from an lvalue result was tried by UC_LREF; T&& does not bind
    bool lvalue = cat == VC_LVALUE && obj->kind != TY_FUNC;
    if (mode == UC_RREF && lvalue) return false;

    if (mode == UC_RREF && cat == VC_PRVALUE && obj->kind != TY_CLASS) {
        if (ty_unqual(obj) != ty_unqual(t)) return false;
    } else if (!xe_reference_compatible(parse, t, obj)) {
        return false;
    }
    after->from = obj;
    after->to = to;
    after->ref_bind = true;
    after->rvalue_bind = to->kind == TY_RREF && obj->kind != TY_FUNC;
    after->binds_temp = cat == VC_PRVALUE;
    direct_bind(parse, after, t, obj);
    return true;
}

// [over.match.conv]/1: of an explicit conversion function the result needs no more than a
// qualification conversion.
static bool explicit_suits(Type *type, Type *to, int mode) {
    Type *t = mode == UC_OBJECT ? to : to->u.ptr.to;
    return (mode == UC_OBJECT && ty_unqual(t)->kind == TY_CLASS) ||
           similar_types(ty_deref(type), t);
}

// The conversion functions of the expression's class [over.match.copy]/1.2; of templates what
// deduction for `to` gives [temp.deduct.conv].
static void add_conversions(Parse *parse, Expr *source, Type *to, int mode, bool allow_explicit,
                            UserPicks *out) {
    Lookup lookup = {0};
    xe_conv_functions(parse, source->type->u.cls, &lookup);
    for (uint32_t i = 0; i < lookup.n; i++) {
        FuncDecl *func = NULL;
        TemplateDecl *td = NULL;
        if (lookup.at[i]->kind == D_FUNC) {
            func = (FuncDecl *)lookup.at[i];
        } else if (lookup.at[i]->kind == D_TEMPLATE) {
            DeduceFail why = {0};
            td = (TemplateDecl *)lookup.at[i];
            func = cxx_deduce_type(parse, td, NULL, to, &why);
        }
        if (!func || (func->written.explicit_ && !allow_explicit)) continue;
        if (!cxx_func_signature(parse->x, func)) continue;
        UserPick u = {.fn = func, .tmpl = td};
        if (!conv_result_ok(parse, func->d.type->u.func.ret, to, mode, &u.after)) continue;
        if (func->written.explicit_ && !explicit_suits(func->d.type->u.func.ret, to, mode))
            continue;
        xe_object_ics(parse, source, func, &u.before);
        if (u.before.rank == ICS_BAD) continue;
        vec_push(xe_scratch(parse), out, u);
    }
}

// < 0: the first is better, > 0: the second is [over.match.best]/2.
static int user_compare(Parse *parse, const UserPick *left, const UserPick *right) {
    int c = cxx_ics_compare(parse, &left->before, &right->before);
    if (c) return c;
    if (left->ctor == right->ctor) {
        c = cxx_ics_compare(parse, &left->after, &right->after);
        if (c) return c;
    }
    if (!left->tmpl != !right->tmpl) return cu_order(left->tmpl != NULL, right->tmpl != NULL);
    if (left->tmpl && right->tmpl && left->tmpl != right->tmpl) {
        c = cxx_more_specialized(parse->x, left->tmpl, right->tmpl, left->ctor ? 1 : 0);
        if (c) return -c;
    }
    if (!left->tmpl && !right->tmpl && cxx_same_params(left->fn, right->fn)) {
        return -cxx_more_constrained_func(parse->x, left->fn, right->fn);
    }
    return 0;
}

// Those from `source` to `to` are added to `found`.
static void add_user_convs(Parse *parse, Expr *source, Type *to, int mode, bool allow_explicit,
                           UserPicks *found) {
    struct ExprState *st = xe_state(parse->x);
    if (st->overload_depth > 200) return;
    st->overload_depth++;
    Type *t = mode == UC_OBJECT ? ty_unqual(to) : to->u.ptr.to;
    if (mode == UC_OBJECT && t->kind == TY_CLASS && cxx_class_complete(parse->x, t->u.cls, 0))
        add_ctors(parse, source, t->u.cls, allow_explicit, found);
    if (source->type->kind == TY_CLASS && !xe_list(source) &&
        cxx_class_complete(parse->x, source->type->u.cls, 0))
        add_conversions(parse, source, to, mode, allow_explicit, found);
    st->overload_depth--;
}

// Makes `out` the sequence of the best of them.
static void choose_user_conv(Parse *parse, const UserPicks *found, Expr *source, Type *to, int mode,
                             Ics *out) {
    uint32_t best = 0;
    for (uint32_t i = 1; i < found->n; i++)
        if (user_compare(parse, &found->at[i], &found->at[best]) < 0) best = i;
    bool amb = false;
    for (uint32_t i = 0; i < found->n; i++)
        if (i != best && user_compare(parse, &found->at[best], &found->at[i]) >= 0) amb = true;

    const UserPick *u = &found->at[best];
    bool ref = out->ref_bind;
    *out = (Ics){.rank = ICS_USER, .user = u->fn, .ambiguous = amb, .from = source->type, .to = to};
    out->ref_bind = ref;
    out->before = xe_ics_new(parse);
    *out->before = u->before;
    out->after = xe_ics_new(parse);
    *out->after = u->after;
    out->binds_temp = mode != UC_OBJECT && u->after.binds_temp;
}

// Chooses the user conversion from `source` to `to` ([over.match.copy], [over.match.conv],
// [over.match.ref]); false if there is none. Several equally good ones: `ambiguous`.
static bool user_conv(Parse *parse, Expr *source, Type *to, int mode, bool allow_explicit,
                      Ics *out) {
    ArenaMark mark = arena_mark(xe_scratch(parse));
    UserPicks v = {0};
    add_user_convs(parse, source, to, mode, allow_explicit, &v);
    if (v.n) choose_user_conv(parse, &v, source, to, mode, out);
    arena_reset(xe_scratch(parse), mark);
    return v.n > 0;
}

// ---- implicit conversion sequences -------------------------------------------------------------

void cxx_ics(Parse *parse, Expr *source, Type *to, bool allow_user, bool allow_explicit,
             Ics *sequence) {
    *sequence = (Ics){.rank = ICS_EXACT, .from = source->type, .to = to};
    if (xe_err(source) || to->kind == TY_ERROR) return;
    if (xe_list(source)) {
        if (ty_dependent(to) || xe_tdep(source)) return;
        if (!xe_list_ics(parse, source, to, sequence)) sequence->rank = ICS_BAD;
        return;
    }
    // what depends on a parameter fits until the parameter is known
    if (xe_tdep(source) || ty_dependent(to)) return;
    if (source->kind == E_OVERLOAD) {
        Expr *r = cxx_resolve_address(parse, source, to, false);
        if (!r) {
            sequence->rank = ICS_BAD;
            return;
        }
        source = r;
        sequence->from = source->type;
    }
    if (ty_is_ref(to)) {
        ref_ics(parse, source, to, allow_user, allow_explicit, sequence);
        sequence->to = to;
        return;
    }
    if (to->kind == TY_VOID) {
        sequence->rank = ICS_BAD;
        return;
    }
    if (xe_std_conv(parse, source, source->type, xe_glvalue(source), to, sequence)) {
        sequence->to = to;
        return;
    }
    // user conversions go from a class or to one; complex numbers are none of C++'s
    bool from_class = source->type->kind == TY_CLASS && !cxx_complex_part(source->type);
    bool cls = from_class || (ty_unqual(to)->kind == TY_CLASS && !cxx_complex_part(to));
    if (cls && allow_user && user_conv(parse, source, to, UC_OBJECT, allow_explicit, sequence))
        return;
    *sequence = (Ics){.rank = ICS_BAD, .from = source->type, .to = to};
}

// ---- ranking -----------------------------------------------------------------------------------

// Whether the left one is a class derived from the right one; false for other types.
static bool cls_derived(Parse *parse, Type *left, Type *right) {
    left = ty_unqual(left);
    right = ty_unqual(right);
    return ty_both(left, right, TY_CLASS) && base_distance(parse, left->u.cls, right->u.cls) != 0;
}

// Of two classes the one that is derived from the other is the better choice: < 0: the first.
static int prefer_derived(Parse *parse, Type *left, Type *right) {
    if (cls_derived(parse, left, right)) return -1;
    return cls_derived(parse, right, left) ? 1 : 0;
}

static Type *ptr_or_ref_to(Type *type) {
    type = ty_deref(type);
    if (type->kind == TY_PTR) return type->u.ptr.to;
    return type;
}

// GNU's: gcc and clang rank conversions of real numbers to complex ones, and back, behind all
// others.
static bool between_real_and_complex(const Ics *ics) {
    if (ics->second != CK_COMPLEX) return false;
    return !cxx_complex_part(ty_deref(ics->to)) || !cxx_complex_part(ty_deref(ics->from));
}

// [over.ics.rank]/4: conversions to bases and void*.
static int compare_bases(Parse *parse, const Ics *left, const Ics *right) {
    if (left->ptr_to_bool != right->ptr_to_bool)
        return cu_order(left->ptr_to_bool, right->ptr_to_bool);
    bool parts = between_real_and_complex(left), other = between_real_and_complex(right);
    if (parts != other) return cu_order(parts, other);
    if (left->second == CK_MEMPTR_CONV && right->second == CK_MEMPTR_CONV) {
        // the other way round: a member of the nearer base is a member of the class
        int c =
            prefer_derived(parse, ty_deref(right->to)->u.ptr.cls, ty_deref(left->to)->u.ptr.cls);
        if (c) return c;
        return prefer_derived(parse, ty_deref(left->from)->u.ptr.cls,
                              ty_deref(right->from)->u.ptr.cls);
    }

    bool va = left->second == CK_BITCAST, vb = right->second == CK_BITCAST;
    bool da = left->second == CK_DERIVED_TO_BASE, db = right->second == CK_DERIVED_TO_BASE;
    if (da && vb) return -1;
    if (va && db) return 1;
    // both to void * or both to a base: the nearer base, then the source that is nearer to it
    Type *fa = ptr_or_ref_to(left->from), *fb = ptr_or_ref_to(right->from);
    if (va && vb) return prefer_derived(parse, fb, fa);
    if (!da && !db) return 0;
    int c = prefer_derived(parse, ptr_or_ref_to(left->to), ptr_or_ref_to(right->to));
    return c ? c : prefer_derived(parse, fb, fa);
}

// -1 if the left pointer type has strictly fewer qualifiers than the similar right one.
static int compare_qual_levels(Parse *parse, Type *left, Type *right) {
    bool adj;
    if (left == right) return 0;
    bool ab = xe_qual_conv(parse, left, right, &adj), ba = xe_qual_conv(parse, right, left, &adj);
    return cu_prefer(ab, ba);
}

// An enumeration's fixed underlying type is better than what that promotes to [over.ics.rank]/4.2.
static int compare_enum_promotions(const Ics *a, const Ics *b) {
    const Type *e = a->from ? a->from->unqual : NULL;
    if (!e || e->kind != TY_ENUM || !e->u.enm->fixed || !a->to || !b->to) return 0;
    const Type *u = e->u.enm->underlying;
    bool ua = ty_deref(a->to)->unqual == u, ub = ty_deref(b->to)->unqual == u;
    return cu_prefer(ua, ub);
}

// A set of qualifiers that is part of the other is better [over.ics.rank]/3.2.5, /3.2.6.
static int compare_quals(unsigned quals, unsigned b) {
    if (quals == b) return 0;
    if (!(quals & ~b)) return -1;
    return !(b & ~quals) ? 1 : 0;
}

// Two sequences that bind references [over.ics.rank]/3.2.
static int compare_bindings(Parse *parse, const Ics *left, const Ics *right) {
    // an rvalue reference binds an rvalue better, an lvalue reference a function lvalue
    bool ra = left->to->kind == TY_RREF, rb = right->to->kind == TY_RREF;
    if (ra != rb) {
        bool func = ty_deref(left->to)->kind == TY_FUNC;
        if (func) return ra ? 1 : -1;
        bool any = left->any_object || right->any_object; // [over.ics.rank]/3.2.3
        if (!any && (ra ? left : right)->rvalue_bind) return ra ? -1 : 1;
    }

    Type *ta = ty_deref(left->to), *tb = ty_deref(right->to);
    unsigned qa = xe_quals(ta), qb = xe_quals(tb);
    bool comparable = qa != qb && (similar_types(ta, tb) || left->to_base);
    int c = comparable ? compare_quals(qa, qb) : 0;
    if (c) return c;
    // an array of the argument's own bound before one of unknown bound (C++20, P0388)
    if (ty_is_array(ta) && ty_is_array(tb) && ta->kind != tb->kind && similar_types(ta, tb))
        return ta->kind == TY_ARRAY_INC ? 1 : -1;
    return ty_both(ta, tb, TY_PTR) ? compare_qual_levels(parse, ta, tb) : 0;
}

// [over.ics.rank]/3, /4 for standard conversion sequences: < 0: the first is better.
static int compare_standard(Parse *parse, const Ics *left, const Ics *right) {
    if (left->rank != right->rank) return cu_order(left->rank, right->rank);
    if (left->base_dist == DIST_STRING ||
        right->base_dist == DIST_STRING) { // string literal to char*
        if (left->base_dist != right->base_dist) return cu_order(left->base_dist, right->base_dist);
    }
    int c = left->rank == ICS_CONVERSION ? compare_bases(parse, left, right) : 0;
    if (left->rank == ICS_PROMOTION) c = compare_enum_promotions(left, right);
    if (c) return c;
    if (!left->to || !right->to) return 0;
    if (left->ref_bind && right->ref_bind) return compare_bindings(parse, left, right);

    Type *ta = ty_unqual(ty_deref(left->to)), *tb = ty_unqual(ty_deref(right->to));
    if (left->qual_adj != right->qual_adj && ta != tb && !left->ref_bind && !right->ref_bind)
        return left->qual_adj ? 1 : -1;

    // a binding is an identity, which is part of every other sequence [over.ics.rank]/3.2.1
    const Ics *bound = left->ref_bind ? left : right, *value = left->ref_bind ? right : left;
    bool same = bound->qual_adj && !ty_is_array(ty_deref(bound->to));
    if (left->ref_bind != right->ref_bind && left->rank == ICS_EXACT && value->qual_adj && !same)
        return bound == left ? -1 : 1;

    // pointers that differ in qualifiers, also behind the same conversion to a base or void
    if (!ty_both(ta, tb, TY_PTR) && !ty_both(ta, tb, TY_MEMPTR)) return 0;
    c = compare_qual_levels(parse, ta, tb);
    bool converted = left->second == right->second && left->second != CK_NOOP;
    if (c || ta->kind != TY_PTR || !converted) return c;
    Type *pa = ta->u.ptr.to, *pb = tb->u.ptr.to;
    return ty_unqual(pa) == ty_unqual(pb) ? compare_quals(xe_quals(pa), xe_quals(pb)) : 0;
}

// Of arrays of the same elements that a list initialises the smaller is better, of two of one size
// that of unknown bound is worse [over.ics.rank]/3.1.2.
static int compare_bounds(const Ics *left, const Ics *right) {
    const Type *a = ty_deref(left->to), *b = ty_deref(right->to);
    if (!ty_is_array(a) || !ty_is_array(b) || a->u.array.elem->unqual != b->u.array.elem->unqual)
        return 0;
    uint64_t n = a->kind == TY_ARRAY ? a->u.array.n : left->list_n;
    uint64_t m = b->kind == TY_ARRAY ? b->u.array.n : right->list_n;
    if (n != m) return cu_order(n, m);
    return (b->kind == TY_ARRAY) - (a->kind == TY_ARRAY);
}

// Of different user conversions to temporaries nvcc prefers that whose result is bound to T&& to
// one bound to const T& (`half2 h; h = {}`), where the standard sees no difference.
static int compare_temporaries(const Ics *a, const Ics *b) {
    if (!a->ref_bind || !b->ref_bind || !a->to || !b->to || a->to->kind == b->to->kind) return 0;
    const Ics *r = a->to->kind == TY_RREF ? a : b, *l = r == a ? b : a;
    if (!r->rvalue_bind || !l->binds_temp) return 0;
    return r == a ? -1 : 1;
}

// As if what a user conversion gave had been bound by standard conversions.
static int compare_as_standard(Parse *parse, const Ics *left, const Ics *right) {
    Ics ca = *left, cb = *right;
    ca.rank = cb.rank = ICS_EXACT;
    return compare_standard(parse, &ca, &cb);
}

int cxx_ics_compare(Parse *parse, const Ics *left, const Ics *right) {
    bool ua = left->rank == ICS_USER, ub = right->rank == ICS_USER;
    if (left->rank == ICS_BAD || right->rank == ICS_BAD) return (int)left->rank - (int)right->rank;
    // nvcc and clang take what can be done instead, where the standard (and gcc) see no difference
    if (left->by_explicit != right->by_explicit)
        return cu_order(left->by_explicit, right->by_explicit);
    if (left->list_init && right->list_init) {
        // to std::initializer_list<X> beats other list-initialisations [over.ics.rank]/3.1
        Type *ea, *eb;
        bool ia = xe_is_initializer_list(parse, ty_deref(left->to), &ea);
        bool ib = xe_is_initializer_list(parse, ty_deref(right->to), &eb);
        if (ia != ib) return cu_prefer(ia, ib);
        int c = compare_bounds(left, right);
        if (c) return c;
    }
    if (left->rank < ICS_USER && right->rank < ICS_USER)
        return compare_standard(parse, left, right);
    if (!ua || !ub) return cu_order(left->rank, right->rank);
    if (left->ambiguous || right->ambiguous) return 0;
    if (left->user != right->user || !left->after || !right->after) {
        bool both_bind = left->ref_bind && right->ref_bind;
        if (left->user == right->user && both_bind) return compare_as_standard(parse, left, right);
        return compare_temporaries(left, right);
    }

    // by the same function: the second standard conversions decide [over.ics.rank]/3.3
    int c = compare_standard(parse, left->after, right->after);
    if (c || !left->ref_bind || !right->ref_bind || left->after->ref_bind) return c;
    return compare_as_standard(parse, left, right);
}
