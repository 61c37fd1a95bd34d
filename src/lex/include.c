// SPDX-License-Identifier: Apache-2.0
// #include and its kin ([cpp.include]), and what makes inclusion cheap: every (directory, name)
// pair is looked up on disk once, every file is read once, and a file whose guard macro is defined,
// or that said #pragma once, is not entered again.
//
// Inclusion is a stack, and so is the memory of what is read: the text of a header that will not be
// entered again is given back at its end, and the next header is read into the same, warm memory.
// Who wants its lines later (a diagnostic) makes base read it again.
#include "base/input.h"
#include "lex/lex_int.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static const char absent; // value of `found` entries that lead nowhere

// A file that is its own first name; what is on the disk under two names is joined by load_file.
static File *new_file(Lex *lex, Atom path, const char *text, uint32_t len) {
    File *f = arena_new(&lex->ctx->perm, File);
    f->path = path;
    f->text = text;
    f->len = len;
    f->canon = f;
    f->src = source_text(lex->ctx, path, text, len);
    return f;
}

// Trigraphs ([lex.trigraph] up to C++14, strict modes only) are replaced when a file is loaded.
static uint32_t replace_trigraphs(char *s, uint32_t n) {
    static const char from[] = "=/'()!<>-", to[] = "#\\^[]|{}~";
    uint32_t k = 0;
    for (uint32_t i = 0; i < n; i++) {
        const char *q;
        if (s[i] == '?' && i + 2 < n && s[i + 1] == '?' && s[i + 2] &&
            (q = strchr(from, s[i + 2]))) {
            s[k++] = to[q - from];
            i += 2;
        } else {
            s[k++] = s[i];
        }
    }
    memset(s + k, 0, n - k);
    return k;
}

// Reads an open file to its end, with PAD zero bytes behind. `size` is what the system says it has,
// 0 when it cannot say (a pipe, /proc): then the buffer grows. A file that grew meanwhile is read
// up to `size`. Over INT32_MAX bytes reading stops; the caller refuses them.
static char *read_all(Arena *to, int fd, size_t size, size_t *len) {
    size_t cap = size ? size : 65536, n = 0;
    char *buf = arena_alloc(to, cap + PAD, 16);
    for (;;) {
        ssize_t k = read(fd, buf + n, cap - n);
        if (k <= 0) break;
        n += (size_t)k;
        if (n > INT32_MAX) break;
        if (n < cap) continue;
        if (size) break;
        char *more = arena_alloc(to, cap * 2 + PAD, 16);
        memcpy(more, buf, n);
        buf = more;
        cap *= 2;
    }
    memset(buf + n, 0, PAD);
    *len = n;
    return buf;
}

static bool has_trigraphs(const LexOptions *o) {
    return o->std < 17 && !o->gnu;
}

// A File of the text just read, after the work on the text that is done once. NULL after a
// diagnostic when it is too large for positions.
static File *finish_file(Lex *lex, Atom path, char *text, size_t len, bool system) {
    if (len > INT32_MAX) {
        LEX_DIAG(lex, lex_file_too_large, 0, path);
        return NULL;
    }
    if (has_trigraphs(lex->opt)) len = replace_trigraphs(text, (uint32_t)len);
    if (lex->opt->dep) lex->opt->dep(lex->opt->dep_data, atom_str(lex->ctx, path), system);
    return new_file(lex, path, text, (uint32_t)len);
}

// Room for a text on the stack of texts: in the pages that the next atoms and macros will touch.
static Arena *text_stack(Lex *lex) {
    enum { ROOM = 1 << 20 }; // the toolkit's headers need nine tenths of it
    if (!lex->texts.cur) arena_lend(&lex->texts, arena_alloc(&lex->ctx->perm, ROOM, 16), ROOM);
    return &lex->texts;
}

// A file not read before; `main` is never given back.
static File *load_file(Lex *lex, Atom path, int fd, const struct stat *st, bool system, bool main) {
    bool regular = S_ISREG(st->st_mode);
    uint64_t id = hash_mix(hash_u64((uint64_t)st->st_dev), (uint64_t)st->st_ino);
    File *same = regular ? map_get(&lex->by_inode, id) : NULL, *file;
    if (same && same->dev == (uint64_t)st->st_dev && same->ino == (uint64_t)st->st_ino) {
        file = new_file(lex, path, same->stacked ? NULL : same->text, same->len);
        file->canon = same;
        return file;
    }
    size_t len;
    bool stacked = regular && !main && !has_trigraphs(lex->opt);
    Arena *to = stacked ? text_stack(lex) : &lex->ctx->perm;
    ArenaMark mark = arena_mark(to);
    char *text = read_all(to, fd, regular ? (size_t)st->st_size : 0, &len);
    file = finish_file(lex, path, text, len, system);
    if (!file || !regular) return file;
    file->stacked = stacked;
    file->mark = mark;
    file->dev = (uint64_t)st->st_dev;
    file->ino = (uint64_t)st->st_ino;
    map_put(&lex->by_inode, id, file);
    return file;
}

