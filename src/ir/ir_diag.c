// SPDX-License-Identifier: Apache-2.0
// The texts of the module's diagnostics.
#include "ir/ir_diag.h"

#define DIAG_MODULE ir
#define DIAG_FILE   "ir/ir_diag.def"
#include "base/diag_rows.h"
