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

// The value of a constant variable read by lvalue-to-rvalue conversion, or NULL.
static Expr *fold_const_var(Parse *parse, Expr *expr) {
    VarDecl *v = (VarDecl *)expr->u.decl;
    ConstVal *c = cxx_var_const(parse->x, v);
    if (!c || (c->kind != CV_INT && c->kind != CV_FLOAT)) return NULL;
    Expr *r = xe_from_const(parse, c, expr->pos);
    r->end = expr->end;
    r->type = ty_unqual(expr->type);
    return r;
}

// Whether reading expr reads a constant variable whose use is still undecided, in the operand of a
// comma (also that of `object.static_member`) or of a conditional: one of expr's potential results
// [basic.def.odr]/3.
static bool has_open_result(const Expr *expr) {
    while (expr->kind == E_BINARY && expr->op == OP_COMMA && expr->cat != VC_PRVALUE)
        expr = expr->b;
    if (expr->kind == E_COND && expr->cat != VC_PRVALUE && expr->b)
        return has_open_result(expr->b) || has_open_result(expr->c);
    return expr->kind == E_DECLREF && (expr->pad & XP_ODR);
}

// The value of an lvalue that is one of several: read in the operands, so that constants fold.
static Expr *read_results(Parse *parse, Expr *expr) {
    Expr *r = xe_dup(parse, expr);
    r->type = ty_unqual(expr->type);
    r->cat = VC_PRVALUE;
    if (expr->kind == E_COND) r->c = cxx_rvalue(parse, expr->c);
    r->b = cxx_rvalue(parse, expr->b);
    return r;
}

void xe_discard_results(Expr *expr) {
    while (expr->kind == E_BINARY && expr->op == OP_COMMA && expr->cat != VC_PRVALUE)
        expr = expr->b;
    if (expr->kind == E_COND && expr->cat != VC_PRVALUE && expr->b) {
        xe_discard_results(expr->b);
        xe_discard_results(expr->c);
    }
    if (expr->kind == E_DECLREF) expr->pad &= (uint8_t)~XP_ODR;
}

// Lvalue-to-rvalue, array-to-pointer and function-to-pointer conversion [conv.lval ...]. Class
// glvalues stay glvalues: copying them needs a constructor.
Expr *cxx_rvalue(Parse *parse, Expr *expr) {
    Cxx *cxx = parse->x;
    if (xe_err(expr) || xe_tdep(expr)) return expr;
    Type *type = expr->type;
    if (expr->kind == E_OVERLOAD) {
        Expr *r = cxx_resolve_address(parse, expr, NULL, true);
        if (!r) return cxx_expr_error(cxx, expr->pos);
        expr = r;
        type = expr->type;
    }
    if (xe_list(expr) || expr->kind == E_TYPE) return expr;
    if (ty_is_array(type)) {
        if (expr->cat == VC_PRVALUE) expr = xe_materialize(parse, expr);
        return xe_cast(parse, CK_ARRAY_TO_PTR, ty_pointer(cxx, type->u.array.elem), VC_PRVALUE,
                       expr);
    }
    if (type->kind == TY_FUNC) {
        if (xe_bound_function(parse, expr)) return cxx_expr_error(cxx, expr->pos);
        return xe_cast(parse, CK_FUNC_TO_PTR, ty_pointer(cxx, type), VC_PRVALUE, expr);
    }
    if (expr->cat == VC_PRVALUE || type->kind == TY_CLASS) return expr;
    if (type->kind == TY_VOID) return expr;
    if (expr->kind == E_DECLREF && (expr->pad & XP_ODR)) {
        Expr *c = fold_const_var(parse, expr);
        if (c) {
            expr->pad &= ~XP_ODR;
            return c;
        }
    }
    if ((expr->kind == E_BINARY || expr->kind == E_COND) && has_open_result(expr))
        return read_results(parse, expr);
    if (type->kind == TY_NULLPTR) {
        Expr *r = xe_cast(parse, CK_NULL_TO_PTR, ty_unqual(type), VC_PRVALUE, expr);
        return r;
    }
    return xe_cast(parse, CK_LVAL_TO_RVAL, ty_unqual(type), VC_PRVALUE, expr);
}

