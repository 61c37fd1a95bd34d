// SPDX-License-Identifier: Apache-2.0
// NVIDIA's ptxas and tileiras, started by their paths (XLA and cuTile take those of Python's
// packages) as programs of a process under `cuprum exec` do: what they make is machine code, which
// the virtual machine does not run. The process goes on as our program of that name, which lies
// beside this library, with the same arguments.
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

// The name of the assembler that this process is, with its slash; NULL: it is none. Ours are links
// to a program of another name, so that this does not go round.
static const char *assembler(void) {
    static const char *const names[] = {"/ptxas", "/tileiras"};
    char path[PATH_MAX];
    ssize_t n = readlink("/proc/self/exe", path, sizeof path - 1);
    for (size_t i = 0; n > 0 && i < CU_COUNT(names); i++) {
        size_t length = strlen(names[i]);
        if ((size_t)n > length && memcmp(path + n - length, names[i], length) == 0) return names[i];
    }
    return NULL;
}

// glibc gives the arguments to the constructors of what LD_AUDIT names, before the program's own
// libraries are looked at.
__attribute__((constructor)) static void become_ours(int argc, char **argv, char **environment) {
    char ours[PATH_MAX];
    size_t folder = rt_redirect_folder_length();
    const char *name = assembler();
    (void)argc;
    if (!folder || !name || is_step_of_nvcc()) return;
    int n = snprintf(ours, sizeof ours, "%.*s/bin%s", (int)folder, rt_redirect_path(), name);
    // where it is not there, or cannot be started, NVIDIA's goes on
    if (n < (int)sizeof ours) execve(ours, argv, environment);
}
