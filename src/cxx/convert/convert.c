// SPDX-License-Identifier: Apache-2.0
// convert/convert.c: conversions as trees. cxx_apply_ics turns a sequence found by
// convert/conversion.c into cast, call and temporary nodes; cxx_convert finds, applies and reports.
// Also the conversions with no target type: lvalue-to-rvalue with decay, contextual bool, composite
// pointer types, narrowing.
#include "cxx/facts/diag.h"
#include "cxx/lookup/lookup.h"
#include "cxx/constant/constant.h"
#include "cxx/convert/convert.h"

// ---- lvalue transformations --------------------------------------------------------------------

// Whether a constant is written as a pattern of bits, whose sign says nothing (body/number.c).
static bool is_bits(const Expr *expr) {
    if (expr->kind == E_INT) return expr->pad & XP_BITS;
    if (expr->kind == E_UNARY)
        return expr->op == OP_BITNOT || (expr->op == OP_PLUS && is_bits(expr->a));
    if (expr->kind == E_COND) return (expr->b && is_bits(expr->b)) || is_bits(expr->c);
    return expr->kind == E_BINARY && is_any_of(expr->op, OP_AND, OP_OR, OP_XOR);
}

// The value of a constant variable read by lvalue-to-rvalue conversion, or NULL.
static Expr *fold_const_var(Parse *parse, Expr *glvalue) {
    VarDecl *v = (VarDecl *)glvalue->u.decl;
    ConstVal *c = cxx_var_const(parse->x, v);
    if (!c || !is_any_of(c->kind, CV_INT, CV_FLOAT)) return NULL;
    Expr *r = cxx_from_const(parse, c, glvalue->pos);
    r->end = glvalue->end;
    r->type = ty_unqual(glvalue->type);
    if (r->kind == E_INT && v->init && is_bits(v->init)) r->pad |= XP_BITS;
    return r;
}

// What a comma that is a glvalue names: its last operand.
static const Expr *behind_commas(const Expr *expr) {
    while (xe_is(expr, E_BINARY, OP_COMMA) && expr->cat != VC_PRVALUE) expr = expr->b;
    return expr;
}

// A conditional that names one of two objects. (Without a second operand it is GNU's `a ?: b`.)
static bool is_glvalue_cond(const Expr *expr) {
    return expr->kind == E_COND && expr->cat != VC_PRVALUE && expr->b;
}

// Whether reading expr reads a constant variable whose use is still undecided, in the operand of a
// comma (also that of `object.static_member`) or of a conditional: one of expr's potential results
// [basic.def.odr]/3.
static bool has_open_result(const Expr *expr) {
    expr = behind_commas(expr);
    if (is_glvalue_cond(expr)) return has_open_result(expr->b) || has_open_result(expr->c);
    return expr->kind == E_DECLREF && (expr->pad & XP_ODR);
}

// The value of an lvalue that is one of several: read in the operands, so that constants fold.
static Expr *read_results(Parse *parse, Expr *glvalue) {
    Expr *r = xe_dup(parse, glvalue);
    r->type = ty_unqual(glvalue->type);
    r->cat = VC_PRVALUE;
    if (glvalue->kind == E_COND) r->c = cxx_rvalue(parse, glvalue->c);
    r->b = cxx_rvalue(parse, glvalue->b);
    return r;
}

void xe_discard_results(Expr *expr) {
    expr = (Expr *)behind_commas(expr);
    if (is_glvalue_cond(expr)) {
        xe_discard_results(expr->b);
        xe_discard_results(expr->c);
    }
    if (expr->kind == E_DECLREF) expr->pad &= (uint8_t)~XP_ODR;
}