// Temporary materialisation [conv.rval].
Expr *xe_materialize(Parse *parse, Expr *expr) {
    if (expr->cat != VC_PRVALUE || xe_err(expr) || xe_tdep(expr)) return expr;
    Expr *t = xe_un(parse, E_TEMP, expr->type, VC_XVALUE, expr->pos, expr);
    t->end = expr->end;
    if (expr->type->kind == TY_VOID) return expr;
    xe_dtor_access(parse, expr->type, expr->pos);
    if (!parse->unevaluated && cxx_find_dtor(parse->x, expr->type)) {
        cxx_mark_used(parse, &cxx_find_dtor(parse->x, expr->type)->d, expr->pos);
        t->flags |= EF_HAS_TEMPS;
    }
    return t;
}

// ---- casts along the class hierarchy -----------------------------------------------------------

// Converts a pointer prvalue or a glvalue to the (base) class of `to`; keeps expr's category. `to`
// is the target pointer type or the target object type.
Expr *xe_derived_to_base(Parse *parse, Expr *expr, Type *to, Pos pos) {
    Cxx *cxx = parse->x;
    bool ptr = expr->type->kind == TY_PTR;
    Type *fc = ptr ? expr->type->u.ptr.to : expr->type;
    Type *tc = ptr ? to->u.ptr.to : to;
    ClassDecl *cls = ty_unqual(fc)->u.cls, *b = ty_unqual(tc)->u.cls;
    if (cls == b) return to == expr->type ? expr : xe_cast(parse, CK_NOOP, to, expr->cat, expr);
    BaseSpec **path = NULL;
    uint32_t n = 0;
    bool amb = false;
    if (!cxx_class_derived_from(cxx, cls, b, &path, &n, &amb) || amb) {
        CXX_DIAG(cxx, x_ambiguous_base, pos, ty_unqual(tc), ty_unqual(fc));
        return cxx_expr_error(cxx, pos);
    }
    if (!ptr && expr->cat == VC_PRVALUE) expr = xe_materialize(parse, expr);
    Expr *r = xe_cast(parse, CK_DERIVED_TO_BASE, to, expr->cat, expr);
    r->u.base.path = path;
    r->u.base.npath = n;
    return r;
}

Expr *xe_via_naming(Parse *parse, Expr *expr, ClassDecl *naming, ClassDecl *owner) {
    Type *t = ty_unqual(expr->type);
    bool amb = false, none;
    BaseSpec **path;
    uint32_t n;
    if (!naming || !owner || naming == owner || t->kind != TY_CLASS || t->u.cls == naming)
        return expr;
    if (!cxx_class_derived_from(parse->x, t->u.cls, owner, &path, &n, &amb) || !amb) return expr;
    if (!cxx_class_derived_from(parse->x, t->u.cls, naming, &path, &n, &none)) return expr;
    return xe_derived_to_base(parse, expr, ty_qual(parse->x, naming->d.type, xe_quals(expr->type)),
                              expr->pos);
}

// The same for an implicit conversion, which cannot reach an inaccessible base.
static Expr *to_base(Parse *parse, Expr *expr, Type *to, Pos pos) {
    Expr *r = xe_derived_to_base(parse, expr, to, pos);
    if (xe_err(r) || r->kind != E_CAST || r->op != CK_DERIVED_TO_BASE || parse->any_access)
        return r;
    bool ptr = expr->type->kind == TY_PTR;
    Type *from = ty_unqual(ptr ? expr->type->u.ptr.to : expr->type);
    if (!cxx_base_access_ok(parse, from->u.cls, r->u.base.path, r->u.base.npath))
        CXX_DIAG(parse->x, x_inaccessible_base, pos, ty_unqual(ptr ? to->u.ptr.to : to));
    return r;
}

// ---- applying a sequence -----------------------------------------------------------------------

