// SPDX-License-Identifier: Apache-2.0
// C17 7.12: constants and macros. The functions of float and double are the compiler's (src/cuda/builtin.def), C++'s
// overloads are in cuprum_math.h; what is here beside them are the names that C has as macros.
#ifndef CUPRUM_STD_MATH_H
#define CUPRUM_STD_MATH_H

typedef float float_t;
typedef double double_t;

#undef HUGE_VAL
#undef HUGE_VALF
#undef INFINITY
#undef NAN
#undef M_PI
#define HUGE_VAL             (__builtin_huge_val())
#define HUGE_VALF            (__builtin_huge_valf())
#define HUGE_VALL            (__builtin_huge_vall())
#define INFINITY             (__builtin_inff())
#define NAN                  (__builtin_nanf(""))
#define FP_NAN               0
#define FP_INFINITE          1
#define FP_ZERO              2
#define FP_SUBNORMAL         3
#define FP_NORMAL            4
#define FP_ILOGB0            (-2147483647 - 1)
#define FP_ILOGBNAN          (-2147483647 - 1)
#define MATH_ERRNO           1
#define MATH_ERREXCEPT       2
#define math_errhandling     2
#define M_E                  2.7182818284590452354
#define M_LOG2E              1.4426950408889634074
#define M_LOG10E             0.43429448190325182765
#define M_LN2                0.69314718055994530942
#define M_LN10               2.30258509299404568402
#define M_PI                 3.14159265358979323846
#define M_PI_2               1.57079632679489661923
#define M_PI_4               0.78539816339744830962
#define M_1_PI               0.31830988618379067154
#define M_2_PI               0.63661977236758134308
#define M_2_SQRTPI           1.12837916709551257390
#define M_SQRT2              1.41421356237309504880
#define M_SQRT1_2            0.70710678118654752440

#define __CUPRUM_COMPARE(name)                                                                     \
    template <class T, class U> __host__ __device__ inline bool name(T x, U y) {                   \
        return __builtin_##name(x, y);                                                             \
    }
__CUPRUM_COMPARE(isgreater)
__CUPRUM_COMPARE(isgreaterequal)
__CUPRUM_COMPARE(isless)
__CUPRUM_COMPARE(islessequal)
__CUPRUM_COMPARE(islessgreater)
__CUPRUM_COMPARE(isunordered)
#undef __CUPRUM_COMPARE
template <class T> __host__ __device__ inline bool isnormal(T x) {
    return __builtin_isnormal(x + 0.0f); // an integer as a number
}
template <class T> __host__ __device__ inline int fpclassify(T v) {
    auto x = v + 0.0f; // an integer as a number
    return __builtin_isnan(x)      ? FP_NAN
           : __builtin_isinf(x)    ? FP_INFINITE
           : x == 0                ? FP_ZERO
           : __builtin_isnormal(x) ? FP_NORMAL
                                   : FP_SUBNORMAL;
}

#endif
