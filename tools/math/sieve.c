// SPDX-License-Identifier: Apache-2.0
// A function's results judged where they are made: sieve.cu makes arguments, calls the function and
// judges what it gives by near.cu. What it cannot decide, and the largest errors, come here and are
// judged by the host.
#include "machine.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    THREADS = 256,       // a block
    BLOCKS = 2112,       // at most: 16 for each of an H100's multiprocessors
    CAPACITY = 1 << 16,  // entries of a list
    LISTS = 2,           // special results, and those in the middle between two numbers
    FIRST_PART = 1 << 22 // inputs of the first launch
};
// A launch takes about so long, that a function's time can be kept.
static const double launch_seconds = 0.2;

typedef struct {
    uint64_t judged, not_nearest, left[LISTS];
    double error, got, arg[MAX_ARGS];
} Slot;

typedef struct {
    double arg[MAX_ARGS], got;
} Entry;

// ---- the source ---------------------------------------------------------------------------------

#define EMBED(name, path)                                                                          \
    __asm__(".section .rodata,\"a\"\n" #name ": .incbin \"tools/math/" path                        \
            "\"\n.byte 0\n.previous\n");                                                           \
    extern const char name[] __attribute__((visibility("hidden")))
EMBED(measure_text, "measure.h");
EMBED(arguments_text, "arguments.h");
EMBED(near_text, "near.cu");
EMBED(special_text, "special.cu");
EMBED(sieve_text, "sieve.cu");

static void source(Buf *b, const Function *f) {
    bool wide = f->host_wide;
    const char *number = wide ? "double" : "float", *type = wide ? "__float128" : "double";
    buf_puts(b, wide ? prototypes64 : prototypes);
    buf_printf(b, "%s%s", measure_text, arguments_text);
    buf_printf(b, "typedef %s Number;\ntypedef %s Wide;\n#define WIDE %d\n", number, type, wide);
    buf_printf(b, "enum { NARGS = %d, HOW = %d, NEAR_IS_EXACT = %d, LISTS = %d };\n", f->nargs,
               f->measure, f->near_is_exact, LISTS);
    buf_printf(b,
               "static __device__ Number result_of(Number x, Number y, Number z, Number w) {\n"
               " Number r;\n %s;\n return r;\n}\n",
               f->code);
    buf_puts(b, near_text);
    if (wide) buf_puts(b, special_text);
    buf_printf(b,
               "static __device__ Wide near_of(Wide x, Wide y, Wide z, Wide w) {\n"
               " return %s;\n}\n",
               f->near_code);
    buf_puts(b, sieve_text);
}

static Machine *compile(const Function *f, const Options *o) {
    Ctx ctx;
    ctx_init(&ctx);
    Buf text;
    buf_init(&text, &ctx.perm);
    source(&text, f);
    Machine *m = machine_new(text.at, text.n, o->library, o);
    ctx_free(&ctx);
    if (!m || !o->save) return m;
    char path[4096];
    snprintf(path, sizeof path, "%s/%s.ptx", o->save, f->name);
    if (machine_save(m, path)) return m;
    machine_free(m);
    return NULL;
}

// ---- launches -----------------------------------------------------------------------------------

typedef struct {
    Machine *m;
    unsigned blocks;
    uint64_t slots, list, listed; // addresses
    Slot *slot;                   // here
    size_t nslots;
} Sieve;

static bool prepare(Sieve *s, uint64_t inputs) {
    uint64_t blocks = (inputs + THREADS - 1) / THREADS;
    s->blocks = (unsigned)(blocks < BLOCKS ? blocks : BLOCKS);
    s->nslots = (size_t)s->blocks * THREADS;
    s->slot = calloc(s->nslots, sizeof *s->slot);
    for (size_t i = 0; i < s->nslots; i++) s->slot[i].error = -1;
    s->slots = machine_allocate(s->m, s->nslots * sizeof *s->slot);
    s->list = machine_allocate(s->m, LISTS * CAPACITY * sizeof(Entry));
    s->listed = machine_allocate(s->m, LISTS * sizeof(uint64_t));
    return s->slots && s->list && s->listed &&
           machine_write(s->m, s->slots, s->slot, s->nslots * sizeof *s->slot);
}

