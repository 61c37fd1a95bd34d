// SPDX-License-Identifier: Apache-2.0
// Runs the steps of a plan, or prints them (-dryrun), or both (-v). Programs that may run beside
// others do, as many at a time as there are processors; the first failure ends it all with its
// status.
#include "driver/nvcc/nvcc.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

// ---- printing -----------------------------------------------------------------------------------

void nvcc_print_variables(Nvcc *nvcc) {
    for (uint32_t i = 0; i < nvcc->variables.n; i++)
        fprintf(stderr, "#$ %s=%s\n", nvcc->variables.at[i].name, nvcc->variables.at[i].value);
}

// Words that a shell would take apart are quoted.
static void print_word(const char *s) {
    bool plain = *s && !s[strcspn(s, " \t\n\"'\\$`*?[](){}<>|&;#~!")];
    bool folder = strncmp(s, "-L", 2) == 0 || strncmp(s, "-I", 2) == 0; // as the profile has them
    if (plain && !folder) {
        fputs(s, stderr);
        return;
    }
    fputc('"', stderr);
    for (; *s; s++) {
        if (strchr("\"\\$`", *s)) fputc('\\', stderr);
        fputc(*s, stderr);
    }
    fputc('"', stderr);
}

static void print_rest(const NvccWords *words) {
    for (uint32_t i = 0; i < words->n; i++) {
        print_word(words->at[i]);
        fputc(' ', stderr);
    }
    fputc('\n', stderr);
}

// "#$ " begins each line, which build systems look for.
static void print_words(const NvccWords *w) {
    fputs("#$ ", stderr);
    print_rest(w);
}

// The device's compiler as a program of its own, once for each architecture.
static void print_cicc(Nvcc *nvcc, const NvccStep *shown) {
    for (uint32_t i = 0; i < nvcc->archs.n; i++) {
        NvccWords words = nvcc_cicc_words(nvcc, shown->unit, i);
        fprintf(stderr, "#$ %s ", nvcc->cicc);
        print_rest(&words);
    }
}

// The words for the device's compiler, for who reads the line: CMake looks for -arch compute_NN.
static const char *cicc_note(Nvcc *nvcc, const NvccStep *s, uint32_t arch) {
    NvccWords cicc = nvcc_cicc_words(nvcc, s->unit, arch);
    Buf b;
    buf_init(&b, &nvcc->ctx->perm);
    buf_puts(&b, "--own-cicc=cicc");
    for (uint32_t i = 0; i < cicc.n; i++) buf_printf(&b, " %s", cicc.at[i]);
    return buf_cstr(&b);
}

// A step of this process as a command: the whole command line, and which of its steps. The host's
// half is made with the device code, whose registration it needs.
static void print_own(Nvcc *nvcc, const NvccStep *shown) {
    Arena *arena = &nvcc->ctx->perm;
    NvccWords w = {0};
    if (shown->kind == STEP_HOST) return;
    for (uint32_t i = 0; i < nvcc->program.n; i++) vec_push(arena, &w, nvcc->program.at[i]);
    vec_push(arena, &w, arena_printf(arena, "--own-step=%u", (uint32_t)(shown - nvcc->steps.at)));
    if (nvcc->folder) vec_push(arena, &w, arena_printf(arena, "--own-folder=%s", nvcc->folder));
    for (uint32_t i = 0; i < nvcc->archs.n && shown->kind == STEP_DEVICE; i++)
        vec_push(arena, &w, cicc_note(nvcc, shown, i));
    for (uint32_t i = 0; i < nvcc->command.n; i++) vec_push(arena, &w, nvcc->command.at[i]);
    print_words(&w);
    if (shown->kind == STEP_FATBIN) nvcc_say(NM_ptx_only);
}

static void print_step(Nvcc *nvcc, const NvccStep *s) {
    if (is_any_of(s->kind, STEP_PROGRAM, STEP_RUN))
        print_words(&s->words);
    else if (nvcc->cicc && s->kind == STEP_DEVICE)
        print_cicc(nvcc, s);
    else
        print_own(nvcc, s);
}

// ---- running ------------------------------------------------------------------------------------

typedef struct {
    pid_t pid;
    NvccStep *step;
    double began;
    uint32_t row; // of the trace
} Running;

