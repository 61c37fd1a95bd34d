// SPDX-License-Identifier: Apache-2.0
// A client of nvJitLink: `jitlink LIBRARY CASE` prints what the functions return. The cases named
// same_* end alike in NVIDIA's library.
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef int Fn();
static void *library;

static Fn *function(const char *name) {
    char full[64];
    Fn *fn;
    snprintf(full, sizeof full, "__nvJitLink%s_13_0", name);
    *(void **)&fn = dlsym(library, full);
    if (fn) return fn;
    printf("%s is not there\n", full);
    exit(2);
}

enum { CUBIN = 1, PTX, LTOIR, FATBIN, OBJECT, LIBRARY, INDEX, ANY = 10 };
#define HEAD(sm) ".version 8.0\n.target " sm "\n.address_size 64\n"
static const char kernel[] = HEAD("sm_70") ".extern .func (.param .b32 r) g (.param .b32 x);\n"
    ".extern .global .align 4 .u32 v;\n.global .align 4 .u32 own = 1;\n"
    ".visible .entry k(.param .u64 p)\n{\n.reg .b32 %r<4>;\n.reg .b64 %rd<3>;\n"
    "ld.param.u64 %rd1, [p];\ncvta.to.global.u64 %rd2, %rd1;\n{\n.param .b32 a;\n.param .b32 b;\n"
    "st.param.b32 [a], 1;\ncall.uni (b), g, (a);\nld.param.b32 %r1, [b];\n}\n"
    "ld.global.u32 %r2, [v];\nadd.s32 %r3, %r1, %r2;\nst.global.u32 [%rd2], %r3;\n"
    "ld.global.u32 %r2, [own];\nret;\n}\n";
static const char function_g[] = HEAD("sm_80") ".visible .global .align 4 .u32 v = 3;\n"
    ".global .align 4 .u32 own = 2;\n.weak .func w()\n{\nret;\n}\n"
    ".visible .func (.param .b32 r) g(.param .b32 x)\n{\n.reg .b32 %r<3>;\nld.param.u32 %r1, [x];\n"
    "ld.global.u32 %r2, [own];\nadd.s32 %r1, %r1, %r2;\nst.param.b32 [r], %r1;\nret;\n}\n";
static const char weak[] = HEAD("sm_70") ".weak .func w()\n{\nret;\n}\n";
static const char strong[] = HEAD("sm_70") ".visible .func w()\n{\n.reg .b32 %strong;\nret;\n}\n";
static const char caller[] = HEAD("sm_70") ".extern .func w ();\n.visible .entry k()\n{\ncall.uni w;\nret;\n}\n";
static const char bad[] = HEAD("sm_90") ".visible .entry k()\n{\nfoo;\n}\n";

static void *handle;

static int create(const char *a, const char *b, const char *c) {
    const char *options[] = {a, b, c};
    uint32_t n = !a ? 0 : !b ? 1 : !c ? 2 : 3;
    return function("Create")(&handle, n, options);
}

static int add(int kind, const char *text, const char *name) {
    return function("AddData")(handle, kind, text, strlen(text) + 1, name);
}

static void print_log(void) {
    size_t size = 0;
    int result = function("GetErrorLogSize")(handle, &size);
    char *log = calloc(1, size + 1);
    if (size) function("GetErrorLog")(handle, log);
    printf("log %d: %s\n", result, log);
    free(log);
}

static void print_result(const char *what) {
    char name[32];
    size_t size = 0;
    snprintf(name, sizeof name, "GetLinked%sSize", what);
    int result = function(name)(handle, &size);
    printf("%s %d %s\n", what, result, size ? "there" : "none");
    if (result || !size) return;
    char *text = calloc(1, size);
    snprintf(name, sizeof name, "GetLinked%s", what);
    printf("get %d\n", function(name)(handle, text));
    if (getenv("SHOW")) puts(text);
    free(text);
}

static void same_arguments(void) {
    const char *options[] = {"-arch=sm_90"};
    size_t size;
    printf("%d\n", function("Create")(NULL, 1, options));
    printf("%d\n", function("Create")(&handle, 1, NULL));
    printf("%d\n", function("Destroy")(NULL));
    printf("%d\n", function("Destroy")(&handle));
    printf("%d\n", function("AddData")(NULL, PTX, "x", 1, "n"));
    printf("%d\n", function("Complete")(NULL));
    printf("%d\n", function("GetErrorLogSize")(NULL, &size));
    printf("create %d\n", create("-arch=sm_90", NULL, NULL));
    printf("%d\n", function("GetLinkedCubinSize")(handle, &size));
    printf("%d\n", function("GetLinkedPtxSize")(handle, &size));
    printf("%d\n", function("GetInfoLogSize")(handle, NULL));
    printf("%d\n", function("Complete")(handle));
    printf("%d\n", function("Complete")(handle));
    int destroyed = function("Destroy")(&handle);
    printf("%d %d\n", destroyed, handle != NULL);
}

