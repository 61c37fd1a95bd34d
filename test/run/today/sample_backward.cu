// SPDX-License-Identifier: Apache-2.0
// The way back of bilinear sampling at given places: gradients to four texels by atomic sums of whole numbers, and of the places.
// RUN: sh %S/../kernel.sh %s --grid=2 --block=64 buf:f32:512:rand:1 buf:f32:256:rand:2 buf:f32:512:rand:3 buf:i32:512:zero buf:f32:256:zero i32:100 i32:4 i32:8 i32:16 i32:1
__device__ float unnormalised(float x, int size, int align, float *factor) {
    if (align) {
        *factor = (size - 1) * 0.5f;
        return (x + 1) * *factor;
    }
    *factor = size * 0.5f;
    return ((x + 1) * size - 1) * 0.5f;
}

__device__ float clipped(float x, int size, float *factor) {
    if (x <= 0) {
        *factor = 0;
        return 0;
    }
    const float most = size - 1;
    if (x >= most) {
        *factor = 0;
        return most;
    }
    return x;
}

__global__ void backward(const float *__restrict__ input, const float *__restrict__ places, const float *__restrict__ gradient, int *__restrict__ to_input,
                         float *__restrict__ to_places, int n, int channels, int h, int w, int align) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        float fx, fy;
        const float px = clipped(unnormalised(places[2 * i] * 2.4f - 1.2f, w, align, &fx), w, &fx);
        const float py = clipped(unnormalised(places[2 * i + 1] * 2.4f - 1.2f, h, align, &fy), h, &fy);
        const int x0 = (int)floorf(px), y0 = (int)floorf(py), x1 = x0 + 1, y1 = y0 + 1;
        const float nw = (x1 - px) * (y1 - py), ne = (px - x0) * (y1 - py), sw = (x1 - px) * (py - y0), se = (px - x0) * (py - y0);
        float gx = 0, gy = 0;
        for (int c = 0; c < channels; c++) {
            const float g = gradient[c * n + i];
            const float *in = input + c * h * w;
            int *to = to_input + c * h * w;
            const auto add = [&](int y, int x, float weight, float wx, float wy) {
                if (x < 0 || x >= w || y < 0 || y >= h) return;
                atomicAdd(to + y * w + x, __float2int_rn(weight * g * 4096));
                const float v = in[y * w + x];
                gx += v * wx * g;
                gy += v * wy * g;
            };
            add(y0, x0, nw, -(y1 - py), -(x1 - px));
            add(y0, x1, ne, y1 - py, -(px - x0));
            add(y1, x0, sw, -(py - y0), x1 - px);
            add(y1, x1, se, py - y0, px - x0);
        }
        to_places[2 * i] = fx * gx;
        to_places[2 * i + 1] = fy * gy;
    }
}
