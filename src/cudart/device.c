// SPDX-License-Identifier: Apache-2.0
// The device: profile, attributes, properties, limits, peers (there is one device), versions.
#include "cudart/cudart_int.h"

#include "base/feature.h"

#include <stdio.h>

static const RtGpu gpus[] = {
#define GPU(sm, name, mib, clock, mclock, bus, l2, engines, ratio, integrated)                     \
    {sm, name, mib, clock, mclock, bus, l2, engines, ratio, integrated},
#include "cudart/gpu.def"
#undef GPU
};

// The profile of an architecture; NULL: there is none.
const RtGpu *rt_gpu(uint32_t sm) {
    for (size_t i = 0; i < CU_COUNT(gpus); i++) {
        if (gpus[i].sm == sm) return &gpus[i];
    }
    return NULL;
}

void rt_set_gpu(Rt *rt, const RtGpu *gpu) {
    rt->gpu = gpu;
    // A GPU is what its newest code runs on: sm_90 takes sm_90a's.
    const Target *newest = target_find(gpu->sm, 'a');
    rt->target = newest ? newest : target_find(gpu->sm, 0);
    if (!rt->memory_is_given) rt->total_memory = (uint64_t)gpu->memory_mib << 20;
}

void rt_suit_gpu(Rt *rt, const void *image, uint64_t limit) {
    bool has_ptx;
    if (rt->gpu_is_settled || rt_fat_runs(image, limit, rt->target, &has_ptx) || !has_ptx) return;
    const RtGpu *first = rt->gpu;
    // Newer ones run what was registered before, unless that is for one architecture alone.
    for (const RtGpu *gpu = first + 1; gpu < gpus + CU_COUNT(gpus); gpu++) {
        rt_set_gpu(rt, gpu);
        if (rt_fat_runs(image, limit, rt->target, &has_ptx)) return;
    }
    rt_set_gpu(rt, first);
}

// Values are computed at each call: profile, target and options give them.
bool rt_attribute(const Rt *rt, int id, int *value) {
    const RtGpu *g = rt->gpu;
    const Target *t = rt->target;
    switch (id) {
#define ATTR(n, v)                                                                                 \
    case n:                                                                                        \
        *value = (v);                                                                              \
        return true;
#define PROP(field, n)
#include "cudart/device.def"
#undef ATTR
#undef PROP
    default: return false;
    }
}

// ---- which device ------------------------------------------------------------------------------

// There is one device, number 0, whatever CUDA_VISIBLE_DEVICES says.
int rt_cudaGetDeviceCount(Rt *rt, int *count) {
    if (!count) return RTE_InvalidValue;
    *count = 1;
    return 0;
}

int rt_cudaGetDevice(Rt *rt, int *device) {
    if (!device) return RTE_InvalidValue;
    *device = 0;
    return 0;
}

int rt_cudaSetDevice(Rt *rt, int device) {
    return device ? RTE_InvalidDevice : 0;
}

int rt_cudaInitDevice(Rt *rt, int device, unsigned device_flags, unsigned flags) {
    return device ? RTE_InvalidDevice : 0;
}

// The flags choose how a host thread waits, which is no matter here.
int rt_cudaSetDeviceFlags(Rt *rt, unsigned flags) {
    rt->device_flags = flags;
    return 0;
}

int rt_cudaGetDeviceFlags(Rt *rt, unsigned *flags) {
    if (!flags) return RTE_InvalidValue;
    *flags = rt->device_flags | 8; // mapped host memory always
    return 0;
}

int rt_cudaSetValidDevices(Rt *rt, int *devices, int n) {
    if (n < 0 || (n && !devices)) return RTE_InvalidValue;
    for (int i = 0; i < n; i++) {
        if (devices[i]) return RTE_InvalidDevice;
    }
    return 0;
}

// Any wish leads to the one device.
int rt_cudaChooseDevice(Rt *rt, int *device, const RtDeviceProp *prop) {
    return rt_cudaGetDevice(rt, device);
}

// ---- what it is --------------------------------------------------------------------------------

// Sixteen bytes, the last of which tells architectures apart.
static void device_uuid(const Rt *rt, char *uuid) {
    memcpy(uuid, "cuprum virtual  ", 16);
    uuid[15] = (char)rt->gpu->sm;
}

