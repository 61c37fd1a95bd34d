// SPDX-License-Identifier: Apache-2.0
// NVML: what the virtual GPU is connected to, and the state it is in. It is in its only performance
// state, with every link at its best, near every processor of the host, and nothing ever happens
// to it: who waits for an event waits until the time is over.
#define _GNU_SOURCE
#include "cudart/cudart_int.h"

#include <stdio.h>
#include <time.h>
#include <unistd.h>

enum {
    LINK_GENERATION = 5,
    LINK_WIDTH = 16,
    BRAND_NVIDIA = 14,
    NO_STATE = 32, // ends the list of performance states
    NO_INSTANCE = -1,
    WORD_BITS = 8 * sizeof(unsigned long),
    CLASS_DISPLAY = 3, // of PCI devices, with 2: a 3D controller
    SUBCLASS_3D = 2,
};

// ---- the system ---------------------------------------------------------------------------------

int rt_nvmlSystemGetDriverBranch(Rt *rt, NvmlBranch *branch, unsigned n) {
    if (!branch) return NVML_INVALID_ARGUMENT;
    return rt_nvml_text(branch->name, CU_MIN(n, (unsigned)sizeof branch->name), "r580_00");
}

// The path of the process's program.
int rt_nvmlSystemGetProcessName(Rt *rt, unsigned process, char *text, unsigned n) {
    char link[32], path[4096];
    if (!text || !n) return NVML_INVALID_ARGUMENT;
    snprintf(link, sizeof link, "/proc/%u/exe", process);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length < 0) return NVML_NOT_FOUND;
    path[length] = 0;
    snprintf(text, n, "%s", path);
    return NVML_SUCCESS;
}

int rt_nvmlUnitGetCount(Rt *rt, unsigned *n) {
    return rt_nvml_number(rt, rt->gpu, n, 0);
}

// ---- identity -----------------------------------------------------------------------------------

int rt_nvmlDeviceGetArchitecture(Rt *rt, void *device, unsigned *architecture) {
    static const struct {
        uint32_t below, number; // sm, architecture
    } rows[] = {{80, 6}, {89, 7}, {90, 8}, {100, 9}, {130, 10}};
    uint32_t i = 0;
    while (i + 1 < CU_COUNT(rows) && rt->gpu->sm >= rows[i].below) i++;
    return rt_nvml_number(rt, device, architecture, rows[i].number);
}

int rt_nvmlDeviceGetBrand(Rt *rt, void *device, unsigned *brand) {
    return rt_nvml_number(rt, device, brand, BRAND_NVIDIA);
}

// A number that tells devices apart: of the bytes of its UUID.
int rt_nvmlDeviceGetPdi(Rt *rt, void *device, NvmlNumber64 *number) {
    char uuid[16];
    if (!number || !rt_nvml_is_device(rt, device)) return NVML_INVALID_ARGUMENT;
    rt_cuDeviceGetUuid(rt, uuid, 0);
    memcpy(&number->value, uuid, sizeof number->value);
    return NVML_SUCCESS;
}

int rt_nvmlDeviceGetCapabilities(Rt *rt, void *device, NvmlNumber *mask) {
    return mask ? rt_nvml_number(rt, device, &mask->value, 0) : NVML_INVALID_ARGUMENT;
}

int rt_nvmlDeviceGetMinorNumber(Rt *rt, void *device, unsigned *number) {
    return rt_nvml_number(rt, device, number, 0);
}

int rt_nvmlDeviceGetModuleId(Rt *rt, void *device, unsigned *number) {
    return rt_nvml_number(rt, device, number, 0);
}

int rt_nvmlDeviceGetNumaNodeId(Rt *rt, void *device, unsigned *node) {
    return rt_nvml_number(rt, device, node, 0);
}

int rt_nvmlDeviceGetVirtualizationMode(Rt *rt, void *device, unsigned *mode) {
    return rt_nvml_number(rt, device, mode, 0);
}

int rt_nvmlDeviceIsMigDeviceHandle(Rt *rt, void *device, unsigned *is) {
    return rt_nvml_number(rt, device, is, false);
}

