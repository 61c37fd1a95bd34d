// SPDX-License-Identifier: Apache-2.0
// A class's members are not in scope in its base clause [basic.scope.class]/1.
// RUN: cuprum %s --check-all -o %t.ptx && cuprum run %t.ptx --kernel=_Z1kPi --grid=1 --block=1 --print=0:3 buf:i32:3:zero
// CHECK: 1 2 3
template <class E> class Ref {
  public:
    int v = 1;
    E *p;
};
template <class E> class View : public Ref<E> {
  public:
    using Base = Ref<E>;
    using Ref = Base;
    __device__ int get() { return Ref::v; }
};
struct Plain : private Ref<char> {
    using Ref = int;
    __device__ int get() { return v + Ref(1); }
};
namespace n {
template <class E> class Inner : public Ref<E> {
    using Base = ::Ref<E>;

  public:
    using Ref = Base;
};
class Outer {
    struct Hidden {
        int w = 3;
    };
    struct Nested : Hidden {
        int Hidden;
    };

  public:
    __device__ int get() { return Nested().w; }
};
} // namespace n
__global__ void k(int *p) {
    n::Inner<int> i;
    p[0] = View<int>().get() + i.v - 1;
    p[1] = Plain().get();
    p[2] = n::Outer().get();
}
