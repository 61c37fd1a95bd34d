// SPDX-License-Identifier: Apache-2.0
// Private to the reader of text (lex.c, text_type.c, text_attr.c, text_debug.c, text_op.c,
// text_hand.c, text_generic.c, text.c). The first error is reported and ends the read: from then on
// the text is at its end, and all that is asked for is refused.
#ifndef CUPRUM_TILE_TEXT_INT_H
#define CUPRUM_TILE_TEXT_INT_H

#include "tile/read/read.h"

typedef struct { // what a name stands for: one value, or the results of an operation
    TileValue **at;
    uint32_t n;
} Named;

typedef struct {                 // `#name = ...` or `!name = ...`
    const char *name, *at, *end; // its name's place, the definition, its end once it is read
    bool busy;
    const TileType *type;
    const TileDebug *record; // of debug information
    const TileAttr *attr;
} Alias;

typedef struct {
    Ctx *ctx;
    Arena *arena;
    TileModule *module;
    const char *text, *at, *end;
    const char *line_at; // for positions: a line's begin and its number
    uint32_t line, depth;
    bool failed;
    Map names;       // atom -> Named *
    VEC(Atom) scope; // names in order, to forget those of a region
    Map aliases;     // atom with its sign -> Alias *
} Text;

// ---- lex.c ----
bool tx_fail(Text *t, const char *at, const char *format, ...) CU_PRINTF(3, 4); // false
uint64_t tx_at(Text *t, const char *at);      // line << 32 | column
void tx_skip(Text *t);                        // blanks and comments
bool tx_peek(Text *t, const char *sign);      // a sign or a whole word comes next
bool tx_take(Text *t, const char *sign);      // the same, passing over it
bool tx_need(Text *t, const char *sign);      // the same, else an error
uint32_t tx_word(Text *t, const char **word); // length of the word that comes, not passed over; 0
Atom tx_ident(Text *t, const char *what);     // a word, passed over; 0 after an error
bool tx_integer(Text *t, int64_t *out);       // decimal or hexadecimal, with a sign
bool tx_peek_number(Text *t);
Atom tx_quoted(Text *t);                              // a string with its escapes
Atom tx_symbol(Text *t);                              // @name
Atom tx_sigil(Text *t, char sigil, const char *what); // %name, #name, !name with the sign; 0
// What comes, for messages.
const char *tx_found(Text *t);
bool tx_enter(Text *t); // one deeper; false after an error
static inline bool tx_leave(Text *t) {
    t->depth--;
    return !t->failed;
}

// ---- the parts ----
const TileType *tx_type(Text *t); // NULL after an error
const TileAttr *tx_slot_attr(Text *t, const TileAttrSlot *wanted);
const TileAttr *tx_enum(Text *t, const TileAttrSlot *wanted); // a word
const TileAttr *tx_hints(Text *t);
const TileAttr *tx_dense(Text *t);
const TileAttr *tx_dense_generic(Text *t); // dense<elements> : type
const TileAttr *tx_attr(Text *t);          // a number, a string, a list, a dictionary
const TileAttr *tx_dictionary(Text *t, const char *open, const char *close);
const TileDebug *tx_loc(Text *t);                    // behind `loc(`, with the `)`
const TileDebug *tx_record(Text *t);                 // #cuda_tile.di_...<...>, or an alias of one
Alias *tx_alias(Text *t, Atom name, const char *at); // read by now; NULL after an error

TileValue *tx_value(Text *t); // a use
bool tx_define(Text *t, Atom name, const char *at, TileValue **values, uint32_t n);

// The operation at hand: what was read of it so far.
typedef VEC(TileValue *) Values;
typedef VEC(const TileType *) Types;
typedef VEC(int64_t) Sizes;
typedef struct {
    TileOp *op;
    const char *at;
    Values operand[TILE_SLOTS];
    Types result[TILE_SLOTS]; // where they were spelled out
    Sizes shape, stride;      // of make_tensor_view
    const TileAttr *counts;   // operandSegmentSizes; NULL: not said
    uint32_t given;           // bits of the row's attributes that a dictionary has
} Partial;
// A dictionary of attributes where one stands, behind the word `attributes` where it needs that.
bool tx_further(Text *t, Partial *part, bool word);
bool tx_generic(Text *t, Partial *part);
bool tx_by_hand(Text *t, Partial *part, const char *name, size_t n);
// `{ operations }` of a new block with these arguments, NULL: those of its label, if it has one;
// `implied` ends it where nothing does.
typedef struct {
    Atom name;
    const char *at;
    const TileType *type;
} Arg;
typedef VEC(Arg) Args;
TileBlock *tx_region(Text *t, TileOp *parent, TileFunc *owner, const Args *given,
                     TileOpcode implied);
bool tx_args(Text *t, Args *found); // (%a: type, ...)
bool tx_op(Text *t, TileBlock *enclosing);

#endif
