// SPDX-License-Identifier: Apache-2.0
// Streams and events. Work is done when it is issued, so a stream is always idle; what remains is
// order in captured graphs, callbacks, and times: a modelled clock advances with every operation.
#include "cudart/cudart_int.h"

// ---- streams -----------------------------------------------------------------------------------

// (From here on the CUDA runtime API, "Stream Management", with the state in front.) Priorities are
// kept, not followed: 0 is the least, -5 the greatest.
int rt_cudaStreamCreateWithPriority(Rt *rt, void **stream, unsigned flags, int priority) {
    if (!stream || flags > 1) return RTE_InvalidValue;
    bool again = rt->free[OBJ_STREAM] != NULL; // it is in the list already
    RtStream *s = rt_new(rt, OBJ_STREAM, sizeof *s);
    s->flags = flags;
    s->context = rt_current_context(rt);
    s->priority = CU_MIN(0, CU_MAX(priority, -5));
    if (!again) vec_push(&rt->ctx.perm, &rt->stream, s);
    rt_order_stream(rt, s);
    *stream = s;
    return 0;
}

int rt_cudaStreamCreateWithFlags(Rt *rt, void **stream, unsigned flags) {
    return rt_cudaStreamCreateWithPriority(rt, stream, flags, 0);
}

int rt_cudaStreamCreate(Rt *rt, void **stream) {
    return rt_cudaStreamCreateWithPriority(rt, stream, 0, 0);
}

// What it still had to do is done.
int rt_cudaStreamDestroy(Rt *rt, void *stream) {
    if (!rt_is(rt, stream, OBJ_STREAM) || stream == rt->stream0) return RTE_InvalidResourceHandle;
    rt_flush(rt);
    rt_order_stream_ends(rt, stream);
    rt_delete(rt, stream);
    return 0;
}

int rt_cudaStreamSynchronize(Rt *rt, void *stream) {
    RtStream *s = rt_stream(rt, stream);
    if (!s) return RTE_InvalidResourceHandle;
    // Waiting while capturing ends the capture with an error.
    if (s->graph) {
        s->invalid = true;
        return RTE_StreamCaptureUnsupported;
    }
    rt_order_host_waits(rt, s);
    return rt_sync(rt);
}

int rt_cudaStreamQuery(Rt *rt, void *stream) {
    return rt_cudaStreamSynchronize(rt, stream); // work is done when it is issued
}

int rt_cudaStreamGetFlags(Rt *rt, void *stream, unsigned *flags) {
    RtStream *s = rt_stream(rt, stream);
    if (!s) return RTE_InvalidResourceHandle;
    if (!flags) return RTE_InvalidValue;
    *flags = s->flags;
    return 0;
}

int rt_cudaStreamGetPriority(Rt *rt, void *stream, int *priority) {
    RtStream *s = rt_stream(rt, stream);
    if (!s) return RTE_InvalidResourceHandle;
    if (!priority) return RTE_InvalidValue;
    *priority = s->priority;
    return 0;
}

int rt_cudaStreamGetId(Rt *rt, void *stream, unsigned long long *id) {
    RtStream *s = rt_stream(rt, stream);
    if (!s) return RTE_InvalidResourceHandle;
    if (!id) return RTE_InvalidValue;
    *id = s->o.id;
    return 0;
}

int rt_cudaStreamGetDevice(Rt *rt, void *stream, int *device) {
    if (!rt_stream(rt, stream)) return RTE_InvalidResourceHandle;
    return rt_cudaGetDevice(rt, device);
}

// The default stream's is that of the thread.
int rt_cuStreamGetCtx(Rt *rt, void *stream, void **context) {
    if (!rt_stream(rt, stream)) return RTE_InvalidResourceHandle;
    if (!context) return RTE_InvalidValue;
    const RtStream *s = rt_stream(rt, stream);
    *context = s == rt->stream0 ? rt_current_context(rt) : rt_owner(rt, s->context);
    return 0;
}

// Attributes are kept for programs that ask.
int rt_cudaStreamGetAttribute(Rt *rt, void *stream, int id, void *value) {
    RtStream *s = rt_stream(rt, stream);
    if (!s) return RTE_InvalidResourceHandle;
    if (!value || id <= 0 || id >= RT_LA_COUNT) return RTE_InvalidValue;
    memcpy(value, &s->attr[id].val, sizeof s->attr[id].val);
    return 0;
}

int rt_cudaStreamSetAttribute(Rt *rt, void *stream, int id, const void *value) {
    RtStream *s = rt_stream(rt, stream);
    if (!s) return RTE_InvalidResourceHandle;
    if (!value || id <= 0 || id >= RT_LA_COUNT) return RTE_InvalidValue;
    memcpy(&s->attr[id].val, value, sizeof s->attr[id].val);
    return 0;
}

