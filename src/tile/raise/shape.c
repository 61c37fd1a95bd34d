// SPDX-License-Identifier: Apache-2.0
// Builtins that make tiles of constants, change shapes, say where a block is, or promise something.
#include "tile/raise/raise_int.h"

// One element, or fewer dimensions, everywhere.
TileValue *rz_make_full(Rz *rz, const RzCall *call, const RzRow *meaning) {
    (void)meaning;
    return rz_arg_as(rz, call, 0, &call->result);
}

static uint64_t one_of(TileTypeKind kind) {
    switch (kind) {
    case TILE_T_F16: return 0x3c00;
    case TILE_T_BF16: return 0x3f80;
    case TILE_T_F32: return 0x3f800000;
    case TILE_T_F64: return 0x3ff0000000000000;
    case TILE_T_TF32: return 0x3f800000 >> 13;
    case TILE_T_E4M3: return 0x38;
    case TILE_T_E5M2: return 0x3c;
    case TILE_T_E8M0: return 127;
    case TILE_T_E2M1: return 2;
    case TILE_T_E5M3: return 15 << 3;
    default: return 1;
    }
}

TileValue *rz_make_fill(Rz *rz, const RzCall *call, const RzRow *meaning) {
    uint64_t bits = meaning->integer ? one_of(call->result.element) : 0;
    return rz_constant(rz, rz_type(rz, &call->result), bits);
}

// Counted in one dimension.
TileValue *rz_make_iota(Rz *rz, const RzCall *call, const RzRow *meaning) {
    (void)meaning;
    const TileType *type = rz_type(rz, &call->result);
    int64_t n = (int64_t)tile_count(type);
    const TileType *flat = rz_tile(rz, call->result.element, &n, 1);
    TileValue *value = rz_op(rz, TILE_O_IOTA, 0, NULL, flat)->result[0];
    return rz_reshape(rz, value, type->shape, type->nshape);
}

TileValue *rz_make_reshape(Rz *rz, const RzCall *call, const RzRow *meaning) {
    (void)meaning;
    TileValue *value = rz_arg(rz, call, 0);
    return value ? rz_reshape(rz, value, call->result.shape, call->result.rank) : NULL;
}

static TileAttr *numbers(Rz *rz, TileAttrKind kind, const int64_t *at, uint32_t n) {
    TileAttr *attr = tile_attr_new(rz->module, kind);
    attr->n = n;
    attr->number = arena_copy(rz->arena, at, n * sizeof *at, 8);
    return attr;
}

// By the map among the template arguments; transposed are the first two dimensions.
TileValue *rz_make_permute(Rz *rz, const RzCall *call, const RzRow *meaning) {
    int64_t order[RZ_MAX_RANK];
    TileValue *value = rz_arg(rz, call, 0);
    if (!value) return NULL;
    uint32_t rank = value->type->nshape;
    if (rank < 2) return value;
    for (uint32_t i = 0; i < rank; i++) order[i] = meaning->integer && i < 2 ? !i : i;
    if (!meaning->integer && rz_list(call, "dimension_map", 0, order) != (int)rank)
        return rz_fail(rz, "calls 'permute' without a map");
    TileOp *op = rz_op(rz, TILE_O_PERMUTE, 1, &value, rz_type(rz, &call->result));
    rz_set_attr(op, "permutation", numbers(rz, TILE_A_INTS, order, rank));
    return op->result[0];
}

TileValue *rz_make_cat(Rz *rz, const RzCall *call, const RzRow *meaning) {
    (void)meaning;
    TileValue *operand[2];
    operand[0] = rz_arg(rz, call, 0);
    operand[1] = rz_arg(rz, call, 1);
    if (rz->failed) return NULL;
    TileOp *op = rz_op(rz, TILE_O_CAT, 2, operand, rz_type(rz, &call->result));
    rz_set(rz, op, "dim", (uint64_t)rz_integer(call, 0, 0));
    return op->result[0];
}

// ---- parts -------------------------------------------------------------------------------------

// The arguments from `first` on as numbers of 32 bits.
static bool indices(Rz *rz, const RzCall *call, uint32_t first, TileValue **at, uint32_t *n) {
    const RzType index = {.element = TILE_T_I32, .sign = true};
    for (uint32_t i = first; i < call->nparam && *n < RZ_MAX_RANK; i++) {
        TileValue *number = rz_arg_as(rz, call, i, &index);
        at[(*n)++] = number;
    }
    return !rz->failed;
}

TileValue *rz_make_extract(Rz *rz, const RzCall *call, const RzRow *meaning) {
    (void)meaning;
    TileValue *operand[RZ_MAX_RANK + 1] = {rz_arg(rz, call, 0)};
    uint32_t n = 0;
    if (!operand[0] || !indices(rz, call, 1, operand + 1, &n)) return NULL;
    const TileType *type = rz_type(rz, &call->result);
    if (!n) return rz_reshape(rz, operand[0], type->shape, type->nshape);
    const uint32_t group[] = {1, n};
    return rz_op_groups(rz, TILE_O_EXTRACT, 2, group, operand, 1, &type)->result[0];
}

