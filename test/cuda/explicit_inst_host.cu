// Explicitly instantiated host functions and classes: what they launch is found, through members
// that are defined outside; what only the host can compile is no error, and there is no code of it.
// RUN: cuprum %s -o -
// CHECK-NOT: {{[^.]}}func
// CHECK-DAG: .entry _Z1kIfEvPT_(
// CHECK-DAG: .entry _Z1kIdEvPT_(
// CHECK-DAG: .entry _Z1kIsEvPT_(
// CHECK-DAG: .entry _Z1kIiEvPT_(
namespace std { class type_info; }
template <class T> __global__ void k(T *p) { *p = 1; }
template <class T> struct E {
    T run();
    static int count;
    T unrelated() { throw 1; }
    struct In { void go() { k((double *)0, typeid(T)); k<double><<<1, 1>>>(0); } };
};
template <class T> int E<T>::count = 3;
template <class T> T E<T>::run() {
    if (typeid(T) == typeid(double)) throw 1;
    k<T><<<1, 1>>>(0);
    return count;
}
template struct E<float>;
template <class T> void host(T) { k<T><<<1, 1>>>(0); undeclared(T()); }
template void host<short>(short);
template <class T> struct D { __device__ int f(T); };
template <class T> __device__ int D<T>::f(T) { return undeclared_in_device<T>; }
template <class T> struct G { __device__ T f() { return sizeof(T); } };
template struct G<int>;
template __global__ void k<int>(int *);
