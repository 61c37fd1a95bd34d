// SPDX-License-Identifier: Apache-2.0
// Whose CUDA headers a unit gets. A file that includes nothing but what the built-in headers give
// and C's and C++'s own headers is read with the built-in ones (lib/include: a quarter of the
// time); one that includes anything else with those of the toolkit, where one is found; without a
// toolkit, and with --no-toolkit, with the built-in ones, whatever lies in the system's folders:
// they are found by their names first.
//
// The C and C++ headers of lib/include/std come last: they serve what the system lacks. Where it
// has no C library's headers those of a C++ library are of no use either (they include them).
#include "driver/driver.h"
#include "driver/places.h"

#include <sys/stat.h>
#include <unistd.h>

// ---- what the text includes --------------------------------------------------------------------

static const char *after_blanks(const char *p, const char *end) {
    while (p < end && (*p == ' ' || *p == '\t')) p++;
    return p;
}

// The name that an #include of this line gives, with its length; NULL: the line is none.
static const char *included_name(const char *line, const char *end, uint32_t *n) {
    const char *p = after_blanks(line, end);
    if (p == end || *p != '#') return NULL;
    p = after_blanks(p + 1, end);
    if (end - p < 8 || memcmp(p, "include", 7) != 0) return NULL;
    p = after_blanks(p + 7, end);
    if (p == end) return NULL;
    char close = *p == '<' ? '>' : '"';
    if (*p != '<' && *p != '"') return NULL;
    const char *q = memchr(p + 1, close, (size_t)(end - p - 1));
    if (!q) return NULL;
    *n = (uint32_t)(q - p - 1);
    return p + 1;
}

// Headers that mean the same with the built-in runtime header as with the toolkit's: its own names,
// C's headers, and names without a dot or folder (C++'s).
static bool is_neutral(const char *name, uint32_t n) {
    static const char *const names[] = {"cuda_runtime.h",
                                        "cuda_runtime_api.h",
                                        "device_launch_parameters.h",
                                        "assert.h",
                                        "ctype.h",
                                        "errno.h",
                                        "float.h",
                                        "inttypes.h",
                                        "limits.h",
                                        "math.h",
                                        "stdarg.h",
                                        "stdbool.h",
                                        "stddef.h",
                                        "stdint.h",
                                        "stdio.h",
                                        "stdlib.h",
                                        "string.h",
                                        "time.h"};
    if (!memchr(name, '.', n) && !memchr(name, '/', n)) return true;
    for (uint32_t i = 0; i < CU_COUNT(names); i++) {
        if (strlen(names[i]) == n && memcmp(names[i], name, n) == 0) return true;
    }
    return false;
}

static bool is_given(const CompileOptions *options, const char *name, uint32_t n) {
    for (uint32_t i = 0; i < options->nfiles; i++) {
        if (strlen(options->files[i].name) == n && memcmp(options->files[i].name, name, n) == 0)
            return true;
    }
    return false;
}

typedef struct {
    bool any, foreign; // an #include; one that a toolkit's header may be behind
} Includes;

static Includes look_for_includes(const CompileOptions *options, const char *text, size_t len) {
    Includes includes = {0};
    const char *end = text + len;
    for (const char *p = text; p < end && !includes.foreign;) {
        const char *eol = memchr(p, '\n', (size_t)(end - p));
        if (!eol) eol = end;
        uint32_t n;
        const char *name = included_name(p, eol, &n);
        includes.any |= name != NULL;
        includes.foreign = name && !is_neutral(name, n) && !is_given(options, name, n);
        p = eol + 1;
    }
    for (uint32_t i = 0; i < options->ncmds; i++) {
        if (is_any_of(options->cmds[i].kind, LEX_CMD_DEFINE, LEX_CMD_UNDEF)) continue;
        includes.any = includes.foreign = true;
    }
    return includes;
}

LexVirtualFile driver_header(uint32_t i) {
    LexVirtualFile file = lex_library_file(&driver_headers, i);
    size_t folder = strlen(DRIVER_JIT_DIR "/");
    if (strncmp(file.name, DRIVER_JIT_DIR "/", folder) == 0) file.name += folder;
    return file;
}

// ---- as files ----------------------------------------------------------------------------------

