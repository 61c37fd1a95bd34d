// SPDX-License-Identifier: Apache-2.0
// Work: operations are done when they are issued, or made nodes of the graph that their stream
// captures into. A graph that is launched does its nodes' operations here, too.
#include "cudart/cudart_int.h"

// What kernels have printed so far comes before what the host function prints.
static int run_host(Rt *rt, const RtOp *op) {
    rt_flush(rt);
    // what the function tells other threads orders them behind the stream's work
    rt_order_host_waits(rt, NULL);
    // the function is code of the host's: it may not touch what it does not come behind
    rt_order_guard(rt);
    if (op->u.host.callback) {
        op->u.host.callback(op->u.host.stream, rt->pending ? rt->pending : rt->sticky,
                            op->u.host.data);
    } else if (op->u.host.fn) {
        op->u.host.fn(op->u.host.data);
    }
    rt_guard_open(rt);
    rt_guard_report(rt);
    return 0;
}

// An event outside of captures: its time is the clock's.
static void record(Rt *rt, RtEvent *e) {
    e->recorded = true;
    e->graph = NULL;
    e->time = rt->clock;
}

// Memory that comes or goes counts as written.
static void touch_allocation(Rt *rt, uint64_t addr) {
    const RtMem *mem = rt_mem_at(rt, addr);
    if (mem && mem->addr == addr) rt_order_touch(rt, addr, mem->size, true);
}

// Does an operation now, whoever issued it. Errors are those of the call; a kernel's fault waits
// for the next synchronization.
int rt_run_op(Rt *rt, const RtOp *op) {
    switch (op->kind) {
    case OP_KERNEL: return rt_run_launch(rt, &op->u.launch);
    case OP_COPY: return rt_run_copy(rt, &op->u.copy);
    case OP_SET: return rt_run_set(rt, &op->u.set.p, op->u.set.depth, op->u.set.slice);
    case OP_HOST: return run_host(rt, op);
    case OP_GRAPH: return rt_graph_run_in(rt, op->u.graph);
    case OP_COND: return rt_run_condition(rt, op);
    case OP_RECORD: record(rt, op->u.event.event); return 0;
    case OP_FREE:
        touch_allocation(rt, op->u.mem.addr);
        return rt_mem_free(rt, op->u.mem.addr, false);
    case OP_ALLOC: { // the memory is there from the beginning
        RtMem *mem = rt_mem_at(rt, op->u.mem.addr);
        if (mem && mem->graph) rt_graph_memory(rt, mem, true);
        touch_allocation(rt, op->u.mem.addr);
        return 0;
    }
    default: return 0;
    }
}

// An operation of a stream: done, or made a node of the graph that the stream captures into, behind
// all that came before it in the stream.
int rt_issue(Rt *rt, void *stream, RtOp *op) {
    RtStream *s = rt_stream(rt, stream);
    if (!s) return RTE_InvalidResourceHandle;
    if (rt->sticky) return rt->sticky;
    if (s->graph) {
        if (s->invalid) return RTE_StreamCaptureInvalidated;
        RtNode *n = rt_graph_add(rt, s->graph, op, s->deps.at, s->deps.n);
        s->deps.n = 0;
        vec_push(&rt->ctx.perm, &s->deps, n);
        return 0;
    }
    // the legacy stream would wait for streams that are being captured
    if (s == rt->stream0 && stream != RT_STREAM_PER_THREAD) {
        VEC_FOREACH (RtStreamP, p, &rt->stream) {
            if ((*p)->o.kind == OBJ_STREAM && (*p)->graph && !((*p)->flags & 1) && (*p)->origin) {
                (*p)->invalid = true;
                return RTE_StreamCaptureImplicit;
            }
        }
    }
    rt_order_work(rt, s, op);
    int error = rt_run_op(rt, op);
    if (rt->waits) rt_order_host_waits(rt, s);
    return error;
}
