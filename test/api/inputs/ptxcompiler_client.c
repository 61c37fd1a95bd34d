// SPDX-License-Identifier: Apache-2.0
// A client of the PTX compiler's library, linked with NVIDIA's or ours: prints what the functions
// return. Of messages about the PTX only kind and line are printed, since their words are not the
// same; of those about options everything.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef void *Handle;
int nvPTXCompilerGetVersion(unsigned *, unsigned *);
int nvPTXCompilerGetNumSupportedVersions(int *);
int nvPTXCompilerGetSupportedVersions(int (*)[2]);
int nvPTXCompilerCreate(Handle *, size_t, const char *);
int nvPTXCompilerDestroy(Handle *);
int nvPTXCompilerCompile(Handle, int, const char *const *);
int nvPTXCompilerGetCompiledProgramSize(Handle, size_t *);
int nvPTXCompilerGetCompiledProgram(Handle, void *);
int nvPTXCompilerGetErrorLogSize(Handle, size_t *);
int nvPTXCompilerGetErrorLog(Handle, char *);
int nvPTXCompilerGetInfoLogSize(Handle, size_t *);
int nvPTXCompilerGetInfoLog(Handle, char *);
int nvPTXCompilerSetFlowCallback(Handle, int (*)(void *, void *), void *);

static int calls;
static int said(const char *what, int result) {
    calls++;
    printf("%s: %d\n", what, result);
    return result;
}

// Up to the words of a message with a place.
static void show_log(const char *what, char *text) {
    char last[200] = "";
    for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n")) {
        char *place = strstr(line, ", line ");
        char *end = place ? strstr(place, " : ") : NULL;
        int shown = place && end ? (int)(end - line) : (int)strlen(line);
        int info = strncmp(line, "ptxas info", 10) == 0 || strncmp(line, "ptxas    ", 9) == 0 || *line == ' ';
        int again = strlen(last) == shown && strncmp(line, last, shown) == 0;
        if (!info && !again) printf("  %s| %.*s\n", what, shown, line);
        snprintf(last, sizeof last, "%.*s", shown, line);
    }
}

static void logs(Handle h) {
    size_t n = 99;
    if (!said("error log size", nvPTXCompilerGetErrorLogSize(h, &n)) && n) {
        char *text = calloc(n + 1, 1);
        said("error log", nvPTXCompilerGetErrorLog(h, text));
        show_log("error", text);
        free(text);
    } else {
        printf("  no errors %zu\n", n);
    }
    n = 99;
    if (!said("info log size", nvPTXCompilerGetInfoLogSize(h, &n)) && n) {
        char *text = calloc(n + 1, 1);
        said("info log", nvPTXCompilerGetInfoLog(h, text));
        show_log("info", text);
        free(text);
    } else {
        printf("  no info %zu\n", n);
    }
}

static void program(Handle h) {
    size_t n = 12345;
    int result = said("size", nvPTXCompilerGetCompiledProgramSize(h, &n));
    printf("  %s\n", n == 12345 ? "as it was" : n ? "some" : "none");
    if (result || !n) return;
    char *bytes = calloc(n, 1);
    said("program", nvPTXCompilerGetCompiledProgram(h, bytes));
    free(bytes);
}

static void compile(const char *text, int n, const char *const *options) {
    Handle h = NULL;
    for (int i = 0; i < n; i++) printf("%s ", options[i]);
    putchar('\n');
    said("create", nvPTXCompilerCreate(&h, strlen(text), text));
    said("compile", nvPTXCompilerCompile(h, n, options));
    program(h);
    logs(h);
    said("destroy", nvPTXCompilerDestroy(&h));
}
#define COMPILE(text, ...)                                                                         \
    compile(text, sizeof((const char *[]){__VA_ARGS__}) / sizeof(char *), (const char *[]){__VA_ARGS__})

static int cancel(void *payload, void *unused) {
    ++*(int *)payload;
    return 1;
}
static int go_on(void *payload, void *unused) {
    *(int *)payload = 1;
    return 0;
}

static void callbacks(const char *text) {
    int asked = 0;
    Handle h = NULL;
    static const char *const options[] = {"--gpu-name=sm_90"};
    said("create", nvPTXCompilerCreate(&h, strlen(text), text));
    said("callback null", nvPTXCompilerSetFlowCallback(h, NULL, NULL));
    said("callback", nvPTXCompilerSetFlowCallback(h, go_on, &asked));
    said("compile", nvPTXCompilerCompile(h, 1, options));
    printf("asked %d\n", asked);
    said("callback", nvPTXCompilerSetFlowCallback(h, cancel, &asked));
    said("destroy", nvPTXCompilerDestroy(&h));
    said("create", nvPTXCompilerCreate(&h, strlen(text), text));
    said("callback", nvPTXCompilerSetFlowCallback(h, cancel, &asked));
    said("compile", nvPTXCompilerCompile(h, 1, options));
    program(h);
    logs(h);
    said("destroy", nvPTXCompilerDestroy(&h));
    said("callback of none", nvPTXCompilerSetFlowCallback(NULL, go_on, &asked));
}