int rt_nvmlDeviceGetMaxMigDeviceCount(Rt *rt, void *device, unsigned *n) {
    return rt_nvml_number(rt, device, n, 0);
}

int rt_nvmlDeviceGetGridLicensableFeatures_v4(Rt *rt, void *device, NvmlLicenses *licenses) {
    if (!licenses || !rt_nvml_is_device(rt, device)) return NVML_INVALID_ARGUMENT;
    *licenses = (NvmlLicenses){0};
    return NVML_SUCCESS;
}

// ---- connections --------------------------------------------------------------------------------

int rt_nvmlDeviceGetPciInfoExt(Rt *rt, void *device, NvmlPciExt *pci) {
    NvmlPci plain;
    if (!pci || rt_nvmlDeviceGetPciInfo_v3(rt, device, &plain)) return NVML_INVALID_ARGUMENT;
    *pci = (NvmlPciExt){
        .version = pci->version,
        .domain = plain.domain,
        .bus = plain.bus,
        .device = plain.device,
        .pci_device = plain.pci_device,
        .pci_subsystem = plain.pci_subsystem,
        .base_class = CLASS_DISPLAY,
        .sub_class = SUBCLASS_3D,
    };
    memcpy(pci->bus_id, plain.bus_id, sizeof pci->bus_id);
    return NVML_SUCCESS;
}

int rt_nvmlDeviceGetMaxPcieLinkGeneration(Rt *rt, void *device, unsigned *generation) {
    return rt_nvml_number(rt, device, generation, LINK_GENERATION);
}

int rt_nvmlDeviceGetGpuMaxPcieLinkGeneration(Rt *rt, void *device, unsigned *generation) {
    return rt_nvml_number(rt, device, generation, LINK_GENERATION);
}

int rt_nvmlDeviceGetCurrPcieLinkGeneration(Rt *rt, void *device, unsigned *generation) {
    return rt_nvml_number(rt, device, generation, LINK_GENERATION);
}

int rt_nvmlDeviceGetMaxPcieLinkWidth(Rt *rt, void *device, unsigned *width) {
    return rt_nvml_number(rt, device, width, LINK_WIDTH);
}

int rt_nvmlDeviceGetCurrPcieLinkWidth(Rt *rt, void *device, unsigned *width) {
    return rt_nvml_number(rt, device, width, LINK_WIDTH);
}

int rt_nvmlDeviceGetPcieReplayCounter(Rt *rt, void *device, unsigned *count) {
    return rt_nvml_number(rt, device, count, 0);
}

int rt_nvmlDeviceGetDisplayMode(Rt *rt, void *device, unsigned *mode) {
    return rt_nvml_number(rt, device, mode, 0);
}

int rt_nvmlDeviceGetDisplayActive(Rt *rt, void *device, unsigned *active) {
    return rt_nvml_number(rt, device, active, 0);
}

int rt_nvmlDeviceGetNumFans(Rt *rt, void *device, unsigned *n) {
    return rt_nvml_number(rt, device, n, 0);
}

static uint32_t processors(void) {
    long n = sysconf(_SC_NPROCESSORS_ONLN);
    return n > 0 ? (uint32_t)n : 1;
}

// The first n bits of a set.
static int put_set(const Rt *rt, const void *device, unsigned long *set, uint32_t words,
                   uint32_t n) {
    if (!set || !words || !rt_nvml_is_device(rt, device)) return NVML_INVALID_ARGUMENT;
    memset(set, 0, words * sizeof *set);
    for (uint32_t i = 0; i < n && i / WORD_BITS < words; i++)
        set[i / WORD_BITS] |= 1ul << i % WORD_BITS;
    return NVML_SUCCESS;
}

int rt_nvmlDeviceGetCpuAffinity(Rt *rt, void *device, unsigned words, unsigned long *set) {
    return put_set(rt, device, set, words, processors());
}

int rt_nvmlDeviceGetCpuAffinityWithinScope(Rt *rt, void *device, unsigned words, unsigned long *set,
                                           unsigned scope) {
    return put_set(rt, device, set, words, processors());
}

