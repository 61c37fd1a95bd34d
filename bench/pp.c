// SPDX-License-Identifier: Apache-2.0
// The preprocessor's time beside gcc's, which nvcc has write a file: same machine, same run, in
// turns, processor time of a new process each, the least of several. `build/bench/pp [RUNS]`.
#include "lex/lex.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#define INC "/usr/local/cuda/targets/x86_64-linux/include"

static void ours(const char *path) {
    LexOptions o;
    lex_options_init(&o);
    o.cuda_arch = 900;
    LexDir dirs[] = {{INC, LEX_DIR_NORMAL}, {INC "/cccl", LEX_DIR_SYSTEM}};
    LexCmd cmds[] = {{LEX_CMD_INCLUDE, "cuda_runtime.h"}};
    o.dirs = dirs;
    o.ndirs = CU_COUNT(dirs);
    o.cmds = cmds;
    o.ncmds = 1;
    Ctx ctx;
    jmp_buf out;
    ctx_init(&ctx);
    ctx.unwind = &out;
    if (setjmp(out)) _exit(1);
    TokenArray *t = lex_translation_unit(&ctx, &o, path, NULL, 0);
    _exit(t->n < 1000);
}

static void gcc(const char *path) {
    char output[64];
    snprintf(output, sizeof output, "%s.ii", path);
    execlp("gcc", "gcc", "-D__CUDA_ARCH__=900", "-D__CUDA_ARCH_LIST__=900", "-E", "-x", "c++",
           "-DCUDA_DOUBLE_MATH_FUNCTIONS", "-D__CUDACC__", "-D__NVCC__", "-I" INC, "-isystem",
           INC "/cccl", "-D__CUDACC_VER_MAJOR__=13", "-D__CUDACC_VER_MINOR__=0",
           "-D__CUDACC_VER_BUILD__=88", "-D__CUDA_API_VER_MAJOR__=13", "-D__CUDA_API_VER_MINOR__=0",
           "-D__NVCC_DIAG_PRAGMA_SUPPORT__=1", "-D__CUDACC_DEVICE_ATOMIC_BUILTINS__=1", "-include",
           "cuda_runtime.h", "-m64", path, "-o", output, (char *)NULL);
    _exit(127);
}

static double ms(struct timeval a, struct timeval b) {
    return (double)(b.tv_sec - a.tv_sec) * 1e3 + (double)(b.tv_usec - a.tv_usec) / 1e3;
}

// Lowers *best to the processor time of one run; false when it fails.
static bool run(void (*f)(const char *), const char *path, double *best) {
    struct rusage a, b;
    getrusage(RUSAGE_CHILDREN, &a);
    pid_t pid = fork();
    if (pid == 0) f(path);
    int status;
    if (pid < 0 || waitpid(pid, &status, 0) != pid || status != 0) return false;
    getrusage(RUSAGE_CHILDREN, &b);
    *best = CU_MIN(*best, ms(a.ru_utime, b.ru_utime) + ms(a.ru_stime, b.ru_stime));
    return true;
}

int main(int argc, char **argv) {
    static const char *const headers[] = {"cuda_runtime.h", "vector",
                                          "algorithm",      "cuda_fp16.h",
                                          "cub/cub.cuh",    "thrust/device_vector.h"};
    int runs = argc > 1 ? atoi(argv[1]) : 10;
    char path[64] = "/tmp/cuprum-pp-XXXXXX.cu";
    int fd = mkstemps(path, 3);
    if (fd < 0 || access(INC "/cuda_runtime.h", R_OK) != 0 ||
        system("gcc --version >/dev/null") != 0) {
        printf("skipped: preprocessor against gcc -E (needs gcc and the CUDA toolkit)\n");
        return 0;
    }
    printf("preprocessing, ms of processor time    ours      gcc    ratio\n");
    for (size_t i = 0; i < CU_COUNT(headers); i++) {
        FILE *f = fopen(path, "w");
        if (!f) return 1;
        fprintf(f, "#include <%s>\n", headers[i]);
        fclose(f);
        double a = 1e9, b = 1e9;
        bool ok = true;
        for (int k = 0; k < runs && ok; k++) ok = run(ours, path, &a) && run(gcc, path, &b);
        if (ok) {
            printf("%-32s %10.1f %8.1f %8.1f\n", headers[i], a, b, b / a);
        } else {
            printf("%-32s failed\n", headers[i]);
        }
    }
    close(fd);
    unlink(path);
    strcat(path, ".ii");
    unlink(path);
    return 0;
}
