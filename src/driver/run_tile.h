// SPDX-License-Identifier: Apache-2.0
// `cuprum run K.tileirbc`: a kernel of Tile IR, evaluated tile block by tile block over the virtual
// machine's memory.
#ifndef CUPRUM_DRIVER_RUN_TILE_H
#define CUPRUM_DRIVER_RUN_TILE_H

#include "driver/launch.h"

// Whether a file is Tile IR, by its name (text) or its first bytes (bytecode).
bool driver_is_tile(const char *path, const char *bytes, size_t n);
// Evaluates the kernel that the launch names. Returns 0, or after a diagnostic 1, or 2: wrong use.
int driver_run_tile(Launch *launch, Vm *vm, const char *path, const char *bytes, size_t n);

#endif
