// SPDX-License-Identifier: Apache-2.0
// The diagnostics of module opt.
#ifndef CUPRUM_OPT_DIAG_H
#define CUPRUM_OPT_DIAG_H

#include "base/base.h"

extern const DiagRow *const opt_diag_rows[]; // NULL ends them

#endif
