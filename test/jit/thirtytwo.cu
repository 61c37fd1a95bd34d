// SPDX-License-Identifier: Apache-2.0
// Thirty-two lanes at a time: words gathered and scattered (of two stores to one place the later lane's stays, one that is not
// aligned among many), predicates that live over joins, barriers and calls, comparisons of each type, parts of a warp that run.
// RUN[A]: sh %S/both.sh %s --kernel=places --grid=3 --block=64 buf:u64:512:zero buf:u64:512:rand:5
// A: {{functions in native code: [1-9]|without a processor}}
// RUN[B]: sh %S/both.sh %s --kernel=places --grid=2 --block=45 buf:u64:512:zero buf:u64:512:rand:6
// B: {{functions in native code: [1-9]|without a processor}}
// RUN[C]: sh %S/both.sh %s --kernel=predicates --grid=2 --block=96 buf:u64:512:zero buf:u64:512:rand:7
// C: {{functions in native code: [1-9]|without a processor}}
// RUN[D]: sh %S/both.sh %s --kernel=predicates --grid=2 --block=32,2 buf:u64:512:zero buf:u64:512:rand:8
// D: {{functions in native code: [1-9]|without a processor}}
// RUN[E]: sh %S/both.sh %s --kernel=compares --grid=2 --block=64 buf:u64:512:zero buf:u64:512:rand:9
// E: {{functions in native code: [1-9]|without a processor}}
// RUN[F]: sh %S/both.sh %s --kernel=crooked --grid=1 --block=64 buf:u64:512:zero buf:u64:512:zero
// F: thread (60,0,0)
// F-SAME: misaligned global load of 4 bytes
// RUN[G]: sh %S/both.sh %s --kernel=beyond --grid=1 --block=64 buf:u64:512:zero buf:u64:512:zero
// G: thread (61,0,0)
// G-SAME: shared store of 4 bytes out of bounds
// RUN[H]: sh %S/both.sh %s --kernel=barriers --grid=2 --block=128 buf:u64:512:zero buf:u64:512:rand:10
// H: {{functions in native code: [1-9]|without a processor}}
// RUN[I]: sh %S/both.sh %s --kernel=exchanges --grid=2 --block=96 buf:u64:512:zero buf:u64:512:rand:11
// I: {{functions in native code: [1-9]|without a processor}}
// RUN[J]: sh %S/both.sh %s --kernel=exchanges --grid=2 --block=75 buf:u64:512:zero buf:u64:512:rand:12
// J: {{functions in native code: [1-9]|without a processor}}
// RUN[K]: sh %S/both.sh %s --kernel=exchanges --grid=2 --block=96 --check=sync,race,init buf:u64:512:zero buf:u64:512:rand:13
// K: status 0
typedef unsigned long long u64;
typedef unsigned u32;
#define KERNEL extern "C" __global__ void

