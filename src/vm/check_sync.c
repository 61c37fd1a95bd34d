// SPDX-License-Identifier: Apache-2.0
// The sync checker: barriers whose threads disagree, deadlocks, shuffles from lanes that take no
// part, mbarriers that are not initialised. Threads that have exited are no error at a barrier or
// in a member mask: since Volta both wait for those that have not exited (CUDA programming guide,
// "Synchronization Functions", "Warp Shuffle Functions"); a value read from such a lane is one.
#include "vm/check.h"

#include <stdio.h>

static VmSite split_site(Warp *w, const Split *s, uint32_t lane) {
    const VmFunc *fn = w->fn;
    w->fn = s->frame->fn;
    VmSite site = vm_site(w, &s->frame->fn->code[s->pc], lane);
    w->fn = fn;
    return site;
}

// ---- barriers ----------------------------------------------------------------------------------

void vm_sync_arrive(Warp *w, const VmInst *in, uint32_t lane, uint32_t id, bool all,
                    uint32_t count) {
    Barrier *bar = &w->block->bar[id];
    if (!bar->first.in) {
        bar->first = vm_site(w, in, lane);
        return;
    }
    if (bar->all == all && (all || bar->expected == count)) return;
    VmEvent e = {.checker = VM_CHECK_SYNC, .kind = "barrier-count", .at = vm_site(w, in, lane)};
    e.has_other = true;
    e.other = bar->first;
    e.other_access = "first arrival";
    uint32_t whole = w->block->nwarp * 32;
    vm_check_add(w->grid->vm, &e, "barrier %u is awaited with %u threads here and with %u there",
                 id, all ? whole : count, bar->all ? whole : bar->expected);
}

// The barrier opens. Lanes of a warp must have come by the same instruction if it says .aligned.
void vm_sync_barrier(Block *b, uint32_t id) {
    for (uint32_t i = 0; i < b->nwarp; i++) {
        Warp *w = b->warp[i];
        const Split *first = NULL;
        for (uint32_t k = 0; k < w->nsplit; k++) {
            const Split *s = &w->split[k];
            if (s->state != SPLIT_BAR || s->bar != id) continue;
            if (!first) first = s;
            bool same = s->pc == first->pc && s->frame->fn == first->frame->fn;
            const VmInst *in = &s->frame->fn->code[s->pc];
            if (same || !(in->flags & VF_ALIGNED)) continue;
            VmEvent e = {.checker = VM_CHECK_SYNC, .kind = "divergent-barrier"};
            e.at = split_site(w, s, (uint32_t)__builtin_ctz(s->mask));
            e.has_other = true;
            e.other = split_site(w, first, (uint32_t)__builtin_ctz(first->mask));
            e.other_access = "another lane of the warp";
            vm_check_add(w->grid->vm, &e,
                         "lanes of a warp meet at barrier %u by different instructions", id);
        }
    }
    b->bar[id].first.in = NULL;
}

void vm_sync_deadlock(Block *b) {
    uint32_t exited = 0, total = 0;
    for (uint32_t i = 0; i < b->nwarp; i++) {
        total += (uint32_t)__builtin_popcount(b->warp[i]->all);
        exited += (uint32_t)__builtin_popcount(b->warp[i]->all & ~b->warp[i]->live);
    }
    for (uint32_t i = 0; i < b->nwarp; i++) {
        Warp *w = b->warp[i];
        for (uint32_t k = 0; k < w->nsplit; k++) {
            const Split *s = &w->split[k];
            VmEvent e = {.checker = VM_CHECK_SYNC, .kind = "deadlock"};
            e.at = split_site(w, s, (uint32_t)__builtin_ctz(s->mask));
            char what[96];
            if (s->state == SPLIT_BAR) {
                uint32_t come = 0;
                for (uint32_t j = 0; j < b->nwarp; j++)
                    come += (uint32_t)__builtin_popcount(b->warp[j]->bar_mask[s->bar]);
                snprintf(what, sizeof what, "barrier %u, to which %u of %u threads have come",
                         s->bar, come, total);
            } else if (s->state == SPLIT_SYNC || s->state == SPLIT_WHOLE) {
                snprintf(what, sizeof what, "lanes %08x", s->syncmask & w->live & ~s->mask);
            } else if (s->state == SPLIT_GROUP) {
                snprintf(what, sizeof what, "the other warps of their warpgroup");
            } else {
                snprintf(what, sizeof what, "the other blocks of the cluster");
            }
            vm_check_add(w->grid->vm, &e,
                         "lanes %08x of warp %u wait for %s; %u threads have exited", s->mask,
                         w->id, what, exited);
        }
    }
}

// ---- warps -------------------------------------------------------------------------------------

void vm_sync_shuffle(Warp *w, const VmInst *in, uint32_t lane, uint32_t source) {
    VmEvent e = {.checker = VM_CHECK_SYNC, .kind = "shuffle-source", .at = vm_site(w, in, lane)};
    const char *why = !(w->all >> source & 1)    ? "does not exist"
                      : !(w->live >> source & 1) ? "has exited"
                                                 : "is not in the member mask";
    vm_check_add(w->grid->vm, &e, "the value of lane %u is read, which %s", source, why);
}

// ---- mbarriers ---------------------------------------------------------------------------------

void vm_sync_mbarrier(Warp *w, const VmInst *in, uint32_t lane, uint64_t addr, bool init,
                      bool invalidate) {
    VmTarget t;
    if (!vm_locate(w, lane, addr, 8, (VmSpace)in->space, &t) || t.space != VSP_SHARED) return;
    uint64_t *word = &t.block->mbarrier[t.off / 512], bit = 1ull << (t.off / 8 % 64);
    bool live = *word & bit;
    if (init == live) {
        VmEvent e =
            vm_access_event(w, in, lane, addr, 8, (VmSpace)in->space, VM_ATOMIC, VM_CHECK_SYNC,
                            init ? "mbarrier-initialised" : "mbarrier-uninitialised");
        vm_check_add(w->grid->vm, &e,
                     init ? "the mbarrier is initialised a second time"
                          : "there is no initialised mbarrier at the address");
    }
    if (init) *word |= bit;
    if (invalidate) *word &= ~bit;
}
