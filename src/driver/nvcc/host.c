// SPDX-License-Identifier: Apache-2.0
// The host's compiler: which it is, what it defines and where it looks for headers, what it is
// told. It is asked once for its macros and folders (g++ -E -dM -v), with the options of the
// command line: then our preprocessor reads what it would have read. Where it is not gcc, it
// preprocesses itself: our answers to __has_builtin and the like are gcc's.
#define _GNU_SOURCE // memfd_create, memmem
#include "driver/host_tail.h"
#include "driver/nvcc/nvcc.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

// ---- which --------------------------------------------------------------------------------------

// By the file's name alone: a folder may be named after clang.
static bool has_clang(const char *path) {
    const char *base = strrchr(path, '/');
    return strstr(base ? base : path, "clang") != NULL;
}

// gcc-12 goes with g++-12, clang with clang++: the C++ compiler by the C compiler's name, and the
// other way round.
static const char *other(Nvcc *nvcc, const char *path, bool want_cxx) {
    static const char *const pairs[][2] = {{"clang", "clang++"}, {"gcc", "g++"}, {"cc", "c++"}};
    const char *base = strrchr(path, '/');
    base = base ? base + 1 : path;
    for (uint32_t i = 0; i < CU_COUNT(pairs); i++) {
        const char *from = pairs[i][!want_cxx], *to = pairs[i][want_cxx], *at = strstr(base, from);
        bool already = strstr(base, "++") != NULL;
        if (!at || already == want_cxx) continue;
        const char *name = arena_printf(&nvcc->ctx->perm, "%.*s%s%s", (int)(at - path), path, to,
                                        at + strlen(from));
        if (nvcc_on_path(nvcc, name)) return name;
    }
    return path;
}

// -ccbin, which may be a folder, then NVCC_CCBIN, then the first of the usual names on the PATH.
bool nvcc_find_host(Nvcc *nvcc) {
    const char *given = nvcc_value(nvcc, N_CCBIN, NULL);
    if (!given) given = getenv("NVCC_CCBIN");
    if (given && !*given) given = NULL;
    struct stat st;
    bool folder = given && stat(given, &st) == 0 && S_ISDIR(st.st_mode);
    static const char *const usual[] = {"gcc", "g++", "clang", "c++", "cc"};
    const char *found = given && !folder ? given : NULL;
    for (uint32_t i = 0; i < CU_COUNT(usual) && !found; i++) {
        const char *name = usual[i];
        if (folder) name = arena_printf(&nvcc->ctx->perm, "%s/%s", given, name);
        if (nvcc_on_path(nvcc, name)) found = name;
    }
    if (!found || !nvcc_on_path(nvcc, found))
        return nvcc_say(NM_no_host_compiler, given ? given : "gcc");
    nvcc->cxx = other(nvcc, found, true);
    nvcc->cc = other(nvcc, found, false);
    nvcc->is_clang = has_clang(found);
    return true;
}

// ---- what it is told ----------------------------------------------------------------------------

// What nvcc defines for .cu files, in both views.
static void cuda_macros(Nvcc *nvcc, NvccWords *w) {
    nvcc_words(nvcc, w, "-D__CUDACC__", "-D__NVCC__", NULL);
    bool whole = nvcc_has(nvcc, N_WHOLE);
    if (whole || nvcc->rdc)
        nvcc_words(nvcc, w, whole ? "-D__CUDACC_EWP__" : "-D__CUDACC_RDC__", NULL);
    if (nvcc_has(nvcc, N_DEVICE_DEBUG) && !nvcc_has(nvcc, N_DOPT))
        nvcc_words(nvcc, w, "-D__CUDACC_DEBUG__", NULL);
    if (nvcc_has(nvcc, N_LAMBDA) || nvcc_has(nvcc, N_EXPT_LAMBDA))
        nvcc_words(nvcc, w, "-D__CUDACC_EXTENDED_LAMBDA__", NULL);
    if (nvcc_has(nvcc, N_ENABLE_TILE))
        nvcc_words(nvcc, w, "-D__NV_TL__=__tile__", "-D__NV_TL_BUILTIN__=__tile_builtin__",
                   "-D__CUDACC_TILE__=1", NULL);
    if (nvcc_has(nvcc, N_RELAXED)) nvcc_words(nvcc, w, "-D__CUDACC_RELAXED_CONSTEXPR__", NULL);
    const char *stream = nvcc_value(nvcc, N_STREAM, "legacy");
    if (strcmp(stream, "per-thread") == 0)
        nvcc_words(nvcc, w, "-DCUDA_API_PER_THREAD_DEFAULT_STREAM=1", NULL);
}

