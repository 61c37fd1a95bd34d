// SPDX-License-Identifier: Apache-2.0
// The sync checker: barriers whose threads disagree, deadlocks, shuffles from lanes that take no
// part, mbarriers that are not initialised. Threads that have exited are no error at a barrier or
// in a member mask: since Volta both wait for those that have not exited (CUDA programming guide,
// "Synchronization Functions", "Warp Shuffle Functions"); a value read from such a lane is one.
#include "vm/check/check.h"

#include "ptx/form/sem.h"

#include <stdio.h>

static VmSite split_site(Warp *warp, const Split *waiting, uint32_t lane) {
    const VmFunc *fn = warp->fn;
    warp->fn = waiting->frame->fn;
    VmSite site = vm_site(warp, &waiting->frame->fn->code[waiting->pc], lane);
    warp->fn = fn;
    return site;
}

// ---- barriers ----------------------------------------------------------------------------------

void vm_sync_arrive(Warp *warp, const VmInst *in, uint32_t lane, uint32_t id, bool all,
                    uint32_t count) {
    Barrier *bar = &warp->block->bar[id];
    if (!bar->first.in) {
        bar->first = vm_site(warp, in, lane);
        return;
    }
    if (bar->all == all && (all || bar->expected == count)) return;
    VmEvent e = {.checker = VM_CHECK_SYNC, .kind = "barrier-count", .at = vm_site(warp, in, lane)};
    e.warp = warp;
    e.lane = lane;
    e.has_other = true;
    e.other = bar->first;
    e.other_access = "first arrival";
    uint32_t whole = warp->block->nwarp * 32;
    vm_check_add(warp->grid->vm, &e, "barrier %u is awaited with %u threads here and with %u there",
                 id, all ? whole : count, bar->all ? whole : bar->expected);
}

// Both are of one line of the program: the compiler may have made several of one.
static bool same_line(const VmSite *first, const VmSite *second) {
    VmPlace p = {0}, q = {0};
    vm_source_of(first->fn, first->in->line, &p);
    vm_source_of(second->fn, second->in->line, &q);
    return p.file && q.file && p.line == q.line && p.inlined_line == q.inlined_line &&
           p.outer_line == q.outer_line && strcmp(p.file, q.file) == 0;
}

// A barrier of all threads: __syncthreads() in code that some of them do not run.
static void compare_warps(Block *block, uint32_t id) {
    const Barrier *bar = &block->bar[id];
    for (uint32_t i = 0; i < block->nwarp && bar->all && bar->first.in; i++) {
        Warp *warp = block->warp[i];
        for (uint32_t k = 0; k < warp->nsplit; k++) {
            const Split *split = &warp->split[k];
            if (split->state != SPLIT_BAR || split->bar != id) continue;
            if (&split->frame->fn->code[split->pc] == bar->first.in) continue;
            VmEvent e = {.checker = VM_CHECK_SYNC, .kind = "divergent-barrier"};
            e.at = split_site(warp, split, (uint32_t)__builtin_ctz(split->mask));
            if (same_line(&e.at, &bar->first)) continue;
            e.has_other = true;
            e.other = bar->first;
            e.other_access = "another warp of the block";
            vm_check_add(warp->grid->vm, &e,
                         "warps of the block meet at barrier %u by different instructions", id);
        }
    }
}

// Whether control can go from one instruction of a function to another.
static bool reaches(Block *block, const VmFunc *fn, uint32_t from, uint32_t to) {
    Arena *tmp = &block->worker->ctx.scratch;
    ArenaMark mark = arena_mark(tmp);
    bool *seen = arena_array(tmp, bool, fn->ncode), found = false;
    uint32_t *stack = arena_array(tmp, uint32_t, fn->ncode + 1), n = 0;
    stack[n++] = from;
    while (n && !found) {
        uint32_t pc = stack[--n];
        for (; pc < fn->ncode && !seen[pc]; pc++) {
            const VmInst *in = &fn->code[pc];
            seen[pc] = true;
            found |= pc == to;
            bool always = in->guard == REF_NONE;
            if (in->ctl == CTL_BRA && !seen[in->target]) stack[n++] = in->target;
            for (uint32_t k = 0; in->ctl == CTL_BRX && k < in->targets; k++) {
                uint32_t target = fn->list.at[in->list + k];
                if (!seen[target] && n < fn->ncode) stack[n++] = target;
            }
            if (always && is_any_of(in->ctl, CTL_BRA, CTL_BRX, CTL_RET, CTL_EXIT)) break;
        }
    }
    arena_reset(tmp, mark);
    return found;
}

