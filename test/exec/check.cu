// SPDX-License-Identifier: Apache-2.0
// Checkers over a whole program: findings give exit status 1, whatever the program returns; memory
// that nobody frees is one where leaks are asked for; what the
// host writes through copies, managed and pinned memory is no finding.
// REQUIRES: nvcc, %B/lib/cuprum/libcudart.so.13
// TIMEOUT: 120
// RUN[A]: nvcc -cudart shared -gencode arch=compute_75,code=compute_75 -o %t.exe %s && \
// RUN[A]: cuprum exec --check %t.exe clean
// A: done 10
// A-NOT: finding
// RUN[B]: nvcc -cudart shared -gencode arch=compute_75,code=compute_75 -o %t.exe %s && cuprum exec --check=leak,init,race %t.exe dirty
// EXIT[B]: 1
// B: race: write-write
// B: leak: 64 bytes are never freed
// B: by cudaMalloc
// B: 2 findings
// RUN[D]: cuprum exec --check %t.exe leaky
// D: done 10
// D-NOT: finding
// RUN[C]: nvcc -cudart shared -gencode arch=compute_75,code=compute_75 -o %t.exe %s && cuprum exec --check=leak --format=json --report=%t.json %t.exe dirty; cat %t.json
// C: "made_by":"cudaMalloc"
#include <cstdio>
#include <cstring>
__device__ int d;
__global__ void k(const int *a, const int *b, int *c) {
    if (threadIdx.x == 0) *c = *a + *b + d;
}
__global__ void racy(int *p) { *p = threadIdx.x; }
int main(int argc, char **argv) {
    int *a, *b, *c, four = 4, out;
    bool dirty = strcmp(argv[1], "dirty") == 0, leaky = dirty || !strcmp(argv[1], "leaky");
    cudaMalloc(&a, 4);
    cudaMemcpy(a, &four, 4, cudaMemcpyHostToDevice);
    cudaMallocManaged(&b, 4);
    *b = 5;
    cudaHostAlloc(&c, 4, cudaHostAllocMapped);
    int one = 1;
    cudaMemcpyToSymbol(d, &one, 4);
    k<<<1, 32>>>(a, b, c);
    cudaDeviceSynchronize();
    out = *c;
    int *p;
    if (leaky) cudaMalloc(&p, 64);
    if (dirty) {
        racy<<<1, 64>>>(p);
        cudaDeviceSynchronize();
    }
    cudaFree(a);
    cudaFree(b);
    cudaFreeHost(c);
    printf("done %d\n", out);
}
