// The type of a last, unnamed parameter shares its closing >> with the list. It is parsed again with
// the arguments bound, also when the default argument stands in another declaration.
// RUN: cuprum %s -o /dev/null
template <bool B, class T = void> struct enable_if {};
template <class T> struct enable_if<true, T> { using type = T; };
template <bool B, class T = void> using enable_if_t = typename enable_if<B, T>::type;
template <class A, class B> constexpr bool same = false;
template <class A> constexpr bool same<A, A> = true;
template <class I, class S, enable_if_t<same<I, int>, int> = 0, enable_if_t<(!same<I, S> && same<S, char>), int> = 0> class C;
template <class I, class S, enable_if_t<same<I, int>, int>, enable_if_t<(!same<I, S> && same<S, char>), int>> class C {
    int x[3];
};
template <class T, enable_if_t<same<T, int>, int *> = nullptr> __device__ int f(T);
template <class T, enable_if_t<same<T, int>, int *>> __device__ int f(T) { return sizeof(C<T, char>); }
static_assert(sizeof(C<int, char>) == 12);
__global__ void k(int *p) { *p = f(3); }
