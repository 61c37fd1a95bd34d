// SPDX-License-Identifier: Apache-2.0
// Private to stripped.c and register.c: an object without a symbol table.
#ifndef CUPRUM_REDIRECT_IMAGE_H
#define CUPRUM_REDIRECT_IMAGE_H

#include "cudart/redirect/redirect.h"

enum {
    MAX_SEGMENTS = 32,
    KERNELS_MAGIC = 0x466243b1, // of what a program registers its kernels with
};

typedef struct {
    const Object *object;
    const ElfW(Phdr) * segment[MAX_SEGMENTS];
    uint32_t nsegments;
    uint64_t unwind; // address of the table for unwinding
    const int32_t *entry;
    uint32_t nentries; // pairs: a function, its record
} Image;

// What the file has at an address of the object, and how many bytes; NULL: nothing.
const uint8_t *rt_redirect_bytes_at(const Image *image, uint64_t address, uint64_t *n);
// The first address of the function that an address lies in; 0: before all of them.
uint64_t rt_redirect_function_around(const Image *image, uint64_t address);
// The first address of the next function; 0: there is none.
uint64_t rt_redirect_function_after(const Image *image, uint64_t address);

// register.c: the functions that register and launch kernels, all that the object uses, behind
// those of the list. False: they are not all found, and the list is as it was.
bool rt_redirect_find_registration(const Image *image, FunctionList *list);

#endif