// Options of nvcc that mean the same to the host's compiler, and those meant for it alone.
static void common_words(Nvcc *nvcc, NvccWords *command) {
    Arena *arena = &nvcc->ctx->perm;
    const char *level = nvcc_value(nvcc, N_OPTIMIZE, NULL);
    if (level) vec_push(arena, command, arena_printf(arena, "-O%s", level));
    nvcc_each(nvcc, command, N_XCOMPILER, NULL, true);
    nvcc_each(nvcc, command, N_STDLIB, "-stdlib=", false);
    for (uint32_t i = 0; i < nvcc->for_compiler.n; i++)
        vec_push(arena, command, nvcc->for_compiler.at[i]);
    if (nvcc_has(nvcc, N_NO_WARNINGS)) vec_push(arena, command, "-w");
    if (nvcc_has(nvcc, N_NO_EXCEPTIONS)) vec_push(arena, command, "-fno-exceptions");
    if (nvcc_has(nvcc, N_PROFILE)) vec_push(arena, command, "-pg");
    if (nvcc_has(nvcc, N_DEPTH))
        vec_push(arena, command,
                 arena_printf(arena, "-ftemplate-depth=%s", nvcc_value(nvcc, N_DEPTH, "")));
    vec_push(arena, command, "-m64");
    if (nvcc_has(nvcc, N_DEBUG)) vec_push(arena, command, "-g");
}

bool nvcc_host_is_whole(Nvcc *nvcc) {
    NvccWords words = {0};
    common_words(nvcc, &words);
    bool whole = nvcc->phase == PHASE_CUDA || // the text itself is asked for
                 strcmp(nvcc_value(nvcc, N_HOST_TEXT, ""), "whole") == 0;
    for (uint32_t i = 0; i < words.n; i++) whole |= driver_shows_unnamed(words.at[i]);
    return whole;
}

static void dialect(Nvcc *nvcc, NvccWords *w) {
    const char *std = nvcc_value(nvcc, N_STD, NULL);
    if (std) vec_push(&nvcc->ctx->perm, w, arena_printf(&nvcc->ctx->perm, "-std=%s", std));
}

// What the command line names goes before the profile's folders of the same kind.
void nvcc_folder_words(Nvcc *nvcc, NvccWords *w) {
    Arena *a = &nvcc->ctx->perm;
    nvcc_each(nvcc, w, N_INCLUDE, "-I", false);
    for (uint32_t i = 0; i < nvcc->includes.n; i++) vec_push(a, w, nvcc->includes.at[i]);
    nvcc_each(nvcc, w, N_SYSTEM, "-isystem ", false);
    for (uint32_t i = 0; i < nvcc->system_includes.n; i++)
        vec_push(a, w, nvcc->system_includes.at[i]);
}

void nvcc_reading_words(Nvcc *nvcc, NvccWords *w, bool cuda) {
    Arena *arena = &nvcc->ctx->perm;
    dialect(nvcc, w);
    vec_push(arena, w, arena_printf(arena, "-D__CUDA_ARCH_LIST__=%s", nvcc_arch_list(nvcc)));
    if (cuda)
        cuda_macros(nvcc, w);
    else
        vec_push(arena, w, "-D__NVCC__");
    common_words(nvcc, w);
    nvcc_folder_words(nvcc, w);
    nvcc_each(nvcc, w, N_DEFINE, "-D", false);
    nvcc_each(nvcc, w, N_UNDEFINE, "-U", false);
    const char *versions[CUDA_VERSION_MACROS];
    driver_version_macros(nvcc->ctx, nvcc->version, versions);
    for (uint32_t i = 0; i < CUDA_VERSION_MACROS; i++) vec_push(arena, w, versions[i]);
    nvcc_words(nvcc, w, "-D__NVCC_DIAG_PRAGMA_SUPPORT__=1", "-D__CUDACC_DEVICE_ATOMIC_BUILTINS__=1",
               NULL);
}

void nvcc_code_words(Nvcc *nvcc, NvccWords *w) {
    dialect(nvcc, w);
    common_words(nvcc, w);
    vec_push(&nvcc->ctx->perm, w, "-Wno-psabi");
}

