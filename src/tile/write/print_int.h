// SPDX-License-Identifier: Apache-2.0
// Private to the printer of text (print.c, names.c, values.c, locs.c).
#ifndef CUPRUM_TILE_PRINT_INT_H
#define CUPRUM_TILE_PRINT_INT_H

#include "base/apfloat.h"
#include "tile/write/write.h"

typedef struct { // a record of debug information (NULL: the unknown location)
    const TileDebug *record;
    const char *name;
    uint32_t depth, order, number;
} TextAlias;

typedef struct {
    Ctx *ctx;
    Arena *arena;
    TileModule *module;
    Buf *out;
    uint32_t indent;
    bool space, sign; // a blank comes before the next word; the last was a sign
    bool silent;      // a group that is left out: only `space` and `sign` go on
    unsigned flags;
    VEC(TextAlias) aliases;
    Map alias; // address of a record plus one -> which of them, plus one
} Printer;

static inline bool tp_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
void tp_name_values(TileModule *module, Arena *arena);
// Whether the operation gives its results names (maybe none).
bool tp_names(const TileOp *op);
// The value of a float of a type; the 8-bit one with a 5-bit exponent and no sign by its
// definition.
ApFloat tp_float(TileTypeKind kind, uint64_t bits);
void tp_number(Buf *out, TileTypeKind kind, uint64_t bits);
// `<type: values> : tile type`.
void tp_dense(Printer *p, const TileAttr *dense);
// `typed`: with the type where it is not the one that text without a type means.
void tp_attr(Printer *p, const TileAttr *printed, bool typed);
void tp_hints(Printer *p, const TileAttr *hints);
void tp_further(Printer *p, const TileAttr *further); // {name = value : type, ...}
void tp_string(Printer *p, Atom text);                // in quotes
void tp_symbol(Printer *p, Atom name);
void tp_loc(Printer *p, const TileDebug *loc); // ` loc(...)`
void tp_aliases(Printer *p);                   // gives the records their aliases
void tp_print_aliases(Printer *p);

#endif
