// SPDX-License-Identifier: Apache-2.0
// NVIDIA's driver API (CUDA Driver API reference), as far as we call it: functions found by name at
// run time, so that nothing needs the driver to be there. Prototypes and numbers are our own. For
// gpu.c, the math library's check (tools/math) and the shim of tools/gpu, which is no part of us.
#ifndef CUPRUM_DRIVER_GPU_API_H
#define CUPRUM_DRIVER_GPU_API_H

#include <stddef.h>
#include <stdint.h>

// A function of the driver by its name; NULL: there is no such function, or no driver.
typedef void *GpuFind(const char *name);
// In libcuda.so.1 (gpu_library.c, linked to the programs that call it alone).
void *driver_gpu_find(const char *name);

// All return CUresult: 0 is success.
typedef struct GpuApi {
#define GPU_API(name, symbol, params) int(*name) params;
#include "driver/gpu_api.def"
#undef GPU_API
} GpuApi;

// Finds all of them. NULL: they are there; else the name of the first that is missing, which is
// that of cuInit where there is no driver.
const char *driver_gpu_functions(GpuApi *api, GpuFind *find);

enum { // CUdevice_attribute, CUfunction_attribute, CUjit_option
    GPU_MULTIPROCESSORS = 16,
    GPU_CAPABILITY_MAJOR = 75,
    GPU_CAPABILITY_MINOR = 76,
    GPU_FUNCTION_DYNAMIC_SHARED = 8,
    GPU_JIT_ERROR_LOG = 5,
    GPU_JIT_ERROR_LOG_SIZE = 6
};

// A kernel `busy` that counts clock cycles: long enough for the host to queue what comes behind it.
#define GPU_BUSY_PTX                                                                               \
    ".version 7.8\n.target sm_75\n.address_size 64\n"                                              \
    ".visible .entry busy(.param .u32 cycles)\n"                                                   \
    "{\n.reg .u32 %n, %from, %now;\n.reg .pred %p;\n"                                              \
    "ld.param.u32 %n, [cycles];\nmov.u32 %from, %clock;\n"                                         \
    "again:\nmov.u32 %now, %clock;\nsub.u32 %now, %now, %from;\n"                                  \
    "setp.lt.u32 %p, %now, %n;\n@%p bra again;\nret;\n}\n"
enum { GPU_BUSY_CYCLES = 60000 }; // 30 microseconds of a GPU

#endif
