// Structured bindings in namespaces [dcl.struct.bind]: of arrays, classes and by the tuple protocol, for the host; device code
// reads those that are constant.
// EXIT[A]: 0
// RUN[A]: cuprum -std=c++20 %s --check-all -o -
// RUN[B]: cuprum -std=c++20 %s --check-all --syntax-only -DBAD
namespace std {
template <class T> struct tuple_size;
template <unsigned long I, class T> struct tuple_element;
} // namespace std
struct P {
    int a;
    float b;
};
struct T3 {
    int x, y;
    template <unsigned long I> constexpr int get() const { return I == 0 ? x : y; }
};
template <> struct std::tuple_size<T3> {
    static constexpr unsigned long value = 2;
};
template <unsigned long I> struct std::tuple_element<I, T3> {
    using type = int;
};
static constexpr int arr[2] = {11, 12};
auto &[c0, c1] = arr;
static_assert(c1 == 12);
const auto [d0, d1] = P{21, 2};
static auto [s0, s1] = P{1, 2};
auto const &[e0, e1]{arr};
namespace N {
static auto [t0, t1](T3{7, 8});
namespace {
auto &&[u0, u1] = P{3, 4};
}
} // namespace N
template <class T> T read() {
    return s0 + N::t1;
}
int host() {
    s0 = N::u0;
    return s0 + N::t0 + c0 + read<int>() + e1 + (int)sizeof(s1);
}
__global__ void k(int *p) {
    p[0] = c0;
    p[1] = d0;
    p[2] = sizeof(s0);
}
// A: st.global.u32 [{{.*}}], 11
#ifdef BAD
constexpr auto [x0, x1] = P{1, 2};  // ERROR[B]: a structured binding cannot be declared "constexpr"
inline auto [u0, u1] = P{1, 2};     // ERROR[B]: a structured binding cannot be declared "inline"
__device__ auto [z0, z1] = P{1, 2}; // ERROR[B]: a structured binding cannot be declared "__device__"
auto [v0, v1, v2] = P{1, 2};        // ERROR[B]: 3 names in the structured binding, 2 elements
auto [d0, w1] = P{1, 2};            // ERROR[B]: "d0" has already been
__device__ int f() {
    return s0; // ERROR[B]: identifier "s0" is undefined in device code
}
struct M {
    auto [a, b] = P{1, 2}; // ERROR[B]: a structured binding is not allowed here
};
#endif
