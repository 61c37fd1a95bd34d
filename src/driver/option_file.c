// SPDX-License-Identifier: Apache-2.0
// Files that hold further options (option_file.h).
#include "driver/option_file.h"

#include "base/opt.h"
#include "driver/driver.h"

#include <stdio.h>
#include <unistd.h>

OptionWords driver_option_words(Ctx *ctx, const char *text) {
    OptionWords words = {0};
    words.at = opt_split(ctx, text, &words.n);
    return words;
}

// Opened first, so that a file that is not there is told in the program's words.
OptionFileResult driver_option_file(Ctx *ctx, const char *path, uint32_t depth, OptionWords *read) {
    enum { DEEPEST = 16 };
    if (access(path, R_OK) != 0) return OPTION_FILE_ABSENT;
    if (depth > DEEPEST) return OPTION_FILE_TOO_DEEP;

    size_t length;
    const char *text = driver_read_file(ctx, path, &length);
    if (!text) return OPTION_FILE_UNREADABLE;
    *read = driver_option_words(ctx, text);
    return OPTION_FILE_READ;
}

const char *driver_option_part(Ctx *ctx, const char **list) {
    if (!**list) return NULL;
    size_t n = strcspn(*list, ",");
    const char *part = arena_strndup(&ctx->perm, *list, n);
    *list += n + ((*list)[n] == ',');
    return part;
}
