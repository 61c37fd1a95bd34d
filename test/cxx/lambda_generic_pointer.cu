// A generic lambda without captures converts to pointers to function [expr.prim.lambda.closure]/9: the parameters are deduced
// from the pointer's type, the result from the body.
// EACH: -O0, -O3
// RUN[A]: cuprum run %s %E -std=c++20 --block=1 --print=0 buf:i32:9:zero
// EXIT[A]: 0
// RUN[B]: cuprum %s --syntax-only --check-all -std=c++20 -DBAD
__device__ int use(int (*f)(int)) {
    return f(3);
}
template <int (*F)(int)> __device__ int call() {
    return F(4);
}
__global__ void k(int *p) {
    auto l = [](auto x) { return x + 1; };
    int (*f)(int) = l;
    p[0] = f(2);
    p[1] = use([](auto x) { return x * 2; });
    float (*g)(float) = l;
    p[2] = (int)g(4.5f);
    p[3] = static_cast<int (*)(int)>(l)(1);
    constexpr int (*c)(int) = [](auto x) { return x + 7; };
    static_assert(c(1) == 8);
    p[4] = call<c>();
    using F = double (*)(double, int);
    auto m = [](auto... x) { return (x + ...); };
    p[5] = (int)F(m)(2.0, 3);
    const auto n = []<class T>(T x, T y) noexcept { return x * y; };
    int (*quiet)(int, int) noexcept = n;
    int (*loud)(int, int) = n;
    p[6] = quiet(2, 3) + loud(1, 1);
    int (*with)(int) = []<class T>(T x)
        requires(sizeof(T) == 4)
    { return x; };
    p[7] = with(5);
    int z = 1;
    auto captures = [z](auto x) { return x + z; };
    static_assert(!__is_convertible_to(decltype(captures), int (*)(int)));
    static_assert(!__is_convertible_to(decltype(l), void (*)(int)));
    static_assert(!__is_convertible_to(decltype(l), int (*)(int *)));
    static_assert(__is_convertible_to(decltype(l), int *(*)(int *)));
    p[8] = captures(6);
#ifdef BAD
    long (*bad)(int) = l;                    // ERROR[B]: no suitable conversion function
    int (*two)(int, long) = [](auto x, int y) { return x + y; }; // ERROR[B]: no suitable conversion function
#endif
}
// A: arg 0: 3 6 5 2 11 5 7 5 7
