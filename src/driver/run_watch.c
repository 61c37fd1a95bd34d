// SPDX-License-Identifier: Apache-2.0
// Findings are shown when they are found, so that whoever ends the program has seen them; a
// terminal gets a line of progress, which goes when the launch ends. The signals that end programs
// are blocked while a kernel runs and taken by a thread: it has no handler's restrictions.
#include "base/task.h"
#include "driver/driver.h"
#include "driver/run_watch.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { PROGRESS_AFTER = 2 }; // seconds

static void wipe(RunWatch *watch) {
    if (watch->has_line) fputs("\r\033[K", stderr);
    watch->has_line = false;
}

// A text goes on where it ended.
static bool go_on(RunWatch *watch, Ctx *ctx, const Buf *text) {
    FILE *f = watch->report ? fopen(watch->report, watch->is_begun ? "ab" : "wb")
              : watch->json ? stdout
                            : stderr;
    watch->is_begun = true;
    if (f == stderr) fflush(stdout), wipe(watch);
    bool ok = f && fwrite(text->at, 1, text->n, f) == text->n;
    if (f && watch->report) ok &= fclose(f) == 0;
    if (ok) return true;
    return DRIVER_DIAG(ctx, drv_write, watch->report ? watch->report : "findings", strerror(errno));
}

// A document is written anew: whoever reads it, or ends the program meanwhile, has the old one or
// the new one.
bool driver_watch_write(RunWatch *watch, Ctx *ctx, const Buf *text) {
    bool ok = watch->report && watch->json
                  ? driver_write_file(ctx, watch->report, text->at, text->n)
                  : go_on(watch, ctx, text);
    watch->failed |= !ok;
    return ok;
}

// Of a program that reads the document from standard output it gets one, at the end.
static void show_news(RunWatch *watch, Ctx *ctx, Buf *text) {
    uint64_t added = vm_findings_added(watch->vm);
    if (added == watch->told || watch->failed || (watch->json && !watch->report)) return;
    watch->told = added;
    if (watch->json)
        vm_print_findings(watch->vm, true, text);
    else if (!vm_print_new_findings(watch->vm, text))
        return;
    driver_watch_write(watch, ctx, text);
}

// By a worker of the grid: with memory of its own.
void driver_watch(void *data, const VmProgress *progress) {
    RunWatch *watch = data;
    Ctx ctx;
    ctx_init(&ctx);
    jmp_buf unwind;
    ctx.unwind = &unwind;
    if (setjmp(unwind) == 0) {
        Buf text;
        buf_init(&text, &ctx.perm);
        show_news(watch, &ctx, &text);
    }
    ctx_free(&ctx);
    if (progress->seconds < PROGRESS_AFTER || !isatty(STDERR_FILENO)) return;
    char line[200];
    vm_progress_text(progress, line, sizeof line);
    fprintf(stderr, "\r\033[K%s", line);
    fflush(stderr);
    watch->has_line = true;
}

// SIGUSR1 is the end of the launch.
static void *guard(void *data) {
    RunWatch *watch = data;
    int signal = 0;
    while (sigwait(&watch->awaited, &signal) == 0 && signal != SIGUSR1) {
        time_t now = time(NULL);
        // who asks again does not want to wait; timeout(1) sends a signal twice at once
        if (watch->signal && now > watch->since + 1) _exit(128 + signal);
        if (!watch->signal) watch->since = now;
        watch->signal = signal;
        vm_interrupt(watch->vm);
    }
    return NULL;
}

void driver_watch_begin(RunWatch *watch) {
    static const int signals[] = {SIGINT, SIGTERM, SIGXCPU, SIGUSR1};
    sigemptyset(&watch->awaited);
    for (size_t i = 0; i < CU_COUNT(signals); i++) sigaddset(&watch->awaited, signals[i]);
    pthread_sigmask(SIG_BLOCK, &watch->awaited, &watch->before);
    watch->is_guarded = task_thread(&watch->thread, guard, watch);
    if (!watch->is_guarded) pthread_sigmask(SIG_SETMASK, &watch->before, NULL);
}

void driver_watch_end(RunWatch *watch) {
    wipe(watch);
    if (!watch->is_guarded) return;
    pthread_kill(watch->thread, SIGUSR1);
    pthread_join(watch->thread, NULL);
    pthread_sigmask(SIG_SETMASK, &watch->before, NULL);
}
