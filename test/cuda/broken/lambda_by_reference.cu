// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 --check-all --extended-lambda %s
template <class F> __global__ void apply(F f) { f(); }
void run(int *q) {
    int n = 3;
    apply<<<1, 1>>>([&] __device__() { *q = n; }); // ERROR: An extended __device__ lambda cannot capture variables by reference
}
