template <class T, int N> struct Vec {
    T v[N];
    __device__ T &operator[](int i) { return v[i]; }
    template <class F> __device__ auto map(F f) -> Vec<decltype(f(v[0])), N> {
        Vec<decltype(f(v[0])), N> r{};
        for (int i = 0; i < N; i++) r[i] = f(v[i]);
        return r;
    }
};
template <class... T> constexpr int count(T...) { return sizeof...(T); }
struct Base { virtual __device__ int id() const { return 1; } int a : 3, b : 5; };
struct Derived : Base { __device__ int id() const override { return 2; } };
enum class Mode : unsigned { none, some = 4, all = some | 1 };
namespace n { using I = int; inline namespace v1 { __constant__ float table[4] = {1, .5f}; } }
template <class T> __global__ void k(T *p, n::I m) {
    __shared__ Vec<T, 4> s;
    auto [x, y] = Vec<T, 2>{{p[0], p[1]}};
    if constexpr (sizeof(T) == 4) p[threadIdx.x] = x + y * n::table[m & 3];
    else p[0] = static_cast<T>(Mode::all);
    auto q = s.map([=](T t) { return t + m; });
    switch (m) { case 1: p[1] = q[0]; break; default: goto end; }
    for (auto &e : s.v) e = Derived().id() + count(1, 'a', 2.0);
end:
    asm volatile("bar.sync %0;" ::"r"(m) : "memory");
}
void host(float *d) { k<float><<<1, 32>>>(d, 3); }
