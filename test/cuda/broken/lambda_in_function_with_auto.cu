// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 --check-all --extended-lambda %s
template <class F> __global__ void apply(F f) { f(); }
auto run(int *q) {
    apply<<<1, 1>>>([=] __device__() { *q = 1; }); // ERROR: The enclosing parent function ("run") for an extended __device__ lambda must not have deduced return type
    return 0;
}
