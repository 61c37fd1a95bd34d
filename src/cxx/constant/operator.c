// SPDX-License-Identifier: Apache-2.0
// constant/operator.c: built-in operators and conversions on values. What is undefined at run time
// is not constant [expr.const]/5.8.
#include "cxx/constant/eval_int.h"

Val ev_bool(Type *type, bool b) {
    return ev_int(apint_from_u64((uint32_t)ty_int_bits(type), b));
}

// Whether arithmetic on it can overflow.
static bool is_signed(const Type *type) {
    return !ty_is_unsigned(type) && type->kind != TY_BOOL;
}

// The truth of a relation, by how the operands compare.
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
static Val three_way(Type *type, bool lt, bool eq, bool unordered) {
    int v = unordered ? 2 : 1; // greater
    if (lt) v = -1;
    if (eq) v = 0;
    return ev_int(apint_from_i64((uint32_t)ty_int_bits(type), v));
}

// ---- integers ----------------------------------------------------------------------------------

// [expr.shift]: the amount must be within the width.
static ApInt shift(Ev *ev, CxxOp op, Type *at, Type *bt, ApInt number, ApInt b, Pos pos) {
    bool neg = is_signed(bt) && apint_is_neg(&b);
    if (neg || apint_u128(&b) >= number.width) EV_FAIL(ev, pos, const_shift, NULL);
    uint32_t n = (uint32_t)apint_u64(&b);
    if (op == OP_SHR) return is_signed(at) ? apint_ashr(number, n) : apint_lshr(number, n);
    ApInt r = apint_shl(number, n);
    // before C++20 the value must fit the unsigned type [expr.shift]/2 (CWG1457)
    if (is_signed(at) && ev->x->opt.std < 20) {
        if (apint_is_neg(&number)) EV_FAIL(ev, pos, const_shift_negative, NULL);
        if (!apint_eq(apint_lshr(r, n), number)) EV_FAIL(ev, pos, const_overflow, NULL);
    }
    return r;
}

// Operands of one width; s: signed, where overflow is no constant [expr.pre]/4.
static ApInt int_arith(Ev *ev, CxxOp op, bool s, ApInt number, ApInt b, Pos pos) {
    bool over = false;
    ApInt r = number;
    switch (op) {
    case OP_ADD:
        over = s && apint_sadd_overflow(number, b);
        r = apint_add(number, b);
        break;
    case OP_SUB:
        over = s && apint_ssub_overflow(number, b);
        r = apint_sub(number, b);
        break;
    case OP_MUL:
        over = s && apint_smul_overflow(number, b);
        r = apint_mul(number, b);
        break;
    case OP_DIV:
    case OP_REM:
        if (apint_is_zero(&b)) EV_FAIL(ev, pos, const_div_zero, NULL);
        over = s && apint_eq(number, apint_smin_value(number.width)) &&
               apint_eq(b, apint_umax_value(b.width));
        if (over) break;
        if (op == OP_DIV)
            r = s ? apint_sdiv(number, b) : apint_udiv(number, b);
        else
            r = s ? apint_srem(number, b) : apint_urem(number, b);
        break;
    case OP_AND: r = apint_and(number, b); break;
    case OP_OR: r = apint_or(number, b); break;
    case OP_XOR: r = apint_xor(number, b); break;
    default: EV_FAIL(ev, pos, const_unsupported, NULL);
    }
    if (over) EV_FAIL(ev, pos, const_overflow, NULL);
    return r;
}

// ---- floats ------------------------------------------------------------------------------------

// Rounded to nearest; a division by zero is no constant.
static ApFloat float_arith(Ev *ev, CxxOp op, ApFloat number, ApFloat b, Pos pos) {
    switch (op) {
    case OP_ADD: return apf_add(number, b, APF_RNE, NULL);
    case OP_SUB: return apf_sub(number, b, APF_RNE, NULL);
    case OP_MUL: return apf_mul(number, b, APF_RNE, NULL);
    case OP_DIV:
        if (apf_is_zero(b)) EV_FAIL(ev, pos, const_div_zero, NULL);
        return apf_div(number, b, APF_RNE, NULL);
    default: EV_FAIL(ev, pos, const_unsupported, NULL);
    }
}

