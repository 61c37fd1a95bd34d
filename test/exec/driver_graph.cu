// SPDX-License-Identifier: Apache-2.0
// Graphs by the driver's functions: its parameters of copies, those of memory's nodes, what a capture says of its
// edges, the account of graphs' memory, user objects that an update replaces, what a graph with memory refuses.
// REQUIRES: nvcc, %B/lib/cuprum/libcudart.so.13
// TIMEOUT: 120
// RUN: nvcc -cudart shared -gencode arch=compute_75,code=compute_75 -o %t.exe %s -lcuda && cuprum exec %t.exe
// EXPECT:
// copy: 7, types 1 2, width 4
// capture: 1 dependency, its edge is plain: 1
// memory: size 64, managed is seen by the host: 1
// used: 0 64 64, trimmed 0 64
// refused: 801 801, null 1
// update: old ended 1, new ended 0, then 1
// events: 1 1
#include <cstdio>
#include <cstring>
#include <cuda.h>
#include <cuda_runtime.h>

static CUgraph graph() {
    CUgraph g;
    cuGraphCreate(&g, 0);
    return g;
}

static void launch(CUgraph g) {
    CUgraphExec x;
    cuGraphInstantiateWithFlags(&x, g, 0);
    cuGraphLaunch(x, nullptr);
    cuStreamSynchronize(nullptr);
    cuGraphExecDestroy(x);
}

static void copies() {
    CUdeviceptr d;
    int from = 7, to = 0;
    cuMemAlloc(&d, 4);
    CUgraphNodeParams p = {};
    p.type = CU_GRAPH_NODE_TYPE_MEMCPY;
    CUDA_MEMCPY3D &c = p.memcpy.copyParams;
    c.srcMemoryType = CU_MEMORYTYPE_HOST, c.srcHost = &from;
    c.dstMemoryType = CU_MEMORYTYPE_DEVICE, c.dstDevice = d;
    c.WidthInBytes = 4, c.Height = c.Depth = 1;
    CUgraph g = graph();
    CUgraphNode node;
    cuGraphAddNode(&node, g, nullptr, nullptr, 0, &p);
    launch(g);
    cuMemcpyDtoH(&to, d, 4);
    CUDA_MEMCPY3D got = {};
    cuGraphMemcpyNodeGetParams(node, &got);
    printf("copy: %d, types %d %d, width %d\n", to, got.srcMemoryType, got.dstMemoryType,
           (int)got.WidthInBytes);
    cuGraphDestroy(g);
    cuMemFree(d);
}

static void capture() {
    CUstream s;
    CUdeviceptr d;
    cuMemAlloc(&d, 4);
    cuStreamCreate(&s, 0);
    cuStreamBeginCapture(s, CU_STREAM_CAPTURE_MODE_RELAXED);
    cuMemsetD32Async(d, 1, 1, s);
    CUstreamCaptureStatus status;
    const CUgraphNode *nodes;
    const CUgraphEdgeData *edges = nullptr;
    size_t n = 0;
    cuStreamGetCaptureInfo(s, &status, nullptr, nullptr, &nodes, &edges, &n);
    CUgraphEdgeData plain = {};
    printf("capture: %d dependency, its edge is plain: %d\n", (int)n,
           edges && memcmp(edges, &plain, sizeof plain) == 0);
    CUgraph g;
    cuStreamEndCapture(s, &g);
    cuGraphDestroy(g);
    cuMemFree(d);
}

static uint64_t memory(CUgraphMem_attribute id) {
    uint64_t n = 0;
    cuDeviceGetGraphMemAttribute(0, id, &n);
    return n;
}

static void allocations() {
    CUDA_MEM_ALLOC_NODE_PARAMS p = {}, got = {};
    p.poolProps.allocType = CU_MEM_ALLOCATION_TYPE_MANAGED;
    p.bytesize = 64;
    CUgraph g = graph();
    CUgraphNode alloc, set, free;
    cuGraphAddMemAllocNode(&alloc, g, nullptr, 0, &p);
    CUDA_MEMSET_NODE_PARAMS m = {};
    m.dst = p.dptr, m.value = 5, m.elementSize = 1, m.width = 64, m.height = 1;
    cuGraphAddMemsetNode(&set, g, &alloc, 1, &m, nullptr);
    cuGraphMemAllocNodeGetParams(alloc, &got);
    uint64_t before = memory(CU_GRAPH_MEM_ATTR_USED_MEM_CURRENT);
    launch(g);
    printf("memory: size %d, managed is seen by the host: %d\n", (int)got.bytesize,
           *(char *)p.dptr == 5);
    CUgraph ends = graph();
    printf("used: %d %d", (int)before, (int)memory(CU_GRAPH_MEM_ATTR_USED_MEM_CURRENT));
    int null = cuGraphAddMemFreeNode(&free, ends, nullptr, 0, 0);
    cuGraphAddMemFreeNode(&free, ends, nullptr, 0, p.dptr);
    launch(ends);
    printf(" %d", (int)memory(CU_GRAPH_MEM_ATTR_USED_MEM_CURRENT)); // until it is trimmed
    cuDeviceGraphMemTrim(0);
    printf(", trimmed %d %d\n", (int)memory(CU_GRAPH_MEM_ATTR_USED_MEM_CURRENT),
           (int)memory(CU_GRAPH_MEM_ATTR_RESERVED_MEM_HIGH));
    int node = cuGraphDestroyNode(set);
    int edge = cuGraphRemoveDependencies(g, &alloc, &set, nullptr, 1);
    printf("refused: %d %d, null %d\n", node, edge, null);
}

static void end(void *p) {
    *(int *)p = 1;
}

static CUgraph held(int *ended) {
    CUgraph g = graph();
    CUuserObject object;
    CUgraphNode node;
    cuGraphAddEmptyNode(&node, g, nullptr, 0);
    cuUserObjectCreate(&object, ended, end, 1, CU_USER_OBJECT_NO_DESTRUCTOR_SYNC);
    cuGraphRetainUserObject(g, object, 1, CU_GRAPH_USER_OBJECT_MOVE);
    return g;
}

static void update() {
    int old_ended = 0, new_ended = 0;
    CUgraphExec x;
    CUgraph old_graph = held(&old_ended), new_graph = held(&new_ended);
    CUgraphExecUpdateResultInfo info;
    cuGraphInstantiateWithFlags(&x, old_graph, 0);
    cuGraphDestroy(old_graph);
    cuGraphExecUpdate(x, new_graph, &info);
    cuGraphDestroy(new_graph);
    printf("update: old ended %d, new ended %d", old_ended, new_ended);
    cuGraphExecDestroy(x);
    printf(", then %d\n", new_ended);
}

static void events() {
    CUgraph g = graph();
    CUevent a, b, got = nullptr, then = nullptr;
    CUgraphNode node;
    cuEventCreate(&a, 0);
    cuEventCreate(&b, 0);
    cuGraphAddEventRecordNode(&node, g, nullptr, 0, a);
    cuGraphEventRecordNodeGetEvent(node, &got);
    cuGraphEventRecordNodeSetEvent(node, b);
    cuGraphEventRecordNodeGetEvent(node, &then);
    printf("events: %d %d\n", got == a, then == b);
}

int main() {
    cudaFree(nullptr);
    copies();
    capture();
    allocations();
    update();
    events();
}
