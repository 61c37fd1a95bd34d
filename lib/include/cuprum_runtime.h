// SPDX-License-Identifier: Apache-2.0
// What a CUDA file may use with no #include and no toolkit: space marks, built-in variables, vector
// types, device functions' overloads. What of the host runtime API host code in the same file names
// is in cuprum_host.h. The functions that the compiler itself provides are not declared here: they
// are rows of src/cuda/builtin.def, found when named. Elaborated on demand: what a kernel does not
// use costs only its tokens.
#ifndef CUPRUM_RUNTIME_H
#define CUPRUM_RUNTIME_H
#ifndef __cuprum_says // may the unit name one of these? Another compiler does not know.
#define __cuprum_says(...) 1
#endif
// programs ask for headers by the names of NVIDIA's guards
#if __cuprum_says(__CUDA_R* __VECTOR* __DEVICE* __DRIVER* __HOST_* __MATH_* __SURFACE* __TEXTURE* \
                  __CUDACC_RTC* __CUDART* CUDART_V* __NV_SIL*)
#define __CUDA_RUNTIME_H__
#define __VECTOR_TYPES_H__
#define __VECTOR_FUNCTIONS_H__
#ifdef __CUDACC_RTC__ // NVRTC's sources have these, whatever headers they include
#define __DEVICE_FUNCTIONS_H__
#define __DEVICE_LAUNCH_PARAMETERS_H__
#define __DEVICE_TYPES_H__
#define __DRIVER_TYPES_H__
#define __HOST_DEFINES_H__
#define __MATH_FUNCTIONS_H__
#define __SURFACE_TYPES_H__
#define __TEXTURE_TYPES_H__
#define __CUDACC_RTC_BUILTIN_CRT_HELPERS__   1
#define __CUDACC_RTC_BUILTIN_VECTOR_TYPES__  1
#define __CUDART_API_VERSION                 ((13 * 1000) + (0 * 10))
#define CUDART_VERSION                       13000
#define __NV_SILENCE_DEPRECATION_BEGIN
#define __NV_SILENCE_DEPRECATION_END
#endif
#endif

#if defined(__CUDA_ARCH__) || defined(__CUDACC__)
#define __host__               __attribute__((host))
#define __device__             __attribute__((device))
#define __global__             __attribute__((global))
#define __shared__             __attribute__((shared))
#define __constant__           __attribute__((constant))
#if __cuprum_says(__managed__ __grid_constant__ __launch_bounds__ __maxnreg__ __cluster_dims__ \
                  __block_size__)
#define __managed__            __attribute__((managed))
#define __grid_constant__      __attribute__((grid_constant))
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#define __maxnreg__(n)         __attribute__((maxnreg(n)))
#define __cluster_dims__(...)  __attribute__((cluster_dims(__VA_ARGS__)))
#define __block_size__(...)    __attribute__((block_size(__VA_ARGS__)))
#endif
#define __CUPRUM_HDM__         __attribute__((host, device))
#define __CUPRUM_DEV__         static __inline__ __attribute__((device, always_inline))
#define __CUPRUM_HD__          static __inline__ __attribute__((host, device, always_inline))
#else // a host's file
#define __host__
#define __device__
#define __global__
#define __shared__
#define __constant__
#define __managed__
#define __grid_constant__
#define __launch_bounds__(...)
#define __maxnreg__(n)
#define __cluster_dims__(...)
#define __block_size__(...)
#define __CUPRUM_HDM__
#define __CUPRUM_HD__ static __inline__
#endif
#define __forceinline__ __inline__ __attribute__((always_inline))
#ifdef __CUDA_ARCH__
#define __noinline__       __attribute__((noinline))
#define __cudart_builtin__ __attribute__((cudart_builtin))
#else // the C++ library of gcc 12 and later says __attribute__((__noinline__)): empty fits in there
#define __noinline__
#define __cudart_builtin__
#endif
#define __align__(n)         __attribute__((aligned(n)))
#define __builtin_align__(n) __attribute__((aligned(n)))
#define __device_builtin__
#define CUDARTAPI
#define CUDART_CB

