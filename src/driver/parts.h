// SPDX-License-Identifier: Apache-2.0
// What relocatable device code an object, an archive or a fat binary holds (parts.c).
#ifndef CUPRUM_DRIVER_PARTS_H
#define CUPRUM_DRIVER_PARTS_H

#include "base/base.h"
#include "cudart/abi.h"

typedef struct DriverPartImage {
    RtFatEntry entry;
    const char *bytes; // of LTO IR, packed perhaps; a copy
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
// Whether the part has an image of the kind (RT_FAT_PTX ...).
bool driver_part_has(const DriverPart *part, uint16_t kind);

// Whether its bytes are compressed.
bool driver_image_is_packed(const DriverPartImage *image);

#endif