// Each warp has places of its own, as the order of warps is nobody's.
KERNEL places(u64 *out, const u64 *in) {
    u32 t = threadIdx.x, warp = t / 32, i = (blockIdx.x * 64 + t) & 255;
    __shared__ u32 words[2][16];
    __shared__ u64 wide[2][16];
    __shared__ unsigned short halves[2][32];
    words[warp][t & 15] = t, wide[warp][t & 15] = t * 3;
    halves[warp][t & 31] = (unsigned short)(t * 5);
    __syncthreads();
    u32 at = (u32)in[i] & 15;
    words[warp][at] = t * 7 + 1; // many lanes have one place
    __syncthreads();
    wide[warp][(at * 5) & 15] = (u64)t << 33 | at;
    if (in[i] & 16) halves[warp][at * 2 + (t & 1)] = (unsigned short)t;
    __syncthreads();
    const u32 *narrow = (const u32 *)in;
    u64 sum = words[warp][(at + 3) & 15] + wide[warp][(u32)in[i + 1] & 15] + halves[warp][(u32)in[i + 2] & 31];
    sum = sum * 31 + narrow[(u32)in[i + 3] & 511] + in[(u32)in[i + 4] & 255];
    if (t % 3) sum ^= narrow[(i * 7) & 511];
    out[(i * 37) & 255] = sum;
    ((u32 *)out)[512 + ((i * 5) & 255)] = (u32)(sum >> 7);
}
KERNEL predicates(u64 *out, const u64 *in) {
    u32 t = threadIdx.x + threadIdx.y * blockDim.x, i = (blockIdx.x * 96 + t) & 255;
    u64 a = in[i], b = in[i + 64];
    bool less = a < b, odd = a & 1, near = t < 21, both = less && odd, one = less != near;
    u64 sum = 0;
    if (both) {
        sum = in[(a >> 3) & 255];
        odd = b & 4;
    } else if (near) {
        sum = b * 3;
        less = !less;
    }
    for (u32 k = 0; k < (a >> 5 & 3); k++) {
        sum = sum * 5 + k + less;
        one = one != (b >> k & 1);
    }
    float f = (float)(int)a / 3.0f;
    bool big = f > 1e8f || !(f >= -1e8f);
    sum += __popcll(b) * (u32)odd + (one ? 100 : 3) + (big ? 1000 : 0) + (less ? a : b);
    out[i] = sum;
}
KERNEL compares(u64 *out, const u64 *in) {
    u32 t = threadIdx.x, i = blockIdx.x * 64 + t;
    u64 a = in[i], b = in[i + 128];
    int x = (int)a >> 28, y = (int)b >> 28;
    long long p = (long long)a >> 60, q = (long long)b >> 60;
    float f = x == 3 ? __int_as_float(0x7fc00000) : (float)x, g = (float)y;
    double d = f, e = g;
    u32 r = 0;
    r = r * 2 + (x < y), r = r * 2 + (x <= y), r = r * 2 + (x == y), r = r * 2 + ((u32)x > (u32)y);
    r = r * 2 + (p < q), r = r * 2 + (p != q), r = r * 2 + ((u64)p >= (u64)q), r = r * 2 + ((u64)p <= 3);
    r = r * 2 + (f < g), r = r * 2 + !(f < g), r = r * 2 + (f == g), r = r * 2 + (f != f), r = r * 2 + (f != g);
    r = r * 2 + (d < e), r = r * 2 + !(d >= e), r = r * 2 + (d == e), r = r * 2 + (d != e);
    r = r * 2 + (t < 40), r = r * 2 + (t * 4 >= (u32)x), r = r * 2 + ((int)t - 20 < y);
    double chosen = x < y ? d * 3 : e - 1;
    u64 which = p > q ? a : b;
    out[i] = (u64)r << 32 | ((u32)which ^ (u32)(which >> 32));
    out[i + 128] = (u64)__double_as_longlong(chosen == chosen ? chosen : 1.0);
}
KERNEL crooked(u64 *out, const u64 *in) {
    u32 t = threadIdx.x;
    out[t] = *(const u32 *)((const char *)in + (t * 44) % 1024 + (t == 60));
}
KERNEL beyond(u64 *out, const u64 *in) {
    __shared__ u32 words[64];
    u32 t = threadIdx.x;
    words[(t * 5 & 63) + (t == 61) * 9000 + (u32)in[t]] = t;
    __syncthreads();
    out[t] = words[t];
}
KERNEL barriers(u64 *out, const u64 *in) {
    __shared__ u64 words[128];
    u32 t = threadIdx.x, i = (blockIdx.x * 128 + t) & 255;
    bool odd = in[i] & 1, low = in[i] & 0x80;
    u64 sum = 0;
    words[t] = in[i];
    for (u32 step = 1; step < 128; step *= 2) {
        __syncthreads();
        u64 other = words[(t + step) & 127];
        if (odd) sum += other;
        if (low && t >= step) sum ^= other << 3;
        __syncthreads();
        words[t] = words[t] * 3 + (odd ? step : sum);
        odd = odd != (other & 1);
    }
    out[i] = sum + words[t];
}
// Of the whole warp, of those that are left, of those that have come to a branch.
KERNEL exchanges(u64 *out, const u64 *in) {
    u32 t = threadIdx.x, lane = t & 31, i = (blockIdx.x * 96 + t) & 255, warp = t / 32;
    u64 sum = in[i];
    __shared__ u32 words[96];
    u32 here = __activemask();
    for (int step = 16; step; step >>= 1) sum += __shfl_xor_sync(here, sum, step);
    u32 bits = __ballot_sync(here, sum & 2 || t % 5 == 1);
    if (in[i] & 1) {
        u32 some = __activemask();
        sum ^= __shfl_sync(some, (u32)in[i], __ffs(some) - 1) * 7;
        if (__any_sync(some, in[i] & 2)) bits ^= 0x5555;
    }
    __syncwarp(here);
    words[t] = (u32)sum;
    __syncwarp(here);
    sum += words[warp * 32 + ((lane + 5) & 7)];
    if (t % 7 == 3) {
        out[i] = sum;
        return;
    }
    u32 left = __activemask();
    bits += __ballot_sync(left, bits & 4);
    if (warp != 1) bits += (u32)__reduce_add_sync(left, (u32)in[i] & 255);
    sum += __match_any_sync(left, (u32)in[i] & 3);
    out[i] = sum + ((u64)bits << 32);
}