// ---- pointers ----------------------------------------------------------------------------------

// The same address: of a function, an integer, or a (sub)object or its end.
static bool same_place(Ptr a, Ptr b) {
    bool objects = a.o || b.o, both = a.o && b.o;
    if (a.fn || b.fn) return a.fn == b.fn && !objects;
    if (!both) return !objects && a.raw == b.raw;
    if (a.o == b.o) return a.gen == b.gen && a.past == b.past;
    // end of a[i] is the place of a[i + 1]: only ends of whole arrays are kept as `past`
    return false;
}

// Subobjects at the same address: an object and its first member or element, or its base.
static const Obj *outermost(const Obj *obj) {
    while (!(obj->flags & OF_ROOT)) {
        const Obj *p = obj->up.parent;
        if (p->state == OS_ARRAY && obj->index) break;
        if (p->state == OS_CLASS) {
            const ClassDecl *c = p->type->u.cls;
            uint64_t off = obj->index < c->members.nbase
                               ? c->members.base[obj->index].offset
                               : c->members.fields.at[obj->index - c->members.nbase]->offset;
            if (off) break;
        }
        obj = p;
    }
    return obj;
}

// Whether the end of `obj` is that of its complete object, and `other` can begin there.
static bool is_end(const Obj *obj, const Obj *other) {
    if (obj->flags & OF_ROOT) return true;
    const Obj *a = obj->up.parent;
    if (!(a->flags & OF_ROOT) || a->state != OS_ARRAY || obj->index + 1u != a->u.arr.n)
        return false;
    for (; !(other->flags & OF_ROOT); other = other->up.parent)
        if (other->index) return false;
    return true;
}

// [expr.eq]/3; fails where the standard leaves the result open.
static bool pointer_eq(Ev *ev, Ptr ptr, Ptr b, Pos pos) {
    if (same_place(ptr, b)) return true;
    if (!ptr.o || !b.o) return false;
    bool begins = !ptr.past && !b.past;
    if (begins && outermost(ptr.o) == outermost(b.o)) return true;
    // an end may or may not be the address of another object [expr.eq]/3.1
    if (ptr.past != b.past) {
        Root *x = ev_root_of(ptr.o), *y = ev_root_of(b.o);
        bool whole = is_end(ptr.past ? ptr.o : b.o, ptr.past ? b.o : ptr.o);
        if (x != y && whole) EV_FAIL(ev, pos, const_compare_unrelated, NULL);
    }
    return false;
}

// How many objects it is nested in.
static uint32_t depth_of(const Obj *obj) {
    uint32_t d = 0;
    for (; !(obj->flags & OF_ROOT); obj = obj->up.parent) d++;
    return d;
}

// <0, 0, >0 for two places of one complete object [expr.rel]/4.
static int pointer_order(Ev *ev, Ptr ptr, Ptr b, Pos pos) {
    if (same_place(ptr, b)) return 0;
    if (!ptr.o || !b.o || ev_root_of(ptr.o) != ev_root_of(b.o))
        EV_FAIL(ev, pos, const_compare_unrelated, NULL);
    if (ptr.o == b.o) return (int)ptr.past - (int)b.past;

    // up to the same depth, then to parts of one object: these compare by their order in it
    const Obj *x = ptr.o, *y = b.o;
    uint32_t dx = depth_of(x), dy = depth_of(y);
    for (; dx > dy; dx--) x = x->up.parent;
    for (; dy > dx; dy--) y = y->up.parent;
    if (x == y) return depth_of(ptr.o) < depth_of(b.o) ? -1 : 1;
    while (x->up.parent != y->up.parent) {
        x = x->up.parent;
        y = y->up.parent;
    }
    return x->index < y->index ? -1 : 1;
}