// Lvalue-to-rvalue, array-to-pointer and function-to-pointer conversion [conv.lval ...]. Class
// glvalues stay glvalues: copying them needs a constructor.
Expr *cxx_rvalue(Parse *parse, Expr *source) {
    Cxx *cxx = parse->x;
    if (xe_open(source)) return source;
    Type *type = source->type;
    if (source->kind == E_OVERLOAD) {
        Expr *r = cxx_resolve_address(parse, source, NULL, true);
        if (!r) return cxx_expr_error(cxx, source->pos);
        source = r;
        type = source->type;
    }
    if (xe_list(source) || source->kind == E_TYPE) return source;

    // decay [conv.array], [conv.func]
    if (ty_is_array(type)) {
        if (source->cat == VC_PRVALUE) source = xe_materialize(parse, source);
        return xe_cast(parse, CK_ARRAY_TO_PTR, ty_pointer(cxx, type->u.array.elem), VC_PRVALUE,
                       source);
    }
    if (type->kind == TY_FUNC) {
        if (xe_bound_function(parse, source)) return cxx_expr_error(cxx, source->pos);
        return xe_cast(parse, CK_FUNC_TO_PTR, ty_pointer(cxx, type), VC_PRVALUE, source);
    }

    // the value [conv.lval]; that of a constant variable is no use of it
    if (source->cat == VC_PRVALUE || ty_among(type, TY_SET(CLASS) | TY_SET(VOID))) return source;
    if (source->kind == E_DECLREF && (source->pad & XP_ODR)) {
        Expr *c = fold_const_var(parse, source);
        if (c) {
            source->pad &= ~XP_ODR;
            return c;
        }
    }
    if (is_any_of(source->kind, E_BINARY, E_COND) && has_open_result(source))
        return read_results(parse, source);
    CastKind ck = type->kind == TY_NULLPTR ? CK_NULL_TO_PTR : CK_LVAL_TO_RVAL;
    return xe_cast(parse, ck, ty_unqual(type), VC_PRVALUE, source);
}

// Temporary materialisation [conv.rval].
Expr *xe_materialize(Parse *parse, Expr *source) {
    if (source->cat != VC_PRVALUE || xe_open(source)) return source;
    Expr *t = xe_un(parse, E_TEMP, source->type, VC_XVALUE, source->pos, source);
    t->end = source->end;
    if (source->type->kind == TY_VOID) return source;
    xe_dtor_access(parse, source->type, source->pos);
    if (!parse->unevaluated && cxx_find_dtor(parse->x, source->type)) {
        cxx_mark_used(parse, &cxx_find_dtor(parse->x, source->type)->d, source->pos);
        t->flags |= EF_HAS_TEMPS;
    }
    return t;
}

// ---- casts along the class hierarchy -----------------------------------------------------------

// Converts a pointer prvalue or a glvalue to the (base) class of `to`; keeps the source's category.
// `to` is the target pointer type or the target object type.
Expr *xe_derived_to_base(Parse *parse, Expr *source, Type *to, Pos pos) {
    Cxx *cxx = parse->x;
    bool ptr = source->type->kind == TY_PTR;
    Type *fc = ptr ? source->type->u.ptr.to : source->type;
    Type *tc = ptr ? to->u.ptr.to : to;
    ClassDecl *cls = ty_unqual(fc)->u.cls, *b = ty_unqual(tc)->u.cls;
    if (cls == b)
        return to == source->type ? source : xe_cast(parse, CK_NOOP, to, source->cat, source);
    BaseSpec **path = NULL;
    uint32_t n = 0;
    bool amb = false;
    if (!cxx_class_derived_from(cxx, cls, b, &path, &n, &amb) || amb) {
        CXX_DIAG(cxx, x_ambiguous_base, pos, ty_unqual(tc), ty_unqual(fc));
        return cxx_expr_error(cxx, pos);
    }
    if (!ptr && source->cat == VC_PRVALUE) source = xe_materialize(parse, source);
    Expr *r = xe_cast(parse, CK_DERIVED_TO_BASE, to, source->cat, source);
    r->u.base.path = path;
    r->u.base.npath = n;
    return r;
}

Expr *xe_via_naming(Parse *parse, Expr *source, ClassDecl *naming, ClassDecl *owner) {
    Type *t = ty_unqual(source->type);
    bool amb = false, none;
    BaseSpec **path;
    uint32_t n;
    bool other_class = naming && owner && naming != owner;
    if (!other_class || t->kind != TY_CLASS || t->u.cls == naming) return source;
    // through the naming class only where the member's own class is several bases
    if (!cxx_class_derived_from(parse->x, t->u.cls, owner, &path, &n, &amb) || !amb) return source;
    if (!cxx_class_derived_from(parse->x, t->u.cls, naming, &path, &n, &none)) return source;
    return xe_derived_to_base(
        parse, source, ty_qual(parse->x, naming->d.type, xe_quals(source->type)), source->pos);
}

// The same for an implicit conversion, which cannot reach an inaccessible base.
static Expr *to_base(Parse *parse, Expr *source, Type *to, Pos pos) {
    Expr *r = xe_derived_to_base(parse, source, to, pos);
    bool cast = !xe_err(r) && r->kind == E_CAST && r->op == CK_DERIVED_TO_BASE;
    if (!cast || parse->any_access) return r;
    bool ptr = source->type->kind == TY_PTR;
    Type *from = ty_unqual(ptr ? source->type->u.ptr.to : source->type);
    if (!cxx_base_access_ok(parse, from->u.cls, r->u.base.path, r->u.base.npath))
        CXX_DIAG(parse->x, x_inaccessible_base, pos, ty_unqual(ptr ? to->u.ptr.to : to));
    return r;
}

