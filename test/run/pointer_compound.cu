// SPDX-License-Identifier: Apache-2.0
// p += n and p -= n scale by the size of what p points to, with the sign of n's own type
// RUN: sh %S/kernel.sh %s --grid=1 --block=32 buf:i32:64:iota buf:i64:32:zero
struct Wide {
    double d[3];
};
__global__ void k(const int *a, long long *o) {
    int t = threadIdx.x;
    const int *p = a;
    p += t;
    unsigned u = a[1] + 3;
    p += u;
    signed char back = -2;
    p += back;
    unsigned short s = 1;
    p -= s;
    const Wide *w = reinterpret_cast<const Wide *>(a), *w0 = w;
    w += t - 5;
    w -= 2u;
    long long big = 7;
    w += big;
    o[t] = *p * 1000 + (reinterpret_cast<const char *>(w) - reinterpret_cast<const char *>(w0));
}
