// SPDX-License-Identifier: Apache-2.0
// Failures on purpose, for tests: the n-th allocation fails; marked boundary cases must be reached.
#ifndef CUPRUM_FAULT_H
#define CUPRUM_FAULT_H

#include "base/base.h"

// Lets the n-th allocation (1, 2, ...) of the context fail as if memory had run out; 0: never.
// While it is set, arenas take every allocation from the system, so that each is a point of
// failure. Call it right after ctx_init.
void fault_arm(Ctx *ctx, uint64_t n);
// Whether the armed failure has happened. A test runs its subject for n = 1, 2, ... until it has
// not.
bool fault_fired(const Ctx *ctx);

// CU_COVER(cond): a boundary case that the test suite must meet both ways. Elsewhere it is `cond`.
#ifdef CU_COVERAGE
typedef struct {
    const char *file, *text;
    int line;
    unsigned char hit[2];
} FaultMark;
#define CU_COVER(cond)                                                                             \
    __extension__({                                                                                \
        static FaultMark mark_                                                                     \
            __attribute__((section("cu_cover"), used)) = {__FILE__, #cond, __LINE__, {0, 0}};      \
        bool c_ = (cond);                                                                          \
        mark_.hit[c_] = 1;                                                                         \
        c_;                                                                                        \
    })
// Lists the marks not met both ways; returns their number.
uint32_t fault_uncovered(Buf *out);
#else
#define CU_COVER(cond) (cond)
#endif

#endif
