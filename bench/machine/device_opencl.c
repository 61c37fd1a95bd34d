// SPDX-License-Identifier: Apache-2.0
// OpenCL: the first CPU that a platform has, which is PoCL's. Compiled where OpenCL's headers are.
#define CL_TARGET_OPENCL_VERSION 120
#include "machine.h"

#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Kernel {
    const char *name;
    cl_kernel kernel;
} Kernel;

typedef struct State {
    cl_context context;
    cl_command_queue queue;
    cl_program program;
    Kernel kernels[MAX_KERNELS];
    int kernel_count;
} State;

static void must(cl_int result, const char *what) {
    if (result == CL_SUCCESS) return;
    fprintf(stderr, "machine: %s: OpenCL error %d\n", what, (int)result);
    exit(2);
}

static bool find_device(cl_device_id *device) {
    cl_platform_id platforms[8];
    cl_uint count = 0;
    if (clGetPlatformIDs(8, platforms, &count) != CL_SUCCESS) return false;
    for (cl_uint i = 0; i < count && i < 8; i++)
        if (clGetDeviceIDs(platforms[i], CL_DEVICE_TYPE_CPU, 1, device, NULL) == CL_SUCCESS)
            return true;
    return false;
}

// The program includes the file, so that messages have its lines.
static void build(State *state, cl_device_id device, const char *kernels) {
    char text[1100], options[1100], log[4000] = "";
    snprintf(text, sizeof text, "#include \"%s\"\n", kernels);
    snprintf(options, sizeof options, "-I %.*s", (int)(strrchr(kernels, '/') - kernels), kernels);
    const char *lines = text;
    cl_int result;
    state->program = clCreateProgramWithSource(state->context, 1, &lines, NULL, &result);
    must(result, "clCreateProgramWithSource");
    result = clBuildProgram(state->program, 1, &device, options, NULL, NULL);
    if (result == CL_SUCCESS) return;
    clGetProgramBuildInfo(state->program, device, CL_PROGRAM_BUILD_LOG, sizeof log, log, NULL);
    fprintf(stderr, "%s\n", log);
    must(result, "clBuildProgram");
}

static void *opencl_open(const char *kernels) {
    cl_device_id device;
    if (!find_device(&device)) {
        fprintf(stderr, "machine: no OpenCL device\n");
        return NULL;
    }
    State *state = calloc(1, sizeof *state);
    if (!state) return NULL;
    cl_int result;
    state->context = clCreateContext(NULL, 1, &device, NULL, NULL, &result);
    must(result, "clCreateContext");
    state->queue = clCreateCommandQueue(state->context, device, 0, &result);
    must(result, "clCreateCommandQueue");
    build(state, device, kernels);
    return state;
}

static uint64_t opencl_create(void *opaque, size_t bytes) {
    State *state = opaque;
    cl_int result;
    cl_mem memory = clCreateBuffer(state->context, CL_MEM_READ_WRITE, bytes, NULL, &result);
    must(result, "clCreateBuffer");
    return (uint64_t)(uintptr_t)memory;
}

static cl_mem memory_of(uint64_t handle) {
    return (cl_mem)(uintptr_t)handle;
}

static void opencl_destroy(void *opaque, uint64_t handle) {
    (void)opaque;
    must(clReleaseMemObject(memory_of(handle)), "clReleaseMemObject");
}

static void opencl_write(void *opaque, uint64_t handle, const void *from, size_t bytes) {
    State *state = opaque;
    must(clEnqueueWriteBuffer(state->queue, memory_of(handle), CL_TRUE, 0, bytes, from, 0, NULL,
                              NULL),
         "clEnqueueWriteBuffer");
}

static void opencl_read(void *opaque, uint64_t handle, void *to, size_t bytes) {
    State *state = opaque;
    must(clEnqueueReadBuffer(state->queue, memory_of(handle), CL_TRUE, 0, bytes, to, 0, NULL, NULL),
         "clEnqueueReadBuffer");
}

static cl_kernel kernel_of(State *state, const char *name) {
    for (int i = 0; i < state->kernel_count; i++)
        if (!strcmp(state->kernels[i].name, name)) return state->kernels[i].kernel;
    Kernel *kernel = &state->kernels[state->kernel_count++];
    cl_int result;
    kernel->name = name;
    kernel->kernel = clCreateKernel(state->program, name, &result);
    must(result, name);
    return kernel->kernel;
}

static void opencl_launch(void *opaque, const char *name, Shape grid, Shape block,
                          const Argument *args, int n) {
    State *state = opaque;
    cl_kernel kernel = kernel_of(state, name);
    for (int i = 0; i < n; i++)
        must(clSetKernelArg(kernel, (cl_uint)i, args[i].size, &args[i].handle), name);
    size_t threads[] = {(size_t)(grid.x * block.x), (size_t)(grid.y * block.y)};
    size_t local[] = {(size_t)block.x, (size_t)block.y};
    must(clEnqueueNDRangeKernel(state->queue, kernel, 2, NULL, threads, local, 0, NULL, NULL),
         name);
}

static void opencl_wait(void *opaque) {
    State *state = opaque;
    must(clFinish(state->queue), "clFinish");
}

const Device device_opencl = {"opencl",     opencl_open, opencl_create, opencl_destroy,
                              opencl_write, opencl_read, opencl_launch, opencl_wait};