#if __cplusplus >= 201103L
#define __CUPRUM_CONSTEXPR__ constexpr
#define __CUPRUM_NOEXCEPT__  noexcept
#define __CUPRUM_MAKE__(type, ...)                                                                 \
    return type {                                                                                  \
        __VA_ARGS__                                                                                \
    }
#else // C++03
#define __CUPRUM_CONSTEXPR__
#define __CUPRUM_NOEXCEPT__ throw()
#define __CUPRUM_MAKE__(type, ...)                                                                 \
    type __made = {__VA_ARGS__};                                                                   \
    return __made
#endif

#ifdef __CUDA_ARCH__
#ifndef NULL
#define NULL 0
#endif
#ifndef __CUDACC_RTC__ // NVRTC has neither these macros nor these types: programs bring theirs
#define INT_MAX      2147483647
#define INT_MIN      (-2147483647 - 1)
#define UINT_MAX     4294967295U
#define LLONG_MAX    9223372036854775807LL
#define LLONG_MIN    (-9223372036854775807LL - 1)
#define ULLONG_MAX   18446744073709551615ULL
#define FLT_MAX      3.40282346638528859812e+38F
#define FLT_MIN      1.17549435082228750797e-38F
#define FLT_EPSILON  1.19209289550781250000e-7F
#define DBL_MAX      1.79769313486231570815e+308
#define DBL_MIN      2.22507385850720138309e-308
#define DBL_EPSILON  2.22044604925031308085e-16
#define INFINITY     (__builtin_inff())
#define NAN          (__builtin_nanf(""))
#define HUGE_VALF    (__builtin_inff())
#define HUGE_VAL     (__builtin_inf())
#define CUDART_INF_F (__builtin_inff())
#define CUDART_NAN_F (__builtin_nanf(""))
#define M_PI         3.14159265358979323846
#define EXIT_SUCCESS 0
#define EXIT_FAILURE 1
#endif
#ifdef NDEBUG
#define assert(e) ((void)0)
#else
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __PRETTY_FUNCTION__))
#endif

typedef unsigned long size_t;
typedef long ptrdiff_t;
typedef long clock_t;
#ifndef __CUDACC_RTC__
typedef signed char int8_t;
typedef short int16_t;
typedef int int32_t;
typedef long int64_t;
typedef unsigned char uint8_t;
typedef unsigned short uint16_t;
typedef unsigned int uint32_t;
typedef unsigned long uint64_t;
typedef long intptr_t;
typedef unsigned long uintptr_t;
typedef unsigned char uchar;
typedef unsigned short ushort;
typedef unsigned int uint;
typedef unsigned long ulong;
#if __cplusplus >= 201103L
typedef decltype(nullptr) nullptr_t;
#endif
#endif

#if __cuprum_says(new delete virtual co_* align_val_t) // (a virtual destructor may delete)
__attribute__((host, device)) void *operator new(size_t size);
__attribute__((host, device)) void *operator new[](size_t size);
__attribute__((host, device)) void operator delete(void *p) __CUPRUM_NOEXCEPT__;
__attribute__((host, device)) void operator delete[](void *p) __CUPRUM_NOEXCEPT__;
__attribute__((host, device)) void operator delete(void *p, size_t size) __CUPRUM_NOEXCEPT__;
__attribute__((host, device)) void operator delete[](void *p, size_t size) __CUPRUM_NOEXCEPT__;
__attribute__((host, device)) inline void *operator new(size_t, void *p) __CUPRUM_NOEXCEPT__ {
    return p;
}
__attribute__((host, device)) inline void *operator new[](size_t, void *p) __CUPRUM_NOEXCEPT__ {
    return p;
}
#if __cpp_aligned_new
namespace std {
enum class align_val_t : size_t; // <new> defines it
}
__attribute__((host, device)) void *operator new(size_t size, std::align_val_t align);
__attribute__((host, device)) void *operator new[](size_t size, std::align_val_t align);
__attribute__((host, device)) void operator delete(void *p, std::align_val_t align) noexcept;
__attribute__((host, device)) void operator delete[](void *p, std::align_val_t align) noexcept;
__attribute__((host, device)) void operator delete(void *p, size_t, std::align_val_t) noexcept;
__attribute__((host, device)) void operator delete[](void *p, size_t, std::align_val_t) noexcept;
#endif
#endif
// the compiler's own, which using-declarations name
#if defined(__CUDACC_RTC__) && __cuprum_says(memcpy memset malloc free printf)
extern "C" {
__CUPRUM_HDM__ void *memcpy(void *to, const void *from, size_t n);
__CUPRUM_HDM__ void *memset(void *to, int c, size_t n);
__CUPRUM_HDM__ void *malloc(size_t n);
__CUPRUM_HDM__ void free(void *p);
__CUPRUM_HDM__ int printf(const char *format, ...);
}
#endif

