// SPDX-License-Identifier: Apache-2.0
// Memory, arrays, textures and tensor maps of wrong sizes and places are refused: sizes that
// overflow, NULL where something is written, addresses that nobody reserved.
#include "cudart_calls.h"

static void test_allocations(void) {
    void *p = &p;
    size_t pitch;
    RtPitched box;
    CHECK(cudaMallocPitch(&p, &pitch, ~0ull, 1) == RTE_MemoryAllocation && !p);
    CHECK(cudaMallocPitch(&p, &pitch, 1ull << 40, 1ull << 40) == RTE_MemoryAllocation);
    CHECK(cudaMalloc3D(&box, (RtExtent){16, 1ull << 40, 1ull << 40}) == RTE_MemoryAllocation);
    CHECK(cudaMalloc(&p, ~0ull) == RTE_MemoryAllocation);
    CHECK(cudaMallocHost(&p, ~0ull) == RTE_MemoryAllocation);
    CHECK(cudaHostAlloc(&p, 8, 8) == RTE_InvalidValue);
    RtChannels d = {32, 32, 32, 32, RT_CH_FLOAT};
    CHECK(cudaMalloc3DArray(&p, &d, (RtExtent){1 << 20, 1 << 20, 1 << 20}, 0) ==
          RTE_MemoryAllocation);
}

// Of an allocation that fails nothing is kept.
static void test_levels(void) {
    RtChannels d = {32, 32, 32, 32, RT_CH_FLOAT};
    void *p;
    size_t before, after, total;
    CHECK(cudaMemGetInfo(&before, &total) == 0);
    CHECK(cudaMallocMipmappedArray(&p, &d, (RtExtent){1 << 17, 1 << 17, 0}, 3, 0) ==
          RTE_MemoryAllocation);
    CHECK(cudaMemGetInfo(&after, &total) == 0 && before == after);
}

static void test_ranges(void) {
    void *p = &p;
    uint64_t data;
    CHECK(cudaMemPrefetchBatchAsync(NULL, NULL, 1, NULL, NULL, 1, 0, NULL) == RTE_InvalidValue);
    CHECK(cudaMemRangeGetAttributes(NULL, NULL, NULL, 1, p, 1) == RTE_InvalidValue);
    CHECK(cudaMallocManaged(&p, 64, 1) == 0);
    CHECK(cudaMemRangeGetAttribute(&data, 4, 1, p, 65) == RTE_InvalidValue);
    void *none[] = {NULL};
    int ids[] = {1};
    CHECK(cuPointerGetAttributes(1, ids, none, (uint64_t)(uintptr_t)p) == RTE_InvalidValue);
    CHECK(cudaFree(p) == 0);
}

static void test_device_settings(void) {
    CHECK(cudaDeviceSetLimit(0, ~0ull) == RTE_InvalidValue);
    CHECK(cudaDeviceSetLimit(2, ~0ull) == RTE_MemoryAllocation);
    CHECK(cudaDeviceGetLimit(NULL, 0) == RTE_InvalidValue);
    CHECK(cudaGetDeviceFlags(NULL) == RTE_InvalidValue);
    CHECK(cudaDeviceGetCacheConfig(NULL) == RTE_InvalidValue);
    CHECK(cudaSetValidDevices(NULL, 1) == RTE_InvalidValue);
}

static void test_arrays(void) {
    RtChannels d = {8, 0, 0, 0, RT_CH_UNSIGNED}, odd = {7, 0, 0, 0, RT_CH_UNSIGNED};
    RtExtent e = {8, 4, 0};
    void *a;
    CHECK(cudaMalloc3DArray(NULL, &d, e, 0) == RTE_InvalidValue);
    CHECK(cudaMalloc3DArray(&a, NULL, e, 0) == RTE_InvalidValue);
    CHECK(cudaMallocArray(NULL, &d, 8, 4, 0) == RTE_InvalidValue);
    CHECK(cudaMallocArray(&a, &odd, 8, 4, 0) == RTE_InvalidChannelDescriptor);
}

