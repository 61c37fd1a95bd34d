// SPDX-License-Identifier: Apache-2.0
// Template arguments of C++20 as the host stub spells them: classes, floating-point values, objects
// of namespaces.
struct V {
    int x;
    float y;
    const int *p;
    char c;
};
struct Many {
    int a[20];
};
struct Empty {};
namespace n {
struct A {
    int i;
    constexpr A(int j) : i(j) {}
};
struct Q {
    static int s;
};
int Q::s;
int object;
void function() {}
template <A a> __global__ void in_namespace(A b) {}
} // namespace n
template <V v> struct Holder {
    int q;
};
int global;
template <V v> __global__ void value() {}
template <Many m> __global__ void many() {}
template <Empty e> __global__ void empty() {}
template <V... v> __global__ void pack() {}
template <class T> __global__ void holder(const T t) {}
template <double D, float F> __global__ void floating() {}
template <int *A, int *B, void (*F)()> __global__ void addresses() {}
int main() {
    value<V{1, 2.5f, nullptr, 'c'}><<<1, 1>>>();
    value<V{-1, -2, &global, '\''}><<<1, 1>>>();
    many<Many{{1, 2, 3}}><<<1, 1>>>();
    empty<Empty{}><<<1, 1>>>();
    pack<><<<1, 1>>>();
    pack<V{}, V{1}><<<1, 1>>>();
    holder<<<1, 1>>>(Holder<V{3}>{});
    floating<1.5, -2.f><<<1, 1>>>();
    floating<0.1, 1e30f><<<1, 1>>>();
    addresses<&n::Q::s, &n::object, n::function><<<1, 1>>>();
    n::in_namespace<n::A(4)><<<1, 1>>>(3);
}
