// SPDX-License-Identifier: Apache-2.0
// The floor read: bytecode and text to a module.
#ifndef CUPRUM_TILE_READ_H
#define CUPRUM_TILE_READ_H

#include "tile/ir/ir.h"

// Whether the bytes begin as bytecode does.
bool tile_is_bytecode(const void *bytes, size_t size);
// How many bytes a module has that somebody gives without its size, by its sections; 0: it is none.
// Nothing behind the end is read if it is one.
size_t tile_bytecode_size(const void *bytes);
// The module, or NULL after a diagnostic. What it refers to is copied: the bytes may go.
TileModule *tile_read_bytecode(Ctx *ctx, const char *file, const void *bytes, size_t size);
// The same for text; `text` is followed by a NUL.
TileModule *tile_read_text(Ctx *ctx, const char *file, const char *text, size_t size);
// The same for either form, told by the first bytes.
TileModule *tile_read(Ctx *ctx, const char *file, const char *bytes, size_t size);

#endif
