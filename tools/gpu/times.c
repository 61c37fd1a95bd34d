// SPDX-License-Identifier: Apache-2.0
// Times kernels on a GPU, two PTX files of each in turns:
//   gpu-times LIST [REPETITIONS]
// A line of LIST is NAME OURS.ptx THEIRS.ptx and the launch as `cuprum run` takes it (--kernel,
// --grid,
// --block, --shared and arguments). A line of output is NAME, the shortest time of either in
// microseconds, `same` or `different` for the bytes left in the buffers, and those that differ.
// The first line, `empty`, is a kernel that does nothing: what the measurement itself takes.
#include "driver/driver.h"
#include "driver/gpu.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { SIDES = 2, DEFAULT_REPETITIONS = 15, MAX_WORDS = 300 };

typedef struct {
    Ctx *ctx;
    Gpu *gpu;
    int repetitions;
    const char *side; // that is at work, for messages
} Timer;

// One of the two: its machine (which knows the parameters), kernel, launch and shortest time.
typedef struct {
    Vm *vm;
    GpuKernel *kernel;
    Launch launch;
    double best;
} Side;

static const char empty_ptx[] = ".version 7.8\n.target sm_75\n.address_size 64\n"
                                ".visible .entry empty()\n{\nret;\n}\n";

static bool read_option(Launch *l, const char *word) {
    const char *value = strchr(word, '=');
    if (!value++) return false;
    if (strncmp(word, "--grid=", 7) == 0) return driver_launch_parse_dims(value, l->grid);
    if (strncmp(word, "--block=", 8) == 0) return driver_launch_parse_dims(value, l->block);
    if (strncmp(word, "--kernel=", 9) == 0) return (l->kernel = value) != NULL;
    if (strncmp(word, "--shared=", 9) != 0) return false;
    l->shared = (uint32_t)strtoul(value, NULL, 0);
    return true;
}

static bool read_launch(Timer *t, Launch *l, char **words, int n) {
    *l = (Launch){.ctx = t->ctx, .grid = {1, 1, 1}, .block = {1, 1, 1}};
    uint32_t before = diag_error_count(t->ctx);
    for (int i = 0; i < n; i++) {
        if (words[i][0] != '-')
            driver_launch_parse_arg(l, words[i]);
        else if (!read_option(l, words[i]))
            return false;
    }
    return diag_error_count(t->ctx) == before;
}

static const char *load_side(Timer *t, Side *s, const char *name, const char *text, size_t size) {
    s->vm = vm_new(t->ctx, &(VmOptions){.jobs = 1});
    VmModule *module = vm_load_text(s->vm, name, text, size);
    VmFunc *kernel = module ? driver_launch_kernel(&s->launch, module) : NULL;
    if (!kernel) return "the kernel was not found";
    s->kernel = driver_gpu_load(t->gpu, text, kernel);
    return s->kernel && driver_gpu_alloc_buffers(t->gpu, &s->launch) ? NULL
                                                                     : driver_gpu_error(t->gpu);
}

static void drop_side(Timer *t, Side *s) {
    driver_gpu_free_buffers(t->gpu, &s->launch);
    if (s->kernel) driver_gpu_unload(s->kernel);
    if (s->vm) vm_free(s->vm);
}

static const char *const side_names[SIDES] = {"ours", "theirs"};

// The launches, in turns; the first ones warm up.
static bool measure(Timer *t, Side *side, uint32_t sides) {
    for (int round = 0; round <= t->repetitions; round++) {
        for (uint32_t i = 0; i < sides; i++) {
            Side *s = &side[i];
            double time;
            t->side = side_names[i];
            if (!driver_gpu_write_buffers(t->gpu, &s->launch) ||
                !driver_gpu_time(s->kernel, &s->launch, &time))
                return false;
            if (round && (round == 1 || time < s->best)) s->best = time;
        }
    }
    return true;
}

// After a fault a context is of no use any more.
static bool renew_gpu(Timer *t) {
    const char *error = NULL;
    if (t->gpu) driver_gpu_close(t->gpu);
    t->gpu = driver_gpu_open(t->ctx, driver_gpu_find, &error);
    if (!t->gpu) printf("no GPU: %s\n", error);
    return t->gpu != NULL;
}

