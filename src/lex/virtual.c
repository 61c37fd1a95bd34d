// SPDX-License-Identifier: Apache-2.0
// Headers in memory by their whole names.
#include "lex/lex_int.h"

#include <stdlib.h>

static int by_name(const void *name, const void *file) {
    return strcmp(name, ((const LexVirtualFile *)file)->name);
}

// Among the caller's files, then among those of the library, which nobody put into a map.
const LexVirtualFile *lex_virtual(Lex *lex, Atom path) {
    const LexOptions *o = lex->opt;
    const LexVirtualFile *file = o->nfiles ? map_get(&lex->virtuals, path) : NULL;
    if (file || !o->nlibrary) return file;
    return bsearch(atom_str(lex->ctx, path), o->library, o->nlibrary, sizeof *file, by_name);
}
