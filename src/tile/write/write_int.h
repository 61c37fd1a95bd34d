// SPDX-License-Identifier: Apache-2.0
// Private to the writers (bytecode.c, body.c; print.c, names.c, values.c).
#ifndef CUPRUM_TILE_WRITE_INT_H
#define CUPRUM_TILE_WRITE_INT_H

#include "tile/write/write.h"

// ---- bytecode ----

typedef struct {
    Ctx *ctx;
    Arena *arena;
    TileModule *module;
    bool failed;
    Map string_map, type_map, record_map, constant_map; // to numbers plus one
    Map location_map;                                   // those that were checked
    VEC(Atom) strings;
    VEC(const TileType *) types;
    VEC(const TileDebug *) records;
    VEC(const TileAttr *) constants;
    VEC(uint32_t) lists; // where the locations of each function begin
    VEC(uint64_t) locs;
    VEC(uint64_t) list_of; // of each function, its list's number, or 0
    Buf part[TILE_SECTIONS];
    uint32_t next; // number of the next value
    bool located;  // the function at hand has locations
} Writer;

bool tw_fail(Writer *w, const char *format, ...) CU_PRINTF(2, 3); // false
void tw_varint(Buf *out, uint64_t value);
void tw_signed(Buf *out, int64_t value);
void tw_little(Buf *out, uint64_t value, uint32_t bytes);
uint64_t tw_string(Writer *w, Atom text);
uint64_t tw_type(Writer *w, const TileType *wanted);
uint64_t tw_record(Writer *w, const TileDebug *record);
void tw_check_location(Writer *w, const TileDebug *loc);
uint64_t tw_constant(Writer *w, const TileAttr *dense);
void tw_functions_begin(Writer *w); // names and types, which come first in the tables
void tw_functions(Writer *w, Buf *out);

#endif
