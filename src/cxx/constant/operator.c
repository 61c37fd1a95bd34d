// SPDX-License-Identifier: Apache-2.0
// constant/operator.c: built-in operators and conversions on values. What is undefined at run time
// is not constant [expr.const]/5.8.
#include "cxx/constant/eval_int.h"

Val ev_bool(Type *t, bool b) {
    return ev_int(apint_from_u64((uint32_t)ty_int_bits(t), b));
}

static bool is_signed(const Type *t) {
    return !ty_is_unsigned(t) && t->kind != TY_BOOL;
}

static bool relation(Ev *ev, CxxOp op, bool lt, bool eq, bool unordered, Pos pos) {
    switch (op) {
    case OP_EQ: return eq;
    case OP_NE: return !eq;
    case OP_LT: return lt;
    case OP_LE: return lt || eq;
    case OP_GT: return !lt && !eq && !unordered;
    case OP_GE: return !lt && !unordered;
    default: EV_FAIL(ev, pos, const_unsupported, NULL);
    }
}

// The value of <=>: see expr/compare.c.
static Val three_way(Type *t, bool lt, bool eq, bool unordered) {
    int v = eq ? 0 : lt ? -1 : unordered ? 2 : 1;
    return ev_int(apint_from_i64((uint32_t)ty_int_bits(t), v));
}

// ---- integers ----------------------------------------------------------------------------------

static ApInt shift(Ev *ev, CxxOp op, Type *at, Type *bt, ApInt a, ApInt b, Pos pos) {
    bool neg = is_signed(bt) && apint_is_neg(&b);
    if (neg || apint_u128(&b) >= a.width) EV_FAIL(ev, pos, const_shift, NULL);
    uint32_t n = (uint32_t)apint_u64(&b);
    if (op == OP_SHR) return is_signed(at) ? apint_ashr(a, n) : apint_lshr(a, n);
    ApInt r = apint_shl(a, n);
    // before C++20 the value must fit the unsigned type [expr.shift]/2 (CWG1457)
    if (is_signed(at) && ev->x->opt.std < 20) {
        if (apint_is_neg(&a)) EV_FAIL(ev, pos, const_shift_negative, NULL);
        if (!apint_eq(apint_lshr(r, n), a)) EV_FAIL(ev, pos, const_overflow, NULL);
    }
    return r;
}

static ApInt int_arith(Ev *ev, CxxOp op, bool s, ApInt a, ApInt b, Pos pos) {
    bool over = false;
    ApInt r = a;
    switch (op) {
    case OP_ADD:
        over = s && apint_sadd_overflow(a, b);
        r = apint_add(a, b);
        break;
    case OP_SUB:
        over = s && apint_ssub_overflow(a, b);
        r = apint_sub(a, b);
        break;
    case OP_MUL:
        over = s && apint_smul_overflow(a, b);
        r = apint_mul(a, b);
        break;
    case OP_DIV:
    case OP_REM:
        if (apint_is_zero(&b)) EV_FAIL(ev, pos, const_div_zero, NULL);
        over =
            s && apint_eq(a, apint_smin_value(a.width)) && apint_eq(b, apint_umax_value(b.width));
        if (over) break;
        if (op == OP_DIV)
            r = s ? apint_sdiv(a, b) : apint_udiv(a, b);
        else
            r = s ? apint_srem(a, b) : apint_urem(a, b);
        break;
    case OP_AND: r = apint_and(a, b); break;
    case OP_OR: r = apint_or(a, b); break;
    case OP_XOR: r = apint_xor(a, b); break;
    default: EV_FAIL(ev, pos, const_unsupported, NULL);
    }
    if (over) EV_FAIL(ev, pos, const_overflow, NULL);
    return r;
}

// ---- floats ------------------------------------------------------------------------------------

