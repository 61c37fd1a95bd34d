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

static bool is_relational(CxxOp op) {
    return op >= OP_EQ && op <= OP_CMP3;
}

// The value of <=>: see expr/compare.c.
static Val three_way(Type *type, ApfCmp order) {
    static const int8_t value[] = {[APF_LT] = -1, [APF_EQ] = 0, [APF_GT] = 1, [APF_UN] = 2};
    return ev_int(apint_from_i64((uint32_t)ty_int_bits(type), value[order]));
}

static Val compared(CxxOp op, Type *result, ApfCmp order) {
    if (op == OP_CMP3) return three_way(result, order);
    return ev_bool(result, cxx_relation_holds(op, order));
}

// ---- integers ----------------------------------------------------------------------------------

// [expr.shift]: the amount must be within the width.
static ApInt shift(Ev *ev, CxxOp op, Type *left_type, Type *right_type, ApInt left, ApInt right,
                   Pos pos) {
    bool negative = is_signed(right_type) && apint_is_neg(&right);
    if (negative || apint_u128(&right) >= left.width) EV_FAIL(ev, pos, const_shift, NULL);
    uint32_t amount = (uint32_t)apint_u64(&right);
    if (op == OP_SHR)
        return is_signed(left_type) ? apint_ashr(left, amount) : apint_lshr(left, amount);
    ApInt result = apint_shl(left, amount);
    // before C++20 the value must fit the unsigned type [expr.shift]/2 (CWG1457)
    if (is_signed(left_type) && ev->x->opt.std < 20) {
        if (apint_is_neg(&left)) EV_FAIL(ev, pos, const_shift_negative, NULL);
        if (!apint_eq(apint_lshr(result, amount), left)) EV_FAIL(ev, pos, const_overflow, NULL);
    }
    return result;
}

// Operands of one width; with a sign overflow is no constant [expr.pre]/4.
static ApInt int_arith(Ev *ev, CxxOp op, bool has_sign, ApInt left, ApInt right, Pos pos) {
    CxxIntResult result = cxx_int_arith(op, has_sign, left, right);
    switch (result.is) {
    case CXX_INT_VALUE: break;
    case CXX_INT_OVERFLOW: EV_FAIL(ev, pos, const_overflow, NULL);
    case CXX_INT_BY_ZERO: EV_FAIL(ev, pos, const_div_zero, NULL);
    case CXX_INT_NO_OPERATOR: EV_FAIL(ev, pos, const_unsupported, NULL);
    }
    return result.value;
}

// ---- floats ------------------------------------------------------------------------------------

// Rounded to nearest; a division by zero is no constant.
static ApFloat float_arith(Ev *ev, CxxOp op, ApFloat left, ApFloat right, Pos pos) {
    switch (op) {
    case OP_ADD: return apf_add(left, right, APF_RNE, NULL);
    case OP_SUB: return apf_sub(left, right, APF_RNE, NULL);
    case OP_MUL: return apf_mul(left, right, APF_RNE, NULL);
    case OP_DIV:
        if (apf_is_zero(right)) EV_FAIL(ev, pos, const_div_zero, NULL);
        return apf_div(left, right, APF_RNE, NULL);
    default: EV_FAIL(ev, pos, const_unsupported, NULL);
    }
}

// ---- pointers ----------------------------------------------------------------------------------

// The same address: of a function, an integer, or a (sub)object or its end.
static bool same_place(Ptr left, Ptr right) {
    bool objects = left.o || right.o, both = left.o && right.o;
    if (left.fn || right.fn) return left.fn == right.fn && !objects;
    if (!both) return !objects && left.raw == right.raw;
    if (left.o == right.o) return left.gen == right.gen && left.past == right.past;
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
    const Obj *array = obj->up.parent;
    if (!(array->flags & OF_ROOT) || array->state != OS_ARRAY || obj->index + 1u != array->u.arr.n)
        return false;
    for (; !(other->flags & OF_ROOT); other = other->up.parent)
        if (other->index) return false;
    return true;
}

// [expr.eq]/3; fails where the standard leaves the result open.
static bool pointer_eq(Ev *ev, Ptr left, Ptr right, Pos pos) {
    if (same_place(left, right)) return true;
    if (!left.o || !right.o) return false;
    bool begins = !left.past && !right.past;
    if (begins && outermost(left.o) == outermost(right.o)) return true;
    // an end may or may not be the address of another object [expr.eq]/3.1
    if (left.past != right.past) {
        Root *left_root = ev_root_of(left.o), *right_root = ev_root_of(right.o);
        bool whole = is_end(left.past ? left.o : right.o, left.past ? right.o : left.o);
        if (left_root != right_root && whole) EV_FAIL(ev, pos, const_compare_unrelated, NULL);
    }
    return false;
}

// How many objects it is nested in.
static uint32_t depth_of(const Obj *obj) {
    uint32_t depth = 0;
    for (; !(obj->flags & OF_ROOT); obj = obj->up.parent) depth++;
    return depth;
}

