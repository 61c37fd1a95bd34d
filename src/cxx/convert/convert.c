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
static Expr *fold_const_var(Parse *p, Expr *e) {
    VarDecl *v = (VarDecl *)e->u.decl;
    ConstVal *c = cxx_var_const(p->x, v);
    if (!c || (c->kind != CV_INT && c->kind != CV_FLOAT)) return NULL;
    Expr *r = xe_from_const(p, c, e->pos);
    r->end = e->end;
    r->type = ty_unqual(e->type);
    return r;
}

// Whether reading e reads a constant variable whose use is still undecided, in the operand of a
// comma (also that of `object.static_member`) or of a conditional: one of e's potential results
// [basic.def.odr]/3.
static bool has_open_result(const Expr *e) {
    while (e->kind == E_BINARY && e->op == OP_COMMA && e->cat != VC_PRVALUE) e = e->b;
    if (e->kind == E_COND && e->cat != VC_PRVALUE && e->b)
        return has_open_result(e->b) || has_open_result(e->c);
    return e->kind == E_DECLREF && (e->pad & XP_ODR);
}

// The value of an lvalue that is one of several: read in the operands, so that constants fold.
static Expr *read_results(Parse *p, Expr *e) {
    Expr *r = xe_dup(p, e);
    r->type = ty_unqual(e->type);
    r->cat = VC_PRVALUE;
    if (e->kind == E_COND) r->c = cxx_rvalue(p, e->c);
    r->b = cxx_rvalue(p, e->b);
    return r;
}

void xe_discard_results(Expr *e) {
    while (e->kind == E_BINARY && e->op == OP_COMMA && e->cat != VC_PRVALUE) e = e->b;
    if (e->kind == E_COND && e->cat != VC_PRVALUE && e->b) {
        xe_discard_results(e->b);
        xe_discard_results(e->c);
    }
    if (e->kind == E_DECLREF) e->pad &= (uint8_t)~XP_ODR;
}

// Lvalue-to-rvalue, array-to-pointer and function-to-pointer conversion [conv.lval ...]. Class
// glvalues stay glvalues: copying them needs a constructor.
Expr *cxx_rvalue(Parse *p, Expr *e) {
    Cxx *x = p->x;
    if (xe_err(e) || xe_tdep(e)) return e;
    Type *t = e->type;
    if (e->kind == E_OVERLOAD) {
        Expr *r = cxx_resolve_address(p, e, NULL, true);
        if (!r) return cxx_expr_error(x, e->pos);
        e = r;
        t = e->type;
    }
    if (xe_list(e) || e->kind == E_TYPE) return e;
    if (ty_is_array(t)) {
        if (e->cat == VC_PRVALUE) e = xe_materialize(p, e);
        return xe_cast(p, CK_ARRAY_TO_PTR, ty_pointer(x, t->u.array.elem), VC_PRVALUE, e);
    }
    if (t->kind == TY_FUNC) {
        if (xe_bound_function(p, e)) return cxx_expr_error(x, e->pos);
        return xe_cast(p, CK_FUNC_TO_PTR, ty_pointer(x, t), VC_PRVALUE, e);
    }
    if (e->cat == VC_PRVALUE || t->kind == TY_CLASS) return e;
    if (t->kind == TY_VOID) return e;
    if (e->kind == E_DECLREF && (e->pad & XP_ODR)) {
        Expr *c = fold_const_var(p, e);
        if (c) {
            e->pad &= ~XP_ODR;
            return c;
        }
    }
    if ((e->kind == E_BINARY || e->kind == E_COND) && has_open_result(e)) return read_results(p, e);
    if (t->kind == TY_NULLPTR) {
        Expr *r = xe_cast(p, CK_NULL_TO_PTR, ty_unqual(t), VC_PRVALUE, e);
        return r;
    }
    return xe_cast(p, CK_LVAL_TO_RVAL, ty_unqual(t), VC_PRVALUE, e);
}

