// SPDX-License-Identifier: Apache-2.0
// Functions in several processes. Each takes the next function that nobody has taken; what is
// printed of one is kept in a file until its turn comes. A process that a function fails or crashes
// in is followed by a new one: a GPU's context is of no use behind an error.
#include "check.h"

#include <math.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum { WAITING, RUNNING, DONE, FAILED };

typedef struct { // in memory that the processes share
    _Atomic size_t next;
    struct {
        _Atomic int state;
        _Atomic pid_t process;
    } job[];
} Board;

typedef struct {
    const Function *const *functions;
    size_t n;
    const Options *options;
    Handle *handle;
    FILE **output;
    Board *board;
    pid_t *workers; // 0: none
    double start;
} Jobs;

// ---- a worker -----------------------------------------------------------------------------------

// A function's share of the time that is left; those that need less leave more to the others.
static double share_of(const Jobs *j, size_t i) {
    const Options *o = j->options;
    if (o->total_seconds == 0) return o->seconds;
    double left = o->total_seconds - (seconds_now() - j->start);
    double share = fmax(0.8 * left * o->jobs / (double)(j->n - i), 1);
    return o->seconds > 0 ? fmin(o->seconds, share) : share;
}

static void work(const Jobs *j) {
    Options o = *j->options;
    for (size_t i; (i = atomic_fetch_add(&j->board->next, 1)) < j->n;) {
        j->board->job[i].process = getpid();
        j->board->job[i].state = RUNNING;
        dup2(fileno(j->output[i]), STDOUT_FILENO);
        dup2(fileno(j->output[i]), STDERR_FILENO);
        // what compiles, and what the host judges, takes its time, too
        o.seconds = share_of(j, i);
        if (o.seconds > 0) alarm(60 + 2 * (unsigned)o.seconds);
        bool ok = j->handle(j->functions[i], &o);
        fflush(stdout);
        j->board->job[i].state = ok ? DONE : FAILED;
        if (!ok) _exit(1);
    }
    _exit(0); // a driver's threads are not waited for
}

static void start_workers(Jobs *j) {
    for (unsigned k = 0; k < j->options->jobs; k++) {
        if (j->workers[k] > 0 || j->board->next >= j->n) continue;
        fflush(stdout);
        j->workers[k] = fork();
        if (j->workers[k] == 0) work(j);
    }
}

// ---- the one that waits -------------------------------------------------------------------------

static void say(const Jobs *j, size_t i, const char *what, const char *why) {
    fseek(j->output[i], 0, SEEK_END);
    fprintf(j->output[i], "%s: %s%s\n", j->functions[i]->name, what, why);
    j->board->job[i].state = FAILED;
}

// False: no process of ours is left.
static bool collect(Jobs *j) {
    bool left = false;
    int status;
    for (unsigned k = 0; k < j->options->jobs; k++) {
        if (j->workers[k] <= 0) continue;
        if (waitpid(j->workers[k], &status, WNOHANG) != j->workers[k]) {
            left = true;
            continue;
        }
        for (size_t i = 0; i < j->n && WIFSIGNALED(status); i++) {
            bool its =
                j->board->job[i].state == RUNNING && j->board->job[i].process == j->workers[k];
            if (its) say(j, i, "ended by a signal: ", strsignal(WTERMSIG(status)));
        }
        j->workers[k] = 0;
    }
    return left;
}

// Of what is not done.
static void give_up(Jobs *j, const char *why) {
    for (size_t i = 0; i < j->n; i++) {
        if (j->board->job[i].state < DONE) say(j, i, why, "");
    }
}

static void stop_all(Jobs *j) {
    j->board->next = j->n;
    for (unsigned k = 0; k < j->options->jobs; k++) {
        if (j->workers[k] <= 0) continue;
        kill(j->workers[k], SIGKILL);
        waitpid(j->workers[k], NULL, 0);
        j->workers[k] = 0;
    }
    give_up(j, "not judged: the time is over");
}

static void print(FILE *output) {
    rewind(output);
    for (int c; (c = getc(output)) != EOF;) putchar(c);
    fflush(stdout);
    fclose(output);
}

static bool wait_and_print(Jobs *j) {
    bool ok = true;
    for (size_t printed = 0; printed < j->n;) {
        start_workers(j);
        usleep(10000);
        if (!collect(j) && j->board->next >= j->n) give_up(j, "lost");
        double limit = j->options->total_seconds;
        if (limit > 0 && seconds_now() - j->start > limit) stop_all(j);
        for (; printed < j->n && j->board->job[printed].state >= DONE; printed++) {
            ok &= j->board->job[printed].state == DONE;
            print(j->output[printed]);
        }
    }
    while (collect(j)) usleep(10000);
    return ok;
}

static bool run_in_order(const Jobs *j) {
    bool ok = true;
    for (size_t i = 0; i < j->n; i++) ok &= j->handle(j->functions[i], j->options);
    return ok;
}

bool run_jobs(const Function *const *functions, size_t n, const Options *o, Handle *handle) {
    Jobs j = {functions, n, o, handle, .start = seconds_now()};
    if (o->jobs <= 1 && o->total_seconds == 0) return run_in_order(&j);
    size_t bytes = sizeof *j.board + n * sizeof j.board->job[0];
    j.board = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    j.output = calloc(n + 1, sizeof(FILE *));
    j.workers = calloc(o->jobs, sizeof *j.workers);
    bool ok = j.board != MAP_FAILED;
    for (size_t i = 0; i < n; i++) ok = ok && (j.output[i] = tmpfile());
    if (!ok) perror("math-check");
    ok = ok && wait_and_print(&j);
    free(j.output);
    free(j.workers);
    return ok;
}
