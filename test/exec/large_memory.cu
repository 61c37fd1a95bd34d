// SPDX-License-Identifier: Apache-2.0
// Device memory takes the host's when it is written, whoever gives it; what the host cannot give is
// refused, before the system must end a process. A size that the user gives is the user's word.
// REQUIRES: nvcc, %B/lib/cuprum/libcudart.so.13, %B/lib/cuprum/libcuda.so.1
// TIMEOUT: 120
// RUN: nvcc -cudart shared -gencode arch=compute_75,code=compute_75 -o %t.exe %s && cuprum exec --memory=16384 %t.exe; cuprum exec %t.exe free
// CHECK: cudaMalloc: 0, no page
// CHECK: cudaMallocManaged: 0, no page
// CHECK: cudaMallocAsync: 0, no page
// CHECK: cudaMallocHost: 0, no page
// CHECK: last word 7
// CHECK: more than there is: 2 2
// CHECK: free memory is no more than the host's
// CHECK: a part of all: 0, all as the device says: yes
// CHECK: all that is free: 0, a GiB more: 2
#include <cstdio>
#include <cstdlib>
static long resident() {
    long all = 0, here = 0;
    FILE *f = fopen("/proc/self/statm", "r");
    if (fscanf(f, "%ld %ld", &all, &here) != 2) abort();
    fclose(f);
    return here * 4096;
}
#define SHOW(name, ...)                                                                            \
    do {                                                                                           \
        long before = resident();                                                                  \
        int e = name(__VA_ARGS__);                                                                 \
        printf("%s: %d, %s\n", #name, e, resident() - before < 10 << 20 ? "no page" : "pages");    \
    } while (0)
static void all_that_is_free() {
    size_t free, total;
    void *p, *q;
    cudaMemGetInfo(&free, &total);
    char line[100];
    unsigned long long kib = 0;
    FILE *f = fopen("/proc/meminfo", "r");
    while (fgets(line, sizeof line, f) && sscanf(line, "MemTotal: %llu", &kib) != 1) {}
    fclose(f);
    printf("free memory is %s than the host's\n", free < kib << 10 ? "no more" : "more");
    cudaDeviceProp prop;
    cudaGetDeviceProperties(&prop, 0);
    int part = cudaMalloc(&p, total / 4 * 3); // what frameworks take for themselves
    cudaFree(p);
    printf("a part of all: %d, all as the device says: %s\n", part, prop.totalGlobalMem == total && free <= total ? "yes" : "no");
    // what others take meanwhile is left to them
    int e = cudaMalloc(&p, free / 2);
    printf("all that is free: %d, ", e);
    cudaFree(p);
    printf("a GiB more: %d\n", cudaMalloc(&q, free + (1ull << 30)));
}
int main(int argc, char **argv) {
    const size_t n = 12ull << 30;
    int *p, v = 7, w = 0;
    if (argc > 1) return all_that_is_free(), 0;
    SHOW(cudaMalloc, &p, n);
    cudaMemcpy(p + n / 4 - 1, &v, 4, cudaMemcpyHostToDevice);
    cudaMemcpy(&w, p + n / 4 - 1, 4, cudaMemcpyDeviceToHost);
    cudaFree(p);
    SHOW(cudaMallocManaged, &p, n);
    cudaFree(p);
    SHOW(cudaMallocAsync, (void **)&p, n, 0);
    cudaFree(p);
    SHOW(cudaMallocHost, &p, n);
    cudaFreeHost(p);
    printf("last word %d\n", w);
    const size_t more = 17ull << 30;
    printf("more than there is: %d ", cudaMalloc(&p, more));
    printf("%d\n", cudaMallocAsync((void **)&p, more, 0));
}
