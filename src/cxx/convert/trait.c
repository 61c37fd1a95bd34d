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
typedef struct Query {
    Parse *parse;
    Cxx *cxx;
    Type **type;
    uint32_t n; // of types
    Pos pos;
} Query;

// The class, completed with its layout and special members; NULL: no class, or incomplete, which is
// said.
static ClassDecl *class_of(Query *query, Type *asked) {
    asked = ty_unqual(asked);
    if (asked->kind != TY_CLASS || !ty_complete(query->cxx, asked, query->pos, true)) return NULL;
    ClassDecl *cls = asked->u.cls;
    cxx_class_layout(query->cxx, cls, query->pos);
    cxx_class_specials(query->cxx, cls);
    return cls;
}

// [basic.types.general]/9, whatever the qualifiers; and vectors.
static bool scalar(Type *type) {
    return ty_is_scalar(ty_unqual(type));
}

// [basic.fundamental]
static bool fundamental(const Type *type) {
    return ty_is_arith(type) || is_any_of(type->kind, TY_VOID, TY_NULLPTR);
}

// [defns.referenceable]: there is a reference to it: an object, or a function without qualifiers.
static bool referenceable(const Type *type) {
    if (type->kind == TY_FUNC) return !type->u.func.quals && !type->u.func.ref;
    return type->kind != TY_VOID;
}

// ---- kinds of types ----------------------------------------------------------------------------

#define KIND_TRAIT(name, cond)                                                                     \
    static bool t_##name(Query *query) {                                                           \
        Type *qualified = query->type[0], *type = ty_unqual(qualified);                            \
        (void)type;                                                                                \
        return cond;                                                                               \
    }
KIND_TRAIT(is_class,
           type->kind == TY_CLASS && type->u.cls->tag != CT_UNION && !type->u.cls->complex_of)
KIND_TRAIT(is_union, type->kind == TY_CLASS && type->u.cls->tag == CT_UNION)
KIND_TRAIT(is_enum, type->kind == TY_ENUM)
KIND_TRAIT(is_scoped_enum, type->kind == TY_ENUM && type->u.enm->scoped)
KIND_TRAIT(is_void, type->kind == TY_VOID)
KIND_TRAIT(is_integral, ty_is_integral(type))
KIND_TRAIT(is_floating, ty_is_floating(type))
KIND_TRAIT(is_arithmetic, ty_is_arith(type))
KIND_TRAIT(is_fundamental, fundamental(type))
KIND_TRAIT(is_compound, !fundamental(type))
KIND_TRAIT(is_scalar, scalar(type) && type->kind != TY_VECTOR)
KIND_TRAIT(is_object, !is_any_of(type->kind, TY_VOID, TY_FUNC) && !ty_is_ref(type))
KIND_TRAIT(is_array, ty_is_array(type))
KIND_TRAIT(is_bounded, type->kind == TY_ARRAY)
KIND_TRAIT(is_unbounded, type->kind == TY_ARRAY_INC)
KIND_TRAIT(is_function, type->kind == TY_FUNC)
KIND_TRAIT(is_reference, ty_is_ref(type))
KIND_TRAIT(is_lref, type->kind == TY_LREF)
KIND_TRAIT(is_rref, type->kind == TY_RREF)
KIND_TRAIT(is_pointer, type->kind == TY_PTR)
KIND_TRAIT(is_nullptr, type->kind == TY_NULLPTR)
KIND_TRAIT(is_memptr, type->kind == TY_MEMPTR)
KIND_TRAIT(is_memfn, type->kind == TY_MEMPTR && type->u.ptr.to->kind == TY_FUNC)
KIND_TRAIT(is_memobj, type->kind == TY_MEMPTR && type->u.ptr.to->kind != TY_FUNC)
KIND_TRAIT(is_const, (xe_quals(qualified) & Q_CONST) != 0)
KIND_TRAIT(is_volatile, (xe_quals(qualified) & Q_VOLATILE) != 0)
KIND_TRAIT(is_signed, ty_is_floating(type) || (ty_is_integral(type) && !ty_is_unsigned(type)))
KIND_TRAIT(is_unsigned, ty_is_integral(type) && ty_is_unsigned(type))
KIND_TRAIT(is_referenceable, referenceable(type))
KIND_TRAIT(never, type == NULL)

