// SPDX-License-Identifier: Apache-2.0
// Barriers, and warp-synchronous instructions: shuffles, votes, match, redux (PTX ISA 9.7.13,
// 9.7.9.6). A warp-synchronous instruction has two phases: gather copies the sources of the lanes
// that arrive into the warp's exchange buffer, finish computes their results when every lane named
// in the member mask (and not exited) has arrived, possibly in several splits at different places.
#include "vm/matrix.h"
#include "vm/race.h"

#include <stdatomic.h>

// ---- barriers ----------------------------------------------------------------------------------

static void set_results(Warp *w, const Split *s, const Barrier *b) {
    const VmInst *in = &s->frame->fn->code[s->pc];
    if (in->d == REF_NONE) return;
    uint8_t *reg = s->frame->reg + (in->d & 0x3fffffff);
    if (in->mod == PTX_RPRED_POPC) {
        uint32_t r[VM_LANES];
        for (int i = 0; i < VM_LANES; i++) r[i] = b->popc;
        vm_blend32((uint32_t *)(void *)reg, r, s->mask);
    } else {
        bool v = in->mod == PTX_RPRED_AND ? b->vall : b->vany;
        vm_set_pred((uint32_t *)(void *)reg, v ? VM_FULL : 0, s->mask);
    }
}

// Threads that count as arrived: whole warps count 32 also when they have fewer threads.
void vm_barrier_check(Block *b, uint32_t id) {
    Barrier *bar = &b->bar[id];
    if (!bar->active) return;
    uint32_t arrived = 0;
    for (uint32_t i = b->nwarp; i-- > 0;) { // warps mostly arrive in order: the last one is missing
        const Warp *w = b->warp[i];
        uint32_t m = w->bar_mask[id];
        bool whole = m && (m & w->live) == w->live;
        if (bar->all && !whole && (w->live || m)) return;
        arrived += whole ? 32 : (uint32_t)__builtin_popcount(m);
    }
    if (!bar->all && arrived < bar->expected) return;
    if (b->race) vm_race_barrier(b, id, bar);
    if (b->grid->checks & VM_CHECK_SYNC) vm_sync_barrier(b, id);
    bar->active = false;
    for (uint32_t i = 0; i < b->nwarp; i++) {
        Warp *w = b->warp[i];
        w->bar_mask[id] = 0;
        for (uint32_t k = 0; k < w->nsplit; k++) {
            Split *s = &w->split[k];
            if (s->state != SPLIT_BAR || s->bar != id) continue;
            set_results(w, s, bar);
            s->state = SPLIT_READY;
            s->pc++;
        }
    }
    b->progress = true;
}

bool vm_exec_bar(Warp *w, const VmInst *in, uint32_t mask) {
    Block *b = w->block;
    uint32_t first = (uint32_t)__builtin_ctz(mask);
    uint32_t id = ((const uint32_t *)vm_row(w, in->a))[first];
    if (id > 15) vm_fault(w, in, first, VM_ERR_ILLEGAL, id, "barrier number %u", id);
    Barrier *bar = &b->bar[id];
    bool all = in->b == REF_NONE;
    uint32_t count = all ? 0 : ((const uint32_t *)vm_row(w, in->b))[first];
    if (!all && (count == 0 || count % 32)) {
        vm_fault(w, in, first, VM_ERR_ILLEGAL, count,
                 "barrier with a thread count of %u, not a multiple of 32", count);
    }
    Split *s = &w->split[w->cur];
    if (mask != s->mask) vm_split_off(w, s->mask & ~mask, s->pc + 1);
    if (!bar->active) {
        *bar = (Barrier){.active = true, .all = all, .expected = count, .vall = true};
    }
    if (w->grid->checks & VM_CHECK_SYNC) vm_sync_arrive(w, in, first, id, all, count);
    if (w->bar_mask[id] & mask) {
        vm_fault(w, in, first, VM_ERR_ILLEGAL, id, "thread arrives twice at barrier %u", id);
    }
    if (in->d != REF_NONE) {
        uint32_t p = vm_get_pred(w, in, in->c) & mask;
        bar->popc += (uint32_t)__builtin_popcount(p);
        bar->vall &= p == mask;
        bar->vany |= p != 0;
    }
    w->bar_mask[id] |= mask;
    if (in->ctl == CTL_BAR && in->imm) { // arrive: does not wait
        s->pc++;
        if (w->race) vm_race_arrive(w, id, mask);
        vm_barrier_check(b, id);
        return true;
    }
    s->state = SPLIT_BAR;
    s->bar = (uint8_t)id;
    vm_barrier_check(b, id);
    return w->split[w->cur].state == SPLIT_READY;
}

