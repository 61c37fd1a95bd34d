// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 --check-all --extended-lambda %s
template <class F> __global__ void apply(F f) { f(); }
void run(int *q) {
    struct Local {
        static void go(int *q) {
            apply<<<1, 1>>>([=] __device__() { *q = 1; }); // ERROR: The enclosing parent function ("go") for an extended __device__ lambda must not be defined inside another function
        }
    };
    Local::go(q);
}
