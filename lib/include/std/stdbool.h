// SPDX-License-Identifier: Apache-2.0
// C17 7.18; in C++ only the macro that says so.
#ifndef CUPRUM_STDBOOL_H
#define CUPRUM_STDBOOL_H

#ifndef __cplusplus
#define bool  _Bool
#define true  1
#define false 0
#endif
#define __bool_true_false_are_defined 1

#endif
