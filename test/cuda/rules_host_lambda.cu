// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum nvcc -c -arch=sm_80 --extended-lambda %s -o %t.o
// EXIT: 2
// REQUIRES: g++
// A lambda of host code that a kernel is instantiated for, through layers of host templates: the lambda is shown.
template <class F> __global__ void kernel(F f, int *p) { *p = f(*p); }
template <class F> struct Wrapped {
    F f;
    __device__ int operator()(int v) const { return f(v); }
};
template <class F> void launch(F f, int *p) { kernel<<<1, 1>>>(Wrapped<F>{f}, p); }
int main() {
    launch([](int v) { return v + 1; }, nullptr); // ERROR: The closure type of a lambda cannot be used in the template argument type of a __global__ function
    launch([] __device__(int v) { return v + 1; }, nullptr);
    launch([] __host__ __device__(int v) { return v + 1; }, nullptr);
    struct Local {
        __device__ int operator()(int v) const { return v; }
    };
    launch(Local(), nullptr); // ERROR@-3: A type defined inside a __host__ function ("Local")
}
