// SPDX-License-Identifier: Apache-2.0
// Blocks of a function in the order in which they are translated and run, loops, dominators.
#include "jit/jit_int.h"

enum { MAX_INSTS = 20000, MAX_BLOCKS = 1500 };

typedef struct {
    Flow *flow;
    Block *raw; // in the order of the text
    uint32_t nraw;
    uint32_t *block_of; // instruction -> block
    uint32_t *order;    // block of the text -> its number, NO_BLOCK: not reached
    uint32_t *post;     // blocks of the text in post-order
    uint32_t npost;
    uint8_t *state;
} Find;

// ---- what instructions name --------------------------------------------------------------------

typedef void See(void *data, uint32_t row);

static void see_operand(const JitOperand *operand, See *see, void *data) {
    if (operand->kind == JIT_IS_ROW) see(data, operand->at);
}

static void see_list(const JitFunc *fn, uint32_t first, uint32_t n, See *see, void *data) {
    for (uint32_t i = 0; i < n; i++) see(data, fn->list.at[first + i]);
}

static void see_elements(const JitFunc *fn, const JitInst *in, See *see, void *data) {
    for (uint32_t i = 0; i < in->nelement; i++)
        see_operand(&fn->element.at[in->element + i], see, data);
}

void flow_writes(const JitFunc *fn, const JitInst *in, See *see, void *data) {
    see_list(fn, in->writes, in->nwrites, see, data);
    see_operand(&in->d, see, data);
    see_operand(&in->second, see, data);
    if (in->op == JIT_LOAD) see_elements(fn, in, see, data);
}

void flow_reads(const JitFunc *fn, const JitInst *in, See *see, void *data) {
    see_list(fn, in->reads, in->nreads, see, data);
    see_operand(&in->a, see, data);
    see_operand(&in->b, see, data);
    see_operand(&in->c, see, data);
    if (is_any_of(in->op, JIT_STORE, JIT_CALL, JIT_ATOMIC)) see_elements(fn, in, see, data);
    if (!in->guard) return;
    see(data, in->guard - 1);
    flow_writes(fn, in, see, data);
}

void flow_add_row(void *set, uint32_t row) {
    ((uint64_t *)set)[row / 64] |= 1ull << row % 64;
}
void flow_remove_row(void *set, uint32_t row) {
    ((uint64_t *)set)[row / 64] &= ~(1ull << row % 64);
}

// ---- blocks ------------------------------------------------------------------------------------

const JitInst *flow_last(const Flow *flow, const Block *block) {
    return block->end > block->first ? &flow->fn->inst.at[block->end - 1] : NULL;
}

// A block begins at a label, and behind what ends one.
static void cut_blocks(Find *find) {
    const JitFunc *fn = find->flow->fn;
    find->block_of = arena_array(find->flow->arena, uint32_t, fn->inst.n + 1);
    find->raw = arena_array(find->flow->arena, Block, 2 * fn->inst.n + 2); // and latches
    bool fresh = true, in_labels = false;
    for (uint32_t i = 0; i < fn->inst.n; i++) {
        const JitInst *in = &fn->inst.at[i];
        bool label = in->op == JIT_LABEL;
        if (fresh || (label && !in_labels)) {
            if (find->nraw) find->raw[find->nraw - 1].end = i;
            find->raw[find->nraw++].first = i;
        }
        find->block_of[i] = find->nraw - 1;
        in_labels = label;
        fresh = is_any_of(in->op, JIT_BRANCH, JIT_STOP, JIT_END);
    }
    if (find->nraw) find->raw[find->nraw - 1].end = fn->inst.n;
}

// What follows comes first, then the target.
static void link_blocks(Find *find) {
    const JitFunc *fn = find->flow->fn;
    for (uint32_t b = 0; b < find->nraw; b++) {
        Block *block = &find->raw[b];
        const JitInst *last = &fn->inst.at[block->end - 1];
        bool jumps = last->op == JIT_BRANCH, goes_on = !jumps || last->guard;
        if (is_any_of(last->op, JIT_STOP, JIT_END)) goes_on = last->may_pass;
        if (goes_on && b + 1 < find->nraw) block->succ[block->nsucc++] = b + 1;
        if (jumps) block->succ[block->nsucc++] = find->block_of[last->target];
    }
}

// Without recursion: a stack of blocks, and how many successors each has been asked for. The target
// of a branch comes first, so that what follows the branch stays behind it.
static void post_order(Find *find) {
    Arena *arena = find->flow->arena;
    uint32_t *stack = arena_array(arena, uint32_t, find->nraw + 1), n = 0;
    memset(find->state, 0, find->nraw);
    find->npost = 0;
    stack[n++] = 0;
    find->state[0] = 1;
    while (n) {
        uint32_t b = stack[n - 1];
        const Block *block = &find->raw[b];
        uint32_t asked = find->state[b] - 1u;
        if (asked == block->nsucc) {
            find->post[find->npost++] = b;
            n--;
            continue;
        }
        find->state[b]++;
        uint32_t to = block->succ[block->nsucc - 1 - asked];
        if (find->state[to]) continue;
        find->state[to] = 1;
        stack[n++] = to;
    }
}

