// SPDX-License-Identifier: Apache-2.0
// constant/expr.c: prvalues of scalar type, void expressions, and the initialisation of objects by
// prvalues of class and array type.
#include "cxx/constant/eval_int.h"

bool ev_cond(Ev *ev, Expr *expr) {
    Val v = ev_scalar(ev, expr);
    return v.kind == VK_INT && !apint_is_zero(&v.u.i);
}

// ---- scalars -----------------------------------------------------------------------------------

static Val unary(Ev *ev, Expr *expr) {
    Val val;
    Type *type = ty_unqual(expr->type);
    switch ((CxxOp)expr->op) {
    case OP_ADDR:
        if (type->kind == TY_MEMPTR) {
            Expr *a = expr->a;
            while (a->kind == E_CAST) a = a->a;
            return (Val){.kind = VK_MEMPTR, .u.m = a->u.decl};
        }
        return ev_ptr(ev_lvalue(ev, expr->a));
    case OP_POSTINC:
    case OP_POSTDEC: ev_incdec(ev, expr, &val); return val;
    default: break;
    }
    val = ev_scalar(ev, expr->a);
    switch ((CxxOp)expr->op) {
    case OP_PLUS: return val;
    case OP_NOT: return ev_bool(type, val.kind == VK_INT && apint_is_zero(&val.u.i));
    case OP_BITNOT:
        if (val.kind == VK_INT) return ev_int(apint_not(val.u.i));
        break;
    case OP_MINUS:
        if (val.kind == VK_FLOAT) {
            val.u.f = apf_neg(val.u.f);
            return val;
        }
        if (val.kind != VK_INT) break;
        if (!ty_is_unsigned(type) && apint_eq(val.u.i, apint_smin_value(val.u.i.width)))
            EV_FAIL(ev, expr->pos, const_overflow, NULL);
        return ev_int(apint_neg(val.u.i));
    default: break;
    }
    EV_FAIL(ev, expr->pos, const_unsupported, NULL);
}

// Of built-in operators; && and || evaluate their second operand only if it decides.
static Val binary(Ev *ev, Expr *expr) {
    Type *t = ty_unqual(expr->type);
    if (expr->op == OP_COMMA) {
        ev_discard(ev, expr->a);
        return ev_scalar(ev, expr->b);
    }
    if (expr->op == OP_LAND) return ev_bool(t, ev_cond(ev, expr->a) && ev_cond(ev, expr->b));
    if (expr->op == OP_LOR) return ev_bool(t, ev_cond(ev, expr->a) || ev_cond(ev, expr->b));
    Val a = ev_scalar(ev, expr->a);
    Val b = ev_scalar(ev, expr->b);
    return ev_arith(ev, (CxxOp)expr->op, t, expr->a->type, expr->b->type, a, b, expr->pos);
}

// Bytes of operator new get the type they are cast to [allocator.members].
static Ptr retype(Ev *ev, Ptr ptr, Type *to, Pos pos) {
    bool root = ptr.o && (ptr.o->flags & OF_ROOT);
    if (!root || !ptr.o->up.root->untyped || ptr.o->gen != ptr.gen) return ptr;
    Type *t = ty_unqual(to->u.ptr.to);
    uint64_t size, n = ptr.o->type->u.array.n;
    uint32_t align;
    if (t->kind == TY_VOID || !ty_size_align(ev->x, t, pos, &size, &align) || !size) return ptr;
    ptr.o->up.root->untyped = false;
    ev_reset(ev, ptr.o, OS_INDET);
    ptr.o->type = ty_array(ev->x, t, n / size);
    if (n < size) return ptr;
    return ev_at(ev_elem(ev, ptr.o, 0, pos));
}

// [expr.const]/5.14: no conversion from void * to a pointer to an object, but of what operator new
// gave, and in the library, which has its own ways.
static void check_from_void(Ev *ev, const Expr *expr, Ptr ptr) {
    const Type *from = expr->a->type, *to = expr->type->u.ptr.to;
    if (from->kind != TY_PTR || from->u.ptr.to->kind != TY_VOID || to->kind == TY_VOID) return;
    if (ptr.o && ev_root_of(ptr.o)->kind == RK_HEAP) return;
    for (const Scope *s = ev->f ? ev->f->fn->d.scope : NULL; s; s = s->parent) {
        if (ev->x->std_ns && s == ev->x->std_ns->inner) return;
    }
    EV_FAIL(ev, expr->pos, const_reinterpret, NULL);
}

