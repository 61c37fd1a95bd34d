// SPDX-License-Identifier: Apache-2.0
// A decoded function as src/jit takes it: one instruction for each of the machine's. What jit has
// no code for is JIT_OTHER, for which it calls the machine's function on eight lanes; what concerns
// a whole warp or its scheduling is JIT_STOP, at which the code ends.
#include "vm/native/build.h"

#include "ptx/form/sem.h"

// ---- loads and stores --------------------------------------------------------------------------

// Between an address space and generic addresses: a constant is added.
static bool build_address(Build *build, const VmInst *inst, JitInst *in) {
    const PtxInst *source = inst->source;
    if (!is_any_of(ptx_rows[source->op].sem, PTX_SEM_CVTA, PTX_SEM_CVTATO)) return false;
    if (inst->asize != inst->dsize || inst->dsize != 3) return false;
    in->op = inst->window ? JIT_ADD : JIT_MOVE;
    in->type = JIT_U64;
    if (inst->window)
        in->b = (JitOperand){.kind = JIT_IS_VALUE, .size = 3, .value = (uint64_t)inst->window};
    return vm_native_operand(build, inst->d, 3, &in->d) &&
           vm_native_operand(build, inst->a, 3, &in->a);
}

static bool is_ordered(const VmInst *inst) {
    return inst->flags & (VF_ACQUIRE | VF_RELEASE | VF_STRONG | VF_BLOCK_SCOPE);
}

static bool build_elements(Build *build, const VmInst *inst, JitInst *in) {
    bool load = in->op == JIT_LOAD;
    in->element = build->out->element.n;
    in->nelement = inst->n;
    for (uint32_t i = 0; i < inst->n; i++) {
        VmRef ref = build->fn->list.at[inst->list + i];
        uint32_t size = build->fn->list_size.at[inst->list + i];
        bool fits = in->bytes == 8 ? size == 3 : size == 2 || (size == 1 && in->bytes <= 2);
        fits |= size == 3 && !build->out->watched; // extended, or its lower part
        JitOperand element;
        // A destination that is a sink has a row of the widest size, which nobody reads.
        if (!fits || !vm_native_operand(build, ref, size, &element)) return false;
        if (load && element.kind != JIT_IS_ROW) return false;
        vec_push(build->arena, &build->out->element, element);
    }
    return true;
}

static void list_copies(Build *build, const VmInst *inst, JitInst *in) {
    const VmRef *copy = build->fn->list.at + inst->access.copies;
    if (inst->n > JIT_COPIES) return;
    for (uint32_t i = 0; i < inst->n; i++) {
        if (!is_frame(copy[i])) return;
    }
    in->copies = build->out->list.n + 1;
    for (uint32_t i = 0; i < inst->n; i++) {
        uint32_t offset = copy[i] & 0x3fffffff;
        vec_push(build->arena, &build->out->list, offset);
    }
}

static bool build_access(Build *build, const VmInst *inst, JitInst *in) {
    const PtxInst *source = inst->source;
    uint32_t sem = ptx_rows[source->op].sem, bits = ptx_type_bits((PtxType)source->type[0]);
    if (!is_any_of(sem, PTX_SEM_LD, PTX_SEM_ST) || bits > 64 || is_ordered(inst)) return false;
    if (inst->access.used) return false; // only some bytes count
    // addresses say which of two blocks they mean
    if (inst->space == VSP_SHARED && build->fn->pairs) return false;
    in->op = sem == PTX_SEM_LD ? JIT_LOAD : JIT_STORE;
    in->bytes = (uint8_t)(bits / 8);
    in->is_signed = ptx_types[source->type[0]].kind == 's';
    in->displacement = inst->access.offset;
    switch (inst->space) {
    case VSP_GENERIC:
    case VSP_GLOBAL: in->space = JIT_GLOBAL; break;
    case VSP_SHARED: in->space = JIT_SHARED; break;
    case VSP_PARAM: in->space = JIT_PARAM; break;
    case VSP_LOCAL: in->space = JIT_LOCAL; break;
    case VSP_FRAME: in->space = JIT_FRAME; break;
    default: return false;
    }
    // the checker's function notes which bytes of a copied register have a value
    in->always_watched = build->out->watched && inst->access.copies;
    if (in->always_watched) list_copies(build, inst, in);
    in->variables = build->touched ? build->touched[build->pc] : 0;
    in->settled = build->settled && build->settled[build->pc] && !in->always_watched;
    if (!vm_native_operand(build, inst->a, inst->asize, &in->a)) return false;
    if (in->space == JIT_PARAM) {
        uint64_t bytes = (uint64_t)in->bytes * inst->n, end = (uint64_t)inst->access.offset + bytes;
        const uint64_t *valid = build->fn->param_valid;
        bool inside = inst->access.offset >= 0 && end <= build->fn->param_end;
        inside = inside && (!valid || vm_bits_all(valid, (uint64_t)inst->access.offset, bytes));
        bool constant = in->a.kind == JIT_IS_VALUE && in->a.value == 0;
        bool aligned = inst->access.offset % (in->bytes * inst->n) == 0;
        if (!inside || !constant || !aligned || in->op == JIT_STORE) return false;
        if (in->always_watched) return false;
    }
    return build_elements(build, inst, in);
}

