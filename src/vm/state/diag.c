// SPDX-License-Identifier: Apache-2.0
// The texts of the module's diagnostics.
#include "vm/state/state.h"

#define DIAG_MODULE vm
#define DIAG_FILE   "vm/vm_diag.def"
#include "base/diag_rows.h"
