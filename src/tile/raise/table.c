// SPDX-License-Identifier: Apache-2.0
// Constant tables of a program, and its variables for tiles, as globals of Tile IR, which are
// bytes; texts.
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
    global->visibility = var->constant;
    global->constant = var->constant;
    vec_push(rz->arena, &rz->module->globals, global);
    return true;
}

TileValue *rz_table(Rz *rz, const IrGlobal *var) {
    const char *name = atom_str(rz->ctx, var->v.name);
    bool own = var->section && strcmp(atom_str(rz->ctx, var->section), "tile") == 0;
    if (!var->init || !(var->constant || own))
        return rz_fail(rz, "uses the variable '%s', which is not __tile__", name);
    if (!is_there(rz, var->v.name) && !make_global(rz, var))
        return rz_fail(rz, "uses the table '%s', which has addresses in it", name);
    TileAttr *symbol = tile_attr_new(rz->module, TILE_A_SYMBOL);
    symbol->text = var->v.name;
    const TileType *type = rz_pointer_tile(rz, TILE_T_I8, NULL, 0);
    TileOp *op = rz_op(rz, TILE_O_GET_GLOBAL, 0, NULL, type);
    rz_set_attr(op, "name", symbol);
    return op->result[0];
}

// The constant variable that the address is in, and how far.
static const IrGlobal *table_at(const IrValue *address, uint64_t *offset) {
    const IrConst *base = ir_as_const(address);
    *offset = 0;
    while (base && base->v.kind == IR_C_EXPR) {
        const IrConst *by = base->n > 1 ? ir_as_cint(&base->elem[1]->v) : NULL;
        bool further = base->v.op == IR_GEP && base->n == 2 && by;
        if (!further && !is_any_of(base->v.op, IR_ADDRSPACECAST, IR_BITCAST)) return NULL;
        if (further) *offset += by->bits * base->aty->size;
        base = base->elem[0];
    }
    const IrGlobal *var = base ? ir_as_var(&base->v) : NULL;
    return var && var->constant && var->init ? var : NULL;
}

IrConst *rz_table_value(const IrValue *address) {
    uint64_t offset;
    const IrGlobal *var = table_at(address, &offset);
    return var && !offset ? var->init : NULL;
}

void rz_fold_tables(IrFunc *fn) {
    IR_FOREACH_BLOCK(bb, fn) {
        IR_FOREACH_INST_SAFE(inst, bb) {
            uint64_t offset = 0;
            bool plain = inst->v.op == IR_LOAD && ir_is_plain(inst);
            const IrGlobal *var = plain ? table_at(ir_op(inst, 0), &offset) : NULL;
            IrConst *known = NULL;
            if (var && !offset && var->init->v.type == inst->v.type)
                known = var->init;
            else if (var)
                known = ir_fold_load(fn->g.m, var->init, offset, inst->v.type);
            if (!known) continue;
            ir_replace_uses(&inst->v, &known->v);
            ir_erase(inst);
        }
    }
}

// The text that an argument points at.
static Atom text_of(const Rz *rz, const IrValue *address, const char *absent) {
    const IrConst *text = rz_table_value(address);
    bool given = text && text->v.kind == IR_C_DATA;
    return atom_cstr(rz->ctx, given ? (const char *)text->data : absent);
}

// printf: values of all kinds behind the text.
TileValue *rz_make_print(Rz *rz, const RzCall *call, const RzRow *meaning) {
    (void)meaning;
    TileValue *operand[RZ_MAX_ARGS + 1];
    uint32_t n = 0;
    for (uint32_t i = 1; i < call->nparam; i++) operand[n++] = rz_arg(rz, call, i);
    if (rz->failed) return NULL;
    operand[n] = rz_token_before(rz, RZ_WRITES);
    const TileType *token = rz_token(rz);
    const uint32_t group[] = {n, 1};
    TileOp *op = rz_op_groups(rz, TILE_O_PRINT, 2, group, operand, 1, &token);
    TileAttr *text = tile_attr_new(rz->module, TILE_A_STRING);
    text->text = text_of(rz, ir_op(call->inst, 0), "");
    rz_set_attr(op, "str", text);
    rz_token_after(rz, RZ_WRITES, op->result[0]);
    return rz_constant(rz, rz_type(rz, &call->result), 0);
}

// assert: the text of what does not hold is the first argument.
void rz_assert(Rz *rz, const IrValue *text) {
    TileAttr *message = tile_attr_new(rz->module, TILE_A_STRING);
    message->text = text_of(rz, text, "assert");
    TileValue *no = rz_constant(rz, rz_tile(rz, TILE_T_I1, NULL, 0), 0);
    TileOp *op = rz_op(rz, TILE_O_ASSERT, 1, &no, NULL);
    rz_set_attr(op, "message", message);
}

TileValue *rz_make_assert_fail(Rz *rz, const RzCall *call, const RzRow *meaning) {
    (void)meaning;
    rz_assert(rz, ir_op(call->inst, 0));
    return NULL;
}
