// SPDX-License-Identifier: Apache-2.0
// A multicast object of the one device: created, device added, memory bound, mapped; multimem instructions reach the memory, which a
// mapping of its own shows. Wrong orders and sizes are errors.
// REQUIRES: g++, %B/lib/cuprum/libcuda.so.1
// RUN: cuprum build %s -arch=sm_90 -o %t.exe -lcuda
// RUN[A]: cuprum exec %t.exe
// A: supported 1, granularity 2097152
// A: two devices 1, bound too early 600, again 1, outside 1
// A: sum 64, seen 64 97
// A: after unbinding 1
#include <cstdio>
#include <cuda.h>
#include <cuda_runtime.h>
__global__ void k(unsigned *many, unsigned *out) {
    unsigned v = 3;
    asm volatile("multimem.red.relaxed.sys.global.add.u32 [%0], %1;" ::"l"(many), "r"(2u) : "memory");
    __syncthreads();
    asm volatile("multimem.ld_reduce.relaxed.sys.global.add.u32 %0, [%1];" : "=r"(v) : "l"(many) : "memory");
    if (threadIdx.x == 0) {
        asm volatile("multimem.st.relaxed.sys.global.u32 [%0], %1;" ::"l"(many + 1), "r"(97u) : "memory");
        *out = v;
    }
}
int main() {
    size_t n = 0, size = 2 << 20;
    int supported = 0;
    cuInit(0);
    cudaFree(0);
    cuDeviceGetAttribute(&supported, (CUdevice_attribute)132, 0);
    CUmulticastObjectProp props = {};
    props.numDevices = 2;
    props.size = size;
    CUmemGenericAllocationHandle object, memory;
    int two = cuMulticastCreate(&object, &props);
    props.numDevices = 1;
    cuMulticastGetGranularity(&n, &props, CU_MULTICAST_GRANULARITY_MINIMUM);
    std::printf("supported %d, granularity %zu\n", supported, n);
    CUmemAllocationProp memory_props = {};
    memory_props.type = CU_MEM_ALLOCATION_TYPE_PINNED;
    memory_props.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
    cuMulticastCreate(&object, &props);
    cuMemCreate(&memory, size, &memory_props, 0);
    int early = cuMulticastBindMem(object, 0, memory, 0, size, 0);
    cuMulticastAddDevice(object, 0);
    int again = cuMulticastAddDevice(object, 0), outside = cuMulticastBindMem(object, size, memory, 0, size, 0);
    std::printf("two devices %d, bound too early %d, again %d, outside %d\n", two, early, again, outside);
    CUdeviceptr many, one;
    CUmemAccessDesc access = {memory_props.location, CU_MEM_ACCESS_FLAGS_PROT_READWRITE};
    cuMemAddressReserve(&many, size, 0, 0, 0);
    cuMemAddressReserve(&one, size, 0, 0, 0);
    cuMemMap(many, size, 0, object, 0);
    cuMulticastBindMem(object, 0, memory, 0, size, 0);
    cuMemMap(one, size, 0, memory, 0);
    cuMemSetAccess(many, size, &access, 1);
    cuMemSetAccess(one, size, &access, 1);
    unsigned *out, words[2], sum = 0;
    cudaMalloc(&out, 4);
    k<<<1, 32>>>((unsigned *)many, out);
    cudaMemcpy(&sum, out, 4, cudaMemcpyDeviceToHost);
    cudaMemcpy(words, (void *)one, 8, cudaMemcpyDeviceToHost);
    std::printf("sum %u, seen %u %u\n", sum, words[0], words[1]);
    cuMulticastUnbind(object, 0, 0, size);
    int unbound = cuMulticastUnbind(object, 0, 0, size);
    cuMemUnmap(many, size);
    cuMemUnmap(one, size);
    cuMemRelease(object);
    cuMemRelease(memory);
    std::printf("after unbinding %d\n", unbound);
}
