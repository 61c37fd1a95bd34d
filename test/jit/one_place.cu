// SPDX-License-Identifier: Apache-2.0
// Lanes that store to one place, the same for all of a warp: of those that run the last one's number stays; none runs, one does, or
// all; numbers of 1 to 8 bytes and several at a time, that all lanes have alike, in equal steps, or each its own; to shared and to
// global memory, alone and beside others of the same pointer, also outside of what there is.
// RUN: sh %S/both.sh %s --kernel=k --grid=6 --block=96 buf:u64:4096:zero i32:9
// CHECK: arg 0: 4096 x u64 fnv1a64
// CHECK: status 0
// CHECK-NEXT: {{functions in native code: 1;|without a processor}}
// RUN[OUT]: sh %S/both.sh %s --kernel=outside --grid=1 --block=64 buf:u32:64:zero i32:70
// OUT: {{.*}}error: execution stopped: kernel outside, block (0,0,0), thread (41,0,0), {{.*}}: global store of 4 bytes out of bounds
// OUT: status 1
typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned long long u64;
struct alignas(16) Four {
    float x, y, z, w;
};
template <class T> __device__ __forceinline__ void store(T *place, int thread, int rounds, u64 own, u64 all) {
    if (thread == 0) place[0] = (T)all; // the first lane of the first warp
    if ((thread & 31) == 31) place[1] = (T)(all + own);
    if (thread % 7 == rounds % 7) place[2] = (T)own; // some lanes of each warp
    if (thread > 40) place[3] = (T)thread;           // in steps; some warps have none
    if (thread < 0) place[4] = (T)own;               // nobody
    place[5] = (T)own;
    place[6] = (T)(all * 3);
    if (thread % 5 < 3) place[7] = (T)(own + 1);
}
extern "C" __global__ void k(u64 *out, int rounds) {
    __shared__ u64 wide[3][8];
    __shared__ unsigned words[3][8];
    __shared__ u16 halves[3][8];
    __shared__ u8 bytes[3][8];
    __shared__ Four fours[3];
    int thread = threadIdx.x, warp = thread / 32;
    u64 own = (thread * 0x9e3779b97f4a7c15u) ^ (blockIdx.x << 7), all = blockIdx.x * 0x0123456789abcdefu + warp;
    for (int i = thread; i < 24; i += 96) ((u64 *)wide)[i] = ((unsigned *)words)[i] = ((u16 *)halves)[i] = ((u8 *)bytes)[i] = 0;
    if (thread < 3) fours[thread] = {0, 0, 0, 0};
    __syncthreads();
    // warps are one after the other, so that the places of a warp are its own
    store(wide[warp], thread, rounds, own, all);
    store(words[warp], thread, rounds, own, all);
    store(halves[warp], thread, rounds, own, all);
    store(bytes[warp], thread, rounds, own, all);
    if (thread & 1) fours[warp] = {(float)thread, (float)(thread * 2), 1.0f / (float)(rounds - 9), (float)warp};
    u64 *place = out + (blockIdx.x * 3 + warp) * 160;
    store(place + 40, thread, rounds, own, all);
    store((float *)(place + 48), thread, rounds, own, all);
    store((double *)(place + 56), thread, rounds, own, all);
    float lost = (float)(thread - 16) * (1.0f / (float)(rounds - 9)); // a NaN, infinities
    if (thread != 95) ((float *)place)[130] = lost * 0.0f;
    if ((thread & 31) < 20) *(Four *)(place + 66) = {lost, 1, (float)thread, lost - lost};
    __syncthreads();
    if ((thread & 31) < 8) {
        int i = thread & 7;
        place[i] = wide[warp][i], place[8 + i] = words[warp][i], place[16 + i] = halves[warp][i], place[24 + i] = bytes[warp][i];
        if (i < 4) place[32 + i] = __float_as_uint((&fours[warp].x)[i]);
    }
}
extern "C" __global__ void outside(unsigned *out, int at) {
    if (threadIdx.x > 40) out[at] = threadIdx.x;
}
