// Looking ahead whether parameters or an initialiser follow a name notes no packs: what expands
// them stands behind.
// RUN: cuprum --syntax-only --check-all -std=c++17 %s
template <class T> struct M {};
template <class> struct F;
template <class R, class... A> struct F<R(A...)> {
    int with(M<A>... m) { return sizeof...(m); }
    static int unnamed(M<A>...);
};
F<int(int)> one;
F<int(int, char)> two;
int n = one.with(M<int>()) + two.with({}, {}) + two.unnamed(M<int>(), M<char>());

template <unsigned long... I> struct seq {};
template <unsigned long> struct Ignore {
    Ignore(...);
};
template <class> struct At;
template <unsigned long... I> struct At<seq<I...>> {
    template <class R> static R apply(Ignore<0 * I>..., R (*)(), ...);
};
template <class S, class... T> using at = decltype(At<S>::apply(static_cast<T (*)()>(nullptr)...));
static_assert(__is_same(at<seq<>, char, int>, char) && __is_same(at<seq<0>, char, int>, int));