// <0, 0, >0 for two places of one complete object [expr.rel]/4.
static int pointer_order(Ev *ev, Ptr left, Ptr right, Pos pos) {
    if (same_place(left, right)) return 0;
    if (!left.o || !right.o || ev_root_of(left.o) != ev_root_of(right.o))
        EV_FAIL(ev, pos, const_compare_unrelated, NULL);
    if (left.o == right.o) return (int)left.past - (int)right.past;

    // up to the same depth, then to parts of one object: these compare by their order in it
    const Obj *left_part = left.o, *right_part = right.o;
    uint32_t left_depth = depth_of(left_part), right_depth = depth_of(right_part);
    for (; left_depth > right_depth; left_depth--) left_part = left_part->up.parent;
    for (; right_depth > left_depth; right_depth--) right_part = right_part->up.parent;
    if (left_part == right_part) return depth_of(left.o) < depth_of(right.o) ? -1 : 1;
    while (left_part->up.parent != right_part->up.parent) {
        left_part = left_part->up.parent;
        right_part = right_part->up.parent;
    }
    return left_part->index < right_part->index ? -1 : 1;
}

// [expr.add]/5: elements of one array only.
static i128 pointer_diff(Ev *ev, Ptr left, Ptr right, Pos pos) {
    if (!left.o && !right.o && !left.fn && !right.fn) return (i128)left.raw - right.raw;
    if (!left.o || !right.o) EV_FAIL(ev, pos, const_compare_unrelated, NULL);
    if (left.o == right.o) return (i128)left.past - (i128)right.past;
    bool one_array = !(left.o->flags & OF_ROOT) && !(right.o->flags & OF_ROOT) &&
                     left.o->up.parent == right.o->up.parent &&
                     left.o->up.parent->state == OS_ARRAY;
    if (!one_array) EV_FAIL(ev, pos, const_compare_unrelated, NULL);
    return (i128)left.o->index + left.past - ((i128)right.o->index + right.past);
}

// An operator with a pointer on one side at least.
static Val pointer_op(Ev *ev, CxxOp op, Type *result, Type *left_type, Type *right_type, Val left,
                      Val right, Pos pos) {
    if (right.kind == VK_INT && is_any_of(op, OP_ADD, OP_SUB))
        return ev_ptr(ev_index(ev, left.u.p, right.u.i, !is_signed(right_type), op == OP_SUB, pos));
    if (left.kind == VK_INT && op == OP_ADD)
        return ev_ptr(ev_index(ev, right.u.p, left.u.i, !is_signed(left_type), false, pos));
    if (left.kind != VK_PTR || right.kind != VK_PTR) EV_FAIL(ev, pos, const_unsupported, NULL);
    if (op == OP_SUB) {
        i128 difference = pointer_diff(ev, left.u.p, right.u.p, pos);
        return ev_int(apint_from_u128((uint32_t)ty_int_bits(result), (u128)difference));
    }
    if (is_any_of(op, OP_EQ, OP_NE))
        return ev_bool(result, pointer_eq(ev, left.u.p, right.u.p, pos) == (op == OP_EQ));
    if (!is_relational(op)) EV_FAIL(ev, pos, const_unsupported, NULL);
    return compared(op, result, cxx_order(pointer_order(ev, left.u.p, right.u.p, pos)));
}

// [expr.eq]/4: members of one union are equal, whichever they are.
static bool same_member(const Decl *member, const Decl *other) {
    if (member == other || !member || !other) return member == other;
    if (member->kind != D_FIELD || other->kind != D_FIELD) return false;
    const ClassDecl *owner = ((const FieldDecl *)member)->owner;
    return owner->tag == CT_UNION && owner == ((const FieldDecl *)other)->owner;
}

// ---- entry -------------------------------------------------------------------------------------

static Val int_op(Ev *ev, CxxOp op, Type *result, Type *left_type, ApInt left, ApInt right,
                  Pos pos) {
    bool has_sign = is_signed(left_type);
    if (left.width != right.width) EV_FAIL(ev, pos, const_unsupported, NULL);
    if (is_relational(op)) return compared(op, result, cxx_order(apint_cmp(left, right, has_sign)));
    return ev_int(int_arith(ev, op, has_sign, left, right, pos));
}

static Val float_op(Ev *ev, CxxOp op, Type *result, ApFloat left, ApFloat right, Pos pos) {
    if (is_relational(op)) return compared(op, result, apf_cmp(left, right));
    return (Val){.kind = VK_FLOAT, .u.f = float_arith(ev, op, left, right, pos)};
}