static ApFloat float_arith(Ev *ev, CxxOp op, ApFloat a, ApFloat b, Pos pos) {
    switch (op) {
    case OP_ADD: return apf_add(a, b, APF_RNE, NULL);
    case OP_SUB: return apf_sub(a, b, APF_RNE, NULL);
    case OP_MUL: return apf_mul(a, b, APF_RNE, NULL);
    case OP_DIV:
        if (apf_is_zero(b)) EV_FAIL(ev, pos, const_div_zero, NULL);
        return apf_div(a, b, APF_RNE, NULL);
    default: EV_FAIL(ev, pos, const_unsupported, NULL);
    }
}

// ---- pointers ----------------------------------------------------------------------------------

static bool same_place(Ptr a, Ptr b) {
    if (a.fn || b.fn) return a.fn == b.fn && !a.o && !b.o;
    if (!a.o || !b.o) return !a.o && !b.o && a.raw == b.raw;
    if (a.o == b.o) return a.gen == b.gen && a.past == b.past;
    // end of a[i] is the place of a[i + 1]: only ends of whole arrays are kept as `past`
    return false;
}

// Subobjects at the same address: an object and its first member or element, or its base.
static const Obj *outermost(const Obj *o) {
    while (!(o->flags & OF_ROOT)) {
        const Obj *p = o->up.parent;
        if (p->state == OS_ARRAY && o->index) break;
        if (p->state == OS_CLASS) {
            const ClassDecl *c = p->type->u.cls;
            uint64_t off = o->index < c->nbase ? c->base[o->index].offset
                                               : c->fields.at[o->index - c->nbase]->offset;
            if (off) break;
        }
        o = p;
    }
    return o;
}

// Whether the end of `o` is that of its complete object, and `other` can begin there.
static bool is_end(const Obj *o, const Obj *other) {
    if (o->flags & OF_ROOT) return true;
    const Obj *a = o->up.parent;
    if (!(a->flags & OF_ROOT) || a->state != OS_ARRAY || o->index + 1u != a->u.arr.n) return false;
    for (; !(other->flags & OF_ROOT); other = other->up.parent)
        if (other->index) return false;
    return true;
}

static bool pointer_eq(Ev *ev, Ptr a, Ptr b, Pos pos) {
    if (same_place(a, b)) return true;
    if (a.o && b.o && !a.past && !b.past) {
        const Obj *x = outermost(a.o), *y = outermost(b.o);
        if (x == y) return true;
    }
    // an end may or may not be the address of another object [expr.eq]/3.1
    if (a.o && b.o && a.past != b.past) {
        Root *x = ev_root_of(a.o), *y = ev_root_of(b.o);
        bool whole = is_end(a.past ? a.o : b.o, a.past ? b.o : a.o);
        if (x != y && whole) EV_FAIL(ev, pos, const_compare_unrelated, NULL);
    }
    return false;
}

static uint32_t depth_of(const Obj *o) {
    uint32_t d = 0;
    for (; !(o->flags & OF_ROOT); o = o->up.parent) d++;
    return d;
}

// <0, 0, >0 for two places of one complete object [expr.rel]/4.
static int pointer_order(Ev *ev, Ptr a, Ptr b, Pos pos) {
    if (same_place(a, b)) return 0;
    if (!a.o || !b.o || ev_root_of(a.o) != ev_root_of(b.o))
        EV_FAIL(ev, pos, const_compare_unrelated, NULL);
    if (a.o == b.o) return (int)a.past - (int)b.past;
    const Obj *x = a.o, *y = b.o;
    uint32_t dx = depth_of(x), dy = depth_of(y);
    for (; dx > dy; dx--) x = x->up.parent;
    for (; dy > dx; dy--) y = y->up.parent;
    if (x == y) return depth_of(a.o) < depth_of(b.o) ? -1 : 1;
    while (x->up.parent != y->up.parent) {
        x = x->up.parent;
        y = y->up.parent;
    }
    return x->index < y->index ? -1 : 1;
}