// The host's memory is its first node.
int rt_nvmlDeviceGetMemoryAffinity(Rt *rt, void *device, unsigned words, unsigned long *set,
                                   unsigned scope) {
    return put_set(rt, device, set, words, 1);
}

// How many there are; as many as fit.
int rt_nvmlSystemGetTopologyGpuSet(Rt *rt, unsigned cpu, unsigned *n, void **devices) {
    if (!n || cpu >= processors()) return NVML_INVALID_ARGUMENT;
    if (*n && devices) devices[0] = (void *)(uintptr_t)rt->gpu;
    *n = 1;
    return NVML_SUCCESS;
}

int rt_nvmlDeviceGetTopologyNearestGpus(Rt *rt, void *device, unsigned level, unsigned *n,
                                        void **devices) {
    return rt_nvml_number(rt, device, n, 0);
}

// ---- performance --------------------------------------------------------------------------------

int rt_nvmlDeviceGetPerformanceState(Rt *rt, void *device, unsigned *state) {
    return rt_nvml_number(rt, device, state, 0);
}

int rt_nvmlDeviceGetPowerState(Rt *rt, void *device, unsigned *state) {
    return rt_nvml_number(rt, device, state, 0);
}

// `size` in bytes.
int rt_nvmlDeviceGetSupportedPerformanceStates(Rt *rt, void *device, unsigned *states,
                                               unsigned size) {
    uint32_t n = size / (uint32_t)sizeof *states;
    if (!states || !rt_nvml_is_device(rt, device)) return NVML_INVALID_ARGUMENT;
    if (!n) return NVML_INSUFFICIENT_SIZE;
    for (uint32_t i = 0; i < n; i++) states[i] = i ? NO_STATE : 0;
    return NVML_SUCCESS;
}

int rt_nvmlDeviceGetDynamicPstatesInfo(Rt *rt, void *device, NvmlStates *states) {
    if (!states || !rt_nvml_is_device(rt, device)) return NVML_INVALID_ARGUMENT;
    *states = (NvmlStates){0};
    states->use[0].is_there = true; // of the processor; it is idle
    return NVML_SUCCESS;
}

// Of every kind (current, application's, its default, the greatest): the same.
int rt_nvmlDeviceGetClock(Rt *rt, void *device, int which, int id, unsigned *mhz) {
    return rt_nvmlDeviceGetClockInfo(rt, device, which, mhz);
}

int rt_nvmlDeviceGetMinMaxClockOfPState(Rt *rt, void *device, int which, unsigned state,
                                        unsigned *low, unsigned *high) {
    if (state || !low || !high) return NVML_INVALID_ARGUMENT;
    int error = rt_nvmlDeviceGetClockInfo(rt, device, which, high);
    if (!error) *low = *high;
    return error;
}

int rt_nvmlDeviceGetClockOffsets(Rt *rt, void *device, NvmlClockOffset *offset) {
    if (!offset || offset->state || !rt_nvml_is_device(rt, device)) return NVML_INVALID_ARGUMENT;
    offset->mhz = offset->low = offset->high = 0;
    return NVML_SUCCESS;
}

static int put_none(const Rt *rt, const void *device, unsigned long long *set) {
    if (!set || !rt_nvml_is_device(rt, device)) return NVML_INVALID_ARGUMENT;
    *set = 0;
    return NVML_SUCCESS;
}

int rt_nvmlDeviceGetCurrentClocksEventReasons(Rt *rt, void *device, unsigned long long *reasons) {
    return put_none(rt, device, reasons);
}

int rt_nvmlDeviceGetSupportedClocksEventReasons(Rt *rt, void *device, unsigned long long *reasons) {
    return put_none(rt, device, reasons);
}

