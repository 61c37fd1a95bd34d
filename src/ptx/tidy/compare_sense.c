// SPDX-License-Identifier: Apache-2.0
// Comparisons that only negated branches read are said the other way round, and without an "or
// equal" where the other operand is a number:
//
//      setp.gt.s32 %p, %n, 0;                setp.lt.s32 %p, %n, 1;
//      @!%p bra OUT;                ->       @%p bra OUT;
//      setp.lt.f32 %q, %x, %y;               setp.geu.f32 %q, %x, %y;
//      @!%q bra OUT;                         @%q bra OUT;
//
// It is the form that NVIDIA's compiler gives, and ptxas looks for it: behind a guard `n < 1` it
// counts a loop in a uniform register, behind `n > 0` in one of each thread, which takes an issue
// slot of the integer pipe in every iteration (12 % of a loop of four fmas on an H200).
//
// Left alone: predicates that anything else reads or a second instruction writes, comparisons
// combined with another predicate, and those under a guard.
#include "ptx/tidy/tidy.h"

#include "ptx/form/op.h"
#include "ptx/form/sem.h"

typedef struct Predicate {
    uint32_t comparison;           // instruction + 1; 0: something else writes it
    uint32_t reads, writes, turns; // turns: reads as the negated guard of a branch
    bool turned;
} Predicate; // reads and writes are counted of those that have turns

typedef struct Senses {
    PtxFunc *fn;
    Predicate *predicate; // by register
    uint32_t at;          // instruction being walked
} Senses;

// With one result, not combined with another predicate, always executed.
static bool is_plain_comparison(const PtxFunc *fn, const PtxInst *in) {
    bool compares = ptx_rows[in->op].sem == PTX_SEM_SETP && in->nopnd == 3 && !in->guard;
    return compares && ptx_opnds(fn, in)[0].kind == PTXO_REG;
}

static PtxReg note_access(void *data, PtxReg reg, uint32_t role) {
    Senses *senses = data;
    Predicate *predicate = &senses->predicate[reg];
    if (role & PTX_READS) predicate->reads++;
    if (role & PTX_WRITES) {
        predicate->writes++;
        bool comparison = is_plain_comparison(senses->fn, &senses->fn->inst.at[senses->at]);
        predicate->comparison = comparison ? senses->at + 1 : 0;
    }
    return reg;
}

static bool is_negated_branch(const PtxInst *in) {
    return ptx_rows[in->op].sem == PTX_SEM_BRA && (in->guard & PTX_GUARD_NOT);
}

static PtxReg guard_of(const PtxInst *in) {
    return (in->guard & ~PTX_GUARD_NOT) - 1;
}

// False: there is no negated branch.
static bool find_turns(Senses *senses) {
    bool found = false;
    VEC_FOREACH (PtxInst, in, &senses->fn->inst) {
        if (!is_negated_branch(in)) continue;
        senses->predicate[guard_of(in)].turns++;
        found = true;
    }
    return found;
}

// Could it name a register that has turns? (What lists name is not looked at: yes.)
static bool may_name_turned(const Senses *senses, const PtxInst *in) {
    if (in->guard && senses->predicate[guard_of(in)].turns) return true;
    const PtxOpnd *o = ptx_opnds(senses->fn, in);
    for (uint32_t k = 0; k < in->nopnd; k++) {
        if (is_any_of(o[k].kind, PTXO_VEC, PTXO_LIST, PTXO_PAIR, PTXO_MTEX)) return true;
        if (o[k].kind == PTXO_REG && senses->predicate[o[k].id].turns) return true;
    }
    return in->op == PTXI_raw;
}

static void gather(Senses *senses) {
    PtxFunc *fn = senses->fn;
    for (uint32_t i = 0; i < fn->inst.n; i++) {
        PtxInst *in = &fn->inst.at[i];
        senses->at = i;
        if (may_name_turned(senses, in)) ptx_walk_regs(fn, in, note_access, senses);
    }
}