// Puts the blocks that are reached in order, with their new numbers.
static void number_blocks(Find *find) {
    Flow *flow = find->flow;
    flow->n = find->npost;
    flow->block = arena_array(flow->arena, Block, flow->n + 1);
    for (uint32_t b = 0; b < find->nraw; b++) find->order[b] = NO_BLOCK;
    for (uint32_t i = 0; i < flow->n; i++) find->order[find->post[flow->n - 1 - i]] = i;
    for (uint32_t i = 0; i < flow->n; i++) {
        Block *block = &flow->block[i];
        *block = find->raw[find->post[flow->n - 1 - i]];
        for (uint32_t k = 0; k < block->nsucc; k++) block->succ[k] = find->order[block->succ[k]];
        block->header = block->last = block->outer = NO_BLOCK;
    }
}

static void find_preds(Flow *flow) {
    uint32_t edges = 0;
    flow->pred_first = arena_array(flow->arena, uint32_t, flow->n + 2);
    for (uint32_t b = 0; b < flow->n; b++) {
        for (uint32_t k = 0; k < flow->block[b].nsucc; k++, edges++)
            flow->pred_first[flow->block[b].succ[k] + 1]++;
    }
    for (uint32_t b = 0; b < flow->n; b++) flow->pred_first[b + 1] += flow->pred_first[b];
    flow->pred = arena_array(flow->arena, uint32_t, edges + 1);
    uint32_t *at = arena_array(flow->arena, uint32_t, flow->n + 1);
    for (uint32_t b = 0; b < flow->n; b++) {
        for (uint32_t k = 0; k < flow->block[b].nsucc; k++) {
            uint32_t to = flow->block[b].succ[k];
            flow->pred[flow->pred_first[to] + at[to]++] = b;
        }
    }
}

// ---- dominators and loops ----------------------------------------------------------------------

// Cooper, Harvey, Kennedy: "A Simple, Fast Dominance Algorithm".
static void find_dominators(Flow *flow) {
    for (uint32_t b = 0; b < flow->n; b++) flow->block[b].idom = NO_BLOCK;
    flow->block[0].idom = 0;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t b = 1; b < flow->n; b++) {
            uint32_t idom = NO_BLOCK;
            for (uint32_t e = flow->pred_first[b]; e < flow->pred_first[b + 1]; e++) {
                uint32_t other = flow->pred[e];
                if (flow->block[other].idom == NO_BLOCK) continue;
                if (idom == NO_BLOCK) idom = other;
                while (idom != other) {
                    if (idom > other)
                        idom = flow->block[idom].idom;
                    else
                        other = flow->block[other].idom;
                }
            }
            changed |= idom != flow->block[b].idom;
            flow->block[b].idom = idom;
        }
    }
}

static bool dominates(const Flow *flow, uint32_t above, uint32_t b) {
    while (b > above) b = flow->block[b].idom;
    return b == above;
}

bool flow_in_loop(const Flow *flow, uint32_t block, uint32_t header) {
    return block >= header && block <= flow->block[header].last;
}

// The blocks from which a back edge's source is reached without its target are the loop's. Inner
// loops come later in the order and claim their blocks last.
static bool find_loops(Flow *flow) {
    uint32_t *stack = arena_array(flow->arena, uint32_t, flow->n + flow->pred_first[flow->n] + 1);
    uint8_t *in = arena_array(flow->arena, uint8_t, flow->n + 1);
    for (uint32_t h = 0; h < flow->n; h++) {
        uint32_t n = 0;
        for (uint32_t e = flow->pred_first[h]; e < flow->pred_first[h + 1]; e++) {
            uint32_t from = flow->pred[e];
            if (from < h) continue;
            if (!dominates(flow, h, from)) return false; // another way into the loop
            stack[n++] = from;
        }
        if (!n) continue;
        memset(in, 0, flow->n);
        in[h] = 1;
        flow->block[h].outer = flow->block[h].header;
        flow->block[h].header = h;
        flow->block[h].last = h;
        flow->block[h].depth++;
        while (n) {
            uint32_t b = stack[--n];
            if (in[b]) continue;
            in[b] = 1;
            flow->block[b].header = h;
            flow->block[b].depth++;
            flow->block[h].last = CU_MAX(flow->block[h].last, b);
            for (uint32_t e = flow->pred_first[b]; e < flow->pred_first[b + 1]; e++) {
                if (!in[flow->pred[e]]) stack[n++] = flow->pred[e];
            }
        }
    }
    return true;
}

