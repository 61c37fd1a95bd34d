// A defaulted move that would be deleted takes no part in overload resolution: the copy is taken [over.match.funcs]/8.
// One that is written as deleted takes part.
// RUN: cuprum %s --check-all -o - | grep entry
struct CopyOnly {
    CopyOnly(const CopyOnly &) = default;
    CopyOnly(CopyOnly &&) = delete;
    CopyOnly &operator=(const CopyOnly &) = default;
    CopyOnly &operator=(CopyOnly &&) = delete;
};
struct Copied {
    __device__ Copied(const Copied &) {}
    Copied(Copied &&) = delete;
    __device__ Copied &operator=(const Copied &) { return *this; }
    Copied &operator=(Copied &&) = delete;
};
template <class T> struct Holder {
    T t;
    Holder(const Holder &) = default;
    Holder(Holder &&) = default;
    Holder &operator=(const Holder &) = default;
    Holder &operator=(Holder &&) = default;
};
template <class T> struct Derived : Holder<T> {
    Derived &operator=(const Derived &) = default;
    Derived &operator=(Derived &&) = default;
};
static_assert(__is_assignable(Holder<Copied> &, Holder<Copied>));
static_assert(__is_constructible(Holder<Copied>, Holder<Copied>));
static_assert(__is_assignable(Derived<Copied> &, Derived<Copied>));
static_assert(!__is_trivially_assignable(Derived<Copied> &, Derived<Copied>));
static_assert(__is_trivially_assignable(Derived<CopyOnly> &, Derived<CopyOnly>));
static_assert(!__is_assignable(Copied &, Copied) && !__is_constructible(Copied, Copied));
__global__ void k() {}
// CHECK: _Z1kv
