// SPDX-License-Identifier: Apache-2.0
// Functions in several processes: what one prints is kept in a file until its turn comes. A function that fails
// or crashes has its reason there and stops no other.
#include "check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

typedef struct {
    pid_t process; // 0: not started, -1: ended
    FILE *output;
    bool ok;
} Job;

static pid_t start(Job *job, const Function *f, const Options *o, Handle *handle) {
    job->output = tmpfile();
    if (!job->output) return -1;
    fflush(stdout);
    pid_t process = fork();
    if (process) return process;
    dup2(fileno(job->output), STDOUT_FILENO);
    dup2(fileno(job->output), STDERR_FILENO);
    // twice the time is for what is compiled and judged here
    if (o->seconds > 0) alarm(30 + 2 * (unsigned)o->seconds);
    bool ok = handle(f, o);
    fflush(stdout);
    _exit(!ok); // nothing of the parent's is written twice, and a driver's threads are not waited for
}

// Waits for one that ends.
static void await(Job *job, const Function *const *functions, size_t n) {
    int status;
    pid_t ended = wait(&status);
    for (size_t i = 0; i < n; i++) {
        if (job[i].process != ended) continue;
        job[i].process = -1;
        job[i].ok = WIFEXITED(status) && WEXITSTATUS(status) == 0;
        if (!WIFSIGNALED(status)) continue;
        fseek(job[i].output, 0, SEEK_END);
        fprintf(job[i].output, "%s: ended by signal %d (%s)\n", functions[i]->name,
                WTERMSIG(status), strsignal(WTERMSIG(status)));
    }
}

static void print(Job *job) {
    if (!job->output) return;
    rewind(job->output);
    for (int c; (c = getc(job->output)) != EOF;) putchar(c);
    fflush(stdout);
    fclose(job->output);
}

bool run_jobs(const Function *const *functions, size_t n, const Options *o, Handle *handle) {
    bool ok = true;
    if (o->jobs <= 1) {
        for (size_t i = 0; i < n; i++) ok &= handle(functions[i], o);
        return ok;
    }
    Job *job = calloc(n + 1, sizeof *job);
    size_t started = 0, running = 0, printed = 0;
    while (printed < n) {
        for (; started < n && running < o->jobs; started++) {
            job[started].process = start(&job[started], functions[started], o, handle);
            running += job[started].process > 0;
        }
        if (running) await(job, functions, started), running--;
        for (; printed < started && job[printed].process == -1; printed++) {
            print(&job[printed]);
            ok &= job[printed].ok;
        }
    }
    free(job);
    return ok;
}