static void discard(Sieve *s) {
    machine_release(s->m, s->slots);
    machine_release(s->m, s->list);
    machine_release(s->m, s->listed);
    machine_free(s->m);
    free(s->slot);
}

// All inputs, or as many as the time allows.
static bool launch_all(Sieve *s, const Options *o, uint64_t inputs) {
    double start = seconds_now();
    uint64_t part = FIRST_PART, first = 0;
    while (first < inputs && !time_is_over(o, start)) {
        uint64_t end = inputs - first < part ? inputs : first + part;
        uint64_t parameters[] = {s->slots, s->list, s->listed, CAPACITY, first, end, o->stride};
        double before = seconds_now();
        if (!machine_launch(s->m, s->blocks, THREADS, parameters, 7)) return false;
        if (seconds_now() - before < launch_seconds / 2) part *= 2;
        first = end;
    }
    return true;
}

// ---- the host's share ---------------------------------------------------------------------------

// Judges a list, and gives its length.
static bool judge_list(const Sieve *s, int which, const Function *f, ErrorOf *error_of,
                       Judgement *j, size_t *length) {
    uint64_t listed;
    if (!machine_read(s->m, &listed, s->listed + which * sizeof listed, sizeof listed))
        return false;
    size_t n = *length = (size_t)(listed < CAPACITY ? listed : CAPACITY);
    Entry *list = calloc(n + 1, sizeof *list);
    uint64_t from = s->list + which * CAPACITY * sizeof *list;
    bool ok = !n || machine_read(s->m, list, from, n * sizeof *list);
    for (size_t i = 0; ok && i < n; i++) {
        double error = error_of(f, list[i].arg, list[i].got, j);
        j->not_nearest += error > 0.5;
        take_error(j, list[i].arg, list[i].got, error);
    }
    free(list);
    return ok;
}

static bool judge_lists(const Sieve *s, const Function *f, ErrorOf *error_of, Judgement *j) {
    uint64_t *too_many[LISTS] = {&j->undecided, &j->in_the_middle};
    for (int which = 0; which < LISTS; which++) {
        size_t length;
        if (!judge_list(s, which, f, error_of, j, &length)) return false;
        for (size_t i = 0; i < s->nslots; i++) *too_many[which] += s->slot[i].left[which];
        *too_many[which] -= length;
    }
    return true;
}

static int larger_first(const void *a, const void *b) {
    double x = ((const Slot *)a)->error, y = ((const Slot *)b)->error;
    return (x < y) - (x > y);
}

// Each thread's largest error is that of near.cu: of those that are near the largest the host's
// counts.
static void judge_largest(Sieve *s, const Function *f, ErrorOf *error_of, Judgement *j) {
    enum { MOST = 64 };
    for (size_t i = 0; i < s->nslots; i++) {
        j->n += s->slot[i].judged;
        j->not_nearest += s->slot[i].not_nearest;
    }
    qsort(s->slot, s->nslots, sizeof *s->slot, larger_first);
    for (size_t i = 0; i < s->nslots && i < MOST && s->slot[i].error >= 0; i++) {
        const Slot *slot = &s->slot[i];
        take_error(j, slot->arg, slot->got, error_of(f, slot->arg, slot->got, j));
    }
}

bool can_sift(const Options *o) {
    return o->gpu && !o->ftz && !o->same;
}

bool sift(const Function *f, const Options *o, ErrorOf *error_of, Judgement *j) {
    bool every_float = f->nargs == 1 && !f->host_wide;
    uint64_t inputs = every_float ? (1ull << 32) / o->stride : o->random;
    Sieve s = {compile(f, o)};
    if (!s.m) return false;
    bool ok = prepare(&s, inputs) && launch_all(&s, o, inputs) &&
              machine_read(s.m, s.slot, s.slots, s.nslots * sizeof *s.slot) &&
              judge_lists(&s, f, error_of, j);
    if (ok) judge_largest(&s, f, error_of, j);
    discard(&s);
    return ok;
}
