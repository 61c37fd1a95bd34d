// SPDX-License-Identifier: Apache-2.0
// Tile C++ (NVIDIA's crt/cuda_tile.h, CUDA 13.5): classes and functions marked __tile_builtin__, whose
// meaning the compiler knows. A tile is a vector of its elements; a call of such a function is one of
// a declared function whose name says all that its types and template arguments say, for whoever makes
// Tile IR of the module (tile/raise):
//
//     tile:NAME|RESULT|PARAMETER;PARAMETER|TEMPLATE ARGUMENT;TEMPLATE ARGUMENT
//
// Types: v, b (bool), s32, u8, f16, bf16, f32, e4m3 ...; *T a pointer; T:8x16 a tile; of other
// classes NAME(ARGUMENTS). Constants: =4, of enumerations NAME=4. Parameters of other classes are
// tags: nothing is passed for them. The object of a member of a view goes as its pointer, then the
// extents and the strides that are not static.
#include "cxx/facts/attr.h"
#include "irgen/gen.h"

// Classes that are numbers, by their names.
static const struct {
    char name[14], word[6];
    uint8_t bits;
} number_classes[] = {
    {"__half", "f16", 16},       {"__nv_bfloat16", "bf16", 16}, {"__nv_tf32", "tf32", 32},
    {"__nv_fp8_e4m3", "e4m3", 8}, {"__nv_fp8_e5m2", "e5m2", 8},  {"__nv_fp8_e8m0", "e8m0", 8},
    {"__nv_fp8_ue5m3", "e5m3", 8}, {"__nv_fp4_e2m1", "e2m1", 8},
};

static int number_class(const Gen *gen, const Type *type) {
    if (type->kind != TY_CLASS || !type->u.cls->d.name) return -1;
    const char *name = atom_str(gen->ctx, type->u.cls->d.name);
    for (uint32_t i = 0; i < CU_COUNT(number_classes); i++) {
        if (strcmp(name, number_classes[i].name) == 0) return (int)i;
    }
    return -1;
}

// The arguments of an instance of that class template; NULL: the type is none.
static const TmplArgs *instance_of(const Gen *gen, const Type *type, const char *name) {
    if (type->kind != TY_CLASS || !type->u.cls->inst.tmpl) return NULL;
    const ClassDecl *cls = type->u.cls;
    return strcmp(atom_str(gen->ctx, cls->d.name), name) == 0 ? cls->inst.args : NULL;
}

static bool is_builtin_class(const ClassDecl *cls) {
    return cls->d.attrs && cls->d.attrs->cuda & CU_TILE_BUILTIN;
}

// Element and shape of a tile; NULL: the type is none.
static const TmplArgs *tile_args(const Gen *gen, const Type *type) {
    const TmplArgs *args = instance_of(gen, type, "tile");
    bool fits = args && args->n == 2 && args->a[0].kind == TA_TYPE && args->a[1].kind == TA_TYPE;
    return fits && is_builtin_class(type->u.cls) ? args : NULL;
}

// The values of a list of arguments, packs among them, in order; how many.
static uint32_t list_values(const TmplArgs *args, int64_t *at, uint32_t n, uint32_t most) {
    for (uint32_t i = 0; args && i < args->n; i++) {
        const TmplArg *arg = &args->a[i];
        if (arg->kind == TA_PACK) n = list_values(arg->pack, at, n, most);
        if (arg->kind != TA_VALUE || arg->val->kind != CV_INT) continue;
        if (n < most) at[n] = apint_i64(&arg->val->u.i);
        n++;
    }
    return n;
}

enum { MAX_RANK = 16 };

static uint32_t tile_shape(const TmplArgs *tile, int64_t *at) {
    const Type *shape = ty_unqual(tile->a[1].type);
    const TmplArgs *args = shape->kind == TY_CLASS ? shape->u.cls->inst.args : NULL;
    uint32_t n = list_values(args, at, 0, MAX_RANK);
    return CU_MIN(n, (uint32_t)MAX_RANK);
}

