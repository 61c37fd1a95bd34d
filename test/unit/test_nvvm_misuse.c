// SPDX-License-Identifier: Apache-2.0
// libNVVM called wrongly: no call may crash, whatever the handle, and each says which error it is.
// Meant for ASan and TSan too: threads share programs and destroy them under each other.
#include "unit.h"

#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef int Result;
Result nvvmCreateProgram(void **);
Result nvvmDestroyProgram(void **);
Result nvvmAddModuleToProgram(void *, const char *, size_t, const char *);
Result nvvmLazyAddModuleToProgram(void *, const char *, size_t, const char *);
Result nvvmCompileProgram(void *, int, const char **);
Result nvvmVerifyProgram(void *, int, const char **);
Result nvvmGetCompiledResultSize(void *, size_t *);
Result nvvmGetCompiledResult(void *, char *);
Result nvvmGetProgramLogSize(void *, size_t *);
Result nvvmGetProgramLog(void *, char *);
Result nvvmVersion(int *, int *);
Result nvvmIRVersion(int *, int *, int *, int *);
const char *nvvmGetErrorString(Result);
void *__nvvmHandle(unsigned);
void *__nvvmHandleTarget(unsigned);
Result nvvmDisableConcurrentAPI(void);

enum { SUCCESS = 0, INVALID_INPUT = 4, INVALID_PROGRAM = 5, INVALID_OPTION = 7, NO_MODULE = 8 };

static const char module[] = "target datalayout = \"e-i64:64-i128:128-v16:16-v32:32-n16:32:64\"\n"
                             "target triple = \"nvptx64-nvidia-cuda\"\n"
                             "define ptx_kernel void @k(ptr %p, i32 %a) {\n"
                             "  %v = add i32 %a, 1\n"
                             "  store i32 %v, ptr %p\n"
                             "  ret void\n"
                             "}\n"
                             "!nvvmir.version = !{!0}\n"
                             "!0 = !{i32 2, i32 0}\n";

static void all_refused(void *p) {
    size_t n = 5;
    char c = 'c';
    CHECK(nvvmAddModuleToProgram(p, module, strlen(module), "m") == INVALID_PROGRAM);
    CHECK(nvvmLazyAddModuleToProgram(p, module, strlen(module), "m") == INVALID_PROGRAM);
    CHECK(nvvmCompileProgram(p, 0, NULL) == INVALID_PROGRAM);
    CHECK(nvvmVerifyProgram(p, 0, NULL) == INVALID_PROGRAM);
    CHECK(nvvmGetCompiledResultSize(p, &n) == INVALID_PROGRAM && n == 5);
    CHECK(nvvmGetProgramLogSize(p, &n) == INVALID_PROGRAM && n == 5);
    CHECK(nvvmGetCompiledResult(p, &c) == INVALID_PROGRAM && c == 'c');
    CHECK(nvvmGetProgramLog(p, &c) == INVALID_PROGRAM && c == 'c');
    CHECK(nvvmDestroyProgram(&p) == INVALID_PROGRAM);
}

static void wrong_handles(void) {
    void *p = NULL, *copy;
    CHECK(nvvmCreateProgram(&p) == SUCCESS && p);
    copy = p;
    CHECK(nvvmDestroyProgram(&p) == SUCCESS && !p);
    CHECK(nvvmDestroyProgram(&p) == INVALID_PROGRAM);
    all_refused(copy);
    all_refused(NULL);
    all_refused((void *)module);
    all_refused((void *)(uintptr_t)1);
    all_refused((void *)UINTPTR_MAX);
    // a new program in the same place has another handle
    CHECK(nvvmCreateProgram(&p) == SUCCESS && p != copy);
    all_refused(copy);
    CHECK(nvvmAddModuleToProgram(p, module, strlen(module), NULL) == SUCCESS);
    CHECK(nvvmCompileProgram(p, 0, NULL) == SUCCESS);
    CHECK(nvvmDestroyProgram(&p) == SUCCESS);
}

