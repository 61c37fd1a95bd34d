// SPDX-License-Identifier: Apache-2.0
// Calls that return an error are findings, with the reason: a launch that never ran, a copy that
// is too long, a call that breaks a capture. Answers are not: not ready, questions, the last error.
// What a kernel did wrong is said once, not again by the call that waits for it.
// REQUIRES: nvcc, %B/lib/cuprum/libcudart.so.13
// TIMEOUT: 120
// RUN[A]: nvcc -cudart shared -gencode arch=compute_75,code=compute_75 -o %t.exe %s && cuprum exec --check %t.exe right
// A: right is done
// A-NOT: error
// RUN[B]: cuprum exec --check %t.exe wrong
// EXIT[B]: 1
// B: wrong is done
// B: api: error: cudaLaunchKernel returned cudaErrorInvalidValue: narrow(int*) did not run: blocks of 64 threads, 32 are possible
// B-NEXT: at: the host, in
// B: api: error: cudaLaunchKernel returned cudaErrorInvalidValue: size(int*) did not run: 60000 bytes of dynamic shared memory, the kernel may have 49152
// B: api: error: cudaMemcpy returned cudaErrorInvalidValue: 101 bytes at 0x{{[0-9a-f]+}}, where the allocation of 100 bytes has 100 left
// B-NEXT: at: the host, in
// B: api: error: cudaStreamSynchronize returned cudaErrorStreamCaptureUnsupported:
// B: api: error: cudaStreamEndCapture returned cudaErrorStreamCaptureInvalidated:
// B-NEXT: at: the host, in
// B: 5 findings, 2 more occurrences of what is shown
// RUN[C]: cuprum exec --check=api --format=json --report=%t.json %t.exe wrong; cat %t.json
// C: {"checker":"api","kind":"error","text":"cudaLaunchKernel returned cudaErrorInvalidValue: narrow(int*) did not run: blocks of 64 threads, 32 are possible","count":1,"at":{"host":true,"stack":["narrow(int*)"
// RUN[D]: cuprum exec --check=mem,race %t.exe wrong
// D: wrong is done
// D-NOT: error
// RUN[E]: cuprum exec --check -q %t.exe trap
// EXIT[E]: 1
// E: api: trap: trap instruction
// E-NEXT: at: kernel stop(), block
// E: 1 finding
#include <cstdio>
#include <cstring>
__global__ void __launch_bounds__(32) narrow(int *p) { *p = 1; }
__global__ void size(int *p) {
    extern __shared__ int s[];
    *p = s != nullptr;
}
__global__ void stop() { asm volatile("trap;"); }
static void right(int *p) {
    cudaEvent_t e;
    cudaStream_t s;
    cudaGraph_t g;
    cudaPointerAttributes a;
    cudaFuncAttributes f;
    int v;
    cudaStreamCreate(&s);
    cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
    cudaMemsetAsync(p, 0, 4, s);
    cudaStreamEndCapture(s, &g);
    cudaGraphDestroy(g);
    cudaEventCreate(&e);
    cudaEventQuery(e);
    cudaDeviceGetAttribute(&v, (cudaDeviceAttr)9999, 0);
    cudaFuncGetAttributes(&f, (const void *)right);
    cudaPointerGetAttributes(&a, &v);
    cudaGetLastError();
    narrow<<<1, 32>>>(p);
    cudaDeviceSynchronize();
}
static void wrong(int *p) {
    char text[101];
    cudaStream_t s;
    cudaGraph_t g;
    narrow<<<1, 64>>>(p);
    size<<<1, 32, 60000>>>(p);
    for (int i = 0; i < 3; i++) cudaMemcpy(p, text, 101, cudaMemcpyHostToDevice);
    cudaStreamCreate(&s);
    cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
    cudaStreamSynchronize(s);
    cudaStreamEndCapture(s, &g);
    cudaGetLastError();
}
int main(int argc, char **argv) {
    int *p;
    cudaMalloc(&p, 100);
    if (!strcmp(argv[1], "right")) right(p);
    if (!strcmp(argv[1], "wrong")) wrong(p);
    if (!strcmp(argv[1], "trap")) {
        stop<<<1, 1>>>();
        cudaDeviceSynchronize();
        cudaDeviceSynchronize();
    }
    printf("%s is done\n", argv[1]);
}
