// SPDX-License-Identifier: Apache-2.0
// EXIT: 2
// RUN: cuprum nvcc -c -arch=sm_80 %s -o %t.o
// REQUIRES: g++
// What host code may not do with device code (cuda/host_fault.c): constructors, destructors, conversions and operators, functions
// that the compiler knows, what macros of the program expand to, lambdas without marks, constructors' initialisers, kernels
// without a configuration, launches of what is no kernel.
struct Handle {
    int value;
    __device__ Handle(int v) : value(v) {}
    Handle() : value(0) {}
    __device__ ~Handle() {}
    __device__ operator int() const { return value; }
    __device__ Handle &operator+=(int v);
};
struct Plain { int v; };
__device__ bool operator==(const Plain &a, const Plain &b) { return a.v == b.v; }
__device__ int on_device(int v) { return v; }
__device__ int variable;
#define CALL(x) on_device(x)
void constructs() {
    Handle h(1); // ERROR: calling a __device__ function("Handle::Handle(int)") from a __host__ function("constructs") is not allowed
    // ERROR@-1: calling a __device__ function("Handle::~Handle()") from a __host__ function("constructs") is not allowed
}
void destroys(Handle *h) { delete h; } // ERROR: calling a __device__ function("Handle::~Handle()") from a __host__ function("destroys") is not allowed
int converts(Handle &h) { return h; } // ERROR: calling a __device__ function("Handle::operator int() const") from a __host__ function("converts") is not allowed
void adds(Handle &h) { h += 1; } // ERROR: calling a __device__ function("Handle::operator+=(int)") from a __host__ function("adds") is not allowed
bool equal(const Plain &a, const Plain &b) { return a == b; } // ERROR: calling a __device__ function("operator==(const Plain &, const Plain &)") from a __host__ function("equal") is not allowed
int by_macro() { return CALL(1); } // ERROR: calling a __device__ function("on_device(int)") from a __host__ function("by_macro") is not allowed
int known() { return __popc(3); } // ERROR: calling a __device__ function("__popc(unsigned int)") from a __host__ function("known") is not allowed
int closure() {
    auto f = [](int v) { return on_device(v); }; // ERROR: calling a __device__ function("on_device(int)") from a __host__ function("operator()") is not allowed
    return f(1);
}
struct Member {
    int v;
    Member() : v(on_device(2)) {} // ERROR: calling a __device__ function("on_device(int)") from a __host__ function("Member::Member") is not allowed
};
__global__ void kernel(int *p) { *p = 1; }
template <class T> __global__ void of_type(T *p) { *p = 1; }
void host(int *) {}
__device__ void device(int *) {}
void launches(int *p) {
    kernel(p); // ERROR: a __global__ function call must be configured
    of_type<int>(p); // ERROR: a __global__ function call must be configured
    host<<<1, 1>>>(p); // ERROR: a host function call cannot be configured
    device<<<1, 1>>>(p); // ERROR: a __device__ function call cannot be configured
    // ERROR@-1: calling a __device__ function("device(int *)") from a __host__ function("launches") is not allowed
    kernel<<<>>>(p); // ERROR: a kernel launch configuration has one to four arguments in <<< >>>
    kernel<<<1, 1, 0, 0, 0>>>(p); // ERROR: a kernel launch configuration has one to four arguments in <<< >>>
    kernel<<<1, 1>>>(p);
}
namespace empty {
void nothing_was_asked_here(int *);
}
