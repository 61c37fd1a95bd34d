// RUN: cuprum --syntax-only -std=c++17 %s
// RUN: cuprum --syntax-only -std=c++20 -DCPP20 %s
// Signatures are instantiated at the point of use: argument-dependent lookup sees what stands
// between the template and its use [temp.dep.candidate], also after a failure further up;
// deduction guides that follow the template are found when its body is instantiated.
namespace n {
struct R {};
struct P {
    __device__ R operator*() const { return R(); }
};
}
template <class A> __device__ auto call(A a) -> decltype(swp(a)) { return swp(a); }
template <class A> __device__ auto call_star(A a) -> decltype(swp(*a)) { return swp(*a); }
template <class A> __device__ decltype(swp(A())) call_head(A a) { return swp(a); }
template <class A, class = decltype(call(A()))> constexpr bool callable(int) { return true; }
template <class A> constexpr bool callable(long) { return false; }
static_assert(!callable<n::P>(0), "not yet");
#ifdef CPP20
template <class A> requires requires(A a) { swp(a); } __device__ int constrained(A) { return 1; }
#endif
template <class T> __device__ int deduce(T t) {
    Box b{t, 1};
    return b.n;
}
namespace n {
__device__ inline int swp(R) { return 1; }
__device__ inline int swp(P) { return 2; }
}
struct Q {};
__device__ inline int swp(Q) { return 3; }
static_assert(callable<Q>(0), "now");
__device__ int use() {
    int r = call(n::P()) + call_star(n::P()) + call_head(n::P());
#ifdef CPP20
    r += constrained(n::P());
#endif
    return r;
}
// An object passed through the ellipsis in an unevaluated operand is not copied.
struct NoCopy {
    NoCopy(const NoCopy &) = delete;
};
template <class T> char probe(T *, typename T::none);
int probe(...);
static_assert(sizeof(probe(*(NoCopy *)0)) == sizeof(int), "");