static Expr *apply_memptr(Parse *parse, Expr *expr, Type *to) {
    Cxx *cxx = parse->x;
    Expr *r = xe_cast(parse, CK_MEMPTR_CONV, to, VC_PRVALUE, expr);
    BaseSpec **path = NULL;
    uint32_t n = 0;
    bool amb = false;
    ClassDecl *b = expr->type->u.ptr.cls->u.cls, *d = to->u.ptr.cls->u.cls;
    bool derived = cxx_class_derived_from(cxx, d, b, &path, &n, &amb);
    for (uint32_t i = 0; i < n; i++) amb |= path[i]->virtual_; // [conv.mem]/2
    if (!derived || amb) {
        CXX_DIAG(cxx, x_ambiguous_base, expr->pos, expr->type->u.ptr.cls, to->u.ptr.cls);
        return cxx_expr_error(cxx, expr->pos);
    }
    r->u.base.path = path;
    r->u.base.npath = n;
    return r;
}

// The standard part of a sequence; the result has the non-reference type `to`.
static Expr *apply_std(Parse *parse, Expr *expr, const Ics *ics, Type *to) {
    to = to->kind == TY_CLASS ? to : ty_unqual(to);
    if (ty_unqual(to)->kind == TY_CLASS) return xe_copy_construct(parse, to, expr, expr->pos);
    if (ty_is_array(to)) return expr;
    Expr *r = cxx_rvalue(parse, expr);
    if (xe_err(r)) return r;
    if (r->type == to) return r;
    switch (ics->second) {
    case CK_NOOP:
        if (ics->base_dist == DIST_STRING && !cxx_in_system_header(parse->x, expr->pos))
            CXX_DIAG(parse->x, w_string_to_char, expr->pos, to);
        return xe_cast(parse, CK_NOOP, to, VC_PRVALUE, r);
    case CK_DERIVED_TO_BASE: return to_base(parse, r, to, expr->pos);
    case CK_MEMPTR_CONV: return apply_memptr(parse, r, to);
    default: break;
    }
    Expr *c = xe_cast(parse, ics->second, to, VC_PRVALUE, r);
    return c;
}

static Expr *apply_user(Parse *parse, Expr *expr, const Ics *ics, Type *to) {
    Cxx *cxx = parse->x;
    if (ics->ambiguous) {
        CXX_DIAG(cxx, x_ambiguous_conversion, expr->pos, expr->type, to);
        return cxx_expr_error(cxx, expr->pos);
    }
    Expr *call;
    if (ics->user->kind == FK_CTOR) {
        // of the class converted to, which may inherit the constructor
        call = xe_construct_by(parse, ics->user, ty_unqual(ty_deref(ics->to)), ics->before, expr);
        if (xe_err(call)) return call;
    } else {
        call = xe_call_function(parse, ics->user, expr, NULL, 0, expr->pos, 0);
        if (xe_err(call)) return call;
    }
    call->flags |= EF_IMPLICIT;
    if (ty_is_ref(to)) return call;
    return call;
}

static Expr *bind_reference(Parse *parse, Expr *expr, const Ics *ics, Type *to) {
    Type *type = to->u.ptr.to;
    if (ics->rank == ICS_USER) {
        Expr *r = apply_user(parse, expr, ics, to);
        if (xe_err(r)) return r;
        const Ics *af = ics->after;
        if (af && !af->ref_bind && ics->user->kind != FK_CTOR) {
            // the result converts to a temporary of type `type`
            r = apply_std(parse, r, af, ty_unqual(type));
            if (xe_err(r)) return r;
        }
        expr = r;
    } else if (ics->binds_temp && !xe_reference_compatible(parse, type, expr->type)) {
        expr = apply_std(parse, expr, ics, ty_unqual(type));
    } else if (ics->binds_temp && expr->cat != VC_PRVALUE && !ics->to_base &&
               ty_unqual(expr->type) == ty_unqual(type) && (expr->flags & EF_BITFIELD)) {
        expr = apply_std(parse, expr, ics, ty_unqual(type));
    } else if (expr->cat == VC_LVALUE && (expr->flags & EF_BITFIELD) && to->kind == TY_LREF) {
        if (!(xe_quals(type) & Q_CONST) || xe_quals(type) & Q_VOLATILE) {
            CXX_DIAG(parse->x, x_address_of_bitfield, expr->pos);
            return cxx_expr_error(parse->x, expr->pos);
        }
        expr = cxx_rvalue(parse, expr); // const T& to a bit-field binds a temporary
    }
    if (xe_err(expr)) return expr;
    if (expr->cat == VC_PRVALUE) {
        // the temporary has the cv of the reference for non-class types [dcl.init.ref]/5
        if (expr->type->kind != TY_CLASS && !ty_is_array(expr->type) && expr->type != type &&
            ty_unqual(expr->type) == ty_unqual(type)) {
            expr = xe_dup(parse, expr);
            expr->type = type;
        }
        expr = xe_materialize(parse, expr);
    }
    Type *et = ty_unqual(expr->type), *tt = ty_unqual(type);
    if (et != tt && et->kind == TY_CLASS && tt->kind == TY_CLASS) {
        expr = to_base(parse, expr, type, expr->pos);
    } else if (expr->type != type) {
        expr = xe_cast(parse, CK_NOOP, type, expr->cat, expr);
    }
    return expr;
}

