// SPDX-License-Identifier: Apache-2.0
// Nodes of graphs: making them from the parameters of every type, asking for these and changing
// them, in graphs and in instantiated ones. graph.c has the rest.
#include "cudart/cudart_int.h"

// ---- operations of nodes -----------------------------------------------------------------------

// (The functions *_op make a node's operation from the parameters of the API, checked as the call
// itself would; nothing runs yet.) A kernel's arguments are copied now.
static int kernel_op(Rt *rt, const RtKernelParams *kernel_params, RtOp *op) {
    int e;
    if (!kernel_params) return RTE_InvalidValue;
    *op = (RtOp){.kind = OP_KERNEL};
    RtLaunch *l = &op->u.launch;
    *l = (RtLaunch){.grid = kernel_params->grid,
                    .block = kernel_params->block,
                    .shared = kernel_params->shared};
    l->kernel = rt_kernel(rt, kernel_params->func, &e);
    if (!l->kernel) return e;
    RT_TRY(rt_check_launch(rt, l));
    return rt_fill_params(rt, l, kernel_params->params, kernel_params->extra);
}

// A box; its memory must be there when the node is made.
static int copy_op(Rt *rt, const RtMemcpy3D *p, RtOp *op) {
    *op = (RtOp){.kind = OP_COPY};
    RT_TRY(rt_copy_of(rt, p, &op->u.copy));
    return rt_check_copy(rt, &op->u.copy);
}

static int cu_copy_op(Rt *rt, const RtCuMemcpy3D *p, RtOp *op) {
    *op = (RtOp){.kind = OP_COPY};
    RT_TRY(rt_cu_copy_of(rt, p, &op->u.copy));
    return rt_check_copy(rt, &op->u.copy);
}

// The form that the one-dimensional calls have; the pitch does not matter for a single row.
static int copy_1d_op(Rt *rt, const void *dst, const void *src, size_t n, int kind, RtOp *op) {
    *op = (RtOp){.kind = OP_COPY};
    op->u.copy = (RtCopy){.width = n, .height = 1, .depth = 1, .kind = kind};
    op->u.copy.dst = (RtPlace){.addr = (uint64_t)(uintptr_t)dst, .pitch = n};
    op->u.copy.src = (RtPlace){.addr = (uint64_t)(uintptr_t)src, .pitch = n};
    return rt_check_copy(rt, &op->u.copy);
}

// What is filled is only looked at when the node runs: it may come from an allocation node.
static int set_op(Rt *rt, const RtMemsetParams *p, RtOp *op) {
    *op = (RtOp){.kind = OP_SET};
    if (!p || !p->dst || (p->element != 1 && p->element != 2 && p->element != 4))
        return RTE_InvalidValue;
    op->u.set.p = *p;
    op->u.set.depth = 1;
    return 0;
}

// The program may set any data, NULL too, but the function must be there.
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

// A graph in a graph is a copy: later changes of the original do not matter.
// Instantiating the parent clones the copy again, one level deeper.
static int child_op(Rt *rt, const RtGraph *parent, void *child, RtOp *op) {
    *op = (RtOp){.kind = OP_GRAPH};
    if (!rt_is(rt, child, OBJ_GRAPH)) return RTE_InvalidValue;
    op->u.graph = rt_graph_clone(rt, child, parent->level + 1);
    return op->u.graph ? 0 : RTE_InvalidValue;
}

// The memory is taken now, so that the address is known; between the runs of the graph it is idle,
// and accesses to it are findings.
static int alloc_op(Rt *rt, RtAllocParams *alloc_params, RtOp *op) {
    uint64_t addr;
    RtPoolKind kind;
    *op = (RtOp){.kind = OP_ALLOC};
    if (!alloc_params || !alloc_params->size) return RTE_InvalidValue;
    const RtPoolProps *pool = &alloc_params->pool;
    if (!rt_pool_kind(&pool->location, pool->alloc_type, &kind)) return RTE_InvalidValue;
    RT_TRY(rt_pool_memory(rt, kind, alloc_params->size, &addr));
    // With the mark, freeing makes the memory idle and keeps its address.
    rt_mem_at(rt, addr)->graph = true;
    vm_idle_allocation(rt->vm, addr, true);
    alloc_params->ptr = (void *)(uintptr_t)addr;
    op->u.mem.addr = addr;
    op->u.mem.size = alloc_params->size;
    op->u.mem.params = *alloc_params;
    return 0;
}

