// SPDX-License-Identifier: Apache-2.0
// An instance that host code names and never gets to is no lost kernel, at any level of the host's compiler.
// REQUIRES: g++
// RUN: for level in 0 1 3; do cuprum nvcc -O$level -arch=sm_90 -c %s -o %t.o && nm -C %t.o | grep -c "float" || :; done
// CHECK: 0
// CHECK: 0
// CHECK: 0
template <class D> static __global__ void internal(D d) { *d = 1; }
template <class D> __global__ void plain(D d) { *d = 2; }
template <class D> static inline __global__ void internal_inline(D d) { *d = 3; }
template <class D> inline __global__ void plain_inline(D d) { *d = 4; }
template <class T> struct Launcher {
    void all(T *p) {
        internal<<<1, 1>>>(p);
        plain<<<1, 1>>>(p);
        internal_inline<<<1, 1>>>(p);
        plain_inline<<<1, 1>>>(p);
    }
};
#ifndef __CUDA_ARCH__
inline void never_called(float *p) { Launcher<float>().all(p); }
#endif
int main() { Launcher<int>().all(0); }
