// SPDX-License-Identifier: Apache-2.0
// Which effects of a kernel stand behind a wait (a barrier, or what a warp executes as one) so that
// a thread which has come there without it has gone past it for good: the wait leads to them, they
// do not lead back, and there is a way around on which threads may part from others. The checker of
// synchronisation notes who executes them (check/sync.c). Of several such effects on a way the
// first one says enough.
#include "vm/code/code.h"
#include "ptx/form/flow.h"
#include "ptx/form/sem.h"

// The walks take the time of code times waits.
enum { MAX_WAITS = 64, MAX_CODE = 20000 };

typedef struct {
    const VmFunc *fn;
    uint32_t *stack;
    uint32_t *begin, *before; // those in front of each: before[begin[pc]] to before[begin[pc + 1]]
    bool *ahead;              // the wait leads there
    bool *back;               // it leads to the wait
    bool *around;             // the way around leads there
    bool *parted;             // so it does for threads that have parted from others
    bool *differs;            // by register: threads may have different numbers in it
    bool given, changed;      // while that is being found
} Behind;

// ---- where threads part ------------------------------------------------------------------------

static PtxReg see_read(void *data, PtxReg reg, uint32_t role) {
    Behind *walk = data;
    if (role & PTX_READS) walk->given |= walk->differs[reg];
    return reg;
}

static PtxReg see_result(void *data, PtxReg reg, uint32_t role) {
    Behind *walk = data;
    if (role == PTX_READS || walk->differs[reg]) return reg;
    walk->differs[reg] = walk->changed = true;
    return reg;
}

static bool is_own_number(uint32_t sreg) {
    return sreg <= PTXR_TID_W || (sreg >= PTXR_LANEID && sreg <= PTXR_GLOBALTIMER_HI);
}

// What is computed or loaded differs where what it comes from does; all else may.
static bool is_given(Behind *walk, const VmInst *inst) {
    const PtxInst *source = inst->source;
    uint32_t sem = ptx_rows[source->op].sem;
    bool follows = (sem >= PTX_SEM_ADD && sem <= PTX_SEM_CVTPACKI) || sem == PTX_SEM_LD;
    walk->given = !follows;
    for (uint32_t i = 0; i < source->nopnd; i++) {
        const PtxOpnd *operand = &walk->fn->f->opnd.at[source->opnd + i];
        walk->given |= operand->kind == PTXO_SREG && is_own_number(operand->id);
    }
    if (!walk->given) ptx_walk_regs(walk->fn->f, (PtxInst *)source, see_read, walk);
    return walk->given;
}

// Without an order, and as if all threads came the same way: a number that differs by the way that
// threads have come is not known as one.
static void find_differing(Behind *walk, Arena *scratch) {
    walk->differs = arena_array(scratch, bool, walk->fn->f->reg.n + 1);
    do {
        walk->changed = false;
        for (uint32_t pc = 0; pc < walk->fn->ncode; pc++) {
            const VmInst *inst = &walk->fn->code[pc];
            if (inst->source && is_given(walk, inst))
                ptx_walk_regs(walk->fn->f, (PtxInst *)inst->source, see_result, walk);
        }
    } while (walk->changed);
}

static bool may_part(const Behind *walk, const VmInst *inst) {
    if (inst->ctl != CTL_BRA || !inst->source || !inst->source->guard) return false;
    return walk->differs[(inst->source->guard & ~PTX_GUARD_NOT) - 1];
}

// ---- ways --------------------------------------------------------------------------------------

static bool is_wait(const VmInst *inst) {
    return inst->ctl == CTL_SYNC || vm_is_plain_barrier(inst);
}

// Others can see it: in memory that is not the block's.
static bool is_effect(const VmInst *inst) {
    if (!inst->source || inst->ctl != CTL_PLAIN) return false;
    bool seen = is_any_of(inst->space, VSP_GENERIC, VSP_GLOBAL);
    return seen && is_any_of(ptx_rows[inst->source->op].sem, PTX_SEM_ST, PTX_SEM_ATOM, PTX_SEM_RED);
}

