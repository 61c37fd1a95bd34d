// SPDX-License-Identifier: Apache-2.0
// The driver and run-time APIs called directly, with kernels given as PTX: no nvcc is needed.
#include "cudart/abi.h"
#include "unit.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

// What the test calls; the functions are those that programs link to.
int cuInit(unsigned);
int cuModuleLoadData(void **, const void *);
int cuModuleGetFunction(void **, void *, const char *);
int cuModuleGetGlobal_v2(void **, size_t *, void *, const char *);
int cuModuleUnload(void *);
int cuLaunchKernel(void *, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,
                   void *, void **, void **);
int cuFuncGetAttribute(int *, int, void *);
int cuGetProcAddress_v2(const char *, void **, int, uint64_t, int *);
int cuGetErrorName(int, const char **);
int cuOccupancyMaxPotentialBlockSize(int *, int *, void *, void *, size_t, int);
int cuMemCreate(uint64_t *, size_t, const void *, unsigned long long);
int cuMemAddressReserve(uint64_t *, size_t, size_t, uint64_t, unsigned long long);
int cuMemMap(uint64_t, size_t, size_t, uint64_t, unsigned long long);
int cuMemSetAccess(uint64_t, size_t, const void *, size_t);
int cuMemUnmap(uint64_t, size_t);
int cuMemRelease(uint64_t);
int cuMemsetD32_v2(uint64_t, unsigned, size_t);
int cuLinkCreate_v2(unsigned, int *, void **, void **);
int cuLinkAddData_v2(void *, int, void *, size_t, const char *, unsigned, int *, void **);
int cuLinkComplete(void *, void **, size_t *);
int cuLinkDestroy(void *);
int cudaMalloc(void **, size_t);
int cudaMallocManaged(void **, size_t, unsigned);
int cudaMallocHost(void **, size_t);
int cudaFreeHost(void *);
int cudaFree(void *);
int cudaMemcpy(void *, const void *, size_t, int);
int cudaMemcpy2D(void *, size_t, const void *, size_t, size_t, size_t, int);
int cudaMemset(void *, int, size_t);
int cudaHostRegister(void *, size_t, unsigned);
int cudaHostUnregister(void *);
int cudaPointerGetAttributes(RtPointerAttributes *, const void *);
int cudaDeviceSynchronize(void);
int cudaDeviceReset(void);
int cudaGetLastError(void);
const char *cudaGetErrorString(int);
int cudaGetDeviceProperties(RtDeviceProp *, int);
int cudaStreamCreate(void **);
int cudaStreamDestroy(void *);
int cudaStreamBeginCapture(void *, int);
int cudaStreamEndCapture(void *, void **);
int cudaMemcpyAsync(void *, const void *, size_t, int, void *);
int cudaMemsetAsync(void *, int, size_t, void *);
int cudaLaunchHostFunc(void *, void (*)(void *), void *);
int cudaEventCreate(void **);
int cudaEventRecord(void *, void *);
int cudaStreamWaitEvent(void *, void *, unsigned);
int cudaEventElapsedTime(float *, void *, void *);
int cudaEventDestroy(void *);
int cudaGraphGetNodes(void *, void **, size_t *);
int cudaGraphGetEdges(void *, void **, void **, RtEdge *, size_t *);
int cudaGraphCreate(void **, unsigned);
int cudaGraphAddEmptyNode(void **, void *, void *const *, size_t);
int cudaGraphAddDependencies(void *, void *const *, void *const *, const RtEdge *, size_t);
int cudaGraphInstantiate(void **, void *, unsigned long long);
int cudaGraphLaunch(void *, void *);
int cudaGraphExecDestroy(void *);
int cudaGraphDestroy(void *);
int cudaMallocArray(void **, const RtChannels *, size_t, size_t, unsigned);
int cudaMemcpy2DToArray(void *, size_t, size_t, const void *, size_t, size_t, size_t, int);
int cudaMemcpy2DFromArray(void *, size_t, const void *, size_t, size_t, size_t, size_t, int);
int cudaFreeArray(void *);
int cudaCreateTextureObject(uint64_t *, const RtResource *, const RtTexture *, const RtView *);
int cudaDestroyTextureObject(uint64_t);
RtChannels cudaCreateChannelDesc(int, int, int, int, int);

