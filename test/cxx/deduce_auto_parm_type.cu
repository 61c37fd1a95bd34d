// decltype of a parameter with a placeholder type is dependent: in a signature it is not deduced from,
// and it has its type when the parameter has its value; also through a choice of base classes.
// RUN: cuprum %s -o /dev/null
template <class T, T v> struct IC { static constexpr T value = v; };
template <class L, class V> struct Case { using type = V; };
template <auto L, class V> __device__ V *one(Case<IC<decltype(L), L>, V> *, int);
template <class V> __device__ V **one(V *, long);
struct Cases : Case<IC<unsigned long, 4>, float>, Case<IC<unsigned long, 2>, int> {};
template <class A, class B> constexpr bool same = false;
template <class A> constexpr bool same<A, A> = true;
static_assert(same<decltype(one<4ul>((Cases *)0, 0)), float *>);
static_assert(same<decltype(one<2ul>((Cases *)0, 0)), int *>);
static_assert(same<decltype(one<4ul>((Case<IC<unsigned long, 4>, char> *)0, 0)), char *>);
template <auto V> struct Of { using type = decltype(V); };
static_assert(same<Of<'c'>::type, char> && same<Of<1u>::type, unsigned>);
__global__ void k() { static_assert(same<decltype(one<Cases>((Cases *)0, 0)), Cases **>); }
