// SPDX-License-Identifier: Apache-2.0
// The host runtime API, as far as host code in a kernel's file names it: declared as far as that is
// needed to read such code; nothing here has a definition that a host compiler would use. The calls
// that take a kernel make it part of the program. Every name holds one of the words that
// src/driver/compile.c gives with this header: a unit that says none of them does without it.
#ifndef CUPRUM_HOST_H
#define CUPRUM_HOST_H

typedef enum cudaError {
    cudaSuccess = 0,
    cudaErrorInvalidValue = 1,
    cudaErrorMemoryAllocation = 2,
    cudaErrorUnknown = 999
} cudaError_t;
enum cudaMemcpyKind {
    cudaMemcpyHostToHost = 0,
    cudaMemcpyHostToDevice = 1,
    cudaMemcpyDeviceToHost = 2,
    cudaMemcpyDeviceToDevice = 3,
    cudaMemcpyDefault = 4
};
typedef struct CUstream_st *cudaStream_t;
typedef struct CUevent_st *cudaEvent_t;
extern "C" {
cudaError_t cudaMalloc(void **p, size_t n);
cudaError_t cudaMallocManaged(void **p, size_t n, unsigned int flags = 1);
cudaError_t cudaMallocHost(void **p, size_t n);
cudaError_t cudaFree(void *p);
cudaError_t cudaFreeHost(void *p);
cudaError_t cudaMemcpy(void *dst, const void *src, size_t n, cudaMemcpyKind kind);
cudaError_t cudaMemcpyAsync(void *dst, const void *src, size_t n, cudaMemcpyKind kind,
                            cudaStream_t s = 0);
cudaError_t cudaMemset(void *p, int v, size_t n);
cudaError_t cudaDeviceSynchronize();
cudaError_t cudaGetLastError();
cudaError_t cudaPeekAtLastError();
const char *cudaGetErrorString(cudaError_t e);
cudaError_t cudaStreamCreate(cudaStream_t *s);
cudaError_t cudaStreamSynchronize(cudaStream_t s);
cudaError_t cudaStreamDestroy(cudaStream_t s);
cudaError_t cudaEventCreate(cudaEvent_t *e);
cudaError_t cudaEventRecord(cudaEvent_t e, cudaStream_t s = 0);
cudaError_t cudaEventSynchronize(cudaEvent_t e);
cudaError_t cudaEventElapsedTime(float *ms, cudaEvent_t a, cudaEvent_t b);
cudaError_t cudaEventDestroy(cudaEvent_t e);
}
template <class T> static inline cudaError_t cudaMalloc(T **p, size_t n) {
    return cudaMalloc((void **)p, n);
}
template <class T>
static inline cudaError_t cudaMallocManaged(T **p, size_t n, unsigned int flags = 1) {
    return cudaMallocManaged((void **)p, n, flags);
}
template <class T>
static inline cudaError_t cudaMemcpyToSymbol(const T &symbol, const void *src, size_t n,
                                             size_t offset = 0,
                                             cudaMemcpyKind kind = cudaMemcpyHostToDevice);
template <class T>
static inline cudaError_t cudaMemcpyFromSymbol(void *dst, const T &symbol, size_t n,
                                               size_t offset = 0,
                                               cudaMemcpyKind kind = cudaMemcpyDeviceToHost);

// ---- calls that take a kernel -------------------------------------------------------------------
enum cudaFuncAttribute {
    cudaFuncAttributeMaxDynamicSharedMemorySize = 8,
    cudaFuncAttributePreferredSharedMemoryCarveout = 9,
    cudaFuncAttributeClusterDimMustBeSet = 10,
    cudaFuncAttributeRequiredClusterWidth = 11,
    cudaFuncAttributeRequiredClusterHeight = 12,
    cudaFuncAttributeRequiredClusterDepth = 13,
    cudaFuncAttributeNonPortableClusterSizeAllowed = 14,
    cudaFuncAttributeClusterSchedulingPolicyPreference = 15
};
enum cudaFuncCache {
    cudaFuncCachePreferNone = 0,
    cudaFuncCachePreferShared = 1,
    cudaFuncCachePreferL1 = 2,
    cudaFuncCachePreferEqual = 3
};
struct cudaFuncAttributes {
    size_t sharedSizeBytes, constSizeBytes, localSizeBytes;
    int maxThreadsPerBlock, numRegs, ptxVersion, binaryVersion, cacheModeCA;
    int maxDynamicSharedSizeBytes, preferredShmemCarveout, clusterDimMustBeSet;
    int requiredClusterWidth, requiredClusterHeight, requiredClusterDepth;
    int clusterSchedulingPolicyPreference, nonPortableClusterSizeAllowed;
    int reserved[16];
};
enum cudaLaunchAttributeID {
    cudaLaunchAttributeIgnore = 0,
    cudaLaunchAttributeAccessPolicyWindow = 1,
    cudaLaunchAttributeCooperative = 2,
    cudaLaunchAttributeSynchronizationPolicy = 3,
    cudaLaunchAttributeClusterDimension = 4,
    cudaLaunchAttributeClusterSchedulingPolicyPreference = 5,
    cudaLaunchAttributeProgrammaticStreamSerialization = 6,
    cudaLaunchAttributeProgrammaticEvent = 7,
    cudaLaunchAttributePriority = 8
};
union cudaLaunchAttributeValue {
    char pad[64];
    int cooperative, priority, programmaticStreamSerializationAllowed;
    struct {
        unsigned int x, y, z;
    } clusterDim;
};
struct cudaLaunchAttribute {
    cudaLaunchAttributeID id;
    char pad[4];
    cudaLaunchAttributeValue val;
};
struct cudaLaunchConfig_t {
    dim3 gridDim, blockDim;
    size_t dynamicSmemBytes;
    cudaStream_t stream;
    cudaLaunchAttribute *attrs;
    unsigned int numAttrs;
};

