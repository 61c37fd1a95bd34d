// SPDX-License-Identifier: Apache-2.0
// A first program: what the device is, what kernels need, how many blocks fit.
// REQUIRES: g++, %B/lib/cuprum/libcudart.so.13
// TIMEOUT: 60
// RUN: cuprum build --no-toolkit -arch=sm_80 %s -o %t.exe && cuprum exec %t.exe
// CHECK: PASS
#include <cstdio>
#include <cstring>

__global__ void __launch_bounds__(256, 2) kernel(float *p) {
    __shared__ float s[64];
    s[threadIdx.x % 64] = p[threadIdx.x];
    __syncthreads();
    p[threadIdx.x] = s[(threadIdx.x + 1) % 64];
}

int main() {
    int count = 0, device = -1, blocks = 0, grid = 0, block = 0, version = 0;
    cudaDeviceProp prop;
    cudaFuncAttributes a;
    bool ok = cudaGetDeviceCount(&count) == cudaSuccess && count >= 1;
    ok = ok && cudaSetDevice(0) == cudaSuccess && cudaGetDevice(&device) == cudaSuccess && device == 0;
    ok = ok && cudaGetDeviceProperties(&prop, 0) == cudaSuccess && strlen(prop.name) > 0;
    ok = ok && prop.warpSize == 32 && prop.major >= 7 && prop.multiProcessorCount > 0;
    ok = ok && prop.maxThreadsPerBlock == 1024 && prop.totalGlobalMem > 0;
    ok = ok && cudaFuncGetAttributes(&a, kernel) == cudaSuccess && a.sharedSizeBytes >= 256;
    ok = ok && a.maxThreadsPerBlock == 256;
    ok = ok && a.ptxVersion == 80 && a.binaryVersion == 10 * prop.major + prop.minor;
    ok = ok && cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, 256, 0) == cudaSuccess;
    ok = ok && blocks >= 2;
    ok = ok && cudaOccupancyMaxPotentialBlockSize(&grid, &block, kernel, 0, 0) == cudaSuccess;
    ok = ok && block > 0 && block <= 256 && block % 32 == 0 && grid >= prop.multiProcessorCount;
    ok = ok && cudaRuntimeGetVersion(&version) == cudaSuccess && version >= 12000;
    printf("%s, compute capability %d.%d, %d blocks of 256\n", prop.name, prop.major, prop.minor, blocks);
    puts(ok ? "PASS" : "FAIL");
    return !ok;
}
