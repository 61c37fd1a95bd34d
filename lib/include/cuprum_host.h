// SPDX-License-Identifier: Apache-2.0
// The host runtime API for C++ (CUDA Runtime API, "C++ API Routines"): templates over
// cuda_runtime_api.h. Calls that take a kernel make it part of the program. Every name holds one of
// the words that src/driver/compile.c gives with this header: a unit that says none of them does
// without it.
#ifndef CUPRUM_HOST_H
#define CUPRUM_HOST_H
#include "channel_descriptor.h"
#include "cuda_runtime_api.h"

static inline cudaPitchedPtr make_cudaPitchedPtr(void *p, size_t pitch, size_t xsize,
                                                 size_t ysize) {
    return cudaPitchedPtr{p, pitch, xsize, ysize};
}
static inline cudaPos make_cudaPos(size_t x, size_t y, size_t z) {
    return cudaPos{x, y, z};
}
static inline cudaExtent make_cudaExtent(size_t width, size_t height, size_t depth) {
    return cudaExtent{width, height, depth};
}

// The form of CUDA 11.
static inline cudaError_t cudaGraphExecUpdate(cudaGraphExec_t exec, cudaGraph_t graph,
                                              cudaGraphNode_t *node,
                                              cudaGraphExecUpdateResult *result) {
    cudaGraphExecUpdateResultInfo info;
    cudaError_t e = ::cudaGraphExecUpdate(exec, graph, &info);
    if (node) *node = info.errorNode;
    if (result) *result = info.result;
    return e;
}

// ---- memory -------------------------------------------------------------------------------------
template <class T> static inline cudaError_t cudaMalloc(T **p, size_t n) {
    return ::cudaMalloc((void **)(void *)p, n);
}
template <class T>
static inline cudaError_t cudaMallocManaged(T **p, size_t n,
                                            unsigned int flags = cudaMemAttachGlobal) {
    return ::cudaMallocManaged((void **)(void *)p, n, flags);
}
static inline cudaError_t cudaMallocHost(void **p, size_t n, unsigned int flags) {
    return ::cudaHostAlloc(p, n, flags);
}
template <class T>
static inline cudaError_t cudaMallocHost(T **p, size_t n, unsigned int flags = 0) {
    return ::cudaHostAlloc((void **)(void *)p, n, flags);
}
template <class T> static inline cudaError_t cudaHostAlloc(T **p, size_t n, unsigned int flags) {
    return ::cudaHostAlloc((void **)(void *)p, n, flags);
}
template <class T>
static inline cudaError_t cudaHostGetDevicePointer(T **p, void *host, unsigned int flags) {
    return ::cudaHostGetDevicePointer((void **)(void *)p, host, flags);
}
template <class T>
static inline cudaError_t cudaMallocPitch(T **p, size_t *pitch, size_t width, size_t height) {
    return ::cudaMallocPitch((void **)(void *)p, pitch, width, height);
}
template <class T> static inline cudaError_t cudaMallocAsync(T **p, size_t n, cudaStream_t stream) {
    return ::cudaMallocAsync((void **)(void *)p, n, stream);
}
template <class T>
static inline cudaError_t cudaMallocAsync(T **p, size_t n, cudaMemPool_t pool,
                                          cudaStream_t stream) {
    return ::cudaMallocFromPoolAsync((void **)(void *)p, n, pool, stream);
}
template <class T>
static inline cudaError_t cudaMallocFromPoolAsync(T **p, size_t n, cudaMemPool_t pool,
                                                  cudaStream_t stream) {
    return ::cudaMallocFromPoolAsync((void **)(void *)p, n, pool, stream);
}
template <class T>
static inline cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, T *p, size_t n = 0,
                                                   unsigned int flags = cudaMemAttachSingle) {
    return ::cudaStreamAttachMemAsync(stream, (void *)p, n, flags);
}
static inline cudaError_t cudaEventCreate(cudaEvent_t *event, unsigned int flags) {
    return ::cudaEventCreateWithFlags(event, flags);
}