static const char ptx[] =
    ".version 9.0\n.target sm_75\n.address_size 64\n"
    ".visible .global .align 4 .u32 counter = 5;\n"
    // p[i] = p[i] * n + counter
    ".visible .entry scale(.param .u64 p, .param .u32 n)\n{\n"
    ".reg .b32 %r<6>;\n.reg .b64 %rd<4>;\n"
    "ld.param.u64 %rd1, [p];\nld.param.u32 %r1, [n];\nmov.u32 %r2, %tid.x;\n"
    "mul.wide.u32 %rd2, %r2, 4;\nadd.u64 %rd3, %rd1, %rd2;\nld.global.u32 %r3, [%rd3];\n"
    "ld.global.u32 %r4, [counter];\nmad.lo.u32 %r5, %r3, %r1, %r4;\n"
    "st.global.u32 [%rd3], %r5;\nret;\n}\n";

enum { INVALID_VALUE = 1, INVALID_HANDLE = 400, ILLEGAL_ADDRESS = 700 };

static int launch(void *f, void *stream, void *p, unsigned n, unsigned threads) {
    void *args[] = {&p, &n};
    return cuLaunchKernel(f, 1, 1, 1, threads, 1, 1, 0, stream, args, NULL);
}

static void test_module(void *mod, void *f) {
    void *p, *global;
    size_t size;
    uint32_t host[32], five = 7;
    int v;
    CHECK(cuModuleGetFunction(&p, mod, "nothing") == 500);
    CHECK(cuModuleGetGlobal_v2(&global, &size, mod, "counter") == 0 && size == 4);
    CHECK(cudaMalloc(&p, sizeof host) == 0);
    for (uint32_t i = 0; i < 32; i++) host[i] = i;
    CHECK(cudaMemcpy(p, host, sizeof host, RT_COPY_HD) == 0);
    CHECK(launch(f, NULL, p, 3, 32) == 0);
    CHECK(cudaMemcpy(host, p, sizeof host, RT_COPY_DH) == 0);
    CHECK(host[10] == 35);
    CHECK(cudaMemcpy(global, &five, 4, RT_COPY_HD) == 0);
    CHECK(launch(f, NULL, p, 0, 32) == 0);
    CHECK(cudaMemcpy(host, p, sizeof host, RT_COPY_DEFAULT) == 0 && host[10] == 7);
    CHECK(launch(f, NULL, p, 3, 0) == INVALID_VALUE);
    CHECK(launch(f, NULL, p, 3, 2048) == INVALID_VALUE);
    CHECK(launch((void *)(uintptr_t)0x1234, NULL, p, 3, 32) == INVALID_HANDLE);
    CHECK(cudaMemcpy(host, p, sizeof host + 1, RT_COPY_DH) == INVALID_VALUE);
    CHECK(cudaGetLastError() == INVALID_VALUE && cudaGetLastError() == 0);
    CHECK(cudaFree(p) == 0 && cudaFree(p) == INVALID_VALUE && cudaFree(NULL) == 0);
    CHECK(cudaGetLastError() == INVALID_VALUE);
    CHECK(cuFuncGetAttribute(&v, RT_FA_MAX_THREADS, f) == 0 && v == 1024);
    int grid, block;
    CHECK(cuOccupancyMaxPotentialBlockSize(&grid, &block, f, NULL, 0, 0) == 0);
    CHECK(block == 768 && grid == 16); // 1536 threads a multiprocessor
}

static void test_host_memory(void *f) {
    uint32_t *m, *h;
    static uint32_t mine[32];
    RtPointerAttributes a;
    CHECK(cudaMallocManaged((void **)&m, 128, 1) == 0);
    CHECK(cudaMallocHost((void **)&h, 128) == 0);
    for (int i = 0; i < 32; i++) m[i] = h[i] = mine[i] = 1;
    CHECK(launch(f, NULL, m, 2, 32) == 0 && m[31] == 9);
    CHECK(launch(f, NULL, h, 2, 32) == 0 && h[31] == 9);
    CHECK(cudaHostRegister(mine, sizeof mine, 0) == 0);
    CHECK(launch(f, NULL, mine, 2, 32) == 0 && mine[31] == 9);
    CHECK(cudaPointerGetAttributes(&a, m + 3) == 0 && a.type == RT_MEM_MANAGED);
    CHECK(cudaPointerGetAttributes(&a, h) == 0 && a.type == RT_MEM_HOST && a.device_ptr == h);
    CHECK(cudaHostUnregister(mine) == 0);
    CHECK(cudaPointerGetAttributes(&a, mine) == 0 && a.type == RT_MEM_UNREGISTERED);
    CHECK(cudaFreeHost(m) == INVALID_VALUE && cudaFree(m) == 0 && cudaFreeHost(h) == 0);
    cudaGetLastError();
}

