// SPDX-License-Identifier: Apache-2.0
// Guards in the place of selections and of short branches (predicated execution, PTX ISA 9.3).
//
//      add.s32 %x, %mid, 1;
//      selp.b32 %lo2, %x, %lo, %p;     ->      mov.u32 %lo2, %lo;      tidy/coalesce.c makes them
//      one
//                                              @%p add.s32 %lo2, %mid, 1;
//
//      selp.b32 %one, 1, 0, %p;
//      add.s32 %n2, %n, %one;          ->      mov.u32 %n2, %n;
//                                              @%p add.s32 %n2, %n2, 1;
//
//      @%p bra OUT;
//      st.global.u32 [%rd1], %r1;      ->      @!%p st.global.u32 [%rd1], %r1;
//      OUT:
//
// Where both values of a selection are computed for it alone, one is computed into its register and
// the other over it. ptxas makes the same of a selection between a computed value and an old one,
// but not of a counted condition, which becomes a sum, a move under a guard and a move.
//
// Left alone: old values that are needed behind the selection too (the move would stay), values
// that anything else reads, operations that are many instructions on the machine (division), and
// what debugging entries name.
#include "ptx/tidy/tidy.h"

#include "ptx/form/op.h"
#include "ptx/form/sem.h"

#include <stdlib.h>

enum { NONE = UINT32_MAX };
enum { WINDOW = 64 }; // instructions between a value and the selection that takes it

typedef struct Insertion {
    uint32_t before;
    PtxInst inst;
} Insertion;

typedef struct Guards {
    PtxFunc *fn;
    Arena *arena;
    uint32_t *reads, *writes;  // by register, in all of the function
    uint32_t *written_at;      // by register: instruction + 1 that wrote it last
    uint32_t *read_in;         // by register: block + 1 whose end reads it
    uint32_t at, block, first; // instruction and block at hand, the block's first instruction
    PtxReg sought;             // look_for_writing
    bool found;
    VEC(Insertion) insertion;
} Guards;

static bool is_register(const PtxOpnd *opnd) { // whole and as it is
    return opnd->kind == PTXO_REG && !opnd->flags && !opnd->n;
}

static PtxReg note_register(void *data, PtxReg reg, uint32_t role) {
    Guards *guards = data;
    if (role & PTX_READS) guards->reads[reg]++;
    if (!(role & PTX_WRITES)) return reg;
    guards->writes[reg]++;
    guards->written_at[reg] = guards->at + 1;
    return reg;
}

static PtxReg note_reading(void *data, PtxReg reg, uint32_t role) {
    Guards *guards = data;
    if (role & PTX_READS) guards->read_in[reg] = guards->block + 1;
    return reg;
}

// One result, no memory, about one instruction on the machine.
static bool is_cheap(const PtxInst *in) {
    static const bool cheap[] = {
        [PTX_SEM_ADD] = true,  [PTX_SEM_SUB] = true,  [PTX_SEM_MUL] = true, [PTX_SEM_MULW] = true,
        [PTX_SEM_MAD] = true,  [PTX_SEM_MADW] = true, [PTX_SEM_MIN] = true, [PTX_SEM_MAX] = true,
        [PTX_SEM_NEG] = true,  [PTX_SEM_AND] = true,  [PTX_SEM_OR] = true,  [PTX_SEM_XOR] = true,
        [PTX_SEM_NOT] = true,  [PTX_SEM_SHL] = true,  [PTX_SEM_SHR] = true, [PTX_SEM_FADD] = true,
        [PTX_SEM_FSUB] = true, [PTX_SEM_FMUL] = true, [PTX_SEM_FMA] = true, [PTX_SEM_FNEG] = true,
        [PTX_SEM_PRMT] = true, [PTX_SEM_LOP3] = true,
    };
    return CU_AT(cheap, ptx_rows[in->op].sem) && ptx_reg_type(in->type[0]) != PTX_PRED;
}

static PtxReg look_for_writing(void *data, PtxReg reg, uint32_t role) {
    Guards *guards = data;
    if ((role & PTX_WRITES) && reg == guards->sought) guards->found = true;
    return reg;
}

// The register is written between two instructions of the block.
static bool is_written_between(Guards *guards, PtxReg reg, uint32_t from, uint32_t to) {
    PtxFunc *fn = guards->fn;
    if (guards->writes[reg] <= 1) return false;
    guards->sought = reg;
    guards->found = false;
    for (uint32_t i = from + 1; i < to && !guards->found; i++)
        ptx_walk_regs(fn, &fn->inst.at[i], look_for_writing, guards);
    return guards->found;
}