// What is freed is looked at when the node runs: another node may allocate it.
static int free_op(void *p, RtOp *op) {
    *op = (RtOp){.kind = OP_FREE};
    op->u.mem.addr = (uint64_t)(uintptr_t)p;
    return p ? 0 : RTE_InvalidValue;
}

// The operation of a node of any type, by the union of cudaGraphNodeParams or CUgraphNodeParams: of
// these the parameters of copies differ.
static int any_op(Rt *rt, RtGraph *graph, RtNodeParams *node_params, bool driver, RtOp *op) {
    if (!node_params) return RTE_InvalidValue;
    *op = (RtOp){.kind = node_params->type};
    switch (node_params->type) {
    case OP_KERNEL: {
        // The driver's form names the kernel in a field of its own.
        RtKernelParams k = node_params->u.kernel.k;
        if (!k.func) k.func = node_params->u.kernel.kernel;
        return kernel_op(rt, &k, op);
    }
    case OP_COPY:
        return driver ? cu_copy_op(rt, &node_params->u.cu_copy.copy, op)
                      : copy_op(rt, &node_params->u.copy.copy, op);
    case OP_SET: return set_op(rt, &node_params->u.set, op);
    case OP_HOST: return host_op(&node_params->u.host, op);
    case OP_GRAPH: return child_op(rt, graph, node_params->u.graph, op);
    case OP_EMPTY: return 0;
    case OP_WAIT:
    case OP_RECORD: return event_op(rt, node_params->type, node_params->u.event, op);
    case OP_ALLOC: return alloc_op(rt, &node_params->u.alloc, op);
    case OP_FREE: return free_op(node_params->u.free, op);
    case OP_COND: return rt_condition_op(rt, graph, &node_params->u.conditional, op);
    default: return RTE_NotSupported;
    }
}

// Body of the functions that add a node: checks, makes the operation, adds the node behind `deps`.
#define ADD(make)                                                                                  \
    RtOp op = {0};                                                                                 \
    RT_TRY(rt_graph_check_add(rt, node, graph, deps, n));                                          \
    RT_TRY(make);                                                                                  \
    *node = rt_graph_add(rt, graph, &op, (RtNode *const *)deps, n);                                \
    return 0

// Edges' data choose between kinds of programmatic launches, which all wait for the whole kernel
// here.
int rt_cudaGraphAddNode(Rt *rt, void **node, void *graph, void *const *deps, const RtEdge *edges,
                        size_t n, RtNodeParams *params) {
    ADD(any_op(rt, graph, params, false, &op));
}

int rt_cuGraphAddNode_v2(Rt *rt, void **node, void *graph, void *const *deps, const RtEdge *edges,
                         size_t n, RtNodeParams *params) {
    ADD(any_op(rt, graph, params, true, &op));
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

// A copy from or to a variable of the program, which must hold n bytes at the offset.
static int to_symbol_op(Rt *rt, const void *symbol, const void *src, size_t n, size_t offset,
                        int kind, RtOp *op) {
    int e;
    RtVar *v = rt_symbol(rt, symbol, &e);
    if (!v) return e;
    // Beyond the variable's end: another variable may follow there.
    if (offset > v->size || n > v->size - offset) return RTE_InvalidValue;
    return copy_1d_op(rt, (void *)(uintptr_t)(v->addr + offset), src, n, kind, op);
}

// Symbols are found now: the node keeps the address, as with pointers.
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
    // An empty node orders others and does nothing.
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
    RtOp op;
    RT_TRY(rt_graph_check_add(rt, node, graph, deps, n));
    RT_TRY(alloc_op(rt, params, &op));
    *node = rt_graph_add(rt, graph, &op, (RtNode *const *)deps, n);
    rt_graph_keep(rt, graph, op.u.mem.addr);
    return 0;
}

// No memory is given back: the address stays the allocation's for the next launch.
int rt_cudaGraphAddMemFreeNode(Rt *rt, void **node, void *graph, void *const *deps, size_t n,
                               void *p) {
    ADD(free_op(p, &op));
}

// ---- changing ----------------------------------------------------------------------------------

