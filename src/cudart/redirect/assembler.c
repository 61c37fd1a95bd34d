// SPDX-License-Identifier: Apache-2.0
// NVIDIA's ptxas, started by its path (XLA takes that of Python's package) as programs of a process
// under `cuprum exec` do: what it makes is machine code, which the virtual machine does not run.
// The process goes on as our ptxas, which lies beside this library, with the same arguments.
//
// One that nvcc started assembles a program that is being built, for others to run: it stays.
#include "cudart/redirect/redirect.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

// What nvcc's profile puts into the environment of its tools.
static bool is_step_of_nvcc(void) {
    return getenv("_HERE_") && getenv("_THERE_");
}

// Ours is a link to a program of another name, so that this does not go round.
static bool is_assembler(void) {
    static const char name[] = "/ptxas";
    char path[PATH_MAX];
    ssize_t n = readlink("/proc/self/exe", path, sizeof path - 1);
    if (n < (ssize_t)sizeof name) return false;
    path[n] = 0;
    return strcmp(path + n - (sizeof name - 1), name) == 0;
}

// glibc gives the arguments to the constructors of what LD_AUDIT names, before the program's own
// libraries are looked at.
__attribute__((constructor)) static void become_ours(int argc, char **argv, char **environment) {
    char ours[PATH_MAX];
    size_t folder = rt_redirect_folder_length();
    (void)argc;
    if (!folder || !is_assembler() || is_step_of_nvcc()) return;
    int n = snprintf(ours, sizeof ours, "%.*s/bin/ptxas", (int)folder, rt_redirect_path());
    // where it is not there, or cannot be started, NVIDIA's goes on
    if (n < (int)sizeof ours) execve(ours, argv, environment);
}