// ---- applying a sequence -----------------------------------------------------------------------

// A member pointer of a base's as one of a derived class's [conv.mem].
static Expr *apply_memptr(Parse *parse, Expr *source, Type *to) {
    Cxx *cxx = parse->x;
    Expr *r = xe_cast(parse, CK_MEMPTR_CONV, to, VC_PRVALUE, source);
    BaseSpec **path = NULL;
    uint32_t n = 0;
    bool amb = false;
    ClassDecl *b = source->type->u.ptr.cls->u.cls, *d = to->u.ptr.cls->u.cls;
    bool derived = cxx_class_derived_from(cxx, d, b, &path, &n, &amb);
    for (uint32_t i = 0; i < n; i++) amb |= path[i]->virtual_; // [conv.mem]/2
    if (!derived || amb) {
        CXX_DIAG(cxx, x_ambiguous_base, source->pos, source->type->u.ptr.cls, to->u.ptr.cls);
        return cxx_expr_error(cxx, source->pos);
    }
    if (!parse->any_access && cxx->opt.check_all && !cxx_base_access_ok(parse, d, path, n))
        CXX_DIAG(cxx, x_inaccessible_base, source->pos, source->type->u.ptr.cls); // [conv.mem]/2
    r->u.base.path = path;
    r->u.base.npath = n;
    return r;
}

// The standard part of a sequence; the result has the non-reference type `to`.
static Expr *apply_std(Parse *parse, Expr *source, const Ics *sequence, Type *to) {
    to = to->kind == TY_CLASS ? to : ty_unqual(to);
    if (sequence->second == CK_COMPLEX) return cxx_complex_convert(parse, to, source);
    if (ty_unqual(to)->kind == TY_CLASS) return xe_copy_construct(parse, to, source, source->pos);
    if (ty_is_array(to)) return source;
    Expr *r = cxx_rvalue(parse, source);
    if (xe_err(r)) return r;
    if (r->type == to) return r;
    switch (sequence->second) {
    case CK_NOOP:
        if (sequence->base_dist == DIST_STRING && !cxx_in_system_header(parse->x, source->pos))
            CXX_DIAG(parse->x, w_string_to_char, source->pos, to);
        return xe_cast(parse, CK_NOOP, to, VC_PRVALUE, r);
    case CK_DERIVED_TO_BASE: return to_base(parse, r, to, source->pos);
    case CK_MEMPTR_CONV: return apply_memptr(parse, r, to);
    default: break;
    }
    Expr *c = xe_cast(parse, sequence->second, to, VC_PRVALUE, r);
    return c;
}

// The call of the constructor or conversion function that the sequence has chosen.
static Expr *apply_user(Parse *parse, Expr *source, const Ics *sequence, Type *to) {
    Cxx *cxx = parse->x;
    if (sequence->ambiguous) {
        CXX_DIAG(cxx, x_ambiguous_conversion, source->pos, source->type, to);
        return cxx_expr_error(cxx, source->pos);
    }
    Expr *call;
    if (sequence->user->kind == FK_CTOR) {
        // of the class converted to, which may inherit the constructor
        call = xe_construct_by(parse, sequence->user, ty_unqual(ty_deref(sequence->to)),
                               sequence->before, source);
        if (xe_err(call)) return call;
    } else {
        call = xe_call_function(parse, sequence->user, source, NULL, 0, source->pos, 0);
        if (xe_err(call)) return call;
    }
    call->flags |= EF_IMPLICIT;
    return call;
}

// Whether a bit-field is to be copied though the reference's type is its own.
static bool copies_bitfield(const Expr *expr, const Ics *sequence, Type *referred) {
    bool temporary = sequence->binds_temp && expr->cat != VC_PRVALUE && !sequence->to_base;
    return temporary && ty_unqual(expr->type) == ty_unqual(referred) && (expr->flags & EF_BITFIELD);
}

