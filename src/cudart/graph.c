// SPDX-License-Identifier: Apache-2.0
// Graphs: nodes are operations, edges order them. Instantiating clones the graph and sorts its
// nodes (Kahn's algorithm), launching runs them in that order. Memory of allocation nodes is there
// from the time the node is made and stays: a graph that is launched again finds it at the same
// address. What a graph needs lies in an arena of its own, because programs make and destroy graphs
// in loops.
#include "cudart/cudart_int.h"

#include <stdio.h>

enum { DEPTH = 32 }; // of graphs in graphs

// ---- building ----------------------------------------------------------------------------------

// What the node keeps of an operation: the parameters of a launch are copied, to where those of
// the same kernel were.
static void keep_op(RtNode *n, const RtOp *op) {
    const RtLaunch *old = &n->op.u.launch, *new = &op->u.launch;
    bool same = n->op.kind == OP_KERNEL && op->kind == OP_KERNEL && old->params &&
                old->kernel->fn == new->kernel->fn;
    uint8_t *params = same ? old->params : NULL;
    n->op = *op;
    if (op->kind != OP_KERNEL) return;
    uint32_t size = vm_kernel_info(new->kernel->fn).size;
    if (!params) params = arena_alloc(&n->graph->arena, size + 1, 16);
    memmove(params, new->params, size);
    n->op.u.launch.params = params;
}

RtNode *rt_graph_add(Rt *rt, RtGraph *g, const RtOp *op, RtNode *const *deps, size_t n) {
    RtNode *node = rt_new(rt, OBJ_NODE, sizeof *node);
    node->graph = g;
    node->index = g->node.n;
    keep_op(node, op);
    for (size_t i = 0; i < n; i++) { // what an event had and was destroyed since is no dependency
        if (deps[i]->o.kind == OBJ_NODE && deps[i]->graph == g && deps[i] != node)
            vec_push(&g->arena, &node->deps, deps[i]);
    }
    vec_push(&g->arena, &g->node, node);
    return node;
}

static int check_add(Rt *rt, void **out, void *graph, void *const *deps, size_t n) {
    if (!out || !rt_is(rt, graph, OBJ_GRAPH) || (n && !deps)) return RTE_InvalidValue;
    for (size_t i = 0; i < n; i++) {
        if (!rt_is(rt, deps[i], OBJ_NODE) || ((RtNode *)deps[i])->graph != graph)
            return RTE_InvalidValue;
    }
    return 0;
}

static RtGraph *new_graph(Rt *rt, uint32_t level) {
    RtGraph *g = rt_new(rt, OBJ_GRAPH, sizeof *g);
    arena_init(&g->arena, &rt->ctx, "graph");
    g->level = level;
    return g;
}

int rt_cudaGraphCreate(Rt *rt, void **graph, unsigned flags) {
    if (!graph || flags) return RTE_InvalidValue;
    *graph = new_graph(rt, 0);
    return 0;
}

static void release(Rt *rt, RtUser *u, unsigned n) {
    if (u->refs > n) {
        u->refs -= n;
        return;
    }
    u->refs = 0;
    if (u->destroy) u->destroy(u->ptr);
    rt_delete(rt, u);
}

static void drop_node(Rt *rt, RtNode *n) {
    if (n->op.kind == OP_GRAPH && n->op.u.graph) rt_cudaGraphDestroy(rt, n->op.u.graph);
    rt_delete(rt, n);
}

// A stream that captures into a graph which is destroyed captures no more.
static void end_captures(Rt *rt, const RtGraph *g) {
    VEC_FOREACH (RtStreamP, s, &rt->stream) {
        if ((*s)->graph == g) (*s)->graph = NULL;
    }
    if (rt->stream0->graph == g) rt->stream0->graph = NULL;
}

int rt_cudaGraphDestroy(Rt *rt, void *graph) {
    if (!rt_is(rt, graph, OBJ_GRAPH)) return RTE_InvalidValue;
    RtGraph *g = graph;
    end_captures(rt, g);
    for (uint32_t i = 0; i < g->node.n; i++) drop_node(rt, g->node.at[i]);
    VEC_FOREACH (RtHold, h, &g->hold) release(rt, h->user, h->n);
    if (g->sorted) rt_delete(rt, g->sorted);
    arena_free(&g->arena);
    rt_delete(rt, g);
    return 0;
}

// At this level of graphs in graphs; NULL when there are too many.
static RtGraph *clone(Rt *rt, const RtGraph *g, uint32_t level) {
    if (level > DEPTH) return NULL;
    RtGraph *c = new_graph(rt, level);
    for (uint32_t i = 0; i < g->node.n; i++) {
        RtNode *from = g->node.at[i];
        RtNode *n = rt_graph_add(rt, c, &from->op, NULL, 0);
        n->origin = from;
        n->disabled = from->disabled;
        if (from->op.kind != OP_GRAPH) continue;
        n->op.u.graph = clone(rt, from->op.u.graph, level + 1);
        if (n->op.u.graph) continue;
        rt_cudaGraphDestroy(rt, c);
        return NULL;
    }
    for (uint32_t i = 0; i < g->node.n; i++) {
        VEC_FOREACH (RtNodeP, d, &g->node.at[i]->deps)
            vec_push(&c->arena, &c->node.at[i]->deps, c->node.at[(*d)->index]);
    }
    VEC_FOREACH (RtHold, h, &g->hold) {
        h->user->refs += h->n;
        vec_push(&c->arena, &c->hold, *h);
    }
    return c;
}

int rt_cudaGraphClone(Rt *rt, void **out, void *graph) {
    if (!out || !rt_is(rt, graph, OBJ_GRAPH)) return RTE_InvalidValue;
    *out = clone(rt, graph, 0);
    return *out ? 0 : RTE_InvalidValue;
}

// ---- operations of nodes -----------------------------------------------------------------------

