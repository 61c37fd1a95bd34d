// SPDX-License-Identifier: Apache-2.0
// Tile C++: the classes of NVIDIA's crt/cuda_tile.h (CUDA 13.5) that the compiler knows, as IR
// types. A tile is a vector of its elements; of bool and the formats of eight bits and fewer one is
// a byte.
#include "irgen/tile.h"
#include "cxx/facts/attr.h"

// Classes that are numbers, by their names.
static const struct {
    char name[14];
    uint8_t bits, kind; // IrTypeKind
    char word[6];
} number_classes[] = {
    {"__half", 16, IR_TY_HALF, "f16"},        {"__nv_bfloat16", 16, IR_TY_BFLOAT, "bf16"},
    {"__nv_tf32", 32, IR_TY_INT, "tf32"},     {"__nv_fp8_e4m3", 8, IR_TY_INT, "e4m3"},
    {"__nv_fp8_e5m2", 8, IR_TY_INT, "e5m2"},  {"__nv_fp8_e8m0", 8, IR_TY_INT, "e8m0"},
    {"__nv_fp8_ue5m3", 8, IR_TY_INT, "e5m3"}, {"__nv_fp4_e2m1", 8, IR_TY_INT, "e2m1"},
};

static int number_class(const Gen *gen, const Type *type) {
    if (type->kind != TY_CLASS || !type->u.cls->d.name) return -1;
    const char *name = atom_str(gen->ctx, type->u.cls->d.name);
    for (uint32_t i = 0; i < CU_COUNT(number_classes); i++) {
        // the name may have no room for its end
        if (strncmp(name, number_classes[i].name, sizeof number_classes[i].name) == 0)
            return (int)i;
    }
    return -1;
}

const char *gen_tile_number_word(const Gen *gen, const Type *type) {
    int which = number_class(gen, type);
    return which < 0 ? NULL : number_classes[which].word;
}

const TmplArgs *gen_instance_of(const Gen *gen, const Type *type, const char *name) {
    if (type->kind != TY_CLASS || !type->u.cls->inst.tmpl) return NULL;
    const ClassDecl *cls = type->u.cls;
    return strcmp(atom_str(gen->ctx, cls->d.name), name) == 0 ? cls->inst.args : NULL;
}

static bool is_builtin_class(const ClassDecl *cls) {
    return cls->d.attrs && cls->d.attrs->cuda & CU_TILE_BUILTIN;
}

const TmplArgs *gen_tile_args(const Gen *gen, const Type *type) {
    const TmplArgs *args = gen_instance_of(gen, type, "tile");
    bool fits = args && args->n == 2 && args->a[0].kind == TA_TYPE && args->a[1].kind == TA_TYPE;
    return fits && is_builtin_class(type->u.cls) ? args : NULL;
}

uint32_t gen_list_values(const TmplArgs *args, int64_t *at, uint32_t n, uint32_t most) {
    for (uint32_t i = 0; i < targs_count(args); i++) {
        const TmplArg *arg = &args->a[i];
        if (arg->kind == TA_PACK) n = gen_list_values(arg->pack, at, n, most);
        if (arg->kind != TA_VALUE || arg->val->kind != CV_INT) continue;
        if (n < most) at[n] = apint_i64(&arg->val->u.i);
        n++;
    }
    return n;
}

uint32_t gen_tile_shape(const TmplArgs *tile, int64_t *at) {
    const Type *shape = ty_unqual(tile->a[1].type);
    const TmplArgs *args = shape->kind == TY_CLASS ? shape->u.cls->inst.args : NULL;
    uint32_t n = gen_list_values(args, at, 0, TILE_RANK);
    return CU_MIN(n, (uint32_t)TILE_RANK);
}

IrType *gen_tile_number(Gen *gen, Type *type) {
    IrModule *module = gen->m;
    int which = number_class(gen, type);
    if (which >= 0) {
        uint32_t kind = number_classes[which].kind;
        return kind == IR_TY_HALF     ? module->ty_half
               : kind == IR_TY_BFLOAT ? module->ty_bfloat
                                      : ir_ty_int(module, number_classes[which].bits);
    }
    switch (type->kind) {
    case TY_BOOL: return module->ty_i8;
    case TY_HALF: return module->ty_half;
    case TY_BF16: return module->ty_bfloat;
    case TY_FLOAT: return module->ty_float;
    case TY_DOUBLE: return module->ty_double;
    case TY_PTR: return module->ty_ptr;
    default: return ty_is_integral(type) ? ir_ty_int(module, (uint32_t)ty_int_bits(type)) : NULL;
    }
}

IrType *gen_tile_type(Gen *gen, Type *type) {
    const TmplArgs *args = type->kind == TY_CLASS ? gen_tile_args(gen, type) : NULL;
    IrType *element = args ? gen_tile_number(gen, ty_unqual(args->a[0].type)) : NULL;
    if (!element) return NULL;
    int64_t shape[TILE_RANK];
    uint64_t n = 1;
    for (uint32_t i = 0, rank = gen_tile_shape(args, shape); i < rank; i++) n *= (uint64_t)shape[i];
    return ir_ty_vector(gen->m, element, n);
}
