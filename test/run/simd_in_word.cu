// SPDX-License-Identifier: Apache-2.0
// SIMD-in-a-word intrinsics: two halves or four bytes at once.
// RUN: sh %S/kernel.sh %s --grid=4 --block=64 buf:u32:256:rand:26 buf:u32:256:rand:27 buf:u32:2560:zero
__global__ void k(const unsigned *a, const unsigned *b, unsigned *o) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned x = a[i], y = b[i];
    o[i] = __vadd2(x, y) ^ __vsub4(x, y);
    o[i + 256] = __vaddss2(x, y) ^ __vaddus4(x, y);
    o[i + 512] = __vsubss4(x, y) ^ __vsubus2(x, y);
    o[i + 768] = __vmaxs2(x, y) + __vminu4(x, y);
    o[i + 1024] = __vcmpgts4(x, y) ^ __vcmpleu2(x, y) ^ __vseteq4(x & 0x0f0f0f0f, y & 0x0f0f0f0f);
    o[i + 1280] = __vabsdiffu4(x, y) + __vsadu4(x, y) + __vsads2(x, y);
    o[i + 1536] = __vavgs2(x, y) ^ __vavgu4(x, y) ^ __vhaddu2(x, y);
    o[i + 2048] = __vavgs4(x, y) ^ __vabsdiffs4(x, y) ^ __vabsdiffs2(x, y);
    o[i + 2304] = __vsads4(x, y) + __vabsss4(x) + (__vmins4(x, y) ^ __vmaxu4(x, y));
    o[i + 1792] = __vabs4(x) ^ __vneg2(y) ^ __vabsss2(x) ^ __vnegss4(y);
}
