// SPDX-License-Identifier: Apache-2.0
// A kernel that is no template is there whether the host code that launches it is understood or
// not, so only what else stands in the same stretch is said to be lost.
// RUN: cuprum -std=c++17 %s -o %t.ptx
__global__ void plain(int *) {}
__global__ void elsewhere(int *);
template <class T> __global__ void made(T *) {}
template <class T> int start(T *p) {
    made<<<1, 1>>>(p);
    return 1;
}
void quiet(int *p) {
    plain<<<1, 1>>>(unknown(p));
    elsewhere<<<unknown(1), 1>>>(unknown(p));
    auto address = unknown(plain);
    made<<<1, 1>>>(p);
}
void loud(int *p) {
    plain<<<unknown(p), start(p)>>>(p); // WARNING: kernels may be missing that "start" leads to
    made<<<1, 1>>>(unknown(p)); // WARNING: kernel "made" may be missing
}
