// SPDX-License-Identifier: Apache-2.0
// Modules, links and launches: texts that are wrong, logs, launches whose sizes overflow, kernels of
// modules that are gone, errors of threads that come and go.
#include "cudart_calls.h"

#include <pthread.h>

static void test_launches(void *f) {
    void *p, *args[] = {&p};
    CHECK(cudaMalloc(&p, 64) == 0);
    RtAttribute at = {.id = RT_LA_CLUSTER, .val.cluster = {2, 0, 1}};
    RtLaunchConfig c = {.grid = {16, 1, 1}, .block = {1, 1, 1}, .attrs = &at, .nattr = 1};
    CHECK(cudaLaunchKernelExC(&c, f, args) == RTE_InvalidClusterSize);
    at.val.cluster = (RtDim){16, 1, 1};
    CHECK(cudaLaunchKernelExC(&c, f, args) == RTE_InvalidClusterSize);
    CHECK(cudaFuncSetAttribute(f, RT_FA_NONPORTABLE, 1) == 0);
    CHECK(cudaLaunchKernelExC(&c, f, args) == 0);
    c.attrs = NULL;
    CHECK(cudaLaunchKernelExC(&c, f, args) == RTE_InvalidValue);
    c.nattr = 0;
    // 2^62 + 1 threads in two dimensions: the product overflows to 4
    c.block = (RtDim){2147418113, 2147549185, 4};
    CHECK(cudaLaunchKernelExC(&c, f, args) == RTE_InvalidValue);
    int n = -1;
    CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&n, f, 32, ~0ull - 8) == 0 && n == 0);
    c.block = (RtDim){1, 1, 1};
    at.val.cluster = (RtDim){65536, 65536, 1};
    c.attrs = &at, c.nattr = 1;
    CHECK(cudaOccupancyMaxActiveClusters(&n, f, &c) == RTE_InvalidValue);
    CHECK(cudaFree(p) == 0);
}

static void test_modules(void) {
    enum { INFO_LOG = 3, INFO_SIZE, ERROR_LOG, ERROR_SIZE };
    void *mod, *f = NULL, *p, *g, *node, *args[] = {&p};
    char info[64] = "?", log[256] = "?";
    int options[] = {INFO_LOG, INFO_SIZE, ERROR_LOG, ERROR_SIZE};
    void *values[] = {info, (void *)sizeof info, log, (void *)sizeof log};
    static const char bad[] = ".version 9.0\n.target sm_90\n.address_size 64\n.frob;\n";
    CHECK(cuModuleLoadDataEx(&mod, bad, 4, options, values) == RTE_InvalidPtx);
    CHECK(!*info && strstr(log, ".frob") && (size_t)(uintptr_t)values[3] == strlen(log));
    // a log has the diagnostics of one module
    static const char worse[] = ".version 9.0\n.target sm_90\n.address_size 64\n.quux;\n";
    values[3] = (void *)sizeof log;
    CHECK(cuModuleLoadDataEx(&mod, worse, 4, options, values) == RTE_InvalidPtx);
    CHECK(strstr(log, ".quux") && !strstr(log, ".frob"));
    values[1] = (void *)sizeof info, values[3] = (void *)sizeof log;
    CHECK(cuModuleLoadDataEx(&mod, add_one, 4, options, values) == 0 && !*log);
    CHECK(cuModuleLoadDataEx(&mod, add_one, 1, NULL, NULL) == RTE_InvalidValue);
    CHECK(cuModuleLoadData(&mod, "") != 0);
    CHECK(cuModuleLoad(&mod, "/nothing") == RTE_FileNotFound);
    for (int i = 0; i < 300; i++) CHECK(cuModuleLoadData(&mod, bad) == RTE_InvalidPtx);
    // a node keeps the kernel of a module that is gone
    uint32_t v = 0;
    CHECK(cudaMalloc(&p, 4) == 0 && cudaMemset(p, 0, 4) == 0);
    CHECK(cuModuleLoadData(&mod, add_one) == 0 && cuModuleGetFunction(&f, mod, "k") == 0);
    RtKernelParams k = kernel_params(f, args);
    CHECK(cudaGraphCreate(&g, 0) == 0 && cudaGraphAddKernelNode(&node, g, NULL, 0, &k) == 0);
    CHECK(cuModuleUnload(mod) == 0 && cuModuleLoadData(&mod, add_one) == 0);
    void *x;
    CHECK(cudaGraphInstantiate(&x, g, 0) == 0 && cudaGraphLaunch(x, NULL) == 0);
    CHECK(cudaMemcpy(&v, p, 4, RT_COPY_DH) == 0 && v == 1);
    CHECK(cudaGraphDestroy(g) == 0 && cudaGraphExecDestroy(x) == 0 && cudaFree(p) == 0);
}

// Parts keep nothing of the caller's; what is not closed ends with the text.
static void test_link(void) {
    void *state, *image, *mod, *f = NULL;
    char part[sizeof add_one];
    memcpy(part, add_one, sizeof part);
    CHECK(cuLinkCreate_v2(0, NULL, NULL, &state) == 0);
    CHECK(cuLinkAddData_v2(state, 1, part, sizeof part, "a", 0, NULL, NULL) == 0);
    memset(part, 0, sizeof part);
    static char open[] = "// a comment first\n.version 9.0\n.target sm_90\n.address_size 64\n"
                         ".global .u32 own;\n/* /* /* \"";
    CHECK(cuLinkAddData_v2(state, 1, open, sizeof open, "b", 0, NULL, NULL) == 0);
    CHECK(cuLinkComplete(state, &image, NULL) == 0 && cuLinkComplete(state, &image, NULL) == 0);
    CHECK(cuModuleLoadData(&mod, image) == 0 && cuModuleGetFunction(&f, mod, "k") == 0);
    CHECK(cuLinkDestroy(state) == 0);
    CHECK(cuLinkAddFile_v2(state, 1, "/nothing", 0, NULL, NULL) == RTE_FileNotFound);
}

static void *one_call(void *result) {
    *(int *)result = cudaSetDevice(5);
    return cudaGetLastError() == RTE_InvalidDevice && cudaGetLastError() == 0 ? result : NULL;
}

// Threads come and go; each begins without an error.
static void test_threads(void) {
    for (int i = 0; i < 200; i++) {
        pthread_t t;
        int r = 0;
        void *ok = NULL;
        CHECK(pthread_create(&t, NULL, one_call, &r) == 0 && pthread_join(t, &ok) == 0);
        CHECK(ok && r == RTE_InvalidDevice);
    }
}

int main(void) {
    void *module;
    void *kernel = load_kernel(&module);
    test_launches(kernel);
    test_modules();
    test_link();
    test_threads();
    return UNIT_END();
}
