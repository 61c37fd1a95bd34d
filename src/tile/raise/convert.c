// SPDX-License-Identifier: Apache-2.0
// Conversions of elements as C++ has them, shapes that are made to fit, arguments of builtins.
#include "tile/raise/raise_int.h"

static bool is_integer(TileTypeKind kind) {
    return tile_type_row[kind].class == TILE_CLASS_INT;
}

static bool is_float(TileTypeKind kind) {
    return tile_type_row[kind].class == TILE_CLASS_FLOAT;
}

uint64_t rz_infinity(TileTypeKind kind) {
    switch (kind) {
    case TILE_T_F16: return 0x7c00;
    case TILE_T_BF16: return 0x7f80;
    case TILE_T_F32: return 0x7f800000;
    case TILE_T_F64: return 0x7ff0000000000000;
    default: return 0;
    }
}

// Whether it is other than zero [conv.bool].
static TileValue *to_bool(Rz *rz, TileValue *tested, const TileType *truth) {
    TileTypeKind from = (TileTypeKind)tested->type->sub->kind;
    if (from == TILE_T_PTR) {
        tested =
            rz_op1(rz, TILE_O_PTR_TO_INT, tested, rz_with_element(rz, tested->type, TILE_T_I64));
        from = TILE_T_I64;
    }
    TileValue *operand[] = {tested, rz_constant(rz, tested->type, 0)};
    TileOp *op = rz_op(rz, is_float(from) ? TILE_O_CMPF : TILE_O_CMPI, 2, operand, truth);
    rz_set(rz, op, "comparison_predicate", 1);
    return op->result[0];
}

static TileValue *between_integers(Rz *rz, TileValue *source, bool sign, const TileType *target) {
    TileTypeKind from = (TileTypeKind)source->type->sub->kind, to = (TileTypeKind)target->sub->kind;
    if (tile_bits(from) > tile_bits(to)) return rz_op1(rz, TILE_O_TRUNCI, source, target);
    TileOp *op = rz_op(rz, TILE_O_EXTI, 1, &source, target);
    rz_set(rz, op, "signedness", sign && from != TILE_T_I1);
    return op->result[0];
}

TileValue *rz_convert(Rz *rz, TileValue *source, bool sign, TileTypeKind to, bool to_sign) {
    if (rz->failed) return NULL;
    TileTypeKind from = (TileTypeKind)source->type->sub->kind;
    if (from == to) return source;
    const TileType *type = rz_with_element(rz, source->type, to);
    if (rz->failed) return NULL;
    if (to == TILE_T_I1) return to_bool(rz, source, type);
    if (is_integer(from) && is_integer(to)) return between_integers(rz, source, sign, type);
    TileOpcode code = is_integer(from) && is_float(to)   ? TILE_O_ITOF
                      : is_float(from) && is_integer(to) ? TILE_O_FTOI
                      : is_float(from) && is_float(to)   ? TILE_O_FTOF
                                                         : TILE_O_COUNT;
    if (code == TILE_O_COUNT)
        return rz_fail(rz, "converts %s to %s", tile_type_row[from].name, tile_type_row[to].name);
    TileOp *op = rz_op(rz, code, 1, &source, type);
    rz_set(rz, op, "signedness", code == TILE_O_ITOF ? sign && from != TILE_T_I1 : to_sign);
    return op->result[0];
}

// ---- shapes ------------------------------------------------------------------------------------

static bool same_shape(const TileType *type, const int64_t *shape, uint32_t rank) {
    return type->nshape == rank && memcmp(type->shape, shape, rank * sizeof *shape) == 0;
}

static const TileType *reshaped(Rz *rz, const TileType *source, const int64_t *shape,
                                uint32_t rank) {
    return tile_tile_type(rz->module, source->sub, shape, rank);
}

