// SPDX-License-Identifier: Apache-2.0
// clang -g makes variables.ll of this; its optnone is taken out.
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
#define __noinline__ __attribute__((noinline))
struct Pair { int a; float b; unsigned low : 3, high : 5; char name[4]; };
enum Color { RED, GREEN = 5 };
__shared__ int tile[4];
__device__ int total = 7;
__device__ __noinline__ int pick(const int *values, int at, Color color) {
  double scale = 0.5;
  if (at > 2) {
    int inner = at * 100;
    return values[at + inner] + (int)(inner * scale) + color;
  }
  return values[at];
}
extern "C" __global__ void kernel(int *out, Pair pair, int n) {
  float row[10];
  for (int i = 0; i < 10; i++) row[i] = i * 1.5f;
  Color color = GREEN;
  bool flag = n > 3;
  tile[0] = 3;
  const char *text = "x";
  out[n] = pick(out, n, color) + (int)row[n] + flag + tile[0] + *text;
  out[n + 100] = pair.a;
}