// The address of a place in the frame, which the decoder computes in a row of its own.
static bool build_frame(Build *build, const VmInst *inst, JitInst *in) {
    bool small = inst->imm >= 0 && inst->imm <= INT32_MAX;
    if (!(inst->own & VM_OWN_FRAME) || inst->dsize < 2 || inst->dsize > 3 || !small) return false;
    in->op = JIT_MOVE;
    in->type = inst->dsize == 3 ? JIT_U64 : JIT_U32;
    in->a = (JitOperand){
        .kind = JIT_IS_FRAME, .size = (uint8_t)inst->dsize, .value = (uint64_t)inst->imm};
    // nobody has named the row before
    vm_native_row(build, inst->d, inst->dsize);
    return vm_native_operand(build, inst->d, inst->dsize, &in->d);
}

// ---- what ends the code ------------------------------------------------------------------------

// A plain instruction that the machine may execute for eight lanes at a time: its result for a lane
// does not depend on which others run with it.
static bool is_by_lane(const VmInst *inst) {
    uint32_t sem = ptx_rows[inst->source->op].sem;
    if (sem >= PTX_SEM_ADD && sem <= PTX_SEM_CVTPACKI) return true;
    switch (sem) {
    case PTX_SEM_VSIMD:
    case PTX_SEM_FADDMIX:
    case PTX_SEM_VSCALAR:
    case PTX_SEM_CVTRS:
    case PTX_SEM_ATOM:
    case PTX_SEM_RED:
    case PTX_SEM_TEX:
    case PTX_SEM_TLD4:
    case PTX_SEM_TXQ:
    case PTX_SEM_SULD:
    case PTX_SEM_SUST:
    case PTX_SEM_STACKSAVE:
    case PTX_SEM_STACKRESTORE:
    case PTX_SEM_ALLOCA: return true;
    default: return false;
    }
}

// Locks and flags: lanes wait for others of their warp, which go on only when these give way.
static bool waits_for_others(const VmInst *inst) {
    uint32_t sem = ptx_rows[inst->source->op].sem;
    bool takes =
        sem == PTX_SEM_ATOM && is_any_of(ptx_mod(inst->source, AOP), PTX_AOP_CAS, PTX_AOP_EXCH);
    return takes || (is_any_of(sem, PTX_SEM_LD, PTX_SEM_ST) && is_ordered(inst));
}

static bool is_shared_access(const VmInst *inst, bool store) {
    if (!inst->source || inst->ctl != CTL_PLAIN || inst->space != VSP_SHARED) return false;
    uint32_t sem = ptx_rows[inst->source->op].sem;
    return store ? is_any_of(sem, PTX_SEM_ST, PTX_SEM_ATOM, PTX_SEM_RED) : sem == PTX_SEM_LD;
}

// Whether a load of shared memory is reached from behind `pc` with no instruction in between at
// which the lanes of a warp wait for each other.
static bool is_loaded_behind(const VmFunc *fn, uint32_t pc, uint8_t *seen, uint32_t *stack) {
    uint32_t n = 0;
    memset(seen, 0, fn->ncode);
    stack[n++] = pc + 1;
    while (n) {
        uint32_t at = stack[--n];
        if (at >= fn->ncode || seen[at]) continue;
        seen[at] = 1;
        const VmInst *inst = &fn->code[at];
        // a function that is called, or that it returns to, may load as well
        bool leaves = inst->ctl == CTL_CALL || (inst->ctl == CTL_RET && !fn->f->entry);
        if (is_shared_access(inst, false) || leaves) return true;
        if (inst->ctl == CTL_BRX) return true; // who knows
        n = vm_push_next(fn, at, stack, n);
    }
    return false;
}

