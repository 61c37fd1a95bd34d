// SPDX-License-Identifier: Apache-2.0
// Private header of the libNVVM interface: options, programs and the table of live handles.
//
// The interface is NVIDIA's nvvm.h by its binary form: the names, the numbers of the result codes
// and the C types of the parameters. Everything here is our own writing.
#ifndef CUPRUM_NVVM_API_H
#define CUPRUM_NVVM_API_H

#include "base/base.h"
#include "base/float_options.h"
#include "base/target.h"

typedef enum {
    NV_SUCCESS,
    NV_OUT_OF_MEMORY,
    NV_PROGRAM_CREATION_FAILURE,
    NV_IR_VERSION_MISMATCH,
    NV_INVALID_INPUT,
    NV_INVALID_PROGRAM,
    NV_INVALID_IR,
    NV_INVALID_OPTION,
    NV_NO_MODULE,
    NV_COMPILATION,
    NV_CANCELLED,
    NV_LINK_LTO = 100 // -link-lto: nothing was to be linked, or nothing more is: has no name
} NvResult;

// ---- nvvm_option.c ----

typedef struct {
    const Target *target;
    bool latest; // the newer of NVIDIA's two engines would be taken (compute_100 and later)
    FloatOptions fp;
    bool debug, unsafe, line_info, no_warnings, werror, restrict_params;
    bool lto, gen_lto, gen_opt_lto, link_lto, discard_names;
    bool device_c, force_device_c; // linked with other objects; which may use anything
    bool unused_variables;
    const char
        *host[2][3]; // -host-ref-ek= ...: external or internal; kernels, variables, constants
    bool no_inlining, inline_info, show_source;
    uint8_t level;
    uint32_t table_density;  // 0: the default
    uint16_t ptx_version;    // CompileOptions'
    const char *threads;     // -split-compile's value, or NULL
    VEC(const char *) knobs; // of -Xopt
    uint8_t none;
} NvOptions;
// Reads the words in order; the first wrong one ends it: false, with the message in `log`. What
// NVIDIA's library grumbles about also goes to `log`.
bool nvvm_options(NvOptions *options, int n, const char *const *words, Buf *log);

// ---- nvvm_program.c ----

typedef struct NvModule {
    struct NvModule *next;
    char *bytes, *name; // bytes are followed by a NUL
    size_t n;
    bool lazy, container; // of LTO IR
} NvModule;
typedef struct {
    NvModule *first, **last;
    char *result, *log; // NUL-terminated, or NULL for ""
    size_t nresult, nlog;
    bool binary; // the result is a container: no NUL behind it is counted
} NvProgram;

// An empty program.
void nvvm_program_init(NvProgram *program);
void nvvm_program_free(NvProgram *program); // what it holds, not itself
NvResult nvvm_program_add(NvProgram *program, const char *bytes, size_t n, const char *name,
                          bool lazy);
// The same of a container of LTO IR, for -link-lto.
NvResult nvvm_program_add_container(NvProgram *program, const char *bytes, size_t n,
                                    const char *name);
// Compiles or only verifies; leaves result and log in the program.
NvResult nvvm_program_run(NvProgram *program, int n, const char *const *options, bool verify);

// ---- nvvm_handle.c ----
// Handles are numbers, not addresses: a destroyed, invented or foreign handle is found out without
// touching memory, and a program lives until the last call that uses it has returned.

void *nvvm_handle_new(void); // NULL: no memory
// The program, locked for this thread; NULL when the handle is not live.
NvProgram *nvvm_handle_enter(void *handle);
void nvvm_handle_leave(NvProgram *program);
bool nvvm_handle_destroy(void *handle); // false: it was not live
#endif
