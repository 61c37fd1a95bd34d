// A default argument and default member initialisers that host code has read before device code
// uses them: what they call gets device code.
// RUN: cuprum %s -arch=sm_90 -o -
// CHECK-NOT: .extern
// CHECK: .visible .entry _Z8segmentsI3SegEvPT_
// CHECK-NOT: .extern
// CHECK: .visible .entry _Z5countIiEvPT_
// CHECK-NOT: .extern
template <class T> struct Limits {
    __host__ __device__ static constexpr T min() noexcept { return ~max(); }
    __host__ __device__ static constexpr T max() noexcept { return T(0x7fffffff); }
};
__device__ __host__ int shift(int by = Limits<int>::min()) { return by >> 3; }
struct Inner {
    int both = shift() + Limits<int>::max();
};
struct Seg {
    int begin = Limits<int>::min();
    int end = Limits<int>::max();
    Inner inner{};
};

template <class T> __global__ void segments(T *p) {
    T a[4];
    a[1].begin = 3;
    *p = a[threadIdx.x & 3];
}

template <class T> __global__ void count(T *p) {
    *p = shift();
}

void host(Seg *p, int *q) {
    int n = sizeof(shift()) + shift();
    *p = Seg{};
    segments<<<1, n>>>(p);
    count<<<1, 1>>>(q);
}