// sm_NNa has the macros of its family too; sm_NNf only those.
void nvcc_device_macros(Nvcc *nvcc, const Target *target, NvccWords *command) {
    Arena *a = &nvcc->ctx->perm;
    vec_push(a, command, arena_printf(a, "-D__CUDA_ARCH__=%u0", target->number));
    if (target->suffix == 'a') {
        vec_push(a, command, arena_printf(a, "-D__CUDA_ARCH_FEAT_SM%u_ALL", target->number));
        vec_push(a, command, arena_printf(a, "-D__CUDA_ARCH_SPECIFIC__=%u0", target->number));
    }
    if (target->suffix)
        vec_push(a, command,
                 arena_printf(a, "-D__CUDA_ARCH_FAMILY_SPECIFIC__=%u0", target->number));
    vec_push(a, command, "-DCUDA_DOUBLE_MATH_FUNCTIONS");
}

void nvcc_host_macros(Nvcc *nvcc, NvccWords *command) {
    for (uint32_t i = 0; i < CU_COUNT(driver_host_macros); i++)
        vec_push(&nvcc->ctx->perm, command, driver_host_macros[i]);
}

// ---- what it says -------------------------------------------------------------------------------

// The program's standard output and error, in two files that have no name.
static int run_quietly(Nvcc *nvcc, NvccWords *command, int out, int errors) {
    vec_push(&nvcc->ctx->perm, command, NULL);
    fflush(NULL);
    pid_t pid = fork();
    if (pid == 0) {
        driver_folder_in_child();
        dup2(out, STDOUT_FILENO);
        dup2(errors, STDERR_FILENO);
        setenv("LC_ALL", "C", 1); // "search starts here"
        execvp(command->at[0], (char **)(uintptr_t)command->at);
        _exit(127);
    }
    command->n--;
    int status = -1;
    if (pid < 0 || waitpid(pid, &status, 0) < 0) return 127;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128;
}

// The file's position does not matter: the child has moved it.
static const char *read_back(Nvcc *nvcc, int fd) {
    off_t size = lseek(fd, 0, SEEK_END);
    char *text = arena_alloc(&nvcc->ctx->perm, (size_t)CU_MAX(size, (off_t)0) + 1, 1);
    ssize_t got = size > 0 ? pread(fd, text, (size_t)size, 0) : 0;
    text[CU_MAX(got, (ssize_t)0)] = 0;
    return text;
}

// The compiler lists what -I named among its own folders; -I folders are no system folders.
static bool is_user_folder(Nvcc *nvcc, const NvccWords *told, const char *dir) {
    for (uint32_t i = 0; i < told->n; i++) {
        const char *word = told->at[i];
        if (strncmp(word, "-I", 2) != 0) continue;
        const char *named = word[2] ? word + 2 : i + 1 < told->n ? told->at[i + 1] : "";
        if (strcmp(named, dir) == 0) return true;
    }
    return false;
}

// #include "..." search starts here: folders, #include <...> search starts here: folders.
static void read_folders(Nvcc *nvcc, const NvccWords *told, const char *text) {
    static const char quote[] = "#include \"...\" search", angle[] = "#include <...> search";
    const char *p = strstr(text, quote);
    uint8_t kind = LEX_DIR_QUOTE;
    while (p && *p && strncmp(p, "End of search", 13) != 0) {
        size_t k = strcspn(p, "\n");
        if (strncmp(p, angle, sizeof angle - 1) == 0) kind = LEX_DIR_NORMAL;
        if (*p == ' ') {
            const char *dir = arena_strndup(&nvcc->ctx->perm, p + 1, k - 1);
            bool users = kind == LEX_DIR_NORMAL && is_user_folder(nvcc, told, dir);
            uint8_t as = kind == LEX_DIR_QUOTE || users ? kind : LEX_DIR_SYSTEM;
            vec_push(&nvcc->ctx->perm, &nvcc->dirs, ((LexDir){dir, as}));
        }
        p += k + (p[k] == '\n');
    }
}

static long number_of(const char *macros, const char *name) {
    const char *at = strstr(macros, name);
    return at ? strtol(at + strlen(name), NULL, 10) : 0;
}