// [expr.add]/5: elements of one array only.
static i128 pointer_diff(Ev *ev, Ptr ptr, Ptr b, Pos pos) {
    if (!ptr.o && !b.o && !ptr.fn && !b.fn) return (i128)ptr.raw - b.raw;
    if (!ptr.o || !b.o) EV_FAIL(ev, pos, const_compare_unrelated, NULL);
    if (ptr.o == b.o) return (i128)ptr.past - (i128)b.past;
    bool one_array = !(ptr.o->flags & OF_ROOT) && !(b.o->flags & OF_ROOT) &&
                     ptr.o->up.parent == b.o->up.parent && ptr.o->up.parent->state == OS_ARRAY;
    if (!one_array) EV_FAIL(ev, pos, const_compare_unrelated, NULL);
    return (i128)ptr.o->index + ptr.past - ((i128)b.o->index + b.past);
}

// An operator with a pointer on one side at least.
static Val pointer_op(Ev *ev, CxxOp op, Type *type, Type *at, Type *bt, Val val, Val b, Pos pos) {
    if (b.kind == VK_INT && is_any_of(op, OP_ADD, OP_SUB))
        return ev_ptr(ev_index(ev, val.u.p, b.u.i, !is_signed(bt), op == OP_SUB, pos));
    if (val.kind == VK_INT && op == OP_ADD)
        return ev_ptr(ev_index(ev, b.u.p, val.u.i, !is_signed(at), false, pos));
    if (val.kind != VK_PTR || b.kind != VK_PTR) EV_FAIL(ev, pos, const_unsupported, NULL);
    if (op == OP_SUB) {
        i128 d = pointer_diff(ev, val.u.p, b.u.p, pos);
        return ev_int(apint_from_u128((uint32_t)ty_int_bits(type), (u128)d));
    }
    if (is_any_of(op, OP_EQ, OP_NE))
        return ev_bool(type, pointer_eq(ev, val.u.p, b.u.p, pos) == (op == OP_EQ));
    if (op == OP_CMP3 && same_place(val.u.p, b.u.p)) return three_way(type, false, true, false);
    int o = pointer_order(ev, val.u.p, b.u.p, pos);
    if (op == OP_CMP3) return three_way(type, o < 0, o == 0, false);
    return ev_bool(type, relation(ev, op, o < 0, o == 0, false, pos));
}

// [expr.eq]/4: members of one union are equal, whichever they are.
static bool same_member(const Decl *member, const Decl *other) {
    if (member == other || !member || !other) return member == other;
    if (member->kind != D_FIELD || other->kind != D_FIELD) return false;
    const ClassDecl *owner = ((const FieldDecl *)member)->owner;
    return owner->tag == CT_UNION && owner == ((const FieldDecl *)other)->owner;
}

// ---- entry -------------------------------------------------------------------------------------

// By the kinds of the values, which conversions have made alike.
Val ev_arith(Ev *ev, CxxOp op, Type *type, Type *at, Type *bt, Val val, Val b, Pos pos) {
    bool rel = op >= OP_EQ && op <= OP_CMP3;
    if (val.kind == VK_INT && b.kind == VK_INT) {
        if (is_any_of(op, OP_SHL, OP_SHR))
            return ev_int(shift(ev, op, at, bt, val.u.i, b.u.i, pos));
        if (val.u.i.width != b.u.i.width) EV_FAIL(ev, pos, const_unsupported, NULL);
        if (rel) {
            int c = apint_cmp(val.u.i, b.u.i, is_signed(at));
            if (op == OP_CMP3) return three_way(type, c < 0, c == 0, false);
            return ev_bool(type, relation(ev, op, c < 0, c == 0, false, pos));
        }
        return ev_int(int_arith(ev, op, is_signed(at), val.u.i, b.u.i, pos));
    }

    if (val.kind == VK_FLOAT && b.kind == VK_FLOAT) {
        if (rel) {
            ApfCmp c = apf_cmp(val.u.f, b.u.f);
            if (op == OP_CMP3) return three_way(type, c == APF_LT, c == APF_EQ, c == APF_UN);
            return ev_bool(type, relation(ev, op, c == APF_LT, c == APF_EQ, c == APF_UN, pos));
        }
        return (Val){.kind = VK_FLOAT, .u.f = float_arith(ev, op, val.u.f, b.u.f, pos)};
    }
    if (val.kind == VK_MEMPTR && b.kind == VK_MEMPTR && is_any_of(op, OP_EQ, OP_NE))
        return ev_bool(type, same_member(val.u.m, b.u.m) == (op == OP_EQ));
    if (val.kind == VK_PTR || b.kind == VK_PTR)
        return pointer_op(ev, op, type, at, bt, val, b, pos);
    EV_FAIL(ev, pos, const_unsupported, NULL);
}

