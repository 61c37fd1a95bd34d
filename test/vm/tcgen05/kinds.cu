// SPDX-License-Identifier: Apache-2.0
// tcgen05.mma of every kind against sums of its own: tf32, f8f6f4 with each type (packed in shared memory; in tensor memory a byte
// each), i8, scales (mxf8f6f4, mxf4, mxf4nvf4), sparse A of 32, 16, 8 and 4 bits, .ws with M of 128, 64 and 32. A test is a number of words
// that went wrong.
// EACH: --check, --jit=on, --jit=off
// RUN: cuprum run %s -arch=sm_100a %E --block=128 --print=0 buf:i32:32:zero
// CHECK: arg 0: 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 128
#include "inputs/tensor.h"
enum { TF32, I8, E4M3, E5M2, E2M3, E3M2, E2M1, F4, F16 }; // F4: e2m1 of 4 bits
__shared__ u32 address;
__shared__ __align__(8) u64 mbarrier;
__shared__ __align__(1024) unsigned char memory_a[128 * 64], memory_b[32 * 128];
__device__ int bits_of(int type) { return type == TF32 ? 32 : type == F16 ? 16 : type == F4 ? 4 : 8; }
__device__ int value(int matrix, int row, int k) { return (row * (3 + matrix) + k * 5 + (row ^ k) * 7 + k / 3) % 5 - 2; }
__device__ u32 code(int type, int v) { // of -2 to 2
    int size = v < 0 ? -v : v;
    switch (type) {
    case TF32: return __float_as_uint((float)v);
    case F16: return __half_as_ushort(__int2half_rn(v));
    case I8: return v & 255;
    case E4M3: return (v < 0) << 7 | (size ? 0x30 + 8 * size : 0);
    case E5M2: return (v < 0) << 7 | (size ? 0x38 + 4 * size : 0);
    case E2M3: return (v < 0) << 5 | 8 * size;
    case E3M2: return (v < 0) << 5 | (size ? 8 + 4 * size : 0);
    default: return (v < 0) << 3 | 2 * size;
    }
}
__device__ int packed_bits(int type) { return type == E2M3 || type == E3M2 ? 6 : type == E2M1 ? 4 : bits_of(type); }
// Element number k of a row, of `rows` rows: no swizzle, k contiguous.
__device__ void put(unsigned char *to, int rows, int row, int k, int type, int v) {
    int per = 128 / bits_of(type), bit = k % per * packed_bits(type);
    unsigned char *piece = to + k / per * rows * 16 + row / 8 * 128 + row % 8 * 16;
    u32 bits = code(type, v) << bit % 8;
    for (int i = 0; i < 4 && bit / 8 + i < 16; i++) piece[bit / 8 + i] |= bits >> 8 * i & 255;
}
__device__ void finish(int &parity) {
    if (threadIdx.x == 0) commit(&mbarrier);
    mbarrier_wait(&mbarrier, parity);
    parity ^= 1;
    after_sync();
}
// Which of two neighbours (of four, two of them) a sparse row has.
__device__ int kept(int row, int k, int type) { return type == TF32 ? (row + k / 2) % 2 == k % 2 : ((k % 4) + row + k / 4) % 2; }
__device__ int group(int k, int type) { return type == F4 ? k / 2 : k; }
__device__ int a_value(int row, int k, int type, bool sparse) {
    return sparse && !kept(row, group(k, type), type) ? 0 : value(0, row, k);
}
__device__ void fill(int type, int type_b, int m, int k, bool sparse) {
    int t = threadIdx.x;
    __syncthreads();
    for (int i = t; i < 128 * 64; i += 128) memory_a[i] = 0;
    for (int i = t; i < 32 * 128; i += 128) memory_b[i] = 0;
    __syncthreads();
    int at = 0;
    for (int i = 0; i < k && t < m; i++) {
        if (!sparse || kept(t, group(i, type), type)) put(memory_a, m, t, at++, type, value(0, t, i));
    }
    for (int i = 0; i < k && t < 32; i++) put(memory_b, 32, t, i, type_b, value(1, t, i));
    proxy_fence();
    before_sync();
    __syncthreads();
    after_sync();
}
__device__ u64 desc_a(int m) { return describe(shared_address(memory_a), m * 16, 128, 0); }
__device__ u64 desc_b() { return describe(shared_address(memory_b), 32 * 16, 128, 0); }
// D's word of row `row`, column c, where all rows are in lanes of their own.
__device__ int wrong(int k, int type, bool sparse, bool ints, int scale_step, bool nvf4) {
    int count = 0, row = threadIdx.x;
    for (int c = 0; c < 32; c++) {
        u32 got = load1(address + (row / 32 * 32 << 16) + c);
        float sum = 0;
        for (int i = 0; i < k; i++) {
            float p = a_value(row, i, type, sparse) * value(1, c, i);
            // 2 to the power of the scales' numbers, which are (row + block) % 3 and (column + 2 * block) % 3
            if (scale_step) p *= (float)(1 << (row + i / scale_step) % 3) * (float)(1 << (c + 2 * (i / scale_step)) % 3);
            sum += p;
        }
        count += ints ? (int)got != (int)sum : __uint_as_float(got) != sum;
    }
    before_sync();
    return count;
}
#define PLAIN(KIND, IDESC, M) if (threadIdx.x == 0) MMA(KIND, address, desc_a(M), desc_b(), IDESC, 0)
#define SPARSE(KIND, META, IDESC, M) if (threadIdx.x == 0) \
    asm volatile("{ .reg .pred p; setp.ne.b32 p, 0, 0; tcgen05.mma.sp.cta_group::1.kind::" KIND " [%0], %1, %2, [%3], %4, p; }" \
                 ::"r"(address), "l"(desc_a(M)), "l"(desc_b()), "r"(META), "r"(IDESC) : "memory")
