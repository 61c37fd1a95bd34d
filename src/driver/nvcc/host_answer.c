// SPDX-License-Identifier: Apache-2.0
// The host compiler's answer to what it defines and where it looks for headers is kept for the next
// calls: asking takes a fifth of what this program needs for a small file. Asked is without the
// command line's macros and folders, which differ from file to file and are added here by gcc's
// rules. So that a kept answer is what gcc would say now,
//   - only options are let pass of which it is known that they name no file,
//   - the answer goes by the options, the PATH and the driver's file,
//   - it is used only while cc1plus, which it names, is the same file, and no folder has come into
//     being that did not exist then.
#define _GNU_SOURCE // the nanoseconds of a file's time
#include "base/digest.h"
#include "driver/nvcc/nvcc.h"

#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

// ---- may it be kept -----------------------------------------------------------------------------

// By which gcc is told of more files or folders.
static const char *const telling_variables[] = {
    "CPATH", "C_INCLUDE_PATH", "COMPILER_PATH", "CPLUS_INCLUDE_PATH", "LPATH", "GCC_EXEC_PREFIX"};

static bool begins_with(const char *text, const char *begin) {
    return strncmp(text, begin, strlen(begin)) == 0;
}

// What an option means to the preprocessor is clear from its text alone. -march=native means
// another thing on another machine, which may have the same home folder.
static bool is_plain_option(const char *word) {
    static const char *const plain[] = {
        "-O", "-g", "-w", "-W", "-std=", "-f", "-m", "-pg", "-pthread"};
    static const char *const not_plain[] = {"-Wp,",     "-fplugin", "-fprofile", "-fauto-profile",
                                            "-fmodule", "-fpch",    "-fspec"};
    if (strstr(word, "=native")) return false;
    for (uint32_t i = 0; i < CU_COUNT(not_plain); i++) {
        if (begins_with(word, not_plain[i])) return false;
    }
    for (uint32_t i = 0; i < CU_COUNT(plain); i++) {
        if (begins_with(word, plain[i])) return true;
    }
    return false;
}

// -DNAME, -DNAME=..., -DNAME(...)=..., -UNAME: the rest of the word is the name and so on.
static bool is_macro_option(const char *word) {
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789";
    if (!begins_with(word, "-D") && !begins_with(word, "-U")) return false;
    const char *name = word + 2, *end = name + strspn(name, letters);
    bool named = end > name && !(*name >= '0' && *name <= '9') && !strchr(word, '\n');
    return named && (*end == 0 || (word[1] == 'D' && is_any_of(*end, '=', '(')));
}

// The folder that an -I or -isystem of `words` names at *i, which becomes its last word; NULL: it
// is none, or one below gcc's system root.
static const char *folder_option(const NvccWords *words, uint32_t *i, bool *system) {
    const char *word = words->at[*i], *folder = NULL;
    *system = begins_with(word, "-isystem");
    if (!*system && !begins_with(word, "-I")) return NULL;
    word += strlen(*system ? "-isystem" : "-I");
    if (*word) folder = word;
    if (!folder && *i + 1 < words->n) folder = words->at[++*i];
    return folder && *folder != '=' && *folder != '$' && *folder ? folder : NULL;
}

// The words that are neither macros nor folders. False: one of them is not plain.
static bool plain_words(Nvcc *nvcc, const NvccWords *told, NvccWords *plain) {
    for (uint32_t i = 0; i < told->n; i++) {
        bool system;
        if (is_macro_option(told->at[i]) || folder_option(told, &i, &system)) continue;
        if (!is_plain_option(told->at[i])) return false;
        vec_push(&nvcc->ctx->perm, plain, told->at[i]);
    }
    return true;
}

// ---- where it is kept ---------------------------------------------------------------------------

