// SPDX-License-Identifier: Apache-2.0
// Whole programs in native code: the same values; a profile says that there is none.
// REQUIRES: nvcc, %B/lib/cuprum/libcudart.so.13
// RUN[A]: nvcc -cudart shared -gencode arch=compute_75,code=compute_75 -o %t.exe %s && cuprum exec %t.exe && cuprum exec --jit=on %t.exe
// A: sum 5050 5050
// A-NEXT: sum 5050 5050
// RUN[B]: cuprum exec --jit=on --profile %t.exe 2>&1
// B: cuprum exec: --jit=on has no effect: native code does without {{profiles|a processor}}
// B: sum 5050 5050
#include <cstdio>
__device__ int below(int n) {
    int sum = 0;
    for (int i = 0; i <= n; i++) sum += i;
    return sum;
}
__global__ void k(int *out, int n) { out[threadIdx.x] = threadIdx.x < 40 ? below(n) : 0; }
int main() {
    int *out, values[64];
    cudaMalloc(&out, sizeof values);
    k<<<1, 64>>>(out, 100);
    cudaMemcpy(values, out, sizeof values, cudaMemcpyDeviceToHost);
    cudaFree(out);
    printf("sum %d %d\n", values[0], values[39] + values[40]);
}
