// SPDX-License-Identifier: Apache-2.0
// convert/trait.c: type traits of the compiler [meta.unary], [meta.rel] over trait.def. The
// questions "would this initialisation be well-formed" are answered by doing it, unevaluated, under
// a trap, with expressions of the operand types (E_OPAQUE) as declval does, outside of any class.
#include "cxx/facts/diag.h"
#include "cxx/facts/state.h"
#include "cxx/lookup/lookup.h"
#include "cxx/constant/constant.h"
#include "cxx/convert/convert.h"

// A question: the operands of one trait, where it stands.
typedef struct Q {
    Parse *p;
    Cxx *x;
    Type **t;
    uint32_t n;
    Pos pos;
} Q;

// The class, completed with its layout and special members; NULL: no class, or incomplete, which is
// said.
static ClassDecl *class_of(Q *q, Type *type) {
    type = ty_unqual(type);
    if (type->kind != TY_CLASS || !ty_complete(q->x, type, q->pos, true)) return NULL;
    ClassDecl *c = type->u.cls;
    cxx_class_layout(q->x, c, q->pos);
    cxx_class_specials(q->x, c);
    return c;
}

static bool scalar(Type *type) {
    type = ty_unqual(type);
    return ty_is_scalar(type) || type->kind == TY_ENUM;
}

// ---- kinds of types ----------------------------------------------------------------------------

#define KIND_TRAIT(name, cond)                                                                     \
    static bool t_##name(Q *q) {                                                                   \
        Type *t = q->t[0], *u = ty_unqual(t);                                                      \
        (void)u;                                                                                   \
        return cond;                                                                               \
    }
KIND_TRAIT(is_class, u->kind == TY_CLASS && u->u.cls->tag != CT_UNION && !u->u.cls->complex_of)
KIND_TRAIT(is_union, u->kind == TY_CLASS && u->u.cls->tag == CT_UNION)
KIND_TRAIT(is_enum, u->kind == TY_ENUM)
KIND_TRAIT(is_scoped_enum, u->kind == TY_ENUM && u->u.enm->scoped)
KIND_TRAIT(is_void, u->kind == TY_VOID)
KIND_TRAIT(is_integral, ty_is_integral(u))
KIND_TRAIT(is_floating, ty_is_floating(u))
KIND_TRAIT(is_arithmetic, ty_is_arith(u))
KIND_TRAIT(is_fundamental, ty_is_arith(u) || is_any_of(u->kind, TY_VOID, TY_NULLPTR))
KIND_TRAIT(is_compound, !(ty_is_arith(u) || is_any_of(u->kind, TY_VOID, TY_NULLPTR)))
KIND_TRAIT(is_scalar, scalar(u) && u->kind != TY_VECTOR)
KIND_TRAIT(is_object, !is_any_of(u->kind, TY_VOID, TY_FUNC) && !ty_is_ref(u))
KIND_TRAIT(is_array, ty_is_array(u))
KIND_TRAIT(is_bounded, u->kind == TY_ARRAY)
KIND_TRAIT(is_unbounded, u->kind == TY_ARRAY_INC)
KIND_TRAIT(is_function, u->kind == TY_FUNC)
KIND_TRAIT(is_reference, ty_is_ref(u))
KIND_TRAIT(is_lref, u->kind == TY_LREF)
KIND_TRAIT(is_rref, u->kind == TY_RREF)
KIND_TRAIT(is_pointer, u->kind == TY_PTR)
KIND_TRAIT(is_nullptr, u->kind == TY_NULLPTR)
KIND_TRAIT(is_memptr, u->kind == TY_MEMPTR)
KIND_TRAIT(is_memfn, u->kind == TY_MEMPTR && u->u.ptr.to->kind == TY_FUNC)
KIND_TRAIT(is_memobj, u->kind == TY_MEMPTR && u->u.ptr.to->kind != TY_FUNC)
KIND_TRAIT(is_const, (xe_quals(t) & Q_CONST) != 0)
KIND_TRAIT(is_volatile, (xe_quals(t) & Q_VOLATILE) != 0)
KIND_TRAIT(is_signed, ty_is_floating(u) || (ty_is_integral(u) && !ty_is_unsigned(u)))
KIND_TRAIT(is_unsigned, ty_is_integral(u) && ty_is_unsigned(u))
KIND_TRAIT(is_referenceable,
           u->kind != TY_VOID && !(u->kind == TY_FUNC && (u->u.func.quals || u->u.func.ref)))
