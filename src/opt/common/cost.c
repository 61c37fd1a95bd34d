// SPDX-License-Identifier: Apache-2.0
// What an instruction costs: about how many machine instructions it becomes (counted in what ptxas
// makes for sm_80 to sm_100), for passes that weigh copies of code against what copies save.
#include "opt/common/common.h"

#include "ir/intrin_id.h"

typedef struct {
    uint8_t narrow, wide, dbl; // of up to 32 bits (0: no row); of 64; of double
} CostRow;

enum { CALL = 10, MOST = 255 };
static const CostRow rows[IR_NOPS] = {
    [IR_ADD] = {1, 2, 0},    [IR_SUB] = {1, 2, 0},     [IR_MUL] = {1, 4, 0},
    [IR_SHL] = {1, 3, 0},    [IR_LSHR] = {1, 3, 0},    [IR_ASHR] = {1, 3, 0},
    [IR_AND] = {1, 2, 0},    [IR_OR] = {1, 2, 0},      [IR_XOR] = {1, 2, 0},
    [IR_UDIV] = {18, 70, 0}, [IR_SDIV] = {22, 80, 0},  [IR_UREM] = {18, 70, 0},
    [IR_SREM] = {22, 80, 0}, [IR_FDIV] = {14, 14, 24}, [IR_FREM] = {60, 60, 90},
    [IR_SELECT] = {1, 2, 2}, [IR_ICMP] = {1, 2, 0},    [IR_FCMP] = {1, 1, 1},
};
static const CostRow by_constant = {4, 10, 0}; // a division

static bool is_division(uint8_t op) {
    return is_any_of(op, IR_UDIV, IR_SDIV, IR_UREM, IR_SREM);
}

// Fetches of textures and matrix operations give several registers at once: the units behind them
// are as long busy as about one plain instruction for each.
static uint32_t of_results(const IrType *type) {
    return type->kind == IR_TY_STRUCT ? CU_MAX(type->n, 1u) : 1;
}

static uint32_t of_call(const IrInst *inst) {
    static const struct {
        uint16_t id;
        uint8_t single, dbl;
    } intrinsics[] = {
        {IR_I_sqrt, 12, 22},          {IR_I_nvvm_sqrt_f, 12, 22}, {IR_I_nvvm_sqrt_rn_f, 12, 22},
        {IR_I_nvvm_sqrt_rn_d, 0, 22}, {IR_I_assume, 0, 0},        {IR_I_lifetime_start, 0, 0},
        {IR_I_lifetime_end, 0, 0},    {IR_I_dbg_value, 0, 0},     {IR_I_dbg_declare, 0, 0},
    };
    uint32_t id = ir_intrin_of(inst);
    const IrAsm *text = id ? NULL : ir_call_computes(inst);
    if (text) return text->steps;
    if (!id) return CALL;
    bool is_double = inst->v.type->kind == IR_TY_DOUBLE;
    for (uint32_t k = 0; k < CU_COUNT(intrinsics); k++) {
        if (intrinsics[k].id == id) return is_double ? intrinsics[k].dbl : intrinsics[k].single;
    }
    return of_results(inst->v.type);
}

uint32_t opt_issue_cost(const IrInst *inst) {
    static const bool is_free[IR_NOPS] = {
        [IR_PHI] = true,      [IR_BITCAST] = true,     [IR_ADDRSPACECAST] = true,
        [IR_PTRTOINT] = true, [IR_INTTOPTR] = true,    [IR_EXTRACTVALUE] = true,
        [IR_FREEZE] = true,   [IR_INSERTVALUE] = true,
    };
    if (is_free[inst->v.op]) return 0;
    if (inst->v.op == IR_CALL) return of_call(inst);
    bool compares = ir_ops[inst->v.op].class == IRC_CMP;
    IrType *type = compares ? ir_op(inst, 0)->type : inst->v.type;
    IrType *scalar = ir_ty_scalar(type);
    uint64_t lanes = ir_ty_is_vec(type) ? type->n : 1, bits = scalar->bits;
    const CostRow *row = &rows[inst->v.op];
    if (!row->narrow) return (uint32_t)CU_MIN(lanes, (uint64_t)MOST);

    if (is_division(inst->v.op) && ir_is_const(ir_op(inst, 1))) row = &by_constant;
    bool integer = scalar->kind == IR_TY_INT;
    uint64_t one = row->narrow;
    if (scalar->kind == IR_TY_DOUBLE) one = row->dbl;
    if (integer && bits > 32) one = row->wide;
    if (integer && bits > 64) one *= bits / 64;
    return (uint32_t)CU_MIN(one * lanes, (uint64_t)MOST);
}

// PTX ISA 11.4: .maxnreg says it itself; .maxntid and .minnctapersm together say that so many
// threads share a multiprocessor's 65,536 registers.
uint32_t opt_register_limit(const IrFunc *fn) {
    enum { REGISTERS_PER_SM = 65536, GRANULE = 8 };
    uint64_t threads[3], blocks[3], most[3];
    if (fn->cc != IR_CC_PTX_KERNEL) return AN_REGISTER_FILE;
    if (an_launch_shape(fn, "nvvm.maxnreg", most))
        return (uint32_t)CU_MIN(most[0], (uint64_t)AN_REGISTER_FILE);
    bool bounded = an_launch_shape(fn, "nvvm.maxntid", threads) ||
                   an_launch_shape(fn, "nvvm.reqntid", threads);
    if (!bounded) return AN_REGISTER_FILE;
    if (!an_launch_shape(fn, "nvvm.minctasm", blocks)) blocks[0] = 1;
    uint64_t all = CU_MIN(threads[0] * threads[1] * threads[2], (uint64_t)1024) * blocks[0];
    uint64_t each = CU_MAX(REGISTERS_PER_SM / all, (uint64_t)GRANULE) / GRANULE * GRANULE;
    return (uint32_t)CU_MIN(each, (uint64_t)AN_REGISTER_FILE);
}
