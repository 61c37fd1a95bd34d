// SPDX-License-Identifier: Apache-2.0
// Functions that are not there, by what NVIDIA's return: a row of NAME/missing.def is a macro of
// these, so that no number comes where a program expects a text. Each says so at its first call.
// Included once, by NAME/missing.c, which defines NOT_SUPPORTED, the library's status for it.
// test/standin/kinds.sh compares the rows with NVIDIA's headers.
#include "standin/standin.h"

#include <complex.h>

#define STANDIN_MISSING(type, name, value)                                                         \
    STANDIN_PUBLIC type name(void);                                                                \
    type name(void) {                                                                              \
        standin_missing(#name);                                                                    \
        return value;                                                                              \
    }
#define MISSING(name)                STANDIN_MISSING(int, name, NOT_SUPPORTED) // a status
#define MISSING_INDEX(name)          STANDIN_MISSING(int, name, 0)
#define MISSING_TEXT(name)           STANDIN_MISSING(const char *, name, "not supported")
#define MISSING_SIZE(name)           STANDIN_MISSING(size_t, name, 0)
#define MISSING_FLOAT(name)          STANDIN_MISSING(float, name, 0)
#define MISSING_DOUBLE(name)         STANDIN_MISSING(double, name, 0)
#define MISSING_COMPLEX(name)        STANDIN_MISSING(float _Complex, name, 0)
#define MISSING_DOUBLE_COMPLEX(name) STANDIN_MISSING(double _Complex, name, 0)
#define MISSING_VOID(name)                                                                         \
    STANDIN_PUBLIC void name(void);                                                                \
    void name(void) {                                                                              \
        standin_missing(#name);                                                                    \
    }
