// SPDX-License-Identifier: Apache-2.0
// Vector types (CUDA C++ Programming Guide, "Built-in Vector Types") and the built-in variables.
// A part of cuprum_runtime.h.
#ifndef CUPRUM_VECTOR_H
#define CUPRUM_VECTOR_H

#if __cuprum_says(tex* surf* cudaCreateChannelDesc*) // whose overloads name them all
#define __CUPRUM_ALL_VECTORS 1
#else
#define __CUPRUM_ALL_VECTORS 0
#endif
struct uint3 {
    unsigned int x, y, z;
};
__CUPRUM_HD__ __CUPRUM_CONSTEXPR__ uint3 make_uint3(unsigned int x, unsigned int y,
                                                    unsigned int z) {
    __CUPRUM_MAKE__(uint3, x, y, z);
}
// Most programs say none of these.
#if __CUPRUM_ALL_VECTORS || \
    __cuprum_says(char1 char2 char3 char4 uchar* short1 short2 short3 short4 ushort* \
                  int1 int2 int3 int4 uint1 uint2 uint4 long1* long2* long3* long4* \
                  ulong* longlong* float1 float2 float3 float4 double1 double2 double3 \
                  double4* make_* __float22* __half22float2 __bfloat1622float2 __fadd2_* \
                  __fmul2_* __ffma2_*)