// A gcc stands in for g++ where that is not installed, and reads C++ only if its part for it is:
// else it would end every call with a word that few understand (cc1plus). Asked of no other
// compiler.
bool nvcc_has_cxx(Nvcc *nvcc) {
    const char *slash = strrchr(nvcc->cxx, '/'), *base = slash ? slash + 1 : nvcc->cxx;
    if (strstr(base, "++") || !strstr(base, "gcc")) return true;
    NvccWords words = {0};
    nvcc_words(nvcc, &words, nvcc->cxx, "-print-prog-name=cc1plus", NULL);
    int out = memfd_create("out", MFD_CLOEXEC), errors = memfd_create("errors", MFD_CLOEXEC);
    int status = run_quietly(nvcc, &words, out, errors);
    bool absent = status == 0 && strcmp(read_back(nvcc, out), "cc1plus\n") == 0;
    close(out);
    close(errors);
    return !absent || nvcc_say(NM_no_cxx, nvcc->cxx);
}

// Of what a compiler says with -v, the lines that tell a mistake; all where none of them does.
static void show_errors(const char *said) {
    bool any = false;
    for (const char *p = said; *p;) {
        size_t n = strcspn(p, "\n"), whole = n + (p[n] != 0);
        bool error = memmem(p, n, "error:", strlen("error:"));
        if (error) fwrite(p, 1, whole, stderr);
        any |= error;
        p += whole;
    }
    if (!any) fputs(said, stderr);
}

// False where the compiler fails, whose own words are shown before the message.
static bool ask(Nvcc *nvcc, const NvccWords *options, NvccAnswer *got) {
    NvccWords words = {0};
    nvcc_words(nvcc, &words, nvcc->cxx, "-E", "-dM", "-v", "-x", "c++", NULL);
    for (uint32_t i = 0; i < options->n; i++) vec_push(&nvcc->ctx->perm, &words, options->at[i]);
    nvcc_words(nvcc, &words, "/dev/null", NULL);
    int out = memfd_create("out", MFD_CLOEXEC), errors = memfd_create("errors", MFD_CLOEXEC);
    int status = run_quietly(nvcc, &words, out, errors);
    *got = (NvccAnswer){read_back(nvcc, out), read_back(nvcc, errors)};
    close(out);
    close(errors);
    if (status == 0 && strstr(got->macros, "#define ")) return true;
    // it was asked something else (-Xcompiler -dumpversion): that is the answer
    if (status == 0) fputs(got->macros, stdout);
    show_errors(got->said);
    return nvcc_say(NM_host_properties);
}

// The macros and folders, from an answer kept if there is one.
static bool ask_or_remember(Nvcc *nvcc) {
    NvccWords told = {0};
    NvccKept kept;
    NvccAnswer answer;
    nvcc_reading_words(nvcc, &told, true);
    bool keeps = nvcc_may_keep_answer(nvcc, &told, &kept);
    bool known = keeps && nvcc_kept_answer(nvcc, &kept, &answer);
    if (!known && !ask(nvcc, keeps ? &kept.plain : &told, &answer)) return false;
    if (keeps && !known) nvcc_keep_answer(nvcc, &kept, &answer);
    nvcc->macros = answer.macros;
    read_folders(nvcc, &told, answer.said);
    if (keeps) nvcc_complete_answer(nvcc, &told);
    return true;
}

bool nvcc_ask_host(Nvcc *nvcc) {
    if (nvcc->queried) return true;
    nvcc->queried = true;
    const char *stdlib = nvcc_value(nvcc, N_STDLIB, NULL);
    if (stdlib && !nvcc->is_clang) return nvcc_say(NM_stdlib_of_clang, stdlib);
    if (!ask_or_remember(nvcc)) return false;
    const char *macros = nvcc->macros;
    nvcc->is_clang = strstr(macros, "#define __clang__ ") != NULL;
    const char *std = nvcc_value(nvcc, N_STD, NULL);
    long since = number_of(macros, "__cplusplus ");
    nvcc->std = std ? atoi(std + strlen("c++")) : since >= 202002 ? 20 : since >= 201703 ? 17 : 14;
    const char *pass = nvcc_value(nvcc, N_HOST_PASS, "auto");
    bool by_us = strcmp(pass, "auto") == 0 || strcmp(pass, "cudafe") == 0;
    nvcc->own_pass = strcmp(pass, "own") == 0 || (by_us && !nvcc->is_clang);
    const char *major = nvcc->is_clang ? "__clang_major__ " : "__GNUC__ ";
    const char *minor = nvcc->is_clang ? "__clang_minor__ " : "__GNUC_MINOR__ ";
    nvcc->version_number = arena_printf(&nvcc->ctx->perm, "%ld%02ld00", number_of(macros, major),
                                        number_of(macros, minor));
    return true;
}
