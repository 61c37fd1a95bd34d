// SPDX-License-Identifier: Apache-2.0
// A program that compiles with NVRTC for the device's real architecture gets PTX where it asks for
// machine code; options in two parts, and virtual architectures, which have no machine code.
// REQUIRES: nvcc, %B/lib/cuprum/libcudart.so.13, /usr/local/cuda/lib64/libnvrtc.so.13
// TIMEOUT: 120
// RUN: nvcc -cudart shared -gencode arch=compute_75,code=compute_75 -o %t.exe %s -lnvrtc -lcuda && cuprum exec %t.exe
// EXPECT:
// 42 42 42
// virtual: 0 bytes of machine code asked for are PTX: 1
#include <cstdio>
#include <cstring>
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
    int a = run(1, one), b = run(2, two), c = run(2, other);
    printf("%d %d %d\n", a, b, c);
    bool ptx = strstr(compile(2, other).data(), ".entry k") != nullptr;
    printf("virtual: 0 bytes of machine code asked for are PTX: %d\n", ptx);
}