// Programs that exchange values among a warp's lanes through shared memory without a barrier are
// wrong since sm_70 and common all the same: the lanes of a warp do such a store together. Where
// all of them run at a time they do so by themselves.
static void find_exchanges(Build *build) {
    const VmFunc *fn = build->fn;
    enum { MAX_STORES = 256 };
    uint8_t *seen = arena_array(build->arena, uint8_t, fn->ncode + 1);
    uint32_t *stack = arena_array(build->arena, uint32_t, 2 * fn->ncode + 2), stores = 0;
    build->ends_here = arena_array(build->arena, bool, fn->ncode + 1);
    bool all_run = build->out->lanes == VM_LANES; // then one such store says enough
    for (uint32_t pc = 0; pc < fn->ncode && !build->out->exchanges; pc++) {
        if (!is_shared_access(&fn->code[pc], true)) continue;
        bool is_one = stores++ >= MAX_STORES || is_loaded_behind(fn, pc, seen, stack);
        build->ends_here[pc] = is_one && !all_run;
        build->out->exchanges = is_one && all_run;
    }
}

// Before what ends the code the decoder has put a place where lanes may meet: they stop there.
bool vm_ends_native(const VmInst *inst) {
    if (is_any_of(inst->ctl, CTL_JOIN, CTL_BRA) || inst->own) return false;
    if (inst->ctl != CTL_PLAIN || !inst->source) return true;
    return !is_by_lane(inst) || waits_for_others(inst) || is_shared_access(inst, true);
}

static uint32_t stop_pc(const Build *build, uint32_t pc) {
    return pc && build->fn->code[pc - 1].ctl == CTL_JOIN ? pc - 1 : pc;
}

static bool ends_lanes(const VmFunc *fn, const VmInst *inst) {
    return inst->ctl == CTL_EXIT || (inst->ctl == CTL_RET && fn->f->entry);
}

// A place for lanes to meet that the decoder has put before a store that does not end the code, as
// all lanes of a warp run at a time or nobody loads what it stores.
static bool is_no_end(const Build *build, const VmInst *inst, uint32_t pc) {
    bool is_label = !inst->line;
    if (inst->ctl != CTL_JOIN || is_label) return false;
    const VmInst *next = &build->fn->code[pc + 1];
    if (!is_shared_access(next, true) || build->ends_here[pc + 1]) return false;
    return is_by_lane(next) && !waits_for_others(next);
}

static void build_control(Build *build, const VmInst *inst, JitInst *in) {
    if (inst->ctl == CTL_JOIN) {
        in->op = JIT_LABEL;
    } else if (inst->ctl == CTL_BRA) {
        in->op = JIT_BRANCH;
        in->target = inst->target;
    } else if (ends_lanes(build->fn, inst) && !in->guard && !build->tells_exits) {
        in->op = JIT_END;
    } else {
        in->op = JIT_STOP;
        in->pc = stop_pc(build, in->pc);
        in->may_pass = !is_any_of(inst->ctl, CTL_EXIT, CTL_RET) || in->guard;
        in->passes = vm_is_plain_barrier(inst) && build->barriers < JIT_BARRIERS;
        build->barriers += in->passes;
    }
}

// ---- branches by number ------------------------------------------------------------------------

enum { OF_OPERATIONS = 1u << 31 }; // a target that is counted in operations, not in instructions

// Gives the operation's place.
static uint32_t put_control(Build *build, JitInst in) {
    in.pc = build->pc;
    vec_push(build->arena, &build->out->inst, in);
    return build->out->inst.n - 1;
}

// Branches if the number is less than `limit`, or if it is not; gives the branch's place.
static uint32_t put_choice(Build *build, JitOperand number, uint32_t limit, bool less) {
    JitRow row = {0, 0};
    vec_push(build->arena, &build->out->row, row);
    JitInst compare = {.op = JIT_COMPARE, .type = JIT_U32, .compare = less ? JIT_LT : JIT_GE};
    compare.a = number;
    compare.b = (JitOperand){.kind = JIT_IS_VALUE, .size = 2, .value = limit};
    compare.d = (JitOperand){.kind = JIT_IS_ROW, .at = build->out->row.n - 1};
    put_control(build, compare);
    return put_control(build, (JitInst){.op = JIT_BRANCH, .guard = compare.d.at + 1});
}

// The branch comes here.
static void bind_here(Build *build, uint32_t branch) {
    uint32_t label = put_control(build, (JitInst){.op = JIT_LABEL});
    build->out->inst.at[branch].target = OF_OPERATIONS | label;
}

// Targets [from, end), the number being one of theirs: halves, as often as they are different.
static void put_targets(Build *build, JitOperand number, const VmRef *target, uint32_t from,
                        uint32_t end) {
    bool same = true;
    for (uint32_t i = from + 1; i < end; i++) same &= target[i] == target[from];
    if (same) {
        put_control(build, (JitInst){.op = JIT_BRANCH, .target = target[from]});
        return;
    }
    uint32_t middle = from + (end - from) / 2;
    uint32_t branch = put_choice(build, number, middle, false);
    put_targets(build, number, target, from, middle);
    bind_here(build, branch);
    put_targets(build, number, target, middle, end);
}