static void do_behind(Warp *warp, const VmInst *in, uint32_t mask) {
    vm_sync_behind(warp, in, mask);
    in->finish(warp, in, mask);
}

// Checked stores note it themselves.
void vm_sync_mark(VmFunc *fn, Arena *scratch) {
    vm_find_behind(fn, scratch);
    for (uint32_t pc = 0; pc < fn->ncode; pc++) {
        VmInst *in = &fn->code[pc];
        if (!(in->flags & VF_BEHIND) || in->fn == vm_checked_store) continue;
        in->finish = in->fn;
        in->fn = do_behind;
    }
}

// The lane has done something that others see, to which the barrier leads and which does not lead
// back to it.
static bool has_gone_past(Warp *warp, uint32_t lane, uint32_t barrier) {
    const VmFunc *fn = warp->grid->kernel;
    uint32_t at = warp->behind_at[lane];
    return at && reaches(warp->block, fn, barrier + 1, at) &&
           !reaches(warp->block, fn, at + 1, barrier);
}

// What stands between an exit and the label before it has an effect: whoever exits there has not
// just left early.
static bool has_effect(const VmFunc *fn, uint32_t exit) {
    for (uint32_t pc = exit; pc-- > 0;) {
        const VmInst *in = &fn->code[pc];
        if (in->ctl == CTL_JOIN && in->line) continue; // no label, but where native code ends
        if (in->ctl != CTL_PLAIN) return false;
        uint32_t sem = in->source ? ptx_rows[in->source->op].sem : PTX_SEM_NOP;
        if (in->guard == REF_NONE && is_any_of(sem, PTX_SEM_ST, PTX_SEM_ATOM, PTX_SEM_RED))
            return true;
    }
    return false;
}

// A thread that has exited counts as one that came. If it has done so behind the barrier, in code
// that those will run who wait, it went past it: __syncthreads() stands in a branch that this
// thread did not take. Each pair of a barrier and an exit is looked at once.
static void find_passed(Warp *warp, uint32_t lane, const VmSite *barrier) {
    const VmFunc *fn = barrier->fn;
    Block *block = warp->block;
    Worker *worker = block->worker;
    uint32_t exit = warp->exited_at[lane], at = (uint32_t)(barrier->in - fn->code);
    uint32_t behind = warp->behind_at[lane];
    uint64_t pair = (uint64_t)at << 32 | (behind ? behind : exit);
    for (uint32_t i = 0; i < CU_COUNT(worker->passed); i++) {
        if (worker->passed[i] == pair + 1) return;
    }
    worker->passed[worker->npassed++ % CU_COUNT(worker->passed)] = pair + 1;
    bool past = exit < fn->ncode && has_effect(fn, exit) && reaches(block, fn, at + 1, exit);
    if (!past && !has_gone_past(warp, lane, at)) return;
    if (!past) exit = behind;
    VmEvent e = {.checker = VM_CHECK_SYNC, .kind = "passed-barrier", .at = *barrier};
    e.has_other = true;
    e.other = vm_site(warp, &fn->code[exit], lane);
    e.other_access = past ? "exited" : "last seen";
    vm_check_add(block->grid->vm, &e,
                 "a thread that should come here has gone past, by a way around it, and exited");
}

static void compare_exits(Block *block, uint32_t id) {
    const Barrier *bar = &block->bar[id];
    if (id || !bar->all || !bar->first.in || bar->first.fn != block->grid->kernel) return;
    for (uint32_t i = 0; i < block->nwarp; i++) {
        Warp *warp = block->warp[i];
        VM_EACH(lane, warp->all & ~warp->live) find_passed(warp, lane, &bar->first);
    }
}

void vm_sync_passed(Warp *warp, const Split *passing, uint32_t lanes) {
    VmSite site = split_site(warp, passing, (uint32_t)__builtin_ctz(passing->mask));
    if (site.fn != warp->grid->kernel) return;
    VM_EACH(lane, lanes) find_passed(warp, lane, &site);
}

