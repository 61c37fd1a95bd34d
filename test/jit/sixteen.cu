// SPDX-License-Identifier: Apache-2.0
// Sixteen lanes at a time: what is done in two pieces, functions that are called for each, predicates of both, rows of each
// width, places of each lane's own, lanes that part and join, numbers that wrap around in some lanes.
// RUN[A]: sh %S/both.sh %s --kernel=mixed --grid=3 --block=48 buf:u64:256:zero buf:u64:256:rand:5
// A: {{functions in native code: [1-9]|without a processor}}
// RUN[B]: sh %S/both.sh %s --kernel=mixed --grid=2 --block=32,3 buf:u64:256:zero buf:u64:256:rand:6
// B: {{functions in native code: [1-9]|without a processor}}
// RUN[C]: sh %S/both.sh %s --kernel=carries --grid=1 --block=64 buf:u64:256:zero buf:u64:256:rand:7
// C: {{functions in native code: [1-9]|without a processor}}
// RUN[D]: sh %S/both.sh %s --kernel=wraps --grid=2 --block=32 buf:u64:256:zero buf:u64:256:rand:8
// D: {{functions in native code: [1-9]|without a processor}}
// RUN[E]: sh %S/both.sh %s --kernel=places --grid=2 --block=64 buf:u64:256:zero buf:u64:256:rand:9
// E: {{functions in native code: [1-9]|without a processor}}
// RUN[F]: sh %S/both.sh %s --kernel=parting --grid=2 --block=40 buf:u64:256:zero buf:u64:256:rand:10
// F: {{functions in native code: [1-9]|without a processor}}
typedef unsigned long long u64;
typedef unsigned u32;
#define KERNEL extern "C" __global__ void

KERNEL mixed(u64 *out, const u64 *in) {
    u32 t = threadIdx.x + threadIdx.y * blockDim.x, i = blockIdx.x * blockDim.x * blockDim.y + t;
    u64 a = in[i & 255], b = in[(i + 77) & 255];
    int x = (int)a, y = (int)b | 1;
    bool less = a < b, odd = x & 1;
    u64 sum = less ? a * 3 : b - a;
    sum += (u64)(x / y) + (u64)(x % y) + (less != odd ? 5 : 9);
    sum ^= (u64)__popcll(a) << 8 ^ (u64)(a >> (b & 63)) ^ (u64)((long long)a >> (b & 63));
    float f = (float)(x & 0xffff) / (float)(y & 0xff | 3);
    sum += __float_as_uint(sqrtf(f)) + (u64)(double)f + (u64)__float2int_rn(f * 3.0f);
    out[i & 255] = sum + __umul64hi(a, b);
}
KERNEL carries(u64 *out, const u64 *in) {
    u32 t = threadIdx.x, a = (u32)in[t], b = (u32)in[t + 64], low, high, rest;
    asm("{ mad.lo.cc.u32 %0, %3, %4, %5; madc.hi.cc.u32 %1, %3, %4, 0; addc.u32 %2, %3, %4; }"
        : "=r"(low), "=r"(high), "=r"(rest)
        : "r"(a), "r"(b), "r"(a ^ b));
    if (t % 5 == 1) asm("{ sub.cc.u32 %0, %2, %3; subc.u32 %1, %3, %2; }" : "=r"(low), "=r"(high) : "r"(b), "r"(a));
    unsigned __int128 product = (unsigned __int128)in[t] * in[t + 64] + in[t + 128];
    out[t] = low;
    out[t + 64] = (u64)high << 32 | rest;
    out[t + 128] = (u64)(product >> 64) ^ (u64)product;
}
// From lane 1 on the difference is not that of lanes before: what follows must not take it for one in steps.
KERNEL wraps(u64 *out, const u64 *in) {
    u32 t = threadIdx.x, i = blockIdx.x * 32 + t;
    u64 wide = (u32)(0u - t), sum = in[i];
    u64 wide2 = (u64)(u32)(t - 5u) * 8;
    for (u32 k = 0; k < (u32)in[0] % 9 + 2; k++) sum = sum * 31 + in[(i + k) & 255];
    out[i] = sum ^ wide ^ wide2 << 3;
    out[i + 128] = wide + wide2;
}
KERNEL places(u64 *out, const u64 *in) {
    u32 t = threadIdx.x, i = blockIdx.x * 64 + t;
    __shared__ u32 bins[64], order[64];
    volatile u32 own[8];
    signed char bytes[4];
    for (int k = 0; k < 8; k++) own[k] = (u32)in[(i + k) & 255] + k;
    for (int k = 0; k < 4; k++) bytes[k] = (signed char)in[(i * 3 + k) & 255];
    bins[t] = order[t] = 0;
    __syncthreads();
    u32 before = atomicAdd(&bins[in[i & 255] & 7], (u32)in[i & 255] & 15);
    atomicMax(&order[t & 9], (u32)in[i & 255]);
    __syncthreads();
    u64 sum = own[in[i & 255] & 7] + bins[t & 7] + order[t & 9] + bytes[t & 3];
    out[i & 255] = sum + ((u64)((const unsigned char *)in)[i * 5 & 2047] << 32) + ((const short *)in)[i * 3 & 1023];
    out[(i + 128) & 255] = before < 1u << 30;
}
KERNEL parting(u64 *out, const u64 *in) {
    u32 t = threadIdx.x, i = blockIdx.x * 40 + t;
    u64 a = in[i], sum = 0;
    if (a & 1) {
        sum = a * 7;
        if (a & 2) sum ^= in[(i * 5) & 255];
    } else if (t < 21) {
        sum = a - t;
    }
    if (t % 3 != 0) sum += in[t];
    for (u32 k = 0; k < 4; k++) {
        if (a >> k & 1) continue;
        sum = sum * 3 + k;
    }
    out[i] = sum;
}
