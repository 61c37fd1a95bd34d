// SPDX-License-Identifier: Apache-2.0
// NVIDIA's static run-time library, which nvcc puts into programs and libraries unless it is told not to: its
// functions become ours, in the program, in libraries that it is linked with and in those that it opens. Without a
// symbol table they are found where there are no kernels, and in optimized code, by the calls of what nvcc adds to it;
// else the program is told how to be linked.
// REQUIRES: nvcc, %B/lib/cuprum/libcuprum-redirect.so
// TIMEOUT: 120
// RUN: nvcc -gencode arch=compute_80,code=compute_80 -o %t.exe %s && cuprum exec %t.exe
// CHECK: program 0 63
// RUN[LIB]: nvcc -gencode arch=compute_80,code=compute_80 -Xcompiler -fPIC -shared -DLIBRARY -o %t.so %s && \
// RUN[LIB]: nvcc -gencode arch=compute_80,code=compute_80 -DLINKS -o %t.linked %s %t.so && cuprum exec %t.linked
// LIB: library 0 63
// LIB: program 0 63
// RUN[OPEN]: nvcc -gencode arch=compute_80,code=compute_80 -DOPENS -o %t.opens %s -ldl && cuprum exec %t.opens %t.so
// OPEN: library 0 63
// OPEN: program 0 63
// RUN[STRIP]: strip -o %t.stripped %t.exe && cuprum exec %t.stripped
// STRIP: this program has NVIDIA's static run-time library inside (nvcc's default) and no symbol table
// STRIP: Link it with the shared one{{.*}}nvcc -cudart shared{{.*}}or do not strip it
// EXIT[STRIP]: 1
// RUN[SLIB]: strip %t.so && cuprum exec %t.linked
// SLIB: .so has NVIDIA's static run-time library inside and no symbol table{{.*}}nvcc -cudart shared
// EXIT[SLIB]: 1
// RUN[SOPT]: nvcc -O2 -gencode arch=compute_80,code=compute_80 -o %t.fast %s && strip %t.fast && cuprum exec %t.fast
// SOPT: program 0 63
// SOPT-NOT: static run-time library
// RUN[SVAR]: nvcc -O2 -gencode arch=compute_80,code=compute_80 -Xcompiler -fPIC -shared -DLIBRARY -o %t.fast.so %s && strip %t.fast.so && \
// RUN[SVAR]: cuprum exec %t.opens %t.fast.so
// SVAR: library 0 63
// SVAR: program 0 63
// RUN[BARE]: nvcc -x c++ -Xcompiler -fPIC -c -DBARE -o %t.bare.o %s && c++ -s -shared -o %t.bare.so %t.bare.o \
// RUN[BARE]: -L$(dirname $(command -v nvcc))/../lib64 -lcudart_static -ldl -lrt -lpthread && \
// RUN[BARE]: nvcc -gencode arch=compute_80,code=compute_80 -DLINKS -o %t.barely %s %t.bare.so && cuprum exec %t.barely
// BARE: bare 0 7
// BARE: program 0 63
#include <cstdio>
#include <cuda_runtime_api.h>
#include <dlfcn.h>

#if defined BARE
// No kernels; a name that the run-time library has is used here, too.
extern "C" bool library() {
    unsigned char byte = 0;
    void *p = nullptr;
    const char *names[] = {"cudaMalloc", "cudaMemset"};
    cudaError_t error = cudaMalloc(&p, 32);
    if (!error) error = cudaMemset(p, 7, 32);
    if (!error) error = cudaMemcpy(&byte, p, 1, cudaMemcpyDeviceToHost);
    if (error) printf("%s or %s\n", names[0], names[1]);
    printf("bare %d %d\n", error, byte);
    return error == cudaSuccess;
}
#else

__global__ void twice(int *p) { p[threadIdx.x] = 2 * threadIdx.x + 1; }

static bool works(const char *who) {
    int *p = nullptr, last = 0;
    cudaMalloc(&p, 32 * sizeof *p);
    twice<<<1, 32>>>(p);
    cudaMemcpy(&last, p + 31, sizeof last, cudaMemcpyDeviceToHost);
    cudaError_t error = cudaGetLastError();
    printf("%s %d %d\n", who, error, last);
    return error == cudaSuccess;
}

#if defined LIBRARY
extern "C" bool library() { return works("library"); }
#else
extern "C" bool library();
int main(int argc, char **argv) {
    bool ok = true;
#if defined LINKS
    ok = library();
#elif defined OPENS
    void *opened = argc > 1 ? dlopen(argv[1], RTLD_NOW) : nullptr;
    ok = opened && reinterpret_cast<bool (*)()>(dlsym(opened, "library"))();
#endif
    return !works("program") || !ok;
}
#endif
#endif
