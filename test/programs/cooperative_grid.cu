// SPDX-License-Identifier: Apache-2.0
// A first program: a grid that waits for all its blocks, started by cudaLaunchCooperativeKernel.
// REQUIRES: g++, %B/lib/cuprum/libcudart.so.13
// TIMEOUT: 60
// RUN: cuprum build --no-toolkit -arch=sm_90 %s -o %t.exe && cuprum exec %t.exe
// CHECK: PASS
#include <cooperative_groups.h>
#include <cstdio>
namespace cg = cooperative_groups;

__global__ void rounds(int *a, int *b, int n, int steps) {
    cg::grid_group grid = cg::this_grid();
    int i = grid.thread_rank();
    for (int s = 0; s < steps; s++) {
        b[i] = a[(i + 1) % n] + 1;
        grid.sync();
        a[i] = b[i];
        grid.sync();
    }
}

int main() {
    int device = 0, can = 0, blocks = 0;
    cudaGetDevice(&device);
    cudaDeviceGetAttribute(&can, cudaDevAttrCooperativeLaunch, device);
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, rounds, 64, 0);
    if (!can || blocks < 1) return 1;
    int n = 4 * 64, steps = 10, *a, *b;
    cudaMallocManaged(&a, n * sizeof(int));
    cudaMallocManaged(&b, n * sizeof(int));
    for (int i = 0; i < n; i++) a[i] = i;
    void *args[] = {&a, &b, &n, &steps};
    cudaError_t e = cudaLaunchCooperativeKernel((void *)rounds, dim3(4), dim3(64), args);
    if (e == cudaSuccess) e = cudaDeviceSynchronize();
    bool ok = e == cudaSuccess;
    for (int i = 0; i < n; i++) ok = ok && a[i] == (i + steps) % n + steps;
    puts(ok ? "PASS" : cudaGetErrorString(e));
    return !ok;
}
