// SPDX-License-Identifier: Apache-2.0
// Conditional nodes: if, if/else, while, switch, one in the body of another, default values,
// captured bodies, clones; what is refused.
// REQUIRES: nvcc, %B/lib/cuprum/libcudart.so.13
// TIMEOUT: 120
// RUN: nvcc -rdc=true -cudart shared -gencode arch=compute_75,code=compute_75 -o %t.exe %s && \
// RUN: cuprum exec %t.exe
// EXPECT:
// if 0: 0, if 1: 1
// else 0: 20, else 1: 1
// while: 55 in 10 steps, again 55
// switch: 100 101 102 -1
// nested: 12
// default: 7 7
// refused: 1 1 1 1
// body destroyed: 1
// no error
#include <cstdio>
__global__ void set(cudaGraphConditionalHandle h, const int *v) { cudaGraphSetConditional(h, *v); }
__global__ void store(int *p, int v) { *p = v; }
__global__ void step(cudaGraphConditionalHandle h, int *n, int *sum) {
    *sum += *n;
    cudaGraphSetConditional(h, --*n > 0);
}
static int *d; // [0] the condition, [1] the result
static void put(int i, int v) { cudaMemcpy(d + i, &v, 4, cudaMemcpyHostToDevice); }
static int get(int i) {
    int v;
    cudaMemcpy(&v, d + i, 4, cudaMemcpyDeviceToHost);
    return v;
}
static cudaGraphNode_t kernel(cudaGraph_t g, void *f, void **args, cudaGraphNode_t *after = nullptr) {
    cudaGraphNodeParams p = {cudaGraphNodeTypeKernel};
    p.kernel.func = f;
    p.kernel.gridDim = p.kernel.blockDim = dim3(1);
    p.kernel.kernelParams = args;
    cudaGraphNode_t n = nullptr;
    cudaGraphAddNode(&n, g, after, nullptr, after ? 1 : 0, &p);
    return n;
}
static cudaGraphNodeParams condition(cudaGraph_t g, cudaGraphConditionalHandle h, cudaGraphConditionalNodeType t,
                                     unsigned size, cudaGraphNode_t *after) {
    cudaGraphNodeParams p = {cudaGraphNodeTypeConditional};
    p.conditional.handle = h;
    p.conditional.type = t;
    p.conditional.size = size;
    cudaGraphNode_t n;
    cudaGraphAddNode(&n, g, after, nullptr, after ? 1 : 0, &p);
    return p;
}
// A graph that asks d[0] which of `size` stores to d[1] is done.
static cudaGraphExec_t chooser(cudaGraphConditionalNodeType t, unsigned size, int base, int stride) {
    cudaGraph_t g, copy;
    cudaGraphExec_t x;
    cudaGraphConditionalHandle h;
    cudaGraphCreate(&g, 0);
    cudaGraphConditionalHandleCreate(&h, g);
    void *a[] = {&h, &d};
    cudaGraphNode_t first = kernel(g, (void *)set, a);
    cudaGraphNodeParams p = condition(g, h, t, size, &first);
    int *to = d + 1;
    for (unsigned i = 0; i < size; i++) {
        int v = base + (int)i * stride;
        void *b[] = {&to, &v};
        kernel(p.conditional.phGraph_out[i], (void *)store, b);
    }
    cudaGraphClone(&copy, g);
    cudaGraphDestroy(g);
    cudaGraphInstantiate(&x, copy, 0);
    cudaGraphDestroy(copy);
    return x;
}
static int launch(cudaGraphExec_t x, int cond, int before) {
    put(0, cond);
    put(1, before);
    cudaGraphLaunch(x, 0);
    cudaDeviceSynchronize();
    return get(1);
}
static cudaGraphExec_t loop(int **n, int **sum) {
    cudaGraph_t g;
    cudaGraphExec_t x;
    cudaGraphConditionalHandle h;
    cudaStream_t s;
    cudaGraphCreate(&g, 0);
    cudaGraphConditionalHandleCreate(&h, g, 1, cudaGraphCondAssignDefault);
    cudaGraphNodeParams p = condition(g, h, cudaGraphCondTypeWhile, 1, nullptr);
    cudaStreamCreate(&s);
    cudaStreamBeginCaptureToGraph(s, p.conditional.phGraph_out[0], nullptr, nullptr, 0, cudaStreamCaptureModeGlobal);
    step<<<1, 1, 0, s>>>(h, *n, *sum);
    cudaStreamEndCapture(s, nullptr);
    cudaStreamDestroy(s);
    cudaGraphInstantiate(&x, g, 0);
    cudaGraphDestroy(g);
    return x;
}
static int nested() { // if (d[0]) switch (d[2]) { ... case 2: d[1] = 12 }
    cudaGraph_t g;
    cudaGraphExec_t x;
    cudaGraphConditionalHandle h, k;
    cudaGraphCreate(&g, 0);
    cudaGraphConditionalHandleCreate(&h, g);
    cudaGraphConditionalHandleCreate(&k, g);
    int *which = d + 2, *to = d + 1;
    void *a[] = {&h, &d}, *b[] = {&k, &which};
    cudaGraphNode_t first = kernel(g, (void *)set, a);
    cudaGraphNodeParams p = condition(g, h, cudaGraphCondTypeIf, 1, &first);
    cudaGraph_t body = p.conditional.phGraph_out[0];
    cudaGraphNode_t second = kernel(body, (void *)set, b);
    cudaGraphNodeParams q = condition(body, k, cudaGraphCondTypeSwitch, 3, &second);
    for (int i = 0; i < 3; i++) {
        int v = 10 + i;
        void *c[] = {&to, &v};
        kernel(q.conditional.phGraph_out[i], (void *)store, c);
    }
    cudaGraphInstantiate(&x, g, 0);
    put(2, 2);
    int r = launch(x, 1, 0);
    cudaGraphExecDestroy(x);
    cudaGraphDestroy(g);
    return r;
}
static bool refused(cudaGraphConditionalNodeType t, unsigned size, bool own) {
    cudaGraph_t g, other;
    cudaGraphConditionalHandle h;
    cudaGraphNode_t n;
    cudaGraphCreate(&g, 0);
    cudaGraphCreate(&other, 0);
    cudaGraphConditionalHandleCreate(&h, own ? g : other);
    cudaGraphNodeParams p = {cudaGraphNodeTypeConditional};
    p.conditional.handle = h;
    p.conditional.type = t;
    p.conditional.size = size;
    cudaError_t e = cudaGraphAddNode(&n, g, nullptr, nullptr, 0, &p);
    cudaGetLastError();
    cudaGraphDestroy(g);
    cudaGraphDestroy(other);
    return e == cudaErrorInvalidValue;
}
static bool destroyed() { // a body is its node's; who destroys it all the same gets an error
    cudaGraph_t g;
    cudaGraphExec_t x = nullptr;
    cudaGraphConditionalHandle h;
    cudaGraphCreate(&g, 0);
    cudaGraphConditionalHandleCreate(&h, g);
    cudaGraphNodeParams p = condition(g, h, cudaGraphCondTypeIf, 1, nullptr);
    cudaGraphDestroy(p.conditional.phGraph_out[0]);
    cudaError_t e = cudaGraphInstantiate(&x, g, 0);
    cudaGetLastError();
    cudaGraphDestroy(g);
    return e != cudaSuccess && !x;
}
int main() {
    cudaMalloc(&d, 16);
    cudaGraphExec_t x = chooser(cudaGraphCondTypeIf, 1, 1, 0);
    printf("if 0: %d, ", launch(x, 0, 0));
    printf("if 1: %d\n", launch(x, 1, 0));
    cudaGraphExecDestroy(x);
    x = chooser(cudaGraphCondTypeIf, 2, 1, 19);
    printf("else 0: %d, ", launch(x, 0, 0));
    printf("else 1: %d\n", launch(x, 5, 0));
    cudaGraphExecDestroy(x);
    int *n = d, *sum = d + 1;
    x = loop(&n, &sum);
    int first = launch(x, 10, 0), left = get(0);
    printf("while: %d in %d steps, again %d\n", first, 10 - left, launch(x, 10, 0));
    cudaGraphExecDestroy(x);
    x = chooser(cudaGraphCondTypeSwitch, 3, 100, 1);
    printf("switch:");
    for (int i = 0; i < 4; i++) printf(" %d", launch(x, i, -1));
    cudaGraphExecDestroy(x);
    printf("\nnested: %d\n", nested());
    x = loop(&n, &sum); // one step each: the default is 1, the step leaves 0
    printf("default: %d", launch(x, 1, 6));
    printf(" %d\n", launch(x, 1, 6));
    cudaGraphExecDestroy(x);
    printf("refused: %d %d %d %d\n", refused(cudaGraphCondTypeIf, 3, true), refused(cudaGraphCondTypeWhile, 2, true),
           refused(cudaGraphCondTypeSwitch, 0, true), refused(cudaGraphCondTypeIf, 1, false));
    printf("body destroyed: %d\n", destroyed());
    cudaFree(d);
    printf("%s\n", cudaGetErrorString(cudaGetLastError()));
}