// Temporary materialisation [conv.rval].
Expr *xe_materialize(Parse *p, Expr *e) {
    if (e->cat != VC_PRVALUE || xe_err(e) || xe_tdep(e)) return e;
    Expr *t = xe_un(p, E_TEMP, e->type, VC_XVALUE, e->pos, e);
    t->end = e->end;
    if (e->type->kind == TY_VOID) return e;
    xe_dtor_access(p, e->type, e->pos);
    if (!p->unevaluated && cxx_find_dtor(p->x, e->type)) {
        cxx_mark_used(p, &cxx_find_dtor(p->x, e->type)->d, e->pos);
        t->flags |= EF_HAS_TEMPS;
    }
    return t;
}

// ---- casts along the class hierarchy -----------------------------------------------------------

// Converts a pointer prvalue or a glvalue to the (base) class of `to`; keeps e's category. `to` is
// the target pointer type or the target object type.
Expr *xe_derived_to_base(Parse *p, Expr *e, Type *to, Pos pos) {
    Cxx *x = p->x;
    bool ptr = e->type->kind == TY_PTR;
    Type *fc = ptr ? e->type->u.ptr.to : e->type;
    Type *tc = ptr ? to->u.ptr.to : to;
    ClassDecl *d = ty_unqual(fc)->u.cls, *b = ty_unqual(tc)->u.cls;
    if (d == b) return to == e->type ? e : xe_cast(p, CK_NOOP, to, e->cat, e);
    BaseSpec **path = NULL;
    uint32_t n = 0;
    bool amb = false;
    if (!cxx_class_derived_from(x, d, b, &path, &n, &amb) || amb) {
        CXX_DIAG(x, x_ambiguous_base, pos, ty_unqual(tc), ty_unqual(fc));
        return cxx_expr_error(x, pos);
    }
    if (!ptr && e->cat == VC_PRVALUE) e = xe_materialize(p, e);
    Expr *r = xe_cast(p, CK_DERIVED_TO_BASE, to, e->cat, e);
    r->u.base.path = path;
    r->u.base.npath = n;
    return r;
}

Expr *xe_via_naming(Parse *p, Expr *e, ClassDecl *naming, ClassDecl *owner) {
    Type *t = ty_unqual(e->type);
    bool amb = false, none;
    BaseSpec **path;
    uint32_t n;
    if (!naming || !owner || naming == owner || t->kind != TY_CLASS || t->u.cls == naming) return e;
    if (!cxx_class_derived_from(p->x, t->u.cls, owner, &path, &n, &amb) || !amb) return e;
    if (!cxx_class_derived_from(p->x, t->u.cls, naming, &path, &n, &none)) return e;
    return xe_derived_to_base(p, e, ty_qual(p->x, naming->d.type, xe_quals(e->type)), e->pos);
}

// The same for an implicit conversion, which cannot reach an inaccessible base.
static Expr *to_base(Parse *p, Expr *e, Type *to, Pos pos) {
    Expr *r = xe_derived_to_base(p, e, to, pos);
    if (xe_err(r) || r->kind != E_CAST || r->op != CK_DERIVED_TO_BASE || p->any_access) return r;
    bool ptr = e->type->kind == TY_PTR;
    Type *from = ty_unqual(ptr ? e->type->u.ptr.to : e->type);
    if (!cxx_base_access_ok(p, from->u.cls, r->u.base.path, r->u.base.npath))
        CXX_DIAG(p->x, x_inaccessible_base, pos, ty_unqual(ptr ? to->u.ptr.to : to));
    return r;
}

// ---- applying a sequence -----------------------------------------------------------------------

