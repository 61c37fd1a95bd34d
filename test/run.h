// SPDX-License-Identifier: Apache-2.0
// The test runner's parts: run.c schedules and runs, run_parse.c reads a test file's directives,
// run_match.c compares output with CHECK lines, ERROR lines and EXPECT blocks. See doc/testing.md.
#ifndef TEST_RUN_H
#define TEST_RUN_H

#include "base/base.h"

typedef enum {
    CHECK_PLAIN, // on a later line, or later on the same line
    CHECK_NEXT,  // on the next line
    CHECK_SAME,  // on the same line
    CHECK_NOT,   // nowhere up to the next match
    CHECK_DAG,   // in any order with its neighbours
    CHECK_COUNT, // `count` times
    CHECK_LABEL, // divides the output into independent parts
    CHECK_EMPTY, // the next line is empty
} CheckKind;

typedef struct {
    CheckKind kind;
    uint32_t count;
    uint32_t line; // of the test file
    Atom prefix;
    const char *pattern;
} Check;

// `// ERROR: text`: a diagnostic that must appear for the line `at` (0: without a position).
typedef struct {
    const char *severity;
    uint32_t at, line;
    Atom prefix; // 0: every RUN
    const char *pattern;
} Expected;

// `// EXPECT:` and the comment lines that follow it.
typedef struct {
    Atom prefix;
    uint32_t first, last; // lines of the expected text, half open, 0-based
} Block;

typedef struct {
    const char *command;
    uint32_t line;
    VEC(Atom) prefixes;
} Run;

typedef struct {
    const char *s;
    uint32_t n;
} Line;

typedef struct {
    Ctx *ctx;
    const char *path;
    const char *leader; // comment mark of the file's language
    const char *data;
    VEC(Line) lines;
    VEC(Run) runs;
    VEC(Check) checks;
    VEC(Expected) expected;
    VEC(Block) blocks;
    VEC(struct {
        Atom prefix;
        int code;
    })
    exits;
    VEC(const char *) needs; // REQUIRES
    VEC(const char *) each;  // EACH
    const char *xfail;
    uint32_t timeout;
    Buf report; // what went wrong
    bool bad;
} Test;

// Reads the directives of t->path; complains in the report about bad ones. False: not a test.
bool test_parse(Test *t);
// The exit status that a RUN must have.
int test_exit_code(const Test *t, const Run *r);
// Reports a failure at a line of the test file (0: none).
void test_fail(Test *t, uint32_t line, const char *fmt, ...) CU_PRINTF(3, 4);
bool run_has_prefix(const Run *r, Atom prefix); // prefix 0: every run has it

// Compare a command's output with what the file expects of this RUN.
void match_checks(Test *t, const Run *r, const char *out, size_t n);
void match_expected(Test *t, const Run *r, const char *out, size_t n);
// With `bless`, the new text of the block is returned when it differs (else NULL).
const char *match_block(Test *t, const Block *b, const char *out, size_t n, bool bless);
// Prints a line diff, old against new.
void print_diff(Test *t, const char *old, const char *new);

#endif
