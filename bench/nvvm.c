// SPDX-License-Identifier: Apache-2.0
// IR to PTX in one process: our libnvvm.so.4 beside NVIDIA's and LLVM 19's C API, all warm, in
// turns; medians of the process's own processor time. Each library is opened by name; one that is
// not there is skipped.
//   nvvm compile LABEL RUNS OURS NVIDIA'S LLVM'S FILE     FILE is bitcode or text that all can read
//   nvvm load RUNS OURS NVIDIA'S LLVM'S                   first use in a new process, wall time
//   nvvm memory OURS NVIDIA'S LLVM'S FILE                 peak of a process that compiles once
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { MAX_RUNS = 500, WARM = 3, N = 3 };

typedef struct {
    int (*create)(void **), (*destroy)(void **);
    int (*add)(void *, const char *, size_t, const char *);
    int (*compile)(void *, int, const char **);
    int (*size)(void *, size_t *), (*get)(void *, char *), (*logsize)(void *, size_t *),
        (*log)(void *, char *);
} Nvvm;

// LLVM-C (llvm-c/Core.h, IRReader.h, Target.h, TargetMachine.h, Transforms/PassBuilder.h): the
// functions used, with pointers for its opaque types.
typedef struct {
    void *(*context_new)(void);
    void (*context_free)(void *);
    void *(*buffer_copy)(const char *, size_t, const char *);
    int (*parse)(void *, void *, void **, char **);
    int (*target)(const char *, void **, char **);
    void *(*machine)(void *, const char *, const char *, const char *, int, int, int);
    void (*machine_free)(void *);
    void *(*pass_options)(void);
    void (*pass_options_free)(void *);
    void *(*run_passes)(void *, const char *, void *, void *);
    int (*emit)(void *, void *, int, char **, void **);
    size_t (*buffer_size)(void *);
    void (*buffer_free)(void *);
    void (*module_free)(void *);
} Llvm;

typedef struct {
    const char *path;
    int kind; // 0 and 1: libNVVM, 2: LLVM
    void *lib;
    Nvvm nvvm;
    Llvm llvm;
} Compiler;

static int symbol(void *lib, const char *name, void *at) {
    *(void **)at = dlsym(lib, name);
    if (!*(void **)at) fprintf(stderr, "no %s\n", name);
    return *(void **)at != NULL;
}

static int open_nvvm(Compiler *c) {
    Nvvm *v = &c->nvvm;
    void *l = c->lib;
    return symbol(l, "nvvmCreateProgram", &v->create) &&
           symbol(l, "nvvmDestroyProgram", &v->destroy) &&
           symbol(l, "nvvmAddModuleToProgram", &v->add) &&
           symbol(l, "nvvmCompileProgram", &v->compile) &&
           symbol(l, "nvvmGetCompiledResultSize", &v->size) &&
           symbol(l, "nvvmGetCompiledResult", &v->get) &&
           symbol(l, "nvvmGetProgramLogSize", &v->logsize) &&
           symbol(l, "nvvmGetProgramLog", &v->log);
}

static int open_llvm(Compiler *c) {
    Llvm *v = &c->llvm;
    void *l = c->lib;
    static const char *const init[] = {"LLVMInitializeNVPTXTargetInfo", "LLVMInitializeNVPTXTarget",
                                       "LLVMInitializeNVPTXTargetMC",
                                       "LLVMInitializeNVPTXAsmPrinter"};
    for (size_t i = 0; i < sizeof init / sizeof *init; i++) {
        void (*f)(void);
        if (!symbol(l, init[i], &f)) return 0;
        f();
    }
    return symbol(l, "LLVMContextCreate", &v->context_new) &&
           symbol(l, "LLVMContextDispose", &v->context_free) &&
           symbol(l, "LLVMCreateMemoryBufferWithMemoryRangeCopy", &v->buffer_copy) &&
           symbol(l, "LLVMParseIRInContext", &v->parse) &&
           symbol(l, "LLVMGetTargetFromTriple", &v->target) &&
           symbol(l, "LLVMCreateTargetMachine", &v->machine) &&
           symbol(l, "LLVMDisposeTargetMachine", &v->machine_free) &&
           symbol(l, "LLVMCreatePassBuilderOptions", &v->pass_options) &&
           symbol(l, "LLVMDisposePassBuilderOptions", &v->pass_options_free) &&
           symbol(l, "LLVMRunPasses", &v->run_passes) &&
           symbol(l, "LLVMTargetMachineEmitToMemoryBuffer", &v->emit) &&
           symbol(l, "LLVMGetBufferSize", &v->buffer_size) &&
           symbol(l, "LLVMDisposeMemoryBuffer", &v->buffer_free) &&
           symbol(l, "LLVMDisposeModule", &v->module_free);
}

static int open_compiler(Compiler *c) {
    c->lib = access(c->path, R_OK) == 0 ? dlopen(c->path, RTLD_NOW | RTLD_LOCAL) : NULL;
    return c->lib && (c->kind == 2 ? open_llvm(c) : open_nvvm(c));
}

// ---- one compilation ---------------------------------------------------------------------------

static size_t compile_nvvm(const Nvvm *v, const char *ir, size_t n) {
    const char *options[] = {"-arch=compute_90"};
    void *p = NULL;
    size_t size = 0;
    if (v->create(&p) || v->add(p, ir, n, "bench")) return 0;
    int r = v->compile(p, 1, options);
    (r ? v->logsize : v->size)(p, &size);
    char *s = malloc(size + 1);
    (r ? v->log : v->get)(p, s);
    if (r) fprintf(stderr, "error %d: %s\n", r, s);
    free(s);
    v->destroy(&p);
    return r ? 0 : size;
}