static Expr *apply_memptr(Parse *p, Expr *e, Type *to) {
    Cxx *x = p->x;
    Expr *r = xe_cast(p, CK_MEMPTR_CONV, to, VC_PRVALUE, e);
    BaseSpec **path = NULL;
    uint32_t n = 0;
    bool amb = false;
    ClassDecl *b = e->type->u.ptr.cls->u.cls, *d = to->u.ptr.cls->u.cls;
    bool derived = cxx_class_derived_from(x, d, b, &path, &n, &amb);
    for (uint32_t i = 0; i < n; i++) amb |= path[i]->virtual_; // [conv.mem]/2
    if (!derived || amb) {
        CXX_DIAG(x, x_ambiguous_base, e->pos, e->type->u.ptr.cls, to->u.ptr.cls);
        return cxx_expr_error(x, e->pos);
    }
    r->u.base.path = path;
    r->u.base.npath = n;
    return r;
}

// The standard part of a sequence; the result has the non-reference type `to`.
static Expr *apply_std(Parse *p, Expr *e, const Ics *o, Type *to) {
    to = to->kind == TY_CLASS ? to : ty_unqual(to);
    if (ty_unqual(to)->kind == TY_CLASS) return xe_copy_construct(p, to, e, e->pos);
    if (ty_is_array(to)) return e;
    Expr *r = cxx_rvalue(p, e);
    if (xe_err(r)) return r;
    if (r->type == to) return r;
    switch (o->second) {
    case CK_NOOP:
        if (o->base_dist == DIST_STRING && !cxx_in_system_header(p->x, e->pos))
            CXX_DIAG(p->x, w_string_to_char, e->pos, to);
        return xe_cast(p, CK_NOOP, to, VC_PRVALUE, r);
    case CK_DERIVED_TO_BASE: return to_base(p, r, to, e->pos);
    case CK_MEMPTR_CONV: return apply_memptr(p, r, to);
    default: break;
    }
    Expr *c = xe_cast(p, o->second, to, VC_PRVALUE, r);
    return c;
}

static Expr *apply_user(Parse *p, Expr *e, const Ics *o, Type *to) {
    Cxx *x = p->x;
    if (o->ambiguous) {
        CXX_DIAG(x, x_ambiguous_conversion, e->pos, e->type, to);
        return cxx_expr_error(x, e->pos);
    }
    Expr *call;
    if (o->user->kind == FK_CTOR) {
        // of the class converted to, which may inherit the constructor
        call = xe_construct_by(p, o->user, ty_unqual(ty_deref(o->to)), o->before, e);
        if (xe_err(call)) return call;
    } else {
        call = xe_call_function(p, o->user, e, NULL, 0, e->pos, 0);
        if (xe_err(call)) return call;
    }
    call->flags |= EF_IMPLICIT;
    if (ty_is_ref(to)) return call;
    return call;
}

static Expr *bind_reference(Parse *p, Expr *e, const Ics *o, Type *to) {
    Type *t = to->u.ptr.to;
    if (o->rank == ICS_USER) {
        Expr *r = apply_user(p, e, o, to);
        if (xe_err(r)) return r;
        const Ics *af = o->after;
        if (af && !af->ref_bind && o->user->kind != FK_CTOR) {
            // the result converts to a temporary of type t
            r = apply_std(p, r, af, ty_unqual(t));
            if (xe_err(r)) return r;
        }
        e = r;
    } else if (o->binds_temp && !xe_reference_compatible(p, t, e->type)) {
        e = apply_std(p, e, o, ty_unqual(t));
    } else if (o->binds_temp && e->cat != VC_PRVALUE && !o->to_base &&
               ty_unqual(e->type) == ty_unqual(t) && (e->flags & EF_BITFIELD)) {
        e = apply_std(p, e, o, ty_unqual(t));
    } else if (e->cat == VC_LVALUE && (e->flags & EF_BITFIELD) && to->kind == TY_LREF) {
        if (!(xe_quals(t) & Q_CONST) || xe_quals(t) & Q_VOLATILE) {
            CXX_DIAG(p->x, x_address_of_bitfield, e->pos);
            return cxx_expr_error(p->x, e->pos);
        }
        e = cxx_rvalue(p, e); // const T& to a bit-field binds a temporary
    }
    if (xe_err(e)) return e;
    if (e->cat == VC_PRVALUE) {
        // the temporary has the cv of the reference for non-class types [dcl.init.ref]/5
        if (e->type->kind != TY_CLASS && !ty_is_array(e->type) && e->type != t &&
            ty_unqual(e->type) == ty_unqual(t)) {
            e = xe_dup(p, e);
            e->type = t;
        }
        e = xe_materialize(p, e);
    }
    Type *et = ty_unqual(e->type), *tt = ty_unqual(t);
    if (et != tt && et->kind == TY_CLASS && tt->kind == TY_CLASS) {
        e = to_base(p, e, t, e->pos);
    } else if (e->type != t) {
        e = xe_cast(p, CK_NOOP, t, e->cat, e);
    }
    return e;
}

