// SPDX-License-Identifier: Apache-2.0
// Reductions, scans, matrices.
#include "tile/raise/raise_int.h"

static bool is_float(TileTypeKind kind) {
    return tile_type_row[kind].class == TILE_CLASS_FLOAT;
}

static uint64_t one(TileTypeKind kind) {
    switch (kind) {
    case TILE_T_F16: return 0x3c00;
    case TILE_T_BF16: return 0x3f80;
    case TILE_T_F32: return 0x3f800000;
    case TILE_T_F64: return 0x3ff0000000000000;
    default: return 1;
    }
}

// What leaves the other operand as it is.
static uint64_t identity_bits(TileOpcode code, TileTypeKind kind, bool sign) {
    uint32_t width = tile_bits(kind);
    uint64_t all = UINT64_MAX >> (64 - width), top = 1ull << (width - 1);
    switch (code) {
    case TILE_O_MULF:
    case TILE_O_MULI: return one(kind);
    case TILE_O_ANDI: return all;
    case TILE_O_MAXF: return rz_infinity(kind) | top;
    case TILE_O_MINF: return rz_infinity(kind);
    case TILE_O_MAXI: return sign ? top : 0;
    case TILE_O_MINI: return sign ? all ^ top : all;
    default: return 0;
    }
}

static TileAttr *identity(Rz *rz, TileOpcode code, TileTypeKind kind, bool sign) {
    TileAttr *attr = tile_attr_new(rz->module, is_float(kind) ? TILE_A_FLOAT : TILE_A_INTEGER);
    attr->type = tile_number_type(rz->module, kind);
    attr->bits = identity_bits(code, kind, sign);
    return attr;
}

// The operation with an empty region for n values, each with two arguments; `to` are its results.
static TileOp *aggregate(Rz *rz, TileOpcode code, uint32_t dim, uint32_t n,
                         TileValue *const *source, TileAttr *const *identities,
                         const TileType *const *to) {
    TileOp *op = rz_op_groups(rz, code, 1, &n, source, n, to);
    TileAttr *list = tile_attr_new(rz->module, TILE_A_ARRAY);
    list->n = n;
    list->item = arena_copy(rz->arena, identities, n * sizeof *identities, 8);
    rz_set(rz, op, "dim", dim);
    rz_set_attr(op, "identities", list);
    const TileType *types[4];
    for (uint32_t i = 0; i < 2 * n; i++)
        types[i] = tile_tile_type(rz->module, source[i / 2]->type->sub, NULL, 0);
    op->region[0] = tile_block_new(rz->module, op, rz->out);
    tile_block_args(rz->module, op->region[0], 2 * n, types);
    return op;
}

static void yield(Rz *rz, uint32_t n, TileValue *const *yielded) {
    rz_op_groups(rz, TILE_O_YIELD, 1, &n, yielded, 0, NULL);
}

// Without the dimension; the header keeps it with one element.
static const TileType *without(Rz *rz, const TileType *source, uint32_t dim,
                               const TileType *element) {
    int64_t shape[RZ_MAX_RANK];
    uint32_t n = 0;
    for (uint32_t i = 0; i < source->nshape; i++) {
        if (i != dim) shape[n++] = source->shape[i];
    }
    return tile_tile_type(rz->module, element, shape, n);
}

// One value, one operation.
static TileOp *aggregate_one(Rz *rz, const RzCall *call, TileOpcode how, TileOpcode code,
                             TileValue *source, bool sign) {
    uint32_t dim = (uint32_t)rz_integer(call, 0, 0);
    TileTypeKind kind = (TileTypeKind)source->type->sub->kind;
    TileAttr *same = identity(rz, code, kind, sign);
    const TileType *to =
        how == TILE_O_SCAN ? source->type : without(rz, source->type, dim, source->type->sub);
    TileOp *op = aggregate(rz, how, dim, 1, &source, &same, &to);
    TileBlock *outer = rz->block;
    rz->block = op->region[0];
    TileOp *step = rz_op(rz, code, 2, rz->block->arg, rz->block->arg[0]->type);
    int64_t mode = rz_mode(call, "rounding_mode", 0);
    rz_set(rz, step, "rounding_mode", mode == 6 ? TILE_ROUND_AWAY : (uint64_t)mode);
    rz_set(rz, step, "signedness", sign);
    rz_set_unit(rz, step, "flush_to_zero", rz_mode(call, "subnormals_rounding_mode", 0) == 1);
    rz_set_unit(rz, step, "propagate_nan", rz_mode(call, "nan_propagation_mode", 0) == 1);
    yield(rz, 1, step->result);
    rz->block = outer;
    return op;
}

TileValue *rz_make_reduce(Rz *rz, const RzCall *call, const RzRow *meaning) {
    RzType as = call->result;
    if (call->nparam)
        as.rank = call->param[0].rank, memcpy(as.shape, call->param[0].shape, sizeof as.shape);
    TileValue *value = rz_arg_as(rz, call, 0, &as);
    if (!value) return NULL;
    TileOpcode code = (TileOpcode)(is_float(as.element) ? meaning->number : meaning->integer);
    if (code == TILE_O_COUNT)
        return rz_fail(rz, "calls '%.*s' of other numbers", (int)call->length, call->name);
    TileOp *op = aggregate_one(rz, call, TILE_O_REDUCE, code, value, as.sign);
    return rz_reshape(rz, op->result[0], call->result.shape, call->result.rank);
}