extern "C" {
cudaError_t cudaLaunchKernel(const void *f, dim3 grid, dim3 block, void **args, size_t shared,
                             cudaStream_t s);
cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t *c, const void *f, void **args);
cudaError_t cudaLaunchCooperativeKernel(const void *f, dim3 grid, dim3 block, void **args,
                                        size_t shared, cudaStream_t s);
cudaError_t cudaFuncSetAttribute(const void *f, cudaFuncAttribute a, int value);
cudaError_t cudaFuncGetAttributes(cudaFuncAttributes *a, const void *f);
cudaError_t cudaFuncSetCacheConfig(const void *f, cudaFuncCache c);
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *n, const void *f, int block,
                                                          size_t shared);
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *n, const void *f, int block,
                                                                   size_t shared,
                                                                   unsigned int flags);
cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t *n, const void *f, int blocks,
                                                      int block);
cudaError_t cudaOccupancyMaxActiveClusters(int *n, const void *f, const cudaLaunchConfig_t *c);
cudaError_t cudaOccupancyMaxPotentialClusterSize(int *n, const void *f,
                                                 const cudaLaunchConfig_t *c);
}

// With the kernel itself in the place of its address.
template <class F>
static inline cudaError_t cudaLaunchKernel(F *f, dim3 grid, dim3 block, void **args,
                                           size_t shared = 0, cudaStream_t s = 0) {
    return cudaLaunchKernel((const void *)f, grid, block, args, shared, s);
}
template <class F>
static inline cudaError_t cudaLaunchCooperativeKernel(F *f, dim3 grid, dim3 block, void **args,
                                                      size_t shared = 0, cudaStream_t s = 0) {
    return cudaLaunchCooperativeKernel((const void *)f, grid, block, args, shared, s);
}
template <class... P, class... A>
static inline cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t *c, void (*f)(P...),
                                             A &&...a) {
    (void)sizeof...(a);
    return cudaLaunchKernelExC(c, (const void *)f, nullptr);
}
template <class F>
static inline cudaError_t cudaFuncSetAttribute(F *f, cudaFuncAttribute a, int value) {
    return cudaFuncSetAttribute((const void *)f, a, value);
}
template <class F>
static inline cudaError_t cudaFuncGetAttributes(cudaFuncAttributes *a, F *f) {
    return cudaFuncGetAttributes(a, (const void *)f);
}
template <class F> static inline cudaError_t cudaFuncSetCacheConfig(F *f, cudaFuncCache c) {
    return cudaFuncSetCacheConfig((const void *)f, c);
}
template <class F>
static inline cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *n, F f, int block,
                                                                        size_t shared) {
    return cudaOccupancyMaxActiveBlocksPerMultiprocessor(n, (const void *)f, block, shared);
}
template <class F>
static inline cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
    int *n, F f, int block, size_t shared, unsigned int flags) {
    return cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(n, (const void *)f, block, shared,
                                                                  flags);
}
template <class S, class F>
static inline cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMem(int *grid, int *block,
                                                                         F f, S shared,
                                                                         int limit = 0) {
    return cudaOccupancyMaxActiveBlocksPerMultiprocessor(grid, (const void *)f, *block = limit,
                                                         shared(limit));
}
template <class F>
static inline cudaError_t cudaOccupancyMaxPotentialBlockSize(int *grid, int *block, F f,
                                                             size_t shared = 0, int limit = 0) {
    return cudaOccupancyMaxActiveBlocksPerMultiprocessor(grid, (const void *)f, *block = limit,
                                                         shared);
}
template <class F>
static inline cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t *n, F *f, int blocks,
                                                                    int block) {
    return cudaOccupancyAvailableDynamicSMemPerBlock(n, (const void *)f, blocks, block);
}
template <class F>
static inline cudaError_t cudaOccupancyMaxActiveClusters(int *n, F *f,
                                                         const cudaLaunchConfig_t *c) {
    return cudaOccupancyMaxActiveClusters(n, (const void *)f, c);
}
template <class F>
static inline cudaError_t cudaOccupancyMaxPotentialClusterSize(int *n, F *f,
                                                               const cudaLaunchConfig_t *c) {
    return cudaOccupancyMaxPotentialClusterSize(n, (const void *)f, c);
}

#endif