// ---- types -------------------------------------------------------------------------------------

// How a number is passed: bool as a byte, small formats as bytes. NULL: it is no number.
static IrType *number_type(Gen *gen, Type *type) {
    type = ty_unqual(type);
    int which = number_class(gen, type);
    if (which == 0) return gen->m->ty_half;
    if (which == 1) return gen->m->ty_bfloat;
    if (which > 0) return ir_ty_int(gen->m, number_classes[which].bits);
    return gen_is_agg(type) ? NULL : gen_mem_type(gen, type);
}

IrType *gen_tile_type(Gen *gen, Type *type) {
    const TmplArgs *args = tile_args(gen, type);
    IrType *element = args ? number_type(gen, args->a[0].type) : NULL;
    if (!element) return NULL;
    int64_t shape[MAX_RANK];
    uint64_t n = 1;
    for (uint32_t i = 0, rank = tile_shape(args, shape); i < rank; i++) n *= (uint64_t)shape[i];
    return ir_ty_vector(gen->m, element, n);
}

// ---- names -------------------------------------------------------------------------------------

static void put_type(Gen *gen, Buf *out, Type *type);

static void put_scalar(Gen *gen, Buf *out, Type *type) {
    int which = number_class(gen, type);
    if (which >= 0) {
        buf_puts(out, number_classes[which].word);
        return;
    }
    IrType *of = gen_is_agg(type) || type->kind == TY_FUNC ? NULL : gen_mem_type(gen, type);
    if (type->kind == TY_VOID)
        buf_putc(out, 'v');
    else if (type->kind == TY_BOOL)
        buf_putc(out, 'b');
    else if (of && ir_ty_is_int(of))
        buf_printf(out, "%c%u", gen_is_signed(type) ? 's' : 'u', of->bits);
    else if (of && is_any_of(of->kind, IR_TY_HALF, IR_TY_FLOAT, IR_TY_DOUBLE))
        buf_printf(out, "f%u", of->bits);
    else if (of && of->kind == IR_TY_BFLOAT)
        buf_puts(out, "bf16");
    else
        buf_putc(out, '?');
}

static void put_args(Gen *gen, Buf *out, const TmplArgs *args, char between) {
    for (uint32_t i = 0; args && i < args->n; i++) {
        const TmplArg *arg = &args->a[i];
        if (arg->kind == TA_PACK) {
            put_args(gen, out, arg->pack, between);
            continue;
        }
        if (arg->kind == TA_TYPE) {
            put_type(gen, out, ty_unqual(arg->type));
        } else if (arg->kind == TA_VALUE && arg->val->kind == CV_INT) {
            Type *type = ty_unqual(arg->val->type ? arg->val->type : arg->type);
            if (type->kind == TY_ENUM && type->u.enm->d.name)
                buf_atom(gen->ctx, out, type->u.enm->d.name);
            buf_printf(out, "=%lld", (long long)apint_i64(&arg->val->u.i));
        } else {
            buf_putc(out, '&');
        }
        buf_putc(out, between);
    }
}

static void put_type(Gen *gen, Buf *out, Type *type) {
    type = ty_unqual(type);
    const TmplArgs *tile = tile_args(gen, type);
    if (type->kind == TY_PTR) {
        buf_putc(out, '*');
        put_scalar(gen, out, ty_unqual(type->u.ptr.to));
    } else if (tile) {
        int64_t shape[MAX_RANK];
        uint32_t rank = tile_shape(tile, shape);
        put_type(gen, out, tile->a[0].type);
        buf_putc(out, ':');
        for (uint32_t i = 0; i < rank; i++)
            buf_printf(out, "%s%lld", i ? "x" : "", (long long)shape[i]);
    } else if (type->kind == TY_CLASS && number_class(gen, type) < 0 && type->u.cls->d.name) {
        buf_atom(gen->ctx, out, type->u.cls->d.name);
        buf_putc(out, '(');
        put_args(gen, out, type->u.cls->inst.args, ',');
        buf_putc(out, ')');
    } else {
        put_scalar(gen, out, type);
    }
}

