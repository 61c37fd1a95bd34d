// SPDX-License-Identifier: Apache-2.0
// Runs one warp. Its lanes are divided into splits, each with a program counter and a call frame.
//
// Scheduling: the split in the deepest frame with the lowest pc runs, so that lanes meet again at
// the earliest common instruction (for reducible code laid out in topological order that is the
// immediate post-dominator). Splits with the same pc and frame are merged at labels. A split that
// keeps others waiting for FAIR_SLICE instructions gives way to the one that waited longest, which
// gives the forward progress of independent thread scheduling (sm_70 and later).
//
// Invariants: the masks of the splits in use are disjoint and their union is w->live; a frame's
// `live` lanes are those that have not returned from it; a frame is freed when that is empty.
#include "vm/schedule/schedule.h"
#include "vm/execute/execute.h"
#include "vm/native/native.h"
#include "vm/check/check.h"

#include <stdatomic.h>

enum { FAIR_SLICE = 1024, FAIR_RUN = 256 };

// ---- frames ------------------------------------------------------------------------------------

// What a warp's calls may take: nested ones, and bytes of their registers.
enum { MAX_DEPTH = 100000, MAX_FRAMES = 1 << 30 };

// A frame for the function: one of its own that is free, or a new one. Registers have no value at
// first.
static Frame *new_frame(Warp *warp, VmFunc *fn) {
    for (Frame **p = &warp->free_frames; *p; p = &(*p)->parent) {
        Frame *f = *p;
        if (f->fn != fn) continue;
        *p = f->parent;
        vm_fill_registers(warp, f);
        return f;
    }
    warp->frame_bytes += fn->reg_size + sizeof(Frame);
    Frame *f = arena_new(&warp->block->arena, Frame);
    f->reg = arena_alloc(&warp->block->arena, fn->reg_size + 64, 64);
    f->fn = fn;
    vm_fill_registers(warp, f);
    return f;
}

static void free_frame(Warp *warp, Frame *left) {
    if (left->kept) return;
    left->parent = warp->free_frames;
    warp->free_frames = left;
}

// Where the frame's variables are in the lanes' local memory. `more`: bytes of arguments without a
// name, behind the frame.
static void place_frame(Warp *warp, const VmInst *in, Frame *entered, Frame *parent, uint32_t mask,
                        uint32_t more) {
    uint32_t size = entered->fn->open ? vm_open_off(entered->fn) + more : entered->fn->local_size;
    entered->parent = parent;
    entered->live = mask;
    // The lane's frame follows that of the caller.
    entered->depth = parent ? parent->depth + 1 : 0;
    if (!parent && !size) { // a kernel without local memory: nothing to look up by lane
        uint32_t base = CU_ALIGN(VM_LOCAL_OFF, entered->fn->local_align);
        for (uint32_t i = 0; i < VM_LANES; i++) entered->lbase[i] = entered->lend[i] = base;
        return;
    }
    VM_EACH(i, mask) {
        uint32_t base = CU_ALIGN(parent ? parent->lend[i] : VM_LOCAL_OFF, entered->fn->local_align);
        entered->lbase[i] = base;
        entered->lend[i] = base + size;
        if (size && base + size > warp->local_cap[i]) vm_local_reserve(warp, in, i, base + size);
    }
}

static void renew_variables(Warp *warp, const Frame *entered, uint32_t mask) {
    VM_EACH(i, warp->local_init ? mask : 0)
    vm_shadow_frame(warp, i, entered->lbase[i], entered->lend[i]);
}

static void enter(Warp *warp, const VmInst *in, Frame *entered, Frame *parent, uint32_t mask,
                  uint32_t more) {
    place_frame(warp, in, entered, parent, mask, more);
    bool has_variables = entered->fn->open || entered->fn->local_size;
    if (has_variables) renew_variables(warp, entered, mask);
}

// From here on instructions read registers and constants of this frame.
static void set_frame(Warp *warp, Frame *current) {
    warp->frame = current;
    warp->fn = current->fn;
    warp->base[REF_FRAME] = current->reg;
    warp->base[REF_CONST] = current->fn->consts;
    warp->base[REF_SREG] = warp->sreg;
}

