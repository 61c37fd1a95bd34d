// SPDX-License-Identifier: Apache-2.0
// Graphs: nodes are operations, edges order them. Instantiating clones the graph and sorts its
// nodes (Kahn's algorithm), launching runs them in that order. Memory of allocation nodes is there
// from the time the node is made and stays: a graph that is launched again finds it at the same
// address. What a graph needs lies in an arena of its own, because programs make and destroy graphs
// in loops.
#include "cudart/cudart_int.h"

#include <stdio.h>

// ---- building ----------------------------------------------------------------------------------

// What the node keeps of an operation: the parameters of a launch are copied, to where those of
// the same kernel were.
void rt_node_keep(RtNode *node, const RtOp *op) {
    const RtLaunch *old = &node->op.u.launch, *new = &op->u.launch;
    // The same kernel has parameters of the same size, so their place is used again: programs set
    // them before every launch.
    bool same = node->op.kind == OP_KERNEL && op->kind == OP_KERNEL && old->params &&
                old->kernel->fn == new->kernel->fn;
    uint8_t *params = same ? old->params : NULL;
    node->op = *op;
    if (op->kind != OP_KERNEL) return;
    uint32_t size = vm_kernel_info(new->kernel->fn).size;
    if (!params) params = arena_alloc(&node->graph->arena, size + 1, 16);
    // The new ones may be the old ones, which a program got by asking.
    memmove(params, new->params, size);
    node->op.u.launch.params = params;
}

// A node for an operation, behind `deps`. Those that are not of this graph any more are left out.
RtNode *rt_graph_add(Rt *rt, RtGraph *graph, const RtOp *op, RtNode *const *deps, size_t n) {
    RtNode *node = rt_new(rt, OBJ_NODE, sizeof *node);
    node->graph = graph;
    node->index = graph->node.n;
    rt_node_keep(node, op);
    for (size_t i = 0; i < n; i++) { // what an event had and was destroyed since is no dependency
        if (deps[i]->o.kind == OBJ_NODE && deps[i]->graph == graph && deps[i] != node)
            vec_push(&graph->arena, &node->deps, deps[i]);
    }
    vec_push(&graph->arena, &graph->node, node);
    return node;
}

// What all functions that add a node check.
int rt_graph_check_add(Rt *rt, void **out, void *graph, void *const *deps, size_t n) {
    if (!out || !rt_is(rt, graph, OBJ_GRAPH) || (n && !deps)) return RTE_InvalidValue;
    for (size_t i = 0; i < n; i++) {
        if (!rt_is(rt, deps[i], OBJ_NODE) || ((RtNode *)deps[i])->graph != graph)
            return RTE_InvalidValue;
    }
    return 0;
}

// `level`: how deep in other graphs.
RtGraph *rt_graph_new(Rt *rt, uint32_t level) {
    RtGraph *g = rt_new(rt, OBJ_GRAPH, sizeof *g);
    arena_init(&g->arena, &rt->ctx, "graph");
    g->level = level;
    return g;
}

// Flags must be 0 in every version of CUDA.
int rt_cudaGraphCreate(Rt *rt, void **graph, unsigned flags) {
    if (!graph || flags) return RTE_InvalidValue;
    *graph = rt_graph_new(rt, 0);
    return 0;
}

// What a node allocated goes with the last graph that has the node; what the program holds then is
// its own, as if it had allocated it.
static void end_memory(Rt *rt, uint64_t addr) {
    RtMem *mem = rt_mem_at(rt, addr);
    if (!mem || !mem->graph) return;
    mem->graph = false;
    if (mem->graph_counts) {
        rt->graph_mem[RT_GRAPH_MEM_USED] -= mem->size;
        rt->graph_mem[RT_GRAPH_MEM_RESERVED] -= mem->size;
        mem->graph_counts = false;
    }
    if (!mem->graph_uses) rt_mem_free(rt, addr, false);
}

// Gives back n references of a user object; with the last its destructor is called.
static void release(Rt *rt, RtUser *user, unsigned n) {
    if (user->refs > n) {
        user->refs -= n;
        return;
    }
    // The destructor may call the API: nothing of the user object is used after it but its memory.
    user->refs = 0;
    if (user->destroy) user->destroy(user->ptr);
    if (user->word) rt_mem_free(rt, user->word, false);
    if (user->memory) end_memory(rt, user->memory);
    rt_delete(rt, user);
}

