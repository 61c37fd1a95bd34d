// SPDX-License-Identifier: Apache-2.0
// clang -g makes values.ll of this; its optnone is taken out.
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
struct Pair { int a; float b; };
static __device__ inline int scaled(int value, int by) {
  int product = value * by;
  return product + 1;
}
__global__ void kernel(int *out, int n, Pair pair) {
  int last = -1;
  for (int i = 0; i < n; i++) {
    int old = last;
    last = scaled(i, out[i]);
    out[i] = old + scaled(last, pair.a);
  }
  float half = n * 0.5f;
  out[n] = last + (int)half;
}