Expr *cxx_apply_ics(Parse *parse, Expr *expr, const Ics *ics) {
    Cxx *cxx = parse->x;
    if (xe_err(expr)) return expr;
    if (ics->rank == ICS_BAD) return cxx_expr_error(cxx, expr->pos);
    Type *to = ics->to;
    if (ics->rank == ICS_ELLIPSIS) return xe_vararg(parse, expr);
    if (!to || xe_tdep(expr) || ty_dependent(to) || to->kind == TY_ERROR) return expr;
    if (xe_list(expr)) return cxx_initialize(parse, to, INIT_COPY_LIST, &expr, 1, expr->pos, NULL);
    if (expr->kind == E_OVERLOAD) {
        expr = cxx_resolve_address(parse, expr, to, true);
        if (!expr) return cxx_expr_error(cxx, ics->from ? 0 : 0);
    }
    if (ty_is_ref(to)) return bind_reference(parse, expr, ics, to);
    if (ics->rank == ICS_USER) {
        Expr *r = apply_user(parse, expr, ics, to);
        if (xe_err(r)) return r;
        return apply_std(parse, r, ics->after ? ics->after : ics, to);
    }
    return apply_std(parse, expr, ics, to);
}

// ---- reporting ---------------------------------------------------------------------------------

static bool is_object_use(const char *c) {
    return c && strcmp(c, "argument") == 0;
}

void xe_no_conversion(Parse *parse, Expr *expr, Type *to, const char *context, Pos pos) {
    Cxx *cxx = parse->x;
    if (xe_err(expr) || to->kind == TY_ERROR) return;
    if (expr->kind == E_OVERLOAD) {
        expr = cxx_resolve_address(parse, expr, to,
                                   true); // reports, or is a function that does not convert
        if (!expr || xe_err(expr) || expr->kind == E_OVERLOAD) return;
        expr = cxx_rvalue(parse, expr);
    }
    if (expr->kind == E_TYPE) {
        CXX_DIAG(cxx, x_type_not_allowed, pos);
        return;
    }
    Type *type = ty_deref(to), *from = expr->type;
    if (xe_list(expr)) {
        CXX_DIAG(cxx, x_no_list_conversion, pos, to);
        return;
    }
    if (from->kind == TY_CLASS && !cxx_class_complete(cxx, from->u.cls, 0)) {
        CXX_DIAG(cxx, x_incomplete_type, pos, from);
        return;
    }
    if (ty_is_ref(to) && xe_reference_related(parse, type, from)) {
        if (xe_quals(from) & ~xe_quals(type)) {
            CXX_DIAG(cxx, x_ref_drops_quals, pos, to, from);
            return;
        }
        if (to->kind == TY_LREF && expr->cat != VC_LVALUE) {
            CXX_DIAG(cxx, x_ref_needs_lvalue, pos);
            return;
        }
        if (to->kind == TY_RREF && expr->cat == VC_LVALUE) {
            CXX_DIAG(cxx, x_rref_binds_lvalue, pos, to);
            return;
        }
    }
    if (to->kind == TY_LREF && !(xe_quals(type) & Q_CONST)) {
        CXX_DIAG(cxx, x_ref_type_mismatch, pos, to, from);
        return;
    }
    if (ty_unqual(type)->kind == TY_CLASS) {
        if (!ty_complete(cxx, type, pos, true)) return;
        CXX_DIAG(cxx, x_no_ctor_conversion, pos, from, ty_unqual(type));
        return;
    }
    if (from->kind == TY_CLASS) {
        CXX_DIAG(cxx, x_no_conversion_function, pos, from, to);
        return;
    }
    Type *shown = expr->cat == VC_PRVALUE ? from : from;
    if (is_object_use(context))
        CXX_DIAG(cxx, x_bad_argument, pos, shown, to);
    else if (context && strcmp(context, "return") == 0)
        CXX_DIAG(cxx, x_bad_return, pos, shown, to);
    else if (context && strcmp(context, "assign") == 0)
        CXX_DIAG(cxx, x_bad_assign, pos, shown, to);
    else
        CXX_DIAG(cxx, x_bad_init, pos, shown, to);
}

