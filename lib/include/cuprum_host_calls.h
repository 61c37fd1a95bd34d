// SPDX-License-Identifier: Apache-2.0
// What the C++ half of the host's run-time API adds (CUDA Runtime API, "C++ API Routines"):
// pointers to any type where the C functions take void **, kernels and device variables themselves
// where these take addresses. A part of cuprum_host.h.
#ifndef CUPRUM_HOST_CALLS_H
#define CUPRUM_HOST_CALLS_H

// ---- memory -------------------------------------------------------------------------------------
template <class T> static inline cudaError_t cudaMalloc(T **p, size_t n) {
    return ::cudaMalloc((void **)(void *)p, n);
}
template <class T>
static inline cudaError_t cudaMallocHost(T **p, size_t n, unsigned int flags = 0) {
    return ::cudaHostAlloc((void **)(void *)p, n, flags);
}
template <class T> static inline cudaError_t cudaHostAlloc(T **p, size_t n, unsigned int flags) {
    return ::cudaHostAlloc((void **)(void *)p, n, flags);
}
template <class T>
static inline cudaError_t cudaHostGetDevicePointer(T **device, void *host, unsigned int flags) {
    return ::cudaHostGetDevicePointer((void **)(void *)device, host, flags);
}
template <class T>
static inline cudaError_t cudaMallocManaged(T **p, size_t n,
                                            unsigned int flags = cudaMemAttachGlobal) {
    return ::cudaMallocManaged((void **)(void *)p, n, flags);
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
static inline cudaError_t cudaMallocAsync(void **p, size_t n, cudaMemPool_t pool,
                                          cudaStream_t stream) {
    return ::cudaMallocFromPoolAsync(p, n, pool, stream);
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
static inline cudaPitchedPtr make_cudaPitchedPtr(void *p, size_t pitch, size_t xsize,
                                                 size_t ysize) {
    cudaPitchedPtr r = {p, pitch, xsize, ysize};
    return r;
}
static inline cudaPos make_cudaPos(size_t x, size_t y, size_t z) {
    cudaPos r = {x, y, z};
    return r;
}
static inline cudaExtent make_cudaExtent(size_t width, size_t height, size_t depth) {
    cudaExtent r = {width, height, depth};
    return r;
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
template <class P, class T> static inline cudaError_t cudaGetSymbolAddress(P **p, const T &symbol) {
    return ::cudaGetSymbolAddress((void **)(void *)p, (const void *)&symbol);
}
template <class T> static inline cudaError_t cudaGetSymbolSize(size_t *size, const T &symbol) {
    return ::cudaGetSymbolSize(size, (const void *)&symbol);
}
template <class T>
static inline cudaError_t cudaGraphAddMemcpyNodeToSymbol(cudaGraphNode_t *node, cudaGraph_t graph,
                                                         const cudaGraphNode_t *deps, size_t ndeps,
                                                         const T &symbol, const void *src, size_t n,
                                                         size_t offset, cudaMemcpyKind kind) {
    return ::cudaGraphAddMemcpyNodeToSymbol(node, graph, deps, ndeps, (const void *)&symbol, src, n,
                                            offset, kind);
}
template <class T>
static inline cudaError_t cudaGraphAddMemcpyNodeFromSymbol(cudaGraphNode_t *node, cudaGraph_t graph,
                                                           const cudaGraphNode_t *deps,
                                                           size_t ndeps, void *dst, const T &symbol,
                                                           size_t n, size_t offset,
                                                           cudaMemcpyKind kind) {
    return ::cudaGraphAddMemcpyNodeFromSymbol(node, graph, deps, ndeps, dst, (const void *)&symbol,
                                              n, offset, kind);
}

// ---- events, streams, graphs --------------------------------------------------------------------
static inline cudaError_t cudaEventCreate(cudaEvent_t *event, unsigned int flags) {
    return ::cudaEventCreateWithFlags(event, flags);
}
static inline cudaError_t cudaGraphInstantiate(cudaGraphExec_t *exec, cudaGraph_t graph,
                                               cudaGraphNode_t *node, char *log, size_t n) {
    (void)node, (void)log, (void)n;
    return ::cudaGraphInstantiate(exec, graph, 0);
}

// ---- kernels ------------------------------------------------------------------------------------
template <class T>
static inline cudaError_t cudaLaunchKernel(T *f, dim3 grid, dim3 block, void **args,
                                           size_t shared = 0, cudaStream_t stream = 0) {
    return ::cudaLaunchKernel((const void *)f, grid, block, args, shared, stream);
}
template <class T>
static inline cudaError_t cudaLaunchCooperativeKernel(T *f, dim3 grid, dim3 block, void **args,
                                                      size_t shared = 0, cudaStream_t stream = 0) {
    return ::cudaLaunchCooperativeKernel((const void *)f, grid, block, args, shared, stream);
}
#if __cplusplus >= 201103L
template <class... P> struct __cuprum_arguments {
    static cudaError_t launch(const cudaLaunchConfig_t *config, void (*f)(P...), P... values) {
        void *args[] = {(void *)&values..., nullptr};
        return ::cudaLaunchKernelExC(config, (const void *)f, args);
    }
};
template <class... P, class... A>
static inline cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t *config, void (*f)(P...),
                                             A &&...values) {
    return __cuprum_arguments<P...>::launch(config, f, static_cast<A &&>(values)...);
}
#endif
template <class T>
static inline cudaError_t cudaFuncSetAttribute(T *f, cudaFuncAttribute id, int value) {
    return ::cudaFuncSetAttribute((const void *)f, id, value);
}
template <class T> static inline cudaError_t cudaFuncGetAttributes(cudaFuncAttributes *a, T *f) {
    return ::cudaFuncGetAttributes(a, (const void *)f);
}
template <class T> static inline cudaError_t cudaFuncSetCacheConfig(T *f, cudaFuncCache config) {
    return ::cudaFuncSetCacheConfig((const void *)f, config);
}
template <class T>
static inline cudaError_t cudaFuncSetSharedMemConfig(T *f, cudaSharedMemConfig config) {
    return ::cudaFuncSetSharedMemConfig((const void *)f, config);
}
template <class T> static inline cudaError_t cudaFuncGetName(const char **name, T *f) {
    return ::cudaFuncGetName(name, (const void *)f);
}
template <class T> static inline cudaError_t cudaGetKernel(cudaKernel_t *kernel, T *f) {
    return ::cudaGetKernel(kernel, (const void *)f);
}
template <class T> static inline cudaError_t cudaGetFuncBySymbol(cudaFunction_t *function, T *f) {
    return ::cudaGetFuncBySymbol(function, (const void *)f);
}

// ---- occupancy ----------------------------------------------------------------------------------
template <class T>
static inline cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *n, T f, int threads,
                                                                        size_t shared) {
    return ::cudaOccupancyMaxActiveBlocksPerMultiprocessor(n, (const void *)f, threads, shared);
}
template <class T>
static inline cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
    int *n, T f, int threads, size_t shared, unsigned int flags) {
    return ::cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(n, (const void *)f, threads,
                                                                    shared, flags);
}
template <class T>
static inline cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t *size, T *f, int blocks,
                                                                    int threads) {
    return ::cudaOccupancyAvailableDynamicSMemPerBlock(size, (const void *)f, blocks, threads);
}
template <class T>
static inline cudaError_t cudaOccupancyMaxActiveClusters(int *n, T *f,
                                                         const cudaLaunchConfig_t *config) {
    return ::cudaOccupancyMaxActiveClusters(n, (const void *)f, config);
}
template <class T>
static inline cudaError_t cudaOccupancyMaxPotentialClusterSize(int *n, T *f,
                                                               const cudaLaunchConfig_t *config) {
    return ::cudaOccupancyMaxPotentialClusterSize(n, (const void *)f, config);
}

