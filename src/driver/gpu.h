// SPDX-License-Identifier: Apache-2.0
// A GPU through its driver's documented interface. Every function that can fail returns false and
// leaves a text in driver_gpu_error. The driver's functions come from a GpuFind: `cuprum` may be
// linked statically and then cannot load libcuda.so.1, so the program cuprum-gpu does (gpu_main.c).
#ifndef CUPRUM_GPU_H
#define CUPRUM_GPU_H

#include "driver/gpu_api.h"
#include "driver/launch.h"

typedef struct Gpu Gpu;
typedef struct GpuKernel GpuKernel;

// The first device with a context of its own, or NULL and the reason in *error.
Gpu *driver_gpu_open(Ctx *ctx, GpuFind *symbols, const char **error);
// Gives all of it back.
void driver_gpu_close(Gpu *gpu);
const char *driver_gpu_error(const Gpu *gpu);
// "NVIDIA H100 80GB HBM3, compute capability 9.0, driver 13.0"
const char *driver_gpu_name(Gpu *gpu);

// Gives the PTX text to the driver's compiler and finds the kernel. `info` tells the parameters.
GpuKernel *driver_gpu_load(Gpu *gpu, const char *ptx, const VmFunc *info);
void driver_gpu_unload(GpuKernel *gpu_kernel);

// Buffers: all of a launch's, filled with their bytes; the bytes replaced by what they hold now.
bool driver_gpu_alloc_buffers(Gpu *gpu, Launch *owner);
bool driver_gpu_write_buffers(Gpu *gpu, const Launch *owner);
bool driver_gpu_read_buffers(Gpu *gpu, Launch *owner);
void driver_gpu_free_buffers(Gpu *gpu, Launch *owner);

// Runs the kernel to its end.
bool driver_gpu_launch(GpuKernel *gpu_kernel, const Launch *wanted);
// The same between two events, behind a kernel that keeps the GPU busy meanwhile: the time does
// not contain what the host needs for the launch. In microseconds.
bool driver_gpu_time(GpuKernel *gpu_kernel, const Launch *wanted, double *microseconds);

// `cuprum run` (vmrun.c). find: NULL where the driver cannot be loaded; cuprum-gpu is started then.
int driver_run_kernel(int argc, char **argv, GpuFind *find);

#endif
