// SPDX-License-Identifier: Apache-2.0
// Wrong use of the driver and run-time APIs is an error, never a crash: sizes that overflow, NULL
// where something is written, handles that are gone, memory that is not reserved.
#include "cudart/cudart_int.h"
#include "unit.h"

#include <pthread.h>
#include <stdlib.h>

// The functions that programs link to.
#define RT_API(name, params, args)               int name(RT_UNPAREN params);
#define RT_API0(name)                            int name(void);
#define CU_SAME(name, since, same, params, args) RT_API(name, params, args)
#define CU_SAME0(name, since, same)              RT_API0(name)
#define CU_API(name, since, params, args)        RT_API(name, params, args)
#define CU_API0(name, since)                     RT_API0(name)
#include "cudart/driver.def"
#include "cudart/runtime.def"
int cudaGetLastError(void);

#define HUGE_STEP (1ull << 63)

static const char ptx[] =
    ".version 9.0\n.target sm_90\n.address_size 64\n"
    ".visible .entry k(.param .u64 p)\n{\n.reg .b32 %r<3>;\n.reg .b64 %rd<2>;\n"
    "ld.param.u64 %rd1, [p];\nld.global.u32 %r1, [%rd1];\n"
    "add.u32 %r2, %r1, 1;\nst.global.u32 [%rd1], %r2;\nret;\n}\n";

static RtKernelParams kernel_params(void *f, void **args) {
    return (RtKernelParams){.func = f, .grid = {1, 1, 1}, .block = {1, 1, 1}, .params = args};
}

static void test_copies(void) {
    char host[64] = {0};
    void *p, *a;
    CHECK(cudaMalloc(&p, 4096) == 0);
    // what lies behind the rows is no 64-bit number, or is one by accident
    CHECK(cudaMemcpy2D(p, HUGE_STEP, host, 8, 8, 3, RT_COPY_HD) == RTE_InvalidValue);
    CHECK(cudaMemset2D(p, HUGE_STEP, 0, 8, 3) == RTE_InvalidValue);
    CHECK(cuMemsetD32_v2((uint64_t)(uintptr_t)p, 0, 1ull << 62) == RTE_InvalidValue);
    CHECK(cuMemsetD32_v2((uint64_t)(uintptr_t)p + 2, 0, 1) == RTE_InvalidValue);
    CHECK(cudaMemcpy(NULL, p, 8, RT_COPY_DH) == RTE_InvalidValue);
    RtMemcpy3D c = {.kind = RT_COPY_HD, .extent = {8, 2, 2}};
    c.src = (RtPitched){host, 8, 8, 2};
    c.dst = (RtPitched){p, 8, 8, 1}; // slices of one row hold two rows
    CHECK(cudaMemcpy3D(&c) == RTE_InvalidValue);
    c.dst = (RtPitched){p, HUGE_STEP, 8, 2};
    CHECK(cudaMemcpy3D(&c) == RTE_InvalidValue);
    c.dst = (RtPitched){p, 8, 8, 2};
    c.dst_pos = (RtPos){0, ~0ull / 8 + 1, 0};
    CHECK(cudaMemcpy3D(&c) != 0);
    c.dst_pos = (RtPos){0, 0, 0};
    CHECK(cudaMemcpy3D(&c) == 0);
    RtChannels d = {8, 0, 0, 0, RT_CH_UNSIGNED};
    CHECK(cudaMallocArray(&a, &d, 8, 4, 0) == 0);
    // from memory into an array and back, then between arrays of texels of other sizes
    char image[32], again[32] = {0};
    for (int i = 0; i < 32; i++) image[i] = (char)(i * 3 + 1);
    RtMemcpy3D in = {.kind = RT_COPY_HD, .extent = {8, 4, 1}, .src = {image, 8, 8, 4}};
    in.dst_array = a;
    CHECK(cudaMemcpy3D(&in) == 0);
    RtMemcpy3D out = {.kind = RT_COPY_DH, .extent = {8, 4, 1}, .dst = {again, 8, 8, 4}};
    out.src_array = a;
    CHECK(cudaMemcpy3D(&out) == 0 && memcmp(image, again, sizeof image) == 0);
    RtChannels wide = {16, 0, 0, 0, RT_CH_UNSIGNED};
    RtMemcpy3D between = {.kind = RT_COPY_DD, .extent = {4, 2, 1}, .src_array = a};
    CHECK(cudaMallocArray(&between.dst_array, &wide, 8, 4, 0) == 0);
    CHECK(cudaMemcpy3D(&between) == RTE_InvalidValue);
    CHECK(cudaFreeArray(between.dst_array) == 0);
    CHECK(cudaMemcpy2DToArray(a, 0, ~0ull, host, 8, 8, 2, RT_COPY_HD) == RTE_InvalidValue);
    CHECK(cudaMemcpyToArray(a, 0, 0, host, 33, RT_COPY_HD) == RTE_InvalidValue);
    void *b; // rows of other lengths
    CHECK(cudaMallocArray(&b, &d, 5, 4, 0) == 0);
    for (int i = 0; i < 20; i++) host[i] = (char)i;
    CHECK(cudaMemcpyToArray(a, 0, 0, host, 20, RT_COPY_HD) == 0);
    CHECK(cudaMemcpyArrayToArray(b, 0, 0, a, 0, 0, 20, RT_COPY_DD) == 0);
    memset(host, 0, sizeof host);
    CHECK(cudaMemcpyFromArray(host, b, 0, 0, 20, RT_COPY_DH) == 0 && host[19] == 19);
    CHECK(cudaFreeArray(a) == 0 && cudaFreeArray(b) == 0 && cudaFree(p) == 0);
    CHECK(cudaMemcpyBatchAsync(NULL, NULL, NULL, 1, NULL, NULL, 0, NULL) == RTE_InvalidValue);
}

