// SPDX-License-Identifier: Apache-2.0
// Class and array prvalues, evaluated into a destination; initialisation of any object.
#include "cxx/constant/constant.h"
#include "irgen/gen.h"

// The i-th element of an array at dst.
static Place element(Fn *fn, Place dst, uint64_t i, Type *elem) {
    uint64_t off = i * gen_size(fn->g, elem);
    Place p = gen_place_at(fn, dst.addr, elem);
    if (off) p.addr = ir_ptradd_c(&fn->b, dst.addr, (int64_t)off, IR_INBOUNDS | IR_NUW);
    return p;
}

static void fill_one(Fn *fn, Place p, void *e) {
    gen_init(fn, e, p);
}

enum { ZERO_TAIL_MIN = 4 }; // fewer remaining elements are initialised one by one

static bool leaves_zeros(Fn *fn, Expr *expr);

// A list whose elements, and what stands for those that it does not have, are zeros.
static bool list_leaves_zeros(Fn *fn, Expr *list) {
    for (uint32_t i = 0; i < list->n; i++) {
        if (list->arg[i] && !leaves_zeros(fn, list->arg[i])) return false;
    }
    Expr *filler = list->u.init ? list->u.init->filler : NULL;
    return !filler || leaves_zeros(fn, filler);
}

// A constructor that can be evaluated now.
static bool constructs_zeros(Fn *fn, Expr *expr) {
    Expr *call = expr->kind == E_ZERO_CONSTRUCT ? expr->a : expr;
    const FuncDecl *ctor = call->kind == E_CONSTRUCT ? (const FuncDecl *)call->u.decl : NULL;
    if (!ctor || !(ctor->d.flags & DF_CONSTEXPR)) return false;
    ConstVal *value = cxx_const_eval(fn->g->x, expr, false);
    IrConst *constant = value ? gen_const(fn->g, value, expr->type) : NULL;
    return constant && ir_is_zero(&constant->v);
}

// Whether an object that is initialised so is bytes of zero, and nothing else happens. A null
// pointer to a member is not (gen_zero).
static bool leaves_zeros(Fn *fn, Expr *expr) {
    const Type *type = expr->type;
    while (is_any_of(type->kind, TY_ARRAY, TY_ARRAY_INC)) type = type->u.array.elem;
    if (ty_unqual((Type *)(uintptr_t)type)->kind == TY_MEMPTR) return false;
    switch (expr->kind) {
    case E_ZERO: return true;
    case E_INIT_LIST: return list_leaves_zeros(fn, expr);
    case E_CONSTRUCT:
    case E_ZERO_CONSTRUCT: return constructs_zeros(fn, expr);
    case E_CAST: // a null pointer, whatever it was written as
        if (expr->op == CK_NULL_TO_PTR) return true;
        break;
    default: break;
    }
    IrConst *constant = expr->cat == VC_PRVALUE ? gen_const_expr(fn->g, expr) : NULL;
    return constant && ir_is_zero(&constant->v);
}

// [dcl.init.aggr]: the elements given, then the filler's value for the rest. Many zeros are one
// memset in front, few are stored.
static void array_list(Fn *fn, Expr *list, Place dst) {
    Type *elem = dst.type->u.array.elem;
    uint64_t total = list->u.init ? list->u.init->total : dst.type->u.array.n;
    if (dst.type->kind == TY_ARRAY) total = dst.type->u.array.n;
    Expr *filler = list->u.init ? list->u.init->filler : NULL;
    bool zero_tail = total > list->n && (!filler || leaves_zeros(fn, filler));
    bool zeroed = zero_tail && total - list->n >= ZERO_TAIL_MIN;
    if (zeroed) gen_zero(fn, dst);
    for (uint64_t i = 0; i < list->n && i < total; i++) {
        gen_init(fn, list->arg[i], element(fn, dst, i, elem));
    }
    if (zeroed || total <= list->n) return;
    if (zero_tail) {
        for (uint64_t i = list->n; i < total; i++) gen_zero(fn, element(fn, dst, i, elem));
        return;
    }
    Place rest = element(fn, dst, list->n, elem);
    gen_array_loop(fn, rest.addr, elem, &ir_int(fn->g->m->ty_i64, total - list->n)->v, fill_one,
                   filler);
}

