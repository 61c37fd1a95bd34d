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
// A library without PTX is named, and so is each kernel that cannot run, once: the program may not look at errors.
// RUN[E]: nvcc -cudart shared -shared -Xcompiler -fPIC -gencode arch=compute_90,code=sm_90 -o %t.so test/exec/inputs/no_ptx_library.cu && \
// RUN[E]: nvcc -cudart shared -gencode arch=compute_90,code=compute_90 -DLIBRARY -o %t.exe %s %t.so && cuprum exec %t.exe 2>&1
// E: no_ptx{{[^ ]*}}.so: the program has no PTX image: {{.*}}-gencode arch=compute_90,code=compute_90
// E: kernel _Z10sum_kernelPii cannot run: there is no PTX of it
// E-NOT: _Z10sum_kernelPii
// E: 209
// Uncompressed and with what nvcc calls "size":
// RUN[C]: nvcc -cudart shared --compress-mode=none -gencode arch=compute_90,code=compute_90 -o %t.exe %s && cuprum exec %t.exe
// C: 0 no error
// RUN[D]: nvcc -cudart shared --compress-mode=size -gencode arch=compute_90,code=compute_90 -o %t.exe %s && cuprum exec %t.exe
// D: 0 no error
#include <cstdio>
__global__ void k() {}
#ifdef LIBRARY
extern "C" void add(int *to, int n);
#endif
int main() {
    k<<<1, 1>>>();
#ifdef LIBRARY
    add(nullptr, 1);
#endif
    cudaError_t e = cudaDeviceSynchronize(), l = cudaGetLastError();
    printf("%d %s\n", e ? e : l, cudaGetErrorString(e ? e : l));
}