static void test_sizes(void) {
    void *p = &p;
    size_t pitch;
    RtPitched box;
    uint64_t data;
    CHECK(cudaMallocPitch(&p, &pitch, ~0ull, 1) == RTE_MemoryAllocation && !p);
    CHECK(cudaMallocPitch(&p, &pitch, 1ull << 40, 1ull << 40) == RTE_MemoryAllocation);
    CHECK(cudaMalloc3D(&box, (RtExtent){16, 1ull << 40, 1ull << 40}) == RTE_MemoryAllocation);
    CHECK(cudaMalloc(&p, ~0ull) == RTE_MemoryAllocation);
    CHECK(cudaMallocHost(&p, ~0ull) == RTE_MemoryAllocation);
    CHECK(cudaHostAlloc(&p, 8, 8) == RTE_InvalidValue);
    RtChannels d = {32, 32, 32, 32, RT_CH_FLOAT};
    CHECK(cudaMalloc3DArray(&p, &d, (RtExtent){1 << 20, 1 << 20, 1 << 20}, 0) ==
          RTE_MemoryAllocation);
    size_t before, after, total;
    CHECK(cudaMemGetInfo(&before, &total) == 0);
    CHECK(cudaMallocMipmappedArray(&p, &d, (RtExtent){1 << 17, 1 << 17, 0}, 3, 0) ==
          RTE_MemoryAllocation);
    CHECK(cudaMemGetInfo(&after, &total) == 0 && before == after);
    CHECK(cudaMemPrefetchBatchAsync(NULL, NULL, 1, NULL, NULL, 1, 0, NULL) == RTE_InvalidValue);
    CHECK(cudaMemRangeGetAttributes(NULL, NULL, NULL, 1, p, 1) == RTE_InvalidValue);
    CHECK(cudaMallocManaged(&p, 64, 1) == 0);
    CHECK(cudaMemRangeGetAttribute(&data, 4, 1, p, 65) == RTE_InvalidValue);
    void *none[] = {NULL};
    int ids[] = {1};
    CHECK(cuPointerGetAttributes(1, ids, none, (uint64_t)(uintptr_t)p) == RTE_InvalidValue);
    CHECK(cudaFree(p) == 0);
    CHECK(cudaDeviceSetLimit(0, ~0ull) == RTE_InvalidValue);
    CHECK(cudaDeviceSetLimit(2, ~0ull) == RTE_MemoryAllocation);
    CHECK(cudaDeviceGetLimit(NULL, 0) == RTE_InvalidValue);
    CHECK(cudaGetDeviceFlags(NULL) == RTE_InvalidValue);
    CHECK(cudaDeviceGetCacheConfig(NULL) == RTE_InvalidValue);
    CHECK(cudaSetValidDevices(NULL, 1) == RTE_InvalidValue);
}

