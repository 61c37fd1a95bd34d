// __attribute__((used)) keeps a device function or variable that nothing names, as in nvcc; unused ones go.
// RUN: cuprum %s -o - | grep -E "func|global"
// CHECK-DAG: kept_static
// CHECK-DAG: kept_plain
// CHECK-DAG: kept_inline
// CHECK-DAG: kept_instance
// CHECK-DAG: kept_standard
// CHECK-DAG: kept_member
// CHECK-DAG: .global .align 4 .u32 kept_var = 3;
// RUN[NOT]: cuprum -w %s -o -
// NOT-NOT: gone
__attribute__((used)) static __device__ int kept_static() {
    return 1;
}
__attribute__((unused)) static __device__ int gone_static() {
    return 1;
}
__attribute__((used)) __device__ int kept_plain() {
    return 1;
}
__attribute__((used)) inline __device__ int kept_inline() {
    return 1;
}
__attribute__((used)) static __device__ int kept_var = 3;
static __device__ int gone_other = 3;
template <class T> __attribute__((used)) __device__ int kept_instance() {
    return sizeof(T);
}
template <class T> __attribute__((used)) __device__ int gone_template() {
    return sizeof(T);
}
namespace {
[[gnu::used]] __device__ int kept_standard() {
    return 1;
}
} // namespace
struct S {
    __attribute__((used)) __device__ int kept_member() {
        return 1;
    }
    __device__ int gone_member() {
        return 1;
    }
};
__global__ void k(int *p) {
    *p = kept_instance<int>();
}