static int kernel_op(Rt *rt, const RtKernelParams *p, RtOp *op) {
    int e;
    if (!p) return RTE_InvalidValue;
    *op = (RtOp){.kind = OP_KERNEL};
    RtLaunch *l = &op->u.launch;
    *l = (RtLaunch){.grid = p->grid, .block = p->block, .shared = p->shared};
    l->kernel = rt_kernel(rt, p->func, &e);
    if (!l->kernel) return e;
    RT_TRY(rt_check_launch(rt, l));
    return rt_fill_params(rt, l, p->params, p->extra);
}

static int copy_op(Rt *rt, const RtMemcpy3D *p, RtOp *op) {
    *op = (RtOp){.kind = OP_COPY};
    RT_TRY(rt_copy_of(rt, p, &op->u.copy));
    return rt_check_copy(rt, &op->u.copy);
}

static int copy_1d_op(Rt *rt, const void *dst, const void *src, size_t n, int kind, RtOp *op) {
    *op = (RtOp){.kind = OP_COPY};
    op->u.copy = (RtCopy){.width = n, .height = 1, .depth = 1, .kind = kind};
    op->u.copy.dst = (RtPlace){.addr = (uint64_t)(uintptr_t)dst, .pitch = n};
    op->u.copy.src = (RtPlace){.addr = (uint64_t)(uintptr_t)src, .pitch = n};
    return rt_check_copy(rt, &op->u.copy);
}

static int set_op(Rt *rt, const RtMemsetParams *p, RtOp *op) {
    *op = (RtOp){.kind = OP_SET};
    if (!p || !p->dst || (p->element != 1 && p->element != 2 && p->element != 4))
        return RTE_InvalidValue;
    op->u.set.p = *p;
    op->u.set.depth = 1;
    return 0;
}

static int host_op(const RtHostParams *p, RtOp *op) {
    *op = (RtOp){.kind = OP_HOST};
    if (!p || !p->fn) return RTE_InvalidValue;
    op->u.host.fn = p->fn;
    op->u.host.data = p->data;
    return 0;
}

static int event_op(Rt *rt, int kind, void *event, RtOp *op) {
    *op = (RtOp){.kind = kind};
    if (!rt_is(rt, event, OBJ_EVENT)) return RTE_InvalidValue;
    op->u.event.event = event;
    return 0;
}

static int child_op(Rt *rt, const RtGraph *parent, void *child, RtOp *op) {
    *op = (RtOp){.kind = OP_GRAPH};
    if (!rt_is(rt, child, OBJ_GRAPH)) return RTE_InvalidValue;
    op->u.graph = clone(rt, child, parent->level + 1);
    return op->u.graph ? 0 : RTE_InvalidValue;
}

static int alloc_op(Rt *rt, RtAllocParams *p, RtOp *op) {
    uint64_t addr;
    *op = (RtOp){.kind = OP_ALLOC};
    if (!p || !p->size) return RTE_InvalidValue;
    RT_TRY(rt_mem_alloc(rt, MEM_DEVICE, p->size, 0, &addr));
    rt_mem_at(rt, addr)->graph = true;
    p->ptr = (void *)(uintptr_t)addr;
    op->u.mem.addr = addr;
    op->u.mem.size = p->size;
    op->u.mem.params = *p;
    return 0;
}

// Of a node of any type of a graph.
static int any_op(Rt *rt, const RtGraph *g, RtNodeParams *p, RtOp *op) {
    if (!p) return RTE_InvalidValue;
    *op = (RtOp){.kind = p->type};
    switch (p->type) {
    case OP_KERNEL: {
        RtKernelParams k = p->u.kernel.k;
        if (!k.func) k.func = p->u.kernel.kernel;
        return kernel_op(rt, &k, op);
    }
    case OP_COPY: return copy_op(rt, &p->u.copy.copy, op);
    case OP_SET: return set_op(rt, &p->u.set, op);
    case OP_HOST: return host_op(&p->u.host, op);
    case OP_GRAPH: return child_op(rt, g, p->u.graph, op);
    case OP_EMPTY: return 0;
    case OP_WAIT:
    case OP_RECORD: return event_op(rt, p->type, p->u.event, op);
    case OP_ALLOC: return alloc_op(rt, &p->u.alloc, op);
    case OP_FREE: op->u.mem.addr = (uint64_t)(uintptr_t)p->u.free; return 0;
    default: return RTE_NotSupported;
    }
}

#define ADD(make)                                                                                  \
    RtOp op = {0};                                                                                 \
    RT_TRY(check_add(rt, node, graph, deps, n));                                                   \
    RT_TRY(make);                                                                                  \
    *node = rt_graph_add(rt, graph, &op, (RtNode *const *)deps, n);                                \
    return 0

int rt_cudaGraphAddNode(Rt *rt, void **node, void *graph, void *const *deps, const RtEdge *edges,
                        size_t n, RtNodeParams *params) {
    ADD(any_op(rt, graph, params, &op));
}

int rt_cudaGraphAddKernelNode(Rt *rt, void **node, void *graph, void *const *deps, size_t n,
                              const RtKernelParams *params) {
    ADD(kernel_op(rt, params, &op));
}

int rt_cudaGraphAddMemcpyNode(Rt *rt, void **node, void *graph, void *const *deps, size_t n,
                              const RtMemcpy3D *params) {
    ADD(copy_op(rt, params, &op));
}

int rt_cudaGraphAddMemcpyNode1D(Rt *rt, void **node, void *graph, void *const *deps, size_t n,
                                void *dst, const void *src, size_t count, int kind) {
    ADD(copy_1d_op(rt, dst, src, count, kind, &op));
}

static int to_symbol_op(Rt *rt, const void *symbol, const void *src, size_t n, size_t offset,
                        int kind, RtOp *op) {
    int e;
    RtVar *v = rt_symbol(rt, symbol, &e);
    if (!v) return e;
    if (offset > v->size || n > v->size - offset) return RTE_InvalidValue;
    return copy_1d_op(rt, (void *)(uintptr_t)(v->addr + offset), src, n, kind, op);
}

