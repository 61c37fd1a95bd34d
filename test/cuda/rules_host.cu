// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only --check-all -diag-suppress 177,174 %s
// What host code may not do with device code, where cudafe++ says so: calls (errors), values of
// device variables (#20091, #20092). Addresses, constants and unevaluated operands are fine.
__device__ int on_device(int v) { return v; }
__device__ int variable;
__constant__ int table[4];
__device__ const int known = 5;
__managed__ int managed;
namespace space { __device__ int inner; }
struct S {
    __device__ int member() const { return 1; }
    int host_member() { return member(); } // ERROR: calling a __device__ function("S::member() const") from a __host__ function("S::host_member") is not allowed
};
int calls(S &s) {
    return on_device(1) + // ERROR: calling a __device__ function("on_device(int)") from a __host__ function("calls") is not allowed
           s.member(); // ERROR: calling a __device__ function("S::member() const") from a __host__ function("calls") is not allowed
}
__host__ __device__ int both() { return on_device(2); } // ERROR: calling a __device__ function("on_device(int)") from a __host__ __device__ function("both") is not allowed
constexpr __device__ int constant(int v) { return v; }
int calls_constant(int v) { return constant(v); } // ERROR: calling a constexpr __device__ function("constant(int)") from a __host__ function("calls_constant") is not allowed
int reads() { return variable; } // WARNING: a __device__ variable "variable" cannot be directly read in a host function
int element() { return table[1]; } // WARNING: a __constant__ variable "table" cannot be directly read in a host function
int qualified() { return space::inner; } // WARNING: a __device__ variable "space::inner" cannot be directly read in a host function
void writes() { variable = 1; } // WARNING: a __device__ variable "variable" cannot be directly written in a host function
void take(int &, const int *, int (*)(int));
void fine() {
    take(variable, table, on_device);
    take(managed, &table[known], &on_device);
    managed = sizeof(on_device(1)) + sizeof(variable) + known;
}
template <class T> T instance(T v) { return on_device(v) + v; } // nothing of instances
int uses_instance() { return instance(1); }
