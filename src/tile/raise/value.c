// SPDX-License-Identifier: Apache-2.0
// Values of a kernel: their types, constants, and operations at the end of the block at hand.
#include "tile/raise/raise_int.h"

#include <stdarg.h>

void *rz_fail(Rz *rz, const char *format, ...) {
    if (rz->failed) return NULL;
    rz->failed = true;
    Buf text;
    buf_init(&text, &rz->ctx->perm);
    va_list args;
    va_start(args, format);
    buf_vprintf(&text, format, args);
    va_end(args);
    diag(rz->ctx, DIAG_OF(tile, tile_raise), rz->fn->g.pos, atom_str(rz->ctx, rz->fn->g.v.name),
         buf_cstr(&text));
    return NULL;
}

// ---- types -------------------------------------------------------------------------------------

const TileType *rz_tile(Rz *rz, TileTypeKind element, const int64_t *shape, uint32_t rank) {
    if (element == TILE_T_COUNT) {
        rz_fail(rz, "has a value of a type that tiles lack");
        element = TILE_T_I8;
    }
    return tile_tile_type(rz->module, tile_number_type(rz->module, element), shape, rank);
}

const TileType *rz_pointer_tile(Rz *rz, TileTypeKind pointee, const int64_t *shape, uint32_t rank) {
    const TileType *to = tile_number_type(rz->module, pointee);
    const TileType *pointer = tile_type(rz->module, &(TileType){.kind = TILE_T_PTR, .sub = to});
    return tile_tile_type(rz->module, pointer, shape, rank);
}

const TileType *rz_token(Rz *rz) {
    return tile_number_type(rz->module, TILE_T_TOKEN);
}

const TileType *rz_type(Rz *rz, const RzType *described) {
    if (described->element == TILE_T_PTR)
        return rz_pointer_tile(rz, described->pointee, described->shape, described->rank);
    return rz_tile(rz, described->element, described->shape, described->rank);
}

const TileType *rz_with_element(Rz *rz, const TileType *shaped, TileTypeKind element) {
    return rz_tile(rz, element, shaped->shape, shaped->nshape);
}

// Without a word of a builtin about it: a row of elements.
static const TileType *plain_type(Rz *rz, const IrType *source) {
    bool vector = source->kind == IR_TY_VECTOR;
    const IrType *element = vector ? source->elem : source;
    int64_t n = vector ? (int64_t)source->n : 0;
    TileTypeKind kind = TILE_T_I8;
    switch (element->kind) {
    case IR_TY_PTR: return rz_pointer_tile(rz, TILE_T_I8, &n, vector);
    case IR_TY_HALF: kind = TILE_T_F16; break;
    case IR_TY_BFLOAT: kind = TILE_T_BF16; break;
    case IR_TY_FLOAT: kind = TILE_T_F32; break;
    case IR_TY_DOUBLE: kind = TILE_T_F64; break;
    case IR_TY_INT: {
        static const struct {
            uint8_t bits, kind;
        } widths[] = {
            {1, TILE_T_I1}, {8, TILE_T_I8}, {16, TILE_T_I16}, {32, TILE_T_I32}, {64, TILE_T_I64}};
        for (uint32_t i = 0; i < CU_COUNT(widths); i++) {
            if (element->bits == widths[i].bits)
                return rz_tile(rz, (TileTypeKind)widths[i].kind, &n, vector);
        }
        rz_fail(rz, "computes with integers of %u bits", element->bits);
        break;
    }
    default: rz_fail(rz, "has a value of a type that Tile IR lacks"); break;
    }
    return rz_tile(rz, kind, &n, vector);
}

const TileType *rz_memory_type(Rz *rz, const IrType *accessed) {
    const TileType *plain = plain_type(rz, accessed);
    TileTypeKind kind = (TileTypeKind)plain->sub->kind;
    if (!is_any_of(kind, TILE_T_PTR, TILE_T_I1)) return plain;
    return rz_with_element(rz, plain, kind == TILE_T_PTR ? TILE_T_I64 : TILE_T_I8);
}

static const TileType *made_type(Rz *rz, const IrInst *maker);