static int from_symbol_op(Rt *rt, void *dst, const void *symbol, size_t n, size_t offset, int kind,
                          RtOp *op) {
    int e;
    RtVar *v = rt_symbol(rt, symbol, &e);
    if (!v) return e;
    if (offset > v->size || n > v->size - offset) return RTE_InvalidValue;
    return copy_1d_op(rt, dst, (void *)(uintptr_t)(v->addr + offset), n, kind, op);
}

int rt_cudaGraphAddMemcpyNodeToSymbol(Rt *rt, void **node, void *graph, void *const *deps, size_t n,
                                      const void *symbol, const void *src, size_t count,
                                      size_t offset, int kind) {
    ADD(to_symbol_op(rt, symbol, src, count, offset, kind, &op));
}

int rt_cudaGraphAddMemcpyNodeFromSymbol(Rt *rt, void **node, void *graph, void *const *deps,
                                        size_t n, void *dst, const void *symbol, size_t count,
                                        size_t offset, int kind) {
    ADD(from_symbol_op(rt, dst, symbol, count, offset, kind, &op));
}

int rt_cudaGraphAddMemsetNode(Rt *rt, void **node, void *graph, void *const *deps, size_t n,
                              const RtMemsetParams *params) {
    ADD(set_op(rt, params, &op));
}

int rt_cudaGraphAddHostNode(Rt *rt, void **node, void *graph, void *const *deps, size_t n,
                            const RtHostParams *params) {
    ADD(host_op(params, &op));
}

int rt_cudaGraphAddChildGraphNode(Rt *rt, void **node, void *graph, void *const *deps, size_t n,
                                  void *child) {
    ADD(child_op(rt, graph, child, &op));
}

int rt_cudaGraphAddEmptyNode(Rt *rt, void **node, void *graph, void *const *deps, size_t n) {
    ADD((op.kind = OP_EMPTY, 0));
}

int rt_cudaGraphAddEventRecordNode(Rt *rt, void **node, void *graph, void *const *deps, size_t n,
                                   void *event) {
    ADD(event_op(rt, OP_RECORD, event, &op));
}

int rt_cudaGraphAddEventWaitNode(Rt *rt, void **node, void *graph, void *const *deps, size_t n,
                                 void *event) {
    ADD(event_op(rt, OP_WAIT, event, &op));
}

int rt_cudaGraphAddMemAllocNode(Rt *rt, void **node, void *graph, void *const *deps, size_t n,
                                RtAllocParams *params) {
    ADD(alloc_op(rt, params, &op));
}

int rt_cudaGraphAddMemFreeNode(Rt *rt, void **node, void *graph, void *const *deps, size_t n,
                               void *p) {
    ADD((op.kind = OP_FREE, op.u.mem.addr = (uint64_t)(uintptr_t)p, 0));
}

// ---- edges -------------------------------------------------------------------------------------

static bool edge_ends(Rt *rt, void *graph, void *from, void *to) {
    return rt_is(rt, from, OBJ_NODE) && rt_is(rt, to, OBJ_NODE) && from != to &&
           ((RtNode *)from)->graph == graph && ((RtNode *)to)->graph == graph;
}

int rt_cudaGraphAddDependencies(Rt *rt, void *graph, void *const *from, void *const *to,
                                const RtEdge *edges, size_t n) {
    if (n && (!from || !to)) return RTE_InvalidValue;
    for (size_t i = 0; i < n; i++) {
        if (!edge_ends(rt, graph, from[i], to[i])) return RTE_InvalidValue;
        RtNode *t = to[i];
        VEC_FOREACH (RtNodeP, d, &t->deps) {
            if (*d == from[i]) return RTE_InvalidValue;
        }
        vec_push(&t->graph->arena, &t->deps, (RtNode *)from[i]);
    }
    return 0;
}

static bool drop_dep(RtNodes *deps, const RtNode *d) {
    for (uint32_t i = 0; i < deps->n; i++) {
        if (deps->at[i] != d) continue;
        for (; i + 1 < deps->n; i++) deps->at[i] = deps->at[i + 1];
        deps->n--;
        return true;
    }
    return false;
}

int rt_cudaGraphRemoveDependencies(Rt *rt, void *graph, void *const *from, void *const *to,
                                   const RtEdge *edges, size_t n) {
    if (n && (!from || !to)) return RTE_InvalidValue;
    for (size_t i = 0; i < n; i++) {
        if (!edge_ends(rt, graph, from[i], to[i]) || !drop_dep(&((RtNode *)to[i])->deps, from[i]))
            return RTE_InvalidValue;
    }
    return 0;
}

int rt_cudaGraphDestroyNode(Rt *rt, void *node) {
    if (!rt_is(rt, node, OBJ_NODE)) return RTE_InvalidValue;
    RtNode *n = node;
    RtGraph *g = n->graph;
    for (uint32_t i = 0; i < g->node.n; i++) drop_dep(&g->node.at[i]->deps, n);
    VEC_FOREACH (RtStreamP, s, &rt->stream) drop_dep(&(*s)->deps, n);
    drop_dep(&rt->stream0->deps, n);
    for (uint32_t i = n->index; i + 1 < g->node.n; i++) {
        g->node.at[i] = g->node.at[i + 1];
        g->node.at[i]->index = i;
    }
    g->node.n--;
    drop_node(rt, n);
    return 0;
}

// ---- questions ---------------------------------------------------------------------------------

// Lists: as many as there is room for; without room the number alone.
typedef struct {
    void **at;
    size_t room, n;
} List;

static void list_add(List *l, void *p) {
    if (l->at && l->n < l->room) l->at[l->n] = p;
    l->n++;
}

static int list_end(List *l, size_t *n) {
    if (l->at) {
        for (size_t i = l->n; i < l->room; i++) l->at[i] = NULL;
        if (*n > l->n) *n = l->n;
    } else {
        *n = l->n;
    }
    return 0;
}