Expr *cxx_apply_ics(Parse *p, Expr *e, const Ics *o) {
    Cxx *x = p->x;
    if (xe_err(e)) return e;
    if (o->rank == ICS_BAD) return cxx_expr_error(x, e->pos);
    Type *to = o->to;
    if (o->rank == ICS_ELLIPSIS) return xe_vararg(p, e);
    if (!to || xe_tdep(e) || ty_dependent(to) || to->kind == TY_ERROR) return e;
    if (xe_list(e)) return cxx_initialize(p, to, INIT_COPY_LIST, &e, 1, e->pos, NULL);
    if (e->kind == E_OVERLOAD) {
        e = cxx_resolve_address(p, e, to, true);
        if (!e) return cxx_expr_error(x, o->from ? 0 : 0);
    }
    if (ty_is_ref(to)) return bind_reference(p, e, o, to);
    if (o->rank == ICS_USER) {
        Expr *r = apply_user(p, e, o, to);
        if (xe_err(r)) return r;
        return apply_std(p, r, o->after ? o->after : o, to);
    }
    return apply_std(p, e, o, to);
}

// ---- reporting ---------------------------------------------------------------------------------

static bool is_object_use(const char *c) {
    return c && strcmp(c, "argument") == 0;
}

void xe_no_conversion(Parse *p, Expr *e, Type *to, const char *context, Pos pos) {
    Cxx *x = p->x;
    if (xe_err(e) || to->kind == TY_ERROR) return;
    if (e->kind == E_OVERLOAD) {
        e = cxx_resolve_address(p, e, to, true); // reports, or is a function that does not convert
        if (!e || xe_err(e) || e->kind == E_OVERLOAD) return;
        e = cxx_rvalue(p, e);
    }
    if (e->kind == E_TYPE) {
        CXX_DIAG(x, x_type_not_allowed, pos);
        return;
    }
    Type *t = ty_deref(to), *from = e->type;
    if (xe_list(e)) {
        CXX_DIAG(x, x_no_list_conversion, pos, to);
        return;
    }
    if (from->kind == TY_CLASS && !cxx_class_complete(x, from->u.cls, 0)) {
        CXX_DIAG(x, x_incomplete_type, pos, from);
        return;
    }
    if (ty_is_ref(to) && xe_reference_related(p, t, from)) {
        if (xe_quals(from) & ~xe_quals(t)) {
            CXX_DIAG(x, x_ref_drops_quals, pos, to, from);
            return;
        }
        if (to->kind == TY_LREF && e->cat != VC_LVALUE) {
            CXX_DIAG(x, x_ref_needs_lvalue, pos);
            return;
        }
        if (to->kind == TY_RREF && e->cat == VC_LVALUE) {
            CXX_DIAG(x, x_rref_binds_lvalue, pos, to);
            return;
        }
    }
    if (to->kind == TY_LREF && !(xe_quals(t) & Q_CONST)) {
        CXX_DIAG(x, x_ref_type_mismatch, pos, to, from);
        return;
    }
    if (ty_unqual(t)->kind == TY_CLASS) {
        if (!ty_complete(x, t, pos, true)) return;
        CXX_DIAG(x, x_no_ctor_conversion, pos, from, ty_unqual(t));
        return;
    }
    if (from->kind == TY_CLASS) {
        CXX_DIAG(x, x_no_conversion_function, pos, from, to);
        return;
    }
    Type *shown = e->cat == VC_PRVALUE ? from : from;
    if (is_object_use(context))
        CXX_DIAG(x, x_bad_argument, pos, shown, to);
    else if (context && strcmp(context, "return") == 0)
        CXX_DIAG(x, x_bad_return, pos, shown, to);
    else if (context && strcmp(context, "assign") == 0)
        CXX_DIAG(x, x_bad_assign, pos, shown, to);
    else
        CXX_DIAG(x, x_bad_init, pos, shown, to);
}

