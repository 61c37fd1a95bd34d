// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -std=c++17 %s
// Constants that an implicit conversion changes, and operations on constants that have no result,
// where nvcc 13.0 says so (warnings_conversions.sh asks it).
#include "inputs/numbers.h"
#define MINUS_ONE -1
enum Low { low = -1 };
enum Fixed : unsigned char { top = 255 };
__device__ int i;
__device__ long l;
__device__ unsigned long ul;
__device__ unsigned u, global = -1; // WARNING: integer conversion resulted in a change of sign
__device__ unsigned char uc;
__device__ signed char sc;
__device__ short s;
__device__ unsigned short us;
__device__ bool b;
__device__ float f;
__device__ void takes(unsigned) {}
__device__ unsigned returns() {
    return -1; // WARNING: integer conversion resulted in a change of sign
}
struct Members {
    unsigned plain = -1, bits : 3; // WARNING: integer conversion resulted in a change of sign
    __device__ Members()
        : bits(-2) {} // WARNING: integer conversion resulted in a change of sign
};
__device__ void overflow(int n) {
    i = 2147483647 + 1; // WARNING: integer operation result is out of range
    i = 2147483647
        + // WARNING: integer operation result is out of range
        1;
    l = 65536 * 65536; // WARNING: integer operation result is out of range
    l = 1024 * 1024 * 1024 * 4 * 1; // WARNING: integer operation result is out of range
    i = -(-2147483647 - 1); // WARNING: integer operation result is out of range
    i = (-2147483647 - 1) / -1; // WARNING: integer operation result is out of range
    i = 'a' * 100000000 + 0; // WARNING: integer operation result is out of range
    const int big = 2147483647;
    i = big + 1; // WARNING: integer operation result is out of range
    i = n ? 2147483647 + 1 : 0; // WARNING: integer operation result is out of range
    if (2147483647 + 1) i = 0; // WARNING: integer operation result is out of range
    i = (int)(2147483647 + 1); // WARNING: integer operation result is out of range
    i = 0 ? 2147483647 + 1 : 0;
    b = false && 2147483647 + 1;
    b = true || 2147483647 + 1;
    i = sizeof(2147483647 + 1);
    u = 4294967295u + 1u;
    u = 0u - 1u;
    i = 1 << 31;
    i = 2147483647 + n + 1;
    l = 2147483647 * 2L;
    i = -2147483648;
}
__device__ void sign() {
    u = -1; // WARNING: integer conversion resulted in a change of sign
    u =
        -1; // WARNING: integer conversion resulted in a change of sign
    u = MINUS_ONE; // WARNING: integer conversion resulted in a change of sign
    u = low; // WARNING: integer conversion resulted in a change of sign
    u = 5 - 6; // WARNING: integer conversion resulted in a change of sign
    u = u * -1; // WARNING: integer conversion resulted in a change of sign
    u += -1; // WARNING: integer conversion resulted in a change of sign
    b = u == -1; // WARNING: integer conversion resulted in a change of sign
    u = false ? -1 : u; // WARNING: integer conversion resulted in a change of sign
    u = true ? -1 : 1; // WARNING: integer conversion resulted in a change of sign
    unsigned braces{-1}; // WARNING: integer conversion resulted in a change of sign
    unsigned array[2] = {-1, 1}; // WARNING: integer conversion resulted in a change of sign
    u = braces + array[0];
    takes(-1); // WARNING: integer conversion resulted in a change of sign
    const int one = -1;
    u = one; // WARNING: integer conversion resulted in a change of sign
    sc = 200; // WARNING: integer conversion resulted in a change of sign
    s = 65535; // WARNING: integer conversion resulted in a change of sign
    i = 4294967295u; // WARNING: integer conversion resulted in a change of sign
    i = 0xffffffff + 0; // WARNING: integer conversion resulted in a change of sign
    u = ~0 << 2; // WARNING: integer conversion resulted in a change of sign
    i = (unsigned)-1; // WARNING: integer conversion resulted in a change of sign
    if (0) u = -1; // WARNING: integer conversion resulted in a change of sign
    u = i ? -1 : 0;
    u = (unsigned)-1;
    u = unsigned{-1};
    b = false && u == -1;
    i = 0xffffffff;
    i = 037777777777;
    i = 0xffff0000 & 0xffffff00;
    u = ~0;
    us = ~1;
    u = -1 & ~2;
    u = -5u;
    u = SYSTEM_MINUS_ONE; // what a system header's macro writes
    b = u == SYSTEM_MINUS_ONE;
    u = 0 + SYSTEM_MINUS_ONE; // WARNING: integer conversion resulted in a change of sign
    int not_constant = -1;
    u = not_constant;
    uc += 300;
}
__device__ void truncation() {
    uc = 256; // WARNING: integer conversion resulted in truncation
    sc = -129; // WARNING: integer conversion resulted in truncation
    i = 4294967296; // WARNING: integer conversion resulted in truncation
    uc = top + 1; // WARNING: integer conversion resulted in truncation
    uc = 0x1ff; // WARNING: integer conversion resulted in truncation
    us = ~0u; // WARNING: integer conversion resulted in truncation
    i = sizeof(int) - 5; // WARNING: integer conversion resulted in truncation
    char braces{300}; // WARNING: integer conversion resulted in truncation
    uc = braces;
    uc = (unsigned char)256;
    b = 256;
    uc = us & 0x1ff;
}
__device__ void floats(float nan) {
    i = 1e10; // WARNING: floating-point value does not fit in required integral type
    i = (int)1e10; // WARNING: floating-point value does not fit in required integral type
    u = -1.5; // WARNING: floating-point value does not fit in required integral type
    u = -0.5; // WARNING: floating-point value does not fit in required integral type
    u = 4294967296.0; // WARNING: floating-point value does not fit in required integral type
    s = 1e5f; // WARNING: floating-point value does not fit in required integral type
    i = 2.0 * 3e9; // WARNING: floating-point value does not fit in required integral type
    const double big = 1e10;
    i = big; // WARNING: floating-point value does not fit in required integral type
    i = -2147483648.5;
    uc = 255.9;
    u = 4294967295.5;
    b = 5.0;
    f = 16777217;
    double variable = 1e10;
    i = variable;
    i += 1e10;
    i = i ? 1e10 : 0;
    i = nan;
}
__device__ void comparisons(Fixed e) {
    b = uc == -1; // WARNING: pointless comparison of unsigned integer with a negative constant
    b = -1 < us; // WARNING: pointless comparison of unsigned integer with a negative constant
    b = u == -1L; // WARNING: pointless comparison of unsigned integer with a negative constant
    b = e != -1; // WARNING: pointless comparison of unsigned integer with a negative constant
    b = e < 0; // WARNING: pointless comparison of unsigned integer with zero
    b = uc == 256;
    b = sc == 200;
    b = uc == -1.0;
    b = uc == -1u; // the converted -1u is no negative constant
    b = us + 1 < 0;
    b = (us >> 8) < 0;
    b = b == -1;
    u <<= 33; // WARNING: shift count is too large
    us <<= 16; // WARNING: shift count is too large
    us = us << 16;
}
template <class T> __device__ T minus_one() {
    return -1; // WARNING: integer conversion resulted in a change of sign
}
template <int N> __device__ unsigned parameter() {
    return N; // WARNING: integer conversion resulted in a change of sign
}
template <class T> __device__ void both() {
    u = -1; // WARNING: integer conversion resulted in a change of sign
    i = sizeof(T) == 4 ? 1 : 2;
}
template <class T> __device__ T not_instantiated() {
    u = -1;
    return 2147483647 + 1;
}
__global__ void instances() {
    u = minus_one<unsigned>() + minus_one<int>() + parameter<-1>() + parameter<1>();
    both<int>();
    both<char>();
}
#pragma nv_diag_suppress 68
__device__ void silent() {
    u = -1;
}
#pragma nv_diag_default 68
// A constant that is written as a pattern of bits is one where it is used.
struct Masks {
    static constexpr int all = ~0, large = 70000;
    static const int plain = -1, other = ~1;
};
constexpr int everything = ~0 | 1, chosen = true ? ~0 : 1, same = +~0, again = everything, changed = everything + 0;
template <int N> struct Derived : Masks {
    static constexpr int own = N ? -1 : 1;
    __device__ void uses() {
        takes(all);
        takes(own); // WARNING: integer conversion resulted in a change of sign
        u = this->all;
    }
};
__global__ void members(Masks masks, bool is) {
    Derived<1>().uses();
    takes((Masks::all));
    takes(Masks::other);
    takes(everything);
    takes(chosen);
    takes(same);
    takes(again);
    takes(changed); // WARNING: integer conversion resulted in a change of sign
    takes(true ? Masks::all : 2);
    takes(masks.all);
    u |= Masks::all;
    is = u == Masks::all;
    b = is;
    takes(Masks::all - 1); // WARNING: integer conversion resulted in a change of sign
    takes(Masks::plain);   // WARNING: integer conversion resulted in a change of sign
    s = Masks::large;      // WARNING: integer conversion resulted in truncation
}
