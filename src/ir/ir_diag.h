// SPDX-License-Identifier: Apache-2.0
// The diagnostics of module ir.
#ifndef CUPRUM_IR_DIAG_H
#define CUPRUM_IR_DIAG_H

#include "base/base.h"

extern const DiagRow ir_diag_rows[];
enum {
#define DIAG(id, sev, group, text) D_##id,
#include "ir/ir_diag.def"
#undef DIAG
    D_ir_count_
};

#endif
