// SPDX-License-Identifier: Apache-2.0
// tile: NVIDIA's Tile IR, the form in which cuTile Python and Tile C++ hand kernels over (NVIDIA's
// documentation "Tile IR", versions 13.1 to 13.5).
//
// Contract of the module:
//  - A TileModule and all that hangs off it live in one arena of their own; tile_module_free gives
//    it back. Types are interned: two are the same exactly when their pointers are.
//  - What an operation, a type, an attribute or a record of debug information looks like stands in
//    tables (op.def, type.def, attr.def, debug.def); readers, writers, printer and verifier are
//    engines over their rows. A new operation is a row.
//  - Readers take hostile input: every count is checked against the bytes that are left, nesting
//    against TILE_MAX_DEPTH. Errors are diagnostics with a byte offset (bytecode) or line and
//    column (text), and say what was found and what can be there; the reader then gives NULL.
//  - A module that was read from bytecode remembers the order of its tables (TileLayout), so that
//    writing it gives the same bytes.
//  - Floors, lowest first: ir (form, tables), read, write, verify, eval, lower. Below them is only
//    base, below lower src/ir as well.
#ifndef CUPRUM_TILE_H
#define CUPRUM_TILE_H

#include "tile/eval/eval.h"
#include "tile/ir/ir.h"
#include "tile/lower/lower.h"
#include "tile/raise/raise.h"
#include "tile/read/read.h"
#include "tile/verify/verify.h"
#include "tile/write/write.h"

#endif
