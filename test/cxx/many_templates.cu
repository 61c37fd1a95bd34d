// Redeclarations among so many function templates that they are found by their parameters
// (src/cxx/lookup/rivals.c): declared and defined, beside functions with their parameters; virtual functions
// among as many.
// EACH: -O0, -O3
// RUN: cuprum run %s %E --grid=1 --block=1 --print=0 buf:i32:8:zero
// CHECK: arg 0: 38 1 17 2 115 20 33 0
template <int N> struct T {
    int v;
};
#define TEN(M, n) M(n##0) M(n##1) M(n##2) M(n##3) M(n##4) M(n##5) M(n##6) M(n##7) M(n##8) M(n##9)
#define FORTY(M) TEN(M, 1) TEN(M, 2) TEN(M, 3) TEN(M, 4)

#define DECLARE(n)                                                                                 \
    template <class U> __device__ int f(T<n>, U);                                                  \
    template <class U, class V> __device__ int f(T<n>, U);                                         \
    __device__ int f(T<n>, int *);
FORTY(DECLARE)
#define DEFINE(n)                                                                                  \
    template <class U> __device__ int f(T<n> t, U) {                                               \
        return n;                                                                                  \
    }                                                                                              \
    __device__ int f(T<n>, int *) {                                                                \
        return 1;                                                                                  \
    }
FORTY(DEFINE)
template <class U, class V> __device__ int f(T<20>, U) { // as well as that with one parameter
    return 2;
}

template <class U> struct G {
    template <class A, class C> __device__ G(A, C);
};
#define GUIDE(n) template <class U> G(T<n>, U) -> G<T<n>>;
FORTY(GUIDE)
static_assert(__is_same(decltype(G(T<26>{}, 1)), G<T<26>>));

struct B {
#define VIRTUAL(n)                                                                                 \
    __device__ virtual int v(T<n>) {                                                               \
        return n;                                                                                  \
    }
    FORTY(VIRTUAL)
};
struct D : B {
#define OVERRIDE(n)                                                                                \
    __device__ int v(T<n>) override {                                                              \
        return 100 + n;                                                                            \
    }
    TEN(OVERRIDE, 1)
    __device__ virtual int v(T<20>) const { // hides, overrides nothing
        return 20;
    }
    TEN(OVERRIDE, 3)
    TEN(OVERRIDE, 4)
};

__global__ void k(int *p) {
    D d;
    const D c;
    B *b = &d;
    p[0] = f(T<38>{}, 1);
    p[1] = f(T<38>{}, p);
    p[2] = f(T<17>{}, 1u);
    p[3] = f<int, char>(T<20>{}, 1);
    p[4] = b->v(T<15>{});
    p[5] = c.v(T<20>{});
    p[6] = b->v(T<33>{}) - 100;
}
