// SPDX-License-Identifier: Apache-2.0
// Runs a grid: clusters of blocks (a cluster is one block for ordinary kernels) are handed to
// worker threads in order. A worker runs its blocks in slices; when a block does not finish in a
// slice, it may be waiting for a block that has not started, so the worker starts one more.
// A fault of a block stops the blocks after it; blocks before it finish, so that the reported
// fault is that of the lowest block whatever the number of threads.
#include "vm/race.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

// Blocks of a cooperative launch wait for each other: they take turns much faster.
enum { WARP_SLICE_LEN = 1 << 16, BLOCK_SLICE_LEN = 1 << 22, COOP_SLICE_LEN = 1 << 12 };
enum { MAX_RESIDENT = 512 };
_Static_assert(PTXR_COUNT <= 64, "used_sregs has a bit, and a warp a row, for each");

// ---- faults ------------------------------------------------------------------------------------

static void thread_of(const Warp *w, uint32_t lane, uint32_t *t) {
    uint32_t i = w->id * 32 + (lane < 32 ? lane : (uint32_t)__builtin_ctz(w->all)),
             *b = w->grid->bdim;
    t[0] = i % b[0];
    t[1] = i / b[0] % b[1];
    t[2] = i / b[0] / b[1];
}

// " (FILE:LINE)" of a line of the PTX; " (FILE:LINE, inlined at FILE:LINE)".
static void source_line(const VmFunc *fn, uint32_t line, char *to, size_t n) {
    VmPlace p = {0};
    *to = 0;
    vm_source_of(fn, line, &p);
    if (!p.file) return;
    int k = snprintf(to, n, " (%.150s:%u", p.file, p.line);
    if (p.inlined_file)
        k += snprintf(to + k, n - (size_t)k, ", inlined at %.150s:%u", p.inlined_file,
                      p.inlined_line);
    snprintf(to + k, n - (size_t)k, ")");
}

void vm_fault(Warp *w, const VmInst *in, uint32_t lane, VmStatus st, uint64_t addr, const char *fmt,
              ...) {
    Worker *wk = w->block->worker;
    VmResult *r = &wk->result;
    r->status = st;
    r->addr = addr;
    memcpy(r->block, w->block->id, sizeof r->block);
    thread_of(w, lane, r->thread);
    r->line = in ? in->line : 0;
    char text[400];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(text, sizeof text, fmt, ap);
    va_end(ap);
    int n = snprintf(r->error, sizeof r->error, "kernel %s, block (%u,%u,%u), thread (%u,%u,%u)",
                     w->grid->kernel->name, r->block[0], r->block[1], r->block[2], r->thread[0],
                     r->thread[1], r->thread[2]);
    if (n < 0 || (size_t)n >= sizeof r->error) n = 0;
    const char *fn = w->fn && w->fn != w->grid->kernel ? w->fn->name : NULL;
    char source[400];
    source_line(w->fn, r->line, source, sizeof source);
    n += snprintf(r->error + n, sizeof r->error - (size_t)n, ", PTX line %u%s%s%.200s: %s", r->line,
                  source, fn ? " in " : "", fn ? fn : "", text);
    if ((st == VM_ERR_ADDRESS || st == VM_ERR_MISALIGNED) && (size_t)n < sizeof r->error) {
        snprintf(r->error + n, sizeof r->error - (size_t)n, ", address 0x%llx",
                 (unsigned long long)addr);
    }
    if (w->grid->checks) vm_check_fault(w, in, lane, st, addr, text);
    wk->fault_block = w->block->index;
    wk->faulting = true;
    longjmp(wk->fault, 1);
}

// ---- blocks ------------------------------------------------------------------------------------

static void fill32(Warp *w, PtxSreg id, const uint32_t *v) {
    memcpy(w->sreg + id * 256u, v, 128);
}

