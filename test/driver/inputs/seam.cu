// SPDX-License-Identifier: Apache-2.0
// Each macro makes the two views of the file disagree in one thing.
#ifdef __CUDA_ARCH__
#define DEVICE 1
#endif
#if defined TEMPLATE && !defined DEVICE
template <class T> __global__ void only_host(T *) {}
void launch() { only_host<int><<<1, 1>>>(nullptr); }
#endif

#if (defined PLAIN || defined PLAIN_LAUNCHED) && !defined DEVICE
__global__ void plain(int *) {}
#ifdef PLAIN_LAUNCHED
void launch() { plain<<<1, 1>>>(nullptr); }
#endif
#endif

struct Both {
#if defined DEVICE && (defined PARAMETER || defined VARIABLE)
    double more;
#endif
    int all;
};
namespace N { __global__ void take(int *, Both) {} }
#ifdef CLOSURE
// what is captured differs: nvcc's manual forbids it
template <class F>
__global__ void closure(F f) { f(); }
void launch(int small, double large) {
    closure<<<1, 1>>>([small
#ifdef DEVICE
                       , large
#endif
    ] __device__() { (void)small; });
}
#endif
extern "C" __global__ void count(int *
#if defined DEVICE && defined COUNT
                                 , int
#endif
) {}
#ifdef VARIABLE
__device__ Both both;
#endif
#ifdef LOST
template <class T> struct only_here;
#ifndef DEVICE
template <class T> struct only_here { typedef T type; };
#endif
template <class T> __global__ void of_type(T *) {}
template <class T> void launch(T *p) { of_type<typename only_here<T>::type><<<1, 1>>>(p); }
void launch_both(int *p) { launch(p); of_type<<<1, 1>>>((char *)p); }
#endif
