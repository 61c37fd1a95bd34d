// Errors that reading host code ignores are errors where device code needs the same function. The
// kernels are instantiated by host code, so that it comes first.
// RUN: cuprum %s -o %t.ptx
template <class T> __global__ void k(T t) { t(1); }
struct Body {
    template <class T> __host__ __device__ void go(T) const { no_such_name(T()); } // ERROR: identifier "no_such_name" is undefined
    template <class I> __host__ __device__ void operator()(I) const { go(I()); }
};
void f1() {
    Body b;
    b(1); // as host code it is parsed here, in silence
    k<<<1, 1>>>(b);
}