#if __CUPRUM_ALL_VECTORS || __cuprum_says(char1 char2 char3 char4 make_char*)
struct char1 {
    signed char x;
};
__CUPRUM_HD__ __CUPRUM_CONSTEXPR__ char1 make_char1(signed char x) {
    __CUPRUM_MAKE__(char1, x);
}
struct __align__(2) char2 {
    signed char x, y;
};
__CUPRUM_HD__ __CUPRUM_CONSTEXPR__ char2 make_char2(signed char x, signed char y) {
    __CUPRUM_MAKE__(char2, x, y);
}
struct char3 {
    signed char x, y, z;
};
__CUPRUM_HD__ __CUPRUM_CONSTEXPR__ char3 make_char3(signed char x, signed char y, signed char z) {
    __CUPRUM_MAKE__(char3, x, y, z);
}
struct __align__(4) char4 {
    signed char x, y, z, w;
};
__CUPRUM_HD__ __CUPRUM_CONSTEXPR__ char4 make_char4(signed char x, signed char y, signed char z,
                                                    signed char w) {
    __CUPRUM_MAKE__(char4, x, y, z, w);
}
#endif
#if __CUPRUM_ALL_VECTORS || __cuprum_says(uchar1 uchar2 uchar3 uchar4 make_uchar*)
struct uchar1 {
    unsigned char x;
};
__CUPRUM_HD__ __CUPRUM_CONSTEXPR__ uchar1 make_uchar1(unsigned char x) {
    __CUPRUM_MAKE__(uchar1, x);
}
struct __align__(2) uchar2 {
    unsigned char x, y;
};
__CUPRUM_HD__ __CUPRUM_CONSTEXPR__ uchar2 make_uchar2(unsigned char x, unsigned char y) {
    __CUPRUM_MAKE__(uchar2, x, y);
}
struct uchar3 {
    unsigned char x, y, z;
};
__CUPRUM_HD__ __CUPRUM_CONSTEXPR__ uchar3 make_uchar3(unsigned char x, unsigned char y,
                                                      unsigned char z) {
    __CUPRUM_MAKE__(uchar3, x, y, z);
}
struct __align__(4) uchar4 {
    unsigned char x, y, z, w;
};
__CUPRUM_HD__ __CUPRUM_CONSTEXPR__ uchar4 make_uchar4(unsigned char x, unsigned char y,
                                                      unsigned char z, unsigned char w) {
    __CUPRUM_MAKE__(uchar4, x, y, z, w);
}
#endif
#if __CUPRUM_ALL_VECTORS || __cuprum_says(short1 short2 short3 short4 make_short*)
struct short1 {
    short x;
};
__CUPRUM_HD__ __CUPRUM_CONSTEXPR__ short1 make_short1(short x) {
    __CUPRUM_MAKE__(short1, x);
}
struct __align__(4) short2 {
    short x, y;
};
__CUPRUM_HD__ __CUPRUM_CONSTEXPR__ short2 make_short2(short x, short y) {
    __CUPRUM_MAKE__(short2, x, y);
}
struct short3 {
    short x, y, z;
};
__CUPRUM_HD__ __CUPRUM_CONSTEXPR__ short3 make_short3(short x, short y, short z) {
    __CUPRUM_MAKE__(short3, x, y, z);
}
struct __align__(8) short4 {
    short x, y, z, w;
};
__CUPRUM_HD__ __CUPRUM_CONSTEXPR__ short4 make_short4(short x, short y, short z, short w) {
    __CUPRUM_MAKE__(short4, x, y, z, w);
}
#endif
#if __CUPRUM_ALL_VECTORS || __cuprum_says(ushort1 ushort2 ushort3 ushort4 make_ushort*)
struct ushort1 {
    unsigned short x;
};
__CUPRUM_HD__ __CUPRUM_CONSTEXPR__ ushort1 make_ushort1(unsigned short x) {
    __CUPRUM_MAKE__(ushort1, x);
}
struct __align__(4) ushort2 {
    unsigned short x, y;
};
__CUPRUM_HD__ __CUPRUM_CONSTEXPR__ ushort2 make_ushort2(unsigned short x, unsigned short y) {
    __CUPRUM_MAKE__(ushort2, x, y);
}
struct ushort3 {
    unsigned short x, y, z;
};
__CUPRUM_HD__ __CUPRUM_CONSTEXPR__ ushort3 make_ushort3(unsigned short x, unsigned short y,
                                                        unsigned short z) {
    __CUPRUM_MAKE__(ushort3, x, y, z);
}
struct __align__(8) ushort4 {
    unsigned short x, y, z, w;
};
__CUPRUM_HD__ __CUPRUM_CONSTEXPR__ ushort4 make_ushort4(unsigned short x, unsigned short y,
                                                        unsigned short z, unsigned short w) {
    __CUPRUM_MAKE__(ushort4, x, y, z, w);
}
#endif
#if __CUPRUM_ALL_VECTORS || __cuprum_says(int1 int2 int3 int4 make_int*)
struct int1 {
    int x;
};
__CUPRUM_HD__ __CUPRUM_CONSTEXPR__ int1 make_int1(int x) {
    __CUPRUM_MAKE__(int1, x);
}
struct __align__(8) int2 {
    int x, y;
};
__CUPRUM_HD__ __CUPRUM_CONSTEXPR__ int2 make_int2(int x, int y) {
    __CUPRUM_MAKE__(int2, x, y);
}
struct int3 {
    int x, y, z;
};
__CUPRUM_HD__ __CUPRUM_CONSTEXPR__ int3 make_int3(int x, int y, int z) {
    __CUPRUM_MAKE__(int3, x, y, z);
}
struct __align__(16) int4 {
    int x, y, z, w;
};
__CUPRUM_HD__ __CUPRUM_CONSTEXPR__ int4 make_int4(int x, int y, int z, int w) {
    __CUPRUM_MAKE__(int4, x, y, z, w);
}
#endif
#if __CUPRUM_ALL_VECTORS || __cuprum_says(uint1 uint2 uint4 make_uint*)
struct uint1 {
    unsigned int x;
};
__CUPRUM_HD__ __CUPRUM_CONSTEXPR__ uint1 make_uint1(unsigned int x) {
    __CUPRUM_MAKE__(uint1, x);
}
struct __align__(8) uint2 {
    unsigned int x, y;
};
__CUPRUM_HD__ __CUPRUM_CONSTEXPR__ uint2 make_uint2(unsigned int x, unsigned int y) {
    __CUPRUM_MAKE__(uint2, x, y);
}
struct __align__(16) uint4 {
    unsigned int x, y, z, w;
};
__CUPRUM_HD__ __CUPRUM_CONSTEXPR__ uint4 make_uint4(unsigned int x, unsigned int y, unsigned int z,
                                                    unsigned int w) {
    __CUPRUM_MAKE__(uint4, x, y, z, w);
}
#endif
#if __CUPRUM_ALL_VECTORS || __cuprum_says(long1 long2 long3 long4 make_long*)
struct long1 {
    long x;
};
__CUPRUM_HD__ __CUPRUM_CONSTEXPR__ long1 make_long1(long x) {
    __CUPRUM_MAKE__(long1, x);
}
struct __align__(16) long2 {
    long x, y;
};
__CUPRUM_HD__ __CUPRUM_CONSTEXPR__ long2 make_long2(long x, long y) {
    __CUPRUM_MAKE__(long2, x, y);
}
struct long3 {
    long x, y, z;
};
__CUPRUM_HD__ __CUPRUM_CONSTEXPR__ long3 make_long3(long x, long y, long z) {
    __CUPRUM_MAKE__(long3, x, y, z);
}
struct __align__(16) long4 {
    long x, y, z, w;
};
__CUPRUM_HD__ __CUPRUM_CONSTEXPR__ long4 make_long4(long x, long y, long z, long w) {
    __CUPRUM_MAKE__(long4, x, y, z, w);
}
#endif
#if __CUPRUM_ALL_VECTORS || __cuprum_says(ulong1 ulong2 ulong3 ulong4 make_ulong*)
struct ulong1 {
    unsigned long x;
};
__CUPRUM_HD__ __CUPRUM_CONSTEXPR__ ulong1 make_ulong1(unsigned long x) {
    __CUPRUM_MAKE__(ulong1, x);
}
struct __align__(16) ulong2 {
    unsigned long x, y;
};
__CUPRUM_HD__ __CUPRUM_CONSTEXPR__ ulong2 make_ulong2(unsigned long x, unsigned long y) {
    __CUPRUM_MAKE__(ulong2, x, y);
}
struct ulong3 {
    unsigned long x, y, z;
};
__CUPRUM_HD__ __CUPRUM_CONSTEXPR__ ulong3 make_ulong3(unsigned long x, unsigned long y,
                                                      unsigned long z) {
    __CUPRUM_MAKE__(ulong3, x, y, z);
}
struct __align__(16) ulong4 {
    unsigned long x, y, z, w;
};
__CUPRUM_HD__ __CUPRUM_CONSTEXPR__ ulong4 make_ulong4(unsigned long x, unsigned long y,
                                                      unsigned long z, unsigned long w) {
    __CUPRUM_MAKE__(ulong4, x, y, z, w);
}
#endif
#if __CUPRUM_ALL_VECTORS || __cuprum_says(longlong1 longlong2 longlong3 longlong4 make_longlong*)
struct longlong1 {
    long long x;
};
__CUPRUM_HD__ __CUPRUM_CONSTEXPR__ longlong1 make_longlong1(long long x) {
    __CUPRUM_MAKE__(longlong1, x);
}
struct __align__(16) longlong2 {
    long long x, y;
};
__CUPRUM_HD__ __CUPRUM_CONSTEXPR__ longlong2 make_longlong2(long long x, long long y) {
    __CUPRUM_MAKE__(longlong2, x, y);
}
struct longlong3 {
    long long x, y, z;
};
__CUPRUM_HD__ __CUPRUM_CONSTEXPR__ longlong3 make_longlong3(long long x, long long y, long long z) {
    __CUPRUM_MAKE__(longlong3, x, y, z);
}
struct __align__(16) longlong4 {
    long long x, y, z, w;
};
__CUPRUM_HD__ __CUPRUM_CONSTEXPR__ longlong4 make_longlong4(long long x, long long y, long long z,
                                                            long long w) {
    __CUPRUM_MAKE__(longlong4, x, y, z, w);
}
#endif
#if __CUPRUM_ALL_VECTORS || __cuprum_says(ulonglong1 ulonglong2 ulonglong3 ulonglong4 make_ulonglong*)
struct ulonglong1 {
    unsigned long long x;
};
__CUPRUM_HD__ __CUPRUM_CONSTEXPR__ ulonglong1 make_ulonglong1(unsigned long long x) {
    __CUPRUM_MAKE__(ulonglong1, x);
}
struct __align__(16) ulonglong2 {
    unsigned long long x, y;
};
__CUPRUM_HD__ __CUPRUM_CONSTEXPR__ ulonglong2 make_ulonglong2(unsigned long long x,
                                                              unsigned long long y) {
    __CUPRUM_MAKE__(ulonglong2, x, y);
}
struct ulonglong3 {
    unsigned long long x, y, z;
};
__CUPRUM_HD__ __CUPRUM_CONSTEXPR__ ulonglong3 make_ulonglong3(unsigned long long x,
                                                              unsigned long long y,
                                                              unsigned long long z) {
    __CUPRUM_MAKE__(ulonglong3, x, y, z);
}
struct __align__(16) ulonglong4 {
    unsigned long long x, y, z, w;
};
__CUPRUM_HD__ __CUPRUM_CONSTEXPR__ ulonglong4 make_ulonglong4(unsigned long long x,
                                                              unsigned long long y,
                                                              unsigned long long z,
                                                              unsigned long long w) {
    __CUPRUM_MAKE__(ulonglong4, x, y, z, w);
}
#endif
#if __CUPRUM_ALL_VECTORS || __cuprum_says(float1 float2 float3 float4 make_float* __float22* __half22float2 __bfloat1622float2 __fadd2_* __fmul2_* __ffma2_*)
struct float1 {
    float x;
};
__CUPRUM_HD__ __CUPRUM_CONSTEXPR__ float1 make_float1(float x) {
    __CUPRUM_MAKE__(float1, x);
}
struct __align__(8) float2 {
    float x, y;
};
__CUPRUM_HD__ __CUPRUM_CONSTEXPR__ float2 make_float2(float x, float y) {
    __CUPRUM_MAKE__(float2, x, y);
}
struct float3 {
    float x, y, z;
};
__CUPRUM_HD__ __CUPRUM_CONSTEXPR__ float3 make_float3(float x, float y, float z) {
    __CUPRUM_MAKE__(float3, x, y, z);
}
struct __align__(16) float4 {
    float x, y, z, w;
};
__CUPRUM_HD__ __CUPRUM_CONSTEXPR__ float4 make_float4(float x, float y, float z, float w) {
    __CUPRUM_MAKE__(float4, x, y, z, w);
}
#endif
#if __CUPRUM_ALL_VECTORS || __cuprum_says(double1 double2 double3 double4 make_double*)
struct double1 {
    double x;
};
__CUPRUM_HD__ __CUPRUM_CONSTEXPR__ double1 make_double1(double x) {
    __CUPRUM_MAKE__(double1, x);
}
struct __align__(16) double2 {
    double x, y;
};
__CUPRUM_HD__ __CUPRUM_CONSTEXPR__ double2 make_double2(double x, double y) {
    __CUPRUM_MAKE__(double2, x, y);
}
struct double3 {
    double x, y, z;
};
__CUPRUM_HD__ __CUPRUM_CONSTEXPR__ double3 make_double3(double x, double y, double z) {
    __CUPRUM_MAKE__(double3, x, y, z);
}
struct __align__(16) double4 {
    double x, y, z, w;
};
__CUPRUM_HD__ __CUPRUM_CONSTEXPR__ double4 make_double4(double x, double y, double z, double w) {
    __CUPRUM_MAKE__(double4, x, y, z, w);
}
#endif

