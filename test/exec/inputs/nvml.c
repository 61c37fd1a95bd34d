// SPDX-License-Identifier: Apache-2.0
// A client of NVML as tools are: it opens the library and looks its functions up.
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

typedef int Fn();
static void *nvml;

static Fn *function(const char *name) {
    Fn *fn;
    *(void **)&fn = dlsym(nvml, name);
    if (!fn) printf("%s is not there\n", name);
    return fn;
}

int main(void) {
    nvml = dlopen("libnvidia-ml.so.1", RTLD_NOW);
    if (!nvml) return 2;
    void *device = NULL;
    char name[96], uuid[96], again[8];
    uint64_t memory[3];
    unsigned use[2] = {9, 9}, count = 0, clock = 0;
    int major = 0, minor = 0, version = 0;
    struct {
        char legacy[16];
        unsigned domain, bus, device, id, subsystem;
        char bus_id[32];
    } pci;
    printf("init %d\n", function("nvmlInit_v2")());
    printf("count %d", function("nvmlDeviceGetCount_v2")(&count));
    printf(" %u\n", count);
    printf("index 1: %d\n", function("nvmlDeviceGetHandleByIndex_v2")(1, &device));
    printf("index 0: %d\n", function("nvmlDeviceGetHandleByIndex_v2")(0, &device));
    printf("name %d", function("nvmlDeviceGetName")(device, name, 96));
    printf(" %s\n", name);
    printf("short %d\n", function("nvmlDeviceGetName")(device, again, 8));
    printf("no device %d\n", function("nvmlDeviceGetName")(NULL, name, 96));
    printf("uuid %d", function("nvmlDeviceGetUUID")(device, uuid, 96));
    printf(" %zu\n", strlen(uuid));
    device = NULL;
    printf("by uuid %d\n", function("nvmlDeviceGetHandleByUUID")(uuid, &device));
    printf("by number %d\n", function("nvmlDeviceGetHandleByUUID")(uuid + 4, &device));
    printf("by other %d\n", function("nvmlDeviceGetHandleByUUID")("GPU-none", &device));
    printf("memory %d", function("nvmlDeviceGetMemoryInfo")(device, memory));
    printf(" %d %d\n", (int)(memory[0] >> 20), (int)(memory[0] - memory[1] - memory[2]));
    printf("use %d", function("nvmlDeviceGetUtilizationRates")(device, use));
    printf(" %u %u\n", use[0], use[1]);
    printf("capability %d", function("nvmlDeviceGetCudaComputeCapability")(device, &major, &minor));
    printf(" %d.%d\n", major, minor);
    printf("pci %d", function("nvmlDeviceGetPciInfo_v3")(device, &pci));
    printf(" %s %s %u\n", pci.bus_id, pci.legacy, pci.bus);
    printf("clock %d", function("nvmlDeviceGetClockInfo")(device, 0, &clock));
    printf(" %u\n", clock);
    printf("clock 9: %d\n", function("nvmlDeviceGetClockInfo")(device, 9, &clock));
    printf("version %d", function("nvmlSystemGetCudaDriverVersion_v2")(&version));
    printf(" %d\n", version);
    const char *text = ((const char *(*)(int))(uintptr_t)function("nvmlErrorString"))(6);
    printf("%s\n", text);
    unsigned long set[2] = {0, 0};
    unsigned one = 1, value = 9;
    uint64_t process[3] = {0};
    struct {
        unsigned id, scope;
        int64_t time, latency;
        int type, error;
        uint64_t value;
    } field = {.id = 83};
    void *events = NULL;
    printf("temperature %d\n", function("nvmlDeviceGetTemperature")(device, 0, &value));
    printf("set mode %d\n", function("nvmlDeviceSetComputeMode")(device, 1));
    printf("architecture %d", function("nvmlDeviceGetArchitecture")(device, &value));
    printf(" %u\n", value);
    printf("processors %d", function("nvmlDeviceGetCpuAffinity")(device, 2, set));
    printf(" %lu\n", set[0] & 1);
    printf("process %d",
           function("nvmlDeviceGetComputeRunningProcesses_v3")(device, &one, process));
    printf(" %u %d\n", one, (int)(uint32_t)process[0] == getpid());
    printf("field %d", function("nvmlDeviceGetFieldValues")(device, 1, &field));
    printf(" %d\n", field.error);
    printf("events %d", function("nvmlEventSetCreate")(&events));
    printf(" %d", function("nvmlEventSetWait_v2")(events, process, 1));
    printf(" %d\n", function("nvmlEventSetFree")(events));
    printf("again %d %d", function("nvmlInit_v2")(), function("nvmlShutdown")());
    printf(" %d", function("nvmlDeviceGetCount_v2")(&count));
    printf(" %d", function("nvmlShutdown")());
    printf(" %d\n", function("nvmlDeviceGetCount_v2")(&count));
    return 0;
}
