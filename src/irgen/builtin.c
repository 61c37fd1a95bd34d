// SPDX-License-Identifier: Apache-2.0
// Calls of builtin functions in C++: the operands are evaluated here; what they mean is in
// lower*.c, of GNU's in builtin_gnu.c.
#include "cuda/cuda.h"
#include "irgen/gen.h"
#include "irgen/lower.h"
#include "irgen/tile.h"

// What lower*.c need to know of the place of a call.
static Lower lowering(Fn *fn, const CudaBuiltin *row, Pos pos) {
    Gen *g = fn->g;
    return (Lower){.ctx = g->ctx,
                   .m = g->m,
                   .b = &fn->b,
                   .opt = &g->opt,
                   .row = row,
                   .pos = pos,
                   .ret = g->m->ty_void};
}

// printf: the arguments, promoted (CUDA: "Formatted Output").
static IrValue *gen_printf(Lower *lower, Fn *fn, Expr *call) {
    Gen *gen = fn->g;
    ArenaMark mark = arena_mark(&gen->ctx->scratch);
    IrValue **v = arena_array(&gen->ctx->scratch, IrValue *, call->n + 1u);
    IrValue *fmt = gen_scalar(fn, call->arg[0]);
    uint32_t n = 0;
    // Every argument gets the width that the default promotions give.
    for (uint32_t i = 1; i < call->n; i++) {
        if (gen_is_agg(call->arg[i]->type)) {
            diag(gen->ctx, GEN_ROW(gen_printf_class), call->arg[i]->pos);
            continue;
        }
        // No conversion of printf takes a class.
        IrValue *x = gen_scalar(fn, call->arg[i]);
        if (x->type == lower->m->ty_float) x = ir_fpext(lower->b, x, lower->m->ty_double);
        if (ir_ty_is_int(x->type) && x->type->bits < 32) {
            bool sign = gen_is_signed(call->arg[i]->type) && x->type->bits > 1;
            x = ir_int_resize(lower->b, x, lower->m->ty_i32, sign);
        }
        v[n++] = x;
    }
    IrValue *r = lower_printf(lower, fmt, n, v);
    arena_reset(&gen->ctx->scratch, mark);
    return r;
}

// Reports a function that the target does not have.
static void check_sm(Fn *fn, const CudaBuiltin *row, Pos pos) {
    Gen *g = fn->g;
    if (row->min_sm <= g->opt.target->number) return;
    // a function of a header that picks the overload: its name is what the user wrote
    size_t k = strlen(row->name);
    bool impl = k > 5 && strcmp(row->name + k - 5, "_impl") == 0 && fn->fd;
    diag(g->ctx, GEN_ROW(gen_sm), pos, impl ? atom_str(g->ctx, fn->fd->d.name) : row->name,
         row->min_sm / 10u, row->min_sm % 10u);
}

// What the programmer wrote, without the promotions of "...".
static Expr *unpromoted(Expr *expr) {
    while (xe_implicit_cast(expr) && expr->a->cat == VC_PRVALUE && ty_is_arith(expr->type) &&
           ty_is_arith(expr->a->type))
        expr = expr->a;
    return expr;
}

// The text of a string literal behind its casts, or "".
static const char *literal(Ctx *ctx, const Expr *expr) {
    while (expr->kind == E_CAST) expr = expr->a;
    return expr->kind == E_STRING ? atom_str(ctx, atom_intern(ctx, expr->u.str.s, expr->u.str.n))
                                  : "";
}

// The scalars that an object of type t consists of; false: not of like ones.
static bool object_type(Fn *fn, Type *type, Lower *lower) {
    type = ty_unqual(type);
    lower->elem_n = 1;
    if (type->kind == TY_CLASS) {
        gen_size(fn->g, type); // asks for the layout
        const ClassDecl *k = type->u.cls;
        lower->elem_n = k->members.fields.n;
        for (uint32_t i = 1; i < k->members.fields.n; i++)
            if (ty_unqual(k->members.fields.at[i]->d.type) !=
                ty_unqual(k->members.fields.at[0]->d.type))
                return false;
        if (!k->members.fields.n) return false;
        type = ty_unqual(k->members.fields.at[0]->d.type);
    }
    if (!ty_is_arith(type) && type->kind != TY_ENUM) return false;
    IrType *m = gen_mem_type(fn->g, type);
    lower->elem_bits = (uint32_t)m->store_size * 8;
    lower->elem_class = ir_ty_is_fp(m) ? LOWER_FLOAT : gen_is_signed(type) ? LOWER_INT : LOWER_UINT;
    return true;
}