// The size of block with the most threads on a multiprocessor; of equal ones the largest, as
// NVIDIA's calculator finds it from above.
template <class S, class T>
static inline cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(
    int *grid, int *block, T f, S shared, int limit = 0, unsigned int flags = 0) {
    int device, warp, sms, threads_sm, most = 0;
    cudaFuncAttributes a;
    cudaError_t e = ::cudaGetDevice(&device);
    if (!e) e = ::cudaDeviceGetAttribute(&warp, cudaDevAttrWarpSize, device);
    if (!e) e = ::cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, device);
    if (!e)
        e = ::cudaDeviceGetAttribute(&threads_sm, cudaDevAttrMaxThreadsPerMultiProcessor, device);
    if (!e) e = ::cudaFuncGetAttributes(&a, (const void *)f);
    if (e) return e;
    int from = limit && limit < a.maxThreadsPerBlock ? limit : a.maxThreadsPerBlock;
    *grid = *block = 0;
    for (int n = (from + warp - 1) / warp * warp; n > 0 && most < threads_sm; n -= warp) {
        int threads = n < from ? n : from, blocks;
        e = ::cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
            &blocks, (const void *)f, threads, shared(threads), flags);
        if (e) return e;
        if (blocks * threads <= most) continue;
        most = blocks * threads;
        *block = threads;
        *grid = blocks * sms;
    }
    return cudaSuccess;
}
template <class S, class T>
static inline cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMem(int *grid, int *block, T f,
                                                                         S shared, int limit = 0) {
    return cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(grid, block, f, shared, limit,
                                                                   0);
}
struct __cuprum_same_shared {
    size_t n;
    size_t operator()(int) const { return n; }
};
template <class T>
static inline cudaError_t cudaOccupancyMaxPotentialBlockSizeWithFlags(int *grid, int *block, T f,
                                                                      size_t shared = 0,
                                                                      int limit = 0,
                                                                      unsigned int flags = 0) {
    __cuprum_same_shared same = {shared};
    return cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(grid, block, f, same, limit,
                                                                   flags);
}
template <class T>
static inline cudaError_t cudaOccupancyMaxPotentialBlockSize(int *grid, int *block, T f,
                                                             size_t shared = 0, int limit = 0) {
    return cudaOccupancyMaxPotentialBlockSizeWithFlags(grid, block, f, shared, limit, 0);
}

