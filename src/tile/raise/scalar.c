// SPDX-License-Identifier: Apache-2.0
// Instructions of C++ between the builtins: numbers and pointers are tiles without dimensions.
#include "tile/raise/raise_int.h"

#include "ir/intrin_id.h"

static const struct {
    uint8_t op;
    uint16_t code;
    uint8_t sign; // 0: no attribute for it, else 1 + its value
} binary_ops[] = {{IR_ADD, TILE_O_ADDI, 0},  {IR_SUB, TILE_O_SUBI, 0},  {IR_MUL, TILE_O_MULI, 0},
                  {IR_SHL, TILE_O_SHLI, 0},  {IR_UDIV, TILE_O_DIVI, 1}, {IR_SDIV, TILE_O_DIVI, 2},
                  {IR_UREM, TILE_O_REMI, 1}, {IR_SREM, TILE_O_REMI, 2}, {IR_LSHR, TILE_O_SHRI, 1},
                  {IR_ASHR, TILE_O_SHRI, 2}, {IR_AND, TILE_O_ANDI, 0},  {IR_OR, TILE_O_ORI, 0},
                  {IR_XOR, TILE_O_XORI, 0},  {IR_FADD, TILE_O_ADDF, 0}, {IR_FSUB, TILE_O_SUBF, 0},
                  {IR_FMUL, TILE_O_MULF, 0}, {IR_FDIV, TILE_O_DIVF, 0}, {IR_FREM, TILE_O_REMF, 0}};

static const struct {
    uint8_t op;
    uint16_t code;
    uint8_t sign;
} cast_ops[] = {{IR_TRUNC, TILE_O_TRUNCI, 0},       {IR_ZEXT, TILE_O_EXTI, 1},
                {IR_SEXT, TILE_O_EXTI, 2},          {IR_FPTRUNC, TILE_O_FTOF, 0},
                {IR_FPEXT, TILE_O_FTOF, 0},         {IR_FPTOUI, TILE_O_FTOI, 1},
                {IR_FPTOSI, TILE_O_FTOI, 2},        {IR_UITOFP, TILE_O_ITOF, 1},
                {IR_SITOFP, TILE_O_ITOF, 2},        {IR_PTRTOINT, TILE_O_PTR_TO_INT, 0},
                {IR_INTTOPTR, TILE_O_INT_TO_PTR, 0}};

static TileValue *operand(Rz *rz, const IrInst *user, uint32_t i) {
    TileValue *value = rz_value(rz, ir_op(user, i));
    return value ? rz_as(rz, value, rz_type_of(rz, ir_op(user, i))) : NULL;
}

static TileValue *binary(Rz *rz, const IrInst *arithmetic, uint32_t row) {
    TileValue *both[] = {operand(rz, arithmetic, 0), operand(rz, arithmetic, 1)};
    if (rz->failed) return NULL;
    const IrValue *ir[] = {ir_op(arithmetic, 0), ir_op(arithmetic, 1)};
    TileOp *op = rz_sum(rz, (TileOpcode)binary_ops[row].code, both, ir);
    if (binary_ops[row].sign) rz_set(rz, op, "signedness", binary_ops[row].sign - 1u);
    bool wraps = is_any_of(arithmetic->v.op, IR_ADD, IR_SUB, IR_MUL, IR_SHL);
    uint64_t never =
        (arithmetic->v.flags & IR_NSW ? 1u : 0) | (arithmetic->v.flags & IR_NUW ? 2u : 0);
    if (wraps) rz_set(rz, op, "overflow", never);
    return op->result[0];
}

// Pointers are numbers of 64 bits to Tile IR's casts.
static TileValue *cast(Rz *rz, const IrInst *conversion, uint32_t row) {
    TileValue *value = operand(rz, conversion, 0);
    const TileType *type = rz_type_of(rz, &conversion->v);
    if (rz->failed) return NULL;
    TileOpcode code = (TileOpcode)cast_ops[row].code;
    const TileType *word = rz_with_element(rz, type, TILE_T_I64);
    if (code == TILE_O_INT_TO_PTR) {
        value = rz_convert(rz, value, false, TILE_T_I64, false);
        return rz_op1(rz, code, value, type);
    }
    if (code == TILE_O_PTR_TO_INT) {
        value = rz_op1(rz, code, value, word);
        return rz_convert(rz, value, false, (TileTypeKind)type->sub->kind, false);
    }
    TileOp *op = rz_op(rz, code, 1, &value, type);
    if (cast_ops[row].sign) rz_set(rz, op, "signedness", cast_ops[row].sign - 1u);
    return op->result[0];
}

// ---- comparisons -------------------------------------------------------------------------------

