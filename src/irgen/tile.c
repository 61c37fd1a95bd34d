// SPDX-License-Identifier: Apache-2.0
// Tile C++ (NVIDIA's crt/cuda_tile.h, CUDA 13.5): classes and functions marked __tile_builtin__,
// whose meaning the compiler knows. A tile is a vector of its elements; a call of such a function
// is one of a declared function whose name says all that its types and template arguments say, for
// whoever makes Tile IR of the module (tile/raise):
//
//     tile:NAME|RESULT|PARAMETER;PARAMETER|TEMPLATE ARGUMENT;TEMPLATE ARGUMENT|HINTS
//
// Types: v, b (bool), s32, u8, f16, bf16, f32, e4m3 ...; *T a pointer; T:8x16 a tile; of other
// classes NAME(ARGUMENTS). Constants: =4, of enumerations NAME=4. Parameters of other classes are
// tags: nothing is passed for them. The object of a member of a view goes as its pointer, then the
// extents and the strides that are not static.
#include "irgen/tile.h"

// ---- names -------------------------------------------------------------------------------------

static void put_type(Gen *gen, Buf *out, Type *type);

static void put_scalar(Gen *gen, Buf *out, Type *type) {
    const char *word = gen_tile_number_word(gen, type);
    IrType *of = gen_tile_number(gen, type);
    if (word)
        buf_puts(out, word);
    else if (type->kind == TY_VOID)
        buf_putc(out, 'v');
    else if (type->kind == TY_BOOL)
        buf_putc(out, 'b');
    else if (of && ir_ty_is_int(of))
        buf_printf(out, "%c%u", gen_is_signed(type) ? 's' : 'u', of->bits);
    else if (of && is_any_of(of->kind, IR_TY_HALF, IR_TY_FLOAT, IR_TY_DOUBLE))
        buf_printf(out, "f%u", of->bits);
    else
        buf_puts(out, of && of->kind == IR_TY_BFLOAT ? "bf16" : "?");
}

static void put_value(Gen *gen, Buf *out, const TmplArg *arg) {
    Type *type = ty_unqual(arg->val->type ? arg->val->type : arg->type);
    if (type->kind == TY_ENUM && type->u.enm->d.name) buf_atom(gen->ctx, out, type->u.enm->d.name);
    buf_printf(out, "=%lld", (long long)apint_i64(&arg->val->u.i));
}

static void put_args(Gen *gen, Buf *out, const TmplArgs *args, char between) {
    for (uint32_t i = 0; i < targs_count(args); i++) {
        const TmplArg *arg = &args->a[i];
        if (arg->kind == TA_PACK) {
            put_args(gen, out, arg->pack, between);
            continue;
        }
        if (arg->kind == TA_TYPE)
            put_type(gen, out, ty_unqual(arg->type));
        else if (arg->kind == TA_VALUE && arg->val->kind == CV_INT)
            put_value(gen, out, arg);
        else
            buf_putc(out, '&');
        buf_putc(out, between);
    }
}

static void put_type(Gen *gen, Buf *out, Type *type) {
    type = ty_unqual(type);
    const TmplArgs *tile = gen_tile_args(gen, type);
    if (type->kind == TY_PTR) {
        buf_putc(out, '*');
        put_scalar(gen, out, ty_unqual(type->u.ptr.to));
    } else if (tile) {
        int64_t shape[TILE_RANK];
        uint32_t rank = gen_tile_shape(tile, shape);
        put_type(gen, out, tile->a[0].type);
        buf_putc(out, ':');
        for (uint32_t i = 0; i < rank; i++)
            buf_printf(out, "%s%lld", i ? "x" : "", (long long)shape[i]);
    } else if (type->kind == TY_CLASS && !gen_tile_number(gen, type) && type->u.cls->d.name) {
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

Atom gen_tile_call_name(Gen *gen, const FuncDecl *func, Atom hints) {
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
    if (hints) {
        buf_putc(&out, '|');
        buf_atom(gen->ctx, &out, hints);
    }
    return atom_intern(gen->ctx, out.at, out.n);
}

Atom gen_tile_printf_name(Gen *gen, const Expr *call) {
    Buf out;
    buf_init(&out, &gen->ctx->perm);
    buf_puts(&out, "tile:printf|s32|");
    for (uint32_t i = 0; i < call->n; i++) {
        put_type(gen, &out, ty_unqual(call->arg[i]->type));
        buf_putc(&out, ';');
    }
    buf_putc(&out, '|');
    return atom_intern(gen->ctx, out.at, out.n);
}

bool gen_is_tile_builtin(const Gen *gen, const FuncDecl *func) {
    if (!(func->d.cuda & CU_TILE_BUILTIN) || func->code.builtin) return false;
    // NVIDIA's headers mark others, too, which are functions in code that is no tiles'; members and
    // operators among them say in their bodies what they mean
    if (!gen->opt.tile) return !(func->d.cuda & (CU_HOST | CU_DEVICE));
    return !(func->body.defined && (func->cls || func->op));
}