KIND_TRAIT(never, u == NULL)

static bool t_same(Q *q) {
    return q->t[0] == q->t[1];
}

// ---- properties of classes ---------------------------------------------------------------------

#define CLASS_TRAIT(name, field)                                                                   \
    static bool t_##name(Q *q) {                                                                   \
        ClassDecl *c = class_of(q, q->t[0]);                                                       \
        return c && c->field;                                                                      \
    }
CLASS_TRAIT(empty, layout.empty && c->tag != CT_UNION)
CLASS_TRAIT(final, written.final_)
CLASS_TRAIT(abstract, table.abstract)
CLASS_TRAIT(polymorphic, table.polymorphic)

// CUDA C++ Programming Guide, "Extended Lambda Type Traits": a closure with marks in host code.
static const ClassDecl *extended_lambda(const Q *q) {
    const Type *t = ty_unqual(q->t[0]);
    const ClassDecl *c = t->kind == TY_CLASS ? t->u.cls : NULL;
    return c && c->closure.is && c->closure.extended.number && q->x->opt.extended_lambda ? c : NULL;
}

static bool t_device_lambda(Q *q) {
    const ClassDecl *c = extended_lambda(q);
    return c && !(c->d.cuda & CU_HOST);
}

static bool t_host_device_lambda(Q *q) {
    const ClassDecl *c = extended_lambda(q);
    return c && c->d.cuda & CU_HOST;
}

static bool t_trailing_lambda(Q *q) {
    return t_device_lambda(q) && extended_lambda(q)->closure.extended.trailing;
}

static bool t_aggregate(Q *q) {
    if (ty_is_array(q->t[0])) return true;
    ClassDecl *c = class_of(q, q->t[0]);
    return c && c->special.aggregate;
}

// [class.prop]/1: some copy or move operation can be used, and the destructor is trivial.
static bool copyable_class(const ClassDecl *cls) {
    return cls->special.trivial_dtor &&
           (cls->special.trivial_copy || cls->special.trivial_move ||
            cls->special.trivial_copy_assign || cls->special.trivial_move_assign);
}

// [class.prop]: every eligible copy and move operation is trivial (the flags say so or that there
// is none that could be used), and the destructor is.
static bool trivially_copyable(Q *q, Type *type) {
    type = ty_element(type);
    if (scalar(type)) return true;
    ClassDecl *cls = class_of(q, type);
    if (!cls || !copyable_class(cls)) return false;
    Lookup lookup = {0};
    xe_ctors(q->p, cls, &lookup);
    for (uint32_t i = 0; i < lookup.n; i++) {
        FuncDecl *f = xe_func_of(lookup.at[i]);
        if (!f || f->written.deleted || f->cls != cls) continue;
        const FuncType *ft = &f->d.type->u.func;
        if (ft->nparam < 1 || f->min_args > 1 || !ty_is_ref(ft->param[0])) continue;
        Type *of = ty_unqual(ty_deref(ft->param[0]));
        if (of->kind != TY_CLASS || of->u.cls != cls) continue;
        if (ft->param[0]->kind == TY_LREF ? !cls->special.trivial_copy : !cls->special.trivial_move)
            return false;
    }
    lookup = (Lookup){0};
    cxx_lookup_in(q->p, cls->inner, cxx_op_atom(q->x, OP_ASSIGN), LU_LOCAL | LU_ALL, &lookup);
    for (uint32_t i = 0; i < lookup.n; i++) {
        FuncDecl *f = xe_func_of(lookup.at[i]);
        if (!f || f->written.deleted || f->cls != cls || f->d.type->u.func.nparam != 1) continue;
        Type *p0 = f->d.type->u.func.param[0], *of = ty_unqual(ty_deref(p0));
        if (of->kind != TY_CLASS || of->u.cls != cls) continue;
        if (p0->kind == TY_RREF ? !cls->special.trivial_move_assign
                                : !cls->special.trivial_copy_assign)
            return false;
    }
    return true;
}
static bool t_trivially_copyable(Q *q) {
    return trivially_copyable(q, q->t[0]);
}