#define SCALED(KIND, IDESC) if (threadIdx.x == 0) \
    asm volatile("{ .reg .pred p; setp.ne.b32 p, 0, 0; tcgen05.mma.cta_group::1.kind::" KIND " [%0], %1, %2, %3, [%4], [%5], p; }" \
                 ::"r"(address), "l"(desc_a(128)), "l"(desc_b()), "r"(IDESC), "r"(address + 64), "r"(address + 72) : "memory")
#define WS(M) if (threadIdx.x == 0) \
    asm volatile("{ .reg .pred p; setp.ne.b32 p, 0, 0; tcgen05.mma.ws.cta_group::1.kind::f16.collector::b0::fill [%0], %1, %2, %3, p; }" \
                 ::"r"(address), "l"(desc_a(M)), "l"(desc_b()), "r"(shape(M, 32, 1, 0, 0)) : "memory")
// Scales of 128 rows in columns 64 to 67 and of 32 columns in column 72, in each of the four times 32 lanes.
__device__ void scales(int n, bool e4m3, int selector) {
    for (int block = 0; block < 5; block++) {
        u32 word = 0;
        for (int i = 0; i < n; i++) {
            int row = block < 4 ? block * 32 + threadIdx.x % 32 : threadIdx.x % 32;
            int power = block < 4 ? (row + i) % 3 : (row + 2 * i) % 3;
            word |= (u32)(e4m3 ? 0x38 + 8 * power : 127 + power) << 8 * (i + selector);
        }
        store1(address + (threadIdx.x / 32 * 32 << 16) + (block < 4 ? 64 + block : 72), word);
    }
}
// Metadata of rows at column 80: 4 bits for four elements (two, of 32 bits; of 4 bits, for four pairs).
__device__ u32 meta(int row, int i, int type) {
    u32 bits = 0;
    int at = 0;
    if (type == TF32) return kept(row, 2 * i, type) ? 4 : 14;
    for (int k = 0; k < 4; k++)
        if (kept(row, 4 * i + k, type)) bits |= k << 2 * at++;
    return bits;
}
__device__ void metadata(int type) {
    int lane = threadIdx.x;
    u32 words[2] = {0, 0};
    if (bits_of(type) >= 16) { // two rows, eight apart, in a word; the second half of k eight lanes on
        for (int half = 0; half < 2; half++)
            for (int i = 0; i < 4; i++)
                words[0] |= meta(lane / 16 * 16 + lane % 8 + 8 * half, lane / 8 % 2 * 4 + i, type) << (16 * half + 4 * i);
    } else {
        for (int i = 0; i < 16; i++) words[i / 8] |= meta(lane, i, type) << i % 8 * 4;
    }
    for (int i = 0; i < 2; i++) store1(address + (lane / 32 * 32 << 16) + 80 + i, words[i]);
}
__device__ int wrong_ws(int m) {
    int count = 0, w = threadIdx.x / 32, parts = 128 / m, row = threadIdx.x % m;
    for (int c = 0; c < 32 / parts; c++) {
        float sum = 0, got = __uint_as_float(load1(address + (w * 32 << 16) + c));
        int column = c + threadIdx.x / m * (32 / parts);
        for (int k = 0; k < 16; k++) sum += value(0, row, k) * value(1, column, k);
        count += got != sum;
    }
    before_sync();
    return count;
}
extern "C" __global__ void k(int *out) {
    int parity = 0, test = 0;
    if (threadIdx.x == 0) mbarrier_init(&mbarrier, 1);
    if (threadIdx.x < 32) alloc(&address, 128);
    __syncthreads();
    auto done = [&](int n) { atomicAdd(&out[test++], n); };
    fill(TF32, TF32, 128, 8, false);
    PLAIN("tf32", shape(128, 32, 1, 2, 2), 128);
    finish(parity), done(wrong(8, TF32, false, false, 0, false)); // 0
    fill(I8, I8, 128, 32, false);
    PLAIN("i8", shape(128, 32, 2, 1, 1), 128);
    finish(parity), done(wrong(32, I8, false, true, 0, false)); // 1
    const int types[] = {E4M3, E5M2, E2M3, E3M2, E2M1}, codes[] = {0, 1, 3, 4, 5};
    for (int i = 0; i < 5; i++) { // 2 to 6
        fill(types[i], types[(i + 2) % 5], 128, 32, false);
        PLAIN("f8f6f4", shape(128, 32, 1, codes[i], codes[(i + 2) % 5]), 128);
        finish(parity), done(wrong(32, types[i], false, false, 0, false));
    }
    for (int i = 0; i < 5; i++) { // 7 to 11: A in tensor memory, bytes; of 4 bits at bits 2 to 5
        fill(types[i], E4M3, 128, 32, false);
        for (int c = 0; c < 8; c++) {
            u32 word = 0;
            for (int b = 0; b < 4; b++) word |= code(types[i], value(0, threadIdx.x, 4 * c + b)) << (8 * b + (types[i] == E2M1 ? 2 : 0));
            store1(address + (threadIdx.x / 32 * 32 << 16) + 96 + c, word);
        }
        before_sync();
        __syncthreads();
        after_sync();
        if (threadIdx.x == 0) MMA_TENSOR("f8f6f4", address, address + 96, desc_b(), shape(128, 32, 1, codes[i], 0), 0);
        finish(parity), done(wrong(32, types[i], false, false, 0, false));
    }
    scales(1, false, 3); // 12: the fourth byte
    fill(E4M3, E2M1, 128, 32, false);
    SCALED("mxf8f6f4.block_scale.scale_vec::1X", shape(128, 32, 0, 0, 5, 1 << 23 | 3 << 4 | 3 << 29));
    finish(parity), done(wrong(32, E4M3, false, false, 32, false));
    scales(2, false, 2); // 13
    fill(F4, F4, 128, 64, false);
    SCALED("mxf4.block_scale.scale_vec::2X", shape(128, 32, 0, 1, 1, 1 << 23 | 2 << 4 | 2 << 29));
    finish(parity), done(wrong(64, F4, false, false, 32, false));
    scales(4, true, 0); // 14
    fill(F4, F4, 128, 64, false);
    SCALED("mxf4nvf4.block_scale.scale_vec::4X", shape(128, 32, 0, 1, 1));
    finish(parity), done(wrong(64, F4, false, false, 16, true));
    const int sparse[] = {TF32, F16, E4M3};
    for (int i = 0; i < 3; i++) { // 15 to 17
        int k = 512 / bits_of(sparse[i]);
        metadata(sparse[i]);
        fill(sparse[i], sparse[i], 128, k, true);
        if (i == 0) SPARSE("tf32", address + 80, shape(128, 32, 1, 2, 2, 4), 128);
        if (i == 1) SPARSE("f16", address + 80, shape(128, 32, 1, 0, 0, 4), 128);
        if (i == 2) SPARSE("f8f6f4", address + 80, shape(128, 32, 1, 0, 0, 4), 128);
        finish(parity), done(wrong(k, sparse[i], true, false, 0, false));
    }
    metadata(F4); // 18
    scales(2, false, 0);
    fill(F4, F4, 128, 128, true);
    if (threadIdx.x == 0)
        asm volatile("{ .reg .pred p; setp.ne.b32 p, 0, 0; tcgen05.mma.sp.cta_group::1.kind::mxf4.block_scale.scale_vec::2X"
                     " [%0], %1, %2, [%6], %3, [%4], [%5], p; }" ::"r"(address), "l"(desc_a(128)), "l"(desc_b()),
                     "r"(shape(128, 32, 0, 1, 1, 4 | 1 << 23)), "r"(address + 64), "r"(address + 72), "r"(address + 80) : "memory");
    finish(parity), done(wrong(128, F4, true, false, 64, false));
    fill(F16, F16, 128, 16, false); // 19 to 21
    WS(128);
    finish(parity), done(wrong_ws(128));
    fill(F16, F16, 64, 16, false);
    WS(64);
    finish(parity), done(wrong_ws(64));
    fill(F16, F16, 32, 16, false);
    WS(32);
    finish(parity), done(wrong_ws(32));
    __syncthreads();
    if (threadIdx.x < 32) dealloc(address, 128);
    atomicAdd(&out[31], 1);
}
