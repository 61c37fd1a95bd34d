// RUN: cuprum --emit=pp %s | sed -n '\|test/lex/|,$p'
// A macro that is a pragma: one where it begins a line, as in what gcc prints for nvcc's front end.
#define UNROLL #pragma unroll
#define COUNT 4
#define UNROLL_COUNT #pragma unroll COUNT
#define LOOP UNROLL_COUNT
#define POISON #pragma GCC poison nobody
#define EMPTY
#define HASH #
UNROLL
one
    UNROLL COUNT // comment
two
LOOP
three
LOOP
LOOP /* not
here */ five
UNROLL_COUNT EMPTY
POISON
x UNROLL
HASH pragma
#define ARG(x) x
ARG(UNROLL)
EMPTY UNROLL
last UNROLL
// EXPECT:
// # 1 "test/lex/pragma_macro.cu"
// # 87 "cuprum_runtime.h" 1 3
// typedef unsigned long size_t;
// typedef long ptrdiff_t;
// typedef signed char int8_t;
// typedef short int16_t;
// typedef int int32_t;
// typedef long int64_t;
// typedef unsigned char uint8_t;
// typedef unsigned short uint16_t;
// typedef unsigned int uint32_t;
// typedef unsigned long uint64_t;
// typedef long intptr_t;
// typedef unsigned long uintptr_t;
// typedef unsigned char uchar;
// typedef unsigned short ushort;
// typedef unsigned int uint;
// typedef unsigned long ulong;
// typedef long clock_t;
// typedef decltype(nullptr) nullptr_t;
//
// __attribute__((host, device)) void *operator new(size_t size);
// __attribute__((host, device)) void *operator new[](size_t size);
// __attribute__((host, device)) void operator delete(void *p) noexcept;
// __attribute__((host, device)) void operator delete[](void *p) noexcept;
// __attribute__((host, device)) void operator delete(void *p, size_t size) noexcept;
// __attribute__((host, device)) void operator delete[](void *p, size_t size) noexcept;
// __attribute__((host, device)) inline void *operator new(size_t, void *p) noexcept {
//     return p;
// }
// __attribute__((host, device)) inline void *operator new[](size_t, void *p) noexcept {
//     return p;
// }
//
// namespace std {
// enum class align_val_t : size_t;
// }
// __attribute__((host, device)) void *operator new(size_t size, std::align_val_t align);
// __attribute__((host, device)) void *operator new[](size_t size, std::align_val_t align);
// __attribute__((host, device)) void operator delete(void *p, std::align_val_t align) noexcept;
// __attribute__((host, device)) void operator delete[](void *p, std::align_val_t align) noexcept;
// __attribute__((host, device)) void operator delete(void *p, size_t, std::align_val_t) noexcept;
// __attribute__((host, device)) void operator delete[](void *p, size_t, std::align_val_t) noexcept;
//
//
// namespace std {
// using ::nullptr_t;
// using ::ptrdiff_t;
// using ::size_t;
//
//
//
// template <class T> class initializer_list {
//     const T *first_;
//     size_t count_;
//     __attribute__((host, device)) constexpr initializer_list(const T *p, size_t n) noexcept
//         : first_(p), count_(n) {}
//
//   public:
//     using value_type = T;
//     using reference = const T &;
//     using const_reference = const T &;
//     using size_type = size_t;
//     using iterator = const T *;
//     using const_iterator = const T *;
//     __attribute__((host, device)) constexpr initializer_list() noexcept : first_(nullptr), count_(0) {}
//     __attribute__((host, device)) constexpr size_t size() const noexcept { return count_; }
//     __attribute__((host, device)) constexpr const T *begin() const noexcept { return first_; }
//     __attribute__((host, device)) constexpr const T *end() const noexcept { return first_ + count_; }
// };
// }
// # 6 "device_types.h" 1 3
// enum cudaRoundMode { cudaRoundNearest, cudaRoundZero, cudaRoundPosInf, cudaRoundMinInf };
// # 1 "cuprum_runtime.h" 2
// # 6 "surface_types.h" 1 3
// typedef unsigned long long cudaSurfaceObject_t;
// enum cudaSurfaceBoundaryMode {
//     cudaBoundaryModeZero = 0,
//     cudaBoundaryModeClamp = 1,
//     cudaBoundaryModeTrap = 2
// };
// enum cudaSurfaceFormatMode { cudaFormatModeForced = 0, cudaFormatModeAuto = 1 };
// # 1 "cuprum_runtime.h" 2
// # 6 "texture_types.h" 1 3
// typedef unsigned long long cudaTextureObject_t;
// enum cudaTextureAddressMode {
//     cudaAddressModeWrap = 0,
//     cudaAddressModeClamp = 1,
//     cudaAddressModeMirror = 2,
//     cudaAddressModeBorder = 3
// };
// enum cudaTextureFilterMode { cudaFilterModePoint = 0, cudaFilterModeLinear = 1 };
// enum cudaTextureReadMode { cudaReadModeElementType = 0, cudaReadModeNormalizedFloat = 1 };
// # 23 "texture_types.h" 3
// struct cudaTextureDesc {
//     enum cudaTextureAddressMode addressMode[3];
//     enum cudaTextureFilterMode filterMode;
//     enum cudaTextureReadMode readMode;
//     int sRGB;
//     float borderColor[4];
//     int normalizedCoords;
//     unsigned int maxAnisotropy;
//     enum cudaTextureFilterMode mipmapFilterMode;
//     float mipmapLevelBias;
//     float minMipmapLevelClamp;
//     float maxMipmapLevelClamp;
//     int disableTrilinearOptimization;
//     int seamlessCubemap;
// };
// # 1 "cuprum_runtime.h" 2
// # 7 "cuprum_vector.h" 1 3
// struct char1 {
//     signed char x;
// };
// static __inline__ __attribute__((host, device, always_inline)) constexpr char1 make_char1(signed char x) {
//     return char1{x};
// }
// struct __attribute__((aligned(2))) char2 {
//     signed char x, y;
// };
// static __inline__ __attribute__((host, device, always_inline)) constexpr char2 make_char2(signed char x, signed char y) {
//     return char2{x, y};
// }
// struct char3 {
//     signed char x, y, z;
// };
// static __inline__ __attribute__((host, device, always_inline)) constexpr char3 make_char3(signed char x, signed char y, signed char z) {
//     return char3{x, y, z};
// }
// struct __attribute__((aligned(4))) char4 {
//     signed char x, y, z, w;
// };
// static __inline__ __attribute__((host, device, always_inline)) constexpr char4 make_char4(signed char x, signed char y, signed char z,
//                                          signed char w) {
//     return char4{x, y, z, w};
// }
// struct uchar1 {
//     unsigned char x;
// };
// static __inline__ __attribute__((host, device, always_inline)) constexpr uchar1 make_uchar1(unsigned char x) {
//     return uchar1{x};
// }
// struct __attribute__((aligned(2))) uchar2 {
//     unsigned char x, y;
// };
// static __inline__ __attribute__((host, device, always_inline)) constexpr uchar2 make_uchar2(unsigned char x, unsigned char y) {
//     return uchar2{x, y};
// }
// struct uchar3 {
//     unsigned char x, y, z;
// };
// static __inline__ __attribute__((host, device, always_inline)) constexpr uchar3 make_uchar3(unsigned char x, unsigned char y, unsigned char z) {
//     return uchar3{x, y, z};
// }
// struct __attribute__((aligned(4))) uchar4 {
//     unsigned char x, y, z, w;
// };
// static __inline__ __attribute__((host, device, always_inline)) constexpr uchar4 make_uchar4(unsigned char x, unsigned char y, unsigned char z,
//                                            unsigned char w) {
//     return uchar4{x, y, z, w};
// }
// struct short1 {
//     short x;
// };
// static __inline__ __attribute__((host, device, always_inline)) constexpr short1 make_short1(short x) {
//     return short1{x};
// }
// struct __attribute__((aligned(4))) short2 {
//     short x, y;
// };
// static __inline__ __attribute__((host, device, always_inline)) constexpr short2 make_short2(short x, short y) {
//     return short2{x, y};
// }
// struct short3 {
//     short x, y, z;
// };
// static __inline__ __attribute__((host, device, always_inline)) constexpr short3 make_short3(short x, short y, short z) {
//     return short3{x, y, z};
// }
// struct __attribute__((aligned(8))) short4 {
//     short x, y, z, w;
// };
// static __inline__ __attribute__((host, device, always_inline)) constexpr short4 make_short4(short x, short y, short z, short w) {
//     return short4{x, y, z, w};
// }
// struct ushort1 {
//     unsigned short x;
// };
// static __inline__ __attribute__((host, device, always_inline)) constexpr ushort1 make_ushort1(unsigned short x) {
//     return ushort1{x};
// }
// struct __attribute__((aligned(4))) ushort2 {
//     unsigned short x, y;
// };
// static __inline__ __attribute__((host, device, always_inline)) constexpr ushort2 make_ushort2(unsigned short x, unsigned short y) {
//     return ushort2{x, y};
// }
// struct ushort3 {
//     unsigned short x, y, z;
// };
// static __inline__ __attribute__((host, device, always_inline)) constexpr ushort3 make_ushort3(unsigned short x, unsigned short y, unsigned short z) {
//     return ushort3{x, y, z};
// }
// struct __attribute__((aligned(8))) ushort4 {
//     unsigned short x, y, z, w;
// };
// static __inline__ __attribute__((host, device, always_inline)) constexpr ushort4 make_ushort4(unsigned short x, unsigned short y, unsigned short z,
//                                              unsigned short w) {
//     return ushort4{x, y, z, w};
// }
// struct int1 {
//     int x;
// };
// static __inline__ __attribute__((host, device, always_inline)) constexpr int1 make_int1(int x) {
//     return int1{x};
// }
// struct __attribute__((aligned(8))) int2 {
//     int x, y;
// };
// static __inline__ __attribute__((host, device, always_inline)) constexpr int2 make_int2(int x, int y) {
//     return int2{x, y};
// }
// struct int3 {
//     int x, y, z;
// };
// static __inline__ __attribute__((host, device, always_inline)) constexpr int3 make_int3(int x, int y, int z) {
//     return int3{x, y, z};
// }
// struct __attribute__((aligned(16))) int4 {
//     int x, y, z, w;
// };
// static __inline__ __attribute__((host, device, always_inline)) constexpr int4 make_int4(int x, int y, int z, int w) {
//     return int4{x, y, z, w};
// }
// struct uint1 {
//     unsigned int x;
// };
// static __inline__ __attribute__((host, device, always_inline)) constexpr uint1 make_uint1(unsigned int x) {
//     return uint1{x};
// }
// struct __attribute__((aligned(8))) uint2 {
//     unsigned int x, y;
// };
// static __inline__ __attribute__((host, device, always_inline)) constexpr uint2 make_uint2(unsigned int x, unsigned int y) {
//     return uint2{x, y};
// }
// struct uint3 {
//     unsigned int x, y, z;
// };
// static __inline__ __attribute__((host, device, always_inline)) constexpr uint3 make_uint3(unsigned int x, unsigned int y, unsigned int z) {
//     return uint3{x, y, z};
// }
// struct __attribute__((aligned(16))) uint4 {
//     unsigned int x, y, z, w;
// };
// static __inline__ __attribute__((host, device, always_inline)) constexpr uint4 make_uint4(unsigned int x, unsigned int y, unsigned int z,
//                                          unsigned int w) {
//     return uint4{x, y, z, w};
// }
// struct long1 {
//     long x;
// };
// static __inline__ __attribute__((host, device, always_inline)) constexpr long1 make_long1(long x) {
//     return long1{x};
// }
// struct __attribute__((aligned(16))) long2 {
//     long x, y;
// };
// static __inline__ __attribute__((host, device, always_inline)) constexpr long2 make_long2(long x, long y) {
//     return long2{x, y};
// }
// struct long3 {
//     long x, y, z;
// };
// static __inline__ __attribute__((host, device, always_inline)) constexpr long3 make_long3(long x, long y, long z) {
//     return long3{x, y, z};
// }
// struct __attribute__((aligned(16))) long4 {
//     long x, y, z, w;
// };
// static __inline__ __attribute__((host, device, always_inline)) constexpr long4 make_long4(long x, long y, long z, long w) {
//     return long4{x, y, z, w};
// }
// struct ulong1 {
//     unsigned long x;
// };
// static __inline__ __attribute__((host, device, always_inline)) constexpr ulong1 make_ulong1(unsigned long x) {
//     return ulong1{x};
// }
// struct __attribute__((aligned(16))) ulong2 {
//     unsigned long x, y;
// };
// static __inline__ __attribute__((host, device, always_inline)) constexpr ulong2 make_ulong2(unsigned long x, unsigned long y) {
//     return ulong2{x, y};
// }
// struct ulong3 {
//     unsigned long x, y, z;
// };
// static __inline__ __attribute__((host, device, always_inline)) constexpr ulong3 make_ulong3(unsigned long x, unsigned long y, unsigned long z) {
//     return ulong3{x, y, z};
// }
// struct __attribute__((aligned(16))) ulong4 {
//     unsigned long x, y, z, w;
// };
// static __inline__ __attribute__((host, device, always_inline)) constexpr ulong4 make_ulong4(unsigned long x, unsigned long y, unsigned long z,
//                                            unsigned long w) {
//     return ulong4{x, y, z, w};
// }
// struct longlong1 {
//     long long x;
// };
// static __inline__ __attribute__((host, device, always_inline)) constexpr longlong1 make_longlong1(long long x) {
//     return longlong1{x};
// }
// struct __attribute__((aligned(16))) longlong2 {
//     long long x, y;
// };
// static __inline__ __attribute__((host, device, always_inline)) constexpr longlong2 make_longlong2(long long x, long long y) {
//     return longlong2{x, y};
// }
// struct longlong3 {
//     long long x, y, z;
// };
// static __inline__ __attribute__((host, device, always_inline)) constexpr longlong3 make_longlong3(long long x, long long y, long long z) {
//     return longlong3{x, y, z};
// }
// struct __attribute__((aligned(16))) longlong4 {
//     long long x, y, z, w;
// };
// static __inline__ __attribute__((host, device, always_inline)) constexpr longlong4 make_longlong4(long long x, long long y, long long z,
//                                                  long long w) {
//     return longlong4{x, y, z, w};
// }
// struct ulonglong1 {
//     unsigned long long x;
// };
// static __inline__ __attribute__((host, device, always_inline)) constexpr ulonglong1 make_ulonglong1(unsigned long long x) {
//     return ulonglong1{x};
// }
// struct __attribute__((aligned(16))) ulonglong2 {
//     unsigned long long x, y;
// };
// static __inline__ __attribute__((host, device, always_inline)) constexpr ulonglong2 make_ulonglong2(unsigned long long x, unsigned long long y) {
//     return ulonglong2{x, y};
// }
// struct ulonglong3 {
//     unsigned long long x, y, z;
// };
// static __inline__ __attribute__((host, device, always_inline)) constexpr ulonglong3 make_ulonglong3(unsigned long long x, unsigned long long y,
//                                                    unsigned long long z) {
//     return ulonglong3{x, y, z};
// }
// struct __attribute__((aligned(16))) ulonglong4 {
//     unsigned long long x, y, z, w;
// };
// static __inline__ __attribute__((host, device, always_inline)) constexpr ulonglong4 make_ulonglong4(unsigned long long x, unsigned long long y,
//                                                    unsigned long long z, unsigned long long w) {
//     return ulonglong4{x, y, z, w};
// }
// struct float1 {
//     float x;
// };
// static __inline__ __attribute__((host, device, always_inline)) constexpr float1 make_float1(float x) {
//     return float1{x};
// }
// struct __attribute__((aligned(8))) float2 {
//     float x, y;
// };
// static __inline__ __attribute__((host, device, always_inline)) constexpr float2 make_float2(float x, float y) {
//     return float2{x, y};
// }
// struct float3 {
//     float x, y, z;
// };
// static __inline__ __attribute__((host, device, always_inline)) constexpr float3 make_float3(float x, float y, float z) {
//     return float3{x, y, z};
// }
// struct __attribute__((aligned(16))) float4 {
//     float x, y, z, w;
// };
// static __inline__ __attribute__((host, device, always_inline)) constexpr float4 make_float4(float x, float y, float z, float w) {
//     return float4{x, y, z, w};
// }
// struct double1 {
//     double x;
// };
// static __inline__ __attribute__((host, device, always_inline)) constexpr double1 make_double1(double x) {
//     return double1{x};
// }
// struct __attribute__((aligned(16))) double2 {
//     double x, y;
// };
// static __inline__ __attribute__((host, device, always_inline)) constexpr double2 make_double2(double x, double y) {
//     return double2{x, y};
// }
// struct double3 {
//     double x, y, z;
// };
// static __inline__ __attribute__((host, device, always_inline)) constexpr double3 make_double3(double x, double y, double z) {
//     return double3{x, y, z};
// }
// struct __attribute__((aligned(16))) double4 {
//     double x, y, z, w;
// };
// static __inline__ __attribute__((host, device, always_inline)) constexpr double4 make_double4(double x, double y, double z, double w) {
//     return double4{x, y, z, w};
// }
// # 318 "cuprum_vector.h" 3
// struct __attribute__((aligned(16))) long4_16a { long x, y, z, w; }; struct __attribute__((aligned(32))) long4_32a { long x, y, z, w; }; static __inline__ __attribute__((host, device, always_inline)) constexpr long4_16a make_long4_16a(long x, long y, long z, long w) { return long4_16a{x, y, z, w}; } static __inline__ __attribute__((host, device, always_inline)) constexpr long4_32a make_long4_32a(long x, long y, long z, long w) { return long4_32a{x, y, z, w}; }
// struct __attribute__((aligned(16))) ulong4_16a { unsigned long x, y, z, w; }; struct __attribute__((aligned(32))) ulong4_32a { unsigned long x, y, z, w; }; static __inline__ __attribute__((host, device, always_inline)) constexpr ulong4_16a make_ulong4_16a(unsigned long x, unsigned long y, unsigned long z, unsigned long w) { return ulong4_16a{x, y, z, w}; } static __inline__ __attribute__((host, device, always_inline)) constexpr ulong4_32a make_ulong4_32a(unsigned long x, unsigned long y, unsigned long z, unsigned long w) { return ulong4_32a{x, y, z, w}; }
// struct __attribute__((aligned(16))) longlong4_16a { long long x, y, z, w; }; struct __attribute__((aligned(32))) longlong4_32a { long long x, y, z, w; }; static __inline__ __attribute__((host, device, always_inline)) constexpr longlong4_16a make_longlong4_16a(long long x, long long y, long long z, long long w) { return longlong4_16a{x, y, z, w}; } static __inline__ __attribute__((host, device, always_inline)) constexpr longlong4_32a make_longlong4_32a(long long x, long long y, long long z, long long w) { return longlong4_32a{x, y, z, w}; }
// struct __attribute__((aligned(16))) ulonglong4_16a { unsigned long long x, y, z, w; }; struct __attribute__((aligned(32))) ulonglong4_32a { unsigned long long x, y, z, w; }; static __inline__ __attribute__((host, device, always_inline)) constexpr ulonglong4_16a make_ulonglong4_16a(unsigned long long x, unsigned long long y, unsigned long long z, unsigned long long w) { return ulonglong4_16a{x, y, z, w}; } static __inline__ __attribute__((host, device, always_inline)) constexpr ulonglong4_32a make_ulonglong4_32a(unsigned long long x, unsigned long long y, unsigned long long z, unsigned long long w) { return ulonglong4_32a{x, y, z, w}; }
// struct __attribute__((aligned(16))) double4_16a { double x, y, z, w; }; struct __attribute__((aligned(32))) double4_32a { double x, y, z, w; }; static __inline__ __attribute__((host, device, always_inline)) constexpr double4_16a make_double4_16a(double x, double y, double z, double w) { return double4_16a{x, y, z, w}; } static __inline__ __attribute__((host, device, always_inline)) constexpr double4_32a make_double4_32a(double x, double y, double z, double w) { return double4_32a{x, y, z, w}; }
//
//
// struct dim3 {
//     unsigned int x, y, z;
//     __attribute__((host, device)) constexpr dim3(unsigned int vx = 1, unsigned int vy = 1, unsigned int vz = 1)
//         : x(vx), y(vy), z(vz) {}
//     __attribute__((host, device)) constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
//     __attribute__((host, device)) constexpr operator uint3() const { return uint3{x, y, z}; }
// };
//
//
// extern const __attribute__((device)) uint3 threadIdx;
// extern const __attribute__((device)) uint3 blockIdx;
// extern const __attribute__((device)) dim3 blockDim;
// extern const __attribute__((device)) dim3 gridDim;
// extern const __attribute__((device)) int warpSize;
// # 1 "cuprum_runtime.h" 2
// # 8 "cuprum_math.h" 1 3
// template <class T> struct __cuprum_whole {};
// template <class T> struct __cuprum_arithmetic : __cuprum_whole<T> {};
// struct __cuprum_double {
//     typedef double type;
// };
//
//
// template <> struct __cuprum_whole<bool> : __cuprum_double {};
// template <> struct __cuprum_whole<char> : __cuprum_double {};
// template <> struct __cuprum_whole<signed char> : __cuprum_double {};
// template <> struct __cuprum_whole<unsigned char> : __cuprum_double {};
// template <> struct __cuprum_whole<short> : __cuprum_double {};
// template <> struct __cuprum_whole<unsigned short> : __cuprum_double {};
// template <> struct __cuprum_whole<int> : __cuprum_double {};
// template <> struct __cuprum_whole<unsigned int> : __cuprum_double {};
// template <> struct __cuprum_whole<long> : __cuprum_double {};
// template <> struct __cuprum_whole<unsigned long> : __cuprum_double {};
// template <> struct __cuprum_whole<long long> : __cuprum_double {};
// template <> struct __cuprum_whole<unsigned long long> : __cuprum_double {};
//
// template <> struct __cuprum_arithmetic<float> : __cuprum_double {};
// template <> struct __cuprum_arithmetic<double> : __cuprum_double {};
// # 57 "cuprum_math.h" 3
// __attribute__((device_builtin, device)) float fabsf(float x); static __inline__ __attribute__((device, always_inline)) float fabs(float x) { return fabsf(x); } __attribute__((device_builtin, device)) double fabs(double x); template <class T, class = typename __cuprum_whole<T>::type> static __inline__ __attribute__((device, always_inline)) double fabs(T x) { return ::fabs((double)x); }
// __attribute__((device_builtin, device)) float floorf(float x); static __inline__ __attribute__((device, always_inline)) float floor(float x) { return floorf(x); } __attribute__((device_builtin, device)) double floor(double x); template <class T, class = typename __cuprum_whole<T>::type> static __inline__ __attribute__((device, always_inline)) double floor(T x) { return ::floor((double)x); }
// __attribute__((device_builtin, device)) float ceilf(float x); static __inline__ __attribute__((device, always_inline)) float ceil(float x) { return ceilf(x); } __attribute__((device_builtin, device)) double ceil(double x); template <class T, class = typename __cuprum_whole<T>::type> static __inline__ __attribute__((device, always_inline)) double ceil(T x) { return ::ceil((double)x); }
// __attribute__((device_builtin, device)) float truncf(float x); static __inline__ __attribute__((device, always_inline)) float trunc(float x) { return truncf(x); } __attribute__((device_builtin, device)) double trunc(double x); template <class T, class = typename __cuprum_whole<T>::type> static __inline__ __attribute__((device, always_inline)) double trunc(T x) { return ::trunc((double)x); }
// __attribute__((device_builtin, device)) float roundf(float x); static __inline__ __attribute__((device, always_inline)) float round(float x) { return roundf(x); } __attribute__((device_builtin, device)) double round(double x); template <class T, class = typename __cuprum_whole<T>::type> static __inline__ __attribute__((device, always_inline)) double round(T x) { return ::round((double)x); }
// __attribute__((device_builtin, device)) float rintf(float x); static __inline__ __attribute__((device, always_inline)) float rint(float x) { return rintf(x); } __attribute__((device_builtin, device)) double rint(double x); template <class T, class = typename __cuprum_whole<T>::type> static __inline__ __attribute__((device, always_inline)) double rint(T x) { return ::rint((double)x); }
// __attribute__((device_builtin, device)) float nearbyintf(float x); static __inline__ __attribute__((device, always_inline)) float nearbyint(float x) { return nearbyintf(x); } __attribute__((device_builtin, device)) double nearbyint(double x); template <class T, class = typename __cuprum_whole<T>::type> static __inline__ __attribute__((device, always_inline)) double nearbyint(T x) { return ::nearbyint((double)x); }
// __attribute__((device_builtin, device)) float sqrtf(float x); static __inline__ __attribute__((device, always_inline)) float sqrt(float x) { return sqrtf(x); } __attribute__((device_builtin, device)) double sqrt(double x); template <class T, class = typename __cuprum_whole<T>::type> static __inline__ __attribute__((device, always_inline)) double sqrt(T x) { return ::sqrt((double)x); }
// __attribute__((device_builtin, device)) float rsqrtf(float x); static __inline__ __attribute__((device, always_inline)) float rsqrt(float x) { return rsqrtf(x); } __attribute__((device_builtin, device)) double rsqrt(double x); template <class T, class = typename __cuprum_whole<T>::type> static __inline__ __attribute__((device, always_inline)) double rsqrt(T x) { return ::rsqrt((double)x); }
// __attribute__((device_builtin, device)) float sinf(float x); static __inline__ __attribute__((device, always_inline)) float sin(float x) { return sinf(x); } __attribute__((device_builtin, device)) double sin(double x); template <class T, class = typename __cuprum_whole<T>::type> static __inline__ __attribute__((device, always_inline)) double sin(T x) { return ::sin((double)x); }
// __attribute__((device_builtin, device)) float cosf(float x); static __inline__ __attribute__((device, always_inline)) float cos(float x) { return cosf(x); } __attribute__((device_builtin, device)) double cos(double x); template <class T, class = typename __cuprum_whole<T>::type> static __inline__ __attribute__((device, always_inline)) double cos(T x) { return ::cos((double)x); }
// __attribute__((device_builtin, device)) float tanf(float x); static __inline__ __attribute__((device, always_inline)) float tan(float x) { return tanf(x); } __attribute__((device_builtin, device)) double tan(double x); template <class T, class = typename __cuprum_whole<T>::type> static __inline__ __attribute__((device, always_inline)) double tan(T x) { return ::tan((double)x); }
// __attribute__((device_builtin, device)) float asinf(float x); static __inline__ __attribute__((device, always_inline)) float asin(float x) { return asinf(x); } __attribute__((device_builtin, device)) double asin(double x); template <class T, class = typename __cuprum_whole<T>::type> static __inline__ __attribute__((device, always_inline)) double asin(T x) { return ::asin((double)x); }
// __attribute__((device_builtin, device)) float acosf(float x); static __inline__ __attribute__((device, always_inline)) float acos(float x) { return acosf(x); } __attribute__((device_builtin, device)) double acos(double x); template <class T, class = typename __cuprum_whole<T>::type> static __inline__ __attribute__((device, always_inline)) double acos(T x) { return ::acos((double)x); }
// __attribute__((device_builtin, device)) float atanf(float x); static __inline__ __attribute__((device, always_inline)) float atan(float x) { return atanf(x); } __attribute__((device_builtin, device)) double atan(double x); template <class T, class = typename __cuprum_whole<T>::type> static __inline__ __attribute__((device, always_inline)) double atan(T x) { return ::atan((double)x); }
// __attribute__((device_builtin, device)) float sinhf(float x); static __inline__ __attribute__((device, always_inline)) float sinh(float x) { return sinhf(x); } __attribute__((device_builtin, device)) double sinh(double x); template <class T, class = typename __cuprum_whole<T>::type> static __inline__ __attribute__((device, always_inline)) double sinh(T x) { return ::sinh((double)x); }
// __attribute__((device_builtin, device)) float coshf(float x); static __inline__ __attribute__((device, always_inline)) float cosh(float x) { return coshf(x); } __attribute__((device_builtin, device)) double cosh(double x); template <class T, class = typename __cuprum_whole<T>::type> static __inline__ __attribute__((device, always_inline)) double cosh(T x) { return ::cosh((double)x); }
// __attribute__((device_builtin, device)) float tanhf(float x); static __inline__ __attribute__((device, always_inline)) float tanh(float x) { return tanhf(x); } __attribute__((device_builtin, device)) double tanh(double x); template <class T, class = typename __cuprum_whole<T>::type> static __inline__ __attribute__((device, always_inline)) double tanh(T x) { return ::tanh((double)x); }
// __attribute__((device_builtin, device)) float asinhf(float x); static __inline__ __attribute__((device, always_inline)) float asinh(float x) { return asinhf(x); } __attribute__((device_builtin, device)) double asinh(double x); template <class T, class = typename __cuprum_whole<T>::type> static __inline__ __attribute__((device, always_inline)) double asinh(T x) { return ::asinh((double)x); }
// __attribute__((device_builtin, device)) float acoshf(float x); static __inline__ __attribute__((device, always_inline)) float acosh(float x) { return acoshf(x); } __attribute__((device_builtin, device)) double acosh(double x); template <class T, class = typename __cuprum_whole<T>::type> static __inline__ __attribute__((device, always_inline)) double acosh(T x) { return ::acosh((double)x); }
// __attribute__((device_builtin, device)) float atanhf(float x); static __inline__ __attribute__((device, always_inline)) float atanh(float x) { return atanhf(x); } __attribute__((device_builtin, device)) double atanh(double x); template <class T, class = typename __cuprum_whole<T>::type> static __inline__ __attribute__((device, always_inline)) double atanh(T x) { return ::atanh((double)x); }
// __attribute__((device_builtin, device)) float sinpif(float x); static __inline__ __attribute__((device, always_inline)) float sinpi(float x) { return sinpif(x); } __attribute__((device_builtin, device)) double sinpi(double x); template <class T, class = typename __cuprum_whole<T>::type> static __inline__ __attribute__((device, always_inline)) double sinpi(T x) { return ::sinpi((double)x); }
// __attribute__((device_builtin, device)) float cospif(float x); static __inline__ __attribute__((device, always_inline)) float cospi(float x) { return cospif(x); } __attribute__((device_builtin, device)) double cospi(double x); template <class T, class = typename __cuprum_whole<T>::type> static __inline__ __attribute__((device, always_inline)) double cospi(T x) { return ::cospi((double)x); }
// __attribute__((device_builtin, device)) float expf(float x); static __inline__ __attribute__((device, always_inline)) float exp(float x) { return expf(x); } __attribute__((device_builtin, device)) double exp(double x); template <class T, class = typename __cuprum_whole<T>::type> static __inline__ __attribute__((device, always_inline)) double exp(T x) { return ::exp((double)x); }
// __attribute__((device_builtin, device)) float exp2f(float x); static __inline__ __attribute__((device, always_inline)) float exp2(float x) { return exp2f(x); } __attribute__((device_builtin, device)) double exp2(double x); template <class T, class = typename __cuprum_whole<T>::type> static __inline__ __attribute__((device, always_inline)) double exp2(T x) { return ::exp2((double)x); }
// __attribute__((device_builtin, device)) float exp10f(float x); static __inline__ __attribute__((device, always_inline)) float exp10(float x) { return exp10f(x); } __attribute__((device_builtin, device)) double exp10(double x); template <class T, class = typename __cuprum_whole<T>::type> static __inline__ __attribute__((device, always_inline)) double exp10(T x) { return ::exp10((double)x); }
// __attribute__((device_builtin, device)) float expm1f(float x); static __inline__ __attribute__((device, always_inline)) float expm1(float x) { return expm1f(x); } __attribute__((device_builtin, device)) double expm1(double x); template <class T, class = typename __cuprum_whole<T>::type> static __inline__ __attribute__((device, always_inline)) double expm1(T x) { return ::expm1((double)x); }
// __attribute__((device_builtin, device)) float logf(float x); static __inline__ __attribute__((device, always_inline)) float log(float x) { return logf(x); } __attribute__((device_builtin, device)) double log(double x); template <class T, class = typename __cuprum_whole<T>::type> static __inline__ __attribute__((device, always_inline)) double log(T x) { return ::log((double)x); }
// __attribute__((device_builtin, device)) float log2f(float x); static __inline__ __attribute__((device, always_inline)) float log2(float x) { return log2f(x); } __attribute__((device_builtin, device)) double log2(double x); template <class T, class = typename __cuprum_whole<T>::type> static __inline__ __attribute__((device, always_inline)) double log2(T x) { return ::log2((double)x); }
// __attribute__((device_builtin, device)) float log10f(float x); static __inline__ __attribute__((device, always_inline)) float log10(float x) { return log10f(x); } __attribute__((device_builtin, device)) double log10(double x); template <class T, class = typename __cuprum_whole<T>::type> static __inline__ __attribute__((device, always_inline)) double log10(T x) { return ::log10((double)x); }
// __attribute__((device_builtin, device)) float log1pf(float x); static __inline__ __attribute__((device, always_inline)) float log1p(float x) { return log1pf(x); } __attribute__((device_builtin, device)) double log1p(double x); template <class T, class = typename __cuprum_whole<T>::type> static __inline__ __attribute__((device, always_inline)) double log1p(T x) { return ::log1p((double)x); }
// __attribute__((device_builtin, device)) float logbf(float x); static __inline__ __attribute__((device, always_inline)) float logb(float x) { return logbf(x); } __attribute__((device_builtin, device)) double logb(double x); template <class T, class = typename __cuprum_whole<T>::type> static __inline__ __attribute__((device, always_inline)) double logb(T x) { return ::logb((double)x); }
// __attribute__((device_builtin, device)) float cbrtf(float x); static __inline__ __attribute__((device, always_inline)) float cbrt(float x) { return cbrtf(x); } __attribute__((device_builtin, device)) double cbrt(double x); template <class T, class = typename __cuprum_whole<T>::type> static __inline__ __attribute__((device, always_inline)) double cbrt(T x) { return ::cbrt((double)x); }
// __attribute__((device_builtin, device)) float rcbrtf(float x); static __inline__ __attribute__((device, always_inline)) float rcbrt(float x) { return rcbrtf(x); } __attribute__((device_builtin, device)) double rcbrt(double x); template <class T, class = typename __cuprum_whole<T>::type> static __inline__ __attribute__((device, always_inline)) double rcbrt(T x) { return ::rcbrt((double)x); }
// __attribute__((device_builtin, device)) float erff(float x); static __inline__ __attribute__((device, always_inline)) float erf(float x) { return erff(x); } __attribute__((device_builtin, device)) double erf(double x); template <class T, class = typename __cuprum_whole<T>::type> static __inline__ __attribute__((device, always_inline)) double erf(T x) { return ::erf((double)x); }
// __attribute__((device_builtin, device)) float erfcf(float x); static __inline__ __attribute__((device, always_inline)) float erfc(float x) { return erfcf(x); } __attribute__((device_builtin, device)) double erfc(double x); template <class T, class = typename __cuprum_whole<T>::type> static __inline__ __attribute__((device, always_inline)) double erfc(T x) { return ::erfc((double)x); }
// __attribute__((device_builtin, device)) float erfinvf(float x); static __inline__ __attribute__((device, always_inline)) float erfinv(float x) { return erfinvf(x); } __attribute__((device_builtin, device)) double erfinv(double x); template <class T, class = typename __cuprum_whole<T>::type> static __inline__ __attribute__((device, always_inline)) double erfinv(T x) { return ::erfinv((double)x); }
// __attribute__((device_builtin, device)) float erfcinvf(float x); static __inline__ __attribute__((device, always_inline)) float erfcinv(float x) { return erfcinvf(x); } __attribute__((device_builtin, device)) double erfcinv(double x); template <class T, class = typename __cuprum_whole<T>::type> static __inline__ __attribute__((device, always_inline)) double erfcinv(T x) { return ::erfcinv((double)x); }
// __attribute__((device_builtin, device)) float erfcxf(float x); static __inline__ __attribute__((device, always_inline)) float erfcx(float x) { return erfcxf(x); } __attribute__((device_builtin, device)) double erfcx(double x); template <class T, class = typename __cuprum_whole<T>::type> static __inline__ __attribute__((device, always_inline)) double erfcx(T x) { return ::erfcx((double)x); }
// __attribute__((device_builtin, device)) float normcdff(float x); static __inline__ __attribute__((device, always_inline)) float normcdf(float x) { return normcdff(x); } __attribute__((device_builtin, device)) double normcdf(double x); template <class T, class = typename __cuprum_whole<T>::type> static __inline__ __attribute__((device, always_inline)) double normcdf(T x) { return ::normcdf((double)x); }
// __attribute__((device_builtin, device)) float normcdfinvf(float x); static __inline__ __attribute__((device, always_inline)) float normcdfinv(float x) { return normcdfinvf(x); } __attribute__((device_builtin, device)) double normcdfinv(double x); template <class T, class = typename __cuprum_whole<T>::type> static __inline__ __attribute__((device, always_inline)) double normcdfinv(T x) { return ::normcdfinv((double)x); }
// __attribute__((device_builtin, device)) float lgammaf(float x); static __inline__ __attribute__((device, always_inline)) float lgamma(float x) { return lgammaf(x); } __attribute__((device_builtin, device)) double lgamma(double x); template <class T, class = typename __cuprum_whole<T>::type> static __inline__ __attribute__((device, always_inline)) double lgamma(T x) { return ::lgamma((double)x); }
// __attribute__((device_builtin, device)) float tgammaf(float x); static __inline__ __attribute__((device, always_inline)) float tgamma(float x) { return tgammaf(x); } __attribute__((device_builtin, device)) double tgamma(double x); template <class T, class = typename __cuprum_whole<T>::type> static __inline__ __attribute__((device, always_inline)) double tgamma(T x) { return ::tgamma((double)x); }
// __attribute__((device_builtin, device)) float j0f(float x); static __inline__ __attribute__((device, always_inline)) float j0(float x) { return j0f(x); } __attribute__((device_builtin, device)) double j0(double x); template <class T, class = typename __cuprum_whole<T>::type> static __inline__ __attribute__((device, always_inline)) double j0(T x) { return ::j0((double)x); }
// __attribute__((device_builtin, device)) float j1f(float x); static __inline__ __attribute__((device, always_inline)) float j1(float x) { return j1f(x); } __attribute__((device_builtin, device)) double j1(double x); template <class T, class = typename __cuprum_whole<T>::type> static __inline__ __attribute__((device, always_inline)) double j1(T x) { return ::j1((double)x); }
// __attribute__((device_builtin, device)) float y0f(float x); static __inline__ __attribute__((device, always_inline)) float y0(float x) { return y0f(x); } __attribute__((device_builtin, device)) double y0(double x); template <class T, class = typename __cuprum_whole<T>::type> static __inline__ __attribute__((device, always_inline)) double y0(T x) { return ::y0((double)x); }
// __attribute__((device_builtin, device)) float y1f(float x); static __inline__ __attribute__((device, always_inline)) float y1(float x) { return y1f(x); } __attribute__((device_builtin, device)) double y1(double x); template <class T, class = typename __cuprum_whole<T>::type> static __inline__ __attribute__((device, always_inline)) double y1(T x) { return ::y1((double)x); }
// __attribute__((device_builtin, device)) float cyl_bessel_i0f(float x); static __inline__ __attribute__((device, always_inline)) float cyl_bessel_i0(float x) { return cyl_bessel_i0f(x); } __attribute__((device_builtin, device)) double cyl_bessel_i0(double x); template <class T, class = typename __cuprum_whole<T>::type> static __inline__ __attribute__((device, always_inline)) double cyl_bessel_i0(T x) { return ::cyl_bessel_i0((double)x); }
// __attribute__((device_builtin, device)) float cyl_bessel_i1f(float x); static __inline__ __attribute__((device, always_inline)) float cyl_bessel_i1(float x) { return cyl_bessel_i1f(x); } __attribute__((device_builtin, device)) double cyl_bessel_i1(double x); template <class T, class = typename __cuprum_whole<T>::type> static __inline__ __attribute__((device, always_inline)) double cyl_bessel_i1(T x) { return ::cyl_bessel_i1((double)x); }
// __attribute__((device_builtin, device)) float powf(float x, float y); static __inline__ __attribute__((device, always_inline)) float pow(float x, float y) { return powf(x, y); } __attribute__((device_builtin, device)) double pow(double x, double y); template <class A, class B, class = typename __cuprum_arithmetic<A>::type, class = typename __cuprum_arithmetic<B>::type> static __inline__ __attribute__((device, always_inline)) double pow(A x, B y) { return ::pow((double)x, (double)y); }
// __attribute__((device_builtin, device)) float atan2f(float x, float y); static __inline__ __attribute__((device, always_inline)) float atan2(float x, float y) { return atan2f(x, y); } __attribute__((device_builtin, device)) double atan2(double x, double y); template <class A, class B, class = typename __cuprum_arithmetic<A>::type, class = typename __cuprum_arithmetic<B>::type> static __inline__ __attribute__((device, always_inline)) double atan2(A x, B y) { return ::atan2((double)x, (double)y); }
// __attribute__((device_builtin, device)) float fmodf(float x, float y); static __inline__ __attribute__((device, always_inline)) float fmod(float x, float y) { return fmodf(x, y); } __attribute__((device_builtin, device)) double fmod(double x, double y); template <class A, class B, class = typename __cuprum_arithmetic<A>::type, class = typename __cuprum_arithmetic<B>::type> static __inline__ __attribute__((device, always_inline)) double fmod(A x, B y) { return ::fmod((double)x, (double)y); }
// __attribute__((device_builtin, device)) float hypotf(float x, float y); static __inline__ __attribute__((device, always_inline)) float hypot(float x, float y) { return hypotf(x, y); } __attribute__((device_builtin, device)) double hypot(double x, double y); template <class A, class B, class = typename __cuprum_arithmetic<A>::type, class = typename __cuprum_arithmetic<B>::type> static __inline__ __attribute__((device, always_inline)) double hypot(A x, B y) { return ::hypot((double)x, (double)y); }
// __attribute__((device_builtin, device)) float fminf(float x, float y); static __inline__ __attribute__((device, always_inline)) float fmin(float x, float y) { return fminf(x, y); } __attribute__((device_builtin, device)) double fmin(double x, double y); template <class A, class B, class = typename __cuprum_arithmetic<A>::type, class = typename __cuprum_arithmetic<B>::type> static __inline__ __attribute__((device, always_inline)) double fmin(A x, B y) { return ::fmin((double)x, (double)y); }
// __attribute__((device_builtin, device)) float fmaxf(float x, float y); static __inline__ __attribute__((device, always_inline)) float fmax(float x, float y) { return fmaxf(x, y); } __attribute__((device_builtin, device)) double fmax(double x, double y); template <class A, class B, class = typename __cuprum_arithmetic<A>::type, class = typename __cuprum_arithmetic<B>::type> static __inline__ __attribute__((device, always_inline)) double fmax(A x, B y) { return ::fmax((double)x, (double)y); }
// __attribute__((device_builtin, device)) float copysignf(float x, float y); static __inline__ __attribute__((device, always_inline)) float copysign(float x, float y) { return copysignf(x, y); } __attribute__((device_builtin, device)) double copysign(double x, double y); template <class A, class B, class = typename __cuprum_arithmetic<A>::type, class = typename __cuprum_arithmetic<B>::type> static __inline__ __attribute__((device, always_inline)) double copysign(A x, B y) { return ::copysign((double)x, (double)y); }
// __attribute__((device_builtin, device)) float fdimf(float x, float y); static __inline__ __attribute__((device, always_inline)) float fdim(float x, float y) { return fdimf(x, y); } __attribute__((device_builtin, device)) double fdim(double x, double y); template <class A, class B, class = typename __cuprum_arithmetic<A>::type, class = typename __cuprum_arithmetic<B>::type> static __inline__ __attribute__((device, always_inline)) double fdim(A x, B y) { return ::fdim((double)x, (double)y); }
// __attribute__((device_builtin, device)) float remainderf(float x, float y); static __inline__ __attribute__((device, always_inline)) float remainder(float x, float y) { return remainderf(x, y); } __attribute__((device_builtin, device)) double remainder(double x, double y); template <class A, class B, class = typename __cuprum_arithmetic<A>::type, class = typename __cuprum_arithmetic<B>::type> static __inline__ __attribute__((device, always_inline)) double remainder(A x, B y) { return ::remainder((double)x, (double)y); }
// __attribute__((device_builtin, device)) float nextafterf(float x, float y); static __inline__ __attribute__((device, always_inline)) float nextafter(float x, float y) { return nextafterf(x, y); } __attribute__((device_builtin, device)) double nextafter(double x, double y); template <class A, class B, class = typename __cuprum_arithmetic<A>::type, class = typename __cuprum_arithmetic<B>::type> static __inline__ __attribute__((device, always_inline)) double nextafter(A x, B y) { return ::nextafter((double)x, (double)y); }
// __attribute__((device_builtin, device)) float fdividef(float x, float y); static __inline__ __attribute__((device, always_inline)) float fdivide(float x, float y) { return fdividef(x, y); } __attribute__((device_builtin, device)) double fdivide(double x, double y); template <class A, class B, class = typename __cuprum_arithmetic<A>::type, class = typename __cuprum_arithmetic<B>::type> static __inline__ __attribute__((device, always_inline)) double fdivide(A x, B y) { return ::fdivide((double)x, (double)y); }
//
//
//
// __attribute__((device_builtin, device)) double rhypot(double x, double y);
// # 134 "cuprum_math.h" 3
// static __inline__ __attribute__((device, always_inline)) float ldexp(float x, int e) { return ldexpf(x, e); } __attribute__((device_builtin, device)) double ldexp(double x, int e); template <class A, class = typename __cuprum_whole<A>::type> static __inline__ __attribute__((device, always_inline)) double ldexp(A x, int e) { return ::ldexp((double)x, e); }
// static __inline__ __attribute__((device, always_inline)) float scalbn(float x, int e) { return scalbnf(x, e); } __attribute__((device_builtin, device)) double scalbn(double x, int e); template <class A, class = typename __cuprum_whole<A>::type> static __inline__ __attribute__((device, always_inline)) double scalbn(A x, int e) { return ::scalbn((double)x, e); }
// static __inline__ __attribute__((device, always_inline)) float scalbln(float x, long e) { return scalblnf(x, e); } __attribute__((device_builtin, device)) double scalbln(double x, long e); template <class A, class = typename __cuprum_whole<A>::type> static __inline__ __attribute__((device, always_inline)) double scalbln(A x, long e) { return ::scalbln((double)x, e); }
// static __inline__ __attribute__((device, always_inline)) float frexp(float x, int * e) { return frexpf(x, e); } __attribute__((device_builtin, device)) double frexp(double x, int * e); template <class A, class = typename __cuprum_whole<A>::type> static __inline__ __attribute__((device, always_inline)) double frexp(A x, int * e) { return ::frexp((double)x, e); }
// static __inline__ __attribute__((device, always_inline)) float modf(float x, float *p) { return modff(x, p); }
// __attribute__((device_builtin, device)) double modf(double x, double *p);
// static __inline__ __attribute__((device, always_inline)) void sincos(float x, float *s, float *c) {
//     sincosf(x, s, c);
// }
// __attribute__((device_builtin, device)) void sincos(double x, double *s, double *c);
// static __inline__ __attribute__((device, always_inline)) void sincospi(float x, float *s, float *c) {
//     sincospif(x, s, c);
// }
// __attribute__((device_builtin, device)) void sincospi(double x, double *s, double *c);
// static __inline__ __attribute__((device, always_inline)) float remquo(float x, float y, int *q) {
//     return remquof(x, y, q);
// }
// __attribute__((device_builtin, device)) double remquo(double x, double y, int *q);
// static __inline__ __attribute__((device, always_inline)) float jn(int n, float x) {
//     return jnf(n, x);
// }
// __attribute__((device_builtin, device)) double jn(int n, double x);
// static __inline__ __attribute__((device, always_inline)) float yn(int n, float x) {
//     return ynf(n, x);
// }
// __attribute__((device_builtin, device)) double yn(int n, double x);
// __attribute__((device_builtin, device)) float fmaf(float x, float y, float z);
// static __inline__ __attribute__((device, always_inline)) float fma(float x, float y, float z) {
//     return fmaf(x, y, z);
// }
// __attribute__((device_builtin, device)) double fma(double x, double y, double z);
// template <class A, class B, class C, class = typename __cuprum_arithmetic<A>::type, class = typename __cuprum_arithmetic<B>::type,
//           class = typename __cuprum_arithmetic<C>::type>
// static __inline__ __attribute__((device, always_inline)) double fma(A x, B y, C z) {
//     return ::fma((double)x, (double)y, (double)z);
// }
// # 178 "cuprum_math.h" 3
// static __inline__ __attribute__((device, always_inline)) int ilogb(float x) { return ilogbf(x); } __attribute__((device_builtin, device)) int ilogb(double x); template <class T, class = typename __cuprum_whole<T>::type> static __inline__ __attribute__((device, always_inline)) int ilogb(T x) { return ::ilogb((double)x); }
// static __inline__ __attribute__((device, always_inline)) long lrint(float x) { return lrintf(x); } __attribute__((device_builtin, device)) long lrint(double x); template <class T, class = typename __cuprum_whole<T>::type> static __inline__ __attribute__((device, always_inline)) long lrint(T x) { return ::lrint((double)x); }
// static __inline__ __attribute__((device, always_inline)) long lround(float x) { return lroundf(x); } __attribute__((device_builtin, device)) long lround(double x); template <class T, class = typename __cuprum_whole<T>::type> static __inline__ __attribute__((device, always_inline)) long lround(T x) { return ::lround((double)x); }
// static __inline__ __attribute__((device, always_inline)) long long llrint(float x) { return llrintf(x); } __attribute__((device_builtin, device)) long long llrint(double x); template <class T, class = typename __cuprum_whole<T>::type> static __inline__ __attribute__((device, always_inline)) long long llrint(T x) { return ::llrint((double)x); }
// static __inline__ __attribute__((device, always_inline)) long long llround(float x) { return llroundf(x); } __attribute__((device_builtin, device)) long long llround(double x); template <class T, class = typename __cuprum_whole<T>::type> static __inline__ __attribute__((device, always_inline)) long long llround(T x) { return ::llround((double)x); }
//
//
//
//
// static __inline__ __attribute__((device, always_inline)) bool isnan(float x) {
//     return __isnanf(x) != 0;
// }
// static __inline__ __attribute__((device, always_inline)) bool isnan(double x) {
//     return __isnan(x) != 0;
// }
// static __inline__ __attribute__((device, always_inline)) bool isinf(float x) {
//     return __isinff(x) != 0;
// }
// static __inline__ __attribute__((device, always_inline)) bool isinf(double x) {
//     return __isinf(x) != 0;
// }
// static __inline__ __attribute__((device, always_inline)) bool isfinite(float x) {
//     return __finitef(x) != 0;
// }
// static __inline__ __attribute__((device, always_inline)) bool isfinite(double x) {
//     return __finite(x) != 0;
// }
// static __inline__ __attribute__((device, always_inline)) bool signbit(float x) {
//     return __signbitf(x) != 0;
// }
// static __inline__ __attribute__((device, always_inline)) bool signbit(double x) {
//     return __signbit(x) != 0;
// }
// template <class T, class = typename __cuprum_whole<T>::type> static __inline__ __attribute__((device, always_inline)) bool isnan(T x) { return ::isnan((double)x); }
// template <class T, class = typename __cuprum_whole<T>::type> static __inline__ __attribute__((device, always_inline)) bool isinf(T x) { return ::isinf((double)x); }
// template <class T, class = typename __cuprum_whole<T>::type> static __inline__ __attribute__((device, always_inline)) bool isfinite(T x) { return ::isfinite((double)x); }
// template <class T, class = typename __cuprum_whole<T>::type> static __inline__ __attribute__((device, always_inline)) bool signbit(T x) { return ::signbit((double)x); }
//
//
//
//
// __attribute__((device_builtin, device)) int abs(int x);
// static __inline__ __attribute__((device, always_inline)) long abs(long x) {
//     return labs(x);
// }
// static __inline__ __attribute__((device, always_inline)) long long abs(long long x) {
//     return llabs(x);
// }
// static __inline__ __attribute__((device, always_inline)) float abs(float x) {
//     return fabsf(x);
// }
// static __inline__ __attribute__((device, always_inline)) double abs(double x) {
//     return ::fabs(x);
// }
// # 244 "cuprum_math.h" 3
// __attribute__((device_builtin, device)) int min(int a, int b);
// __attribute__((device_builtin, device)) int max(int a, int b);
// static __inline__ __attribute__((device, always_inline)) long min(long a, long b) { return llmin(a, b); } static __inline__ __attribute__((device, always_inline)) long max(long a, long b) { return llmax(a, b); }
// static __inline__ __attribute__((device, always_inline)) long long min(long long a, long long b) { return llmin(a, b); } static __inline__ __attribute__((device, always_inline)) long long max(long long a, long long b) { return llmax(a, b); }
// static __inline__ __attribute__((device, always_inline)) unsigned int min(unsigned int a, unsigned int b) { return umin(a, b); } static __inline__ __attribute__((device, always_inline)) unsigned int max(unsigned int a, unsigned int b) { return umax(a, b); } static __inline__ __attribute__((device, always_inline)) unsigned int min(int a, unsigned int b) { return umin(a, b); } static __inline__ __attribute__((device, always_inline)) unsigned int max(int a, unsigned int b) { return umax(a, b); } static __inline__ __attribute__((device, always_inline)) unsigned int min(unsigned int a, int b) { return umin(a, b); } static __inline__ __attribute__((device, always_inline)) unsigned int max(unsigned int a, int b) { return umax(a, b); }
// static __inline__ __attribute__((device, always_inline)) unsigned long min(unsigned long a, unsigned long b) { return ullmin(a, b); } static __inline__ __attribute__((device, always_inline)) unsigned long max(unsigned long a, unsigned long b) { return ullmax(a, b); } static __inline__ __attribute__((device, always_inline)) unsigned long min(long a, unsigned long b) { return ullmin(a, b); } static __inline__ __attribute__((device, always_inline)) unsigned long max(long a, unsigned long b) { return ullmax(a, b); } static __inline__ __attribute__((device, always_inline)) unsigned long min(unsigned long a, long b) { return ullmin(a, b); } static __inline__ __attribute__((device, always_inline)) unsigned long max(unsigned long a, long b) { return ullmax(a, b); }
// static __inline__ __attribute__((device, always_inline)) unsigned long long min(unsigned long long a, unsigned long long b) { return ullmin(a, b); } static __inline__ __attribute__((device, always_inline)) unsigned long long max(unsigned long long a, unsigned long long b) { return ullmax(a, b); } static __inline__ __attribute__((device, always_inline)) unsigned long long min(long long a, unsigned long long b) { return ullmin(a, b); } static __inline__ __attribute__((device, always_inline)) unsigned long long max(long long a, unsigned long long b) { return ullmax(a, b); } static __inline__ __attribute__((device, always_inline)) unsigned long long min(unsigned long long a, long long b) { return ullmin(a, b); } static __inline__ __attribute__((device, always_inline)) unsigned long long max(unsigned long long a, long long b) { return ullmax(a, b); }
// static __inline__ __attribute__((device, always_inline)) float min(float a, float b) { return fminf(a, b); } static __inline__ __attribute__((device, always_inline)) float max(float a, float b) { return fmaxf(a, b); }
// static __inline__ __attribute__((device, always_inline)) double min(double a, double b) { return ::fmin(a, b); } static __inline__ __attribute__((device, always_inline)) double max(double a, double b) { return ::fmax(a, b); }
// static __inline__ __attribute__((device, always_inline)) double min(float a, double b) { return ::fmin(a, b); } static __inline__ __attribute__((device, always_inline)) double max(float a, double b) { return ::fmax(a, b); }
// static __inline__ __attribute__((device, always_inline)) double min(double a, float b) { return ::fmin(a, b); } static __inline__ __attribute__((device, always_inline)) double max(double a, float b) { return ::fmax(a, b); }
// # 1 "cuprum_runtime.h" 2
// # 7 "cuprum_atomic.h" 1 3
// static __inline__ __attribute__((device, always_inline)) int atomicAdd(int *p, int v) {
//     return __iAtomicAdd(p, v);
// }
// static __inline__ __attribute__((device, always_inline)) unsigned int atomicAdd(unsigned int *p, unsigned int v) {
//     return __uAtomicAdd(p, v);
// }
// static __inline__ __attribute__((device, always_inline)) unsigned long long atomicAdd(unsigned long long *p, unsigned long long v) {
//     return __ullAtomicAdd(p, v);
// }
// static __inline__ __attribute__((device, always_inline)) unsigned long atomicAdd(unsigned long *p, unsigned long v) {
//     return (unsigned long)__ullAtomicAdd((unsigned long long *)p, (unsigned long long)v);
// }
// static __inline__ __attribute__((device, always_inline)) float atomicAdd(float *p, float v) {
//     return __fAtomicAdd(p, v);
// }
// static __inline__ __attribute__((device, always_inline)) double atomicAdd(double *p, double v) {
//     return __dAtomicAdd(p, v);
// }
// static __inline__ __attribute__((device, always_inline)) int atomicAdd_block(int *p, int v) {
//     return __iAtomicAdd_block(p, v);
// }
// static __inline__ __attribute__((device, always_inline)) unsigned int atomicAdd_block(unsigned int *p, unsigned int v) {
//     return __uAtomicAdd_block(p, v);
// }
// static __inline__ __attribute__((device, always_inline)) unsigned long long atomicAdd_block(unsigned long long *p, unsigned long long v) {
//     return __ullAtomicAdd_block(p, v);
// }
// static __inline__ __attribute__((device, always_inline)) unsigned long atomicAdd_block(unsigned long *p, unsigned long v) {
//     return (unsigned long)__ullAtomicAdd_block((unsigned long long *)p, (unsigned long long)v);
// }
// static __inline__ __attribute__((device, always_inline)) float atomicAdd_block(float *p, float v) {
//     return __fAtomicAdd_block(p, v);
// }
// static __inline__ __attribute__((device, always_inline)) double atomicAdd_block(double *p, double v) {
//     return __dAtomicAdd_block(p, v);
// }
// static __inline__ __attribute__((device, always_inline)) int atomicAdd_system(int *p, int v) {
//     return __iAtomicAdd_system(p, v);
// }
// static __inline__ __attribute__((device, always_inline)) unsigned int atomicAdd_system(unsigned int *p, unsigned int v) {
//     return __uAtomicAdd_system(p, v);
// }
// static __inline__ __attribute__((device, always_inline)) unsigned long long atomicAdd_system(unsigned long long *p, unsigned long long v) {
//     return __ullAtomicAdd_system(p, v);
// }
// static __inline__ __attribute__((device, always_inline)) unsigned long atomicAdd_system(unsigned long *p, unsigned long v) {
//     return (unsigned long)__ullAtomicAdd_system((unsigned long long *)p, (unsigned long long)v);
// }
// static __inline__ __attribute__((device, always_inline)) float atomicAdd_system(float *p, float v) {
//     return __fAtomicAdd_system(p, v);
// }
// static __inline__ __attribute__((device, always_inline)) double atomicAdd_system(double *p, double v) {
//     return __dAtomicAdd_system(p, v);
// }
// static __inline__ __attribute__((device, always_inline)) int atomicSub(int *p, int v) {
//     return __iAtomicAdd(p, (int)(0u - (unsigned int)v));
// }
// static __inline__ __attribute__((device, always_inline)) unsigned int atomicSub(unsigned int *p, unsigned int v) {
//     return __uAtomicAdd(p, 0u - v);
// }
// static __inline__ __attribute__((device, always_inline)) int atomicSub_block(int *p, int v) {
//     return __iAtomicAdd_block(p, (int)(0u - (unsigned int)v));
// }
// static __inline__ __attribute__((device, always_inline)) unsigned int atomicSub_block(unsigned int *p, unsigned int v) {
//     return __uAtomicAdd_block(p, 0u - v);
// }
// static __inline__ __attribute__((device, always_inline)) int atomicSub_system(int *p, int v) {
//     return __iAtomicAdd_system(p, (int)(0u - (unsigned int)v));
// }
// static __inline__ __attribute__((device, always_inline)) unsigned int atomicSub_system(unsigned int *p, unsigned int v) {
//     return __uAtomicAdd_system(p, 0u - v);
// }
// static __inline__ __attribute__((device, always_inline)) int atomicExch(int *p, int v) {
//     return __iAtomicExch(p, v);
// }
// static __inline__ __attribute__((device, always_inline)) unsigned int atomicExch(unsigned int *p, unsigned int v) {
//     return __uAtomicExch(p, v);
// }
// static __inline__ __attribute__((device, always_inline)) unsigned long long atomicExch(unsigned long long *p, unsigned long long v) {
//     return __ullAtomicExch(p, v);
// }
// static __inline__ __attribute__((device, always_inline)) unsigned long atomicExch(unsigned long *p, unsigned long v) {
//     return (unsigned long)__ullAtomicExch((unsigned long long *)p, (unsigned long long)v);
// }
// static __inline__ __attribute__((device, always_inline)) float atomicExch(float *p, float v) {
//     return __fAtomicExch(p, v);
// }
// static __inline__ __attribute__((device, always_inline)) int atomicExch_block(int *p, int v) {
//     return __iAtomicExch_block(p, v);
// }
// static __inline__ __attribute__((device, always_inline)) unsigned int atomicExch_block(unsigned int *p, unsigned int v) {
//     return __uAtomicExch_block(p, v);
// }
// static __inline__ __attribute__((device, always_inline)) unsigned long long atomicExch_block(unsigned long long *p, unsigned long long v) {
//     return __ullAtomicExch_block(p, v);
// }
// static __inline__ __attribute__((device, always_inline)) unsigned long atomicExch_block(unsigned long *p, unsigned long v) {
//     return (unsigned long)__ullAtomicExch_block((unsigned long long *)p, (unsigned long long)v);
// }
// static __inline__ __attribute__((device, always_inline)) float atomicExch_block(float *p, float v) {
//     return __fAtomicExch_block(p, v);
// }
// static __inline__ __attribute__((device, always_inline)) int atomicExch_system(int *p, int v) {
//     return __iAtomicExch_system(p, v);
// }
// static __inline__ __attribute__((device, always_inline)) unsigned int atomicExch_system(unsigned int *p, unsigned int v) {
//     return __uAtomicExch_system(p, v);
// }
// static __inline__ __attribute__((device, always_inline)) unsigned long long atomicExch_system(unsigned long long *p, unsigned long long v) {
//     return __ullAtomicExch_system(p, v);
// }
// static __inline__ __attribute__((device, always_inline)) unsigned long atomicExch_system(unsigned long *p, unsigned long v) {
//     return (unsigned long)__ullAtomicExch_system((unsigned long long *)p, (unsigned long long)v);
// }
// static __inline__ __attribute__((device, always_inline)) float atomicExch_system(float *p, float v) {
//     return __fAtomicExch_system(p, v);
// }
// static __inline__ __attribute__((device, always_inline)) int atomicMin(int *p, int v) {
//     return __iAtomicMin(p, v);
// }
// static __inline__ __attribute__((device, always_inline)) unsigned int atomicMin(unsigned int *p, unsigned int v) {
//     return __uAtomicMin(p, v);
// }
// static __inline__ __attribute__((device, always_inline)) long long atomicMin(long long *p, long long v) {
//     return __illAtomicMin(p, v);
// }
// static __inline__ __attribute__((device, always_inline)) unsigned long long atomicMin(unsigned long long *p, unsigned long long v) {
//     return __ullAtomicMin(p, v);
// }
// static __inline__ __attribute__((device, always_inline)) long atomicMin(long *p, long v) {
//     return (long)__illAtomicMin((long long *)p, (long long)v);
// }
// static __inline__ __attribute__((device, always_inline)) unsigned long atomicMin(unsigned long *p, unsigned long v) {
//     return (unsigned long)__ullAtomicMin((unsigned long long *)p, (unsigned long long)v);
// }
// static __inline__ __attribute__((device, always_inline)) int atomicMin_block(int *p, int v) {
//     return __iAtomicMin_block(p, v);
// }
// static __inline__ __attribute__((device, always_inline)) unsigned int atomicMin_block(unsigned int *p, unsigned int v) {
//     return __uAtomicMin_block(p, v);
// }
// static __inline__ __attribute__((device, always_inline)) long long atomicMin_block(long long *p, long long v) {
//     return __illAtomicMin_block(p, v);
// }
// static __inline__ __attribute__((device, always_inline)) unsigned long long atomicMin_block(unsigned long long *p, unsigned long long v) {
//     return __ullAtomicMin_block(p, v);
// }
// static __inline__ __attribute__((device, always_inline)) long atomicMin_block(long *p, long v) {
//     return (long)__illAtomicMin_block((long long *)p, (long long)v);
// }
// static __inline__ __attribute__((device, always_inline)) unsigned long atomicMin_block(unsigned long *p, unsigned long v) {
//     return (unsigned long)__ullAtomicMin_block((unsigned long long *)p, (unsigned long long)v);
// }
// static __inline__ __attribute__((device, always_inline)) int atomicMin_system(int *p, int v) {
//     return __iAtomicMin_system(p, v);
// }
// static __inline__ __attribute__((device, always_inline)) unsigned int atomicMin_system(unsigned int *p, unsigned int v) {
//     return __uAtomicMin_system(p, v);
// }
// static __inline__ __attribute__((device, always_inline)) long long atomicMin_system(long long *p, long long v) {
//     return __illAtomicMin_system(p, v);
// }
// static __inline__ __attribute__((device, always_inline)) unsigned long long atomicMin_system(unsigned long long *p, unsigned long long v) {
//     return __ullAtomicMin_system(p, v);
// }
// static __inline__ __attribute__((device, always_inline)) long atomicMin_system(long *p, long v) {
//     return (long)__illAtomicMin_system((long long *)p, (long long)v);
// }
// static __inline__ __attribute__((device, always_inline)) unsigned long atomicMin_system(unsigned long *p, unsigned long v) {
//     return (unsigned long)__ullAtomicMin_system((unsigned long long *)p, (unsigned long long)v);
// }
// static __inline__ __attribute__((device, always_inline)) int atomicMax(int *p, int v) {
//     return __iAtomicMax(p, v);
// }
// static __inline__ __attribute__((device, always_inline)) unsigned int atomicMax(unsigned int *p, unsigned int v) {
//     return __uAtomicMax(p, v);
// }
// static __inline__ __attribute__((device, always_inline)) long long atomicMax(long long *p, long long v) {
//     return __illAtomicMax(p, v);
// }
// static __inline__ __attribute__((device, always_inline)) unsigned long long atomicMax(unsigned long long *p, unsigned long long v) {
//     return __ullAtomicMax(p, v);
// }
// static __inline__ __attribute__((device, always_inline)) long atomicMax(long *p, long v) {
//     return (long)__illAtomicMax((long long *)p, (long long)v);
// }
// static __inline__ __attribute__((device, always_inline)) unsigned long atomicMax(unsigned long *p, unsigned long v) {
//     return (unsigned long)__ullAtomicMax((unsigned long long *)p, (unsigned long long)v);
// }
// static __inline__ __attribute__((device, always_inline)) int atomicMax_block(int *p, int v) {
//     return __iAtomicMax_block(p, v);
// }
// static __inline__ __attribute__((device, always_inline)) unsigned int atomicMax_block(unsigned int *p, unsigned int v) {
//     return __uAtomicMax_block(p, v);
// }
// static __inline__ __attribute__((device, always_inline)) long long atomicMax_block(long long *p, long long v) {
//     return __illAtomicMax_block(p, v);
// }
// static __inline__ __attribute__((device, always_inline)) unsigned long long atomicMax_block(unsigned long long *p, unsigned long long v) {
//     return __ullAtomicMax_block(p, v);
// }
// static __inline__ __attribute__((device, always_inline)) long atomicMax_block(long *p, long v) {
//     return (long)__illAtomicMax_block((long long *)p, (long long)v);
// }
// static __inline__ __attribute__((device, always_inline)) unsigned long atomicMax_block(unsigned long *p, unsigned long v) {
//     return (unsigned long)__ullAtomicMax_block((unsigned long long *)p, (unsigned long long)v);
// }
// static __inline__ __attribute__((device, always_inline)) int atomicMax_system(int *p, int v) {
//     return __iAtomicMax_system(p, v);
// }
// static __inline__ __attribute__((device, always_inline)) unsigned int atomicMax_system(unsigned int *p, unsigned int v) {
//     return __uAtomicMax_system(p, v);
// }
// static __inline__ __attribute__((device, always_inline)) long long atomicMax_system(long long *p, long long v) {
//     return __illAtomicMax_system(p, v);
// }
// static __inline__ __attribute__((device, always_inline)) unsigned long long atomicMax_system(unsigned long long *p, unsigned long long v) {
//     return __ullAtomicMax_system(p, v);
// }
// static __inline__ __attribute__((device, always_inline)) long atomicMax_system(long *p, long v) {
//     return (long)__illAtomicMax_system((long long *)p, (long long)v);
// }
// static __inline__ __attribute__((device, always_inline)) unsigned long atomicMax_system(unsigned long *p, unsigned long v) {
//     return (unsigned long)__ullAtomicMax_system((unsigned long long *)p, (unsigned long long)v);
// }
// static __inline__ __attribute__((device, always_inline)) int atomicAnd(int *p, int v) {
//     return __iAtomicAnd(p, v);
// }
// static __inline__ __attribute__((device, always_inline)) unsigned int atomicAnd(unsigned int *p, unsigned int v) {
//     return __uAtomicAnd(p, v);
// }
// static __inline__ __attribute__((device, always_inline)) unsigned long long atomicAnd(unsigned long long *p, unsigned long long v) {
//     return __ullAtomicAnd(p, v);
// }
// static __inline__ __attribute__((device, always_inline)) long long atomicAnd(long long *p, long long v) {
//     return __llAtomicAnd(p, v);
// }
// static __inline__ __attribute__((device, always_inline)) unsigned long atomicAnd(unsigned long *p, unsigned long v) {
//     return (unsigned long)__ullAtomicAnd((unsigned long long *)p, (unsigned long long)v);
// }
// static __inline__ __attribute__((device, always_inline)) int atomicAnd_block(int *p, int v) {
//     return __iAtomicAnd_block(p, v);
// }
// static __inline__ __attribute__((device, always_inline)) unsigned int atomicAnd_block(unsigned int *p, unsigned int v) {
//     return __uAtomicAnd_block(p, v);
// }
// static __inline__ __attribute__((device, always_inline)) unsigned long long atomicAnd_block(unsigned long long *p, unsigned long long v) {
//     return __ullAtomicAnd_block(p, v);
// }
// static __inline__ __attribute__((device, always_inline)) long long atomicAnd_block(long long *p, long long v) {
//     return __llAtomicAnd_block(p, v);
// }
// static __inline__ __attribute__((device, always_inline)) unsigned long atomicAnd_block(unsigned long *p, unsigned long v) {
//     return (unsigned long)__ullAtomicAnd_block((unsigned long long *)p, (unsigned long long)v);
// }
// static __inline__ __attribute__((device, always_inline)) int atomicAnd_system(int *p, int v) {
//     return __iAtomicAnd_system(p, v);
// }
// static __inline__ __attribute__((device, always_inline)) unsigned int atomicAnd_system(unsigned int *p, unsigned int v) {
//     return __uAtomicAnd_system(p, v);
// }
// static __inline__ __attribute__((device, always_inline)) unsigned long long atomicAnd_system(unsigned long long *p, unsigned long long v) {
//     return __ullAtomicAnd_system(p, v);
// }
// static __inline__ __attribute__((device, always_inline)) long long atomicAnd_system(long long *p, long long v) {
//     return __llAtomicAnd_system(p, v);
// }
// static __inline__ __attribute__((device, always_inline)) unsigned long atomicAnd_system(unsigned long *p, unsigned long v) {
//     return (unsigned long)__ullAtomicAnd_system((unsigned long long *)p, (unsigned long long)v);
// }
// static __inline__ __attribute__((device, always_inline)) int atomicOr(int *p, int v) {
//     return __iAtomicOr(p, v);
// }
// static __inline__ __attribute__((device, always_inline)) unsigned int atomicOr(unsigned int *p, unsigned int v) {
//     return __uAtomicOr(p, v);
// }
// static __inline__ __attribute__((device, always_inline)) unsigned long long atomicOr(unsigned long long *p, unsigned long long v) {
//     return __ullAtomicOr(p, v);
// }
// static __inline__ __attribute__((device, always_inline)) long long atomicOr(long long *p, long long v) {
//     return __llAtomicOr(p, v);
// }
// static __inline__ __attribute__((device, always_inline)) unsigned long atomicOr(unsigned long *p, unsigned long v) {
//     return (unsigned long)__ullAtomicOr((unsigned long long *)p, (unsigned long long)v);
// }
// static __inline__ __attribute__((device, always_inline)) int atomicOr_block(int *p, int v) {
//     return __iAtomicOr_block(p, v);
// }
// static __inline__ __attribute__((device, always_inline)) unsigned int atomicOr_block(unsigned int *p, unsigned int v) {
//     return __uAtomicOr_block(p, v);
// }
// static __inline__ __attribute__((device, always_inline)) unsigned long long atomicOr_block(unsigned long long *p, unsigned long long v) {
//     return __ullAtomicOr_block(p, v);
// }
// static __inline__ __attribute__((device, always_inline)) long long atomicOr_block(long long *p, long long v) {
//     return __llAtomicOr_block(p, v);
// }
// static __inline__ __attribute__((device, always_inline)) unsigned long atomicOr_block(unsigned long *p, unsigned long v) {
//     return (unsigned long)__ullAtomicOr_block((unsigned long long *)p, (unsigned long long)v);
// }
// static __inline__ __attribute__((device, always_inline)) int atomicOr_system(int *p, int v) {
//     return __iAtomicOr_system(p, v);
// }
// static __inline__ __attribute__((device, always_inline)) unsigned int atomicOr_system(unsigned int *p, unsigned int v) {
//     return __uAtomicOr_system(p, v);
// }
// static __inline__ __attribute__((device, always_inline)) unsigned long long atomicOr_system(unsigned long long *p, unsigned long long v) {
//     return __ullAtomicOr_system(p, v);
// }
// static __inline__ __attribute__((device, always_inline)) long long atomicOr_system(long long *p, long long v) {
//     return __llAtomicOr_system(p, v);
// }
// static __inline__ __attribute__((device, always_inline)) unsigned long atomicOr_system(unsigned long *p, unsigned long v) {
//     return (unsigned long)__ullAtomicOr_system((unsigned long long *)p, (unsigned long long)v);
// }
// static __inline__ __attribute__((device, always_inline)) int atomicXor(int *p, int v) {
//     return __iAtomicXor(p, v);
// }
// static __inline__ __attribute__((device, always_inline)) unsigned int atomicXor(unsigned int *p, unsigned int v) {
//     return __uAtomicXor(p, v);
// }
// static __inline__ __attribute__((device, always_inline)) unsigned long long atomicXor(unsigned long long *p, unsigned long long v) {
//     return __ullAtomicXor(p, v);
// }
// static __inline__ __attribute__((device, always_inline)) long long atomicXor(long long *p, long long v) {
//     return __llAtomicXor(p, v);
// }
// static __inline__ __attribute__((device, always_inline)) unsigned long atomicXor(unsigned long *p, unsigned long v) {
//     return (unsigned long)__ullAtomicXor((unsigned long long *)p, (unsigned long long)v);
// }
// static __inline__ __attribute__((device, always_inline)) int atomicXor_block(int *p, int v) {
//     return __iAtomicXor_block(p, v);
// }
// static __inline__ __attribute__((device, always_inline)) unsigned int atomicXor_block(unsigned int *p, unsigned int v) {
//     return __uAtomicXor_block(p, v);
// }
// static __inline__ __attribute__((device, always_inline)) unsigned long long atomicXor_block(unsigned long long *p, unsigned long long v) {
//     return __ullAtomicXor_block(p, v);
// }
// static __inline__ __attribute__((device, always_inline)) long long atomicXor_block(long long *p, long long v) {
//     return __llAtomicXor_block(p, v);
// }
// static __inline__ __attribute__((device, always_inline)) unsigned long atomicXor_block(unsigned long *p, unsigned long v) {
//     return (unsigned long)__ullAtomicXor_block((unsigned long long *)p, (unsigned long long)v);
// }
// static __inline__ __attribute__((device, always_inline)) int atomicXor_system(int *p, int v) {
//     return __iAtomicXor_system(p, v);
// }
// static __inline__ __attribute__((device, always_inline)) unsigned int atomicXor_system(unsigned int *p, unsigned int v) {
//     return __uAtomicXor_system(p, v);
// }
// static __inline__ __attribute__((device, always_inline)) unsigned long long atomicXor_system(unsigned long long *p, unsigned long long v) {
//     return __ullAtomicXor_system(p, v);
// }
// static __inline__ __attribute__((device, always_inline)) long long atomicXor_system(long long *p, long long v) {
//     return __llAtomicXor_system(p, v);
// }
// static __inline__ __attribute__((device, always_inline)) unsigned long atomicXor_system(unsigned long *p, unsigned long v) {
//     return (unsigned long)__ullAtomicXor_system((unsigned long long *)p, (unsigned long long)v);
// }
// static __inline__ __attribute__((device, always_inline)) unsigned int atomicInc(unsigned int *p, unsigned int v) {
//     return __uAtomicInc(p, v);
// }
// static __inline__ __attribute__((device, always_inline)) unsigned int atomicInc_block(unsigned int *p, unsigned int v) {
//     return __uAtomicInc_block(p, v);
// }
// static __inline__ __attribute__((device, always_inline)) unsigned int atomicInc_system(unsigned int *p, unsigned int v) {
//     return __uAtomicInc_system(p, v);
// }
// static __inline__ __attribute__((device, always_inline)) unsigned int atomicDec(unsigned int *p, unsigned int v) {
//     return __uAtomicDec(p, v);
// }
// static __inline__ __attribute__((device, always_inline)) unsigned int atomicDec_block(unsigned int *p, unsigned int v) {
//     return __uAtomicDec_block(p, v);
// }
// static __inline__ __attribute__((device, always_inline)) unsigned int atomicDec_system(unsigned int *p, unsigned int v) {
//     return __uAtomicDec_system(p, v);
// }
// static __inline__ __attribute__((device, always_inline)) int atomicCAS(int *p, int cmp, int v) {
//     return __iAtomicCAS(p, cmp, v);
// }
// static __inline__ __attribute__((device, always_inline)) unsigned int atomicCAS(unsigned int *p, unsigned int cmp, unsigned int v) {
//     return __uAtomicCAS(p, cmp, v);
// }
// static __inline__ __attribute__((device, always_inline)) unsigned long long atomicCAS(unsigned long long *p, unsigned long long cmp,
//                                             unsigned long long v) {
//     return __ullAtomicCAS(p, cmp, v);
// }
// static __inline__ __attribute__((device, always_inline)) unsigned long atomicCAS(unsigned long *p, unsigned long cmp, unsigned long v) {
//     return __ullAtomicCAS((unsigned long long *)p, cmp, v);
// }
// static __inline__ __attribute__((device, always_inline)) int atomicCAS_block(int *p, int cmp, int v) {
//     return __iAtomicCAS_block(p, cmp, v);
// }
// static __inline__ __attribute__((device, always_inline)) unsigned int atomicCAS_block(unsigned int *p, unsigned int cmp, unsigned int v) {
//     return __uAtomicCAS_block(p, cmp, v);
// }
// static __inline__ __attribute__((device, always_inline)) unsigned long long atomicCAS_block(unsigned long long *p, unsigned long long cmp,
//                                                   unsigned long long v) {
//     return __ullAtomicCAS_block(p, cmp, v);
// }
// static __inline__ __attribute__((device, always_inline)) unsigned long atomicCAS_block(unsigned long *p, unsigned long cmp, unsigned long v) {
//     return __ullAtomicCAS_block((unsigned long long *)p, cmp, v);
// }
// static __inline__ __attribute__((device, always_inline)) int atomicCAS_system(int *p, int cmp, int v) {
//     return __iAtomicCAS_system(p, cmp, v);
// }
// static __inline__ __attribute__((device, always_inline)) unsigned int atomicCAS_system(unsigned int *p, unsigned int cmp, unsigned int v) {
//     return __uAtomicCAS_system(p, cmp, v);
// }
// static __inline__ __attribute__((device, always_inline)) unsigned long long atomicCAS_system(unsigned long long *p, unsigned long long cmp,
//                                                    unsigned long long v) {
//     return __ullAtomicCAS_system(p, cmp, v);
// }
// static __inline__ __attribute__((device, always_inline)) unsigned long atomicCAS_system(unsigned long *p, unsigned long cmp,
//                                               unsigned long v) {
//     return __ullAtomicCAS_system((unsigned long long *)p, cmp, v);
// }
// static __inline__ __attribute__((device, always_inline)) unsigned short atomicCAS(unsigned short *p, unsigned short cmp, unsigned short v) {
//     return __usAtomicCAS(p, cmp, v);
// }
// # 1 "cuprum_runtime.h" 2
// # 8 "cuprum_warp.h" 1 3
// static __inline__ __attribute__((device, always_inline)) void __syncwarp(unsigned int mask = 0xffffffffu) {
//     __nvvm_bar_warp_sync(mask);
// }
// static __inline__ __attribute__((device, always_inline)) int __all_sync(unsigned int mask, int p) {
//     return __nvvm_vote_all_sync(mask, p);
// }
// static __inline__ __attribute__((device, always_inline)) int __any_sync(unsigned int mask, int p) {
//     return __nvvm_vote_any_sync(mask, p);
// }
// static __inline__ __attribute__((device, always_inline)) int __uni_sync(unsigned int mask, int p) {
//     return __nvvm_vote_uni_sync(mask, p);
// }
// static __inline__ __attribute__((device, always_inline)) unsigned int __ballot_sync(unsigned int mask, int p) {
//     return __nvvm_vote_ballot_sync(mask, p);
// }
// static __inline__ __attribute__((device, always_inline)) unsigned int __lanemask_lt() {
//     return __cuprum_lanemask_lt();
// }
// static __inline__ __attribute__((device, always_inline)) unsigned int __shfl_sync(unsigned int mask, unsigned int v, int lane,
//                                         int width = 32) {
//     return __nvvm_shfl_idx_sync(mask, v, (unsigned int)lane,
//                                 ((unsigned int)(32 - width) << 8) | 0x1f);
// }
// static __inline__ __attribute__((device, always_inline)) int __shfl_sync(unsigned int mask, int v, int lane, int width = 32) {
//     return (int)__nvvm_shfl_idx_sync(mask, (unsigned int)v, (unsigned int)lane,
//                                      ((unsigned int)(32 - width) << 8) | 0x1f);
// }
// static __inline__ __attribute__((device, always_inline)) float __shfl_sync(unsigned int mask, float v, int lane, int width = 32) {
//     return __uint_as_float(__nvvm_shfl_idx_sync(mask, __float_as_uint(v), (unsigned int)lane,
//                                                 ((unsigned int)(32 - width) << 8) | 0x1f));
// }
// static __inline__ __attribute__((device, always_inline)) unsigned long long __shfl_sync(unsigned int mask, unsigned long long v, int lane,
//                                               int width = 32) {
//     unsigned int lo = __nvvm_shfl_idx_sync(mask, (unsigned int)v, (unsigned int)lane,
//                                            ((unsigned int)(32 - width) << 8) | 0x1f);
//     unsigned int hi = __nvvm_shfl_idx_sync(mask, (unsigned int)(v >> 32), (unsigned int)lane,
//                                            ((unsigned int)(32 - width) << 8) | 0x1f);
//     return (unsigned long long)hi << 32 | lo;
// }
// static __inline__ __attribute__((device, always_inline)) long long __shfl_sync(unsigned int mask, long long v, int lane, int width = 32) {
//     return (long long)__shfl_sync(mask, (unsigned long long)v, lane, width);
// }
// static __inline__ __attribute__((device, always_inline)) long __shfl_sync(unsigned int mask, long v, int lane, int width = 32) {
//     return (long)__shfl_sync(mask, (unsigned long long)v, lane, width);
// }
// static __inline__ __attribute__((device, always_inline)) unsigned long __shfl_sync(unsigned int mask, unsigned long v, int lane,
//                                          int width = 32) {
//     return (unsigned long)__shfl_sync(mask, (unsigned long long)v, lane, width);
// }
// static __inline__ __attribute__((device, always_inline)) double __shfl_sync(unsigned int mask, double v, int lane, int width = 32) {
//     return __longlong_as_double(
//         (long long)__shfl_sync(mask, (unsigned long long)__double_as_longlong(v), lane, width));
// }
// static __inline__ __attribute__((device, always_inline)) unsigned int __shfl_up_sync(unsigned int mask, unsigned int v, unsigned int delta,
//                                            int width = 32) {
//     return __nvvm_shfl_up_sync(mask, v, (unsigned int)delta, ((unsigned int)(32 - width) << 8) | 0);
// }
// static __inline__ __attribute__((device, always_inline)) int __shfl_up_sync(unsigned int mask, int v, unsigned int delta, int width = 32) {
//     return (int)__nvvm_shfl_up_sync(mask, (unsigned int)v, (unsigned int)delta,
//                                     ((unsigned int)(32 - width) << 8) | 0);
// }
// static __inline__ __attribute__((device, always_inline)) float __shfl_up_sync(unsigned int mask, float v, unsigned int delta,
//                                     int width = 32) {
//     return __uint_as_float(__nvvm_shfl_up_sync(mask, __float_as_uint(v), (unsigned int)delta,
//                                                ((unsigned int)(32 - width) << 8) | 0));
// }
// static __inline__ __attribute__((device, always_inline)) unsigned long long __shfl_up_sync(unsigned int mask, unsigned long long v,
//                                                  unsigned int delta, int width = 32) {
//     unsigned int lo = __nvvm_shfl_up_sync(mask, (unsigned int)v, (unsigned int)delta,
//                                           ((unsigned int)(32 - width) << 8) | 0);
//     unsigned int hi = __nvvm_shfl_up_sync(mask, (unsigned int)(v >> 32), (unsigned int)delta,
//                                           ((unsigned int)(32 - width) << 8) | 0);
//     return (unsigned long long)hi << 32 | lo;
// }
// static __inline__ __attribute__((device, always_inline)) long long __shfl_up_sync(unsigned int mask, long long v, unsigned int delta,
//                                         int width = 32) {
//     return (long long)__shfl_up_sync(mask, (unsigned long long)v, delta, width);
// }
// static __inline__ __attribute__((device, always_inline)) long __shfl_up_sync(unsigned int mask, long v, unsigned int delta, int width = 32) {
//     return (long)__shfl_up_sync(mask, (unsigned long long)v, delta, width);
// }
// static __inline__ __attribute__((device, always_inline)) unsigned long __shfl_up_sync(unsigned int mask, unsigned long v, unsigned int delta,
//                                             int width = 32) {
//     return (unsigned long)__shfl_up_sync(mask, (unsigned long long)v, delta, width);
// }
// static __inline__ __attribute__((device, always_inline)) double __shfl_up_sync(unsigned int mask, double v, unsigned int delta,
//                                      int width = 32) {
//     return __longlong_as_double(
//         (long long)__shfl_up_sync(mask, (unsigned long long)__double_as_longlong(v), delta, width));
// }
// static __inline__ __attribute__((device, always_inline)) unsigned int __shfl_down_sync(unsigned int mask, unsigned int v, unsigned int delta,
//                                              int width = 32) {
//     return __nvvm_shfl_down_sync(mask, v, (unsigned int)delta,
//                                  ((unsigned int)(32 - width) << 8) | 0x1f);
// }
// static __inline__ __attribute__((device, always_inline)) int __shfl_down_sync(unsigned int mask, int v, unsigned int delta, int width = 32) {
//     return (int)__nvvm_shfl_down_sync(mask, (unsigned int)v, (unsigned int)delta,
//                                       ((unsigned int)(32 - width) << 8) | 0x1f);
// }
// static __inline__ __attribute__((device, always_inline)) float __shfl_down_sync(unsigned int mask, float v, unsigned int delta,
//                                       int width = 32) {
//     return __uint_as_float(__nvvm_shfl_down_sync(mask, __float_as_uint(v), (unsigned int)delta,
//                                                  ((unsigned int)(32 - width) << 8) | 0x1f));
// }
// static __inline__ __attribute__((device, always_inline)) unsigned long long __shfl_down_sync(unsigned int mask, unsigned long long v,
//                                                    unsigned int delta, int width = 32) {
//     unsigned int lo = __nvvm_shfl_down_sync(mask, (unsigned int)v, (unsigned int)delta,
//                                             ((unsigned int)(32 - width) << 8) | 0x1f);
//     unsigned int hi = __nvvm_shfl_down_sync(mask, (unsigned int)(v >> 32), (unsigned int)delta,
//                                             ((unsigned int)(32 - width) << 8) | 0x1f);
//     return (unsigned long long)hi << 32 | lo;
// }
// static __inline__ __attribute__((device, always_inline)) long long __shfl_down_sync(unsigned int mask, long long v, unsigned int delta,
//                                           int width = 32) {
//     return (long long)__shfl_down_sync(mask, (unsigned long long)v, delta, width);
// }
// static __inline__ __attribute__((device, always_inline)) long __shfl_down_sync(unsigned int mask, long v, unsigned int delta,
//                                      int width = 32) {
//     return (long)__shfl_down_sync(mask, (unsigned long long)v, delta, width);
// }
// static __inline__ __attribute__((device, always_inline)) unsigned long __shfl_down_sync(unsigned int mask, unsigned long v,
//                                               unsigned int delta, int width = 32) {
//     return (unsigned long)__shfl_down_sync(mask, (unsigned long long)v, delta, width);
// }
// static __inline__ __attribute__((device, always_inline)) double __shfl_down_sync(unsigned int mask, double v, unsigned int delta,
//                                        int width = 32) {
//     return __longlong_as_double((long long)__shfl_down_sync(
//         mask, (unsigned long long)__double_as_longlong(v), delta, width));
// }
// static __inline__ __attribute__((device, always_inline)) unsigned int __shfl_xor_sync(unsigned int mask, unsigned int v, int lanemask,
//                                             int width = 32) {
//     return __nvvm_shfl_bfly_sync(mask, v, (unsigned int)lanemask,
//                                  ((unsigned int)(32 - width) << 8) | 0x1f);
// }
// static __inline__ __attribute__((device, always_inline)) int __shfl_xor_sync(unsigned int mask, int v, int lanemask, int width = 32) {
//     return (int)__nvvm_shfl_bfly_sync(mask, (unsigned int)v, (unsigned int)lanemask,
//                                       ((unsigned int)(32 - width) << 8) | 0x1f);
// }
// static __inline__ __attribute__((device, always_inline)) float __shfl_xor_sync(unsigned int mask, float v, int lanemask, int width = 32) {
//     return __uint_as_float(__nvvm_shfl_bfly_sync(mask, __float_as_uint(v), (unsigned int)lanemask,
//                                                  ((unsigned int)(32 - width) << 8) | 0x1f));
// }
// static __inline__ __attribute__((device, always_inline)) unsigned long long __shfl_xor_sync(unsigned int mask, unsigned long long v,
//                                                   int lanemask, int width = 32) {
//     unsigned int lo = __nvvm_shfl_bfly_sync(mask, (unsigned int)v, (unsigned int)lanemask,
//                                             ((unsigned int)(32 - width) << 8) | 0x1f);
//     unsigned int hi = __nvvm_shfl_bfly_sync(mask, (unsigned int)(v >> 32), (unsigned int)lanemask,
//                                             ((unsigned int)(32 - width) << 8) | 0x1f);
//     return (unsigned long long)hi << 32 | lo;
// }
// static __inline__ __attribute__((device, always_inline)) long long __shfl_xor_sync(unsigned int mask, long long v, int lanemask,
//                                          int width = 32) {
//     return (long long)__shfl_xor_sync(mask, (unsigned long long)v, lanemask, width);
// }
// static __inline__ __attribute__((device, always_inline)) long __shfl_xor_sync(unsigned int mask, long v, int lanemask, int width = 32) {
//     return (long)__shfl_xor_sync(mask, (unsigned long long)v, lanemask, width);
// }
// static __inline__ __attribute__((device, always_inline)) unsigned long __shfl_xor_sync(unsigned int mask, unsigned long v, int lanemask,
//                                              int width = 32) {
//     return (unsigned long)__shfl_xor_sync(mask, (unsigned long long)v, lanemask, width);
// }
// static __inline__ __attribute__((device, always_inline)) double __shfl_xor_sync(unsigned int mask, double v, int lanemask, int width = 32) {
//     return __longlong_as_double((long long)__shfl_xor_sync(
//         mask, (unsigned long long)__double_as_longlong(v), lanemask, width));
// }
// static __inline__ __attribute__((device, always_inline)) unsigned int __match_any_sync(unsigned int mask, int v) {
//     return __match32_any_sync(mask, (unsigned int)v);
// }
// static __inline__ __attribute__((device, always_inline)) unsigned int __match_all_sync(unsigned int mask, int v, int *pred) {
//     return __match32_all_sync(mask, (unsigned int)v, pred);
// }
// static __inline__ __attribute__((device, always_inline)) unsigned int __match_any_sync(unsigned int mask, unsigned int v) {
//     return __match32_any_sync(mask, (unsigned int)v);
// }
// static __inline__ __attribute__((device, always_inline)) unsigned int __match_all_sync(unsigned int mask, unsigned int v, int *pred) {
//     return __match32_all_sync(mask, (unsigned int)v, pred);
// }
// static __inline__ __attribute__((device, always_inline)) unsigned int __match_any_sync(unsigned int mask, float v) {
//     return __match32_any_sync(mask, __float_as_uint(v));
// }
// static __inline__ __attribute__((device, always_inline)) unsigned int __match_all_sync(unsigned int mask, float v, int *pred) {
//     return __match32_all_sync(mask, __float_as_uint(v), pred);
// }
// static __inline__ __attribute__((device, always_inline)) unsigned int __match_any_sync(unsigned int mask, long v) {
//     return __match64_any_sync(mask, (unsigned long long)v);
// }
// static __inline__ __attribute__((device, always_inline)) unsigned int __match_all_sync(unsigned int mask, long v, int *pred) {
//     return __match64_all_sync(mask, (unsigned long long)v, pred);
// }
// static __inline__ __attribute__((device, always_inline)) unsigned int __match_any_sync(unsigned int mask, unsigned long v) {
//     return __match64_any_sync(mask, (unsigned long long)v);
// }
// static __inline__ __attribute__((device, always_inline)) unsigned int __match_all_sync(unsigned int mask, unsigned long v, int *pred) {
//     return __match64_all_sync(mask, (unsigned long long)v, pred);
// }
// static __inline__ __attribute__((device, always_inline)) unsigned int __match_any_sync(unsigned int mask, long long v) {
//     return __match64_any_sync(mask, (unsigned long long)v);
// }
// static __inline__ __attribute__((device, always_inline)) unsigned int __match_all_sync(unsigned int mask, long long v, int *pred) {
//     return __match64_all_sync(mask, (unsigned long long)v, pred);
// }
// static __inline__ __attribute__((device, always_inline)) unsigned int __match_any_sync(unsigned int mask, unsigned long long v) {
//     return __match64_any_sync(mask, (unsigned long long)v);
// }
// static __inline__ __attribute__((device, always_inline)) unsigned int __match_all_sync(unsigned int mask, unsigned long long v, int *pred) {
//     return __match64_all_sync(mask, (unsigned long long)v, pred);
// }
// static __inline__ __attribute__((device, always_inline)) unsigned int __match_any_sync(unsigned int mask, double v) {
//     return __match64_any_sync(mask, (unsigned long long)__double_as_longlong(v));
// }
// static __inline__ __attribute__((device, always_inline)) unsigned int __match_all_sync(unsigned int mask, double v, int *pred) {
//     return __match64_all_sync(mask, (unsigned long long)__double_as_longlong(v), pred);
// }
// static __inline__ __attribute__((device, always_inline)) unsigned int __reduce_add_sync(unsigned int mask, unsigned int v) {
//     return __reduce_add_sync_unsigned_impl(mask, v);
// }
// static __inline__ __attribute__((device, always_inline)) int __reduce_add_sync(unsigned int mask, int v) {
//     return __reduce_add_sync_signed_impl(mask, v);
// }
// static __inline__ __attribute__((device, always_inline)) unsigned int __reduce_min_sync(unsigned int mask, unsigned int v) {
//     return __reduce_min_sync_unsigned_impl(mask, v);
// }
// static __inline__ __attribute__((device, always_inline)) int __reduce_min_sync(unsigned int mask, int v) {
//     return __reduce_min_sync_signed_impl(mask, v);
// }
// static __inline__ __attribute__((device, always_inline)) unsigned int __reduce_max_sync(unsigned int mask, unsigned int v) {
//     return __reduce_max_sync_unsigned_impl(mask, v);
// }
// static __inline__ __attribute__((device, always_inline)) int __reduce_max_sync(unsigned int mask, int v) {
//     return __reduce_max_sync_signed_impl(mask, v);
// }
// static __inline__ __attribute__((device, always_inline)) unsigned int __reduce_and_sync(unsigned int mask, unsigned int v) {
//     return __reduce_and_sync_unsigned_impl(mask, v);
// }
// static __inline__ __attribute__((device, always_inline)) unsigned int __reduce_or_sync(unsigned int mask, unsigned int v) {
//     return __reduce_or_sync_unsigned_impl(mask, v);
// }
// static __inline__ __attribute__((device, always_inline)) unsigned int __reduce_xor_sync(unsigned int mask, unsigned int v) {
//     return __reduce_xor_sync_unsigned_impl(mask, v);
// }
// static __inline__ __attribute__((device, always_inline)) unsigned int __dp4a(unsigned int a, unsigned int b, unsigned int c) {
//     return __cuprum_dp4a_u(a, b, c);
// }
// __attribute__((device_builtin, device)) int __dp4a(int a, int b, int c);
// static __inline__ __attribute__((device, always_inline)) int __dp2a_lo(int a, int b, int c) {
//     return __cuprum_dp2a_lo_s(a, b, c);
// }
// static __inline__ __attribute__((device, always_inline)) unsigned int __dp2a_lo(unsigned int a, unsigned int b, unsigned int c) {
//     return __cuprum_dp2a_lo_u(a, b, c);
// }
// static __inline__ __attribute__((device, always_inline)) int __dp2a_hi(int a, int b, int c) {
//     return __cuprum_dp2a_hi_s(a, b, c);
// }
// static __inline__ __attribute__((device, always_inline)) unsigned int __dp2a_hi(unsigned int a, unsigned int b, unsigned int c) {
//     return __cuprum_dp2a_hi_u(a, b, c);
// }
//
//
//
// struct __attribute__((aligned(16))) __cuprum_b128 {
//     unsigned int x, y, z, w;
// };
// # 324 "cuprum_warp.h" 3
// template <class T> static __inline__ __attribute__((device, always_inline)) T __ldg(const T *p) { if constexpr (sizeof(T) == 16) { __cuprum_b128 r; asm volatile("ld.global." "nc" ".v4.u32 {%0, %1, %2, %3}, [%4];" : "=r"(r.x), "=r"(r.y), "=r"(r.z), "=r"(r.w) : "l"(p) : "memory"); return __builtin_bit_cast(T, r); } else if constexpr (sizeof(T) == 8) { unsigned long long r; asm volatile("ld.global." "nc" ".u64 %0, [%1];" : "=l"(r) : "l"(p) : "memory"); return __builtin_bit_cast(T, r); } else if constexpr (sizeof(T) == 4) { unsigned int r; asm volatile("ld.global." "nc" ".u32 %0, [%1];" : "=r"(r) : "l"(p) : "memory"); return __builtin_bit_cast(T, r); } else if constexpr (sizeof(T) == 2) { unsigned short r; asm volatile("ld.global." "nc" ".u16 %0, [%1];" : "=h"(r) : "l"(p) : "memory"); return __builtin_bit_cast(T, r); } else { static_assert(sizeof(T) == 1, "loads take 1, 2, 4, 8 or 16 bytes"); unsigned int r; asm volatile("ld.global." "nc" ".u8 %0, [%1];" : "=r"(r) : "l"(p) : "memory"); return __builtin_bit_cast(T, (unsigned char)r); } }
// template <class T> static __inline__ __attribute__((device, always_inline)) T __ldcg(const T *p) { if constexpr (sizeof(T) == 16) { __cuprum_b128 r; asm volatile("ld.global." "cg" ".v4.u32 {%0, %1, %2, %3}, [%4];" : "=r"(r.x), "=r"(r.y), "=r"(r.z), "=r"(r.w) : "l"(p) : "memory"); return __builtin_bit_cast(T, r); } else if constexpr (sizeof(T) == 8) { unsigned long long r; asm volatile("ld.global." "cg" ".u64 %0, [%1];" : "=l"(r) : "l"(p) : "memory"); return __builtin_bit_cast(T, r); } else if constexpr (sizeof(T) == 4) { unsigned int r; asm volatile("ld.global." "cg" ".u32 %0, [%1];" : "=r"(r) : "l"(p) : "memory"); return __builtin_bit_cast(T, r); } else if constexpr (sizeof(T) == 2) { unsigned short r; asm volatile("ld.global." "cg" ".u16 %0, [%1];" : "=h"(r) : "l"(p) : "memory"); return __builtin_bit_cast(T, r); } else { static_assert(sizeof(T) == 1, "loads take 1, 2, 4, 8 or 16 bytes"); unsigned int r; asm volatile("ld.global." "cg" ".u8 %0, [%1];" : "=r"(r) : "l"(p) : "memory"); return __builtin_bit_cast(T, (unsigned char)r); } }
// template <class T> static __inline__ __attribute__((device, always_inline)) T __ldca(const T *p) { if constexpr (sizeof(T) == 16) { __cuprum_b128 r; asm volatile("ld.global." "ca" ".v4.u32 {%0, %1, %2, %3}, [%4];" : "=r"(r.x), "=r"(r.y), "=r"(r.z), "=r"(r.w) : "l"(p) : "memory"); return __builtin_bit_cast(T, r); } else if constexpr (sizeof(T) == 8) { unsigned long long r; asm volatile("ld.global." "ca" ".u64 %0, [%1];" : "=l"(r) : "l"(p) : "memory"); return __builtin_bit_cast(T, r); } else if constexpr (sizeof(T) == 4) { unsigned int r; asm volatile("ld.global." "ca" ".u32 %0, [%1];" : "=r"(r) : "l"(p) : "memory"); return __builtin_bit_cast(T, r); } else if constexpr (sizeof(T) == 2) { unsigned short r; asm volatile("ld.global." "ca" ".u16 %0, [%1];" : "=h"(r) : "l"(p) : "memory"); return __builtin_bit_cast(T, r); } else { static_assert(sizeof(T) == 1, "loads take 1, 2, 4, 8 or 16 bytes"); unsigned int r; asm volatile("ld.global." "ca" ".u8 %0, [%1];" : "=r"(r) : "l"(p) : "memory"); return __builtin_bit_cast(T, (unsigned char)r); } }
// template <class T> static __inline__ __attribute__((device, always_inline)) T __ldcs(const T *p) { if constexpr (sizeof(T) == 16) { __cuprum_b128 r; asm volatile("ld.global." "cs" ".v4.u32 {%0, %1, %2, %3}, [%4];" : "=r"(r.x), "=r"(r.y), "=r"(r.z), "=r"(r.w) : "l"(p) : "memory"); return __builtin_bit_cast(T, r); } else if constexpr (sizeof(T) == 8) { unsigned long long r; asm volatile("ld.global." "cs" ".u64 %0, [%1];" : "=l"(r) : "l"(p) : "memory"); return __builtin_bit_cast(T, r); } else if constexpr (sizeof(T) == 4) { unsigned int r; asm volatile("ld.global." "cs" ".u32 %0, [%1];" : "=r"(r) : "l"(p) : "memory"); return __builtin_bit_cast(T, r); } else if constexpr (sizeof(T) == 2) { unsigned short r; asm volatile("ld.global." "cs" ".u16 %0, [%1];" : "=h"(r) : "l"(p) : "memory"); return __builtin_bit_cast(T, r); } else { static_assert(sizeof(T) == 1, "loads take 1, 2, 4, 8 or 16 bytes"); unsigned int r; asm volatile("ld.global." "cs" ".u8 %0, [%1];" : "=r"(r) : "l"(p) : "memory"); return __builtin_bit_cast(T, (unsigned char)r); } }
// template <class T> static __inline__ __attribute__((device, always_inline)) T __ldlu(const T *p) { if constexpr (sizeof(T) == 16) { __cuprum_b128 r; asm volatile("ld.global." "lu" ".v4.u32 {%0, %1, %2, %3}, [%4];" : "=r"(r.x), "=r"(r.y), "=r"(r.z), "=r"(r.w) : "l"(p) : "memory"); return __builtin_bit_cast(T, r); } else if constexpr (sizeof(T) == 8) { unsigned long long r; asm volatile("ld.global." "lu" ".u64 %0, [%1];" : "=l"(r) : "l"(p) : "memory"); return __builtin_bit_cast(T, r); } else if constexpr (sizeof(T) == 4) { unsigned int r; asm volatile("ld.global." "lu" ".u32 %0, [%1];" : "=r"(r) : "l"(p) : "memory"); return __builtin_bit_cast(T, r); } else if constexpr (sizeof(T) == 2) { unsigned short r; asm volatile("ld.global." "lu" ".u16 %0, [%1];" : "=h"(r) : "l"(p) : "memory"); return __builtin_bit_cast(T, r); } else { static_assert(sizeof(T) == 1, "loads take 1, 2, 4, 8 or 16 bytes"); unsigned int r; asm volatile("ld.global." "lu" ".u8 %0, [%1];" : "=r"(r) : "l"(p) : "memory"); return __builtin_bit_cast(T, (unsigned char)r); } }
// template <class T> static __inline__ __attribute__((device, always_inline)) T __ldcv(const T *p) { if constexpr (sizeof(T) == 16) { __cuprum_b128 r; asm volatile("ld.global." "cv" ".v4.u32 {%0, %1, %2, %3}, [%4];" : "=r"(r.x), "=r"(r.y), "=r"(r.z), "=r"(r.w) : "l"(p) : "memory"); return __builtin_bit_cast(T, r); } else if constexpr (sizeof(T) == 8) { unsigned long long r; asm volatile("ld.global." "cv" ".u64 %0, [%1];" : "=l"(r) : "l"(p) : "memory"); return __builtin_bit_cast(T, r); } else if constexpr (sizeof(T) == 4) { unsigned int r; asm volatile("ld.global." "cv" ".u32 %0, [%1];" : "=r"(r) : "l"(p) : "memory"); return __builtin_bit_cast(T, r); } else if constexpr (sizeof(T) == 2) { unsigned short r; asm volatile("ld.global." "cv" ".u16 %0, [%1];" : "=h"(r) : "l"(p) : "memory"); return __builtin_bit_cast(T, r); } else { static_assert(sizeof(T) == 1, "loads take 1, 2, 4, 8 or 16 bytes"); unsigned int r; asm volatile("ld.global." "cv" ".u8 %0, [%1];" : "=r"(r) : "l"(p) : "memory"); return __builtin_bit_cast(T, (unsigned char)r); } }
// template <class T> static __inline__ __attribute__((device, always_inline)) void __stwb(T *p, T v) { if constexpr (sizeof(T) == 16) { __cuprum_b128 r = __builtin_bit_cast(__cuprum_b128, v); asm volatile("st.global." "wb" ".v4.u32 [%0], {%1, %2, %3, %4};" ::"l"(p), "r"(r.x), "r"(r.y), "r"(r.z), "r"(r.w) : "memory"); } else if constexpr (sizeof(T) == 8) { asm volatile("st.global." "wb" ".u64 [%0], %1;" ::"l"(p), "l"(__builtin_bit_cast(unsigned long long, v)) : "memory"); } else if constexpr (sizeof(T) == 4) { asm volatile("st.global." "wb" ".u32 [%0], %1;" ::"l"(p), "r"(__builtin_bit_cast(unsigned int, v)) : "memory"); } else if constexpr (sizeof(T) == 2) { asm volatile("st.global." "wb" ".u16 [%0], %1;" ::"l"(p), "h"(__builtin_bit_cast(unsigned short, v)) : "memory"); } else { static_assert(sizeof(T) == 1, "stores take 1, 2, 4, 8 or 16 bytes"); asm volatile("st.global." "wb" ".u8 [%0], %1;" ::"l"(p), "r"((unsigned int)__builtin_bit_cast(unsigned char, v)) : "memory"); } }
// template <class T> static __inline__ __attribute__((device, always_inline)) void __stcg(T *p, T v) { if constexpr (sizeof(T) == 16) { __cuprum_b128 r = __builtin_bit_cast(__cuprum_b128, v); asm volatile("st.global." "cg" ".v4.u32 [%0], {%1, %2, %3, %4};" ::"l"(p), "r"(r.x), "r"(r.y), "r"(r.z), "r"(r.w) : "memory"); } else if constexpr (sizeof(T) == 8) { asm volatile("st.global." "cg" ".u64 [%0], %1;" ::"l"(p), "l"(__builtin_bit_cast(unsigned long long, v)) : "memory"); } else if constexpr (sizeof(T) == 4) { asm volatile("st.global." "cg" ".u32 [%0], %1;" ::"l"(p), "r"(__builtin_bit_cast(unsigned int, v)) : "memory"); } else if constexpr (sizeof(T) == 2) { asm volatile("st.global." "cg" ".u16 [%0], %1;" ::"l"(p), "h"(__builtin_bit_cast(unsigned short, v)) : "memory"); } else { static_assert(sizeof(T) == 1, "stores take 1, 2, 4, 8 or 16 bytes"); asm volatile("st.global." "cg" ".u8 [%0], %1;" ::"l"(p), "r"((unsigned int)__builtin_bit_cast(unsigned char, v)) : "memory"); } }
// template <class T> static __inline__ __attribute__((device, always_inline)) void __stcs(T *p, T v) { if constexpr (sizeof(T) == 16) { __cuprum_b128 r = __builtin_bit_cast(__cuprum_b128, v); asm volatile("st.global." "cs" ".v4.u32 [%0], {%1, %2, %3, %4};" ::"l"(p), "r"(r.x), "r"(r.y), "r"(r.z), "r"(r.w) : "memory"); } else if constexpr (sizeof(T) == 8) { asm volatile("st.global." "cs" ".u64 [%0], %1;" ::"l"(p), "l"(__builtin_bit_cast(unsigned long long, v)) : "memory"); } else if constexpr (sizeof(T) == 4) { asm volatile("st.global." "cs" ".u32 [%0], %1;" ::"l"(p), "r"(__builtin_bit_cast(unsigned int, v)) : "memory"); } else if constexpr (sizeof(T) == 2) { asm volatile("st.global." "cs" ".u16 [%0], %1;" ::"l"(p), "h"(__builtin_bit_cast(unsigned short, v)) : "memory"); } else { static_assert(sizeof(T) == 1, "stores take 1, 2, 4, 8 or 16 bytes"); asm volatile("st.global." "cs" ".u8 [%0], %1;" ::"l"(p), "r"((unsigned int)__builtin_bit_cast(unsigned char, v)) : "memory"); } }
// template <class T> static __inline__ __attribute__((device, always_inline)) void __stwt(T *p, T v) { if constexpr (sizeof(T) == 16) { __cuprum_b128 r = __builtin_bit_cast(__cuprum_b128, v); asm volatile("st.global." "wt" ".v4.u32 [%0], {%1, %2, %3, %4};" ::"l"(p), "r"(r.x), "r"(r.y), "r"(r.z), "r"(r.w) : "memory"); } else if constexpr (sizeof(T) == 8) { asm volatile("st.global." "wt" ".u64 [%0], %1;" ::"l"(p), "l"(__builtin_bit_cast(unsigned long long, v)) : "memory"); } else if constexpr (sizeof(T) == 4) { asm volatile("st.global." "wt" ".u32 [%0], %1;" ::"l"(p), "r"(__builtin_bit_cast(unsigned int, v)) : "memory"); } else if constexpr (sizeof(T) == 2) { asm volatile("st.global." "wt" ".u16 [%0], %1;" ::"l"(p), "h"(__builtin_bit_cast(unsigned short, v)) : "memory"); } else { static_assert(sizeof(T) == 1, "stores take 1, 2, 4, 8 or 16 bytes"); asm volatile("st.global." "wt" ".u8 [%0], %1;" ::"l"(p), "r"((unsigned int)__builtin_bit_cast(unsigned char, v)) : "memory"); } }
// # 1 "cuprum_runtime.h" 2
// # 36 "cuprum_simd.h" 1 3
// static __inline__ __attribute__((host, device, always_inline)) int __vimax3_s32(int a, int b, int c) { int d = a > b ? a : b; return d > c ? d : c; } static __inline__ __attribute__((host, device, always_inline)) int __viaddmax_s32(int a, int b, int c) { int d = (int)((unsigned int)a + (unsigned int)b); return d > c ? d : c; } static __inline__ __attribute__((host, device, always_inline)) int __vibmax_s32(int a, int b, bool *pred) { *pred = a >= b; return a >= b ? a : b; }
// static __inline__ __attribute__((host, device, always_inline)) int __vimin3_s32(int a, int b, int c) { int d = a < b ? a : b; return d < c ? d : c; } static __inline__ __attribute__((host, device, always_inline)) int __viaddmin_s32(int a, int b, int c) { int d = (int)((unsigned int)a + (unsigned int)b); return d < c ? d : c; } static __inline__ __attribute__((host, device, always_inline)) int __vibmin_s32(int a, int b, bool *pred) { *pred = a <= b; return a <= b ? a : b; }
// static __inline__ __attribute__((host, device, always_inline)) unsigned int __vimax3_u32(unsigned int a, unsigned int b, unsigned int c) { unsigned int d = a > b ? a : b; return d > c ? d : c; } static __inline__ __attribute__((host, device, always_inline)) unsigned int __viaddmax_u32(unsigned int a, unsigned int b, unsigned int c) { unsigned int d = (unsigned int)((unsigned int)a + (unsigned int)b); return d > c ? d : c; } static __inline__ __attribute__((host, device, always_inline)) unsigned int __vibmax_u32(unsigned int a, unsigned int b, bool *pred) { *pred = a >= b; return a >= b ? a : b; }
// static __inline__ __attribute__((host, device, always_inline)) unsigned int __vimin3_u32(unsigned int a, unsigned int b, unsigned int c) { unsigned int d = a < b ? a : b; return d < c ? d : c; } static __inline__ __attribute__((host, device, always_inline)) unsigned int __viaddmin_u32(unsigned int a, unsigned int b, unsigned int c) { unsigned int d = (unsigned int)((unsigned int)a + (unsigned int)b); return d < c ? d : c; } static __inline__ __attribute__((host, device, always_inline)) unsigned int __vibmin_u32(unsigned int a, unsigned int b, bool *pred) { *pred = a <= b; return a <= b ? a : b; }
// static __inline__ __attribute__((host, device, always_inline)) int __vimax_s32_relu(int a, int b) { int d = a > b ? a : b; return d > 0 ? d : 0; } static __inline__ __attribute__((host, device, always_inline)) int __vimax3_s32_relu(int a, int b, int c) { int d = __vimax3_s32(a, b, c); return d > 0 ? d : 0; } static __inline__ __attribute__((host, device, always_inline)) int __viaddmax_s32_relu(int a, int b, int c) { int d = __viaddmax_s32(a, b, c); return d > 0 ? d : 0; }
// static __inline__ __attribute__((host, device, always_inline)) int __vimin_s32_relu(int a, int b) { int d = a < b ? a : b; return d > 0 ? d : 0; } static __inline__ __attribute__((host, device, always_inline)) int __vimin3_s32_relu(int a, int b, int c) { int d = __vimin3_s32(a, b, c); return d > 0 ? d : 0; } static __inline__ __attribute__((host, device, always_inline)) int __viaddmin_s32_relu(int a, int b, int c) { int d = __viaddmin_s32(a, b, c); return d > 0 ? d : 0; }
// # 66 "cuprum_simd.h" 3
// static __inline__ __attribute__((host, device, always_inline)) unsigned int __cuprum_add_16x2(unsigned int a, unsigned int b) { unsigned int r = 0; for (int i = 0; i < 32; i += 16) { unsigned short ux = (unsigned short)(a >> i), uy = (unsigned short)(b >> i); short x = (short)ux, y = (short)uy; r |= (unsigned int)(unsigned short)(ux + uy) << i; (void)x, (void)y; } return r; }
// static __inline__ __attribute__((host, device, always_inline)) unsigned int __cuprum_max_s16x2(unsigned int a, unsigned int b) { unsigned int r = 0; for (int i = 0; i < 32; i += 16) { unsigned short ux = (unsigned short)(a >> i), uy = (unsigned short)(b >> i); short x = (short)ux, y = (short)uy; r |= (unsigned int)(unsigned short)(x > y ? x : y) << i; (void)x, (void)y; } return r; }
// static __inline__ __attribute__((host, device, always_inline)) unsigned int __cuprum_min_s16x2(unsigned int a, unsigned int b) { unsigned int r = 0; for (int i = 0; i < 32; i += 16) { unsigned short ux = (unsigned short)(a >> i), uy = (unsigned short)(b >> i); short x = (short)ux, y = (short)uy; r |= (unsigned int)(unsigned short)(x < y ? x : y) << i; (void)x, (void)y; } return r; }
// static __inline__ __attribute__((host, device, always_inline)) unsigned int __cuprum_max_u16x2(unsigned int a, unsigned int b) { unsigned int r = 0; for (int i = 0; i < 32; i += 16) { unsigned short ux = (unsigned short)(a >> i), uy = (unsigned short)(b >> i); short x = (short)ux, y = (short)uy; r |= (unsigned int)(unsigned short)(ux > uy ? ux : uy) << i; (void)x, (void)y; } return r; }
// static __inline__ __attribute__((host, device, always_inline)) unsigned int __cuprum_min_u16x2(unsigned int a, unsigned int b) { unsigned int r = 0; for (int i = 0; i < 32; i += 16) { unsigned short ux = (unsigned short)(a >> i), uy = (unsigned short)(b >> i); short x = (short)ux, y = (short)uy; r |= (unsigned int)(unsigned short)(ux < uy ? ux : uy) << i; (void)x, (void)y; } return r; }
// # 98 "cuprum_simd.h" 3
// static __inline__ __attribute__((host, device, always_inline)) unsigned int __vimax3_s16x2(unsigned int a, unsigned int b, unsigned int c) { return __cuprum_max_s16x2(__cuprum_max_s16x2(a, b), c); } static __inline__ __attribute__((host, device, always_inline)) unsigned int __viaddmax_s16x2(unsigned int a, unsigned int b, unsigned int c) { return __cuprum_max_s16x2(__cuprum_add_16x2(a, b), c); } static __inline__ __attribute__((host, device, always_inline)) unsigned int __vibmax_s16x2(unsigned int a, unsigned int b, bool *pred_hi, bool *pred_lo) { *pred_hi = (short)(a >> 16) >=(short)(b >> 16); *pred_lo = (short)a >=(short) b; return __cuprum_max_s16x2(a, b); }
// static __inline__ __attribute__((host, device, always_inline)) unsigned int __vimin3_s16x2(unsigned int a, unsigned int b, unsigned int c) { return __cuprum_min_s16x2(__cuprum_min_s16x2(a, b), c); } static __inline__ __attribute__((host, device, always_inline)) unsigned int __viaddmin_s16x2(unsigned int a, unsigned int b, unsigned int c) { return __cuprum_min_s16x2(__cuprum_add_16x2(a, b), c); } static __inline__ __attribute__((host, device, always_inline)) unsigned int __vibmin_s16x2(unsigned int a, unsigned int b, bool *pred_hi, bool *pred_lo) { *pred_hi = (short)(a >> 16) <=(short)(b >> 16); *pred_lo = (short)a <=(short) b; return __cuprum_min_s16x2(a, b); }
// static __inline__ __attribute__((host, device, always_inline)) unsigned int __vimax3_u16x2(unsigned int a, unsigned int b, unsigned int c) { return __cuprum_max_u16x2(__cuprum_max_u16x2(a, b), c); } static __inline__ __attribute__((host, device, always_inline)) unsigned int __viaddmax_u16x2(unsigned int a, unsigned int b, unsigned int c) { return __cuprum_max_u16x2(__cuprum_add_16x2(a, b), c); } static __inline__ __attribute__((host, device, always_inline)) unsigned int __vibmax_u16x2(unsigned int a, unsigned int b, bool *pred_hi, bool *pred_lo) { *pred_hi = (unsigned short)(a >> 16) >=(unsigned short)(b >> 16); *pred_lo = (unsigned short)a >=(unsigned short) b; return __cuprum_max_u16x2(a, b); }
// static __inline__ __attribute__((host, device, always_inline)) unsigned int __vimin3_u16x2(unsigned int a, unsigned int b, unsigned int c) { return __cuprum_min_u16x2(__cuprum_min_u16x2(a, b), c); } static __inline__ __attribute__((host, device, always_inline)) unsigned int __viaddmin_u16x2(unsigned int a, unsigned int b, unsigned int c) { return __cuprum_min_u16x2(__cuprum_add_16x2(a, b), c); } static __inline__ __attribute__((host, device, always_inline)) unsigned int __vibmin_u16x2(unsigned int a, unsigned int b, bool *pred_hi, bool *pred_lo) { *pred_hi = (unsigned short)(a >> 16) <=(unsigned short)(b >> 16); *pred_lo = (unsigned short)a <=(unsigned short) b; return __cuprum_min_u16x2(a, b); }
// static __inline__ __attribute__((host, device, always_inline)) unsigned int __vimax_s16x2_relu(unsigned int a, unsigned int b) { return __cuprum_max_s16x2(__cuprum_max_s16x2(a, b), 0); } static __inline__ __attribute__((host, device, always_inline)) unsigned int __vimax3_s16x2_relu(unsigned int a, unsigned int b, unsigned int c) { return __cuprum_max_s16x2(__vimax3_s16x2(a, b, c), 0); } static __inline__ __attribute__((host, device, always_inline)) unsigned int __viaddmax_s16x2_relu(unsigned int a, unsigned int b, unsigned int c) { return __cuprum_max_s16x2(__viaddmax_s16x2(a, b, c), 0); }
// static __inline__ __attribute__((host, device, always_inline)) unsigned int __vimin_s16x2_relu(unsigned int a, unsigned int b) { return __cuprum_max_s16x2(__cuprum_min_s16x2(a, b), 0); } static __inline__ __attribute__((host, device, always_inline)) unsigned int __vimin3_s16x2_relu(unsigned int a, unsigned int b, unsigned int c) { return __cuprum_max_s16x2(__vimin3_s16x2(a, b, c), 0); } static __inline__ __attribute__((host, device, always_inline)) unsigned int __viaddmin_s16x2_relu(unsigned int a, unsigned int b, unsigned int c) { return __cuprum_max_s16x2(__viaddmin_s16x2(a, b, c), 0); }
// # 1 "cuprum_runtime.h" 2
// # 13 "cuprum_cluster.h" 1 3
// static __inline__ __attribute__((device, always_inline)) dim3 __clusterDim() { dim3 r; __nv_clusterDim_impl(&r.x, &r.y, &r.z); return r; }
// static __inline__ __attribute__((device, always_inline)) dim3 __clusterRelativeBlockIdx() { dim3 r; __nv_clusterRelativeBlockIdx_impl(&r.x, &r.y, &r.z); return r; }
// static __inline__ __attribute__((device, always_inline)) dim3 __clusterGridDimInClusters() { dim3 r; __nv_clusterGridDimInClusters_impl(&r.x, &r.y, &r.z); return r; }
// static __inline__ __attribute__((device, always_inline)) dim3 __clusterIdx() { dim3 r; __nv_clusterIdx_impl(&r.x, &r.y, &r.z); return r; }
//
// static __inline__ __attribute__((device, always_inline)) unsigned int __clusterDimIsSpecified() {
//     return __nv_clusterDimIsSpecifed_impl();
// }
// static __inline__ __attribute__((device, always_inline)) unsigned int __clusterRelativeBlockRank() {
//     return __nv_clusterRelativeBlockRank_impl();
// }
// static __inline__ __attribute__((device, always_inline)) unsigned int __clusterSizeInBlocks() {
//     return __nv_clusterSizeInBlocks_impl();
// }
// static __inline__ __attribute__((device, always_inline)) void __cluster_barrier_arrive() {
//     __nv_cluster_barrier_arrive_impl();
// }
// static __inline__ __attribute__((device, always_inline)) void __cluster_barrier_arrive_relaxed() {
//     __nv_cluster_barrier_arrive_relaxed_impl();
// }
// static __inline__ __attribute__((device, always_inline)) void __cluster_barrier_wait() {
//     __nv_cluster_barrier_wait_impl();
// }
// static __inline__ __attribute__((device, always_inline)) void __threadfence_cluster() {
//     __nv_threadfence_cluster_impl();
// }
// static __inline__ __attribute__((device, always_inline)) void *__cluster_map_shared_rank(const void *p, unsigned int rank) {
//     return __nv_cluster_map_shared_rank_impl(p, rank);
// }
// static __inline__ __attribute__((device, always_inline)) unsigned int __cluster_query_shared_rank(const void *p) {
//     return __nv_cluster_query_shared_rank_impl(p);
// }
//
// static __inline__ __attribute__((device, always_inline)) void cudaGridDependencySynchronize() {
//
//
//
// }
// static __inline__ __attribute__((device, always_inline)) void cudaTriggerProgrammaticLaunchCompletion() {
//
//
//
// }
//
//
// static __inline__ __attribute__((device, always_inline)) unsigned int __isGridConstant(const void *p) {
//     return __nv_isGridConstant_impl(p);
// }
// static __inline__ __attribute__((device, always_inline)) unsigned int __isClusterShared(const void *p) {
//     return __nv_isClusterShared_impl(p);
// }
// static __inline__ __attribute__((device, always_inline)) unsigned int __isCtaShared(const void *p) {
//     return __nv_isShared_impl(p);
// }
// static __inline__ __attribute__((device, always_inline)) size_t __cvta_generic_to_grid_constant(const void *p) {
//     size_t r;
//     asm("cvta.to.param.u64 %0, %1;" : "=l"(r) : "l"(p));
//     return r;
// }
// static __inline__ __attribute__((device, always_inline)) void *__cvta_grid_constant_to_generic(size_t p) {
//     void *r;
//     asm("cvta.param.u64 %0, %1;" : "=l"(r) : "l"(p));
//     return r;
// }
// static __inline__ __attribute__((device, always_inline)) void *__nv_associate_access_property(const void *p, unsigned long long property) {
//     return __nv_associate_access_property_impl(p, property);
// }
//
//
// static __inline__ __attribute__((device, always_inline)) unsigned short __nv_bswap16(unsigned short v) {
//     return __nv_bswap16_impl(v);
// }
// static __inline__ __attribute__((device, always_inline)) unsigned int __nv_bswap32(unsigned int v) {
//     return __nv_bswap32_impl(v);
// }
// static __inline__ __attribute__((device, always_inline)) unsigned long long __nv_bswap64(unsigned long long v) {
//     return __nv_bswap64_impl(v);
// }
// # 1 "cuprum_runtime.h" 2
// # 10 "test/lex/pragma_macro.cu" 2
// #pragma unroll
// one
// #pragma unroll 4
// two
// #pragma unroll 4
// three
// #pragma unroll 4
// #pragma unroll 4 five
//
// #pragma unroll 4
//
// x #pragma unroll
// # pragma
//
// #pragma unroll
// #pragma unroll
// last #pragma unroll