int rt_cudaStreamCopyAttributes(Rt *rt, void *dst, void *src) {
    RtStream *d = rt_stream(rt, dst), *s = rt_stream(rt, src);
    if (!s || !d) return RTE_InvalidResourceHandle;
    memcpy(d->attr, s->attr, sizeof d->attr);
    return 0;
}

// The old form of host functions: it gets the stream and its error.
int rt_cudaStreamAddCallback(Rt *rt, void *stream, RtStreamCallback *fn, void *data,
                             unsigned flags) {
    if (!fn || flags) return RTE_InvalidValue;
    RtOp op = {.kind = OP_HOST};
    op.u.host.callback = fn;
    op.u.host.data = data;
    op.u.host.stream = stream;
    return rt_issue(rt, stream, &op);
}

int rt_cudaLaunchHostFunc(Rt *rt, void *stream, RtHostFn *fn, void *data) {
    if (!fn) return RTE_InvalidValue;
    RtOp op = {.kind = OP_HOST};
    op.u.host.fn = fn;
    op.u.host.data = data;
    return rt_issue(rt, stream, &op);
}

// Words written in the order of the stream.
static int write_value(Rt *rt, void *stream, uint64_t p, uint32_t v, uint32_t n) {
    RtMemsetParams set = {(void *)(uintptr_t)p, 0, v, 4, n, 1};
    return rt_set_op(rt, &set, 1, 0, stream);
}

int rt_cuStreamWriteValue32_v2(Rt *rt, void *stream, uint64_t p, uint32_t v, unsigned flags) {
    return write_value(rt, stream, p, v, 1);
}

int rt_cuStreamWriteValue64_v2(Rt *rt, void *stream, uint64_t p, uint64_t v, unsigned flags) {
    // Little endian: the low word first, as two writes.
    RT_TRY(write_value(rt, stream, p, (uint32_t)v, 1));
    return write_value(rt, stream, p + 4, (uint32_t)(v >> 32), 1);
}

// ---- events ------------------------------------------------------------------------------------

// ("Event Management".)
int rt_cudaEventCreateWithFlags(Rt *rt, void **event, unsigned flags) {
    if (!event || flags > 7) return RTE_InvalidValue;
    RtEvent *e = rt_new(rt, OBJ_EVENT, sizeof *e);
    e->flags = flags;
    *event = e;
    return 0;
}

int rt_cudaEventCreate(Rt *rt, void **event) {
    return rt_cudaEventCreateWithFlags(rt, event, 0);
}

int rt_cudaEventDestroy(Rt *rt, void *event) {
    if (!rt_is(rt, event, OBJ_EVENT)) return RTE_InvalidResourceHandle;
    rt_delete(rt, event);
    return 0;
}

// In a capture an event stands for what the stream has recorded so far: other streams that wait for
// it join the capture there.
int rt_cudaEventRecordWithFlags(Rt *rt, void *event, void *stream, unsigned flags) {
    RtStream *s = rt_stream(rt, stream);
    if (!rt_is(rt, event, OBJ_EVENT) || !s) return RTE_InvalidResourceHandle;
    RtEvent *rt_event = event;
    if (!s->graph) rt_order_record(rt, rt_event, s);
    if (!s->graph || flags & 1) { // 1: external, a node of its own
        RtOp op = {.kind = OP_RECORD};
        op.u.event.event = rt_event;
        return rt_issue(rt, stream, &op);
    }
    rt_event->graph = s->graph;
    rt_event->capture_id = s->capture_id;
    rt_event->deps.n = 0;
    VEC_FOREACH (RtNodeP, n, &s->deps) vec_push(&rt->ctx.perm, &rt_event->deps, *n);
    return 0;
}

int rt_cudaEventRecord(Rt *rt, void *event, void *stream) {
    return rt_cudaEventRecordWithFlags(rt, event, stream, 0);
}

// Whether the event was recorded in a capture that is going on.
static bool event_captured(Rt *rt, const RtEvent *event) {
    if (!event->graph) return false;
    VEC_FOREACH (RtStreamP, p, &rt->stream) {
        if ((*p)->o.kind == OBJ_STREAM && (*p)->graph == event->graph &&
            (*p)->capture_id == event->capture_id)
            return true;
    }
    return rt->stream0->graph == event->graph && rt->stream0->capture_id == event->capture_id;
}

