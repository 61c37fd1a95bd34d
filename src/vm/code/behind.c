// SPDX-License-Identifier: Apache-2.0
// Which effects of a kernel stand behind a wait (a barrier, or what a warp executes as one) so that
// a thread which has come there without it has gone past it for good: the wait leads to them, they
// do not lead back, and there is a way around. The checker of synchronisation notes who executes
// them (check/sync.c). Of several such effects on a way the first one says enough.
#include "vm/code/code.h"
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
} Behind;

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
    VmInst *code = walk->fn->code;
    uint32_t n = 0;
    walk->stack[n++] = 0;
    while (n) {
        uint32_t at = walk->stack[--n];
        if (at >= walk->fn->ncode || at == wait || walk->around[at]) continue;
        walk->around[at] = true;
        if (walk->ahead[at] && !walk->back[at] && is_effect(&code[at]))
            code[at].flags |= VF_BEHIND;
        else
            n = vm_push_behind(walk->fn, at, walk->stack, n);
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
    walk.ahead = arena_array(scratch, bool, 3 * (fn->ncode + 1));
    walk.back = walk.ahead + fn->ncode + 1;
    walk.around = walk.back + fn->ncode + 1;
    turn_round(&walk, scratch);
    for (uint32_t pc = 0; pc < fn->ncode; pc++) {
        if (!is_wait(&fn->code[pc])) continue;
        memset(walk.ahead, 0, 3 * (fn->ncode + 1) * sizeof *walk.ahead);
        go_ahead(&walk, pc);
        go_back(&walk, pc);
        go_around(&walk, pc);
    }
    arena_reset(scratch, mark);
}
