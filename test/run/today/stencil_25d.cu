// SPDX-License-Identifier: Apache-2.0
// A seven-point stencil in three dimensions: a plane in shared memory, the column in registers.
// RUN: sh %S/../kernel.sh %s --grid=2,2 --block=16,8 buf:f32:8192:rand:1 buf:f32:8192:zero i32:32 i32:16 i32:16 f32:0.5 f32:0.08
constexpr int BX = 16, BY = 8;

__global__ void stencil(const float *__restrict__ in, float *__restrict__ out, int nx, int ny, int nz, float c0, float c1) {
    __shared__ float plane[BY + 2][BX + 2];
    const int tx = threadIdx.x + 1, ty = threadIdx.y + 1;
    const int x = blockIdx.x * BX + threadIdx.x, y = blockIdx.y * BY + threadIdx.y;
    const size_t layer = (size_t)nx * ny;
    size_t at = (size_t)y * nx + x;
    float below = 0, here = in[at], above = in[at + layer];
    for (int z = 0; z < nz; z++) {
        plane[ty][tx] = here;
        if (tx == 1) plane[ty][0] = x > 0 ? in[at - 1] : 0;
        if (tx == BX) plane[ty][BX + 1] = x < nx - 1 ? in[at + 1] : 0;
        if (ty == 1) plane[0][tx] = y > 0 ? in[at - nx] : 0;
        if (ty == BY) plane[BY + 1][tx] = y < ny - 1 ? in[at + nx] : 0;
        __syncthreads();
        out[at] = c0 * here + c1 * (plane[ty][tx - 1] + plane[ty][tx + 1] + plane[ty - 1][tx] + plane[ty + 1][tx] + below + above);
        __syncthreads();
        below = here;
        here = above;
        above = z < nz - 2 ? in[at + 2 * layer] : 0;
        at += layer;
    }
}
