// SPDX-License-Identifier: Apache-2.0
// -v on a terminal: a line for each step that has ended, beside the lines "#$ " that build systems
// read.
#include "driver/nvcc/nvcc.h"

#include <stdio.h>
#include <unistd.h>

static const char *without_folder(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

// What stands behind the option, in its own word if it ends with '='; NULL: it is not there.
static const char *after(const NvccWords *words, const char *option) {
    size_t n = strlen(option);
    bool joined = option[n - 1] == '=';
    for (uint32_t i = 0; i + !joined < words->n; i++) {
        const char *word = words->at[i];
        if (joined && strncmp(word, option, n) == 0) return word + n;
        if (!joined && strcmp(word, option) == 0) return words->at[i + 1];
    }
    return NULL;
}

// The stage, with the architectures that it is for.
static const char *stage(const Nvcc *nvcc, const NvccStep *shown) {
    static const char *const own[] = {[STEP_DEVICE] = "device",
                                      [STEP_HOST] = "host",
                                      [STEP_JOIN] = "join",
                                      [STEP_FATBIN] = "fatbinary",
                                      [STEP_LTO] = "link-time optimization",
                                      [STEP_DEPEND] = "dependencies"};
    Buf name;
    buf_init(&name, &nvcc->ctx->perm);
    if (shown->kind == STEP_DEVICE) {
        buf_puts(&name, own[STEP_DEVICE]);
        for (uint32_t i = 0; i < nvcc->archs.n; i++)
            buf_printf(&name, " %s", nvcc->archs.at[i].target->name);
        return buf_cstr(&name);
    }
    if (!is_any_of(shown->kind, STEP_PROGRAM, STEP_RUN)) return own[shown->kind];

    const char *program = shown->words.at[0], *arch = after(&shown->words, "-arch=");
    if (!arch) arch = after(&shown->words, "--arch=");
    bool compiler = strcmp(program, nvcc->cxx) == 0 || strcmp(program, nvcc->cc) == 0;
    bool compiles = after(&shown->words, "-c") || after(&shown->words, "-E");
    buf_puts(&name, compiler && !compiles ? "link" : without_folder(program));
    if (arch) buf_printf(&name, " %s", arch);
    return buf_cstr(&name);
}

// The source file where the step knows it, else what it makes.
static const char *file(const NvccStep *step) {
    if (step->unit) return step->unit->input;
    if (step->input) return step->input;
    const char *made = after(&step->words, "-o");
    if (!made) made = after(&step->words, "--create=");
    return made ? without_folder(made) : "";
}

void nvcc_show_progress(const Nvcc *nvcc, const NvccStep *shown, uint32_t ended, double seconds) {
    if (!nvcc->verbose || !isatty(STDERR_FILENO)) return;
    fprintf(stderr, "[%u/%u] %s: %s (%.2f s)\n", ended, nvcc->steps.n, stage(nvcc, shown),
            file(shown), seconds);
}