// ---- lanes that end -----------------------------------------------------------------------------

// The lanes are gone from all frames that they are in.
static void leave_frames(Warp *warp, uint32_t mask) {
    warp->live &= ~mask;
    warp->split[warp->cur].mask &= ~mask;
    for (Frame *f = warp->split[warp->cur].frame, *parent; f; f = parent) {
        parent = f->parent;
        f->live &= ~mask;
        if (!f->live) free_frame(warp, f);
    }
}

// ---- calls -------------------------------------------------------------------------------------

// Most have 4 or 8 bytes: a copy of a constant size is one move.
static void copy_bytes(uint8_t *to, const uint8_t *from, uint32_t n) {
    if (n == 4)
        memcpy(to, from, 4);
    else if (n == 8)
        memcpy(to, from, 8);
    else
        memcpy(to, from, n);
}

// From one frame's variable to another's, by lane; what is not initialised stays so.
static void copy_args(Warp *warp, const uint32_t *to_base, const uint32_t *from_base,
                      const VmVar *to, uint32_t from_off, uint32_t from_size, uint32_t mask) {
    uint32_t n = CU_MIN(to->size, from_size), to_off = to->off;
    VM_EACH(i, mask) {
        uint8_t *local = warp->local[i];
        copy_bytes(local + to_base[i] + to_off, local + from_base[i] + from_off, n);
    }
    VM_EACH(i, warp->local_init ? mask : 0)
    vm_shadow_copy(warp, i, to_base[i] + to_off, from_base[i] + from_off, n);
}

// Calls a function: its frame follows the caller's, arguments are copied, the split goes on at its
// start.
static void do_call(Warp *warp, Split *caller_split, const VmInst *in, VmFunc *callee,
                    uint32_t mask) {
    Frame *caller = caller_split->frame;
    if (callee->builtin >= 0 && !callee->code) {
        vm_builtin_call(warp, in, callee, mask);
        caller_split->pc++;
        return;
    }
    if (callee->f->entry) // its parameters are not in local memory
        vm_fault(warp, in, UINT32_MAX, VM_ERR_ILLEGAL, 0, "call of the kernel '%s'", callee->name);
    if (!callee->code) {
        vm_fault(warp, in, UINT32_MAX, VM_ERR_UNSUPPORTED, 0,
                 "call of '%s', which has no definition", callee->name);
    }
    if (caller->depth > MAX_DEPTH || warp->frame_bytes > MAX_FRAMES)
        vm_fault(warp, in, UINT32_MAX, VM_ERR_STACK, 0, "call depth limit reached");
    Frame *frame = new_frame(warp, callee);
    const uint32_t *l = caller->fn->list.at + in->list;
    uint32_t nret = l[0], narg = l[1], last = callee->arg.n - 1;
    // Behind the results: offsets and sizes of the arguments (decode_call).
    l += 2 + 2 * nret;
    VmVar open = {.size = callee->open && last < narg ? l[2 * last + 1] : 0};
    if (callee->open) open.off = vm_open_off(callee);
    enter(warp, in, frame, caller, mask, open.size);
    frame->retpc = caller_split->pc + 1;
    frame->call = in;
    for (uint32_t k = 0; k < narg && k < callee->arg.n; k++) {
        const VmVar *to = callee->open && k == last ? &open : &callee->var[callee->arg.at[k]];
        copy_args(warp, frame->lbase, caller->lbase, to, l[2 * k], l[2 * k + 1], mask);
    }
    caller_split->frame = frame;
    caller_split->pc = 0;
    set_frame(warp, frame);
}