// A node's own graphs go with it.
static void drop_node(Rt *rt, RtNode *n) {
    // Inner graphs first: the node's operation names them.
    if (n->op.kind == OP_GRAPH && n->op.u.graph) rt_cudaGraphDestroy(rt, n->op.u.graph);
    for (uint32_t i = 0; n->op.kind == OP_COND && i < n->op.u.cond.n; i++) {
        if (n->op.u.cond.graph[i]) rt_cudaGraphDestroy(rt, n->op.u.cond.graph[i]);
    }
    rt_delete(rt, n);
}

// A stream that captures into a graph which is destroyed captures no more.
static void end_captures(Rt *rt, const RtGraph *g) {
    VEC_FOREACH (RtStreamP, s, &rt->stream) {
        if ((*s)->graph == g) (*s)->graph = NULL;
    }
    if (rt->stream0->graph == g) rt->stream0->graph = NULL;
}

// All that hangs off the graph goes, with its arena. Instantiated graphs have copies.
int rt_cudaGraphDestroy(Rt *rt, void *graph) {
    if (!rt_is(rt, graph, OBJ_GRAPH)) return RTE_InvalidValue;
    RtGraph *g = graph;
    // Streams first, as they hold the graph without counting.
    end_captures(rt, g);
    for (uint32_t i = 0; i < g->node.n; i++) drop_node(rt, g->node.at[i]);
    VEC_FOREACH (RtHold, h, &g->hold) release(rt, h->user, h->n);
    if (g->sorted) rt_delete(rt, g->sorted);
    arena_free(&g->arena);
    rt_delete(rt, g);
    return 0;
}

// Of a graph that a node owns, which the program may have destroyed all the same: NULL then.
static RtGraph *clone_owned(Rt *rt, RtGraph *g, uint32_t level) {
    return rt_is(rt, g, OBJ_GRAPH) ? rt_graph_clone(rt, g, level) : NULL;
}

// The graphs of a cloned node, which are the original's, are cloned too. False: too deep, or one of
// them is gone.
static bool clone_inner(Rt *rt, RtNode *node, uint32_t level) {
    if (node->op.kind == OP_GRAPH) {
        node->op.u.graph = clone_owned(rt, node->op.u.graph, level);
        return node->op.u.graph;
    }
    if (node->op.kind != OP_COND) return true;
    RtGraph **from = node->op.u.cond.graph;
    uint32_t size = node->op.u.cond.n;
    node->op.u.cond.graph = arena_array(&node->graph->arena, RtGraph *, size);
    for (uint32_t i = 0; i < size; i++) {
        node->op.u.cond.graph[i] = clone_owned(rt, from[i], level);
        if (!node->op.u.cond.graph[i]) return false;
    }
    return true;
}

// As many references as the other graph has.
static void hold_same(RtGraph *graph, const RtGraph *as) {
    VEC_FOREACH (RtHold, h, &as->hold) {
        h->user->refs += h->n;
        vec_push(&graph->arena, &graph->hold, *h);
    }
}

void rt_graph_keep(Rt *rt, RtGraph *graph, uint64_t addr) {
    RtUser *user = rt_new(rt, OBJ_USER, sizeof *user);
    user->refs = 1;
    user->memory = addr;
    vec_push(&graph->arena, &graph->hold, ((RtHold){user, 1}));
}

// The other graph's references in the place of the own ones, which end last: destructors may call.
void rt_graph_hold_as(Rt *rt, RtGraph *graph, const RtGraph *as) {
    uint32_t old = graph->hold.n;
    hold_same(graph, as);
    for (uint32_t i = 0; i < old; i++) {
        RtHold first = graph->hold.at[0];
        for (uint32_t k = 0; k + 1 < graph->hold.n; k++) graph->hold.at[k] = graph->hold.at[k + 1];
        graph->hold.n--;
        release(rt, first.user, first.n);
    }
}

