// SPDX-License-Identifier: Apache-2.0
// Tile C++ in irgen: what tile.c and tile_type.c share. (What the other files call is in gen.h.)
#ifndef CUPRUM_IRGEN_TILE_H
#define CUPRUM_IRGEN_TILE_H

#include "irgen/gen.h"

enum { TILE_RANK = 16 }; // dimensions of a tile, at most

// The word of a class that is a number ("f16"); NULL: it is none.
const char *gen_tile_number_word(const Gen *gen, const Type *type);
// How a number is passed, and an element of a tile kept: bool and small formats as bytes. NULL: it
// is none.
IrType *gen_tile_number(Gen *gen, Type *type);
// The arguments of an instance of that class template; NULL: the type is none.
const TmplArgs *gen_instance_of(const Gen *gen, const Type *type, const char *name);
// Element and shape of a tile; NULL: the type is none.
const TmplArgs *gen_tile_args(const Gen *gen, const Type *type);
// The numbers in a list of arguments and its packs, behind the n that are there; how many now.
uint32_t gen_list_values(const TmplArgs *args, int64_t *at, uint32_t n, uint32_t most);
uint32_t gen_tile_shape(const TmplArgs *tile, int64_t *at); // its rank
// The name of the function that a call of a builtin calls.
Atom gen_tile_call_name(Gen *gen, const FuncDecl *func, Atom hints);
// The same of a call of printf, whose arguments alone say what they are.
Atom gen_tile_printf_name(Gen *gen, const Expr *call);

#endif