// By name, or by a pointer, which may differ from lane to lane: those with the first lane's
// function call it now.
static void call(Warp *warp, Split *calling, const VmInst *in, uint32_t mask) {
    if (in->callee) {
        do_call(warp, calling, in, (VmFunc *)in->callee, mask);
        return;
    }
    uint64_t target[VM_LANES];
    vm_load_row(warp, in->a, 3, target);
    uint32_t first = (uint32_t)__builtin_ctz(mask), same = 0;
    VM_EACH(i, mask) same |= (uint32_t)(target[i] == target[first]) << i;
    if (same != mask)
        vm_split_off(warp, mask & ~same, calling->pc); // they call again by themselves
    Vm *vm = warp->grid->vm;
    uint64_t index = (target[first] - VM_FUNC_BASE) / 16;
    if (target[first] < VM_FUNC_BASE || index >= vm->nfunc || target[first] % 16) {
        vm_fault(warp, in, first, VM_ERR_ADDRESS, target[first],
                 "call of an address that is no function");
    }
    VmFunc *callee = vm->func_at[index];
    do_call(warp, calling, in, callee, same);
}

// Lanes return: their results go to the caller's variables. Other lanes stay in the frame.
static void ret(Warp *warp, const VmInst *in, uint32_t mask) {
    Split *split = &warp->split[warp->cur];
    Frame *frame = split->frame, *caller = frame->parent;
    const uint32_t *l = caller->fn->list.at + frame->call->list;
    for (uint32_t k = 0; k < l[0] && k < frame->fn->ret.n; k++) {
        const VmVar *r = &frame->fn->var[frame->fn->ret.at[k]];
        VmVar to = {.off = l[2 + 2 * k], .size = l[3 + 2 * k]};
        copy_args(warp, caller->lbase, frame->lbase, &to, r->off, r->size, mask);
    }
    if (mask != split->mask) {
        vm_split_off(warp, split->mask & ~mask, split->pc + 1);
    }
    frame->live &= ~mask;
    split->pc = frame->retpc;
    split->frame = caller;
    if (!frame->live) free_frame(warp, frame);
    set_frame(warp, caller);
}

// ---- execution ---------------------------------------------------------------------------------

// Lanes that take the branch leave, unless all do; the others go on.
static void branch(Warp *warp, Split *moving, const VmInst *in, uint32_t taken, uint32_t mask) {
    uint32_t target = in->target;
    if (taken == mask) {
        moving->pc = target;
        return;
    }
    vm_split_off(warp, taken, target);
    moving->pc++;
}

// Each target gets its lanes; guards may leave some behind.
static void branch_indexed(Warp *warp, Split *moving, const VmInst *in, uint32_t mask) {
    const uint32_t *index = vm_row(warp, in->a);
    const uint32_t *target = warp->fn->list.at + in->list;
    uint32_t left = mask;
    while (left) {
        uint32_t i = (uint32_t)__builtin_ctz(left), same = 0;
        if (index[i] >= in->targets) {
            vm_fault(warp, in, i, VM_ERR_ILLEGAL, index[i], "brx.idx index %u of %u targets",
                     index[i], in->targets);
        }
        VM_EACH(k, left) same |= (uint32_t)(target[index[k]] == target[index[i]]) << k;
        left &= ~same;
        if (left || moving->mask != same) {
            vm_split_off(warp, same, target[index[i]]);
        } else {
            moving->pc = target[index[i]];
        }
    }
    if (moving->mask & ~mask) moving->pc++; // lanes whose guard was false
}

// Lanes of the current split end. False when it has none left and is gone.
static bool end_lanes(Warp *warp, uint32_t mask) {
    leave_frames(warp, mask);
    bool rest = warp->split[warp->cur].mask != 0;
    if (!rest) vm_free_split(warp, warp->cur);
    // Whoever waited for these lanes may go on, or never will.
    vm_sync_recheck(warp);
    vm_group_exit(warp);
    VM_EACH(k, warp->block->bars) vm_barrier_check(warp->block, k);
    vm_cluster_check(warp->block->cluster);
    return rest;
}

static bool exit_lanes(Warp *warp, Split *leaving, uint32_t mask) {
    uint32_t at = leaving->frame->parent ? UINT32_MAX : leaving->pc; // of the kernel's own code
    VM_EACH(i, warp->exited_at ? mask : 0) warp->exited_at[i] = at;
    leaving->pc++; // lanes that do not exit go on
    return end_lanes(warp, mask);
}