static void fill_uniform(Warp *w, PtxSreg id, uint64_t v) {
    uint32_t r[VM_LANES];
    if (!(w->grid->kernel->mod->used_sregs >> id & 1)) return;
    if (ptx_sregs[id].type == PTX_U64) {
        uint64_t *row = (uint64_t *)(void *)(w->sreg + id * 256u);
        for (int i = 0; i < VM_LANES; i++) row[i] = v;
        return;
    }
    if (ptx_sregs[id].type == PTX_PRED) {
        *(uint32_t *)(void *)(w->sreg + id * 256u) = v ? VM_FULL : 0;
        return;
    }
    for (int i = 0; i < VM_LANES; i++) r[i] = (uint32_t)v;
    fill32(w, id, r);
}

static void fill_lanes(Warp *w) {
    const uint32_t *b = w->grid->bdim;
    uint32_t t[3][VM_LANES], lane[VM_LANES], m[5][VM_LANES];
    for (uint32_t i = 0; i < VM_LANES; i++) {
        uint32_t k = w->id * 32 + i;
        t[0][i] = k % b[0];
        t[1][i] = k / b[0] % b[1];
        t[2][i] = k / b[0] / b[1];
        lane[i] = i;
        m[0][i] = 1u << i;
        m[1][i] = (2u << i) - 1;
        m[2][i] = (1u << i) - 1;
        m[3][i] = ~((1u << i) - 1);
        m[4][i] = ~((2u << i) - 1);
    }
    for (uint32_t k = 0; k < 3; k++) fill32(w, (PtxSreg)(PTXR_TID_X + k), t[k]);
    fill32(w, PTXR_LANEID, lane);
    for (uint32_t k = 0; k < 5; k++) fill32(w, (PtxSreg)(PTXR_LANEMASK_EQ + k), m[k]);
}

void vm_fill_sregs(Warp *w) {
    const Grid *g = w->grid;
    const Block *b = w->block;
    uint32_t rank3[3] = {b->rank % g->cdim[0], b->rank / g->cdim[0] % g->cdim[1],
                         b->rank / g->cdim[0] / g->cdim[1]};
    for (uint32_t k = 0; k < 3; k++) {
        fill_uniform(w, (PtxSreg)(PTXR_NTID_X + k), g->bdim[k]);
        fill_uniform(w, (PtxSreg)(PTXR_CTAID_X + k), b->id[k]);
        fill_uniform(w, (PtxSreg)(PTXR_NCTAID_X + k), g->dim[k]);
        fill_uniform(w, (PtxSreg)(PTXR_CLUSTERID_X + k), b->id[k] / g->cdim[k]);
        fill_uniform(w, (PtxSreg)(PTXR_NCLUSTERID_X + k), g->dim[k] / g->cdim[k]);
        fill_uniform(w, (PtxSreg)(PTXR_CLUSTER_CTAID_X + k), rank3[k]);
        fill_uniform(w, (PtxSreg)(PTXR_CLUSTER_NCTAID_X + k), g->cdim[k]);
    }
    fill_uniform(w, PTXR_CLUSTER_CTARANK, b->rank);
    fill_uniform(w, PTXR_CLUSTER_NCTARANK, g->cdim[0] * g->cdim[1] * g->cdim[2]);
    fill_uniform(w, PTXR_IS_EXPLICIT_CLUSTER, g->clusters);
    fill_uniform(w, PTXR_WARPID, w->id);
    fill_uniform(w, PTXR_NWARPID, 32);
    fill_uniform(w, PTXR_SMID, b->index % g->vm->opt.sms);
    fill_uniform(w, PTXR_NSMID, g->vm->opt.sms);
    fill_uniform(w, PTXR_GRIDID, 1);
    fill_uniform(w, PTXR_DYNAMIC_SMEM, g->l->shared);
    fill_uniform(w, PTXR_TOTAL_SMEM, g->static_end - VM_SHARED_OFF + g->l->shared);
    fill_uniform(w, PTXR_RESERVED_SMEM_BEGIN, VM_RESERVED_OFF);
    fill_uniform(w, PTXR_RESERVED_SMEM_END, VM_SHARED_OFF);
    fill_uniform(w, PTXR_RESERVED_SMEM_CAP, VM_SHARED_OFF - VM_RESERVED_OFF);
    fill_uniform(w, PTXR_RESERVED_SMEM_0, VM_RESERVED_OFF);
    fill_uniform(w, PTXR_RESERVED_SMEM_1, VM_RESERVED_OFF + VM_RESERVED_0);
    fill_uniform(w, PTXR_ENVREG1, g->workspace >> 32);
    fill_uniform(w, PTXR_ENVREG2, g->workspace);
    fill_uniform(w, PTXR_AGGR_SMEM, g->static_end - VM_SHARED_OFF + g->l->shared);
}

