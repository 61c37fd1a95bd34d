// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -std=c++17 %s
// Marks that other declarations lack (nvcc's #20035 to #20043), and that functions defaulted in
// their classes do not have (#20012). The lines and numbers are nvcc's.
extern __device__ int a1;
int a1; // WARNING: a __device__ variable("a1") redeclared without __device__
int a2;
extern __device__ int a2; // WARNING: a host variable("a2") redeclared with __device__
__device__ int a3;
extern __constant__ int a3; // WARNING: a __device__ variable("a3") redeclared with __constant__
__constant__ int a4;
extern __device__ int a4; // WARNING: a __constant__ variable("a4") redeclared without __constant__
extern __managed__ int a5;
int a5; // WARNING: a __managed__ variable("a5") redeclared without __managed__
extern __device__ int same;
__device__ int same;
extern int host_only;
int host_only;

__device__ int f1();
__host__ int f1(); // WARNING: a __device__ function("f1") redeclared with __host__, hence treated as a __host__ __device__ function
namespace space {
__device__ int f2();
int f2(); // WARNING: a __device__ function("space::f2") redeclared without __device__, hence treated as a __host__ __device__ function
int f2(int);
}
__host__ __device__ int f3();
__device__ int f3();

struct Defaulted {
    __host__ __device__ Defaulted() = default; // WARNING: __host__ annotation is ignored on a non-virtual function("Defaulted") that is explicitly defaulted on its first declaration
    // WARNING@-1: __device__ annotation is ignored on a non-virtual function("Defaulted")
    __device__ Defaulted &operator=(const Defaulted &) = default; // WARNING: __device__ annotation is ignored on a non-virtual function("operator=")
    __device__ Defaulted(const Defaulted &) = delete;
    virtual __device__ ~Defaulted() = default;
};
struct Derived : Defaulted {
    __device__ ~Derived() = default;
};
struct Later {
    __host__ __device__ Later();
    __device__ ~Later() = default; // WARNING: __device__ annotation is ignored on a non-virtual function("~Later")
};
Later::Later() = default;
template <class T> struct Generic {
    __device__ Generic() = default; // WARNING: __device__ annotation is ignored on a non-virtual function("Generic")
};
__global__ void k() {
    Generic<int> g;
    Generic<long> h;
    (void)g;
    (void)h;
}
