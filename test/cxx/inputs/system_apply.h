// A library's template that hands on what it is given.
template <class F> __device__ int inner_apply(F f, int v) {
    static_assert(sizeof(F) < 64, "apply: the functor is too large");
    return f(v);
}
template <class F> __device__ int apply(F f, int v) {
    return inner_apply(f, v);
}
template <class F> __device__ int apply_twice(F f, int v) {
    int once = f(v);
    return f(once);
}
