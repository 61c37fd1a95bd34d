// SPDX-License-Identifier: Apache-2.0
// What `cuprum run` says while a kernel runs, and what it still says when it is interrupted.
#ifndef CUPRUM_DRIVER_RUN_WATCH_H
#define CUPRUM_DRIVER_RUN_WATCH_H

#include "vm/vm.h"

#include <pthread.h>
#include <signal.h>

typedef struct {
    // set by the caller
    Vm *vm;
    bool json;
    const char *report; // file for the findings, or NULL
    // its own
    bool is_begun; // the report has a part already
    bool failed;   // to write
    bool has_line; // a line of progress stands on the terminal
    uint64_t told; // vm_findings_added of what the report has
    pthread_t thread;
    sigset_t awaited, before;
    bool is_guarded;
    int signal; // the one that interrupted the launch; 0: none did
    time_t since;
} RunWatch;

// For VmOptions.watch: `data` is the RunWatch.
void driver_watch(void *data, const VmProgress *progress);
// Around a launch: SIGINT, SIGTERM and SIGXCPU end it, not the program.
void driver_watch_begin(RunWatch *watch);
void driver_watch_end(RunWatch *watch);
// Writes what is left to say of the findings: `text` is only what has not been said, JSON is all.
// False: it cannot be written, which is said.
bool driver_watch_write(RunWatch *watch, Ctx *ctx, const Buf *text);

#endif
