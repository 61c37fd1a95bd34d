// SPDX-License-Identifier: Apache-2.0
// What an instruction costs, for passes that weigh one form of code against another. There is one
// table, which answers two questions:
//  - opt_issue_cost: about how many machine instructions it becomes (counted in what ptxas makes
//  for
//    sm_80 to sm_100). Who copies code, or spares it, pays for these.
//  - opt_always_cost: what it costs to run it always where a branch went around it. The branch's
//    price is waiting, so this counts what is waited for: operations, whatever their width (if it
//    counted instructions, four kernels of test/run would keep branches and execute up to 3 %
//    more), and the time until a result is there of the few that have an entry of their own.
#include "opt/common/common.h"

#include "ir/intrin_id.h"

enum { CALL = 10, MOST = 255, FREE = 255, NEVER_PAYS = 100 };

typedef struct {
    uint8_t narrow, wide, dbl; // instructions: of up to 32 bits (0: one a lane); of 64; of double
    uint8_t always;            // in place of a branch (0: an operation a lane)
} CostRow;

#define NOTHING                                                                                    \
    { FREE, FREE, FREE, FREE }
static const CostRow rows[IR_NOPS] = {
    [IR_ADD] = {1, 2, 0},
    [IR_SUB] = {1, 2, 0},
    [IR_MUL] = {1, 4, 0},
    [IR_SHL] = {1, 3, 0},
    [IR_LSHR] = {1, 3, 0},
    [IR_ASHR] = {1, 3, 0},
    [IR_AND] = {1, 2, 0},
    [IR_OR] = {1, 2, 0},
    [IR_XOR] = {1, 2, 0},
    [IR_UDIV] = {18, 70, 0, NEVER_PAYS},
    [IR_SDIV] = {22, 80, 0, NEVER_PAYS},
    [IR_UREM] = {18, 70, 0, NEVER_PAYS},
    [IR_SREM] = {22, 80, 0, NEVER_PAYS},
    [IR_FDIV] = {14, 14, 24, NEVER_PAYS},
    [IR_FREM] = {60, 60, 90, NEVER_PAYS},
    [IR_SELECT] = {1, 2, 2},
    [IR_ICMP] = {1, 2, 0},
    [IR_FCMP] = {1, 1, 1},
    // an instruction, but nothing waits: whoever uses it reads the lower register
    [IR_TRUNC] = {.always = FREE},
    // results come late
    [IR_LOAD] = {.always = 2},
    [IR_CALL] = {.always = 2},
    [IR_PHI] = NOTHING,
    [IR_BITCAST] = NOTHING,
    [IR_ADDRSPACECAST] = NOTHING,
    [IR_PTRTOINT] = NOTHING,
    [IR_INTTOPTR] = NOTHING,
    [IR_EXTRACTVALUE] = NOTHING,
    [IR_INSERTVALUE] = NOTHING,
    [IR_FREEZE] = NOTHING,
};
#undef NOTHING
static const CostRow by_constant = {4, 10, 0, NEVER_PAYS}; // a division

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

static uint64_t lanes_of(const IrType *type) {
    return ir_ty_is_vec(type) ? type->n : 1;
}

uint32_t opt_issue_cost(const IrInst *inst) {
    const CostRow *row = &rows[inst->v.op];
    if (row->narrow == FREE) return 0;
    if (inst->v.op == IR_CALL) return of_call(inst);
    bool compares = ir_ops[inst->v.op].class == IRC_CMP;
    IrType *type = compares ? ir_op(inst, 0)->type : inst->v.type;
    IrType *scalar = ir_ty_scalar(type);
    uint64_t lanes = lanes_of(type), bits = scalar->bits;
    if (!row->narrow) return (uint32_t)CU_MIN(lanes, (uint64_t)MOST);

    if (is_division(inst->v.op) && ir_is_const(ir_op(inst, 1))) row = &by_constant;
    bool integer = scalar->kind == IR_TY_INT;
    uint64_t one = row->narrow;
    if (scalar->kind == IR_TY_DOUBLE) one = row->dbl;
    if (integer && bits > 32) one = row->wide;
    if (integer && bits > 64) one *= bits / 64;
    return (uint32_t)CU_MIN(one * lanes, (uint64_t)MOST);
}

// Hardware computes logic of single bits beside the comparison that gives them.
static bool joins_predicates(const IrInst *inst) {
    bool logic = ir_ops[inst->v.op].class == IRC_BINARY || inst->v.op == IR_SELECT;
    return logic && ir_ty_is_i(inst->v.type, 1);
}

uint32_t opt_always_cost(const IrInst *inst) {
    if (joins_predicates(inst)) return 0;
    const IrAsm *text = ir_call_computes(inst);
    if (text) return text->steps;
    uint32_t own = rows[inst->v.op].always;
    if (own) return own == FREE ? 0 : own;
    bool in_words = ir_ty_bits(ir_ty_scalar(inst->v.type)) > 64; // each waits for the one before
    return (uint32_t)CU_MIN(lanes_of(inst->v.type) * (in_words ? 4 : 1), (uint64_t)NEVER_PAYS);
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