// What the reference of type `to` binds to: the glvalue itself, or the value of a temporary that
// it needs.
static Expr *reference_target(Parse *parse, Expr *source, const Ics *sequence, Type *to) {
    Type *type = to->u.ptr.to;
    if (sequence->rank == ICS_USER) {
        Expr *r = apply_user(parse, source, sequence, to);
        const Ics *after = sequence->after;
        bool binds = !after || after->ref_bind || sequence->user->kind == FK_CTOR;
        return xe_err(r) || binds ? r : apply_std(parse, r, after, ty_unqual(type));
    }
    bool converts = sequence->binds_temp && !xe_reference_compatible(parse, type, source->type);
    if (converts || copies_bitfield(source, sequence, type))
        return apply_std(parse, source, sequence, ty_unqual(type));

    // const T& to a bit-field binds a temporary [class.bit]/4
    bool bit_field = source->cat == VC_LVALUE && (source->flags & EF_BITFIELD);
    if (!bit_field || to->kind != TY_LREF) return source;
    if ((xe_quals(type) & (Q_CONST | Q_VOLATILE)) == Q_CONST) return cxx_rvalue(parse, source);
    CXX_DIAG(parse->x, x_address_of_bitfield, source->pos);
    return cxx_expr_error(parse->x, source->pos);
}

// The glvalue that a reference of type `to` is bound to by the sequence [dcl.init.ref].
static Expr *bind_reference(Parse *parse, Expr *source, const Ics *sequence, Type *to) {
    Type *type = to->u.ptr.to;
    source = reference_target(parse, source, sequence, to);
    if (xe_err(source)) return source;
    if (source->cat == VC_PRVALUE) {
        // the temporary has the cv of the reference for non-class types [dcl.init.ref]/5
        bool scalar = source->type->kind != TY_CLASS && !ty_is_array(source->type);
        bool other_cv = source->type != type && ty_unqual(source->type) == ty_unqual(type);
        if (scalar && other_cv) {
            source = xe_dup(parse, source);
            source->type = type;
        }
        source = xe_materialize(parse, source);
    }
    Type *et = ty_unqual(source->type), *tt = ty_unqual(type);
    if (et != tt && ty_both(et, tt, TY_CLASS)) {
        source = to_base(parse, source, type, source->pos);
    } else if (source->type != type) {
        source = xe_cast(parse, CK_NOOP, type, source->cat, source);
    }
    return source;
}

Expr *cxx_apply_ics(Parse *parse, Expr *source, const Ics *sequence) {
    Cxx *cxx = parse->x;
    if (xe_err(source)) return source;
    if (sequence->rank == ICS_BAD) return cxx_expr_error(cxx, source->pos);
    Type *to = sequence->to;
    if (sequence->rank == ICS_ELLIPSIS) return xe_vararg(parse, source);
    if (!to || xe_tdep(source) || ty_dependent(to) || to->kind == TY_ERROR) return source;
    if (xe_list(source))
        return cxx_initialize(parse, to, INIT_COPY_LIST, &source, 1, source->pos, NULL);
    if (source->kind == E_OVERLOAD) {
        source = cxx_resolve_address(parse, source, to, true);
        if (!source) return cxx_expr_error(cxx, 0);
    }
    if (ty_is_ref(to)) return bind_reference(parse, source, sequence, to);
    if (sequence->rank == ICS_USER) {
        Expr *r = apply_user(parse, source, sequence, to);
        if (xe_err(r)) return r;
        return apply_std(parse, r, sequence->after ? sequence->after : sequence, to);
    }
    return apply_std(parse, source, sequence, to);
}

// ---- reporting ---------------------------------------------------------------------------------

// Says what is wrong with binding a reference of type `to` to the source; false: nothing in
// particular.
static bool say_bad_reference(Parse *parse, Expr *source, Type *to, Pos pos) {
    Type *type = ty_deref(to), *from = source->type;
    if (ty_is_ref(to) && xe_reference_related(parse, type, from)) {
        bool drops = xe_quals(from) & ~xe_quals(type), lvalue = source->cat == VC_LVALUE;
        if (drops) CXX_DIAG(parse->x, x_ref_drops_quals, pos, to, from);
        if (drops) return true;
        if (to->kind == TY_LREF && !lvalue) CXX_DIAG(parse->x, x_ref_needs_lvalue, pos);
        if (to->kind == TY_RREF && lvalue) CXX_DIAG(parse->x, x_rref_binds_lvalue, pos, to);
        if ((to->kind == TY_LREF) != lvalue) return true;
    }
    if (to->kind != TY_LREF || (xe_quals(type) & Q_CONST)) return false;
    CXX_DIAG(parse->x, x_ref_type_mismatch, pos, to, from);
    return true;
}

// Says that the types do not go together, in the words of the context.
static void say_bad_types(Parse *parse, Type *from, Type *to, const char *context, Pos pos) {
    const char *in = context ? context : "";
    if (strcmp(in, "argument") == 0)
        CXX_DIAG(parse->x, x_bad_argument, pos, from, to);
    else if (strcmp(in, "return") == 0)
        CXX_DIAG(parse->x, x_bad_return, pos, from, to);
    else if (strcmp(in, "assign") == 0)
        CXX_DIAG(parse->x, x_bad_assign, pos, from, to);
    else
        CXX_DIAG(parse->x, x_bad_init, pos, from, to);
}