// The members in order; references are pointers in memory.
static void class_list(Fn *fn, Expr *list, Place dst) {
    IrValue *outer = fn->aggregate;
    if (!dst.type->u.cls->members.anon_member) fn->aggregate = dst.addr;
    for (uint32_t i = 0; i < list->n; i++) {
        FieldDecl *field_decl = list->u.init->field ? list->u.init->field[i] : NULL;
        BaseSpec *base = list->u.init->base ? list->u.init->base[i] : NULL;
        IrValue *self = fn->this_;
        // a default member initialiser's `this` is the aggregate [dcl.init.aggr]/5
        if (field_decl && field_decl->init == list->arg[i]) fn->this_ = fn->aggregate;
        if (field_decl && ty_is_ref(field_decl->d.type)) {
            IrValue *p = ir_ptradd_c(&fn->b, dst.addr, (int64_t)field_decl->offset, IR_INBOUNDS);
            ir_store(&fn->b, gen_addr(fn, list->arg[i]), p, 8);
        } else if (field_decl) {
            gen_init(fn, list->arg[i], gen_field(fn, dst, field_decl));
        } else if (base) {
            Place p = gen_place_at(fn, dst.addr, base->cls->d.type);
            p.addr = ir_ptradd_c(&fn->b, dst.addr, (int64_t)base->offset, IR_INBOUNDS);
            gen_init(fn, list->arg[i], p);
        }
        fn->this_ = self;
    }
    fn->aggregate = outer;
}

static bool list_agg(Fn *fn, Expr *list, Place dst) {
    if (is_any_of(dst.type->kind, TY_ARRAY, TY_ARRAY_INC)) {
        array_list(fn, list, dst);
        return true;
    }
    ClassDecl *c = dst.type->u.cls;
    cxx_class_layout(fn->g->x, c, list->pos);
    // `U u = {}` initialises no member that a list could name
    if (c->tag == CT_UNION && list->n == 0)
        gen_zero(fn, dst);
    else
        class_list(fn, list, dst);
    return true;
}

// An array of characters takes the literal zero filled to its own size [dcl.init.string]/3.
static bool string_agg(Fn *fn, Expr *literal, Place dst) {
    Type *as = dst.type->kind == TY_ARRAY ? dst.type : literal->type;
    IrConst *s = gen_string(fn->g, literal->u.str.s, literal->u.str.n, as);
    gen_copy(fn, dst, &s->v, gen_align(fn->g, as->u.array.elem), gen_size(fn->g, as));
    return true;
}

typedef struct ArrayCopy {
    Expr *init;
    IrValue *src, *dst;
    uint64_t elem_size;
} ArrayCopy;

// The element's source is as far from the array's start as its destination is: gen_place finds it
// as array_elem.
static void copy_one(Fn *fn, Place place, void *data) {
    ArrayCopy *c = data;
    IrModule *m = fn->g->m;
    IrValue *start = ir_ptrtoint(&fn->b, c->dst, m->ty_i64);
    IrValue *off = ir_sub(&fn->b, ir_ptrtoint(&fn->b, place.addr, m->ty_i64), start);
    IrValue *saved = fn->array_elem;
    fn->array_elem = ir_ptradd(&fn->b, c->src, off, IR_INBOUNDS);
    gen_init(fn, c->init, place);
    fn->array_elem = saved;
}

// Member-wise copy of an array member: trivially copyable ones as bytes, others in a loop.
static bool array_copy_agg(Fn *fn, Expr *copy, Place dst) {
    Place src = gen_place(fn, copy->a);
    Type *elem = dst.type;
    while (elem->kind == TY_ARRAY) elem = elem->u.array.elem;
    uint64_t size = gen_size(fn->g, dst.type), es = gen_size(fn->g, elem);
    if (elem->kind != TY_CLASS || gen_by_value(fn->g, elem)) {
        gen_copy(fn, dst, src.addr, src.align, size);
        return true;
    }
    ArrayCopy c = {copy->b, src.addr, dst.addr, es};
    gen_array_loop(fn, dst.addr, elem, &ir_int(fn->g->m->ty_i64, es ? size / es : 0)->v, copy_one,
                   &c);
    return true;
}

// Both branches evaluate into the one destination. Without a second operand (a ?: b) it is a
// glvalue.
static bool cond_agg(Fn *fn, Expr *choice, Place dst) {
    if (!choice->b) return false;
    IrBlock *if_true = gen_block(fn, "cond.true"), *if_false = gen_block(fn, "cond.false");
    IrBlock *end = gen_block(fn, "cond.end");
    gen_cond(fn, choice->a, if_true, if_false);
    fn->cond_depth++;
    for (int i = 0; i < 2; i++) {
        gen_at(fn, i ? if_false : if_true);
        gen_agg(fn, i ? choice->c : choice->b, dst);
        gen_goto(fn, end);
    }
    fn->cond_depth--;
    gen_at(fn, end);
    return true;
}

