// SPDX-License-Identifier: Apache-2.0
// Memory of a graph's node goes with the last graph that has the node: a program may make such graphs without end. What it still holds stays.
// RUN: cuprum build %s -o %t.exe
// RUN[run]: cuprum exec --check=mem,leak %t.exe
// run: 4000 graphs, 0 failed
// run-NEXT: held: 7
// REQUIRES: g++, %B/lib/cuprum/libcudart.so.13
#include <cstdio>
#include <cuda_runtime.h>

static cudaMemAllocNodeParams room(size_t size) {
    cudaMemAllocNodeParams p = {};
    p.poolProps.allocType = cudaMemAllocationTypePinned;
    p.poolProps.location.type = cudaMemLocationTypeDevice;
    p.bytesize = size;
    return p;
}

static bool once(size_t size) {
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaGraphNode_t alloc, free;
    cudaMemAllocNodeParams p = room(size);
    cudaGraphCreate(&graph, 0);
    if (cudaGraphAddMemAllocNode(&alloc, graph, nullptr, 0, &p)) return false;
    cudaGraphAddMemFreeNode(&free, graph, &alloc, 1, p.dptr);
    bool ok = !cudaGraphInstantiate(&exec, graph, 0);
    cudaGraphDestroy(graph);
    ok &= !cudaGraphLaunch(exec, 0) && !cudaDeviceSynchronize();
    return ok & !cudaGraphExecDestroy(exec);
}

int main() {
    int failed = 0;
    for (int i = 0; i < 4000; i++) failed += !once(256 << 20);
    printf("4000 graphs, %d failed\n", failed);
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaGraphNode_t alloc;
    cudaMemAllocNodeParams p = room(64);
    char c = 0;
    cudaGraphCreate(&graph, 0);
    cudaGraphAddMemAllocNode(&alloc, graph, nullptr, 0, &p);
    cudaGraphInstantiate(&exec, graph, 0);
    cudaGraphLaunch(exec, 0);
    cudaDeviceSynchronize();
    cudaGraphExecDestroy(exec);
    cudaGraphDestroy(graph);
    cudaMemset(p.dptr, 7, 64);
    cudaMemcpy(&c, p.dptr, 1, cudaMemcpyDeviceToHost);
    printf("held: %d\n", c);
    cudaFree(p.dptr);
}
