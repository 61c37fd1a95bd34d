// SPDX-License-Identifier: Apache-2.0
// The directories of #include: the search path as gcc has it ([cpp.include]; "Directory Options" of
// gcc's manual), and handles on directories. A header is opened by its last name in a directory
// that is held open: walking the whole path for each of some hundred headers and for as many places
// where they are not was a tenth of the kernel's work for us.
#define _GNU_SOURCE // O_PATH
#include "lex/lex_int.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#ifndef O_PATH
#define O_PATH O_RDONLY
#endif

// A directory, or what it lacks: bits/, sys/, gnu/ are looked for in every one.
typedef struct {
    int fd;      // DIR_MISSING, DIR_BY_PATH, or to be used with openat
    bool missed; // the last header that was looked for was not there
    uint64_t dev, ino;
} DirHandle;

static int open_dir(Lex *lex, int at, const char *path) {
    int fd = ctx_hold_dir(lex->ctx, at, path, O_PATH);
    if (fd >= 0) return fd;
    return is_any_of(errno, ENOENT, ENOTDIR) ? DIR_MISSING : DIR_BY_PATH;
}

static bool is_held(int fd) {
    return !is_any_of(fd, DIR_MISSING, DIR_BY_PATH);
}

// Of a directory, or of its subdirectory `sub`.
static DirHandle *handle(Lex *lex, Atom dir, Atom sub) {
    uint64_t key = (uint64_t)dir << 32 | sub;
    DirHandle *dir_handle = map_get(&lex->handles, key);
    if (dir_handle) return dir_handle;
    dir_handle = arena_new(&lex->ctx->perm, DirHandle);
    map_put(&lex->handles, key, dir_handle);
    if (sub) {
        int at = handle(lex, dir, 0)->fd;
        dir_handle->fd = is_held(at) ? open_dir(lex, at, atom_str(lex->ctx, sub)) : at;
    } else {
        dir_handle->fd = dir ? open_dir(lex, AT_FDCWD, atom_str(lex->ctx, dir)) : AT_FDCWD;
    }
    return dir_handle;
}

// A name with a directory in it is opened from that subdirectory's own handle.
int lex_open_in(Lex *lex, Atom dir, const char *name) {
    const char *slash = strrchr(name, '/');
    size_t n = slash ? (size_t)(slash - name) : 0;
    DirHandle *h = handle(lex, dir, n ? atom_intern(lex->ctx, name, n) : 0);
    if (!is_held(h->fd)) return h->fd;
    if (slash) name = slash + 1;
    // Where the last one was not, this one will hardly be: a look costs half of an open that fails.
    if (h->missed && faccessat(h->fd, name, F_OK, 0) != 0 && errno == ENOENT) return DIR_MISSING;
    int fd = openat(h->fd, name, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    h->missed = fd < 0;
    return fd < 0 ? DIR_MISSING : fd;
}

// What identifies a directory, whatever its name; false when it is none.
static bool dir_id(Lex *lex, const char *path, uint64_t *dev, uint64_t *ino) {
    DirHandle *dir_handle = handle(lex, atom_cstr(lex->ctx, path), 0);
    struct stat st;
    if (dir_handle->fd == DIR_MISSING) return false;
    if (!dir_handle->ino) {
        // asked once per directory, through the handle where one is held
        bool held = dir_handle->fd != DIR_BY_PATH;
        if ((held ? fstat(dir_handle->fd, &st) : stat(path, &st)) != 0 || !S_ISDIR(st.st_mode))
            return false;
        dir_handle->dev = (uint64_t)st.st_dev;
        dir_handle->ino = (uint64_t)st.st_ino;
    }
    *dev = dir_handle->dev;
    *ino = dir_handle->ino;
    return true;
}

// gcc prints system headers under their real name where that is shorter.
static const char *shorter(Lex *lex, const char *path) {
    char *real = realpath(path, NULL);
    if (!real) return path;
    if (strlen(real) < strlen(path)) path = arena_strndup(&lex->ctx->perm, real, strlen(real));
    free(real);
    return path;
}

// Appends a directory to the search path, unless it is not there or is in its chain already. A
// virtual one has no identity and always counts; where virtual files have directories in their
// names, one that is not on the disk is kept too.
static void add_dir(Lex *lex, const LexDir *dir) {
    Dir n = {.path = dir->path,
             .is_virtual = dir->path[0] == '<',
             .is_private = dir->kind == LEX_DIR_PRIVATE};
    n.system = dir->kind >= LEX_DIR_SYSTEM;
    if (!n.is_virtual) {
        if (!dir_id(lex, dir->path, &n.dev, &n.ino)) {
            if (!lex->virtual_dirs) return; // does not exist
            n.dev = n.ino = 0;
        }
        // A directory searched later as a system directory is not searched here (gcc).
        for (uint32_t i = lex->first_bracket; i < lex->dirs.n && n.ino; i++) {
            if (lex->dirs.at[i].dev == n.dev && lex->dirs.at[i].ino == n.ino) return;
        }
        if (n.system) n.path = shorter(lex, n.path);
    }
    n.atom = atom_cstr(lex->ctx, n.path);
    vec_push(&lex->ctx->perm, &lex->dirs, n);
}

// Is the directory, which an option names, a system directory by another option or on the host?
// Then gcc ignores the first mention.
static bool also_system(Lex *lex, const LexDirs *host, const LexDir *dir) {
    const LexOptions *options = lex->opt;
    uint64_t dev, ino, dev2, ino2;
    if (dir->path[0] == '<' || !dir_id(lex, dir->path, &dev, &ino)) return false;
    for (uint32_t i = 0; i < options->ndirs + host->n; i++) {
        const LexDir *s = i < options->ndirs ? &options->dirs[i] : &host->at[i - options->ndirs];
        if (s->kind >= LEX_DIR_SYSTEM && dir_id(lex, s->path, &dev2, &ino2) && dev == dev2 &&
            ino == ino2) {
            return true;
        }
    }
    return false;
}

void lex_init_dirs(Lex *lex) {
    const LexOptions *o = lex->opt;
    lex->virtual_dirs = o->library != NULL;
    for (uint32_t i = 0; i < o->nfiles; i++) {
        map_put(&lex->virtuals, atom_cstr(lex->ctx, o->files[i].name), (void *)&o->files[i]);
        lex->virtual_dirs |= strchr(o->files[i].name, '/') != NULL;
    }
}

// Looking for the host's directories takes a tenth of a small compilation: not before some file
// asks for a header that is not built in.
void lex_find_dirs(Lex *lex) {
    const LexOptions *options = lex->opt;
    LexDirs host = {0};
    lex->dirs_known = true;
    if (!options->no_std_inc) lex_host_dirs(lex->ctx, "", &host);
    for (int kind = LEX_DIR_QUOTE; kind <= LEX_DIR_PRIVATE; kind++) {
        if (kind == LEX_DIR_NORMAL) lex->first_bracket = lex->dirs.n;
        if (kind == LEX_DIR_AFTER) {
            for (uint32_t i = 0; i < host.n; i++) add_dir(lex, &host.at[i]);
        }
        for (uint32_t i = 0; i < options->ndirs; i++) {
            if (options->dirs[i].kind != kind) continue;
            if (kind == LEX_DIR_NORMAL && also_system(lex, &host, &options->dirs[i])) continue;
            add_dir(lex, &options->dirs[i]);
        }
    }
}
