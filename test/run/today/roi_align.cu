// SPDX-License-Identifier: Apache-2.0
// Regions of a feature map averaged to a grid of bins: bilinear samples inside each bin, as many as the region's size asks for.
// RUN: sh %S/../kernel.sh %s --grid=3 --block=64 buf:f32:2048:rand:1 buf:f32:16:rand:2 buf:f32:288:zero i32:288 f32:0.5 i32:2 i32:32 i32:32 i32:4 i32:6 i32:0 i32:1
template<typename T> __device__ T sample(const T *map, int height, int width, T y, T x) {
    if (y < -1 || y > height || x < -1 || x > width) return 0;
    if (y <= 0) y = 0;
    if (x <= 0) x = 0;
    int y_low = (int)y, x_low = (int)x, y_high, x_high;
    if (y_low >= height - 1) y_high = y_low = height - 1, y = (T)y_low;
    else y_high = y_low + 1;
    if (x_low >= width - 1) x_high = x_low = width - 1, x = (T)x_low;
    else x_high = x_low + 1;
    const T ly = y - y_low, lx = x - x_low, hy = 1 - ly, hx = 1 - lx;
    const T v1 = map[y_low * width + x_low], v2 = map[y_low * width + x_high], v3 = map[y_high * width + x_low], v4 = map[y_high * width + x_high];
    return hy * hx * v1 + hy * lx * v2 + ly * hx * v3 + ly * lx * v4;
}

template<typename T> __device__ void align(const T *in, const T *rois, T *out, int n, T scale, int channels, int height, int width, int pooled_h, int pooled_w, int ratio, bool aligned) {
    for (int index = blockIdx.x * blockDim.x + threadIdx.x; index < n; index += blockDim.x * gridDim.x) {
        const int pw = index % pooled_w, ph = (index / pooled_w) % pooled_h, c = (index / pooled_w / pooled_h) % channels, r = index / pooled_w / pooled_h / channels;
        const T *roi = rois + r * 5 % 12;
        const T offset = aligned ? (T)0.5 : (T)0;
        const T start_w = roi[0] * 20 * scale - offset, start_h = roi[1] * 20 * scale - offset;
        T roi_w = roi[2] * 40 * scale, roi_h = roi[3] * 40 * scale;
        if (!aligned) roi_w = max(roi_w, (T)1), roi_h = max(roi_h, (T)1);
        const T bin_h = roi_h / pooled_h, bin_w = roi_w / pooled_w;
        const T *map = in + c * height * width;
        const int grid_h = ratio > 0 ? ratio : (int)ceilf(roi_h / pooled_h), grid_w = ratio > 0 ? ratio : (int)ceilf(roi_w / pooled_w);
        const T count = max(grid_h * grid_w, 1);
        T sum = 0;
        for (int iy = 0; iy < grid_h; iy++) {
            const T y = start_h + ph * bin_h + (iy + .5f) * bin_h / grid_h;
            for (int ix = 0; ix < grid_w; ix++) sum += sample(map, height, width, y, start_w + pw * bin_w + (ix + .5f) * bin_w / grid_w);
        }
        out[index] = sum / count;
    }
}

__global__ void roi_align(const float *in, const float *rois, float *out, int n, float scale, int channels, int height, int width, int pooled_h, int pooled_w, int ratio, int aligned) {
    align(in, rois, out, n, scale, channels, height, width, pooled_h, pooled_w, ratio, aligned != 0);
}
