// SPDX-License-Identifier: Apache-2.0
// What the headers of cuda::std begin with. They are the one implementation of the C++ library for device code:
// cuda::std has them (libcu++'s documented interface), and std where the system has no C++ headers of its own
// (lib/include/std). Every function is one of host and device; a host compiler takes them as they are.
#ifndef CUPRUM_STD_CONFIG_H
#define CUPRUM_STD_CONFIG_H

#ifndef __CUDACC__
#ifndef __host__
#define __host__
#define __device__
#endif
#endif

#define __CUPRUM_STD_BEGIN                                                                         \
    namespace cuda {                                                                               \
    namespace std {
#define __CUPRUM_STD_END                                                                           \
    }                                                                                              \
    }
#define __CUPRUM_HDC__ __host__ __device__ constexpr
#define __CUPRUM_HDI__ __host__ __device__ inline

// A function's body for the device, or for the host.
#ifdef __CUDA_ARCH__
#define __CUPRUM_DEVICE_CODE__ 1
#else
#define __CUPRUM_DEVICE_CODE__ 0
#endif

// A constant object that device code refers to.
#ifdef __CUDA_ARCH__
#define __CUPRUM_CONSTANT__ __device__ constexpr
#else
#define __CUPRUM_CONSTANT__ inline constexpr
#endif

#define _LIBCUDACXX_CUDA_API_VERSION       3000000
#define _LIBCUDACXX_CUDA_API_VERSION_MAJOR 3
#define CCCL_VERSION                       3000000

__CUPRUM_STD_BEGIN
using size_t = decltype(sizeof(0));
using ptrdiff_t = decltype((char *)0 - (char *)0);
using nullptr_t = decltype(nullptr);
__CUPRUM_STD_END

#endif