static bool t_same(Query *query) {
    return query->type[0] == query->type[1];
}

// ---- properties of classes ---------------------------------------------------------------------

#define CLASS_TRAIT(name, field)                                                                   \
    static bool t_##name(Query *query) {                                                           \
        ClassDecl *cls = class_of(query, query->type[0]);                                          \
        return cls && cls->field;                                                                  \
    }
CLASS_TRAIT(empty, layout.empty && cls->tag != CT_UNION)
CLASS_TRAIT(final, written.final_)
CLASS_TRAIT(abstract, table.abstract)
CLASS_TRAIT(polymorphic, table.polymorphic)

// CUDA C++ Programming Guide, "Extended Lambda Type Traits": a closure with marks in host code.
static const ClassDecl *extended_lambda(const Query *query) {
    const Type *type = ty_unqual(query->type[0]);
    if (type->kind != TY_CLASS || !query->cxx->opt.extended_lambda) return NULL;
    const ClassDecl *cls = type->u.cls;
    return cls->closure.is && cls->closure.extended.number ? cls : NULL;
}

static bool t_device_lambda(Query *query) {
    const ClassDecl *cls = extended_lambda(query);
    return cls && !(cls->d.cuda & CU_HOST);
}

static bool t_host_device_lambda(Query *query) {
    const ClassDecl *cls = extended_lambda(query);
    return cls && cls->d.cuda & CU_HOST;
}

static bool t_trailing_lambda(Query *query) {
    return t_device_lambda(query) && extended_lambda(query)->closure.extended.trailing;
}

static bool t_aggregate(Query *query) {
    if (ty_is_array(query->type[0])) return true;
    ClassDecl *cls = class_of(query, query->type[0]);
    return cls && cls->special.aggregate;
}

// [class.prop]/1: some copy or move operation can be used, and the destructor is trivial.
static bool copyable_class(const ClassDecl *cls) {
    bool constructs = cls->special.trivial_copy || cls->special.trivial_move;
    bool assigns = cls->special.trivial_copy_assign || cls->special.trivial_move_assign;
    return cls->special.trivial_dtor && (constructs || assigns);
}

// What a copy or move operation of the class takes, an object of it or a reference to one
// [class.copy.ctor]/1, [class.copy.assign]/1; NULL: the function is none, is deleted, or is one of
// a base.
static const Type *copy_operand(const FuncDecl *func, const ClassDecl *cls) {
    if (!func || func->written.deleted || func->cls != cls) return NULL;
    const FuncType *func_type = &func->d.type->u.func;
    if (!func_type->nparam) return NULL;
    const Type *of = ty_unqual(ty_deref(func_type->param[0]));
    return of->kind == TY_CLASS && of->u.cls == cls ? func_type->param[0] : NULL;
}

static bool constructors_trivial(Query *query, ClassDecl *cls) {
    Lookup lookup = {0};
    xe_ctors(query->parse, cls, &lookup);
    for (uint32_t i = 0; i < lookup.n; i++) {
        const FuncDecl *func = decl_func(lookup.at[i]);
        const Type *operand = copy_operand(func, cls);
        if (!operand || !ty_is_ref(operand) || func->min_args > 1) continue;
        bool copies = operand->kind == TY_LREF;
        if (!(copies ? cls->special.trivial_copy : cls->special.trivial_move)) return false;
    }
    return true;
}

// One that takes its operand by value is a copy assignment, too.
static bool assignments_trivial(Query *query, ClassDecl *cls) {
    Lookup lookup = {0};
    Atom name = cxx_op_atom(query->cxx, OP_ASSIGN);
    cxx_lookup_in(query->parse, cls->inner, name, LU_LOCAL | LU_ALL, &lookup);
    for (uint32_t i = 0; i < lookup.n; i++) {
        const FuncDecl *func = decl_func(lookup.at[i]);
        const Type *operand = copy_operand(func, cls);
        if (!operand || func->d.type->u.func.nparam != 1) continue;
        bool moves = operand->kind == TY_RREF;
        if (!(moves ? cls->special.trivial_move_assign : cls->special.trivial_copy_assign))
            return false;
    }
    return true;
}