static void test_arrays(void) {
    RtChannels d = {8, 0, 0, 0, RT_CH_UNSIGNED}, odd = {7, 0, 0, 0, RT_CH_UNSIGNED};
    RtExtent e = {8, 4, 0};
    void *a;
    CHECK(cudaMalloc3DArray(NULL, &d, e, 0) == RTE_InvalidValue);
    CHECK(cudaMalloc3DArray(&a, NULL, e, 0) == RTE_InvalidValue);
    CHECK(cudaMallocArray(NULL, &d, 8, 4, 0) == RTE_InvalidValue);
    CHECK(cudaMallocArray(&a, &odd, 8, 4, 0) == RTE_InvalidChannelDescriptor);
}

// A tensor map whose address is replaced is the one that is made with the new address.
static void test_tensor_maps(void) {
    uint64_t dim[] = {64, 8}, stride[] = {256};
    uint32_t box[] = {32, 4}, step[] = {1, 1};
    _Alignas(64) char made[128], moved[128], before[128];
    char *p;
    CHECK(cudaMalloc((void **)&p, 8192) == 0);
    CHECK(cuTensorMapEncodeTiled(moved, 7, 2, p, dim, stride, box, step, 0, 0, 0, 0) == 0);
    CHECK(cuTensorMapEncodeTiled(made, 7, 2, p + 4096, dim, stride, box, step, 0, 0, 0, 0) == 0);
    memcpy(before, moved, sizeof before);
    CHECK(memcmp(moved, made, sizeof made) != 0);
    CHECK(cuTensorMapReplaceAddress(moved, p + 4096) == 0);
    CHECK(memcmp(moved, made, sizeof made) == 0);
    CHECK(cuTensorMapReplaceAddress(moved, p + 8) == RTE_InvalidValue);
    CHECK(cuTensorMapReplaceAddress(moved, NULL) == RTE_InvalidValue);
    CHECK(cuTensorMapReplaceAddress(NULL, p) == RTE_InvalidValue);
    CHECK(memcmp(moved, made, sizeof made) == 0);
    CHECK(cuTensorMapReplaceAddress(moved, p) == 0 && memcmp(moved, before, sizeof made) == 0);
    CHECK(cudaFree(p) == 0);
}

// Texels of a view are as large as those of the array.
static void test_views(void) {
    RtChannels d = {8, 0, 0, 0, RT_CH_UNSIGNED};
    void *a;
    uint64_t t = 0, u = 0;
    CHECK(cudaMallocArray(&a, &d, 8, 4, 0) == 0);
    RtResource res = {.type = RT_RES_ARRAY, .u.array = a};
    RtTexture tex = {0};
    RtView view = {.format = 24, .width = 8, .height = 4};
    CHECK(cudaCreateTextureObject(&t, &res, &tex, &view) == RTE_InvalidValue);
    view.format = 4; // signed char
    CHECK(cudaCreateTextureObject(&t, &res, &tex, &view) == 0);
    CHECK(cudaDestroyTextureObject(t) == 0);
    CHECK(cudaCreateTextureObject(&u, &res, &tex, NULL) == 0 && u == t); // used again
    CHECK(cudaDestroyTextureObject(u) == 0 && cudaFreeArray(a) == 0);
}

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

static void test_virtual(void) {
    enum { CHUNK = 2 << 20 };
    uint64_t at, h;
    char prop[32] = {0}, mine[64];
    CHECK(cuMemAddressReserve(&at, 2 * CHUNK, 3, 0, 0) == RTE_InvalidValue);
    CHECK(cuMemAddressReserve(&at, 2 * CHUNK, 1 << 24, 0, 0) == 0 && at % (1 << 24) == 0);
    CHECK(cuMemAddressFree((uint64_t)(uintptr_t)mine & ~4095ull, 4096) == RTE_InvalidValue);
    CHECK(cuMemCreate(&h, CHUNK, prop, 0) == 0);
    CHECK(cuMemMap(at + 2 * CHUNK, CHUNK, 0, h, 0) == RTE_InvalidValue); // not reserved
    CHECK(cuMemMap(at, 0, 0, h, 0) == RTE_InvalidValue);
    CHECK(cuMemMap(at, CHUNK, 0, h, 0) == 0);
    CHECK(cuMemMap(at, CHUNK, 0, h, 0) == RTE_InvalidValue); // there is one
    CHECK(cuMemAddressFree(at, 2 * CHUNK) == RTE_InvalidValue);
    CHECK(cuMemRelease(h) == 0 && cuMemRelease(h) == RTE_InvalidValue);
    CHECK(cuMemUnmap(at, 2 * CHUNK) == RTE_InvalidValue);
    CHECK(cuMemUnmap(at, CHUNK) == 0);
    CHECK(cuMemAddressFree(at, CHUNK) == RTE_InvalidValue);
    CHECK(cuMemAddressFree(at, 2 * CHUNK) == 0);
    CHECK(cuMemAddressFree(at, 2 * CHUNK) == RTE_InvalidValue);
}

