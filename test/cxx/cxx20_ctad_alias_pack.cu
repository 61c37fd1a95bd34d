// Class template arguments by an alias that gives a pack: the constructor's parameters deduce it again, and say the same.
// RUN: cuprum %s --syntax-only -std=c++20
template <class T, class... Rest> struct Tuple {
    static constexpr int n = sizeof...(Rest);
    __device__ Tuple(T, Rest...) {}
};
template <class T> using Two = Tuple<T, int, float>;
template <class T> using None = Tuple<T>;
__global__ void k() {
    Two two(1, 2, 3.f);
    static_assert(__is_same(decltype(two), Tuple<int, int, float>) && two.n == 2);
    Two other('c', 2, 3.f);
    static_assert(__is_same(decltype(other), Tuple<char, int, float>));
    None none(1.0);
    static_assert(__is_same(decltype(none), Tuple<double>));
    Two wrong(1, 2.0, 3.f); // ERROR: cannot deduce class template arguments of "Two"
}
