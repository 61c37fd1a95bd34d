// SPDX-License-Identifier: Apache-2.0
// clang -g makes pieces.ll of this; its optnone is taken out.
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
struct Vec { float x, y; int n; char tag; };
static __device__ inline Vec add(Vec a, Vec b) { Vec r; r.x = a.x + b.x; r.y = a.y + b.y; r.n = a.n + b.n; r.tag = 't'; return r; }
extern "C" __global__ void kernel(float *out, const float *in, int n) {
  Vec sum = {0, 0, 0, 'a'};
  for (int i = 0; i < n; i++) {
    Vec v = {in[i], in[i + 1], i, 'v'};
    sum = add(sum, v);
    out[i + 3] = sum.x * sum.y;
  }
  out[0] = sum.x; out[1] = sum.y; out[2] = sum.n + sum.tag;
}
