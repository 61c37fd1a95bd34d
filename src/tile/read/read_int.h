// SPDX-License-Identifier: Apache-2.0
// Private to the reader of bytecode (bytes.c, types.c, attrs.c, body.c).
//
// The first error is reported and kept as `failed`; from then on every number read is 0 and every
// count 0, so that loops end. Nothing of the input is trusted: a window never leaves the file, and
// whatever is counted takes at least a byte of its window for each element.
#ifndef CUPRUM_TILE_READ_INT_H
#define CUPRUM_TILE_READ_INT_H

#include "tile/read/read.h"

typedef struct { // a part of the file
    const uint8_t *at, *end;
} Window;

typedef struct { // a table: items of which each has a window
    uint32_t n;
    Window *item;
} Items;

typedef struct {
    TileModule *module;
    Ctx *ctx;
    Arena *arena;
    const uint8_t *data, *end;
    bool failed;
    uint32_t depth;
    uint64_t budget; // values that may be made beyond what the input spells out
    Window section[TILE_SECTIONS];
    bool seen[TILE_SECTIONS];
    Atom *string;
    uint32_t nstring;
    Items constants, types, debug;
    const TileType **type; // once read
    const TileDebug **record;
    uint8_t *busy, *debug_busy; // being read: a circle
    // locations of operations: lists of numbers of records, one list for a function
    uint32_t nlist, nindex;
    const uint8_t *list, *index; // 32 and 64 bits each
    uint64_t next_loc;           // of the function at hand; UINT64_MAX: none
    VEC(TileValue *) values;     // of the function at hand, by number
} Reader;

bool tr_fail(Reader *r, const uint8_t *at, const char *format, ...) CU_PRINTF(3, 4); // false
// Counts what the input does not spell out: memory stays in proportion to it.
bool tr_charge(Reader *r, uint64_t n, const uint8_t *at);
uint64_t tr_varint(Reader *r, Window *w);
int64_t tr_signed(Reader *r, Window *w); // zigzag
uint8_t tr_byte(Reader *r, Window *w);
uint64_t tr_little(Reader *r, Window *w, uint32_t bytes);
// A count of things that take at least `least` bytes each.
uint32_t tr_count(Reader *r, Window *w, uint32_t least, const char *what);
Window tr_part(Reader *r, Window *w, uint64_t n, const char *what);
void tr_align(Reader *r, Window *w, const uint8_t *from, uint64_t alignment);
Atom tr_string(Reader *r, Window *w);
// The text of an atom, for messages.
static inline const char *tr_text(Reader *r, Atom a) {
    return atom_str(r->ctx, a);
}

// A count, where each item begins (32 or 64 bits, aligned from `from` on), and the items.
Items tr_items(Reader *r, Window w, const uint8_t *from, uint32_t width, const char *what);
bool tr_type_table(Reader *r);
const TileType *tr_type(Reader *r, Window *w); // by its number; NULL after tr_fail
bool tr_debug_table(Reader *r);
// The location of the next operation of the function.
const TileDebug *tr_next_loc(Reader *r, const uint8_t *at);

const TileAttr *tr_tagged(Reader *r, Window *w); // an attribute that says what it is
const TileAttr *tr_slot_attr(Reader *r, Window *w, const TileAttrSlot *wanted,
                             const TileType *shaped);
const TileAttr *tr_dense(Reader *r, Window *w, const TileType *shaped);
bool tr_functions(Reader *r);

#endif
