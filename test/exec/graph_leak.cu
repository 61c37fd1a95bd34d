// SPDX-License-Identifier: Apache-2.0
// Memory of a graph's allocation nodes is the graph's: it leaks only when a launch has allocated it
// and nothing has freed it.
// REQUIRES: nvcc, %B/lib/cuprum/libcudart.so.13
// TIMEOUT: 120
// RUN[A]: nvcc -cudart shared -gencode arch=compute_75,code=compute_75 -o %t.exe %s && cuprum exec --check %t.exe freed
// A: value 5
// A-NOT: leak
// RUN[B]: cuprum exec --check=leak %t.exe kept
// EXIT[B]: 1
// B: leak: 64 bytes are never freed
// B: 1 finding
#include <cstdio>
#include <cstring>
__global__ void set(int *p, int *out) { *p = 5, *out = *p; }
int main(int argc, char **argv) {
    bool freed = strcmp(argv[1], "freed") == 0;
    int *out, *p, v;
    cudaStream_t s;
    cudaGraph_t g;
    cudaGraphExec_t x;
    cudaMalloc(&out, 4);
    cudaStreamCreate(&s);
    cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
    cudaMallocAsync(&p, 64, s);
    set<<<1, 1, 0, s>>>(p, out);
    if (freed) cudaFreeAsync(p, s);
    cudaStreamEndCapture(s, &g);
    cudaGraphInstantiate(&x, g, 0);
    cudaGraphLaunch(x, s);
    cudaStreamSynchronize(s);
    cudaMemcpy(&v, out, 4, cudaMemcpyDeviceToHost);
    printf("value %d\n", v);
    cudaGraphExecDestroy(x);
    cudaGraphDestroy(g);
    cudaFree(out);
}
