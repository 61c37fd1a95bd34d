// SPDX-License-Identifier: Apache-2.0
// Shuffles whose distance is known when the code runs: the same for all lanes and not, of all four kinds, in segments, with the predicate
// that says whether the source is inside; by warps of which lanes have ended.
// RUN[A]: sh %S/both.sh %s --grid=2 --block=64 buf:i32:256:rand:3 buf:i32:1024:zero i32:5 i32:64
// A: {{functions in native code: [1-9]|without a processor}}
// RUN[B]: sh %S/both.sh %s --grid=1 --block=64 buf:i32:256:rand:4 buf:i32:1024:zero i32:37 i32:64
// B: {{functions in native code: [1-9]|without a processor}}
// RUN[C]: sh %S/both.sh %s --grid=1 --block=64 buf:i32:256:rand:5 buf:i32:1024:zero i32:2 i32:53
// C: {{functions in native code: [1-9]|without a processor}}
#define SHUFFLE(mode, distance, bounds)                                                                                  \
    asm volatile("{ .reg .pred p; shfl.sync." mode ".b32 %0|p, %2, %3, " bounds ", %4; selp.b32 %1, 1, 0, p; }"            \
                 : "=r"(value), "=r"(inside)                                                                           \
                 : "r"(own), "r"(distance), "r"(members));                                                             \
    sum = sum * 31 + value * 3 + inside;
extern "C" __global__ void k(const int *in, int *out, int n, int threads) {
    int thread = blockIdx.x * blockDim.x + threadIdx.x, sum = 0, value, inside;
    if ((int)threadIdx.x >= threads) return;
    unsigned members = threadIdx.x / 32 * 32 + 32 <= threads ? ~0u : (1u << threads % 32) - 1;
    int own = in[thread], each = in[thread + 128] & 63;
    for (int i = 0; i < 3; i++) {
        SHUFFLE("idx", n, "31")
        SHUFFLE("idx", each, "31")
        SHUFFLE("idx", each, "0x181f")
        SHUFFLE("up", n, "0")
        SHUFFLE("up", each, "0x1c00")
        SHUFFLE("down", n, "31")
        SHUFFLE("down", each, "0x181f")
        SHUFFLE("bfly", n, "31")
        SHUFFLE("bfly", each, "0x1c1f")
        own = sum ^ __shfl_sync(members, own, n + i) ^ __shfl_down_sync(members, own, each, 16) ^ __shfl_up_sync(members, own, i + 1) ^
              __shfl_xor_sync(members, own, n & 7, 8);
        each = (each + i) & 31;
    }
    out[thread] = own;
}
