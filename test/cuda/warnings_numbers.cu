// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only %s
// Operations on known numbers that cannot be meant, where nvcc 13.0 says so.
constexpr int none = 0;
__global__ void k(int *p, unsigned n, unsigned char c, float f, bool b) {
    p[0] = p[1] / 0; // WARNING: division by zero
    p[0] /= none; // WARNING: division by zero
    p[0] = p[1] % (none * 2); // WARNING: right operand of "%" is zero
    p[0] = 1 << 40; // WARNING: shift count is too large
    p[0] = p[1] >> 32; // WARNING: shift count is too large
    p[0] <<= 33; // WARNING: shift count is too large
    p[0] = p[1] << -1; // WARNING: shift count is negative
    if (n < 0) p[0] = 1; // WARNING: pointless comparison of unsigned integer with zero
    if (0 <= n) p[0] = 1; // WARNING: pointless comparison of unsigned integer with zero
    if (c < 0) p[0] = 1; // WARNING: pointless comparison of unsigned integer with zero
    for (unsigned i = n; i >= 0; i--) p[i] = 1; // WARNING: pointless comparison of unsigned integer with zero
    if (n = 3) p[0] = 1; // WARNING: use of "=" where "==" may have been intended
    while (n = 0) p[0] = 1; // WARNING: use of "=" where "==" may have been intended
    f = 5.0f / 0;
    p[0] = 1LL << 40; // WARNING: integer conversion resulted in truncation
    p[0] = p[1] << 31;
    if (n > 0) p[0] = 1;
    if (p[0] < 0) p[0] = 1;
    if (n <= 0) p[0] = f;
    if ((n = 3)) p[0] = 1; // WARNING: use of "=" where "==" may have been intended
    if (n = p[1]) p[0] = 1;
    if (b >= 0) p[0] = 1;
}
template <class T> __device__ bool negative(T x) { return x < 0; } // WARNING: pointless comparison of unsigned integer with zero
__global__ void instance(bool *b, unsigned x) { *b = negative(x); }