// GNU's statement expression: its last statement is the value.
static bool stmt_agg(Fn *fn, Expr *block, Place dst) {
    Stmt *stmt = block->u.stmt;
    Cleanup *cleanup = fn->cleanups;
    for (uint32_t i = 0; i < stmt->u.list.n; i++) {
        Stmt *k = stmt->u.list.at[i];
        bool last = i + 1 == stmt->u.list.n && k->kind == S_EXPR;
        if (last && !gen_reachable(fn)) gen_at(fn, gen_block(fn, "dead"));
        if (last)
            gen_agg(fn, k->e, dst);
        else
            gen_stmt(fn, k);
    }
    gen_pop_cleanups(fn, cleanup);
    if (!gen_reachable(fn)) gen_at(fn, gen_block(fn, "dead")); // the expression around it goes on
    return true;
}

// Base and derived conversions of a pointer to a method change its second word, what `this` is
// adjusted by (Itanium C++ ABI 2.3).
static void memptr_conversion(Fn *fn, Expr *conversion, Place dst) {
    int64_t off = gen_memptr_offset(conversion);
    gen_agg(fn, conversion->a, dst);
    if (!off) return;
    IrValue *p = ir_ptradd_c(&fn->b, dst.addr, 8, IR_INBOUNDS);
    IrValue *adj = &ir_load(&fn->b, fn->g->m->ty_i64, p, 8)->v;
    ir_store(&fn->b, ir_add(&fn->b, adj, &ir_sint(adj->type, off)->v), p, 8);
}

// A constant that is not all zeros is a private variable, copied from.
static bool const_agg(Fn *fn, Expr *expr, Place dst) {
    IrConst *constant = NULL;
    if (expr->kind == E_CONST && expr->cat == VC_PRVALUE)
        constant = gen_const(fn->g, expr->u.val, expr->type);
    if (!constant) return false;
    if (ir_is_zero(&constant->v)) {
        gen_zero(fn, dst);
        return true;
    }
    IrGlobal *v = ir_var_new(fn->g->m, atom_printf(fn->g->ctx, "__const$%u", fn->g->ntemp++),
                             constant->v.type, IR_AS_GLOBAL, IR_PRIVATE, constant);
    v->constant = true;
    v->align = gen_align(fn->g, expr->type);
    gen_copy(fn, dst, gen_generic(fn->g, v), v->align, gen_size(fn->g, expr->type));
    return true;
}

// ---- kinds of expressions -----------------------------------------------------------------------

static bool construct_agg(Fn *fn, Expr *construct, Place dst) {
    gen_construct(fn, (FuncDecl *)construct->u.decl, construct->arg, construct->n, dst);
    return true;
}

static bool zero_agg(Fn *fn, Expr *expr, Place dst) {
    gen_zero(fn, dst);
    return true;
}

// Value initialisation of a class whose constructor is not the user's: first zeros
// [dcl.init]/8.
static bool zero_construct_agg(Fn *fn, Expr *construct, Place dst) {
    gen_zero(fn, dst);
    gen_agg(fn, construct->a, dst);
    return true;
}

static bool call_agg(Fn *fn, Expr *call, Place dst) {
    if (call->cat != VC_PRVALUE) return false;
    gen_call(fn, call, &dst);
    return true;
}

static bool builtin_agg(Fn *fn, Expr *call, Place dst) {
    gen_builtin(fn, (FuncDecl *)call->u.decl, call, &dst);
    return true;
}

static bool comma_agg(Fn *fn, Expr *comma, Place dst) {
    if (comma->op != OP_COMMA) return false;
    gen_void(fn, comma->a);
    gen_agg(fn, comma->b, dst);
    return true;
}

// Temporaries of the full expression end with it [class.temporary]/4.
static bool cleanups_agg(Fn *fn, Expr *whole, Place dst) {
    Cleanup *outer = fn->cleanups;
    gen_agg(fn, whole->a, dst);
    gen_pop_cleanups(fn, outer);
    return true;
}

static bool cast_agg(Fn *fn, Expr *conversion, Place dst) {
    switch (conversion->op) {
    case CK_MEMPTR_CONV: memptr_conversion(fn, conversion, dst); return true;
    case CK_NULL_TO_MEMPTR: gen_zero(fn, dst); return true;
    case CK_LVAL_TO_RVAL:
    case CK_VALUE_BITCAST: return false;
    default: gen_agg(fn, conversion->a, dst); return true;
    }
}