#if __cuprum_says(*4_16a* *4_32a*)
// Four of 64 bits, with the alignment in the name.
#define __CUPRUM_ALIGNED_4(T, name)                                                                \
    struct __align__(16) name##_16a {                                                              \
        T x, y, z, w;                                                                              \
    };                                                                                             \
    struct __align__(32) name##_32a {                                                              \
        T x, y, z, w;                                                                              \
    };                                                                                             \
    __CUPRUM_HD__ __CUPRUM_CONSTEXPR__ name##_16a make_##name##_16a(T x, T y, T z, T w) {          \
        return name##_16a{x, y, z, w};                                                             \
    }                                                                                              \
    __CUPRUM_HD__ __CUPRUM_CONSTEXPR__ name##_32a make_##name##_32a(T x, T y, T z, T w) {          \
        return name##_32a{x, y, z, w};                                                             \
    }
__CUPRUM_ALIGNED_4(long, long4)
__CUPRUM_ALIGNED_4(unsigned long, ulong4)
__CUPRUM_ALIGNED_4(long long, longlong4)
__CUPRUM_ALIGNED_4(unsigned long long, ulonglong4)
__CUPRUM_ALIGNED_4(double, double4)
#undef __CUPRUM_ALIGNED_4
#endif
#endif
#undef __CUPRUM_ALL_VECTORS

struct dim3 {
    unsigned int x, y, z;
    __CUPRUM_HDM__ __CUPRUM_CONSTEXPR__ dim3(unsigned int vx = 1, unsigned int vy = 1,
                                             unsigned int vz = 1)
        : x(vx), y(vy), z(vz) {}
    __CUPRUM_HDM__ __CUPRUM_CONSTEXPR__ dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
    __CUPRUM_HDM__ __CUPRUM_CONSTEXPR__ operator uint3() const { __CUPRUM_MAKE__(uint3, x, y, z); }
};

#if defined(__CUDA_ARCH__) || defined(__CUDACC__)
extern const __device__ uint3 threadIdx;
extern const __device__ uint3 blockIdx;
extern const __device__ dim3 blockDim;
extern const __device__ dim3 gridDim;
extern const __device__ int warpSize;
#endif

#endif
