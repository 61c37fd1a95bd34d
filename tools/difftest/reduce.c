// SPDX-License-Identifier: Apache-2.0
// Makes a program smaller that shows a difference: pieces are removed as long as the difference
// stays of its class. Delta debugging (Zeller, Hildebrandt: "Simplifying and isolating
// failure-inducing input", 2002) over the pieces, outer ones first, in rounds of smaller and
// smaller runs.
#include "tester.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { REDUCE_SECONDS = 60 };

typedef struct Reducer {
    const Source *source;
    const Verdict *verdict;
    uint64_t mask; // the configurations that matter
    bool *removed;
    uint32_t steps;
    time_t end;
} Reducer;

// What a message is about, without positions and names.
static void essence(const char *text, char *to, size_t size) {
    const char *error = strstr(text, "error");
    if (error) text = error;
    size_t n = 0;
    while (*text && *text != '"' && *text != '\n' && n + 1 < size) {
        if (*text < '0' || *text > '9') to[n++] = *text;
        text++;
    }
    to[n] = 0;
}

static bool same_class(const Verdict *a, const Verdict *b) {
    if (a->wrong != b->wrong) return false;
    const Outcome *x = &a->outcome[a->wrong], *y = &b->outcome[b->wrong];
    if (x->kind != y->kind) return false;
    bool judged = a->reference >= 0, judges = b->reference >= 0;
    if (judged != judges) return false;
    if (x->kind == OUTCOME_OK || x->kind == OUTCOME_CRASH || x->kind == OUTCOME_TIME) return true;
    char one[64], two[64];
    essence(x->text, one, sizeof one);
    essence(y->text, two, sizeof two);
    return strcmp(one, two) == 0;
}

// Whether the difference is still there with the pieces that are removed now.
static bool still(Reducer *reducer) {
    uint32_t size;
    Source source = *reducer->source;
    char *text = program_without(source.program, reducer->removed, &size);
    source.text = text;
    source.size = size;
    Verdict now;
    examine_apart(&source, reducer->mask, &now);
    free(text);
    reducer->steps++;
    return same_class(reducer->verdict, &now);
}

// Pieces inside of removed ones are gone already.
static uint32_t candidates(const Reducer *reducer, uint32_t *at) {
    const Program *program = reducer->source->program;
    uint32_t n = 0, end = 0;
    for (uint32_t i = 0; i < program->piece_count; i++) {
        const Piece *piece = &program->pieces[i];
        if (piece->start < end) continue;
        if (reducer->removed[i])
            end = piece->end;
        else if (piece->end > piece->start)
            at[n++] = i;
    }
    return n;
}

// Tries runs of `length` candidates; true if any could go.
static bool round_of(Reducer *reducer, uint32_t length, uint32_t *at) {
    bool any = false;
    uint32_t n = candidates(reducer, at);
    for (uint32_t i = 0; i < n; i += length) {
        uint32_t end = i + length < n ? i + length : n;
        if (time(NULL) > reducer->end) return false;
        for (uint32_t k = i; k < end; k++) reducer->removed[at[k]] = true;
        if (still(reducer)) {
            any = true;
        } else {
            for (uint32_t k = i; k < end; k++) reducer->removed[at[k]] = false;
        }
    }
    return any;
}

char *reduce_program(const Source *source, const Verdict *verdict, uint32_t *size,
                     uint32_t *steps) {
    uint32_t pieces = source->program->piece_count;
    Reducer reducer = {.source = source, .verdict = verdict, .end = time(NULL) + REDUCE_SECONDS};
    reducer.mask = 1ull << verdict->wrong;
    if (verdict->reference >= 0) reducer.mask |= 1ull << verdict->reference;
    reducer.removed = calloc(pieces + 1, sizeof *reducer.removed);
    uint32_t *at = tester_alloc(NULL, (pieces + 1) * sizeof *at);
    uint32_t length = pieces / 2 ? pieces / 2 : 1;
    while (pieces && time(NULL) <= reducer.end) {
        bool any = round_of(&reducer, length, at);
        if (length == 1 && !any) break;
        if (length > 1) length /= 2;
    }
    *steps = reducer.steps;
    char *text = program_without(source->program, reducer.removed, size);
    free(at);
    free(reducer.removed);
    return text;
}
