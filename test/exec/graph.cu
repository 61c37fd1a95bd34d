// SPDX-License-Identifier: Apache-2.0
// Streams, events, captured and built graphs, host functions, pools, 3-D copies.
// REQUIRES: nvcc, %B/lib/cuprum/libcudart.so.13
// TIMEOUT: 120
// RUN: nvcc -cudart shared -gencode arch=compute_75,code=compute_75 -o %t.exe %s && \
// RUN: cuprum exec %t.exe
// EXPECT:
// nodes 4, before 0
// after 3 launches: 6, host 3
// updated: 16
// built: 11
// pool: 7
// box: 21 22 25 26
// time is positive: 1
// no error
#include <cstdio>
__global__ void add(int *p, int n) { *p += n; }
static void CUDART_CB host(void *p) { ++*(int *)p; }

static void captured(cudaStream_t s, int *d) {
    int calls = 0, v;
    size_t n;
    cudaGraph_t g;
    cudaGraphExec_t x;
    cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
    add<<<1, 1, 0, s>>>(d, 1);
    add<<<1, 1, 0, s>>>(d, 1);
    cudaLaunchHostFunc(s, host, &calls);
    cudaMemcpyAsync(d + 1, d, 4, cudaMemcpyDeviceToDevice, s);
    cudaStreamEndCapture(s, &g);
    cudaGraphGetNodes(g, nullptr, &n);
    cudaMemcpy(&v, d, 4, cudaMemcpyDeviceToHost);
    printf("nodes %zu, before %d\n", n, v);
    cudaGraphInstantiate(&x, g, 0);
    for (int i = 0; i < 3; i++) cudaGraphLaunch(x, s);
    cudaStreamSynchronize(s);
    cudaMemcpy(&v, d + 1, 4, cudaMemcpyDeviceToHost);
    printf("after 3 launches: %d, host %d\n", v, calls);
    cudaGraphNode_t nodes[4];
    cudaGraphGetNodes(g, nodes, &n);
    cudaKernelNodeParams k;
    cudaGraphKernelNodeGetParams(nodes[0], &k);
    int nine = 9;
    void *args[] = {&d, &nine};
    k.kernelParams = args;
    cudaGraphExecKernelNodeSetParams(x, nodes[0], &k);
    cudaGraphLaunch(x, s);
    cudaMemcpy(&v, d + 1, 4, cudaMemcpyDeviceToHost);
    printf("updated: %d\n", v);
    cudaGraphExecDestroy(x);
    cudaGraphDestroy(g);
}

static void built(cudaStream_t s, int *d) {
    cudaGraph_t g;
    cudaGraphExec_t x;
    cudaGraphNode_t set, kernel, copy;
    int v = 0, ten = 10;
    cudaGraphCreate(&g, 0);
    cudaMemsetParams m = {};
    m.dst = d, m.elementSize = 4, m.width = 1, m.height = 1, m.value = 1;
    cudaGraphAddMemsetNode(&set, g, nullptr, 0, &m);
    void *args[] = {&d, &ten};
    cudaKernelNodeParams k = {};
    k.func = (void *)add, k.gridDim = k.blockDim = dim3(1), k.kernelParams = args;
    cudaGraphAddKernelNode(&kernel, g, &set, 1, &k);
    cudaGraphAddMemcpyNode1D(&copy, g, &kernel, 1, &v, d, 4, cudaMemcpyDeviceToHost);
    cudaGraphInstantiate(&x, g, 0);
    cudaGraphLaunch(x, s);
    cudaStreamSynchronize(s);
    printf("built: %d\n", v);
}

static void boxes() {
    int h[3][3][4], out[2][2] = {};
    for (int i = 0; i < 36; i++) h[i / 12][i / 4 % 3][i % 4] = i;
    cudaPitchedPtr p;
    cudaMalloc3D(&p, make_cudaExtent(16, 3, 3));
    cudaMemcpy3DParms c = {};
    c.srcPtr = make_cudaPitchedPtr(h, 16, 4, 3);
    c.dstPtr = p;
    c.extent = make_cudaExtent(16, 3, 3);
    c.kind = cudaMemcpyHostToDevice;
    cudaMemcpy3D(&c);
    cudaMemcpy3DParms b = {};
    b.srcPtr = p;
    b.srcPos = make_cudaPos(4, 2, 1);
    b.dstPtr = make_cudaPitchedPtr(out, 8, 2, 1);
    b.extent = make_cudaExtent(8, 1, 2);
    b.kind = cudaMemcpyDeviceToHost;
    b.srcPos.y = 2, b.srcPos.z = 1, b.extent = make_cudaExtent(8, 1, 1);
    cudaMemcpy3D(&b);
    b.srcPos = make_cudaPos(4, 0, 2);
    b.dstPtr = make_cudaPitchedPtr(out[1], 8, 2, 1);
    cudaMemcpy3D(&b);
    printf("box: %d %d %d %d\n", out[0][0], out[0][1], out[1][0], out[1][1]);
}

int main() {
    int *d, *q, v;
    float ms;
    cudaStream_t s;
    cudaEvent_t a, b;
    cudaStreamCreate(&s);
    cudaEventCreate(&a);
    cudaEventCreate(&b);
    cudaMalloc(&d, 8);
    cudaMemset(d, 0, 8);
    captured(s, d);
    cudaEventRecord(a, s);
    built(s, d);
    cudaEventRecord(b, s);
    cudaMallocAsync((void **)&q, 4, s);
    cudaMemsetAsync(q, 0, 4, s);
    add<<<1, 1, 0, s>>>(q, 7);
    cudaMemcpyAsync(&v, q, 4, cudaMemcpyDeviceToHost, s);
    cudaFreeAsync(q, s);
    cudaStreamSynchronize(s);
    printf("pool: %d\n", v);
    boxes();
    cudaEventElapsedTime(&ms, a, b);
    printf("time is positive: %d\n%s\n", ms > 0, cudaGetErrorString(cudaGetLastError()));
}
