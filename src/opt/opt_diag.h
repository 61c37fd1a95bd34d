// SPDX-License-Identifier: Apache-2.0
// The diagnostics of module opt.
#ifndef CUPRUM_OPT_DIAG_H
#define CUPRUM_OPT_DIAG_H

#include "base/base.h"

extern const DiagRow opt_diag_rows[];
enum {
#define DIAG(id, sev, group, text) D_##id,
#include "opt/opt_diag.def"
#undef DIAG
    D_opt_count_
};

#endif
