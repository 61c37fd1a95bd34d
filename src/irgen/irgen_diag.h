// SPDX-License-Identifier: Apache-2.0
// The rows of irgen_diag.def by name.
#ifndef CUPRUM_IRGEN_DIAG_H
#define CUPRUM_IRGEN_DIAG_H

#include "irgen/irgen.h"

#define GEN_ROW(id) (DIAG_OF(irgen, id))
#endif