// [class.prop]: every eligible copy and move operation is trivial (the flags say so or that there
// is none that could be used), and the destructor is.
static bool trivially_copyable(Query *query, Type *asked) {
    asked = ty_element(asked);
    if (scalar(asked)) return true;
    ClassDecl *cls = class_of(query, asked);
    if (!cls || !copyable_class(cls)) return false;
    return constructors_trivial(query, cls) && assignments_trivial(query, cls);
}

static bool t_trivially_copyable(Query *query) {
    return trivially_copyable(query, query->type[0]);
}

static bool t_trivial(Query *query) {
    Type *type = ty_element(query->type[0]);
    if (scalar(type)) return true;
    ClassDecl *cls = class_of(query, type);
    return cls && cls->special.trivial_default && trivially_copyable(query, type);
}

static bool t_standard_layout(Query *query) {
    Type *type = ty_element(query->type[0]);
    if (scalar(type)) return true;
    ClassDecl *cls = class_of(query, type);
    return cls && cls->special.standard_layout;
}

// [depr.meta.types]
static bool t_pod(Query *query) {
    return t_trivial(query) && t_standard_layout(query);
}

// [basic.types.general]/10
static bool t_literal(Query *query) {
    Type *type = ty_element(query->type[0]);
    if (scalar(type) || ty_is_ref(type) || type->kind == TY_VOID) return true;
    return class_of(query, type) && cxx_literal_type(query->cxx, type);
}

// [meta.rel]: t[0] is a base of t[1], or the same class; virtual_only: by a virtual base.
static bool has_base(Query *query, bool virtual_only) {
    Type *base = ty_unqual(query->type[0]), *derived = ty_unqual(query->type[1]);
    if (base->kind != TY_CLASS || derived->kind != TY_CLASS) return false;
    if (base->u.cls->tag == CT_UNION || derived->u.cls->tag == CT_UNION) return false;
    if (base == derived) return !virtual_only;
    if (!class_of(query, derived)) return false;
    BaseSpec **path = NULL;
    uint32_t n = 0;
    bool ambiguous = false;
    if (!cxx_class_derived_from(query->cxx, derived->u.cls, base->u.cls, &path, &n, &ambiguous))
        return false;
    if (!virtual_only) return true;
    for (uint32_t i = 0; i < n; i++)
        if (path[i]->virtual_) return true;
    return false;
}

static bool t_base_of(Query *query) {
    return has_base(query, false);
}

static bool t_virtual_base_of(Query *query) {
    return has_base(query, true);
}

// [meta.rel], is_pointer_interconvertible_base_of.
static bool t_interconvertible_base(Query *query) {
    if (!has_base(query, false)) return false;
    if (ty_unqual(query->type[0]) == ty_unqual(query->type[1])) return true; // complete or not
    ClassDecl *derived = class_of(query, query->type[1]);
    return derived && derived->special.standard_layout;
}

// ---- well-formedness ---------------------------------------------------------------------------

typedef struct Trial {
    Parse parse;
    DiagTrap trap;
} Trial;

// Begins an unevaluated context outside of any class, whose errors are only counted.
static void trial_begin(Query *query, Trial *attempt) {
    attempt->parse = *query->parse;
    attempt->parse.unevaluated = true;
    attempt->parse.const_expr = false;
    attempt->parse.scope = query->cxx->global;
    attempt->parse.cls = NULL;
    attempt->parse.fn = NULL;
    attempt->parse.this_type = NULL;
    attempt->parse.lambda = NULL;
    attempt->trap = (DiagTrap){0};
    diag_trap_push(query->cxx->ctx, &attempt->trap);
}

// Whether nothing was wrong since trial_begin.
static bool trial_end(Query *query, Trial *attempt) {
    return !diag_trap_pop(query->cxx->ctx, &attempt->trap);
}

// declval<T>() [declval]: an expression without value.
static Expr *declval(Query *query, Type *object) {
    ValueCat cat =
        object->kind == TY_LREF || ty_deref(object)->kind == TY_FUNC ? VC_LVALUE : VC_XVALUE;
    return cxx_expr_new(query->cxx, E_OPAQUE, ty_deref(object), cat, query->pos);
}