namespace std {
#ifndef __CUDACC_RTC__
using ::ptrdiff_t;
using ::size_t;
#endif
// NVRTC's sources have these two of <utility>
#if __NV_BUILTIN_MOVE_FORWARD && __cuprum_says(move forward)
template <class T> struct __cuprum_value {
    typedef T type;
};
template <class T> struct __cuprum_value<T &> {
    typedef T type;
};
template <class T> struct __cuprum_value<T &&> {
    typedef T type;
};
template <class T>
__CUPRUM_HDM__ constexpr typename __cuprum_value<T>::type &&move(T &&x) noexcept {
    return static_cast<typename __cuprum_value<T>::type &&>(x);
}
template <class T>
__CUPRUM_HDM__ constexpr T &&forward(typename __cuprum_value<T>::type &x) noexcept {
    return static_cast<T &&>(x);
}
template <class T>
__CUPRUM_HDM__ constexpr T &&forward(typename __cuprum_value<T>::type &&x) noexcept {
    return static_cast<T &&>(x);
}
#endif
#if __cplusplus >= 201103L && (!defined(__CUDACC_RTC__) || __NV_BUILTIN_INITIALIZER_LIST)
#ifndef __CUDACC_RTC__
using ::nullptr_t;
#endif
// The guards of libstdc++'s and libc++'s <initializer_list>: this is the class of all of them.
#define _INITIALIZER_LIST
#define _LIBCPP_INITIALIZER_LIST
template <class T> class initializer_list {
    const T *first_;
    size_t count_;
    __CUPRUM_HDM__ constexpr initializer_list(const T *p, size_t n) noexcept
        : first_(p), count_(n) {}

  public:
    using value_type = T;
    using reference = const T &;
    using const_reference = const T &;
    using size_type = size_t;
    using iterator = const T *;
    using const_iterator = const T *;
    __CUPRUM_HDM__ constexpr initializer_list() noexcept : first_(nullptr), count_(0) {}
    __CUPRUM_HDM__ constexpr size_t size() const noexcept { return count_; }
    __CUPRUM_HDM__ constexpr const T *begin() const noexcept { return first_; }
    __CUPRUM_HDM__ constexpr const T *end() const noexcept { return first_ + count_; }
};
#endif
} // namespace std
#else // the host has all of that
#include <cmath>
#include <cstdlib>
#include <float.h>
#include <initializer_list>
#include <limits.h>
#include <math.h>
#include <new>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#endif

#if __cuprum_says(*cuda* CUstream_st CUevent_st <<< tex* surf*)
#include "device_types.h"
#include "surface_types.h"
#include "texture_types.h"
#endif
#include "cuprum_vector.h"
#ifdef __CUPRUM_BY_PARTS__ // who reads this reads of the others what the source can name
#elif defined(__CUDA_ARCH__)
#include "cuprum_math.h"
#else
#include "cuprum_math_host.h"
#endif
#if (defined(__CUDA_ARCH__) || defined(__CUDACC__)) && !defined(__CUPRUM_BY_PARTS__)
#include "cuprum_atomic.h"
#include "cuprum_warp.h"
#include "cuprum_simd.h"
#include "cuprum_cluster.h"
#endif

#endif