#define NODE(h)                                                                                    \
    RtNode *x = h;                                                                                 \
    if (!rt_is(rt, x, OBJ_NODE)) return RTE_InvalidValue

int rt_cudaGraphGetNodes(Rt *rt, void *graph, void **nodes, size_t *n) {
    if (!rt_is(rt, graph, OBJ_GRAPH) || !n) return RTE_InvalidValue;
    RtGraph *g = graph;
    List l = {nodes, *n, 0};
    for (uint32_t i = 0; i < g->node.n; i++) list_add(&l, g->node.at[i]);
    return list_end(&l, n);
}

int rt_cudaGraphGetRootNodes(Rt *rt, void *graph, void **nodes, size_t *n) {
    if (!rt_is(rt, graph, OBJ_GRAPH) || !n) return RTE_InvalidValue;
    RtGraph *g = graph;
    List l = {nodes, *n, 0};
    for (uint32_t i = 0; i < g->node.n; i++) {
        if (!g->node.at[i]->deps.n) list_add(&l, g->node.at[i]);
    }
    return list_end(&l, n);
}

int rt_cudaGraphGetEdges(Rt *rt, void *graph, void **from, void **to, RtEdge *edges, size_t *n) {
    if (!rt_is(rt, graph, OBJ_GRAPH) || !n) return RTE_InvalidValue;
    RtGraph *g = graph;
    List a = {from, *n, 0}, b = {to, *n, 0};
    for (uint32_t i = 0; i < g->node.n; i++) {
        VEC_FOREACH (RtNodeP, d, &g->node.at[i]->deps) {
            list_add(&a, *d);
            list_add(&b, g->node.at[i]);
        }
    }
    if (edges) memset(edges, 0, CU_MIN(*n, a.n) * sizeof *edges);
    list_end(&b, n);
    return list_end(&a, n);
}

int rt_cudaGraphNodeGetDependencies(Rt *rt, void *node, void **deps, RtEdge *edges, size_t *n) {
    NODE(node);
    if (!n) return RTE_InvalidValue;
    List l = {deps, *n, 0};
    VEC_FOREACH (RtNodeP, d, &x->deps) list_add(&l, *d);
    if (edges) memset(edges, 0, CU_MIN(*n, l.n) * sizeof *edges);
    return list_end(&l, n);
}

int rt_cudaGraphNodeGetDependentNodes(Rt *rt, void *node, void **deps, RtEdge *edges, size_t *n) {
    NODE(node);
    if (!n) return RTE_InvalidValue;
    List l = {deps, *n, 0};
    for (uint32_t i = 0; i < x->graph->node.n; i++) {
        VEC_FOREACH (RtNodeP, d, &x->graph->node.at[i]->deps) {
            if (*d == x) list_add(&l, x->graph->node.at[i]);
        }
    }
    if (edges) memset(edges, 0, CU_MIN(*n, l.n) * sizeof *edges);
    return list_end(&l, n);
}

int rt_cudaGraphNodeGetType(Rt *rt, void *node, int *type) {
    NODE(node);
    if (!type) return RTE_InvalidValue;
    *type = x->op.kind;
    return 0;
}

static RtNode *clone_of(const RtGraph *g, const RtNode *n) {
    if (n->index < g->node.n && g->node.at[n->index]->origin == n) return g->node.at[n->index];
    for (uint32_t i = 0; i < g->node.n; i++) {
        if (g->node.at[i]->origin == n) return g->node.at[i];
    }
    return NULL;
}

int rt_cudaGraphNodeFindInClone(Rt *rt, void **node, void *original, void *graph) {
    NODE(original);
    if (!node || !rt_is(rt, graph, OBJ_GRAPH)) return RTE_InvalidValue;
    *node = clone_of(graph, x);
    return *node ? 0 : RTE_InvalidValue;
}

int rt_cudaGraphDebugDotPrint(Rt *rt, void *graph, const char *path, unsigned flags) {
    static const char *const names[] = {"kernel", "memcpy", "memset", "host", "graph", "empty",
                                        "wait",   "record", "signal", "wait", "alloc", "free"};
    if (!rt_is(rt, graph, OBJ_GRAPH) || !path) return RTE_InvalidValue;
    FILE *f = fopen(path, "w");
    if (!f) return RTE_OperatingSystem;
    RtGraph *g = graph;
    fprintf(f, "digraph graph_%llu {\n", (unsigned long long)g->o.id);
    for (uint32_t i = 0; i < g->node.n; i++) {
        const RtNode *n = g->node.at[i];
        fprintf(f, "  n%u [label=\"%s%s%s\"];\n", i,
                n->op.kind < (int)CU_COUNT(names) ? names[n->op.kind] : "?",
                n->op.kind == OP_KERNEL ? " " : "",
                n->op.kind == OP_KERNEL ? n->op.u.launch.kernel->name : "");
        VEC_FOREACH (RtNodeP, d, &n->deps) fprintf(f, "  n%u -> n%u;\n", (*d)->index, i);
    }
    fputs("}\n", f);
    fclose(f);
    return 0;
}

// ---- running -----------------------------------------------------------------------------------

// False: the graph has a cycle. The nodes behind a node stand in one array, by the node before
// them.
static bool sort_nodes(RtExec *x, RtGraph *g) {
    uint32_t n = g->node.n, edges = 0;
    Arena *a = &g->arena;
    uint32_t *first = arena_array(a, uint32_t, n + 2);
    for (uint32_t i = 0; i < n; i++) {
        RtNode *node = g->node.at[i];
        node->wait = node->deps.n;
        edges += node->deps.n;
        VEC_FOREACH (RtNodeP, d, &node->deps) first[(*d)->index + 2]++;
    }
    for (uint32_t i = 0; i < n; i++) first[i + 2] += first[i + 1];
    uint32_t *behind = arena_array(a, uint32_t, edges + 1);
    for (uint32_t i = 0; i < n; i++) {
        VEC_FOREACH (RtNodeP, d, &g->node.at[i]->deps) behind[first[(*d)->index + 1]++] = i;
    }
    x->order.n = 0;
    for (uint32_t i = 0; i < n; i++) {
        if (!g->node.at[i]->wait) vec_push(a, &x->order, g->node.at[i]);
    }
    for (uint32_t k = 0; k < x->order.n; k++) {
        uint32_t i = x->order.at[k]->index;
        for (uint32_t e = first[i]; e < first[i + 1]; e++) {
            RtNode *node = g->node.at[behind[e]];
            if (!--node->wait) vec_push(a, &x->order, node);
        }
    }
    return x->order.n == n;
}

