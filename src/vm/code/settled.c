// SPDX-License-Identifier: Apache-2.0
// Loads and atomic operations on shared memory that are in no race because of where they stand:
// whatever threads of the block may execute between the same two barriers does not write the
// variable that is loaded, or touches it with atomic operations alone. A block's threads are
// between the same two barriers as long as the last one that they passed was one instruction for
// all of them (Block.in_step). Native code notes nothing for such accesses; it asks only whether
// what they read has a value.
//
// Where a stretch between barriers begins (the kernel, and behind each barrier), a walk over the
// code up to the next barriers finds what its threads may execute. Which variable an access
// touches its address tells (code/origins.h): an index that leads from one variable into another is
// not seen.
#include "vm/code/code.h"
#include "vm/code/origins.h"
#include "ptx/form/sem.h"

// The walks take the time of code times barriers; of larger functions there is no native code.
enum { MAX_BARRIERS = 64, MAX_CODE = 20000 };

typedef enum { IS_NOTHING, IS_LOAD, IS_STORE, IS_ATOMIC, IS_UNKNOWN } Effect;

// By meaning: what writes no memory at all. (Arithmetic and loads are a range of their own.)
static const bool writes_none[] = {
    [PTX_SEM_NOP] = true,        [PTX_SEM_BRA] = true,       [PTX_SEM_RET] = true,
    [PTX_SEM_EXIT] = true,       [PTX_SEM_TRAP] = true,      [PTX_SEM_BRKPT] = true,
    [PTX_SEM_STACKSAVE] = true,  [PTX_SEM_ALLOCA] = true,    [PTX_SEM_STACKRESTORE] = true,
    [PTX_SEM_BARWARP] = true,    [PTX_SEM_BARSYNC] = true,   [PTX_SEM_BARARRIVE] = true,
    [PTX_SEM_BARRED] = true,     [PTX_SEM_FENCE] = true,     [PTX_SEM_BALLOT] = true,
    [PTX_SEM_VOTE] = true,       [PTX_SEM_MATCHANY] = true,  [PTX_SEM_MATCHALL] = true,
    [PTX_SEM_ACTIVEMASK] = true, [PTX_SEM_REDUX] = true,     [PTX_SEM_ELECT] = true,
    [PTX_SEM_SHFL] = true,       [PTX_SEM_MOVMATRIX] = true, [PTX_SEM_MMA] = true,
    [PTX_SEM_WMMAMMA] = true,    [PTX_SEM_TEX] = true,       [PTX_SEM_TLD4] = true,
    [PTX_SEM_TXQ] = true,        [PTX_SEM_SULD] = true,      [PTX_SEM_VSIMD] = true,
    [PTX_SEM_FADDMIX] = true,    [PTX_SEM_CVTRS] = true,     [PTX_SEM_VSCALAR] = true,
};

// On shared memory. Copies that end behind a barrier are IS_UNKNOWN.
static Effect effect_of(const VmInst *inst) {
    if (inst->callee) return vm_is_harmless_call(inst->callee) ? IS_NOTHING : IS_UNKNOWN;
    if (!inst->source) return IS_NOTHING; // a place, or an address in the frame
    uint32_t sem = ptx_rows[inst->source->op].sem;
    bool here = is_any_of(inst->space, VSP_SHARED, VSP_GENERIC);
    if (is_any_of(sem, PTX_SEM_LDMATRIX, PTX_SEM_WMMALOAD)) return IS_LOAD;
    if (sem == PTX_SEM_LD) return here ? IS_LOAD : IS_NOTHING;
    if (sem == PTX_SEM_ST) return here ? IS_STORE : IS_NOTHING;
    if (is_any_of(sem, PTX_SEM_ATOM, PTX_SEM_RED)) return here ? IS_ATOMIC : IS_NOTHING;
    bool computes = sem >= PTX_SEM_ADD && sem <= PTX_SEM_CVTPACKI;
    return computes || CU_AT(writes_none, sem) ? IS_NOTHING : IS_UNKNOWN;
}

typedef struct {
    const VmFunc *fn;
    Origins origins;
    uint64_t shared;              // the slots of variables in shared memory
    uint64_t touched[IS_UNKNOWN]; // in this walk, by effect: variables
    uint32_t *seen;               // by pc: the last walk that came there
    uint32_t *stack;              //
    uint32_t *reached, nreached;  // accesses of this walk
    bool *settled;
} Find;

