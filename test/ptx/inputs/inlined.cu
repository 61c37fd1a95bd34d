// SPDX-License-Identifier: Apache-2.0
__device__ __forceinline__ int inner(int *q, int a) {
  int b = q[a];
  q[a] = b * 3;
  return b + q[7];
}
__device__ __forceinline__ int twice(int *q, int v) {
  int r = inner(q, v) * 2;
  q[r] = 5;
  r += inner(q, r);
  return r;
}
__global__ void k(int *p, int n) {
  int i = threadIdx.x;
  p[i] = twice(p, n) + 1;
  p[i+1] = inner(p, 3) + twice(p, i);
  asm volatile("membar.gl;");
  __syncthreads();
}
