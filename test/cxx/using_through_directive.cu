// A using-declaration finds what a qualified name does: the namespaces that using-directives
// nominate in the namespace named answer where it has no such name itself [namespace.qual]/2.
// RUN: cuprum --syntax-only --check-all -std=c++17 %s
namespace outer {
namespace v1 {
struct A {};
template <unsigned N, class P = void> struct tile {};
__device__ inline int f(int) { return 1; }
struct own {
    int of_v1;
};
}
using namespace v1;
struct own {};
namespace v2 {
using namespace v1;
}
}
namespace mine {
namespace group {
using outer::A;
using outer::f;
using outer::own;
using outer::tile;
using outer::v2::tile;
template <unsigned N> __device__ tile<N, void> part(const A &) { return {}; }
}
using group::own;
}
__global__ void k(int *o) {
    outer::tile<8> t = mine::group::part<8>(mine::group::A());
    *o = mine::group::f(sizeof t);
    mine::own().of_v1; // ERROR: class "outer::own" has no member "of_v1"
    using outer::nothing; // ERROR: namespace "outer" has no member "nothing"
}