static void same_options(void) {
    static const char *const words[] = {"-bogus", "-O9", "-O3", "-ftz=true", "-ftz=1", "-ftz",
                                        "-prec-div=0", "-fma=false", "-lineinfo", "-g",
                                        "-maxrregcount=32", "-kernels-used=k", "-Xptxas=-v",
                                        "-split-compile=4", "-no-cache", "--lto", "-dlto", "-time",
                                        "-optimize-unused-variables", "-jump-table-density=10"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        printf("%s %d\n", words[i], create("-arch=sm_90", words[i], NULL));
        print_log();
    }
    printf("no arch %d\n", create("-lto", NULL, NULL));
    printf("-arch=foo %d\n", create("-arch=foo", NULL, NULL));
    print_log();
    printf("-arch=sm_10 %d\n", create("-arch=sm_10", NULL, NULL));
    print_log();
    printf("-ptx %d\n", create("-arch=sm_90", "-ptx", NULL));
    print_log();
    printf("compute_90 %d\n", create("-arch=compute_90", NULL, NULL));
    print_log();
    printf("compute_90 -lto -ptx %d\n", create("-arch=compute_90", "-lto", "-ptx"));
}

static void same_link(void) {
    create("-arch=sm_90", NULL, NULL);
    int one = add(PTX, kernel, "kernel"), two = add(ANY, function_g, "g");
    printf("add %d %d\n", one, two);
    printf("add %d\n", add(PTX, weak, "weak"));
    printf("complete %d\n", function("Complete")(handle));
    print_log();
    print_result("Cubin");
    printf("destroy %d\n", function("Destroy")(&handle));
}

static void same_undefined(void) {
    create("-arch=sm_90", NULL, NULL);
    printf("add %d\n", add(PTX, kernel, "kernel"));
    printf("complete %d\n", function("Complete")(handle));
    print_log();
}

static void same_wrong_input(void) {
    create("-arch=sm_90", "-lto", NULL);
    int one = add(ANY, "garbage garbage", "g"), two = add(8, "x", "n");
    printf("%d %d\n", one, two);
    for (int kind = CUBIN; kind <= INDEX; kind++) printf("%d\n", add(kind, "garbage garbage", "g"));
    printf("%d\n", function("AddFile")(handle, OBJECT, "no/such/file"));
    printf("%d\n", function("Complete")(handle));
    create("-arch=sm_90", NULL, NULL);
    printf("%d\n", add(PTX, bad, "bad.ptx"));
}

static void link_twice(void) {
    create("-arch=sm_90", NULL, NULL);
    add(PTX, kernel, "kernel");
    add(PTX, function_g, "one");
    add(PTX, function_g, "two");
    printf("complete %d\n", function("Complete")(handle));
    print_log();
    print_result("Cubin");
}

// A weak function goes where another part has a visible one; who declares it as another's gets its prototype.
static void same_strong(void) {
    create("-arch=sm_90", NULL, NULL);
    int results[] = {add(PTX, caller, "caller"), add(PTX, weak, "weak"), add(PTX, strong, "strong")};
    printf("add %d %d %d\n", results[0], results[1], results[2]);
    printf("complete %d\n", function("Complete")(handle));
    print_log();
    print_result("Cubin");
}

static void say(void) {
    create("-arch=sm_90", "-verbose", "-Xptxas=-v");
    add(CUBIN, weak, "weak"); // our cubins are PTX
    printf("complete %d\n", function("Complete")(handle));
    size_t size = 0;
    function("GetInfoLogSize")(handle, &size);
    char *log = calloc(1, size + 1);
    function("GetInfoLog")(handle, log);
    puts(log);
    create("-arch=sm_90", NULL, NULL);
    add(PTX, bad, "bad.ptx");
    add(FATBIN, "garbage", "g");
    print_log();
}

// Links the files that it is given.
static void files(int n, char **path) {
    printf("create %d\n", create("-arch=sm_90", "-lto", getenv("PTX_RESULT") ? "-ptx" : NULL));
    for (int i = 0; i < n; i++)
        printf("%d\n", function("AddFile")(handle, ANY, path[i]));
    printf("complete %d\n", function("Complete")(handle));
    print_log();
    print_result(getenv("PTX_RESULT") ? "Ptx" : "Cubin");
}

int main(int argc, char **argv) {
    static const struct {
        const char *name;
        void (*run)(void);
    } cases[] = {{"same_arguments", same_arguments}, {"same_options", same_options},
                 {"same_link", same_link},           {"same_undefined", same_undefined},
                 {"same_wrong_input", same_wrong_input}, {"twice", link_twice},
                 {"same_strong", same_strong},       {"say", say}};
    library = argc > 2 ? dlopen(argv[1], RTLD_NOW) : NULL;
    if (!library) return 2;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        if (strcmp(cases[i].name, argv[2]) == 0) cases[i].run();
    }
    if (strcmp(argv[2], "files") == 0) files(argc - 3, argv + 3);
    return 0;
}
