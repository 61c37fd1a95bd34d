// SPDX-License-Identifier: Apache-2.0
// BLAS and LAPACK of the computer, by their Fortran names. The first library that is found serves
// for all; CUPRUM_BLAS names another. The table of what was found is the module's only state.
#include "standin/standin.h"

#include "cudart/standin.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>

// OpenBLAS has both; the others are pairs of which one part is enough for BLAS alone.
static const char *const names[] = {
    "libopenblas.so.0",  "libopenblas.so", "libmkl_rt.so.2", "libmkl_rt.so",
    "libflexiblas.so.3", "libblis.so.4",   "libblas.so.3",   "liblapack.so.3",
};
enum { MAX_LIBRARIES = 2 };

// Filled by `find` alone. A name is looked for in the libraries in this order; NULL ends them.
static struct {
    void *library[MAX_LIBRARIES];
    pthread_once_t once;
} found = {.once = PTHREAD_ONCE_INIT};

static void say(bool always, const char *format, const char *what) {
    char text[512];
    snprintf(text, sizeof text, format, what);
    cuprum_standin_say(always, text);
}

// One thread: the order of sums, and so the results, do not depend on how many processors there
// are. A library that the program itself uses stays as the program has it.
static void *open_library(const char *name) {
    void *used = dlopen(name, RTLD_NOW | RTLD_NOLOAD);
    if (used) return used;
    void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (!library) return NULL;
    void (*threads)(int) = (void (*)(int))dlsym(library, "openblas_set_num_threads");
    if (threads) threads(1);
    return library;
}

// A library that CUPRUM_BLAS names and that cannot be loaded is not replaced by another: the user
// shall see that it is not used. One without LAPACK gets a second one for it.
static void find(void) {
    int n = 0;
    const char *wanted = getenv("CUPRUM_BLAS");
    if (wanted && *wanted) {
        found.library[n] = open_library(wanted);
        if (!found.library[n]) {
            say(true, "CUPRUM_BLAS: %s cannot be loaded", wanted);
            return;
        }
        n++;
    }
    for (size_t i = 0; i < sizeof names / sizeof *names && n < MAX_LIBRARIES; i++) {
        // one that has both is enough
        if (n && dlsym(found.library[0], "dgetrf_")) break;
        void *library = open_library(names[i]);
        if (!library) continue;
        found.library[n++] = library;
        say(false, "BLAS and LAPACK: %s", names[i]);
    }
}

bool standin_has_fortran(void) {
    pthread_once(&found.once, find);
    return found.library[0] != NULL;
}

// Not kept: dlsym costs little beside the operation. A routine that is missing is told of in the
// words of the package to install.
StandinFortran *standin_fortran(const char *name) {
    char text[300], symbol[64];
    pthread_once(&found.once, find);
    // Fortran compilers of Linux append an underscore to a name
    snprintf(symbol, sizeof symbol, "%s_", name);
    for (int i = 0; i < MAX_LIBRARIES && found.library[i]; i++) {
        void *function = dlsym(found.library[i], symbol);
        if (function) return (StandinFortran *)(uintptr_t)function;
    }
    snprintf(
        text, sizeof text,
        "%s of BLAS or LAPACK (none is installed that has it; Debian and Ubuntu: libopenblas0; "
        "CUPRUM_BLAS names another)",
        name);
    standin_missing(text);
    return NULL;
}
