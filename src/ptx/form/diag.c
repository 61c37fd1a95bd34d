// SPDX-License-Identifier: Apache-2.0
// The texts of the module's diagnostics.
#include "ptx/form/form.h"

#define DIAG_MODULE ptx
#define DIAG_FILE   "ptx/ptx_diag.def"
#include "base/diag_rows.h"
