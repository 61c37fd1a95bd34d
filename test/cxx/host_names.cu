// The symbols that g++ and clang give kernels: what is internal, and closures in initialisers.
// RUN: cuprum --emit=names --extended-lambda %s -o -
// CHECK: kernel _ZN1n4kernIZ4mainEUlvE_EEvT_
// CHECK-NEXT: g++ 12: _ZN1nL4kernIZ4mainEUlvE_EEvT_
// CHECK-NEXT: g++ 14: _ZN1nL4kernIZ4mainEUlvE_EEvT_
// CHECK-NEXT: g++ 15: _ZN1nL4kernIZ4mainEUlvE_EEvT_
// CHECK-NEXT: clang 14: _ZN1nL4kernIZ4mainE0$_EEvT_
// CHECK-NEXT: clang 19: _ZN1nL4kernIZ4mainE0$_EEvT_
// CHECK-NEXT: kernel _Z6globalIZ4mainEUlvE0_EvT_
// CHECK-NEXT: g++ 12: _Z6globalIZ4mainEUlvE0_EvT_
// CHECK-NEXT: g++ 14: _Z6globalIZ4mainEUlvE0_EvT_
// CHECK-NEXT: g++ 15: _Z6globalIZ4mainEUlvE0_EvT_
// CHECK-NEXT: clang 14: _ZL6globalIZ4mainE0$_EvT_
namespace n {
template <class F> __global__ void kern(F f) { f(); }
} // namespace n
template <class F> __global__ void global(F f) { f(); }
int main() {
    n::kern<<<1, 1>>>([=] __device__ {});
    global<<<1, 1>>>([=] __device__ {});
}
