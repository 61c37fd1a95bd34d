// SPDX-License-Identifier: Apache-2.0
// nvvm: the NVVM dialect over the IR: the device math library and what its code asks about the
// target.
#ifndef CUPRUM_NVVM_H
#define CUPRUM_NVVM_H

#include "base/float_options.h"
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
// `reflect`. Else it is 0.
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

// Appends the module as a container of LTO IR. `accelerated`: the target has the suffix "a". False
// after a diagnostic: the bitcode that NVIDIA's linkers take lacks something that the module uses.
bool nvvm_write_container(IrModule *module, uint32_t sm, bool accelerated, bool latest, Buf *out);

#endif
