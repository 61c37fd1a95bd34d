// SPDX-License-Identifier: Apache-2.0
// diag.h: the front end's diagnostics (rows of cxx_diag.def) by name.
#ifndef CUPRUM_CXX_FACTS_DIAG_H
#define CUPRUM_CXX_FACTS_DIAG_H

#include "cxx/facts/unit.h"

extern const DiagRow *const cxx_diag_rows[]; // NULL ends them

// Reports row `id` at a position, with the arguments of its text.
#define CXX_DIAG(x, id, ...) diag((x)->ctx, DIAG_OF(cxx, id), __VA_ARGS__)

#endif