// Gives a node another operation of its kind. A graph in it is the node's own: the old one goes, or
// the new one, if the change is refused.
static int change(Rt *rt, RtNode *node, const RtOp *op) {
    RtOp old = node->op;
    if (old.kind != op->kind) {
        if (op->kind == OP_GRAPH) rt_cudaGraphDestroy(rt, op->u.graph);
        return RTE_InvalidValue;
    }
    rt_node_keep(node, op);
    // Parameters have no fields for these.
    if (op->kind == OP_KERNEL) { // attributes stay
        node->op.u.launch.cluster = old.u.launch.cluster;
        node->op.u.launch.cooperative = old.u.launch.cooperative;
    }
    if (op->kind == OP_GRAPH) rt_cudaGraphDestroy(rt, old.u.graph);
    return 0;
}

// The instantiated node of one of the graph from which it was made.
static RtNode *exec_node(Rt *rt, void *exec, void *node) {
    if (!rt_is(rt, exec, OBJ_EXEC) || !rt_is(rt, node, OBJ_NODE)) return NULL;
    return rt_node_of_clone(((RtExec *)exec)->graph, node);
}

// Bodies of the functions that change a node of a graph, or of an instantiated graph.
#define SET(make)                                                                                  \
    RtOp op;                                                                                       \
    RT_NODE(node);                                                                                 \
    RT_TRY(make);                                                                                  \
    return change(rt, x, &op)
#define EXEC_SET(make)                                                                             \
    RtOp op;                                                                                       \
    RtNode *x = exec_node(rt, exec, node);                                                         \
    if (!x) return RTE_InvalidValue;                                                               \
    RT_TRY(make);                                                                                  \
    return change(rt, x, &op)

// Nodes of memory and conditions stay as they are.
// (Memory has its address from the time the node was made, and conditions have their graphs.)
static int changed_op(Rt *rt, RtGraph *g, RtNodeParams *p, bool driver, RtOp *op) {
    if (p && is_any_of(p->type, OP_ALLOC, OP_FREE, OP_COND)) return RTE_NotSupported;
    return any_op(rt, g, p, driver, op);
}

