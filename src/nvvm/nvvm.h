// SPDX-License-Identifier: Apache-2.0
// nvvm: the NVVM dialect over the IR: the device math library and what its code asks about the
// target.
#ifndef CUPRUM_NVVM_H
#define CUPRUM_NVVM_H

#include "base/float_options.h"
#include "base/target.h"
#include "ir/ir.h"

typedef struct {
    uint32_t sm; // 75, 90, ...
    FloatOptions fp;
    const char *const *reflect; // "NAME=INT" each: what __nvvm_reflect is told besides
    uint32_t nreflect;
} NvvmOptions;

// ---- libdevice.c ----

// Does the module declare functions of the device library (__nv_sinf, ...) that it does not define?
bool nvvm_needs_library(IrModule *module);
// Is one of them a function of binary128? NVIDIA's library has none of these.
bool nvvm_needs_fp128(IrModule *module);
// Links what the module uses from the library's bytes (bitcode or assembly), as internal functions.
// False: a diagnostic was reported.
bool nvvm_link_library(IrModule *module, const char *name, const void *data, size_t n);

// The library that is part of the program (lib/device), to be linked from with IR_LINK_LIBRARY and
// freed with ir_module_free.
IrModule *nvvm_builtin_library(Ctx *ctx);
// Its bitcode.
const unsigned char *nvvm_builtin_library_bytes(size_t *size);
// The same, or the part of it with the functions that most programs call, if the module declares no
// others.
IrModule *nvvm_builtin_library_for(IrModule *module);

// -fmad: any multiplication and addition may contract, whatever the flags of the input say.
void nvvm_allow_contraction(IrModule *module);

// ---- math.c ----

// Does the module declare one of LLVM's math intrinsics that PTX has no exact form of (sin, exp,
// pow ...)?
bool nvvm_has_math(IrModule *module);
// Those intrinsics as calls of the device
// library's functions; those that may be approximated stay. True if there was one.
bool nvvm_math_calls(IrModule *module);

// ---- reflect.c ----

// Reads "NAME=INT", the number decimal; false if it is something else. to: NULL, or where it goes.
bool nvvm_reflect_value(const char *option, int32_t *to);
// Replaces calls of __nvvm_reflect("__CUDA_FTZ") and the like by constants, in the whole module.
// What is known of a name, later ones win: the options above, the named metadata !nvvm.reflection
// (pairs of a name and a number), the module flag "nvvm-reflect-ftz" (which -ftz outdoes),
// `reflect`. Else it is 0. False: a call or another use is wrong, and has been reported.
bool nvvm_reflect(IrModule *module, const NvvmOptions *nvvm_options);

// ---- verify.c ----

// Checks the module by the NVVM dialect's rules (not LLVM's: ir_verify_module). At the first error
// the message, as NVIDIA's library words it, is appended to `log`: false. `latest`: by the rules of
// the engine for compute_100 and later.
bool nvvm_verify(IrModule *module, bool latest, Buf *log);

// ---- layout.c ----

// Is it a data layout that libNVVM takes? If not the reasons go to `out` (empty), as
// nvvmVerifyProgram
// (`verifying`) or nvvmCompileProgram words them.
bool nvvm_check_layout(const char *layout, bool latest, bool verifying, Buf *out);

// ---- container.c ----

// Appends the module as a container of LTO IR. `accelerated`: the target has the suffix "a";
// `latest`: for the engine for compute_100 and later. False after a diagnostic: the bitcode that
// NVIDIA's linkers take lacks something that the module uses.
bool nvvm_write_container(IrModule *module, uint32_t sm, bool accelerated, bool latest, Buf *out);
// The same; what that bitcode lacks is written in today's dialect, which our linker takes.
bool nvvm_write_own_container(IrModule *module, uint32_t sm, bool accelerated, bool latest,
                              Buf *out);

// Lists of symbols to be kept lose their alignment, which NVIDIA's do not have: those whose
// alignments differ are not joined.
void nvvm_plain_lists(IrModule *module);

typedef struct NvvmContainer {
    uint32_t arch; // as __CUDA_ARCH__; 0: it does not say
    bool accelerated, scrambled;
    const void *bitcode; // inside of the bytes
    size_t size;
} NvvmContainer;
typedef enum {
    NVVM_CONTAINER_READ,
    NVVM_CONTAINER_DAMAGED,
    NVVM_CONTAINER_LATER,    // of a version that is not known
    NVVM_CONTAINER_SCRAMBLED // NVIDIA's: all but the bitcode can be read
} NvvmContainerFault;
// Whether the bytes begin as a container does.
bool nvvm_is_container(const void *bytes, size_t n);
// Reads all but the bitcode.
NvvmContainerFault nvvm_open_container(const void *bytes, size_t n, NvvmContainer *out);

// ---- lto.c ----

// Before a module becomes a container: kernels, and variables that the host may name, are listed in
// llvm.used, without which linkers take them for dead; how it computes, and for what, is noted.
void nvvm_keep_for_host(IrModule *module);
// Kernels and variables that are the unit's own become internal, as linkers have them, and external
// again, as the host has them.
void nvvm_hide_own(IrModule *module);
void nvvm_show_own(IrModule *module);
void nvvm_note_unit(IrModule *module, const FloatOptions *fp, const Target *target);

typedef struct NvvmLtoInput {
    const char *name; // for messages
    const void *bytes;
    size_t n;
} NvvmLtoInput;
// Reads and links containers. *fp becomes what the units were compiled with, and *target gets the
// suffix of theirs, where they say so. NULL after diagnostics.
IrModule *nvvm_link_lto(Ctx *ctx, const NvvmLtoInput *in, uint32_t n, const Target **target,
                        FloatOptions *fp);

typedef enum {
    NVVM_HOST_KERNEL,
    NVVM_HOST_VARIABLE,
    NVVM_HOST_CONSTANT,
    NVVM_HOST_KINDS
} NvvmHostKind;
// What the host names: lists of patterns ("_Z1kv*,_Z1g"), NULL: nobody says.
typedef struct NvvmHostNames {
    const char *external[NVVM_HOST_KINDS], *internal[NVVM_HOST_KINDS];
    bool unused_variables; // those of variables count, too
} NvvmHostNames;
// Of a module that is the whole program: all that the host does not name becomes internal.
void nvvm_internalize(IrModule *module, const NvvmHostNames *names);
// Whether the module names nothing that only other device code defines.
bool nvvm_is_complete(IrModule *module);

#endif
