// SPDX-License-Identifier: Apache-2.0
// clang's closures without a number of the ABI. In functions that are no templates and not inline
// clang calls a closure `$_N`, where N counts those whose names it needed before: which lambda that
// is, the symbol does not tell. Our table has a mark there, `\1FILE:LINE:ORDINAL\2`, and the stub's
// record has clang's signature of the kernel, which tells the places of the lambdas among its
// arguments, in their order:
//
//   _Z3runIZ4mainE3$_0Z4mainE3$_1Evv   void run() [F = (lambda at a.cu:7:3), G = (lambda at ...)]
//
// So a stub's kernel is one whose name differs in such numbers only, in which each number means one
// lambda (over the whole unit; since clang 15 over a function), and in which the lambdas of the
// signature follow each other, those that have a name of the ABI as well (which are noted there).
// If there are several, it is left open, and that is an error.
#include "driver/seam/seam_int.h"

// NOTE: in front of a lambda that has its name.
enum { MARK_BEGIN = 1, MARK_END = 2, NOTE_BEGIN = 3, NOTE_END = 4 };

typedef VEC(Atom) Lambdas; // the text FILE:LINE:ORDINAL, or a number

typedef struct Pattern { // a name in the table with marks in it
    uint32_t kernel;
    uint32_t next;   // of the same skeleton: its number plus one, or 0
    Atom skeleton;   // with `$` for each mark
    Lambdas lambdas; // that clang counts
    Lambdas all;     // with those whose number is the ABI's
} Pattern;

typedef struct Clang {
    Ctx *ctx;
    const SeamTable *table;
    VEC(Pattern) patterns;
    Map first;     // by skeleton: the number of its first pattern, plus one
    Map lambda_at; // Atom of FILE:LINE:COLUMN -> Atom of FILE:LINE:ORDINAL, plus one
    Map meaning;   // Atom of N -> Atom of the lambda, plus one
    Map number;    // the other way round
} Clang;

// ---- names --------------------------------------------------------------------------------------

static bool read_pattern(Clang *clang, const char *name, Pattern *pattern) {
    Buf skeleton;
    buf_init(&skeleton, &clang->ctx->perm);
    for (; *name; name++) {
        bool counted = *name == MARK_BEGIN;
        const char *end = counted               ? strchr(name, MARK_END)
                          : *name == NOTE_BEGIN ? strchr(name, NOTE_END)
                                                : NULL;
        if (counted || !end) buf_putc(&skeleton, end ? '$' : *name);
        if (!end) continue;
        Atom lambda = atom_intern(clang->ctx, name + 1, (size_t)(end - name - 1));
        if (counted) vec_push(&clang->ctx->perm, &pattern->lambdas, lambda);
        vec_push(&clang->ctx->perm, &pattern->all, lambda);
        name = end;
    }
    pattern->skeleton = atom_intern(clang->ctx, skeleton.at, skeleton.n);
    return pattern->lambdas.n > 0;
}

// `3$_0` is a name of three letters; more than nine no unit has.
static size_t numbered_length(const char *at) {
    bool numbered = at[0] >= '3' && at[0] <= '9' && at[1] == '$' && at[2] == '_';
    return numbered ? 1 + (size_t)(at[0] - '0') : 0;
}

// A number with what it is counted in: since clang 15 the function, whose name begins behind the
// last Z. `N` and `NK` in between belong to what follows.
static Atom number_in_context(Clang *clang, const Buf *skeleton, const char *number, size_t n) {
    size_t begin = skeleton->n, end = skeleton->n;
    while (begin && skeleton->at[begin - 1] != 'Z') begin--;
    while (end > begin && is_any_of(skeleton->at[end - 1], 'N', 'K')) end--;
    Buf text;
    buf_init(&text, &clang->ctx->perm);
    buf_write(&text, skeleton->at + begin, begin ? end - begin : 0);
    buf_putc(&text, ' ');
    buf_write(&text, number, n);
    return atom_intern(clang->ctx, text.at, text.n);
}

static Atom read_symbol(Clang *clang, const char *name, Lambdas *numbers) {
    Buf skeleton;
    buf_init(&skeleton, &clang->ctx->perm);
    const char *end = name + strlen(name);
    while (name < end) {
        size_t length = numbered_length(name);
        if (!length || length > (size_t)(end - name)) {
            buf_putc(&skeleton, *name++);
            continue;
        }
        Atom number = number_in_context(clang, &skeleton, name + 3, length - 3);
        vec_push(&clang->ctx->perm, numbers, number);
        buf_putc(&skeleton, '$');
        name += length;
    }
    return atom_intern(clang->ctx, skeleton.at, skeleton.n);
}

// The lambdas of the signature, each once. Those of its template arguments stand at the end.
static Lambdas read_signature(Clang *clang, const char *signature) {
    static const char before[] = "(lambda at ";
    Lambdas lambdas = {0};
    const char *arguments = strstr(signature, " [");
    for (const char *at = arguments ? arguments : signature; (at = strstr(at, before));) {
        at += sizeof before - 1;
        Atom place = atom_intern(clang->ctx, at, strcspn(at, ")"));
        uintptr_t lambda = (uintptr_t)map_get(&clang->lambda_at, place);
        Atom found = lambda ? (Atom)(lambda - 1) : place;
        bool again = false;
        for (uint32_t i = 0; i < lambdas.n; i++) again |= lambdas.at[i] == found;
        if (!again) vec_push(&clang->ctx->perm, &lambdas, found);
    }
    return lambdas;
}

