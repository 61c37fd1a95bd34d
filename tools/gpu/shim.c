// SPDX-License-Identifier: Apache-2.0
// Preloaded into a program that is linked with libcudart.so.13: times every kernel that it
// launches, between two events behind a kernel that keeps the GPU busy while the host queues all
// that, and hashes what it copies to the host. At the end $GPU_SHIM gets a line for each kernel:
// `kernel NAME LAUNCHES MICROSECONDS`, the sum of its times, and `copied BYTES HASH`. The
// prototypes are our own.
#include "driver/gpu_api.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EXPORT __attribute__((visibility("default")))

typedef struct {
    unsigned x, y, z;
} Dim3;

enum { COPY_TO_HOST = 2, CAPTURE_NONE = 0, MAX_KERNELS = 512, MAX_FUNCTIONS = 4096 };

typedef struct {
    const char *name;
    unsigned long launches;
    double microseconds;
} Row;

// Host functions and handles by which kernels are launched, and their names.
typedef struct {
    const void *function;
    const char *name;
} Named;

static struct {
    pthread_mutex_t lock;
    Row row[MAX_KERNELS];
    Named named[MAX_FUNCTIONS];
    int rows, functions;
    unsigned long bytes, untimed;
    uint64_t hash;
    void *start, *end, *busy;
} shim = {.lock = PTHREAD_MUTEX_INITIALIZER, .hash = 0xcbf29ce484222325u};

// The function behind ours.
static void *next(const char *name) {
    void *f = dlsym(RTLD_NEXT, name);
    if (!f) {
        fprintf(stderr, "gpu-shim: there is no %s\n", name);
        abort();
    }
    return f;
}

static void *driver(const char *name) {
    void *library = dlopen("libcuda.so.1", RTLD_NOW);
    return library ? dlsym(library, name) : NULL;
}

static void remember(const void *function, const char *name) {
    pthread_mutex_lock(&shim.lock);
    if (shim.functions < MAX_FUNCTIONS) shim.named[shim.functions++] = (Named){function, name};
    pthread_mutex_unlock(&shim.lock);
}

static const char *name_of(const void *function) {
    for (int i = shim.functions - 1; i >= 0; i--) {
        if (shim.named[i].function == function) return shim.named[i].name;
    }
    return "(unknown)";
}

// ---- times -------------------------------------------------------------------------------------

// Events and the kernel that keeps the GPU busy, made in the program's context. False: they cannot
// be.
static int prepare(void) {
    if (shim.start) return shim.busy != NULL;
    int (*event_new)(void **) = next("cudaEventCreate");
    int (*load)(void **, const void *) = driver("cuModuleLoadData");
    int (*function)(void **, void *, const char *) = driver("cuModuleGetFunction");
    void *module = NULL, *busy = NULL;
    if (event_new(&shim.start) || event_new(&shim.end) || !load || !function) return 0;
    if (!load(&module, GPU_BUSY_PTX) && !function(&busy, module, "busy")) shim.busy = busy;
    return shim.busy != NULL;
}

static int is_captured(void *stream) {
    int (*status)(void *, int *) = next("cudaStreamIsCapturing"), capture = CAPTURE_NONE;
    return status(stream, &capture) != 0 || capture != CAPTURE_NONE;
}

static int keep_busy(void *stream) {
    int (*launch)(void *, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,
                  void *, void **, void **) = driver("cuLaunchKernel");
    uint32_t cycles = GPU_BUSY_CYCLES;
    void *params[] = {&cycles};
    return launch(shim.busy, 1, 1, 1, 1, 1, 1, 0, stream, params, NULL);
}

// Before a launch. 0: it is not timed.
static int begin(void *stream) {
    int (*record)(void *, void *) = next("cudaEventRecord");
    pthread_mutex_lock(&shim.lock);
    if (prepare() && !is_captured(stream) && !keep_busy(stream) && !record(shim.start, stream))
        return 1;
    shim.untimed++;
    pthread_mutex_unlock(&shim.lock);
    return 0;
}

