// SPDX-License-Identifier: Apache-2.0
// Pools of the device's, of pinned and of managed memory; memory by handles; what pointers and ranges say; errors of
// the driver that have no number of its own.
// REQUIRES: nvcc, %B/lib/cuprum/libcudart.so.13
// TIMEOUT: 120
// RUN: nvcc -cudart shared -gencode arch=compute_75,code=compute_75 -o %t.exe %s -lcuda && cuprum exec %t.exe
// EXPECT:
// host: 33, type 1
// managed: 34, type 3
// device: type 2
// default: host 1, other kinds differ 1, wrong kind 1
// limit: 0 2
// reuse: 1
// batch: 34
// handle: 1, size 2097152, type 1, released 0 0 1
// sync: 0 1 0
// accessed by: 0 -1 -2
// names: 1 1 400
// dynamic: 49152
// unregister: 1 713 0
#include <cstdio>
#include <cuda.h>
#include <cuda_runtime.h>

__global__ void add(int *p) {
    ++*p;
}

static cudaMemPool_t pool(cudaMemAllocationType type, cudaMemLocationType where, size_t limit = 0) {
    cudaMemPoolProps props = {};
    props.allocType = type;
    props.location.type = where;
    props.maxSize = limit;
    cudaMemPool_t p = nullptr;
    cudaMemPoolCreate(&p, &props);
    return p;
}

static int type_of(const void *p) {
    cudaPointerAttributes a;
    cudaPointerGetAttributes(&a, p);
    return a.type;
}

static int *use(cudaMemPool_t from, const char *what, int value) {
    int *p = nullptr;
    cudaMallocFromPoolAsync((void **)&p, 64, from, nullptr);
    *p = value;
    add<<<1, 1>>>(p);
    cudaDeviceSynchronize();
    printf("%s: %d, type %d\n", what, *p, type_of(p));
    return p;
}

static void pools() {
    cudaMemPool_t host = pool(cudaMemAllocationTypePinned, cudaMemLocationTypeHost);
    cudaMemPool_t managed = pool(cudaMemAllocationTypeManaged, cudaMemLocationTypeNone);
    cudaMemPool_t device = pool(cudaMemAllocationTypePinned, cudaMemLocationTypeDevice, 1000);
    cudaFreeAsync(use(host, "host", 32), nullptr);
    int *kept = use(managed, "managed", 33);
    int *p = nullptr, *more = nullptr;
    int first = cudaMallocFromPoolAsync((void **)&p, 600, device, nullptr);
    printf("device: type %d\n", type_of(p));
    cudaMemPool_t a, b, c;
    cudaMemLocation here = {cudaMemLocationTypeHost}, there = {cudaMemLocationTypeDevice};
    cudaMemGetDefaultMemPool(&a, &here, cudaMemAllocationTypePinned);
    cudaMemGetDefaultMemPool(&b, &there, cudaMemAllocationTypePinned);
    cudaDeviceGetDefaultMemPool(&c, 0);
    int wrong = cudaMemSetMemPool(&there, cudaMemAllocationTypePinned, a);
    printf("default: host %d, other kinds differ %d, wrong kind %d\n", a != nullptr,
           a != b && b == c, wrong);
    printf("limit: %d %d\n", first,
           (int)cudaMallocFromPoolAsync((void **)&more, 600, device, nullptr));
    int reuse = 0;
    cudaMemPoolGetAttribute(device, cudaMemPoolReuseAllowOpportunistic, &reuse);
    printf("reuse: %d\n", reuse);
    const void *from[] = {kept};
    int to = 0;
    void *into[] = {&to};
    size_t size[] = {sizeof to}, index[] = {0};
    cudaMemcpyAttributes how = {cudaMemcpySrcAccessOrderStream};
    cuMemcpyBatchAsync((CUdeviceptr *)into, (CUdeviceptr *)from, size, 1,
                       (CUmemcpyAttributes *)&how, index, 1, nullptr);
    printf("batch: %d\n", to);
    cudaFree(kept);
}

static void handles() {
    CUmemAllocationProp props = {}, got = {};
    props.type = CU_MEM_ALLOCATION_TYPE_PINNED;
    props.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
    size_t size = 2 << 20;
    CUmemGenericAllocationHandle memory, again = 0;
    CUdeviceptr p;
    cuMemCreate(&memory, size, &props, 0);
    cuMemAddressReserve(&p, size, 0, 0, 0);
    cuMemMap(p, size, 0, memory, 0);
    cuMemRetainAllocationHandle(&again, (void *)(p + 100));
    cuMemGetAllocationPropertiesFromHandle(&got, again);
    int one = cuMemRelease(memory), two = cuMemRelease(again), three = cuMemRelease(memory);
    printf("handle: %d, size %d, type %d, released %d %d %d\n", memory == again, (int)size,
           got.location.type, one, two, three);
    cuMemUnmap(p, size);
    cuMemAddressFree(p, size);
}

static unsigned sync_of(CUdeviceptr p) {
    unsigned on = 9;
    cuPointerGetAttribute(&on, CU_POINTER_ATTRIBUTE_SYNC_MEMOPS, p);
    return on;
}

static void pointers() {
    CUdeviceptr p;
    unsigned yes = 1, no = 0;
    cuMemAllocManaged(&p, 64, CU_MEM_ATTACH_GLOBAL);
    printf("sync: %u", sync_of(p));
    cuPointerSetAttribute(&yes, CU_POINTER_ATTRIBUTE_SYNC_MEMOPS, p);
    printf(" %u", sync_of(p));
    cuPointerSetAttribute(&no, CU_POINTER_ATTRIBUTE_SYNC_MEMOPS, p);
    printf(" %u\n", sync_of(p));
    CUmemLocation cpu = {CU_MEM_LOCATION_TYPE_HOST}, gpu = {CU_MEM_LOCATION_TYPE_DEVICE};
    int who[3] = {9, 9, 9};
    cuMemAdvise(p, 64, CU_MEM_ADVISE_SET_ACCESSED_BY, cpu);
    cuMemAdvise(p, 64, CU_MEM_ADVISE_SET_ACCESSED_BY, gpu);
    cuMemRangeGetAttribute(who, sizeof who, CU_MEM_RANGE_ATTRIBUTE_ACCESSED_BY, p, 64);
    printf("accessed by: %d %d %d\n", who[0], who[1], who[2]);
    cuMemFree(p);
}

int main() {
    pools();
    handles();
    pointers();
    const char *name;
    int nothing = 0;
    int by_function = cuFuncGetName(&name, nullptr), by_kernel = cuKernelGetName(&name, nullptr);
    printf("names: %d %d %d\n", by_function, by_kernel, cuFuncGetName(&name, (CUfunction)&nothing));
    size_t size = 0;
    cudaOccupancyAvailableDynamicSMemPerBlock(&size, add, 1, 32);
    printf("dynamic: %d\n", (int)size);
    static char host[8192];
    cudaHostRegister(host, sizeof host, 0);
    int inside = cudaHostUnregister(host + 64), other = cudaHostUnregister(&size);
    printf("unregister: %d %d %d\n", inside, other, (int)cudaHostUnregister(host));
}