// ---- channel descriptors ------------------------------------------------------------------------
static inline cudaChannelFormatDesc __cuprum_channels(int n, int bits, cudaChannelFormatKind kind) {
    return cudaCreateChannelDesc(bits, n > 1 ? bits : 0, n > 2 ? bits : 0, n > 3 ? bits : 0, kind);
}
template <class T> inline cudaChannelFormatDesc cudaCreateChannelDesc(void) {
    return cudaCreateChannelDesc(0, 0, 0, 0, cudaChannelFormatKindNone);
}
#define __CUPRUM_CHANNEL(T, n, kind)                                                               \
    template <> inline cudaChannelFormatDesc cudaCreateChannelDesc<T>(void) {                      \
        return __cuprum_channels(n, (int)sizeof(T) * 8 / n, cudaChannelFormatKind##kind);          \
    }
#define __CUPRUM_CHANNELS(T, V, kind)                                                              \
    __CUPRUM_CHANNEL(T, 1, kind)                                                                   \
    __CUPRUM_CHANNEL(V##1, 1, kind)                                                                \
    __CUPRUM_CHANNEL(V##2, 2, kind)                                                                \
    __CUPRUM_CHANNEL(V##4, 4, kind)
__CUPRUM_CHANNEL(char, 1, Signed)
__CUPRUM_CHANNELS(signed char, char, Signed)
__CUPRUM_CHANNELS(unsigned char, uchar, Unsigned)
__CUPRUM_CHANNELS(short, short, Signed)
__CUPRUM_CHANNELS(unsigned short, ushort, Unsigned)
__CUPRUM_CHANNELS(int, int, Signed)
__CUPRUM_CHANNELS(unsigned int, uint, Unsigned)
__CUPRUM_CHANNELS(float, float, Float)
#undef __CUPRUM_CHANNELS
#undef __CUPRUM_CHANNEL
static inline cudaChannelFormatDesc cudaCreateChannelDescHalf(void) {
    return __cuprum_channels(1, 16, cudaChannelFormatKindFloat);
}
static inline cudaChannelFormatDesc cudaCreateChannelDescHalf1(void) {
    return __cuprum_channels(1, 16, cudaChannelFormatKindFloat);
}
static inline cudaChannelFormatDesc cudaCreateChannelDescHalf2(void) {
    return __cuprum_channels(2, 16, cudaChannelFormatKindFloat);
}
static inline cudaChannelFormatDesc cudaCreateChannelDescHalf4(void) {
    return __cuprum_channels(4, 16, cudaChannelFormatKindFloat);
}

#endif