enum { WARM_UP_MILLISECONDS = 300 };

static double milliseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec * 1e-6;
}

// An idle GPU has a slow clock: it gets work until it has reached its speed.
static bool warm_up(Timer *t, Side *side) {
    for (double begin = milliseconds(); milliseconds() - begin < WARM_UP_MILLISECONDS;) {
        double time;
        if (!driver_gpu_time(side->kernel, &side->launch, &time)) return false;
    }
    return true;
}

static bool time_empty(Timer *t) {
    Side side = {.launch = {.ctx = t->ctx, .grid = {1, 1, 1}, .block = {1, 1, 1}}};
    const char *error = load_side(t, &side, "empty", empty_ptx, sizeof empty_ptx - 1);
    if (!error && !(warm_up(t, &side) && measure(t, &side, 1))) error = driver_gpu_error(t->gpu);
    if (error) return printf("empty failed: %s\n", error), false;
    printf("empty %.2f %.2f same\n", side.best, side.best);
    drop_side(t, &side);
    return true;
}

static const char *time_pair(Timer *t, char **words, int n, Side *side) {
    for (int i = 0; i < SIDES; i++) {
        size_t size;
        t->side = side_names[i];
        const char *text = driver_read_file(t->ctx, words[1 + i], &size);
        if (!text) return "no such file";
        if (!read_launch(t, &side[i].launch, words + 3, n - 3)) return "bad launch";
        const char *error = load_side(t, &side[i], words[1 + i], text, size);
        if (error) return error;
    }
    if (!measure(t, side, SIDES)) return driver_gpu_error(t->gpu);
    for (int i = 0; i < SIDES; i++) {
        if (!driver_gpu_read_buffers(t->gpu, &side[i].launch)) return driver_gpu_error(t->gpu);
    }
    return NULL;
}

// False: there is no GPU any more.
static bool time_line(Timer *t, char *line) {
    char *words[MAX_WORDS], *rest = NULL;
    int n = 0;
    for (char *w = strtok_r(line, " ", &rest); w && n < MAX_WORDS; w = strtok_r(NULL, " ", &rest))
        words[n++] = w;
    if (n < 3) return true;
    Side side[SIDES] = {0};
    const char *error = time_pair(t, words, n, side);
    if (error) {
        printf("%s failed (%s): %s\n", words[0], t->side, error);
    } else {
        printf("%s %.2f %.2f ", words[0], side[0].best, side[1].best);
        uint32_t count = driver_launch_print_differences(&side[0].launch, &side[1].launch);
        if (!count) printf("same\n");
    }
    fflush(stdout);
    if (error) return renew_gpu(t);
    for (int i = 0; i < SIDES; i++) drop_side(t, &side[i]);
    return true;
}

static int run(Ctx *ctx, const char *path, int repetitions) {
    Timer t = {.ctx = ctx, .repetitions = repetitions};
    size_t size;
    char *list = driver_read_file(ctx, path, &size), *rest = NULL;
    if (!list || !renew_gpu(&t)) return 1;
    printf("# %s\n", driver_gpu_name(t.gpu));
    bool ok = time_empty(&t);
    for (char *l = strtok_r(list, "\n", &rest); l && ok; l = strtok_r(NULL, "\n", &rest))
        ok = time_line(&t, l);
    if (t.gpu) driver_gpu_close(t.gpu);
    return !ok;
}

int main(int argc, char **argv) {
    if (argc < 2) {
        fprintf(stderr, "usage: gpu-times LIST [REPETITIONS]\n");
        return 2;
    }
    Ctx ctx;
    ctx_init(&ctx);
    jmp_buf unwind;
    volatile int code = 3;
    ctx.unwind = &unwind;
    if (setjmp(unwind) == 0)
        code = run(&ctx, argv[1], argc > 2 ? atoi(argv[2]) : DEFAULT_REPETITIONS);
    driver_finish(&ctx);
    ctx_free(&ctx);
    return code;
}
