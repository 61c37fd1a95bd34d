// SPDX-License-Identifier: Apache-2.0
// Linking of the device math library on demand: only what is used comes over, as internal functions
// that the inliner then takes apart.
#include "nvvm/nvvm.h"

static bool declares(IrModule *module, const char *prefix) {
    IR_FOREACH_FUNC(f, module) {
        const char *name = atom_str(module->ctx, f->g.v.name);
        if (ir_is_decl(f) && strncmp(name, prefix, strlen(prefix)) == 0) return true;
    }
    return false;
}

bool nvvm_needs_library(IrModule *module) {
    return declares(module, "__nv_");
}

bool nvvm_needs_fp128(IrModule *module) {
    return declares(module, "__nv_fp128_");
}

bool nvvm_link_library(IrModule *module, const char *name, const void *data, size_t n) {
    IrModule *lib = ir_is_bitcode(data, n) ? ir_read_bitcode_library(module->ctx, name, data, n)
                                           : ir_parse(module->ctx, name, data, n);
    if (!lib) return false;
    bool ok = ir_link(module, lib, IR_LINK_LIBRARY);
    ir_module_free(lib);
    return ok;
}

extern const unsigned char cu_device_library[], cu_device_library_end[]; // tools/gen/gen.mk
extern const unsigned char cu_common_library[], cu_common_library_end[];

static IrModule *builtin(Ctx *ctx, const unsigned char *begin, const unsigned char *end) {
    return ir_read_bitcode_library(ctx, "<device library>", begin, (size_t)(end - begin));
}

IrModule *nvvm_builtin_library(Ctx *ctx) {
    return builtin(ctx, cu_device_library, cu_device_library_end);
}

const unsigned char *nvvm_builtin_library_bytes(size_t *size) {
    *size = (size_t)(cu_device_library_end - cu_device_library);
    return cu_device_library;
}

static bool has_all(IrModule *library, IrModule *module) {
    IR_FOREACH_FUNC(f, module) {
        bool wanted = ir_is_decl(f) && strncmp(atom_str(module->ctx, f->g.v.name), "__nv_", 5) == 0;
        if (wanted && !ir_library_find(library, f->g.v.name)) return false;
    }
    return true;
}

IrModule *nvvm_builtin_library_for(IrModule *module) {
    IrModule *library = builtin(module->ctx, cu_common_library, cu_common_library_end);
    if (library && has_all(library, module)) return library;
    if (library) ir_module_free(library);
    return nvvm_builtin_library(module->ctx);
}

void nvvm_allow_contraction(IrModule *module) {
    IR_FOREACH_FUNC(f, module) {
        IR_FOREACH_BLOCK(bb, f) {
            IR_FOREACH_INST(i, bb) {
                if (is_any_of(i->v.op, IR_FADD, IR_FSUB, IR_FMUL)) i->fmf |= IR_FMF_CONTRACT;
            }
        }
    }
}