// A copy with nodes of its own, in the same order, each knowing what it is a copy of. NULL: too
// deep, or an inner graph is gone. User objects are held by both.
RtGraph *rt_graph_clone(Rt *rt, const RtGraph *graph, uint32_t level) {
    if (level > RT_GRAPH_DEPTH) return NULL;
    RtGraph *rt_graph = rt_graph_new(rt, level);
    for (uint32_t i = 0; i < graph->node.n; i++) {
        RtNode *from = graph->node.at[i];
        RtNode *n = rt_graph_add(rt, rt_graph, &from->op, NULL, 0);
        // By this cudaGraphNodeFindInClone and the changes of instantiated graphs find the node.
        n->origin = from;
        n->disabled = from->disabled;
        if (clone_inner(rt, n, level + 1)) continue;
        rt_cudaGraphDestroy(rt, rt_graph);
        return NULL;
    }

    // Edges name nodes by their place.
    for (uint32_t i = 0; i < graph->node.n; i++) {
        VEC_FOREACH (RtNodeP, d, &graph->node.at[i]->deps)
            vec_push(&rt_graph->arena, &rt_graph->node.at[i]->deps, rt_graph->node.at[(*d)->index]);
    }
    hold_same(rt_graph, graph);
    return rt_graph;
}

int rt_cudaGraphClone(Rt *rt, void **out, void *graph) {
    if (!out || !rt_is(rt, graph, OBJ_GRAPH)) return RTE_InvalidValue;
    *out = rt_graph_clone(rt, graph, 0);
    return *out ? 0 : RTE_InvalidValue;
}

// ---- edges -------------------------------------------------------------------------------------

// Both ends are nodes of the graph, and not the same.
static bool edge_ends(Rt *rt, void *graph, void *from, void *to) {
    return rt_is(rt, from, OBJ_NODE) && rt_is(rt, to, OBJ_NODE) && from != to &&
           ((RtNode *)from)->graph == graph && ((RtNode *)to)->graph == graph;
}

// Edges are added one by one, up to the first bad one.
// Edges' data (`edges`) are not kept.
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

// Takes a node out of a list, which stays in order.
// False: there was no such edge.
static bool drop_dep(RtNodes *deps, const RtNode *node) {
    for (uint32_t i = 0; i < deps->n; i++) {
        if (deps->at[i] != node) continue;
        for (; i + 1 < deps->n; i++) deps->at[i] = deps->at[i + 1];
        deps->n--;
        return true;
    }
    return false;
}

// A graph with nodes of memory keeps its nodes and edges, as with CUDA.
static bool keeps_shape(const RtGraph *graph) {
    VEC_FOREACH (RtNodeP, node, &graph->node) {
        if (is_any_of((*node)->op.kind, OP_ALLOC, OP_FREE)) return true;
    }
    return false;
}

// Edges before a bad one stay removed.
int rt_cudaGraphRemoveDependencies(Rt *rt, void *graph, void *const *from, void *const *to,
                                   const RtEdge *edges, size_t n) {
    if (!rt_is(rt, graph, OBJ_GRAPH) || (n && (!from || !to))) return RTE_InvalidValue;
    if (n && keeps_shape(graph)) return RTE_NotSupported;
    for (size_t i = 0; i < n; i++) {
        if (!edge_ends(rt, graph, from[i], to[i]) || !drop_dep(&((RtNode *)to[i])->deps, from[i]))
            return RTE_InvalidValue;
    }
    return 0;
}

// Whoever waited for the node waits for nothing instead.
int rt_cudaGraphDestroyNode(Rt *rt, void *node) {
    if (!rt_is(rt, node, OBJ_NODE)) return RTE_InvalidValue;
    RtNode *rt_node = node;
    RtGraph *graph = rt_node->graph;
    if (keeps_shape(graph)) return RTE_NotSupported;
    for (uint32_t i = 0; i < graph->node.n; i++) drop_dep(&graph->node.at[i]->deps, rt_node);
    VEC_FOREACH (RtStreamP, s, &rt->stream) drop_dep(&(*s)->deps, rt_node);
    drop_dep(&rt->stream0->deps, rt_node);
    // The nodes behind it move down and know their new place.
    for (uint32_t i = rt_node->index; i + 1 < graph->node.n; i++) {
        graph->node.at[i] = graph->node.at[i + 1];
        graph->node.at[i]->index = i;
    }
    graph->node.n--;
    drop_node(rt, rt_node);
    return 0;
}

// ---- questions ---------------------------------------------------------------------------------

// Lists: as many as there is room for; without room the number alone.
typedef struct {
    void **at;
    size_t room, n;
} List;

// Counts what has no room too.
static void list_add(List *l, void *p) {
    if (l->at && l->n < l->room) l->at[l->n] = p;
    l->n++;
}