// What computes a register in the block, for nothing but one reader behind it, and could as well
// be computed at instruction `to`; NONE.
static uint32_t movable_value(Guards *guards, const PtxOpnd *source, uint32_t to) {
    PtxFunc *fn = guards->fn;
    if (!is_register(source) || guards->writes[source->id] != 1 || guards->reads[source->id] != 1)
        return NONE;
    uint32_t from = guards->written_at[source->id] - 1;
    if (from < guards->first || from >= to || to - from > WINDOW) return NONE;
    const PtxInst *in = &fn->inst.at[from];
    const PtxOpnd *operand = ptx_opnds(fn, in);
    if (in->guard || !is_cheap(in) || !is_register(&operand[0])) return NONE;
    for (uint32_t k = 1; k < in->nopnd; k++) {
        if (is_any_of(operand[k].kind, PTXO_INT, PTXO_F32, PTXO_F64)) continue;
        if (!is_register(&operand[k]) || is_written_between(guards, operand[k].id, from, to))
            return NONE;
    }
    return from;
}

// Its old value is needed no longer in this block, so that a copy of it costs nothing in most.
static bool is_old(const Guards *guards, const PtxOpnd *source) {
    if (!is_register(source)) return false;
    return guards->reads[source->id] == 1 || guards->read_in[source->id] != guards->block + 1;
}

// Before instruction `at` register `to` gets the old value, which `at` itself takes from there too.
static void copy_before(Guards *guards, uint32_t at, PtxReg to, PtxOpnd old) {
    PtxFunc *fn = guards->fn;
    PtxType type = (PtxType)fn->reg.at[to].type;
    bool same = type == (PtxType)fn->reg.at[old.id].type;
    if (same) type = type == PTX_B32 ? PTX_U32 : type == PTX_B64 ? PTX_U64 : type;
    if (!same) type = ptx_type_bits(type) == 32 ? PTX_B32 : PTX_B64; // of bits
    PtxOpnd operands[] = {ptx_o_reg(to), old};
    ptx_emit(fn, PTXI_mov, type, PTX_NOTYPE, 0, CU_COUNT(operands), operands);
    Insertion insertion = {at, fn->inst.at[--fn->inst.n]};
    vec_push(guards->arena, &guards->insertion, insertion);
}

static void guard(PtxInst *in, PtxReg predicate, bool negated) {
    in->guard = (predicate + 1) | (negated ? PTX_GUARD_NOT : 0);
}

// ---- selections ---------------------------------------------------------------------------------

// What computed the value stands in the selection's place, under its guard.
static void compute_at(Guards *guards, uint32_t value, uint32_t at, PtxReg to, PtxReg copied,
                       PtxReg predicate, bool negated) {
    PtxFunc *fn = guards->fn;
    PtxInst inst = fn->inst.at[value];
    ptx_delete(&fn->inst.at[value]);
    PtxOpnd *opnd = ptx_opnds(fn, &inst);
    opnd[0] = ptx_o_reg(to);
    for (uint32_t k = 1; k < inst.nopnd && copied != NONE; k++) {
        if (is_register(&opnd[k]) && opnd[k].id == copied) opnd[k].id = to;
    }
    inst.pos = fn->inst.at[at].pos;
    guard(&inst, predicate, negated);
    fn->inst.at[at] = inst;
    guards->writes[to] = 2;
}

static bool is_narrow(const PtxInst *select) {
    return ptx_type_bits((PtxType)select->type[0]) < 32;
}

static void replace_selection(Guards *guards, uint32_t at) {
    PtxFunc *fn = guards->fn;
    PtxOpnd *opnd = ptx_opnds(fn, &fn->inst.at[at]);
    if (!is_register(&opnd[0]) || !is_register(&opnd[3]) || guards->writes[opnd[0].id] != 1) return;
    PtxReg to = opnd[0].id, predicate = opnd[3].id;
    uint32_t yes = movable_value(guards, &opnd[1], at), no = movable_value(guards, &opnd[2], at);

    if (yes != NONE && no != NONE) {
        ptx_opnds(fn, &fn->inst.at[no])[0] = ptx_o_reg(to);
        compute_at(guards, yes, at, to, NONE, predicate, false);
    } else if (yes != NONE && is_old(guards, &opnd[2])) {
        const PtxOpnd old = opnd[2];
        compute_at(guards, yes, at, to, opnd[2].id, predicate, false);
        copy_before(guards, at, to, old);
    } else if (no != NONE && is_old(guards, &opnd[1])) {
        const PtxOpnd old = opnd[1];
        compute_at(guards, no, at, to, opnd[1].id, predicate, true);
        copy_before(guards, at, to, old);
    }
}

