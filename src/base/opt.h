// SPDX-License-Identifier: Apache-2.0
// Command-line options from tables: one parser for cuprum, cicc, libnvvm and libnvrtc strings.
//
// A module of the driver writes its rows in a .def file:
//     OPT(id, "gpu-architecture", "arch", VALUE, "ARCH", EFFECT, "Output", "Generate code for
//     ARCH.")
// and reads it for the enum O_<id> and the table (see OPT_ROW). Spellings are nvcc's: a long name
// after two dashes, a short one after one; both are accepted with either number of dashes.
//
//     kind    accepted spellings
//     FLAG    --name
//     BOOL    --name=true|false, --name true|false
//     VALUE   --name=V, --name V
//     LIST    as VALUE, V is split at commas (\, is a comma), each part is an item
//     JOINED  as VALUE and -nameV: -O3, -DX=1, -Idir, -xcu
//     JLIST   as JOINED, split at commas
//     OPTIONAL  --name, --name=V; --name V where V is one of the choices of the row
//
// Nothing that is accepted may be without effect in silence, so every row has a class, which
// opt_say_effects reads:
//     EFFECT       works
//     EFFECT_ONCE  works; given twice it is an error
//     SATISFIED    changes nothing because what it asks for is always so: the help text says why
//     SATISFIED_ONCE
//     NO_EFFECT    accepted with a warning; the help text is the reason that it gives
//     REFUSED      an error; the help text is the reason that it gives
#ifndef CUPRUM_OPT_H
#define CUPRUM_OPT_H

#include "base/base.h"

typedef enum {
    OPT_FLAG,
    OPT_BOOL,
    OPT_VALUE,
    OPT_LIST,
    OPT_JOINED,
    OPT_JLIST,
    OPT_OPTIONAL,
} OptKind;

enum { OPT_EFFECT, OPT_SATISFIED, OPT_NO_EFFECT, OPT_REFUSED, OPT_CLASS_MASK = 7, OPT_ONCE };
enum { OPT_EFFECT_ONCE = OPT_EFFECT | OPT_ONCE, OPT_SATISFIED_ONCE = OPT_SATISFIED | OPT_ONCE };

typedef struct {
    uint16_t id;       // > 0
    uint8_t kind;      // OptKind
    uint8_t effect;    // its class
    const char *name;  // long name, or ""
    const char *brief; // short names separated by '|', or ""
    const char *value; // how help calls the value; "a|b|c" in braces "{a|b|c}" are all choices
    const char *group; // heading in the help text, "" hides the option
    const char *help;
} OptRow;
#define OPT_ROW(id, ...) OPT_ROW_AS(O_##id, __VA_ARGS__)
#define OPT_ROW_AS(id_, long_, short_, kind_, value_, class_, group_, help_)                       \
    {.id = id_,                                                                                    \
     .kind = OPT_##kind_,                                                                          \
     .effect = OPT_##class_,                                                                       \
     .name = long_,                                                                                \
     .brief = short_,                                                                              \
     .value = value_,                                                                              \
     .group = group_,                                                                              \
     .help = help_},

typedef struct {
    const OptRow *rows;
    uint32_t n;
} OptTable;

typedef struct {
    uint16_t id;          // 0: not an option but an input
    const char *spelling; // the argument as written
    const char *value;    // NULL if it has none
    uint32_t arg;         // index in argv
} OptItem;

typedef struct {
    VEC(OptItem) items; // in the order of the command line
    uint32_t errors;
} OptResult;

// Parses arguments; errors (unknown, no value, bad choice) are diagnostics without a position.
// After "--" everything is an input; "-" alone is an input. True if there were no errors.
bool opt_parse(Ctx *ctx, const OptTable *table, uint32_t n, const char *const *args,
               OptResult *out);
// The row whose long name, or one of whose short ones, is name[0..n), or NULL.
const OptRow *opt_row(const OptTable *table, const char *name, size_t n);
// Whether an argument is an option of the table, whatever its value.
bool opt_is_known(const OptTable *t, const char *arg);
// Says which of the parsed options have no effect, are refused, or stand there twice (apart from
// opt_parse, so that the options of diagnostics can be in force). False if that was an error.
bool opt_say_effects(Ctx *ctx, const OptTable *table, OptResult *result);
// Splits text as an option file or an environment variable: blanks separate, quotes and \ protect.
const char **opt_split(Ctx *ctx, const char *text, uint32_t *n);

// The last item of an option, or NULL.
const OptItem *opt_last(const OptResult *r, uint16_t id);
static inline bool opt_has(const OptResult *r, uint16_t id) {
    return opt_last(r, id) != NULL;
}
// The value that was given last, or `absent`.
const char *opt_value(const OptResult *r, uint16_t id, const char *absent);
// The same for an option of kind BOOL; a FLAG that is given is true.
bool opt_bool(const OptResult *r, uint16_t id, bool absent);
// Decimal or 0x number; a diagnostic and `absent` if it is none.
int64_t opt_int(Ctx *ctx, OptResult *result, uint16_t id, int64_t absent);

// Help text: options by group in the order of the table.
void opt_help(Ctx *ctx, Buf *out, const OptTable *table);
// The spelling, with its dashes, that is nearest to what was written, or NULL; for suggestions.
const char *opt_nearest(Ctx *ctx, const OptTable *table, const char *name);
// The number of single-letter edits between two words, `limit` at most.
uint32_t opt_distance(const char *a, const char *b, uint32_t limit);

#endif
