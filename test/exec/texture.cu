// SPDX-License-Identifier: Apache-2.0
// Texture objects over pitched memory have addressing modes, those over linear memory none (reads
// outside of it give 0). One row is copied into an array with a pitch of 0. No object is
// destroyed without an error.
// REQUIRES: nvcc, %B/lib/cuprum/libcudart.so.13
// TIMEOUT: 120
// RUN: nvcc -cudart shared -gencode arch=compute_75,code=compute_75 -o %t.exe %s && cuprum exec %t.exe
// EXPECT:
// clamp: 0 0 5 5 15
// border: 0 7 0
// linear: 0 0 15 0
// array: 0 0 3 3
// requirements: cudaErrorInvalidValue, of none: cudaErrorInvalidResourceHandle
// no error
#include <cstdio>
__global__ void sample(cudaTextureObject_t t, const float *xy, int n, int *out) {
    int i = threadIdx.x;
    if (i < n) out[i] = tex2D<int>(t, xy[2 * i], xy[2 * i + 1]);
}
__global__ void sample1(cudaTextureObject_t t, const float *x, int n, int *out) {
    int i = threadIdx.x;
    if (i < n) out[i] = tex1Dfetch<int>(t, (int)x[i]);
}
__global__ void sample_array(cudaTextureObject_t t, const float *x, int n, int *out) {
    int i = threadIdx.x;
    if (i < n) out[i] = tex1D<int>(t, x[i]);
}
static cudaTextureObject_t make(const cudaResourceDesc &r, cudaTextureAddressMode mode) {
    cudaTextureDesc d = {};
    cudaTextureObject_t t = 0;
    d.addressMode[0] = d.addressMode[1] = mode;
    cudaCreateTextureObject(&t, &r, &d, nullptr);
    return t;
}
template <class F>
static void run(const char *name, F f, cudaTextureObject_t t, const float *at, int floats, int n) {
    float *x;
    int *out;
    cudaMallocManaged(&x, floats * sizeof *x);
    cudaMallocManaged(&out, n * sizeof *out);
    for (int i = 0; i < floats; i++) x[i] = at[i];
    f<<<1, 32>>>(t, x, n, out);
    cudaDeviceSynchronize();
    printf("%s:", name);
    for (int i = 0; i < n; i++) printf(" %d", out[i]);
    printf("\n");
    cudaDestroyTextureObject(t);
}
int main() {
    int host[16], *d;
    size_t pitch;
    for (int i = 0; i < 16; i++) host[i] = i;
    cudaResourceDesc r = {};
    cudaMallocPitch(&d, &pitch, 16, 4);
    cudaMemcpy2D(d, pitch, host, 16, 16, 4, cudaMemcpyHostToDevice);
    r.resType = cudaResourceTypePitch2D;
    r.res.pitch2D = {d, cudaCreateChannelDesc<int>(), 4, 4, pitch};
    float inside[] = {-8, 0, -0.5f, -3, 1, 1, 1.9f, 1.1f, 100, 100}, out[] = {-1, 0, 3, 1, 2, 4};
    run("clamp", sample, make(r, cudaAddressModeClamp), inside, 10, 5);
    run("border", sample, make(r, cudaAddressModeBorder), out, 6, 3);
    int *line;
    cudaMalloc(&line, 64);
    cudaMemcpy(line, host, 64, cudaMemcpyHostToDevice);
    r.resType = cudaResourceTypeLinear;
    r.res.linear = {line, cudaCreateChannelDesc<int>(), 64};
    float ends[] = {-1, 0, 15, 16};
    run("linear", sample1, make(r, cudaAddressModeClamp), ends, 4, 4);
    cudaArray_t a;
    cudaChannelFormatDesc c = cudaCreateChannelDesc<int>();
    cudaMallocArray(&a, &c, 4);
    cudaMemcpy2DToArray(a, 0, 0, host, 0, 16, 1, cudaMemcpyHostToDevice);
    r.resType = cudaResourceTypeArray;
    r.res.array.array = a;
    float line_ends[] = {-2, 0, 3, 4};
    run("array", sample_array, make(r, cudaAddressModeClamp), line_ends, 4, 4);
    cudaArrayMemoryRequirements needs; // of arrays without memory of their own
    const char *ours = cudaGetErrorName(cudaArrayGetMemoryRequirements(&needs, a, 0));
    printf("requirements: %s, of none: %s\n", ours, cudaGetErrorName(cudaArrayGetMemoryRequirements(&needs, (cudaArray_t)&needs, 0)));
    cudaGetLastError();
    cudaDestroySurfaceObject(0);
    printf("%s\n", cudaGetErrorString(cudaGetLastError()));
}