// Outside of captures there is nothing to wait for. An event of a capture draws the stream into it.
int rt_cudaStreamWaitEvent(Rt *rt, void *stream, void *event, unsigned flags) {
    RtStream *s = rt_stream(rt, stream);
    if (!rt_is(rt, event, OBJ_EVENT) || !s) return RTE_InvalidResourceHandle;
    RtEvent *rt_event = event;
    if (s->graph && flags & 1) {
        RtOp op = {.kind = OP_WAIT};
        op.u.event.event = rt_event;
        return rt_issue(rt, stream, &op);
    }

    // An event from outside cannot be waited for inside (cudaErrorStreamCaptureIsolation), and
    // captures do not merge.
    if (!s->graph) rt_order_wait(rt, s, rt_event);
    if (!event_captured(rt, rt_event))
        return s->graph && rt_event->recorded ? RTE_StreamCaptureIsolation : 0;
    if (s->graph && (s->graph != rt_event->graph || s->capture_id != rt_event->capture_id))
        return RTE_StreamCaptureMerge;
    if (!s->graph) { // the stream joins the capture
        s->graph = rt_event->graph;
        s->capture_id = rt_event->capture_id;
        s->origin = s->own_graph = s->invalid = false;
        s->deps.n = 0;
    }
    // Each dependency once.
    VEC_FOREACH (RtNodeP, n, &rt_event->deps) {
        bool there = false;
        VEC_FOREACH (RtNodeP, d, &s->deps) there |= *d == *n;
        if (!there) vec_push(&rt->ctx.perm, &s->deps, *n);
    }
    return 0;
}

int rt_cudaEventSynchronize(Rt *rt, void *event) {
    if (!rt_is(rt, event, OBJ_EVENT)) return RTE_InvalidResourceHandle;
    if (event_captured(rt, event)) return RTE_CapturedEvent;
    rt_order_host_waits_event(rt, event);
    return rt_sync(rt);
}

int rt_cudaEventQuery(Rt *rt, void *event) {
    return rt_cudaEventSynchronize(rt, event);
}

// In milliseconds of the modelled clock.
int rt_cudaEventElapsedTime(Rt *rt, float *ms, void *start, void *end) {
    if (!ms) return RTE_InvalidValue;
    if (!rt_is(rt, start, OBJ_EVENT) || !rt_is(rt, end, OBJ_EVENT))
        return RTE_InvalidResourceHandle;
    const RtEvent *a = start, *b = end;
    if (!a->recorded || !b->recorded || (a->flags | b->flags) & 2) // 2: without time
        return RTE_InvalidResourceHandle;
    if (event_captured(rt, a) || event_captured(rt, b)) return RTE_CapturedEvent;
    *ms = (float)((b->time - a->time) * 1e3);
    return rt->sticky;
}

// ---- capture -----------------------------------------------------------------------------------

// Nodes of the graph.
static int check_deps(Rt *rt, const void *graph, void *const *deps, size_t n) {
    if (n && !deps) return RTE_InvalidValue;
    for (size_t i = 0; i < n; i++) {
        if (!rt_is(rt, deps[i], OBJ_NODE) || ((RtNode *)deps[i])->graph != graph)
            return RTE_InvalidValue;
    }
    return 0;
}

// Begins a capture into the program's own graph, behind `deps`. The legacy stream cannot capture.
int rt_cudaStreamBeginCaptureToGraph(Rt *rt, void *stream, void *graph, void *const *deps,
                                     const RtEdge *edges, size_t n, int mode) {
    RtStream *s = rt_stream(rt, stream);
    if (!s || !rt_is(rt, graph, OBJ_GRAPH)) return RTE_InvalidResourceHandle;
    if (s == rt->stream0 && stream != RT_STREAM_PER_THREAD) return RTE_StreamCaptureUnsupported;
    if (mode < 0 || mode > 2) return RTE_InvalidValue;
    if (s->graph) return RTE_IllegalState;
    RT_TRY(check_deps(rt, graph, deps, n));
    s->graph = graph;
    s->origin = true;
    s->own_graph = s->invalid = false;
    s->capture_id = ++rt->next_id;
    s->deps.n = 0;
    for (size_t i = 0; i < n; i++) vec_push(&rt->ctx.perm, &s->deps, (RtNode *)deps[i]);
    return 0;
}

// Begins one into a new graph, which the end hands out.
int rt_cudaStreamBeginCapture(Rt *rt, void *stream, int mode) {
    void *graph = NULL;
    RtStream *s = rt_stream(rt, stream);
    if (!s) return RTE_InvalidResourceHandle;
    if (s->graph) return RTE_IllegalState;
    RT_TRY(rt_cudaGraphCreate(rt, &graph, 0));
    int e = rt_cudaStreamBeginCaptureToGraph(rt, stream, graph, NULL, NULL, 0, mode);
    if (e)
        rt_cudaGraphDestroy(rt, graph);
    else
        s->own_graph = true;
    return e;
}

