// g++ and clang keep the qualifiers of a parameter that is a pack, EDG does not.
// RUN: cuprum --emit=names --extended-lambda %s -o -
// CHECK: kernel _Z6const_IJiiEEvPiDpT_
// CHECK-NEXT: g++ 12: _Z6const_IJiiEEvPiDpKT_
// CHECK: clang 14: _ZL6const_IJiiEEvPiDpKT_
// CHECK: kernel _Z7pointerIJicEEvPiDpPVT_
// CHECK-NEXT: g++ 12: _Z7pointerIJicEEvPiDpKPVT_
// CHECK: kernel _Z4callIZ4mainEUlDpT_E_EvT_
// CHECK-NEXT: g++ 12: _Z4callIZ4mainEUlDpKT_E_EvT_
template <class... Ts> __global__ void const_(int *out, const Ts... values) {}
template <class... Ts> __global__ void pointer(int *out, volatile Ts *const... values) {}
template <class F> __global__ void call(F f) { f(1, 2); }
int main() {
    const_<<<1, 1>>>(nullptr, 1, 2);
    pointer<int, char><<<1, 1>>>(nullptr, nullptr, nullptr);
    call<<<1, 1>>>([] __device__(const auto... values) {});
}
