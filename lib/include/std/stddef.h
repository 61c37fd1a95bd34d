// SPDX-License-Identifier: Apache-2.0
// C17 7.19, for a machine without a C library's headers.
#ifndef CUPRUM_STDDEF_H
#define CUPRUM_STDDEF_H

#undef NULL
#define NULL 0
#undef offsetof
#define offsetof(type, member) __builtin_offsetof(type, member)

typedef unsigned long size_t;
typedef long ptrdiff_t;
#ifdef __cplusplus
typedef decltype(nullptr) nullptr_t;
#else
typedef __WCHAR_TYPE__ wchar_t;
#endif
typedef struct {
    long long max_align_integer __attribute__((aligned(8)));
    long double max_align_float __attribute__((aligned(16)));
} max_align_t;

#endif