static Block *make_block(Worker *wk) {
    Block *b = wk->free_blocks;
    Grid *g = wk->grid;
    if (b) {
        wk->free_blocks = b->next_free;
        return b;
    }
    b = arena_new(&wk->arena, Block);
    b->grid = g;
    b->worker = wk;
    arena_init(&b->arena, &wk->ctx, "block");
    b->nwarp = g->warps_per_block;
    b->shared = arena_alloc(&b->arena, g->dynamic_off + g->l->shared + 64, 64);
    b->warp = arena_array(&b->arena, Warp *, b->nwarp);
    for (uint32_t i = 0; i < b->nwarp; i++) {
        Warp *w = b->warp[i] = arena_zalloc(&b->arena, sizeof(Warp), 64);
        w->sreg = arena_zalloc(&b->arena, 64 * 256, 64);
        w->block = b;
        w->grid = g;
        w->id = i;
        w->all = g->threads - i * 32 >= 32 ? VM_FULL : (1u << (g->threads - i * 32)) - 1;
        fill_lanes(w);
        if (g->checks & VM_CHECK_MEM) w->sink = arena_zalloc(&b->arena, VM_SINK, 64);
        if (g->checks & VM_CHECK_INIT) w->local_init = arena_array(&b->arena, uint64_t *, VM_LANES);
    }
    if (g->checks & VM_CHECK_SYNC)
        b->mbarrier = arena_array(&b->arena, uint64_t, (g->dynamic_off + g->l->shared) / 512 + 1);
    if (g->checks & VM_CHECK_INIT)
        b->init =
            arena_array(&b->arena, uint64_t, VM_BIT_WORDS((uint64_t)g->dynamic_off + g->l->shared));
    return b;
}

static const VmAlloc no_alloc; // the cache of a warp that has not touched memory

static void start_block(Block *b, uint64_t index, const uint32_t *id, uint32_t rank, Cluster *c) {
    Grid *g = b->grid;
    memcpy(b->id, id, sizeof b->id);
    b->index = index;
    b->random = hash_mix(g->vm->opt.seed, index);
    b->rank = rank;
    b->cluster = c; // of one block where the kernel has none (implicit cluster)
    b->done = false;
    memset(b->bar, 0, sizeof b->bar);
    memset(b->shared, g->vm->opt.fill, g->dynamic_off + g->l->shared);
    vm_shadow_block(b);
    if (g->race) vm_race_block(b);
    if (b->mbarrier) memset(b->mbarrier, 0, ((g->dynamic_off + g->l->shared) / 512 + 1) * 8);
    buf_init(&b->out, &b->worker->arena);
    for (uint32_t i = 0; i < b->nwarp; i++) {
        Warp *w = b->warp[i];
        w->live = w->all;
        w->al = (VmAlloc *)&no_alloc;
        memset(w->recent, 0, sizeof w->recent);
        w->cc = 0;
        w->tick = 0;
        w->waited = 0;
        w->executed = 0;
        w->clock_seen = w->clock_waited = w->clock_looks = 0;
        w->cluster_arrived = 0;
        memset(w->bar_mask, 0, sizeof w->bar_mask);
        memset(w->count, 0, sizeof w->count);
        vm_fill_sregs(w);
        vm_start_warp(w, g->kernel);
    }
}

