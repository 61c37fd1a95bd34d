// SPDX-License-Identifier: Apache-2.0
// Options of nvJitLink, by the table nvjitlink_option.def. Messages are in the log, in NVIDIA's
// words where it has them.
#include "api/nvjitlink.h"

typedef enum {
    KIND_ARCH,
    KIND_LTO,
    KIND_PTX,
    KIND_VERBOSE,
    KIND_TIME,
    KIND_LEVEL,
    KIND_BOOL,
    KIND_NVVM,
    KIND_KERNELS,
    KIND_VARIABLES,
    KIND_TEXT,
    KIND_FLAG
} Kind;
typedef enum { EFFECT, SATISFIED, NO_EFFECT } Class;

typedef struct {
    const char *spelling;
    uint8_t kind, class;
    const char *reason; // why it changes nothing
} Row;
// The first row that fits a word is the option's. Spellings that end in '=' have a value behind.
static const Row rows[] = {
#define JITOPT(spelling, kind, class, reason) {spelling, KIND_##kind, class, reason},
#include "api/nvjitlink_option.def"
#undef JITOPT
};

typedef struct {
    Arena *arena;
    JitOptions *options;
    Buf *log;
} Reader;

// The row of a word, and what stands behind its spelling.
static const Row *find(const char *word, const char **value) {
    for (uint32_t i = 0; i < CU_COUNT(rows); i++) {
        size_t n = strlen(rows[i].spelling);
        bool takes_value = rows[i].spelling[n - 1] == '=' || rows[i].kind == KIND_LEVEL;
        bool fits = takes_value ? strncmp(word, rows[i].spelling, n) == 0
                                : strcmp(word, rows[i].spelling) == 0;
        if (!fits) continue;
        *value = word + n;
        return &rows[i];
    }
    return NULL;
}

// sm_NN or compute_NN with its suffix; the last one counts. The log says compute_ in any case.
static JitResult read_arch(Reader *reader, const char *value) {
    JitOptions *options = reader->options;
    bool is_virtual = strncmp(value, "compute_", 8) == 0;
    bool is_real = strncmp(value, "sm_", 3) == 0;
    const char *number = is_virtual || is_real ? strchr(value, '_') + 1 : "";
    if (*number < '0' || *number > '9') {
        buf_printf(reader->log,
                   "ERROR NVJITLINK_ERROR_UNRECOGNIZED_OPTION: missing option value (-arch=%s)\n",
                   value);
        return JIT_UNRECOGNIZED_OPTION;
    }
    options->is_virtual = is_virtual;
    options->target = target_parse(value, strlen(value));
    if (options->target && target_of_cuda(options->target, 0)) return JIT_SUCCESS;
    buf_printf(reader->log,
               "ERROR NVJITLINK_ERROR_UNSUPPORTED_ARCH: unsupported architecture (compute_%s)\n",
               number);
    return JIT_UNSUPPORTED_ARCH;
}

// libNVVM takes 0 and 1.
static JitResult read_bool(Reader *reader, const Row *row, const char *word, const char *value) {
    bool yes = strcmp(value, "true") == 0 || strcmp(value, "1") == 0;
    if (!yes && strcmp(value, "false") != 0 && strcmp(value, "0") != 0) {
        buf_printf(reader->log, "unsupported value of an option: %s\n", word);
        return JIT_UNRECOGNIZED_OPTION;
    }
    const char *own = arena_printf(reader->arena, "%s%d", row->spelling, yes);
    vec_push(reader->arena, &reader->options->nvvm, own);
    return JIT_SUCCESS;
}

// Other levels are refused, as NVIDIA's library documents -O0 and -O3 alone.
static JitResult read_level(Reader *reader, const char *value) {
    if (strcmp(value, "0") != 0 && strcmp(value, "3") != 0) {
        buf_printf(reader->log, "unsupported value of -O: %s. Only 0 and 3 are supported.\n",
                   value);
        return JIT_UNRECOGNIZED_OPTION;
    }
    const char *own = arena_printf(reader->arena, "-opt=%s", value);
    vec_push(reader->arena, &reader->options->nvvm, own);
    return JIT_SUCCESS;
}

// The word is copied, since values outlive the call. Rows of text and flags change nothing.
static JitResult read_word(Reader *reader, const char *word) {
    JitOptions *options = reader->options;
    const char *value, *copy = arena_printf(reader->arena, "%s", word);
    const Row *row = find(copy, &value);
    if (!row) {
        buf_printf(reader->log, "unrecognized option: %s\n", word);
        return JIT_UNRECOGNIZED_OPTION;
    }
    switch ((Kind)row->kind) {
    case KIND_ARCH: return read_arch(reader, value);
    case KIND_LEVEL: return read_level(reader, value);
    case KIND_BOOL: return read_bool(reader, row, copy, value);
    case KIND_LTO: options->lto = true; break;
    case KIND_PTX: options->ptx = true; break;
    case KIND_VERBOSE: options->verbose = true; break;
    case KIND_TIME: options->time = true; break;
    case KIND_NVVM: vec_push(reader->arena, &options->nvvm, copy); break;
    case KIND_KERNELS: vec_push(reader->arena, &options->kernels, value); break;
    case KIND_VARIABLES: vec_push(reader->arena, &options->variables, value); break;
    case KIND_TEXT:
    case KIND_FLAG: break;
    }
    return JIT_SUCCESS;
}

// The first mistake ends the reading. What does not go together is judged at the end, so that the
// order of the words does not matter.
JitResult nvjitlink_options(Arena *arena, JitOptions *options, uint32_t n, const char *const *words,
                            Buf *log, Buf *info) {
    Reader reader = {arena, options, log};
    for (uint32_t i = 0; i < n; i++) {
        if (!words[i]) return JIT_NULL_INPUT;
        JitResult result = read_word(&reader, words[i]);
        if (result) return result;
        const char *value;
        const Row *row = find(words[i], &value);
        if (row->class == NO_EFFECT)
            buf_printf(info, "warning : %s has no effect: %s\n", words[i], row->reason);
    }
    if (!options->target) return JIT_MISSING_ARCH;
    if (options->is_virtual && !options->ptx) {
        buf_puts(log, "ERROR: virtual arch requires -ptx\n");
        return JIT_INCOMPATIBLE_OPTIONS;
    }
    if (options->ptx && !options->lto) {
        buf_puts(log, "ERROR: -ptx requires -lto\n");
        return JIT_INCOMPATIBLE_OPTIONS;
    }
    return JIT_SUCCESS;
}
