// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 --check-all %s
template <class T> __global__ void k(T v) { v.f(); } // ERROR: calling a __host__ function("Local::f()") from a __global__ function("k<Local>") is not allowed
void run() {
    struct Local {
        void f() {} // NOTE: "Local::f" is declared here without __device__
    };
    k<<<1, 1>>>(Local()); // ERROR: A type defined inside a __host__ function ("Local") cannot be used in the template argument type of a __global__ function template instantiation
}