// The current split in native code, if there is any for the place where it stands.
static NativeRun run_native(Warp *warp, int64_t *left) {
    uint32_t ended = 0;
    NativeRun ran = vm_run_native(warp, left, &ended);
    if (!ended) return ran;
    return end_lanes(warp, ended) && warp->nsplit == 1 ? NATIVE_TOGETHER : NATIVE_PARTED;
}

// For profiles: how often, with how many lanes.
static inline void count_site(Warp *warp, const VmInst *in, uint32_t mask) {
    VmCount *c = &warp->block->worker->profile[warp->fn->site + (uint32_t)(in - warp->fn->code)];
    c->warps++;
    c->lanes += (uint32_t)__builtin_popcount(mask);
}

// Executes the current split until it must give way. Returns false when the warp's slice is over.
// Compiled twice: `profile` is a constant.
static inline __attribute__((always_inline)) bool run_split_as(Warp *warp, uint32_t fair,
                                                               bool profile) {
    Split *split = &warp->split[warp->cur];
    set_frame(warp, split->frame);
    split->last = ++warp->tick;
    const VmInst *code = warp->fn->code;
    int64_t left = warp->budget, end = warp->nsplit > 1 && left > fair ? left - fair : 0;
    uint64_t counts[VM_CLS_COUNT] = {0};
    bool goon = true, native = !profile && !warp->watch && warp->grid->vm->native;
    NativeRun ran = native ? run_native(warp, &left) : NATIVE_NOT;
    while (ran != NATIVE_PARTED) {
        const VmInst *in = &code[split->pc];
        uint32_t mask = split->mask;
        if (in->guard != REF_NONE) {
            uint32_t p = *(uint32_t *)vm_row(warp, in->guard);
            mask &= in->flags & VF_GUARD_NOT ? ~p : p;
        }
        warp->pc = split->pc;
        if (profile) count_site(warp, in, mask);

        // Nearly all instructions: no control flow.
        if (CU_LIKELY(in->ctl == CTL_PLAIN)) {
            if (CU_LIKELY(mask)) {
                in->fn(warp, in, mask);
                counts[in->cls] +=
                    CU_LIKELY(mask == VM_FULL) ? 32u : (uint32_t)__builtin_popcount(mask);
            }
            left--;
            split->pc++;
            continue;
        }
        // Labels: here splits may meet, and slices end.
        if (in->ctl == CTL_JOIN) {
            ran = native ? run_native(warp, &left) : NATIVE_NOT;
            if (ran == NATIVE_TOGETHER && left > end) continue;
            if (ran != NATIVE_NOT) break;
            if (warp->nsplit > 1 || left <= end || warp->yield) {
                split->pc++;
                break;
            }
            split->pc++;
            continue;
        }
        left--;

        // Control flow. Without lanes it does nothing but count.
        counts[in->cls] += (uint32_t)__builtin_popcount(mask);
        if (!mask && in->ctl != CTL_BRA) {
            split->pc++;
            continue;
        }
        bool stop = false;
        switch ((VmCtl)in->ctl) {
        case CTL_BRA:
            if (!mask) {
                split->pc++;
            } else {
                branch(warp, split, in, mask, split->mask);
            }
            break;
        case CTL_BRX: branch_indexed(warp, split, in, mask); break;
        case CTL_CALL:
            if (mask != split->mask) vm_split_off(warp, split->mask & ~mask, split->pc + 1);
            call(warp, split, in, mask);
            break;
        case CTL_RET:
            if (split->frame->parent) {
                ret(warp, in, mask);
            } else {
                stop = !exit_lanes(warp, split, mask);
            }
            break;
        case CTL_EXIT: stop = !exit_lanes(warp, split, mask); break;
        case CTL_BAR: stop = !vm_exec_bar(warp, in, mask); break;
        case CTL_SYNC: stop = !vm_exec_sync(warp, in, mask); break;
        case CTL_CLUSTER: stop = !vm_exec_cluster(warp, in, mask); break;
        case CTL_WHOLE: stop = !vm_exec_whole(warp, in, mask); break;
        case CTL_GROUP: stop = !vm_exec_group(warp, in, mask); break;
        default: // CTL_YIELD
            in->fn(warp, in, mask);
            warp->yield = true;
            split->pc++;
            break;
        }
        // The split waits, or is gone.
        if (stop) break;
        split = &warp->split[warp->cur];
        code = warp->fn->code;
        if (warp->nsplit > 1 || left <= end || warp->yield) break;
        if (native) ran = run_native(warp, &left);
    }
    for (uint32_t k = 0; k < VM_CLS_COUNT; k++) warp->count[k] += counts[k];
    warp->executed += (uint64_t)(warp->budget - left);
    warp->budget = left;
    goon = left > 0 && !warp->yield;
    return goon;
}