static TileValue *compare(Rz *rz, TileOpcode code, TileValue *const *both, uint64_t predicate,
                          uint64_t ordered) {
    TileOp *op = rz_op(rz, code, 2, both, rz_with_element(rz, both[0]->type, TILE_T_I1));
    rz_set(rz, op, "comparison_predicate", predicate);
    rz_set(rz, op, code == TILE_O_CMPF ? "comparison_ordering" : "signedness", ordered);
    return op->result[0];
}

static TileValue *integer_compare(Rz *rz, const IrInst *comparison) {
    static const uint8_t predicates[] = {
        [IR_EQ - IR_EQ] = 0,  [IR_NE - IR_EQ] = 1,  [IR_UGT - IR_EQ] = 4, [IR_ULE - IR_EQ] = 3,
        [IR_UGE - IR_EQ] = 5, [IR_ULT - IR_EQ] = 2, [IR_SGT - IR_EQ] = 4, [IR_SLE - IR_EQ] = 3,
        [IR_SGE - IR_EQ] = 5, [IR_SLT - IR_EQ] = 2};
    TileValue *both[2];
    for (uint32_t i = 0; i < 2; i++) {
        both[i] = operand(rz, comparison, i);
        if (!both[i]) return NULL;
        if (both[i]->type->sub->kind == TILE_T_PTR)
            both[i] = rz_op1(rz, TILE_O_PTR_TO_INT, both[i],
                             rz_with_element(rz, both[i]->type, TILE_T_I64));
    }
    return compare(rz, TILE_O_CMPI, both, predicates[comparison->pred - IR_EQ],
                   ir_pred_is_signed((IrPred)comparison->pred));
}

// IR's predicates are sets: 1 equal, 2 greater, 4 less, 8 unordered.
static TileValue *float_compare(Rz *rz, const IrInst *comparison) {
    static const uint8_t predicates[] = {0, 0, 4, 5, 2, 3, 1, 0};
    TileValue *both[] = {operand(rz, comparison, 0), operand(rz, comparison, 1)};
    if (rz->failed) return NULL;
    uint32_t set = comparison->pred & 7, unordered = comparison->pred & 8;
    const TileType *type = rz_with_element(rz, both[0]->type, TILE_T_I1);
    if (is_any_of(comparison->pred, IR_FCMP_FALSE, IR_FCMP_TRUE))
        return rz_constant(rz, type, comparison->pred == IR_FCMP_TRUE);
    if (is_any_of(set, 0, 7)) { // of NaNs alone
        TileValue *nan[2];
        for (uint32_t i = 0; i < 2; i++)
            nan[i] = compare(rz, TILE_O_CMPF, (TileValue *[]){both[i], both[i]}, unordered ? 1 : 0,
                             !unordered);
        return rz_op2(rz, unordered ? TILE_O_ORI : TILE_O_ANDI, nan[0], nan[1], type);
    }
    return compare(rz, TILE_O_CMPF, both, predicates[set], !unordered);
}

// ---- addresses ---------------------------------------------------------------------------------

// Bytes: what is constant together, then a product for each index.
static TileValue *address(Rz *rz, const IrInst *gep) {
    TileValue *at = operand(rz, gep, 0);
    const TileType *word = rz_tile(rz, TILE_T_I64, NULL, 0);
    if (!at || at->type->nshape) return rz_fail(rz, "computes addresses of vectors");
    IrType *type = gep->aty;
    int64_t bytes = 0;
    for (uint32_t i = 1; i < gep->nops; i++) {
        const IrConst *number = ir_as_cint(ir_op(gep, i));
        bool member = i > 1 && type->kind == IR_TY_STRUCT;
        if (member && !number) return rz_fail(rz, "computes an address in an unknown way");
        if (member) {
            bytes += (int64_t)type->offset[number->bits];
            type = type->sub[number->bits];
            continue;
        }
        if (i > 1) type = type->elem;
        int64_t size = (int64_t)type->size;
        if (number) {
            uint32_t unused = 64 - ir_op(gep, i)->type->bits;
            bytes += ((int64_t)(number->bits << unused) >> unused) * size;
            continue;
        }
        TileValue *index = operand(rz, gep, i);
        if (!index) return NULL;
        index = rz_convert(rz, index, true, TILE_T_I64, true);
        index = rz_op2(rz, TILE_O_MULI, index, rz_constant(rz, word, (uint64_t)size), word);
        at = rz_op2(rz, TILE_O_OFFSET, at, index, at->type);
    }
    return bytes ? rz_op2(rz, TILE_O_OFFSET, at, rz_constant(rz, word, (uint64_t)bytes), at->type)
                 : at;
}

// ---- others ------------------------------------------------------------------------------------

