// SPDX-License-Identifier: Apache-2.0
// ++, -- and compound assignment of what converts to a reference to an arithmetic type or pointer
// [over.built]/3, /4, /18, as g++ and nvcc have it.
// RUN: cuprum %s -o %t.ptx && cuprum run %t.ptx --kernel=_Z1kPi --grid=1 --block=1 --print=0:4 buf:i32:4:zero
// RUN[BAD]: cuprum --syntax-only -DBAD %s
// CHECK: 7 2 0 9
template <class T> struct Ref {
    T *p;
    constexpr __host__ __device__ operator T &() const noexcept { return *p; }
};
struct Two {
    int a;
    long b;
    __host__ __device__ operator int &() { return a; }
    __host__ __device__ operator const long &() const { return b; }
};
struct Value {
    __host__ __device__ operator int() const { return 1; }
};
struct Bool {
    bool b;
    __host__ __device__ operator bool &() { return b; }
};
struct Pointer {
    int *q;
    __host__ __device__ operator int *&() { return q; }
};
struct Holds { Ref<int> r; };
__host__ __device__ void change(const Holds &h) {
    ++h.r;
    h.r++;
    h.r += 2;
    h.r <<= 1;
    --h.r;
}
__global__ void k(int *p) {
    change({{p}});
    Two t{1, 2};
    t++;
    p[1] = t.a;
    Pointer q{p};
    q += 2;
    ++q;
    *q.q = 9;
#ifdef BAD
    Ref<const int> c{p};
    ++c; // ERROR[BAD]: no operator "++" matches this operand of type "Ref<const int>"
    Value v;
    v++; // ERROR[BAD]: no operator "++" matches this operand of type "Value"
    Bool b;
    b++; // ERROR[BAD]: no operator "++" matches this operand of type "Bool"
#endif
}
