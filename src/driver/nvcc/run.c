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

// Steps of this process are printed as what cicc would be told.
static void print_step(Nvcc *n, const NvccStep *s) {
    NvccWords w = {0};
    switch (s->kind) {
    case STEP_PROGRAM:
    case STEP_RUN: w = s->words; break;
    case STEP_DEVICE:
        for (uint32_t i = 0; i < n->archs.n; i++) {
            NvccWords cicc = nvcc_cicc_words(n, s->unit, i);
            w.n = 0;
            nvcc_words(n, &w, "cuprum-device", NULL);
            for (uint32_t k = 0; k < cicc.n; k++) vec_push(&n->ctx->perm, &w, cicc.at[k]);
            print_words(&w);
        }
        return;
    case STEP_HOST:
        nvcc_words(n, &w, "cuprum-host", s->unit->input, "-o", s->unit->host, NULL);
        break;
    case STEP_FATBIN:
        nvcc_words(n, &w, "cuprum-fatbin", NULL);
        for (uint32_t i = 0; i < n->archs.n; i++) nvcc_words(n, &w, s->unit->ptx[i], NULL);
        nvcc_words(n, &w, "-o", s->output, NULL);
        nvcc_say(NM_ptx_only);
        break;
    case STEP_DEPEND:
        nvcc_words(n, &w, "cuprum-dependencies", s->input, "-o", s->output ? s->output : "-", NULL);
        break;
    }
    print_words(&w);
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

static void run_here(Runner *r, NvccStep *s) {
    Nvcc *n = r->n;
    double began = now();
    nvcc_trace_begin(n, began - r->began);
    int code = s->kind == STEP_DEVICE   ? nvcc_device_step(n, s->unit)
               : s->kind == STEP_HOST   ? nvcc_host_step(n, s->unit)
               : s->kind == STEP_FATBIN ? nvcc_fatbin_step(n, s->unit)
                                        : nvcc_depend_step(n, s);
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
