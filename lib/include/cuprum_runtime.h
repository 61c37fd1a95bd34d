// SPDX-License-Identifier: Apache-2.0
// What a CUDA file may use with no #include and no toolkit: space marks, built-in variables, vector
// types, device functions' overloads, and of the host runtime API what host code in the same file
// names. The functions that the compiler itself provides are not declared here: they are rows of
// src/cuda/builtin.def, found when named. Elaborated on demand: what a kernel does not use costs
// only its tokens.
#ifndef CUPRUM_RUNTIME_H
#define CUPRUM_RUNTIME_H

#define __host__               __attribute__((host))
#define __device__             __attribute__((device))
#define __global__             __attribute__((global))
#define __shared__             __attribute__((shared))
#define __constant__           __attribute__((constant))
#define __managed__            __attribute__((managed))
#define __grid_constant__      __attribute__((grid_constant))
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#define __maxnreg__(n)         __attribute__((maxnreg(n)))
#define __cluster_dims__(...)  __attribute__((cluster_dims(__VA_ARGS__)))
#define __block_size__(...)    __attribute__((block_size(__VA_ARGS__)))
#define __forceinline__        __inline__ __attribute__((always_inline))
#define __noinline__           __attribute__((noinline))
#define __align__(n)           __attribute__((aligned(n)))
#define __builtin_align__(n)   __attribute__((aligned(n)))
#define __cudart_builtin__
#define __device_builtin__
#define CUDARTAPI
#define CUDART_VERSION  13000
#define __CUPRUM_HDM__ __attribute__((host, device))
#define __CUPRUM_DEV__  static __inline__ __attribute__((device, always_inline))
#define __CUPRUM_HD_M__ __attribute__((host, device, always_inline)) static constexpr
#define __CUPRUM_HD__   static __inline__ __attribute__((host, device, always_inline))

#ifndef NULL
#define NULL 0
#endif
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
#ifdef NDEBUG
#define assert(e) ((void)0)
#else
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __PRETTY_FUNCTION__))
#endif

typedef unsigned long size_t;
typedef long ptrdiff_t;
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
typedef decltype(nullptr) nullptr_t;

__attribute__((host, device)) void *operator new(size_t size);
__attribute__((host, device)) void *operator new[](size_t size);
__attribute__((host, device)) void operator delete(void *p) noexcept;
__attribute__((host, device)) void operator delete[](void *p) noexcept;
__attribute__((host, device)) void operator delete(void *p, size_t size) noexcept;
__attribute__((host, device)) void operator delete[](void *p, size_t size) noexcept;
__attribute__((host, device)) inline void *operator new(size_t, void *p) noexcept {
    return p;
}
__attribute__((host, device)) inline void *operator new[](size_t, void *p) noexcept {
    return p;
}

