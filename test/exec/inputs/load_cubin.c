// SPDX-License-Identifier: Apache-2.0
// load_cubin FILE [KERNEL [THREADS [link]]]: loads what an assembler has made, as XLA does, and runs
// its kernel `k`, which writes 42. link: linked as machine code before, by the driver and by nvJitLink.
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

typedef uint64_t Pointer;

static void *link_file(void *cuda, void *bytes, size_t n) {
    void *jit = dlopen("libnvJitLink.so.13", RTLD_NOW), *handle, *state, *result = NULL;
    if (!jit) return puts(dlerror()), NULL;
#define JIT(name, params) int(*name) params = (int(*) params)dlsym(jit, #name)
    JIT(nvJitLinkCreate, (void **, unsigned, const char **));
    JIT(nvJitLinkAddData, (void *, int, const void *, size_t, const char *));
    JIT(nvJitLinkComplete, (void *));
    const char *options[] = {"-arch=sm_75"};
    printf("create %d\n", nvJitLinkCreate(&handle, 1, options));
    printf("add %d\n", nvJitLinkAddData(handle, 1, bytes, n, "x"));
    printf("complete %d\n", nvJitLinkComplete(handle));

    int (*cuLinkCreate_v2)(unsigned, void *, void *, void **) = dlsym(cuda, "cuLinkCreate_v2");
    int (*cuLinkAddData_v2)(void *, int, void *, size_t, const char *, unsigned, void *, void *) =
        dlsym(cuda, "cuLinkAddData_v2");
    int (*cuLinkComplete)(void *, void **, size_t *) = dlsym(cuda, "cuLinkComplete");
    printf("create %d\n", cuLinkCreate_v2(0, NULL, NULL, &state));
    printf("add %d\n", cuLinkAddData_v2(state, 0, bytes, n, "x", 0, NULL, NULL));
    printf("complete %d\n", cuLinkComplete(state, &result, &n));
    return result;
}

int main(int argc, char **argv) {
    void *cuda = dlopen("libcuda.so.1", RTLD_NOW);
    if (!cuda) return puts(dlerror()), 1;
#define FN(name, params) int(*name) params = (int(*) params)dlsym(cuda, #name)
    FN(cuInit, (unsigned));
    FN(cuDeviceGet, (int *, int));
    FN(cuDevicePrimaryCtxRetain, (void **, int));
    FN(cuCtxSetCurrent, (void *));
    FN(cuModuleLoadData, (void **, const void *));
    FN(cuModuleGetFunction, (void **, void *, const char *));
    FN(cuMemAlloc_v2, (Pointer *, size_t));
    FN(cuLaunchKernel, (void *, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,
                        void *, void **, void **));
    FN(cuMemcpyDtoH_v2, (void *, Pointer, size_t));
    static char bytes[1 << 20];
    FILE *file = fopen(argv[1], "rb");
    size_t n = file ? fread(bytes, 1, sizeof bytes, file) : 0;
    int device, value = 0;
    void *context, *module, *function;
    Pointer memory;
    cuInit(0);
    cuDeviceGet(&device, 0);
    cuDevicePrimaryCtxRetain(&context, device);
    cuCtxSetCurrent(context);
    void *image = argc > 4 ? link_file(cuda, bytes, n) : bytes;
    int error = n && image ? cuModuleLoadData(&module, image) : -1;
    printf("load %d\n", error);
    if (error) return 1;
    error = cuModuleGetFunction(&function, module, argc > 2 ? argv[2] : "k");
    printf("function %d\n", error);
    if (error) return 1;
    cuMemAlloc_v2(&memory, sizeof value);
    void *parameters[] = {&memory};
    unsigned threads = argc > 3 ? (unsigned)atoi(argv[3]) : 1;
    printf("launch %d\n", cuLaunchKernel(function, 1, 1, 1, threads, 1, 1, 0, NULL, parameters, NULL));
    cuMemcpyDtoH_v2(&value, memory, sizeof value);
    printf("value %d\n", value);
    return 0;
}
