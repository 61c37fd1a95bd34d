// SPDX-License-Identifier: Apache-2.0
// Included before everything in a file that tools/mutate has changed. Many mutations are compiled
// into one program: one is alive at a time, that which CUPRUM_MUTANT names. Where
// CUPRUM_MUTANT_SEEN names a file, none is, and the program writes there which it came by ("reached
// 17") and which would have had another value ("differs 17"), each once.
#pragma once
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <unistd.h>

#define CU_MUTANT_COMMON __attribute__((weak, visibility("hidden")))
enum { CU_MUTANTS = 8192 };
CU_MUTANT_COMMON int cu_mutant_alive = -1;
CU_MUTANT_COMMON const char *cu_mutant_seen;
CU_MUTANT_COMMON unsigned char cu_mutant_told[CU_MUTANTS];

__attribute__((weak, visibility("hidden"), constructor)) void cu_mutant_begin(void);
void cu_mutant_begin(void) {
    const char *alive = getenv("CUPRUM_MUTANT");
    if (alive) cu_mutant_alive = atoi(alive);
    cu_mutant_seen = getenv("CUPRUM_MUTANT_SEEN");
}

CU_MUTANT_COMMON void cu_mutant_tell(const char *what, int id);
void cu_mutant_tell(const char *what, int id) {
    char line[32], *end = line + sizeof line, *at = end;
    *--at = '\n';
    for (; id || at == end - 1; id /= 10) *--at = (char)('0' + id % 10);
    for (int i = 7; i >= 0; i--) *--at = what[i];
    int file = open(cu_mutant_seen, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0644);
    if (file < 0) return;
    if (write(file, at, (size_t)(end - at)) < 0) {
    } // it is a lost line
    close(file);
}

// Says that the program came by; whether the mutation is alive.
static inline bool cu_mutant(int id, bool differs) {
    if (__builtin_expect(cu_mutant_seen != NULL, 0)) {
        unsigned char now = differs ? 3 : 1, *told = &cu_mutant_told[id];
        if (now & ~*told & 1) cu_mutant_tell("reached ", id);
        if (now & ~*told & 2) cu_mutant_tell("differs ", id);
        *told |= now;
    }
    return cu_mutant_alive == id;
}

// The truth of a condition, turned round or forced; of what has effects only the one is evaluated.
static inline bool cu_mutant_not(int id, bool truth) {
    return cu_mutant(id, true) != truth;
}
static inline bool cu_mutant_force(int id, bool forced, bool truth) {
    return cu_mutant(id, truth != forced) ? forced : truth;
}
// One of two values without effects, one of two expressions.
#define CU_MUTANT_VALUE(id, value, other)                                                          \
    __extension__({                                                                                \
        __auto_type value_ = (value);                                                              \
        __auto_type other_ = (other);                                                              \
        cu_mutant(id, value_ != other_) ? other_ : value_;                                         \
    })
#define CU_MUTANT_EITHER(id, one, other) (cu_mutant(id, true) ? (other) : (one))
