// SPDX-License-Identifier: Apache-2.0
// Rows of insn.def by name, PTXI_add: their numbers (tools/gen/ids.c), for files that name one. How
// many there are stands in ids/insn_count.h.
#ifndef CUPRUM_PTX_FORM_OP_H
#define CUPRUM_PTX_FORM_OP_H

enum {
#include "ids/insn.h"
};

#endif