// Lists what is in front of each, from what comes behind each; behind the last there is an end.
static void turn_round(Behind *walk, Arena *arena) {
    const VmFunc *fn = walk->fn;
    uint32_t next[2];
    uint32_t *filled = arena_array(arena, uint32_t, fn->ncode + 1);
    walk->begin = arena_array(arena, uint32_t, fn->ncode + 2);
    walk->before = arena_array(arena, uint32_t, 2 * fn->ncode + 1);
    for (uint32_t pc = 0; pc < fn->ncode; pc++) {
        uint32_t n = vm_push_behind(fn, pc, next, 0);
        for (uint32_t i = 0; i < n; i++) walk->begin[next[i] + 1]++;
    }
    for (uint32_t at = 0; at <= fn->ncode; at++) walk->begin[at + 1] += walk->begin[at];
    for (uint32_t from = 0; from < fn->ncode; from++) {
        uint32_t n = vm_push_behind(fn, from, next, 0);
        for (uint32_t i = 0; i < n; i++)
            walk->before[walk->begin[next[i]] + filled[next[i]]++] = from;
    }
}

static void go_ahead(Behind *walk, uint32_t wait) {
    uint32_t n = vm_push_behind(walk->fn, wait, walk->stack, 0);
    while (n) {
        uint32_t at = walk->stack[--n];
        if (at >= walk->fn->ncode || walk->ahead[at]) continue;
        walk->ahead[at] = true;
        n = vm_push_behind(walk->fn, at, walk->stack, n);
    }
}

static void go_back(Behind *walk, uint32_t wait) {
    uint32_t n = 0;
    walk->stack[n++] = wait;
    while (n) {
        uint32_t at = walk->stack[--n];
        if (walk->back[at]) continue;
        walk->back[at] = true;
        for (uint32_t i = walk->begin[at]; i < walk->begin[at + 1]; i++)
            walk->stack[n++] = walk->before[i];
    }
}

// From the kernel's beginning, not through the wait.
static void go_around(Behind *walk, uint32_t wait) {
    uint32_t n = 0;
    walk->stack[n++] = 0;
    while (n) {
        uint32_t at = walk->stack[--n];
        if (at >= walk->fn->ncode || at == wait || walk->around[at]) continue;
        walk->around[at] = true;
        n = vm_push_behind(walk->fn, at, walk->stack, n);
    }
}

// From a branch where threads may part, of which some go to the wait. Not beyond what is marked.
static void go_parted(Behind *walk, uint32_t branch, uint32_t wait) {
    VmInst *code = walk->fn->code;
    uint32_t n = vm_push_behind(walk->fn, branch, walk->stack, 0);
    while (n) {
        uint32_t at = walk->stack[--n];
        if (at >= walk->fn->ncode || at == wait || walk->parted[at]) continue;
        walk->parted[at] = true;
        if (walk->ahead[at] && !walk->back[at] && is_effect(&code[at]))
            code[at].flags |= VF_BEHIND;
        else
            n = vm_push_behind(walk->fn, at, walk->stack, n);
    }
}

static void find_behind(Behind *walk, uint32_t wait) {
    const VmFunc *fn = walk->fn;
    memset(walk->ahead, 0, 4 * (fn->ncode + 1) * sizeof *walk->ahead);
    go_ahead(walk, wait);
    go_back(walk, wait);
    go_around(walk, wait);
    for (uint32_t pc = 0; pc < fn->ncode; pc++) {
        bool parts = walk->around[pc] && walk->back[pc] && may_part(walk, &fn->code[pc]);
        if (parts) go_parted(walk, pc, wait);
    }
}

void vm_find_behind(const VmFunc *fn, Arena *scratch) {
    Behind walk = {.fn = fn};
    uint32_t waits = 0;
    if (!fn->f->entry || fn->ncode > MAX_CODE) return;
    for (uint32_t pc = 0; pc < fn->ncode; pc++) {
        if (fn->code[pc].ctl == CTL_BRX) return; // who knows
        waits += is_wait(&fn->code[pc]);
    }
    if (!waits || waits > MAX_WAITS) return;
    ArenaMark mark = arena_mark(scratch);
    walk.stack = arena_array(scratch, uint32_t, 4 * fn->ncode + 4);
    walk.ahead = arena_array(scratch, bool, 4 * (fn->ncode + 1));
    walk.back = walk.ahead + fn->ncode + 1;
    walk.around = walk.back + fn->ncode + 1;
    walk.parted = walk.around + fn->ncode + 1;
    turn_round(&walk, scratch);
    find_differing(&walk, scratch);
    for (uint32_t pc = 0; pc < fn->ncode; pc++) {
        if (is_wait(&fn->code[pc])) find_behind(&walk, pc);
    }
    arena_reset(scratch, mark);
}
