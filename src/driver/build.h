// SPDX-License-Identifier: Apache-2.0
// Private header of `cuprum build`: build.c (the command), build_host.c (the host's compiler),
// build_unit.c (one .cu file to the text that the host's compiler gets), build_lto.c (link-time
// optimization).
#ifndef CUPRUM_DRIVER_BUILD_H
#define CUPRUM_DRIVER_BUILD_H

#include "driver/cmdline.h"
#include "driver/places.h"
#include "driver/temporary.h"

enum {
    O_BUILD_LAST_ = O_COUNT_ - 1,
#define OPT(id, ...) O_##id,
#include "driver/build_options.def"
#undef OPT
};

typedef VEC(const char *) Words;

typedef struct Build {
    Ctx *ctx;
    OptResult all; // every option, in order
    Command k;     // the compiler's among them
    Words inputs, objects;
    Words archs;          // targets' names; the first gives the registration
    const char *compiler; // of the host
    bool toolkit_found, keep, rdc, dlto;
    DriverToolkit toolkit;
    const char *own_headers, *own_library; // folders
    const char *temporary;                 // its path,
    DriverFolder *folder;                  // NULL: not made yet
} Build;

// ---- build_host.c ----
bool driver_build_find_compiler(Build *build);
// Adds to the words what the host's compiler must know to read a file: dialect, folders, macros.
void driver_build_reading_options(Build *build, Words *command, bool cuda);
// The same for making code.
void driver_build_code_options(Build *build, Words *w);
// Runs a program of words; its standard error goes to file `errors`, if that is not NULL. The
// status, or 127.
int driver_build_run(Build *build, Words *command, const char *errors);
bool driver_build_link(Build *build, const char *output);

// ---- build_unit.c ----
// Writes what the host's compiler gets of a .cu file to file `out`; *table becomes the host table,
// which its object is compared with (seam/seam.h).
bool driver_build_unit(Build *build, const char *input, const char *out, Buf *table);

// ---- build_lto.c ----
// Links the objects' LTO IR to an object of its own, which is added to them.
bool driver_build_lto(Build *build);

#endif
