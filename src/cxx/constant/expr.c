// SPDX-License-Identifier: Apache-2.0
// constant/expr.c: prvalues of scalar type, void expressions, and the initialisation of objects by
// prvalues of class and array type.
#include "cxx/constant/eval_int.h"

bool ev_cond(Ev *ev, Expr *condition) {
    Val v = ev_scalar(ev, condition);
    return v.kind == VK_INT && !apint_is_zero(&v.u.i);
}

// ---- scalars -----------------------------------------------------------------------------------

static Val unary(Ev *ev, Expr *operation) {
    Val val;
    Type *type = ty_unqual(operation->type);
    switch ((CxxOp)operation->op) {
    case OP_ADDR:
        if (type->kind == TY_MEMPTR) {
            Expr *a = operation->a;
            while (a->kind == E_CAST) a = a->a;
            return (Val){.kind = VK_MEMPTR, .u.m = a->u.decl};
        }
        return ev_ptr(ev_lvalue(ev, operation->a));
    case OP_POSTINC:
    case OP_POSTDEC: ev_incdec(ev, operation, &val); return val;
    default: break;
    }
    val = ev_scalar(ev, operation->a);
    switch ((CxxOp)operation->op) {
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
            EV_FAIL(ev, operation->pos, const_overflow, NULL);
        return ev_int(apint_neg(val.u.i));
    default: break;
    }
    EV_FAIL(ev, operation->pos, const_unsupported, NULL);
}