// The variables that an access may touch; UINT64_MAX: any.
static uint64_t variables_of(Find *find, const VmInst *access) {
    uint64_t known = UINT64_MAX;
    if (access->space == VSP_SHARED && access->ctl == CTL_PLAIN)
        known = vm_origins_of(&find->origins, access);
    bool others = known & (ORIGIN_ANYTHING | ORIGIN_OWN | ORIGIN_VARIABLES);
    return others || !(known & find->shared) ? UINT64_MAX : known & find->shared;
}

uint64_t *vm_find_touched(const VmFunc *fn, Arena *arena) {
    Find find = {.fn = fn};
    uint64_t *touched = arena_array(arena, uint64_t, fn->ncode + 1);
    bool any = false;
    for (uint32_t pc = 0; pc < fn->ncode; pc++) any |= fn->code[pc].space == VSP_SHARED;
    if (!any || !fn->f->entry) return touched;
    vm_find_origins(&find.origins, fn, true, arena);
    find.shared = vm_shared_origins(&find.origins);
    for (uint32_t pc = 0; pc < fn->ncode; pc++) {
        const VmInst *inst = &fn->code[pc];
        bool touches = inst->source && is_any_of(effect_of(inst), IS_LOAD, IS_STORE, IS_ATOMIC);
        uint64_t known = touches ? variables_of(&find, inst) : UINT64_MAX;
        touched[pc] = known == UINT64_MAX ? 0 : known;
    }
    return touched;
}

static bool is_settled(Find *find, const VmInst *access) {
    uint64_t own = variables_of(find, access);
    const uint64_t *touched = find->touched;
    uint64_t other = effect_of(access) == IS_LOAD ? touched[IS_ATOMIC] : touched[IS_LOAD];
    return !(own & (touched[IS_STORE] | other));
}

// From the beginning of a stretch on.
static void walk(Find *find, uint32_t begin) {
    const VmFunc *fn = find->fn;
    uint32_t n = 0;
    memset(find->touched, 0, sizeof find->touched);
    find->nreached = 0;
    find->stack[n++] = begin;
    while (n) {
        uint32_t at = find->stack[--n];
        if (at >= fn->ncode || find->seen[at] == begin + 1) continue;
        find->seen[at] = begin + 1;
        const VmInst *inst = &fn->code[at];
        if (vm_is_plain_barrier(inst)) continue;
        Effect effect = effect_of(inst);
        if (effect != IS_NOTHING) find->touched[effect] |= variables_of(find, inst);
        if (is_any_of(effect, IS_LOAD, IS_ATOMIC)) find->reached[find->nreached++] = at;
        n = vm_push_behind(fn, at, find->stack, n);
    }
    for (uint32_t i = 0; i < find->nreached; i++) {
        uint32_t at = find->reached[i];
        find->settled[at] &= is_settled(find, &fn->code[at]);
    }
}

static bool can_tell(const VmFunc *fn) {
    uint32_t barriers = 0;
    if (!fn->f->entry || fn->ncode > MAX_CODE) return false;
    for (uint32_t pc = 0; pc < fn->ncode; pc++) {
        const VmInst *inst = &fn->code[pc];
        if (effect_of(inst) == IS_UNKNOWN || inst->ctl == CTL_BRX) return false;
        barriers += vm_is_plain_barrier(inst);
    }
    return barriers <= MAX_BARRIERS;
}

bool *vm_find_settled(const VmFunc *fn, Arena *arena) {
    bool *settled = arena_array(arena, bool, fn->ncode + 1);
    if (!can_tell(fn)) return settled;
    Find find = {.fn = fn, .settled = settled};
    vm_find_origins(&find.origins, fn, true, arena);
    find.shared = vm_shared_origins(&find.origins);
    find.seen = arena_array(arena, uint32_t, fn->ncode + 1);
    find.reached = arena_array(arena, uint32_t, fn->ncode + 1);
    find.stack = arena_array(arena, uint32_t, 2 * fn->ncode + 2);
    for (uint32_t pc = 0; pc < fn->ncode; pc++) {
        bool asked = is_any_of(effect_of(&fn->code[pc]), IS_LOAD, IS_ATOMIC);
        settled[pc] = asked && fn->code[pc].space == VSP_SHARED;
    }
    walk(&find, 0);
    for (uint32_t pc = 0; pc < fn->ncode; pc++) {
        if (vm_is_plain_barrier(&fn->code[pc])) walk(&find, pc + 1);
    }
    return settled;
}
