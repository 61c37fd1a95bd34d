// SPDX-License-Identifier: Apache-2.0
// diag.h: the front end's diagnostics by name. Included by who reports any, not by other headers: a
// new row of cxx_diag.def numbers them anew.
#ifndef CUPRUM_CXX_FACTS_DIAG_H
#define CUPRUM_CXX_FACTS_DIAG_H

#include "cxx/facts/unit.h"

enum {
#define DIAG(id, sev, group, text) D_##id,
#include "cxx/facts/cxx_diag.def"
#undef DIAG
    D_cxx_count_
};

// The texts, by D_* (source_text.c).
extern const DiagRow cxx_diag_rows[];

// Reports row `id` at a position, with the arguments of its text.
#define CXX_DIAG(x, id, ...) diag((x)->ctx, &cxx_diag_rows[D_##id], __VA_ARGS__)

#endif
