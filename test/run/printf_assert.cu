// SPDX-License-Identifier: Apache-2.0
// printf with several conversions
// RUN: sh %S/kernel.sh %s --grid=1 --block=2 i32:7 f32:1.5
__global__ void k(int n, float f) {
    if (threadIdx.x == 1) printf("n=%d f=%.2f c=%c s=%s x=%08x u=%llu p%%\n", n, f, 'q', "text", 48879, 123456789012ull);
}