// A comparison is true exactly where its opposite is false; for floats one of the two is true of
// NaN. PTX_CMP_LT to GE serve signed and unsigned integers alike, by the instruction's type.
static uint32_t opposite(uint32_t comparison, bool of_floats) {
    static const uint8_t integer[] = {
        [PTX_CMP_EQ] = PTX_CMP_NE, [PTX_CMP_NE] = PTX_CMP_EQ, [PTX_CMP_LT] = PTX_CMP_GE,
        [PTX_CMP_GE] = PTX_CMP_LT, [PTX_CMP_LE] = PTX_CMP_GT, [PTX_CMP_GT] = PTX_CMP_LE};
    static const uint8_t floating[] = {
        [PTX_CMP_EQ] = PTX_CMP_NEU,  [PTX_CMP_NE] = PTX_CMP_EQU, [PTX_CMP_LT] = PTX_CMP_GEU,
        [PTX_CMP_GE] = PTX_CMP_LTU,  [PTX_CMP_LE] = PTX_CMP_GTU, [PTX_CMP_GT] = PTX_CMP_LEU,
        [PTX_CMP_EQU] = PTX_CMP_NE,  [PTX_CMP_NEU] = PTX_CMP_EQ, [PTX_CMP_LTU] = PTX_CMP_GE,
        [PTX_CMP_GEU] = PTX_CMP_LT,  [PTX_CMP_LEU] = PTX_CMP_GT, [PTX_CMP_GTU] = PTX_CMP_LE,
        [PTX_CMP_NUM] = PTX_CMP_NAN, [PTX_CMP_NAN] = PTX_CMP_NUM};
    if (of_floats) return comparison < CU_COUNT(floating) ? floating[comparison] : 0;
    return comparison < CU_COUNT(integer) ? integer[comparison] : 0;
}

// n <= 7 is n < 8, and n >= 8 is n > 7, but at the end of the type's range.
static void without_equal(PtxInst *in, PtxOpnd *right) {
    uint32_t comparison = ptx_mod(in, CMP), bits = ptx_type_bits(in->type[0]);
    bool is_signed = is_any_of(in->type[0], PTX_S32, PTX_S64);
    bool is_unsigned = is_any_of(in->type[0], PTX_U32, PTX_U64);
    bool less = comparison == PTX_CMP_LE, greater = comparison == PTX_CMP_GE;
    if (right->kind != PTXO_INT || !(is_signed || is_unsigned) || !(less || greater)) return;

    // constants are kept sign extended: an unsigned type's largest is -1
    int64_t highest = is_unsigned ? -1 : bits == 32 ? INT32_MAX : INT64_MAX;
    int64_t lowest = is_unsigned ? 0 : bits == 32 ? INT32_MIN : INT64_MIN;
    int64_t value = bits == 32 ? (int32_t)right->val : right->val;
    if (value == (less ? highest : lowest)) return;

    uint64_t next = less ? (uint64_t)value + 1 : (uint64_t)value - 1;
    right->val = bits == 32 ? (int32_t)(uint32_t)next : (int64_t)next;
    ptx_set_mod(in, CMP, less ? PTX_CMP_LT : PTX_CMP_GT);
}

// False: the comparison has no opposite in one instruction.
static bool turn(PtxFunc *fn, PtxInst *in) {
    bool of_floats = in->op != PTXI_setp || in->type[0] == PTX_F64;
    uint32_t turned = opposite(ptx_mod(in, CMP), of_floats);
    if (!turned) return false;

    ptx_set_mod(in, CMP, turned);
    if (!of_floats) without_equal(in, &ptx_opnds(fn, in)[2]);
    return true;
}

void ptx_turn_comparisons(PtxFunc *fn, Arena *scratch) {
    Senses senses = {.fn = fn, .predicate = arena_array(scratch, Predicate, fn->reg.n + 1)};
    if (!find_turns(&senses)) return;
    gather(&senses);

    for (uint32_t r = 0; r < fn->reg.n; r++) {
        Predicate *predicate = &senses.predicate[r];
        bool only_turned = predicate->turns && predicate->reads == predicate->turns;
        bool one_comparison = predicate->writes == 1 && predicate->comparison;
        predicate->turned =
            only_turned && one_comparison && turn(fn, &fn->inst.at[predicate->comparison - 1]);
    }

    for (uint32_t i = 0; i < fn->inst.n; i++) {
        PtxInst *in = &fn->inst.at[i];
        if (is_negated_branch(in) && senses.predicate[guard_of(in)].turned)
            in->guard &= ~PTX_GUARD_NOT;
    }
}
