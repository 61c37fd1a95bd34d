// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 --check-all --extended-lambda %s
#include <initializer_list>
template <class F> __global__ void apply(F f) { f(); }
void run(int *q) {
    apply<<<1, 1>>>([l = {1, 2}, q] __device__() { *q = *l.begin(); }); // ERROR: An extended __device__ lambda cannot have init-captures with type std::initializer_list
}
// REQUIRES: <initializer_list>
