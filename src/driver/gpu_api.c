// SPDX-License-Identifier: Apache-2.0
// The driver's functions by their names.
#include "driver/gpu_api.h"

#include <string.h>

const char *driver_gpu_functions(GpuApi *api, GpuFind *find) {
    static const char *const symbols[] = {
#define GPU_API(name, symbol, params) symbol,
#include "driver/gpu_api.def"
#undef GPU_API
    };
    void *found[sizeof symbols / sizeof *symbols];
    _Static_assert(sizeof found == sizeof *api, "one pointer for each function");

    for (size_t i = 0; i < sizeof symbols / sizeof *symbols; i++) {
        found[i] = find(symbols[i]);
        if (!found[i]) return symbols[i];
    }
    memcpy(api, found, sizeof found);
    return NULL;
}