namespace std {
using ::nullptr_t;
using ::ptrdiff_t;
using ::size_t;
template <class T> class initializer_list {
    const T *first_;
    size_t count_;
    __CUPRUM_HDM__ constexpr initializer_list(const T *p, size_t n) noexcept : first_(p), count_(n) {}

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
} // namespace std

// ---- vector types (CUDA C++ Programming Guide, "Built-in Vector Types") -------------------------
struct char1 {
    signed char x;
};
__CUPRUM_HD__ constexpr char1 make_char1(signed char x) {
    return char1{x};
}
struct __align__(2) char2 {
    signed char x, y;
};
__CUPRUM_HD__ constexpr char2 make_char2(signed char x, signed char y) {
    return char2{x, y};
}
struct char3 {
    signed char x, y, z;
};
__CUPRUM_HD__ constexpr char3 make_char3(signed char x, signed char y, signed char z) {
    return char3{x, y, z};
}
struct __align__(4) char4 {
    signed char x, y, z, w;
};
__CUPRUM_HD__ constexpr char4 make_char4(signed char x, signed char y, signed char z,
                                         signed char w) {
    return char4{x, y, z, w};
}
struct uchar1 {
    unsigned char x;
};
__CUPRUM_HD__ constexpr uchar1 make_uchar1(unsigned char x) {
    return uchar1{x};
}
struct __align__(2) uchar2 {
    unsigned char x, y;
};
__CUPRUM_HD__ constexpr uchar2 make_uchar2(unsigned char x, unsigned char y) {
    return uchar2{x, y};
}
struct uchar3 {
    unsigned char x, y, z;
};
__CUPRUM_HD__ constexpr uchar3 make_uchar3(unsigned char x, unsigned char y, unsigned char z) {
    return uchar3{x, y, z};
}
struct __align__(4) uchar4 {
    unsigned char x, y, z, w;
};
__CUPRUM_HD__ constexpr uchar4 make_uchar4(unsigned char x, unsigned char y, unsigned char z,
                                           unsigned char w) {
    return uchar4{x, y, z, w};
}
struct short1 {
    short x;
};
__CUPRUM_HD__ constexpr short1 make_short1(short x) {
    return short1{x};
}
struct __align__(4) short2 {
    short x, y;
};
__CUPRUM_HD__ constexpr short2 make_short2(short x, short y) {
    return short2{x, y};
}
struct short3 {
    short x, y, z;
};
__CUPRUM_HD__ constexpr short3 make_short3(short x, short y, short z) {
    return short3{x, y, z};
}
struct __align__(8) short4 {
    short x, y, z, w;
};
__CUPRUM_HD__ constexpr short4 make_short4(short x, short y, short z, short w) {
    return short4{x, y, z, w};
}
struct ushort1 {
    unsigned short x;
};
__CUPRUM_HD__ constexpr ushort1 make_ushort1(unsigned short x) {
    return ushort1{x};
}
struct __align__(4) ushort2 {
    unsigned short x, y;
};
__CUPRUM_HD__ constexpr ushort2 make_ushort2(unsigned short x, unsigned short y) {
    return ushort2{x, y};
}
struct ushort3 {
    unsigned short x, y, z;
};
__CUPRUM_HD__ constexpr ushort3 make_ushort3(unsigned short x, unsigned short y, unsigned short z) {
    return ushort3{x, y, z};
}
struct __align__(8) ushort4 {
    unsigned short x, y, z, w;
};
__CUPRUM_HD__ constexpr ushort4 make_ushort4(unsigned short x, unsigned short y, unsigned short z,
                                             unsigned short w) {
    return ushort4{x, y, z, w};
}
struct int1 {
    int x;
};
__CUPRUM_HD__ constexpr int1 make_int1(int x) {
    return int1{x};
}
struct __align__(8) int2 {
    int x, y;
};
__CUPRUM_HD__ constexpr int2 make_int2(int x, int y) {
    return int2{x, y};
}
struct int3 {
    int x, y, z;
};
__CUPRUM_HD__ constexpr int3 make_int3(int x, int y, int z) {
    return int3{x, y, z};
}
struct __align__(16) int4 {
    int x, y, z, w;
};
__CUPRUM_HD__ constexpr int4 make_int4(int x, int y, int z, int w) {
    return int4{x, y, z, w};
}
struct uint1 {
    unsigned int x;
};
__CUPRUM_HD__ constexpr uint1 make_uint1(unsigned int x) {
    return uint1{x};
}
struct __align__(8) uint2 {
    unsigned int x, y;
};
__CUPRUM_HD__ constexpr uint2 make_uint2(unsigned int x, unsigned int y) {
    return uint2{x, y};
}
struct uint3 {
    unsigned int x, y, z;
};
__CUPRUM_HD__ constexpr uint3 make_uint3(unsigned int x, unsigned int y, unsigned int z) {
    return uint3{x, y, z};
}
struct __align__(16) uint4 {
    unsigned int x, y, z, w;
};
__CUPRUM_HD__ constexpr uint4 make_uint4(unsigned int x, unsigned int y, unsigned int z,
                                         unsigned int w) {
    return uint4{x, y, z, w};
}
struct long1 {
    long x;
};
__CUPRUM_HD__ constexpr long1 make_long1(long x) {
    return long1{x};
}
struct __align__(16) long2 {
    long x, y;
};
__CUPRUM_HD__ constexpr long2 make_long2(long x, long y) {
    return long2{x, y};
}
struct long3 {
    long x, y, z;
};
__CUPRUM_HD__ constexpr long3 make_long3(long x, long y, long z) {
    return long3{x, y, z};
}
struct __align__(16) long4 {
    long x, y, z, w;
};
__CUPRUM_HD__ constexpr long4 make_long4(long x, long y, long z, long w) {
    return long4{x, y, z, w};
}
struct ulong1 {
    unsigned long x;
};
__CUPRUM_HD__ constexpr ulong1 make_ulong1(unsigned long x) {
    return ulong1{x};
}
struct __align__(16) ulong2 {
    unsigned long x, y;
};
__CUPRUM_HD__ constexpr ulong2 make_ulong2(unsigned long x, unsigned long y) {
    return ulong2{x, y};
}
struct ulong3 {
    unsigned long x, y, z;
};
__CUPRUM_HD__ constexpr ulong3 make_ulong3(unsigned long x, unsigned long y, unsigned long z) {
    return ulong3{x, y, z};
}
struct __align__(16) ulong4 {
    unsigned long x, y, z, w;
};
__CUPRUM_HD__ constexpr ulong4 make_ulong4(unsigned long x, unsigned long y, unsigned long z,
                                           unsigned long w) {
    return ulong4{x, y, z, w};
}
struct longlong1 {
    long long x;
};
__CUPRUM_HD__ constexpr longlong1 make_longlong1(long long x) {
    return longlong1{x};
}
struct __align__(16) longlong2 {
    long long x, y;
};
__CUPRUM_HD__ constexpr longlong2 make_longlong2(long long x, long long y) {
    return longlong2{x, y};
}
struct longlong3 {
    long long x, y, z;
};
__CUPRUM_HD__ constexpr longlong3 make_longlong3(long long x, long long y, long long z) {
    return longlong3{x, y, z};
}
struct __align__(16) longlong4 {
    long long x, y, z, w;
};
__CUPRUM_HD__ constexpr longlong4 make_longlong4(long long x, long long y, long long z,
                                                 long long w) {
    return longlong4{x, y, z, w};
}
struct ulonglong1 {
    unsigned long long x;
};
__CUPRUM_HD__ constexpr ulonglong1 make_ulonglong1(unsigned long long x) {
    return ulonglong1{x};
}
struct __align__(16) ulonglong2 {
    unsigned long long x, y;
};
__CUPRUM_HD__ constexpr ulonglong2 make_ulonglong2(unsigned long long x, unsigned long long y) {
    return ulonglong2{x, y};
}
struct ulonglong3 {
    unsigned long long x, y, z;
};
__CUPRUM_HD__ constexpr ulonglong3 make_ulonglong3(unsigned long long x, unsigned long long y,
                                                   unsigned long long z) {
    return ulonglong3{x, y, z};
}
struct __align__(16) ulonglong4 {
    unsigned long long x, y, z, w;
};
__CUPRUM_HD__ constexpr ulonglong4 make_ulonglong4(unsigned long long x, unsigned long long y,
                                                   unsigned long long z, unsigned long long w) {
    return ulonglong4{x, y, z, w};
}
struct float1 {
    float x;
};
__CUPRUM_HD__ constexpr float1 make_float1(float x) {
    return float1{x};
}
struct __align__(8) float2 {
    float x, y;
};
__CUPRUM_HD__ constexpr float2 make_float2(float x, float y) {
    return float2{x, y};
}
struct float3 {
    float x, y, z;
};
__CUPRUM_HD__ constexpr float3 make_float3(float x, float y, float z) {
    return float3{x, y, z};
}
struct __align__(16) float4 {
    float x, y, z, w;
};
__CUPRUM_HD__ constexpr float4 make_float4(float x, float y, float z, float w) {
    return float4{x, y, z, w};
}
struct double1 {
    double x;
};
__CUPRUM_HD__ constexpr double1 make_double1(double x) {
    return double1{x};
}
struct __align__(16) double2 {
    double x, y;
};
__CUPRUM_HD__ constexpr double2 make_double2(double x, double y) {
    return double2{x, y};
}
struct double3 {
    double x, y, z;
};
__CUPRUM_HD__ constexpr double3 make_double3(double x, double y, double z) {
    return double3{x, y, z};
}
struct __align__(16) double4 {
    double x, y, z, w;
};
__CUPRUM_HD__ constexpr double4 make_double4(double x, double y, double z, double w) {
    return double4{x, y, z, w};
}

struct dim3 {
    unsigned int x, y, z;
    __attribute__((host, device)) constexpr dim3(unsigned int vx = 1, unsigned int vy = 1,
                                                 unsigned int vz = 1)
        : x(vx), y(vy), z(vz) {}
    __attribute__((host, device)) constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
    __attribute__((host, device)) constexpr operator uint3() const { return uint3{x, y, z}; }
};

extern const __device__ uint3 threadIdx;
extern const __device__ uint3 blockIdx;
extern const __device__ dim3 blockDim;
extern const __device__ dim3 gridDim;
extern const __device__ int warpSize;

// ---- overloads for C++ --------------------------------------------------------------------------
__CUPRUM_DEV__ float fabs(float x) {
    return fabsf(x);
}
__attribute__((device_builtin, device)) double fabs(double x);
__CUPRUM_DEV__ float floor(float x) {
    return floorf(x);
}
__attribute__((device_builtin, device)) double floor(double x);
__CUPRUM_DEV__ float ceil(float x) {
    return ceilf(x);
}
__attribute__((device_builtin, device)) double ceil(double x);
__CUPRUM_DEV__ float trunc(float x) {
    return truncf(x);
}
__attribute__((device_builtin, device)) double trunc(double x);
__CUPRUM_DEV__ float round(float x) {
    return roundf(x);
}
__attribute__((device_builtin, device)) double round(double x);
__CUPRUM_DEV__ float rint(float x) {
    return rintf(x);
}
__attribute__((device_builtin, device)) double rint(double x);
__CUPRUM_DEV__ float nearbyint(float x) {
    return nearbyintf(x);
}
__attribute__((device_builtin, device)) double nearbyint(double x);
__CUPRUM_DEV__ float sqrt(float x) {
    return sqrtf(x);
}
__attribute__((device_builtin, device)) double sqrt(double x);
__CUPRUM_DEV__ float rsqrt(float x) {
    return rsqrtf(x);
}
__attribute__((device_builtin, device)) double rsqrt(double x);
__CUPRUM_DEV__ float sin(float x) {
    return sinf(x);
}
__attribute__((device_builtin, device)) double sin(double x);
__CUPRUM_DEV__ float cos(float x) {
    return cosf(x);
}
__attribute__((device_builtin, device)) double cos(double x);
__CUPRUM_DEV__ float tan(float x) {
    return tanf(x);
}
__attribute__((device_builtin, device)) double tan(double x);
__CUPRUM_DEV__ float asin(float x) {
    return asinf(x);
}
__attribute__((device_builtin, device)) double asin(double x);
__CUPRUM_DEV__ float acos(float x) {
    return acosf(x);
}
__attribute__((device_builtin, device)) double acos(double x);
__CUPRUM_DEV__ float atan(float x) {
    return atanf(x);
}
__attribute__((device_builtin, device)) double atan(double x);
__CUPRUM_DEV__ float sinh(float x) {
    return sinhf(x);
}
__attribute__((device_builtin, device)) double sinh(double x);
__CUPRUM_DEV__ float cosh(float x) {
    return coshf(x);
}
__attribute__((device_builtin, device)) double cosh(double x);
__CUPRUM_DEV__ float tanh(float x) {
    return tanhf(x);
}
__attribute__((device_builtin, device)) double tanh(double x);
__CUPRUM_DEV__ float asinh(float x) {
    return asinhf(x);
}
__attribute__((device_builtin, device)) double asinh(double x);
__CUPRUM_DEV__ float acosh(float x) {
    return acoshf(x);
}
__attribute__((device_builtin, device)) double acosh(double x);
__CUPRUM_DEV__ float atanh(float x) {
    return atanhf(x);
}
__attribute__((device_builtin, device)) double atanh(double x);
__CUPRUM_DEV__ float exp(float x) {
    return expf(x);
}
__attribute__((device_builtin, device)) double exp(double x);
__CUPRUM_DEV__ float exp2(float x) {
    return exp2f(x);
}
__attribute__((device_builtin, device)) double exp2(double x);
__CUPRUM_DEV__ float exp10(float x) {
    return exp10f(x);
}
__attribute__((device_builtin, device)) double exp10(double x);
__CUPRUM_DEV__ float expm1(float x) {
    return expm1f(x);
}
__attribute__((device_builtin, device)) double expm1(double x);
__CUPRUM_DEV__ float log(float x) {
    return logf(x);
}
__attribute__((device_builtin, device)) double log(double x);
__CUPRUM_DEV__ float log2(float x) {
    return log2f(x);
}
__attribute__((device_builtin, device)) double log2(double x);
__CUPRUM_DEV__ float log10(float x) {
    return log10f(x);
}
__attribute__((device_builtin, device)) double log10(double x);
__CUPRUM_DEV__ float log1p(float x) {
    return log1pf(x);
}
__attribute__((device_builtin, device)) double log1p(double x);
__CUPRUM_DEV__ float logb(float x) {
    return logbf(x);
}
__attribute__((device_builtin, device)) double logb(double x);
__CUPRUM_DEV__ float cbrt(float x) {
    return cbrtf(x);
}
__attribute__((device_builtin, device)) double cbrt(double x);
__CUPRUM_DEV__ float rcbrt(float x) {
    return rcbrtf(x);
}
__attribute__((device_builtin, device)) double rcbrt(double x);
__CUPRUM_DEV__ float erf(float x) {
    return erff(x);
}
__attribute__((device_builtin, device)) double erf(double x);
__CUPRUM_DEV__ float erfc(float x) {
    return erfcf(x);
}
__attribute__((device_builtin, device)) double erfc(double x);
__CUPRUM_DEV__ float lgamma(float x) {
    return lgammaf(x);
}
__attribute__((device_builtin, device)) double lgamma(double x);
__CUPRUM_DEV__ float tgamma(float x) {
    return tgammaf(x);
}
__attribute__((device_builtin, device)) double tgamma(double x);
__CUPRUM_DEV__ float sinpi(float x) {
    return sinpif(x);
}
__attribute__((device_builtin, device)) double sinpi(double x);
__CUPRUM_DEV__ float cospi(float x) {
    return cospif(x);
}
__attribute__((device_builtin, device)) double cospi(double x);
__CUPRUM_DEV__ float pow(float x, float y) {
    return powf(x, y);
}
__attribute__((device_builtin, device)) double pow(double x, double y);
__CUPRUM_DEV__ float atan2(float x, float y) {
    return atan2f(x, y);
}
__attribute__((device_builtin, device)) double atan2(double x, double y);
__CUPRUM_DEV__ float fmod(float x, float y) {
    return fmodf(x, y);
}
__attribute__((device_builtin, device)) double fmod(double x, double y);
__CUPRUM_DEV__ float hypot(float x, float y) {
    return hypotf(x, y);
}
__attribute__((device_builtin, device)) double hypot(double x, double y);
__CUPRUM_DEV__ float fmin(float x, float y) {
    return fminf(x, y);
}
__attribute__((device_builtin, device)) double fmin(double x, double y);
__CUPRUM_DEV__ float fmax(float x, float y) {
    return fmaxf(x, y);
}
__attribute__((device_builtin, device)) double fmax(double x, double y);
__CUPRUM_DEV__ float copysign(float x, float y) {
    return copysignf(x, y);
}
__attribute__((device_builtin, device)) double copysign(double x, double y);
__CUPRUM_DEV__ float fdim(float x, float y) {
    return fdimf(x, y);
}
__attribute__((device_builtin, device)) double fdim(double x, double y);
__CUPRUM_DEV__ float remainder(float x, float y) {
    return remainderf(x, y);
}
__attribute__((device_builtin, device)) double remainder(double x, double y);
__CUPRUM_DEV__ float nextafter(float x, float y) {
    return nextafterf(x, y);
}
__attribute__((device_builtin, device)) double nextafter(double x, double y);
__CUPRUM_DEV__ float fma(float x, float y, float z) {
    return fmaf(x, y, z);
}
__attribute__((device_builtin, device)) double fma(double x, double y, double z);
__CUPRUM_DEV__ float ldexp(float x, int e) {
    return ldexpf(x, e);
}
__attribute__((device_builtin, device)) double ldexp(double x, int e);
__CUPRUM_DEV__ bool isnan(float x) {
    return __isnanf(x) != 0;
}
__CUPRUM_DEV__ bool isnan(double x) {
    return __isnan(x) != 0;
}
__CUPRUM_DEV__ bool isinf(float x) {
    return __isinff(x) != 0;
}
__CUPRUM_DEV__ bool isinf(double x) {
    return __isinf(x) != 0;
}
__CUPRUM_DEV__ bool isfinite(float x) {
    return __finitef(x) != 0;
}
__CUPRUM_DEV__ bool isfinite(double x) {
    return __finite(x) != 0;
}
__CUPRUM_DEV__ bool signbit(float x) {
    return __signbitf(x) != 0;
}
__CUPRUM_DEV__ bool signbit(double x) {
    return __signbit(x) != 0;
}
__attribute__((device_builtin, device)) int abs(int x);
__CUPRUM_DEV__ long abs(long x) {
    return labs(x);
}
__CUPRUM_DEV__ long long abs(long long x) {
    return llabs(x);
}
__CUPRUM_DEV__ float abs(float x) {
    return fabsf(x);
}
__CUPRUM_DEV__ double abs(double x) {
    return ::fabs(x);
}
__attribute__((device_builtin, device)) int min(int a, int b);
__CUPRUM_DEV__ unsigned int min(unsigned int a, unsigned int b) {
    return umin(a, b);
}
__CUPRUM_DEV__ unsigned int min(int a, unsigned int b) {
    return umin((unsigned int)a, b);
}
__CUPRUM_DEV__ unsigned int min(unsigned int a, int b) {
    return umin(a, (unsigned int)b);
}
__CUPRUM_DEV__ long min(long a, long b) {
    return llmin(a, b);
}
__CUPRUM_DEV__ unsigned long min(unsigned long a, unsigned long b) {
    return ullmin(a, b);
}
__CUPRUM_DEV__ long long min(long long a, long long b) {
    return llmin(a, b);
}
__CUPRUM_DEV__ unsigned long long min(unsigned long long a, unsigned long long b) {
    return ullmin(a, b);
}
__CUPRUM_DEV__ float min(float a, float b) {
    return fminf(a, b);
}
__CUPRUM_DEV__ double min(double a, double b) {
    return ::fmin(a, b);
}
__CUPRUM_DEV__ double min(float a, double b) {
    return ::fmin((double)a, b);
}
__CUPRUM_DEV__ double min(double a, float b) {
    return ::fmin(a, (double)b);
}
__attribute__((device_builtin, device)) int max(int a, int b);
__CUPRUM_DEV__ unsigned int max(unsigned int a, unsigned int b) {
    return umax(a, b);
}
__CUPRUM_DEV__ unsigned int max(int a, unsigned int b) {
    return umax((unsigned int)a, b);
}
__CUPRUM_DEV__ unsigned int max(unsigned int a, int b) {
    return umax(a, (unsigned int)b);
}
__CUPRUM_DEV__ long max(long a, long b) {
    return llmax(a, b);
}
__CUPRUM_DEV__ unsigned long max(unsigned long a, unsigned long b) {
    return ullmax(a, b);
}
__CUPRUM_DEV__ long long max(long long a, long long b) {
    return llmax(a, b);
}
__CUPRUM_DEV__ unsigned long long max(unsigned long long a, unsigned long long b) {
    return ullmax(a, b);
}
__CUPRUM_DEV__ float max(float a, float b) {
    return fmaxf(a, b);
}
__CUPRUM_DEV__ double max(double a, double b) {
    return ::fmax(a, b);
}
__CUPRUM_DEV__ double max(float a, double b) {
    return ::fmax((double)a, b);
}
__CUPRUM_DEV__ double max(double a, float b) {
    return ::fmax(a, (double)b);
}

// ---- atomics ------------------------------------------------------------------------------------
__CUPRUM_DEV__ int atomicAdd(int *p, int v) {
    return __iAtomicAdd(p, v);
}
__CUPRUM_DEV__ unsigned int atomicAdd(unsigned int *p, unsigned int v) {
    return __uAtomicAdd(p, v);
}
__CUPRUM_DEV__ unsigned long long atomicAdd(unsigned long long *p, unsigned long long v) {
    return __ullAtomicAdd(p, v);
}
__CUPRUM_DEV__ unsigned long atomicAdd(unsigned long *p, unsigned long v) {
    return (unsigned long)__ullAtomicAdd((unsigned long long *)p, (unsigned long long)v);
}
__CUPRUM_DEV__ float atomicAdd(float *p, float v) {
    return __fAtomicAdd(p, v);
}
__CUPRUM_DEV__ double atomicAdd(double *p, double v) {
    return __dAtomicAdd(p, v);
}
__CUPRUM_DEV__ int atomicAdd_block(int *p, int v) {
    return __iAtomicAdd_block(p, v);
}
__CUPRUM_DEV__ unsigned int atomicAdd_block(unsigned int *p, unsigned int v) {
    return __uAtomicAdd_block(p, v);
}
__CUPRUM_DEV__ unsigned long long atomicAdd_block(unsigned long long *p, unsigned long long v) {
    return __ullAtomicAdd_block(p, v);
}
__CUPRUM_DEV__ unsigned long atomicAdd_block(unsigned long *p, unsigned long v) {
    return (unsigned long)__ullAtomicAdd_block((unsigned long long *)p, (unsigned long long)v);
}
__CUPRUM_DEV__ float atomicAdd_block(float *p, float v) {
    return __fAtomicAdd_block(p, v);
}
__CUPRUM_DEV__ double atomicAdd_block(double *p, double v) {
    return __dAtomicAdd_block(p, v);
}
__CUPRUM_DEV__ int atomicAdd_system(int *p, int v) {
    return __iAtomicAdd_system(p, v);
}
__CUPRUM_DEV__ unsigned int atomicAdd_system(unsigned int *p, unsigned int v) {
    return __uAtomicAdd_system(p, v);
}
__CUPRUM_DEV__ unsigned long long atomicAdd_system(unsigned long long *p, unsigned long long v) {
    return __ullAtomicAdd_system(p, v);
}
__CUPRUM_DEV__ unsigned long atomicAdd_system(unsigned long *p, unsigned long v) {
    return (unsigned long)__ullAtomicAdd_system((unsigned long long *)p, (unsigned long long)v);
}
__CUPRUM_DEV__ float atomicAdd_system(float *p, float v) {
    return __fAtomicAdd_system(p, v);
}
__CUPRUM_DEV__ double atomicAdd_system(double *p, double v) {
    return __dAtomicAdd_system(p, v);
}
__CUPRUM_DEV__ int atomicSub(int *p, int v) {
    return __iAtomicAdd(p, (int)(0u - (unsigned int)v));
}
__CUPRUM_DEV__ unsigned int atomicSub(unsigned int *p, unsigned int v) {
    return __uAtomicAdd(p, 0u - v);
}
__CUPRUM_DEV__ int atomicSub_block(int *p, int v) {
    return __iAtomicAdd_block(p, (int)(0u - (unsigned int)v));
}
__CUPRUM_DEV__ unsigned int atomicSub_block(unsigned int *p, unsigned int v) {
    return __uAtomicAdd_block(p, 0u - v);
}
__CUPRUM_DEV__ int atomicSub_system(int *p, int v) {
    return __iAtomicAdd_system(p, (int)(0u - (unsigned int)v));
}
__CUPRUM_DEV__ unsigned int atomicSub_system(unsigned int *p, unsigned int v) {
    return __uAtomicAdd_system(p, 0u - v);
}
__CUPRUM_DEV__ int atomicExch(int *p, int v) {
    return __iAtomicExch(p, v);
}
__CUPRUM_DEV__ unsigned int atomicExch(unsigned int *p, unsigned int v) {
    return __uAtomicExch(p, v);
}
__CUPRUM_DEV__ unsigned long long atomicExch(unsigned long long *p, unsigned long long v) {
    return __ullAtomicExch(p, v);
}
__CUPRUM_DEV__ unsigned long atomicExch(unsigned long *p, unsigned long v) {
    return (unsigned long)__ullAtomicExch((unsigned long long *)p, (unsigned long long)v);
}
__CUPRUM_DEV__ float atomicExch(float *p, float v) {
    return __fAtomicExch(p, v);
}
__CUPRUM_DEV__ int atomicExch_block(int *p, int v) {
    return __iAtomicExch_block(p, v);
}
__CUPRUM_DEV__ unsigned int atomicExch_block(unsigned int *p, unsigned int v) {
    return __uAtomicExch_block(p, v);
}
__CUPRUM_DEV__ unsigned long long atomicExch_block(unsigned long long *p, unsigned long long v) {
    return __ullAtomicExch_block(p, v);
}
__CUPRUM_DEV__ unsigned long atomicExch_block(unsigned long *p, unsigned long v) {
    return (unsigned long)__ullAtomicExch_block((unsigned long long *)p, (unsigned long long)v);
}
__CUPRUM_DEV__ float atomicExch_block(float *p, float v) {
    return __fAtomicExch_block(p, v);
}
__CUPRUM_DEV__ int atomicExch_system(int *p, int v) {
    return __iAtomicExch_system(p, v);
}
__CUPRUM_DEV__ unsigned int atomicExch_system(unsigned int *p, unsigned int v) {
    return __uAtomicExch_system(p, v);
}
__CUPRUM_DEV__ unsigned long long atomicExch_system(unsigned long long *p, unsigned long long v) {
    return __ullAtomicExch_system(p, v);
}
__CUPRUM_DEV__ unsigned long atomicExch_system(unsigned long *p, unsigned long v) {
    return (unsigned long)__ullAtomicExch_system((unsigned long long *)p, (unsigned long long)v);
}
__CUPRUM_DEV__ float atomicExch_system(float *p, float v) {
    return __fAtomicExch_system(p, v);
}
__CUPRUM_DEV__ int atomicMin(int *p, int v) {
    return __iAtomicMin(p, v);
}
__CUPRUM_DEV__ unsigned int atomicMin(unsigned int *p, unsigned int v) {
    return __uAtomicMin(p, v);
}
__CUPRUM_DEV__ long long atomicMin(long long *p, long long v) {
    return __illAtomicMin(p, v);
}
__CUPRUM_DEV__ unsigned long long atomicMin(unsigned long long *p, unsigned long long v) {
    return __ullAtomicMin(p, v);
}
__CUPRUM_DEV__ long atomicMin(long *p, long v) {
    return (long)__illAtomicMin((long long *)p, (long long)v);
}
__CUPRUM_DEV__ unsigned long atomicMin(unsigned long *p, unsigned long v) {
    return (unsigned long)__ullAtomicMin((unsigned long long *)p, (unsigned long long)v);
}
__CUPRUM_DEV__ int atomicMin_block(int *p, int v) {
    return __iAtomicMin_block(p, v);
}
__CUPRUM_DEV__ unsigned int atomicMin_block(unsigned int *p, unsigned int v) {
    return __uAtomicMin_block(p, v);
}
__CUPRUM_DEV__ long long atomicMin_block(long long *p, long long v) {
    return __illAtomicMin_block(p, v);
}
__CUPRUM_DEV__ unsigned long long atomicMin_block(unsigned long long *p, unsigned long long v) {
    return __ullAtomicMin_block(p, v);
}
__CUPRUM_DEV__ long atomicMin_block(long *p, long v) {
    return (long)__illAtomicMin_block((long long *)p, (long long)v);
}
__CUPRUM_DEV__ unsigned long atomicMin_block(unsigned long *p, unsigned long v) {
    return (unsigned long)__ullAtomicMin_block((unsigned long long *)p, (unsigned long long)v);
}
__CUPRUM_DEV__ int atomicMin_system(int *p, int v) {
    return __iAtomicMin_system(p, v);
}
__CUPRUM_DEV__ unsigned int atomicMin_system(unsigned int *p, unsigned int v) {
    return __uAtomicMin_system(p, v);
}
__CUPRUM_DEV__ long long atomicMin_system(long long *p, long long v) {
    return __illAtomicMin_system(p, v);
}
__CUPRUM_DEV__ unsigned long long atomicMin_system(unsigned long long *p, unsigned long long v) {
    return __ullAtomicMin_system(p, v);
}
__CUPRUM_DEV__ long atomicMin_system(long *p, long v) {
    return (long)__illAtomicMin_system((long long *)p, (long long)v);
}
__CUPRUM_DEV__ unsigned long atomicMin_system(unsigned long *p, unsigned long v) {
    return (unsigned long)__ullAtomicMin_system((unsigned long long *)p, (unsigned long long)v);
}
__CUPRUM_DEV__ int atomicMax(int *p, int v) {
    return __iAtomicMax(p, v);
}
__CUPRUM_DEV__ unsigned int atomicMax(unsigned int *p, unsigned int v) {
    return __uAtomicMax(p, v);
}
__CUPRUM_DEV__ long long atomicMax(long long *p, long long v) {
    return __illAtomicMax(p, v);
}
__CUPRUM_DEV__ unsigned long long atomicMax(unsigned long long *p, unsigned long long v) {
    return __ullAtomicMax(p, v);
}
__CUPRUM_DEV__ long atomicMax(long *p, long v) {
    return (long)__illAtomicMax((long long *)p, (long long)v);
}
__CUPRUM_DEV__ unsigned long atomicMax(unsigned long *p, unsigned long v) {
    return (unsigned long)__ullAtomicMax((unsigned long long *)p, (unsigned long long)v);
}
__CUPRUM_DEV__ int atomicMax_block(int *p, int v) {
    return __iAtomicMax_block(p, v);
}
__CUPRUM_DEV__ unsigned int atomicMax_block(unsigned int *p, unsigned int v) {
    return __uAtomicMax_block(p, v);
}
__CUPRUM_DEV__ long long atomicMax_block(long long *p, long long v) {
    return __illAtomicMax_block(p, v);
}
__CUPRUM_DEV__ unsigned long long atomicMax_block(unsigned long long *p, unsigned long long v) {
    return __ullAtomicMax_block(p, v);
}
__CUPRUM_DEV__ long atomicMax_block(long *p, long v) {
    return (long)__illAtomicMax_block((long long *)p, (long long)v);
}
__CUPRUM_DEV__ unsigned long atomicMax_block(unsigned long *p, unsigned long v) {
    return (unsigned long)__ullAtomicMax_block((unsigned long long *)p, (unsigned long long)v);
}
__CUPRUM_DEV__ int atomicMax_system(int *p, int v) {
    return __iAtomicMax_system(p, v);
}
__CUPRUM_DEV__ unsigned int atomicMax_system(unsigned int *p, unsigned int v) {
    return __uAtomicMax_system(p, v);
}
__CUPRUM_DEV__ long long atomicMax_system(long long *p, long long v) {
    return __illAtomicMax_system(p, v);
}
__CUPRUM_DEV__ unsigned long long atomicMax_system(unsigned long long *p, unsigned long long v) {
    return __ullAtomicMax_system(p, v);
}
__CUPRUM_DEV__ long atomicMax_system(long *p, long v) {
    return (long)__illAtomicMax_system((long long *)p, (long long)v);
}
__CUPRUM_DEV__ unsigned long atomicMax_system(unsigned long *p, unsigned long v) {
    return (unsigned long)__ullAtomicMax_system((unsigned long long *)p, (unsigned long long)v);
}
__CUPRUM_DEV__ int atomicAnd(int *p, int v) {
    return __iAtomicAnd(p, v);
}
__CUPRUM_DEV__ unsigned int atomicAnd(unsigned int *p, unsigned int v) {
    return __uAtomicAnd(p, v);
}
__CUPRUM_DEV__ unsigned long long atomicAnd(unsigned long long *p, unsigned long long v) {
    return __ullAtomicAnd(p, v);
}
__CUPRUM_DEV__ long long atomicAnd(long long *p, long long v) {
    return __llAtomicAnd(p, v);
}
__CUPRUM_DEV__ unsigned long atomicAnd(unsigned long *p, unsigned long v) {
    return (unsigned long)__ullAtomicAnd((unsigned long long *)p, (unsigned long long)v);
}
__CUPRUM_DEV__ int atomicAnd_block(int *p, int v) {
    return __iAtomicAnd_block(p, v);
}
__CUPRUM_DEV__ unsigned int atomicAnd_block(unsigned int *p, unsigned int v) {
    return __uAtomicAnd_block(p, v);
}
__CUPRUM_DEV__ unsigned long long atomicAnd_block(unsigned long long *p, unsigned long long v) {
    return __ullAtomicAnd_block(p, v);
}
__CUPRUM_DEV__ long long atomicAnd_block(long long *p, long long v) {
    return __llAtomicAnd_block(p, v);
}
__CUPRUM_DEV__ unsigned long atomicAnd_block(unsigned long *p, unsigned long v) {
    return (unsigned long)__ullAtomicAnd_block((unsigned long long *)p, (unsigned long long)v);
}
__CUPRUM_DEV__ int atomicAnd_system(int *p, int v) {
    return __iAtomicAnd_system(p, v);
}
__CUPRUM_DEV__ unsigned int atomicAnd_system(unsigned int *p, unsigned int v) {
    return __uAtomicAnd_system(p, v);
}
__CUPRUM_DEV__ unsigned long long atomicAnd_system(unsigned long long *p, unsigned long long v) {
    return __ullAtomicAnd_system(p, v);
}
__CUPRUM_DEV__ long long atomicAnd_system(long long *p, long long v) {
    return __llAtomicAnd_system(p, v);
}
__CUPRUM_DEV__ unsigned long atomicAnd_system(unsigned long *p, unsigned long v) {
    return (unsigned long)__ullAtomicAnd_system((unsigned long long *)p, (unsigned long long)v);
}
__CUPRUM_DEV__ int atomicOr(int *p, int v) {
    return __iAtomicOr(p, v);
}
__CUPRUM_DEV__ unsigned int atomicOr(unsigned int *p, unsigned int v) {
    return __uAtomicOr(p, v);
}
__CUPRUM_DEV__ unsigned long long atomicOr(unsigned long long *p, unsigned long long v) {
    return __ullAtomicOr(p, v);
}
__CUPRUM_DEV__ long long atomicOr(long long *p, long long v) {
    return __llAtomicOr(p, v);
}
__CUPRUM_DEV__ unsigned long atomicOr(unsigned long *p, unsigned long v) {
    return (unsigned long)__ullAtomicOr((unsigned long long *)p, (unsigned long long)v);
}
__CUPRUM_DEV__ int atomicOr_block(int *p, int v) {
    return __iAtomicOr_block(p, v);
}
__CUPRUM_DEV__ unsigned int atomicOr_block(unsigned int *p, unsigned int v) {
    return __uAtomicOr_block(p, v);
}
__CUPRUM_DEV__ unsigned long long atomicOr_block(unsigned long long *p, unsigned long long v) {
    return __ullAtomicOr_block(p, v);
}
__CUPRUM_DEV__ long long atomicOr_block(long long *p, long long v) {
    return __llAtomicOr_block(p, v);
}
__CUPRUM_DEV__ unsigned long atomicOr_block(unsigned long *p, unsigned long v) {
    return (unsigned long)__ullAtomicOr_block((unsigned long long *)p, (unsigned long long)v);
}
__CUPRUM_DEV__ int atomicOr_system(int *p, int v) {
    return __iAtomicOr_system(p, v);
}
__CUPRUM_DEV__ unsigned int atomicOr_system(unsigned int *p, unsigned int v) {
    return __uAtomicOr_system(p, v);
}
__CUPRUM_DEV__ unsigned long long atomicOr_system(unsigned long long *p, unsigned long long v) {
    return __ullAtomicOr_system(p, v);
}
__CUPRUM_DEV__ long long atomicOr_system(long long *p, long long v) {
    return __llAtomicOr_system(p, v);
}
__CUPRUM_DEV__ unsigned long atomicOr_system(unsigned long *p, unsigned long v) {
    return (unsigned long)__ullAtomicOr_system((unsigned long long *)p, (unsigned long long)v);
}
__CUPRUM_DEV__ int atomicXor(int *p, int v) {
    return __iAtomicXor(p, v);
}
__CUPRUM_DEV__ unsigned int atomicXor(unsigned int *p, unsigned int v) {
    return __uAtomicXor(p, v);
}
__CUPRUM_DEV__ unsigned long long atomicXor(unsigned long long *p, unsigned long long v) {
    return __ullAtomicXor(p, v);
}
__CUPRUM_DEV__ long long atomicXor(long long *p, long long v) {
    return __llAtomicXor(p, v);
}
__CUPRUM_DEV__ unsigned long atomicXor(unsigned long *p, unsigned long v) {
    return (unsigned long)__ullAtomicXor((unsigned long long *)p, (unsigned long long)v);
}
__CUPRUM_DEV__ int atomicXor_block(int *p, int v) {
    return __iAtomicXor_block(p, v);
}
__CUPRUM_DEV__ unsigned int atomicXor_block(unsigned int *p, unsigned int v) {
    return __uAtomicXor_block(p, v);
}
__CUPRUM_DEV__ unsigned long long atomicXor_block(unsigned long long *p, unsigned long long v) {
    return __ullAtomicXor_block(p, v);
}
__CUPRUM_DEV__ long long atomicXor_block(long long *p, long long v) {
    return __llAtomicXor_block(p, v);
}
__CUPRUM_DEV__ unsigned long atomicXor_block(unsigned long *p, unsigned long v) {
    return (unsigned long)__ullAtomicXor_block((unsigned long long *)p, (unsigned long long)v);
}
__CUPRUM_DEV__ int atomicXor_system(int *p, int v) {
    return __iAtomicXor_system(p, v);
}
__CUPRUM_DEV__ unsigned int atomicXor_system(unsigned int *p, unsigned int v) {
    return __uAtomicXor_system(p, v);
}
__CUPRUM_DEV__ unsigned long long atomicXor_system(unsigned long long *p, unsigned long long v) {
    return __ullAtomicXor_system(p, v);
}
__CUPRUM_DEV__ long long atomicXor_system(long long *p, long long v) {
    return __llAtomicXor_system(p, v);
}
__CUPRUM_DEV__ unsigned long atomicXor_system(unsigned long *p, unsigned long v) {
    return (unsigned long)__ullAtomicXor_system((unsigned long long *)p, (unsigned long long)v);
}
__CUPRUM_DEV__ unsigned int atomicInc(unsigned int *p, unsigned int v) {
    return __uAtomicInc(p, v);
}
__CUPRUM_DEV__ unsigned int atomicInc_block(unsigned int *p, unsigned int v) {
    return __uAtomicInc_block(p, v);
}
__CUPRUM_DEV__ unsigned int atomicInc_system(unsigned int *p, unsigned int v) {
    return __uAtomicInc_system(p, v);
}
__CUPRUM_DEV__ unsigned int atomicDec(unsigned int *p, unsigned int v) {
    return __uAtomicDec(p, v);
}
__CUPRUM_DEV__ unsigned int atomicDec_block(unsigned int *p, unsigned int v) {
    return __uAtomicDec_block(p, v);
}
__CUPRUM_DEV__ unsigned int atomicDec_system(unsigned int *p, unsigned int v) {
    return __uAtomicDec_system(p, v);
}
__CUPRUM_DEV__ int atomicCAS(int *p, int cmp, int v) {
    return __iAtomicCAS(p, cmp, v);
}
__CUPRUM_DEV__ unsigned int atomicCAS(unsigned int *p, unsigned int cmp, unsigned int v) {
    return __uAtomicCAS(p, cmp, v);
}
__CUPRUM_DEV__ unsigned long long atomicCAS(unsigned long long *p, unsigned long long cmp,
                                            unsigned long long v) {
    return __ullAtomicCAS(p, cmp, v);
}
__CUPRUM_DEV__ unsigned long atomicCAS(unsigned long *p, unsigned long cmp, unsigned long v) {
    return __ullAtomicCAS((unsigned long long *)p, cmp, v);
}
__CUPRUM_DEV__ int atomicCAS_block(int *p, int cmp, int v) {
    return __iAtomicCAS_block(p, cmp, v);
}
__CUPRUM_DEV__ unsigned int atomicCAS_block(unsigned int *p, unsigned int cmp, unsigned int v) {
    return __uAtomicCAS_block(p, cmp, v);
}
__CUPRUM_DEV__ unsigned long long atomicCAS_block(unsigned long long *p, unsigned long long cmp,
                                                  unsigned long long v) {
    return __ullAtomicCAS_block(p, cmp, v);
}
__CUPRUM_DEV__ unsigned long atomicCAS_block(unsigned long *p, unsigned long cmp, unsigned long v) {
    return __ullAtomicCAS_block((unsigned long long *)p, cmp, v);
}
__CUPRUM_DEV__ int atomicCAS_system(int *p, int cmp, int v) {
    return __iAtomicCAS_system(p, cmp, v);
}
__CUPRUM_DEV__ unsigned int atomicCAS_system(unsigned int *p, unsigned int cmp, unsigned int v) {
    return __uAtomicCAS_system(p, cmp, v);
}
__CUPRUM_DEV__ unsigned long long atomicCAS_system(unsigned long long *p, unsigned long long cmp,
                                                   unsigned long long v) {
    return __ullAtomicCAS_system(p, cmp, v);
}
__CUPRUM_DEV__ unsigned long atomicCAS_system(unsigned long *p, unsigned long cmp,
                                              unsigned long v) {
    return __ullAtomicCAS_system((unsigned long long *)p, cmp, v);
}
__CUPRUM_DEV__ unsigned short atomicCAS(unsigned short *p, unsigned short cmp, unsigned short v) {
    return __usAtomicCAS(p, cmp, v);
}

// ---- warp functions -----------------------------------------------------------------------------
__CUPRUM_DEV__ void __syncwarp(unsigned int mask = 0xffffffffu) {
    __nvvm_bar_warp_sync(mask);
}
__CUPRUM_DEV__ int __all_sync(unsigned int mask, int p) {
    return __nvvm_vote_all_sync(mask, p);
}
__CUPRUM_DEV__ int __any_sync(unsigned int mask, int p) {
    return __nvvm_vote_any_sync(mask, p);
}
__CUPRUM_DEV__ int __uni_sync(unsigned int mask, int p) {
    return __nvvm_vote_uni_sync(mask, p);
}
__CUPRUM_DEV__ unsigned int __ballot_sync(unsigned int mask, int p) {
    return __nvvm_vote_ballot_sync(mask, p);
}
__CUPRUM_DEV__ unsigned int __lanemask_lt() {
    return __cuprum_lanemask_lt();
}
__CUPRUM_DEV__ unsigned int __shfl_sync(unsigned int mask, unsigned int v, int lane,
                                        int width = 32) {
    return __nvvm_shfl_idx_sync(mask, v, (unsigned int)lane,
                                ((unsigned int)(32 - width) << 8) | 0x1f);
}
__CUPRUM_DEV__ int __shfl_sync(unsigned int mask, int v, int lane, int width = 32) {
    return (int)__nvvm_shfl_idx_sync(mask, (unsigned int)v, (unsigned int)lane,
                                     ((unsigned int)(32 - width) << 8) | 0x1f);
}
__CUPRUM_DEV__ float __shfl_sync(unsigned int mask, float v, int lane, int width = 32) {
    return __uint_as_float(__nvvm_shfl_idx_sync(mask, __float_as_uint(v), (unsigned int)lane,
                                                ((unsigned int)(32 - width) << 8) | 0x1f));
}
__CUPRUM_DEV__ unsigned long long __shfl_sync(unsigned int mask, unsigned long long v, int lane,
                                              int width = 32) {
    unsigned int lo = __nvvm_shfl_idx_sync(mask, (unsigned int)v, (unsigned int)lane,
                                           ((unsigned int)(32 - width) << 8) | 0x1f);
    unsigned int hi = __nvvm_shfl_idx_sync(mask, (unsigned int)(v >> 32), (unsigned int)lane,
                                           ((unsigned int)(32 - width) << 8) | 0x1f);
    return (unsigned long long)hi << 32 | lo;
}
__CUPRUM_DEV__ long long __shfl_sync(unsigned int mask, long long v, int lane, int width = 32) {
    return (long long)__shfl_sync(mask, (unsigned long long)v, lane, width);
}
__CUPRUM_DEV__ long __shfl_sync(unsigned int mask, long v, int lane, int width = 32) {
    return (long)__shfl_sync(mask, (unsigned long long)v, lane, width);
}
__CUPRUM_DEV__ unsigned long __shfl_sync(unsigned int mask, unsigned long v, int lane,
                                         int width = 32) {
    return (unsigned long)__shfl_sync(mask, (unsigned long long)v, lane, width);
}
__CUPRUM_DEV__ double __shfl_sync(unsigned int mask, double v, int lane, int width = 32) {
    return __longlong_as_double(
        (long long)__shfl_sync(mask, (unsigned long long)__double_as_longlong(v), lane, width));
}
__CUPRUM_DEV__ unsigned int __shfl_up_sync(unsigned int mask, unsigned int v, unsigned int delta,
                                           int width = 32) {
    return __nvvm_shfl_up_sync(mask, v, (unsigned int)delta, ((unsigned int)(32 - width) << 8) | 0);
}
__CUPRUM_DEV__ int __shfl_up_sync(unsigned int mask, int v, unsigned int delta, int width = 32) {
    return (int)__nvvm_shfl_up_sync(mask, (unsigned int)v, (unsigned int)delta,
                                    ((unsigned int)(32 - width) << 8) | 0);
}
__CUPRUM_DEV__ float __shfl_up_sync(unsigned int mask, float v, unsigned int delta,
                                    int width = 32) {
    return __uint_as_float(__nvvm_shfl_up_sync(mask, __float_as_uint(v), (unsigned int)delta,
                                               ((unsigned int)(32 - width) << 8) | 0));
}
__CUPRUM_DEV__ unsigned long long __shfl_up_sync(unsigned int mask, unsigned long long v,
                                                 unsigned int delta, int width = 32) {
    unsigned int lo = __nvvm_shfl_up_sync(mask, (unsigned int)v, (unsigned int)delta,
                                          ((unsigned int)(32 - width) << 8) | 0);
    unsigned int hi = __nvvm_shfl_up_sync(mask, (unsigned int)(v >> 32), (unsigned int)delta,
                                          ((unsigned int)(32 - width) << 8) | 0);
    return (unsigned long long)hi << 32 | lo;
}
__CUPRUM_DEV__ long long __shfl_up_sync(unsigned int mask, long long v, unsigned int delta,
                                        int width = 32) {
    return (long long)__shfl_up_sync(mask, (unsigned long long)v, delta, width);
}
__CUPRUM_DEV__ long __shfl_up_sync(unsigned int mask, long v, unsigned int delta, int width = 32) {
    return (long)__shfl_up_sync(mask, (unsigned long long)v, delta, width);
}
__CUPRUM_DEV__ unsigned long __shfl_up_sync(unsigned int mask, unsigned long v, unsigned int delta,
                                            int width = 32) {
    return (unsigned long)__shfl_up_sync(mask, (unsigned long long)v, delta, width);
}
__CUPRUM_DEV__ double __shfl_up_sync(unsigned int mask, double v, unsigned int delta,
                                     int width = 32) {
    return __longlong_as_double(
        (long long)__shfl_up_sync(mask, (unsigned long long)__double_as_longlong(v), delta, width));
}
__CUPRUM_DEV__ unsigned int __shfl_down_sync(unsigned int mask, unsigned int v, unsigned int delta,
                                             int width = 32) {
    return __nvvm_shfl_down_sync(mask, v, (unsigned int)delta,
                                 ((unsigned int)(32 - width) << 8) | 0x1f);
}
__CUPRUM_DEV__ int __shfl_down_sync(unsigned int mask, int v, unsigned int delta, int width = 32) {
    return (int)__nvvm_shfl_down_sync(mask, (unsigned int)v, (unsigned int)delta,
                                      ((unsigned int)(32 - width) << 8) | 0x1f);
}
__CUPRUM_DEV__ float __shfl_down_sync(unsigned int mask, float v, unsigned int delta,
                                      int width = 32) {
    return __uint_as_float(__nvvm_shfl_down_sync(mask, __float_as_uint(v), (unsigned int)delta,
                                                 ((unsigned int)(32 - width) << 8) | 0x1f));
}
__CUPRUM_DEV__ unsigned long long __shfl_down_sync(unsigned int mask, unsigned long long v,
                                                   unsigned int delta, int width = 32) {
    unsigned int lo = __nvvm_shfl_down_sync(mask, (unsigned int)v, (unsigned int)delta,
                                            ((unsigned int)(32 - width) << 8) | 0x1f);
    unsigned int hi = __nvvm_shfl_down_sync(mask, (unsigned int)(v >> 32), (unsigned int)delta,
                                            ((unsigned int)(32 - width) << 8) | 0x1f);
    return (unsigned long long)hi << 32 | lo;
}
__CUPRUM_DEV__ long long __shfl_down_sync(unsigned int mask, long long v, unsigned int delta,
                                          int width = 32) {
    return (long long)__shfl_down_sync(mask, (unsigned long long)v, delta, width);
}
__CUPRUM_DEV__ long __shfl_down_sync(unsigned int mask, long v, unsigned int delta,
                                     int width = 32) {
    return (long)__shfl_down_sync(mask, (unsigned long long)v, delta, width);
}
__CUPRUM_DEV__ unsigned long __shfl_down_sync(unsigned int mask, unsigned long v,
                                              unsigned int delta, int width = 32) {
    return (unsigned long)__shfl_down_sync(mask, (unsigned long long)v, delta, width);
}
__CUPRUM_DEV__ double __shfl_down_sync(unsigned int mask, double v, unsigned int delta,
                                       int width = 32) {
    return __longlong_as_double((long long)__shfl_down_sync(
        mask, (unsigned long long)__double_as_longlong(v), delta, width));
}
__CUPRUM_DEV__ unsigned int __shfl_xor_sync(unsigned int mask, unsigned int v, int lanemask,
                                            int width = 32) {
    return __nvvm_shfl_bfly_sync(mask, v, (unsigned int)lanemask,
                                 ((unsigned int)(32 - width) << 8) | 0x1f);
}
__CUPRUM_DEV__ int __shfl_xor_sync(unsigned int mask, int v, int lanemask, int width = 32) {
    return (int)__nvvm_shfl_bfly_sync(mask, (unsigned int)v, (unsigned int)lanemask,
                                      ((unsigned int)(32 - width) << 8) | 0x1f);
}
__CUPRUM_DEV__ float __shfl_xor_sync(unsigned int mask, float v, int lanemask, int width = 32) {
    return __uint_as_float(__nvvm_shfl_bfly_sync(mask, __float_as_uint(v), (unsigned int)lanemask,
                                                 ((unsigned int)(32 - width) << 8) | 0x1f));
}
__CUPRUM_DEV__ unsigned long long __shfl_xor_sync(unsigned int mask, unsigned long long v,
                                                  int lanemask, int width = 32) {
    unsigned int lo = __nvvm_shfl_bfly_sync(mask, (unsigned int)v, (unsigned int)lanemask,
                                            ((unsigned int)(32 - width) << 8) | 0x1f);
    unsigned int hi = __nvvm_shfl_bfly_sync(mask, (unsigned int)(v >> 32), (unsigned int)lanemask,
                                            ((unsigned int)(32 - width) << 8) | 0x1f);
    return (unsigned long long)hi << 32 | lo;
}
__CUPRUM_DEV__ long long __shfl_xor_sync(unsigned int mask, long long v, int lanemask,
                                         int width = 32) {
    return (long long)__shfl_xor_sync(mask, (unsigned long long)v, lanemask, width);
}
__CUPRUM_DEV__ long __shfl_xor_sync(unsigned int mask, long v, int lanemask, int width = 32) {
    return (long)__shfl_xor_sync(mask, (unsigned long long)v, lanemask, width);
}
__CUPRUM_DEV__ unsigned long __shfl_xor_sync(unsigned int mask, unsigned long v, int lanemask,
                                             int width = 32) {
    return (unsigned long)__shfl_xor_sync(mask, (unsigned long long)v, lanemask, width);
}
__CUPRUM_DEV__ double __shfl_xor_sync(unsigned int mask, double v, int lanemask, int width = 32) {
    return __longlong_as_double((long long)__shfl_xor_sync(
        mask, (unsigned long long)__double_as_longlong(v), lanemask, width));
}
__CUPRUM_DEV__ unsigned int __match_any_sync(unsigned int mask, int v) {
    return __match32_any_sync(mask, (unsigned int)v);
}
__CUPRUM_DEV__ unsigned int __match_all_sync(unsigned int mask, int v, int *pred) {
    return __match32_all_sync(mask, (unsigned int)v, pred);
}
__CUPRUM_DEV__ unsigned int __match_any_sync(unsigned int mask, unsigned int v) {
    return __match32_any_sync(mask, (unsigned int)v);
}
__CUPRUM_DEV__ unsigned int __match_all_sync(unsigned int mask, unsigned int v, int *pred) {
    return __match32_all_sync(mask, (unsigned int)v, pred);
}
__CUPRUM_DEV__ unsigned int __match_any_sync(unsigned int mask, float v) {
    return __match32_any_sync(mask, __float_as_uint(v));
}
__CUPRUM_DEV__ unsigned int __match_all_sync(unsigned int mask, float v, int *pred) {
    return __match32_all_sync(mask, __float_as_uint(v), pred);
}
__CUPRUM_DEV__ unsigned int __match_any_sync(unsigned int mask, long v) {
    return __match64_any_sync(mask, (unsigned long long)v);
}
__CUPRUM_DEV__ unsigned int __match_all_sync(unsigned int mask, long v, int *pred) {
    return __match64_all_sync(mask, (unsigned long long)v, pred);
}
__CUPRUM_DEV__ unsigned int __match_any_sync(unsigned int mask, unsigned long v) {
    return __match64_any_sync(mask, (unsigned long long)v);
}
__CUPRUM_DEV__ unsigned int __match_all_sync(unsigned int mask, unsigned long v, int *pred) {
    return __match64_all_sync(mask, (unsigned long long)v, pred);
}
__CUPRUM_DEV__ unsigned int __match_any_sync(unsigned int mask, long long v) {
    return __match64_any_sync(mask, (unsigned long long)v);
}
__CUPRUM_DEV__ unsigned int __match_all_sync(unsigned int mask, long long v, int *pred) {
    return __match64_all_sync(mask, (unsigned long long)v, pred);
}
__CUPRUM_DEV__ unsigned int __match_any_sync(unsigned int mask, unsigned long long v) {
    return __match64_any_sync(mask, (unsigned long long)v);
}
__CUPRUM_DEV__ unsigned int __match_all_sync(unsigned int mask, unsigned long long v, int *pred) {
    return __match64_all_sync(mask, (unsigned long long)v, pred);
}
__CUPRUM_DEV__ unsigned int __match_any_sync(unsigned int mask, double v) {
    return __match64_any_sync(mask, (unsigned long long)__double_as_longlong(v));
}
__CUPRUM_DEV__ unsigned int __match_all_sync(unsigned int mask, double v, int *pred) {
    return __match64_all_sync(mask, (unsigned long long)__double_as_longlong(v), pred);
}
__CUPRUM_DEV__ unsigned int __reduce_add_sync(unsigned int mask, unsigned int v) {
    return __reduce_add_sync_unsigned_impl(mask, v);
}
__CUPRUM_DEV__ int __reduce_add_sync(unsigned int mask, int v) {
    return __reduce_add_sync_signed_impl(mask, v);
}
__CUPRUM_DEV__ unsigned int __reduce_min_sync(unsigned int mask, unsigned int v) {
    return __reduce_min_sync_unsigned_impl(mask, v);
}
__CUPRUM_DEV__ int __reduce_min_sync(unsigned int mask, int v) {
    return __reduce_min_sync_signed_impl(mask, v);
}
__CUPRUM_DEV__ unsigned int __reduce_max_sync(unsigned int mask, unsigned int v) {
    return __reduce_max_sync_unsigned_impl(mask, v);
}
__CUPRUM_DEV__ int __reduce_max_sync(unsigned int mask, int v) {
    return __reduce_max_sync_signed_impl(mask, v);
}
__CUPRUM_DEV__ unsigned int __reduce_and_sync(unsigned int mask, unsigned int v) {
    return __reduce_and_sync_unsigned_impl(mask, v);
}
__CUPRUM_DEV__ unsigned int __reduce_or_sync(unsigned int mask, unsigned int v) {
    return __reduce_or_sync_unsigned_impl(mask, v);
}
__CUPRUM_DEV__ unsigned int __reduce_xor_sync(unsigned int mask, unsigned int v) {
    return __reduce_xor_sync_unsigned_impl(mask, v);
}
__CUPRUM_DEV__ unsigned int __dp4a(unsigned int a, unsigned int b, unsigned int c) {
    return __cuprum_dp4a_u(a, b, c);
}
__attribute__((device_builtin, device)) int __dp4a(int a, int b, int c);
__CUPRUM_DEV__ int __dp2a_lo(int a, int b, int c) {
    return __cuprum_dp2a_lo_s(a, b, c);
}
__CUPRUM_DEV__ unsigned int __dp2a_lo(unsigned int a, unsigned int b, unsigned int c) {
    return __cuprum_dp2a_lo_u(a, b, c);
}
__CUPRUM_DEV__ int __dp2a_hi(int a, int b, int c) {
    return __cuprum_dp2a_hi_s(a, b, c);
}
__CUPRUM_DEV__ unsigned int __dp2a_hi(unsigned int a, unsigned int b, unsigned int c) {
    return __cuprum_dp2a_hi_u(a, b, c);
}

// ---- loads and stores with cache hints (PTX ISA, "Cache Operators") -----------------------------
// By size: what is loaded are bits, so that every type of 1 to 16 bytes has these functions.
struct __align__(16) __cuprum_b128 {
    unsigned int x, y, z, w;
};
#define __CUPRUM_LD(name, op)                                                                      \
    template <class T> __CUPRUM_DEV__ T name(const T *p) {                                         \
        if constexpr (sizeof(T) == 16) {                                                           \
            __cuprum_b128 r;                                                                       \
            asm volatile("ld.global." op ".v4.u32 {%0, %1, %2, %3}, [%4];"                         \
                         : "=r"(r.x), "=r"(r.y), "=r"(r.z), "=r"(r.w)                              \
                         : "l"(p)                                                                  \
                         : "memory");                                                              \
            return __builtin_bit_cast(T, r);                                                       \
        } else if constexpr (sizeof(T) == 8) {                                                     \
            unsigned long long r;                                                                  \
            asm volatile("ld.global." op ".u64 %0, [%1];" : "=l"(r) : "l"(p) : "memory");          \
            return __builtin_bit_cast(T, r);                                                       \
        } else if constexpr (sizeof(T) == 4) {                                                     \
            unsigned int r;                                                                        \
            asm volatile("ld.global." op ".u32 %0, [%1];" : "=r"(r) : "l"(p) : "memory");          \
            return __builtin_bit_cast(T, r);                                                       \
        } else if constexpr (sizeof(T) == 2) {                                                     \
            unsigned short r;                                                                      \
            asm volatile("ld.global." op ".u16 %0, [%1];" : "=h"(r) : "l"(p) : "memory");          \
            return __builtin_bit_cast(T, r);                                                       \
        } else {                                                                                   \
            static_assert(sizeof(T) == 1, "loads take 1, 2, 4, 8 or 16 bytes");                    \
            unsigned int r;                                                                        \
            asm volatile("ld.global." op ".u8 %0, [%1];" : "=r"(r) : "l"(p) : "memory");           \
            return __builtin_bit_cast(T, (unsigned char)r);                                        \
        }                                                                                          \
    }
#define __CUPRUM_ST(name, op)                                                                      \
    template <class T> __CUPRUM_DEV__ void name(T *p, T v) {                                       \
        if constexpr (sizeof(T) == 16) {                                                           \
            __cuprum_b128 r = __builtin_bit_cast(__cuprum_b128, v);                                \
            asm volatile("st.global." op ".v4.u32 [%0], {%1, %2, %3, %4};" ::"l"(p), "r"(r.x),     \
                         "r"(r.y), "r"(r.z), "r"(r.w)                                              \
                         : "memory");                                                              \
        } else if constexpr (sizeof(T) == 8) {                                                     \
            asm volatile("st.global." op ".u64 [%0], %1;" ::"l"(p),                                \
                         "l"(__builtin_bit_cast(unsigned long long, v))                            \
                         : "memory");                                                              \
        } else if constexpr (sizeof(T) == 4) {                                                     \
            asm volatile("st.global." op ".u32 [%0], %1;" ::"l"(p),                                \
                         "r"(__builtin_bit_cast(unsigned int, v))                                  \
                         : "memory");                                                              \
        } else if constexpr (sizeof(T) == 2) {                                                     \
            asm volatile("st.global." op ".u16 [%0], %1;" ::"l"(p),                                \
                         "h"(__builtin_bit_cast(unsigned short, v))                                \
                         : "memory");                                                              \
        } else {                                                                                   \
            static_assert(sizeof(T) == 1, "stores take 1, 2, 4, 8 or 16 bytes");                   \
            asm volatile("st.global." op ".u8 [%0], %1;" ::"l"(p),                                 \
                         "r"((unsigned int)__builtin_bit_cast(unsigned char, v))                   \
                         : "memory");                                                              \
        }                                                                                          \
    }
__CUPRUM_LD(__ldg, "nc")
__CUPRUM_LD(__ldcg, "cg")
__CUPRUM_LD(__ldca, "ca")
__CUPRUM_LD(__ldcs, "cs")
__CUPRUM_LD(__ldlu, "lu")
__CUPRUM_LD(__ldcv, "cv")
__CUPRUM_ST(__stwb, "wb")
__CUPRUM_ST(__stcg, "cg")
__CUPRUM_ST(__stcs, "cs")
__CUPRUM_ST(__stwt, "wt")

// ---- SIMD within a word: 2 x 16 and 4 x 8 bits --------------------------------------------------
// Bit tricks on whole words: H is the mask of the lanes' top bits, ONE has one in each lane.
template <unsigned int H> struct __cuprum_simd {
    static constexpr unsigned int ONE = H >> (H == 0x80008000u ? 15 : 7);
    static constexpr unsigned int BITS = H == 0x80008000u ? 16 : 8;
    // A lane's top bit spread over the lane.
    __CUPRUM_HD_M__ unsigned int spread(unsigned int top) {
        return (top >> (BITS - 1)) * ((1u << BITS) - 1u);
    }
    __CUPRUM_HD_M__ unsigned int add(unsigned int a, unsigned int b) {
        return ((a & ~H) + (b & ~H)) ^ ((a ^ b) & H);
    }
    __CUPRUM_HD_M__ unsigned int sub(unsigned int a, unsigned int b) {
        return ((a | H) - (b & ~H)) ^ ((a ^ ~b) & H);
    }
    __CUPRUM_HD_M__ unsigned int neg(unsigned int a) { return sub(0u, a); }
    __CUPRUM_HD_M__ unsigned int ltu(unsigned int a,
                                     unsigned int b) { // borrow of a - b, in the top bits
        unsigned int d = sub(a, b);
        return ((~a & b) | (~(a ^ b) & d)) & H;
    }
    __CUPRUM_HD_M__ unsigned int lts(unsigned int a, unsigned int b) { return ltu(a ^ H, b ^ H); }
    __CUPRUM_HD_M__ unsigned int ne(unsigned int a, unsigned int b) {
        unsigned int x = a ^ b;
        return (((x & ~H) + ~H) | x) & H;
    }
    __CUPRUM_HD_M__ unsigned int pick(unsigned int top, unsigned int a, unsigned int b) {
        unsigned int m = spread(top);
        return (a & m) | (b & ~m);
    }
    __CUPRUM_HD_M__ unsigned int abs(unsigned int a) { return pick(a & H, neg(a), a); }
    // Signed saturation: overflow gives 0x7f.. or 0x80.. by the sign of a.
    __CUPRUM_HD_M__ unsigned int clamp(unsigned int over, unsigned int a, unsigned int r) {
        unsigned int limit = add(~H, (a & H) >> (BITS - 1));
        return pick(over & H, limit, r);
    }
    __CUPRUM_HD_M__ unsigned int addss(unsigned int a, unsigned int b) {
        unsigned int r = add(a, b);
        return clamp(~(a ^ b) & (a ^ r), a, r);
    }
    __CUPRUM_HD_M__ unsigned int subss(unsigned int a, unsigned int b) {
        unsigned int r = sub(a, b);
        return clamp((a ^ b) & (a ^ r), a, r);
    }
    __CUPRUM_HD_M__ unsigned int addus(unsigned int a, unsigned int b) {
        unsigned int r = add(a, b);
        return r | spread(((a & b) | ((a | b) & ~r)) & H);
    }
    __CUPRUM_HD_M__ unsigned int subus(unsigned int a, unsigned int b) {
        return sub(a, b) & ~spread(ltu(a, b));
    }
    __CUPRUM_HD_M__ unsigned int halve(unsigned int x) { return (x >> 1) & ~H; }
    __CUPRUM_HD_M__ unsigned int avgu(unsigned int a, unsigned int b) {
        return sub(a | b, halve(a ^ b));
    }
    __CUPRUM_HD_M__ unsigned int haddu(unsigned int a, unsigned int b) {
        return add(a & b, halve(a ^ b));
    }
    __CUPRUM_HD_M__ unsigned int avgs(unsigned int a, unsigned int b) {
        // rounded away from zero: down, then one more where the sum is odd and not negative
        unsigned int r = haddu(a ^ H, b ^ H) ^ H;
        return r + ((a ^ b) & ~(r >> (BITS - 1)) & ONE);
    }
    __CUPRUM_HD_M__ unsigned int diffu(unsigned int a, unsigned int b) {
        return pick(ltu(a, b), sub(b, a), sub(a, b));
    }
    __CUPRUM_HD_M__ unsigned int diffs(unsigned int a, unsigned int b) {
        return pick(lts(a, b), sub(b, a), sub(a, b));
    }
    __CUPRUM_HD_M__ unsigned int sum(unsigned int a) {
        unsigned int s = 0;
        for (unsigned int k = 0; k < 32; k += BITS) s += (a >> k) & ((1u << BITS) - 1u);
        return s;
    }
};
typedef __cuprum_simd<0x80008000u> __cuprum_simd2;
typedef __cuprum_simd<0x80808080u> __cuprum_simd4;
__CUPRUM_DEV__ unsigned int __vadd2(unsigned int a, unsigned int b) {
    return __cuprum_simd2::add(a, b);
}
__CUPRUM_DEV__ unsigned int __vsub2(unsigned int a, unsigned int b) {
    return __cuprum_simd2::sub(a, b);
}
__CUPRUM_DEV__ unsigned int __vaddss2(unsigned int a, unsigned int b) {
    return __cuprum_simd2::addss(a, b);
}
__CUPRUM_DEV__ unsigned int __vaddus2(unsigned int a, unsigned int b) {
    return __cuprum_simd2::addus(a, b);
}
__CUPRUM_DEV__ unsigned int __vsubss2(unsigned int a, unsigned int b) {
    return __cuprum_simd2::subss(a, b);
}
__CUPRUM_DEV__ unsigned int __vsubus2(unsigned int a, unsigned int b) {
    return __cuprum_simd2::subus(a, b);
}
__CUPRUM_DEV__ unsigned int __vavgs2(unsigned int a, unsigned int b) {
    return __cuprum_simd2::avgs(a, b);
}
__CUPRUM_DEV__ unsigned int __vavgu2(unsigned int a, unsigned int b) {
    return __cuprum_simd2::avgu(a, b);
}
__CUPRUM_DEV__ unsigned int __vhaddu2(unsigned int a, unsigned int b) {
    return __cuprum_simd2::haddu(a, b);
}
__CUPRUM_DEV__ unsigned int __vabsdiffu2(unsigned int a, unsigned int b) {
    return __cuprum_simd2::diffu(a, b);
}
__CUPRUM_DEV__ unsigned int __vabsdiffs2(unsigned int a, unsigned int b) {
    return __cuprum_simd2::diffs(a, b);
}
__CUPRUM_DEV__ unsigned int __vsadu2(unsigned int a, unsigned int b) {
    return __cuprum_simd2::sum(__cuprum_simd2::diffu(a, b));
}
__CUPRUM_DEV__ unsigned int __vsads2(unsigned int a, unsigned int b) {
    return __cuprum_simd2::sum(__cuprum_simd2::diffs(a, b));
}
__CUPRUM_DEV__ unsigned int __vmaxs2(unsigned int a, unsigned int b) {
    return __cuprum_simd2::pick(__cuprum_simd2::lts(a, b), b, a);
}
__CUPRUM_DEV__ unsigned int __vmaxu2(unsigned int a, unsigned int b) {
    return __cuprum_simd2::pick(__cuprum_simd2::ltu(a, b), b, a);
}
__CUPRUM_DEV__ unsigned int __vmins2(unsigned int a, unsigned int b) {
    return __cuprum_simd2::pick(__cuprum_simd2::lts(a, b), a, b);
}
__CUPRUM_DEV__ unsigned int __vminu2(unsigned int a, unsigned int b) {
    return __cuprum_simd2::pick(__cuprum_simd2::ltu(a, b), a, b);
}
__CUPRUM_DEV__ unsigned int __vabs2(unsigned int a) {
    return __cuprum_simd2::abs(a);
}
__CUPRUM_DEV__ unsigned int __vneg2(unsigned int a) {
    return __cuprum_simd2::neg(a);
}
__CUPRUM_DEV__ unsigned int __vabsss2(unsigned int a) {
    return __cuprum_simd2::pick(a & 0x80008000u & ~__cuprum_simd2::ne(a, 0x80008000u), ~0x80008000u,
                                __cuprum_simd2::abs(a));
}
__CUPRUM_DEV__ unsigned int __vnegss2(unsigned int a) {
    return __cuprum_simd2::subss(0u, a);
}
__CUPRUM_DEV__ unsigned int __vcmpeq2(unsigned int a, unsigned int b) {
    return __cuprum_simd2::spread(__cuprum_simd2::ne(a, b) ^ 0x80008000u);
}
__CUPRUM_DEV__ unsigned int __vseteq2(unsigned int a, unsigned int b) {
    return (__cuprum_simd2::ne(a, b) ^ 0x80008000u) >> 15;
}
__CUPRUM_DEV__ unsigned int __vcmpne2(unsigned int a, unsigned int b) {
    return __cuprum_simd2::spread(__cuprum_simd2::ne(a, b));
}
__CUPRUM_DEV__ unsigned int __vsetne2(unsigned int a, unsigned int b) {
    return (__cuprum_simd2::ne(a, b)) >> 15;
}
__CUPRUM_DEV__ unsigned int __vcmplts2(unsigned int a, unsigned int b) {
    return __cuprum_simd2::spread(__cuprum_simd2::lts(a, b));
}
__CUPRUM_DEV__ unsigned int __vsetlts2(unsigned int a, unsigned int b) {
    return (__cuprum_simd2::lts(a, b)) >> 15;
}
__CUPRUM_DEV__ unsigned int __vcmpltu2(unsigned int a, unsigned int b) {
    return __cuprum_simd2::spread(__cuprum_simd2::ltu(a, b));
}
__CUPRUM_DEV__ unsigned int __vsetltu2(unsigned int a, unsigned int b) {
    return (__cuprum_simd2::ltu(a, b)) >> 15;
}
__CUPRUM_DEV__ unsigned int __vcmpgts2(unsigned int a, unsigned int b) {
    return __cuprum_simd2::spread(__cuprum_simd2::lts(b, a));
}
__CUPRUM_DEV__ unsigned int __vsetgts2(unsigned int a, unsigned int b) {
    return (__cuprum_simd2::lts(b, a)) >> 15;
}
__CUPRUM_DEV__ unsigned int __vcmpgtu2(unsigned int a, unsigned int b) {
    return __cuprum_simd2::spread(__cuprum_simd2::ltu(b, a));
}
__CUPRUM_DEV__ unsigned int __vsetgtu2(unsigned int a, unsigned int b) {
    return (__cuprum_simd2::ltu(b, a)) >> 15;
}
__CUPRUM_DEV__ unsigned int __vcmples2(unsigned int a, unsigned int b) {
    return __cuprum_simd2::spread(__cuprum_simd2::lts(b, a) ^ 0x80008000u);
}
__CUPRUM_DEV__ unsigned int __vsetles2(unsigned int a, unsigned int b) {
    return (__cuprum_simd2::lts(b, a) ^ 0x80008000u) >> 15;
}
__CUPRUM_DEV__ unsigned int __vcmpleu2(unsigned int a, unsigned int b) {
    return __cuprum_simd2::spread(__cuprum_simd2::ltu(b, a) ^ 0x80008000u);
}
__CUPRUM_DEV__ unsigned int __vsetleu2(unsigned int a, unsigned int b) {
    return (__cuprum_simd2::ltu(b, a) ^ 0x80008000u) >> 15;
}
__CUPRUM_DEV__ unsigned int __vcmpges2(unsigned int a, unsigned int b) {
    return __cuprum_simd2::spread(__cuprum_simd2::lts(a, b) ^ 0x80008000u);
}
__CUPRUM_DEV__ unsigned int __vsetges2(unsigned int a, unsigned int b) {
    return (__cuprum_simd2::lts(a, b) ^ 0x80008000u) >> 15;
}
__CUPRUM_DEV__ unsigned int __vcmpgeu2(unsigned int a, unsigned int b) {
    return __cuprum_simd2::spread(__cuprum_simd2::ltu(a, b) ^ 0x80008000u);
}
__CUPRUM_DEV__ unsigned int __vsetgeu2(unsigned int a, unsigned int b) {
    return (__cuprum_simd2::ltu(a, b) ^ 0x80008000u) >> 15;
}
__CUPRUM_DEV__ unsigned int __vadd4(unsigned int a, unsigned int b) {
    return __cuprum_simd4::add(a, b);
}
__CUPRUM_DEV__ unsigned int __vsub4(unsigned int a, unsigned int b) {
    return __cuprum_simd4::sub(a, b);
}
__CUPRUM_DEV__ unsigned int __vaddss4(unsigned int a, unsigned int b) {
    return __cuprum_simd4::addss(a, b);
}
__CUPRUM_DEV__ unsigned int __vaddus4(unsigned int a, unsigned int b) {
    return __cuprum_simd4::addus(a, b);
}
__CUPRUM_DEV__ unsigned int __vsubss4(unsigned int a, unsigned int b) {
    return __cuprum_simd4::subss(a, b);
}
__CUPRUM_DEV__ unsigned int __vsubus4(unsigned int a, unsigned int b) {
    return __cuprum_simd4::subus(a, b);
}
__CUPRUM_DEV__ unsigned int __vavgs4(unsigned int a, unsigned int b) {
    return __cuprum_simd4::avgs(a, b);
}
__CUPRUM_DEV__ unsigned int __vavgu4(unsigned int a, unsigned int b) {
    return __cuprum_simd4::avgu(a, b);
}
__CUPRUM_DEV__ unsigned int __vhaddu4(unsigned int a, unsigned int b) {
    return __cuprum_simd4::haddu(a, b);
}
__CUPRUM_DEV__ unsigned int __vabsdiffu4(unsigned int a, unsigned int b) {
    return __cuprum_simd4::diffu(a, b);
}
__CUPRUM_DEV__ unsigned int __vabsdiffs4(unsigned int a, unsigned int b) {
    return __cuprum_simd4::diffs(a, b);
}
__CUPRUM_DEV__ unsigned int __vsadu4(unsigned int a, unsigned int b) {
    return __cuprum_simd4::sum(__cuprum_simd4::diffu(a, b));
}
__CUPRUM_DEV__ unsigned int __vsads4(unsigned int a, unsigned int b) {
    return __cuprum_simd4::sum(__cuprum_simd4::diffs(a, b));
}
__CUPRUM_DEV__ unsigned int __vmaxs4(unsigned int a, unsigned int b) {
    return __cuprum_simd4::pick(__cuprum_simd4::lts(a, b), b, a);
}
__CUPRUM_DEV__ unsigned int __vmaxu4(unsigned int a, unsigned int b) {
    return __cuprum_simd4::pick(__cuprum_simd4::ltu(a, b), b, a);
}
__CUPRUM_DEV__ unsigned int __vmins4(unsigned int a, unsigned int b) {
    return __cuprum_simd4::pick(__cuprum_simd4::lts(a, b), a, b);
}
__CUPRUM_DEV__ unsigned int __vminu4(unsigned int a, unsigned int b) {
    return __cuprum_simd4::pick(__cuprum_simd4::ltu(a, b), a, b);
}
__CUPRUM_DEV__ unsigned int __vabs4(unsigned int a) {
    return __cuprum_simd4::abs(a);
}
__CUPRUM_DEV__ unsigned int __vneg4(unsigned int a) {
    return __cuprum_simd4::neg(a);
}
__CUPRUM_DEV__ unsigned int __vabsss4(unsigned int a) {
    return __cuprum_simd4::pick(a & 0x80808080u & ~__cuprum_simd4::ne(a, 0x80808080u), ~0x80808080u,
                                __cuprum_simd4::abs(a));
}
__CUPRUM_DEV__ unsigned int __vnegss4(unsigned int a) {
    return __cuprum_simd4::subss(0u, a);
}
__CUPRUM_DEV__ unsigned int __vcmpeq4(unsigned int a, unsigned int b) {
    return __cuprum_simd4::spread(__cuprum_simd4::ne(a, b) ^ 0x80808080u);
}
__CUPRUM_DEV__ unsigned int __vseteq4(unsigned int a, unsigned int b) {
    return (__cuprum_simd4::ne(a, b) ^ 0x80808080u) >> 7;
}
__CUPRUM_DEV__ unsigned int __vcmpne4(unsigned int a, unsigned int b) {
    return __cuprum_simd4::spread(__cuprum_simd4::ne(a, b));
}
__CUPRUM_DEV__ unsigned int __vsetne4(unsigned int a, unsigned int b) {
    return (__cuprum_simd4::ne(a, b)) >> 7;
}
__CUPRUM_DEV__ unsigned int __vcmplts4(unsigned int a, unsigned int b) {
    return __cuprum_simd4::spread(__cuprum_simd4::lts(a, b));
}
__CUPRUM_DEV__ unsigned int __vsetlts4(unsigned int a, unsigned int b) {
    return (__cuprum_simd4::lts(a, b)) >> 7;
}
__CUPRUM_DEV__ unsigned int __vcmpltu4(unsigned int a, unsigned int b) {
    return __cuprum_simd4::spread(__cuprum_simd4::ltu(a, b));
}
__CUPRUM_DEV__ unsigned int __vsetltu4(unsigned int a, unsigned int b) {
    return (__cuprum_simd4::ltu(a, b)) >> 7;
}
__CUPRUM_DEV__ unsigned int __vcmpgts4(unsigned int a, unsigned int b) {
    return __cuprum_simd4::spread(__cuprum_simd4::lts(b, a));
}
__CUPRUM_DEV__ unsigned int __vsetgts4(unsigned int a, unsigned int b) {
    return (__cuprum_simd4::lts(b, a)) >> 7;
}
__CUPRUM_DEV__ unsigned int __vcmpgtu4(unsigned int a, unsigned int b) {
    return __cuprum_simd4::spread(__cuprum_simd4::ltu(b, a));
}
__CUPRUM_DEV__ unsigned int __vsetgtu4(unsigned int a, unsigned int b) {
    return (__cuprum_simd4::ltu(b, a)) >> 7;
}
__CUPRUM_DEV__ unsigned int __vcmples4(unsigned int a, unsigned int b) {
    return __cuprum_simd4::spread(__cuprum_simd4::lts(b, a) ^ 0x80808080u);
}
__CUPRUM_DEV__ unsigned int __vsetles4(unsigned int a, unsigned int b) {
    return (__cuprum_simd4::lts(b, a) ^ 0x80808080u) >> 7;
}
__CUPRUM_DEV__ unsigned int __vcmpleu4(unsigned int a, unsigned int b) {
    return __cuprum_simd4::spread(__cuprum_simd4::ltu(b, a) ^ 0x80808080u);
}
__CUPRUM_DEV__ unsigned int __vsetleu4(unsigned int a, unsigned int b) {
    return (__cuprum_simd4::ltu(b, a) ^ 0x80808080u) >> 7;
}
__CUPRUM_DEV__ unsigned int __vcmpges4(unsigned int a, unsigned int b) {
    return __cuprum_simd4::spread(__cuprum_simd4::lts(a, b) ^ 0x80808080u);
}
__CUPRUM_DEV__ unsigned int __vsetges4(unsigned int a, unsigned int b) {
    return (__cuprum_simd4::lts(a, b) ^ 0x80808080u) >> 7;
}
__CUPRUM_DEV__ unsigned int __vcmpgeu4(unsigned int a, unsigned int b) {
    return __cuprum_simd4::spread(__cuprum_simd4::ltu(a, b) ^ 0x80808080u);
}
__CUPRUM_DEV__ unsigned int __vsetgeu4(unsigned int a, unsigned int b) {
    return (__cuprum_simd4::ltu(a, b) ^ 0x80808080u) >> 7;
}

// ---- the host runtime API, as far as host code in a kernel's file names it ----------------------
typedef enum cudaError {
    cudaSuccess = 0,
    cudaErrorInvalidValue = 1,
    cudaErrorMemoryAllocation = 2,
    cudaErrorUnknown = 999
} cudaError_t;
enum cudaMemcpyKind {
    cudaMemcpyHostToHost = 0,
    cudaMemcpyHostToDevice = 1,
    cudaMemcpyDeviceToHost = 2,
    cudaMemcpyDeviceToDevice = 3,
    cudaMemcpyDefault = 4
};
typedef struct CUstream_st *cudaStream_t;
typedef struct CUevent_st *cudaEvent_t;
extern "C" {
cudaError_t cudaMalloc(void **p, size_t n);
cudaError_t cudaMallocManaged(void **p, size_t n, unsigned int flags = 1);
cudaError_t cudaMallocHost(void **p, size_t n);
cudaError_t cudaFree(void *p);
cudaError_t cudaFreeHost(void *p);
cudaError_t cudaMemcpy(void *dst, const void *src, size_t n, cudaMemcpyKind kind);
cudaError_t cudaMemcpyAsync(void *dst, const void *src, size_t n, cudaMemcpyKind kind,
                            cudaStream_t s = 0);
cudaError_t cudaMemset(void *p, int v, size_t n);
cudaError_t cudaDeviceSynchronize();
cudaError_t cudaGetLastError();
cudaError_t cudaPeekAtLastError();
const char *cudaGetErrorString(cudaError_t e);
cudaError_t cudaStreamCreate(cudaStream_t *s);
cudaError_t cudaStreamSynchronize(cudaStream_t s);
cudaError_t cudaStreamDestroy(cudaStream_t s);
cudaError_t cudaEventCreate(cudaEvent_t *e);
cudaError_t cudaEventRecord(cudaEvent_t e, cudaStream_t s = 0);
cudaError_t cudaEventSynchronize(cudaEvent_t e);
cudaError_t cudaEventElapsedTime(float *ms, cudaEvent_t a, cudaEvent_t b);
cudaError_t cudaEventDestroy(cudaEvent_t e);
cudaError_t cudaLaunchKernel(const void *f, dim3 grid, dim3 block, void **args, size_t shared,
                             cudaStream_t s);
}
template <class T> static inline cudaError_t cudaMalloc(T **p, size_t n) {
    return cudaMalloc((void **)p, n);
}
template <class T>
static inline cudaError_t cudaMallocManaged(T **p, size_t n, unsigned int flags = 1) {
    return cudaMallocManaged((void **)p, n, flags);
}
template <class T>
static inline cudaError_t cudaMemcpyToSymbol(const T &symbol, const void *src, size_t n,
                                             size_t offset = 0,
                                             cudaMemcpyKind kind = cudaMemcpyHostToDevice);
template <class T>
static inline cudaError_t cudaMemcpyFromSymbol(void *dst, const T &symbol, size_t n,
                                               size_t offset = 0,
                                               cudaMemcpyKind kind = cudaMemcpyDeviceToHost);

#undef __CUPRUM_HD_M__
#undef __CUPRUM_HDM__
#endif