// Fills the room that is left and says how many there are.
static int list_end(List *list, size_t *n) {
    if (list->at) {
        for (size_t i = list->n; i < list->room; i++) list->at[i] = NULL;
        if (*n > list->n) *n = list->n;
    } else {
        *n = list->n;
    }
    return 0;
}

// (Questions of the CUDA runtime API, "Graph Management".)
// The order is that in which nodes were made.
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

// Edges in the order of the nodes that they end at. Edges have no data here.
int rt_cudaGraphGetEdges(Rt *rt, void *graph, void **from, void **to, RtEdge *edges, size_t *n) {
    if (!rt_is(rt, graph, OBJ_GRAPH) || !n) return RTE_InvalidValue;
    RtGraph *rt_graph = graph;
    List a = {from, *n, 0}, b = {to, *n, 0};
    for (uint32_t i = 0; i < rt_graph->node.n; i++) {
        VEC_FOREACH (RtNodeP, d, &rt_graph->node.at[i]->deps) {
            list_add(&a, *d);
            list_add(&b, rt_graph->node.at[i]);
        }
    }
    if (edges) memset(edges, 0, CU_MIN(*n, a.n) * sizeof *edges);
    list_end(&b, n);
    return list_end(&a, n);
}

int rt_cudaGraphNodeGetDependencies(Rt *rt, void *node, void **deps, RtEdge *edges, size_t *n) {
    RT_NODE(node);
    if (!n) return RTE_InvalidValue;
    List l = {deps, *n, 0};
    VEC_FOREACH (RtNodeP, d, &x->deps) list_add(&l, *d);
    if (edges) memset(edges, 0, CU_MIN(*n, l.n) * sizeof *edges);
    return list_end(&l, n);
}

int rt_cudaGraphNodeGetDependentNodes(Rt *rt, void *node, void **deps, RtEdge *edges, size_t *n) {
    RT_NODE(node);
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
    RT_NODE(node);
    if (!type) return RTE_InvalidValue;
    *type = x->op.kind;
    return 0;
}

// Mostly at the same place; not after nodes were destroyed.
RtNode *rt_node_of_clone(const RtGraph *g, const RtNode *n) {
    if (n->index < g->node.n && g->node.at[n->index]->origin == n) return g->node.at[n->index];
    for (uint32_t i = 0; i < g->node.n; i++) {
        if (g->node.at[i]->origin == n) return g->node.at[i];
    }
    return NULL;
}

int rt_cudaGraphNodeFindInClone(Rt *rt, void **node, void *original, void *graph) {
    RT_NODE(original);
    if (!node || !rt_is(rt, graph, OBJ_GRAPH)) return RTE_InvalidValue;
    *node = rt_node_of_clone(graph, x);
    return *node ? 0 : RTE_InvalidValue;
}

// Graphviz text.
int rt_cudaGraphDebugDotPrint(Rt *rt, void *graph, const char *path, unsigned flags) {
    static const char *const names[] = {"kernel", "memcpy", "memset", "host", "graph", "empty",
                                        "wait",   "record", "signal", "wait", "alloc", "free"};
    if (!rt_is(rt, graph, OBJ_GRAPH) || !path) return RTE_InvalidValue;
    FILE *file = fopen(path, "w");
    if (!file) return RTE_OperatingSystem;
    RtGraph *rt_graph = graph;
    fprintf(file, "digraph graph_%llu {\n", (unsigned long long)rt_graph->o.id);
    for (uint32_t i = 0; i < rt_graph->node.n; i++) {
        // The names are indexed by the kind of operation.
        const RtNode *n = rt_graph->node.at[i];
        fprintf(file, "  n%u [label=\"%s%s%s\"];\n", i,
                n->op.kind < (int)CU_COUNT(names) ? names[n->op.kind] : "?",
                n->op.kind == OP_KERNEL ? " " : "",
                n->op.kind == OP_KERNEL ? n->op.u.launch.kernel->name : "");
        VEC_FOREACH (RtNodeP, d, &n->deps) fprintf(file, "  n%u -> n%u;\n", (*d)->index, i);
    }
    fputs("}\n", file);
    fclose(file);
    return 0;
}

// ---- running -----------------------------------------------------------------------------------

