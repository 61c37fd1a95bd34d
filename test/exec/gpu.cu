// SPDX-License-Identifier: Apache-2.0
// Which GPU a program sees: sm_90, or the first newer one that its PTX is for, unless one is named. What a kernel's PTX was
// compiled for is another number, by which CUB finds its own settings.
// REQUIRES: nvcc, %B/lib/cuprum/libcudart.so.13
// TIMEOUT: 120
// RUN[OLD]: nvcc -gencode arch=compute_80,code=compute_80 -o %t.exe %s && cuprum exec %t.exe
// OLD: 9.0 7 no error, PTX for 80, binary for 90
// RUN[NEW]: nvcc -gencode arch=compute_120,code=compute_120 -o %t.exe %s && cuprum exec %t.exe
// NEW: 12.0 7 no error, PTX for 120, binary for 120
// RUN[ARCH]: nvcc -gencode arch=compute_100a,code=compute_100a -o %t.exe %s && cuprum exec %t.exe
// ARCH: 10.0 7 no error
// RUN[BOTH]: nvcc -gencode arch=compute_80,code=compute_80 -gencode arch=compute_103,code=compute_103 -o %t.exe %s && cuprum exec %t.exe
// BOTH: 9.0 7 no error
// RUN[NAMED]: nvcc -gencode arch=compute_120,code=compute_120 -o %t.exe %s && cuprum exec --gpu=sm_89 %t.exe
// NAMED: 8.9 0 no kernel image
// NAMED: no PTX image of the program is for this GPU or an older one
// RUN[RDC]: nvcc -rdc=true "-gencode=arch=compute_120,code=[sm_120,compute_120]" -o %t.exe %s && cuprum exec %t.exe
// RDC: 12.0 7 no error
#include <cstdio>
__global__ void k(int *p) { *p = 7; }
int main() {
    int *d = nullptr, seen = 0;
    cudaDeviceProp prop;
    cudaGetDeviceProperties(&prop, 0);
    cudaMalloc(&d, sizeof *d);
    cudaMemset(d, 0, sizeof *d);
    k<<<1, 1>>>(d);
    cudaError_t launched = cudaGetLastError();
    cudaMemcpy(&seen, d, sizeof seen, cudaMemcpyDeviceToHost);
    cudaFuncAttributes kernel = {};
    cudaFuncGetAttributes(&kernel, k);
    printf("%d.%d %d %s, PTX for %d, binary for %d\n", prop.major, prop.minor, seen, cudaGetErrorString(launched), kernel.ptxVersion, kernel.binaryVersion);
}
