// SPDX-License-Identifier: Apache-2.0
// The lines of source files by number, for comments in the PTX (-src-in-ptx). Files that cannot be
// read have no lines.
#include "driver/driver.h"

#include <string.h>
#include <unistd.h>

typedef struct {
    const char *text;
    VEC(uint32_t) begin; // of each line
    uint32_t n;
} File;

struct DriverSource {
    Ctx *ctx;
    Map files; // by name
};

DriverSource *driver_source_new(Ctx *ctx) {
    DriverSource *s = arena_new(&ctx->perm, DriverSource);
    s->ctx = ctx;
    map_init(&s->files, &ctx->perm);
    return s;
}

static File *load(DriverSource *driver_source, const char *path) {
    File *file = arena_new(&driver_source->ctx->perm, File);
    size_t n;
    const char *text = access(path, R_OK) == 0 ? ctx_map_file(driver_source->ctx, path, &n) : NULL;
    if (!text || n >= UINT32_MAX) return file;
    file->text = text;
    file->n = (uint32_t)n;
    for (uint32_t at = 0; at < file->n;) {
        vec_push(&driver_source->ctx->perm, &file->begin, at);
        const char *end = memchr(text + at, '\n', file->n - at);
        at = end ? (uint32_t)(end - text) + 1 : file->n;
    }
    return file;
}

const char *driver_source_line(void *data, Atom path, uint32_t line, uint32_t *n) {
    DriverSource *s = data;
    void **slot = map_slot(&s->files, path);
    if (!*slot) *slot = load(s, atom_str(s->ctx, path));
    const File *f = *slot;
    *n = 0;
    if (!line || line > f->begin.n) return "";
    uint32_t from = f->begin.at[line - 1], to = line < f->begin.n ? f->begin.at[line] : f->n;
    while (to > from && is_any_of(f->text[to - 1], '\n', '\r')) to--;
    *n = to - from;
    return f->text + from;
}
