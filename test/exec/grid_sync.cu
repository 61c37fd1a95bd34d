// SPDX-License-Identifier: Apache-2.0
// The barrier of cooperative grids by the functions of the device run-time library, as Numba's code calls it; outside
// of a cooperative launch it traps.
// REQUIRES: nvcc, %B/lib/cuprum/libcudart.so.13
// TIMEOUT: 120
// RUN: nvcc -rdc=true "-gencode=arch=compute_80,code=compute_80" -fatbin -o %t.fatbin %s && nvcc -DHOST -o %t.exe %s -lcuda && cuprum exec %t.exe %t.fatbin
// CHECK: 0: 36 36 36 36 36 36 36 36
// CHECK: 719
#include <cstdio>
#ifndef HOST
extern "C" __global__ void k(int *part, int *sum) {
    if (threadIdx.x == 0) part[blockIdx.x] = blockIdx.x + 1;
    cudaCGSynchronize(cudaCGGetIntrinsicHandle(cudaCGScopeGrid), 0);
    if (threadIdx.x == 40)
        for (int i = 0; i < gridDim.x; i++) sum[blockIdx.x] += part[i];
}
#else
#include <cuda.h>
int main(int, char **argv) {
    CUdevice device;
    CUcontext context;
    CUmodule module;
    CUfunction kernel;
    CUdeviceptr part, sum;
    int h[8];
    cuInit(0);
    cuDeviceGet(&device, 0);
    cuDevicePrimaryCtxRetain(&context, device);
    cuCtxSetCurrent(context);
    cuModuleLoad(&module, argv[1]);
    cuModuleGetFunction(&kernel, module, "k");
    cuMemAlloc(&part, sizeof h);
    cuMemAlloc(&sum, sizeof h);
    cuMemsetD8(sum, 0, sizeof h);
    void *args[] = {&part, &sum};
    int error = cuLaunchCooperativeKernel(kernel, 8, 1, 1, 64, 1, 1, 0, 0, args);
    cuMemcpyDtoH(h, sum, sizeof h);
    printf("%d:", error);
    for (int i : h) printf(" %d", i);
    cuLaunchKernel(kernel, 8, 1, 1, 64, 1, 1, 0, 0, args, nullptr);
    printf("\n%d\n", cuCtxSynchronize());
}
#endif