// By the rows of device.def: attributes under the names of fields.
int rt_cudaGetDeviceProperties(Rt *rt, RtDeviceProp *prop, int device) {
    if (!prop) return RTE_InvalidValue;
    if (device) return RTE_InvalidDevice;
    memset(prop, 0, sizeof *prop);
    snprintf(prop->name, sizeof prop->name, "%s", rt->gpu->name);
    device_uuid(rt, prop->uuid);
    prop->memory = rt_all_memory(rt);
    // Fields of several types: each takes what its attribute's number gives.
    int v = 0;
#define ATTR(n, v)
#define PROP(field, n) prop->field = (__typeof__(prop->field))(rt_attribute(rt, n, &v), v);
#include "cudart/device.def"
#undef ATTR
#undef PROP
    return 0;
}

// With what CUDA 13 has left out of them.
int rt_cudaGetDeviceProperties12(Rt *rt, RtDeviceProp12 *prop, int device) {
    if (!prop) return RTE_InvalidValue;
    if (device) return RTE_InvalidDevice;
    memset(prop, 0, sizeof *prop);
    snprintf(prop->name, sizeof prop->name, "%s", rt->gpu->name);
    device_uuid(rt, prop->uuid);
    prop->memory = rt_all_memory(rt);
    int v = 0;
#define ATTR(n, v)
#define PROP(field, n) prop->field = (__typeof__(prop->field))(rt_attribute(rt, n, &v), v);
#include "cudart/device.def"
    PROP(clock, 13)
    PROP(overlap, 15)
    PROP(timeout, 17)
    PROP(compute_mode, 20)
    PROP(memory_clock, 36)
    PROP(tex1d_linear, 69)
    PROP(double_ratio, 87)
    PROP(multi_cooperative, 96)
#undef ATTR
#undef PROP
    return 0;
}

// cudaCpuDeviceId is -1.
RtLocation rt_location12(int device) {
    return (RtLocation){.type = device < 0 ? RT_LOC_HOST : RT_LOC_DEVICE,
                        .id = device < 0 ? 0 : device};
}

int rt_cudaDeviceGetAttribute(Rt *rt, int *value, int id, int device) {
    if (!value) return RTE_InvalidValue;
    if (device) return RTE_InvalidDevice;
    return rt_attribute(rt, id, value) ? 0 : RTE_InvalidValue;
}

int rt_cudaDeviceGetTexture1DLinearMaxWidth(Rt *rt, size_t *width, const RtChannels *desc,
                                            int device) {
    if (!width || !desc) return RTE_InvalidValue;
    // As large as any GPU's.
    *width = 1 << 28;
    return device ? RTE_InvalidDevice : 0;
}

// One bus, one place on it.
int rt_cudaDeviceGetPCIBusId(Rt *rt, char *id, int n, int device) {
    if (!id || n < 13) return RTE_InvalidValue;
    if (device) return RTE_InvalidDevice;
    snprintf(id, (size_t)n, "0000:01:00.0");
    return 0;
}

int rt_cudaDeviceGetByPCIBusId(Rt *rt, int *device, const char *id) {
    if (!device || !id) return RTE_InvalidValue;
    // With or without the domain, the function and leading zeros.
    unsigned domain = 0, bus = 0, place = 0, function = 0;
    int n = sscanf(id, "%x:%x:%x.%x", &domain, &bus, &place, &function);
    if (n < 3) {
        domain = 0;
        n = sscanf(id, "%x:%x.%x", &bus, &place, &function);
    }
    if (n < 2 || domain || bus != 1 || place || function) return RTE_InvalidDevice;
    *device = 0;
    return 0;
}

int rt_cudaDriverGetVersion(Rt *rt, int *version) {
    if (!version) return RTE_InvalidValue;
    *version = RT_DRIVER_VERSION;
    return 0;
}

int rt_cudaRuntimeGetVersion(Rt *rt, int *version) {
    if (!version) return RTE_InvalidValue;
    *version = RT_VERSION;
    return 0;
}

// ---- limits and preferences --------------------------------------------------------------------

int rt_cudaDeviceGetLimit(Rt *rt, size_t *value, int limit) {
    if (!value) return RTE_InvalidValue;
    if (limit < 0 || limit > 9) return RTE_UnsupportedLimit;
    *value = rt->limit[limit];
    return 0;
}

enum { MOST_STACK = 512 << 10 }; // local memory of a thread, on every GPU so far

// The stack and the heap are what kernels notice.
int rt_cudaDeviceSetLimit(Rt *rt, int limit, size_t value) {
    if (limit < 0 || limit > 9) return RTE_UnsupportedLimit;
    // Limit 0 is the stack of a thread, 2 the heap of device code.
    if ((limit == 0 && value > MOST_STACK) || (limit == 2 && value > rt->total_memory))
        return limit ? RTE_MemoryAllocation : RTE_InvalidValue;
    rt->limit[limit] = value;
    if (limit == 0) vm_raise_limits(rt->vm, value, 0);
    if (limit == 2) vm_raise_limits(rt->vm, 0, value);
    return 0;
}