static void nulls(void) {
    void *p = NULL;
    const char *options[] = {"-opt=3", NULL};
    CHECK(nvvmCreateProgram(NULL) == INVALID_PROGRAM);
    CHECK(nvvmDestroyProgram(NULL) == INVALID_PROGRAM);
    CHECK(nvvmVersion(NULL, NULL) == SUCCESS);
    CHECK(nvvmIRVersion(NULL, NULL, NULL, NULL) == SUCCESS);
    CHECK(nvvmCreateProgram(&p) == SUCCESS);
    CHECK(nvvmAddModuleToProgram(p, NULL, 3, "m") == INVALID_INPUT);
    CHECK(nvvmCompileProgram(p, 0, NULL) == NO_MODULE);
    CHECK(nvvmAddModuleToProgram(p, module, strlen(module), "m") == SUCCESS);
    CHECK(nvvmCompileProgram(p, 2, options) == INVALID_OPTION);
    CHECK(nvvmCompileProgram(p, -2, options) == INVALID_OPTION);
    CHECK(nvvmCompileProgram(p, 1, NULL) == INVALID_OPTION);
    CHECK(nvvmVerifyProgram(p, 1, NULL) == INVALID_OPTION);
    CHECK(nvvmGetCompiledResultSize(p, NULL) == INVALID_INPUT);
    CHECK(nvvmGetProgramLogSize(p, NULL) == INVALID_INPUT);
    CHECK(nvvmGetCompiledResult(p, NULL) == INVALID_INPUT);
    CHECK(nvvmGetProgramLog(p, NULL) == INVALID_INPUT);
    CHECK(nvvmDestroyProgram(&p) == SUCCESS);
    CHECK(nvvmDisableConcurrentAPI() == SUCCESS);
    CHECK(__nvvmHandle(0x2080) &&
          ((Result(*)(void *))__nvvmHandle(0x2080))(NULL) == INVALID_PROGRAM);
    // what tileiras asks for instead of the names (CUDA 13.3 and later), an error's text among it
    void *by_number = NULL;
    CHECK(((Result(*)(void **))__nvvmHandle(0x867))(&by_number) == SUCCESS);
    CHECK(((Result(*)(void *, const char *, size_t, const char *))__nvvmHandle(0x1234))(
              by_number, "no IR", 5, "m") == SUCCESS);
    CHECK(((Result(*)(void *, int, const char **))__nvvmHandle(0xf47))(by_number, 0, NULL) !=
          SUCCESS);
    CHECK(((Result(*)(void *, int, const char **))__nvvmHandle(0x4321))(by_number, 0, NULL) !=
          SUCCESS);
    size_t log_size = 0, result_size = 0;
    CHECK(((Result(*)(void *, size_t *))__nvvmHandle(0x100fa))(by_number, &log_size) == SUCCESS);
    CHECK(((Result(*)(void *, size_t *))__nvvmHandle(0xb777))(by_number, &result_size) == SUCCESS);
    CHECK(log_size > 1 && log_size < 4096 && result_size == 1);
    char text[4096] = "";
    CHECK(((Result(*)(void *, char *))__nvvmHandle(0xa380))(by_number, text) == SUCCESS);
    CHECK(strlen(text) == log_size - 1);
    CHECK_STR(((const char *(*)(Result))__nvvmHandle(0xb737))(NO_MODULE),
              "NVVM_ERROR_NO_MODULE_IN_PROGRAM");
    CHECK(((Result(*)(void **))__nvvmHandle(0x5309))(&by_number) == SUCCESS && !by_number);
    CHECK(__nvvmHandle(0x5afe) == (void *)nvvmGetCompiledResult);
    CHECK(__nvvmHandle(0xf35a) == (void *)nvvmLazyAddModuleToProgram);
    CHECK(__nvvmHandle(0xc172) == (void *)nvvmVersion);
    CHECK(__nvvmHandle(0xf16e) == (void *)nvvmIRVersion);
    CHECK(__nvvmHandle(1) && ((Result(*)(void *))__nvvmHandle(1))(NULL) == INVALID_INPUT);
    CHECK(!__nvvmHandleTarget(1));
    CHECK_STR(nvvmGetErrorString(12345), "NVVM_ERROR not found");
    CHECK_STR(nvvmGetErrorString(-3), "NVVM_ERROR not found");
}

