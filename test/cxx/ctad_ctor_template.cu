// What a constructor template deduces is ordered with all parameters, the class's and its own, in one list; where it is
// no more specialized, the written guide wins [over.match.best]. A class that a losing candidate names is not checked. The
// class may be defined outside of the one that it is a member of.
// RUN: cuprum %s --check-all -o - | grep entry
struct Bijection {
    using index_type = short;
};
template <class I> struct Default {
    static_assert(sizeof(I) > 2);
};
template <class I = unsigned, class B = Default<I>> struct Shuffled {
    static_assert(sizeof(I) == 2);
    using value_type = I;
    __device__ constexpr Shuffled(B b, value_type s = 0) {}
    template <class R> __device__ explicit constexpr Shuffled(value_type n, R &&g, value_type s = 0) {}
};
template <class B> Shuffled(B) -> Shuffled<typename B::index_type, B>;
template <class B, class N> Shuffled(B, N) -> Shuffled<typename B::index_type, B>;

struct Layout {
    template <class E> class mapping;
};
template <int N> struct Extents {};
template <class E> class Layout::mapping {
  public:
    using extents = E;
    __device__ constexpr mapping(const extents &) {}
};
// No pack of the class is taken as empty before the parameter's class is seen to fit the argument.
template <class... Ts> struct Zip {
    Zip() = default;
    __device__ explicit Zip(Ts...) {}
    template <class... Us, int N = 0> __device__ Zip(Zip<Us...>) {}
};
struct Thing {};
__global__ void k() {
    Zip z{Thing()};
    static_assert(__is_same(decltype(z), Zip<Thing>));
    Shuffled a(Bijection(), 3);
    static_assert(__is_same(decltype(a), Shuffled<short, Bijection>));
    auto m = Layout::mapping(Extents<3>());
    Layout::mapping n{Extents<4>()};
    static_assert(__is_same(decltype(n), Layout::mapping<Extents<4>>));
}
// CHECK: _Z1kv
