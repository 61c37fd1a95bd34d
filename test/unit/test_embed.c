// SPDX-License-Identifier: Apache-2.0
// libcuprum: inputs and outputs of every form, diagnostics as data, limits, cancelling, the virtual
// GPU.
#include "cuprum.h"
#include "unit.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static const char kernel[] = "extern \"C\" __global__ void k(int *p, int a) {\n"
                             "    p[threadIdx.x] = a * threadIdx.x;\n"
                             "}\n";

static cuprum_result *compile(const char *name, const char *text, size_t n, const char *option) {
    const char *options[] = {"-arch=sm_90", option};
    return cuprum_compile(name, text, n, options, option ? 2 : 1);
}

static void forms(void) {
    size_t nir, nbc, n;
    cuprum_result *ir = compile("k.cu", kernel, strlen(kernel), "--emit=ir");
    CHECK(cuprum_result_status(ir) == CUPRUM_OK);
    const char *text = cuprum_result_output(ir, &nir);
    CHECK(nir == strlen(text) && strstr(text, "define "));
    cuprum_result *bc = compile("k.ll", text, nir, "--emit=bc");
    CHECK(cuprum_result_status(bc) == CUPRUM_OK);
    const char *bytes = cuprum_result_output(bc, &nbc);
    CHECK(nbc > 4 && memcmp(bytes, "BC\xc0\xde", 4) == 0);
    cuprum_result *ptx = compile("anything", bytes, nbc, NULL); // known by its first bytes
    CHECK(cuprum_result_status(ptx) == CUPRUM_OK);
    CHECK(strstr(cuprum_result_output(ptx, &n), ".entry k"));
    cuprum_result *same = compile("k.cu", kernel, strlen(kernel), NULL);
    CHECK(strstr(cuprum_result_output(same, NULL), ".entry k"));
    cuprum_result_free(same);
    cuprum_result_free(ptx);
    cuprum_result_free(bc);
    cuprum_result_free(ir);
    ir = compile("k.ll", "define void @f() {\n  broken\n}\n", 31, NULL);
    cuprum_diag d;
    CHECK(cuprum_result_status(ir) == CUPRUM_ERROR);
    CHECK(cuprum_result_diag(ir, 0, &d) && d.line == 2 && d.column == 3);
    CHECK_STR(d.file, "k.ll");
    cuprum_result_free(ir);
}

static void diagnostics(void) {
    static const char text[] = "void f(int);\n"
                               "__device__ void g(float *p) {\n"
                               "  g(1, 2);\n"
                               "}\n";
    cuprum_result *r = compile("d.cu", text, strlen(text), NULL);
    cuprum_diag d = {0};
    size_t n = cuprum_result_diag_count(r);
    CHECK(cuprum_result_status(r) == CUPRUM_ERROR && n >= 1);
    CHECK(cuprum_result_diag(r, 0, &d) == 1);
    CHECK(d.severity == CUPRUM_SEVERITY_ERROR && d.line == 3 && d.column >= 3);
    CHECK_STR(d.file, "d.cu");
    CHECK(*d.text && *d.id);
    CHECK(cuprum_result_diag(r, n, &d) == 0);
    CHECK(cuprum_result_diag(r, (size_t)-1, &d) == 0);
    cuprum_result_free(r);
    cuprum_result_free(NULL);
}

// A constant expression that takes for ever, within the limit on its steps.
static const char slow[] =
    "constexpr int f(int n) { int s = 0; for (int i = 0; i < n; i++) s += i & 3; return s; }\n"
    "template <int N> struct S { static constexpr int v = f(9000000) + S<N - 1>::v * 0; };\n"
    "template <> struct S<0> { static constexpr int v = 0; };\n"
    "__device__ int a[S<400>::v & 1 | 1];\n"
    "__global__ void k(int *p) { *p = a[0]; }\n";

static void *fire(void *c) {
    cuprum_cancel_fire(c);
    return NULL;
}

static void limits(void) {
    cuprum_request q = {sizeof q};
    q.name = "slow.cu";
    q.source = slow;
    q.size = strlen(slow);
    q.time_limit_ms = 30;
    cuprum_result *r = cuprum_compile_request(&q);
    CHECK(cuprum_result_status(r) == CUPRUM_STOPPED);
    CHECK(strstr(cuprum_result_log(r, NULL), "time limit") != NULL);
    CHECK(*cuprum_result_output(r, NULL) == 0);
    cuprum_result_free(r);

    q.time_limit_ms = 0;
    q.memory_limit = 100000;
    r = cuprum_compile_request(&q);
    CHECK(cuprum_result_status(r) == CUPRUM_STOPPED);
    cuprum_result_free(r);

    q.memory_limit = 0;
    q.cancel = cuprum_cancel_new();
    pthread_t t;
    pthread_create(&t, NULL, fire, q.cancel);
    r = cuprum_compile_request(&q);
    pthread_join(t, NULL);
    CHECK(cuprum_result_status(r) == CUPRUM_STOPPED);
    CHECK(strstr(cuprum_result_log(r, NULL), "cancelled") != NULL);
    cuprum_diag d;
    size_t n = cuprum_result_diag_count(r);
    CHECK(n > 0 && cuprum_result_diag(r, n - 1, &d) && d.severity == CUPRUM_FATAL);
    cuprum_result_free(r);

    // what was cancelled before it began is stopped before it has read its options
    const char *long_option[] = {"-DNAME=0123456789"};
    q.options = long_option;
    q.noptions = 1;
    r = cuprum_compile_request(&q);
    CHECK(cuprum_result_status(r) == CUPRUM_STOPPED);
    CHECK(strstr(cuprum_result_log(r, NULL), "cancelled") != NULL);
    cuprum_result_free(r);
    cuprum_cancel_free(q.cancel);
    cuprum_cancel_free(NULL);
    cuprum_request least = {sizeof least}; // no name, no source
    r = cuprum_compile_request(&least);
    CHECK(cuprum_result_status(r) == CUPRUM_OK);
    cuprum_result_free(r);
}