static bool t_trivial(Q *q) {
    Type *t = ty_element(q->t[0]);
    if (scalar(t)) return true;
    ClassDecl *c = class_of(q, t);
    return c && c->special.trivial_default && trivially_copyable(q, t);
}

static bool t_standard_layout(Q *q) {
    Type *t = ty_element(q->t[0]);
    if (scalar(t)) return true;
    ClassDecl *c = class_of(q, t);
    return c && c->special.standard_layout;
}

static bool t_pod(Q *q) {
    return t_trivial(q) && t_standard_layout(q);
}

static bool t_literal(Q *q) {
    Type *t = ty_element(q->t[0]);
    if (scalar(t) || ty_is_ref(t) || t->kind == TY_VOID) return true;
    return class_of(q, t) && cxx_literal_type(q->x, t);
}

// [meta.rel]: t[0] is a base of t[1], or the same class; virtual_only: by a virtual base.
static bool has_base(Q *q, bool virtual_only) {
    Type *type = ty_unqual(q->t[0]), *d = ty_unqual(q->t[1]);
    if (type->kind != TY_CLASS || d->kind != TY_CLASS) return false;
    if (type->u.cls->tag == CT_UNION || d->u.cls->tag == CT_UNION) return false;
    if (type == d) return !virtual_only;
    if (!class_of(q, d)) return false;
    BaseSpec **path = NULL;
    uint32_t n = 0;
    bool amb = false;
    if (!cxx_class_derived_from(q->x, d->u.cls, type->u.cls, &path, &n, &amb)) return false;
    if (!virtual_only) return true;
    for (uint32_t i = 0; i < n; i++)
        if (path[i]->virtual_) return true;
    return false;
}
static bool t_base_of(Q *q) {
    return has_base(q, false);
}
static bool t_virtual_base_of(Q *q) {
    return has_base(q, true);
}
static bool t_interconvertible_base(Q *q) {
    if (!has_base(q, false)) return false;
    if (ty_unqual(q->t[0]) == ty_unqual(q->t[1])) return true; // complete or not
    ClassDecl *d = class_of(q, q->t[1]);
    return d && d->special.standard_layout;
}

// ---- well-formedness ---------------------------------------------------------------------------

typedef struct Trial {
    Parse p;
    DiagTrap trap;
} Trial;

// Begins an unevaluated context outside of any class, whose errors are only counted.
static void trial_begin(Q *q, Trial *trial) {
    trial->p = *q->p;
    trial->p.unevaluated = true;
    trial->p.const_expr = false;
    trial->p.scope = q->x->global;
    trial->p.cls = NULL;
    trial->p.fn = NULL;
    trial->p.this_type = NULL;
    trial->p.lambda = NULL;
    trial->trap = (DiagTrap){0};
    diag_trap_push(q->x->ctx, &trial->trap);
}
static bool trial_end(Q *q, Trial *t) {
    return !diag_trap_pop(q->x->ctx, &t->trap);
}

// declval<T>() [declval]: an expression without value.
static Expr *declval(Q *q, Type *type) {
    ValueCat cat = type->kind == TY_LREF || ty_deref(type)->kind == TY_FUNC ? VC_LVALUE : VC_XVALUE;
    return cxx_expr_new(q->x, E_OPAQUE, ty_deref(type), cat, q->pos);
}

