// SPDX-License-Identifier: Apache-2.0
// tcgen05.ld and .st of every shape: which cell of tensor memory a register of a thread is, packed halves, reductions; tcgen05.cp of
// every shape, with 4 and 6 bits becoming bytes; tcgen05.shift. Each bit of the result is a test that went wrong.
// EACH: --check, --jit=on, --jit=off
// RUN: cuprum run %s -arch=sm_103a %E --block=128 --print=0 buf:i32:4:zero
// CHECK: arg 0: 0 0 0 128
#include "inputs/tensor.h"
__shared__ u32 address;
__shared__ __align__(8) u64 mbarrier;
__shared__ __align__(1024) unsigned char memory[128 * 32];
#define R4(v) "=r"(v[0]), "=r"(v[1]), "=r"(v[2]), "=r"(v[3])
#define S4(v) "r"(v[0]), "r"(v[1]), "r"(v[2]), "r"(v[3])
#define LOAD4(SHAPE, V, AT) asm volatile("tcgen05.ld.sync.aligned." SHAPE ".b32 {%0, %1, %2, %3}, [%4];" : R4(V) : "r"(AT)); wait_loads()
#define STORE4(SHAPE, V, AT) asm volatile("tcgen05.st.sync.aligned." SHAPE ".b32 [%0], {%1, %2, %3, %4};" ::"r"(AT), S4(V) : "memory"); wait_stores()
__device__ u32 base() { return address + (threadIdx.x / 32 * 32 << 16); }
__device__ void pattern() { // lane << 16 | column
    for (int c = 0; c < 64; c++) store1(base() + c, threadIdx.x << 16 | c);
}
__device__ u32 cell(int lane, int column) { return (threadIdx.x / 32 * 32 + lane) << 16 | column; }
__device__ bool loads() {
    int t = threadIdx.x % 32;
    bool bad = false;
    u32 v[4], most, least;
    pattern();
    LOAD4("32x32b.x4", v, base() + 3);
    for (int j = 0; j < 4; j++) bad |= v[j] != cell(t, 3 + j);
    LOAD4("16x64b.x4", v, base());
    for (int j = 0; j < 4; j++) bad |= v[j] != cell(t / 4 + 8 * (t & 1), (t >> 1 & 1) + 2 * j);
    LOAD4("16x128b.x2", v, base() + (16 << 16));
    for (int j = 0; j < 4; j++) bad |= v[j] != cell(16 + t / 4 + 8 * (j & 1), t % 4 + 4 * (j / 2));
    LOAD4("16x256b.x1", v, base() + 8);
    for (int j = 0; j < 4; j++) bad |= v[j] != cell(t / 4 + 8 * (j / 2), 8 + 2 * (t % 4) + j % 2);
    asm volatile("tcgen05.ld.sync.aligned.16x32bx2.x4.b32 {%0, %1, %2, %3}, [%4], 10;" : R4(v) : "r"(base()));
    wait_loads();
    for (int j = 0; j < 4; j++) bad |= v[j] != cell(t % 16, j + t / 16 * 10);
    LOAD4("32x32b.x4.pack::16b", v, base());
    for (int j = 0; j < 4; j++) bad |= v[j] != ((2 * j) | (2 * j + 1) << 16);
    asm volatile("tcgen05.ld.red.sync.aligned.32x32b.x4.max.u32 {%0, %1, %2, %3}, %4, [%5];" : R4(v), "=r"(most) : "r"(base() + 5));
    asm volatile("tcgen05.ld.red.sync.aligned.32x32b.x4.min.s32 {%0, %1, %2, %3}, %4, [%5];" : R4(v), "=r"(least) : "r"(base() + 5));
    wait_loads();
    return bad | (most != cell(t, 8)) | (least != cell(t, 5));
}
__device__ bool stores() {
    int t = threadIdx.x % 32;
    bool bad = false;
    u32 v[4];
    pattern();
    for (int j = 0; j < 4; j++) v[j] = 1000 * t + j;
    STORE4("16x256b.x1", v, base());
    STORE4("16x64b.x4", v, base() + (16 << 16));
    STORE4("32x32b.x4.unpack::16b", v, base() + 32);
    for (int c = 0; c < 8; c++) {
        u32 got = load1(base() + c);
        int low = t % 16;
        if (t < 16) bad |= got != 1000 * (low % 8 * 4 + c / 2) + c % 2 + 2 * (low / 8);
        else bad |= got != 1000 * (low % 8 * 4 + low / 8 + c % 2 * 2) + c / 2;
    }
    for (int c = 0; c < 4; c++) bad |= load1(base() + 32 + c) != (c % 2 ? (1000 * t + c / 2) >> 16 : (1000 * t + c / 2) & 0xffff);
    return bad;
}
#define COPY(WHAT, AT, DESC) asm volatile("tcgen05.cp.cta_group::1." WHAT " [%0], %1;" ::"r"(AT), "l"(DESC) : "memory")
__device__ u32 copies(int &parity) {
    int t = threadIdx.x, w = t / 32, l = t % 32;
    u32 bad = 0, from = shared_address(memory);
    pattern();
    // rows of 32 bytes without swizzle: 16-byte pieces, eight rows to 128 bytes; the second pieces 2048 behind
    for (int i = t; i < 128 * 32; i += 128) memory[i] = (i * 7 + i / 128) & 255;
    proxy_fence();
    before_sync();
    __syncthreads();
    after_sync();
    if (t == 0) {
        u64 all = describe(from, 2048, 128, 0);
        COPY("128x256b", address, all);
        COPY("128x128b", address + 8, all);
        COPY("4x256b", address + 12 + (9 << 16), all);
        COPY("64x128b.warpx2::02_13", address + 20, all);
        COPY("64x128b.warpx2::01_23", address + 24, all);
        COPY("32x128b.warpx4", address + 28, all);
        COPY("32x128b.warpx4.b8x16.b4x16_p64", address + 32, all);
        COPY("32x128b.warpx4.b8x16.b6x16_p32", address + 36, all);
        asm volatile("tcgen05.shift.cta_group::1.down [%0];" ::"r"(address + 40 + (32 << 16)) : "memory");
        commit(&mbarrier);
    }
    mbarrier_wait(&mbarrier, parity);
    parity ^= 1;
    after_sync();
    auto word = [&](int row, int byte) { return *(u32 *)(memory + byte / 16 * 2048 + row / 8 * 128 + row % 8 * 16 + byte % 16); };
    for (int c = 0; c < 8; c++) {
        bad |= (load1(base() + c) != word(t, 4 * c)) << 0;
        bad |= (load1(base() + 12 + c) != (l == 9 ? word(w, 4 * c) : cell(l, 12 + c))) << 1;
        u32 shifted = load1(base() + 40 + c);
        bad |= (shifted != cell(w == 1 && l < 31 ? l + 1 : l, 40 + c)) << 2;
    }
    for (int c = 0; c < 4; c++) {
        bad |= (load1(base() + 8 + c) != word(t, 4 * c)) << 3;
        bad |= (load1(base() + 20 + c) != word(t % 64, 4 * c)) << 4;
        bad |= (load1(base() + 24 + c) != word(t / 64 * 32 + l, 4 * c)) << 5;
        bad |= (load1(base() + 28 + c) != word(l, 4 * c)) << 6;
        u32 four = 0, six = 0;
        unsigned char *row = memory + l / 8 * 128 + l % 8 * 16;
        for (int i = 0; i < 4; i++) {
            int e = 4 * c + i, bit = 6 * e;
            four |= (u32)((row[e / 2] >> e % 2 * 4 & 15) << 2) << 8 * i;
            six |= (u32)((row[bit / 8] | row[bit / 8 + 1] << 8) >> bit % 8 & 63) << 8 * i;
        }
        bad |= (load1(base() + 32 + c) != four) << 7;
        bad |= (load1(base() + 36 + c) != six) << 8;
    }
    return bad;
}
extern "C" __global__ void k(int *out) {
    int parity = 0;
    if (threadIdx.x == 0) mbarrier_init(&mbarrier, 1);
    if (threadIdx.x < 32) alloc(&address, 64);
    __syncthreads();
    if (loads()) atomicOr(&out[0], 1);
    if (stores()) atomicOr(&out[1], 1);
    atomicOr(&out[2], copies(parity));
    before_sync();
    __syncthreads();
    if (threadIdx.x < 32) dealloc(address, 64);
    atomicAdd(&out[3], 1);
}
