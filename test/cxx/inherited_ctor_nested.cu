// SPDX-License-Identifier: Apache-2.0
// The name of an inherited constructor's class is the one before its arguments, not one in them that
// ends at the same `>>` (CUTLASS's epilogues).
// RUN: cuprum %s --check-all -o %t.ptx && cuprum run %t.ptx --kernel=_Z1kPi --grid=1 --block=1 --print=0:1 buf:i32:1:zero
// CHECK: 3
namespace detail { template <class T> struct Adapter : T { __device__ Adapter(int a, int b) : T(a + b) {} }; }
template <class D, class... A> class Coll { static_assert(sizeof(D) == 0, "none"); };
struct P1 {}; struct P2 {};
template <class A, class B> class Coll<P1, A, B, void> { public: int v; __device__ Coll(int v) : v(v) {} };
template <class A, class B> class Coll<P2, A, B> : public detail::Adapter<Coll<P1, A, B, void>> {
public:
  using detail::Adapter<Coll<P1, A, B, void>>::Adapter;
};
__global__ void k(int *p) { Coll<P2, int, char> c(1, 2); *p = c.v; }
