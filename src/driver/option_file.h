// SPDX-License-Identifier: Apache-2.0
// Files that hold further options (--options-file, @FILE), for the programs with NVIDIA's command
// lines: what is wrong comes back as a value, since each program has messages of its own.
#ifndef CUPRUM_DRIVER_OPTION_FILE_H
#define CUPRUM_DRIVER_OPTION_FILE_H

#include "base/base.h"

// The words of a command line, of an options file or of a variable of the environment.
typedef struct {
    const char *const *at;
    uint32_t n;
    uint32_t i; // the one that is read
} OptionWords;

typedef enum {
    OPTION_FILE_READ,
    OPTION_FILE_ABSENT,     // it cannot be opened
    OPTION_FILE_TOO_DEEP,   // files name files, maybe themselves
    OPTION_FILE_UNREADABLE, // of which a diagnostic tells
} OptionFileResult;

// As a shell splits them, quotes and backslashes included.
OptionWords driver_option_words(Ctx *ctx, const char *text);

// The words of a file that is named by options at this depth, 0 for the command line's own.
OptionFileResult driver_option_file(Ctx *ctx, const char *path, uint32_t depth, OptionWords *read);

// The next part of a list between commas, which is cut off it; NULL at its end.
const char *driver_option_part(Ctx *ctx, const char **list);

#endif
