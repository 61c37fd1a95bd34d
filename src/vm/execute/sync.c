// SPDX-License-Identifier: Apache-2.0
// Barriers, and warp-synchronous instructions: shuffles, votes, match, redux (PTX ISA 9.7.13,
// 9.7.9.6). A warp-synchronous instruction has two phases: gather copies the sources of the lanes
// that arrive into the warp's exchange buffer, finish computes their results when every lane named
// in the member mask (and not exited) has arrived, possibly in several splits at different places.
#include "vm/execute/execute.h"
#include "vm/execute/matrix.h"
#include "vm/check/race.h"
#include "ptx/form/op.h"
#include "ptx/form/sem.h"

#include <stdatomic.h>

// ---- barriers ----------------------------------------------------------------------------------

// Gives a split that was waiting the result of its barrier: how many predicates were true, or
// whether all or any were. Registers are those of the split's own frame.
static void set_results(Warp *warp, const Split *waiting, const Barrier *passed) {
    const VmInst *in = &waiting->frame->fn->code[waiting->pc];
    if (in->d == REF_NONE) return;
    uint8_t *reg = waiting->frame->reg + (in->d & 0x3fffffff);
    if (in->mod == PTX_RPRED_POPC) {
        uint32_t r[VM_LANES];
        for (int i = 0; i < VM_LANES; i++) r[i] = passed->popc;
        vm_blend32((uint32_t *)(void *)reg, r, waiting->mask);
    } else {
        bool v = in->mod == PTX_RPRED_AND ? passed->vall : passed->vany;
        vm_set_pred((uint32_t *)(void *)reg, v ? VM_FULL : 0, waiting->mask);
    }
}

// Whether the barrier is complete, and if so lets all go on. Threads that count as arrived: whole
// warps count 32 also when they have fewer threads.
void vm_barrier_check(Block *block, uint32_t id) {
    Barrier *bar = &block->bar[id];
    if (!bar->active) return;
    uint32_t arrived = 0;
    for (uint32_t i = block->nwarp;
         i-- > 0;) { // warps mostly arrive in order: the last one is missing
        const Warp *w = block->warp[i];
        uint32_t m = w->bar_mask[id];
        bool whole = m && (m & w->live) == w->live;
        // Without a count, all threads that have not exited must come.
        if (bar->all && !whole && (w->live || m)) return;
        arrived += whole ? 32 : (uint32_t)__builtin_popcount(m);
    }
    if (!bar->all && arrived < bar->expected) return;
    block->in_step = false; // nobody has asked where they stand
    if (block->race) vm_race_barrier(block, id, bar);
    if (block->grid->checks & VM_CHECK_SYNC) vm_sync_barrier(block, id);

    // Complete: the barrier is free for its next use before anybody goes on.
    bar->active = false;
    for (uint32_t i = 0; i < block->nwarp; i++) {
        Warp *w = block->warp[i];
        w->bar_mask[id] = 0;
        for (uint32_t k = 0; k < w->nsplit; k++) {
            Split *s = &w->split[k];
            if (s->state != SPLIT_BAR || s->bar != id) continue;
            set_results(w, s, bar);
            s->state = SPLIT_READY;
            s->pc++;
        }
    }
    block->progress = true;
}