Expr *cxx_convert(Parse *p, Expr *e, Type *to, const char *context) {
    if (xe_err(e)) return e;
    if (xe_list(e)) return cxx_initialize(p, to, INIT_COPY_LIST, &e, 1, e->pos, context);
    Ics o;
    cxx_ics(p, e, to, true, false, &o);
    if (o.rank == ICS_BAD) {
        xe_no_conversion(p, e, to, context, e->pos);
        return cxx_expr_error(p->x, e->pos);
    }
    return cxx_apply_ics(p, e, &o);
}

// Contextual conversion to bool [conv]/4.
Expr *cxx_to_bool(Parse *p, Expr *e) {
    Cxx *x = p->x;
    if (xe_err(e) || xe_tdep(e)) return e;
    Type *b = ty_basic(x, TY_BOOL);
    if (e->kind == E_OVERLOAD) e = cxx_rvalue(p, e);
    if (xe_err(e)) return e;
    if (e->type->kind == TY_NULLPTR)
        return xe_cast(p, CK_TO_BOOL_PTR, b, VC_PRVALUE, cxx_rvalue(p, e));
    Ics o;
    cxx_ics(p, e, b, true, true, &o);
    if (o.rank == ICS_BAD) {
        if (e->type->kind == TY_CLASS && !ty_complete(x, e->type, e->pos, true))
            return cxx_expr_error(x, e->pos);
        CXX_DIAG(x, x_not_bool, e->pos, e->type);
        return cxx_expr_error(x, e->pos);
    }
    return cxx_apply_ics(p, e, &o);
}

// ---- composite pointer type [expr.type]/4 -----------------------------------------------------

static Type *merge_quals(Parse *p, Type *a, Type *b, bool *differ) {
    Cxx *x = p->x;
    // returns the type both pointees convert to, adding const where the levels below differ
    unsigned q = xe_quals(a) | xe_quals(b);
    Type *ua = ty_unqual(a), *ub = ty_unqual(b);
    *differ = xe_quals(a) != xe_quals(b);
    if (ua == ub) return ty_qual(x, ua, q);
    if (ua->kind == TY_PTR && ub->kind == TY_PTR) {
        bool d;
        Type *m = merge_quals(p, ua->u.ptr.to, ub->u.ptr.to, &d);
        if (!m) return NULL;
        if (d) q |= Q_CONST;
        *differ |= d;
        return ty_qual(x, ty_pointer(x, m), q);
    }
    if (ty_is_array(ua) && ty_is_array(ub) && ua->kind == ub->kind &&
        ua->u.array.n == ub->u.array.n) {
        bool d;
        Type *m = merge_quals(p, ua->u.array.elem, ub->u.array.elem, &d);
        if (!m) return NULL;
        *differ |= d;
        return ua->kind == TY_ARRAY ? ty_array(x, m, ua->u.array.n) : ty_array_inc(x, m);
    }
    if (ua->kind == TY_FUNC && ub->kind == TY_FUNC) {
        FuncType fa = ua->u.func, fb = ub->u.func;
        fa.noexcept_ = fb.noexcept_ = false;
        Type *ta = ty_func(x, &fa), *tb = ty_func(x, &fb);
        return ta == tb ? ta : NULL;
    }
    return NULL;
}

