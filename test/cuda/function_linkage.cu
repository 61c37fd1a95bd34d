// Where units are linked, definitions that several may have are weak: inline functions and kernels, instances, and members of a
// class within an instance. A specialization that was written is the unit's own, unless it says inline itself.
// RUN: cuprum -rdc=true -O0 -arch=sm_90 -w %s -o -
// CHECK-DAG: .weak .func  (.param .b32 func_retval0) _ZN5OuterIiE5Inner5valueEv(
// CHECK-DAG: .weak .func  (.param .b32 func_retval0) _ZN5OuterIlE5valueEv(
// CHECK-DAG: .visible .func  (.param .b32 func_retval0) _Z4freeIcEiT_(
// CHECK-DAG: .visible .func  (.param .b32 func_retval0) _ZN5OuterIcE5valueEv(
// CHECK-DAG: .visible .func  (.param .b32 func_retval0) _ZN5OuterIsE5valueEv(
// CHECK-DAG: .visible .func  (.param .b32 func_retval0) _ZN5OuterIcE5Inner5valueEv(
// CHECK-DAG: .weak .entry _Z10in_headersPi(
// CHECK-DAG: .weak .entry _Z8instanceIcEvPT_(
// CHECK-DAG: .weak .entry _Z8instanceIlEvPT_(
// CHECK-DAG: .visible .entry _Z8instanceIiEvPT_(
template <class T> __device__ int free(T) { return 1; }
template <> __device__ int free(char) { return 2; }
template <class T> struct Outer {
    __device__ int value() { return 1; }
    struct Inner {
        __device__ int value();
    };
};
template <class T> __device__ int Outer<T>::Inner::value() { return 3; }
template <> __device__ int Outer<char>::value() { return 4; }
template <> __device__ inline int Outer<long>::value() { return 5; }
template <> struct Outer<short> {
    __device__ int value();
};
__device__ int Outer<short>::value() { return 6; }
template <> __device__ int Outer<char>::Inner::value() { return 7; }

inline __global__ void in_headers(int *o) {
    *o = free('a') + Outer<char>().value() + Outer<long>().value() + Outer<short>().value() + Outer<int>::Inner().value() +
         Outer<char>::Inner().value();
}
template <class T> __global__ void instance(T *o) { *o = 1; }
template <> __global__ void instance(int *o) { *o = 2; }
template <> inline __global__ void instance(long *o) { *o = 3; }
template __global__ void instance(char *o);