// A number without a target is the machine's, which finds the fault. False: it has a guard, and
// goes to places that nothing else names.
static bool build_indexed(Build *build, const VmInst *inst) {
    JitOperand number;
    if (inst->guard != REF_NONE || !inst->targets) return false;
    if (!vm_native_operand(build, inst->a, 2, &number)) return false;
    uint32_t outside = put_choice(build, number, inst->targets, false);
    put_targets(build, number, build->fn->list.at + inst->list, 0, inst->targets);
    bind_here(build, outside);
    put_control(build, (JitInst){.op = JIT_STOP});
    vm_native_list_rows(build, inst);
    return true;
}

// An instruction under a guard is computed for all lanes into a row of our own, of which those take
// the result for which it holds.
static bool build_guarded(Build *build, const VmInst *inst, JitInst *in) {
    uint32_t guard = in->guard - 1, first = build->out->inst.n;
    bool negated = in->guard_negated;
    if (ptx_rows[inst->source->op].sem == PTX_SEM_UNPACK) return false; // writes several rows
    *in = (JitInst){.pc = build->pc};
    if (!vm_native_op(build, inst, in)) {
        build->out->inst.n = first;
        *in = (JitInst){.pc = build->pc};
        if (!vm_native_call(build, inst, in)) return false;
    }
    JitOperand to = in->d;
    if (in->second.kind || in->with_state || to.kind != JIT_IS_ROW || !to.size) return false;
    JitRow row = {0, to.size};
    vec_push(build->arena, &build->out->row, row);
    in->d.at = build->out->row.n - 1;
    vec_push(build->arena, &build->out->inst, *in);
    JitOperand holds = {.kind = JIT_IS_ROW, .negated = negated, .at = guard};
    *in = (JitInst){.op = JIT_SELECT, .pc = build->pc, .a = in->d, .b = to, .c = holds, .d = to};
    in->type = to.size == 3 ? JIT_U64 : JIT_U32;
    return true;
}

// An access to memory under a guard is one that the other lanes go around.
static bool build_around(Build *build, const VmInst *inst, JitInst *in) {
    uint32_t first = build->out->inst.n;
    JitInst access = {.pc = build->pc};
    JitInst around = {.op = JIT_BRANCH, .guard = in->guard, .guard_negated = !in->guard_negated};
    uint32_t branch = put_control(build, around);
    if (!build_access(build, inst, &access)) {
        access = (JitInst){.pc = build->pc};
        if (!vm_native_atomic(build, inst, &access)) {
            build->out->inst.n = first;
            return false;
        }
    }
    vec_push(build->arena, &build->out->inst, access);
    build->out->inst.at[branch].target = OF_OPERATIONS | build->out->inst.n;
    *in = (JitInst){.op = JIT_LABEL, .pc = build->pc + 1};
    return true;
}

// A store that all lanes do before one goes on, if they come to it together. False: it is the
// scheduler's.
static bool build_exchange(Build *build, const VmInst *inst, JitInst in) {
    bool plain = inst->guard == REF_NONE && inst->source && inst->ctl == CTL_PLAIN &&
                 ptx_rows[inst->source->op].sem == PTX_SEM_ST;
    JitInst store = in;
    if (!plain || build->barriers == JIT_BARRIERS || !build_access(build, inst, &store))
        return false;
    build->barriers++;
    put_control(build, (JitInst){.op = JIT_STOP, .may_pass = true, .passes = true});
    vec_last(&build->out->inst).pc = stop_pc(build, in.pc);
    store.together = true;
    vec_push(build->arena, &build->out->inst, store);
    vm_native_list_reads(build, inst, &vec_last(&build->out->inst));
    put_control(build, (JitInst){.op = JIT_LABEL});
    vec_last(&build->out->inst).pc = in.pc + 1;
    return true;
}