static bool is_view(const FuncDecl *func) {
    bool member = func->cls && !(func->d.flags & DF_STATIC) && func->kind == FK_NORMAL;
    return member && func->inst.args;
}

static Atom call_name(Gen *gen, const FuncDecl *func) {
    Buf out;
    buf_init(&out, &gen->ctx->perm);
    const FuncType *ft = &func->d.type->u.func;
    buf_puts(&out, "tile:");
    if (is_view(func)) {
        buf_atom(gen->ctx, &out, func->cls->d.name);
        buf_putc(&out, '.');
    }
    if (func->kind == FK_CTOR || func->kind == FK_CONV)
        buf_puts(&out, "convert");
    else
        buf_atom(gen->ctx, &out, func->d.name);
    buf_putc(&out, '|');
    put_type(gen, &out, func->kind == FK_CTOR ? func->cls->d.type : ft->ret);
    buf_putc(&out, '|');
    if (func->kind == FK_CONV) put_type(gen, &out, func->cls->d.type);
    for (uint32_t i = 0; i < ft->nparam; i++) {
        put_type(gen, &out, ft->param[i]);
        buf_putc(&out, ';');
    }
    buf_putc(&out, '|');
    put_args(gen, &out, func->inst.args, ';');
    return atom_intern(gen->ctx, out.at, out.n);
}

// ---- calls -------------------------------------------------------------------------------------

enum { MAX_ARGS = 4 * MAX_RANK };
typedef struct Passed {
    IrValue *at[MAX_ARGS];
    IrType *type[MAX_ARGS];
    uint32_t n;
} Passed;

static void pass(Passed *passed, IrValue *value) {
    if (passed->n >= MAX_ARGS) return;
    passed->type[passed->n] = value->type;
    passed->at[passed->n++] = value;
}

// How values of the type go; NULL: it is a tag.
static IrType *passed_type(Gen *gen, Type *type) {
    type = ty_unqual(type);
    IrType *tile = gen_tile_type(gen, type);
    return tile ? tile : gen_is_agg(type) ? number_type(gen, type) : gen_value_type(gen, type);
}

static void pass_argument(Fn *fn, Passed *passed, Expr *expr, Type *param) {
    Type *type = ty_unqual(param);
    if (!gen_is_agg(type)) {
        pass(passed, gen_scalar(fn, expr));
        return;
    }
    Place place = gen_temp(fn, type);
    gen_agg(fn, expr, place);
    IrType *as = passed_type(fn->g, type);
    if (as) pass(passed, &ir_load(&fn->b, as, place.addr, place.align)->v);
}

// The function of that name whose address is among the template arguments.
static FuncDecl *getter(const Gen *gen, const TmplArgs *args, const char *name) {
    for (uint32_t i = 0; args && i < args->n; i++) {
        const TmplArg *arg = &args->a[i];
        if (arg->kind != TA_VALUE || arg->val->kind != CV_LVALUE) continue;
        Decl *decl = arg->val->u.lv.base;
        bool named = decl && decl->kind == D_FUNC && strcmp(atom_str(gen->ctx, decl->name), name) == 0;
        if (named) return (FuncDecl *)decl;
    }
    return NULL;
}

// What an instance of the class template among the template arguments has as values.
static uint32_t class_values(const Gen *gen, const TmplArgs *args, const char *name, int64_t *at) {
    for (uint32_t i = 0; args && i < args->n; i++) {
        if (args->a[i].kind != TA_TYPE) continue;
        const TmplArgs *found = instance_of(gen, ty_unqual(args->a[i].type), name);
        if (found) return list_values(found, at, 0, MAX_RANK);
    }
    return 0;
}