static void test_boxes(void) {
    uint8_t a[6][8], b[6][8] = {{0}};
    void *array, *p;
    for (int i = 0; i < 48; i++) a[i / 8][i % 8] = (uint8_t)i;
    RtChannels c = cudaCreateChannelDesc(8, 0, 0, 0, RT_CH_UNSIGNED);
    CHECK(c.x == 8 && c.kind == RT_CH_UNSIGNED);
    CHECK(cudaMallocArray(&array, &c, 8, 6, 0) == 0);
    CHECK(cudaMemcpy2DToArray(array, 0, 0, a, 8, 8, 6, RT_COPY_HD) == 0);
    CHECK(cudaMemcpy2DToArray(array, 1, 0, a, 8, 8, 6, RT_COPY_HD) == INVALID_VALUE);
    CHECK(cudaMemcpy2DFromArray(b, 8, array, 2, 3, 4, 2, RT_COPY_DH) == 0);
    CHECK(b[0][0] == 26 && b[1][3] == 37 && b[0][4] == 0);
    CHECK(cudaMalloc(&p, 512) == 0 && cudaMemset(p, 1, 512) == 0);
    CHECK(cudaMemcpy2D(p, 64, a, 8, 8, 6, RT_COPY_HD) == 0);
    CHECK(cudaMemcpy2D(p, 4, a, 8, 8, 6, RT_COPY_HD) == 12);
    CHECK(cudaMemcpy(b, (char *)p + 64, 8, RT_COPY_DH) == 0 && b[0][0] == 8);
    RtResource res = {.type = RT_RES_ARRAY, .u.array = array};
    RtTexture tex = {.filter = 1};
    uint64_t object;
    CHECK(cudaCreateTextureObject(&object, &res, &tex, NULL) == 26); // filters of integers
    tex.filter = 0;
    CHECK(cudaCreateTextureObject(&object, &res, &tex, NULL) == 0 && object);
    CHECK(cudaDestroyTextureObject(object) == 0);
    CHECK(cudaDestroyTextureObject(object) == INVALID_VALUE);
    CHECK(cudaFreeArray(array) == 0 && cudaFree(p) == 0);
    cudaGetLastError();
}

static void count(void *data) {
    ++*(int *)data;
}

static void test_graph(void *f) {
    void *s, *s2 = NULL, *e, *e2 = NULL, *g, *x, *p;
    int calls = 0;
    uint32_t host[32] = {0};
    size_t n = 0, edges = 0;
    CHECK(cudaStreamCreate(&s) == 0 && cudaStreamCreate(&s2) == 0);
    CHECK(cudaEventCreate(&e) == 0 && cudaEventCreate(&e2) == 0);
    CHECK(cudaMalloc(&p, 128) == 0);
    CHECK(cudaStreamBeginCapture(s, 0) == 0);
    CHECK(cudaMemsetAsync(p, 0, 128, s) == 0);
    CHECK(cudaEventRecord(e, s) == 0 && cudaStreamWaitEvent(s2, e, 0) == 0);
    CHECK(cudaLaunchHostFunc(s2, count, &calls) == 0);
    CHECK(launch(f, s, p, 2, 32) == 0);
    CHECK(cudaEventRecord(e2, s2) == 0 && cudaStreamWaitEvent(s, e2, 0) == 0);
    CHECK(cudaMemcpyAsync(host, p, 128, RT_COPY_DH, s) == 0);
    CHECK(cudaStreamEndCapture(s, &g) == 0);
    CHECK(calls == 0 && host[5] == 0); // nothing has run
    CHECK(cudaGraphGetNodes(g, NULL, &n) == 0 && n == 4);
    CHECK(cudaGraphGetEdges(g, NULL, NULL, NULL, &edges) == 0 && edges == 4);
    CHECK(cudaGraphInstantiate(&x, g, 0) == 0);
    CHECK(cudaGraphLaunch(x, s) == 0 && cudaGraphLaunch(x, s) == 0);
    CHECK(calls == 2 && host[5] == 7);
    CHECK(cudaGraphExecDestroy(x) == 0 && cudaGraphDestroy(g) == 0);
    CHECK(cudaGraphLaunch(x, s) == INVALID_VALUE);
    // a branch that does not come back
    CHECK(cudaStreamBeginCapture(s, 0) == 0);
    CHECK(cudaMemsetAsync(p, 0, 128, s) == 0);
    CHECK(cudaEventRecord(e, s) == 0 && cudaStreamWaitEvent(s2, e, 0) == 0);
    CHECK(cudaMemsetAsync(p, 0, 128, s2) == 0);
    CHECK(cudaStreamEndCapture(s, &g) == 904);
    // a cycle
    void *a, *b;
    CHECK(cudaGraphCreate(&g, 0) == 0);
    CHECK(cudaGraphAddEmptyNode(&a, g, NULL, 0) == 0);
    CHECK(cudaGraphAddEmptyNode(&b, g, &a, 1) == 0);
    CHECK(cudaGraphAddDependencies(g, &b, &a, NULL, 1) == 0);
    CHECK(cudaGraphInstantiate(&x, g, 0) == INVALID_VALUE);
    // times
    float ms = -1;
    CHECK(cudaEventElapsedTime(&ms, e, e2) != 0);
    CHECK(cudaEventRecord(e, s) == 0 && launch(f, s, p, 2, 32) == 0);
    CHECK(cudaEventRecord(e2, s) == 0 && cudaEventElapsedTime(&ms, e, e2) == 0 && ms > 0);
    CHECK(cudaStreamDestroy(s) == 0 && cudaStreamDestroy(s) == INVALID_HANDLE);
    CHECK(cudaStreamDestroy(s2) == 0 && cudaEventDestroy(e) == 0 && cudaFree(p) == 0);
    cudaGetLastError();
}

