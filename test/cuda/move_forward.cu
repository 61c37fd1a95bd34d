// std::move, std::forward and std::initializer_list's members may be called in device code, as with nvcc.
// RUN: cuprum %s -o -
// CHECK: .entry
namespace std {
template <class T> struct remove_reference { using type = T; };
template <class T> struct remove_reference<T &> { using type = T; };
template <class T> constexpr typename remove_reference<T>::type &&move(T &&t) noexcept { return static_cast<typename remove_reference<T>::type &&>(t); }
template <class T> constexpr T &&forward(typename remove_reference<T>::type &t) noexcept { return static_cast<T &&>(t); }
template <class E> class initializer_list {
    const E *a;
    unsigned long n;
public:
    constexpr unsigned long size() const noexcept { return n; }
    constexpr const E *begin() const noexcept { return a; }
};
constexpr int other(int a) { return a; } // not this one
} // namespace std
template <class T> __device__ int pass(T &&t) { return std::forward<T>(t); }
__device__ int sum(std::initializer_list<int> l) { return l.begin()[0] + (int)l.size(); }
__global__ void k(int *p) {
    int a = *p;
    p[0] = pass(std::move(a)) + sum({a, 2, 3});
}
