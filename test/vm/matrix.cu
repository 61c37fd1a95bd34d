// SPDX-License-Identifier: Apache-2.0
// wmma, mma.sync, ldmatrix against sums in the kernel; cp.async and mbarrier; SIMD video.
// REQUIRES: nvcc
// RUN: nvcc -ptx -arch=sm_80 %s -o %t.ptx && cuprum run %t.ptx --kernel=k --block=32 --print=0 buf:i32:1:zero
// RUN: nvcc -ptx -arch=sm_90 %s -o %t.ptx && cuprum run %t.ptx --kernel=k --block=32 --print=0 buf:i32:1:zero
// RUN: nvcc -ptx -arch=sm_100 %s -o %t.ptx && cuprum run %t.ptx --kernel=k --block=32 --print=0 buf:i32:1:zero
#include <mma.h>
#include <cuda_bf16.h>
#include <cuda_pipeline.h>
#include <cuda/barrier>
#include <cstdio>
using namespace nvcuda;
__device__ int g[128];
#define T(e) do { if (!(e)) { printf("FAIL line %d thread %d: %s\n", __LINE__, threadIdx.x, #e); atomicAdd(errs, 1); } } while (0)
// CHECK-NOT: FAIL
// CHECK: arg 0: 0
extern "C" __global__ void k(int *errs) {
    __shared__ __align__(128) half A[16 * 16], B[16 * 16];
    __shared__ __align__(128) float C[16 * 16], D[16 * 16];
    int l = threadIdx.x;
    for (int i = l; i < 256; i += 32) { A[i] = __int2half_rn(i % 13 - 6); B[i] = __int2half_rn(i % 7 - 3); C[i] = i; }
    __syncwarp();
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> b;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> c;
    wmma::load_matrix_sync(a, A, 16); wmma::load_matrix_sync(b, B, 16); wmma::load_matrix_sync(c, C, 16, wmma::mem_row_major);
    for (int i = 0; i < c.num_elements; i++) c.x[i] *= 2;
    wmma::mma_sync(c, a, b, c); wmma::store_matrix_sync(D, c, 16, wmma::mem_row_major);
    __syncwarp();
    for (int i = l; i < 256; i += 32) {
        float s = 2 * C[i];
        for (int q = 0; q < 16; q++) s += __half2float(A[i / 16 * 16 + q]) * __half2float(B[i % 16 * 16 + q]);
        T(D[i] == s);
    }
    // mma.m16n8k16: A by ldmatrix.x4, B (stored by columns) by ldmatrix.x2
    unsigned ra[4], rb[2]; float rc[4];
    unsigned pa = (unsigned)__cvta_generic_to_shared(A + (l % 16) * 16 + l / 16 * 8), pb = (unsigned)__cvta_generic_to_shared(B + (l % 8) * 16 + (l / 8 % 2) * 8);
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];" : "=r"(ra[0]), "=r"(ra[1]), "=r"(ra[2]), "=r"(ra[3]) : "r"(pa));
    asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0,%1}, [%2];" : "=r"(rb[0]), "=r"(rb[1]) : "r"(pb));
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%10,%10,%10,%10};" : "=f"(rc[0]), "=f"(rc[1]), "=f"(rc[2]), "=f"(rc[3]) : "r"(ra[0]), "r"(ra[1]), "r"(ra[2]), "r"(ra[3]), "r"(rb[0]), "r"(rb[1]), "f"(1.0f));
    for (int i = 0; i < 4; i++) {
        int row = l / 4 + i / 2 * 8, col = l % 4 * 2 + i % 2; float s = 1;
        for (int q = 0; q < 16; q++) s += __half2float(A[row * 16 + q]) * __half2float(B[col * 16 + q]);
        T(rc[i] == s);
    }
    // s8: every element of A is 2, of B is -3
    int ic[4];
    asm volatile("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%0,%1,%2,%3}, {%4,%4,%4,%4}, {%5,%5}, {%6,%6,%6,%6};" : "=r"(ic[0]), "=r"(ic[1]), "=r"(ic[2]), "=r"(ic[3]) : "r"(0x02020202), "r"(0xfdfdfdfd), "r"(l));
    T(ic[0] == l - 192 && ic[3] == l - 192);
    double dc[2]; asm volatile("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0,%1}, {%2}, {%3}, {%4,%4};" : "=d"(dc[0]), "=d"(dc[1]) : "d"(l / 4 + 1.0), "d"(l % 4 + 0.5), "d"(0.25));
    T(dc[0] == 8.0 * (l / 4 + 1) + 0.25 && dc[1] == dc[0]);
    // asynchronous copies and barriers
    __shared__ __align__(16) int src[128]; __shared__ __align__(16) int dst[128];
    for (int i = 0; i < 4; i++) { src[l * 4 + i] = l * i; g[l * 4 + i] = l + i; } __syncthreads();
    __pipeline_memcpy_async(dst + l * 4, g + l * 4, 16); __pipeline_commit(); __pipeline_wait_prior(0); __syncthreads();
    T(dst[(l * 4 + 5) % 128] == (l + 1) % 32 + 1);
    __shared__ cuda::barrier<cuda::thread_scope_block> bar; if (l == 0) init(&bar, 32); __syncthreads();
    if (l & 1) dst[l] = 7; bar.arrive_and_wait(); T(dst[l ^ 1] == (l & 1 ? dst[l ^ 1] : 7)); bar.arrive_and_wait();
    // video
    unsigned x = 0x80ff0110u + l, y = 0x01100203u;
    unsigned ad = __vabsdiffu4(x, y), mx = __vmaxs4(x, y), sd = __vsadu4(x, y), e = 0, f = 0, sum = 0;
    for (int i = 0; i < 4; i++) {
        int p = x >> 8 * i & 255, q = y >> 8 * i & 255, dd = p > q ? p - q : q - p, sp = (signed char)p, sq = (signed char)q;
        e |= dd << 8 * i; sum += dd; f |= ((sp > sq ? sp : sq) & 255) << 8 * i;
    }
    T(ad == e); T(sd == sum); T(mx == f);
}