// The GPU is this process's own.
int rt_nvmlDeviceGetComputeRunningProcesses_v3(Rt *rt, void *device, unsigned *n,
                                               NvmlProcess *processes) {
    if (!n || !rt_nvml_is_device(rt, device)) return NVML_INVALID_ARGUMENT;
    bool fits = *n && processes;
    *n = 1;
    if (!fits) return NVML_INSUFFICIENT_SIZE;
    *processes = (NvmlProcess){(uint32_t)getpid(), rt->used_memory, (uint32_t)NO_INSTANCE,
                               (uint32_t)NO_INSTANCE};
    return NVML_SUCCESS;
}

int rt_nvmlDeviceGetGraphicsRunningProcesses_v3(Rt *rt, void *device, unsigned *n,
                                                NvmlProcess *processes) {
    return rt_nvml_number(rt, device, n, 0);
}

// Each value has an error of its own.
int rt_nvmlDeviceGetFieldValues(Rt *rt, void *device, int n, NvmlField *fields) {
    if (n < 0 || (n && !fields) || !rt_nvml_is_device(rt, device)) return NVML_INVALID_ARGUMENT;
    for (int i = 0; i < n; i++) {
        fields[i] = (NvmlField){.id = fields[i].id, .scope = fields[i].scope};
        fields[i].error = NVML_NOT_SUPPORTED;
    }
    return NVML_SUCCESS;
}

int rt_nvmlDeviceClearFieldValues(Rt *rt, void *device, int n, NvmlField *fields) {
    return rt_nvmlDeviceGetFieldValues(rt, device, n, fields);
}

// ---- events -------------------------------------------------------------------------------------

int rt_nvmlDeviceGetSupportedEventTypes(Rt *rt, void *device, unsigned long long *types) {
    return put_none(rt, device, types);
}

int rt_nvmlDeviceRegisterEvents(Rt *rt, void *device, unsigned long long types, void *set) {
    bool is_right = rt_nvml_is_device(rt, device) && rt_is(rt, set, OBJ_EVENT_SET);
    return is_right ? NVML_SUCCESS : NVML_INVALID_ARGUMENT;
}

int rt_nvmlEventSetCreate(Rt *rt, void **set) {
    if (!set) return NVML_INVALID_ARGUMENT;
    *set = rt_new(rt, OBJ_EVENT_SET, sizeof(RtObj));
    return NVML_SUCCESS;
}

int rt_nvmlEventSetFree(Rt *rt, void *set) {
    if (!rt_is(rt, set, OBJ_EVENT_SET)) return NVML_INVALID_ARGUMENT;
    rt_delete(rt, set);
    return NVML_SUCCESS;
}

// Other threads may call meanwhile.
int rt_nvmlEventSetWait_v2(Rt *rt, void *set, void *data, unsigned milliseconds) {
    if (!rt_is(rt, set, OBJ_EVENT_SET)) return NVML_INVALID_ARGUMENT;
    struct timespec time = {.tv_sec = milliseconds / 1000,
                            .tv_nsec = milliseconds % 1000 * 1000000l};
    pthread_mutex_unlock(&rt->lock);
    nanosleep(&time, NULL);
    pthread_mutex_lock(&rt->lock);
    return NVML_TIMEOUT;
}

int rt_nvmlSystemEventSetCreate(Rt *rt, NvmlEventSet *request) {
    return request ? rt_nvmlEventSetCreate(rt, &request->set) : NVML_INVALID_ARGUMENT;
}

int rt_nvmlSystemEventSetFree(Rt *rt, NvmlEventSet *request) {
    return request ? rt_nvmlEventSetFree(rt, request->set) : NVML_INVALID_ARGUMENT;
}

int rt_nvmlSystemRegisterEvents(Rt *rt, NvmlEventRegister *request) {
    if (!request) return NVML_INVALID_ARGUMENT;
    return rt_is(rt, request->set, OBJ_EVENT_SET) ? NVML_SUCCESS : NVML_INVALID_ARGUMENT;
}

int rt_nvmlSystemEventSetWait(Rt *rt, NvmlEventWait *request) {
    if (!request) return NVML_INVALID_ARGUMENT;
    request->n = 0;
    return rt_nvmlEventSetWait_v2(rt, request->set, request->data, request->milliseconds);
}
