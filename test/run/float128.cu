// 128-bit floating point: Horner's rule, a square root by Newton's method, comparisons and
// conversions; the same bits at every level, and those that gcc's __float128 gives.
// EACH: -O0, -O1, -O3
// RUN: cuprum run %s %E -arch=sm_100 --block=4 --print=0 buf:i32:24:zero
// CHECK: arg 0: 1414213 284025 3 1 1 940003 1732050 454991 1 0 0 910003 2000000 648721 1 0 0 880003 2236067 868245 1 0 0 850003
__device__ __float128 root(__float128 x) {
    __float128 r = (__float128)__dsqrt_rn((double)x);
    for (int i = 0; i < 3; i++) r = (r + x / r) / 2;
    return r;
}
__device__ bool check(__float128 a, long long hi, unsigned long long lo) {
    union { __float128 q; unsigned long long w[2]; } u;
    u.q = a;
    return u.w[1] == (unsigned long long)hi && u.w[0] == lo;
}
__global__ void k(int *p) {
    int t = threadIdx.x;
    __float128 x = t + 2;
    __float128 r = root(x), s = 0;
    for (int i = 20; i > 0; i--) s = (s + 1) / i * x / 8; // about e^(x/8) - 1
    p[t * 6] = (int)(r * 1000000);
    p[t * 6 + 1] = (int)(s * 1000000);
    p[t * 6 + 2] = r * r == x ? 1 : r * r < x ? 2 : 3;
    p[t * 6 + 3] = (float)r < 1.5f;
    p[t * 6 + 4] = t ? 0 : check(r, 0x3fff6a09e667f3bcll, 0xc908b2fb1366ea96ull);
    p[t * 6 + 5] = (long long)(x * 1e10q) % 1000003;
}
