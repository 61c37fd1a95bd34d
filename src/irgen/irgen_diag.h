// SPDX-License-Identifier: Apache-2.0
// The rows of irgen_diag.def by name.
#ifndef CUPRUM_IRGEN_DIAG_H
#define CUPRUM_IRGEN_DIAG_H

#include "irgen/irgen.h"

enum {
#define DIAG(id, sev, group, text) D_##id,
#include "irgen/irgen_diag.def"
#undef DIAG
};
#define GEN_ROW(id) (&irgen_diag_rows[D_##id])
#endif