static void many(void) {
    enum { N = 3000 };
    void **p = calloc(N, sizeof *p);
    for (int i = 0; i < N; i++) CHECK(nvvmCreateProgram(&p[i]) == SUCCESS);
    for (int i = 0; i < N; i += 2) CHECK(nvvmDestroyProgram(&p[i]) == SUCCESS);
    for (int i = 0; i < N; i += 2) CHECK(nvvmCreateProgram(&p[i]) == SUCCESS);
    for (int i = 0; i < N; i++) CHECK(nvvmDestroyProgram(&p[i]) == SUCCESS);
    free(p);
}

// Modules that are no modules: random bytes, cut text, cut bitcode's first bytes.
static void bad_modules(void) {
    uint32_t x = 12345;
    for (int i = 0; i < 200; i++) {
        char bytes[64];
        void *p = NULL;
        for (size_t k = 0; k < sizeof bytes; k++)
            bytes[k] = (char)((x = x * 1664525 + 1013904223) >> 24);
        if (i % 3 == 1) memcpy(bytes, "BC\xc0\xde", 4);
        size_t n = i % 3 == 2 ? (size_t)i : sizeof bytes;
        CHECK(nvvmCreateProgram(&p) == SUCCESS);
        CHECK(nvvmAddModuleToProgram(p, i % 3 == 2 ? module : bytes, n, "m") == SUCCESS);
        CHECK(nvvmCompileProgram(p, 0, NULL) != SUCCESS);
        CHECK(nvvmVerifyProgram(p, 0, NULL) != SUCCESS);
        CHECK(nvvmDestroyProgram(&p) == SUCCESS);
    }
}

// ---- threads that share one program; one of them destroys it ------------------------------------

static void *use(void *program) {
    for (int i = 0; i < 30; i++) {
        size_t n = 0;
        Result r = nvvmCompileProgram(program, 0, NULL);
        if (r == INVALID_PROGRAM) break;
        CHECK(r == SUCCESS);
        r = nvvmGetCompiledResultSize(program, &n);
        CHECK(r == INVALID_PROGRAM || (r == SUCCESS && n > 100));
        r = nvvmGetProgramLogSize(program, &n);
        CHECK(r == INVALID_PROGRAM || (r == SUCCESS && n == 1));
    }
    return NULL;
}

static void *alone(void *unused) {
    for (int i = 0; i < 20; i++) {
        void *p = NULL;
        char *s;
        size_t n = 0;
        CHECK(nvvmCreateProgram(&p) == SUCCESS);
        CHECK(nvvmAddModuleToProgram(p, module, strlen(module), "m") == SUCCESS);
        CHECK(nvvmCompileProgram(p, 0, NULL) == SUCCESS);
        CHECK(nvvmGetCompiledResultSize(p, &n) == SUCCESS);
        s = malloc(n);
        CHECK(nvvmGetCompiledResult(p, s) == SUCCESS && strlen(s) == n - 1 &&
              strstr(s, ".entry k"));
        free(s);
        CHECK(nvvmDestroyProgram(&p) == SUCCESS);
    }
    return NULL;
}

static void threads(void) {
    enum { N = 8 };
    pthread_t t[2 * N];
    void *p = NULL;
    CHECK(nvvmCreateProgram(&p) == SUCCESS);
    CHECK(nvvmAddModuleToProgram(p, module, strlen(module), "m") == SUCCESS);
    for (int i = 0; i < N; i++) pthread_create(&t[i], NULL, use, p);
    for (int i = 0; i < N; i++) pthread_create(&t[N + i], NULL, alone, NULL);
    for (int i = 0; i < 5; i++) CHECK(nvvmVerifyProgram(p, 0, NULL) == SUCCESS);
    CHECK(nvvmDestroyProgram(&p) == SUCCESS);
    for (int i = 0; i < 2 * N; i++) pthread_join(t[i], NULL);
}

int main(void) {
    wrong_handles();
    nulls();
    many();
    bad_modules();
    threads();
    return UNIT_END();
}