// __builtin_bit_cast: by the bytes. To an object (`to`), or as a scalar's value.
static Val bit_cast(Ev *ev, Expr *expr, Obj *to) {
    uint64_t n;
    uint32_t align;
    if (!ty_size_align(ev->x, expr->type, expr->pos, &n, &align))
        EV_FAIL(ev, expr->pos, const_unsupported, NULL);
    Obj *from = ev_root(ev, ty_unqual(expr->a->type), RK_TEMP);
    if (expr->a->cat == VC_PRVALUE) {
        ev_into(ev, expr->a, from);
    } else {
        Ptr p = ev_lvalue(ev, expr->a);
        ev_check_live(ev, p, expr->pos);
        ev_copy(ev, from, p.o, expr->pos);
    }
    uint8_t *buf = arena_array(ev->arena, uint8_t, n + 16);
    uint8_t *known = arena_array(ev->arena, uint8_t, n + 16);
    ev_bytes(ev, from, buf, known, n, expr->pos);
    ev_release(ev, from);
    if (to) {
        ev_from_bytes(ev, to, buf, known, expr->pos);
        return (Val){0};
    }
    Obj *t = ev_root(ev, ty_unqual(expr->type), RK_TEMP);
    ev_from_bytes(ev, t, buf, known, expr->pos);
    Val v = ev_load(ev, ev_at(t), t->type, expr->pos);
    ev_release(ev, t);
    return v;
}

static Val cast(Ev *ev, Expr *expr) {
    switch ((CastKind)expr->op) {
    case CK_LVAL_TO_RVAL: return ev_load(ev, ev_lvalue(ev, expr->a), expr->a->type, expr->pos);
    case CK_ARRAY_TO_PTR: {
        Ptr p = ev_lvalue(ev, expr->a);
        ev_check_live(ev, p, expr->pos);
        if (p.o->state < OS_VAL) ev_expand(ev, p.o, expr->pos);
        if (!ev_count(p.o)) {
            p.past = true;
            return ev_ptr(p);
        }
        return ev_ptr(ev_at(ev_elem(ev, p.o, 0, expr->pos)));
    }
    case CK_FUNC_TO_PTR: return ev_ptr(ev_lvalue(ev, expr->a));
    case CK_VOID: ev_discard(ev, expr->a); return (Val){0};
    case CK_VALUE_BITCAST: return bit_cast(ev, expr, NULL);
    case CK_NULL_TO_PTR:
    case CK_NULL_TO_MEMPTR:
        ev_discard(ev, expr->a);
        return expr->op == CK_NULL_TO_PTR ? (Val){.kind = VK_PTR} : (Val){.kind = VK_MEMPTR};
    case CK_BITCAST: {
        Val v = ev_scalar(ev, expr->a);
        if (v.kind == VK_PTR && expr->type->kind == TY_PTR) {
            check_from_void(ev, expr, v.u.p);
            v.u.p = retype(ev, v.u.p, expr->type, expr->pos);
        }
        return v;
    }
    default: {
        if (expr->a->cat != VC_PRVALUE) EV_FAIL(ev, expr->pos, const_unsupported, NULL);
        Val v = ev_scalar(ev, expr->a);
        return ev_convert(ev, expr, expr->a->type, expr->type, v);
    }
    }
}

// GNU: a statement expression has the value of its last expression, given to `to` if it is no
// scalar.
static Val stmt_expr(Ev *ev, Expr *expr, Obj *to) {
    Stmt *stmt = expr->u.stmt;
    uint32_t mark = ev->locals.n;
    Val val = {0};
    for (uint32_t i = 0; i < stmt->u.list.n; i++) {
        Stmt *k = stmt->u.list.at[i];
        if (i + 1 == stmt->u.list.n && k->kind == S_EXPR && expr->type->kind != TY_VOID) {
            if (to)
                ev_into(ev, k->e, to);
            else
                val = ev_scalar(ev, k->e);
        } else if (ev_stmt(ev, k) != FLOW_NEXT) {
            EV_FAIL(ev, expr->pos, const_unsupported, NULL);
        }
    }
    ev_scope_end(ev, mark, expr->pos);
    return val;
}