static void count(void *data) {
    ++*(int *)data;
}

// The legacy stream waits for streams that are captured, and cannot; that of the thread does not.
static void implicit_captures(void *s, void *p) {
    void *graph;
    CHECK(cudaStreamBeginCapture(s, 0) == 0);
    CHECK(cudaMemsetAsync(p, 0, 4, NULL) == RTE_StreamCaptureImplicit);
    CHECK(cudaStreamEndCapture(s, &graph) != 0);
    CHECK(cudaStreamBeginCapture(s, 0) == 0);
    CHECK(cudaMemsetAsync(p, 0, 4, (void *)2) == 0);
    CHECK(cudaStreamEndCapture(s, &graph) == 0 && cudaGraphDestroy(graph) == 0);
}

static void test_graphs(void *f) {
    void *g, *x, *child, *node, *s, *user, *e, *p, *args[] = {&p};
    int calls = 0;
    uint32_t v = 0;
    unsigned long long flags;
    CHECK(cudaMalloc(&p, 4) == 0 && cudaMemset(p, 0, 4) == 0);
    CHECK(cudaGraphCreate(&g, 0) == 0);
    CHECK(cudaGraphAddEmptyNode(&node, g, NULL, 1) == RTE_InvalidValue);
    void *strange, *theirs, *ours; // what a node depends on is of its own graph
    CHECK(cudaGraphCreate(&strange, 0) == 0 &&
          cudaGraphAddEmptyNode(&theirs, strange, NULL, 0) == 0);
    CHECK(cudaGraphAddEmptyNode(&ours, g, &theirs, 1) == RTE_InvalidValue);
    CHECK(cudaGraphAddEmptyNode(&ours, strange, &theirs, 1) == 0);
    CHECK(cudaGraphDestroy(strange) == 0);
    RtKernelParams k = kernel_params(f, args);
    CHECK(cudaGraphAddKernelNode(&node, g, NULL, 0, &k) == 0);
    CHECK(cudaGraphNodeGetType(node, NULL) == RTE_InvalidValue);
    CHECK(cudaGraphNodeGetDependencies(node, NULL, NULL, NULL) == RTE_InvalidValue);
    CHECK(cudaUserObjectCreate(&user, &calls, count, 1, 1) == 0);
    CHECK(cudaGraphRetainUserObject(g, user, 2, 1) == RTE_InvalidValue); // more than there are
    CHECK(cudaGraphRetainUserObject(g, user, 1, 1) == 0);
    CHECK(cudaGraphInstantiate(&x, g, 0) == 0);
    CHECK(cudaGraphExecGetFlags(x, NULL) == RTE_InvalidValue);
    CHECK(cudaGraphExecGetFlags(x, &flags) == 0 && flags == 0);
    for (int i = 0; i < 100; i++) CHECK(cudaGraphExecKernelNodeSetParams(x, node, &k) == 0);
    CHECK(cudaGraphDestroy(g) == 0 && calls == 0);
    CHECK(cudaGraphExecKernelNodeSetParams(x, node, &k) == RTE_InvalidValue);
    CHECK(cudaGraphLaunch(x, NULL) == 0);
    CHECK(cudaMemcpy(&v, p, 4, RT_COPY_DH) == 0 && v == 1);
    CHECK(cudaGraphExecDestroy(x) == 0 && calls == 1);
    // graphs in graphs have a limit
    CHECK(cudaGraphCreate(&g, 0) == 0);
    int depth = 0;
    for (child = g; depth < 100 && cudaGraphAddChildGraphNode(&node, child, NULL, 0, g) == 0;)
        depth += cudaGraphChildGraphNodeGetGraph(node, &child) == 0;
    CHECK(depth > 4 && depth < 100);
    CHECK(cudaGraphDestroy(g) == 0);
    // a graph that is destroyed while it is captured
    CHECK(cudaStreamCreate(&s) == 0 && cudaGraphCreate(&g, 0) == 0 && cudaEventCreate(&e) == 0);
    CHECK(cudaStreamBeginCaptureToGraph(s, g, NULL, NULL, 1, 0) == RTE_InvalidValue);
    CHECK(cudaStreamEndCapture(s, NULL) == RTE_IllegalState); // that did not begin
    CHECK(cudaStreamBeginCaptureToGraph(s, g, NULL, NULL, 0, 0) == 0);
    CHECK(cudaMemsetAsync(p, 0, 4, s) == 0 && cudaEventRecord(e, s) == 0);
    CHECK(cudaGraphDestroy(g) == 0);
    CHECK(cudaMemsetAsync(p, 1, 4, s) == 0 && cudaStreamEndCapture(s, NULL) == RTE_IllegalState);
    // a node that is destroyed there
    size_t n = 1;
    CHECK(cudaStreamBeginCapture(s, 0) == 0 && cudaMemsetAsync(p, 0, 4, s) == 0);
    CHECK(cudaStreamGetCaptureInfo(s, &calls, NULL, &g, NULL, NULL, NULL) == 0);
    CHECK(cudaGraphGetNodes(g, &node, &n) == 0 && cudaGraphDestroyNode(node) == 0);
    CHECK(cudaMemsetAsync(p, 1, 4, s) == 0 && cudaStreamEndCapture(s, &g) == 0);
    CHECK(cudaGraphInstantiate(&x, g, 0) == 0 && cudaGraphLaunch(x, s) == 0);
    implicit_captures(s, p);
    // updates take over all or nothing
    void *other;
    RtUpdateInfo info;
    CHECK(cudaGraphCreate(&other, 0) == 0);
    CHECK(cudaGraphExecUpdate(x, other, &info) == RTE_GraphExecUpdateFailure);
    CHECK(info.result == 2 && !info.node);
    info = (RtUpdateInfo){7, g, g};
    CHECK(cudaGraphExecUpdate(x, g, &info) == 0);
    CHECK(info.result == 0 && !info.node && !info.from);
    CHECK(cudaGraphExecDestroy(x) == 0 && cudaGraphDestroy(g) == 0);
    CHECK(cudaGraphDestroy(other) == 0 && cudaStreamDestroy(s) == 0 && cudaFree(p) == 0);
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
    CHECK(cuModuleLoadDataEx(&mod, ptx, 4, options, values) == 0 && !*log);
    CHECK(cuModuleLoadDataEx(&mod, ptx, 1, NULL, NULL) == RTE_InvalidValue);
    CHECK(cuModuleLoadData(&mod, "") != 0);
    CHECK(cuModuleLoad(&mod, "/nothing") == RTE_FileNotFound);
    for (int i = 0; i < 300; i++) CHECK(cuModuleLoadData(&mod, bad) == RTE_InvalidPtx);
    // a node keeps the kernel of a module that is gone
    uint32_t v = 0;
    CHECK(cudaMalloc(&p, 4) == 0 && cudaMemset(p, 0, 4) == 0);
    CHECK(cuModuleLoadData(&mod, ptx) == 0 && cuModuleGetFunction(&f, mod, "k") == 0);
    RtKernelParams k = kernel_params(f, args);
    CHECK(cudaGraphCreate(&g, 0) == 0 && cudaGraphAddKernelNode(&node, g, NULL, 0, &k) == 0);
    CHECK(cuModuleUnload(mod) == 0 && cuModuleLoadData(&mod, ptx) == 0);
    void *x;
    CHECK(cudaGraphInstantiate(&x, g, 0) == 0 && cudaGraphLaunch(x, NULL) == 0);
    CHECK(cudaMemcpy(&v, p, 4, RT_COPY_DH) == 0 && v == 1);
    CHECK(cudaGraphDestroy(g) == 0 && cudaGraphExecDestroy(x) == 0 && cudaFree(p) == 0);
}

// Parts keep nothing of the caller's; what is not closed ends with the text.
static void test_link(void) {
    void *state, *image, *mod, *f = NULL;
    char part[sizeof ptx];
    memcpy(part, ptx, sizeof part);
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
    // less memory than the host has free: what is free is then the program's own affair
    setenv(RT_ENVIRONMENT, "--gpu=sm_90 --jobs=1 --memory=1024 --quiet", 1);
    void *mod, *f = NULL;
    CHECK(cuModuleLoadData(&mod, ptx) == 0 && cuModuleGetFunction(&f, mod, "k") == 0);
    test_copies();
    test_sizes();
    test_arrays();
    test_tensor_maps();
    test_views();
    test_launches(f);
    test_virtual();
    test_graphs(f);
    test_modules();
    test_link();
    test_threads();
    return UNIT_END();
}
