// SPDX-License-Identifier: Apache-2.0
// NVIDIA's management library (libnvidia-ml.so.1, NVML), by which tools and Python packages ask for
// a GPU's name and memory: it shows the virtual GPU that programs see. Codes of errors are
// NVML's own. What a virtual GPU has none of (temperatures, fans, power) is not supported.
#include "cudart/cudart_int.h"

#include <stdio.h>

enum { NVML_CLOCK_MEMORY = 2, NVML_CLOCK_COUNT = 4 };
enum { CORES_PER_MULTIPROCESSOR = 128 };

static const char driver_version[] = "580.65.06"; // of CUDA 13.0
static const char bus_id[] = "00000000:01:00.0";

// The handle of the one device.
bool rt_nvml_is_device(const Rt *rt, const void *device) {
    return device == rt->gpu;
}

int rt_nvml_text(char *to, unsigned n, const char *text) {
    if (!to) return NVML_INVALID_ARGUMENT;
    if (strlen(text) >= n) return NVML_INSUFFICIENT_SIZE;
    strcpy(to, text);
    return NVML_SUCCESS;
}

int rt_nvml_number(const Rt *rt, const void *device, unsigned *to, unsigned value) {
    if (!to || !rt_nvml_is_device(rt, device)) return NVML_INVALID_ARGUMENT;
    *to = value;
    return NVML_SUCCESS;
}

static int put_device(Rt *rt, bool found, void **device) {
    if (!device) return NVML_INVALID_ARGUMENT;
    if (!found) return NVML_NOT_FOUND;
    *device = (void *)(uintptr_t)rt->gpu;
    return NVML_SUCCESS;
}

// ---- the library, the system --------------------------------------------------------------------

// Users are counted: the last one's shutdown closes the library.
int rt_nvmlInit_v2(Rt *rt) {
    rt->nvml_users++;
    return NVML_SUCCESS;
}

int rt_nvmlInitWithFlags(Rt *rt, unsigned flags) {
    return rt_nvmlInit_v2(rt);
}

int rt_nvmlShutdown(Rt *rt) {
    rt->nvml_users--;
    return NVML_SUCCESS;
}

int rt_nvmlSystemGetDriverVersion(Rt *rt, char *text, unsigned n) {
    return rt_nvml_text(text, n, driver_version);
}

int rt_nvmlSystemGetNVMLVersion(Rt *rt, char *text, unsigned n) {
    return rt_nvml_text(text, n, "13.580.65.06");
}

int rt_nvmlSystemGetCudaDriverVersion(Rt *rt, int *version) {
    if (!version) return NVML_INVALID_ARGUMENT;
    *version = RT_DRIVER_VERSION;
    return NVML_SUCCESS;
}

int rt_nvmlSystemGetCudaDriverVersion_v2(Rt *rt, int *version) {
    return rt_nvmlSystemGetCudaDriverVersion(rt, version);
}

// ---- finding the device -------------------------------------------------------------------------

int rt_nvmlDeviceGetCount_v2(Rt *rt, unsigned *n) {
    return rt_nvml_number(rt, rt->gpu, n, 1);
}

int rt_nvmlDeviceGetHandleByIndex_v2(Rt *rt, unsigned index, void **device) {
    return index ? NVML_INVALID_ARGUMENT : put_device(rt, true, device);
}

// "GPU-" and the bytes of the UUID in hexadecimal, with dashes behind the 4th, 6th, 8th and 10th.
static const char *uuid_text(Rt *rt, char *text, size_t n) {
    char uuid[16];
    size_t at = (size_t)snprintf(text, n, "GPU");
    rt_cuDeviceGetUuid(rt, uuid, 0);
    for (uint32_t i = 0; i < sizeof uuid; i++) {
        bool dash = !i || is_any_of(i, 4, 6, 8, 10);
        at += (size_t)snprintf(text + at, n - at, "%s%02x", dash ? "-" : "", (uint8_t)uuid[i]);
    }
    return text;
}

// With or without the prefix.
int rt_nvmlDeviceGetHandleByUUID(Rt *rt, const char *uuid, void **device) {
    char own[48];
    if (!uuid) return NVML_INVALID_ARGUMENT;
    uuid_text(rt, own, sizeof own);
    bool found = strcmp(uuid, own) == 0 || strcmp(uuid, own + strlen("GPU-")) == 0;
    return put_device(rt, found, device);
}

// With or without the domain, as in the run-time library.
int rt_nvmlDeviceGetHandleByPciBusId_v2(Rt *rt, const char *id, void **device) {
    if (!id) return NVML_INVALID_ARGUMENT;
    return put_device(rt, strstr(id, "01:00") != NULL, device);
}

// The UUID as text or as its bytes.
int rt_nvmlDeviceGetHandleByUUIDV(Rt *rt, const NvmlUuid *uuid, void **device) {
    enum { TEXT = 1, BYTES };
    char own[16];
    if (!uuid || !is_any_of(uuid->kind, TEXT, BYTES)) return NVML_INVALID_ARGUMENT;
    if (uuid->kind == TEXT) return rt_nvmlDeviceGetHandleByUUID(rt, uuid->value.text, device);
    rt_cuDeviceGetUuid(rt, own, 0);
    return put_device(rt, memcmp(own, uuid->value.bytes, sizeof own) == 0, device);
}

int rt_nvmlDeviceGetIndex(Rt *rt, void *device, unsigned *index) {
    return rt_nvml_number(rt, device, index, 0);
}

