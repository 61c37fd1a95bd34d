// SPDX-License-Identifier: Apache-2.0
// A fat binary of PTX, LTO IR and Tile IR, as the run-time library, the driver and nvlink read it
// (fatbin.c).
#ifndef CUPRUM_DRIVER_FATBIN_H
#define CUPRUM_DRIVER_FATBIN_H

#include "base/base.h"
#include "base/target.h"

typedef struct DriverImage {
    const Target *target;
    const char *bytes; // of PTX, of a container (`lto`) or of bytecode (`tile`)
    size_t n;
    bool lto, tile;
    const char *options; // of cicc, which nvlink compares for LTO IR; or NULL
} DriverImage;
typedef VEC(DriverImage) DriverImages;

// Appends the binary of all images.
void driver_fat_binary(Ctx *ctx, const DriverImage *images, uint32_t n, Buf *out);

#endif
