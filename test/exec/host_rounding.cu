// How the host's program computes (traps, rounding, denormal numbers as zero) is nothing to the device.
// REQUIRES: g++, %B/lib/cuprum/libcudart.so.13, <fenv.h>
// RUN: cuprum nvcc --no-toolkit %s -o %t && cuprum exec %t
// CHECK: default: 7fffffff 7f800000 003671f7 7fffffff 3eaaaaab
// CHECK-NEXT: traps: 7fffffff 7f800000 003671f7 7fffffff 3eaaaaab still there
// CHECK-NEXT: upward: 7fffffff 7f800000 003671f7 7fffffff 3eaaaaab still there
// CHECK-NEXT: flush: 7fffffff 7f800000 003671f7 7fffffff 3eaaaaab
#include <cfenv>
#include <cstdio>
__global__ void compute(float *v) {
    v[5] = v[0] / v[0]; // 0 / 0
    v[6] = v[1] * v[1]; // too large
    v[7] = v[2] * 0.5f; // denormal
    v[8] = sqrtf(v[3]); // of -1
    v[9] = v[4] / 3.0f;
}
static void run(const char *name, float *v) {
    unsigned bits[5];
    v[0] = 0, v[1] = 1e30f, v[2] = 1e-38f, v[3] = -1, v[4] = 1;
    compute<<<4, 64>>>(v);
    cudaDeviceSynchronize();
    __builtin_memcpy(bits, v + 5, sizeof bits);
    std::printf("%s: %08x %08x %08x %08x %08x", name, bits[0], bits[1], bits[2], bits[3], bits[4]);
}
int main() {
    float *v;
    cudaMallocManaged(&v, 64);
    run("default", v);
    feenableexcept(FE_DIVBYZERO | FE_INVALID | FE_OVERFLOW);
    run("\ntraps", v);
    std::printf(" %s\n", fegetexcept() == (FE_DIVBYZERO | FE_INVALID | FE_OVERFLOW) ? "still there" : "lost");
    fedisableexcept(FE_ALL_EXCEPT);
    std::fesetround(FE_UPWARD);
    run("upward", v);
    std::printf(" %s\n", std::fegetround() == FE_UPWARD ? "still there" : "lost");
    std::fesetround(FE_TONEAREST);
#ifdef __SSE__
    __builtin_ia32_ldmxcsr(__builtin_ia32_stmxcsr() | 0x8040);
#endif
    run("flush", v);
    std::printf("\n");
}
