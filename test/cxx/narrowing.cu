// RUN: cuprum %s -arch=sm_90 -o -
// Narrowing in braces: a warning, as nvcc has it; a failure where it decides about a substitution.
// CHECK-DAG: st.global.u32 	[%rd{{\d+}}], 8
// CHECK-DAG: st.global.u32 	[%rd{{\d+}}+4], 2
// CHECK-DAG: st.global.u32 	[%rd{{\d+}}+8], 2
// CHECK-DAG: st.global.u32 	[%rd{{\d+}}+12], 1
// CHECK-DAG: st.global.u32 	[%rd{{\d+}}+16], -1110078088
// CHECK-DAG: st.global.u32 	[%rd{{\d+}}+20], 3
// CHECK-DAG: st.global.u32 	[%rd{{\d+}}+24], 44
template <class T> __device__ auto f(T a, int) -> decltype(int{a}) { return 1; }
template <class T> __device__ long f(T, long) { return 2; }
template <class T> __device__ auto g(int) -> decltype(T{3.5}) { return 1; }
template <class T> __device__ long g(long) { return 2; }
__global__ void k(int *p) {
    p[0] = sizeof(f(2.5, 0));
    p[1] = f(2.5f, 0);
    p[2] = g<int>(0);
    p[3] = g<double>(0);
    int a[2] = {0xBDD58D78L, 7L}; // the bits are kept
    p[4] = a[0];
    p[5] = int{3.5};          // WARNING: narrowing conversion from "double" to "int"
    p[6] = (unsigned char){300}; // WARNING: integer conversion resulted in truncation
    float inexact{16777217};     // WARNING: invalid narrowing conversion from "int" to "float": constant value cannot be represented exactly in destination type
    p[7] = inexact;
    enum { less = -1 };
    unsigned char unsigned_{less}; // WARNING: to "unsigned char": constant value does not fit in destination type
    // WARNING@-1: integer conversion resulted in a change of sign
    p[8] = unsigned_;
}