static bool is_true(const Val *val) {
    if (val->kind == VK_INT) return !apint_is_zero(&val->u.i);
    if (val->kind == VK_FLOAT) return !apf_is_zero(val->u.f);
    return val->u.p.o || val->u.p.fn;
}

// The value of a prvalue of scalar type.
static Val scalar_kind(Ev *ev, Expr *expr) {
    Val val;
    switch ((ExprKind)expr->kind) {
    case E_INT: return ev_int(expr->u.i);
    case E_FLOAT: return (Val){.kind = VK_FLOAT, .u.f = expr->u.f};
    case E_NULLPTR: return (Val){.kind = VK_PTR};
    case E_CONST: return ev_from_const(ev, expr->u.val, expr->pos);
    case E_ZERO: return ev_zero(ev, ty_unqual(expr->type));
    case E_THIS:
        if (!ev->f || (!ev->f->self.o && !ev->f->self.fn)) EV_FAIL(ev, expr->pos, const_this, NULL);
        return ev_ptr(ev->f->self);
    case E_UNARY: return unary(ev, expr);
    case E_BINARY: return binary(ev, expr);
    case E_CAST: return cast(ev, expr);
    case E_ASSIGN: return ev_load(ev, ev_assign(ev, expr), expr->a->type, expr->pos);
    case E_COND: {
        if (!expr->b) { // c ?: b
            val = ev_scalar(ev, expr->a);
            return is_true(&val) ? val : ev_scalar(ev, expr->c);
        }
        return ev_scalar(ev, ev_cond(ev, expr->a) ? expr->b : expr->c);
    }
    case E_CLEANUPS: {
        uint32_t mark = ev_temps_begin(ev);
        val = ev_scalar(ev, expr->a);
        ev_temps_end(ev, mark, expr->pos);
        return val;
    }
    case E_OPAQUE: return ev_scalar(ev, expr->a);
    case E_CALL:
    case E_MEMPTR_CALL: return ev_call_expr(ev, expr, NULL);
    case E_BUILTIN:
        if (ev_builtin(ev, (FuncDecl *)expr->u.decl, expr, &val, NULL)) return val;
        EV_FAIL(ev, expr->pos, const_call, expr->u.decl);
    case E_STMT: return stmt_expr(ev, expr, NULL);
    case E_NEW: return ev_new(ev, expr);
    case E_DELETE: ev_delete(ev, expr); return (Val){0};
    case E_PSEUDO_DTOR: ev_discard(ev, expr->a); return (Val){0};
    case E_DYNAMIC_CAST: return ev_ptr(ev_dynamic_cast(ev, expr));
    case E_THROW: EV_FAIL(ev, expr->pos, const_throw, NULL);
    case E_INIT_LIST: // T{x} of a scalar
        if (expr->n == 1) return ev_scalar(ev, expr->arg[0]);
        if (!expr->n) return ev_zero(ev, ty_unqual(expr->type));
        break;
    case E_ERROR: ev->silent = true; break;
    default: break;
    }
    EV_FAIL(ev, expr->pos, const_unsupported, NULL);
}

Val ev_scalar(Ev *ev, Expr *expr) {
    ev_enter(ev, expr->pos);
    ev_step(ev, expr->pos);
    Val val;
    if (expr->flags & (EF_TYPE_DEP | EF_VALUE_DEP)) {
        ev->silent = true;
        EV_FAIL(ev, expr->pos, const_unsupported, NULL);
    }
    if (expr->cat != VC_PRVALUE)
        val = ev_load(ev, ev_lvalue(ev, expr), expr->type, expr->pos);
    else
        val = scalar_kind(ev, expr);
    ev->depth--;
    return val;
}

// Evaluates for the effects; a glvalue is not read.
void ev_discard(Ev *ev, Expr *expr) {
    if (expr->cat != VC_PRVALUE || ev_is_agg(expr->type))
        ev_lvalue(ev, expr);
    else
        ev_scalar(ev, expr);
}