// ---- device variables ---------------------------------------------------------------------------
template <class T>
static inline cudaError_t cudaMemcpyToSymbol(const T &symbol, const void *src, size_t n,
                                             size_t offset = 0,
                                             cudaMemcpyKind kind = cudaMemcpyHostToDevice) {
    return ::cudaMemcpyToSymbol((const void *)&symbol, src, n, offset, kind);
}
template <class T>
static inline cudaError_t cudaMemcpyToSymbolAsync(const T &symbol, const void *src, size_t n,
                                                  size_t offset = 0,
                                                  cudaMemcpyKind kind = cudaMemcpyHostToDevice,
                                                  cudaStream_t stream = 0) {
    return ::cudaMemcpyToSymbolAsync((const void *)&symbol, src, n, offset, kind, stream);
}
template <class T>
static inline cudaError_t cudaMemcpyFromSymbol(void *dst, const T &symbol, size_t n,
                                               size_t offset = 0,
                                               cudaMemcpyKind kind = cudaMemcpyDeviceToHost) {
    return ::cudaMemcpyFromSymbol(dst, (const void *)&symbol, n, offset, kind);
}
template <class T>
static inline cudaError_t cudaMemcpyFromSymbolAsync(void *dst, const T &symbol, size_t n,
                                                    size_t offset = 0,
                                                    cudaMemcpyKind kind = cudaMemcpyDeviceToHost,
                                                    cudaStream_t stream = 0) {
    return ::cudaMemcpyFromSymbolAsync(dst, (const void *)&symbol, n, offset, kind, stream);
}
template <class T> static inline cudaError_t cudaGetSymbolAddress(void **p, const T &symbol) {
    return ::cudaGetSymbolAddress(p, (const void *)&symbol);
}
template <class T> static inline cudaError_t cudaGetSymbolSize(size_t *size, const T &symbol) {
    return ::cudaGetSymbolSize(size, (const void *)&symbol);
}
template <class T>
static inline cudaError_t cudaLibraryGetGlobal(T **p, size_t *size, cudaLibrary_t library,
                                               const char *name) {
    return ::cudaLibraryGetGlobal((void **)(void *)p, size, library, name);
}
template <class T>
static inline cudaError_t cudaLibraryGetManaged(T **p, size_t *size, cudaLibrary_t library,
                                                const char *name) {
    return ::cudaLibraryGetManaged((void **)(void *)p, size, library, name);
}

// ---- launches -----------------------------------------------------------------------------------
// With the kernel itself in the place of its address.
template <class F>
static inline cudaError_t cudaLaunchKernel(F *f, dim3 grid, dim3 block, void **args,
                                           size_t shared = 0, cudaStream_t stream = 0) {
    return ::cudaLaunchKernel((const void *)f, grid, block, args, shared, stream);
}
template <class F>
static inline cudaError_t cudaLaunchCooperativeKernel(F *f, dim3 grid, dim3 block, void **args,
                                                      size_t shared = 0, cudaStream_t stream = 0) {
    return ::cudaLaunchCooperativeKernel((const void *)f, grid, block, args, shared, stream);
}
static inline cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t *config, const void *f,
                                             void **args) {
    return ::cudaLaunchKernelExC(config, f, args);
}
// The arguments become the parameters' types first.
template <class... P>
static inline cudaError_t __cuprum_cuda_launch(const cudaLaunchConfig_t *config, void (*f)(P...),
                                               P... p) {
    void *args[sizeof...(P) + 1] = {(void *)&p..., nullptr};
    return ::cudaLaunchKernelExC(config, (const void *)f, args);
}
template <class... P, class... A>
static inline cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t *config, void (*f)(P...),
                                             A &&...a) {
    return __cuprum_cuda_launch<P...>(config, f, static_cast<A &&>(a)...);
}
template <class... P, class... A>
static inline cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t *config, cudaKernel_t kernel,
                                             A &&...a) {
    void *args[sizeof...(A) + 1] = {(void *)&a..., nullptr};
    return ::cudaLaunchKernelExC(config, (const void *)kernel, args);
}