// bar.sync, bar.red, bar.arrive: true if the current split goes on at once.
bool vm_exec_bar(Warp *warp, const VmInst *in, uint32_t mask) {
    Block *block = warp->block;
    uint32_t first = (uint32_t)__builtin_ctz(mask);
    uint32_t id = ((const uint32_t *)vm_row(warp, in->a))[first];
    if (id > 15) vm_fault(warp, in, first, VM_ERR_ILLEGAL, id, "barrier number %u", id);
    Barrier *bar = &block->bar[id];
    bool all = in->b == REF_NONE;
    uint32_t count = all ? 0 : ((const uint32_t *)vm_row(warp, in->b))[first];
    // PTX ISA, bar: the number of threads is a multiple of the warp size.
    if (!all && (count == 0 || count % 32)) {
        vm_fault(warp, in, first, VM_ERR_ILLEGAL, count,
                 "barrier with a thread count of %u, not a multiple of 32", count);
    }
    Split *split = &warp->split[warp->cur];
    // Lanes that the predicate left out go on without the barrier.
    if (mask != split->mask) vm_split_off(warp, split->mask & ~mask, split->pc + 1);
    // The first to come says what the barrier is.
    if (!bar->active) {
        *bar = (Barrier){.active = true, .all = all, .expected = count, .vall = true};
        block->bars |= 1u << id;
    }
    if (warp->grid->checks & VM_CHECK_SYNC) vm_sync_arrive(warp, in, first, id, all, count);
    if (warp->bar_mask[id] & mask) {
        vm_fault(warp, in, first, VM_ERR_ILLEGAL, id, "thread arrives twice at barrier %u", id);
    }

    // A reduction counts as threads come.
    if (in->d != REF_NONE) {
        uint32_t p = vm_get_pred(warp, in, in->c) & mask;
        bar->popc += (uint32_t)__builtin_popcount(p);
        bar->vall &= p == mask;
        bar->vany |= p != 0;
    }
    warp->bar_mask[id] |= mask;
    if (in->ctl == CTL_BAR && in->barrier.arrives) { // arrive: does not wait
        split->pc++;
        if (warp->race) vm_race_arrive(warp, id, mask);
        vm_barrier_check(block, id);
        return true;
    }
    split->state = SPLIT_BAR;
    split->bar = (uint8_t)id;
    vm_barrier_check(block, id);
    return warp->split[warp->cur].state == SPLIT_READY;
}

// ---- clusters ----------------------------------------------------------------------------------

// Threads of the cluster that have not exited; blocks that have ended have none.
static uint32_t cluster_live(const Cluster *cluster) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < cluster->n; i++) {
        for (uint32_t k = 0; cluster->block[i] && k < cluster->block[i]->nwarp; k++) {
            n += (uint32_t)__builtin_popcount(cluster->block[i]->warp[k]->live);
        }
    }
    return n;
}

// Opens the next phase when every live thread of the cluster has arrived.
void vm_cluster_check(Cluster *cluster) {
    if (!cluster->arrived || cluster->arrived < cluster_live(cluster)) return;
    cluster->arrived = 0;
    cluster->phase++;
    if (cluster->block[0] && cluster->block[0]->race) vm_race_cluster(cluster);
    for (uint32_t i = 0; i < cluster->n; i++) {
        Block *block = cluster->block[i];
        if (!block) continue;
        block->progress = true;
        for (uint32_t k = 0; k < block->nwarp; k++) {
            Warp *w = block->warp[k];
            w->cluster_arrived = 0;
            for (uint32_t j = 0; j < w->nsplit; j++) {
                if (w->split[j].state != SPLIT_CLUSTER) continue;
                if (w->race) vm_race_cluster_wait(w, w->split[j].mask);
                w->split[j].state = SPLIT_READY;
                w->split[j].pc++;
            }
        }
    }
}

// barrier.cluster.arrive and .wait: true if the current split goes on at once.
bool vm_exec_cluster(Warp *warp, const VmInst *in, uint32_t mask) {
    Split *split = &warp->split[warp->cur];
    Cluster *cluster = warp->block->cluster;
    if (mask != split->mask) vm_split_off(warp, split->mask & ~mask, split->pc + 1);
    if (in->cluster.waits) {
        // The phase that these lanes arrived in has ended already.
        if (!(warp->cluster_arrived & mask)) {
            split->pc++;
            if (warp->race) vm_race_cluster_wait(warp, mask);
            return true;
        }
        split->state = SPLIT_CLUSTER;
        vm_cluster_check(cluster);
        return warp->split[warp->cur].state == SPLIT_READY;
    }
    warp->cluster_arrived |= mask;
    if (warp->race) vm_race_cluster_arrive(warp, mask);
    cluster->arrived += (uint32_t)__builtin_popcount(mask);
    split->pc++;
    vm_cluster_check(cluster);
    return true;
}

// ---- whole warps and warpgroups ----------------------------------------------------------------