static void add_arg(Lower *lower, IrValue *operand) {
    lower->arg[lower->n++] = operand;
}

// A texture or surface function of the headers: a string names the operation, the first pointer's
// type says what an element is.
static IrValue *gen_texture(Lower *lower, Fn *fn, Expr *call) {
    const char *name = call->n ? literal(lower->ctx, call->arg[0]) : "";
    Type *p = call->n > 1 ? call->arg[1]->type : NULL;
    bool ok = p && p->kind == TY_PTR && object_type(fn, p->u.ptr.to, lower);
    for (uint32_t i = 1; i < call->n && lower->n < LOWER_MAX_ARGS; i++)
        add_arg(lower, gen_scalar(fn, unpromoted(call->arg[i])));
    if (!ok || !lower_texture_function(lower, name))
        gen_error(fn, call->pos, "this texture function");
    return NULL;
}

// An __nv_atomic function: the type of the object chooses the instruction.
static IrValue *gen_atomic(Lower *lower, Fn *fn, Expr *call) {
    Type *t = call->arg[0]->type->u.ptr.to;
    IrType *m = gen_mem_type(fn->g, t);
    lower->elem_bits = (uint32_t)m->store_size * 8; // of a class: as bytes
    lower->elem_class = ir_ty_is_fp(m) ? LOWER_FLOAT : gen_is_signed(t) ? LOWER_INT : LOWER_UINT;
    if (call->type->kind != TY_VOID) lower->ret = gen_value_type(fn->g, call->type);
    for (uint32_t i = 0; i < call->n; i++) add_arg(lower, gen_scalar(fn, call->arg[i]));
    return lower_nv_atomic_typed(lower, lower->row->detail + strlen("nv_atomic."));
}

static IrValue *argument(Fn *fn, Expr *expr) { // of a class: its address
    if (!gen_is_agg(expr->type)) return gen_scalar(fn, expr);
    Place p = gen_temp(fn, ty_unqual(expr->type));
    gen_agg(fn, expr, p);
    return p.addr;
}

// ---- Tile C++ ----------------------------------------------------------------------------------

enum { MAX_ARGS = 4 * TILE_RANK };
typedef struct Passed {
    IrValue *at[MAX_ARGS];
    IrType *type[MAX_ARGS];
    uint32_t n;
} Passed;

static void pass_value(Passed *passed, IrValue *operand) {
    if (passed->n >= MAX_ARGS) return;
    passed->type[passed->n] = operand->type;
    passed->at[passed->n++] = operand;
}

// How values of the type go; NULL: it is a tag.
static IrType *passed_type(Gen *gen, Type *type) {
    type = ty_unqual(type);
    IrType *tile = gen_tile_type(gen, type);
    return tile ? tile : gen_is_agg(type) ? gen_tile_number(gen, type) : gen_value_type(gen, type);
}

static void pass_argument(Fn *fn, Passed *passed, Expr *argument, Type *param) {
    Type *type = ty_unqual(param);
    if (!gen_is_agg(type)) {
        pass_value(passed, gen_scalar(fn, argument));
        return;
    }
    Place place = gen_temp(fn, type);
    gen_agg(fn, argument, place);
    IrType *as = passed_type(fn->g, type);
    if (as) pass_value(passed, &ir_load(&fn->b, as, place.addr, place.align)->v);
}

// The function of that name whose address is among the template arguments.
static FuncDecl *getter_named(const Gen *gen, const TmplArgs *args, const char *name) {
    for (uint32_t i = 0; i < targs_count(args); i++) {
        const TmplArg *arg = &args->a[i];
        if (arg->kind != TA_VALUE || arg->val->kind != CV_LVALUE) continue;
        Decl *decl = arg->val->u.lv.base;
        bool named = decl_is(decl, D_FUNC) && strcmp(atom_str(gen->ctx, decl->name), name) == 0;
        if (named) return (FuncDecl *)decl;
    }
    return NULL;
}

// What an instance of the class template among the template arguments has as values.
static uint32_t class_values(const Gen *gen, const TmplArgs *args, const char *name, int64_t *at) {
    for (uint32_t i = 0; i < targs_count(args); i++) {
        if (args->a[i].kind != TA_TYPE) continue;
        const TmplArgs *found = gen_instance_of(gen, ty_unqual(args->a[i].type), name);
        if (found) return gen_list_values(found, at, 0, TILE_RANK);
    }
    return 0;
}

