// SPDX-License-Identifier: Apache-2.0
// What programs see of contexts and of the device's place: when the primary one is active, whose memory and streams
// are, a bus id in all its forms, a preference that is kept, copies of three dimensions between contexts.
// REQUIRES: nvcc, %B/lib/cuprum/libcudart.so.13
// TIMEOUT: 120
// RUN: nvcc -cudart shared -gencode arch=compute_75,code=compute_75 -o %t.exe %s -lcuda && cuprum exec %t.exe
// EXPECT:
// active: 0 1 1 0 1
// owners: 1 1 1, of the primary 1
// streams: 1 1
// bus: 1 1 1 0 0
// preference: 0 2, refused 1
// peer: 1 5 9
#include <cstdio>
#include <cuda.h>
#include <cuda_runtime.h>

static int active() {
    unsigned flags;
    int is;
    cuDevicePrimaryCtxGetState(0, &flags, &is);
    return is;
}
static CUcontext of(CUdeviceptr p) {
    CUcontext context;
    cuPointerGetAttribute(&context, CU_POINTER_ATTRIBUTE_CONTEXT, p);
    return context;
}
static bool is_device(const char *id) {
    CUdevice device;
    return cuDeviceGetByPCIBusId(&device, id) == CUDA_SUCCESS;
}

static void primary() {
    int before = active();
    CUcontext context;
    cuDevicePrimaryCtxRetain(&context, 0);
    cuDevicePrimaryCtxRetain(&context, 0);
    int twice = active();
    cuDevicePrimaryCtxRelease(0);
    int once = active();
    cuDevicePrimaryCtxRelease(0);
    int after = active();
    int count;
    cudaGetDeviceCount(&count);
    if (active()) printf("a question made it active\n");
    cudaFree(nullptr);
    printf("active: %d %d %d %d %d\n", before, twice, once, after, active());
}
static void owners() {
    CUcontext first, second, main, got;
    cuCtxCreate(&first, nullptr, 0, 0);
    CUdeviceptr a, b, c;
    CUstream stream;
    cuMemAlloc(&a, 4);
    cuStreamCreate(&stream, 0);
    cuCtxCreate(&second, nullptr, 0, 0);
    cuMemAlloc(&b, 4);
    printf("owners: %d %d %d, ", of(a) == first, of(b) == second, first != second);
    cuStreamGetCtx(stream, &got);
    int made = got == first;
    cuStreamGetCtx(nullptr, &got);
    int current = got == second;
    cuDevicePrimaryCtxRetain(&main, 0);
    cuCtxSetCurrent(main);
    cuMemAlloc(&c, 4);
    printf("of the primary %d\nstreams: %d %d\n", of(c) == main, made, current);
}
static void peer() {
    CUdeviceptr from, to;
    cuMemAlloc(&from, 64);
    cuMemAlloc(&to, 64);
    int numbers[16], got[16] = {};
    for (int i = 0; i < 16; i++) numbers[i] = i;
    cuMemcpyHtoD(from, numbers, sizeof numbers);
    cuMemsetD8(to, 0, 64);
    CUcontext context;
    cuCtxGetCurrent(&context);
    CUDA_MEMCPY3D_PEER copy = {}; // a column of a matrix with rows of four
    copy.srcMemoryType = copy.dstMemoryType = CU_MEMORYTYPE_DEVICE;
    copy.srcDevice = from, copy.dstDevice = to;
    copy.srcContext = copy.dstContext = context;
    copy.srcXInBytes = 4, copy.srcPitch = 16, copy.dstPitch = 4;
    copy.srcHeight = copy.dstHeight = 4;
    copy.WidthInBytes = 4, copy.Height = 3, copy.Depth = 1;
    if (cuMemcpy3DPeerAsync(&copy, nullptr) || cuMemcpy3DPeer(&copy)) printf("refused\n");
    cuMemcpyDtoH(got, to, sizeof got);
    printf("peer: %d %d %d\n", got[0], got[1], got[2]);
}

int main() {
    cuInit(0);
    primary();
    owners();
    char id[16];
    cuDeviceGetPCIBusId(id, sizeof id, 0);
    printf("bus: %d %d %d %d %d\n", is_device(id), is_device("0:1:0.0"), is_device("1:0"), is_device("0:2:0.0"),
           is_device("x"));
    CUfunc_cache before, after;
    cuCtxGetCacheConfig(&before);
    cuCtxSetCacheConfig(CU_FUNC_CACHE_PREFER_L1);
    cuCtxGetCacheConfig(&after);
    printf("preference: %d %d, refused %d\n", before, after, cuCtxSetCacheConfig((CUfunc_cache)9) != CUDA_SUCCESS);
    peer();
}