static void arguments(const char *text) {
    Handle h = NULL;
    size_t n;
    char byte[64];
    unsigned major = 0, minor = 0;
    int count = 0, versions[200][2];
    said("version", nvPTXCompilerGetVersion(&major, &minor));
    printf("%u.%u\n", major, minor);
    said("versions null", nvPTXCompilerGetNumSupportedVersions(NULL));
    said("versions", nvPTXCompilerGetNumSupportedVersions(&count));
    said("versions null", nvPTXCompilerGetSupportedVersions(NULL));
    said("versions", nvPTXCompilerGetSupportedVersions(versions));
    for (int i = 0; i < count; i++) printf("%d.%d ", versions[i][0], versions[i][1]);
    putchar('\n');
    said("create", nvPTXCompilerCreate(&h, 0, ""));
    said("destroy", nvPTXCompilerDestroy(&h));
    printf("handle %d\n", h == NULL);
    said("destroy", nvPTXCompilerDestroy(&h));
    said("compile none", nvPTXCompilerCompile(NULL, 0, NULL));
    said("size of none", nvPTXCompilerGetCompiledProgramSize(NULL, &n));
    said("program of none", nvPTXCompilerGetCompiledProgram(NULL, byte));
    said("log of none", nvPTXCompilerGetErrorLogSize(NULL, &n));
    said("log of none", nvPTXCompilerGetErrorLog(NULL, byte));
    said("log of none", nvPTXCompilerGetInfoLogSize(NULL, &n));
    said("log of none", nvPTXCompilerGetInfoLog(NULL, byte));
    said("create", nvPTXCompilerCreate(&h, strlen(text), text));
    program(h);
    logs(h);
    said("compile", nvPTXCompilerCompile(h, 0, NULL));
    logs(h);
    said("destroy", nvPTXCompilerDestroy(&h));
}

int main(int argc, char **argv) {
#define HEAD ".version 8.0\n.target sm_90\n.address_size 64\n"
    static const char good[] = HEAD ".visible .entry k(.param .u64 p)\n{\n.reg .b64 a;\nld.param.u64 a, "
                                    "[p];\nst.global.u32 [a], 42;\nret;\n}\n";
    static const char local[] = HEAD ".visible .entry k()\n{\n.reg .f64 a;\nadd.f64 a, a, a;\nret;\n}\n";
    arguments(good);
    COMPILE(good, "--gpu-name=sm_90");
    COMPILE(good, "-arch=sm_90", "-O3");
    COMPILE(good, "-arch", "sm_90");
    COMPILE(good, "--gpu-name=sm_90", "--verbose");
    COMPILE(good, "--gpu-name=sm_100");
    COMPILE(good, "--gpu-name=sm_80");
    COMPILE(good, "--gpu-name=compute_90");
    COMPILE(good, "--gpu-name=sm_91");
    COMPILE(good, "--gpu-name=sm_90", "--nothing");
    COMPILE(good, "--gpu-name=sm_90", "--opt-level=x");
    COMPILE(good, "--gpu-name=sm_90", "--fmad=perhaps");
    COMPILE(good, "--gpu-name=sm_90", "--entry=k");
    COMPILE(good, "--gpu-name=sm_90", "--entry=none");
    COMPILE(good, "--gpu-name=sm_90", "--compile-only");
    COMPILE(good, "--gpu-name=sm_90", "--maxrregcount=32");
    COMPILE(good, "--gpu-name=sm_90", "--maxrregcount=999");
    COMPILE(good, "--gpu-name=sm_90", "--def-load-cache=zz");
    COMPILE(good, "--gpu-name=sm_90", "--device-debug", "--generate-line-info");
    COMPILE(local, "--gpu-name=sm_90", "--warn-on-double-precision-use");
    COMPILE(local, "--gpu-name=sm_90", "--warn-on-double-precision-use", "--warning-as-error");
    COMPILE(local, "--gpu-name=sm_90", "--warn-on-double-precision-use", "--disable-warnings");
    COMPILE("", "--gpu-name=sm_90");
    COMPILE("hello", "--gpu-name=sm_90");
    COMPILE(".version 99.0\n.target sm_90\n", "--gpu-name=sm_90");
    COMPILE(".version 9.9\n.target sm_90\n", "--gpu-name=sm_90");
    COMPILE(HEAD ".entry k() { add.u32 a, b; }\n", "--gpu-name=sm_90");
    COMPILE(HEAD ".entry k() {\n foo;\n bar;\n}\n", "--gpu-name=sm_90");
    COMPILE(HEAD ".entry k()\n{\n ret\n}\n", "--gpu-name=sm_90");
    COMPILE(HEAD ".extern .func f();\n.entry k() { call f, (); ret; }\n", "--gpu-name=sm_90");
    callbacks(good);
    printf("%d calls\n", calls);
    return 0;
}
