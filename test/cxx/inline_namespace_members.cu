// A member of an inline namespace is defined with the name of the enclosing one too [namespace.def]/7.
// RUN: cuprum run %s --grid=1 --block=1 --print 0 buf:i32:1:zero
// CHECK: 42
namespace outer {
inline namespace v1 {
inline namespace detail {
__device__ int f();
extern __device__ int g;
struct C {
    __device__ int m();
};
}
}
__device__ int here();
}
__global__ void k(int *p) { *p = outer::f() + outer::g + outer::v1::C().m() + outer::here(); }
__device__ int outer::f() { return 10; }
__device__ int outer::g = 20;
__device__ int outer::C::m() { return 7; }
__device__ int outer::here() { return 5; }
