// SPDX-License-Identifier: Apache-2.0
// cuFFT: executions, and the memory of transforms on several devices, of which there is one.
#include "standin/cufft/cufft.h"

int cudaMalloc(void **at, size_t size);
int cudaFree(void *at);
int cudaMemcpy(void *to, const void *from, size_t size, int kind);

// The plan's transform must be the one that the function makes.
static int execute(int handle, const char *api, int in_type, int out_type, const void *in,
                   void *out, int direction) {
    CufftPlan *plan = cufft_plan(handle);
    if (!plan || !plan->made) return CUFFT_INVALID_PLAN;
    if (plan->in.type != in_type || plan->out.type != out_type) return CUFFT_INVALID_TYPE;
    if (direction != CUFFT_FORWARD && direction != CUFFT_INVERSE) return CUFFT_INVALID_VALUE;
    return cufft_execute(plan, api, in, out, direction);
}

CUFFT_FUNCTION(cufftExecC2C, int plan, void *in, void *out, int direction) {
    return execute(plan, __func__, CUDA_C_32F, CUDA_C_32F, in, out, direction);
}

CUFFT_FUNCTION(cufftExecZ2Z, int plan, void *in, void *out, int direction) {
    return execute(plan, __func__, CUDA_C_64F, CUDA_C_64F, in, out, direction);
}

CUFFT_FUNCTION(cufftExecR2C, int plan, void *in, void *out) {
    return execute(plan, __func__, CUDA_R_32F, CUDA_C_32F, in, out, CUFFT_FORWARD);
}

CUFFT_FUNCTION(cufftExecD2Z, int plan, void *in, void *out) {
    return execute(plan, __func__, CUDA_R_64F, CUDA_C_64F, in, out, CUFFT_FORWARD);
}

CUFFT_FUNCTION(cufftExecC2R, int plan, void *in, void *out) {
    return execute(plan, __func__, CUDA_C_32F, CUDA_R_32F, in, out, CUFFT_INVERSE);
}

CUFFT_FUNCTION(cufftExecZ2D, int plan, void *in, void *out) {
    return execute(plan, __func__, CUDA_C_64F, CUDA_R_64F, in, out, CUFFT_INVERSE);
}

// Transforms between real and complex numbers have one direction, whatever is given.
static int execute_any(int handle, const char *api, const void *in, void *out, int direction) {
    CufftPlan *plan = cufft_plan(handle);
    if (!plan || !plan->made) return CUFFT_INVALID_PLAN;
    if (!standin_type_is_complex(plan->in.type)) direction = CUFFT_FORWARD;
    if (!standin_type_is_complex(plan->out.type)) direction = CUFFT_INVERSE;
    return execute(handle, api, plan->in.type, plan->out.type, in, out, direction);
}

CUFFT_FUNCTION(cufftXtExec, int plan, void *in, void *out, int direction) {
    return execute_any(plan, __func__, in, out, direction);
}

// ---- several devices ---------------------------------------------------------------------------

enum { MAX_GPUS = 64, LIBRARY_FORMAT_CUFFT = 0 };
typedef struct { // cudaXtDesc
    int version, n, gpu[MAX_GPUS];
    void *data[MAX_GPUS];
    size_t size[MAX_GPUS];
    void *state;
} Memory;
typedef struct { // cudaLibXtDesc
    int version;
    Memory *memory;
    int library, format;
    void *transform;
} Descriptor;
static bool is_there(const Descriptor *descriptor) {
    return descriptor && descriptor->memory;
}

enum { COPY_TO_DEVICE, COPY_TO_HOST, COPY_ON_DEVICE }; // cufftXtCopyType

// Device 0 alone, and once, is accepted: programs that want several hear that there are none.
CUFFT_FUNCTION(cufftXtSetGPUs, int handle, int n, const int *gpus) {
    CufftPlan *plan = cufft_plan(handle);
    if (!plan) return CUFFT_INVALID_PLAN;
    if (n < 1 || !gpus) return CUFFT_INVALID_VALUE;
    for (int i = 0; i < n; i++)
        if (gpus[i] != 0) return CUFFT_INVALID_DEVICE; // there is one
    plan->gpus = 1;
    return n == 1 ? CUFFT_SUCCESS : CUFFT_INVALID_DEVICE;
}

static void free_descriptor(Descriptor *descriptor) {
    if (descriptor) free(descriptor->memory);
    free(descriptor);
}