// Of built-in operators; && and || evaluate their second operand only if it decides.
static Val binary(Ev *ev, Expr *operation) {
    Type *t = ty_unqual(operation->type);
    if (operation->op == OP_COMMA) {
        ev_discard(ev, operation->a);
        return ev_scalar(ev, operation->b);
    }
    if (operation->op == OP_LAND)
        return ev_bool(t, ev_cond(ev, operation->a) && ev_cond(ev, operation->b));
    if (operation->op == OP_LOR)
        return ev_bool(t, ev_cond(ev, operation->a) || ev_cond(ev, operation->b));
    Val a = ev_scalar(ev, operation->a);
    Val b = ev_scalar(ev, operation->b);
    return ev_arith(ev, (CxxOp)operation->op, t, operation->a->type, operation->b->type, a, b,
                    operation->pos);
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
static void check_from_void(Ev *ev, const Expr *conversion, Ptr ptr) {
    const Type *from = conversion->a->type, *to = conversion->type->u.ptr.to;
    if (from->kind != TY_PTR || from->u.ptr.to->kind != TY_VOID || to->kind == TY_VOID) return;
    if (ptr.o && ev_root_of(ptr.o)->kind == RK_HEAP) return;
    for (const Scope *s = ev->f ? ev->f->fn->d.scope : NULL; s; s = s->parent) {
        if (ev->x->std_ns && s == ev->x->std_ns->inner) return;
    }
    EV_FAIL(ev, conversion->pos, const_reinterpret, NULL);
}

// __builtin_bit_cast: by the bytes. To an object (`to`), or as a scalar's value.
static Val bit_cast(Ev *ev, Expr *conversion, Obj *to) {
    uint64_t n;
    uint32_t align;
    if (!ty_size_align(ev->x, conversion->type, conversion->pos, &n, &align))
        EV_FAIL(ev, conversion->pos, const_unsupported, NULL);
    Obj *from = ev_root(ev, ty_unqual(conversion->a->type), RK_TEMP);
    if (conversion->a->cat == VC_PRVALUE) {
        ev_into(ev, conversion->a, from);
    } else {
        Ptr p = ev_lvalue(ev, conversion->a);
        ev_check_live(ev, p, conversion->pos);
        ev_copy(ev, from, p.o, conversion->pos);
    }
    uint8_t *buf = arena_array(ev->arena, uint8_t, n + 16);
    uint8_t *known = arena_array(ev->arena, uint8_t, n + 16);
    ev_bytes(ev, from, buf, known, n, conversion->pos);
    ev_release(ev, from);
    if (to) {
        ev_from_bytes(ev, to, buf, known, conversion->pos);
        return (Val){0};
    }
    Obj *t = ev_root(ev, ty_unqual(conversion->type), RK_TEMP);
    ev_from_bytes(ev, t, buf, known, conversion->pos);
    Val v = ev_load(ev, ev_at(t), t->type, conversion->pos);
    ev_release(ev, t);
    return v;
}

static Val cast(Ev *ev, Expr *conversion) {
    switch ((CastKind)conversion->op) {
    case CK_LVAL_TO_RVAL:
        return ev_load(ev, ev_lvalue(ev, conversion->a), conversion->a->type, conversion->pos);
    case CK_ARRAY_TO_PTR: {
        Ptr p = ev_lvalue(ev, conversion->a);
        ev_check_live(ev, p, conversion->pos);
        if (p.o->state < OS_VAL) ev_expand(ev, p.o, conversion->pos);
        if (!ev_count(p.o)) {
            p.past = true;
            return ev_ptr(p);
        }
        return ev_ptr(ev_at(ev_elem(ev, p.o, 0, conversion->pos)));
    }
    case CK_FUNC_TO_PTR: return ev_ptr(ev_lvalue(ev, conversion->a));
    case CK_VOID: ev_discard(ev, conversion->a); return (Val){0};
    case CK_VALUE_BITCAST: return bit_cast(ev, conversion, NULL);
    case CK_NULL_TO_PTR:
    case CK_NULL_TO_MEMPTR:
        ev_discard(ev, conversion->a);
        return conversion->op == CK_NULL_TO_PTR ? (Val){.kind = VK_PTR} : (Val){.kind = VK_MEMPTR};
    case CK_BITCAST: {
        Val v = ev_scalar(ev, conversion->a);
        if (v.kind == VK_PTR && conversion->type->kind == TY_PTR) {
            check_from_void(ev, conversion, v.u.p);
            v.u.p = retype(ev, v.u.p, conversion->type, conversion->pos);
        }
        return v;
    }
    default: {
        if (conversion->a->cat != VC_PRVALUE) EV_FAIL(ev, conversion->pos, const_unsupported, NULL);
        Val v = ev_scalar(ev, conversion->a);
        return ev_convert(ev, conversion, conversion->a->type, conversion->type, v);
    }
    }
}

// GNU: a statement expression has the value of its last expression, given to `to` if it is no
// scalar.
static Val stmt_expr(Ev *ev, Expr *block, Obj *to) {
    Stmt *stmt = block->u.stmt;
    uint32_t mark = ev->locals.n;
    Val val = {0};
    for (uint32_t i = 0; i < stmt->u.list.n; i++) {
        Stmt *k = stmt->u.list.at[i];
        if (i + 1 == stmt->u.list.n && k->kind == S_EXPR && block->type->kind != TY_VOID) {
            if (to)
                ev_into(ev, k->e, to);
            else
                val = ev_scalar(ev, k->e);
        } else if (ev_stmt(ev, k) != FLOW_NEXT) {
            EV_FAIL(ev, block->pos, const_unsupported, NULL);
        }
    }
    ev_scope_end(ev, mark, block->pos);
    return val;
}

static bool is_true(const Val *val) {
    if (val->kind == VK_INT) return !apint_is_zero(&val->u.i);
    if (val->kind == VK_FLOAT) return !apf_is_zero(val->u.f);
    return val->u.p.o || val->u.p.fn;
}

// ---- scalars -----------------------------------------------------------------------------------

static Val int_value(Ev *ev, Expr *literal) {
    return ev_int(literal->u.i);
}

static Val float_value(Ev *ev, Expr *literal) {
    return (Val){.kind = VK_FLOAT, .u.f = literal->u.f};
}

static Val null_value(Ev *ev, Expr *literal) {
    return (Val){.kind = VK_PTR};
}

static Val const_value(Ev *ev, Expr *constant) {
    return ev_from_const(ev, constant->u.val, constant->pos);
}

static Val zero_value(Ev *ev, Expr *zero) {
    return ev_zero(ev, ty_unqual(zero->type));
}

static Val this_value(Ev *ev, Expr *this_) {
    if (!ev->f || (!ev->f->self.o && !ev->f->self.fn)) EV_FAIL(ev, this_->pos, const_this, NULL);
    return ev_ptr(ev->f->self);
}

static Val assigned_value(Ev *ev, Expr *assignment) {
    return ev_load(ev, ev_assign(ev, assignment), assignment->a->type, assignment->pos);
}

static Val chosen_value(Ev *ev, Expr *choice) {
    if (choice->b) return ev_scalar(ev, ev_cond(ev, choice->a) ? choice->b : choice->c);
    Val val = ev_scalar(ev, choice->a); // c ?: b
    return is_true(&val) ? val : ev_scalar(ev, choice->c);
}

static Val value_with_cleanups(Ev *ev, Expr *full) {
    uint32_t mark = ev_temps_begin(ev);
    Val val = ev_scalar(ev, full->a);
    ev_temps_end(ev, mark, full->pos);
    return val;
}

static Val operand_value(Ev *ev, Expr *wrapped) {
    return ev_scalar(ev, wrapped->a);
}

static Val call_value(Ev *ev, Expr *call) {
    return ev_call_expr(ev, call, NULL);
}

static Val builtin_value(Ev *ev, Expr *call) {
    Val val;
    if (!ev_builtin(ev, (FuncDecl *)call->u.decl, call, &val, NULL))
        EV_FAIL(ev, call->pos, const_call, call->u.decl);
    return val;
}

static Val block_value(Ev *ev, Expr *block) {
    return stmt_expr(ev, block, NULL);
}

static Val delete_value(Ev *ev, Expr *deletion) {
    ev_delete(ev, deletion);
    return (Val){0};
}

static Val discarded_value(Ev *ev, Expr *destruction) {
    ev_discard(ev, destruction->a);
    return (Val){0};
}

static Val dynamic_cast_value(Ev *ev, Expr *conversion) {
    return ev_ptr(ev_dynamic_cast(ev, conversion));
}

static Val thrown_value(Ev *ev, Expr *thrown) {
    EV_FAIL(ev, thrown->pos, const_throw, NULL);
}

static Val no_value(Ev *ev, Expr *unknown) {
    EV_FAIL(ev, unknown->pos, const_unsupported, NULL);
}

// T{x} of a scalar.
static Val list_value(Ev *ev, Expr *list) {
    if (list->n > 1) return no_value(ev, list);
    return list->n ? ev_scalar(ev, list->arg[0]) : ev_zero(ev, ty_unqual(list->type));
}

static Val lost_value(Ev *ev, Expr *lost) {
    ev->silent = true;
    return no_value(ev, lost);
}

// The value of a prvalue of scalar type.
static Val scalar_kind(Ev *ev, Expr *evaluated) {
    typedef Val Evaluate(Ev *, Expr *);
    static Evaluate *const by_kind[UINT8_MAX + 1] = {
        [E_INT] = int_value,
        [E_FLOAT] = float_value,
        [E_NULLPTR] = null_value,
        [E_CONST] = const_value,
        [E_ZERO] = zero_value,
        [E_THIS] = this_value,
        [E_UNARY] = unary,
        [E_BINARY] = binary,
        [E_CAST] = cast,
        [E_ASSIGN] = assigned_value,
        [E_COND] = chosen_value,
        [E_CLEANUPS] = value_with_cleanups,
        [E_OPAQUE] = operand_value,
        [E_CALL] = call_value,
        [E_MEMPTR_CALL] = call_value,
        [E_BUILTIN] = builtin_value,
        [E_STMT] = block_value,
        [E_NEW] = ev_new,
        [E_DELETE] = delete_value,
        [E_PSEUDO_DTOR] = discarded_value,
        [E_DYNAMIC_CAST] = dynamic_cast_value,
        [E_THROW] = thrown_value,
        [E_INIT_LIST] = list_value,
        [E_ERROR] = lost_value,
    };
    Evaluate *evaluate = by_kind[evaluated->kind];
    return evaluate ? evaluate(ev, evaluated) : no_value(ev, evaluated);
}

Val ev_scalar(Ev *ev, Expr *evaluated) {
    ev_enter(ev, evaluated->pos);
    ev_step(ev, evaluated->pos);
    Val val;
    if (evaluated->flags & (EF_TYPE_DEP | EF_VALUE_DEP)) {
        ev->silent = true;
        EV_FAIL(ev, evaluated->pos, const_unsupported, NULL);
    }
    if (evaluated->cat != VC_PRVALUE)
        val = ev_load(ev, ev_lvalue(ev, evaluated), evaluated->type, evaluated->pos);
    else
        val = scalar_kind(ev, evaluated);
    ev->depth--;
    return val;
}

// Evaluates for the effects; a glvalue is not read.
void ev_discard(Ev *ev, Expr *discarded) {
    if (discarded->cat != VC_PRVALUE || ev_is_agg(discarded->type))
        ev_lvalue(ev, discarded);
    else
        ev_scalar(ev, discarded);
}

// ---- objects -----------------------------------------------------------------------------------

// An array by its list: the elements that are written, then the filler for the others.
static void init_array(Ev *ev, Expr *list, Obj *target) {
    Expr *fill = list->u.init ? list->u.init->filler : NULL;
    bool zero = !fill || fill->kind == E_ZERO;
    // elements that a default constructor makes keep the zeros of value-initialisation
    bool zeroed = !list->n && target->state == OS_ZERO;
    if (!zeroed) ev_reset(ev, target, zero ? OS_ZERO : OS_INDET);
    ev_expand(ev, target, list->pos);
    uint64_t n = ev_count(target);
    for (uint64_t i = 0; i < list->n && i < n; i++)
        ev_into(ev, list->arg[i], ev_elem(ev, target, i, list->pos));
    if (zero) return;
    for (uint64_t i = list->n; i < n; i++) {
        ev_step(ev, list->pos);
        ev_into(ev, fill, ev_elem(ev, target, i, list->pos));
    }
}

// A class or union by an aggregate's list: bases and members in order; of a union one member.
static void init_class(Ev *ev, Expr *list, Obj *target) {
    ClassDecl *cls = ev_class(target);
    if (cls && cls->tag == CT_UNION && !list->n) {
        ev_reset(ev, target, OS_ZERO);
        return;
    }
    ev_reset(ev, target, OS_INDET);
    ev_expand(ev, target, list->pos);
    EvFrame frame = {.outer = ev->f, .fn = ev->f ? ev->f->fn : NULL, .self = ev_at(target)};
    for (uint32_t i = 0; i < list->n; i++) {
        FieldDecl *field_decl = list->u.init && list->u.init->field ? list->u.init->field[i] : NULL;
        BaseSpec *base_spec = list->u.init && list->u.init->base ? list->u.init->base[i] : NULL;
        if (field_decl) {
            Obj *s = ev_field(ev, target, field_decl, list->pos);
            if (target->state == OS_UNION) ev_activate(ev, target, field_decl);
            if (s->type->kind == TY_ARRAY_INC && s->state < OS_VAL) s->type = list->arg[i]->type;
            // default member initialisers see the object as `this`
            bool nsdmi = field_decl->init && field_decl->init == list->arg[i];
            if (nsdmi) {
                frame.base = ev->slots.n;
                ev->f = &frame;
            }
            ev_into(ev, list->arg[i], s);
            if (nsdmi) ev->f = frame.outer;
        } else if (base_spec) {
            ev_into(ev, list->arg[i],
                    ev_base(ev, target, (uint32_t)(base_spec - cls->members.base), list->pos));
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
static void construct_all(Ev *ev, Expr *construction, Obj *target) {
    if (!ty_is_array(target->type)) {
        ev_construct(ev, (FuncDecl *)construction->u.decl, construction->arg, construction->n,
                     target, construction->pos);
        return;
    }
    if (target->state < OS_VAL) ev_expand(ev, target, construction->pos);
    for (uint64_t i = 0; i < ev_count(target); i++)
        construct_all(ev, construction, ev_elem(ev, target, i, construction->pos));
}

// A copy of the object that the expression names.
static void copy_from(Ev *ev, Expr *source, Obj *target) {
    Ptr p = ev_lvalue(ev, source);
    ev_check_live(ev, p, source->pos);
    if (!p.o) EV_FAIL(ev, source->pos, const_run_time, NULL);
    if (ev_class(target) && ev_class(p.o) != ev_class(target))
        EV_FAIL(ev, source->pos, const_wrong_type, p.o->type);
    ev_copy(ev, target, p.o, source->pos);
}

static void no_object(Ev *ev, Expr *init, Obj *target) {
    EV_FAIL(ev, init->pos, const_unsupported, NULL);
}

static void list_object(Ev *ev, Expr *init, Obj *target) {
    if (target->type->kind == TY_CLASS)
        init_class(ev, init, target);
    else
        init_array(ev, init, target);
}

static void vector_object(Ev *ev, Expr *init, Obj *target) {
    ev_reset(ev, target, OS_ZERO);
    ev_expand(ev, target, init->pos);
    for (uint32_t i = 0; i < init->n; i++)
        ev_into(ev, init->arg[i], ev_elem(ev, target, i, init->pos));
}

static void zero_object(Ev *ev, Expr *init, Obj *target) {
    ev_reset(ev, target, OS_ZERO);
}

// Zeros first, then what the constructor makes of them.
static void zero_then_construct(Ev *ev, Expr *init, Obj *target) {
    ev_reset(ev, target, OS_ZERO);
    ev_into(ev, init->a, target);
}

static void string_object(Ev *ev, Expr *init, Obj *target) {
    ev_set_string(ev, target, init);
}

static void const_object(Ev *ev, Expr *init, Obj *target) {
    ev_reset(ev, target, OS_CONST);
    target->u.cv = init->u.val;
}

static void chosen_object(Ev *ev, Expr *init, Obj *target) {
    if (!init->b || init->a->type->kind == TY_VECTOR) no_object(ev, init, target);
    ev_into(ev, ev_cond(ev, init->a) ? init->b : init->c, target);
}

static void object_with_cleanups(Ev *ev, Expr *init, Obj *target) {
    uint32_t mark = ev_temps_begin(ev);
    ev_into(ev, init->a, target);
    ev_temps_end(ev, mark, init->pos);
}

static void operand_object(Ev *ev, Expr *init, Obj *target) {
    ev_into(ev, init->a, target);
}

static void comma_object(Ev *ev, Expr *init, Obj *target) {
    if (init->op != OP_COMMA) no_object(ev, init, target);
    ev_discard(ev, init->a);
    ev_into(ev, init->b, target);
}

static void cast_object(Ev *ev, Expr *init, Obj *target) {
    if (init->op == CK_VALUE_BITCAST)
        bit_cast(ev, init, target);
    else if (is_any_of(init->op, CK_LVAL_TO_RVAL, CK_NOOP, CK_USER))
        ev_into(ev, init->a, target);
    else
        no_object(ev, init, target);
}

static void copied_array(Ev *ev, Expr *init, Obj *target) {
    Ptr p = ev_lvalue(ev, init->a);
    ev_check_live(ev, p, init->pos);
    array_copy(ev, target, p.o, init->b, init->pos);
}

static void call_object(Ev *ev, Expr *init, Obj *target) {
    ev_call_expr(ev, init, target);
}

static void block_object(Ev *ev, Expr *init, Obj *target) {
    stmt_expr(ev, init, target);
}

static void lost_object(Ev *ev, Expr *init, Obj *target) {
    ev->silent = true;
    no_object(ev, init, target);
}

// Initialises an object of class, array or vector type by a prvalue: in place, without a temporary.
static void object_kind(Ev *ev, Expr *init, Obj *target) {
    typedef void Initialise(Ev *, Expr *, Obj *);
    static Initialise *const by_kind[UINT8_MAX + 1] = {
        [E_CONSTRUCT] = construct_all,
        [E_INIT_LIST] = list_object,
        [E_VECTOR_INIT] = vector_object,
        [E_ZERO] = zero_object,
        [E_ZERO_CONSTRUCT] = zero_then_construct,
        [E_STRING] = string_object,
        [E_CONST] = const_object,
        [E_COND] = chosen_object,
        [E_CLEANUPS] = object_with_cleanups,
        [E_OPAQUE] = operand_object,
        [E_BINARY] = comma_object,
        [E_CAST] = cast_object,
        [E_ARRAY_COPY] = copied_array,
        [E_CALL] = call_object,
        [E_MEMPTR_CALL] = call_object,
        [E_STMT] = block_object,
        [E_ERROR] = lost_object,
    };
    Initialise *initialise = by_kind[init->kind];
    if (!initialise) initialise = no_object;
    initialise(ev, init, target);
}

void ev_into(Ev *ev, Expr *init, Obj *target) {
    ev_enter(ev, init->pos);
    ev_step(ev, init->pos);
    if (init->flags & (EF_TYPE_DEP | EF_VALUE_DEP)) {
        ev->silent = true;
        EV_FAIL(ev, init->pos, const_unsupported, NULL);
    }
    ev_activate_path(ev, target);
    if (ty_is_ref(target->type)) {
        ev_init_val(ev, target, ev_ptr(ev_lvalue(ev, init)));
    } else if (!ev_is_agg(target->type)) {
        Val v = ev_scalar(ev, init);
        ev_init_val(ev, target, v);
    } else if (init->cat != VC_PRVALUE && init->kind != E_STRING) {
        copy_from(ev, init, target);
    } else {
        object_kind(ev, init, target);
    }
    ev->depth--;
}
