// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only --check-all --extended-lambda %s
// Extended lambdas: restrictions of the programming guide beyond those of test/cuda/broken.
template <class F> __global__ void apply(F f) { f(1); }
struct P {
private:
    void run(int *q) {
        apply<<<1, 1>>>([=] __device__(int) { *q = 1; }); // ERROR: The enclosing parent function ("run") for an extended __device__ lambda cannot have private or protected access within its class
    }
};
template <class F> void call(F f) { f(3); }
void run(int *q) {
    apply<<<1, 1>>>([=] __host__ __device__(auto v) { *q = v; }); // ERROR: __host__ __device__ extended lambdas cannot be generic lambdas
    call([=](auto v) { apply<<<1, 1>>>([=] __device__(int) { *q = 1; }); }); // ERROR: An extended __device__ lambda cannot be defined inside a generic lambda expression
    auto outer = [=] { apply<<<1, 1>>>([=] __device__(int) { *q = 1; }); };
    outer();
    apply<<<1, 1>>>([q = q] __host__ __device__(int v) { *q = v; }); // ERROR: init-captures are not allowed for extended __host__ __device__ lambdas
    apply<<<1, 1>>>([q = q] __device__(int v) { *q = v; });
    apply<<<1, 1>>>([=](int v) { *q = v; }); // ERROR: The closure type of a lambda cannot be used in the template argument type of a __global__ function template instantiation, unless the lambda is defined within a __device__ or __global__ function, or is an extended lambda (marked __device__, with --extended-lambda)
}
__device__ int early() { return late(); } // ERROR: identifier "late" is undefined
__device__ int late() { return 1; } // NOTE: "late" is declared later, here
__device__ auto &nothing() { return; } // ERROR: return statement must have a value
