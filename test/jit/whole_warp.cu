// SPDX-License-Identifier: Apache-2.0
// What a whole warp does in native code: shuffles of every mode by constants and by numbers, with segments, with the predicate of an
// inline statement whose operands are registers, votes of every kind and loops that they end; blocks whose last warp has few lanes;
// members that are not constants; lanes that have ended.
// RUN[A]: sh %S/both.sh %s --kernel=modes --grid=3 --block=64 i32:100 buf:i32:4096:rand:1 buf:i32:1024:zero
// A: {{functions in native code: [1-9]|without a processor}}
// RUN[B]: sh %S/both.sh %s --kernel=modes --grid=2 --block=48 i32:100 buf:i32:4096:rand:2 buf:i32:1024:zero
// B: {{functions in native code: [1-9]|without a processor}}
// RUN[C]: sh %S/both.sh %s --kernel=modes --grid=2 --block=32,4 i32:7 buf:i32:4096:rand:3 buf:i32:1024:zero
// C: {{functions in native code: [1-9]|without a processor}}
// RUN[D]: sh %S/both.sh %s --kernel=votes --grid=3 --block=96 i32:-1 buf:i32:4096:rand:4 buf:i32:1024:zero
// D: {{functions in native code: [1-9]|without a processor}}
// RUN[E]: sh %S/both.sh %s --kernel=votes --grid=3 --block=70 i32:3 buf:i32:4096:rand:5 buf:i32:1024:zero
// E: {{functions in native code: [1-9]|without a processor}}
// RUN[F]: sh %S/both.sh %s --kernel=ended --grid=2 --block=64 i32:40 buf:i32:4096:rand:6 buf:i32:1024:zero
// F: {{functions in native code: [1-9]|without a processor}}
#define AT (blockIdx.x * blockDim.x * blockDim.y + threadIdx.y * blockDim.x + threadIdx.x)

extern "C" __global__ void modes(int n, const int *in, int *out) {
    int t = threadIdx.x, v = in[AT % 4096], lane = t & 31;
    unsigned here = __activemask();
    float f = v * 0.37f, zero = 0.0f / (n - n);
    for (int d = 16; d; d /= 2) v += __shfl_down_sync(here, v, d);
    for (int d = 1; d < 32; d *= 2) {
        float g = __shfl_up_sync(here, f, d);
        if (lane >= d) f += g;
    }
    int w = __shfl_xor_sync(here, v + t, 5), z = __shfl_sync(here, w, 3, 8), y = __shfl_sync(here, z, t * 7);
    int u = __shfl_up_sync(here, w, 3, 16), x = __shfl_down_sync(here, u, 9, 16), same = __shfl_sync(here, n, 9);
    float nan = __shfl_xor_sync(here, lane & 1 ? zero : f, 1);
    unsigned q, e, members = ~0u, bounds = 31, distance = 2;
    asm volatile("{.reg .pred p; .reg .b32 r; shfl.sync.bfly.b32 r|p, %1, 3, 0x1f, 0xffffffff; selp.u32 %0, r, 77, p;}"
                 : "=r"(q) : "r"(t ^ z));
    asm volatile("{.reg .pred p; .reg .b32 r; shfl.sync.down.b32 r|p, %1, %2, %3, %4; @p add.u32 r, r, %1; mov.b32 %0, r;}"
                 : "=r"(e) : "r"(w), "r"(distance), "r"(bounds), "r"(members));
    out[AT % 1024] = v + w * 3 + z * 5 + y * 7 + u * 9 + x * 11 + same + q * 17 + e * 19 + __float_as_int(f) + __float_as_int(nan);
}

extern "C" __global__ void votes(int n, const int *in, int *out) {
    int t = threadIdx.x, v = in[AT % 4096], turns = 0;
    unsigned here = __activemask(), few = __ballot_sync(here, v % 5 == 0), sum = few;
    bool any = __any_sync(here, v > n), all = __all_sync(here, v > n), uni = __uni_sync(here, v > n);
    while (__any_sync(here, turns < (v & 7))) {
        turns++;
        unsigned left = __ballot_sync(here, turns >= (v & 7));
        if (left & 1) sum += left >> (turns & 31);
    }
    if (!__all_sync(here, turns & 1)) sum ^= __ballot_sync(here, t & 1);
    out[AT % 1024] = sum + any * 3 + all * 5 + uni * 7 + turns * 11;
}

// The upper lanes of the second warp end before; members are what memory says.
extern "C" __global__ void ended(int n, const int *in, int *out) {
    int t = threadIdx.x, v = in[AT % 4096];
    out[AT % 1024] = v;
    if (t >= n) return;
    unsigned members = t < 32 ? ~0u : (1u << (n - 32)) - 1;
    int sum = v;
    for (int d = 4; d; d /= 2) sum += __shfl_xor_sync(members, sum, d);
    out[AT % 1024] = sum + __ballot_sync(members, v & 1) + __any_sync(members, v == 3);
}
