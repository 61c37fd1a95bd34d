// SPDX-License-Identifier: Apache-2.0
// A first program: a graph captured from a stream and one made by hand.
// REQUIRES: g++, %B/lib/cuprum/libcudart.so.13
// TIMEOUT: 60
// RUN: cuprum build --no-toolkit -arch=sm_90 %s -o %t.exe && cuprum exec %t.exe
// CHECK: PASS
#include <cstdio>

__global__ void add(int *p, int v) {
    atomicAdd(p, v);
}

static bool captured(int *p) {
    cudaStream_t s;
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaStreamCreate(&s);
    cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
    for (int i = 1; i <= 4; i++) add<<<1, 8, 0, s>>>(p, i);
    if (cudaStreamEndCapture(s, &graph)) return false;
    size_t n = 0;
    cudaGraphGetNodes(graph, nullptr, &n);
    if (n != 4 || cudaGraphInstantiate(&exec, graph, 0)) return false;
    for (int i = 0; i < 3; i++) cudaGraphLaunch(exec, s);
    if (cudaStreamSynchronize(s)) return false;
    cudaGraphExecDestroy(exec);
    cudaGraphDestroy(graph);
    cudaStreamDestroy(s);
    return *p == 3 * 8 * 10;
}

static bool by_hand(int *p) {
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaGraphNode_t set, run;
    cudaGraphCreate(&graph, 0);
    cudaMemsetParams m = {};
    m.dst = p;
    m.value = 5;
    m.elementSize = 4;
    m.width = 1;
    m.height = 1;
    if (cudaGraphAddMemsetNode(&set, graph, nullptr, 0, &m)) return false;
    int v = 7;
    void *args[] = {&p, &v};
    cudaKernelNodeParams k = {};
    k.func = (void *)add;
    k.gridDim = dim3(2);
    k.blockDim = dim3(3);
    k.kernelParams = args;
    if (cudaGraphAddKernelNode(&run, graph, &set, 1, &k)) return false;
    if (cudaGraphInstantiate(&exec, graph, 0)) return false;
    cudaGraphLaunch(exec, 0);
    return cudaDeviceSynchronize() == cudaSuccess && *p == 5 + 6 * 7;
}

int main() {
    int *p;
    cudaMallocManaged(&p, sizeof(int));
    *p = 0;
    bool ok = captured(p) && by_hand(p);
    puts(ok ? "PASS" : "FAIL");
    return !ok;
}
