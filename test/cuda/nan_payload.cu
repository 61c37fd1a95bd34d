// The string of a NaN gives its low bits, in constant expressions and elsewhere; the builtins for signaling ones make
// quiet ones with some bit there, as nvcc's.
// RUN: cuprum %s -o - | grep -o '0[fd]7F.*;'
constexpr float constant = __builtin_nansf("1");
__global__ void k(float *f, double *d) {
    f[0] = __builtin_nanf("");
    f[1] = __builtin_nansf("");
    f[2] = __builtin_nanf("0x12");
    f[3] = __builtin_nansf("022");
    f[4] = constant;
    d[0] = __builtin_nans("");
    d[1] = __builtin_nan("18");
}
// CHECK: 0f7FC00000
// CHECK: 0f7FC00001
// CHECK: 0f7FC00012
// CHECK: 0f7FC00012
// CHECK: 0f7FC00001
// CHECK: 0d7FF8000000000001
// CHECK: 0d7FF8000000000012