// The file behind an open descriptor, which is closed.
static File *read_open(Lex *lex, Atom path, int fd, bool system, bool main) {
    struct stat st;
    File *f = NULL;
    bool known = fstat(fd, &st) == 0 && !S_ISDIR(st.st_mode) &&
                 input_is_ready(fd, atom_str(lex->ctx, path), &st);
    bool large = known && S_ISREG(st.st_mode) && st.st_size > INT32_MAX;
    if (known && !large) f = load_file(lex, path, fd, &st, system, main);
    close(fd);
    if (large) LEX_DIAG(lex, lex_file_too_large, 0, path);
    return f;
}

static File *read_file(Lex *lex, Atom path, bool system, bool main) {
    int fd = open(atom_str(lex->ctx, path), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    return fd < 0 ? NULL : read_open(lex, path, fd, system, main);
}

// Puts the text of a header in memory on the stack of texts, with room behind it.
static void copy_caller(Lex *lex, File *file) {
    file->mark = arena_mark(text_stack(lex));
    file->stacked = true;
    char *text = arena_alloc(&lex->texts, (size_t)file->len + PAD, 16);
    memcpy(text, file->caller, file->len);
    memset(text + file->len, 0, PAD);
    file->text = text;
}

// The text of a file that had been given back.
static void reload_file(Lex *lex, File *file, Pos from) {
    if (file->caller) {
        copy_caller(lex, file);
        return;
    }
    int fd = open(atom_str(lex->ctx, file->path), O_RDONLY | O_CLOEXEC);
    struct stat st;
    size_t len = 0, size = fd >= 0 && fstat(fd, &st) == 0 ? (size_t)st.st_size : 0;
    file->mark = arena_mark(text_stack(lex));
    file->stacked = file->reloaded = true;
    bool readable = fd >= 0 && size <= INT32_MAX;
    file->text = readable ? read_all(&lex->texts, fd, size, &len) : lex_pad(lex->ctx, "", 0);
    if (fd >= 0) {
        close(fd);
    } else {
        LEX_DIAG(lex, lex_cannot_open, from, atom_str(lex->ctx, file->path));
    }
    if (len != file->len)
        file->src = source_text(lex->ctx, file->path, file->text, (uint32_t)len); // edited
    file->len = (uint32_t)len;
    source_text_is(file->src, file->text);
}

// Gives the text back unless the file is likely to be entered again; then a copy off the stack of
// texts stays.
void lex_leave(Lex *lex, File *file) {
    if (file->active) file->active--;
    if (file->active || !file->stacked) return;
    enum { SMALL = 8 << 10 };
    bool again = !file->canon->once && !file->canon->guard; // it may well be entered once more
    again &= file->len < SMALL || file->reloaded;           // few of the large ones are
    again &= !file->caller;                                 // these are copied once more
    file->text = again ? lex_pad(lex->ctx, file->text, file->len) : NULL;
    file->stacked = false;
    if (!file->caller) source_text_is(file->src, file->text);
    arena_reset(&lex->texts, file->mark);
}

static bool has_virtuals(const Lex *lex) {
    return lex->opt->nfiles || lex->opt->library;
}

// The header in memory with that whole name; NULL when there is none. Its text is copied while it
// is read, unless it has room behind it.
static File *virtual_file(Lex *lex, Atom path) {
    File *f = map_get(&lex->by_path, path);
    if (f) return f;
    const LexVirtualFile *v = lex_virtual(lex, path);
    if (!v) return NULL;
    f = new_file(lex, path, v->text, (uint32_t)v->len);
    f->system = v->system;
    if (!v->padded) {
        f->caller = v->text;
        f->text = NULL;
    }
    map_put(&lex->by_path, path, f);
    return f;
}

// The file at a path, read at its first use; NULL when it cannot be read.
static File *get_file(Lex *lex, Atom path, bool system) {
    File *f = map_get(&lex->by_path, path);
    if (f) return f;
    f = read_file(lex, path, system, false);
    if (f) map_put(&lex->by_path, path, f);
    return f;
}

// `name` in `dir` as one path; the name itself when the directory is the working one.
static Atom path_in(Lex *lex, Atom dir, Atom name) {
    const AtomInfo *info = lex_info(lex, dir), *n = lex_info(lex, name);
    if (!info->len) return name;
    ArenaMark mark = arena_mark(&lex->ctx->scratch);
    char *path = arena_alloc(&lex->ctx->scratch, (size_t)info->len + 1 + n->len, 1);
    uint32_t len = info->len;
    memcpy(path, info->s, len);
    if (path[len - 1] != '/') path[len++] = '/';
    memcpy(path + len, n->s, n->len);
    Atom a = atom_intern(lex->ctx, path, len + n->len);
    arena_reset(&lex->ctx->scratch, mark);
    return a;
}

// The file of that name in a directory on the disk, read unless it was before; NULL when it is not
// there.
static File *on_disk(Lex *lex, Atom dir, Atom name, bool system) {
    int fd = lex_open_in(lex, dir, atom_str(lex->ctx, name));
    if (fd == DIR_MISSING) return NULL;
    if (fd == DIR_BY_PATH) return get_file(lex, path_in(lex, dir, name), system);
    Atom path = path_in(lex, dir, name);
    File *f = map_get(&lex->by_path, path);
    if (f) {
        close(fd);
        return f;
    }
    f = read_open(lex, path, fd, system, false);
    if (f) map_put(&lex->by_path, path, f);
    return f;
}

// name in directory dir
static File *in_dir(Lex *lex, Atom dir, Atom name, bool system, bool is_virtual) {
    uint64_t key = (uint64_t)dir << 32 | name;
    void *known = map_get(&lex->found, key);
    if (known) return known == &absent ? NULL : known;
    File *f = has_virtuals(lex) ? virtual_file(lex, path_in(lex, dir, name)) : NULL;
    if (!f && !is_virtual) f = on_disk(lex, dir, name, system);
    map_put(&lex->found, key, f ? (void *)f : (void *)&absent);
    return f;
}

static bool skips_own_dir(const Lex *lex) {
    return lex->opt->no_own_dir && lex->in.level <= 1;
}

// Without <> the directory of the including file comes first; #include_next begins behind the
// directory where the including file was found ([cpp.include], gcc's manual). *dir and *system say
// where the result is from. A NUL in a name finds nothing.
File *lex_find(Lex *lex, const char *name, uint32_t len, bool angle, bool next, uint32_t *dir,
               bool *system) {
    Atom atom = atom_intern(lex->ctx, name, len);
    File *file;
    *dir = DIR_OWN;
    *system = lex->in.system;
    if (len == 0 || memchr(name, 0, len)) return NULL;
    // a header in a folder of ours is not to find one that the caller called the same
    bool own = !angle && atom_str(lex->ctx, lex->in.own_dir)[0] == '<';
    if (own && (file = in_dir(lex, lex->in.own_dir, atom, *system, true))) {
        *system |= file->system;
        return file;
    }
    if (has_virtuals(lex) && (file = virtual_file(lex, atom))) {
        *system |= file->system;
        return file;
    }
    if (name[0] == '/') return get_file(lex, atom, *system);
    if (!lex->dirs_known) lex_find_dirs(lex);
    uint32_t i = angle ? lex->first_bracket : 0;
    if (next && lex->in.level > 0) {
        i = lex->in.dir == DIR_OWN ? 0 : lex->in.dir + 1;
    } else if (!angle && !skips_own_dir(lex) &&
               (file = in_dir(lex, lex->in.own_dir, atom, *system, false))) {
        return file;
    }
    for (; i < lex->dirs.n; i++) {
        const Dir *d = &lex->dirs.at[i];
        if (d->is_private && atom_str(lex->ctx, lex->in.own_dir)[0] != '<') continue;
        if (!(file = in_dir(lex, d->atom, atom, d->system, d->is_virtual))) continue;
        *dir = i;
        *system = d->system;
        return file;
    }
    *system = false;
    return NULL;
}

// The part of a path before its last '/'; "" for a name alone, and "/" for a file in the root.
static Atom directory_of(Lex *lex, Atom path) {
    const AtomInfo *a = lex_info(lex, path);
    uint32_t n = a->len;
    while (n && a->s[n - 1] != '/') n--;
    if (n > 1) n--;
    return atom_intern(lex->ctx, a->s, n);
}

void lex_push_input(Lex *lex, Input in) {
    vec_push(&lex->ctx->perm, &lex->includes, lex->in);
    lex->in = in;
}

// Makes the file the current text; `from` is where it is included. A byte order mark is not part of
// the text. Where the first thing in it is a directive, that one may open the include guard.
void lex_enter(Lex *lex, File *file, uint32_t dir, Pos from, bool system) {
    if (!file->text) reload_file(lex, file, from);
    file->active++;
    file->visits++;
    Pos base = source_add_file(lex->ctx, file->src, from, system);
    Input in = {
        .start = file->text, .end = file->text + file->len, .base = base, .file = file, .dir = dir};
    if (file->len >= 3 && memcmp(file->text, "\xef\xbb\xbf", 3) == 0) {
        in.start += 3;
        in.base += 3;
    }
    in.p = in.start;
    in.own_dir = directory_of(lex, file->path);
    in.cond = lex->conds.n;
    in.system = system;
    in.imacros = lex->in.imacros;
    in.level = lex->in.level + 1;
    file->canon->entered = true;
    if (timer_traces(lex->ctx))
        in.span = timer_span_begin(lex->ctx, "Source", atom_str(lex->ctx, file->path));
    lex_push_input(lex, in);
    const char *first = lex_skip_blank(lex, in.p, true);
    if (*first != '#') return;
    lex->in.guard = GUARD_FIRST;
    if (first > in.p && first[-1] == '\n') lex->in.p = first - 1; // behind the licence
}

static bool skipped(Lex *lex, File *f, bool import) {
    const File *c = f->canon;
    if (c->once || (import && c->entered)) return true;
    return c->guard && lex_info(lex, c->guard)->macro;
}

// NVRTC, which has no folders of its own, says so: its clients look for that to give the header.
static bool without_folders(const Lex *lex, bool angle) {
    const LexOptions *options = lex->opt;
    if (options->predef != LEX_PREDEF_NVRTC || !angle) return false;
    for (uint32_t i = 0; i < options->ndirs; i++) {
        if (options->dirs[i].path[0] != '<') return false;
    }
    return true;
}

static bool missing(Lex *lex, Pos pos, const char *name, bool angle) {
    if (without_folders(lex, angle)) return LEX_DIAG(lex, lex_no_folders, pos, name);
    const char *hint = lex->opt->hint ? lex->opt->hint(lex->ctx, name) : NULL;
    return hint ? LEX_DIAG(lex, lex_not_installed, pos, name, hint)
                : LEX_DIAG(lex, lex_cannot_open, pos, name);
}

// The rest of the line is read before the file is entered: it belongs to the including text.
void lex_include(Lex *lex, int directive, Pos pos, const HeaderName *header) {
    uint32_t dir;
    bool system;
    if (header->len == 0) {
        LEX_DIAG(lex, lex_empty_header, pos);
        return;
    }
    bool next = directive == DIR_INCLUDE_NEXT;
    File *file = lex_find(lex, header->name, header->len, header->angle, next, &dir, &system);
    if (!file) {
        missing(lex, pos, arena_strndup(&lex->ctx->perm, header->name, header->len), header->angle);
        return;
    }
    bool enter = !skipped(lex, file, directive == DIR_IMPORT);
    if (enter && lex->in.level >= MAX_INCLUDE_DEPTH) {
        LEX_DIAG(lex, lex_include_depth, pos, MAX_INCLUDE_DEPTH);
        enter = false;
    }
    if (enter && directive == DIR_IMPORT) file->canon->once = true;
    if (enter) {
        lex_enter(lex, file, dir, pos, system);
    } else if (!file->active) {
        lex_leave(lex, file);
    }
}

// -include looks in the working directory and then as #include "name" does.
bool lex_include_name(Lex *lex, const char *name, bool imacros) {
    uint32_t dir;
    bool system;
    Atom own = lex->in.own_dir;
    lex->in.own_dir = 0; // the working directory comes first, not the main file's
    File *f = lex_find(lex, name, (uint32_t)strlen(name), false, false, &dir, &system);
    lex->in.own_dir = own;
    if (!f) return missing(lex, 0, name, false);
    lex_enter(lex, f, dir, 0, system);
    lex->in.imacros = imacros;
    lex->in.level = 1;
    return true;
}

// The unit's own file: from the disk, or with the caller's text. NULL when it cannot be read.
File *lex_open_main(Lex *lex, const char *path, const char *text, size_t len) {
    Atom atom = atom_cstr(lex->ctx, path);
    if (!text) {
        File *f = has_virtuals(lex) ? virtual_file(lex, atom) : NULL;
        if (f) return f;
        f = read_file(lex, atom, false, true);
        if (f) map_put(&lex->by_path, atom, f);
        return f;
    }
    // The bytes of the caller may not outlive us and are not padded.
    char *own = lex->opt->padded ? (char *)text : lex_pad(lex->ctx, text, len);
    return finish_file(lex, atom, own, len, false);
}