// (One function a type of nodes, and one for instantiated graphs; CUDA runtime API, "Graph
// Management".)
int rt_cudaGraphNodeSetParams(Rt *rt, void *node, RtNodeParams *params) {
    SET(changed_op(rt, x->graph, params, false, &op));
}
int rt_cuGraphNodeSetParams(Rt *rt, void *node, RtNodeParams *params) {
    SET(changed_op(rt, x->graph, params, true, &op));
}
int rt_cudaGraphExecNodeSetParams(Rt *rt, void *exec, void *node, RtNodeParams *params) {
    EXEC_SET(changed_op(rt, x->graph, params, false, &op));
}
int rt_cuGraphExecNodeSetParams(Rt *rt, void *exec, void *node, RtNodeParams *params) {
    EXEC_SET(changed_op(rt, x->graph, params, true, &op));
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

// Only nodes of an instantiated graph can be switched off.
// `node` is one of the graph that the instantiated one was made from.
int rt_cudaGraphNodeGetEnabled(Rt *rt, void *exec, void *node, unsigned *enabled) {
    RtNode *x = exec_node(rt, exec, node);
    if (!x || !enabled) return RTE_InvalidValue;
    *enabled = !x->disabled;
    return 0;
}

int rt_cudaGraphNodeSetEnabled(Rt *rt, void *exec, void *node, unsigned enabled) {
    RtNode *x = exec_node(rt, exec, node);
    // Kernels, copies and fills: other nodes have no switch.
    if (!x || x->op.kind > OP_SET) return RTE_InvalidValue;
    x->disabled = !enabled;
    return 0;
}

// Nodes are matched by their order; what differs in kind or edges cannot be taken over. *info names
// the node and why (cudaGraphExecUpdateResult).
static int same_shape(const RtGraph *old, const RtGraph *new, RtUpdateInfo *info) {
    enum { CHANGED = 2, TYPE = 3 };
    info->result = CHANGED;
    if (old->node.n != new->node.n) return RTE_GraphExecUpdateFailure;
    for (uint32_t i = 0; i < old->node.n; i++) {
        RtNode *old_node = old->node.at[i], *new_node = new->node.at[i];
        info->node = new_node;
        if (old_node->op.kind != new_node->op.kind) {
            info->result = TYPE;
            return RTE_GraphExecUpdateFailure;
        }
        // The order of a node's edges counts.
        if (old_node->deps.n != new_node->deps.n) return RTE_GraphExecUpdateFailure;
        for (uint32_t k = 0; k < old_node->deps.n; k++) {
            if (old_node->deps.at[k]->index != new_node->deps.at[k]->index)
                return RTE_GraphExecUpdateFailure;
        }

        // Graphs inside of nodes must match as well: the instantiated ones are changed in place.
        if (old_node->op.kind == OP_GRAPH)
            RT_TRY(same_shape(old_node->op.u.graph, new_node->op.u.graph, info));
        if (old_node->op.kind != OP_COND) continue;
        if (old_node->op.u.cond.type != new_node->op.u.cond.type ||
            old_node->op.u.cond.n != new_node->op.u.cond.n)
            return RTE_GraphExecUpdateFailure;
        for (uint32_t k = 0; k < old_node->op.u.cond.n; k++)
            RT_TRY(same_shape(old_node->op.u.cond.graph[k], new_node->op.u.cond.graph[k], info));
    }
    // All nodes match.
    *info = (RtUpdateInfo){0};
    return 0;
}

// After same_shape: the new graph's operations, node by node. `origin` is what exec_node finds the
// node by.
static void take_over(Rt *rt, RtGraph *old, const RtGraph *new) {
    // Kinds are the same, so only what they point to differs.
    for (uint32_t i = 0; i < old->node.n; i++) {
        RtNode *old_node = old->node.at[i], *new_node = new->node.at[i];
        if (old_node->op.kind == OP_GRAPH) {
            take_over(rt, old_node->op.u.graph, new_node->op.u.graph);
        } else if (old_node->op.kind == OP_COND) {
            old_node->op.u.cond.word = new_node->op.u.cond.word;
            for (uint32_t k = 0; k < old_node->op.u.cond.n; k++)
                take_over(rt, old_node->op.u.cond.graph[k], new_node->op.u.cond.graph[k]);
        } else {
            // A kernel's arguments may be those of another kernel.
            rt_node_keep(old_node, &new_node->op);
        }
        old_node->origin = new_node;
    }
    rt_graph_hold_as(rt, old, new);
}

// cudaGraphExecUpdate: all or nothing.
int rt_cudaGraphExecUpdate(Rt *rt, void *exec, void *graph, RtUpdateInfo *info) {
    RtUpdateInfo mine = {0};
    RT_EXEC(exec);
    if (!rt_is(rt, graph, OBJ_GRAPH)) return RTE_InvalidValue;
    int e = same_shape(x->graph, graph, &mine);
    // Nothing is changed before everything has been compared.
    if (!e) take_over(rt, x->graph, graph);
    if (info) *info = mine;
    return e;
}

// The list of arguments lives as long as the graph does.
int rt_cudaGraphKernelNodeGetParams(Rt *rt, void *node, RtKernelParams *params) {
    RT_NODE(node);
    if (!params || x->op.kind != OP_KERNEL) return RTE_InvalidValue;
    const RtLaunch *l = &x->op.u.launch;
    uint32_t n = vm_kernel_info(l->kernel->fn).count;
    void **list = arena_array(&x->graph->arena, void *, n + 1);
    // The list points to the copies that the node owns: writing through it changes the next launch.
    for (uint32_t i = 0, off, size; vm_kernel_param(l->kernel->fn, i, &off, &size); i++)
        list[i] = l->params + off;
    *params = (RtKernelParams){.grid = l->grid, .block = l->block, .shared = l->shared};
    // A kernel is known to the program by its stub on the host, if it has one.
    params->func = l->kernel->host ? (void *)l->kernel->host : l->kernel;
    params->params = list;
    return 0;
}

// Attributes that were never set are zeros.
int rt_cudaGraphKernelNodeGetAttribute(Rt *rt, void *node, int id, void *value) {
    RtAttribute a = {.id = id};
    RT_NODE(node);
    if (!value || x->op.kind != OP_KERNEL) return RTE_InvalidValue;
    if (id == RT_LA_COOPERATIVE) a.val.cooperative = x->op.u.launch.cooperative;
    if (id == RT_LA_CLUSTER) a.val.cluster = x->op.u.launch.cluster;
    if (id == RT_LA_PRIORITY) a.val.priority = x->op.u.launch.priority;
    memcpy(value, &a.val, sizeof a.val);
    return 0;
}

// The union of values is read whole, whatever the attribute: programs pass one.
int rt_cudaGraphKernelNodeSetAttribute(Rt *rt, void *node, int id, const void *value) {
    RtAttribute a = {.id = id};
    RT_NODE(node);
    if (!value || x->op.kind != OP_KERNEL) return RTE_InvalidValue;
    memcpy(&a.val, value, sizeof a.val);
    return rt_apply_attrs(&x->op.u.launch, &a, 1);
}

// Of the attributes those that a launch has.
int rt_cudaGraphKernelNodeCopyAttributes(Rt *rt, void *dst, void *src) {
    RT_NODE(dst);
    RtNode *from = src;
    if (!rt_is(rt, src, OBJ_NODE)) return RTE_InvalidValue;
    if (x->op.kind != OP_KERNEL || from->op.kind != OP_KERNEL) return RTE_InvalidValue;
    x->op.u.launch.cluster = from->op.u.launch.cluster;
    x->op.u.launch.cooperative = from->op.u.launch.cooperative;
    x->op.u.launch.priority = from->op.u.launch.priority;
    return 0;
}

int rt_cudaGraphMemcpyNodeGetParams(Rt *rt, void *node, RtMemcpy3D *params) {
    RT_NODE(node);
    if (!params || x->op.kind != OP_COPY) return RTE_InvalidValue;
    rt_copy_to_3d(&x->op.u.copy, params);
    return 0;
}

int rt_cudaGraphMemsetNodeGetParams(Rt *rt, void *node, RtMemsetParams *params) {
    RT_NODE(node);
    if (!params || x->op.kind != OP_SET) return RTE_InvalidValue;
    *params = x->op.u.set.p;
    return 0;
}

int rt_cudaGraphHostNodeGetParams(Rt *rt, void *node, RtHostParams *params) {
    RT_NODE(node);
    if (!params || x->op.kind != OP_HOST) return RTE_InvalidValue;
    *params = (RtHostParams){x->op.u.host.fn, x->op.u.host.data};
    return 0;
}

// The node's own copy: changing it changes the graph that contains it.
int rt_cudaGraphChildGraphNodeGetGraph(Rt *rt, void *node, void **graph) {
    RT_NODE(node);
    if (!graph || x->op.kind != OP_GRAPH) return RTE_InvalidValue;
    *graph = x->op.u.graph;
    return 0;
}

// An event's node is asked by its kind: record or wait.
static int event_of(Rt *rt, void *node, int kind, void **event) {
    RT_NODE(node);
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

// The address is known since the node was made.
int rt_cudaGraphMemAllocNodeGetParams(Rt *rt, void *node, RtAllocParams *params) {
    RT_NODE(node);
    if (!params || x->op.kind != OP_ALLOC) return RTE_InvalidValue;
    *params = x->op.u.mem.params;
    params->ptr = (void *)(uintptr_t)x->op.u.mem.addr;
    return 0;
}

int rt_cudaGraphMemFreeNodeGetParams(Rt *rt, void *node, void **p) {
    RT_NODE(node);
    if (!p || x->op.kind != OP_FREE) return RTE_InvalidValue;
    *p = (void *)(uintptr_t)x->op.u.mem.addr;
    return 0;
}

// ---- the driver's forms ------------------------------------------------------------------------

// The driver's parameters are the runtime's and a kernel and a context behind them.
static RtKernelParams cu_kernel(const RtCuKernelParams *p) {
    RtKernelParams k = p->k;
    if (!k.func) k.func = p->kernel;
    return k;
}

// (The driver's functions; contexts do not matter, there is one device.)
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

int rt_cuGraphMemcpyNodeGetParams(Rt *rt, void *node, RtCuMemcpy3D *params) {
    RT_NODE(node);
    if (!params || x->op.kind != OP_COPY) return RTE_InvalidValue;
    rt_copy_to_cu(rt, &x->op.u.copy, params);
    return 0;
}

int rt_cuGraphMemcpyNodeSetParams(Rt *rt, void *node, const RtCuMemcpy3D *params) {
    SET(cu_copy_op(rt, params, &op));
}

int rt_cuGraphAddMemsetNode(Rt *rt, void **node, void *graph, void *const *deps, size_t n,
                            const RtMemsetParams *params, void *context) {
    return rt_cudaGraphAddMemsetNode(rt, node, graph, deps, n, params);
}

int rt_cuGraphExecMemsetNodeSetParams(Rt *rt, void *exec, void *node, const RtMemsetParams *params,
                                      void *context) {
    return rt_cudaGraphExecMemsetNodeSetParams(rt, exec, node, params);
}
