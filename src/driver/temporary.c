// SPDX-License-Identifier: Apache-2.0
// Folders of intermediate files.
//
// A thread of its own waits for the signals that end a program from outside: a handler could
// neither know the folder without a global variable nor walk through it.
#define _GNU_SOURCE // nftw
#include "base/task.h"
#include "driver/temporary.h"

#include <errno.h>
#include <ftw.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

struct DriverFolder {
    const char *path;
    sigset_t caught;
    sigset_t before; // the caller's mask
    pthread_t watcher;
    bool watched;
};

static const int ending[] = {SIGHUP, SIGINT, SIGTERM};

static int remove_one(const char *path, const struct stat *st, int kind, struct FTW *walk) {
    return remove(path);
}

static void remove_all(const char *path) {
    nftw(path, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

// The program ends by the signal, as whoever waits for it expects.
static void *watch(void *data) {
    DriverFolder *folder = data;
    int signal_number;
    if (sigwait(&folder->caught, &signal_number)) return NULL;
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, NULL);
    remove_all(folder->path);

    signal(signal_number, SIG_DFL);
    pthread_sigmask(SIG_UNBLOCK, &folder->caught, NULL);
    raise(signal_number);
    return NULL;
}

// What the caller ignores (nohup) stays ignored. False: there is none left.
static bool caught_signals(sigset_t *caught) {
    bool any = false;
    sigemptyset(caught);
    for (size_t i = 0; i < CU_COUNT(ending); i++) {
        struct sigaction action;
        bool ignored = sigaction(ending[i], NULL, &action) || action.sa_handler == SIG_IGN;
        if (ignored) continue;
        sigaddset(caught, ending[i]);
        any = true;
    }
    return any;
}

DriverFolder *driver_folder_make(Ctx *ctx, const char *parent, const char **path) {
    if (!parent) parent = getenv("TMPDIR");
    if (!parent || !*parent) parent = "/tmp";
    char *made = arena_printf(&ctx->perm, "%s/cuprum-XXXXXX", parent);
    *path = made;
    DriverFolder *folder = arena_new(&ctx->perm, DriverFolder);
    folder->path = made;

    // blocked first: a signal between the folder's making and the watcher's waits for the watcher
    bool catches = caught_signals(&folder->caught);
    pthread_sigmask(SIG_BLOCK, &folder->caught, &folder->before);
    bool is_made = mkdtemp(made) != NULL;
    int error = errno;
    if (is_made && catches) folder->watched = task_thread(&folder->watcher, watch, folder);
    if (!folder->watched) pthread_sigmask(SIG_SETMASK, &folder->before, NULL);

    errno = error;
    return is_made ? folder : NULL;
}

void driver_folder_remove(DriverFolder *folder, bool keep) {
    if (!folder) return;
    if (folder->watched) {
        // a watcher that has met a signal ends the program instead
        pthread_cancel(folder->watcher);
        pthread_join(folder->watcher, NULL);
    }
    if (!keep) remove_all(folder->path);
    if (folder->watched) pthread_sigmask(SIG_SETMASK, &folder->before, NULL);
}

void driver_folder_in_child(void) {
    sigset_t all;
    sigemptyset(&all);
    for (size_t i = 0; i < CU_COUNT(ending); i++) sigaddset(&all, ending[i]);
    sigprocmask(SIG_UNBLOCK, &all, NULL);
}