// [meta.unary.prop], is_destructible; nothrow: is_nothrow_destructible.
static bool destroyable(Query *query, Type *asked, bool nothrow) {
    if (ty_is_ref(asked) || scalar(asked)) return true;
    if (ty_among(asked, TY_SET(VOID) | TY_SET(FUNC) | TY_SET(ARRAY_INC))) return false;
    ClassDecl *cls = class_of(query, ty_element(asked));
    if (!cls) return scalar(ty_element(asked));
    if (!cls->members.dtor) return true;
    if (cls->members.dtor->written.deleted || cls->members.dtor->d.access > ACC_PUBLIC)
        return false;
    return !nothrow || cxx_func_noexcept(query->cxx, cls->members.dtor);
}

static bool t_destructible(Query *query) {
    return destroyable(query, query->type[0], false);
}

static bool t_nothrow_destructible(Query *query) {
    return destroyable(query, query->type[0], true);
}

// The initialisation `T t(declval<Args>()...)`, NULL if ill-formed.
static Expr *try_construct(Query *query) {
    Type *type = query->type[0], *plain = ty_unqual(type);
    if (ty_among(plain, TY_SET(VOID) | TY_SET(FUNC) | TY_SET(ARRAY_INC))) return NULL;
    if (ty_is_array(plain) && query->n > 1 && query->cxx->opt.std < 20) return NULL;
    for (uint32_t i = 1; i < query->n; i++)
        if (query->type[i]->kind == TY_VOID) return NULL;
    Type *element = ty_element(plain);
    if (element->kind == TY_CLASS && !class_of(query, element)) return NULL;

    Trial trial;
    trial_begin(query, &trial);
    Expr **arg = arena_array(&query->cxx->ctx->perm, Expr *, query->n);
    for (uint32_t i = 1; i < query->n; i++) arg[i - 1] = declval(query, query->type[i]);
    Expr *made =
        cxx_initialize(&trial.parse, type, INIT_DIRECT, arg, query->n - 1, query->pos, NULL);
    if (!trial_end(query, &trial) || xe_lost(made)) return NULL;

    // the object is destroyed, too [meta.unary.prop]/9
    return destroyable(query, type, false) ? made : NULL;
}

static bool t_constructible(Query *query) {
    return try_construct(query) != NULL;
}

static bool t_nothrow_constructible(Query *query) {
    Expr *made = try_construct(query);
    return made && !xe_init_can_throw(query->cxx, made) && destroyable(query, query->type[0], true);
}

// A call of it does nothing but copy bytes.
static bool trivial_special(const FuncDecl *func) {
    const ClassDecl *cls = func->cls;
    const FuncType *func_type = &func->d.type->u.func;
    if (cxx_is_written(func)) return false;

    bool ctor = func->kind == FK_CTOR;
    if (!func_type->nparam) return ctor && cls->special.trivial_default;
    bool move = func_type->param[0]->kind == TY_RREF;
    if (ctor) return move ? cls->special.trivial_move : cls->special.trivial_copy;
    return func_type->nparam == 1 &&
           (move ? cls->special.trivial_move_assign : cls->special.trivial_copy_assign);
}

