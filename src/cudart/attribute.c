// SPDX-License-Identifier: Apache-2.0
// Attributes of kernels: what their PTX says, and what programs set.
#include "cudart/cudart_int.h"

// The most dynamic shared memory that a launch may ask for: what the kernel was allowed
// (cudaFuncAttributeMaxDynamicSharedMemorySize), or the rest of 48 KiB.
uint32_t rt_shared_limit(const Rt *rt, const RtKernel *k, uint32_t fixed) {
    uint32_t dynamic = k->set[RT_FA_MAX_DYNAMIC] ? (uint32_t)k->attr[RT_FA_MAX_DYNAMIC] : 0;
    uint32_t limit = TARGET_SHARED_STATIC - CU_MIN(fixed, (uint32_t)TARGET_SHARED_STATIC);
    return CU_MAX(dynamic, limit);
}

// PTX has no allocation of registers. What kernels often need is within what any launch may have
// (doc/vm.md).
enum { REGS = 32 };

int rt_func_attribute(Rt *rt, RtKernel *kernel, int id, int *value) {
    VmKernelInfo info = vm_kernel_info(kernel->fn);
    if (id < 0 || id >= RT_FA_COUNT || !value) return RTE_InvalidValue;
    if (kernel->set[id]) {
        *value = kernel->attr[id];
        return 0;
    }
    switch (id) {
    // The kernel's own bound, not the GPU's.
    case RT_FA_MAX_THREADS: *value = (int)info.max_threads; break;
    case RT_FA_SHARED: *value = (int)info.shared_size; break;
    case RT_FA_LOCAL: *value = (int)info.local_size; break;
    case RT_FA_REGS: *value = REGS; break;
    // What the PTX is for and what the driver compiles it for. CUB looks for the first among the
    // architectures that the program was compiled for.
    case RT_FA_PTX: *value = (int)info.sm; break;
    case RT_FA_BINARY: *value = rt->gpu->sm; break;
    // What may still be asked for without opting in.
    case RT_FA_MAX_DYNAMIC: *value = (int)rt_shared_limit(rt, kernel, info.shared_size); break;
    // No preference.
    case RT_FA_CARVEOUT: *value = -1; break;
    case RT_FA_CLUSTER_MUST: *value = info.must_cluster; break;
    case RT_FA_CLUSTER_X: *value = (int)info.cluster[0]; break;
    case RT_FA_CLUSTER_Y: *value = (int)info.cluster[1]; break;
    case RT_FA_CLUSTER_Z: *value = (int)info.cluster[2]; break;
    default: *value = 0;
    }
    return 0;
}

// Only some can be set; the dynamic size must fit with what the kernel has itself.
int rt_set_func_attribute(Rt *rt, RtKernel *kernel, int id, int value) {
    if (id < RT_FA_MAX_DYNAMIC || id >= RT_FA_COUNT) return RTE_InvalidValue;
    if (id == RT_FA_MAX_DYNAMIC) {
        uint32_t fixed = vm_kernel_info(kernel->fn).shared_size;
        // Beyond 48 KiB a kernel opts in to what the target has.
        if (value < 0 || (uint32_t)value + fixed > rt->target->shared_optin)
            return RTE_InvalidValue;
    }
    if (id == RT_FA_CARVEOUT && (value < -1 || value > 100)) return RTE_InvalidValue;
    kernel->attr[id] = value;
    kernel->set[id] = true;
    return 0;
}

// All attributes at once.
int rt_cudaFuncGetAttributes(Rt *rt, RtFuncAttributes *func_attributes, const void *func) {
    int e, v[RT_FA_COUNT];
    RtKernel *kernel = rt_kernel(rt, func, &e);
    if (!func_attributes) return RTE_InvalidValue;
    if (!kernel) return e;
    for (int i = 0; i < RT_FA_COUNT; i++) rt_func_attribute(rt, kernel, i, &v[i]);
    *func_attributes = (RtFuncAttributes){.shared = (size_t)v[RT_FA_SHARED],
                                          .local = (size_t)v[RT_FA_LOCAL],
                                          .max_threads = v[RT_FA_MAX_THREADS],
                                          .regs = v[RT_FA_REGS],
                                          .ptx = v[RT_FA_PTX],
                                          .binary = v[RT_FA_BINARY],
                                          .max_dynamic = v[RT_FA_MAX_DYNAMIC],
                                          .carveout = v[RT_FA_CARVEOUT],
                                          .cluster_must_be_set = v[RT_FA_CLUSTER_MUST],
                                          .cluster_policy = v[RT_FA_CLUSTER_POLICY],
                                          .nonportable = v[RT_FA_NONPORTABLE]};
    memcpy(func_attributes->cluster, v + RT_FA_CLUSTER_X, sizeof func_attributes->cluster);
    return 0;
}

int rt_cudaFuncSetAttribute(Rt *rt, const void *func, int id, int value) {
    int e;
    RtKernel *k = rt_kernel(rt, func, &e);
    return k ? rt_set_func_attribute(rt, k, id, value) : e;
}

int rt_cudaKernelSetAttributeForDevice(Rt *rt, void *kernel, int id, int value, int device) {
    return device ? RTE_InvalidDevice : rt_cudaFuncSetAttribute(rt, kernel, id, value);
}

// Caches have no configuration.
int rt_cudaFuncSetCacheConfig(Rt *rt, const void *func, int config) {
    int e;
    return rt_kernel(rt, func, &e) ? 0 : e;
}

int rt_cudaFuncSetSharedMemConfig(Rt *rt, const void *func, int config) {
    return rt_cudaFuncSetCacheConfig(rt, func, config);
}

int rt_cuFuncGetAttribute(Rt *rt, int *value, int id, void *func) {
    int e;
    RtKernel *k = rt_kernel(rt, func, &e);
    return k ? rt_func_attribute(rt, k, id, value) : RTE_InvalidResourceHandle;
}

int rt_cuKernelGetAttribute(Rt *rt, int *value, int id, void *kernel, int device) {
    return device ? RTE_InvalidDevice : rt_cuFuncGetAttribute(rt, value, id, kernel);
}

int rt_cuKernelSetAttribute(Rt *rt, int id, int value, void *kernel, int device) {
    return rt_cudaKernelSetAttributeForDevice(rt, kernel, id, value, device);
}

int rt_cuKernelSetCacheConfig(Rt *rt, void *kernel, int config, int device) {
    return rt_cudaFuncSetCacheConfig(rt, kernel, config);
}