// [meta.unary.prop], is_destructible; nothrow: is_nothrow_destructible.
static bool destroyable(Q *q, Type *type, bool nothrow) {
    if (ty_is_ref(type) || scalar(type)) return true;
    if (ty_among(type, TY_SET(VOID) | TY_SET(FUNC) | TY_SET(ARRAY_INC))) return false;
    ClassDecl *c = class_of(q, ty_element(type));
    if (!c) return scalar(ty_element(type));
    if (!c->members.dtor) return true;
    if (c->members.dtor->written.deleted || c->members.dtor->d.access > ACC_PUBLIC) return false;
    return !nothrow || cxx_func_noexcept(q->x, c->members.dtor);
}
static bool t_destructible(Q *q) {
    return destroyable(q, q->t[0], false);
}
static bool t_nothrow_destructible(Q *q) {
    return destroyable(q, q->t[0], true);
}

// The initialisation `T t(declval<Args>()...)`, NULL if ill-formed.
static Expr *try_construct(Q *q) {
    Type *type = q->t[0], *u = ty_unqual(type);
    if (ty_among(u, TY_SET(VOID) | TY_SET(FUNC) | TY_SET(ARRAY_INC))) return NULL;
    if (ty_is_array(u) && q->n > 1 && q->x->opt.std < 20) return NULL;
    for (uint32_t i = 1; i < q->n; i++)
        if (q->t[i]->kind == TY_VOID) return NULL;
    Type *e = ty_element(u);
    if (e->kind == TY_CLASS && !class_of(q, e)) return NULL;
    Trial tr;
    trial_begin(q, &tr);
    Expr **arg = arena_array(&q->x->ctx->perm, Expr *, q->n);
    for (uint32_t i = 1; i < q->n; i++) arg[i - 1] = declval(q, q->t[i]);
    Expr *r = cxx_initialize(&tr.p, type, INIT_DIRECT, arg, q->n - 1, q->pos, NULL);
    if (!trial_end(q, &tr) || !r || xe_err(r)) return NULL;
    return destroyable(q, type, false) ? r : NULL;
}
static bool t_constructible(Q *q) {
    return try_construct(q) != NULL;
}
static bool t_nothrow_constructible(Q *q) {
    Expr *e = try_construct(q);
    return e && !xe_init_can_throw(q->x, e) && destroyable(q, q->t[0], true);
}

// A call of it does nothing but copy bytes.
static bool trivial_special(const FuncDecl *func) {
    const ClassDecl *c = func->cls;
    const FuncType *ft = &func->d.type->u.func;
    if (!func->is_implicit && !func->written.defaulted) return false;
    bool ctor = func->kind == FK_CTOR;
    if (!ft->nparam) return ctor && c->special.trivial_default;
    bool move = ft->param[0]->kind == TY_RREF;
    if (ctor) return move ? c->special.trivial_move : c->special.trivial_copy;
    return ft->nparam == 1 &&
           (move ? c->special.trivial_move_assign : c->special.trivial_copy_assign);
}

// Nothing that the initialisation calls is more than trivial [meta.unary.prop]/9.
static bool trivial_tree(const Expr *expr) {
    if (!expr) return true;
    switch (expr->kind) {
    case E_CALL:
    case E_CONSTRUCT: {
        FuncDecl *f = (FuncDecl *)expr->u.decl;
        if (!f || !trivial_special(f)) return false;
        break;
    }
    case E_MEMPTR_CALL:
    case E_ZERO_CONSTRUCT: return false;
    case E_INIT_LIST:
        if (expr->u.init && expr->u.init->filler && !trivial_tree(expr->u.init->filler))
            return false;
        break;
    default: break;
    }
    if (!trivial_tree(expr->a) || !trivial_tree(expr->b)) return false;
    for (uint32_t i = 0; i < expr->n; i++)
        if (!trivial_tree(expr->arg[i])) return false;
    return true;
}
// Without a destructor that does anything.
static bool trivially_destroyed(Q *q, Type *type) {
    type = ty_element(type);
    if (type->kind != TY_CLASS) return true;
    ClassDecl *c = class_of(q, type);
    return c && c->special.trivial_dtor;
}
static bool t_trivially_constructible(Q *q) {
    Expr *e = try_construct(q);
    return e && trivial_tree(e) && trivially_destroyed(q, q->t[0]);
}