// What the builtin at the other end of a use takes.
static const TileType *used_type(Rz *rz, const IrValue *source) {
    IR_FOREACH_USE(use, source) {
        RzCall call;
        if (!rz_read_call(rz, use->user, &call)) continue;
        uint32_t at = (uint32_t)(use - use->user->op), first = call.narg - call.nparam;
        if (at < first || at >= call.narg) continue;
        const RzType *param = &call.param[at - first];
        if (param->element != TILE_T_COUNT) return rz_type(rz, param);
    }
    return NULL;
}

// From the builtin that makes it, through phis and choices; each is looked at once.
static const TileType *made_type(Rz *rz, const IrInst *maker) {
    RzCall call;
    if (rz_read_call(rz, maker, &call))
        return call.result.element == TILE_T_COUNT ? NULL : rz_type(rz, &call.result);
    if (!is_any_of(maker->v.op, IR_PHI, IR_SELECT, IR_FREEZE)) return NULL;
    for (uint32_t i = maker->v.op == IR_SELECT; i < maker->nops; i++) {
        const IrInst *from = ir_as_inst(ir_op(maker, i));
        if (!from || from->v.type != maker->v.type || bitset_has(rz->looked, from->v.id)) continue;
        bitset_add(rz->looked, from->v.id);
        const TileType *type = rz->type[from->v.id] ? rz->type[from->v.id] : made_type(rz, from);
        if (type) return type;
    }
    return NULL;
}

const TileType *rz_type_of(Rz *rz, const IrValue *source) {
    if (source->type->kind != IR_TY_VECTOR || ir_is_const(source))
        return plain_type(rz, source->type);
    if (rz->type[source->id]) return rz->type[source->id];
    const IrInst *inst = ir_as_inst(source);
    bitset_clear(rz->looked);
    bitset_add(rz->looked, source->id);
    const TileType *type = inst ? made_type(rz, inst) : NULL;
    if (!type) type = used_type(rz, source);
    if (!type) type = plain_type(rz, source->type);
    rz->type[source->id] = type;
    return type;
}

// ---- operations --------------------------------------------------------------------------------

TileOp *rz_op_groups(Rz *rz, TileOpcode code, uint32_t nslots, const uint32_t *group,
                     TileValue *const *operand, uint32_t nresult, const TileType *const *types) {
    TileOp *op = tile_op_new(rz->module, code);
    for (uint32_t i = 0; i < nslots; i++) {
        op->group[i] = group[i];
        op->noperand += group[i];
    }
    op->operand = arena_array(rz->arena, TileValue *, op->noperand + 1);
    for (uint32_t i = 0; i < op->noperand; i++) {
        op->operand[i] = operand[i];
        operand[i]->uses++;
    }
    tile_op_results(rz->module, op, nresult, types);
    tile_block_push(rz->module, rz->block, op);
    return op;
}

TileOp *rz_op(Rz *rz, TileOpcode code, uint32_t n, TileValue *const *operand,
              const TileType *result) {
    uint32_t group[TILE_SLOTS] = {1, 1, 1, 1, 1, 1, 1};
    return rz_op_groups(rz, code, n, group, operand, result != NULL, &result);
}

TileValue *rz_op1(Rz *rz, TileOpcode code, TileValue *a, const TileType *result) {
    return rz_op(rz, code, 1, &a, result)->result[0];
}

TileValue *rz_op2(Rz *rz, TileOpcode code, TileValue *a, TileValue *b, const TileType *result) {
    TileValue *operand[] = {a, b};
    return rz_op(rz, code, 2, operand, result)->result[0];
}

TileValue *rz_op3(Rz *rz, TileOpcode code, TileValue *a, TileValue *b, TileValue *c,
                  const TileType *result) {
    TileValue *operand[] = {a, b, c};
    return rz_op(rz, code, 3, operand, result)->result[0];
}

void rz_set_attr(TileOp *op, const char *attr, const TileAttr *value) {
    int slot = tile_attr_find(tile_row(op)->attr, attr, strlen(attr));
    if (slot >= 0) op->attr[slot] = value;
}