static i128 pointer_diff(Ev *ev, Ptr a, Ptr b, Pos pos) {
    if (!a.o && !b.o && !a.fn && !b.fn) return (i128)a.raw - b.raw;
    if (!a.o || !b.o) EV_FAIL(ev, pos, const_compare_unrelated, NULL);
    if (a.o == b.o) return (i128)a.past - (i128)b.past;
    bool one_array = !(a.o->flags & OF_ROOT) && !(b.o->flags & OF_ROOT) &&
                     a.o->up.parent == b.o->up.parent && a.o->up.parent->state == OS_ARRAY;
    if (!one_array) EV_FAIL(ev, pos, const_compare_unrelated, NULL);
    return (i128)a.o->index + a.past - ((i128)b.o->index + b.past);
}

static Val pointer_op(Ev *ev, CxxOp op, Type *t, Type *at, Type *bt, Val a, Val b, Pos pos) {
    if (b.kind == VK_INT && (op == OP_ADD || op == OP_SUB))
        return ev_ptr(ev_index(ev, a.u.p, b.u.i, !is_signed(bt), op == OP_SUB, pos));
    if (a.kind == VK_INT && op == OP_ADD)
        return ev_ptr(ev_index(ev, b.u.p, a.u.i, !is_signed(at), false, pos));
    if (a.kind != VK_PTR || b.kind != VK_PTR) EV_FAIL(ev, pos, const_unsupported, NULL);
    if (op == OP_SUB) {
        i128 d = pointer_diff(ev, a.u.p, b.u.p, pos);
        return ev_int(apint_from_u128((uint32_t)ty_int_bits(t), (u128)d));
    }
    if (op == OP_EQ || op == OP_NE)
        return ev_bool(t, pointer_eq(ev, a.u.p, b.u.p, pos) == (op == OP_EQ));
    if (op == OP_CMP3 && same_place(a.u.p, b.u.p)) return three_way(t, false, true, false);
    int o = pointer_order(ev, a.u.p, b.u.p, pos);
    if (op == OP_CMP3) return three_way(t, o < 0, o == 0, false);
    return ev_bool(t, relation(ev, op, o < 0, o == 0, false, pos));
}

// ---- entry -------------------------------------------------------------------------------------

Val ev_arith(Ev *ev, CxxOp op, Type *t, Type *at, Type *bt, Val a, Val b, Pos pos) {
    bool rel = op >= OP_EQ && op <= OP_CMP3;
    if (a.kind == VK_INT && b.kind == VK_INT) {
        if (op == OP_SHL || op == OP_SHR) return ev_int(shift(ev, op, at, bt, a.u.i, b.u.i, pos));
        if (a.u.i.width != b.u.i.width) EV_FAIL(ev, pos, const_unsupported, NULL);
        if (rel) {
            int c = apint_cmp(a.u.i, b.u.i, is_signed(at));
            if (op == OP_CMP3) return three_way(t, c < 0, c == 0, false);
            return ev_bool(t, relation(ev, op, c < 0, c == 0, false, pos));
        }
        return ev_int(int_arith(ev, op, is_signed(at), a.u.i, b.u.i, pos));
    }
    if (a.kind == VK_FLOAT && b.kind == VK_FLOAT) {
        if (rel) {
            ApfCmp c = apf_cmp(a.u.f, b.u.f);
            if (op == OP_CMP3) return three_way(t, c == APF_LT, c == APF_EQ, c == APF_UN);
            return ev_bool(t, relation(ev, op, c == APF_LT, c == APF_EQ, c == APF_UN, pos));
        }
        return (Val){.kind = VK_FLOAT, .u.f = float_arith(ev, op, a.u.f, b.u.f, pos)};
    }
    if (a.kind == VK_MEMPTR && b.kind == VK_MEMPTR && (op == OP_EQ || op == OP_NE))
        return ev_bool(t, (a.u.m == b.u.m) == (op == OP_EQ));
    if (a.kind == VK_PTR || b.kind == VK_PTR) return pointer_op(ev, op, t, at, bt, a, b, pos);
    EV_FAIL(ev, pos, const_unsupported, NULL);
}

