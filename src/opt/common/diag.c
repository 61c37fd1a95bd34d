// SPDX-License-Identifier: Apache-2.0
// The texts of the module's diagnostics.
#include "opt/opt_diag.h"

#define DIAG_MODULE opt
#define DIAG_FILE   "opt/opt_diag.def"
#include "base/diag_rows.h"
