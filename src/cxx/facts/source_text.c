// SPDX-License-Identifier: Apache-2.0
// Where a position lies: the main file, a system header, a macro of one; #pragma pack; and the
// table of the front end's diagnostics.
#include "cxx/facts/diag.h"
#include "cxx/facts/facts.h"
#include "cxx/facts/state.h"

#define DIAG_MODULE cxx
#define DIAG_FILE   "cxx/facts/cxx_diag.def"
#include "base/diag_rows.h"

uint32_t cxx_pack_at(Cxx *cxx, uint32_t tok) {
    uint32_t lo = 0, hi = cxx->decls->packs.n;
    while (lo < hi) {
        uint32_t mid = (lo + hi) / 2;
        if (cxx->decls->packs.at[mid].at < tok)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo ? cxx->decls->packs.at[lo - 1].pack : 0;
}

bool cxx_in_main_file(Cxx *cxx, Pos pos) {
    SrcFile *last = &cxx->decls->last_file; // most questions are about the file of the one before
    if (!cxx->decls->main_file) return true;
    if ((pos < last->begin || pos >= last->end) && !source_file(cxx->ctx, pos, last)) return true;
    return last->name == cxx->decls->main_file;
}

void cxx_extension(Cxx *cxx, Pos pos, const char *what) {
    if (cxx->opt.pedantic_errors && cxx_in_main_file(cxx, pos))
        CXX_DIAG(cxx, d_extension, pos, what);
}

bool cxx_in_system_header(Cxx *cxx, Pos pos) {
    SrcFile *last = &cxx->decls->last_file;
    if ((pos < last->begin || pos >= last->end) && !source_file(cxx->ctx, pos, last)) return true;
    return last->system;
}

bool cxx_of_system_macro(Cxx *cxx, Pos pos) {
    SrcFile f;
    return source_file(cxx->ctx, source_spelling(cxx->ctx, pos), &f) && f.system &&
           atom_str(cxx->ctx, f.name)[0] != '<'; // predefined macros are of no file
}