static void test_virtual(void *f) {
    enum { CHUNK = 2 << 20 };
    uint64_t at, h;
    char prop[32] = {0};
    CHECK(cuMemAddressReserve(&at, 2 * CHUNK, 0, 0, 0) == 0);
    CHECK(cuMemCreate(&h, CHUNK, prop, 0) == 0);
    CHECK(cuMemMap(at, CHUNK, 0, h, 0) == 0 && cuMemMap(at + CHUNK, CHUNK, 0, h, 0) == 0);
    CHECK(cuMemRelease(h) == 0);
    CHECK(cuMemSetAccess(at, 2 * CHUNK, NULL, 0) == INVALID_VALUE);
    CHECK(cuMemSetAccess(at, 2 * CHUNK, prop, 1) == 0);
    CHECK(cuMemsetD32_v2(at, 1, 32) == 0);
    CHECK(launch(f, NULL, (void *)(uintptr_t)(at + CHUNK), 2, 32) == 0);
    uint32_t v = 0; // one chunk at two places
    CHECK(cudaMemcpy(&v, (void *)(uintptr_t)(at + 4), 4, RT_COPY_DH) == 0 && v == 9);
    CHECK(cuMemUnmap(at, 2 * CHUNK) == 0 && cuMemRelease(h) == INVALID_VALUE);
}

// Two parts: an external function and variable, one name that is internal to both.
static const char part_a[] =
    ".version 9.0\n.target sm_75\n.address_size 64\n"
    ".extern .func (.param .b32 r) f(.param .b32 x);\n.extern .global .align 4 .u32 v;\n"
    ".global .align 4 .u32 own = 1; // } not a brace\n"
    ".visible .entry k(.param .u64 p)\n{\n.reg .b32 %r<5>;\n.reg .b64 %rd<2>;\n"
    "ld.param.u64 %rd1, [p];\nld.global.u32 %r1, [v];\nld.global.u32 %r2, [own];\n"
    "{\n.param .b32 a0;\nst.param.b32 [a0], %r2;\n.param .b32 r0;\n"
    "call (r0), f, (a0);\nld.param.b32 %r3, [r0];\n}\n"
    "add.u32 %r4, %r3, %r1;\nst.global.u32 [%rd1], %r4;\nret;\n}\n";
static const char part_b[] =
    ".version 9.0\n.target sm_75\n.address_size 64\n"
    ".visible .global .align 4 .u32 v = 1000;\n.global .align 4 .u32 own = 20;\n"
    ".visible .func (.param .b32 r) f(.param .b32 x)\n{\n.reg .b32 %r<4>;\n"
    "ld.param.b32 %r1, [x];\nld.global.u32 %r2, [own];\nadd.u32 %r3, %r1, %r2;\n"
    "st.param.b32 [r], %r3;\nret;\n}\n";

static void test_link(void) {
    void *state, *mod, *f = NULL, *image;
    uint32_t *m;
    size_t n;
    CHECK(cuLinkCreate_v2(0, NULL, NULL, &state) == 0);
    CHECK(cuLinkAddData_v2(state, 1, (void *)part_a, sizeof part_a, "a", 0, NULL, NULL) == 0);
    CHECK(cuLinkAddData_v2(state, 1, (void *)part_b, sizeof part_b, "b", 0, NULL, NULL) == 0);
    CHECK(cuLinkAddData_v2(state, 0, (void *)part_b, sizeof part_b, "c", 0, NULL, NULL) == 801);
    CHECK(cuLinkComplete(state, &image, &n) == 0);
    CHECK(cuModuleLoadData(&mod, image) == 0 && cuModuleGetFunction(&f, mod, "k") == 0);
    CHECK(cuLinkDestroy(state) == 0 && cuLinkDestroy(state) == INVALID_VALUE);
    CHECK(cudaMallocManaged((void **)&m, 4, 1) == 0);
    CHECK(launch(f, NULL, m, 0, 1) == 0 && *m == 1021);
    CHECK(cudaFree(m) == 0);
}