static void add_time(const char *name, float milliseconds) {
    int i = 0;
    while (i < shim.rows && strcmp(shim.row[i].name, name) != 0) i++;
    if (i == MAX_KERNELS) return;
    if (i == shim.rows) shim.row[shim.rows++] = (Row){.name = name};
    shim.row[i].launches++;
    shim.row[i].microseconds += (double)milliseconds * 1000;
}

static void end(const char *name, void *stream, int error) {
    int (*record)(void *, void *) = next("cudaEventRecord");
    int (*wait)(void *) = next("cudaEventSynchronize");
    int (*elapsed)(float *, void *, void *) = next("cudaEventElapsedTime");
    float milliseconds = 0;
    int timed = !error && !record(shim.end, stream) && !wait(shim.end) &&
                !elapsed(&milliseconds, shim.start, shim.end);
    if (timed) add_time(name, milliseconds);
    pthread_mutex_unlock(&shim.lock);
}

// ---- what programs call ------------------------------------------------------------------------

EXPORT void __cudaRegisterFunction(void **binary, const char *host, char *device, const char *name,
                                   int limit, void *thread, void *block, void *block_dim,
                                   void *grid_dim, int *warp) {
    void (*f)(void **, const char *, char *, const char *, int, void *, void *, void *, void *,
              int *) = next("__cudaRegisterFunction");
    remember(host, name);
    f(binary, host, device, name, limit, thread, block, block_dim, grid_dim, warp);
}

EXPORT int __cudaGetKernel(void **kernel, const void *host) {
    int (*f)(void **, const void *) = next("__cudaGetKernel");
    int error = f(kernel, host);
    if (!error) remember(*kernel, name_of(host));
    return error;
}

#define LAUNCH(NAME)                                                                               \
    EXPORT int NAME(const void *function, Dim3 grid, Dim3 block, void **args, size_t shared,       \
                    void *stream) {                                                                \
        int (*f)(const void *, Dim3, Dim3, void **, size_t, void *) = next(#NAME);                 \
        int timed = begin(stream);                                                                 \
        int error = f(function, grid, block, args, shared, stream);                                \
        if (timed) end(name_of(function), stream, error);                                          \
        return error;                                                                              \
    }
LAUNCH(cudaLaunchKernel)
LAUNCH(__cudaLaunchKernel)
LAUNCH(cudaLaunchCooperativeKernel)

static void hash_copy(const void *data, size_t n) {
    const unsigned char *p = data;
    uint64_t h = shim.hash, word;
    for (; n >= 8; n -= 8, p += 8) {
        memcpy(&word, p, 8);
        h = (h ^ word) * 0x100000001b3u;
    }
    for (; n; n--, p++) h = (h ^ *p) * 0x100000001b3u;
    shim.hash = h;
}

EXPORT int cudaMemcpy(void *to, const void *from, size_t n, int kind) {
    int (*f)(void *, const void *, size_t, int) = next("cudaMemcpy");
    int error = f(to, from, n, kind);
    if (!error && kind == COPY_TO_HOST) {
        pthread_mutex_lock(&shim.lock);
        shim.bytes += n;
        hash_copy(to, n);
        pthread_mutex_unlock(&shim.lock);
    }
    return error;
}

__attribute__((destructor)) static void report(void) {
    const char *path = getenv("GPU_SHIM");
    int used = shim.functions > 0; // programs that start others are preloaded into as well
    FILE *f = path && used ? fopen(path, "w") : NULL;
    if (!f) return;
    for (int i = 0; i < shim.rows; i++)
        fprintf(f, "kernel %s %lu %.2f\n", shim.row[i].name, shim.row[i].launches,
                shim.row[i].microseconds);
    fprintf(f, "copied %lu %016llx\nuntimed %lu\n", shim.bytes, (unsigned long long)shim.hash,
            shim.untimed);
    fclose(f);
}
