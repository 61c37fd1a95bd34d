// 128-bit floating point exists from sm_100 on, as with nvcc.
// RUN[OLD]: cuprum -arch=sm_90 %s -o -
// RUN[NEW]: cuprum -arch=sm_100 %s -o -
// EXIT[NEW]: 0
// NEW: .global .align 16 .b8 twice[16]
// NEW: __cuprum_fp128_mul,
__device__ __float128 twice; // ERROR[OLD]: "__float128" contains a 128-bit floating-point, which is not supported in device code
__device__ double f(double x) { // ERROR[OLD]: contains a 128-bit floating-point, which is not supported in device code
    __float128 y = x;
    twice = y * 2;
    return y * y + 0.5q;
}
__global__ void k(__float128 *p) { // ERROR[OLD]: contains a 128-bit floating-point
    p[0] = p[1] * p[0] + (__float128)f(3.5);
}