// The matrix instructions are .sync.aligned: a thread waits until all threads of its warp are there
// (PTX ISA 9.7.14). Lanes that come by themselves, since one of them was long on its way, wait
// here. True: the current split is the whole warp.
static bool whole_warp(Warp *warp, const VmInst *in, uint32_t mask) {
    if (CU_LIKELY(mask == VM_FULL)) return true;
    Split *split = &warp->split[warp->cur];
    if (mask != split->mask || warp->live != VM_FULL)
        vm_whole_warp(warp, in, mask); // the others never come
    split->state = SPLIT_WHOLE;
    warp->block->waits_whole = true;
    split->syncmask = VM_FULL;

    // All lanes at this instruction in this call: they become one split again.
    uint32_t here = 0;
    for (uint32_t i = 0; i < warp->nsplit; i++) {
        const Split *o = &warp->split[i];
        if (o->state == SPLIT_WHOLE && o->pc == split->pc && o->frame == split->frame)
            here |= o->mask;
    }
    if (here != VM_FULL) return false;
    warp->split[0] = *split;
    warp->split[0].mask = VM_FULL;
    warp->split[0].state = SPLIT_READY;
    warp->nsplit = 1;
    warp->cur = 0;
    return true;
}

// An instruction of the whole warp, once it is there. False: it waits, or others are missing.
bool vm_exec_whole(Warp *warp, const VmInst *in, uint32_t mask) {
    if (!whole_warp(warp, in, mask)) return false;
    in->fn(warp, in, VM_FULL);
    warp->split[warp->cur].pc++;
    return true;
}

// Lane UINT32_MAX stands for no lane in particular.
static CU_NORETURN void never_comes(Warp *w, const VmInst *in, uint32_t warp) {
    vm_fault(w, in, UINT32_MAX, VM_ERR_DEADLOCK, 0,
             "deadlock: warp %u of the warpgroup, which wgmma waits for, %s", warp,
             warp < w->block->nwarp ? "has exited" : "does not exist");
}

// wgmma.mma_async is one instruction of four neighbouring warps (PTX ISA 9.7.15): the last one to
// come executes it for all. Thus none of them can go on, and release what is read, before all have
// read it.
bool vm_exec_group(Warp *warp, const VmInst *in, uint32_t mask) {
    Block *block = warp->block;
    uint32_t first = warp->id & ~3u;
    if (!whole_warp(warp, in, mask)) return false;
    Split *split = &warp->split[warp->cur];
    split->state = SPLIT_GROUP;
    warp->block->waits_whole = true;
    bool all = true;
    // Each of the four must be there, at this very instruction.
    for (uint32_t i = first; i < first + 4; i++) {
        if (i >= block->nwarp || !block->warp[i]->live) never_comes(warp, in, i);
        const Warp *o = block->warp[i];
        const Split *there = &o->split[0]; // a whole warp waits: it has no other splits
        if (there->state != SPLIT_GROUP) {
            all = false;
        } else if (there->pc != split->pc || there->frame->fn != split->frame->fn) {
            vm_fault(warp, in, 0, VM_ERR_ILLEGAL, 0,
                     "the warps of a warpgroup execute different wgmma instructions: warp %u "
                     "waits at PTX line %u",
                     i, there->frame->fn->code[there->pc].line);
        }
    }
    if (!all) return false;
    in->finish(warp, in, VM_FULL);
    // The instruction has been executed for all.
    for (uint32_t i = first; i < first + 4; i++) {
        block->warp[i]->split[0].state = SPLIT_READY;
        block->warp[i]->split[0].pc++;
    }
    block->progress = true;
    return true;
}

// A warp has lost lanes: those that wait for the whole warp, or warps that wait for this one in
// their group, never get it.
void vm_group_exit(Warp *warp) {
    Block *block = warp->block;
    if (!block->waits_whole) return;
    for (uint32_t i = 0; i < warp->nsplit; i++) {
        const Split *s = &warp->split[i];
        if (s->state != SPLIT_WHOLE) continue;
        warp->fn = s->frame->fn;
        vm_whole_warp(warp, &s->frame->fn->code[s->pc], s->mask);
    }
    if (warp->live) return;
    for (uint32_t i = warp->id & ~3u; i < block->nwarp && i < (warp->id | 3u) + 1; i++) {
        Warp *o = block->warp[i];
        const Split *s = &o->split[0];
        if (o->nsplit && s->state == SPLIT_GROUP)
            never_comes(o, &s->frame->fn->code[s->pc], warp->id);
    }
}

// ---- warp-synchronous instructions -------------------------------------------------------------