// Where the operation has no such attribute, the mode means nothing to it.
void rz_set(Rz *rz, TileOp *changed, const char *attr, uint64_t bits) {
    int slot = tile_attr_find(tile_row(changed)->attr, attr, strlen(attr));
    if (slot < 0) return;
    const TileAttrSlot *row = &tile_row(changed)->attr[slot];
    TileAttr *value = tile_attr_new(rz->module, (TileAttrKind)row->kind);
    value->which = row->which;
    value->bits = bits;
    if (row->kind == TILE_A_INTEGER)
        value->type = tile_number_type(rz->module, row->bits == 32 ? TILE_T_I32 : TILE_T_I64);
    changed->attr[slot] = value;
}

void rz_set_unit(Rz *rz, TileOp *changed, const char *attr, bool on) {
    rz_set_attr(changed, attr, on ? tile_attr_new(rz->module, TILE_A_UNIT) : NULL);
}

// ---- constants ---------------------------------------------------------------------------------

TileValue *rz_constant(Rz *rz, const TileType *wanted, uint64_t bits) {
    uint32_t width = (tile_bits((TileTypeKind)wanted->sub->kind) + 7) / 8;
    uint8_t *data = arena_array(rz->arena, uint8_t, 8);
    if (wanted->sub->kind == TILE_T_I1) bits = bits & 1 ? 0xff : 0;
    for (uint32_t i = 0; i < width; i++) data[i] = (uint8_t)(bits >> 8 * i);
    TileAttr *dense = tile_attr_new(rz->module, TILE_A_DENSE);
    dense->type = wanted;
    dense->data = data;
    dense->size = width;
    TileOp *op = rz_op(rz, TILE_O_CONSTANT, 0, NULL, wanted);
    rz_set_attr(op, "value", dense);
    return op->result[0];
}

TileValue *rz_zero(Rz *rz, const TileType *wanted) {
    if (wanted->kind == TILE_T_TOKEN)
        return rz_op(rz, TILE_O_MAKE_TOKEN, 0, NULL, wanted)->result[0];
    if (wanted->sub->kind != TILE_T_PTR) return rz_constant(rz, wanted, 0);
    TileValue *number = rz_constant(rz, rz_with_element(rz, wanted, TILE_T_I64), 0);
    return rz_op1(rz, TILE_O_INT_TO_PTR, number, wanted);
}

// An address in a table, in another space or a number of bytes further.
static TileValue *constant_expression(Rz *rz, const IrConst *constant) {
    int64_t bytes = 0;
    const IrConst *base = constant;
    while (base->v.kind == IR_C_EXPR) {
        const IrConst *by = base->n > 1 ? ir_as_cint(&base->elem[1]->v) : NULL;
        bool further = base->v.op == IR_GEP && base->n == 2 && by;
        bool cast = is_any_of(base->v.op, IR_ADDRSPACECAST, IR_BITCAST);
        if (!further && !cast)
            return rz_fail(rz, "has an address that is computed at compile time");
        if (further) bytes += (int64_t)by->bits * (int64_t)base->aty->size;
        base = base->elem[0];
    }
    TileValue *at = rz_value(rz, &base->v);
    if (!at || !bytes) return at;
    TileValue *by = rz_constant(rz, rz_with_element(rz, at->type, TILE_T_I64), (uint64_t)bytes);
    return rz_op2(rz, TILE_O_OFFSET, at, by, at->type);
}

// A list of elements, all given.
static TileValue *list_constant(Rz *rz, const IrConst *constant, const TileType *wanted) {
    uint32_t width = (tile_bits((TileTypeKind)wanted->sub->kind) + 7) / 8;
    uint64_t n = constant->v.type->n;
    uint8_t *data = arena_array(rz->arena, uint8_t, n * width);
    for (uint64_t i = 0; i < n; i++) {
        const IrConst *element = ir_elem(rz->fn->g.m, (IrConst *)constant, i);
        bool number = element && is_any_of(element->v.kind, IR_C_INT, IR_C_FP);
        uint64_t bits = number ? element->bits : 0;
        for (uint32_t k = 0; k < width; k++) data[i * width + k] = (uint8_t)(bits >> 8 * k);
    }
    TileAttr *dense = tile_attr_new(rz->module, TILE_A_DENSE);
    dense->type = wanted;
    dense->data = data;
    dense->size = n * width;
    TileOp *op = rz_op(rz, TILE_O_CONSTANT, 0, NULL, wanted);
    rz_set_attr(op, "value", dense);
    return op->result[0];
}

