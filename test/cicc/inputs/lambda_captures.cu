// SPDX-License-Identifier: Apache-2.0
// Captures that cudafe++ passes by name: ours must find as many, in its order.
#include <cstdio>
template <class F> __global__ void run(F f, long *o) { f(o); }
__host__ __device__ inline long object(const long &x) { return x; }
int main() {
    const long c = 8;
    short z = 6;
    long *d, h[2];
    cudaMalloc(&d, sizeof h);
    run<<<1, 1>>>([=] __device__(auto *o) { o[0] = c, o[1] = z; }, d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("generic %ld %ld\n", h[0], h[1]);
    run<<<1, 1>>>([=] __device__(long *o) { o[1] = c + z, o[0] = object(c); }, d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("read %ld %ld\n", h[0], h[1]);
    return 0;
}
