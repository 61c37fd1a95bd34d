// SPDX-License-Identifier: Apache-2.0
// Constant tables of a program as globals of Tile IR, which are bytes; their texts.
#include "tile/raise/raise_int.h"

// The bytes of a constant; false: it has an address in it.
static bool put_bytes(IrModule *module, IrConst *constant, uint8_t *at) {
    const IrType *type = constant->v.type;
    bool number = is_any_of(constant->v.kind, IR_C_INT, IR_C_FP) && type->bits <= 64;
    if (number) {
        for (uint64_t i = 0; i < type->store_size; i++) at[i] = (uint8_t)(constant->bits >> 8 * i);
        return true;
    }
    if (is_any_of(constant->v.kind, IR_C_NULL, IR_C_ZERO, IR_C_UNDEF, IR_C_POISON)) return true;
    if (constant->v.kind == IR_C_DATA) {
        memcpy(at, constant->data, type->size);
        return true;
    }
    if (constant->v.kind != IR_C_AGG) return false;
    for (uint64_t i = 0; i < type->n; i++) {
        uint64_t off = ir_ty_member_offset((IrType *)type, i);
        if (!put_bytes(module, ir_elem(module, constant, i), at + off)) return false;
    }
    return true;
}

static bool is_there(const Rz *rz, Atom name) {
    for (uint32_t i = 0; i < rz->module->globals.n; i++) {
        if (rz->module->globals.at[i]->name == name) return true;
    }
    return false;
}

// Sizes of tiles are powers of two: zeros follow.
static bool make_global(Rz *rz, const IrGlobal *var) {
    int64_t n = 1;
    while ((uint64_t)n < var->vty->size) n *= 2;
    uint8_t *data = arena_array(rz->arena, uint8_t, (size_t)n);
    if (!put_bytes(rz->fn->g.m, var->init, data)) return false;
    TileAttr *value = tile_attr_new(rz->module, TILE_A_DENSE);
    value->type = rz_tile(rz, TILE_T_I8, &n, 1);
    value->data = data;
    value->size = (uint64_t)n;
    TileGlobal *global = arena_new(rz->arena, TileGlobal);
    global->name = var->v.name;
    global->value = value;
    global->alignment = CU_MAX(var->align, 1u);
    global->visibility = 1;
    global->constant = 1;
    vec_push(rz->arena, &rz->module->globals, global);
    return true;
}

TileValue *rz_table(Rz *rz, const IrGlobal *var) {
    const char *name = atom_str(rz->ctx, var->v.name);
    if (!var->constant || !var->init) return rz_fail(rz, "uses the variable '%s', which tiles cannot reach", name);
    if (!is_there(rz, var->v.name) && !make_global(rz, var))
        return rz_fail(rz, "uses the table '%s', which has addresses in it", name);
    TileAttr *symbol = tile_attr_new(rz->module, TILE_A_SYMBOL);
    symbol->text = var->v.name;
    const TileType *type = rz_pointer_tile(rz, TILE_T_I8, NULL, 0);
    TileOp *op = rz_op(rz, TILE_O_GET_GLOBAL, 0, NULL, type);
    rz_set_attr(op, "name", symbol);
    return op->result[0];
}

IrConst *rz_table_value(const IrValue *address) {
    const IrConst *base = ir_as_const(address);
    while (base && base->v.kind == IR_C_EXPR && is_any_of(base->v.op, IR_ADDRSPACECAST, IR_BITCAST))
        base = base->elem[0];
    const IrGlobal *var = base ? ir_as_var(&base->v) : NULL;
    return var && var->constant ? var->init : NULL;
}

// assert: the text of what does not hold is the first argument.
TileValue *rz_make_assert_fail(Rz *rz, const RzCall *call, const RzRow *row) {
    (void)row;
    const IrConst *text = call->narg ? rz_table_value(ir_op(call->inst, 0)) : NULL;
    TileAttr *message = tile_attr_new(rz->module, TILE_A_STRING);
    bool given = text && text->v.kind == IR_C_DATA;
    message->text = given ? atom_cstr(rz->ctx, (const char *)text->data) : atom_cstr(rz->ctx, "assert");
    TileValue *no = rz_constant(rz, rz_tile(rz, TILE_T_I1, NULL, 0), 0);
    TileOp *op = rz_op(rz, TILE_O_ASSERT, 1, &no, NULL);
    rz_set_attr(op, "message", message);
    return NULL;
}