static void device(void) {
    cuprum_result *r = compile("k.cu", kernel, strlen(kernel), NULL);
    size_t n;
    const char *ptx = cuprum_result_output(r, &n);
    cuprum_device *d = cuprum_device_new(ptx, n);
    CHECK(cuprum_device_status(d) == CUPRUM_OK);
    int out[32] = {0}, a = 3;
    uint64_t p = cuprum_device_alloc(d, sizeof out);
    const void *args[] = {&p, &a};
    cuprum_launch l = {sizeof l};
    l.block[0] = 32;
    l.args = args;
    l.nargs = 2;
    CHECK(p && cuprum_device_launch(d, &l) == CUPRUM_OK);
    CHECK(cuprum_device_read(d, p, out, sizeof out) == CUPRUM_OK && out[31] == 93);
    CHECK(cuprum_device_read(d, p + 100, out, sizeof out) == CUPRUM_USAGE);
    CHECK(cuprum_device_write(d, p, NULL, 4) == CUPRUM_USAGE);
    CHECK(cuprum_device_release(d, p + 4) == CUPRUM_USAGE);
    l.kernel = "none";
    CHECK(cuprum_device_launch(d, &l) == CUPRUM_USAGE);
    CHECK_STR(cuprum_device_log(d), "no such kernel");
    l.kernel = "k";
    l.nargs = 1;
    CHECK(cuprum_device_launch(d, &l) == CUPRUM_USAGE);
    l.nargs = 2;
    l.block[0] = 5000;
    CHECK(cuprum_device_launch(d, &l) == CUPRUM_USAGE);
    l.block[0] = 1024; // behind the allocation
    CHECK(cuprum_device_launch(d, &l) == CUPRUM_ERROR && *cuprum_device_log(d));
    l.block[0] = 32;
    CHECK(cuprum_device_launch(d, &l) == CUPRUM_OK && !*cuprum_device_log(d));
    CHECK(cuprum_device_release(d, p) == CUPRUM_OK);
    CHECK(cuprum_device_launch(d, &l) == CUPRUM_ERROR);
    cuprum_device_free(d);
    cuprum_result_free(r);
    d = cuprum_device_new("garbage", 7);
    CHECK(cuprum_device_status(d) == CUPRUM_ERROR && *cuprum_device_log(d));
    CHECK(cuprum_device_alloc(d, 4) == 0 && cuprum_device_launch(d, &l) == CUPRUM_ERROR);
    cuprum_device_free(d);
    cuprum_device_free(NULL);
}

static void printing(void) {
    static const char text[] =
        "__device__ int counter = 7;\n"
        "__global__ void k() { printf(\"%d of %d\\n\", threadIdx.x, counter); }\n"
        "__global__ void spin() { while (*(volatile int *)&counter) counter++; }\n";
    cuprum_result *r = compile("p.cu", text, strlen(text), NULL);
    size_t n;
    const char *ptx = cuprum_result_output(r, &n);
    cuprum_device *d = cuprum_device_new(ptx, n);
    CHECK(cuprum_device_status(d) == CUPRUM_OK);
    cuprum_launch l = {sizeof l};
    uint64_t size = 0, at = cuprum_device_symbol(d, "counter", &size);
    int v = 9;
    CHECK(at && size == 4 && cuprum_device_write(d, at, &v, 4) == CUPRUM_OK);
    CHECK(cuprum_device_symbol(d, "none", NULL) == 0);
    CHECK(cuprum_device_launch(d, &l) == CUPRUM_USAGE); // two kernels: which?
    l.kernel = "_Z1kv";
    l.block[0] = 2;
    CHECK(cuprum_device_launch(d, &l) == CUPRUM_OK);
    CHECK_STR(cuprum_device_output(d, &n), "0 of 9\n1 of 9\n");
    CHECK(n == 14);
    l.kernel = "_Z4spinv";
    l.max_instructions = 1000;
    CHECK(cuprum_device_launch(d, &l) == CUPRUM_STOPPED);
    cuprum_device_free(d);
    cuprum_result_free(r);
}

// What is nested needs more stack than a thread may have.
static void *compile_nested(void *status) {
    char text[1024] = "__global__ void k(int *p) { *p = ";
    for (int i = 0; i < 200; i++) strcat(text, "(");
    strcat(text, "*p");
    for (int i = 0; i < 200; i++) strcat(text, ")");
    strcat(text, "; }\n");
    cuprum_result *r = compile("nested.cu", text, strlen(text), NULL);
    *(cuprum_status *)status = cuprum_result_status(r);
    cuprum_result_free(r);
    return NULL;
}

static void small_stack(void) {
    cuprum_status status = CUPRUM_INTERNAL;
    unit_on_stack(64 << 10, compile_nested, &status);
    CHECK(status == CUPRUM_OK);
}

int main(void) {
    forms();
    diagnostics();
    limits();
    device();
    printing();
    small_stack();
    return UNIT_END();
}