// One number for each dimension whose size or stride is not static (-1).
static void pass_dynamic(Fn *fn, Passed *passed, IrValue *view, const TmplArgs *args,
                         const char *list, const char *get) {
    int64_t value[TILE_RANK];
    uint32_t n = class_values(fn->g, args, list, value);
    FuncDecl *func = getter_named(fn->g, args, get);
    for (uint32_t i = 0; func && i < n && i < TILE_RANK; i++) {
        if (value[i] != -1) continue;
        IrValue *arg[] = {view, &ir_int(fn->g->m->ty_i64, i)->v};
        pass_value(passed, &ir_call_fn(&fn->b, gen_func_decl(fn->g, func), 2, arg)->v);
    }
}

static void pass_view(Fn *fn, Passed *passed, Expr *object, const FuncDecl *func) {
    const TmplArgs *args = func->inst.args;
    IrValue *view = gen_addr(fn, object);
    FuncDecl *base = getter_named(fn->g, args, "__get_base_ptr");
    if (base) pass_value(passed, &ir_call_fn(&fn->b, gen_func_decl(fn->g, base), 1, &view)->v);
    pass_dynamic(fn, passed, view, args, "extents", "__get_extent");
    pass_dynamic(fn, passed, view, args, "strides", "__get_stride");
}

static IrValue *call_tile(Fn *fn, Atom name, IrType *result, const Passed *passed) {
    Gen *gen = fn->g;
    IrGlobal *old = ir_find(gen->m, name);
    IrType *type = ir_ty_func(gen->m, result, passed->n, (IrType *const *)passed->type, false);
    IrFunc *callee = old ? (IrFunc *)old : ir_func_new(gen->m, name, type, IR_EXTERNAL);
    if (!old) {
        ir_fn_attr(callee, IR_AT_FN, IR_ATTR_NOUNWIND);
        ir_fn_attr(callee, IR_AT_FN, IR_ATTR_CONVERGENT);
    }
    return &ir_call_fn(&fn->b, callee, passed->n, (IrValue **)passed->at)->v;
}

IrValue *gen_tile_call(Fn *fn, FuncDecl *func, Expr **arg, uint32_t n, Place *dst) {
    Gen *gen = fn->g;
    Passed passed = {.n = 0};
    const FuncType *ft = &func->d.type->u.func;
    bool method = func->cls && !(func->d.flags & DF_STATIC) && func->kind != FK_CTOR;
    if (func->kind == FK_CONV) {
        Place tile = gen_place(fn, arg[0]);
        IrType *as = gen_tile_type(gen, ty_unqual(tile.type));
        if (as) pass_value(&passed, &ir_load(&fn->b, as, tile.addr, tile.align)->v);
    } else if (method) {
        pass_view(fn, &passed, arg[0], func);
    }
    if (method) arg++, n--;
    for (uint32_t i = 0; i < n && i < ft->nparam; i++)
        pass_argument(fn, &passed, arg[i], ft->param[i]);
    Type *ret = func->kind == FK_CTOR ? func->cls->d.type : ft->ret;
    IrType *as = passed_type(gen, ret);
    IrValue *result = call_tile(fn, gen_tile_call_name(gen, func, fn->tile_hints),
                                as ? as : gen->m->ty_void, &passed);
    if (!gen_is_agg(ty_unqual(ret))) return ret->kind == TY_VOID ? NULL : result;
    Place place = dst ? *dst : gen_temp(fn, ty_unqual(ret));
    if (as) ir_store(&fn->b, result, place.addr, place.align);
    return NULL;
}

static IrValue *tile_printf(Fn *fn, Expr *call) {
    Passed passed = {.n = 0};
    for (uint32_t i = 0; i < call->n; i++)
        pass_argument(fn, &passed, call->arg[i], call->arg[i]->type);
    return call_tile(fn, gen_tile_printf_name(fn->g, call), fn->g->m->ty_i32, &passed);
}

// ---- other builtins ----------------------------------------------------------------------------

