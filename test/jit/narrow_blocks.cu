// SPDX-License-Identifier: Apache-2.0
// Blocks whose rows are shorter than a warp: what a warp does together runs in native code all the same, 32 lanes at a time, and so
// do rows of no power of two; many numbers alive at once do not change that. Threads in part warps, and a block of few threads.
// RUN[A]: sh %S/both.sh %s --kernel=k --grid=7 --block=16,16 buf:u32:1792:zero buf:u32:1024:rand:1
// A: {{functions in native code: 1;|without a processor}}
// RUN[B]: sh %S/both.sh %s --kernel=k --grid=7 --block=8,8 buf:u32:448:zero buf:u32:1024:rand:2
// B: {{functions in native code: 1;|without a processor}}
// RUN[C]: sh %S/both.sh %s --kernel=k --grid=7 --block=5,5,3 buf:u32:525:zero buf:u32:1024:rand:3
// C: {{functions in native code: 1;|without a processor}}
// RUN[D]: sh %S/both.sh %s --kernel=k --grid=7 --block=3,5 buf:u32:105:zero buf:u32:1024:rand:4
// D: {{functions in native code: 1;|without a processor}}
// RUN[E]: sh %S/both.sh %s --kernel=plain --grid=3,2 --block=6,6,2 buf:f32:20000:zero buf:f32:20000:rand:5 i32:24
// E: {{functions in native code: 1;|without a processor}}
// RUN[F]: sh %S/both.sh %s --kernel=many --grid=5 --block=64 buf:u32:320:zero buf:u32:4096:rand:6
// F: {{functions in native code: 1;|without a processor}}
// RUN[W]: cuprum %s -arch=sm_90 -o %t.ptx && for shape in "k 16,16" "k 8,8" "k 5,5,3" "k 3,5" "plain 6,6,2" "many 64" ; do set -- $shape; cuprum run %t.ptx --kernel=$1 --block=$2 --jit=on --stats buf:u32:20000:zero buf:u32:20000:rand:1 $(test $1 != plain || echo i32:24) | grep -c 'whole warps at a time: 1'; done | tr '\n' ' '; grep -q avx512dq /proc/cpuinfo || echo without AVX-512
// W: {{1 1 1 0 1 1|without AVX-512}}
extern "C" __global__ void k(unsigned *out, const unsigned *in) {
    unsigned threads = blockDim.x * blockDim.y * blockDim.z;
    unsigned t = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    unsigned left = threads - t / 32 * 32, members = left < 32 ? (1u << left) - 1 : ~0u;
    unsigned v = in[(threadIdx.y * 37 + threadIdx.x) % 1024] + in[t * 3 % 1024];
    __shared__ unsigned place[16][17];
    for (int r = 0; r < 4; r++) {
        v += __shfl_down_sync(members, v, 1) ^ r;
        v += __shfl_sync(members, v, threadIdx.x);
        place[threadIdx.y % 16][threadIdx.x % 16] = 1; // the same by all that write there
        __syncwarp(members);
        if (__any_sync(members, v % 5 == threadIdx.y)) v += __ballot_sync(members, v & 1) + place[threadIdx.y % 16][threadIdx.x % 16];
    }
    __syncthreads();
    out[blockIdx.x * threads + t] = v;
}
extern "C" __global__ void plain(float *out, const float *in, int n) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, z = threadIdx.z, i = (z * n + y) * n + x;
    float sum = in[i] + in[i + 1] * threadIdx.y + in[i + n] * (threadIdx.x & 3);
    if (threadIdx.x == threadIdx.y) sum *= sum;
    out[(z * n + y) * n + x] = sum;
}
// More numbers than registers: a warp's raking scan, as in CUB.
extern "C" __global__ void many(unsigned *out, const unsigned *in) {
    unsigned number[32], t = threadIdx.x, sum = 0;
#pragma unroll
    for (int i = 0; i < 32; i++) number[i] = in[(blockIdx.x * 64 + t) * 32 % 4096 + i];
#pragma unroll
    for (int i = 0; i < 32; i++) sum += number[i] = __shfl_xor_sync(~0u, number[i], i) * number[(i * 7 + 3) % 32] + sum;
    __syncwarp();
#pragma unroll
    for (int i = 0; i < 32; i++) sum ^= number[i] << i % 5;
    out[blockIdx.x * 64 + t] = sum;
}
