// SPDX-License-Identifier: Apache-2.0
// A first program: streams, events, pinned memory, a callback on the host, and priorities.
// REQUIRES: g++, %B/lib/cuprum/libcudart.so.13
// TIMEOUT: 60
// RUN: cuprum build --no-toolkit -arch=sm_90 %s -o %t.exe && cuprum exec %t.exe
// CHECK: PASS
#include <cstdio>

__global__ void scale(float *p, int n, float f) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) p[i] *= f;
}

static void note(void *data) {
    ++*static_cast<int *>(data);
}

int main() {
    const int n = 4096, parts = 4;
    float *host, *device;
    if (cudaMallocHost(&host, n * sizeof(float))) return 1;
    if (cudaMalloc((void **)&device, n * sizeof(float))) return 1;
    for (int i = 0; i < n; i++) host[i] = i;
    cudaStream_t stream[parts];
    cudaEvent_t begin, end, done[parts];
    cudaEventCreate(&begin);
    cudaEventCreate(&end);
    int least, greatest, calls = 0;
    cudaDeviceGetStreamPriorityRange(&least, &greatest);
    cudaEventRecord(begin);
    for (int i = 0; i < parts; i++) {
        cudaStreamCreateWithPriority(&stream[i], cudaStreamNonBlocking, i % 2 ? least : greatest);
        cudaEventCreateWithFlags(&done[i], cudaEventDisableTiming);
        float *h = host + i * (n / parts), *d = device + i * (n / parts);
        size_t bytes = n / parts * sizeof(float);
        cudaMemcpyAsync(d, h, bytes, cudaMemcpyHostToDevice, stream[i]);
        scale<<<2, 64, 0, stream[i]>>>(d, n / parts, 2.0f);
        if (i > 0) cudaStreamWaitEvent(stream[i], done[i - 1], 0);
        scale<<<2, 64, 0, stream[i]>>>(d, n / parts, 0.75f);
        cudaMemcpyAsync(h, d, bytes, cudaMemcpyDeviceToHost, stream[i]);
        cudaLaunchHostFunc(stream[i], note, &calls);
        cudaEventRecord(done[i], stream[i]);
    }
    for (int i = 0; i < parts; i++) {
        cudaStreamSynchronize(stream[i]);
        if (cudaEventQuery(done[i]) != cudaSuccess) return 1;
    }
    cudaEventRecord(end);
    cudaEventSynchronize(end);
    float ms = -1;
    cudaEventElapsedTime(&ms, begin, end);
    bool ok = calls == parts && ms >= 0;
    for (int i = 0; i < n; i++) ok = ok && host[i] == i * 1.5f;
    for (int i = 0; i < parts; i++) {
        cudaStreamDestroy(stream[i]);
        cudaEventDestroy(done[i]);
    }
    cudaFreeHost(host);
    cudaFree(device);
    puts(ok ? "PASS" : "FAIL");
    return !ok;
}