static void end_block(Block *b) {
    Worker *wk = b->worker;
    for (uint32_t i = 0; i < b->nwarp; i++) {
        Warp *w = b->warp[i];
        for (uint32_t k = 0; k < VM_CLS_COUNT; k++) wk->count[k] += w->count[k];
        wk->executed += w->executed;
    }
    if (b->out.n) {
        pthread_mutex_lock(&wk->grid->lock);
        Grid *g = wk->grid;
        VmOutput o = {.block = b->index, .text = b->out.at, .n = b->out.n};
        vec_push(&g->arena, &g->out, o);
        pthread_mutex_unlock(&wk->grid->lock);
    }
    if (b->nested.n) vm_nested_collect(b);
    b->next_free = wk->free_blocks;
    wk->free_blocks = b;
}

static CU_NORETURN void deadlock(Block *b) {
    if (b->grid->checks & VM_CHECK_SYNC) vm_sync_deadlock(b);
    for (uint32_t i = 0; i < b->nwarp; i++) {
        Warp *w = b->warp[i];
        for (uint32_t k = 0; k < w->nsplit; k++) {
            Split *s = &w->split[k];
            const VmInst *in = &s->frame->fn->code[s->pc];
            const char *what = s->state == SPLIT_BAR       ? "barrier"
                               : s->state == SPLIT_CLUSTER ? "cluster barrier"
                               : s->state == SPLIT_WHOLE   ? "matrix instruction of its warp"
                               : s->state == SPLIT_GROUP   ? "wgmma.mma_async of its warpgroup"
                                                           : "warp-synchronous instruction";
            w->fn = s->frame->fn;
            vm_fault(w, in, (uint32_t)__builtin_ctz(s->mask), VM_ERR_DEADLOCK, 0,
                     "deadlock: thread waits at a %s that other threads never reach", what);
        }
    }
    abort();
}

static uint32_t random_below(uint64_t *state, uint32_t n) {
    *state = hash_u64(*state + 0x9e3779b97f4a7c15u);
    return (uint32_t)((*state >> 32) * n >> 32);
}

// With a seed the warps run in another order in each round, for slices of random length.
static bool run_shuffled(Block *b, int64_t *budget) {
    bool done = true;
    uint8_t order[32];
    for (uint32_t i = 0; i < b->nwarp; i++) {
        uint32_t k = random_below(&b->random, i + 1);
        order[i] = order[k];
        order[k] = (uint8_t)i;
    }
    for (uint32_t i = 0; i < b->nwarp; i++) {
        Warp *w = b->warp[order[i]];
        if (!w->nsplit) continue;
        uint64_t before = w->executed;
        int64_t slice = 1 + random_below(&b->random, 1u << random_below(&b->random, 11));
        if (vm_run_warp(w, slice) != WARP_DONE) done = false;
        b->progress |= w->executed != before;
        *budget -= (int64_t)(w->executed - before) + 1;
    }
    return done;
}

// One round over the block's warps. True when all have ended.
static bool run_block(Block *b, int64_t *budget) {
    if (CU_UNLIKELY(b->grid->vm->opt.seed)) return run_shuffled(b, budget);
    bool done = true;
    for (uint32_t i = 0; i < b->nwarp; i++) {
        Warp *w = b->warp[i];
        if (!w->nsplit) continue;
        uint64_t before = w->executed;
        int64_t slice = b->grid->l->cooperative ? COOP_SLICE_LEN : WARP_SLICE_LEN;
        if (vm_run_warp(w, CU_MIN(slice, b->slice_limit)) != WARP_DONE) done = false;
        b->progress |= w->executed != before;
        *budget -= (int64_t)(w->executed - before) + 1;
    }
    return done;
}

