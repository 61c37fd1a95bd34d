// SPDX-License-Identifier: Apache-2.0
// tcgen05.mma of f16 in one block against sums of its own: M of 128 and 64, four swizzles of shared memory, A and B with k or the
// other dimension contiguous, results of f32 and f16, A in tensor memory, addition to D, negation, lanes that stay. With checkers,
// and without.
// EACH: --check, --jit=on, --jit=off
// RUN: cuprum run %s -arch=sm_100a %E --block=128 --shared=65536 --print=0 buf:i32:16:zero
// CHECK: arg 0: 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 128
#include "inputs/tensor.h"
constexpr int K = 32; // two instructions

// Where element (row, k) of a matrix of `rows` rows lies, in bytes: canonical layouts.
__device__ int place(int rows, int row, int k, int swizzle, bool mn) {
    int width = swizzle == 0 ? 16 : swizzle == 2 ? 128 : swizzle == 4 ? 64 : 32, at;
    if (!mn && swizzle == 0) {
        at = row / 8 * 128 + k / 8 * (rows * 16) + row % 8 * 16 + k % 8 * 2; // lead: rows * 16, stride: 128
    } else if (!mn) {
        int chunk = k * 2 / width; // a tile of k each
        at = chunk * rows * width + row * width + k * 2 % width;
    } else if (swizzle == 0) {
        at = k / 8 * (rows * 16) + row / 8 * 128 + k % 8 * 16 + row % 8 * 2; // stride: 128, lead: rows * 16
    } else {
        int chunk = row * 2 / width;
        at = k / 8 * (8 * rows * 2) + chunk * 8 * width + k % 8 * width + row * 2 % width; // lead: 8 * width, stride: 16 * rows
    }
    int mask = width / 16 - 1;
    return at ^ (at >> 7 & mask) << 4;
}
__device__ u64 descriptor(u32 base, int rows, int k, int swizzle, bool mn) {
    int width = swizzle == 0 ? 16 : swizzle == 2 ? 128 : swizzle == 4 ? 64 : 32;
    if (!mn && swizzle == 0) return describe(base + k / 8 * rows * 16, rows * 16, 128, 0);
    if (!mn) return describe(base + k * 2 / width * rows * width + k * 2 % width, 16, 8 * width, swizzle);
    if (swizzle == 0) return describe(base + k / 8 * rows * 16, rows * 16, 128, 0);
    return describe(base + k / 8 * 16 * rows, 8 * width, 16 * rows, swizzle);
}
__device__ int value(int matrix, int row, int k) { return (row * (3 + matrix) + k * 5 + (row ^ k)) % 9 - 4; }

extern __shared__ __align__(1024) unsigned char memory[];
__shared__ u32 address;
__shared__ __align__(8) u64 mbarrier;

