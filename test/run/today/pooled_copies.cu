// SPDX-License-Identifier: Apache-2.0
// Columns of a matrix reduced to mean and largest value: rows arrive in shared memory by asynchronous copies, two stages ahead.
// RUN: sh %S/../kernel.sh %s --min-sm=80 --grid=2 --block=32 buf:f32:8192:rand:1 buf:f32:512:zero i32:32 i32:256
constexpr int STAGES = 3, ROWS = 4;

__device__ void fetch(float4 *to, const float *from) {
    const unsigned at = (unsigned)__cvta_generic_to_shared(to);
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(at), "l"(from) : "memory");
}

__global__ void pooled_copies(const float *__restrict__ in, float *__restrict__ out, int rows, int columns) {
    __shared__ float4 stage[STAGES][ROWS][32];
    const int t = threadIdx.x, column = (blockIdx.x * blockDim.x + t) * 4, groups = (rows + ROWS - 1) / ROWS;
    auto request = [&](int group) {
        if (group < groups)
#pragma unroll
            for (int r = 0; r < ROWS; r++) {
                const int row = group * ROWS + r;
                if (row < rows) fetch(&stage[group % STAGES][r][t], in + (size_t)row * columns + column);
            }
        asm volatile("cp.async.commit_group;" ::: "memory");
    };
    float4 sum = make_float4(0, 0, 0, 0), top = make_float4(-1e30f, -1e30f, -1e30f, -1e30f);
    for (int g = 0; g < STAGES - 1; g++) request(g);
    for (int g = 0; g < groups; g++) {
        asm volatile("cp.async.wait_group 1;" ::: "memory");
        __syncwarp();
        request(g + STAGES - 1);
#pragma unroll
        for (int r = 0; r < ROWS; r++) {
            if (g * ROWS + r >= rows) break;
            const float4 v = stage[g % STAGES][r][t];
            sum.x += v.x, sum.y += v.y, sum.z += v.z, sum.w += v.w;
            top.x = fmaxf(top.x, v.x), top.y = fmaxf(top.y, v.y), top.z = fmaxf(top.z, v.z), top.w = fmaxf(top.w, v.w);
        }
    }
    const float scale = 1.f / rows;
    *reinterpret_cast<float4 *>(out + column) = make_float4(sum.x * scale, sum.y * scale, sum.z * scale, sum.w * scale);
    *reinterpret_cast<float4 *>(out + columns + column) = top;
}
