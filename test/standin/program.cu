// SPDX-License-Identifier: Apache-2.0
// A program with kernels and libraries, from nvcc and from `cuprum build`: data goes from a kernel through cuFFT, cuRAND
// and cuBLAS and back, and a callback of the program's runs in a transform.
// REQUIRES: nvcc, /usr/local/cuda/include/cublas_v2.h, /usr/local/cuda/include/cufftXt.h, %B/lib/cuprum/libcufft.so.12
// TIMEOUT: 120
// RUN: nvcc -cudart shared -gencode arch=compute_80,code=compute_80 -o %t.exe %s -lcublas -lcufft -lcurand && \
// RUN: cuprum exec --check %t.exe
// CHECK: transform 256 0
// CHECK: callback 512 1
// CHECK: dot 64 nrm2 8
// CHECK: mean 0.50
// RUN[B]: cuprum build -gencode arch=compute_80,code=compute_80 -o %t.built %s -I/usr/local/cuda/include \
// RUN[B]: -L/usr/local/cuda/lib64 -lcublas -lcufft -lcurand && cuprum exec --check %t.built
// B: transform 256 0
// B: callback 512 1
// B: dot 64 nrm2 8
// B: mean 0.50
#include <cstdio>
#include <cublas_v2.h>
#include <cufftXt.h>
#include <curand.h>

enum { N = 256 };

__global__ void fill(cufftComplex *data, float value) {
    data[threadIdx.x] = make_cuComplex(value, 0);
}

// Every element is doubled on its way in; who is called counts.
__device__ cufftComplex twice(void *data, size_t offset, void *info, void *) {
    atomicAdd((int *)info, 1);
    cufftComplex x = ((cufftComplex *)data)[offset];
    return make_cuComplex(2 * x.x, 2 * x.y);
}
__device__ cufftCallbackLoadC load = twice;

__global__ void sum(const float *x, int n, float *result) {
    float local = 0;
    for (int i = threadIdx.x; i < n; i += blockDim.x) local += x[i];
    atomicAdd(result, local);
}

int main() {
    cufftComplex *data, first[2];
    int *calls, count = 0;
    cufftHandle plan;
    cufftCallbackLoadC function;
    cudaMalloc(&data, N * sizeof *data);
    cudaMalloc(&calls, sizeof *calls);
    cudaMemset(calls, 0, sizeof *calls);
    fill<<<1, N>>>(data, 1);
    cufftPlan1d(&plan, N, CUFFT_C2C, 1);
    cufftExecC2C(plan, data, data, CUFFT_FORWARD);
    cudaMemcpy(first, data, sizeof first, cudaMemcpyDeviceToHost);
    printf("transform %g %g\n", first[0].x, first[1].x);
    fill<<<1, N>>>(data, 1);
    cudaMemcpyFromSymbol(&function, load, sizeof function);
    cufftXtSetCallback(plan, (void **)&function, CUFFT_CB_LD_COMPLEX, (void **)&calls);
    cufftExecC2C(plan, data, data, CUFFT_FORWARD);
    cudaMemcpy(first, data, sizeof first, cudaMemcpyDeviceToHost);
    cudaMemcpy(&count, calls, sizeof count, cudaMemcpyDeviceToHost);
    printf("callback %g %d\n", first[0].x, count == N);
    cufftDestroy(plan);

    cublasHandle_t blas;
    float dot, norm, *x;
    fill<<<1, N>>>(data, 1);
    cublasCreate(&blas);
    cublasSdot(blas, 64, (float *)data, 2, (float *)data, 2, &dot);
    cublasSnrm2(blas, 64, (float *)data, 2, &norm);
    printf("dot %g nrm2 %g\n", dot, norm);
    cublasDestroy(blas);

    curandGenerator_t random;
    cudaMalloc(&x, 10001 * sizeof *x);
    cudaMemset(x + 10000, 0, sizeof *x);
    curandCreateGenerator(&random, CURAND_RNG_PSEUDO_DEFAULT);
    curandSetPseudoRandomGeneratorSeed(random, 7);
    curandGenerateUniform(random, x, 10000);
    sum<<<1, 256>>>(x, 10000, x + 10000);
    cudaMemcpy(&dot, x + 10000, sizeof dot, cudaMemcpyDeviceToHost);
    printf("mean %.2f\n", dot / 10000);
    curandDestroyGenerator(random);
    cudaFree(data), cudaFree(calls), cudaFree(x);
    return 0;
}
