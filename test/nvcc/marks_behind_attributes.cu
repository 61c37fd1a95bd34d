// A mark behind [[attributes]] is a function's, which needs no --extended-lambda; behind the introducer of a lambda it does.
// REQUIRES: g++
// RUN: cuprum nvcc --no-toolkit -arch=sm_90 -cuda %s -o %t.ii
// RUN[LAMBDA]: cuprum nvcc --no-toolkit -arch=sm_90 -DLAMBDA -cuda %s -o %t.ii
// EXIT[LAMBDA]: 2
[[nodiscard]] __device__ int twice(int x) { return 2 * x; }
template <class T> [[nodiscard]] __host__ __device__ constexpr T thrice(T x) { return 3 * x; }
struct Value {
    int at;
    [[nodiscard, deprecated("so")]] __device__ int get() const { return at; }
};
__global__ void kernel(int *p) { *p = twice(*p) + thrice(*p); }
void host() {
#ifdef LAMBDA
    auto f = [] __host__ __device__(int x) { return x; }; // ERROR[LAMBDA]: annotation on lambda requires
    f(1);
#endif
}
