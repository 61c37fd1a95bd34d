// SPDX-License-Identifier: Apache-2.0
// A __host__ __device__ function may call what only the host has (a warning, or none in templates of headers).
// On the device nothing behind the call runs, and the function called needs no code; what it launches is needed.
// RUN: cuprum %s -w -o - | grep -v '^$'
// CHECK-NOT: .func
// CHECK: .entry {{.*}}k1
// CHECK: st.global.u32 {{.*}}, 3;
// CHECK: st.global.u32 {{.*}}, 5;
// CHECK-NOT: st.global
// CHECK: .entry {{.*}}k2
// CHECK: st.global.u32 {{.*}}, 3;
// CHECK-NOT: st.global
// CHECK: .entry {{.*}}k3
// CHECK: st.global.u32 {{.*}}, 7;
// CHECK-NOT: st.global
// CHECK: .entry {{.*}}k4
// CHECK: st.global.u32
// CHECK: st.global.u32
// CHECK: .entry {{.*}}launched
#define HD __host__ __device__
template <class T> __global__ void launched(T *p) { *p = 1; }
template <class T> __host__ T throws(T *p) {
    if (*p) throw 1;
    launched<T><<<1, 1>>>(p);
    return 5;
}
struct Made {
    Made() { throw 2; }
    int x;
};
struct Gone {
    ~Gone();
    int x;
};
HD int f1(int *p) {
    p[1] = 3;
    int r = throws((p[2] = 5, p));
    p[3] = 6;
    return r;
}
HD int f2(int *p) {
    p[1] = 3;
    Made m;
    p[2] = 4;
    return m.x;
}
HD int f3(int *p) {
    {
        Gone g;
        p[2] = 7;
    }
    p[3] = 8;
    return 1;
}
// The address alone is harmless; a constexpr function has code.
constexpr int twice(int x) { return x + x; }
HD int f4(int *p) {
    int (*f)(int *) = throws<int>;
    p[1] = f != nullptr;
    return twice(p[2]);
}
__global__ void k1(int *p) { *p = f1(p); }
__global__ void k2(int *p) { *p = f2(p); }
__global__ void k3(int *p) { *p = f3(p); }
__global__ void k4(int *p) { *p = f4(p); }