TileValue *rz_reshape(Rz *rz, TileValue *source, const int64_t *shape, uint32_t rank) {
    if (rz->failed ||
        (rank == source->type->nshape && (!rank || same_shape(source->type, shape, rank))))
        return source;
    return rz_op1(rz, TILE_O_RESHAPE, source, reshaped(rz, source->type, shape, rank));
}

TileValue *rz_broadcast(Rz *rz, TileValue *source, const int64_t *shape, uint32_t rank) {
    if (rz->failed) return NULL;
    int64_t from[RZ_MAX_RANK] = {0};
    uint32_t have = source->type->nshape;
    if (have > rank || rank > RZ_MAX_RANK)
        return rz_fail(rz, "takes a tile of more dimensions than fit");
    for (uint32_t i = 0; i < rank; i++)
        from[i] = i + have < rank ? 1 : source->type->shape[i + have - rank];
    source = rz_reshape(rz, source, from, rank);
    if (!rank || same_shape(source->type, shape, rank)) return source;
    return rz_op1(rz, TILE_O_BROADCAST, source, reshaped(rz, source->type, shape, rank));
}

// ---- arguments ---------------------------------------------------------------------------------

TileValue *rz_arg(Rz *rz, const RzCall *call, uint32_t i) {
    if (i >= call->nparam)
        return rz_fail(rz, "calls '%.*s' with too few arguments", (int)call->length, call->name);
    const IrValue *value = ir_op(call->inst, call->narg - call->nparam + i);
    const TileType *type = rz_type(rz, &call->param[i]);
    if (call->param[i].element == TILE_T_COUNT)
        return rz_fail(rz, "calls '%.*s' with a type that tiles lack", (int)call->length,
                       call->name);
    TileValue *found = rz_value(rz, value);
    return found ? rz_as(rz, found, type) : NULL;
}

TileValue *rz_arg_as(Rz *rz, const RzCall *call, uint32_t i, const RzType *like) {
    TileValue *value = rz_arg(rz, call, i);
    if (!value) return NULL;
    if (like->element == TILE_T_PTR) {
        value =
            rz_as(rz, value,
                  rz_pointer_tile(rz, like->pointee, call->param[i].shape, call->param[i].rank));
    } else {
        value = rz_convert(rz, value, call->param[i].sign, like->element, like->sign);
    }
    return value ? rz_broadcast(rz, value, like->shape, like->rank) : NULL;
}

TileValue *rz_arg_mask(Rz *rz, const RzCall *call, uint32_t i, const RzType *like) {
    RzType mask = *like;
    mask.element = TILE_T_I1;
    mask.sign = false;
    return rz_arg_as(rz, call, i, &mask);
}

// ---- sums of products --------------------------------------------------------------------------

// Whether it is a product, rounded to nearest, of which nobody else knows.
static bool is_lone_product(const TileValue *value, const IrValue *ir) {
    const TileOp *op = value->op;
    if (!op || op->code != TILE_O_MULF || !ir->uses || ir->uses->next) return false;
    const TileAttr *mode = tile_attr(op, "rounding_mode");
    return (!mode || !mode->bits) && !tile_attr(op, "flush_to_zero");
}

TileOp *rz_sum(Rz *rz, TileOpcode code, TileValue *const *both, const IrValue *const *ir) {
    const TileType *type = both[0]->type;
    for (uint32_t i = 0; i < 2 && rz->contract; i++) {
        if (!is_any_of(code, TILE_O_ADDF, TILE_O_SUBF) || !is_lone_product(both[i], ir[i]))
            continue;
        TileValue *const *factor = both[i]->op->operand;
        TileValue *operand[] = {factor[0], factor[1], both[!i]};
        // a b - c, c - a b
        uint32_t minus = i ? 0 : 2;
        if (code == TILE_O_SUBF) operand[minus] = rz_op1(rz, TILE_O_NEGF, operand[minus], type);
        return rz_op(rz, TILE_O_FMA, 3, operand, type);
    }
    return rz_op(rz, code, 2, both, type);
}