void xe_no_conversion(Parse *parse, Expr *source, Type *to, const char *context, Pos pos) {
    Cxx *cxx = parse->x;
    if (xe_err(source) || to->kind == TY_ERROR) return;
    if (source->kind == E_OVERLOAD) {
        // reports, or is a function that does not convert
        source = cxx_resolve_address(parse, source, to, true);
        if (xe_lost(source) || source->kind == E_OVERLOAD) return;
        source = cxx_rvalue(parse, source);
    }
    if (source->kind == E_TYPE) {
        CXX_DIAG(cxx, x_type_not_allowed, pos);
        return;
    }
    Type *type = ty_deref(to), *from = source->type;
    if (xe_list(source)) {
        CXX_DIAG(cxx, x_no_list_conversion, pos, to);
        return;
    }
    if (from->kind == TY_CLASS && !cxx_class_complete(cxx, from->u.cls, 0)) {
        CXX_DIAG(cxx, x_incomplete_type, pos, from);
        return;
    }
    if (say_bad_reference(parse, source, to, pos)) return;
    if (ty_unqual(type)->kind == TY_CLASS) {
        if (!ty_complete(cxx, type, pos, true)) return;
        CXX_DIAG(cxx, x_no_ctor_conversion, pos, from, ty_unqual(type));
        return;
    }
    if (from->kind == TY_CLASS) {
        CXX_DIAG(cxx, x_no_conversion_function, pos, from, to);
        return;
    }
    say_bad_types(parse, from, to, context, pos);
}

Expr *cxx_convert(Parse *parse, Expr *source, Type *to, const char *context) {
    if (xe_err(source)) return source;
    if (xe_list(source))
        return cxx_initialize(parse, to, INIT_COPY_LIST, &source, 1, source->pos, context);
    Ics o;
    cxx_ics(parse, source, to, true, false, &o);
    if (o.rank == ICS_BAD) {
        xe_no_conversion(parse, source, to, context, source->pos);
        return cxx_expr_error(parse->x, source->pos);
    }
    return cxx_apply_ics(parse, source, &o);
}

// Contextual conversion to bool [conv]/4.
Expr *cxx_to_bool(Parse *parse, Expr *source) {
    Cxx *cxx = parse->x;
    if (xe_open(source)) return source;
    Type *type = ty_basic(cxx, TY_BOOL);
    if (source->kind == E_OVERLOAD) source = cxx_rvalue(parse, source);
    if (xe_err(source)) return source;
    if (source->type->kind == TY_NULLPTR)
        return xe_cast(parse, CK_TO_BOOL_PTR, type, VC_PRVALUE, cxx_rvalue(parse, source));
    Ics o;
    cxx_ics(parse, source, type, true, true, &o);
    if (o.rank == ICS_BAD) {
        if (source->type->kind == TY_CLASS && !ty_complete(cxx, source->type, source->pos, true))
            return cxx_expr_error(cxx, source->pos);
        CXX_DIAG(cxx, x_not_bool, source->pos, source->type);
        return cxx_expr_error(cxx, source->pos);
    }
    return cxx_apply_ics(parse, source, &o);
}

// ---- composite pointer type [expr.type]/4 -----------------------------------------------------

// The type both pointees convert to, with const added where the levels below differ (*differ: they
// do); NULL: there is none.
static Type *merge_quals(Parse *parse, Type *left, Type *right, bool *differ) {
    Cxx *cxx = parse->x;
    unsigned q = xe_quals(left) | xe_quals(right);
    Type *ua = ty_unqual(left), *ub = ty_unqual(right);
    *differ = xe_quals(left) != xe_quals(right);
    if (ua == ub) return ty_qual(cxx, ua, q);
    if (ty_both(ua, ub, TY_PTR)) {
        bool d;
        Type *m = merge_quals(parse, ua->u.ptr.to, ub->u.ptr.to, &d);
        if (!m) return NULL;
        if (d) q |= Q_CONST;
        *differ |= d;
        return ty_qual(cxx, ty_pointer(cxx, m), q);
    }
    bool arrays = ty_is_array(ua) && ua->kind == ub->kind;
    if (arrays && ua->u.array.n == ub->u.array.n) {
        bool d;
        Type *m = merge_quals(parse, ua->u.array.elem, ub->u.array.elem, &d);
        if (!m) return NULL;
        *differ |= d;
        return ua->kind == TY_ARRAY ? ty_array(cxx, m, ua->u.array.n) : ty_array_inc(cxx, m);
    }
    if (ty_both(ua, ub, TY_FUNC)) { // noexcept only if both are
        FuncType fa = ua->u.func, fb = ub->u.func;
        fa.noexcept_ = fb.noexcept_ = false;
        Type *ta = ty_func(cxx, &fa), *tb = ty_func(cxx, &fb);
        return ta == tb ? ta : NULL;
    }
    return NULL;
}

