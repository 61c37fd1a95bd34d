// SPDX-License-Identifier: Apache-2.0
// A first program: four bytes or two halves in one word: additions, comparisons, dot products.
// REQUIRES: g++, %B/lib/cuprum/libcudart.so.13
// TIMEOUT: 60
// RUN: cuprum build --no-toolkit -arch=sm_90 %s -o %t.exe && cuprum exec %t.exe
// CHECK: PASS
#include <cstdio>

__global__ void simd(unsigned a, unsigned b, unsigned *out) {
    out[0] = __vadd4(a, b);
    out[1] = __vaddus4(a, b);
    out[2] = __vmaxu4(a, b);
    out[3] = __vcmpgtu4(a, b);
    out[4] = __vabsdiffu4(a, b);
    out[5] = __vsub2(a, b);
    out[6] = __vavgu4(a, b);
    out[7] = __dp4a(a, b, 100u);
    out[8] = __vsadu4(a, b);
}

int main() {
    unsigned a = 0x80f00510u, b = 0x7f2006ffu, *out;
    cudaMallocManaged(&out, 9 * sizeof(unsigned));
    simd<<<1, 1>>>(a, b, out);
    if (cudaDeviceSynchronize()) return 1;
    unsigned dp = 100, sad = 0, add = 0, sat = 0, most = 0, gt = 0, diff = 0, avg = 0;
    for (int k = 0; k < 32; k += 8) {
        unsigned x = a >> k & 255, y = b >> k & 255, d = x > y ? x - y : y - x;
        dp += x * y;
        sad += d;
        add |= ((x + y) & 255) << k;
        sat |= (x + y > 255 ? 255 : x + y) << k;
        most |= (x > y ? x : y) << k;
        gt |= (x > y ? 255u : 0u) << k;
        diff |= d << k;
        avg |= ((x + y + 1) / 2) << k;
    }
    unsigned sub = ((a - b) & 0xffff) | (((a >> 16) - (b >> 16)) << 16);
    bool ok = out[0] == add && out[1] == sat && out[2] == most && out[3] == gt && out[4] == diff;
    ok = ok && out[5] == sub && out[6] == avg && out[7] == dp && out[8] == sad;
    puts(ok ? "PASS" : "FAIL");
    return !ok;
}
