// SPDX-License-Identifier: Apache-2.0
// Bit-fields of __int128 with more bits than a word, and what lies beside them.
// EACH: -O0, -O1, -O3
// RUN: cuprum run %s %E --print=0:12 buf:u64:12:zero u64:0x123456789abcdef0 u64:0xfedcba9876543211
// CHECK: arg 0: 18364758544493064721 18446744041945882352 1048575 9 843504 18364758544493064721 48 206244846935224849 48 5 81985529216486895 13
struct Signed {
    __int128 wide : 100;
    unsigned __int128 narrow : 20;
    unsigned after : 5;
};
struct Unsigned {
    unsigned __int128 wide : 70;
    unsigned __int128 rest : 58;
};
struct __attribute__((packed)) Crooked {
    unsigned before : 3;
    unsigned __int128 wide : 125;
    unsigned after : 4;
};
__device__ Unsigned filled = {((unsigned __int128)48 << 64) | 5, 81985529216486895};

extern "C" __global__ void k(unsigned long long *out, unsigned long long x, unsigned long long y) {
    Signed s;
    s.narrow = 0xfffff;
    s.after = 9;
    s.wide = (__int128)x << 64 | y;
    out[0] = (unsigned long long)s.wide;
    out[1] = (unsigned long long)(s.wide >> 64);
    out[2] = s.narrow;
    out[3] = s.after;
    s.narrow = x;
    out[4] = s.narrow;

    Unsigned u;
    u.rest = y;
    u.wide = (unsigned __int128)x << 64 | y;
    out[5] = (unsigned long long)u.wide;
    out[6] = (unsigned long long)(u.wide >> 64);
    out[7] = u.rest;
    out[8] = (unsigned long long)(filled.wide >> 64);
    out[9] = (unsigned long long)filled.wide;
    out[10] = filled.rest;

    Crooked c;
    c.before = 5;
    c.after = 13;
    c.wide = (unsigned __int128)x << 64 | y;
    out[11] = c.before == 5 && c.wide == (((unsigned __int128)x << 64 | y) & ~((unsigned __int128)7 << 125)) ? c.after : 0;
}