// The operand's value is what the opaque expression stands for.
static bool opaque_agg(Fn *fn, Expr *expr, Place dst) {
    gen_agg(fn, expr->a, dst);
    return true;
}

// &Class::method: two words, the function or its place in the table, and what `this` is adjusted
// by.
static bool method_address_agg(Fn *fn, Expr *address, Place dst) {
    if (address->op != OP_ADDR || !gen_is_agg(address->type)) return false;
    ConstVal method = {.kind = CV_MEMPTR, .type = address->type, .u.mp = {address->a->u.decl, 0}};
    IrConst *words = gen_const(fn->g, &method, address->type);
    for (uint32_t i = 0; i < 2; i++) {
        IrValue *p = ir_ptradd_c(&fn->b, dst.addr, 8 * i, IR_INBOUNDS);
        IrConst *word = ir_elem(fn->g->m, words, i);
        ir_store(&fn->b, word ? &word->v : &ir_int(fn->g->m->ty_i64, 0)->v, p, 8);
    }
    return true;
}

static bool error_agg(Fn *fn, Expr *expr, Place dst) {
    gen_hidden_error(fn->g, expr->pos);
    return true;
}

static bool throw_agg(Fn *fn, Expr *thrown, Place dst) {
    gen_throw(fn, thrown);
    return true;
}

static bool va_arg_agg(Fn *fn, Expr *va_arg, Place dst) {
    gen_va_arg_agg(fn, va_arg, dst);
    return true;
}

// By the expression's kind. False: it is a glvalue, to be read as a whole.
typedef bool AggKind(Fn *fn, Expr *expr, Place dst);
static AggKind *const agg_kinds[] = {
    [E_INIT_LIST] = list_agg,  [E_CONSTRUCT] = construct_agg,
    [E_ZERO] = zero_agg,       [E_ZERO_CONSTRUCT] = zero_construct_agg,
    [E_CALL] = call_agg,       [E_MEMPTR_CALL] = call_agg,
    [E_BUILTIN] = builtin_agg, [E_COND] = cond_agg,
    [E_BINARY] = comma_agg,    [E_CLEANUPS] = cleanups_agg,
    [E_CAST] = cast_agg,       [E_STMT] = stmt_agg,
    [E_STRING] = string_agg,   [E_ARRAY_COPY] = array_copy_agg,
    [E_OPAQUE] = opaque_agg,   [E_UNARY] = method_address_agg,
    [E_ERROR] = error_agg,     [E_THROW] = throw_agg,
    [E_VA_ARG] = va_arg_agg,
};

// Casts that leave the glvalue under them as it is.
static bool is_transparent_cast(const Expr *expr) {
    if (expr->kind != E_CAST) return false;
    return is_any_of(expr->op, CK_LVAL_TO_RVAL, CK_NOOP, CK_VALUE_BITCAST);
}

// A glvalue read as a whole (trivially copyable class, array).
static void read_whole(Fn *fn, Expr *expr, Place dst) {
    Expr *src = expr;
    while (is_transparent_cast(src)) src = src->a;
    if (src == expr && expr->cat == VC_PRVALUE) {
        gen_error(fn, expr->pos, "this expression");
        return;
    }
    // a temporary under the casts: straight into the destination
    if (src->cat == VC_PRVALUE && gen_is_agg(src->type)) {
        gen_agg(fn, src, dst);
        return;
    }
    Place p = gen_place(fn, src);
    gen_copy(fn, dst, p.addr, p.align, gen_size(fn->g, dst.type));
}

void gen_agg(Fn *fn, Expr *expr, Place dst) {
    if (!gen_reachable(fn)) return;
    if (const_agg(fn, expr, dst)) return;
    AggKind *kind = expr->kind < CU_COUNT(agg_kinds) ? agg_kinds[expr->kind] : NULL;
    if (!kind || !kind(fn, expr, dst)) read_whole(fn, expr, dst);
}

// Initialises any object: by its value, or, of a class or array, in place. A bit-field is no place.
void gen_init(Fn *fn, Expr *init, Place dst) {
    if (!init) return;
    if (gen_is_agg(dst.type) && !dst.bits) {
        gen_agg(fn, init, dst);
    } else {
        gen_store(fn, dst, gen_scalar(fn, init));
    }
}
