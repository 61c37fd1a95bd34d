// SPDX-License-Identifier: Apache-2.0
// A transform of 512 complex numbers by 64 threads: three steps of radix eight in registers, exchanges through shared memory.
// RUN: sh %S/../kernel.sh %s --grid=2 --block=64 buf:f32:2048:rand:1 buf:f32:2048:zero
constexpr float HALF_ROOT = 0.70710678118654752440f;
__device__ __forceinline__ float2 operator+(float2 a, float2 b) { return make_float2(a.x + b.x, a.y + b.y); }
__device__ __forceinline__ float2 operator-(float2 a, float2 b) { return make_float2(a.x - b.x, a.y - b.y); }
__device__ __forceinline__ float2 operator*(float2 a, float2 b) { return make_float2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x); }
__device__ __forceinline__ void two(float2 &a, float2 &b) {
    const float2 was = a;
    a = was + b;
    b = was - b;
}
__device__ __forceinline__ void four(float2 &a, float2 &b, float2 &c, float2 &d) {
    two(a, c);
    two(b, d);
    d = make_float2(d.y, -d.x);
    two(a, b);
    two(c, d);
}
__device__ void eight(float2 (&a)[8]) {
    for (int i = 0; i < 4; i++) two(a[i], a[i + 4]);
    a[5] = make_float2(a[5].x + a[5].y, a[5].y - a[5].x);
    a[5] = make_float2(a[5].x * HALF_ROOT, a[5].y * HALF_ROOT);
    a[6] = make_float2(a[6].y, -a[6].x);
    a[7] = make_float2(a[7].y - a[7].x, -a[7].x - a[7].y);
    a[7] = make_float2(a[7].x * HALF_ROOT, a[7].y * HALF_ROOT);
    four(a[0], a[1], a[2], a[3]);
    four(a[4], a[5], a[6], a[7]);
}
__device__ __forceinline__ int turned(int i) { return ((i & 1) << 2) | (i & 2) | ((i >> 2) & 1); }
template <int N>
__device__ void twiddle(float2 (&a)[8], int i) {
#pragma unroll
    for (int j = 1; j < 8; j++) {
        float s, c;
        __sincosf(-6.283185307f / N * turned(j) * i, &s, &c);
        a[j] = a[j] * make_float2(c, s);
    }
}
__device__ void exchange(float2 (&a)[8], float *s, int write, int write_step, int read, int read_step) {
    for (int part = 0; part < 2; part++) {
        float *lane = part ? &a[0].y : &a[0].x;
        __syncthreads();
#pragma unroll
        for (int i = 0; i < 8; i++) s[write + i * write_step] = lane[2 * turned(i)];
        __syncthreads();
#pragma unroll
        for (int i = 0; i < 8; i++) lane[2 * i] = s[read + i * read_step];
    }
}
__global__ void __launch_bounds__(64) fft512(const float2 *in, float2 *out) {
    __shared__ float s[8 * 72];
    const int t = threadIdx.x, high = t >> 3, low = t & 7;
    in += blockIdx.x * 512 + t;
    out += blockIdx.x * 512 + t;
    float2 a[8];
#pragma unroll
    for (int i = 0; i < 8; i++) a[i] = in[i * 64];
    eight(a);
    twiddle<512>(a, t);
    exchange(a, s, high * 8 + low, 66, low * 66 + high, 8);
    eight(a);
    twiddle<64>(a, high);
    exchange(a, s, high * 8 + low, 72, high * 72 + low, 8);
    eight(a);
#pragma unroll
    for (int i = 0; i < 8; i++) out[i * 64] = a[turned(i)];
}
