// SPDX-License-Identifier: Apache-2.0
// Signals that end the process, while there is something to write: findings, a profile, statistics.
// What a handler may do is little, and the thread that it interrupts may be anywhere. So the
// handler only wakes a thread of ours, which ends the grid that runs, waits until no call is being
// made, reports, and lets the signal do what it does. The program's threads go no further than to
// their next call. Signals that the program handles or ignores are the program's.
#include "base/task.h"
#include "cudart/cudart_int.h"

#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <time.h>
#include <unistd.h>

static void die_of(int signal_number) {
    sigset_t one;
    sigemptyset(&one);
    sigaddset(&one, signal_number);
    signal(signal_number, SIG_DFL);
    pthread_sigmask(SIG_UNBLOCK, &one, NULL);
    raise(signal_number);
    _exit(128 + signal_number);
}

// Calls that have begun come to their end, but not one that waits for the program.
static void *report_and_die(void *data) {
    Rt *rt = data;
    struct timespec limit;
    while (sem_wait(&rt->interrupt.wake) != 0 && errno == EINTR) {
    }
    clock_gettime(CLOCK_REALTIME, &limit);
    limit.tv_sec += 2;
    if (pthread_mutex_timedlock(&rt->lock, &limit) == 0)
        rt_end(rt);
    else
        rt_show_news(rt);
    die_of(atomic_load(&rt->interrupt.signal));
    return NULL;
}

// In the handler of a signal, with whatever the thread was doing.
void rt_interrupted(Rt *rt, int signal_number) {
    int none = 0, error = errno;
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    bool is_ours = getpid() == rt->interrupt.process; // a child after fork has no thread of ours
    if (is_ours && atomic_compare_exchange_strong(&rt->interrupt.signal, &none, signal_number)) {
        rt->interrupt.since = now.tv_sec;
        vm_interrupt(rt->vm);
        sem_post(&rt->interrupt.wake);
    } else if (!is_ours || now.tv_sec > rt->interrupt.since + 1) {
        // who asks again does not want to wait; timeout(1) sends a signal twice at once
        signal(signal_number, SIG_DFL);
        raise(signal_number);
    }
    errno = error;
}

void rt_wait_if_interrupted(Rt *rt) {
    while (atomic_load(&rt->interrupt.signal) && getpid() == rt->interrupt.process) pause();
}

// The thread gets no signals: the program's handlers are not to run in it.
static bool start_thread(Rt *rt) {
    sigset_t all, before;
    pthread_t thread;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    bool ok = task_thread(&thread, report_and_die, rt) && pthread_detach(thread) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return ok;
}

void rt_await_signals(Rt *rt, void (*handler)(int)) {
    static const int ending[] = {SIGINT, SIGTERM, SIGXCPU};
    if (!rt->checks && !rt->profile && !rt->stats) return;
    rt->interrupt.process = getpid();
    if (sem_init(&rt->interrupt.wake, 0, 0) != 0 || !start_thread(rt)) return;
    for (size_t i = 0; i < CU_COUNT(ending); i++) {
        struct sigaction old, ours = {.sa_handler = handler, .sa_flags = SA_RESTART};
        sigemptyset(&ours.sa_mask);
        if (sigaction(ending[i], NULL, &old) == 0 && old.sa_handler == SIG_DFL)
            sigaction(ending[i], &ours, NULL);
    }
}
