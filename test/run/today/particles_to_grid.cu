// SPDX-License-Identifier: Apache-2.0
// Mass and momentum of particles go to the 27 grid points around each: quadratic weights, an affine velocity field, atomic sums of whole numbers.
// RUN: sh %S/../kernel.sh %s --grid=2 --block=32 buf:f32:192:rand:1 buf:f32:192:rand:2 buf:f32:576:rand:3 buf:i32:2048:zero i32:60 i32:8
__global__ void scatter(const float *__restrict__ x, const float *__restrict__ v, const float *__restrict__ C, int *__restrict__ grid, int n, int side) {
    const int p = blockIdx.x * blockDim.x + threadIdx.x;
    if (p >= n) return;
    float at[3], fx[3], w[3][3];
    int base[3];
#pragma unroll
    for (int d = 0; d < 3; d++) {
        at[d] = x[p * 3 + d] * (side - 3) + 1;
        base[d] = int(at[d] - 0.5f);
        fx[d] = at[d] - base[d];
        w[0][d] = 0.5f * (1.5f - fx[d]) * (1.5f - fx[d]);
        w[1][d] = 0.75f - (fx[d] - 1) * (fx[d] - 1);
        w[2][d] = 0.5f * (fx[d] - 0.5f) * (fx[d] - 0.5f);
    }
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            for (int k = 0; k < 3; k++) {
                const float dpos[3] = {i - fx[0], j - fx[1], k - fx[2]};
                const float weight = w[i][0] * w[j][1] * w[k][2];
                int *node = grid + (((base[0] + i) * side + base[1] + j) * side + base[2] + k) * 4;
                for (int d = 0; d < 3; d++) {
                    float momentum = v[p * 3 + d];
                    for (int e = 0; e < 3; e++) momentum += C[p * 9 + d * 3 + e] * dpos[e];
                    atomicAdd(node + d, __float2int_rn(weight * momentum * 1024));
                }
                atomicAdd(node + 3, __float2int_rn(weight * 1024));
            }
}
