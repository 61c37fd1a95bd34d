// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -std=c++17 -arch=sm_90 --check-all --extended-lambda %s
template <class F> __global__ void apply(F f) { f(); }
template <class T> void run(int *q) {
    int n = 3, m = 4;
    apply<<<1, 1>>>([=] __device__() {
        q[1] = m;
        if constexpr (sizeof(T) == 4) {
            q[0] = m;
            q[2] = n; // ERROR: An extended __device__ lambda cannot first-capture variable in constexpr-if context
        }
    });
    apply<<<1, 1>>>([q, n] __device__() {
        if constexpr (sizeof(T) == 4) q[0] = n;
    });
}
template void run<int>(int *);