// `declval<From>()` returned as To [meta.rel]/5, NULL if ill-formed.
static Expr *try_convert(Q *q) {
    Type *from = q->t[0], *to = q->t[1];
    bool object = !ty_among(to, TY_SET(FUNC) | TY_SET(VOID)) && !ty_is_array(to);
    if (!object || from->kind == TY_VOID) return NULL;
    if (ty_unqual(to)->kind == TY_CLASS && !class_of(q, to)) return NULL;
    Trial tr;
    trial_begin(q, &tr);
    Expr *r = cxx_convert(&tr.p, declval(q, from), to, NULL);
    bool ok = trial_end(q, &tr) && !xe_err(r);
    return ok ? r : NULL;
}
static bool t_convertible(Q *q) {
    if (q->t[1]->kind == TY_VOID) return q->t[0]->kind == TY_VOID;
    return try_convert(q) != NULL;
}
static bool t_nothrow_convertible(Q *q) {
    if (q->t[1]->kind == TY_VOID) return q->t[0]->kind == TY_VOID;
    Expr *e = try_convert(q);
    return e && !xe_init_can_throw(q->x, e);
}

// `declval<T>() = declval<U>()` [meta.unary.prop], NULL if ill-formed.
static Expr *try_assign(Q *q) {
    if (q->t[0]->kind == TY_VOID || q->t[1]->kind == TY_VOID) return NULL;
    Type *u = ty_unqual(ty_deref(q->t[0]));
    if (u->kind == TY_CLASS && !class_of(q, u)) return NULL;
    Trial tr;
    trial_begin(q, &tr);
    Expr *r = cxx_build_binary(&tr.p, OP_ASSIGN, declval(q, q->t[0]), declval(q, q->t[1]), q->pos);
    bool ok = trial_end(q, &tr) && !xe_err(r);
    return ok ? r : NULL;
}
static bool t_assignable(Q *q) {
    return try_assign(q) != NULL;
}
static bool t_nothrow_assignable(Q *q) {
    Expr *e = try_assign(q);
    return e && !xe_can_throw(q->x, e);
}
static bool t_trivially_assignable(Q *q) {
    Expr *e = try_assign(q);
    return e && trivial_tree(e);
}

// The initialisation of a reference from t[1] makes a temporary.
static bool t_binds_temporary(Q *q) {
    if (!ty_is_ref(q->t[0]) || q->t[1]->kind == TY_VOID) return false;
    Trial tr;
    trial_begin(q, &tr);
    Ics o;
    Expr *e = declval(q, q->t[1]);
    if (!ty_is_ref(q->t[1])) e->cat = VC_PRVALUE;
    cxx_ics(&tr.p, e, q->t[0], true, true, &o);
    return trial_end(q, &tr) && o.rank != ICS_BAD && o.binds_temp;
}

// ---- the old __has_ family ---------------------------------------------------------------------

#define HAS_TRAIT(name, field)                                                                     \
    static bool t_##name(Q *q) {                                                                   \
        Type *t = ty_element(q->t[0]);                                                             \
        if (ty_is_ref(t) || is_any_of(t->kind, TY_VOID, TY_FUNC)) return false;                    \
        if (scalar(t)) return true;                                                                \
        ClassDecl *c = class_of(q, t);                                                             \
        return c && c->field;                                                                      \
    }
HAS_TRAIT(trivial_ctor, special.trivial_default)
HAS_TRAIT(trivial_copy, special.trivial_copy)
HAS_TRAIT(trivial_move, special.trivial_move)
HAS_TRAIT(trivial_assign, special.trivial_copy_assign)
HAS_TRAIT(trivial_move_assign, special.trivial_move_assign)

