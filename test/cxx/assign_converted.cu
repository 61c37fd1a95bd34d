// SPDX-License-Identifier: Apache-2.0
// A scalar takes an object with several conversion functions by plain assignment as it does in its
// initialisation: the closest function is used. Compound assignment and arithmetic stay ambiguous,
// but for operators that take integers only.
// RUN: cuprum %s -arch=sm_90 -O1 -o -
// RUN[BAD]: cuprum %s -arch=sm_90 --syntax-only -DBAD
// CHECK: .entry store(
struct Wide {
    float v;
    __device__ operator float() const { return v; }
    __device__ operator short() const { return 3; }
};
struct Real {
    __device__ operator double() const { return 2; }
};
struct Any {
    template <class T> __device__ operator T() const { return T(7); }
};
enum Shade { DARK, LIGHT };
struct Shaded {
    __device__ operator Shade() const { return LIGHT; }
    __device__ operator char() const { return 'c'; }
};
// CHECK-DAG: st.global.f32
// CHECK-DAG: mul.lo
extern "C" __global__ void store(float *f, int *i, double *d, bool *b, Shade *s, Wide w, Any a) {
    *f = w;
    i[0] = a;
    *d = Real();
    *b = Real();
    *s = Shaded();
    i[1] *= i[2];
    i[1] <<= w;
    i[2] %= w;
    f[2] = f[Real()];
    *(f + Real()) = a;
#ifdef BAD
    *(long *)i = w; // ERROR[BAD]: more than one user-defined conversion
    *f += w; // ERROR[BAD]: more than one operator "+="
    *f = *f * w; // ERROR[BAD]: more than one operator "*"
    switch (Shaded()) { // ERROR[BAD]: more than one user-defined conversion
    case 1: break;
    }
#endif
}
// Of braces' conversions to different classes that which is bound to T&& is taken.
struct Raw {
    short lo, hi;
};
struct Pair {
    short lo, hi;
    __device__ Pair() : lo(1), hi(2) {}
    __device__ Pair &operator=(const Pair &&) { return *this; }
    __device__ Pair &operator=(const Pair &) { return *this; }
    __device__ Pair &operator=(const Raw &) { return *this; }
};
struct Single {
    __device__ Single &operator=(const Single &) { return *this; }
    __device__ Single &operator=(const Raw &) { return *this; }
};
__global__ void braces(Pair *p, Single *s) {
    *p = {};
#ifdef BAD
    *s = {}; // ERROR[BAD]: more than one operator "="
#endif
}
