// SPDX-License-Identifier: Apache-2.0
// A first program: what the run-time library says of mistakes.
// REQUIRES: g++, %B/lib/cuprum/libcudart.so.13
// TIMEOUT: 60
// RUN: cuprum build --no-toolkit -arch=sm_90 %s -o %t.exe && cuprum exec %t.exe
// CHECK: PASS
#include <cstdio>
#include <cstring>

__global__ void nothing() {}

int main() {
    nothing<<<1, 2000>>>(); // too many threads
    cudaError_t e = cudaPeekAtLastError(), again = cudaGetLastError(), now = cudaGetLastError();
    bool ok = e == cudaErrorInvalidValue && again == e && now == cudaSuccess;
    ok = ok && strcmp(cudaGetErrorName(e), "cudaErrorInvalidValue") == 0;
    ok = ok && strlen(cudaGetErrorString(e)) > 0;
    ok = ok && cudaMemcpy(nullptr, nullptr, 16, cudaMemcpyHostToDevice) == cudaErrorInvalidValue;
    cudaGetLastError();
    ok = ok && cudaSetDevice(1000) == cudaErrorInvalidDevice;
    cudaGetLastError();
    nothing<<<1, 1>>>();
    ok = ok && cudaDeviceSynchronize() == cudaSuccess;
    puts(ok ? "PASS" : "FAIL");
    return !ok;
}
