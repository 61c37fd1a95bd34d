// SPDX-License-Identifier: Apache-2.0
// Private to libcuprum-redirect.so: an object of the process, and the functions of the static
// run-time library that are found in it.
#ifndef CUPRUM_REDIRECT_H
#define CUPRUM_REDIRECT_H

#include "cudart/cudart.h"

#include <elf.h>
#include <link.h>

typedef struct {
    const uint8_t *at; // the file
    size_t size;
    const ElfW(Sym) * symbol;
    uint64_t nsymbols;
    const char *names;
    uint64_t name_bytes;
} Object;

typedef struct {
    const char *name;  // of one of our functions
    ElfW(Addr) offset; // of the object's own, from where the object is loaded
} Function;
typedef struct {
    Function at[1024];
    uint32_t n;
    bool is_old; // the library is CUDA 12's
} FunctionList;

// The file has so many bytes there.
static inline bool rt_redirect_is_inside(const Object *object, uint64_t offset, uint64_t size) {
    return offset <= object->size && size <= object->size - offset;
}

// Its head is there and says what it is.
static inline bool rt_redirect_is_elf(const Object *object) {
    return rt_redirect_is_inside(object, 0, sizeof(ElfW(Ehdr))) &&
           memcmp(object->at, ELFMAG, SELFMAG) == 0;
}

// Where this library lies: its path, and how much of that is its folder's; 0: it is not known.
const char *rt_redirect_path(void);
size_t rt_redirect_folder_length(void);

// A function that our libcudart.so.13 has.
bool rt_redirect_is_ours(const char *name);

// stripped.c: the functions of an object without a symbol table; none if the object has kernels
// whose registration is not found.
void rt_redirect_find_stripped(const Object *object, FunctionList *list);

#endif
