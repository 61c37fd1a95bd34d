// SPDX-License-Identifier: Apache-2.0
// load_tile FILE [KERNEL [CONTAINER]]: loads Tile IR, as bytecode or as what `tileiras` has made of it, as cuTile does, and launches `add` on a
// stream and twice by a graph; then KERNEL, whose error is shown. The images of CONTAINER come to those of FILE, as in a program
// that has kernels of both kinds.
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

typedef uint64_t Pointer;

// The entries of another container behind those of this one.
static size_t append(char *bytes, size_t n, size_t room, const char *path) {
    enum { HEADER = 16, SIZE = 8 };
    char header[HEADER];
    FILE *file = fopen(path, "rb");
    if (!file || fread(header, 1, HEADER, file) != HEADER) return n;
    n += fread(bytes + n, 1, room - n, file);
    uint64_t size = n - HEADER;
    memcpy(bytes + SIZE, &size, sizeof size);
    return n;
}

int main(int argc, char **argv) {
    void *cuda = dlopen("libcuda.so.1", RTLD_NOW);
    if (!cuda) return puts(dlerror()), 1;
#define FN(name, params) int(*name) params = (int(*) params)dlsym(cuda, #name)
    FN(cuInit, (unsigned));
    FN(cuDevicePrimaryCtxRetain, (void **, int));
    FN(cuCtxSetCurrent, (void *));
    FN(cuLibraryLoadData, (void **, const void *, void *, void *, unsigned, void *, void *, unsigned));
    FN(cuLibraryGetKernel, (void **, void *, const char *));
    FN(cuLibraryGetKernelCount, (unsigned *, void *));
    FN(cuLibraryGetGlobal, (Pointer *, size_t *, void *, const char *));
    FN(cuLibraryUnload, (void *));
    FN(cuKernelGetParamInfo, (void *, size_t, size_t *, size_t *));
    FN(cuKernelGetAttribute, (int *, int, void *, int));
    FN(cuMemAlloc_v2, (Pointer *, size_t));
    FN(cuMemsetD32_v2, (Pointer, unsigned, size_t));
    FN(cuMemcpyDtoH_v2, (void *, Pointer, size_t));
    FN(cuStreamCreate, (void **, unsigned));
    FN(cuStreamSynchronize, (void *));
    FN(cuStreamBeginCapture_v2, (void *, int));
    FN(cuStreamEndCapture, (void *, void **));
    FN(cuGraphInstantiateWithFlags, (void **, void *, uint64_t));
    FN(cuGraphLaunch, (void *, void *));
    FN(cuLaunchKernel, (void *, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,
                        void *, void **, void **));
    static char bytes[1 << 20];
    FILE *file = fopen(argv[1], "rb");
    size_t n = file ? fread(bytes, 1, sizeof bytes, file) : 0, offset = 0, size = 0;
    if (argc > 3) n = append(bytes, n, sizeof bytes, argv[3]);
    int value[4] = {0}, threads = 0;
    unsigned count = 0;
    void *context, *library, *kernel, *stream, *graph, *exec;
    Pointer memory, table;
    int8_t number = -3;
    cuInit(0);
    cuDevicePrimaryCtxRetain(&context, 0);
    cuCtxSetCurrent(context);
    int error = n ? cuLibraryLoadData(&library, bytes, 0, 0, 0, 0, 0, 0) : -1;
    printf("load %d\n", error);
    if (error) return 1;
    cuLibraryGetKernelCount(&count, library);
    printf("kernel %d of %u\n", cuLibraryGetKernel(&kernel, library, "add"), count);
    cuKernelGetParamInfo(kernel, 1, &offset, &size);
    cuKernelGetAttribute(&threads, 0, kernel, 0);
    printf("parameter 1 at %zu, %zu bytes; %d threads\n", offset, size, threads);
    cuMemAlloc_v2(&memory, 12);
    cuMemsetD32_v2(memory, 0, 3);
    cuStreamCreate(&stream, 1);
    void *parameters[] = {&memory, &number};
    printf("launch %d\n", cuLaunchKernel(kernel, 3, 1, 1, 1, 1, 1, 0, stream, parameters, NULL));
    cuStreamBeginCapture_v2(stream, 0);
    number = 1;
    cuLaunchKernel(kernel, 2, 1, 1, 1, 1, 1, 0, stream, parameters, NULL);
    cuStreamEndCapture(stream, &graph);
    cuGraphInstantiateWithFlags(&exec, graph, 0);
    cuGraphLaunch(exec, stream);
    cuGraphLaunch(exec, stream);
    printf("wait %d\n", cuStreamSynchronize(stream));
    cuMemcpyDtoH_v2(value, memory, 12);
    printf("values %d %d %d\n", value[0], value[1], value[2]);
    cuLibraryGetGlobal(&table, &size, library, "table");
    cuMemcpyDtoH_v2(value, table, 16);
    printf("table of %zu bytes: %d %d %d %d\n", size, value[0], value[1], value[2], value[3]);
    if (argc > 2) {
        cuLibraryGetKernel(&kernel, library, argv[2]);
        error = cuLaunchKernel(kernel, 1, 1, 1, 1, 1, 1, 0, stream, parameters, NULL);
        printf("%s: launch %d, wait %d\n", argv[2], error, cuStreamSynchronize(stream));
        return 0;
    }
    // by the versions that cuTile asks for, the first that had them
    void *function;
    FN(cuGetProcAddress_v2, (const char *, void **, int, uint64_t, void *));
    printf("old names %d %d\n", cuGetProcAddress_v2("cuEventDestroy", &function, 2000, 0, NULL),
           cuGetProcAddress_v2("cuIpcOpenMemHandle", &function, 4010, 0, NULL));
    printf("unload %d\n", cuLibraryUnload(library));
    return 0;
}
