// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 --check-all --extended-lambda %s
template <class F> __global__ void apply(F f) { f(); }
void run(int *q) {
    int a[2][2][2][2][2][2][2][2] = {};
    apply<<<1, 1>>>([=] __device__() { *q = a[0][0][0][0][0][0][0][0]; }); // ERROR: An extended __device__ lambda cannot capture an array variable (type: "int [2][2][2][2][2][2][2][2]") with more than 7 dimensions
}