// False: the graph has a cycle. The nodes behind a node stand in one array, by the node before
// them.
static bool sort_nodes(RtExec *exec, RtGraph *graph) {
    uint32_t n = graph->node.n, edges = 0;
    Arena *arena = &graph->arena;
    // Counting sort of the edges by the node that they leave.
    uint32_t *first = arena_array(arena, uint32_t, n + 2);
    for (uint32_t i = 0; i < n; i++) {
        RtNode *node = graph->node.at[i];
        node->wait = node->deps.n;
        edges += node->deps.n;
        VEC_FOREACH (RtNodeP, d, &node->deps) first[(*d)->index + 2]++;
    }

    // `first[i]` to `first[i + 1]`: the nodes behind node i.
    for (uint32_t i = 0; i < n; i++) first[i + 2] += first[i + 1];
    uint32_t *behind = arena_array(arena, uint32_t, edges + 1);
    for (uint32_t i = 0; i < n; i++) {
        VEC_FOREACH (RtNodeP, d, &graph->node.at[i]->deps) behind[first[(*d)->index + 1]++] = i;
    }
    // A graph that is sorted again starts over; the arena keeps the old lists.
    exec->order.n = 0;
    for (uint32_t i = 0; i < n; i++) {
        if (!graph->node.at[i]->wait) vec_push(arena, &exec->order, graph->node.at[i]);
    }

    // Whoever waits for nobody any more comes next.
    for (uint32_t k = 0; k < exec->order.n; k++) {
        uint32_t i = exec->order.at[k]->index;
        for (uint32_t e = first[i]; e < first[i + 1]; e++) {
            RtNode *node = graph->node.at[behind[e]];
            if (!--node->wait) vec_push(arena, &exec->order, node);
        }
    }
    // In a cycle every node waits for another one.
    return exec->order.n == n;
}

// In sorted order; switched off nodes have no effect.
static int run_nodes(Rt *rt, RtNode *const *at, uint32_t n) {
    for (uint32_t i = 0; i < n; i++) {
        if (!at[i]->disabled) RT_TRY(rt_run_op(rt, &at[i]->op));
    }
    return 0;
}

// A graph in a graph: sorted when it is run.
int rt_graph_run_in(Rt *rt, RtGraph *graph) {
    // Sorted once: the edges of an instantiated graph do not change.
    if (!graph->sorted) {
        RtExec *x = rt_new(rt, OBJ_EXEC, sizeof *x);
        x->graph = graph;
        if (!sort_nodes(x, graph)) {
            rt_delete(rt, x);
            return RTE_InvalidValue;
        }
        graph->sorted = x;
    }
    return run_nodes(rt, graph->sorted->order.at, graph->sorted->order.n);
}

// A copy that can be launched again and again; an error if there is a cycle.
int rt_cudaGraphInstantiate(Rt *rt, void **exec, void *graph, unsigned long long flags) {
    if (!exec || !rt_is(rt, graph, OBJ_GRAPH)) return RTE_InvalidValue;
    RtGraph *rt_graph = rt_graph_clone(rt, graph, 0);
    if (!rt_graph) return RTE_InvalidValue;
    RtExec *x = rt_new(rt, OBJ_EXEC, sizeof *x);
    x->graph = rt_graph;
    x->flags = flags;
    if (!sort_nodes(x, rt_graph)) {
        rt_cudaGraphDestroy(rt, rt_graph);
        rt_delete(rt, x);
        return RTE_InvalidValue;
    }
    *exec = x;
    return 0;
}

// Flags ask for uploads and launches from the device; they are kept for the program that asks.
int rt_cudaGraphInstantiateWithFlags(Rt *rt, void **exec, void *graph, unsigned long long flags) {
    return rt_cudaGraphInstantiate(rt, exec, graph, flags);
}

// The reason for an error is one of structure here.
int rt_cudaGraphInstantiateWithParams(Rt *rt, void **exec, void *graph,
                                      RtInstantiateParams *params) {
    enum { OK, ERROR, BAD_STRUCTURE };
    if (!params) return RTE_InvalidValue;
    int e = rt_cudaGraphInstantiate(rt, exec, graph, params->flags);
    params->result = e ? BAD_STRUCTURE : OK;
    params->bad_node = NULL;
    return e;
}

int rt_cudaGraphExecGetFlags(Rt *rt, void *exec, unsigned long long *flags) {
    RT_EXEC(exec);
    if (!flags) return RTE_InvalidValue;
    *flags = x->flags;
    return 0;
}

