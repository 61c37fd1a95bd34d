// SPDX-License-Identifier: Apache-2.0
// Conditional nodes of graphs (CUDA programming guide, "Conditional Graph Nodes"): if, while,
// switch over the value of a handle. Our handle is the address of a word in the device's memory,
// which cudaGraphSetConditional of device code (src/vm/schedule/nested.c) stores to. The graph that
// it was made for and that graph's clones hold it.
#include "cudart/cudart_int.h"

enum { ASSIGN_DEFAULT = 1 };

// The word is allocated as idle so that a program which never frees its handles (there is no call
// for that) is not told of a leak.
int rt_cudaGraphConditionalHandleCreate(Rt *rt, unsigned long long *handle, void *graph,
                                        unsigned value, unsigned flags) {
    if (!handle || !rt_is(rt, graph, OBJ_GRAPH) || flags & ~(unsigned)ASSIGN_DEFAULT)
        return RTE_InvalidValue;
    RtGraph *rt_graph = graph;
    uint64_t word;
    RT_TRY(rt_mem_alloc(rt, MEM_DEVICE, sizeof value, 0, &word));
    vm_idle_allocation(rt->vm, word, true);
    vm_write(rt->vm, word, &value, sizeof value);
    // The graph owns the word through a counted object, as with user objects; clones of the graph
    // share it.
    RtUser *u = rt_new(rt, OBJ_USER, sizeof *u);
    u->refs = 1;
    u->word = word;
    u->value = value;
    u->assign = flags & ASSIGN_DEFAULT;
    // With the flag every launch begins with the value, without it the value of the last launch
    // stays.
    RtHold hold = {u, 1};
    vec_push(&rt_graph->arena, &rt_graph->hold, hold);
    *handle = word;
    return 0;
}

// One device has one context: nothing depends on it.
int rt_cuGraphConditionalHandleCreate(Rt *rt, unsigned long long *handle, void *graph,
                                      void *context, unsigned value, unsigned flags) {
    return rt_cudaGraphConditionalHandleCreate(rt, handle, graph, value, flags);
}

// Whether the handle was made for this graph; another graph's would be freed with that.
static bool is_handle(const RtGraph *g, uint64_t word) {
    VEC_FOREACH (RtHold, h, &g->hold) {
        if (h->user->word && h->user->word == word) return true;
    }
    return false;
}

// Makes the empty graphs that the caller fills through `graphs`. Their number depends on the kind:
// an `if` may have an `else`.
int rt_condition_op(Rt *rt, RtGraph *graph, RtConditionalParams *conditional_params, RtOp *op) {
    enum { MOST = 1 << 16 };
    uint32_t most[] = {[RT_COND_IF] = 2, [RT_COND_WHILE] = 1, [RT_COND_SWITCH] = MOST};
    *op = (RtOp){.kind = OP_COND};
    if ((uint32_t)conditional_params->type >= CU_COUNT(most) || !conditional_params->size ||
        conditional_params->size > most[conditional_params->type])
        return RTE_InvalidValue;
    if (!is_handle(graph, conditional_params->handle) || graph->level >= RT_GRAPH_DEPTH)
        return RTE_InvalidValue;
    RtGraph **body = arena_array(&graph->arena, RtGraph *, conditional_params->size);
    for (uint32_t i = 0; i < conditional_params->size; i++) {
        body[i] = rt_graph_new(rt, graph->level + 1);
        VEC_FOREACH (RtHold, h, &graph->hold) { // nodes in it may ask for the same handles
            if (!h->user->word) continue;
            h->user->refs += h->n;
            vec_push(&body[i]->arena, &body[i]->hold, *h);
        }
    }
    op->u.cond.word = conditional_params->handle;
    op->u.cond.type = conditional_params->type;
    op->u.cond.n = conditional_params->size;
    op->u.cond.graph = body;
    conditional_params->graphs = (void **)body;
    return 0;
}

// Sets the words to their first values before a launch, in the graph and in all that it contains.
void rt_graph_assign(Rt *rt, RtGraph *graph) {
    VEC_FOREACH (RtHold, h, &graph->hold) {
        const RtUser *u = h->user;
        if (u->word && u->assign) vm_write(rt->vm, u->word, &u->value, sizeof u->value);
    }
    for (uint32_t i = 0; i < graph->node.n; i++) {
        const RtOp *op = &graph->node.at[i]->op;
        if (op->kind == OP_GRAPH) rt_graph_assign(rt, op->u.graph);
        if (op->kind != OP_COND) continue;
        for (uint32_t k = 0; k < op->u.cond.n; k++) rt_graph_assign(rt, op->u.cond.graph[k]);
    }
}

int rt_run_condition(Rt *rt, const RtOp *op) {
    for (;;) {
        uint32_t value = 0, which = 0;
        // Read every time: the body that ran may have changed it.
        if (!vm_read(rt->vm, op->u.cond.word, &value, sizeof value)) return RTE_InvalidValue;
        // `which` is the index of a graph; one past the end stands for none.
        if (op->u.cond.type == RT_COND_SWITCH)
            which = value;
        else
            which = value ? 0 : op->u.cond.type == RT_COND_IF ? 1 : UINT32_MAX;
        if (which >= op->u.cond.n) return 0;
        RT_TRY(rt_graph_run_in(rt, op->u.cond.graph[which]));
        if (op->u.cond.type != RT_COND_WHILE) return 0;
    }
}
