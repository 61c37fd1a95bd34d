// RUN: cuprum --syntax-only %s
// A type's name in a message has an end: spelled out, this one has 2^24 leaves.
template <class A, class B> struct Pair {};
template <int N> struct Tree {
    using type = Pair<typename Tree<N - 1>::type, typename Tree<N - 1>::type>;
};
template <> struct Tree<0> {
    using type = int;
};
__device__ int use() {
    typename Tree<24>::type t;
    return t.left; // ERROR: ...>" has no member "left"
}
