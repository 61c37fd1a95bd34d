// SPDX-License-Identifier: Apache-2.0
// A barrier of the whole grid, clusters, launches with attributes, occupancy.
// REQUIRES: nvcc, %B/lib/cuprum/libcudart.so.13
// TIMEOUT: 120
// RUN: nvcc -cudart shared -gencode arch=compute_90,code=compute_90 -o %t.exe %s && \
// RUN: cuprum exec --sms=4 %t.exe
// EXPECT:
// blocks: 64, sum 2016
// too many: too many blocks in cooperative launch
// cluster: 0 1 2 3 0 1 2 3
// shared: 0 invalid argument
#include <cooperative_groups.h>
#include <cstdio>
namespace cg = cooperative_groups;

__global__ void grid_sum(int *in, int *out) {
    cg::grid_group g = cg::this_grid();
    in[blockIdx.x] = blockIdx.x;
    g.sync();
    if (g.thread_rank() == 0) {
        int s = 0;
        for (unsigned i = 0; i < gridDim.x; i++) s += in[i];
        *out = s;
    }
}
__global__ void cluster_rank(int *p) {
    p[blockIdx.x] = cg::this_cluster().block_rank();
}
__global__ void dynamic(int *p) {
    extern __shared__ int s[];
    s[threadIdx.x] = 1;
    *p = s[0];
}

int main() {
    int *m, per;
    cudaMallocManaged(&m, 1000 * sizeof *m);
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&per, grid_sum, 64, 0);
    int blocks = per * 4 > 64 ? 64 : per * 4, *out = m + 900;
    void *args[] = {&m, &out};
    cudaLaunchCooperativeKernel((void *)grid_sum, blocks, 64, args);
    cudaDeviceSynchronize();
    printf("blocks: %d, sum %d\n", blocks, *out);
    printf("too many: %s\n", cudaGetErrorString(cudaLaunchCooperativeKernel((void *)grid_sum, per * 4 + 1, 64, args)));
    cudaLaunchConfig_t c = {};
    cudaLaunchAttribute a = {};
    a.id = cudaLaunchAttributeClusterDimension;
    a.val.clusterDim.x = 4, a.val.clusterDim.y = a.val.clusterDim.z = 1;
    c.gridDim = 8, c.blockDim = 1, c.attrs = &a, c.numAttrs = 1;
    cudaLaunchKernelEx(&c, cluster_rank, m);
    cudaDeviceSynchronize();
    printf("cluster:");
    for (int i = 0; i < 8; i++) printf(" %d", m[i]);
    dynamic<<<1, 1, 100000>>>(m);
    cudaError_t e = cudaGetLastError();
    cudaFuncSetAttribute(dynamic, cudaFuncAttributeMaxDynamicSharedMemorySize, 100000);
    dynamic<<<1, 1, 100000>>>(m);
    printf("\nshared: %d %s\n", cudaDeviceSynchronize(), cudaGetErrorString(e));
}