// CUPRUM_HOST_CACHE, which switches it off where it is empty; else where programs keep such things.
static const char *cache_folder(Nvcc *nvcc) {
    const char *own = getenv("CUPRUM_HOST_CACHE"), *caches = getenv("XDG_CACHE_HOME"),
               *home = getenv("HOME");
    if (own) return *own ? own : NULL;
    if (caches && *caches == '/') return arena_printf(&nvcc->ctx->perm, "%s/cuprum/host", caches);
    if (!home || *home != '/') return NULL;
    return arena_printf(&nvcc->ctx->perm, "%s/.cache/cuprum/host", home);
}

// Names a file's contents by its size and time; "": there is none.
static const char *identity(Nvcc *nvcc, const char *path) {
    struct stat about;
    if (stat(path, &about) != 0) return "";
    return arena_printf(&nvcc->ctx->perm, "%s %llu %lld.%09ld", path,
                        (unsigned long long)about.st_size, (long long)about.st_mtim.tv_sec,
                        about.st_mtim.tv_nsec);
}

// The compiler's driver behind all links. NULL: what it says may depend on more, since its name is
// not a compiler's (ccache), or it is not there.
static const char *driver_file(Nvcc *nvcc) {
    const char *found = nvcc_on_path(nvcc, nvcc->cxx);
    char *real = found ? realpath(found, NULL) : NULL;
    const char *file = real ? arena_strndup(&nvcc->ctx->perm, real, strlen(real)) : "";
    free(real);
    const char *slash = strrchr(file, '/');
    return slash && strstr(slash, "g++") ? file : NULL;
}

// The program that the driver says it runs: "PATH/cc1plus -E ...".
static const char *compiler_proper(Nvcc *nvcc, const char *said) {
    const char *name = strstr(said, "/cc1plus "), *begin = name;
    while (begin && begin > said && begin[-1] != ' ' && begin[-1] != '\n') begin--;
    if (!name) return "";
    return identity(
        nvcc, arena_strndup(&nvcc->ctx->perm, begin, (size_t)(name - begin) + strlen("/cc1plus")));
}

static const char *key_of(Nvcc *nvcc, const NvccCache *cache, const char *file,
                          const NvccWords *plain) {
    Digest digest;
    nvcc_begin_key(&digest, cache, "host");
    digest_text(&digest, nvcc->cxx);
    digest_text(&digest, identity(nvcc, file));
    digest_text(&digest, getenv("PATH"));
    for (uint32_t i = 0; i < plain->n; i++) digest_text(&digest, plain->at[i]);
    return nvcc_end_key(&digest, nvcc->ctx);
}

bool nvcc_may_keep_answer(Nvcc *nvcc, const NvccWords *told, NvccKept *place) {
    for (uint32_t i = 0; i < CU_COUNT(telling_variables); i++) {
        if (getenv(telling_variables[i])) return false;
    }
    enum { LIMIT = 16 << 20 };
    const char *folder = cache_folder(nvcc), *file = folder ? driver_file(nvcc) : NULL;
    *place = (NvccKept){.cache = {.folder = folder, .build = "", .limit = LIMIT, .silent = true}};
    if (!file || !plain_words(nvcc, told, &place->plain)) return false;
    place->key = key_of(nvcc, &place->cache, file, &place->plain);
    return true;
}

// ---- is it still true ---------------------------------------------------------------------------

// Whether a folder that gcc said not to exist does so now: ignoring nonexistent directory "...".
static bool has_new_folder(Nvcc *nvcc, const char *said) {
    static const char begin[] = "ignoring nonexistent directory \"";
    for (const char *p = said; (p = strstr(p, begin));) {
        p += strlen(begin);
        const char *folder = arena_strndup(&nvcc->ctx->perm, p, strcspn(p, "\"\n"));
        if (access(folder, F_OK) == 0) return true;
    }
    return false;
}

enum { MACROS, SAID, COMPILER }; // the parts of an entry

static const char *part(Nvcc *nvcc, const NvccEntry *found, uint32_t which) {
    return arena_strndup(&nvcc->ctx->perm, found->part[which].at, found->part[which].n);
}

