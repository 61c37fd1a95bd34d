// What host code asked for first, with an error that reading it ignored, and device code needs as
// well: never left out in silence.
// RUN[W1]: cuprum -DW=1 %s -o %t.ptx
// RUN[W2]: cuprum -DW=2 %s -o %t.ptx
// RUN[W3]: cuprum -DW=3 %s -o %t.ptx
// RUN[W4]: cuprum -DW=4 %s -o %t.ptx
// RUN[W5]: cuprum -DW=5 %s -o %t.ptx
// RUN[W6]: cuprum -DW=6 %s -o %t.ptx
// RUN[W7]: cuprum -DW=7 %s -o %t.ptx
template <class T> __global__ void k(T t) { t(1); }
template <class T> struct Wrong { // ERROR[W1]: device code needs this, but it was not understood where host code used it first; --host-errors shows why
    typename T::nothing x;
    int y;
    __host__ __device__ Wrong() { y = 1; }
};
template <class T> struct Value {
    static constexpr int v = T::nothing;
};
template <class T> __host__ __device__ auto result(T t) {
    return T::nothing; // ERROR[W3]: type "int" is not a class
}
template <class T> struct Based : T::nothing { // ERROR[W4]: not understood
    int y;
};
template <class T> struct Member {
    int y = T::nothing; // ERROR[W5]: type "int" is not a class
};
template <class T> constexpr int value = T::nothing;
template <class T> __host__ __device__ int by_default(T t, int n = T::nothing) { return 1; }
struct Functor {
    template <class I> __host__ __device__ void operator()(I) const {
#if W == 1
        Wrong<I> w;
#elif W == 2
        int n = Value<I>::v; // ERROR[W2]: not understood
#elif W == 3
        result(I());
#elif W == 4
        Based<I> b;
        b.y = 1;
#elif W == 5
        Member<I> b;
#elif W == 6
        int n = value<I>; // ERROR[W6]: not understood
#elif W == 7
        by_default(I()); // ERROR[W7]: not understood
#endif
    }
};
template <class I> void host() {
    Wrong<I> w;
    int n = Value<I>::v;
    result(I());
    Based<I> b;
    b.y = 1;
    Member<I> c;
    int m = value<I>;  
    by_default(I()); 
    k<<<1, 1>>>(Functor());
}
void h() { host<int>(); }