// ---- clusters ----------------------------------------------------------------------------------

static uint32_t cluster_live(const Cluster *c) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < c->n; i++) {
        for (uint32_t k = 0; c->block[i] && k < c->block[i]->nwarp; k++) {
            n += (uint32_t)__builtin_popcount(c->block[i]->warp[k]->live);
        }
    }
    return n;
}

// Opens the next phase when every live thread of the cluster has arrived.
void vm_cluster_check(Cluster *c) {
    if (!c->arrived || c->arrived < cluster_live(c)) return;
    c->arrived = 0;
    c->phase++;
    if (c->block[0] && c->block[0]->race) vm_race_cluster(c);
    for (uint32_t i = 0; i < c->n; i++) {
        Block *b = c->block[i];
        if (!b) continue;
        b->progress = true;
        for (uint32_t k = 0; k < b->nwarp; k++) {
            Warp *w = b->warp[k];
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

bool vm_exec_cluster(Warp *w, const VmInst *in, uint32_t mask) {
    Split *s = &w->split[w->cur];
    Cluster *c = w->block->cluster;
    if (mask != s->mask) vm_split_off(w, s->mask & ~mask, s->pc + 1);
    if (in->imm) { // wait
        if (!(w->cluster_arrived & mask)) {
            s->pc++;
            if (w->race) vm_race_cluster_wait(w, mask);
            return true;
        }
        s->state = SPLIT_CLUSTER;
        vm_cluster_check(c);
        return w->split[w->cur].state == SPLIT_READY;
    }
    w->cluster_arrived |= mask;
    if (w->race) vm_race_cluster_arrive(w, mask);
    c->arrived += (uint32_t)__builtin_popcount(mask);
    s->pc++;
    vm_cluster_check(c);
    return true;
}

// ---- whole warps and warpgroups ----------------------------------------------------------------

// The matrix instructions are .sync.aligned: a thread waits until all threads of its warp are there
// (PTX ISA 9.7.14). Lanes that come by themselves, since one of them was long on its way, wait
// here. True: the current split is the whole warp.
static bool whole_warp(Warp *w, const VmInst *in, uint32_t mask) {
    if (CU_LIKELY(mask == VM_FULL)) return true;
    Split *s = &w->split[w->cur];
    if (mask != s->mask || w->live != VM_FULL) vm_whole_warp(w, in, mask); // the others never come
    s->state = SPLIT_WHOLE;
    s->syncmask = VM_FULL;

    uint32_t here = 0;
    for (uint32_t i = 0; i < w->nsplit; i++) {
        const Split *o = &w->split[i];
        if (o->state == SPLIT_WHOLE && o->pc == s->pc && o->frame == s->frame) here |= o->mask;
    }
    if (here != VM_FULL) return false;
    w->split[0] = *s;
    w->split[0].mask = VM_FULL;
    w->split[0].state = SPLIT_READY;
    w->nsplit = 1;
    w->cur = 0;
    return true;
}

bool vm_exec_whole(Warp *w, const VmInst *in, uint32_t mask) {
    if (!whole_warp(w, in, mask)) return false;
    in->fn(w, in, VM_FULL);
    w->split[w->cur].pc++;
    return true;
}

static CU_NORETURN void never_comes(Warp *w, const VmInst *in, uint32_t warp) {
    vm_fault(w, in, UINT32_MAX, VM_ERR_DEADLOCK, 0,
             "deadlock: warp %u of the warpgroup, which wgmma waits for, %s", warp,
             warp < w->block->nwarp ? "has exited" : "does not exist");
}

// wgmma.mma_async is one instruction of four neighbouring warps (PTX ISA 9.7.15): the last one to
// come executes it for all. Thus none of them can go on, and release what is read, before all have
// read it.
bool vm_exec_group(Warp *w, const VmInst *in, uint32_t mask) {
    Block *b = w->block;
    uint32_t first = w->id & ~3u;
    if (!whole_warp(w, in, mask)) return false;
    Split *s = &w->split[w->cur];
    s->state = SPLIT_GROUP;
    bool all = true;
    for (uint32_t i = first; i < first + 4; i++) {
        if (i >= b->nwarp || !b->warp[i]->live) never_comes(w, in, i);
        const Warp *o = b->warp[i];
        const Split *there = &o->split[0]; // a whole warp waits: it has no other splits
        if (there->state != SPLIT_GROUP) {
            all = false;
        } else if (there->pc != s->pc || there->frame->fn != s->frame->fn) {
            vm_fault(w, in, 0, VM_ERR_ILLEGAL, 0,
                     "the warps of a warpgroup execute different wgmma instructions: warp %u "
                     "waits at PTX line %u",
                     i, there->frame->fn->code[there->pc].line);
        }
    }
    if (!all) return false;
    in->finish(w, in, VM_FULL);
    for (uint32_t i = first; i < first + 4; i++) {
        b->warp[i]->split[0].state = SPLIT_READY;
        b->warp[i]->split[0].pc++;
    }
    b->progress = true;
    return true;
}

void vm_group_exit(Warp *w) {
    Block *b = w->block;
    for (uint32_t i = 0; i < w->nsplit; i++) {
        const Split *s = &w->split[i];
        if (s->state != SPLIT_WHOLE) continue;
        w->fn = s->frame->fn;
        vm_whole_warp(w, &s->frame->fn->code[s->pc], s->mask);
    }
    if (w->live) return;
    for (uint32_t i = w->id & ~3u; i < b->nwarp && i < (w->id | 3u) + 1; i++) {
        Warp *o = b->warp[i];
        const Split *s = &o->split[0];
        if (o->nsplit && s->state == SPLIT_GROUP) never_comes(o, &s->frame->fn->code[s->pc], w->id);
    }
}

// ---- warp-synchronous instructions -------------------------------------------------------------

static void use_frame(Warp *w, Frame *f) {
    w->frame = f;
    w->fn = f->fn;
    w->base[REF_FRAME] = f->reg;
    w->base[REF_CONST] = f->fn->consts;
}

// Finishes the waiting splits of a member mask when all its live lanes wait. True if it did.
static bool try_finish(Warp *w, uint32_t members) {
    uint32_t here = 0;
    for (uint32_t i = 0; i < w->nsplit; i++) {
        if (w->split[i].state == SPLIT_SYNC && w->split[i].syncmask == members)
            here |= w->split[i].mask;
    }
    if (!here || (members & w->live & ~here)) return false;
    Frame *f = w->frame;
    w->sync_all = members & w->live;
    for (uint32_t i = 0; i < w->nsplit; i++) {
        Split *s = &w->split[i];
        if (s->state != SPLIT_SYNC || s->syncmask != members) continue;
        use_frame(w, s->frame);
        const VmInst *in = &s->frame->fn->code[s->pc];
        in->finish(w, in, s->mask);
        s->state = SPLIT_READY;
        s->pc++;
    }
    use_frame(w, f);
    return true;
}

void vm_sync_recheck(Warp *w) {
    if (!w->nsplit) return;
    for (uint32_t i = 0; i < w->nsplit; i++) {
        if (w->split[i].state == SPLIT_SYNC) try_finish(w, w->split[i].syncmask);
    }
}

bool vm_exec_sync(Warp *w, const VmInst *in, uint32_t mask) {
    Split *s = &w->split[w->cur];
    const uint32_t *row = vm_row(w, in->e);
    uint32_t first = (uint32_t)__builtin_ctz(mask), members = row[first];
    uint32_t same = 0;
    VM_EACH(i, mask) same |= (uint32_t)(row[i] == members) << i;
    if (same & ~members) {
        vm_fault(w, in, (uint32_t)__builtin_ctz(same & ~members), VM_ERR_ILLEGAL, members,
                 "thread is not in the member mask %08x", members);
    }
    w->sync_all = members & w->live;
    in->fn(w, in, same);
    if (same == mask && !(members & w->live & ~mask)) { // everybody is here
        in->finish(w, in, mask);
        s->pc++;
        return true;
    }
    uint32_t rest = mask & ~same, out = s->mask & ~mask;
    if (rest) vm_split_off(w, rest, s->pc); // another member mask: on its own
    if (out) vm_split_off(w, out, s->pc + 1);
    s->state = SPLIT_SYNC;
    s->syncmask = members;
    try_finish(w, members);
    return w->split[w->cur].state == SPLIT_READY;
}

static void gather_a32(Warp *w, const VmInst *in, uint32_t mask) {
    const uint32_t *a = vm_row(w, in->a);
    VM_EACH(i, mask) w->sync.a[i] = a[i];
}

static void gather_none(Warp *w, const VmInst *in, uint32_t mask) {}

static void gather_a(Warp *w, const VmInst *in, uint32_t mask) {
    uint64_t r[VM_LANES];
    vm_load_row(w, in->a, in->asize, r);
    VM_EACH(i, mask) w->sync.a[i] = r[i];
}

static void gather_pred(Warp *w, const VmInst *in, uint32_t mask) {
    uint32_t p = vm_get_pred(w, in, in->a);
    w->sync.p = (w->sync.p & ~mask) | (p & mask);
}

// shfl.sync.mode d|p, a, b, c, membermask (9.7.9.6)
static void finish_shfl(Warp *w, const VmInst *in, uint32_t mask) {
    const uint32_t *b = vm_row(w, in->b), *c = vm_row(w, in->c);
    uint32_t r[VM_LANES], p = 0;
    VM_EACH(i, mask) {
        uint32_t bval = b[i] & 31, cval = c[i] & 31, seg = c[i] >> 8 & 31;
        uint32_t maxl = (i & seg) | (cval & ~seg), minl = i & seg, j;
        bool ok;
        switch (in->mod) {
        case PTX_SHFL_UP:
            j = i - bval;
            ok = (int32_t)j >= (int32_t)maxl;
            break;
        case PTX_SHFL_DOWN:
            j = i + bval;
            ok = j <= maxl;
            break;
        case PTX_SHFL_BFLY:
            j = i ^ bval;
            ok = j <= maxl;
            break;
        default:
            j = minl | (bval & ~seg);
            ok = j <= maxl;
            break;
        }
        if (!ok) j = i;
        if (CU_UNLIKELY(!(w->sync_all >> (j & 31) & 1)) && w->grid->checks & VM_CHECK_SYNC)
            vm_sync_shuffle(w, in, i, j & 31);
        r[i] = (uint32_t)w->sync.a[j & 31];
        p |= (uint32_t)ok << i;
    }
    uint32_t *d = vm_row(w, in->d);
    VM_EACH(i, mask) d[i] = r[i];
    if (in->flags & VF_PAIR) vm_set_pred(vm_row(w, in->imm ? (VmRef)in->imm : in->d), p, mask);
}

static void put_all(Warp *w, const VmInst *in, uint32_t v, uint32_t mask) {
    uint32_t *d = vm_row(w, in->d);
    VM_EACH(i, mask) d[i] = v;
}

static void finish_ballot(Warp *w, const VmInst *in, uint32_t mask) {
    put_all(w, in, w->sync.p & w->sync_all, mask);
}

static void finish_vote(Warp *w, const VmInst *in, uint32_t mask) {
    uint32_t p = w->sync.p & w->sync_all;
    bool v = in->mod == PTX_VOTE_ANY   ? p != 0
             : in->mod == PTX_VOTE_ALL ? p == w->sync_all
                                       : p == 0 || p == w->sync_all;
    vm_set_pred(vm_row(w, in->d), v ? VM_FULL : 0, mask);
}

static void finish_match(Warp *w, const VmInst *in, uint32_t mask) {
    uint32_t *d = vm_row(w, in->d), all = w->sync_all, ok = 0;
    VM_EACH(i, mask) {
        uint32_t same = 0;
        VM_EACH(k, all) same |= (uint32_t)(w->sync.a[k] == w->sync.a[i]) << k;
        d[i] = in->mod && same != all ? 0 : same;
        ok |= (uint32_t)(same == all) << i;
    }
    if (in->flags & VF_PAIR) vm_set_pred(vm_row(w, (VmRef)in->imm), ok, mask);
}

static void finish_redux(Warp *w, const VmInst *in, uint32_t mask) {
    uint32_t all = w->sync_all, r = 0;
    bool first = true, sign = in->type == PTX_S32;
    VM_EACH(i, all) {
        uint32_t v = (uint32_t)w->sync.a[i];
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
    put_all(w, in, r, mask);
}

static float f32_of(uint64_t v) {
    uint32_t b = (uint32_t)v;
    float f;
    memcpy(&f, &b, 4);
    return f;
}

static void finish_redux_f32(Warp *w, const VmInst *in, uint32_t mask) {
    bool any = false, nan = false;
    float r = 0;
    VM_EACH(i, w->sync_all) {
        uint64_t bits = in->flags & VF_ABS ? w->sync.a[i] & 0x7fffffff : w->sync.a[i];
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
    put_all(w, in, b, mask);
}

static void finish_elect(Warp *w, const VmInst *in, uint32_t mask) {
    uint32_t leader = (uint32_t)__builtin_ctz(w->sync_all);
    put_all(w, in, leader, mask);
    if (in->flags & VF_PAIR) vm_set_pred(vm_row(w, (VmRef)in->imm), 1u << leader, mask);
}

static void finish_barwarp(Warp *w, const VmInst *in, uint32_t mask) {
    if (w->race) vm_race_syncwarp(w, w->sync_all);
}

static void exec_activemask(Warp *w, const VmInst *in, uint32_t mask) {
    put_all(w, in, mask, mask);
}

static void exec_fence(Warp *w, const VmInst *in, uint32_t mask) {
    atomic_thread_fence(memory_order_seq_cst);
    if (w->race && in->mod) vm_race_fence(w, mask, in->mod == 1 ? FENCE_BLOCK : FENCE_WIDE);
}

// Warp-synchronous: operands as filled by the template; the member mask is the last source and
// moves to `e`; the predicate destination of a pair moves to `imm`.
static bool decode_warp(Decoder *d, const PtxInst *in, const PtxOpnd *o, VmInst *v, VmFn *gather,
                        VmFn *finish, uint32_t mod) {
    v->ctl = CTL_SYNC;
    v->fn = gather;
    v->finish = finish;
    v->mod = (uint8_t)mod;
    const PtxOpnd *dst = &o[0], *last = &o[in->nopnd - 1];
    bool has_dst = ptx_rows[in->op].ops[0] == 'd';
    if (has_dst) {
        if (dst->kind == PTXO_PAIR) {
            v->flags |= VF_PAIR;
            v->d = vm_operand(d, &d->f->extra.at[dst->id], 2);
            v->imm = vm_operand(d, &d->f->extra.at[dst->id + 1], 0);
        } else {
            v->d = vm_operand(d, dst, 2);
        }
    }
    VmRef *src[] = {&v->a, &v->b, &v->c};
    uint32_t n = 0;
    for (const PtxOpnd *s = o + has_dst; s < last && n < 3; s++, n++) {
        uint32_t dflt =
            ptx_rows[in->op].sem == PTX_SEM_VOTE || ptx_rows[in->op].sem == PTX_SEM_BALLOT ? 0
            : n == 0 && in->type[0] == PTX_B64                                             ? 3
                                                                                           : 2;
        if (n == 0) v->asize = (uint8_t)vm_operand_size(d, s, dflt);
        *src[n] = vm_operand(d, s, dflt);
        if (s->flags & PTXOF_NOT) v->flags |= VF_PRED_NOT;
    }
    v->e = vm_operand(d, last, 2);
    return true;
}

// bar.* and barrier.*.aligned: all lanes of a warp execute the same instruction (9.7.13.1).
static bool barrier_aligned(const PtxInst *in) {
    const char *name = ptx_rows[in->op].name;
    return strncmp(name, "bar.", 4) == 0 || ptx_mod(in, ALIGNED);
}

static bool decode_bar(Decoder *d, const PtxInst *in, const PtxOpnd *o, VmInst *v, uint32_t sem) {
    v->ctl = CTL_BAR;
    if (barrier_aligned(in)) v->flags |= VF_ALIGNED;
    v->imm = sem == PTX_SEM_BARARRIVE;
    uint32_t i = 0, n = in->nopnd;
    if (sem == PTX_SEM_BARRED) {
        v->mod = (uint8_t)ptx_mod(in, RPRED);
        v->d = vm_operand(d, &o[i++], v->mod == PTX_RPRED_POPC ? 2 : 0);
        n--; // the last operand is the predicate
        v->c = vm_operand(d, &o[n], 0);
        if (o[n].flags & PTXOF_NOT) v->flags |= VF_PRED_NOT;
    }
    v->a = vm_operand(d, &o[i++], 2);
    if (i < n) v->b = vm_operand(d, &o[i], 2);
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

bool vm_decode_async(Decoder *d, const PtxInst *in, const PtxOpnd *o, VmInst *v);

bool vm_decode_sync(Decoder *d, const PtxInst *in, const PtxOpnd *o, VmInst *v) {
    uint32_t sem = ptx_rows[in->op].sem;
    v->cls = VM_CLS_SYNC;
    switch (sem) {
    case PTX_SEM_BARSYNC:
    case PTX_SEM_BARARRIVE:
    case PTX_SEM_BARRED: return decode_bar(d, in, o, v, sem);
    case PTX_SEM_CLUSTERARRIVE:
    case PTX_SEM_CLUSTERWAIT:
        v->ctl = CTL_CLUSTER;
        v->imm = sem == PTX_SEM_CLUSTERWAIT;
        return true;
    case PTX_SEM_FENCE:
        v->fn = exec_fence;
        v->mod = fence_level(in);
        return true;
    case PTX_SEM_BARWARP: return decode_warp(d, in, o, v, gather_none, finish_barwarp, 0);
    case PTX_SEM_SHFL: return decode_warp(d, in, o, v, gather_a32, finish_shfl, ptx_mod(in, SHFL));
    case PTX_SEM_BALLOT: return decode_warp(d, in, o, v, gather_pred, finish_ballot, 0);
    case PTX_SEM_VOTE: return decode_warp(d, in, o, v, gather_pred, finish_vote, ptx_mod(in, VOTE));
    case PTX_SEM_MATCHANY: return decode_warp(d, in, o, v, gather_a, finish_match, 0);
    case PTX_SEM_MATCHALL: return decode_warp(d, in, o, v, gather_a, finish_match, 1);
    case PTX_SEM_ELECT: return decode_warp(d, in, o, v, gather_none, finish_elect, 0);
    case PTX_SEM_REDUX:
        if (in->op == PTXI_redux_f32) {
            if (ptx_mod(in, ABS)) v->flags |= VF_ABS;
            if (ptx_mod(in, NAN)) v->flags |= VF_NAN;
            return decode_warp(d, in, o, v, gather_a32, finish_redux_f32, ptx_mod(in, ROP));
        }
        return decode_warp(d, in, o, v, gather_a32, finish_redux, ptx_mod(in, ROP));
    case PTX_SEM_ACTIVEMASK: v->fn = exec_activemask; return vm_fill_operands(d, in, o, v);
    default: return vm_decode_async(d, in, o, v);
    }
}