// Large enough for both sides, so that transforms in place fit.
static size_t memory_size(const CufftPlan *plan) {
    CufftLayout in, out;
    cufft_layouts(plan, true, &in, &out);
    size_t a = (size_t)cufft_extent(plan, &in) * standin_type_size(in.type);
    size_t b = (size_t)cufft_extent(plan, &out) * standin_type_size(out.type);
    return a > b ? a : b;
}

// The descriptor and its memory are the caller's until cufftXtFree. Transforms of real numbers are
// refused.
CUFFT_FUNCTION(cufftXtMalloc, int handle, Descriptor **descriptor, int format) {
    CufftPlan *plan = cufft_plan(handle);
    if (!plan || !plan->made) return CUFFT_INVALID_PLAN;
    if (!descriptor || format < 0 || format > 6) return CUFFT_INVALID_VALUE;
    if (plan->in.type != plan->out.type) {
        standin_missing("cufftXtMalloc: transforms of real numbers");
        return CUFFT_NOT_SUPPORTED;
    }
    Descriptor *d = calloc(1, sizeof *d);
    if (d) d->memory = calloc(1, sizeof *d->memory);
    if (!d || !d->memory) {
        free_descriptor(d);
        return CUFFT_ALLOC_FAILED;
    }
    d->library = LIBRARY_FORMAT_CUFFT;
    d->format = format;
    d->memory->n = 1;
    d->memory->size[0] = memory_size(plan);
    if (cudaMalloc(&d->memory->data[0], d->memory->size[0]) != 0) {
        free_descriptor(d);
        return CUFFT_ALLOC_FAILED;
    }
    *descriptor = d;
    return CUFFT_SUCCESS;
}

CUFFT_FUNCTION(cufftXtFree, Descriptor *descriptor) {
    if (!is_there(descriptor)) return CUFFT_INVALID_VALUE;
    cudaFree(descriptor->memory->data[0]);
    free_descriptor(descriptor);
    return CUFFT_SUCCESS;
}

// Which of the two is a descriptor depends on the kind; the other is memory of the host. Always all
// of a descriptor's memory is copied.
CUFFT_FUNCTION(cufftXtMemcpy, int handle, void *to, void *from, int kind) {
    CufftPlan *plan = cufft_plan(handle);
    if (!plan || !plan->made) return CUFFT_INVALID_PLAN;
    if (!to || !from) return CUFFT_INVALID_VALUE;
    if (kind < COPY_TO_DEVICE || kind > COPY_ON_DEVICE) return CUFFT_INVALID_VALUE;
    const Descriptor *a = kind == COPY_TO_HOST ? NULL : to,
                     *b = kind == COPY_TO_DEVICE ? NULL : from;
    if ((a && !is_there(a)) || (b && !is_there(b))) return CUFFT_INVALID_VALUE;
    size_t size = a ? a->memory->size[0] : b->memory->size[0];
    int error = cudaMemcpy(a ? a->memory->data[0] : to, b ? b->memory->data[0] : from, size,
                           kind + 1); // cudaMemcpyKind counts from one
    return error ? CUFFT_EXEC_FAILED : CUFFT_SUCCESS;
}

CUFFT_FUNCTION(cufftXtExecDescriptor, int plan, Descriptor *in, Descriptor *out, int direction) {
    if (!is_there(in) || !is_there(out)) return CUFFT_INVALID_VALUE;
    return execute_any(plan, __func__, in->memory->data[0], out->memory->data[0], direction);
}

CUFFT_FUNCTION(cufftXtExecDescriptorC2C, int plan, Descriptor *in, Descriptor *out, int direction) {
    return cufftXtExecDescriptor(plan, in, out, direction);
}

CUFFT_FUNCTION(cufftXtExecDescriptorZ2Z, int plan, Descriptor *in, Descriptor *out, int direction) {
    return cufftXtExecDescriptor(plan, in, out, direction);
}

CUFFT_FUNCTION(cufftXtExecDescriptorR2C, int plan, Descriptor *in, Descriptor *out) {
    return cufftXtExecDescriptor(plan, in, out, CUFFT_FORWARD);
}

CUFFT_FUNCTION(cufftXtExecDescriptorD2Z, int plan, Descriptor *in, Descriptor *out) {
    return cufftXtExecDescriptor(plan, in, out, CUFFT_FORWARD);
}

CUFFT_FUNCTION(cufftXtExecDescriptorC2R, int plan, Descriptor *in, Descriptor *out) {
    return cufftXtExecDescriptor(plan, in, out, CUFFT_INVERSE);
}

CUFFT_FUNCTION(cufftXtExecDescriptorZ2D, int plan, Descriptor *in, Descriptor *out) {
    return cufftXtExecDescriptor(plan, in, out, CUFFT_INVERSE);
}