static bool run_split(Warp *warp, uint32_t fair) {
    return run_split_as(warp, fair, false);
}
static bool run_split_profiled(Warp *warp, uint32_t fair) {
    return run_split_as(warp, fair, true);
}

// Runs the warp for a slice of `budget` instructions: WARP_DONE when all lanes have exited,
// WARP_BLOCKED when each waits for something.
WarpState vm_run_warp(Warp *warp, int64_t budget) {
    warp->budget = budget;
    warp->yield = false;
    while (warp->nsplit) {
        // `waited`: instructions since the number of splits last changed, also over slices
        uint32_t i =
            vm_pick_split(warp, warp->waited > FAIR_SLICE); // by turns, until something changes
        if (i == UINT32_MAX) return WARP_BLOCKED;
        warp->cur = vm_merge_splits(warp, i);
        int64_t before = warp->budget;
        uint32_t n = warp->nsplit;
        uint32_t fair = warp->waited > FAIR_SLICE ? FAIR_RUN : FAIR_SLICE;
        bool more =
            warp->block->worker->profile ? run_split_profiled(warp, fair) : run_split(warp, fair);
        bool same = warp->nsplit == n && n > 1;
        warp->waited =
            same ? warp->waited + (uint32_t)(before - warp->budget) + 1 + 64 * warp->yield : 0;
        if (warp->waited > 16 * FAIR_SLICE) warp->waited = 0;
        if (!more) return warp->nsplit ? WARP_SLICE : WARP_DONE;
    }
    return WARP_DONE;
}

void vm_reset_warp(Warp *warp) {
    warp->live = warp->all;
    warp->al = (VmAlloc *)&vm_no_alloc;
    memset(warp->recent, 0, sizeof warp->recent);
    warp->nsplit = 0;
    warp->cc = 0;
    warp->parted = false;
    warp->tick = 0;
    warp->waited = 0;
    warp->executed = 0;
    warp->clock_seen = warp->clock_waited = warp->clock_looks = 0;
    warp->cluster_arrived = 0;
    memset(warp->bar_mask, 0, sizeof warp->bar_mask);
    memset(warp->count, 0, sizeof warp->count);
    vm_fill_sregs(warp);
}

// One split of all lanes at the kernel's start.
void vm_start_warp(Warp *warp, VmFunc *kernel) {
    Frame *f = new_frame(warp, kernel);
    warp->nsplit = 1;
    warp->cur = 0;
    warp->split[0] = (Split){.mask = warp->live, .frame = f, .state = SPLIT_READY};
    set_frame(warp, f);
    enter(warp, &kernel->code[0], f, NULL, warp->live, 0);
}

void vm_renew_frame(Warp *warp, const Frame *renewed) {
    if (renewed->fn->local_size) renew_variables(warp, renewed, warp->all);
}

Frame *vm_keep_frame(Warp *warp, VmFunc *kernel) {
    Frame *frame = new_frame(warp, kernel);
    frame->kept = true;
    set_frame(warp, frame);
    // a block that is running already has its variables at the same place
    place_frame(warp, &kernel->code[0], frame, NULL, warp->all, 0);
    return frame;
}

void vm_use_frame(Warp *warp, Frame *current) {
    set_frame(warp, current);
}
