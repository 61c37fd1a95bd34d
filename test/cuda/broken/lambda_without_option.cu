// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 --check-all %s
template <class F> __global__ void apply(F f) { f(); }
void run(int *q) {
    apply<<<1, 1>>>([=] __device__() { *q = 1; }); // ERROR: __host__ or __device__ annotation on lambda requires --extended-lambda nvcc flag
}