// ---- a kernel's attributes ----------------------------------------------------------------------
template <class F>
static inline cudaError_t cudaFuncSetAttribute(F *f, cudaFuncAttribute id, int value) {
    return ::cudaFuncSetAttribute((const void *)f, id, value);
}
template <class F> static inline cudaError_t cudaFuncGetAttributes(cudaFuncAttributes *a, F *f) {
    return ::cudaFuncGetAttributes(a, (const void *)f);
}
template <class F> static inline cudaError_t cudaFuncSetCacheConfig(F *f, cudaFuncCache config) {
    return ::cudaFuncSetCacheConfig((const void *)f, config);
}
template <class F>
static inline cudaError_t cudaFuncSetSharedMemConfig(F *f, cudaSharedMemConfig config) {
    return ::cudaFuncSetSharedMemConfig((const void *)f, config);
}
template <class F> static inline cudaError_t cudaFuncGetName(const char **name, F *f) {
    return ::cudaFuncGetName(name, (const void *)f);
}
template <class F> static inline cudaError_t cudaGetFuncBySymbol(cudaFunction_t *func, F *f) {
    return ::cudaGetFuncBySymbol(func, (const void *)f);
}
template <class F> static inline cudaError_t cudaGetKernel(cudaKernel_t *kernel, F *f) {
    return ::cudaGetKernel(kernel, (const void *)f);
}

// ---- occupancy ----------------------------------------------------------------------------------
template <class F>
static inline cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *n, F f, int block,
                                                                        size_t shared) {
    return ::cudaOccupancyMaxActiveBlocksPerMultiprocessor(n, (const void *)f, block, shared);
}
template <class F>
static inline cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
    int *n, F f, int block, size_t shared, unsigned int flags) {
    return ::cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(n, (const void *)f, block,
                                                                    shared, flags);
}
template <class F>
static inline cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t *n, F *f, int blocks,
                                                                    int block) {
    return ::cudaOccupancyAvailableDynamicSMemPerBlock(n, (const void *)f, blocks, block);
}
template <class F>
static inline cudaError_t cudaOccupancyMaxActiveClusters(int *n, F *f,
                                                         const cudaLaunchConfig_t *config) {
    return ::cudaOccupancyMaxActiveClusters(n, (const void *)f, config);
}
template <class F>
static inline cudaError_t cudaOccupancyMaxPotentialClusterSize(int *n, F *f,
                                                               const cudaLaunchConfig_t *config) {
    return ::cudaOccupancyMaxPotentialClusterSize(n, (const void *)f, config);
}

// The block with the most threads at work in a multiprocessor, of whole warps, the largest of
// equals.
template <class S>
static inline cudaError_t __cuprum_cuda_occupancy(int *grid, int *block, const void *f, S shared,
                                                  int limit, unsigned int flags) {
    int device, processors = 0, most = 0, warp = 32, best = 0;
    cudaFuncAttributes a;
    cudaError_t e = ::cudaGetDevice(&device);
    if (!e) e = ::cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device);
    if (!e) e = ::cudaDeviceGetAttribute(&most, cudaDevAttrMaxThreadsPerMultiProcessor, device);
    if (!e) e = ::cudaFuncGetAttributes(&a, f);
    if (e) return e;

    if (limit <= 0 || limit > a.maxThreadsPerBlock) limit = a.maxThreadsPerBlock;
    *grid = *block = 0;
    for (int n = (limit + warp - 1) / warp * warp; n > 0 && best < most; n -= warp) {
        int blocks, threads = n < limit ? n : limit;
        e = ::cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&blocks, f, threads,
                                                                     shared(threads), flags);
        if (e) return e;
        if (blocks * threads <= best) continue;
        best = blocks * threads;
        *grid = blocks * processors;
        *block = threads;
    }
    return cudaSuccess;
}
struct __cuprum_cuda_same_size {
    size_t size;
    size_t operator()(int) const { return size; }
};
template <class S, class F>
static inline cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(
    int *grid, int *block, F f, S shared, int limit = 0, unsigned int flags = 0) {
    return __cuprum_cuda_occupancy(grid, block, (const void *)f, shared, limit, flags);
}
template <class S, class F>
static inline cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMem(int *grid, int *block, F f,
                                                                         S shared, int limit = 0) {
    return __cuprum_cuda_occupancy(grid, block, (const void *)f, shared, limit, 0);
}
template <class F>
static inline cudaError_t cudaOccupancyMaxPotentialBlockSize(int *grid, int *block, F f,
                                                             size_t shared = 0, int limit = 0) {
    __cuprum_cuda_same_size s = {shared};
    return __cuprum_cuda_occupancy(grid, block, (const void *)f, s, limit, 0);
}
template <class F>
static inline cudaError_t cudaOccupancyMaxPotentialBlockSizeWithFlags(int *grid, int *block, F f,
                                                                      size_t shared = 0,
                                                                      int limit = 0,
                                                                      unsigned int flags = 0) {
    __cuprum_cuda_same_size s = {shared};
    return __cuprum_cuda_occupancy(grid, block, (const void *)f, s, limit, flags);
}