// Runs a cluster for a slice. True when it has ended.
static bool run_cluster(Cluster *c) {
    Grid *g = c->block[0]->grid;
    int64_t budget = g->l->cooperative ? COOP_SLICE_LEN : BLOCK_SLICE_LEN;
    bool done = false;
    // a slice is not much longer than what the limit leaves
    uint64_t limit = g->vm->opt.max_instructions, before = atomic_load(&g->executed);
    if (limit) budget = (int64_t)CU_MIN((uint64_t)budget, limit - CU_MIN(before, limit - 1));
    int64_t start = budget;
    while (budget > 0 && !done) {
        bool progress = false;
        done = true;
        for (uint32_t i = 0; i < c->n; i++) {
            Block *b = c->block[i];
            if (b->done) continue;
            b->progress = false;
            b->slice_limit = start;
            b->done = run_block(b, &budget);
            done &= b->done;
            progress |= b->progress | b->done;
        }
        if (!done && !progress) {
            for (uint32_t i = 0; i < c->n; i++) {
                if (!c->block[i]->done) deadlock(c->block[i]);
            }
        }
    }
    uint64_t total =
        atomic_fetch_add(&g->executed, (uint64_t)(start - budget)) + (uint64_t)(start - budget);
    if (!done && g->vm->opt.max_instructions && total > g->vm->opt.max_instructions) {
        for (uint32_t i = 0; i < c->n; i++) {
            Block *b = c->block[i];
            for (uint32_t k = 0; k < b->nwarp && !b->done; k++) {
                Warp *w = b->warp[k];
                if (!w->nsplit) continue;
                const Split *s = &w->split[0];
                vm_fault(w, &s->frame->fn->code[s->pc], (uint32_t)__builtin_ctz(s->mask),
                         VM_ERR_LIMIT, 0, "more than %llu warp instructions executed",
                         (unsigned long long)g->vm->opt.max_instructions);
            }
        }
    }
    return done;
}

// ---- workers -----------------------------------------------------------------------------------

// A permutation of 0 .. n-1: a Feistel network over the next power of four, walked until it falls
// inside (Black and Rogaway, 2002).
static uint64_t shuffled(uint64_t i, uint64_t n, uint64_t seed) {
    uint32_t half = 1;
    while (half < 31 && 1ull << 2 * half < n) half++;
    uint64_t mask = (1ull << half) - 1;
    do {
        uint64_t l = i >> half, r = i & mask;
        for (uint32_t k = 0; k < 4; k++) {
            uint64_t t = l ^ (hash_mix(seed + k, r) & mask);
            l = r;
            r = t;
        }
        i = l << half | r;
    } while (i >= n);
    return i;
}

// Takes the next cluster of the grid; NULL when there is none, or a lower block has failed.
static Cluster *start_cluster(Worker *wk) {
    Grid *g = wk->grid;
    uint64_t seed = g->vm->opt.seed, i, fail;
    do {
        i = atomic_fetch_add(&g->next, 1);
        fail = atomic_load(&g->fail);
        if (i >= g->ncluster || (fail && !seed)) return NULL;
        if (seed) i = shuffled(i, g->ncluster, seed);
    } while (fail && i * (g->cdim[0] * g->cdim[1] * g->cdim[2]) >= fail);
    Cluster *c = wk->free_clusters;
    if (c) {
        wk->free_clusters = c->next_free;
    } else {
        c = arena_new(&wk->arena, Cluster);
    }
    memset(c, 0, sizeof *c);
    c->n = g->cdim[0] * g->cdim[1] * g->cdim[2];
    c->index = i;
    uint32_t nc[3] = {g->dim[0] / g->cdim[0], g->dim[1] / g->cdim[1], g->dim[2] / g->cdim[2]};
    uint32_t base[3] = {(uint32_t)(i % nc[0]) * g->cdim[0],
                        (uint32_t)(i / nc[0] % nc[1]) * g->cdim[1],
                        (uint32_t)(i / nc[0] / nc[1]) * g->cdim[2]};
    for (uint32_t r = 0; r < c->n; r++) {
        uint32_t id[3] = {base[0] + r % g->cdim[0], base[1] + r / g->cdim[0] % g->cdim[1],
                          base[2] + r / g->cdim[0] / g->cdim[1]};
        uint64_t index = id[0] + (uint64_t)g->dim[0] * (id[1] + (uint64_t)g->dim[1] * id[2]);
        c->block[r] = make_block(wk);
        start_block(c->block[r], index, id, r, c);
    }
    return c;
}

