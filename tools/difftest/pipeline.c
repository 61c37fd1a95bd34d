// SPDX-License-Identifier: Apache-2.0
// Random pipelines: each pass must be right behind every other one and by itself, not only where
// the levels' pipelines have it.
#include "tester.h"

#include "opt/runner/runner.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FEWEST_PASSES = 3, MOST_PASSES = 12, IN_ONE_LOOP = 4 };

typedef struct Pipeline {
    Random random;
    FILE *out;
} Pipeline;

static uint32_t between(Pipeline *p, uint32_t least, uint32_t most) {
    return least + random_below(&p->random, most - least + 1);
}

// Small values are tried more often: most of a range of a million behaves like its end.
static int64_t knob_value(Pipeline *p, const OptKnob *knob) {
    enum { SMALL = 40 };
    int64_t span = knob->most - knob->least;
    if (span > SMALL && random_chance(&p->random, 70)) span = SMALL;
    return knob->least + (int64_t)random_below(&p->random, (uint32_t)span + 1);
}

static void put_knobs(Pipeline *p, uint32_t pass) {
    char before = '<';
    for (uint32_t k = 0; k < opt_nknobs; k++) {
        const OptKnob *knob = &opt_knobs[k];
        bool own = strcmp(knob->pass, opt_passes[pass].key) == 0;
        if (!own || !random_chance(&p->random, 50)) continue;
        fprintf(p->out, "%c%s=%lld", before, knob->name, (long long)knob_value(p, knob));
        before = ';';
    }
    if (before == ';') fputc('>', p->out);
}

// One that computes, of those that may stand where loop passes only may.
static uint32_t choose_pass(Pipeline *p, bool in_loop) {
    for (;;) {
        uint32_t pass = random_below(&p->random, opt_npasses);
        bool prints = strncmp(opt_passes[pass].name, "print-", 6) == 0;
        if (!prints && (!in_loop || opt_passes[pass].loop)) return pass;
    }
}

static void put_pass(Pipeline *p, bool in_loop) {
    uint32_t pass = choose_pass(p, in_loop);
    fputs(opt_passes[pass].name, p->out);
    put_knobs(p, pass);
}

static void put_loop(Pipeline *p) {
    fputs("loop(", p->out);
    for (uint32_t n = between(p, 1, IN_ONE_LOOP); n > 0; n--) {
        put_pass(p, true);
        if (n > 1) fputc(',', p->out);
    }
    fputc(')', p->out);
}

char *random_pipeline(uint64_t seed) {
    // not the sequence that the program was made from
    Pipeline p = {.random = {~seed}};
    char *text;
    size_t size;
    p.out = open_memstream(&text, &size);
    if (!p.out) abort();

    // most passes find little to do while variables are in memory and calls are calls
    if (random_chance(&p.random, 40)) fputs("inline,", p.out);
    if (random_chance(&p.random, 70)) fputs("sroa,", p.out);
    for (uint32_t n = between(&p, FEWEST_PASSES, MOST_PASSES); n > 0; n--) {
        if (random_chance(&p.random, 20))
            put_loop(&p);
        else
            put_pass(&p, false);
        if (n > 1) fputc(',', p.out);
    }
    fclose(p.out);
    return text;
}