// By the kinds of the values, which conversions have made alike.
Val ev_arith(Ev *ev, CxxOp op, Type *result, Type *left_type, Type *right_type, Val left, Val right,
             Pos pos) {
    bool alike = left.kind == right.kind, equality = is_any_of(op, OP_EQ, OP_NE);
    if (alike && left.kind == VK_INT) {
        if (is_any_of(op, OP_SHL, OP_SHR))
            return ev_int(shift(ev, op, left_type, right_type, left.u.i, right.u.i, pos));
        return int_op(ev, op, result, left_type, left.u.i, right.u.i, pos);
    }
    if (alike && left.kind == VK_FLOAT) return float_op(ev, op, result, left.u.f, right.u.f, pos);
    if (alike && left.kind == VK_MEMPTR && equality)
        return ev_bool(result, same_member(left.u.m, right.u.m) == (op == OP_EQ));
    if (left.kind == VK_PTR || right.kind == VK_PTR)
        return pointer_op(ev, op, result, left_type, right_type, left, right, pos);
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

// What a conversion does with a value that is known: `cast` is its node.
typedef Val Conversion(Ev *ev, Expr *cast, Type *from, Type *to, Val val);

static bool is_null(const Val *pointer) {
    return !pointer->u.p.o && !pointer->u.p.fn && !pointer->u.p.raw;
}

static Val no_conversion(Ev *ev, Expr *cast, Type *from, Type *to, Val val) {
    EV_FAIL(ev, cast->pos, const_reinterpret, NULL);
}

static Val same_value(Ev *ev, Expr *cast, Type *from, Type *to, Val val) {
    return val;
}

static Val numeric_value(Ev *ev, Expr *cast, Type *from, Type *to, Val val) {
    return ev_numeric(ev, from, to, val, cast->pos);
}

// The same value, but an enumeration's may be another type's number.
static Val noop_value(Ev *ev, Expr *cast, Type *from, Type *to, Val val) {
    bool number = val.kind == VK_INT && ty_is_discrete(to);
    return number ? ev_numeric(ev, from, to, val, cast->pos) : val;
}

static Val pointer_to_bool(Ev *ev, Expr *cast, Type *from, Type *to, Val val) {
    return ev_bool(to, val.kind == VK_PTR && !is_null(&val));
}

static Val member_pointer_to_bool(Ev *ev, Expr *cast, Type *from, Type *to, Val val) {
    return ev_bool(to, val.u.m != NULL);
}

static Val null_pointer(Ev *ev, Expr *cast, Type *from, Type *to, Val val) {
    return (Val){.kind = VK_PTR};
}

static Val null_member_pointer(Ev *ev, Expr *cast, Type *from, Type *to, Val val) {
    return (Val){.kind = VK_MEMPTR};
}

// Up or down the bases; a null pointer stays one.
static Val to_other_class(Ev *ev, Expr *cast, Type *from, Type *to, Val val) {
    Type *of = to->kind == TY_PTR ? ty_unqual(to->u.ptr.to) : to;
    if (val.kind != VK_PTR || of->kind != TY_CLASS) return no_conversion(ev, cast, from, to, val);
    return is_null(&val) ? val : ev_ptr(ev_to_class(ev, val.u.p, of->u.cls, cast->pos));
}

static Val pointer_to_int(Ev *ev, Expr *cast, Type *from, Type *to, Val val) {
    bool number = val.kind == VK_PTR && !val.u.p.o && !val.u.p.fn;
    if (!number) return no_conversion(ev, cast, from, to, val);
    return ev_int(apint_from_i64((uint32_t)ty_int_bits(to), val.u.p.raw));
}

static Val int_to_pointer(Ev *ev, Expr *cast, Type *from, Type *to, Val val) {
    bool zero = val.kind == VK_INT && apint_is_zero(&val.u.i);
    return zero ? (Val){.kind = VK_PTR} : no_conversion(ev, cast, from, to, val);
}

Val ev_convert(Ev *ev, Expr *cast, Type *from, Type *to, Val val) {
    static Conversion *const conversions[UINT8_MAX + 1] = {
        [CK_NOOP] = noop_value,
        [CK_USER] = same_value,
        [CK_INT] = numeric_value,
        [CK_TO_BOOL_INT] = numeric_value,
        [CK_TO_BOOL_FLOAT] = numeric_value,
        [CK_INT_TO_FLOAT] = numeric_value,
        [CK_FLOAT_TO_INT] = numeric_value,
        [CK_FLOAT] = numeric_value,
        [CK_TO_BOOL_PTR] = pointer_to_bool,
        [CK_TO_BOOL_MEMPTR] = member_pointer_to_bool,
        [CK_NULL_TO_PTR] = null_pointer,
        [CK_NULL_TO_MEMPTR] = null_member_pointer,
        [CK_BITCAST] = same_value,
        [CK_MEMPTR_CONV] = same_value,
        [CK_DERIVED_TO_BASE] = to_other_class,
        [CK_BASE_TO_DERIVED] = to_other_class,
        [CK_PTR_TO_INT] = pointer_to_int,
        [CK_INT_TO_PTR] = int_to_pointer,
    };
    Conversion *convert = conversions[cast->op];
    if (!convert) convert = no_conversion;
    return convert(ev, cast, from, ty_unqual(to), val);
}
