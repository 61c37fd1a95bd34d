// SPDX-License-Identifier: Apache-2.0
// A tile of an image from depth-sorted Gaussians: blocks fetch them in batches, a pixel stops when it is opaque, a block when all are.
// RUN: sh %S/../kernel.sh %s --grid=2,2 --block=8,8 buf:i32:8:iota buf:i32:128:rand:1 buf:f32:128:rand:2 buf:f32:192:rand:3 buf:f32:256:rand:4 buf:f32:256:zero buf:i32:256:zero buf:f32:768:zero i32:16 i32:16 i32:90
constexpr int SIDE = 8, BATCH = SIDE * SIDE;

__global__ void __launch_bounds__(BATCH) render(const int *__restrict__ ranges, const int *__restrict__ list, const float2 *__restrict__ xy, const float *__restrict__ colours,
                       const float4 *__restrict__ conics, float *__restrict__ final_t, int *__restrict__ last, float *__restrict__ image, int W, int H, int each) {
    const unsigned across = (W + SIDE - 1) / SIDE;
    const uint2 pixel = {blockIdx.x * SIDE + threadIdx.x, blockIdx.y * SIDE + threadIdx.y};
    const unsigned id = W * pixel.y + pixel.x;
    const float2 at = {(float)pixel.x, (float)pixel.y};
    const bool inside = pixel.x < W && pixel.y < H;
    bool done = !inside;
    const int tile = blockIdx.y * across + blockIdx.x;
    const int first = ranges[tile] * 3, behind = first + each;
    const int rounds = (behind - first + BATCH - 1) / BATCH;
    int todo = behind - first;
    __shared__ int ids[BATCH];
    __shared__ float2 places[BATCH];
    __shared__ float4 shapes[BATCH];
    float T = 1, C[3] = {0};
    unsigned contributor = 0, latest = 0;
    const int rank = threadIdx.y * SIDE + threadIdx.x;
    for (int i = 0; i < rounds; i++, todo -= BATCH) {
        if (__syncthreads_count(done) == BATCH) break;
        const int progress = i * BATCH + rank;
        if (first + progress < behind) {
            const int g = list[first + progress] & 63;
            ids[rank] = g;
            const float2 p = xy[g];
            places[rank] = make_float2(p.x * 16, p.y * 16);
            shapes[rank] = conics[g];
        }
        __syncthreads();
        for (int j = 0; !done && j < min(BATCH, todo); j++) {
            contributor++;
            const float2 p = places[j], d = {p.x - at.x, p.y - at.y};
            const float4 c = shapes[j];
            const float power = -0.5f * (c.x * d.x * d.x + c.z * d.y * d.y) - c.y * d.x * d.y;
            if (power > 0.0f) continue;
            const float alpha = min(0.99f, c.w * __expf(power));
            if (alpha < 1.0f / 255.0f) continue;
            const float test = T * (1 - alpha);
            if (test < 0.0001f) {
                done = true;
                continue;
            }
            for (int ch = 0; ch < 3; ch++) C[ch] += colours[ids[j] * 3 + ch] * alpha * T;
            T = test;
            latest = contributor;
        }
    }
    if (inside) {
        final_t[id] = T;
        last[id] = latest;
        for (int ch = 0; ch < 3; ch++) image[ch * H * W + id] = C[ch] + T * 0.25f;
    }
}