__device__ int wrong(u32 at, int m, int n, bool half, int scale, int keep_from) {
    int w = threadIdx.x / 32, count = 0, row = m == 64 ? w * 16 + threadIdx.x % 32 : threadIdx.x;
    for (int c = 0; c < n; c++) {
        u32 got = load1(at + (w * 32 << 16) + c);
        if (m == 64 && threadIdx.x % 32 >= 16) continue;
        int sum = 0;
        for (int k = 0; k < K; k++) sum += value(0, row, k) * value(1, c, k);
        float want = (float)(scale * sum), is = half ? __half2float(__ushort_as_half(got & 0xffff)) : __uint_as_float(got);
        if ((int)threadIdx.x >= keep_from) want = 7;
        count += is != want;
    }
    return count;
}
__device__ void fill(unsigned char *to, int matrix, int rows, int swizzle, bool mn) {
    for (int i = threadIdx.x; i < rows * K; i += 128)
        *(__half *)(to + place(rows, i / K, i % K, swizzle, mn)) = __int2half_rn(value(matrix, i / K, i % K));
    proxy_fence();
    __syncthreads();
}
__device__ int phase;
__device__ void finish(int &parity) {
    if (threadIdx.x == 0) commit(&mbarrier);
    mbarrier_wait(&mbarrier, parity);
    parity ^= 1;
    after_sync();
}
extern "C" __global__ void k(int *out) {
    int parity = 0, test = 0;
    if (threadIdx.x == 0) mbarrier_init(&mbarrier, 1);
    if (threadIdx.x < 32) alloc(&address, 128);
    __syncthreads();
    u32 d = address, a = shared_address(memory), b = a + 32768;
    for (int swizzle = 0; swizzle <= 6; swizzle += 2) {
        for (int mn = 0; mn < 2; mn++) {
            fill(memory, 0, 128, swizzle, mn);
            fill(memory + 32768, 1, 64, swizzle, mn);
            if (threadIdx.x == 0) {
                for (int k = 0; k < K; k += 16)
                    MMA("f16", d, descriptor(a, 128, k, swizzle, mn), descriptor(b, 64, k, swizzle, mn),
                        shape(128, 64, 1, 0, 0, mn << 15 | mn << 16), k);
            }
            finish(parity);
            atomicAdd(&out[test++], wrong(d, 128, 64, false, 1, 128)); // tests 0 to 7
            __syncthreads();
        }
    }
    // M = 64, f16 results, then once more to D, negated
    fill(memory, 0, 64, 2, false);
    fill(memory + 32768, 1, 64, 2, false);
    if (threadIdx.x == 0)
        for (int k = 0; k < K; k += 16)
            MMA("f16", d, descriptor(a, 64, k, 2, false), descriptor(b, 64, k, 2, false), shape(64, 64, 0, 0, 0), k);
    finish(parity);
    atomicAdd(&out[test++], wrong(d, 64, 64, true, 1, 128)); // 8
    before_sync();
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int k = 0; k < K; k += 16)
            MMA("f16", d, descriptor(a, 64, k, 2, false), descriptor(b, 64, k, 2, false), shape(64, 64, 0, 0, 0, 1 << 13), 1);
        for (int k = 0; k < K; k += 16)
            MMA("f16", d, descriptor(a, 64, k, 2, false), descriptor(b, 64, k, 2, false), shape(64, 64, 0, 0, 0, 1 << 14), 1);
    }
    finish(parity);
    atomicAdd(&out[test++], wrong(d, 64, 64, true, -1, 128)); // 9
    before_sync();
    __syncthreads();
    // A in tensor memory; lanes from 96 on stay 7
    for (int c = 0; c < 64; c++) store1(d + (threadIdx.x / 32 * 32 << 16) + c, __float_as_uint(7.0f));
    for (int c = 0; c < K / 2; c++) {
        u32 two = __half_as_ushort(__int2half_rn(value(0, threadIdx.x, 2 * c))) |
                  (u32)__half_as_ushort(__int2half_rn(value(0, threadIdx.x, 2 * c + 1))) << 16;
        store1(d + 64 + (threadIdx.x / 32 * 32 << 16) + c, two);
    }
    before_sync();
    __syncthreads();
    after_sync();
    if (threadIdx.x == 0) {
        for (int k = 0; k < K; k += 16)
            asm volatile("{ .reg .pred p; setp.ne.b32 p, %4, 0;\n"
                         "tcgen05.mma.cta_group::1.kind::f16.collector::a::discard [%0], [%1], %2, %3, {%5, %5, %5, %6}, p; }" ::"r"(d),
                         "r"(d + 64 + k / 2), "l"(descriptor(b, 64, k, 2, false)), "r"(shape(128, 64, 1, 0, 0)), "r"(k), "r"(0), "r"(-1)
                         : "memory");
    }
    finish(parity);
    atomicAdd(&out[test++], wrong(d, 128, 64, false, 1, 96)); // 10
    before_sync();
    __syncthreads();
    // D / 4 + A * B: 7 of the last lanes becomes what A * B leaves
    if (threadIdx.x == 0) {
        for (int k = 0; k < K; k += 16)
            asm volatile("{ .reg .pred p; setp.ne.b32 p, 1, 0; tcgen05.mma.cta_group::1.kind::f16 [%0], [%1], %2, %3, p, 2; }" ::"r"(d),
                         "r"(d + 64 + k / 2), "l"(descriptor(b, 64, k, 2, false)), "r"(shape(128, 64, 1, 0, 0)) : "memory");
    }
    finish(parity);
    int low = 0, high = 0;
    float got = __uint_as_float(load1(d + (threadIdx.x / 32 * 32 << 16) + 5));
    for (int k = 0; k < 16; k++) low += value(0, threadIdx.x, k) * value(1, 5, k);
    for (int k = 16; k < 32; k++) high += value(0, threadIdx.x, k) * value(1, 5, k);
    float before = threadIdx.x >= 96 ? 7 : low + high;
    atomicAdd(&out[11], got != (before * 0.25f + low) * 0.25f + high);
    before_sync();
    __syncthreads();
    if (threadIdx.x < 32) dealloc(d, 128);
    atomicAdd(&out[15], 1);
}
