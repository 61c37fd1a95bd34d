// SPDX-License-Identifier: Apache-2.0
// A convolution of 3 by 3: a tile of the input in shared memory for each channel, four output channels a thread, bias and relu.
// RUN: sh %S/../kernel.sh %s --grid=2,2,2 --block=16,8 buf:f32:2048:rand:1 buf:f32:288:rand:2 buf:f32:8:rand:3 buf:f32:4096:zero i32:4 i32:8 i32:16 i32:32
constexpr int TX = 16, TY = 8, OUT = 4;

__global__ void conv(const float *__restrict__ in, const float *__restrict__ w, const float *__restrict__ bias, float *__restrict__ out, int channels, int outs, int height, int width) {
    __shared__ float tile[TY + 2][TX + 2];
    const int x = blockIdx.x * TX + threadIdx.x, y = blockIdx.y * TY + threadIdx.y, first = blockIdx.z * OUT;
    float acc[OUT];
#pragma unroll
    for (int o = 0; o < OUT; o++) acc[o] = bias[first + o];
    for (int c = 0; c < channels; c++) {
        for (int i = threadIdx.y * TX + threadIdx.x; i < (TY + 2) * (TX + 2); i += TX * TY) {
            const int ty = i / (TX + 2), tx = i % (TX + 2);
            const int iy = blockIdx.y * TY + ty - 1, ix = blockIdx.x * TX + tx - 1;
            tile[ty][tx] = iy >= 0 && iy < height && ix >= 0 && ix < width ? in[(c * height + iy) * width + ix] : 0.f;
        }
        __syncthreads();
#pragma unroll
        for (int ky = 0; ky < 3; ky++)
#pragma unroll
            for (int kx = 0; kx < 3; kx++) {
                const float v = tile[threadIdx.y + ky][threadIdx.x + kx];
#pragma unroll
                for (int o = 0; o < OUT; o++) acc[o] += v * w[((first + o) * channels + c) * 9 + ky * 3 + kx];
            }
        __syncthreads();
    }
    for (int o = 0; o < OUT; o++)
        if (x < width && y < height && first + o < outs) out[((first + o) * height + y) * width + x] = fmaxf(acc[o], 0.f);
}
