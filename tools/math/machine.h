// SPDX-License-Identifier: Apache-2.0
// CUDA C++ compiled with a device library and run: on the virtual machine (machine_vm.c), or on the
// GPU that the driver has (machine_gpu.c).
#ifndef CUPRUM_TOOLS_MATH_MACHINE_H
#define CUPRUM_TOOLS_MATH_MACHINE_H
#include "check.h"

#include "base/base.h"

// What runs a kernel. `at` is what `open` gave; false and NULL come after a message on stderr.
typedef struct {
    void *(*open)(Ctx *ctx);
    unsigned (*architecture)(void *at); // 90
    bool (*load)(void *at, const char *ptx, size_t n, const char *kernel);
    uint64_t (*allocate)(void *at, size_t bytes); // 0: there is no memory
    void (*release)(void *at, uint64_t address);
    bool (*write)(void *at, uint64_t to, const void *from, size_t n);
    bool (*read)(void *at, void *to, uint64_t from, size_t n);
    // parameters are numbers of 64 bits; returns when the kernel has ended
    bool (*launch)(void *at, unsigned blocks, unsigned threads, uint64_t *parameters, size_t n);
    uint64_t (*executed)(void *at); // warp instructions so far, where they are counted
    void (*close)(void *at);
} MachineKind;

extern const MachineKind machine_vm, machine_gpu;

typedef struct Machine Machine;

// With a kernel k that the text defines; `library`: which device library is linked.
Machine *machine_new(const char *text, size_t n, const char *library, const Options *options);
// With a kernel that calls the function for arrays of arguments.
Machine *machine_of(const Function *f, const char *library, const Options *options);
bool machine_call(Machine *m, const void *const *arg, void *result, size_t n); // of machine_of

uint64_t machine_allocate(Machine *m, size_t bytes);
void machine_release(Machine *m, uint64_t address);
bool machine_write(Machine *m, uint64_t to, const void *from, size_t n);
bool machine_read(Machine *m, void *to, uint64_t from, size_t n);
bool machine_launch(Machine *m, unsigned blocks, unsigned threads, uint64_t *parameters, size_t n);
uint64_t machine_executed(const Machine *m);           // warp instructions so far
bool machine_save(const Machine *m, const char *path); // its PTX
void machine_free(Machine *m);

bool gpu_print_facts(void); // of the driver and its device; false: there is none
#endif
