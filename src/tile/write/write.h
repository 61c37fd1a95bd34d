// SPDX-License-Identifier: Apache-2.0
// The floor write: a module to bytecode and text.
#ifndef CUPRUM_TILE_WRITE_H
#define CUPRUM_TILE_WRITE_H

#include "tile/ir/ir.h"

// Appends the module as bytecode of its version. False after a diagnostic: something in it is
// newer.
bool tile_write_bytecode(TileModule *module, Buf *out);
// Appends the text: of functions and globals, as NVIDIA's disassembler prints them.
enum { TILE_PRINT_DEBUG = 1 }; // with locations
void tile_print(TileModule *module, unsigned flags, Buf *out);
// One operation, as it stands there, without the blanks before it.
void tile_print_op(TileModule *module, const TileOp *printed, Buf *out);

#endif
