// SPDX-License-Identifier: Apache-2.0
// The diagnostics of module ir.
#ifndef CUPRUM_IR_DIAG_H
#define CUPRUM_IR_DIAG_H

#include "base/base.h"

extern const DiagRow *const ir_diag_rows[]; // NULL ends them

#endif
