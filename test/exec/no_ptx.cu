// SPDX-License-Identifier: Apache-2.0
// A program without PTX, or with PTX for a newer GPU only: the message names nvcc's option.
// REQUIRES: nvcc, %B/lib/cuprum/libcudart.so.13
// TIMEOUT: 120
// RUN[A]: nvcc -cudart shared -gencode arch=compute_90,code=sm_90 -o %t.exe %s && \
// RUN[A]: cuprum exec %t.exe
// A: 209 no kernel image is available for execution on the device
// A: the program has no PTX image: {{.*}}-gencode arch=compute_90,code=compute_90
// RUN[B]: nvcc -cudart shared -gencode arch=compute_90,code=compute_90 -o %t.exe %s && cuprum exec --gpu=sm_80 %t.exe
// B: no PTX image of the program is for this GPU or an older one: {{.*}}-gencode arch=compute_80,code=compute_80
// Uncompressed and with what nvcc calls "size":
// RUN[C]: nvcc -cudart shared --compress-mode=none -gencode arch=compute_90,code=compute_90 -o %t.exe %s && cuprum exec %t.exe
// C: 0 no error
// RUN[D]: nvcc -cudart shared --compress-mode=size -gencode arch=compute_90,code=compute_90 -o %t.exe %s && cuprum exec %t.exe
// D: 0 no error
#include <cstdio>
__global__ void k() {}
int main() {
    k<<<1, 1>>>();
    cudaError_t e = cudaDeviceSynchronize(), l = cudaGetLastError();
    printf("%d %s\n", e ? e : l, cudaGetErrorString(e ? e : l));
}
