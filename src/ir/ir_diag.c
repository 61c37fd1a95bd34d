// SPDX-License-Identifier: Apache-2.0
// The texts of the module's diagnostics.
#include "ir/ir_diag.h"

const DiagRow ir_diag_rows[] = {
#define DIAG DIAG_ROW
#include "ir/ir_diag.def"
#undef DIAG
};
_Static_assert(CU_COUNT(ir_diag_rows) == D_ir_count_, "rows and ids agree");