// Registers and constants of a split's function, for instructions that run for a split which is not
// the current one.
static void use_frame(Warp *warp, Frame *entered) {
    warp->frame = entered;
    warp->fn = entered->fn;
    warp->base[REF_FRAME] = entered->reg;
    warp->base[REF_CONST] = entered->fn->consts;
}

// Finishes the waiting splits of a member mask when all its live lanes wait. True if it did.
static bool try_finish(Warp *warp, uint32_t members) {
    uint32_t here = 0;
    for (uint32_t i = 0; i < warp->nsplit; i++) {
        if (warp->split[i].state == SPLIT_SYNC && warp->split[i].syncmask == members)
            here |= warp->split[i].mask;
    }
    if (!here || (members & warp->live & ~here)) return false;

    // The splits may stand at different instructions of the same kind; each gets its own results.
    Frame *frame = warp->frame;
    warp->sync_all = members & warp->live;
    for (uint32_t i = 0; i < warp->nsplit; i++) {
        Split *s = &warp->split[i];
        if (s->state != SPLIT_SYNC || s->syncmask != members) continue;
        uint32_t gone = members & warp->all & ~warp->live;
        if (gone && warp->grid->checks & VM_CHECK_SYNC) vm_sync_passed(warp, s, gone);
        use_frame(warp, s->frame);
        const VmInst *in = &s->frame->fn->code[s->pc];
        in->finish(warp, in, s->mask);
        s->state = SPLIT_READY;
        s->pc++;
    }
    use_frame(warp, frame);
    return true;
}

// After lanes have exited: what waited for them may be complete.
void vm_sync_recheck(Warp *warp) {
    if (!warp->nsplit) return;
    for (uint32_t i = 0; i < warp->nsplit; i++) {
        if (warp->split[i].state == SPLIT_SYNC) try_finish(warp, warp->split[i].syncmask);
    }
}

// A warp-synchronous instruction, first phase: true if the current split goes on at once, with
// results. Lanes with another member mask wait apart.
bool vm_exec_sync(Warp *warp, const VmInst *in, uint32_t mask) {
    Split *split = &warp->split[warp->cur];
    const uint32_t *row = vm_row(warp, in->e);
    uint32_t first = (uint32_t)__builtin_ctz(mask), members = row[first];
    uint32_t same = 0;
    VM_EACH(i, mask) same |= (uint32_t)(row[i] == members) << i;
    if (same & ~members) {
        vm_fault(warp, in, (uint32_t)__builtin_ctz(same & ~members), VM_ERR_ILLEGAL, members,
                 "thread is not in the member mask %08x", members);
    }
    warp->sync_all = members & warp->live;
    in->fn(warp, in, same);
    if (same == mask && !(members & warp->live & ~mask)) { // everybody is here
        uint32_t gone = members & warp->all & ~warp->live;
        if (gone && warp->grid->checks & VM_CHECK_SYNC) vm_sync_passed(warp, split, gone);
        in->finish(warp, in, mask);
        split->pc++;
        return true;
    }
    uint32_t rest = mask & ~same, out = split->mask & ~mask;
    if (rest) vm_split_off(warp, rest, split->pc); // another member mask: on its own
    if (out) vm_split_off(warp, out, split->pc + 1);
    split->state = SPLIT_SYNC;
    split->syncmask = members;
    try_finish(warp, members);
    return warp->split[warp->cur].state == SPLIT_READY;
}

// (Sources into the exchange buffer, by lane.)
static void gather_a32(Warp *warp, const VmInst *in, uint32_t mask) {
    const uint32_t *a = vm_row(warp, in->a);
    if (mask == VM_FULL) {
        for (uint32_t i = 0; i < VM_LANES; i++) warp->sync.a[i] = a[i];
        return;
    }
    VM_EACH(i, mask) warp->sync.a[i] = a[i];
}

static void gather_none(Warp *warp, const VmInst *in, uint32_t mask) {}

static void gather_a(Warp *warp, const VmInst *in, uint32_t mask) {
    uint64_t r[VM_LANES];
    vm_load_row(warp, in->a, in->asize, r);
    VM_EACH(i, mask) warp->sync.a[i] = r[i];
}

// Predicates are kept packed; lanes that come later must not disturb those before.
static void gather_pred(Warp *warp, const VmInst *in, uint32_t mask) {
    uint32_t p = vm_get_pred(warp, in, in->a);
    warp->sync.p = (warp->sync.p & ~mask) | (p & mask);
}