static int run_nodes(Rt *rt, RtNode *const *at, uint32_t n) {
    for (uint32_t i = 0; i < n; i++) {
        if (!at[i]->disabled) RT_TRY(rt_run_op(rt, &at[i]->op));
    }
    return 0;
}

// A graph in a graph: sorted when it is run.
int rt_graph_run_in(Rt *rt, RtGraph *g) {
    if (!g->sorted) {
        RtExec *x = rt_new(rt, OBJ_EXEC, sizeof *x);
        x->graph = g;
        if (!sort_nodes(x, g)) {
            rt_delete(rt, x);
            return RTE_InvalidValue;
        }
        g->sorted = x;
    }
    return run_nodes(rt, g->sorted->order.at, g->sorted->order.n);
}

int rt_cudaGraphInstantiate(Rt *rt, void **exec, void *graph, unsigned long long flags) {
    if (!exec || !rt_is(rt, graph, OBJ_GRAPH)) return RTE_InvalidValue;
    RtGraph *g = clone(rt, graph, 0);
    if (!g) return RTE_InvalidValue;
    RtExec *x = rt_new(rt, OBJ_EXEC, sizeof *x);
    x->graph = g;
    x->flags = flags;
    if (!sort_nodes(x, g)) {
        rt_cudaGraphDestroy(rt, g);
        rt_delete(rt, x);
        return RTE_InvalidValue;
    }
    *exec = x;
    return 0;
}

int rt_cudaGraphInstantiateWithFlags(Rt *rt, void **exec, void *graph, unsigned long long flags) {
    return rt_cudaGraphInstantiate(rt, exec, graph, flags);
}

int rt_cudaGraphInstantiateWithParams(Rt *rt, void **exec, void *graph,
                                      RtInstantiateParams *params) {
    enum { OK, ERROR, BAD_STRUCTURE };
    if (!params) return RTE_InvalidValue;
    int e = rt_cudaGraphInstantiate(rt, exec, graph, params->flags);
    params->result = e ? BAD_STRUCTURE : OK;
    params->bad_node = NULL;
    return e;
}

#define EXEC(h)                                                                                    \
    RtExec *x = h;                                                                                 \
    if (!rt_is(rt, x, OBJ_EXEC)) return RTE_InvalidValue

int rt_cudaGraphExecGetFlags(Rt *rt, void *exec, unsigned long long *flags) {
    EXEC(exec);
    if (!flags) return RTE_InvalidValue;
    *flags = x->flags;
    return 0;
}

int rt_cudaGraphExecDestroy(Rt *rt, void *exec) {
    EXEC(exec);
    rt_cudaGraphDestroy(rt, x->graph);
    rt_delete(rt, x);
    return 0;
}

int rt_cudaGraphLaunch(Rt *rt, void *exec, void *stream) {
    EXEC(exec);
    RtStream *s = rt_stream(rt, stream);
    if (!s) return RTE_InvalidResourceHandle;
    if (rt->sticky) return rt->sticky;
    if (s->graph) {
        RtOp op = {.kind = OP_GRAPH};
        op.u.graph = clone(rt, x->graph, s->graph->level + 1);
        if (!op.u.graph) return RTE_InvalidValue;
        int e = rt_issue(rt, stream, &op);
        if (e) rt_cudaGraphDestroy(rt, op.u.graph);
        return e;
    }
    return run_nodes(rt, x->order.at, x->order.n);
}

int rt_cudaGraphUpload(Rt *rt, void *exec, void *stream) {
    EXEC(exec);
    return rt_stream(rt, stream) ? 0 : RTE_InvalidResourceHandle;
}

// ---- changing ----------------------------------------------------------------------------------

static int change(Rt *rt, RtNode *n, const RtOp *op) {
    RtOp old = n->op;
    if (old.kind != op->kind) {
        if (op->kind == OP_GRAPH) rt_cudaGraphDestroy(rt, op->u.graph);
        return RTE_InvalidValue;
    }
    keep_op(n, op);
    if (op->kind == OP_KERNEL) { // attributes stay
        n->op.u.launch.cluster = old.u.launch.cluster;
        n->op.u.launch.cooperative = old.u.launch.cooperative;
    }
    if (op->kind == OP_GRAPH) rt_cudaGraphDestroy(rt, old.u.graph);
    return 0;
}

// The instantiated node of one of the graph from which it was made.
static RtNode *exec_node(Rt *rt, void *exec, void *node) {
    if (!rt_is(rt, exec, OBJ_EXEC) || !rt_is(rt, node, OBJ_NODE)) return NULL;
    return clone_of(((RtExec *)exec)->graph, node);
}

#define SET(make)                                                                                  \
    RtOp op;                                                                                       \
    NODE(node);                                                                                    \
    RT_TRY(make);                                                                                  \
    return change(rt, x, &op)
#define EXEC_SET(make)                                                                             \
    RtOp op;                                                                                       \
    RtNode *x = exec_node(rt, exec, node);                                                         \
    if (!x) return RTE_InvalidValue;                                                               \
    RT_TRY(make);                                                                                  \
    return change(rt, x, &op)

// Nodes of memory stay as they are.
static int changed_op(Rt *rt, const RtGraph *g, RtNodeParams *p, RtOp *op) {
    if (p && (p->type == OP_ALLOC || p->type == OP_FREE)) return RTE_NotSupported;
    return any_op(rt, g, p, op);
}