// ---- objects -----------------------------------------------------------------------------------

// An array by its list: the elements that are written, then the filler for the others.
static void init_array(Ev *ev, Expr *expr, Obj *obj) {
    Expr *fill = expr->u.init ? expr->u.init->filler : NULL;
    bool zero = !fill || fill->kind == E_ZERO;
    // elements that a default constructor makes keep the zeros of value-initialisation
    bool zeroed = !expr->n && obj->state == OS_ZERO;
    if (!zeroed) ev_reset(ev, obj, zero ? OS_ZERO : OS_INDET);
    ev_expand(ev, obj, expr->pos);
    uint64_t n = ev_count(obj);
    for (uint64_t i = 0; i < expr->n && i < n; i++)
        ev_into(ev, expr->arg[i], ev_elem(ev, obj, i, expr->pos));
    if (zero) return;
    for (uint64_t i = expr->n; i < n; i++) {
        ev_step(ev, expr->pos);
        ev_into(ev, fill, ev_elem(ev, obj, i, expr->pos));
    }
}

// A class or union by an aggregate's list: bases and members in order; of a union one member.
static void init_class(Ev *ev, Expr *expr, Obj *obj) {
    ClassDecl *cls = ev_class(obj);
    if (cls && cls->tag == CT_UNION && !expr->n) {
        ev_reset(ev, obj, OS_ZERO);
        return;
    }
    ev_reset(ev, obj, OS_INDET);
    ev_expand(ev, obj, expr->pos);
    EvFrame frame = {.outer = ev->f, .fn = ev->f ? ev->f->fn : NULL, .self = ev_at(obj)};
    for (uint32_t i = 0; i < expr->n; i++) {
        FieldDecl *field_decl = expr->u.init && expr->u.init->field ? expr->u.init->field[i] : NULL;
        BaseSpec *base_spec = expr->u.init && expr->u.init->base ? expr->u.init->base[i] : NULL;
        if (field_decl) {
            Obj *s = ev_field(ev, obj, field_decl, expr->pos);
            if (obj->state == OS_UNION) ev_activate(ev, obj, field_decl);
            if (s->type->kind == TY_ARRAY_INC && s->state < OS_VAL) s->type = expr->arg[i]->type;
            // default member initialisers see the object as `this`
            bool nsdmi = field_decl->init && field_decl->init == expr->arg[i];
            if (nsdmi) {
                frame.base = ev->slots.n;
                ev->f = &frame;
            }
            ev_into(ev, expr->arg[i], s);
            if (nsdmi) ev->f = frame.outer;
        } else if (base_spec) {
            ev_into(ev, expr->arg[i],
                    ev_base(ev, obj, (uint32_t)(base_spec - cls->members.base), expr->pos));
        }
    }
}

// Each element by the initialiser, in which the element to be copied is ev->elem.
static void array_copy(Ev *ev, Obj *to, Obj *from, Expr *init, Pos pos) {
    if (to->state < OS_VAL) ev_expand(ev, to, pos);
    if (from->state < OS_VAL) ev_expand(ev, from, pos);
    uint64_t n = CU_MIN(ev_count(to), ev_count(from));
    Obj *old = ev->elem;
    for (uint64_t i = 0; i < n; i++) {
        Obj *t = ev_elem(ev, to, i, pos), *f = ev_elem(ev, from, i, pos);
        if (ty_is_array(t->type) && !ty_is_array(init->type)) {
            array_copy(ev, t, f, init, pos);
        } else {
            ev->elem = f;
            ev_into(ev, init, t);
        }
    }
    ev->elem = old;
}

// By the constructor, of an array each element.
static void construct_all(Ev *ev, Expr *expr, Obj *obj) {
    if (!ty_is_array(obj->type)) {
        ev_construct(ev, (FuncDecl *)expr->u.decl, expr->arg, expr->n, obj, expr->pos);
        return;
    }
    if (obj->state < OS_VAL) ev_expand(ev, obj, expr->pos);
    for (uint64_t i = 0; i < ev_count(obj); i++)
        construct_all(ev, expr, ev_elem(ev, obj, i, expr->pos));
}