// shfl.sync.mode d|p, a, b, c, membermask (9.7.9.6)
static void finish_shfl(Warp *warp, const VmInst *in, uint32_t mask) {
    uint32_t source[VM_LANES], got[VM_LANES];
    uint32_t inside = vm_shuffle_sources(in->mod, vm_row(warp, in->b), vm_row(warp, in->c), source);
    if (warp->grid->checks & VM_CHECK_SYNC) {
        // Reading from a lane that does not take part gives nothing defined.
        VM_EACH(i, mask) {
            if (!(warp->sync_all >> source[i] & 1)) vm_sync_shuffle(warp, in, i, source[i]);
        }
    }
    for (uint32_t i = 0; i < VM_LANES; i++) got[i] = (uint32_t)warp->sync.a[source[i]];
    vm_blend32(vm_row(warp, in->d), got, mask);
    if (!(in->flags & VF_PAIR)) return;
    vm_set_pred(vm_row(warp, in->second ? in->second : in->d), inside, mask);
}

// The same value in all lanes of a split.
static void put_all(Warp *warp, const VmInst *in, uint32_t v, uint32_t mask) {
    uint32_t *d = vm_row(warp, in->d);
    VM_EACH(i, mask) d[i] = v;
}

static void finish_ballot(Warp *warp, const VmInst *in, uint32_t mask) {
    put_all(warp, in, warp->sync.p & warp->sync_all, mask);
}

// uni: all the same, true or false.
static void finish_vote(Warp *warp, const VmInst *in, uint32_t mask) {
    uint32_t p = warp->sync.p & warp->sync_all;
    bool v = in->mod == PTX_VOTE_ANY   ? p != 0
             : in->mod == PTX_VOTE_ALL ? p == warp->sync_all
                                       : p == 0 || p == warp->sync_all;
    vm_set_pred(vm_row(warp, in->d), v ? VM_FULL : 0, mask);
}

// The lanes with the same value; match.all gives none unless all have it.
static void finish_match(Warp *warp, const VmInst *in, uint32_t mask) {
    uint32_t *d = vm_row(warp, in->d), all = warp->sync_all, ok = 0;
    VM_EACH(i, mask) {
        uint32_t same = 0;
        VM_EACH(k, all) same |= (uint32_t)(warp->sync.a[k] == warp->sync.a[i]) << k;
        d[i] = in->mod && same != all ? 0 : same;
        ok |= (uint32_t)(same == all) << i;
    }
    if (in->flags & VF_PAIR) vm_set_pred(vm_row(warp, in->second), ok, mask);
}

// In the order of lanes; all operations are associative.
static void finish_redux(Warp *warp, const VmInst *in, uint32_t mask) {
    uint32_t all = warp->sync_all, r = 0;
    bool first = true, sign = in->type == PTX_S32;
    VM_EACH(i, all) {
        uint32_t v = (uint32_t)warp->sync.a[i];
        if (first) r = v;
        bool less = sign ? (int32_t)v < (int32_t)r : v < r;
        if (!first) {
            switch (in->mod) {
            case PTX_ROP_ADD: r += v; break;
            case PTX_ROP_MIN: r = less ? v : r; break;
            case PTX_ROP_MAX: r = less ? r : v; break;
            case PTX_ROP_AND: r &= v; break;
            case PTX_ROP_OR: r |= v; break;
            default: r ^= v; break;
            }
        }
        first = false;
    }
    put_all(warp, in, r, mask);
}

static float f32_of(uint64_t v) {
    uint32_t b = (uint32_t)v;
    float f;
    memcpy(&f, &b, 4);
    return f;
}

// Minimum or maximum of numbers; -0 is below +0. A NaN counts only with .NaN, or if there is
// nothing else.
static void finish_redux_f32(Warp *warp, const VmInst *in, uint32_t mask) {
    bool any = false, nan = false;
    float r = 0;
    VM_EACH(i, warp->sync_all) {
        uint64_t bits = in->flags & VF_ABS ? warp->sync.a[i] & 0x7fffffff : warp->sync.a[i];
        float v = f32_of(bits);
        if (v != v) {
            nan = true;
            continue;
        }
        if (!any || (in->mod == PTX_ROP_MIN ? v < r || (v == r && __builtin_signbit(v))
                                            : v > r || (v == r && !__builtin_signbit(v)))) {
            r = v;
        }
        any = true;
    }
    uint32_t b;
    memcpy(&b, &r, 4);
    if (!any || (nan && in->flags & VF_NAN)) b = 0x7fffffff;
    put_all(warp, in, b, mask);
}