const char *driver_own_headers(Ctx *ctx, const char *program, const char *temporary) {
    Arena *arena = &ctx->perm;
    static const char *const places[] = {"share/cuprum", "lib/cuprum/share/cuprum"}; // a wheel's
    for (uint32_t i = 0; i < CU_COUNT(places); i++) {
        const char *installed = arena_printf(arena, "%s/../%s/include", program, places[i]);
        const char *header = arena_printf(arena, "%s/cuprum_build.h", installed);
        if (access(header, R_OK) == 0) return installed;
    }
    const char *dir = arena_printf(arena, "%s/include", temporary);
    mkdir(dir, 0777);
    for (uint32_t i = 0; i < driver_headers.n; i++) {
        LexVirtualFile file = driver_header(i);
        if (file.name[0] == '<') continue; // what the system has
        char *path = arena_printf(arena, "%s/%s", dir, file.name);
        for (char *p = path + strlen(dir) + 1; (p = strchr(p, '/')); p++) {
            *p = 0;
            mkdir(path, 0777);
            *p = '/';
        }
        if (!driver_write_file(ctx, path, file.text, file.len)) return NULL;
    }
    return dir;
}

// ---- the choice --------------------------------------------------------------------------------

static LexDir *more_dirs(Ctx *ctx, CompileOptions *extended, uint32_t n) {
    LexDir *all = arena_array(&ctx->perm, LexDir, extended->ndirs + n);
    if (extended->ndirs) memcpy(all, extended->dirs, extended->ndirs * sizeof *all);
    LexDir *more = all + extended->ndirs;
    extended->dirs = all;
    extended->ndirs += n;
    return more;
}

// -v names the headers that are not the built-in ones.
static void use_toolkit(Ctx *ctx, CompileOptions *options, const DriverToolkit *toolkit, Buf *log) {
    LexDir *dir = more_dirs(ctx, options, toolkit->ninclude);
    for (uint32_t i = 0; i < toolkit->ninclude; i++)
        dir[i] = (LexDir){toolkit->include[i], LEX_DIR_SYSTEM};
    options->runtime_header = false;
    options->toolkit_header = true;
    if (!options->cuda_path && !options->libdevice && toolkit->device_library &&
        options->library == LIBRARY_AUTO)
        options->libdevice = toolkit->device_library;
    if (options->verbose) buf_printf(log, "cuprum: toolkit: %s\n", toolkit->name);
}

static bool system_has_c(Ctx *ctx) {
    LexDirs dirs = {0};
    lex_host_dirs(ctx, "", &dirs);
    for (uint32_t i = 0; i < dirs.n; i++) {
        const char *file = arena_printf(&ctx->perm, "%s/features.h", dirs.at[i].path);
        if (access(file, R_OK) == 0) return true;
    }
    return false;
}

// A file that the lexer will refuse by its size is not read in vain.
static bool is_too_large(const CompileOptions *options) {
    struct stat st;
    return !options->text && stat(options->path, &st) == 0 && st.st_size > INT32_MAX;
}

CompileOptions driver_choose_headers(Ctx *ctx, const CompileOptions *given, Buf *log) {
    CompileOptions options = *given;
    bool host = options.input == INPUT_HOST;
    bool read_by_rules = options.input == INPUT_CUDA && !options.language.jit;
    if ((!host && !read_by_rules) || is_too_large(&options)) return options;
    size_t len = options.len;
    const char *text = options.text ? options.text : driver_read_file(ctx, options.path, &len);
    if (!text) return options;
    if (!options.text) options.text = text, options.len = len, options.padded = true;
    Includes includes = look_for_includes(&options, text, len);
    DriverToolkit toolkit;
    if (!host && options.find_toolkit && includes.foreign &&
        driver_find_toolkit(ctx, options.cuda_path, &toolkit)) {
        use_toolkit(ctx, &options, &toolkit, log);
    } else if (!host && options.verbose && options.runtime_header) {
        buf_puts(log, "cuprum: headers: cuprum's own\n");
    }
    if (!options.runtime_header || !includes.any) return options;
    more_dirs(ctx, &options, 1)[0] = (LexDir){DRIVER_STD_DIR, LEX_DIR_AFTER};
    options.no_std_inc = !system_has_c(ctx);
    if (host || !options.find_toolkit) return options;
    // libraries that come by themselves, behind everything
    const char *dir[TOOLKIT_FOLDERS];
    uint32_t n = includes.foreign ? driver_library_headers(ctx, dir, TOOLKIT_FOLDERS) : 0;
    LexDir *more = more_dirs(ctx, &options, n);
    for (uint32_t i = 0; i < n; i++) more[i] = (LexDir){dir[i], LEX_DIR_AFTER};
    return options;
}
