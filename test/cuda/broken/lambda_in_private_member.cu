// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 --check-all %s
struct S {
    int *p;
private:
    void run();
};
template <class F> __global__ void apply(F f) { f(); }
void S::run() {
    int *q = p;
    apply<<<1, 1>>>([=] __device__() { *q = 1; }); // ERROR: __host__ or __device__ annotation on lambda requires --extended-lambda nvcc flag
}