Expr *cxx_convert(Parse *parse, Expr *expr, Type *to, const char *context) {
    if (xe_err(expr)) return expr;
    if (xe_list(expr))
        return cxx_initialize(parse, to, INIT_COPY_LIST, &expr, 1, expr->pos, context);
    Ics o;
    cxx_ics(parse, expr, to, true, false, &o);
    if (o.rank == ICS_BAD) {
        xe_no_conversion(parse, expr, to, context, expr->pos);
        return cxx_expr_error(parse->x, expr->pos);
    }
    return cxx_apply_ics(parse, expr, &o);
}

// Contextual conversion to bool [conv]/4.
Expr *cxx_to_bool(Parse *parse, Expr *expr) {
    Cxx *cxx = parse->x;
    if (xe_err(expr) || xe_tdep(expr)) return expr;
    Type *type = ty_basic(cxx, TY_BOOL);
    if (expr->kind == E_OVERLOAD) expr = cxx_rvalue(parse, expr);
    if (xe_err(expr)) return expr;
    if (expr->type->kind == TY_NULLPTR)
        return xe_cast(parse, CK_TO_BOOL_PTR, type, VC_PRVALUE, cxx_rvalue(parse, expr));
    Ics o;
    cxx_ics(parse, expr, type, true, true, &o);
    if (o.rank == ICS_BAD) {
        if (expr->type->kind == TY_CLASS && !ty_complete(cxx, expr->type, expr->pos, true))
            return cxx_expr_error(cxx, expr->pos);
        CXX_DIAG(cxx, x_not_bool, expr->pos, expr->type);
        return cxx_expr_error(cxx, expr->pos);
    }
    return cxx_apply_ics(parse, expr, &o);
}

// ---- composite pointer type [expr.type]/4 -----------------------------------------------------

static Type *merge_quals(Parse *parse, Type *type, Type *b, bool *differ) {
    Cxx *cxx = parse->x;
    // returns the type both pointees convert to, adding const where the levels below differ
    unsigned q = xe_quals(type) | xe_quals(b);
    Type *ua = ty_unqual(type), *ub = ty_unqual(b);
    *differ = xe_quals(type) != xe_quals(b);
    if (ua == ub) return ty_qual(cxx, ua, q);
    if (ua->kind == TY_PTR && ub->kind == TY_PTR) {
        bool d;
        Type *m = merge_quals(parse, ua->u.ptr.to, ub->u.ptr.to, &d);
        if (!m) return NULL;
        if (d) q |= Q_CONST;
        *differ |= d;
        return ty_qual(cxx, ty_pointer(cxx, m), q);
    }
    if (ty_is_array(ua) && ty_is_array(ub) && ua->kind == ub->kind &&
        ua->u.array.n == ub->u.array.n) {
        bool d;
        Type *m = merge_quals(parse, ua->u.array.elem, ub->u.array.elem, &d);
        if (!m) return NULL;
        *differ |= d;
        return ua->kind == TY_ARRAY ? ty_array(cxx, m, ua->u.array.n) : ty_array_inc(cxx, m);
    }
    if (ua->kind == TY_FUNC && ub->kind == TY_FUNC) {
        FuncType fa = ua->u.func, fb = ub->u.func;
        fa.noexcept_ = fb.noexcept_ = false;
        Type *ta = ty_func(cxx, &fa), *tb = ty_func(cxx, &fb);
        return ta == tb ? ta : NULL;
    }
    return NULL;
}

