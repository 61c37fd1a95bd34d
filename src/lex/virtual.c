// SPDX-License-Identifier: Apache-2.0
// Headers in memory by their whole names.
#include "lex/lex_int.h"

LexVirtualFile lex_library_file(const LexLibrary *library, uint32_t i) {
    const LexPlace *place = &library->places[i];
    return (LexVirtualFile){.name = library->names + place->name,
                            .text = library->texts + place->text,
                            .len = place->len,
                            .system = true,
                            .padded = true};
}

static const LexVirtualFile *find_in_library(Lex *lex, const LexLibrary *library,
                                             const char *name) {
    uint32_t from = 0, to = library->n;
    while (from < to) {
        uint32_t middle = from + (to - from) / 2;
        int order = strcmp(name, library->names + library->places[middle].name);
        if (order == 0) {
            LexVirtualFile *found = arena_new(&lex->ctx->perm, LexVirtualFile);
            *found = lex_library_file(library, middle);
            return found;
        }
        if (order < 0)
            to = middle;
        else
            from = middle + 1;
    }
    return NULL;
}

// Among the caller's files, then among those of the library, which nobody put into a map.
const LexVirtualFile *lex_virtual(Lex *lex, Atom path) {
    const LexOptions *o = lex->opt;
    const LexVirtualFile *file = o->nfiles ? map_get(&lex->virtuals, path) : NULL;
    if (file || !o->library) return file;
    return find_in_library(lex, o->library, atom_str(lex->ctx, path));
}