// A tensor map whose address is replaced is the one that is made with the new address.
static void test_tensor_maps(void) {
    uint64_t dim[] = {64, 8}, stride[] = {256};
    uint32_t box[] = {32, 4}, step[] = {1, 1};
    _Alignas(64) char made[128], moved[128], before[128];
    char *p;
    CHECK(cudaMalloc((void **)&p, 8192) == 0);
    CHECK(cuTensorMapEncodeTiled(moved, 7, 2, p, dim, stride, box, step, 0, 0, 0, 0) == 0);
    CHECK(cuTensorMapEncodeTiled(made, 7, 2, p + 4096, dim, stride, box, step, 0, 0, 0, 0) == 0);
    memcpy(before, moved, sizeof before);
    CHECK(memcmp(moved, made, sizeof made) != 0);
    CHECK(cuTensorMapReplaceAddress(moved, p + 4096) == 0);
    CHECK(memcmp(moved, made, sizeof made) == 0);
    CHECK(cuTensorMapReplaceAddress(moved, p + 8) == RTE_InvalidValue);
    CHECK(cuTensorMapReplaceAddress(moved, NULL) == RTE_InvalidValue);
    CHECK(cuTensorMapReplaceAddress(NULL, p) == RTE_InvalidValue);
    CHECK(memcmp(moved, made, sizeof made) == 0);
    CHECK(cuTensorMapReplaceAddress(moved, p) == 0 && memcmp(moved, before, sizeof made) == 0);
    CHECK(cudaFree(p) == 0);
}

// Texels of a view are as large as those of the array.
static void test_views(void) {
    RtChannels d = {8, 0, 0, 0, RT_CH_UNSIGNED};
    void *a;
    uint64_t t = 0, u = 0;
    CHECK(cudaMallocArray(&a, &d, 8, 4, 0) == 0);
    RtResource res = {.type = RT_RES_ARRAY, .u.array = a};
    RtTexture tex = {0};
    RtView view = {.format = 24, .width = 8, .height = 4};
    CHECK(cudaCreateTextureObject(&t, &res, &tex, &view) == RTE_InvalidValue);
    view.format = 4; // signed char
    CHECK(cudaCreateTextureObject(&t, &res, &tex, &view) == 0);
    CHECK(cudaDestroyTextureObject(t) == 0);
    CHECK(cudaCreateTextureObject(&u, &res, &tex, NULL) == 0 && u == t); // used again
    CHECK(cudaDestroyTextureObject(u) == 0 && cudaFreeArray(a) == 0);
}

// Addresses are reserved, memory is made, and mapped there.
static void test_virtual(void) {
    enum { CHUNK = 2 << 20 };
    uint64_t at, h;
    char prop[32] = {0}, mine[64];
    CHECK(cuMemAddressReserve(&at, 2 * CHUNK, 3, 0, 0) == RTE_InvalidValue);
    CHECK(cuMemAddressReserve(&at, 2 * CHUNK, 1 << 24, 0, 0) == 0 && at % (1 << 24) == 0);
    CHECK(cuMemAddressFree((uint64_t)(uintptr_t)mine & ~4095ull, 4096) == RTE_InvalidValue);
    CHECK(cuMemCreate(&h, CHUNK, prop, 0) == 0);
    CHECK(cuMemMap(at + 2 * CHUNK, CHUNK, 0, h, 0) == RTE_InvalidValue); // not reserved
    CHECK(cuMemMap(at, 0, 0, h, 0) == RTE_InvalidValue);
    CHECK(cuMemMap(at, CHUNK, 0, h, 0) == 0);
    CHECK(cuMemMap(at, CHUNK, 0, h, 0) == RTE_InvalidValue); // there is one
    CHECK(cuMemAddressFree(at, 2 * CHUNK) == RTE_InvalidValue);
    CHECK(cuMemRelease(h) == 0 && cuMemRelease(h) == RTE_InvalidValue);
    CHECK(cuMemUnmap(at, 2 * CHUNK) == RTE_InvalidValue);
    CHECK(cuMemUnmap(at, CHUNK) == 0);
    CHECK(cuMemAddressFree(at, CHUNK) == RTE_InvalidValue);
    CHECK(cuMemAddressFree(at, 2 * CHUNK) == 0);
    CHECK(cuMemAddressFree(at, 2 * CHUNK) == RTE_InvalidValue);
}

int main(void) {
    void *module;
    load_kernel(&module);
    test_allocations();
    test_levels();
    test_ranges();
    test_device_settings();
    test_arrays();
    test_tensor_maps();
    test_views();
    test_virtual();
    return UNIT_END();
}
