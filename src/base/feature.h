// SPDX-License-Identifier: Apache-2.0
// Features of GPU targets by name, SMF_redux: the numbers of target.def's rows (tools/gen/ids.c),
// for files that name one. How many there are stands in ids/feature_count.h.
#ifndef CUPRUM_FEATURE_H
#define CUPRUM_FEATURE_H

enum {
#include "ids/feature.h"
};

#endif
