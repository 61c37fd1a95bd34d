// SPDX-License-Identifier: Apache-2.0
// A GPU through its driver's documented interface. libcuda.so.1 is looked for when one is asked
// for; nothing needs it before. Every function that can fail returns false and leaves a text in
// gpu_error.
#ifndef CUPRUM_GPU_H
#define CUPRUM_GPU_H

#include "driver/launch.h"

typedef struct Gpu Gpu;
typedef struct GpuKernel GpuKernel;

// The first device with a context of its own, or NULL and the reason in *error.
Gpu *gpu_open(Ctx *ctx, const char **error);
void gpu_close(Gpu *g);
const char *gpu_error(const Gpu *g);
// "NVIDIA H100 80GB HBM3, compute capability 9.0, driver 13.0"
const char *gpu_name(Gpu *g);

// Gives the PTX text to the driver's compiler and finds the kernel. `info` tells the parameters.
GpuKernel *gpu_load(Gpu *g, const char *ptx, const VmFunc *info);
void gpu_unload(GpuKernel *k);

// Buffers: all of a launch's, filled with their bytes; the bytes replaced by what they hold now.
bool gpu_alloc_buffers(Gpu *g, Launch *l);
bool gpu_write_buffers(Gpu *g, const Launch *l);
bool gpu_read_buffers(Gpu *g, Launch *l);
void gpu_free_buffers(Gpu *g, Launch *l);

// Runs the kernel to its end.
bool gpu_launch(GpuKernel *k, const Launch *l);
// The same between two events, behind a kernel that keeps the GPU busy meanwhile: the time does
// not contain what the host needs for the launch. In microseconds.
bool gpu_time(GpuKernel *k, const Launch *l, double *microseconds);

#endif