// The composite type of two operands of pointer, member pointer or null pointer type.
Type *xe_composite_pointer(Parse *p, Expr *a, Expr *b) {
    Cxx *x = p->x;
    Type *ta = ty_decay(x, a->type), *tb = ty_decay(x, b->type);
    bool pa_ = ta->kind == TY_PTR, pb = tb->kind == TY_PTR;
    bool ma = ta->kind == TY_MEMPTR, mb = tb->kind == TY_MEMPTR;
    if ((pa_ || ma || ta->kind == TY_NULLPTR) && (tb->kind == TY_NULLPTR || xe_null_const(p, b)))
        return ta;
    if ((pb || mb || tb->kind == TY_NULLPTR) && (ta->kind == TY_NULLPTR || xe_null_const(p, a)))
        return tb;
    bool d;
    if (pa_ && pb) {
        Type *fa = ta->u.ptr.to, *fb = tb->u.ptr.to;
        if (fa->kind == TY_VOID || fb->kind == TY_VOID) {
            if (fa->kind == TY_FUNC || fb->kind == TY_FUNC) return NULL;
            unsigned q = xe_quals(fa) | xe_quals(fb);
            return ty_pointer(x, ty_qual(x, ty_basic(x, TY_VOID), q));
        }
        Type *ua = ty_unqual(fa), *ub = ty_unqual(fb);
        if (ua != ub && ua->kind == TY_CLASS && ub->kind == TY_CLASS) {
            unsigned q = xe_quals(fa) | xe_quals(fb);
            if (xe_reference_related(p, ua, ub)) return ty_pointer(x, ty_qual(x, ua, q));
            if (xe_reference_related(p, ub, ua)) return ty_pointer(x, ty_qual(x, ub, q));
            return NULL;
        }
        Type *m = merge_quals(p, fa, fb, &d);
        return m ? ty_pointer(x, m) : NULL;
    }
    if (ma && mb) {
        Type *ca = ta->u.ptr.cls, *cb = tb->u.ptr.cls;
        if (ca != cb) {
            if (xe_reference_related(p, ca, cb))
                ca = cb;
            else if (!xe_reference_related(p, cb, ca))
                return NULL;
        }
        Type *m = merge_quals(p, ta->u.ptr.to, tb->u.ptr.to, &d);
        return m ? ty_memptr(x, ca, m) : NULL;
    }
    return NULL;
}

// ---- bit-fields in arithmetic [conv.prom]/5
// ------------------------------------------------------

// The bit-field whose value e is, or NULL. That of `c ? a : b` is none, as gcc and nvcc have it.
static const FieldDecl *bit_field_of(const Expr *e) {
    for (;;) {
        switch (e->kind) {
        case E_MEMBER: {
            const FieldDecl *f = (const FieldDecl *)e->u.decl;
            return e->u.decl->kind == D_FIELD && f->is_bitfield ? f : NULL;
        }
        case E_CAST:
            if (e->op != CK_LVAL_TO_RVAL) return NULL;
            e = e->a;
            break;
        case E_ASSIGN: e = e->a; break;
        case E_BINARY:
            if (e->op != OP_COMMA) return NULL;
            e = e->b;
            break;
        case E_UNARY:
            if (e->op != OP_PREINC && e->op != OP_PREDEC && e->op != OP_POSTINC &&
                e->op != OP_POSTDEC)
                return NULL;
            e = e->a;
            break;
        default: return NULL;
        }
    }
}

Type *xe_arith_type(Parse *p, const Expr *e) {
    Type *t = ty_unqual(e->type);
    if (!ty_is_integral(t)) return t;
    const FieldDecl *f = bit_field_of(e);
    if (!f || f->bit_width > 32 || ty_unqual(f->d.type) != t) return t;
    bool fits = f->bit_width < 32 || !ty_is_unsigned(t);
    return ty_basic(p->x, fits ? TY_INT : TY_UINT);
}

