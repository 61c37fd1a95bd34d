// SPDX-License-Identifier: Apache-2.0
// libcuprum: results, errors, and the same bytes from 16 threads at once.
#define _GNU_SOURCE // feenableexcept
#include "cuprum.h"
#include "unit.h"

#include <fenv.h>
#include <pthread.h>
#include <string.h>

static const char source[] = "template <class T> struct P { T a, b; };\n"
                             "__device__ float g(P<float> p) { return p.a * p.b + 1.0f; }\n"
                             "__global__ void k(float *x, int n) {\n"
                             "    __shared__ float s[64];\n"
                             "    int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                             "    s[threadIdx.x & 63] = i < n ? x[i] : 0.0f;\n"
                             "    __syncthreads();\n"
                             "    if (i < n) x[i] = g(P<float>{s[(threadIdx.x + 1) & 63], x[i]});\n"
                             "}\n";

static cuprum_result *compile(const char *text) {
    const char *options[] = {"-arch=sm_90", "-O3"};
    return cuprum_compile("k.cu", text, strlen(text), options, 2);
}

enum { THREADS = 16, ROUNDS = 20 };
static const char *expected;

static void *worker(void *arg) {
    int *bad = arg;
    for (int i = 0; i < ROUNDS; i++) {
        cuprum_result *r = compile(source);
        if (strcmp(cuprum_result_output(r, NULL), expected) != 0) ++*bad;
        cuprum_result_free(r);
    }
    return NULL;
}

// Constants do not depend on how the caller computes, and its traps are not for them.
static void test_rounding_of_caller(void) {
    const char *text =
        "__global__ void k(float *p, double *d) {\n"
        "    p[0] = 1.0f / 3.0f; p[1] = 0.0f / 0.0f; p[2] = (float)0.1; p[3] = 1e30f * 1e30f;\n"
        "    d[0] = 0.1; d[1] = exp(1.0); d[2] = sqrt(2.0); d[3] = 1.0 / 0.0;\n"
        "}\n";
    cuprum_result *plain = compile(text);
    CHECK(cuprum_result_status(plain) == CUPRUM_OK);
    fesetround(FE_UPWARD);
#ifdef __GLIBC__ // musl has no traps
    feenableexcept(FE_INVALID | FE_DIVBYZERO | FE_OVERFLOW | FE_UNDERFLOW);
    int traps = fegetexcept(); // none on processors of Arm that have no traps
#endif
    cuprum_result *other = compile(text);
    CHECK(fegetround() == FE_UPWARD);
#ifdef __GLIBC__
    CHECK(fegetexcept() == traps);
#endif
    fesetenv(FE_DFL_ENV);
    CHECK_STR(cuprum_result_output(other, NULL), cuprum_result_output(plain, NULL));
    cuprum_result_free(plain);
    cuprum_result_free(other);
}

int main(void) {
    test_rounding_of_caller();
    cuprum_result *r = compile(source);
    size_t n = 0;
    CHECK(cuprum_result_status(r) == CUPRUM_OK);
    if (cuprum_result_status(r) != CUPRUM_OK) fputs(cuprum_result_log(r, NULL), stderr);
    expected = cuprum_result_output(r, &n);
    CHECK(n == strlen(expected) && strstr(expected, ".entry _Z1kPfi"));

    cuprum_result *e = compile("__global__ void k() { undeclared = 1; }");
    CHECK(cuprum_result_status(e) == CUPRUM_ERROR);
    CHECK(strstr(cuprum_result_log(e, NULL), "k.cu(1)") != NULL);
    CHECK(*cuprum_result_output(e, NULL) == 0);
    cuprum_result_free(e);

    const char *wrong[] = {"--no-such-option"};
    e = cuprum_compile("k.cu", "", 0, wrong, 1);
    CHECK(cuprum_result_status(e) == CUPRUM_USAGE);
    cuprum_result_free(e);

    const char *limit[] = {"--memory-limit=1"};
    e = cuprum_compile("k.cu", source, sizeof source - 1, limit, 1);
    CHECK(cuprum_result_status(e) == CUPRUM_STOPPED);
    CHECK(strstr(cuprum_result_log(e, NULL), "memory limit") != NULL);
    cuprum_result_free(e);

    pthread_t t[THREADS];
    int bad[THREADS] = {0};
    for (int i = 0; i < THREADS; i++) pthread_create(&t[i], NULL, worker, &bad[i]);
    for (int i = 0; i < THREADS; i++) {
        pthread_join(t[i], NULL);
        CHECK(bad[i] == 0);
    }
    cuprum_result_free(r);
    return UNIT_END();
}
