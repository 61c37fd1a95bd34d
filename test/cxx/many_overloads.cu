// Redeclarations among so many overloads that they are found by their parameters (src/cxx/lookup/rivals.c):
// of functions, members, constructors, conversion functions, friends; with the definition, default
// arguments and marks of a later declaration.
// EACH: -O0, -O3
// RUN: cuprum run %s %E --grid=1 --block=1 --print=0 buf:i32:8:zero
// CHECK: arg 0: 7 1038 2012 3033 4020 5000 6035 7
template <int N> struct T {
    int v;
};
#define TEN(M, n) M(n##0) M(n##1) M(n##2) M(n##3) M(n##4) M(n##5) M(n##6) M(n##7) M(n##8) M(n##9)
#define FORTY(M) TEN(M, 1) TEN(M, 2) TEN(M, 3) TEN(M, 4)

#define DECLARE(n) __device__ int f(T<n>, int);
FORTY(DECLARE)
extern "C" __device__ int f(int);
#define DEFINE(n)                                                                                  \
    __device__ int f(T<n> t, int more = 1000) {                                                    \
        return t.v + more + n;                                                                     \
    }
FORTY(DEFINE)
DECLARE(38)
extern "C" __device__ int f(int x) {
    return x;
}

struct S {
    int v;
#define CTOR(n) __device__ S(T<n>);
    FORTY(CTOR)
#define MEMBER(n) __device__ int m(T<n>) const;
    FORTY(MEMBER)
    __device__ int m(T<20>);
#define CONV(n)                                                                                    \
    __device__ operator T<n>() const {                                                             \
        return {v + n};                                                                            \
    }
    FORTY(CONV)
#define FRIEND(n)                                                                                  \
    friend __device__ int g(S, T<n>) {                                                             \
        return n;                                                                                  \
    }
    FORTY(FRIEND)
};
#define CTOR_BODY(n)                                                                               \
    __device__ S::S(T<n>) : v(n) {}
FORTY(CTOR_BODY)
#define MEMBER_BODY(n)                                                                             \
    __device__ int S::m(T<n>) const {                                                              \
        return v + n;                                                                              \
    }
FORTY(MEMBER_BODY)
__device__ int S::m(T<20>) {
    return 20;
}
__device__ int g(S, T<35>);

__global__ void k(int *p) {
    const S c = T<21>{};
    S s = c;
    p[0] = f(7);
    p[1] = f(T<38>{0});
    p[2] = 2000 + f(T<12>{0}, 0);
    p[3] = 3000 + c.m(T<12>{});
    p[4] = 4000 + s.m(T<20>{});
    p[5] = 5000 + static_cast<T<21>>(c).v - 42;
    p[6] = 6000 + g(s, T<35>{});
    p[7] = f(7);
}