// ---- narrowing [dcl.init.list]/7 --------------------------------------------------------------

static bool int_fits(Parse *p, const ApInt *v, Type *from, Type *to) {
    int bits = ty_int_bits(to);
    bool neg = !ty_is_unsigned(from) && apint_is_neg(v);
    if (to->kind == TY_BOOL) return apint_bits_unsigned(*v) <= 1 && !neg;
    if (ty_is_unsigned(to)) return !neg && (int)apint_bits_unsigned(*v) <= bits;
    if (neg) return (int)apint_bits_signed(*v) <= bits;
    return (int)apint_bits_unsigned(*v) < bits;
}

bool xe_is_narrowing(Parse *p, Expr *e, Type *to) {
    Cxx *x = p->x;
    Type *from = ty_unqual(e->type);
    to = ty_unqual(to);
    if (xe_vdep(e) || xe_err(e) || ty_dependent(to)) return false;
    bool fi = ty_is_integral(from) || ty_is_unscoped_enum(from), ff = ty_is_floating(from);
    bool ti = ty_is_integral(to), tf = ty_is_floating(to);
    if (from == to) return false;
    if (ff && ti) return true;
    if (to->kind == TY_BOOL && (from->kind == TY_PTR || from->kind == TY_MEMPTR)) return true;
    ApInt v;
    if (ff && tf) {
        static const uint8_t rank[] = {[TY_HALF] = 1,   [TY_BF16] = 1,    [TY_FLOAT] = 2,
                                       [TY_DOUBLE] = 3, [TY_LDOUBLE] = 4, [TY_FLOAT128] = 5};
        if (rank[to->kind] >= rank[from->kind]) return false;
        return !cxx_const_eval(x, cxx_rvalue(p, e), false);
    }
    if (fi && tf) {
        if (!cxx_const_int(x, cxx_rvalue(p, e), &v, false)) return true;
        int mant = to->kind == TY_FLOAT  ? 24
                   : to->kind == TY_HALF ? 11
                   : to->kind == TY_BF16 ? 8
                                         : 53;
        bool neg = !ty_is_unsigned(from) && apint_is_neg(&v);
        int n = neg ? (int)apint_bits_signed(v) - 1 : (int)apint_bits_unsigned(v);
        return n - (int)apint_ctz(v) > mant;
    }
    if (fi && ti) {
        Type *f = from->kind == TY_ENUM ? from->u.enm->underlying : from;
        int fb = ty_int_bits(f), tb = ty_int_bits(to);
        bool fu = ty_is_unsigned(f), tu = ty_is_unsigned(to);
        if (from->kind == TY_ENUM && !from->u.enm->fixed) cxx_enum_values(x, from->u.enm, &fb, &fu);
        if (f->kind == TY_BOOL) return false;
        if (to->kind != TY_BOOL && ((fu == tu && tb >= fb) || (fu && !tu && tb > fb))) return false;
        if (e->flags & EF_BITFIELD) {
            if (e->kind == E_MEMBER && e->u.decl->kind == D_FIELD &&
                (int)((FieldDecl *)e->u.decl)->bit_width < tb)
                return false;
        }
        if (!cxx_const_int(x, cxx_rvalue(p, e), &v, false)) return true;
        return !int_fits(p, &v, f, to);
    }
    return false;
}

static bool is_constant(Parse *p, Expr *e) {
    ApInt v;
    return (ty_is_integral(e->type) || e->type->kind == TY_ENUM) &&
           cxx_const_int(p->x, cxx_rvalue(p, e), &v, false);
}

// nvcc (as g++'s -fpermissive) takes it with a warning; integers that an integer type does not hold
// body/number.c warns of, as of every conversion.
static void warn_narrowing(Parse *p, Expr *e, Type *to) {
    bool constant = is_constant(p, e), integral = ty_is_integral(to) && to->kind != TY_BOOL;
    if (constant && integral && e->type->kind == TY_ENUM)
        CXX_DIAG(p->x, x_narrowing_enum, e->pos, e->type, ty_unqual(to));
    else if (constant && ty_is_floating(to))
        CXX_DIAG(p->x, x_narrowing_inexact, e->pos, e->type, ty_unqual(to));
    else if (!constant || !integral)
        CXX_DIAG(p->x, x_narrowing_warning, e->pos, e->type, ty_unqual(to));
}