static bool t_trivial_dtor(Q *q) {
    if (ty_is_ref(q->t[0])) return true;
    return destroyable(q, q->t[0], false) && trivially_destroyed(q, q->t[0]);
}
static bool t_nothrow_default(Q *q) {
    Q r = *q;
    r.n = 1;
    return t_nothrow_constructible(&r);
}
// __has_nothrow_copy: from a const lvalue of the type.
static bool t_nothrow_copy(Q *q) {
    Type *t[2] = {q->t[0], ty_ref(q->x, ty_qual(q->x, ty_deref(q->t[0]), Q_CONST), false)};
    Q r = *q;
    r.t = t;
    r.n = 2;
    return t_nothrow_constructible(&r);
}
// __has_nothrow_assign: likewise.
static bool t_nothrow_copy_assign(Q *q) {
    Type *o = ty_deref(q->t[0]);
    Type *t[2] = {ty_ref(q->x, o, false), ty_ref(q->x, ty_qual(q->x, o, Q_CONST), false)};
    Q r = *q;
    r.t = t;
    r.n = 2;
    return t_nothrow_assignable(&r);
}
static bool t_virtual_dtor(Q *q) {
    ClassDecl *c = class_of(q, q->t[0]);
    return c && c->members.dtor && c->members.dtor->is_virtual;
}

enum { MAX_VALUE_DEPTH = 512 };
static uint64_t class_value_bits(Q *q, ClassDecl *cls, uint32_t depth);

// Bits that hold values; UINT64_MAX when there are padding or floating members.
static uint64_t value_bits(Q *q, Type *type, uint32_t depth) {
    type = ty_unqual(type);
    uint64_t size;
    uint32_t align;
    if (depth > MAX_VALUE_DEPTH) return UINT64_MAX;
    if (ty_is_array(type)) {
        uint64_t e = value_bits(q, type->u.array.elem, depth + 1);
        return e == UINT64_MAX || type->kind != TY_ARRAY ? UINT64_MAX : e * type->u.array.n;
    }
    if (ty_is_floating(type)) return UINT64_MAX;
    if (scalar(type))
        return ty_size_align(q->x, type, q->pos, &size, &align) ? size * 8 : UINT64_MAX;
    ClassDecl *c = class_of(q, type);
    if (!c || c->table.has_pointer) return UINT64_MAX;
    if (!c->layout.unique_bits)
        c->layout.unique_bits = 2 + class_value_bits(q, c, depth); // once: 2^n ways to it
    return c->layout.unique_bits - 2;
}

static uint64_t class_value_bits(Q *q, ClassDecl *cls, uint32_t depth) {
    uint64_t n = 0;
    for (uint32_t i = 0; i < cls->members.nbase; i++) {
        if (cls->members.base[i].cls->layout.empty) continue;
        uint64_t b = value_bits(q, cls->members.base[i].type, depth + 1);
        if (b == UINT64_MAX) return b;
        n += b;
    }
    for (uint32_t i = 0; i < cls->members.fields.n; i++) {
        FieldDecl *f = cls->members.fields.at[i];
        uint64_t b = f->is_bitfield ? f->bit_width : value_bits(q, f->d.type, depth + 1);
        if (b == UINT64_MAX) return b;
        if (cls->tag == CT_UNION) {
            if (b != cls->layout.size * 8) return UINT64_MAX;
            n = b;
        } else {
            n += b;
        }
    }
    return n == cls->layout.size * 8 ? n : UINT64_MAX;
}
static bool t_unique_representations(Q *q) {
    Type *t = ty_element(q->t[0]);
    if (!trivially_copyable(q, t)) return false;
    return value_bits(q, q->t[0], 0) != UINT64_MAX;
}

static bool t_layout_compatible(Q *q) {
    Type *type = ty_unqual(q->t[0]), *b = ty_unqual(q->t[1]);
    if (type == b) return true;
    if (type->kind == TY_CLASS && b->kind == TY_CLASS && (!class_of(q, type) || !class_of(q, b)))
        return false;
    return cxx_layout_compatible(q->x, type, b, q->pos);
}

