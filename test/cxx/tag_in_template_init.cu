// A class declared in the template arguments of a variable template's initializer: the comma behind it separates no
// declarators.
// RUN: cuprum %s --check-all -o - | grep entry
template <class I, class... A> using first_of = I;
template <class F, class... A>
inline constexpr bool callable = first_of<struct Detail, F, A...>::ok(static_cast<F *>(nullptr), 0);
struct Detail {
    template <class T> static constexpr bool ok(T *, int) { return sizeof(T) == 4; }
};
template <class F> struct S {
    static_assert(callable<F, int>);
};
__global__ void k(S<int>) {}
// CHECK: _Z1k1SIiE