// Narrowing in a list-initialisation is ill-formed, with --check-all and where it decides about a
// substitution.
void xe_check_narrowing(Parse *p, Expr *e, Type *to) {
    if (!xe_is_narrowing(p, e, to)) return;
    if (diag_trapped(p->x->ctx) || p->x->opt.check_all || p->const_expr)
        CXX_DIAG(p->x, x_narrowing, e->pos, e->type, ty_unqual(to));
    else
        warn_narrowing(p, e, to);
}

// ---- contextual implicit conversion ------------------------------------------------------------

Expr *xe_contextual_integral(Parse *p, Expr *e) {
    if (xe_err(e) || xe_tdep(e) || e->type->kind != TY_CLASS) return e;
    Lookup l = {0};
    Type *to = NULL, *other = NULL;
    if (ty_complete(p->x, e->type, e->pos, true))
        xe_conv_functions(p, ty_unqual(e->type)->u.cls, &l);
    for (uint32_t i = 0; i < l.n; i++) {
        FuncDecl *f = xe_func_of(l.at[i]);
        if (!f || f->explicit_) continue;
        Type *r = ty_unqual(ty_deref(f->d.type->u.func.ret));
        if (!ty_is_integral(r) && r->kind != TY_ENUM) continue;
        if (to && to != r) other = to; // [conv]/5: to exactly one type
        to = r;
    }
    if (other) {
        CXX_DIAG(p->x, x_ambiguous_conversion, e->pos, e->type, to);
        return cxx_expr_error(p->x, e->pos);
    }
    return to ? cxx_convert(p, e, to, NULL) : e;
}

// Converts an arithmetic or enumeration rvalue to arithmetic type t.
Expr *xe_arith_to(Parse *p, Expr *e, Type *t) {
    e = cxx_rvalue(p, e);
    if (xe_err(e) || e->type == t) return e;
    Ics o = {0};
    Type *from = e->type;
    if (from->kind == TY_ENUM) from = from->u.enm->underlying;
    if (!xe_std_conv(p, e, from, false, t, &o) || o.second == CK_NOOP) {
        CastKind ck = ty_is_floating(from) ? (ty_is_floating(t) ? CK_FLOAT : CK_FLOAT_TO_INT)
                      : ty_is_floating(t)  ? CK_INT_TO_FLOAT
                                           : CK_INT;
        return xe_cast(p, ck, t, VC_PRVALUE, e);
    }
    return xe_cast(p, o.second, t, VC_PRVALUE, e);
}

Expr *xe_discard(Parse *p, Expr *e) {
    Cxx *x = p->x;
    if (xe_err(e) || xe_tdep(e)) return e;
    if (xe_list(e)) {
        CXX_DIAG(x, x_unexpected_list, e->pos);
        return cxx_expr_error(x, e->pos);
    }
    if (e->kind == E_TYPE) {
        CXX_DIAG(x, x_type_not_allowed, e->pos);
        return cxx_expr_error(x, e->pos);
    }
    if (e->kind == E_MEMPTR && xe_bound_function(p, e)) return cxx_expr_error(x, e->pos);
    if (e->kind == E_OVERLOAD) e = cxx_rvalue(p, e);
    xe_discard_results(e); // no use
    if (e->cat == VC_PRVALUE && e->type->kind == TY_CLASS) e = xe_materialize(p, e);
    bool read = e->cat == VC_LVALUE && (xe_quals(e->type) & Q_VOLATILE) && ty_is_scalar(e->type);
    return read && cxx_is_read_when_discarded(e) ? cxx_rvalue(p, e) : e;
}
