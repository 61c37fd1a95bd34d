// SPDX-License-Identifier: Apache-2.0
// Builtin functions: the table, and those that compute element by element.
#include "tile/raise/raise_int.h"

static const RzRow rows[] = {
#define RZ(name, function, integer, number, effect)                                                \
    {name, rz_make_##function, integer, number, RZ_##effect},
#include "tile/raise/builtin.def"
#undef RZ
};

// Members of all views have the same rows.
static const RzRow *find_row(const RzCall *call) {
    const char *name = call->members ? call->members : call->name;
    size_t n = call->length - (size_t)(name - call->name);
    const char *before = call->members ? "view." : "";
    size_t skip = strlen(before);
    for (size_t i = 0; i < CU_COUNT(rows); i++) {
        const char *row = rows[i].name;
        if (strncmp(row, before, skip) != 0 || strlen(row) != skip + n) continue;
        if (memcmp(row + skip, name, n) == 0) return &rows[i];
    }
    return NULL;
}

RzEffect rz_effect(const Rz *rz, const IrInst *asked) {
    RzCall call;
    if (asked->v.op == IR_LOAD) return RZ_READS;
    if (asked->v.op == IR_STORE) return RZ_WRITES;
    const RzRow *row = rz_read_call(rz, asked, &call) ? find_row(&call) : NULL;
    return row ? (RzEffect)row->effect : RZ_PURE;
}

TileValue *rz_builtin(Rz *rz, const RzCall *call) {
    const RzRow *row = find_row(call);
    if (!row)
        return rz_fail(rz, "calls '%.*s', which has no Tile IR so far", (int)call->length,
                       call->name);
    if (row->effect == RZ_PURE && call->result.element == TILE_T_COUNT)
        return rz_fail(rz, "calls '%.*s' for a value of a type that tiles lack", (int)call->length,
                       call->name);
    return row->function(rz, call, row);
}

// ---- arithmetic --------------------------------------------------------------------------------

// Numbers of the enumerations of the header to those of Tile IR.
static uint64_t rounding(const RzCall *call, uint64_t absent) {
    int64_t mode = rz_mode(call, "rounding_mode", (int64_t)absent);
    return mode == 6 ? TILE_ROUND_AWAY : (uint64_t)mode;
}

static void modes(Rz *rz, TileOp *maker, const RzCall *call) {
    bool full = is_any_of(maker->code, TILE_O_EXP, TILE_O_TANH);
    if (maker->code != TILE_O_FTOI && maker->code != TILE_O_ITOF)
        rz_set(rz, maker, "rounding_mode",
               rounding(call, full ? TILE_ROUND_FULL : TILE_ROUND_EVEN));
    rz_set_unit(rz, maker, "flush_to_zero", rz_mode(call, "subnormals_rounding_mode", 0) == 1);
    rz_set_unit(rz, maker, "propagate_nan", rz_mode(call, "nan_propagation_mode", 0) == 1);
}

static bool is_float(const RzType *type) {
    return type->element != TILE_T_COUNT && tile_type_row[type->element].class == TILE_CLASS_FLOAT;
}

// Overflow of signed numbers is undefined in C++.
static void signs(Rz *rz, TileOp *maker, bool sign) {
    rz_set(rz, maker, "signedness", sign);
    if (is_any_of(maker->code, TILE_O_ADDI, TILE_O_SUBI, TILE_O_MULI) && sign)
        rz_set(rz, maker, "overflow", 1);
}

TileValue *rz_make_arithmetic(Rz *rz, const RzCall *call, const RzRow *meaning) {
    bool number = is_float(&call->result);
    TileOpcode code = (TileOpcode)(number ? meaning->number : meaning->integer);
    TileValue *operand[2];
    operand[0] = rz_arg_as(rz, call, 0, &call->result);
    operand[1] = rz_arg_as(rz, call, 1, &call->result);
    if (rz->failed) return NULL;
    if (code == TILE_O_COUNT)
        return rz_fail(rz, "calls '%.*s' of other numbers", (int)call->length, call->name);
    bool plain =
        rz_mode(call, "rounding_mode", 0) == 0 && rz_mode(call, "subnormals_rounding_mode", 0) == 0;
    const IrValue *ir[] = {ir_op(call->inst, 0), ir_op(call->inst, 1)};
    TileOp *op = number && plain ? rz_sum(rz, code, operand, ir)
                                 : rz_op(rz, code, 2, operand, rz_type(rz, &call->result));
    if (number)
        modes(rz, op, call);
    else
        signs(rz, op, call->result.sign);
    return op->result[0];
}

TileValue *rz_make_rounded_division(Rz *rz, const RzCall *call, const RzRow *meaning) {
    TileValue *operand[2];
    operand[0] = rz_arg_as(rz, call, 0, &call->result);
    operand[1] = rz_arg_as(rz, call, 1, &call->result);
    if (rz->failed) return NULL;
    TileOp *op = rz_op(rz, TILE_O_DIVI, 2, operand, rz_type(rz, &call->result));
    rz_set(rz, op, "signedness", call->result.sign);
    rz_set(rz, op, "rounding", meaning->integer);
    return op->result[0];
}

// A number of elements further, or back.
static TileValue *move_pointer(Rz *rz, const RzCall *call, uint32_t pointer, bool back) {
    TileValue *base = rz_arg_as(rz, call, pointer, &call->result);
    RzType index = call->result;
    index.element = TILE_T_I64;
    index.sign = call->param[!pointer].sign;
    TileValue *by = rz_arg_as(rz, call, !pointer, &index);
    if (rz->failed) return NULL;
    if (back) by = rz_op1(rz, TILE_O_NEGI, by, by->type);
    return rz_op2(rz, TILE_O_OFFSET, base, by, base->type);
}

// Also the promotion of one operand.
TileValue *rz_make_add(Rz *rz, const RzCall *call, const RzRow *meaning) {
    if (call->nparam == 1) return rz_arg_as(rz, call, 0, &call->result);
    if (call->result.element == TILE_T_PTR)
        return move_pointer(rz, call, call->param[0].element != TILE_T_PTR, false);
    return rz_make_arithmetic(rz, call, meaning);
}

static uint32_t bytes_of(TileTypeKind kind) {
    return kind == TILE_T_TF32 ? 4 : CU_MAX(1u, tile_bits(kind) / 8);
}

static TileValue *pointer_difference(Rz *rz, const RzCall *call) {
    RzType number = call->result;
    const TileType *type = rz_type(rz, &number);
    TileValue *at[2];
    for (uint32_t i = 0; i < 2; i++) {
        TileValue *pointer = rz_arg(rz, call, i);
        if (!pointer) return NULL;
        at[i] =
            rz_op1(rz, TILE_O_PTR_TO_INT, pointer, rz_with_element(rz, pointer->type, TILE_T_I64));
        at[i] = rz_broadcast(rz, at[i], number.shape, number.rank);
    }
    TileValue *bytes = rz_op2(rz, TILE_O_SUBI, at[0], at[1], type);
    TileValue *size = rz_constant(rz, type, bytes_of(call->param[0].pointee));
    TileOp *op = rz_op(rz, TILE_O_DIVI, 2, (TileValue *[]){bytes, size}, type);
    rz_set(rz, op, "signedness", 1);
    return op->result[0];
}

TileValue *rz_make_subtract(Rz *rz, const RzCall *call, const RzRow *meaning) {
    if (call->nparam == 1) {
        TileValue *value = rz_arg(rz, call, 0);
        if (!value) return NULL;
        return rz_op1(rz, is_float(&call->result) ? TILE_O_NEGF : TILE_O_NEGI, value, value->type);
    }
    if (call->result.element == TILE_T_PTR) return move_pointer(rz, call, 0, true);
    if (call->param[0].element == TILE_T_PTR) return pointer_difference(rz, call);
    return rz_make_arithmetic(rz, call, meaning);
}

TileValue *rz_make_fma(Rz *rz, const RzCall *call, const RzRow *meaning) {
    (void)meaning;
    TileValue *operand[3];
    for (uint32_t i = 0; i < 3; i++) operand[i] = rz_arg_as(rz, call, i, &call->result);
    if (rz->failed) return NULL;
    TileOp *op = rz_op(rz, TILE_O_FMA, 3, operand, rz_type(rz, &call->result));
    modes(rz, op, call);
    return op->result[0];
}

TileValue *rz_make_integer_power(Rz *rz, const RzCall *call, const RzRow *meaning) {
    (void)meaning;
    RzType exponent = call->result;
    exponent.element = TILE_T_I32;
    TileValue *base = rz_arg_as(rz, call, 0, &call->result);
    TileValue *power = rz_arg_as(rz, call, 1, &exponent);
    return rz->failed ? NULL : rz_op2(rz, TILE_O_FPOWI, base, power, base->type);
}

// The distance has the value's type.
TileValue *rz_make_shift(Rz *rz, const RzCall *call, const RzRow *meaning) {
    RzType by = call->result;
    by.sign = call->param[1].sign;
    TileValue *operand[2];
    operand[0] = rz_arg_as(rz, call, 0, &call->result);
    operand[1] = rz_arg_as(rz, call, 1, &by);
    if (rz->failed) return NULL;
    TileOp *op = rz_op(rz, (TileOpcode)meaning->integer, 2, operand, operand[0]->type);
    rz_set(rz, op, "signedness", call->result.sign);
    return op->result[0];
}

TileValue *rz_make_logic(Rz *rz, const RzCall *call, const RzRow *meaning) {
    TileValue *a = rz_arg_mask(rz, call, 0, &call->result);
    TileValue *b = rz_arg_mask(rz, call, 1, &call->result);
    return rz->failed ? NULL : rz_op2(rz, (TileOpcode)meaning->integer, a, b, a->type);
}

TileValue *rz_make_not(Rz *rz, const RzCall *call, const RzRow *meaning) {
    (void)meaning;
    TileValue *value = rz_arg_mask(rz, call, 0, &call->result);
    if (!value) return NULL;
    return rz_op2(rz, TILE_O_XORI, value, rz_constant(rz, value->type, 1), value->type);
}

// Of a bool all bits but the lowest are lost: it stays true unless it was true as an int of -2.
TileValue *rz_make_complement(Rz *rz, const RzCall *call, const RzRow *meaning) {
    (void)meaning;
    TileValue *value = rz_arg(rz, call, 0);
    if (!value) return NULL;
    if (call->result.element == TILE_T_I1) return rz_constant(rz, value->type, 1);
    return rz_op2(rz, TILE_O_XORI, value, rz_constant(rz, value->type, UINT64_MAX), value->type);
}

// ---- comparisons -------------------------------------------------------------------------------

// In which type two numbers are compared: a template argument behind theirs says it.
static RzType common_type(const RzCall *call) {
    RzType type = call->param[0];
    rz_targ_type(call, 2, &type);
    type.rank = call->result.rank;
    memcpy(type.shape, call->result.shape, sizeof type.shape);
    return type;
}

// NaNs compare unequal.
TileValue *rz_make_compare(Rz *rz, const RzCall *call, const RzRow *meaning) {
    TileValue *operand[2];
    bool pointers = call->param[0].element == TILE_T_PTR;
    RzType common = pointers ? call->result : common_type(call);
    for (uint32_t i = 0; i < 2; i++) {
        if (!pointers) {
            operand[i] = rz_arg_as(rz, call, i, &common);
            continue;
        }
        TileValue *at = rz_arg(rz, call, i);
        if (!at) return NULL;
        at = rz_op1(rz, TILE_O_PTR_TO_INT, at, rz_with_element(rz, at->type, TILE_T_I64));
        operand[i] = rz_broadcast(rz, at, common.shape, common.rank);
    }
    if (rz->failed) return NULL;
    bool number = !pointers && is_float(&common);
    TileOp *op =
        rz_op(rz, number ? TILE_O_CMPF : TILE_O_CMPI, 2, operand, rz_type(rz, &call->result));
    rz_set(rz, op, "comparison_predicate", meaning->integer);
    rz_set(rz, op, "comparison_ordering", meaning->integer != 1);
    rz_set(rz, op, "signedness", !pointers && common.sign && common.element != TILE_T_I1);
    return op->result[0];
}

// What two numbers of 16 bits are to each other, and whether NaNs are.
TileValue *rz_make_half_compare(Rz *rz, const RzCall *call, const RzRow *meaning) {
    TileValue *operand[2];
    operand[0] = rz_arg(rz, call, 0);
    operand[1] = rz_arg(rz, call, 1);
    if (rz->failed) return NULL;
    TileOp *op = rz_op(rz, TILE_O_CMPF, 2, operand, rz_type(rz, &call->result));
    rz_set(rz, op, "comparison_predicate", meaning->integer);
    rz_set(rz, op, "comparison_ordering", meaning->number);
    return op->result[0];
}

TileValue *rz_make_isnan(Rz *rz, const RzCall *call, const RzRow *meaning) {
    (void)meaning;
    TileValue *value = rz_arg(rz, call, 0);
    if (!value) return NULL;
    TileOp *op =
        rz_op(rz, TILE_O_CMPF, 2, (TileValue *[]){value, value}, rz_type(rz, &call->result));
    rz_set(rz, op, "comparison_predicate", 1);
    rz_set(rz, op, "comparison_ordering", 0);
    return op->result[0];
}

TileValue *rz_make_isinf(Rz *rz, const RzCall *call, const RzRow *meaning) {
    (void)meaning;
    TileValue *value = rz_arg(rz, call, 0);
    uint64_t infinity = rz_infinity(call->param[0].element);
    if (!value || !infinity) return value ? rz_fail(rz, "calls 'isinf' of other numbers") : NULL;
    TileValue *size = rz_op1(rz, TILE_O_ABSF, value, value->type);
    TileValue *operand[] = {size, rz_constant(rz, value->type, infinity)};
    TileOp *op = rz_op(rz, TILE_O_CMPF, 2, operand, rz_type(rz, &call->result));
    rz_set(rz, op, "comparison_ordering", 1);
    return op->result[0];
}

// ---- one operand -------------------------------------------------------------------------------

TileValue *rz_make_unary(Rz *rz, const RzCall *call, const RzRow *meaning) {
    TileValue *value = rz_arg(rz, call, 0);
    if (!value) return NULL;
    bool number = is_float(&call->result);
    if (!number && !call->result.sign) return value; // abs of what has no sign
    TileOpcode code = (TileOpcode)(number ? meaning->number : meaning->integer);
    if (code == TILE_O_COUNT)
        return rz_fail(rz, "calls '%.*s' of other numbers", (int)call->length, call->name);
    TileOp *op = rz_op(rz, code, 1, &value, value->type);
    modes(rz, op, call);
    return op->result[0];
}

TileValue *rz_make_convert(Rz *rz, const RzCall *call, const RzRow *meaning) {
    (void)meaning;
    TileValue *value = rz_arg(rz, call, 0);
    if (!value) return NULL;
    const TileValue *before = value;
    value = rz_convert(rz, value, call->param[0].sign, call->result.element, call->result.sign);
    if (!value) return NULL;
    if (value != before && value->op) {
        if (value->op->code == TILE_O_FTOF) modes(rz, value->op, call);
        rz_set_unit(rz, value->op, "saturating", rz_mode(call, "saturation_mode", 0) == 1);
    }
    return rz_reshape(rz, value, call->result.shape, call->result.rank);
}

// A bool has eight bits here.
TileValue *rz_make_bitcast(Rz *rz, const RzCall *call, const RzRow *meaning) {
    (void)meaning;
    TileValue *value = rz_arg(rz, call, 0);
    if (!value) return NULL;
    if (call->param[0].element == TILE_T_PTR || call->result.element == TILE_T_PTR) {
        if (call->param[0].element == TILE_T_PTR && call->result.element != TILE_T_PTR)
            value =
                rz_op1(rz, TILE_O_PTR_TO_INT, value, rz_with_element(rz, value->type, TILE_T_I64));
        else if (call->param[0].element != TILE_T_PTR) {
            value = rz_as(rz, value, rz_with_element(rz, value->type, TILE_T_I64));
            return rz_op1(rz, TILE_O_INT_TO_PTR, value, rz_type(rz, &call->result));
        }
    }
    if (call->param[0].element == TILE_T_I1)
        value = rz_as(rz, value, rz_with_element(rz, value->type, TILE_T_I8));
    if (call->result.element == TILE_T_I1)
        value = rz_as(rz, value, rz_with_element(rz, value->type, TILE_T_I8));
    return rz_as(rz, value, rz_type(rz, &call->result));
}

TileValue *rz_make_select(Rz *rz, const RzCall *call, const RzRow *meaning) {
    (void)meaning;
    TileValue *condition = rz_arg_mask(rz, call, 0, &call->result);
    TileValue *a = rz_arg_as(rz, call, 1, &call->result),
              *b = rz_arg_as(rz, call, 2, &call->result);
    return rz->failed ? NULL : rz_op3(rz, TILE_O_SELECT, condition, a, b, a->type);
}
