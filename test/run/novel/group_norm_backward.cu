// SPDX-License-Identifier: Apache-2.0
// The gradient of a normalisation by groups of channels: two sums of a group by a block, then what goes back to the input and the scales.
// RUN: sh %S/../kernel.sh %s --grid=4,2 --block=128 buf:f32:4096:rand:1 buf:f32:4096:rand:2 buf:f32:8:rand:3 buf:f32:8:rand:4 buf:f32:16:rand:5 buf:f32:4096:zero buf:f32:64:zero i32:16 i64:128
template <typename T>
__device__ T warp_sum(T x) {
#pragma unroll
    for (int offset = 16; offset > 0; offset /= 2) x += __shfl_down_sync(0xffffffffu, x, offset);
    return x;
}
__global__ void backward(const float *__restrict__ dy, const float *__restrict__ x, const float *__restrict__ mean, const float *__restrict__ rstd, const float *__restrict__ gamma,
                         float *__restrict__ dx, float2 *__restrict__ dscale, int channels, long long area) {
    __shared__ float ds_shared[32], db_shared[32];
    const int groups = gridDim.x, group = blockIdx.x, n = blockIdx.y, each = channels / groups;
    const long long base = (static_cast<long long>(n) * channels + group * each) * area;
    const float m = mean[n * groups + group], r = rstd[n * groups + group] + 0.5f;
    float group_ds = 0, group_db = 0;
    for (int c = 0; c < each; c++) {
        float ds = 0, db = 0;
        for (long long i = threadIdx.x; i < area; i += blockDim.x) {
            const long long at = base + c * area + i;
            ds += dy[at] * x[at];
            db += dy[at];
        }
        ds = warp_sum(ds);
        db = warp_sum(db);
        const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
        __syncthreads();
        if (lane == 0) ds_shared[warp] = ds, db_shared[warp] = db;
        __syncthreads();
        ds = db = 0;
        for (int w = 0; w < static_cast<int>(blockDim.x / 32); w++) ds += ds_shared[w], db += db_shared[w];
        if (threadIdx.x == 0) dscale[n * channels + group * each + c] = make_float2((ds - db * m) * r, db);
        group_ds += ds * gamma[group * each + c];
        group_db += db * gamma[group * each + c];
    }
    const float s = 1.f / (each * area);
    const float c2 = (group_db * m - group_ds) * r * r * r * s, c3 = -c2 * m - group_db * r * s;
    for (long long i = threadIdx.x; i < each * area; i += blockDim.x) {
        const int c = static_cast<int>(i / area);
        dx[base + i] = r * gamma[group * each + c] * dy[base + i] + c2 * x[base + i] + c3;
    }
}