bool nvcc_kept_answer(Nvcc *nvcc, NvccKept *place, NvccAnswer *got) {
    NvccEntry entry;
    if (!nvcc_cache_read(&place->cache, nvcc->ctx, place->key, &entry)) return false;
    *got = (NvccAnswer){part(nvcc, &entry, MACROS), part(nvcc, &entry, SAID)};
    bool same = strcmp(compiler_proper(nvcc, got->said), part(nvcc, &entry, COMPILER)) == 0;
    return same && !has_new_folder(nvcc, got->said);
}

void nvcc_keep_answer(Nvcc *nvcc, NvccKept *place, const NvccAnswer *got) {
    const char *compiler = compiler_proper(nvcc, got->said);
    if (!*compiler) return; // not gcc
    NvccEntry entry = {.part = {[MACROS] = {got->macros, strlen(got->macros)},
                                [SAID] = {got->said, strlen(got->said)},
                                [COMPILER] = {compiler, strlen(compiler)}}};
    nvcc_cache_write(nvcc, &place->cache, place->key, &entry);
}

// ---- what the command line adds -----------------------------------------------------------------

// -DNAME=VALUE as gcc reads it: VALUE is 1 where there is none.
static void add_macro(Buf *out, const char *word) {
    const char *name = word + 2;
    size_t length = strcspn(name, "=("), head = strcspn(name, "=");
    buf_printf(out, "#undef %.*s\n", (int)length, name);
    if (word[1] == 'U') return;
    const char *value = name[head] ? name + head + 1 : "1";
    buf_printf(out, "#define %.*s %s\n", (int)head, name, value);
}

static bool same_folder(const struct stat *a, const struct stat *b) {
    return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

typedef struct Folder {
    LexDir dir;
    struct stat about;
} Folder;
typedef VEC(Folder) Folders;

// One that is there, is a folder, and was not named before.
static void add_folder(Nvcc *nvcc, Folders *known, const char *name, uint8_t kind) {
    Folder added = {.dir = {name, kind}};
    if (stat(name, &added.about) != 0 || !S_ISDIR(added.about.st_mode)) return;
    VEC_FOREACH (Folder, other, known) {
        if (same_folder(&other->about, &added.about)) return;
    }
    vec_push(&nvcc->ctx->perm, known, added);
}

static bool is_among(const Folder *folder, const Folders *others) {
    VEC_FOREACH (Folder, other, others) {
        if (same_folder(&folder->about, &other->about)) return true;
    }
    return false;
}

// -I in front of -isystem in front of the compiler's own; a system folder that -I names, too, stays
// a system folder in its place.
static void add_folders(Nvcc *nvcc, const NvccWords *told) {
    Folders users = {0}, systems = {0};
    for (uint32_t i = 0; i < told->n; i++) {
        bool system;
        const char *folder = folder_option(told, &i, &system);
        if (folder)
            add_folder(nvcc, system ? &systems : &users, folder,
                       system ? LEX_DIR_SYSTEM : LEX_DIR_NORMAL);
    }
    VEC_FOREACH (LexDir, own, &nvcc->dirs) add_folder(nvcc, &systems, own->path, own->kind);
    nvcc->dirs.n = 0;
    VEC_FOREACH (Folder, user, &users) {
        if (!is_among(user, &systems)) vec_push(&nvcc->ctx->perm, &nvcc->dirs, user->dir);
    }
    VEC_FOREACH (Folder, system, &systems) vec_push(&nvcc->ctx->perm, &nvcc->dirs, system->dir);
}

void nvcc_complete_answer(Nvcc *nvcc, const NvccWords *told) {
    Buf macros;
    buf_init(&macros, &nvcc->ctx->perm);
    buf_puts(&macros, nvcc->macros);
    for (uint32_t i = 0; i < told->n; i++) {
        if (is_macro_option(told->at[i])) add_macro(&macros, told->at[i]);
    }
    nvcc->macros = buf_cstr(&macros);
    add_folders(nvcc, told);
}
