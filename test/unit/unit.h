// SPDX-License-Identifier: Apache-2.0
// The whole unit-test framework: CHECK counts, UNIT_END reports. A test is a program.
#ifndef UNIT_H
#define UNIT_H
#include <stdio.h>

static _Atomic int unit_run, unit_bad; // tests have threads
#define CHECK(e)                                                                                   \
    do {                                                                                           \
        unit_run++;                                                                                \
        if (!(e)) {                                                                                \
            unit_bad++;                                                                            \
            fprintf(stderr, "%s:%d: CHECK(%s) failed\n", __FILE__, __LINE__, #e);                  \
        }                                                                                          \
    } while (0)
#define CHECK_STR(a, b)                                                                            \
    do {                                                                                           \
        const char *a_ = (a), *b_ = (b);                                                           \
        unit_run++;                                                                                \
        if (strcmp(a_, b_) != 0) {                                                                 \
            unit_bad++;                                                                            \
            fprintf(stderr, "%s:%d: got      %s\n  expected %s\n", __FILE__, __LINE__, a_, b_);    \
        }                                                                                          \
    } while (0)
#define UNIT_END() (printf("%d checks, %d failed\n", (int)unit_run, (int)unit_bad), unit_bad != 0)
#endif