// The header has the whole first, Tile IR the part.
TileValue *rz_make_insert(Rz *rz, const RzCall *call, const RzRow *meaning) {
    (void)meaning;
    TileValue *operand[RZ_MAX_RANK + 2] = {rz_arg(rz, call, 1), rz_arg(rz, call, 0)};
    uint32_t n = 0;
    if (rz->failed || !indices(rz, call, 2, operand + 2, &n)) return NULL;
    const TileType *type = operand[1]->type;
    const uint32_t group[] = {1, 1, n};
    return rz_op_groups(rz, TILE_O_INSERT, 3, group, operand, 1, &type)->result[0];
}

// ---- the place in the grid ---------------------------------------------------------------------

TileValue *rz_make_place(Rz *rz, const RzCall *call, const RzRow *meaning) {
    const TileType *number = rz_tile(rz, TILE_T_I32, NULL, 0);
    const TileType *types[] = {number, number, number};
    TileOp *op = rz_op_groups(rz, (TileOpcode)meaning->integer, 0, NULL, NULL, 3, types);
    return op->result[rz_integer(call, 0, 0) % 3];
}

// ---- promises ----------------------------------------------------------------------------------

static TileValue *assume(Rz *rz, TileValue *assumed, const TileAttr *predicate) {
    TileOp *op = rz_op(rz, TILE_O_ASSUME, 1, &assumed, assumed->type);
    rz_set_attr(op, "predicate", predicate);
    return op->result[0];
}

// Which bounds there are, the lower one first, says the row.
TileValue *rz_make_assume_bounded(Rz *rz, const RzCall *call, const RzRow *meaning) {
    TileValue *value = rz_arg(rz, call, 0);
    if (!value) return NULL;
    TileAttr *predicate = tile_attr_new(rz->module, TILE_A_BOUNDED);
    predicate->flags = (uint8_t)meaning->integer;
    predicate->first = rz_integer(call, 0, 0);
    predicate->second = rz_integer(call, meaning->integer == 3, 0);
    return assume(rz, value, predicate);
}

TileValue *rz_make_assume_divisible(Rz *rz, const RzCall *call, const RzRow *meaning) {
    TileValue *value = rz_arg(rz, call, 0);
    if (!value) return NULL;
    TileAttr *predicate = tile_attr_new(rz->module, TILE_A_DIV_BY);
    predicate->bits = (uint64_t)rz_integer(call, 0, 1);
    if (meaning->integer) {
        predicate->flags = 3;
        predicate->first = rz_integer(call, 1, 1);
        predicate->second = rz_integer(call, 2, 0);
    }
    return assume(rz, value, predicate);
}

TileValue *rz_make_assume_blocked(Rz *rz, const RzCall *call, const RzRow *meaning) {
    (void)meaning;
    int64_t same[RZ_MAX_RANK];
    TileValue *value = rz_arg(rz, call, 0);
    int n = rz_list(call, "extents", 0, same);
    if (!value || n < 0) return value;
    return assume(rz, value, numbers(rz, TILE_A_SAME_ELEMENTS, same, (uint32_t)n));
}

// ---- bits in other sizes -----------------------------------------------------------------------

// Bytes in between, where neither side has elements of eight bits; in the last dimension only,
// where neighbours lie side by side.
TileValue *rz_make_repack(Rz *rz, const RzCall *call, const RzRow *meaning) {
    (void)meaning;
    TileValue *value = rz_arg(rz, call, 0);
    if (!value) return NULL;
    const TileType *type = rz_type(rz, &call->result);
    if (value->type->sub == type->sub) return rz_as(rz, value, type);
    if (rz_integer(call, 0, 0) != (int64_t)type->nshape - 1)
        return rz_fail(rz, "calls 'repack' along another dimension than the last one");
    int64_t n = (int64_t)tile_count(value->type), made = (int64_t)tile_count(type);
    value = rz_reshape(rz, value, &n, 1);
    int64_t bytes = call->result.element == TILE_T_I8 || tile_bits(call->result.element) == 8
                        ? made
                        : made * tile_bits(call->result.element) / 8;
    const TileType *packed = rz_tile(rz, TILE_T_I8, &bytes, 1);
    value = tile_bits(call->param[0].element) == 8 ? rz_as(rz, value, packed)
                                                   : rz_op1(rz, TILE_O_PACK, value, packed);
    const TileType *flat = rz_tile(rz, call->result.element, &made, 1);
    if (rz->failed) return NULL;
    value = tile_bits(call->result.element) == 8 ? rz_as(rz, value, flat)
                                                 : rz_op1(rz, TILE_O_UNPACK, value, flat);
    return value ? rz_reshape(rz, value, type->shape, type->nshape) : NULL;
}
