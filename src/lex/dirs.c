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

static int open_dir(Lex *L, int at, const char *path) {
    int fd = ctx_hold_dir(L->ctx, at, path, O_PATH);
    if (fd >= 0) return fd;
    return errno == ENOENT || errno == ENOTDIR ? DIR_MISSING : DIR_BY_PATH;
}

// Of a directory, or of its subdirectory `sub`.
static DirHandle *handle(Lex *L, Atom dir, Atom sub) {
    uint64_t key = (uint64_t)dir << 32 | sub;
    DirHandle *h = map_get(&L->handles, key);
    if (h) return h;
    h = arena_new(&L->ctx->perm, DirHandle);
    map_put(&L->handles, key, h);
    if (sub) {
        int at = handle(L, dir, 0)->fd;
        bool opened = at != DIR_MISSING && at != DIR_BY_PATH;
        h->fd = opened ? open_dir(L, at, atom_str(L->ctx, sub)) : at;
    } else {
        h->fd = dir ? open_dir(L, AT_FDCWD, atom_str(L->ctx, dir)) : AT_FDCWD;
    }
    return h;
}

int lex_open_in(Lex *L, Atom dir, const char *name) {
    const char *slash = strrchr(name, '/');
    size_t n = slash ? (size_t)(slash - name) : 0;
    DirHandle *h = handle(L, dir, n ? atom_intern(L->ctx, name, n) : 0);
    if (h->fd == DIR_MISSING || h->fd == DIR_BY_PATH) return h->fd;
    if (slash) name = slash + 1;
    // Where the last one was not, this one will hardly be: a look costs half of an open that fails.
    if (h->missed && faccessat(h->fd, name, F_OK, 0) != 0 && errno == ENOENT) return DIR_MISSING;
    int fd = openat(h->fd, name, O_RDONLY | O_CLOEXEC);
    h->missed = fd < 0;
    return fd < 0 ? DIR_MISSING : fd;
}

static bool dir_id(Lex *L, const char *path, uint64_t *dev, uint64_t *ino) {
    DirHandle *h = handle(L, atom_cstr(L->ctx, path), 0);
    struct stat st;
    if (h->fd == DIR_MISSING) return false;
    if (!h->ino) {
        bool held = h->fd != DIR_BY_PATH;
        if ((held ? fstat(h->fd, &st) : stat(path, &st)) != 0 || !S_ISDIR(st.st_mode)) return false;
        h->dev = (uint64_t)st.st_dev;
        h->ino = (uint64_t)st.st_ino;
    }
    *dev = h->dev;
    *ino = h->ino;
    return true;
}

// gcc prints system headers under their real name where that is shorter.
static const char *shorter(Lex *L, const char *path) {
    char *real = realpath(path, NULL);
    if (!real) return path;
    if (strlen(real) < strlen(path)) path = arena_strndup(&L->ctx->perm, real, strlen(real));
    free(real);
    return path;
}

static void add_dir(Lex *L, const LexDir *d) {
    Dir n = {.path = d->path, .is_virtual = d->path[0] == '<'};
    n.system = d->kind >= LEX_DIR_SYSTEM;
    if (!n.is_virtual) {
        if (!dir_id(L, d->path, &n.dev, &n.ino)) {
            if (!L->virtual_dirs) return; // does not exist
            n.dev = n.ino = 0;
        }
        // A directory searched later as a system directory is not searched here (gcc).
        for (uint32_t i = L->first_bracket; i < L->dirs.n && n.ino; i++) {
            if (L->dirs.at[i].dev == n.dev && L->dirs.at[i].ino == n.ino) return;
        }
        if (n.system) n.path = shorter(L, n.path);
    }
    n.atom = atom_cstr(L->ctx, n.path);
    vec_push(&L->ctx->perm, &L->dirs, n);
}

static bool also_system(Lex *L, const LexDirs *host, const LexDir *d) {
    const LexOptions *o = L->opt;
    uint64_t dev, ino, dev2, ino2;
    if (d->path[0] == '<' || !dir_id(L, d->path, &dev, &ino)) return false;
    for (uint32_t i = 0; i < o->ndirs + host->n; i++) {
        const LexDir *s = i < o->ndirs ? &o->dirs[i] : &host->at[i - o->ndirs];
        if (s->kind >= LEX_DIR_SYSTEM && dir_id(L, s->path, &dev2, &ino2) && dev == dev2 &&
            ino == ino2) {
            return true;
        }
    }
    return false;
}

void lex_init_dirs(Lex *L) {
    const LexOptions *o = L->opt;
    for (uint32_t i = 0; i < o->nfiles; i++) {
        map_put(&L->virtuals, atom_cstr(L->ctx, o->files[i].name), (void *)&o->files[i]);
        L->virtual_dirs |= strchr(o->files[i].name, '/') != NULL;
    }
}

// Looking for the host's directories takes a tenth of a small compilation: not before some file
// asks for a header that is not built in.
void lex_find_dirs(Lex *L) {
    const LexOptions *o = L->opt;
    LexDirs host = {0};
    L->dirs_known = true;
    if (!o->no_std_inc) lex_host_dirs(L->ctx, "", &host);
    for (int kind = LEX_DIR_QUOTE; kind <= LEX_DIR_AFTER; kind++) {
        if (kind == LEX_DIR_NORMAL) L->first_bracket = L->dirs.n;
        if (kind == LEX_DIR_AFTER) {
            for (uint32_t i = 0; i < host.n; i++) add_dir(L, &host.at[i]);
        }
        for (uint32_t i = 0; i < o->ndirs; i++) {
            if (o->dirs[i].kind != kind) continue;
            if (kind == LEX_DIR_NORMAL && also_system(L, &host, &o->dirs[i])) continue;
            add_dir(L, &o->dirs[i]);
        }
    }
}
