// SPDX-License-Identifier: Apache-2.0
// The standing random tester (doc/testing.md, "Random programs"): interfaces between its parts.
//
//     generator -> Program -> run at every level, in every mode, by every judge -> compare
//                                                              difference -> reduce -> blame a pass
//
// A generator makes programs that have one defined result whatever the compiler does: no undefined
// behaviour, no races, no unspecified order, no NaN payloads, no use of padding. It draws from a
// Random only, so that a seed is a program for ever.
//
// Every program has one kernel, `k(out, in)`: out is `out_bytes` of global memory that start as
// zeros, in is `in_bytes` filled with random bytes from the seed. What is in `out` at the end is
// the program's result, compared byte by byte.
#ifndef DIFFTEST_H
#define DIFFTEST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct Random {
    uint64_t state;
} Random;

uint64_t random_next(Random *random);
// A number below `limit`, which is not 0.
uint32_t random_below(Random *random, uint32_t limit);
// True `percent` times in a hundred.
bool random_chance(Random *random, uint32_t percent);

// A part of a program that may be left out: the text from `start` up to `end` is replaced by
// `fallback` (a constant string or one of the program's; "" for nothing). The program must stay
// valid and defined when any set of pieces is replaced. Pieces nest or are apart.
typedef struct Piece {
    uint32_t start, end;
    const char *fallback;
} Piece;

typedef enum ProgramKind { PROGRAM_CUDA, PROGRAM_IR } ProgramKind;

typedef struct Program {
    ProgramKind kind;
    char *text; // NUL-terminated; owned by the program
    uint32_t size;
    Piece *pieces; // outer ones first
    uint32_t piece_count;
    uint32_t grid, block; // blocks, and threads of one
    uint32_t width;       // threads of a block's row; as many as `block`: there is one
    bool ends_early;      // threads end while others still come to barriers
    uint32_t cluster;     // blocks a cluster, 0: none
    uint32_t out_bytes, in_bytes;
    uint32_t sm;          // the target: 75, 80, 90, 100
    const char *standard; // "c++17", "c++20"; for C++ only
    // Judges that cannot take this program (a builtin they lack, a difference that is theirs).
    bool skip_nvidia, skip_llvm;
    bool toolkit;        // needs the CUDA toolkit's headers
    bool copies_padding; // bytes that nobody wrote are copied: no work for the checker of reads
    char **owned;        // fallbacks that are no constants (text_keep)
    uint32_t owned_count;
} Program;

// A text under construction, with its pieces.
typedef struct Text {
    Program *program; // its text, pieces and strings so far
    uint32_t text_capacity, piece_capacity;
} Text;

void text_begin(Text *text, ProgramKind kind);
void text_put(Text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
// What is put until text_close is a piece. The fallback lives as long as the program.
uint32_t text_open(Text *text, const char *fallback);
void text_close(Text *text, uint32_t piece);
// A string that lives as long as the program.
const char *text_keep(Text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
Program *text_end(Text *text);

// What generators record: a feature, an operation or a builtin by its row's name, so that the
// tester can print what no program has made (coverage.c). `table` is "ir-op", "ir-intrinsic",
// "builtin" or "feature".
typedef struct Coverage Coverage;
void coverage_made(Coverage *coverage, const char *table, const char *name);

// The generators. Free with program_free.
Program *generate_cuda(uint64_t seed, Coverage *coverage);
Program *generate_ir(uint64_t seed, Coverage *coverage);
void program_free(Program *program);

#endif