// A copy of the object that the expression names.
static void copy_from(Ev *ev, Expr *expr, Obj *obj) {
    Ptr p = ev_lvalue(ev, expr);
    ev_check_live(ev, p, expr->pos);
    if (!p.o) EV_FAIL(ev, expr->pos, const_run_time, NULL);
    if (ev_class(obj) && ev_class(p.o) != ev_class(obj))
        EV_FAIL(ev, expr->pos, const_wrong_type, p.o->type);
    ev_copy(ev, obj, p.o, expr->pos);
}

// Initialises an object of class, array or vector type by a prvalue: in place, without a temporary.
static void object_kind(Ev *ev, Expr *expr, Obj *obj) {
    switch ((ExprKind)expr->kind) {
    case E_CONSTRUCT: construct_all(ev, expr, obj); return;
    case E_INIT_LIST:
        if (obj->type->kind == TY_CLASS)
            init_class(ev, expr, obj);
        else
            init_array(ev, expr, obj);
        return;
    case E_VECTOR_INIT:
        ev_reset(ev, obj, OS_ZERO);
        ev_expand(ev, obj, expr->pos);
        for (uint32_t i = 0; i < expr->n; i++)
            ev_into(ev, expr->arg[i], ev_elem(ev, obj, i, expr->pos));
        return;
    case E_ZERO: ev_reset(ev, obj, OS_ZERO); return;
    case E_ZERO_CONSTRUCT:
        ev_reset(ev, obj, OS_ZERO);
        ev_into(ev, expr->a, obj);
        return;
    case E_STRING: ev_set_string(ev, obj, expr); return;
    case E_CONST:
        ev_reset(ev, obj, OS_CONST);
        obj->u.cv = expr->u.val;
        return;
    case E_COND:
        if (!expr->b || expr->a->type->kind == TY_VECTOR) break;
        ev_into(ev, ev_cond(ev, expr->a) ? expr->b : expr->c, obj);
        return;
    case E_CLEANUPS: {
        uint32_t mark = ev_temps_begin(ev);
        ev_into(ev, expr->a, obj);
        ev_temps_end(ev, mark, expr->pos);
        return;
    }
    case E_OPAQUE: ev_into(ev, expr->a, obj); return;
    case E_BINARY:
        if (expr->op != OP_COMMA) break;
        ev_discard(ev, expr->a);
        ev_into(ev, expr->b, obj);
        return;
    case E_CAST:
        if (expr->op == CK_VALUE_BITCAST) {
            bit_cast(ev, expr, obj);
            return;
        }
        if (is_any_of(expr->op, CK_LVAL_TO_RVAL, CK_NOOP, CK_USER)) {
            ev_into(ev, expr->a, obj);
            return;
        }
        break;
    case E_ARRAY_COPY: {
        Ptr p = ev_lvalue(ev, expr->a);
        ev_check_live(ev, p, expr->pos);
        array_copy(ev, obj, p.o, expr->b, expr->pos);
        return;
    }
    case E_CALL:
    case E_MEMPTR_CALL: ev_call_expr(ev, expr, obj); return;
    case E_STMT: stmt_expr(ev, expr, obj); return;
    case E_ERROR: ev->silent = true; break;
    default: break;
    }
    EV_FAIL(ev, expr->pos, const_unsupported, NULL);
}

void ev_into(Ev *ev, Expr *expr, Obj *obj) {
    ev_enter(ev, expr->pos);
    ev_step(ev, expr->pos);
    if (expr->flags & (EF_TYPE_DEP | EF_VALUE_DEP)) {
        ev->silent = true;
        EV_FAIL(ev, expr->pos, const_unsupported, NULL);
    }
    ev_activate_path(ev, obj);
    if (ty_is_ref(obj->type)) {
        ev_init_val(ev, obj, ev_ptr(ev_lvalue(ev, expr)));
    } else if (!ev_is_agg(obj->type)) {
        Val v = ev_scalar(ev, expr);
        ev_init_val(ev, obj, v);
    } else if (expr->cat != VC_PRVALUE && expr->kind != E_STRING) {
        copy_from(ev, expr, obj);
    } else {
        object_kind(ev, expr, obj);
    }
    ev->depth--;
}
