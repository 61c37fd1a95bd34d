// SPDX-License-Identifier: Apache-2.0
// The text of an asm operand "C" stands in the instruction: of a variable, a member of a template or of
// one that depends, a place in an array, a string; dollars and percent signs in it mean themselves.
// RUN: cuprum %s -arch=sm_90 -o -
// CHECK-LABEL: .entry plain(
// CHECK: max.u32 %r{{\d+}}, %r
// CHECK: min.u32 %r{{\d+}}, %r
// CHECK-LABEL: .entry member(
// CHECK: xor.b32 %r
// CHECK: and.b32 %r
// CHECK: // $1 %0
constexpr const char biggest[] = "max";
__device__ constexpr char pair[] = {'o', 'r', '.', 'm', 'i', 'n', 0};
template <class T, int N> struct Op {
    static constexpr char name[] = "xor.b32";
};
template <class T> struct Op<T, 1> {
    static constexpr const char *name = "and.b32";
};
template <int N> __device__ unsigned apply(unsigned a, unsigned b) {
    asm("%[op] %0, %0, %1;" : "+r"(a) : "r"(b), [op] "C"(Op<unsigned, N>::name));
    return a;
}
extern "C" __global__ void plain(unsigned *p) {
    asm("%1.u32 %0, %0, %2;" : "+r"(p[0]) : "C"(biggest), "r"(p[1]));
    asm("%1.u32 %0, %0, %2;" : "+r"(p[2]) : "C"(pair + 3), "r"(p[3]));
}
extern "C" __global__ void member(unsigned *p) {
    p[0] = apply<0>(p[1], p[2]);
    p[3] = apply<1>(p[4], p[5]);
    asm volatile("// %0" ::"C"("$1 %0"));
}
