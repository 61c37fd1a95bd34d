// SPDX-License-Identifier: Apache-2.0
// Tile IR among the files that `cuprum run` takes.
#ifndef CUPRUM_DRIVER_RUN_TILE_H
#define CUPRUM_DRIVER_RUN_TILE_H

#include "base/base.h"

// Whether a file is Tile IR, by its name (text) or its first bytes (bytecode).
bool driver_is_tile(const char *path, const char *bytes, size_t n);

#endif