// The lowest lane leads.
static void finish_elect(Warp *warp, const VmInst *in, uint32_t mask) {
    uint32_t leader = (uint32_t)__builtin_ctz(warp->sync_all);
    put_all(warp, in, leader, mask);
    if (in->flags & VF_PAIR) vm_set_pred(vm_row(warp, in->second), 1u << leader, mask);
}

static void finish_barwarp(Warp *warp, const VmInst *in, uint32_t mask) {
    if (warp->race) vm_race_syncwarp(warp, warp->sync_all);
}

static void exec_activemask(Warp *warp, const VmInst *in, uint32_t mask) {
    put_all(warp, in, mask, mask);
}

// One fence of the host's for all kinds: stronger than any asked for.
static void exec_fence(Warp *warp, const VmInst *in, uint32_t mask) {
    atomic_thread_fence(memory_order_seq_cst);
    uint32_t level = in->fence.level;
    if (warp->race && level) vm_race_fence(warp, mask, level == 1 ? FENCE_BLOCK : FENCE_WIDE);
    if (warp->race && in->fence.proxy) vm_race_proxy_fence(warp, mask);
}

// Warp-synchronous: operands as filled by the template; the member mask is the last source and
// moves to `e`; the predicate destination of a pair to `second`.
static bool decode_warp(Decoder *decoder, const PtxInst *in, const PtxOpnd *operands,
                        VmInst *decoded, VmFn *gather, VmFn *finish, uint32_t mod) {
    decoded->ctl = CTL_SYNC;
    decoded->fn = gather;
    decoded->finish = finish;
    decoded->mod = (uint8_t)mod;

    // A destination, perhaps with a predicate.
    const PtxOpnd *dst = &operands[0], *last = &operands[in->nopnd - 1];
    bool has_dst = ptx_rows[in->op].ops[0] == 'd';
    if (has_dst) {
        if (dst->kind == PTXO_PAIR) {
            decoded->flags |= VF_PAIR;
            decoded->d = vm_operand(decoder, &decoder->f->extra.at[dst->id], 2);
            decoded->second = vm_operand(decoder, &decoder->f->extra.at[dst->id + 1], 0);
        } else {
            decoded->d = vm_operand(decoder, dst, 2);
        }
    }

    // Then up to three sources, of sizes by the instruction: votes take predicates, match 64 bits.
    VmRef *src[] = {&decoded->a, &decoded->b, &decoded->c};
    uint32_t n = 0;
    for (const PtxOpnd *s = operands + has_dst; s < last && n < 3; s++, n++) {
        uint32_t dflt =
            ptx_rows[in->op].sem == PTX_SEM_VOTE || ptx_rows[in->op].sem == PTX_SEM_BALLOT ? 0
            : n == 0 && in->type[0] == PTX_B64                                             ? 3
                                                                                           : 2;
        if (n == 0) decoded->asize = (uint8_t)vm_operand_size(decoder, s, dflt);
        *src[n] = vm_operand(decoder, s, dflt);
        if (s->flags & PTXOF_NOT) decoded->flags |= VF_PRED_NOT;
    }
    decoded->e = vm_operand(decoder, last, 2);
    return true;
}

// bar.* and barrier.*.aligned: all lanes of a warp execute the same instruction (9.7.13.1).
static bool barrier_aligned(const PtxInst *in) {
    const char *name = ptx_rows[in->op].name;
    return strncmp(name, "bar.", 4) == 0 || ptx_mod(in, ALIGNED);
}

