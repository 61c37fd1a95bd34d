// SPDX-License-Identifier: Apache-2.0
// Every shape, type and layout of mma.h against sums in the kernel.
// REQUIRES: nvcc
// TIMEOUT: 120
// RUN: nvcc -ptx -std=c++17 -arch=sm_80 %s -o %t.ptx && cuprum run %t.ptx --kernel=k --block=32 --print=0 buf:i32:1:zero
// CHECK-NOT: FAIL
// CHECK: arg 0: 0
#include <mma.h>
#include <cuda_bf16.h>
#include <cstdio>
using namespace nvcuda;
template <class T> __device__ T value(int i) { return T((i * 7 + i / 5) % 5 - 2); }
template <> __device__ half value<half>(int i) { return __int2half_rn(i % 5 - 2); }
template <> __device__ __nv_bfloat16 value<__nv_bfloat16>(int i) { return __int2bfloat16_rn(i % 5 - 2); }
template <> __device__ unsigned char value<unsigned char>(int i) { return i % 7; }
template <class T> __device__ double real(T v) { return (double)v; }
template <> __device__ double real(half v) { return __half2float(v); }
template <> __device__ double real(__nv_bfloat16 v) { return __bfloat162float(v); }
__device__ unsigned char mem[65536];

template <int M, int N, int K, class T, class Frag, class Acc, class LA, class LB>
__device__ void test(int *errs, const char *name) {
    T *a = (T *)mem, *b = (T *)(mem + 16384);
    Acc *c = (Acc *)(mem + 32768), *d = (Acc *)(mem + 49152);
    bool ra = std::is_same<LA, wmma::row_major>::value, rb = std::is_same<LB, wmma::row_major>::value;
    int lda = (ra ? K : M) + 16, ldb = (rb ? N : K) + 16, ldc = N + 16;
    for (int i = threadIdx.x; i < 1024; i += 32) { a[i] = value<T>(i); b[i] = value<T>(i * 3 + 1); }
    for (int i = threadIdx.x; i < M * ldc; i += 32) c[i] = value<Acc>(i);
    __syncwarp();
    wmma::fragment<wmma::matrix_a, M, N, K, Frag, LA> fa;
    wmma::fragment<wmma::matrix_b, M, N, K, Frag, LB> fb;
    wmma::fragment<wmma::accumulator, M, N, K, Acc> fc;
    wmma::load_matrix_sync(fa, a, lda);
    wmma::load_matrix_sync(fb, b, ldb);
    wmma::load_matrix_sync(fc, c, ldc, wmma::mem_row_major);
    wmma::mma_sync(fc, fa, fb, fc);
    wmma::store_matrix_sync(d, fc, M + 16, wmma::mem_col_major);
    __syncwarp();
    for (int i = threadIdx.x; i < M * N; i += 32) {
        int r = i / N, q = i % N;
        double s = real(c[r * ldc + q]);
        for (int k = 0; k < K; k++) s += real(a[ra ? r * lda + k : k * lda + r]) * real(b[rb ? k * ldb + q : q * ldb + k]);
        if (real(d[q * (M + 16) + r]) != s && !atomicAdd(errs, 1)) printf("FAIL %s %dx%dx%d: (%d,%d) is %g, not %g\n", name, M, N, K, r, q, real(d[q * (M + 16) + r]), s);
    }
    __syncwarp();
}
template <int M, int N, int K, class T, class F, class Acc> __device__ void layouts(int *errs, const char *name) {
    test<M, N, K, T, F, Acc, wmma::row_major, wmma::col_major>(errs, name);
    test<M, N, K, T, F, Acc, wmma::col_major, wmma::row_major>(errs, name);
    test<M, N, K, T, F, Acc, wmma::row_major, wmma::row_major>(errs, name);
    test<M, N, K, T, F, Acc, wmma::col_major, wmma::col_major>(errs, name);
}
template <int M, int N, int K> __device__ void types(int *errs) {
    layouts<M, N, K, half, half, float>(errs, "half, float");
    layouts<M, N, K, half, half, half>(errs, "half");
    layouts<M, N, K, __nv_bfloat16, __nv_bfloat16, float>(errs, "bfloat");
    layouts<M, N, K, signed char, signed char, int>(errs, "s8");
    layouts<M, N, K, unsigned char, unsigned char, int>(errs, "u8");
}
template <class P> __device__ void nibbles(int *errs) {
    unsigned *a = (unsigned *)mem, *b = (unsigned *)(mem + 16384);
    int *d = (int *)(mem + 49152);
    for (int i = threadIdx.x; i < 64; i += 32) { a[i] = i * 0x9e3779b9; b[i] = ~i * 0x85ebca6b; }
    __syncwarp();
    wmma::fragment<wmma::matrix_a, 8, 8, 32, P, wmma::row_major> fa;
    wmma::fragment<wmma::matrix_b, 8, 8, 32, P, wmma::col_major> fb;
    wmma::fragment<wmma::accumulator, 8, 8, 32, int> fc;
    wmma::fill_fragment(fc, 3);
    wmma::load_matrix_sync(fa, a, 64);
    wmma::load_matrix_sync(fb, b, 32);
    wmma::mma_sync(fc, fa, fb, fc);
    wmma::store_matrix_sync(d, fc, 8, wmma::mem_row_major);
    __syncwarp();
    bool sign = std::is_same<P, wmma::experimental::precision::s4>::value;
    for (int i = threadIdx.x; i < 64; i += 32) {
        int s = 3;
        for (int k = 0; k < 32; k++) {
            int x = a[i / 8 * 8 + k / 8] >> k % 8 * 4 & 15, y = b[i % 8 * 4 + k / 8] >> k % 8 * 4 & 15;
            s += (sign ? (x ^ 8) - 8 : x) * (sign ? (y ^ 8) - 8 : y);
        }
        if (d[i] != s && !atomicAdd(errs, 1)) printf("FAIL nibbles %d: %d, not %d\n", i, d[i], s);
    }
    __syncwarp();
}
__device__ void bits(int *errs, bool conj) {
    unsigned *a = (unsigned *)mem, *b = (unsigned *)(mem + 16384);
    int *d = (int *)(mem + 49152);
    for (int i = threadIdx.x; i < 64; i += 32) { a[i] = i * 0x9e3779b9; b[i] = ~i * 0x85ebca6b; }
    __syncwarp();
    wmma::fragment<wmma::matrix_a, 8, 8, 128, wmma::experimental::precision::b1, wmma::row_major> fa;
    wmma::fragment<wmma::matrix_b, 8, 8, 128, wmma::experimental::precision::b1, wmma::col_major> fb;
    wmma::fragment<wmma::accumulator, 8, 8, 128, int> fc;
    wmma::fill_fragment(fc, 1);
    wmma::load_matrix_sync(fa, a, 128);
    wmma::load_matrix_sync(fb, b, 256);
    wmma::bmma_sync(fc, fa, fb, fc, conj ? wmma::experimental::bmmaBitOpAND : wmma::experimental::bmmaBitOpXOR);
    wmma::store_matrix_sync(d, fc, 8, wmma::mem_row_major);
    __syncwarp();
    for (int i = threadIdx.x; i < 64; i += 32) {
        int s = 1;
        for (int k = 0; k < 4; k++) s += __popc(conj ? a[i / 8 * 4 + k] & b[i % 8 * 8 + k] : a[i / 8 * 4 + k] ^ b[i % 8 * 8 + k]);
        if (d[i] != s && !atomicAdd(errs, 1)) printf("FAIL bits %d: %d, not %d\n", i, d[i], s);
    }
    __syncwarp();
}
extern "C" __global__ void k(int *errs) {
    types<16, 16, 16>(errs);
    types<32, 8, 16>(errs);
    types<8, 32, 16>(errs);
    layouts<16, 16, 8, float, wmma::precision::tf32, float>(errs, "tf32");
    layouts<8, 8, 4, double, double, double>(errs, "double");
    nibbles<wmma::experimental::precision::s4>(errs);
    nibbles<wmma::experimental::precision::u4>(errs);
    bits(errs, false);
    bits(errs, true);
}
