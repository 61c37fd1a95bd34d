// SPDX-License-Identifier: Apache-2.0
// EACH: -O0, -O3
// RUN: cuprum run %s %E --grid=1 --block=1 --print=0:12 buf:i32:12:zero
// CHECK: arg 0: 42 42 42 99 42 42 6 1 7 8 12 3
// `operator T` in an expression: alone, of an object, behind `C::`. Names of T are looked up in the
// class, then around the expression [basic.lookup.qual.general]; a conversion hides those of bases
// to the same type only [class.conv.fct]; functions are preferred to templates, these are ordered.
template <class T> struct V {
    T v;
};
struct U {
    typedef short Half;
    int i;
    template <class T> __device__ operator V<T>() const { return V<T>{T(i + 1)}; }
    __device__ operator V<char>() const { return V<char>{'c'}; }
    __device__ operator int *() const { return nullptr; }
    __device__ operator Half() { return 3; }
    __device__ operator Half() const { return 4; }
};
struct W : U {
    template <class T> __device__ operator T() const { return T{-1}; }
    __device__ operator V<long>() const { return V<long>{8}; }
    __device__ int own() const { return U::operator V<int>().v; }
    __device__ bool null() const { return this->U::operator int *() == nullptr; }
    __device__ int alone() const { return int(operator V<long>().v); }
};
struct Order {
    template <class T> __device__ operator T() const { return T{1}; }
    template <class T> __device__ operator V<T>() const { return V<T>{12}; }
};
template <class T> __device__ T of_class(const U &u) { return u.U::operator V<T>().v; }
template <class T> __device__ T of_object(const U &u) { return u.operator V<T>().v; }
template <class X, class T> __device__ T of_parameter(const X &x) { return x.X::operator V<T>().v; }
template <class X, class T> __device__ T word(const X &x) {
    return x.X::template operator V<T>().v;
}
__global__ void k(int *p) {
    U u{41};
    W w;
    w.i = 5;
    p[0] = of_class<int>(u);
    p[1] = of_object<int>(u);
    p[2] = u.U::operator V<int>().v;
    p[3] = of_class<char>(u);
    p[4] = of_parameter<U, int>(u);
    p[5] = word<U, int>(u);
    p[6] = w.own();
    p[7] = w.null();
    p[8] = u.operator Half() + static_cast<const U &>(u).U::operator Half();
    p[9] = w.alone();
    p[10] = Order().operator V<int>().v;
    V<int> (U::*m)() const = &U::operator V<int>;
    p[11] = (u.*m)().v - 39;
}