static IrValue *cuda_builtin(Fn *fn, const CudaBuiltin *row, Type *ret, Expr *call, Place *dst) {
    Gen *gen = fn->g;
    Lower lower = lowering(fn, row, call->pos);
    check_sm(fn, row, call->pos);
    if (row->lowering == BI_FN && strcmp(row->detail, "printf") == 0)
        return gen->opt.tile ? tile_printf(fn, call) : gen_printf(&lower, fn, call);
    if (row->lowering == BI_TYPED) {
        bool texture = strcmp(row->detail, "tex_surf") == 0;
        return texture ? gen_texture(&lower, fn, call) : gen_atomic(&lower, fn, call);
    }
    if (gen_is_agg(ret))
        lower.ret_mem = dst ? dst->addr : gen_temp(fn, ret).addr;
    else
        lower.ret = gen_value_type(gen, ret);
    for (uint32_t i = 0; i < call->n && i < LOWER_MAX_ARGS - 2; i++)
        add_arg(&lower, argument(fn, call->arg[i]));
    IrValue *r = lower_builtin(&lower);
    if (lower.no_return) {
        ir_unreachable(&fn->b);
        gen_at(fn, gen_block(fn, "after.noreturn"));
    }
    if (!r && lower.ret->kind != IR_TY_VOID) r = &ir_undef(gen->m, lower.ret)->v;
    return r;
}

// ---- GNU's -------------------------------------------------------------------------------------

// A list is an array in a variable and a pointer to one in a parameter.
static IrValue *va_list_of(Fn *fn, Expr *list) {
    if (ty_is_array(list->type)) return gen_addr(fn, list);
    return list->cat == VC_PRVALUE ? gen_scalar(fn, list) : gen_load(fn, gen_place(fn, list));
}

IrValue *gen_va_arg(Fn *fn, Expr *va_arg) {
    return ir_va_arg(&fn->b, va_list_of(fn, va_arg->a), gen_mem_type(fn->g, va_arg->type));
}

// A class lies in the buffer as a whole (ptx/legal/vararg.c): the pointer is moved past it.
void gen_va_arg_agg(Fn *fn, Expr *va_arg, Place dst) {
    IrBuilder *builder = &fn->b;
    IrModule *m = fn->g->m;
    IrValue *list = va_list_of(fn, va_arg->a), *at = &ir_load(builder, m->ty_ptr, list, 8)->v;
    uint32_t align = gen_align(fn->g, va_arg->type);
    uint64_t size = gen_size(fn->g, va_arg->type);
    // The pointer is rounded up to the class's alignment.
    if (align > 1) {
        IrValue *up =
            ir_add(builder, ir_ptrtoint(builder, at, m->ty_i64), &ir_int(m->ty_i64, align - 1)->v);
        at = ir_inttoptr(builder, ir_and(builder, up, &ir_int(m->ty_i64, 0 - (uint64_t)align)->v),
                         m->ty_ptr);
    }
    ir_store(builder, ir_ptradd_c(builder, at, (int64_t)size, 0), list, 8);
    gen_copy(fn, dst, at, align, size);
}

// The operands that the row asks for, in order.
static IrValue *call_gnu(Fn *fn, const GnuRow *row, Expr *call) {
    IrValue *arg[GNU_MAX_ARGS] = {NULL};
    uint32_t operands = gen_gnu_operands(row);
    for (uint32_t i = 0; i < call->n; i++) {
        if (operands & GNU_EFFECTS)
            gen_void(fn, call->arg[i]);
        else if (i < GNU_MAX_ARGS && operands & GNU_ARG(i))
            arg[i] =
                operands & GNU_LISTS ? va_list_of(fn, call->arg[i]) : gen_scalar(fn, call->arg[i]);
    }
    return gen_gnu_call(fn, row, call, arg);
}

// By the table of builtin_gnu.c, or as CUDA's function of that name. What neither knows is refused,
// as nvcc refuses it in device code (seen by compiling calls of them).
static IrValue *gnu_builtin(Fn *fn, FuncDecl *func, Expr *call) {
    Gen *gen = fn->g;
    const char *name = atom_str(gen->ctx, func->d.name);
    if (strncmp(name, "__builtin_", 10) == 0) name += 10;
    const GnuRow *row = gen_gnu_builtin(name);
    if (row) return call_gnu(fn, row, call);
    const CudaBuiltin *cuda = cuda_builtin_find(name);
    if (cuda) return cuda_builtin(fn, cuda, call->type, call, NULL);
    gen_error(fn, call->pos, atom_str(gen->ctx, func->d.name));
    IrType *type = gen_value_type(gen, call->type);
    return type->kind == IR_TY_VOID ? NULL : &ir_undef(gen->m, type)->v;
}

IrValue *gen_builtin(Fn *fn, FuncDecl *f, Expr *call, Place *dst) {
    if (f->code.builtin >= CXX_GNU_BUILTIN) return gnu_builtin(fn, f, call);
    return cuda_builtin(fn, &cuda_builtins[f->code.builtin - 1], f->d.type->u.func.ret, call, dst);
}