// The composite type of two pointers, by what they point to; NULL: there is none.
static Type *composite_pointee(Parse *parse, Type *fa, Type *fb) {
    Cxx *cxx = parse->x;
    unsigned quals = xe_quals(fa) | xe_quals(fb);
    if (fa->kind == TY_VOID || fb->kind == TY_VOID) {
        if (fa->kind == TY_FUNC || fb->kind == TY_FUNC) return NULL;
        return ty_pointer(cxx, ty_qual(cxx, ty_basic(cxx, TY_VOID), quals));
    }
    Type *ua = ty_unqual(fa), *ub = ty_unqual(fb);
    if (ua != ub && ty_both(ua, ub, TY_CLASS)) { // the base
        if (xe_reference_related(parse, ua, ub)) return ty_pointer(cxx, ty_qual(cxx, ua, quals));
        if (xe_reference_related(parse, ub, ua)) return ty_pointer(cxx, ty_qual(cxx, ub, quals));
        return NULL;
    }
    bool d;
    Type *m = merge_quals(parse, fa, fb, &d);
    return m ? ty_pointer(cxx, m) : NULL;
}

// Likewise of two pointers to members, whose classes are one or derived one from the other.
static Type *composite_member_pointer(Parse *parse, Type *ta, Type *tb) {
    Type *cls = ta->u.ptr.cls, *b = tb->u.ptr.cls;
    if (cls != b) {
        if (xe_reference_related(parse, cls, b))
            cls = b;
        else if (!xe_reference_related(parse, b, cls))
            return NULL;
    }
    bool d;
    Type *m = merge_quals(parse, ta->u.ptr.to, tb->u.ptr.to, &d);
    return m ? ty_memptr(parse->x, cls, m) : NULL;
}

// The composite type of two operands of pointer, member pointer or null pointer type.
Type *xe_composite_pointer(Parse *parse, Expr *left, Expr *right) {
    const uint64_t pointers = TY_SET(PTR) | TY_SET(MEMPTR) | TY_SET(NULLPTR);
    Type *ta = ty_decay(parse->x, left->type), *tb = ty_decay(parse->x, right->type);
    // with a null pointer: the other's
    if (ty_among(ta, pointers) && (tb->kind == TY_NULLPTR || xe_null_const(parse, right)))
        return ta;
    if (ty_among(tb, pointers) && (ta->kind == TY_NULLPTR || xe_null_const(parse, left))) return tb;
    if (ty_both(ta, tb, TY_PTR)) return composite_pointee(parse, ta->u.ptr.to, tb->u.ptr.to);
    return ty_both(ta, tb, TY_MEMPTR) ? composite_member_pointer(parse, ta, tb) : NULL;
}

// ---- bit-fields in arithmetic [conv.prom]/5 ----------------------------------------------------

// The bit-field whose value expr is, or NULL. That of `c ? a : b` is none, as gcc and nvcc have it.
static const FieldDecl *bit_field_of(const Expr *expr) {
    for (;;) {
        switch (expr->kind) {
        case E_MEMBER: {
            const FieldDecl *f = (const FieldDecl *)expr->u.decl;
            return expr->u.decl->kind == D_FIELD && f->is_bitfield ? f : NULL;
        }
        case E_CAST:
            if (expr->op != CK_LVAL_TO_RVAL) return NULL;
            expr = expr->a;
            break;
        case E_ASSIGN: expr = expr->a; break;
        case E_BINARY:
            if (expr->op != OP_COMMA) return NULL;
            expr = expr->b;
            break;
        case E_UNARY:
            if (!op_among(expr->op, OP_STEPS)) return NULL;
            expr = expr->a;
            break;
        default: return NULL;
        }
    }
}

Type *xe_arith_type(Parse *parse, const Expr *operand) {
    Type *t = ty_unqual(operand->type);
    if (!ty_is_integral(t)) return t;
    const FieldDecl *f = bit_field_of(operand);
    if (!f || f->bit_width > 32 || ty_unqual(f->d.type) != t) return t;
    bool fits = f->bit_width < 32 || !ty_is_unsigned(t);
    return ty_basic(parse->x, fits ? TY_INT : TY_UINT);
}

