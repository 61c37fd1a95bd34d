// SPDX-License-Identifier: Apache-2.0
// Private header of the nvFatbin interface: making fat binaries (libnvfatbin.c the entry points,
// nvfatbin_input.c what is added, nvfatbin_write.c the container).
//
// The interface is NVIDIA's nvFatbin.h by its binary form: the names, the numbers of the result
// codes and the C types of the parameters. Everything here is our own writing.
#ifndef CUPRUM_NVFATBIN_H
#define CUPRUM_NVFATBIN_H

#include "base/base.h"
#include "cudart/abi.h"

typedef enum {
    FATBIN_SUCCESS,
    FATBIN_INTERNAL,
    FATBIN_ELF_ARCH_MISMATCH,
    FATBIN_ELF_SIZE_MISMATCH,
    FATBIN_MISSING_PTX_VERSION,
    FATBIN_NULL_POINTER,
    FATBIN_COMPRESSION_FAILED,
    FATBIN_COMPRESSED_SIZE_EXCEEDED,
    FATBIN_UNRECOGNIZED_OPTION,
    FATBIN_INVALID_ARCH,
    FATBIN_INVALID_NVVM,
    FATBIN_EMPTY_INPUT,
    FATBIN_MISSING_PTX_ARCH,
    FATBIN_PTX_ARCH_MISMATCH,
    FATBIN_MISSING_FATBIN,
    FATBIN_INVALID_INDEX,
    FATBIN_IDENTIFIER_REUSE,
    FATBIN_INTERNAL_PTX_OPTION,
    FATBIN_RESULTS
} FatbinResult;

// What an entry holds, besides those of abi.h: PTX of relocatable code.
enum { RT_FAT_RELOCATABLE = 64 };

// One image that was added. `entry` has everything but places and sizes.
typedef struct {
    RtFatEntry entry;
    const char *name;    // or ""
    const char *options; // or NULL: it has none
    const char *bytes;   // plain, unless entry.flags say that they are packed already
    size_t n;
} FatbinImage;

// Everything lies in its context.
typedef struct {
    Ctx ctx;
    uint64_t flags;   // of all entries: width, host, debugging
    bool plain, none; // -compress=false, -compress-mode=none
    VEC(FatbinImage) image;
} Fatbin;

// ---- nvfatbin_input.c ----

// -NAME[=VALUE]; false: there is none such.
bool nvfatbin_option(Fatbin *fatbin, const char *word);
FatbinResult nvfatbin_add_ptx(Fatbin *fatbin, const char *text, size_t n, const char *arch,
                              const char *name, const char *options);
FatbinResult nvfatbin_add_cubin(Fatbin *fatbin, const char *bytes, size_t n, const char *arch,
                                const char *name);
FatbinResult nvfatbin_add_lto(Fatbin *fatbin, const char *bytes, size_t n, const char *arch,
                              const char *name, const char *options);
// The relocatable PTX of an object of the host, or of a fat binary.
FatbinResult nvfatbin_add_reloc(Fatbin *fatbin, const char *bytes, size_t n);

// ---- nvfatbin_write.c ----

// Appends the container of all images.
void nvfatbin_write(const Fatbin *fatbin, Buf *out);
// LZ4's block format.
void nvfatbin_lz4(const char *bytes, size_t n, Arena *arena, Buf *out);

#endif