// What is undefined may be anything: zero.
static TileValue *constant_value(Rz *rz, const IrConst *constant) {
    const TileType *type = rz_type_of(rz, &constant->v);
    if (rz->failed) return NULL;
    switch (constant->v.kind) {
    case IR_C_INT:
    case IR_C_FP: return rz_constant(rz, type, constant->bits);
    case IR_C_EXPR: return constant_expression(rz, constant);
    case IR_C_AGG:
    case IR_C_DATA: return list_constant(rz, constant, type);
    case IR_C_VAR: return rz_table(rz, (const IrGlobal *)constant);
    case IR_C_FUNC:
        return rz_fail(rz, "uses the address of '%s'", atom_str(rz->ctx, constant->v.name));
    default: return rz_zero(rz, type);
    }
}

TileValue *rz_value(Rz *rz, const IrValue *source) {
    if (rz->failed) return NULL;
    const IrConst *constant = ir_as_const(source);
    if (constant) return constant_value(rz, constant);
    TileValue *found = rz->value[source->id];
    return found ? found : rz_fail(rz, "uses a value that is not there");
}

// ---- forms -------------------------------------------------------------------------------------

static TileValue *as_element(Rz *rz, TileValue *source, const TileType *wanted) {
    TileTypeKind from = (TileTypeKind)source->type->sub->kind, to = (TileTypeKind)wanted->sub->kind;
    if (from == TILE_T_PTR && to == TILE_T_PTR)
        return rz_op1(rz, TILE_O_PTR_TO_PTR, source, wanted);
    if (from == TILE_T_I1 && to == TILE_T_I8) return rz_op1(rz, TILE_O_EXTI, source, wanted);
    if (from == TILE_T_I8 && to == TILE_T_I1) {
        TileOp *op = rz_op(rz, TILE_O_CMPI, 2,
                           (TileValue *[]){source, rz_constant(rz, source->type, 0)}, wanted);
        rz_set(rz, op, "comparison_predicate", 1);
        return op->result[0];
    }
    bool numbers = from != TILE_T_PTR && to != TILE_T_PTR && tile_bits(from) == tile_bits(to);
    if (!numbers)
        return rz_fail(rz, "takes a %s for a %s", tile_type_row[from].name, tile_type_row[to].name);
    return rz_op1(rz, TILE_O_BITCAST, source, wanted);
}

// The same bits with another shape or type.
TileValue *rz_as(Rz *rz, TileValue *source, const TileType *wanted) {
    if (rz->failed || source->type == wanted) return source;
    if (!tile_is_tile(source->type) || !tile_is_tile(wanted) ||
        tile_count(source->type) != tile_count(wanted))
        return rz_fail(rz, "takes a tile for one of another size");
    source = rz_reshape(rz, source, wanted->shape, wanted->nshape);
    return source->type == wanted ? source : as_element(rz, source, wanted);
}

void rz_define(Rz *rz, const IrValue *of, TileValue *made) {
    RzUndo undo = {of->id, rz->value[of->id]};
    vec_push(rz->arena, &rz->undo, undo);
    rz->value[of->id] = made;
}

void rz_back(Rz *rz, uint32_t mark) {
    while (rz->undo.n > mark) {
        RzUndo undo = vec_pop(&rz->undo);
        rz->value[undo.id] = undo.before;
    }
}

TileValue *rz_value_or_zero(Rz *rz, const IrInst *source) {
    TileValue *value = rz->value[source->v.id];
    const TileType *type = rz_type_of(rz, &source->v);
    if (rz->failed) return NULL;
    return value ? rz_as(rz, value, type) : rz_zero(rz, type);
}
