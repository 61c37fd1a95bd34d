// SPDX-License-Identifier: Apache-2.0
// What orders the work of streams and the host, for the race checker. Work is done when it is
// issued; on a GPU the work of two streams overlaps unless something orders it. Each stream counts
// its work, and knows up to which count the work of each other stream is done before its own next
// one: by events, by the default stream, and by what the host has waited for. Ranges of memory that
// work has touched are kept until the host has waited for it; work that touches one of them, one of
// the two writing, and does not know of it is a finding.
//
// Where it is not clear what a GPU would do the more ordered way is taken: queries that say "done"
// and host functions in a stream count as waits, the per-thread default stream as the legacy one,
// all of a graph as one piece of work, all threads of the host as one.
#include "cudart/cudart_int.h"

#include <stdio.h>

enum {
    MAX_NODES = 512,
    NODE_WORDS = MAX_NODES / 64,
    LINES = 64,
    MAX_TOUCHES = 8192,
    MAX_RANGES = 2048
};

typedef struct RtClock { // of each stream: so much of its work is done
    uint64_t done[LINES];
} RtClock;

typedef struct { // a piece of work
    uint32_t line;
    uint64_t number;
    const VmFunc *kernel; // NULL: a copy, a fill, memory that comes or goes
    uint32_t grid[3], block[3];
    const char *what;
    uint32_t run, node; // of a graph: which launch, and the node's place in it
    void *pc[RT_HOST_FRAMES];
    uint32_t npc;
} Work;

typedef struct {
    VmTouched range;
    uint32_t work; // in RtOrder.work
} Touch;

struct RtOrder {
    RtClock host, line[LINES]; // [0]: the default stream
    uint64_t issued[LINES];
    bool ended[LINES];    // its stream has been destroyed
    bool blocking[LINES]; // waits for the default stream, and that one for it
    uint32_t nline;
    bool is_lost;       // too many streams: nothing is known
    bool has_host_side; // the program has had memory that the host sees as well
    VEC(Work) work;
    VEC(Touch) touch;
    uint32_t ranges;  // of the work that is being done
    uint32_t current; // its stream
    // of the graph that is running: its launch; a bit for each node that comes before a node
    uint32_t run, nrun, nnode;
    RtNode *const *node;
    uint64_t *before;
    uint32_t before_size; // words
};

// ---- clocks ------------------------------------------------------------------------------------

static void join(const RtOrder *order, RtClock *to, const RtClock *from) {
    for (uint32_t i = 0; i < order->nline; i++) to->done[i] = CU_MAX(to->done[i], from->done[i]);
}

void rt_order_start(Rt *rt) {
    if (!(rt->checks & VM_CHECK_RACE)) return;
    rt->order = arena_new(&rt->ctx.perm, RtOrder);
    rt->order->nline = 1;
}

void rt_order_stream(Rt *rt, RtStream *stream) {
    RtOrder *order = rt->order;
    if (!order) return;
    uint32_t i = 1;
    while (i < order->nline && !(order->ended[i] && order->issued[i] <= order->host.done[i])) i++;
    order->is_lost |= i == LINES;
    if (i == LINES) i = 0;
    order->nline = CU_MAX(order->nline, i + 1);
    order->ended[i] = false;
    order->blocking[i] = !(stream->flags & 1);
    stream->line = i;
}

void rt_order_stream_ends(Rt *rt, const RtStream *stream) {
    if (rt->order && stream->line) rt->order->ended[stream->line] = true;
}

// ---- what has been touched ---------------------------------------------------------------------

static bool is_done(const RtOrder *order, const RtClock *clock, const Touch *touch) {
    const Work *work = &order->work.at[touch->work];
    return work->number <= clock->done[work->line];
}

