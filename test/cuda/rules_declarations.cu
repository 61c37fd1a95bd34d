// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only %s
// CUDA's rules over declarations: kernels' types and parameters, overriders, variables, attributes; and what stays allowed.
#include <stdarg.h>
namespace std {
template <class E> class initializer_list {
    const E *first;
    unsigned long n;
};
} // namespace std
__global__ auto deduced(int *p) { return *p; } // ERROR: a __global__ function must not have a deduced return type
__global__ void list(std::initializer_list<int>) {} // ERROR: cannot have a parameter with type std::initializer_list
__global__ void args(va_list l) {} // ERROR: cannot have a parameter with va_list type
template <class... A, class... B> // ERROR: a pack must be the last template parameter
__global__ void packs(A... a, B... b) {} // ERROR@-1: multiple pack parameters are not allowed
template <class T, class... A> __global__ void fine(T, A...) {}
struct S {
    __global__ static void member() {} // ERROR: a __global__ function cannot be a member function
    virtual __device__ int f() { return 1; }
    virtual __host__ __device__ int g() { return 1; }
    virtual __device__ S *h() { return this; }
    virtual __device__ S &i() { return *this; }
    __device__ virtual ~S() {}
};
struct T : S {
    int f() override { return 2; } // ERROR: execution space mismatch: overridden entity ("int S::f()") is a __device__ function, but overriding entity ("int T::f()") is a __host__ function
    __device__ int g() override { return 2; } // ERROR: execution space mismatch
    __device__ T *h() override { return this; }
    __device__ int &i() override; // ERROR: return type is not identical to nor covariant with return type "S &" of overridden virtual function "S &S::i()"
};
__device__ int main() { return 0; } // ERROR: function main cannot be marked __device__ or __global__
__managed__ const int limit = 4; // ERROR: a __managed__ variable cannot have a const qualified type
__device__ int base;
__managed__ int &ref = base; // ERROR: a __managed__ variable cannot have a reference type
__device__ thread_local int tls; // ERROR: cannot use thread_local specifier for a __device__ variable
__device__ int counts() {
    thread_local int n = 0; // ERROR: cannot use thread_local specifier for variable declarations in device code
    return n;
}
__global__ void grid(const __grid_constant__ int n);
__global__ void grid(const int n) {} // ERROR: incompatible __grid_constant__ annotation for parameter "n" in function redeclaration
__global__ void __block_size__((128, 0, 1)) block(int *p) {} // ERROR: the arguments of __block_size__ must be positive integers
__global__ void __cluster_dims__(0, 1, 1) cluster(int *p) {} // ERROR: the arguments of __cluster_dims__ must be positive integers
__global__ void __launch_bounds__(128, 2) __maxnreg__(32) both(int *p) {} // ERROR: __launch_bounds__ and __maxnreg__ cannot be applied to the same kernel
int host;
__device__ int &to_host = host; // ERROR: identifier "host" is undefined in device code
__device__ int const *const to_const = &base;
__global__ void __cluster_dims__(2) __block_size__((32, 1, 1), (2, 1, 1)) twice(int *p) {} // ERROR: cannot specify the second tuple in __block_size__ while __cluster_dims__ is present
