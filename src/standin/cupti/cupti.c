// SPDX-License-Identifier: Apache-2.0
// CUPTI, as far as programs ask for it that profile nothing: which version it is, which GPUs it
// knows (none: there is no hardware to measure), what the time is, what a result is called.
// NVIDIA's library works with NVIDIA's driver alone; frameworks (JAX, PyTorch) want it to be there
// before they run anything (CUPTI API reference of CUDA 13.0).
#include "standin/standin.h"

#include <time.h>

enum {
#define RESULT(name, number) CUPTI_##name = number,
#include "standin/cupti/result.def"
#undef RESULT
};
enum { CUPTI_VERSION = 130001 }; // CUPTI_API_VERSION: of CUDA 13.0

#define CUPTI_FUNCTION(name, ...)                                                                  \
    STANDIN_PUBLIC int name(__VA_ARGS__);                                                          \
    int name(__VA_ARGS__)

CUPTI_FUNCTION(cuptiGetVersion, uint32_t *version) {
    if (!version) return CUPTI_ERROR_INVALID_PARAMETER;
    *version = CUPTI_VERSION;
    return CUPTI_SUCCESS;
}

CUPTI_FUNCTION(cuptiComputeCapabilitySupported, int major, int minor, int *support) {
    (void)major, (void)minor;
    if (!support) return CUPTI_ERROR_INVALID_PARAMETER;
    *support = 0;
    return CUPTI_SUCCESS;
}

CUPTI_FUNCTION(cuptiDeviceSupported, int device, int *support) {
    return cuptiComputeCapabilitySupported(device, device, support);
}

// Nanoseconds, of the clock that the library's documentation names where no other was registered.
CUPTI_FUNCTION(cuptiGetTimestamp, uint64_t *timestamp) {
    struct timespec now;
    if (!timestamp) return CUPTI_ERROR_INVALID_PARAMETER;
    clock_gettime(CLOCK_REALTIME, &now);
    *timestamp = (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
    return CUPTI_SUCCESS;
}

CUPTI_FUNCTION(cuptiGetResultString, int result, const char **text) {
    static const struct {
        int number;
        const char *name;
    } names[] = {
#define RESULT(name, number) {number, "CUPTI_" #name},
#include "standin/cupti/result.def"
#undef RESULT
    };
    if (!text) return CUPTI_ERROR_INVALID_PARAMETER;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (names[i].number == result) {
            *text = names[i].name;
            return CUPTI_SUCCESS;
        }
    return CUPTI_ERROR_INVALID_PARAMETER;
}

// Nothing was begun that could end.
CUPTI_FUNCTION(cuptiFinalize, void) {
    return CUPTI_SUCCESS;
}