typedef struct {
    Nvcc *n;
    Running *at;
    uint32_t count;
    uint32_t ended;
    int status; // of the first that failed
    double began;
    Buf times;
} Runner;

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

// For messages, tables of times and traces: a program's name without its folder.
static const char *step_name(const NvccStep *step) {
    static const char *const names[] = {[STEP_DEVICE] = "cuprum (device)",
                                        [STEP_HOST] = "cuprum (host)",
                                        [STEP_JOIN] = "cuprum (join)",
                                        [STEP_FATBIN] = "cuprum (fat binary)",
                                        [STEP_LTO] = "cuprum (link-time optimization)",
                                        [STEP_DEPEND] = "cuprum (dependencies)"};
    if (!is_any_of(step->kind, STEP_PROGRAM, STEP_RUN)) return names[step->kind];
    const char *slash = strrchr(step->words.at[0], '/');
    return slash ? slash + 1 : step->words.at[0];
}

// The first row of the trace in which nothing runs: intervals of one row must not overlap.
static uint32_t free_row(const Runner *runner) {
    for (uint32_t row = 0, i = 0;; row++, i = 0) {
        while (i < runner->count && runner->at[i].row != row) i++;
        if (i == runner->count) return row;
    }
}

// nvcc's columns: of a program's words those around -o are its input and output.
static void note_time(Runner *runner, const NvccStep *done, double began, uint32_t row) {
    const char *input = done->unit ? done->unit->input : done->input;
    double ended = now();
    nvcc_show_progress(runner->n, done, ++runner->ended, ended - began);
    nvcc_trace_step(runner->n, step_name(done), input, row, began - runner->began,
                    ended - runner->began);
    const char *from = done->input ? done->input : input, *to = done->output, *arch = "";
    for (uint32_t i = 0; i < done->words.n; i++) {
        const char *word = done->words.at[i],
                   *next = i + 1 < done->words.n ? done->words.at[i + 1] : "";
        if (strcmp(word, "-o") == 0) to = next;
        if (strcmp(next, "-o") == 0) from = word;
        if (strncmp(word, "-arch=", 6) == 0) arch = word + 6;
    }
    if (done->kind == STEP_DEVICE) to = done->unit->ptx[0];
    if (done->kind == STEP_HOST) to = done->unit->host;
    buf_printf(&runner->times, "%s , %s , %s , %s , %s , nvcc , %.4f , ms\n", input ? input : "",
               step_name(done), from ? from : "", to ? to : "", arch, (ended - began) * 1000);
}

// Waits for whichever ends first. Only the first failure's status counts.
static void finish_one(Runner *runner) {
    int status;
    pid_t pid;
    do pid = wait(&status);
    while (pid < 0 && errno == EINTR);
    if (pid < 0) { // nobody knows what became of them
        nvcc_say(NM_cannot_run, step_name(runner->at[0].step), strerror(errno));
        runner->status = 1;
        runner->count = 0;
        return;
    }
    uint32_t i = 0;
    while (i < runner->count && runner->at[i].pid != pid) i++;
    if (i == runner->count) return; // a stranger
    NvccStep *s = runner->at[i].step;
    note_time(runner, s, runner->at[i].began, runner->at[i].row);
    if (WIFSIGNALED(status)) nvcc_say(NM_died, step_name(s), WTERMSIG(status));
    int code = WIFEXITED(status) ? WEXITSTATUS(status) : 255;
    if (s->key) nvcc_cubin_made(runner->n, s, code);
    if (!code && s->kind == STEP_PROGRAM && s->output) code = !nvcc_made(runner->n, s->output);
    if (!runner->status) runner->status = code;
    runner->at[i] = runner->at[--runner->count];
}

static void finish_all(Runner *r) {
    while (r->count) finish_one(r);
}