Val ev_numeric(Ev *ev, Type *from, Type *to, Val v, Pos pos) {
    from = ty_unqual(from);
    to = ty_unqual(to);
    if (v.kind == VK_INT) {
        if (ty_is_floating(to)) {
            ApFloat f = apf_from_int(ev_format(to), v.u.i, is_signed(from), APF_RNE, NULL);
            return (Val){.kind = VK_FLOAT, .u.f = f};
        }
        if (to->kind == TY_BOOL) return ev_bool(to, !apint_is_zero(&v.u.i));
        return ev_int(apint_resize(v.u.i, (uint32_t)ty_int_bits(to), is_signed(from)));
    }
    if (v.kind == VK_FLOAT) {
        if (ty_is_floating(to)) {
            v.u.f = apf_convert(v.u.f, ev_format(to), APF_RNE, NULL);
            return v;
        }
        if (to->kind == TY_BOOL) return ev_bool(to, !apf_is_zero(v.u.f));
        uint32_t flags = 0;
        ApInt i = apf_to_int(v.u.f, (uint32_t)ty_int_bits(to), is_signed(to), APF_RTZ, &flags);
        if (flags & APF_INVALID) EV_FAIL(ev, pos, const_overflow, NULL);
        return ev_int(i);
    }
    return v;
}

Val ev_convert(Ev *ev, Expr *e, Type *from, Type *to, Val v) {
    to = ty_unqual(to);
    switch ((CastKind)e->op) {
    case CK_NOOP:
        if (v.kind == VK_INT && (ty_is_integral(to) || to->kind == TY_ENUM))
            return ev_numeric(ev, from, to, v, e->pos);
        return v;
    case CK_USER: return v;
    case CK_INT:
    case CK_TO_BOOL_INT:
    case CK_TO_BOOL_FLOAT:
    case CK_INT_TO_FLOAT:
    case CK_FLOAT_TO_INT:
    case CK_FLOAT: return ev_numeric(ev, from, to, v, e->pos);
    case CK_TO_BOOL_PTR: return ev_bool(to, v.kind == VK_PTR && (v.u.p.o || v.u.p.fn || v.u.p.raw));
    case CK_TO_BOOL_MEMPTR: return ev_bool(to, v.u.m != NULL);
    case CK_NULL_TO_PTR: return (Val){.kind = VK_PTR};
    case CK_NULL_TO_MEMPTR: return (Val){.kind = VK_MEMPTR};
    case CK_BITCAST:
    case CK_MEMPTR_CONV: return v;
    case CK_DERIVED_TO_BASE:
    case CK_BASE_TO_DERIVED: {
        Type *c = to->kind == TY_PTR ? ty_unqual(to->u.ptr.to) : to;
        if (v.kind != VK_PTR || c->kind != TY_CLASS) break;
        if (!v.u.p.o && !v.u.p.raw && !v.u.p.fn) return v;
        return ev_ptr(ev_to_class(ev, v.u.p, c->u.cls, e->pos));
    }
    case CK_PTR_TO_INT:
        if (v.kind == VK_PTR && !v.u.p.o && !v.u.p.fn)
            return ev_int(apint_from_i64((uint32_t)ty_int_bits(to), v.u.p.raw));
        EV_FAIL(ev, e->pos, const_reinterpret, NULL);
    case CK_INT_TO_PTR:
        if (v.kind == VK_INT && apint_is_zero(&v.u.i)) return (Val){.kind = VK_PTR};
        EV_FAIL(ev, e->pos, const_reinterpret, NULL);
    default: break;
    }
    EV_FAIL(ev, e->pos, const_reinterpret, NULL);
}