// The same for two pieces of work, of which the later one is at hand.
static bool is_before(const RtOrder *order, const Work *now, const Touch *touch) {
    const Work *then = &order->work.at[touch->work];
    if (!now->run || now->run != then->run) return is_done(order, &order->line[now->line], touch);
    if (now->node == then->node) return true;
    return order->before[now->node * NODE_WORDS + then->node / 64] >> then->node % 64 & 1;
}

// The host has waited: what it knows everything that comes knows.
static void forget(RtOrder *order) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < order->touch.n; i++) {
        if (!is_done(order, &order->host, &order->touch.at[i]))
            order->touch.at[n++] = order->touch.at[i];
    }
    order->touch.n = n;
}

void rt_order_forget(Rt *rt, uint64_t addr, uint64_t size) {
    RtOrder *order = rt->order;
    uint32_t n = 0;
    for (uint32_t i = 0; order && i < order->touch.n; i++) {
        const Touch *t = &order->touch.at[i];
        if (t->range.begin - addr >= size) order->touch.at[n++] = *t;
    }
    if (order) order->touch.n = n;
}

static VmSide side_of(Rt *rt, const Touch *touch) {
    const Work *work = &rt->order->work.at[touch->work];
    VmSide side = {.kernel = work->kernel, .touched = touch->range};
    memcpy(side.grid, work->grid, sizeof side.grid);
    memcpy(side.block, work->block, sizeof side.block);
    side.host = rt_host_text(&rt->ctx.perm, work->pc, work->npc);
    return side;
}

static void report(Rt *rt, const Touch *now, const Touch *before) {
    const Work *n = &rt->order->work.at[now->work], *b = &rt->order->work.at[before->work];
    char text[200];
    bool nodes = n->run && n->run == b->run;
    snprintf(text, sizeof text,
             "%s of stream %u %s what %s of stream %u %s: nothing orders the two %s", n->what,
             n->line, now->range.write ? "writes" : "reads", b->what, b->line,
             before->range.write ? "writes" : "reads", nodes ? "nodes of the graph" : "streams");
    VmSide one = side_of(rt, now), other = side_of(rt, before);
    vm_order_finding(rt->vm, "streams", &one, &other, text);
}

// Whether a newer access of the same stream says all that the older one did.
static bool replaces(const RtOrder *order, const Touch *now, const Touch *old) {
    const Work *n = &order->work.at[now->work], *o = &order->work.at[old->work];
    bool beside = n->run && n->run == o->run && n->node != o->node;
    return n->line == o->line && !beside && now->range.write == old->range.write &&
           now->range.begin <= old->range.begin && now->range.end >= old->range.end;
}

static bool host_sees(RtMemKind kind) {
    return is_any_of(kind, MEM_PINNED, MEM_MANAGED, MEM_REGISTERED);
}

static bool is_host_visible(Rt *rt, uint64_t addr) {
    RtMem *mem = rt_mem_at(rt, addr);
    return mem && host_sees(mem->kind);
}

void rt_order_memory(Rt *rt, RtMemKind kind) {
    if (rt->order) rt->order->has_host_side |= host_sees(kind);
}

// More than one stream, or nodes of a graph.
static bool may_overlap(const RtOrder *order) {
    return order->nline > 1 || order->run;
}

bool rt_order_follows(const Rt *rt) {
    const RtOrder *order = rt->order;
    return order && !order->is_lost && (may_overlap(order) || order->has_host_side);
}

static void add(Rt *rt, const VmTouched *range) {
    RtOrder *order = rt->order;
    if (order->is_lost || !order->work.n || order->ranges++ >= MAX_RANGES) return;
    if (!may_overlap(order) && !is_host_visible(rt, range->begin)) return;
    Touch now = {*range, order->work.n - 1};
    const Work *work = &order->work.at[now.work];
    uint32_t n = 0;
    bool told = false;
    for (uint32_t i = 0; i < order->touch.n; i++) {
        const Touch *t = &order->touch.at[i];
        bool meets = t->range.begin < range->end && range->begin < t->range.end;
        if (meets && !told && (t->range.write || range->write) && !is_before(order, work, t)) {
            report(rt, &now, t);
            told = true;
        }
        if (!meets || !replaces(order, &now, t)) order->touch.at[n++] = *t;
    }
    order->touch.n = n;
    // of too many nothing is known: that invents no finding
    if (order->touch.n >= MAX_TOUCHES) order->touch.n = 0;
    vec_push(&rt->ctx.perm, &order->touch, now);
}