// ---- narrowing [dcl.init.list]/7 --------------------------------------------------------------

// Whether the integer type `to` has the value v of the integer type `from`.
static bool int_fits(const ApInt *v, Type *from, Type *to) {
    int bits = ty_int_bits(to);
    bool neg = !ty_is_unsigned(from) && apint_is_neg(v);
    if (to->kind == TY_BOOL) return apint_bits_unsigned(*v) <= 1 && !neg;
    if (ty_is_unsigned(to)) return !neg && (int)apint_bits_unsigned(*v) <= bits;
    if (neg) return (int)apint_bits_signed(*v) <= bits;
    return (int)apint_bits_unsigned(*v) < bits;
}

// To a floating type whose values do not include the source's: unless constant.
static bool float_narrows(Parse *parse, Expr *source, const Type *from, const Type *to) {
    static const uint8_t rank[] = {[TY_HALF] = 1,   [TY_BF16] = 1,    [TY_FLOAT] = 2,
                                   [TY_DOUBLE] = 3, [TY_LDOUBLE] = 4, [TY_FLOAT128] = 5};
    if (rank[to->kind] >= rank[from->kind]) return false;
    return !cxx_const_eval(parse->x, cxx_rvalue(parse, source), false);
}

// An integer to a floating type: unless constant, with no more significant bits than that holds.
static bool int_to_float_narrows(Parse *parse, Expr *source, const Type *from, const Type *to) {
    static const uint8_t precision[] = {[TY_HALF] = 11, [TY_BF16] = 8, [TY_FLOAT] = 24};
    ApInt v;
    if (!cxx_const_int(parse->x, cxx_rvalue(parse, source), &v, false)) return true;
    bool known = to->kind < CU_COUNT(precision) && precision[to->kind];
    int mantissa = known ? precision[to->kind] : 53; // double's, which wider types count as
    bool neg = !ty_is_unsigned(from) && apint_is_neg(&v);
    int n = neg ? (int)apint_bits_signed(v) - 1 : (int)apint_bits_unsigned(v);
    return n - (int)apint_ctz(v) > mantissa;
}

// Whether the value is that of a bit-field of fewer bits.
static bool is_shorter_bitfield(const Expr *expr, int bits) {
    if (!(expr->flags & EF_BITFIELD) || expr->kind != E_MEMBER) return false;
    const Decl *member = expr->u.decl;
    return member->kind == D_FIELD && (int)((const FieldDecl *)member)->bit_width < bits;
}

// To an integer type that does not have all values of the source: unless constant, and it fits.
static bool int_narrows(Parse *parse, Expr *source, Type *from, Type *to) {
    Type *type = from->kind == TY_ENUM ? from->u.enm->underlying : from;
    int fb = ty_int_bits(type), tb = ty_int_bits(to);
    bool fu = ty_is_unsigned(type), tu = ty_is_unsigned(to);
    if (from->kind == TY_ENUM && !from->u.enm->fixed)
        cxx_enum_values(parse->x, from->u.enm, &fb, &fu);
    if (type->kind == TY_BOOL) return false;
    bool holds_all = (fu == tu && tb >= fb) || (fu && !tu && tb > fb);
    if (to->kind != TY_BOOL && holds_all) return false;
    if (is_shorter_bitfield(source, tb)) return false;
    ApInt v;
    return !cxx_const_int(parse->x, cxx_rvalue(parse, source), &v, false) ||
           !int_fits(&v, type, to);
}

bool xe_is_narrowing(Parse *parse, Expr *source, Type *to) {
    Type *from = ty_unqual(source->type);
    to = ty_unqual(to);
    if (xe_vdep(source) || xe_err(source) || ty_dependent(to)) return false;
    if (from == to || parse->x->opt.std < 11) return false;
    bool to_int = ty_is_integral(to), to_float = ty_is_floating(to);
    if (to->kind == TY_BOOL && ty_among(from, TY_SET(PTR) | TY_SET(MEMPTR))) return true;
    if (ty_is_floating(from)) return to_int || (to_float && float_narrows(parse, source, from, to));
    if (!ty_is_integral(from) && !ty_is_unscoped_enum(from)) return false;
    if (to_float) return int_to_float_narrows(parse, source, from, to);
    return to_int && int_narrows(parse, source, from, to);
}

static bool is_constant(Parse *parse, Expr *source) {
    ApInt v;
    return ty_is_discrete(source->type) &&
           cxx_const_int(parse->x, cxx_rvalue(parse, source), &v, false);
}