static size_t compile_llvm(const Llvm *v, const char *ir, size_t n) {
    void *context = v->context_new(), *module = NULL, *target = NULL, *out = NULL;
    char *error = NULL;
    size_t size = 0;
    if (v->parse(context, v->buffer_copy(ir, n, "bench"), &module, &error)) goto bad;
    if (v->target("nvptx64-nvidia-cuda", &target, &error)) goto bad;
    void *m = v->machine(target, "nvptx64-nvidia-cuda", "sm_90", "+ptx80", 3, 0, 0);
    void *o = v->pass_options();
    v->run_passes(module, "default<O3>", m, o);
    v->pass_options_free(o);
    if (v->emit(m, module, 0, &error, &out)) goto bad;
    size = v->buffer_size(out);
    v->buffer_free(out);
    v->machine_free(m);
    v->module_free(module);
    v->context_free(context);
    return size;
bad:
    fprintf(stderr, "LLVM: %s\n", error ? error : "?");
    return 0;
}

static size_t compile(const Compiler *c, const char *ir, size_t n) {
    return c->kind == 2 ? compile_llvm(&c->llvm, ir, n) : compile_nvvm(&c->nvvm, ir, n);
}

// ---- measuring ---------------------------------------------------------------------------------

static char *read_all(const char *path, size_t *n) {
    FILE *f = fopen(path, "rb");
    if (!f) return NULL;
    char *s = malloc(1 << 22);
    *n = fread(s, 1, (1 << 22) - 1, f);
    s[*n] = 0;
    fclose(f);
    return s;
}

static double cpu_ms(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static double wall_ms(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static int by_value(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *t, int n) {
    qsort(t, (size_t)n, sizeof *t, by_value);
    return t[n / 2];
}

static void print_row(const char *label, const double *v, const char *format) {
    printf("%-34s", label);
    for (int k = 0; k < N; k++) {
        if (v[k] >= 0)
            printf(format, v[k]);
        else
            printf("%10s", "-");
    }
    for (int k = 1; k < N; k++) {
        if (v[k] >= 0 && v[0] > 0) printf("%9.1fx", v[k] / v[0]);
    }
    printf("\n");
}

static int run_compile(Compiler *c, const char *label, int runs, const char *ir, size_t n) {
    static double t[N][MAX_RUNS];
    double v[N];
    int have[N];
    for (int k = 0; k < N; k++) have[k] = open_compiler(&c[k]);
    for (int i = -WARM; i < runs; i++) {
        for (int k = 0; k < N; k++) {
            if (!have[k]) continue;
            double t0 = cpu_ms();
            if (!compile(&c[k], ir, n)) return 1;
            if (i >= 0) t[k][i] = cpu_ms() - t0;
        }
    }
    for (int k = 0; k < N; k++) v[k] = have[k] ? median(t[k], runs) : -1;
    print_row(label, v, "%10.3f");
    return 0;
}

// In a child: what it writes is the wall time of opening, and of the first call.
static double child_load(Compiler *c) {
    int fd[2];
    double ms = -1;
    if (pipe(fd)) return -1;
    pid_t child = fork();
    if (child == 0) {
        double t0 = wall_ms();
        int ok = open_compiler(c);
        void *p = NULL;
        if (ok && c->kind != 2) ok = !c->nvvm.create(&p) && !c->nvvm.destroy(&p);
        if (ok && c->kind == 2) c->llvm.context_free(c->llvm.context_new());
        ms = ok ? wall_ms() - t0 : -1;
        if (write(fd[1], &ms, sizeof ms) != sizeof ms) _exit(1);
        _exit(0);
    }
    close(fd[1]);
    if (read(fd[0], &ms, sizeof ms) != sizeof ms) ms = -1;
    close(fd[0]);
    waitpid(child, NULL, 0);
    return ms;
}

static void run_load(Compiler *c, int runs) {
    static double t[N][MAX_RUNS];
    double v[N];
    for (int i = 0; i < runs; i++) {
        for (int k = 0; k < N; k++) t[k][i] = child_load(&c[k]);
    }
    for (int k = 0; k < N; k++) v[k] = median(t[k], runs);
    print_row("load and first call, wall", v, "%10.3f");
}

static void run_memory(Compiler *c, const char *ir, size_t n) {
    double v[N];
    for (int k = 0; k < N; k++) {
        pid_t child = fork();
        if (child == 0) _exit(open_compiler(&c[k]) && compile(&c[k], ir, n) ? 0 : 1);
        int status;
        struct rusage r;
        wait4(child, &status, 0, &r);
        v[k] = status == 0 ? (double)r.ru_maxrss / 1024 : -1;
    }
    print_row("peak memory of a process, MiB", v, "%10.1f");
}

int main(int argc, char **argv) {
    int compiling = argc > 7 && strcmp(argv[1], "compile") == 0;
    int loading = argc > 5 && strcmp(argv[1], "load") == 0;
    int memory = argc > 5 && strcmp(argv[1], "memory") == 0;
    if (!compiling && !loading && !memory) {
        fprintf(stderr, "usage: see the file\n");
        return 2;
    }
    char **lib = argv + (compiling ? 4 : loading ? 3 : 2);
    Compiler c[N] = {{lib[0], 0}, {lib[1], 1}, {lib[2], 2}};
    int runs = loading ? atoi(argv[2]) : compiling ? atoi(argv[3]) : 1;
    if (runs < 1 || runs > MAX_RUNS) runs = 20;
    size_t n = 0;
    char *ir = loading ? NULL : read_all(lib[3], &n);
    if (!loading && !ir) return 2;
    int bad = 0;
    if (compiling) bad = run_compile(c, argv[2], runs, ir, n);
    if (loading) run_load(c, runs);
    if (memory) run_memory(c, ir, n);
    free(ir);
    return bad;
}
