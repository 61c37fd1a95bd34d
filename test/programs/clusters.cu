// SPDX-License-Identifier: Apache-2.0
// A first program: a cluster of blocks that read each other's shared memory.
// REQUIRES: g++, %B/lib/cuprum/libcudart.so.13
// TIMEOUT: 60
// RUN: cuprum build --no-toolkit -arch=sm_90 %s -o %t.exe && cuprum exec %t.exe
// CHECK: PASS
#include <cooperative_groups.h>
#include <cstdio>
namespace cg = cooperative_groups;

__global__ void __cluster_dims__(4, 1, 1) ring(int *out) {
    __shared__ int mine[32];
    cg::cluster_group cluster = cg::this_cluster();
    mine[threadIdx.x] = blockIdx.x * 100 + threadIdx.x;
    cluster.sync();
    unsigned next = (cluster.block_rank() + 1) % cluster.num_blocks();
    int *theirs = cluster.map_shared_rank(mine, next);
    out[blockIdx.x * 32 + threadIdx.x] = theirs[31 - threadIdx.x];
    cluster.sync();
}

int main() {
    int *out;
    cudaMallocManaged(&out, 8 * 32 * sizeof(int));
    ring<<<8, 32>>>(out);
    cudaError_t e = cudaDeviceSynchronize();
    if (e) return puts(cudaGetErrorString(e)), 1;
    bool ok = true;
    for (int b = 0; b < 8; b++) {
        int next = b / 4 * 4 + (b + 1) % 4;
        for (int i = 0; i < 32; i++) ok = ok && out[b * 32 + i] == next * 100 + 31 - i;
    }
    puts(ok ? "PASS" : "FAIL");
    return !ok;
}