// A loop that is left backwards from its middle gets a block of its own for that at its end: lanes
// that are done with a round wait there for those that are not, as the order of blocks says.
static void add_latches(Find *find) {
    const Flow *flow = find->flow;
    uint32_t nraw = find->nraw;
    for (uint32_t h = 0; h < flow->n; h++) {
        uint32_t sources = 0, last = flow->block[h].last, header = find->post[flow->n - 1 - h];
        bool from_middle = false;
        for (uint32_t e = flow->pred_first[h]; e < flow->pred_first[h + 1]; e++) {
            if (flow->pred[e] < h) continue;
            sources++;
            from_middle |= flow->pred[e] != last;
        }
        if (sources < 2 && !from_middle) continue;
        uint32_t latch = find->nraw++;
        find->raw[latch] = (Block){.succ = {header}, .nsucc = 1};
        for (uint32_t b = 0; b < nraw; b++) {
            if (find->order[b] == NO_BLOCK || find->order[b] < h) continue;
            for (uint32_t k = 0; k < find->raw[b].nsucc; k++) {
                if (find->raw[b].succ[k] == header) find->raw[b].succ[k] = latch;
            }
        }
    }
}

static bool loop_holds(const Flow *flow, uint32_t header, uint32_t block) {
    for (uint32_t h = flow->block[block].header; h != NO_BLOCK; h = flow->block[h].outer) {
        if (h == header) return true;
    }
    return false;
}

// Brings the blocks of each loop together, inner loops first: behind the header come those of the
// loop, then those that stood between them. Each stays behind what leads to it, since into a loop
// only its header leads.
static void gather_loops(Find *find) {
    const Flow *flow = find->flow;
    uint32_t *sequence = arena_array(flow->arena, uint32_t, flow->n);
    uint32_t *others = arena_array(flow->arena, uint32_t, flow->n);
    for (uint32_t i = 0; i < flow->n; i++) sequence[i] = i;
    for (uint32_t h = flow->n; h-- > 0;) {
        if (flow->block[h].last == NO_BLOCK) continue;
        uint32_t to = 0, nothers = 0;
        while (sequence[to] != h) to++;
        for (uint32_t i = to; i < flow->n; i++) {
            uint32_t b = sequence[i];
            if (loop_holds(flow, h, b))
                sequence[to++] = b;
            else
                others[nothers++] = b;
        }
        memcpy(sequence + to, others, nothers * sizeof *others);
    }
    for (uint32_t i = 0; i < flow->n; i++) others[i] = find->post[flow->n - 1 - sequence[i]];
    for (uint32_t i = 0; i < flow->n; i++) find->post[flow->n - 1 - i] = others[i];
}

// ---- all of it ---------------------------------------------------------------------------------

// The edges, dominators and loops of the order in `post`.
static bool analyse(Find *find) {
    number_blocks(find);
    find_preds(find->flow);
    find_dominators(find->flow);
    return find_loops(find->flow);
}

bool flow_find(Flow *flow, const JitFunc *fn, Arena *arena) {
    *flow = (Flow){.fn = fn, .arena = arena};
    if (!fn->inst.n || fn->inst.n > MAX_INSTS) return false;
    Find find = {.flow = flow};
    cut_blocks(&find);
    if (find.nraw > MAX_BLOCKS) return false;
    link_blocks(&find);
    uint32_t most = 2 * find.nraw + 1;
    find.order = arena_array(arena, uint32_t, most);
    find.post = arena_array(arena, uint32_t, most);
    find.state = arena_array(arena, uint8_t, most);
    post_order(&find);
    if (!analyse(&find)) return false;
    add_latches(&find);
    post_order(&find);
    if (!analyse(&find)) return false;
    gather_loops(&find);
    if (!analyse(&find)) return false;
    return true;
}

// ---- entries -----------------------------------------------------------------------------------

static bool follows_stop(const Flow *flow, uint32_t block) {
    for (uint32_t e = flow->pred_first[block]; e < flow->pred_first[block + 1]; e++) {
        const JitInst *last = flow_last(flow, &flow->block[flow->pred[e]]);
        if (last && (last->op == JIT_STOP || last->together)) return true;
    }
    return false;
}

// There is nothing to run: it ends before it begins.
static bool is_empty(const Flow *flow, const Block *block) {
    uint32_t i = block->first;
    while (i < block->end && flow->fn->inst.at[i].op == JIT_LABEL) i++;
    return i < block->end && flow->fn->inst.at[i].op == JIT_STOP;
}

bool flow_is_entry(const Flow *flow, uint32_t b) {
    const Block *block = &flow->block[b];
    bool comes_in = !b || block->last != NO_BLOCK || follows_stop(flow, b);
    // a store that all lanes do together is the machine's where they do not come to it together
    bool together = block->end > block->first && flow->fn->inst.at[block->first].together;
    return comes_in && block->end > block->first && !is_empty(flow, block) && !together;
}