int rt_cudaGraphNodeSetParams(Rt *rt, void *node, RtNodeParams *params) {
    SET(changed_op(rt, x->graph, params, &op));
}
int rt_cudaGraphExecNodeSetParams(Rt *rt, void *exec, void *node, RtNodeParams *params) {
    EXEC_SET(changed_op(rt, x->graph, params, &op));
}
int rt_cudaGraphKernelNodeSetParams(Rt *rt, void *node, const RtKernelParams *params) {
    SET(kernel_op(rt, params, &op));
}
int rt_cudaGraphExecKernelNodeSetParams(Rt *rt, void *exec, void *node,
                                        const RtKernelParams *params) {
    EXEC_SET(kernel_op(rt, params, &op));
}
int rt_cudaGraphMemcpyNodeSetParams(Rt *rt, void *node, const RtMemcpy3D *params) {
    SET(copy_op(rt, params, &op));
}
int rt_cudaGraphExecMemcpyNodeSetParams(Rt *rt, void *exec, void *node, const RtMemcpy3D *params) {
    EXEC_SET(copy_op(rt, params, &op));
}
int rt_cudaGraphMemcpyNodeSetParams1D(Rt *rt, void *node, void *dst, const void *src, size_t n,
                                      int kind) {
    SET(copy_1d_op(rt, dst, src, n, kind, &op));
}
int rt_cudaGraphExecMemcpyNodeSetParams1D(Rt *rt, void *exec, void *node, void *dst,
                                          const void *src, size_t n, int kind) {
    EXEC_SET(copy_1d_op(rt, dst, src, n, kind, &op));
}
int rt_cudaGraphMemcpyNodeSetParamsToSymbol(Rt *rt, void *node, const void *symbol, const void *src,
                                            size_t n, size_t offset, int kind) {
    SET(to_symbol_op(rt, symbol, src, n, offset, kind, &op));
}
int rt_cudaGraphExecMemcpyNodeSetParamsToSymbol(Rt *rt, void *exec, void *node, const void *symbol,
                                                const void *src, size_t n, size_t offset,
                                                int kind) {
    EXEC_SET(to_symbol_op(rt, symbol, src, n, offset, kind, &op));
}
int rt_cudaGraphMemcpyNodeSetParamsFromSymbol(Rt *rt, void *node, void *dst, const void *symbol,
                                              size_t n, size_t offset, int kind) {
    SET(from_symbol_op(rt, dst, symbol, n, offset, kind, &op));
}
int rt_cudaGraphExecMemcpyNodeSetParamsFromSymbol(Rt *rt, void *exec, void *node, void *dst,
                                                  const void *symbol, size_t n, size_t offset,
                                                  int kind) {
    EXEC_SET(from_symbol_op(rt, dst, symbol, n, offset, kind, &op));
}
int rt_cudaGraphMemsetNodeSetParams(Rt *rt, void *node, const RtMemsetParams *params) {
    SET(set_op(rt, params, &op));
}
int rt_cudaGraphExecMemsetNodeSetParams(Rt *rt, void *exec, void *node,
                                        const RtMemsetParams *params) {
    EXEC_SET(set_op(rt, params, &op));
}
int rt_cudaGraphHostNodeSetParams(Rt *rt, void *node, const RtHostParams *params) {
    SET(host_op(params, &op));
}
int rt_cudaGraphExecHostNodeSetParams(Rt *rt, void *exec, void *node, const RtHostParams *params) {
    EXEC_SET(host_op(params, &op));
}
int rt_cudaGraphExecChildGraphNodeSetParams(Rt *rt, void *exec, void *node, void *graph) {
    EXEC_SET(child_op(rt, x->graph, graph, &op));
}
int rt_cudaGraphEventRecordNodeSetEvent(Rt *rt, void *node, void *event) {
    SET(event_op(rt, OP_RECORD, event, &op));
}
int rt_cudaGraphExecEventRecordNodeSetEvent(Rt *rt, void *exec, void *node, void *event) {
    EXEC_SET(event_op(rt, OP_RECORD, event, &op));
}
int rt_cudaGraphEventWaitNodeSetEvent(Rt *rt, void *node, void *event) {
    SET(event_op(rt, OP_WAIT, event, &op));
}
int rt_cudaGraphExecEventWaitNodeSetEvent(Rt *rt, void *exec, void *node, void *event) {
    EXEC_SET(event_op(rt, OP_WAIT, event, &op));
}

int rt_cudaGraphNodeGetEnabled(Rt *rt, void *exec, void *node, unsigned *enabled) {
    RtNode *x = exec_node(rt, exec, node);
    if (!x || !enabled) return RTE_InvalidValue;
    *enabled = !x->disabled;
    return 0;
}

int rt_cudaGraphNodeSetEnabled(Rt *rt, void *exec, void *node, unsigned enabled) {
    RtNode *x = exec_node(rt, exec, node);
    if (!x || x->op.kind > OP_SET) return RTE_InvalidValue;
    x->disabled = !enabled;
    return 0;
}

// Nodes are matched by their order; what differs in kind or edges cannot be taken over.
static int same_shape(const RtGraph *old, const RtGraph *new, RtUpdateInfo *info) {
    enum { CHANGED = 2, TYPE = 3 };
    info->result = CHANGED;
    if (old->node.n != new->node.n) return RTE_GraphExecUpdateFailure;
    for (uint32_t i = 0; i < old->node.n; i++) {
        RtNode *a = old->node.at[i], *b = new->node.at[i];
        info->node = b;
        if (a->op.kind != b->op.kind) {
            info->result = TYPE;
            return RTE_GraphExecUpdateFailure;
        }
        if (a->deps.n != b->deps.n) return RTE_GraphExecUpdateFailure;
        for (uint32_t k = 0; k < a->deps.n; k++) {
            if (a->deps.at[k]->index != b->deps.at[k]->index) return RTE_GraphExecUpdateFailure;
        }
        if (a->op.kind == OP_GRAPH) RT_TRY(same_shape(a->op.u.graph, b->op.u.graph, info));
    }
    *info = (RtUpdateInfo){0};
    return 0;
}