// ---- table and syntax --------------------------------------------------------------------------

enum { ANY = 255 };
typedef struct {
    const char *name;
    uint8_t n;
    bool (*answer)(Q *q);
} Row;
static const Row rows[] = {
    {"", 0, NULL},
#define TRAIT(name, n, f, number) {#name, n, t_##f},
#include "cxx/facts/trait.def"
#undef TRAIT
};
_Static_assert(CU_COUNT(rows) < 256, "Expr.op");

static uint32_t find_row(Cxx *cxx, Atom name) {
    struct ExprState *st = xe_state(cxx);
    if (!st->traits.arena) {
        map_init(&st->traits, &cxx->ctx->perm);
        for (uint32_t i = 1; i < CU_COUNT(rows); i++)
            map_put(&st->traits, atom_cstr(cxx->ctx, rows[i].name), (void *)(uintptr_t)i);
    }
    return (uint32_t)(uintptr_t)map_get(&st->traits, name);
}

static Expr *dependent_trait(Parse *parse, uint32_t row, Type **t, uint32_t n, Pos pos) {
    Cxx *cxx = parse->x;
    Expr *expr = cxx_expr_new(cxx, E_DEP_TRAIT, ty_basic(cxx, TY_BOOL), VC_PRVALUE, pos);
    expr->op = (uint8_t)row;
    expr->flags |= EF_VALUE_DEP;
    Expr **arg = arena_array(pa(parse), Expr *, n);
    for (uint32_t i = 0; i < n; i++) {
        arg[i] = cxx_expr_new(cxx, E_TYPE, cxx->ty_overload, VC_PRVALUE, pos);
        arg[i]->u.ty = t[i];
        if (t[i]->flags & TF_HAS_PACK) expr->flags |= EF_HAS_PACK;
    }
    xe_args(parse, expr, arg, n);
    expr->u.ty = n ? t[0] : NULL;
    return expr;
}

// At a trait's name in front of `(`: false if it is none.
bool cxx_type_trait(Parse *parse, Atom name, Expr **out) {
    Cxx *cxx = parse->x;
    uint32_t row = find_row(cxx, name);
    if (!row) return false;
    Pos pos = xe_pos(parse);
    uint32_t close = parse->tok[parse->at + 1].match;
    parse->at += 2;
    VEC(Type *) v = {0};
    bool ok = true, dep = false, targs = parse->in_targs, half = parse->half_gtgt;
    parse->in_targs = parse->half_gtgt = false;
    while (parse->at < close) {
        PackLoop pack_loop;
        cxx_pack_begin(parse, &pack_loop);
        bool more;
        do {
            Type *t = cxx_parse_type_id(parse);
            more = cxx_pack_next(parse, &pack_loop);
            if (!pack_loop.keep) continue;
            if (pack_loop.dependent && t->kind != TY_PACK) t = ty_pack(cxx, t);
            if (t->kind == TY_ERROR) ok = false;
            dep |= ty_dependent(t);
            vec_push(pa(parse), &v, t);
        } while (more);
        if (!xe_accept(parse, T_COMMA)) break;
    }
    parse->in_targs = targs;
    parse->half_gtgt = half;
    if (parse->at != close && ok) {
        CXX_DIAG(cxx, x_expected_token, xe_pos(parse), ")");
        ok = false;
    }
    parse->at = CU_MIN(close + 1, parse->end);
    if (ok && !dep && (rows[row].n == ANY ? !v.n : v.n != rows[row].n)) {
        CXX_DIAG(cxx, x_trait_operands, pos, name);
        ok = false;
    }
    if (!ok) {
        *out = cxx_expr_error(cxx, pos);
    } else if (dep) {
        *out = dependent_trait(parse, row, v.at, v.n, pos);
    } else {
        Q q = {.p = parse, .x = cxx, .t = v.at, .n = v.n, .pos = pos};
        *out = cxx_expr_int(cxx, ty_basic(cxx, TY_BOOL), rows[row].answer(&q), pos);
    }
    return true;
}