static void end_cluster(Worker *wk, Cluster *c) {
    for (uint32_t i = 0; i < c->n; i++) {
        if (c->block[i]) end_block(c->block[i]);
    }
    c->next_free = wk->free_clusters;
    wk->free_clusters = c;
}

static void record_fault(Worker *wk) {
    Grid *g = wk->grid;
    if (!wk->faulting) {
        wk->result = (VmResult){.status = VM_ERR_MEMORY};
        snprintf(wk->result.error, sizeof wk->result.error, "kernel %s: %s", g->kernel->name,
                 wk->ctx.fatal_text ? wk->ctx.fatal_text : "out of memory");
        wk->fault_block = 0;
    }
    wk->faulting = false;
    pthread_mutex_lock(&g->lock);
    uint64_t fail = atomic_load(&g->fail);
    if (!fail || wk->fault_block + 1 < fail) {
        uint64_t keep[VM_CLS_COUNT];
        memcpy(keep, g->result->count, sizeof keep);
        *g->result = wk->result;
        memcpy(g->result->count, keep, sizeof keep);
        atomic_store(&g->fail, wk->fault_block + 1);
    }
    pthread_mutex_unlock(&g->lock);
}

static bool holds_block(const Cluster *c, uint64_t block) {
    for (uint32_t i = 0; i < c->n; i++) {
        if (c->block[i] && c->block[i]->index == block) return true;
    }
    return false;
}

static void drop(Worker *wk, uint32_t i) {
    Cluster *c = wk->active.at[i];
    for (uint32_t k = i + 1; k < wk->active.n; k++) wk->active.at[k - 1] = wk->active.at[k];
    wk->active.n--;
    end_cluster(wk, c);
}

// Rounds over the resident clusters until the grid has none left for this worker.
static void work(Worker *wk) {
    Grid *g = wk->grid;
    bool more = true;
    if (!wk->profile) vm_profile_start(wk);
    for (;;) {
        if (!wk->active.n || (more && g->l->cooperative)) {
            Cluster *c;
            do {
                c = more ? start_cluster(wk) : NULL;
                if (c) vec_push(&wk->arena, &wk->active, c);
                more = c != NULL;
            } while (c && g->l->cooperative);
            if (!wk->active.n) return;
        }
        bool stuck = false;
        for (uint32_t i = 0; i < wk->active.n;) {
            Cluster *c = wk->active.at[i];
            uint64_t fail = atomic_load(&g->fail);
            bool abandon = fail && (c->block[0]->index >= fail || c->slices++ > 64);
            if (abandon || run_cluster(c)) {
                drop(wk, i);
            } else {
                stuck = true;
                i++;
            }
        }
        if (stuck && more && wk->active.n < MAX_RESIDENT) {
            Cluster *c = start_cluster(wk);
            more = c != NULL;
            if (c) vec_push(&wk->arena, &wk->active, c);
        }
    }
}

static void guarded_work(Worker *wk) {
    // the fault leaves with longjmp; nothing here changes after setjmp but what `wk` points to
    while (setjmp(wk->fault)) {
        record_fault(wk);
        for (uint32_t i = 0; i < wk->active.n; i++) {
            if (!holds_block(wk->active.at[i], wk->fault_block)) continue;
            drop(wk, i);
            break;
        }
        if (wk->result.status == VM_ERR_MEMORY) return;
    }
    work(wk);
}

static void *worker_main(void *p) {
    guarded_work(p);
    return NULL;
}

// ---- launches ----------------------------------------------------------------------------------

static VmStatus config_error(Grid *g, const char *text) {
    g->result->status = VM_ERR_LAUNCH;
    snprintf(g->result->error, sizeof g->result->error, "kernel %s: %s", g->kernel->name, text);
    return VM_ERR_LAUNCH;
}

