// SPDX-License-Identifier: Apache-2.0
// Arithmetic on numbers that are the same for all lanes, in equal steps, or any: 32 and 64 bits,
// sums in steps that wrap around, shifts by the width and above, comparisons with NaN, conversions.
// RUN: sh %S/both.sh %s --grid=2 --block=64 buf:u64:4096:zero buf:u32:64:rand:3 u32:4294967290 i64:-5 f32:nan
// CHECK: arg 0: 4096 x u64 fnv1a64
// CHECK: status 0
// CHECK-NEXT: {{functions in native code: 1;|without a processor}}
template <class T> __device__ T all(T a, T b, T c) {
    T r = a + b * c - (a & b) + (b | c) * (a ^ c) + ~a;
    r += (a < b ? b : c) + (a > c ? a : b) - min(a, b) + max(b, c) + (T)(a == c) - (T)(a != b);
    return r + (a << 3) - (a >> 2) + (a <= b) * (b >= c);
}
template <class T> __device__ T shifted(T a, unsigned n) {
    T left, right;
    if constexpr (sizeof(T) == 4) {
        asm("shl.b32 %0, %1, %2;" : "=r"(left) : "r"(a), "r"(n));
        asm("shr.s32 %0, %1, %2;" : "=r"(right) : "r"(a), "r"(n));
    } else {
        asm("shl.b64 %0, %1, %2;" : "=l"(left) : "l"(a), "r"(n));
        asm("shr.u64 %0, %1, %2;" : "=l"(right) : "l"(a), "r"(n));
    }
    return left ^ right;
}
__device__ unsigned compared(float a, float b) {
    return (a < b) | (a <= b) << 1 | (a > b) << 2 | (a >= b) << 3 | (a == b) << 4 | (a != b) << 5 | !(a < b) << 6 |
           (a != a) << 7 | !(a >= b) << 8;
}
extern "C" __global__ void k(unsigned long long *out, const unsigned *in, unsigned same, long long wide, float number) {
    unsigned t = threadIdx.x, any = in[t], g = blockIdx.x * 64 + t;
    unsigned long long r[16];
    r[0] = all<int>(any, t, same);
    r[1] = all<unsigned>(same, any, t * 3 + 1);
    r[2] = all<unsigned>(same, same + 1, blockIdx.x);
    r[3] = all<long long>(any * 3ull, wide, t);
    r[4] = all<unsigned long long>(wide, blockIdx.x, wide + 2);
    r[5] = (unsigned long long)(same + t) * 8 + 1;      // 32 bits wrap around among the lanes
    r[6] = (long long)(int)(2147483640 + t) * 4;
    r[7] = shifted<int>(any, t) + shifted<int>(same, 40) + shifted<unsigned>(t, same);
    r[8] = shifted<long long>(any * 5ull, t * 2) + shifted<unsigned long long>(wide, 64);
    float f = (float)(int)any * 0.5f, h = (float)(int)t - 3.0f;
    r[9] = __float_as_uint(f / h + sqrtf(h) * number) + __float_as_uint(fabsf(-f) - h);
    r[10] = compared(f, h) + (compared(h, number) << 10) + (compared((float)(int)same, number) << 20);
    double d = (double)(int)any / 3.0, e = (double)(int)t;
    r[11] = __double_as_longlong(d * e + sqrt(d < 0 ? -d : d)) + (d < e) + ((d >= e) << 1);
    r[12] = (unsigned)(any * 7ull >> 9) + (long long)(int)any;
    r[13] = (t & 1 ? any : same) + (same & 1 ? t : 5u) + (t > 9 && any > 77 || same == 3);
    r[14] = __umulhi(any, same) + (unsigned long long)any * t + (long long)(int)any * (int)same;
    r[15] = __float_as_uint(number + h);
    for (int i = 0; i < 16; i++) out[g * 16 + i] = r[i];
}