// Number, count and predicate of a barrier go to `a`, `b` and `c`; without a count `b` is empty.
static bool decode_bar(Decoder *decoder, const PtxInst *in, const PtxOpnd *operands,
                       VmInst *decoded, uint32_t sem) {
    decoded->ctl = CTL_BAR;
    if (barrier_aligned(in)) decoded->flags |= VF_ALIGNED;
    decoded->barrier.arrives = sem == PTX_SEM_BARARRIVE;
    uint32_t i = 0, n = in->nopnd;
    if (sem == PTX_SEM_BARRED) {
        decoded->mod = (uint8_t)ptx_mod(in, RPRED);
        decoded->d = vm_operand(decoder, &operands[i++], decoded->mod == PTX_RPRED_POPC ? 2 : 0);
        n--; // the last operand is the predicate
        decoded->c = vm_operand(decoder, &operands[n], 0);
        if (operands[n].flags & PTXOF_NOT) decoded->flags |= VF_PRED_NOT;
    }
    decoded->a = vm_operand(decoder, &operands[i++], 2);
    if (i < n) decoded->b = vm_operand(decoder, &operands[i], 2);
    return true;
}

// For the race checker: 0 orders nothing between threads, 1 in the block, 2 further
static uint8_t fence_level(const PtxInst *in) {
    switch (in->op) {
    case PTXI_membar: return ptx_mod(in, LEVEL) == PTX_LEVEL_CTA ? 1 : 2;
    case PTXI_fence: return ptx_mod(in, SCOPE) == PTX_SCOPE_CTA ? 1 : 2;
    case PTXI_fence_mbarrier_init: return 2;
    default: return 0;
    }
}

bool vm_decode_async(Decoder *decoder, const PtxInst *in, const PtxOpnd *opnd, VmInst *inst);

// Instructions of this file by their meaning; the rest are those of mbarriers and copies.
bool vm_decode_sync(Decoder *decoder, const PtxInst *in, const PtxOpnd *operands, VmInst *decoded) {
    uint32_t sem = ptx_rows[in->op].sem;
    decoded->cls = VM_CLS_SYNC;
    switch (sem) {
    case PTX_SEM_BARSYNC:
    case PTX_SEM_BARARRIVE:
    case PTX_SEM_BARRED: return decode_bar(decoder, in, operands, decoded, sem);
    case PTX_SEM_CLUSTERARRIVE:
    case PTX_SEM_CLUSTERWAIT:
        decoded->ctl = CTL_CLUSTER;
        decoded->cluster.waits = sem == PTX_SEM_CLUSTERWAIT;
        return true;
    case PTX_SEM_FENCE:
        decoded->fn = exec_fence;
        decoded->fence.level = fence_level(in);
        decoded->fence.proxy = is_any_of(in->op, PTXI_fence_proxy_async, PTXI_fence_async_acquire,
                                         PTXI_fence_async_release);
        return true;
    case PTX_SEM_BARWARP:
        return decode_warp(decoder, in, operands, decoded, gather_none, finish_barwarp, 0);
    case PTX_SEM_SHFL:
        // native code counts distances from it (native/sync.c)
        decoder->mod->used_sregs |= UINT64_C(1) << PTXR_LANEID;
        return decode_warp(decoder, in, operands, decoded, gather_a32, finish_shfl,
                           ptx_mod(in, SHFL));
    case PTX_SEM_BALLOT:
        return decode_warp(decoder, in, operands, decoded, gather_pred, finish_ballot, 0);
    case PTX_SEM_VOTE:
        return decode_warp(decoder, in, operands, decoded, gather_pred, finish_vote,
                           ptx_mod(in, VOTE));
    case PTX_SEM_MATCHANY:
        return decode_warp(decoder, in, operands, decoded, gather_a, finish_match, 0);
    case PTX_SEM_MATCHALL:
        return decode_warp(decoder, in, operands, decoded, gather_a, finish_match, 1);
    case PTX_SEM_ELECT:
        return decode_warp(decoder, in, operands, decoded, gather_none, finish_elect, 0);
    case PTX_SEM_REDUX:
        if (in->op == PTXI_redux_f32) {
            if (ptx_mod(in, ABS)) decoded->flags |= VF_ABS;
            if (ptx_mod(in, NAN)) decoded->flags |= VF_NAN;
            return decode_warp(decoder, in, operands, decoded, gather_a32, finish_redux_f32,
                               ptx_mod(in, ROP));
        }
        return decode_warp(decoder, in, operands, decoded, gather_a32, finish_redux,
                           ptx_mod(in, ROP));
    case PTX_SEM_ACTIVEMASK:
        decoded->fn = exec_activemask;
        return vm_fill_operands(decoder, in, operands, decoded);
    default: return vm_decode_async(decoder, in, operands, decoded);
    }
}
