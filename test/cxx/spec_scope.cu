// SPDX-License-Identifier: Apache-2.0
// The class defined by `struct n::m::F<...> { ... }` is a member of n::m: unqualified names in it are looked up there
// [basic.lookup.unqual]/8. Partial and explicit specializations, templates and plain classes.
// RUN: cuprum %s --check-all -o %t.ptx && cuprum run %t.ptx --kernel=_Z1kPi --grid=1 --block=1 --print=0:6 buf:i32:6:zero
// CHECK: 1 6 2 3 4 5
namespace n {
namespace m {
template <class C> struct Ctx {
    C *b;
    __host__ __device__ C *begin() { return b; }
};
using Alias = int;
template <class T, class C> struct F {};
template <class T> struct G;
struct H;
}
}
enum class Tag { a };
template <class C> struct n::m::F<Tag, C> {
    Alias z = 1;
    __host__ __device__ auto parse(Ctx<C> &c) -> decltype(c.begin()) {
        Alias x = 1;
        return c.begin() + x;
    }
    template <class X> __host__ __device__ auto format(Tag, X &x) const -> decltype(x.begin());
};
template <class C>
template <class X>
__host__ __device__ auto n::m::F<Tag, C>::format(Tag, X &x) const -> decltype(x.begin()) {
    Ctx<C> c = x;
    return c.begin();
}
template <> struct n::m::F<int, int> {
    __host__ __device__ auto parse(Ctx<int> &c) -> decltype(c.begin()) { return c.begin() + 2; }
};
template <class C> struct n::m::F<long, C> : Ctx<C> { Ctx<C> second; };
template <class T> struct n::m::G {
    __host__ __device__ Alias f() { return 4; }
};
struct n::m::H { Alias q; };
__global__ void k(int *p) {
    n::m::Ctx<int> c{p};
    n::m::F<Tag, int> f;
    *f.format(Tag::a, c) = f.z;
    *f.parse(c) = 6;
    n::m::F<int, int> g;
    *g.parse(c) = 2;
    n::m::F<long, int> l;
    l.b = p;
    l.begin()[3] = 3;
    p[4] = n::m::G<char>().f();
    n::m::H h{5};
    p[5] = h.q;
}
