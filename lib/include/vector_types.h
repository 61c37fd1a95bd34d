// SPDX-License-Identifier: Apache-2.0
// Vector types: for C++ those of cuprum_vector.h, for C the same structures.
#ifndef CUPRUM_VECTOR_TYPES_H
#define CUPRUM_VECTOR_TYPES_H
#ifdef __cplusplus
#include "cuprum_runtime.h"
#else
#include <stddef.h>
#define __CUPRUM_VECTORS(T, name, align2, align4)                                                  \
    typedef struct name##1 {                                                                       \
        T x;                                                                                       \
    }                                                                                              \
    name##1;                                                                                       \
    typedef struct __attribute__((aligned(align2))) name##2 {                                      \
        T x, y;                                                                                    \
    }                                                                                              \
    name##2;                                                                                       \
    typedef struct name##3 {                                                                       \
        T x, y, z;                                                                                 \
    }                                                                                              \
    name##3;                                                                                       \
    typedef struct __attribute__((aligned(align4))) name##4 {                                      \
        T x, y, z, w;                                                                              \
    }                                                                                              \
    name##4;
__CUPRUM_VECTORS(signed char, char, 2, 4)
__CUPRUM_VECTORS(unsigned char, uchar, 2, 4)
__CUPRUM_VECTORS(short, short, 4, 8)
__CUPRUM_VECTORS(unsigned short, ushort, 4, 8)
__CUPRUM_VECTORS(int, int, 8, 16)
__CUPRUM_VECTORS(unsigned int, uint, 8, 16)
__CUPRUM_VECTORS(long, long, 16, 16)
__CUPRUM_VECTORS(unsigned long, ulong, 16, 16)
__CUPRUM_VECTORS(long long, longlong, 16, 16)
__CUPRUM_VECTORS(unsigned long long, ulonglong, 16, 16)
__CUPRUM_VECTORS(float, float, 8, 16)
__CUPRUM_VECTORS(double, double, 16, 16)
#undef __CUPRUM_VECTORS
typedef struct dim3 {
    unsigned int x, y, z;
} dim3;
#endif
#endif