// Every branch must have come back to the stream in which the capture began.
static bool joined(Rt *rt, const RtStream *stream, const RtGraph *graph) {
    for (uint32_t i = 0; i < graph->node.n; i++)
        graph->node.at[i]->wait = 0; // here: something is behind
    for (uint32_t i = 0; i < graph->node.n; i++) {
        VEC_FOREACH (RtNodeP, d, &graph->node.at[i]->deps) (*d)->wait = 1;
    }
    VEC_FOREACH (RtNodeP, d, &stream->deps) (*d)->wait = 1;
    VEC_FOREACH (RtStreamP, p, &rt->stream) {
        RtStream *o = *p;
        if (o == stream || o->o.kind != OBJ_STREAM || o->graph != graph) continue;
        VEC_FOREACH (RtNodeP, n, &o->deps) {
            if (!(*n)->wait) return false;
        }
    }
    return true;
}

// Ends the capture of all streams that took part. Where it failed there is no graph; a graph of the
// program's own stays.
int rt_cudaStreamEndCapture(Rt *rt, void *stream, void **graph) {
    RtStream *s = rt_stream(rt, stream);
    if (!s) return RTE_InvalidResourceHandle;
    if (!s->graph) return RTE_IllegalState;
    if (!s->origin) return RTE_StreamCaptureUnmatched;
    RtGraph *rt_graph = s->graph;
    int e = s->invalid                ? RTE_StreamCaptureInvalidated
            : joined(rt, s, rt_graph) ? 0
                                      : RTE_StreamCaptureUnjoined;
    VEC_FOREACH (RtStreamP, p, &rt->stream) {
        if ((*p)->graph == rt_graph) (*p)->graph = NULL;
    }
    if (rt->stream0->graph == rt_graph) rt->stream0->graph = NULL;
    if (graph) *graph = e ? NULL : rt_graph;
    if (e && s->own_graph) rt_cudaGraphDestroy(rt, rt_graph);
    return e;
}

int rt_cudaStreamIsCapturing(Rt *rt, void *stream, int *status) {
    RtStream *s = rt_stream(rt, stream);
    if (!s) return RTE_InvalidResourceHandle;
    if (!status) return RTE_InvalidValue;
    *status = !s->graph ? 0 : s->invalid ? 2 : 1;
    return 0;
}

// Dependencies are given out as they lie here: valid until the next call for the stream.
// One for each node that the next one comes after.
static const RtEdge *capture_edges(Rt *rt, RtStream *s) {
    while (s->edges.n < s->deps.n) {
        RtEdge nothing_special = {0};
        vec_push(&rt->ctx.perm, &s->edges, nothing_special);
    }
    return s->edges.at;
}

int rt_cudaStreamGetCaptureInfo(Rt *rt, void *stream, int *status, unsigned long long *id,
                                void **graph, void *const **deps, const RtEdge **edges, size_t *n) {
    RT_TRY(rt_cudaStreamIsCapturing(rt, stream, status));
    RtStream *s = rt_stream(rt, stream);
    if (id) *id = s->graph ? s->capture_id : 0;
    if (graph) *graph = s->graph;
    if (deps) *deps = (void *const *)s->deps.at;
    if (edges) *edges = capture_edges(rt, s);
    if (n) *n = s->graph ? s->deps.n : 0;
    return 0;
}

int rt_cuStreamGetCaptureInfo_v2(Rt *rt, void *stream, int *status, unsigned long long *id,
                                 void **graph, void *const **deps, size_t *n) {
    return rt_cudaStreamGetCaptureInfo(rt, stream, status, id, graph, deps, NULL, n);
}

int rt_cudaStreamUpdateCaptureDependencies(Rt *rt, void *stream, void **deps, const RtEdge *edges,
                                           size_t n, unsigned flags) {
    RtStream *s = rt_stream(rt, stream);
    if (!s) return RTE_InvalidResourceHandle;
    if (!s->graph) return RTE_IllegalState;
    RT_TRY(check_deps(rt, s->graph, deps, n));
    if (flags & 1) s->deps.n = 0; // replace, not add
    for (size_t i = 0; i < n; i++) vec_push(&rt->ctx.perm, &s->deps, (RtNode *)deps[i]);
    return 0;
}

// Modes of captures have no effect: no call of ours is forbidden by one.
int rt_cudaThreadExchangeStreamCaptureMode(Rt *rt, int *mode) {
    RtThread *t = rt_thread(rt);
    if (!mode || *mode < 0 || *mode > 2) return RTE_InvalidValue;
    int old = t->capture_mode;
    t->capture_mode = *mode;
    *mode = old;
    return 0;
}
