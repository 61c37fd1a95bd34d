// SPDX-License-Identifier: Apache-2.0
// A fat binary of PTX, as the run-time library and the driver read it (fatbin.c).
#ifndef CUPRUM_DRIVER_FATBIN_H
#define CUPRUM_DRIVER_FATBIN_H

#include "base/base.h"
#include "base/target.h"

typedef struct DriverImage {
    const Target *target;
    const char *ptx; // text of n bytes
    size_t n;
} DriverImage;

// Appends the binary of all images.
void driver_fat_binary(Ctx *ctx, const DriverImage *image, uint32_t n, Buf *out);

#endif
