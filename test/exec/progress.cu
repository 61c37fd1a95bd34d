// SPDX-License-Identifier: Apache-2.0
// A launch of more than two seconds shows on a terminal how far it is, by the kernel's name; the
// line is wiped when the launch ends. Not in a pipe.
// REQUIRES: nvcc, script, %B/lib/cuprum/libcudart.so.13
// TIMEOUT: 120
// RUN[A]: nvcc -cudart shared -gencode arch=compute_75,code=compute_75 -o %t.exe %s && \
// RUN[A]: script -qc 'cuprum exec -j1 %t.exe' /dev/null </dev/null | tr '\r\033' '\n^'
// A: ^[K_Z4slowPiy: {{[1-9][0-9]*}} of 1000 blocks, {{[0-9]+}} s, {{[0-9.]+}} a second, {{[0-9]+.*}} left
// A: ^[Kend
// RUN[B]: cuprum exec -j1 %t.exe
// B-NOT: blocks
// B: end
#include <cstdio>
#include <ctime>
// A block takes some milliseconds of the host's time: the whole grid about three seconds.
__global__ void slow(int *p, unsigned long long n) {
    for (volatile unsigned long long i = 0; i < n; i++) {}
    *p = 1;
}
static double now() {
    timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec + t.tv_nsec * 1e-9;
}
int main() {
    int *p;
    cudaMalloc(&p, 4);
    slow<<<1, 1>>>(p, 100);
    double begin = now();
    slow<<<1, 1>>>(p, 100000);
    cudaDeviceSynchronize();
    slow<<<1000, 1>>>(p, (unsigned long long)(100000 * 0.003 / (now() - begin)));
    cudaDeviceSynchronize();
    printf("end\n");
}
