// SPDX-License-Identifier: Apache-2.0
// Systems of three diagonals by parallel cyclic reduction: a block each, each step twice as far.
// RUN: sh %S/../kernel.sh %s --grid=3 --block=96 buf:f32:300:rand:1 buf:f32:300:rand:2 buf:f32:300:rand:3 buf:f32:300:rand:4 buf:f32:300:zero i32:90
__global__ void solve(const float *lower, const float *diagonal, const float *upper, const float *right, float *x, int n) {
    extern __shared__ float nothing[];
    __shared__ float a[128], b[128], c[128], d[128];
    const int i = threadIdx.x, at = blockIdx.x * n + i;
    if (i < n) {
        a[i] = i ? lower[at] : 0;
        c[i] = i + 1 < n ? upper[at] : 0;
        b[i] = 3 + fabsf(diagonal[at]) + fabsf(lower[at]) + fabsf(upper[at]);
        d[i] = right[at];
    }
    __syncthreads();
    for (int stride = 1; stride < n; stride *= 2) {
        float na = 0, nb = 1, nc = 0, nd = 0;
        if (i < n) {
            const int before = max(i - stride, 0), after = min(i + stride, n - 1);
            const float k1 = i - stride >= 0 ? a[i] / b[before] : 0, k2 = i + stride < n ? c[i] / b[after] : 0;
            nb = b[i] - c[before] * k1 - a[after] * k2;
            nd = d[i] - d[before] * k1 - d[after] * k2;
            na = -a[before] * k1;
            nc = -c[after] * k2;
        }
        __syncthreads();
        if (i < n) a[i] = na, b[i] = nb, c[i] = nc, d[i] = nd;
        __syncthreads();
    }
    if (i < n) x[at] = d[i] / b[i];
}