// ---- graphs -------------------------------------------------------------------------------------
static inline cudaError_t cudaGraphInstantiate(cudaGraphExec_t *exec, cudaGraph_t graph,
                                               cudaGraphNode_t *, char *, size_t) {
    return ::cudaGraphInstantiate(exec, graph, 0);
}
template <class T>
static inline cudaError_t cudaGraphAddMemcpyNodeToSymbol(cudaGraphNode_t *node, cudaGraph_t graph,
                                                         const cudaGraphNode_t *deps, size_t n,
                                                         const T &symbol, const void *src,
                                                         size_t count, size_t offset,
                                                         cudaMemcpyKind kind) {
    return ::cudaGraphAddMemcpyNodeToSymbol(node, graph, deps, n, (const void *)&symbol, src, count,
                                            offset, kind);
}
template <class T>
static inline cudaError_t cudaGraphAddMemcpyNodeFromSymbol(cudaGraphNode_t *node, cudaGraph_t graph,
                                                           const cudaGraphNode_t *deps, size_t n,
                                                           void *dst, const T &symbol, size_t count,
                                                           size_t offset, cudaMemcpyKind kind) {
    return ::cudaGraphAddMemcpyNodeFromSymbol(node, graph, deps, n, dst, (const void *)&symbol,
                                              count, offset, kind);
}
template <class T>
static inline cudaError_t cudaGraphMemcpyNodeSetParamsToSymbol(cudaGraphNode_t node,
                                                               const T &symbol, const void *src,
                                                               size_t count, size_t offset,
                                                               cudaMemcpyKind kind) {
    return ::cudaGraphMemcpyNodeSetParamsToSymbol(node, (const void *)&symbol, src, count, offset,
                                                  kind);
}
template <class T>
static inline cudaError_t cudaGraphMemcpyNodeSetParamsFromSymbol(cudaGraphNode_t node, void *dst,
                                                                 const T &symbol, size_t count,
                                                                 size_t offset,
                                                                 cudaMemcpyKind kind) {
    return ::cudaGraphMemcpyNodeSetParamsFromSymbol(node, dst, (const void *)&symbol, count, offset,
                                                    kind);
}
template <class T>
static inline cudaError_t cudaGraphExecMemcpyNodeSetParamsToSymbol(cudaGraphExec_t exec,
                                                                   cudaGraphNode_t node,
                                                                   const T &symbol, const void *src,
                                                                   size_t count, size_t offset,
                                                                   cudaMemcpyKind kind) {
    return ::cudaGraphExecMemcpyNodeSetParamsToSymbol(exec, node, (const void *)&symbol, src, count,
                                                      offset, kind);
}
template <class T>
static inline cudaError_t cudaGraphExecMemcpyNodeSetParamsFromSymbol(cudaGraphExec_t exec,
                                                                     cudaGraphNode_t node,
                                                                     void *dst, const T &symbol,
                                                                     size_t count, size_t offset,
                                                                     cudaMemcpyKind kind) {
    return ::cudaGraphExecMemcpyNodeSetParamsFromSymbol(exec, node, dst, (const void *)&symbol,
                                                        count, offset, kind);
}

// ---- device code's ------------------------------------------------------------------------------
#if defined(__CUDA_ARCH__) || defined(__CUDACC__)
extern "C" __device__ void cudaGraphSetConditional(cudaGraphConditionalHandle handle,
                                                   unsigned int value);
#endif

#endif
