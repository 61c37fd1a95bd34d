// std::visit of the host's library: on the host its calls launch kernels, in device code it runs.
// REQUIRES: <variant>
// RUN: cuprum -std=c++20 --expt-relaxed-constexpr %s -o %t.ptx && grep -c '^.visible .entry' %t.ptx
// CHECK: 8
// RUN[RAN]: cuprum run %t.ptx --kernel=visited --print=0:4 buf:i32:4:zero
// RAN: 7 2 12 5
#include <variant>
template <class T, int N> __global__ void typed(T *p) { p[threadIdx.x] = N; }
template <class T, int N> void launch(T *p) { typed<T, N><<<1, 1>>>(p); }
struct Member {
    template <class T> void operator()(T *p) const { launch<T, 3>(p); }
};
struct Placeholder {
    void operator()(auto *p) const { launch<std::remove_pointer_t<decltype(p)>, 4>(p); }
};
template <class T> __global__ void captured(T *p, T value) { *p = value; }

void on_the_host(std::variant<char *, double *> v, std::variant<int *, short *> u,
                 std::variant<float> &x) {
    std::visit(Member{}, v);
    std::visit(Placeholder{}, v);
    std::visit([](auto a, auto b) { launch<std::remove_pointer_t<decltype(a)>, sizeof(*b)>(nullptr); }, v, u);
    // six so far: <char, 4> and <double, 4> come twice
    std::visit([&](auto &y) -> bool { captured<<<1, 1>>>((std::decay_t<decltype(y)> *)0, y); return true; }, x);
}

struct Sum {
    __device__ int operator()(int a, int b) const { return a + b; }
    __device__ int operator()(int a, char) const { return a; }
    __device__ int operator()(float a, int b) const { return (int)(a * b); }
    __device__ int operator()(float a, char) const { return (int)a; }
};
extern "C" __global__ void visited(int *o) {
    std::variant<int, float> a = 2, b = 5.f;
    std::variant<int, char> c = 5, d = 'x';
    o[0] = std::visit(Sum{}, a, c);
    o[1] = std::visit(Sum{}, a, d);
    c = 2 + o[3];
    b = 6.f;
    o[2] = std::visit(Sum{}, b, c);
    b = 5.25f;
    o[3] = std::visit([](auto value) { return (int)value; }, b);
}