// A number converted from one arithmetic type to another [conv.integral] to [conv.bool].
Val ev_numeric(Ev *ev, Type *from, Type *to, Val val, Pos pos) {
    from = ty_unqual(from);
    to = ty_unqual(to);
    if (val.kind == VK_INT) {
        if (ty_is_floating(to)) {
            ApFloat f = apf_from_int(ev_format(to), val.u.i, is_signed(from), APF_RNE, NULL);
            return (Val){.kind = VK_FLOAT, .u.f = f};
        }
        if (to->kind == TY_BOOL) return ev_bool(to, !apint_is_zero(&val.u.i));
        return ev_int(apint_resize(val.u.i, (uint32_t)ty_int_bits(to), is_signed(from)));
    }
    if (val.kind == VK_FLOAT) {
        if (ty_is_floating(to)) {
            val.u.f = apf_convert(val.u.f, ev_format(to), APF_RNE, NULL);
            return val;
        }
        if (to->kind == TY_BOOL) return ev_bool(to, !apf_is_zero(val.u.f));
        uint32_t flags = 0;
        ApInt i = apf_to_int(val.u.f, (uint32_t)ty_int_bits(to), is_signed(to), APF_RTZ, &flags);
        if (flags & APF_INVALID) EV_FAIL(ev, pos, const_overflow, NULL);
        return ev_int(i);
    }
    return val;
}

// The conversion that the cast node expr stands for, of a value that is known.
Val ev_convert(Ev *ev, Expr *expr, Type *from, Type *to, Val val) {
    to = ty_unqual(to);
    switch ((CastKind)expr->op) {
    case CK_NOOP:
        if (val.kind == VK_INT && (ty_is_integral(to) || to->kind == TY_ENUM))
            return ev_numeric(ev, from, to, val, expr->pos);
        return val;
    case CK_USER: return val;
    case CK_INT:
    case CK_TO_BOOL_INT:
    case CK_TO_BOOL_FLOAT:
    case CK_INT_TO_FLOAT:
    case CK_FLOAT_TO_INT:
    case CK_FLOAT: return ev_numeric(ev, from, to, val, expr->pos);
    case CK_TO_BOOL_PTR:
        return ev_bool(to, val.kind == VK_PTR && (val.u.p.o || val.u.p.fn || val.u.p.raw));
    case CK_TO_BOOL_MEMPTR: return ev_bool(to, val.u.m != NULL);
    case CK_NULL_TO_PTR: return (Val){.kind = VK_PTR};
    case CK_NULL_TO_MEMPTR: return (Val){.kind = VK_MEMPTR};
    case CK_BITCAST:
    case CK_MEMPTR_CONV: return val;
    case CK_DERIVED_TO_BASE:
    case CK_BASE_TO_DERIVED: {
        Type *c = to->kind == TY_PTR ? ty_unqual(to->u.ptr.to) : to;
        if (val.kind != VK_PTR || c->kind != TY_CLASS) break;
        if (!val.u.p.o && !val.u.p.raw && !val.u.p.fn) return val;
        return ev_ptr(ev_to_class(ev, val.u.p, c->u.cls, expr->pos));
    }
    case CK_PTR_TO_INT:
        if (val.kind == VK_PTR && !val.u.p.o && !val.u.p.fn)
            return ev_int(apint_from_i64((uint32_t)ty_int_bits(to), val.u.p.raw));
        EV_FAIL(ev, expr->pos, const_reinterpret, NULL);
    case CK_INT_TO_PTR:
        if (val.kind == VK_INT && apint_is_zero(&val.u.i)) return (Val){.kind = VK_PTR};
        EV_FAIL(ev, expr->pos, const_reinterpret, NULL);
    default: break;
    }
    EV_FAIL(ev, expr->pos, const_reinterpret, NULL);
}