// ---- what it is ---------------------------------------------------------------------------------

int rt_nvmlDeviceGetName(Rt *rt, void *device, char *text, unsigned n) {
    return rt_nvml_is_device(rt, device) ? rt_nvml_text(text, n, rt->gpu->name)
                                         : NVML_INVALID_ARGUMENT;
}

int rt_nvmlDeviceGetUUID(Rt *rt, void *device, char *text, unsigned n) {
    char own[48];
    if (!rt_nvml_is_device(rt, device)) return NVML_INVALID_ARGUMENT;
    return rt_nvml_text(text, n, uuid_text(rt, own, sizeof own));
}

int rt_nvmlDeviceGetPciInfo_v3(Rt *rt, void *device, NvmlPci *pci) {
    if (!pci || !rt_nvml_is_device(rt, device)) return NVML_INVALID_ARGUMENT;
    *pci = (NvmlPci){.bus = 1};
    snprintf(pci->bus_id, sizeof pci->bus_id, "%s", bus_id);
    snprintf(pci->legacy_id, sizeof pci->legacy_id, "%s", bus_id + 4); // four digits of the domain
    return NVML_SUCCESS;
}

int rt_nvmlDeviceGetMemoryInfo(Rt *rt, void *device, NvmlMemory *memory) {
    if (!memory || !rt_nvml_is_device(rt, device)) return NVML_INVALID_ARGUMENT;
    uint64_t used = CU_MIN(rt->used_memory, rt->total_memory);
    *memory = (NvmlMemory){rt_all_memory(rt), rt_free_memory(rt), used};
    return NVML_SUCCESS;
}

int rt_nvmlDeviceGetMemoryInfo_v2(Rt *rt, void *device, NvmlMemory2 *memory) {
    NvmlMemory plain;
    if (!memory || rt_nvmlDeviceGetMemoryInfo(rt, device, &plain)) return NVML_INVALID_ARGUMENT;
    *memory = (NvmlMemory2){memory->version, plain.total, 0, plain.free, plain.used};
    return NVML_SUCCESS;
}

// Work is done when it is issued: whoever asks finds the GPU idle.
int rt_nvmlDeviceGetUtilizationRates(Rt *rt, void *device, NvmlUse *use) {
    if (!use || !rt_nvml_is_device(rt, device)) return NVML_INVALID_ARGUMENT;
    *use = (NvmlUse){0, 0};
    return NVML_SUCCESS;
}

int rt_nvmlDeviceGetCudaComputeCapability(Rt *rt, void *device, int *major, int *minor) {
    if (!major || !minor || !rt_nvml_is_device(rt, device)) return NVML_INVALID_ARGUMENT;
    *major = (int)rt->gpu->sm / 10;
    *minor = (int)rt->gpu->sm % 10;
    return NVML_SUCCESS;
}

int rt_nvmlDeviceGetClockInfo(Rt *rt, void *device, int which, unsigned *mhz) {
    if (which < 0 || which >= NVML_CLOCK_COUNT) return NVML_INVALID_ARGUMENT;
    bool memory = which == NVML_CLOCK_MEMORY;
    uint32_t khz = memory ? rt->gpu->memory_khz : rt->gpu->clock_khz;
    return rt_nvml_number(rt, device, mhz, khz / 1000);
}

int rt_nvmlDeviceGetMaxClockInfo(Rt *rt, void *device, int which, unsigned *mhz) {
    return rt_nvmlDeviceGetClockInfo(rt, device, which, mhz);
}

int rt_nvmlDeviceGetNumGpuCores(Rt *rt, void *device, unsigned *n) {
    return rt_nvml_number(rt, device, n, rt->sms * CORES_PER_MULTIPROCESSOR);
}

int rt_nvmlDeviceGetMemoryBusWidth(Rt *rt, void *device, unsigned *bits) {
    return rt_nvml_number(rt, device, bits, rt->gpu->bus_width);
}

// Any number of processes, as by default.
int rt_nvmlDeviceGetComputeMode(Rt *rt, void *device, unsigned *mode) {
    return rt_nvml_number(rt, device, mode, 0);
}

int rt_nvmlDeviceGetPersistenceMode(Rt *rt, void *device, unsigned *mode) {
    return rt_nvml_number(rt, device, mode, 1);
}

int rt_nvmlDeviceGetMigMode(Rt *rt, void *device, unsigned *now, unsigned *pending) {
    if (!pending) return NVML_INVALID_ARGUMENT;
    *pending = 0;
    return rt_nvml_number(rt, device, now, 0);
}

// ---- errors -------------------------------------------------------------------------------------

const char *rt_nvml_error(int error) {
    static const struct {
        int error;
        const char *text;
    } rows[] = {
        {NVML_SUCCESS, "Success"},
        {NVML_UNINITIALIZED, "Uninitialized"},
        {NVML_INVALID_ARGUMENT, "Invalid Argument"},
        {NVML_NOT_SUPPORTED, "Not Supported"},
        {NVML_NO_PERMISSION, "Insufficient Permissions"},
        {NVML_NOT_FOUND, "Not Found"},
        {NVML_INSUFFICIENT_SIZE, "Insufficient Size"},
        {NVML_TIMEOUT, "Timeout"},
        {13, "Function Not Found"},
    };
    for (uint32_t i = 0; i < CU_COUNT(rows); i++) {
        if (rows[i].error == error) return rows[i].text;
    }
    return "Unknown Error";
}