// The composite type of two operands of pointer, member pointer or null pointer type.
Type *xe_composite_pointer(Parse *parse, Expr *expr, Expr *b) {
    Cxx *cxx = parse->x;
    Type *ta = ty_decay(cxx, expr->type), *tb = ty_decay(cxx, b->type);
    bool pa_ = ta->kind == TY_PTR, pb = tb->kind == TY_PTR;
    bool ma = ta->kind == TY_MEMPTR, mb = tb->kind == TY_MEMPTR;
    if ((pa_ || ma || ta->kind == TY_NULLPTR) &&
        (tb->kind == TY_NULLPTR || xe_null_const(parse, b)))
        return ta;
    if ((pb || mb || tb->kind == TY_NULLPTR) &&
        (ta->kind == TY_NULLPTR || xe_null_const(parse, expr)))
        return tb;
    bool d;
    if (pa_ && pb) {
        Type *fa = ta->u.ptr.to, *fb = tb->u.ptr.to;
        if (fa->kind == TY_VOID || fb->kind == TY_VOID) {
            if (fa->kind == TY_FUNC || fb->kind == TY_FUNC) return NULL;
            unsigned q = xe_quals(fa) | xe_quals(fb);
            return ty_pointer(cxx, ty_qual(cxx, ty_basic(cxx, TY_VOID), q));
        }
        Type *ua = ty_unqual(fa), *ub = ty_unqual(fb);
        if (ua != ub && ua->kind == TY_CLASS && ub->kind == TY_CLASS) {
            unsigned q = xe_quals(fa) | xe_quals(fb);
            if (xe_reference_related(parse, ua, ub)) return ty_pointer(cxx, ty_qual(cxx, ua, q));
            if (xe_reference_related(parse, ub, ua)) return ty_pointer(cxx, ty_qual(cxx, ub, q));
            return NULL;
        }
        Type *m = merge_quals(parse, fa, fb, &d);
        return m ? ty_pointer(cxx, m) : NULL;
    }
    if (ma && mb) {
        Type *ca = ta->u.ptr.cls, *cb = tb->u.ptr.cls;
        if (ca != cb) {
            if (xe_reference_related(parse, ca, cb))
                ca = cb;
            else if (!xe_reference_related(parse, cb, ca))
                return NULL;
        }
        Type *m = merge_quals(parse, ta->u.ptr.to, tb->u.ptr.to, &d);
        return m ? ty_memptr(cxx, ca, m) : NULL;
    }
    return NULL;
}

// ---- bit-fields in arithmetic [conv.prom]/5
// ------------------------------------------------------

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
            if (expr->op != OP_PREINC && expr->op != OP_PREDEC && expr->op != OP_POSTINC &&
                expr->op != OP_POSTDEC)
                return NULL;
            expr = expr->a;
            break;
        default: return NULL;
        }
    }
}

Type *xe_arith_type(Parse *parse, const Expr *expr) {
    Type *t = ty_unqual(expr->type);
    if (!ty_is_integral(t)) return t;
    const FieldDecl *f = bit_field_of(expr);
    if (!f || f->bit_width > 32 || ty_unqual(f->d.type) != t) return t;
    bool fits = f->bit_width < 32 || !ty_is_unsigned(t);
    return ty_basic(parse->x, fits ? TY_INT : TY_UINT);
}

// ---- narrowing [dcl.init.list]/7 --------------------------------------------------------------

