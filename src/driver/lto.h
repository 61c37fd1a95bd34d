// SPDX-License-Identifier: Apache-2.0
// Link-time optimization by this program, where there is no nvlink (lto.c).
#ifndef CUPRUM_DRIVER_LTO_H
#define CUPRUM_DRIVER_LTO_H

#include "driver/driver.h"
#include "driver/parts.h"

// What is to be linked: LTO IR in all parts, in some, in none.
typedef enum { DRIVER_LTO_NONE, DRIVER_LTO_PARTIAL, DRIVER_LTO_WHOLE } DriverLtoKind;
// *without: the first part that has none.
DriverLtoKind driver_lto_kind(const DriverParts *parts, const DriverPart **without);

// Links the LTO IR of all parts to PTX for each target, and appends a fat binary of it. The options
// say the level, the threads, and whether the log is wanted. False after diagnostics.
bool driver_lto_link(Ctx *ctx, const DriverParts *units, const Target *const *targets, uint32_t n,
                     const CompileOptions *options, Buf *out);
// Writes an object's assembly that holds the fat binary in a file, by its whole path, as the
// program's linked device code (cuprum_build.h). NULL: an object with nothing in it.
bool driver_lto_write_assembly(Ctx *ctx, const char *fatbin, const char *path);

#endif