void rt_order_touched(void *data, const VmTouched *range) {
    add(data, range);
}

void rt_order_touch(Rt *rt, uint64_t addr, uint64_t size, bool write) {
    VmRange r;
    if (!rt->order || !size || !vm_range(rt->vm, addr, &r)) return;
    VmTouched range = {.begin = addr, .end = addr + size, .write = write};
    add(rt, &range);
}

bool rt_order_touches(const Rt *rt, uint64_t addr, bool write) {
    const RtOrder *order = rt->order;
    for (uint32_t i = 0; i < order->touch.n; i++) {
        const VmTouched *range = &order->touch.at[i].range;
        bool inside = addr >= range->begin && addr < range->end;
        if (inside && (write || range->write)) return true;
    }
    return false;
}

static void guard(Rt *rt, const Touch *touch) {
    const Work *work = &rt->order->work.at[touch->work];
    if (!is_host_visible(rt, touch->range.begin)) return;
    VmSide side = {.kernel = work->kernel, .touched = touch->range};
    memcpy(side.grid, work->grid, sizeof side.grid);
    memcpy(side.block, work->block, sizeof side.block);
    rt_guard_add(rt, &side, work->line, work->what, work->pc, work->npc);
}

// Ranges that are one but for what structures leave between members.
static void guard_all(Rt *rt, bool write) {
    const RtOrder *order = rt->order;
    Touch row = {0};
    for (uint32_t i = 0; i < order->touch.n; i++) {
        const Touch *touch = &order->touch.at[i];
        if (touch->range.write != write) continue;
        uint64_t hole = touch->range.begin - row.range.end; // large: it lies before
        if (row.range.end && touch->work == row.work && hole <= RT_GUARD_HOLE) {
            row.range.end = touch->range.end;
            continue;
        }
        if (row.range.end) guard(rt, &row);
        row = *touch;
    }
    if (row.range.end) guard(rt, &row);
}

void rt_order_guard(Rt *rt) {
    if (!rt->guards) return;
    rt_guard_begin(rt);
    guard_all(rt, true);
    guard_all(rt, false);
    rt_guard_close(rt);
}

// ---- work --------------------------------------------------------------------------------------

static const char *name_of(const RtOp *op) {
    static const char *const names[] = {
        [OP_KERNEL] = "a kernel", [OP_COPY] = "a copy",          [OP_SET] = "a fill",
        [OP_GRAPH] = "a graph",   [OP_ALLOC] = "the allocation", [OP_FREE] = "the release"};
    const char *name = (size_t)op->kind < CU_COUNT(names) ? names[op->kind] : NULL;
    return name ? name : "an operation";
}

static void name_work(Work *work, const RtOp *op) {
    work->what = name_of(op);
    if (op->kind != OP_KERNEL) return;
    const RtLaunch *launch = &op->u.launch;
    work->kernel = launch->kernel->fn;
    memcpy(work->grid, &launch->grid, sizeof work->grid);
    memcpy(work->block, &launch->block, sizeof work->block);
}