static bool int_fits(Parse *parse, const ApInt *v, Type *from, Type *to) {
    int bits = ty_int_bits(to);
    bool neg = !ty_is_unsigned(from) && apint_is_neg(v);
    if (to->kind == TY_BOOL) return apint_bits_unsigned(*v) <= 1 && !neg;
    if (ty_is_unsigned(to)) return !neg && (int)apint_bits_unsigned(*v) <= bits;
    if (neg) return (int)apint_bits_signed(*v) <= bits;
    return (int)apint_bits_unsigned(*v) < bits;
}

bool xe_is_narrowing(Parse *parse, Expr *expr, Type *to) {
    Cxx *cxx = parse->x;
    Type *from = ty_unqual(expr->type);
    to = ty_unqual(to);
    if (xe_vdep(expr) || xe_err(expr) || ty_dependent(to)) return false;
    bool fi = ty_is_integral(from) || ty_is_unscoped_enum(from), ff = ty_is_floating(from);
    bool ti = ty_is_integral(to), tf = ty_is_floating(to);
    if (from == to) return false;
    if (ff && ti) return true;
    if (to->kind == TY_BOOL && (from->kind == TY_PTR || from->kind == TY_MEMPTR)) return true;
    ApInt ap_int;
    if (ff && tf) {
        static const uint8_t rank[] = {[TY_HALF] = 1,   [TY_BF16] = 1,    [TY_FLOAT] = 2,
                                       [TY_DOUBLE] = 3, [TY_LDOUBLE] = 4, [TY_FLOAT128] = 5};
        if (rank[to->kind] >= rank[from->kind]) return false;
        return !cxx_const_eval(cxx, cxx_rvalue(parse, expr), false);
    }
    if (fi && tf) {
        if (!cxx_const_int(cxx, cxx_rvalue(parse, expr), &ap_int, false)) return true;
        int mant = to->kind == TY_FLOAT  ? 24
                   : to->kind == TY_HALF ? 11
                   : to->kind == TY_BF16 ? 8
                                         : 53;
        bool neg = !ty_is_unsigned(from) && apint_is_neg(&ap_int);
        int n = neg ? (int)apint_bits_signed(ap_int) - 1 : (int)apint_bits_unsigned(ap_int);
        return n - (int)apint_ctz(ap_int) > mant;
    }
    if (fi && ti) {
        Type *type = from->kind == TY_ENUM ? from->u.enm->underlying : from;
        int fb = ty_int_bits(type), tb = ty_int_bits(to);
        bool fu = ty_is_unsigned(type), tu = ty_is_unsigned(to);
        if (from->kind == TY_ENUM && !from->u.enm->fixed)
            cxx_enum_values(cxx, from->u.enm, &fb, &fu);
        if (type->kind == TY_BOOL) return false;
        if (to->kind != TY_BOOL && ((fu == tu && tb >= fb) || (fu && !tu && tb > fb))) return false;
        if (expr->flags & EF_BITFIELD) {
            if (expr->kind == E_MEMBER && expr->u.decl->kind == D_FIELD &&
                (int)((FieldDecl *)expr->u.decl)->bit_width < tb)
                return false;
        }
        if (!cxx_const_int(cxx, cxx_rvalue(parse, expr), &ap_int, false)) return true;
        return !int_fits(parse, &ap_int, type, to);
    }
    return false;
}

static bool is_constant(Parse *parse, Expr *expr) {
    ApInt v;
    return (ty_is_integral(expr->type) || expr->type->kind == TY_ENUM) &&
           cxx_const_int(parse->x, cxx_rvalue(parse, expr), &v, false);
}

// nvcc (as g++'s -fpermissive) takes it with a warning; integers that an integer type does not hold
// body/number.c warns of, as of every conversion.
static void warn_narrowing(Parse *parse, Expr *expr, Type *to) {
    bool constant = is_constant(parse, expr), integral = ty_is_integral(to) && to->kind != TY_BOOL;
    if (constant && integral && expr->type->kind == TY_ENUM)
        CXX_DIAG(parse->x, x_narrowing_enum, expr->pos, expr->type, ty_unqual(to));
    else if (constant && ty_is_floating(to))
        CXX_DIAG(parse->x, x_narrowing_inexact, expr->pos, expr->type, ty_unqual(to));
    else if (!constant || !integral)
        CXX_DIAG(parse->x, x_narrowing_warning, expr->pos, expr->type, ty_unqual(to));
}