static bool is_zero(const PtxOpnd *opnd) {
    return opnd->kind == PTXO_INT && opnd->val == 0;
}

// x + 0 is x, and so on: a selection between a value and 0 that is only ever an operand of such.
static bool zero_is_neutral(const PtxInst *in, uint32_t operand) {
    switch (ptx_rows[in->op].sem) {
    case PTX_SEM_ADD:
    case PTX_SEM_OR:
    case PTX_SEM_XOR: return ptx_reg_type(in->type[0]) != PTX_PRED;
    case PTX_SEM_SUB: return operand == 2;
    default: return false;
    }
}

// A selection between a value and 0, which nothing else reads and which could as well be made at
// instruction `to`; NONE.
static uint32_t movable_count(Guards *guards, const PtxOpnd *chosen, uint32_t to) {
    PtxFunc *fn = guards->fn;
    if (!is_register(chosen)) return NONE;
    if (guards->writes[chosen->id] != 1 || guards->reads[chosen->id] != 1) return NONE;
    uint32_t from = guards->written_at[chosen->id] - 1;
    if (from < guards->first || from >= to || to - from > WINDOW) return NONE;
    const PtxInst *select = &fn->inst.at[from];
    if (select->op != PTXI_selp || select->guard || is_narrow(select)) return NONE;
    const PtxOpnd *source = ptx_opnds(fn, select);
    const PtxOpnd *counted = is_zero(&source[1]) ? &source[2] : &source[1];
    bool beside_zero = is_zero(&source[1]) || is_zero(&source[2]);
    if (!beside_zero || !is_register(&source[3])) return NONE;
    if (!is_register(counted) && counted->kind != PTXO_INT) return NONE;
    bool changes = is_register(counted) && is_written_between(guards, counted->id, from, to);
    return changes || is_written_between(guards, source[3].id, from, to) ? NONE : from;
}

// `at` is a sum; operand k of it is selected from a value and 0.
static bool replace_counted(Guards *guards, uint32_t at, uint32_t k) {
    PtxFunc *fn = guards->fn;
    PtxInst *in = &fn->inst.at[at];
    PtxOpnd *opnd = ptx_opnds(fn, in);
    const PtxOpnd other = opnd[3 - k];
    if (!zero_is_neutral(in, k) || !is_old(guards, &other)) return false;
    if (opnd[k].id == other.id || guards->writes[opnd[0].id] != 1) return false;
    uint32_t from = movable_count(guards, &opnd[k], at);
    if (from == NONE) return false;

    PtxInst *select = &fn->inst.at[from];
    const PtxOpnd *source = ptx_opnds(fn, select);
    bool negated = is_zero(&source[1]);
    const PtxOpnd counted = source[negated ? 2 : 1];
    PtxReg to = opnd[0].id;
    guard(in, source[3].id, negated);
    opnd[1] = ptx_o_reg(to);
    opnd[2] = is_register(&counted) && counted.id == other.id ? opnd[1] : counted;
    guards->writes[to] = 2;
    ptx_delete(select);
    copy_before(guards, at, to, other);
    return true;
}

static void replace_at(Guards *guards, uint32_t i) {
    PtxFunc *fn = guards->fn;
    PtxInst *in = &fn->inst.at[i];
    if (in->guard || in->nopnd < 3) return;
    if (in->op == PTXI_selp && !is_narrow(in))
        replace_selection(guards, i);
    else if (in->nopnd == 3 && is_cheap(in) && !replace_counted(guards, i, 2))
        replace_counted(guards, i, 1);
}

// From the end of each block, so that it is known what is read behind an instruction.
static void replace_selections(Guards *guards, const PtxFlow *flow) {
    PtxFunc *fn = guards->fn;
    for (guards->block = 0; guards->block < flow->n; guards->block++) {
        guards->first = flow->start[guards->block];
        for (uint32_t i = flow->start[guards->block + 1]; i-- > guards->first;) {
            replace_at(guards, i);
            ptx_walk_regs(fn, &fn->inst.at[i], note_reading, guards);
        }
    }
}

