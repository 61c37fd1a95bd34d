// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum -diag-suppress 177,940 --syntax-only --check-all %s
// CUDA's rules over declarations and calls: each refusal.
void host_only(int);
__device__ void on_device() { host_only(1); } // ERROR: calling a __host__ function("host_only(int)") from a __device__ function("on_device") is not allowed
int host_variable;
__device__ int reads() { return host_variable; } // ERROR: identifier "host_variable" is undefined in device code
__global__ int returns() { return 1; } // ERROR: a __global__ function must have a void return type
__global__ void dots(int, ...) {} // ERROR: a __global__ function cannot have ellipsis
struct S {
    __global__ void member() {} // ERROR: a __global__ function cannot be a member function
    __shared__ int field; // WARNING: attribute "__shared__" does not apply here
};
__global__ void rvalue(int &&) {} // ERROR: a __global__ function cannot have a parameter with rvalue reference type
__global__ void fine(int *) {}
__device__ void not_kernel(int *) {}
void launches(int *p) {
    not_kernel<<<1, 2>>>(p); // ERROR: a __device__ function call cannot be configured
    fine<<<1>>>(p);
    fine<<<>>>(p); // ERROR: a kernel launch configuration has one to four arguments
    fine<<<1, 2, 3, 4, 5>>>(p); // ERROR: a kernel launch configuration has one to four arguments
}
__global__ void calls(int *p) {
    fine(p); // ERROR: a __global__ function call must be configured: kernel<<<blocks, threads>>>(arguments)
    (&fine)(p); // ERROR: a __global__ function call must be configured
    static_assert(sizeof(fine(p), 0) == 4); // not evaluated
}
void host_calls(int *p) { fine(p); } // ERROR: a __global__ function call must be configured
__device__ void shared_param(__shared__ int p); // WARNING: attribute "__shared__" does not apply here
__device__ void locals() {
    __shared__ int s = 3; // ERROR: initializer not allowed for __shared__ variable "s"
    __device__ int d; // ERROR: an automatic "__device__" variable declaration is not allowed inside a device function body
    __constant__ int c; // ERROR: an automatic "__constant__" variable declaration is not allowed inside a device function body
}
__shared__ __constant__ int both; // ERROR: cannot be used together
extern __shared__ int sized[4]; // WARNING: extern declaration of the entity "sized" is treated as a static definition
__launch_bounds__(64) __device__ void no_kernel() {} // ERROR: __launch_bounds__ is only allowed on a __global__ function
__global__ void __launch_bounds__(0) zero() {} // nvcc drops what is not positive
__global__ void __launch_bounds__(4096) many() {} // WARNING: 4096 threads are more than the 1024 a block may have
__global__ void gc(__grid_constant__ int a) {} // ERROR: a __grid_constant__ parameter must have const-qualified, non-reference type
__device__ void gd(const __grid_constant__ int a) {} // ERROR: __grid_constant__ can only be applied to a parameter of a __global__ function
