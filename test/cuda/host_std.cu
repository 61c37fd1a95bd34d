// std::move, std::forward and std::initializer_list in device code, and nvcc's options that leave them to the host.
// EXIT[MOVE]: 1
// EXIT[LIST]: 1
// RUN: cuprum --syntax-only %s
// RUN[MOVE]: cuprum --syntax-only -nohdmoveforward %s 2>&1
// MOVE: ([[@LINE+20]]): error: {{.*}}"std::move
// MOVE-NOT: error: {{.*}}size
// RUN[LIST]: cuprum --syntax-only --no-host-device-initializer-list %s 2>&1
// LIST-NOT: error: {{.*}}move
// LIST: ([[@LINE+12]]): error: {{.*}}size
namespace std {
template <class T> T &&move(T &t) { return static_cast<T &&>(t); }
template <class T> class initializer_list {
    const T *p;
    unsigned long n;

  public:
    unsigned long size() const { return n; }
};
}
__device__ unsigned long size(std::initializer_list<int> l) {
    return l.size();
}
__global__ void k(int *p) {
    int a = 1;
    *p = std::move(a) + size({1, 2});
}