// One number for each dimension whose size or stride is not static (-1).
static void pass_dynamic(Fn *fn, Passed *passed, IrValue *view, const TmplArgs *args,
                         const char *list, const char *get) {
    int64_t value[MAX_RANK];
    uint32_t n = class_values(fn->g, args, list, value);
    FuncDecl *func = getter(fn->g, args, get);
    for (uint32_t i = 0; func && i < n && i < MAX_RANK; i++) {
        if (value[i] != -1) continue;
        IrValue *arg[] = {view, &ir_int(fn->g->m->ty_i64, i)->v};
        pass(passed, &ir_call_fn(&fn->b, gen_func_decl(fn->g, func), 2, arg)->v);
    }
}

static void pass_view(Fn *fn, Passed *passed, Expr *object, const FuncDecl *func) {
    const TmplArgs *args = func->inst.args;
    IrValue *view = gen_addr(fn, object);
    FuncDecl *base = getter(fn->g, args, "__get_base_ptr");
    if (base) pass(passed, &ir_call_fn(&fn->b, gen_func_decl(fn->g, base), 1, &view)->v);
    pass_dynamic(fn, passed, view, args, "extents", "__get_extent");
    pass_dynamic(fn, passed, view, args, "strides", "__get_stride");
}

static IrValue *call(Fn *fn, const FuncDecl *func, IrType *result, const Passed *passed) {
    Gen *gen = fn->g;
    Atom name = call_name(gen, func);
    IrGlobal *old = ir_find(gen->m, name);
    IrType *type = ir_ty_func(gen->m, result, passed->n, (IrType *const *)passed->type, false);
    IrFunc *callee = old ? (IrFunc *)old : ir_func_new(gen->m, name, type, IR_EXTERNAL);
    if (!old) {
        callee->g.pos = func->d.pos;
        ir_fn_attr(callee, IR_AT_FN, IR_ATTR_NOUNWIND);
        ir_fn_attr(callee, IR_AT_FN, IR_ATTR_CONVERGENT);
    }
    return &ir_call_fn(&fn->b, callee, passed->n, (IrValue **)passed->at)->v;
}

bool gen_is_tile_builtin(const Gen *gen, const FuncDecl *func) {
    if (!(func->d.cuda & CU_TILE_BUILTIN) || func->code.builtin) return false;
    // NVIDIA's headers mark others, too, which are functions in code that is no tiles'; members and
    // operators among them say in their bodies what they mean
    if (!gen->opt.tile) return !(func->d.cuda & (CU_HOST | CU_DEVICE));
    return !(func->body.defined && (func->cls || func->op));
}

IrValue *gen_tile_call(Fn *fn, FuncDecl *func, Expr **arg, uint32_t n, Place *dst) {
    Gen *gen = fn->g;
    Passed passed = {.n = 0};
    const FuncType *ft = &func->d.type->u.func;
    bool method = func->cls && !(func->d.flags & DF_STATIC) && func->kind != FK_CTOR;
    if (func->kind == FK_CONV) {
        Place tile = gen_place(fn, arg[0]);
        IrType *as = gen_tile_type(gen, ty_unqual(tile.type));
        if (as) pass(&passed, &ir_load(&fn->b, as, tile.addr, tile.align)->v);
    } else if (method) {
        pass_view(fn, &passed, arg[0], func);
    }
    if (method) arg++, n--;
    for (uint32_t i = 0; i < n && i < ft->nparam; i++)
        pass_argument(fn, &passed, arg[i], ft->param[i]);
    Type *ret = func->kind == FK_CTOR ? func->cls->d.type : ft->ret;
    IrType *as = passed_type(gen, ret);
    IrValue *result = call(fn, func, as ? as : gen->m->ty_void, &passed);
    if (!gen_is_agg(ty_unqual(ret))) return ret->kind == TY_VOID ? NULL : result;
    Place place = dst ? *dst : gen_temp(fn, ty_unqual(ret));
    if (as) ir_store(&fn->b, result, place.addr, place.align);
    return NULL;
}
