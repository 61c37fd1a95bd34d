// SPDX-License-Identifier: Apache-2.0
// What stands around the host's half of a unit (host_tail.c): macros before it, behind it the fat
// binary and what registers it.
#ifndef CUPRUM_DRIVER_HOST_TAIL_H
#define CUPRUM_DRIVER_HOST_TAIL_H

#include "base/base.h"

typedef enum {
    TAIL_WHOLE, // the unit registers its binary by itself
    TAIL_PART,  // the run-time library links the units' binaries when the program starts
    TAIL_LINKED // nvlink has linked them, and the object that it makes registers the result
} HostTailKind;

// By a symbol that begins so a linker takes a part out of an archive.
#define PART_SYMBOL "__cuprum_part_of_"

typedef struct HostTail {
    uint8_t kind;       // HostTailKind
    const char *fatbin; // the file that the assembler takes in, by its whole path,
    const char *image;  // or its bytes, where the text must stand by itself; else NULL
    size_t nimage;
    const char *module_id;   // of TAIL_LINKED, and of TAIL_PART if archives may hold it
    const Buf *registration; // cuda_write_registration's
} HostTail;

// Options that define macros. To the host's compiler extended lambdas are closures as any other, so
// the traits of them are false: but no sooner than their type is known, as a trait must be for
// SFINAE.
extern const char *const driver_host_macros[3];

// Whether an option of the host's compiler makes something of functions that no code names: then
// its half of a unit has those of libraries, too.
bool driver_shows_unnamed(const char *option);

// Writes what stands behind the host's half, in C++.
void driver_put_host_tail(const HostTail *host_tail, Buf *out);

#endif