int rt_cudaGraphExecDestroy(Rt *rt, void *exec) {
    RT_EXEC(exec);
    rt_cudaGraphDestroy(rt, x->graph);
    rt_delete(rt, x);
    return 0;
}

// In a stream that captures, the graph becomes a node of the captured one.
int rt_cudaGraphLaunch(Rt *rt, void *exec, void *stream) {
    RT_EXEC(exec);
    RtStream *s = rt_stream(rt, stream);
    if (!s) return RTE_InvalidResourceHandle;
    // A fault of an earlier kernel is reported by every call until the device is reset.
    if (rt->sticky) return rt->sticky;
    if (s->graph) {
        RtOp op = {.kind = OP_GRAPH};
        op.u.graph = rt_graph_clone(rt, x->graph, s->graph->level + 1);
        if (!op.u.graph) return RTE_InvalidValue;
        int e = rt_issue(rt, stream, &op);
        if (e) rt_cudaGraphDestroy(rt, op.u.graph);
        return e;
    }
    // Conditions get their initial values, then all nodes run at once.
    rt_graph_assign(rt, x->graph);
    rt_order_work(rt, s, &(RtOp){.kind = OP_GRAPH});
    rt_order_graph(rt, x->order.at, x->order.n);
    int error = 0;
    for (uint32_t i = 0; i < x->order.n && !error; i++) {
        rt_order_node(rt, i);
        error = run_nodes(rt, x->order.at + i, 1);
    }
    rt_order_graph_ends(rt);
    return error;
}

// Graphs lie on the host and need no upload.
int rt_cudaGraphUpload(Rt *rt, void *exec, void *stream) {
    RT_EXEC(exec);
    return rt_stream(rt, stream) ? 0 : RTE_InvalidResourceHandle;
}

// ---- memory of graphs, user objects ------------------------------------------------------------

int rt_cudaDeviceGetGraphMemAttribute(Rt *rt, int device, int id, void *value) {
    if (!value || id < 0 || id >= RT_GRAPH_MEM_COUNT) return RTE_InvalidValue;
    memcpy(value, &rt->graph_mem[id], sizeof rt->graph_mem[id]);
    return device ? RTE_InvalidDevice : 0;
}

// The marks of the highest alone can be set, to start anew: any value means that of now.
int rt_cudaDeviceSetGraphMemAttribute(Rt *rt, int device, int id, void *value) {
    if (!value || !is_any_of(id, RT_GRAPH_MEM_USED_HIGH, RT_GRAPH_MEM_RESERVED_HIGH))
        return RTE_InvalidValue;
    if (device) return RTE_InvalidDevice;
    rt->graph_mem[id] = rt->graph_mem[id - 1];
    return 0;
}

int rt_cudaDeviceGraphMemTrim(Rt *rt, int device) {
    if (device) return RTE_InvalidDevice;
    MAP_FOREACH (e, &rt->mem) {
        RtMem *mem = e->val;
        if (!mem || !mem->graph_counts || mem->graph_uses) continue;
        mem->graph_counts = false;
        rt->graph_mem[RT_GRAPH_MEM_USED] -= mem->size;
        rt->graph_mem[RT_GRAPH_MEM_RESERVED] -= mem->size;
    }
    return 0;
}

// A user object is destroyed when nobody refers to it any more.
// Only the flag NoDestructorSync exists, which the program must give.
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
    // Releasing more than there are destroys the object too.
    if (!rt_is(rt, object, OBJ_USER) || !n) return RTE_InvalidValue;
    release(rt, object, n);
    return 0;
}

// MOVE: the references are the program's own and become the graph's.
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

// The program may give back less than the graph holds.
int rt_cudaGraphReleaseUserObject(Rt *rt, void *graph, void *object, unsigned n) {
    if (!rt_is(rt, graph, OBJ_GRAPH) || !rt_is(rt, object, OBJ_USER)) return RTE_InvalidValue;
    RtGraph *rt_graph = graph;
    uint32_t kept = 0, gone = 0;
    for (uint32_t i = 0; i < rt_graph->hold.n; i++) {
        RtHold h = rt_graph->hold.at[i];
        uint32_t k = h.user == object ? CU_MIN(h.n, n - gone) : 0;
        gone += k;
        h.n -= k;
        if (h.n) rt_graph->hold.at[kept++] = h;
    }
    rt_graph->hold.n = kept;
    if (gone) release(rt, object, gone);
    return 0;
}