// The barrier opens. Lanes of a warp must have come by the same instruction if it says .aligned.
void vm_sync_barrier(Block *block, uint32_t id) {
    for (uint32_t i = 0; i < block->nwarp; i++) {
        Warp *warp = block->warp[i];
        const Split *first = NULL;
        for (uint32_t k = 0; k < warp->nsplit; k++) {
            const Split *split = &warp->split[k];
            if (split->state != SPLIT_BAR || split->bar != id) continue;
            if (!first) first = split;
            bool same = split->pc == first->pc && split->frame->fn == first->frame->fn;
            const VmInst *in = &split->frame->fn->code[split->pc];
            if (same || !(in->flags & VF_ALIGNED)) continue;
            VmEvent e = {.checker = VM_CHECK_SYNC, .kind = "divergent-barrier"};
            e.at = split_site(warp, split, (uint32_t)__builtin_ctz(split->mask));
            e.has_other = true;
            e.other = split_site(warp, first, (uint32_t)__builtin_ctz(first->mask));
            e.other_access = "another lane of the warp";
            vm_check_add(warp->grid->vm, &e,
                         "lanes of a warp meet at barrier %u by different instructions", id);
        }
    }
    compare_warps(block, id);
    compare_exits(block, id);
    block->bar[id].first.in = NULL;
}

void vm_sync_deadlock(Block *block) {
    uint32_t exited = 0, total = 0;
    for (uint32_t i = 0; i < block->nwarp; i++) {
        total += (uint32_t)__builtin_popcount(block->warp[i]->all);
        exited += (uint32_t)__builtin_popcount(block->warp[i]->all & ~block->warp[i]->live);
    }
    for (uint32_t i = 0; i < block->nwarp; i++) {
        Warp *warp = block->warp[i];
        for (uint32_t k = 0; k < warp->nsplit; k++) {
            const Split *split = &warp->split[k];
            if (split->state == SPLIT_READY) continue;
            VmEvent event = {.checker = VM_CHECK_SYNC, .kind = "deadlock"};
            event.at = split_site(warp, split, (uint32_t)__builtin_ctz(split->mask));
            char what[96];
            if (split->state == SPLIT_BAR) {
                uint32_t come = 0;
                for (uint32_t j = 0; j < block->nwarp; j++)
                    come += (uint32_t)__builtin_popcount(block->warp[j]->bar_mask[split->bar]);
                snprintf(what, sizeof what, "barrier %u, to which %u of %u threads have come",
                         split->bar, come, total);
            } else if (is_any_of(split->state, SPLIT_SYNC, SPLIT_WHOLE)) {
                snprintf(what, sizeof what, "lanes %08x",
                         split->syncmask & warp->live & ~split->mask);
            } else if (split->state == SPLIT_GROUP) {
                snprintf(what, sizeof what, "the other warps of their warpgroup");
            } else {
                snprintf(what, sizeof what, "the other blocks of the cluster");
            }
            vm_check_add(warp->grid->vm, &event,
                         "lanes %08x of warp %u wait for %s; %u threads have exited", split->mask,
                         warp->id, what, exited);
        }
    }
}

// ---- warps -------------------------------------------------------------------------------------

void vm_sync_shuffle(Warp *warp, const VmInst *in, uint32_t lane, uint32_t source) {
    VmEvent e = {.checker = VM_CHECK_SYNC, .kind = "shuffle-source", .at = vm_site(warp, in, lane)};
    e.warp = warp;
    e.lane = lane;
    const char *why = !(warp->all >> source & 1)    ? "does not exist"
                      : !(warp->live >> source & 1) ? "has exited"
                                                    : "is not in the member mask";
    vm_check_add(warp->grid->vm, &e, "the value of lane %u is read, which %s", source, why);
}

// ---- mbarriers ---------------------------------------------------------------------------------

void vm_sync_mbarrier(Warp *warp, const VmInst *in, uint32_t lane, uint64_t addr, bool init,
                      bool invalidate) {
    VmTarget target;
    if (!vm_locate(warp, lane, addr, 8, (VmSpace)in->space, &target) || target.space != VSP_SHARED)
        return;
    uint64_t *word = &target.block->mbarrier[target.off / 512], bit = 1ull << (target.off / 8 % 64);
    bool live = *word & bit;
    if (init == live) {
        VmEvent e =
            vm_access_event(warp, in, lane, addr, 8, (VmSpace)in->space, VM_ATOMIC, VM_CHECK_SYNC,
                            init ? "mbarrier-initialised" : "mbarrier-uninitialised");
        vm_check_add(warp->grid->vm, &e,
                     init ? "the mbarrier is initialised a second time"
                          : "there is no initialised mbarrier at the address");
    }
    if (init) *word |= bit;
    if (invalidate) *word &= ~bit;
}
