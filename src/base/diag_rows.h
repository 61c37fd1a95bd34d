// SPDX-License-Identifier: Apache-2.0
// diag_rows.h: the rows of a module's diagnostics as objects, and a list of them, which a NULL
// ends. Included once by one file of each module, behind two macros:
//     #define DIAG_MODULE cxx
//     #define DIAG_FILE   "cxx/facts/cxx_diag.def"
#include "base/base.h"

#define DIAG_JOIN_(a, b) a##b
#define DIAG_JOIN(a, b)  DIAG_JOIN_(a, b)
#define DIAG_NAME(id)    DIAG_JOIN(DIAG_JOIN(DIAG_MODULE, _d_), id)

// declared first: clang takes no attribute behind the definition
#define DIAG(id, sev, group, text)                                                                 \
    extern const DiagRow DIAG_NAME(id) CU_HIDDEN;                                                  \
    const DiagRow DIAG_NAME(id) = DIAG_ROW(id, sev, group, text);
#include DIAG_FILE
#undef DIAG

// the list
const DiagRow *const DIAG_JOIN(DIAG_MODULE, _diag_rows)[] = {
#define DIAG(id, sev, group, text) &DIAG_NAME(id),
#include DIAG_FILE
#undef DIAG
    NULL};