// False: the function has something that is not translated.
static bool build_inst(Build *build, uint32_t pc) {
    typedef bool Builder(Build *, const VmInst *, JitInst *);
    static Builder *const builders[] = {build_address, build_access, vm_native_atomic, vm_native_op,
                                        vm_native_call};
    const VmInst *inst = &build->fn->code[pc];
    JitInst in = {.pc = pc};
    build->pc = pc;
    build->first_at[pc] = build->out->inst.n;
    if (is_no_end(build, inst, pc)) return true;
    if (inst->guard != REF_NONE) {
        in.guard = vm_native_row(build, inst->guard, 0) + 1;
        in.guard_negated = inst->flags & VF_GUARD_NOT;
    }
    if (inst->ctl == CTL_BRX) return build_indexed(build, inst);
    if (inst->ctl == CTL_SYNC && vm_native_sync(build, inst, in)) return true;
    if (vm_native_active(build, inst, in)) return true;
    if (inst->ctl != CTL_PLAIN) {
        build_control(build, inst, &in);
        vec_push(build->arena, &build->out->inst, in);
        if (in.op == JIT_STOP) vm_native_list_rows(build, inst);
        return true;
    }
    if (build->ends_here[pc] && build_exchange(build, inst, in)) return true;
    const JitInst fresh = in;
    uint32_t first = build->out->inst.n;
    bool by_lane = inst->own || (inst->source && is_by_lane(inst) && !waits_for_others(inst));
    bool stops = !by_lane || build->ends_here[pc], built = false;
    bool noted = inst->flags & VF_BEHIND; // by the machine's function
    for (uint32_t i = 0; i < CU_COUNT(builders); i++) {
        bool asked = !stops && !noted && !built && !in.guard && (inst->own || inst->source);
        if (!asked) break;
        in = fresh;
        build->out->inst.n = first;
        built = inst->own ? build_frame(build, inst, &in) : builders[i](build, inst, &in);
    }
    if (!stops && !noted && in.guard && inst->source) {
        const JitInst guarded = in;
        built = build_guarded(build, inst, &in);
        if (!built) {
            in = guarded;
            build->out->inst.n = first;
            built = build_around(build, inst, &in);
        }
    }
    if (!built) {
        in = fresh;
        build->out->inst.n = first;
        in.op = stops ? JIT_STOP : JIT_OTHER;
        if (stops) in.pc = stop_pc(build, pc);
        in.may_pass = true;
    }
    vec_push(build->arena, &build->out->inst, in);
    // Where code ends among the operations, the machine's instruction has all its operands.
    for (uint32_t i = first + 1; built && i < build->out->inst.n; i++) {
        if (jit_may_stop(&build->out->inst.at[i]))
            vm_native_list_reads(build, inst, &build->out->inst.at[i]);
    }
    if (!built) vm_native_list_rows(build, inst);
    return true;
}

// The checker of synchronisation wants to know where threads exit that others may wait for.
static bool has_waits(const VmFunc *fn) {
    for (uint32_t pc = 0; pc < fn->ncode; pc++) {
        bool waits = is_any_of(fn->code[pc].ctl, CTL_BAR, CTL_SYNC, CTL_WHOLE, CTL_CLUSTER);
        if (waits || fn->code[pc].ctl == CTL_CALL) return true;
    }
    return false;
}

bool vm_native_build(const VmFunc *fn, VmRows rows, uint32_t lanes, uint32_t checks,
                     const uint64_t *touched, Arena *arena, JitFunc *out) {
    *out = (JitFunc){.name = fn->name, .opens = checks & VM_CHECK_RACE};
    uint32_t in_row = vm_row_lanes[rows % VM_ROWS];
    out->lanes = lanes;
    out->site = fn->site;
    out->avx512 = fn->mod->vm->has_avx512;
    out->watched = checks & (VM_CHECK_INIT | VM_CHECK_RACE);
    Build build = {.fn = fn, .f = fn->f, .in_rows = in_row >= lanes, .arena = arena, .out = out};
    build.rows_whole = rows >= VM_ROWS_WHOLE && in_row == lanes;
    build.row_at = arena_array(arena, uint32_t, fn->reg_size / 4 + 1);
    for (uint32_t i = 0; i < fn->f->reg.n; i++)
        vm_native_row(&build, fn->reg[i].ref, fn->reg[i].size);
    build.first_at = arena_array(arena, uint32_t, fn->ncode + 1);
    build.tells_exits = checks & VM_CHECK_SYNC && has_waits(fn);
    find_exchanges(&build);
    out->asks_values = checks & VM_CHECK_INIT;
    build.touched = touched;
    if (out->watched) build.settled = vm_find_settled(fn, arena);
    for (uint32_t pc = 0; pc < fn->ncode; pc++) {
        if (!build_inst(&build, pc)) return false;
    }
    VEC_FOREACH (JitInst, in, &out->inst) {
        bool counted = in->target & OF_OPERATIONS;
        if (in->op == JIT_BRANCH)
            in->target = counted ? in->target & ~OF_OPERATIONS : build.first_at[in->target];
    }
    return true;
}
