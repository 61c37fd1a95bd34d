// SPDX-License-Identifier: Apache-2.0
// Rays through a field of distances: steps as long as the field says, a normal by four samples, light and a shadow.
// RUN: sh %S/../kernel.sh %s --grid=2,2 --block=8,8 buf:f32:768:zero i32:16 i32:16 f32:0.3
struct Vec { float x, y, z; };
__device__ Vec operator+(Vec a, Vec b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
__device__ Vec operator-(Vec a, Vec b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
__device__ Vec operator*(Vec a, float s) { return {a.x * s, a.y * s, a.z * s}; }
__device__ float dot(Vec a, Vec b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
__device__ float length(Vec a) { return sqrtf(dot(a, a)); }
__device__ Vec normalized(Vec a) { return a * rsqrtf(dot(a, a)); }

__device__ float scene(Vec p, float time) {
    const float ball = length(p - Vec{time, 0.5f, 3}) - 1.0f;
    const Vec q = {fabsf(p.x + 1.5f) - 0.5f, fabsf(p.y) - 0.8f, fabsf(p.z - 4) - 0.5f};
    const Vec o = {fmaxf(q.x, 0), fmaxf(q.y, 0), fmaxf(q.z, 0)};
    const float box = length(o) + fminf(fmaxf(q.x, fmaxf(q.y, q.z)), 0);
    const float h = fmaxf(0.4f - fabsf(ball - box), 0.f) * 2.5f;
    return fminf(fminf(ball, box) - h * h * 0.1f, p.y + 1);
}

__device__ float march(Vec from, Vec to, float time, float far) {
    float t = 0.02f;
    for (int i = 0; i < 48 && t < far; i++) {
        const float d = scene(from + to * t, time);
        if (d < 0.001f * t) return t;
        t += d;
    }
    return far;
}

__global__ void trace(float *__restrict__ image, int w, int h, float time) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    const Vec eye = {0, 0.2f, -1}, ray = normalized({(2.f * x - w) * 0.0625f, (h - 2.f * y) * 0.0625f, 1.5f});
    const float t = march(eye, ray, time, 20);
    Vec colour = Vec{0.5f, 0.7f, 0.9f} * (0.5f + 0.5f * ray.y);
    if (t < 20) {
        const Vec p = eye + ray * t;
        const float e = 0.001f;
        const Vec a = {1, -1, -1}, b = {-1, -1, 1}, c = {-1, 1, -1}, d = {1, 1, 1};
        const Vec n = normalized(a * scene(p + a * e, time) + b * scene(p + b * e, time) + c * scene(p + c * e, time) + d * scene(p + d * e, time));
        const Vec light = normalized({0.6f, 0.8f, -0.5f});
        float l = fmaxf(dot(n, light), 0);
        if (l > 0 && march(p + n * 0.01f, light, time, 8) < 8) l *= 0.2f;
        colour = Vec{0.8f, 0.6f, 0.4f} * (0.1f + l);
    }
    float *out = image + 3 * (y * w + x);
    out[0] = colour.x;
    out[1] = colour.y;
    out[2] = colour.z;
}
