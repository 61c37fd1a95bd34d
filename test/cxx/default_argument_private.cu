// SPDX-License-Identifier: Apache-2.0
// What a default template argument names is accessible where it is written, also the address of a function.
// RUN: cuprum -std=c++20 %s -o -
// CHECK: st.global.u32 {{.*}}, 9;
// RUN[R]: cuprum -std=c++20 -DREFUSED %s -o /dev/null
// EXIT[R]: 1
// R: is inaccessible
template<typename E> struct view {
    int x;

private:
    static __device__ int get(const view &v, unsigned i) { return v.x + i; }
    using get_type = int (*)(const view &, unsigned);

public:
    template<get_type G = &get> __device__ int one() const { return G(*this, 0); }
    template<typename... I, get_type G = &get> __device__ int load(I... i) const { return (G(*this, i) + ...); }
};

__global__ void k(int *p) {
    view<float> v{3};
    *p = v.load(1, 2) + v.one() - 3;
#ifdef REFUSED
    *p = v.one<&view<float>::get>();
#endif
}
