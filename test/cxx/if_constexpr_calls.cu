// The condition of if constexpr is a constant: what it calls has no code, whatever its form.
// RUN: cuprum %s -O0 -o -
// CHECK-NOT: .func
// CHECK: .entry
template <class A> __device__ constexpr bool is4() { return sizeof(A) == 4; }
template <class T> __global__ void k(T *p) {
    if constexpr (is4<T>() && is4<T>()) *p = 1;
    else if constexpr (!is4<T>() || is4<char>()) *p = 2;
    if constexpr (constexpr bool b = is4<T>(); b ? is4<T>() : is4<char>()) *p += 3;
}
template __global__ void k<int>(int *);
template __global__ void k<char>(char *);