// ---- what fits ----------------------------------------------------------------------------------

// Whether a number and a lambda may be the same: neither has been found to be another.
static bool may_mean(const Clang *clang, Atom number, Atom lambda) {
    uintptr_t meaning = (uintptr_t)map_get(&clang->meaning, number);
    uintptr_t named = (uintptr_t)map_get(&clang->number, lambda);
    return (!meaning || meaning == (uintptr_t)lambda + 1) &&
           (!named || named == (uintptr_t)number + 1);
}

// Each number means one lambda within the name, too.
static bool is_one_to_one(const Lambdas *numbers, const Lambdas *lambdas) {
    for (uint32_t i = 0; i < numbers->n; i++) {
        for (uint32_t k = 0; k < i; k++) {
            bool same_number = numbers->at[i] == numbers->at[k];
            if (same_number != (lambdas->at[i] == lambdas->at[k])) return false;
        }
    }
    return true;
}

// Lambdas around others stand in the name and not in the signature.
static bool is_subsequence(const Lambdas *part, const Lambdas *whole) {
    uint32_t found = 0;
    for (uint32_t i = 0; i < whole->n && found < part->n; i++)
        found += whole->at[i] == part->at[found];
    return found == part->n;
}

static bool fits(const Clang *clang, const Pattern *pattern, const Lambdas *numbers,
                 const Lambdas *said) {
    if (pattern->lambdas.n != numbers->n) return false;
    for (uint32_t i = 0; i < numbers->n; i++) {
        if (!may_mean(clang, numbers->at[i], pattern->lambdas.at[i])) return false;
    }
    return is_one_to_one(numbers, &pattern->lambdas) && is_subsequence(said, &pattern->all);
}

static void take(Clang *clang, const Pattern *pattern, const Lambdas *numbers) {
    for (uint32_t i = 0; i < numbers->n; i++) {
        Atom number = numbers->at[i], lambda = pattern->lambdas.at[i];
        map_put(&clang->meaning, number, (void *)((uintptr_t)lambda + 1));
        map_put(&clang->number, lambda, (void *)((uintptr_t)number + 1));
    }
}

// Whether the stub has got its kernel: just one fits.
static bool match_stub(Clang *clang, SeamStub *stub) {
    Lambdas numbers = {0};
    Atom skeleton = read_symbol(clang, stub->name, &numbers);
    if (!numbers.n || !stub->signature) return false;
    Lambdas said = read_signature(clang, stub->signature);
    const Pattern *found = NULL;
    uint32_t at = (uint32_t)(uintptr_t)map_get(&clang->first, skeleton);
    for (const Pattern *pattern; at; at = pattern->next) {
        pattern = &clang->patterns.at[at - 1];
        if (!fits(clang, pattern, &numbers, &said)) continue;
        if (found && found->kernel != pattern->kernel) return false;
        found = pattern;
    }
    if (!found) return false;
    take(clang, found, &numbers);
    stub->kernel = found->kernel;
    return true;
}

// ---- all ----------------------------------------------------------------------------------------

static void read_patterns(Clang *clang) {
    for (uint32_t i = 0; i < clang->table->kernels.n; i++) {
        const SeamKernel *kernel = &clang->table->kernels.at[i];
        for (uint32_t k = 0; k < kernel->hosts.n; k++) {
            Pattern pattern = {.kernel = i};
            if (!read_pattern(clang, kernel->hosts.at[k].symbol, &pattern)) continue;
            pattern.next = (uint32_t)(uintptr_t)map_get(&clang->first, pattern.skeleton);
            vec_push(&clang->ctx->perm, &clang->patterns, pattern);
            map_put(&clang->first, pattern.skeleton, (void *)(uintptr_t)clang->patterns.n);
        }
    }
}

void seam_match_clang(Ctx *ctx, const SeamTable *table, SeamStubs *stubs) {
    Clang clang = {.ctx = ctx, .table = table};
    map_init(&clang.first, &ctx->perm);
    map_init(&clang.lambda_at, &ctx->perm);
    map_init(&clang.meaning, &ctx->perm);
    map_init(&clang.number, &ctx->perm);
    read_patterns(&clang);
    if (!clang.patterns.n) return;
    for (uint32_t i = 0; i < table->lambdas.n; i++) {
        Atom place = atom_cstr(ctx, table->lambdas.at[i].place);
        Atom lambda = atom_cstr(ctx, table->lambdas.at[i].lambda);
        map_put(&clang.lambda_at, place, (void *)((uintptr_t)lambda + 1));
    }
    // a number that one stub has told decides about others
    for (bool found = true; found;) {
        found = false;
        for (uint32_t i = 0; i < stubs->n; i++) {
            if (stubs->at[i].kernel == SEAM_NONE) found |= match_stub(&clang, &stubs->at[i]);
        }
    }
}