// .blocksareclusters (PTX ISA 11.4): the launch counts clusters, and blocks have the size that
// .reqntid says (the launch gives it, or 1). %nctaid counts blocks as ever.
static bool count_clusters(Grid *g, const PtxDirectives *d) {
    bool one = g->bdim[0] == 1 && g->bdim[1] == 1 && g->bdim[2] == 1;
    for (uint32_t k = 0; k < 3; k++) {
        if (one && d->reqntid[0]) g->bdim[k] = CU_MAX(d->reqntid[k], 1u);
        uint64_t n = (uint64_t)g->dim[k] * CU_MAX(d->reqnctapercluster[k], 1u);
        if (n > INT32_MAX) return false;
        g->dim[k] = (uint32_t)n;
    }
    return true;
}

static VmStatus configure(Grid *g) {
    const VmLaunch *l = g->l;
    const PtxDirectives *d = &g->kernel->f->dir;
    uint64_t threads = 1, blocks = 1;
    if (!g->kernel->code) return config_error(g, "the kernel has no body");
    memcpy(g->dim, l->grid, sizeof g->dim);
    memcpy(g->bdim, l->block, sizeof g->bdim);
    if (d->blocksareclusters && d->reqnctapercluster[0] && !count_clusters(g, d))
        return config_error(g, "the grid is too large");
    for (uint32_t k = 0; k < 3; k++) {
        if (l->cluster[k] && d->reqnctapercluster[k] && l->cluster[k] != d->reqnctapercluster[k])
            return config_error(g, "the cluster size differs from .reqnctapercluster");
        g->cdim[k] = l->cluster[k]             ? l->cluster[k]
                     : d->reqnctapercluster[k] ? d->reqnctapercluster[k]
                                               : 1;
        g->clusters |= l->cluster[k] || d->reqnctapercluster[k];
        if (!g->dim[k] || !g->bdim[k] || g->bdim[k] > 1024)
            return config_error(g, "bad grid or block size");
        if (g->dim[k] % g->cdim[k])
            return config_error(g, "the grid is no multiple of the cluster");
        if (d->reqntid[0] && g->bdim[k] != CU_MAX(d->reqntid[k], 1u))
            return config_error(g, "the block size differs from .reqntid");
        threads *= g->bdim[k];
        blocks *= g->dim[k];
    }
    if (threads > 1024) return config_error(g, "more than 1024 threads per block");
    if (d->maxntid[0] &&
        threads > (uint64_t)d->maxntid[0] * CU_MAX(d->maxntid[1], 1u) * CU_MAX(d->maxntid[2], 1u)) {
        return config_error(g, "more threads per block than .maxntid allows");
    }
    if (blocks > 1ull << 40) return config_error(g, "the grid is too large");
    if ((uint64_t)g->cdim[0] * g->cdim[1] * g->cdim[2] > 16)
        return config_error(g, "more than 16 blocks per cluster");
    if (l->shared > 1u << 22) return config_error(g, "too much dynamic shared memory");
    g->threads = (uint32_t)threads;
    g->nblock = blocks;
    g->ncluster = blocks / (g->cdim[0] * g->cdim[1] * g->cdim[2]);
    g->warps_per_block = (uint32_t)(threads + 31) / 32;
    // the reserved part is there for kernels that ask where it is (cooperative groups keep things
    // in it)
    bool reserved = g->kernel->mod->used_sregs >> PTXR_RESERVED_SMEM_BEGIN & 31;
    g->shared_begin = reserved ? VM_RESERVED_OFF : VM_SHARED_OFF;
    g->static_end = g->kernel->shared_end;
    g->dynamic_off = g->kernel->mod->dynamic_off;
    g->dynamic_end = g->dynamic_off + l->shared;
    return VM_OK;
}

static int by_block(const void *a, const void *b) {
    uint64_t x = ((const VmOutput *)a)->block, y = ((const VmOutput *)b)->block;
    return (x > y) - (x < y);
}