static int by_place(const void *a, const void *b) {
    const Insertion *x = a, *y = b;
    return cu_order(x->before, y->before);
}

// At most one stands before an instruction.
static void insert_all(Guards *guards) {
    PtxFunc *fn = guards->fn;
    uint32_t n = guards->insertion.n, old = fn->inst.n, to = old + n;
    if (!n) return;
    Insertion *at = guards->insertion.at;
    qsort(at, n, sizeof *at, by_place);
    for (uint32_t k = 0; k < n; k++) vec_push(fn->arena, &fn->inst, at[k].inst);
    for (uint32_t i = old; i-- > 0 && n;) {
        fn->inst.at[--to] = fn->inst.at[i];
        if (at[n - 1].before == i) fn->inst.at[--to] = at[--n].inst;
    }
}

void ptx_guard_selections(PtxFunc *fn, Arena *scratch) {
    bool any = false;
    VEC_FOREACH (const PtxInst, in, &fn->inst) any = any || in->op == PTXI_selp;
    if (!any) return;
    uint32_t n = fn->reg.n + 1;
    Guards guards = {.fn = fn,
                     .arena = scratch,
                     .reads = arena_array(scratch, uint32_t, n),
                     .writes = arena_array(scratch, uint32_t, n),
                     .written_at = arena_array(scratch, uint32_t, n),
                     .read_in = arena_array(scratch, uint32_t, n)};
    for (guards.at = 0; guards.at < fn->inst.n; guards.at++)
        ptx_walk_regs(fn, &fn->inst.at[guards.at], note_register, &guards);
    VEC_FOREACH (const PtxReg, watched, &fn->watched) guards.writes[*watched] = 2;
    replace_selections(&guards, ptx_flow(fn, scratch));
    insert_all(&guards);
}

// ---- branches over one instruction --------------------------------------------------------------

// What may be issued under a guard as well as branched over.
static bool may_be_guarded(const PtxInst *in) {
    if (in->guard) return false;
    if (is_any_of(in->op, PTXI_ld, PTXI_st, PTXI_mov, PTXI_selp, PTXI_setp)) return true;
    return is_cheap(in) || is_any_of(ptx_rows[in->op].sem, PTX_SEM_ATOM, PTX_SEM_RED);
}

// The one instruction of a block; NONE: it has none, or several.
static uint32_t only_inst(const PtxFlow *flow, uint32_t block) {
    uint32_t found = NONE;
    for (uint32_t i = flow->start[block]; i < flow->start[block + 1]; i++) {
        const PtxInst *in = &flow->f->inst.at[i];
        if (is_any_of(in->op, PTXI_pragma, PTXI_targets)) return NONE;
        if (ptx_is_silent(in)) continue;
        if (found != NONE) return NONE;
        found = i;
    }
    return found;
}

static bool is_branch(const PtxFunc *fn, uint32_t at, bool guarded) {
    const PtxInst *in = at == NONE ? NULL : &fn->inst.at[at];
    return in && ptx_rows[in->op].sem == PTX_SEM_BRA && (in->guard != 0) == guarded;
}

static uint32_t target_block(const PtxFlow *flow, uint32_t branch) {
    return flow->block_of[ptx_opnds(flow->f, &flow->f->inst.at[branch])->id];
}

static bool has_one_predecessor(const PtxFlow *flow, uint32_t block) {
    return flow->pred_first[block + 1] - flow->pred_first[block] == 1;
}

// `@p bra B2; x; B2:` where nothing else leads to x.
static bool guard_one(const PtxFlow *flow, uint32_t block, uint32_t branch) {
    PtxFunc *fn = flow->f;
    if (target_block(flow, branch) != block + 2 || !has_one_predecessor(flow, block + 1))
        return false;
    uint32_t only = only_inst(flow, block + 1);
    if (only == NONE || !may_be_guarded(&fn->inst.at[only])) return false;
    fn->inst.at[only].guard = fn->inst.at[branch].guard ^ PTX_GUARD_NOT;
    ptx_delete(&fn->inst.at[branch]);
    return true;
}

bool ptx_guard_branches(PtxFunc *fn, Arena *scratch) {
    const PtxFlow *flow = ptx_flow(fn, scratch);
    bool changed = false;
    for (uint32_t b = 0; b + 2 < flow->n; b++) {
        uint32_t branch = ptx_last_inst(flow, b);
        if (is_branch(fn, branch, true)) changed |= guard_one(flow, b, branch);
    }
    return changed;
}
