// SPDX-License-Identifier: Apache-2.0
// Between the two files of `cuprum toolkit`: toolkit.c makes a folder of links to NVIDIA's toolkit,
// toolkit_own.c one that has nothing of NVIDIA's.
#ifndef CUPRUM_DRIVER_TOOLKIT_H
#define CUPRUM_DRIVER_TOOLKIT_H

#include "driver/driver.h"

typedef struct Toolkit {
    Ctx *ctx;
    const char *cuda; // NVIDIA's, or NULL
    const char *dir, *self;
    bool nvidia_driver;
} Toolkit;

// Both are false after a message. A link takes the place of an older link; what is no link stays,
// and is an error.
bool driver_toolkit_make_dir(Toolkit *toolkit, const char *path);
bool driver_toolkit_make_link(Toolkit *toolkit, const char *target, const char *path);

// A link to this program, by the second name that it has where it is installed (DRIVER_AS_NVCC).
bool driver_toolkit_link_nvcc(Toolkit *toolkit, const char *path);

// Fills the folder with Cuprum's own headers, libraries and programs. False after a message.
bool driver_toolkit_fill(Toolkit *toolkit);

#endif