// Narrowing in a list-initialisation is ill-formed, with --check-all and where it decides about a
// substitution.
void xe_check_narrowing(Parse *parse, Expr *expr, Type *to) {
    if (!xe_is_narrowing(parse, expr, to)) return;
    if (diag_trapped(parse->x->ctx) || parse->x->opt.check_all || parse->const_expr)
        CXX_DIAG(parse->x, x_narrowing, expr->pos, expr->type, ty_unqual(to));
    else
        warn_narrowing(parse, expr, to);
}

// ---- contextual implicit conversion ------------------------------------------------------------

Expr *xe_contextual_integral(Parse *parse, Expr *expr) {
    if (xe_err(expr) || xe_tdep(expr) || expr->type->kind != TY_CLASS) return expr;
    Lookup lookup = {0};
    Type *to = NULL, *other = NULL;
    if (ty_complete(parse->x, expr->type, expr->pos, true))
        xe_conv_functions(parse, ty_unqual(expr->type)->u.cls, &lookup);
    for (uint32_t i = 0; i < lookup.n; i++) {
        FuncDecl *f = xe_func_of(lookup.at[i]);
        if (!f || f->explicit_) continue;
        Type *r = ty_unqual(ty_deref(f->d.type->u.func.ret));
        if (!ty_is_integral(r) && r->kind != TY_ENUM) continue;
        if (to && to != r) other = to; // [conv]/5: to exactly one type
        to = r;
    }
    if (other) {
        CXX_DIAG(parse->x, x_ambiguous_conversion, expr->pos, expr->type, to);
        return cxx_expr_error(parse->x, expr->pos);
    }
    return to ? cxx_convert(parse, expr, to, NULL) : expr;
}

// Converts an arithmetic or enumeration rvalue to arithmetic type `type`.
Expr *xe_arith_to(Parse *parse, Expr *expr, Type *type) {
    expr = cxx_rvalue(parse, expr);
    if (xe_err(expr) || expr->type == type) return expr;
    Ics o = {0};
    Type *from = expr->type;
    if (from->kind == TY_ENUM) from = from->u.enm->underlying;
    if (!xe_std_conv(parse, expr, from, false, type, &o) || o.second == CK_NOOP) {
        CastKind ck = ty_is_floating(from)   ? (ty_is_floating(type) ? CK_FLOAT : CK_FLOAT_TO_INT)
                      : ty_is_floating(type) ? CK_INT_TO_FLOAT
                                             : CK_INT;
        return xe_cast(parse, ck, type, VC_PRVALUE, expr);
    }
    return xe_cast(parse, o.second, type, VC_PRVALUE, expr);
}

Expr *xe_discard(Parse *parse, Expr *expr) {
    Cxx *cxx = parse->x;
    if (xe_err(expr) || xe_tdep(expr)) return expr;
    if (xe_list(expr)) {
        CXX_DIAG(cxx, x_unexpected_list, expr->pos);
        return cxx_expr_error(cxx, expr->pos);
    }
    if (expr->kind == E_TYPE) {
        CXX_DIAG(cxx, x_type_not_allowed, expr->pos);
        return cxx_expr_error(cxx, expr->pos);
    }
    if (expr->kind == E_MEMPTR && xe_bound_function(parse, expr))
        return cxx_expr_error(cxx, expr->pos);
    if (expr->kind == E_OVERLOAD) expr = cxx_rvalue(parse, expr);
    xe_discard_results(expr); // no use
    if (expr->cat == VC_PRVALUE && expr->type->kind == TY_CLASS) expr = xe_materialize(parse, expr);
    bool read =
        expr->cat == VC_LVALUE && (xe_quals(expr->type) & Q_VOLATILE) && ty_is_scalar(expr->type);
    return read && cxx_is_read_when_discarded(expr) ? cxx_rvalue(parse, expr) : expr;
}
