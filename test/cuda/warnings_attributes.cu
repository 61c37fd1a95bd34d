// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -std=c++17 %s
// Attributes on what they do not belong to, and variables in shared memory that code would have to
// initialise or destroy, where nvcc 13.0 says so.
__device__ __shared__ void shared_function() {} // WARNING: attribute "__shared__" does not apply here
__device__ __managed__ void managed_function() {} // WARNING: attribute "__managed__" does not apply here
__host__ __device__ int host_variable; // WARNING: attribute "__host__" does not apply here
__device__ struct Attributed { int a; }; // WARNING: attribute does not apply to any entity
__device__ enum Numbers { one }; // WARNING: attribute does not apply to any entity
__device__ void parameter(__global__ int p) {} // WARNING: attribute "__global__" does not apply here
struct Members {
    __global__ int a; // WARNING: attribute "__global__" does not apply here
    __device__ int get() { return a; }
};
__device__ struct Attributed variable; // the variable has it
struct Written {
    int x;
    __device__ ~Written() { x = 1; }
};
struct Empty {
    int x;
    __device__ ~Empty() {}
};
struct EmptyMember {
    Empty e;
};
struct WrittenMember {
    Written w;
};
struct Virtual {
    __device__ virtual ~Virtual() {}
};
struct Half {
    int a = 3, b;
};
struct Whole {
    int a = 3, b = 4;
};
template <class T> struct Instance {
    T t;
    __device__ ~Instance() {}
};
typedef __shared__ int Shared; // WARNING: attribute "__shared__" does not apply here
__global__ void k(int *p) {
    __shared__ Written written[2]; // WARNING: dynamic initialization is not supported
    __shared__ WrittenMember member; // WARNING: dynamic initialization is not supported
    __shared__ Virtual virtual_; // WARNING: dynamic initialization is not supported
    __shared__ Half half; // WARNING: dynamic initialization is not supported
    __shared__ Instance<int> instance; // WARNING: dynamic initialization is not supported
    __shared__ Empty empty;
    __shared__ EmptyMember empty_member;
    __shared__ Whole whole;
    Shared s = written[1].x + member.w.x + half.b + instance.t + empty.x + empty_member.e.x;
    *p = s + whole.b + (&virtual_ != nullptr);
}
