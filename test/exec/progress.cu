// SPDX-License-Identifier: Apache-2.0
// A launch of more than two seconds shows on a terminal how far it is, by the kernel's name; the
// line is wiped when the launch ends. Not in a pipe.
// REQUIRES: nvcc, script, %B/lib/cuprum/libcudart.so.13
// TIMEOUT: 120
// RUN[A]: nvcc -cudart shared -gencode arch=compute_75,code=compute_75 -o %t.exe %s && \
// RUN[A]: script -qc 'cuprum exec -j1 %t.exe' /dev/null </dev/null | tr '\r\033' '\n^'
// A: ^[K_Z4slowPVKi: {{[1-9][0-9]*}} of 1000 blocks, {{[0-9]+}} s, {{[0-9.]+}} a second, {{[0-9]+.*}} left
// A: ^[Kend
// RUN[B]: cuprum exec -j1 %t.exe
// B-NOT: blocks
// B: end
#include <cstdio>
#include <thread>
#include <unistd.h>
// The host lets blocks end for three and a half seconds by its clock, whatever else the machine does.
__global__ void slow(const volatile int *tenths) {
    while (*tenths < blockIdx.x / 28) {}
}
int main() {
    int *tenths;
    cudaMallocHost(&tenths, sizeof *tenths);
    *tenths = 0;
    std::thread clock([tenths] {
        for (int i = 1; i <= 36; i++) {
            usleep(100000);
            *(volatile int *)tenths = i;
        }
    });
    slow<<<1000, 1>>>(tenths);
    cudaDeviceSynchronize();
    clock.join();
    printf("end\n");
}
