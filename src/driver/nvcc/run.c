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

void nvcc_print_variables(Nvcc *n) {
    for (uint32_t i = 0; i < n->variables.n; i++)
        fprintf(stderr, "#$ %s=%s\n", n->variables.at[i].name, n->variables.at[i].value);
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

static void print_words(const NvccWords *w) {
    fputs("#$ ", stderr);
    for (uint32_t i = 0; i < w->n; i++) {
        print_word(w->at[i]);
        fputc(' ', stderr);
    }
    fputc('\n', stderr);
}

// The words for the device's compiler, for who reads the line: CMake looks for -arch compute_NN.
static const char *cicc_note(Nvcc *n, const NvccStep *s, uint32_t arch) {
    NvccWords cicc = nvcc_cicc_words(n, s->unit, arch);
    Buf b;
    buf_init(&b, &n->ctx->perm);
    buf_puts(&b, "--own-cicc=cicc");
    for (uint32_t i = 0; i < cicc.n; i++) buf_printf(&b, " %s", cicc.at[i]);
    return buf_cstr(&b);
}

// A step of this process as a command: the whole command line, and which of its steps. The host's
// half is made with the device code, whose registration it needs.
static void print_own(Nvcc *n, const NvccStep *s) {
    Arena *a = &n->ctx->perm;
    NvccWords w = {0};
    if (s->kind == STEP_HOST) return;
    for (uint32_t i = 0; i < n->program.n; i++) vec_push(a, &w, n->program.at[i]);
    vec_push(a, &w, arena_printf(a, "--own-step=%u", (uint32_t)(s - n->steps.at)));
    if (n->folder) vec_push(a, &w, arena_printf(a, "--own-folder=%s", n->folder));
    for (uint32_t i = 0; i < n->archs.n && s->kind == STEP_DEVICE; i++)
        vec_push(a, &w, cicc_note(n, s, i));
    for (uint32_t i = 0; i < n->command.n; i++) vec_push(a, &w, n->command.at[i]);
    print_words(&w);
    if (s->kind == STEP_FATBIN) nvcc_say(NM_ptx_only);
}

static void print_step(Nvcc *n, const NvccStep *s) {
    if (s->kind == STEP_PROGRAM || s->kind == STEP_RUN)
        print_words(&s->words);
    else
        print_own(n, s);
}

// ---- running ------------------------------------------------------------------------------------

typedef struct {
    pid_t pid;
    const NvccStep *step;
    double began;
} Running;

typedef struct {
    Nvcc *n;
    Running *at;
    uint32_t count;
    int status; // of the first that failed
    double began;
    Buf times;
} Runner;

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static const char *step_name(const NvccStep *s) {
    static const char *const names[] = {[STEP_DEVICE] = "cuprum (device)",
                                        [STEP_HOST] = "cuprum (host)",
                                        [STEP_FATBIN] = "cuprum (fat binary)",
                                        [STEP_DEPEND] = "cuprum (dependencies)"};
    if (s->kind != STEP_PROGRAM && s->kind != STEP_RUN) return names[s->kind];
    const char *slash = strrchr(s->words.at[0], '/');
    return slash ? slash + 1 : s->words.at[0];
}

static void note_time(Runner *r, const NvccStep *s, double began) {
    const char *input = s->unit ? s->unit->input : s->input;
    nvcc_trace_step(r->n, step_name(s), input, began - r->began, now() - began);
    const char *from = s->input ? s->input : input, *to = s->output, *arch = "";
    for (uint32_t i = 0; i < s->words.n; i++) {
        const char *word = s->words.at[i], *next = i + 1 < s->words.n ? s->words.at[i + 1] : "";
        if (strcmp(word, "-o") == 0) to = next;
        if (strcmp(next, "-o") == 0) from = word;
        if (strncmp(word, "-arch=", 6) == 0) arch = word + 6;
    }
    if (s->kind == STEP_DEVICE) to = s->unit->ptx[0];
    if (s->kind == STEP_HOST) to = s->unit->host;
    buf_printf(&r->times, "%s , %s , %s , %s , %s , nvcc , %.4f , ms\n", input ? input : "",
               step_name(s), from ? from : "", to ? to : "", arch, (now() - began) * 1000);
}

static void finish_one(Runner *r) {
    int status;
    pid_t pid = wait(&status);
    uint32_t i = 0;
    while (i < r->count && r->at[i].pid != pid) i++;
    if (i == r->count) { // a stranger, or none is left
        if (pid < 0) r->count = 0;
        return;
    }
    const NvccStep *s = r->at[i].step;
    note_time(r, s, r->at[i].began);
    if (WIFSIGNALED(status)) nvcc_say(NM_died, step_name(s), WTERMSIG(status));
    int code = WIFEXITED(status) ? WEXITSTATUS(status) : 255;
    if (!r->status) r->status = code;
    r->at[i] = r->at[--r->count];
}

static void finish_all(Runner *r) {
    while (r->count) finish_one(r);
}

static void start(Runner *r, NvccStep *s) {
    vec_push(&r->n->ctx->perm, &s->words, NULL);
    s->words.n--;
    fflush(NULL);
    double began = now();
    pid_t pid = fork();
    if (pid == 0) {
        execvp(s->words.at[0], (char **)(uintptr_t)s->words.at);
        nvcc_say(NM_cannot_run, s->words.at[0], strerror(errno));
        fflush(NULL);
        _exit(127);
    }
    if (pid > 0) r->at[r->count++] = (Running){pid, s, began};
    if (pid < 0) {
        nvcc_say(NM_cannot_run, s->words.at[0], strerror(errno));
        r->status = 1;
    }
}

static int run_own(Nvcc *n, const NvccStep *s) {
    switch (s->kind) {
    case STEP_DEVICE: return nvcc_device_step(n, s->unit);
    case STEP_HOST: return nvcc_host_step(n, s->unit);
    case STEP_FATBIN: return nvcc_fatbin_step(n, s->unit);
    default: return nvcc_depend_step(n, s);
    }
}

int nvcc_run_own(Nvcc *n, uint32_t step) {
    const NvccStep *s = step < n->steps.n ? &n->steps.at[step] : NULL;
    bool own = s && s->kind != STEP_PROGRAM && s->kind != STEP_RUN;
    if (!own) return 1;
    int code = run_own(n, s);
    bool host = s->kind == STEP_DEVICE && s->unit->want_host && !s->unit->cudafe;
    return !code && host ? nvcc_host_step(n, s->unit) : code;
}

static void run_here(Runner *r, NvccStep *s) {
    Nvcc *n = r->n;
    double began = now();
    nvcc_trace_begin(n, began - r->began);
    int code = run_own(n, s);
    note_time(r, s, began);
    if (!r->status) r->status = code;
}

// nvcc's table: a line of headings where the file is new.
static void write_times(Runner *r) {
    static const char heading[] = "source file name , phase name , phase input files , "
                                  "phase output file , arch , tool, metric , unit\n";
    const char *path = nvcc_value(r->n, N_TIME, NULL);
    if (!path) return;
    bool out = strcmp(path, "-") == 0;
    FILE *f = out ? stdout : fopen(path, "a");
    if (!f) {
        nvcc_say(NM_cannot_write, path, strerror(errno));
        return;
    }
    if (out || ftell(f) == 0) fputs(heading, f);
    fputs(buf_cstr(&r->times), f);
    if (!out) fclose(f);
}

int nvcc_run(Nvcc *n) {
    uint32_t most = (uint32_t)CU_MAX(sysconf(_SC_NPROCESSORS_ONLN), 1L);
    const char *threads = nvcc_value(n, N_THREADS, NULL);
    if (threads && atoi(threads) > 0) most = (uint32_t)atoi(threads);
    Runner r = {.n = n, .began = now()};
    r.at = arena_array(&n->ctx->perm, Running, n->steps.n);
    buf_init(&r.times, &n->ctx->perm);
    for (uint32_t i = 0; i < n->steps.n && !r.status; i++) {
        NvccStep *s = &n->steps.at[i];
        if (n->verbose || n->dryrun) print_step(n, s);
        if (n->dryrun) continue;
        if (!s->beside) finish_all(&r);
        while (r.count >= most) finish_one(&r);
        if (r.status) break;
        bool program = s->kind == STEP_PROGRAM || s->kind == STEP_RUN;
        if (program)
            start(&r, s);
        else
            run_here(&r, s);
    }
    finish_all(&r);
    write_times(&r);
    if (!n->dryrun) nvcc_write_trace(n);
    return r.status;
}