// The preference between shared memory and cache does nothing here; it is kept for programs that
// ask.
int rt_cudaDeviceGetCacheConfig(Rt *rt, int *config) {
    if (!config) return RTE_InvalidValue;
    *config = rt->cache_config;
    return 0;
}

int rt_cudaDeviceSetCacheConfig(Rt *rt, int config) {
    enum { PREFER_EQUAL = 3 };
    if (config < 0 || config > PREFER_EQUAL) return RTE_InvalidValue;
    rt->cache_config = config;
    return 0;
}

int rt_cudaDeviceGetSharedMemConfig(Rt *rt, int *config) {
    if (!config) return RTE_InvalidValue;
    *config = 1; // banks of four bytes
    return 0;
}

int rt_cudaDeviceSetSharedMemConfig(Rt *rt, int config) {
    return 0;
}

// Priorities are numbers that only programs see: operations run in the order of calls.
int rt_cudaDeviceGetStreamPriorityRange(Rt *rt, int *least, int *greatest) {
    if (least) *least = 0;
    if (greatest) *greatest = -5;
    return 0;
}

int rt_cudaCtxResetPersistingL2Cache(Rt *rt) {
    return 0;
}

// There is no other device that could have written.
int rt_cudaDeviceFlushGPUDirectRDMAWrites(Rt *rt, int target, int scope) {
    return 0;
}

// Profiles are made for whole programs (--profile), not for parts.
int rt_cudaProfilerStart(Rt *rt) {
    return 0;
}

int rt_cudaProfilerStop(Rt *rt) {
    return 0;
}

// ---- peers: there are none ---------------------------------------------------------------------

// There is one device.
int rt_cudaDeviceGetP2PAttribute(Rt *rt, int *value, int id, int from, int to) {
    return RTE_InvalidDevice;
}

int rt_cudaDeviceCanAccessPeer(Rt *rt, int *can, int device, int peer) {
    if (!can) return RTE_InvalidValue;
    *can = 0;
    return device || peer ? RTE_InvalidDevice : 0;
}

int rt_cudaDeviceEnablePeerAccess(Rt *rt, int peer, unsigned flags) {
    return RTE_InvalidDevice;
}

// No access was ever enabled.
int rt_cudaDeviceDisablePeerAccess(Rt *rt, int peer) {
    return RTE_PeerAccessNotEnabled;
}

// ---- waiting and starting anew -----------------------------------------------------------------

int rt_cudaDeviceSynchronize(Rt *rt) {
    return rt_sync_all(rt);
}

// Memory, streams and modules of the program stay: it cannot use them by the rules of the
// interface, and at the end of a process it does not. A fault is forgotten.
int rt_cudaDeviceReset(Rt *rt) {
    rt_flush(rt);
    rt->pending = rt->sticky = rt->sticky_told = 0;
    rt_order_host_waits_all(rt);
    rt_thread(rt)->last = 0;
    return 0;
}

// ---- the driver's names ------------------------------------------------------------------------

int rt_cuDeviceGetName(Rt *rt, char *name, int n, int device) {
    if (!name || n <= 0) return RTE_InvalidValue;
    if (device) return RTE_InvalidDevice;
    snprintf(name, (size_t)n, "%s", rt->gpu->name);
    return 0;
}

int rt_cuDeviceGetUuid(Rt *rt, char *uuid, int device) {
    if (!uuid) return RTE_InvalidValue;
    device_uuid(rt, uuid);
    return device ? RTE_InvalidDevice : 0;
}

int rt_cuDeviceGetLuid(Rt *rt, char *luid, unsigned *mask, int device) {
    return RTE_NotSupported; // Windows only
}

int rt_cuDeviceTotalMem_v2(Rt *rt, size_t *n, int device) {
    if (!n) return RTE_InvalidValue;
    *n = rt_all_memory(rt);
    return device ? RTE_InvalidDevice : 0;
}

int rt_cuDeviceComputeCapability(Rt *rt, int *major, int *minor, int device) {
    if (!major || !minor) return RTE_InvalidValue;
    *major = rt->gpu->sm / 10;
    *minor = rt->gpu->sm % 10;
    return device ? RTE_InvalidDevice : 0;
}

int rt_cuDeviceGetExecAffinitySupport(Rt *rt, int *value, int type, int device) {
    if (!value) return RTE_InvalidValue;
    *value = 0;
    return device ? RTE_InvalidDevice : 0;
}
