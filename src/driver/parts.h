// SPDX-License-Identifier: Apache-2.0
// What relocatable device code an object, an archive or a fat binary holds (parts.c).
#ifndef CUPRUM_DRIVER_PARTS_H
#define CUPRUM_DRIVER_PARTS_H

#include "base/base.h"

typedef struct DriverPartImage {
    uint16_t kind; // RT_FAT_PTX ...
    uint32_t arch;
    char suffix;       // a, f or 0
    bool packed;       // compressed
    const char *bytes; // of LTO IR; a copy
    size_t n;
} DriverPartImage;

// One object with relocatable device code.
typedef struct DriverPart {
    const char *name; // "FILE", or "ARCHIVE(MEMBER)"
    bool ours;        // its host's half was made by Cuprum
    VEC(DriverPartImage) image;
} DriverPart;
typedef VEC(DriverPart) DriverParts;

// Appends the parts of a file. One that cannot be read has none.
void driver_read_parts(Ctx *ctx, const char *path, DriverParts *out);
// Whether the part has an image of the kind.
bool driver_part_has(const DriverPart *part, uint16_t kind);

#endif
