// SPDX-License-Identifier: Apache-2.0
// The texts of the module's diagnostics.
#include "irgen/irgen_diag.h"

#define DIAG_MODULE irgen
#define DIAG_FILE   "irgen/irgen_diag.def"
#include "base/diag_rows.h"