static void take_over(RtGraph *old, const RtGraph *new) {
    for (uint32_t i = 0; i < old->node.n; i++) {
        RtNode *a = old->node.at[i], *b = new->node.at[i];
        if (a->op.kind == OP_GRAPH)
            take_over(a->op.u.graph, b->op.u.graph);
        else
            keep_op(a, &b->op);
        a->origin = b;
    }
}

int rt_cudaGraphExecUpdate(Rt *rt, void *exec, void *graph, RtUpdateInfo *info) {
    RtUpdateInfo mine = {0};
    EXEC(exec);
    if (!rt_is(rt, graph, OBJ_GRAPH)) return RTE_InvalidValue;
    int e = same_shape(x->graph, graph, &mine);
    if (!e) take_over(x->graph, graph);
    if (info) *info = mine;
    return e;
}

int rt_cudaGraphKernelNodeGetParams(Rt *rt, void *node, RtKernelParams *params) {
    NODE(node);
    if (!params || x->op.kind != OP_KERNEL) return RTE_InvalidValue;
    const RtLaunch *l = &x->op.u.launch;
    uint32_t n = vm_kernel_info(l->kernel->fn).count;
    void **list = arena_array(&x->graph->arena, void *, n + 1);
    for (uint32_t i = 0, off, size; vm_kernel_param(l->kernel->fn, i, &off, &size); i++)
        list[i] = l->params + off;
    *params = (RtKernelParams){.grid = l->grid, .block = l->block, .shared = l->shared};
    params->func = l->kernel->host ? (void *)l->kernel->host : l->kernel;
    params->params = list;
    return 0;
}

int rt_cudaGraphKernelNodeGetAttribute(Rt *rt, void *node, int id, void *value) {
    RtAttribute a = {.id = id};
    NODE(node);
    if (!value || x->op.kind != OP_KERNEL) return RTE_InvalidValue;
    if (id == RT_LA_COOPERATIVE) a.val.cooperative = x->op.u.launch.cooperative;
    if (id == RT_LA_CLUSTER) a.val.cluster = x->op.u.launch.cluster;
    if (id == RT_LA_PRIORITY) a.val.priority = x->op.u.launch.priority;
    memcpy(value, &a.val, sizeof a.val);
    return 0;
}

int rt_cudaGraphKernelNodeSetAttribute(Rt *rt, void *node, int id, const void *value) {
    RtAttribute a = {.id = id};
    NODE(node);
    if (!value || x->op.kind != OP_KERNEL) return RTE_InvalidValue;
    memcpy(&a.val, value, sizeof a.val);
    return rt_apply_attrs(&x->op.u.launch, &a, 1);
}

int rt_cudaGraphKernelNodeCopyAttributes(Rt *rt, void *dst, void *src) {
    NODE(dst);
    RtNode *from = src;
    if (!rt_is(rt, src, OBJ_NODE)) return RTE_InvalidValue;
    if (x->op.kind != OP_KERNEL || from->op.kind != OP_KERNEL) return RTE_InvalidValue;
    x->op.u.launch.cluster = from->op.u.launch.cluster;
    x->op.u.launch.cooperative = from->op.u.launch.cooperative;
    x->op.u.launch.priority = from->op.u.launch.priority;
    return 0;
}

int rt_cudaGraphMemcpyNodeGetParams(Rt *rt, void *node, RtMemcpy3D *params) {
    NODE(node);
    if (!params || x->op.kind != OP_COPY) return RTE_InvalidValue;
    rt_copy_to_3d(&x->op.u.copy, params);
    return 0;
}

int rt_cudaGraphMemsetNodeGetParams(Rt *rt, void *node, RtMemsetParams *params) {
    NODE(node);
    if (!params || x->op.kind != OP_SET) return RTE_InvalidValue;
    *params = x->op.u.set.p;
    return 0;
}

int rt_cudaGraphHostNodeGetParams(Rt *rt, void *node, RtHostParams *params) {
    NODE(node);
    if (!params || x->op.kind != OP_HOST) return RTE_InvalidValue;
    *params = (RtHostParams){x->op.u.host.fn, x->op.u.host.data};
    return 0;
}

int rt_cudaGraphChildGraphNodeGetGraph(Rt *rt, void *node, void **graph) {
    NODE(node);
    if (!graph || x->op.kind != OP_GRAPH) return RTE_InvalidValue;
    *graph = x->op.u.graph;
    return 0;
}

static int event_of(Rt *rt, void *node, int kind, void **event) {
    NODE(node);
    if (!event || x->op.kind != kind) return RTE_InvalidValue;
    *event = x->op.u.event.event;
    return 0;
}

int rt_cudaGraphEventRecordNodeGetEvent(Rt *rt, void *node, void **event) {
    return event_of(rt, node, OP_RECORD, event);
}

int rt_cudaGraphEventWaitNodeGetEvent(Rt *rt, void *node, void **event) {
    return event_of(rt, node, OP_WAIT, event);
}

int rt_cudaGraphMemAllocNodeGetParams(Rt *rt, void *node, RtAllocParams *params) {
    NODE(node);
    if (!params || x->op.kind != OP_ALLOC) return RTE_InvalidValue;
    *params = x->op.u.mem.params;
    params->ptr = (void *)(uintptr_t)x->op.u.mem.addr;
    return 0;
}

int rt_cudaGraphMemFreeNodeGetParams(Rt *rt, void *node, void **p) {
    NODE(node);
    if (!p || x->op.kind != OP_FREE) return RTE_InvalidValue;
    *p = (void *)(uintptr_t)x->op.u.mem.addr;
    return 0;
}

// ---- memory of graphs, user objects ------------------------------------------------------------

