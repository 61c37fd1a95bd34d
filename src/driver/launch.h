// SPDX-License-Identifier: Apache-2.0
// A kernel launch from the command line: its arguments, and what it left in its buffers. Stands
// under `cuprum run` (the virtual machine and a GPU) and tools/gpu/times.c.
#ifndef CUPRUM_LAUNCH_H
#define CUPRUM_LAUNCH_H

#include "base/base.h"
#include "vm/vm.h"

enum { MAX_ARGS = 256 };

typedef struct {
    const char *name;
    uint8_t size;
    char kind; // i, u, f
} ElemType;

typedef struct {
    const char *text;     // as given
    uint8_t *bytes;       // by-value data, or what the buffer holds
    size_t size;          // of by-value data
    const ElemType *type; // of a buffer's elements; NULL: no buffer
    uint64_t count, addr;
    bool undefined; // buffers that nobody writes before the kernel
} RunArg;

typedef struct {
    Ctx *ctx;
    const char *kernel; // NULL: the only one
    uint32_t grid[3], block[3], shared;
    RunArg arg[MAX_ARGS];
    uint32_t narg;
} Launch;

// In bytes.
static inline size_t driver_launch_buffer_size(const RunArg *a) {
    return a->count * a->type->size;
}

// "X[,Y[,Z]]" into a grid's or a block's dimensions. False: no such thing.
bool driver_launch_parse_dims(const char *s, uint32_t *dims);
// Adds an argument, i32:V or buf:TYPE:COUNT:INIT. Reports what is wrong with it.
void driver_launch_parse_arg(Launch *launch, const char *s);
// The kernel that was asked for, or NULL and a diagnostic.
VmFunc *driver_launch_kernel(const Launch *launch, VmModule *mod);
// Copies the arguments, buffers by their addresses, to where the kernel has its parameters. False:
// they do not fit it, and that was reported.
bool driver_launch_bind(const Launch *launch, const VmFunc *kernel, uint8_t *params);

// Lines of results: the first elements of a buffer ("I[:N]"), a file of it ("I=PATH"), the hashes
// of all. False: there is no such buffer, or no such file can be written.
bool driver_launch_print(Launch *launch, const char *what);
bool driver_launch_dump(Launch *launch, const char *what);
void driver_launch_print_hashes(const Launch *launch);
// One line for each buffer whose bytes differ from those of `other`, the same launch elsewhere.
// Returns how many there are.
uint32_t driver_launch_print_differences(const Launch *launch, const Launch *other);

#endif
