// SPDX-License-Identifier: Apache-2.0
// The columns of a deformable convolution: each tap of a 3x3 window reads between pixels, where offsets send it, times a mask.
// RUN: sh %S/../kernel.sh %s --grid=4 --block=64 buf:f32:512:rand:1 buf:f32:2304:rand:2 buf:f32:1152:rand:3 buf:f32:4608:zero i32:8 i32:8 i32:4 i32:2 i32:256
__device__ float between(const float *image, int height, int width, float y, float x) {
    if (y <= -1 || y >= height || x <= -1 || x >= width) return 0;
    const int y0 = floorf(y), x0 = floorf(x), y1 = y0 + 1, x1 = x0 + 1;
    const float ly = y - y0, lx = x - x0, hy = 1 - ly, hx = 1 - lx;
    const float v1 = y0 >= 0 && x0 >= 0 ? image[y0 * width + x0] : 0.f;
    const float v2 = y0 >= 0 && x1 <= width - 1 ? image[y0 * width + x1] : 0.f;
    const float v3 = y1 <= height - 1 && x0 >= 0 ? image[y1 * width + x0] : 0.f;
    const float v4 = y1 <= height - 1 && x1 <= width - 1 ? image[y1 * width + x1] : 0.f;
    return hy * hx * v1 + hy * lx * v2 + ly * hx * v3 + ly * lx * v4;
}
__global__ void columns(const float *__restrict__ image, const float *__restrict__ offset, const float *__restrict__ mask, float *__restrict__ out, int height, int width, int channels, int batch,
                        int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
        const int x = i % width, y = i / width % height, b = 0, c = i / width / height % channels;
        const float *from = image + (b * channels + c) * height * width;
        float *to = out + ((c * 9 * batch + b) * height + y) * width + x;
        for (int ky = 0; ky < 3; ky++)
            for (int kx = 0; kx < 3; kx++) {
                const int tap = ky * 3 + kx;
                const float dy = offset[((b * 18 + 2 * tap) * height + y) * width + x], dx = offset[((b * 18 + 2 * tap + 1) * height + y) * width + x];
                const float m = mask[((b * 9 + tap) * height + y) * width + x];
                *to = m * between(from, height, width, y - 1 + ky + 3 * dy - 1.5f, x - 1 + kx + 3 * dx - 1.5f);
                to += batch * height * width;
            }
    }
}