// Nothing that the initialisation calls is more than trivial [meta.unary.prop]/9.
static bool trivial_tree(const Expr *expr) {
    if (!expr) return true;
    switch (expr->kind) {
    case E_CALL:
    case E_CONSTRUCT: {
        FuncDecl *func = (FuncDecl *)expr->u.decl;
        if (!func || !trivial_special(func)) return false;
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
static bool trivially_destroyed(Query *query, Type *asked) {
    asked = ty_element(asked);
    if (asked->kind != TY_CLASS) return true;
    ClassDecl *cls = class_of(query, asked);
    return cls && cls->special.trivial_dtor;
}

static bool t_trivially_constructible(Query *query) {
    Expr *made = try_construct(query);
    return made && trivial_tree(made) && trivially_destroyed(query, query->type[0]);
}

// `declval<From>()` returned as To [meta.rel]/5, NULL if ill-formed.
static Expr *try_convert(Query *query) {
    Type *from = query->type[0], *to = query->type[1];
    bool object = !ty_among(to, TY_SET(FUNC) | TY_SET(VOID)) && !ty_is_array(to);
    if (!object || from->kind == TY_VOID) return NULL;
    if (ty_unqual(to)->kind == TY_CLASS && !class_of(query, to)) return NULL;
    Trial trial;
    trial_begin(query, &trial);
    Expr *made = cxx_convert(&trial.parse, declval(query, from), to, NULL);
    bool ok = trial_end(query, &trial) && !xe_err(made);
    return ok ? made : NULL;
}

static bool t_convertible(Query *query) {
    if (query->type[1]->kind == TY_VOID) return query->type[0]->kind == TY_VOID;
    return try_convert(query) != NULL;
}

static bool t_nothrow_convertible(Query *query) {
    if (query->type[1]->kind == TY_VOID) return query->type[0]->kind == TY_VOID;
    Expr *made = try_convert(query);
    return made && !xe_init_can_throw(query->cxx, made);
}

// `declval<T>() = declval<U>()` [meta.unary.prop], NULL if ill-formed.
static Expr *try_assign(Query *query) {
    if (query->type[0]->kind == TY_VOID || query->type[1]->kind == TY_VOID) return NULL;
    Type *target = ty_unqual(ty_deref(query->type[0]));
    if (target->kind == TY_CLASS && !class_of(query, target)) return NULL;
    Trial trial;
    trial_begin(query, &trial);
    Expr *value = declval(query, query->type[1]);
    Expr *made = cxx_build_binary(&trial.parse, OP_ASSIGN, declval(query, query->type[0]), value,
                                  query->pos);
    bool ok = trial_end(query, &trial) && !xe_err(made);
    return ok ? made : NULL;
}

static bool t_assignable(Query *query) {
    return try_assign(query) != NULL;
}

static bool t_nothrow_assignable(Query *query) {
    Expr *made = try_assign(query);
    return made && !xe_can_throw(query->cxx, made);
}

static bool t_trivially_assignable(Query *query) {
    Expr *made = try_assign(query);
    return made && trivial_tree(made);
}

// The initialisation of a reference from t[1] makes a temporary.
static bool t_binds_temporary(Query *query) {
    if (!ty_is_ref(query->type[0]) || query->type[1]->kind == TY_VOID) return false;
    Trial trial;
    trial_begin(query, &trial);
    Ics sequence;
    Expr *operand = declval(query, query->type[1]);
    if (!ty_is_ref(query->type[1])) operand->cat = VC_PRVALUE;
    cxx_ics(&trial.parse, operand, query->type[0], true, true, &sequence);
    return trial_end(query, &trial) && sequence.rank != ICS_BAD && sequence.binds_temp;
}

// ---- the old __has_ family ---------------------------------------------------------------------

#define HAS_TRAIT(name, field)                                                                     \
    static bool t_##name(Query *query) {                                                           \
        Type *t = ty_element(query->type[0]);                                                      \
        if (ty_is_ref(t) || is_any_of(t->kind, TY_VOID, TY_FUNC)) return false;                    \
        if (scalar(t)) return true;                                                                \
        ClassDecl *cls = class_of(query, t);                                                       \
        return cls && cls->field;                                                                  \
    }
HAS_TRAIT(trivial_ctor, special.trivial_default)
HAS_TRAIT(trivial_copy, special.trivial_copy)
HAS_TRAIT(trivial_move, special.trivial_move)
HAS_TRAIT(trivial_assign, special.trivial_copy_assign)
HAS_TRAIT(trivial_move_assign, special.trivial_move_assign)

static bool t_trivial_dtor(Query *query) {
    if (ty_is_ref(query->type[0])) return true;
    return destroyable(query, query->type[0], false) && trivially_destroyed(query, query->type[0]);
}

static bool t_nothrow_default(Query *query) {
    Query question = *query;
    question.n = 1;
    return t_nothrow_constructible(&question);
}

// __has_nothrow_copy: from a const lvalue of the type.
static bool t_nothrow_copy(Query *query) {
    Type *types[2] = {
        query->type[0],
        ty_ref(query->cxx, ty_qual(query->cxx, ty_deref(query->type[0]), Q_CONST), false)};
    Query question = *query;
    question.type = types;
    question.n = 2;
    return t_nothrow_constructible(&question);
}

// __has_nothrow_assign: likewise.
static bool t_nothrow_copy_assign(Query *query) {
    Type *object = ty_deref(query->type[0]);
    Type *types[2] = {ty_ref(query->cxx, object, false),
                      ty_ref(query->cxx, ty_qual(query->cxx, object, Q_CONST), false)};
    Query question = *query;
    question.type = types;
    question.n = 2;
    return t_nothrow_assignable(&question);
}

static bool t_virtual_dtor(Query *query) {
    ClassDecl *cls = class_of(query, query->type[0]);
    return cls && cls->members.dtor && cls->members.dtor->is_virtual;
}

enum { MAX_VALUE_DEPTH = 512 };
static uint64_t class_value_bits(Query *query, ClassDecl *cls, uint32_t depth);

// Bits that hold values; UINT64_MAX when there are padding or floating members.
static uint64_t value_bits(Query *query, Type *asked, uint32_t depth) {
    asked = ty_unqual(asked);
    uint64_t size;
    uint32_t align;
    if (depth > MAX_VALUE_DEPTH) return UINT64_MAX;
    if (ty_is_array(asked)) {
        uint64_t element = value_bits(query, asked->u.array.elem, depth + 1);
        return element == UINT64_MAX || asked->kind != TY_ARRAY ? UINT64_MAX
                                                                : element * asked->u.array.n;
    }
    if (ty_is_floating(asked)) return UINT64_MAX;
    if (scalar(asked))
        return ty_size_align(query->cxx, asked, query->pos, &size, &align) ? size * 8 : UINT64_MAX;
    ClassDecl *cls = class_of(query, asked);
    if (!cls || cls->table.has_pointer) return UINT64_MAX;
    if (!cls->layout.unique_bits)
        cls->layout.unique_bits = 2 + class_value_bits(query, cls, depth); // once: 2^n ways to it
    return cls->layout.unique_bits - 2;
}

// The same of a class: those of its bases and fields fill it; each member of a union does.
static uint64_t class_value_bits(Query *query, ClassDecl *cls, uint32_t depth) {
    uint64_t total = 0;
    for (uint32_t i = 0; i < cls->members.nbase; i++) {
        if (cls->members.base[i].cls->layout.empty) continue;
        uint64_t bits = value_bits(query, cls->members.base[i].type, depth + 1);
        if (bits == UINT64_MAX) return bits;
        total += bits;
    }
    for (uint32_t i = 0; i < cls->members.fields.n; i++) {
        FieldDecl *field = cls->members.fields.at[i];
        uint64_t bits =
            field->is_bitfield ? field->bit_width : value_bits(query, field->d.type, depth + 1);
        if (bits == UINT64_MAX) return bits;
        if (cls->tag == CT_UNION) {
            if (bits != cls->layout.size * 8) return UINT64_MAX;
            total = bits;
        } else {
            total += bits;
        }
    }
    return total == cls->layout.size * 8 ? total : UINT64_MAX;
}

// [meta.unary.prop], has_unique_object_representations.
static bool t_unique_representations(Query *query) {
    Type *type = ty_element(query->type[0]);
    if (!trivially_copyable(query, type)) return false;
    return value_bits(query, query->type[0], 0) != UINT64_MAX;
}

// [meta.rel], is_layout_compatible.
static bool t_layout_compatible(Query *query) {
    Type *one = ty_unqual(query->type[0]), *other = ty_unqual(query->type[1]);
    if (one == other) return true;
    if (one->kind == TY_CLASS && other->kind == TY_CLASS &&
        (!class_of(query, one) || !class_of(query, other)))
        return false;
    return cxx_layout_compatible(query->cxx, one, other, query->pos);
}

// ---- table and syntax --------------------------------------------------------------------------

enum { ANY = 255 };
typedef struct Row {
    const char *name;
    uint8_t n; // of operands
    bool (*answer)(Query *query);
} Row;
static const Row rows[] = {
    {"", 0, NULL},
#define TRAIT(name, n, f, number) {#name, n, t_##f},
#include "cxx/facts/trait.def"
#undef TRAIT
};
_Static_assert(CU_COUNT(rows) < 256, "Expr.op");

static uint32_t row_named(const char *text) {
    for (uint32_t i = 1; i < CU_COUNT(rows); i++) {
        if (strcmp(rows[i].name, text) == 0) return i;
    }
    return 0;
}

// The number of a trait by its name; 0: it is none. What was asked for is remembered. All names
// begin with underscores.
static uint32_t find_row(Cxx *cxx, Atom name) {
    const char *text = atom_str(cxx->ctx, name);
    if (text[0] != '_' || text[1] != '_') return 0;
    struct ExprState *state = xe_state(cxx);
    if (!state->traits.arena) map_init(&state->traits, &cxx->ctx->perm);
    void **known = map_slot(&state->traits, name);
    if (!*known) *known = (void *)(uintptr_t)(row_named(text) + 1);
    return (uint32_t)(uintptr_t)*known - 1;
}

// A trait of types that depend: its operands are kept as expressions, for the instances.
static Expr *dependent_trait(Parse *parse, uint32_t row, Type **asked, uint32_t n, Pos pos) {
    Cxx *cxx = parse->x;
    Expr *expr = cxx_expr_new(cxx, E_DEP_TRAIT, ty_basic(cxx, TY_BOOL), VC_PRVALUE, pos);
    expr->op = (uint8_t)row;
    expr->flags |= EF_VALUE_DEP;
    Expr **arg = arena_array(pa(parse), Expr *, n);
    for (uint32_t i = 0; i < n; i++) {
        arg[i] = cxx_expr_new(cxx, E_TYPE, cxx->ty_overload, VC_PRVALUE, pos);
        arg[i]->u.ty = asked[i];
        if (asked[i]->flags & TF_HAS_PACK) expr->flags |= EF_HAS_PACK;
    }
    xe_args(parse, expr, arg, n);
    expr->u.ty = n ? asked[0] : NULL;
    return expr;
}

// The operands of a trait as they are read.
typedef struct Operands {
    VEC(Type *) types;
    bool wrong;     // one has an error, which is said
    bool dependent; // one depends on a parameter of a template
} Operands;

// One operand, or as many as a pack expands to.
static void read_operand(Parse *parse, Operands *found) {
    PackLoop pack_loop;
    cxx_pack_begin(parse, &pack_loop);
    bool more;
    do {
        Type *type = cxx_parse_type_id(parse);
        more = cxx_pack_next(parse, &pack_loop);
        if (!pack_loop.keep) continue;
        if (pack_loop.dependent && type->kind != TY_PACK) type = ty_pack(parse->x, type);
        found->wrong |= type->kind == TY_ERROR;
        found->dependent |= ty_dependent(type);
        vec_push(pa(parse), &found->types, type);
    } while (more);
}

// Reads types up to the `)`, in parentheses: a `>` in them ends no template arguments.
static void read_operands(Parse *parse, uint32_t close, Operands *found) {
    bool targs = parse->in_targs, half = parse->half_gtgt;
    parse->in_targs = parse->half_gtgt = false;
    while (parse->at < close) {
        read_operand(parse, found);
        if (!xe_accept(parse, T_COMMA)) break;
    }
    parse->in_targs = targs;
    parse->half_gtgt = half;

    if (parse->at != close && !found->wrong) {
        CXX_DIAG(parse->x, x_expected_token, xe_pos(parse), ")");
        found->wrong = true;
    }
    parse->at = CU_MIN(close + 1, parse->end);
}

// Whether the trait takes so many types; ANY: one at least.
static bool takes(const Row *row, uint32_t n) {
    return row->n == ANY ? n > 0 : n == row->n;
}

// At a trait's name in front of `(`: false if it is none.
bool cxx_type_trait(Parse *parse, Atom name, Expr **out) {
    Cxx *cxx = parse->x;
    uint32_t row = find_row(cxx, name);
    if (!row) return false;
    Pos pos = xe_pos(parse);
    uint32_t close = parse->tok[parse->at + 1].match;
    parse->at += 2;

    Operands operands = {0};
    read_operands(parse, close, &operands);
    Type **types = operands.types.at;
    uint32_t n = operands.types.n;

    // a pack among dependent operands may be any number
    if (!operands.wrong && !operands.dependent && !takes(&rows[row], n)) {
        CXX_DIAG(cxx, x_trait_operands, pos, name);
        operands.wrong = true;
    }

    if (operands.wrong) {
        *out = cxx_expr_error(cxx, pos);
    } else if (operands.dependent) {
        *out = dependent_trait(parse, row, types, n, pos);
    } else {
        Query query = {.parse = parse, .cxx = cxx, .type = types, .n = n, .pos = pos};
        *out = cxx_expr_int(cxx, ty_basic(cxx, TY_BOOL), rows[row].answer(&query), pos);
    }
    return true;
}