// nvcc (as g++'s -fpermissive) takes it with a warning; integers that an integer type does not hold
// body/number.c warns of, as of every conversion.
static void warn_narrowing(Parse *parse, Expr *source, Type *to) {
    bool constant = is_constant(parse, source),
         integral = ty_is_integral(to) && to->kind != TY_BOOL;
    if (constant && integral && source->type->kind == TY_ENUM)
        CXX_DIAG(parse->x, x_narrowing_enum, source->pos, source->type, ty_unqual(to));
    else if (constant && ty_is_floating(to))
        CXX_DIAG(parse->x, x_narrowing_inexact, source->pos, source->type, ty_unqual(to));
    else if (!constant || !integral)
        CXX_DIAG(parse->x, x_narrowing_warning, source->pos, source->type, ty_unqual(to));
}

// Narrowing in a list-initialisation is ill-formed, with --check-all and where it decides about a
// substitution.
void xe_check_narrowing(Parse *parse, Expr *source, Type *to) {
    if (!xe_is_narrowing(parse, source, to)) return;
    if (diag_trapped(parse->x->ctx) || parse->x->opt.check_all || parse->const_expr)
        CXX_DIAG(parse->x, x_narrowing, source->pos, source->type, ty_unqual(to));
    else
        warn_narrowing(parse, source, to);
}

// ---- contextual implicit conversion ------------------------------------------------------------

Expr *xe_contextual_integral(Parse *parse, Expr *source) {
    if (xe_open(source) || source->type->kind != TY_CLASS) return source;
    Lookup lookup = {0};
    Type *to = NULL, *other = NULL;
    if (ty_complete(parse->x, source->type, source->pos, true))
        xe_conv_functions(parse, ty_unqual(source->type)->u.cls, &lookup);
    for (uint32_t i = 0; i < lookup.n; i++) {
        FuncDecl *f = decl_func(lookup.at[i]);
        if (!f || f->written.explicit_) continue;
        Type *r = ty_unqual(ty_deref(f->d.type->u.func.ret));
        if (!ty_is_discrete(r)) continue;
        if (to && to != r) other = to; // [conv]/5: to exactly one type
        to = r;
    }
    if (other) {
        CXX_DIAG(parse->x, x_ambiguous_conversion, source->pos, source->type, to);
        return cxx_expr_error(parse->x, source->pos);
    }
    return to ? cxx_convert(parse, source, to, NULL) : source;
}

// Converts an arithmetic or enumeration rvalue to arithmetic type `target`.
Expr *xe_arith_to(Parse *parse, Expr *source, Type *target) {
    source = cxx_rvalue(parse, source);
    if (xe_err(source) || source->type == target) return source;
    Ics o = {0};
    Type *from = source->type;
    if (from->kind == TY_ENUM) from = from->u.enm->underlying;
    bool known = xe_std_conv(parse, source, from, false, target, &o) && o.second != CK_NOOP;
    CastKind ck = known ? o.second : xe_number_cast(from, target);
    return xe_cast(parse, ck, target, VC_PRVALUE, source);
}

Expr *xe_discard(Parse *parse, Expr *discarded) {
    Cxx *cxx = parse->x;
    if (xe_open(discarded)) return discarded;
    if (xe_list(discarded)) {
        CXX_DIAG(cxx, x_unexpected_list, discarded->pos);
        return cxx_expr_error(cxx, discarded->pos);
    }
    if (discarded->kind == E_TYPE) {
        CXX_DIAG(cxx, x_type_not_allowed, discarded->pos);
        return cxx_expr_error(cxx, discarded->pos);
    }
    if (discarded->kind == E_MEMPTR && xe_bound_function(parse, discarded))
        return cxx_expr_error(cxx, discarded->pos);
    if (discarded->kind == E_OVERLOAD) discarded = cxx_rvalue(parse, discarded);
    xe_discard_results(discarded); // no use
    if (discarded->cat == VC_PRVALUE && discarded->type->kind == TY_CLASS)
        discarded = xe_materialize(parse, discarded);
    bool read = discarded->cat == VC_LVALUE && (xe_quals(discarded->type) & Q_VOLATILE) &&
                ty_is_scalar(discarded->type);
    return read && cxx_is_read_when_discarded(discarded) ? cxx_rvalue(parse, discarded) : discarded;
}

Expr *xe_to_vector(Parse *parse, Expr *source, Type *target) {
    source = cxx_rvalue(parse, source);
    if (ty_unqual(source->type) == target) return source;
    if (!ty_is_arith(source->type) && !ty_is_unscoped_enum(source->type)) return NULL;
    source = xe_arith_to(parse, source, ty_unqual(target->u.array.elem));
    return xe_cast(parse, CK_SPLAT, target, VC_PRVALUE, source);
}