static void test_names(void) {
    void *a, *b;
    const char *s;
    int status = -1;
    CHECK(cuGetProcAddress_v2("cuMemsetD32", &a, 12000, 0, &status) == 0 && status == 0);
    CHECK(a == (void *)(uintptr_t)cuMemsetD32_v2);
    CHECK(cuGetProcAddress_v2("cuCtxCreate", &a, 11030, 0, &status) == 0 && status == 0);
    CHECK(cuGetProcAddress_v2("cuCtxCreate", &b, 13000, 0, &status) == 0 && a != b);
    // there, though nothing here draws
    CHECK(cuGetProcAddress_v2("cuGraphicsMapResources", &a, 12000, 0, &status) == 0 && status == 0);
    CHECK(a && ((int (*)(unsigned, void *, void *))(uintptr_t)a)(0, NULL, NULL) != 0);
    CHECK(cuGetProcAddress_v2("cuNothing", &a, 13000, 0, &status) == 0 && status == 1 && !a);
    CHECK(cuGetErrorName(2, &s) == 0);
    CHECK_STR(s, "CUDA_ERROR_OUT_OF_MEMORY");
    CHECK_STR(cudaGetErrorString(ILLEGAL_ADDRESS), "an illegal memory access was encountered");
    RtDeviceProp prop;
    CHECK(cudaGetDeviceProperties(&prop, 0) == 0 && prop.major == 8 && prop.minor == 6);
    CHECK(prop.sms == 8 && prop.warp == 32 && prop.shared_optin == 101376);
    CHECK(cudaGetDeviceProperties(&prop, 1) == 101 && cudaGetLastError() == 101);
}

// A fault stays until the device is reset; it is seen where the program waits.
static void test_fault(void *f) {
    void *p;
    CHECK(cudaMalloc(&p, 64) == 0);
    CHECK(launch(f, NULL, p, 2, 32) == 0); // 16 threads too many
    CHECK(cudaDeviceSynchronize() == ILLEGAL_ADDRESS);
    CHECK(cudaMalloc(&p, 64) == ILLEGAL_ADDRESS);
    CHECK(cudaGetLastError() == ILLEGAL_ADDRESS && cudaGetLastError() == ILLEGAL_ADDRESS);
    CHECK(cudaDeviceReset() == 0 && cudaGetLastError() == 0);
    CHECK(cudaMalloc(&p, 64) == 0 && launch(f, NULL, p, 2, 16) == 0);
    CHECK(cudaDeviceSynchronize() == 0);
}

static void *worker(void *f) {
    uint32_t *m;
    bool ok = cudaMallocManaged((void **)&m, 128, 1) == 0;
    for (int i = 0; i < 32; i++) m[i] = 1;
    for (int i = 0; i < 20; i++) ok &= launch(f, NULL, m, 1, 32) == 0;
    ok &= cudaGetLastError() == 0 && m[7] == 1 + 20 * 7;
    return ok ? f : NULL;
}

static void test_threads(void *f) {
    pthread_t t[4];
    void *r;
    for (int i = 0; i < 4; i++) pthread_create(&t[i], NULL, worker, f);
    for (int i = 0; i < 4; i++) {
        pthread_join(t[i], &r);
        CHECK(r == f);
    }
}

int main(void) {
    setenv("CUPRUM_EXEC", "--gpu=sm_86 --jobs=1 --quiet", 1);
    void *mod, *f;
    CHECK(cuInit(0) == 0);
    CHECK(cuModuleLoadData(&mod, "not PTX") != 0);
    CHECK(cuModuleLoadData(&mod, ptx) == 0);
    CHECK(cuModuleGetFunction(&f, mod, "scale") == 0);
    test_module(mod, f);
    test_host_memory(f);
    test_boxes();
    test_graph(f);
    test_virtual(f);
    test_link();
    test_names();
    test_threads(f);
    test_fault(f);
    CHECK(cuModuleUnload(mod) == 0 && cuModuleUnload(mod) == INVALID_HANDLE);
    return UNIT_END();
}