static TileValue *choice(Rz *rz, const IrInst *select) {
    const TileType *type = rz_type_of(rz, &select->v);
    TileValue *value[3];
    for (uint32_t i = 0; i < 3; i++) {
        value[i] = rz_value(rz, ir_op(select, i));
        if (!value[i]) return NULL;
        if (i) value[i] = rz_as(rz, value[i], type);
    }
    if (rz->failed) return NULL;
    if (value[0]->type->sub->kind != TILE_T_I1 || (value[0]->type->nshape && !type->nshape))
        return rz_fail(rz, "chooses by something else than a bool");
    value[0] = rz_broadcast(rz, value[0], type->shape, type->nshape);
    return rz->failed ? NULL : rz_op3(rz, TILE_O_SELECT, value[0], value[1], value[2], type);
}

static TileValue *intrinsic(Rz *rz, const IrInst *caller, const IrFunc *callee) {
    static const struct {
        uint16_t intrin, code;
        uint8_t sign;
    } rows[] = {{IR_I_smax, TILE_O_MAXI, 1}, {IR_I_smin, TILE_O_MINI, 1},
                {IR_I_umax, TILE_O_MAXI, 0}, {IR_I_umin, TILE_O_MINI, 0},
                {IR_I_fma, TILE_O_FMA, 0},   {IR_I_fabs, TILE_O_ABSF, 0}};
    for (uint32_t i = 0; i < CU_COUNT(rows); i++) {
        if (callee->intrin != rows[i].intrin) continue;
        TileValue *value[3];
        for (uint32_t k = 0; k < callee->nargs; k++) value[k] = operand(rz, caller, k);
        if (rz->failed) return NULL;
        TileOp *op = rz_op(rz, (TileOpcode)rows[i].code, callee->nargs, value, value[0]->type);
        rz_set(rz, op, "signedness", rows[i].sign);
        return op->result[0];
    }
    return rz_fail(rz, "calls '%s', which is nothing that tiles can do",
                   atom_str(rz->ctx, callee->g.v.name));
}

static TileValue *call(Rz *rz, const IrInst *caller) {
    RzCall builtin;
    if (rz_read_call(rz, caller, &builtin)) return rz_builtin(rz, &builtin);
    const IrFunc *callee = ir_as_func(ir_callee(caller));
    if (!callee) return rz_fail(rz, "calls a function by a pointer");
    if (strcmp(atom_str(rz->ctx, callee->g.v.name), "__assertfail") == 0) {
        rz_assert(rz, ir_op(caller, 0));
        return NULL;
    }
    bool nothing = is_any_of(callee->intrin, IR_I_lifetime_start, IR_I_lifetime_end, IR_I_assume);
    return nothing ? NULL : intrinsic(rz, caller, callee);
}

// Memory of the block's own, in bytes.
static TileValue *own_memory(Rz *rz, const IrInst *allocation) {
    if (!ir_as_cint(ir_op(allocation, 0))) return rz_fail(rz, "has an array of variable length");
    const TileType *type = rz_pointer_tile(rz, TILE_T_I8, NULL, 0);
    TileOp *op = rz_op(rz, TILE_O_ALLOCA, 0, NULL, type);
    rz_set(rz, op, "num_elem", allocation->aty->size * ir_as_cint(ir_op(allocation, 0))->bits);
    rz_set(rz, op, "alignment", allocation->align);
    return op->result[0];
}

static TileValue *make(Rz *rz, const IrInst *source) {
    for (uint32_t i = 0; i < CU_COUNT(binary_ops); i++) {
        if (binary_ops[i].op == source->v.op) return binary(rz, source, i);
    }
    for (uint32_t i = 0; i < CU_COUNT(cast_ops); i++) {
        if (cast_ops[i].op == source->v.op) return cast(rz, source, i);
    }
    switch (source->v.op) {
    case IR_ICMP: return integer_compare(rz, source);
    case IR_FCMP: return float_compare(rz, source);
    case IR_FNEG: {
        TileValue *value = operand(rz, source, 0);
        return value ? rz_op1(rz, TILE_O_NEGF, value, value->type) : NULL;
    }
    case IR_BITCAST:
    case IR_ADDRSPACECAST:
    case IR_FREEZE: {
        TileValue *value = rz_value(rz, ir_op(source, 0));
        return value ? rz_as(rz, value, rz_type_of(rz, &source->v)) : NULL;
    }
    case IR_GEP: return address(rz, source);
    case IR_SELECT: return choice(rz, source);
    case IR_ALLOCA: return own_memory(rz, source);
    case IR_LOAD: return rz_load(rz, source);
    case IR_CALL: return call(rz, source);
    default:
        return rz_fail(rz, "has '%s', which is nothing that tiles can do",
                       ir_ops[source->v.op].name);
    }
}

void rz_instruction(Rz *rz, const IrInst *source) {
    if (source->v.op == IR_STORE) {
        rz_store(rz, source);
        return;
    }
    TileValue *value = make(rz, source);
    if (value && source->v.type->kind != IR_TY_VOID) rz_define(rz, &source->v, value);
}