TileValue *rz_make_scan(Rz *rz, const RzCall *call, const RzRow *meaning) {
    TileValue *value = rz_arg(rz, call, 0);
    if (!value) return NULL;
    TileOpcode code =
        (TileOpcode)(is_float(call->result.element) ? meaning->number : meaning->integer);
    TileOp *op = aggregate_one(rz, call, TILE_O_SCAN, code, value, call->result.sign);
    rz_set(rz, op, "reverse", rz_mode(call, "scan_direction", 0) == 1);
    return op->result[0];
}

// ---- where the greatest or least element is ----------------------------------------------------

// The places of the elements along a dimension, in the shape of the tile.
static TileValue *places(Rz *rz, const TileType *whole, uint32_t dim) {
    int64_t n = whole->shape[dim], shape[RZ_MAX_RANK];
    TileValue *value = rz_op(rz, TILE_O_IOTA, 0, NULL, rz_tile(rz, TILE_T_I32, &n, 1))->result[0];
    for (uint32_t i = 0; i < whole->nshape; i++) shape[i] = i == dim ? n : 1;
    value = rz_reshape(rz, value, shape, whole->nshape);
    return rz_broadcast(rz, value, whole->shape, whole->nshape);
}

static TileValue *compare(Rz *rz, TileValue *a, TileValue *b, uint64_t predicate, bool sign) {
    TileOp *op = rz_op(rz, is_float((TileTypeKind)a->type->sub->kind) ? TILE_O_CMPF : TILE_O_CMPI,
                       2, (TileValue *[]){a, b}, rz_tile(rz, TILE_T_I1, NULL, 0));
    rz_set(rz, op, "comparison_predicate", predicate);
    rz_set(rz, op, "comparison_ordering", 1);
    rz_set(rz, op, "signedness", sign);
    return op->result[0];
}

// Of equal elements the first one.
TileValue *rz_make_extreme(Rz *rz, const RzCall *call, const RzRow *meaning) {
    TileValue *value[2] = {rz_arg(rz, call, 0), NULL};
    if (!value[0]) return NULL;
    uint32_t dim = (uint32_t)rz_integer(call, 0, 0);
    bool sign = call->param[0].sign, number = is_float(call->param[0].element);
    value[1] = places(rz, value[0]->type, dim);
    TileOpcode code = meaning->number == TILE_O_MAXF ? (number ? TILE_O_MAXF : TILE_O_MAXI)
                                                     : (number ? TILE_O_MINF : TILE_O_MINI);
    TileAttr *same[] = {identity(rz, code, call->param[0].element, sign),
                        identity(rz, TILE_O_ADDI, TILE_T_I32, false)};
    const TileType *to[] = {without(rz, value[0]->type, dim, value[0]->type->sub),
                            without(rz, value[0]->type, dim, value[1]->type->sub)};
    TileOp *op = aggregate(rz, TILE_O_REDUCE, dim, 2, value, same, to);
    TileBlock *outer = rz->block;
    rz->block = op->region[0];
    TileValue **arg = rz->block->arg;
    TileValue *before = compare(rz, arg[2], arg[3], 2, false);
    TileValue *better = compare(rz, arg[0], arg[1], meaning->integer, sign);
    TileValue *equal = compare(rz, arg[0], arg[1], 0, sign);
    TileValue *first = rz_op2(rz, TILE_O_ANDI, equal, before, equal->type);
    TileValue *left = rz_op2(rz, TILE_O_ORI, first, better, equal->type);
    TileValue *found[] = {rz_op3(rz, TILE_O_SELECT, left, arg[0], arg[1], arg[0]->type),
                          rz_op3(rz, TILE_O_SELECT, left, arg[2], arg[3], arg[2]->type)};
    yield(rz, 2, found);
    rz->block = outer;
    return rz_reshape(rz, op->result[1], call->result.shape, call->result.rank);
}

// ---- matrices ----------------------------------------------------------------------------------

// One matrix of a stack stands for all where there is one.
static TileValue *stacked(Rz *rz, TileValue *factor, const RzType *acc) {
    if (!factor || acc->rank != 3 || factor->type->nshape != 3) return factor;
    int64_t shape[] = {acc->shape[0], factor->type->shape[1], factor->type->shape[2]};
    return rz_broadcast(rz, factor, shape, 3);
}

TileValue *rz_make_mma(Rz *rz, const RzCall *call, const RzRow *meaning) {
    (void)meaning;
    TileValue *operand[3];
    for (uint32_t i = 0; i < 2; i++) operand[i] = stacked(rz, rz_arg(rz, call, i), &call->result);
    const TileType *type = rz_type(rz, &call->result);
    operand[2] = call->nparam > 2 ? rz_arg(rz, call, 2) : rz_constant(rz, type, 0);
    if (rz->failed) return NULL;
    TileOp *op =
        rz_op(rz, is_float(call->param[0].element) ? TILE_O_MMAF : TILE_O_MMAI, 3, operand, type);
    rz_set(rz, op, "signedness_lhs", call->param[0].sign);
    rz_set(rz, op, "signedness_rhs", call->param[1].sign);
    return op->result[0];
}

// The header has each factor with its scales.
TileValue *rz_make_scaled_mma(Rz *rz, const RzCall *call, const RzRow *meaning) {
    (void)meaning;
    static const uint8_t order[] = {0, 2, 4, 1, 3};
    TileValue *operand[5];
    for (uint32_t i = 0; i < 5; i++) {
        operand[i] = rz_arg(rz, call, order[i]);
        if (order[i] != 4) operand[i] = stacked(rz, operand[i], &call->result);
    }
    return rz->failed
               ? NULL
               : rz_op(rz, TILE_O_MMAF_SCALED, 5, operand, rz_type(rz, &call->result))->result[0];
}
