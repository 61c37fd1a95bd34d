// SPDX-License-Identifier: Apache-2.0
// Graphs: wrong nodes and dependencies are refused, what a graph or an executable one keeps lives as
// long as it does, captures may lose their graph or a node, updates take over all or nothing.
#include "cudart_calls.h"

static void count(void *data) {
    ++*(int *)data;
}

// The legacy stream waits for streams that are captured, and cannot; that of the thread does not.
static void implicit_captures(void *s, void *p) {
    void *graph;
    CHECK(cudaStreamBeginCapture(s, 0) == 0);
    CHECK(cudaMemsetAsync(p, 0, 4, NULL) == RTE_StreamCaptureImplicit);
    CHECK(cudaStreamEndCapture(s, &graph) != 0);
    CHECK(cudaStreamBeginCapture(s, 0) == 0);
    CHECK(cudaMemsetAsync(p, 0, 4, (void *)2) == 0);
    CHECK(cudaStreamEndCapture(s, &graph) == 0 && cudaGraphDestroy(graph) == 0);
}

// What a node depends on is of its own graph.
static void test_dependencies(void) {
    void *g, *node;
    CHECK(cudaGraphCreate(&g, 0) == 0);
    CHECK(cudaGraphAddEmptyNode(&node, g, NULL, 1) == RTE_InvalidValue);
    void *strange, *theirs, *ours;
    CHECK(cudaGraphCreate(&strange, 0) == 0 &&
          cudaGraphAddEmptyNode(&theirs, strange, NULL, 0) == 0);
    CHECK(cudaGraphAddEmptyNode(&ours, g, &theirs, 1) == RTE_InvalidValue);
    CHECK(cudaGraphAddEmptyNode(&ours, strange, &theirs, 1) == 0);
    CHECK(cudaGraphDestroy(strange) == 0);
    CHECK(cudaGraphDestroy(g) == 0);
}

// An executable graph lives on when its graph is gone, with the user's objects.
static void test_lifetimes(void *f) {
    void *g, *x, *node, *user, *p, *args[] = {&p};
    int calls = 0;
    uint32_t v = 0;
    unsigned long long flags;
    CHECK(cudaMalloc(&p, 4) == 0 && cudaMemset(p, 0, 4) == 0);
    CHECK(cudaGraphCreate(&g, 0) == 0);
    RtKernelParams k = kernel_params(f, args);
    CHECK(cudaGraphAddKernelNode(&node, g, NULL, 0, &k) == 0);
    CHECK(cudaGraphNodeGetType(node, NULL) == RTE_InvalidValue);
    CHECK(cudaGraphNodeGetDependencies(node, NULL, NULL, NULL) == RTE_InvalidValue);
    CHECK(cudaUserObjectCreate(&user, &calls, count, 1, 1) == 0);
    CHECK(cudaGraphRetainUserObject(g, user, 2, 1) == RTE_InvalidValue); // more than there are
    CHECK(cudaGraphRetainUserObject(g, user, 1, 1) == 0);
    CHECK(cudaGraphInstantiate(&x, g, 0) == 0);
    CHECK(cudaGraphExecGetFlags(x, NULL) == RTE_InvalidValue);
    CHECK(cudaGraphExecGetFlags(x, &flags) == 0 && flags == 0);
    for (int i = 0; i < 100; i++) CHECK(cudaGraphExecKernelNodeSetParams(x, node, &k) == 0);
    CHECK(cudaGraphDestroy(g) == 0 && calls == 0);
    CHECK(cudaGraphExecKernelNodeSetParams(x, node, &k) == RTE_InvalidValue);
    CHECK(cudaGraphLaunch(x, NULL) == 0);
    CHECK(cudaMemcpy(&v, p, 4, RT_COPY_DH) == 0 && v == 1);
    CHECK(cudaGraphExecDestroy(x) == 0 && calls == 1);
    CHECK(cudaFree(p) == 0);
}

// Graphs in graphs have a limit.
static void test_depth(void) {
    void *g, *child, *node;
    CHECK(cudaGraphCreate(&g, 0) == 0);
    int depth = 0;
    for (child = g; depth < 100 && cudaGraphAddChildGraphNode(&node, child, NULL, 0, g) == 0;)
        depth += cudaGraphChildGraphNodeGetGraph(node, &child) == 0;
    CHECK(depth > 4 && depth < 100);
    CHECK(cudaGraphDestroy(g) == 0);
}

// A graph that is destroyed while it is captured.
static void test_lost_graph(void *s, void *p) {
    void *g, *e;
    CHECK(cudaGraphCreate(&g, 0) == 0 && cudaEventCreate(&e) == 0);
    CHECK(cudaStreamBeginCaptureToGraph(s, g, NULL, NULL, 1, 0) == RTE_InvalidValue);
    CHECK(cudaStreamEndCapture(s, NULL) == RTE_IllegalState); // that did not begin
    CHECK(cudaStreamBeginCaptureToGraph(s, g, NULL, NULL, 0, 0) == 0);
    CHECK(cudaMemsetAsync(p, 0, 4, s) == 0 && cudaEventRecord(e, s) == 0);
    CHECK(cudaGraphDestroy(g) == 0);
    CHECK(cudaMemsetAsync(p, 1, 4, s) == 0 && cudaStreamEndCapture(s, NULL) == RTE_IllegalState);
}

// A node that is destroyed while its graph is captured. Returns the graph and what can be launched.
static void test_lost_node(void *s, void *p, void **graph, void **launchable) {
    void *node;
    size_t n = 1;
    int status;
    CHECK(cudaStreamBeginCapture(s, 0) == 0 && cudaMemsetAsync(p, 0, 4, s) == 0);
    CHECK(cudaStreamGetCaptureInfo(s, &status, NULL, graph, NULL, NULL, NULL) == 0);
    CHECK(cudaGraphGetNodes(*graph, &node, &n) == 0 && cudaGraphDestroyNode(node) == 0);
    CHECK(cudaMemsetAsync(p, 1, 4, s) == 0 && cudaStreamEndCapture(s, graph) == 0);
    CHECK(cudaGraphInstantiate(launchable, *graph, 0) == 0 && cudaGraphLaunch(*launchable, s) == 0);
}

// Updates take over all or nothing.
static void test_updates(void *g, void *x) {
    void *other;
    RtUpdateInfo info;
    CHECK(cudaGraphCreate(&other, 0) == 0);
    CHECK(cudaGraphExecUpdate(x, other, &info) == RTE_GraphExecUpdateFailure);
    CHECK(info.result == 2 && !info.node);
    info = (RtUpdateInfo){7, g, g};
    CHECK(cudaGraphExecUpdate(x, g, &info) == 0);
    CHECK(info.result == 0 && !info.node && !info.from);
    CHECK(cudaGraphDestroy(other) == 0);
}

static void test_captures(void) {
    void *s = NULL, *p = NULL, *graph = NULL, *launchable = NULL;
    CHECK(cudaMalloc(&p, 4) == 0);
    CHECK(cudaStreamCreate(&s) == 0);
    test_lost_graph(s, p);
    test_lost_node(s, p, &graph, &launchable);
    implicit_captures(s, p);
    test_updates(graph, launchable);
    CHECK(cudaGraphExecDestroy(launchable) == 0 && cudaGraphDestroy(graph) == 0);
    CHECK(cudaStreamDestroy(s) == 0 && cudaFree(p) == 0);
}

int main(void) {
    void *module;
    void *kernel = load_kernel(&module);
    test_dependencies();
    test_lifetimes(kernel);
    test_depth();
    test_captures();
    return UNIT_END();
}
