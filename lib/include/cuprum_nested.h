// SPDX-License-Identifier: Apache-2.0
// The run-time library in device code (CUDA C++ Programming Guide, "CUDA Dynamic Parallelism",
// "Device graph launch"): functions with the names and parameters of the host's, found beside them;
// the one that runs where the call stands is meant (src/cuda/space.c). They are the device run-time
// library's under their other names. A part of cuprum_host.h.
#ifndef CUPRUM_NESTED_H
#define CUPRUM_NESTED_H

extern "C" __device__ __attribute__((cudart_builtin)) void
cudaGraphSetConditional(cudaGraphConditionalHandle handle, unsigned int value);

// what a launch is made of (src/cuda/launch.c)
extern "C" __device__ void *__cudaCDP2GetParameterBufferV2(void *kernel, dim3 grid, dim3 block,
                                                           unsigned int shared);
extern "C" __device__ cudaError_t __cudaCDP2LaunchDeviceV2(void *buffer, cudaStream_t stream);

#define __CUPRUM_NESTED(name, P, A)                                                                \
    extern "C" __device__ cudaError_t __cudaCDP2##name P;                                          \
    inline namespace __cuprum_nested {                                                             \
    __CUPRUM_DEV__ cudaError_t cuda##name P {                                                      \
        return __cudaCDP2##name A;                                                                 \
    }                                                                                              \
    }
__CUPRUM_NESTED(Malloc, (void **p, size_t n), (p, n))
__CUPRUM_NESTED(Free, (void *p), (p))
__CUPRUM_NESTED(GetLastError, (), ())
__CUPRUM_NESTED(PeekAtLastError, (), ())
__CUPRUM_NESTED(GetDevice, (int *device), (device))
__CUPRUM_NESTED(GetDeviceCount, (int *count), (count))
__CUPRUM_NESTED(DeviceGetAttribute, (int *value, cudaDeviceAttr id, int device),
                (value, id, device))
__CUPRUM_NESTED(RuntimeGetVersion, (int *version), (version))
__CUPRUM_NESTED(StreamCreateWithFlags, (cudaStream_t * stream, unsigned int flags), (stream, flags))
__CUPRUM_NESTED(StreamDestroy, (cudaStream_t stream), (stream))
__CUPRUM_NESTED(StreamWaitEvent, (cudaStream_t stream, cudaEvent_t event, unsigned int flags),
                (stream, event, flags))
__CUPRUM_NESTED(EventCreateWithFlags, (cudaEvent_t * event, unsigned int flags), (event, flags))
__CUPRUM_NESTED(EventRecord, (cudaEvent_t event, cudaStream_t stream), (event, stream))
__CUPRUM_NESTED(EventDestroy, (cudaEvent_t event), (event))
__CUPRUM_NESTED(MemcpyAsync,
                (void *dst, const void *src, size_t n, cudaMemcpyKind kind, cudaStream_t stream),
                (dst, src, n, kind, stream))
__CUPRUM_NESTED(MemsetAsync, (void *p, int value, size_t n, cudaStream_t stream),
                (p, value, n, stream))
#undef __CUPRUM_NESTED
inline namespace __cuprum_nested {
template <class T> __CUPRUM_DEV__ cudaError_t cudaMalloc(T **p, size_t n) {
    return __cudaCDP2Malloc((void **)(void *)p, n);
}
} // namespace __cuprum_nested

#endif
