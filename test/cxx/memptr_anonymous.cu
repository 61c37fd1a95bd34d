// RUN: cuprum run %s --print=0 buf:i32:4:zero
// A member of an anonymous union is one of the class around it, also for a pointer to member.
// CHECK: 6 7 6 7
struct X {
    int z;
    union {
        int u;
        struct {
            int q, r;
        };
    };
};
template <class A> struct is_of_x {
    static constexpr bool v = false;
};
template <class T> struct is_of_x<T X::*> {
    static constexpr bool v = true;
};
static_assert(is_of_x<decltype(&X::u)>::v && is_of_x<decltype(&X::r)>::v, "");
template <int X::*P> __device__ int get(X &x) {
    return x.*P;
}
__device__ __noinline__ int get(X &x, int X::*p) {
    return x.*p;
}
__global__ void k(int *o) {
    X x;
    x.q = 6;
    x.r = 7;
    o[0] = get(x, &X::u);
    o[1] = get(x, &X::r);
    o[2] = get<&X::u>(x);
    o[3] = get<&X::r>(x);
}
