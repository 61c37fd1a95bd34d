// SPDX-License-Identifier: Apache-2.0
// Indices divided by powers of two and their rests: of warps and of lanes, which are the same for all lanes that run, or in steps;
// of less than these, which are neither; with what is added, multiplied, cut off by masks of all kinds, shifted with a sign, halved
// round by round, as 32 and as 64 bits; in blocks of one row that is a multiple of a warp, in one that is none, and in several.
// RUN[A]: sh %S/both.sh %s --kernel=k --grid=5 --block=128 buf:u64:640:zero i32:0 i32:1000000
// A: arg 0: 640 x u64 fnv1a64
// A: status 0
// A-NEXT: {{functions in native code: 1;|without a processor}}
// RUN[B]: sh %S/both.sh %s --kernel=k --grid=5 --block=100 buf:u64:500:zero i32:3 i32:-7
// B: {{functions in native code: 1;|without a processor}}
// RUN[C]: sh %S/both.sh %s --kernel=k --grid=5 --block=64,3 buf:u64:960:zero i32:-1 i32:2147483647
// C: {{functions in native code: 1;|without a processor}}
// RUN[D]: sh %S/both.sh %s --kernel=k --grid=3 --block=8,12 buf:u64:288:zero i32:64 i32:-2147483648
// D: {{functions in native code: 1;|without a processor}}
// RUN[E]: sh %S/both.sh %s --kernel=places --grid=4 --block=256 buf:u32:4096:zero buf:u32:1024:rand:5
// E: {{functions in native code: 1;|without a processor}}
typedef unsigned long long u64;
extern "C" __global__ void k(u64 *out, int zero, int any) {
    unsigned x = threadIdx.x, lane;
    int i = threadIdx.x, at = blockIdx.x * (blockDim.x * blockDim.y) + threadIdx.y * blockDim.x + threadIdx.x;
    asm("mov.u32 %0, %%laneid;" : "=r"(lane));
    u64 hash = 0;
    auto add = [&](u64 number) { hash = (hash ^ number) * 0x9e3779b97f4a7c15u + (hash >> 29); };
    add(x / 32), add(x % 32), add(i / 32), add(i % 32), add(x >> 5), add(x & 31), add(x / 64), add(x & 63), add(x & ~31u);
    add(x / 16), add(x % 16), add(x / 8), add(x % 8), add(x / 4), add(x & 3), add(x & 28), add(x & 0xffe0), add(x & 0x1f1f);
    add((x + 32) / 32), add((x + 31) / 32), add((x + 5) % 32), add((x + any) / 32), add((x - 32) >> 5), add((int)(x - 64) >> 5);
    add((x * 4) >> 7), add((x * 4) & 127), add((x * 4) >> 2), add((x * 12) >> 2), add((x * 12) / 384), add((x * 3) >> 5), add((x << 8) >> 8);
    add((x * 0xffffffffu) >> 5), add((int)(0 - x) >> 5), add((320 - x) & 31), add((x << 27) >> 27), add((x << 28) >> 28), add((int)(x << 26) >> 31);
    add((x + 64 * any) / 32), add((x + 64 * any) % 32), add((int)(x + 32 * any) >> 5), add((int)(x + 32 * any) >> 31), add((x + 16 * any) & 15);
    add((at / 32) * 7), add(at & 31), add((unsigned)at >> 7), add(at >> 3), add(lane / 16), add(lane & 15), add(lane >> 5), add((lane * 8) & 255);
    add((u64)x >> 5), add((u64)(x * 8) & 255), add(((u64)x + ((u64)any << 5)) >> 5), add(((u64)x + ((u64)any << 32)) >> 5), add(((long long)x - 32) >> 37);
    add((u64)(x >> 5) * 1000), add((u64)(int)(x & 31) << 2), add((unsigned)((u64)x * 0x100000001u) & 31);
    for (unsigned half = 256, sum = x * 512; half > (unsigned)zero % 3; half /= 2, sum >>= 1) add(half / 32 + sum / 32), add(sum & 31);
    unsigned warp = x / 32, turn = x;
    for (int round = 0; round < 5; round++, turn += 32, warp += 4) add(turn / 32), add(turn % 32), add(warp % 4), add(turn >> 4);
    for (int round = 0; round < (i & 31) % 7; round++, turn += 32) add(turn / 32), add(turn & 31); // lanes leave in different rounds
    add(turn / 32), add(turn % 32);
    if (any < i * 1000) turn = x + 5; // one lane's way and the others'
    add(turn / 32), add(turn & 31);
    out[at] = hash;
}
// Arrays by warp and lane: rows, columns, and one place for all lanes.
extern "C" __global__ void places(unsigned *out, const unsigned *in) {
    __shared__ unsigned sums[8], tile[32][33];
    __shared__ unsigned char bytes[8][32];
    __shared__ u64 wide[8];
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    for (int i = warp; i < 32; i += blockDim.x / 32) tile[i][lane] = in[i * 32 + lane];
    bytes[warp][lane] = (unsigned char)(in[threadIdx.x] >> 3);
    if (lane == 7) wide[warp] = in[threadIdx.x] * 3ull << 20;
    __syncthreads();
    unsigned sum = 0;
    for (int i = 0; i < 32; i++) sum += tile[i][lane] * tile[warp][i] + bytes[warp][i];
    for (int d = 16; d; d /= 2) sum += __shfl_xor_sync(~0u, sum, d);
    if (lane == 0) sums[warp] = sum;
    if (lane == 21) out[1024 + blockIdx.x * 8 + warp] = sum * lane;
    if (lane > 40) out[2048] = sum; // nobody's
    if (lane == 31) ((unsigned short *)out)[4200 + blockIdx.x * 8 + warp] = (unsigned short)(lane + sum);
    if (lane == 1) ((float4 *)out)[600 + blockIdx.x * 8 + warp] = make_float4(1.0f / lane, lane, warp, sum);
    if (lane == 9) ((unsigned char *)out)[12000 + blockIdx.x * 8 + warp] = (unsigned char)(threadIdx.x * 3);
    if (lane == 30) ((u64 *)out)[1700 + blockIdx.x * 8 + warp] = wide[warp] + (u64)lane * 5;
    float nan = (float)(lane - 3) * 0.0f / 0.0f;
    if (lane == 2) ((float *)out)[3800 + blockIdx.x * 8 + warp] = nan - nan;
    __syncthreads();
    out[blockIdx.x * blockDim.x + threadIdx.x] = sums[warp] + sums[lane % 8] + tile[lane][warp];
}
