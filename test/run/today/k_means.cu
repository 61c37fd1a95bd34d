// SPDX-License-Identifier: Apache-2.0
// Points to their nearest of some centres, and the sums of each centre's points, first in shared memory.
// RUN: sh %S/../kernel.sh %s --grid=4 --block=64 buf:f32:4096:rand:1 buf:f32:160:rand:2 buf:i32:512:zero buf:i32:160:zero buf:i32:10:zero i32:500 i32:10
constexpr int DIM = 8, MOST = 16;

__global__ void assign(const float4 *__restrict__ points, const float *__restrict__ centres, int *__restrict__ labels, int *__restrict__ sums,
                       int *__restrict__ counts, int n, int k) {
    __shared__ float centre[MOST * DIM];
    __shared__ int sum[MOST * DIM], members[MOST];
    for (int i = threadIdx.x; i < k * DIM; i += blockDim.x) centre[i] = centres[i], sum[i] = 0;
    if (threadIdx.x < k) members[threadIdx.x] = 0;
    __syncthreads();
    for (int p = blockIdx.x * blockDim.x + threadIdx.x; p < n; p += gridDim.x * blockDim.x) {
        float x[DIM];
        const float4 a = points[2 * p], b = points[2 * p + 1];
        x[0] = a.x, x[1] = a.y, x[2] = a.z, x[3] = a.w, x[4] = b.x, x[5] = b.y, x[6] = b.z, x[7] = b.w;
        float nearest = 3e38f;
        int label = 0;
        for (int c = 0; c < k; c++) {
            float d = 0;
            for (int i = 0; i < DIM; i++) {
                const float t = x[i] - centre[c * DIM + i];
                d += t * t;
            }
            if (d < nearest) nearest = d, label = c;
        }
        if (labels[p] != label) labels[p] = label;
        for (int i = 0; i < DIM; i++) atomicAdd(&sum[label * DIM + i], __float2int_rn(x[i] * 1024));
        atomicAdd(&members[label], 1);
    }
    __syncthreads();
    for (int i = threadIdx.x; i < k * DIM; i += blockDim.x)
        if (sum[i]) atomicAdd(&sums[i], sum[i]);
    if (threadIdx.x < k) atomicAdd(&counts[threadIdx.x], members[threadIdx.x]);
}