void rt_order_work(Rt *rt, RtStream *stream, const RtOp *op) {
    RtOrder *order = rt->order;
    if (!order) return;
    uint32_t line = stream->line;
    RtClock *clock = &order->line[line];
    join(order, clock, &order->host);
    for (uint32_t i = 1; i < order->nline && !line; i++) {
        if (order->blocking[i]) clock->done[i] = order->issued[i];
    }
    if (line && order->blocking[line]) join(order, clock, &order->line[0]);
    clock->done[line] = ++order->issued[line];
    order->ranges = 0;
    order->current = line;
    Work work = {.line = line, .number = order->issued[line]};
    name_work(&work, op);
    work.npc = rt_host_stack(work.pc, RT_HOST_FRAMES);
    // of too much nothing is known
    if (order->work.n > MAX_TOUCHES) order->touch.n = 0;
    if (!order->touch.n) order->work.n = 0;
    vec_push(&rt->ctx.perm, &order->work, work);
}

void rt_order_graph(Rt *rt, RtNode *const *nodes, uint32_t n) {
    RtOrder *order = rt->order;
    if (!order || order->is_lost || n > MAX_NODES || !order->work.n) return;
    if (order->before_size < n * NODE_WORDS) {
        order->before_size = CU_MAX(n, 16u) * NODE_WORDS;
        order->before = arena_array(&rt->ctx.perm, uint64_t, order->before_size);
    }
    memset(order->before, 0, n * NODE_WORDS * sizeof *order->before);
    for (uint32_t i = 0; i < n; i++) nodes[i]->place = i;
    for (uint32_t i = 0; i < n; i++) {
        uint64_t *mine = order->before + i * NODE_WORDS;
        VEC_FOREACH (RtNodeP, dep, &nodes[i]->deps) {
            uint32_t at = (*dep)->place;
            if (at >= n || nodes[at] != *dep) continue;
            const uint64_t *theirs = order->before + at * NODE_WORDS;
            for (uint32_t k = 0; k < NODE_WORDS; k++) mine[k] |= theirs[k];
            mine[at / 64] |= 1ull << at % 64;
        }
    }
    order->run = ++order->nrun;
    order->node = nodes;
}

void rt_order_node(Rt *rt, uint32_t place) {
    RtOrder *order = rt->order;
    if (!order || !order->run) return;
    Work work = order->work.at[order->work.n - 1];
    work.kernel = NULL;
    name_work(&work, &order->node[place]->op);
    work.run = order->run;
    work.node = place;
    order->ranges = 0;
    vec_push(&rt->ctx.perm, &order->work, work);
}

void rt_order_graph_ends(Rt *rt) {
    if (rt->order) rt->order->run = 0;
}

void rt_order_host_waits(Rt *rt, const RtStream *stream) {
    RtOrder *order = rt->order;
    if (!order) return;
    join(order, &order->host, &order->line[stream ? stream->line : order->current]);
    forget(order);
}

void rt_order_host_waits_all(Rt *rt) {
    RtOrder *order = rt->order;
    for (uint32_t i = 0; order && i < order->nline; i++) order->host.done[i] = order->issued[i];
    if (order) forget(order);
}

// ---- events ------------------------------------------------------------------------------------

void rt_order_record(Rt *rt, RtEvent *event, RtStream *stream) {
    RtOrder *order = rt->order;
    if (!order) return;
    // what the stream would wait for now is done before the event
    RtClock *clock = &order->line[stream->line];
    join(order, clock, &order->host);
    for (uint32_t i = 1; i < order->nline && !stream->line; i++) {
        if (order->blocking[i]) clock->done[i] = order->issued[i];
    }
    if (stream->line && order->blocking[stream->line]) join(order, clock, &order->line[0]);
    if (!event->clock) event->clock = arena_new(&rt->ctx.perm, RtClock);
    *event->clock = *clock;
}

void rt_order_wait(Rt *rt, RtStream *stream, const RtEvent *event) {
    if (rt->order && event->clock && event->recorded)
        join(rt->order, &rt->order->line[stream->line], event->clock);
}

void rt_order_host_waits_event(Rt *rt, const RtEvent *event) {
    if (!rt->order || !event->clock || !event->recorded) return;
    join(rt->order, &rt->order->host, event->clock);
    forget(rt->order);
}
