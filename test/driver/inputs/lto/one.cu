// SPDX-License-Identifier: Apache-2.0
#include "shared.h"
static __device__ int mine = 11;
static __device__ int helper(int x) { return x + mine; }
__device__ int Square::area(int k) const { return s * s + k; }
extern __shared__ int dyn[];
__global__ __launch_bounds__(64, 2) void main_kernel(int *out, float *f, double *d) {
    int t = threadIdx.x;
    dyn[t] = t;
    __syncthreads();
    out[0 * 32 + t] = scale(t, 8);
    out[1 * 32 + t] = table[t % 3](t, 7);
    out[2 * 32 + t] = choose(t)(t, 3);
    out[3 * 32 + t] = helper(t) + unit_two_static();
    out[4 * 32 + t] = weights[t % 4] + limit;
    Square q(t); Rect r(t, 2);
    Shape *s[2] = {&q, &r};
    out[5 * 32 + t] = s[t & 1]->area(t);
    out[6 * 32 + t] = inl(t) + thrice(t);
    out[7 * 32 + t] = use_dynamic(t);
    atomicAdd(&counter, t);
    int *m = (int *)get(4); m[2] = t; out[8 * 32 + t] = m[2]; free(m);
    out[9 * 32 + t] = maybe(t);
    f[t] = mathy((float)t) + rsqrtf(t + 1.0f);
    d[t] = mathd(t) + sin((double)t);
    assert(t < 1000);
    if (t == 0) { shared_total += 3; printf("from one %d %s\n", limit, "text"); }
}
static __global__ void local(int *p) { *p = mine + 1000; }
int host_two();
int main() {
    int *out; float *f; double *d; int w[4] = {3, 1, 4, 1};
    cudaMallocManaged(&out, 10 * 32 * 4); cudaMallocManaged(&f, 128); cudaMallocManaged(&d, 256);
    cudaMemcpyToSymbol(weights, w, 16);
    int five = 5; cudaMemcpyToSymbol(mine, &five, 4);
    main_kernel<<<1, 32, 128>>>(out, f, d);
    cudaError_t e = cudaDeviceSynchronize();
    long sum = 0, h = 1469598103934665603L;
    for (int i = 0; i < 320; i++) { sum += out[i] * (i + 1); h = (h ^ out[i]) * 1099511628211L; }
    double fs = 0; for (int i = 0; i < 32; i++) fs += f[i] + d[i];
    int c; cudaMemcpyFromSymbol(&c, counter, 4);
    fill<<<1, 4>>>(out, 9); cudaDeviceSynchronize();
    printf("%s %ld %lx %.9g counter %d total %d fill %d two %d\n", cudaGetErrorName(e), sum, h, fs, c, shared_total, out[3], host_two());
    local<<<1, 1>>>(out); cudaDeviceSynchronize(); printf("local %d\n", *out);
    fill<<<1, 4>>>(f, 1.5f); cudaDeviceSynchronize(); printf("%g\n", f[2]);
    return 0;
}