int rt_cudaDeviceGetGraphMemAttribute(Rt *rt, int device, int id, void *value) {
    if (!value || id < 0 || id > 3) return RTE_InvalidValue;
    memcpy(value, &rt->graph_mem[id], 8);
    return device ? RTE_InvalidDevice : 0;
}

int rt_cudaDeviceSetGraphMemAttribute(Rt *rt, int device, int id, void *value) {
    if (!value || id < 0 || id > 3) return RTE_InvalidValue;
    memcpy(&rt->graph_mem[id], value, 8);
    return device ? RTE_InvalidDevice : 0;
}

int rt_cudaDeviceGraphMemTrim(Rt *rt, int device) {
    return device ? RTE_InvalidDevice : 0;
}

int rt_cudaUserObjectCreate(Rt *rt, void **object, void *ptr, RtHostFn *destroy, unsigned refs,
                            unsigned flags) {
    if (!object || !destroy || !refs || refs > INT32_MAX) return RTE_InvalidValue;
    RtUser *u = rt_new(rt, OBJ_USER, sizeof *u);
    u->ptr = ptr;
    u->destroy = destroy;
    u->refs = refs;
    *object = u;
    return 0;
}

int rt_cudaUserObjectRetain(Rt *rt, void *object, unsigned n) {
    RtUser *u = object;
    if (!rt_is(rt, object, OBJ_USER) || !n || n > INT32_MAX - u->refs) return RTE_InvalidValue;
    u->refs += n;
    return 0;
}

int rt_cudaUserObjectRelease(Rt *rt, void *object, unsigned n) {
    if (!rt_is(rt, object, OBJ_USER) || !n) return RTE_InvalidValue;
    release(rt, object, n);
    return 0;
}

int rt_cudaGraphRetainUserObject(Rt *rt, void *graph, void *object, unsigned n, unsigned flags) {
    enum { MOVE = 1 };
    RtUser *u = object;
    RtGraph *g = graph;
    if (!rt_is(rt, graph, OBJ_GRAPH) || !rt_is(rt, object, OBJ_USER) || !n) return RTE_InvalidValue;
    if (n > (flags & MOVE ? u->refs : INT32_MAX - u->refs)) return RTE_InvalidValue;
    if (!(flags & MOVE)) u->refs += n;
    RtHold hold = {u, n};
    vec_push(&g->arena, &g->hold, hold);
    return 0;
}

int rt_cudaGraphReleaseUserObject(Rt *rt, void *graph, void *object, unsigned n) {
    if (!rt_is(rt, graph, OBJ_GRAPH) || !rt_is(rt, object, OBJ_USER)) return RTE_InvalidValue;
    RtGraph *g = graph;
    uint32_t kept = 0, gone = 0;
    for (uint32_t i = 0; i < g->hold.n; i++) {
        RtHold h = g->hold.at[i];
        uint32_t k = h.user == object ? CU_MIN(h.n, n - gone) : 0;
        gone += k;
        h.n -= k;
        if (h.n) g->hold.at[kept++] = h;
    }
    g->hold.n = kept;
    if (gone) release(rt, object, gone);
    return 0;
}

// ---- the driver's forms ------------------------------------------------------------------------

static RtKernelParams cu_kernel(const RtCuKernelParams *p) {
    RtKernelParams k = p->k;
    if (!k.func) k.func = p->kernel;
    return k;
}

static int cu_copy_op(Rt *rt, const RtCuMemcpy3D *p, RtOp *op) {
    *op = (RtOp){.kind = OP_COPY};
    RT_TRY(rt_cu_copy_of(rt, p, &op->u.copy));
    return rt_check_copy(rt, &op->u.copy);
}

int rt_cuGraphAddKernelNode_v2(Rt *rt, void **node, void *graph, void *const *deps, size_t n,
                               const RtCuKernelParams *params) {
    if (!params) return RTE_InvalidValue;
    RtKernelParams k = cu_kernel(params);
    return rt_cudaGraphAddKernelNode(rt, node, graph, deps, n, &k);
}

int rt_cuGraphKernelNodeGetParams_v2(Rt *rt, void *node, RtCuKernelParams *params) {
    if (!params) return RTE_InvalidValue;
    *params = (RtCuKernelParams){.context = rt->context0};
    RT_TRY(rt_cudaGraphKernelNodeGetParams(rt, node, &params->k));
    params->k.func = ((RtNode *)node)->op.u.launch.kernel;
    return 0;
}

int rt_cuGraphKernelNodeSetParams_v2(Rt *rt, void *node, const RtCuKernelParams *params) {
    if (!params) return RTE_InvalidValue;
    RtKernelParams k = cu_kernel(params);
    return rt_cudaGraphKernelNodeSetParams(rt, node, &k);
}

int rt_cuGraphExecKernelNodeSetParams_v2(Rt *rt, void *exec, void *node,
                                         const RtCuKernelParams *params) {
    if (!params) return RTE_InvalidValue;
    RtKernelParams k = cu_kernel(params);
    return rt_cudaGraphExecKernelNodeSetParams(rt, exec, node, &k);
}

int rt_cuGraphAddMemcpyNode(Rt *rt, void **node, void *graph, void *const *deps, size_t n,
                            const RtCuMemcpy3D *params, void *context) {
    ADD(cu_copy_op(rt, params, &op));
}

int rt_cuGraphExecMemcpyNodeSetParams(Rt *rt, void *exec, void *node, const RtCuMemcpy3D *params,
                                      void *context) {
    EXEC_SET(cu_copy_op(rt, params, &op));
}

int rt_cuGraphAddMemsetNode(Rt *rt, void **node, void *graph, void *const *deps, size_t n,
                            const RtMemsetParams *params, void *context) {
    return rt_cudaGraphAddMemsetNode(rt, node, graph, deps, n, params);
}

int rt_cuGraphExecMemsetNodeSetParams(Rt *rt, void *exec, void *node, const RtMemsetParams *params,
                                      void *context) {
    return rt_cudaGraphExecMemsetNodeSetParams(rt, exec, node, params);
}