// What the cache has is not started. A program that cannot be run ends with 127, as in a shell.
static void start(Runner *runner, NvccStep *next) {
    vec_push(&runner->n->ctx->perm, &next->words, NULL);
    next->words.n--;
    fflush(NULL);
    double began = now();
    if (next->target && nvcc_cubin_found(runner->n, next)) {
        note_time(runner, next, began, free_row(runner));
        return;
    }
    pid_t pid = fork();
    if (pid == 0) {
        driver_folder_in_child();
        if (next->key) nvcc_cubin_capture(next);
        execvp(next->words.at[0], (char **)(uintptr_t)next->words.at);
        nvcc_say(NM_cannot_run, next->words.at[0], strerror(errno));
        fflush(NULL);
        _exit(127);
    }
    if (pid > 0) {
        runner->at[runner->count] = (Running){pid, next, began, free_row(runner)};
        runner->count++;
    }
    if (pid < 0) {
        nvcc_say(NM_cannot_run, next->words.at[0], strerror(errno));
        runner->status = 1;
    }
}

// In this process: the status is what a program of that step would end with.
static int run_own(Nvcc *nvcc, const NvccStep *s) {
    switch (s->kind) {
    case STEP_DEVICE: return nvcc_device_step(nvcc, s->unit);
    case STEP_HOST: return nvcc_host_step(nvcc, s->unit);
    case STEP_JOIN: return nvcc_join_step(nvcc, s);
    case STEP_FATBIN: return nvcc_fatbin_step(nvcc, s->unit);
    case STEP_LTO: return nvcc_lto_step(nvcc, s);
    default: return nvcc_depend_step(nvcc, s);
    }
}

// 1 for a number that is no such step: the command was not one that -dryrun printed.
int nvcc_run_own(Nvcc *nvcc, uint32_t step) {
    const NvccStep *s = step < nvcc->steps.n ? &nvcc->steps.at[step] : NULL;
    bool own = s && !is_any_of(s->kind, STEP_PROGRAM, STEP_RUN);
    if (!own) return 1;
    int code = run_own(nvcc, s);
    bool host = s->kind == STEP_DEVICE && s->unit->want_host && !s->unit->cudafe;
    return !code && host ? nvcc_host_step(nvcc, s->unit) : code;
}

// Parts of the step's trace count from when it begins, which they are told before.
static void run_here(Runner *r, NvccStep *s) {
    Nvcc *n = r->n;
    double began = now();
    nvcc_trace_begin(n, began - r->began);
    int code = run_own(n, s);
    note_time(r, s, began, free_row(r));
    if (!r->status) r->status = code;
}

// nvcc's table: a line of headings where the file is new.
static void write_times(Runner *runner) {
    static const char heading[] = "source file name , phase name , phase input files , "
                                  "phase output file , arch , tool, metric , unit\n";
    const char *path = nvcc_value(runner->n, N_TIME, NULL);
    if (!path) return;
    bool out = strcmp(path, "-") == 0;
    FILE *f = out ? stdout : fopen(path, "a");
    if (!f) {
        nvcc_say(NM_cannot_write, path, strerror(errno));
        return;
    }
    if (out || (fseek(f, 0, SEEK_END) == 0 && ftell(f) == 0)) fputs(heading, f);
    fputs(buf_cstr(&runner->times), f);
    if (!out) fclose(f);
}

// -t sets how many programs run at a time. After a failure nothing more starts, but what runs ends.
int nvcc_run(Nvcc *nvcc) {
    uint32_t most = (uint32_t)CU_MAX(sysconf(_SC_NPROCESSORS_ONLN), 1L);
    const char *threads = nvcc_value(nvcc, N_THREADS, NULL);
    if (threads && atoi(threads) > 0) most = (uint32_t)atoi(threads);
    Runner runner = {.n = nvcc, .began = now()};
    runner.at = arena_array(&nvcc->ctx->perm, Running, nvcc->steps.n);
    buf_init(&runner.times, &nvcc->ctx->perm);
    for (uint32_t i = 0; i < nvcc->steps.n && !runner.status; i++) {
        NvccStep *step = &nvcc->steps.at[i];
        if (nvcc->verbose || nvcc->dryrun) print_step(nvcc, step);
        if (nvcc->dryrun) continue;
        if (!step->beside) finish_all(&runner);
        while (runner.count >= most) finish_one(&runner);
        if (runner.status) break;
        bool program = is_any_of(step->kind, STEP_PROGRAM, STEP_RUN);
        if (program)
            start(&runner, step);
        else
            run_here(&runner, step);
    }
    finish_all(&runner);
    write_times(&runner);
    if (!nvcc->dryrun) nvcc_write_trace(nvcc);
    return runner.status;
}
