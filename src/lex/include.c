// SPDX-License-Identifier: Apache-2.0
// #include and its kin ([cpp.include]), and what makes inclusion cheap: every (directory, name)
// pair is looked up on disk once, every file is read once, and a file whose guard macro is defined,
// or that said #pragma once, is not entered again.
//
// Inclusion is a stack, and so is the memory of what is read: the text of a header that will not be
// entered again is given back at its end, and the next header is read into the same, warm memory.
// Who wants its lines later (a diagnostic) makes base read it again.
#include "lex/lex_int.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static const char absent; // value of `found` entries that lead nowhere

static File *new_file(Lex *L, Atom path, const char *text, uint32_t len) {
    File *f = arena_new(&L->ctx->perm, File);
    f->path = path;
    f->text = text;
    f->len = len;
    f->canon = f;
    f->src = source_text(L->ctx, path, text, len);
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

static File *finish_file(Lex *L, Atom path, char *text, size_t len, bool system) {
    if (len > INT32_MAX) {
        LEX_DIAG(L, lex_file_too_large, 0, path);
        return NULL;
    }
    if (has_trigraphs(L->opt)) len = replace_trigraphs(text, (uint32_t)len);
    if (L->opt->dep) L->opt->dep(L->opt->dep_data, atom_str(L->ctx, path), system);
    return new_file(L, path, text, (uint32_t)len);
}

// Room for a text on the stack of texts: in the pages that the next atoms and macros will touch.
static Arena *text_stack(Lex *L) {
    enum { ROOM = 1 << 20 }; // the toolkit's headers need nine tenths of it
    if (!L->texts.cur) arena_lend(&L->texts, arena_alloc(&L->ctx->perm, ROOM, 16), ROOM);
    return &L->texts;
}

// A file not read before; `main` is never given back.
static File *load_file(Lex *L, Atom path, int fd, const struct stat *st, bool system, bool main) {
    bool regular = S_ISREG(st->st_mode);
    uint64_t id = hash_mix(hash_u64((uint64_t)st->st_dev), (uint64_t)st->st_ino);
    File *same = regular ? map_get(&L->by_inode, id) : NULL, *f;
    if (same && same->dev == (uint64_t)st->st_dev && same->ino == (uint64_t)st->st_ino) {
        f = new_file(L, path, same->stacked ? NULL : same->text, same->len);
        f->canon = same;
        return f;
    }
    size_t len;
    bool stacked = regular && !main && !has_trigraphs(L->opt);
    Arena *to = stacked ? text_stack(L) : &L->ctx->perm;
    ArenaMark mark = arena_mark(to);
    char *text = read_all(to, fd, regular ? (size_t)st->st_size : 0, &len);
    f = finish_file(L, path, text, len, system);
    if (!f || !regular) return f;
    f->stacked = stacked;
    f->mark = mark;
    f->dev = (uint64_t)st->st_dev;
    f->ino = (uint64_t)st->st_ino;
    map_put(&L->by_inode, id, f);
    return f;
}

// The file behind an open descriptor, which is closed.
static File *read_open(Lex *L, Atom path, int fd, bool system, bool main) {
    struct stat st;
    File *f = NULL;
    bool known = fstat(fd, &st) == 0 && !S_ISDIR(st.st_mode);
    bool large = known && S_ISREG(st.st_mode) && st.st_size > INT32_MAX;
    if (known && !large) f = load_file(L, path, fd, &st, system, main);
    close(fd);
    if (large) LEX_DIAG(L, lex_file_too_large, 0, path);
    return f;
}

static File *read_file(Lex *L, Atom path, bool system, bool main) {
    int fd = open(atom_str(L->ctx, path), O_RDONLY | O_CLOEXEC);
    return fd < 0 ? NULL : read_open(L, path, fd, system, main);
}

// The text of a file that had been given back.
static void reload_file(Lex *L, File *f, Pos from) {
    int fd = open(atom_str(L->ctx, f->path), O_RDONLY | O_CLOEXEC);
    struct stat st;
    size_t len = 0, size = fd >= 0 && fstat(fd, &st) == 0 ? (size_t)st.st_size : 0;
    f->mark = arena_mark(text_stack(L));
    f->stacked = f->reloaded = true;
    bool readable = fd >= 0 && size <= INT32_MAX;
    f->text = readable ? read_all(&L->texts, fd, size, &len) : lex_pad(L->ctx, "", 0);
    if (fd >= 0) {
        close(fd);
    } else {
        LEX_DIAG(L, lex_cannot_open, from, atom_str(L->ctx, f->path));
    }
    if (len != f->len) f->src = source_text(L->ctx, f->path, f->text, (uint32_t)len); // edited
    f->len = (uint32_t)len;
    source_text_is(f->src, f->text);
}

void lex_leave(Lex *L, File *f) {
    if (f->active) f->active--;
    if (f->active || !f->stacked) return;
    enum { SMALL = 8 << 10 };
    bool again = !f->canon->once && !f->canon->guard; // it may well be entered once more
    again &= f->len < SMALL || f->reloaded;           // few of the large ones are
    f->text = again ? lex_pad(L->ctx, f->text, f->len) : NULL;
    f->stacked = false;
    source_text_is(f->src, f->text);
    arena_reset(&L->texts, f->mark);
}

static File *virtual_file(Lex *L, Atom path) {
    File *f = map_get(&L->by_path, path);
    if (f) return f;
    const LexVirtualFile *v = map_get(&L->virtuals, path);
    if (!v) return NULL;
    f = new_file(L, path, lex_pad(L->ctx, v->text, v->len), (uint32_t)v->len);
    f->system = v->system;
    map_put(&L->by_path, path, f);
    return f;
}

static File *get_file(Lex *L, Atom path, bool system) {
    File *f = map_get(&L->by_path, path);
    if (f) return f;
    f = read_file(L, path, system, false);
    if (f) map_put(&L->by_path, path, f);
    return f;
}

static Atom path_in(Lex *L, Atom dir, Atom name) {
    const AtomInfo *d = lex_info(L, dir), *n = lex_info(L, name);
    if (!d->len) return name;
    ArenaMark mark = arena_mark(&L->ctx->scratch);
    char *path = arena_alloc(&L->ctx->scratch, (size_t)d->len + 1 + n->len, 1);
    uint32_t len = d->len;
    memcpy(path, d->s, len);
    if (path[len - 1] != '/') path[len++] = '/';
    memcpy(path + len, n->s, n->len);
    Atom a = atom_intern(L->ctx, path, len + n->len);
    arena_reset(&L->ctx->scratch, mark);
    return a;
}

static File *on_disk(Lex *L, Atom dir, Atom name, bool system) {
    int fd = lex_open_in(L, dir, atom_str(L->ctx, name));
    if (fd == DIR_MISSING) return NULL;
    if (fd == DIR_BY_PATH) return get_file(L, path_in(L, dir, name), system);
    Atom path = path_in(L, dir, name);
    File *f = map_get(&L->by_path, path);
    if (f) {
        close(fd);
        return f;
    }
    f = read_open(L, path, fd, system, false);
    if (f) map_put(&L->by_path, path, f);
    return f;
}

// name in directory dir
static File *in_dir(Lex *L, Atom dir, Atom name, bool system, bool is_virtual) {
    uint64_t key = (uint64_t)dir << 32 | name;
    void *known = map_get(&L->found, key);
    if (known) return known == &absent ? NULL : known;
    File *f = L->opt->nfiles ? virtual_file(L, path_in(L, dir, name)) : NULL;
    if (!f && !is_virtual) f = on_disk(L, dir, name, system);
    map_put(&L->found, key, f ? (void *)f : (void *)&absent);
    return f;
}

File *lex_find(Lex *L, const char *name, uint32_t len, bool angle, bool next, uint32_t *dir,
               bool *system) {
    Atom a = atom_intern(L->ctx, name, len);
    File *f;
    *dir = DIR_OWN;
    *system = L->in.system;
    if (len == 0 || memchr(name, 0, len)) return NULL;
    if (L->opt->nfiles && (f = virtual_file(L, a))) {
        *system |= f->system;
        return f;
    }
    if (name[0] == '/') return get_file(L, a, *system);
    if (!L->dirs_known) lex_find_dirs(L);
    uint32_t i = angle ? L->first_bracket : 0;
    if (next && L->in.level > 0) {
        i = L->in.dir == DIR_OWN ? 0 : L->in.dir + 1;
    } else if (!angle && (f = in_dir(L, L->in.own_dir, a, *system, false))) {
        return f;
    }
    for (; i < L->dirs.n; i++) {
        const Dir *d = &L->dirs.at[i];
        if (!(f = in_dir(L, d->atom, a, d->system, d->is_virtual))) continue;
        *dir = i;
        *system = d->system;
        return f;
    }
    *system = false;
    return NULL;
}

static Atom directory_of(Lex *L, Atom path) {
    const AtomInfo *a = lex_info(L, path);
    uint32_t n = a->len;
    while (n && a->s[n - 1] != '/') n--;
    if (n > 1) n--;
    return atom_intern(L->ctx, a->s, n);
}

void lex_enter(Lex *L, File *f, uint32_t dir, Pos from, bool system) {
    if (!f->text) reload_file(L, f, from);
    f->active++;
    f->visits++;
    Pos base = source_add_file(L->ctx, f->src, from, system);
    Input in = {.start = f->text, .end = f->text + f->len, .base = base, .file = f, .dir = dir};
    if (f->len >= 3 && memcmp(f->text, "\xef\xbb\xbf", 3) == 0) {
        in.start += 3;
        in.base += 3;
    }
    in.p = in.start;
    in.own_dir = directory_of(L, f->path);
    in.cond = L->conds.n;
    in.system = system;
    in.imacros = L->in.imacros;
    in.level = L->in.level + 1;
    f->canon->entered = true;
    lex_push_input(L, in);
    const char *first = lex_skip_blank(L, in.p, true);
    if (*first != '#') return;
    L->in.guard = GUARD_FIRST;
    if (first > in.p && first[-1] == '\n') L->in.p = first - 1; // behind the licence
}

static bool skipped(Lex *L, File *f, bool import) {
    const File *c = f->canon;
    if (c->once || (import && c->entered)) return true;
    return c->guard && lex_info(L, c->guard)->macro;
}

bool lex_header_name(Lex *L, const char **name, uint32_t *len, bool *angle) {
    Token t;
    const char *p = L->stack.n ? "" : lex_skip_blank(L, L->in.p, false);
    if (*p == '<' || *p == '"') {
        L->header_ok = true;
        lex_scan(L, &t);
        L->header_ok = false;
    } else {
        lex_token(L, &t);
    }
    if (t.kind == T_LT) { // came out of a macro: everything up to `>`
        Buf b;
        buf_init(&b, &L->ctx->perm);
        *angle = true;
        for (;;) {
            lex_token(L, &t);
            if (t.kind == T_GT) break;
            if (t.kind == T_NEWLINE || t.kind == T_EOF) return LEX_DIAG(L, lex_bad_header, t.pos);
            if (b.n && t.flags & TF_SPACE) buf_putc(&b, ' ');
            buf_atom(L->ctx, &b, t.text);
        }
        *len = (uint32_t)b.n;
        *name = buf_cstr(&b);
        return true;
    }
    const AtomInfo *a = lex_info(L, t.text);
    bool quoted = t.kind == T_STRING && a->s[0] == '"';
    if ((t.kind != T_HEADER && !quoted) || a->len < 2) {
        return LEX_DIAG(L, lex_bad_header, t.pos);
    }
    *angle = a->s[0] == '<';
    *name = a->s + 1;
    *len = a->len - 2;
    return true;
}

static bool missing(Lex *L, Pos pos, const char *name) {
    const char *hint = L->opt->hint ? L->opt->hint(L->ctx, name) : NULL;
    return hint ? LEX_DIAG(L, lex_not_installed, pos, name, hint)
                : LEX_DIAG(L, lex_cannot_open, pos, name);
}

void lex_include(Lex *L, int directive, Pos pos) {
    const char *name;
    uint32_t len, dir;
    bool angle, system;
    bool ok = lex_header_name(L, &name, &len, &angle);
    lex_end_directive(L, ok, directive == DIR_INCLUDE ? "include" : "include_next");
    if (!ok) return;
    if (len == 0) {
        LEX_DIAG(L, lex_empty_header, pos);
        return;
    }
    bool next = directive == DIR_INCLUDE_NEXT;
    File *f = lex_find(L, name, len, angle, next, &dir, &system);
    if (!f) {
        missing(L, pos, arena_strndup(&L->ctx->perm, name, len));
        return;
    }
    bool enter = !skipped(L, f, directive == DIR_IMPORT);
    if (enter && L->in.level >= MAX_INCLUDE_DEPTH) {
        LEX_DIAG(L, lex_include_depth, pos, MAX_INCLUDE_DEPTH);
        enter = false;
    }
    if (enter && directive == DIR_IMPORT) f->canon->once = true;
    if (enter) {
        lex_enter(L, f, dir, pos, system);
    } else if (!f->active) {
        lex_leave(L, f);
    }
}

bool lex_include_name(Lex *L, const char *name, bool imacros) {
    uint32_t dir;
    bool system;
    Atom own = L->in.own_dir;
    L->in.own_dir = 0; // the working directory comes first, not the main file's
    File *f = lex_find(L, name, (uint32_t)strlen(name), false, false, &dir, &system);
    L->in.own_dir = own;
    if (!f) return missing(L, 0, name);
    lex_enter(L, f, dir, 0, system);
    L->in.imacros = imacros;
    L->in.level = 1;
    return true;
}

File *lex_open_main(Lex *L, const char *path, const char *text, size_t len) {
    Atom a = atom_cstr(L->ctx, path);
    if (!text) {
        File *f = L->opt->nfiles ? virtual_file(L, a) : NULL;
        if (f) return f;
        f = read_file(L, a, false, true);
        if (f) map_put(&L->by_path, a, f);
        return f;
    }
    // The bytes of the caller may not outlive us and are not padded.
    char *own = L->opt->padded ? (char *)text : lex_pad(L->ctx, text, len);
    return finish_file(L, a, own, len, false);
}