static void deliver(Grid *g) {
    if (!g->out.n || !g->l->output) return;
    qsort(g->out.at, g->out.n, sizeof *g->out.at, by_block);
    for (uint32_t i = 0; i < g->out.n; i++)
        g->l->output(g->l->data, g->out.at[i].text, g->out.at[i].n);
}

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

// Cooperative groups keep the state of a grid's barrier in memory whose address is in %envreg1
// (high) and %envreg2: its size, then the counter.
static bool make_workspace(Grid *g) {
    static const uint32_t fresh[2] = {8, 0};
    Vm *vm = g->vm;
    if (!g->l->cooperative || !(g->kernel->mod->used_sregs >> PTXR_ENVREG1 & 1)) return true;
    if (!vm->workspace) vm->workspace = vm_alloc_kind(vm, sizeof fresh, VM_ALLOC_VARIABLE, NULL);
    g->workspace = vm->workspace;
    return g->workspace && vm_write(vm, g->workspace, fresh, sizeof fresh);
}

VmStatus vm_launch(Vm *vm, VmFunc *k, const VmLaunch *l, VmResult *result) {
    return vm_launch_at(vm, k, l, 0, result);
}

VmStatus vm_launch_at(Vm *vm, VmFunc *k, const VmLaunch *l, uint32_t depth, VmResult *result) {
    memset(result, 0, sizeof *result);
    Grid grid = {
        .depth = depth, .vm = vm, .kernel = k, .l = l, .result = result, .checks = vm->opt.checks};
    Grid *g = &grid;
    if (vm->check) vm_check_launch(vm);
    if (configure(g) != VM_OK) return result->status;
    if (!make_workspace(g)) return result->status = VM_ERR_MEMORY;
    double start = now();
    Ctx ctx;
    ctx_init(&ctx);
    jmp_buf unwind;
    if (setjmp(unwind)) {
        ctx_free(&ctx);
        result->status = VM_ERR_MEMORY;
        snprintf(result->error, sizeof result->error, "kernel %s: out of memory", k->name);
        return result->status;
    }
    ctx.unwind = &unwind;
    pthread_mutex_init(&g->lock, NULL);
    arena_init(&g->arena, &ctx, "grid");
    RaceGrid race;
    if (g->checks & VM_CHECK_RACE) vm_race_start(g, &race, &ctx);
    g->params = arena_zalloc(&g->arena, k->param_size + 64u, 64);
    if (l->params && k->param_size) memcpy(g->params, l->params, k->param_size);
    uint32_t n = (uint32_t)CU_MIN((uint64_t)CU_MAX(vm->opt.jobs, 1u), g->ncluster), started = 0;
    Worker *wk = arena_array(&ctx.perm, Worker, n);
    for (uint32_t i = 0; i < n; i++) {
        wk[i].grid = g;
        ctx_init_worker(&wk[i].ctx, &ctx, i + 1, &wk[i].fault);
        arena_init(&wk[i].arena, &wk[i].ctx, "worker"); // used from guarded_work on
    }
    for (uint32_t i = 1; i < n; i++) {
        if (pthread_create(&wk[i].thread, NULL, worker_main, &wk[i]) != 0) break;
        started = i;
    }
    guarded_work(&wk[0]);
    for (uint32_t i = 1; i <= started; i++) pthread_join(wk[i].thread, NULL);
    deliver(g);
    for (uint32_t i = 0; i < n; i++) {
        for (uint32_t c = 0; c < VM_CLS_COUNT; c++) result->count[c] += wk[i].count[c];
        result->warp_instructions += wk[i].executed;
        vm_profile_add(vm, &wk[i]);
    }
    if (g->race) vm_race_end(g);
    pthread_mutex_destroy(&g->lock);
    result->seconds = now() - start;
    if (g->nested.n) vm_nested_run(vm, &g->nested, l, depth, result);
    ctx_free(&ctx); // everything of the workers hangs off it
    return result->status;
}
