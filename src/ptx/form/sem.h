// SPDX-License-Identifier: Apache-2.0
// What instructions do, by name, PTX_SEM_ADD: the numbers of sem.def's rows (tools/gen/ids.c), for
// files that name one. How many there are stands in ids/sem_count.h.
#ifndef CUPRUM_PTX_FORM_SEM_H
#define CUPRUM_PTX_FORM_SEM_H

enum {
#include "ids/sem.h"
};

#endif
