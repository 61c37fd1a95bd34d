// SPDX-License-Identifier: Apache-2.0
// A program that is linked with NVRTC gets ours. For the device's real architecture it gets PTX where it asks for
// machine code; options in two parts, and virtual architectures, which have no machine code.
// REQUIRES: nvcc, %B/lib/cuprum/libcudart.so.13, %B/lib/cuprum/libnvrtc.so.13
// TIMEOUT: 120
// RUN: nvcc -cudart shared -gencode arch=compute_75,code=compute_75 -o %t.exe %s -lnvrtc -lcuda && cuprum exec %t.exe
// EXPECT:
// 42 42
// virtual: 0 bytes of machine code
#include <cstdio>
#include <vector>
#include <cuda.h>
#include <nvrtc.h>
static const char text[] = "extern \"C\" __global__ void k(int *p) { *p = 42; }";
static std::vector<char> compile(int n, const char *const *option) {
    nvrtcProgram p;
    size_t size = 0;
    nvrtcCreateProgram(&p, text, "k.cu", 0, nullptr, nullptr);
    if (nvrtcCompileProgram(p, n, option)) printf("does not compile\n");
    nvrtcGetCUBINSize(p, &size);
    std::vector<char> code(size);
    nvrtcGetCUBIN(p, code.data());
    nvrtcDestroyProgram(&p);
    return code;
}
static int run(int n, const char *const *option) {
    CUmodule m;
    CUfunction f;
    int *p, v = 0;
    cudaMalloc(&p, 4);
    if (cuModuleLoadData(&m, compile(n, option).data())) return -1;
    cuModuleGetFunction(&f, m, "k");
    void *args[] = {&p};
    cuLaunchKernel(f, 1, 1, 1, 1, 1, 1, 0, nullptr, args, nullptr);
    cudaMemcpy(&v, p, 4, cudaMemcpyDeviceToHost);
    cudaFree(p);
    return v;
}
int main() {
    cudaFree(nullptr);
    const char *one[] = {"--gpu-architecture=sm_90"}, *two[] = {"-arch", "sm_90a"},
               *other[] = {"-arch=compute_80", "--std=c++17"};
    int a = run(1, one), b = run(2, two);
    printf("%d %d\n", a, b);
    printf("virtual: %zu bytes of machine code\n", compile(2, other).size());
}
