// SPDX-License-Identifier: Apache-2.0
// RUN[BAD]: cuprum -DBAD --syntax-only %s
// RUN[OK]: cuprum %s -o %t.ptx && cuprum run %t.ptx --kernel=_Z1kPi --grid=1 --block=1 --print=0:4 buf:i32:4:zero
// OK: 10 21 5 7
// An assignment operator that is implicit or defaulted may use a protected one of a base; for
// another object it stays protected [class.protected].
struct Base {
    int v;
    __device__ Base(int n) : v(n) {}
    __device__ Base &operator=(int n) {
        v = n;
        return *this;
    }

protected:
    Base(const Base &) = default;
    __device__ Base &operator=(const Base &o) {
        v = o.v + 10;
        return *this;
    }
    __device__ Base &operator=(Base &&o) {
        v = o.v + 20;
        return *this;
    }
};
struct Implicit : Base {
    using Base::Base;
    using Base::operator=;
};
struct Defaulted : Base {
    int w;
    __device__ Defaulted(int n) : Base(n), w(n) {}
    Defaulted &operator=(const Defaulted &) = default;
    Defaulted &operator=(Defaulted &&) = default;
};
template <class T> constexpr bool copied = __is_assignable(T &, const T &);
template <class T> constexpr bool moved = __is_assignable(T &, T &&);
static_assert(copied<Implicit> && moved<Implicit> && copied<Defaulted> && moved<Defaulted>, "");
static_assert(!copied<Base> && !moved<Base>, "");
struct Member {
    Base b;
};
static_assert(!copied<Member>, "");
class Private {
    Private &operator=(const Private &);
};
struct Derived : Private {};
static_assert(!copied<Derived>, "");
__global__ void k(int *p) {
    Implicit a(0), b(5);
    a = b;
    Defaulted c(1), d(2);
    c = static_cast<Defaulted &&>(d);
    p[0] = a.v - 5;
    p[1] = c.v - 1;
    a = 5;
    p[2] = a.v;
    d = Defaulted(7);
    p[3] = d.w;
}
#ifdef BAD
struct Uses : Base {
    __device__ void other(Base &a, const Base &b, Uses &u) {
        a = b; // ERROR[BAD]: is inaccessible
        u.Base::operator=(b);
        Base::operator=(b);
    }
};
#endif
